"""Shooting (CD-SHOOT, CD-DIV): at whom, the test for another target than the nearest, the dice, what the hits are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from attrs import define

from tabletop_tui.engine import odds
from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import FUTILE, Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.engine.wording import counted, so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, Shooters
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import (
    Salvo,
    alike,
    in_reach,
    part_in,
    reach_the_same,
    reached_by_each,
    salvos,
    special_pinning,
    weapon_of,
)
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import hits_on
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.shooting.buildings import Batter, ShootBuilding, shootable
from tabletop_tui.rules.crimsondusk.shooting.pinning import UnderFire
from tabletop_tui.rules.crimsondusk.shooting.target_choice_odds import picking_out
from tabletop_tui.rules.crimsondusk.shooting.vehicle_odds import chances_on_vehicle, damage_chances
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import UNHARMED, Outlook, either, outlook
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import needs_test, pressing, reaches, refuse_reach
from tabletop_tui.rules.crimsondusk.state.action_base import EnemyAction, UnitAction, refused_later
from tabletop_tui.rules.crimsondusk.state.battle import Battle, Fire
from tabletop_tui.rules.crimsondusk.state.coherency import distance
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES, helped, need_of, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import firing_as
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.table.points import spot_text


# ---------------------------------------------------------------- at whom
@frozen
class ChooseTarget(AskAction):
    title = "Choose a target"
    says = "The owner says at whom these shoot, or that weapons have targets of their own."
    unit: str
    shooters: Shooters
    rules = ("CD-SHOOT-5", "CD-DIV-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooters[0].man)
        prompt = f"{unit.does('shoots')} ({arms_of(unit, self.shooters)}): at whom?"
        why_not = named(battle.units, not_of(battle, 1 - unit.seat, "CD-SHOOT-2"), always("is no target", "CD-SHOOT-2"))
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def options(self, game: Game[Battle]) -> list[Option]:
        return refused_later(super().options(game))

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooters[0].man)
        here = tuple(one for one in self.shooters if unit.number(one.man) is not None)
        enemies = sorted(
            (ShootAt(battle, unit, one, here) for one in battle.enemies(unit.seat)), key=lambda one: one.units
        )
        others: list[Action] = [HoldFire(battle, unit)]
        if len(here) > 1:
            others.append(Divide(battle, unit, here))
        pieces = (AtBuilding(battle, unit, piece, here) for piece in shootable(battle, unit, here))
        return [*enemies, *pieces, *others]


def arms_of(unit: Unit, shooters: Shooters) -> str:
    """What is fired: '4 Assault rifles, 1 LMG'."""
    names = [weapon_of(unit, one).name for one in shooters if unit.number(one.man) is not None]
    return ", ".join(counted(names.count(name), name) for name in dict.fromkeys(names))


@frozen
class ShootAt(EnemyAction):
    shooters: Shooters
    says = "All of these who reach it shoot at it."

    @property
    def rule(self) -> str:  # type: ignore[override]
        return "CD-SHOOT-5"

    def refuse(self) -> Refusal | None:
        arms = [(self.unit.man(one.man), weapon_of(self.unit, one)) for one in self.shooters]
        return refuse_reach(self.battle, self.unit, arms, self.enemy)

    @property
    def tested(self) -> bool:
        """Whether a skill test is needed first (CD-SHOOT-5)."""
        weapons = [weapon_of(self.unit, one) for one in self.shooters]
        return needs_test(self.battle, self.unit, weapons, self.enemy)

    @property
    def cost(self) -> str:
        return f"test {words(skill_tally(self.unit.quality))}" if self.tested else ""

    def steps(self) -> Sequence[Step]:
        if not self.tested:
            return [Volley(self.unit.id, self.enemy.id, self.shooters)]
        return [PickOutTarget(self.unit.id, self.enemy.id, self.shooters)]

    @property
    def idle(self) -> str:
        known = self.preview()
        return FUTILE if known is not None and known.futile else ""

    def preview(self) -> Preview | None:
        return preview_volley(self.battle, self.unit, self.enemy, self.shooters, self.tested)


@frozen
class AtBuilding(ShootBuilding):
    def steps(self) -> Sequence[Step]:
        return [PickOutBuilding(self.unit.id, self.piece.id, self.shooters)] if self.tested else super().steps()


@frozen
class HoldFire(UnitAction):
    key, label, hotkey, rule = "hold", "Do not shoot", "n", "CD-AP-2"
    says = "The AP is spent all the same."

    @property
    def warning(self) -> str:
        return f"{self.unit.does('does')} not shoot: is the AP spent on that?"

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class Divide(UnitAction):
    shooters: Shooters
    key, label, hotkey, rule = "divide", "Divide the fire", "d", "CD-DIV-1"
    says = "Say for each weapon at whom it shoots."
    deliberate = True

    def steps(self) -> Sequence[Step]:
        return [DivideFire(self.unit.id, self.shooters)]


HOLD = "hold"
"""The label of a weapon that is not fired."""


@frozen
class DivideFire(Ask):
    title = "Divide fire"
    says = "The target of each weapon is named before any die is rolled (CD-DIV-2)."
    unit: str
    shooters: Shooters
    rules = ("CD-DIV-1", "CD-DIV-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooters[0].man)
        enemies = sorted(battle.enemies(unit.seat), key=lambda enemy: (distance(unit, enemy), enemy.id))
        barred = {one.man: self.barred(battle, unit, one, enemies) for one in self.shooters}
        return Assign(
            unit.seat,
            f"{unit.name}: at whom does each weapon shoot?",
            about=unit.id,
            rules=self.rules,
            items=[
                Item(one.man, one.man, weapon_of(unit, one).name, barred[one.man], spot_text(unit.spot_of(one.man)))
                for one in self.shooters
            ],
            labels=[self.label(unit, enemy) for enemy in enemies]
            + [Option(HOLD, "Does not shoot", hotkey="n", rule="CD-DIV-1")],
            default={man: self.nearest(enemies, no) for man, no in barred.items()},
        )

    def label(self, unit: Unit, enemy: Unit) -> Option:
        no = Refusal(f"{enemy.does('is')} in melee", "CD-SHOOT-7") if enemy.fighting else None
        return Option(enemy.id, f"{enemy.name}, {distance(unit, enemy):.1f} u", no, target=enemy.id, rule="CD-DIV-1")

    def barred(self, battle: Battle, unit: Unit, one: Shooter, enemies: Sequence[Unit]) -> dict[str, Refusal]:
        """Whom a model does not see or reach."""
        man, weapon = unit.man(one.man), weapon_of(unit, one)
        no = Refusal(f"out of its sight or beyond {weapon.furthest:g} {UNIT.short}", "CD-SHOOT-3")
        return {enemy.id: no for enemy in enemies if not reaches(battle, unit, man, weapon, enemy)}

    def nearest(self, enemies: Sequence[Unit], barred: Mapping[str, Refusal]) -> str:
        return next((enemy.id for enemy in enemies if enemy.id not in barred and not enemy.fighting), HOLD)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooters[0].man)
        groups: dict[tuple[str, bool], Shooters] = {}
        for one in self.shooters:
            if (target := answer[one.man]) != HOLD:
                tested = needs_test(battle, unit, [weapon_of(unit, one)], battle.units[target])
                groups[target, tested] = (*groups.get((target, tested), ()), one)
        game.push(*(SeparateFire(self.unit, shooters, target) for (target, _), shooters in groups.items()))


@frozen
class SeparateFire(Step):
    title = "Separate fire"
    says = "One group of a divided fire: tested by itself if its target is not the most pressing one (CD-DIV-3)."
    unit: str
    shooters: Shooters
    target: str
    rules = ("CD-DIV-2", "CD-DIV-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = firing_as(battle, self.unit, self.shooters[0].man), battle.units[self.target]
        if unit.living and target.living:
            game.push(*ShootAt(battle, unit, target, self.shooters).steps())


@frozen
class PickOutTarget(Step):
    title = "Pick out target"
    says = "A skill test to shoot at another target than the nearest section; failed, the shots go at that one."
    unit: str
    target: str
    shooters: Shooters
    rules = ("CD-SHOOT-5", "CD-DIV-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = firing_as(battle, self.unit, self.shooters[0].man), battle.units[self.target]
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('shoots')} at {target.name}", tally, ("CD-SHOOT-5",)):
            game.push(Volley(unit.id, target.id, self.shooters))
            return
        free = untested(battle, unit, target, self.shooters)
        rest = tuple(one for one in self.shooters if one not in free)
        game.push(*([Volley(unit.id, target.id, free)] if free else []), *at_nearest(game, unit, rest))


def untested(battle: Battle, unit: Unit, target: Unit, shooters: Shooters) -> Shooters:
    """Those of a group who shoot at this target whether the group passes its test or not (CD-SHOOT-6, CD-DIV-3)."""
    return tuple(one for one in shooters if not needs_test(battle, unit, [weapon_of(unit, one)], target))


def at_nearest(game: Game[Battle], unit: Unit, shooters: Shooters) -> list[Step]:
    """Those whose test has failed shoot at the most pressing target (CD-SHOOT-5, CD-DIV-3)."""
    nearest = pressing(game.state, unit)
    if nearest is None:
        return []
    game.emit(Event(f"{unit.does('shoots')} at {nearest.name}, the nearest", ("CD-DIV-3",), unit.seat))
    return [Volley(unit.id, nearest.id, shooters)]


@frozen
class PickOutBuilding(Step):
    title = "Pick out a building"
    says = "A skill test to shoot at a building with enemies in sight; failed, the shots go at the nearest of these."
    unit: str
    piece: str
    shooters: Shooters
    rules = ("CD-SHOOT-5", "CD-BLDG-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = firing_as(battle, self.unit, self.shooters[0].man)
        tally = helped(battle, unit, skill_tally(unit.quality))
        if passes(game, unit.seat, f"{unit.does('shoots')} at a building", tally, ("CD-SHOOT-5",)):
            game.push(Batter(self.unit, self.piece, self.shooters))
        else:
            game.push(*at_nearest(game, unit, self.shooters))


# ---------------------------------------------------------------- what it would come to
COUNTED = 4
"""So many kills are shown each with its own chance."""


def preview_volley(battle: Battle, unit: Unit, target: Unit, shooters: Shooters, tested: bool) -> Preview | None:
    """What each weapon needs, and the exact chances of what the target suffers, be a test first passed or failed."""
    shots = salvos(battle, unit, target, shooters)
    if not shots:
        return None
    lines, test = [Line("target", target.name, mood="head")], picking_out(battle, unit) if tested else None
    sure: list[Salvo] = []
    if test is not None:
        lines += test.lines
        sure = salvos(battle, unit, target, untested(battle, unit, target, shooters))
    for group in alike(shots):
        one, dice = group[0], sum(salvo.dice for salvo in group)
        text = f"{max(2, min(SIDES, one.tally.total))}+ with {counted_dice(dice)}"
        if one.beyond:  # its hits only count for pinning
            text += ", beyond range"
        rules = ("CD-SHOOT-3",) if one.beyond else ()
        lines.append(Line(one.weapon.name, text, one.tally, (*rules, *one.tally.rules), "bad" if one.beyond else ""))
    spots = spot_text(unit.spot_of(shots[0].shooter.man)), spot_text(target.models[0])
    if target.hull is not None:
        damage = damage_chances(target, shots)
        damage = damage if test is None else odds.mixed(test.passed, damage, damage_chances(target, sure))
        chances, mean = tuple(chances_on_vehicle(target, damage)), odds.mean(damage)
        return Preview(tuple(lines), chances, mean, "damage done", sight=spots, view="clear")
    found = outlook(battle, unit, target, shots)
    lines.append(Line("shots got then", f"{target.shots + found.shots} of {target.left}", rules=("CD-PIN-1",)))
    if test is not None:
        found = either(test.passed, found, outlook(battle, unit, target, sure) if sure else UNHARMED)
    expected = odds.mean(found.kills)
    return Preview(tuple(lines), tuple(chances_of(target, found)), expected, "models killed", sight=spots, view="clear")


def chances_of(target: Unit, found: Outlook) -> list[Chance]:
    """What the shots come to: any loss, pinned, wiped out, so many killed."""
    wiped = Chance("wiped out", odds.at_least(found.kills, target.left))
    several = [Chance("any loss", odds.at_least(found.kills, 1))] * (target.left > 1)
    chances = [*several, wiped, Chance("pinned", found.pinned)]
    most = min(COUNTED, len(found.kills))
    chances += [Chance(f"{number} killed", found.kills[number]) for number in range(most)]
    if len(found.kills) > COUNTED:
        chances.append(Chance(f"{COUNTED} or more killed", odds.at_least(found.kills, COUNTED)))
    return chances


# ---------------------------------------------------------------- the dice
@frozen
class Volley(Step):
    says = "A die for each shot; the hits go to the target's owner, the shots to its pinning test."
    unit: str
    target: str
    shooters: Shooters
    rules = ("CD-HIT-3", "CD-PIN-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} shoots at {self.target}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = firing_as(battle, self.unit, self.shooters[0].man), battle.units[self.target]
        if not (unit.living and target.living):
            return
        shots = salvos(battle, unit, target, self.shooters)
        if not shots:
            game.emit(Event(f"{unit.does('has')} nobody who reaches {target.name}", ("CD-SHOOT-2",), unit.seat))
            return
        spots = spot_text(unit.spot_of(shots[0].shooter.man)), spot_text(target.models[0])
        game.emit(
            Shot(f"{unit.does('shoots')} at {target.name}", ("CD-SHOOT-1",), unit.seat, unit.id, target.id, spots)
        )
        came = roll_salvos(game, unit, target, shots)
        reached = in_reach(battle, unit, target, shots)
        part, models = part_in(target, reached)
        fire = UnderFire(Fire(target.id, unit.id, came.shots, models, part, *special_pinning(shots, came.struck)))
        spread = any(one.weapon.blast or one.weapon.flame for one in shots)
        reach = tuple(reached_by_each(battle, unit, target, came.by))
        same = all(set(one) == set(reached) for one in reach)
        hits = hits_on(target, tuple(came.hits), reached, unit.id, spread, () if same else reach)
        game.push(*(hits if came.hits else []), fire)


@define
class Came:
    """What came of the dice of a volley."""

    hits: list[Hit]
    """Those that can do damage, each ..."""
    by: list[Salvo]
    """... with the salvo of which it is."""
    shots: int
    """Those that count for pinning (CD-SHOOT-3, CD-SHOOT-4)."""
    struck: set[str]
    """The weapons that have hit, be it beyond their range (CD-TRAIT-15)."""


def roll_salvos(game: Game[Battle], unit: Unit, target: Unit, shots: Sequence[Salvo]) -> Came:
    """Roll the dice of all salvos, equal ones together."""
    found = Came([], [], 0, set())
    for group in alike(shots):
        one, dice = group[0], [salvo for salvo in group for _ in range(salvo.dice)]
        why = f"{unit.does('shoots')} at {target.name} with {counted(len(group), one.weapon.name)}"
        rules = ("CD-SHOOT-3", *one.tally.rules) if one.beyond else one.tally.rules
        check = Check(
            unit.seat,
            why,
            need_of(one.tally),
            dice=len(dice),
            sides=SIDES,
            rules=rules,
            bulk=partial(reach_the_same, game.state, unit, target, group),
            apart=one.hit,
        )
        rolled = game.check(check, lambda came: so_many(came.count, "hit"))
        threw = zip(dice, rolled.faces, rolled.counting, strict=True)
        good = [(salvo, face) for salvo, face, counts in threw if counts]
        found.shots += len(good) if one.beyond else len(dice)  # CD-SHOOT-3, CD-SHOOT-4
        if good:
            found.struck.add(one.weapon.name)
        if not one.beyond:
            found.hits += [salvo.hit(face) for salvo, face in good]
            found.by += [salvo for salvo, _ in good]
    return found
