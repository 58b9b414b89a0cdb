"""What the scenario files of TechCommander may say."""

from __future__ import annotations

from tabletop_tui.rulebook.scenario_form import MAP, NAME, SUMMARY, Choice, Key, ScenarioForm
from tabletop_tui.rules.techcommander.forms.scenario_layout import laid

GAMES = (
    Choice("skirmish", "Forces are agreed on; four actions a turn.", "TC-GAME-1"),
    Choice("deathmatch", "Units spawn from a pool; points decide.", "TC-GAME-3"),
)
MISSIONS = (
    Choice("elimination", "The field is whose units are left.", "TC-SCEN-1"),
    Choice("raid", "The attacker drops from two points.", "TC-SCEN-3"),
    Choice("recon", "Tokens to stand at, turn by turn.", "TC-SCEN-5"),
    Choice("control", "Key points to hold.", "TC-SCEN-8"),
    Choice("invasion", "Pieces of terrain to destroy.", "TC-SCEN-10"),
)
SKIRMISH, DEATHMATCH = ("game", ("skirmish",)), ("game", ("deathmatch",))
FORM = ScenarioForm(
    (
        NAME,
        SUMMARY,
        Key(
            "game", "Game", "choice", "Which kind of game.", "skirmish", ("TC-GAME-1", "TC-GAME-3"), GAMES, part="what"
        ),
        Key(
            *("missions", "Missions", "choices", "What is fought for; several are a hybrid.", ["elimination"]),
            *(("TC-SCEN-12",), MISSIONS),
            only=SKIRMISH,
            part="what",
        ),
        MAP,
        Key("seats", "Seats", "whole", "How many players.", 2, ("TC-DM-2",), least=2, most=6, part="sides"),
        Key(
            "teams",
            "Teams",
            "teams",
            "Who plays with whom; left out, each for himself.",
            [],
            ("TC-DM-7",),
            part="sides",
        ),
        Key("forces", "Forces", "forces", "The force that each side is offered first.", [], part="sides"),
        Key("turns", "Turns", "whole", "After so many the time is up.", 6, ("TC-SCEN-13",), least=1, most=30),
        Key(
            "limit",
            "AC of a force",
            "whole",
            "What each force may total.",
            12,
            ("TC-GAME-2",),
            least=1,
            most=99,
            only=SKIRMISH,
            part="sides",
        ),
        Key(
            *("attacker", "Attacker", "seat", "Who attacks; nobody: dice decide.", 0, ("TC-SCEN-3", "TC-SCEN-10")),
            only=("missions", ("raid", "invasion")),
        ),
        Key(
            "tokens",
            "Tokens",
            "whole",
            "How many recon tokens.",
            4,
            ("TC-SCEN-5",),
            most=20,
            only=("missions", ("recon",)),
        ),
        Key(
            *("objectives", "Objectives", "whole", "How many pieces are to be destroyed.", 3, ("TC-SCEN-10",)),
            most=20,
            only=("missions", ("invasion",)),
        ),
        Key("hot_drops", "Hot drops", "truth", "Whether units may drop.", True, ("TC-HOT-1",), only=SKIRMISH),
        Key(
            "large",
            "Large table",
            "truth",
            "Two dice say how far away a drop lands.",
            False,
            ("TC-HOT-5",),
            only=SKIRMISH,
        ),
        Key(
            "cap",
            "Cap",
            "whole",
            "The cap at the start.",
            3,
            ("TC-DM-4",),
            least=1,
            most=20,
            only=DEATHMATCH,
            part="sides",
        ),
        Key(
            "most_cap",
            "Highest cap",
            "whole",
            "What it may grow to.",
            8,
            ("TC-DM-12",),
            least=1,
            most=40,
            only=DEATHMATCH,
            part="sides",
        ),
        Key(
            "stock",
            "Chips",
            "whole",
            "Kill and death chips for each player.",
            12,
            ("TC-DMEND-1",),
            least=1,
            most=99,
            only=DEATHMATCH,
            part="sides",
        ),
        Key(
            *("spawns", "Own starts", "numbers of teams", "For each team the numbers of its starts.", []),
            *(("TC-SPAWN-4",),),
            only=DEATHMATCH,
        ),
        Key(
            "advanced",
            "Advanced skulls",
            "truth",
            "Which table of skulls is used.",
            False,
            ("TC-SKULL-7",),
            only=DEATHMATCH,
        ),
        Key(
            "requisition",
            "Requisition",
            "truth",
            "Whether help may come by chance.",
            False,
            ("TC-PERK-12",),
            only=DEATHMATCH,
        ),
    ),
    laid,
)
