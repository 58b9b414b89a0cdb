"""Whatever can meet on a screen is told apart by brightness, in each palette: text, signs, bodies, sides.

Text has a contrast of 4.5 with its ground, signs and bodies of 3, and the first two sides of 1.8 with each other.
"""

from __future__ import annotations

from itertools import product

import pytest
from rich.style import Style

from tabletop_tui.engine.scenes import Area, Look, TableScene
from tabletop_tui.widgets.colour_arithmetic import Ink, contrast
from tabletop_tui.widgets.map.table.inks import TableInks
from tabletop_tui.widgets.map.table.table_ground import FLAT
from tabletop_tui.widgets.palette import HIGHEST_TINT, OVER
from tabletop_tui.widgets.terminal_palettes import NAMES, palette

COLOURED = [name for name in NAMES if palette(name).colour]
TEXT, SIGN, SIDES = 4.5, 3.0, 1.8
LIGHTS = ("*0", "*1", "*2", "*3", "*0r", "*2r", "*3r", "reach*1r")
"""How a place may be lit."""
EVERY_TINT = ("", "reach", "reach rim", "path", "threat", "sensors", "target", "clear", "half", "blocked")


def apart(one: Style) -> float:
    """The contrast of a style with its own ground."""
    return contrast(one.color, one.bgcolor)


def bodies(name: str, seat: int) -> list[Style]:
    return [palette(name).body(seat, done, tone) for done in (False, True) for tone in range(3)]


def edge(one: Style) -> Ink:
    """What of a unit meets the ground: its body, or where it is drawn in outline what is written."""
    inks = palette("16"), palette("high-contrast")
    return one.color if one.bgcolor in {inks[0].role("text").bgcolor, inks[1].role("text").bgcolor} else one.bgcolor


@pytest.mark.parametrize("name", COLOURED)
def test_text_can_be_read(name: str) -> None:
    colours = palette(name)
    told = {role: one for role, one in colours.ui.items() if one.color and one.bgcolor}
    told |= {f"name {seat}": one for seat, one in enumerate(colours.names)}
    told |= {f"body {seat} {number}": one for seat in range(6) for number, one in enumerate(bodies(name, seat))}
    told |= {f"heading {seat}": one for seat in range(6) if (one := colours.heading(seat)) is not None}
    assert {role: round(apart(one), 2) for role, one in told.items() if apart(one) < TEXT} == {}
    assert len(told) > 50


@pytest.mark.parametrize("name", COLOURED)
def test_signs_and_figures_can_be_read_on_every_ground(name: str) -> None:
    colours, faint, looked = palette(name), list[object](), 0
    veils = [*(OVER + colour for colour in ("smoke", "fire")), *LIGHTS]
    for (ground, level), tint, tone in product(colours.shades, (*EVERY_TINT, *veils), range(3)):
        shade, looked = colours.shade(ground, level, tint, tone), looked + 1
        for what, one, least in (
            ("sign", shade.plain, SIGN),
            ("figure", shade.quiet, TEXT),
            ("label", shade.written, TEXT),
        ):
            if apart(one) < least - 0.005:
                faint.append((what, ground, level, tint, tone, round(apart(one), 2)))
    assert faint == []
    assert looked == 12 * (HIGHEST_TINT + 1) * (12 + len(LIGHTS)) * 3


@pytest.mark.parametrize("name", COLOURED)
def test_what_is_written_on_an_open_table_can_be_read(name: str) -> None:
    """Every ink, on each ground at the lowest and the highest level, bare and under tints."""
    colours, faint, looked = palette(name), list[object](), 0
    text = ["name 0", "name 1-", "tag 0", "tag 1-", "badge bad", "badge good", "badge", "ground-label 0", "chip"]
    text += [
        "figure",
        "on-target",
        "acting",
        "piece",
        "flag-loss",
        "flag-pin",
        "waypoint",
        "ghost",
        "barred",
        "in-hand",
    ]
    signs = ["effect smoke ", "effect ice 0", "effect ice 1", "ring", "way 0", "way 1", "shot ", "path", "threat"]
    for colour, level in ((colour, level) for colour, level in colours.shades if level in (0, HIGHEST_TINT)):
        area = Area("", Look("", colour), ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), level=level)
        inks = TableInks(colours, TableScene(48, 48, "in", Look("", colour), (area,), [], {}))
        for ink, tint in product((*text, *signs), ("", "reach", "threat rim", "blocked", OVER + "smoke", *LIGHTS)):
            found, looked = inks.ink(ink, (0, FLAT), tint), looked + 1
            if found.bgcolor and apart(found) < (TEXT if ink in text else SIGN) - 0.005:
                faint.append((ink, colour, level, tint, round(apart(found), 2)))
    assert faint == []
    assert looked > 2500


@pytest.mark.parametrize("name", COLOURED)
def test_bodies_stand_out_from_the_ground_on_which_they_stand(name: str) -> None:
    colours, lost, looked = palette(name), list[object](), 0
    inks = [*(edge(one) for seat in range(6) for one in bodies(name, seat)), colours.role("acting").bgcolor]
    for (ground, level), tone in product(colours.shades, range(3)):
        under = colours.shade(ground, level, "", tone).ground
        for ink in dict.fromkeys(inks):
            looked += 1
            if contrast(ink, colours.under(under, ink)) < SIGN:
                lost.append((ground, level, tone, ink))
    assert lost == []
    assert looked > 500


@pytest.mark.parametrize("name", COLOURED)
def test_the_first_two_sides_are_told_apart_without_hue(name: str) -> None:
    pairs = [*product(map(edge, bodies(name, 0)), map(edge, bodies(name, 1)))]
    assert min(contrast(one, other) for one, other in pairs) >= SIDES
    assert len(pairs) == 36


@pytest.mark.parametrize("name", COLOURED)
def test_yellow_is_whoever_acts_and_nothing_else(name: str) -> None:
    """No role but that of the acting unit, no tint and no side is yellow: much red and green, and little blue."""

    def yellow(ink: Ink) -> bool:
        if ink is None:
            return False
        red, green, blue = ink.get_truecolor()
        return red > 190 and green > 0.8 * red and blue < 0.6 * green

    colours = palette(name)
    assert yellow(colours.role("acting").bgcolor)
    roles = {role for role, one in colours.ui.items() if yellow(one.color) or yellow(one.bgcolor)}
    assert roles == {"acting"}
    assert not [tint for tint, ink in colours.tints.items() if yellow(ink)]
    assert not [seat for seat in range(2) if yellow(colours.seats[seat].bgcolor) or yellow(colours.names[seat].color)]


def test_in_few_colours_dusk_is_grey_and_danger_a_dull_red() -> None:
    colours, grounds = palette("256"), {ground for ground, _ in palette("256").shades}
    for ground in grounds:
        dusk, danger = (colours.shade(ground, 0, light).ground for light in ("*3", "*3r"))
        assert dusk is not None
        assert danger is not None
        assert len({*dusk.get_truecolor()}) == 1, ground
        red, *others = danger.get_truecolor()
        assert max(others) < red <= 0x87, ground
    assert len(grounds) == 12


def test_without_colour_no_side_looks_like_the_ground() -> None:
    """A unit of either side is inverse or underlined, whether it is done or not, and no ground is."""
    mono = palette("mono")
    marked = [mono.token(seat, done) for seat in range(2) for done in (False, True)]
    assert all(one.reverse or one.underline for one in marked)
    assert len(set(marked)) == 4
    for shade in mono.shades.values():
        assert not any(one.reverse or one.underline for one in (shade.plain, shade.quiet, shade.written, shade.floor))
