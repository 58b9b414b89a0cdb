"""What a scenario of PMC 2640 lays on the table: where sides begin, and what is fought for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import Laid
from tabletop_tui.rules.pmc2640.moving.reserves import EDGE_DEPTH
from tabletop_tui.table.polygons import box_corners


def laid(data: Mapping[str, Any]) -> list[Laid]:
    """The edges that units arrive at, and what is fought for."""
    table = data["table"]
    width, height = table["width"], table["height"]
    says = f"Units arrive within {EDGE_DEPTH} in of their edge (PMC-FIND-2)."
    found = [
        Laid("North edge", says, points=box_corners((0.0, 0.0, width, float(EDGE_DEPTH)))),
        Laid("South edge", says, points=box_corners((0.0, height - EDGE_DEPTH, width, height))),
    ]
    name = "Objective" if data["type"] == "capture" else "Location"
    for number, spot in enumerate(table.get("locations", ()), 1):
        found.append(Laid(f"{name} {number}" if name == "Location" else name, points=(tuple(spot),)))
    target = data.get("target", "")
    for piece in table.get("pieces", ()):
        if target and piece["id"] == target:
            found.append(Laid("Target", "The building that is to fall (PMC-OBJ-6).", 1, points=_corners(piece)))
    return found


def _corners(piece: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in piece["points"])
