"""How the battle screen looks: its panels, their sizes, and what stands in them. It changes nothing in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar, cast

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip

from tabletop_tui.commands import BATTLE
from tabletop_tui.engine.assign import Assign
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, State, Step
from tabletop_tui.engine.grades import COVERED, graded
from tabletop_tui.engine.question import DiceQuestion, Onward, Pick, Place, Question, Reshaped, Searched, Split
from tabletop_tui.engine.views import Line, Overlay, Preview, RosterLine, Scene, Standing
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base import too_small
from tabletop_tui.screens.battle.answer import Draft
from tabletop_tui.screens.battle.place_marks import mark_place
from tabletop_tui.screens.command_screen import CommandScreen
from tabletop_tui.screens.lessons import Lesson
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.grades import BEST, states
from tabletop_tui.widgets.log import log_lines, numbered
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.map.marks import SIGHT, Marks
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.roster import roster_panel
from tabletop_tui.widgets.styled_text import TextLine, clip

T = TypeVar("T")
MIDDLE, WIDE = 100, 150
LEFT = 30
PICTURE = 0.008
"""Seconds after a key before a long search goes on: the picture goes out to the terminal first."""
BREATH = 0.001
"""Seconds between two bits of a long search, in which keys are heard and pictures painted ..."""
BIT = 0.006
"""... and how long such a bit may take."""
PAUSE = 0.05
"""Seconds after a key, in which nothing else has happened: time for what nobody waits for."""
LESSON, LESSON_WIDTH = 5, 110
"""The rows of the lines that explain a first game, and their columns at most."""


class Abreast(Horizontal):
    """Panels side by side; of what holds them nothing is to be seen, so there is nothing to paint."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return []


class BattleView(CommandScreen[None]):
    """The battle screen without its commands."""

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

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.commands = self.commands.spoken(session.system.standing(session.game).called)
        self.standing = Standing(0, "")
        self.roster: list[RosterLine] = []
        self.where: dict[str, str] = {}
        """The spot of each unit that is on the table."""
        self.draft: Draft | None = None
        self.mode = ""
        """'', look (nothing is answered) or tape (measuring)."""
        self.tape = ""
        self.overlay_name = ""
        self.overlay_unit = ""
        self.pointed = False
        """Whether the cursor was laid where it is by hand, since an option was highlighted last."""
        self.notice = ""
        self.log_back = 0
        """So many lines of the log's end are scrolled out of sight."""
        self.option_at: dict[int, int] = {}
        """The option that stands on a line of the side panel."""
        self.top_option = 0
        """The first option that is shown, where not all are."""
        self._foreseeing = False
        """Whether what the options would come to is looked for, one by one."""
        self.top_units: dict[int, int] = {}
        """For each side the first of its units that the roster shows, where not all fit."""
        self.speed = 0
        """How fast the computer plays: an index into the speeds."""
        self.last_step: Step | None = None
        """At step pace, the step that was run last."""
        self.lesson: Lesson | None = None
        """What explains a first game until its first activation is over."""
        self.events: list[Event] = []
        """Everything that has happened, for the log."""
        self.scene: Scene
        """The battlefield as it now stands; what the map shows may still be on its way there."""
        self.log_mark: int | None = None
        """How many events came before one's last answer; None where that is not to be shown."""
        self._known: dict[tuple[str, ...], object] = {}
        """What was asked of the system since the game last changed."""
        self._searching = False
        """Whether what takes long to find is looked for, bit by bit."""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="status")
        with Abreast():
            yield Panel(colours, glyphs, id="left")
            yield Battlefield(colours, glyphs, self.tabletop.options.zoom)
            yield Panel(colours, glyphs, id="side")
        with Abreast(id="foot"):
            yield Panel(colours, glyphs, id="log")
            yield Panel(colours, glyphs, id="tray")
        yield Panel(colours, glyphs, id="lesson")
        yield Panel(colours, glyphs, "prompt", id="prompt")
        yield Panel(colours, glyphs, "hint", id="hints")

    # ------------------------------------------------------------------ sizes
    def on_resize(self, event: events.Resize) -> None:
        self.share_room(event.size.width, event.size.height)

    def share_room(self, width: int, height: int) -> None:
        """Share the room out: the battlefield gets what it needs, the card the rest."""
        if too_small(width, height):
            return
        self.panel("left").display = width >= WIDE
        left = LEFT if width >= WIDE else 0
        side = 19 if width < MIDDLE else 30
        wanted = (self.field.painter.width if self.field.painter else 0) + 4
        # Up to the smallest size the map has all that the card leaves; beyond it, what it can use.
        room = width - left - side
        self.field.styles.width = room if width < MIDDLE else max(61, min(room, wanted))
        self.panel("lesson").styles.height = LESSON
        self.query_one("#foot").styles.height = self.foot_rows(height)
        self.panel("tray").display = width >= WIDE
        self.call_after_refresh(self.redraw_panels)

    def foot_rows(self, height: int) -> int:
        """The rows of the log and the dice tray on a screen of so many."""
        return (2 if self.has_class("lesson") else 3) if height < 30 else 5 if height < 40 else 8

    @property
    def wide(self) -> bool:
        return self.size.width >= WIDE

    @property
    def field(self) -> Battlefield:
        return self.query_one(Battlefield)

    def panel(self, name: str) -> Panel:
        return self.query_one(f"#{name}", Panel)

    def show_game(self) -> bool:
        """Look at the game as it now stands and lay it on the table; whether it is the first time."""
        first = self.field.painter is None
        self.look_at_game()
        self.field.show(self.scene)
        return first

    def look_at_game(self) -> None:
        """Take in the game as it now stands."""
        self._known.clear()
        system = self.game.system
        self.standing = system.standing(self.game)
        self.roster = wording.with_fates(system.roster(self.game), self.events)
        self.where = {line.unit: line.spot for line in self.roster if line.spot and line.state != "lost"}
        self.scene = system.scene(self.game)

    # ------------------------------------------------------------------ what is known of the game
    @property
    def game(self) -> Game[State]:
        return self.session.game

    @property
    def question(self) -> Question | None:
        return self.session.question

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.game.setup.seats]

    @property
    def person_asked(self) -> bool:
        """Whether a person has to answer now."""
        return self.session.waits_for_person

    @property
    def untold(self) -> int:
        """So many of the last events are not to be seen in the log yet."""
        return 0

    @property
    def unit_here(self) -> str:
        """The unit under the cursor, '' for none."""
        painter, cursor = self.field.painter, self.field.cursor
        if painter is None or not cursor:
            return ""
        here = self.once("here", cursor, str(self.field.zoom), make=lambda: painter.at(cursor))
        return here[0].unit if here else ""

    @property
    def unit_in_hand(self) -> str:
        """The unit whose affair the question is, else the one that acts."""
        question = self.question
        return (question.about if question is not None else "") or self.standing.active

    def once(self, *key: str, make: Callable[[], T]) -> T:
        """What `make` gives, asked only once while the game stands as it does."""
        if key not in self._known:
            self._known[key] = make()
        return cast(T, self._known[key])

    def preview(self) -> Preview | None:
        """What the answer as it stands would need and do."""
        draft = self.draft
        if draft is None or not isinstance(draft.question, Pick | Place | Split | Assign):
            return None
        cursor = self.field.cursor if isinstance(draft.question, Place) else ""
        answer = draft.answer(cursor)
        if answer is None or self.mode:
            return None
        return self.once("preview", repr(answer), make=lambda: self.game.preview(answer))

    # ------------------------------------------------------------------ marks on the map
    def marks(self) -> Marks:
        marks = Marks(active=self.where.get(self.unit_in_hand, ""), overlay=self.overlay())
        if self.tape and self.field.painter:
            marks.path = tuple(self.field.painter.line(self.tape, self.field.cursor))
            marks.note = self.field.painter.measure(self.tape, self.field.cursor)
            return marks
        draft = self.draft
        if draft is None:
            return marks
        question = draft.question
        if isinstance(question, Place):
            marks.labels = self._cells(question, draft)
            marks.waypoints = tuple(draft.waypoints)
            if self.mode not in ("look", "tape"):
                mark_place(marks, question, draft, self.field.cursor, self.where.get(question.about, ""))
        elif draft.options:
            marks.targets = self.once("targets", make=self._targets)
            preview = self.preview()
            marks.path = tuple(preview.path) if preview else ()
            marks.sight = self._sight_line(preview)
        return marks

    def _cells(self, question: Place, draft: Draft) -> Mapping[str, str]:
        """The cells of a question, for what is chosen so far of the answer; none until they are found."""
        field, shape = question.field, [word for word in draft.shape() if word.startswith(("form=", "turn="))]
        if draft.waypoints and isinstance(field, Onward):
            onward = self._onward(field, draft)
            return onward if self._found(onward) else {}
        if shape and isinstance(field, Reshaped):
            return self.once("cells", *shape, make=lambda: field.cells_for(shape))
        return self.once("cells", make=field.cells) if self._found(field) else {}

    def _onward(self, field: Onward, draft: Draft) -> Mapping[str, str]:
        """What a next part of the answer could reach; it may still have to be found."""
        made = draft.waypoints
        found: Mapping[str, str] = self.once("onward", *made, make=lambda: field.cells_after(made))
        return found

    def _found(self, wanted: object) -> bool:
        """Whether all of it has been found: what takes long is looked for later, and painted after all the rest."""
        if not isinstance(wanted, Searched) or wanted.search(self.tabletop.options.patience):
            return True
        if not self._searching:
            self._searching = True
            self.set_timer(PICTURE, self._search_on)
        return False

    def _search_on(self) -> None:
        """A bit at a time, so that keys are heard in between."""
        overlay = self._known.get(("overlay", self.overlay_name, self.overlay_unit))
        wanted: list[object] = [overlay.labels] if isinstance(overlay, Overlay) else []
        if self.draft is not None and isinstance(self.draft.question, Place):
            field = self.draft.question.field
            begun = bool(self.draft.waypoints)
            wanted.append(self._onward(field, self.draft) if begun and isinstance(field, Onward) else field)
        found = [not isinstance(one, Searched) or one.search(BIT) for one in wanted]
        self._searching = not all(found)
        if self._searching:
            self.set_timer(BREATH, self._search_on)
        elif found:
            self.all_found()

    def all_found(self) -> None:
        """What took long to find can be painted now."""
        self.field.mark(self.marks())

    def _targets(self) -> frozenset[str]:
        assert self.draft is not None
        question = self.draft.question
        choices = question.items if isinstance(question, Assign) else self.draft.options
        spots = (self.spot_of(choice.target) for choice in choices if choice.target)
        return frozenset(spot for spot in spots if spot)

    def spot_of(self, target: str) -> str:
        """The spot of a unit, or the spot itself."""
        if target in self.where:
            return self.where[target]
        return target if self.field.painter is not None and self.field.painter.has(target) else ""

    def _sight_line(self, preview: Preview | None) -> dict[str, str]:
        """From the unit in hand to the highlighted target, drawn by what it is worth."""
        option = self.draft.option if self.draft else None
        start = self.where.get(self.unit_in_hand, "")
        end = self.spot_of(option.target) if option and option.target else ""
        if not start or not end or start == end or self.field.painter is None:
            return {}
        spots = (preview.sight if preview else ()) or self.field.painter.line(start, end)
        if preview is not None and not preview.sight:
            return {}
        state = preview.view if preview is not None else ""
        if not state and "sight" in self.game.system.overlays:
            unit = self.unit_in_hand
            state = self.view_of(unit, end)
        grades = self.game.system.grades if "sight" in self.game.system.overlays else COVERED
        return dict.fromkeys(spots, states(grades).get(state, BEST))

    def overlay(self) -> Overlay | None:
        """The overlay that was asked for by key; without its labels until they are found."""
        if not self.overlay_name:
            return None
        found = self.overlay_of(self.overlay_name, self.overlay_unit)
        return found if self._found(found.labels) else evolve(found, labels={})

    def overlay_of(self, name: str, unit: str) -> Overlay:
        """An overlay for a unit; its labels may still have to be found."""
        make = partial(self.game.system.overlay, self.game, name, unit)
        return self.once("overlay", name, unit, make=make)

    # ------------------------------------------------------------------ drawing
    def redraw_panels(self) -> None:
        """Everything around the map, as the game now stands."""
        self.draw_left()
        self.draw_log()
        self.draw_cursor()

    def draw_left(self) -> None:
        """The roster, and the phase track with what comes next."""
        panel = self.panel("left")
        if not self.wide or not panel.size.height:
            return
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        width = panel.size.width - 1
        height, unit, near = panel.size.height, self.unit_in_hand, self.standing.nearness
        key = BATTLE.keys("battle.roster", self.tabletop.keymap)[0]
        shown = roster_panel(self.roster, self.names, width, height, colours, glyphs, unit, near, self.top_units, key)
        self.top_units = shown.tops
        track = wording.track_lines(self.standing, self.game.system.stages, self.agenda(), glyphs)
        room = height - len(shown.lines) - 1
        panel.show([*shown.lines, [], *(clip(line, width, glyphs.ellipsis) for line in track[: max(0, room)])])

    def agenda(self) -> list[str]:
        """The steps still to run, the next one first."""
        return [step.describe(self.game) for step in reversed(self.game.agenda)]

    def draw_log(self) -> None:
        panel = self.panel("log")
        height = panel.size.height
        if not height:
            return
        end = max(0, len(self.events) - self.untold - self.log_back)
        first = max(0, end - height)
        told = numbered(self.events[:end], first)
        full = self.size.width >= MIDDLE and height >= 5
        mark = None if self.log_mark is None else self.log_mark - first
        lines = log_lines(told, self.tabletop.colours, self.tabletop.glyphs, full, mark=mark, across=height >= 5)
        panel.show(lines[-height:])

    def draw_cursor(self) -> None:
        """What hangs on the cursor: marks, side panel, status and prompt."""
        if self.field.painter is None:
            return
        self.field.mark(self.marks())
        self.draw_side()
        self.draw_bars()

    def draw_bars(self) -> None:
        """Status, prompt and hints."""
        width, glyphs = self.size.width, self.tabletop.glyphs
        asked = self.question or self.session.held
        seat = asked.seat if asked else None
        doing = self.doing_words(seat)
        self.panel("status").show(
            [wording.status_line(self.standing, self.names, seat, doing, self.spot_words(), width, glyphs)]
        )
        self.draw_lesson()
        self.draw_prompt()
        self.panel("hints").show([self.hint_line(width)])

    def doing_words(self, seat: int | None) -> str:
        """What the seat whose go it is does, as the status line goes on after its name."""
        question = self.question
        if self.session.held is not None or isinstance(question, DiceQuestion):
            return " rolls"
        if question is None:
            return "the battle is over" if self.game.result else "between two steps"
        if not self.person_asked:
            return " (computer)"
        about, active = question.about, self.standing.active
        owner = next((line.seat for line in self.roster if line.unit == active), seat)
        if active and owner == seat and about in ("", active):
            return f": {active} acts"
        words = f": {about}" if about and about != active else ""
        if active:
            return f"{words}, while {active} acts"
        return words or " to choose"

    def draw_lesson(self) -> None:
        """The lines that explain a first game."""
        lesson = self.lesson
        if lesson is not None:
            goes_on = not lesson.is_over(self.session)
            if goes_on != self.has_class("lesson"):
                self.set_class(goes_on, "lesson")
                self.share_room(self.size.width, self.size.height)
        if lesson is None or not self.has_class("lesson"):
            return
        question = self.question if not self.session.pending else None
        stage, panel = lesson.stage(self.events), self.panel("lesson")
        words = lesson.words(self.game, question, self.preview(), self.last_step, stage, self.tabletop.keymap)
        width = min(LESSON_WIDTH, self.size.width) - 2
        panel.show([[(" ", "text"), *line] for line in words.lines(width, LESSON)])

    def spot_words(self) -> str:
        """The spot under the cursor in a few words; measuring, how far it is."""
        cursor = self.field.cursor
        if self.tape and self.field.painter is not None:
            return f"{self.tape} to {cursor}: {self.field.painter.measure(self.tape, cursor)}"
        lines = self.spot_lines()
        words = f"{lines[0].label} {lines[0].value}" if lines else cursor
        return f"{words}{self.sight_words()}"

    def sight_words(self) -> str:
        """While an overlay of sight is shown, how well its unit sees the spot under the cursor."""
        if self.overlay_name != SIGHT:
            return ""
        grade = graded(self.game.system.grades, self.view_of(self.overlay_unit, self.field.cursor))
        return f" ({self.overlay_unit}: {grade.word})" if grade is not None else ""

    def view_of(self, unit: str, spot: str) -> str:
        """What a unit would see of something at a spot, as the label of a grade."""
        found: str = self.once("view", unit, spot, make=lambda: self.game.system.view(self.game, unit, spot))
        return found

    def spot_lines(self) -> list[Line]:
        cursor = self.field.cursor
        return self.once("spot", cursor, make=lambda: self.game.system.spot(self.game, cursor))

    def prompt_words(self) -> tuple[str, str]:
        """The prompt line and its role: what Enter would do, what it costs, or why it would not."""
        raise NotImplementedError

    def draw_prompt(self) -> None:
        panel = self.panel("prompt")
        text, role = self.prompt_words()
        line: TextLine = []
        asked = self.question or self.session.held
        if asked is not None:
            colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
            sign = glyphs.seats[asked.seat % len(glyphs.seats)]
            line.append((f" {sign} {self.names[asked.seat]} ", colours.token(asked.seat)))
        line.append((f" {text}", role))
        panel.fill_with(role)
        panel.show([line])

    def hint_line(self, width: int) -> TextLine:
        raise NotImplementedError

    def draw_side(self) -> None:
        raise NotImplementedError
