"""A battle on the screen: its panels and its map, how the room is shared, what is drawn when. It changes no game.

The battle and the replay are screens of this kind, each with commands of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widget import Widget

from tabletop_tui.bindings import BATTLE, Command
from tabletop_tui.engine.events import Event
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base.base_screen import too_small
from tabletop_tui.screens.base.command_screen import CommandScreen
from tabletop_tui.screens.base.dialogs import Choose, ListItem
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.clocks import clock_words
from tabletop_tui.screens.battle.film_player import Projector
from tabletop_tui.screens.battle.film_state import PACES
from tabletop_tui.screens.battle.jump_command import Jump
from tabletop_tui.screens.battle.log_and_digest_commands import Reading
from tabletop_tui.screens.battle.look_commands import Inspection
from tabletop_tui.screens.battle.map_marks import battle_marks
from tabletop_tui.screens.battle.pages.panel_choice import PanelChoice
from tabletop_tui.screens.battle.panel_layout import Box, Content, Rooms, Wishes, share
from tabletop_tui.screens.battle.panels import (
    LESSON_WIDTH,
    SECTION_TITLE,
    TITLES,
    BattlePanel,
    Keys,
    LogPanel,
    Panels,
    panels,
    show_dice,
)
from tabletop_tui.screens.battle.position_commands import PositionCommands
from tabletop_tui.screens.battle.prompt_lines import Prompt, doing_words, prompt_words, spot_words, why_not
from tabletop_tui.screens.battle.referee_commands import Referee
from tabletop_tui.screens.battle.sight_commands import SightCommands
from tabletop_tui.screens.battle.unit_commands import UnitCommands
from tabletop_tui.screens.learning.prompt_guidance import BattleMoment
from tabletop_tui.screens.rulebook.command_finder import WANTS
from tabletop_tui.settings import width_name, write_settings
from tabletop_tui.widgets.map.battlefield import Battlefield, map_sizes, play_zoom, readable_zoom
from tabletop_tui.widgets.map.shared.marks import SIGHT, Marks
from tabletop_tui.widgets.question_list import Listing
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.top_bar import ROOMY, Doing

PICTURE = 0.008
"""Seconds after a key before a long search goes on: the picture goes out to the terminal first."""
BREATH = 0.001
"""Seconds between two bits of a long search, in which keys are heard and pictures painted ..."""
BIT = 0.006
"""... and how long such a bit may take."""
BESIDE_NAME = 18
"""The columns of a line of the roster besides the name."""
SLACK = 4
"""A panel that has grown with a question shrinks again only if so many of its rows would stay empty."""


class BattleView(CommandScreen[None]):
    """The panels and the map, with the commands that only look."""

    commands = BATTLE
    BLANK = True
    DEFAULT_CSS = """
    BattleView > .placed { position: absolute; }
    BattleView > .absent { display: none; }
    """

    def __init__(self, session: Session, spectating: bool = False) -> None:
        super().__init__()
        self.model = BattleModel(session, spectating)
        self.commands = self.commands.spoken(session.system.standing(session.game).called)
        self.projector = Projector(self)
        self.reading = Reading(self)
        self.parts = (
            Inspection(self),
            PositionCommands(self),
            SightCommands(self),
            UnitCommands(self),
            Referee(self),
            Jump(self),
            self.reading,
        )
        self.panels: Panels
        self._field: Battlefield
        self.lesson_rows = 0
        """The rows of the lines above the prompt."""
        self.rooms = Rooms(0, {})
        """Where everything stands."""
        self.zoom_by_hand: int | None = None
        self._question_rows = 0
        """The rows that the question and the card have where they are as tall as their content."""
        self._spot_told: str | None = None
        """What the top bar says of the spot under the cursor."""
        self._rolled = False
        """Whether there is a roll to be shown."""
        self._redraw_due = False
        """Whether panels have another size and are still to be drawn for it."""
        self._search_due = self._foresight_due = False
        """Whether what takes long to find is looked for, bit by bit."""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        self.panels = shown = panels(colours, glyphs)
        self.model.field = self._field = Battlefield(colours, glyphs, self.tabletop.options.zoom)
        self.model.patience = self.tabletop.options.patience
        self.model.lighting = self.tabletop.options.light
        for widget in (*shown.named.values(), *shown.titles.values(), self._field):
            widget.add_class("placed", "absent")
            yield widget

    # ------------------------------------------------------------------ sizes
    def on_resize(self, event: events.Resize) -> None:
        self.share_room(event.size.width, event.size.height)

    def share_room(self, width: int, height: int) -> None:
        """Share the room out among the map and the panels."""
        if too_small(width, height) or self.field.painter is None:
            return
        self.rooms = rooms = share(width, height, self.content(), self.wishes)
        if rooms.zoom != self.field.zoom:
            self.field.zoom_by(rooms.zoom - self.field.zoom)
        place(self.field, rooms.boxes.get("map"))
        for name, panel in self.panels.named.items():
            place(panel, rooms.boxes.get(name), name in rooms.titled)
        for name, title in self.panels.titles.items():
            place(title, rooms.title_of(name))
        self.soon(self.redraw_panels)

    def on_battle_panel_resized(self, event: BattlePanel.Resized) -> None:
        """Draw all panels once when some have another size."""
        event.stop()
        if not self._redraw_due:
            self._redraw_due = True
            self.call_later(self._redraw_resized)

    def _redraw_resized(self) -> None:
        self._redraw_due = False
        self.redraw_panels()

    def do_panels(self) -> None:
        """Make a panel large, or hide it; it stays so in terminals as wide as this."""

        def chosen(choice: tuple[str, bool] | None) -> None:
            if choice is None:
                return
            wishes, width = self.wishes.toggled(*choice), width_name(self.size.width)
            before = self.tabletop.settings
            others = [wish for wish in before.panels if not wish.startswith(f"{width} ")]
            settings = evolve(before, panels=(*others, *wishes.words(width)))
            self.tabletop.settings = settings
            self.share_room(self.size.width, self.size.height)
            try:
                write_settings(settings, before=before)
            except BadFile as error:
                self.note(error.brief)

        self.tabletop.push_screen(PanelChoice(self.wishes), chosen)

    @property
    def wishes(self) -> Wishes:
        """What the player wants of the panels in a terminal as wide as this."""
        return Wishes.said(self.tabletop.settings.panels, width_name(self.size.width), self.zoom_by_hand)

    def content(self) -> Content:
        """How much there is to show."""
        model, look = self.model, self.tabletop
        looks = model.scene, look.colours, look.glyphs
        return Content(
            maps=map_sizes(*looks),
            play=look.options.zoom if look.options.zoom is not None else play_zoom(*looks),
            readable=look.options.zoom if look.options.zoom is not None else readable_zoom(model.scene),
            roster=max((len(line.name) for line in model.roster), default=0) + BESIDE_NAME,
            question=self._question_rows,
            lesson=self.lesson_rows,
            from_side=model.from_side,
            rolled=self._rolled,
        )

    def fit_question(self, shrink: bool = False) -> None:
        """Where the log takes what the question leaves, see that this has the rows it needs."""
        wanted = self.panels.side.wanted
        if self.rooms.growing and (wanted > self._question_rows or (shrink and wanted < self._question_rows - SLACK)):
            self._question_rows = wanted
            self.share_room(self.size.width, self.size.height)

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
        for name, title in TITLES.items():
            said, command, does = SECTION_TITLE if name == "log" and self.model.from_side else title
            self.panels.titles[name].tell(said, (self.key_of(command), does))
        self.draw_left()
        self.draw_log()
        self.draw_cursor()

    def draw_left(self) -> None:
        """The roster, and the phase track with what comes next."""
        if "roster" in self.rooms.boxes:
            self.panels.roster.tell(self.model, self.key_of("battle.roster"))

    def key_of(self, command_id: str) -> str:
        """The key of a command of the battle as it is printed."""
        return BATTLE.keys(command_id, self.tabletop.keymap)[0]

    def draw_log(self) -> None:
        """The log and the last roll; where that has no room of its own, rolling dice take the log's."""
        model, log, tray = self.model, self.panels.log, self.panels.tray
        if self._rolled != (rolled := bool(model.rolls) or model.session.held is not None):
            self._rolled = rolled
            self.share_room(self.size.width, self.size.height)
        apart = "dice" in self.rooms.boxes
        lying = model.film.frame.lying if model.film.frame is not None else None
        held = None if model.film else model.session.held
        if model.from_side and log.size.height:
            log.tell_from_side(model.side_view())
        elif lying is not None and not apart:
            show_dice(log, model.rolls_shown, held, lying)
        else:
            log.tell(model.told, model.log_back, model.log_mark, model.log_whose)
        if apart:
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
        keys = Keys(self.key_of("battle.card"), self.key_of("battle.compare"))
        most = self.rooms.most_for_question if self.rooms.growing else 0
        self.panels.side.tell(self.model, keys, most, self.asked())
        self.panels.here.tell(self.model)
        if "minimap" in self.rooms.boxes:
            self.panels.minimap.tell(self.field)
        self.fit_question()
        if self.model.foreseeing and not self._foresight_due:
            self._foresight_due = True
            self.set_timer(PICTURE, self._foresee)

    def asked(self) -> Listing | None:
        """What the side panel says in place of the question; None for the question itself."""
        return None

    def draw_bars(self) -> None:
        """Status, prompt and hints."""
        model = self.model
        told = "here" in self.rooms.boxes and model.overlay_name != SIGHT and not model.tape
        self._spot_told = None if told else spot_words(model)
        self.draw_status()
        self.draw_lesson()
        self.draw_prompt()
        self.panels.hints.show([self.hint_line(self.size.width)])

    def draw_status(self) -> None:
        """Whose go it is, and where the battle stands."""
        model, glyphs = self.model, self.tabletop.glyphs
        asked = model.question or model.session.held
        seat = asked.seat if asked else None
        clock = "" if model.spectating else clock_words(model.session, glyphs, self.size.width >= ROOMY)
        doing = Doing(seat, doing_words(model, seat), self._spot_told, clock, model.session.setup.name)
        self.panels.status.tell(model, doing)

    def draw_lesson(self) -> None:
        """The lines of a lesson, or of a first game."""
        model, speaker = self.model, self.model.guidance
        rows = speaker.rows if speaker is not None else 0
        if rows != self.lesson_rows:
            self.lesson_rows = rows
            self.set_class(rows > 0, "lesson")
            self.share_room(self.size.width, self.size.height)
        if speaker is not None:
            moment = BattleMoment(model.session, model.preview(), model.last_step, model.events)
            width = min(LESSON_WIDTH, self.size.width) - 2
            self.panels.lesson.tell(speaker.told(moment, self.tabletop.keymap, self.tabletop.glyphs, width))

    def cycle(self, spots: list[str], step: int) -> None:
        """Lay the cursor on the next of these spots, on the first if it lies on none."""
        if not spots:
            return
        cursor = self.field.cursor
        place = spots.index(cursor) + step if cursor in spots else 0
        self.lay_cursor(spots[place % len(spots)])

    def prompt_words(self) -> Prompt:
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
        lamp = self.model.lamp
        before = lamp.light if lamp is not None else None
        found, self._search_due = self.model.search_on(BIT), self.model.searching
        if lamp is not None and lamp.light is not before and not found:
            self.field.mark(self.marks())  # the first light comes before all else is known
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

    async def ready(self) -> None:
        """Wait until a computer may answer."""

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
            ListItem(
                command.id,
                [
                    (command.label.ljust(16), "strong"),
                    (command.help, "text"),
                    (f"  {' '.join(self.commands.keys(command.id, keymap))}", "key"),
                ],
                self.why_not(command),
                (command.help, *wishes_for(command.id)),
            )
            for command in self.commands.commands
            if command.listed and command.group != "Cursor"
        ]
        self.tabletop.push_screen(Choose("Commands", items), self._run_by_name)

    def _run_by_name(self, command_id: str | None) -> None:
        if command_id:
            self.run_command(self.commands[command_id])


def wishes_for(command_id: str) -> list[str]:
    """What a player may want who needs this command, in a player's words."""
    return [said for wishes in WANTS.values() for said, name in wishes if name == command_id]


def place(widget: Widget, box: Box | None, under_title: bool = False) -> None:
    """Put a widget where its box is, less the row of its title; without a box it is not shown."""
    widget.set_class(box is None, "absent")
    if box is not None:
        widget.styles.offset = box.x, box.y + under_title
        widget.styles.width, widget.styles.height = box.width, box.height - under_title
