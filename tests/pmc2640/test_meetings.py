"""Where two subsystems meet: what the book says of the pair, in a game (`pairs.toml`)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, crossfire
from tabletop_tui.rules.pmc2640.shooting.shooting import Shoot
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.victory import capturer
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, in_reserve, rifles, unit
from tests.pmc2640.test_special import observed

rule = pytest.mark.rule


@rule("PMC-ASSLT-3")
def test_neither_suppressed_nor_broken_units_shoot_at_attackers():
    steady, shaken, broken = rifles(25, 20), rifles(25, 25), rifles(28, 20)
    game = field([rifles(20, 20)], [steady, shaken, broken])
    unit(game, "B2").suppression, unit(game, "B3").suppression = 5, 9
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    assert game.question.seat == 1
    assert [key for key in options(game) if key.startswith("B")] == ["B1"]


@rule("PMC-ASSLT-3", "PMC-SR-12")
def test_who_was_called_by_a_mark_is_not_activated_again_but_may_still_react():
    game = observed(dice=(4, 3), cumbersome=False)
    run(game, ActionPhase())
    play(game, "A1", "designate", ["20,30"], "B1:A2")
    assert unit(game, "A2").activated
    unit(game, "B2").models = ((22.0, 43.0),)
    run(game, ChooseAssaulted("B2"))
    play(game, "A2")
    assert (game.question.seat, "A2" in options(game)) == (0, True)


@rule("PMC-ASSLT-12", "PMC-OBJ-4")
def test_who_is_broken_in_an_assault_on_a_location_holds_it_against_nobody():
    # 9 + 2 + 1 = 12 against 6: six hits, all on a 3, six points on Morale 2.
    game = field([rifles(20, 20)], [rifles(22.5, 20, morale=2, defence=6)], dice=(9, 3, 3, 3, 3, 3, 3))
    battle = battle_of(game)
    unit(game, "B1").suppression = 3
    battle.locations = {"L1": Location("L1", (22.5, 21.0), "true")}
    assert capturer(battle) is None, "the enemy stands on it"
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    while game.question is not None:
        play(game, "pass" if "pass" in options(game) else next(iter(options(game))))
    assert unit(game, "B1").broken
    assert capturer(battle_of(game)) == 0


@rule("PMC-SR-12", "PMC-VEH-11")
def test_a_marked_vehicle_is_hit_by_the_table_of_vehicles():
    game = observed(dice=(4, 3, 3))  # 4 + 6 is two over its Defence of 8
    game.state.units["B1"].type = buggy(0, 0).type
    run(game, ActionPhase())
    play(game, "A1", "designate", ["20,30"])
    assert options(game) == {"B1:A2": ""}
    play(game, "B1:A2")
    tables = [rule for event in game.events if isinstance(event, Rolled) for rule in event.rules]
    assert ("PMC-VEH-11" in tables, "PMC-FIRE-10" in tables) == (True, False)
    assert not unread(game)


@rule("PMC-XFIRE-2", "PMC-FIRE-12")
@pytest.mark.parametrize(("points", "more"), [(9, 2), (0, 1)])
def test_between_two_fires_a_four_kills_a_broken_man_and_no_other(points, more):
    # Firepower 2, four models +1, half range +1, Fire! +2, Crossfire +2: 2 + 8 is one over the Defence of 9.
    game = field([rifles(20, 20), rifles(32, 20)], [rifles(26, 20)], dice=(2, 4))
    target = unit(game, "B1")
    target.suppression, target.shot_by = points, ("A1",)
    run(game, Shoot(Attack("A2", "B1")))
    assert unit(game, "B1").suppression == points + more, "a man down is two points"
    assert (game.question is not None) is (more == 2), "its owner is asked who falls"
    assert not unread(game)


@rule("PMC-SR-12", "PMC-SUPP-6")
@pytest.mark.parametrize(("points", "offered"), [(4, True), (5, False), (9, False)])
def test_no_suppressed_or_broken_gun_answers_a_mark(points, offered):
    game = observed()
    unit(game, "A2").suppression = points  # Morale 4
    run(game, ChooseAction("A1"))
    assert (options(game)["designate"] == "") is offered


@rule("PMC-SR-12", "PMC-RES-1")
def test_a_gun_in_reserve_answers_no_mark():
    game = in_reserve(observed(), "A2")
    run(game, ChooseAction("A1"))
    assert options(game)["designate"] != ""


@rule("PMC-XFIRE-4", "PMC-XFIRE-2", "PMC-SR-12")
@pytest.mark.parametrize(("between", "points"), [(True, 2), (False, 1)])
def test_a_marked_unit_between_two_fires_loses_a_man_on_a_five_but_is_hit_no_easier(between, points):
    # Basic Firepower 6, two models +0: 4 + 6 is one over the Defence of 9, with and without Crossfire.
    game = observed(dice=(4, 5))
    battle_of(game).units["A3"] = unit(field([rifles(0, 0)] * 3, [rifles(0, 0)]), "A3")
    target = unit(game, "B1")
    target.models, target.left = tuple((20.0, 15.0 - 0.9 * n) for n in range(4)), 4
    unit(game, "A3").models, unit(game, "A3").activated = ((20.0, 3.0) if between else (4.0, 30.0),), True
    run(game, ActionPhase())
    target.shot_by = ("A3",)
    play(game, "A1", "designate", ["20,30"], "B1:A2")
    assert unit(game, "B1").suppression == points, "a man down is two points"
    assert not unread(game)


@rule("PMC-XFIRE-3")
def test_terrain_between_the_shooters_does_not_matter_to_the_line_through_the_target():
    game = field([rifles(20, 20), rifles(32, 20)], [rifles(26, 20)], pieces=(box("r", "rocks", 28, 18, 30, 24),))
    unit(game, "B1").shot_by = ("A2",)
    assert crossfire(battle_of(game), unit(game, "A1"), unit(game, "B1"))


@rule("PMC-XFIRE-3", "PMC-MOVE-1")
@pytest.mark.parametrize(("to", "between"), [((38.0, 20.0), True), ((26.0, 40.0), False)])
def test_a_shooter_who_has_moved_since_gives_the_line_from_where_it_stands_now(to, between):
    game = field([rifles(20, 20), rifles(32, 20)], [rifles(26, 20)])
    unit(game, "B1").shot_by = ("A2",)
    unit(game, "A2").models = (to,)
    assert crossfire(battle_of(game), unit(game, "A1"), unit(game, "B1")) is between


@rule("PMC-SR-11", "PMC-FIND-4", "PMC-SPEC-1")
def test_who_designates_checks_no_location_and_who_checks_designates_nobody():
    for done, face, state in (("designate", (4, 3), ""), ("check:L1", (2,), "false")):
        game = observed(dice=face)
        battle_of(game).locations = {name: Location(name, (20.0, 33.0 + n), "") for n, name in enumerate(("L1", "L2"))}
        run(game, ActionPhase())
        play(game, "A1")
        assert {"designate", "check:L1"} <= {key for key, why in options(game).items() if not why}
        play(game, done, *((["20,30"], "B1:A2") if done == "designate" else ()))
        assert battle_of(game).locations["L1"].state == state
        assert unit(game, "A1").activated
        assert options(game).get("A1") != ""


@rule("PMC-FIND-4", "PMC-GEN-10")
def test_who_moves_up_to_a_location_checks_it_in_a_later_turn():
    game = field([rifles(20, 20, size=1), rifles(30, 40)], [rifles(40, 10)])
    battle_of(game).locations = {"L1": Location("L1", (20.0, 28.0), "")}
    run(game, ActionPhase())
    play(game, "A1")
    assert options(game).get("check:L1") != "", "6.75 in away"
    play(game, "move", ["20,24"])
    assert unit(game, "A1").activated
    assert battle_of(game).locations["L1"].state == ""
    assert options(game)["A1"] != ""
