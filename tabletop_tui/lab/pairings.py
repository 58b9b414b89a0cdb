"""What a series is made of: matches, in which forces and players change seats so that neither profits from its own."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from attrs import asdict, evolve

from tabletop_tui.engine.setup import Setup
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import LARGEST_SEED, BadChoice
from tabletop_tui.play.players import COMPUTERS, PERSON
from tabletop_tui.play.setup_checks import told_apart
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System

LONGEST_NAME = 200
"""So many characters a name may have before it is cut for a number behind it."""
PLAYER = "greedy"
"""Who plays where nobody is named."""


@frozen
class Match:
    """One game of a series, as plain data: it can be sent to any process or machine that has the program."""

    scenario: str
    """As in SYSTEM/ID; of a file its name, without its folder."""
    word: str
    """How the command line calls it: SYSTEM/ID, or a file as it was given."""
    forces: tuple[str, ...]
    """The id or file of the force on each seat; () in a saved position, which has its own."""
    force_names: tuple[str, ...]
    """The name of the force on each seat; of different forces with one name, with its file or id."""
    as_shipped: bool
    """Whether each force has the seat that the scenario gives it."""
    setup: Setup
    rerolls: int = 0
    """How often each roll is made anew, once the game is over, to measure luck; 0 where nobody wants to know."""

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
        words = ["tabletop-tui", "play", self.word]
        words += [word for force in self.forces for word in ("--force", force)]
        words += [word for player in self.players for word in ("--seat", player)]
        return shlex.join([*words, "--seed", str(self.setup.seed), "--headless"])

    def fits(self, record: GameRecord) -> bool:
        """Whether this can be its record, and not one that somebody has changed."""
        seats = [(seat.team, seat.player) for seat in record.seats]
        if self.rerolls and not record.luck:
            return False
        return record.system == self.setup.system and seats == [(seat.team, seat.player) for seat in self.setup.seats]

    def named(self, record: GameRecord) -> GameRecord:
        """What came of it, with scenario and forces called as they are here, whenever and wherever it was played."""
        seats = [evolve(seat, force=name) for seat, name in zip(record.seats, self.force_names, strict=False)]
        return evolve(record, scenario=self.scenario, name=self.name, command=self.command, seats=tuple(seats))


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
    scenario's own. `word` is the file of the scenario, '' for one that is found by its id. BadChoice if it cannot be
    played so.
    """
    chosen = _chosen(found, scenario, forces)
    seats = _on_seats(scenario, players)
    if len(chosen) == scenario.seats and (refusal := found.fits(scenario, chosen)) is not None:
        told = " and ".join(dict.fromkeys(f"{force.name} ({Path(force.id).name})" for force in chosen))
        raise BadChoice(f"{scenario.name} cannot be played with {told}: {refusal}")
    arrangements = list(_arrangements(found, scenario, chosen, seats))
    names = _names([(force.data, force.id) for force in chosen] or _of_position(scenario))
    label = Path(word).name if word else f"{found.id}/{scenario.id}"
    if first_seed + games - 1 > LARGEST_SEED:
        raise BadChoice(f"the seeds end at {LARGEST_SEED}; begin with a lower one")
    ways = []
    for order, sitting in arrangements:
        setup = new_game.set_table(found, scenario, order, sitting, seed=first_seed)
        shipped = [force.id for force in order] == [force.id for force in chosen]
        ids, called = tuple(force.id for force in order), tuple(names[_same(seat.force)] for seat in setup.seats)
        ways.append(Match(label, word or label, ids, called, shipped, setup))
    each = ((seed, ways[(seed - 1) % len(ways)]) for seed in range(first_seed, first_seed + games))
    return [evolve(way, setup=evolve(way.setup, seed=seed)) for seed, way in each]


def _of_position(scenario: ScenarioInfo) -> list[tuple[Mapping[str, Any], str]]:
    return [(seat.force, "") for seat in scenario.setup.seats] if scenario.setup is not None else []


def _names(forces: Iterable[tuple[Mapping[str, Any], str]]) -> dict[str, str]:
    """What each force is called, by all that it is; of those that share a name, with its id or the name of its file."""
    known = {_same(data): (str(data.get("name", "")), Path(source).name) for data, source in forces}
    names = [name for name, _ in known.values()]
    full = [f"{name} ({source})" if source and names.count(name) > 1 else name for name, source in known.values()]
    return dict(zip(known, told_apart(full, LONGEST_NAME), strict=True))


def _same(force: Mapping[str, Any]) -> str:
    """A text that is the same for forces that are the same."""
    return json.dumps(force, sort_keys=True)


def _chosen(found: System, scenario: ScenarioInfo, words: Sequence[str]) -> list[ForceInfo]:
    if scenario.setup is not None:
        if words:
            raise BadChoice(f"{scenario.name} is a saved position; its forces are as they stand there")
        return []
    if len(words) > scenario.seats:
        raise BadChoice(f"{scenario.name} is for {scenario.seats} players; there are more forces than that")
    own = scenario.forces[len(words) : scenario.seats]
    return [_force(found, word) for word in (*words, *own)]


def _force(found: System, word: str) -> ForceInfo:
    """The force that is meant, its id the file where it was given as such: that of another folder is another."""
    force = new_game.find_force(found, word)
    return evolve(force, id=word) if new_game.is_path(word) else force


def teams_of(scenario: ScenarioInfo) -> list[int]:
    """The team of each seat."""
    return list(scenario.teams) or list(range(scenario.seats))


def _on_seats(scenario: ScenarioInfo, players: Sequence[str]) -> list[str]:
    """Who plays each seat."""
    teams = teams_of(scenario)
    sides = sorted(set(teams))
    if PERSON in players:
        raise BadChoice("in a series computers play among themselves; name another player than keyboard")
    if nobody := next((player for player in players if player not in COMPUTERS), ""):
        raise BadChoice(f"{nobody!r} plays no seat; choose one of: {', '.join(COMPUTERS)}")
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
