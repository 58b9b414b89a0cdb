"""The battle screen's pages for reading what happened: the digest, the log; and the traces that stay on the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.engine.events import Event, Fell, Moved, Shot
from tabletop_tui.engine.grades import graded
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.session import Session
from tabletop_tui.reports.deeds import Deed, Scenery, units_in
from tabletop_tui.reports.digest import YOU, Reader, before_others, digest, last_answer, since, stops
from tabletop_tui.reports.roll_reading import Places, RollReading, read_roll
from tabletop_tui.screens.battle.animation import MotionView
from tabletop_tui.screens.battle.digest_page import DigestPage, Signs
from tabletop_tui.screens.battle.layout import LESSON
from tabletop_tui.screens.battle.legend_page import LISTS, TOP, LegendPage, list_signs, top_signs
from tabletop_tui.screens.battle.log_page import LogPage
from tabletop_tui.screens.battle.roll_page import RollPage
from tabletop_tui.screens.peek import Sighting
from tabletop_tui.settings import write_settings
from tabletop_tui.widgets.log_filter import units_of
from tabletop_tui.widgets.map.legend import Window, legend
from tabletop_tui.widgets.map.marks import SIGHT, Marks
from tabletop_tui.widgets.map.traces import NOTHING, Traces, traces_of
from tabletop_tui.widgets.styled_text import TextLine
from tabletop_tui.widgets.view_text import rule_lines

LARGE, BARS = 40, 3
"""From so many rows on a screen is large; of these its status, prompt and hints take so many."""


class Reading(MotionView):
    """The battle screen with all that tells what happened."""

    spectating = False
    """Whether nobody at the keyboard plays: every answer is told of from the last one of the seat that is asked."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.traces: Traces = NOTHING
        """What happened since one's last answer, as it lies on the map."""
        self.sighting: Sighting | None = None
        """What a page shows on the map just now."""
        self._fresh = False
        """Whether the game stands as it does because somebody answered, not because that was taken back."""
        self._shown: int | None = None
        """After how many answers the game was shown last."""
        self._scores: dict[int, tuple[int, ...]] = {}
        """The scores after so many answers, as far as they were seen."""
        self._told_at = -1
        """After how many answers a digest came by itself."""

    # ------------------------------------------------------------------ since when
    def reader(self) -> Reader:
        """Who reads. People who share a keyboard in the open have all seen what each of them did."""
        people = [seat for seat, player in enumerate(self.session.players) if player is None]
        question, history = self.question, self.session.history
        asked = question.seat if question is not None else history[-1].seat if history else 0
        if self.spectating or not people:
            return Reader(frozenset([asked]), people=False)
        apart = self.tabletop.options.hand_over and len(people) > 1 and asked in people
        return Reader(frozenset([asked] if apart else people))

    def happened(self) -> tuple[int | None, list[Event]]:
        """The answer that was one's last before others acted, and all that came of it and after it.

        Where nobody else has acted since the last answer of all that came to something, that one.
        """
        answer = before_others(self.session.history, self.reader())
        return answer, self._since(answer)[1]

    def _since(self, answer: int | None) -> tuple[int, list[Event]]:
        return since(self.session.parts()[: len(self.session.history) + 1], answer)

    def show_game(self, happened: Sequence[Event] = ()) -> bool:
        count = len(self.session.history)
        self._scores = {place: scores for place, scores in self._scores.items() if place < count}
        self._fresh, self._shown = self._shown is not None and count > self._shown, count
        first = super().show_game(happened)
        self._scores[count] = self.standing.scores
        answer = last_answer(self.session.history, self.reader())
        before, events = self._since(answer)
        self.traces = traces_of(events, self.scene)
        self.log_mark = before if answer is not None and not self.spectating else None
        return first

    # ------------------------------------------------------------------ on the map
    def marks(self) -> Marks:
        marks = super().marks()
        if self.frame is not None:
            return marks
        if self.sighting is None:
            marks.traces = self.traces
            return marks
        flash = frozenset(self.sighting.spots) if self.sighting.flash else frozenset()
        return evolve(Marks(active=marks.active), traces=self.sighting.traces, flash=flash)

    def sight(self, sighting: Sighting | None) -> None:
        """Show something on the map; with None, the map as it was."""
        self.sighting = sighting
        self.notice = sighting.words if sighting is not None else ""
        spot = next((spot for spot in sighting.spots if self._has(spot)), "") if sighting is not None else ""
        if spot:
            self.look_at(spot)
        elif sighting is None:
            self.field.see_cursor()
        self.draw_cursor()

    def _has(self, spot: str) -> bool:
        return bool(spot) and self.field.painter is not None and self.field.painter.has(spot)

    def event_sighting(self, event: Event) -> Sighting | None:
        """What an entry of the log is about, on the map; None where that is nowhere on it."""
        spots = [*(event.path[-1:] if isinstance(event, Moved) else ())]
        spots += event.spots if isinstance(event, Shot) else [event.spot] if isinstance(event, Fell) else []
        spots += [self.where.get(unit, "") for unit in units_of(event)]
        spots += [line.spot for line in self.roster if line.unit in self.where and line.tag in event.text.split()]
        found = tuple(spot for spot in dict.fromkeys(spots) if self._has(spot))
        return Sighting(found, traces_of([event], self.scene), event.text) if found else None

    def deed_sighting(self, deed: Deed) -> Sighting:
        """The same for a deed: what it was, and where all it was about stand now."""
        spots = [self.where.get(unit, "") for unit in units_in(deed)]
        spots += [event.spot for event in deed.events if isinstance(event, Fell)]
        found = tuple(spot for spot in dict.fromkeys(spots) if self._has(spot))
        words = f"{deed.unit} {''.join(text for text, _ in deed.said)}".strip()
        return Sighting(found, traces_of(deed.events, self.scene), words)

    # ------------------------------------------------------------------ what happened
    def offer_digest(self) -> None:
        """Tell what happened since the last answer, if that is to be told before the next."""
        session, when = self.session, self.tabletop.options.digest
        asked = self.question is not None and not isinstance(self.question, DiceQuestion) and self.person_asked
        if not asked or not self._fresh or session.pace == "step" or len(session.history) == self._told_at:
            return
        if stops(when, session.history, self.reader(), self.scenery().side):
            self._told_at = len(session.history)
            self.open_digest(by_itself=True)

    def nothing_new(self) -> None:
        """The game stands where it stood before, or an answer was given again: that has been read."""
        self._told_at = len(self.session.history)

    def do_happened(self) -> None:
        if self.happened()[1]:
            self.open_digest()
        else:
            self.note("Nothing has happened yet")

    def open_digest(self, by_itself: bool = False) -> None:
        """The page of what happened since the last answer."""
        reader, around = self.reader(), self.scenery()
        answer, events = self.happened()
        around = evolve(around, scores=self._scores.get(answer if answer is not None else 0))
        name = self.names[min(reader.seats)] if self.spectating else YOU
        found = digest(events, reader, around, name)
        shown = [(deed, self.deed_sighting(deed)) for deed in found.deeds]
        named = [pair for pair in shown if pair[1].spots]
        whose = "your" if name == YOU else f"{name}'s"
        signs = Signs(self.roster, self.tabletop.colours, self.tabletop.glyphs)
        last = answer == last_answer(self.session.history, reader)
        heading = f"Since {whose} last answer" if last else "What happened last"
        page = DigestPage(found, named[:9], heading, signs, self.names, self.sight, self.choose_digest, by_itself)
        self.tabletop.push_screen(page)

    def scenery(self) -> Scenery:
        """What a digest has to know of the game as it now stands."""
        painter = self.field.painter
        assert painter is not None
        return Scenery(self.roster, self.standing, painter.measure, self._seen)

    def _seen(self, unit: str, spot: str) -> str:
        """How well a unit sees what is at a spot, in words; '' if not at all, or where nobody asks."""
        system = self.game.system
        if SIGHT not in system.overlays:
            return ""
        grade = graded(system.grades, self.view_of(unit, spot))
        if grade is None:
            return ""
        return grade.word if "sight" in grade.word else f"sight: {grade.word}"

    def choose_digest(self, when: str) -> None:
        """From now on a digest comes at these moments."""
        settings = evolve(self.tabletop.settings, digest=when)
        self.tabletop.apply(settings)
        try:
            write_settings(settings)
        except BadFile as error:
            self.note(error.brief)

    # ------------------------------------------------------------------ a roll
    def do_explain(self) -> None:
        """The last roll explained, and from there those before it."""
        events = self.events[: len(self.events) - self.untold]
        places = Places(self.roster, self.scene)
        if read_roll(events, 0, places) is None:
            self.note("No dice have been rolled yet")
            return
        signs = Signs(self.roster, self.tabletop.colours, self.tabletop.glyphs)
        read = partial(read_roll, events, places=places)
        self.tabletop.push_screen(RollPage(read, signs, self.sight, self._roll_traces, self._rules_said))

    def _roll_traces(self, reading: RollReading) -> Traces:
        return traces_of([reading.shot] if reading.shot is not None else [], self.scene)

    def _rules_said(self, ids: Sequence[str]) -> list[TextLine]:
        """These rules in the reference's words."""
        book = {rule.id: rule for rule in self.game.system.reference()}
        return [line for rule in ids if rule in book for line in rule_lines(book[rule])]

    # ------------------------------------------------------------------ the legend
    def do_legend(self) -> None:
        """What everything on the screen says, from what is painted just now."""
        field, look = self.field, self.tabletop
        assert field.painter is not None
        window = Window(*field.scroll_offset, *field.size)
        overlay = f"{self.overlay_name} of {self.overlay_unit}" if self.overlay_name else ""
        groups = legend(field.painter, window, self.names, self._facts, overlay)
        groups[TOP] = top_signs(self.standing, self.names, look.colours, look.glyphs)
        refused = self.draft is not None and any(option.refusal is not None for option in self.draft.options)
        said = self.panel("log").lines, self.prompt_words()[1]
        groups[LISTS] = list_signs(self.roster, *said, refused, self.wide, look.glyphs)
        look.push_screen(LegendPage(groups, self.stay))

    def stay(self, sighting: Sighting | None) -> None:
        """The map stays as it is while its legend is read."""

    def _facts(self, spot: str) -> list[str]:
        """What the rules say of the ground at a spot."""
        lines = self.game.system.spot(self.game, spot)[1:]
        return [f"{line.label} {line.value}".strip() for line in lines]

    # ------------------------------------------------------------------ the log
    def foot_rows(self, height: int) -> int:
        """On a large screen the log has what the map leaves, too."""
        rows, painter = super().foot_rows(height), self.field.painter
        if height < LARGE or painter is None:
            return rows
        lesson = LESSON if self.has_class("lesson") else 0
        return max(rows, min(height - BARS - lesson - painter.height, height // 4))

    def do_log(self) -> None:
        events = self.events[: len(self.events) - self.untold]
        self.tabletop.push_screen(LogPage(events, self.log_mark, self.sight, self.event_sighting))

    def note(self, text: str) -> None:
        """Say something in the prompt line."""
        raise NotImplementedError
