"""What saved games of Army Men call their parts. An id stays where a class or attribute is renamed, moved or split.

An id that is taken away, or gets another meaning, wants the `version` of the System raised.
"""

from __future__ import annotations

from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.rules.armymen.damage import damage
from tabletop_tui.rules.armymen.melee import melee
from tabletop_tui.rules.armymen.moving import movement, transports
from tabletop_tui.rules.armymen.shooting import shooting
from tabletop_tui.rules.armymen.state import battle
from tabletop_tui.rules.armymen.turn import actions, setup, turn

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
    Saved(damage.ChooseCasualty, "choose casualty", "unit lost by cause"),
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
    Saved(movement.ChooseMove, "choose move", "unit rush"),
    Saved(movement.March, "march", "unit tracks facing verb done heard length unseen crossed"),
    Saved(movement.ChooseGuard, "choose guard", "march"),
    Saved(movement.Dangerous, "dangerous", "unit"),
    Saved(movement.Stay, "stay", "unit guard"),
    Saved(setup.SetUp, "set up"),
    Saved(setup.ChooseEdge, "choose edge", "seat"),
    Saved(setup.Deploy, "deploy", "seat"),
    Saved(setup.ChooseDeployed, "choose deployed", "seat"),
    Saved(setup.PlaceUnit, "place unit", "unit"),
    Saved(shooting.ChooseTarget, "choose target", "unit each"),
    Saved(shooting.Shoot, "shoot", "unit target fire reaction"),
    Saved(shooting.ChooseWeapon, "choose weapon", "unit target fire open reaction"),
    Saved(transports.ChooseBoarding, "choose boarding", "unit rush"),
    Saved(transports.Board, "board", "unit vehicle"),
    Saved(transports.GetOut, "get out", "unit"),
    Saved(damage.PutOut, "put out", "unit around edge"),
    Saved(damage.BailOut, "bail out", "unit around edge"),
    Saved(damage.WreckHits, "wreck hits", "unit"),
    Saved(turn.BeginRound, "begin round"),
    Saved(turn.NextActivation, "next activation"),
    Saved(turn.ChooseUnit, "choose unit", "seat"),
    Saved(turn.Activate, "activate", "unit"),
    Saved(turn.EndRound, "end round"),
)
