"""Where editing begins: go on with what was not saved, a map that there is, or a new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

from tabletop_tui.editor.files import drafts
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.forms import scenario_rows
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.engine.game import Game, State
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.map_vocabulary import HexForm, MapForm
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.editor.editor_screen import EditorScreen
from tabletop_tui.screens.editor.hex_map_editor import HexMapScreen
from tabletop_tui.screens.editor.lesson_editor import LessonEditor
from tabletop_tui.screens.editor.map_editor import MapScreen
from tabletop_tui.screens.editor.name_checks import name_fault, name_of, size_fault, size_typed
from tabletop_tui.screens.editor.position_editor import PositionScreen, tables_of
from tabletop_tui.screens.editor.scenario_editor import ScenarioEditor
from tabletop_tui.screens.editor.table_map_editor import TableMapScreen
from tabletop_tui.widgets.styled_text import TextLine

EMPTY, GENERATED, DRAFT, OWN, COPY = "empty", "generated", "draft ", "own ", "copy "
FILE, COPY_FILE = "file ", "twin "
"""What the keys of the entries begin with."""
UNTITLED = "My table"


def open_map(document: Document) -> MapScreen:
    """The editor of a map. BadFile if its rulebook does not say how its maps are made."""
    form = form_of(document.system)
    if form is None:
        raise BadFile(document.path, "system", "the maps of this rulebook cannot be edited here")
    return HexMapScreen(document, form) if isinstance(form, HexForm) else TableMapScreen(document, form)


def open_editor(document: Document) -> EditorScreen:
    """The editor of a file of any kind. BadFile if its rulebook does not say how such files are made."""
    match document.kind:
        case own_files.SCENARIO:
            return ScenarioEditor(document)
        case own_files.POSITION:
            return PositionScreen(document)
        case own_files.LESSON | own_files.PUZZLE:
            return LessonEditor(document)
    return open_map(document)


def open_battle(game: Game[State], name: str) -> EditorScreen:
    """The editor of a battle as it stands. BadFile, with a sentence, where a person could not write it down."""
    return open_editor(own_files.position_of(game, name))


def open_file(path: Path) -> EditorScreen:
    """The editor of a file, which asks first about what was not saved of it. BadFile if nothing edits it."""
    screen = open_editor(own_files.opened(path))
    screen.left = next((left for left in drafts.found() if left.document.path.absolute() == path.absolute()), None)
    return screen


KINDS = {
    own_files.SCENARIO: ("A scenario", "on a map: sides, forces, what is fought for"),
    own_files.POSITION: ("A position", "units where they stand, to play on from, or for a puzzle"),
}
"""What can be begun besides a map."""
NEW, TAUGHT, TABLE = "new ", "taught", "table"


class OwnTable(Choose):
    """The ways to begin with a table of one's own, of one rulebook."""

    def __init__(self, found: System) -> None:
        form = form_of(found.id)
        self.system, self.form = found, form
        self.left = {draft.path.name: draft for draft in drafts.found() if draft.document.system == found.id}
        self.maps = {str(ready.path): ready for ready in new_maps.ready_maps(found.id)}
        super().__init__(f"Your own table: {found.name}", [*self._entries(form)] if form is not None else [])

    def _entries(self, form: MapForm) -> list[ListItem]:
        items = [
            ListItem(
                DRAFT + name, [("Go on with ", "text"), (name_of(draft.document), "strong"), (", not saved yet", "dim")]
            )
            for name, draft in self.left.items()
        ]
        items.append(ListItem(EMPTY, [("An empty table", "strong"), ("  of a size that you say", "dim")]))
        if form.generate is not None:
            said = f"  as the book lays it out ({form.generates[0]})"
            items.append(ListItem(GENERATED, [("A table from the generator", "strong"), (said, "dim")]))
        items += [
            ListItem(NEW + kind, [(said, "strong"), (f"  {more}", "dim")]) for kind, (said, more) in KINDS.items()
        ]
        items.append(
            ListItem(TAUGHT, [("A puzzle or a lesson", "strong"), ("  of a position, or one that there is", "dim")])
        )
        items.append(ListItem(TABLE, [("A game on my own table", "strong"), ("  to be played with miniatures", "dim")]))
        for path, ready in self.maps.items():
            if ready.own:
                items.append(ListItem(OWN + path, [("Go on with your ", "text"), (ready.name, "strong")]))
        for other in own_files.ready(self.system.id, (own_files.SCENARIO, own_files.POSITION)):
            if other.own:
                line: TextLine = [("Go on with your ", "text"), (other.name, "strong"), (f", a {other.kind}", "dim")]
                items.append(ListItem(FILE + str(other.path), line))
        for path, ready in self.maps.items():
            items.append(ListItem(COPY + path, [("A copy of ", "text"), (ready.name, "strong")]))
        for other in own_files.ready(self.system.id, (own_files.SCENARIO,)):
            line = [("A copy of ", "text"), (other.name, "strong"), (", a scenario", "dim")]
            items.append(ListItem(COPY_FILE + str(other.path), line))
        return items

    def _take(self) -> None:
        items = self.fitting
        if not items:
            return
        key = items[self.index].key
        if key.startswith(DRAFT):
            draft = self.left[key.removeprefix(DRAFT)]
            draft.forget()
            self.edit(draft.document)
        elif key.startswith(OWN):
            self._attempt(lambda: own_files.opened(Path(key.removeprefix(OWN))))
        elif key.startswith(COPY):
            ready = self.maps[key.removeprefix(COPY)]
            self._ask_name(
                f"{ready.name} of mine", lambda name: self._attempt(lambda: own_files.copied(ready.path, name))
            )
        elif key.startswith((FILE, COPY_FILE)):
            self._take_file(Path(key.partition(" ")[2]), key.startswith(COPY_FILE))
        elif key.startswith(NEW):
            self._begin(key.removeprefix(NEW))
        elif key == TAUGHT:
            self._choose_taught()
        elif key == TABLE:
            host = self.tabletop
            self.close(None)
            host.open_screen("table", self.system)
        else:
            self._ask_name(UNTITLED, lambda name: self._ask_size(name, key == GENERATED))

    # ------------------------------------------------------------------ scenarios, positions, lessons
    def _take_file(self, path: Path, copy: bool) -> None:
        if copy:
            self._ask_name(f"{_called(path)} of mine", lambda name: self._attempt(lambda: own_files.copied(path, name)))
        else:
            self._attempt(lambda: own_files.opened(path))

    def _begin(self, kind: str) -> None:
        """A new scenario on a map, or a new position on the table of a scenario."""
        found = self.system
        if kind == own_files.SCENARIO:
            named = [ListItem(path.stem, [(_called(path), "strong")]) for path in scenario_rows.maps_of(found)]
            self._pick(
                "On which map?", named, "My scenario", lambda name, place: own_files.new_scenario(found, name, place)
            )
        else:
            self._pick(
                "On which table?",
                tables_of(found),
                "My position",
                lambda name, place: own_files.new_position(found.id, name, own_files.table_named(place)),
            )

    def _pick(self, title: str, items: list[ListItem], untitled: str, make: Callable[[str, str], Document]) -> None:
        def picked(key: str | None) -> None:
            if key is not None:
                self._ask_name(untitled, lambda name: self._attempt(lambda: make(name, key)))

        self.tabletop.push_screen(Choose(title, items, "there is none"), picked)

    def _choose_taught(self) -> None:
        """A puzzle or lesson that there is, or a new one of a position."""
        files = {str(one.path): one for one in own_files.ready(self.system.id, TAUGHT_KINDS)}
        items = [
            ListItem(path, _entry(one)) for path, one in files.items() if one.own or one.kind == own_files.POSITION
        ]
        items += [ListItem(path, _entry(one)) for path, one in files.items() if not one.own]

        def picked(key: str | None) -> None:
            if key is None:
                return
            one = files[key]
            if one.kind == own_files.POSITION:
                self._attempt(lambda: _puzzle_of(self.system.id, one.path))
            else:
                self._take_file(one.path, not one.own)

        empty = "save a position first: S in a battle, or a new one of your own"
        self.tabletop.push_screen(Choose("Of which position, or which one?", items, empty), picked)

    def _ask_name(self, typed: str, go: Callable[[str], None]) -> None:
        def taken(name: str | None) -> None:
            if name is not None:
                go(name.strip())

        self.tabletop.push_screen(AskText("What is it called?", name_fault, typed), taken)

    def _ask_size(self, name: str, generate: bool) -> None:
        form = self.form
        assert form is not None
        unit = "hexes" if isinstance(form, HexForm) else form.unit.name
        wide, high = form.usual[0]

        def taken(typed: str | None) -> None:
            if typed is not None:
                self._attempt(lambda: self._new(form, name, typed, generate))

        heading = f"How large is it, in {unit}?"
        self.tabletop.push_screen(
            AskText(heading, lambda typed: size_fault(form, typed), f"{wide:g} x {high:g}"), taken
        )

    def _new(self, form: MapForm, name: str, size: str, generate: bool) -> Document:
        document = new_maps.empty(self.system.id, form, name, *size_typed(form, size))
        if generate:
            new_maps.generated(document, form, SystemRandom().randrange(2**32))
        return document

    def _attempt(self, make: Callable[[], Document]) -> None:
        """Edit what is made, or say why that cannot be."""
        try:
            document = make()
        except (BadFile, Wrong) as error:
            self.show_hint([(f" {error}", "hint")])
            return
        self.edit(document)

    def edit(self, document: Document) -> None:
        host = self.tabletop
        self.close(None)
        host.open_screen("editor", document)


TAUGHT_KINDS = (own_files.POSITION, own_files.PUZZLE, own_files.LESSON)


def _called(path: Path) -> str:
    """The name in a file, its stem where that says none."""
    try:
        return str(read_file.toml_table(path).get("name") or path.stem)
    except BadFile:
        return path.stem


def _entry(one: own_files.Ready) -> TextLine:
    if one.kind == own_files.POSITION:
        return [("A puzzle of ", "text"), (one.name, "strong"), (", a position of yours", "dim")]
    said = "Go on with your " if one.own else "A copy of "
    return [(said, "text"), (one.name, "strong"), (f", a {one.kind}", "dim")]


def _puzzle_of(system_id: str, path: Path) -> Document:
    """A new puzzle of a position. BadFile if it is none."""
    document = own_files.opened(path)
    return own_files.new_lesson(own_files.PUZZLE, document.data, system_id, name_of(document))
