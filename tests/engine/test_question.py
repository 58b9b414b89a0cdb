"""Every kind of question refuses what is not legal with a reason, lists what is, and samples only that."""

from random import Random

import pytest

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.question import DiceQuestion, Number, Option, Pick, Place, Question, Split, named
from tabletop_tui.engine.refusal import Refusal

NO = Refusal("it is asleep", "R-1")
PICK = Pick(0, "Which?", [Option("a", "Ann"), Option("b", "Bob", NO), Option("c", "Cid")])
SPLIT = Split(0, "Whom?", total=3, options=[Option("a", "Ann"), Option("b", "Bob", NO), Option("c", "Cid")])
NUMBER = Number(0, "How many?", low=2, high=4)
DICE = DiceQuestion(0, "Roll", roll=Roll(0, "a test", 3, 6), have=1)


class Row:
    """Three spots in a row, the last refused."""

    def cells(self):
        return {"0101": "", "0102": "1"}

    def path(self, spots):
        return [*spots]

    def refuse(self, spots):
        return NO if "0103" in spots else None

    def cost(self, spots):
        return ""


PLACE = Place(0, "Where?", field=Row())
WAY = Place(0, "Where along?", field=Row(), many=True)


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        (PICK, "b", "it is asleep"),
        (PICK, "d", "'d' is not one of: a, b, c"),
        (PICK, None, "None is not one of"),
        (PICK, ["a"], "is not one of"),
        (SPLIT, {}, "give a share for each target"),
        (SPLIT, "a", "give a share for each target"),
        (SPLIT, {"a": 2, "b": 1}, "it is asleep"),
        (SPLIT, {"d": 3}, "'d' is not one of"),
        (SPLIT, {"a": 2}, "add up to 2, not to the 3"),
        (SPLIT, {"a": 3, "c": 0}, "at least 1"),
        (SPLIT, {"a": 4, "c": -1}, "at least 1"),
        (SPLIT, {"a": True, "c": 2}, "at least 1"),
        (NUMBER, 1, "1 is not between 2 and 4"),
        (NUMBER, 5, "5 is not between 2 and 4"),
        (NUMBER, "3", "give a whole number"),
        (NUMBER, 3.0, "give a whole number"),
        (NUMBER, True, "give a whole number"),
        (DICE, [1], "2 dice are rolled, but 1 face was given"),
        (DICE, [1, 2, 3], "2 dice are rolled, but 3"),
        (DICE, [0, 6], "has no 0"),
        (DICE, [7, 6], "has no 7: its faces go from 1 to 6"),
        (DICE, [True, 2], "give 2 faces, not"),
        (DICE, 3, "give 2 faces, not 3"),
        (PLACE, "0101", "give a list of spots: [\"0101\"], not '0101'"),
        (PLACE, [], "give a list of spots"),
        (PLACE, [101], "give a list of spots"),
        (PLACE, ["0101", "0102"], "give one spot, not 2"),
        (PLACE, ["0103"], "it is asleep"),
    ],
)
def test_it_refuses_and_says_why(question: Question, answer: object, why: str):
    refusal = question.refuse(answer)
    assert refusal is not None
    assert why in refusal.why


@pytest.mark.parametrize(
    ("question", "answer"),
    [(PICK, "a"), (SPLIT, {"a": 1, "c": 2}), (NUMBER, 2), (NUMBER, 4), (DICE, [1, 6]), (PLACE, ["0102"])],
)
def test_it_takes_what_is_legal(question: Question, answer: object):
    assert question.refuse(answer) is None


def test_a_way_through_several_spots_is_taken_where_it_may_be():
    assert WAY.refuse(["0102", "0101"]) is None
    assert WAY.refuse(["0103", "0101"]) == NO


@pytest.mark.parametrize("question", [PICK, SPLIT, NUMBER, DICE, PLACE, WAY])
def test_everything_listed_or_sampled_is_legal(question: Question):
    listed = list(question.legal())
    assert listed
    chooser = Random(1)
    for answer in [*listed, *(question.sample(chooser) for _ in range(50))]:
        assert question.refuse(answer) is None


def test_the_lists_are_whole():
    assert list(PICK.legal()) == ["a", "c"]
    assert list(NUMBER.legal()) == [2, 3, 4]
    assert list(SPLIT.legal()) == [{"a": 3}, {"c": 3}, {"a": 1, "c": 2}, {"a": 2, "c": 1}]
    assert {DICE.sample(Random(n))[0] for n in range(60)} == {1, 2, 3, 4, 5, 6}


UNITS = {"a": "awake", "b": "asleep", "d": "gone", "e": "odd"}
GONE = Refusal("it is gone", "R-2")
WHY_NOT = named(UNITS, lambda unit: GONE if unit == "gone" else None, lambda unit: NO if unit == "asleep" else None)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("d", "it is gone [R-2]"),
        ("b", "it is asleep [R-1]"),
        ("b:a", "it is asleep [R-1]"),
        ("e", "'e' is not one of: a [R-9]"),
        ("x", "'x' is not one of: a [R-9]"),
        ("a:b", "'a:b' is not one of: a [R-9]"),
        ("", "'' is not one of: a [R-9]"),
    ],
)
def test_who_is_no_option_is_told_why_or_by_which_rule(key: str, said: str):
    pick = Pick(0, "Which?", [Option("a", "Ann")], rules=("R-9", "R-8"), why_not=WHY_NOT)
    assert str(pick.refuse(key)) == said
    assert pick.refuse("a") is None
    split = Split(0, "Whom?", total=2, options=[Option("a", "Ann")], rules=("R-9",), why_not=WHY_NOT)
    assert str(split.refuse({key: 2})) == said
    assert str(split.refuse({"a": 1, key: 1})) == said


def test_a_question_without_rules_still_says_what_there_is():
    assert str(Pick(0, "Which?", [Option("a", "Ann")]).refuse("b")) == "'b' is not one of: a"
    assert Pick(0, "Which?", [Option("a", "Ann")], why_not=WHY_NOT).refuse(None) is not None


def test_an_offer_of_nothing_that_can_be_chosen_leaves_a_question_as_it_is() -> None:
    assert [option.key for option in PICK.narrowed(["a"]).options] == ["a"]
    assert PICK.narrowed(["b"]) is PICK
    assert PICK.narrowed(["x"]) is PICK


def test_an_offer_leaves_units_alone_and_takes_out_what_it_says():
    options = [Option("B1", "B1", target="B1"), Option("hold", "Do not shoot"), Option("each", "Choose who fires")]
    whom = Pick(0, "At whom?", options)
    assert whom.narrowed(["hold"]) is whom
    narrowed = whom.narrowed(["hold", "-each"])
    assert list(narrowed.legal()) == ["B1", "hold"]
    assert str(narrowed.refuse("each")) == "that comes in a later lesson"


def test_what_is_suggested_is_legal_and_as_much_as_was_asked_for_but_of_options_all():
    assert PICK.suggest(1) == ["a", "c"]
    assert NUMBER.suggest(2) == [2, 3]
    assert NUMBER.suggest(9) == [2, 3, 4]
    assert PLACE.suggest(1) == [["0101"]]
    assert len(SPLIT.suggest(2)) == 2
    assert all(SPLIT.refuse(answer) is None for answer in SPLIT.suggest(9))


def test_a_field_that_suggests_is_asked_for_no_more_than_are_wanted():
    class Clever(Row):
        asked = 0

        def suggest(self):
            for spot in ("0102", "0101"):
                self.asked += 1
                yield [spot]

    field = Clever()
    assert Place(0, "Where?", field=field).suggest(1) == [["0102"]]
    assert field.asked == 1


def test_where_a_field_has_nothing_to_suggest_some_of_all_places_are():
    class Silent(Row):
        def suggest(self):
            return iter(())

    assert Place(0, "Where?", field=Silent()).suggest(5) == [["0101"], ["0102"]]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (PICK, "Pick(seat 0: 'Which?', one of a c)"),
        (SPLIT, "Split(seat 0: 'Whom?', 3 dice among a c)"),
        (NUMBER, "Number(seat 0: 'How many?', 2 to 4)"),
        (DICE, "DiceQuestion(seat 0: 'Roll', 2 faces from 1 to 6)"),
        (WAY, "Place(seat 0: 'Where along?', a list of spots)"),
    ],
)
def test_the_repr_of_a_question_is_a_short_line(question, said):
    assert repr(question) == said


def test_the_repr_of_a_question_stays_short_whatever_it_offers():
    crowd = Pick(0, "Which?", [Option(f"unit-{number}", "Somebody") for number in range(400)])
    assert len(repr(crowd)) == 160
    assert repr(crowd).endswith("...)")


def test_every_kind_of_question_has_that_repr():
    """Also those of rulebooks: a class made by attrs would print all that hangs on it."""
    kinds, found = [Question], []
    while kinds:
        found.append(kind := kinds.pop())
        kinds += kind.__subclasses__()
    assert len(found) >= 7
    assert [kind.__name__ for kind in found if kind.__repr__ is not Question.__repr__] == []


def test_what_changes_nothing_is_asked_about_unless_there_is_nothing_else():
    wreck, ann = Option("w", "Wreck", idle="it is eliminated already"), Option("a", "Ann", warning="End it?")
    question = Pick(0, "At whom?", [wreck, ann])
    assert question.warning("w") == "It is eliminated already: is that wanted all the same?"
    assert question.warning("a") == "End it?"
    assert Pick(0, "At whom?", [wreck, Option("b", "Bob", NO)]).warning("w") == ""
