"""Getting on and off vehicles (CD-PASS): standing ones, ones that go past slowly, by a jump; falling off the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import dist

from attrs import define, evolve, field

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.events import Event, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.collisions.ramming_infantry import free_spot
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, kill_chance, roll_damage
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import Appear
from tabletop_tui.rules.crimsondusk.sight.sight import seen as sees
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import refuse_chain
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import SPLIT, Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import (
    acdc,
    firing_as,
    have_parted,
    moves,
    pace,
    ride_of,
    rides_of,
    room_in,
)
from tabletop_tui.rules.crimsondusk.ways.driving_limits import PAST, Legs, passed_models, pieces_of
from tabletop_tui.rules.crimsondusk.ways.move_field import move_field
from tabletop_tui.rules.crimsondusk.ways.movement_limits import (
    CLOSE,
    STEADY,
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
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.driving_paths import Pose, Way
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, place_words
from tabletop_tui.table.polygons import bounds

FALL = "a fall"
CLOSER = 1.05
"""Between the middles of those who have just got off, in units."""


# ---------------------------------------------------------------- getting on
def boarding(battle: Battle, unit: Unit) -> Iterator[ToBoard]:
    """Getting on or into each own vehicle that is near (CD-PASS-2, CD-PASS-7)."""
    for vehicle in vehicles_near(battle, unit):
        for on_top in (False, True):
            if not (on_top and vehicle.type.bike):
                yield ToBoard(battle, unit, vehicle, on_top)


def vehicles_near(battle: Battle, unit: Unit) -> list[Unit]:
    """The own vehicles that one of a section could walk up to."""
    reach = max((man.soldier.pace for man in unit.men), default=0) + unit.radius + TINY
    own = [one for one in battle.side(unit.seat) if one.hull is not None and one.models and unit.models]
    return [one for one in own if min(dist(spot, one.models[0]) for spot in unit.models) <= reach + one.radius]


def refuse_aboard(battle: Battle, unit: Unit, vehicle: Unit, on_top: bool) -> Refusal | None:
    """Why a section finds no room in or on a vehicle, or None: it rides in one, whole (CD-PASS-1, CD-PASS-5)."""
    room = room_in(battle, vehicle, on_top)
    if unit.left > room:
        return Refusal(f"room for {room}, {unit.left} are there", "CD-PASS-7" if on_top else "CD-PASS-1")
    if any(man.part for man in unit.men):
        return Refusal("split: first it is one section again", "CD-REORG-8")
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
        if moves(self.battle, self.vehicle):
            return Refusal(f"{self.vehicle.does('moves')}: speed {pace(self.vehicle)}", "CD-PASS-2")
        return refuse_aboard(self.battle, self.unit, self.vehicle, self.on_top) or self.refuse_way()

    def refuse_way(self) -> Refusal | None:
        """Why one of them cannot walk up to it, or None."""
        found = (refuse_walk_up(self.battle, self.unit, man, self.vehicle) for man in self.unit.men)
        return next((refusal for refusal in found if refusal is not None), None)

    def steps(self) -> Sequence[Step]:
        return [GetOn(self.unit.id, self.vehicle.id, self.on_top)]


def refuse_walk_up(battle: Battle, unit: Unit, man: Man, vehicle: Unit) -> Refusal | None:
    """Why somebody cannot walk up to a vehicle with his next AP, or None (CD-PASS-2)."""
    spot, goal, table = unit.spot_of(man.id), vehicle.models[0], battle.table
    if unit.spent >= battle.points_of_man(unit, man):
        return Refusal(f"{man.id} has no AP left", "CD-AP-3")
    if (refusal := refuse_step(battle, unit, man)) is not None:
        return refusal
    gap = dist(spot, goal) - unit.radius - vehicle.radius
    share = max(0.0, gap) / (dist(spot, goal) or 1.0)
    end = spot[0] + (goal[0] - spot[0]) * share, spot[1] + (goal[1] - spot[1]) * share
    reach = 1 if unit.lies(man) else man.soldier.pace
    if battle.is_tangled(man) or hampered(table, man, (spot, end)):
        reach = halved(reach)
    if gap > reach + CLOSE:
        return Refusal(f"{man.id} is {UNIT.over(gap, reach, 'away')}", "CD-PASS-2")
    if crosses(table, "high", (spot, end)) or crosses(table, "building", (spot, end)):
        return Refusal(f"{man.id} cannot get there straight on", "CD-PASS-2")
    alone = move_field(battle, unit, {man.id: False})
    way = [[spot, end]]
    no = alone.refuse_enemies(way) or alone.refuse_terrain(way) or alone.refuse_nearer((end,))
    return no or alone.refuse_from_cover((end,))


@frozen
class GetOn(Step):
    says = "They are aboard: no longer on the table, nor targets of their own; a standing vehicle waits for them."
    unit: str
    vehicle: str
    on_top: bool
    passing: bool = False
    """Whether it goes past them: they spend no AP, and do not move this turn."""
    others: tuple[tuple[str, str], ...] = field(default=(), metadata={ADDED: True})
    """Who rides in which other vehicle, where the section is divided (CD-PASS-5)."""
    rules = ("CD-PASS-2", "CD-PASS-3", "CD-PASS-7", "CD-PASS-9")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} gets on {self.vehicle}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, vehicle = battle.units[self.unit], battle.units[self.vehicle]
        unit.aboard, unit.on_top, unit.models = vehicle.id, self.on_top, ()
        for name, ride in self.others:
            unit.alter([name], rides=ride)
        has_moved(unit, {man.id: 0.0 for man in unit.men})
        unit.ground = unit.overwatch = False
        if self.passing:
            unit.changed = battle.turn
        else:
            unit.spent += 1
            for ride in rides_of(unit):
                battle.units[ride].alter_hull(stays=battle.turn)
        where = "on top of" if self.on_top else "in"
        names = " and ".join(battle.units[ride].name for ride in rides_of(unit))
        game.emit(Status(f"{unit.does('rides')} {where} {names}", self.rules[:1], unit.seat, unit.id, "aboard"))


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
        able = all(refuse_step(battle, unit, man) is None for man in unit.men)
        still = able and not any(man.moved for man in unit.men)
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
        if not all(landing_field(self.battle, self.unit, ride).has_room() for ride in rides_of(self.unit)):
            return Refusal("there is no room beside the vehicle", "CD-MOVE-7")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseLanding(self.unit.id)]

    def preview(self) -> Preview | None:
        power = max(jump_power(self.battle.units[ride]) for ride in rides_of(self.unit))
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
    placed: Spots = field(default=(), kw_only=True)
    """Where those of the section stand who have got off others."""
    whole: Unit | None = field(default=None, kw_only=True)
    """The section as far as it is on the ground then, with which these are to be in one chain; None if alone."""

    @property
    def middle(self) -> Spot:
        return self.vehicle.models[0]

    @cached_property
    def shunned(self) -> list[tuple[Spot, float]]:
        """The enemy models that the confused see from the vehicle, and how far these are: no nearer (CD-CONF-1)."""
        if not self.battle.is_confused(self.unit):
            return []
        seen = firing_as(self.battle, self.unit.id, self.unit.men[0].id)
        rows = [(enemy, row) for enemy in self.battle.enemies(self.unit.seat) for row in sees(self.battle, seen, enemy)]
        spots = dict.fromkeys(enemy.models[number] for enemy, row in rows for number in row)
        return [(spot, dist(self.middle, spot)) for spot in spots]

    @property
    def furthest(self) -> float:
        return self.vehicle.radius + self.radius + self.reach

    def refuse_models(self, models: Spots) -> Refusal | None:
        if any(dist(spot, self.middle) > self.furthest + TINY for spot in models):
            return Refusal(f"more than {self.reach:g} {UNIT.short} from {self.vehicle.name}", "CD-PASS-4")
        if any(dist(a, b) < 2 * self.radius - TINY for n, a in enumerate(models) for b in models[:n]):
            return Refusal("two models would overlap", "CD-MOVE-7")
        chain = refuse_chain(self.whole or self.unit, (*self.placed, *models) if self.whole else models)
        refusal = refuse_place(self.battle, self.radius, bounds(models)) or chain
        if refusal is not None:
            return refusal
        return next((one for one in map(self.refuse_one, models) if one is not None), None)

    def refuse_one(self, spot: Spot) -> Refusal | None:
        others = list(self.battle.on_table())
        if (refusal := refuse_base(self.unit, (spot,), others)) is not None:
            return refusal
        if any(dist(spot, other) < 2 * self.radius - TINY for other in self.placed):
            return Refusal("two models would overlap", "CD-MOVE-7")
        fires = (cloud for cloud in self.battle.clouds if cloud.kind == "fire")
        if any(dist(spot, fire.spot) < fire.radius + self.radius - TINY for fire in fires):
            return Refusal("it burns there", "CD-AMMO-6")
        if any(dist(spot, there) < far - STEADY for there, far in self.shunned):
            return Refusal("confused: nearer to an enemy that it sees", "CD-CONF-1")
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
        bases = [*((one.models, one.radius) for one in self.battle.on_table()), (self.placed, self.radius)]
        region = standing_region(self.battle, self.unit, (x - far, y - far, x + far, y + far), bases)
        allowed = region.intersection(region_shapes.disc(self.middle, far))
        return chained_room(self.unit, allowed, self.count, lambda spot: self.refuse_one(spot) is None)


Placed = tuple[tuple[str, Spot], ...]
"""Who has got off already, and where he stands."""


def landing_field(battle: Battle, unit: Unit, ride: str, placed: Placed = ()) -> LandingField:
    """Where those of a section get off who ride in a vehicle: by a move from a standing one, right beside a moving one.

    Those of a divided section come into one chain with the others, if the vehicles are still near and there is room.
    """
    vehicle, party, whole = battle.units[ride], unit.clone(), unit.clone()
    party.men = tuple(man for man in unit.men if ride_of(unit, man) == ride)
    whole.men = (*(unit.man(name) for name, _ in placed), *party.men)
    reach = PAST if moves(battle, vehicle) else float(min(man.soldier.pace for man in party.men))
    spots = tuple(spot for _, spot in placed)
    alone = LandingField(
        party.left, unit.radius, CLOSER, battle=battle, unit=party, vehicle=vehicle, reach=reach, placed=spots
    )
    if not placed or have_parted(battle, rides_of(unit)):
        return alone
    together = evolve(alone, whole=whole)
    return together if together.has_room() else alone


@frozen
class ChooseLanding(Ask):
    title = "Choose where to get off"
    says = "The owner places the section beside its vehicle, or those of each beside theirs."
    unit: str
    placed: Placed = field(default=(), metadata={ADDED: True})
    rules = ("CD-PASS-4", "CD-PASS-6")

    def ride(self, unit: Unit) -> str:
        """Beside which vehicle somebody is to be placed next."""
        done = dict(self.placed)
        return next(ride_of(unit, man) for man in unit.men if man.id not in done)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        landing = landing_field(battle, unit, self.ride(unit), self.placed)
        prompt = f"Where {verb_of(unit.name, 'does')} {unit.name} get off {landing.vehicle.name}?{landing.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=landing)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, landing = battle.units[self.unit], game.asked_field(self, LandingField)
        models, _ = landing.places(answer)
        placed = (*self.placed, *zip((man.id for man in landing.unit.men), models, strict=True))
        if len(placed) < unit.left:
            game.push(ChooseLanding(self.unit, placed))
            return
        falls = []
        for ride in rides_of(unit):
            vehicle = battle.units[ride]
            if moves(battle, vehicle):
                unit.changed = battle.turn
            else:
                vehicle.alter_hull(stays=battle.turn)
            if power := jump_power(vehicle):
                falls.append(Fall(unit.id, power, tuple(man.id for man in unit.men if ride_of(unit, man) == ride)))
        get_off(game, unit, dict(placed))
        unit.spent += 1
        game.push(*falls, Appear(unit.id))


def get_off(game: Game[Battle], unit: Unit, spots: Mapping[str, Spot]) -> None:
    """Put a section that rode on the table.

    If the vehicles among which it was divided have parted it is split, and confused in the turn after (CD-PASS-6).
    """
    battle, rides = game.state, rides_of(unit)
    vehicles = {man.id: battle.units[ride_of(unit, man)] for man in unit.men}
    gaps = {name: dist(spots[name], one.models[0]) - one.radius - unit.radius for name, one in vehicles.items()}
    away = [man.id for man in unit.men if ride_of(unit, man) != rides[0]] if have_parted(battle, rides) else []
    unit.aboard, unit.on_top, unit.models = "", False, tuple(spots[man.id] for man in unit.men)
    unit.overwatch = False
    unit.alter_all(rides="")
    has_moved(unit, {name: max(0.0, gap) for name, gap in gaps.items()})
    where, names = middle_text(unit.models), " and ".join(battle.units[ride].name for ride in rides)
    text = f"{unit.does('gets')} off {names} at {place_words(where)}"
    game.emit(Moved(text, ("CD-PASS-4",), unit.seat, unit.id, (where,)))
    if away:
        unit.alter(away, part=SPLIT)
        unit.muddled = battle.turn + 1
        told = f"{unit.does('is')} split, and will be confused next turn: its vehicles have parted"
        game.emit(Status(told, ("CD-PASS-6",), unit.seat, unit.id, "confused"))


@frozen
class Fall(Step):
    title = "Fall"
    says = "Each who gets off a fast vehicle takes a damage roll with P of its speed."
    unit: str
    power: int
    men: tuple[str, ...] = field(default=(), metadata={ADDED: True})
    """Who, () for all."""
    rules = ("CD-PASS-4", "CD-PASS-7")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        hits = tuple((man.id, Hit(self.power, 0, FALL)) for man in unit.men if not self.men or man.id in self.men)
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
            get_off(game, unit, {man.id: spot for man, spot in zip(unit.men, placed.models, strict=True)})
            unit.changed = battle.turn
            game.push(Fall(unit.id, pace(vehicle)), Appear(unit.id))
