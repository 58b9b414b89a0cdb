"""Two seats roll against each other until one total is higher."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import evolve

from tabletop_tui.engine.dice_check import Check, Checked
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, State

S = TypeVar("S", bound=State)


def roll_off(game: Game[S], check: Callable[[int], Check], rules: tuple[str, ...]) -> int:
    """The seat, 0 or 1, with the higher total; `check` says what a seat rolls, `rules` that ties are rolled again.

    The second roll tells who was higher.
    """
    names = [seat.name for seat in game.setup.seats]
    while True:
        first = game.check(evolve(check(0), contest=True)).total
        second = game.check(evolve(check(1), contest=True), _won(names, first)).total
        if first != second:
            return int(second > first)
        game.emit(Event("A tie: both roll again", rules))


def _won(names: Sequence[str], first: int) -> Callable[[Checked], str]:
    """What says who was higher once the second roll lies there, as in 'Blue by 8 to 6'; '' for a tie."""

    def words(second: Checked) -> str:
        high, low = max(first, second.total), min(first, second.total)
        return f"{names[second.total > first]} by {high} to {low}" if high > low else ""

    return words
