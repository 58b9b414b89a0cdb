"""What saved games of PMC 2640 call their parts. An id stays where a class or attribute is renamed, moved or split.

An id that is taken away, or gets another meaning, wants the `version` of the System raised.
"""

from __future__ import annotations

from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.rules.pmc2640.assault import assault
from tabletop_tui.rules.pmc2640.damage import damage
from tabletop_tui.rules.pmc2640.moving import movement, reserves
from tabletop_tui.rules.pmc2640.orders import special_actions
from tabletop_tui.rules.pmc2640.shooting import shooting, shooting_targets
from tabletop_tui.rules.pmc2640.state import battle
from tabletop_tui.rules.pmc2640.turn import activation, morale, setup, terrain_generator, turn

NAMES = Names(
    __package__ or __name__,
    Saved(
        battle.Unit,
        "unit",
        "id seat models left facing suppression damage activated shot-by reserve building fate",
        unsaved="type",
    ),
    Saved(
        battle.Battle,
        "battle",
        "turn phase first edges in-a-row done arriving active reacted contested destroyed rubble locations wrecks",
        unsaved="table scenario armies seat_names units",
    ),
    Saved(assault.ChooseAssaulted, "choose assaulted", "unit"),
    Saved(assault.React, "react", "attacker target near"),
    Saved(assault.ChooseReaction, "choose reaction", "attacker target near"),
    Saved(assault.Approach, "approach", "attacker target"),
    Saved(assault.Contact, "contact", "attacker target"),
    Saved(assault.Fight, "fight", "attacker target number"),
    Saved(assault.Settle, "settle", "fight"),
    Saved(battle.Location, "location", "id spot state"),
    Saved(battle.Wreck, "wreck", "name spot radius"),
    Saved(damage.HitTable, "hit table", "kills bonus rules"),
    Saved(damage.RollHits, "roll hits", "target hits table seat by cause"),
    Saved(damage.ChooseCasualty, "choose casualty", "unit models by before cause"),
    Saved(damage.KnockOut, "knock out", "unit by cause"),
    Saved(shooting.Attack, "attack", "shooter target weapon order piece"),
    Saved(shooting.ChooseWeapon, "choose weapon", "attack"),
    Saved(shooting.Shoot, "shoot", "attack"),
    Saved(shooting.ShootPiece, "shoot piece", "attack"),
    Saved(shooting.Collapse, "collapse", "unit by"),
    Saved(morale.FleePhase, "flee phase"),
    Saved(morale.Flee, "flee", "unit"),
    Saved(morale.MoveShaken, "move shaken", "seat done"),
    Saved(morale.ChooseShaken, "choose shaken", "seat done"),
    Saved(morale.TakeCover, "take cover", "unit"),
    Saved(terrain_generator.GenerateTerrain, "generate terrain"),
    Saved(terrain_generator.RollArea, "roll area", "area seat opened"),
    Saved(terrain_generator.Mix, "mix", "area seat face room chosen"),
    Saved(terrain_generator.ChooseMix, "choose mix", "mix"),
    Saved(terrain_generator.ChoosePlacing, "choose placing", "area seat pieces"),
    Saved(terrain_generator.RollPiece, "roll piece", "area seat kind by-dice"),
    Saved(terrain_generator.PlacePiece, "place piece", "area seat kind size turn"),
    Saved(movement.ChooseMove, "choose move", "unit allowance may-stay shoots"),
    Saved(movement.MayShoot, "may shoot", "unit models facing"),
    Saved(reserves.ReservePhase, "reserve phase"),
    Saved(reserves.Arrive, "arrive", "seat"),
    Saved(reserves.ChooseReserve, "choose reserve", "seat"),
    Saved(reserves.PlaceReserve, "place reserve", "unit"),
    Saved(reserves.OfferClosestShot, "offer closest shot", "unit"),
    Saved(reserves.ChooseClosestShot, "choose closest shot", "unit closest"),
    Saved(turn.EndPhase, "end phase"),
    Saved(setup.SetUp, "set up"),
    Saved(setup.DrawEdges, "draw edges"),
    Saved(setup.ChooseHalf, "choose half", "seat"),
    Saved(shooting_targets.ChooseTarget, "choose target", "unit order stayed"),
    Saved(activation.Coordinate, "coordinate", "unit left"),
    Saved(activation.ChooseCoordinated, "choose coordinated", "unit left"),
    Saved(special_actions.Designate, "designate", "unit"),
    Saved(special_actions.ChooseMarked, "choose marked", "unit"),
    Saved(special_actions.EnterBuilding, "enter building", "unit piece"),
    Saved(special_actions.LeaveBuilding, "leave building", "unit"),
    Saved(special_actions.CheckArea, "check area", "unit location"),
    Saved(special_actions.Demolish, "demolish", "unit"),
    Saved(turn.BeginningPhase, "beginning phase"),
    Saved(turn.RallyAll, "rally all", "seat done"),
    Saved(turn.Rally, "rally", "unit"),
    Saved(turn.ChooseRallying, "choose rallying", "seat done"),
    Saved(turn.ChooseRerolls, "choose rerolls", "unit good failed"),
    Saved(turn.Reroll, "reroll", "unit good dice"),
    Saved(turn.Rallied, "rallied", "unit good"),
    Saved(turn.ActionPhase, "action phase"),
    Saved(turn.Go, "go", "seat made"),
    Saved(turn.ChooseUnit, "choose unit", "seat made"),
    Saved(activation.Activate, "activate", "unit"),
    Saved(activation.ChooseAction, "choose action", "unit"),
)
