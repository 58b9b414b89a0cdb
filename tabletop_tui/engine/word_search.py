"""What is meant by the letters that were typed into a list: the entry that is called so goes before all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
EXACT, BEGINS, WORD, CALLED, TOLD = range(5)
"""How well an entry fits: its name, the beginning of it or of a word in it, some of it, or only what is said of it."""


def fit(typed: str, name: str, told: str) -> int | None:
    """How well an entry of this name, of which all this is told, fits what was typed; None if a word is missing."""
    said, called = " ".join(typed.lower().split()), " ".join(name.lower().split())
    words = said.split()
    if not all(word in called or word in told.lower() for word in words):
        return None
    if said == called:
        return EXACT
    if called.startswith(said):
        return BEGINS
    if all(any(part.startswith(word) for part in called.split()) for word in words):
        return WORD
    return CALLED if all(word in called for word in words) else TOLD


def fitting(
    items: Iterable[Item],
    typed: str,
    name: Callable[[Item], str],
    told: Callable[[Item], str],
    also: Callable[[Item], Sequence[str]] | None = None,
) -> list[Item]:
    """The entries that fit, the best first and those that fit alike in their order; all of them for no word.

    What an entry is `also` called counts as its name. Then of those that fit alike the one goes first of whose name
    most was typed: 'give' means 'give up' sooner than 'give the answer again'.
    """
    if not typed.strip():
        return list(items)
    found = list[tuple[int, int, Item]]()
    for item in items:
        names = [name(item), *(also(item) if also is not None else ())]
        ranks = [(rank, len(one.strip())) for one in names if (rank := fit(typed, one, told(item))) is not None]
        if ranks:
            rank, letters = min(ranks)
            found.append((rank, letters if also is not None and rank in (BEGINS, WORD) else 0, item))
    return [item for _, _, item in sorted(found, key=lambda one: one[:2])]
