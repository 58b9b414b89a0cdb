"""Which answers the coach looks at: no place twice, no wall where an enemy can be shot at."""

from __future__ import annotations

from functools import cache
from itertools import chain
from math import dist

import pytest
from attrs import evolve

from tabletop_tui.coach.answer_shortlist import APART, candidates, end_of, kind_of
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session

QUESTIONS = 60


def questions(word: str, seed: int):
    """The questions of a game between computers, up to so many answers."""
    session = Session.new(set_table(*find_scenario(word), players=["greedy"] * 2, seed=seed))
    for _ in range(QUESTIONS):
        game = session.game
        if game.question is None:
            return
        yield game.imagine(1)
        session.run(1)


@pytest.mark.parametrize("book", ["crimsondusk", "mechcom"])
def test_scenery_is_left_out_where_units_can_be_chosen(book: str):
    looked_at = 0
    for game in chain.from_iterable(questions(f"{book}/quick-start", seed) for seed in (1, 2, 3)):
        question = game.question
        if not isinstance(question, Pick):
            continue
        found, units = candidates(game, 16), {line.unit for line in game.system.roster(game)}
        targets = {option.key: option.target for option in question.options if option.target}
        about_units = [one for one in found if targets.get(one) in units]
        if len(about_units) < 2 or not set(targets.values()) - units:
            continue
        looked_at += 1
        best = max(game.system.appraise(game, one) for one in about_units)
        walls = [one for one in found if one in targets and targets[one] not in units]
        assert all(game.system.appraise(game, one) > best / 100 for one in walls), question.prompt
    assert looked_at >= 2


@pytest.mark.parametrize("book", ["crimsondusk", "techcommander"])
def test_no_two_places_are_nearly_the_same_and_the_given_one_is_kept(book: str):
    looked_at = 0
    for game in questions(f"{book}/quick-start", 4):
        if not isinstance(game.question, Place):
            continue
        scene = game.system.scene(game)
        least = min(scene.width, scene.height) / APART
        spots = [end_of(one) for one in candidates(game, 16)]
        if len(spots) > 2:
            looked_at += 1
            assert all(dist(one, other) >= least for place, one in enumerate(spots) for other in spots[:place])
            given = game.question.suggest(32)[-1]
            assert candidates(game, 16, given)[0] == given
    assert looked_at >= 4


@cache
def assignments():
    """The questions of a game in which several things get a label each, with what can be answered."""
    asked = [game for game in questions("crimsondusk/quick-start", 2) if isinstance(game.question, Assign)]
    return [(game, answers) for game in asked if len(answers := game.question.suggest(32)) > 1]


def test_of_answers_that_give_the_same_to_others_of_a_kind_there_is_one_and_the_given_one_is_kept():
    saved = 0
    for game, answers in assignments():
        given = answers[-1]
        found, kinds = candidates(game, 32, given), {kind_of(game.question, one) for one in answers}
        assert found[0] == given
        assert len(found) == max(2, len(kinds))
        assert {kind_of(game.question, one) for one in found} == kinds
        saved += len(answers) - len(found)
    assert len(assignments()) >= 3
    assert saved >= 3 * len(assignments()), "answers that need no playouts"


def test_a_second_hit_to_the_same_man_and_one_who_is_stunned_are_answers_of_their_own():
    game = next(game for game, _ in assignments() if len(game.question.items) > 1)
    one, other = list(game.question.default.values())[:2]
    twice, shared, swapped = [
        game.question.default | {"1": a, "2": b} for a, b in ((one, one), (one, other), (other, one))
    ]
    assert kind_of(game.question, shared) == kind_of(game.question, swapped) != kind_of(game.question, twice)
    before, unit = kind_of(game.question, shared), game.state.units[game.question.about]
    unit.men = tuple(evolve(man, stunned=game.state.turn) if man.id == other else man for man in unit.men)
    assert kind_of(game.agenda[-1].question(game), shared) != before
