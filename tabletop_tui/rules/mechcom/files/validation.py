"""Whether MECHCOM data makes sense: what holds for each class of profiles.py, over and above its types.

Both converters and the catalogue use these, so a TOML file and a journal are held to the same standard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, get_args

from attrs import fields

from tabletop_tui.files.validation import LARGEST, Wrong, a_line, a_name, an_id, between, one_of, shown, two_digits
from tabletop_tui.rules.mechcom.state.profiles import (
    CONDITIONS,
    STATS,
    UNARMED,
    Ability,
    DeployableEntry,
    Effect,
    MechEntry,
    Perks,
    PilotEntry,
    Sheet,
    Stats,
    Timing,
    Weapon,
)

BASE = "Base"
"""The profile of a mech for which none was bought (MC-SHEET-9)."""
EFFECTS: dict[str, type] = {fields(effect).kind.default: effect for effect in get_args(Effect)}
TAGS: dict[str, Timing] = {
    "Passive": "passive",
    "Reactive": "reactive",
    "Pregame": "pregame",
    "Start of round": "start",
}
TAGS_OF: dict[Timing, str] = {timing: tag for tag, timing in TAGS.items()}
TAGS_OF["action"] = "an action without such a tag"


def condition(value: str, *, tether: bool = True) -> None:
    """Whether data can inflict this condition: 'Burned', 'Tethered 3'. Only water makes Submerged."""
    name, _, limit = value.partition(" ")
    known = [known for known in CONDITIONS if known != "Submerged" and (tether or known != "Tethered")]
    if name not in known:
        raise one_of(value, known, "condition")
    if name == "Tethered" and not two_digits(limit):
        raise Wrong(f"Tethered needs its number of hexes, as in 'Tethered 3', not {shown(value)}")
    if name != "Tethered" and value != name:
        raise Wrong(f"{name} takes no number")


# ---------------------------------------------------------------- sense, class by class
def _check_stats(stats: Stats) -> None:
    for stat in STATS:
        between(getattr(stats, stat), 1 if stat == "integrity" else -9, 99, stat)


def check_perks(perks: Perks) -> None:
    for perk in ("ammo", "backfire", "rend", "volatile"):
        between(getattr(perks, perk), 0, 99, perk)
    for perk in ("conditions", "critical_conditions"):
        for number, name in enumerate(getattr(perks, perk)):
            try:
                condition(name)
            except Wrong as wrong:
                raise wrong.inside(f"{perk}[{number}]") from None


def _check_weapon(weapon: Weapon) -> None:
    a_name(weapon.name)
    if weapon.name == UNARMED.name:
        raise Wrong(f"every mech can attack {UNARMED.name} already; choose another name", "name")
    if weapon.range is not None:
        between(weapon.range, 1, 99, "range")
    between(weapon.damage, 0, 99, "damage")
    between(weapon.attacks, 1, 99, "attacks")


TIMINGS: dict[str, tuple[Timing, ...]] = {
    **dict.fromkeys(("swim", "fly", "programming", "hot-reactor"), ("passive",)),
    **dict.fromkeys(("shield", "evade"), ("reactive",)),
    **dict.fromkeys(("redeploy", "mark-enemy"), ("pregame",)),
}
"""When an effect works; those not named are actions, or work at the start of a round."""


def check_ability(ability: Ability) -> None:
    a_name(ability.name)
    a_line(ability.text, "text")
    between(ability.cost, 0, 99, "cost")
    between(ability.limit, 0, 99, "limit")
    allowed = TIMINGS.get(ability.effect.kind, ("action", "start"))
    if ability.timing not in allowed:
        wanted = " or ".join(TAGS_OF[timing] for timing in allowed)
        raise Wrong(f"an ability that does {ability.effect.kind!r} is {wanted}, not {TAGS_OF[ability.timing]}")


def _check_effect(effect: Any) -> None:
    for name, low, high in (
        ("heat", 0, 99),
        ("range", 1, 99),
        ("attacks", 1, 99),
        ("damage", 0, 99),
        ("armour", 1, 9),
        ("hexes", 1, 9),
        ("integrity", 1, 99),
        ("tokens", 1, 99),
    ):
        if isinstance(value := getattr(effect, name, None), int):
            between(value, low, high, name)
    for name in ("condition", "only"):
        if value := getattr(effect, name, ""):
            try:
                condition(value, tether=False)
            except Wrong as wrong:
                raise wrong.inside(name) from None


def _by_place(owner: Any) -> list[tuple[str, Sequence[Weapon | Ability]]]:
    return [("weapon", owner.weapons), ("ability", owner.abilities)]


def _check_lists(owner: Any) -> None:
    """Ammunition and uses are counted by name, so no sheet may have one twice."""
    for place, items in _by_place(owner):
        seen: set[str] = set()
        for number, item in enumerate(items):
            if item.name in seen:
                raise Wrong(
                    f"there is another {place} of the name {shown(item.name)}; rename one", f"{place}[{number}]"
                )
            seen.add(item.name)


def _check_sheet(sheet: Sheet) -> None:
    a_name(sheet.name)
    for place in ("profile", "pilot"):
        a_line(getattr(sheet, place), place)
    between(sheet.cost, 0, LARGEST, "cost")
    _check_lists(sheet)
    for number, (stat, _) in enumerate(sheet.bonuses):
        if stat not in STATS:
            raise one_of(stat, STATS, "stat").inside(f"bonuses[{number}]")


def _check_entry(entry: Any) -> None:
    """What holds for all that a catalogue sells: an id, a name, and no profile named that cannot be bought."""
    an_id(entry.id, "id")
    a_name(entry.name)
    _check_lists(entry)
    sold = getattr(entry, "profiles", {})
    for place, items in _by_place(entry):
        for number, item in enumerate(items):
            if item.profile and item.profile not in sold:
                raise one_of(item.profile, sold, "profile").inside(f"{place}[{number}].profile")


def _check_mech(mech: MechEntry) -> None:
    _check_entry(mech)
    between(mech.cost, 1, LARGEST, "cost")
    for name, cost in mech.profiles.items():
        a_name(name, "profiles")
        if name == BASE:
            raise Wrong(f"every mech has the profile {BASE} already; choose another name", "profiles")
        between(cost, 0, LARGEST, f"profiles.{name}")


def _check_deployable(deployable: DeployableEntry) -> None:
    _check_entry(deployable)
    for number, ability in enumerate(deployable.abilities):
        if ability.effect.kind == "deploy":
            raise Wrong("only mechs deploy (MC-DEPLOY-2)", f"ability[{number}].effect.kind")


def _check_pilot(pilot: PilotEntry) -> None:
    _check_entry(pilot)
    between(pilot.cost, 0, LARGEST, "cost")
    for stat, value in pilot.bonus.items():
        if stat not in STATS:
            raise one_of(stat, STATS, "stat").inside("bonus")
        between(value, -9, 9, f"bonus.{stat}")


CHECKS: dict[type, Callable[[Any], None]] = {
    Stats: _check_stats,
    Perks: check_perks,
    Weapon: _check_weapon,
    Ability: check_ability,
    Sheet: _check_sheet,
    MechEntry: _check_mech,
    PilotEntry: _check_pilot,
    DeployableEntry: _check_deployable,
    **dict.fromkeys(EFFECTS.values(), _check_effect),
}
