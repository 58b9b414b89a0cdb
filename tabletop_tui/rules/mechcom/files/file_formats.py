"""The files of MECHCOM: what each kind holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.files.sheet_reading import reader
from tabletop_tui.rules.mechcom.files.squad_building import Choice, SquadFile, single
from tabletop_tui.rules.mechcom.state.profiles import DeployableEntry, MechEntry, PilotEntry
from tabletop_tui.table.hexes import Hex

SYSTEM = "mechcom"


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
    stalemate: int | None = None
    """After so many rounds in which nothing happens a draw is offered, 0 for never; only where there is no last one."""
    teams: tuple[int, ...] = ()
    """The team of each seat, counted from 1; left out where each seat plays for itself."""
    moment: tuple[dict[str, Any], ...] = ()
    """What is told with it (`rulebook/scenario_script_files.py`)."""


KINDS: dict[str, type] = {"catalogue": CatalogueFile, "squad": SquadFile, "map": MapFile, "scenario": ScenarioFile}


def _reader() -> Strict:
    conv = reader()
    hook = conv.table_hook(Choice, profile=single("profile", "MC-SHEET-9"), pilot=single("pilot", "MC-PILOT-2"))
    conv.register_structure_hook(Choice, hook)
    return conv


LIBRARY = Library(SYSTEM, KINDS, _reader)
