"""A force is set up as in an earlier game of the same table: by what was asked, for one seat, and no further."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.play.earlier_setup import asked_to_set_up, earlier_setup, games_alike, said, take_over
from tabletop_tui.play.session import Session

BOOKS = ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"]


def table(book: str, seed: int, player: str = "keyboard") -> Setup:
    return new_game.set_table(*new_game.find_scenario(f"{book}/quick-start"), players=[player] * 2, seed=seed)


def played(book: str, path: Path, seed: int = 1) -> Session:
    """A game that greedy players have set up and gone on with for some answers."""
    session = Session.new(table(book, seed, "greedy"), path)
    session.run(30)
    session.close()
    return session


def places(session: Session) -> dict[str, str]:
    return {line.unit: line.spot for line in session.system.roster(session.game) if line.spot}


def set_up(session: Session) -> dict[str, str]:
    """Where all stand when a game that was replayed stops setting up."""
    number = 0
    while asked_to_set_up(session.copy_at(number)) is not None:
        number += 1
    session.go_to(number)
    return places(session)


def as_before(book: str, seed: int, path: Path) -> Session | None:
    """A game in which both seats set up as in the one before; None where its first rolls gave them other edges."""
    session, earlier, given = Session.new(table(book, seed)), [earlier_setup(path, seat) for seat in range(2)], 0
    while (question := asked_to_set_up(session.game)) is not None:
        before = len(session.history)
        taken = take_over(session, earlier[question.seat])
        if taken.why:
            assert "that game has no answer" in taken.why or "edge" in taken.why
            return None
        assert {entry.seat for entry in session.history[before:]} == {question.seat}, "never for the other"
        given += taken.answers
    assert given == len(session.history) >= 6
    assert all(take_over(session, one).answers == 0 for one in earlier), "never past the set-up"
    return session


@pytest.mark.parametrize("book", BOOKS)
def test_both_forces_stand_as_in_the_game_before(book: str, tmp_path: Path):
    path = tmp_path / "before.jsonl"
    played(book, path)
    found = (as_before(book, seed, path) for seed in range(2, 12))
    session = next(one for one in found if one is not None)
    assert places(session) == set_up(Session.replay(path)) != {}


def test_what_was_not_asked_before_is_left_to_the_player_and_the_rest_goes_on(tmp_path: Path):
    path = tmp_path / "before.jsonl"
    first = played("armymen", path)
    chooser, other = first.history[0].seat, 1 - first.history[0].seat
    seed = next(seed for seed in range(2, 40) if Session.new(table("armymen", seed)).seat_to_answer == other)
    session, earlier = Session.new(table("armymen", seed)), [earlier_setup(path, seat) for seat in range(2)]
    taken = take_over(session, earlier[other])
    assert (taken.answers, said("Red", taken)) == (
        0,
        "Red: 0 answers as in that game. That game has no answer to this; give it yourself",
    )
    session.answer(first.history[0].answer)  # the edge that the enemy had
    edge = session.seat_to_answer
    assert edge is not None
    taken = take_over(session, earlier[edge])
    while not taken.why and session.seat_to_answer is not None:
        taken = take_over(session, earlier[session.seat_to_answer])
    assert "not as in that game" in taken.why, "the edges have changed hands"
    assert taken.why.endswith("; choose anew")
    assert chooser != other


def test_the_rest_of_a_set_up_begun_by_hand_is_taken_over(tmp_path: Path):
    path = tmp_path / "before.jsonl"
    played("techcommander", path)
    wanted = set_up(Session.replay(path))
    session = Session.new(table("techcommander", 5))
    assert session.question is not None
    session.answer(session.question.suggest(9)[-1])  # a unit that was not the first
    assert session.question.about != next(iter(wanted))
    seat = session.question.seat
    assert not take_over(session, earlier_setup(path, seat)).why
    own = {line.unit for line in session.system.roster(session.game) if line.seat == seat}
    assert {unit: spot for unit, spot in places(session).items() if unit in own} == {
        unit: spot for unit, spot in wanted.items() if unit in own
    }


def test_only_games_of_the_same_table_and_force_are_offered(tmp_path: Path):
    same, other, broken = (tmp_path / f"{name}.jsonl" for name in ("same", "other", "broken"))
    played("mechcom", same)
    played("armymen", other)
    broken.write_text("no journal", encoding="utf-8")
    setup, games = table("mechcom", 9), [same, other, broken, tmp_path / "gone.jsonl"]
    assert games_alike(games, setup, 0) == [same]
    assert games_alike(games, evolve(setup, position={}), 0) == [], "a position is set up already"
    swapped = evolve(setup, seats=[evolve(setup.seats[0], force=setup.seats[1].force), setup.seats[1]])
    assert games_alike(games, swapped, 0) == []
    assert games_alike(games, swapped, 1) == [same], "the enemy may have another force"
