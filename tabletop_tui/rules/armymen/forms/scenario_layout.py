"""What a scenario of Army Men lays on the table: where sides begin, and what is fought for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import Laid
from tabletop_tui.rules.armymen.ways.deploy_field import STRIP
from tabletop_tui.table.polygons import box_corners


def laid(data: Mapping[str, Any]) -> list[Laid]:
    """The strips along the four edges: whoever wins the roll-off picks one, and the other gets the opposite one."""
    width, height = data["table"]["width"], data["table"]["height"]
    boxes = {
        "north": (0.0, 0.0, width, STRIP),
        "south": (0.0, height - STRIP, width, height),
        "west": (0.0, 0.0, STRIP, height),
        "east": (width - STRIP, 0.0, width, height),
    }
    says = f"A deployment zone to choose, {STRIP:g} in deep (AMC-PREP-9)."
    return [Laid(f"{edge.capitalize()} zone", says, points=box_corners(box)) for edge, box in boxes.items()]
