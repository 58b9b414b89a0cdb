"""Positions of TechCommander that were changed by hand are refused in a sentence; those of games never are."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import position_files
from tabletop_tui.rules.techcommander.system import SYSTEM
from tests.forging import forged, opens_and_plays
from tests.techcommander.test_whole_games import begun
from tests.whole_games import never_refused, saved_after


@cache
def saved(answers: int) -> Setup:
    """A game as it stands after so many random answers."""
    return saved_after(begun("elimination", answers), answers)


@pytest.mark.parametrize("scenario", ["elimination", "raid", "hybrid", "three-way"])
def test_a_genuine_state_is_never_refused(scenario):
    never_refused(begun(scenario, 1), Random(1), 260)


@pytest.mark.parametrize("number", range(8))
def test_whatever_is_changed_it_plays_or_is_refused(number):
    chooser = Random(number)
    opened = [
        opens_and_plays(SYSTEM, forged(saved(chooser.choice((3, 30, 60, 110))), chooser), chooser) for _ in range(4)
    ]
    assert len(opened) == 4


def first(data, seat):
    return next(one for one in data["units"] if one["seat"] == seat and one["models"])


def on_each_other(data):
    one, other = first(data, 1), first(data, 0)
    one["models"][0] = [value + 0.1 for value in other["models"][0]]
    one["on"] = other["on"]


CASES = [
    ("a unit of the other side", lambda data: data["units"][0].update(seat=1), "another unit than in the set-up"),
    ("units on each other", on_each_other, "stand on each other"),
    ("off the table", lambda data: first(data, 0)["models"].__setitem__(0, [-3.0, 500.0]), "is not on the"),
    ("two models", lambda data: first(data, 0)["models"].append([1.0, 1.0]), "one model"),
    ("a turn", lambda data: data.update(turn=99), "turn: there is no such turn"),
    ("a phase", lambda data: data.update(phase="Tea"), "phase"),
    ("an order", lambda data: data.update(order=[0, 0]), "order"),
    ("life", lambda data: first(data, 0).update(life=25), "life"),
    ("a weapon", lambda data: first(data, 0).update(fired=["spoon-1"]), "fired: it carries no such thing"),
    ("a ruin", lambda data: data.update(ruins=["t99"]), "ruins: there is no such piece"),
    ("in the air", lambda data: first(data, 0).update(on="t99"), "nobody can stand on that"),
    ("aboard itself", lambda data: first(data, 0).update(aboard="B1"), "in 2 places"),
    ("a purse", lambda data: data["players"][0].update(base=-1), "base"),
    ("a group", lambda data: first(data, 0).update(group="B1"), "no such group"),
    ("a hider", lambda data: data["units"][0].update(infiltrated=True), "it cannot hide"),
    ("no end of the agenda", lambda data: data["agenda"].pop(0), "the first of all steps is one of"),
]


@pytest.mark.parametrize(("what", "change", "said"), CASES, ids=[case[0] for case in CASES])
def test_what_cannot_be_is_refused_with_its_place(what, change, said):
    setup = saved(60)
    position = json.loads(json.dumps(setup.position))
    change(position)
    with pytest.raises(BadFile) as caught:
        position_files.opened(SYSTEM, evolve(setup, position=position))
    assert said in str(caught.value)
