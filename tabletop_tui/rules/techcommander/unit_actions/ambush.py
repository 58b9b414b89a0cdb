"""Ambush (TC-AMBUSH-1): an attack on a posted-up unit from behind, to which it may react."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from tabletop_tui.engine.action import Action, AskAction, UnitChoice
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import tenths
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import before_attack
from tabletop_tui.rules.techcommander.aiming.shot_aftermath import AMBUSH
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.reactions.covered_ground import best_shot
from tabletop_tui.rules.techcommander.reactions.covering_fire import ARC
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.skirmish.battle import always, gone
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.motion_intervals import is_ahead
from tabletop_tui.table.points import Spot, Spots

HARDER = -2
"""Of each that makes the reaction harder (TC-AMBUSH-2)."""
RETURN = "ambushed"
"""What the return attack is, as in `Salvo`: nothing speaks for it (TC-AMBUSH-4)."""


def behind(target: Unit, spot: Spot) -> bool:
    """Whether a place lies in the half circle behind a posted-up unit, its border included (TC-AMBUSH-1)."""
    back = None if target.posted is None else target.posted + 180
    return back is not None and is_ahead(target.at, back, ARC, spot)


def ambushable(battle: Battle, unit: Unit) -> list[Unit]:
    """The posted-up enemies behind which a unit is."""
    return [enemy for enemy in battle.enemies(unit.seat) if behind(enemy, unit.at)]


# ---------------------------------------------------------------- at whom, and the way there
@frozen
class ChooseAmbushed(AskAction):
    title = "Choose whom to ambush"
    says = "The player names the posted-up unit, behind which the ambusher stays."
    unit: str
    hidden: bool
    """Whether the ambusher began infiltrated."""
    rules = ("TC-AMBUSH-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        return [ToAmbushIt(unit, enemy, self.hidden) for enemy in ambushable(battle, unit)]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        why_not = named(battle.units, gone("TC-AMBUSH-1"), always("is not posted up before it", "TC-AMBUSH-1"))
        prompt = f"{unit.name}: whom does it ambush?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)


@frozen
class ToAmbushIt(UnitChoice):
    whom = "enemy"
    unit: Unit
    enemy: Unit
    hidden: bool
    rule = "TC-AMBUSH-1"
    says = "It moves up to its speed behind this unit, and attacks it; modifiers for movement count."

    def steps(self) -> Sequence[Step]:
        ids = self.unit.id, self.enemy.id
        return [ChooseAmbushMove(ids[0], 1.0, ids[1]), ReactToAmbush(*ids, self.hidden)]


@define
class AmbushField(MoveField):
    """Where a unit may go that stays behind a posted-up one in the end."""

    enemy: Unit = field(kw_only=True)

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        refusal, taken = super().judge_plan(plan, ends)
        (end,) = ends or self.ends(plan)
        if refusal is None and not behind(self.enemy, end):
            return Refusal(f"not behind {self.enemy.name} in the end", "TC-AMBUSH-1"), taken
        return refusal, taken

    @property
    def plain(self) -> bool:
        return True

    def welcomes(self, spot: Spot) -> bool:
        return behind(self.enemy, spot)


def ambush_field(battle: Battle, unit: Unit, enemy: Unit, share: float = 1.0) -> AmbushField:
    """Where a unit may go with this share of its speed to ambush an enemy."""
    base = (unit.models, unit.radius, unit.facing, share * unit.speed, 2 * unit.radius, True)
    return AmbushField(*base, battle=battle, unit=unit, enemy=enemy)


@frozen
class ChooseAmbushMove(ChooseMove):
    title = "Choose the way of an ambush"
    says = "The player says where the ambusher goes, behind the posted-up unit in the end."
    enemy: str = ""
    rules = ("TC-AMBUSH-1", "TC-MOVE-1", "TC-MOVEACT-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, enemy = battle.units[self.unit], battle.units[self.enemy]
        ambush = ambush_field(battle, unit, enemy, self.share)
        prompt = f"{unit.name}: where to behind {enemy.name}, up to {tenths(ambush.allowance)} {UNIT.short}?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=ambush, many=True)


# ---------------------------------------------------------------- the reaction
def reaction_tally(unit: Unit, hidden: bool) -> Tally:
    """What the posted-up player must not pass to react (TC-AMBUSH-2)."""
    return tally_of(reason for holds, reason in reasons_of(unit, hidden) if holds)


def tally_of(reasons: Iterable[str]) -> Tally:
    """10, and 2 harder for each of these."""
    tally = Tally("Reaction", 10, "base", "TC-AMBUSH-2")
    for reason in reasons:
        tally = tally.plus(HARDER, reason, "TC-AMBUSH-2")
    return tally


def reasons_of(unit: Unit, hidden: bool) -> tuple[tuple[bool, str], ...]:
    """What may make the reaction harder, and whether it is true of an attacker."""
    suppresses = any(gear.does == "suppression" for gear in unit.gear().values())
    return (
        (hidden, "began infiltrated"),
        (suppresses, "suppression gear"),
        (unit.moved <= TINY, "did not move"),
        (unit.sheet.kind == "troop" and unit.sheet.card.syndicate, "Syndicate"),
        (unit.sheet.kind == "troop" and unit.sheet.card.tier == 1, "Tier 1"),
    )


@frozen
class ReactToAmbush(Step):
    title = "React to the ambush"
    says = "The posted-up unit rolls to react; then the ambush goes on, and after it the return attack."
    unit: str
    target: str
    hidden: bool
    attacks = True
    rules = ("TC-AMBUSH-2", "TC-AMBUSH-3", "TC-AMBUSH-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        if not target.on_table or not behind(target, unit.at):
            game.push(ChooseWeapon(self.unit, self.target))
            return
        needed = Need(reaction_tally(unit, self.hidden), "at most")
        check = Check(target.seat, f"{target.name}: reaction to the ambush", needed, sides=SIDES, rules=self.rules[:1])
        if game.check(check).passed:
            game.push(ChooseWeapon(self.unit, self.target), ReturnAmbush(self.target, self.unit))
        else:
            game.push(ChooseWeapon(self.unit, self.target, (), AMBUSH))


@frozen
class ReturnAmbush(Step):
    title = "Return attack"
    says = "The posted-up unit has reacted and may shoot back; nothing speaks for its shot."
    unit: str
    target: str
    rules = ("TC-AMBUSH-4",)

    def run(self, game: Game[Battle]) -> None:
        unit, target = game.state.units[self.unit], game.state.units[self.target]
        if target.on_table and best_shot(game.state, unit, target, (), RETURN) is not None:
            game.push(*before_attack(unit), ChooseWeapon(self.unit, self.target, (), RETURN))
