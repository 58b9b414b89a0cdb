"""How one goes on after an answer: as far as the same unit is asked about and no die falls, by the better way."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.coach import best_continuation
from tabletop_tui.coach.answer_comparison import BLOCK, Trial
from tabletop_tui.coach.best_continuation import LAST, best_way, gone_on
from tabletop_tui.engine.game import Game
from tests.coach.stand_in import Written
from tests.toy import TOY, toy_setup


def begun() -> tuple[Game[Any], str]:
    """A game that asks for a token, and one of those that may act; it then walks, or divides its dice."""
    game = TOY.start(toy_setup(seed=1))
    game.advance()
    return game, f"{'AB'[game.question.seat]}1"


def longest(game: Game[Any], token: str, mind: Written) -> tuple[Trial, int]:
    """What is gone on with, and the playouts that took."""
    told = list(gone_on(game, Trial(token), mind(game, game.question.seat, 1), 1))
    return told[-1][0], sum(playouts for _, playouts in told)


@pytest.mark.parametrize(("better", "kind"), [("walk", list), ("shoot", dict)])
def test_the_better_way_is_gone_to_where_somebody_else_is_asked(better: str, kind: type):
    game, token = begun()
    found, _ = longest(game, token, Written({better: 0.6}, noise=0.0))
    assert (found.plan[:2], len(found.plan)) == ((token, better), 3)
    assert isinstance(found.plan[2], kind), "where to, or at whom; then another token is asked about"


def test_ways_are_tried_twice_the_better_ones_again_and_all_by_the_same_playouts():
    game, token = begun()
    mind = Written({"walk": 0.6}, noise=0.0)
    _, playouts = longest(game, token, mind)
    deeds, places = 2 * 2, 6 + 1 + LAST  # it can rest no more, and six places are in reach
    assert playouts == len(mind.played[token]) == (deeds + places) * BLOCK
    assert set(mind.played[token]) == set(range(2 * BLOCK))


def test_no_further_is_looked_than_so_many_answers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(best_continuation, "AHEAD", 1)
    game, token = begun()
    assert longest(game, token, Written({"walk": 0.6}, noise=0.0))[0].plan == (token, "walk")


def test_the_usual_way_is_left_only_for_one_that_is_better_beyond_its_error():
    usual = Trial("a", [0.5] * 4, then=("usual",))
    assert best_way([usual, Trial("a", [0.6, 0.6, 0.6, 0.5], then=("other",))]) == "other"
    assert best_way([usual, Trial("a", [0.9, 0.5, 0.5, 0.3], then=("other",))]) == "usual"
