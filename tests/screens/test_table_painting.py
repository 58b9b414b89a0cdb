"""The painter of open tables: terrain, models, labels that never collide, marks, at each zoom and in each palette."""

from __future__ import annotations

from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.overlays import Overlay, Trace
from tabletop_tui.engine.scenes import Area, Base, Look, TableScene, Token
from tabletop_tui.engine.sight_grades import COVERED, SEEN, Grade, scale
from tabletop_tui.table.overlay_signs import Chart
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.table.table_painter import ZOOMS, CloseUp, Overview, PlayView, TablePainter
from tabletop_tui.widgets.map.table.unit_bodies import TONES
from tabletop_tui.widgets.sight_tints import states
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.conftest import check_parts_of_rows

DUST, WOODS, WALL = Look("dust", "dust"), Look("woods", "forest", "♣", "&"), Look("wall", "concrete", "═", "-")
AREAS = (
    Area("woods", WOODS, ((4.0, 4.0), (16.0, 4.0), (16.0, 12.0), (4.0, 12.0))),
    Area("wall", WALL, ((20.0, 8.0), (24.0, 8.0)), closed=False),
)
SUPPRESSED, BROKEN = Badge("Suppressed", "SUP", letter="S"), Badge("Broken", "BRO", letter="B")
POINTS = Badge("# Suppression", "#SP")
RIFLES = tuple(Base(30.0 + number % 3, 20.0 + number // 3, 0.25) for number in range(6))
BUGGY = (Base(10.0, 30.0, 1.0, 90.0),)


def scene(*more: tuple[Token, tuple[Base, ...]], areas: tuple[Area, ...] = AREAS) -> TableScene:
    units = [
        (Token("A1", "A1", "Rifles", 0, "31,20.5", badges=(SUPPRESSED, POINTS.of(5))), RIFLES),
        (Token("B12", "B12", "Buggy", 1, "10,30"), BUGGY),
        (Token("A2", "A2", "Scouts", 0, "40,40"), ()),
        *more,
    ]
    bases = {token.unit: bases for token, bases in units if bases}
    return TableScene(48, 48, "in", DUST, areas, [token for token, _ in units], bases)


def painter(zoom: type[TablePainter] = PlayView, colours="truecolour", glyphs=UNICODE, table=None, **marks):
    return zoom(table or scene(), palette(colours), glyphs, Marks(**marks))


def text(one: TablePainter, row: int, cursor: str = "") -> str:
    return "".join(segment.text for segment in one.row(row, cursor))


def page(one: TablePainter) -> str:
    return "\n".join(text(one, row) for row in range(one.height))


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("colours", NAMES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_row_is_as_wide_as_the_table(zoom, colours, glyphs):
    one = painter(zoom, colours, glyphs, labels={"31,21": "1"}, path=("31,20", "35,24"), ghosts=((35, 24, 0.25),))
    assert {len(text(one, row, "24,24")) for row in range(one.height)} == {one.width}


def test_ascii_is_ascii():
    assert page(painter(glyphs=ASCII, path=("1,1", "9,9"), ghosts=((35, 24, 0.25),))).isascii()


def test_every_model_is_a_dot_on_the_body_of_its_unit():
    one, colours = painter(), palette("truecolour")
    assert text(one, 20)[60:66] == "● ● ● "
    assert page(one).count("● ● ●") == 2
    for row in (20, 21):
        assert {one.ink(one.models[row][column][1], (column, row)) for column in range(60, 65)} == {colours.seats[0]}


@pytest.mark.parametrize(("colours", "glyphs"), [("mono", UNICODE), ("16", UNICODE), ("truecolour", ASCII)])
def test_every_model_has_a_sign_with_the_number_of_its_unit_where_there_are_no_bodies(colours, glyphs):
    one = painter(colours=colours, glyphs=glyphs)
    assert text(one, 20)[60:66] == "1 1 1 "
    assert page(one).count("1 1 1") == 2


def team(tag: str, x: float, y: float, seat: int = 0, done: bool = False) -> tuple[Token, tuple[Base, ...]]:
    """Four models in a square."""
    return Token(tag, tag, f"Rifle team {tag}", seat, f"{x},{y}", done=done), tuple(
        Base(x + n % 2, y + n // 2, 0.25) for n in range(4)
    )


@pytest.mark.parametrize("colours", ["truecolour", "colour-blind", "256"])
@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("done", [False, True])
def test_bodies_of_one_side_that_touch_have_different_tones(colours, seat, done):
    teams = [team(f"A{number}", 4 + 2 * number, 20, seat, done) for number in (3, 4, 5)]
    one = painter(colours=colours, table=scene(*teams))
    tones = [one.ink(one.models[20][column][1], (column, 20)).bgcolor for column in (20, 24, 28)]
    assert tones[0] != tones[1] != tones[2]
    assert len({palette(colours).body(seat, done, tone).bgcolor for tone in range(TONES)}) == TONES
    assert len({one.models[20][column][1] for column in (20, 22)}) == 1, "one unit has one tone"


def test_what_lies_between_models_far_apart_belongs_to_nobody():
    far = (Base(10.0, 20.0, 0.25), Base(12.0, 20.0, 0.25), Base(20.0, 20.0, 0.25))
    one = painter(table=scene((Token("A3", "A3", "Line", 0, "14,20"), far)))
    assert 22 in one.models[20]
    assert 32 not in one.models[20]


@pytest.mark.parametrize(("glyphs", "sign"), [(UNICODE, "■"), (ASCII, "$")])
def test_a_vehicle_shows_its_extent_where_there_is_no_colour(glyphs, sign):
    assert page(painter(colours="mono", glyphs=glyphs)).count(sign) >= 3
    assert sign not in page(painter(glyphs=glyphs))


def test_two_models_in_one_cell_are_both_seen():
    close = (Base(20.0, 20.0, 0.25), Base(20.1, 20.45, 0.25))
    one = painter(Overview, table=scene((Token("A3", "A3", "Pair", 0, "20,20"), close)))
    drawn = [sign for row in one.models.values() for sign, _ in row.values()]
    assert drawn.count("●") == len(RIFLES) + 2


def test_a_vehicle_is_a_shape_with_its_tag_and_an_arrow_where_it_faces():
    one = painter()
    row = text(one, 30)
    assert "B12" in row
    assert row[22] == "→"
    inks = {ink for row in one.models.values() for _, ink in row.values()}
    assert inks == {"body 0 0", "body 1 0", "rim body 1 0"}


def test_a_unit_without_bases_is_drawn_at_its_spot():
    assert text(painter(), 40)[80:82] == "A2"


def test_labels_hide_no_model_and_no_other_label():
    crowd = [team(f"A{number}", 20 + 2.5 * (number % 4), 20 + 3 * (number // 4)) for number in range(3, 19)]
    one = painter(table=scene(*crowd))
    assert sum(sign == "●" for row in one.models.values() for sign, _ in row.values()) == 6 + 16 * 4
    cells = [cell for cells in one.labels.of.values() for cell in cells]
    assert len(cells) == len(set(cells))
    assert not any(column in one.models.get(row, {}) for column, row in cells)
    assert len(one.labels.of) >= 12


def test_terrain_is_named_where_the_name_fits_on_it():
    assert "woods" in page(painter())
    assert "wall" not in page(painter(Overview))


def test_the_rim_of_terrain_shows_without_colour():
    one = painter(colours="mono", glyphs=ASCII)
    assert text(one, 4)[8:32] == "&" * 24
    assert text(one, 8)[40:49] == "--wall---"


def test_the_cursor_stands_around_its_spot_with_a_note():
    one = painter(note="4.7 in")
    assert text(one, 38, "20,38")[39:50] == "[ ] 4.7 in "
    assert text(one, 38, "47,38")[-13:] == " 4.7 in  [ ] "


def test_the_note_beside_the_cursor_hides_no_model_and_no_label_where_there_is_room_else():
    one = painter(note="4.7 in")
    assert text(one, 20, "28,20")[55:66] == "[ ]  ● ● ● ", "to the right stand the rifles"
    assert " 4.7 in " in text(one, 20, "28,20")[:54]
    ranks = tuple(Base(x, 20.0, 0.25) for x in (16.0, 17.0, 18.0, 19.0, 21.0, 22.0, 23.0, 24.0))
    between = painter(note="4.7 in", table=scene((Token("B1", "B1", "Foes", 1, "20,20"), ranks)))
    shown = {row: text(between, row, "20,20") for row in between.lines_of("20,20")}
    assert "4.7 in" not in shown[20], "foes on both sides"
    assert "4.7 in" in shown[19] + shown[21]


def test_a_piece_is_marked_beside_the_models_that_stand_on_it():
    tag = Token("L1", "L1", "location", None, "31,20.5", "piece")
    one = painter(table=scene((tag, ())))
    assert page(one).count("● ● ●") == 2, "no rifleman is hidden"
    assert page(one).count("L1") == 1


def test_a_model_under_a_bracket_stays_to_be_seen():
    assert text(painter(), 20, "30.5,20")[59:64] == "[● ●]"


def test_a_bracket_stands_beside_what_is_written_of_who_is_there():
    assert "[B12" in text(painter(), 30, "10,30").replace(" ", "")
    assert "B12]" in text(painter(), 30, "10.5,30").replace(" ", "").replace("→", "").replace("▄", "")


def test_a_line_of_sight_has_even_gaps():
    one = painter(table=evolve(scene(), areas=()), sight=dict.fromkeys(("2,40", "44,30"), "clear"))
    cells = [(column, row) for row in range(one.height) for column, sign in enumerate(text(one, row)) if sign == "◦"]
    cells.sort()
    gaps = [abs(a[0] - b[0]) + 2 * abs(a[1] - b[1]) for a, b in pairwise(cells)]
    assert len(gaps) > 25
    assert {*gaps} <= {2, 3, 4}


def test_the_cursor_goes_by_the_lattice_and_stops_at_the_edge():
    one = painter()
    assert one.beside("31.3,20.5", "e") == "32,20.5"
    assert one.beside("31.3,20.5", "nw") == "31,20"
    assert one.beside("0,5", "w") is None
    assert painter(CloseUp).beside("31,20", "s") == "31,20.5"
    assert painter(Overview).beside("31,20", "s") == "31,22"


def test_a_click_finds_the_nearest_spot_of_the_lattice():
    assert painter().spot_at(61, 20) in ("30,20", "31,20")
    assert painter().spot_at(200, 20) is None


def test_who_stands_at_a_spot():
    one = painter()
    assert [token.unit for token in one.at("30,20")] == ["A1"]
    assert [token.unit for token in one.at("10.6,30.4")] == ["B12"]
    assert [token.unit for token in one.at("40,40")] == ["A2"]
    assert one.at("1,1") == []


def test_distances_are_measured_in_table_units():
    assert painter().measure("3,4", "0,0") == "5.0 in"


def test_reach_is_tinted_and_where_there_is_no_colour_dotted_along_its_rim():
    labels = {f"{x},{y}": "1" for x in range(26, 31) for y in range(26, 31)}
    one = painter(colours="mono", labels=labels)
    assert one.layers.tinted[28][56] == "reach"
    assert text(one, 26)[52:62] == "¨¨¨¨¨¨¨¨¨¨"
    assert text(one, 28)[54:58].strip() == ""
    coloured = painter(labels=labels)
    assert "¨" not in page(coloured)
    grounds = [segment.style.bgcolor for segment in coloured.row(28) for _ in segment.text]
    assert grounds[51] == grounds[0] != grounds[52] == grounds[61] != grounds[62]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"done": True},
        {"badges": (BROKEN,)},
        {"badges": (SUPPRESSED, POINTS.of(9))},
        {"spot": "12,33"},
    ],
    ids=lambda changes: next(iter(changes), "nothing"),
)
def test_another_scene_of_the_same_table_looks_as_if_it_had_been_the_first(changes):
    later = scene()
    later.tokens[1] = evolve(later.tokens[1], **changes)
    if "spot" in changes:
        later.bases["B12"] = (Base(12.0, 33.0, 1.0, 45.0),)
    later = evolve(later, areas=AREAS)
    one, first = painter(), painter(table=later)
    one.take(later)
    assert (one.models, one.labels.signs, one.labels.of) == (first.models, first.labels.signs, first.labels.of)
    assert page(one) == page(first)
    if changes:
        before = painter()
        assert (one.models, one.labels.signs) != (before.models, before.labels.signs)


def half_seen(size: int = 48) -> Overlay:
    """The table right of x = 30 is out of sight."""
    return Overlay("sight", Chart(tuple(("." if x <= 30 else "x") * (size + 1) for x in range(size + 1))), "sight")


@pytest.mark.parametrize(("zoom", "last"), [(Overview, 30), (PlayView, 61), (CloseUp, 122)])
def test_sight_tints_the_whole_table(zoom, last):
    one, colours = painter(zoom, overlay=half_seen()), palette("truecolour")
    tints = {name: colours.shade("dust", 0, tint).ground for name, tint in (("clear", ""), ("blocked", "blocked"))}
    for row in (0, one.height - 1):
        grounds = [segment.style.bgcolor for segment in one.row(row) for _ in segment.text]
        assert grounds == [tints["clear"]] * (last + 1) + [tints["blocked"]] * (one.width - last - 1)


@pytest.mark.parametrize("zoom", [Overview, PlayView, CloseUp])
def test_sight_tints_a_table_that_ends_between_two_inches(zoom):
    one = painter(zoom, table=evolve(scene(), width=47.6, height=47.6), overlay=half_seen(47))
    blocked = palette("truecolour").shade("dust", 0, "blocked").ground
    assert [*one.row(one.height - 1)][-1].style.bgcolor == blocked


def test_what_is_out_of_sight_is_crossed_where_there_is_no_colour():
    one = painter(colours="mono", glyphs=ASCII, overlay=half_seen())
    assert set(text(one, 47)) == {" ", "x"}
    assert text(one, 47).index("x") == 62
    assert "x" not in text(painter(glyphs=ASCII, overlay=half_seen()), 47)


def test_another_chart_paints_every_row_anew_and_the_same_one_none():
    one, overlay = painter(), half_seen()
    assert one.mark(Marks(overlay=overlay)) is None
    assert one.mark(Marks(overlay=overlay)) == set()
    assert one.mark(Marks()) is None


def test_path_waypoints_and_ghosts():
    one = painter(path=("4,40", "8,40", "8,44"), waypoints=("8,40",), ghosts=((8.0, 44.0, 0.25),))
    assert text(one, 40)[8:17] == "▪▪▪▪▪▪▪▪+"
    assert text(one, 44)[16] == "◎"
    barred = painter(ghosts=((8.0, 44.0, 0.25),), barred=True)
    assert barred.layers.over[44][16] == ("◎", "barred")


def test_traces_give_way_to_labels():
    label_row, label_column = painter().labels.of["A1"][0][1], painter().labels.of["A1"][0][0]
    line = ((0.0, float(label_row)), (48.0, float(label_row)))
    one = painter(overlay=Overlay("range", {}, "sensors", (Trace(line, "sensors", "18 in"),)))
    assert "A1S" in text(one, label_row)
    assert text(one, label_row)[label_column - 4 : label_column].count("°") == 2
    assert "18 in" in text(one, label_row)
    inks = {name for sign, name in one.layers.rims[label_row].values() if sign == "°"}
    assert inks == {"ring"}, "white"
    column = text(one, label_row).index("18 in")
    assert one.layers.rims[label_row][column][1] == "chip"


def test_the_names_of_traces_stand_clear_of_models_labels_and_each_other():
    plain = painter()
    row, column = plain.labels.of["A1"][0][1], plain.labels.of["A1"][0][0]
    rim = tuple((x / 2, float(row)) for x in range(column - 30, column + 30))  # on both sides of the label
    names = (Trace(rim, "sensors", "rifle 24"), Trace(rim, "sensors", "pistol 6"))
    one = painter(overlay=Overlay("range", {}, "sensors", names))
    assert "A1S" in text(one, row)
    assert text(one, row).count("rifle 24") == text(one, row).count("pistol 6") == 1
    short = Trace(rim[30:34], "sensors", "nowhere free")
    assert "nowhere" not in page(painter(overlay=Overlay("range", {}, "sensors", (short,))))


def test_only_the_rows_that_changed_are_painted_anew():
    one = painter(path=("4,40", "8,40"))
    assert one.mark(Marks(path=("4,40", "8,40"))) == set()
    assert one.mark(Marks(path=("4,42", "8,42"))) == {40, 42}
    moved = scene()
    moved.bases = {**moved.bases, "B12": (Base(10.0, 44.0, 1.0, 90.0),)}
    rows = one.take(moved)
    assert rows is not None
    assert {29, 30, 31, 43, 44, 45} <= rows
    assert 20 not in rows
    assert one.take(scene(areas=AREAS[:1])) is None


@pytest.mark.parametrize("zoom", ZOOMS)
def test_part_of_a_row_is_that_part_of_the_whole(zoom):
    check_parts_of_rows(painter(zoom, path=("31,20", "35,24")), "24,24")


SPOTS_HERE = st.sampled_from(["31,20.5", "10,30", "40,40", "20,20", "12,33"])
MARKS_HERE = st.builds(
    Marks,
    active=SPOTS_HERE,
    targets=st.frozensets(SPOTS_HERE),
    overlay=st.sampled_from([None, Overlay("range", {}, "sensors", (Trace(((31.0, 20.0), (2.0, 40.0)), "threat"),))]),
    path=st.sampled_from([(), ("31,20", "10,30"), ("2,2", "30,26", "40,40")]),
    labels=st.sampled_from([{}, {"12,31": "1", "13,31": "1"}, {f"{x},21": "" for x in range(25, 40)}]),
)


@settings(max_examples=25)
@given(
    looks=st.lists(st.tuples(st.integers(0, 3), MARKS_HERE), min_size=2, max_size=4),
    zoom=st.sampled_from(ZOOMS),
    colours=st.sampled_from(["truecolour", "mono"]),
)
def test_rows_that_are_kept_look_as_if_they_were_painted_now(looks, zoom, colours):
    """Units move, lose models, change their words, are marked; after each change only the rows told are painted."""
    scenes = [scene() for _ in range(4)]
    scenes[1].bases |= {"A1": RIFLES[:2], "B12": (Base(12.0, 33.0, 1.0, 45.0),)}
    scenes[1].tokens[1] = evolve(scenes[1].tokens[1], spot="12,33")
    scenes[2].tokens[0] = evolve(scenes[2].tokens[0], badges=(), name="Veterans of the long march")
    scenes[3].tokens[1] = evolve(scenes[3].tokens[1], done=True)
    (first, marks), *more = looks
    one = zoom(scenes[first], palette(colours), UNICODE, marks)
    shown = [one.row(y) for y in range(one.height)]
    for number, marks in more:
        lines = [one.take(evolve(scenes[number], areas=AREAS)), one.mark(marks)]
        for y in {y for told in lines for y in (range(one.height) if told is None else told)}:
            shown[y] = one.row(y)
        fresh = zoom(scenes[number], palette(colours), UNICODE, marks)
        assert shown == [fresh.row(y) for y in range(fresh.height)]


# ---------------------------------------------------------------- grades of sight
COVER = scale(
    Grade("0", "no cover", mood="good"),
    Grade("1", "a quarter hidden", mood="fair"),
    Grade("2", "half hidden", mood="fair"),
    Grade("3", "three quarters hidden", mood="fair"),
    Grade("4", "all hidden", mood="bad"),
    Grade("x", "out of sight", mood="dim"),
)
STRIPES = Chart(tuple(("01234x"[x // 8 % 6]) * 49 for x in range(49)))
BARE = TableScene(48, 48, "in", DUST, (), [], {})


def looks_of_stripes(colours, glyphs, overlay):
    """How bare ground looks in the middle of each stripe: its sign and its style."""
    one = painter(Overview, colours, glyphs, table=BARE, overlay=overlay)
    cells = [(sign, segment.style) for segment in one.row(21) for sign in segment.text]
    return [cells[8 * number + 3] for number in range(6)]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("colours", NAMES)
@pytest.mark.parametrize("whole", [True, False], ids=["chart", "spots"])
def test_as_many_grades_as_a_rulebook_has_look_different(colours, glyphs, whole):
    labels = STRIPES if whole else dict(STRIPES)
    looks = looks_of_stripes(colours, glyphs, Overlay("sight", labels, "sight", grades=COVER))
    assert len(set(looks)) == len(COVER)


def test_grades_between_the_best_and_the_worst_are_tinted_between_them():
    colours = palette("truecolour")
    tints = [colours.tint(state).get_truecolor() for state in states(COVER).values()]
    assert (tints[0], tints[-1]) == (colours.tint("clear").get_truecolor(), colours.tint("blocked").get_truecolor())
    assert [sum(tint) for tint in tints] == sorted((sum(tint) for tint in tints), reverse=True), "ever darker"


def test_one_grade_between_two_is_half_and_without_any_there_is_none():
    assert states(COVERED) == {".": "clear", "h": "half", "x": "blocked"}
    assert states(SEEN) == {".": "clear", "x": "blocked"}
    assert [UNICODE.grade(state) for state in states(COVER).values()] == ["◦", "1", "2", "3", "4", "×"]
