"""What a rules package must offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from attrs import define, field

from tabletop_tui.engine.game import Game, Ruleset
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.feature_words import Idea
from tabletop_tui.rulebook.outcome_prediction import Outlook


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
    same_task: bool = True
    """Whether all seats have the same task, so that forces which change seats play the same battle."""


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


class System(Ruleset, Protocol):
    """One rulebook: all that a shared layer wants to know of it, and of its games as a `Ruleset`."""

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

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[Any]:
        """The inverse of dump."""
        ...


@runtime_checkable
class Reasoned(Protocol):
    """A system that can say what one position has before another, as `rulebook.base_system` does."""

    ideas: tuple[Idea, ...]
    """What counts, in words."""

    def outlook(self, game: Game[Any], seat: int) -> Outlook | None:
        """How a battle stands for a seat, by what counts; None where it is over."""
        ...


@runtime_checkable
class Intricate(Protocol):
    """A system whose games take long to imagine: whoever thinks ahead thinks of fewer, or not as far."""

    playouts_share: float
    """Which share of the usual number of games is imagined ..."""
    playouts_horizon: Literal["activation", "reply"]
    """... and to where: the end of the activation, or an enemy's after it, as is usual."""


@runtime_checkable
class Wary(Protocol):
    """A system that also knows what enemies may do about an answer: whoever thinks ahead goes by that."""

    worry: float
    """By so much more has an answer to better the outlook, from -1 to 1, for each unit of worth that it looks worse at
    first sight: what enemies may do about it comes, for the most part, after what is imagined."""

    def appraise_warily(self, game: Game[Any], answer: Answer) -> float:
        """As `appraise`, less what may be lost to the enemies for it."""
        ...


@runtime_checkable
class Audited(Protocol):
    """A system that knows which of its states there can be."""

    def audit(self, game: Game[Any]) -> None:
        """Wrong (a ValueError), with what is wrong and where, unless the state and the agenda go together."""
        ...


@runtime_checkable
class SetsUpLate(Protocol):
    """A system in whose first round forces are still put on the table before anybody acts."""

    def still_sets_up(self, game: Game[Any]) -> bool:
        """Whether the question that waits after the first round has begun is one of setting up."""
        ...


@runtime_checkable
class Priced(Protocol):
    """A system whose units cost something."""

    def costs(self, game: Game[Any]) -> Mapping[str, int]:
        """What each unit cost its side, by its id, in the currency in which forces are bought."""
        ...


@runtime_checkable
class SeesFrom(Protocol):
    """A system that can say what a unit would see from where it does not stand yet."""

    def sight_from(self, game: Game[Any], unit: str, spot: str) -> Overlay:
        """The overlay of sight of a unit as if its middle were at a spot where it may stand, turned as it is."""
        ...


@runtime_checkable
class ShootsFar(Protocol):
    """A system in which distance limits what can be shot at."""

    def shot_reach(self, game: Game[Any], unit: str) -> float:
        """How far from its models a unit may attack at most, in units of the table; on hexes in hexes."""
        ...


@runtime_checkable
class SeenFromSide(Protocol):
    """A system of heights, in which a line of sight may be looked at from the side."""

    def side_view(self, game: Game[Any], unit: str, spot: str) -> SideView | None:
        """The line from a unit on the table to a spot, to whoever stands there or to something as high as it is itself.

        None where there is no such line: from a unit to where it stands.
        """
        ...
