"""The cells of a field, or of an overlay made of them, looked for bit by bit, so that keys are heard meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from time import perf_counter


class Searching:
    """The cells of a field, looked for place by place; a screen that will not wait goes on with it bit by bit."""

    _cells: dict[str, str] | None = None
    _found: dict[str, str]
    _ahead: Iterator[tuple[str, str] | None] | None = None

    def survey(self) -> Iterator[tuple[str, str] | None]:
        """Place by place the cell that it is, with what it takes; None for a place that will not do."""
        raise NotImplementedError

    def search(self, patience: float) -> bool:
        """Go on for so many seconds; whether all cells have been found."""
        if self._cells is not None:
            return True
        if self._ahead is None:
            self._found, self._ahead = {}, self.survey()
        if patience == inf:
            self._found.update([cell for cell in self._ahead if cell is not None])
        until = perf_counter() + patience
        for cell in self._ahead:
            if cell is not None:
                self._found[cell[0]] = cell[1]
            if perf_counter() > until:
                return False
        self._cells, self._ahead = self._found, None
        return True

    @property
    def so_far(self) -> Mapping[str, str]:
        """The cells that have been found by now."""
        return self._cells if self._cells is not None else self._found if self._ahead is not None else {}

    def cells(self) -> Mapping[str, str]:
        self.search(inf)
        assert self._cells is not None
        return self._cells


class Sought(Searching, Mapping[str, str]):
    """The cells of a field as a mapping: all are looked for when the first is asked for.

    With `count` only those of which it finds something, labelled with how many, 9 for more.
    """

    def __init__(self, field: Searching, count: Callable[[str], int] | None = None) -> None:
        self._field, self._count = field, count

    def survey(self) -> Iterator[tuple[str, str] | None]:
        while not self._field.search(0.0):
            yield None
        for spot, label in self._field.cells().items():
            if self._count is None:
                yield spot, label
            else:
                yield (spot, str(min(number, 9))) if (number := self._count(spot)) else None

    def __getitem__(self, spot: str) -> str:
        return self.cells()[spot]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells())

    def __len__(self) -> int:
        return len(self.cells())
