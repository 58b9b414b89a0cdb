"""A map of one's own from a picture in plain text (`text_picture_reading.py`)."""

from __future__ import annotations

from pathlib import Path

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps import text_picture_reading
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong, attempt, one_of
from tabletop_tui.files.write_file import Taken
from tabletop_tui.rulebook.registry import system_ids


def imported(picture: Path, system_id: str = "", name: str = "") -> tuple[Document, tuple[str, ...]]:
    """The map of a picture, not saved yet, and what the picture could not tell. BadFile if there is none in it.

    Without a rulebook named it is the one whose ground the legend speaks of.
    """
    text = read_file.text(picture)

    def work() -> tuple[Document, tuple[str, ...]]:
        found = text_picture_reading.found_in(text)
        chosen = system_id or _whose(found)
        form = form_of(chosen)
        if form is None:
            raise Wrong("the maps of this rulebook cannot be edited here")
        made = text_picture_reading.read(form, found)
        called = name or picture.stem.replace("-", " ").capitalize()
        head = {"system": chosen, "kind": "map", "name": called, "summary": ""}
        path = own_files.free_path(own_files.MAP, chosen, called)
        return Document.begun(path, {**head, **made.data}, new_maps.heading(form)), made.lost

    return attempt(picture, work)


def _whose(picture: text_picture_reading.Picture) -> str:
    """The rulebook of a picture. Wrong where that cannot be told."""
    fitting = [name for name in system_ids() if (form := form_of(name)) and text_picture_reading.fits(form, picture)]
    if len(fitting) != 1:
        known = fitting or [*system_ids()]
        raise Wrong(f"say of which rulebook it is: {', '.join(sorted(known))}")
    return fitting[0]


def known_system(name: str) -> str:
    """A rulebook by its id. Wrong for one that there is not."""
    if name not in system_ids():
        raise one_of(name, system_ids(), "rulebook")
    return name


def written(picture: Path, system_id: str, name: str, to: Path | None, overwrite: bool) -> tuple[Path, tuple[str, ...]]:
    """The same saved, to a file if one is named; its path. BadFile if that cannot be done."""
    if system_id:
        attempt(picture, lambda: known_system(system_id))
    document, lost = imported(picture, system_id, name)
    path = to or document.path
    if to is not None and to.suffix != ".toml":
        raise BadFile(to, "", "name a file that ends in .toml")
    try:
        document.save(path, overwrite)
    except Taken:
        raise BadFile(path, "", "exists already; name another file, or say --overwrite") from None
    return path, lost
