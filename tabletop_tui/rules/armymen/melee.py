"""Melee (AMC-MELEE): the charge, closing up, strikes of both sides, and the test, until one unit is destroyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import define, evolve, frozen

from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.engine.tally import Modifier, Refusal, Tally, counted
from tabletop_tui.engine.view import Preview
from tabletop_tui.rules.armymen import sight
from tabletop_tui.rules.armymen.battle import Battle, Unit
from tabletop_tui.rules.armymen.contact import Track, Tracks, approaches, refuse_reach
from tabletop_tui.rules.armymen.damage import Casualties, DamageRolls, pinned_test, wipe_out
from tabletop_tui.rules.armymen.move import Dangerous, March, length
from tabletop_tui.rules.armymen.outlook import preview_charge
from tabletop_tui.rules.armymen.places import crosses
from tabletop_tui.rules.armymen.quality import quality_tests
from tabletop_tui.rules.armymen.ranks import into_contact
from tabletop_tui.rules.armymen.shoot import enemy_options, own_dice, roll_hits
from tabletop_tui.table.plane import TINY, apart, middle_text
from tabletop_tui.table.spots import Spot, Spots, parse_spot, spot_text

CLOSE_UP = 3.0
STRIKE_REACH = 2.0
SNAP = 1.0
"""An answer means the place of contact that is so near to it."""


def refuse_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot charge another: no model reaches it (AMC-MOVE-4)."""
    return refuse_reach(battle, unit, target, float(unit.sheet.rush), "AMC-MOVE-4")


@frozen
class ChooseCharge(Ask):
    """The active player names the unit that is charged."""

    unit: str
    rules = ("AMC-ACT-7", "AMC-MOVE-4")

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        unit = battle.units[self.unit]
        options = enemy_options(battle, unit, refuse_charge, "AMC-MOVE-4")
        return Pick(unit.seat, f"{unit.name} charges whom?", options, about=unit.id, rules=self.rules)

    def take(self, game: Game, answer: Answer) -> None:
        game.push(ChooseSide(self.unit, answer))

    def preview(self, game: Game, answer: Answer) -> Preview | None:
        battle: Battle = game.state
        return preview_charge(battle, battle.units[self.unit], battle.units[answer])


@define
class SideField:
    """The places at which the chargers can touch their target, each offered at the nearest spot of the raster."""

    battle: Battle
    unit: Unit
    target: Unit

    @cached_property
    def ways(self) -> dict[Spot, Track]:
        """For each such place the way of one who can go there."""
        found: dict[Spot, Track] = {}
        for approach in approaches(self.battle, self.unit, self.target, float(self.unit.sheet.rush)):
            found = {**dict(approach.contacts()), **found}
        return found

    def side(self, spots: Sequence[str]) -> Spot | Refusal:
        """The place of contact that is nearest to an answer."""
        spot = parse_spot(spots[-1])
        if spot is None:
            return Refusal(f"{spots[-1]!r} is no place; places are written x,y")
        nearest = min(self.ways, key=lambda place: apart(place, spot))
        if apart(nearest, spot) > SNAP:
            return Refusal(f"no charger can touch {self.target.name} within {SNAP:g} in of there", "AMC-MELEE-1")
        return nearest

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        side = self.side(spots)
        return side if isinstance(side, Refusal) else None

    def cells(self) -> Mapping[str, str]:
        return {spot_text((float(round(x)), float(round(y)))): "" for x, y in self.ways}

    def tracks(self, spots: Sequence[str]) -> Tracks:
        """The way of each charger; the answer must not be refused."""
        side = self.side(spots)
        assert not isinstance(side, Refusal), side
        return into_contact(self.battle, self.unit, self.target, float(self.unit.sheet.rush), side)

    def stands(self, spots: Sequence[str]) -> Sequence[tuple[float, float, float]]:
        if self.refuse(spots) is not None:
            return []
        return [(*track[-1], self.unit.radius) for track in self.tracks(spots)]

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        side = self.side(spots)
        return [] if isinstance(side, Refusal) else [*map(spot_text, self.ways[side][:-1]), spots[-1]]

    def cost(self, spots: Sequence[str]) -> str:
        side = self.side(spots)
        return "" if isinstance(side, Refusal) else f"{length(self.ways[side]):.1f} of {self.unit.sheet.rush} in"


@frozen
class ChooseSide(Ask):
    """The charging player chooses where the first of his models touches the enemy; the others follow around it."""

    unit: str
    target: str
    rules = ("AMC-MELEE-1", "AMC-MOVE-4")

    def question(self, game: Game) -> Question:
        battle: Battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        prompt = f"{unit.name} charges {target.name}: from which side?"
        return Place(unit.seat, prompt, about=target.id, rules=self.rules, field=SideField(battle, unit, target))

    def take(self, game: Game, answer: Answer) -> None:
        battle: Battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        field = game.asked_field(self, SideField)
        tracks = field.tracks(answer)
        high, low = sight.elevated(battle, unit.models), sight.elevated(battle, target.models)
        game.emit(Event(f"{unit.name} charges {target.name}", ("AMC-ACT-7",), unit.seat))
        melee = Melee(unit.id, target.id, int(high and not low), int(low and not high))
        game.push(March(unit.id, tracks, unit.facing), Charged(melee))

    def preview(self, game: Game, answer: Answer) -> Preview | None:
        battle: Battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        field = game.asked_field(self, SideField)
        ends = tuple(track[-1] for track in field.tracks(answer))
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
    """The charge move is done: a Pinned target is tested; then the defenders close up and both sides fight."""

    melee: Melee
    rules = ("AMC-MORALE-4", "AMC-MELEE-2")

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        unit, target = self.melee.units(battle)
        if self.melee.over(battle):
            return
        if target.pinned and not pinned_test(game, target, unit.id):
            return
        game.push(CloseUp(target.id, unit.id), Fight(self.melee))


@frozen
class CloseUp(Step):
    """A unit moves up to 3 in into contact with its enemy, or as near as possible; vehicles stay."""

    unit: str
    enemy: str
    rules = ("AMC-MELEE-2", "AMC-MELEE-8")

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        unit, enemy = battle.units[self.unit], battle.units[self.enemy]
        if unit.vehicle or not unit.models or not enemy.models:
            return
        tracks = into_contact(battle, unit, enemy, CLOSE_UP)
        start, ends = middle_text(unit.models), tuple(track[-1] for track in tracks)
        if ends != unit.models:
            unit.models = ends
            path = (start, middle_text(ends))
            game.emit(Moved(f"{unit.name} closes up", ("AMC-MELEE-2",), unit.seat, unit.id, path))
        if crosses(battle, tracks, "dangerous"):
            game.push(Dangerous(unit.id))


def strikers(unit: Unit, enemy: Unit) -> int:
    """The models within 2 in of an enemy model; a vehicle does not strike (AMC-MELEE-3, AMC-VEH-4)."""
    if unit.vehicle:
        return 0
    near = STRIKE_REACH + unit.radius + enemy.radius + TINY
    return sum(any(apart(spot, other) <= near for other in enemy.models) for spot in unit.models)


def first_blows(battle: Battle, unit: Unit, target: Unit, ends: Spots) -> tuple[int, int]:
    """How many of each side strike first if the chargers end here, nobody stops them and the target has closed up."""
    probe = battle.clone()
    mine, theirs = probe.units[unit.id], probe.units[target.id]
    mine.models = ends
    if not theirs.vehicle:
        theirs.models = tuple(track[-1] for track in into_contact(probe, theirs, mine, CLOSE_UP))
    return strikers(mine, theirs), strikers(theirs, mine)


@frozen
class Fight(Step):
    """One fighting round: the charger strikes, the defender blocks, then the other way round; only then models go."""

    melee: Melee
    rules = ("AMC-MELEE-3", "AMC-MELEE-4", "AMC-MELEE-5", "AMC-MELEE-6")

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        unit, target = self.melee.units(battle)
        if self.melee.over(battle):
            return
        mine, theirs = strikers(unit, target), strikers(target, unit)
        if not mine:  # nor can the others reach them, then
            game.emit(Event("Nobody is near enough to strike: there is no melee", ("AMC-MELEE-1",), unit.seat))
            return
        wounds = strike(game, unit, target, mine, self.melee.bonus(charging=True))
        taken = strike(game, target, unit, theirs, self.melee.bonus(charging=False))
        arc = sight.arc(target, unit.models) if target.vehicle else ""
        steps: list[Step] = []
        if wounds:
            steps.append(
                DamageRolls(target.id, wounds, arc, unit.id) if arc else Casualties(target.id, wounds, unit.id)
            )
        if taken:
            steps.append(Casualties(unit.id, taken, target.id))
        game.push(*steps, Settle(self.melee, wounds, taken))


def strike(game: Game, unit: Unit, target: Unit, models: int, bonus: Sequence[Modifier]) -> int:
    """One side's strikes against the other; the wounds, that is, the unblocked hits."""
    if not models:
        return 0
    what = f"from {models} model{'s' * (models > 1)} with {unit.melee.name}"
    attacks = Tally("Attack dice", models * unit.melee.attacks, what, "AMC-MELEE-3")
    for modifier in bonus:
        attacks = attacks.plus(modifier.value, modifier.reason, modifier.rule)
    game.emit(Event(f"{unit.name} strikes: {attacks}", attacks.rules, unit.seat))
    hits = roll_hits(game, unit, target, attacks.total, 0, shooting=False)
    if not hits:
        return 0
    dice = own_dice(target, Tally("Block dice", hits, "hits", "AMC-SHOOT-3"))
    blocks = quality_tests(game, target, dice.total, f"{target.name} blocks")
    wounds = max(0, hits - blocks)
    game.emit(Event(f"{counted(wounds, 'wound')} on {target.name}", ("AMC-MELEE-5", *dice.rules), unit.seat))
    return wounds


@frozen
class Settle(Step):
    """The unit that caused fewer wounds is tested and may be destroyed; if both still stand, they fight on."""

    melee: Melee
    wounds: int
    taken: int
    rules = ("AMC-MELEE-7", "AMC-MELEE-8")

    def do(self, game: Game) -> None:
        battle: Battle = game.state
        unit, target = self.melee.units(battle)
        if self.melee.over(battle):
            return
        if self.wounds != self.taken:
            loser, other = (target, unit) if self.wounds > self.taken else (unit, target)
            if not quality_tests(game, loser, 1, f"{loser.name} caused fewer wounds"):
                wipe_out(game, loser, other.id, "AMC-MELEE-7")
                return
        game.push(CloseUp(unit.id, target.id), CloseUp(target.id, unit.id), Fight(self.melee))
