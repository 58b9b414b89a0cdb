"""What can be played, whether files are sound, and the rules in our own words: plain lines for the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.engine.views import Rule
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play import positions
from tabletop_tui.play.headless import verified
from tabletop_tui.play.journal import SUFFIX
from tabletop_tui.play.new_game import BadChoice, all_scenarios, system_of
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, system_ids, systems
from tabletop_tui.rulebook.system import System

Others = Mapping[str, Callable[[Path], str]]
"""Kinds of files that are checked elsewhere: what such a file is in a few words, or BadFile."""


def listed(what: str, wrong: list[BadFile]) -> Iterator[str]:
    """Every system, scenario or roster, one a line; files and rulebooks at fault are put down in `wrong`."""
    if what == "systems":
        for found in systems(wrong):
            players = " to ".join(map(str, sorted(set(found.seats))))
            yield f"{found.id:<16}{found.name}, {players} players, in {found.units}"
    elif what == "scenarios":
        for found, scenario in all_scenarios(wrong):
            name = f"{found.id}/{scenario.id}"
            yield f"{name:<36}{scenario.name} ({scenario.seats} players, {scenario.size}): {_line(scenario.summary)}"
    else:
        for found in systems(wrong):
            for force in found.forces(paths.roster_folders(), wrong):
                name = f"{found.id}/{force.id}"
                yield f"{name:<36}{force.name}, {force.worth}: {_line(force.summary)}"


def _line(text: str) -> str:
    """A text of several lines on one, so that no entry of a list looks like two."""
    return " ".join(text.split())


# ---------------------------------------------------------------- checking
def checked(files: Iterable[Path], others: Others = {}) -> Iterator[tuple[bool, str]]:  # noqa: B006
    """For each file (in folders: each TOML file and journal) whether it is sound, and a line that says so.

    `others` says for further kinds of files how they are checked.
    """
    for path in files:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix in (".toml", SUFFIX) and p.is_file())
            if not inside:
                yield False, f"{path}: there are no rosters, scenarios or journals in this folder"
            yield from checked(inside, others)
            continue
        try:
            yield True, f"{path}: {_what(path, others)}"
        except BadFile as error:
            yield from ((False, str(fault)) for fault in error.all)


def _what(path: Path, others: Others) -> str:
    if path.suffix == SUFFIX:
        return verified(Session.replay(path))
    if (check := others.get(_kind(path))) is not None:
        return check(path)
    if positions.is_position(path):
        info = positions.read(system_of(path), path)
        return f"a position, {info.name} ({info.summary})" if info.summary else f"a position, {info.name}"
    return system_of(path).check(path, [*paths.scenario_folders(), *paths.roster_folders()])


def _kind(path: Path) -> str:
    """What a file says that it is, '' for one that says nothing."""
    kind = toml_table(path).get("kind")
    return kind if isinstance(kind, str) else ""


# ---------------------------------------------------------------- rules
def rules_of(name: str, word: str | None, only_open: bool) -> Iterator[str]:
    """The rules of a system, one paragraph each: all, by the beginning of their id, or by a word in them."""
    found = _system(name)
    rules = [rule for rule in found.reference() if rule.open or not only_open]
    if word is not None:
        rules = _about(rules, word)
        if not rules:
            raise BadChoice(f"no rule of {found.name} has the id {word!r} or speaks of it")
    if not rules:
        yield f"Every rule of {found.name} is built."
    for rule in rules:
        yield f"{rule.id} ({rule.section}): {rule.text}"
        if rule.ruling:
            yield f"    Ruling: {rule.ruling}"
        if rule.open:
            yield f"    Not built yet: {rule.open}"


def _system(name: str) -> System:
    if name not in system_ids():
        raise BadChoice(f"there is no system {name!r}; installed: {', '.join(system_ids()) or 'none'}")
    return system(name)


def _about(rules: list[Rule], word: str) -> list[Rule]:
    """By exact id, else by the beginning of the id, else by a word in section or text."""
    small = word.lower()
    exact = [rule for rule in rules if rule.id.lower() == small]
    begins = [rule for rule in rules if rule.id.lower().startswith(small)]
    speaks = [rule for rule in rules if small in f"{rule.section} {rule.text} {rule.ruling}".lower()]
    return exact or begins or speaks
