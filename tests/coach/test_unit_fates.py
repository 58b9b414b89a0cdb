"""What is told of single units is counted in the games that were played out, and nothing that may be chance is told."""

import re

import pytest

from tabletop_tui.coach.answer_comparison import Ending, Fate
from tabletop_tui.coach.answer_reasons import reasons
from tabletop_tui.coach.answer_shortlist import candidates
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.unit_fates import fate_words
from tabletop_tui.engine.outcome_chances import Prospects
from tabletop_tui.rulebook.feature_words import Idea, force_left, spared, still_to_act
from tabletop_tui.rulebook.outcome_prediction import Outlook, Weighed
from tests.coach.test_one_number import questions

EVEN = Prospects(0.4, 0.2, 0.4)
TOLD = re.compile(
    r"(?P<name>.+) (is|are) (?P<fate>lost|harmed) (more|less)( often)? "
    r"\((?P<one>\S+?%)( left)? instead of (?P<two>\S+?%)\)"
)


def endings(own, *healths):
    """Games at whose end one unit had this much left; at 0 it was lost."""
    fates = [Fate("a", "A1 Sentinel", own, health, health == 0) for health in healths]
    return [Ending(EVEN, None, (fate,)) for fate in fates]


def test_of_own_units_it_is_told_that_they_fare_better_and_of_enemies_that_they_fare_worse():
    hurt, well = [0.0, 0.4] * 6, [1.0] * 12
    own = fate_words(True, endings(True, *well), endings(True, *hurt))
    assert own == ["A1 Sentinel is lost less often (0% instead of 50%)"]
    enemy = fate_words(False, endings(False, *hurt), endings(False, *well))
    assert enemy == ["A1 Sentinel is lost more often (50% instead of 0%)"]
    assert not fate_words(True, endings(True, *hurt), endings(True, *well)), "it speaks against the better answer"
    assert not fate_words(False, endings(False, *well), endings(False, *hurt))
    assert not fate_words(False, endings(True, *well), endings(True, *hurt)), "of the other side there is nothing"


def test_those_who_are_many_are_told_of_as_many():
    fates = [[Ending(EVEN, None, (Fate("b", "B2 Raiders", False, health, False),))] * 12 for health in (0.5, 1.0)]
    assert fate_words(False, *fates) == ["B2 Raiders are harmed more (50% left instead of 100%)"]


def test_who_is_never_lost_is_told_by_what_is_left():
    told = fate_words(True, endings(True, *[0.9] * 12), endings(True, *[0.5] * 12))
    assert told == ["A1 Sentinel is harmed less (90% left instead of 50%)"]


@pytest.mark.parametrize(
    ("better", "other"),
    [
        ([0.55] * 12, [0.5] * 12),  # hardly anything
        ([1.0] * 7, [0.0] * 7),  # too few games
        ([1.0, 0.0] * 6, [0.7, 0.0] * 3 + [0.0, 0.9] * 3),  # once so and once so
    ],
)
def test_what_is_little_or_chance_is_not_told(better, other):
    assert fate_words(True, endings(True, *better), endings(True, *other)) == []


@pytest.mark.parametrize("book", ["mechcom", "armymen"])
def test_each_figure_is_counted_in_the_very_games_that_were_played_out(book):
    told = looked_at = 0
    for session in questions(book, seed=5):
        game = session.game.imagine(1)
        answers = candidates(game, 4)
        if len(answers) < 2:
            continue
        looked_at += 1
        play = appraise(game, game.question.seat, 7)
        for answer in answers:
            play((answer,), range(10))
        for better, other in ((answers[0], answers[-1]), (answers[-1], answers[0])):
            found = [play.endings((answer,), 10) for answer in (better, other)]
            for words in (*fate_words(True, *found), *fate_words(False, *found)):
                match = TOLD.fullmatch(words)
                assert match is not None, words
                lost = match["fate"] == "lost"
                for ends, figure in zip(found, (match["one"], match["two"]), strict=True):
                    of_it = [fate for one in ends for fate in one.fates if fate.name == match["name"]]
                    counted = sum(fate.lost if lost else fate.health for fate in of_it) / len(of_it)
                    assert abs(counted - float(figure.strip("<>%")) / 100) <= 0.0101, (words, counted)
                told += 1
        if told >= 2 or looked_at >= 40:
            break
    assert told >= 2, f"among {looked_at} questions"


# ---------------------------------------------------------------- reasons of whole sides
def sides(own, enemy):
    """Games at whose end the sides had these features, each of which is worth ten times as much."""

    def side(has):
        return Weighed(has, {name: 10 * value for name, value in has.items()})

    return [Ending(EVEN, Outlook(side(one), (side(two),))) for one, two in zip(own, enemy, strict=True)]


LEFT, FREE = force_left("men"), spared(("free",), "is pinned", "men")
NONE = {"men": 0.5, "free": 0.5}


def told(ideas, better, other):
    return [one.words for one in reasons(ideas, sides(better, [NONE] * 12), sides(other, [NONE] * 12))]


def test_losses_are_not_told_once_more_as_fewer_who_are_free_of_a_status():
    whole, half = [{"men": 1.0, "free": 1.0}] * 12, [{"men": 0.5, "free": 0.5}] * 12
    assert told((LEFT, FREE), whole, half) == ["you lose less"], "nobody is pinned in either"
    pinned = [{"men": 1.0, "free": 0.5}] * 12
    assert told((LEFT, FREE), whole, pinned) == ["less of your force is pinned"]
    assert told((LEFT, FREE), pinned, whole) == []


def test_what_nobody_can_see_and_how_far_the_round_has_come_is_no_reason():
    more, less = [{"men": 1.0, "wait": 0.9}] * 12, [{"men": 0.995, "wait": 0.1}] * 12
    assert told((Idea(("men",), "more", "less"),), [{"men": 9.0}] * 12, [{"men": 8.0}] * 12) == ["more"]
    assert told((force_left("men"),), more, less) == []
    assert told((still_to_act(("wait",), of=("men",)),), more, less) == []
