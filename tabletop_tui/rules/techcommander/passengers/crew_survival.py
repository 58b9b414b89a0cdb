"""Survivors of an eliminated machine (TC-PHASE-7): each of its crew and each passenger gets out on 10 or less."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage.damage import remove
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import CREW
from tabletop_tui.rules.techcommander.victory import deathmatch_points
from tabletop_tui.rules.techcommander.ways.landing_places import Land
from tabletop_tui.rules.techcommander.ways.places_aboard import PlaceBeside
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot

SURVIVAL = Need(Tally("Survival", 10, "for every unit", "TC-PHASE-7"), "at most")


def steps(battle: Battle, unit: Unit) -> list[Step]:
    """What happens before a machine is removed: its owner tries for survivors, or does not."""
    if unit.sheet.on_foot or not unit.on_table or not (unit.crew > 0 or battle.passengers(unit)):
        return []
    return [TrySurvivors(unit.id)]


def after(battle: Battle, unit: Unit) -> list[Step]:
    """What happens once it is removed: those who got out are put down."""
    if unit.sheet.on_foot or not unit.on_table:
        return []
    return [PutSurvivorsDown(unit.id, unit.at, unit.radius, unit.on)]


@frozen
class TrySurvivors(AskAction):
    title = "Survivors"
    says = "The owner of an eliminated machine decides whether its crew and passengers try to get out."
    unit: str
    rules = ("TC-PHASE-7",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        unit = game.state.units[self.unit]
        return [Try(unit), Abandon(unit)]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name} is lost: do its crew and passengers try to get out?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


@frozen
class Try(Action):
    unit: Unit
    key, label, hotkey, rule = "try", "They try", "y", "TC-PHASE-7"
    says = "A D20 for each: 10 or less and it gets out."

    @property
    def cost(self) -> str:
        return "10 or less"

    def steps(self) -> Sequence[Step]:
        return [RollSurvivors(self.unit.id)]


@frozen
class Abandon(Action):
    unit: Unit
    key, label, hotkey, rule = "leave", "They are lost", "n", "TC-PHASE-7"
    says = "Nobody gets out."

    def steps(self) -> Sequence[Step]:
        return [LoseAboard(self.unit.id)]


@frozen
class RollSurvivors(Step):
    says = "A D20 for each of the crew and each passenger who lives: 10 or less and it is a unit of its own."
    unit: str
    rules = ("TC-PHASE-7", "TC-CREW-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"who gets out of {self.unit}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        host = battle.units[self.unit]
        aboard = battle.passengers(host)
        battle.alter(host.seat, rescues=True)  # TC-DMCREW-4: in a deathmatch in place of reinforcements
        own = max(0, host.crew - sum(one.crewing for one in aboard))
        for passenger in aboard:
            if passenger.eliminated or not self.survives(game, host, passenger.name):
                lose(game, passenger, host)
        for number in range(1, own + 1):
            if self.survives(game, host, f"crew {number} of {host.name}"):
                battle.born(host.seat, CREW).aboard = host.id
        host.crew = 0

    def survives(self, game: Game[Battle], host: Unit, who: str) -> bool:
        return game.check(Check(host.seat, f"{who} gets out", SURVIVAL, sides=SIDES, rules=self.rules[:1])).passed


def lose(game: Game[Battle], unit: Unit, host: Unit) -> None:
    """A passenger is lost with its carrier: to whoever eliminated that (TC-PHASE-7, TC-DMCREW-1).

    Who got away brings nothing (TC-DMCREW-2), and its own crew never does (TC-DMCREW-3).
    """
    if unit.life > 0:
        unit.life = 0
        deathmatch_points.killed(game, unit, host.killer, "")
    remove(game, unit)


@frozen
class LoseAboard(Step):
    says = "Whoever is still aboard an eliminated machine is lost with it."
    unit: str
    rules = ("TC-PHASE-7",)

    def describe(self, game: Game[Battle]) -> str:
        return f"all aboard {self.unit} are lost"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        host = battle.units[self.unit]
        for passenger in battle.passengers(host):
            lose(game, passenger, host)


@frozen
class PutSurvivorsDown(Step):
    says = "Those who got out are put down where the machine stood or beside that place."
    unit: str
    spot: Spot
    keep: float
    """The radius of its base, in centimetres."""
    on: str = GROUND
    rules = ("TC-PHASE-7",)

    def describe(self, game: Game[Battle]) -> str:
        return f"the survivors of {self.unit}"

    def run(self, game: Game[Battle]) -> None:
        for unit in game.state.passengers(game.state.units[self.unit]):
            game.push(SettleSurvivor(unit.id, self.spot, self.keep, self.on))


@frozen
class SettleSurvivor(Step):
    says = "A survivor is put down by its owner; where there is no room it stands as near by as can be."
    unit: str
    spot: Spot
    keep: float
    on: str = GROUND
    rules = ("TC-PHASE-7",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} got out"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        unit.aboard, unit.hatch, unit.crewing = "", False, False
        on = GROUND if self.on in battle.ruins else self.on
        ask = PlaceBeside(unit.id, self.spot, self.keep, on, True)
        if ask.question(game).field.has_room():  # type: ignore[attr-defined]
            game.push(ask)
        else:
            unit.models, unit.on = (self.spot,), GROUND
            game.push(Land(unit.id))
