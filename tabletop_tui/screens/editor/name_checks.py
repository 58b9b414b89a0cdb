"""Names and sizes that somebody types for a new file: what is wrong with them, and what a file is called."""

from __future__ import annotations

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.typed_measures import two_sides
from tabletop_tui.files.validation import Wrong, a_name
from tabletop_tui.rulebook.map_vocabulary import HexForm, MapForm


def name_of(document: Document) -> str:
    name = document.data.get("name")
    return name if isinstance(name, str) and name else document.path.stem


def name_fault(typed: str) -> str:
    """What is wrong with a name, '' if nothing is."""
    try:
        a_name(typed.strip())
    except Wrong as wrong:
        return wrong.fix
    return ""


def size_typed(form: MapForm, typed: str) -> tuple[float, float]:
    """The size of a map as somebody types it. Wrong for what is none."""
    return two_sides(typed, None if isinstance(form, HexForm) else form.unit)


def size_fault(form: MapForm, typed: str) -> str:
    """What is wrong with a size, '' if nothing is."""
    least, most = form.sides
    try:
        sides = size_typed(form, typed)
    except Wrong as wrong:
        return wrong.fix
    if isinstance(form, HexForm) and any(side % 1 for side in sides):
        return "give whole numbers"
    return "" if all(least <= side <= most for side in sides) else f"each side is {least:g} to {most:g}"
