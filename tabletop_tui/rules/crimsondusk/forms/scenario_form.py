"""What the scenario files of Crimson Dusk may say. All of it is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.rulebook.scenario_form import MAP, NAME, SUMMARY, Choice, Key, ScenarioForm
from tabletop_tui.rules.crimsondusk.forms.scenario_layout import STRIP, laid
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS

OURS = ("CD-TURN-3",)
MISSIONS = (
    Choice("clash", "Who destroys more wins."),
    Choice("crossroads", "Places to hold, each a goal."),
    Choice("assassinate", "Both hunt the leader of the other."),
    Choice("hold-house", "A building to hold."),
    Choice("convoy", "The vehicles of Red have to get through."),
    Choice("last-stand", "Red stands in the middle."),
)


def houses(data: Mapping[str, Any]) -> list[Choice]:
    """The buildings with a name, one of which may be fought for."""
    named = [piece for piece in data["table"].get("pieces", ()) if piece.get("name")]
    return [Choice(piece["name"], piece["kind"]) for piece in named if KINDS[piece["kind"]].building]


FORM = ScenarioForm(
    (
        NAME,
        SUMMARY,
        Key("mission", "Mission", "choice", "What is fought for.", "clash", OURS, MISSIONS, part="what"),
        MAP,
        Key("points", "Points", "whole", "What each force may cost.", 275, ("CD-PTS-1",), least=10, part="sides"),
        Key(
            "limits",
            "Points of each",
            "each seat",
            "Where they differ: those of each side.",
            [],
            OURS,
            least=10,
            part="sides",
        ),
        Key("forces", "Forces", "forces", "The force that each side is offered first.", [], part="sides"),
        Key(
            "strip",
            "Strip",
            "number",
            "How deep the strips are in which both begin.",
            STRIP,
            OURS,
            least=4,
            most=72,
            part="table",
        ),
        Key(
            *("goal", "Goals", "named places", "The places to hold, each with a name.", [], OURS),
            only=("mission", ("crossroads",)),
        ),
        Key(
            *("house", "House", "piece", "The building to hold, by its name.", "", OURS),
            only=("mission", ("hold-house",)),
        ),
        Key("turns", "Turns", "whole", "After so many it ends.", 8, OURS, least=1, most=30),
    ),
    laid,
    houses,
)
