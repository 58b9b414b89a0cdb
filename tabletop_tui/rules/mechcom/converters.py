"""MECHCOM data in and out: strict cattrs converters whose every error is a place and a fix.

`converter` reads and writes plain JSON data (set-ups, journals). `reader` reads the tables of a TOML file, where a weapon
lists its perks in the words of the sheet and an ability its tags.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

import attrs
from attrs import fields, frozen
from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError
from cattrs.errors import AttributeValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from tabletop_tui.rules.mechcom.profiles import (
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

LARGEST = 9999
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
BASE = "Base"
"""The profile of a mech for which none was bought (MC-SHEET-9)."""
LONGEST_NAME = 60
EFFECTS: dict[str, type] = {fields(effect).kind.default: effect for effect in get_args(Effect)}
FILE_KEYS = {
    "mechs": "mech",
    "pilots": "pilot",
    "deployables": "deployable",
    "weapons": "weapon",
    "abilities": "ability",
}
"""What a list is called in a TOML file, where each table of it has its own heading."""

Hook = Callable[[Any, Any], Any]


class Wrong(ValueError):
    """Data that cannot be used: the place in it, as in mech[2].weapon[0].range, and what is wanted there."""

    def __init__(self, fix: str, place: str = "") -> None:
        super().__init__(f"{place}: {fix}" if place else fix)
        self.place, self.fix = place, fix

    def inside(self, place: str) -> Wrong:
        """The same fault, seen from outside `place`."""
        joint = "." if self.place and not self.place.startswith("[") else ""
        return Wrong(self.fix, f"{place}{joint}{self.place}")


def shown(value: object) -> str:
    """A value as an error quotes it: short, and on one line."""
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    text = " ".join(text.split())
    return text if len(text) <= 40 else f"{text[:36]} ..."


def one_of(value: object, allowed: Iterable[str], what: str) -> Wrong:
    """The fault that `value` is none of the allowed words, with the nearest of them."""
    words = sorted(set(allowed))
    near = get_close_matches(str(value)[:LONGEST_NAME], words, 1)
    fix = f"unknown {what} {shown(value)}"
    if near:
        fix += f"; did you mean {near[0]!r}?"
    if not words:
        return Wrong(f"{fix}; there is none to choose")
    return Wrong(f"{fix} (one of: {', '.join(words)})" if len(words) <= 16 else fix)


# ---------------------------------------------------------------- plain values
def whole(value: Any, _: Any = int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong(f"a whole number is wanted, not {shown(value)}")
    if abs(value) > LARGEST:
        raise Wrong(f"{shown(value)} is too large")
    return value


def text(value: Any, _: Any = str) -> str:
    if not isinstance(value, str):
        raise Wrong(f"a text in quotes is wanted, not {shown(value)}")
    return value


def truth(value: Any, _: Any = bool) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"true or false is wanted, not {shown(value)}")
    return value


def between(value: int, low: int, high: int, place: str) -> None:
    if not low <= value <= high:
        raise Wrong(f"a whole number from {low} to {high} is wanted, not {value}", place)


def a_name(value: str, place: str = "name") -> None:
    if not value.strip() or len(value) > LONGEST_NAME or not value.isprintable():
        raise Wrong(f"a name of 1 to {LONGEST_NAME} letters on one line is wanted, not {shown(value)}", place)


def an_id(value: str, place: str) -> None:
    if not ID.fullmatch(value):
        raise Wrong(f"an id of small letters, digits and - is wanted, not {shown(value)}", place)


def two_digits(value: str) -> bool:
    """Whether a text is a number from 1 to 99."""
    return value.isascii() and value.isdecimal() and len(value) <= 2 and int(value) > 0


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


def _check_perks(perks: Perks) -> None:
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


TIMINGS = {
    **dict.fromkeys(("swim", "fly", "programming", "hot-reactor"), ("passive",)),
    **dict.fromkeys(("shield", "evade"), ("reactive",)),
    **dict.fromkeys(("redeploy", "mark-enemy"), ("pregame",)),
}
"""When an effect works; those not named are actions, or work at the start of a round."""


def _check_ability(ability: Ability) -> None:
    a_name(ability.name)
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


def _check_lists(weapons: Iterable[Weapon], abilities: Iterable[Ability]) -> None:
    """Ammunition and uses are counted by name, so no sheet may have one twice."""
    for place, items in (("weapon", weapons), ("ability", abilities)):
        seen: set[str] = set()
        for number, item in enumerate(items):
            if item.name in seen:
                raise Wrong(
                    f"there is another {place} of the name {shown(item.name)}; rename one", f"{place}[{number}]"
                )
            seen.add(item.name)


def _check_sheet(sheet: Sheet) -> None:
    a_name(sheet.name)
    between(sheet.cost, 0, LARGEST, "cost")
    _check_lists(sheet.weapons, sheet.abilities)
    for number, (stat, _) in enumerate(sheet.bonuses):
        if stat not in STATS:
            raise one_of(stat, STATS, "stat").inside(f"bonuses[{number}]")


def _check_entry(entry: Any) -> None:
    """What holds for all that a catalogue sells: an id, a name, and no profile named that cannot be bought."""
    an_id(entry.id, "id")
    a_name(entry.name)
    _check_lists(entry.weapons, entry.abilities)
    sold = getattr(entry, "profiles", {})
    for place, items in (("weapon", entry.weapons), ("ability", entry.abilities)):
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
    Perks: _check_perks,
    Weapon: _check_weapon,
    Ability: _check_ability,
    Sheet: _check_sheet,
    MechEntry: _check_mech,
    PilotEntry: _check_pilot,
    DeployableEntry: _check_deployable,
    **dict.fromkeys(EFFECTS.values(), _check_effect),
}


# ---------------------------------------------------------------- hooks
def _list_hook(kind: Any, conv: Converter) -> Hook:
    """tuple[X, ...] from a list, tuple[X, Y] from a list of exactly so many."""
    arguments = get_args(kind)
    same = len(arguments) == 2 and arguments[1] is Ellipsis
    hooks = [(argument, conv.get_structure_hook(argument)) for argument in arguments if argument is not Ellipsis]

    def structure(value: Any, _: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise Wrong(f"a list is wanted, not {shown(value)}")
        if not same and len(value) != len(hooks):
            raise Wrong(f"a list of {len(hooks)} is wanted, not of {len(value)}")
        found = []
        for number, item in enumerate(value):
            argument, hook = hooks[0] if same else hooks[number]
            try:
                found.append(hook(item, argument))
            except Wrong as wrong:
                raise wrong.inside(f"[{number}]") from None
        return tuple(found)

    return structure


def _dict_hook(kind: Any, conv: Converter) -> Hook:
    """dict[str, X] from a table."""
    argument = get_args(kind)[1]
    hook = conv.get_structure_hook(argument)

    def structure(value: Any, _: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise Wrong(f"a table is wanted, not {shown(value)}")
        found = {}
        for key, item in value.items():
            try:
                found[text(key)] = hook(item, argument)
            except Wrong as wrong:
                raise wrong.inside(str(key) if str(key).isidentifier() else shown(key)) from None
        return found

    return structure


def _literal_hook(kind: Any) -> Hook:
    allowed = get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if text(value) not in allowed:
            raise one_of(value, allowed, "word")
        return value

    return structure


def table_hook(cls: Any, conv: Converter, renames: Mapping[str, str], **special: Hook) -> Hook:
    """An attrs class from a table: no unknown keys, none missing, and its values make sense."""
    names = {a.name: renames.get(a.name, a.name) for a in fields(cls) if a.init}
    overrides = {name: override(rename=key) for name, key in names.items() if name != key}
    overrides |= {name: override(struct_hook=hook) for name, hook in special.items()}
    base = make_dict_structure_fn(cls, conv, _cattrs_forbid_extra_keys=True, **overrides)
    check = CHECKS.get(cls)

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Wrong(f"a table is wanted, not {shown(value)}")
        try:
            made = base(value, cls)
        except BaseValidationError as error:
            raise _first_fault(error, names) from None
        if check is not None:
            check(made)
        return made

    return structure


def _first_fault(error: BaseValidationError, names: Mapping[str, str]) -> Wrong:
    """The fault to report of all that cattrs found in a table: a misspelt key first, for a key then seems missing."""
    for fault in error.exceptions:
        if isinstance(fault, ForbiddenExtraKeysError):
            wrong = one_of(min(fault.extra_fields, key=str), names.values(), "key")
            return wrong
    fault = error.exceptions[0]
    notes = [note for note in getattr(fault, "__notes__", ()) if isinstance(note, AttributeValidationNote)]
    if not notes:
        raise fault
    if isinstance(fault, KeyError):
        return Wrong("the key is missing", names[notes[0].name])
    if isinstance(fault, Wrong):
        return fault.inside(names[notes[0].name])
    raise fault


def _effect_hook(conv: Converter) -> Hook:
    """One of the effects, by its kind."""

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Wrong(f"a table is wanted, not {shown(value)}")
        if "kind" not in value:
            raise Wrong("the key is missing", "kind")
        kind = value["kind"]
        if not isinstance(kind, str) or kind not in EFFECTS:
            raise one_of(kind, EFFECTS, "effect").inside("kind")
        return conv.structure(value, EFFECTS[kind])

    return structure


def _strict(renames: Mapping[str, str]) -> Converter:
    conv = Converter(omit_if_default=True, unstruct_collection_overrides={tuple: list})
    conv.register_structure_hook(int, whole)
    conv.register_structure_hook(str, text)
    conv.register_structure_hook(bool, truth)
    conv.register_structure_hook_factory(lambda kind: get_origin(kind) is tuple, _list_hook)
    conv.register_structure_hook_factory(lambda kind: get_origin(kind) is dict, _dict_hook)
    conv.register_structure_hook_factory(lambda kind: get_origin(kind) is Literal, _literal_hook)
    conv.register_structure_hook_factory(attrs.has, lambda cls: table_hook(cls, conv, renames))
    conv.register_structure_hook_func(lambda kind: kind == Effect, _effect_hook(conv))
    for effect in EFFECTS.values():
        # Its kind says which effect it is, so it is written though it is the default.
        hook = make_dict_unstructure_fn(effect, conv, kind=override(omit_if_default=False))
        conv.register_unstructure_hook(effect, hook)
    conv.register_unstructure_hook_func(lambda kind: kind == Effect, lambda effect: conv.unstructure(effect))
    return conv


def converter() -> Converter:
    """A new converter for plain JSON data, strict in reading. Defaults are not written."""
    return _strict({})


def reader() -> Converter:
    """A new converter for the tables of a TOML file."""
    conv = _strict(FILE_KEYS)
    conv.register_structure_hook(Perks, lambda value, _: perks_of(value))
    conv.register_structure_hook(Weapon, table_hook(Weapon, conv, FILE_KEYS, range=_range))
    conv.register_structure_hook(Ability, lambda value, _: conv.structure(value, AbilityTable).ability())
    conv.register_structure_hook_func(lambda kind: kind == Cost, _cost)
    return conv


# ---------------------------------------------------------------- the words of a sheet
Cost = int | Literal["X"]
TAGS: dict[str, Timing] = {
    "Passive": "passive",
    "Reactive": "reactive",
    "Pregame": "pregame",
    "Start of round": "start",
}
TAGS_OF = {timing: tag for tag, timing in TAGS.items()} | {"action": "an action without such a tag"}


def _range(value: Any, _: Any) -> int | None:
    """Hexes, or M for melee (MC-SHEET-8)."""
    if value == "M":
        return None
    if isinstance(value, str):
        raise Wrong(f'a number of hexes or "M" for melee is wanted, not {shown(value)}')
    return whole(value)


def _cost(value: Any, _: Any) -> int | str:
    """Energy, or X for none (MC-ABIL-2)."""
    if isinstance(value, str) and value != "X":
        raise Wrong(f'a number of Energy or "X" is wanted, not {shown(value)}')
    return "X" if value == "X" else whole(value)


@frozen
class AbilityTable:
    """An ability as a file writes it, with the tags of its bracket (MC-SHEET-7)."""

    name: str
    effect: Effect
    cost: Cost = "X"
    tags: tuple[str, ...] = ()
    profile: str = ""
    text: str = ""

    def ability(self) -> Ability:
        timing: Timing = "action"
        limit = 0
        for number, tag in enumerate(self.tags):
            place = f"tags[{number}]"
            if tag in TAGS:
                if timing != "action":
                    raise Wrong(f"{tag} does not go with {TAGS_OF[timing]}", place)
                timing = TAGS[tag]
            elif tag.startswith("Limit"):
                limit = _number(tag, "Limit", place)
            else:
                raise one_of(tag, [*TAGS, "Limit 1"], "tag").inside(place)
        cost = 0 if self.cost == "X" else int(self.cost)
        ability = Ability(self.name, self.effect, cost, timing, limit, self.profile, self.text)
        _check_ability(ability)
        return ability


NUMBERED = {"Ammo": "ammo", "Backfire": "backfire", "Rend": "rend", "Volatile": "volatile"}
FLAGS = {
    name: name.lower()
    for name in (
        *("Artillery", "Barrage", "Blast", "Flurry", "Heavy", "Multi"),
        *("Sniper", "Superheated", "Tracker", "Ultralight"),
    )
}
INFLICTING = {"Condition": "conditions", "Critical condition": "critical_conditions"}
PERK_NAMES = (
    *(f"{name} 1" for name in NUMBERED),
    *FLAGS,
    *(f"{name}: Burned" for name in INFLICTING),
)


def perks_of(value: Any) -> Perks:
    """Perks from the words of the sheet: 'Rend 2', 'Heavy', 'Condition: Burned' (MC-WEAP-4)."""
    if not isinstance(value, (list, tuple)):
        raise Wrong(f'a list of perks is wanted, as in ["Rend 2", "Heavy"], not {shown(value)}')
    found: dict[str, Any] = {}
    for index, item in enumerate(value):
        place = f"[{index}]"
        try:
            name, number = _perk(text(item))
        except Wrong as wrong:
            raise wrong.inside(place) from None
        if name in INFLICTING.values():
            found[name] = (*found.get(name, ()), number)
        elif name in found:
            raise Wrong(f"{shown(item)} is here twice", place)
        else:
            found[name] = number
    perks = Perks(**found)
    _check_perks(perks)
    return perks


def _perk(words: str) -> tuple[str, Any]:
    """One perk: the attribute of Perks, and its value."""
    head, colon, rest = words.partition(":")
    if colon and head in INFLICTING:
        condition(rest.strip())
        return INFLICTING[head], rest.strip()
    if words in FLAGS:
        return FLAGS[words], True
    name = words.rstrip("0123456789").strip()
    if name in NUMBERED:
        return NUMBERED[name], _number(words, name, "")
    raise one_of(words, PERK_NAMES, "perk")


def _number(words: str, name: str, place: str) -> int:
    """The number after a perk or tag, at least 1."""
    digits = words.removeprefix(name).strip()
    if not two_digits(digits):
        raise Wrong(f"{name} needs its number, as in '{name} 2', not {shown(words)}", place)
    return int(digits)
