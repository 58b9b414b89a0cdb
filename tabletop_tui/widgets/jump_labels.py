"""Letters for places to jump to: as few keys as possible, none the beginning of another, none over another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

LETTERS = "fjdkslaghrueiwoqptyvmcnbxz"
"""Those under the fingers first."""


def labels(count: int) -> list[str]:
    """So many labels: single letters while there are enough, else pairs."""
    if count <= len(LETTERS):
        return [*LETTERS[:count]]
    return ["".join(pair) for pair in islice(product(LETTERS, repeat=2), count)]


def spread_out(places: Iterable[tuple[int, int]], size: int, width: int, height: int) -> list[tuple[int, int] | None]:
    """Where labels of so many cells can stand on a screen without touching: as near to their places as can be.

    None for one that finds no room within a few cells.
    """
    taken: set[tuple[int, int]] = set()
    found: list[tuple[int, int] | None] = []
    for x, y in places:
        spot = next(_free(x, y, size, width, height, taken), None)
        found.append(spot)
        if spot is not None:
            taken.update((spot[0] + cell, spot[1]) for cell in range(-1, size + 1))
    return found


AROUND = ((0, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (3, 0), (-3, 0), (2, 1), (-2, 1), (2, -1), (-2, -1))
"""How far from its place a label may stand, the nearest first."""


def _free(x: int, y: int, size: int, width: int, height: int, taken: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for across, down in AROUND:
        left, top = max(0, min(width - size, x + across)), y + down
        if 0 <= top < height and not any((left + cell, top) in taken for cell in range(size)):
            yield left, top


def begun(names: Sequence[str], typed: str) -> list[int]:
    """Which labels begin with what was typed."""
    return [place for place, name in enumerate(names) if name.startswith(typed)]
