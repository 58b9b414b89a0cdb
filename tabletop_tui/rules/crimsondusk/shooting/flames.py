"""Flamethrowers (CD-TRAIT-11): a path from target to target, a skill test for each, and whoever is hit is pinned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import dist, prod

from attrs import define, field

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.blast_limits import alone
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, against, hit_tally, lost_power
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import part_in, weapon_of
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import harm_on
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, death_chance
from tabletop_tui.rules.crimsondusk.shooting.pinning import UnderFire, is_non_com, pin, pin_chance
from tabletop_tui.rules.crimsondusk.shooting.target_choice_odds import picking_out
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import needs_test, pressing
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fire
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, helped, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import firing_as, from_platform, platform
from tabletop_tui.skirmish.template_fields import ChainField
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, Spots, place_words, spot_text
from tabletop_tui.table.templates import Template

JUMP = 2.0
"""How far a flame jumps at most, in units (CD-TRAIT-11)."""
IGNORED = ("CD-HIT-5", "CD-HIT-6", "CD-HIT-11")
"""Modifiers that do not count for a flame (CD-TRAIT-11B)."""


@define(slots=False)
class FlameField(ChainField):
    """The path of a flame: each place on an enemy model in range, the first on one that the shooter sees."""

    length_unit = UNIT
    range_rule = "CD-TRAIT-11C"
    link_rule = "CD-TRAIT-11"
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    number: int = field(kw_only=True)
    """Of the shooter in his unit."""

    def burnt(self, spot: Spot) -> tuple[Unit, int] | None:
        """The enemy model at a place, the nearest of several."""
        found = (
            (dist(spot, there), enemy.id, number)
            for enemy in self.battle.enemies(self.unit.seat)
            for number, there in enumerate(enemy.models)
            if dist(spot, there) <= enemy.radius + TINY
        )
        best = min(found, default=None)
        return None if best is None else (self.battle.units[best[1]], best[2])

    def refuse_template(self, template: Template) -> Refusal | None:
        for order, spot in enumerate(template.spots):
            found = self.burnt(spot)
            if found is None:
                return Refusal(f"no enemy stands at {place_words(spot, 2)}", "CD-TRAIT-11")
            enemy, number = found
            if enemy.fighting:
                return Refusal(f"{enemy.does('is')} in melee", "CD-SHOOT-7")
            if not order and number not in sight.seen(self.battle, self.unit, enemy)[self.number]:
                return Refusal(f"{enemy.does('is')} not seen there", "CD-SHOOT-2")
        return None


def flame_field(battle: Battle, unit: Unit, shooter: Shooter) -> FlameField:
    """Where a flamethrower may burn."""
    weapon, table = weapon_of(unit, shooter), battle.table
    number = unit.number(shooter.man)
    assert number is not None, shooter.man
    enemies = {one.id: [(x, y, one.radius) for x, y in one.models] for one in battle.enemies(unit.seat)}
    far = weapon.range + unit.radius
    table_of = table.width, table.height, enemies, unit.models[number]
    return FlameField(*table_of, far, 0.0, 0.0, JUMP, weapon.flame + 1, battle=battle, unit=unit, number=number)


# ---------------------------------------------------------------- what it needs
def flame_tally(battle: Battle, unit: Unit, shooter: Shooter, enemy: Unit, number: int) -> Tally:
    """The firer's skill test at one target, with what makes any shot easier or harder (CD-TRAIT-11B)."""
    man, weapon = unit.man(shooter.man), weapon_of(unit, shooter)
    target, eye = alone(enemy, number), unit.spot_of(shooter.man)
    plain = hit_tally(man, weapon, shooter, target, weapon.range, against(battle, target, [eye], {0}))
    if (vehicle := platform(battle, unit)) is not None:
        plain = from_platform(vehicle, weapon, man, plain)
    tally = skill_tally(man.soldier.quality).plus(-1, "flamethrower", "CD-TRAIT-11B")
    for one in plain.modifiers:
        if one.rule not in IGNORED:
            tally = tally.plus(one.value, one.reason, one.rule)
    return tally


@frozen
class Lick:
    """The tests at one model on the path."""

    unit: str
    man: str
    times: int
    tally: Tally


def licks(battle: Battle, unit: Unit, shooter: Shooter, field: FlameField, spots: Spots) -> list[Lick]:
    """The models on a path, each with the times that it is burnt (CD-TRAIT-11)."""
    counts = Counter(found for spot in spots if (found := named(field, spot)) is not None)
    burnt: list[Lick] = []
    for (name, number), times in counts.items():
        enemy = battle.units[name]
        burnt.append(Lick(name, enemy.men[number].id, times, flame_tally(battle, unit, shooter, enemy, number)))
    return burnt


def named(field: FlameField, spot: Spot) -> tuple[str, int] | None:
    found = field.burnt(spot)
    return None if found is None else (found[0].id, found[1])


def hit_of(weapon: Weapon, tally: Tally) -> Hit:
    return Hit(max(0, weapon.p - lost_power(tally)), 0, weapon.name)


# ---------------------------------------------------------------- where it goes
@frozen
class ChooseFlame(Ask):
    title = "Choose where to flame"
    says = "The owner says from target to target where the flame goes."
    unit: str
    shooter: Shooter
    rules = ("CD-TRAIT-11", "CD-TRAIT-11B", "CD-TRAIT-11C")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        field = flame_field(battle, unit, self.shooter)
        prompt = f"{self.shooter.man}: where does the flame go, up to {field.most} targets?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        field = game.asked_field(self, FlameField)
        spots = field.template(answer).spots
        first = field.burnt(spots[0])
        assert first is not None, spots
        if needs_test(battle, unit, [weapon_of(unit, self.shooter)], first[0]):
            game.push(PickOutFlame(self.unit, self.shooter, spots))
        else:
            game.push(Burn(self.unit, self.shooter, spots))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        field = game.asked_field(self, FlameField)
        return preview_flame(battle, unit, self.shooter, field, field.template(answer).spots)


@frozen
class Flame(Step):
    says = "One shot of a flamethrower: where it goes is asked if anybody can be reached."
    unit: str
    shooter: Shooter
    rules = ("CD-TRAIT-11",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.shooter.man} fires a flamethrower"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        if unit.number(self.shooter.man) is None:
            return
        if flame_field(battle, unit, self.shooter).can_lay():
            game.push(ChooseFlame(self.unit, self.shooter))
        else:
            game.emit(Event(f"{self.shooter.man} reaches nobody with the flame", ("CD-TRAIT-11C",), unit.seat))


@frozen
class PickOutFlame(Step):
    title = "Pick out flame"
    says = "A skill test to burn another section than the nearest; failed, the flame goes at that one."
    unit: str
    shooter: Shooter
    spots: Spots
    rules = ("CD-SHOOT-5", "CD-DIV-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('burns')} another section", tally, ("CD-SHOOT-5",)):
            game.push(Burn(unit.id, self.shooter, self.spots))
        elif (nearest := pressing(battle, unit)) is not None:
            game.emit(Event(f"{unit.does('burns')} {nearest.name}, the nearest", ("CD-DIV-3",), unit.seat))
            game.push(*flame_at(battle, unit, self.shooter, nearest))


def flame_at(battle: Battle, unit: Unit, shooter: Shooter, target: Unit) -> Sequence[Step]:
    """A flame that stays on the nearest model of a section that can be reached; nothing if there is none."""
    spots = nearest_path(battle, unit, shooter, target)
    return [Burn(unit.id, shooter, spots)] if spots else []


def nearest_path(battle: Battle, unit: Unit, shooter: Shooter, target: Unit) -> Spots:
    """Where such a flame goes, () if nobody of the section can be reached."""
    field, here = flame_field(battle, unit, shooter), unit.spot_of(shooter.man)
    middles = [(round(x, 2), round(y, 2)) for x, y in target.models]
    rims = (on_rim(here, spot, target.radius) for spot in target.models if dist(here, spot) > field.far)
    spots = sorted((*middles, *rims), key=lambda spot: dist(here, spot))
    for spot in spots:
        found = field.burnt(spot)
        if found is not None and found[0] is target and field.judge((spot,)) is None:
            return (spot,) * field.most
    return ()


def on_rim(eye: Spot, middle: Spot, radius: float) -> Spot:
    """The place of a base that is nearest to an eye, exactly: whoever halts where he comes into range has no more."""
    share = radius / dist(eye, middle)
    return middle[0] - (middle[0] - eye[0]) * share, middle[1] - (middle[1] - eye[1]) * share


# ---------------------------------------------------------------- what it does
@frozen
class Burn(Step):
    says = "A skill test with +1 for each target of the flame; hits wound as usual, and who is hit is pinned."
    unit: str
    shooter: Shooter
    spots: Spots
    rules = ("CD-TRAIT-11", "CD-TRAIT-11B", "CD-TRAIT-11C")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.shooter.man} burns"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooter.man)
        if unit.number(self.shooter.man) is None:
            return
        field, weapon = flame_field(battle, unit, self.shooter), weapon_of(unit, self.shooter)
        spots = spot_text(unit.spot_of(self.shooter.man)), spot_text(self.spots[-1])
        game.emit(Shot(f"{unit.does('fires')} {weapon.name}", ("CD-TRAIT-11",), unit.seat, unit.id, "", spots))
        hits: dict[str, list[tuple[str, Hit]]] = {}
        tested: dict[str, list[str]] = {}
        for lick in licks(battle, unit, self.shooter, field, self.spots):
            tested.setdefault(lick.unit, []).extend([lick.man] * lick.times)
            for _ in range(lick.times):
                if passes(game, unit.seat, f"the flame on {lick.man}", lick.tally, ("CD-TRAIT-11B",)):
                    hits.setdefault(lick.unit, []).append((lick.man, hit_of(weapon, lick.tally)))
        harm = [step for name, found in hits.items() for step in harm_on(battle.units[name], tuple(found), unit.id)]
        pins = [pinned_by(battle.units[name], unit.id, [man for man, _ in found]) for name, found in hits.items()]
        missed = [scorched(battle.units[name], unit.id, men) for name, men in tested.items() if name not in hits]
        game.push(*harm, *pins, *missed)


def pinned_by(unit: Unit, by: str, men: Sequence[str]) -> PinnedByFlame:
    """Of a split section the part that was hit (CD-REORG-7)."""
    return PinnedByFlame(unit.id, by, part_in(unit, men)[0])


def scorched(unit: Unit, by: str, men: Sequence[str]) -> UnderFire:
    """A flame that missed all counts as so many shots."""
    part, models = part_in(unit, men)
    return UnderFire(Fire(unit.id, by, len(men), models, part))


@frozen
class PinnedByFlame(Step):
    title = "Pinned by a flame"
    says = "Whoever took a hit of a flamethrower is pinned without a test; the brain-dead are not."
    unit: str
    by: str
    part: str = ""
    rules = ("CD-TRAIT-11C",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        if unit.living and unit.hull is None and not all(soldier.has("brain-dead") for soldier in unit.soldiers):
            pin(game, unit, self.by, "CD-TRAIT-11C", self.part)


# ---------------------------------------------------------------- as it is shown
def preview_flame(battle: Battle, unit: Unit, shooter: Shooter, field: FlameField, spots: Spots) -> Preview:
    """What each target needs, and the exact chances of the path, or of the nearest section's if a test first fails."""
    found, weapon = licks(battle, unit, shooter, field, spots), weapon_of(unit, shooter)
    first = field.burnt(spots[0])
    lines, ways = list[Line](), [(1.0, found)]
    if first is not None and needs_test(battle, unit, [weapon], first[0]):
        test = picking_out(battle, unit)
        lines = test.lines
        instead = () if test.nearest is None else nearest_path(battle, unit, shooter, test.nearest)
        ways = [(test.passed, found), (1 - test.passed, licks(battle, unit, shooter, field, instead))]
    for lick in found:
        times = f", {'twice' if lick.times == 2 else f'{lick.times} times'}" if lick.times > 1 else ""
        lines.append(Line(lick.man, f"{words(lick.tally)}{times}", lick.tally, ("CD-TRAIT-11B",)))
    hurt, dying = dict[str, float](), dict[str, float]()
    for likely, path in ways:
        for name in dict.fromkeys(lick.unit for lick in path):
            hurt[name] = hurt.get(name, 0.0) + likely * likely_to(battle, weapon, path, name)
        for lick in path:
            dying[lick.man] = dying.get(lick.man, 0.0) + likely * dies(battle, weapon, lick)
    chances = [Chance(f"{name} {came_of(battle, name)}", likely) for name, likely in hurt.items()]
    chances += [Chance(f"{man} killed", likely) for man, likely in dying.items()]
    return Preview(tuple(lines), tuple(chances), sum(dying.values()), "models killed")


def dies(battle: Battle, weapon: Weapon, lick: Lick) -> float:
    """How likely a model on the path dies."""
    unit = battle.units[lick.unit]
    if unit.hull is not None:
        return 0.0
    return death_chance(unit.man(lick.man), [((hit_of(weapon, lick.tally), chance(lick.tally)),)] * lick.times)


def came_of(battle: Battle, name: str) -> str:
    """What a flame does to a unit at least: it pins sections, but for the brain-dead."""
    unit = battle.units[name]
    mindless = all(soldier.has("brain-dead") for soldier in unit.soldiers)
    return "hit" if unit.hull is not None or mindless else "pinned"


def likely_to(battle: Battle, weapon: Weapon, path: Sequence[Lick], name: str) -> float:
    """How likely that comes of a flame: a hit that is survived pins, and so may shots that all missed (CD-PIN-1)."""
    burnt, unit = [lick for lick in path if lick.unit == name], battle.units[name]
    hit = hit_chance(burnt)
    if came_of(battle, name) == "hit":
        return hit
    gone = prod(dies(battle, weapon, lick) for lick in burnt) if len(burnt) == unit.left else 0.0
    men = [lick.man for lick in burnt for _ in range(lick.times)]
    part, models = part_in(unit, men)
    shots = len(men) + (unit.shots_off if part == "off" else unit.shots)
    missed = pin_chance(battle, unit, 0) if is_non_com(unit) or shots >= models else 0.0
    return hit - gone + (1 - hit) * missed


def hit_chance(burnt: Sequence[Lick]) -> float:
    """How likely any of these models is hit."""
    return 1 - prod((1 - chance(lick.tally)) ** lick.times for lick in burnt)
