"""What the actions of Army Men have in common: a unit acts, many of them at an enemy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tabletop_tui.engine.action import Action
from tabletop_tui.engine.question import Option
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit

A = TypeVar("A", bound="EnemyAction")


@frozen
class UnitAction(Action):
    """Something that a unit may do in this battle."""

    battle: Battle
    unit: Unit


@frozen
class EnemyAction(UnitAction):
    """Something that a unit may do to an enemy so many inches away."""

    enemy: Unit
    inches: float

    @property
    def key(self) -> str:
        return self.enemy.id

    @property
    def label(self) -> str:
        return self.enemy.name

    @property
    def cost(self) -> str:
        return f"{self.inches:.1f} in"

    @property
    def target(self) -> str:
        return self.enemy.id


def at_enemies(kind: Callable[[Battle, Unit, Unit, float], A], battle: Battle, unit: Unit) -> list[A]:
    """An action of this kind at each enemy unit on the table, the nearest first."""
    found = [kind(battle, unit, enemy, sight.distance(unit, enemy)) for enemy in battle.enemies(unit.seat)]
    return sorted(found, key=lambda action: action.inches)


def refused_later(options: list[Option]) -> list[Option]:
    """The enemies that are not refused before those that are; after them what is about no enemy."""
    return sorted(options, key=lambda option: (not option.target, option.refusal is not None))
