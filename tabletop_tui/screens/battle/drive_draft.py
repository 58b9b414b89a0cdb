"""The piece of a way that a driver has in hand: the cursor keys turn it and make it longer. It knows no screen."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, radians

from attrs import define, field

BEND = 15
"""By how many degrees one key turns the piece in hand."""
NOTHING = 1e-6


@define
class Manoeuvre:
    """A straight piece, an arc, or a turn on the spot."""

    tightest: float
    """The least radius of an arc."""
    turn: int = 0
    """In degrees, right above 0; a piece that turns is an arc."""
    length: float | None = None
    """Of a straight piece; None for all that is left."""
    radius: float = field(init=False)
    """Of an arc."""
    spin: bool = False
    """Whether it turns on the spot."""

    def __attrs_post_init__(self) -> None:
        self.radius = self.tightest

    @property
    def touched(self) -> bool:
        """Whether it is anything but all that is left, straight on."""
        return self != Manoeuvre(self.tightest)

    def reset(self) -> None:
        self.turn, self.length, self.radius, self.spin = 0, None, self.tightest, False

    def steer(self, direction: str, steps: int, left: float) -> None:
        """Sideways it turns, up it gets longer, down shorter; an arc does so by its radius."""
        if side := ("e" in direction) - ("w" in direction):
            self.turn, self.spin = self.turn + side * BEND * steps, False
        more = ("n" in direction) - ("s" in direction)
        if more and self.turn:
            self.radius = max(self.tightest, self.radius + more * steps)
        elif more:
            length = (ceil(left - NOTHING) if self.length is None else self.length) + more * steps
            self.length = None if length >= left - NOTHING else max(0.0, length)

    def turn_on_the_spot(self, degrees: int) -> None:
        """Turn further without driving."""
        self.turn, self.spin = (self.turn if self.spin else 0) + degrees, True

    def words(self, left: float) -> list[str]:
        """The words of an answer for it, no longer than what is left; none where nothing is."""
        if self.spin and self.turn:
            return [f"spin={self.turn}"]
        if left < NOTHING:
            return []
        if self.turn:
            bend = "" if self.radius == self.tightest else f"@{round(self.radius, 2):g}"
            size = abs(self.turn) if radians(abs(self.turn)) * self.radius < left else "rest"
            return [f"{'right' if self.turn > 0 else 'left'}={size}{bend}"]
        return ["straight=rest" if self.length is None else f"straight={self.length:g}"]


def said(words: Sequence[str]) -> str:
    """Pieces as a player reads them: 'straight 4, left 90 at radius 6, straight on'."""
    pieces = []
    for word in words:
        kind, _, size = word.partition("=")
        size, at, radius = size.partition("@")
        rest = "on" if kind == "straight" else "all the rest"
        pieces.append(f"{kind} {rest if size == 'rest' else size}{at and f' at radius {radius}'}")
    return ", ".join(pieces)
