"""A sample of how everything looks, for whoever chooses colours: a piece of a map, and lines of every kind."""

from __future__ import annotations

from tabletop_tui.engine.badges import Badge, Left
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import health

GRASS, FOREST, WATER = Look("grass", "grass"), Look("forest", "forest", "♣", "&"), Look("water", "water", "≈", "~")
SNOW, BUILDING, SAND = Look("snow", "snow"), Look("building", "building", "▒", "#"), Look("sand", "sand")
FIRE = Look("on fire", "fire", "♨", "^")
LAND: dict[str, Ground] = {
    "0101": Ground(FOREST),
    "0201": Ground(GRASS, 1),
    "0301": Ground(GRASS, 2),
    "0501": Ground(WATER),
    "0601": Ground(BUILDING),
    "0701": Ground(SNOW),
    "0102": Ground(GRASS, over=FIRE),
    "0402": Ground(SAND),
    "0502": Ground(WATER),
    "0602": Ground(SAND, 1),
    "0203": Ground(FOREST, 1),
    "0603": Ground(SNOW, 1),
}
"""What is not flat grass."""
PINNED = Badge("Pinned", "PIN", letter="!")
REACH = ("0202", "0301", "0302", "0402")


def sample_scene() -> HexScene:
    """A piece of a map with terrain, heights and units of two sides."""
    grid = HexGrid(8, 3)
    ground = {spot: LAND.get(spot, Ground(GRASS)) for spot in grid.hexes}
    tokens = [
        Token("A1", "A1", "Warden", 0, "0202", health=0.9, left=Left(9, 10, "Integrity")),
        Token("A2", "A2", "Sentinel", 0, "0103", done=True),
        Token("B1", "B1", "Magpie", 1, "0502", health=0.4, badges=(PINNED,), left=Left(4, 10, "Integrity")),
        Token("B2", "B2", "Rustjaw", 1, "0702"),
    ]
    return HexScene(grid, ground, tokens)


def sample_marks() -> Marks:
    """Where one of the units can go, and at whom it can shoot."""
    return Marks(labels=dict.fromkeys(REACH, "2"), targets=frozenset(["0502"]))


def sample_lines(colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """Lines of every kind that panels have."""
    red, blue = (colours.token(seat) for seat in (0, 1))
    return [
        [(f" {glyphs.seats[0]} Red ", red), (" Enter: shoot B1, 62% ", "prompt")],
        [(f"{glyphs.pointer} 1 Shoot", "chosen"), ("  3 Energy", "dim")],
        [("  2 ", "key"), ("Move", "strong"), (" up to 4 hexes", "text")],
        [(" A1 ", red), (" Warden  ", "text"), *health(0.9, glyphs), (" 9/10", "good")],
        [(" B1 ", blue), (" Magpie  ", "text"), *health(0.4, glyphs), (" Pinned", "bad")],
        [("The numbers ", "head"), ("Stability 5 ", "strong"), ("RULE-6", "rule")],
        [(" B2 is out of sight", "prompt-bad")],
    ]
