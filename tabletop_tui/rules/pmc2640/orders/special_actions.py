"""Special actions (PMC-SPEC): Designate, entering and leaving buildings, Check the area!, Demolish."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Place, Question, named
from tabletop_tui.engine.wording import sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.shooting.attack_odds import preview_attack
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack
from tabletop_tui.rules.pmc2640.shooting.markerlight_targets import gunners, markable, refuse_mark
from tabletop_tui.rules.pmc2640.shooting.shooting import Collapse, choose_weapon
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.distances import BUILDING_REACH
from tabletop_tui.rules.pmc2640.state.unit_refusals import in_reserve
from tabletop_tui.rules.pmc2640.ways.placing_without_move import LeaveField
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.table.points import place_words

TRUE_LOCATION = 5
DEMOLISHED = Tally("Demolish", 4, "without Sappers", "PMC-OBJ-6")


# ---------------------------------------------------------------- Designate
@frozen
class Designate(Step):
    title = "Designate"
    says = "After its move the unit marks an enemy for an Indirect fire unit, which shoots at once."
    unit: str
    rules = ("PMC-SR-11", "PMC-SR-12")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.on_table and markable(battle, unit):
            game.push(ChooseMarked(self.unit))
        else:
            game.emit(Event(f"{unit.does('finds')} nothing to mark", self.rules, unit.seat))


@frozen
class Mark(Action):
    """An enemy is marked for a unit with Indirect fire."""

    battle: Battle
    marker: Unit
    enemy: Unit
    gunner: Unit
    says = "Mark this enemy; the unit with Indirect fire shoots at it at once."

    @property
    def key(self) -> str:
        return f"{self.enemy.id}:{self.gunner.id}"

    @property
    def label(self) -> str:
        return f"{self.gunner.does('shoots')} at {self.enemy.name}"

    @property
    def target(self) -> str:
        return self.enemy.id

    @property
    def attack(self) -> Attack:
        return Attack(self.gunner.id, self.enemy.id, "main", "indirect")

    def steps(self) -> Sequence[Step]:
        return choose_weapon(self.battle, self.attack)

    def preview(self) -> Preview | None:
        return preview_attack(self.battle, self.attack)


@frozen
class ChooseMarked(AskAction):
    title = "Choose whom to mark"
    says = "The owner chooses the enemy to mark and the unit that shoots."
    unit: str
    rules = ("PMC-SR-11", "PMC-SR-12", "PMC-SR-8")

    def actions(self, game: Game[Battle]) -> Sequence[Mark]:
        battle = game.state
        unit = battle.units[self.unit]
        return [Mark(battle, unit, enemy, battle.units[gunner]) for enemy, gunner in markable(battle, unit)]

    def chosen(self, game: Game[Battle], answer: Answer) -> Mark:
        """Looked for among all, since to see who can be marked takes every line of sight."""
        battle = game.state
        unit = battle.units[self.unit]
        enemies, guns = battle.enemies(unit.seat), gunners(battle, unit)
        marks = (Mark(battle, unit, enemy, gunner) for enemy in enemies for gunner in guns)
        return next(mark for mark in marks if mark.key == answer)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        why_not = named(
            battle.units,
            not_of(battle, 1 - unit.seat, "PMC-SR-11"),
            in_reserve,
            lambda enemy: refuse_mark(battle, unit, enemy),
            always("cannot be shot at by that unit", "PMC-SR-8"),
        )
        prompt = f"{unit.does('marks')} whom, for whom?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        mark = self.chosen(game, answer)
        mark.gunner.activated = True
        text = f"{mark.marker.does('marks')} {mark.enemy.name} for {mark.gunner.name}"
        game.emit(Event(text, self.rules, mark.gunner.seat))
        game.push(*mark.steps())


# ---------------------------------------------------------------- buildings
@frozen
class EnterBuilding(Step):
    title = "Enter a building"
    says = "A unit within 4 in of a free building goes in; that is its whole activation."
    unit: str
    piece: str
    rules = ("PMC-BLDG-1", "PMC-BLDG-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        before = distances.place_text(battle, unit)
        unit.models, unit.building = (), self.piece
        text = f"{unit.does('enters')} {terrain_state.piece_name(battle, self.piece)}"
        game.emit(Moved(text, self.rules, unit.seat, unit.id, (before, distances.place_text(battle, unit))))


@frozen
class LeaveBuilding(Ask):
    title = "Leave a building"
    says = "The unit is placed within 4 in of the building; the owner chooses where."
    unit: str
    rules = ("PMC-BLDG-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = LeaveField(battle, unit, reach=BUILDING_REACH)
        prompt = f"{unit.does('leaves')}: where to?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        places = LeaveField(battle, unit, reach=BUILDING_REACH).places(answer)
        before = distances.place_text(battle, unit)
        unit.building = ""
        unit.models, unit.facing = places
        path = (before, distances.place_text(battle, unit))
        game.emit(Moved(f"{unit.does('leaves')} the building", self.rules, unit.seat, unit.id, path))


# ---------------------------------------------------------------- Check the area!
def true_location(battle: Battle) -> Tally:
    """What the check of a further location needs (PMC-FIND-4, PMC-FIND-5)."""
    checked = sum(location.state != "" for location in battle.locations.values())
    need = Tally("True location", TRUE_LOCATION, "Check the area!", "PMC-FIND-4")
    return need.plus(-1 if checked == 1 else 0, "second location", "PMC-FIND-5")


@frozen
class CheckArea(Step):
    title = "Check the location"
    says = "D6: 5 or 6 is the true location, the second one checked gets +1, the third is certain."
    unit: str
    location: str
    rules = ("PMC-FIND-4", "PMC-FIND-5", "PMC-FIND-6")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        need = true_location(battle)
        check = Check(unit.seat, f"{unit.does('checks')} the area", need, rules=self.rules)
        true = game.check(check, lambda rolled: "the true location" if rolled.passed else "a false one").passed
        terrain_state.settle_locations(battle, self.location, true)
        for location in battle.locations.values():
            if location.state == "true":
                spot = place_words(location.spot)
                game.emit(Event(f"The objective is at {spot}", ("PMC-FIND-6",), unit.seat))


# ---------------------------------------------------------------- Demolish
@frozen
class Demolish(Step):
    title = "Demolish"
    says = "D6: 4 or more destroys the target; who is inside is buried under it."
    unit: str
    rules = ("PMC-OBJ-6",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.scenario.target
        name = terrain_state.piece_name(battle, target)
        if not game.check(Check(unit.seat, f"{unit.does('demolishes')} {name}", DEMOLISHED)).passed:
            return
        occupant = battle.in_building(target)
        terrain_state.destroy_piece(battle, target)
        game.emit(Event(f"{sentence(name)} is destroyed", self.rules, unit.seat))
        if occupant is not None:
            game.push(Collapse(occupant.id, unit.id))
