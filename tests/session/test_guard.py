"""The guard itself: it catches every write to a game, one that is taken back as well, and leaves copies free."""

from collections.abc import Callable

import pytest

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game
from tabletop_tui.play.session import Session
from tests.conformance import a_setup, dumped
from tests.guard import Written, guarded
from tests.toy import StartRound, toy_setup


def a_game(name: str) -> Game:
    setup = toy_setup() if name == "toy" else a_setup(name, 0)
    session = Session.new(setup)
    return session.game


def there_and_back(game: Game) -> None:
    unit = next(iter(game.state.units.values()))
    before, unit.models = unit.models, ((1.0, 1.0),)
    unit.models = before


WRITES: dict[str, tuple[str, Callable[[Game], object]]] = {
    "a unit, put back at once": ("pmc2640", there_and_back),
    "a unit of the other table": ("armymen", there_and_back),
    "a battle": ("pmc2640", lambda game: setattr(game.state, "turn", 3)),
    "the list of units": ("pmc2640", lambda game: game.state.units.popitem()),
    "a model": ("mechcom", lambda game: setattr(next(iter(game.state.models.values())), "energy", 1)),
    "what a model has": ("mechcom", lambda game: next(iter(game.state.models.values())).conditions.update(Burned=1)),
    "who fills a hex": ("mechcom", lambda game: game.state.at.clear()),
    "the dice": ("mechcom", lambda game: game.check(Check(0, "a look ahead"))),
    "a step": ("toy", lambda game: game.push(StartRound())),
    "an event": ("toy", lambda game: game.emit(Event("nothing"))),
    "the agenda": ("toy", lambda game: setattr(game, "agenda", [])),
    "an entry of a dict": ("toy", lambda game: game.state.health.__setitem__("A1", 1)),
    "a slot": ("toy", lambda game: setattr(game.state, "round", 3)),
}


@pytest.mark.parametrize("what", WRITES)
def test_a_write_is_caught_in_the_act(what: str):
    name, write = WRITES[what]
    game = a_game(name)
    before = dumped(game), repr(game.dice), len(game.events)
    with guarded(game), pytest.raises(Written):
        write(game)
    assert (dumped(game), repr(game.dice), len(game.events)) == before
    write(game)


def test_the_table_is_guarded_which_all_games_of_a_scenario_share():
    game = a_game("pmc2640")
    width = game.state.table.width
    with guarded(game), pytest.raises(Written):
        game.state.table.width = 5
    assert game.state.table.width == width


@pytest.mark.parametrize("name", ["mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander", "toy"])
def test_a_copy_may_be_played_on_and_the_game_is_free_again_afterwards(name: str):
    game = a_game(name)
    before = dumped(game)
    with guarded(game):
        clone = game.clone()
        clone.answer(next(clone.question.legal()))
        clone.advance()
        assert dumped(clone) != before
    assert dumped(game) == before
    game.answer(next(game.question.legal()))
    game.advance()
    assert dumped(game) == dumped(clone)
    assert {type(game.agenda), type(game.events)} == {list}


def test_the_classes_are_as_they_were():
    game = a_game("toy")
    before = {kind: kind.__setattr__ for kind in (Game, type(game.state), type(game.dice))}
    with pytest.raises(ZeroDivisionError), guarded(game):
        raise ZeroDivisionError
    assert {kind: kind.__setattr__ for kind in before} == before
