"""Hexes drawn with lines, and what all painters share: every cell where it belongs, at each zoom, in each palette."""

from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.geometry import Region, Size

from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.widgets.colour_arithmetic import contrast
from tabletop_tui.widgets.glyphs import ASCII, UNICODE, choose
from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.hex.outline_painter import LATTICES, CloseLattice, PlayLattice
from tabletop_tui.widgets.map.hex.overview_painter import Overview
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.row_widgets import Rows
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.conftest import check_kept_rows, check_parts_of_rows
from tests.screens.fixtures import REACH, scene


def painter(zoom: type[HexPainter] = PlayLattice, colours: str = "truecolour", glyphs=UNICODE, **marks) -> HexPainter:
    return zoom(scene(), palette(colours), glyphs, Marks(**marks))


def text(one: HexPainter, y: int, cursor: str = "") -> str:
    return "".join(segment.text for segment in one.row(y, cursor))


def rows(one: HexPainter, cursor: str = "") -> list[str]:
    return [text(one, y, cursor) for y in range(one.height)]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", LATTICES)
def test_every_row_is_as_wide_as_the_table(zoom, glyphs):
    one = painter(zoom, glyphs=glyphs, labels=REACH)
    assert {len(row) for row in rows(one, "0505")} == {one.width}


def test_the_lattice_shows_all_six_neighbours():
    """The six hexes around 0505 are bounded by its own edges."""
    one = painter()
    x, y = one.corner("0505")
    assert (text(one, y)[x], text(one, y)[x + 4]) == ("/", "\\")
    assert (text(one, y + 1)[x], text(one, y + 1)[x + 4]) == ("\\", "/")
    assert text(one, y + 1)[x + 1 : x + 4] == "___"


def test_even_columns_lie_half_a_hex_lower():
    one = painter()
    assert one.corner("0101") == (0, 0)
    assert one.corner("0201") == (4, 1)
    assert one.corner("0301") == (8, 0)


@pytest.mark.parametrize("zoom", LATTICES)
def test_a_click_on_any_hex_finds_that_hex(zoom):
    one = painter(zoom)
    for spot in one.scene.grid.hexes:
        x, y = one.corner(spot)
        assert one.spot_at(x + one.wide // 2, y + one.high // 2) == spot
    assert one.spot_at(one.width + 9, 0) is None
    assert one.spot_at(0, one.height + 9) is None


@pytest.mark.parametrize("zoom", LATTICES)
def test_only_the_lines_of_a_spot_show_its_cursor(zoom):
    one = painter(zoom)
    plain, marked = rows(one), rows(one, "0606")
    changed = {y for y in range(one.height) if plain[y] != marked[y]}
    assert changed
    assert changed <= set(one.lines_of("0606"))


def test_a_model_shows_tag_badge_health_and_that_it_is_done():
    one = painter()
    x, y = one.corner("0615")
    assert text(one, y)[x + 1 : x + 4] == "B2S"
    assert text(one, y + 1)[x + 1 : x + 4] == "▖ ✓"
    x, y = one.corner("0404")
    assert text(one, y + 1)[x + 1 : x + 4] == "▄▄▄"


def test_sides_differ_without_colour():
    """In mono the styles of the first six seats' tokens differ, or their bars do."""
    mono = palette("mono")
    assert mono.token(0) != mono.token(1)
    one = painter(colours="mono", glyphs=ASCII)
    red, blue = one.bar(one.tokens["0404"][0], 3), one.bar(one.tokens["0812"][0], 3)
    assert red[0] != blue[0]
    assert len(set(ASCII.seats)) == len(ASCII.seats) == 6


@pytest.mark.parametrize("zoom", LATTICES)
def test_the_ascii_signs_are_all_ascii(zoom):
    sight = {"0706": "clear", "0707": "half", "0808": "blocked"}
    one = painter(zoom, "mono", ASCII, labels=REACH, path=("0404", "0405"), sight=sight, active="0404")
    assert "".join(rows(one, "0505")).isascii()


def test_reach_is_labelled_with_its_cost():
    one = painter(labels=REACH)
    x, y = one.corner("0504")
    assert text(one, y + 1)[x + 2] == "1"
    x, y = one.corner("0604")
    assert text(one, y + 1)[x + 2 : x + 4] == "10"


def test_sight_lines_differ_by_what_they_are_worth():
    signs = set()
    for state in ("clear", "half", "blocked"):
        one = painter(sight={"0706": state})
        x, y = one.corner("0706")
        signs.add(text(one, y)[x + 2])
        assert one.shade("0706") != painter().shade("0706")
    assert len(signs) == 3


def test_an_overlay_without_labels_is_seen_in_mono_too():
    cover = Overlay("threat", {"0909": ""}, "threat")
    one = painter(colours="mono", glyphs=ASCII, overlay=cover)
    x, y = one.corner("0909")
    assert ASCII.marks["threat"] in text(one, y)[x : x + 4]


@pytest.mark.parametrize("name", NAMES)
def test_each_palette_has_every_role_and_ground(name):
    colours, full = palette(name), palette("truecolour")
    assert colours.ui.keys() == full.ui.keys()
    assert colours.shades.keys() == full.shades.keys()
    assert len(colours.seats) == len(colours.seats_done) == len(colours.names) == 6
    if colours.colour:
        assert len({colours.token(seat) for seat in range(6)}) == 6
        grounds = {colours.shade(ground, 0) for ground in ("grass", "water", "forest", "snow", "building")}
        assert len(grounds) == 5


@pytest.mark.parametrize("name", [name for name in NAMES if name != "mono"])
def test_reach_and_threat_are_tinted_apart(name):
    colours = palette(name)
    seen = {colours.shade("grass", 0, tint).ground for tint in ("", "reach", "threat", "sensors")}
    assert len(seen) == 4


def test_high_contrast_can_be_read_everywhere():
    colours = palette("high-contrast")
    styles = [*colours.ui.items(), *(("seat", one) for one in (*colours.seats, *colours.seats_done, *colours.names))]
    assert not [name for name, one in styles if one.bgcolor and contrast(one.color, one.bgcolor) < 5]


def test_good_bad_and_the_first_two_seats_differ_in_blue_for_colour_blind_eyes():
    """Red and green are what such eyes mix up; the blue share tells these apart."""
    colours = palette("colour-blind")
    for one, other in (
        (colours.role("good").color, colours.role("bad").color),
        tuple(s.bgcolor for s in colours.seats[:2]),
    ):
        assert abs(one.get_truecolor().blue - other.get_truecolor().blue) > 90


def test_equal_styles_are_one_segment():
    one = painter()
    segments = one.row(20)
    assert all(left.style is not right.style for left, right in pairwise(segments))
    assert len(segments) < len(list(one.runs(20, "")))


def test_close_up_names_the_hexes():
    one = painter(CloseLattice)
    x, y = one.corner("0303")
    assert text(one, y)[x + 2 : x + 6] == "0303"
    assert one.width == 7 * 14 + 2


def test_a_status_has_its_sign_behind_the_tag_close_up_too():
    one = painter(CloseLattice)
    assert any("B2S" in text(one, y) for y in one.lines_of("0615"))
    tagged = evolve(scene(), tokens=[evolve(token, tag="B12") for token in scene().tokens if token.tag == "B2"])
    one.take(tagged)
    assert any("B12S" in text(one, y) for y in one.lines_of("0615")), "beside a longer tag too"


def test_overview_holds_two_half_hexes_in_a_cell():
    one = painter(Overview)
    assert "▄▄" in text(one, 4)
    assert one.height == 21


def test_glyphs_follow_the_locale():
    assert choose({"LC_ALL": "C"}) is ASCII
    assert choose({"LANG": "de_DE.UTF-8"}) is UNICODE
    assert choose({"LC_ALL": "C.UTF-8", "LANG": "C"}) is UNICODE
    assert choose({"LANG": "en_US.ISO-8859-1"}) is ASCII
    assert choose({"TERM": "linux", "LANG": "C.UTF-8"}) is ASCII
    assert choose({}) is UNICODE


def test_marks_know_which_spots_they_change():
    one = Marks(labels=REACH, path=("0404", "0405"))
    assert one.changed(Marks(labels=REACH, path=("0404", "0504"))) == {"0405", "0504"}
    assert one.changed(Marks(labels=REACH, path=("0404", "0405"), sight={"0101": "half"})) == {"0101"}
    assert one.changed(Marks(path=("0404", "0405"))) == REACH.keys()
    assert one.changed(Marks(labels=REACH | {"0404": "7"}, path=("0404", "0405"))) == {"0404"}
    assert one.changed(Marks(labels=REACH, path=("0404", "0405"), overlay=Overlay("threat", {}, "threat"))) is None
    assert one.changed(one) == frozenset()


SPOTS = ("0404", "0405", "0504", "0615", "0101", "1010")
some_spots = st.lists(st.sampled_from(SPOTS), unique=True).map(tuple)
labelled = st.dictionaries(st.sampled_from(SPOTS), st.sampled_from(["", "1", "12"]))
any_marks = st.builds(
    Marks,
    labels=labelled,
    overlay=st.none()
    | st.builds(Overlay, st.just("threat"), labelled, st.sampled_from(["threat", "sensors"]))
    | st.builds(
        Overlay, st.just("sight"), st.dictionaries(st.sampled_from(SPOTS), st.sampled_from(".hx")), st.just("sight")
    ),
    path=some_spots,
    waypoints=some_spots,
    sight=st.dictionaries(st.sampled_from(SPOTS), st.sampled_from(["clear", "half", "blocked"])),
    flash=some_spots.map(frozenset),
    targets=some_spots.map(frozenset),
    active=st.sampled_from(["", *SPOTS]),
    zones=st.booleans(),
)


@pytest.mark.parametrize("zoom", LATTICES)
@settings(max_examples=25)
@given(looks=st.lists(any_marks, min_size=2, max_size=4), colours=st.sampled_from(["truecolour", "mono"]))
def test_rows_that_are_kept_look_as_if_they_were_painted_now(zoom, looks, colours):
    check_kept_rows(lambda look: zoom(scene(), palette(colours), UNICODE, look), looks)


def test_a_model_that_went_elsewhere_leaves_its_hex_as_it_was():
    one, later = painter(), scene()
    moved = later.tokens[0]
    for y in range(one.height):
        one.row(y)
    later.tokens[0] = evolve(moved, spot="0505")
    lines = one.take(later)
    fresh = PlayLattice(later, palette("truecolour"), UNICODE)
    assert lines == {*one.lines_of("0505"), *one.lines_of(moved.spot)}
    assert [one.row(y) for y in range(one.height)] == [fresh.row(y) for y in range(fresh.height)]


def test_a_line_and_a_distance():
    one = painter()
    assert one.line("0404", "0408") == ["0404", "0405", "0406", "0407", "0408"]
    assert one.measure("0404", "0405") == "1 hex"
    assert one.measure("0404", "0408") == "4 hexes"


def test_what_changed_between_two_scenes():
    one = painter()
    other = scene()
    assert one.changed(other) == frozenset()
    moved = other.tokens[0]
    other.tokens[0] = type(moved)(**{**{f: getattr(moved, f) for f in moved.__slots__ if f[0] != "_"}, "spot": "0505"})
    assert one.changed(other) == {"0404", "0505"}


@pytest.mark.parametrize("zoom", LATTICES)
def test_part_of_a_row_is_that_part_of_the_whole(zoom):
    check_parts_of_rows(painter(zoom), "0404")


def test_rows_that_lie_together_are_told_as_one_region(monkeypatch: pytest.MonkeyPatch):
    told: list[Region] = []
    monkeypatch.setattr(Rows, "size", Size(30, 8))
    monkeypatch.setattr(Rows, "refresh", lambda self, *regions: told.extend(regions))
    Rows().refresh_rows([5, -1, 2, 3, 7, 8, 6])
    assert told == [Region(0, 2, 30, 2), Region(0, 5, 30, 3)]
    told.clear()
    Rows().refresh_rows([-2, 9])
    assert told == [], "nothing of it is in view"


# ---------------------------------------------------------------- high ground
def high(zoom: type[HexPainter] = PlayLattice, colours: str = "truecolour", glyphs=UNICODE, **marks) -> HexPainter:
    """The same table with each level seven times as high: 7, 14, 21."""
    flat = scene()
    ground = {spot: evolve(one, level=7 * one.level) for spot, one in flat.ground.items()}
    return zoom(evolve(flat, ground=ground), palette(colours), glyphs, Marks(**marks))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", LATTICES)
def test_a_row_is_as_wide_as_the_table_however_high_the_ground(zoom, glyphs):
    one = high(zoom, glyphs=glyphs, labels=REACH, zones=True)
    assert {len(row) for row in rows(one, "0505")} == {one.width}


@pytest.mark.parametrize(("spot", "level"), [("0304", "+7"), ("0405", "+14"), ("0507", "+21"), ("1104", "")])
def test_the_level_of_a_hex_is_written_whole(spot, level):
    one = high()
    x, y = one.corner(spot)
    assert text(one, y)[x + 1 : x + 4].strip() == (f"♣{level}" if spot == "0304" else level)
    close = high(CloseLattice)
    x, y = close.corner(spot)
    room = level if len(level) < 3 else level[1:]
    assert text(close, y + 2)[x + 1 : x + 8].split()[-1:] == ([room] if room else [])


def test_a_sign_on_high_ground_goes_before_the_glyph():
    """0918 is snow on level 14; where a way leads over it, its sign takes the place of the snow's."""
    one, spot = high(), "0918"
    x, y = one.corner(spot)
    assert text(one, y)[x + 1 : x + 4] == "*14"
    marked = high(path=("0817", spot))
    shown = text(marked, y)[x + 1 : x + 4]
    assert shown[1:] == "14"
    assert shown[0] not in "* "


def test_a_model_on_high_ground_still_shows_how_high_it_stands():
    flat = scene()
    ground = {spot: evolve(one, level=12) for spot, one in flat.ground.items()}
    close = CloseLattice(evolve(flat, ground=ground), palette("truecolour"), UNICODE)
    x, y = close.corner("0404")
    assert "12" in text(close, y + 3)[x + 1 : x + 7]


def test_higher_ground_is_paler_on_a_map_of_many_levels_too():
    one = high()
    inks = [one.shade(spot).ground for spot in ("0101", "1203", "0405", "0507")]
    assert len(set(inks)) == 4


def test_another_map_of_the_same_size_is_painted_with_its_own_shades():
    one, other = painter(), high()
    list(rows(one))
    one.take(other.scene)
    assert one.shade("1203") == other.shade("1203")
    assert rows(one) == rows(other)
