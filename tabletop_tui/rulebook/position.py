"""A position as a person writes it: these units stand here, in this state, this seat is to act, these dice come.

What is not written is as it is when a round has just begun. Which keys a rulebook has besides, its `position_form`
says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field

from tabletop_tui.files.toml_writing import with_dashes, without_dashes
from tabletop_tui.files.validation import Wrong, shown, whole
from tabletop_tui.rulebook.state_validation import require

SEAT_LETTERS = "ABCDEFGHIJKL"
ID, UNITS, SEATS = "id", "unit", "seat"
END = "end"
"""Who is to act where everybody has: what ends the round comes next, then the new one with all that it begins with."""
BEGIN = "begin"
"""Who is to act where a round only begins, with all that it begins with: dice for who goes first, and so on."""
ROLL = "roll"
"""Who is to act where the dice for who goes first, or next, are about to be rolled."""
SETUP = "setup"
"""Who is to act before anybody stands anywhere: the set-up comes first, with its edges and places."""
AT, MODELS = "at", "models"
"""The keys that say where a unit stands: its middle, with a formation, or each of its models."""
HEAD = {
    "scenario": "the id of a scenario, or a table of what is set up",
    "map": "the id of a map, or a table of it, in place of a scenario",
    "length": "after how many turns or rounds the battle ends; as its scenario has it if left out",
    "go": 'who is to act: "A" for a seat, "A1" for a unit whose activation has begun; "begin": a round '
    'begins; "roll": the dice for who goes come next; "end": all have acted; "setup": nobody stands anywhere yet',
    SEATS: "the seats, in order, each a [[seat]]",
    UNITS: "the units, each a [[unit]]",
    "answers": "what is answered before the position begins, as a journal holds it",
    "dice": "the faces of the dice that come first",
    "story": "which moments of the scenario's story have come, and what was counted for others",
    "seed": "what the dice after them come from; whoever plays the file gets new ones",
}
"""The keys of a position that are the same in every rulebook."""
SEAT_HEAD = {
    "name": "its name",
    "team": "its team, counted from 1; each side has its own if left out",
    "force": "the id of a force, or a table of it; the units are bought one by one if left out",
}


# ---------------------------------------------------------------- as it is written
@define
class Position:
    """What a person writes down of a battle, as plain data."""

    scenario: str | dict[str, Any]
    go: int | str = "A"
    seats: list[dict[str, Any]] = field(factory=list)
    units: list[dict[str, Any]] = field(factory=list)
    battle: dict[str, Any] = field(factory=dict)
    """The rulebook's own keys: the round, what burns, ..."""
    answers: list[Any] = field(factory=list)
    dice: list[int] = field(factory=list)
    seed: int = 0
    map: str | dict[str, Any] = ""
    """The id of a map, or a table with the keys of a map's file, in place of a scenario."""
    story: dict[str, Any] = field(factory=dict)
    """What of the scenario's story has been told, as `engine/scenario_script.py` writes it."""
    length: int | None = None
    """After how many turns or rounds the battle ends; None: as its scenario has it."""

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Position:
        """The position in a table, as a file or a lesson holds it, with a dash for nothing. Wrong if it is none."""
        table = without_dashes(table)
        if "scenario" not in table and "map" not in table:
            raise Wrong("the key is missing; it names a scenario, or map names a map", "scenario")
        require("scenario" not in table or "map" not in table, "give a scenario or a map, not both", "map")
        require(isinstance(table.get("scenario", ""), str | Mapping), HEAD["scenario"], "scenario")
        require(isinstance(table.get("map", ""), str | Mapping), HEAD["map"], "map")
        scenario, ground = table.get("scenario", ""), table.get("map", "")
        require(type(table.get("go", "")) in (int, str), HEAD["go"], "go")
        for key in (SEATS, UNITS, "answers", "dice"):
            require(isinstance(table.get(key, []), list | tuple), "give a list", key)
        for key in (SEATS, UNITS):
            for number, item in enumerate(table.get(key, [])):
                require(isinstance(item, Mapping), f"give a table, not {shown(item)}", f"{key}[{number}]")
        require(isinstance(table.get("story", {}), Mapping), HEAD["story"], "story")
        _at("seed", lambda: whole(table.get("seed", 0)))
        _at("length", lambda: whole(table.get("length", 0)))
        return cls(
            scenario if isinstance(scenario, str) else dict(scenario),
            table.get("go", "A"),
            [dict(seat) for seat in table.get(SEATS, [])],
            [dict(unit) for unit in table.get(UNITS, [])],
            {key: value for key, value in table.items() if key not in HEAD},
            list(table.get("answers", [])),
            list(table.get("dice", [])),
            table.get("seed", 0),
            ground if isinstance(ground, str) else dict(ground),
            dict(table.get("story", {})),
            table.get("length"),
        )

    def table(self) -> dict[str, Any]:
        """The inverse of `of`; what is empty is left out."""
        more = {
            "story": self.story,
            "answers": self.answers,
            "dice": self.dice,
            "seed": self.seed,
            SEATS: self.seats,
            UNITS: self.units,
        }
        kept = {key: value for key, value in more.items() if value}
        where: dict[str, Any] = {"map": self.map} if self.map else {"scenario": self.scenario}
        where |= {} if self.length is None else {"length": self.length}
        told: dict[str, Any] = with_dashes({**where, "go": self.go, **self.battle, **kept})
        return told

    @property
    def unit(self) -> str:
        """The unit whose activation has begun, '' if none has."""
        return "" if self.seat is not None or self.go in (BEGIN, END, ROLL, SETUP) else str(self.go)

    def number(self, key: str, usual: int) -> int:
        """A whole number among the rulebook's own keys. Wrong, with its place, for what is none."""
        found: int = _at(key, lambda: whole(self.battle.get(key, usual)))
        return found

    @property
    def seat(self) -> int | None:
        """The seat that is to act; None if it is a unit, whose activation has begun, or all have acted."""
        if isinstance(self.go, int):
            return self.go
        return SEAT_LETTERS.find(self.go) if len(self.go) == 1 and self.go in SEAT_LETTERS else None


def _at(place: str, work: Callable[[], Any]) -> Any:
    """What `work` gives; what is Wrong is Wrong at this place."""
    try:
        return work()
    except Wrong as wrong:
        raise wrong.inside(place) from None


def seat_of(unit_id: str) -> int:
    """The seat to which a unit of this id belongs; -1 for none."""
    return SEAT_LETTERS.find(unit_id[:1].upper()) if unit_id else -1


def whose_words(go: str, sides: Sequence[str], units: Mapping[str, str], called: str) -> str:
    """Who is to act, as a list of the editor and a page have it; '' where that cannot be said.

    `sides` and `units` (by their ids) are what they are called, `called` what a round is.
    """
    if go == ROLL:
        return "The dice for who goes first come next"
    if go in (BEGIN, END):
        return f"The {called} begins" if go == BEGIN else f"All have acted: what ends the {called} comes next"
    if len(go) == 1 and 0 <= (seat := SEAT_LETTERS.find(go)) < len(sides):
        return f"{go}  {sides[seat]} chooses"
    return f"{go}  {units.get(go, '')}: its activation has begun" if go else ""
