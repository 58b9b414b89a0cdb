"""Which rulebooks are offered where there are ours alone, found without `importlib.metadata`.

That takes a tenth of a start, mostly for the mail headers in which distributions are described, and nobody looks at
these unless somebody else offers a rulebook too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import LARGEST_TEXT, text

if TYPE_CHECKING:
    from importlib.metadata import Distribution

GROUP = "tabletop_tui.systems"
"""The entry point group by which rulebooks are offered."""
OURS = "tabletop_tui.rules."
"""What the modules of our own rulebooks begin with; nobody else can take their ids."""
DESCRIBED = (".dist-info", ".egg-info")
"""How folders end in which a distribution says what it is."""


class Point(Protocol):
    """An entry point, as `importlib.metadata.EntryPoint` is one."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def module(self) -> str: ...
    @property
    def dist(self) -> Distribution | None: ...
    def load(self) -> Any: ...


class OwnPoint(NamedTuple):
    """An entry point of ours."""

    name: str
    value: str
    """The module, a colon, and what the object is called there."""
    dist: Distribution | None = None

    @property
    def module(self) -> str:
        return self.value.partition(":")[0]

    def load(self) -> Any:
        return getattr(import_module(self.module), self.value.partition(":")[2])


def ours_alone() -> list[Point] | None:
    """Our rulebooks, where one distribution offers them and no other offers any.

    None where that cannot be told: somebody else may offer one, or a distribution lies where it cannot be looked for.
    """
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return None
    try:
        (ours,) = (offer for offer in _offers() if GROUP in offer)
        points: list[Point] = [*_points(ours)]
    except (BadFile, OSError, ValueError):
        return None
    return points if all(point.value.startswith(OURS) for point in points) else None


def _offers() -> Iterator[str]:
    """What each distribution says that it offers. BadFile or ValueError where one cannot be read."""
    for folder in sys.path:
        if folder.endswith(".egg") or os.path.isfile(folder):
            raise ValueError(folder)
        if not os.path.isdir(folder or "."):
            continue
        for name in os.listdir(folder or "."):
            file = os.path.join(folder, name, "entry_points.txt")
            if name.lower().endswith(DESCRIBED) and os.path.isfile(file):
                yield text(Path(file), LARGEST_TEXT)
            elif name.lower().endswith(".egg"):
                raise ValueError(name)


def _points(offer: str) -> Iterator[Point]:
    """The entry points of our group. ValueError for a line that is none."""
    section = ""
    for line in filter(None, map(str.strip, offer.splitlines())):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == GROUP and not line.startswith(("#", ";")):
            name, value = line.split("=")
            yield OwnPoint(name.strip(), value.strip())
