"""Hexes as bodies of half cells: whose each half cell is, tones, relief, and that nothing written on them is lost."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import Color

from tabletop_tui.engine.badges import Badge, Left
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.widgets.colour_arithmetic import brightness, contrast
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.map.battlefield import map_sizes, painters_of
from tabletop_tui.widgets.map.hex.compact_painter import TightBodies
from tabletop_tui.widgets.map.hex.hex_cells import BROAD, CLOSE, HUGE, PLAY, ROOMY, TIGHT, HalfCells, SharedCell, Span
from tabletop_tui.widgets.map.hex.hex_ground import HexBodies
from tabletop_tui.widgets.map.hex.hex_labels import BroadBodies, CloseBodies, HugeBodies, PlayBodies
from tabletop_tui.widgets.map.hex.outline_painter import LATTICES
from tabletop_tui.widgets.map.hex.roomy_painter import RoomyBodies
from tabletop_tui.widgets.map.hex.zooms import BODIES
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.traces import LOSS, Traces
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.conftest import at, check_kept_rows, check_parts_of_rows, toy
from tests.screens.fixtures import REACH, scene, token
from tests.screens.test_painting import any_marks, text

WRITTEN = BODIES[1:]
ZOOMS = (TIGHT, PLAY, BROAD, ROOMY, CLOSE, HUGE)


def painter(zoom=PlayBodies, colours: str = "truecolour", table: HexScene | None = None, **marks) -> HexBodies:
    return zoom(table or scene(), palette(colours), UNICODE, Marks(**marks))


def inside(one: HexBodies, spot: str, part: int) -> str:
    return "".join(piece for piece, _ in one.inside(spot, part))


def styled(one: HexBodies, spot: str, part: int, sign: str):
    return next(look for piece, look in one.inside(spot, part) if sign in piece)


def halves(one: HexBodies, cursor: str = "") -> list[list[Color | None]]:
    """The colour of each half cell of a map, where text counts as its ground."""
    found: list[list[Color | None]] = []
    for y in range(one.height):
        upper, lower = [], []
        for segment in one.row(y, cursor):
            assert segment.style is not None
            for sign in segment.text:
                ink, ground = segment.style.color, segment.style.bgcolor
                upper.append(ink if sign == "▀" else ground)
                lower.append(ink if sign in "▄▁" else ground)
        found += [upper, lower]
    return found


# ---------------------------------------------------------------- half cells
@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
def test_all_hexes_have_the_same_half_cells(zoom):
    cells = HalfCells(zoom, 5, 4)
    width, height = zoom.size(5, 4)
    shapes: dict[str, set[tuple[int, int]]] = {}
    for x, half in product(range(width), range(2 * height)):
        if spot := cells.owner(x, half):
            shapes.setdefault(spot, set()).add((x - (int(spot[:2]) - 1) * zoom.wide, half - zoom.top(spot)))
    assert len(shapes) == 20
    kinds = 2 if zoom is TIGHT else 1  # where columns cannot lie half a hex lower, every second has its own shape
    assert len(set(map(frozenset, shapes.values()))) == kinds
    for column in range(5):
        assert len({frozenset(cells) for spot, cells in shapes.items() if int(spot[:2]) == column + 1}) == 1


@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
def test_half_cells_that_touch_belong_to_neighbours(zoom):
    cells, grid = HalfCells(zoom, 5, 4), HexGrid(5, 4)
    width, height = zoom.size(5, 4)
    for x, half in product(range(width - 1), range(2 * height - 1)):
        here = cells.owner(x, half)
        for there in (cells.owner(x + 1, half), cells.owner(x, half + 1)):
            assert None in (here, there) or here == there or there in grid.neighbours[here]


@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
def test_the_parts_of_a_row_are_its_half_cells(zoom):
    cells = HalfCells(zoom, 5, 4)
    width, height = zoom.size(5, 4)
    for y in range(height):
        found = []
        for part in cells.row(y).parts:
            pair = (part.hex, part.hex) if isinstance(part, Span) else (part.upper.hex, part.lower.hex)
            found += [pair] * (part.cells if isinstance(part, Span) else 1)
        assert found == [(cells.owner(x, 2 * y), cells.owner(x, 2 * y + 1)) for x in range(width)]


def test_a_line_between_two_hexes_goes_as_the_side_does():
    """Left of a hex in an upper column its upper side rises to the right, its lower side falls."""
    cells = HalfCells(PLAY, 5, 4)
    rows = [cells.row(y) for y in (2, 3)]
    sides = [
        next(part for part in (row.parts[at] for at in row.touching["0302"]) if isinstance(part, SharedCell))
        for row in rows
    ]
    assert [side.falls for side in sides] == [False, True]


@pytest.mark.parametrize(("zoom", "rows"), [(PlayBodies, [3, 3]), (BroadBodies, [5, 5]), (CloseBodies, [6, 8, 8, 6])])
def test_each_row_of_a_hex_has_the_same_room_everywhere(zoom, rows):
    one = painter(zoom)
    found = {
        (part.part, part.cells)
        for y in range(one.height)
        for part in one.half_cells.row(y).parts
        if isinstance(part, Span) and part.hex
    }
    assert found == set(enumerate(rows))
    assert all(len(inside(one, spot, part)) == rows[part] for spot in one.scene.grid.hexes for part in range(len(rows)))


# ---------------------------------------------------------------- the ground
@pytest.mark.parametrize("zoom", WRITTEN)
@pytest.mark.parametrize("colours", ["truecolour", "256", "colour-blind"])
def test_every_row_is_as_wide_as_the_table(zoom, colours):
    one = painter(zoom, colours, labels=REACH, active="0404", traces=Traces(flags={"0405": ("-2", LOSS)}))
    assert {len(text(one, y, "0505")) for y in range(one.height)} == {one.width}


def test_neighbours_of_one_ground_have_three_tones():
    one = painter()
    for spot in one.scene.grid.hexes:
        assert all(one.tone(spot) != one.tone(other) for other in one.scene.grid.neighbours[spot])
    assert len({one.ground(spot) for spot in ("0901", "0902", "0903")}) == 3


def test_two_units_of_a_side_that_touch_are_two_bodies():
    table = evolve(scene(), tokens=[token("A1", "One", 0, "0404"), token("A2", "Two", 0, "0405")])
    one = painter(table=table)
    assert one.ground("0404") != one.ground("0405")


def test_a_hill_has_a_lit_rim_in_the_north_and_a_cliff_in_the_south():
    """1304 lies on level 2, 1303 and 1305 on level 1."""
    one, white, black = painter(), Color.from_rgb(255, 255, 255), Color.from_rgb(0, 0, 0)
    rim, cliff = one.floor("1303"), one.floor("1304")
    assert rim is not None
    assert cliff is not None
    assert contrast(rim[1].color, black) > contrast(one.ground("1303"), black)
    assert contrast(cliff[1].color, white) > contrast(one.ground("1304"), white)
    assert one.floor("0901") is None, "level ground"
    assert painter(labels={"1303": "1"}, zones=False).floor("1303") is None, "a tint must read, so it has no relief"


def test_no_tones_and_no_relief_in_256_colours_but_lines_between_hexes_of_one_colour():
    one = painter(colours="256")
    colours = {segment.style.color for y in range(one.height) for segment in one.row(y) if segment.style}
    assert all(ink is None or ink.number is not None for ink in colours)
    x, y = one.corner("0902")
    assert (text(one, y)[x], text(one, y + 1)[x]) == ("▀", "▀"), "concrete against grass"
    x, y = one.corner("0601")
    assert (text(one, y)[x], text(one, y + 1)[x : x + 4]) == ("/", "\\▁▁▁"), "sand beside sand"


def test_a_zone_has_a_rim_and_nothing_inside():
    one, bare = painter(), painter(zones=False)
    cells = HalfCells(PLAY, 14, 20)
    zone = next(zone for zone in one.scene.zones if zone.name == "Control zone").spots
    before, after = halves(bare), halves(one)
    changed = {(x, y) for y, row in enumerate(after) for x, ink in enumerate(row) if ink != before[y][x]}
    touched = {cells.owner(x, y) for x, y in changed} & zone
    grid = one.scene.grid
    assert touched
    assert all(set(grid.neighbours[spot]) - zone for spot in touched), "only hexes at the rim of the zone"
    assert inside(one, "0710", 0).strip() == inside(one, "0710", 1).strip() == ""


@pytest.mark.parametrize("zoom", WRITTEN)
def test_the_cursor_is_white_at_the_sides_of_its_hex_and_harms_no_text(zoom):
    one = painter(zoom, labels=REACH)
    white = one.palette.role("cursor").bgcolor
    for spot in ("0405", "0404"):
        plain, marked = ([text(one, y, cursor) for y in one.lines_of(spot)] for cursor in ("", spot))
        assert [line.replace("▀", " ") for line in plain] == [line.replace("▀", " ") for line in marked]
        marked_inks, plain_inks = ({ink for row in halves(one, at) for ink in row} for at in (spot, ""))
        assert any(contrast(ink, white) > 8 for ink in marked_inks - plain_inks), "it has a dark edge"
        cells = HalfCells(one.cells, 14, 20)
        lit = [(x, y) for y, row in enumerate(halves(one, spot)) for x, ink in enumerate(row) if ink == white]
        assert {cells.owner(x, y) for x, y in lit} == {spot}
        corners = 2 * sum(max(one.cells.side) > fall for fall in one.cells.side)
        assert len(lit) == corners or one.cells in (TIGHT, ROOMY, CLOSE, HUGE)


# ---------------------------------------------------------------- what is written
def test_costs_are_plain_and_heights_are_signed_in_another_row():
    one = painter(labels=REACH)
    assert inside(one, "0405", 0) == " +2"
    assert inside(one, "0405", 1) == " 1 "
    assert styled(one, "0405", 1, "1").bgcolor == styled(one, "0405", 0, "+").bgcolor == one.ground("0405")
    assert inside(painter(labels={"0405": "10"}), "0405", 1) == " 10"


def test_the_rim_of_what_is_tinted_shines_and_its_inside_hardly_does():
    one, bare = painter(), painter()
    grid = one.scene.grid
    inside_ = frozenset({"0909", *grid.neighbours["0909"]})
    changed = one.mark(Marks(labels=dict.fromkeys(inside_, "2")))
    assert {one.tint(spot) for spot in grid.neighbours["0909"]} == {"reach rim"}
    assert one.tint("0909") == "reach"
    far = {spot: contrast(one.ground(spot), bare.ground(spot)) for spot in inside_}
    assert far["0909"] == min(far.values()) < 1.4 < sorted(far.values())[1]
    one.mark(Marks(labels={"0909": "2"}))
    assert one.tint("0909") == "reach rim", "its neighbours are no longer inside"
    assert changed


def test_figures_of_an_overlay_stand_only_where_another_is_beside_them():
    around = painter().scene.grid.neighbours["0909"]
    near = dict.fromkeys(around, "1") | {"0909": "1"}
    one = painter(overlay=Overlay("threat", near, "threat"))
    assert one.label("0909") == ""
    one.mark(Marks(overlay=Overlay("threat", near | {around[0]: "2"}, "threat")))
    assert "1" in inside(one, "0909", 1)
    assert "2" in inside(one, around[0], 1)
    assert painter(colours="mono", overlay=Overlay("threat", near, "threat")).label("0909") == "1", "no colour says it"


def test_a_unit_shows_its_tag_its_status_and_what_is_left():
    one = painter()
    assert inside(one, "0615", 0) == "B2S"
    assert inside(one, "0615", 1) == "▁▀▀", "an eighth is left; beside it the foot"
    assert inside(painter(BroadBodies), "0615", 0) == "B2S✓ ", "one sign a status, and that it has acted"
    close = painter(CloseBodies)
    assert inside(close, "0615", 1).strip() == "Warden"
    assert inside(close, "0615", 3).strip() == "S", "'Stunned' has no room"
    assert inside(close, "0607", 1).strip() == "Kerberos", "a name ends with a word"
    assert inside(close, "0607", 3).strip() == "+2"


def test_ground_and_height_stay_visible_where_a_unit_stands():
    """On each hex of the map stands a unit in turn: below its tag are the height and the sign of the ground."""
    bare, looked = evolve(scene(), tokens=[]), 0
    for spot, ground in bare.ground.items():
        one = painter(table=evolve(bare, tokens=[token("A1", "One", 0, spot)]))
        below = inside(one, spot, 1)
        assert below.endswith(f"{ground.level:+d}") or not ground.level
        glyph = UNICODE.ground(ground.over or ground.look).strip()
        assert glyph in below or ground.level, spot
        assert one.ground(spot) != one._body(spot).unit
        looked += bool(ground.level) + bool(glyph)
    assert looked > 40


def test_what_is_lost_is_drawn_and_nothing_of_a_whole_unit():
    def gauge(health: float) -> str:
        table = evolve(scene(), tokens=[token("A1", "One", 0, "0901", health=health)])
        return inside(painter(table=table), "0901", 1)[0]

    assert [gauge(eighth / 8) for eighth in range(1, 9)] == ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "▀"]


def test_on_roomy_hexes_what_is_left_of_a_wounded_unit_stands_in_figures():
    """In every second column a hex has two whole rows of text, in the others three: the last two say the same."""
    for spot, last in (("0301", 2), ("0201", 1)):
        for left, gauge in ((4, "▄4/8"), (8, "▀▀▀▀")):
            unit = token("A1", "One", 0, spot, health=left / 8, left=Left(left, 8, "models"))
            one = painter(RoomyBodies, table=evolve(scene(), tokens=[unit]))
            assert inside(one, spot, last - 1).strip() == "A1"
            assert inside(one, spot, last).startswith(gauge)
            assert inside(one, spot, last).endswith(f"{level:+d}" if (level := one.scene.ground[spot].level) else "▀")


def test_a_status_stands_in_words_where_it_has_room():
    hacked = Badge("Hacked", "HCK", letter="H")
    hot = token("A1", "Typhon", 0, "0404", badges=(Badge("Heat #", "HT#", letter="h").of(4), hacked))
    close = painter(CloseBodies, table=evolve(scene(), tokens=[hot]))
    assert inside(close, "0404", 3) == "Heat 4"
    assert inside(close, "0404", 0) == "A1 hH "


@pytest.mark.parametrize("zoom", WRITTEN)
def test_whoever_acts_has_its_tag_on_yellow_and_a_done_one_is_darker(zoom):
    one = painter(zoom, active="0404")
    lower = {HugeBodies: 1, RoomyBodies: 1}.get(zoom, 0)  # in every second column roomy hexes have a row less
    assert styled(one, "0404", lower if zoom is HugeBodies else 0, "A1") is one.palette.role("acting")
    assert styled(one, "0905", lower, "A3") is not one.palette.role("acting")
    assert one._body("0404").unit == one.palette.role("acting").bgcolor
    for seat in range(6):
        fresh, done = one.palette.token(seat), one.palette.token(seat, True)
        assert brightness(done.bgcolor) < brightness(fresh.bgcolor)
        assert (bool(fresh.bold), bool(done.bold)) == (True, False)


def test_a_target_is_marked_at_the_sides_of_its_hex():
    one = painter(targets=frozenset({"0812"}))
    pink = one.palette.tint("target")
    assert Counter(ink for row in halves(one) for ink in row)[pink] == 4


def test_what_was_lost_stands_on_the_bar():
    one = painter(traces=Traces(flags={"0404": ("-2", LOSS)}))
    assert inside(one, "0404", 1) == "▀-2"
    assert styled(one, "0404", 1, "-2") is one.palette.role("loss")


def test_a_facing_is_an_arrow_behind_the_tag():
    faces = evolve(scene(), tokens=[token("A1", "Typhon", 0, "0404", facing=1)])
    assert all(UNICODE.facing[1] in inside(painter(zoom, table=faces), "0404", zoom is HugeBodies) for zoom in WRITTEN)


@pytest.mark.parametrize("name", [name for name in NAMES if palette(name).bodies == "relief"])
def test_figures_can_be_read_on_every_ground(name):
    inks = palette(name)
    one = painter(colours=name)
    for look, level in inks.shades:
        for tone, tint in product(range(3), ("", "reach", "path", "threat", "sensors", "clear", "half", "blocked")):
            one._shades["0101"] = inks.shade(look, level, tint, tone)
            figure = one.shade("0101").quiet
            assert contrast(figure.color, figure.bgcolor) > 2.8, (look, level, tint, tone)
    for role in ("pill", "badge", "acting", "loss"):
        assert contrast(inks.role(role).color, inks.role(role).bgcolor) > 6.5
    for seat in range(6):
        assert contrast(inks.token(seat).color, inks.token(seat).bgcolor) > 4.1


# ---------------------------------------------------------------- which zooms there are, and what is kept
def test_bodies_need_half_blocks_and_colours():
    kinds = {
        (name, glyphs.name): issubclass(painters_of(scene(), palette(name), glyphs)[1], HexBodies)
        for name in NAMES
        for glyphs in (UNICODE, ASCII)
    }
    assert {kind for kind, bodies in kinds.items() if bodies} == {
        ("truecolour", "unicode"),
        ("colour-blind", "unicode"),
        ("256", "unicode"),
        ("light", "unicode"),
    }


@pytest.mark.parametrize("colours", ["truecolour", "mono"])
def test_sizes_are_known_before_anything_is_painted(colours):
    table, inks = scene(), palette(colours)
    sizes = map_sizes(table, inks)
    painted = [make(table, inks, UNICODE) for make in painters_of(table, inks)]
    assert [tuple(size) for size in sizes] == [
        (one.width + one.rulers[0], one.height + one.rulers[1]) for one in painted
    ]
    play = next(number for number, one in enumerate(painted) if one.zoom == "play")
    assert tuple(sizes[play]) == (57 + 3, 41 + 1)


def test_where_hexes_are_tight_a_unit_has_its_row_and_the_ground_is_seen_beside_it():
    one, looked = painter(TightBodies), 0
    tokens = [unit for unit in one.scene.tokens if unit.kind == "unit"]
    for unit in tokens:
        y, (x, _) = one.tag_row(unit.spot), one.corner(unit.spot)
        assert text(one, y)[x + 1 :].startswith(unit.tag)
        cells = HalfCells(one.cells, 14, 20)
        shown = halves(one)
        whose = [(x, y) for y, row in enumerate(shown) for x, _ in enumerate(row) if cells.owner(x, y) == unit.spot]
        inks = {shown[at][x] for x, at in whose}
        assert one.body(unit) in inks
        assert one.ground(unit.spot) in inks
        looked += 1
    assert looked >= 3


@pytest.mark.parametrize("zoom", WRITTEN)
def test_a_click_on_any_hex_finds_that_hex(zoom):
    one = painter(zoom)
    for spot in one.scene.grid.hexes:
        x, y = one.corner(spot)
        assert one.spot_at(x + one.wide // 2, y + one.high // 2) == spot


@pytest.mark.parametrize("zoom", WRITTEN)
def test_part_of_a_row_is_that_part_of_the_whole(zoom):
    check_parts_of_rows(painter(zoom), "0404")


@pytest.mark.parametrize("zoom", BODIES)
@settings(max_examples=15)
@given(looks=st.lists(any_marks, min_size=2, max_size=4), colours=st.sampled_from(["truecolour", "256"]))
def test_rows_that_are_kept_look_as_if_they_were_painted_now(zoom, looks, colours):
    check_kept_rows(lambda look: zoom(scene(), palette(colours), UNICODE, look), looks)


@pytest.mark.parametrize("zoom", BODIES)
def test_a_hex_that_changes_changes_the_rim_above_it_too(zoom):
    one, later = zoom(scene(), palette("truecolour"), UNICODE), scene()
    shown = [one.row(y) for y in range(one.height)]
    ground = {**later.ground, "1304": evolve(later.ground["1304"], level=0)}
    tokens = [evolve(later.tokens[0], spot="0505"), *later.tokens[1:]]
    later = evolve(later, ground=ground, tokens=tokens)
    lines = one.take(later)
    assert lines is not None
    for y in lines:
        shown[y] = one.row(y)
    fresh = zoom(later, palette("truecolour"), UNICODE)
    assert shown == [fresh.row(y) for y in range(fresh.height)]


# ---------------------------------------------------------------- rulers
@pytest.mark.parametrize("make", [PlayBodies, BroadBodies, *LATTICES[1:3]])
def test_rulers_stand_over_and_beside_the_hexes_that_they_name(make):
    one = make(scene(), palette("truecolour"), UNICODE)
    above = "".join(piece for piece, _ in one.ruler_above(0, one.width))
    assert len(above) == one.width
    for column in (1, 2, 14):
        x, y = one.corner(f"{column:02d}03")
        assert above[x : x + one.wide + 1].split() == [f"{column:02d}"]
        assert column % 2 == 0 or one.ruler_beside(y)[0].strip() == "03"
    assert "".join(piece for piece, _ in one.ruler_above(10, 20)) == above[10:30]
    assert {len(one.ruler_beside(y)[0]) for y in range(one.height)} == {one.rulers[0]}


async def test_rulers_are_there_where_there_is_room_for_them():
    async with at(toy(), size=(160, 50)) as player:
        await player.press("minus minus")  # close by, each hex has its number in it
        assert " 01 02 03" in " ".join(player.picture.split())
        assert player.battle.field.rulers == (3, 1)
    async with at(toy(), size=(80, 24)) as player:
        player.battle.field.show(scene())
        assert player.battle.field.rulers == (0, 0), "all columns fit just so, and rows are few"
