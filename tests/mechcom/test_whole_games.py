"""Whole games by chance: saved and loaded at every question, cloned, repeated, and sound throughout."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.rulebook.registry import system
from tests.mechcom.games import begin, by_chance, dumped, play_on, rich_setup
from tests.mechcom.invariants import Reader, check

TABLES = [
    pytest.param(2, "deathmatch", (), "seeded", id="2-deathmatch"),
    pytest.param(2, "capture-the-flag", (), "typed", id="2-flags-real-dice"),
    pytest.param(3, "control-zone", (), "seeded", id="3-zone"),
    pytest.param(3, "capture-the-flag", (), "seeded", id="3-flags"),
    pytest.param(4, "capture-the-flag", (0, 1, 0, 1), "seeded", id="4-flags-in-teams"),
    pytest.param(5, "control-zone", (0, 1, 0, 1, 0), "typed", id="5-zone-in-teams-real-dice"),
    pytest.param(6, "deathmatch", (0, 0, 1, 1, 2, 2), "seeded", id="6-deathmatch-three-teams"),
]


def shipped(name: str, seed: int) -> Setup:
    """A shipped scenario with its own squads."""
    found = system("mechcom")
    info = next(info for info in found.scenarios(paths.scenario_folders()) if info.id == name)
    return new_game.set_table(found, info, (), ["keyboard"] * info.seats, seed=seed)


def loaded(game: Game) -> Game:
    """The game through JSON and back. The dice are not part of it: a journal has them."""
    again = game.system.load(game.setup, json.loads(dumped(game)))
    again.dice = game.dice.clone()
    return again


def same(game: Game, other: Game) -> None:
    assert other.state == game.state
    assert other.agenda == game.agenda
    question, again = game.question, other.question
    assert question is not None
    assert again is not None
    assert (again.seat, again.prompt, again.about, again.rules) == (
        question.seat,
        question.prompt,
        question.about,
        question.rules,
    )
    assert list(islice(again.legal(), 200)) == list(islice(question.legal(), 200))
    if isinstance(question, Pick):
        assert isinstance(again, Pick)
        assert again.options == question.options


@pytest.mark.parametrize(("seats", "kind", "teams", "dice"), [TABLES[number] for number in (1, 2, 3)])
@pytest.mark.long
def test_saved_and_loaded_at_every_question(seats, kind, teams, dice):
    """The loaded game is the same at every question, and takes over now and then: it ends as the first would have."""
    setup = rich_setup(seats, 7, kind, teams, dice)
    chooser, other = Random(3), Random(3)
    game, copy = begin(setup), begin(setup)
    while game.question is not None:
        text = dumped(game)
        again = loaded(game)
        same(game, again)
        assert dumped(again) == text
        game = again
        game.answer(by_chance(game.question, chooser))
        game.advance()
    play_on(copy, other)
    assert game.state == copy.state
    assert game.result == copy.result


@pytest.mark.parametrize(("seats", "kind", "teams", "dice"), TABLES)
@pytest.mark.long
def test_a_clone_is_equal_and_goes_its_own_way(seats, kind, teams, dice):
    chooser = Random(5)

    def look(game: Game) -> None:
        if chooser.random() > 0.2:
            return
        before = dumped(game)
        state = game.state.clone()
        clone = game.clone()
        same(game, clone)
        for _ in range(12):
            if clone.question is None:
                break
            clone.answer(clone.question.sample(chooser))
            clone.advance()
        assert dumped(game) == before
        assert game.state == state

    play_on(begin(rich_setup(seats, 11, kind, teams, dice)), chooser, look)


@pytest.mark.parametrize(("seats", "kind", "teams", "dice"), TABLES)
@pytest.mark.long
def test_the_same_seed_and_answers_give_the_same_game(seats, kind, teams, dice):
    setup = rich_setup(seats, 13, kind, teams, dice)
    first = begin(setup)
    answers = play_on(first, Random(17))
    second = begin(setup)
    for answer in answers:
        second.answer(answer)
        second.advance()
    assert dumped(second) == dumped(first)
    assert second.result == first.result
    assert second.events == first.events


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.long
def test_another_seed_gives_another_game(seed):
    ends = {dumped(play(rich_setup(2, number))) for number in (seed, seed + 100)}
    assert len(ends) == 2


def play(setup: Setup) -> Game:
    game = begin(setup)
    play_on(game, Random(1))
    return game


@pytest.mark.parametrize(("seats", "kind", "teams", "dice"), TABLES)
@pytest.mark.long
def test_everything_holds_at_every_question(seats, kind, teams, dice):
    play_on(begin(rich_setup(seats, 1, kind, teams, dice)), Random(1), lambda game: check(game, 2))


@pytest.mark.parametrize(("seats", "kind", "teams", "dice"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.long
def test_who_reads_the_log_knows_where_everybody_is(seats, kind, teams, dice, seed):
    """Ways are told before what they lead to, losses before what goes with them."""
    reader = Reader()
    play_on(begin(rich_setup(seats, seed, kind, teams, dice)), Random(seed), reader.look)


@pytest.mark.parametrize(
    "name", ["quick-start", "canyon-flags", "port-deathmatch", "forest-zone", "fort-siege", "four-for-the-crater"]
)
@pytest.mark.long
def test_shipped_scenarios_are_sound_from_the_first_question_to_the_end(name):
    chooser = Random(1)
    number = 0

    def look(game: Game) -> None:
        nonlocal number
        number += 1
        if number % 10 == 0:
            check(game, 3)
        if number % 40 == 0:
            same(game, loaded(game))

    game = begin(shipped(name, 1))
    play_on(game, chooser, look)
    check(game)
