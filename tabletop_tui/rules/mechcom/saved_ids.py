"""What saved games of MECHCOM call their parts. An id stays where a class or attribute is renamed, moved or split.

An id that is taken away, or gets another meaning, wants the `version` of the System raised.
"""

from __future__ import annotations

from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.rulebook.stalemate import Stillness
from tabletop_tui.rules.mechcom.aiming import attacks
from tabletop_tui.rules.mechcom.attacking import abilities, ai_table, declare_attack, resolve_attack
from tabletop_tui.rules.mechcom.damage import damage
from tabletop_tui.rules.mechcom.melee import melee
from tabletop_tui.rules.mechcom.moving import movement
from tabletop_tui.rules.mechcom.shooting import shooting, spotting
from tabletop_tui.rules.mechcom.state import battle, conditions, flags, placement, profiles, stalemate, victory
from tabletop_tui.rules.mechcom.turn import concede, scenario_setup, setup, turn

NAMES = Names(
    __package__ or __name__,
    Saved(
        battle.Model,
        "model",
        "id seat hex integrity energy activated moved spot heat shots uses conditions parent",
        unsaved="sheet",
    ),
    Saved(
        battle.Battle,
        "battle",
        "pieces at round phase edges order go turn active fires wreckage became wrecks tethers scores "
        "conceded as-printed last-round stillness",
        unsaved="map scenario squads teams seat_names models",
    ),
    Saved(abilities.UseAbility, "use ability", "unit ability free"),
    Saved(abilities.ChooseDeploySpot, "choose deploy spot", "use effect"),
    Saved(abilities.PutDeployable, "put deployable", "use effect spot"),
    Saved(abilities.ChooseCondition, "choose condition", "use effect"),
    Saved(abilities.ChooseRestored, "choose restored", "use effect"),
    Saved(abilities.ChooseRedeployed, "choose redeployed", "use"),
    Saved(abilities.ChooseMarked, "choose marked", "use tokens"),
    Saved(attacks.Share, "share", "target dice tokens"),
    Saved(attacks.Attack, "attack", "attacker weapon cost shares extra heat"),
    Saved(attacks.OfferFlurry, "offer flurry", "attack then otherwise extra"),
    Saved(attacks.Blast, "blast", "attacker spot melee"),
    Saved(battle.Piece, "piece", "id kind seat hex carrier scored"),
    Saved(battle.Tether, "tether", "one other limit"),
    Saved(battle.Wreck, "wreck", "name seat hex level due"),
    Saved(concede.AskAnew, "ask anew"),
    Saved(conditions.ClearCondition, "clear condition", "unit condition"),
    Saved(declare_attack.Declare, "declare", "attack"),
    Saved(declare_attack.ChooseTarget, "choose target", "attack"),
    Saved(declare_attack.ChooseExtraDice, "choose extra dice", "attack spare"),
    Saved(declare_attack.DivideDice, "divide dice", "attack"),
    Saved(declare_attack.ChooseTokens, "choose tokens", "attack number most"),
    Saved(damage.Explosions, "explosions"),
    Saved(damage.Explode, "explode", "wreck"),
    Saved(victory.LastStanding, "last standing"),
    Saved(ai_table.ConsultTable, "consult table", "unit"),
    Saved(ai_table.Approach, "approach", "unit enemy path"),
    Saved(ai_table.ChooseSide, "choose side", "approach sides"),
    Saved(ai_table.ChooseMachineAttack, "choose machine attack", "unit"),
    Saved(ai_table.ChooseApproached, "choose approached", "unit nearest"),
    Saved(melee.Strike, "strike", "attack share defence dice wins crits"),
    Saved(melee.Wound, "wound", "attack share wins crits"),
    Saved(movement.ChooseMove, "choose move", "unit cost allowance"),
    Saved(movement.Walk, "walk", "unit path cost dragging pulled"),
    Saved(movement.Contest, "contest", "bond walk mover-rolls"),
    Saved(movement.RollContest, "roll contest", "bond walk"),
    Saved(movement.DecideContest, "decide contest", "bond walk winner"),
    Saved(
        profiles.Perks,
        "perks",
        "ammo artillery backfire barrage blast conditions critical-conditions flurry heavy multi rend "
        "sniper superheated tracker ultralight volatile",
    ),
    Saved(profiles.Weapon, "weapon", "name range damage attacks perks profile"),
    Saved(profiles.Deploy, "deploy effect", "what kind"),
    Saved(profiles.ClearCondition, "clear condition effect", "range only kind"),
    Saved(profiles.Restore, "restore effect", "integrity range kind"),
    Saved(resolve_attack.Carry, "carry", "attack"),
    Saved(resolve_attack.RollAttack, "roll attack", "attack share armour"),
    Saved(resolve_attack.AfterAttack, "after attack", "attack"),
    Saved(resolve_attack.OfferReaction, "offer reaction", "attack share ability"),
    Saved(resolve_attack.OfferReactions, "offer reactions", "attack share offered"),
    Saved(scenario_setup.SetUpScenario, "set up scenario", "order"),
    Saved(scenario_setup.PlaceFlag, "place flag", "seat"),
    Saved(scenario_setup.ChooseFlagSpot, "choose flag spot", "seat"),
    Saved(flags.PickUpFlag, "pick up flag", "unit flag"),
    Saved(flags.PlaceDroppedFlag, "place dropped flag", "flag spot seat"),
    Saved(victory.ScoreRound, "score round"),
    Saved(setup.SetUp, "set up"),
    Saved(setup.TakeEdge, "take edge", "seat"),
    Saved(setup.ChooseEdge, "choose edge", "seat"),
    Saved(setup.PlaceNext, "place next", "order go"),
    Saved(setup.ChoosePlaced, "choose placed", "seat"),
    Saved(placement.PlaceMech, "place mech", "unit"),
    Saved(setup.Pregame, "pregame", "order"),
    Saved(shooting.Fire, "fire", "attack share armour hits crits dice"),
    Saved(shooting.Defend, "defend", "attack share armour hits crits"),
    Saved(spotting.ChooseSpotTarget, "choose spot target", "unit"),
    Saved(spotting.Spot, "spot", "unit target"),
    Saved(stalemate.OfferDraw, "offer draw", "seats rounds"),
    Saved(Stillness, "stillness", "progress rounds"),
    Saved(turn.StartPhase, "start phase"),
    Saved(turn.ActivationPhase, "activation phase"),
    Saved(turn.NextGo, "next go"),
    Saved(turn.ChooseMech, "choose mech", "seat"),
    Saved(turn.Activate, "activate", "unit"),
    Saved(turn.NextAction, "next action", "unit"),
    Saved(turn.ChooseAction, "choose action", "unit"),
    Saved(turn.ActivateDeployable, "activate deployable", "parent unit"),
    Saved(turn.ChooseDeployableAction, "choose deployable action", "unit"),
    Saved(turn.EndDeployable, "end deployable", "unit"),
    Saved(turn.EndActivation, "end activation", "unit"),
    Saved(turn.CloseActivation, "close activation"),
    Saved(turn.EndPhase, "end phase"),
    Saved(turn.EndRound, "end round"),
)
