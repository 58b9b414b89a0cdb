"""Moving (PMC-MOVE): the owner chooses where a unit goes, in which formation, and how a vehicle turns."""

from __future__ import annotations

from functools import partial

from attrs import frozen

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.views import Line, Preview
from tabletop_tui.rules.pmc2640 import distances as geo
from tabletop_tui.rules.pmc2640.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.movement_limits import (
    CLEARANCE,
    GRACE,
    PENALTY,
    Surroundings,
    box_around,
    clear_box,
    off_table,
)
from tabletop_tui.rules.pmc2640.placement import STEPS, MoveField
from tabletop_tui.rules.pmc2640.shooting import can_shoot, prospects
from tabletop_tui.rules.pmc2640.shooting_targets import ChooseTarget
from tabletop_tui.table.bases import Spots
from tabletop_tui.table.polygons import Box, grown, joined, overlap

INCH = 1.0


def can_move(battle: Battle, unit: Unit, allowance: int) -> bool:
    """Whether there is anywhere to go with a Move or more, or anything to do on the spot (PMC-GEN-11)."""
    stands, beside, around = (unit.models, unit.facing), ("step", unit.id), ("move", unit.id, allowance)
    return battle.find(beside, partial(look_beside, battle, unit), room=True, own=stands) or battle.find(
        around, partial(look_around, battle, unit, allowance), room=True, own=stands
    )


def look_beside(battle: Battle, unit: Unit) -> tuple[bool, Box]:
    """Whether it can do so without going further than an inch; and the box in which nothing may move for it to hold."""
    beside = Surroundings(battle, unit, box_around(unit.models, INCH + GRACE))
    way = free_way(beside)
    free = way is not None or any(MoveField(battle, unit, unit.type.move, around=beside).steps())
    return free, clear_box(unit, way or beside.box)


def look_around(battle: Battle, unit: Unit, allowance: int) -> tuple[bool, Box]:
    """The same wherever the allowance leads it."""
    field = MoveField(battle, unit, allowance)
    free = any(field.steps()) or field.can_go_anywhere()
    return free, clear_box(unit, field.around.box)


def free_way(beside: Surroundings) -> Box | None:
    """The box of a way of an inch, or of a turn on the spot, of which boxes alone tell that nothing is in its way."""
    kind, here = beside.unit.type, beside.unit.box
    if kind.vehicle:
        alone = not (beside.barriers or beside.wrecks or beside.others)
        return here if alone and kind.turn_cost <= kind.move else None
    if kind.move < INCH + PENALTY[False]:
        return None
    left, top, right, bottom = here
    ends = (grown((left + dx, top + dy, right + dx, bottom + dy), GRACE) for dx, dy in STEPS)
    return next((joined(here, there) for there in ends if is_free_way(beside, there)), None)


def is_free_way(beside: Surroundings, there: Box) -> bool:
    """Whether the boxes tell that nothing stops infantry on its straight way, and that nobody is near where it ends."""
    seat, radius, way = beside.unit.seat, beside.unit.type.radius, joined(beside.unit.box, there)
    return not (
        off_table(beside.battle, beside.unit, there)
        or any(overlap(piece.box, way, radius) for piece in beside.barriers)
        or any(overlap((*wreck.spot, *wreck.spot), way, radius + wreck.radius) for wreck in beside.wrecks)
        or any(
            overlap(other.box, there if other.seat == seat else way, radius + other.type.radius + CLEARANCE)
            for other in beside.others
        )
    )


@frozen
class ChooseMove(Ask):
    title = "Choose move"
    says = "The unit moves up to its allowance in any direction and ends in coherency."
    unit: str
    allowance: int
    may_stay: bool = False
    """Where there is something to shoot at or to mark from here; a Move itself has to change something (PMC-GEN-11)."""
    shoots: bool = False
    """Whether a shot may follow: an Advance."""
    rules = ("PMC-MOVE-1", "PMC-MOVE-2", "PMC-MOVE-3", "PMC-MOVE-4", "PMC-VEH-5")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = MoveField(battle, unit, self.allowance, self.may_stay)
        prompt = f"Move {unit.name} up to {self.allowance:g} in: where to?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = game.asked_field(self, MoveField)
        path, before = field.path(answer), unit.models
        unit.models, unit.facing = field.places(answer)
        if unit.models != before or unit.vehicle:
            where = geo.place_words(battle, unit)
            game.emit(Moved(f"{unit.name} moves to {where}", self.rules, unit.seat, unit.id, tuple(path)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("cost", field.cost(answer), rules=self.rules)]
        if len(shares := field.shares(answer)) > 1:
            lines += [Line(what, f"{inches:.1f} in", rules=(rule,)) for what, inches, rule in shares]
        if self.shoots and field.refuse(answer) is None:
            probe = game.state.clone()
            unit = probe.units[self.unit]
            unit.models, unit.facing = field.places(answer)
            lines += prospects(probe, unit, "advance")
        return Preview(tuple(lines), path=tuple(field.path(answer)))


@frozen
class MayShoot(Step):
    title = "May shoot"
    says = "After an Advance the unit may shoot, if there is anything to shoot at; it has to if it has not moved."
    unit: str
    models: Spots
    """Where it stood before."""
    facing: float
    rules = ("PMC-ADV-1", "PMC-GEN-11")

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if can_shoot(battle, unit, "advance"):
            stayed = (unit.models, unit.facing) == (self.models, self.facing)
            game.push(ChooseTarget(unit.id, "advance", stayed))
