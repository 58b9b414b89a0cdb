"""A map of hexes on the screen: a brush that paints terrain and levels."""

from __future__ import annotations

from tabletop_tui.bindings import HEX_EDITOR
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.hex_map_editing import HexBench, Tool
from tabletop_tui.rulebook.map_vocabulary import HexForm
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.editor.map_editor import MapScreen
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.styled_text import TextLine, wrap

KEEP = "as it is"


class HexMapScreen(MapScreen):
    """A map of hexes on the bench."""

    commands = HEX_EDITOR
    keys_title = "Editing a map of hexes"
    BINDINGS = bindings(HEX_EDITOR)
    hinted = (
        "editor.paint",
        "editor.pen",
        "editor.tab-kind",
        "editor.level1",
        "editor.fill",
        "editor.line",
        "editor.rectangle",
        "editor.undo",
        "editor.save",
        "editor.symmetry",
        "editor.pick-up",
        "editor.try",
        "editor.back",
    )
    bench: HexBench

    def __init__(self, document: Document, form: HexForm) -> None:
        super().__init__(document, HexBench(document, form))
        self.dragging = False
        """Whether the mouse paints."""

    # ------------------------------------------------------------------ drawing
    @property
    def here(self) -> str:
        return self.bench.here_words()

    def marks(self) -> Marks:
        bench = self.bench
        spots = bench.preview() if bench.tool is not None or bench.size > 1 or bench.symmetry.table else ()
        return Marks(targets=frozenset(spots))

    def side_lines(self, width: int) -> list[TextLine]:
        bench = self.bench
        key = self.commands.keys("editor.tab-kind", self.tabletop.keymap)[0]
        lines: list[TextLine] = [[("Paint with", "head"), (f"  {key}", "key")]]
        for kind in bench.form.kinds:
            marked = kind.code == bench.code
            text = f"{self.tabletop.glyphs.pointer if marked else ' '} {kind.code} {kind.look.name}"
            lines.append([(text.ljust(width - 1), "chosen")] if marked else [(text, "text")])
        terrain = [] if bench.code is not None else [self.named_line("terrain", KEEP, "editor.keep-terrain", "strong")]
        level = KEEP if bench.level is None else str(bench.level)
        return [
            *lines,
            *terrain,
            [
                *self.named_line("level", level, "", "strong"),
                ("  0-9", "key"),
                ("  none ", "dim"),
                *self.key_of("editor.keep-level"),
            ],
            self.named_line("brush", str(bench.size), "editor.larger-brush", "strong"),
            *self.map_lines(),
            [],
            *(wrap([(self.does(bench.brush), "dim")], width) if bench.brush is not None else []),
            *self.rule_lines(width),
        ]

    # ------------------------------------------------------------------ painting
    def do_paint(self) -> None:
        self.tell(self.bench.paint())

    def do_pen(self) -> None:
        self.tell(self.bench.toggle_pen())

    def do_tool(self, tool: Tool) -> None:
        self.tell(self.bench.begin_tool(tool))

    def do_fill(self) -> None:
        self.tell(self.bench.fill())

    def do_lower(self, by: int) -> None:
        self.tell(self.bench.lower(by))

    def do_grow(self, step: int) -> None:
        self.tell(self.bench.grow(step))

    def do_pick_up(self) -> None:
        self.tell(self.bench.pick_up())

    def do_kind(self, step: int) -> None:
        self.tell(self.bench.next_kind(step))

    def do_level(self, level: int) -> None:
        self.tell(self.bench.take_level(level))

    def do_keep_level(self) -> None:
        self.tell(self.bench.keep_level())

    def do_keep_terrain(self) -> None:
        self.tell(self.bench.keep_terrain())

    def do_type_level(self) -> None:
        highest = self.bench.form.highest

        def check(typed: str) -> str:
            sound = typed.isascii() and typed.isdigit() and len(typed) < 4 and int(typed) <= highest
            return "" if sound else f"give a level from 0 to {highest}"

        def take(typed: str | None) -> None:
            if typed is not None:
                self.tell(self.bench.take_level(int(typed)))

        self.tabletop.push_screen(AskText(f"Paint which level? (0 to {highest})", check), take)

    def do_kinds(self) -> None:
        items = [
            ListItem(
                kind.code, [(f"{kind.code} ", "dim"), (kind.look.name.ljust(22), "strong"), (self.does(kind), "dim")]
            )
            for kind in self.bench.form.kinds
        ]

        def take(code: str | None) -> None:
            if code is not None:
                self.tell(self.bench.take_kind(code))

        self.tabletop.push_screen(Choose("Paint with which terrain?", items), take)

    # ------------------------------------------------------------------ the mouse
    def clicked(self, spot: str, again: bool) -> None:
        """A click lays the cursor; on the cursor, it paints."""
        self.tell(self.bench.go_to(spot))
        if again:
            self.tell(self.bench.paint())

    def dragged(self, begun: str, spot: str, ended: bool) -> None:
        """The mouse paints where it is dragged, as one stroke."""
        if not self.dragging:
            self.bench.drop()
            self.bench.cursor = begun
        self.dragging = not ended
        self.tell(self.bench.lift() if ended else self.bench.stroke_to(spot))
