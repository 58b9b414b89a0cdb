"""Before the battle (TC-SKIR-3): every player puts his units down within 12 of his starting position."""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.events import Began, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.deploy_fields import NEAR, DeployField, deploy_field, start_words
from tabletop_tui.rules.techcommander.initiative import fighting
from tabletop_tui.rules.techcommander.refusals import always, not_of
from tabletop_tui.rules.techcommander.turn import BeginTurn
from tabletop_tui.table.bases import middle_text


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "The players put their units down, one after another."
    rules = ("TC-SKIR-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Began("Set-up", self.rules, level="phase"))
        for seat in fighting(battle):
            battle.alter(seat, spawn=seat)
        game.push(*(Deploy(seat) for seat in fighting(battle)), BeginTurn())


def to_place(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that are not on the table yet."""
    return [unit for unit in battle.units.values() if unit.seat == seat and not unit.in_play and not unit.gone]


@frozen
class Deploy(Step):
    title = "Deployment"
    says = "A player puts down all of his units."
    seat: int
    rules = ("TC-SKIR-3",)

    def run(self, game: Game[Battle]) -> None:
        waiting = to_place(game.state, self.seat)
        if waiting:
            ask: Step = ChooseDeployed(self.seat) if len(waiting) > 1 else PlaceUnit(waiting[0].id)
            game.push(ask, Deploy(self.seat))


@frozen
class ChooseDeployed(Ask):
    title = "Choose whom to put down"
    says = "The player chooses which of his units comes next."
    seat: int
    rules = ("TC-SKIR-3",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [Option(unit.id, unit.name, target=unit.id) for unit in to_place(battle, self.seat)]
        why_not = named(
            battle.units, not_of(battle, self.seat, "TC-SKIR-3"), always("is put down already", "TC-SKIR-3")
        )
        return Pick(self.seat, "Put down which unit?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PlaceUnit(answer))


@frozen
class PlaceUnit(Ask):
    title = "Put a unit down"
    says = "Within 12 of the starting position, measured to its base, whichever way it faces."
    unit: str
    rules = ("TC-SKIR-3", "TC-BASE-11")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = deploy_field(battle, unit)
        prompt = f"Where does {unit.name} start, within {NEAR:g} of {start_words(battle, unit.seat)}?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        unit.models, facing = game.asked_field(self, DeployField).places(answer)
        unit.facing = round(facing, 2) % 360
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.name} starts at {where}", self.rules, unit.seat, unit.id, (where,)))
