"""An activation (CD-ACT-1, CD-AP): AP by AP, until all are spent, the section is in contact or its owner has enough."""

from __future__ import annotations

from tabletop_tui.engine.events import Began, Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.moving.terrifying_models import FaceTerror, is_terrified
from tabletop_tui.rules.crimsondusk.orders.actions import ChooseAction
from tabletop_tui.rules.crimsondusk.orders.vehicle_actions import ChooseAboard, next_of_vehicle
from tabletop_tui.rules.crimsondusk.state.battle import Battle


@frozen
class Activate(Step):
    says = "A unit begins to act: its overwatch is over, and so are the smoke and fire that it laid."
    unit: str
    rules = ("CD-ACT-1", "CD-OW-7", "CD-AMMO-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is activated"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        text = f"{battle.seat_names[unit.seat]} activates {unit.name}"
        game.emit(Began(text, ("CD-ACT-1",), unit.seat, "activation", battle.turn, unit.id))
        battle.active, battle.clouds = unit.id, tuple(one for one in battle.clouds if one.owner != unit.id)
        unit.activated, unit.overwatch, unit.spent, unit.frozen = True, False, 0, 0
        dread = [FaceTerror(unit.id, moving=False)] if is_terrified(battle, unit) else []
        game.push(*dread, NextPoint(unit.id))


@frozen
class NextPoint(Step):
    title = "Next point"
    says = "As long as AP are left and somebody can use them, the owner says what the section does with the next one."
    unit: str
    rules = ("CD-AP-1", "CD-ACT-2", "CD-ACT-5")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if not unit.living or unit.fighting or unit.overwatch:  # in melee the AP that are left are lost: CD-ACT-4
            return
        if unit.hull is not None:
            game.push(*(steps := next_of_vehicle(battle, unit)), *([NextPoint(unit.id)] if steps else []))
        elif unit.aboard and battle.able(unit):
            game.push(ChooseAboard(unit.id), NextPoint(unit.id))
        elif battle.able(unit):
            game.push(ChooseAction(unit.id), NextPoint(unit.id))
        elif all(map(battle.is_stunned, unit.men)):
            game.emit(Event(f"{unit.does('is')} stunned and does nothing", ("CD-WND-2",), unit.seat))
