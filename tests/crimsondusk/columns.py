"""Two forces with all six vehicles, for whole games."""

from __future__ import annotations

from typing import Any

from tabletop_tui.rules.crimsondusk.files.file_formats import ForceFile, ModelTable, SectionTable, VehicleTable
from tabletop_tui.rules.crimsondusk.files.loader import BOOK
from tabletop_tui.rules.crimsondusk.files.validation import plain
from tests.crimsondusk.build import stock


def squad(name: str, count: int, *weapons: str, **changes: Any) -> SectionTable:
    return SectionTable(name, (ModelTable(count, weapons),), **changes)


COLUMN = ForceFile(
    "crimsondusk",
    "force",
    "Column",
    (squad("Rifles", 6, "assault-rifle", armour="flak"), squad("Anti-tank team", 4, "rpg", armour="flak")),
    "",
    (
        VehicleTable("Tank", "tank", ("tank-gun", "lmg"), traits={"stabilisers": 1}),
        VehicleTable("Carrier", "apc", ("lmg",), arms=("pistol",)),
        VehicleTable("Racer", "racing-car"),
    ),
)
HORDE = ForceFile(
    "crimsondusk",
    "force",
    "Horde",
    (
        squad("Gang", 8, "smg", quality="Ir"),
        squad("Rocketeers", 5, "rpg", quality="Ir"),
        SectionTable("Boss", (ModelTable(1, ("smg",)),), "Vt", personality=True, cb=1),
    ),
    "",
    (
        VehicleTable("Truck", "truck", ("lmg",), "Ir", arms=("pistol",)),
        VehicleTable("Car", "car", ("lmg",), "Ir"),
        VehicleTable("Biker", "bike", (), "Ir", arms=("pistol",)),
    ),
)


def force(file: ForceFile) -> Any:
    """A force as a set-up holds it."""
    return plain().unstructure(BOOK.compose(file, stock()))
