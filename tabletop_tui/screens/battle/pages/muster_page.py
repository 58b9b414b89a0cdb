"""The force builder as a dialog of a battle: a force is mustered from a pool in mid-game and given as one answer."""

from __future__ import annotations

from typing import Any

from tabletop_tui.bindings import POOL
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.forces.force_builder import BuilderScreen


class PoolScreen(BuilderScreen, inherit_bindings=False):
    """The builder without files; what it gives back are the rows of the force, None where it was left."""

    commands = POOL
    BINDINGS = bindings(POOL)
    hinted = ("side", "remove", "copy", "send", "card", "leave")
    whole_words = "This force can be sent into the battle."

    def __init__(self, system: System, question: Recruit, rows: list[Any]) -> None:
        super().__init__(system, question.muster)
        self.question = question
        self.bench.take(question.with_rows(rows))

    @property
    def heading(self) -> str:
        return self.question.prompt

    def _choose(self, row: int | None) -> None:
        """What may be spent is the battle's affair; only about single rows there is something to choose."""
        if row is None:
            self.note("How much may be spent is set by the battle")
        else:
            super()._choose(row)

    def do_send(self) -> None:
        rows = self.question.rows_of(self.bench.force)
        if (refusal := self.question.refuse(rows)) is not None:
            self.note(str(refusal))
        else:
            self.close(rows)

    def do_back(self) -> None:
        self.close(None)
