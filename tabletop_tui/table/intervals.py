"""Parts of a way, or of anything that runs from 0 to 1: in which of them something holds, found from exact borders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

Span = tuple[float, float]
"""A part with both its ends; of an instant both are the same."""
Spans = tuple[Span, ...]
"""Parts that do not touch, in order."""
ALL: Spans = ((0.0, 1.0),)


def united(parts: Iterable[Span]) -> Spans:
    """Where at least one of these parts is, in whatever order they come."""
    found: list[Span] = []
    for begin, end in sorted(parts):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return tuple(found)


def common(one: Spans, other: Spans) -> Spans:
    """Where both are; where they only touch, for an instant."""
    met = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return united((begin, end) for begin, end in met if begin <= end)


def without(one: Spans, other: Spans) -> Spans:
    """What is left of the one where the other is not; single instants are not told."""
    borders = ((0.0, 0.0), *other, (1.0, 1.0))
    return tuple(
        (begin, end) for begin, end in common(one, tuple((a, b) for (_, a), (b, _) in pairwise(borders))) if begin < end
    )


def judged(borders: Iterable[float]) -> list[float]:
    """Where `where` judges at most, for whoever judges all of it at once."""
    inside = sorted({border for border in borders if 0.0 < border < 1.0})
    return [0.0, *((a + b) / 2 for a, b in pairwise((0.0, *inside, 1.0))), 1.0]


def where(borders: Iterable[float], holds: Callable[[float], bool]) -> Spans:
    """Where something holds that can change nowhere but at these borders: it is judged between each two of them.

    At 0 and at 1, where things begin and end, it is judged, too; what holds there alone is an instant.
    """
    inside = sorted({border for border in borders if 0.0 < border < 1.0})
    gaps = [(a, b) for a, b in pairwise((0.0, *inside, 1.0)) if holds((a + b) / 2)]
    if not (gaps and gaps[0][0] == 0.0) and holds(0.0):
        gaps.insert(0, (0.0, 0.0))
    if not (gaps and gaps[-1][1] == 1.0) and holds(1.0):
        gaps.append((1.0, 1.0))
    return united(gaps)
