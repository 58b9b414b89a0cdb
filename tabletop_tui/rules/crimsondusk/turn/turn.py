"""The turn (CD-TURN): what ends and recovers at its start, and its end."""

from __future__ import annotations

from tabletop_tui.engine.events import Began, Closed, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reinforcements import arrivals
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import rising, since_last_turn
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.initiative import RollInitiative
from tabletop_tui.rules.crimsondusk.turn.victory import is_over, score, score_turn


@frozen
class BeginTurn(Step):
    title = "Begin the turn"
    says = "A new turn: counts begin anew, the confused are tested, then initiative is rolled."
    rules = ("CD-TURN-1", "CD-TURN-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.turn += 1
        battle.phase, battle.held, battle.may_hold = "Initiative", "", -1
        game.emit(Began(f"Turn {battle.turn}", self.rules, level="round", number=battle.turn))
        for unit in battle.units.values():
            begin_turn(unit)
            unit.overwatch = unit.overwatch and not battle.is_confused(unit)  # CD-OW-7
        confused = [unit for unit in battle.units.values() if unit.living and 0 < unit.confused_from < battle.turn]
        battle.fallen = since_last_turn(battle)
        recovering = [Recover(unit.id) for unit in confused]
        game.push(*rising(battle), *recovering, *arrivals(game), RollInitiative(), EndTurn())


def begin_turn(unit: Unit) -> None:
    """What a unit did is now what it did in the turn before (CD-TURN-4)."""
    unit.activated, unit.spent, unit.shots, unit.shots_off = False, 0, 0, 0
    unit.ran, unit.ran_before = False, unit.ran
    if any(man.moved or man.moved_before for man in unit.men):
        for man in unit.men:
            unit.alter([man.id], moved=0.0, moved_before=man.moved)


@frozen
class Recover(Step):
    says = "A section that has been confused for a turn is tested: passed, it is confused no more."
    unit: str
    rules = ("CD-COH-5",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} may recover from confusion"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('recovers')}", tally, self.rules):
            unit.confused_from = 0
            game.emit(
                Status(f"{unit.does('is')} no longer confused", self.rules, unit.seat, unit.id, "confused", False)
            )


@frozen
class EndTurn(Step):
    title = "End the turn"
    says = "The turn is over when all melees are; after the last turn of the scenario the points are counted."
    rules = ("CD-TURN-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.clouds = tuple(cloud for cloud in battle.clouds if cloud.until > battle.turn)
        game.emit(Closed(f"Turn {battle.turn} is over", self.rules, level="round", number=battle.turn))
        score_turn(game)
        if is_over(battle):
            score(game)
        else:
            game.push(BeginTurn())
