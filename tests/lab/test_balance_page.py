"""The page on which each scenario has a row: rows that were not measured again stay."""

from __future__ import annotations

from tabletop_tui.lab.balance_page import HEAD, with_rows
from tabletop_tui.lab.summary import summary_of
from tests.lab.test_series import record


def rows(page: str) -> list[str]:
    return [line for line in page.splitlines() if line.startswith("| Duel")]


def test_a_row_is_replaced_by_the_same_players_alone():
    greedy = summary_of([record(1, 0), record(0, 1, as_shipped=False, forces="YX")])
    page = with_rows("", [greedy])
    assert page.startswith(HEAD)
    shipped, forces, seats = "Seat 0 100% (21 to 100)", "Force X 100% (34 to 100)", "Seat 0 50% (9 to 91)"
    assert rows(page) == [f"| Duel | greedy | 2 | {shipped} | {forces} | {seats} |"]
    other = summary_of([record(1, 0)])
    other.players["strong"] = other.players.pop("greedy")
    page = with_rows(page, [other])
    assert len(rows(page)) == 2
    page = with_rows(page, [summary_of([record(0, 1)])])
    assert rows(page)[0] == "| Duel | greedy | 1 | Seat 0 0% (0 to 79) | Force X 0% (0 to 79) |  |"
    assert "strong" in rows(page)[1]


def test_of_more_than_two_sides_all_are_told():
    found = summary_of([record(1, 0, 0, forces="XYZ")])
    page = with_rows("", [found])
    assert "Seat 0 100% (21 to 100), Seat 1 0% (0 to 79), Seat 2 0% (0 to 79)" in rows(page)[0]
    assert with_rows(page, []) == page


def test_where_no_game_was_as_shipped_none_is_told_of():
    page = with_rows("", [summary_of([record(1, 0, as_shipped=False, forces="YX")])])
    assert rows(page) == ["| Duel | greedy | 1 |  | Force Y 100% (21 to 100) | Seat 0 100% (21 to 100) |"]
