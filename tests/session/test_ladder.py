"""Ratings of players, from games; and what is said of the levels where they are chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ladder import DATA, JUDGED, PAGE, SCENARIO, data, levels, meetings, rows
from benchmarks.page import RESULTS
from benchmarks.ratings import rated
from tabletop_tui.play.rating_ladder import (
    ANCHOR,
    ANCHORED,
    POINTS,
    Ladder,
    Meeting,
    Rating,
    expected,
    ladder,
    rating_of,
)
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.start.game_form import Form


def test_who_is_400_points_ahead_wins_ten_times_as_often():
    assert expected(1400, 1000) == pytest.approx(10 / 11)
    assert expected(1000, 1400) == pytest.approx(1 / 11)


@given(st.floats(-300, 300), st.floats(-300, 300))
def test_the_ratings_behind_many_games_are_found_again(one, other):
    points = {ANCHOR: 1000.0, "one": 1000 + one, "other": 1000 + other}
    pairs = [(ANCHOR, "one"), ("one", "other"), ("other", ANCHOR)]
    met = [Meeting(*pair, 5000, 5000 * expected(*(points[name] for name in pair))) for pair in pairs]
    found = rated(met)
    assert found[ANCHOR].points == ANCHORED
    for name in ("one", "other"):
        assert found[name].points == pytest.approx(points[name], abs=3)
        assert 0 < found[name].error < 10


def test_who_wins_every_game_stands_high_but_not_without_end():
    found = rated([Meeting("strong", ANCHOR, 24, 24.0)])
    assert 1200 < found["strong"].points < 2500
    assert found["strong"].error > POINTS / 2


def test_an_error_counts_all_the_games_that_lie_between():
    """Who met the anchor only through another, in few games, is no surer than that other."""
    found = rated([Meeting("strong", ANCHOR, 10, 5.0), Meeting("strong", "fair", 1000, 500.0)])
    few, many = found["strong"].error, rated([Meeting("strong", ANCHOR, 1000, 500.0)])["strong"].error
    assert 80 < few < found["fair"].error < 120
    assert many < 15
    assert found[ANCHOR].error == 0


def test_an_own_rating_is_that_of_the_opponents_for_half_of_the_games():
    assert rating_of([(1200, 1.0), (1200, 0.0)] * 10).points == pytest.approx(1200)
    better = rating_of([(1200, 1.0)] * 3 + [(1200, 0.0)])
    assert 1200 < better.points < rating_of([(1200, 1.0)] * 4).points < 2000
    assert better.error > rating_of([(1200, 1.0), (1200, 0.0)] * 20).error
    assert rating_of([]).games == 0


def test_every_rulebook_has_a_ladder_and_the_page_shows_what_the_program_says():
    page = RESULTS.read_text(encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == levels(page)
    for book in SCENARIO:
        found, met = ladder(book), meetings(page, book)
        assert found.meetings == tuple(met)
        assert found.judged == JUDGED[book]
        assert len(met) >= 3
        assert {"easy", "fair", "strong", ANCHOR} <= set(found.ratings)
        assert found.ratings["strong"].points > found.ratings["easy"].points
        for name, rating in rated(met).items():
            assert found.ratings[name] == Rating(round(rating.points), round(rating.error), rating.games)
        words = found.words("strong")
        assert str(found.ratings["strong"]) in words
        assert "games against fair" in words
    assert data(page).splitlines()[1:] == DATA.read_text(encoding="utf-8").splitlines()[1:]


def test_what_was_played_before_computers_judged_as_they_do_now_is_said_to_be_old():
    now, old = Meeting("fair", "easy", 10, 7.0, "2001-01-02"), Meeting("strong", "fair", 8, 6.0, "2001-01-01")
    ratings = {name: Rating(1000.0, 9.0, 18) for name in ("easy", "fair", "strong")}
    known = Ladder(ratings, (now, old), judged="2001-01-02")
    assert known.words("fair").endswith(
        "It won 70% of 10 games against easy. "
        "Before computers judged as they do now it won 25% of 8 games against strong."
    )
    assert "Before" not in known.words("easy")
    assert "Before" in known.words("strong")
    page = RESULTS.read_text(encoding="utf-8")
    for book in SCENARIO:
        days = [day for one, _, day in rows(page) if one == book]
        assert levels(page).partition(system(book).name)[2].partition("## ")[0].count(", old |") == sum(
            day < JUDGED[book] for day in days
        )


def test_it_is_said_where_a_level_is_chosen():
    form = Form()
    form.choose(form["system"], form["system"].choices.index("mechcom"))
    for level in ("easy", "fair", "strong"):
        line = form["player1"]
        line.index = line.choices.index(level)
        assert form.about(line)[0][0] == ladder("mechcom").words(level)
        assert "Rated" in form.about(line)[0][0]
