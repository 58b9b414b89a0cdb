"""The rulebooks that can be played: those that installed distributions offer, and those made in Python itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook import plugins
from tabletop_tui.rulebook.entry_points_alone import OURS
from tabletop_tui.rulebook.metadata import About, read_about

if TYPE_CHECKING:
    from tabletop_tui.rulebook.system import System

_registered: dict[str, System] = {}


def register(found: System) -> None:
    """Make a system known that no installed distribution offers: one made in Python itself, as in a test."""
    _registered[found.id] = found


def system(name: str) -> System:
    """The system of this id. KeyError with the known ids if there is none, BadFile if what offers it is broken."""
    if (found := _registered.get(name)) is not None:
        return found
    if name not in plugins.offered():
        raise KeyError(f"there is no system {name!r}; installed: {', '.join(system_ids()) or 'none'}")
    opened = plugins.opened(name)
    if isinstance(opened, BadFile):
        raise opened.with_traceback(None)
    return opened


def described(wrong: list[BadFile]) -> Iterator[tuple[str, About]]:
    """Every system that can be used by its id, and what is said of it, `seats` and `units` at least; as `systems`.

    Ours are not imported for that. Those of others are, for what is wrong with them shows then.
    """
    wrong += plugins.faults()
    for name in system_ids():
        try:
            module = module_of(name)
            found = read_about(module) if module.startswith(OURS) else None
            if found is None or not (found.seats and found.units):
                used = system(name)
                found = evolve(about(name), name=used.name, seats=used.seats, units=used.units)
            yield name, found
        except BadFile as error:
            wrong.append(error)


def systems(wrong: list[BadFile]) -> list[System]:
    """Every system that can be used, in the order of their ids; what is wrong with the others is put down."""
    wrong += plugins.faults()
    found = []
    for name in system_ids():
        try:
            found.append(system(name))
        except BadFile as error:
            wrong.append(error)
    return found


def module_of(name: str) -> str:
    """The module that offers the system of this id, which is not imported; '' where no distribution offers it."""
    point = None if name in _registered else plugins.offered().get(name)
    return point.value.partition(":")[0] if point is not None else ""


def system_ids() -> tuple[str, ...]:
    """The ids of all systems that are offered, sound or not, in the order of the alphabet."""
    return tuple(sorted({*_registered, *plugins.offered()}))


def about(system_id: str) -> About:
    """What is known of the rulebook of this id: one without an about.toml is asked.

    One that is not installed, or cannot be used, is its id: lists of games name it all the same.
    """
    try:
        module = module_of(system_id)
        if module and (found := read_about(module)) is not None:
            return found
        name = system(system_id).name
    except (KeyError, BadFile):
        name = system_id
    return About(name, name)
