"""Two seats roll against each other until one total is higher."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tabletop_tui.engine.check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, State

S = TypeVar("S", bound=State)


def roll_off(game: Game[S], check: Callable[[int], Check], rules: tuple[str, ...]) -> int:
    """The seat, 0 or 1, with the higher total; `check` says what a seat rolls, `rules` that ties are rolled again."""
    while True:
        first, second = (game.check(check(seat)).total for seat in (0, 1))
        if first != second:
            return int(second > first)
        game.emit(Event("A tie: both roll again", rules))
