"""Shooting (AMC-SHOOT): at whom, who fires what, the attack roll and the blocking roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Recounted, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import FUTILE, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.roll_wording import blocked_words
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.activation.action_base import EnemyAction, UnitAction, at_enemies, refused_later
from tabletop_tui.rules.armymen.damage.damage import Casualties, DamageRolls, Morale
from tabletop_tui.rules.armymen.shooting.block_dice import blocking
from tabletop_tui.rules.armymen.shooting.shooting_limits import Fire, attacks_of, default_fire, refuse_target, usable
from tabletop_tui.rules.armymen.shooting.shooting_odds import preview_fire
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import quality_tests
from tabletop_tui.rules.armymen.state.unit_refusals import no_enemy
from tabletop_tui.table.points import place_words, spot_text


@frozen
class ChooseTarget(AskAction):
    title = "Choose a target"
    says = "The shooter chooses the target unit; after Hold or Advance it may also not shoot."
    unit: str
    each: bool = False
    """Whether every soldier is asked for, who else fires if he can."""
    rules = ("AMC-SHOOT-1", "AMC-ACT-2", "AMC-ACT-5")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = (
            f"{unit.id} shoots at whom? Who fires is asked next." if self.each else f"{unit.does('shoots')} at whom?"
        )
        why_not = named(battle.units, *no_enemy(battle, unit, "AMC-SHOOT-1"))
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def options(self, game: Game[Battle]) -> list[Option]:
        return refused_later(super().options(game))

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        others: list[UnitAction] = [HoldFire(battle, unit)]
        if unit.left > 1 and not self.each:
            others.append(PickShooters(battle, unit))
        return [*at_enemies(partial(ShootAt, each=self.each), battle, unit), *others]


@frozen
class ShootAt(EnemyAction):
    each: bool
    """Whether it is asked of every soldier what he fires."""
    rule = "AMC-SHOOT-1"
    says = "Shoot at this unit with all that can."

    def refuse(self) -> Refusal | None:
        return refuse_target(self.battle, self.unit, self.enemy)

    def steps(self) -> Sequence[Step]:
        return fire_steps(self.battle, self.unit.id, self.enemy.id, each=self.each)

    def usual(self) -> Fire:
        """What is fired if nobody is told otherwise."""
        return default_fire(self.unit, usable(self.battle, self.unit, self.enemy), self.enemy)

    @property
    def idle(self) -> str:
        return FUTILE if self.preview().futile else ""

    def preview(self) -> Preview:
        return preview_fire(self.battle, self.unit, self.enemy, self.usual(), False)


@frozen
class HoldFire(UnitAction):
    key, label, hotkey, rule = "hold", "Do not shoot", "n", "AMC-ACT-2"
    says = "End the activation without a shot."

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class PickShooters(UnitAction):
    key, label, hotkey, rule = "each", "Choose who fires", "f", "AMC-SHOOT-1"
    says = "Say of every soldier whether he fires, and what."
    deliberate = True

    def steps(self) -> Sequence[Step]:
        return [ChooseTarget(self.unit.id, each=True)]


def fire_steps(battle: Battle, unit_id: str, target_id: str, reaction: bool = False, each: bool = False) -> list[Step]:
    """Ask for the weapon of each soldier who has a choice, or of `each`, then shoot."""
    unit, target = battle.units[unit_id], battle.units[target_id]
    choices = usable(battle, unit, target, indirect=not reaction)
    if unit.vehicle:
        return [Shoot(unit_id, target_id, tuple(choices), reaction)]
    numbers = [number for number, _ in choices]
    asked = tuple(dict.fromkeys(number for number in numbers if each or numbers.count(number) > 1))
    sure = tuple((number, name) for number, name in choices if number not in asked)
    if asked:
        return [ChooseWeapon(unit_id, target_id, sure, asked, reaction)]
    return [Shoot(unit_id, target_id, sure, reaction)]


@frozen
class ChooseWeapon(Ask):
    title = "Choose a weapon"
    says = "A soldier fires one of his weapons that reach, or none."
    unit: str
    target: str
    fire: Fire
    """What is settled already."""
    open: tuple[int, ...]
    """The models that still have a choice."""
    reaction: bool = False
    rules = ("AMC-SHOOT-1", "AMC-UPG-3")

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        number = self.open[0]
        spot = spot_text(unit.models[number])
        labels = {
            name: f"{unit.sheet.weapon(name).name}, {attacks_of(unit.sheet.weapon(name))}"
            for model, name in self.choices(game)
            if model == number
        }
        labels["none"] = "He does not fire"
        if len(self.open) > 1:
            labels["rest"] = "All the rest fire"
        options = [Option(key, label, target=spot, rule="AMC-SHOOT-1") for key, label in labels.items()]
        prompt = f"{unit.id}: what does the man at {place_words(spot)} fire?"
        return Pick(unit.seat, prompt, options, about=unit.id, rules=self.rules)

    def choices(self, game: Game[Battle]) -> list[tuple[int, str]]:
        """Each model that still has a choice, with each of its weapons."""
        battle = game.state
        found = usable(battle, battle.units[self.unit], battle.units[self.target], not self.reaction)
        return [(number, name) for number, name in found if number in self.open]

    def with_weapon(self, game: Game[Battle], answer: Answer) -> Fire:
        """What is fired with this answer; with 'rest' each of those still to be asked fires what promises most."""
        if answer == "none":
            return self.fire
        if answer != "rest":
            return (*self.fire, (self.open[0], answer))
        unit, target = game.state.units[self.unit], game.state.units[self.target]
        return (*self.fire, *default_fire(unit, self.choices(game), target))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        fire, rest = self.with_weapon(game, answer), self.open[1:] if answer != "rest" else ()
        if rest:
            game.push(evolve(self, fire=fire, open=rest))
        else:
            game.push(Shoot(self.unit, self.target, fire, self.reaction))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        return preview_fire(battle, unit, target, self.with_weapon(game, answer), self.reaction)


# ---------------------------------------------------------------- the two rolls
@frozen
class Shoot(Step):
    title = "Shoot"
    says = "Every attack is a quality test for a hit; every hit is a quality test of the target for a block."
    unit: str
    target: str
    fire: Fire
    reaction: bool = False
    rules = ("AMC-SHOOT-2", "AMC-SHOOT-3", "AMC-SHOOT-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        if not self.fire:
            return
        spots = (spot_text(unit.models[self.fire[0][0]]), spot_text(target.models[0]))
        rules = ("AMC-GUARD-2",) if self.reaction else ("AMC-SHOOT-1",)
        game.emit(Shot(f"{unit.does('shoots')} at {target.name}", rules, unit.seat, unit.id, target.id, spots))
        plain, starred = roll_attacks(game, unit, self.fire)
        hits = roll_hits(game, unit, target, plain, starred, shooting=True)
        shooters = [unit.models[number] for number, _ in self.fire]
        dice = blocking(battle, unit, target, shooters, hits, self.reaction) if hits else None
        blocks = (
            quality_tests(game, target, dice.total, target.does("blocks"), pool=dice, counts="block")
            if dice is not None
            else 0
        )
        lost = max(0, hits - blocks)
        tally = f" ({dice})" if dice is not None and dice.modifiers else ""
        told = f"{counted(hits, 'hit')} on {target.name}, {blocked_words(hits, blocks)}{tally}"
        text = told if hits else f"No hit on {target.name}"
        game.emit(Event(text, ("AMC-SHOOT-4", *(dice.rules if dice else ())), target.seat))
        if not lost:
            return
        if target.vehicle:
            game.push(DamageRolls(target.id, lost, sight.arc(target, shooters), unit.id))
        else:
            game.push(Casualties(target.id, lost, unit.id), Morale(target.id))


def roll_attacks(game: Game[Battle], unit: Unit, fire: Fire) -> tuple[int, int]:
    """The number of attacks by weapons without and with an asterisk; dice weapons roll it (AMC-WPN-4)."""
    counts = [0, 0]
    for _, name in fire:
        weapon = unit.sheet.weapon(name)
        attacks = weapon.attacks
        if weapon.dice:
            why = f"attacks of {unit.id}'s {weapon.name}"
            check = Check(unit.seat, why, dice=weapon.dice, rules=("AMC-WPN-4",))
            attacks = game.check(check, lambda rolled: counted(rolled.total, "attack")).total
        counts[weapon.star] += attacks
    return counts[0], counts[1]


def roll_hits(game: Game[Battle], unit: Unit, target: Unit, plain: int, starred: int, shooting: bool) -> int:
    """The hits of one attack; against a vehicle plain ones are halved, starred ones doubled (AMC-WPN-2, AMC-WPN-3)."""
    what, rules = unit.does("shoots" if shooting else "strikes"), ("AMC-SHOOT-2",) if shooting else ()
    if not target.vehicle:
        return quality_tests(game, unit, plain + starred, what, shooting, counts="hit", rules=rules)
    ordinary = quality_tests(game, unit, plain, what, shooting, counts="hit", rules=rules)
    doubled = quality_tests(game, unit, starred, f"{what}, weapons with *", shooting, counts="hit", rules=rules)
    if ordinary or doubled:
        counts = [
            f"{counted(number, 'hit')} {how}" for number, how in ((ordinary, "halved"), (doubled, "with * doubled"))
        ]
        text = f"Against a vehicle: {' and '.join(count for count in counts if count[0] != '0')}"
        game.emit(Recounted(text, ("AMC-WPN-2", "AMC-WPN-3"), unit.seat))
    return ordinary // 2 + 2 * doubled
