"""What the actions of Crimson Dusk have in common: a unit acts, many of them at an enemy."""

from __future__ import annotations

from tabletop_tui.engine.action import Action
from tabletop_tui.engine.question import Option
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import distance
from tabletop_tui.rules.crimsondusk.state.units import Unit


@frozen
class UnitAction(Action):
    """Something that a unit may do in this battle."""

    battle: Battle
    unit: Unit


@frozen
class EnemyAction(UnitAction):
    """Something that a unit may do to an enemy."""

    enemy: Unit

    @property
    def units(self) -> float:
        """How far the enemy is away, edge to edge."""
        return distance(self.unit, self.enemy)

    @property
    def key(self) -> str:
        return self.enemy.id

    @property
    def label(self) -> str:
        return f"{self.enemy.name}, {self.units:.1f} u"

    @property
    def target(self) -> str:
        return self.enemy.id


def refused_later(options: list[Option]) -> list[Option]:
    """The enemies that are not refused before those that are; after them what is about no enemy."""
    return sorted(options, key=lambda option: (not option.target, option.refusal is not None))
