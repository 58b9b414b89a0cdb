"""What every screen of the editor has: a file with undo and saving, its faults, the rules behind it, the way out.

What is not saved is kept beside while it is edited, and looked over in the pause after a change.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget

from tabletop_tui.editor.files.drafts import DraftFile, Found
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.fault_places import place_words
from tabletop_tui.files.validation import shown_error
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.screens.base.command_screen import DrawnScreen
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem, Sheet
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, first_rows, spread, wrap

PAUSE = 0.4
"""So many seconds after a change it is kept, and looked over."""
MOST_SAID = 3
"""So many lines of the screen are given to what a command came to."""
LEAVING = (
    ("save", "Save it and leave"),
    ("throw", "Throw away the changes since it was last saved"),
    ("stay", "Go on editing"),
)


WRAPPED, CLIPPED = 2, 4
"""So many faults are told whole in the panel; of more, so many are told, a line each."""


class EditorScreen(DrawnScreen[None]):
    """A document being edited. A screen of a kind of file says what stands in the middle, beside it and below it."""

    DEFAULT_CSS = """
    EditorScreen .editor-line { height: 1; }
    """
    opened_as = ""
    """The name by which the app opens such a screen."""
    keeps = True
    """Whether it keeps the document beside; not where a screen below it does."""
    hinted: tuple[str, ...] = ()
    """The commands of the hint bar, the most wanted first."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.system = system(document.system)
        self.faults: list[BadFile] = []
        self.draft: DraftFile | None = None
        self.left: Found | None = None
        """What was changed of the same file before, and never saved."""
        self._pause: Timer | None = None
        self._kept = -1
        """The version of the document that was kept and looked over last."""

    # ------------------------------------------------------------------ what a kind of file has of its own
    def body(self) -> Iterator[Widget]:
        """What stands in the middle."""
        raise NotImplementedError

    def side_lines(self, width: int) -> list[TextLine]:
        """What stands beside it, above the faults."""
        return []

    def side_width(self) -> int:
        return max(28, min(44, self.size.width // 4))

    @property
    def prompt(self) -> str:
        """What the next key does."""
        return ""

    @property
    def here(self) -> str:
        """What lies under the cursor, for the top line."""
        return ""

    @property
    def rules_here(self) -> tuple[str, ...]:
        """The rules behind what is in hand and under the cursor."""
        return ()

    def advice(self) -> list[tuple[str, str]]:
        """What the book recommends: in words, and the rule."""
        return []

    def drop(self) -> bool:
        """Let go of what is half done; whether there was anything."""
        return False

    def undo(self) -> str:
        label = self.document.undo()
        return f"Taken back: {label}" if label else "There is nothing to take back"

    def redo(self) -> str:
        label = self.document.redo()
        return f"Done again: {label}" if label else "There is nothing to do again"

    # ------------------------------------------------------------------ life
    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="editor-title", classes="editor-line")
        with Horizontal():
            yield from self.body()
            yield Panel(colours, glyphs, id="editor-side")
        yield Panel(colours, glyphs, "prompt", id="editor-prompt", classes="editor-line")
        yield Panel(colours, glyphs, "hint", id="editor-hints", classes="editor-line")

    def on_mount(self) -> None:
        if not self.keeps:
            self.look_over()
            return
        try:
            self.draft = DraftFile(self.document.path.stem)
        except BadFile as error:
            self.notice = str(error)
        self.look_over()
        if self.left is not None:
            self._ask_about(self.left)

    def _ask_about(self, left: Found) -> None:
        """Go on with what was not saved, or with the file?"""

        def take(key: str | None) -> None:
            if key is not None:
                left.forget()
            if key == "draft":
                self._leave()
                self.tabletop.open_screen(self.opened_as, left.document)

        items = [
            ListItem("draft", [("Go on with the changes that were not saved", "text")]),
            ListItem("file", [("Open the file as it was saved, and throw the changes away", "text")]),
        ]
        self.tabletop.push_screen(Choose(f"{self.document.path.name} was being edited", items), take)

    def on_unmount(self) -> None:
        """However the screen ends: what is not saved stays kept, unless it was thrown away."""
        if self.draft is not None:
            self.keep()
            self.draft.leave()

    def look_over(self) -> None:
        """Keep the document as it stands, and ask the rulebook what is wrong with it."""
        self._pause = None
        if self._kept == self.document.version or not self.is_open:
            return
        self._kept = self.document.version
        self.faults = self.find_faults()
        self.keep()
        self.draw_soon()

    def find_faults(self) -> list[BadFile]:
        """What is wrong with it."""
        return self.document.faults()

    def keep(self) -> None:
        if self.draft is not None:
            try:
                self.draft.keep(self.document)
            except BadFile as error:
                self.notice = f"No draft of this can be kept: {error.brief}"

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        if self._kept != self.document.version and self._pause is None:
            self._pause = self.set_timer(PAUSE, self.look_over)
        width = self.size.width
        side = self.query_one("#editor-side", Panel)
        side.styles.width = self.side_width()
        side.show([[(" ", "text"), *line] for line in self._side(self.side_width() - 2, side.size.height)])
        self.query_one("#editor-title", Panel).show([self._title(width)])
        self._show_said(width)
        self.query_one("#editor-hints", Panel).show([self.hints(self.hinted, width, "editor.keys")])

    def _show_said(self, width: int) -> None:
        """What a command came to, on as many lines as it takes; else what the next key does, on one."""
        said: TextLine = [(f" {self.notice or self.prompt}", "prompt")]
        lines = wrap([(self.notice, "prompt")], width - 2)[:MOST_SAID] if self.notice else []
        panel = self.query_one("#editor-prompt", Panel)
        panel.styles.height = max(1, len(lines))
        if len(lines) > 1:
            panel.show([[(" ", "prompt"), *line] for line in lines])
        else:
            panel.show([clip(said, width, self.tabletop.glyphs.ellipsis)])

    def _title(self, width: int) -> TextLine:
        name = self.document.data.get("name")
        called = name if isinstance(name, str) and name else self.document.path.stem
        unsaved = " (not saved)" if self.document.changed else ""
        left: TextLine = [(f" {called}{unsaved}", "status"), (f"  {self.system.name}", "status-dim")]
        return spread(left, [(f"{self.here} ", "status")], width, "status")

    def _side(self, width: int, height: int) -> list[TextLine]:
        """What stands beside the map; the faults at its foot are seen whatever stands above them."""
        faults = self._fault_lines(width)[: max(4, height // 2)]
        lines = self.side_lines(width)
        room = height - len(faults) - 1
        shown = first_rows(lines, room, width, self.tabletop.glyphs.ellipsis)
        return [*shown, *([[]] * max(1, room + 1 - len(lines))), *faults]

    def _fault_lines(self, width: int) -> list[TextLine]:
        if self.faults:
            key = self.commands.keys("editor.faults", self.tabletop.keymap)[0]
            head: TextLine = [("What the rulebook says", "bad"), (f"  {key}", "key")]
            if len(self.faults) <= WRAPPED:
                return [head, *(line for fault in self.faults for line in wrap(self.said_of(fault), width, "  "))]
            dots, first = self.tabletop.glyphs.ellipsis, self.faults[:CLIPPED]
            more: list[TextLine] = [[(f"and {len(self.faults) - CLIPPED} more", "dim")]] * (len(self.faults) > CLIPPED)
            return [head, *(clip(self.said_of(fault), width, dots) for fault in first), *more]
        return [[("The rulebook accepts it", "good")]]

    def on_key(self, event: events.Key) -> None:
        self.notice = ""

    def said_of(self, fault: BadFile) -> TextLine:
        """A fault as a line: the place, as the screens call it, and the fix."""
        words = place_words(fault.place, self.document.data)
        place: TextLine = [(f"{words}: ", "dim")] if words and not fault.fix.startswith(f"{words} ") else []
        return [*place, (fault.fix, "text")]

    # ------------------------------------------------------------------ commands of all kinds of files
    def do_undo(self) -> None:
        self.note(self.undo())

    def do_redo(self) -> None:
        self.note(self.redo())

    def do_faults(self) -> None:
        """Each fault, to be gone to, and what the rulebook recommends."""
        items = [ListItem(str(number), self.said_of(fault)) for number, fault in enumerate(self.faults)]
        items += [ListItem("", [(f"{text}  ", "text"), (rule, "rule")]) for text, rule in self.advice()]

        def take(key: str | None) -> None:
            if key:
                self.note(self.go_to_fault(self.faults[int(key)]))

        self.tabletop.push_screen(Choose("What the rulebook says", items, "The rulebook accepts it as it is"), take)

    def go_to_fault(self, fault: BadFile) -> str:
        """Go where a fault lies; what there is to say of it."""
        return fault.fix

    def do_rules(self) -> None:
        book = {rule.id: rule for rule in self.system.reference()}
        lines = [line for name in self.rules_here if name in book for line in wording.rule_lines(book[name])]
        lines = lines or [[("No rule stands behind what is under the cursor.", "dim")]]
        self.tabletop.push_screen(Sheet("The rules behind this", lines, "r"))

    def do_rulebook(self) -> None:
        self.tabletop.open_screen("rules", self.system, next(iter(self.rules_here), ""))

    def begin(self, info: ScenarioInfo) -> None:
        """A game of what is edited, as any game: who plays, with which dice. It is kept, which is told."""
        self.tabletop.open_screen("new game", self.system.id, info, self.remember)

    def remember(self, text: str) -> None:
        """Say something once this screen is on top again."""
        self.notice = text

    def do_palette(self) -> None:
        self.do_keys()

    def do_details(self) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------ saving and leaving
    def do_save(self) -> None:
        self._save(self.document.path)

    def do_save_as(self) -> None:
        def check(typed: str) -> str:
            if not typed.strip().endswith(".toml"):
                return "name a file that ends in .toml"
            try:
                Path(typed.strip()).expanduser().exists()
            except (OSError, RuntimeError, ValueError) as error:
                return f"no such file can be written: {shown_error(error)}"
            return ""

        def take(typed: str | None) -> None:
            if typed is not None:
                self._save(Path(typed.strip()).expanduser())

        self.tabletop.push_screen(AskText("Save to which file?", check, str(self.document.path)), take)

    def _save(self, path: Path, then: Callable[[], object] = lambda: None) -> None:
        """Save, and do what comes then. It asks before it writes over what was not read here."""
        if self.document.overtaken if path == self.document.path else os.path.exists(path):

            def confirmed(key: str | None) -> None:
                if key == "yes" and self.save_to(path):
                    then()

            items = [ListItem("yes", [(f"Write over {path.name}", "text")]), ListItem("no", [("Leave it", "text")])]
            changed = "This file was changed by another program"
            heading = changed if path == self.document.path else "This file exists already"
            self.tabletop.push_screen(Choose(heading, items), confirmed)
        elif self.save_to(path):
            then()

    def save_to(self, path: Path) -> bool:
        """Save; whether that could be done."""
        try:
            self.document.save(path)
        except BadFile as error:
            self.note(str(error))
            return False
        self.keep()
        self.note(f"Saved as {path}")
        return True

    def do_back(self) -> None:
        if self.drop():
            self.draw()
        else:
            self.do_quit()

    def do_quit(self) -> None:
        if not self.document.changed:
            self._leave()
            return

        def take(key: str | None) -> None:
            if key == "throw":
                self._leave()
            elif key == "save":
                self._save(self.document.path, self._leave)

        items = [ListItem(key, [(said, "text")]) for key, said in LEAVING]
        self.tabletop.push_screen(Choose("There are changes that are not saved", items), take)

    def _leave(self) -> None:
        if self.draft is not None:
            self.draft.drop()
            self.draft = None
        self.close(None)
