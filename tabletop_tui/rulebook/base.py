"""What the Systems of all rulebooks do alike: reading files, the reference, saving the state of a battle.

A rulebook names its modules and classes and adds what is its own (`start`, `concede`, ...).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

from tabletop_tui.engine.births import Births
from tabletop_tui.engine.codec import AGENDA, Names
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game, State, Step
from tabletop_tui.engine.holding import Held
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.views import Badge, Card, Line, Overlay, RosterLine, Rule, Scene, Standing
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.lessons import Guide, read_guide
from tabletop_tui.rulebook.metadata import own_about
from tabletop_tui.rulebook.position_value import value
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System

B = TypeVar("B", bound=State)
D = TypeVar("D", bound="DuelState")


# ---------------------------------------------------------------- the modules of a rules package
class Catalogue(Protocol):
    """The module that reads a rulebook's files."""

    def list_scenarios(self, folders: Sequence[Path], wrong: list[BadFile] | None) -> list[ScenarioInfo]: ...
    def list_forces(self, folders: Sequence[Path], wrong: list[BadFile] | None) -> list[ForceInfo]: ...
    def read_scenario(self, path: Path, folders: Sequence[Path]) -> ScenarioInfo: ...
    def read_force(self, path: Path, folders: Sequence[Path]) -> ForceInfo: ...
    def check_file(self, path: Path, folders: Sequence[Path]) -> str: ...
    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None: ...


class Show(Protocol[B]):
    """The module that makes the views of a battle."""

    def standing(self, game: Game[B]) -> Standing: ...
    def scene(self, game: Game[B]) -> Scene: ...
    def roster(self, game: Game[B]) -> list[RosterLine]: ...
    def card(self, game: Game[B], unit_id: str, /) -> Card | None: ...
    def spot(self, game: Game[B], where: str, /) -> list[Line]: ...
    def overlay(self, game: Game[B], name: str, unit_id: str, /) -> Overlay: ...
    def view(self, game: Game[B], unit_id: str, where: str, /) -> str: ...


class Valuation(Protocol[B]):
    """The module that values answers for the computer."""

    def appraise(self, game: Game[B], answer: Answer) -> float: ...


class PositionValue(Protocol[B]):
    """The module that says how well a side stands."""

    def lead(self, game: Game[B], seat: int) -> float:
        """By how much a seat is ahead in a game under way: 0 is level, 1 a clear advantage, 3 as good as won."""
        ...


class Rulebook(Generic[B]):
    """A System but for what only its own rulebook knows."""

    package: str
    """The dotted name of the rules package."""
    catalogue: Catalogue
    show: Show[B]
    greedy: Valuation[B]
    position_value: PositionValue[B] | None = None
    """None where a rulebook has no opinion: then only the end of a game is worth anything."""
    statuses: tuple[Badge, ...] = ()
    secrets = False

    @property
    def name(self) -> str:
        """As its about.toml says."""
        return own_about(self.package).name

    # ------------------------------------------------------------------ files
    def scenarios(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
        return self.catalogue.list_scenarios(folders, wrong)

    def forces(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
        return self.catalogue.list_forces(folders, wrong)

    def scenario(self, path: Path, folders: Sequence[Path]) -> ScenarioInfo:
        return self.catalogue.read_scenario(path, folders)

    def force(self, path: Path, folders: Sequence[Path]) -> ForceInfo:
        return self.catalogue.read_force(path, folders)

    def check(self, path: Path, folders: Sequence[Path]) -> str:
        return self.catalogue.check_file(path, folders)

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        return self.catalogue.fits(scenario, forces)

    def reference(self) -> list[Rule]:
        return self._reference

    @cached_property
    def _reference(self) -> list[Rule]:
        text = files(self.package).joinpath("reference.toml").read_text(encoding="utf-8")
        return [Rule(**rule) for rule in tomllib.loads(text)["rule"]]

    @cached_property
    def guide(self) -> Guide | None:
        """The first game that explains itself, None where the package has no guide.toml."""
        return read_guide(self.package)

    # ------------------------------------------------------------------ what is shown, and the computer's valuation
    def standing(self, game: Game[B]) -> Standing:
        return self.show.standing(game)

    def scene(self, game: Game[B]) -> Scene:
        return self.show.scene(game)

    def roster(self, game: Game[B]) -> list[RosterLine]:
        return self.show.roster(game)

    def card(self, game: Game[B], unit: str) -> Card | None:
        return self.show.card(game, unit)

    def spot(self, game: Game[B], spot: str) -> list[Line]:
        return self.show.spot(game, spot)

    def overlay(self, game: Game[B], name: str, unit: str) -> Overlay:
        return self.show.overlay(game, name, unit)

    def view(self, game: Game[B], unit: str, spot: str) -> str:
        return self.show.view(game, unit, spot)

    def holders(self, game: Game[B]) -> list[Held]:
        """Who holds what is fought for; a rulebook in which anything is held says it."""
        return []

    def appraise(self, game: Game[B], answer: Answer) -> float:
        return self.greedy.appraise(game, answer)

    def evaluate(self, game: Game[B], seat: int) -> float:
        known = self.position_value
        under_way = game.result is None and known is not None
        return value(game, seat, known.lead(game, seat) if known is not None and under_way else 0.0)


# ---------------------------------------------------------------- saving
class Saver(Generic[B]):
    """State and agenda as JSON data and back, for battles that hold their units in a dict by their ids.

    `units` is what the battle and the file call that dict. `births` says how units are made that the set-up did not
    have; without it there are none.
    """

    def __init__(self, names: Names, units: str = "units", births: Births | None = None) -> None:
        self.names, self.units, self.births = names, units, births

    def dump(self, game: Game[B]) -> dict[str, Any]:
        battle = game.state
        units = [self._written(unit) for unit in getattr(battle, self.units).values()]
        return {**self.names.write(battle), self.units: units, AGENDA: self.names.write_agenda(game)}

    def _written(self, unit: Any) -> dict[str, Any]:
        made_of = self.births.written(unit) if self.births is not None else {}
        return {**self.names.write(unit), **made_of}

    def load(self, game: Game[B], data: Mapping[str, Any]) -> Game[B]:
        """The game as `dump` has written it, from the same game at its start. ValueError for a unit of no kind."""
        battle = game.state
        self.names.fill(battle, data)
        units = {saved["id"]: self._read(battle, saved) for saved in data[self.units]}
        if self.births is None:
            units = {**getattr(battle, self.units), **units}  # a unit that was left out is seen to be missing
        setattr(battle, self.units, units)
        game.agenda = self.names.read_agenda(data)
        return game

    def _read(self, battle: Any, saved: Mapping[str, Any]) -> Any:
        unit = getattr(battle, self.units).get(saved["id"])
        if unit is None:
            if self.births is None:
                raise ValueError(f"{saved['id']!r} is no unit of this battle")
            unit = self.births.make(battle, saved)
        self.names.fill(unit, saved)
        return unit


# ---------------------------------------------------------------- two players
class DuelState(State, Protocol):
    """A battle of two players."""

    @property
    def seat_names(self) -> tuple[str, ...]: ...


class Duel(Rulebook[D]):
    """A rulebook for two players."""

    seats = (2, 2)
    saver: Saver[D]
    end_rule: str
    """The rule that says who wins: the one behind giving up and agreeing on a draw."""

    def first_battle(self, setup: Setup, names: tuple[str, ...]) -> tuple[D, Step]:
        """The battle of a set-up before its first step, and that step. BadFile if the data is not sound."""
        raise NotImplementedError

    def start(self, setup: Setup) -> Game[D]:
        if len(setup.seats) != self.seats[1]:
            raise BadFile("set-up", "seats", f"a battle is for {self.seats[1]} players, not {len(setup.seats)}")
        battle, step = self.first_battle(setup, tuple(seat.name for seat in setup.seats))
        return Game(cast("System", self), setup, battle, [step], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game[D]) -> dict[str, Any]:
        return self.saver.dump(game)

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[D]:
        return self.saver.load(self.start(setup), data)

    def concede(self, game: Game[D], seat: int) -> None:
        loser, winner = game.state.seat_names[seat], game.state.seat_names[1 - seat]
        game.emit(Event(f"{loser} gives up", (self.end_rule,), seat))
        game.end(Ended(f"{loser} gives up: {winner} wins", (self.end_rule,), None, (1 - seat,)))

    def agree_draw(self, game: Game[D]) -> None:
        game.end(Ended("The players agree on a draw", (self.end_rule,), None, ()))
