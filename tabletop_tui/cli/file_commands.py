"""Commands that make files: of a game, of a force or a table, of one's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from tabletop_tui.cli.output import say, tell
from tabletop_tui.cli.root_command import commands
from tabletop_tui.cli.shared_options import FILE
from tabletop_tui.cli.shell_completion import books, forces, games
from tabletop_tui.process import standard_streams

EXPORT_HELP = (
    "Write the game of JOURNAL as a report (.md), a page with pictures (.html), a page to step through (.html with "
    "--replay), a picture (.svg, .png) or a film (.gif). A LESSON of a SYSTEM, named as for learn, becomes a page "
    "(.html) with its solution step by step."
)
PLAYOUTS_HELP = "How often an answer is played on: more is surer and takes longer. (32, or as many as before)"
IMPORT_HELP = "A map from a picture in plain text, as a game without a screen prints it."
PRINT_HELP = (
    "A page of WHAT, to have beside the table: a roster (cards and rules), a scenario, map or position (a plan)."
)


@commands.command(help=EXPORT_HELP)
@click.argument("what", metavar="JOURNAL|SYSTEM", shell_complete=games)
@click.argument("lesson", required=False)
@click.option("--to", type=FILE, metavar="FILE", required=True, help="A file of one of these endings.")
@click.option("--replay", is_flag=True, help="The page (.html) is one to step through, by keys and touch, offline.")
@click.option("--film", is_flag=True, help="The picture (.svg) moves: the battle in 20 seconds. A .gif always does.")
@click.option("--at", "answers", type=click.IntRange(0), metavar="N", help="The picture is that after N answers.")
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
def export(
    what: str, lesson: str | None, to: Path, replay: bool, film: bool, answers: int | None, overwrite: bool
) -> None:
    from tabletop_tui.reports import export as reports
    from tabletop_tui.school.lessons_as_text import found

    if lesson is not None:
        written = reports.export_lesson(found(what, lesson), to, overwrite)
    else:
        written = reports.export(Path(what), to, overwrite, reports.Wanted(replay, film, answers))
    tell(f"Written: {written}")


@commands.command(
    help="Analyse the game of JOURNAL: what each answer cost, and what the dice did. Stopped with Ctrl+C, it goes on "
    "the next time."
)
@click.argument("journal", type=FILE, shell_complete=games)
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
    from tabletop_tui.process.stop_signals import EndedBySignal, Ending
    from tabletop_tui.reports.analysis_command import analyse as analysed
    from tabletop_tui.reports.analysis_export import FORMS

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


@commands.command(help="A game on your own table, of SYSTEM: on which map, who stands where, whose turn it is.")
@click.argument("what", required=False, metavar="[SYSTEM]")
@click.pass_context
def table(context: click.Context, what: str | None) -> int:
    from tabletop_tui.play.new_game import BadChoice
    from tabletop_tui.rulebook.registry import system

    try:
        system_id = system(what).id if what is not None else ""
    except KeyError as error:
        raise BadChoice(str(error.args[0])) from None
    standard_streams.need_terminal()
    from tabletop_tui.app import run as run_app

    given = context.find_object(dict) or {"ascii": False, "mouse": True}
    return run_app(editing=(system_id, None, "table"), ascii=given["ascii"], mouse=given["mouse"])


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
        from tabletop_tui.editor.own.map_import import written

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
    standard_streams.need_terminal()
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
    from tabletop_tui.school.puzzle_from_position import puzzle_of, save_puzzle

    tell(f"Written: {save_puzzle(puzzle_of(position, name, want, until, offer), to)}")


@commands.command("print", help=PRINT_HELP)
@click.argument("what", shell_complete=forces)
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
    help="A quick-reference sheet of SYSTEM for the table: the turn, a shot, modifiers, statuses, numbers."
)
@click.argument("system", shell_complete=books)
@click.option("--to", type=FILE, metavar="FILE", required=True, help="A file that ends in .html.")
@click.option("--overwrite", is_flag=True, help="Also if the file exists.")
def sheet(system: str, to: Path, overwrite: bool) -> None:
    from tabletop_tui.reports.quick_reference import write_sheet

    tell(f"Written: {write_sheet(system, to, overwrite)}")
