"""Sheets of MECHCOM read and written: as plain JSON data, and as the tables of a TOML file.

`converter` reads and writes plain JSON data (set-ups, journals). `reader` reads the tables of a TOML file, where a
weapon lists its perks in the words of the sheet and an ability its tags.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cattrs.gen import make_dict_unstructure_fn, override

from tabletop_tui.files.loading import Hook, Strict
from tabletop_tui.files.validation import Wrong, one_of, shown, text, two_digits, whole
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.files.validation import (
    CHECKS,
    EFFECTS,
    TAGS,
    TAGS_OF,
    check_ability,
    check_perks,
    condition,
)
from tabletop_tui.rules.mechcom.state.profiles import Ability, Effect, Perks, Timing, Weapon

FILE_KEYS = {
    "mechs": "mech",
    "pilots": "pilot",
    "deployables": "deployable",
    "weapons": "weapon",
    "abilities": "ability",
}
"""What a list is called in a TOML file, where each table of it has its own heading."""


# ---------------------------------------------------------------- converters
def _effect_hook(conv: Strict) -> Hook:
    """One of the effects, by its kind."""

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Wrong(f"give a table, not {shown(value)}")
        if "kind" not in value:
            raise Wrong("the key is missing", "kind")
        kind = value["kind"]
        if not isinstance(kind, str) or kind not in EFFECTS:
            raise one_of(kind, EFFECTS, "effect").inside("kind")
        return conv.structure(value, EFFECTS[kind])

    return structure


def _strict(renames: Mapping[str, str]) -> Strict:
    conv = Strict(CHECKS, renames)
    conv.register_structure_hook_func(lambda kind: kind == Effect, _effect_hook(conv))
    for effect in EFFECTS.values():
        # Its kind says which effect it is, so it is written though it is the default.
        write: Any = make_dict_unstructure_fn(effect, conv, kind=override(omit_if_default=False))
        conv.register_unstructure_hook(effect, write)
    return conv


def converter() -> Strict:
    """A new converter for plain JSON data, strict in reading. Defaults are not written."""
    return _strict({})


def reader() -> Strict:
    """A new converter for the tables of a TOML file."""
    conv = _strict(FILE_KEYS)
    conv.register_structure_hook(Perks, lambda value, _: perks_of(value))
    conv.register_structure_hook(Weapon, conv.table_hook(Weapon, range=_range))
    conv.register_structure_hook(Ability, lambda value, _: conv.structure(value, AbilityTable).ability())
    conv.register_structure_hook_func(lambda kind: kind == Cost, _cost)
    return conv


# ---------------------------------------------------------------- the words of a sheet
Cost = int | Literal["X"]


def _range(value: Any, _: Any) -> int | None:
    """Hexes, or M for melee (MC-SHEET-8)."""
    if value == "M":
        return None
    if isinstance(value, str):
        raise Wrong(f'give a number of hexes or "M" for melee, not {shown(value)}')
    return whole(value)


def _cost(value: Any, _: Any) -> int | str:
    """Energy, or X for none (MC-ABIL-2)."""
    if isinstance(value, str) and value != "X":
        raise Wrong(f'give a number of Energy or "X", not {shown(value)}')
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
        check_ability(ability)
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
        raise Wrong(f'give a list of perks, as in ["Rend 2", "Heavy"], not {shown(value)}')
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
    check_perks(perks)
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
