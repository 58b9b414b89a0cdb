"""Dodges (TC-COLL-5, TC-FALL-2, TC-OVERRUN-2, TC-TRAMPLE-4): 12 or less, and up to 6 away from what threatens."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, inf

from attrs import define, field

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits
from tabletop_tui.rules.techcommander.ways.landing_places import Land
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.rules.techcommander.ways.relocation import settle
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import Spot, Spots

DODGE = Need(Tally("Dodge", 12, "for every unit", "TC-COLL-5"), "at most")
"""What is rolled to dodge anything."""
AWAY = 6.0
"""How far a unit that dodges moves at most, in centimetres."""
KIND = OfferKind(
    "dodge", "dodge", "A unit of yours may dodge a collapse, a fall, an overrun or a trample.", "TC-COLL-5"
)
RULES = {"collapse": "TC-COLL-5", "fall": "TC-FALL-2", "overrun": "TC-OVERRUN-2", "trample": "TC-TRAMPLE-4"}
"""The rule behind each reason to dodge."""
Disc = tuple[Spot, float]


@frozen
class Dodge(OfUnits, Window):
    title = "Dodge"
    says = "The owner of a unit in danger may let it dodge: 12 or less, and it moves up to 6 away."
    unit: str
    danger: str
    """The piece or the unit that it dodges."""
    why: str
    """'collapse', 'fall', 'overrun' or 'trample'."""
    failed: tuple[Step, ...] = ()
    """What happens if it does not dodge, or fails."""
    clear: tuple[Disc, ...] = ()
    """Where it may not end: places and how near to them its base may not come, in centimetres."""

    @property
    def rules(self) -> tuple[str, ...]:  # type: ignore[override]
        return (RULES[self.why],)

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.unit].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        unit = game.state.units[self.unit]
        return () if unit.abandoned else (ToDodge(unit, self),)  # TC-DISEMBARK-3

    def prompt(self, game: Game[Battle], seat: int) -> str:
        return f"{game.state.units[self.unit].name}: dodge the {self.why}?"

    def about(self, game: Game[Battle]) -> str:
        return self.unit

    def run(self, game: Game[Battle]) -> None:
        if self.used:
            return
        seat = game.state.units[self.unit].seat
        if seat in self.passed or not self.opens_for(game, seat):
            self.through(game, seat)
            game.push(*self.failed)


@frozen
class ToDodge(Offered):
    deliberate = False  # it costs nothing
    kind = KIND
    says = "12 or less and it moves up to 6 away, unharmed."
    unit: Unit
    window: Dodge

    @property
    def key(self) -> str:
        return "dodge"

    @property
    def label(self) -> str:
        return f"{self.unit.name} dodges"

    @property
    def cost(self) -> str:
        return "12 or less"

    def steps(self) -> Sequence[Step]:
        window = self.window
        return [RollDodge(window.unit, window.danger, window.why, window.failed, window.clear)]


@frozen
class RollDodge(Step):
    says = "A D20: 12 or less and the unit dodges."
    unit: str
    danger: str
    why: str
    failed: tuple[Step, ...] = ()
    clear: tuple[Disc, ...] = ()

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} dodges the {self.why}"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        check = Check(unit.seat, f"{unit.name} dodges", DODGE, sides=SIDES, rules=(RULES[self.why],))
        if not game.check(check).passed:
            game.push(*self.failed)
        elif dodge_field(game.state, self).can_go_anywhere():
            game.push(ChooseDodge(self.unit, self.danger, self.why, self.clear))
        else:
            game.push(Land(self.unit))


@define
class DodgeField(MoveField):
    """Where a unit can dodge to: up to 6 away, no nearer to what it dodges."""

    dodge: RollDodge | ChooseDodge = field(kw_only=True)
    before: float = field(kw_only=True)
    """How far it is from the danger now, in centimetres."""

    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        refusal, taken = super().judge_march(tracks, ends, length, facing)
        return refusal or self.refuse_end(ends[0]), taken

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        refusal, taken = super().judge_plan(plan, ends)
        return refusal or self.refuse_end((ends or self.ends(plan))[0]), taken

    @property
    def plain(self) -> bool:
        return True

    def welcomes(self, spot: Spot) -> bool:
        return self.refuse_end(spot) is None

    def refuse_end(self, spot: Spot) -> Refusal | None:
        """It has to get away."""
        rule = RULES[self.dodge.why]
        if any(dist(spot, there) < radius + self.radius - CLOSE for there, radius in self.dodge.clear):
            return Refusal("not clear of it", rule)
        if far_from(self.battle, self.dodge.danger, spot) < self.before - CLOSE:
            return Refusal("nearer to what it dodges", rule)
        return None


def far_from(battle: Battle, danger: str, spot: Spot) -> float:
    """How far a place is from a piece of terrain or from the middle of a unit, in centimetres."""
    if danger in battle.units:
        there = battle.units[danger]
        return dist(spot, there.at) if there.on_table else inf
    return battle.table.piece(danger).figure.distance(spot)


def dodge_field(battle: Battle, dodge: RollDodge | ChooseDodge) -> DodgeField:
    unit = battle.units[dodge.unit]
    before = far_from(battle, dodge.danger, unit.at)
    return DodgeField(
        unit.models,
        unit.radius,
        unit.facing,
        AWAY,
        2 * unit.radius,
        True,
        battle=battle,
        unit=unit,
        dodge=dodge,
        before=before,
    )


@frozen
class ChooseDodge(Ask):
    title = "Choose where to dodge"
    says = "The owner moves the unit that dodges up to 6, no nearer to what it dodges."
    unit: str
    danger: str
    why: str
    clear: tuple[Disc, ...] = ()

    def question(self, game: Game[Battle]) -> Question:
        unit, field = game.state.units[self.unit], dodge_field(game.state, self)
        prompt = f"{unit.name} dodges: where to, up to {AWAY:g} cm?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=(RULES[self.why],), field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit, field = game.state.units[self.unit], game.asked_field(self, DodgeField)
        plan = field.meant(answer)
        before = unit.models
        settle(game, unit, field.ends(plan)[0], field.final_facing(plan), field.surface_of(plan))
        path = middle_text(before), middle_text(unit.models)
        game.emit(Moved(f"{unit.name} dodges to {path[1]}", (RULES[self.why],), unit.seat, unit.id, path))
