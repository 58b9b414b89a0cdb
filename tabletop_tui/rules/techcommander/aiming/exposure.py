"""Who could shoot at a unit where it would stand, and on what number (TC-ATK-3, TC-HIT-1)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.rules.techcommander.aiming.shots import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.targeting import refuse_target
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.table.points import Spot


def standing_at(battle: Battle, unit: Unit, spot: Spot, on: str) -> Battle:
    """The battle with a unit at another place, where it is not dug in (TC-DUG-6)."""
    there = battle.clone()
    ghost = there.units[unit.id]
    ghost.dug_in = ghost.dug_in and ghost.models == (spot,)
    ghost.models, ghost.on = (spot,), on
    return there


def attackers(battle: Battle, unit: Unit) -> Iterator[str]:
    """The enemies that could shoot at it from where they stand, each with what its best die must not pass.

    Those too that have fired this turn: they will again.
    """
    for enemy in battle.enemies(unit.seat):
        arms = enemy.weapons().items()
        loaded = (copy for copy, weapon in arms if not weapon.repairs and enemy.left(copy) != 0)
        aims = (aim_at(battle, Salvo(enemy.id, (copy,)), unit) for copy in loaded)
        best = max((hit_tally(aim).total for aim in aims if refuse_target(aim) is None), default=0)
        if best > 0:
            yield f"{enemy.id} on {best} or less"
