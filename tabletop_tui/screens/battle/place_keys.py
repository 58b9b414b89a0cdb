"""The battle screen's keys for questions that want places: waypoints, formations, turns, single models, driving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import hypot
from time import monotonic
from typing import Any

from tabletop_tui.bindings import BATTLE
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.place_fields import Grouped, Listed, Passable, Templated
from tabletop_tui.engine.question import Answer, Place
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.screens.battle.answer_prefill import prefill
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.table.points import Spot, parse_spot, spot_text

WEIGHED, SECONDS = 24, 0.25
"""So many places that are suggested are weighed before a key goes through all, for so many seconds."""
PLAIN: tuple[list[str], str] = ([], "")
"""How the models stand, and on what, where nobody has said anything."""
STRIDE = 0.25
"""So far apart are the places that are tried first where one is to go as far as it goes."""
MOST_WAYS = 100
"""So many of the ways that a vehicle can drive are offered by key."""


class PlaceKeys:
    """Makes an answer of places, piece by piece."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model
        self.advised: Callable[[], Sequence[Answer]] = tuple
        """The answers that the coach has found best by now: none where he does not think by himself."""
        self._nearest = ""
        """The place that lay nearest to one that was refused; '' for none."""
        self._toured = ""
        """Where a key that goes through places has led last."""
        self.led: Answer = None
        """The good place to which the first Enter has led at the question that waits, as an answer; None for none."""
        self._stood = PLAIN
        """How the models were stood by key last, and on what."""

    def do_waypoint(self) -> None:
        question = self.model.question
        if self.model.draft is not None and self.model.draft.piece is not None and not self.model.mode:
            self.add_piece()
            return
        if isinstance(question, Place) and question.many and self.model.draft is not None and not self.model.mode:
            spots, field = [*self.model.draft.waypoints, self.view.field.cursor], question.field
            refusal = field.refuse_on(spots) if isinstance(field, Passable) else question.refuse(spots)
            if refusal is not None:
                self.view.note(str(refusal))
                return
            self.model.draft.waypoint(self.view.field.cursor)
            self.view.draw_cursor()
            return
        self.view.do_commit()

    # ------------------------------------------------------------------ where nothing has been chosen yet
    def begin(self, question: Place) -> bool:
        """Where something is put down lay the cursor on the best place that is suggested; whether there is one.

        A learner in a lesson finds it himself.
        """
        draft = self.model.draft
        assert draft is not None
        aims = isinstance(question.field, Templated)
        if aims or self.model.session.setup.lesson is not None or not (good := good_places(self.model.game, question)):
            return False
        self.view.field.go_to(good[0][0])
        prefill(draft, good[0])
        self._toured, self._stood = good[0][0], (draft.shape(), draft.surface)
        return True

    def lead_on(self, about: str) -> None:
        """Where the cursor lies on who is to go somewhere, the first Enter is to lead to a good place."""
        draft, self.led = self.model.draft, None
        if draft is None or not isinstance(draft.question, Place) or self.model.session.setup.lesson is not None:
            return
        if about == self.view.field.cursor and not isinstance(draft.question.field, Templated):
            draft.start = about

    def lead(self) -> bool:
        """Lay the cursor on the best place to go to; whether it was elsewhere."""
        draft = self.model.draft
        assert draft is not None
        assert isinstance(draft.question, Place)
        if draft.piece is not None:
            if draft.question.refuse(draft.way()) is None:
                return False
            self.next_way(1)
            return True
        best, draft.start = next(iter(self.offered(draft.question)), []), ""
        if not best or best[0] == self.view.field.cursor:
            return False
        self.next_place(1)
        self.led = draft.answer(self.view.field.cursor)
        return True

    def next_place(self, step: int) -> None:
        """Lay the cursor on the next place, and stand the models around it as is suggested there.

        How a player has turned, ranked or moved them by hand stays.
        """
        draft = self.model.draft
        assert draft is not None
        assert isinstance(draft.question, Place)
        answers = self.offered(draft.question)
        spots = [answer[0] for answer in answers]
        if not self._to_nearest(draft.question, spots):
            if step > 0 and spots and self.view.field.cursor not in (self._toured, spots[0]):
                self.view.lay_cursor(spots[0])  # who has looked elsewhere begins again with the best
            else:
                self.view.cycle(spots, step)
        self._toured = self.view.field.cursor
        answer = next((answer for answer in answers if answer[0] == self.view.field.cursor), None)
        if answer is not None and not draft.waypoints and (draft.shape(), draft.surface) in (PLAIN, self._stood):
            prefill(draft, answer)
            self._stood = draft.shape(), draft.surface
            self.view.draw_cursor()

    def _to_nearest(self, question: Place, spots: list[str]) -> bool:
        """From a place that is refused go to the nearest one that is not, and say so; whether that was done."""
        cursor, stands = self.view.field.cursor, self.model.where.get(question.about, "")
        began, self._nearest = self._nearest, ""
        if began == cursor and cursor:
            self.view.lay_cursor(next((spot for spot in spots if spot != cursor), cursor))
            return True
        if cursor in (*spots, stands) or not spots or question.refuse([cursor]) is None:
            return False
        self._nearest = self.view.field.nearest(spots)
        self.view.lay_cursor(self._nearest)
        self.view.note(f"The nearest place to {cursor} that is allowed; the key again takes the best")
        return True

    def refused(self, refusal: Refusal) -> str:
        """A refusal with the place that it speaks of."""
        draft, question = self.model.draft, self.model.question
        if isinstance(question, Place) and draft is not None and draft.piece is None and not draft.waypoints:
            return f"{self.view.field.cursor}: no, {refusal}"
        return str(refusal)

    def do_farthest(self) -> None:
        """Lay the cursor as far from the unit, the way it lies from there, as a place is taken."""
        draft, question, painter = self.model.draft, self.model.question, self.view.field.painter
        start = draft.waypoints[-1] if draft is not None and draft.waypoints else ""
        if draft is None or painter is None or not isinstance(question, Place):
            return
        start = start or self.model.where.get(question.about, "")
        there = parse_spot(self.view.field.cursor), parse_spot(start)
        if not start or start == self.view.field.cursor:
            self.view.note("Lay the cursor on the way that the unit is to go first")
            return
        made, field = [*draft.waypoints], question.field

        def taken(spot: str) -> bool:
            refusal = field.refuse_on([*made, spot]) if isinstance(field, Passable) else question.refuse([*made, spot])
            return refusal is None

        if there[0] is None or there[1] is None:
            way = painter.line(start, self.view.field.cursor)
            found = next((spot for spot in reversed(way[1:]) if taken(spot)), "")
            beyond = ""
        else:
            found = farthest(there[1], there[0], taken)
            beyond = further(there[1], there[0], found)
        if not found:
            self.view.note("No place that way is allowed")
            return
        self.view.lay_cursor(found)
        if beyond and (refusal := question.refuse([*made, beyond])) is not None:
            self.view.note(f"{found}, and no farther: {refusal}")

    def offered(self, question: Place) -> list[list[str]]:
        """The places through which a key goes, with how models stand there as far as that is suggested.

        They are those that are listed, or else all that can be reached, good ones first: before all, those that the
        coach has found, so that he does not warn of where this leads.
        """
        if not isinstance(question.field, Listed):
            others = self.model.once("offered", make=lambda: self._good_first(question))
            best = [answer for answer in self.advised() if sum("=" not in word for word in answer) == 1]
            return [*best, *(answer for answer in others if answer[0] not in {one[0] for one in best})]
        answers = self.model.once("offered", make=lambda: [*islice(question.legal(), MOST_WAYS)])
        return [[spot] for spot in dict.fromkeys(answer[0] for answer in answers)]

    def _good_first(self, question: Place) -> list[list[str]]:
        """What is suggested, by what it is worth, then all other places."""
        return good_places(self.model.game, question, sorted(question.field.cells()))

    # ------------------------------------------------------------------ driving
    def add_piece(self) -> bool:
        """Put the piece in hand down, if a way may begin so; else say why not."""
        assert self.model.draft is not None
        if (refusal := self.model.draft.add_piece()) is not None:
            self.view.note(str(refusal))
            return False
        self.follow_way()
        return True

    def lay_on_way(self) -> None:
        """Lay the cursor where a vehicle that drives would stand."""
        draft = self.model.draft
        if draft is not None and draft.driven is not None and (ends := draft.driven.stands(draft.way())):
            self.view.field.go_to(spot_text(ends[0][:2]))

    def follow_way(self) -> None:
        """The same, and show it."""
        self.lay_on_way()
        self.view.draw_cursor()

    def drive_to(self, spot: str) -> None:
        """Take a good guess at the way to a place."""
        draft, goal = self.model.draft, parse_spot(spot)
        if draft is not None and draft.driven is not None and goal is not None:
            draft.take_way(draft.driven.toward(goal))
        self.follow_way()

    def next_way(self, step: int) -> None:
        """Take the next of the ways that can be driven."""
        draft = self.model.draft
        assert draft is not None
        ways: list[list[str]] = self.model.once("ways", make=lambda: [*islice(draft.question.legal(), MOST_WAYS)])
        if not ways:
            self.view.note("None of the ways that were tried is free")
            return
        here = draft.way()
        draft.take_way([*ways[(ways.index(here) + step) % len(ways) if here in ways else 0]])
        self.follow_way()

    # ------------------------------------------------------------------ how a unit stands around its spot
    def do_formation(self) -> None:
        assert self.model.draft is not None
        name = self.model.draft.next_form()
        self.view.draw_cursor()
        if not name:
            self.view.note("A single model has no formation")

    def do_turn(self, degrees: int) -> None:
        assert self.model.draft is not None
        if self.model.draft.piece is not None:
            self.model.draft.piece.turn_on_the_spot(degrees)
        else:
            self.model.draft.turn_by(degrees)
        self.view.draw_cursor()

    def do_model(self) -> None:
        """Take the next single model in hand: the cursor keys move it until Enter or Esc."""
        draft = self.model.draft
        assert draft is not None
        shaped, answer = draft.shaped, draft.answer(self.view.field.cursor)
        count = (
            len(shaped.stands(answer)) if shaped is not None and shaped.forms and answer is not None else draft.loose
        )
        number = draft.next_model(count)
        self.model.mode = "model" if number else ""
        self.view.draw_cursor()
        key = BATTLE.keys("battle.model", self.view.tabletop.keymap)[0]
        field = draft.question.field if isinstance(draft.question, Place) else None
        name = draft.name_of(number) if isinstance(field, Grouped) else f"Model {number} of {count}"
        held = f"{name} in hand: the cursor keys move it, {key} takes the next, Enter puts it down"
        self.view.note(held if number else "No single model in hand")


def good_places(game: Game[Any], question: Place, others: Sequence[str] = ()) -> list[list[str]]:
    """What is suggested, by what it is worth, then other places."""
    good = [answer for answer in question.suggest(WEIGHED) if sum("=" not in word for word in answer) == 1]
    return best_first(good, others, partial(game.system.appraise, game), SECONDS)


def best_first(
    good: Sequence[list[str]], spots: Sequence[str], worth: Callable[[list[str]], float], seconds: float
) -> list[list[str]]:
    """Good answers, those that are worth most first as far as that is found out in time, then all other spots.

    Of the answers that name one spot the first of them stands for it.
    """
    end = monotonic() + seconds
    worths: list[float] = []
    for answer in good:
        worths.append(worth(answer))
        if monotonic() > end:
            break
    best = sorted(range(len(worths)), key=worths.__getitem__, reverse=True)
    found: dict[str, list[str]] = {}
    for answer in (*(good[place] for place in best), *good[len(worths) :], *([spot] for spot in spots)):
        found.setdefault(answer[0], answer)
    return list(found.values())


def further(start: Spot, toward: Spot, spot: str) -> str:
    """A spot a little further from `start` on the straight line over `toward` than another; '' without that."""
    place = parse_spot(spot)
    length = hypot(toward[0] - start[0], toward[1] - start[1])
    if place is None or not length:
        return ""
    across, down = ((to - at) / length * STRIDE for at, to in zip(start, toward, strict=True))
    return spot_text((round(place[0] + across, 2), round(place[1] + down, 2)))


def farthest(start: Spot, toward: Spot, taken: Callable[[str], bool], most: float = 80.0) -> str:
    """The spot farthest from `start` on the straight line over `toward` that is taken, to the hundredth; '' for none.

    It is looked for from far to near in strides, and within the first that ends well in hundredths: a gap narrower than
    a stride may be passed over, but whatever is given back is taken.
    """
    across, down = toward[0] - start[0], toward[1] - start[1]
    length = hypot(across, down)

    def spot(far: float) -> str:
        return spot_text((round(start[0] + across * far / length, 2), round(start[1] + down * far / length, 2)))

    stride = next((n for n in range(round(most / STRIDE), 0, -1) if taken(spot(n * STRIDE))), 0)
    hundredths = range(round(STRIDE * 100) - 1, -1, -1)
    return next((found for n in hundredths if taken(found := spot(stride * STRIDE + n / 100))), "")
