"""Who answers: chance, greed, and a person at a keyboard without a screen."""

from io import StringIO
from itertools import count
from random import Random as Generator

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.question import DiceQuestion, Number, Option, Pick, Place, Question, Split, named
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players import COMPUTERS, PERSON, PLAYERS, greedy_player, seated
from tabletop_tui.play.players.console_player import WORDS, BadLine, Keyboard, Said, parse
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.players.random_player import Random
from tabletop_tui.play.session import Session
from tests.toy import TOY, ChooseDeed, a_deed, toy_setup


def test_each_seat_gets_its_player():
    players = seated(toy_setup("keyboard", "random", "greedy"))
    assert players[0] is None
    assert isinstance(players[1], Random)
    assert isinstance(players[2], Greedy)
    assert (PERSON, *COMPUTERS) == PLAYERS
    with pytest.raises(ValueError, match="'dog' plays no seat; choose one of: keyboard, easy, fair, strong"):
        seated(toy_setup("dog", "random"))


# ---------------------------------------------------------------- chance
def test_luck_hangs_on_seed_seat_and_number_alone():
    luck, other = SplitMix64(5, 0), SplitMix64(5, 0).at(30)
    one = luck.at(30)
    for number in range(50):
        luck.at(number).below(1000)  # somebody else may think about another answer meanwhile
    assert [one.below(1000) for _ in range(9)] == [other.below(1000) for _ in range(9)]
    draws = {
        (seed, seat, number): SplitMix64(seed, seat).at(number).below(10**9)
        for seed in range(5)
        for seat in range(4)
        for number in range(50)
    }
    assert len(set(draws.values())) > len(draws) - 3


def test_luck_is_even():
    luck = SplitMix64(1, 1)
    for draw in (lambda n: luck.at(n).below(6), lambda _: luck.randint(0, 5), lambda _: luck.choice(range(6))):
        counts = [0] * 6
        for number in range(12_000):
            counts[draw(number)] += 1
        assert all(1800 < count < 2200 for count in counts)


def test_the_random_player_does_everything_that_is_legal_and_nothing_else():
    game = TOY.start(toy_setup())
    game.advance()
    seat = game.question.seat
    chosen = {Random(1, seat).choose(game, number) for number in range(60)}
    assert chosen == set(game.question.legal())


# ---------------------------------------------------------------- greed
def test_the_greedy_player_takes_what_is_worth_most():
    game = a_deed()
    assert {Greedy(seed, 0).choose(game, 3) for seed in range(30)} == {"shoot"}


def test_among_equals_chance_decides():
    game = TOY.start(toy_setup())
    game.advance()
    assert {Greedy(seed, 0).choose(game, 0) for seed in range(40)} == set(game.question.legal())


def test_it_looks_at_no_more_answers_than_it_may(monkeypatch: pytest.MonkeyPatch):
    looked: list[object] = []
    monkeypatch.setattr(type(TOY), "appraise", lambda self, game, answer: float(looked.append(answer) or answer))
    game = a_deed()
    monkeypatch.setattr(ChooseDeed, "question", lambda self, game: Number(0, "?", low=1, high=900))
    game.ask_anew()
    answer = Greedy(1, 0, looked_at=40).choose(game, 0)
    assert len(looked) == len(set(looked)) == 40
    assert answer == max(looked)
    assert max(looked) > 600, "the forty are from everywhere"


@pytest.mark.parametrize(("seconds", "times"), [(0.0, 1), (1.0, 4), (None, 150)])
def test_it_answers_in_time_with_the_best_it_has_seen(
    seconds: float | None, times: int, monkeypatch: pytest.MonkeyPatch
):
    """On a clock that goes on by 0.3 seconds whenever it is looked at; in tests nobody hurries unless told to."""
    looked: list[int] = []
    clock = count(0.0, 0.3)
    monkeypatch.setattr(greedy_player, "monotonic", lambda: next(clock))
    monkeypatch.setattr(type(TOY), "appraise", lambda self, game, answer: float(looked.append(answer) or answer))
    monkeypatch.setattr(ChooseDeed, "question", lambda self, game: Number(0, "?", low=1, high=900))
    answer = Greedy(1, 0, seconds=seconds).choose(a_deed(), 0)
    assert len(looked) == times
    assert answer == max(looked)


def test_a_thought_is_about_the_game_as_it_was_when_it_began():
    """However the game goes on meanwhile: the copy is taken before another thread is started."""
    session = Session.new(toy_setup("greedy", "greedy", seed=4))
    thinking, expected = session.thinking(), session.think()
    seat = session.seat_to_answer
    session.answer("none")
    session.concede(seat)
    assert session.over
    assert thinking() == expected


def test_nobody_thinks_for_a_person():
    session = Session.new(toy_setup("keyboard", "greedy", seed=1))
    while not session.waits_for_person:
        session.computer_answers()
    with pytest.raises(Refused, match="no computer player is asked"):
        session.thinking()


def test_greed_wins_against_chance():
    won = 0
    for seed in range(30):
        session = Session.new(toy_setup("greedy", "random", seed=seed))
        session.run()
        won += session.over.winners == (0,)
    assert won >= 24


# ---------------------------------------------------------------- the keyboard
NO = Refusal("it is asleep", "R-1")
OPTIONS = [Option("A1", "Ann", hotkey="n"), Option("B1", "Bob", NO), Option("C1", "Cid")]


class Row:
    def cells(self):
        return {"0811": "1", "0812": "2", "0901": ""}

    def path(self, spots):
        return [*spots]

    def refuse(self, spots):
        return next((Refusal(f"{spot} is out of reach") for spot in spots if spot not in self.cells()), None)

    def cost(self, spots):
        return ""


PICK = Pick(0, "Which?", OPTIONS, rules=("TOY-SHOOT-1",))
SPLIT = Split(0, "Whom?", total=3, options=OPTIONS)
PLACE = Place(0, "Where?", field=Row(), many=True)
NUMBER = Number(0, "How many?", low=1, high=30)
DICE = DiceQuestion(0, "Roll 3 dice", roll=Roll(0, "a test", 3))
TEN = DiceQuestion(0, "Roll 2 dice", roll=Roll(0, "a test", 2, 10))


@pytest.mark.parametrize(
    ("question", "line", "answer"),
    [
        (PICK, "1", "A1"),
        (PICK, "3", "C1"),
        (PICK, "C1", "C1"),
        (PICK, "c1", "C1"),
        (PICK, "n", "A1"),
        (PICK, "Cid", "C1"),
        (PICK, "ann", "A1"),
        (SPLIT, "A1=2 C1=1", {"A1": 2, "C1": 1}),
        (SPLIT, "1=2,3=1", {"A1": 2, "C1": 1}),
        (SPLIT, "c1=3", {"C1": 3}),
        (PLACE, "0811", ["0811"]),
        (PLACE, "0811 0812", ["0811", "0812"]),
        (PLACE, "0811 > 0812", ["0811", "0812"]),
        (PLACE, "3", ["0901"]),
        (PLACE, "7", ["7"]),
        (NUMBER, "12", 12),
        (NUMBER, "-3", -3),
        (DICE, "3 5 6", [3, 5, 6]),
        (DICE, "356", [3, 5, 6]),
        (TEN, "10 9", [10, 9]),
        (TEN, "10", [10]),
    ],
)
def test_a_line_is_understood(question: Question, line: str, answer: object):
    assert parse(question, line) == answer


@pytest.mark.parametrize(
    ("question", "line", "why"),
    [
        (PICK, "4", "'4' is no answer; give a number from 1 to 3"),
        (PICK, "0", "is no answer"),
        (PICK, "00000000000001", "is no answer"),
        (PICK, "²", "is no answer"),
        (PICK, "x" * 500, "xxx \\.\\.\\.' is no answer"),
        (SPLIT, "A1", "'A1' is no share; write them as in A1=1"),
        (SPLIT, "A1=1 A1=2", "A1 has two shares"),
        (SPLIT, "A1=x", "'x' is no whole number"),
        (SPLIT, "Z=1", "'Z' is no answer"),
        (NUMBER, "two", "'two' is no whole number"),
        (NUMBER, "٣", "is no whole number"),
        (NUMBER, "9" * 5000, "is no whole number"),
        (DICE, "3 x 6", "'x' is no whole number"),
    ],
)
def test_a_line_that_means_nothing_is_told_so(question: Question, line: str, why: str):
    with pytest.raises(Refused, match=why):
        parse(question, line)


@given(st.sampled_from([PICK, SPLIT, PLACE, NUMBER, DICE, TEN]), st.text())
def test_no_line_upsets_it(question: Question, line: str):
    try:
        answer = parse(question, line.strip())
    except Refused:
        return
    question.refuse(answer)


def ask(lines: str, question: Question = PICK, *, patient: bool) -> tuple[object, str]:
    class Asked:
        system = TOY

        def preview(self, answer):
            return None

    asked = Asked()
    asked.question = question
    printed: list[str] = []
    answer = Keyboard(StringIO(lines), printed.append, patient=patient).ask(asked, toy_setup())
    return answer, "\n".join(printed)


def test_the_question_is_printed_with_its_answers_and_why_not():
    answer, printed = ask("1\n", patient=True)
    assert answer == "A1"
    assert printed.splitlines() == [
        "Red: Which?  [TOY-SHOOT-1]",
        "   1 A1         Ann",
        "   2 B1         Bob   -- refused: it is asleep [R-1]",
        "   3 C1         Cid",
    ]


@pytest.mark.parametrize("word", ["D1", "d1"])
def test_who_is_named_and_is_no_option_is_told_of(word: str):
    far = Refusal("it is too far away", "R-2")
    why_not = named({"D1": "Dan"}, lambda _: far)
    for question, line in ((evolve(PICK, why_not=why_not), word), (evolve(SPLIT, why_not=why_not), f"{word}=1")):
        with pytest.raises(Refused, match=r"it is too far away \[R-2\]"):
            parse(question, line)
        with pytest.raises(Refused, match="'E1' is no answer"):
            parse(question, line.replace(word, "E1"))


def test_a_person_is_asked_again():
    answer, printed = ask("9\nB1\n\n# a remark\nC1\n", patient=True)
    assert answer == "C1"
    assert "not taken: '9' is no answer" in printed
    assert "not taken: it is asleep [R-1]" in printed


def test_a_pipe_is_not():
    with pytest.raises(BadLine, match=r"line 2 of the input is not taken: it is asleep \[R-1\]"):
        ask("# first\n2\n", patient=False)
    with pytest.raises(BadLine, match="the input ended where an answer was wanted: Which"):
        ask("", patient=False)


def test_words_and_help():
    assert ask("undo\n", patient=False)[0] == Said("undo")
    answer, printed = ask("?\nquit\n", patient=False)
    assert answer == Said("quit")
    assert all(word in printed for word in WORDS)
    assert "TOY-SHOOT-1: Dice are divided among enemies." in printed
    assert "refused: it is asleep" in ask("? 2\n1\n", patient=False)[1]
    assert "is no answer" in ask("? 7\n1\n", patient=False)[1]


def test_an_option_called_like_a_word_comes_first():
    question = Pick(0, "Which?", [Option("undo", "Undo the knot")])
    assert ask("undo\n", question, patient=False)[0] == "undo"


@pytest.mark.parametrize("question", [SPLIT, PLACE, NUMBER, DICE, TEN])
def test_the_example_that_is_printed_is_understood(question: Question):
    printed = ask("quit\n", question, patient=True)[1]
    if "as in: " in printed:
        example = printed.split("as in: ")[1].splitlines()[0]
        assert question.refuse(parse(question, example)) is None
    else:
        assert any(str(answer).strip("[]'") in printed for answer in question.legal())


def typed(answer: object) -> str:
    """An answer as a person types it."""
    if isinstance(answer, dict):
        return " ".join(f"{key}={share}" for key, share in answer.items())
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_every_answer_of_a_game_can_be_typed(dice: str):
    session = Session.new(toy_setup("keyboard", "keyboard", seed=1, dice=dice))
    chooser = Generator(4)
    while (question := session.question) is not None:
        answer = question.sample(chooser)
        said = Keyboard(StringIO(typed(answer)), lambda _: None, patient=False).ask(session.game, session.setup)
        assert said == answer
        session.answer(said)
    assert len(session.history) > 20
