"""What shots at a vehicle would come to: the exact chances of damage, of a roll on its table, of a wreck (CD-VTGT)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine import odds
from tabletop_tui.engine.previews import Chance
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import Salvo, alike
from tabletop_tui.rules.crimsondusk.damage.damage import kill_chance
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import tens_passed, worth
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import Group, group_of
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import hull_of


def harm_of(group: Group, target: Unit) -> odds.Chances:
    """The damage that one die of a group does to a vehicle."""
    body, found = target.men[0].soldier, {0: 1.0}
    for hit, share in group.hits:
        through = group.hit * share * kill_chance(body, hit)
        found[worth(hit)] = found.get(worth(hit), 0.0) + through
        found[0] -= through
    return tuple(found.get(number, 0.0) for number in range(max(found) + 1))


def damage_chances(target: Unit, shots: Sequence[Salvo]) -> odds.Chances:
    """The damage of all shots, what the table may add to it left out."""
    total = odds.NOTHING
    for group in map(group_of, alike(shots)):
        if not group.beyond:
            total = odds.add(total, odds.repeat(harm_of(group, target), group.dice))
    return total


def chances_on_vehicle(target: Unit, damage: odds.Chances) -> list[Chance]:
    """Wrecked by the shots themselves, damaged so that the table is rolled on, damaged at all."""
    before = hull_of(target).harm
    wrecked = odds.at_least(damage, target.type.dam - before + 1)
    rolls = sum(chance for harm, chance in enumerate(damage) if tens_passed(before, before + harm)) - wrecked
    hurt = Chance("damaged", odds.at_least(damage, 1))
    return [Chance("wrecked at once", wrecked), Chance("a roll on its table", max(0.0, rolls)), hurt]
