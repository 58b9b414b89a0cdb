"""The state of a unit as a form: what players speak of first, in the order of use, the rest at a word."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.editor.positions import position_rows
from tabletop_tui.editor.positions.form_rows import Row
from tabletop_tui.editor.positions.position_bench import PositionBench
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.screens.editor.form import SubForm


class StateForm(SubForm):
    """Of one unit of a position."""

    def __init__(self, bench: PositionBench, unit: str, find_faults: Callable[[], list[BadFile]]) -> None:
        self.unfolded = False
        """Whether all that the rulebook knows of a unit is shown."""

        def rows() -> list[Row]:
            return position_rows.state_rows(bench, unit, self.unfolded)

        def put(key: str, value: object) -> None:
            position_rows.put(bench, key, value)

        super().__init__(bench.document, bench.name_of(unit), rows, put, find_faults)

    def act(self, row: Row) -> None:
        self.unfolded = not self.unfolded
        self.draw()
