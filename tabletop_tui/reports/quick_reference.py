"""A quick-reference sheet of a rulebook: the turn, a shot, modifiers, actions, statuses, terrain, numbers, on paper.

Nothing of it is written here: the rules, pages and statuses are the rulebook's own, actions its code's, the example is
reckoned by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.files.toml_writing import form_of
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports.html_pages import render
from tabletop_tui.reports.rule_cross_reference import ACTION, TERRAIN, Use, uses_of
from tabletop_tui.reports.worked_examples import Example, examples_of
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.rules_contents import PagePart, RulePage, contents_of
from tabletop_tui.rulebook.system import System

FORMS = ("html",)
ACTIONS = 30
"""A rulebook of more actions than so many does not have them on the sheet: it has to stay one."""


def write_sheet(name: str, path: Path, overwrite: bool = False) -> Path:
    """Write the sheet of a system into a file. BadChoice if there is no such system or it has no pages of play."""
    form_of(path, FORMS, overwrite)
    if name not in system_ids():
        raise BadChoice(f"there is no system {name!r}; installed: {', '.join(system_ids()) or 'none'}")
    write_beside(path, sheet(system(name)), overwrite=overwrite)
    return path


def print_sheet(found: System) -> Path:
    """Write the sheet among the player's own things, in place of an older one."""
    path = paths.home() / "pages" / found.id / "quick-reference.html"
    write_beside(path, sheet(found))
    return path


def sheet(found: System) -> str:
    """The sheet as a page of HTML."""
    contents = contents_of(found)
    if not contents.pages:
        raise BadChoice(f"{found.name} has no pages of play, so there is nothing to print")
    rules = {rule.id: rule for rule in found.reference()}
    shot = next((page for page in contents.pages if page.id == "shot"), contents.pages[0])
    return render(
        "sheet",
        name=found.name,
        units=found.units,
        pages=[_page(page, rules) for page in contents.pages],
        example=_example(found, shot.rules),
        actions=_uses(found, ACTION, ACTIONS),
        terrain=_uses(found, TERRAIN),
        statuses=[_status(badge, contents.statuses.get(badge.word, ()), rules) for badge in found.statuses],
    )


def _page(page: RulePage, rules: dict[str, Rule]) -> dict[str, Any]:
    return {"id": page.id, "title": page.title, "parts": [_part(part, rules) for part in page.parts]}


def _part(part: PagePart, rules: dict[str, Rule]) -> dict[str, Any]:
    return {"title": part.title, "rules": [rules[rule] for rule in part.rules if rule in rules]}


def _status(badge: Badge, named: Iterable[str], rules: dict[str, Rule]) -> dict[str, Any]:
    """A status with its rules; its short form where that is not only a sign of a map."""
    return {
        "word": badge.word.replace("#", "n"),
        "short": badge.short.replace("#", "n"),
        "rules": [rules[rule] for rule in named if rule in rules],
    }


def _uses(found: System, kind: str, most: int = 1000) -> list[dict[str, str]]:
    """Actions or terrain with what is said of each; none where there are too many of them."""
    told: list[Use] = [use for use in uses_of(found) if use.kind == kind]
    return [{"name": use.name, "said": "; ".join(use.said)} for use in told] if len(told) <= most else []


def _example(found: System, rules: tuple[str, ...]) -> Example | None:
    """A shot as it was reckoned in a game."""
    return next((one for one in examples_of(found, rules) if one.rows), None)
