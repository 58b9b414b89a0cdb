"""A short row of cells that is written on piece by piece."""

from __future__ import annotations

from attrs import define, field
from rich.style import Style


@define(eq=False)
class CellRow:
    """So many cells, at first all blank and of one style."""

    room: int
    plain: Style
    indent: int = 0
    """From which cell on places are counted."""
    _cells: list[tuple[str, Style]] = field(init=False)
    _free: list[bool] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cells = [(" ", self.plain)] * self.room
        self._free = [True] * self.room

    def put(self, at: int, text: str, look: Style | None = None) -> None:
        """Write a text from this cell on; what has no room is left out."""
        self._write(at + self.indent, text, look)

    def _write(self, at: int, text: str, look: Style | None) -> None:
        for place, sign in enumerate(text, at):
            if 0 <= place < self.room:
                self._cells[place] = sign, look or self.plain
                self._free[place] = False

    def centre(self, text: str, look: Style | None = None) -> None:
        self._write((self.room - len(text) + 1) // 2, text, look)

    def right(self, text: str, look: Style | None = None) -> None:
        self._write(self.room - len(text), text, look)

    def fill(self, sign: str, look: Style) -> None:
        """Write a sign on all that is still free."""
        for place in range(self.room):
            if self._free[place]:
                self._cells[place] = sign, look

    def runs(self) -> tuple[tuple[str, Style], ...]:
        """Pieces of one style."""
        found: list[tuple[str, Style]] = []
        for sign, look in self._cells:
            if found and found[-1][1] is look:
                found[-1] = found[-1][0] + sign, look
            else:
                found.append((sign, look))
        return tuple(found)
