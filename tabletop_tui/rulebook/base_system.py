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

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import AGENDA, Names
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game, State, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.outcome_chances import EVEN, LOST, WON, Prospects, ended
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import match
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.spawned_units import Births
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.author_victories import heeded, told_aims
from tabletop_tui.rulebook.feature_words import Idea
from tabletop_tui.rulebook.first_game_hints import Guide, read_guide
from tabletop_tui.rulebook.metadata import own_about
from tabletop_tui.rulebook.outcome_prediction import Features, Outlook, Weights, read_weights
from tabletop_tui.rulebook.scenario_script_files import with_story
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System

B = TypeVar("B", bound=State)
C = TypeVar("C", bound=State, contravariant=True)
STORY = "story"
"""What a saved state calls what has been told."""
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


class Foresight(Protocol[C]):
    """The module that says what counts of a side, by which it is foretold how a battle ends."""

    GOOD: frozenset[str]
    """The features of which a side is never worse off for having more ..."""
    BAD: frozenset[str]
    """... or less: those who learn weights hold to it, however few games they have seen."""
    IDEAS: tuple[Idea, ...]
    """What they are about, in words: all that are in GOOD or BAD."""

    def features(self, battle: C, seat: int) -> Features:
        """What counts of the side of a seat, each feature by its name; those that are not named are 0."""
        ...

    def to_come(self, battle: C) -> float:
        """The share of the battle that is still to come, from 1 to 0."""
        ...


class Rulebook(Generic[B]):
    """A System but for what only its own rulebook knows."""

    package: str
    """The dotted name of the rules package."""
    catalogue: Catalogue
    show: Show[B]
    greedy: Valuation[B]
    foresight: Foresight[B] | None = None
    """None where a rulebook has no opinion: then only the end of a game is worth anything."""
    statuses: tuple[Badge, ...] = ()

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

    def units_of(self, battle: B) -> dict[str, Any]:
        """The units of a battle by id: the dict itself."""
        units: dict[str, Any] = battle.units  # type: ignore[attr-defined]  # each battle but one has them under this name
        return units

    # ------------------------------------------------------------------ what is shown, and the computer's valuation
    def standing(self, game: Game[B]) -> Standing:
        return told_aims(game, self.show.standing(game))

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

    def sides(self, game: Game[B]) -> list[Features]:
        """What counts of each team that may still win, in the order of the teams."""
        known, battle = self.foresight, game.state
        assert known is not None
        return [known.features(battle, seat) for seat in self._first_seats(game).values()]

    def _first_seats(self, game: Game[B]) -> dict[int, int]:
        """The first seat of each team that may still win, by the team."""
        found: dict[int, int] = {}
        for seat, one in enumerate(game.setup.seats):
            if self.fights_on(game, seat):
                found.setdefault(one.team, seat)
        return dict(sorted(found.items()))

    def fights_on(self, game: Game[B], seat: int) -> bool:
        """Whether a seat has not given up."""
        return True

    @cached_property
    def _weights(self) -> Weights | None:
        return read_weights(self.package) if self.foresight is not None else None

    def prospects(self, game: Game[B], seat: int) -> Prospects:
        """How the game may end for a seat, as it stands."""
        if game.result is not None:
            return ended(game.result.winners, seat)
        return heeded(game, seat, self._by_sides(game, seat))

    def _by_sides(self, game: Game[B], seat: int) -> Prospects:
        """The same by what counts of the sides alone."""
        if self.foresight is None or self._weights is None:
            return EVEN
        teams = list(self._first_seats(game))
        team = game.setup.seats[seat].team
        if team not in teams:
            return LOST
        if len(teams) < 2:
            return WON
        wins, draw = self._weights.chances(self.sides(game), self.foresight.to_come(game.state))
        win = wins[teams.index(team)]
        return Prospects(win, draw, max(0.0, 1.0 - win - draw))

    @property
    def ideas(self) -> tuple[Idea, ...]:
        return self.foresight.IDEAS if self.foresight is not None else ()

    def outlook(self, game: Game[B], seat: int) -> Outlook | None:
        teams = list(self._first_seats(game))
        team = game.setup.seats[seat].team
        if game.result is not None or self.foresight is None or self._weights is None or team not in teams:
            return None
        to_come = self.foresight.to_come(game.state)
        sides = [Outlook.side(one, self._weights, to_come) for one in self.sides(game)]
        own = sides.pop(teams.index(team))
        return Outlook(own, tuple(sides)) if sides else None

    def evaluate(self, game: Game[B], seat: int) -> float:
        return 2 * self.prospects(game, seat).share - 1


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
        told = {STORY: game.story.written()} if game.story is not None else {}
        return {**self.names.write(battle), self.units: units, AGENDA: self.names.write_agenda(game), **told}

    def _written(self, unit: Any) -> dict[str, Any]:
        made_of = self.births.written(unit) if self.births is not None else {}
        return {**self.names.write(unit), **made_of}

    def load(self, game: Game[B], data: Mapping[str, Any]) -> Game[B]:
        """The game as `dump` has written it, from the same game at its start. ValueError for a unit of no kind."""
        battle = game.state
        if game.story is not None and STORY in data:
            game.story.read(data[STORY])
            match(game)
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
        return with_story(Game(cast("System", self), setup, battle, [step], dice_of(setup.dice, setup.seed)))

    def dump(self, game: Game[D]) -> dict[str, Any]:
        return self.saver.dump(game)

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[D]:
        return self.saver.load(self.start(setup), data)

    def concede(self, game: Game[D], seat: int) -> None:
        loser, winner = game.state.seat_names[seat], game.state.seat_names[1 - seat]
        game.emit(Event(f"{loser} gives up", (self.end_rule,), seat))
        game.end(Ended(f"{loser} gives up: {winner} wins", (self.end_rule,), None, (1 - seat,)), settled=True)

    def agree_draw(self, game: Game[D]) -> None:
        game.end(Ended("The players agree on a draw", (self.end_rule,), None, ()), settled=True)
