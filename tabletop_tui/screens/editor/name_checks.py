"""Names and sizes that somebody types for a new file: what is wrong with them, and what a file is called."""

from __future__ import annotations

from tabletop_tui.editor.files.document import Document
from tabletop_tui.editor.maps.map_bench import two_numbers
from tabletop_tui.files.validation import Wrong, a_name
from tabletop_tui.rulebook.map_form import HexForm, MapForm


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


def size_fault(form: MapForm, typed: str) -> str:
    """What is wrong with a size, '' if nothing is."""
    least, most = form.sides
    try:
        sides = two_numbers(typed)
    except Wrong as wrong:
        return wrong.fix
    if isinstance(form, HexForm) and any(side % 1 for side in sides):
        return "give whole numbers"
    return "" if all(least <= side <= most for side in sides) else f"each side is {least:g} to {most:g}"
