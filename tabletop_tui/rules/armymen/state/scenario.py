"""A scenario of Army Men, ready to play."""

from __future__ import annotations

from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.state.battlefield import Battlefield


@frozen
class Scenario:
    """A scenario ready to play."""

    name: str
    table: Battlefield
    points: int = 300
    rounds: int = 4
