"""Real dice are typed as they lie on the table: every face of every die, with blanks or commas or neither."""

import pytest

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.screens.battle.answer import Draft

DICE = [(sides, lowest) for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100, 360) for lowest in (0, 1)]


def draft_of(sides: int, lowest: int, count: int) -> Draft:
    return Draft(DiceQuestion(0, "Dice", roll=Roll(0, "a roll", count, sides, None, lowest)))


def typed(draft: Draft, keys: str) -> list[str]:
    """Press these keys; the sentences of those that were not taken."""
    said = []
    for key in keys:
        assert draft.press(key) == "typed", key
        said += [draft.barred] if draft.barred else []
    return said


@pytest.mark.parametrize(("sides", "lowest"), DICE)
def test_every_face_of_every_die_can_be_typed(sides: int, lowest: int):
    faces = [*range(lowest, lowest + sides)]
    for face in faces:
        draft = draft_of(sides, lowest, 1)
        assert typed(draft, str(face)) == []
        assert draft.answer("") == [face]
        assert draft.refusal("") is None
    for between in (" ", ",", ", "):
        draft = draft_of(sides, lowest, len(faces))
        assert typed(draft, between.join(map(str, faces))) == []
        assert (draft.answer(""), draft.refusal("")) == (faces, None)


def test_digits_alone_make_numbers_of_the_size_of_the_die():
    cases = [(6, 1, "6624", [6, 6, 2, 4]), (20, 1, "173", [17, 3])]
    cases += [(10, 0, "9055", [9, 0, 5, 5]), (10, 1, "0107", [10, 10, 7]), (10, 1, "1 0", [1, 10])]
    for sides, lowest, keys, faces in cases:
        draft = draft_of(sides, lowest, len(faces))
        assert typed(draft, keys) == [], keys
        assert draft.answer("") == faces, keys


def test_a_wrong_digit_is_dropped_and_told_and_the_next_one_counts():
    draft = draft_of(6, 1, 2)
    assert typed(draft, "8") == ["A die of 6 sides has no 8: type 2 faces from 1 to 6"]
    assert typed(draft, "36") == []
    assert draft.answer("") == [3, 6]
    assert typed(draft, "1") == ["Only 2 dice are rolled: Enter takes what is typed, Backspace takes a digit back"]
    assert draft.answer("") == [3, 6]
    assert draft.back()
    assert typed(draft, ",5") == []
    assert draft.answer("") == [3, 5]
    draft = draft_of(20, 1, 1)
    assert len(typed(draft, "35")) == 1
    assert draft.answer("") == [3]
