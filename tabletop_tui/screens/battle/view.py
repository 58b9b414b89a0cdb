"""A battle on the screen: its panels and its map, how the room is shared, what is drawn when. It changes no game.

The battle and the replay are screens of this kind, each with commands of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer

from tabletop_tui.commands import BATTLE, Command
from tabletop_tui.engine.events import Event
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base import too_small
from tabletop_tui.screens.battle.animation import Projector
from tabletop_tui.screens.battle.film import PACES
from tabletop_tui.screens.battle.inspection import Inspection
from tabletop_tui.screens.battle.jump import Jump
from tabletop_tui.screens.battle.marks import battle_marks
from tabletop_tui.screens.battle.model import BattleModel
from tabletop_tui.screens.battle.panels import LESSON_WIDTH, LogPanel, Panels, panels, show_dice
from tabletop_tui.screens.battle.prompt import doing_words, prompt_words, spot_words, why_not
from tabletop_tui.screens.battle.reading import Reading
from tabletop_tui.screens.battle.tools import Tools
from tabletop_tui.screens.command_screen import CommandScreen
from tabletop_tui.screens.dialogs import Choose, Item
from tabletop_tui.screens.guidance import Moment
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.map.marks import Marks
from tabletop_tui.widgets.question_list import Listing
from tabletop_tui.widgets.styled_text import TextLine

MIDDLE, WIDE = 100, 150
LEFT = 30
PICTURE = 0.008
"""Seconds after a key before a long search goes on: the picture goes out to the terminal first."""
BREATH = 0.001
"""Seconds between two bits of a long search, in which keys are heard and pictures painted ..."""
BIT = 0.006
"""... and how long such a bit may take."""
SIDE_ROWS = 8
"""The rows of a line of sight from the side, on a small screen."""
LARGE, BARS = 40, 3
"""From so many rows on a screen is large; of these its status, prompt and hints take so many."""


class Abreast(Horizontal):
    """Panels side by side; of what holds them nothing is to be seen, so there is nothing to paint."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return []


class BattleView(CommandScreen[None]):
    """The panels and the map, with the commands that only look."""

    commands = BATTLE
    BLANK = True
    DEFAULT_CSS = """
    BattleView { layout: vertical; }
    BattleView > Abreast { height: 1fr; }
    BattleView #status, BattleView #prompt, BattleView #hints { height: 1; }
    BattleView #left { width: 30; }
    BattleView #foot > #log { width: 1fr; }
    BattleView #tray { width: 48; }
    BattleView #lesson { display: none; }
    BattleView.lesson #lesson { display: block; }
    BattleView.small #lesson { display: none; }
    BattleView Battlefield { height: 1fr; }
    BattleView #side { width: 1fr; }
    """

    def __init__(self, session: Session, spectating: bool = False) -> None:
        super().__init__()
        self.model = BattleModel(session, spectating)
        self.commands = self.commands.spoken(session.system.standing(session.game).called)
        self.projector = Projector(self)
        self.reading = Reading(self)
        self.parts = (Inspection(self), Tools(self), Jump(self), self.reading)
        self.panels: Panels
        self._field: Battlefield
        self._search_due = self._foresight_due = False
        """Whether what takes long to find is looked for, bit by bit."""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        self.panels = shown = panels(colours, glyphs)
        self.model.field = self._field = Battlefield(colours, glyphs, self.tabletop.options.zoom)
        self.model.patience = self.tabletop.options.patience
        yield shown.status
        with Abreast():
            yield shown.roster
            yield self._field
            yield shown.side
        with Abreast(id="foot"):
            yield shown.log
            yield shown.tray
        yield shown.lesson
        yield shown.prompt
        yield shown.hints

    # ------------------------------------------------------------------ sizes
    def on_resize(self, event: events.Resize) -> None:
        self.share_room(event.size.width, event.size.height)

    def share_room(self, width: int, height: int) -> None:
        """Share the room out: the battlefield gets what it needs, the card the rest."""
        if too_small(width, height):
            return
        wide, painter = width >= WIDE, self.field.painter
        self.panels.roster.display = self.panels.tray.display = wide
        left = LEFT if wide else 0
        side = 19 if width < MIDDLE else 30
        wanted = (painter.width if painter else 0) + 4
        # Up to the smallest size the map has all that the card leaves; beyond it, what it can use.
        room = width - left - side
        self.field.styles.width = room if width < MIDDLE else max(61, min(room, wanted))
        self.panels.lesson.styles.height = self.lesson_rows
        self.query_one("#foot").styles.height = self.foot_rows(height)
        self.call_after_refresh(self.redraw_panels)

    @property
    def lesson_rows(self) -> int:
        """The rows of the lines of a lesson."""
        return self.model.lesson.rows if self.model.lesson is not None and self.has_class("lesson") else 0

    def foot_rows(self, height: int) -> int:
        """The rows of the log and the dice tray on a screen of so many; on a large one what the map leaves, too."""
        if self.model.from_side and height < LARGE:
            return SIDE_ROWS
        lesson, painter = self.has_class("lesson"), self.field.painter
        rows = (2 if lesson else 3) if height < 30 else 5 if height < LARGE else 8
        if height >= LARGE and painter is not None:
            left = height - BARS - self.lesson_rows - painter.height
            rows = max(rows, min(left, height // 4))
        return rows + 4 * self.model.from_side

    @property
    def field(self) -> Battlefield:
        return self._field

    # ------------------------------------------------------------------ the game has changed
    def show_game(self, happened: Sequence[Event] = ()) -> bool:
        """Take in the game as it now stands; whether it is the first time.

        It is laid on the table at once, but where there is a film of what happened: then when that has run.
        """
        self.finish_film()
        painter, pace = self.field.painter, self.film_pace() if happened else 0.0
        before = painter.scene if painter is not None else None
        self.model.look_at_game()
        same = painter is not None and painter.same_table(self.model.scene)
        if not (pace and before is not None and same and self.projector.load(happened, before, pace)):
            self.field.show(self.model.scene)
        self.reading.since.take_in()
        return before is None

    def film_pace(self) -> float:
        """The length of films as a share of the usual one; 0 for none."""
        return PACES[self.tabletop.options.animation]

    def finish_film(self) -> bool:
        return self.projector.finish()

    def look_at(self, spot: str) -> None:
        self.projector.look_at(spot)

    # ------------------------------------------------------------------ drawing
    def redraw_panels(self) -> None:
        self.draw_left()
        self.draw_log()
        self.draw_cursor()

    def draw_left(self) -> None:
        """The roster, and the phase track with what comes next."""
        if self.panels.roster.display:
            self.panels.roster.tell(self.model, self.key_of("battle.roster"))

    def key_of(self, command_id: str) -> str:
        """The key of a command of the battle as it is printed."""
        return BATTLE.keys(command_id, self.tabletop.keymap)[0]

    def draw_log(self) -> None:
        """The log and the tray; where the tray has no room of its own, rolling dice take the log's."""
        model, log, tray = self.model, self.panels.log, self.panels.tray
        lying = model.film.frame.lying if model.film.frame is not None else None
        held = None if model.film else model.session.held
        if model.from_side and log.size.height:
            log.tell_from_side(model.side_view())
        elif lying is not None and not tray.display:
            show_dice(log, model.rolls_shown, held, lying)
        else:
            log.tell(model.told, model.log_back, model.log_mark)
        if tray.display:
            show_dice(tray, model.rolls_shown, held, lying)

    def marks(self) -> Marks:
        """What is laid over the map."""
        return battle_marks(self.model)

    def draw_cursor(self) -> None:
        """What hangs on the cursor: marks, side panel, status and prompt."""
        if self.field.painter is None:
            return
        self.field.mark(self.marks())
        self.draw_side()
        self.draw_bars()
        if self.model.from_side:
            self.draw_log()
        self.search_soon()

    def draw_side(self) -> None:
        self.panels.side.tell(self.model, self.key_of("battle.compare"), self.asked())
        if self.model.foreseeing and not self._foresight_due:
            self._foresight_due = True
            self.set_timer(PICTURE, self._foresee)

    def asked(self) -> Listing | None:
        """What the side panel says in place of the question; None for the question itself."""
        return None

    def draw_bars(self) -> None:
        """Status, prompt and hints."""
        model = self.model
        asked = model.question or model.session.held
        seat = asked.seat if asked else None
        self.panels.status.tell(model.standing, model.names, seat, doing_words(model, seat), spot_words(model))
        self.draw_lesson()
        self.draw_prompt()
        self.panels.hints.show([self.hint_line(self.size.width)])

    def draw_lesson(self) -> None:
        """The lines of a lesson, or of a first game."""
        model, lesson = self.model, self.model.lesson
        if lesson is None:
            return
        goes_on = not lesson.is_over(model.session)
        if goes_on != self.has_class("lesson"):
            self.set_class(goes_on, "lesson")
            self.share_room(self.size.width, self.size.height)
        if goes_on:
            moment = Moment(model.session, model.preview(), model.last_step, model.events)
            width = min(LESSON_WIDTH, self.size.width) - 2
            self.panels.lesson.tell(lesson.told(moment, self.tabletop.keymap, self.tabletop.glyphs, width))

    def prompt_words(self) -> tuple[str, str]:
        return prompt_words(self.model)

    def draw_prompt(self) -> None:
        asked = self.model.question or self.model.session.held
        self.panels.prompt.tell(asked.seat if asked else None, self.model.names, *self.prompt_words())

    def hint_line(self, width: int) -> TextLine:
        raise NotImplementedError

    # ------------------------------------------------------------------ what takes long to find
    def search_soon(self) -> None:
        """Look for what could not be painted yet once the picture is out."""
        if self.model.searching and not self._search_due:
            self._search_due = True
            self.set_timer(PICTURE, self._search_on)

    def _search_on(self) -> None:
        """A bit at a time, so that keys are heard in between."""
        found, self._search_due = self.model.search_on(BIT), self.model.searching
        if self._search_due:
            self.set_timer(BREATH, self._search_on)
        elif found:
            self.all_found()

    def all_found(self) -> None:
        """What took long to find can be painted now."""
        self.field.mark(self.marks())

    def _foresee(self) -> None:
        """What one more option would come to; at the end the list shows it of all."""
        done = self.model.foresee()
        self._foresight_due = not done
        if done:
            self.draw_side()
        else:
            self.set_timer(BREATH, self._foresee)

    # ------------------------------------------------------------------ commands
    def why_not(self, command: Command) -> str:
        return why_not(self.model, command.id.removeprefix("battle."))

    def note(self, text: str) -> None:
        self.model.say(text)
        self.draw_prompt()

    def later(self, seconds: float, deed: Callable[[], object]) -> Timer:
        return self.set_timer(seconds, deed)

    def run_command(self, command: Command) -> None:
        """Do a command; what was said before it is no longer shown."""
        self.finish_film()
        said, self.model.notice = self.model.notice, ""
        super().run_command(command)
        if said and not self.model.notice:
            self.draw_prompt()

    def lay_cursor(self, spot: str | None) -> None:
        if spot and self.field.go_to(spot):
            self.cursor_moved()

    def cursor_moved(self) -> None:
        """The cursor lies on another spot."""
        self.draw_cursor()

    def on_log_panel_opened(self, event: LogPanel.Opened) -> None:
        event.stop()
        self.reading.do_log()

    def do_palette(self) -> None:
        keymap = self.tabletop.keymap
        items = [
            Item(
                command.id,
                [
                    (command.label.ljust(16), "strong"),
                    (command.help, "text"),
                    (f"  {' '.join(self.commands.keys(command.id, keymap))}", "key"),
                ],
                self.why_not(command),
            )
            for command in self.commands.commands
            if command.listed and command.group != "Cursor"
        ]
        self.tabletop.push_screen(Choose("Commands", items), self._run_by_name)

    def _run_by_name(self, command_id: str | None) -> None:
        if command_id:
            self.run_command(self.commands[command_id])
