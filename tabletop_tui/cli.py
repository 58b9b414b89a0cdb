"""The commands. Without any, the app; every error is one sentence: exit code 2, or 70 if the program is at fault.

Nothing heavy is imported until a command needs it.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tabletop_tui import __version__
from tabletop_tui.files.safe_text import clean, clean_lines
from tabletop_tui.process import streams
from tabletop_tui.settings import PACES

if TYPE_CHECKING:
    from tabletop_tui.play.session import Pace, Session
    from tabletop_tui.rulebook.system import ScenarioInfo

NAME = "tabletop-tui"
DEBUG = "TABLETOP_TUI_DEBUG"
"""The environment variable that asks for tracebacks."""
PLAYED_WITH = ("textual", "rich", "numpy", "shapely")
COMPLETE = "_TABLETOP_TUI_COMPLETE"
"""By this environment variable a shell asks for its completion, or for what fits behind a Tab."""
PLAYERS = ("keyboard", "easy", "fair", "strong", "strong:careful", "strong:bold", "greedy", "random")
"""As in seats.PLAYERS, which is too heavy to import here; a test holds them together."""
SAVING = ("", "play", "resume")
"""Where answers are given, and saved; '' is the app."""
BAD = 2
"""The exit code of what cannot be done."""


SELDOM = 20_000
"""So many new objects may pile up before they are looked through: what is loaded at a start stays anyway."""


def main() -> None:
    """The console command."""
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    streams.make_ready()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        if asked := os.environ.get(COMPLETE):
            from click.shell_completion import shell_complete

            return shell_complete(commands, {}, NAME, COMPLETE, asked)
        code = int(commands.main(arguments, prog_name=NAME, standalone_mode=False) or 0)
        sys.stdout.flush()
        return code
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        command = next((word for word in arguments if word in commands.commands), "")
        return say("stopped; what was answered is saved" if command in SAVING else "stopped", 130)
    except click.ClickException as error:
        return say(error.format_message(), BAD)
    except streams.Enough:
        streams.give_up(1)
        return 0
    except (Exception, SystemExit) as error:  # nothing of ours leaves the program but through here
        return explain(error)


def explain(error: BaseException) -> int:
    """Say what ended a command, a sentence for each fault; its exit code."""
    from tabletop_tui.process.crash_report import BROKEN, Crash, sentence
    from tabletop_tui.process.signals import Stopped

    if isinstance(error, Stopped):
        return say(f"{error}; what was answered is saved", error.code)
    if isinstance(error, streams.NoStream):
        streams.give_up(1)
        return say("; ".join([str(error), *getattr(error, "__notes__", ())]), BAD)
    if expected := expected_in(error):
        for one in expected:
            say(str(one), BAD)
        return BAD
    fault = error.__cause__ if isinstance(error, Crash) and error.__cause__ else error
    if os.environ.get(DEBUG):
        raise fault
    return say(sentence(fault), BROKEN)


def expected_in(error: BaseException) -> Sequence[BaseException]:
    """The faults of a player or a file that an error tells of, none if the program is at fault."""
    try:
        from tabletop_tui.files.bad_file import BadFile
        from tabletop_tui.play.headless import EXPECTED
    except ImportError:  # what the program is made of is not there, and that is the fault
        return ()
    if isinstance(error, BadFile):
        return error.all
    return (error,) if isinstance(error, EXPECTED) else ()


def say(sentence: str, code: int) -> int:
    """One sentence on the error output."""
    try:
        print(f"{NAME}: {clean(' '.join(sentence.split()))}", file=sys.stderr, flush=True)
    except OSError:  # nobody hears it; the exit code says it still
        streams.give_up(2)
    return code


def tell(text: str) -> None:
    """Lines on the output."""
    click.echo(clean_lines(text))


def tell_versions(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """The versions of the program and of what it plays with, of which a report of a fault should tell."""
    if asked:
        from importlib.metadata import version
        from platform import platform, python_version

        tell(f"{NAME}, version {__version__}")
        tell(
            ", ".join([f"Python {python_version()}", *(f"{name} {version(name)}" for name in PLAYED_WITH), platform()])
        )
        context.exit()


ASCII_HELP = "Only plain signs on the screen, for terminals that lack others."
PACE_HELP = "run: on to the next question; step: one step of the rules at a time; dice: each roll waits for the word."
STALEMATE_HELP = "After N rounds in which nothing happens a draw is offered; 0: never. (As the scenario says.)"
ALLOW_HELP = "Another name by which browsers may ask for it (may be given again); others are refused."
PLAYOUTS_HELP = "How often an answer is played on: more is surer and takes longer. (32, or as many as before)"
SERIES_SEAT_HELP = "Who plays: one for all seats, one a team or one a seat, such as random or greedy. (greedy)"
IMPORT_HELP = "A map from a picture in plain text, as a game without a screen prints it."
PRINT_HELP = (
    "A page of WHAT, to have beside the table: a roster (cards and rules), a scenario or map (a plan to build it by)."
)
FILE = click.Path(path_type=Path)
SEED = click.IntRange(0, 2**32 - 1)


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A terminal hot-seat client for tabletop miniature wargames. Without a command: the app.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=tell_versions, help="Show versions and exit."
)
@click.option("--ascii", "only_ascii", is_flag=True, help=ASCII_HELP)
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal.")
@click.pass_context
def commands(context: click.Context, only_ascii: bool, no_mouse: bool) -> int:
    context.obj = {"ascii": only_ascii, "mouse": not no_mouse}
    return open_app(None, only_ascii) if context.invoked_subcommand is None else 0


def open_app(session: Session | None, only_ascii: bool, watching: bool = False) -> int:
    """The app, on a game (to play on or to watch) or from its title. NoStream without a terminal."""
    streams.need_terminal()
    from tabletop_tui.app import run as run_app

    given = click.get_current_context().find_object(dict) or {"ascii": False, "mouse": True}
    pace = session.pace if session else "run"
    return run_app(session, watching, ascii=only_ascii or given["ascii"], mouse=given["mouse"], pace=pace)


def shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that goes on with a game."""
    command = click.option("--ascii", "only_ascii", is_flag=True, help=ASCII_HELP)(command)
    command = click.option("--headless", is_flag=True, help="No screen: print the log, answer by numbered lines.")(
        command
    )
    command = click.option("--step", "pace", flag_value="step", help="The same as --pace step.")(command)
    return click.option("--pace", type=click.Choice(PACES), default="run", help=PACE_HELP)(command)


@commands.command(help="Play SCENARIO (an id or a file; the first one if none is named).")
@click.argument("scenario", required=False)
@click.option("--force", "forces", multiple=True, metavar="ROSTER", help="A force for each seat in turn (id or file).")
@click.option("--seat", "seats", multiple=True, type=click.Choice(PLAYERS), help="Who plays each seat in turn.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="The name of each seat in turn.")
@click.option("--seed", type=SEED, help="The seed of the dice and the computer players.")
@click.option("--dice", type=click.Choice(["seeded", "typed"]), default="seeded", help="Typed: you roll real dice.")
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
    stalemate: int | None,
    journal: Path | None,
    pace: Pace,
    headless: bool,
    only_ascii: bool,
) -> int:
    from tabletop_tui.play import new_game

    if scenario is None:
        known = new_game.all_scenarios([])
        if not known:
            raise new_game.BadChoice("no scenario is installed")
        system, info = known[0]
    else:
        system, info = new_game.find_scenario(scenario)
    chosen = [new_game.find_force(system, force) for force in forces]
    setup = new_game.set_table(system, info, chosen, seats, seed=seed, dice=dice, stalemate=stalemate, names=names)
    if not headless:
        streams.need_terminal()  # before there is a journal
    session = new_game.begin(setup, info.id, journal, pace)
    return go_on(session, headless, only_ascii, info)


@commands.command(help="Go on with the game of JOURNAL (if none is named, the unfinished one that was played last).")
@click.argument("journal", required=False, type=FILE)
@shared
def resume(journal: Path | None, pace: Pace, headless: bool, only_ascii: bool) -> int:
    from tabletop_tui.play.headless import last_game
    from tabletop_tui.play.session import Session

    path = journal or last_game()
    session = Session.load(path, pace=pace)
    if journal is None:
        session.notice = " ".join(filter(None, [f"The game played last: {path.name}.", session.notice]))
    return go_on(session, headless, only_ascii)


def go_on(session: Session, headless: bool, only_ascii: bool, begun: ScenarioInfo | None = None) -> int:
    """Play on, with or without a screen; a game of the scenario `begun` is new, and gets its briefing."""
    if not headless:
        return open_app(session, only_ascii)
    from tabletop_tui.play.headless import drive

    return drive(session, sys.stdin, tell, begun)


@commands.command(help="Watch the game of JOURNAL, or print it; nothing is written.")
@click.argument("journal", type=FILE)
@click.option("--headless", is_flag=True, help="No screen: print the log and the battlefield.")
@click.option("--verify", is_flag=True, help="Only check every answer, die and digest.")
@click.option("--until", type=click.IntRange(0), metavar="N", help="Only the first N answers.")
def replay(journal: Path, headless: bool, verify: bool, until: int | None) -> int:
    from tabletop_tui.play.headless import show_replay, verified
    from tabletop_tui.play.session import Session

    if not headless and not verify:
        return open_app(Session.replay(journal, until or 0), only_ascii=False, watching=True)
    session = Session.replay(journal, until)
    if verify:
        tell(f"{journal}: {verified(session)}")
        return 0
    show_replay(session, tell)
    return 0


@commands.command(
    help="Write the game of JOURNAL as a report (.md), a page with pictures (.html) or its last position (.svg)."
)
@click.argument("journal", type=FILE)
@click.option("--to", type=FILE, metavar="FILE", required=True, help="A file that ends in .md, .html or .svg.")
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
def export(journal: Path, to: Path, overwrite: bool) -> None:
    from tabletop_tui.reports.export import export as write_out

    tell(f"Written: {write_out(journal, to, overwrite)}")


@commands.command(
    help="Analyse the game of JOURNAL: what each answer cost, and what the dice did. Stopped with Ctrl+C, it goes on "
    "the next time."
)
@click.argument("journal", type=FILE)
@click.option(
    "--to",
    type=FILE,
    metavar="FILE",
    help="A file that ends in .md, .html or .csv; without it, all is printed.",
)
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
@click.option("--playouts", type=click.IntRange(4, 1000), help=PLAYOUTS_HELP)
def analyse(journal: Path, to: Path | None, overwrite: bool, playouts: int | None) -> int:
    from tabletop_tui.files.toml_writing import form_of
    from tabletop_tui.process.ending import EndedBySignal, Ending
    from tabletop_tui.reports.analyse import analyse as analysed
    from tabletop_tui.reports.analysis_page import FORMS

    if to is not None:
        form_of(to, FORMS, overwrite)  # before anything is judged

    def watch(found: Iterable[Any], count: int) -> AbstractContextManager[Iterable[Any]]:
        return click.progressbar(found, length=count, label="Analysing", file=sys.stderr)

    try:
        with Ending():
            for line in analysed(journal, to, overwrite, playouts, watch):
                tell(line)
    except EndedBySignal as end:
        return say(f"{end}; what was judged is kept, and the same command goes on", end.code)
    return 0


@commands.command("list", help="List the systems, scenarios or rosters that can be played.")
@click.argument("what", type=click.Choice(["systems", "scenarios", "rosters"]))
def list_(what: str) -> int:
    from tabletop_tui.files.bad_file import BadFile
    from tabletop_tui.play.listings import listed

    wrong: list[BadFile] = []
    for line in listed(what, wrong):
        tell(line)
    for error in wrong:
        say(str(error), BAD)
    return BAD if wrong else 0


@commands.command(help="Check rosters, scenarios, lessons, puzzles and journals: files, or folders of them.")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--odds", is_flag=True, help="Of a puzzle also what each first answer is worth.")
def check(files: tuple[Path, ...], odds: bool) -> int:
    from tabletop_tui.play.checking import checked
    from tabletop_tui.school.checking import check as check_lesson
    from tabletop_tui.school.checking import odds_lines

    def check_long(path: Path) -> str:
        """A lesson or puzzle, of which the chances may take a while: that is said on a terminal until they are told."""
        said = f"Checking {clean(path.name)[:60]}; Ctrl-C stops" if sys.stderr.isatty() else ""
        click.echo(said, nl=False, err=True)
        try:
            return check_lesson(path)
        finally:
            click.echo(f"\r{' ' * len(said)}\r" if said else "", nl=False, err=True)

    code = 0
    for path in files if odds else ():
        for line in odds_lines(path):
            tell(line)
    for good, line in checked(files, {"lesson": check_long, "puzzle": check_long}):
        tell(line) if good else say(line, BAD)
        code = code if good else BAD
    return code


@commands.command(help="The lessons and puzzles of SYSTEM, or one of them: LESSON is its number, its id, or puzzle:ID.")
@click.argument("system")
@click.argument("lesson", required=False)
@click.option("--headless", is_flag=True, help="No screen: list them, or answer by numbered lines.")
@click.option("--seed", type=SEED, default=0, help="The seed of the dice that are not loaded.")
@click.pass_context
def learn(context: click.Context, system: str, lesson: str | None, headless: bool, seed: int) -> int:
    from tabletop_tui.files.bad_file import BadFile
    from tabletop_tui.school import headless as school

    if not headless:
        found = school.found(system, lesson).key if lesson is not None else ""
        streams.need_terminal()
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


@commands.command(help="Make a map, scenario, position or lesson of your own: of SYSTEM, or in FILE.")
@click.argument("what", required=False, metavar="[FILE|SYSTEM]")
@click.option("--import", "picture", type=FILE, metavar="PICTURE", help=IMPORT_HELP)
@click.option("--name", default="", help="What the imported map is called.")
@click.option("--to", type=FILE, metavar="FILE", help="Only write the imported map to this file.")
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
@click.pass_context
def edit(
    context: click.Context, what: str | None, picture: Path | None, name: str, to: Path | None, overwrite: bool
) -> int:
    from tabletop_tui.play.new_game import BadChoice, is_path

    if picture is not None:
        from tabletop_tui.editor.own.imports import written

        made, lost = written(picture, what or "", name, to, overwrite)
        tell(f"Written: {made}")
        for sentence in lost:
            tell(sentence)
        if to is not None:
            return 0
        what = str(made)
    from tabletop_tui.editor.own.own_files import opened
    from tabletop_tui.rulebook.registry import system

    path = Path(what) if what is not None and is_path(what) else None
    known = opened(path).system if path is not None else what
    try:
        system_id = system(known).id if known is not None else ""
    except KeyError as error:
        raise BadChoice(str(error.args[0])) from None
    streams.need_terminal()
    from tabletop_tui.app import run as run_app

    given = context.find_object(dict) or {"ascii": False, "mouse": True}
    return run_app(editing=(system_id, path), ascii=given["ascii"], mouse=given["mouse"])


@commands.command(help="Make a puzzle of POSITION (a saved one, or one written by hand); its best line is found.")
@click.argument("position", type=FILE)
@click.option("--name", required=True, help="What it is called.")
@click.option("--want", required=True, metavar="CONDITION", help="In TOML: { event = 'Fell', unit = 'B1' }.")
@click.option("--until", default="activation", show_default=True, help="activation, phase, round, game or a number.")
@click.option("--offer", multiple=True, metavar="ACTION", help="Only these actions, by the first word of their keys.")
@click.option("--to", type=FILE, metavar="FILE", help="Where to write it; else among your own puzzles.")
def puzzle(position: Path, name: str, want: str, until: str, offer: tuple[str, ...], to: Path | None) -> None:
    from tabletop_tui.school.from_position import puzzle_of, save_puzzle

    tell(f"Written: {save_puzzle(puzzle_of(position, name, want, until, offer), to)}")


@commands.command("print", help=PRINT_HELP)
@click.argument("what")
@click.option("--to", type=FILE, metavar="FILE", help="A file that ends in .md or .html, of a table in .html or .svg.")
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
def print_(what: str, to: Path | None, overwrite: bool) -> None:
    from tabletop_tui.reports.force_page import is_roster, page_of, write_page
    from tabletop_tui.reports.table_plan import is_table, write_plan

    if not is_roster(what) and is_table(what):
        if to is None:
            raise click.UsageError("the plan of a table goes into a file: --to FILE.html or FILE.svg")
        tell(f"Written: {write_plan(what, to, overwrite)}")
    elif to is None:
        tell(page_of(what, "md").removesuffix("\n"))
    else:
        tell(f"Written: {write_page(what, to, overwrite)}")


@commands.command(
    help="The rules of SYSTEM in our own words: all; one with its links and examples, by its ID; a page of play "
    "(turn, shot); or whatever speaks of WORDS."
)
@click.argument("system")
@click.argument("words", nargs=-1, metavar="[ID|PAGE|WORDS]")
@click.option("--open", "only_open", is_flag=True, help="Only the rules that are not built yet, each with its reason.")
def rules(system: str, words: tuple[str, ...], only_open: bool) -> None:
    from tabletop_tui.reports.rules_text import rules_of

    for line in rules_of(system, " ".join(words), only_open):
        tell(line)


@commands.command(
    help="A quick-reference sheet of SYSTEM for the table: the turn, a shot, modifiers, statuses, numbers."
)
@click.argument("system")
@click.option("--to", type=FILE, metavar="FILE", required=True, help="A file that ends in .html.")
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
def sheet(system: str, to: Path, overwrite: bool) -> None:
    from tabletop_tui.reports.quick_reference import write_sheet

    tell(f"Written: {write_sheet(system, to, overwrite)}")


@commands.command(
    help="Play a series of games between computers, and say who wins and what each unit earned. SCENARIO is an id, a "
    "file, or a rulebook's id for all that it ships. Without one, the series that --out holds goes on, but for what is "
    "given."
)
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@click.option("--shipped", is_flag=True, help="Every scenario of every rulebook.")
@click.option("--force", "forces", multiple=True, metavar="ROSTER", help="A force for each seat in turn (id or file).")
@click.option("--seat", "players", multiple=True, metavar="PLAYER", help=SERIES_SEAT_HELP)
@click.option("--games", type=click.IntRange(1, 100_000), metavar="N", help="How many of each scenario. (50)")
@click.option("--seed", type=SEED, help="The seed of the first game; each has the next. (1)")
@click.option("--workers", type=click.IntRange(1, 256), default=1, metavar="K", help="Processes on this machine. (1)")
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the workers of your own Dask scheduler (extra 'lab').",
)
@click.option("--out", type=FILE, metavar="FOLDER", help="Keep the games there, with tables (CSV) and a page (HTML).")
@click.option(
    "--page", type=FILE, metavar="FILE.md", help="A page on which each scenario has a row, like docs/balance.md."
)
def lab(
    scenarios: tuple[str, ...],
    shipped: bool,
    forces: tuple[str, ...],
    players: tuple[str, ...],
    games: int | None,
    seed: int | None,
    workers: int,
    dask: str | None,
    out: Path | None,
    page: Path | None,
) -> int:
    from tabletop_tui.lab.command import NO_BAR, Series
    from tabletop_tui.play.new_game import BadChoice

    if dask and workers > 1:
        raise BadChoice("say --workers or --dask, not both: Dask knows how many workers it has")
    series = Series(scenarios, forces, players, games, seed, shipped, workers, dask or "", out, page)
    watched = sys.stderr.isatty()

    def growing_bar(games: int) -> AbstractContextManager[Any]:
        return click.progressbar(length=games, label="Games", file=sys.stderr, show_pos=True) if watched else NO_BAR

    def complain(sentence: str) -> None:
        if watched:
            click.echo(err=True)  # the bar has its line for itself
        say(sentence, BAD)

    return series.run(growing_bar, tell, complain)


@commands.command("serve", help="The app in a browser on this machine (needs the extra 'serve').")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; this machine's own.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help=ALLOW_HELP)
@click.pass_context
def serve_(context: click.Context, host: str, port: int, names: tuple[str, ...]) -> None:
    from tabletop_tui.web.server import serve

    given = context.find_object(dict) or {}
    serve(host, port, [*["--ascii"] * given["ascii"], *["--no-mouse"] * (not given["mouse"])], names)
