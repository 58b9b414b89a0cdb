"""What the scenario files of a rulebook may say: each key with its kind, its choices, its default and its rules.

A rulebook says it once (its module `scenario_form`), as it says for positions which keys they may carry. An editor
makes a form of it, and draws on the map what a scenario lays there: zones, objectives, where units come from. Whether
a scenario makes sense is never judged here: that the reader of files does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, runtime_checkable

from tabletop_tui.records import frozen
from tabletop_tui.table.points import Spots

Kind = Literal[
    "text",  # on one line
    "whole",
    "number",
    "truth",
    "choice",  # one of `choices`
    "choices",  # one or several of them, as a list
    "map",  # the id of a map
    "forces",  # the id of a ready force for each seat, as a list
    "seat",  # a seat, counted from 1; 0 for none
    "teams",  # the team of each seat, counted from 1, as a list
    "each seat",  # a whole number for each seat, as a list
    "place",  # a hex, or [x, y]
    "named places",  # a list of tables with name and spot
    "piece",  # a piece of terrain on the map, one of `ScenarioForm.pieces`
    "numbers of teams",  # for each team a list of whole numbers
]
ON_THE_MAP = ("place", "named places", "piece", "numbers of teams")
"""Kinds of keys that speak of what lies on one map: a scenario with such a key fits no other."""
Part = Literal["what", "table", "sides", "aims"]
"""What a key is about: what the scenario is, its table, who plays with how much, what is fought for and how long."""
SCENARIO = "scenario"
HEAD = ("system", "kind")
"""The keys that say what the file is."""


@frozen
class Choice:
    """A word that a key may have, and what it means."""

    value: Any
    says: str
    rule: str = ""


@frozen
class Key:
    """A key of a scenario file."""

    key: str
    label: str
    """What a form calls it, in at most 16 letters."""
    kind: Kind
    says: str
    default: Any = None
    """What holds where it is left out; None where it may not be."""
    rules: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    least: float = 0
    most: float = 9999
    only: tuple[str, tuple[Any, ...]] = ("", ())
    """It belongs only where another key has one of these values, or as a list one of them in it."""
    part: Part = "aims"

    def belongs(self, table: Mapping[str, Any], form: ScenarioForm) -> bool:
        """Whether it has a place in such a scenario."""
        other, values = self.only
        if not other:
            return True
        value = form.value(table, other)
        return any(one in values for one in value) if isinstance(value, list | tuple) else value in values


@frozen
class Laid:
    """Something that a scenario lays on the map: a zone, an objective, a place to come from."""

    name: str
    says: str = ""
    seat: int | None = None
    hexes: frozenset[str] = frozenset()
    """Of a hex map."""
    points: Spots = ()
    """Of an open table: the corners of a zone, or a single place."""


NAME = Key("name", "Name", "text", "What it is called in every list.", part="what")
SUMMARY = Key("summary", "Summary", "text", "One line for the players: what this battle is about.", "", part="what")
MAP = Key("map", "Map", "map", "The table.", part="table")


def nothing(_data: Mapping[str, Any]) -> list[Laid]:
    return []


def no_piece(_data: Mapping[str, Any]) -> list[Choice]:
    return []


@frozen
class ScenarioForm:
    """What scenario files of a rulebook may say, in the order of a form."""

    keys: tuple[Key, ...]
    laid: Callable[[Mapping[str, Any]], list[Laid]] = nothing
    """What a scenario, as a set-up holds it, lays on the map."""
    pieces: Callable[[Mapping[str, Any]], list[Choice]] = no_piece
    """The pieces of terrain that a key of the kind "piece" may name on the map of such a scenario."""
    seats: int = 2
    """How many seats there are where no key says so."""
    length: str = "turns"
    """The key that says after how many turns or rounds a battle ends, in a file and in a set-up alike."""

    def __getitem__(self, key: str) -> Key:
        return next(one for one in self.keys if one.key == key)

    def value(self, table: Mapping[str, Any], key: str) -> Any:
        """What a scenario file says, or what holds where it says nothing."""
        return table[key] if key in table else self[key].default

    def seats_of(self, table: Mapping[str, Any]) -> int:
        """How many seats a scenario file has; those of the rulebook where it says nothing sound."""
        said = table.get("seats", self.seats)
        return said if type(said) is int and 1 < said < 13 else self.seats

    def belonging(self, table: Mapping[str, Any]) -> list[Key]:
        """The keys that have a place in such a scenario, or stand there all the same."""
        return [key for key in self.keys if key.key in table or key.belongs(table, self)]

    def of_one_map(self, table: Mapping[str, Any]) -> bool:
        """Whether a scenario file speaks of what lies on its own map, and so fits no other."""
        return any(key.key in table for key in self.keys if key.kind in ON_THE_MAP)

    def blank(self, system: str, name: str, map_id: str) -> dict[str, Any]:
        """A scenario file of which everything that can be is left out."""
        first = {"name": name, "map": map_id}
        needed = {key.key: key.choices[0].value for key in self.keys if key.default is None and key.key not in first}
        return {"system": system, "kind": SCENARIO, **first, **needed}


@runtime_checkable
class HasScenarioForm(Protocol):
    """A system whose scenario files can be written in an editor."""

    scenario_form: ScenarioForm
