"""What lists say of a rulebook that is not imported yet: its names, from the about.toml of its package.

Importing a rulebook takes far longer than a list of saved games may.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from tabletop_tui.engine import system as systems


@frozen
class About:
    """How a rulebook is called, and how it calls things that shared words speak of."""

    name: str
    short: str
    """The name for lists, of about eight letters."""
    round: str = "round"
    """What it calls a round."""


@cache
def read_about(package: str) -> About | None:
    """What the about.toml of a rules package says; None without one. The package itself is not imported for that."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).with_name("about.toml")
    return About(**tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def own_about(package: str) -> About:
    """The same for a rules package that has to have one."""
    found = read_about(package)
    assert found is not None, f"{package} has no about.toml"
    return found


def about(system_id: str) -> About:
    """What is known of the rulebook of this id: one without an about.toml is asked, one not installed is its id."""
    module = systems.module_of(system_id)
    if module and (found := read_about(module)) is not None:
        return found
    try:
        name = systems.system(system_id).name
    except KeyError:
        name = system_id
    return About(name, name)
