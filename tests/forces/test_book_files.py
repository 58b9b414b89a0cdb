"""A scenario and a force are structured and checked once on their way from a file to the table."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.files.loading import KEPT, Once
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.rulebook.book_files import BookFiles
from tabletop_tui.rulebook.registry import system

BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")


@pytest.fixture
def structured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is structured, one after another."""
    found: list[str] = []
    structure = BookFiles.structure

    def noted(book: Any, converter: Any, data: Any, form: type) -> Any:
        found.append(data["name"])
        return structure(book, converter, data, form)

    monkeypatch.setattr(BookFiles, "structure", noted)
    return found


@pytest.mark.parametrize("name", BOOKS)
def test_on_the_way_to_the_table_nothing_is_structured_twice(name: str, structured: list[str]) -> None:
    book = system(name).catalogue
    vars(book).update(vars(type(book)()))  # as in a program that has just begun
    setup = set_table(*find_scenario(f"{name}/quick-start"), seed=3)
    system(name).start(setup)
    assert sorted(structured) == sorted(seat.force["name"] for seat in setup.seats), "and the scenario not at all"


def test_what_was_made_last_is_kept_and_no_more_than_so_many() -> None:
    made: list[int] = []

    def make(data: dict[str, int]) -> int:
        made.append(data["n"])
        return data["n"]

    once = Once(make)
    for number in [*range(KEPT + 1), 1, KEPT + 1, 1, 0]:
        assert once({"n": number}) == number
    assert made == [*range(KEPT + 1), KEPT + 1, 0], "1 was asked for again, and so stayed"
    once.know({"n": -1}, -1)
    assert once({"n": -1}) == -1
    assert -1 not in made
