"""Hint, tutor and analysis speak of one number: for the same position the same chance, within the error that is told.

And without a die between two questions the chance does not jump. Games of all five rulebooks, by their quick starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import hypot

import pytest

from tabletop_tui.coach import best_continuation, blunder_check, candidate_race, hints
from tabletop_tui.coach.answer_judging import judge
from tabletop_tui.coach.answer_reasons import reasons
from tabletop_tui.coach.hints import Advice, Thought
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.history import Entry
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system

BOOKS = {
    "armymen": "armymen/quick-start",
    "crimsondusk": "crimsondusk/quick-start",
    "mechcom": "mechcom/quick-start",
    "pmc2640": "pmc2640/quick-start",
    "techcommander": "techcommander/elimination",
}
LONG = ("armymen", "crimsondusk")
"""Those whose games take long to imagine."""
every = pytest.mark.parametrize("book", BOOKS)
slow = pytest.mark.parametrize("book", [pytest.param(one, marks=[pytest.mark.long] * (one in LONG)) for one in BOOKS])
ERRORS = 3.5
"""So many standard errors are no chance over the few dozen comparisons that are made here."""
SLACK = 0.02
"""What a way of going on that was found at the one question and not at the other may add."""


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer answers and ways, for the time it takes; as many playouts of the last few as ever."""
    for module, name, value in (
        (hints, "LOOKED_AT", 3),
        (hints, "AROUND", 0.0),
        (best_continuation, "PLACES", 3),
        (candidate_race, "MOST", candidate_race.LEAST),
    ):
        monkeypatch.setattr(module, name, value)
    for name in ("WAYS", "AHEAD"):
        monkeypatch.setattr(best_continuation, name, 2)


def advised(game: Game, plan: tuple = ()) -> Advice | None:
    """The hint for a question, without any clock."""
    thought = Thought(game, appraise, plan)
    for _ in thought.on(lambda: 0.0):
        pass
    return thought.advice()


def questions(book: str, seed: int, rounds: int = 1) -> Iterator[Session]:
    """A game between greedy players at each question after the deployment, from this round on."""
    found, scenario = find_scenario(BOOKS[book])
    session = Session.new(set_table(found, scenario, players=["greedy"] * 2, seed=seed))
    while session.over is None:
        if session.system.standing(session.game).round >= rounds and session.question is not None:
            yield session
        session.run(1)


@cache
def line(book: str, seed: int) -> list[tuple[Game, Advice]]:
    """A question and those after it that are asked without a die between, with the hint for each; each is followed."""
    for session in questions(book, seed):
        game, plan, found = session.game.imagine(1), (), list[tuple[Game, Advice]]()
        seat = game.question.seat
        while game.question is not None and game.question.seat == seat and not game.dice.drawn and len(found) < 2:
            advice = advised(game, plan)
            if advice is None:
                break
            found.append((game.clone(), advice))
            plan = advice.hints[0].then
            game.answer(advice.hints[0].answer)
            game.run()
        if len(found) > 1:
            return found
    return []


def is_one(one: float, error: float, other: float, its_error: float) -> bool:
    """Whether two numbers are the same, as far as their errors can tell."""
    return abs(one - other) <= ERRORS * hypot(error, its_error) + SLACK


@slow
@pytest.mark.sampled(2)
def test_hint_tutor_and_analysis_give_one_number_that_does_not_jump_where_no_die_is_rolled(book: str):
    found = line(book, seed=2)
    assert len(found) > 1
    one_number(*found[-1])
    for (_, before), (_, after) in pairwise(found):
        one, other = before.hints[0], after.hints[0]
        assert is_one(one.share, one.error, other.share, other.error), (one.words, other.words)


def one_number(game: Game, advice: Advice) -> None:
    best = advice.hints[0]
    judged = judge(appraise, game, Entry(advice.seat, best.answer), seed=5)
    assert judged is not None
    assert is_one(best.share, best.error, judged.share, judged.share_error)
    assert not judged.blunder, "what the hint says is best is no blunder"
    others = [one for one in hints.worth_a_look(game.imagine(1)) if one != best.answer]
    *_, doubt = blunder_check.doubts(Snapshot.of(game), (others[0],), (best.answer, *best.then), 1e9)
    assert doubt is not None
    assert is_one(best.share, best.error, doubt.share, hypot(best.error, doubt.lost.error))


@every
@pytest.mark.sampled(3)
def test_a_playout_comes_to_the_same_whatever_was_played_before_it(book: str):
    """What chance decides among equal answers is decided in each game anew, and is part of the error that is told."""
    looked, asked = 0, questions(book, seed=12, rounds=2)
    for number, session in enumerate(asked):
        game = session.game.imagine(1)
        answers = hints.worth_a_look(game)[:1]
        if number % 5 or not answers:
            continue
        alone = [appraise(game, game.question.seat, 7)((answers[0],), range(one, one + 1)) for one in range(6)]
        together = appraise(game, game.question.seat, 7)((answers[0],), range(6))
        assert [value for values in alone for value in values] == together
        looked += 1
        if looked == 3:
            break
    assert looked == 3


# ---------------------------------------------------------------- reasons
@every
def test_what_a_side_is_never_worse_off_for_is_in_words(book: str):
    foresight = system(book).foresight
    named = {feature for idea in foresight.IDEAS for feature in idea.features}
    assert named >= foresight.GOOD | foresight.BAD
    for idea in foresight.IDEAS:
        told = {idea.words(own=own, more=more) for own in (True, False) for more in (True, False)}
        assert len(told) == 4
        assert not any(sign in words for words in told for sign in "{}")


def share_of(idea, features):
    """The first feature of an idea; where that is a part of others, its share of those of them that count."""
    whole = sum(features[name] for name in idea.of) - sum(features[name] for name in idea.besides) if idea.of else 1.0
    return features.get(idea.features[0], 0.0) / whole if whole > 1e-9 else None


@every
def test_reasons_name_what_the_better_answer_has_more_of_in_its_very_playouts(book: str):
    """Anybody can count it: the first feature of each idea, over the games that were played out."""
    told = 0
    for number, session in enumerate(questions(book, seed=3)):
        game = session.game.imagine(1)
        answers = hints.worth_a_look(game)[:3]
        play = appraise(game, game.question.seat, 7) if len(answers) > 1 else None
        if play is None:
            continue
        values = {place: sum(play((answer,), range(12))) for place, answer in enumerate(answers)}
        best, *_, worst = sorted(values, key=lambda place: -values[place])
        better, other = (play.endings((answers[place],), 12) for place in (best, worst))
        for reason in reasons(game.system.ideas, better, other):
            idea, has = reason.idea, []
            for endings, also in ((better, other), (other, better)):
                pairs = [one for one, two in zip(endings, also, strict=True) if one.outlook and two.outlook]
                sides = [one.outlook.own if reason.own else one.outlook.others[0] for one in pairs]
                has.append([share_of(idea, side.features) for side in sides])
            by = [one - two for one, two in zip(*has, strict=True) if one is not None and two is not None]
            assert abs(sum(by)) / len(by) >= 0.01, "what nobody can see is no reason"
            assert reason.words == idea.words(own=reason.own, more=sum(by) > 0)
            told += 1
        if told >= 2 or number > 40:
            break
    assert told >= 2, "reasons were looked at"
