"""What a series tells, with every figure worked out by hand."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from tabletop_tui.lab.html_report import length_plot, rate_plot, title_of, unit_plot
from tabletop_tui.lab.match_record import GameRecord, SeatRecord, UnitRecord
from tabletop_tui.lab.series_summary import Spread, UnitSummary, summary_of
from tabletop_tui.lab.summary_lines import spread_words, summary_lines
from tabletop_tui.lab.win_rates import WinCount
from tests.lab.test_series_runner import record


def unit(name: str, lost: int, harm: int, earned: float, points: int = 0, seat: int = 0, cost: int = 20) -> UnitRecord:
    return UnitRecord(seat, name, name, cost, lost, 1.0 - lost, harm, earned, points)


TWO_GAMES = [
    evolve(record(1, 0, rounds=2), answers=1400, units=(unit("Tank", 1, 3, 45.0, 2), unit("Gun", 0, 0, 5.0))),
    evolve(record(0, 1, rounds=4), answers=1560, units=(unit("Tank", 0, 2, 15.0), unit("Gun", 1, 1, 0.0, cost=20))),
]


# ---------------------------------------------------------------- units
def test_the_worth_of_a_unit_and_how_often_it_is_lost():
    tank, gun = summary_of(TWO_GAMES).units
    assert (tank.name, tank.fielded, tank.lost, tank.harm, tank.earned, tank.points) == ("Tank", 2, 1, 5, 60.0, 2)
    assert tank.loss == 0.5
    assert tank.worth == 1.5, "60 earned by two for 20 each"
    assert (gun.loss, gun.worth) == (0.5, 0.125)
    assert UnitSummary("", "Free", 0, fielded=1, earned=9.0).worth == 0, "for nothing, nothing can be divided"


def test_copies_of_a_unit_are_summed_and_the_best_for_its_cost_comes_first():
    game = evolve(record(1, 0), units=(unit("Gun", 1, 0, 0.0), unit("Gun", 0, 1, 10.0), unit("Tank", 0, 0, 20.0)))
    assert [(one.name, one.fielded, one.loss, one.worth) for one in summary_of([game]).units] == [
        ("Tank", 1, 0.0, 1.0),
        ("Gun", 2, 0.5, 0.25),
    ]


def test_the_lines_of_a_summary():
    assert list(summary_lines(summary_of(TWO_GAMES))) == [
        "Duel (toy/duel): 2 games, 0 drawn",
        "",
        "By force  won  drawn  lost           wins",
        "Force X     1      0     1  50% (9 to 91)",
        "Force Y     1      0     1  50% (9 to 91)",
        "",
        "By seat  won  drawn  lost           wins",
        "Seat 0     1      0     1  50% (9 to 91)",
        "Seat 1     1      0     1  50% (9 to 91)",
        "",
        "Rounds: 2 to 4, mean 3. Answers: 1400 to 1560, mean 1480. Seconds: 0 to 0, mean 0.",
        "",
        "Force X  cost  fielded  lost  harm  earned  for each point",
        "Tank       20        2   50%   2.5    30.0            1.50",
        "Gun        20        2   50%   0.5     2.5            0.12",
    ]


@pytest.mark.parametrize(
    ("mean", "said"), [(6.25, "6.25"), (0.0775, "0.0775"), (99.94, "99.9"), (1480.4, "1480"), (12_345, "12345")]
)
def test_a_mean_is_a_plain_number(mean: float, said: str):
    assert spread_words(Spread(1, 2, mean, 3)) == f"1 to 3, mean {said}"


# ---------------------------------------------------------------- rates
def four(*won: float, players: str) -> GameRecord:
    """A game of two against two; seats 0 and 2 are of one team."""
    seats = [
        SeatRecord(f"Seat {number}", number % 2, {"g": "greedy", "r": "random"}[player], "Force", 0, share, 0)
        for number, (share, player) in enumerate(zip(won, players, strict=True))
    ]
    return evolve(record(1, 0), seats=tuple(seats))


def test_who_sits_on_both_sides_has_won_and_lost_and_not_drawn():
    found = summary_of([four(1, 0, 1, 0, players="gggr")]).players
    assert found["greedy"] == WinCount(won=1, drawn=0, lost=1, shares=1.0)
    assert found["random"] == WinCount(won=0, drawn=0, lost=1, shares=0.0)


def test_two_seats_of_a_team_have_one_result():
    found = summary_of([four(1, 0, 1, 0, players="grgr"), four(0.5, 0.5, 0.5, 0.5, players="grgr")]).players
    assert found["greedy"] == WinCount(won=1, drawn=1, lost=0, shares=1.5)
    assert found["random"] == WinCount(won=0, drawn=1, lost=1, shares=0.5)


def test_three_who_share_a_force_have_three_results():
    found = summary_of([record(1, 0, 0, forces="XXY")]).forces
    assert found == {"Force X": WinCount(1, 0, 1, 1.0), "Force Y": WinCount(0, 0, 1, 0.0)}


def test_the_order_does_not_hang_on_the_first_game():
    shipped, mirrored = record(1, 0, forces="YX"), record(0, 1, as_shipped=False, forces="XY")
    for records in ([shipped, mirrored], [mirrored, shipped]):
        assert list(summary_of(records).forces) == ["Force Y", "Force X"], "as the scenario seats them"
    for players in ("grgr", "rgrg"):
        assert list(summary_of([four(1, 0, 1, 0, players=players)]).players) == ["greedy", "random"]


# ---------------------------------------------------------------- the page
def values(plot: str) -> list[float]:
    """What the bars of a plot say, in their order: beside a bar, or in its title."""
    return [
        float(value) for value in re.findall(r'(?:(?:v8"/>|</rect>)<text [^>]*"start">|<title>[^<]*: )([\d.]+)<', plot)
    ]


def test_the_bars_of_the_rates_have_their_intervals():
    """75% of 4 games: Wilson says 30 to 95; none of 1 game: 0 to 79."""
    rates = {"X": WinCount(3, 0, 1, 3.0), "Y": WinCount(0, 0, 1, 0.0)}
    plot = rate_plot([("By force", rates)])
    assert values(plot) == [75, 0]
    (nothing, long), *_ = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', plot)
    hundred = float(long) / 0.75
    ends = re.findall(r'd="M([\d.]+) [\d.]+H([\d.]+)M', plot)
    shown = [[round(100 * (float(x) - float(nothing)) / hundred) for x in pair] for pair in ends]
    assert shown == [[30, 95], [0, 79]]


def test_the_bars_of_lengths_and_of_units():
    found = summary_of([*TWO_GAMES, evolve(TWO_GAMES[0], rounds=4)])
    assert values(length_plot(found)) == [1, 0, 2], "games of 2, 3 and 4 rounds"
    assert values(unit_plot(summary_of(TWO_GAMES), "Force X")) == [20, 30, 20, 2.5], (
        "of each unit its cost, then what it earned in a game"
    )


def test_the_title_counts_scenarios_and_not_names():
    games = [
        evolve(record(1, 0), scenario=f"toy/{number}", name="Duel" if number % 2 else "Fray") for number in range(8)
    ]
    assert title_of(games) == "Series: Fray, Duel, Fray and 5 more"
    assert title_of(games[:2] * 3) == "Series: Fray, Duel"
