"""Melee (AMC-MELEE): closing up, strikes of both sides, and the test, until one unit is destroyed."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.engine.wording import counted, sentence, so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.damage.damage import Casualties, DamageRolls, pinned_test, wipe_out
from tabletop_tui.rules.armymen.damage.dangerous_terrain import Dangerous
from tabletop_tui.rules.armymen.shooting.block_dice import own_dice
from tabletop_tui.rules.armymen.shooting.shooting import roll_hits
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import quality_tests
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact, lead
from tabletop_tui.rules.armymen.ways.charge_move import Tracks
from tabletop_tui.rules.armymen.ways.move_field import crosses
from tabletop_tui.table.bases import TINY, middle_text

CLOSE_UP = 3.0
STRIKE_REACH = 2.0


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
