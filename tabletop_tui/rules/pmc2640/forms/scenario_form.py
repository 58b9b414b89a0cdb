"""What the scenario files of PMC 2640 may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import MAP, NAME, SUMMARY, Choice, Key, ScenarioForm
from tabletop_tui.rules.pmc2640.files.validation import MOST_PRIORITY, MOST_UNITS
from tabletop_tui.rules.pmc2640.forms.scenario_layout import laid
from tabletop_tui.rules.pmc2640.state.scenario import FIRST_LATE_TURN, LAST_SURE_TURN, LATE_TURNS
from tabletop_tui.rules.pmc2640.state.terrain import KINDS

TYPES = (
    Choice("find-and-secure", "Three locations, of which one is true; who holds that wins.", "PMC-FIND-1"),
    Choice("capture", "One objective to hold at the end.", "PMC-OBJ-4"),
    Choice("destroy", "Red attacks a building, Blue defends it.", "PMC-OBJ-6"),
)
GENERATORS = (
    Choice("", "The terrain of the map alone."),
    Choice("wasteland", "Terrain is rolled for when the game begins.", "PMC-SETUP-3"),
)


def buildings(data: Mapping[str, Any]) -> list[Choice]:
    """The buildings on the map, one of which may be the target."""
    pieces = data["table"].get("pieces", ())
    return [
        Choice(piece["id"], piece.get("name", "") or KINDS[piece["kind"]].name)
        for piece in pieces
        if KINDS[piece["kind"]].category == "building"
    ]


RESERVES = "PMC-RES-1", "PMC-FIND-3"
OWN_TYPES = "type", ("capture", "destroy")
FORM = ScenarioForm(
    (
        NAME,
        SUMMARY,
        Key("type", "Type", "choice", "What is fought for.", None, ("PMC-OBJ-1",), TYPES, part="what"),
        MAP,
        Key(
            *("generator", "Terrain", "choice", "Whether terrain is rolled for besides.", "", ("PMC-SETUP-2",)),
            choices=GENERATORS,
            part="table",
        ),
        Key(
            *("priority", "Priority", "whole", "How large the battle is: armies are limited by it.", 1),
            *(("PMC-ARMY-4", "PMC-SETUP-1"),),
            least=1,
            most=MOST_PRIORITY,
            part="sides",
        ),
        Key("forces", "Forces", "forces", "The army that each side is offered first.", [], part="sides"),
        Key(
            *(
                "objective",
                "Objective",
                "place",
                "Where it lies; left out, as near the middle as it can.",
                [],
                ("PMC-OBJ-4",),
            ),
            only=("type", ("capture",)),
        ),
        Key(
            *("target", "Target", "piece", "The building that Red attacks.", "", ("PMC-OBJ-6",)),
            only=("type", ("destroy",)),
        ),
        Key(
            *("turns", "Turns", "whole", "After so many a die may end it.", LAST_SURE_TURN, ("PMC-FIND-8",)),
            least=1,
            most=99,
        ),
        Key(
            *("late", "Reserves from", "whole", "The first turn in which the second half may arrive."),
            *(FIRST_LATE_TURN, RESERVES),
            only=OWN_TYPES,
            least=2,
            most=99,
        ),
        Key(
            *("every", "Reserves every", "whole", "So many turns from one arrival to the next.", LATE_TURNS, RESERVES),
            only=OWN_TYPES,
            least=1,
            most=99,
        ),
        Key(
            *("arrivals", "Reserves at once", "whole", "So many units a side at most; 0: as many as the Priority."),
            *(0, RESERVES),
            only=OWN_TYPES,
            least=0,
            most=MOST_UNITS,
        ),
    ),
    laid,
    buildings,
)
