"""How skulls move their claimer: into contact with an enemy, by a fire, anywhere; and who joins it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist, hypot, pi
from typing import ClassVar

from attrs import define, field
from shapely.geometry import Point as ShapelyPoint

from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import EndAction, before_attack
from tabletop_tui.rules.techcommander.anytime.air_strikes import discs, toward
from tabletop_tui.rules.techcommander.deployment.deploy_fields import FlooredField
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Battle, Doing, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE, distance, flat
from tabletop_tui.rules.techcommander.state.infiltration import presume
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.rallied_groups import LINK, holds, rally, regroup
from tabletop_tui.rules.techcommander.state.surface_heights import bars
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.move_field import inside, refuse_place
from tabletop_tui.rules.techcommander.ways.relocation import settle
from tabletop_tui.rules.techcommander.ways.standing_regions import standing_region
from tabletop_tui.skirmish.room_search import to_hundredths
from tabletop_tui.skirmish.template_fields import StripField
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, parse_spot
from tabletop_tui.table.polygons import Box, bounds, box_of, grown, off

ROUND = 72
"""So many places around a base are offered."""


def put(game: Game[Battle], unit: Unit, spot: Spot, rules: tuple[str, ...], on: str = GROUND) -> None:
    """A unit is set down somewhere else, off its carrier if it is aboard; that is no movement of its own."""
    before = unit.models
    game.state.detach(unit)
    settle(game, unit, spot, unit.facing, on)
    path = (*([middle_text(before)] if before else []), middle_text(unit.models))
    game.emit(Moved(f"{unit.name} is at {path[-1]} now", rules, unit.seat, unit.id, path))


# ---------------------------------------------------------------- fields
@define
class SetDownField(FlooredField):
    """Where a unit may be set down: anywhere that its base finds room, and a skull says what more."""

    @property
    def zone(self) -> Box:
        """The box in which its middle may be."""
        return 0.0, 0.0, self.battle.table.width, self.battle.table.height

    @property
    def level(self) -> str:
        """The surface on which it is looked whether there is any room at all."""
        return GROUND

    def refuse_surface(self, spot: Spot, on: str) -> Refusal | None:
        return self.refuse_wish(spot, on) or super().refuse_surface(spot, on)

    def refuse_wish(self, spot: Spot, on: str) -> Refusal | None:
        """What the skull has against a place on a surface."""
        return None

    def candidates(self) -> list[Spot]:
        left, top, right, bottom = map(round, self.zone)
        return [(float(x), float(y)) for x in range(left, right + 1) for y in range(top, bottom + 1)]

    def room(self) -> Room:
        region = standing_region(self.battle, self.unit, self.zone, self.level)
        return Room(region, 1, self.radius, lambda spot: self.refuse_models((spot,)) is None)


def set_down_field(kind: type[SetDownField], battle: Battle, unit: Unit, **more: object) -> SetDownField:
    return kind(1, unit.radius, 2 * unit.radius, unit.facing, battle=battle, unit=unit, **more)


def around(spot: Spot, far: float) -> list[Spot]:
    """Places all around a spot, to the hundredth and no nearer than that."""
    turns = (2 * pi * number / ROUND for number in range(ROUND))
    places = (to_hundredths((spot[0] + far * cos(turn), spot[1] + far * sin(turn))) for turn in turns)
    return [there for there in places if dist(there, spot) >= far - CLOSE / 2]


# ---------------------------------------------------------------- Anger (TC-SKB-2)
@define
class ContactField(SetDownField):
    """In contact with an enemy; whoever does not jump needs a way there."""

    enemy: Unit = field(kw_only=True)

    @property
    def touching(self) -> float:
        return self.radius + self.enemy.radius

    @property
    def zone(self) -> Box:
        return grown(box_of((self.enemy.at,)), self.touching + CLOSE)

    @property
    def level(self) -> str:
        return self.enemy.on

    def refuse_wish(self, spot: Spot, on: str) -> Refusal | None:
        if on != self.enemy.on or dist(spot, self.enemy.at) > self.touching + CLOSE:
            return Refusal(f"not in contact with {self.enemy.name}", "TC-SKB-2")
        if not self.unit.sheet.jumps and not can_get_to(self.battle, self.unit, spot, on):
            return Refusal("no way leads there", "TC-SKB-2")
        return None

    def candidates(self) -> list[Spot]:
        return around(self.enemy.at, self.touching + CLOSE / 2)


def can_get_to(battle: Battle, unit: Unit, spot: Spot, on: str) -> bool:
    """Whether any way on foot leads to a place on a surface: around what blocks, up and down hills, ramps, ladders."""
    starts, ends = foot_of(battle, unit.at, unit.on), foot_of(battle, spot, on)
    return (on == unit.on and on != GROUND) or any(can_walk(battle, unit, a, b) for a in starts for b in ends)


def foot_of(battle: Battle, spot: Spot, on: str) -> list[Spot]:
    """Where one who is on a surface steps on to the ground: there on a hill, else at ladders and ramps that lead up."""
    if on == GROUND or battle.table.piece(on).type.climbs == "ramp":
        return [spot]
    ways = [piece for piece in battle.standing() if piece.on == on and piece.type.climbs]
    return [to_hundredths(point) for piece in ways for point in piece.points]


def can_walk(battle: Battle, unit: Unit, start: Spot, spot: Spot) -> bool:
    """Whether any way around what blocks leads a model from one place to another (TC-MOVE-4, TC-MOVE-8)."""
    table, width = battle.table, unit.sheet.width / 2
    pieces = [region_shapes.grown(piece.shape, width - TINY) for piece in battle.standing() if piece.type.blocks]
    others = [
        region_shapes.discs(enemy.models, width + enemy.radius - CLOSE)
        for enemy in battle.enemies(unit.seat)
        if enemy.on == GROUND
    ]
    free = region_shapes.outside(
        region_shapes.box((width, width, table.width - width, table.height - width)), [*pieces, *others]
    )
    parts = getattr(free, "geoms", [free])
    near = CLOSE if start == unit.at else 2 * unit.radius  # the foot of a ladder lies against a wall
    return any(all(part.distance(ShapelyPoint(place)) <= near for place in (start, spot)) for part in parts)


def nearest(battle: Battle, unit: Unit) -> list[Unit]:
    """The opposing units that are nearest, infiltrated ones too; several only where they are equally near."""
    living = [enemy for enemy in battle.enemies(unit.seat) if not enemy.eliminated]
    least = min((distance(battle, unit, enemy) for enemy in living), default=0.0)
    return [enemy for enemy in living if distance(battle, unit, enemy) <= least + TINY]


def attack_nearest(game: Game[Battle], unit: Unit) -> None:
    """Ask whom of the nearest the claimer goes at; nothing where it is not on the table or has nobody to reach."""
    if unit.on_table and any(reachable(game.state, unit, enemy) is None for enemy in nearest(game.state, unit)):
        game.push(ChooseAnger(unit.id))
    else:
        game.emit(Event(f"{unit.name} has nobody to go at", ("TC-SKB-2",), unit.seat))


def reachable(battle: Battle, unit: Unit, enemy: Unit) -> Refusal | None:
    """Why a unit cannot go into contact with an enemy, or None."""
    if flat(unit, enemy) <= CLOSE and unit.on == enemy.on:
        return None
    field = set_down_field(ContactField, battle, unit, enemy=enemy)
    return None if field.has_room() else Refusal(f"no room beside {enemy.name}", "TC-SKB-2")


DECLINE = "decline"


@frozen
class ChooseAnger(Ask):
    title = "Choose whom anger strikes"
    says = "The claimer may go at the nearest enemy; its player may decline."
    unit: str
    rules = ("TC-SKB-2",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        options = [
            Option(enemy.id, f"At {enemy.name}", reachable(battle, unit, enemy), target=enemy.id)
            for enemy in nearest(battle, unit)
        ]
        options.append(Option(DECLINE, "Stay", hotkey="n"))
        return Pick(unit.seat, f"Anger: {unit.name} goes at the nearest?", options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == DECLINE:
            return
        battle = game.state
        unit = battle.units[self.unit]
        battle.doing = Doing("anger", unit.seat, (unit.id,))
        for one in battle.units.values():
            one.whole = one.life >= FULL_LIFE
        attack = *before_attack(unit), ChooseWeapon(unit.id, answer)
        game.push(ChooseContact(unit.id, answer), *attack, EndAction((unit.id,)))


@frozen
class ChooseContact(Ask):
    title = "Choose a place beside the enemy"
    says = "However far it is, the claimer is set down in contact; for the attack it has not moved."
    unit: str
    target: str
    rules = ("TC-SKB-2",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, enemy = battle.units[self.unit], battle.units[self.target]
        field = set_down_field(ContactField, battle, unit, enemy=enemy)
        prompt = f"Where beside {enemy.name}?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        field = game.asked_field(self, ContactField)
        (spot,), facing = field.places(answer)
        unit.facing = round(facing, 2) % 360
        put(game, unit, spot, self.rules, field.surface_of(answer))
        regroup(game)


# ---------------------------------------------------------------- Fire (TC-SKB-6)
@define(slots=False)
class FireField(StripField):
    """A direction from where the unit stands."""

    length_unit = UNIT
    direction_rule: ClassVar[str] = "TC-SKB-6"


@frozen
class ChooseFireMove(Ask):
    title = "Choose where the fire drives it"
    says = "The player chooses the direction; it stops at anything that it cannot enter."
    unit: str
    far: float
    rules = ("TC-SKB-6",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, table = battle.units[self.unit], battle.table
        reach = hypot(table.width, table.height)
        field = FireField(
            *(table.width, table.height, discs(battle), unit.at, reach, unit.radius, 0.0), length=self.far, flat=False
        )
        prompt = f"Fire drives {unit.name} {self.far:g} {UNIT.short}: in the direction of which spot?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        goal = parse_spot(answer[-1])
        assert goal is not None
        battle = game.state
        unit = battle.units[self.unit]
        put(game, unit, driven(battle, unit, goal, self.far), self.rules, unit.on)
        regroup(game)


def driven(battle: Battle, unit: Unit, goal: Spot, far: float) -> Spot:
    """The last place on a line, to the hundredth, that a unit comes to on its surface and where its base finds room."""
    low, high = 0, round(100 * far)

    def at(hundredths: int) -> Spot:
        return to_hundredths(toward(unit.at, goal, hundredths / 100))

    while low < high:  # once something is in the way, it stays so
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if stopped(battle, unit, at(middle)) else (middle, high)
    return next((at(number) for number in range(low, 0, -1) if refuse_place(battle, unit, at(number)) is None), unit.at)


def stopped(battle: Battle, unit: Unit, end: Spot) -> bool:
    """Whether a model comes upon the edge, an enemy or a piece on the straight line to a place."""
    width, level = unit.sheet.width / 2, battle.foot(unit)
    if not inside(battle, width, bounds((unit.at, end))):
        return True
    enemies = (enemy for enemy in battle.enemies(unit.seat) if enemy.on == unit.on)
    if any(off(unit.at, end, enemy.at) < width + enemy.radius - CLOSE for enemy in enemies):
        return True
    barring = (piece for piece in battle.standing() if bars(piece, level, unit.sheet.height) and piece.id != unit.on)
    return any(piece.figure.comes_near(unit.at, end, width - TINY) for piece in barring)


# ---------------------------------------------------------------- Navigator (TC-SKB-16)
@define
class FellowField(SetDownField):
    """Near enough to others to be rallied to them (TC-RALLY-3)."""

    fellows: tuple[Unit, ...] = field(kw_only=True)

    @property
    def zone(self) -> Box:
        return grown(bounds(tuple(one.at for one in self.fellows)), LINK + 2 * self.radius)

    @property
    def level(self) -> str:
        return self.fellows[0].on

    def refuse_wish(self, spot: Spot, on: str) -> Refusal | None:
        there = self.unit.clone()
        there.models, there.on = (spot,), on
        whole = holds(self.battle, (*self.fellows, there))
        return None if whole else Refusal("not near enough to the group", "TC-RALLY-3")

    def candidates(self) -> list[Spot]:
        raster = super().candidates()
        return [*raster, *(spot for one in self.fellows for spot in around(one.at, one.radius + self.radius + CLOSE))]


def together(battle: Battle, unit: Unit) -> list[Unit]:
    """A unit and those rallied to it that are on the table."""
    return [one for one in battle.group(unit) if one.on_table] if unit.on_table else []


@frozen
class ChooseNavigated(Ask):
    title = "Choose where to navigate"
    says = "The claimer goes anywhere on the table; those rallied to it stay with it."
    unit: str
    waiting: tuple[str, ...]
    """Those of its group that have still to be set down ..."""
    settled: tuple[str, ...]
    """... and those that have been."""
    rules = ("TC-SKB-16",)

    def field(self, battle: Battle) -> SetDownField:
        unit = battle.units[self.unit]
        if not self.settled:
            return set_down_field(SetDownField, battle, unit)
        fellows = tuple(battle.units[name] for name in self.settled)
        return set_down_field(FellowField, battle, unit, fellows=fellows)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        field = self.field(game.state)
        prompt = f"Navigator: where does {unit.name} go?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = game.asked_field(self, SetDownField)
        (spot,), facing = field.places(answer)
        unit.facing = round(facing, 2) % 360
        put(game, unit, spot, self.rules, field.surface_of(answer))
        game.push(Navigates(self.waiting, (*self.settled, unit.id)))


@frozen
class Navigates(Step):
    title = "The group follows"
    says = "Whoever is rallied to the claimer is set down near it; who finds no room there is left behind."
    waiting: tuple[str, ...]
    settled: tuple[str, ...]
    rules = ("TC-SKB-16",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for number, name in enumerate(self.waiting):
            ask = ChooseNavigated(name, self.waiting[number + 1 :], self.settled)
            if ask.field(battle).has_room():
                game.push(ask)
                return
        regroup(game)


# ---------------------------------------------------------------- Spring (TC-SKB-5)
@frozen
class PlaceFellow(Step):
    title = "A trooper joins"
    says = "The new trooper is set down near the claimer and is rallied to it."
    unit: str
    fellow: str
    rules = ("TC-SKB-5",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, fellow = battle.units[self.unit], battle.units[self.fellow]
        ask = ChooseFellowPlace(self.unit, self.fellow)
        if unit.on_table and ask.field(battle).has_room():
            game.push(ask)
        else:
            game.emit(Event(f"{fellow.name} finds no room and waits for the next deployment", self.rules, unit.seat))


@frozen
class ChooseFellowPlace(Ask):
    title = "Put a trooper down beside the claimer"
    says = "Near enough to be rallied to the claimer's group."
    unit: str
    fellow: str
    rules = ("TC-SKB-5", "TC-RALLY-3")

    def field(self, battle: Battle) -> SetDownField:
        fellows = tuple(together(battle, battle.units[self.unit]))
        return set_down_field(FellowField, battle, battle.units[self.fellow], fellows=fellows)

    def question(self, game: Game[Battle]) -> Question:
        fellow = game.state.units[self.fellow]
        field = self.field(game.state)
        return Place(
            *(fellow.seat, f"Where does {fellow.name} join {self.unit}?{field.hint}"),
            about=fellow.id,
            rules=self.rules,
            field=field,
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, fellow = battle.units[self.unit], battle.units[self.fellow]
        field = game.asked_field(self, SetDownField)
        (spot,), _ = field.places(answer)
        members = together(battle, unit)
        put(game, fellow, spot, self.rules, field.surface_of(answer))
        presume(fellow)
        rally(game, joined(members, fellow))


def joined(members: Iterable[Unit], fellow: Unit) -> Sequence[Unit]:
    """A group with one more, in the order of their ids."""
    return [*members, fellow]
