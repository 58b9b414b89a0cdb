"""A page of a force, to have beside the table: what it costs, its limits, its cards, the rules behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.editor.own.own_forces import file_of
from tabletop_tui.engine.cards import Card, Line
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.safe_text import in_markdown
from tabletop_tui.files.toml_writing import form_of
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.new_game import BadChoice, is_path, system_of
from tabletop_tui.reports.html_pages import render
from tabletop_tui.rulebook.force_builder import Force, Muster, muster_of
from tabletop_tui.rulebook.registry import system, system_ids, systems
from tabletop_tui.rulebook.system import System

FORMS = ("md", "html")
SHORT = 7
"""A value of at most so many letters shares its line on a page with others."""


def page_of(word: str, form: str) -> str:
    """The page of a roster (SYSTEM/ID, an id or a file) as md or html."""
    found, path = _find(word)
    muster = muster_of(found, paths.roster_folders())
    if muster is None:
        raise BadChoice(f"{found.name} does not say what its forces hold, so there is nothing to print")
    return page(found, muster, muster.read(path), form)


def write_page(word: str, path: Path, overwrite: bool = False) -> Path:
    """Write the page of a roster into a file, whose ending says in which form."""
    write_beside(path, page_of(word, form_of(path, FORMS, overwrite)), overwrite=overwrite)
    return path


def print_out(found: System, muster: Muster, force: Force) -> Path:
    """Write the page of a force among the player's own things, in place of an older one of the same name."""
    path = paths.home() / "pages" / found.id / f"{file_of(found, force['name']).stem}.html"
    write_beside(path, page(found, muster, force, "html"))
    return path


def is_roster(word: str) -> bool:
    """Whether a word means a roster, whatever may be wrong with its file; not a scenario, a map or a position."""
    try:
        return toml_table(_find(word)[1]).get("kind") not in ("map", "scenario", "position")
    except BadChoice:
        return False
    except BadFile:
        return True


def _find(word: str) -> tuple[System, Path]:
    if is_path(word):
        return system_of(Path(word)), Path(word)
    name, _, stem = word.rpartition("/")
    for found in [system(name)] if name in system_ids() else systems([]):
        if name in ("", found.id) and (path := _roster(found, stem)) is not None:
            return found, path
    raise BadChoice(f"there is no roster {word!r}; 'list rosters' names them all")


def _roster(found: System, stem: str) -> Path | None:
    """The file of the ready force of this id."""
    muster = muster_of(found, paths.roster_folders())
    files = muster.source.files(paths.roster_folders(), muster.kind, []) if muster else []
    return next((path for path in files if path.stem == stem), None)


def page(found: System, muster: Muster, force: Force, form: str) -> str:
    """A one-page reference of a force: what it costs, its limits, the card of each unit and the rules behind it."""
    return _html(found, muster, force) if form == "html" else _markdown(found, muster, force)


def _heading(found: System, muster: Muster, force: Force) -> str:
    limits = ", ".join(f"{line.label} {line.value}" for line in muster.limits(force))
    return f"{found.name}: {muster.cost(force)} {muster.counted_in} ({limits})"


Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The headings of a table and its rows."""


def _parts(card: Card) -> tuple[list[Line], list[Table], list[Line]]:
    """The short numbers of a card, its tables, and the lines that stand in neither."""
    short = [line for line in card.lines if 0 < len(line.value) <= SHORT and not line.gear and line.columns is None]
    rows = [line.columns for line in card.lines if line.columns is not None]
    heads = dict.fromkeys(row.heads for row in rows)
    tables = [(head, [row.cells for row in rows if row.heads == head]) for head in heads]
    return short, tables, [line for line in card.lines if line not in short and line.columns is None]


def _rules(found: System, muster: Muster, force: Force) -> Iterator[Rule]:
    """The rules that the cards name, in the order of the book."""
    named = {rule for _, card in muster.cards(force) for line in card.lines for rule in line.rules}
    yield from (rule for rule in found.reference() if rule.id in named)


def _title(count: int, card: Card) -> str:
    return f"{count} x {card.title}" if count > 1 else card.title


def _words(line: Line) -> str:
    return f"{line.label}: {line.value}" if line.value else line.label


def _markdown(found: System, muster: Muster, force: Force) -> str:
    lines = [f"# {in_markdown(force['name'])}", in_markdown(_heading(found, muster, force)), ""]
    for count, card in muster.cards(force):
        short, tables, long = _parts(card)
        lines.append(f"## {in_markdown(_title(count, card))}")
        if short:
            tables.insert(0, (tuple(line.label for line in short), [tuple(line.value for line in short)]))
        for heads, rows in tables:
            lines += ["", row(map(in_markdown, heads)), row(["---"] * len(heads))]
            lines += [row(map(in_markdown, cells)) for cells in rows]
        lines += ["", *(f"- {in_markdown(_words(line))}" for line in long), ""]
    rules = (f"- **{rule.id}** {in_markdown(_said(rule))}" for rule in _rules(found, muster, force))
    lines += ["## Rules", "", *rules]
    return "\n".join(lines) + "\n"


def _said(rule: Rule) -> str:
    return f"{rule.title}: {rule.text}" if rule.title else rule.text


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _html(found: System, muster: Muster, force: Force) -> str:
    cards = []
    for count, card in muster.cards(force):
        short, tables, long = _parts(card)
        lines = [_words(line) for line in long]
        cards.append({"title": _title(count, card), "stats": short, "tables": tables, "lines": lines})
    heading = _heading(found, muster, force)
    rules = list(_rules(found, muster, force))
    return render("force", name=force["name"], heading=heading, cards=cards, rules=rules)
