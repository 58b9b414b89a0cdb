"""How an action begins and ends: it is paid, ends what other actions gave, and is rolled for in the red (TC-RED-2)."""

from __future__ import annotations

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.wording import listed
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Doing, Unit
from tabletop_tui.rules.techcommander.state.infiltration import Stealth, reveal
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.rallied_groups import regroup
from tabletop_tui.rules.techcommander.victory.skull_claims import claim_where_touching

JURY_RIG = Need(Tally("Jury rig", 10, "for every unit", "TC-RED-2"), "at most")
"""What a unit in the red rolls before it acts; of troops it is a gut check (TC-RED-2)."""


@frozen
class BeginAction(Step):
    says = "The action is paid out of the purse of the player; whoever is in the red rolls whether he acts normally."
    kind: str
    units: tuple[str, ...]
    free: bool = False
    """Whether it costs the player none of his actions (TC-SCAN-4)."""
    scans: tuple[str, ...] = ()
    """Those who run supporting scans (TC-RALLY-12)."""
    rules = ("TC-ACT-1", "TC-CMD-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"{', '.join(self.units)}: {self.kind}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        units = [battle.units[name] for name in self.units]
        seat = units[0].seat
        if not self.free:
            battle.pay(seat)
        battle.doing = Doing(self.kind, seat, self.units, self.scans)
        for unit in battle.units.values():
            unit.whole, unit.hatch_fired = unit.life >= FULL_LIFE, False
        for unit in units:
            begin(unit)
        what = self.kind.replace("-", " ")
        text = f"{battle.seat_names[seat]} activates {listed([unit.name for unit in units])}: {what}"
        game.emit(Began(text, self.rules, seat, "activation", battle.turn, self.units[0]))
        claim_where_touching(game)
        game.push(*(step for unit in units for step in beginning(unit)))


def begin(unit: Unit) -> None:
    """A unit takes an action: what only lasts until it does is over (TC-POSTUP-5, TC-READY-4)."""
    unit.acted += 1
    unit.moved, unit.limps, unit.stopped, unit.rigged = 0.0, False, False, False
    unit.posted, unit.readied, unit.ready_moved = None, 0, False


def beginning(unit: Unit) -> list[Step]:
    """What a unit rolls before it does anything in its action."""
    rolls: list[Step] = [JuryRig(unit.id)] if unit.in_the_red else []
    return [*rolls, Stealth(unit.id)] if unit.hidden else rolls


def before_attack(unit: Unit) -> list[Step]:
    """What a unit rolls before it attacks out of its turn: in the red it acts normally only on 10 or less (TC-RED-2).

    Once it has failed it need not roll again before the action is over, whoever's that is (TC-RED-5).
    """
    return [JuryRig(unit.id)] if unit.in_the_red and not unit.limps else []


@frozen
class JuryRig(Step):
    says = (
        "A unit in the red rolls: 10 or less and it acts normally, else it limps, is revealed, and has no fire control."
    )
    unit: str
    rules = ("TC-RED-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is in the red: can it act normally?"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        what = "gut check" if unit.sheet.on_foot else "jury rig"
        check = Check(unit.seat, f"{unit.name}: {what}", JURY_RIG, sides=SIDES, rules=self.rules)
        if not game.check(check).passed:
            unit.limps = True  # TC-RED-3, TC-RED-5
            reveal(game, unit, "TC-RED-4")


@frozen
class EndAction(Step):
    says = "The action is over."
    units: tuple[str, ...]
    rules = ("TC-ACT-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{', '.join(self.units)} ends its action"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        claim_where_touching(game)
        for unit in battle.units.values():
            unit.moved, unit.limps, unit.stopped, unit.rigged = 0.0, False, False, False
            unit.whole, unit.hatch_fired = True, False
        battle.doing = None
        regroup(game)
