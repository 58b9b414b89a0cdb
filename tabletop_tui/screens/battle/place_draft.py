"""The half-made answer to a Place question: waypoints, formation, turn, single models, a driven way. No screen."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from tabletop_tui.engine.place_fields import Driven, Ghosted, Grouped, Nudged, Shaped, Stacked
from tabletop_tui.engine.question import Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.screens.battle.drive_draft import Manoeuvre

NUDGES = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
NUDGE = 0.25
"""How far one key moves a single model, in table units."""


@define
class PlaceDraft:
    """Where a unit goes, as far as that is said."""

    question: Question
    waypoints: list[str] = field(factory=list, kw_only=True)
    form: int = field(default=0, kw_only=True)
    """The formation in which a unit is placed, as its place in the field's list."""
    turn: int = field(default=0, kw_only=True)
    """How far it is turned, in degrees clockwise."""
    surface: str = field(default="", kw_only=True)
    """The piece on which a unit ends where several surfaces lie above each other; '' where none was chosen."""
    nudges: dict[int, tuple[float, float]] = field(factory=dict, kw_only=True)
    """How far single models, counted from 1, stand from their places."""
    in_hand: int = field(default=0, kw_only=True)
    """The single model that the cursor keys move; 0 for none."""
    driven: Driven | None = field(init=False, default=None)
    """The field of a question whose answer is made of the pieces of a way."""
    piece: Manoeuvre | None = field(init=False, default=None)
    """The piece in hand of a way that is driven; those before it are the waypoints."""

    def waypoint(self, spot: str) -> None:
        self.waypoints.append(spot)

    def take_piece(self) -> None:
        """Take the first piece of a way in hand, where one is driven."""
        if isinstance(self.question, Place) and isinstance(self.question.field, Driven):
            self.driven, self.piece = self.question.field, Manoeuvre(self.question.field.radius)

    # ------------------------------------------------------------------ a way that is driven
    @property
    def spins(self) -> bool:
        """Whether a vehicle may turn on the spot."""
        return self.driven is not None and self.driven.spin > 0

    def way(self) -> list[str]:
        """The pieces so far, with the one in hand."""
        driven, piece = self.driven, self.piece
        assert driven is not None
        assert piece is not None
        return [*self.waypoints, *piece.words(driven.left(self.waypoints))]

    def steer(self, direction: str, steps: int) -> None:
        """Turn the piece in hand, or change its length."""
        assert self.driven is not None
        assert self.piece is not None
        self.piece.steer(direction, steps, self.driven.left(self.waypoints))

    @property
    def can_go_on(self) -> bool:
        """Whether a way may begin as it was made so far."""
        return self.driven is not None and self.driven.refuse_on(self.way()) is None

    def add_piece(self) -> Refusal | None:
        """Put the piece in hand down and take a new one; why not, if that cannot be."""
        assert self.driven is not None
        assert self.piece is not None
        way = self.way()
        if (refusal := self.driven.refuse_on(way)) is None:
            self.take_way(way)
        return refusal

    def take_way(self, words: list[str]) -> None:
        """Have these pieces, and a new one in hand; a last piece that goes straight on for all that is left is that."""
        assert self.piece is not None
        self.waypoints = words[:-1] if words[-1:] == ["straight=rest"] else words
        self.piece.reset()

    # ------------------------------------------------------------------ how a unit stands around its spot
    @property
    def shaped(self) -> Shaped | None:
        """The field of a question that lets a unit be formed, turned, and its models be moved one by one."""
        question = self.question
        return question.field if isinstance(question, Place) and isinstance(question.field, Shaped) else None

    @property
    def loose(self) -> int:
        """How many models can be moved one by one, but not be formed or turned."""
        question = self.question
        return question.field.loose if isinstance(question, Place) and isinstance(question.field, Nudged) else 0

    @property
    def ghosted(self) -> Ghosted | None:
        """The field of a question that shows where models would stand."""
        question = self.question
        return question.field if isinstance(question, Place) and isinstance(question.field, Ghosted) else None

    def next_form(self) -> str:
        """Take the next formation; its name, '' where there is nothing to form."""
        forms = self.shaped.forms if self.shaped is not None else ()
        if not forms:
            return ""
        self.form = (self.form + 1) % len(forms)
        self.nudges.clear()
        return forms[self.form]

    def next_surface(self, cursor: str) -> str | None:
        """Take the next surface at the cursor, first the highest; its name, None where there is but one."""
        found = self.surfaces(cursor)
        if len(found) < 2:
            return None
        place = found.index(self.surface) if self.surface in found else -2
        self.surface = found[(place + 1) % len(found)]
        return self.surface

    def surfaces(self, cursor: str) -> Sequence[str]:
        """The surfaces that lie above each other under the cursor, from below."""
        stacked = self.stacked
        return stacked.surfaces([*self.waypoints, cursor, *self.shape()]) if stacked is not None and cursor else ()

    @property
    def stacked(self) -> Stacked | None:
        """The field of a question about a table with surfaces above each other."""
        question = self.question
        return question.field if isinstance(question, Place) and isinstance(question.field, Stacked) else None

    def on(self, cursor: str) -> list[str]:
        """The part of the answer that says on which of several surfaces the unit ends."""
        return [f"on={self.surface}"] if self.surface and self.surface in self.surfaces(cursor) else []

    def turn_by(self, degrees: int) -> None:
        self.turn = (self.turn + degrees) % 360

    def next_model(self, count: int) -> int:
        """Take the next of so many models in hand; 0 after the last."""
        self.in_hand = (self.in_hand + 1) % (count + 1)
        return self.in_hand

    def nudge(self, direction: str, steps: int) -> None:
        """Move the model in hand."""
        x, y = self.nudges.get(self.in_hand, (0.0, 0.0))
        dx, dy = NUDGES[direction]
        self.nudges[self.in_hand] = (x + dx * NUDGE * steps, y + dy * NUDGE * steps)

    def shape(self) -> list[str]:
        """The part of the answer after the spots."""
        words: list[str] = []
        if self.shaped is not None:
            words += [f"form={self.shaped.forms[self.form]}"] if self.form else []
            words += [f"turn={self.turn}"] if self.turn else []
        elif not self.loose:
            return []
        moved = {number: by for number, by in self.nudges.items() if by != (0.0, 0.0)}
        return [*words, *(f"{self.name_of(number)}={x:g},{y:g}" for number, (x, y) in moved.items())]

    def name_of(self, number: int) -> str:
        """What an answer calls a model: by its number, or by its name where it is a unit of its own."""
        field = self.question.field if isinstance(self.question, Place) else None
        return field.names[number - 1] if isinstance(field, Grouped) else f"model{number}"
