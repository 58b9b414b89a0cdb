"""The greedy player on an open table: it looks at a few places, and finds as good a one as looking at all would."""

from __future__ import annotations

import pytest

from tabletop_tui.lab.match_runner import played
from tabletop_tui.lab.pairings import matches_of
from tabletop_tui.play import new_game
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.armymen.computer.answer_values import best_shot, danger
from tabletop_tui.rules.armymen.moving.move_choice import ChooseMove
from tabletop_tui.skirmish.incremental_search import Searching
from tests.armymen.build import box, field, gunners, riflemen, sandbags, veterans
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


@pytest.mark.parametrize(
    ("enemies", "at", "rush"),
    [
        ([riflemen(21, 34, 10), veterans(31, 36)], (14, 14), False),
        ([veterans(18, 16), riflemen(12, 16, 10)], (36, 11), True),
    ],
)
def test_gunners_do_not_go_before_the_guns_of_ten_riflemen(enemies, at, rush):
    """In the open either place shoots as well; only at one of them everybody shoots back."""
    game = field([gunners(*at, 3)], enemies)
    game.system = system("armymen")
    run(game, ChooseMove("A1", rush=rush))
    blunder = max(danger(game.state, there(game, answer)) for answer in game.question.suggest(24))
    for seed in range(3):
        unit = there(game, Greedy(seed, 0, seconds=60).choose(game, 3))
        assert danger(game.state, unit) < 0.3 * blunder, seed
        assert best_shot(game.state, unit) > 10, seed


def there(game, answer):
    """The unit that moves, as it would stand."""
    unit = game.state.units["A1"].clone()
    unit.models = game.question.field.places(answer)[0]
    return unit


class Holder(Greedy):
    """Who presses Enter: every unit holds, and shoots where it can."""

    def choose(self, game, number):
        held = {option.key for option in getattr(game.question, "options", ()) if option.refusal is None}
        return "hold" if "hold" in held else super().choose(game, number)


def test_whoever_only_holds_is_beaten(monkeypatch):
    monkeypatch.setitem(COMPUTERS, "holder", Holder)
    rules, scenario = new_game.find_scenario("armymen/quick-start")
    games = [played(match) for match in matches_of(rules, scenario, players=("greedy", "holder"), games=4)]
    shares = [seat.won for game in games for seat in game.seats if seat.player == "greedy"]
    assert len(shares) == 4
    assert min(shares) >= 0.5
    assert sum(shares) >= 3
