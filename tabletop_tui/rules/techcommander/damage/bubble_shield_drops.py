"""Dropping bubble shields (TC-BUBBLE-3): by whom, when and where; what happens where two overlap (TC-BUBBLE-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from attrs import define, evolve, field

from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.reactions import Offered
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.limited_use_gear import FromKit
from tabletop_tui.rules.techcommander.state.shot_targets import (
    BUBBLE_HEIGHT,
    BUBBLE_RADIUS,
    exposed,
    foes,
    is_exposed,
    stand,
)
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.skirmish.template_fields import BlastField
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, Spots

PREFIX = "bubble:"
"""With which the keys of shields that are dropped begin."""
BUBBLE = OfferKind(
    "bubble",
    "bubble shield",
    "Asked when a shield could stop a shot at one of your units, or reveal an infiltrated enemy.",
    "TC-BUBBLE-3",
)


def devices(unit: Unit) -> list[str]:
    """The shields that it carries, whether or not they were used."""
    return [copy for copy, gear in unit.gear().items() if gear.does == "bubble"]


def owners(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that could drop one, on the table or in a hatch: gear gets no orders itself (TC-ACT-3)."""
    return [unit for unit in battle.side(seat) if is_exposed(unit)]


def could_hold(battle: Battle, owner: Unit, unit: Unit) -> bool:
    """Whether a shield that this unit drops on its own surface could have another wholly inside."""
    here, found = stand(battle, owner), stand(battle, unit)
    if found.sheet.height > BUBBLE_HEIGHT + TINY or found.on != here.on:
        return False
    return abs(dist(here.at, found.at) - here.radius) + found.radius <= BUBBLE_RADIUS + TINY


def offers(battle: Battle, when: str, seat: int, units: tuple[str, ...]) -> list[Offered]:
    """The shields that a seat could drop at such a moment (TC-REACT-2)."""
    acting = battle.order[battle.go - 1] if battle.go and battle.go <= len(battle.order) else seat
    if when == "after" and acting != seat:
        return []
    aimed = tuple(battle.units[name] for name in units) if when == "gear" else ()
    return [DropBubble(battle, unit, copy, aimed) for unit in owners(battle, seat) for copy in devices(unit)]


@frozen
class DropBubble(FromKit):
    kind = BUBBLE
    rule = "TC-BUBBLE-3"
    says = "A shield of 5 cm around a place at its base: shots do not cross it, and all in it are revealed."
    battle: Battle
    unit: Unit
    copy: str
    aimed: tuple[Unit, ...] = ()
    """The units that are shot at."""

    @property
    def key(self) -> str:
        return f"{PREFIX}{self.unit.id}:{self.copy}"

    @property
    def label(self) -> str:
        return f"{self.unit.name} drops {self.thing}"

    def refuse(self) -> Refusal | None:
        if self.unit.left(self.copy) == 0:
            return Refusal("no uses left", "TC-ACT-4")
        field = drop_field(self.battle, self.unit)
        if not any(field.judge((spot,)) is None for spot in field.telling()):
            return Refusal("a shield was eliminated there this turn", "TC-BUBBLE-13")
        return None

    @property
    def matters(self) -> bool:
        if self.aimed:
            return any(could_hold(self.battle, self.unit, unit) for unit in self.aimed)
        hidden = (enemy for enemy in foes(self.battle, self.unit.seat) if enemy.hidden)
        return any(could_hold(self.battle, self.unit, enemy) for enemy in hidden)

    def steps(self) -> Sequence[Step]:
        return [ChooseDrop(self.unit.id, self.copy)]


# ---------------------------------------------------------------- where
@define(slots=False)
class DropField(BlastField):
    """Where a shield may be dropped: at the edge of the base, in the direction of a place."""

    length_unit = UNIT
    range_rule = "TC-BUBBLE-3"
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    radius: float = field(kw_only=True)
    """Of the base."""

    def middle(self, spots: Spots) -> Spot:
        """The place at the edge of the base that an answer means."""
        (x, y), (u, v) = self.origin, spots[-1]
        far = dist(self.origin, spots[-1])
        if far <= TINY:
            return x, round(y - self.radius, 2)
        return round(x + (u - x) / far * self.radius, 2), round(y + (v - y) / far * self.radius, 2)

    def refuse_spots(self, spots: Spots) -> Refusal | None:
        middle = self.middle(spots)
        spent = [bubble for bubble in self.battle.bubbles if bubble.life <= 0]
        there = Bubble("", 0, middle, surface_at(self.battle, self.unit, middle)) if spent else None
        if there is not None and any(bubble_shields.overlap(bubble, there) for bubble in spent):
            return Refusal("a shield was eliminated there this turn", "TC-BUBBLE-13")
        return None

    def telling(self) -> Iterator[Spot]:
        """North, east, south and west, and toward each unit that is near."""
        (x, y), far = self.origin, self.far
        yield from ((x, round(y - far, 2)), (round(x + far, 2), y), (x, round(y + far, 2)), (round(x - far, 2), y))
        for unit in self.battle.on_table():
            if TINY < dist(unit.at, self.origin) <= 2 * BUBBLE_RADIUS + unit.radius:
                yield self.middle((unit.at,))

    def possible(self) -> Iterator[Spot]:
        return (spot for spot in self.telling() if self.refuse_spot(spot) is None)

    def cost(self, words: Sequence[str]) -> str:
        spots = self.read(words)
        if isinstance(spots, Refusal):
            return ""
        middle = self.middle(spots)
        bubble = Bubble("", 0, middle, surface_at(self.battle, self.unit, middle))
        inside = [unit.id for unit in exposed(self.battle) if bubble_shields.holds(self.battle, bubble, unit)]
        return f"inside: {', '.join(inside)}" if inside else "nobody inside"


def drop_field(battle: Battle, unit: Unit) -> DropField:
    found, table = stand(battle, unit), battle.table
    bases = {one.id: ((*one.at, one.radius),) for one in battle.on_table()}
    return DropField(
        table.width,
        table.height,
        bases,
        found.at,
        found.radius,
        BUBBLE_RADIUS,
        0.0,
        battle=battle,
        unit=unit,
        radius=found.radius,
    )


@frozen
class ChooseDrop(Ask):
    title = "Choose where to drop the shield"
    says = "The player says on which side of the base the shield is dropped; its middle lies at the edge of the base."
    unit: str
    copy: str
    rules = ("TC-BUBBLE-3", "TC-BUBBLE-5")

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name} drops a shield: on which side?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=drop_field(game.state, unit))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, DropField)
        spots = field.read(answer)
        assert isinstance(spots, tuple)
        game.state.units[self.unit].use(self.copy)
        drop(game, game.state.units[self.unit], field.middle(spots))


def surface_at(battle: Battle, unit: Unit, spot: Spot) -> float:
    """How high the shield lies there: on a piece against which the unit stands, else where the unit stands."""
    foot = battle.foot(stand(battle, unit))
    tops = [piece.body.top for piece in battle.standing() if piece.type.blocks and piece.body.holds(spot)]
    return max([foot, *tops])


def drop(game: Game[Battle], unit: Unit, spot: Spot) -> None:
    """A shield is there; where it overlaps another, both are eliminated (TC-BUBBLE-4)."""
    battle = game.state
    number = 1 + max((int(one.id.partition("-")[2]) for one in battle.bubbles), default=0)
    bubble = Bubble(f"bubble-{number}", unit.seat, spot, surface_at(battle, unit, spot))
    others = [one for one in bubble_shields.standing(battle) if bubble_shields.overlap(one, bubble)]
    battle.bubbles = (*battle.bubbles, bubble)
    game.emit(Status(f"{unit.name} drops a bubble shield", ("TC-BUBBLE-3",), unit.seat, unit.id, "bubble shield"))
    if others:
        ended = {bubble.id, *(one.id for one in others)}
        battle.bubbles = tuple(evolve(one, life=0) if one.id in ended else one for one in battle.bubbles)
        game.emit(Event("Shields that overlap are eliminated, both", ("TC-BUBBLE-4",), unit.seat))
        return
    for found in exposed(battle):
        bubble_shields.reveal_inside(game, found)
