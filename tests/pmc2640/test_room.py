"""Where there is no room: arriving, leaving a building and moving are offered only where a unit can end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Place
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.moving.reserves import Arrive, arrival, has_room
from tabletop_tui.rules.pmc2640.orders.actions import ToAdvance, ToDesignate, ToLeave
from tabletop_tui.rules.pmc2640.state.battle import Wreck
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.room_to_move import can_move, look_around
from tabletop_tui.table.points import spot_text
from tests.playing import options, play, run
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit

rule = pytest.mark.rule


def waiting(*closed: tuple[float, float], size: int = 4):
    """Two units of Red in reserve at the south edge, of which these stretches are closed by rocks."""
    pieces = tuple(box(f"r{n}", "rocks", left, 40, right, 48) for n, (left, right) in enumerate(closed))
    game = field([rifles(20, 20, size=size), rifles(20, 20, size=1)], [rifles(20, 5)], pieces=pieces)
    for name in ("A1", "A2"):
        unit(game, name).models, unit(game, name).reserve = (), "first"
    battle_of(game).arriving = (2, 0)
    return game


@rule("PMC-RES-4")
def test_a_unit_without_room_at_its_edge_stays_in_reserve():
    # The single rifleman fits into the gap of half an inch at 9, and so do eight one behind another, but not nine.
    game = run(waiting((0, 8.75), (9.25, 48), size=8), Arrive(0))
    assert options(game) == {"A1": "", "A2": ""}
    game = run(waiting((0, 8.75), (9.25, 48), size=9), Arrive(0))
    assert game.question.about == "A2", "the only one that has room"
    assert list(game.question.field.cells()) == ["9,47", "9,46", "9,45"]
    play(game, ["9,47"])
    assert game.question is None, "nobody is asked to place a unit that has no place"
    assert unit(game, "A1").reserve == "first"
    assert not has_room(battle_of(game), unit(game, "A1"))


@rule("PMC-RES-4", "PMC-RES-5")
def test_who_fits_in_a_line_or_between_the_inches_is_not_crowded_and_need_not_wait():
    # A gap of an inch around 10.4: no block of four, but a column of them.
    game = run(waiting((0, 9.9), (10.9, 48)), Arrive(0))
    assert options(game) == {"A1": "", "A2": ""}
    play(game, "A1")
    assert not game.question.field.cells()
    assert "arrive? (as 10.4,46 form=column)" in game.question.prompt
    answer = game.question.sample(Random(1))
    assert answer in legal(game)
    play(game, answer)
    assert len(unit(game, "A1").models) == 4

    # The enemy leaves a strip of 2 in at the end of the edge, in which a turned line stands 12 in away.
    for x, crowded in ((34.6, False), (35.4, True)):
        game = field([rifles(20, 20)], [rifles(x, 46, size=1), rifles(12, 46, size=1)])
        unit(game, "A1").models, unit(game, "A1").reserve = (), "first"
        arriving = arrival(battle_of(game), unit(game, "A1"))
        assert arriving.crowded == crowded
        assert bool(arriving.cells()) == crowded, "blocks may stand nearer only where nobody can stand away"
        assert bool(arriving.cells()) or any(True for _ in arriving.otherwise())


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
        leave = ToLeave(battle_of(game), unit(game, "A1")).refuse()
        assert (leave.rule if leave else "") == refusal


def shut_in(right: float = 10.25):
    """Rocks all around (10, 10), up to half an inch across."""
    return (
        *(box("n", "rocks", 8, 8, 12, 9.75), box("s", "rocks", 8, 10.25, 12, 15)),
        *(box("w", "rocks", 8, 9.75, 9.75, 10.25), box("e", "rocks", right, 9.75, 12, 10.25)),
    )


@rule("PMC-GEN-11")
def test_a_move_is_offered_only_where_the_unit_can_end():
    # Walls of rock all round: he just fits in between. A hundredth more, and he can move by that.
    for right, free in ((10.25, False), (10.26, True)):
        game = field([rifles(10, 10, size=1)], [rifles(44, 4)], pieces=shut_in(right))
        assert can_move(battle_of(game), unit(game, "A1"), 6) is free
    run(game, ChooseMove("A1", 6))
    assert legal(game) == [["10.01,10"]]
    free = field([rifles(10.3, 10.3)], [rifles(44, 4)])
    assert can_move(battle_of(free), unit(free, "A1"), 6)


@rule("PMC-GEN-11", "PMC-COH-1")
def test_a_unit_that_was_torn_moves_only_if_it_can_come_together():
    for apart, free in ((8.0, True), (20.0, False)):
        game = field([rifles(10, 10, size=2)], [rifles(44, 4)])
        unit(game, "A1").models = ((10.0, 10.0), (10.0 + apart, 10.0))
        assert can_move(battle_of(game), unit(game, "A1"), 6) is free


@rule("PMC-GEN-11", "PMC-MOVE-5", "PMC-VEH-13")
def test_nobody_leaves_the_corner_of_the_table_over_its_edge_or_through_a_wreck():
    rocks = (box("e", "rocks", 0.5, 0, 4, 4), box("s", "rocks", 0, 0.5, 4, 4))
    for pieces, wrecks in ((rocks, ()), ((), (Wreck("a wreck", (1.13, 1.13), 1.0),))):
        game = field([rifles(0.25, 0.25, size=1)], [rifles(44, 4)], pieces=pieces)
        battle_of(game).wrecks = wrecks
        assert not can_move(battle_of(game), unit(game, "A1"), 6)


@rule("PMC-GEN-11", "PMC-TERR-7")
def test_who_has_only_the_inch_that_the_terrain_takes_cannot_move():
    for kind, free in (("rubble", False), ("hill", True)):
        game = field([rifles(20, 20, size=1, move=1)], [rifles(44, 4)], pieces=(box("p", kind, 10, 10, 30, 30),))
        assert can_move(battle_of(game), unit(game, "A1"), 1) is free
        assert can_move(battle_of(game), unit(game, "A1"), 3)


def legal(game: Game) -> list[Any]:
    assert game.question is not None
    return list(game.question.legal())


@rule("PMC-GEN-11", "PMC-MOVE-2")
@pytest.mark.long
def test_who_cannot_go_anywhere_may_still_form_up_anew_and_a_vehicle_turn():
    # A pen of 1.4 by 3.2 in: the column of four fits in, and hardly anything else.
    pen = [box("n", "rocks", 8, 8, 12, 9.6), box("s", "rocks", 8, 13.4, 12, 15)]
    pen += [box("w", "rocks", 8, 9.6, 9.6, 13.4), box("e", "rocks", 10.4, 9.6, 12, 13.4)]
    game = field([rifles(10, 10)], [rifles(44, 4)], pieces=tuple(pen))
    assert can_move(battle_of(game), unit(game, "A1"), 6)
    run(game, ChooseMove("A1", 6))
    assert ["10,11.35", "form=column"] in legal(game)
    assert all(game.refuse(answer) is None for answer in legal(game))
    assert game.question.sample(Random(1)) in legal(game)

    # A yard in which a vehicle can turn, and no more; with an enemy at its side it cannot even do that.
    yard = [box("n", "rocks", 8, 8, 12, 9), box("s", "rocks", 8, 11, 12, 12)]
    yard += [box("w", "rocks", 8, 9, 9, 11), box("e", "rocks", 11, 9, 12, 11)]
    for foe, turns in (((44, 4), 3), ((11.6, 10), 0)):
        game = field([buggy(10, 10)], [rifles(*foe, size=1)], pieces=tuple(yard))
        assert can_move(battle_of(game), unit(game, "A1"), 14) == bool(turns)
        run(game, ChooseMove("A1", 14))
        assert legal(game) == [["10,10", f"turn={turn}"] for turn in (90, 180, 270)][:turns]


@rule("PMC-GEN-11", "PMC-MOVE-1")
def test_a_unit_that_can_only_get_away_around_a_corner_is_not_stuck():
    # A nook of rocks whose mouth leads north, by less than an inch, and at once to the east.
    nook = [box("w", "rocks", 4, 4, 9.6, 14), box("s", "rocks", 4, 11.1, 16, 14), box("e", "rocks", 10.4, 10.4, 16, 14)]
    nook.append(box("n", "rocks", 4, 4, 30, 9.6))
    game = field([rifles(10, 10.8, size=1)], [rifles(44, 44)], pieces=tuple(nook))
    assert not list(MoveField(battle_of(game), unit(game, "A1"), 6).steps())
    assert can_move(battle_of(game), unit(game, "A1"), 6)
    run(game, ChooseMove("A1", 6))
    assert game.refuse(["13,10"]) is None
    assert len(game.question.field.path(["13,10"])) > 2, "around the corner"


@rule("PMC-GEN-11", "PMC-SR-11")
def test_nobody_designates_who_can_neither_mark_nor_move():
    mortar = rifles(30, 30, size=1, indirect=True, range=48)
    for pieces, refusal in ((shut_in(), "PMC-GEN-11"), ((), "")):
        observers = rifles(10, 10, size=1, markerlights=True)
        game = field([observers, mortar], [rifles(10, 36)], pieces=pieces)
        found = ToDesignate(battle_of(game), unit(game, "A1")).refuse()
        assert (found.rule if found else "") == refusal


@rule("PMC-GEN-11", "PMC-ADV-1")
def test_who_can_go_nowhere_may_advance_only_to_shoot():
    for y, refusal in ((25, ""), (40, "PMC-GEN-11")):
        game = field([rifles(10, 10, size=1, move=0)], [rifles(10, y)])
        advance = ToAdvance(battle_of(game), unit(game, "A1")).refuse()
        assert (advance.rule if advance else "") == refusal
    game = field([rifles(10, 10, size=1, move=0)], [rifles(10, 25)])
    run(game, ChooseAction("A1"))
    play(game, "advance", ["10,10"])
    assert options(game)["hold"] == "PMC-GEN-11"


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


@rule("PMC-GEN-11")
def test_what_is_kept_about_who_can_move_is_what_is_found_anew():
    table = new_game.set_table(*new_game.find_scenario("pmc2640/laboratory-find"), (), ["keyboard"] * 2, seed=8)
    session, chooser, asked = Session.new(table), Random(8), 0
    while session.question is not None and len(session.history) < 200:
        battle = battle_of(session.game)
        for one in battle.on_table():
            if one.models:
                allowance, asked = one.type.move, asked + 1
                assert can_move(battle, one, allowance) == look_around(battle, one, allowance)[0]
        session.answer(session.question.sample(chooser))
    assert asked > 1000


@rule("PMC-GEN-11", "PMC-COH-2")
@pytest.mark.parametrize("size", [1, 6])
def test_where_a_unit_can_go_at_a_glance_is_where_its_move_is_allowed(size):
    crowd = [rifles(20, 20, size=size), rifles(24.5, 20, size=1), rifles(15, 17, size=4), rifles(20, 25, size=8)]
    game = field(crowd, [rifles(20, 15.5, size=1), rifles(26, 24, size=5)], pieces=(box("r", "rocks", 14, 21, 17, 24),))
    battle, mover = battle_of(game), unit(game, "A1")
    glance, whole = MoveField(battle, mover, 6), MoveField(battle, mover, 6)
    allowed = {spot: whole.refuse([spot_text(spot)]) is None for spot in whole.raster()}
    assert {spot: glance.can_go(spot) for spot in allowed} == allowed
    assert len(set(allowed.values())) == 2
