"""The way of a unit that moves, on which others may react (TC-REACT-1), and where it comes down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

from attrs import evolve

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.moving import march_reactions
from tabletop_tui.rules.techcommander.reactions.sentry_fire import after_stop
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.ways.elevation_profile import climbed, surface_at
from tabletop_tui.rules.techcommander.ways.ground_effects import left_of
from tabletop_tui.rules.techcommander.ways.landing_places import Land
from tabletop_tui.rules.techcommander.ways.move_field import MoveField, refuse_place
from tabletop_tui.rules.techcommander.ways.relocation import settle
from tabletop_tui.skirmish import interruptible_march as march
from tabletop_tui.skirmish.interruptible_march import Due, Tracks
from tabletop_tui.skirmish.room_search import to_hundredths
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spot, Spots, place_words

BACK = 0.25
"""By such steps one goes back who finds his place taken, in centimetres."""
LEAST = 0.5
"""Nobody is asked where to go on to with less left than that, in centimetres."""


def marched(unit: str, field: MoveField, answer: Answer) -> UnitMarch:
    """The march of one unit by an answer that was allowed."""
    plan = field.meant(answer)
    tracks = tuple(tuple(map(to_hundredths, track)) for track in field.tracks(plan))
    return march_of((unit,), tracks, (field.final_facing(plan),), (field.surface_of(plan),))


def march_of(units: Sequence[str], tracks: Tracks, facings: Sequence[float], on: Sequence[str] = ()) -> UnitMarch:
    """The march of units that go at the same time, each its own way and ending so, on these surfaces."""
    return UnitMarch(units[0], tracks, tuple(units), tuple(facings), tuple(on) or ("",) * len(units))


def comes_down(battle: Battle, unit: Unit) -> list[Step]:
    """What one does who was stopped where there is no room for its base, as above somebody whom it jumps over."""
    return [] if refuse_place(battle, unit, unit.at, unit.on) is None else [Land(unit.id)]


@frozen
class UnitMarch(march.March):
    says = "They go their ways; whoever covers or watches a part of one may react where a unit comes there."
    units: tuple[str, ...]
    """Whose the ways are, in their order; a group goes at the same time (TC-RALLY-4)."""
    facings: tuple[float, ...]
    """In the end, degrees clockwise from north."""
    on: tuple[str, ...]
    """The surface on which each ends, '' for its own."""
    rules = ("TC-MOVE-1", "TC-REACT-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{', '.join(self.units)} {'moves' if len(self.units) == 1 else 'move'}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        goes = [number for number, name in enumerate(self.units) if not battle.units[name].stopped]
        left = evolve(
            self,
            units=tuple(self.units[number] for number in goes),
            tracks=tuple(self.tracks[number] for number in goes),
            facings=tuple(self.facings[number] for number in goes),
            on=tuple(self.on[number] for number in goes),
        )
        super(UnitMarch, left).run(game)
        stopped = [battle.units[name] for name in self.units if battle.units[name].stopped]
        game.push(*(step for unit in stopped for step in (*comes_down(battle, unit), *after_stop(game, unit))))

    def models(self, game: Game[Battle]) -> Spots:
        return tuple(game.state.units[name].at for name in self.units)

    def stations(self, game: Game[Battle]) -> Iterable[Due]:
        return march_reactions.dues(game, self)

    def put(self, game: Game[Battle], due: Due) -> Sequence[Step]:
        return [*march_reactions.steps(game, self, due), self.rest(due)]

    def halt(self, game: Game[Battle], at: float) -> None:
        for name, path in zip(self.units, self.paths, strict=True):
            unit, share = game.state.units[name], self.share(at)
            heading = path.heading(share)
            done, there = self.share(self.done), path.at(share)
            surface = surface_at(game.state, unit, left_of(path, done), there, path.length * (share - done))
            self.go(game, unit, there, unit.facing if heading is None else heading, path.length * share, surface)

    def arrive(self, game: Game[Battle]) -> None:
        for number, (name, path) in enumerate(zip(self.units, self.paths, strict=True)):
            unit, track, facing = game.state.units[name], self.tracks[number], self.facings[number]
            on = self.on[number] or unit.on
            on = unit.on if on in game.state.ruins else on  # it has given way under it meanwhile
            if self.is_taken(game.state, unit, track[-1], on):
                self.stop_short(game, unit, path)
                continue
            far = path.length + climbed(game.state, unit, left_of(path, self.share(self.done)), on)
            self.go(game, unit, track[-1], facing, far, on, stays=True)

    def is_taken(self, battle: Battle, unit: Unit, end: Spot, on: str) -> bool:
        """Whether somebody has come to the end of a way meanwhile: by a fall, or by dodging one."""
        others = (other for other in battle.on_table() if other.id not in self.units and other.on == on)
        tramples = battle.doing is not None and battle.doing.kind == "trample"  # it ends among those whom it tramples
        return not tramples and any(dist(other.at, end) < other.radius + unit.radius - CLOSE for other in others)

    def stop_short(self, game: Game[Battle], unit: Unit, path: Path) -> None:
        """Put a unit at the last place of its way where it finds room; if there is none it comes down (TC-BASE-11)."""
        battle, done = game.state, self.share(self.done)
        rest = left_of(path, done)
        far = path.length * (1 - done)
        for number in range(1, int(far / BACK) + 1):
            share = 1 - number * BACK / path.length
            there = to_hundredths(path.at(share))
            surface = surface_at(battle, unit, rest, there, path.length * (share - done))
            if refuse_place(battle, unit, there, surface) is None:
                heading = path.heading(share)
                self.go(game, unit, there, unit.facing if heading is None else heading, path.length * share, surface)
                return
        game.push(*comes_down(battle, unit))

    def go(
        self, game: Game[Battle], unit: Unit, there: Spot, facing: float, far: float, on: str, stays: bool = False
    ) -> None:
        """Put a unit there after so much of its way; a halt on the way weighs on nothing."""
        before = unit.models
        unit.moved = round(max(unit.moved, far), 6)
        settle(game, unit, there, facing, on if on not in game.state.ruins else unit.on, stays)
        if before == unit.models:
            return
        path = middle_text(before), middle_text(unit.models)
        game.emit(Moved(f"{unit.name} moves to {place_words(path[1])}", ("TC-MOVEACT-1",), unit.seat, unit.id, path))
