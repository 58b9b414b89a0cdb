"""The state of a battle: what a unit is at the start, what it is once destroyed, and what a set-up leaves out."""

from __future__ import annotations

import json

import pytest

from tabletop_tui.rules.armymen.files.loader import BOOK
from tabletop_tui.rules.armymen.state.battle import new_battle
from tests.armymen.build import ROSTERS, bought, field, gunners, jeep, recruits, riflemen, tank, unit
from tests.armymen.test_catalogue import SCENARIOS

rule = pytest.mark.rule


@rule("AMC-PREP-3", "AMC-PREP-10")
def test_what_a_set_up_leaves_out_is_as_the_rulebook_has_it():
    scenario = next(info.data for info in BOOK.list_scenarios([SCENARIOS]) if info.id == "backyard")
    army = next(info.data for info in BOOK.list_forces([ROSTERS]) if info.id == "green-line")
    scenario, army = json.loads(json.dumps(scenario)), json.loads(json.dumps(army))
    assert not {"points", "rounds"} & set(scenario), "defaults are not written"
    assert "points" not in army
    assert (BOOK.scenario_of(scenario).points, BOOK.scenario_of(scenario).rounds) == (300, 4)
    assert BOOK.force_of(army).points == 300


def test_before_the_first_step_nothing_has_happened():
    game = field([riflemen(10, 10), tank(20, 20)], [gunners(30, 30)])
    fresh = new_battle(game.state.scenario, game.state.armies, ("Red", "Blue"))
    assert (fresh.round, fresh.phase, fresh.scores, fresh.edges, fresh.active) == (0, "Set-up", (0, 0), (), "")
    assert list(fresh.units) == ["A1", "A2", "B1"]
    assert [one.seat for one in fresh.units.values()] == [0, 0, 1]
    for one in fresh.units.values():
        assert not one.in_play, "it is not placed yet"
        assert (one.models, one.facing, one.status, one.aboard) == ((), 0.0, "", "")
        flags = (one.activated, one.pinned, one.hunkered, one.guarding, one.rattled, one.stuck, one.destroyed)
        assert not any(flags)
        assert one.left == one.sheet.size


def test_how_a_unit_fares_in_a_word():
    game = field([riflemen(10, 10)], [])
    one = unit(game, "A1")
    assert one.status == ""
    one.hunkered = True
    assert one.status == "Hunkered"
    one.guarding = True
    assert one.status == "on Guard"
    one.pinned = True
    assert one.status == "Pinned"
    game.state.destroy(one)
    assert one.status == "destroyed"


@rule("AMC-PREP-11", "AMC-ROUND-2")
def test_who_is_destroyed_is_nothing_any_more():
    game = field([riflemen(10, 10)], [])
    one = unit(game, "A1")
    one.pinned = one.guarding = one.hunkered = True
    game.state.destroy(one)
    assert (one.models, one.arms, one.aboard, one.left) == ((), (), "", 0)
    assert not any((one.pinned, one.guarding, one.hunkered, one.in_play, one.on_table))
    assert game.state.side(0) == game.state.waiting(0) == []


def test_a_clone_changes_nothing_behind_it():
    game = field([riflemen(10, 10)], [gunners(30, 30)])
    copy = game.state.clone()
    copy.units["A1"].pinned = True
    copy.destroy(copy.units["B1"])
    copy.round = 3
    assert not unit(game, "A1").pinned
    assert unit(game, "B1").on_table
    assert game.state.round == 1


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        (recruits(1, 1).sheet, ["re-rolls successes"]),
        (bought("veterans", 5), ["re-rolls failures"]),
        (bought("snipers", 1), ["hits on 2+", "no block per hit"]),
        (bought("heavy-weapons", 1), ["indirect fire"]),
        (bought("artillery"), ["indirect fire", "shoots on Hold"]),
        (jeep(1, 1, 0, "truck").sheet, ["carries 10 models"]),
        (bought("riflemen", 5), []),
        (bought("tank"), []),
    ],
)
def test_what_is_special_is_said_in_a_few_words(sheet, words):
    assert [word for word, _ in sheet.special_rules] == words
    assert all(len(word) <= 18 for word in words), "a card is 18 columns wide"
