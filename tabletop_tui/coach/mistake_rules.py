"""The rules in which two answers to a question differ: what a mistake was about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Pick

MOST = 12
"""So many rules of a mistake are kept."""


def rules_behind(game: Game[Any], given: Answer, better: Answer) -> tuple[str, ...]:
    """The rules behind a choice between two answers, those in which they differ first; what the question is about last.

    They differ in the rules that offer them, and in those that had a hand in what their previews say.
    """
    question = game.question
    assert question is not None
    found: list[str] = []
    offering = [list(_offering(game, answer)) for answer in (better, given)]
    foretelling = [list(_foretelling(game, answer)) for answer in (better, given)]
    for wanted, had in (offering, foretelling if all(foretelling) else ([], [])):  # like is held against like alone
        found += [rule for rule in wanted if rule not in had] + [rule for rule in had if rule not in wanted]
    return tuple(dict.fromkeys((*found, *offering[0], *question.rules, *game.agenda[-1].rules)))[:MOST]


def _offering(game: Game[Any], answer: Answer) -> Iterator[str]:
    question = game.question
    if isinstance(question, Pick) and (option := question.option(answer)) is not None and option.rule:
        yield option.rule


def _foretelling(game: Game[Any], answer: Answer) -> Iterator[str]:
    preview = game.preview(answer)
    for line in preview.lines if preview is not None else ():
        yield from line.rules
        if line.tally is not None:
            yield from line.tally.rules
