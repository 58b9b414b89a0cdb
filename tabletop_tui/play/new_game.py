"""From choices to a game: finding scenarios and forces by id or path, and setting the table."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import SystemRandom

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.engine.setup import SEAT_NAMES, SeatSetup, Setup
from tabletop_tui.engine.wording import which
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import attempt
from tabletop_tui.play import position_files
from tabletop_tui.play.journal import JournalTaken, date_of, free_path
from tabletop_tui.play.players import PERSON
from tabletop_tui.play.session import Pace, Session
from tabletop_tui.play.setup_checks import game_name_fault, seat_name_fault, told_apart
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.registry import system, system_ids, systems
from tabletop_tui.rulebook.scenario_script_files import MOMENTS, bare, check_names
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo, System

LARGEST_SEED = 2**32 - 1


class BadChoice(Exception):
    """A choice that cannot be played: one sentence."""


def all_scenarios(wrong: list[BadFile] | None = None) -> list[tuple[System, ScenarioInfo]]:
    """Every scenario of every system, in the order in which they are offered; files at fault go into `wrong`."""
    found_systems = systems([] if wrong is None else wrong)
    return [(found, info) for found in found_systems for info in scenarios_of(found, wrong)]


def scenarios_of(found: System, wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
    """The scenarios of a system, then the positions that were saved of it."""
    saved = position_files.listed(found, [paths.positions()], wrong)
    return [*found.scenarios(paths.scenario_folders(), wrong), *saved]


def find_scenario(word: str, only: bool = False) -> tuple[System, ScenarioInfo]:
    """The scenario with this id (or SYSTEM/ID) or name, or in this file; BadChoice where there is none.

    By its id it is found by its file alone; else everything is looked at. Of several the first is taken, but for
    `only`: then that is refused.
    """
    if is_path(word):
        found, path = system_of(Path(word)), Path(word)
        if position_files.is_position(path):
            return found, position_files.read(found, path)
        return found, found.scenario(path, paths.scenario_folders())
    by_id = _scenarios_of_id(word)
    if (first := next(by_id, None)) is not None:
        return _single(word, [first, *by_id]) if only else first
    if (named := word.rpartition("/")[0]) in system_ids():
        system(named)  # if that is broken, nothing else needs saying
    wrong: list[BadFile] = []
    known = all_scenarios(wrong)
    if every := [(found, info) for found, info in known if meant(word, found, info)]:
        return _single(word, every) if only else every[0]
    _tell(word, wrong)
    ids = [info.id for _, info in known]
    names = [info.id if ids.count(info.id) == 1 else f"{found.id}/{info.id}" for found, info in known]
    raise BadChoice(f"there is no scenario {word!r}; {which(word, names)}")


def _single(word: str, every: Sequence[tuple[System, ScenarioInfo]]) -> tuple[System, ScenarioInfo]:
    """The one scenario that is meant. BadChoice if it may be another."""
    if len(every) > 1:
        ids = ", ".join(f"{found.id}/{info.id}" for found, info in every)
        raise BadChoice(f"there are {len(every)} scenarios {word!r}; say which: {ids}")
    return every[0]


def _scenarios_of_id(word: str) -> Iterator[tuple[System, ScenarioInfo]]:
    """The scenarios of this id (or SYSTEM/ID): no other file is read for one, and no other rulebook imported."""
    named, _, name = word.rpartition("/")
    for system_id in [named] if named else system_ids():
        if (path := _file_of(name, system_id, paths.scenario_folders(), "scenario")) is not None:
            with suppress(KeyError):
                yield system(system_id), system(system_id).scenario(path, paths.scenario_folders())


def _file_of(name: str, system_id: str, folders: Sequence[Path], kind: str = "") -> Path | None:
    """The file of this name and kind among those of a system, the first folder first; None where it is not clear which.

    A map may have the name of the scenario that is played on it.
    """
    for folder in folders:
        here = [path for path in (folder / system_id).rglob("*.toml") if path.stem == name]
        if kind:
            here = [path for path in here if toml_table(path).get("kind", kind) == kind]
        if here:
            return here[0] if len(here) == 1 else None
    return None


def meant(word: str, found: System, info: ScenarioInfo | ForceInfo) -> bool:
    """Whether a player means this one: by its id, or by its name as the screens write it."""
    return word in (info.id, f"{found.id}/{info.id}") or word.casefold() == info.name.casefold()


def find_force(found: System, word: str) -> ForceInfo:
    """The force with this id or name, or in this file."""
    if is_path(word):
        return found.force(Path(word), paths.roster_folders())
    if (path := _file_of(word.removeprefix(f"{found.id}/"), found.id, paths.roster_folders())) is not None:
        with suppress(BadFile):
            return found.force(path, paths.roster_folders())
    wrong: list[BadFile] = []
    known = found.forces(paths.roster_folders(), wrong)
    for info in known:
        if meant(word, found, info):
            return info
    _tell(word, wrong)
    raise BadChoice(f"there is no force {word!r}; {which(word, [info.id for info in known])}")


def _tell(word: str, wrong: Sequence[BadFile]) -> None:
    """What was asked for by this word is there, but at fault: say that rather than that it is not known."""
    for error in wrong:
        if Path(error.path).stem == word.rpartition("/")[2]:
            raise error


def is_path(word: str) -> bool:
    """Whether a word on the command line means a file, not an id."""
    return word.endswith(".toml") or "\\" in word or os.path.isfile(word)


def system_of(path: Path) -> System:
    """The system that a file names in its line `system = "..."`."""
    name = toml_table(path).get("system")
    if name not in system_ids():
        given = "" if name is None else f", not {name!r:.40}"
        raise BadFile(path, "system", f"name the system that it belongs to: {', '.join(system_ids())}{given}")
    return system(name)


def set_table(
    found: System,
    scenario: ScenarioInfo,
    forces: Sequence[ForceInfo] = (),
    players: Sequence[str] = (),
    *,
    seed: int | None = None,
    dice: str = "seeded",
    stalemate: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
    clock: int | None = None,
) -> Setup:
    """The set-up of a game: forces and players that are not named are the scenario's own, and people.

    After `stalemate` rounds in which nothing happens a draw is offered (0: never; None: as the scenario says).
    Seats that are given no name keep the one they have; names that read alike get a number. `name` is what the players
    call the game, `clock` the minutes that each has for thinking (0: counted, without a limit).
    BadChoice if it cannot be played so.
    """
    if name and (fault := game_name_fault(name)):
        raise BadChoice(fault)
    if stalemate is None:
        stalemate = scenario.stalemate
    elif scenario.stalemate is None:
        raise BadChoice(f"{scenario.name} comes to an end by itself, and no draw is offered there")
    if scenario.setup is not None:
        if forces:
            raise BadChoice(f"{scenario.name} is a saved position; its forces are as they stand there")
        saved = evolve(scenario.setup, stalemate=stalemate, name=name, clock=clock)
        return _named(go_on(saved, players, new_seed() if seed is None else seed, dice), names)
    if len(forces) > scenario.seats or len(players) > scenario.seats:
        raise BadChoice(f"{scenario.name} is for {scenario.seats} players; there are more forces or seats than that")
    forces = [*forces, *(find_force(found, name) for name in scenario.forces[len(forces) : scenario.seats])]
    if len(forces) < scenario.seats:
        raise BadChoice(f"{scenario.name} is for {scenario.seats} players; name a force for each")
    players = [*players, *[PERSON] * (scenario.seats - len(players))]
    if (refusal := found.fits(scenario, forces)) is not None:
        raise BadChoice(f"{scenario.name} cannot be played like this: {refusal}")
    _check_dice(dice, players)
    teams = scenario.teams or list(range(scenario.seats))
    seats = [
        SeatSetup(SEAT_NAMES[number], team, player, force.data)
        for number, (team, player, force) in enumerate(zip(teams, players, forces, strict=True))
    ]
    setup = Setup(found.id, scenario.data, seats, new_seed() if seed is None else seed, dice, stalemate)
    setup = evolve(setup, name=name, clock=clock)
    if MOMENTS in scenario.data and [force.id for force in forces] == scenario.forces:
        attempt(f"scenario {scenario.id}", lambda: check_names(found.start(setup)))
    return _named(setup, names)


def check_story(found: System, path: Path) -> None:
    """BadFile unless what a scenario's story speaks of is there with the forces that it offers; none, none is asked."""
    if not toml_table(path).get(MOMENTS):
        return
    info = found.scenario(path, paths.scenario_folders())
    if len(info.forces) == info.seats:
        forces = [find_force(found, name) for name in info.forces]
        setup = set_table(found, evolve(info, data=bare(info.data)), forces)
        attempt(path, lambda: check_names(found.start(evolve(setup, scenario=info.data))))


def _named(setup: Setup, names: Sequence[str]) -> Setup:
    """The same with these names for its first seats."""
    if len(names) > len(setup.seats):
        raise BadChoice(f"there are {len(setup.seats)} seats; there are more names than that")
    if fault := next(filter(None, map(seat_name_fault, names)), ""):
        raise BadChoice(fault)
    apart = told_apart([*names, *(seat.name for seat in setup.seats[len(names) :])])
    return evolve(setup, seats=[evolve(seat, name=name) for seat, name in zip(setup.seats, apart, strict=True)])


BEGINNERS = "greedy"
"""Against whom a first game is played."""


def first_setup(
    found: System, guided: bool, opponent: str = BEGINNERS, names: Sequence[str] = (), clock: int | None = None
) -> tuple[ScenarioInfo, Setup]:
    """The first scenario of the rulebook's guide, and a small game of it: against a computer, or among people.

    Guided, dice and opponent are those that the guide was written with; else the dice are new. BadChoice for a rulebook
    without a guide.
    """
    guide = guide_of(found)
    if guide is None:
        raise BadChoice(f"{found.name} has no first game; begin a new game")
    _, scenario = find_scenario(f"{found.id}/{guide.scenario}")
    players = [PERSON, *[BEGINNERS if guided else opponent] * (scenario.seats - 1)]
    seed = guide.seed if guided else None
    forces = [find_force(found, name) for name in guide.forces]
    names = names[: scenario.seats]
    return scenario, set_table(found, scenario, forces, players=players, seed=seed, names=names, clock=clock)


def begin_first(setup: Setup, scenario: ScenarioInfo, guided: bool) -> Session:
    """Begin it."""
    return begin(setup, scenario.id, guided=guided)


def first_game(found: System, guided: bool) -> Session:
    """Both at once."""
    scenario, setup = first_setup(found, guided)
    return begin_first(setup, scenario, guided)


def again(setup: Setup) -> Setup:
    """The same set-up with new dice; it is another game, so that it has no name yet."""
    return evolve(setup, seed=new_seed(), faces=None, name="")


def next_scenario(found: System, setup: Setup) -> tuple[ScenarioInfo, Setup] | None:
    """The scenario behind this one in the list of those for as many players, the first behind the last, and its set-up.

    The players keep their seats, the forces are its own. None where there is no other.
    """
    known = [one for one in found.scenarios(paths.scenario_folders(), []) if one.seats == len(setup.seats)]
    here = next((place for place, one in enumerate(known) if one.name == setup.scenario.get("name")), -1)
    players, names = [seat.player for seat in setup.seats], [seat.name for seat in setup.seats]
    for info in [*known[here + 1 :], *known[: max(0, here)]]:
        with suppress(BadChoice, BadFile):
            return info, set_table(found, info, players=players, dice=setup.dice, names=names, clock=setup.clock)
    return None


def go_on(saved: Setup, players: Sequence[str], seed: int, dice: str) -> Setup:
    """The set-up of a position with these players and dice."""
    if len(players) > len(saved.seats):
        raise BadChoice(f"this position is for {len(saved.seats)} players; there are more seats than that")
    players = [*players, *[PERSON] * (len(saved.seats) - len(players))]
    _check_dice(dice, players)
    seats = [evolve(seat, player=player) for seat, player in zip(saved.seats, players, strict=True)]
    return evolve(saved, seats=seats, seed=seed, dice=dice)


def _check_dice(dice: str, players: Sequence[str]) -> None:
    if dice == "typed" and PERSON not in players:
        raise BadChoice("typed dice need a person at the table to roll them; give one seat to 'keyboard'")


def new_seed() -> int:
    """A seed that nobody has chosen."""
    return SystemRandom().randint(0, LARGEST_SEED)


def begin(setup: Setup, name: str, journal: Path | None = None, pace: Pace = "run", guided: bool = False) -> Session:
    """A new game; without a journal named, saved among the player's games under its date and `name`."""
    now = datetime.now()
    while True:
        path = journal or free_path(paths.games(), setup.system, name, now)
        try:
            return Session.new(setup, path, pace=pace, guided=guided, begun=date_of(now))
        except JournalTaken:
            if journal is not None:
                raise  # else another window began a game of this name at this moment
