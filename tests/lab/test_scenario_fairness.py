"""What is said of how even a scenario is, by the page of balance."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.lab.balance_page import with_rows
from tabletop_tui.lab.scenario_fairness import fairness, rates, shipped_fairness
from tabletop_tui.lab.series_summary import Summary, summary_of
from tabletop_tui.rulebook.registry import about
from tests.lab.test_series_runner import record


def series(won: int, lost: int, players: str = "") -> Summary:
    found = summary_of([record(1, 0)] * won + [record(0, 1)] * lost)
    if players:
        found.players[players] = found.players.pop("greedy")
    return found


@pytest.mark.parametrize(
    ("won", "lost", "told"),
    [
        (4, 16, "Hardly even: of 20 games between computers Seat 0 won 20%; 50% would be fair."),
        (16, 4, "Hardly even: of 20 games between computers Seat 0 won 80%; 50% would be fair."),
        (66, 34, "Hardly even: of 100 games between computers Seat 0 won 66%; 50% would be fair."),
        (
            *(2, 4),
            "Perhaps not even, though chance may explain it: of 6 games between computers Seat 0 won 33%; "
            "50% would be fair.",
        ),
        (60, 40, "Even, as far as 100 games between computers tell: Seat 0 won 60%."),
        (65, 35, "Even, as far as 100 games between computers tell: Seat 0 won 65%."),
        (35, 65, "Even, as far as 100 games between computers tell: Seat 0 won 35%."),
    ],
)
def test_how_even_it_is_is_said_with_the_games_behind_it(won: int, lost: int, told: str):
    said = fairness(with_rows("", [series(won, lost)]), about("toy").name, "Duel")
    assert said.replace("Force X", "Seat 0") == told


def test_what_is_lopsided_for_sure_is_told_before_what_may_be_chance():
    row = "| Duel | greedy | 40 | Red 85% (40 to 97) | Cadre 70% (55 to 82) | Red 50% (35 to 65) |"
    page = with_rows("", [series(1, 1)]).splitlines()
    page = "\n".join(row if line.startswith("| Duel") else line for line in page)
    assert "Cadre won 70%" in fairness(page, about("toy").name, "Duel")


def test_the_longest_series_counts():
    page = with_rows("", [series(4, 16), series(20, 20, "strong")])
    assert fairness(page, about("toy").name, "Duel").startswith("Even, as far as 40 games")


def test_what_was_not_measured_has_no_sentence():
    assert fairness(with_rows("", [series(4, 16)]), about("toy").name, "Another") == ""
    assert fairness("", about("toy").name, "Duel") == ""


def test_a_fair_share_of_four_and_of_two_teams():
    four = rates("Red 10% (5 to 20), Blue 30% (20 to 40), Green 30% (20 to 40), Amber 30% (20 to 40)")
    assert [rate.uneven and rate.beyond_chance for rate in four] == [True, False, False, False]
    teams = rates("Red 45% (26 to 66), Blue 55% (34 to 74), Green 45% (26 to 66), Amber 55% (34 to 74)")
    assert [rate.fair for rate in teams] == [0.5] * 4
    assert not any(rate.uneven for rate in teams)


def test_the_page_that_is_shipped_is_read():
    assert Path("docs/balance.md").exists()
    assert "games between computers" in shipped_fairness(about("crimsondusk").name, "Convoy")
