"""What saved games call the steps of reactions, statuses and rallied groups."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    ambush,
    coverage,
    covering_fire,
    digging_in,
    facing,
    goes,
    group_moves,
    grouping,
    infiltration,
    parts,
    posting,
    rallied_fire,
    readying,
    returns,
    scanning,
    sentries,
)

SAVED: tuple[Saved, ...] = (
    Saved(ambush.ChooseAmbushMove, "choose ambush move", "unit share enemy"),
    Saved(ambush.ChooseAmbushed, "choose ambushed", "unit hidden"),
    Saved(ambush.ReactToAmbush, "react to ambush", "unit target hidden"),
    Saved(ambush.ReturnAmbush, "return ambush", "unit target"),
    Saved(coverage.Entry, "entry", "at kind watcher mover copies"),
    Saved(covering_fire.Cover, "cover", "seat entries later gone passed used"),
    Saved(digging_in.Declare, "declare dug in", "units"),
    Saved(digging_in.DigIn, "dig in", "unit"),
    Saved(facing.ChooseFacing, "choose facing", "unit"),
    Saved(goes.ChooseParts, "choose parts", "units"),
    Saved(group_moves.ChooseGroupMove, "choose group move", "units share"),
    Saved(grouping.ChooseGroups, "choose groups", "seat"),
    Saved(grouping.ChooseTurned, "choose turned", "seat"),
    Saved(parts.Part, "part", "acts scans comes"),
    Saved(rallied_fire.Assault, "assault", "units enemies"),
    Saved(rallied_fire.ChooseAssaulted, "choose assaulted", "units"),
    Saved(rallied_fire.ChooseRallyTarget, "choose rally target", "units"),
    Saved(rallied_fire.FreeShot, "free shot", "unit"),
    Saved(infiltration.Stealth, "stealth", "unit"),
    Saved(posting.PostUp, "post up", "unit"),
    Saved(readying.ReadyUp, "ready up", "unit"),
    Saved(scanning.Scan, "scan", "units"),
    Saved(sentries.LetCome, "let come", "watcher mover at"),
    Saved(sentries.RigToFire, "rig to fire", "unit"),
    Saved(returns.ReturnFire, "return fire", "unit target passed used"),
)
