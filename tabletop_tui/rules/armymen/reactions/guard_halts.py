"""Where on its way a unit can be halted by Guards (AMC-GUARD-2, AMC-GUARD-3), found exactly."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product

from tabletop_tui.rules.armymen.shooting.shooting_limits import shots
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.skirmish.interruptible_march import March, whole_units
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import ALL, Span, Spans, common, united, without
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Figure, bounds, overlap


def halts(battle: Battle, unit: Unit, march: March, unseen: Collection[str]) -> Iterator[tuple[str, float]]:
    """The enemy Guards that could halt the march, each with how far the unit has then gone, in inches.

    `unseen` are the Guards that did not see it at some point behind it.
    """
    for guard in battle.enemies(unit.seat):
        if guard.guarding:
            yield from ((guard.id, at) for at in points(battle, guard, unit, march, guard.id in unseen))


def points(battle: Battle, guard: Unit, unit: Unit, march: March, unseen: bool) -> list[float]:
    """Where, from here on, a Guard can shoot at a unit that it has not seen all along.

    These are the places at which one of its models gains the shot with a weapon, the whole inches, and the end.
    """
    box, reach = bounds(chain.from_iterable(march.tracks)), max((weapon.range for weapon in guard.weapons), default=0)
    if not overlap(guard.box, box, reach + guard.radius + unit.radius + TINY):
        return []
    blinds = figures(battle, guard, march)
    if not unseen and (hidden := first_hidden(blinds, guard, march)) is None:
        return []  # nothing on the way has hidden it
    begin = march.share(march.done) if unseen else hidden
    assert begin is not None
    probe = unit.clone()

    def shoots(at: float) -> bool:
        probe.models = march.at(at)
        return any(shots(battle, guard, probe, indirect=False))

    parts = chain.from_iterable(common(seen, ((begin, 1.0),)) for seen in chances(blinds, guard, unit, march))
    gained = [part for part in parts if unseen or part[0] < part[1]]  # no instant before it is hidden
    found = {march.first_in(part, shoots, march.done) for part in gained}
    whole = whole_units(begin * march.length, march.length) if gained else []
    return sorted({at for at in found if at is not None} | {at for at in whole if shoots(at)})


def figures(battle: Battle, guard: Unit, march: March) -> tuple[Figure, ...]:
    """What could hide the unit from a Guard somewhere on its way."""
    box = bounds(chain.from_iterable(march.tracks))
    return tuple(piece.figure for piece in sight.blinds(battle, guard.box, box))


def chances(blinds: Sequence[Figure], guard: Unit, unit: Unit, march: March) -> Iterator[Spans]:
    """For each model of a Guard and each of its weapons the parts of the way in which it could be fired."""
    radii = guard.radius + unit.radius + TINY
    for eye, arms in zip(guard.models, guard.arms, strict=True):
        for reach in {guard.sheet.weapon(name).range + radii for name in arms}:
            yield united(chain.from_iterable(in_view(path, eye, reach, tuple(blinds)) for path in march.paths))


def in_view(path: Path, eye: Spot, reach: float, blinds: tuple[Figure, ...]) -> Spans:
    """Where a model on its way is seen by an eye within a reach."""
    near = path.near(eye, reach)
    return common(near, without(ALL, behind(path, eye, blinds))) if near else ()


@lru_cache(maxsize=1 << 10)
def behind(path: Path, eye: Spot, blinds: tuple[Figure, ...]) -> Spans:
    """Where a model on its way is hidden from an eye."""
    return united(chain.from_iterable(path.behind(figure, eye) for figure in blinds))


def hidden_parts(blinds: tuple[Figure, ...], guard: Unit, march: March) -> Spans:
    """Where no model of a Guard sees any model of the marching unit."""
    parts: Spans = ALL
    for eye, path in product(guard.models, march.paths):
        parts = common(parts, behind(path, eye, blinds))
        if not parts:
            break
    return parts


def first_hidden(blinds: tuple[Figure, ...], guard: Unit, march: March) -> float | None:
    """After which share of the way, from here on, a Guard first does not see the unit; None if it always does."""
    here = march.share(march.done)
    later: Iterator[Span] = (part for part in hidden_parts(blinds, guard, march) if part[1] >= here)
    return next((max(begin, here) for begin, _ in later), None) if blinds else None


def lost_sight(battle: Battle, unit: Unit, march: March, upto: float, unseen: Sequence[str]) -> tuple[str, ...]:
    """The Guards that have not seen a marching unit at some point behind it once it will have come so far."""

    def lost(guard: Unit) -> bool:
        first = first_hidden(figures(battle, guard, march), guard, march)
        return first is not None and first <= march.share(upto)

    watching = (one for one in battle.enemies(unit.seat) if one.guarding and one.id not in unseen)
    return (*unseen, *(one.id for one in watching if lost(one)))
