"""What stands at the rim of a view that is smaller than its map: tags turned inward, and arrows with counts."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from attrs import evolve
from textual.geometry import Region

from tabletop_tui.engine.question import Answer
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.map.battlefield import painters_of
from tabletop_tui.widgets.map.hex.compact_painter import TightBodies
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.off_screen_arrows import ARROWS, beyond
from tabletop_tui.widgets.terminal_palettes import palette
from tests.screens.conftest import at


@lru_cache
def answers(name: str, count: int) -> tuple[Answer, ...]:
    """So many answers, as two computers give them."""
    found, scenario = new_game.find_scenario(name)
    computers = Session.new(new_game.set_table(found, scenario, (), ["greedy", "greedy"], seed=7))
    computers.run(count)
    return tuple(made.answer for made in computers.history)


def midgame(name: str, count: int = 60) -> Session:
    found, scenario = new_game.find_scenario(name)
    session = Session.new(new_game.set_table(found, scenario, seed=7))
    for answer in answers(name, count):
        session.answer(answer)
    return session


def painter_of(name: str, glyphs=UNICODE, zoom: int = -1):
    session = midgame(name)
    table = session.system.scene(session.game)
    return painters_of(table, palette("truecolour"), glyphs)[zoom](table, palette("truecolour"), glyphs)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("name", ["mechcom/quick-start", "armymen/playground"])
def test_the_arrows_count_each_unit_that_is_out_of_view_once(name: str, glyphs) -> None:
    one, looked = painter_of(name, glyphs), 0
    units = [token for token in one.scene.tokens if token.kind == "unit" and token.seat is not None]
    for x in range(0, one.width - 30, 17):
        for y in range(0, one.height - 12, 7):
            view = Region(x, y, 30, 12)
            told = [text for row in beyond(one, view).values() for _, text, _ in row]
            inside = sum(view.contains(one.corner(token.spot)[0] + 1, one.corner(token.spot)[1]) for token in units)
            assert sum(int(re.sub(r"\D", "", text)) for text in told) == len(units) - inside
            assert all(set(text) - set("0123456789") <= set(ARROWS[glyphs.halves].values()) for text in told)
            looked += len(told)
    assert looked > 20
    assert beyond(one, Region(0, 0, one.width, one.height)) == {}


@pytest.mark.parametrize("name", ["mechcom/quick-start", "armymen/playground", "crimsondusk/convoy"])
def test_no_arrow_lies_on_a_unit_or_its_tag_or_on_another_arrow(name: str) -> None:
    one, looked = painter_of(name), 0
    for x in range(0, one.width - 30, 5):
        for y in range(0, one.height - 12, 3):
            view = Region(x, y, 30, 12)
            one.look(view)
            taken, cells = one.taken(), list[tuple[int, int]]()
            for row, arrows in beyond(one, view).items():
                cells += [(x + at + number, row) for at, text, _ in arrows for number in range(len(text))]
            assert len(set(cells)) == len(cells)
            assert not any(taken(*cell) for cell in cells), (view, cells)
            looked += len(cells)
    assert looked > 300


def test_the_map_says_who_holds_what() -> None:
    """The sign of the holder stands behind the tag of the piece, in its colours; what is free stays as it is."""
    colours, looked = palette("truecolour"), 0
    for name, tag, spot in (("crimsondusk/crossroads", "P2", "24,24"), ("mechcom/canyon-zone", "", "0711")):
        session = midgame(name, 0)
        table = session.system.scene(session.game)
        for seats, piece in (((), None), ((0,), None), ((1,), None), ((1,), 1)):
            held = [evolve(one, seats=seats if one.spot == spot else ()) for one in table.held]
            tokens = [evolve(one, seat=piece) if one.kind == "piece" else one for one in table.tokens]
            shown = evolve(table, held=held, tokens=tokens)
            one = painters_of(shown, colours, UNICODE)[2](shown, colours, UNICODE)
            rows = [segment for line in range(one.height) for segment in one.row(line, "")]
            sign = f"{tag}{UNICODE.seats[seats[0]]}" if seats else tag or "none"
            found = [segment.style.bgcolor for segment in rows if sign in segment.text]
            if seats:
                assert found == [colours.token(seats[0]).bgcolor], (name, seats)
            else:
                assert not found or found == [colours.role("piece").bgcolor], name
            looked += 1
    assert looked == 8


async def test_a_ghost_or_a_way_hides_no_tag() -> None:
    session = midgame("pmc2640/quick-start")
    table = session.system.scene(session.game)
    one = painters_of(table, palette("truecolour"))[4](table, palette("truecolour"), UNICODE)
    before = {
        unit: "".join(one.labels.signs[row][at][0] for at, row in cells) for unit, cells in one.labels.tags.items()
    }
    ghosts = tuple((x / 2, y / 2, 0.5) for x in range(96) for y in range(96))
    one.mark(Marks(ghosts=ghosts))
    for unit, cells in one.labels.tags.items():
        line = "".join(segment.text for segment in one.row(cells[0][1], ""))
        assert line[cells[0][0] :].startswith(before[unit]), unit
    assert len(before) >= 6


def test_a_tag_at_the_rim_of_the_view_stands_on_its_inner_side() -> None:
    """In each view of part of a table a unit of which the body is seen has its whole tag in view, where it has room."""
    one, whole, cut = painter_of("armymen/playground", zoom=8), 0, []
    for x in range(0, one.width - 40, 9):
        for y in range(0, one.height - 16, 5):
            view = Region(x, y, 40, 16)
            one.look(view)
            for unit, cells in one.labels.tags.items():
                body = one.bodies.of[unit]
                seen = [cell for cell in body.models if view.contains(*cell)]
                if len(seen) == len(body.models):
                    whole += 1
                    cut += [(unit, view)] if not all(view.contains(*cell) for cell in cells) else []
    assert whole > 60
    assert len(cut) <= whole // 50, "there is room nearly always"


def test_another_view_tells_the_rows_that_differ() -> None:
    one = painter_of("armymen/playground", zoom=8)
    before, told = [one.row(y) for y in range(one.height)], set()
    for x in range(0, one.width - 40, 9):
        told |= one.look(Region(x, 3, 40, 16))
    after = [one.row(y) for y in range(one.height)]
    assert {y for y in range(one.height) if before[y] != after[y]} <= told
    assert told


def test_where_hexes_are_tight_who_is_not_seen_is_counted() -> None:
    """At whatever row the view ends the tag of a unit stands in it, or an arrow counts the unit."""
    session, looked = midgame("mechcom/quick-start", 20), 0
    scene = session.system.scene(session.game)
    one = TightBodies(scene, palette("truecolour"), UNICODE)
    units = [token for token in scene.tokens if token.kind == "unit" and token.seat is not None]
    for height in range(6, one.height):
        told = "".join(part.text for y in range(height) for part in one.row(y))
        seen = sum(token.tag in told for token in units)
        arrows = beyond(one, Region(0, 0, one.width, height))
        assert seen + sum(int(text.strip("▾")) for row in arrows.values() for _, text, _ in row) == len(units), height
        looked += 1
    assert looked > 10


async def test_the_whole_board_of_a_quick_start_fits_on_a_small_screen() -> None:
    async with at(midgame("mechcom/quick-start", 20)) as player:
        field = player.battle.field
        assert (field.view.width, field.view.height) >= (field.painter.width, field.painter.height)
        assert not field._arrows
        told = {line.tag for line in player.battle.model.roster if line.unit in player.battle.model.where}
        rows = [line[:44] for line in player.picture.splitlines()[1:-2]]
        assert len(told) >= 2
        assert all(any(tag in row for row in rows) for tag in told)
        assert [row[:2] for row in rows if row[:2].strip()] == [f"{number:02d}" for number in range(1, 13)]


async def test_a_map_that_does_not_fit_says_how_many_are_where() -> None:
    async with at(midgame("armymen/playground")) as player:
        field = player.battle.field
        assert any(sign in player.picture for sign in "◂▸▴▾")
        counted = {text for row in field._arrows.values() for _, text, _ in row}
        await player.press("x " + "left " * 30)
        assert {text for row in field._arrows.values() for _, text, _ in row} != counted
    async with at(midgame("mechcom/quick-start"), size=(160, 50)) as player:
        assert not any(sign in player.picture for sign in "◂▴▾")
