"""The files of PMC 2640: what each kind holds, and the words in which special rules and shapes are written."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, dist
from re import fullmatch
from typing import Any, Literal

from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.files.validation import Wrong, one_of, shown
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.files.validation import CHECKS, LONGEST_WALL, PIECE_KINDS, check_unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.state.profiles import COUNTED, SPECIAL, UnitType
from tabletop_tui.rules.pmc2640.state.scenario import FIRST_LATE_TURN, LAST_SURE_TURN, LATE_TURNS, ScenarioType
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.skirmish.map_files import PieceShape
from tabletop_tui.table.bases import Spot, Spots

SYSTEM = "pmc2640"


# ---------------------------------------------------------------- catalogues
@frozen
class UnitTable:
    """One line of the army list as a file writes it."""

    id: str
    name: str
    tier: int
    size: int
    move: int
    firepower: int
    range: int
    defence: int
    assault: int
    morale: int = 0
    structure: int = 0
    """What a vehicle has in place of Morale (PMC-VEH-1)."""
    turn: int = 0
    """What a turn costs a vehicle: the number in brackets beside its Move (PMC-VEH-5)."""
    special: tuple[str, ...] = ()
    most: int = 0

    def unit(self) -> UnitType:
        rules: dict[str, Any] = {}
        for number, words in enumerate(self.special):
            try:
                key, value = special_rule(words)
            except Wrong as wrong:
                raise wrong.inside(f"special[{number}]") from None
            if key in rules:
                raise Wrong(f"{shown(words)} is here twice", f"special[{number}]")
            rules[key] = value
        has, has_not = ("structure", "morale") if "vehicle" in rules else ("morale", "structure")
        if not getattr(self, has) or getattr(self, has_not):
            what = "a vehicle" if "vehicle" in rules else "infantry"
            raise Wrong(f"{what} has {has} and no {has_not}", has)
        unit = UnitType(
            **{key: getattr(self, key) for key in PLAIN},
            morale=getattr(self, has),
            turn_cost=self.turn,
            **rules,
        )
        check_unit(unit)
        return unit


PLAIN = ("id", "name", "tier", "size", "move", "firepower", "range", "defence", "assault", "most")


def special_rule(words: str) -> tuple[str, int | bool]:
    """A special rule from the words of the army list: the attribute of UnitType, and its value."""
    if words in SPECIAL:
        return SPECIAL[words], True
    for name, key in COUNTED.items():
        before, after = name.split("{}")
        if words.startswith(before.split(" (")[0]):
            digits = words.removeprefix(before).removesuffix(after)
            if name.format(digits) != words or not fullmatch("[1-9][0-9]?", digits):
                raise Wrong(f"give its number, as in {name.format(12)!r}, not {shown(words)}")
            return key, int(digits)
    raise one_of(words, (*SPECIAL, *(name.format("X") for name in COUNTED)), "special rule")


@frozen
class CatalogueFile:
    """Lines of the army list, each a [[unit]]."""

    system: str
    kind: str
    unit: tuple[UnitType, ...] = ()


@frozen
class ArmyFile:
    """An army: how many of each unit."""

    system: str
    kind: str
    name: str
    units: dict[str, int]
    priority: int = 1
    summary: str = ""


# ---------------------------------------------------------------- maps
@frozen
class PieceTable(PieceShape):
    """A piece of terrain as a file writes it, with an id where it has one of its own."""

    id: str = ""

    def parts(self, number: int) -> list[MapPiece]:
        """The piece, or the sections of a wall, of at most 6 in each."""
        if self.kind not in PIECE_KINDS:
            raise one_of(self.kind, PIECE_KINDS, "kind").inside("kind")
        corners = self.corners
        name = self.id or f"t{number + 1}"
        if KINDS[self.kind].category != "linear":
            return [MapPiece(name, self.kind, corners, self.name)]
        if len(self.points) < 2:
            raise Wrong("a wall has at least 2 points", "points")
        walls = sections(self.points)
        if len(walls) == 1:
            return [MapPiece(name, self.kind, walls[0], self.name)]
        return [MapPiece(f"{name}-{part}", self.kind, wall, self.name) for part, wall in enumerate(walls, 1)]


def sections(points: Spots) -> list[Spots]:
    """A wall through these points in straight sections, none longer than 6 in."""
    found: list[Spots] = []
    for a, b in pairwise(points):
        count = max(1, ceil(dist(a, b) / LONGEST_WALL - 1e-9))
        stops: list[Spot] = [
            (round(a[0] + (b[0] - a[0]) * stop / count, 2), round(a[1] + (b[1] - a[1]) * stop / count, 2))
            for stop in range(count + 1)
        ]
        found += list(pairwise(stops))
    return found


@frozen
class MapFile:
    """A table with its terrain, each a [[piece]], in inches; x runs to the east, y to the south."""

    system: str
    kind: str
    name: str
    width: float
    height: float
    piece: tuple[PieceTable, ...] = ()
    locations: Spots = ()
    """Where the objective of Find and secure may be (PMC-FIND-1)."""
    summary: str = ""


# ---------------------------------------------------------------- scenarios
@frozen
class ScenarioFile:
    """A scenario; seats are counted from 1."""

    system: str
    kind: str
    name: str
    type: ScenarioType
    map: str
    summary: str = ""
    priority: int = 1
    forces: tuple[str, ...] = ()
    """The army that each seat is offered first."""
    generator: Literal["", "wasteland"] = ""
    turns: int = LAST_SURE_TURN
    late: int = FIRST_LATE_TURN
    every: int = LATE_TURNS
    arrivals: int = 0
    """When later reserves come, and how many, in scenarios other than the book's; 0: as many as the Priority."""
    objective: Spot | None = None
    """Capture only: where the objective lies; if left out, as near to the middle of the table as it can."""
    target: str = ""
    """Destroy only: the building that seat 1 attacks and seat 2 defends."""
    moment: tuple[dict[str, Any], ...] = ()
    """What is told with it (`rulebook/scenario_script_files.py`)."""


KINDS_OF_FILE: dict[str, type] = {
    "catalogue": CatalogueFile,
    "army": ArmyFile,
    "map": MapFile,
    "scenario": ScenarioFile,
}


def _reader() -> Strict:
    conv = Strict(CHECKS)
    conv.register_structure_hook(UnitType, lambda value, _: conv.structure(value, UnitTable).unit())
    return conv


LIBRARY = Library(SYSTEM, KINDS_OF_FILE, _reader)
