"""The battlefield and the log in plain text."""

import pytest

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.events import Began, Event, Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token
from tabletop_tui.play.text_view import battlefield, event_lines, preview_lines, result_line, standing_lines, step_line
from tabletop_tui.table.hexes import HexGrid
from tests.toy import TOY, Shoot, StartRound, toy_setup

GRASS, FOREST = Look("grass", "grass"), Look("forest", "forest", "♣", "&")
FIRE = Look("on fire", "fire", "♨", "^")
SETUP = toy_setup()


def test_a_battlefield():
    grid = HexGrid(4, 2)
    ground = {spot: Ground(GRASS) for spot in grid.hexes}
    ground["0102"] = Ground(FOREST)
    ground["0201"] = Ground(FOREST, 2, FIRE)
    ground["0301"] = Ground(GRASS, 1, FIRE)
    ground["0402"] = Ground(GRASS, 3)
    tokens = [
        Token("b1", "b1", "Barricade", 1, "0402", "small"),
        Token("f", "F", "Flag", None, "0402", "piece"),
        Token("A12", "A12", "Griffin", 0, "0201", badges=(Badge("Alert", "!", letter="!"),)),
        Token("A1", "A1", "Griffin", 0, "0101", badges=(Badge("Shocked", "SHO", letter="↯"),)),
        Token("n", "", "Building", None, "0302", "scenery"),
    ]
    assert battlefield(HexScene(grid, ground, tokens)) == [
        "    01  02  03  04",
        "    ___     ___",
        "01 /A1!\\___/  ^\\___",
        "   \\___/A12\\_1_/   \\",
        "02 /&  \\&2^/   \\___/",
        "   \\___/   \\___/b1 \\",
        "       \\___/   \\_3_/",
        "",
        "& forest   ^ on fire   1-9 height",
    ]


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 1), (1, 3), (14, 20), (99, 99)])
def test_every_hex_is_closed_all_round(columns: int, rows: int):
    grid = HexGrid(columns, rows)
    lines = battlefield(HexScene(grid, {spot: Ground(GRASS) for spot in grid.hexes}, []))
    assert all(line.isascii() for line in lines)
    for spot in grid.hexes:
        column, row = grid.column_row(spot)
        x, y = 3 + (column - 1) * 4, row * 2 + (column % 2 == 0)
        upper, lower = lines[y], lines[y + 1]
        assert (upper[x], upper[x + 4], lower[x], lower[x + 4]) == ("/", "\\", "\\", "/")
        assert lines[y - 1][x + 1 : x + 4] == "___" == lower[x + 1 : x + 4]


def test_an_event_says_whose_what_and_why():
    assert event_lines(Event("it moves", ("R-1", "R-2", "R-1"), 1), SETUP) == ["    Blue  it moves  [R-1 R-2]"]
    assert event_lines(Event("it rains"), SETUP) == ["          it rains"]
    assert event_lines(Began("Round 2", ("R-1",), level="round"), SETUP) == ["", "==== Round 2 ====  [R-1]"]
    assert event_lines(Began("End phase", level="phase"), SETUP) == ["---- End phase ----"]


def test_a_roll_says_what_its_number_is_made_of():
    need = Tally("Stability", 4, "Sentinel", "R-1").plus(2, "half cover", "R-2")
    lines = event_lines(Rolled("A1 shoots", ("R-1",), 0, need=Need(need)), SETUP)
    assert lines == ["     Red  A1 shoots  [R-1]", "            Stability 6 = 4 Sentinel, +2 half cover"]
    plain = Tally("Stability", 4, "Sentinel", "R-1")
    assert len(event_lines(Rolled("A1 shoots", (), 0, need=Need(plain)), SETUP)) == 1


def test_a_step_says_its_name_its_rules_and_what_they_say():
    game = TOY.start(SETUP)
    expected = "   step: Start round [TOY-ROUND-1]: Each side rolls a die; the higher goes first."
    assert step_line(game, StartRound()) == expected
    assert step_line(game, Shoot("A1", "B1", 2, False)).startswith("   step: Shoot [TOY-SHOOT-2]: Each die of 4")


def test_a_preview_in_lines():
    need = Tally("Hit", 4, "token", "R-1").plus(-1, "near", "R-2")
    preview = Preview(
        (Line("needs", tally=need), Line("cost", "3 Energy", rules=("R-3",)), Line("a warning")),
        (Chance("at least one hit", 0.875),),
        1.5,
        "damage",
        ("0101", "0102"),
    )
    assert [line.strip() for line in preview_lines(preview)] == [
        "needs: Hit 3 = 4 token, -1 near",
        "cost: 3 Energy  [R-3]",
        "a warning",
        "at least one hit: 87.5%",
        "damage expected: 1.50",
        "way: 0101 > 0102",
    ]


def test_the_standing_names_everyone():
    game = TOY.start(SETUP)
    game.advance()
    text = "\n".join(standing_lines(TOY, game, SETUP))
    assert "Round 1, Round: Red 0, Blue 0 (the most points)" in text
    assert "    Blue  B2  Token B2" in text


@pytest.mark.parametrize(
    ("winners", "scores", "line"),
    [
        ((0,), (3, 1), "result: Red 3-1"),
        ((), (2, 2), "result: draw 2-2"),
        ((0, 1), (3, 1), "result: Red+Blue 3-1"),
    ],
)
def test_the_result(winners: tuple[int, ...], scores: tuple[int, ...], line: str):
    assert result_line(SETUP, winners, scores) == line
