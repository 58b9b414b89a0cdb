"""What becomes due on the way of units, and the steps that put it to its seat (TC-REACT-1).

Each kind of reaction to movement is a Watch; whoever builds one adds it to WATCHES.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import dist

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.damage.bubble_shields import findable, fits_under, standing
from tabletop_tui.rules.techcommander.moving.overrunning import Overruns
from tabletop_tui.rules.techcommander.reactions.covering_fire import CoveringFire
from tabletop_tui.rules.techcommander.reactions.hatch_fire import HatchFire
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.shot_targets import BUBBLE_RADIUS
from tabletop_tui.rules.techcommander.state.surface_heights import height_of, top_at
from tabletop_tui.rules.techcommander.victory.skull_claims import ClaimSkull, may_claim
from tabletop_tui.rules.techcommander.ways.ground_effects import FOOTING
from tabletop_tui.rules.techcommander.ways.hindrance import ignores_ground
from tabletop_tui.rules.techcommander.ways.march_protocol import Marching, Watch, levels, surfaces, ways
from tabletop_tui.skirmish.interruptible_march import Due
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import common, united
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spot


class Shields:
    """Whoever comes into a shield is revealed, though he goes on (TC-BUBBLE-2, TC-BUBBLE-8)."""

    prefix = "shield:"

    def dues(self, game: Game[Battle], march: Marching) -> Iterable[Due]:
        battle = game.state
        for bubble in standing(battle):
            for unit, path in ways(battle, march):
                if not findable(battle, unit):
                    continue
                inside = path.near(bubble.spot, BUBBLE_RADIUS - unit.radius)
                high = [part for part, foot in levels(battle, march, (unit, path)) if fits_under(bubble, unit, foot)]
                for at in march.entries(common(inside, united(high)), lambda at: True):
                    yield Due(at, f"{self.prefix}{unit.id}:{bubble.id}")

    def steps(self, game: Game[Battle], march: Marching, due: Due) -> Sequence[Step]:
        return []  # it is revealed as it is put there (`settle`)


class SkullWatch:
    """A unit that comes upon the skull on its way claims it, though it goes on (TC-SKULL-5).

    It lies on the highest surface there; whoever jumps comes by as high as he likes.
    """

    prefix = "skull:"

    def dues(self, game: Game[Battle], march: Marching) -> Iterable[Due]:
        battle = game.state
        if battle.skull is None:
            return
        for unit, path in ways(battle, march):
            if not may_claim(battle, unit):
                continue
            lies = top_at(battle, battle.skull)
            high = ignores_ground(unit) and height_of(battle, lies) - battle.foot(unit) <= unit.speed + TINY
            level = [part for part, on in surfaces(battle, march, (unit, path)) if high or on == lies]
            holds = partial(touches, march, path, battle.skull, unit.radius + CLOSE)
            for at in march.entries(common(path.near(battle.skull, unit.radius + CLOSE), united(level)), holds):
                yield Due(at, f"{self.prefix}{unit.id}")

    def steps(self, game: Game[Battle], march: Marching, due: Due) -> Sequence[Step]:
        return [ClaimSkull(due.key.removeprefix(self.prefix))]


def touches(march: Marching, path: Path, skull: Spot, reach: float, at: float) -> bool:
    """Whether a base on its way is within reach of the skull after so much of the march."""
    return dist(path.at(march.share(at)), skull) <= reach


WATCHES: tuple[Watch, ...] = (Overruns(), HatchFire(), *FOOTING, Shields(), CoveringFire(), SkullWatch())


def seat_of(battle: Battle, key: str) -> int:
    """Whose reaction it is: the second word of a key is a seat or the id of a unit, as in 'cover:1', 'hatch:B2'."""
    word = key.split(":")[1]
    return int(word) if word.isdecimal() else battle.units[word].seat


def dues(game: Game[Battle], march: Marching) -> Iterable[Due]:
    """What becomes due; of what does at one place that of the lowest initiative comes first (TC-REACT-1)."""
    order = {seat: place for place, seat in enumerate(game.state.order)}
    found = [due for watch in WATCHES for due in watch.dues(game, march)]
    return sorted(found, key=lambda due: order.get(seat_of(game.state, due.key), 0))


def steps(game: Game[Battle], march: Marching, due: Due) -> Sequence[Step]:
    watch = next(watch for watch in WATCHES if due.key.startswith(watch.prefix))
    return watch.steps(game, march, due)
