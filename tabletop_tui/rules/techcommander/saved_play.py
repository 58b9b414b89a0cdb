"""What saved games call the steps of setting up, of turns and of the kinds of games."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    concede,
    setup,
    turn,
    victory,
)

SAVED: tuple[Saved, ...] = (
    Saved(concede.AskAnew, "ask anew"),
    Saved(setup.ChooseDeployed, "choose deployed", "seat"),
    Saved(setup.Deploy, "deploy", "seat"),
    Saved(setup.PlaceUnit, "place unit", "unit"),
    Saved(setup.SetUp, "set up"),
    Saved(turn.Arrive, "arrive"),
    Saved(turn.BeginTurn, "begin turn"),
    Saved(turn.FillPurses, "fill purses"),
    Saved(turn.Remove, "remove", "unit"),
    Saved(turn.Reset, "reset"),
    Saved(turn.ResolveDamage, "resolve damage"),
    Saved(victory.EndTurn, "end turn"),
)
