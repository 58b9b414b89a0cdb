"""What saved games call the steps of setting up, of turns and of the kinds of games."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander.deployment import deployment, hot_drops
from tabletop_tui.rules.techcommander.turn import concede, setup, turn
from tabletop_tui.rules.techcommander.victory import objectives, raid, victory

SAVED: tuple[Saved, ...] = (
    Saved(concede.AskAnew, "ask anew"),
    Saved(deployment.ChooseDeployed, "choose deployed", "seat rolled again"),
    Saved(deployment.ChooseRide, "choose ride", "seat"),
    Saved(deployment.ChooseHidden, "choose hidden", "seat"),
    Saved(deployment.Content, "content", "seat rolled"),
    Saved(deployment.Deploying, "deploying", "rolled"),
    Saved(deployment.PlaceUnit, "place unit", "unit far"),
    Saved(deployment.RollDrops, "roll drops"),
    Saved(hot_drops.AnnounceDrops, "announce drops", "seat"),
    Saved(objectives.DiceForAttacker, "dice for attacker"),
    Saved(objectives.DrawObjectives, "draw objectives"),
    Saved(objectives.ScatterTokens, "scatter tokens"),
    Saved(raid.ChoosePoint, "choose point", "seat"),
    Saved(raid.DropFromPoints, "drop from points"),
    Saved(setup.SetUp, "set up"),
    Saved(turn.Arrive, "arrive"),
    Saved(turn.BeginTurn, "begin turn"),
    Saved(turn.FillPurses, "fill purses"),
    Saved(turn.Remove, "remove", "unit"),
    Saved(turn.Reset, "reset"),
    Saved(turn.ResolveDamage, "resolve damage"),
    Saved(victory.EndTurn, "end turn"),
)
