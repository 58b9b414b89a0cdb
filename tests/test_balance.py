"""Series of greedy games: counted as each side sees them, with an interval, written into one page."""

from __future__ import annotations

import pytest

from benchmarks.balance import HEAD, Series, Tally, kept, outcome, play, written
from tabletop_tui.play import new_game


def test_a_draw_counts_half_and_the_other_side_sees_the_rest():
    tally = Tally(won=3, drawn=2, lost=5)
    assert tally.rate == pytest.approx(0.4)
    assert tally.turned().rate == pytest.approx(0.6)
    assert (tally + tally.turned()).rate == pytest.approx(0.5)


def test_the_interval_is_wilsons():
    low, high = Tally(won=10, lost=10).interval()
    assert (round(low, 3), round(high, 3)) == (0.299, 0.701)
    low, high = Tally(won=20).interval()
    assert (round(low, 3), high) == (0.839, 1.0)
    assert Tally().interval() == (0.0, 1.0)


def test_forces_that_changed_seats_are_counted_as_themselves():
    series = Series("Duel", ("Cats", "Dogs"), Tally(won=4, lost=1), Tally(won=1, lost=4))
    assert series.first == Tally(won=8, lost=2)
    assert series.red == Tally(won=5, lost=5)


def test_the_page_keeps_the_rows_of_others_and_replaces_its_own():
    page = written("", "Cats and dogs", Series("Duel", ("Cats", "Dogs"), Tally(won=1)))
    page = written(page, "Birds", Series("Air", ("Owls", "Jays"), Tally(lost=2)))
    page = written(page, "Cats and dogs", Series("Duel", ("Cats", "Dogs"), Tally(drawn=4)))
    assert page.startswith(HEAD)
    rows = kept(page)
    assert list(rows) == ["Birds", "Cats and dogs"]
    assert rows["Cats and dogs"] == ["| Duel | Cats, Dogs | 4 | 0, 4, 0 | 50% (15% to 85%) | the same |"]


@pytest.mark.long
def test_every_second_game_is_played_with_the_forces_on_each_others_seats():
    found, scenario = new_game.find_scenario("pmc2640/quick-start")
    forces = [new_game.find_force(found, name) for name in scenario.forces]
    series = play(found, scenario, 2)
    assert series.shipped == outcome(found, scenario, forces, 1)
    assert series.swapped == outcome(found, scenario, forces[::-1], 2)
    assert series.first.games == 2
