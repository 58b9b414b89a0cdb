"""How many dice a target rolls to block hits (AMC-SHOOT-3): one for each, and what armour, cover and height add."""

from __future__ import annotations

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.rules.armymen.shooting.shooting_limits import name_of
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.table.points import Spot


def own_dice(target: Unit, tally: Tally) -> Tally:
    """The dice to block that a unit brings with it, in melee too."""
    tally = tally.plus(target.sheet.armour, "armour", "AMC-VEH-5")
    return tally.plus(int(target.hunkered), "Hunkered", "AMC-ACT-3")


def blocking(
    battle: Battle, unit: Unit, target: Unit, attackers: list[Spot], hits: int, reaction: bool = False
) -> Tally:
    """How many dice the target rolls to block these hits (AMC-SHOOT-3 and every rule that adds a die)."""
    lie = ("", "") if target.vehicle else lie_of(battle, unit, target, attackers)
    return block_sum(unit, target, hits, reaction, *lie)


def lie_of(battle: Battle, unit: Unit, target: Unit, attackers: list[Spot]) -> tuple[str, str]:
    """What of the table adds a die for infantry, and its rule; '' for nothing."""
    if pieces := sight.cover(battle, attackers, unit.radius, target):
        names = dict.fromkeys(map(name_of, pieces))
        return f"cover, {' and '.join(names)}", "AMC-TERR-1"
    if sight.elevated(battle, target.models) and not sight.elevated(battle, attackers):
        return "shot at from below", "AMC-TERR-6"
    return "", ""


def block_sum(unit: Unit, target: Unit, hits: int, reaction: bool, lie: str, rule: str) -> Tally:
    """The dice to block, `lie` being what of the table adds one, '' for nothing."""
    tally = Tally("Block dice", hits, "hit" if hits == 1 else "hits", "AMC-SHOOT-3")
    if unit.sheet.sniper and not target.vehicle:
        tally = tally.plus(-hits, "shot at by Snipers", "AMC-UNIT-9")
    tally = own_dice(target, tally).plus(int(reaction), "guard reaction", "AMC-GUARD-4")
    return tally.plus(1, lie, rule) if lie and not target.vehicle else tally
