"""Set-ups of Army Men that no file would give: each fault is told in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.rules.armymen.files.loader import BOOK
from tabletop_tui.rules.armymen.files.validation import plain
from tabletop_tui.table.terrain_pieces import Piece
from tests import spoiling
from tests.armymen.shipped import FORCES, LISTED
from tests.spoiling import NO_SETUPS, SQUARE, said_of, start_of

rule = pytest.mark.rule


def forged(**changes: Any) -> dict[str, Any]:
    """The scenario Backyard with some of its data changed."""
    return spoiling.forged(LISTED["backyard"].data, **changes)


def with_pieces(*pieces: Piece) -> dict[str, Any]:
    """The scenario Backyard with this terrain."""
    return spoiling.with_pieces(LISTED["backyard"].data, [plain().unstructure(piece) for piece in pieces])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (forged(points=49), "points: give a whole number from 50 to 9999, not 49"),
        (forged(rounds=21), "rounds: give a whole number from 1 to 20, not 21"),
        (forged(name=""), "name: give a name of 1 to 60 letters on one line, not ''"),
        (forged(rounds=1), ""),
        (forged(turns=1), "unknown key 'turns'"),
        (with_pieces(Piece("p", "lava", SQUARE)), "table.pieces[0].kind: unknown kind 'lava'"),
        (with_pieces(Piece("P", "woods", SQUARE)), "table.pieces[0].id: give an id of small letters"),
        (with_pieces(Piece("p", "woods", SQUARE, line=True)), "table.pieces[0].line: woods is an area"),
        (with_pieces(Piece("p", "sandbags", SQUARE)), "table.pieces[0].line: sandbags is a line"),
        (with_pieces(Piece("p", "sandbags", SQUARE[:1], line=True)), "table.pieces[0].points: a line has at least"),
        (with_pieces(Piece("p", "woods", SQUARE[:2])), "table.pieces[0].points: an area has 3 to 64 corners, not 2"),
        (with_pieces(Piece("p", "woods", SQUARE * 17)), "table.pieces[0].points: an area has 3 to 64 corners, not 68"),
        (with_pieces(Piece("p", "woods", SQUARE[:1] * 4)), "table.pieces[0].points: these corners enclose no area"),
        (with_pieces(*[Piece("p", "woods", SQUARE)] * 5), "table.pieces[1].id: there is another piece with the id 'p'"),
        (
            with_pieces(*(Piece(f"p{n}", "woods", ((40, 40), (49, 40), (40, 46))) for n in range(5))),
            "table.pieces[0].points: 49,40 is not on the table of 48 x 48 in",
        ),
        (with_pieces(Piece("p", "woods", SQUARE)), "table.pieces: a table has 5 to 100 pieces of terrain, not 1"),
    ],
    ids=start_of,
)
def test_a_scenario_in_a_set_up_must_be_sound(data: dict[str, Any], sentence: str) -> None:
    found = said_of(BOOK.scenario_of, data)
    assert found.startswith(f"scenario: {sentence}") if sentence else not found


@pytest.mark.parametrize(
    ("kind", "points", "sound"),
    [
        ("woods", ((1, 1), (2, 1), (2, 1.5), (1, 1.5)), True),
        ("woods", ((1, 1), (2, 1), (2, 1.49), (1, 1.49)), False),
        ("sandbags", ((1, 1), (1.5, 1)), True),
        ("sandbags", ((1, 1), (1.49, 1)), False),
        ("woods", SQUARE * 16, False),
        ("sandbags", tuple((n / 2, 1.0) for n in range(64)), True),
        ("sandbags", tuple((n / 2, 1.0) for n in range(65)), False),
    ],
)
def test_how_small_and_how_bent_a_piece_may_be(kind: str, points: tuple[tuple[float, float], ...], sound: bool) -> None:
    pieces = [Piece(f"p{n}", kind, points, line=kind == "sandbags") for n in range(5)]
    assert (said_of(BOOK.scenario_of, with_pieces(*pieces)) == "") is sound


@pytest.mark.parametrize(("side", "sound"), [(48, True), (144, True), (144.1, False), (47.9, False)])
def test_how_large_a_table_may_be(side: float, sound: bool) -> None:
    data = forged()
    data["table"] |= {"width": side, "height": side}
    if side < 48:
        data["table"]["pieces"] = with_pieces(*(Piece(f"p{n}", "woods", SQUARE) for n in range(5)))["table"]["pieces"]
    assert (said_of(BOOK.scenario_of, data) == "") is sound


@pytest.mark.parametrize(("count", "sound"), [(5, True), (100, True), (4, False), (101, False)])
def test_how_much_terrain_a_table_may_have(count: int, sound: bool) -> None:
    assert (
        said_of(BOOK.scenario_of, with_pieces(*(Piece(f"p{n}", "woods", SQUARE) for n in range(count)))) == ""
    ) is sound


def test_a_table_has_a_name() -> None:
    data = forged()
    data["table"]["name"] = ""
    assert said_of(BOOK.scenario_of, data).startswith("scenario: table.name: give a name of 1 to 60 letters")


@pytest.mark.parametrize(("points", "sound"), [(50, True), (9999, True), (10000, False), (49, False)])
def test_how_large_a_game_may_be(points: int, sound: bool) -> None:
    assert (said_of(BOOK.scenario_of, forged(points=points)) == "") is sound


def with_unit(**changes: Any) -> dict[str, Any]:
    """Green Line with its first unit changed: ten Riflemen with a Bazooka and Grenades."""
    data = spoiling.forged(FORCES["green-line"].data)
    data["units"][0] |= changes
    return data


RIFLE = {"id": "rifle", "name": "Rifle", "range": 24, "attacks": 1}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (with_unit(cost=66), "units: it costs 301 points, 1 above the 300 allowed [AMC-PREP-3]"),
        (with_unit(cost=0), "units[0].cost: give a whole number from 1 to 9999, not 0"),
        (with_unit(size=21), "units[0].size: give a whole number from 1 to 20, not 21"),
        (with_unit(size=9), "units[0].arms: give the weapons of 9 models, not of 10"),
        (with_unit(vehicle=True), "units[0].size: a vehicle is a unit of one model"),
        (with_unit(melee="rifle"), "units[0].melee: 'rifle' is no melee weapon of it"),
        (with_unit(melee="sword"), "units[0].melee: 'sword' is no melee weapon of it"),
        (with_unit(arms=[["cannon"]] * 10), "units[0].arms[0]: 'cannon' is no weapon that it could fire"),
        (with_unit(arms=[["fists"]] * 10), "units[0].arms[0]: 'fists' is no weapon that it could fire"),
        (with_unit(weapons={"gun": RIFLE}), "units[0].weapons: the weapon 'rifle' is listed as 'gun'"),
        (with_unit(bought=["two\nlines"]), "units[0].bought[0]: give one line of at most 200 letters"),
        (with_unit(name="x" * 61), "units[0].name: give a name of 1 to 60 letters on one line"),
        (with_unit(radius=9), "units[0].radius: give a number from 0.25 to 3, not 9"),
        (with_unit(advance=13), "units[0].rush: give a whole number from 13 to 96, not 12"),
        (with_unit(support=True), ""),
        (with_unit(armour=9, capacity=99, advance=48, rush=96, radius=3), ""),
        (with_unit(armour=10), "units[0].armour: give a whole number from 0 to 9, not 10"),
        (with_unit(name=""), "units[0].name: give a name of 1 to 60 letters on one line, not ''"),
        (with_unit(melee="grenade"), "units[0].melee: 'grenade' is no melee weapon of it"),
    ],
    ids=start_of,
)
def test_an_army_in_a_set_up_must_be_sound(data: dict[str, Any], sentence: str) -> None:
    found = said_of(BOOK.force_of, data)
    assert found.startswith(f"army: {sentence}") if sentence else not found


@pytest.mark.parametrize("data", NO_SETUPS)
def test_what_is_no_set_up_at_all_is_refused(data: Any) -> None:
    for read_ in (BOOK.scenario_of, BOOK.force_of):
        assert said_of(read_, data).isprintable()
        assert said_of(read_, data)
