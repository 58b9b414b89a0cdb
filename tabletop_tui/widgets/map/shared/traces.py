"""What happened, as it stays on the map until the next answer: ways, shots and losses. Made from events alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from attrs import field

from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Shot
from tabletop_tui.engine.scenes import HexScene, Scene
from tabletop_tui.records import frozen
from tabletop_tui.table.points import parse_spot

WAY, START, SHOT = "way", "start", "shot"
MOST = 12
"""So many ways, and so many shots, are kept: with more nobody could tell one from another."""
LOSS, PIN = "loss", "pin"
"""What a flag on a spot is: how much was lost there, or a number that a page refers to."""


@frozen(eq=False)
class TraceLine:
    """A way or a shot: its spots, whose it was, and which of the two it is."""

    kind: str
    spots: tuple[str, ...]
    seat: int | None


@frozen(eq=False)
class Traces:
    """What is left to be seen of what happened."""

    lines: tuple[TraceLine, ...] = ()
    flags: Mapping[str, tuple[str, str]] = field(factory=dict)
    """A word of at most three characters on a spot, and what it is."""
    cells: Mapping[str, tuple[str, int | None]] = field(factory=dict)
    """On hexes: what is drawn on each spot (way, start, shot), and whose it was."""


NOTHING = Traces()


def traces_of(events: Sequence[Event], scene: Scene) -> Traces:
    """The traces of these events on the table as it now stands."""
    where = {token.unit: token.spot for token in scene.tokens}
    ways = [
        TraceLine(WAY, event.path, event.seat) for event in events if isinstance(event, Moved) and len(event.path) > 1
    ]
    shots = [line for event in events if isinstance(event, Shot) and (line := _shot(event, where)) is not None]
    lines = (*ways[-MOST:], *shots[-MOST:])
    flags = {spot: (word, LOSS) for spot, word in _losses(events, where).items() if _has(scene, spot)}
    kept = tuple(line for line in lines if all(_has(scene, spot) for spot in line.spots))
    return Traces(kept, flags, cells_of(kept, scene))


def _shot(event: Shot, where: Mapping[str, str]) -> TraceLine | None:
    """From where a shot came and where it went; None where that is one spot or not known."""
    ends = event.spots if len(event.spots) > 1 else (where.get(event.unit, ""), where.get(event.target, ""))
    start, end = ends[0], ends[-1]
    return TraceLine(SHOT, (start, end), event.seat) if start and end and start != end else None


def _losses(events: Iterable[Event], where: Mapping[str, str]) -> dict[str, str]:
    """How much was lost on each spot; of a unit that is gone, which it was."""
    hurt: dict[str, int] = {}
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, Harmed) and event.amount > 0:
            hurt[event.unit] = hurt.get(event.unit, 0) + event.amount
        elif isinstance(event, Fell) and event.spot:
            hurt.pop(event.unit, None)
            found[event.spot] = event.unit[:3]
    found.update({where[unit]: f"-{min(amount, 99)}" for unit, amount in hurt.items() if where.get(unit)})
    return found


def _has(scene: Scene, spot: str) -> bool:
    return spot in scene.grid if isinstance(scene, HexScene) else parse_spot(spot) is not None


def cells_of(lines: Iterable[TraceLine], scene: Scene) -> dict[str, tuple[str, int | None]]:
    """What is drawn on each hex; nothing for an open table, where lines run between hexes."""
    cells: dict[str, tuple[str, int | None]] = {}
    if not isinstance(scene, HexScene):
        return cells
    for line in lines:
        for start, end in pairwise(line.spots):
            between = [group[0] for group in scene.grid.between(start, end)] if start != end else []
            cells |= dict.fromkeys([*between, *([end] if line.kind == WAY else [])], (line.kind, line.seat))
        if line.kind == WAY:
            cells[line.spots[0]] = START, line.seat
    return cells
