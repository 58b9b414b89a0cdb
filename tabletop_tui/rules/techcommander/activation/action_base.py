"""What the actions of TechCommander have in common: units take one, it costs their player one, and begins and ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from tabletop_tui.engine.action import Action
from tabletop_tui.engine.game import Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.activation.smoke_launching import Smokes
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit

Family = Literal["move", "shoot", "both", "reaction", "transport", "close", "pass"]
"""How the list of actions is grouped."""


@frozen
class UnitAction(Action):
    """One of the actions that units can be given. Its parts are its `work`; begin and end are the same for all."""

    family: ClassVar[Family] = "move"
    name: ClassVar[str] = ""
    """The key of the action, and what it is called."""
    again: ClassVar[bool] = False
    """Whether another action of the unit follows at once, for which both are paid (TC-SCAN-4)."""
    battle: Battle
    units: tuple[Unit, ...]

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        """Whether such units can ever take it; else it is not listed."""
        return len(units) == 1 and units[0].on_table

    @property
    def unit(self) -> Unit:
        """Who takes it, or the first of a group."""
        return self.units[0]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(unit.id for unit in self.units)

    @property
    def key(self) -> str:
        return self.name.lower().replace(" ", "-")

    @property
    def label(self) -> str:
        return self.name

    @property
    def deliberate(self) -> bool:
        """Whether it ends what an action of this turn was spent on (TC-POSTUP-5, TC-READY-4), and is no shot."""
        return any(unit.waits for unit in self.units) and not self.attacks

    @property
    def warning(self) -> str:
        waiting = [unit for unit in self.units if unit.waits]
        if not waiting or self.attacks:
            return ""
        what = "posted up" if waiting[0].posted is not None else "ready"
        return f"{waiting[0].name} is no longer {what} then: is the action spent on that given up?"

    def work(self) -> Sequence[Step]:
        """What is done, between its beginning and its end."""
        raise NotImplementedError

    def steps(self) -> Sequence[Step]:
        smoke = Smokes(self.ids), Smokes(self.ids, ends=True)
        return [BeginAction(self.key, self.ids), smoke[0], *self.work(), smoke[1], EndAction(self.ids)]
