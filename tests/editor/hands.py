"""Making maps by hand, for tests: a map of a file made again on an empty bench, and the keys that do the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps import hex_map, shape_transforms, typed_measures
from tabletop_tui.editor.maps.hex_map_editing import HexBench
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.maps.piece_keys import words_of
from tabletop_tui.editor.maps.table_map_editing import TableBench
from tabletop_tui.editor.own import new_maps
from tabletop_tui.rulebook.map_vocabulary import HexForm, MapForm, TableForm

ROOT = Path(__file__).parents[2]
MAPS = sorted((ROOT / "scenarios").glob("*/maps/*.toml"))
PASTE = "paste "
SIGNS = {" ": "space", ",": "comma", ".": "full_stop", "-": "minus", "'": "apostrophe", ";": "semicolon", ":": "colon"}


def form_for(document: Document) -> MapForm:
    form = form_of(document.system)
    assert form is not None
    return form


def bench_of(document: Document) -> HexBench | TableBench:
    form = form_for(document)
    return HexBench(document, form) if isinstance(form, HexForm) else TableBench(document, form)


def empty_like(data: Any) -> Document:
    """An empty map of the same name and size."""
    form = form_of(data["system"])
    assert form is not None
    if isinstance(form, HexForm):
        grid = hex_map.map_of(data, form).grid
        size: tuple[float, float] = (grid.columns, grid.rows)
    else:
        size = data["width"], data["height"]
    return new_maps.empty(data["system"], form, data["name"], *size)


def make_again(bench: HexBench | TableBench, data: Any) -> None:
    """Do on the bench what its commands do, until it says what this data says."""
    if isinstance(bench, HexBench):
        paint_again(bench, data)
    else:
        put_down_again(bench, data)
    assert not bench.rename("summary", data["summary"])


def paint_again(bench: HexBench, data: Any) -> None:
    """Each kind of cell in turn: its rows as lines, single hexes with the brush."""
    wanted = hex_map.map_of(data, bench.form)
    for spot, cell in wanted.cells.items():
        if bench.map.cells[spot] != cell:
            bench.take_kind(cell.code)
            bench.take_level(cell.level)
            bench.go_to(spot)
            bench.paint()


def put_down_again(bench: TableBench, data: Any) -> None:
    for piece in data.get("piece", ()):
        bench.take_kind(piece["kind"])
        assert not bench.type_measures(typed_measures.written(piece))
        for key, _, _ in bench.keys_of():
            if key.key in piece:
                assert not bench.say(key, words_of(key, piece))
        assert not set(piece) - {"kind", *shape_transforms.SHAPES} - {key.key for key, _, _ in bench.keys_of()}
    for place in bench.form.places:
        for x, y in data.get(place.key, ()):
            bench.take_kind(place.key)
            assert not bench.type_measures(f"{x:g},{y:g}")


# ---------------------------------------------------------------- as keys
def pasted(text: str) -> Iterator[str]:
    """A text that is pasted, which is quicker to test than typing it."""
    yield PASTE + text


def typed(text: str) -> Iterator[str]:
    for sign in text:
        yield SIGNS.get(sign, sign)


def keys_for(data: Any, form: MapForm) -> Iterator[str]:
    """The keys that make this map on an empty one of its size, in an editor that has just been opened."""
    yield from hex_keys(data, form) if isinstance(form, HexForm) else table_keys(data, form)
    yield from ("d", "down", "enter", *pasted(data["summary"]), "enter")


def hex_keys(data: Any, form: HexForm) -> Iterator[str]:
    """The upper half, hex by hex, with its images by a half turn; from the left upper hex on, up and down."""
    wanted = hex_map.map_of(data, form)
    codes = [kind.code for kind in form.kinds]
    columns, rows = wanted.grid.columns, wanted.grid.rows
    assert rows % 2 == 0, "the upper half has whole rows"
    yield "M"
    code, level = codes[0], 0
    for column in range(1, columns + 1):
        down = range(1, rows // 2 + 1) if column % 2 else range(rows // 2, 0, -1)
        for row in down:
            cell = wanted.cells[f"{column:02d}{row:02d}"]
            if (cell.code, cell.level) != (codes[0], 0):
                yield from ["tab"] * ((codes.index(cell.code) - codes.index(code)) % len(codes))
                yield from [] if cell.level == level else [str(cell.level)]
                code, level = cell.code, cell.level
                yield "space"
            if row != down[-1]:
                yield "down" if column % 2 else "up"
        yield "right"


def table_keys(data: Any, form: TableForm) -> Iterator[str]:
    known = [*(kind.id for kind in form.kinds), *(place.key for place in form.places)]
    at = 0
    for number, piece in enumerate(data.get("piece", ())):
        to = known.index(piece["kind"])
        if number:
            yield "escape"  # nothing is chosen: what is typed is a new piece
        yield from to_kind(at, to, len(known))
        at = to
        yield from ("e", *pasted(typed_measures.written(piece)), "enter")
        if "name" in piece:
            yield from ("w", "enter", *pasted(piece["name"]), "enter")
        for key in form.keys:
            if key.key in piece:
                yield from ("w", *pasted(key.label), "enter", *pasted(words_of(key, piece)), "enter")
    for place in form.places:
        for x, y in data.get(place.key, ()):
            to = known.index(place.key)
            yield from to_kind(at, to, len(known))
            at = to
            yield from ("e", *pasted(f"{x:g},{y:g}"), "enter")


def to_kind(at: int, to: int, count: int) -> list[str]:
    """The shorter way from one kind to another."""
    on, back = (to - at) % count, (at - to) % count
    return ["greater_than_sign"] * on if on <= back else ["less_than_sign"] * back
