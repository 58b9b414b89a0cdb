"""Moving (TC-MOVE-1, TC-MOVEACT-1): where to, and the way there, on which others may react."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import dist

from attrs import evolve, field, frozen

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview, exposed_to, shootable, shot_on_the_way
from tabletop_tui.engine.question import Answer, Option, Place, Question
from tabletop_tui.engine.wording import tenths
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.targeting import attackers, standing_at, within_fire
from tabletop_tui.rules.techcommander.moving import march_reactions
from tabletop_tui.rules.techcommander.reactions.covering_fire import entries
from tabletop_tui.rules.techcommander.reactions.sentry_fire import after_stop
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.elevation_profile import climbed, surface_at
from tabletop_tui.rules.techcommander.ways.ground_effects import left_of
from tabletop_tui.rules.techcommander.ways.landing_places import Land
from tabletop_tui.rules.techcommander.ways.move_field import MoveField, move_field, refuse_place
from tabletop_tui.rules.techcommander.ways.relocation import settle
from tabletop_tui.skirmish import interruptible_march as march
from tabletop_tui.skirmish.interruptible_march import Due, Tracks
from tabletop_tui.skirmish.room_search import to_hundredths
from tabletop_tui.skirmish.unit_place_fields import Plan, longest
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spot, Spots, place_words

BACK = 0.25
"""By such steps one goes back who finds his place taken, in centimetres."""

LEAST = 0.5
"""Nobody is asked where to go on to with less left than that, in centimetres."""


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The player says where the unit goes, and which way it then faces; it may stay where it is."
    unit: str
    share: float = 1.0
    """Of its speed."""
    alone: bool = field(default=False, kw_only=True, metadata={ADDED: True})
    """Whether nothing of the action comes after this."""
    rules = ("TC-MOVE-1", "TC-MOVEACT-1", "TC-STAT-5")

    def field(self, battle: Battle) -> MoveField:
        """Where it may go."""
        return move_field(battle, battle.units[self.unit], self.share)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = self.field(battle)
        prompt = f"{unit.name}: where to, up to {tenths(field.allowance)} {UNIT.short}?"
        warn = partial(self.warning, game)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def warning(self, game: Game[Battle], answer: Answer) -> str:
        """What is asked before it stays, where it has done nothing in this action and then can do nothing more."""
        unit, doing = game.state.units[self.unit], game.state.doing
        if unit.moved > TINY or not stays(game.asked_field(self, MoveField), answer):
            return ""
        if self.alone and unit.fired and doing is not None and doing.kind != "move":
            return ""
        if self.alone:
            return f"{unit.name} stays where it is: is the action spent on that?"
        if not hits_nobody(game, self.shot(game)):
            return ""
        return f"{unit.name} can hit nobody from here: is the action spent on that?"

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(marched(self.unit, game.asked_field(self, MoveField), answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("way", field.cost(answer), rules=("TC-MOVE-1",))]
        if field.refuse(answer) is None:
            battle, march = game.state, marched(self.unit, field, answer)
            hostile = {enemy.seat for enemy in battle.enemies(battle.units[self.unit].seat)}
            covered = (entry.watcher for seat in sorted(hostile) for entry in entries(battle, march, seat))
            lines += shot_on_the_way(covered, "TC-REACT-1")
            there = standing_at(battle, battle.units[self.unit], march.tracks[0][-1], march.on[0])
            ghost = there.units[self.unit]
            ghost.moved, ghost.facing = max(ghost.moved, longest(march.tracks)), march.facings[0]
            lines.append(exposed_to(attackers(there, ghost), "TC-ATK-3"))
            if attacks(self.shot(game)) and (copies := ready_copies(ghost)):
                lines += shootable(within_fire(there, ghost, copies), "TC-ATK-3")
        return Preview(tuple(lines), path=tuple(field.path(answer)))

    def shot(self, game: Game[Battle]) -> Step | None:
        """The step that follows where it stays."""
        return game.agenda[-2] if len(game.agenda) > 1 else None


def stays(field: MoveField, answer: Answer) -> bool:
    """Whether a unit goes nowhere by this answer: to turn on the spot is free without an action (TC-MOVE-2)."""
    plan = field.read(answer)
    if not isinstance(plan, Plan) or longest(field.tracks(plan)) > TINY:
        return False
    return field.surface_of(plan) == field.unit.on


def hits_nobody(game: Game[Battle], shot: Step | None) -> bool:
    """Whether this is an attack for which nobody can be hit."""
    return isinstance(shot, AskAction) and attacks(shot) and not any(map(useful, shot.options(game)))


def attacks(step: Step | None) -> bool:
    return bool(getattr(step, "attacks", False))


def useful(option: Option) -> bool:
    """Whether it is a shot that may do something."""
    return bool(option.target) and option.refusal is None and not option.idle


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
