"""Blasts: what is loaded, where it is aimed, where it lands, whom it catches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Reached, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import listed
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.blast_limits import (
    Mark,
    ShellField,
    bases_on,
    ring_of,
    shell_field,
    shell_tally,
)
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import Salvo, part_in, weapon_of
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import harm_on
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.damage.special_ammunition import (
    HARMLESS,
    LETTERS,
    RULES,
    SAYS,
    lay_cloud,
    ring_tally,
    take_effect,
)
from tabletop_tui.rules.crimsondusk.shooting.blast_odds import preview_blast
from tabletop_tui.rules.crimsondusk.shooting.buildings import struck_by
from tabletop_tui.rules.crimsondusk.shooting.pinning import UnderFire
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import needs_test, pressing
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fire
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, helped, need_of, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import firing_as
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.skirmish.template_fields import Caught, caught_by
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, place_words, spot_text, way_words
from tabletop_tui.table.templates import Blast

DEGREES = 360


# ---------------------------------------------------------------- what and where
@frozen
class Shell(Step):
    says = "One shot of a weapon with a blast: what is loaded is asked if there is a choice, then where it goes."
    unit: str
    shooter: Shooter
    rules = ("CD-TRAIT-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.shooter.man} fires a blast"

    def run(self, game: Game[Battle]) -> None:
        unit = firing_as(game.state, self.unit, self.shooter.man)
        if unit.number(self.shooter.man) is None:
            return
        soldier = unit.man(self.shooter.man).soldier
        if not shell_field(game.state, unit, self.shooter).can_lay():
            text = f"{self.shooter.man} sees no place to aim at"
            game.emit(Event(text, ("CD-LOS-1", "CD-AMMO-2"), unit.seat))
            return
        loads = soldier.loads_of(unit.weapon(self.shooter.man, self.shooter.weapon))
        game.push(ChooseLoad(self.unit, self.shooter) if loads else ChooseSpot(self.unit, self.shooter))


@frozen
class ChooseLoad(Ask):
    title = "Choose a load"
    says = "The owner says which ammunition this shot is."
    unit: str
    shooter: Shooter
    rules = ("CD-AMMO-1",)

    def question(self, game: Game[Battle]) -> Question:
        unit = firing_as(game.state, self.unit, self.shooter.man)
        soldier = unit.man(self.shooter.man).soldier
        weapon = unit.weapon(self.shooter.man, self.shooter.weapon)
        options = [Option("usual", weapon.name, rule="CD-TRAIT-2", hotkey="u")]
        options += [
            Option(
                load.id, load.name, rule=RULES.get(load.id, "CD-AMMO-1"), hotkey=LETTERS[load.id], says=SAYS[load.id]
            )
            for load in soldier.loads_of(weapon)
        ]
        return Pick(
            unit.seat, f"{self.shooter.man}: what is in the {weapon.name}?", options, about=unit.id, rules=self.rules
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        load = "" if answer == "usual" else answer
        game.push(ChooseSpot(self.unit, evolve(self.shooter, load=load)))


@frozen
class ChooseSpot(Ask):
    title = "Choose a spot"
    says = "The owner aims a blast at a model or at a place."
    unit: str
    shooter: Shooter
    rules = ("CD-TRAIT-2", "CD-TRAIT-4", "CD-TRAIT-5")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        field = shell_field(battle, unit, self.shooter)
        prompt = f"{self.shooter.man}, {field.weapon.name}: where, up to {field.weapon.range}?"
        warn = partial(self.warning, game)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, warn=warn)

    def warning(self, game: Game[Battle], answer: Answer) -> str:
        """What is asked before it takes friends."""
        return takes_friends(game.state, self.unit, game.asked_field(self, ShellField).caught(answer))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, ShellField)
        (spot,) = field.template(answer).spots
        if len(field.directed_by(spot)) > 1:
            game.push(ChooseSpotter(self.unit, self.shooter, spot))
        else:
            game.push(*aimed(game.state, field, self.shooter, spot))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, ShellField)
        (spot,) = field.template(answer).spots
        mark = field.mark(spot)
        if isinstance(mark, Refusal):
            return None
        return preview_blast(field, self.shooter, spot, mark, is_tested(field, spot, mark))


def takes_friends(battle: Battle, unit: str, caught: Caught) -> str:
    """What is asked before a template is laid over friends of the unit, or over itself; '' where it takes none."""
    seat = battle.units[unit].seat
    names = [battle.units[name].name for name in {**caught.under, **caught.ring} if battle.units[name].seat == seat]
    return f"It takes {listed(names)} too: fire there?" if names else ""


@frozen
class ChooseSpotter(Ask):
    title = "Choose a spotter"
    says = "The owner says who directs the shot; it costs that unit nothing."
    unit: str
    shooter: Shooter
    spot: Spot
    rules = ("CD-TRAIT-18",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        names = shell_field(battle, unit, self.shooter).directed_by(self.spot)
        options = [Option(name, battle.units[name].name, target=name, rule="CD-TRAIT-18") for name in names]
        reasons = not_of(battle, unit.seat, "CD-TRAIT-18"), always("does not see place and weapon", "CD-TRAIT-18")
        why_not = named(battle.units, *reasons)
        return Pick(unit.seat, "Who directs the shot?", options, about=unit.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        field = shell_field(battle, firing_as(battle, self.unit, self.shooter.man), self.shooter, answer)
        game.push(*aimed(battle, field, self.shooter, self.spot))


def is_tested(field: ShellField, spot: Spot, mark: Mark) -> bool:
    """Whether the unit has to be tested for shooting at another section than the nearest, or at none (CD-SHOOT-5)."""
    nearest = pressing(field.battle, field.unit)
    if nearest is None or any(enemy.id == nearest.id for _, enemy, _ in field.reached(spot)):
        return False
    return mark.target is None or needs_test(field.battle, field.unit, [field.weapon], mark.target)


def aimed(battle: Battle, field: ShellField, shooter: Shooter, spot: Spot) -> Sequence[Step]:
    """What follows once it is known where a shot goes and who directs it."""
    mark = field.mark(spot)
    assert not isinstance(mark, Refusal), mark
    if is_tested(field, spot, mark):
        return [PickOutSpot(field.unit.id, shooter, spot, mark.spotter)]
    return [Burst(field.unit.id, shooter, spot, mark.spotter)]


@frozen
class PickOutSpot(Step):
    title = "Pick out spot"
    says = "A skill test to aim at another section than the nearest; failed, the shot goes at that one."
    unit: str
    shooter: Shooter
    spot: Spot
    spotter: str
    rules = ("CD-SHOOT-5", "CD-DIV-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('aims')} at {place_words(self.spot)}", tally, ("CD-SHOOT-5",)):
            game.push(Burst(unit.id, self.shooter, self.spot, self.spotter))
        elif (nearest := pressing(battle, unit)) is not None:
            game.emit(Event(f"{unit.does('shoots')} at {nearest.name}, the nearest", ("CD-DIV-3",), unit.seat))
            game.push(*burst_at(battle, unit, self.shooter, nearest))


def burst_at(battle: Battle, unit: Unit, shooter: Shooter, target: Unit) -> Sequence[Step]:
    """A blast at the nearest model of a section that the shooter can reach; nothing if there is none."""
    spot = shell_field(battle, unit, shooter).nearest(target)
    return [] if spot is None else [Burst(unit.id, shooter, spot, "")]


# ---------------------------------------------------------------- where it lands
@frozen
class Burst(Step):
    says = "A die to land the shot where it is aimed; a miss scatters D10 units in a random direction."
    unit: str
    shooter: Shooter
    spot: Spot
    spotter: str = ""
    rules = ("CD-TRAIT-2", "CD-TRAIT-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.shooter.man} fires at {place_words(self.spot)}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        if unit.number(self.shooter.man) is None:
            return
        field = shell_field(battle, unit, self.shooter, self.spotter)
        mark = field.mark(self.spot)
        if isinstance(mark, Refusal):
            game.emit(Event(f"{unit.does('sees')} {place_words(self.spot)} no longer", ("CD-LOS-1",), unit.seat))
            return
        self.fire(game, unit, field, mark)

    def fire(self, game: Game[Battle], unit: Unit, field: ShellField, mark: Mark) -> None:
        tally = shell_tally(game.state, unit, self.shooter, mark)
        target = mark.target.id if mark.target is not None else ""
        spots = spot_text(unit.spot_of(self.shooter.man)), spot_text(self.spot)
        told = f"{unit.does('fires')} the {field.weapon.name} at {place_words(self.spot)}"
        game.emit(Shot(told, ("CD-TRAIT-2",), unit.seat, unit.id, target, spots))
        check = Check(
            unit.seat,
            f"the {field.weapon.name} lands where it was aimed",
            need_of(tally),
            sides=SIDES,
            rules=tally.rules,
        )
        rolled = game.check(check, lambda came: "on target" if came.passed else "off target")
        if mark.gap > field.weapon.range + TINY:
            if rolled.passed and mark.target is not None:
                game.push(far_hit(unit, mark.target, mark.number, field))
            return
        critical = field.man.soldier.has("critical-shot")
        salvo = Salvo(self.shooter, field.weapon, 1, tally, False, critical)
        hit = salvo.hit(rolled.face) if rolled.passed else plain_hit(salvo)
        centre = self.spot if rolled.passed else scattered(game, unit.seat, self.spot)
        game.push(Explode(unit.id, self.shooter, centre, hit, target))


def plain_hit(salvo: Salvo) -> Hit:
    """A hit of a shot that scattered: it has lost nothing by having been hard (CD-IMP-1)."""
    return Hit(salvo.weapon.p, salvo.weapon.at, salvo.weapon.name)


def far_hit(unit: Unit, target: Unit, number: int, field: ShellField) -> UnderFire:
    """A hit beyond the maximum range does no damage, but forces a pinning test with -1 (CD-TRAIT-7)."""
    part, models = part_in(target, [target.men[number].id])
    return UnderFire(Fire(target.id, unit.id, 1, models, part, True, int(field.weapon.pinning), 1))


def scattered(game: Game[Battle], seat: int, spot: Spot) -> Spot:
    """Where a shot lands that missed: D10 units off, in any direction (CD-TRAIT-3)."""
    far = game.check(Check(seat, "how far it scatters", sides=SIDES, rules=("CD-TRAIT-3",))).face
    direction = Check(seat, "in which direction it scatters", sides=DEGREES, rules=("CD-TRAIT-3",))
    way = game.check(direction, lambda rolled: way_words(rolled.face).partition(" (")[0]).face
    (there,) = Blast((spot,), 0.0).moved(way, far).spots
    game.emit(Event(f"The shot scatters {far} u to {place_words(there)}", ("CD-TRAIT-3",), seat))
    return there


# ---------------------------------------------------------------- whom it catches
@frozen
class Explode(Step):
    says = "Everybody under the circle is hit, in the ring whoever fails a skill test; who is hit is tested for a pin."
    unit: str
    shooter: Shooter
    spot: Spot
    hit: Hit
    target: str = ""
    """The section that was aimed at."""
    rules = ("CD-TRAIT-4", "CD-TRAIT-5", "CD-TRAIT-6")

    def describe(self, game: Game[Battle]) -> str:
        return f"a blast at {place_words(self.spot)}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        weapon = unit.weapon(self.shooter.man, self.shooter.weapon)
        pinning, load = weapon.pinning, self.shooter.load
        blast = weapon_of(unit, self.shooter).blast / 2
        caught = caught_by(Blast((self.spot,), blast, ring_of(self.shooter)), bases_on(battle))
        game.emit(reached(battle, unit.seat, self.spot, caught))
        hit = {name: found for name in units_in(caught) if (found := hit_in(game, battle.units[name], caught))}
        lay_cloud(battle, unit, load, self.spot, blast)
        fires = [fire_on(battle.units[name], unit.id, names, pinning) for name, names in hit.items()]
        if self.target and self.target not in hit:
            aimed_at = battle.units[self.target]
            fires.append(UnderFire(Fire(aimed_at.id, unit.id, 1, aimed_at.left, "", pinning)))
        if load in HARMLESS:
            for name, names in hit.items():
                take_effect(game, battle.units[name], names, load, unit.id)
            game.push(*fires)
        else:
            taken = {name: tuple((one, self.hit) for one in names) for name, names in hit.items()}
            harm = [step for name, hits in taken.items() for step in harm_on(battle.units[name], hits, unit.id)]
            game.push(*harm, *struck_by(battle, unit, self.spot, blast, self.hit), *fires)


def units_in(caught: Caught) -> list[str]:
    """The units of which a model is under a template or in its ring."""
    return list(dict.fromkeys([*caught.under, *caught.ring]))


def reached(battle: Battle, seat: int, spot: Spot, caught: Caught) -> Reached:
    """Whom a blast reaches: 'The blast reaches 2 of B1, 1 of B1 at its rim'."""
    parts = [(name, numbers, "") for name, numbers in caught.under.items()]
    parts += [(name, numbers, " at its rim") for name, numbers in caught.ring.items()]
    told = [f"{len(numbers)} of {name}{where}" for name, numbers, where in parts if numbers]
    who = [battle.units[name].men[number].id for name, numbers, _ in parts for number in numbers]
    text = f"The blast reaches {', '.join(told) or 'nobody'}"
    return Reached(text, ("CD-TRAIT-4", "CD-TRAIT-5"), seat, tuple(who), spot_text(spot))


def hit_in(game: Game[Battle], unit: Unit, caught: Caught) -> list[str]:
    """The models of a unit that are hit: those under the circle, in the ring those who fail a skill test."""
    names = [unit.men[number].id for number in caught.under.get(unit.id, ())]
    for number in caught.ring.get(unit.id, ()):
        man = unit.men[number]
        tally = ring_tally(game.state, unit, man)
        if not passes(game, unit.seat, f"{man.id} at the rim of the blast", tally, ("CD-TRAIT-5",)):
            names.append(man.id)
    return names


def fire_on(unit: Unit, by: str, names: Sequence[str], pinning: bool) -> UnderFire:
    """A section hit by a blast takes a pinning test with -1, with -2 if it pins by itself (CD-TRAIT-6, CD-TRAIT-15)."""
    part, models = part_in(unit, names)
    return UnderFire(Fire(unit.id, by, 1, models, part, True, int(pinning), 1))
