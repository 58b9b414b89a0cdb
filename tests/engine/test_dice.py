from random import Random

import pytest

from tabletop_tui.engine.dice import MissingDice, Roll, ScriptedDice, SeededDice, Tape, TypedDice, WrongDice, dice_of


def roll(count: int, sides: int = 6) -> Roll:
    return Roll(0, "a test", count, sides)


def test_the_same_seed_gives_the_same_dice_however_they_are_grouped():
    one, other = SeededDice(seed=7), SeededDice(seed=7)
    assert one.draw(roll(2)) + one.draw(roll(3)) == other.draw(roll(5))
    assert SeededDice(seed=8).draw(roll(20)) != SeededDice(seed=7).draw(roll(20))


def test_seeded_dice_are_fair_enough_and_within_their_sides():
    for sides in (3, 6, 10):
        faces = SeededDice(seed=1).draw(roll(6000, sides))
        counts = [faces.count(face) for face in range(1, sides + 1)]
        assert sum(counts) == 6000
        assert min(counts) > 6000 / sides * 0.85


def test_a_clone_rolls_the_same_dice_and_leaves_the_first_alone():
    dice = SeededDice(seed=3)
    dice.draw(roll(4))
    clone = dice.clone()
    assert clone.drawn == []
    there = clone.draw(roll(10))
    assert len(dice.drawn) == 4
    assert dice.draw(roll(10)) == there


def test_what_comes_of_the_seed_is_made_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch):
    """Two copies that grew the tape at once would put its numbers down in the wrong order."""
    tape, held = Tape(1), []
    monkeypatch.setattr(tape, "_generator", generator := Random(1))
    monkeypatch.setattr(generator, "getrandbits", lambda bits: held.append(tape._growing.locked()) or 7)
    assert tape.part(2, 5) == [7, 7, 7]
    assert held == [True] * 5
    assert not tape._growing.locked()


def test_recorded_faces_come_first_and_the_seed_goes_on_behind_them():
    plain, fed = SeededDice(seed=5), SeededDice(seed=5)
    expected = plain.draw(roll(6))
    fed.unread = (6, 6)
    assert fed.draw(roll(2)) == (6, 6)
    assert fed.draw(roll(4)) == expected[2:]
    assert fed.drawn == [6, 6, *expected[2:]]


def test_one_roll_may_take_recorded_and_fresh_faces():
    fresh = SeededDice(seed=5).draw(roll(3))
    dice = SeededDice(seed=5, unread=(1,))
    faces = dice.draw(roll(3))
    assert faces[0] == 1
    assert len(faces) == 3
    assert dice.unread == ()
    assert dice.draw(roll(1)) == SeededDice(seed=5).draw(roll(4))[3:]
    assert set(faces[1:]) <= set(range(1, 7))
    assert len(fresh) == 3


def test_a_recorded_face_that_the_die_does_not_have_is_refused():
    with pytest.raises(WrongDice, match=r"\[5\] cannot be dice of 3 sides"):
        SeededDice(unread=(5,)).draw(roll(1, 3))


def test_typed_dice_are_missing_until_they_are_typed():
    dice = TypedDice()
    with pytest.raises(MissingDice) as missing:
        dice.draw(roll(3))
    assert (missing.value.roll, missing.value.have) == (roll(3), 0)
    dice.unread = (2, 5)
    with pytest.raises(MissingDice) as missing:
        dice.draw(roll(3))
    assert missing.value.have == 2
    assert dice.unread == (2, 5), "nothing is used up by a roll that fails"
    assert dice.draw(roll(2)) == (2, 5)


def test_a_script_that_runs_out_says_so():
    with pytest.raises(WrongDice, match="out of dice: 1 more needed, a test"):
        ScriptedDice(unread=(4,)).draw(roll(2))


def test_the_source_is_chosen_by_name():
    assert dice_of("seeded", 4) == SeededDice(seed=4)
    assert dice_of("typed") == TypedDice()
    with pytest.raises(ValueError, match="not 'loaded'"):
        dice_of("loaded")


def test_faces_that_were_written_down_come_first_and_again_after_going_back():
    dice, free = SeededDice(seed=7, first=(6, 9, 2)), SeededDice(seed=7)
    at_first = dice.clone()
    own = free.draw(Roll(0, "all", 6))
    assert dice.draw(Roll(0, "two", 2)) == (6, own[1]), "a D6 has no 9"
    assert dice.draw(Roll(0, "more", 4)) == (2, *own[3:])
    assert at_first.draw(Roll(0, "of ten", 2, 10)) == (6, 9)
