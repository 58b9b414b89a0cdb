"""What the scenario files of Army Men may say."""

from __future__ import annotations

from tabletop_tui.rulebook.scenario_form import MAP, NAME, SUMMARY, Key, ScenarioForm
from tabletop_tui.rules.armymen.files.file_formats import BOOK_ROUNDS
from tabletop_tui.rules.armymen.files.force_composition import BOOK_POINTS
from tabletop_tui.rules.armymen.forms.scenario_layout import laid

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
