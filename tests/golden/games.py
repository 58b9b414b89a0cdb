"""The games of the golden set: seeded, so that they are the same whenever they are played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.standing_orders import offer_kinds
from tabletop_tui.play import position_files
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import System
from tests.swarm import swarm_setup
from tests.toy import toy_setup

HERE = Path(__file__).parent
BEGUN = "2026-01-02 03:04"
SEED = 2640
SCENARIOS = {
    "armymen": ("quick-start", "backyard", "playground"),
    "crimsondusk": ("quick-start", "convoy", "crossroads"),
    "mechcom": ("quick-start", "port-flags", "three-for-the-crater"),
    "pmc2640": ("quick-start", "relay-nine-destroy", "wasteland-find"),
    "techcommander": ("quick-start", "hybrid", "three-way"),
}
"""Of each system: what is finished, left, and unfinished."""
DIGESTS = "digests.txt"
"""For each journal of a system the digest of the state at its end, a line each."""


def setup_of(system: System, number: int = 0) -> Setup:
    """The set-up of one of a system's shipped scenarios, with its own forces."""
    if system.id == "swarm":
        return swarm_setup(seed=SEED, rounds=3)
    if system.id not in SCENARIOS:
        return toy_setup("keyboard", "keyboard", seed=SEED, rounds=3)
    _, info = find_scenario(f"{system.id}/{SCENARIOS[system.id][number]}")
    return set_table(system, info, seed=SEED)


def folder(system: System) -> Path:
    return HERE / system.id


# ---------------------------------------------------------------- journals
def play(session: Session, answers: int, chooser: Random) -> None:
    """Answer at random, so many times or to the end."""
    for _ in range(answers):
        if session.question is None:
            return
        session.answer(session.question.sample(chooser))


def finished(session: Session, chooser: Random) -> None:
    """A whole game, with a note, and an answer taken back."""
    play(session, 20, chooser)
    session.note("May it?")
    session.undo(3)
    play(session, 100_000, chooser)


def left(session: Session, chooser: Random) -> None:
    """A game that everybody leaves, one after the other."""
    play(session, 40, chooser)
    for seat in range(len(session.setup.seats)):
        if session.over is None:
            session.concede(seat)


def unfinished(session: Session, chooser: Random) -> None:
    """A game that goes on, in which a seat has said what it wants to be asked about."""
    for kind in offer_kinds(session.system)[:1]:
        session.order(0, kind.id, "never")
    play(session, 60 if session.setup.system != "toy" else 7, chooser)


KINDS: dict[str, Callable[[Session, Random], None]] = {"finished": finished, "left": left, "unfinished": unfinished}


def write_journals(system: System) -> None:
    """A journal of each kind, and of the last a second one with typed dice."""
    games = [(name, name, setup_of(system, number)) for number, name in enumerate(KINDS)]
    games.append(("typed", "unfinished", evolve(setup_of(system), dice="typed")))
    digests = []
    for name, kind, setup in games:
        path = folder(system) / f"{name}.jsonl"
        path.unlink(missing_ok=True)
        session = Session.new(setup, path, begun=BEGUN)
        KINDS[kind](session, Random(SEED))
        session.close()
        digests.append(f"{name} {session.digest()}\n")
    (folder(system) / DIGESTS).write_text("".join(digests), encoding="utf-8")


# ---------------------------------------------------------------- positions and rosters
def write_position(system: System) -> None:
    """The position of a game in which most steps are under way, of the first so many answers."""
    session = Session.new(setup_of(system))
    chooser = Random(SEED)
    deepest = session.game.clone()
    for _ in range(120):
        if session.question is None:
            break
        if len(session.game.agenda) > len(deepest.agenda) and not isinstance(session.question, DiceQuestion):
            deepest = session.game.clone()
        session.answer(session.question.sample(chooser))
    (folder(system) / "position.toml").unlink(missing_ok=True)
    position_files.save(deepest, "position", HERE)


def write_roster(system: System) -> None:
    """A roster that comes with the program, as it is now."""
    _, info = find_scenario(f"{system.id}/{SCENARIOS[system.id][0]}")
    shipped = next(
        path for root in paths.roster_folders() for path in root.glob(f"{system.id}/*/{info.forces[0]}.toml")
    )
    (folder(system) / "roster.toml").write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")


def write(system: System) -> None:
    """All files of a system."""
    folder(system).mkdir(exist_ok=True)
    write_journals(system)
    write_position(system)
    if system.id in SCENARIOS:
        write_roster(system)
