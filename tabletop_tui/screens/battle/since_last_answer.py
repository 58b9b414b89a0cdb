"""What happened since the last answer of whoever reads: which one that was, and what is to be told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from tabletop_tui.engine.events import (
    Began,
    ChangedHands,
    Closed,
    Event,
    Fell,
    Harmed,
    Moved,
    Narrated,
    Shot,
    starts_round,
)
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.sight_grades import graded
from tabletop_tui.reports.digest import Reader, before_others, last_answer, own_attack, since, stops
from tabletop_tui.reports.play_by_play import Deed, Scenery, units_in
from tabletop_tui.screens.battle.battle_model import BattleModel
from tabletop_tui.widgets.log_filter import units_of
from tabletop_tui.widgets.map.shared.marks import SIGHT
from tabletop_tui.widgets.map.shared.page_marks import Sighting
from tabletop_tui.widgets.map.shared.traces import traces_of

NEWS = Began, Closed, ChangedHands, Harmed, Fell
"""What is worth a card: that somebody placed a unit while armies are set up is not."""


class Since:
    """Follows a game answer by answer; `apart` says whether people at one keyboard see only what is theirs."""

    def __init__(self, model: BattleModel, apart: Callable[[], bool]) -> None:
        self.model, self._apart = model, apart
        self._fresh = False
        """Whether the game stands as it does because somebody answered, not because that was taken back."""
        self._shown: int | None = None
        """After how many answers the game was shown last."""
        self._scores: dict[int, tuple[int, ...]] = {}
        """The scores after so many answers, as far as they were seen."""
        self._narrated = 0
        """How many words of the scenario's author have been read."""
        self._told_at = -1
        """After how many answers a digest came by itself."""
        self._sits: int | None = None
        """The seat of the person at the keyboard; None before the first question."""
        self._reactions: set[int] = set()
        """Which answers, counted from 0, were given while another's activation went on, as far as that was seen."""

    def take_in(self) -> None:
        """The game has changed, and the model with it."""
        model, history = self.model, self.model.session.history
        count = len(history)
        self._scores = {place: scores for place, scores in self._scores.items() if place < count}
        self._fresh, self._shown = self._shown is not None and count > self._shown, count
        self._scores[count] = model.standing.shown_scores
        self._reactions = {place for place in self._reactions if place < count}
        if model.question is not None and model.person_asked and self.whose_go is None:
            self._reactions.add(count)
        answer = last_answer(history, self.reader())
        before, events = self._since(answer)
        model.traces = traces_of(events, model.scene)
        model.log_mark = before if answer is not None and not model.spectating else None
        model.log_whose = "your"
        if answer is not None and len(self.reader().seats) > 1:
            model.log_whose = f"{model.names[history[answer].seat]}'s"

    # ------------------------------------------------------------------ since when
    def reader(self) -> Reader:
        """Who reads. People who share a keyboard in the open have all seen what each of them did.

        Where nobody at the keyboard plays, every answer is told of from the last one of the seat that is asked.
        """
        model, history = self.model, self.model.session.history
        people = [seat for seat, player in enumerate(model.session.players) if player is None]
        question = model.question
        asked = question.seat if question is not None else history[-1].seat if history else 0
        if model.spectating or not people:
            return Reader(frozenset([asked]), people=False)
        apart = self._apart() and len(people) > 1 and asked in people
        return Reader(frozenset([asked] if apart else people))

    def happened(self) -> tuple[int | None, list[Event]]:
        """The answer that was one's last before others acted, and all that came of it and after it.

        Where nobody else has acted since the last answer of all that came to something, that one.
        """
        answer = before_others(self.model.session.history, self.reader())
        return answer, self._since(answer)[1]

    def others_did(self) -> tuple[int | None, list[Event]]:
        """The last answer of one's own go, and what came after it: what one did oneself is known.

        Who only reacts in another's go has not played meanwhile. A phase or a round that ended with one's own answer
        comes after it; before the first round of a battle there is nothing to tell.
        """
        reader, history = self.reader(), self.model.session.history
        played = [place for place in range(len(history)) if place not in self._reactions]
        others = next((place for place in reversed(played) if not reader.gave(history[place])), -1)
        own = next((place for place in reversed(played) if place < others and reader.gave(history[place])), None)
        parts = self.model.session.parts()[: len(history) + 1]
        first = 0 if own is None else own + 1
        events = [*chain(_ended(parts[first]), *parts[first + 1 :])]
        begun = next((place for place, event in enumerate(events) if starts_round(event) and event.number == 1), 0)
        return own, events[begun:]

    def _since(self, answer: int | None) -> tuple[int, list[Event]]:
        session = self.model.session
        return since(session.parts()[: len(session.history) + 1], answer)

    # ------------------------------------------------------------------ when it is told
    def is_due(self, when: str) -> bool:
        """Whether a digest is to come by itself now, where a player wants it 'always', at 'losses' or 'never'."""
        history = self.model.session.history
        if not self._is_news or len(history) == self._told_at:
            return False
        if not stops(when, history, self.reader(), self.scenery().side):
            return False
        self._told_at = len(history)
        return True

    def own_attack(self) -> str:
        """What came of an attack of one's own, where others have acted since then; '' where that is no news."""
        return own_attack(self.model.session.history, self.reader(), self.scenery().side) if self._is_news else ""

    @property
    def _is_news(self) -> bool:
        """Whether a person is asked anew, who has not seen step by step what has happened."""
        model = self.model
        asked = model.question is not None and not isinstance(model.question, DiceQuestion) and model.person_asked
        return asked and self._fresh and model.session.pace != "step"

    def narrated(self) -> list[str]:
        """What the author of the scenario has said since this was asked last."""
        session = self.model.session
        told = [
            event.text
            for events in session.parts()[: len(session.history) + 1]
            for event in events
            if isinstance(event, Narrated)
        ]
        new, self._narrated = told[self._narrated :], len(told)
        return new

    @property
    def only_people(self) -> bool:
        """Whether several people play, and no computer."""
        players = self.model.session.players
        return len(players) > 1 and not any(players)

    @property
    def whose_go(self) -> int | None:
        """The seat of the person whose go it is; None while another's activation goes on, or nobody has a choice.

        Who only says which model takes a hit, or whether somebody reacts, does not change places with the other.
        """
        model, question = self.model, self.model.question
        if question is None or isinstance(question, DiceQuestion) or not model.person_asked or model.spectating:
            return None
        acting = next((line.seat for line in model.roster if line.unit == model.standing.active), question.seat)
        return question.seat if acting == question.seat else None

    def sits_down(self, when: str) -> bool:
        """Whether another person takes the keyboard now, and is to be told how things stand.

        `when` is as in the setting. Nobody is told anything before the first round, or after an answer was
        taken back.
        """
        model, history = self.model, self.model.session.history
        if (seat := self.whose_go) is None:
            return False
        before, self._sits = self._sits, seat
        if not model.standing.round:
            return False
        if seat == before or model.session.players.count(None) < 2 or model.session.setup.lesson is not None:
            return False
        if not self._fresh or len(history) == self._told_at or model.session.pace == "step" or when == "never":
            return False
        happened = self.others_did()[1]
        if not any(isinstance(event, NEWS) for event in happened):
            return False
        changed = any(isinstance(event, ChangedHands) for event in happened)
        if when == "losses" and not changed and not stops(when, history, self.reader(), self.scenery().side):
            return False
        self._told_at = len(history)
        return True

    def nothing_new(self) -> None:
        """The game stands where it stood before, or an answer was given again: that has been read."""
        self._told_at = len(self.model.session.history)

    # ------------------------------------------------------------------ what it is told by
    def scores_at(self, answer: int | None) -> tuple[int, ...] | None:
        """The scores after so many answers, as far as they were seen."""
        return self._scores.get(answer if answer is not None else 0)

    def scenery(self) -> Scenery:
        """What a digest has to know of the game as it now stands."""
        painter = self.model.field.painter
        assert painter is not None
        return Scenery(self.model.roster, self.model.standing, painter.measure, self._seen)

    def _seen(self, unit: str, spot: str) -> str:
        """How well a unit sees what is at a spot, in words; '' if not at all, or where nobody asks."""
        system = self.model.game.system
        if SIGHT not in system.overlays:
            return ""
        grade = graded(system.grades, self.model.view_of(unit, spot))
        if grade is None:
            return ""
        return grade.word if "sight" in grade.word else f"sight: {grade.word}"


def _ended(events: Sequence[Event]) -> Sequence[Event]:
    """Of what came of an answer, what began with the end of a phase or a round."""
    ends = (place for place, event in enumerate(events) if isinstance(event, Began | Closed))
    first = next((place for place in ends if events[place].level != "activation"), len(events))  # type: ignore[attr-defined]
    return events[first:]


# ---------------------------------------------------------------------- what it was, on the map
def event_sighting(model: BattleModel, event: Event) -> Sighting | None:
    """What an entry of the log is about, on the map; None where that is nowhere on it."""
    spots = [*(event.path[-1:] if isinstance(event, Moved) else ())]
    spots += event.spots if isinstance(event, Shot) else [event.spot] if isinstance(event, Fell) else []
    spots += [model.where.get(unit, "") for unit in units_of(event)]
    spots += [line.spot for line in model.roster if line.unit in model.where and line.tag in event.text.split()]
    found = tuple(spot for spot in dict.fromkeys(spots) if model.has(spot))
    return Sighting(found, traces_of([event], model.scene), event.text) if found else None


def deed_sighting(model: BattleModel, deed: Deed) -> Sighting:
    """The same for a deed: what it was, and where all it was about stand now."""
    spots = [model.where.get(unit, "") for unit in units_in(deed)]
    spots += [event.spot for event in deed.events if isinstance(event, Fell)]
    found = tuple(spot for spot in dict.fromkeys(spots) if model.has(spot))
    words = f"{deed.unit} {''.join(text for text, _ in deed.said)}".strip()
    return Sighting(found, traces_of(deed.events, model.scene), words)
