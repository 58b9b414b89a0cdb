"""Rallied groups (TC-RALLY-1): who may be in one, how near its members have to be, and how groups fall apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.table.bases import TINY

LINK = 3.0
"""How far each member may be from the nearest of the chain, in centimetres ..."""
ACROSS = 12.0
"""... and how far from every other (TC-RALLY-3)."""


def can_rally(unit: Unit) -> bool:
    """Whether it can be in a rallied group at all: crew, troops and some vehicles, on the table (TC-RALLY-1)."""
    return unit.on_table and (unit.sheet.on_foot or unit.sheet.card.rallies)


def linked(battle: Battle, one: Unit, other: Unit) -> bool:
    return distance(battle, one, other) <= LINK + TINY


def too_far(battle: Battle, units: Iterable[Unit]) -> tuple[Unit, Unit] | None:
    """Two members that are further apart than a group allows, None where there are none (TC-RALLY-3, TC-RANGE-6)."""
    pairs = combinations(units, 2)
    return next((pair for pair in pairs if distance(battle, *pair) > ACROSS + TINY), None)


def chains(battle: Battle, units: Iterable[Unit]) -> list[list[Unit]]:
    """The chains that units form by links of 3 or less, each in the order of the units (TC-RALLY-3)."""
    left, found = list(units), []
    while left:
        chain, rest = [left[0]], left[1:]
        while near := [one for one in rest if any(linked(battle, one, other) for other in chain)]:
            chain += near
            rest = [one for one in rest if one not in near]
        found.append(sorted(chain, key=left.index))
        left = rest
    return found


def holds(battle: Battle, units: Sequence[Unit]) -> bool:
    """Whether units are near enough to each other to be rallied (TC-RALLY-3)."""
    return len(chains(battle, units)) == 1 and too_far(battle, units) is None


# ---------------------------------------------------------------- forming and dissolving
def rally(game: Game[Battle], units: Sequence[Unit]) -> None:
    """These units are a group from now on, and all are told (TC-RALLY-2, TC-RALLY-5); one alone is in none.

    Those who get out of an eliminated machine can be so at once, if their player likes (TC-RALLY-17).
    """
    name = units[0].id if len(units) > 1 else ""
    for unit in units:
        unit.group = name
    names = ", ".join(unit.name for unit in units)
    text = f"{names} are rallied" if name else f"{names} is in no group"
    game.emit(Event(text, ("TC-RALLY-5",), units[0].seat))


def regroup(game: Game[Battle]) -> None:
    """Groups whose members are not near enough any more fall into smaller ones (TC-RALLY-16)."""
    battle = game.state
    for name in sorted({unit.group for unit in battle.units.values() if unit.group}):
        members = [unit for unit in battle.units.values() if unit.group == name]
        able = [unit for unit in members if can_rally(unit)]
        parts = [part for chain in chains(battle, able) for part in near_parts(battle, chain)]
        for unit in members:
            if unit not in able:
                unit.group = ""
        if len(parts) == 1 and len(able) == len(members) > 1:
            continue
        for part in parts:
            rally(game, part)


def near_parts(battle: Battle, chain: list[Unit]) -> list[list[Unit]]:
    """A chain without those that are too far from others of it, and these by themselves."""
    kept: list[Unit] = list(chain)
    alone: list[list[Unit]] = []
    while (pair := too_far(battle, kept)) is not None:
        far = furthest(battle, pair, kept)
        kept.remove(far)
        alone.append([far])
    return [*([kept] if len(chains(battle, kept)) == 1 else chains(battle, kept)), *alone]


def furthest(battle: Battle, pair: tuple[Unit, Unit], units: Collection[Unit]) -> Unit:
    """Which of two has more of the others too far away; the later one of equals."""
    return max(reversed(pair), key=lambda unit: sum(distance(battle, unit, one) > ACROSS + TINY for one in units))
