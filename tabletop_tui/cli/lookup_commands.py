"""Commands that tell: what there is, whether a file is sound, what a rule says."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tabletop_tui.cli.output import BAD, say, tell
from tabletop_tui.cli.root_command import commands
from tabletop_tui.cli.shared_options import FILE
from tabletop_tui.cli.shell_completion import books
from tabletop_tui.files.safe_text import clean


@commands.command("list", help="List the systems, scenarios or rosters that can be played.")
@click.argument("what", type=click.Choice(["systems", "scenarios", "rosters"]))
def list_(what: str) -> int:
    from tabletop_tui.files.bad_file import BadFile
    from tabletop_tui.play.file_listings import listed

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
    from tabletop_tui.play.file_check import checked
    from tabletop_tui.school.answer_giveaways import giveaways
    from tabletop_tui.school.lesson_check import check as check_lesson
    from tabletop_tui.school.lesson_check import odds_lines
    from tabletop_tui.school.lesson_files import read

    def check_long(path: Path) -> str:
        """A lesson or puzzle, of which the chances may take a while: that is said on a terminal until they are told."""
        said = f"Checking {clean(path.name)[:60]}; Ctrl-C stops" if sys.stderr.isatty() else ""
        click.echo(said, nl=False, err=True)
        try:
            return "; ".join([check_lesson(path), *giveaways(read(path))])
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


@commands.command(
    help="The rules of SYSTEM in our own words: all; one with its links and examples, by its ID; a page of play "
    "(turn, shot); or whatever speaks of WORDS."
)
@click.argument("system", shell_complete=books)
@click.argument("words", nargs=-1, metavar="[ID|PAGE|WORDS]")
@click.option("--open", "only_open", is_flag=True, help="Only the rules that are not built yet, each with its reason.")
def rules(system: str, words: tuple[str, ...], only_open: bool) -> None:
    from tabletop_tui.reports.rules_text import rules_of

    for line in rules_of(system, " ".join(words), only_open):
        tell(line)


@commands.command(
    "odds",
    help="What a shot of SYSTEM needs and how likely it hits, without a game: told in words and numbers, as "
    "'concealed range=11'. Without them: what may be told.",
)
@click.argument("system", shell_complete=books)
@click.argument("words", nargs=-1, metavar="[WORD|NAME=VALUE]...")
def odds_(system: str, words: tuple[str, ...]) -> None:
    from tabletop_tui import paths
    from tabletop_tui.reports.shot_calculator_lines import odds_of

    for line in odds_of(system, words, paths.roster_folders()):
        tell(line)
