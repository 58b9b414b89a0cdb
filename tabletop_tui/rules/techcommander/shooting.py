"""Shooting (TC-ATK-1): a weapon, its target, the dice, the damage."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from tabletop_tui.engine import odds
from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.check import Check
from tabletop_tui.engine.events import Shot
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.offers import Offered, Window
from tabletop_tui.engine.question import Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.views import Chance, Line, Preview
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander import cover
from tabletop_tui.rules.techcommander.battle import IN_THE_RED, Battle, Unit
from tabletop_tui.rules.techcommander.damage import Blow, life_lost, strike
from tabletop_tui.rules.techcommander.distances import adjacent
from tabletop_tui.rules.techcommander.infiltration import hidden_from
from tabletop_tui.rules.techcommander.initiative import SIDES
from tabletop_tui.rules.techcommander.profiles import Weapon
from tabletop_tui.rules.techcommander.refusals import always, gone
from tabletop_tui.rules.techcommander.returns import DUG_IN, ToReturn, hits_tell, returning, spend
from tabletop_tui.rules.techcommander.shots import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.to_hit import hit_tally, need_of
from tabletop_tui.table.bases import TINY, middle_text


# ---------------------------------------------------------------- with what
def refuse_copy(unit: Unit, copy: str, weapon: Weapon) -> Refusal | None:
    """Why a copy of a weapon cannot be fired now, or None."""
    if unit.stopped:
        return Refusal("stopped by a sentry, and no jury rig roll made to fire all the same", "TC-SENTRY-6")
    if copy in unit.fired and not weapon.again:
        return Refusal("used this turn", "TC-MSV-2")
    if unit.left(copy) == 0:
        return Refusal("no rounds left", "TC-ACT-4")
    return None


def ready_copies(unit: Unit) -> list[str]:
    """The copies of weapons that it could fire."""
    return [copy for copy, weapon in unit.weapons().items() if refuse_copy(unit, copy, weapon) is None]


@frozen
class ChooseWeapon(AskAction):
    title = "Choose weapon"
    says = "The player picks one weapon system of the unit to attack with, or holds its fire."
    unit: str
    target: str = ""
    """The only one that may be shot at, of a reaction; '' for any."""
    copies: tuple[str, ...] = ()
    """The copies that may be fired, of a reaction; () for all."""
    reaction: str = ""
    """Which reaction it is, as in `Salvo`."""
    raised: float = 0.0
    """How high the shooter is in a jump, in centimetres."""
    rules = ("TC-ATK-1", "TC-MSV-2")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        unit = game.state.units[self.unit]
        weapons = unit.weapons().items()
        usable = [(copy, weapon) for copy, weapon in weapons if not self.copies or copy in self.copies]
        return [*(ToFire(unit, copy, weapon, self) for copy, weapon in usable), HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        return Pick(unit.seat, f"{unit.name} attacks: with what?", self.options(game), about=unit.id, rules=self.rules)


@frozen
class ToFire(Action):
    unit: Unit
    copy: str
    weapon: Weapon
    asked: ChooseWeapon
    rule = "TC-ATK-1"
    says = "It is fired; its target comes next."

    @property
    def key(self) -> str:
        return self.copy

    @property
    def label(self) -> str:
        number = self.copy.rpartition("-")[2]
        same = sum(weapon.id == self.weapon.id for weapon in self.unit.weapons().values())
        return f"{self.weapon.name} {number}" if same > 1 else self.weapon.name

    @property
    def cost(self) -> str:
        left = self.unit.left(self.copy)
        return f"{self.weapon.shots}x{self.weapon.damage}" + ("" if left is None else f", {counted(left, 'round')}")

    def refuse(self) -> Refusal | None:
        return refuse_copy(self.unit, self.copy, self.weapon)

    def steps(self) -> Sequence[Step]:
        salvo = Salvo(self.unit.id, (self.copy,), reaction=self.asked.reaction, raised=self.asked.raised)
        return [ChooseTarget(salvo, self.asked.target)]


@frozen
class HoldFire(Action):
    key, label, hotkey, rule = "hold", "Hold fire", "n", "TC-ATK-1"
    says = "It does not attack after all."

    def steps(self) -> Sequence[Step]:
        return []


# ---------------------------------------------------------------- at whom
def refuse_target(aim: Aim) -> Refusal | None:
    """Why a unit is no target of such a shot, or None."""
    if hidden_from(aim.battle, aim.unit, aim.target):
        return Refusal(f"{aim.target.name} is infiltrated", "TC-INFIL-3")
    if aim.weapon.melee:
        return None if adjacent(aim.unit, aim.target) else Refusal("not in base contact", "TC-OOS-1")
    if aim.band is cover.BLOCKED:
        return Refusal("blocked: nothing of it is visible", "TC-COVER-6")
    if aim.range < aim.weapon.min - TINY:
        return Refusal(f"{aim.range:.1f} away, under the minimum of {aim.weapon.min:g}", "TC-GEAR-8")
    return None


@frozen
class ChooseTarget(AskAction):
    title = "Choose target"
    says = "The player names the target; the tally of each says what a die must not pass."
    salvo: Salvo
    only: str = ""
    """The only target that there is, of a reaction; '' for any."""
    rules = ("TC-ATK-3", "TC-HIT-1")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.salvo.unit]
        targets = [battle.units[self.only]] if self.only else battle.enemies(unit.seat)
        aims = [aim_at(battle, self.salvo, target) for target in targets]
        return [*(AimAt(aim) for aim in sorted(aims, key=lambda aim: aim.range)), HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.salvo.unit]
        weapon = unit.sheet.arms[self.salvo.copies[0]]
        why_not = named(battle.units, gone("TC-ATK-3"), always("is no target", "TC-ATK-3"))
        prompt = f"{unit.name}, {weapon.name}: at whom?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)


@frozen
class AimAt(Action):
    aim: Aim
    rule = "TC-ATK-3"
    says = "All shots go at it."

    @property
    def key(self) -> str:
        return self.aim.target.id

    @property
    def label(self) -> str:
        return f"{self.aim.target.name}, {self.aim.range:.1f} cm"

    @property
    def target(self) -> str:
        return self.aim.target.id

    def refuse(self) -> Refusal | None:
        return refuse_target(self.aim)

    @property
    def cost(self) -> str:
        return "" if self.refuse() is not None else f"{hit_tally(self.aim).total} or less"

    def steps(self) -> Sequence[Step]:
        salvo = self.aim.salvo
        dice = self.aim.weapon.shots * len(salvo.copies)
        return [Fire(evolve(salvo, shares=((self.aim.target.id, dice),)))]

    def preview(self) -> Preview:
        return preview(self.aim, self.aim.weapon.shots * len(self.aim.salvo.copies))


def preview(aim: Aim, dice: int) -> Preview:
    """The tally, and the exact chances of what becomes of the target."""
    tally, target = hit_tally(aim), aim.target
    chance_of_one = need_of(tally).chance(SIDES)
    hits = odds.repeat((1 - chance_of_one, chance_of_one), dice)
    ends: dict[str, float] = {}
    expected = 0.0
    for count, chance in enumerate(hits):
        life = life_lost(target, count * aim.weapon.damage)
        left = target.life - life
        what = "eliminated" if left <= 0 else "in the red" if left <= IN_THE_RED else "hurt" if life else "nothing"
        ends[what] = ends.get(what, 0.0) + chance
        expected += life * chance
    order = ("eliminated", "in the red", "hurt", "nothing")
    chances = tuple(Chance(what, ends[what]) for what in order if ends.get(what))
    spots = (middle_text(aim.unit.models), middle_text(target.models))
    lines = (Line("To hit", f"{tally.total} or less", tally, tally.rules),)
    return Preview(lines, chances, expected, "life", sight=spots, view=aim.band.grade.label)


# ---------------------------------------------------------------- the dice
@frozen
class Fire(Step):
    says = "A D20 for each shot; what hits is added up, less armour, divided by the AC of the target."
    salvo: Salvo
    rules = ("TC-ATK-1", "TC-HIT-2", "TC-HIT-11")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.salvo.unit} fires"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.salvo.unit]
        for copy in self.salvo.copies:
            unit.use(copy)
        for name, dice in self.salvo.shares:
            self.shoot(game, battle.units[name], dice)
        spend(battle, self.salvo)
        game.push(*(ReturnFire(one.id, unit.id) for one in returning(battle, self.salvo)))

    def shoot(self, game: Game[Battle], target: Unit, dice: int) -> None:
        """The shots at one target; each that hits does its damage (TC-LINK-3)."""
        aim = aim_at(game.state, self.salvo, target)
        unit, weapon, tally = aim.unit, aim.weapon, hit_tally(aim)
        spots = (middle_text(unit.models), middle_text(target.models))
        text = f"{unit.name} fires {weapon.name} at {target.name}"
        game.emit(Shot(text, ("TC-ATK-1",), unit.seat, unit.id, target.id, spots))
        check = Check(unit.seat, f"{unit.name} shoots at {target.name}", need_of(tally), dice=dice, sides=SIDES)
        hits = game.check(check, lambda rolled: counted(rolled.count, "hit")).count
        if hits:
            strike(game, target, Blow(hits * weapon.damage, unit.id, unit.seat))
            hits_tell(game, self.salvo, target, hits * weapon.damage)


@frozen
class ReturnFire(Window):
    title = "Return fire"
    says = "A dug-in unit at which a shot was aimed may shoot back once a turn; in the red it makes a gut check first."
    unit: str
    target: str
    rules = ("TC-DUG-4", "TC-DUG-5", "TC-REACT-1")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        return (game.state.units[self.unit].seat,)

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        battle = game.state
        unit, enemy = battle.units[self.unit], battle.units[self.target]
        if not unit.dug_in or unit.returned:
            return []
        aims = (aim_at(battle, Salvo(unit.id, (copy,), reaction=DUG_IN), enemy) for copy in ready_copies(unit))
        able = enemy.on_table and any(refuse_target(aim) is None and hit_tally(aim).total > 0 for aim in aims)
        return [ToReturn(unit, enemy, ChooseWeapon(unit.id, enemy.id, (), DUG_IN), able)]

    def prompt(self, game: Game[Battle], seat: int) -> str:
        unit, target = (game.state.units[name].name for name in (self.unit, self.target))
        return f"{unit} is dug in and was shot at by {target}: shoot back?"

    def about(self, game: Game[Battle]) -> str:
        return self.unit
