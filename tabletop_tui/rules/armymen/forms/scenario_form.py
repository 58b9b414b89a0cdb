"""What the scenario files of Army Men may say, and what such a scenario lays on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import MAP, NAME, SUMMARY, Key, Laid, ScenarioForm
from tabletop_tui.rules.armymen.files.file_formats import BOOK_ROUNDS
from tabletop_tui.rules.armymen.files.force_composition import BOOK_POINTS
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


FORM = ScenarioForm(
    (
        NAME,
        SUMMARY,
        MAP,
        Key(
            "points",
            "Points",
            "whole",
            "What each army may cost.",
            BOOK_POINTS,
            ("AMC-PREP-3",),
            least=50,
            part="sides",
        ),
        Key("forces", "Forces", "forces", "The army that each side is offered first.", [], part="sides"),
        Key(
            "rounds", "Rounds", "whole", "After so many it is counted.", BOOK_ROUNDS, ("AMC-PREP-10",), least=1, most=20
        ),
    ),
    laid,
    length="rounds",
)
