"""The battle screen's keys for questions that want places: waypoints, formations, turns, single models, driving."""

from __future__ import annotations

from itertools import islice

from tabletop_tui.commands import BATTLE
from tabletop_tui.engine.question import Grouped, Listed, Passable, Place
from tabletop_tui.screens.battle.pace import BattlePace
from tabletop_tui.table.points import parse_spot, spot_text

MOST_WAYS = 100
"""So many of the ways that a vehicle can drive are offered by key."""


class PlaceKeys(BattlePace):
    """The battle screen with the keys that make an answer of places."""

    def do_commit(self) -> None:
        raise NotImplementedError

    def do_waypoint(self) -> None:
        question = self.question
        if self.draft is not None and self.draft.piece is not None and not self.mode:
            self.add_piece()
            return
        if isinstance(question, Place) and question.many and self.draft is not None and not self.mode:
            spots, field = [*self.draft.waypoints, self.field.cursor], question.field
            refusal = field.refuse_on(spots) if isinstance(field, Passable) else question.refuse(spots)
            if refusal is not None:
                self.note(str(refusal))
                return
            self.draft.waypoint(self.field.cursor)
            self.draw_cursor()
            return
        self.do_commit()

    def offered(self, question: Place) -> list[str]:
        """The spots through which a key goes: those that are listed, else all that can be reached."""
        if not isinstance(question.field, Listed):
            return sorted(question.field.cells())
        answers = self.once("offered", make=lambda: [*islice(question.legal(), MOST_WAYS)])
        return list(dict.fromkeys(answer[0] for answer in answers))

    # ------------------------------------------------------------------ driving
    def add_piece(self) -> bool:
        """Put the piece in hand down, if a way may begin so; else say why not."""
        assert self.draft is not None
        if (refusal := self.draft.add_piece()) is not None:
            self.note(str(refusal))
            return False
        self.follow_way()
        return True

    def lay_on_way(self) -> None:
        """Lay the cursor where a vehicle that drives would stand."""
        draft = self.draft
        if draft is not None and draft.driven is not None and (ends := draft.driven.stands(draft.way())):
            self.field.go_to(spot_text(ends[0][:2]))

    def follow_way(self) -> None:
        """The same, and show it."""
        self.lay_on_way()
        self.draw_cursor()

    def drive_to(self, spot: str) -> None:
        """Take a good guess at the way to a place."""
        draft, goal = self.draft, parse_spot(spot)
        if draft is not None and draft.driven is not None and goal is not None:
            draft.take_way(draft.driven.toward(goal))
        self.follow_way()

    def next_way(self, step: int) -> None:
        """Take the next of the ways that can be driven."""
        draft = self.draft
        assert draft is not None
        ways: list[list[str]] = self.once("ways", make=lambda: [*islice(draft.question.legal(), MOST_WAYS)])
        if not ways:
            self.note("None of the ways that were tried is free")
            return
        here = draft.way()
        draft.take_way([*ways[(ways.index(here) + step) % len(ways) if here in ways else 0]])
        self.follow_way()

    # ------------------------------------------------------------------ how a unit stands around its spot
    def do_formation(self) -> None:
        assert self.draft is not None
        name = self.draft.next_form()
        self.draw_cursor()
        if not name:
            self.note("A single model has no formation")

    def do_turn(self, degrees: int) -> None:
        assert self.draft is not None
        if self.draft.piece is not None:
            self.draft.piece.turn_on_the_spot(degrees)
        else:
            self.draft.turn_by(degrees)
        self.draw_cursor()

    def do_model(self) -> None:
        """Take the next single model in hand: the cursor keys move it until Enter or Esc."""
        draft = self.draft
        assert draft is not None
        shaped, answer = draft.shaped, draft.answer(self.field.cursor)
        count = (
            len(shaped.stands(answer)) if shaped is not None and shaped.forms and answer is not None else draft.loose
        )
        number = draft.next_model(count)
        self.mode = "model" if number else ""
        self.draw_cursor()
        key = BATTLE.keys("battle.model", self.tabletop.keymap)[0]
        field = draft.question.field if isinstance(draft.question, Place) else None
        name = draft.name_of(number) if isinstance(field, Grouped) else f"Model {number} of {count}"
        held = f"{name} in hand: the cursor keys move it, {key} takes the next, Enter puts it down"
        self.note(held if number else "No single model in hand")
