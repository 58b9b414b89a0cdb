"""What saved games of Army Men call their parts. An id stays where a class or attribute is renamed, moved or split.

An id that is taken away, or gets another meaning, wants the `version` of the System raised.
"""

from __future__ import annotations

from tabletop_tui.engine.saved import Names, Saved
from tabletop_tui.rules.armymen import actions, battle, damage, melee, move, setup, shoot, transport, turn

NAMES = Names(
    __package__ or __name__,
    Saved(
        battle.Unit,
        "unit",
        "id seat models arms facing activated pinned hunkered guarding rattled stuck aboard destroyed",
        unsaved="sheet",
    ),
    Saved(
        battle.Battle,
        "battle",
        "round phase edges active mined scores thinned",
        unsaved="table scenario armies seat_names units",
    ),
    Saved(actions.ChooseAction, "choose action", "unit"),
    Saved(actions.Hold, "hold", "unit"),
    Saved(actions.Wait, "wait", "unit"),
    Saved(actions.MayShoot, "may shoot", "unit"),
    Saved(damage.Casualties, "casualties", "unit lost by cause"),
    Saved(damage.ChooseCasualty, "choose casualty", "unit lost by"),
    Saved(damage.Morale, "morale", "unit"),
    Saved(damage.DamageRolls, "damage rolls", "vehicle hits arc by"),
    Saved(damage.Wreck, "wreck", "vehicle by"),
    Saved(damage.TakeHits, "take hits", "unit hits why rule"),
    Saved(melee.ChooseCharge, "choose charge", "unit"),
    Saved(melee.ChooseSide, "choose side", "unit target"),
    Saved(melee.Melee, "melee", "charger target high low"),
    Saved(melee.Charged, "charged", "melee"),
    Saved(melee.CloseUp, "close up", "unit enemy"),
    Saved(melee.Fight, "fight", "melee again"),
    Saved(melee.Settle, "settle", "melee wounds taken"),
    Saved(move.ChooseMove, "choose move", "unit rush"),
    Saved(move.March, "march", "unit tracks facing verb done passed unseen inches crossed"),
    Saved(move.ChooseGuard, "choose guard", "march"),
    Saved(move.Dangerous, "dangerous", "unit"),
    Saved(move.Stay, "stay", "unit guard"),
    Saved(setup.SetUp, "set up"),
    Saved(setup.ChooseEdge, "choose edge", "seat"),
    Saved(setup.Deploy, "deploy", "seat"),
    Saved(setup.ChooseDeployed, "choose deployed", "seat"),
    Saved(setup.PlaceUnit, "place unit", "unit"),
    Saved(shoot.ChooseTarget, "choose target", "unit each"),
    Saved(shoot.Shoot, "shoot", "unit target fire reaction"),
    Saved(shoot.ChooseWeapon, "choose weapon", "unit target fire open reaction"),
    Saved(transport.ChooseBoarding, "choose boarding", "unit rush"),
    Saved(transport.Board, "board", "unit vehicle"),
    Saved(transport.GetOut, "get out", "unit"),
    Saved(transport.PutOut, "put out", "unit around edge"),
    Saved(transport.BailOut, "bail out", "unit around edge"),
    Saved(transport.WreckHits, "wreck hits", "unit"),
    Saved(turn.BeginRound, "begin round"),
    Saved(turn.NextActivation, "next activation"),
    Saved(turn.ChooseUnit, "choose unit", "seat"),
    Saved(turn.Activate, "activate", "unit"),
    Saved(turn.EndRound, "end round"),
)
