"""Melee (AMC-MELEE): the charge, closing up, strikes of both sides, and the test, until one unit is destroyed."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from attrs import evolve, frozen

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted, sentence, so_many
from tabletop_tui.rules.armymen.activation.action_base import EnemyAction, at_enemies, refused_later
from tabletop_tui.rules.armymen.damage.damage import Casualties, DamageRolls, pinned_test, wipe_out
from tabletop_tui.rules.armymen.melee.melee_odds import preview_charge
from tabletop_tui.rules.armymen.moving.movement import Dangerous, UnitMarch
from tabletop_tui.rules.armymen.shooting.shooting import own_dice, roll_hits
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import quality_tests
from tabletop_tui.rules.armymen.state.unit_refusals import no_enemy
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact, lead
from tabletop_tui.rules.armymen.ways.charge_field import SideField
from tabletop_tui.rules.armymen.ways.charge_move import LONGER, Tracks, box_of_reach, refuse_reach
from tabletop_tui.rules.armymen.ways.placement import crosses
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import Box, grown, joined

CLOSE_UP = 3.0
STRIKE_REACH = 2.0


def refuse_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot charge another: no model reaches it (AMC-MOVE-4)."""
    return refuse_reach(battle, unit, target, float(unit.sheet.rush), "AMC-MOVE-4")


@frozen
class ChooseCharge(AskAction):
    title = "Choose whom to charge"
    says = "The active player names the unit that is charged."
    unit: str
    rules = ("AMC-ACT-7", "AMC-MOVE-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.does('charges')} whom?"
        why_not = named(battle.units, *no_enemy(battle, unit, "AMC-MOVE-4"))
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def options(self, game: Game[Battle]) -> list[Option]:
        return refused_later(super().options(game))

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        return at_enemies(ChargeAt, battle, battle.units[self.unit])


@frozen
class ChargeAt(EnemyAction):
    rule = "AMC-MOVE-4"
    says = "Charge this unit; from which side is asked next."

    def refuse(self) -> Refusal | None:
        return refuse_charge(self.battle, self.unit, self.enemy)

    def steps(self) -> Sequence[Step]:
        return [ChooseSide(self.unit.id, self.enemy.id)]

    def preview(self) -> Preview:
        blows = likely_blows(self.battle, self.unit, self.enemy)
        return preview_charge(self.battle, self.unit, self.enemy, blows=blows)


@frozen
class ChooseSide(Ask):
    title = "Choose a side"
    says = "The charging player chooses where the first of his models touches the enemy; the others follow around it."
    unit: str
    target: str
    rules = ("AMC-MELEE-1", "AMC-MOVE-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        prompt = f"{unit.does('charges')} {target.name}: from which side?"
        return Place(unit.seat, prompt, about=target.id, rules=self.rules, field=SideField(battle, unit, target))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        field = game.asked_field(self, SideField)
        tracks = field.tracks(field.meant(answer))
        high, low = sight.elevated(battle, unit.models), sight.elevated(battle, target.models)
        game.emit(Event(f"{unit.does('charges')} {target.name}", ("AMC-ACT-7",), unit.seat))
        melee = Melee(unit.id, target.id, int(high and not low), int(low and not high))
        game.push(UnitMarch(unit.id, tracks, unit.facing), Charged(melee))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        field = game.asked_field(self, SideField)
        ends = tuple(track[-1] for track in field.tracks(field.meant(answer)))
        arc = sight.arc(target, ends) if target.vehicle else ""
        shown = preview_charge(battle, unit, target, arc, first_blows(battle, unit, target, ends))
        return evolve(shown, path=tuple(field.path(answer)))


# ---------------------------------------------------------------- the melee
@frozen
class Melee:
    """Who charged whom, and the attack dice that height gives to each side for the whole melee."""

    charger: str
    target: str
    high: int = 0
    """For the charger, who came from above (AMC-TERR-4)."""
    low: int = 0
    """For the target, which was charged from below (AMC-TERR-5)."""

    def units(self, battle: Battle) -> tuple[Unit, Unit]:
        return battle.units[self.charger], battle.units[self.target]

    def bonus(self, charging: bool) -> list[Modifier]:
        """The attack dice of one side beside those of its models."""
        if charging:
            return [Modifier(1, "charging", "AMC-MELEE-4"), Modifier(self.high, "from above", "AMC-TERR-4")]
        return [Modifier(self.low, "charged from below", "AMC-TERR-5")]

    def over(self, battle: Battle) -> bool:
        return any(unit.destroyed for unit in self.units(battle))


@frozen
class Charged(Step):
    title = "After the charge"
    says = "The charge move is done: a Pinned target is tested; then the defenders close up and both sides fight."
    melee: Melee
    rules = ("AMC-MORALE-4", "AMC-MELEE-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = self.melee.units(battle)
        if self.melee.over(battle):
            return
        if target.pinned and not pinned_test(game, target, unit.id):
            return
        game.push(CloseUp(target.id, unit.id), Fight(self.melee))


@frozen
class CloseUp(Step):
    title = "Close up"
    says = "A unit moves up to 3 in into contact with its enemy, or as near as possible; vehicles stay."
    weighty = True
    unit: str
    enemy: str
    rules = ("AMC-MELEE-2", "AMC-MELEE-8")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, enemy = battle.units[self.unit], battle.units[self.enemy]
        if unit.vehicle or not unit.models or not enemy.models:
            return
        tracks = closing_up(battle, unit, enemy)
        start, ends = middle_text(unit.models), tuple(track[-1] for track in tracks)
        if ends != unit.models:
            unit.models = ends
            path = (start, middle_text(ends))
            game.emit(Moved(f"{unit.does('closes')} up", ("AMC-MELEE-2",), unit.seat, unit.id, path))
        if crosses(battle, tracks, "dangerous"):
            game.push(Dangerous(unit.id))


def closing_up(battle: Battle, unit: Unit, enemy: Unit) -> Tracks:
    """The ways of a unit that closes up; if nobody would come near enough to strike, one leads the way there."""
    tracks = into_contact(battle, unit, enemy, CLOSE_UP)
    if strikers(arrived(unit, tracks), enemy) or (ahead := lead(battle, unit, enemy, CLOSE_UP)) is None:
        return tracks
    return into_contact(battle, unit, enemy, CLOSE_UP, fixed=ahead)


def arrived(unit: Unit, tracks: Tracks) -> Unit:
    """A copy of a unit at the ends of its ways."""
    probe = unit.clone()
    probe.models = tuple(track[-1] for track in tracks)
    return probe


def strikers(unit: Unit, enemy: Unit) -> int:
    """The models within 2 in of an enemy model; a vehicle does not strike (AMC-MELEE-3, AMC-VEH-4)."""
    if unit.vehicle:
        return 0
    near = STRIKE_REACH + unit.radius + enemy.radius + TINY
    return sum(any(dist(spot, other) <= near for other in enemy.models) for spot in unit.models)


def first_blows(battle: Battle, unit: Unit, target: Unit, ends: Spots) -> tuple[int, int]:
    """How many of each side strike first if the chargers end here, nobody stops them and the target has closed up."""
    probe = battle.clone()
    mine, theirs = probe.units[unit.id], probe.units[target.id]
    mine.models = ends
    if not theirs.vehicle:
        theirs.models = tuple(track[-1] for track in closing_up(probe, theirs, mine))
    return strikers(mine, theirs), strikers(theirs, mine)


def likely_blows(battle: Battle, unit: Unit, target: Unit) -> tuple[int, int]:
    """The same for the charge that brings most of them into contact, from whatever side."""
    far = float(unit.sheet.rush)

    def look() -> tuple[tuple[int, int], Box]:
        ends = tuple(track[-1] for track in into_contact(battle, unit, target, far))
        box = joined(box_of_reach(battle, unit, far, 0.0), grown(target.box, CLOSE_UP + 2 * unit.radius + LONGER))
        return first_blows(battle, unit, target, ends), box

    return battle.find(("blows", unit.id, target.id), look)


@frozen
class Fight(Step):
    title = "Fight"
    says = (
        "One fighting round: the charger strikes, the defender blocks, then the other way round; only then models go."
    )
    melee: Melee
    again: bool = False
    """Whether they have fought already."""
    rules = ("AMC-MELEE-3", "AMC-MELEE-4", "AMC-MELEE-5", "AMC-MELEE-6")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = self.melee.units(battle)
        if self.melee.over(battle):
            return
        mine, theirs = strikers(unit, target), strikers(target, unit)
        if not mine:  # nor can the others reach them, then
            game.push(*self.without_blows(game))
            return
        wounds = strike(game, unit, target, mine, self.melee.bonus(charging=True))
        taken = strike(game, target, unit, theirs, self.melee.bonus(charging=False))
        arc = sight.arc(target, unit.models) if target.vehicle else ""
        steps: list[Step] = []
        if wounds:
            steps.append(
                DamageRolls(target.id, wounds, arc, unit.id)
                if arc
                else Casualties(target.id, wounds, unit.id, "AMC-MELEE-6")
            )
        if taken:
            steps.append(Casualties(unit.id, taken, target.id, "AMC-MELEE-6"))
        game.push(*steps, Settle(self.melee, wounds, taken))

    def without_blows(self, game: Game[Battle]) -> list[Step]:
        """Nobody can strike: a charge whose front was shot away comes to nothing, else they close up once more."""
        battle = game.state
        unit, target = self.melee.units(battle)
        if not self.again and unit.id in battle.thinned:
            game.emit(Event("Nobody is near enough to strike: there is no melee", ("AMC-MELEE-1",), unit.seat))
            return []
        if all(stay(battle, *pair) for pair in ((unit, target), (target, unit))):
            game.emit(Event("No way leads from one to the other: the melee is over", ("AMC-MELEE-8",), unit.seat))
            return []
        return closer(self.melee, self.again)


def stay(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether closing up would bring a unit no further."""
    return unit.vehicle or all(len(track) == 1 for track in closing_up(battle, unit, enemy))


def closer(melee: Melee, again: bool) -> list[Step]:
    """Both close up, the charger first, and fight on."""
    return [CloseUp(melee.charger, melee.target), CloseUp(melee.target, melee.charger), Fight(melee, again)]


def strike(game: Game[Battle], unit: Unit, target: Unit, models: int, bonus: Sequence[Modifier]) -> int:
    """One side's strikes against the other; the wounds, that is, the unblocked hits."""
    if not models:
        return 0
    what = f"from {counted(models, 'model')} with {unit.melee.name}"
    attacks = Tally("Attack dice", models * unit.melee.attacks, what, "AMC-MELEE-3")
    for modifier in bonus:
        attacks = attacks.plus(modifier.value, modifier.reason, modifier.rule)
    game.emit(Event(f"{unit.does('strikes')}: {attacks}", attacks.rules, unit.seat))
    hits = roll_hits(game, unit, target, attacks.total, 0, shooting=False)
    if not hits:
        return 0
    dice = own_dice(target, Tally("Block dice", hits, "hits", "AMC-SHOOT-3"))
    blocks = quality_tests(game, target, dice.total, target.does("blocks"), pool=dice, counts="block")
    wounds = max(0, hits - blocks)
    game.emit(Event(f"{sentence(so_many(wounds, 'wound'))} on {target.name}", ("AMC-MELEE-5", *dice.rules), unit.seat))
    return wounds


@frozen
class Settle(Step):
    title = "The fight is settled"
    says = "The unit that caused fewer wounds is tested and may be destroyed; if both still stand, they fight on."
    melee: Melee
    wounds: int
    taken: int
    rules = ("AMC-MELEE-7", "AMC-MELEE-8")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = self.melee.units(battle)
        if self.melee.over(battle):
            return
        if self.wounds != self.taken:
            loser, other = (target, unit) if self.wounds > self.taken else (unit, target)
            if not quality_tests(game, loser, 1, f"{loser.name} caused fewer wounds"):
                wipe_out(game, loser, "AMC-MELEE-7", other.id)
                return
        game.push(*closer(self.melee, again=True))
