"""Find and secure: checking the area, holding a location (PMC-FIND, PMC-OBJ-4, PMC-OBJ-5)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.pmc2640.orders.special_actions import CheckArea
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.victory import capturer
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase, EndPhase
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit

rule = pytest.mark.rule


def sites(game, *states):
    """Locations L1, L2, L3 at (24, 12), (24, 24) and (24, 36)."""
    battle_of(game).locations = {
        f"L{n}": Location(f"L{n}", (24.0, 12.0 * n), state) for n, state in enumerate(states, 1)
    }
    return game


def near(*spots, **changes):
    """One lone man for each spot."""
    return [rifles(x, y, size=1, **changes) for x, y in spots]


# ---------------------------------------------------------------- Check the area!
@rule("PMC-FIND-4")
def test_checking_reaches_4_inches_from_the_edge_of_a_location():
    # A base of 0.25, a location of 1: 5.25 in from middle to middle is 4 in.
    game = sites(field(near((29.25, 12), (29.3, 24)), near((40, 40))), "", "", "")
    run(game, ChooseAction("A1"))
    assert options(game)["check:L1"] == ""
    run(game, ChooseAction("A2"))
    assert "check:L2" not in options(game)


@rule("PMC-FIND-4", "PMC-SPEC-1", "PMC-FIND-5")
def test_a_check_is_the_whole_activation_and_each_location_is_checked_once():
    game = sites(field(near((26, 12), (22, 12)), near((26, 24), (40, 5)), dice=(4, 3)), "", "", "")
    run(game, ActionPhase())
    play(game, "A1", "check:L1")
    assert battle_of(game).locations["L1"].state == "false"
    assert unit(game, "A1").activated
    assert game.question.seat == 1
    play(game, "B1", "check:L2")  # the second location, whoever checked the first: 3 + 1 is not enough
    states = [place.state for place in battle_of(game).locations.values()]
    assert states == ["false", "false", "true"]
    play(game, "A2")
    assert not [key for key in options(game) if key.startswith("check")]
    assert not unread(game)


@rule("PMC-FIND-4", "PMC-BLDG-3")
def test_from_a_building_nobody_checks():
    game = sites(field(near((40, 40)), near((40, 5)), pieces=(box("b", "building", 26, 11, 28, 13),)), "", "", "")
    unit(game, "A1").models, unit(game, "A1").building = (), "b"
    run(game, ChooseAction("A1"))
    assert options(game)["check:L1"] == "PMC-BLDG-3"


@rule("PMC-FIND-4", "PMC-FIND-5")
@pytest.mark.parametrize(("states", "least"), [(("", "", ""), 5), (("", "false", ""), 4)])
def test_the_log_says_how_likely_the_true_location_is(states, least):
    game = sites(field(near((26, 12)), near((40, 40)), dice=(1,)), *states)
    run(game, CheckArea("A1", "L1"))
    (rolled,) = [event for event in game.events if isinstance(event, Rolled)]
    assert rolled.need.number.total == least
    assert rolled.chance == pytest.approx((7 - least) / 6)


# ---------------------------------------------------------------- holding
@rule("PMC-OBJ-4")
def test_capture_reaches_exactly_4_inches():
    assert capturer(battle_of(sites(field(near((29.25, 12)), near((40, 40))), "true"))) == 0
    assert capturer(battle_of(sites(field(near((29.3, 12)), near((40, 40))), "true"))) is None


@rule("PMC-OBJ-4")
def test_an_enemy_near_by_denies_the_capture_unless_broken():
    game = sites(field(near((27, 12)), near((21, 12))), "true")
    assert capturer(battle_of(game)) is None
    unit(game, "B1").suppression = 5
    assert capturer(battle_of(game)) is None, "a Suppressed enemy contests"
    unit(game, "B1").suppression = 9
    assert capturer(battle_of(game)) == 0
    game = sites(field(near((27, 12)), [buggy(21, 12)]), "true")
    assert capturer(battle_of(game)) is None, "a vehicle contests"


@rule("PMC-OBJ-4")
def test_one_steady_unit_is_enough_and_suppressed_ones_are_not():
    game = sites(field(near((27, 12), (21, 12)), near((40, 40))), "true")
    unit(game, "A1").suppression = 5
    assert capturer(battle_of(game)) == 0
    unit(game, "A2").suppression = 5
    assert capturer(battle_of(game)) is None


@rule("PMC-OBJ-5")
def test_units_on_the_location_count_before_those_near_it():
    game = sites(field(near((25.25, 12)), near((22, 12))), "true")
    assert capturer(battle_of(game)) == 0, "its base touches the location, the enemy is only near"
    unit(game, "A1").models = ((25.3, 12),)
    assert capturer(battle_of(game)) is None
    unit(game, "A1").models, unit(game, "A1").suppression = ((24, 12),), 5
    assert capturer(battle_of(game)) is None, "a Suppressed unit on it holds the others off, no more"
    unit(game, "A1").suppression = 9
    assert capturer(battle_of(game)) == 1, "a Broken one does not"


@rule("PMC-OBJ-5", "PMC-GEN-7")
def test_a_vehicle_is_on_the_location_with_its_whole_base():
    game = sites(field([buggy(26, 12)], near((22, 12))), "true")
    assert capturer(battle_of(game)) == 0
    unit(game, "A1").models = ((26.05, 12),)
    assert capturer(battle_of(game)) is None


@rule("PMC-OBJ-4", "PMC-FIND-7")
def test_only_the_true_location_is_held():
    for state, held in (("true", 0), ("false", None), ("", None)):
        assert capturer(battle_of(sites(field(near((24, 12)), near((40, 40))), state, "false"))) == held


@rule("PMC-FIND-7", "PMC-OBJ-2")
def test_the_holder_who_has_routed_the_other_wins_at_once():
    game = sites(field(near((24, 12)), near((40, 40), (44, 40))), "true")
    battle_of(game).remove(unit(game, "B1"), "destroyed")
    run(game, EndPhase())
    assert game.result.winners == (0,)
