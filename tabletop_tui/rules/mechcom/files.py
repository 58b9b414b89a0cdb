"""The files of MECHCOM: what each kind holds, where they are found, and how one is read.

A folder is a root such as `rosters`; the files of this system lie anywhere below its sub-folder `mechcom`. Of two files
of one kind and name the one in the earlier root counts, so a player's own file can take the place of a shipped one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from attrs import frozen
from cattrs import Converter

from tabletop_tui.engine.system import BadFile
from tabletop_tui.rules.mechcom.checks import Wrong, one_of
from tabletop_tui.rules.mechcom.converters import FILE_KEYS, reader, table_hook
from tabletop_tui.rules.mechcom.profiles import DeployableEntry, MechEntry, PilotEntry
from tabletop_tui.rules.mechcom.squads import Choice, SquadFile, single
from tabletop_tui.table.hexes import Hex

SYSTEM = "mechcom"
LARGEST_FILE = 1_000_000


# ---------------------------------------------------------------- what the files hold
@frozen
class CatalogueFile:
    """What one faction sells; faction 'Mercenary' for pilots for hire, none for deployables that any may use."""

    system: str
    kind: str
    faction: str = ""
    mechs: tuple[MechEntry, ...] = ()
    pilots: tuple[PilotEntry, ...] = ()
    deployables: tuple[DeployableEntry, ...] = ()

    @property
    def entries(self) -> Iterable[tuple[str, MechEntry | PilotEntry | DeployableEntry]]:
        """Everything for sale, with its place in the file."""
        yield from ((f"mech[{number}]", mech) for number, mech in enumerate(self.mechs))
        yield from ((f"pilot[{number}]", pilot) for number, pilot in enumerate(self.pilots))
        yield from ((f"deployable[{number}]", thing) for number, thing in enumerate(self.deployables))


@frozen
class MapFile:
    """A map: its ground as Map.parse reads it."""

    system: str
    kind: str
    name: str
    ground: str
    summary: str = ""


@frozen
class ScenarioFile:
    """A scenario; seats are counted from 1."""

    system: str
    kind: str
    name: str
    type: str
    map: str
    summary: str = ""
    budget: int = 1000
    seats: int = 2
    forces: tuple[str, ...] = ()
    """The squad that each seat is offered first."""
    objective: Hex = ""
    defender: int = 0
    """The seat that defends the Control Zone; 0 if none does."""
    rounds: int = 0
    teams: tuple[int, ...] = ()
    """The team of each seat, counted from 1; left out where each seat plays for itself."""


KINDS: dict[str, type] = {"catalogue": CatalogueFile, "squad": SquadFile, "map": MapFile, "scenario": ScenarioFile}


@cache
def _reader() -> Converter:
    conv = reader()
    hook = table_hook(
        Choice, conv, FILE_KEYS, profile=single("profile", "MC-SHEET-9"), pilot=single("pilot", "MC-PILOT-2")
    )
    conv.register_structure_hook(Choice, hook)
    return conv


# ---------------------------------------------------------------- finding and reading files
def files(folders: Sequence[Path], kind: str) -> list[Path]:
    """Every file of a kind below the folders' `mechcom`, those of the first folder last.

    BadFile for two of one name in one folder.
    """
    found: dict[str, Path] = {}
    for root in reversed(folders):
        here: dict[str, Path] = {}
        for path in sorted((root / SYSTEM).rglob("*.toml")):
            if read(path).kind != kind:
                continue
            if path.stem in here:
                raise BadFile(path, "", f"{here[path.stem]} is a {kind} of the same file name; rename one of them")
            here[path.stem] = path
        found = {name: path for name, path in found.items() if name not in here} | here
    return list(found.values())


def read(path: Path) -> Any:
    """One file as the attrs class of its kind; BadFile if it cannot be used."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadFile(path, "", f"cannot be read: {shown_error(error)}") from None
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=512)
def _read(path: Path, _changed: int, size: int) -> Any:
    if not path.is_file():
        raise BadFile(path, "", "is not a file; name a .toml file")
    if size > LARGEST_FILE:
        raise BadFile(path, "", f"is larger than {LARGEST_FILE} bytes, which no file of {SYSTEM} needs to be")
    try:
        table = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise BadFile(path, "", f"cannot be read: {shown_error(error)}") from None
    except UnicodeDecodeError as error:
        raise BadFile(path, f"byte {error.start}", "is not UTF-8 text; save the file as UTF-8") from None
    except (ValueError, RecursionError) as error:  # tomllib lets both through from what it reads
        raise BadFile(path, "", f"is not sound TOML: {shown_error(error)}") from None
    return attempt(path, lambda: _structure(table))


def _structure(table: Mapping[str, Any]) -> Any:
    """The form of a file, by its keys `system` and `kind`."""
    for key, known in (("system", (SYSTEM,)), ("kind", tuple(KINDS))):
        if key not in table:
            raise Wrong(f"the key is missing; it says one of: {', '.join(known)}", key)
        if table[key] not in known:
            raise one_of(table[key], known, key).inside(key)
    return _reader().structure(table, KINDS[table["kind"]])


def attempt(where: Path | str, work: Callable[[], Any]) -> Any:
    """What `work` gives; what is Wrong becomes a BadFile of the file it was found in."""
    try:
        return work()
    except Wrong as wrong:
        raise BadFile(where, wrong.place, wrong.fix) from None


def shown_error(error: Exception) -> str:
    """An error's own words, on one line."""
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(words.split())[:200]
