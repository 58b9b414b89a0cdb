"""Sides of very many units: a row a platoon in the roster, and a key from platoon to platoon."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.roster import roster_panel
from tabletop_tui.widgets.styled_text import text_of, width_of
from tabletop_tui.widgets.terminal_palettes import palette
from tests.screens.conftest import at
from tests.screens.test_tools import under_way

PINNED = Badge("Pinned", "PIN", "bad", "P")
NAMES = "Red", "Blue"


def line(number: int, side: str = "A", **more: object) -> RosterLine:
    found = RosterLine(f"{side}{number}", f"{side}{number}", "Recruits", "AB".index(side), "12,3", "", 1.0)
    return evolve(found, **more)


def rows(roster, glyphs=UNICODE, height=40, colours="truecolour", **more) -> list[str]:
    shown = roster_panel(roster, NAMES, 29, height, palette(colours), glyphs, more_key="i", **more)
    assert max(map(width_of, shown.lines)) <= 29
    return [text_of(row).rstrip() for row in shown.lines]


FORTY = [line(number, side) for side in "AB" for number in range(1, 41)]


def test_forty_units_a_side_are_five_rows_of_eight_and_five_bars_where_there_is_room():
    tall = rows([line(1, state="lost"), line(2, health=0.5), *FORTY[2:]], height=40)
    assert tall[1:5] == [
        "a Recruits      ▄▄▄▄▄▄▖·  81%",
        f"   1{UNICODE.sight['blocked']} 2  3  4  5  6  7  8",
        "b Recruits      ▄▄▄▄▄▄▄▄ 100%",
        "   9 10 11 12 13 14 15 16",
    ]
    found = rows(FORTY, height=20)
    assert found[:3] == ["● Red", "a  1  2  3  4  5  6  7  8", "b  9 10 11 12 13 14 15 16"]
    assert [row[:1] for row in found[1:6]] == [*"abcde"]
    assert found[6:8] == ["", "■ Blue"]
    assert found[-1] == "more: i"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_number_says_what_is_the_matter_with_its_unit(glyphs):
    changed = [line(1, state="lost"), line(2, state="done"), line(3, badges=(PINNED,)), *FORTY[3:]]
    row = rows(changed, glyphs, height=20, colours="mono")[1]
    assert row.startswith(f"a  1{glyphs.sight['blocked']} 2{glyphs.done} 3P 4")


def test_the_unit_in_hand_and_those_that_are_not_on_the_table_look_otherwise():
    colours = palette("truecolour")
    roster = [evolve(FORTY[0], spot=""), *FORTY[1:]]
    row = roster_panel(roster, NAMES, 29, 20, colours, UNICODE, "A2", more_key="i").lines[1]
    inks = dict(row[1:])
    assert inks[" 1 "] == "dim"
    assert inks[" 2"] == "acting"
    assert inks[" 3"] == colours.token(0)


def test_a_side_of_few_units_is_a_row_a_unit():
    assert any("Recruits" in row for row in rows(FORTY[:8] + FORTY[40:48]))


async def test_a_key_goes_to_the_next_platoon():
    async with at(under_way("armymen/backyard", 60), size=(160, 50)) as player:
        battle = player.battle
        seat = battle.model.question.seat
        await player.press("right_parenthesis")
        assert battle.field.cursor in [
            battle.model.where[u.unit] for u in battle.model.roster if u.seat == seat and u.unit in battle.model.where
        ]
        assert "Platoon" in player.prompt
