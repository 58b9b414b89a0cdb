"""A question that gives labels refuses with reasons, item by item and as a whole, and offers only what it takes."""

from collections import Counter
from random import Random

import pytest

from tabletop_tui.engine.assign_question import LISTED, Assign, Item
from tabletop_tui.engine.question import Option
from tabletop_tui.engine.refusal import Refusal

EMPTY, GONE = Refusal("the weapon is not loaded", "R-1"), Refusal("there is no radio", "R-2")
ALL_IDLE = Refusal("somebody has to do something", "R-4")
LABELS = [
    Option("shoot", "Shoot"),
    Option("throw", "Throw", rule="R-3"),
    Option("call", "Call", GONE),
    Option("w", "Wait"),
]


def men(count: int, **more) -> Assign:
    items = [Item(f"m{n}", f"Man {n}", "Rifles" if n < count else "") for n in range(1, count + 1)]
    items[1].refusals = {"shoot": EMPTY}
    default = {item.key: "w" if item.refusals else "shoot" for item in items}
    return Assign(0, "What?", items=items, labels=LABELS, default=default, most={"throw": 1}, rules=("R-9",), **more)


def idle(answer):
    return ALL_IDLE if set(answer.values()) == {"w"} else None


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "give a label for each item"),
        ([], "give a label for each item"),
        ({}, "give a label for each item"),
        ({"m1": "shoot", "m2": "w"}, "nothing is said of Man 3"),
        ({"m1": "shoot", "m2": "w", "m3": "w", "m4": "w"}, "'m4' is not one of: m1, m2, m3 [R-9]"),
        ({"m1": "dance", "m2": "w", "m3": "w"}, "'dance' is not one of: shoot, throw, call, w"),
        ({"m1": ["shoot"], "m2": "w", "m3": "w"}, "is not one of"),
        ({"m1": "shoot", "m2": "shoot", "m3": "w"}, "Man 2: the weapon is not loaded [R-1]"),
        ({"m1": "shoot", "m2": "call", "m3": "w"}, "there is no radio [R-2]"),
        ({"m1": "throw", "m2": "throw", "m3": "w"}, "at most 1 can have 'Throw', not 2 [R-3]"),
        ({"m1": "w", "m2": "w", "m3": "w"}, "somebody has to do something [R-4]"),
    ],
)
def test_what_is_wrong_is_refused_with_a_reason(answer, why):
    refusal = men(3, whole=idle).refuse(answer)
    assert refusal is not None
    assert why in str(refusal)


def test_of_few_items_every_legal_answer_is_listed_once_the_default_first():
    question = men(3, whole=idle)
    found = list(question.legal())
    assert found[0] == question.default
    by_hand = [
        {"m1": a, "m2": b, "m3": c}
        for a in ("shoot", "throw", "w")
        for b in ("throw", "w")
        for c in ("shoot", "throw", "w")
        if (a, b, c).count("throw") < 2 and (a, b, c) != ("w", "w", "w")
    ]
    assert len(found) == len(by_hand) == 11
    assert all(answer in found for answer in by_hand)


def test_of_many_items_the_list_is_bounded_and_has_groups_and_single_men():
    question = men(60, whole=idle)
    found = list(question.legal())
    assert len(found) == LISTED
    assert all(question.refuse(answer) is None for answer in found)
    assert found[0] == question.default
    assert question.default | {f"m{n}": "w" for n in range(1, 60)} in found
    assert question.default | {"m5": "throw"} in found
    assert not any(idle(answer) for answer in found)


def test_what_is_sampled_is_legal_and_of_all_kinds():
    question, chooser = men(4, whole=idle), Random(1)
    found = Counter(tuple(question.sample(chooser).values()) for _ in range(2000))
    assert all(question.refuse(dict(zip(question.default, labels, strict=True))) is None for labels in found)
    assert len(found) == len(list(question.legal()))


def test_hits_that_have_to_be_spread_can_still_be_sampled_in_any_order():
    """No single hit may move, but two may change places."""
    items = [Item(f"h{n}", f"Hit {n}") for n in range(3)]
    labels = [Option(name, name) for name in "abc"]
    even = Assign(0, "Who?", items=items, labels=labels, default=dict(zip(("h0", "h1", "h2"), "abc", strict=True)))
    even.most = dict.fromkeys("abc", 1)
    chooser = Random(2)
    assert len({tuple(even.sample(chooser).values()) for _ in range(200)}) == 6
    assert len(list(even.legal())) == 6


def test_a_label_goes_to_those_of_a_group_that_can_have_it_and_to_no_more_than_may():
    question = men(4)
    given = question.given(question.default, question.items, "shoot")
    assert given == {"m1": "shoot", "m2": "w", "m3": "shoot", "m4": "shoot"}
    assert question.given(given, question.items, "throw") == given | {"m1": "throw"}
    already = given | {"m4": "throw"}
    assert question.given(already, question.items[:2], "throw") == already
    assert question.said(already) == "2 Shoot, 1 Throw, 1 Wait"


def test_where_each_label_has_its_number_one_more_is_one_less_elsewhere():
    items = [Item(name, name, "Rifles" if name < "A4" else "Guns") for name in ("A1", "A2", "A3", "A4", "A5", "A6")]
    halves = {"first": 3, "second": 3}
    given = {item.key: "first" if item.key < "A4" else "second" for item in items}
    question = Assign(
        0, "Who?", items=items, labels=[Option(half, half) for half in halves], default=given, most=halves
    )
    assert question.tight
    changed = question.given(given, question.groups()["Guns"][:2], "first")
    assert [name for name, half in changed.items() if half == "first"] == ["A1", "A4", "A5"], "the last give way"
    assert question.refuse(changed) is None
    assert question.given(given, items, "first") == given, "nobody is left to give way"
    assert question.refuse(given | {"A1": "second"}) is not None
