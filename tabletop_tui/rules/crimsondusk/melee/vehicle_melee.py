"""Models that attack a vehicle in base contact, and the hit and run of a bike (CD-VMEL-9)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import Settle
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, RollDamage
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import HitVehicle
from tabletop_tui.rules.crimsondusk.melee.strikes import MELEE, Attack, attacks, blow_tally, can_fight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITIES
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, need_of, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import acdc, pace, riders
from tabletop_tui.table.points import spot_text

STANDING, PASSING = 2, 2
"""Added to P against a vehicle that stands, and by a bike that drives past (CD-VMEL-5, CD-VMEL-9)."""
THERMAL, MELTS = "thermal-detonator", 14
"""The P of a hit with it on a vehicle, whatever else (CD-EQ-THERMAL)."""


def attackers(battle: Battle, vehicle: Unit, touch: float) -> Iterator[tuple[Unit, Man]]:
    """The enemy models in contact with a vehicle that fight nobody else (CD-VMEL-5)."""
    for unit in battle.enemies(vehicle.seat):
        if unit.hull is not None or unit.fighting:
            continue
        reach = unit.radius + vehicle.radius + touch
        for man, (x, y) in zip(unit.men, unit.models, strict=True):
            (u, v) = vehicle.models[0]
            if (x - u) ** 2 + (y - v) ** 2 <= reach**2 and can_fight(battle, man):
                yield unit, man


@frozen
class AttackVehicles(Step):
    title = "Attack vehicles"
    says = "Before the melees, models in contact with an enemy vehicle strike it, unless it is faster than its Ac/Dc."
    rules = ("CD-VMEL-5", "CD-VMEL-6", "CD-VMEL-7")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        vehicles = [unit for unit in battle.on_table() if unit.hull is not None and not unit.gone]
        game.push(*(StrikeVehicle(unit.id) for unit in vehicles if any(attackers(battle, unit, TOUCH))))


TOUCH = 0.06
"""What stands against a vehicle may seem to be so far away, in units: both places are kept to the hundredth."""


@frozen
class StrikeVehicle(Step):
    says = "They hit a vehicle that stands at P + 2, a slow one with a skill test; a fast one is out of reach."
    vehicle: str
    rules = ("CD-VMEL-5", "CD-VMEL-6", "CD-VMEL-7")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.vehicle} is attacked"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        vehicle = battle.units[self.vehicle]
        if vehicle.gone or not vehicle.models:
            return
        if pace(vehicle) > acdc(vehicle):
            game.emit(Event(f"{vehicle.does('is')} too fast to be struck", ("CD-VMEL-7",), vehicle.seat))
            return
        steps: list[Step] = []
        for unit, man in attackers(battle, vehicle, TOUCH):
            spots = spot_text(unit.spot_of(man.id)), spot_text(vehicle.models[0])
            game.emit(Shot(f"{man.id} strikes {vehicle.name}", self.rules, unit.seat, unit.id, vehicle.id, spots))
            hits = tuple(blow_on(game, unit, man, vehicle, attack) for attack in attacks(man.soldier, False))
            found = tuple(hit for hit in hits if hit is not None)
            steps.append(HitVehicle(vehicle.id, found, unit.id, melee=True))
        game.push(*steps, Settle(vehicle.id))


def blow_on(game: Game[Battle], unit: Unit, man: Man, vehicle: Unit, attack: Attack) -> Hit | None:
    """What one attack on a vehicle comes to: sure if it stands, else on a skill test that nobody helps (CD-VMEL-6)."""
    moving = pace(vehicle) > 0
    if moving and not passes(game, unit.seat, f"{man.id} hits {vehicle.name}", skill_tally(man.soldier.quality)):
        return None
    if man.soldier.has(THERMAL):
        return Hit(MELTS, 0, "Thermal detonator")
    return Hit(attack.p + (0 if moving else STANDING), 0, attack.name)


# ---------------------------------------------------------------- hit and run
@frozen
class ChooseRaid(Ask):
    title = "Choose hit and run"
    says = "A bike that drives past a model may strike it: each rider once at P + 2, and it may strike back at -1."
    unit: str
    models: tuple[tuple[str, str], ...]
    """The enemy models that it has gone past: section and model."""
    rules = ("CD-VMEL-9",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        options = [Option("none", "Strike nobody", rule="CD-VMEL-9", hotkey="n")]
        for name, man in self.models:
            if battle.units[name].number(man) is not None and battle.units[name].models:
                needs = f"{raid_tally(battle, unit.crew[0], battle.units[name], man).total}+"
                options.append(Option(man, f"Strike {man}: {needs}", target=name, rule="CD-VMEL-9"))
        return Pick(unit.seat, f"{unit.does('drives')} past: hit and run?", options, about=unit.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer != "none":
            game.push(Raid(self.unit, next(name for name, man in self.models if man == answer), answer))


def raid_tally(battle: Battle, rider: Man, enemy: Unit, man: str) -> Tally:
    """What a rider needs to hit, as in melee."""
    return blow_tally(battle, rider, attacks(rider.soldier, False)[0], enemy, enemy.man(man))


@frozen
class Raid(Step):
    says = "Each rider rolls once to hit, with P + 2; then the model, if it still stands, strikes back with -1 to hit."
    unit: str
    victims: str
    man: str
    rules = ("CD-VMEL-9",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} strikes {self.man}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        bike, section = battle.units[self.unit], battle.units[self.victims]
        bike.alter_hull(raided=battle.turn)
        spots = spot_text(bike.models[0]), spot_text(section.spot_of(self.man))
        game.emit(Shot(f"{bike.does('strikes')} {self.man}", self.rules, bike.seat, bike.id, section.id, spots))
        steps: list[Step] = []
        for man in (*bike.crew, *(man for unit in riders(battle, bike) for man in unit.men)):
            tally, attack = raid_tally(battle, man, section, self.man), attacks(man.soldier, False)[0]
            check = Check(bike.seat, f"{man.id} strikes {self.man}", need_of(tally), sides=SIDES, rules=self.rules)
            if can_fight(battle, man) and game.check(check).passed:
                hit = Hit(attack.p + PASSING, 0, attack.name)
                steps.append(RollDamage(section.id, ((self.man, hit),), bike.id, melee=True))
        game.push(*steps, StrikeBack(bike.id, section.id, self.man))


@frozen
class StrikeBack(Step):
    says = "A model that was struck from a bike and still stands strikes back with -1 to hit."
    unit: str
    victims: str
    man: str
    rules = ("CD-VMEL-9",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.man} strikes back"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        bike, section = battle.units[self.unit], battle.units[self.victims]
        if bike.gone or section.number(self.man) is None or not section.models:
            return
        man = section.man(self.man)
        attack, rider = attacks(man.soldier, False)[0], bike.crew[0]
        if not can_fight(battle, man):
            return
        tally = Tally("To strike", MELEE[man.soldier.quality][QUALITIES.index(rider.soldier.quality)], "", "CD-MEL-6")
        tally = tally.plus(-man.soldier.mm, "melee modifier", "CD-MEL-8").plus(-attack.hit, attack.name, "CD-MEL-10")
        tally = tally.plus(1, "at a bike that drives past", "CD-VMEL-9")
        why = f"{self.man} strikes back at {bike.name}"
        check = Check(section.seat, why, need_of(tally), sides=SIDES, rules=self.rules)
        if game.check(check).passed:
            game.push(HitVehicle(bike.id, (Hit(attack.p, 0, attack.name),), section.id), Settle(bike.id))
