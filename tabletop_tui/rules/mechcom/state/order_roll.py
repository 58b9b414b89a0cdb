"""Rolling off for an order (MC-DICE-3)."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.state.battle import Battle

TIED = ", after a tie"


def roll_off(game: Game[Battle], seats: list[int], why: str, rules: tuple[str, ...]) -> list[int]:
    """The seats in the order of their dice, highest first; those who tie roll again among themselves (MC-DICE-3)."""
    if len(seats) < 2:
        return seats
    shown: dict[int, list[int]] = {}
    for seat in seats:
        shown.setdefault(game.check(Check(seat, why, rules=rules, contest=True)).face, []).append(seat)
    order: list[int] = []
    for face in sorted(shown, reverse=True):
        order += roll_off(game, shown[face], f"{why.removesuffix(TIED)}{TIED}", rules)
    return order
