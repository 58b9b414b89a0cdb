"""Where two subsystems of a rulebook meet: `tests/<book>/pairs.toml` has a row for every pair of the listed subsystems.

A row says what the book has of the pair, in our words with rule ids, and names the test that holds it; or why the two
cannot meet; or, honestly, that nobody has looked yet (`open = true`). Of these there are never more than before.

    python -m tests.test_pairs          the figures of each book
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
BOOKS = sorted(path.parent.name for path in TESTS.glob("*/pairs.toml"))
OPEN: dict[str, int] = {}
"""So many rows of each book nobody has looked at yet: a number that only goes down."""
RULE = re.compile(r"\b[A-Z]{2,3}-[A-Z]+-?[A-Z0-9-]*\b")
KINDS = ("test", "cannot", "open")


@cache
def table_of(book: str) -> dict[str, Any]:
    """The file: `subsystems` by their names, and the rows, each with `of`, `says` and one of `KINDS`."""
    return tomllib.loads((TESTS / book / "pairs.toml").read_text(encoding="utf-8"))


def rows_of(book: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table_of(book)["pair"]
    return rows


def figures(book: str) -> Counter[str]:
    """How many rows there are of each kind."""
    return Counter(kind for row in rows_of(book) for kind in KINDS if kind in row)


@cache
def names_in(path: str) -> frozenset[str]:
    return frozenset(re.findall(r"^def (test_\w+)", (TESTS.parent / path).read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("book", BOOKS)
def test_every_pair_of_subsystems_has_one_row(book: str):
    named = table_of(book)["subsystems"]
    wanted = Counter(frozenset(pair) for pair in combinations(named, 2))
    found = Counter(frozenset(row["of"]) for row in rows_of(book))
    assert wanted - found == Counter(), "no row for these"
    assert found - wanted == Counter(), "these are there twice, or of subsystems that are not listed"
    assert len(found) == len(named) * (len(named) - 1) // 2


@pytest.mark.parametrize("book", BOOKS)
def test_every_row_has_a_test_that_there_is_or_a_reason(book: str):
    for row in rows_of(book):
        place = " and ".join(row["of"])
        assert sum(kind in row for kind in KINDS) == 1, f"{place}: give one of {', '.join(KINDS)}"
        if "test" in row:
            path, _, name = row["test"].partition("::")
            assert name in names_in(path), f"{place}: there is no {row['test']}"
            assert row.get("says"), f"{place}: what does the book say?"
        if "cannot" in row:
            assert len(row["cannot"].split()) > 3, f"{place}: why can they not meet?"
        if "open" in row:
            assert row["open"] is True, place


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_that_a_row_names_is_in_the_book(book: str):
    index = TESTS.parent / "tabletop_tui" / "rules" / book / "reference.toml"
    known = {rule["id"] for rule in tomllib.loads(index.read_text(encoding="utf-8"))["rule"]}
    looked_at = 0
    for row in rows_of(book):
        named = RULE.findall(row.get("says", "") + " " + row.get("cannot", ""))
        looked_at += len(named)
        assert not set(named) - known, f"{' and '.join(row['of'])}: no such rules"
        assert named or "open" in row or "cannot" in row, f"{' and '.join(row['of'])}: by which rules?"
    assert looked_at > len(rows_of(book)) / 4


@pytest.mark.parametrize("book", BOOKS)
def test_what_nobody_has_looked_at_gets_less(book: str):
    assert figures(book)["open"] == OPEN.get(book, 0), "where it is fewer by now, say so in OPEN; more it is never"


if __name__ == "__main__":
    for one in BOOKS:
        count = figures(one)
        print(
            f"{one}: {count.total()} pairs, {count['test']} tested, {count['cannot']} cannot meet, {count['open']} open"
        )
