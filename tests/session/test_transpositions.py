"""Transpositions: what is known of a position holds wherever a game comes to it again."""

from random import Random

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.play.thinking import playouts
from tabletop_tui.play.thinking.fingerprints import Fingerprints
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.play.thinking.replies import Replies
from tabletop_tui.play.thinking.transpositions import KnownPosition, Transpositions
from tabletop_tui.rulebook.registry import system
from tests.golden.games import SCENARIOS, setup_of
from tests.playing import by_chance

SYSTEMS = sorted(SCENARIOS)


def under_way(name: str, answers: int) -> Game:
    """A game answered by chance for a while."""
    found = system(name)
    return by_chance(found.start(setup_of(found)), answers, seed=7)


class Forgetful(Transpositions):
    """Knows no position again."""

    def at(self, game: Game) -> KnownPosition:
        return KnownPosition(game, self._replies)


# ---------------------------------------------------------------- prints
@pytest.mark.parametrize("name", SYSTEMS)
def test_games_of_one_print_would_be_saved_alike(name):
    game, chooser, prints = under_way(name, 20), Random(8), Fingerprints()
    saved: dict = {}
    for _ in range(30):
        if game.advance() is None:
            break
        print_, dump = prints.of(game), game.system.dump(game)
        assert saved.setdefault(print_, dump) == dump
        assert prints.of(game.clone()) == print_, "a copy stands as its original does"
        assert prints.of(game.imagine(3)) == print_, "dice to come do not count"
        game.answer(game.question.sample(chooser))
    assert len(saved) > 10


def test_whatever_changes_changes_the_print_and_back():
    game, prints = under_way("crimsondusk", 30), Fingerprints()
    before = prints.of(game)
    unit = next(iter(game.state.units.values()))
    for name, value in (("ground", not unit.ground), ("spent", 9), ("models", ((1.0, 2.0),)), ("foes", ("B9",))):
        was = getattr(unit, name)
        setattr(unit, name, value)
        assert prints.of(game) != before, name
        setattr(unit, name, was)
        assert prints.of(game) == before, name
    unit.alter([unit.men[0].id], stunned=7)
    stunned = prints.of(game)
    assert stunned != before
    unit.alter([unit.men[0].id], stunned=0)
    assert prints.of(game) == before, "other objects of the same value are the same"
    game.orders = {(0, "overwatch"): "never"}
    assert prints.of(game) != before


def test_a_tuple_of_what_can_be_altered_is_looked_at_each_time():
    game, prints = under_way("crimsondusk", 30), Fingerprints()
    unit = next(iter(game.state.units.values()))
    game.state.scores = held = (unit,)
    before = prints.of(game)
    unit.spent += 1
    assert game.state.scores is held
    assert prints.of(game) != before


# ---------------------------------------------------------------- imagined games
@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_known_changes_no_imagined_game(name, monkeypatch):
    game = under_way(name, 24)
    seat = game.question.seat
    plans = [[answer] for answer in game.question.suggest(2)]

    def courses() -> tuple[list, Playouts]:
        games = Playouts(game, seat, 5, horizon="activation", replies=Replies(3))
        return [games.play(plan, number) for plan in plans for number in range(4)], games

    known, games = courses()
    monkeypatch.setattr(playouts, "Transpositions", Forgetful)
    anew, _ = courses()
    assert known == anew
    assert games._positions._known, "positions were kept"


def test_positions_are_met_again():
    game = under_way("crimsondusk", 30)
    games = Playouts(game, game.question.seat, 5, horizon="activation", replies=Replies(3))
    asked = []
    at = games._positions.at
    games._positions.at = lambda game: asked.append(at(game)) or asked[-1]  # type: ignore[method-assign]
    (answer, *_) = game.question.suggest(1)
    for number in range(12):
        games.play([answer], number)
    assert len(set(map(id, asked))) < len(asked) * 2 / 3


def test_a_passage_stops_before_the_first_die():
    """Gone through twice it is as far as steps without dice lead, and its dice are those of whoever comes by."""
    game = under_way("crimsondusk", 30)
    position = Transpositions(Replies()).at(game.clone())
    (answer, *_) = game.question.suggest(1)
    first = position.after(answer)
    assert first.steps == 0
    second = position.after(answer)
    assert second is first
    one, other = second.game(), game.clone()
    other.take(answer)
    for _ in range(second.steps):
        other.step()
    assert one.system.dump(one) == other.system.dump(other)
    assert [str(event) for event in one.events] == [str(event) for event in other.events]
    one.dice, other.dice = SeededDice(seed=4), SeededDice(seed=4)
    one.advance()
    other.advance()
    assert one.system.dump(one) == other.system.dump(other)
