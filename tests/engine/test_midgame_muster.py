"""A force mustered in mid-game: judged by the force builder alone, listed, sampled, taken as one answer."""

from __future__ import annotations

import json
from random import Random

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.game import Game
from tabletop_tui.rulebook.midgame_muster import MOST_LISTED, MOST_ROWS, Recruit
from tabletop_tui.rulebook.registry import system
from tests.conformance import RUBBISH, dumped
from tests.playing import run
from tests.swarm import KINDS, SWARM, CallBugs, HiveMuster, swarm_setup


def pool(cap: int = 4, *, optional: bool = False) -> Recruit:
    muster = HiveMuster()
    return Recruit(0, "Whom?", rules=("X-1",), muster=muster, force={**muster.blank(), "cap": cap}, optional=optional)


def why(question: Recruit, answer: object) -> str:
    return str(question.refuse(answer) or "")


def test_a_force_within_the_cap_is_taken_and_one_beyond_it_refused_with_the_builders_words():
    assert why(pool(), ["drone", "drone"]) == ""
    assert why(pool(), ["drone", "drone", "mite"]) == "5 of 4 points [SWARM-CALL-1]"
    said = "6 of 4 points [SWARM-CALL-1]; only one queen is called [SWARM-CALL-2]"
    assert why(pool(), ["queen", "queen"]) == said


@pytest.mark.parametrize("answer", [answer for answer in RUBBISH if answer != []])
def test_what_is_no_list_of_what_is_sold_is_refused(answer: object):
    assert why(pool(), answer)


def test_what_is_not_sold_is_told_with_what_is():
    assert why(pool(), ["wasp"]) == "'wasp' is not one of: queen, drone, mite [X-1]"
    assert why(pool(99), ["mite"] * (MOST_ROWS + 1)) == f"at most {MOST_ROWS} are bought at once, not {MOST_ROWS + 1}"


def test_nothing_is_taken_only_where_it_is_allowed():
    assert why(pool(), []) == "at least one is to be bought [X-1]"
    assert why(pool(optional=True), []) == ""


def test_what_may_be_added_hangs_on_what_is_chosen():
    def open_to(*rows: str) -> list[str]:
        return [option.key for option in pool().options(list(rows)) if option.refusal is None]

    assert open_to() == ["queen", "drone", "mite"]
    assert open_to("drone", "mite") == ["mite"]
    assert open_to("queen", "mite") == []
    told = {option.key: str(option.refusal) for option in pool().options(["drone", "mite"])}
    assert told["drone"] == "5 of 4 points [SWARM-CALL-1]"
    assert pool().cost(["drone", "mite"]) == "3 points"


def test_every_force_that_is_allowed_is_listed_once():
    listed = [tuple(answer) for answer in pool(optional=True).legal()]
    sums = {(): 0, ("queen",): 3, ("drone",): 2, ("mite",): 1}
    pairs = {("queen", "mite"), ("drone", "drone"), ("drone", "mite"), ("mite", "mite")}
    more = {("drone", "mite", "mite"), ("mite",) * 3, ("mite",) * 4}
    assert set(listed) == {*sums, *pairs, *more}
    assert len(listed) == len(set(listed))


def test_of_very_many_forces_a_selection_is_listed():
    listed = list(pool(30).legal())
    assert MOST_LISTED // 2 < len(listed) <= MOST_LISTED
    assert all(pool(30).refuse(answer) is None for answer in listed)
    costs = [sum(KINDS[name].cost for name in answer) for answer in listed]
    assert costs[0] == 3, "one queen: the small ones first"
    assert costs.count(30) > 5, "and some that leave nothing over"


def test_a_force_by_chance_is_allowed_and_not_always_the_same():
    chooser = Random(1)
    drawn = [pool(6).sample(chooser) for _ in range(60)]
    assert all(pool(6).refuse(answer) is None for answer in drawn)
    assert len({tuple(sorted(answer)) for answer in drawn}) > 5
    assert all(pool(300).refuse(pool(300).sample(chooser)) is None for _ in range(3))


def test_the_force_comes_into_play_and_is_saved():
    game: Game = run(SWARM.start(swarm_setup()), CallBugs(1))
    game.answer(["drone", "mite"])
    game.run()
    called = [bug for bug in game.state.units.values() if bug.id in ("B4", "B5")]
    assert [(bug.kind.name, bug.health) for bug in called] == [("drone", 3), ("mite", 1)]
    assert all(bug.hex for bug in called)
    assert dumped(SWARM.load(game.setup, json.loads(dumped(game)))) == dumped(game)


# ---------------------------------------------------------------- with a real force builder
def army(points: int) -> Recruit:
    muster = system("armymen").muster(paths.roster_folders())
    return Recruit(0, "Whom?", muster=muster, force={**muster.blank(), "points": points})


def test_rows_with_choices_of_their_own_are_judged_like_a_roster_file():
    question = army(100)
    sold = question.muster.sells(question.force)
    dear = max(sold, key=lambda offer: offer.cost).id
    assert why(question, [{"unit": sold[0].id, "size": 5, "upgrades": ["no-such"]}]) != ""
    assert why(question, [{"unit": sold[0].id, "size": "many"}]) != ""
    assert why(question, [{"no": 1}]) != ""
    row = question.muster.new_row(sold[0].id)
    assert why(question, [row]) == why(question, [sold[0].id]) == ""
    assert "AMC-PREP-3" in why(question, [dear] * 9)
    composed = question.composed([row])
    assert [sheet.cost for sheet in composed.units] == [sold[0].cost]


def test_armies_by_chance_are_allowed():
    chooser = Random(2)
    for points in (60, 200):
        question = army(points)
        assert question.refuse(question.sample(chooser)) is None
        assert next(question.legal(), None) is not None


def test_a_force_that_a_file_counts_by_kind_is_mustered_too():
    muster = system("pmc2640").muster(paths.roster_folders())
    question = Recruit(0, "Whom?", muster=muster, force=muster.blank())
    drawn = question.sample(Random(3))
    assert drawn
    force = question.with_rows(drawn)
    assert muster.fault(force) is None
    assert sorted(question.rows_of(force)) == sorted(drawn)
    assert why(question, [{"unit": drawn[0]}]) == "give only ids here, each as often as it is bought"
