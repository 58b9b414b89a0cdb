"""An attack as it is made up, before any die is rolled: who, with which copies of which weapon, at whom."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from tabletop_tui.rules.techcommander import cover, distances, sight
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.profiles import Weapon


@frozen
class Salvo:
    """What is fired in one attack; steps carry it until the dice are rolled."""

    unit: str
    copies: tuple[str, ...]
    """The linked copies of one weapon, by their names in `Sheet.arms` (TC-LINK-1)."""
    shares: tuple[tuple[str, int], ...] = ()
    """How many dice go at whom (TC-HIT-1)."""
    mode: str = ""
    """The type of round, '' for the first (TC-MODE-2)."""
    nlos: bool = False
    """Whether it is declared as an NLOS shot (TC-NLOS-2)."""
    raised: float = 0.0
    """How high the shooter is in a jump, in centimetres."""
    reaction: str = ""
    """Which reaction it is: 'posted up', 'readied', 'sentry', 'dug in', 'ambushed'; '' for none."""


@frozen(eq=False)
class Aim:
    """One attacker, one weapon, one target, as they stand now: all that the number to hit is made of."""

    battle: Battle
    unit: Unit
    weapon: Weapon
    target: Unit
    salvo: Salvo

    @cached_property
    def hidden(self) -> float:
        """The hidden share of the target."""
        return sight.hidden(self.battle, self.unit, self.target, self.salvo.raised)

    @property
    def band(self) -> cover.Band:
        return cover.band(self.hidden)

    @cached_property
    def range(self) -> float:
        """In centimetres (TC-RANGE-1)."""
        return distances.distance(self.battle, self.unit, self.target, self.salvo.raised)


def aim_at(battle: Battle, salvo: Salvo, target: Unit) -> Aim:
    unit = battle.units[salvo.unit]
    return Aim(battle, unit, unit.sheet.arms[salvo.copies[0]], target, salvo)
