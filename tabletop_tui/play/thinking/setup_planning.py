"""Setting up by whole plans: a seat's placements together, so that the line-up counts and not one place by itself.

Each plan answers all that its seat is still asked before the first round. What a plan answers to a question hangs on
the plan and the question alone, not on when it is asked: the plan that has won one question races at the next one too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.thinking.playout_policy import Replies

MOST_ANSWERS = 200
"""A set-up that takes longer is thought about as far as that."""
ELSEWHERE = 3
"""In one of so many placements a plan goes anywhere that is allowed, else to one of the places that are suggested."""
PLANS = 1 << 32
"""Where the luck of plans begins, beyond that of single answers."""


def is_set_up(game: Game[Any]) -> bool:
    """Whether the first round has not begun."""
    return bool(game.system.standing(game).round == 0)


def whole_plans(game: Game[Any], seat: int, replies: Replies, luck: SplitMix64, count: int) -> Iterator[list[Answer]]:
    """So many plans for what is left of the set-up. Nothing in `game` is changed; `luck` is that of the seat."""
    for number in range(count):
        plan = whole_plan(game, seat, replies, luck, number)
        if plan:
            yield plan


def whole_plan(game: Game[Any], seat: int, replies: Replies, luck: SplitMix64, number: int) -> list[Answer]:
    """Plan number so and so: what it answers from the waiting question to the first round."""
    imagined, plan = game.imagine(number), list[Answer]()
    for _ in range(MOST_ANSWERS):
        question = imagined.advance()
        if question is None or not is_set_up(imagined):
            break
        chance = luck.at(PLANS + (number << 40) + crc32(f"{question.about} {question.prompt}".encode()))
        answer = replies.ranked(imagined, chance)[0]
        if question.seat == seat:
            answer = placed(question, answer, replies.few, chance)
            plan.append(answer)
        imagined.answer(answer)
    return plan


def placed(question: Question, usual: Answer, few: int, chance: SplitMix64) -> Answer:
    """Where a plan puts what is asked about; any other question is answered as usual."""
    if not isinstance(question, Place):
        return usual
    found = question.suggest(few)
    return question.sample(chance) if not found or chance.below(ELSEWHERE) == 0 else chance.choice(found)
