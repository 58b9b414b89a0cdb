"""The terrain generator: who rolls, what each face brings, and where the pieces may lie."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from shapely import Point, box

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.rules.pmc2640.files.validation import check_table, free_share
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.turn.setup import SetUp, new_battle
from tabletop_tui.rules.pmc2640.turn.terrain_generator import (
    ROWS,
    GenerateTerrain,
    Group,
    PlacePiece,
    RollArea,
    RollPiece,
    TerrainField,
    areas,
    in_words,
    mixes,
    outline,
    present,
)
from tests.playing import options, play, run, unread
from tests.pmc2640.build import Placed, battle_of, field, rifles
from tests.pmc2640.build import box as piece_box

rule = pytest.mark.rule
LOCATIONS = ((33.0, 24.0), (19.5, 16.2), (19.5, 31.8))
NOBODY: list[Placed] = []


def bare(*dice: int, pieces: tuple[MapPiece, ...] = (), locations=LOCATIONS) -> Game:
    """An empty table of 48 x 48 in, with the dice that will be rolled."""
    return field(NOBODY, NOBODY, pieces=pieces, dice=dice, locations=locations)


def kinds(game: Game) -> Counter[str]:
    return Counter(piece.kind for piece in battle_of(game).table.pieces)


# ---------------------------------------------------------------- areas and rolls
@rule("PMC-SETUP-2")
def test_a_table_is_divided_into_areas_of_two_feet() -> None:
    assert areas(TableMap("T", 48, 48, ())) == [(0, 0), (24, 0), (0, 24), (24, 24)]
    assert len(areas(TableMap("T", 72, 48, ()))) == 6
    assert len(areas(TableMap("T", 72, 72, ()))) == 9


@rule("PMC-SETUP-2")
@pytest.mark.parametrize(("face", "seats"), [(3, [0, 1, 0, 1]), (4, [1, 0, 1, 0])])
def test_a_random_player_begins_and_the_players_take_turns(face: int, seats: list[int]) -> None:
    game = run(bare(face, 4, 4, 4, 4), GenerateTerrain())
    asked = []
    while game.question is not None:
        if "1-rocks" in options(game):
            asked.append(game.question.seat)
            game.dice.unread = (1, 1, 1, 1, *unread(game))
            play(game, "1-rocks")
        else:
            assert game.question.seat == asked[-1]
            play(game, "dice")
    assert asked == seats
    assert kinds(game) == {"rocks": 4}


@rule("PMC-SETUP-3")
def test_a_second_open_area_is_rolled_again_by_the_same_player() -> None:
    game = run(bare(1, 1, 1, 1, 4), GenerateTerrain())
    assert (game.question.seat, game.question.prompt) == (1, "Area 2, rocks: what is placed?")
    rolls = [event for event in game.events if isinstance(event, Rolled)][1:]
    assert [(roll.seat, roll.faces) for roll in rolls] == [(0, (1,)), (1, (1,)), (1, (1,)), (1, (4,))]
    assert not unread(game)


def offered(face: int, *chosen: str, pieces: tuple[MapPiece, ...] = ()) -> set[str]:
    """What the roller may choose in the first area after this face (and these choices)."""
    game = run(bare(face, pieces=pieces), RollArea(0, 0, False))
    play(game, *chosen)
    return set(options(game))


@rule("PMC-SETUP-3")
def test_what_each_face_brings() -> None:
    assert offered(2) == {
        *("1-ruins", "2-ruins", "3-ruins", "1-rubble", "2-rubble", "3-rubble"),
        *("1-ruins+1-rubble", "1-ruins+2-rubble", "2-ruins+1-rubble"),
    }
    assert offered(3) == {"none", "1-woods", "2-woods"}
    assert offered(4) == {"1-rocks", "2-rocks", "3-rocks", "4-rocks"}
    assert offered(5) == {
        *("1-hill", "2-hill", "3-hill", "1-woods", "2-woods", "3-woods"),
        *("1-hill+1-woods", "1-hill+2-woods", "2-hill+1-woods"),
    }
    assert offered(6) == {"1-building", "2-building"}
    walls = offered(6, "1-building")
    assert {"none", "6-low-wall", "6-medium-wall", "3-low-wall+3-medium-wall"} <= walls
    assert len(walls) == sum(range(1, 8))
    open_ground = run(bare(1, 4), RollArea(0, 0, False))
    assert open_ground.question.prompt == "Area 2, rocks: what is placed?"


@rule("PMC-SETUP-3")
def test_an_oasis_has_its_pool_whatever_else_is_chosen() -> None:
    game = run(bare(3), RollArea(0, 0, False))
    assert game.question.prompt == "Area 1, contaminated oasis: what is placed besides 1 deep water?"
    play(game, "2-woods")
    assert game.question.prompt == "Area 1: who places 1 deep water, 2 woods?"


def test_pieces_are_counted_in_plain_words() -> None:
    assert in_words(("hill", "hill", "woods")) == "2 hills, 1 woods"
    assert (
        in_words(("low-wall", "low-wall", "medium-wall", "rubble", "rubble")) == "2 low walls, 1 medium wall, 2 rubble"
    )
    assert in_words(()) == "nothing"


@rule("PMC-SETUP-4")
def test_what_lies_in_an_area_already_counts_towards_the_most() -> None:
    one, two = piece_box("a", "woods", 4, 4, 8, 8), piece_box("b", "rubble", 14, 4, 18, 8)
    beyond = piece_box("c", "woods", 23, 10, 30, 14)  # most of it, and its middle, is in the next area
    assert present(TableMap("T", 48, 48, (one, two, beyond)), (0, 0)) == 2
    assert offered(4, pieces=(one, two)) == {"1-rocks", "2-rocks"}
    assert offered(2, pieces=(one, beyond)) == {
        *("1-ruins", "2-ruins", "1-rubble", "2-rubble", "1-ruins+1-rubble"),
    }
    full = tuple(piece_box(f"p{n}", "woods", 1 + 5 * n, 1, 4 + 5 * n, 4) for n in range(4))
    game = run(bare(4, 4, pieces=full), RollArea(0, 0, False))
    assert game.question.prompt == "Area 2, rocks: what is placed?"


@rule("PMC-SETUP-4")
def test_what_was_chosen_first_leaves_less_room_for_the_rest_of_the_row() -> None:
    there = piece_box("a", "rubble", 4, 4, 8, 8)
    assert offered(3) == {"none", "1-woods", "2-woods"}, "besides the pool"
    assert offered(3, pieces=(there,)) == {"none", "1-woods"}


@rule("PMC-SETUP-3", "PMC-SETUP-4")
def test_a_settlement_keeps_its_most_in_all() -> None:
    (_, (houses, walls)) = ROWS[6]
    assert [len(mix) for mix in mixes(houses, 8)] == [1, 2]
    assert max(len(mix) for mix in mixes(walls, 4)) == 4
    assert mixes(Group(("water",), 1, 1), 0) == [()]


# ---------------------------------------------------------------- placing
@rule("PMC-SETUP-2")
def test_the_roller_places_each_piece_turned_as_he_likes() -> None:
    # 2D6 for the first piece (size 1, turned by 3 x 30 degrees), 2D6 for the second.
    game = run(bare(4, 1, 3, 6, 6, 2), RollArea(0, 1, False))
    play(game, "2-rocks", "mine")
    assert isinstance(game.question, Place)
    assert game.question.seat == 1
    play(game, ["10,10", "turn=45"])
    first = battle_of(game).table.pieces[0]
    assert first.points == tuple((round(x + 10, 2), round(y + 10, 2)) for x, y in outline("rocks", 1, 135))
    assert game.refuse(["10,10"]).rule == "PMC-SETUP-2"
    assert game.refuse(["26,10"]) is not None, "the area ends at 24"
    assert game.refuse(["here"]) is not None
    play(game, ["18.5,10.25"])
    assert kinds(game) == {"rocks": 2}
    assert game.question.seat == 0


@rule("PMC-SETUP-2")
def test_dice_can_place_the_pieces() -> None:
    # Size 1, turn 1, column 2, row 3: the legal place nearest to 6,10.
    game = run(bare(1, 1, 2, 3), RollPiece(0, 0, "rocks", True))
    (piece,) = battle_of(game).table.pieces
    assert piece.shape.centroid.distance(Point(6, 10)) < 1.5
    assert not unread(game)


@rule("PMC-SETUP-2")
def test_pieces_keep_clear_of_each_other_and_of_locations_but_woods_may_stand_on_a_hill() -> None:
    hill = piece_box("h", "hill", 4, 4, 12, 12)
    for kind, refused in (("woods", False), ("rubble", False), ("rocks", True), ("building", True), ("hill", True)):
        game = run(bare(pieces=(hill,)), PlacePiece(0, 0, kind, 1, 1))
        assert (game.refuse(["8,8"]) is not None) is refused, kind
    game = run(bare(), PlacePiece(0, 0, "woods", 1, 1))
    assert game.refuse(["19,17"]) is not None
    assert game.refuse(["19,11"]) is None


@rule("PMC-SETUP-2", "PMC-RES-4")
def test_no_edge_is_closed_altogether() -> None:
    closed = tuple(piece_box(f"c{n}", "rocks", 24 + 4 * n, 0, 28 + 4 * n, 4) for n in range(6))
    game = run(bare(pieces=closed), PlacePiece(0, 0, "rocks", 6, 1))
    refusal = game.refuse(["10,3"])
    assert refusal is not None
    assert refusal.rule == "PMC-RES-4"
    assert game.refuse(["10,12"]) is None
    assert run(bare(pieces=closed[:5]), PlacePiece(0, 0, "rocks", 6, 1)).refuse(["10,3"]) is None


def test_where_there_is_no_room_the_piece_is_left_out() -> None:
    full = piece_box("f", "water", 1, 5, 23, 23)
    game = run(bare(6, 6, 1, 1, pieces=(full,)), RollPiece(0, 0, "woods", True))
    assert kinds(game) == {"water": 1}
    assert game.events[-1].text == "There is no room for woods"


@rule("PMC-SETUP-2")
@pytest.mark.parametrize(("kind", "size"), [("rocks", 1), ("medium-wall", 2), ("hill", 3)])
def test_room_between_the_places_of_the_lattice_is_found(kind: str, size: int) -> None:
    """All of an area is water, but for a field whose one place for the piece lies between whole inches."""
    columns, rows = zip(*outline(kind, size, 30), strict=True)
    left, top = 7.31, 9.63
    right, bottom = left + max(columns) - min(columns) + 0.04, top + max(rows) - min(rows) + 0.04
    around = [(0, 0, 24, top), (0, bottom, 24, 24), (0, top, left, bottom), (right, top, 24, bottom)]
    closed = [MapPiece(f"w{n}", "water", ((a, b), (c, b), (c, d), (a, d))) for n, (a, b, c, d) in enumerate(around)]
    table = TableMap("T", 48, 48, tuple(closed))
    (spot,) = TerrainField(table, (0.0, 0.0), kind, size, 30.0).cells()
    x, y = map(float, spot.split(","))
    assert (x + min(columns) - left, y + min(rows) - top) == pytest.approx((0.02, 0.02), abs=0.02)
    assert not TerrainField(table, (0.0, 0.0), kind, size + 1, 30.0).cells()


# ---------------------------------------------------------------- whole tables
def generated(seed: int) -> Game:
    """A whole set-up with everything chosen by chance."""
    chooser = Random(seed)
    scenario = Scenario("Test", "find-and-secure", TableMap("Bare", 48, 48, (), LOCATIONS), generator="wasteland")
    game = field([rifles(0, 0)], [rifles(0, 0)])
    army = battle_of(game).armies[0]
    game.state, game.dice = new_battle(scenario, (army, army), ("Red", "Blue")), SeededDice(seed=seed)
    run(game, SetUp())
    while "half" not in game.question.prompt:
        if isinstance(game.question, Pick) and "mine" in options(game):
            play(game, chooser.choice(["mine", "dice", "dice"]))
        else:
            play(game, game.question.sample(chooser))
    return game


@rule("PMC-SETUP-2", "PMC-SETUP-3")
@pytest.mark.parametrize("seed", range(12))
def test_a_whole_table_is_sound_and_area_by_area_as_rolled(seed: int) -> None:
    game = generated(seed)
    battle = battle_of(game)
    table = battle.table
    check_table(table)
    assert battle.scenario.table.pieces == ()
    assert battle.edges in (("north", "south"), ("south", "north"))
    assert all(free_share(table, top) >= 0.5 for top in (0, 44))
    rows = {row: number for number, (row, _) in ROWS.items()}
    faces = [
        rows[event.outcome]
        for event in game.events
        if isinstance(event, Rolled) and event.why.startswith("area") and event.outcome != "rolled again"
    ]
    assert len(faces) == 4
    assert faces.count(1) <= 1
    for corner, face in zip(areas(table), faces, strict=True):
        square = box(*corner, corner[0] + 24, corner[1] + 24)
        inside = [piece for piece in table.pieces if square.covers(Point(piece.middle))]
        assert all(square.covers(piece.shape) for piece in inside)
        for group in ROWS[face][1]:
            mine = [piece for piece in inside if piece.kind in group.kinds]
            assert group.least <= len(mine) <= group.most
        allowed = {kind for group in ROWS[face][1] for kind in group.kinds}
        assert {piece.kind for piece in inside} <= allowed
    for number, piece in enumerate(table.pieces):
        assert 2.5 <= max(Point(a).distance(Point(b)) for a in piece.points for b in piece.points) <= 7.01
        assert all(piece.shape.distance(Point(spot)) >= 0.99 or piece.kind == "hill" for spot in table.locations)
        for other in table.pieces[number + 1 :]:
            assert not piece.shape.intersects(other.shape) or {piece.kind, other.kind} == {"hill", "woods"}


@rule("PMC-SETUP-2", "PMC-FIND-2")
def test_who_lays_out_the_terrain_does_not_know_the_edges_yet() -> None:
    scenario = Scenario("Test", "find-and-secure", TableMap("Bare", 48, 48, (), LOCATIONS), generator="wasteland")
    game = field([rifles(0, 0)], [rifles(0, 0)])
    army = battle_of(game).armies[0]
    game.state, game.dice = new_battle(scenario, (army, army), ("Red", "Blue")), SeededDice(seed=1)
    run(game, SetUp())
    assert not battle_of(game).edges
    assert generated(1).question.prompt.startswith("Who comes in the first half?")
    assert battle_of(generated(1)).edges


def test_a_game_without_a_generator_has_its_table_as_it_is() -> None:
    game = field([rifles(0, 0)], [rifles(0, 0)], dice=(2,))
    before = battle_of(game).table
    run(game, SetUp())
    assert battle_of(game).table is before
    assert battle_of(game).edges == ("north", "south")
    assert not unread(game)
