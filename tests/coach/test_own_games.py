"""The record of a player, the rating that it comes to, and own blunders that come back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve

from tabletop_tui.coach import blunder_puzzles, blunder_schedule, player_record
from tabletop_tui.coach.analysis import Analysis, played
from tabletop_tui.coach.analysis_findings import findings_of
from tabletop_tui.coach.player_record import OwnGame
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.rating_ladder import ladder
from tabletop_tui.play.session import Session
from tests.coach.stand_in import Written
from tests.toy import toy_setup

NOW = datetime(2026, 5, 1, tzinfo=UTC)
GAME = OwnGame("toy-1", "mechcom", "Quick Start", "2026-05-01 20:00", "fair", 1.0)


def own_game(tmp_path, players=("keyboard", "greedy")):
    """A game that is over, in which answers of the person are given by chance."""
    session, luck = Session.new(toy_setup(*players, seed=3, rounds=2), tmp_path / "own.jsonl"), SplitMix64(1, 0)
    while session.over is None:
        session.run()
        if session.question is not None and session.over is None:
            session.answer(session.question.sample(luck.at(len(session.history))))
    return session


def found_in(session, tmp_path, **worth):
    analysis = Analysis(played(session), tmp_path / "a.jsonl", 8)
    for _ in analysis.go_on(Written(dict(worth))):
        pass
    return findings_of(session, analysis)


# ---------------------------------------------------------------- the record
def test_a_game_is_put_down_once_and_keeps_its_first_result():
    player_record.keep(GAME)
    player_record.keep(GAME)
    player_record.keep(evolve(GAME, result=0.0, date="2026-05-02 20:00"))
    assert player_record.own_games() == [GAME]
    judged = evolve(GAME, answers=10, cost=0.25, luck=-0.1)
    player_record.keep(judged)
    player_record.keep(GAME)
    assert player_record.own_games() == [judged], "what an analysis knows is not lost"
    player_record.keep(evolve(GAME, game="toy-2", result=0.5))
    assert [one.result for one in player_record.own_games()] == [1.0, 0.5]
    assert player_record.average_cost(player_record.own_games()) == pytest.approx(0.025)


def test_a_line_that_is_no_game_is_said_with_its_place():
    player_record.keep(GAME)
    with player_record.path().open("a") as file:
        file.write('{"game": 3}\n')
    with pytest.raises(BadFile) as told:
        player_record.own_games()
    assert "line 2" in str(told.value)


def test_only_games_of_one_person_against_computers_count(tmp_path):
    session = own_game(tmp_path)
    game = player_record.of_session(session, "2026-05-01")
    assert game is not None
    assert (game.system, game.opponent) == ("toy", "greedy")
    assert game.result == (0.5 if not session.over.winners else float(0 in session.over.winners))
    people = Session.new(toy_setup("keyboard", "keyboard"))
    assert player_record.of_session(people, "2026-05-01") is None, "it is not over, and has two people"


def test_what_the_analysis_found_goes_on_the_record(tmp_path):
    session = own_game(tmp_path)
    found = found_in(session, tmp_path, no=0.3)
    game = player_record.with_findings(player_record.of_session(session, "2026-05-01"), session, found)
    side = found.sides[0]
    assert game.answers == side.answers > 0
    assert game.cost == pytest.approx(side.cost, abs=1e-3)
    assert game.luck == pytest.approx(side.account.luck, abs=1e-3)


def test_the_rating_is_on_the_scale_of_the_levels():
    fair = ladder("mechcom").ratings["fair"].points
    games = [evolve(GAME, game=str(number), result=float(number % 2)) for number in range(10)]
    rating = player_record.own_rating(games, "mechcom")
    assert rating.points == pytest.approx(fair)
    assert rating.games == 10
    assert player_record.own_rating([*games, evolve(GAME, opponent="unknown")], "mechcom") == rating
    assert player_record.own_rating(games, "armymen").games == 0


# ---------------------------------------------------------------- blunders
def test_blunders_come_back_after_days_and_later_once_they_are_mended(tmp_path):
    session = own_game(tmp_path)
    found = found_in(session, tmp_path, no=0.3)
    own = [one for one in found.blunders if one.judgement.seat == 0]
    assert own
    new = blunder_schedule.keep(session, found, NOW)
    assert new == min(blunder_schedule.MOST, len(own))
    assert blunder_schedule.keep(session, found, NOW) == 0, "none twice"
    assert blunder_schedule.due(NOW) == []
    first = blunder_schedule.due(NOW + timedelta(days=1))[0]
    soon = blunder_schedule.answered(first, False, NOW + timedelta(days=1))
    late = blunder_schedule.answered(first, True, soon)
    assert timedelta(hours=12) < soon - NOW - timedelta(days=1) <= timedelta(days=2)
    assert late - soon >= timedelta(days=1)
    later = blunder_schedule.answered(first, True, late)
    assert later - late > late - soon
    assert len(blunder_schedule.own_blunders()) == new


def test_the_answers_offered_have_the_given_and_the_better_one_in_no_telling_order(tmp_path):
    session = own_game(tmp_path)
    blunder_schedule.keep(session, found_in(session, tmp_path, no=0.3), NOW)
    session.close()
    for blunder in blunder_schedule.own_blunders():
        replay = Session.replay(blunder_schedule.journal_of(blunder), blunder.answer)
        given = replay.undone[-1].answer
        offered = blunder_puzzles.choices(replay.game, blunder, given)
        answers = [answer for answer, _ in offered]
        assert given in answers
        assert blunder.better_answer in answers
        assert len(answers) == len({str(answer) for answer in answers})
        well = {repr(one): blunder_puzzles.is_well(replay.game, blunder, given, one) for one in answers}
        assert well[repr(blunder.better_answer)]
        assert not well[repr(given)]
        assert replay.game.question.prompt == blunder.asked
    (tmp_path / "own.jsonl").unlink()
    with pytest.raises(BadFile, match="no longer there"):
        blunder_schedule.journal_of(blunder)
