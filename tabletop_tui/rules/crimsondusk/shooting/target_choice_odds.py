"""The test for another target than the nearest (CD-SHOOT-5), as it is foretold: shots that fail it go elsewhere."""

from __future__ import annotations

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import pressing
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, helped, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.units import Unit


@frozen
class PickingOut:
    """What has to be passed before a unit shoots past the nearest section, and whom it shoots at if it fails."""

    tally: Tally
    nearest: Unit | None

    @property
    def passed(self) -> float:
        """How likely the test is passed."""
        return chance(self.tally)

    @property
    def lines(self) -> list[Line]:
        """The test, and what its failure brings."""
        test = Line("test first", words(self.tally), self.tally, ("CD-SHOOT-5",), "bad")
        if self.nearest is None:
            return [test]
        return [test, Line("failed", f"shoots at {self.nearest.name}, the nearest", rules=("CD-SHOOT-5",))]


def picking_out(battle: Battle, unit: Unit) -> PickingOut:
    """The test of a unit, whoever it aims at."""
    return PickingOut(helped(battle, unit, skill_tally(unit.quality)), pressing(battle, unit))
