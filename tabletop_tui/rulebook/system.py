"""What a rules package must offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import define, field

from tabletop_tui.engine.grades import Scale
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.bad_file import BadFile

if TYPE_CHECKING:  # a player's settings are read before the first picture, and with them this file
    from tabletop_tui.engine.game import Game
    from tabletop_tui.engine.question import Answer
    from tabletop_tui.engine.views import Badge, Card, Line, Overlay, RosterLine, Rule, Scene, Standing


@define
class ScenarioInfo:
    """A scenario as the new-game screen lists it."""

    id: str
    name: str
    summary: str
    seats: int
    size: str
    """Points, Budget or the like, in the rulebook's words."""
    forces: list[str]
    """The default force for each seat, by id."""
    data: dict[str, Any]
    """Whole and resolved, as it goes into a Setup."""
    teams: list[int] = field(factory=list)
    """The team of each seat; empty where each plays for itself."""
    length: str = ""
    """How long it lasts, in the rulebook's words."""
    stalemate: int | None = None
    """As in Setup."""
    setup: Setup | None = None
    """Of a saved position the whole set-up: its forces and seats are fixed."""


@define
class ForceInfo:
    """A ready force as the new-game screen lists it."""

    id: str
    name: str
    faction: str
    cost: int
    summary: str
    data: dict[str, Any]

    @property
    def worth(self) -> str:
        """Its faction, if it has one, and what it costs."""
        return f"{self.faction}, costs {self.cost}" if self.faction else f"costs {self.cost}"


class System(Protocol):
    """One rulebook. Everything that a shared layer wants to know of it is asked here."""

    id: str
    units: str
    """hexes, or the name of the unit of length in which its tables are measured (`table/length_units.py`)."""
    version: int
    """Raised whenever the same answers and dice would give another game; journals of another version are refused."""
    seats: tuple[int, int]
    """The fewest and the most players."""
    stages: tuple[str, ...]
    """The phases of a round in order, for the phase track (they are the values of Standing.phase)."""
    overlays: tuple[str, ...]
    """The overlays that can be asked for, in the order in which a key cycles them."""
    statuses: tuple[Badge, ...]
    """Every status that a unit can have, for legends."""
    grades: Scale
    """How it grades sight, the best first; asked only of a system that has the overlay 'sight'."""

    @property
    def name(self) -> str:
        """The whole name. What lists call it, before it is imported, says its about.toml (`rulebook/metadata.py`)."""
        ...

    def scenarios(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
        """Every scenario in `folders`/<id>; BadFile for one that cannot be used.

        With a list `wrong`, such a file is put down there and left out, so that one fault does not hide all the others.
        """
        ...

    def forces(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
        """Every ready force in `folders`/<id>; what cannot be used is handled as for scenarios."""
        ...

    def scenario(self, path: Path, folders: Sequence[Path]) -> ScenarioInfo:
        """One scenario file. `folders` are the scenario folders where a map that it names is looked up."""
        ...

    def force(self, path: Path, folders: Sequence[Path]) -> ForceInfo:
        """One force file. `folders` are the roster folders where the profiles that it names are looked up."""
        ...

    def check(self, path: Path, folders: Sequence[Path]) -> str:
        """Read any file of this system and say in a few words what it is; BadFile if it cannot be used."""
        ...

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        """Why these forces may not play this scenario, or None."""
        ...

    def start(self, setup: Setup) -> Game[Any]:
        """The game at its very beginning, no step run yet. BadFile if the set-up's data is not sound."""
        ...

    def dump(self, game: Game[Any]) -> dict[str, Any]:
        """State and agenda as JSON data (without the set-up)."""
        ...

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[Any]:
        """The inverse of dump."""
        ...

    # -- what a screen shows
    def standing(self, game: Game[Any]) -> Standing: ...
    def scene(self, game: Game[Any]) -> Scene: ...
    def roster(self, game: Game[Any]) -> list[RosterLine]: ...
    def card(self, game: Game[Any], unit: str) -> Card | None: ...
    def spot(self, game: Game[Any], spot: str) -> list[Line]:
        """What lies at a spot: ground, height, pieces."""
        ...

    def overlay(self, game: Game[Any], name: str, unit: str) -> Overlay:
        """One of `overlays` for a unit, as the game now stands."""
        ...

    def view(self, game: Game[Any], unit: str, spot: str) -> str:
        """What a unit would see of something at a spot: the label of one of `grades`; '' for a unit not on the table.

        Asked only of a system that has the overlay 'sight', of which it is one label.
        """
        ...

    def reference(self) -> list[Rule]: ...

    # -- leaving a game, and the computer's valuation
    def concede(self, game: Game[Any], seat: int) -> None:
        """This seat gives up; the game goes on if others still fight. Refused if it has nothing left to give up."""
        ...

    def agree_draw(self, game: Game[Any]) -> None: ...
    def appraise(self, game: Game[Any], answer: Answer) -> float:
        """What an answer to the waiting question is worth to the seat asked, at once and by expectation."""
        ...


@runtime_checkable
class Audited(Protocol):
    """A system that knows which of its states there can be."""

    def audit(self, game: Game[Any]) -> None:
        """Wrong (a ValueError), with what is wrong and where, unless the state and the agenda go together."""
        ...
