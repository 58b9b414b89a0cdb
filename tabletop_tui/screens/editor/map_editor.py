"""The screen on which a map is edited, of whatever kind: the map, what is in hand, what lies under the cursor."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import SystemRandom
from typing import Any

from textual.widget import Widget

from tabletop_tui import paths
from tabletop_tui.bindings import Command
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.map_editing import Bench
from tabletop_tui.editor.maps.symmetry import NONE, Symmetry
from tabletop_tui.editor.own import new_maps, own_files, trial_games
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports import table_plan
from tabletop_tui.rulebook.map_vocabulary import TerrainForm
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.base.jump_page import JumpPage, Target
from tabletop_tui.screens.editor.editor_screen import EditorScreen
from tabletop_tui.widgets.map.battlefield import Battlefield, map_sizes, play_zoom, readable_zoom
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.styled_text import TextLine, clip, text_of

ROOMY, MOST_RULES = 36, 6
"""From so many rows of the screen on there is room for so many rules."""
WHOLE = {"left-right": "Mirror: left becomes right", "top-bottom": "Mirror: top becomes bottom"}
"""How a turn of the whole map is called, where its symmetry is called otherwise."""


class MapScreen(EditorScreen):
    """A map on the bench."""

    opened_as = "editor"
    DEFAULT_CSS = """
    MapScreen Battlefield { width: 1fr; height: 1fr; }
    """

    def __init__(self, document: Document, bench: Bench[Any]) -> None:
        super().__init__(document)
        self.bench = bench
        self.zoomed = False
        """Whether the zoom was chosen by hand."""
        self.symmetry_seen = ""
        """The symmetry that the map had when it was looked over last."""

    def body(self) -> Iterator[Widget]:
        field = Battlefield(self.tabletop.colours, self.tabletop.glyphs)
        field.draggable = True
        yield field

    @property
    def field(self) -> Battlefield:
        return self.query_one(Battlefield)

    def look_over(self) -> None:
        self.symmetry_seen = self.bench.alike()
        super().look_over()

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        super().draw()
        self.fit_map()
        self.field.show(self.bench.scene)
        if self.field.cursor != self.bench.cursor:
            self.field.go_to(self.bench.cursor)
        self.field.mark(self.marks())

    def marks(self) -> Marks:
        """What lies over the map."""
        raise NotImplementedError

    def fit_map(self) -> None:
        """The nearest zoom at which the whole map is seen and can be read, unless another was chosen."""
        scene, width, height = self.bench.scene, self.size.width - self.side_width(), self.size.height - 3
        looks = scene, self.field.colours, self.field.glyphs
        sizes = map_sizes(*looks)
        whole = [zoom for zoom, size in enumerate(sizes) if size.width <= width and size.height <= height]
        wanted = whole[-1] if whole and whole[-1] >= readable_zoom(scene) else play_zoom(*looks)
        if self.field.painter is None:
            self.field.show(scene)
        if not self.zoomed and self.field.zoom != wanted:
            self.field.zoom_by(wanted - self.field.zoom)

    @property
    def prompt(self) -> str:
        images = "" if self.bench.symmetry is NONE else f" (with images: {self.bench.symmetry.name})"
        return f"{self.bench.prompt}{images}"

    @property
    def rules_here(self) -> tuple[str, ...]:
        return self.bench.rules_here

    def go_to_fault(self, fault: BadFile) -> str:
        self.bench.at_fault(f"{fault.place} {fault.fix}")
        return super().go_to_fault(fault)

    def does(self, kind: TerrainForm) -> str:
        """What a kind of terrain does, in words."""
        return "; ".join(kind.does) or "nothing to sight or movement"

    def rule_lines(self, width: int) -> list[TextLine]:
        """The rules behind what is in hand and here, where there is room for them."""
        if self.size.height < ROOMY:
            return []
        book = {rule.id: rule for rule in self.system.reference()}
        named = [book[name] for name in self.rules_here if name in book][:MOST_RULES]
        lines = [clip([(f"{rule.called} ", "text"), (rule.id, "rule")], width, "") for rule in named]
        key = self.commands.keys("editor.rules", self.tabletop.keymap)[0]
        return [[], [("The rules of it", "head"), (f"  {key}", "key")], *lines] if lines else []

    def advice(self) -> list[tuple[str, str]]:
        return self.bench.advice()

    def named_line(self, label: str, value: str, command: str = "", role: str = "text") -> TextLine:
        """A line of the side: what it is, its value, the key that changes it."""
        line: TextLine = [(f"{label} ", "dim"), (value, role)]
        return [*line, ("  ", "text"), *self.key_of(command)] if command else line

    def key_of(self, command: str) -> TextLine:
        """The key of a command."""
        return [(self.commands.keys(command, self.tabletop.keymap)[0], "key")]

    def map_lines(self) -> list[TextLine]:
        """What is to be said of the whole map."""
        alike, live = self.symmetry_seen, self.bench.symmetry
        return [
            self.named_line("size", self.bench.size_words, "editor.details"),
            self.named_line("symmetrical", alike or "no", "editor.alike", "good" if alike else "text"),
            self.named_line("with images", live.name, "editor.symmetry", "text" if live is NONE else "strong"),
        ]

    # ------------------------------------------------------------------ the cursor and the mouse
    def tell(self, said: str) -> None:
        """Draw, and say what came of a command."""
        self.notice = said
        self.draw()

    def lay_cursor(self, spot: str | None) -> None:
        if spot:
            self.tell(self.bench.go_to(spot))

    def do_move(self, direction: str, steps: int) -> None:
        painter = self.field.painter
        assert painter is not None
        spot = self.bench.cursor
        for _ in range(steps):
            spot = self.beside(spot, direction)
        self.lay_cursor(spot)

    def beside(self, spot: str, direction: str) -> str:
        """The spot one step from another one; at the edge the same."""
        assert self.field.painter is not None
        return self.field.painter.beside(spot, direction) or spot

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        self.clicked(event.spot, event.again)

    def clicked(self, spot: str, again: bool) -> None:
        """A spot was clicked."""
        self.lay_cursor(spot)

    def on_battlefield_dragged(self, event: Battlefield.Dragged) -> None:
        event.stop()
        self.dragged(event.begun, event.spot, event.ended)

    def dragged(self, begun: str, spot: str, ended: bool) -> None:
        """The mouse is dragged from one spot to another."""

    # ------------------------------------------------------------------ commands of all maps
    def drop(self) -> bool:
        return self.bench.drop()

    def undo(self) -> str:
        return self.bench.undo()

    def redo(self) -> str:
        return self.bench.redo()

    def do_kind(self, step: int) -> None:
        raise NotImplementedError

    def do_closer(self) -> None:
        self._zoom(1)

    def do_further(self) -> None:
        self._zoom(-1)

    def _zoom(self, steps: int) -> None:
        self.zoomed = True
        ends = "This is as close as it gets" if steps > 0 else "This is as far as it gets"
        self.tell("" if self.field.step_zoom(steps) else ends)

    def do_go_to(self) -> None:
        painter = self.field.painter
        assert painter is not None

        def check(typed: str) -> str:
            found = painter.has(typed.replace(" ", ""))
            return "" if found else f"{typed.strip() or 'That'} is no spot of this map"

        def go(typed: str | None) -> None:
            self.lay_cursor(typed.replace(" ", "") if typed else None)

        self.tabletop.push_screen(AskText(f"Go to which spot? (written as here: {self.bench.cursor})", check), go)

    def jump_spots(self) -> list[str]:
        """The spots that can be jumped to."""
        return [token.spot for token in self.bench.scene.tokens]

    def do_jump(self) -> None:
        places = {spot: self.field.place_of(spot) for spot in self.jump_spots()}
        targets = [Target(place.x, place.y, spot) for spot, place in places.items() if place is not None]
        self.tabletop.push_screen(JumpPage(targets, self.size.width, self.size.height), self.lay_cursor)

    def _choose_symmetry(self, heading: str, known: list[Symmetry], names: dict[str, str], take: Any) -> None:
        items = [ListItem(one.id, [(names.get(one.id, one.name.capitalize()), "text")]) for one in known]

        def taken(key: str | None) -> None:
            if key is not None:
                self.tell(take(key))

        self.tabletop.push_screen(Choose(heading, items), taken)

    def do_symmetry(self) -> None:
        """The next symmetry in which everything is done."""
        known = self.bench.symmetries()
        at = known.index(self.bench.symmetry) if self.bench.symmetry in known else 0
        self.tell(self.bench.be_symmetrical(known[(at + 1) % len(known)].id))

    def do_no_symmetry(self) -> None:
        self.tell(self.bench.be_symmetrical(NONE.id))

    def do_alike(self) -> None:
        known = self.bench.symmetries()[1:]
        self._choose_symmetry("Make the map symmetrical: how?", known, {}, self.bench.make_alike)

    def do_whole(self) -> None:
        known = [one for one in self.bench.symmetries() if one.id in ("half-turn", "quarters", *WHOLE)]
        self._choose_symmetry(
            "Turn or mirror the whole map: how?", known, {"quarters": "Half turn", **WHOLE}, self.bench.turn_whole
        )

    def do_details(self) -> None:
        """Name, summary or size, whichever is chosen."""
        data = self.document.data
        shown = {key: str(data.get(key, "")) for key in ("name", "summary")} | {"size": self.bench.size_words}
        if self.bench.unit_length is not None:
            shown["unit"] = self.bench.unit_length
        asked = {"unit": "How long is a unit on the real table, as 1 in or 2 cm?"}
        items = [ListItem(key, [(f"{key:<9}", "dim"), (value, "text")]) for key, value in shown.items()]

        def chosen(key: str | None) -> None:
            if key is not None:
                ask = AskText(asked.get(key, f"Its {key}"), lambda typed: change(key, typed.strip()), shown[key])
                self.tabletop.push_screen(ask, lambda _: self.tell(""))

        def change(key: str, text: str) -> str:
            ways = {"size": self.bench.resize, "unit": self.bench.say_unit_length}
            wrong = ways[key](text) if key in ways else self.bench.rename(key, text)
            if key == "name" and not wrong and not os.path.exists(self.document.path):
                self.document.path = own_files.free_path(own_files.MAP, self.document.system, text)
            self.zoomed = self.zoomed and (key != "size" or bool(wrong))
            return wrong

        self.tabletop.push_screen(Choose("What do you want to change?", items), chosen)

    def do_generate(self) -> None:
        """Terrain from the generator, beside what lies there."""
        try:
            new_maps.generated(self.document, self.bench.form, SystemRandom().randrange(2**32))
        except Wrong as wrong:
            self.tell(str(wrong))
            return
        self.bench.drop()
        self.bench.after_change()
        self.tell("The generator has laid out its terrain; take it back and ask again for another table")

    def do_print(self) -> None:
        """A page to build the table by, among the player's own reports, and a picture beside it."""
        name, summary = (clean(str(self.document.data.get(key, ""))) for key in ("name", "summary"))
        try:
            path = table_plan.write_beside_reports(paths.reports(), name, summary, self.bench.scene, ())
        except BadFile as error:
            self.tell(error.brief)
        else:
            self.tell(f"Written: {path}, and a picture beside it")

    def do_try(self) -> None:
        try:
            info = trial_games.of_map(self.document)
        except (BadFile, BadChoice) as error:
            why = text_of(self.said_of(error)) if isinstance(error, BadFile) else str(error)
            self.tell(f"It cannot be played yet: {why}")
            return
        self.begin(info)

    def why_not(self, command: Command) -> str:
        if command.id == "editor.generate" and self.bench.form.generate is None:
            return "This rulebook has no terrain generator"
        return ""
