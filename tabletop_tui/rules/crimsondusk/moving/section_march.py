"""The way of a section in one AP (CD-MOVE, CD-RUN, CD-ACT-5), and what happens on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from math import dist

from attrs import evolve

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.moving.jump_pack_collisions import Land, is_difficult
from tabletop_tui.rules.crimsondusk.moving.terrifying_models import FaceTerror, is_terrified, terrified_parts
from tabletop_tui.rules.crimsondusk.reactions.overwatch import covers
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import (
    Appear,
    Intrude,
    covered_parts,
    firers,
    seen_parts,
    stays_covered,
    watchers,
)
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import gap_to
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import RETURNING, Man, Unit
from tabletop_tui.rules.crimsondusk.ways.movement_limits import CLOSE, refuse_base
from tabletop_tui.skirmish import interruptible_march as march
from tabletop_tui.skirmish.interruptible_march import Due
from tabletop_tui.skirmish.unit_place_fields import longest
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.intervals import Spans
from tabletop_tui.table.points import Spot, Spots, place_words

Going = tuple[tuple[str, bool], ...]
"""Who goes, and whether he runs."""
Way = tuple[str, Spots]
"""A man and his way, the start first."""
Ways = tuple[Way, ...]


@frozen
class Walk(Step):
    says = "They go their ways; whoever shrinks back from a fearsome enemy stays where he is."
    unit: str
    ways: Ways
    runners: tuple[str, ...] = ()
    rules = ("CD-MOVE-1", "CD-SR-FEARSOME-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        here = {man.id for man in unit.men}
        left = [(name, track) for name, track in self.ways if name in here and longest([track]) > 0]
        ways = [(name, track) for name, track in left if not self.shrinks(game, unit, name, track)]
        if ways:
            tracks, men = tuple(track for _, track in ways), tuple(name for name, _ in ways)
            runs = not set(men).isdisjoint(self.runners)
            going = SectionMarch(unit.id, tracks, men, runs, down=any(unit.lies(unit.man(name)) for name in men))
            game.push(going, *landing(game.state, unit, men))

    def shrinks(self, game: Game[Battle], unit: Unit, name: str, track: Spots) -> bool:
        """Whether a man who would go into contact with somebody fearsome does not dare to."""
        battle = game.state
        if not fearsome_at(battle, unit, track):
            return False
        tally = helped(battle, unit, skill_tally(unit.man(name).soldier.quality))
        return not passes(game, unit.seat, f"{name} goes at somebody fearsome", tally, ("CD-SR-FEARSOME-1",))


def landing(battle: Battle, unit: Unit, men: Sequence[str]) -> list[Step]:
    """Those who go with jump packs may land badly (CD-EQ-JUMP-2)."""
    jumping = tuple(name for name in men if unit.man(name).soldier.has("jump-pack"))
    started = tuple(name for name in jumping if is_difficult(battle.table, unit.spot_of(name)))
    return [Land(unit.id, jumping, started)] if jumping else []


TERROR = "terror"
"""What becomes due on a march besides the fire of sections on overwatch, which are named by their ids."""


@frozen
class SectionMarch(march.March):
    says = "They go their ways; enemies on overwatch may fire where they come into sight, terrifying ones freeze them."
    men: tuple[str, ...]
    """Whose the ways are, in their order."""
    runs: bool = False
    down: bool = False
    """Whether they crawled from the start: who goes to ground on the way stays there."""
    rules = ("CD-MOVE-1", "CD-OW-5", "CD-OW-6", "CD-SR-TERRIFY-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        here = [number for number, man in enumerate(self.men) if unit.number(man) is not None]
        if not here:
            return
        men, tracks = tuple(self.men[number] for number in here), tuple(self.tracks[number] for number in here)
        left = evolve(self, men=men, tracks=tracks)
        if left.is_stopped(unit):
            left.stop(game)
        else:
            super(SectionMarch, left).run(game)

    def models(self, game: Game[Battle]) -> Spots:
        unit = game.state.units[self.unit]
        return tuple(unit.spot_of(man) for man in self.men)

    # ------------------------------------------------------------------ what becomes due
    def stations(self, game: Game[Battle]) -> Iterator[Due]:
        battle = game.state
        unit = battle.units[self.unit]
        if battle.active != unit.id:
            return
        probe = unit.clone()

        def there(at: float) -> Unit:
            probe.put(dict(zip(self.men, self.at(at), strict=True)))
            return probe

        if unit.dreaded != battle.turn:
            parts = terrified_parts(battle, unit, self.paths)
            yield from (Due(at, TERROR) for at in self.entries(parts, lambda at: is_terrified(battle, there(at))))
        for watcher in watchers(battle, unit.seat):
            if not stays_covered(battle, watcher, unit, self.men):
                yield from (Due(at, watcher.id) for at in self.watched(battle, watcher, unit, there))

    def watched(self, battle: Battle, watcher: Unit, unit: Unit, there: Callable[[float], Unit]) -> Iterator[float]:
        """Where they come into the sight of a section on overwatch, and where it is asked again (CD-OW-4).

        That is wherever another of its models comes to see them, and at the end of the way.
        """
        parts = covered_parts(battle, watcher, unit, self.paths)
        starts = self.first_of(parts, lambda at: covers(battle, watcher, there(at)))
        yield from (at for at in starts if at >= self.done)
        if not starts:
            return
        eyes = firers(battle, watcher)
        seen = seen_parts(battle, watcher, eyes, unit, self.paths)
        for man, reach in eyes:
            found = self.first_of(seen.get(man.id, ()), partial(in_view, battle, watcher, man, reach, there))
            yield from (at for at in found[:1] if at >= max(self.done, starts[0]))
        if covers(battle, watcher, there(self.length)):
            yield self.length

    def first_of(self, parts: Spans, holds: Callable[[float], bool]) -> list[float]:
        """Where something begins to hold in each of these parts, not those from the start of the way on."""
        found = (self.first_in(part, holds) for part in parts if part[0] > 0)
        return [at for at in found if at is not None]

    def put(self, game: Game[Battle], due: Due) -> Sequence[Step]:
        if due.key == TERROR:
            return [FaceTerror(self.unit, moving=True), self.rest(due)]
        return [Intrude(due.key, self.unit), self.rest(due)]

    # ------------------------------------------------------------------ how far they get
    def halt(self, game: Game[Battle], at: float) -> None:
        self.go(game, self.at(at))

    def arrive(self, game: Game[Battle]) -> None:
        self.end(game, tuple(track[-1] for track in self.tracks), self.length)

    def is_stopped(self, unit: Unit) -> bool:
        """Whether they go no further: gone to ground under fire, or frozen (CD-PIN-6, CD-SR-TERRIFY-1)."""
        drops = not self.down and any(unit.lies(unit.man(name)) for name in self.men)
        return drops or unit.frozen == unit.spent > 0

    def stop(self, game: Game[Battle]) -> None:
        """They stay where they have got to, or as near before it as all their bases have room."""
        unit = game.state.units[self.unit]
        back = (number / 100 for number in range(int(self.done * 100), 0, -1))
        tries = ((at, tuple(map(to_hundredths, self.at(at)))) for at in (self.done, *back))
        starts = 0.0, tuple(track[0] for track in self.tracks)
        at, ends = next((one for one in tries if self.has_room(game.state, unit, one[1])), starts)
        asked = {due.key for due in evolve(self, done=0.0).stations(game) if due.at <= self.done}
        self.end(game, ends, at)
        others = [one.id for one in watchers(game.state, unit.seat) if one.id not in asked]
        game.push(Appear(unit.id, tuple(others)))  # here the move ends (CD-OW-4)

    def has_room(self, battle: Battle, unit: Unit, ends: Spots) -> bool:
        """Whether bases that stop at these places overlap no others."""
        stay = [spot for man, spot in zip(unit.men, unit.models, strict=True) if man.id not in self.men]
        least = 2 * unit.radius - TINY
        if any(dist(a, b) < least for a, b in (*combinations(ends, 2), *product(ends, stay))):
            return False
        others = [one for one in battle.on_table() if one.id != unit.id]
        return refuse_base(unit, ends, others) is None

    def end(self, game: Game[Battle], ends: Spots, at: float) -> None:
        """The march is over after so much of the way."""
        unit = game.state.units[self.unit]
        self.go(game, ends)
        gone = {name: path.length * self.share(at) for name, path in zip(self.men, self.paths, strict=True)}
        has_moved(unit, gone)
        unit.alter([man.id for man in unit.men if man.part and man.id in gone], part=RETURNING)  # CD-REORG-8
        unit.ran = unit.ran or self.runs

    def go(self, game: Game[Battle], ends: Spots) -> None:
        unit = game.state.units[self.unit]
        before = unit.models
        unit.put(dict(zip(self.men, ends, strict=True)))
        start, end = middle_text(before), middle_text(unit.models)
        game.emit(
            Moved(f"{unit.does('moves')} to {place_words(end)}", ("CD-MOVE-1",), unit.seat, unit.id, (start, end))
        )


def in_view(battle: Battle, watcher: Unit, man: Man, reach: int, there: Callable[[float], Unit], at: float) -> bool:
    """Whether somebody on overwatch sees a unit in his range after so much of its way."""
    gap = gap_to(battle, watcher, man, there(at))
    return gap is not None and gap <= reach + TINY


def to_hundredths(spot: Spot) -> Spot:
    return round(spot[0], 2), round(spot[1], 2)


def fearsome_at(battle: Battle, unit: Unit, track: Spots) -> bool:
    """Whether a way leads into contact with a fearsome model that was not touched at its start."""
    for enemy in battle.enemies(unit.seat):
        touch = unit.radius + enemy.radius + CLOSE
        for man, spot in zip(enemy.men, enemy.models, strict=True):
            feared = man.soldier.has("fearsome") or man.soldier.has("terrifying")
            if feared and dist(track[-1], spot) <= touch < dist(track[0], spot):
                return True
    return False
