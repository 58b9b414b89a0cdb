"""What a series is made of: matches, in which forces and players change seats so that neither profits from its own."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Sequence
from itertools import product

from attrs import asdict, frozen

from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import LARGEST_SEED, BadChoice
from tabletop_tui.play.players import PERSON, seated
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System

PLAYER = "greedy"
"""Who plays where nobody is named."""


@frozen
class Match:
    """One game of a series, as plain data: it can be sent to any process or machine that has the program."""

    scenario: str
    """As in SYSTEM/ID."""
    forces: tuple[str, ...]
    """The id or file of the force on each seat; () in a saved position, which has its own."""
    as_shipped: bool
    """Whether each force has the seat that the scenario gives it."""
    setup: Setup

    @property
    def name(self) -> str:
        """The scenario as its players call it."""
        return str(self.setup.scenario.get("name") or self.scenario)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.setup.seats)

    @property
    def key(self) -> str:
        """A text that is the same for matches that would be the same game, under the same rules, and for no others."""
        data = [asdict(self.setup), system(self.setup.system).version]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:24]

    @property
    def command(self) -> str:
        """The command that plays it again."""
        words = ["tabletop-tui", "play", self.scenario]
        words += [word for force in self.forces for word in ("--force", force)]
        words += [word for player in self.players for word in ("--seat", player)]
        return shlex.join([*words, "--seed", str(self.setup.seed), "--headless"])


def matches_of(
    found: System,
    scenario: ScenarioInfo,
    *,
    forces: Sequence[str] = (),
    players: Sequence[str] = (PLAYER,),
    games: int,
    first_seed: int = 1,
    word: str = "",
) -> list[Match]:
    """A mirrored series: each game has a seed of its own, and the next arrangement of forces and players in turn.

    `players` names one for all seats, one for each team or one for each seat; forces that are not named are the
    scenario's own. `word` is how a player calls the scenario, where that is not its id. BadChoice if it cannot be
    played so.
    """
    chosen = _chosen(found, scenario, forces)
    seats = _on_seats(scenario, players)
    arrangements = list(_arrangements(found, scenario, chosen, seats))
    word = word or f"{found.id}/{scenario.id}"
    if first_seed + games - 1 > LARGEST_SEED:
        raise BadChoice(f"the seeds end at {LARGEST_SEED}; begin with a lower one")
    matches = []
    for seed in range(first_seed, first_seed + games):
        order, sitting = arrangements[(seed - 1) % len(arrangements)]
        shipped = [force.id for force in order] == [force.id for force in chosen]
        setup = new_game.set_table(found, scenario, order, sitting, seed=seed)
        _check(setup)
        matches.append(Match(word, tuple(force.id for force in order), shipped, setup))
    return matches


def _chosen(found: System, scenario: ScenarioInfo, words: Sequence[str]) -> list[ForceInfo]:
    if scenario.setup is not None:
        if words:
            raise BadChoice(f"{scenario.name} is a saved position; its forces are as they stand there")
        return []
    if len(words) > scenario.seats:
        raise BadChoice(f"{scenario.name} is for {scenario.seats} players; there are more forces than that")
    own = scenario.forces[len(words) : scenario.seats]
    return [new_game.find_force(found, word) for word in (*words, *own)]


def teams_of(scenario: ScenarioInfo) -> list[int]:
    """The team of each seat."""
    return list(scenario.teams) or list(range(scenario.seats))


def _on_seats(scenario: ScenarioInfo, players: Sequence[str]) -> list[str]:
    """Who plays each seat."""
    teams = teams_of(scenario)
    sides = sorted(set(teams))
    if PERSON in players:
        raise BadChoice("in a series computers play among themselves; name another player than keyboard")
    if len(players) == 1:
        return [*players] * scenario.seats
    if len(players) == scenario.seats:
        return list(players)
    if len(players) == len(sides):
        return [players[sides.index(team)] for team in teams]
    each = f", {len(sides)} (one a team)" if len(sides) < scenario.seats else ""
    raise BadChoice(f"{scenario.name} needs 1 player (for all seats){each} or {scenario.seats}, not {len(players)}")


def _arrangements(
    found: System, scenario: ScenarioInfo, forces: list[ForceInfo], players: list[str]
) -> Iterator[tuple[list[ForceInfo], list[str]]]:
    """Each way in which forces and players can sit, the one that was asked for first; none twice.

    Forces keep their seats where these have tasks of their own; allies stay allies.
    """
    turns = list(_turns(teams_of(scenario)))
    fixed = not forces or not scenario.same_task
    seen = set()
    for by, other in product([0] if fixed else turns, turns):
        order, sitting = forces[by:] + forces[:by], players[other:] + players[:other]
        key = (tuple(force.id for force in order), tuple(sitting))
        if key not in seen and (not by or found.fits(scenario, order) is None):
            seen.add(key)
            yield order, sitting


def _turns(teams: list[int]) -> Iterator[int]:
    """By how many seats all can move on, so that those of one team are of one team again."""
    seats = range(len(teams))
    for by in seats:
        moved = teams[by:] + teams[:by]
        if all((teams[a] == teams[b]) == (moved[a] == moved[b]) for a, b in product(seats, seats)):
            yield by


def _check(setup: Setup) -> None:
    """BadChoice unless there are such players."""
    try:
        seated(setup)
    except ValueError as error:
        raise BadChoice(str(error)) from error
