"""The one door for dice: what counts, how likely it is, what the event says, whatever a rulebook wants of its dice."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.dice import Need, ScriptedDice
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.roll_off import roll_off
from tabletop_tui.engine.roll_wording import added_up, faces_words, need_words
from tests.toy import TOY, toy_setup

NINE = Tally("Skill", 10, "base", "R-1").plus(-1, "moved", "R-2")


def game_of(*faces: int) -> Game:
    game = TOY.start(toy_setup())
    game.dice = ScriptedDice(unread=faces)
    return game


def rolled(game: Game) -> Rolled:
    (event,) = game.events
    assert isinstance(event, Rolled)
    return event


def test_dice_that_have_to_reach_a_number():
    game = game_of(4, 3, 6)
    checked = game.check(Check(1, "A1 rallies", Tally("Rally", 4, "", "R-1"), dice=3))
    assert (checked.faces, checked.counting, checked.count, checked.passed) == ((4, 3, 6), (True, False, True), 2, True)
    event = rolled(game)
    assert event.text == "A1 rallies: [4] 3 [6], needs 4 or more: 2 of 3 pass"
    assert (event.seat, event.rules, event.good, event.chance) == (1, ("R-1",), (True, False, True), 0.5)


def test_what_one_seat_rolls_for_all_is_nobodys_luck():
    game = game_of(6)
    assert game.check(Check(0, "Does it end", Tally("End", 6, "", "R-1"), impartial=True)).passed
    assert rolled(game).seat is None
    assert rolled(game).good == (True,)


def test_dice_that_must_not_pass_a_number():
    """Roll-under: 9 or less on a D20."""
    game = game_of(7, 9, 10)
    checked = game.check(Check(0, "A1 fires", Need(NINE, "at most"), dice=3, sides=20))
    assert checked.counting == (True, True, False)
    event = rolled(game)
    assert event.chance == 9 / 20
    assert event.text == "A1 fires: [7] [9] 10, needs 9 or less: 2 of 3 pass"
    assert added_up(event) == ["Skill 9 = 10 base, -1 moved"]


def test_natural_faces_that_go_their_own_way():
    """A die that fails on 1 and passes on 10, however hard it is; the needed number is kept apart."""
    hard, easy = Tally("Hit", 13), Tally("Hit", 0)
    for number, chance, words in ((hard, 1 / 10, "a 10"), (easy, 9 / 10, "2 or more")):
        need = Need(number, always=(10,), never=(1,))
        assert need.chance(10) == chance
        assert faces_words(need, 10) == words
        assert [face for face in range(1, 11) if need.counts(face)] == ([10] if number is hard else list(range(2, 11)))
    assert need.number.total == 0


def test_the_faces_of_a_die_are_told_as_it_is_read():
    """A D20 and a D10 that are read from 1 have no 0, one that is read from 0 has."""
    for sides, lowest, words in (
        (20, 1, "any face is enough"),
        (10, 1, "any face is enough"),
        (10, 0, "needs 1 or more"),
    ):
        game = game_of(5)
        game.check(Check(0, "A1 fires", Tally("Hit", 1), sides=sides, lowest=lowest))
        assert words in rolled(game).text


def test_dice_that_are_bad_for_whoever_rolls_them():
    game = game_of(1, 5)
    need = Need(Tally("Mines", 1), "at most", harm="is a hit")
    assert game.check(Check(0, "A1 crosses mines", need, dice=2)).count == 1
    event = rolled(game)
    assert (event.good, event.chance) == ((False, True), 5 / 6), "the luck report counts the dice that did no harm"
    assert event.text == "A1 crosses mines: 1 [5], a 1 is a hit: 1 of 2 unharmed"


def test_a_sum_over_a_number_is_told_as_the_book_adds_it_up():
    game = game_of(6)
    plus = Tally("Firepower", 3, "Rifles", "R-1").plus(2, "six models", "R-2").plus(1, "Fire!", "R-3")
    check = Check(0, "A1 shoots", Need(Tally("Needs", 4)), sides=10, lowest=0, adds=plus, against=Tally("Defence", 9))
    checked = game.check(check, lambda checked: f"{checked.total - 9} hits")
    assert checked.total == 12
    event = rolled(game)
    assert event.text == "A1 shoots: [6] + 6 = 12, over Defence 9: 3 hits"
    assert event.chance == 6 / 10
    assert added_up(event) == ["Firepower 6 = 3 Rifles, +2 six models, +1 Fire!"]


def test_a_die_that_needs_nothing_says_what_it_came_to():
    game = game_of(5)
    assert game.check(Check(0, "table edges", rules=("R-1",)), lambda _: "Red has the north edge").face == 5
    event = rolled(game)
    assert (event.text, event.good, event.chance) == ("Table edges: 5, Red has the north edge", (), None)


@pytest.mark.parametrize(
    ("total", "sense", "words"),
    [
        (4, "at least", "4 or more"),
        (6, "at least", "a 6"),
        (1, "at least", "any face"),
        (7, "at least", "no face"),
        (3, "at most", "3 or less"),
        (1, "at most", "a 1"),
        (6, "at most", "any face"),
        (0, "at most", "no face"),
    ],
)
def test_the_faces_that_count_in_words(total, sense, words):
    need = Need(Tally("Die", total), sense)
    assert faces_words(need) == words
    told = f"{words} is enough" if words in ("any face", "no face") else f"needs {words}"
    assert need_words(need) == told
    assert need.chance() == sum(need.counts(face) for face in range(1, 7)) / 6


def test_faces_that_are_no_run_are_listed():
    assert faces_words(Need(Tally("Die", 7), always=(2, 5))) == "2 or 5"


def test_the_second_of_two_who_roll_against_each_other_tells_who_was_higher():
    game = game_of(4, 3, 2, 6)
    won = roll_off(game, lambda seat: Check(seat, "who goes next", adds=Tally("Waiting", 2 - seat)), ("R-1",))
    assert won == 0
    first, second = game.events
    assert isinstance(first, Rolled)
    assert isinstance(second, Rolled)
    assert (first.contest, first.outcome, second.contest) == (True, "", True)
    names = [seat.name for seat in game.setup.seats]
    assert second.text == f"Who goes next: 3 + 1 = 4, {names[0]} by 6 to 4"
    assert second.near == (f"{names[0]} by 6 to 3", f"{names[0]} by 6 to 5")


def test_a_tie_is_nobodys_and_is_rolled_again():
    game = game_of(3, 3, 2, 5)
    assert roll_off(game, lambda seat: Check(seat, "who goes next"), ("R-1",)) == 1
    assert [event.text for event in game.events] == [
        "Who goes next: 3",
        "Who goes next: 3",
        "A tie: both roll again",
        "Who goes next: 2",
        f"Who goes next: 5, {game.setup.seats[1].name} by 5 to 2",
    ]


@pytest.mark.parametrize(("face", "near"), [(1, ("", "2")), (3, ("2", "4")), (4, ("3", "5")), (6, ("5", ""))])
def test_a_single_die_tells_what_one_pip_less_or_more_would_have_done(face, near):
    game = game_of(face)
    game.check(Check(0, "a look"), lambda checked: str(checked.face))
    assert rolled(game).near == near
