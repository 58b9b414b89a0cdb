"""What tests of all rulebooks ask of `evaluate`: the value of a game before and after something was done to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.rulebook.registry import system


def values(game: Game[Any]) -> list[float]:
    """What the game is worth to each seat."""
    known = system(game.system.id)
    return [known.evaluate(game, seat) for seat in range(len(game.setup.seats))]


def value(game: Game[Any], seat: int = 0) -> float:
    """What a game under way is worth to a seat; of two players the other one has just the opposite."""
    found = values(game)
    if len(found) == 2:
        assert found[0] == pytest.approx(-found[1])
    assert all(-1 < one < 1 for one in found)
    return found[seat]


def gain(game: Game[Any], change: Callable[[Any], object], seat: int = 0) -> float:
    """By how much the value rises for a seat when the state is changed so; the game stays as it was."""
    other = game.clone()
    change(other.state)
    return value(other, seat) - value(game, seat)


def change(name: str, **changes: object) -> Callable[[Any], None]:
    """What sets attributes of a unit of a battle, for `gain`."""

    def do(battle: Any) -> None:
        for key, one in changes.items():
            setattr(battle.units[name], key, one)

    return do
