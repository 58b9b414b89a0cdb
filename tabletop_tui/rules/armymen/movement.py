"""Moving (AMC-ACT-5, AMC-ACT-6) and guard reactions (AMC-GUARD): a move goes on from inch to inch and may be halted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, product
from math import ceil

from attrs import evolve, field, frozen

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.check import Check
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.events import Event, Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.views import Line, Preview
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.armymen import sight
from tabletop_tui.rules.armymen.action_base import UnitAction
from tabletop_tui.rules.armymen.battle import Battle, Unit
from tabletop_tui.rules.armymen.charge_move import Tracks, length
from tabletop_tui.rules.armymen.damage import TakeHits
from tabletop_tui.rules.armymen.placement import MoveField, crosses, move_field
from tabletop_tui.rules.armymen.refusals import always, not_of
from tabletop_tui.rules.armymen.shooting import default_fire, fire_steps, preview_fire, shots, usable
from tabletop_tui.skirmish.placement import ROUNDED, Plan, heading
from tabletop_tui.table.bases import TINY, apart, middle_text
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import bounds, grown, overlap

MINED = Need(Tally("Mines", 1, "dangerous terrain", "AMC-TERR-3"), "at most", harm="is a hit")
"""Each die of 1 is a hit."""


@frozen
class ChooseMove(Ask):
    title = "Choose move"
    says = "The owner chooses where the unit goes, as far as its action allows."
    unit: str
    rush: bool
    rules = ("AMC-ACT-5", "AMC-ACT-6", "AMC-MOVE-1", "AMC-MOVE-2", "AMC-MOVE-3", "AMC-VEH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = move_field(battle, unit, self.rush)
        prompt = f"{'Rush' if self.rush else 'Advance'} {unit.name} up to {field.allowance:g} in: where to?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        tracks = tuple(tuple(track) for track in field.tracks(plan))
        game.push(March(self.unit, tracks, field.final_facing(plan), "rushes" if self.rush else "advances"))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        return Preview((Line("cost", field.cost(answer), rules=(field.rule,)),), path=tuple(field.path(answer)))


# ---------------------------------------------------------------- the march and its halts
@lru_cache(maxsize=64)
def stations(tracks: Tracks) -> int:
    """How many inches the longest way has, rounded up."""
    return max(1, ceil(max(length(track) for track in tracks) - TINY))


def along(track: tuple[Spot, ...], share: float) -> Spot:
    """The place after this share of a way."""
    return until(track, share)[-1]


def until(track: tuple[Spot, ...], share: float) -> tuple[Spot, ...]:
    """This share of a way."""
    left = length(track) * share
    for number, (a, b) in enumerate(pairwise(track), 1):
        leg = apart(a, b)
        if left <= leg and leg > TINY:
            part = left / leg
            place = round(a[0] + (b[0] - a[0]) * part, 2), round(a[1] + (b[1] - a[1]) * part, 2)
            return (*track[:number], place)
        left -= leg
    return track


@frozen
class March(Step):
    says = "The unit goes its way; every enemy on Guard into whose sight it comes may halt it and shoot."
    unit: str
    tracks: Tracks
    facing: float
    verb: str = "moves"
    done: int = 0
    """So many inches are behind it."""
    passed: bool = False
    """Whether the Guards have let it pass; all of them are asked together, about the whole rest of the way."""
    unseen: tuple[str, ...] = ()
    """Guards that did not see it at some point behind it."""
    crossed: bool = False
    """Whether dangerous terrain was crossed before a halt, maybe by one who has fallen since."""
    inches: int = field()
    """So many are counted on the whole way, even if he whose way is the longest has fallen."""
    rules = ("AMC-GUARD-2", "AMC-GUARD-3", "AMC-TERR-3")

    @inches.default
    def _longest(self) -> int:
        return stations(self.tracks)

    def at(self, number: int) -> Spots:
        """Where the models are after so many inches; each has then done the same share of its way."""
        return tuple(along(track, number / self.inches) for track in self.tracks)

    def mined(self, battle: Battle, number: int) -> bool:
        """Whether anybody has crossed dangerous terrain after so many inches (AMC-TERR-3)."""
        parts = [until(track, number / self.inches) for track in self.tracks]
        return self.crossed or crosses(battle, parts, "dangerous")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.destroyed:
            return
        here = self if len(unit.models) == len(self.tracks) else self.survivors(unit)
        if not self.passed and any(True for _ in halts(battle, unit, here)):
            game.push(ChooseGuard(here))
            return
        if here is not self:
            battle.thinned = (*battle.thinned, unit.id)
        before, faced = unit.models, unit.facing
        unit.models, unit.facing = tuple(track[-1] for track in here.tracks), here.facing
        say_moved(game, unit, self.verb, before, whole=not self.done, turned=unit.facing != faced)
        if here.mined(battle, here.inches):
            game.push(Dangerous(unit.id))

    def survivors(self, unit: Unit) -> March:
        """The march of those that are left after a halt: each goes on along its own way."""
        left = list(zip(self.at(self.done), self.tracks, strict=True))
        tracks = []
        for spot in unit.models:
            while left[0][0] != spot:
                left.pop(0)
            tracks.append(left.pop(0)[1])
        return evolve(self, tracks=tuple(tracks))

    def facing_at(self, battle: Battle, number: int) -> float:
        """Which way a vehicle faces on the way: along it."""
        before, here = self.at(max(0, number - 1))[0], self.at(number)[0]
        return heading(before, here) if here != before else battle.units[self.unit].facing


ACTIONS = {"advances": "AMC-ACT-5", "rushes": "AMC-ACT-6"}
"""The rule of the action that a march is part of, by what it is called."""


def say_moved(
    game: Game[Battle], unit: Unit, verb: str, before: Spots, whole: bool = False, turned: bool = False
) -> None:
    """The part of a march that is done, if it is any; of a `whole` one the action is told even so."""
    start, end = middle_text(before), middle_text(unit.models)
    told, rules = [], [ACTIONS.get(verb, "AMC-MOVE-1")]
    if unit.models != before:
        told.append(f"{verb} to {end}")
    elif whole and verb in ACTIONS:
        told.append(f"{verb} 0 in")
    if turned and unit.models == before:
        told.append("turns")
        rules = [*rules[: len(told) - 1], "AMC-VEH-2"]
    if told:
        game.emit(Moved(f"{unit.name} {' and '.join(told)}", tuple(rules), unit.seat, unit.id, (start, end)))


def halts(battle: Battle, unit: Unit, march: March) -> Iterator[tuple[str, int]]:
    """The enemy Guards that could halt the march, each with the inches after which it has come into their sight."""
    for guard in battle.enemies(unit.seat):
        if guard.guarding:
            yield from ((guard.id, number) for number in sighted_points(battle, guard, unit, march))


def sighted_points(battle: Battle, guard: Unit, unit: Unit, march: March) -> Iterator[int]:
    """The inches, from here on, after which a Guard sees and reaches a unit that it did not see all along."""
    probe, unseen = unit.clone(), guard.id in march.unseen
    reach = max((weapon.range for weapon in guard.weapons), default=0) + guard.radius + unit.radius
    box = grown(bounds(chain.from_iterable(march.tracks)), ROUNDED)
    if not overlap(guard.box, box, reach) or not (unseen or sight.blinds(battle, guard.box, box)):
        return  # it is too far away, or nothing on the way could have hidden it
    for number in range(march.done, march.inches + 1):
        probe.models = march.at(number)
        if not unseen:
            unseen = not sight.sees(battle, guard, probe)
        elif any(shots(battle, guard, probe, indirect=False)):
            yield number


def lost_sight(battle: Battle, unit: Unit, march: March, upto: int) -> tuple[str, ...]:
    """The Guards that do not see a marching unit at some point between here and there."""
    probe, found = unit.clone(), list(march.unseen)
    for number in range(march.done, upto + 1):
        probe.models = march.at(number)
        still = (one for one in battle.enemies(unit.seat) if one.guarding and one.id not in found)
        found += [one.id for one in still if not sight.sees(battle, one, probe)]
    return tuple(found)


@frozen
class ChooseGuard(AskAction):
    title = "Halt the move or let it pass"
    says = (
        "The owner of the guarding units halts the move at any point at which one of them can shoot, or lets it pass."
    )
    march: March
    rules = ("AMC-GUARD-2", "AMC-GUARD-3", "AMC-GUARD-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.march.unit]
        prompt = f"{unit.name} comes into sight: halt it and shoot?"
        why_not = named(
            battle.units,
            not_of(battle, 1 - unit.seat, "AMC-GUARD-2"),
            lambda other: None if other.guarding else Refusal(f"{other.name} is not on Guard", "AMC-GUARD-2"),
            always("does not get it into sight and range there", "AMC-GUARD-2"),
        )
        return Pick(1 - unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def actions(self, game: Game[Battle]) -> Sequence[GuardAction]:
        battle = game.state
        return self.listed(battle, halts(battle, battle.units[self.march.unit], self.march))

    def chosen(self, game: Game[Battle], answer: Answer) -> GuardAction:
        """Found by its key alone: who sees the unit where, which takes long, was looked up for the question."""
        battle = game.state
        inches = range(self.march.done, self.march.inches + 1)
        guards = (unit.id for unit in battle.units.values() if unit.guarding)
        return next(one for one in self.listed(battle, product(guards, inches)) if one.key == answer)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        self.chosen(game, answer).take(game)

    def listed(self, battle: Battle, points: Iterable[tuple[str, int]]) -> list[GuardAction]:
        """The halts by these guards after so many inches, and that there is none."""
        unit = battle.units[self.march.unit]
        stops = [ToHalt(battle, unit, self.march, battle.units[guard], number) for guard, number in points]
        return [*stops, LetPass(battle, unit, self.march)]


@frozen
class GuardAction(UnitAction):
    """What is done about a unit on the march that comes into the sight of Guards."""

    march: March

    def take(self, game: Game[Battle]) -> None:
        game.push(*self.steps())


@frozen
class LetPass(GuardAction):
    key, label, rule = "pass", "Let it pass", "AMC-GUARD-2"
    says = "No Guard shoots during the rest of this move; all stay on Guard."

    def steps(self) -> Sequence[Step]:
        return [evolve(self.march, passed=True)]


@frozen
class ToHalt(GuardAction):
    guard: Unit
    number: int
    """After so many inches."""
    rule = "AMC-GUARD-3"
    says = "Stop the move here and shoot; whoever is left then goes on."

    @property
    def key(self) -> str:
        return f"{self.guard.id}:{self.number}"

    @property
    def label(self) -> str:
        return f"after {self.number} in: {self.guard.name}"

    @property
    def target(self) -> str:
        return middle_text(self.march.at(self.number))

    def take(self, game: Game[Battle]) -> None:
        before = self.unit.models
        halt(self.battle, self.unit, self.march, self.number)
        say_moved(game, self.unit, self.march.verb, before)
        text = f"{self.guard.name} halts {self.unit.name} at {middle_text(self.unit.models)}"
        game.emit(Event(text, ("AMC-GUARD-3",), self.guard.seat))
        super().take(game)
        self.guard.guarding = False  # only now, for the steps note which Guards have lost sight, this one included

    def steps(self) -> Sequence[Step]:
        """The shot at the unit where it has been halted, then the rest of its way."""
        unseen = lost_sight(self.battle, self.unit, self.march, self.number)
        crossed = self.march.mined(self.battle, self.number)
        rest = evolve(self.march, done=self.number, unseen=unseen, crossed=crossed)
        return [*fire_steps(self.battle, self.guard.id, self.unit.id, reaction=True), rest]

    def preview(self) -> Preview:
        probe = self.battle.clone()
        guard, unit = probe.units[self.guard.id], probe.units[self.unit.id]
        halt(probe, unit, self.march, self.number)
        fire = default_fire(guard, usable(probe, guard, unit, indirect=False), unit)
        return preview_fire(probe, guard, unit, fire, reaction=True)


def halt(battle: Battle, unit: Unit, march: March, number: int) -> None:
    """Put a marching unit where it is after so many inches."""
    if unit.vehicle:
        unit.facing = march.facing_at(battle, number)
    unit.models = march.at(number)


# ---------------------------------------------------------------- dangerous terrain
@frozen
class Dangerous(Step):
    title = "Dangerous terrain"
    says = "A die for every model of a unit that crossed dangerous terrain, once an action; each 1 is a hit."
    unit: str
    rules = ("AMC-TERR-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.id in battle.mined:
            return
        battle.mined = (*battle.mined, unit.id)
        check = Check(unit.seat, f"{unit.name} crosses dangerous terrain", MINED, dice=unit.left, rules=self.rules)
        hits = game.check(check, lambda rolled: counted(rolled.count, "hit")).count
        if hits:
            game.push(TakeHits(unit.id, hits, "dangerous terrain", "AMC-TERR-3"))


# ---------------------------------------------------------------- the other actions without a move
@frozen
class Stay(Step):
    title = "Hunker or Guard"
    says = "Hunker: +1 die to block until the next activation. Guard: a shot in reaction until then."
    unit: str
    guard: bool
    rules = ("AMC-ACT-3", "AMC-ACT-4")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.guarding, unit.hunkered = self.guard, not self.guard
        name, rule = ("on Guard", "AMC-ACT-4") if self.guard else ("Hunkered", "AMC-ACT-3")
        game.emit(Status(f"{unit.name} is {name}", (rule,), unit.seat, unit.id, name))
