"""The shots of one AP by their kinds: plain ones at a target, each blast at a place of its own, flames along a path."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.game import Step
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooters
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import weapon_of
from tabletop_tui.rules.crimsondusk.shooting.blasts import Shell, burst_at
from tabletop_tui.rules.crimsondusk.shooting.flames import Flame, flame_at
from tabletop_tui.rules.crimsondusk.shooting.shooting import ChooseTarget, Volley
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import ride_of


def kinds_of(unit: Unit, shooters: Shooters) -> tuple[Shooters, Shooters, Shooters]:
    """Those with plain weapons, with blasts, with flames."""
    weapons = [(one, weapon_of(unit, one)) for one in shooters]
    plain = tuple(one for one, weapon in weapons if is_plain(weapon))
    blasts = tuple(one for one, weapon in weapons if weapon.blast and not weapon.flame)
    return plain, blasts, tuple(one for one, weapon in weapons if weapon.flame)


def is_plain(weapon: Weapon) -> bool:
    return not (weapon.blast or weapon.flame)


def fire_steps(unit: Unit, shooters: Shooters) -> Sequence[Step]:
    """All shots of an AP: each blast by itself (CD-TRAIT-2), those of each vehicle in which some ride (CD-PASS-5)."""
    plain, blasts, flames = kinds_of(unit, shooters)
    rides = dict.fromkeys(ride_of(unit, unit.man(one.man)) for one in plain)
    groups = [tuple(one for one in plain if ride_of(unit, unit.man(one.man)) == ride) for ride in rides]
    steps: list[Step] = [ChooseTarget(unit.id, group) for group in groups]
    for one in blasts:
        steps += [Shell(unit.id, one)] * weapon_of(unit, one).shots
    return [*steps, *(Flame(unit.id, one) for one in flames)]


def fire_at(battle: Battle, unit: Unit, target: Unit, shooters: Shooters) -> Sequence[Step]:
    """The same where nothing is asked, as on overwatch: all at the nearest models of one section."""
    plain, blasts, flames = kinds_of(unit, shooters)
    steps: list[Step] = [Volley(unit.id, target.id, plain)] if plain else []
    for one in blasts:
        steps += [*burst_at(battle, unit, one, target)] * weapon_of(unit, one).shots
    for one in flames:
        steps += flame_at(battle, unit, one, target)
    return steps
