"""The cells of a field are the same, whether they are looked for at once or bit by bit."""

from __future__ import annotations

from tabletop_tui.engine.place_fields import Searched
from tabletop_tui.skirmish.incremental_search import Searching


class Numbers(Searching):
    """Even numbers up to 10; it counts what it has looked at."""

    def __init__(self) -> None:
        self.looked: list[int] = []

    def survey(self):
        for number in range(11):
            self.looked.append(number)
            yield None if number % 2 else (str(number), "even")


def test_cells_are_looked_for_once():
    numbers = Numbers()
    assert isinstance(numbers, Searched)
    assert list(numbers.cells()) == ["0", "2", "4", "6", "8", "10"]
    assert numbers.cells() is numbers.cells()
    assert numbers.looked == list(range(11))


def test_a_search_goes_on_where_it_stopped():
    numbers = Numbers()
    tries = 0
    while not numbers.search(-1.0):
        tries += 1
        assert numbers.looked == list(range(tries))
    assert tries == 11
    assert dict(numbers.cells()) == dict(Numbers().cells())
    assert numbers.looked == list(range(11))
    assert numbers.search(-1.0)


def test_cells_finish_what_a_search_began():
    numbers = Numbers()
    assert not numbers.search(-1.0)
    assert dict(numbers.cells()) == dict(Numbers().cells())
    assert numbers.looked == list(range(11))
