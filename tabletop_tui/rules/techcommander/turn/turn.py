"""The turn (TC-PHASE-1, TC-PHASE-8): initiative, purses, actions, damage resolved, all made ready again."""

from __future__ import annotations

from tabletop_tui.engine.durations import Moment, come
from tabletop_tui.engine.events import Began, Closed, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.reinforcements import arrivals
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.anytime.kill_perks import APPEALING, BETWEEN, CashIn
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.damage.damage import remove
from tabletop_tui.rules.techcommander.deployment.spawning import CallUnits, DrawSpawns
from tabletop_tui.rules.techcommander.passengers import crew_survival, looting
from tabletop_tui.rules.techcommander.skulls.skulls import PlaceSkull
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED, REVEALED, Battle, Unit
from tabletop_tui.rules.techcommander.state.infiltration import presume
from tabletop_tui.rules.techcommander.state.initiative_roll import RollInitiative
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.rallied_groups import regroup
from tabletop_tui.rules.techcommander.state.shot_targets import exposed
from tabletop_tui.rules.techcommander.state.teams import fighting
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.victory.deathmatch_end import EndRound
from tabletop_tui.rules.techcommander.victory.deathmatch_points import CountSurvivors
from tabletop_tui.rules.techcommander.victory.victory import EndTurn


@frozen
class BeginTurn(Step):
    title = "Begin the turn"
    says = "A new turn: initiative is rolled, purses are filled, and players act in the order of their initiative."
    rules = ("TC-PHASE-1", "TC-PHASE-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.turn += 1
        battle.phase = "Initiative"
        game.emit(Began(f"Turn {battle.turn}", self.rules, level="round", number=battle.turn))
        come(game, battle.units.values(), Moment("turn begins"))
        for unit in battle.units.values():
            begin_turn(unit)
        game.push(RollInitiative(), Arrive(), FillPurses(), NextGo(), ResolveDamage(), Reset(), *ending(battle))


def ending(battle: Battle) -> list[Step]:
    """What comes at the end of a turn, and then the next one."""
    if battle.scenario.game == "deathmatch":
        return [CountSurvivors(), EndRound(), CashIn(BETWEEN), BeginTurn()]
    return [EndTurn(), BeginTurn()]


def begin_turn(unit: Unit) -> None:
    """Nothing has been done with a unit yet (TC-ACT-1)."""
    unit.acted, unit.done, unit.fired, unit.returned = 0, False, (), False


def arriving(battle: Battle) -> list[Step]:
    """What happens between initiative and the first action."""
    if battle.scenario.game != "deathmatch":
        return []
    placed: list[Step] = [PlaceSkull()] if battle.skull is None else []  # TC-SKULL-2
    return [*placed, DrawSpawns(), CashIn(APPEALING), CallUnits()]


@frozen
class Arrive(Step):
    title = "Arrivals"
    says = "Once the order is known, new and reinforcing units are put down."
    rules = ("TC-PHASE-2",)

    def run(self, game: Game[Battle]) -> None:
        game.push(*arriving(game.state), *arrivals(game))


@frozen
class FillPurses(Step):
    title = "Fill the purses"
    says = "Each player gets the base actions of the game, and those that his command units add."
    rules = ("TC-GEN-3", "TC-CMD-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase, battle.round, battle.go = "Action", 1, 0
        for seat in fighting(battle):
            command = sum(commands(unit) for unit in battle.side(seat)) + battle.players[seat].overwatch
            battle.alter(seat, base=battle.base_actions, command=command, passed=False)


def commands(unit: Unit) -> int:
    """The actions that a unit adds; an under-crewed one none (TC-CMD-1, TC-ACT-7)."""
    return unit.sheet.command if unit.crewed else 0


# ---------------------------------------------------------------- the end of the turn
@frozen
class ResolveDamage(Step):
    title = "Damage takes effect"
    says = "Eliminated units are removed now that all actions are done."
    rules = ("TC-PHASE-6",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "Resolve damage"
        fallen = [unit for unit in battle.units.values() if unit.in_play and unit.eliminated]
        game.push(*looting.steps(battle), *(step for unit in fallen for step in removing(battle, unit)))


def removing(battle: Battle, unit: Unit) -> list[Step]:
    """How an eliminated unit leaves the table, and those who get out of it do not."""
    return [*crew_survival.steps(battle, unit), Remove(unit.id), *crew_survival.after(battle, unit)]


@frozen
class Remove(Step):
    says = "An eliminated unit is removed."
    unit: str
    rules = ("TC-PHASE-6",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is removed"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.in_play:  # a passenger may have been lost with its carrier
            remove(game, unit)


@frozen
class Reset(Step):
    title = "Reset"
    says = "Smoke clears, revealed units are hidden again, power armour and bubble shields get all their life back."
    rules = ("TC-PHASE-8",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "Reset"
        battle.clouds, battle.cleared = (), False
        bubble_shields.recharge(battle)
        shown = [unit for unit in battle.units.values() if unit.has(REVEALED) or unit.has(HOT_DROPPED)]
        come(game, battle.units.values(), Moment("turn ends"))
        for unit in shown:
            presume(unit)
        for unit in exposed(battle):
            bubble_shields.reveal_inside(game, unit)
        regroup(game)
        for unit in battle.units.values():
            if unit.in_play and unit.sheet.kind == "troop" and unit.life < FULL_LIFE:
                unit.life = FULL_LIFE
                text = f"The power armour of {unit.name} is whole again"
                game.emit(Status(text, ("TC-ECBS-5",), unit.seat, unit.id, "power armour"))
        game.emit(Closed(f"Turn {battle.turn} is over", self.rules, level="round", number=battle.turn))
