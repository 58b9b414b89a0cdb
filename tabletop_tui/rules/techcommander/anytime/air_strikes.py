"""Strikes from the air (TC-SKB-1, TC-PERK-7): a pair of missiles at a target, and bombardments of a spot or a line."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot, radians
from typing import ClassVar

from attrs import define

from tabletop_tui.engine import odds
from tabletop_tui.engine.action import Action, AskAction, NoAction, UnitChoice
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.defensive_gear import (
    ANTI_MISSILE,
    ECM,
    OfferedGear,
    carried,
    refuse_gear,
    stops,
)
from tabletop_tui.rules.techcommander.aiming.shot_odds import LIFE_LOST
from tabletop_tui.rules.techcommander.anytime.bombardment import REACH, Bombard
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.damage.damage import Blow, life_lost, strike
from tabletop_tui.rules.techcommander.deployment.spawning import points
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.profiles import MOST_SIZE_BONUS, Weapon
from tabletop_tui.rules.techcommander.state.shot_targets import BUBBLE_SIZE, exposed, foes, stand
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits
from tabletop_tui.skirmish.template_fields import Bases, BlastField, StripField
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, parse_spot, place_words

PAIR = 2
"""So many missiles are fired."""
DUG_IN = -2
AIMED = Need(Tally("Fire in the Sky", 12, "for every unit", "TC-PERK-9"), "at most")
HOURS = 12
"""Of a clock: 12 is north, 3 is east (TC-SKULL-3)."""
APEX = Weapon(
    id="apex",
    name="Apex missile",
    shots=1,
    damage=60,
    opt=36,
    min=6,
    per=2,
    fire_control=2,
    missile=True,
    splash=10,
    radius=3,
)
"""Fired where no pool has one; the book prints no card of it."""


# ---------------------------------------------------------------- a pair of missiles
def missile(battle: Battle) -> Weapon:
    """The missile of a UAV: as machines of the pools carry it."""
    weapons = (weapon for force in battle.forces for sheet in force.units for weapon in sheet.weapons)
    return next((weapon for weapon in weapons if weapon.id == APEX.id), APEX)


def shield_over(battle: Battle, target: Unit) -> Bubble | None:
    """The shield that missiles from above strike instead (TC-BUBBLE-6)."""
    return next(iter(bubble_shields.around(battle, target)), None)


def strike_tally(battle: Battle, target: Unit, gear: Sequence[str] = ()) -> Tally:
    """The number to hit: smoke, cover and range do not count, and nothing moves up there (TC-SKB-1).

    `gear` are the copies of gear that the target has applied (TC-HIT-9).
    """
    shield = shield_over(battle, target)
    ac = target.ac if shield is None else BUBBLE_SIZE
    jammed = any(target.sheet.kit[copy].does == ECM for copy in gear)
    tally = Tally("To hit", 10, "base", "TC-HIT-2")
    tally = tally.plus(min(ac, MOST_SIZE_BONUS), f"AC{ac}", "TC-HIT-3")
    tally = tally.plus(0 if jammed else missile(battle).fire_control, "fire control", "TC-HIT-4")
    return tally.plus(DUG_IN if target.dug_in and shield is None else 0, "dug in", "TC-DUG-3")


def refuse_strike(battle: Battle, target: Unit) -> Refusal | None:
    """Why a unit is no target of a strike, or None."""
    return Refusal(f"{target.name} is infiltrated", "TC-INFIL-3") if bubble_shields.conceals(battle, target) else None


def targets(battle: Battle, seat: int) -> list[Unit]:
    """The units at which a player could call a strike."""
    return [unit for unit in foes(battle, seat) if refuse_strike(battle, unit) is None]


@frozen
class ChooseStrike(AskAction):
    title = "Choose the target of a strike"
    says = "The player names the target of a pair of missiles; smoke, cover and range do not count."
    seat: int
    rules = ("TC-SKB-1", "TC-SKB-12", "TC-SKA-12", "TC-PERK-7")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        return [*(StrikeAt(battle, target, self.seat) for target in foes(battle, self.seat)), NoStrike()]

    def question(self, game: Game[Battle]) -> Question:
        name = missile(game.state).name
        return Pick(self.seat, f"{PAIR} {name}s: at whom?", self.options(game), rules=self.rules)


@frozen
class NoStrike(NoAction):
    key, label, rule = "none", "No strike", "TC-SKB-1"
    says = "The missiles are not fired."


@frozen
class StrikeAt(UnitChoice):
    whom = "unit"
    battle: Battle
    unit: Unit
    seat: int
    rule = "TC-SKB-1"
    says = "Both missiles go at it."

    @property
    def cost(self) -> str:
        return "" if self.refuse() is not None else f"{strike_tally(self.battle, self.unit).total} or less"

    def refuse(self) -> Refusal | None:
        return refuse_strike(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [StrikeDefence(self.seat, self.unit.id)]

    def preview(self) -> Preview:
        tally = strike_tally(self.battle, self.unit)
        chance = Need(tally, "at most").chance(SIDES)
        hits = odds.repeat((1 - chance, chance), PAIR)
        lives = [life_lost(self.unit, count * missile(self.battle).damage) for count in range(PAIR + 1)]
        kills = sum(each for each, life in zip(hits, lives, strict=True) if life >= self.unit.life > 0)
        expected = sum(each * min(life, max(0, self.unit.life)) for each, life in zip(hits, lives, strict=True))
        lines = (Line("To hit", f"{tally.total} or less", tally, tally.rules),)
        return Preview(lines, (Chance("eliminated", kills),), expected, LIFE_LOST)


# ---------------------------------------------------------------- the gear of whoever is struck
@frozen
class GearAgainstStrike(OfferedGear):
    """To apply it to a strike."""

    battle: Battle

    @property
    def key(self) -> str:
        return self.copy

    @property
    def matters(self) -> bool:
        return shield_over(self.battle, self.unit) is None

    def refuse(self) -> Refusal | None:
        return refuse_gear(self.battle, self.unit, self.copy, self.gear)


@frozen
class StrikeDefence(OfUnits, Window):
    title = "Defensive gear against missiles"
    says = "Whoever is struck from the air says which defensive gear he applies; then the missiles come down."
    seat: int
    """Who has called the strike."""
    target: str
    rules = ("TC-HIT-9", "TC-SKB-1")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.target].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        unit = battle.units[self.target]
        return [GearAgainstStrike(unit, copy, gear, battle) for copy, gear in carried(unit)]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        battle = game.state
        unit, name = battle.units[self.target], missile(battle).name
        number = strike_tally(battle, unit, self.used).total
        return f"{PAIR} {name}s come down on {unit.name}, {number} or less. Defensive gear?"

    def about(self, game: Game[Battle]) -> str:
        return self.target

    def run(self, game: Game[Battle]) -> None:
        before = len(game.agenda)
        super().run(game)
        if len(game.agenda) == before:
            game.push(AirStrike(self.seat, self.target, self.used))


@frozen
class AirStrike(Step):
    says = "A D20 for each missile; the damage of those that hit is added up."
    seat: int
    target: str
    gear: tuple[str, ...] = ()
    """The copies of gear that the target has applied (TC-HIT-9)."""
    rules = ("TC-SKB-1", "TC-PERK-7")

    def describe(self, game: Game[Battle]) -> str:
        return f"Missiles come down on {self.target}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, weapon = battle.units[self.target], missile(battle)
        text = f"A UAV fires {PAIR} {weapon.name}s at {unit.name}"
        game.emit(Shot(text, self.rules, self.seat, "", unit.id, (middle_text(stand(battle, unit).models),) * 2))
        shield = shield_over(battle, unit)
        at = f"the shield around {unit.name}" if shield is not None else unit.name
        need = Need(strike_tally(battle, unit, self.gear), "at most")
        check = Check(self.seat, f"missiles at {at}", need, dice=PAIR, sides=SIDES, bulk=True)
        hits = game.check(check, lambda rolled: so_many(rolled.count, "hit")).count
        for copy in self.gear:
            unit.use(copy)
            gear = unit.sheet.kit[copy]
            if gear.does == ANTI_MISSILE and hits and shield is None and stops(game, unit, gear):
                hits -= 1
        if hits and shield is not None:
            bubble_shields.hit_bubble(game, shield, Blow(hits * weapon.damage, "", self.seat))
        elif hits:
            beside = splashed(battle, unit, weapon.radius) if weapon.splash else []
            strike(game, unit, Blow(hits * weapon.damage, "", self.seat, cause="air strike"))
            for other in beside:
                strike(game, other, Blow(hits * weapon.splash, "", self.seat, cause="splash"))


def splashed(battle: Battle, target: Unit, radius: float) -> list[Unit]:
    """Those within the splash around the middle of a target: from above nothing hides them (TC-SPLASH-4)."""
    here = stand(battle, target)
    height, found = battle.foot(here) + here.sheet.height / 2, []
    for unit in exposed(battle):
        there = stand(battle, unit)
        near = there.on == here.on and dist(there.at, here.at) - there.radius <= radius + TINY
        if unit is not target and near and not bubble_shields.divides(battle, here.at, height, unit):
            found.append(unit)
    return found


# ---------------------------------------------------------------- bombardments
def discs(battle: Battle) -> Bases:
    return {unit.id: ((*unit.at, unit.radius),) for unit in battle.on_table()}


@define(slots=False)
class SkyField(BlastField):
    """Any spot of the table; all within reach of it is caught."""

    length_unit = UNIT

    def path(self, words: Sequence[str]) -> Sequence[str]:
        return [] if self.refuse(words) is not None else words


@define(slots=False)
class LineField(StripField):
    """A direction from a spot; the strip is drawn as long as it can become."""

    length_unit = UNIT
    direction_rule: ClassVar[str] = "TC-PERK-11"


LONGEST = 2.0 * SIDES


def sky_field(battle: Battle) -> SkyField:
    table = battle.table
    middle = table.width / 2, table.height / 2
    return SkyField(table.width, table.height, discs(battle), middle, hypot(*middle), REACH, 0.0)


@frozen
class ChooseSpot(Ask):
    title = "Choose the spot of a bombardment"
    says = "The player names the spot; only then is rolled whether it is hit."
    seat: int
    rules = ("TC-PERK-9",)

    def question(self, game: Game[Battle]) -> Question:
        return Place(self.seat, "Fire in the Sky: where?", rules=self.rules, field=sky_field(game.state))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        (spot,) = game.asked_field(self, SkyField).template(answer).spots
        game.push(FireInTheSky(self.seat, spot))


@frozen
class FireInTheSky(Step):
    says = "On 12 or less the spot is hit; else it moves 1D20 straight away from the nearest spawn point."
    seat: int
    spot: Spot
    rules = ("TC-PERK-9", "TC-PERK-10")

    def describe(self, game: Game[Battle]) -> str:
        return f"Fire comes down at {place_words(self.spot)}"

    def run(self, game: Game[Battle]) -> None:
        spot = self.spot
        if not game.check(Check(self.seat, "Fire in the Sky", AIMED, sides=SIDES, rules=("TC-PERK-9",))).passed:
            spot = self.deviated(game)
            game.emit(Event(f"It comes down at {place_words(spot)}", ("TC-PERK-10",), self.seat))
        game.push(Bombard(self.seat, (spot,)))

    def deviated(self, game: Game[Battle]) -> Spot:
        """Where it comes down instead (TC-PERK-10)."""
        nearest = min(points(game.state), key=lambda point: dist(point, self.spot))
        rules = ("TC-PERK-10",)
        away = game.check(Check(self.seat, "deviation", sides=SIDES, rules=rules)).face
        far = dist(nearest, self.spot)
        if far <= TINY:
            return clock(self.spot, game.check(Check(self.seat, "direction", sides=HOURS, rules=rules)).face, away)
        share = away / far
        x, y = (here + (here - there) * share for here, there in zip(self.spot, nearest, strict=True))
        return round(x, 2), round(y, 2)


def clock(spot: Spot, hour: int, far: float) -> Spot:
    """The place so far from a spot in the direction of an hour, 12 being north (TC-SKULL-3)."""
    turn = radians(360 / HOURS * hour)
    return round(spot[0] + far * sin(turn), 2), round(spot[1] - far * cos(turn), 2)


@frozen
class ChooseLine(Ask):
    title = "Choose where a line begins"
    says = "The player names the start of the line that is bombed; its direction comes next."
    seat: int
    rules = ("TC-PERK-11",)

    def question(self, game: Game[Battle]) -> Question:
        prompt = "Bring in the Thunder: from where?"
        return Place(self.seat, prompt, rules=self.rules, field=sky_field(game.state))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        (spot,) = game.asked_field(self, SkyField).template(answer).spots
        game.push(ChooseDirection(self.seat, spot))


@frozen
class ChooseDirection(Ask):
    title = "Choose the direction of a line"
    says = "The player says which way the line goes; only then its length is rolled."
    seat: int
    start: Spot
    rules = ("TC-PERK-11",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        table = battle.table
        far = hypot(table.width, table.height)
        field = LineField(
            table.width, table.height, discs(battle), self.start, far, REACH, 0.0, length=LONGEST, flat=False
        )
        prompt = f"Bring in the Thunder from {place_words(self.start)}: in the direction of which spot?"
        return Place(self.seat, prompt, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        goal = parse_spot(answer[-1])
        assert goal is not None
        game.push(Thunder(self.seat, self.start, goal))


@frozen
class Thunder(Step):
    title = "Thunder"
    says = "The line is 2D20 long; nothing is rolled to hit."
    seat: int
    start: Spot
    goal: Spot
    """A place in its direction."""
    rules = ("TC-PERK-11",)

    def run(self, game: Game[Battle]) -> None:
        length = game.check(Check(self.seat, "the length of the line", dice=2, sides=SIDES, rules=self.rules)).total
        end = toward(self.start, self.goal, length)
        game.emit(Event(f"{length} long, from {place_words(self.start)} to {place_words(end)}", self.rules, self.seat))
        game.push(Bombard(self.seat, (self.start, end)))


def toward(start: Spot, goal: Spot, far: float) -> Spot:
    """The place so far from one spot in the direction of another, not rounded."""
    share = far / dist(start, goal)
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
