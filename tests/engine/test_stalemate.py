"""The count of rounds without progress, and what a new game offers; the offer itself is tested with MECHCOM."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.question import Option
from tabletop_tui.rulebook.stalemate import DrawOffer, Stillness, choices, is_due, words
from tests.toy import TOY, toy_setup


def test_the_count_goes_on_while_nothing_changes_and_begins_anew_with_any_progress():
    counts, still = [], Stillness((0, 8))
    for progress in ((0, 8), (0, 8), (0, 7), (0, 7), (1, 7), (0, 7)):
        still = still.after(progress)
        counts.append(still.rounds)
    assert counts == [1, 2, 0, 1, 0, 0]


@pytest.mark.parametrize(("after", "due"), [(None, []), (0, []), (1, [1, 2, 3, 4, 5, 6, 7]), (3, [3, 6]), (7, [7])])
def test_an_offer_is_due_after_every_so_many_rounds(after, due):
    game = TOY.start(evolve(toy_setup("keyboard", "keyboard"), stalemate=after))
    assert [rounds for rounds in range(8) if is_due(game, Stillness((), rounds))] == due


@pytest.mark.parametrize(("own", "offered"), [(10, [0, 5, 10, 20]), (0, [0, 5, 10, 20]), (7, [0, 5, 7, 10, 20])])
def test_a_form_offers_what_the_scenario_says_among_others(own, offered):
    assert choices(own) == offered


def test_the_choices_in_words():
    assert [words(number) for number in (0, 1, 5)] == [
        "never",
        "after 1 round in which nothing happens",
        "after 5 rounds in which nothing happens",
    ]


def test_who_answers_by_chance_accepts():
    offer = DrawOffer(0, "A draw?", [Option("draw", "Accept"), Option("on", "Play on")])
    assert {offer.sample(Random(seed)) for seed in range(20)} == {"draw"}
    assert list(offer.legal()) == ["draw", "on"]
