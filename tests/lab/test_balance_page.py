"""The page on which each scenario has a row: rows that were not measured again stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.lab.balance_page import HEAD, page_at, with_rows
from tabletop_tui.lab.series_summary import summary_of
from tests.lab.test_series_runner import record


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
    assert rows(page) == ["| Duel | greedy | 1 |  | Force X 0% (0 to 79) | Seat 0 100% (21 to 100) |"], "by name"


def test_a_file_has_a_row_of_its_own():
    shipped, own = record(1, 0), evolve(record(0, 1), scenario="own.toml")
    page = with_rows("", [summary_of([shipped]), summary_of([own])])
    assert [line.split(" | ")[0] for line in rows(page)] == ["| Duel", "| Duel (own.toml)"]


def test_the_order_of_players_makes_no_other_row():
    found = summary_of([record(1, 0)])
    first, then = (evolve(found, players=dict.fromkeys(names, found.players["greedy"])) for names in ("ab", "ba"))
    page = with_rows("", [first])
    assert rows(with_rows(page, [then])) == [rows(page)[0].replace("a, b", "b, a")]


# ---------------------------------------------------------------- what is no page
def test_the_page_that_is_shipped_can_be_written():
    assert page_at(Path("docs/balance.md")).startswith(HEAD)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda page: "mine\n", "line 1: is not as the lab writes it"),
        (lambda page: page + "\nA remark of my own.\n", "line 21: is not as the lab writes it"),
        (lambda page: page.replace("| greedy | 1 |", "| greedy | 1 | and |"), "line 19: is not as the lab writes it"),
        (lambda page: "", "line 1: is not as the lab writes it"),
    ],
)
def test_what_the_lab_did_not_write_is_refused(tmp_path: Path, change, told: str):
    path = tmp_path / "page.md"
    path.write_text(change(with_rows("", [summary_of([record(1, 0)])])))
    with pytest.raises(BadFile) as refused:
        page_at(path)
    assert f"{path}: {told}" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [("", "is a folder"), ("nowhere/page.md", "there is no folder"), ("page.txt", "ends in .md"), ("page", "in .md")],
)
def test_where_no_page_can_be_that_is_told(tmp_path: Path, name: str, told: str):
    folder = tmp_path / "folder.md"
    folder.mkdir()
    with pytest.raises(BadFile, match=told):
        page_at(folder / name)
