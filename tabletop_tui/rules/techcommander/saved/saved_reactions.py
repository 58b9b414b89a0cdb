"""What saved games call the steps of reactions, statuses and rallied groups."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander.aiming import digging_in, returns
from tabletop_tui.rules.techcommander.anytime import grouping
from tabletop_tui.rules.techcommander.groups import group_moves, rallied_fire
from tabletop_tui.rules.techcommander.state import infiltration
from tabletop_tui.rules.techcommander.turn import goes
from tabletop_tui.rules.techcommander.unit_actions import ambush, scanning
from tabletop_tui.rules.techcommander.watching import coverage, covering_fire, sentries
from tabletop_tui.rules.techcommander.ways import pivoting

SAVED: tuple[Saved, ...] = (
    Saved(ambush.ChooseAmbushMove, "choose ambush move", "unit share enemy"),
    Saved(ambush.ChooseAmbushed, "choose ambushed", "unit hidden"),
    Saved(ambush.ReactToAmbush, "react to ambush", "unit target hidden"),
    Saved(ambush.ReturnAmbush, "return ambush", "unit target"),
    Saved(coverage.Entry, "entry", "at kind watcher mover copies"),
    Saved(covering_fire.Cover, "cover", "seat entries later gone passed used"),
    Saved(digging_in.Declare, "declare dug in", "units"),
    Saved(digging_in.DigIn, "dig in", "unit"),
    Saved(pivoting.ChooseFacing, "choose facing", "unit"),
    Saved(goes.ChooseParts, "choose parts", "units"),
    Saved(group_moves.ChooseGroupMove, "choose group move", "units share"),
    Saved(grouping.ChooseGroups, "choose groups", "seat"),
    Saved(grouping.ChooseTurned, "choose turned", "seat"),
    Saved(grouping.Part, "part", "acts scans comes"),
    Saved(rallied_fire.Assault, "assault", "units enemies"),
    Saved(rallied_fire.ChooseAssaulted, "choose assaulted", "units"),
    Saved(rallied_fire.ChooseRallyTarget, "choose rally target", "units"),
    Saved(rallied_fire.FreeShot, "free shot", "unit"),
    Saved(infiltration.Stealth, "stealth", "unit"),
    Saved(covering_fire.PostUp, "post up", "unit"),
    Saved(covering_fire.ReadyUp, "ready up", "unit"),
    Saved(scanning.Scan, "scan", "units"),
    Saved(sentries.LetCome, "let come", "watcher mover at"),
    Saved(sentries.RigToFire, "rig to fire", "unit"),
    Saved(returns.ReturnFire, "return fire", "unit target passed used"),
)
