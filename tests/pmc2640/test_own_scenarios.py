"""Capture and Destroy, the scenarios of our own: where the objective is, who wins it, and when the battle ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.orders.special_actions import Demolish
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.battlefield import TableMap
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.turn.setup import DrawEdges, SetUp, new_battle
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase, EndPhase
from tests.playing import options, play, run, unread
from tests.pmc2640.build import Placed, battle_of, box, buggy, field, rifles, unit

rule = pytest.mark.rule
BUNKER = box("bunker", "reinforced", 22, 6, 26, 9)
SOUTH = box("bunker", "reinforced", 22, 40, 26, 43)


def ended(game: Game, turn: int) -> tuple[Any, str]:
    """Who has won at the End phase of a turn ('on' if nobody, and the game goes on), and why."""
    battle_of(game).turn = turn
    game.push(EndPhase())
    game.step()
    return ("on", "") if game.result is None else (game.result.winners, game.result.text)


# ---------------------------------------------------------------- Capture
def capture(*sides: list[Placed], dice: tuple[int, ...] = (), turns: int = 6) -> Game:
    game = field(*sides, dice=dice, locations=((24.0, 24.0),))
    battle = battle_of(game)
    battle.scenario = Scenario("Test", "capture", battle.table, turns=turns)
    battle.locations = {"L1": Location("L1", (24.0, 24.0), "true")}
    return game


@rule("PMC-OBJ-4", "PMC-OBJ-5")
def test_the_objective_of_capture_is_known_from_the_start_and_needs_no_check() -> None:
    table = TableMap("T", 48, 48, (), ((24.0, 24.0),))
    game = field([rifles(24, 24)], [rifles(40, 10)])
    battle = new_battle(Scenario("Test", "capture", table), battle_of(game).armies, ("Red", "Blue"))
    assert [place.state for place in battle.locations.values()] == ["true"]
    game = capture([rifles(24, 24)], [rifles(40, 10)])
    run(game, ActionPhase())
    play(game, "A1")
    assert not [key for key in options(game) if key.startswith(("check", "demolish"))]


@rule("PMC-OBJ-4", "PMC-FIND-8")
@pytest.mark.parametrize(
    ("turn", "face", "winner"), [(6, 6, (0,)), (6, 5, "on"), (7, 5, (0,)), (7, 4, "on"), (9, 3, (0,)), (11, 1, (0,))]
)
def test_who_holds_the_objective_when_the_die_ends_the_battle_wins(turn: int, face: int, winner: Any) -> None:
    game = capture([rifles(24, 24)], [rifles(40, 10)], dice=(face,))
    assert ended(game, turn)[0] == winner
    assert not unread(game)


def test_before_the_turn_that_the_scenario_names_no_die_is_rolled() -> None:
    game = capture([rifles(24, 24)], [rifles(40, 10)])
    assert ended(game, 5) == ("on", "")


@rule("PMC-OBJ-4", "PMC-OBJ-5")
def test_nobody_holds_it_with_both_near_or_with_suppressed_soldiers_only() -> None:
    both = capture([rifles(27, 22)], [rifles(21, 22)], dice=(6,))
    assert ended(both, 6) == ((), "Nobody holds the objective: a draw")
    inside = capture([rifles(24, 24)], [rifles(20.5, 22)], dice=(6,))
    assert ended(inside, 6)[0] == (0,)
    shaken = capture([rifles(24, 24)], [rifles(40, 10)], dice=(6,))
    unit(shaken, "A1").suppression = 5
    assert ended(shaken, 6)[0] == ()


@rule("PMC-OBJ-2", "PMC-FIND-7")
def test_holding_the_objective_saves_nobody_from_rout_here() -> None:
    sides = [rifles(24, 24), *(rifles(5 + 5 * n, 44) for n in range(3))], [rifles(40, 10)]
    game = capture(*sides)
    battle_of(game).remove(unit(game, "A2"), "destroyed")
    assert ended(game, 3) == ((1,), "The enemy is routed: Blue wins")
    book = field(*sides, locations=((24.0, 24.0),))
    battle_of(book).locations = {"L1": Location("L1", (24.0, 24.0), "true")}
    battle_of(book).remove(unit(book, "A2"), "destroyed")
    assert ended(book, 3) == ("on", "")


# ---------------------------------------------------------------- Destroy
def destroy(*sides: list[Placed], dice: tuple[int, ...] = (), target: Any = BUNKER) -> Game:
    game = field(*sides, dice=dice, pieces=(target,))
    battle = battle_of(game)
    battle.scenario = Scenario("Test", "destroy", battle.table, turns=8, target="bunker")
    return game


@rule("PMC-FIND-2")
@pytest.mark.parametrize(("target", "edges"), [(BUNKER, ("south", "north")), (SOUTH, ("north", "south"))])
def test_the_defender_has_the_edge_near_the_target(target: Any, edges: tuple[str, str]) -> None:
    game = destroy([rifles(24, 30)], [rifles(40, 10)], target=target)
    run(game, DrawEdges())
    assert battle_of(game).edges == edges


def offers(game: Game, name: str) -> dict[str, str]:
    """The options to demolish that a unit has when it is activated."""
    run(game, ActionPhase())
    play(game, name)
    return {key: refusal for key, refusal in options(game).items() if key == "demolish"}


def test_any_unit_of_the_attacker_within_an_inch_may_demolish() -> None:
    # The column's first model is 1.25 in below the wall: base edge to wall exactly 1 in.
    assert offers(destroy([rifles(24, 10.25)], [rifles(40, 40)]), "A1") == {"demolish": ""}
    assert offers(destroy([rifles(24, 10.35)], [rifles(40, 40)]), "A1") == {}
    assert offers(destroy([buggy(24, 10.5)], [rifles(40, 40)]), "A1") == {"demolish": ""}


def test_the_defender_does_not_demolish() -> None:
    game = destroy([rifles(40, 40)], [rifles(24, 10.2)])
    battle_of(game).first = 1
    assert offers(game, "B1") == {}


@rule("PMC-OBJ-6", "PMC-GEN-11")
def test_what_is_destroyed_is_not_demolished_again() -> None:
    game = destroy([rifles(24, 10.2)], [rifles(40, 40)])
    terrain_state.destroy_piece(battle_of(game), "bunker")
    assert offers(game, "A1") == {}


@rule("PMC-BLDG-3", "PMC-OBJ-6")
def test_from_inside_nobody_demolishes() -> None:
    game = destroy([rifles(40, 40)], [rifles(10, 40)])
    unit(game, "A1").models, unit(game, "A1").building = (), "bunker"
    assert offers(game, "A1") == {"demolish": "PMC-BLDG-3"}


@pytest.mark.parametrize(("face", "stands"), [(3, True), (4, False), (6, False)])
def test_a_four_destroys_the_target_and_the_attacker_wins_in_the_end_phase(face: int, stands: bool) -> None:
    game = destroy([rifles(24, 10.2)], [rifles(40, 40)], dice=(face,))
    run(game, ActionPhase())
    play(game, "A1", "demolish")
    battle = battle_of(game)
    assert ("bunker" in battle.rubble) is not stands
    assert unit(game, "A1").activated
    game.agenda.clear()
    assert ended(game, 3) == (("on", "") if stands else ((0,), "The target is destroyed: Red wins"))
    assert not unread(game)


@rule("PMC-SR-7", "PMC-BLDG-8")
def test_whoever_is_inside_is_buried() -> None:
    # Demolish 4; D10 5 + 10 against Defence 9: six hits, ignored each.
    game = destroy([rifles(24, 10.2)], [rifles(0, 0)], dice=(4, 5, 1, 1, 1, 1, 1, 1))
    guard = unit(game, "B1")
    guard.models, guard.building = (), "bunker"
    run(game, Demolish("A1"))
    assert not guard.building
    assert len(guard.models) == 4
    assert not unread(game)


@pytest.mark.parametrize(("turn", "face", "winner"), [(8, 6, (1,)), (8, 5, "on"), (10, 4, (1,)), (7, 0, "on")])
def test_the_defender_wins_if_the_target_stands_at_the_end(turn: int, face: int, winner: Any) -> None:
    game = destroy([rifles(24, 30)], [rifles(40, 10)], dice=(face,) if face else ())
    found, why = ended(game, turn)
    assert found == winner
    assert why == ("" if winner == "on" else "The target still stands: Blue wins")


@rule("PMC-OBJ-1", "PMC-OBJ-2")
def test_rout_wins_too_and_both_in_one_turn_is_a_draw() -> None:
    game = destroy([rifles(24, 30)], [rifles(40, 10)])
    battle_of(game).remove(unit(game, "A1"), "destroyed")
    assert ended(game, 2) == ((1,), "The enemy is routed: Blue wins")
    game = destroy([rifles(24, 30)], [rifles(40, 10)])
    battle_of(game).remove(unit(game, "A1"), "destroyed")
    battle_of(game).rubble = frozenset({"bunker"})
    assert ended(game, 2) == ((), "Red: the target is destroyed; Blue: the enemy is routed: a draw")


# ---------------------------------------------------------------- whole games
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("type_", ["capture", "destroy"])
def test_whole_games_come_to_an_end(type_: Any, seed: int) -> None:
    chooser = Random(seed)
    game = (destroy if type_ == "destroy" else capture)([rifles(9, 9)], [rifles(9, 9)])
    battle = battle_of(game)
    army = battle.armies[0]
    game.state = new_battle(battle.scenario, (army, army), ("Red", "Blue"))
    game.dice = SeededDice(seed=seed)
    run(game, SetUp())
    for _ in range(2000):
        if game.question is None:
            break
        play(game, game.question.sample(chooser))
    assert game.result is not None
