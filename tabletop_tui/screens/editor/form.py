"""A form: rows that say what a file holds, one of them marked, with what it means and what is wrong with it beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from textual.widget import Widget

from tabletop_tui.bindings import FORM_EDITOR
from tabletop_tui.editor import form_rows
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.form_rows import Row
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.editor.editor_screen import EditorScreen
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap

LABEL = 18
"""The columns of the labels."""
ROOM = 24
"""A value of more letters is told in full beside the form."""
TYPED = ("place", "value", "whole", "number", "text")


class FormScreen(EditorScreen):
    """Rows of a document. What the rows are and what a change of one does, whoever derives from it says."""

    DEFAULT_CSS = """
    FormScreen #form-rows { width: 1fr; }
    """

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.index = self.top = 0
        self.rows: list[Row] = []
        self._lines: list[int] = []
        """For each line on the screen the row that it shows, -1 for none."""

    def body(self) -> Iterator[Widget]:
        yield Panel(self.tabletop.colours, self.tabletop.glyphs, id="form-rows")

    def on_mount(self) -> None:
        # The rows are drawn to their width: it is settled before the first picture.
        self.query_one("#editor-side", Panel).styles.width = self.side_width()

    # ------------------------------------------------------------------ what whoever derives from it says
    def make_rows(self) -> list[Row]:
        raise NotImplementedError

    def put(self, row: Row, value: Any) -> None:
        """Let a row say this; None takes it away."""
        raise NotImplementedError

    def act(self, row: Row) -> None:
        """Do what a row of the kind `act` does."""

    def pick_place(self, row: Row) -> None:
        """Ask for a place."""
        self.type_in(row)

    # ------------------------------------------------------------------ drawing
    @property
    def row(self) -> Row | None:
        return self.rows[self.index] if self.rows else None

    @property
    def prompt(self) -> str:
        row = self.row
        if row is None:
            return ""
        does = {"truth": "says yes or no", "choice": "chooses", "act": "opens it", "place": "picks a place on the map"}
        key = self.commands.keys("form.take", self.tabletop.keymap)[0]
        return f"{row.label}: {key} {does.get(row.kind, 'types it')}"

    @property
    def rules_here(self) -> tuple[str, ...]:
        return self.row.rules if self.row is not None else ()

    def side_width(self) -> int:
        return max(30, min(60, self.size.width * 2 // 5))

    def draw(self) -> None:
        marked = self.rows[self.index].key if self.index < len(self.rows) else ""
        self.rows = self.make_rows()
        # A row that got a value may stand elsewhere now, among those that are never folded: the mark goes with it.
        found = next((number for number, row in enumerate(self.rows) if row.key == marked), self.index)
        self.index = max(0, min(found, len(self.rows) - 1))
        super().draw()
        self._draw_rows()
        self.soon(self._draw_rows)  # what stands beside may have taken another width

    def _draw_rows(self) -> None:
        if not self.is_attached:  # it was left before this came
            return
        panel = self.query_one("#form-rows", Panel)
        width, height = panel.size
        if not height:
            return
        bad = set(form_rows.beside(self.rows, [fault.place for fault in self.faults]).values())
        lines: list[tuple[int, TextLine]] = []
        group = ""
        for number, row in enumerate(self.rows):
            if row.group != group:
                group = row.group
                lines.append((-1, [(f" {group}", "head")]))
            lines.append((number, self._line(row, number == self.index, number in bad, width)))
        marked = next((place for place, (number, _) in enumerate(lines) if number == self.index), 0)
        # The heading above the first row of a group is seen with it.
        first = marked - 1 if marked and lines[marked - 1][0] < 0 else marked
        self.top = max(min(self.top, first), marked - height + 1, 0)
        seen = lines[self.top : self.top + height]
        self._lines = [number for number, _ in seen]
        panel.show([line for _, line in seen])

    def _line(self, row: Row, marked: bool, bad: bool, width: int) -> TextLine:
        glyphs = self.tabletop.glyphs
        shown = row.shown or (f"({row.usual})" if row.usual else "")
        label = clip([(row.label, "text")], LABEL - 1, glyphs.ellipsis)[0][0].ljust(LABEL)
        sign = "!" if bad else " "
        if marked:
            role = "chosen-bad" if bad else "chosen"
            line: TextLine = [(f"{sign}{glyphs.pointer} {label}", "key"), (f" {shown or ' '} ", role)]
            return clip(line, width, glyphs.ellipsis)
        said = row.value is not None or row.kind == "act"
        return clip(
            [(sign, "bad"), (f"  {label} ", "dim"), (shown, "bad" if bad else "text" if said else "dim")],
            width,
            glyphs.ellipsis,
        )

    def side_lines(self, width: int) -> list[TextLine]:
        """What the marked row means, what may be chosen there, and what is wrong with it."""
        row = self.row
        if row is None:
            return []
        lines = wrap([(row.label, "strong")], width)
        lines += wrap([(row.says, "text"), (f"  {' '.join(row.rules)}", "rule")], width)
        lines += [line for fault in self.faults_here() for line in wrap([(fault.fix, "bad")], width)]
        if len(row.shown) > ROOM:
            lines += [[], *wrap([(row.shown, "text")], width)]
        if row.options:
            lines.append([])
        for option in row.options:
            chosen = option.value == row.value
            lines += wrap([(option.words, "strong" if chosen else "text"), (f"  {option.says}", "dim")], width, "  ")
        return lines

    def faults_here(self) -> list[BadFile]:
        """What is wrong with the marked row."""
        wrong = form_rows.beside(self.rows, [fault.place for fault in self.faults])
        return [fault for fault in self.faults if wrong.get(fault.place) == self.index]

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel.id != "form-rows" or event.line >= len(self._lines) or self._lines[event.line] < 0:
            return
        again, self.index = self._lines[event.line] == self.index, self._lines[event.line]
        if again:
            self.do_take()
        else:
            self.draw()

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        if self.rows:
            self.index = (self.index + step) % len(self.rows) if abs(step) == 1 else self.index + step
        self.draw()

    def do_take(self) -> None:
        """Choose, type, or do what the row does."""
        row = self.row
        if row is None:
            return
        match row.kind:
            case "truth":
                self.put(row, not (row.value if row.value is not None else row.usual == "yes"))
            case "choice":
                self.choose_from(row)
            case "act":
                self.act(row)
            case "place":
                self.pick_place(row)
            case _:
                self.type_in(row)

    def choose_from(self, row: Row) -> None:
        items = [
            ListItem(str(place), [(one.words, "strong"), (f"  {one.says}", "dim")])
            for place, one in enumerate(row.options)
        ]
        self.choose(row.label, items, lambda key: self.put(row, row.options[int(key)].value))

    def choose(self, title: str, items: list[ListItem], take: Callable[[str], object]) -> None:
        """A list; `take` gets the key of what is chosen."""

        def chosen(key: str | None) -> None:
            if key is not None:
                take(key)
            self.draw()

        self.tabletop.push_screen(Choose(title, items, "there is none"), chosen)

    def type_in(self, row: Row, put: Callable[[Any], object] | None = None) -> None:
        """A line in which the value of a row is typed; `put` gets it, or else the file."""

        def check(typed: str) -> str:
            try:
                form_rows.read(row, typed)
            except Wrong as wrong:
                return wrong.fix
            return ""

        def take(typed: str | None) -> None:
            if typed is not None:
                value = form_rows.read(row, typed)
                if put is None:
                    self.put(row, value)
                else:
                    put(value)
            self.draw()

        shown = "" if row.value is None else form_rows.as_toml(row.value)
        self.tabletop.push_screen(AskText(row.label, check, shown), take)

    def do_type(self) -> None:
        row = self.row
        if row is not None and (row.kind in TYPED or row.may_type):
            self.type_in(row)
        else:
            self.note("Choose this one from its list; it is not typed")

    def do_change(self, step: int) -> None:
        """The next of what may be chosen, one more, or the other of yes and no."""
        row = self.row
        if row is None:
            return
        if row.kind == "choice" and row.options:
            self.put(row, row.next(step))
        elif row.kind == "whole":
            held = row.value if isinstance(row.value, int) else int(row.usual) if row.usual.isdecimal() else 0
            self.put(row, int(max(row.least, min(row.most, held + step))))
        else:
            self.do_take()

    def do_usual(self) -> None:
        """The row says nothing any more."""
        row = self.row
        if row is None:
            return
        if not row.may_go:
            self.note("This cannot be left out")
        elif row.value is None:
            self.note("It is empty already")
        else:
            self.put(row, None)

    def do_details(self) -> None:
        """To the row of the name."""
        self.index = next((place for place, row in enumerate(self.rows) if row.key == "name"), self.index)
        self.do_take()


class SubForm(FormScreen):
    """A form of a part of a document that is edited on another screen, which keeps it and saves it."""

    commands = FORM_EDITOR
    BINDINGS = bindings(FORM_EDITOR)
    hinted = ("form.take", "form.down", "form.type", "form.usual", "editor.undo", "editor.back")
    keeps = False

    def __init__(
        self,
        document: Document,
        heading: str,
        rows: Callable[[], list[Row]],
        put: Callable[[str, Any], object],
        find_faults: Callable[[], list[BadFile]],
    ) -> None:
        super().__init__(document)
        self.heading, self._rows, self._put, self._find = heading, rows, put, find_faults

    @property
    def here(self) -> str:
        return self.heading

    def make_rows(self) -> list[Row]:
        return self._rows()

    def put(self, row: Row, value: Any) -> None:
        self._put(row.key, value)
        self.draw()

    def find_faults(self) -> list[BadFile]:
        return self._find()

    def do_quit(self) -> None:
        self.close(None)
