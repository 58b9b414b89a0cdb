"""The greedy player on an open table: it looks at a few places, and finds as good a one as looking at all would."""

from __future__ import annotations

import pytest

from tabletop_tui.play.players.greedy import Greedy
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.armymen.moving.movement import ChooseMove
from tabletop_tui.skirmish.searching import Searching
from tests.armymen.build import box, field, riflemen, sandbags
from tests.playing import run


@pytest.fixture
def asked():
    """Riflemen who move, with sandbags and woods before them and the enemy behind those."""
    pieces = (sandbags(18, 24, 26, 24), box("woods", 8, 22, 14, 28), box("building", 28, 22, 34, 28))
    game = field([riflemen(20, 12)], [riflemen(20, 42), riflemen(10, 42)], pieces=pieces)
    game.system = system("armymen")
    return run(game, ChooseMove("A1", rush=True))


def test_what_it_finds_is_worth_as_much_as_the_best_of_all_places(asked):
    worth = {tuple(answer): asked.system.appraise(asked, answer) for answer in asked.question.legal()}
    for seed in range(5):
        chosen = Greedy(seed, 0, seconds=60).choose(asked, 3)
        assert asked.system.appraise(asked, chosen) >= max(worth.values()) - 0.05


def test_it_does_not_look_for_all_places_there_are(asked, monkeypatch):
    def never(self, patience):
        raise AssertionError("all places were looked for")

    monkeypatch.setattr(Searching, "search", never)
    assert Greedy(1, 0, seconds=60).choose(asked, 3)


def test_a_formation_is_taken_only_where_it_is_worth_more(asked, monkeypatch):
    monkeypatch.setattr(type(asked.system), "appraise", lambda self, game, answer: 1.0)
    chosen = [Greedy(seed, 0, seconds=60).choose(asked, 3) for seed in range(8)]
    assert all("=" not in word for answer in chosen for word in answer)
    assert len({tuple(answer) for answer in chosen}) > 1, "chance decides among equals"
    monkeypatch.setattr(type(asked.system), "appraise", lambda self, game, answer: float("form=line" in answer))
    assert "form=line" in Greedy(1, 0, seconds=60).choose(asked, 3)
