"""What the scenario files of MECHCOM may say."""

from __future__ import annotations

from tabletop_tui.rulebook.scenario_form import MAP, NAME, SUMMARY, Choice, Key, ScenarioForm
from tabletop_tui.rulebook.stalemate import MOST_ROUNDS, ROUNDS
from tabletop_tui.rules.mechcom.forms.scenario_layout import laid

TYPES = (
    Choice("deathmatch", "The last player with models left wins.", "MC-DM-1"),
    Choice("capture-the-flag", "Each has a Flag; who brings the other's home scores.", "MC-CTF-1"),
    Choice("control-zone", "Six rounds for the zone around the Objective.", "MC-CZ-1"),
)
ZONE = ("type", ("control-zone",))
AFTER = "Where there is no last round: after so many in which nothing happens; 0: never."
FORM = ScenarioForm(
    (
        NAME,
        SUMMARY,
        Key("type", "Type", "choice", "What is played for.", None, ("MC-SCEN-1",), TYPES, part="what"),
        MAP,
        Key(
            "budget",
            "Budget",
            "whole",
            "The points that each squad may cost.",
            1000,
            ("MC-ARMY-1",),
            least=1,
            part="sides",
        ),
        Key("seats", "Seats", "whole", "How many players.", 2, ("MC-SCEN-3",), least=2, most=6, part="sides"),
        Key(
            "teams",
            "Teams",
            "teams",
            "Who plays with whom; left out, each for himself.",
            [],
            ("MC-SCEN-3",),
            part="sides",
        ),
        Key("forces", "Forces", "forces", "The squad that each side is offered first.", [], part="sides"),
        Key("objective", "Objective", "place", "Its hex; left out, the centre.", "", ("MC-CZ-1",), only=ZONE),
        Key("defender", "Defender", "seat", "Who begins in the zone, if anybody does.", 0, ("MC-CZ-4",), only=ZONE),
        Key("rounds", "Rounds", "whole", "The last round; 0: as the rulebook has it.", 0, ("MC-CZ-3",), most=99),
        Key("stalemate", "Draw offered", "whole", AFTER, ROUNDS, ("MC-OURS-1",), most=MOST_ROUNDS),
    ),
    laid,
    length="rounds",
)
