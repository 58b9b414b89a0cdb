"""The battle screen's keys for questions that want places: waypoints, formations, turns, single models, driving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from time import monotonic

from tabletop_tui.commands import BATTLE
from tabletop_tui.engine.fields import Grouped, Listed, Passable
from tabletop_tui.engine.question import Place
from tabletop_tui.screens.battle.parts import Play
from tabletop_tui.table.points import parse_spot, spot_text

WEIGHED, SECONDS = 24, 0.25
"""So many places that are suggested are weighed before a key goes through all, for so many seconds."""
MOST_WAYS = 100
"""So many of the ways that a vehicle can drive are offered by key."""


class PlaceKeys:
    """Makes an answer of places, piece by piece."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model

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

    def offered(self, question: Place) -> list[str]:
        """The spots through which a key goes: those that are listed, else all that can be reached, good ones first."""
        if not isinstance(question.field, Listed):
            return self.model.once("offered", make=lambda: self._good_first(question))
        answers = self.model.once("offered", make=lambda: [*islice(question.legal(), MOST_WAYS)])
        return list(dict.fromkeys(answer[0] for answer in answers))

    def _good_first(self, question: Place) -> list[str]:
        """The places that are suggested, by what they are worth, then all others."""
        game = self.model.game
        good = [answer[0] for answer in question.suggest(WEIGHED) if len(answer) == 1]
        worth = partial(game.system.appraise, game)
        return best_first(good, sorted(question.field.cells()), lambda spot: worth([spot]), SECONDS)

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


def best_first(good: Sequence[str], spots: Sequence[str], worth: Callable[[str], float], seconds: float) -> list[str]:
    """Good places, those that are worth most first as far as that is found out in time, and all others after them."""
    end = monotonic() + seconds
    worths: dict[str, float] = {}
    for spot in good:
        worths[spot] = worth(spot)
        if monotonic() > end:
            break
    best = sorted(worths, key=worths.__getitem__, reverse=True)
    return list(dict.fromkeys((*best, *good, *spots)))
