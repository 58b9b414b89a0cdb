"""Transpositions: what is known of a position holds wherever a game comes to it again."""

from random import Random
from typing import ClassVar

import pytest
from attrs import define, evolve, field, frozen

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.play.thinking import playouts, transpositions
from tabletop_tui.play.thinking.fingerprints import Fingerprints
from tabletop_tui.play.thinking.playout_policy import Replies
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.play.thinking.transpositions import KnownPosition, SharedGame, Transpositions
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

    def at(self, way: SharedGame) -> KnownPosition:
        return KnownPosition(way.own(), self._replies)

    def step(self, way: SharedGame) -> None:
        way.step()


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


@define
class Sharing:
    """A unit whose copies have the same collections, which it replaces."""

    hits: dict[str, int] = field(factory=dict)

    def clone(self):
        return evolve(self)


@define
class Copying:
    """A unit whose copies have collections of their own, which may be altered."""

    hits: dict[str, int] = field(factory=dict)

    def clone(self):
        return Copying(dict(self.hits))


@pytest.mark.parametrize("unit", [Sharing(), Copying()])
def test_collections_of_a_unit_count_by_what_they_hold(unit):
    game, prints = under_way("crimsondusk", 4), Fingerprints()
    game.state.scores = (unit, Sharing({"a": 1}))
    before = prints.of(game)
    if isinstance(unit, Copying):
        unit.hits["b"] = 2
    else:
        unit.hits = {"b": 2}
    after = prints.of(game)
    assert after != before
    game.state.scores = (unit.clone(), Sharing({"a": 1}))
    assert prints.of(game) == after
    unit.hits = {}
    game.state.scores = (unit, Sharing({"a": 1}))
    assert prints.of(game) == before


def test_of_the_units_that_stand_as_before_little_is_looked_at(monkeypatch):
    """Whatever a unit holds, its print is found by which things it holds, as long as its copies share these."""
    for name in ("mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander"):
        game, prints = under_way(name, 24), Fingerprints()
        units = game.state.models if name == "mechcom" else game.state.units
        prints.of(game)
        joined = []
        join = prints._joined
        monkeypatch.setattr(
            prints, "_joined", lambda kind, things, join=join, joined=joined: joined.append(kind) or join(kind, things)
        )
        prints.of(game.clone())
        assert type(next(iter(units.values()))) not in joined, name
        assert len(joined) < 12, name


# ---------------------------------------------------------------- imagined games
@frozen
class Weighty(Step):
    weighty = True
    done: ClassVar[list[int]] = []

    def run(self, game: Game) -> None:
        self.done.append(len(game.agenda))


def test_a_weighty_step_is_done_once_whatever_the_clock_says():
    game, known = under_way("crimsondusk", 24), Transpositions(Replies())
    for number in range(3):
        again = SharedGame(game.clone(), SeededDice())
        again.game.push(Weighty())
        known.step(again)
        assert again.game.agenda == game.agenda
        assert len(Weighty.done) == 1, number
    assert not hasattr(transpositions, "thread_time")


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
    games._positions.at = lambda way: asked.append(at(way)) or asked[-1]  # type: ignore[method-assign]
    (answer, *_) = game.question.suggest(1)
    for number in range(12):
        games.play([answer], number)
    assert len(set(map(id, asked))) < len(asked) * 2 / 3


def test_a_passage_stops_before_the_first_die():
    """Gone through twice it is as far as steps without dice lead, and its dice are those of whoever comes by."""
    game = under_way("crimsondusk", 30)
    position = Transpositions(Replies()).at(SharedGame(game.clone(), SeededDice()))
    (answer, *_) = game.question.suggest(1)
    first = position.after(answer)
    assert first.steps == 0
    second = position.after(answer)
    assert second is first
    one, other = second.end.clone(), game.clone()
    other.take(answer)
    for _ in range(second.steps):
        other.step()
    assert one.system.dump(one) == other.system.dump(other)
    assert [str(event) for event in second.events] == [str(event) for event in other.events]
    one.dice, other.dice = SeededDice(seed=4), SeededDice(seed=4)
    one.advance()
    other.advance()
    assert one.system.dump(one) == other.system.dump(other)


@pytest.mark.parametrize("name", SYSTEMS)
def test_who_comes_by_changes_nothing_that_is_known(name):
    """Games that stand at the same place share it: it stands as it stood when the first of them came there."""
    game = under_way(name, 24)
    games = Playouts(game, game.question.seat, 5, replies=Replies(3))
    ended = {}
    for number in range(4):
        for answer in game.question.suggest(2):
            found = games.play([answer], number).game
            ended[id(found)] = found, found.system.dump(found)
    shared = [known for position in games._positions._known.values() for known in position._after.values()]
    stood = [(known.end, known.end.system.dump(known.end)) for known in shared]
    for number in range(4, 8):
        for answer in game.question.suggest(2):
            games.play([answer], number)
    assert len(stood) > 4
    assert all(end.system.dump(end) == dump for end, dump in stood)
