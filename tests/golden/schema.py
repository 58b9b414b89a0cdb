"""What saved games of a system hold, as text: every id with its fields and their types, in the order of the ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import NOTHING, define, field, fields, has, resolve_types

from tabletop_tui.engine.codec import ADDED, SEAT, SETUP, Names
from tabletop_tui.engine.game import Step
from tabletop_tui.engine.reactions import Window
from tabletop_tui.engine.setup import Setup
from tabletop_tui.rulebook.system import System
from tabletop_tui.rules import armymen, crimsondusk, mechcom, pmc2640, techcommander
from tests.swarm import NAMES as SWARM_NAMES
from tests.toy import NAMES as TOY_NAMES

HERE = Path(__file__).parent
SETUPS: dict[str, tuple[type, ...]] = {
    "armymen": (armymen.state.scenario.Scenario, armymen.state.profiles.Army),
    "crimsondusk": (crimsondusk.state.scenario.Scenario, crimsondusk.state.profiles.Force),
    "mechcom": (mechcom.state.scenario.Scenario, mechcom.state.profiles.Squad),
    "pmc2640": (pmc2640.state.scenario.Scenario, pmc2640.state.profiles.Army),
    "techcommander": (techcommander.state.scenario.Scenario, techcommander.state.profiles.Force),
}
"""The classes of a scenario and of a force, as a set-up holds them."""
TOYS = {"toy": TOY_NAMES, "swarm": SWARM_NAMES}
PLAIN = {int: "integer", float: "number", str: "text", bool: "truth", NoneType: "nothing", Any: "anything"}
OR = " or "
LEFT_OUT = "left out"


def names_of(system: System) -> Names:
    """What a system saves."""
    if system.id in TOYS:
        return TOYS[system.id]
    found: Names = import_module(f"tabletop_tui.rules.{system.id}.system").NAMES
    return found


def path_of(system: System) -> Path:
    return HERE / f"{system.id}.schema.txt"


# ---------------------------------------------------------------- as text
@define
class Schema:
    """Blocks of lines 'id: type', by what they are of."""

    version: int
    blocks: dict[str, dict[str, str]] = field(factory=dict)

    def text(self) -> str:
        lines = [f"version {self.version}"]
        for name, block in self.blocks.items():
            lines += ["", name, *(f"    {key}: {kind}" for key, kind in block.items())]
        return "\n".join(lines) + "\n"


def parsed(text: str) -> Schema:
    """The schema that a text is of."""
    head, *lines = text.splitlines()
    found = Schema(int(head.removeprefix("version ")))
    name = ""
    for line in filter(None, lines):
        if line.startswith(" "):
            key, _, kind = line.strip().partition(": ")
            found.blocks[name][key] = kind
        else:
            name = line
            found.blocks[name] = {}
    return found


def schema_of(system: System, setup: Setup) -> Schema:
    """The schema of a system; the set-up is of any game of it."""
    names, found = names_of(system), Schema(system.version)
    found.blocks["position"] = dict.fromkeys(sorted(_keys(system.dump(system.start(setup)))), "as below")
    for one in sorted(names.listed, key=lambda one: (issubclass(one.kind, Step), one.id)):
        what = "step" if issubclass(one.kind, Step) else "part"
        block = {key: words(made.type, names.ids) for key, made in names.fields(one.kind)}
        whole = one in (SETUP, SEAT)
        fields_of = names.fields(one.kind)
        optional = {key for key, made in fields_of if ADDED in made.metadata or (whole and made.default is not NOTHING)}
        if optional:
            block = {key: LEFT_OUT + OR + kind if key in optional else kind for key, kind in block.items()}
        found.blocks[f"{what} {one.id}"] = dict(sorted(block.items()))
    for what, kind in zip(("scenario", "force"), SETUPS.get(system.id, ()), strict=False):
        found.blocks[f"set-up {what}"] = dict(sorted(_flat(kind, "")))
    return found


def _keys(data: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the whole, and those of each of its units."""
    for key, value in data.items():
        yield key
        if isinstance(value, list) and key != "agenda":
            yield from {f"{key}[].{inner}" for item in value if isinstance(item, dict) for inner in item}


def words(kind: Any, ids: Mapping[type, str]) -> str:
    """A type in words, a class by its id."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in (Step, Window):
        return f"any {kind.__name__.lower()}"
    if kind in ids:
        return f"<{ids[kind]}>"
    return _made_words(kind, [words(inner, ids) for inner in _inner(kind)])


def _inner(kind: Any) -> list[Any]:
    return [] if get_origin(kind) is Literal else [one for one in get_args(kind) if one is not ...]


def _made_words(kind: Any, inner: list[str]) -> str:
    origin = get_origin(kind)
    if origin is Literal:
        return OR.join(map(repr, get_args(kind)))
    if origin in (Union, UnionType):
        return OR.join(inner)
    inner = [f"({one})" if OR in one else one for one in inner]
    if origin is dict:
        return f"table of {inner[0]} to {inner[1]}"
    if origin is frozenset:
        return f"set of {inner[0]}"
    if origin in (tuple, list):
        return f"list of {inner[0]}" if len(inner) == 1 else f"({', '.join(inner)})"
    raise TypeError(f"{kind} is no type of something saved")


def _flat(kind: Any, place: str, maybe: str = "") -> Iterator[tuple[str, str]]:
    """The way to every value of a set-up's table, and its type; effects and the like by their own keys."""
    if isinstance(kind, type) and has(kind):
        for one in fields(resolve_types(kind)):
            if one.init:
                maybe = "" if one.default is NOTHING else LEFT_OUT + OR
                yield from _flat(one.type, f"{place}.{one.name}".lstrip("."), maybe)
        return
    inner = _inner(kind)
    if get_origin(kind) in (tuple, list, frozenset) and any(map(_has_class, inner)):
        for one in inner:
            yield from _flat(one, f"{place}[]")
    elif get_origin(kind) is dict and _has_class(inner[1]):
        yield from _flat(inner[1], f"{place}{{}}")
    elif get_origin(kind) in (Union, UnionType) and any(map(_has_class, inner)):
        for one in filter(_has_class, inner):
            label = next((fit.default for fit in fields(one) if fit.name == "kind"), "") if has(one) else ""
            yield from _flat(one, f"{place}<{label}>" if label else place)
    else:
        yield place, maybe + words(kind, {})


def _has_class(kind: Any) -> bool:
    return (isinstance(kind, type) and has(kind)) or any(map(_has_class, _inner(kind)))


# ---------------------------------------------------------------- what has changed
def broken(old: Schema, new: Schema) -> list[str]:
    """What the old files hold and could no longer be read; nothing where the version was raised."""
    if new.version > old.version:
        return []
    return [
        f"{name}: {why}"
        for name, block in old.blocks.items()
        for why in ([f"{name} is gone"] if name not in new.blocks else _changes(block, new.blocks[name]))
    ]


def _changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{key} is gone" for key in sorted(old.keys() - new.keys()))
    for key in sorted(new.keys() - old.keys()):
        if LEFT_OUT not in new[key].split(OR):
            yield f"{key} is new, and no saved game has it"
    for key in sorted(old.keys() & new.keys()):
        if not set(old[key].split(OR)) <= set(new[key].split(OR)):
            yield f"{key} was {old[key]} and is {new[key]}"
