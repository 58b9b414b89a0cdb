"""Gear that a unit may use at a moment: what it is called among others of its kind, and how often it can be used."""

from __future__ import annotations

from tabletop_tui.engine.reactions import Offered
from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.state.carried_items import thing_of, things


def numbered(unit: Unit, copy: str) -> str:
    """What a weapon or a piece of gear is called: with its number where the unit carries several of that kind."""
    thing = thing_of(unit.sheet, copy)
    alike = sum(one.id == thing.id for one in things(unit).values())
    return f"{thing.name} {copy.rpartition('-')[2]}" if alike > 1 else thing.name


class FromKit(Offered):
    """An offer to use a piece of one's own gear; its fields are that unit and that piece, and perhaps more."""

    unit: Unit
    copy: str

    @property
    def thing(self) -> str:
        """What it is called within a sentence."""
        name = numbered(self.unit, self.copy)
        return name if name[:2].isupper() else name.lower()

    @property
    def target(self) -> str:
        return self.unit.id

    @property
    def cost(self) -> str:
        left = self.unit.left(self.copy)
        return "" if left is None else f"{left} left"

    @property
    def warning(self) -> str:
        """The last use is asked about once."""
        return f"It is the last {self.thing} of {self.unit.name}: use it?" if self.unit.left(self.copy) == 1 else ""
