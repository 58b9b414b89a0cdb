"""A player's own blunder as a puzzle: which answers are offered, and which of them are good enough."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from tabletop_tui.coach.answer_comparison import Trial, difference
from tabletop_tui.coach.answer_shortlist import candidates
from tabletop_tui.coach.answer_words import called
from tabletop_tui.coach.blunder_schedule import OwnBlunder
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer

PLAYOUTS = 16
"""So often an answer is played on that is neither of these two."""
OFFERED = 4
"""So many answers are offered, the one that was given and the better one among them."""


def choices(game: Game[Any], blunder: OwnBlunder, given: Answer) -> list[tuple[Answer, str]]:
    """A few answers with their words: the one that was given, the better one, and others that seem good.

    Their order hangs on the blunder alone and says nothing.
    """
    mind = game.imagine(0)
    wanted = [given, blunder.better_answer]
    wanted += [one for one in candidates(mind, OFFERED, given) if one not in wanted]
    told = [(answer, called(mind, answer)) for answer in wanted[:OFFERED]]
    return sorted(told, key=lambda one: crc32(f"{blunder.key}{one[0]}".encode()))


def is_well(game: Game[Any], blunder: OwnBlunder, given: Answer, answer: Answer) -> bool:
    """Whether this is the better answer, or another one that playouts do not show to be clearly worse than that."""
    if answer in (blunder.better_answer, given):
        return bool(answer == blunder.better_answer)
    assert game.question is not None
    play = appraise(game, game.question.seat, crc32(blunder.key.encode()))
    better, own = (Trial(one).on(play, range(PLAYOUTS)) for one in (blunder.better_answer, answer))
    return not difference(better, own).clear
