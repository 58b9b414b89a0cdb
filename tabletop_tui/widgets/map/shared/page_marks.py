"""What a page shows on the map below it."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.records import frozen
from tabletop_tui.widgets.map.shared.traces import NOTHING, Traces


@frozen(eq=False)
class Sighting:
    """Something on the map: the spots that light up, and the traces that lie there."""

    spots: tuple[str, ...] = ()
    traces: Traces = NOTHING
    words: str = ""
    """What it is, for the prompt line."""
    flash: bool = True


Look = Callable[[Sighting | None], None]
"""Shows something on the map; None: all as it was."""
