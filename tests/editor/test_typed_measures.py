"""What was measured with a tape: read as people write it, kept as it was typed, told with the part that is wrong."""

from __future__ import annotations

import re
from math import dist
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tabletop_tui.editor.maps import shape_transforms, typed_measures
from tabletop_tui.editor.maps.map_scene import form_of, scene_of
from tabletop_tui.editor.maps.symmetry import SYMMETRIES
from tabletop_tui.editor.maps.table_map_editing import TableBench
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.editor.positions.position_editing import PositionBench
from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.files.validation import Wrong
from tabletop_tui.reports.table_plan_measures import pieces
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.rulebook.registry import system
from tabletop_tui.table.length_units import CENTIMETRES, INCHES, UNITS, LengthUnit

TABLES = ("armymen", "crimsondusk", "pmc2640", "techcommander")


@pytest.mark.parametrize(
    ("text", "unit", "size"),
    [
        ("48 x 36", INCHES, (48, 36)),
        ("48x36", INCHES, (48, 36)),
        ("48 36", INCHES, (48, 36)),
        ("48,36", INCHES, (48, 36)),
        ("6' x 4'", INCHES, (72, 48)),
        ("6ft x 4 ft", INCHES, (72, 48)),
        ("120cm x 90cm", INCHES, (47.24, 35.43)),
        ("4' x 4'", CENTIMETRES, (121.92, 121.92)),
        ("12 x 10", None, (12, 10)),
    ],
)
def test_the_size_of_a_table_is_read_as_people_write_it(text: str, unit: LengthUnit | None, size: tuple[float, float]):
    assert typed_measures.two_sides(text, unit) == size


@pytest.mark.parametrize("text", ["", "48", "48 x", "48 x 36 x 3", "48 x -3", "0 x 4", "a x b", "1e5 x 3", "6' x"])
def test_what_is_no_size_is_told(text: str):
    for unit in (INCHES, None):
        with pytest.raises(Wrong):
            typed_measures.two_sides(text, unit)


@pytest.mark.parametrize(
    ("text", "unit", "shape"),
    [
        ('6" x 4" at 12,30', INCHES, {"box": [9, 28, 15, 32]}),
        ("6in x 4 in at 12 , 30", INCHES, {"box": [9, 28, 15, 32]}),
        ("6x4 @ 12,30", INCHES, {"box": [9, 28, 15, 32]}),
        ("6 x 4 at 12,30 turned by 15 degrees", INCHES, {"box": [9, 28, 15, 32], "turned": 15}),
        ("6x4 at 12,30 turn -15°", INCHES, {"box": [9, 28, 15, 32], "turned": -15}),
        ("6x4 at 12,30 turned 195", INCHES, {"box": [9, 28, 15, 32], "turned": 15}),
        ("6x4 at 12,30 turned 105", INCHES, {"box": [9, 28, 15, 32], "turned": -75}),
        ("6 1/2 x 4 1/4 at 12,30", INCHES, {"box": [8.75, 27.875, 15.25, 32.125]}),
        ("6½x4¼ at 12¾,30", INCHES, {"box": [9.5, 27.875, 16, 32.125]}),
        ("3/4 x .5 at 12,30", INCHES, {"box": [11.625, 29.75, 12.375, 30.25]}),
        ("25.4cm x 254 mm at 12,30", INCHES, {"box": [7, 25, 17, 35]}),
        ('4" x 1ft at 50,50', CENTIMETRES, {"box": [44.92, 34.76, 55.08, 65.24]}),
        ("r 2 1/2 at 1 1/2, 2", INCHES, {"circle": [1.5, 2, 2.5]}),
        ("radius 3", INCHES, {"circle": [10, 10, 3]}),
        ('r3" at 1,2', INCHES, {"circle": [1, 2, 3]}),
        ('1",2" to 3",4.5"', INCHES, {"box": [1, 2, 3, 4.5]}),
        ("0,0 4 1/2,0 4 1/2,4", INCHES, {"points": [[0, 0], [4.5, 0], [4.5, 4]]}),
        ("corners 4/29, 10/28, 12/31", INCHES, {"points": [[4, 29], [10, 28], [12, 31]]}),
        ("4/29, 10/28, 12/31", INCHES, {"points": [[4, 29], [10, 28], [12, 31]]}),
        (
            "7 x 4.25 in its middle at 36/36, turned -20° clockwise",
            INCHES,
            {"box": [32.5, 33.875, 39.5, 38.125], "turned": -20},
        ),
        ("radius 1 in its middle at 24/24", INCHES, {"circle": [24, 24, 1]}),
        ("6×4 at 12,30", UNITS, {"box": [9, 28, 15, 32]}),
    ],
)
def test_measures_are_read_as_people_write_them(text: str, unit: LengthUnit, shape: dict[str, Any]) -> None:
    assert typed_measures.typed(text, (10.0, 10.0), False, unit) == shape


def test_a_box_typed_for_what_is_drawn_as_a_line_is_a_line_of_its_length() -> None:
    """A row of sandbags of 6 by 1/2 in, else drawn along three sides of that box."""
    assert typed_measures.typed('6" x 1/2" at 24,20', (0.0, 0.0), True) == {"points": [[21, 20], [27, 20]]}
    assert typed_measures.typed("1/2 x 6 at 24,20", (0.0, 0.0), True) == {"points": [[24, 17], [24, 23]]}
    turned = typed_measures.typed("6x1/2 at 24,20 turned 90", (0.0, 0.0), True)["points"]
    assert sorted(turned) == [[24, 17], [24, 23]]


def test_a_side_is_told_as_it_was_typed_about_any_middle_and_at_any_angle() -> None:
    looked = 0
    for side in (4.25, 0.75, 6.13, 0.125, 2.375):
        for middle in ("36,36", "12.5,7.25"):
            for angle in (0, 15, -20):
                told = f"{side:g}x4.25 at {middle}" + (f" turned {angle}" if angle else "")
                assert typed_measures.written(typed_measures.typed(told, (0.0, 0.0), False)) == told
                looked += 1
    assert looked == 30


@pytest.mark.parametrize(
    ("text", "line", "unit", "part"),
    [
        ("6xx4", False, INCHES, "'6xx4' is not understood"),
        ("six x 4", False, INCHES, "'six' is no length"),
        ("6x", False, INCHES, "a length is missing"),
        ("6x-4", False, INCHES, "'-4': a side is longer than nothing"),
        ("6x0 at 3,3", False, INCHES, "'0': a side"),
        ("6x4 at 12", False, INCHES, "'12' is no place"),
        ("6x4 at 12,here", False, INCHES, "'here' is no length"),
        ("6x4 at", False, INCHES, "type a place"),
        ("6x4 turned left", False, INCHES, "'left' is no angle"),
        ("6x4 at 12,30 turned", False, INCHES, "'' is no angle"),
        ("r3 at 1,2,3", False, INCHES, "'2,3' is no length"),
        ("1/0 x 3", False, INCHES, "divided by 0"),
        ("1,2 3,4", False, INCHES, "2 of at least 3 corners"),
        ("1,2 3", False, INCHES, "'3' is not understood"),
        ("1,2", True, INCHES, "1 of at least 2 corners"),
        ('6" x 4"', False, UNITS, "measured in units, so type the number alone"),
        ("", False, INCHES, "type 6x4 at"),
        ("", True, INCHES, "type its length"),
    ],
)
def test_a_refusal_says_which_part_is_wrong(text: str, line: bool, unit: LengthUnit, part: str) -> None:
    with pytest.raises(Wrong) as wrong:
        typed_measures.typed(text, (10.0, 10.0), line, unit)
    assert part in wrong.value.fix


def bench_for(book: str) -> TableBench:
    form = form_of(book)
    assert isinstance(form, TableForm)
    wide, high = form.usual[0]
    return TableBench(new_maps.empty(book, form, "Yard", wide, high), form)


@pytest.mark.parametrize("book", TABLES)
def test_a_turned_box_keeps_its_sides_and_its_angle_whatever_is_done_to_it(book: str) -> None:
    """It is moved, turned on and back, mirrored, and made wider by one number; the book's reader takes it each time."""
    bench = bench_for(book)
    bench.take_kind(next(kind.id for kind in bench.form.kinds if not kind.line))
    assert not bench.type_measures("6x4 at 14,12 turned 15")
    bench.choose_here()
    bench.choose(bench.things[0])
    said = []
    for done in (
        lambda: bench.measures(),
        lambda: bench.type_measures(bench.measures().replace("6x4", "7x4")),
        lambda: (bench.hold(), bench.go_to("20,20"), bench.release()),
        lambda: bench.turn(15),
        lambda: bench.turn(-30),
        lambda: bench.turn(90),
        lambda: bench.turn_whole("left-right"),
        lambda: bench.turn_whole("half-turn"),
    ):
        done()
        bench.chosen = bench.things[0]
        said.append(typed_measures.written(bench.piece(bench.things[0])).partition(" at ")[::2])
        assert not [fault for fault in bench.document.faults() if fault.place.startswith("piece[")], said
    sides = [size + " turned" + place.partition(" turned")[2] for size, place in said]
    assert sides == [
        *("6x4 turned 15", "7x4 turned 15", "7x4 turned 15", "7x4 turned 30", "7x4 turned"),
        *("4x7 turned", "4x7 turned", "4x7 turned"),
    ]


@pytest.mark.parametrize("book", TABLES)
def test_what_a_plan_says_of_a_piece_lays_it_again(book: str) -> None:
    """Size and middle of boxes and circles, the ends of lines, as the printed list has them."""
    form = form_of(book)
    assert isinstance(form, TableForm)
    bench = TableBench(new_maps.empty(book, form, "Yard", 48, 48), form)
    bench.take_kind(next(kind.id for kind in form.kinds if not kind.line))
    for text in ("6x4 at 14,12 turned 15", "5x3.5 at 30,28.25", "r3 at 40,40"):
        assert bench.type_measures(text) == ""
    if walls := [kind.id for kind in form.kinds if kind.line]:
        bench.take_kind(walls[0])
        assert bench.type_measures("20,18 28.5,18") == ""
    told = pieces(bench.scene)
    assert len(told) > 2
    for piece, laid in zip(told, bench.scene.areas, strict=True):
        size, found = piece.size.replace("radius ", "r"), f"{piece.place}; {piece.more}"
        middle = re.search(r"its middle at (\S+?)(?:,? |$)(?:turned (\d+))?", found)
        if not laid.closed:
            typed = piece.place
        else:
            assert middle is not None
            typed = f"{size} at {middle[1]}" + (f" turned {middle[2]}" if middle[2] else "")
        again = TableBench(new_maps.empty(book, form, "Again", 48, 48), form)
        again.take_kind(next(kind.id for kind in form.kinds if kind.line != laid.closed))
        assert again.type_measures(typed.replace(f" {form.unit.short}", "")) == "", typed
        assert again.scene.areas[0].points == laid.points, typed


@pytest.mark.parametrize("book", TABLES)
def test_a_turned_box_lies_where_the_tape_says(book: str) -> None:
    """The rulebook's own table has its four corners, to the hundredth: each as far from the middle, at right angles."""
    bench = bench_for(book)
    bench.take_kind(next(kind.id for kind in bench.form.kinds if not kind.line))
    assert not bench.type_measures("6x4 at 14,12 turned 15")
    scene = scene_of(bench.document.data, bench.form)
    assert isinstance(scene, TableScene)
    (area,) = scene.areas
    assert len(area.points) == 4
    a, b, c, d = area.points
    assert dist(a, b) == pytest.approx(6, abs=0.02)
    assert dist(b, c) == pytest.approx(4, abs=0.02)
    assert dist(a, c) == pytest.approx(dist(b, d), abs=0.03)
    assert ((a[0] + c[0]) / 2, (a[1] + c[1]) / 2) == pytest.approx((14, 12), abs=0.01)
    assert (b[1] - a[1]) / (b[0] - a[0]) == pytest.approx(0.268, abs=0.005)  # the tangent of 15 degrees
    assert system(book).id == book


def test_only_a_box_is_turned() -> None:
    bench = bench_for("armymen")
    bench.document.change(
        "forge", lambda data: data.update(piece=[{"kind": "woods", "circle": [9, 9, 3], "turned": 9}])
    )
    assert [fault.place for fault in bench.document.faults()] == ["piece[0].turned"]
    bench.document.change(
        "forge", lambda data: data.update(piece=[{"kind": "woods", "box": [9, 9, 13, 13], "turned": 999}])
    )
    assert [fault.place for fault in bench.document.faults()] == ["piece[0].turned"]


lengths = st.integers(20, 4000).map(lambda n: n / 100)


@example(1.29, 1.29, 0.2, 0.2, 45, "four-ways")
@given(lengths, lengths, lengths, lengths, st.integers(-89, 89), st.sampled_from(sorted(SYMMETRIES)))
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_again_as_the_same_shape(
    wide: float, high: float, x: float, y: float, angle: int, symmetry: str
) -> None:
    """And an image of it by any symmetry has the same sides."""
    piece = {"kind": "woods", **shape_transforms.box_of((x, y), wide, high, angle)}
    again = {"kind": "woods", **typed_measures.typed(typed_measures.written(piece), (0.0, 0.0), False)}
    assert again == piece
    for image in SYMMETRIES[symmetry].table:
        there = shape_transforms.mirrored(piece, lambda spot, image=image: image(*spot, 48.0, 48.0))  # type: ignore[misc]
        wanted = shape_transforms.image_of(
            shape_transforms.stand(piece), lambda spot, image=image: image(*spot, 48.0, 48.0)
        )  # type: ignore[misc]
        assert shape_transforms.same_stand(shape_transforms.stand(there), wanted, 0.05)


@pytest.mark.parametrize(
    ("text", "unit", "read"),
    [
        ('2",21" turn=45', CENTIMETRES, "5.08,53.34 turn=45"),
        ('2" , 9 1/4"', CENTIMETRES, "5.08,23.5"),
        ("30cm,3½ form=line", INCHES, "11.81,3.5 form=line"),
        ("3 1/2,4 4 1/2,4", UNITS, "3.5,4 4.5,4"),
        ("12,8 form=line turn=90", CENTIMETRES, "12,8 form=line turn=90"),
        ("18.5/3, 19.5/3, facing 90\u00b0", INCHES, "18.5/3, 19.5/3, facing 90\u00b0"),
    ],
)
def test_the_place_of_a_unit_is_read_as_the_tape_says_it(text: str, unit: LengthUnit, read: str) -> None:
    """In another unit and with fractions; what has neither stays as it is, as on a printed page."""
    assert typed_measures.in_table_units(text, unit) == read


def test_a_place_in_a_unit_that_a_table_has_not_is_told() -> None:
    with pytest.raises(Wrong, match="type the number alone"):
        typed_measures.in_table_units('2",3"', UNITS)


def test_a_map_of_crimson_dusk_says_how_long_a_unit_is() -> None:
    """Then the tape is read there too, for terrain and for units; none is said at first."""
    bench = bench_for("crimsondusk")
    bench.take_kind("woods")
    assert bench.unit_length == ""
    assert "type the number alone" in bench.type_measures('6" x 4" at 12,30')
    for odd in ("1", "in", "0 in", "-1 in", "an inch"):
        assert bench.say_unit_length(odd), odd
    assert not bench.say_unit_length("2 cm")
    assert not bench.type_measures('6" x 4cm at 24cm,30')
    assert bench.piece(bench.things[0])["box"] == [8.19, 29, 15.81, 31]
    assert not bench.say_unit_length("1 in")
    assert not bench.resize("4' x 36")
    assert bench.size == (48, 36)
    assert not bench.document.faults()
    document = own_files.new_position("crimsondusk", "Yard", {"map": dict(bench.document.data)})
    placing = PositionBench(document)
    placing.add(placing.sold()[0][0])
    placing.typed('10",25.4cm')
    assert placing.words[0] == "10,10"
    bench.document.change("odd", lambda data: data.update(unit="long"))
    assert [fault.place for fault in bench.document.faults()] == ["unit"]


def test_no_other_map_says_how_long_a_unit_is() -> None:
    assert [bench_for(book).unit_length for book in TABLES if book != "crimsondusk"] == [None] * 3
