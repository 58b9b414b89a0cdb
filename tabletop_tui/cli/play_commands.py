"""Commands that play: a game, a recorded one, a lesson."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tabletop_tui.cli.output import BAD, say, tell
from tabletop_tui.cli.root_command import commands, open_app
from tabletop_tui.cli.shared_options import FILE, FORCE_HELP, PLAYERS, SEED, shared
from tabletop_tui.cli.shell_completion import books, forces, games, scenarios
from tabletop_tui.process import standard_streams
from tabletop_tui.settings import CLOCKS

if TYPE_CHECKING:
    from tabletop_tui.play.session import Pace, Session
    from tabletop_tui.rulebook.system import ScenarioInfo

CLOCK_HELP = "Count how long each person thinks, or give each so many minutes; a flag that falls is told."
STALEMATE_HELP = "After N rounds in which nothing happens a draw is offered; 0: never. (As the scenario says.)"


@commands.command(help="Play SCENARIO (an id or a file; the first one if none is named).")
@click.argument("scenario", required=False, shell_complete=scenarios)
@click.option(
    "--force",
    "forces",
    multiple=True,
    metavar="ROSTER",
    shell_complete=forces,
    help=FORCE_HELP,
)
@click.option("--seat", "seats", multiple=True, type=click.Choice(PLAYERS), help="Who plays each seat in turn.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="The name of each seat in turn.")
@click.option("--seed", type=SEED, help="The seed of the dice and the computer players.")
@click.option("--dice", type=click.Choice(["seeded", "typed"]), default="seeded", help="Typed: you roll real dice.")
@click.option("--called", metavar="NAME", default="", help="What the game is called, in lists and reports.")
@click.option("--clock", type=click.Choice(CLOCKS), default=CLOCKS[0], help=CLOCK_HELP)
@click.option("--stalemate", type=click.IntRange(0, 99), metavar="N", help=STALEMATE_HELP)
@click.option("--journal", type=FILE, metavar="FILE", help="Where to save the game; it must not exist yet.")
@shared
def play(
    scenario: str | None,
    forces: tuple[str, ...],
    seats: tuple[str, ...],
    names: tuple[str, ...],
    seed: int | None,
    dice: str,
    called: str,
    clock: str,
    stalemate: int | None,
    journal: Path | None,
    pace: Pace,
    headless: bool,
    only_ascii: bool,
) -> int:
    from tabletop_tui.play import new_game
    from tabletop_tui.play.seat_clock import minutes_of

    if scenario is None:
        known = new_game.all_scenarios([])
        if not known:
            raise new_game.BadChoice("no scenario is installed")
        system, info = known[0]
    else:
        system, info = new_game.find_scenario(scenario)
    chosen = [new_game.find_force(system, force) for force in forces]
    rules = {"seed": seed, "stalemate": stalemate, "clock": minutes_of(clock)}
    setup = new_game.set_table(system, info, chosen, seats, dice=dice, names=names, name=called, **rules)
    if not headless:
        standard_streams.need_terminal()  # before there is a journal
    session = new_game.begin(setup, info.id, journal, pace)
    return go_on(session, headless, only_ascii, info)


LOST = 5.0
"""So many seconds a window that has lost its terminal may still hold its game."""


@commands.command(help="Go on with the game of JOURNAL (if none is named, the unfinished one that was played last).")
@click.argument("journal", required=False, type=FILE, shell_complete=games)
@shared
def resume(journal: Path | None, pace: Pace, headless: bool, only_ascii: bool) -> int:
    from tabletop_tui.files.locks import wait_until_free
    from tabletop_tui.play.headless_play import last_game
    from tabletop_tui.play.session import Session

    path = journal or last_game()
    wait_until_free(path, LOST)
    session = Session.load(path, pace=pace)
    if journal is None:
        session.notice = " ".join(filter(None, [f"The game played last: {path.name}.", session.notice]))
    return go_on(session, headless, only_ascii)


def go_on(session: Session, headless: bool, only_ascii: bool, begun: ScenarioInfo | None = None) -> int:
    """Play on, with or without a screen; a game of the scenario `begun` is new, and gets its briefing."""
    if not headless:
        return open_app(session, only_ascii)
    from tabletop_tui.play.headless_play import drive

    return drive(session, sys.stdin, tell, begun)


@commands.command(help="Watch the game of JOURNAL, or print it; nothing is written.")
@click.argument("journal", type=FILE, shell_complete=games)
@click.option("--headless", is_flag=True, help="No screen: print the log and the battlefield.")
@click.option("--verify", is_flag=True, help="Only check every answer, die and digest.")
@click.option("--until", type=click.IntRange(0), metavar="N", help="Only the first N answers.")
def replay(journal: Path, headless: bool, verify: bool, until: int | None) -> int:
    from tabletop_tui.play.headless_play import show_replay, verified
    from tabletop_tui.play.session import Session

    if not headless and not verify:
        return open_app(Session.replay(journal, until or 0), only_ascii=False, watching=True)
    session = Session.replay(journal, until)
    if verify:
        tell(f"{journal}: {verified(session)}")
        return 0
    show_replay(session, tell)
    return 0


@commands.command(help="The lessons and puzzles of SYSTEM, or one of them: LESSON is its number, its id, or puzzle:ID.")
@click.argument("system", shell_complete=books)
@click.argument("lesson", required=False)
@click.option("--headless", is_flag=True, help="No screen: list them, or answer by numbered lines.")
@click.option("--seed", type=SEED, default=0, help="The seed of the dice that are not loaded.")
@click.pass_context
def learn(context: click.Context, system: str, lesson: str | None, headless: bool, seed: int) -> int:
    from tabletop_tui.files.bad_file import BadFile
    from tabletop_tui.school import lessons_as_text as school

    if not headless:
        found = school.found(system, lesson).key if lesson is not None else ""
        standard_streams.need_terminal()
        from tabletop_tui.app import run as run_app

        given = context.find_object(dict) or {"ascii": False, "mouse": True}
        return run_app(lessons=(school.known(system), found), ascii=given["ascii"], mouse=given["mouse"])
    if lesson is None:
        wrong: list[BadFile] = []
        for line in school.contents(system, wrong):
            tell(line)
        for error in wrong:
            say(str(error), BAD)
        return BAD if wrong else 0
    return school.take(school.found(system, lesson), sys.stdin, tell, seed)
