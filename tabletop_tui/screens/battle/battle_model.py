"""What the battle screen shows and what is being answered, as plain data: no widget, no key, no clock.

A controller (the battle, the replay) changes it, and tells the panels to show it anew. What hangs on the map asks for
no more of it than a `MapFacts` has: where the cursor lies, and how the table is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar, cast

from attrs import evolve

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.game import Game, State, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.option_order import Folded, Worth
from tabletop_tui.engine.overlays import Overlay, Trace
from tabletop_tui.engine.place_fields import Explaining, Grouped, Onward, Reshaped, Searched, Templated
from tabletop_tui.engine.previews import VEILED, Preview
from tabletop_tui.engine.question import Answer, DiceQuestion, Number, Option, Pick, Place, Question, Split
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.engine.sight_grades import Grade, graded
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rulebook.system import SeenFromSide
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.film_state import Film, rolls_of
from tabletop_tui.screens.battle.sight_light import Lamp
from tabletop_tui.screens.learning.prompt_guidance import Guidance
from tabletop_tui.screens.learning.step_pace_lines import StepLines
from tabletop_tui.table.points import parse_spot
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.animation import unit_at
from tabletop_tui.widgets.map.shared.map_painter import Painter
from tabletop_tui.widgets.map.shared.page_marks import Sighting
from tabletop_tui.widgets.map.shared.traces import NOTHING, Traces

T = TypeVar("T")
WATCHERS = "watchers"
"""The overlay that is not a rulebook's: who sees the spot under the cursor."""
AIMS = 8
"""So many places to aim at are weighed before the cursor is laid on the best of them."""
KEPT = 500
"""So many messages are kept."""


class MapFacts(Protocol):
    """What is to be known of the map."""

    zoom: int

    @property
    def painter(self) -> Painter[Any] | None:
        """What draws the table, and so measures it; None before the first scene."""

    @property
    def cursor(self) -> str:
        """The spot the cursor lies on, '' before the first scene."""


class NoField:
    """The map before there is one."""

    zoom = 0
    painter: Painter[Any] | None = None
    cursor = ""


class BattleModel:
    """A battle as it is shown; `spectating` where nobody at the keyboard plays and nothing is answered."""

    def __init__(self, session: Session, spectating: bool = False) -> None:
        self.session = session
        self.spectating = spectating
        self.field: MapFacts = NoField()
        # --- the game as it stands
        self.standing = Standing(0, "")
        self.held: list[Held] = []
        """Who holds what is fought for."""
        self.roster: list[RosterLine] = []
        self.where: dict[str, str] = {}
        """The spot of each unit that is on the table."""
        self.scene: Scene
        """The battlefield as it now stands; what the map shows may still be on its way there."""
        self.events: list[Event] = []
        """Everything that has happened, for the log."""
        self.rolls: list[Rolled] = []
        """The rolls that lie in the dice tray, the last one last."""
        self.last_step: Step | None = None
        """At step pace, the step that was run last."""
        self.lesson: Guidance | None = None
        """What stands above the prompt: the words of a lesson, or of a first game."""
        self.steps = StepLines()
        """What stands there at step pace where nothing else does."""
        # --- the answer being made
        self.draft: Draft | None = None
        self.mode = ""
        """'', look (nothing is answered), tape (measuring) or model (a single one is moved)."""
        self.pointed = False
        """Whether the cursor was laid where it is by hand, since an option was highlighted last."""
        # --- what is looked at
        self.tape = ""
        """From where it is measured, '' while it is not."""
        self.overlay_name = ""
        self.overlay_unit = ""
        self.from_side = False
        """Whether the line to the cursor is shown from the side, in place of the log."""
        self.log_back = 0
        """So many lines of the log's end are scrolled out of sight."""
        self.log_mark: int | None = None
        """How many events came before one's last answer; None where that is not to be shown."""
        self.log_whose = "your"
        """Whose answer that was: 'your', or a side's where several people share the keyboard."""
        self.traces: Traces = NOTHING
        """What happened since one's last answer, as it lies on the map."""
        self.sighting: Sighting | None = None
        """What a page shows on the map just now."""
        self.film = Film()
        """What is shown of the last answer, before the game as it stands."""
        # --- what is said
        self.notice = ""
        self.said: list[tuple[int, str]] = []
        """What was said in the prompt line so far, each with its round."""
        # --- what takes long to find
        self.patience = 0.0
        """So many seconds may be spent on finding something before the rest is shown without it."""
        self.searching = False
        """Whether something is still to be found, bit by bit."""
        self.lighting = "never"
        """When the table is lit by what the unit in hand sees: choosing, always or never."""
        self.lamp: Lamp | None = None
        """What lights it just now."""
        self.sights_found = 0
        """How many maps of sight were worked out for light."""
        self.foreseeing = False
        """Whether what some option would come to is still to be found."""
        self._known: dict[tuple[str, ...], object] = {}
        """What was asked of the system since the game last changed."""

    # ------------------------------------------------------------------ the game
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
        """Whether a person has to answer now. A recorded game speaks of no computer: its answers are all known."""
        return self.spectating or self.session.waits_for_person

    @property
    def answered(self) -> list[Event]:
        """What has come of the last answer so far."""
        return self.session.history[-1].events if self.session.history else []

    @property
    def agenda(self) -> list[str]:
        """The steps still to run, the next one first."""
        return [step.describe(self.game) for step in reversed(self.game.agenda)]

    @property
    def guidance(self) -> Guidance | None:
        """Who speaks above the prompt just now, if anybody does."""
        speakers: tuple[Guidance | None, ...] = (self.lesson, self.steps)
        return next((one for one in speakers if one is not None and not one.is_over(self.session)), None)

    def look_at_game(self) -> None:
        """Take in the game as it now stands."""
        self.forget()
        system = self.game.system
        self.standing, self.held = system.standing(self.game), system.holders(self.game)
        roster = wording.with_fates(system.roster(self.game), self.events)
        self.roster = sorted(roster, key=lambda line: line.seat)  # units that came later stand with their side
        self.where = {line.unit: line.spot for line in self.roster if line.spot and line.state != "lost"}
        self.scene = system.scene(self.game)

    def forget(self) -> None:
        """Nothing that was found is known any more."""
        self._known.clear()

    def once(self, *key: str, make: Callable[[], T]) -> T:
        """What `make` gives, asked only once while the game stands as it does."""
        if key not in self._known:
            self._known[key] = make()
        return cast(T, self._known[key])

    # ------------------------------------------------------------------ what is said and what has happened
    def say(self, text: str) -> None:
        """Say something until the next key."""
        self.notice = text
        said = self.standing.round, text
        if text and self.said[-1:] != [said]:
            self.said = [*self.said[1 - KEPT :], said]

    @property
    def told(self) -> list[Event]:
        """The events that the log tells of: a film may not have come to the last ones yet."""
        return self.events[: len(self.events) - self.film.untold]

    def take_rolls(self, happened: Sequence[Event]) -> None:
        """Fresh rolls drive the old ones out of the tray; those of one answer lie there together."""
        if rolls := rolls_of(happened):
            same = self.answered
            self.rolls = [roll for roll in self.rolls if any(roll is event for event in same)] + rolls

    @property
    def rolls_shown(self) -> list[Rolled]:
        """The rolls in the tray, as far as the film has come."""
        return self.rolls[: len(self.rolls) - self.film.unrolled]

    # ------------------------------------------------------------------ units and spots
    @property
    def unit_here(self) -> str:
        """The unit under the cursor, '' for none; while a film runs, the one that stands there in truth."""
        painter, cursor = self.field.painter, self.field.cursor
        if self.film:
            return unit_at(self.scene, cursor)
        if painter is None or not cursor:
            return ""
        here = self.once("here", cursor, str(self.field.zoom), make=lambda: painter.at(cursor))
        return here[0].unit if here else ""

    @property
    def unit_in_hand(self) -> str:
        """The unit whose affair the question is, else the one that acts."""
        question = self.question
        return (question.about if question is not None else "") or self.standing.active

    @property
    def unit_told(self) -> str:
        """The unit whose card is shown: that of the highlighted option, or that is placed, or under the cursor."""
        option = self.draft.option if self.draft else None
        about = self.unit_here or self.unit_in_hand
        if option is None and self.preview() is not None and not self.pointed:
            about = self.unit_in_hand or about  # what is told of a place is told of whoever goes there
        if option is not None and (
            option.target in self.where if self.preview() else not (self.pointed and self.unit_here)
        ):
            # A unit that is not on the table yet has no spot to be a target at: it goes by the option's key.
            about = next((line.unit for line in self.roster if line.unit in (option.target, option.key)), about)
        return about

    def has(self, spot: str) -> bool:
        """Whether there is such a spot on the map."""
        return bool(spot) and self.field.painter is not None and self.field.painter.has(spot)

    def spot_of(self, target: str) -> str:
        """The spot of a unit, or the spot itself."""
        return self.where[target] if target in self.where else target if self.has(target) else ""

    def has_to_act(self, line: RosterLine) -> bool:
        return line.unit in self.where and line.state not in ("done", "active")

    def card(self, unit: str) -> Card | None:
        return self.once("card", unit, make=lambda: self.game.system.card(self.game, unit)) if unit else None

    def spot_lines(self) -> list[Line]:
        """What is to be said of the spot under the cursor."""
        cursor = self.field.cursor
        return self.once("spot", cursor, make=lambda: self.game.system.spot(self.game, cursor))

    def view_of(self, unit: str, spot: str) -> str:
        """What a unit would see of something at a spot, as the label of a grade."""
        found: str = self.once("view", unit, spot, make=lambda: self.game.system.view(self.game, unit, spot))
        return found

    def watching(self) -> list[tuple[RosterLine, Grade]]:
        """Every unit on the table, with what it would see of something under the cursor."""
        cursor, system = self.field.cursor, self.game.system
        return self.once(
            "watching",
            cursor,
            make=lambda: [
                (line, grade)
                for line in self.roster
                if line.unit in self.where
                and (grade := graded(system.grades, system.view(self.game, line.unit, cursor))) is not None
            ],
        )

    def side_view(self) -> SideView | None:
        """The line from the unit in hand, or that of the overlay, to the cursor, from the side."""
        unit, cursor = self.unit_in_hand or self.overlay_unit, self.field.cursor
        system = self.game.system
        if unit not in self.where or not isinstance(system, SeenFromSide):
            return None
        return self.once("side", unit, cursor, make=lambda: system.side_view(self.game, unit, cursor))

    # ------------------------------------------------------------------ the answer
    def preview(self) -> Preview | None:
        """What the answer as it stands would need and do."""
        draft = self.draft
        if draft is None or not isinstance(draft.question, Pick | Place | Split | Assign):
            return None
        cursor = self.field.cursor if isinstance(draft.question, Place) else ""
        answer = draft.answer(cursor)
        if answer is None or self.mode:
            return None
        preview = self.preview_of(answer)
        return self.once("reasoned", repr(answer), make=lambda: self._with_reasons(preview, answer))

    def _with_reasons(self, preview: Preview | None, answer: Answer) -> Preview | None:
        """A preview with what the place is good for, unless a lesson keeps that back."""
        question = self.question
        field = question.field if isinstance(question, Place) else None
        if not isinstance(field, Explaining) or (preview is not None and VEILED in preview.lines):
            return preview
        words = "; ".join(field.reasons(answer)) if question is not None and question.refuse(answer) is None else ""
        if not words:
            return preview
        return evolve(preview or Preview(), lines=(*(preview or Preview()).lines, Line("good", words, mood="good")))

    def preview_of(self, answer: Answer) -> Preview | None:
        return self.once("preview", repr(answer), make=lambda: self.game.preview(answer))

    def worth_of(self, question: Question) -> Worth | None:
        """What each answer to it is worth at once, by which Enter takes one; None where a learner is to find it."""
        if not isinstance(question, Pick) or self.session.setup.lesson is not None:
            return None
        return partial(self.game.system.appraise, self.game)

    def usual_number(self, question: Question) -> int | None:
        """The number of those that are suggested that is worth most; None where none is asked for, or in a lesson."""
        if not isinstance(question, Number) or self.session.setup.lesson is not None:
            return None
        return int(max(question.suggest(AIMS), key=partial(self.game.system.appraise, self.game)))

    def first_spot(self, question: Place) -> str:
        """Where the cursor lies first: at the best place to aim at, or on the unit that goes; '' where neither is."""
        field, here = question.field, self.where.get(question.about, "")
        if isinstance(field, Templated):
            aims = question.suggest(AIMS)
            return str(max(aims, key=partial(self.game.system.appraise, self.game))[0])
        if isinstance(field, Grouped):
            return field.here
        goes = here and (question.about == self.standing.active or question.refuse([here]) is None)
        return here if goes else ""

    @property
    def lists(self) -> bool:
        """Whether the question that waits is a list of answers, and nothing else is being done with the cursor."""
        draft = self.draft
        if draft is None or self.mode or self.tape or self.overlay_name:
            return False
        return isinstance(draft.question, Pick | Split | Recruit) and bool(draft.options)

    @property
    def staying(self) -> list[str]:
        """The answer that leaves a unit where it stands, which ends its way; [] where that is none."""
        question, draft = self.question, self.draft
        if not isinstance(question, Place) or draft is None or draft.piece is not None or not self.person_asked:
            return []
        here = [self.where[question.about]] if question.about in self.where else []
        return here if here and question.refuse(here) is None else []

    def foreseen(self, option: Option) -> Preview | None:
        """What an option would come to, if that is found by now; else it is looked for later."""
        if option.refusal is not None or isinstance(option, Folded):
            return None
        known = self._known.get(("preview", repr(option.key)))
        self.foreseeing = self.foreseeing or ("preview", repr(option.key)) not in self._known
        return known if isinstance(known, Preview) else None

    def foresee(self) -> bool:
        """Find what one more option would come to; whether none is left."""
        draft = self.draft
        options = draft.options if draft is not None and isinstance(draft.question, Pick) else []
        keys = [option.key for option in options if option.refusal is None and not isinstance(option, Folded)]
        left = [key for key in keys if ("preview", repr(key)) not in self._known]
        if left:
            self.preview_of(left[0])
        self.foreseeing = len(left) > 1
        return not self.foreseeing

    def asked_after(self, answers: Sequence[Answer]) -> DiceQuestion | Assign | None:
        """What is asked at once behind these rolls of real dice; nothing where the players go step by step."""
        if self.session.pace != "run":
            return None
        return self.once("asked after", repr(answers), make=lambda: self.session.asked_after(answers))

    # ------------------------------------------------------------------ overlays
    def overlay(self) -> Overlay | None:
        """The overlay that was asked for by key; without its labels until they are found."""
        if self.overlay_name == WATCHERS:
            return self._watchers()
        if not self.overlay_name:
            return None
        found = self.overlay_of(self.overlay_name, self.overlay_unit)
        return found if self.found(found.labels) else evolve(found, labels={})

    def overlay_of(self, name: str, unit: str) -> Overlay:
        """An overlay for a unit; its labels may still have to be found."""
        make = partial(self.game.system.overlay, self.game, name, unit)
        return self.once("overlay", name, unit, make=make)

    def _watchers(self) -> Overlay:
        """Who sees the spot under the cursor."""
        cursor = self.field.cursor
        watching = [(line.spot, grade) for line, grade in self.watching() if line.spot != cursor]
        seeing = [(spot, grade.label) for spot, grade in watching if grade.rank < grade.last]
        there = parse_spot(cursor)
        traces = (Trace((here, there), "sensors") for spot, _ in seeing if there and (here := parse_spot(spot)))
        return Overlay(WATCHERS, dict(seeing), "sight", tuple(traces), self.game.system.grades)

    def next_overlay(self) -> str:
        """The one that the key brings after that which is shown; '' for none."""
        names = ["", *self.game.system.overlays]
        return names[(names.index(self.overlay_name) + 1) % len(names) if self.overlay_name in names else 1]

    # ------------------------------------------------------------------ what takes long to find
    def cells(self, question: Place, draft: Draft) -> Mapping[str, str]:
        """The cells of a question, for what is chosen so far of the answer; none until they are found."""
        field, shape = question.field, [word for word in draft.shape() if word.startswith(("form=", "turn="))]
        if draft.waypoints and isinstance(field, Onward):
            onward = self._onward(field, draft)
            return onward if self.found(onward) else {}
        if shape and isinstance(field, Reshaped):
            return self.once("cells", *shape, make=lambda: field.cells_for(shape))
        return self.once("cells", make=field.cells) if self.found(field) else {}

    def _onward(self, field: Onward, draft: Draft) -> Mapping[str, str]:
        """What a next part of the answer could reach; it may still have to be found."""
        made = draft.waypoints
        found: Mapping[str, str] = self.once("onward", *made, make=lambda: field.cells_after(made))
        return found

    def found(self, wanted: object) -> bool:
        """Whether all of it has been found: what takes long is looked for later, and painted after all the rest."""
        if not isinstance(wanted, Searched) or wanted.search(self.patience):
            return True
        self.searching = True
        return False

    def search_on(self, seconds: float) -> bool:
        """Look for what is still to be found, for so long at most; whether something was wanted and is now found."""
        overlay = self._known.get(("overlay", self.overlay_name, self.overlay_unit))
        wanted: list[object] = [overlay.labels] if isinstance(overlay, Overlay) else []
        if self.draft is not None and isinstance(self.draft.question, Place):
            field = self.draft.question.field
            begun = bool(self.draft.waypoints)
            wanted.append(self._onward(field, self.draft) if begun and isinstance(field, Onward) else field)
        if self.lamp is not None:
            wanted.append(self.lamp)
        found = [not isinstance(one, Searched) or one.search(seconds) for one in wanted]
        self.searching = not all(found)
        return bool(found) and not self.searching
