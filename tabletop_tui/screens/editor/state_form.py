"""The state of a unit or of the battle as a form: what players speak of first, the rest at a word."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.editor.form_rows import Row
from tabletop_tui.editor.positions import position_rows
from tabletop_tui.editor.positions.position_editing import PositionBench
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.screens.editor.form import SubForm


class StateForm(SubForm):
    """Of a position."""

    def __init__(
        self,
        bench: PositionBench,
        heading: str,
        rows: Callable[[bool], list[Row]],
        find_faults: Callable[[], list[BadFile]],
    ) -> None:
        """`rows` are told whether all of them are wanted."""
        self.unfolded = False
        """Whether all that the rulebook knows is shown."""

        def put(key: str, value: object) -> None:
            position_rows.put(bench, key, value)

        super().__init__(bench.document, heading, lambda: rows(self.unfolded), put, find_faults)

    def act(self, row: Row) -> None:
        self.unfolded = not self.unfolded
        self.draw()
