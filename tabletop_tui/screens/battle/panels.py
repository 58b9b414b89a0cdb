"""The panels around the map, each a widget that takes data, keeps how far it is scrolled, and says what was clicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve
from textual import events
from textual.message import Message

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.records import frozen
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.screens.battle.side_panel import READABLE, TextRoom, card_part, here_of, other_cards, question_part
from tabletop_tui.widgets import standing_lines
from tabletop_tui.widgets.clickable_keys import TITLE
from tabletop_tui.widgets.dice_tray import tray_lines
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.log_lines import log_lines, numbered
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.map.minimap import Minimap
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.question_list import Listing
from tabletop_tui.widgets.roster import roster_panel
from tabletop_tui.widgets.side_view_rows import side_view_lines
from tabletop_tui.widgets.styled_text import Role, TextLine, clip, spread, text_of, upto_word, width_of, wrap
from tabletop_tui.widgets.top_bar import Doing, bar_roles, top_bar
from tabletop_tui.widgets.under_cursor import here_lines

LESSON_WIDTH = 110
"""The columns of the lines that explain a first game, at most."""
FULL, UNBROKEN = 60, 78
"""From so many columns on, the log gives the reasons of rolls; from so many on its lines are not broken."""
CARD_TITLE = 24
"""From so many columns and rows on, the card has a title."""
RIM = 1
"""Empty columns at the right of a panel, so that its text does not run into what stands beside it."""
HANGING = "     "
"""Before what is left of a broken line of the log."""
ACROSS = 5
"""From so many rows on, the log has a rule across it where one answered last."""

TITLES = {
    "dice": ("Last roll", "battle.explain", "explain"),
    "here": ("Here", "battle.look", "in full"),
    "log": ("Log", "battle.log", "all"),
    "minimap": ("Whole table", "battle.further", "farther"),
}
"""The titles of panels, with a command and what its key does."""
SECTION_TITLE = "Line of sight", "battle.side-view", "close"
"""That of the log's panel while a line of sight stands in it."""


def text_width(columns: int) -> int:
    """The columns of text in a panel of so many; a narrow one has a rim at the left only."""
    return min(columns - 1 - (RIM if columns >= CARD_TITLE else 0), READABLE)


class BattlePanel(Panel):
    """A panel whose lines hang on its size."""

    class Resized(Message):
        """What stands in the panel has to be laid out anew."""

    def on_resize(self, event: events.Resize) -> None:
        self.post_message(self.Resized())


class StatusBar(BattlePanel):
    """Whose go it is, in the colour of its seat; the score, who holds what, round and phase, what wins."""

    def tell(self, model: BattleModel, doing: Doing) -> None:
        looks = self.size.width, self.colours, self.glyphs
        self.fill_with(bar_roles(doing.seat, self.colours)[1])
        self.show([top_bar(model.standing, model.held, model.names, doing, *looks)])


class PromptLine(BattlePanel):
    """Who is asked, and what Enter would do."""

    def tell(self, seat: int | None, names: Sequence[str], text: str, role: Role, number: str = "") -> None:
        """Its one number stands at the right end, and goes before what is too long."""
        line: TextLine = []
        if seat is not None:
            sign = self.glyphs.seats[seat % len(self.glyphs.seats)]
            line.append((f" {sign} {names[seat]} ", self.colours.token(seat)))
        self.fill_with(role)
        end: TextLine = [(f"{number} ", role)] if number else []
        room = self.size.width - width_of(line) - width_of(end) - 1 - bool(end)
        line.append((f" {upto_word(text, room, self.glyphs.ellipsis)}", role))
        self.show([spread(line, end, self.size.width, role) if end else line])


class RosterPanel(BattlePanel):
    """The units of all sides, and the phase track with what comes next."""

    tops: Mapping[int, int] = {}
    """For each side the first of its units that is shown, where not all fit."""

    def tell(self, model: BattleModel, more_key: str) -> None:
        """Show as many as fit; `more_key` opens the list of all."""
        width, height = self.size.width - 1, self.size.height
        if width < 1 or not height:
            return
        near, unit = model.standing.nearness, model.unit_in_hand
        colours, glyphs = self.colours, self.glyphs
        shown = roster_panel(model.roster, model.names, width, height, colours, glyphs, unit, near, self.tops, more_key)
        self.tops = shown.tops
        track = standing_lines.track_lines(model.standing, model.game.system.stages, model.agenda, glyphs)
        room = max(0, height - len(shown.lines) - 1)
        while track[:room] and text_of(track[:room][-1]) in ("", standing_lines.NEXT):
            room -= 1  # a heading with nothing below it says nothing
        self.show([*shown.lines, [], *(clip(line, width, glyphs.ellipsis) for line in track[:room])])


class SidePanel(BattlePanel):
    """The question, what its highlighted answer would do, and the card of a unit."""

    class OptionClicked(Message):
        """A way to answer was clicked, by its place in the question's list."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    option_at: Mapping[int, int] = {}
    """The option that stands on a line."""
    top = 0
    """The first option that is shown, where not all are."""
    wanted = 0
    """So many rows all of it would take."""

    def tell(self, model: BattleModel, keys: Keys, most: int = 0, asked: Listing | None = None) -> None:
        """The question (or `asked`) first, then the preview and the card, as if there were `most` rows at least."""
        width, rows = text_width(self.size.width), self.size.height
        if width < 1 or not rows:
            return
        height = max(rows, most)
        room = TextRoom(width, height, self.colours, self.glyphs)
        card = card_part(model, room)
        listing = asked or self.asked(model, evolve(room, height=max(height // 3, height - card.needed - 2)))
        if asked is None and model.draft is not None and not listing.shows(len(model.draft.options)):
            listing = self.asked(model, evolve(room, height=max(height // 2, height - card.needed - 2)))
        self.top = listing.top
        between: TextLine = []
        if listing.lines and width >= CARD_TITLE and height >= CARD_TITLE:
            between = titled("Card", (keys.card, "larger"), self.size.width, self.glyphs)
        lines = [*listing.lines]
        lines += [*([between] if lines else []), *card.lines] if card.lines else []
        self.wanted = len(lines)
        if model.draft is not None and not model.mode and width >= CARD_TITLE and height >= CARD_TITLE:
            lines += other_cards(model, evolve(room, height=rows - len(lines) - 1), bool(card.lines))
        self.option_at = {row: place for row, place in enumerate(listing.places) if place is not None}
        preview = model.preview()
        if len(lines) - len(card.lines) + card.needed > rows and preview is not None and preview.chances:
            # What the answer would do does not all fit in: a key tells the whole of it.
            lines[rows - 1 :] = [[(f"{self.glyphs.down} more: {keys.compare}", "dim")]]
        self.show([line if line is between else [(" ", "text"), *line] for line in lines[:rows]])

    def asked(self, model: BattleModel, room: TextRoom) -> Listing:
        return question_part(model, room, self.top)

    roles = TITLE

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()
        if (place := self.option_at.get(event.y)) is not None:
            self.post_message(self.OptionClicked(place))
        else:
            self.press_at(event.x, event.y)


class LogPanel(BattlePanel):
    """What happened, the last line at the bottom; a line of sight from the side, or rolling dice, in its place."""

    class Opened(Message):
        """The log was clicked."""

    def tell(self, told: Sequence[Event], back: int, mark: int | None, whose: str = "your") -> None:
        """So many lines of its end are scrolled out of sight; `whose` last answer came before the event `mark`."""
        height = self.size.height
        if not height:
            return
        end = max(0, len(told) - back)
        first = max(0, end - height)
        here = None if mark is None else mark - first
        width = self.size.width - RIM
        full = width >= FULL and height >= ACROSS
        entries = numbered(told[:end], first)
        across = width if height >= ACROSS else 0
        lines = log_lines(entries, self.colours, self.glyphs, full, mark=here, across=across, whose=whose)
        if width < UNBROKEN:
            lines = [row for line in lines[-height:] for row in wrap(line, width, HANGING)]
        self.show(lines[-height:])

    def tell_from_side(self, view: SideView | None) -> None:
        if view is None:
            self.show([[("From the side ", "head"), ("Put the cursor on what you want to look at", "dim")]])
        else:
            self.show(side_view_lines(view, self.size.width - 1, self.size.height, self.glyphs))

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()
        self.post_message(self.Opened())


def show_dice(panel: Panel, rolls: Sequence[Rolled], held: Roll | None, lying: int | None) -> None:
    """Show the dice tray in a panel; of the last roll only the first `lying` dice have come to lie (None: all)."""
    size = panel.size.width - 2, panel.size.height
    lines = tray_lines(rolls, held, lying, size, panel.colours, panel.glyphs)
    panel.show([[(" ", "text"), *line] for line in lines])


class LessonPanel(BattlePanel):
    """The lines of a lesson, or of a first game."""

    def tell(self, lines: Sequence[TextLine]) -> None:
        self.show([[(" ", "text"), *line] for line in lines])


class HerePanel(BattlePanel):
    """What is under the cursor, in a few sentences."""

    def tell(self, model: BattleModel) -> None:
        width, height = text_width(self.size.width), self.size.height
        if width > 0 and height:
            lines = here_lines(here_of(model), width)
            self.show([[(" ", "text"), *line] for line in lines[:height]])


class MinimapPanel(BattlePanel):
    """The whole table in small, with what is in view."""

    def tell(self, field: Battlefield) -> None:
        painter, size = field.painter, self.size
        if painter is not None and size.width > 0 and size.height:
            self.show(Minimap.within(painter, size.width, size.height).lines(painter, field.view))


class Title(BattlePanel):
    """The thin line above a panel: its name at the left, a key and what it does at the right."""

    roles = TITLE

    def on_click(self, event: events.Click) -> None:
        """All of it is the button."""
        event.prevent_default()
        self.press_at(self.size.width - 3, event.y)

    def tell(self, name: str, key: tuple[str, str]) -> None:
        if (width := self.size.width) > 0:
            self.show([titled(name, key, width, self.glyphs)])


def titled(name: str, key: tuple[str, str], width: int, glyphs: Glyphs) -> TextLine:
    """A thin line with a name near its left end, and near its right end a key with what it does."""
    left: TextLine = [(f"{glyphs.rule} ", "dim"), (name, "head"), (" ", "text")]
    right: TextLine = [(f" {key[0]}", "key"), (f" {key[1]} ", "dim"), (glyphs.rule, "dim")]
    rest = max(0, width - width_of(left) - width_of(right))
    return clip([*left, (glyphs.rule * rest, "dim"), *right], width, glyphs.ellipsis)


@frozen
class Keys:
    """Keys that panels speak of, as they are printed."""

    card: str
    compare: str


@frozen(eq=False)
class Panels:
    """All panels of a battle screen."""

    status: StatusBar
    roster: RosterPanel
    side: SidePanel
    log: LogPanel
    tray: BattlePanel
    here: HerePanel
    minimap: MinimapPanel
    lesson: LessonPanel
    prompt: PromptLine
    hints: BattlePanel
    titles: Mapping[str, Title]
    """The titles of those that have one."""

    @property
    def named(self) -> dict[str, Panel]:
        """The panels by the names under which room is shared out."""
        return {
            "status": self.status,
            "roster": self.roster,
            "question": self.side,
            "dice": self.tray,
            "here": self.here,
            "log": self.log,
            "minimap": self.minimap,
            "lesson": self.lesson,
            "prompt": self.prompt,
            "hints": self.hints,
        }


def panels(colours: Palette, glyphs: Glyphs) -> Panels:
    looks = colours, glyphs
    return Panels(
        status=StatusBar(*looks, "status", id="status"),
        roster=RosterPanel(*looks, id="left"),
        side=SidePanel(*looks, id="side"),
        log=LogPanel(*looks, id="log"),
        tray=BattlePanel(*looks, id="tray"),
        here=HerePanel(*looks, id="here"),
        minimap=MinimapPanel(*looks, id="minimap"),
        lesson=LessonPanel(*looks, id="lesson"),
        prompt=PromptLine(*looks, "prompt", id="prompt"),
        hints=BattlePanel(*looks, "hint", id="hints"),
        titles={name: Title(*looks) for name in TITLES},
    )
