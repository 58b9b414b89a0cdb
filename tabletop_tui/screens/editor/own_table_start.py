"""A game on one's own table: on which map, or on a new one; then units are put where they stand, and it is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.map_vocabulary import HexForm
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.editor.name_checks import name_fault, name_of, size_fault, size_typed
from tabletop_tui.screens.editor.position_editor import PositionScreen

SKETCH, MAP, GAME, ODDS = "sketch", "map ", "game ", "odds"
"""What the keys of the entries begin with."""


class TableDoor(Choose):
    """The maps on which a game can be set up, one's own first, and the games that were set up before."""

    def __init__(self, found: System) -> None:
        self.system = found
        items = []
        for one in own_files.ready(found.id, (own_files.POSITION,)):
            if one.own and "map" in Document.opened(one.path).data:
                items.append(ListItem(GAME + str(one.path), [("Go on with ", "text"), (one.name, "strong")]))
        maps = list(new_maps.ready_maps(found.id))
        items += [
            ListItem(MAP + str(one.path), [("On my table ", "text"), (one.name, "strong")]) for one in maps if one.own
        ]
        items.append(ListItem(SKETCH, [("On a new table", "strong"), ("  sketched now", "dim")]))
        items += [ListItem(MAP + str(one.path), [("On ", "text"), (one.name, "strong")]) for one in maps if not one.own]
        items.append(ListItem(ODDS, [("What a shot needs", "strong"), ("  and its chances, without a game", "dim")]))
        super().__init__(f"A game on my own table: {found.name}", items)

    def _take(self) -> None:
        items = self.fitting
        if not items:
            return
        key = items[self.index].key
        if key == SKETCH:
            self._ask("What is the table called?", name_fault, "My table", self._ask_size)
        elif key == ODDS:
            self._leave_for("odds", self.system)
        elif key.startswith(GAME):
            self._open(own_files.opened(Path(key.removeprefix(GAME))))
        else:
            self._set_up(Path(key.removeprefix(MAP)))

    def _ask(self, heading: str, check: Callable[[str], str], typed: str, go: Callable[[str], object]) -> None:
        def taken(said: str | None) -> None:
            if said is not None:
                go(said.strip())

        self.tabletop.push_screen(AskText(heading, check, typed), taken)

    def _ask_size(self, name: str) -> None:
        form = form_of(self.system.id)
        if form is None:
            self.show_hint([(" The maps of this rulebook cannot be edited here", "hint")])
            return
        unit = "hexes" if isinstance(form, HexForm) else form.unit.name
        wide, high = form.usual[0]

        def sketched(size: str) -> None:
            document = new_maps.empty(self.system.id, form, name, *size_typed(form, size))
            document.save()
            self._set_up(document.path, sketch=True)

        self._ask(
            f"How large is it, in {unit}?", lambda typed: size_fault(form, typed), f"{wide:g} x {high:g}", sketched
        )

    def _set_up(self, path: Path, sketch: bool = False) -> None:
        """The position in which the game begins, on this map."""
        try:
            called = name_of(Document.opened(path))
            document = own_files.new_position(self.system.id, f"Game on {called}"[:60], own_files.on_map(path.stem))
        except (BadFile, Wrong) as error:
            self.show_hint([(f" {error}", "hint")])
            return
        self._open(document, sketch)

    def _leave_for(self, name: str, about: System | Document) -> Screen[Any]:
        """Close the list and open a screen in its place."""
        host = self.tabletop
        self.close(None)
        return host.open_screen(name, about)

    def _open(self, document: Document, sketch: bool = False) -> None:
        screen = self._leave_for("editor", document)
        if sketch and isinstance(screen, PositionScreen):
            screen.soon(screen.do_table)
