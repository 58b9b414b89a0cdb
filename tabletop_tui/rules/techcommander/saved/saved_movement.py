"""What saved games call the steps of movement, of carriers and of collapses."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander.close_combat import death_from_above, overrun_actions, ramming, trampling
from tabletop_tui.rules.techcommander.moving import movement, moving_into_contact, overrunning
from tabletop_tui.rules.techcommander.passengers import boarding, crews, evacuation, loading, looting
from tabletop_tui.rules.techcommander.unit_actions import jump_shots
from tabletop_tui.rules.techcommander.watching import hatches
from tabletop_tui.rules.techcommander.ways import carriers, collapse, dodging, falling, landing

SAVED: tuple[Saved, ...] = (
    Saved(boarding.Boards, "boards", "unit host crewing back"),
    Saved(boarding.ChooseBoarded, "choose boarded", "unit own"),
    Saved(boarding.MayReturn, "may return", "unit host"),
    Saved(carriers.PlaceBeside, "place beside", "unit spot keep on inside"),
    Saved(crews.LoseAboard, "lose aboard", "unit"),
    Saved(crews.PutSurvivorsDown, "put survivors down", "unit spot keep on"),
    Saved(crews.RollSurvivors, "roll survivors", "unit"),
    Saved(crews.SettleSurvivor, "settle survivor", "unit spot keep on"),
    Saved(crews.TrySurvivors, "try survivors", "unit"),
    Saved(death_from_above.ChooseCrushed, "choose crushed", "unit"),
    Saved(death_from_above.Crash, "crash", "unit target"),
    Saved(evacuation.Evacuate, "evacuate", "unit"),
    Saved(hatches.FireFromHatch, "fire from hatch", "host passed used"),
    Saved(hatches.HatchFired, "hatch fired", "unit"),
    Saved(jump_shots.ChooseHeight, "choose height", "unit start"),
    Saved(jump_shots.NoteFoot, "note foot", "unit"),
    Saved(loading.AfterOffload, "after offload", "unit"),
    Saved(loading.ChooseLoaded, "choose loaded", "unit"),
    Saved(loading.ChooseOffloaded, "choose offloaded", "unit"),
    Saved(loading.ChooseOrder, "choose order", "unit kind"),
    Saved(loading.CrewGetsOff, "crew gets off", "host"),
    Saved(loading.GetIn, "get in", "unit host crewing"),
    Saved(looting.ChooseLooted, "choose looted", "unit"),
    Saved(looting.Drop, "drop", "unit copy"),
    Saved(looting.EndLoot, "end loot", "target"),
    Saved(looting.Exchange, "exchange", "unit target"),
    Saved(looting.Loot, "loot", "unit target"),
    Saved(looting.Take, "take", "unit target copy"),
    Saved(moving_into_contact.ChooseContact, "choose contact", "unit target rule"),
    Saved(overrun_actions.ChooseOverrun, "choose overrun", "unit"),
    Saved(overrunning.RunOver, "run over", "unit by"),
    Saved(ramming.ChooseRammed, "choose rammed", "unit"),
    Saved(ramming.Ram, "ram", "unit target"),
    Saved(loading.HalfMoved, "half moved", "unit moved"),
    Saved(trampling.ChooseTrampled, "choose trampled", "unit"),
    Saved(trampling.ChooseTramplePlace, "choose trample place", "unit group"),
    Saved(trampling.ChooseVictim, "choose victim", "unit group done"),
    Saved(trampling.Trampled, "trampled", "unit by"),
    Saved(collapse.Collapse, "collapse", "piece seat by"),
    Saved(collapse.Crush, "crush", "unit piece seat by"),
    Saved(dodging.Dodge, "dodge", "unit danger why failed clear passed used"),
    Saved(dodging.RollDodge, "roll dodge", "unit danger why failed clear"),
    Saved(dodging.ChooseDodge, "choose dodge", "unit danger why clear"),
    Saved(falling.Fall, "fall", "unit seat by dodged danger"),
    Saved(falling.GoOver, "go over", "unit on height"),
    Saved(falling.Impact, "impact", "unit height seat by"),
    Saved(landing.ChooseLanding, "choose landing", "unit reach on"),
    Saved(landing.Land, "land", "unit"),
    Saved(movement.ChooseMove, "choose move", "unit share"),
    Saved(movement.March, "march", "unit tracks units facings on done heard length"),
)
