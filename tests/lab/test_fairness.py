"""What is said of how even a scenario is, by the page of balance."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.lab.balance_page import with_rows
from tabletop_tui.lab.fairness import fairness, rates, shipped_fairness
from tabletop_tui.lab.summary import Summary, summary_of
from tabletop_tui.rulebook.registry import about
from tests.lab.test_series import record


def series(won: int, lost: int, players: str = "") -> Summary:
    found = summary_of([record(1, 0)] * won + [record(0, 1)] * lost)
    if players:
        found.players[players] = found.players.pop("greedy")
    return found


@pytest.mark.parametrize(
    ("won", "lost", "told"),
    [
        (4, 16, "Hardly even: where computers played all sides, Seat 0 won 20% of the games; 50% would be fair."),
        (16, 4, "Hardly even: where computers played all sides, Seat 0 won 80% of the games; 50% would be fair."),
        (2, 4, "Even, as far as 6 games between computers tell."),
        (60, 40, "Even, as far as 100 games between computers tell."),
    ],
)
def test_what_is_off_by_more_than_chance_is_said(won: int, lost: int, told: str):
    said = fairness(with_rows("", [series(won, lost)]), about("toy").name, "Duel")
    assert said.replace("Force X", "Seat 0") == told


def test_the_longest_series_counts():
    page = with_rows("", [series(4, 16), series(20, 20, "strong")])
    assert fairness(page, about("toy").name, "Duel").startswith("Even, as far as 40 games")


def test_what_was_not_measured_has_no_sentence():
    assert fairness(with_rows("", [series(4, 16)]), about("toy").name, "Another") == ""
    assert fairness("", about("toy").name, "Duel") == ""


def test_a_fair_share_of_four_and_of_two_teams():
    four = rates("Red 10% (5 to 20), Blue 30% (20 to 40), Green 30% (20 to 40), Amber 30% (20 to 40)")
    assert [rate.lopsided for rate in four] == [True, False, False, False]
    teams = rates("Red 45% (26 to 66), Blue 55% (34 to 74), Green 45% (26 to 66), Amber 55% (34 to 74)")
    assert [rate.fair for rate in teams] == [0.5] * 4
    assert not any(rate.lopsided for rate in teams)


def test_the_page_that_is_shipped_is_read():
    assert Path("docs/balance.md").exists()
    assert "between computers tell" in shipped_fairness(about("crimsondusk").name, "Convoy")
