"""Getting on and off vehicles (CD-PASS): standing ones, ones that go past slowly, by a jump; falling off the top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from attrs import define, field, frozen

from tabletop_tui.engine.events import Event, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.views import Line, Preview
from tabletop_tui.engine.wording import verb_of
from tabletop_tui.rules.crimsondusk.collisions.ramming import free_spot
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, kill_chance, roll_damage
from tabletop_tui.rules.crimsondusk.shooting.overwatch_fire import Appear
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import refuse_chain
from tabletop_tui.rules.crimsondusk.state.displacement import has_moved
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import acdc, pace, room_in
from tabletop_tui.rules.crimsondusk.ways.driving_limits import PAST, Legs, passed_models, pieces_of
from tabletop_tui.rules.crimsondusk.ways.movement_limits import (
    CLOSE,
    crosses,
    halved,
    hampered,
    refuse_base,
    refuse_place,
    refuse_step,
    touching,
)
from tabletop_tui.rules.crimsondusk.ways.standing_regions import chained_room, standing_region
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.table import packing
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.driving import Pose, Way
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, place_words
from tabletop_tui.table.polygons import bounds

FALL = "a fall"
CLOSER = 1.05
"""Between the middles of those who have just got off, in units."""


# ---------------------------------------------------------------- getting on
def boarding(battle: Battle, unit: Unit) -> Iterator[ToBoard]:
    """Getting on or into each own vehicle that is near (CD-PASS-2, CD-PASS-7)."""
    reach = max((man.soldier.pace for man in unit.men), default=0)
    for vehicle in battle.side(unit.seat):
        if vehicle.hull is None or not vehicle.models or not unit.models:
            continue
        if min(dist(spot, vehicle.models[0]) for spot in unit.models) > reach + vehicle.radius + unit.radius + TINY:
            continue
        for on_top in (False, True):
            if not (on_top and vehicle.type.bike):
                yield ToBoard(battle, unit, vehicle, on_top)


def refuse_aboard(battle: Battle, unit: Unit, vehicle: Unit, on_top: bool) -> Refusal | None:
    """Why a section finds no room in or on a vehicle, or None: it rides in one, whole (CD-PASS-1, CD-PASS-5)."""
    room = room_in(battle, vehicle, on_top)
    if unit.left > room:
        return Refusal(f"room for {room}, {unit.left} are there", "CD-PASS-7" if on_top else "CD-PASS-1")
    return Refusal("in melee", "CD-ACT-3") if unit.fighting else None


@frozen
class ToBoard(UnitAction):
    vehicle: Unit
    on_top: bool
    rule = "CD-PASS-2"
    cost = "1 AP"
    says = "All go up to a vehicle that does not move this turn, and get on."

    @property
    def key(self) -> str:
        return f"{'top' if self.on_top else 'board'}:{self.vehicle.id}"

    @property
    def label(self) -> str:
        return f"Get {'on top of' if self.on_top else 'into'} {self.vehicle.name}"

    @property
    def target(self) -> str:
        return self.vehicle.id

    def refuse(self) -> Refusal | None:
        if pace(self.vehicle):
            return Refusal(f"{self.vehicle.does('moves')}: speed {pace(self.vehicle)}", "CD-PASS-2")
        return refuse_aboard(self.battle, self.unit, self.vehicle, self.on_top) or self.refuse_way()

    def refuse_way(self) -> Refusal | None:
        """Why one of them cannot walk up to it, or None."""
        goal, table = self.vehicle.models[0], self.battle.table
        for man, spot in zip(self.unit.men, self.unit.models, strict=True):
            if self.unit.spent >= self.battle.points_of_man(self.unit, man):
                return Refusal(f"{man.id} has no AP left", "CD-AP-3")
            if (refusal := refuse_step(self.battle, self.unit, man)) is not None:
                return refusal
            gap = dist(spot, goal) - self.unit.radius - self.vehicle.radius
            share = max(0.0, gap) / (dist(spot, goal) or 1.0)
            end = spot[0] + (goal[0] - spot[0]) * share, spot[1] + (goal[1] - spot[1]) * share
            reach = 1 if self.unit.ground else man.soldier.pace
            if hampered(table, man, (spot, end)):
                reach = halved(reach)
            if gap > reach + CLOSE:
                return Refusal(f"{man.id} is {gap:.1f} u away, {reach} allowed", "CD-PASS-2")
            if crosses(table, "high", (spot, end)) or crosses(table, "building", (spot, end)):
                return Refusal(f"{man.id} cannot get there straight on", "CD-PASS-2")
        return None

    def steps(self) -> Sequence[Step]:
        return [GetOn(self.unit.id, self.vehicle.id, self.on_top)]


@frozen
class GetOn(Step):
    says = "They are aboard: no longer on the table, nor targets of their own; a standing vehicle waits for them."
    unit: str
    vehicle: str
    on_top: bool
    passing: bool = False
    """Whether it goes past them: they spend no AP, and do not move this turn."""
    rules = ("CD-PASS-2", "CD-PASS-3", "CD-PASS-7", "CD-PASS-9")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} gets on {self.vehicle}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, vehicle = battle.units[self.unit], battle.units[self.vehicle]
        unit.aboard, unit.on_top, unit.models = vehicle.id, self.on_top, ()
        has_moved(unit, {man.id: 0.0 for man in unit.men})
        unit.ground = unit.overwatch = False
        if self.passing:
            unit.changed = battle.turn
        else:
            unit.spent += 1
            vehicle.alter_hull(stays=battle.turn)
        where = "on top of" if self.on_top else "in"
        game.emit(Status(f"{unit.does('rides')} {where} {vehicle.name}", self.rules[:1], unit.seat, unit.id, "aboard"))


@frozen
class TakeUpPassers(Step):
    title = "Take up those it passes"
    says = "A vehicle slower than its Ac/Dc may take up sections within 1 of its way that do not move themselves."
    unit: str
    start: tuple[float, float, float]
    legs: Legs
    rules = ("CD-PASS-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        vehicle = battle.units[self.unit]
        if vehicle.gone or not vehicle.models or not 0 < pace(vehicle) < acdc(vehicle):
            return
        way = Way(Pose(*self.start), pieces_of(self.legs))
        names = tuple(passers(battle, vehicle, way))
        if names:
            game.push(ChoosePassers(vehicle.id, names))


def passers(battle: Battle, vehicle: Unit, way: Way) -> Iterator[str]:
    """The sections that could get on a vehicle that goes past them (CD-PASS-3)."""
    friends = [one for one in battle.side(vehicle.seat) if one.hull is None and one.models and not one.fighting]
    for name, men in passed_models(vehicle, way, friends).items():
        unit = battle.units[name]
        fits = any(refuse_aboard(battle, unit, vehicle, top) is None for top in (False, True))
        still = not any(man.moved for man in unit.men) and unit.changed != battle.turn
        if len(men) == unit.left and still and fits:
            yield name


@frozen
class ChoosePassers(Ask):
    title = "Choose who gets on"
    says = "The owner says which of the sections that it went past get on, if any."
    unit: str
    names: tuple[str, ...]
    rules = ("CD-PASS-3",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        vehicle = battle.units[self.unit]
        options = [Option("none", "Nobody gets on", rule="CD-PASS-3", hotkey="n")]
        for name in self.names:
            unit = battle.units[name]
            for on_top in (False, True):
                if not (on_top and vehicle.type.bike):
                    key, where = f"{'top' if on_top else 'board'}:{name}", " on top" if on_top else ""
                    refusal = refuse_aboard(battle, unit, vehicle, on_top)
                    options.append(
                        Option(key, f"{unit.does('gets')} on{where}", refusal, target=name, rule="CD-PASS-3")
                    )
        return Pick(vehicle.seat, f"{vehicle.name}: who gets on?", options, about=vehicle.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == "none":
            return
        how, _, name = answer.partition(":")
        rest = tuple(one for one in self.names if one != name)
        more: list[Step] = [ChoosePassers(self.unit, rest)] if rest else []
        game.push(GetOn(name, self.unit, how == "top", passing=True), *more)


# ---------------------------------------------------------------- getting off
@frozen
class ToGetOff(UnitAction):
    key, label, hotkey, rule, cost = "off", "Get off", "g", "CD-PASS-4", "1 AP"
    says = "They get off beside the vehicle; from one that moves at its Ac/Dc or faster it is a jump with damage."

    def refuse(self) -> Refusal | None:
        if self.battle.serves_pin(self.unit):
            return Refusal("pinned: no movement this turn", "CD-PIN-8")
        if any(map(self.battle.is_stunned, self.unit.men)):
            return Refusal("one of them is stunned", "CD-WND-2")
        if len(self.battle.able(self.unit)) < self.unit.left:
            return Refusal("one of them has no AP left", "CD-AP-3")
        if self.unit.changed == self.battle.turn:
            return Refusal("it has got on this turn", "CD-PASS-3")
        if not landing_field(self.battle, self.unit).has_room():
            return Refusal("there is no room beside the vehicle", "CD-MOVE-7")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseLanding(self.unit.id)]

    def preview(self) -> Preview | None:
        power = jump_power(self.battle.units[self.unit.aboard])
        if not power:
            return Preview((Line("jump", "no damage", rules=("CD-PASS-4",)),))
        chance = kill_chance(self.unit.men[0].soldier, Hit(power, 0, FALL))
        return Preview((Line("jump", f"P {power}: {chance:.0%} killed, each", rules=("CD-PASS-4",), mood="bad"),))


def jump_power(vehicle: Unit) -> int:
    """P of the damage of getting off, 0 for none: below its Ac/Dc there is none (CD-PASS-4)."""
    return pace(vehicle) if pace(vehicle) >= acdc(vehicle) else 0


@define
class LandingField(RoomyStandField):
    """Where a section gets off: beside its vehicle, in one chain."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    vehicle: Unit = field(kw_only=True)
    reach: float = field(kw_only=True)
    """How far from the vehicle, edge to edge, in units."""

    @property
    def middle(self) -> Spot:
        return self.vehicle.models[0]

    @property
    def furthest(self) -> float:
        return self.vehicle.radius + self.radius + self.reach

    def refuse_models(self, models: Spots) -> Refusal | None:
        if any(dist(spot, self.middle) > self.furthest + TINY for spot in models):
            return Refusal(f"more than {self.reach:g} from {self.vehicle.name}", "CD-PASS-4")
        if any(dist(a, b) < 2 * self.radius - TINY for n, a in enumerate(models) for b in models[:n]):
            return Refusal("two models would overlap", "CD-MOVE-7")
        refusal = refuse_place(self.battle, self.radius, bounds(models)) or refuse_chain(self.unit, models)
        if refusal is not None:
            return refusal
        return next((one for one in map(self.refuse_one, models) if one is not None), None)

    def refuse_one(self, spot: Spot) -> Refusal | None:
        others = list(self.battle.on_table())
        if (refusal := refuse_base(self.unit, (spot,), others)) is not None:
            return refusal
        enemies = (one for one in others if one.seat != self.unit.seat)
        if any(touching(self.unit, spot, one) for one in enemies):
            return Refusal("in contact with an enemy", "CD-MEL-1")
        if any(crosses(self.battle.table, kind, (self.middle, spot)) for kind in ("high", "building")):
            return Refusal("a wall is in between", "CD-MOVE-6")
        return None

    def candidates(self) -> list[Spot]:
        (x, y), far = self.middle, int(self.furthest) + 1
        steps = [number / 2 for number in range(-2 * far, 2 * far + 1)]
        return [(round(x + a, 2), round(y + b, 2)) for a in steps for b in steps]

    def room(self) -> Room:
        (x, y), far = self.middle, self.furthest
        bases = [(one.models, one.radius) for one in self.battle.on_table()]
        region = standing_region(self.battle, self.unit, (x - far, y - far, x + far, y + far), bases)
        allowed = region.intersection(packing.disc(self.middle, far))
        return chained_room(self.unit, allowed, self.count, lambda spot: self.refuse_one(spot) is None)


def landing_field(battle: Battle, unit: Unit) -> LandingField:
    """Where a section can get off: by a move from a standing vehicle, right beside one that moves."""
    vehicle = battle.units[unit.aboard]
    reach = PAST if pace(vehicle) else float(min(man.soldier.pace for man in unit.men))
    return LandingField(unit.left, unit.radius, CLOSER, battle=battle, unit=unit, vehicle=vehicle, reach=reach)


@frozen
class ChooseLanding(Ask):
    title = "Choose where to get off"
    says = "The owner places the section beside its vehicle."
    unit: str
    rules = ("CD-PASS-4",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        landing = landing_field(battle, unit)
        prompt = f"Where {verb_of(unit.name, 'does')} {unit.name} get off {landing.vehicle.name}?{landing.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=landing)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        vehicle = battle.units[unit.aboard]
        models, _ = game.asked_field(self, LandingField).places(answer)
        get_off(game, unit, models)
        unit.spent += 1
        if pace(vehicle):
            unit.changed = battle.turn
        else:
            vehicle.alter_hull(stays=battle.turn)
        game.push(*hurt_by_fall(unit, jump_power(vehicle)), Appear(unit.id))


def get_off(game: Game[Battle], unit: Unit, models: Spots) -> None:
    """Put a section that rode on the table."""
    name, vehicle = unit.aboard, game.state.units[unit.aboard]
    unit.aboard, unit.on_top, unit.models = "", False, models
    gaps = [dist(spot, vehicle.models[0]) - vehicle.radius - unit.radius for spot in models]
    has_moved(unit, {man.id: max(0.0, gap) for man, gap in zip(unit.men, gaps, strict=True)})
    where = middle_text(models)
    game.emit(
        Moved(f"{unit.does('gets')} off {name} at {place_words(where)}", ("CD-PASS-4",), unit.seat, unit.id, (where,))
    )


def hurt_by_fall(unit: Unit, power: int) -> list[Step]:
    return [Fall(unit.id, power)] if power else []


@frozen
class Fall(Step):
    title = "Fall"
    says = "Each who gets off a fast vehicle takes a damage roll with P of its speed."
    unit: str
    power: int
    rules = ("CD-PASS-4", "CD-PASS-7")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        hits = tuple((man.id, Hit(self.power, 0, FALL)) for man in unit.men)
        kill(game, unit, roll_damage(game, unit, hits, ""), "CD-PASS-4")


@frozen
class FallOff(Step):
    title = "Fall off"
    says = "Those on top of a vehicle faster than its Ac/Dc fall off, each with a damage roll with P of its speed."
    unit: str
    rules = ("CD-PASS-7",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        vehicle = battle.units[unit.aboard]
        game.emit(Event(f"{unit.does('falls')} off {vehicle.name}", self.rules, unit.seat))
        placed = unit.clone()
        placed.models = ()
        for _ in unit.men:
            spot = free_spot(battle, placed, vehicle.models[0], [])
            placed.models = placed.models if spot is None else (*placed.models, spot)
        lost = [man.id for man in unit.men[len(placed.models) :]]
        kill(game, unit, lost, "CD-PASS-7")
        if unit.living:
            get_off(game, unit, placed.models)
            unit.changed = battle.turn
            game.push(Fall(unit.id, pace(vehicle)), Appear(unit.id))
