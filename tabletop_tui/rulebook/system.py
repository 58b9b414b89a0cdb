"""What a rules package must offer, and how installed packages are found (entry point group `tabletop_tui.systems`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.safe_text import clean, in_short

if TYPE_CHECKING:  # a player's settings are read before the first picture, and with them this file
    from tabletop_tui.engine.game import Game
    from tabletop_tui.engine.question import Answer
    from tabletop_tui.engine.views import Card, Line, Overlay, RosterLine, Rule, Scene, Standing

GROUP = "tabletop_tui.systems"
LONGEST_PLACE, LONGEST_FIX = 200, 1000
SEAT_NAMES = ("Red", "Blue", "Green", "Amber", "Violet", "Cyan")
PERSON = "keyboard"
"""The player of a seat where a person sits; any other word names a computer."""


def player_words(player: str) -> str:
    """Who plays a seat, as a reader would say it."""
    return "a person" if player == PERSON else f"computer ({player})"


class BadFile(Exception):
    """A file that cannot be used: one sentence that names the file, the place in it and the fix.

    What a file says of itself may be quoted in it: that is shown escaped and, if it is very long, in short.
    """

    def __init__(self, path: Path | str, place: str, fix: str, also: tuple[BadFile, ...] = ()) -> None:
        self.path, self.also = path, also
        self.place, self.fix = in_short(clean(place), LONGEST_PLACE), in_short(clean(fix), LONGEST_FIX)
        super().__init__(": ".join(filter(None, (clean(str(path)), self.place, self.fix))))

    @property
    def brief(self) -> str:
        """The same with the file's name alone: for a single line, in which a long path would leave no room."""
        return ": ".join(filter(None, (clean(Path(self.path).name), self.place, self.fix)))

    @property
    def all(self) -> tuple[BadFile, ...]:
        """Each fault that was found in the file, this one first."""
        return (self, *self.also)


@define
class SeatSetup:
    """One seat: its name, its team (seats of one team win together), who plays it, and its force as plain data."""

    name: str
    team: int
    player: str = PERSON
    force: dict[str, Any] = field(factory=dict)


@define
class Setup:
    """All that a game starts from, as plain JSON data: a journal's header holds it whole."""

    system: str
    scenario: dict[str, Any]
    seats: list[SeatSetup]
    seed: int = 0
    dice: str = "seeded"
    stalemate: int | None = None
    """After so many rounds in which nothing happens a draw is offered, 0 for never (`rulebook/stalemate.py`); None where
    the scenario comes to an end by itself."""
    position: dict[str, Any] | None = None
    """State and agenda (as System.dump gives them) from which the game starts, if not from its beginning."""


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

    def start(self, setup: Setup) -> Game:
        """The game at its very beginning, no step run yet. BadFile if the set-up's data is not sound."""
        ...

    def dump(self, game: Game) -> dict[str, Any]:
        """State and agenda as JSON data (without the set-up)."""
        ...

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game:
        """The inverse of dump."""
        ...

    # -- what a screen shows
    def standing(self, game: Game) -> Standing: ...
    def scene(self, game: Game) -> Scene: ...
    def roster(self, game: Game) -> list[RosterLine]: ...
    def card(self, game: Game, unit: str) -> Card | None: ...
    def spot(self, game: Game, spot: str) -> list[Line]:
        """What lies at a spot: ground, height, pieces."""
        ...

    def overlay(self, game: Game, name: str, unit: str) -> Overlay:
        """One of `overlays` for a unit, as the game now stands."""
        ...

    def view(self, game: Game, unit: str, spot: str) -> str:
        """What a unit would see of something at a spot: '.' clear, 'h' half, 'x' nothing; '' for one not on the table.

        Asked only of a system that has the overlay 'sight', of which it is one label.
        """
        ...

    def reference(self) -> list[Rule]: ...

    # -- leaving a game, and the computer's valuation
    def concede(self, game: Game, seat: int) -> None:
        """This seat gives up; the game goes on if others still fight. Refused if it has nothing left to give up."""
        ...

    def agree_draw(self, game: Game) -> None: ...
    def appraise(self, game: Game, answer: Answer) -> float:
        """What an answer to the waiting question is worth to the seat asked, at once and by expectation."""
        ...


@runtime_checkable
class Audited(Protocol):
    """A system that knows which of its states there can be."""

    def audit(self, game: Game) -> None:
        """Wrong (a ValueError), with what is wrong and where, unless the state and the agenda go together."""
        ...


_registered: dict[str, System] = {}


def register(found: System) -> None:
    """Make a system known that no installed distribution offers: one made in Python itself, as in a test."""
    _registered[found.id] = found


def system(name: str) -> System:
    """The system of this id. KeyError with the known ids if there is none, BadFile if what offers it is broken."""
    if (found := _registered.get(name)) is not None:
        return found
    from tabletop_tui.rulebook import plugins

    if name not in plugins.offered():
        raise KeyError(f"there is no system {name!r}; installed: {', '.join(system_ids()) or 'none'}")
    opened = plugins.opened(name)
    if isinstance(opened, BadFile):
        raise opened.with_traceback(None)
    return opened


def systems(wrong: list[BadFile]) -> list[System]:
    """Every system that can be used, in the order of their ids; what is wrong with the others is put down."""
    from tabletop_tui.rulebook import plugins

    wrong += plugins.faults()
    found = []
    for name in system_ids():
        try:
            found.append(system(name))
        except BadFile as error:
            wrong.append(error)
    return found


def module_of(name: str) -> str:
    """The module that offers the system of this id, which is not imported; '' where no distribution offers it."""
    from tabletop_tui.rulebook import plugins

    point = None if name in _registered else plugins.offered().get(name)
    return point.value.partition(":")[0] if point is not None else ""


def system_ids() -> tuple[str, ...]:
    """The ids of all systems that are offered, sound or not, in the order of the alphabet."""
    from tabletop_tui.rulebook import plugins

    return tuple(sorted({*_registered, *plugins.offered()}))
