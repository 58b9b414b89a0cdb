"""Dice in bulk: players tell how many dice came out how, and the game is the one that the faces would have made."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import COUNTED, Answer, DiceQuestion, counted_in
from tabletop_tui.engine.roll_wording import kinds_words
from tabletop_tui.play import new_game
from tabletop_tui.play.players.console_player import parse
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import question_lines

LEAST = {"armymen": 8, "crimsondusk": 8, "mechcom": 8, "pmc2640": 8, "techcommander": 3}
"""So many rolls are counted at least in the games of a book that are played here."""
SPLIT = {"mechcom": 1, "pmc2640": 1}
"""Of these come out in more ways than two."""


def needing(number: int, **more: object) -> Check:
    return Check(0, "a roll", Need(Tally("Needs", number), **more), dice=5, bulk=True)  # type: ignore[arg-type]


def asked(check: Check) -> DiceQuestion:
    return DiceQuestion(0, "Dice", roll=evolve(check.roll, kinds=check.kinds()))


def counted(roll: Roll, faces: list[int]) -> Answer:
    """What players tell who have counted these faces."""
    return {COUNTED: [sum(face in kind for face in faces) for kind in roll.kinds[1:]] or [0]}


def test_which_faces_come_to_the_same():
    cases = [
        (needing(4), [(1, 2, 3), (4, 5, 6)], ["4 or more"]),
        (needing(2, sense="at most"), [(3, 4, 5, 6), (1, 2)], ["2 or less"]),
        (evolve(needing(4), apart=lambda face: face == 6), [(1, 2, 3), (4, 5), (6,)], ["4 or 5", "6"]),
        (evolve(needing(6), apart=lambda face: min(face, 3)), [(1,), (2,), (3, 4, 5), (6,)], ["2", "3 to 5", "6"]),
        (needing(1), [(), (1, 2, 3, 4, 5, 6)], ["1 or more"]),
        (needing(7), [(1, 2, 3, 4, 5, 6)], []),
        (needing(7, always=(6,)), [(1, 2, 3, 4, 5), (6,)], ["6"]),
        (evolve(needing(4), bulk=lambda: False), [], []),
        (Check(0, "a sum", dice=3, bulk=True), [], []),
    ]
    for check, kinds, words in cases:
        assert [*check.kinds()] == kinds, check
        assert kinds_words(evolve(check.roll, kinds=check.kinds())) == words


def test_what_cannot_have_been_counted_is_refused_with_a_reason():
    split = asked(evolve(needing(4), apart=lambda face: face == 6))
    every, none, single = asked(needing(1)), asked(needing(7)), asked(evolve(needing(4), bulk=False))
    refused: list[tuple[DiceQuestion, Answer, str]] = [
        (split, {COUNTED: []}, "give 2 numbers, not 0"),
        (split, {COUNTED: [1, 1, 1]}, "give 2 numbers, not 3"),
        (split, {COUNTED: [3, 3]}, "only 5 dice are rolled, not 6"),
        (split, {COUNTED: [-1]}, "give how many dice came out how, not [-1]"),
        (split, {COUNTED: [True]}, "give how many dice came out how, not [True]"),
        (split, {COUNTED: "2"}, "give how many dice came out how, not '2'"),
        (split, {COUNTED: [1], "more": 1}, "give 5 faces"),
        (every, {COUNTED: [4]}, "every face counts for something: the numbers add up to 5"),
        (none, {COUNTED: [1]}, "no face counts: give 0"),
        (single, {COUNTED: [1]}, "each face matters in this roll: give the faces"),
    ]
    for question, answer, why in refused:
        assert why in str(question.refuse(answer)), answer
    for question, answer in [(split, [2, 1]), (split, [2]), (split, [0, 5]), (every, [5]), (none, [0])]:
        assert question.refuse({COUNTED: answer}) is None
        faces = question.faces({COUNTED: answer})
        assert len(faces) == 5
        assert all(face < 0 for face in faces)


def test_counts_are_written_with_a_sign_on_a_pipe_too():
    assert counted_in("=3 4", 5) == ({COUNTED: [3]}, 2)
    assert counted_in("=2+1", 5) == ({COUNTED: [2, 1]}, 4)
    assert counted_in("=+1", 5) == ({COUNTED: [0, 1]}, 3)
    assert counted_in("=", 5) == ({COUNTED: []}, 1)
    assert counted_in("3", 5) is None
    assert counted_in("=1251", 20) == ({COUNTED: [12]}, 3)
    split = asked(evolve(needing(4), apart=lambda face: face == 6))
    assert parse(split, "=2+1") == {COUNTED: [2, 1]}
    setup = new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3)
    assert question_lines(split, setup)[-1].strip() == "or how many show 4 or 5 + 6, as in: =1+1"


@pytest.mark.parametrize("system", LEAST)
def test_counted_dice_make_the_game_that_their_faces_make(tmp_path: Path, system: str):
    """Two games side by side: one is given faces, the other only how many came out how, wherever that is enough."""
    setup = evolve(new_game.set_table(*new_game.find_scenario(f"{system}/quick-start"), seed=3), dice="typed")
    found: Counter[str] = Counter()

    def enough() -> bool:
        return found["compared"] >= LEAST[system] and found["split"] >= SPLIT.get(system, 0)

    greedy = Greedy(3, looked_at=12, seconds=60)
    for seed in range(6):
        chooser, path = Random(seed), tmp_path / f"{seed}.jsonl"
        plain, bulk = Session.new(setup), Session.new(setup, path)
        for number in range(150):
            question = plain.question
            if question is None or (not isinstance(question, DiceQuestion) and enough()):
                break
            told = answer = question.sample(chooser)
            if not isinstance(question, DiceQuestion):
                told = answer = greedy.choose(plain.game, number)
            else:
                other = bulk.question
                assert isinstance(other, DiceQuestion)
                assert question.roll.kinds == other.roll.kinds
                if question.roll.kinds and question.count > 1:
                    told = counted(question.roll, answer)
                    found["split"] += len(told[COUNTED]) > 1
            plain.answer(answer)
            bulk.answer(told)
            if not isinstance(plain.question, DiceQuestion):  # a roll that waits keeps the faces before it
                assert plain.digest() == bulk.digest(), (question, answer, told)
                found["compared"] += told is not answer
            if told is not answer:
                found["rolls"] += 1
                if found["rolls"] % 3 == 0:
                    bulk.undo()
                    bulk.redo()
        bulk.close()
        unseen = [event for event in bulk.log() if isinstance(event, Rolled) and event.good and not event.faces]
        assert all("dice counted at the table" in event.text for event in unseen)
        found["told"] += len(unseen)
        assert Session.replay(path).digest() == bulk.digest()
        if enough():
            break
    assert found["told"] + 1 >= found["rolls"] >= found["compared"], found
    assert enough(), found
