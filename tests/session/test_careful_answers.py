"""What Enter takes at first, and what forecasts promise, in seeded games of every rulebook."""

from random import Random
from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.reactions import PASS, AskOffer
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.screens.battle.answer_draft import Draft

ANSWERS, SEEDS = 200, 3
FATAL = ("eliminated", "destroys", "destroyed", "knocked out", "wiped out")
"""Chances of these cost the target one at least of what is expected."""
FEWEST = {"looked at": 60, "kept from": 3, "forecasts": 5}
"""So many questions, ways not taken on purpose, and forecasts there are at least in the games of a rulebook."""


def plain(option: Option) -> bool:
    """Whether it may be taken without a thought; scenery, of which many pieces are one entry, is not shot at so."""
    return option.refusal is None and not (option.deliberate or option.idle or option.warning or option.group)


def careless(question: Question, chooser: Random) -> Answer:
    """The answer of somebody who presses only Enter; where that gives none, one by chance."""
    answer = Draft(question).answer("")
    return answer if answer is not None and question.refuse(answer) is None else question.sample(chooser)


def bold(game: Game[Any], question: Question, chooser: Random) -> Answer:
    """What promises most at once, so that there are fights to look at."""
    some = question.suggest(12) or [question.sample(chooser)]
    return max(some, key=lambda answer: game.system.appraise(game, answer))


def honest(game: Game[Any], question: Pick) -> int:
    """No forecast of an answer has a chance above what its expectation allows; how many were looked at."""
    count = 0
    for answer in question.legal():
        known = game.preview(answer)
        if known is None:
            continue
        assert all(-1e-9 <= chance.probability <= 1 + 1e-9 for chance in known.chances), (answer, known)
        if known.expected is None:
            continue
        count += 1
        for chance in known.chances:
            if chance.what.endswith(FATAL):
                assert chance.probability <= known.expected + 1e-9, (answer, known)
    return count


BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")
LARGER = ("armymen/sandbox", "crimsondusk/hold-the-house", "mechcom/forest-zone", "pmc2640/glass-valley-find",
          "techcommander/raid")  # fmt: skip

FREE = (PASS, "dodge", "return")
"""What costs nothing where a reaction is offered: none, what may save the unit, a shot for which no weapon counts as
used."""


@pytest.mark.parametrize(
    "name", [*(f"{book}/quick-start" for book in BOOKS), *(pytest.param(one, marks=pytest.mark.long) for one in LARGER)]
)
def test_only_enter_spends_wastes_and_ends_nothing(name: str):
    assert name.partition("/")[0] in system_ids()
    counts = dict.fromkeys(FEWEST, 0)
    for seed in range(SEEDS):
        session = Session.new(new_game.set_table(*new_game.find_scenario(name), seed=seed))
        game, chooser = session.game, Random(seed)
        for _ in range(ANSWERS):
            if (question := game.advance()) is None:
                break
            counts["looked at"] += 1
            answer = careless(question, chooser)
            if isinstance(question, Pick):
                counts["forecasts"] += honest(game, question)
                taken = question.option(answer)
                assert taken is not None
                if any(map(plain, question.options)):
                    assert plain(taken), (question.prompt, taken.key)
                    counts["kept from"] += sum(one.refusal is None and not plain(one) for one in question.options)
                if isinstance(game.agenda[-1], AskOffer):
                    assert answer in FREE
            game.answer(answer if chooser.random() < 0.4 else bold(game, question, chooser))
    assert all(counts[what] >= least for what, least in FEWEST.items()), counts


@pytest.mark.parametrize(
    ("name", "says", "shapes"),
    [
        ("crimsondusk", "stays in place", ([], ["turn=330"], ["form=line"])),
        ("techcommander", "stays where it is", ([], ["turn=330"], ["turn=90"])),
    ],
)
def test_who_only_turns_on_the_spot_stays_where_he_is(name: str, says: str, shapes: tuple[list[str], ...]):
    session = Session.new(new_game.set_table(*new_game.find_scenario(f"{name}/quick-start"), seed=7))
    while (question := session.question) is None or "where to" not in question.prompt:
        session.answer(Draft(question).answer("") or question.suggest(1)[0])
    here = next(line.spot for line in session.system.roster(session.game) if line.unit == question.about)
    asked = [question.warning([here, *shape]) for shape in shapes]
    assert len({*asked}) == 1, asked
    assert says in asked[0]
    assert all(question.warning(answer) == "" for answer in question.suggest(9) if answer[0] != here)
