"""The settings: a line each; a change counts at once, is seen at once in a sample below, and is saved at once."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.bindings import SETTINGS
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.seat_clock import clock_said
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.settings import CHOICES, CLOCKS, Settings, settings_path, write_settings
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap
from tabletop_tui.widgets.theme_sample import sample_lines, sample_marks, sample_scene

LABELS = {
    "palette": "Colours",
    "signs": "Signs",
    "speed": "Computer's speed",
    "animation": "Animation",
    "digest": "What happened",
    "pace": "Pace of a new game",
    "turn_card": "Turn card",
    "taking_back": "Take back",
    "opponent": "Opponent",
    "tutor": "Tutor",
    "sure": "Are you sure?",
    "light": "Light",
    "clock": "Clock",
    "bell": "Bell",
    "mouse": "Mouse",
    "vi_keys": "y u b n j k",
}
SAID: dict[str, dict[object, str]] = {
    "palette": {
        "auto": "what the terminal can show",
        "truecolour": "16 million colours",
        "256": "256 colours",
        "16": "16 colours",
        "mono": "no colour: weight and inversion only",
        "high-contrast": "high contrast",
        "colour-blind": "safe for colour-blind eyes",
        "light": "dark on light, for bright rooms",
    },
    "signs": {"auto": "what the locale says", "unicode": "all signs", "ascii": "plain ASCII only"},
    "speed": {"normal": "a pause before each answer", "faster": "a short pause", "at-once": "no pause"},
    "animation": {
        "full": "the map shows what happened; any key ends it",
        "quick": "the same, in a moment",
        "off": "the map shows at once what came of it",
    },
    "digest": {
        "losses": "told at losses and round ends",
        "always": "told whenever others have acted",
        "never": "told only at its key",
    },
    "opponent": {
        "easy": "easy, for a small game from the title",
        "fair": "fair, for a small game from the title",
        "strong": "strong, for a small game from the title",
        "greedy": "greedy: what looks best at once",
        "random": "random: any legal answer",
    },
    "tutor": {
        "fair": "asks before a clear blunder, against a fair or an easy computer",
        "easy": "asks before a clear blunder, against an easy computer",
        "always": "asks before a clear blunder in every game",
        "never": "asks nothing",
    },
    "sure": {
        "ask": "asks before a phase or an activation is given up",
        "never": "asks nothing",
    },
    "light": {
        "choosing": "what the unit in hand sees is lit while a place or a target is chosen",
        "always": "whenever a unit is in hand",
        "never": "only at its key",
    },
    "pace": {
        "run": "on to the next question",
        "step": "step by step, to learn the rules",
        "dice": "die by die: before each roll it is said what is needed",
    },
    "taking_back": {
        "ask": "among people, asks once across a die or another's answer",
        "free": "freely, as against a computer",
        "die": "among people, only to the last die",
    },
    "turn_card": {
        "always": "among people, for each who sits down",
        "losses": "among people, at losses, changes of hands and round ends",
        "never": "never",
    },
    "clock": {clock: f"of a new game: {clock_said(clock)}" for clock in CLOCKS},
    "bell": {True: "rings when you are asked after a computer thought long", False: "silent"},
    "mouse": {True: "on", False: "off, from the next start on"},
    "vi_keys": {False: "answer where options have these letters", True: "always move the cursor"},
}


class SettingsScreen(DrawnScreen[None]):
    """All settings, each with its choices."""

    commands = SETTINGS
    BINDINGS = bindings(SETTINGS)
    DEFAULT_CSS = """
    SettingsScreen #settings-title, SettingsScreen #settings-hints { height: 1; }
    SettingsScreen #settings-form { height: auto; }
    SettingsScreen #settings-sample { height: 1fr; }
    SettingsScreen #settings-sample Battlefield { width: 1fr; max-width: 42; }
    SettingsScreen #settings-lines { width: 40; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self.notice = ""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="settings-title")
        yield Panel(colours, glyphs, id="settings-form")
        with Horizontal(id="settings-sample"):
            yield Battlefield(colours, glyphs)
            yield Panel(colours, glyphs, id="settings-lines")
        yield Panel(colours, glyphs, "hint", id="settings-hints")

    @property
    def settings(self) -> Settings:
        return self.tabletop.settings

    @property
    def airy(self) -> bool:
        """Whether there is room for an empty line before the first."""
        return self.size.height > len(CHOICES) + 10

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        width = self.size.width
        self.query_one("#settings-title", Panel).show([[(" Settings", "status")]])
        lines: list[TextLine] = [[]] * self.airy
        lines += [self._line(place, key, width) for place, key in enumerate(CHOICES)]
        own = len(self.tabletop.keymap)
        words = f"{own} commands with keys of your own" if own > 1 else "one command with a key of your own"
        lines.append(self._row(len(CHOICES), "Keys", words if own else "as at first"))
        lines += [*([("   ", "text"), *line] for line in wrap([(self.kept_in(width - 6), "dim")], width - 6))]
        if self.notice:
            lines += [[], *([("   ", "text"), *line] for line in wrap([(self.notice, "bad")], width - 6))]
        form = self.query_one("#settings-form", Panel)
        form.styles.height = len(lines) + 1
        form.show(lines)
        self._draw_sample()
        names = ("down", "keymap" if self.at_keys else "right", "default", "keymap", "back")
        ids = [f"settings.{name}" for name in dict.fromkeys(names)]
        self.query_one("#settings-hints", Panel).show([self.hints(ids, width, "settings.keys")])

    def kept_in(self, room: int) -> str:
        """Where they are kept; on a small screen only the end of a long path, for the sample needs its rows."""
        told, path, cut = "Kept in ", str(settings_path()), self.tabletop.glyphs.ellipsis
        room -= len(told)
        return told + (path if self.airy or len(path) <= room else cut + path[len(cut) - room :])

    def _draw_sample(self) -> None:
        """How a map and the panels look in the colours and signs that are chosen just now."""
        field = self.query_one(Battlefield)
        field.show(sample_scene())
        field.mark(sample_marks())
        lines = sample_lines(self.tabletop.colours, self.tabletop.glyphs)
        self.query_one("#settings-lines", Panel).show([[(" ", "text"), *line] for line in lines])

    def _line(self, place: int, key: str, width: int) -> TextLine:
        value = getattr(self.settings, key)
        words = SAID[key][value]
        if isinstance(value, str) and value not in words:
            words = f"{value}: {words}"
        return clip(self._row(place, LABELS[key], words), width)

    def _row(self, place: int, label: str, words: str) -> TextLine:
        label = label.ljust(20)
        if place != self.index:
            return [(f"   {label}", "dim"), (f"  {words}", "text")]
        return [(f" {self.tabletop.glyphs.pointer} {label}", "key"), (f"< {words} >", "chosen")]

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        place = event.line - self.airy
        if event.panel.id == "settings-form" and 0 <= place <= len(CHOICES):
            again, self.index = place == self.index, place
            if again:
                self.do_change(1)
            self.draw()

    # ------------------------------------------------------------------ commands
    def do_move(self, step: int) -> None:
        self.notice = ""
        self.index = (self.index + step) % (len(CHOICES) + 1)
        self.draw()

    @property
    def at_keys(self) -> bool:
        """Whether the last line is marked, the one that leads to the keys."""
        return self.index == len(CHOICES)

    def do_keymap(self) -> None:
        self.tabletop.open_screen("keymap", then=lambda _: self.draw())

    def do_change(self, step: int) -> None:
        if self.at_keys:
            self.do_keymap()
            return
        key = list(CHOICES)[self.index]
        choices = CHOICES[key]
        place = choices.index(getattr(self.settings, key))
        changed: dict[str, Any] = {key: choices[(place + step) % len(choices)]}
        self.take(evolve(self.settings, **changed), self.settings)

    def do_default(self) -> None:
        self.take(Settings())

    def take(self, settings: Settings, before: Settings | None = None) -> None:
        """These settings count from now on; with `before`, only what is changed is saved."""
        self.notice = ""
        self.tabletop.apply(settings)
        try:
            write_settings(settings, before=before)
        except BadFile as error:
            self.notice = f"They count only until the program ends: {error}"
        self.draw()

    def do_back(self) -> None:
        self.close(None)
