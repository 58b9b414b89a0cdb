"""The charge (AMC-ACT-7, AMC-MOVE-4): at whom, from which side, and who is likely to strike when it has arrived."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.activation.action_base import EnemyAction, at_enemies, refused_later
from tabletop_tui.rules.armymen.melee.melee import CLOSE_UP, Charged, Melee, closing_up, strikers
from tabletop_tui.rules.armymen.melee.melee_odds import preview_charge
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.unit_refusals import no_enemy
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact
from tabletop_tui.rules.armymen.ways.charge_field import SideField
from tabletop_tui.rules.armymen.ways.charge_move import LONGER, box_of_reach, refuse_reach
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import Box, grown, joined


def refuse_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot charge another: no model reaches it (AMC-MOVE-4)."""
    return refuse_reach(battle, unit, target, float(unit.sheet.rush), "AMC-MOVE-4")


@frozen
class ChooseCharge(AskAction):
    title = "Choose whom to charge"
    says = "The active player names the unit that is charged."
    unit: str
    rules = ("AMC-ACT-7", "AMC-MOVE-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.does('charges')} whom?"
        why_not = named(battle.units, *no_enemy(battle, unit, "AMC-MOVE-4"))
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def options(self, game: Game[Battle]) -> list[Option]:
        return refused_later(super().options(game))

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        return at_enemies(ChargeAt, battle, battle.units[self.unit])


@frozen
class ChargeAt(EnemyAction):
    rule = "AMC-MOVE-4"
    says = "Charge this unit; from which side is asked next."

    def refuse(self) -> Refusal | None:
        return refuse_charge(self.battle, self.unit, self.enemy)

    def steps(self) -> Sequence[Step]:
        return [ChooseSide(self.unit.id, self.enemy.id)]

    def preview(self) -> Preview:
        blows = likely_blows(self.battle, self.unit, self.enemy)
        return preview_charge(self.battle, self.unit, self.enemy, blows=blows)


@frozen
class ChooseSide(Ask):
    title = "Choose a side"
    says = "The charging player chooses where the first of his models touches the enemy; the others follow around it."
    unit: str
    target: str
    rules = ("AMC-MELEE-1", "AMC-MOVE-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        prompt = f"{unit.does('charges')} {target.name}: from which side?"
        return Place(unit.seat, prompt, about=target.id, rules=self.rules, field=SideField(battle, unit, target))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        field = game.asked_field(self, SideField)
        tracks = field.tracks(field.meant(answer))
        high, low = sight.elevated(battle, unit.models), sight.elevated(battle, target.models)
        game.emit(Event(f"{unit.does('charges')} {target.name}", ("AMC-ACT-7",), unit.seat))
        melee = Melee(unit.id, target.id, int(high and not low), int(low and not high))
        game.push(UnitMarch(unit.id, tracks, unit.facing), Charged(melee))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        field = game.asked_field(self, SideField)
        ends = tuple(track[-1] for track in field.tracks(field.meant(answer)))
        arc = sight.arc(target, ends) if target.vehicle else ""
        shown = preview_charge(battle, unit, target, arc, first_blows(battle, unit, target, ends))
        return evolve(shown, path=tuple(field.path(answer)))


def first_blows(battle: Battle, unit: Unit, target: Unit, ends: Spots) -> tuple[int, int]:
    """How many of each side strike first if the chargers end here, nobody stops them and the target has closed up."""
    probe = battle.clone()
    mine, theirs = probe.units[unit.id], probe.units[target.id]
    mine.models = ends
    if not theirs.vehicle:
        theirs.models = tuple(track[-1] for track in closing_up(probe, theirs, mine))
    return strikers(mine, theirs), strikers(theirs, mine)


def likely_blows(battle: Battle, unit: Unit, target: Unit) -> tuple[int, int]:
    """The same for the charge that brings most of them into contact, from whatever side."""
    far = float(unit.sheet.rush)

    def look() -> tuple[tuple[int, int], Box]:
        ends = tuple(track[-1] for track in into_contact(battle, unit, target, far))
        box = joined(box_of_reach(battle, unit, far, 0.0), grown(target.box, CLOSE_UP + 2 * unit.radius + LONGER))
        return first_blows(battle, unit, target, ends), box

    return battle.find(("blows", unit.id, target.id), look)
