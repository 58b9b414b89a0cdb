"""Replay journals where libraries differ by the last place: `python -m tests.golden.last_places up JOURNAL ...`.

Another C library, GEOS, numpy or Python may make the next float of an angle, a distance or a sum. Here all of them do.
What is wrong with a journal is printed, a line each.
"""

from __future__ import annotations

import builtins
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import shapely

WAYS: dict[str, Callable[[float], float]] = {
    "up": lambda value: math.inf,
    "down": lambda value: -math.inf,
    "either": lambda value: math.inf if hash(value) & 8 else -math.inf,
}
ANGLES = ("acos", "asin", "atan2", "log", "log2", "tanh")
ARRAYS = ("arccos", "arcsin", "arctan2", "cos", "dot", "hypot", "sin")
SHAPES = ("area", "distance", "length")


def last_place(function: Callable[..., Any], way: Callable[[float], float]) -> Callable[..., Any]:
    """The function with the next float as its result; 0 stays, and so does what is no float."""

    def moved(*given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        if isinstance(found, np.ndarray) and found.dtype.kind == "f":
            return np.where(found == 0, found, np.nextafter(found, way(float(found.size))))
        return math.nextafter(found, way(found)) if isinstance(found, float) and found else found

    return moved


def move_all(way: Callable[[float], float]) -> None:
    """From now on; what was imported from these modules before keeps what it has."""
    for module, names in ((math, ANGLES), (np, ARRAYS), (shapely, SHAPES), (shapely.measurement, SHAPES)):
        for name in names:
            setattr(module, name, last_place(getattr(module, name), way))
    builtins.sum = last_place(sum, way)


def main(arguments: list[str]) -> int:
    move_all(WAYS[arguments[0]])
    from tabletop_tui.play.journal import JournalError
    from tabletop_tui.play.session import Session

    odd = 0
    for path in arguments[1:]:
        try:
            Session.replay(Path(path))
        except JournalError as error:
            odd += 1
            print(error)
    print(f"{len(arguments) - 1 - odd} of {len(arguments) - 1} sound")
    return odd


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
