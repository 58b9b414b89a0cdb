"""What saved games of TechCommander call their parts.

An id stays where a class or attribute is renamed, moved or split. One that is taken
away, or gets another meaning, wants the `version` of the System raised.
"""

from __future__ import annotations

from tabletop_tui.engine import durations
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.rules.techcommander.activation import activation, passing
from tabletop_tui.rules.techcommander.anytime import moments
from tabletop_tui.rules.techcommander.saved import (
    saved_deathmatch,
    saved_movement,
    saved_play,
    saved_reactions,
    saved_shooting,
)
from tabletop_tui.rules.techcommander.state import battle, initiative
from tabletop_tui.rules.techcommander.turn import actions, goes

NAMES = Names(
    __package__ or __name__,
    *durations.SAVED,
    *saved_shooting.SAVED,
    *saved_movement.SAVED,
    *saved_reactions.SAVED,
    *saved_play.SAVED,
    *saved_deathmatch.SAVED,
    Saved(
        battle.Unit,
        "unit",
        "id seat models on facing life gone acted done fired returned moved limps whole stopped hatch-fired lasting "
        "uses posted readied ready-moved dug-in infiltrated group aboard hatch crewing crew lost-kit found-kit looter "
        "entered off-cap wager tempest hero killer",
        unsaved="sheet",
    ),
    Saved(
        battle.Player,
        "player",
        "base command passed initiative conceded score recon kills spent deaths cap boost bids overwatch "
        "overwatch-ends spawn appeals ninjas chooses-spawn wagers rescues hot content",
    ),
    Saved(battle.Cloud, "cloud", "spot radius height foot"),
    Saved(battle.Bubble, "bubble", "id seat spot foot life"),
    Saved(battle.Doing, "doing", "kind seat units scans watched"),
    Saved(
        battle.Battle,
        "battle",
        "players turn phase order round go doing damage ruins clouds cleared bubbles skull claimed tokens objectives "
        "attacker "
        "drops marked marker",
        unsaved="table scenario forces teams seat_names units",
    ),
    Saved(actions.ChooseAction, "choose action", "units part"),
    Saved(activation.BeginAction, "begin action", "kind units free scans"),
    Saved(activation.EndAction, "end action", "units"),
    Saved(activation.JuryRig, "jury rig", "unit"),
    Saved(goes.ChooseUnit, "choose unit", "seat"),
    Saved(goes.NextGo, "next go"),
    Saved(initiative.RollInitiative, "roll initiative"),
    Saved(moments.AfterAction, "after action", "seat passed used"),
    Saved(moments.BeforeAction, "before action", "seat passed used"),
    Saved(moments.UnitsNamed, "units named", "units passed used"),
    Saved(passing.Passes, "passes", "units"),
)
