"""What those who cover ground with their weapons have in common: which parts of a way are in range, the best shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from tabletop_tui.engine.codec import added
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.shooting.attack_choices import preview, refuse_target
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.ways.march_protocol import Marching, Way, levels
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import Span, Spans, common, united


@frozen
class Entry:
    """A place on the way at which a weapon may be fired in reaction."""

    at: float
    """So far along the longest way."""
    kind: str
    """'posted up', 'readied' or 'sentry', as in `Salvo`."""
    watcher: str
    mover: str
    copies: tuple[str, ...]
    """The weapons with which it may be attacked."""
    others: tuple[str, ...] = added(())
    """Those of its group who have come there with it, among whom the shots may be divided (TC-READY-3)."""


def can_react(unit: Unit) -> bool:
    """Whether a unit can do anything when others move."""
    return unit.on_table and not unit.abandoned


def optimum_ranges(unit: Unit, copies: Iterable[str]) -> list[float]:
    """The optimum ranges of weapons, each once, the longest first; that of a melee weapon is contact."""
    return sorted({unit.sheet.arms[copy].opt for copy in copies}, reverse=True)


def parts_within(battle: Battle, watcher: Unit, march: Marching, way: Way, reach: float) -> Spans:
    """On which parts of its way the base of somebody is so near to that of a watcher, in space (TC-RANGE-9)."""
    mover, path = way
    far = reach + (TINY if reach else CLOSE)
    whole = path.near(watcher.at, far + watcher.radius + mover.radius)
    if not whole:
        return ()
    found: list[Span] = []
    for part, height in levels(battle, march, way):
        up = height - battle.foot(watcher)
        if abs(up) <= far:
            flat = sqrt(far * far - up * up) + watcher.radius + mover.radius
            found += common(path.near(watcher.at, flat), (part,))
    return united(found)


def come_with(march: Marching, parts: dict[str, Spans], mover: str, at: float, inside: bool = False) -> tuple[str, ...]:
    """Who else of those who march has come into such parts of his way by then; with `inside`, or has been all along."""
    share = march.share(at)
    return tuple(
        name
        for name, spans in parts.items()
        if name != mover
        and any(begin <= share + TINY and share <= end + TINY and (inside or begin > 0) for begin, end in spans)
    )


def best_shot(battle: Battle, unit: Unit, target: Unit, copies: Sequence[str], reaction: str) -> Aim | None:
    """The shot of one weapon that takes the most life, None where none could hit."""
    usable = [copy for copy in ready_copies(unit) if not copies or copy in copies]
    aims = [aim_at(battle, Salvo(unit.id, (copy,), reaction=reaction), target) for copy in usable]
    able = [aim for aim in aims if refuse_target(aim) is None and hit_tally(aim).total > 0]
    return max(
        able, key=lambda aim: (preview(aim, aim.weapon.shots).expected or 0.0, hit_tally(aim).total), default=None
    )
