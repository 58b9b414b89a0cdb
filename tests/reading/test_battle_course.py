"""What decided a battle, who fell to whom, and the score after each round: read off the events, for any rulebook."""

import pytest

from tabletop_tui.coach.luck_analysis import Luck
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Began, Closed, Ended, Fell, Harmed, Scored, Shot, Status
from tabletop_tui.play.session import Session
from tabletop_tui.reports.battle_course import (
    RoundEnd,
    Story,
    by_round,
    fates,
    lead_moved,
    played,
    story,
    turning_points,
    units_left,
)
from tabletop_tui.reports.battle_figures import Report, SeatReport
from tabletop_tui.reports.result_reasons import reasons
from tabletop_tui.rulebook.registry import register
from tabletop_tui.screens.after.results import swapped
from tests.toy import TOY, toy_setup

ROSTER = [RosterLine(unit, unit, "Team", "AB".index(unit[0]), "", "", 1.0) for unit in ("A1", "A2", "B1")]
PARTS = [
    [Began("Round 1", level="round", number=1)],
    [Harmed("A1 loses 3", (), 0, "A1", 3, 0, "B1", "shot"), Fell("A1 is gone", (), 0, "A1")],
    [Closed("Round 1 ends", level="round", number=1), Began("Round 2", level="round", number=2)],
    [Scored("Red holds the hill: 4 to Red", (), 0, 4)],
    [Fell("B1 flees", (), 1, "B1", cause="fled"), Closed("Round 2 ends", level="round", number=2)],
]
SCORES = [(0, 0), (0, 1), (2, 3), (6, 3), (6, 3)]


def test_a_fall_that_does_not_say_how_is_told_by_the_last_wound():
    found = fates(PARTS)
    assert (found["A1"].how, found["A1"].round, found["A1"].answer) == ("shot by B1", 1, 1)
    assert (found["B1"].how, found["B1"].round) == ("fled", 2)


def test_what_the_end_of_a_round_brings_belongs_to_it():
    assert by_round(PARTS, SCORES) == [RoundEnd(1, (2, 3)), RoundEnd(2, (6, 3))]


def test_without_points_the_units_that_are_left_are_counted():
    assert units_left(PARTS, ROSTER) == [(2, 1), (1, 1), (1, 1), (1, 1), (1, 0)]


def test_the_moments_that_decided_it_come_in_their_order_with_what_they_brought():
    found = turning_points(PARTS, ROSTER, SCORES)
    assert [(one.answer, one.round, one.gainer, one.swing) for one in found] == [
        (1, 1, 1, 1),
        (3, 2, 0, 4),
        (4, 2, None, 0),
    ]
    assert found[0].text == "A1 Team, shot by B1"
    assert any(one.text == "Red holds the hill: 4 to Red" for one in found)


@pytest.mark.parametrize("last", [False, True])
def test_a_status_that_scores_is_what_moved_the_lead(last):
    """Points may come of the casualties or of the status: both are told, and the count at the end is not."""
    pinned = [
        Harmed("A1 loses 2, 3 left", (), 0, "A1", 2, 3, "B1", "shot"),
        Status("A1 is pinned", (), 0, "A1", "pinned"),
        Status("B1 aims", (), 1, "B1", "aims"),
    ]
    end = [Scored("Blue scores 60 points", (), 1, 60), Ended("Blue wins", winners=(1,))]
    told = "A1 loses 2, 3 left; A1 is pinned"
    (found,) = turning_points([[], [*pinned, *(end if last else [])]], ROSTER, [(0, 0), (0, 60)])
    assert (found.text, found.seat, found.gainer, found.swing) == (told, 0, 1, 60)
    scored = [*pinned, Scored("Blue holds the hill", (), 1, 60)]
    (found,) = turning_points([[], scored], ROSTER, [(0, 0), (0, 60)])
    assert found.text == "Blue holds the hill", "what scores says so itself"


def test_who_brought_somebody_down_is_not_among_those_who_harmed_nobody():
    """A vehicle that is wrecked by one shot loses nothing before."""
    shot = [Shot("A1 fires", (), 0, "A1", "B1"), Fell("B1 is wrecked", (), 1, "B1", by="A1", cause="wrecked")]
    sides = [SeatReport(name, [one for one in ROSTER if one.seat == seat]) for seat, name in enumerate(("Red", "Blue"))]
    course = Story([], "Units left", fates([shot]), [])
    told = reasons(Report("Red won", "", "", sides, [], []), course, Ended("Red wins", winners=(0,)), (0, 1), 0)
    assert "A1 Team did most for you: B1 Team brought down." in told
    assert "A2 harmed nobody." in told


def test_both_gaining_alike_moves_no_lead():
    assert lead_moved(((0, 0), (8, 8))) == (0, None)
    assert lead_moved(((0, 3), (1, 8))) == (4, 1)


@pytest.mark.parametrize(
    ("good", "word"),
    [(50, "about average"), (54, "a little lucky"), (42, "unlucky"), (62, "very lucky"), (38, "very unlucky")],
)
def test_luck_in_words_goes_by_standard_deviations(good, word):
    """Of 100 dice with a chance of one half: five good dice more or less are one deviation."""
    luck = Luck(100, good, 50.0, 25.0)
    assert luck.word == word
    assert str(luck) == f"{word}: {good} good dice of 100, 50.0 expected"


def test_a_game_played_once_more_ends_with_its_own_score():
    register(TOY)
    session = Session.new(toy_setup("random", "greedy", rounds=3))
    session.run()
    scores = played(session).scores()
    assert len(scores) == len(session.history) + 1
    assert scores[-1] == session.system.standing(session.game).scores
    told = story(session, scores)
    assert told.rounds[-1].figures == scores[-1]


def test_a_rematch_swaps_the_players_and_nothing_else():
    setup = toy_setup("keyboard", "greedy")
    again = swapped(setup)
    assert [seat.player for seat in again.seats] == ["greedy", "keyboard"]
    assert [seat.force for seat in again.seats] == [seat.force for seat in setup.seats]
    assert again.scenario == setup.scenario


def test_who_gave_up_is_told_before_all_else():
    sides = [SeatReport(name, [one for one in ROSTER if one.seat == seat]) for seat, name in enumerate(("Red", "Blue"))]
    found, over = Report("Red won", "", "", sides, [], []), Ended("Blue gives up: Red wins", winners=(0,))
    course = Story([], "Units left", {}, [])
    assert reasons(found, course, over, (0, 1), 0, [1])[0] == "Blue gave up."
    assert reasons(found, course, over, (0, 1), 1, [1])[0] == "You gave up."
