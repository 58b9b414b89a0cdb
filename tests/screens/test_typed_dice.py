"""Real dice are typed as they lie on the table: every face of every die, with blanks or commas or neither."""

import re
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import DiceQuestion, Pick
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.roll_wording import roll_needs
from tabletop_tui.play import new_game
from tabletop_tui.play.real_dice import is_source
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.answer_draft import Draft
from tests.crimsondusk.situations import field, row, section, setup_in
from tests.screens.conftest import at

DICE = [(sides, lowest) for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100, 360) for lowest in (0, 1)]


CRITICAL = DiceQuestion(
    0, "Dice", roll=Roll(0, "a shot", 5, 6, Need(Tally("Needs", 4)), kinds=((1, 2, 3), (4, 5), (6,)))
)
"""Five dice of which players may tell how many show a 4 or 5, and how many a 6."""


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


# ---------------------------------------------------------------------- several rolls in one line
VOLLEY = ([10], [10], [5])
"""A die for each of two wounds; one for pinning."""
PRESSES = 8
"""For four shots that hit twice, with the faces of a line as one press; 12 where each roll is typed alone."""


def firing(folder: Path, name: str = "game") -> Session:
    """A section has hit another one twice, with real dice, which are about to be rolled for the wounds."""
    setup = setup_in(field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 26, 4))))
    session = Session.new(evolve(setup, dice="typed"), folder / f"{name}.jsonl")
    for answer in ("A1", "shoot", "B1", [9, 9, 1, 1]):
        session.answer(answer)
    assert isinstance(session.question, Assign)
    session.answer(session.question.default)
    assert isinstance(session.question, DiceQuestion)
    return session


def keys_of(rolls: tuple[list[int], ...]) -> str:
    """The keys of these faces in one line."""
    return " space ".join(" space ".join(str(face % 10) for face in faces) for faces in rolls)


async def test_a_volley_is_typed_in_one_line_and_is_the_same_game(tmp_path: Path):
    single, rolls = firing(tmp_path, "single"), []
    for faces in VOLLEY:
        assert isinstance(single.question, DiceQuestion), faces
        rolls.append(single.question.roll)
        single.answer(faces)
    assert isinstance(single.question, Pick)
    async with at(firing(tmp_path)) as player:
        await player.press(keys_of(VOLLEY))
        assert f"10, then 10, then 5. 1D10, {roll_needs(rolls[2])}" in player.prompt
        assert player.battle.model.draft is not None
        assert player.battle.model.draft.rolled.roll == rolls[2]
        await player.press("enter")
        session = player.session
        assert [entry.answer for entry in session.history] == [entry.answer for entry in single.history]
        assert session.digest() == single.digest()
        assert Session.replay(tmp_path / "game.jsonl").digest() == single.digest()


async def test_the_presses_of_a_whole_volley(tmp_path: Path):
    setup = setup_in(field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 26, 4))))
    async with at(Session.new(evolve(setup, dice="typed"))) as player:
        presses = ["1", "s", "1", "9 9 1 1", "enter", "enter", keys_of(VOLLEY), "enter"]
        for press in presses:
            await player.press(press)
        faces = [entry.answer for entry in player.session.history if isinstance(entry.answer, list)]
        assert faces == [[9, 9, 1, 1], *VOLLEY]
        assert not isinstance(player.session.question, DiceQuestion)
        assert len(presses) == PRESSES


async def test_a_whole_volley_in_five_presses(tmp_path: Path):
    """Two of four shots hit, as counted at the table; the hits fall as proposed, and the other dice are on the line."""
    setup = setup_in(field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 26, 4))))
    single = firing(tmp_path, "single")
    for faces in VOLLEY:
        single.answer(faces)
    async with at(Session.new(evolve(setup, dice="typed"), tmp_path / "game.jsonl")) as player:
        for press in ("1", "s", "1"):
            await player.press(press)
        assert "4 faces from 1 to 10 (0 is 10), or = and how many show 7 or more" in player.prompt
        await player.press("equals_sign")
        assert "type how many show 7 or more" in player.prompt
        await player.press("2 0")
        assert "who takes the 2 hits? Type / to take what is proposed" in player.picture
        await player.press("backspace equals_sign 2 slash")
        assert "2 with 7 or more of 4 dice, then 1 A1" not in player.prompt
        assert "2 with 7 or more of 4 dice, then 1 B1" in player.prompt
        await player.press("0 0 5")
        assert "Enter: ..., then 10, then 10, then 5. " in player.prompt  # what was typed last is in sight
        await player.press("enter")
        session = player.session
        assert session.digest() == single.digest()
        assert [entry.answer for entry in session.history][3] == {"counted": [2]}
        assert "4 dice counted at the table, needs 7 or more: 2 hits" in " ".join(event.text for event in session.log())
        assert Session.replay(tmp_path / "game.jsonl").digest() == single.digest()
        await player.press("z")
        while player.app.screen is not player.battle:
            await player.press("Y")
        assert session.history[-1].answer == VOLLEY[1]


def test_each_example_of_the_page_on_ones_own_table_is_taken(tmp_path: Path):
    """What is typed where the page tells of dice: faces, counts, and a whole volley."""
    page = (Path(__file__).parents[2] / "docs" / "your-own-table.md").read_text(encoding="utf-8")
    play = page.partition("2. **Play.**")[2].partition("\n")[0]
    typed_there = [span for span in re.findall(r"`([^`]+)`", play) if re.fullmatch(r"[\d=+/ ]{2,}", span)]
    assert typed_there == ["8 10 3", "=3", "=2+1", "2/10 4 5"]
    for text, question in zip(typed_there[:3], (draft_of(10, 1, 3).question, *[CRITICAL] * 2), strict=True):
        draft = Draft(question)
        assert typed(draft, text) == []
        assert draft.refusal("") is None
    setup = setup_in(field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 26, 4))))
    session = Session.new(evolve(setup, dice="typed"))
    for answer in ("A1", "shoot", "B1"):
        session.answer(answer)
    assert session.question is not None
    draft = Draft(session.question, asked_after=session.asked_after)
    assert typed(draft, typed_there[3]) == []
    assert [answer for _, answer in draft.row()] == [{"counted": [2]}, {"1": "B1-1", "2": "B1-2"}, [10], [4], [5]]


def test_a_number_before_a_sign_is_a_count():
    """Where all faces are typed before it, it is the last of them; a roll of which each face matters has no counts."""
    draft = Draft(CRITICAL)
    assert typed(draft, "2+1") == []
    assert draft.answer("") == {"counted": [2, 1]}
    draft = Draft(CRITICAL)
    assert typed(draft, "24661") == []
    assert draft.answer("") == [2, 4, 6, 6, 1]
    assert len(typed(draft, "+")) == len(typed(draft, "/")) == 1
    assert draft.answer("") == [2, 4, 6, 6, 1]
    draft = draft_of(6, 1, 3)
    assert typed(draft, "2") == []
    assert len(typed(draft, "+")) == len(typed(draft, "/")) == 1
    assert draft.answer("") == [2]


async def test_nine_keys_make_a_volley_with_two_wounds(tmp_path: Path):
    setup = setup_in(field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 26, 4))))
    single = firing(tmp_path, "single")
    for faces in VOLLEY:
        single.answer(faces)
    async with at(Session.new(evolve(setup, dice="typed"), tmp_path / "game.jsonl")) as player:
        keys = ["1", "s", "1", "2", "slash", "0", "0", "5", "enter"]
        for key in keys:
            await player.press(key)
        assert len(keys) == 9
        assert player.session.digest() == single.digest()
        assert [entry.answer for entry in player.session.history][3] == {"counted": [2]}


async def test_a_digit_that_no_option_has_is_told(tmp_path: Path):
    async with at(firing(tmp_path)) as player:
        await player.press(f"{keys_of(VOLLEY)} enter")
        question, before = player.session.question, len(player.session.history)
        assert isinstance(question, Pick)
        await player.press("9")
        assert "No option has the number 9" in player.prompt
        assert (player.session.question, len(player.session.history)) == (question, before)


async def test_a_face_beyond_the_last_roll_is_not_taken(tmp_path: Path):
    async with at(firing(tmp_path)) as player:
        before = len(player.session.history)
        await player.press(f"{keys_of(VOLLEY)} space 4")
        assert "Only one die is rolled" in player.picture
        assert len(player.session.history) == before
        await player.press("enter")
        assert len(player.session.history) == before + len(VOLLEY)
    session = firing(tmp_path, "refused")
    for wrong in ([*VOLLEY, [4]], [VOLLEY[0], [11]], [VOLLEY[0], [1, 2]]):
        digest, count = session.digest(), len(session.history)
        with pytest.raises(Refused):
            session.answer_in_a_row(wrong)
        assert (session.digest(), len(session.history)) == (digest, count)


async def test_a_mistyped_face_is_taken_back_alone(tmp_path: Path):
    async with at(firing(tmp_path)) as player:
        await player.press(f"{keys_of(VOLLEY[:2])} enter")
        assert [entry.answer for entry in player.session.history[-2:]] == [*VOLLEY[:2]]
        await player.press("z")
        while player.app.screen is not player.battle:
            await player.press("Y")
        assert isinstance(player.session.question, DiceQuestion)
        assert player.session.history[-1].answer == VOLLEY[0]
        await player.press("1 enter")
        assert player.session.history[-1].answer == [1]
        assert player.session.history[-2].answer == VOLLEY[0]
        digest = player.session.digest()
    assert Session.replay(tmp_path / "game.jsonl").digest() == digest


# ---------------------------------------------------------------------- other dice in the middle of a game
@pytest.mark.parametrize("system", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_dice_are_changed_to_and_fro_in_the_middle_of_a_game(tmp_path: Path, system: str):
    """Every few answers, also where a roll waits; loaded, undone and done again it is the same game."""
    path, chooser = tmp_path / "game.jsonl", Random(5)
    session = Session.new(new_game.set_table(*new_game.find_scenario(f"{system}/quick-start"), seed=3), path)
    waited = typed = rolled = changed = 0
    for number in range(150):
        if session.question is None:
            break
        waits = isinstance(session.question, DiceQuestion)
        if number % 12 == 6 or (waits and typed % 5 == 4):
            kind = session.game.dice.kind
            session.change_dice()
            assert session.game.dice.kind != kind
            waited, changed, typed = waited + waits, changed + 1, typed + waits
            assert not (waits and isinstance(session.question, DiceQuestion))
            continue
        session.answer(session.question.sample(chooser))
        typed += waits
        rolled += len(session.history[-1].dice or ())
    assert min(waited, typed, rolled) > 0, (waited, typed, rolled)
    assert changed >= 8
    digest, count = session.digest(), len(session.history)
    assert Session.replay(path).digest() == digest
    session.undo(count)
    session.redo(count)
    assert (session.digest(), len(session.history)) == (digest, count)
    session.close()
    loaded = Session.load(path)
    assert (loaded.digest(), loaded.game.dice.kind) == (digest, session.game.dice.kind)
    loaded.close()


async def test_real_dice_by_name_in_a_battle(tmp_path: Path):
    async with at(firing(tmp_path)) as player:
        await player.press("colon r e a l space d i c e enter")
        assert player.session.game.dice.kind == "seeded"
        assert not isinstance(player.session.question, DiceQuestion)
        await player.press("z")
        while player.app.screen is not player.battle:
            await player.press("Y")
        assert player.session.game.dice.kind == "typed"
        assert isinstance(player.session.question, DiceQuestion)


@pytest.mark.parametrize("source", [{}, {"thrown": 0}, {"seeded": -1}, {"seeded": True}, {"typed": 0, "seeded": 1}])
def test_a_record_of_no_dice_is_refused(source: dict[str, object]):
    assert not is_source(source)
