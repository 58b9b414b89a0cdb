"""An attack as far as it is declared: by whom, with what, at whom with how many dice; the same for every kind.

Shooting (`shooting`) and melee (`melee`) differ in how they roll; `declare_attack` asks for what is to be declared, and
`resolve_attack` carries it out.
"""

from __future__ import annotations

from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.profiles import Weapon

CRITICAL = 6
"""The natural face that counts double in shooting and in an explosion, and is a crit in melee, too (MC-SHOOT-4)."""
ATTACK_COST = 3
UNDECLARED = -1


def is_critical(face: int) -> bool:
    return face == CRITICAL


@frozen
class Share:
    """One target of an attack, with the dice meant for it and the Spot tokens to consume."""

    target: str
    dice: int
    tokens: int = UNDECLARED


@frozen
class Attack:
    """An attack as far as it is declared."""

    attacker: str
    weapon: Weapon
    cost: int = ATTACK_COST
    """Energy; 0 for a deployable (MC-DEPLOY-3) and for the AI table (MC-COND-9)."""
    shares: tuple[Share, ...] = ()
    extra: int = UNDECLARED
    """Dice bought by Barrage."""
    heat: int = 0
    """Heat for the attacker afterwards, beyond Superheated (MC-SHEET-5)."""

    @property
    def dice(self) -> int:
        return self.weapon.attacks + max(0, self.extra)
