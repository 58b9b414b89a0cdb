"""Assaults, the phases of the turn, fleeing, the scenario, and whole games."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, assault_bonus, refuse_assault
from tabletop_tui.rules.pmc2640.orders.special_actions import CheckArea
from tabletop_tui.rules.pmc2640.state import coherency, distances
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.battlefield import TableMap
from tabletop_tui.rules.pmc2640.state.profiles import Army
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.state.victory import capturer
from tabletop_tui.rules.pmc2640.turn.activation import refuse_activation
from tabletop_tui.rules.pmc2640.turn.fleeing import Flee
from tabletop_tui.rules.pmc2640.turn.setup import SetUp, new_battle
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase, BeginningPhase, EndPhase, Rally, RallyAll, in_a_row
from tests.playing import load, options, play, run, unread
from tests.pmc2640.build import RIFLES, battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule


# ---------------------------------------------------------------- assault
@rule("PMC-ASSLT-1")
def test_an_assault_reaches_move_and_two_inches():
    game = field([rifles(20, 20)], [rifles(26.5, 20), rifles(26.6, 30)])
    battle = battle_of(game)
    assert refuse_assault(battle, unit(game, "A1"), unit(game, "B1")) is None
    refusal = refuse_assault(battle, unit(game, "A1"), unit(game, "B2"))
    assert refusal is not None
    assert refusal.rule == "PMC-ASSLT-1"


@rule("PMC-ASSLT-3", "PMC-ASSLT-4", "PMC-ASSLT-5")
def test_reaction_fire_that_suppresses_stops_the_attackers_where_they_are():
    # Basic Firepower: 9 + 6 + 1 = 16 against 9: seven hits of one point each; Morale is 4.
    game = field([rifles(20, 20)], [rifles(25, 20, firepower=6)], dice=(9, 2, 2, 2, 2, 2, 2, 2))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "B1")
    if isinstance(game.question, Pick) and "main" in options(game):
        play(game, "main")
    assert unit(game, "A1").suppressed
    assert unit(game, "A1").models[0] == (20, 20)
    assert unit(game, "B1").left == 4
    assert game.question is None


@rule("PMC-ASSLT-6", "PMC-ASSLT-7", "PMC-ASSLT-10", "PMC-ASSLT-11", "PMC-ASSLT-12")
def test_melee_goes_on_in_turns_until_one_is_broken_and_falls_back():
    # 9 + 2 + 1 = 12 against 9: three hits. Three losses (4, 5, 6): 6 points, Morale 1: Broken at once.
    game = field([rifles(20, 20)], [rifles(25, 20)], dice=(9, 4, 5, 6))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait", "wait", "rest")
    loser = unit(game, "B1")
    assert (loser.left, loser.suppression) == (1, 6)
    assert loser.broken
    assert distances.distance(battle_of(game), unit(game, "A1"), loser) >= 1 - 1e-6
    assert not unread(game)


@rule("PMC-ASSLT-13")
def test_a_broken_unit_that_is_reached_is_destroyed_without_dice():
    game = field([rifles(20, 20)], [rifles(25, 20)])
    unit(game, "B1").suppression = 12
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    assert unit(game, "B1").gone == "destroyed"
    assert not unread(game)


@rule("PMC-ASSLT-7", "PMC-ASSLT-9")
def test_the_assault_roll_has_no_terrain_in_it():
    game = field([rifles(20, 20)], [rifles(25, 20)], pieces=(box("w", "woods", 23, 18, 28, 26),))
    assert assault_bonus(unit(game, "A1")).total == 3
    run(game, ChooseAssaulted("A1"))
    shown = game.preview("B1")
    assert next(line for line in shown.lines if line.label == "against").value == "Defence 9"


@rule("PMC-VEH-14", "PMC-SR-4")
def test_vehicles_and_cumbersome_weapons_do_not_assault():
    game = field([buggy(20, 20), rifles(20, 25, cumbersome=True)], [rifles(24, 20), rifles(24, 30)])
    run(game, ActionPhase())
    play(game, "A1")
    assert options(game)["assault"] == "PMC-VEH-14"
    game = field([rifles(20, 25, cumbersome=True)], [rifles(24, 25)])
    run(game, ActionPhase())
    play(game, "A1")
    assert (options(game)["assault"], options(game)["advance"], options(game)["move"]) == ("PMC-SR-4", "PMC-SR-4", "")


# ---------------------------------------------------------------- action phase
@rule("PMC-OVER-1", "PMC-OVER-3")
@pytest.mark.parametrize(("mine", "theirs", "row"), [(4, 4, 1), (7, 4, 1), (8, 4, 2), (9, 4, 2), (12, 4, 3), (5, 0, 5)])
def test_overwhelming_numbers_are_whole_multiples(mine, theirs, row):
    assert in_a_row(mine, theirs) == row


@rule("PMC-GEN-8", "PMC-GEN-9", "PMC-GEN-10", "PMC-OVER-2")
def test_players_alternate_and_who_quits_leaves_the_rest_to_the_other():
    game = field([rifles(10, 30), rifles(20, 30), rifles(30, 30)], [rifles(10, 10), rifles(20, 10)])
    run(game, ActionPhase())
    assert game.question.seat == 0
    play(game, "A1", "move", ["10,33"])
    assert game.question.seat == 1
    play(game, "quit")
    assert game.question.seat == 0
    assert options(game)["A1"] == "PMC-GEN-9"
    play(game, "A2", "move", ["20,33"])
    assert game.question.seat == 0


@rule("PMC-SUPP-6", "PMC-ACT-2")
def test_suppressed_units_are_not_activated():
    game = field([rifles(10, 30)], [rifles(10, 10)])
    unit(game, "A1").suppression = 5
    assert refuse_activation(battle_of(game), unit(game, "A1")).rule == "PMC-SUPP-6"


@rule("PMC-ACT-1", "PMC-ADV-1")
def test_an_advance_moves_first_and_may_shoot_then():
    game = field([rifles(20, 30)], [rifles(20, 10)], dice=(1,))
    run(game, ActionPhase())
    play(game, "A1", "advance")
    assert game.refuse(["20,26"]) is not None, "no further than Move 4"
    play(game, ["20,27.35"])
    assert set(options(game)) == {"B1", "hold"}
    play(game, "B1")
    assert not unread(game)


# ---------------------------------------------------------------- rally
@rule("PMC-BEGIN-2", "PMC-BEGIN-3", "PMC-SUPP-4")
def test_rallying_takes_points_off_and_too_many_left_remove_the_unit():
    game = field([rifles(20, 30)], [rifles(20, 10)], dice=(4, 5, 3, 1))
    unit(game, "A1").suppression = 6
    run(game, Rally("A1"))
    assert unit(game, "A1").suppression == 4
    game = field([rifles(20, 30)], [rifles(20, 10)], dice=(3,))
    lost = unit(game, "A1")
    lost.left, lost.models, lost.suppression = 1, lost.models[:1], 4
    run(game, Rally("A1"))
    assert lost.gone == "fled"


@rule("PMC-BEGIN-4")
def test_a_vehicle_repairs_with_its_printed_structure():
    game = field([buggy(20, 30)], [rifles(20, 10)], dice=(4, 1, 6))
    unit(game, "A1").damage = 3
    run(game, Rally("A1"))
    assert unit(game, "A1").damage == 1


@rule("PMC-BEGIN-2", "PMC-SR-9")
@pytest.mark.parametrize(
    ("inspiring", "morale", "points", "others", "asked"),
    [
        (True, 3, 10, 4, True),
        (True, 3, 9, 4, False),  # three times its Morale is not yet too much
        (False, 3, 10, 4, False),  # nobody needs it
        (True, 3, 10, 0, False),  # nobody else has points
    ],
)
def test_the_order_of_rallying_is_asked_only_where_it_matters(inspiring, morale, points, others, asked):
    leader = rifles(20, 30, inspiring=inspiring, size=1, morale=morale)
    game = field([leader, rifles(40, 30)], [rifles(20, 10)], dice=(1,) * (0 if asked else 7 if others else 3))
    unit(game, "A1").suppression, unit(game, "A2").suppression = points, others
    run(game, RallyAll(0, ()))
    assert (game.question is not None) is asked
    assert not unread(game)


@rule("PMC-BEGIN-2", "PMC-BEGIN-4")
def test_who_has_rallied_or_has_no_points_is_not_offered_again():
    leader = rifles(20, 30, inspiring=True, size=1, morale=3)
    game = field([leader, rifles(40, 30), rifles(30, 30), buggy(10, 40)], [rifles(20, 10)], dice=(1,) * 4)
    unit(game, "A1").suppression, unit(game, "A2").suppression, unit(game, "A4").damage = 12, 4, 1
    run(game, RallyAll(0, ()))
    assert set(options(game)) == {"A1", "A2", "A4"}
    play(game, "A2")
    assert set(options(game)) == {"A1", "A4"}
    load(game, *(1,) * 6)
    play(game, "A4")
    assert game.question is None, "only A1 is left, so nothing is asked"
    assert not unread(game)


@rule("PMC-XFIRE-1", "PMC-RES-5", "PMC-TURN-1")
def test_shots_of_one_phase_are_forgotten_in_the_next():
    game = field([rifles(20, 30)], [rifles(20, 10)], dice=(6, 1))
    unit(game, "A1").shot_by = ("B1",)
    run(game, ActionPhase())
    assert unit(game, "A1").shot_by == (), "a shot at one who arrived is of the Reserve phase"
    unit(game, "A1").shot_by = ("B1",)
    game.agenda.clear()
    game.push(BeginningPhase())
    game.step()
    assert unit(game, "A1").shot_by == ()


@rule("PMC-GEN-11")
def test_a_unit_that_can_do_nothing_at_all_is_not_activated_and_one_that_can_shoot_is():
    shut = (
        *(box("n", "rocks", 8, 8, 12, 9.75), box("s", "rocks", 8, 10.25, 12, 15)),
        *(box("w", "rocks", 8, 9.75, 9.75, 10.25), box("e", "rocks", 10.25, 9.75, 12, 10.25)),
    )
    alone = field([rifles(10, 10, size=1), rifles(30, 30)], [rifles(44, 4)], pieces=shut)
    run(alone, ActionPhase())
    assert options(alone) == {"A1": "PMC-GEN-11", "A2": "", "quit": ""}
    low = tuple(evolve(piece, kind="water") for piece in shut)
    game = field([rifles(10, 10, size=1), rifles(30, 30)], [rifles(14, 4)], pieces=low)
    run(game, ActionPhase())
    assert options(game) == {"A1": "", "A2": "", "quit": ""}, "hemmed in by water, it sees an enemy"


@rule("PMC-SR-9")
def test_an_inspiring_presence_lets_failed_dice_be_rolled_once_more():
    game = field([rifles(20, 30), rifles(24, 30, inspiring=True)], [rifles(20, 10)], dice=(1, 1, 4, 4, 5, 1))
    unit(game, "A1").suppression = 4
    run(game, Rally("A1"))
    assert (game.question.low, game.question.high) == (0, 2)
    play(game, 2)
    assert unit(game, "A1").suppression == 1


# ---------------------------------------------------------------- fleeing
@rule("PMC-FLEE-2", "PMC-FLEE-3")
def test_a_broken_unit_flees_straight_away():
    game = field([rifles(20, 20)], [rifles(20, 10)])
    run(game, Flee("A1"))
    assert unit(game, "A1").models[0] == (20, 26)


@rule("PMC-FLEE-4")
def test_a_flight_off_the_table_is_final():
    game = field([rifles(20, 42)], [rifles(20, 10)])
    run(game, Flee("A1"))
    assert unit(game, "A1").gone == "fled"


@rule("PMC-FLEE-2", "PMC-FLEE-3")
def test_terrain_slows_a_flight_and_a_wall_in_the_back_turns_it():
    game = field([rifles(20, 20)], [rifles(20, 10)], pieces=(box("r", "rubble", 15, 24, 25, 30),))
    run(game, Flee("A1"))
    assert unit(game, "A1").models[0] == (20, 25)
    game = field([rifles(20, 20)], [rifles(20, 10)], pieces=(wall("w", 17, 25, 23, 25, "medium-wall"),))
    run(game, Flee("A1"))
    assert unit(game, "A1").models[0][0] != 20


# ---------------------------------------------------------------- Find and secure
def places(*states):
    return {f"L{n}": Location(f"L{n}", (10.0 * n, 24.0), state) for n, state in enumerate(states, 1)}


@rule("PMC-FIND-4", "PMC-FIND-5", "PMC-FIND-6")
@pytest.mark.parametrize(
    ("before", "face", "after"),
    [
        (("", "", ""), 4, ("false", "", "")),
        (("", "", ""), 5, ("true", "false", "false")),
        (("", "false", ""), 4, ("true", "false", "false")),
        (("", "false", ""), 3, ("false", "false", "true")),
    ],
)
def test_checking_the_area(before, face, after):
    game = field([rifles(10, 24)], [rifles(40, 10)], dice=(face,))
    battle_of(game).locations = places(*before)
    run(game, CheckArea("A1", "L1"))
    assert tuple(place.state for place in battle_of(game).locations.values()) == after


@rule("PMC-OBJ-4", "PMC-OBJ-5")
def test_holding_a_location():
    game = field([rifles(10, 24)], [rifles(40, 10)])
    battle = battle_of(game)
    battle.locations = places("true", "false", "false")
    assert capturer(battle) == 0
    unit(game, "A1").suppression = 5
    assert capturer(battle) is None, "a Suppressed unit does not capture"
    near = field([rifles(14.5, 24)], [rifles(6.5, 20)])
    battle_of(near).locations = places("true", "false", "false")
    assert capturer(battle_of(near)) is None, "an enemy is within 4 in too"
    unit(near, "B1").suppression = 12
    assert capturer(battle_of(near)) == 0, "Broken enemies are ignored"


@rule("PMC-OBJ-2", "PMC-OBJ-3", "PMC-OBJ-1")
def test_a_quarter_destroyed_or_half_gone_is_a_rout():
    game = field([rifles(10, 40)], [rifles(5 + 5 * n, 5) for n in range(5)])
    battle_of(game).remove(unit(game, "B1"), "destroyed")
    game.push(EndPhase())
    game.step()
    assert game.result is None
    battle_of(game).remove(unit(game, "B2"), "destroyed")
    game.agenda.clear()
    run(game, EndPhase())
    assert game.result.winners == (0,)


@rule("PMC-FIND-8")
@pytest.mark.parametrize(
    ("turn", "face", "over"), [(12, 5, False), (12, 6, True), (14, 4, True), (14, 3, False), (17, 1, True)]
)
def test_the_battle_may_end_after_turn_twelve(turn, face, over):
    game = field([rifles(10, 40)], [rifles(10, 5)], dice=(face,))
    battle_of(game).turn = turn
    game.push(EndPhase())
    game.step()
    assert (game.result is not None) is over


# ---------------------------------------------------------------- whole games
def check(game):
    """What holds at every question of a game."""
    battle = battle_of(game)
    for one in battle.units.values():
        assert 0 <= one.suppression <= 12
        if one.models:
            assert len(one.models) == one.left > 0
            assert not one.building
            if not one.vehicle and not isinstance(game.question, Pick):
                assert coherency.coherent(one.models), one.name
        assert not (one.gone and one.on_table)
    buildings = [one.building for one in battle.units.values() if one.building]
    assert len(buildings) == len(set(buildings))


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_of_find_and_secure(seed):
    """Units that press on to the middle: every phase, assault and flight comes up, and each game ends."""
    chooser = Random(seed)
    pieces = (
        box("w", "woods", 8, 12, 16, 18),
        box("r", "ruins", 32, 30, 38, 36),
        box("h", "hill", 30, 10, 38, 16),
        box("b", "building", 22, 20, 26, 24),
        box("u", "rubble", 14, 28, 19, 33),
        wall("l", 27, 28, 33, 28),
    )
    table = TableMap("Test", 48, 48, pieces, ((24, 33), (16.2, 19.5), (31.8, 19.5)))
    kinds = (RIFLES, RIFLES, buggy(0, 0).type, rifles(0, 0, command=2, inspiring=True, size=2).type)
    battle = new_battle(
        Scenario("Test", "find-and-secure", table), (Army("A", 1, kinds), Army("B", 1, kinds)), ("Red", "Blue")
    )
    game = field([rifles(0, 0)], [rifles(0, 0)])
    game.state, game.dice = battle, SeededDice(seed=seed)
    run(game, SetUp())
    for _ in range(3000):
        question = game.question
        if question is None:
            break
        check(game)
        legal = list(question.legal())
        if isinstance(question, Place) and chooser.random() < 0.7:
            answer = min(legal, key=lambda spots: sum(abs(float(value) - 24) for value in spots[0].split(",")))
        else:
            bold = [one for one in legal if one not in ("quit", "none", "hold", "wait")] or legal
            answer = next((one for one in ("assault", "fire") if one in bold and chooser.random() < 0.6), None)
            answer = answer or chooser.choice(bold)
        game.answer(answer)
        game.advance()
    assert game.result is not None
