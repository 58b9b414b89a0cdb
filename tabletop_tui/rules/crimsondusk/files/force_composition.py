"""Composing forces: hands, minimum numbers, who may have what (CD-COH-1, CD-COH-6, CD-WPN-5, CD-SR-NONCOM-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.rules.crimsondusk.state.profiles import FEWEST, Sheet, Soldier, VehicleType

HANDS = 2
MONSTROUS = 2.0
"""A monstrous creature is at least this large, in units (CD-EQ-MONSTER-1)."""


def refuse_soldier(soldier: Soldier) -> Refusal | None:
    """Every reason why nobody can be equipped like this, or None."""
    return together(_wrong_with(soldier))


def _wrong_with(soldier: Soldier) -> Iterator[Refusal]:
    hands = sum(weapon.hands for weapon in soldier.weapons) + sum(blade.hands for blade in soldier.blades)
    if hands + soldier.has("shield") > HANDS:
        yield Refusal(f"it takes {hands + soldier.has('shield')} hands, {HANDS} are there", "CD-WPN-5")
    if soldier.has("non-com") and soldier.quality != "Ir":
        yield Refusal("only irregular troops can be non-combatants", "CD-SR-NONCOM-1")
    if soldier.has("shield") and any(not (one.pistol or one.thrown) for one in soldier.weapons):
        yield Refusal("with a shield only pistols, grenades and melee weapons", "CD-EQ-SHIELD")


def refuse_section(sheet: Sheet) -> Refusal | None:
    """Every reason why a section cannot be composed like this, or None."""
    return together(_section_wrong(sheet))


def _section_wrong(sheet: Sheet) -> Iterator[Refusal]:
    if sheet.vehicle is not None:
        yield from _vehicle_wrong(sheet, sheet.vehicle)
        return
    least = FEWEST[sheet.quality]
    if sheet.personality and len(sheet.men) != 1:
        yield Refusal(f"a personality is one model, not {len(sheet.men)}", "CD-CHAR-7")
    elif not sheet.personality and len(sheet.men) < least:
        yield Refusal(f"a section of {sheet.quality} has at least {least} models, not {len(sheet.men)}", "CD-COH-6")
    if not sheet.personality and any(man.cb for man in sheet.men):
        yield Refusal("only a personality has a command bonus", "CD-CHAR-8")
    if sheet.size < MONSTROUS and any(man.has("monster") for man in sheet.men):
        yield Refusal(f"a monstrous creature is at least {MONSTROUS:g} in size", "CD-EQ-MONSTER-1")


def _vehicle_wrong(sheet: Sheet, kind: VehicleType) -> Iterator[Refusal]:
    if len(sheet.men) != kind.crew:
        yield Refusal(f"{kind.name} has a crew of {kind.crew}, not of {len(sheet.men)}", "CD-PASS-1")
    if sheet.size != kind.size:
        yield Refusal(f"{kind.name} is {kind.size:g} across, not {sheet.size:g}", "CD-HIT-9")
    if len(sheet.mounted) > kind.crew:
        yield Refusal(f"{len(sheet.mounted)} weapons, {kind.crew} in the crew to fire them", "CD-VTGT-2")
    if any(weapon.thrown for weapon in sheet.mounted):
        yield Refusal("what is thrown is not mounted on a vehicle", "CD-VTGT-2")


def refuse_force(sections: Sequence[Sheet]) -> Refusal | None:
    """Why a force cannot consist of these, or None."""
    return None if sections else Refusal("a force has at least one section", "CD-COH-1")
