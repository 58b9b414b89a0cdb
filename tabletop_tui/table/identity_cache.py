"""What was found for an object, kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar, TypeVarTuple

First = TypeVar("First")
Rest = TypeVarTuple("Rest")
Found = TypeVar("Found")


def by_identity(size: int) -> Callable[[Callable[[First, *Rest], Found]], Callable[[First, *Rest], Found]]:
    """As lru_cache, for a first argument that takes long to hash and never changes: only the very same object counts.

    All is forgotten whenever so many findings have been kept.
    """

    def keeping(work: Callable[[First, *Rest], Found]) -> Callable[[First, *Rest], Found]:
        kept: dict[Any, tuple[First, Found]] = {}

        def find(first: First, *rest: *Rest) -> Found:
            key = id(first), *rest
            if (found := kept.get(key)) is None:
                if len(kept) >= size:
                    kept.clear()
                found = kept[key] = first, work(first, *rest)  # with the object itself: its id is not given to another
            return found[1]

        return update_wrapper(find, work)

    return keeping
