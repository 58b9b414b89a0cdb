"""The order of the turn: initiative, rallying, alternate activation, the close of a turn."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Began, Rolled
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.moving.reserves import PlaceReserve
from tabletop_tui.rules.pmc2640.orders.special_actions import LeaveBuilding
from tabletop_tui.rules.pmc2640.shown.views import standing
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction, refuse_activation
from tabletop_tui.rules.pmc2640.turn.fleeing import FleePhase, TakeCover
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase, BeginningPhase, ChooseRerolls, EndPhase, Rally, RallyAll
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, in_reserve, rifles, unit, wall

rule = pytest.mark.rule


def phases(events):
    return [event.text for event in events if isinstance(event, Began) and event.level in ("round", "phase")]


# ---------------------------------------------------------------- the turn
@rule("PMC-TURN-1", "PMC-END-1")
def test_a_turn_has_four_phases_and_the_next_follows_where_nobody_has_won():
    game = field([rifles(20, 40)], [rifles(20, 5)], dice=(6, 1, 1, 6))
    battle_of(game).turn = 0
    run(game, BeginningPhase())
    play(game, "quit")
    assert game.question.seat == 1
    play(game, "quit")
    assert phases(game.events) == [
        *("Turn 1", "Reserve phase", "Action phase", "End phase"),
        *("Turn 2", "Reserve phase", "Action phase"),
    ]
    assert battle_of(game).first == 1
    assert game.question.seat == 1


@rule("PMC-TURN-1", "PMC-GEN-9")
def test_a_new_turn_lets_every_unit_be_activated_again():
    game = field([rifles(20, 40)], [rifles(20, 5)], dice=(6, 1))
    unit(game, "A1").activated, unit(game, "B1").activated = True, True
    run(game, BeginningPhase())
    assert battle_of(game).turn == 2
    assert options(game)["A1"] == ""
    assert not unit(game, "B1").activated


# ---------------------------------------------------------------- beginning phase
@rule("PMC-BEGIN-1")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), 0), ((2, 5), 1), ((3, 3, 4, 4, 1, 2), 1)])
def test_the_higher_roll_goes_first_and_ties_are_rolled_again(dice, first):
    game = field([rifles(20, 40)], [rifles(20, 5)], dice=dice)
    game.push(BeginningPhase())
    game.step()
    assert battle_of(game).phase == "Beginning"
    game.agenda.clear()
    game.dice.unread = dice
    run(game, BeginningPhase())
    assert battle_of(game).first == first
    assert game.question.seat == first
    assert not unread(game)


@rule("PMC-BEGIN-1", "PMC-BEGIN-2")
def test_the_first_players_units_rally_before_the_others():
    game = field([rifles(20, 40)], [rifles(20, 5)], dice=(1, 6, 4, 4, 4, 4, 1, 1, 1, 1))
    unit(game, "A1").suppression = unit(game, "B1").suppression = 3
    run(game, BeginningPhase())
    assert (unit(game, "A1").suppression, unit(game, "B1").suppression) == (3, 0)
    assert not unread(game)


@rule("PMC-BEGIN-2", "PMC-STAT-3")
def test_a_unit_rallies_with_its_current_morale_and_never_below_nothing():
    game = field([rifles(20, 30)], [rifles(20, 10)], dice=(4, 5, 3))
    hurt = unit(game, "A1")
    hurt.left, hurt.models, hurt.suppression = 3, hurt.models[:3], 1
    run(game, Rally("A1"))
    assert hurt.suppression == 0
    assert not unread(game)


@rule("PMC-BEGIN-2")
def test_a_unit_without_points_does_not_roll():
    run(field([rifles(20, 30)], [rifles(20, 10)]), RallyAll(0, ()))  # there are no dice to read


@rule("PMC-BEGIN-3", "PMC-SUPP-4", "PMC-SUPP-5")
def test_only_more_than_three_times_the_morale_removes_and_only_after_the_rally():
    game = field([rifles(20, 30, morale=2, size=1)], [rifles(20, 10)], dice=(1, 1, 4, 1))
    shaken = unit(game, "A1")
    shaken.suppression = 6
    run(game, Rally("A1"))
    assert (shaken.gone, shaken.suppression) == ("", 6), "exactly three times"
    shaken.suppression = 7
    run(game, Rally("A1"))
    assert (shaken.gone, shaken.suppression) == ("", 6), "rallied in time"
    game = field([rifles(20, 30, morale=3, size=1)], [rifles(20, 10)], dice=(1, 1, 1))
    unit(game, "A1").suppression = 10
    run(game, Rally("A1"))
    assert unit(game, "A1").gone == "fled"
    assert unit(game, "A1").left == 1, "it is not destroyed"


@rule("PMC-SUPP-4")
def test_nobody_is_removed_in_the_action_phase():
    game = field([rifles(20, 30, size=1, morale=1)], [rifles(20, 10)])
    unit(game, "A1").suppression = 12
    run(game, ActionPhase())
    assert unit(game, "A1").on_table


@rule("PMC-BEGIN-4")
def test_repair_takes_as_many_dice_as_the_structure_and_no_inspiration_helps():
    game = field([buggy(20, 30), rifles(23, 30, inspiring=True)], [rifles(20, 10)], dice=(3, 3, 4))
    unit(game, "A1").damage = 2
    run(game, RallyAll(0, ()))
    assert unit(game, "A1").damage == 1
    assert game.question is None
    assert not unread(game)


# ---------------------------------------------------------------- Inspiring presence
def inspired(at=24.0, dice=(1, 1, 1, 1), tier=2, command=0, **inspirer):
    """A unit at (20, 30) that rallies in vain, an inspiring one at (at, 30): is a re-roll offered?"""
    others = [rifles(20, 30, tier=tier, command=command), rifles(at, 30, size=1, inspiring=True, **inspirer)]
    game = field(others, [rifles(20, 10)], dice=dice)
    unit(game, "A1").suppression = 4
    run(game, Rally("A1"))
    return game.question is not None


@rule("PMC-SR-9")
def test_inspiring_presence_reaches_12_inches_and_not_command_units_nor_two_tiers_up():
    assert inspired()
    assert inspired(at=32.5), "exactly 12 in, base to base"
    assert not inspired(at=32.6)
    assert not inspired(command=2)
    assert inspired(tier=3)
    assert not inspired(tier=4)


@rule("PMC-SR-9")
def test_the_second_result_of_a_reroll_stands_and_good_dice_are_kept():
    game = field([rifles(20, 30), rifles(24, 30, inspiring=True)], [rifles(20, 10)], dice=(6, 1, 2, 3, 1, 4, 3))
    unit(game, "A1").suppression = 4
    run(game, Rally("A1"))
    assert (game.question.low, game.question.high) == (0, 3)
    assert game.question.prompt.endswith("re-roll how many of the 3 failed dice?")
    one = run(field([rifles(20, 30), rifles(24, 30, inspiring=True)], [rifles(20, 10)]), ChooseRerolls("A1", 1, 1))
    assert one.question.prompt.endswith("re-roll the failed die (1) or not (0)?")
    play(game, 3)
    assert unit(game, "A1").suppression == 2
    assert not unread(game)


@rule("PMC-SR-9")
def test_who_declines_to_roll_again_keeps_what_he_has():
    game = field([rifles(20, 30), rifles(24, 30, inspiring=True)], [rifles(20, 10)], dice=(6, 1, 2, 3))
    unit(game, "A1").suppression = 4
    run(game, Rally("A1"))
    play(game, 0)
    assert unit(game, "A1").suppression == 3
    assert len([event for event in game.events if isinstance(event, Rolled)]) == 1
    assert game.events[-1].text == "A1 Rifles: 3 Suppression points left", "it was steady all along"


@rule("PMC-SR-9")
def test_an_inspiring_unit_inspires_though_broken_but_not_itself_nor_the_enemy():
    game = field([rifles(20, 30), rifles(24, 30, inspiring=True)], [rifles(20, 20)], dice=(1, 1, 1, 1))
    unit(game, "A1").suppression, unit(game, "A2").suppression = 4, 12
    run(game, Rally("A1"))
    assert game.question is not None
    alone = field([rifles(20, 30, inspiring=True)], [rifles(20, 20)], dice=(1, 1, 1, 1, 1, 1, 1, 1))
    unit(alone, "A1").suppression = unit(alone, "B1").suppression = 4
    run(alone, Rally("B1"), Rally("A1"))
    assert alone.question is None
    assert not unread(alone)


@rule("PMC-SR-9")
def test_no_reroll_is_offered_where_it_could_not_help():
    for points, dice in ((1, (4, 1, 1, 1)), (2, (6, 5, 1, 1)), (4, (4, 4, 4, 4))):
        game = field([rifles(20, 30), rifles(24, 30, inspiring=True)], [rifles(20, 10)], dice=dice)
        unit(game, "A1").suppression = points
        run(game, Rally("A1"))
        assert game.question is None
        assert unit(game, "A1").suppression == 0


@rule("PMC-BEGIN-2", "PMC-SR-9")
def test_the_owner_chooses_the_order_where_an_inspiring_unit_may_be_lost():
    game = field([rifles(20, 30, inspiring=True, size=1, morale=3), rifles(24, 30)], [rifles(20, 10)], dice=(1,) * 7)
    unit(game, "A1").suppression, unit(game, "A2").suppression = 12, 4
    run(game, RallyAll(0, ()))
    assert set(options(game)) == {"A1", "A2"}
    play(game, "A1")
    assert unit(game, "A1").gone == "fled"
    assert game.question is None, "nobody inspires A2 any more"
    assert not unread(game)


# ---------------------------------------------------------------- alternate activation
def go_on(game, *names):
    """Activate these units one after another, each to move an inch to the right; whose go it was each time."""
    seats = []
    for name in names:
        seats.append(game.question.seat)
        x, y = unit(game, name).models[0]
        play(game, name, "move", [f"{x + 1},{y}"])
    return seats


@rule("PMC-OVER-1", "PMC-GEN-8")
def test_twice_as_many_units_activate_two_in_a_row_on_every_go():
    game = field([rifles(5 + 6 * n, 30, size=1) for n in range(5)], [rifles(5 + 9 * n, 5, size=1) for n in range(2)])
    game.dice.unread = (6, 1)  # the next turn
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (2, 1)
    assert go_on(game, "A1", "A2", "B1", "A3", "A4", "B2", "A5") == [0, 0, 1, 0, 0, 1, 0]


@rule("PMC-OVER-1", "PMC-GEN-8")
def test_the_second_player_outnumbers_by_the_same_count():
    game = field([rifles(5 + 9 * n, 30, size=1) for n in range(2)], [rifles(5 + 6 * n, 5, size=1) for n in range(6)])
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (1, 3)
    assert [event.text for event in game.events][-1] == "Blue outnumbers the enemy: 3 activations in a row"
    assert go_on(game, "A1", "B1", "B2", "B3") == [0, 1, 1, 1]
    assert game.question.seat == 0
    play(game, "quit")
    assert (game.question.seat, game.question.prompt) == (1, "Activate which unit?")
    even = run(field([rifles(20, 30)], [rifles(20, 5)]), ActionPhase())
    assert not any("outnumbers" in event.text for event in even.events)


@rule("PMC-OVER-1", "PMC-GEN-10")
def test_a_run_is_counted_out_to_the_player_until_the_other_has_quit():
    game = field([rifles(5 + 6 * n, 30, size=1) for n in range(5)], [rifles(5 + 9 * n, 5, size=1) for n in range(2)])
    run(game, ActionPhase())
    asked = [game.question.prompt]
    for name in ("A1", "A2"):
        go_on(game, name)
        asked.append(game.question.prompt)
    assert asked == [f"Activate which unit?{run}" for run in (" (1 of 2 in a row)", " (2 of 2 in a row)", "")]
    play(game, "quit")
    for name in ("A3", "A4"):
        assert (game.question.seat, game.question.prompt) == (0, "Activate which unit?")
        go_on(game, name)


@rule("PMC-GEN-10", "PMC-SUPP-6")
@pytest.mark.parametrize("first", [0, 1])
def test_where_the_first_player_has_nobody_to_activate_the_other_begins(first):
    game = field([rifles(10, 30), rifles(20, 30)], [rifles(10, 5), rifles(20, 5)])
    battle_of(game).first = first
    for name in ("A1", "A2") if first == 0 else ("B1", "B2"):
        unit(game, name).suppression = 5
    run(game, ActionPhase())
    mine = "BA"[first]
    assert go_on(game, f"{mine}1") == [1 - first]
    assert (game.question.seat, options(game)[f"{mine}2"]) == (1 - first, "")


@rule("PMC-GEN-10", "PMC-GEN-11", "PMC-SR-5")
def test_who_had_nobody_to_activate_counts_as_having_quit_for_the_phase():
    """A1 is walled in and does nothing; then a wall falls, but its player's phase is over."""
    low, high = 9.75, 10.25
    ends = ((low, low, high, low), (high, low, high, high), (low, high, high, high), (low, low, low, high))
    shut = tuple(wall(f"w{number}", *end, "medium-wall") for number, end in enumerate(ends))
    guns = [rifles(16, 10, size=1, destructive=True, firepower=9), rifles(30, 10, size=1)]
    game = field([rifles(10, 10, size=1), rifles(44, 44)], guns, pieces=shut, dice=(0, 9))
    unit(game, "A2").activated = True
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (1, 1)
    assert game.question.seat == 1
    play(game, "B1", "fire", "piece:w1")
    assert battle_of(game).destroyed == {"w1"}
    assert refuse_activation(battle_of(game), unit(game, "A1")) is None, "it could go now"
    assert (game.question.seat, options(game)["B2"]) == (1, "")


@rule("PMC-ACT-1", "PMC-GEN-8")
def test_a_unit_is_the_active_one_until_its_action_is_done():
    game = field([rifles(10, 30)], [rifles(10, 5)])
    battle_of(game).phase = "Reserve"
    run(game, ActionPhase())
    assert (battle_of(game).phase, battle_of(game).active) == ("Action", "")
    play(game, "A1")
    assert battle_of(game).active == "A1"
    play(game, "move", ["10,33"])
    assert battle_of(game).active == ""


@rule("PMC-ADV-1", "PMC-MOVE-1", "PMC-VEH-5", "PMC-GEN-11")
def test_what_only_the_two_inches_of_a_move_allow_is_no_advance():
    """Rocks all around a vehicle that turns for 3 in: with Move 2 it can turn on the spot, by a Move alone."""
    ends = ((18, 18, 22, 19), (18, 21, 22, 22), (18, 19, 19, 21), (21, 19, 22, 21))
    shut = tuple(box(f"r{number}", "rocks", *end) for number, end in enumerate(ends))
    game = field([buggy(20, 20, move=2, turn_cost=3)], [rifles(40, 40)], pieces=shut)
    run(game, ChooseAction("A1"))
    assert (options(game)["move"], options(game)["advance"]) == ("", "PMC-GEN-11")
    assert [option.label for option in game.question.options][:3] == ["Move 4 in", "Fire!", "Advance 2 in, then shoot"]


@rule("PMC-ASSLT-1")
def test_before_an_assault_only_those_in_reach_are_told():
    game = field([rifles(20, 20)], [rifles(25, 20), rifles(40, 20, move=20), rifles(20, 14, size=1)])
    run(game, ChooseAction("A1"))
    assert [line.value for line in game.preview("assault").lines] == ["B1 Rifles", "B3 Rifles"]


@rule("PMC-OVER-2")
def test_the_count_leaves_out_the_suppressed_and_reserves_and_stands_for_the_phase():
    game = field([rifles(5 + 6 * n, 30, size=1) for n in range(4)], [rifles(5 + 9 * n, 5, size=1) for n in range(3)])
    in_reserve(game, "A4")
    unit(game, "B3").suppression = 5
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (1, 1)
    game = field([rifles(5 + 6 * n, 30, size=1) for n in range(4)], [rifles(5 + 9 * n, 5, size=1) for n in range(3)])
    unit(game, "B3").suppression = 5
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (2, 1)
    unit(game, "A3").suppression = unit(game, "A4").suppression = 12
    assert go_on(game, "A1", "A2") == [0, 0], "two in a row, though there are only two left"


@rule("PMC-OVER-2")
def test_vehicles_count_for_overwhelming_numbers():
    game = field([buggy(10, 30), buggy(20, 30)], [rifles(20, 5)])
    unit(game, "A1").damage = 3
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (2, 1)


@rule("PMC-OVER-3", "PMC-GEN-10")
def test_fewer_units_left_than_are_due_and_quitting_within_a_run():
    game = field([rifles(5 + 6 * n, 30, size=1) for n in range(3)], [rifles(20, 5, size=1)])
    for name in ("A1", "A2"):
        unit(game, name).activated = True
    game.dice.unread = (6, 1)
    run(game, ActionPhase())
    assert go_on(game, "A3", "B1") == [0, 1]
    game = field([rifles(5 + 6 * n, 30, size=1) for n in range(4)], [rifles(20, 5, size=1), rifles(30, 5, size=1)])
    game.dice.unread = (6, 1)
    run(game, ActionPhase())
    assert go_on(game, "A1") == [0]
    play(game, "quit")
    assert go_on(game, "B1", "B2") == [1, 1]
    assert "Turn 2" in phases(game.events), "who has quit gets no further go"


@rule("PMC-MOVE-1", "PMC-BLDG-1", "PMC-RES-2", "PMC-FLEE-6")
@pytest.mark.parametrize("step", [ChooseMove("B1", 6), LeaveBuilding("B1"), PlaceReserve("B1"), TakeCover("B1")])
def test_where_a_unit_goes_is_for_its_owner_to_say(step):
    game = field([rifles(20, 40)], [rifles(20, 20)], pieces=(box("b", "building", 30, 30, 34, 34),))
    if isinstance(step, LeaveBuilding):
        unit(game, "B1").models, unit(game, "B1").building = (), "b"
    if isinstance(step, PlaceReserve):
        in_reserve(game, "B1")
    run(game, step)
    assert (game.question.seat, game.question.about) == (1, "B1")


# ---------------------------------------------------------------- the close
@rule("PMC-FLEE-1")
def test_the_first_player_moves_all_his_shaken_units_in_his_order_then_the_other():
    game = field([rifles(10, 20), rifles(30, 20)], [rifles(10, 10), rifles(30, 10)])
    for one in battle_of(game).units.values():
        one.suppression = 12
    battle_of(game).first = 1
    run(game, FleePhase())
    assert (game.question.seat, set(options(game))) == (1, {"B1", "B2"})
    play(game, "B2")
    assert unit(game, "B2").models[0][1] < 10
    assert (game.question.seat, set(options(game))) == (0, {"A1", "A2"}), "B1, the last of his, went without asking"
    assert unit(game, "B1").models[0][1] < 10
    assert unit(game, "A1").models[0] == (10, 20)


@rule("PMC-END-1", "PMC-OBJ-1")
def test_who_fulfils_his_condition_has_won_and_both_make_a_draw():
    game = field([rifles(10, 40)], [rifles(10, 5)])
    battle_of(game).remove(unit(game, "B1"), "destroyed")
    run(game, EndPhase())
    assert game.result.winners == (0,)
    game = field([rifles(10, 40)], [rifles(10, 5)])
    for name in ("A1", "B1"):
        battle_of(game).remove(unit(game, name), "fled")
    run(game, EndPhase())
    assert game.result.winners == ()


@rule("PMC-FIND-7", "PMC-OBJ-2")
def test_who_holds_the_objective_cannot_be_routed_until_he_loses_it():
    game = field([rifles(40, 40)], [rifles(10, 24), rifles(30, 5)])
    battle = battle_of(game)
    battle.locations = {"L1": Location("L1", (10.0, 24.0), "true")}
    battle.remove(unit(game, "B2"), "destroyed")
    game.push(EndPhase())
    game.step()
    assert game.result is None
    unit(game, "B1").suppression = 5
    game.agenda.clear()
    run(game, EndPhase())
    assert game.result.winners == (0,), "a Suppressed unit does not hold it"


@rule("PMC-FIND-7", "PMC-FIND-8")
@pytest.mark.parametrize(("state", "winners"), [("true", (1,)), ("", ()), ("false", ())])
def test_at_the_end_the_holder_of_the_true_location_wins_else_it_is_a_draw(state, winners):
    game = field([rifles(40, 40)], [rifles(10, 24)], dice=(6,))
    battle = battle_of(game)
    battle.turn, battle.locations = 12, {"L1": Location("L1", (10.0, 24.0), state)}
    run(game, EndPhase())
    assert game.result.winners == winners


@rule("PMC-FIND-8")
@pytest.mark.parametrize(("turn", "least"), [(12, 6), (13, 5), (14, 4), (15, 3), (16, 2), (17, 1)])
def test_the_end_comes_nearer_by_one_each_turn(turn, least):
    for face in range(1, 7):
        game = field([rifles(10, 40)], [rifles(10, 5)], dice=(face,))
        battle_of(game).turn = turn
        game.push(EndPhase())
        game.step()
        assert (game.result is not None) is (face >= least)
        (rolled,) = [event for event in game.events if isinstance(event, Rolled)]
        assert rolled.chance == pytest.approx((7 - least) / 6)
    early = field([rifles(10, 40)], [rifles(10, 5)])
    battle_of(early).turn = 11
    early.push(EndPhase())
    early.step()
    assert early.result is None, "no roll before turn 12"


@rule("PMC-OBJ-2", "PMC-OBJ-3")
@pytest.mark.parametrize(
    ("destroyed", "fled", "reserve", "left"),
    [(0, 0, 0, 2), (1, 0, 0, 1), (2, 0, 0, 0), (0, 3, 0, 1), (0, 4, 0, 0), (1, 3, 0, 0), (1, 2, 4, 1), (3, 0, 0, 0)],
)
def test_of_seven_units_two_destroyed_or_four_gone_are_a_rout(destroyed, fled, reserve, left):
    """And `left` of them more are said to be missing until then."""
    game = field([rifles(40, 40)], [rifles(3 + 6 * n, 5) for n in range(7)])
    battle, names = battle_of(game), [f"B{n}" for n in range(1, 8)]
    for name in names[:destroyed]:
        battle.remove(unit(game, name), "destroyed")
    for name in names[destroyed : destroyed + fled]:
        battle.remove(unit(game, name), "fled")
    in_reserve(game, *names[7 - reserve :])
    near = standing(game).nearness
    assert near.left == (1, left)
    first = 2 - destroyed, 4 - destroyed - fled  # a quarter of seven, and half of them, rounded up
    if left:
        both = f"{first[0]} more destroyed or {first[1]} gone"
        assert near.more[1] == (both if first[0] < first[1] else f"{left} more gone")
    assert near.told[1].startswith(f"{destroyed + fled} of 7 units gone, {destroyed} of them destroyed; ")
    game.push(EndPhase())
    game.step()
    assert (game.result is not None) is (left == 0)
