"""The rulebooks that installed distributions offer, and what is wrong with one that cannot be used.

Anybody's code may stand behind an entry point, so nothing is taken on trust: whatever goes wrong while a rulebook is
found or imported is a sentence about that rulebook alone, and all others play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.entry_points_alone import GROUP, OURS, Point, ours_alone
from tabletop_tui.rulebook.metadata import read_about

if TYPE_CHECKING:
    from importlib.metadata import Distribution

    from tabletop_tui.rulebook.system import System

ATTRIBUTES: Mapping[str, type] = {
    "id": str,
    "name": str,
    "units": str,
    "version": int,
    "seats": tuple,
    "stages": tuple,
    "overlays": tuple,
    "statuses": tuple,
}
"""What a System says of itself."""
OPTIONAL = ("view",)
"""Methods that not every System needs."""


@cache
def offered() -> dict[str, Point]:
    """The entry point of each id; of several with one id ours, or the first."""
    return {name: points[0] for name, points in _by_id().items()}


@cache
def _by_id() -> dict[str, list[Point]]:
    """Every entry point of each id, ours first; the same object offered twice counts once."""
    found: dict[str, list[Point]] = {}
    for point in sorted(_points()[0], key=lambda point: not point.value.startswith(OURS)):
        others = found.setdefault(point.name, [])
        if all(point.value != other.value for other in others):
            others.append(point)
    return found


@cache
def _points() -> tuple[list[Point], list[BadFile]]:
    """All that is offered, and the distributions of which nobody can read what they offer."""
    if (ours := ours_alone()) is not None:
        return ours, []
    from importlib.metadata import distributions, entry_points

    try:
        return list(entry_points(group=GROUP)), []
    except Exception:  # one distribution with unsound metadata spoils the list of all
        points: list[Point] = []
        unsound: list[BadFile] = []
        for one in distributions():
            try:
                points += one.entry_points.select(group=GROUP)
            except Exception as error:
                unsound.append(
                    BadFile(_name_of(one), "entry points", f"cannot be read, so it offers no rulebook: {_words(error)}")
                )
        return points, unsound


def faults() -> Iterator[BadFile]:
    """What is wrong with installed packages, but for rulebooks that are offered and cannot be used."""
    yield from _points()[1]
    for points in _by_id().values():
        if points[0].value.startswith(OURS):
            yield from (_fault(point, "", "its id belongs to a rulebook of this program") for point in points[1:])


@cache
def opened(name: str) -> System | BadFile:
    """The System of an offered id, or what is wrong with it; imported once, whatever comes of it."""
    point = offered()[name]
    try:
        if len(_by_id()[name]) > 1 and not point.value.startswith(OURS):
            others = " and ".join(source(one) for one in _by_id()[name][1:])
            return _fault(point, "", f"{others} offers the same id, so nobody can tell which is meant")
        read_about(point.module)
        return _checked(point, point.load())
    except BadFile as error:
        return _fault(point, "", str(error))
    except (Exception, SystemExit) as error:
        return _fault(point, point.value, f"it cannot be imported: {_words(error)}")


def _checked(point: Point, found: Any) -> System | BadFile:
    """The object behind an entry point, if it has all that a System must have."""
    from tabletop_tui.engine.game import Ruleset
    from tabletop_tui.rulebook.system import System

    methods = sorted(name for name in {*vars(Ruleset), *vars(System)} - ATTRIBUTES.keys() if name[0] != "_")
    lacks = [name for name in ATTRIBUTES if not hasattr(found, name)]
    lacks += [name for name in methods if name not in OPTIONAL and not callable(getattr(found, name, None))]
    if lacks:
        return _fault(point, point.value, f"it is no rulebook, for it lacks {', '.join(lacks)}")
    for name, kind in ATTRIBUTES.items():
        if not isinstance(getattr(found, name), kind):
            return _fault(point, point.value, f"its {name} is not of the type {kind.__name__}")
    if found.id != point.name:
        return _fault(point, point.value, f"it calls itself {found.id!r:.40}")
    about = read_about(point.module)
    for name in ("seats", "units"):
        if about is not None and (said := getattr(about, name)) and said != getattr(found, name):
            return _fault(
                point,
                point.value,
                f"its {name} are {getattr(found, name)!r:.40}, not {said!r:.40}, as its about.toml says",
            )
    checked: System = found
    return checked


def _fault(point: Point, place: str, what: str) -> BadFile:
    fix = f"{what}; it is left out until {source(point)} is mended or uninstalled"
    return BadFile(f"rulebook {point.name}", place, fix)


def source(point: Point) -> str:
    """The distribution that an entry point comes from."""
    return "its package" if point.dist is None else _name_of(point.dist)


def _name_of(distribution: Distribution) -> str:
    try:
        return f"the package {distribution.name}"
    except Exception:  # its metadata may be as unsound as its code
        return "a package without a name"


def _words(error: BaseException) -> str:
    """An error in a line, with its kind."""
    return " ".join(f"{type(error).__name__}: {error}".removesuffix(": ").split())[:200]
