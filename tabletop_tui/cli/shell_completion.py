"""What fits behind a Tab: ids of scenarios and forces, saved games, players, pages. A fault completes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps

import click
from click.shell_completion import CompletionItem

from tabletop_tui.cli.shared_options import PLAYERS

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
FILES = CompletionItem("", type="file")


def words(files: bool = False) -> Callable[[Callable[[], Iterable[tuple[str, str]]]], Complete]:
    """Completes by words, each with what it is; with `files`, by files too where no word fits."""

    def made(find: Callable[[], Iterable[tuple[str, str]]]) -> Complete:
        @wraps(find)
        def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
            try:
                found = [CompletionItem(word, help=said) for word, said in find() if word.startswith(typed)]
            except Exception:  # a shell is no place to be told of a broken file: the command itself will do that
                found = []
            return found or [FILES] * files

        return complete

    return made


@words(files=True)
def scenarios() -> Iterable[tuple[str, str]]:
    from tabletop_tui.play import file_listings

    return [(f"{book}/{scenario.id}", scenario.name) for book, scenario in file_listings.scenarios([])]


@words(files=True)
def series() -> Iterable[tuple[str, str]]:
    from tabletop_tui.play import file_listings
    from tabletop_tui.rulebook.registry import system_ids

    every = [(f"{book}/{scenario.id}", scenario.name) for book, scenario in file_listings.scenarios([])]
    return [*((name, "all its scenarios") for name in system_ids()), *every]


@words(files=True)
def forces() -> Iterable[tuple[str, str]]:
    from tabletop_tui import paths
    from tabletop_tui.rulebook.registry import systems

    folders = paths.roster_folders()
    return [(f"{book.id}/{force.id}", force.name) for book in systems([]) for force in book.forces(folders, [])]


@words(files=True)
def games() -> Iterable[tuple[str, str]]:
    from tabletop_tui import paths

    return [(str(path), path.stem) for path in sorted(paths.games().glob("*.jsonl"), reverse=True)]


@words()
def books() -> Iterable[tuple[str, str]]:
    from tabletop_tui.rulebook.registry import about, system_ids

    return [(name, about(name).name) for name in system_ids()]


@words()
def players() -> Iterable[tuple[str, str]]:
    return [(name, "") for name in PLAYERS if name != "keyboard"]


@words()
def topics() -> Iterable[tuple[str, str]]:
    from tabletop_tui.reports.guide_pages import TOPICS

    return TOPICS.items()
