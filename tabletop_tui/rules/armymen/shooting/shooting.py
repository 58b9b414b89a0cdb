"""Shooting (AMC-SHOOT): who can fire what, the attack roll, the blocking roll, and the exact chances beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import dist

from attrs import evolve, frozen

from tabletop_tui.engine import odds
from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Recounted, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import FUTILE, Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.sight_grades import CLEAR
from tabletop_tui.engine.wording import blocked_words, counted
from tabletop_tui.rules.armymen.activation.action_base import EnemyAction, UnitAction, at_enemies, refused_later
from tabletop_tui.rules.armymen.damage.damage import Casualties, DamageRolls, Morale, destroyed_chance
from tabletop_tui.rules.armymen.shooting.shooting_odds import losses, vehicle_hits
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.profiles import Weapon
from tabletop_tui.rules.armymen.state.quality_tests import chance, quality_tests, words
from tabletop_tui.rules.armymen.state.terrain import KINDS
from tabletop_tui.rules.armymen.state.unit_refusals import no_enemy
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, place_words, spot_text
from tabletop_tui.table.polygons import bounds, overlap
from tabletop_tui.table.terrain_pieces import Piece

Fire = tuple[tuple[int, str], ...]
"""Which model, counted from 0, fires which weapon."""
D6 = (0.0, *[1 / 6] * 6)
COUNTED = 4
"""So many losses are shown each with its own chance: 0, 1, 2, 3."""


# ---------------------------------------------------------------- who can fire what
def usable(battle: Battle, unit: Unit, target: Unit, indirect: bool = True) -> list[tuple[int, str]]:
    """Each model with each weapon that reaches the target from where it stands (AMC-SHOOT-1)."""
    return list(shots(battle, unit, target, indirect))


def shots(battle: Battle, unit: Unit, target: Unit, indirect: bool = True) -> Iterator[tuple[int, str]]:
    """The same, found one by one."""
    radii = unit.radius + target.radius + TINY
    reach = {name: unit.sheet.weapon(name).range + radii for arms in set(unit.arms) for name in arms}
    if not reach or not target.models or not overlap(unit.box, target.box, max(reach.values())):
        return
    furthest = {arms: max([reach[name] for name in arms], default=0.0) for arms in set(unit.arms)}
    spotters = sight.spotters(battle, unit) if indirect and unit.sheet.indirect else ()
    between = sight.blinds(battle, unit.box, target.box, *([bounds(spotters)] if spotters else []))
    for number, (spot, arms) in enumerate(zip(unit.models, unit.arms, strict=True)):
        near = [(far, there) for there in target.models if (far := dist(spot, there)) <= furthest[arms]]
        for far, there in sorted(near):
            if not between or any(sight.visible(between, eye, there) for eye in (spot, *spotters)):
                yield from ((number, name) for name in arms if far <= reach[name])
                break


def refuse_target(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why no model can fire at this unit, or None."""
    longest = max((weapon.range for weapon in unit.weapons), default=0)
    if not longest:
        return Refusal("it has no weapon to shoot with", "AMC-SHOOT-1")
    far = sight.distance(unit, target)
    if far > longest + TINY:
        return Refusal(f"{far:.1f} in away, the longest range is {longest}", "AMC-SHOOT-1")
    if any(shots(battle, unit, target)):
        return None
    hiding = sight.in_the_way(battle, unit, target)
    why = f"{name_of(hiding)} is in the way" if hiding is not None else "whoever sees it does not reach so far"
    return Refusal(why, "AMC-SHOOT-1")


def name_of(piece: Piece) -> str:
    return piece.name or KINDS[piece.kind].look.name


def within_fire(battle: Battle, unit: Unit) -> list[tuple[str, Refusal | None]]:
    """The enemy units, the nearest first, each with why no model can fire at it."""
    near = sorted(battle.enemies(unit.seat), key=lambda enemy: sight.distance(unit, enemy))
    return [(enemy.id, refuse_target(battle, unit, enemy)) for enemy in near]


def shooters_at(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that could shoot at a unit where it stands."""
    return [enemy for enemy in battle.enemies(unit.seat) if any(shots(battle, enemy, unit))]


def can_shoot(battle: Battle, unit: Unit) -> bool:
    longest = max((weapon.range for weapon in unit.weapons), default=0)
    near = (enemy for enemy in battle.enemies(unit.seat) if longest and sight.within(unit, enemy, longest))
    return any(any(shots(battle, unit, enemy)) for enemy in near)


def default_fire(unit: Unit, choices: list[tuple[int, str]], target: Unit) -> Fire:
    """Everything that can fire; of several weapons of a soldier the one that promises more (AMC-VEH-3)."""
    if unit.vehicle:
        return tuple(choices)
    best: dict[int, str] = {}
    weapon = unit.sheet.weapon
    for number, name in choices:
        if number not in best or promise(weapon(name), target) > promise(weapon(best[number]), target):
            best[number] = name
    return tuple(best.items())


def promise(weapon: Weapon, target: Unit) -> float:
    """The hits that a weapon's attacks are worth against such a target, if all hit."""
    attacks = weapon.attacks or 3.5 * weapon.dice
    return attacks * (2 if weapon.star else 0.5) if target.vehicle else attacks


def attacks_of(weapon: Weapon) -> str:
    """As in '1 attack' and 'D6* attacks'."""
    return f"{weapon.words} attack{'s' * (weapon.words != '1')}"


# ---------------------------------------------------------------- asking
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


def own_dice(target: Unit, tally: Tally) -> Tally:
    """The dice to block that a unit brings with it, in melee too."""
    tally = tally.plus(target.sheet.armour, "armour", "AMC-VEH-5")
    return tally.plus(int(target.hunkered), "Hunkered", "AMC-ACT-3")


def blocking(
    battle: Battle, unit: Unit, target: Unit, attackers: list[Spot], hits: int, reaction: bool = False
) -> Tally:
    """How many dice the target rolls to block these hits (AMC-SHOOT-3 and every rule that adds a die)."""
    lie = ("", "") if target.vehicle else lie_of(battle, unit, target, attackers)
    return block_sum(unit, target, hits, reaction, *lie)


def lie_of(battle: Battle, unit: Unit, target: Unit, attackers: list[Spot]) -> tuple[str, str]:
    """What of the table adds a die for infantry, and its rule; '' for nothing."""
    if pieces := sight.cover(battle, attackers, unit.radius, target):
        names = dict.fromkeys(map(name_of, pieces))
        return f"cover, {' and '.join(names)}", "AMC-TERR-1"
    if sight.elevated(battle, target.models) and not sight.elevated(battle, attackers):
        return "shot at from below", "AMC-TERR-6"
    return "", ""


def block_sum(unit: Unit, target: Unit, hits: int, reaction: bool, lie: str, rule: str) -> Tally:
    """The dice to block, `lie` being what of the table adds one, '' for nothing."""
    tally = Tally("Block dice", hits, "hit" if hits == 1 else "hits", "AMC-SHOOT-3")
    if unit.sheet.sniper and not target.vehicle:
        tally = tally.plus(-hits, "shot at by Snipers", "AMC-UNIT-9")
    tally = own_dice(target, tally).plus(int(reaction), "guard reaction", "AMC-GUARD-4")
    return tally.plus(1, lie, rule) if lie and not target.vehicle else tally


# ---------------------------------------------------------------- odds
def attack_counts(unit: Unit, fire: Fire, star: bool) -> odds.Chances:
    """The distribution of the attacks by weapons with (or without) an asterisk."""
    total = odds.NOTHING
    for _, name in fire:
        weapon = unit.sheet.weapon(name)
        if weapon.star == star:
            total = odds.add(total, odds.repeat(D6, weapon.dice) if weapon.dice else (*[0.0] * weapon.attacks, 1.0))
    return total


def fire_losses(battle: Battle, unit: Unit, target: Unit, fire: Fire, reaction: bool) -> tuple[odds.Chances, Tally]:
    """The distribution of unblocked hits of a shot, and the dice beyond one a hit that block it."""
    shooters = [unit.models[number] for number, _ in fire]
    bonus = blocking(battle, unit, target, shooters, 0, reaction)
    return losses_by(unit, target, fire, bonus), bonus


def hit_chances(unit: Unit, target: Unit, fire: Fire) -> odds.Chances:
    """The distribution of the hits of a shot."""
    hit = chance(unit, shooting=True)
    plain, starred = (odds.thin(attack_counts(unit, fire, star), hit) for star in (False, True))
    return vehicle_hits(plain, starred) if target.vehicle else odds.add(plain, starred)


def losses_by(unit: Unit, target: Unit, fire: Fire, bonus: Tally) -> odds.Chances:
    """The distribution of its unblocked hits, by the dice beyond one a hit that block."""
    per_hit = target.vehicle or not unit.sheet.sniper
    return losses(hit_chances(unit, target, fire), bonus.total, chance(target), per_hit)


def preview_fire(battle: Battle, unit: Unit, target: Unit, fire: Fire, reaction: bool) -> Preview:
    """Who fires what, both chances, and the exact distribution of the losses."""
    if not fire:
        return Preview((Line("target", target.name, mood="head"), Line("nobody fires")))
    lost, bonus = fire_losses(battle, unit, target, fire, reaction)
    names = [unit.sheet.weapon(name).name for _, name in fire]
    arms = ", ".join(counted(names.count(name), name) for name in dict.fromkeys(names))
    lines = [
        Line("target", target.name, mood="head"),
        Line("fire", arms, rules=("AMC-SHOOT-1",)),
        Line("each hits", words(unit, shooting=True), rules=("AMC-SHOOT-2", "AMC-GEN-2")),
        Line("each blocks", words(target), rules=("AMC-SHOOT-3",)),
    ]
    none = unit.sheet.sniper and not target.vehicle
    if none:
        lines.append(Line("Block dice for each hit", "0", rules=("AMC-UNIT-9",)))
    if bonus.modifiers:
        beside = "none for each hit" if none else "beyond one for each hit"
        tally = evolve(bonus, name="extra dice", source=beside)
        lines.append(Line("extra Block dice", str(bonus.total), tally, bonus.rules))
    if target.vehicle:
        arc = sight.arc(target, [unit.models[number] for number, _ in fire])
        lines.append(Line("side hit", arc, rules=("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7")))
    seen = (spot_text(unit.models[fire[0][0]]), spot_text(target.models[0]))
    chances = loss_chances(battle, target, lost, [unit.models[number] for number, _ in fire])
    expected, counts = odds.mean(lost), "unblocked hits"
    if not target.vehicle:
        expected, counts = odds.mean(odds.capped(lost, target.left)), "models lost"
    return Preview(tuple(lines), tuple(chances), expected, counts, sight=seen, view=CLEAR.label)


def loss_chances(battle: Battle, target: Unit, lost: odds.Chances, attackers: list[Spot]) -> list[Chance]:
    """What the losses come to: a vehicle hit or destroyed; a unit wiped out or Pinned, and so many models gone.

    Whether anything is lost at all comes first, then what the mission counts: a small screen may have no room for all.
    """
    if target.vehicle:
        arc = sight.arc(target, attackers)
        single = destroyed_chance(arc)
        gone = sum(p * (1 - (1 - single) ** number) for number, p in enumerate(lost))
        return [Chance("damaged", odds.at_least(lost, 1)), Chance("destroyed", gone)]
    chances = [Chance("any loss", odds.at_least(lost, 1)), Chance("wiped out", odds.at_least(lost, target.left))]
    half = target.sheet.size / 2
    tested = sum(p for number, p in enumerate(lost) if number and 0 < target.left - number <= half)
    if tested and not target.pinned:
        chances.append(Chance("Pinned", tested * (1 - chance(target))))
    chances += [Chance(f"{number} lost", p) for number, p in enumerate(lost[:COUNTED]) if 0 < number < target.left]
    if min(len(lost), target.left) > COUNTED:
        chances.append(Chance(f"{COUNTED} or more lost", odds.at_least(lost, COUNTED)))
    return chances
