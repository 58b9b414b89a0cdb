"""Maps on the bench: each shipped one is made again from nothing, undo is exact, forged files are told of."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps import hex_map, table_map, typed_measures
from tabletop_tui.editor.maps.hex_map_editing import HexBench
from tabletop_tui.editor.maps.map_scene import form_of, scene_of
from tabletop_tui.editor.maps.symmetry import SYMMETRIES
from tabletop_tui.editor.maps.table_map import Ref
from tabletop_tui.editor.maps.table_map_editing import TableBench
from tabletop_tui.editor.own import new_maps, own_files, trial_games
from tabletop_tui.engine.scenes import HexScene, TableScene
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.new_game import BadChoice, set_table
from tabletop_tui.rulebook.map_vocabulary import HexForm, TableForm
from tabletop_tui.rulebook.registry import system
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.widgets.styled_text import first_rows, text_of, wrap
from tests.editor.hands import MAPS, bench_of, empty_like, form_for, make_again

HEXES = [path for path in MAPS if path.parts[-3] == "mechcom"]
TABLES = [path for path in MAPS if path not in HEXES]


def test_all_rulebooks_have_maps_to_make() -> None:
    assert {path.parts[-3] for path in MAPS} == {"armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"}
    assert len(MAPS) >= 25


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_shipped_map_is_made_again_from_nothing(path: Path) -> None:
    data = tomllib.loads(path.read_text("utf-8"))
    bench = bench_of(empty_like(data))
    begun = bench.document.text
    make_again(bench, data)
    assert bench.document.data == data
    assert bench.document.faults() == []
    while bench.document.undo():
        pass
    assert bench.document.text == begun


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_battles_show_the_same_map(path: Path) -> None:
    """What the editor draws is what the rulebook reads."""
    document = Document.opened(path)
    scene = scene_of(document.data, form_for(document))
    if isinstance(scene, HexScene):
        assert hex_map.map_of(document.data, form_for(document)).text.strip() == document.data["ground"].strip()  # type: ignore[arg-type]
        return
    assert len([area for area in scene.areas if area.name]) == len(document.data.get("piece", ()))
    sizes = [abs(area.closed) for area in scene.areas]
    assert sizes == sorted(sizes, reverse=True), "lines lie over areas"


# ---------------------------------------------------------------- undo
SPOTS = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda spot: f"{spot[0]},{spot[1]}")
TABLE_MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("go_to"), SPOTS),
        st.sampled_from(
            [
                ("put",),
                ("hold",),
                ("next_shape",),
                ("choose_here",),
                ("copy",),
                ("remove",),
                ("mirror",),
                ("finish_drawn",),
                ("turn", 15.0),
                ("turn", 90.0),
                ("scale", 1.1),
                ("next_thing", 1),
                ("next_kind", 1),
                ("next_kind", -2),
                ("be_symmetrical", "half-turn"),
                ("be_symmetrical", "none"),
                ("make_alike", "top-bottom"),
                ("turn_whole", "left-right"),
                ("resize", "60 x 48"),
                ("type_measures", "6x4"),
                ("undo",),
                ("redo",),
            ]
        ),
    ),
    max_size=25,
)


def do(bench: Any, move: tuple[Any, ...]) -> None:
    name, *arguments = move
    if name == "finish_drawn":
        if bench.drawn:
            bench.finish()
        return
    getattr(bench, name)(*arguments)


def check_undo(bench: HexBench | TableBench, moves: list[tuple[Any, ...]]) -> None:
    begun = bench.document.text
    for move in moves:
        do(bench, move)
        assert bench.document.data == tomllib.loads(bench.document.text)
        scene_of(bench.document.data, bench.form)
    last = bench.document.text
    while bench.document.undo():
        pass
    assert bench.document.text == begun
    while bench.document.redo():
        pass
    bench.after_change()
    if ("undo",) not in moves:
        assert bench.document.text == last


@given(st.sampled_from(["armymen", "crimsondusk", "pmc2640", "techcommander"]), TABLE_MOVES)
@settings(max_examples=25, deadline=None)
def test_whatever_is_done_to_a_table_is_taken_back(system: str, moves: list[tuple[Any, ...]]) -> None:
    form = form_of(system)
    assert isinstance(form, TableForm)
    check_undo(TableBench(new_maps.empty(system, form, "Yard", 48, 48), form), moves)


HEX_MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("go_to"), st.tuples(st.integers(1, 7), st.integers(1, 7)).map(lambda s: f"0{s[0]}0{s[1]}")),
        st.tuples(st.just("take_level"), st.one_of(st.none(), st.integers(0, 99))),
        st.sampled_from(
            [
                ("paint",),
                ("fill",),
                ("toggle_pen",),
                ("begin_tool", "line"),
                ("begin_tool", "rectangle"),
                ("lower", 1),
                ("lower", -1),
                ("grow", 1),
                ("grow", -1),
                ("pick_up",),
                ("next_kind", 1),
                ("keep_terrain",),
                ("be_symmetrical", "left-right"),
                ("be_symmetrical", "none"),
                ("make_alike", "half-turn"),
                ("turn_whole", "top-bottom"),
                ("resize", "9 x 8"),
                ("undo",),
                ("redo",),
            ]
        ),
    ),
    max_size=25,
)


@given(HEX_MOVES)
@settings(max_examples=25, deadline=None)
def test_whatever_is_done_to_hexes_is_taken_back(moves: list[tuple[Any, ...]]) -> None:
    form = form_of("mechcom")
    assert isinstance(form, HexForm)
    check_undo(HexBench(new_maps.empty("mechcom", form, "Hill", 8, 7), form), moves)


# ---------------------------------------------------------------- symmetry
@pytest.mark.parametrize("name", [name for name, one in SYMMETRIES.items() if one.hexes])
@pytest.mark.parametrize("size", [(8, 7), (7, 8), (9, 9)])
def test_hexes_painted_with_their_images_are_symmetrical(name: str, size: tuple[int, int]) -> None:
    form = form_of("mechcom")
    assert isinstance(form, HexForm)
    bench = HexBench(new_maps.empty("mechcom", form, "Hill", *size), form)
    if SYMMETRIES[name] not in bench.symmetries():
        assert (name, size[0] % 2) == ("four-ways", 0), "left and right lie half a hex apart"
        return
    bench.take_kind("f")
    for spot in ("0101", "0203", "0304", "0506"):
        bench.go_to(spot)
        bench.paint()
    assert not bench.map.is_alike(SYMMETRIES[name])
    bench.make_alike(name)
    assert bench.map.is_alike(SYMMETRIES[name])
    bench.be_symmetrical(name)
    bench.go_to("0402")
    bench.take_kind("~")
    bench.paint()
    assert bench.map.is_alike(SYMMETRIES[name])
    before = bench.map.text
    if name != "thirds":  # no map of rows and columns is turned so
        bench.turn_whole(name)
    assert bench.map.text == before


def test_a_third_of_a_turn_is_exact_and_keeps_every_distance() -> None:
    """Three times a third is none, and every distance stays, on maps of each parity."""
    thirds, looked = SYMMETRIES["thirds"], 0
    for columns, rows in ((9, 9), (8, 9), (9, 8), (8, 8), (13, 20)):
        grid = HexGrid(columns, rows)
        whole = [spot for spot in grid.hexes if len(thirds.around(spot, grid)) == 2]
        middle = [spot for spot in whole if thirds.around(spot, grid) == [spot, spot]]
        assert len(middle) == 1
        assert len(whole) > len(grid.hexes) / 3
        for spot in whole:
            once, twice = thirds.around(spot, grid)
            assert thirds.around(once, grid) == [twice, spot]
            assert grid.distance(spot, middle[0]) == grid.distance(once, middle[0])
            for other in whole[::7]:
                there = thirds.around(other, grid)[0]
                assert grid.distance(spot, other) == grid.distance(once, there)
                looked += 1
    assert looked > 2000


@pytest.mark.parametrize("name", [name for name, one in SYMMETRIES.items() if one.table])
def test_pieces_put_down_with_their_images_are_symmetrical(name: str) -> None:
    form = form_of("techcommander")
    assert isinstance(form, TableForm)
    bench = TableBench(new_maps.empty("techcommander", form, "Yard", 60, 60), form)
    bench.type_measures("6x4 at 12,20 turned 30")
    bench.choose(None)
    bench.take_kind("starts")
    bench.type_measures("5,7")
    assert not table_map.is_alike(bench.document.data, form, SYMMETRIES[name])
    bench.make_alike(name)
    assert table_map.is_alike(bench.document.data, form, SYMMETRIES[name])
    assert bench.make_alike(name) == "Nothing is missing"
    bench.be_symmetrical(name)
    bench.take_kind("tank")
    bench.type_measures("r3 at 40,50")
    assert table_map.is_alike(bench.document.data, form, SYMMETRIES[name])
    assert bench.document.faults() == []


@pytest.mark.parametrize("name", [name for name, one in SYMMETRIES.items() if one.table])
def test_whatever_is_done_is_done_to_the_images_too(name: str) -> None:
    form = form_of("techcommander")
    assert isinstance(form, TableForm)
    bench = TableBench(new_maps.empty("techcommander", form, "Yard", 60, 60), form)
    bench.be_symmetrical(name)
    bench.type_measures("6x4 at 12,20")
    count = len(bench.document.data["piece"])
    bench.hold()
    bench.go_to("14,21")
    bench.go_to("15,23.5")
    bench.release()
    bench.turn(15)
    bench.scale(1.1)
    ac = next(key for key, _, _ in bench.keys_of() if key.key == "ac")
    assert not bench.say(ac, "3")
    pieces = bench.document.data["piece"]
    assert len(pieces) == count > 1
    assert [piece["ac"] for piece in pieces] == [3] * count
    assert table_map.is_alike(bench.document.data, form, SYMMETRIES[name])
    bench.remove()
    assert "piece" not in bench.document.data


def test_the_middle_has_no_image() -> None:
    form = form_of("armymen")
    assert isinstance(form, TableForm)
    bench = TableBench(new_maps.empty("armymen", form, "Yard", 48, 48), form)
    bench.be_symmetrical("four-ways")
    bench.type_measures("6x4 at 24,24")
    assert len(bench.document.data["piece"]) == 1


# ---------------------------------------------------------------- measures
@pytest.mark.parametrize(
    ("text", "line", "shape"),
    [
        ("6x4", False, {"box": [7, 8, 13, 12]}),
        ("6 X 4 at 12, 30", False, {"box": [9, 28, 15, 32]}),
        ("6x4 at 12,30 turned 90", False, {"box": [10, 27, 14, 33]}),
        ("r3", False, {"circle": [10, 10, 3]}),
        ("r 2.5 at 1,2", False, {"circle": [1, 2, 2.5]}),
        ("1,2 to 3,4.5", False, {"box": [1, 2, 3, 4.5]}),
        ("0,0 4,0 4,4", False, {"points": [[0, 0], [4, 0], [4, 4]]}),
        ("6", True, {"points": [[7, 10], [13, 10]]}),
        ("6 at 3,4 turn 90", True, {"points": [[3, 1], [3, 7]]}),
        ("1,2 3,4 5,6", True, {"points": [[1, 2], [3, 4], [5, 6]]}),
    ],
)
def test_measures_are_read_as_a_person_types_them(text: str, line: bool, shape: dict[str, Any]) -> None:
    assert typed_measures.typed(text, (10.0, 10.0), line) == shape


@pytest.mark.parametrize("text", ["", "six", "6x", "r", "1,2", "1,2 3", "r3 at", "1e5x2", "6x4 foo"])
def test_what_is_no_measure_is_told(text: str) -> None:
    with pytest.raises(Wrong, match="type"):
        typed_measures.typed(text, (0.0, 0.0), False)


def test_a_piece_taken_off_leaves_the_others_their_names() -> None:
    document = Document.opened(next(path for path in MAPS if path.stem == "switchback"))
    form = form_for(document)
    assert isinstance(form, TableForm)
    bench = TableBench(document, form)
    assert [piece.get("on") for piece in document.data["piece"][3:5]] == ["t3", "t3"]
    bench.choose(table_map.Ref("piece", 0))
    bench.remove()
    assert [piece.get("on") for piece in document.data["piece"][2:4]] == ["t2", "t2"]
    bench.choose(table_map.Ref("piece", 1))
    bench.remove()
    assert [piece.get("on") for piece in document.data["piece"][1:3]] == [None, None]


# ---------------------------------------------------------------- files that nobody meant
NONSENSE: st.SearchStrategy[Any] = st.one_of(
    st.none().map(lambda _: ""),
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=True, allow_infinity=True),
    st.booleans(),
    st.text(max_size=8).filter(str.isprintable),
    st.lists(st.integers(-5, 500), max_size=4),
    st.lists(st.lists(st.floats(-1e9, 1e9), max_size=3), max_size=4),
    st.dictionaries(st.sampled_from(["kind", "points", "box"]), st.integers(), max_size=2),
)
KEYS = ["width", "height", "name", "piece", "starts", "points", "locations", "ground", "summary"]
IN_PIECE = ["kind", "points", "circle", "box", "name", "ac", "top", "on", "id"]


@given(
    st.sampled_from([MAPS[0], HEXES[0], *TABLES[4::5]]),
    st.dictionaries(st.sampled_from(KEYS), NONSENSE, max_size=3),
    st.dictionaries(st.sampled_from(IN_PIECE), NONSENSE, max_size=3),
)
@settings(max_examples=40, deadline=None)
def test_a_forged_map_is_shown_and_told_of(path: Path, forged: dict[str, Any], in_piece: dict[str, Any]) -> None:
    document = Document.opened(path)
    form = form_for(document)

    def spoil(data: dict[str, Any]) -> None:
        if data.get("piece"):
            data["piece"][0].update(in_piece)
        data.update(forged)

    document.change("spoil", spoil)
    scene = scene_of(document.data, form)
    if isinstance(scene, TableScene):
        assert 0 < scene.width <= 400
        assert 0 < scene.height <= 400
    assert all(isinstance(fault, BadFile) for fault in document.faults())
    bench = bench_of(document)
    bench.alike()
    bench.advice()
    assert isinstance(bench.prompt, str)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x', "is not sound TOML"),
        ('system = "armymen"\nkind = "army"\nname = "x"\n', "'army'"),
        ('system = "armymen"\nkind = "map"\n' + "# " + "x" * 1_000_000, "larger than"),
    ],
)
def test_what_is_no_map_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(BadFile, match=said):
        own_files.opened(tmp_path / "bad.toml")


def test_the_generator_lays_out_what_the_rulebook_takes() -> None:
    form = form_of("pmc2640")
    assert isinstance(form, TableForm)
    document = new_maps.empty("pmc2640", form, "Rolled", 48, 48)
    new_maps.generated(document, form, 5)
    assert len(document.data["piece"]) > 3
    assert document.faults() == []
    document.undo()
    assert "piece" not in document.data


def test_a_map_that_cannot_be_played_yet_says_why() -> None:
    form = form_of("pmc2640")
    assert form is not None
    flooded = new_maps.empty("pmc2640", form, "Flooded", 48, 48)
    flooded.change("water", lambda table: table.update(piece=[{"kind": "water", "box": [0, 2, 48, 46]}]))
    with pytest.raises(BadChoice, match="24,24 is too near water, where nobody can go"):
        trial_games.of_map(flooded)


@pytest.mark.parametrize("gap", [(30.99, 33.0), (9.0, 11.01)])
def test_an_objective_lies_as_near_to_the_middle_as_it_can_in_whatever_gap_there_is(gap: tuple[float, float]) -> None:
    """It is 2 in across and has room in a strip only a hair wider; no other place is nearer to the middle."""
    form = form_of("pmc2640")
    assert form is not None
    document = new_maps.empty("pmc2640", form, "Gap", 48, 48)
    west, east = gap
    floods = [{"kind": "water", "box": [0, 4.5, west, 43.5]}, {"kind": "water", "box": [east, 4.5, 48, 43.5]}]
    document.change("water", lambda table: table.update(piece=floods))
    info = trial_games.of_map(document)
    ((x, y),) = info.data["table"]["locations"]
    assert west + 1 <= x <= east - 1
    assert abs(y - 24) < 0.02


POOL = {"kind": "water", "box": [22, 22.5, 26, 25.5]}


@pytest.mark.parametrize(("locations", "kind"), [([], "capture"), ([[18, 18], [24, 32], [32, 18]], "find-and-secure")])
def test_a_map_with_a_pool_in_its_middle_is_played_with_what_it_lists_itself(
    locations: list[list[int]], kind: str
) -> None:
    """What the book would lay in the middle lies beside the pool; of possible locations the map's own are played."""
    form = form_of("pmc2640")
    assert form is not None
    document = new_maps.empty("pmc2640", form, "Pool", 48, 48)
    document.change("pool", lambda data: data.update(piece=[POOL], **({"locations": locations} if locations else {})))
    assert document.faults() == []
    info = trial_games.of_map(document)
    battle = system("pmc2640").start(set_table(system("pmc2640"), info, seed=1)).state
    assert battle.scenario.type == kind
    lying = [list(spot) for spot in battle.table.locations]
    assert lying == locations or (len(lying) == 1 and lying[0] != [24, 24])


@pytest.mark.parametrize("book", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_each_kind_of_terrain_says_what_it_does(book: str) -> None:
    """In words, not by the titles of rules; only ground that does nothing says nothing."""
    form = form_of(book)
    assert form is not None
    titles = {rule.called for rule in system(book).reference()}
    silent = [kind.look.name for kind in form.kinds if not kind.does]
    assert silent == {"mechcom": ["normal", "normal, sand", "normal, concrete"]}.get(book, [])
    assert not [words for kind in form.kinds for words in kind.does if words in titles]


def test_whoever_goes_to_a_fault_off_the_table_can_bring_it_back() -> None:
    form = form_of("armymen")
    assert isinstance(form, TableForm)
    bench = TableBench(new_maps.empty("armymen", form, "Yard", 48, 48), form)
    bench.type_measures("4x4 at 60,-5")
    assert bench.at_fault("piece[0].points: 58,-7 is not on the table")
    assert bench.cursor == "48,0"
    bench.hold()
    bench.go_to("40,10")
    bench.release()
    assert bench.piece(Ref("piece", 0))["box"] == [38, 8, 42, 12]


def test_measures_after_laying_something_are_those_of_a_new_one_and_escape_lets_go() -> None:
    form = form_of("pmc2640")
    assert isinstance(form, TableForm)
    bench = TableBench(new_maps.empty("pmc2640", form, "Yard", 48, 48), form)
    bench.take_kind("woods")
    for number in range(3):
        assert not bench.type_measures(f"4x4 at {10 + 10 * number},10")
    bench.take_kind("locations")
    for number in range(3):
        assert not bench.type_measures(f"{18 + 6 * number},24")
    assert len(bench.things) == 6
    assert bench.chosen == Ref("locations", 2)
    assert bench.drop()
    assert bench.chosen is None
    bench.go_to("10,10")
    bench.choose_here()
    assert not bench.type_measures("6x4 at 10,10")
    assert len(bench.things) == 6
    assert bench.piece(Ref("piece", 0))["box"] == [7, 8, 13, 12]


def test_a_new_map_lies_among_ones_own_under_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    form = form_of("armymen")
    assert form is not None
    document = new_maps.empty("armymen", form, "My Garden!", 48, 48)
    assert document.path == tmp_path / "scenarios/armymen/maps/my-garden.toml"
    document.save()
    assert own_files.free_path(own_files.MAP, "armymen", "My Garden!").name == "my-garden-2.toml"
    assert next(new_maps.ready_maps("armymen")).own
    copy = own_files.copied(MAPS[0], "Mine")
    assert copy.data["name"] == "Mine"
    assert copy.data["piece"] == Document.opened(MAPS[0]).data["piece"]


def test_a_panel_without_room_says_that_more_follows() -> None:
    lines = wrap([("blocks sight; Defence +2; height 2 in; from above Firepower +2", "dim")], 26)
    assert len(lines) > 2
    assert [text_of(line) for line in first_rows(lines, 2, 26)] == [text_of(lines[0]), "height 2 in; from above\u2026"]
    assert first_rows(lines, len(lines), 26) == lines
    assert first_rows(lines, 0, 26) == []
