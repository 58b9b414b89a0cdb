"""Hits on a vehicle (CD-VTGT): what they add to its damage, the table of it, crews and riders hit, wrecks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from attrs import evolve

from tabletop_tui.engine.codec import added
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Fell, Harmed, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, damage_roll, roll_damage
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.units import ABANDONED, WRECKED, Unit, crew_of
from tabletop_tui.rules.crimsondusk.state.vehicles import acdc, exposed_men, gunners, hull_of, riders
from tabletop_tui.table.points import spot_text

TEN = 10
"""Whenever its damage goes over a multiple of this, the table is rolled on (CD-VTGT-6)."""
THIN = 12
"""Up to this AV blasts and flames reach the crew (CD-VDAM-11)."""
VEER = 45.0
COLLISION = "a collision"
T = TypeVar("T")


def drawn(game: Game[Battle], seat: int, why: str, row: Sequence[T], rule: str) -> T:
    """One of a row at random, by a die of so many sides."""
    if len(row) == 1:
        return row[0]
    return row[game.check(Check(seat, why, sides=len(row), rules=(rule,))).face - 1]


# ---------------------------------------------------------------- hits
@frozen
class HitVehicle(Step):
    says = "Each hit: D10 + P, or AT, has to be over its AV; those who ride in the open are hit along with it."
    unit: str
    hits: tuple[Hit, ...]
    by: str = ""
    spread: bool = False
    """Whether they come from a blast or a flamethrower (CD-VDAM-11) ..."""
    collided: bool = False
    """... or from a collision, which has its own word on the riders of a bike (CD-COLL-3) ..."""
    melee: bool = added(False)
    """... or from a blow, which reaches nobody on top: shots and collisions do (CD-PASS-8)."""
    rules = ("CD-VTGT-3", "CD-PASS-8", "CD-VDAM-12")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is hit"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.gone or not self.hits:
            return
        hit, rest = self.hits[0], self.hits[1:]
        spared = self.collided if unit.type.bike else self.melee
        riding = exposed_men(battle, unit) and not spared
        steps: list[Step] = [HitRider(unit.id, hit, self.by)] if riding else []
        if self.spread and unit.type.av <= THIN and not unit.type.bike:
            steps += [HitMan(unit.id, unit.id, man.id, hit, self.by, "CD-VDAM-11") for man in unit.crew]
        seat = battle.units[self.by].seat if self.by else 1 - unit.seat
        if damage_roll(game, seat, unit, unit.men[0], hit, melee=False) == "killed":
            steps.append(Harm(unit.id, worth(hit), hit, self.by))
        game.push(*steps, evolve(self, hits=rest))


def worth(hit: Hit) -> int:
    """By how much a hit that goes through adds to the damage: P, or twice AT (CD-VTGT-3)."""
    return 2 * hit.at if hit.at else hit.p


@frozen
class HitRider(Step):
    title = "Hit a rider"
    says = "A hit on a vehicle also hits one of those who ride on top, or on a bike."
    unit: str
    hit: Hit
    by: str = ""
    everybody: bool = False
    """Whether it hits all of them: on a bike that collides (CD-COLL-3)."""
    rules = ("CD-PASS-8", "CD-VDAM-12", "CD-COLL-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        vehicle = battle.units[self.unit]
        row = exposed_men(battle, vehicle)
        if not row:
            return
        rule = "CD-COLL-3" if self.everybody else "CD-VDAM-12" if vehicle.type.bike else "CD-PASS-8"
        chosen = row if self.everybody else [drawn(game, vehicle.seat, f"who is hit on {vehicle.name}", row, rule)]
        game.push(*(HitMan(self.unit, unit.id, man.id, self.hit, self.by, rule) for unit, man in chosen))


@frozen
class HitMan(Step):
    says = "Somebody aboard is hit: his own damage roll."
    vehicle: str
    unit: str
    man: str
    hit: Hit
    by: str = ""
    rule: str = "CD-VDAM-7"
    rules = ("CD-VDAM-7", "CD-VDAM-11", "CD-PASS-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.man} is hit"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, vehicle = battle.units[self.unit], battle.units[self.vehicle]
        if not any(man.id == self.man for man in unit.hands):
            return
        drove = unit is vehicle and unit.crew[0].id == self.man
        kill(game, unit, roll_damage(game, unit, ((self.man, self.hit),), self.by), self.rule, self.by)
        if unit is vehicle and not unit.crew:
            game.push(*out_of_action(game, unit, ABANDONED, "CD-VDAM-7"))
        elif drove and (self.rule == "CD-VDAM-7" or all(man.id != self.man for man in unit.crew)):
            game.push(*stop(game, unit))


# ---------------------------------------------------------------- damage
def tens_passed(before: int, after: int) -> int:
    """How many multiples of ten damage goes over; to come to one exactly is not over (CD-VTGT-6)."""
    return sum(before <= ten < after for ten in range(TEN, after, TEN))


@frozen
class Harm(Step):
    title = "Harm"
    says = "Its damage grows: over its Dam it is wrecked, else the table is rolled on for every ten that it goes over."
    unit: str
    amount: int
    hit: Hit
    """What did it: it may hit somebody of the crew as well (CD-VDAM-7)."""
    by: str = ""
    rules = ("CD-VTGT-3", "CD-VTGT-4", "CD-VTGT-6")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.gone:
            return
        before, most = hull_of(unit).harm, unit.type.dam
        after = before + self.amount
        unit.alter_hull(harm=after)
        text = f"{unit.does('takes')} {self.amount} damage, {after} of {most} now"
        rules = ("CD-VTGT-3",)
        game.emit(Harmed(text, rules, unit.seat, unit.id, self.amount, max(0, most - after), self.by, self.hit.what))
        if after > most:
            game.push(*out_of_action(game, unit, WRECKED, "CD-VTGT-4", self.by))
        else:
            game.push(*[RollTable(unit.id, self.hit, self.by)] * tens_passed(before, after))


@frozen
class RollTable(Step):
    title = "Roll on the vehicle damage table"
    says = "D10 on the vehicle damage table."
    unit: str
    hit: Hit
    by: str = ""
    rules = ("CD-VTGT-6",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.gone:
            return
        seat = 1 - unit.seat
        face = game.check(Check(seat, f"damage table for {unit.name}", sides=SIDES, rules=self.rules)).face
        game.push(*RESULTS[face](game, unit, self))


def more_harm(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    check = Check(1 - unit.seat, f"more damage to {unit.name}", sides=SIDES, rules=("CD-VDAM-10",))
    return [Harm(unit.id, game.check(check).face, rolled.hit, rolled.by)]


def engine_dead(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    unit.alter_hull(engine=False)
    return tell(game, unit, "its engine is damaged: it only slows down", "CD-VDAM-9")


def slower(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    unit.alter_hull(halvings=hull_of(unit).halvings + 1)
    return tell(game, unit, f"its Ac/Dc is halved: {acdc(unit, False)}", "CD-VDAM-8")


def crew_hit(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    if not unit.crew:
        return []
    man = drawn(game, 1 - unit.seat, f"who of the crew of {unit.does('is')} hit", unit.crew, "CD-VDAM-7")
    return [HitMan(unit.id, unit.id, man.id, rolled.hit, rolled.by)]


def weapon_lost(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    hull = hull_of(unit)
    left = [number for number in range(len(unit.sheet.mounted)) if number not in hull.lost]
    if not left:
        return tell(game, unit, "it has no weapon to lose", "CD-VDAM-6")
    number = drawn(game, 1 - unit.seat, f"which weapon of {unit.does('is')} hit", left, "CD-VDAM-6")
    unit.alter_hull(lost=(*hull.lost, number))
    return tell(game, unit, f"its {unit.sheet.mounted[number].name} is destroyed", "CD-VDAM-6")


def driver_stunned(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    unit.alter_hull(dazed=game.state.turn + 1)
    return tell(game, unit, "its driver is stunned: next turn it does not turn", "CD-VDAM-5")


def veers(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    check = Check(1 - unit.seat, f"{unit.does('veers')}: 1 to 5 left, 6 to 10 right", sides=SIDES, rules=("CD-VDAM-3",))
    left = game.check(check).face <= SIDES // 2
    unit.alter_hull(heading=(hull_of(unit).heading + (-VEER if left else VEER)) % 360)
    return tell(game, unit, f"it veers {VEER:g} degrees to the {'left' if left else 'right'}", "CD-VDAM-3")


def gunner_stunned(game: Game[Battle], unit: Unit, rolled: RollTable) -> Sequence[Step]:
    row = [man for man, _ in gunners(unit)]
    if not row:
        return tell(game, unit, "it has no gunner to be stunned", "CD-VDAM-1")
    man = drawn(game, 1 - unit.seat, f"which gunner of {unit.does('is')} stunned", row, "CD-VDAM-1")
    unit.alter([man.id], gunless=game.state.turn + 1, aimed="", loading="", paid=0)
    return tell(game, unit, f"{man.id} cannot fire his gun next turn", "CD-VDAM-1")


def tell(game: Game[Battle], unit: Unit, text: str, rule: str) -> Sequence[Step]:
    game.emit(Event(f"{unit.name}: {text}", (rule,), unit.seat))
    return []


RESULTS = {
    1: gunner_stunned,
    2: gunner_stunned,
    3: veers,
    4: veers,
    5: driver_stunned,
    6: weapon_lost,
    7: crew_hit,
    8: slower,
    9: engine_dead,
    10: more_harm,
}
"""The vehicle damage table, by the face of the die (CD-VDAM)."""


# ---------------------------------------------------------------- flash-bangs
FLASHED = Need(Tally("Blinded", 8, "", "CD-AMMO-8"))


def flash_vehicle(game: Game[Battle], unit: Unit) -> None:
    """On 8 or more a flash-bang lets it go straight on next turn, and no faster (CD-AMMO-8)."""
    check = Check(1 - unit.seat, f"{unit.does('is')} blinded", FLASHED, sides=SIDES, rules=("CD-AMMO-8",))
    if game.check(check).passed:
        unit.alter_hull(dazed=game.state.turn + 1)
        game.emit(Status(f"{unit.does('goes')} straight on next turn", ("CD-AMMO-8",), unit.seat, unit.id, "blinded"))


# ---------------------------------------------------------------- out of action
def out_of_action(game: Game[Battle], unit: Unit, why: str, rule: str, by: str = "") -> Sequence[Step]:
    """A vehicle is wrecked, or has no crew left: it stands there, and those in it get out when they act next."""
    battle = game.state
    unit.gone = why
    for one in (unit, *riders(battle, unit)):
        one.overwatch = False  # from a wreck nobody shoots (CD-VTGT-4)
    spot = spot_text(unit.models[0])
    game.emit(Fell(f"{unit.does('is')} {why}", (rule,), unit.seat, unit.id, spot, by, why))
    if unit.crew:
        crew = battle.units[crew_of(unit.id)]
        crew.men, crew.crew = tuple(evolve(man, aimed="", loading="", paid=0) for man in unit.crew), ()
        crew.start, crew.gone, crew.aboard, crew.activated = len(crew.men), "", unit.id, unit.activated
        unit.crew = ()
    return runs_out(unit)


def stop(game: Game[Battle], unit: Unit) -> Sequence[Step]:
    """Its driver was hit: it stops as if it were wrecked, and somebody else drives on next turn (CD-VDAM-7)."""
    unit.alter_hull(stays=game.state.turn)
    text = f"{unit.name}: its driver is hit, it stops"
    game.emit(Status(text, ("CD-VDAM-7",), unit.seat, unit.id, "without driver"))
    return runs_out(unit)


def runs_out(unit: Unit) -> Sequence[Step]:
    """Above its Ac/Dc it goes straight on by that and then stops, else it stops where it is (CD-VTGT-5).

    `driving_on.Settle` does that, which has to follow upon all hits.
    """
    fast = hull_of(unit).speed > acdc(unit)
    unit.alter_hull(adrift=fast, speed=hull_of(unit).speed if fast else 0)
    return []
