"""Where there is no room: arriving, leaving a building and moving are offered only where a unit can end."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Place
from tabletop_tui.rules.pmc2640.move import ChooseMove, can_move
from tabletop_tui.rules.pmc2640.reserve import Arrive, has_room
from tabletop_tui.rules.pmc2640.turn import actions
from tests.pmc2640.build import battle_of, box, field, options, play, rifles, run, unit

rule = pytest.mark.rule


def waiting(*closed: tuple[float, float]):
    """Two units of Red in reserve at the south edge, of which these stretches are closed by rocks."""
    pieces = tuple(box(f"r{n}", "rocks", left, 40, right, 48) for n, (left, right) in enumerate(closed))
    game = field([rifles(20, 20), rifles(20, 20, size=1)], [rifles(20, 5)], pieces=pieces)
    for name in ("A1", "A2"):
        unit(game, name).models, unit(game, name).reserve = (), "first"
    battle_of(game).arriving = (2, 0)
    return game


@rule("PMC-RES-4")
def test_a_unit_without_room_at_its_edge_stays_in_reserve():
    # The single rifleman fits into the gap of an inch at 9, the four do not.
    game = run(waiting((0, 8.5), (9.5, 48)), Arrive(0))
    assert options(game) == {"A1": "PMC-RES-4", "A2": ""}
    play(game, "A2")
    assert list(game.question.field.cells()) == ["9,47", "9,46", "9,45"]
    play(game, ["9,47"])
    assert game.question is None, "nobody is asked to place a unit that has no place"
    assert unit(game, "A1").reserve == "first"
    assert not has_room(battle_of(game), unit(game, "A1"))


@rule("PMC-RES-4")
def test_with_a_closed_edge_nobody_is_asked():
    game = run(waiting((0, 48)), Arrive(0))
    assert game.question is None


@rule("PMC-BLDG-1")
def test_a_building_is_not_left_where_nobody_could_stand():
    house = box("h", "building", 20, 20, 24, 24)
    moat = [box("n", "water", 14, 14, 30, 20), box("s", "water", 14, 24, 30, 30)]
    moat += [box("w", "water", 14, 20, 20, 24), box("e", "water", 24, 20, 30, 24)]
    for around, refusal in (((), ""), (moat, "PMC-BLDG-1")):
        game = field([rifles(0, 0)], [rifles(44, 4)], pieces=(house, *around))
        unit(game, "A1").models, unit(game, "A1").building = (), "h"
        leave = next(option for option in actions(battle_of(game), unit(game, "A1")) if option.key == "leave")
        assert (leave.refusal.rule if leave.refusal else "") == refusal


@rule("PMC-GEN-11")
def test_a_move_is_offered_only_where_the_unit_can_end():
    # Walls of rock all round, far enough away to stand, too near to take a whole inch.
    shut = [box("n", "rocks", 8, 8, 12, 9.6), box("s", "rocks", 8, 13.2, 12, 15)]
    shut += [box("w", "rocks", 8, 9.6, 9.6, 13.2), box("e", "rocks", 10.4, 9.6, 12, 13.2)]
    game = field([rifles(10, 10)], [rifles(44, 4)], pieces=tuple(shut))
    assert not can_move(battle_of(game), unit(game, "A1"), 6)
    free = field([rifles(10.3, 10.3)], [rifles(44, 4)])
    assert can_move(battle_of(free), unit(free, "A1"), 6)


@rule("PMC-GEN-11")
def test_where_the_raster_has_no_place_a_step_aside_still_counts():
    # A lane between rocks, off the raster: an inch along it is free, every whole-numbered place is not.
    lane = (box("w", "rocks", 6, 4, 10.1, 30), box("e", "rocks", 10.9, 4, 15, 30))
    game = field([rifles(10.5, 10.05)], [rifles(44, 4)], pieces=lane)
    assert can_move(battle_of(game), unit(game, "A1"), 6)
    run(game, ChooseMove("A1", 6))
    assert isinstance(game.question, Place)
    cells = list(game.question.field.cells())
    assert sorted(cells) == ["10.5,10.4", "10.5,12.4"]
    assert all(game.refuse([cell]) is None for cell in cells)
