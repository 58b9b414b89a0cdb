"""What becomes due on the way of units, and the steps that put it to its seat (TC-REACT-1).

Each kind of reaction to movement is a Watch; whoever builds one adds it to WATCHES.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.moving.overrunning import Overruns
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.victory.skull_claims import SkullWatch
from tabletop_tui.rules.techcommander.watching.covering_fire import CoveringFire
from tabletop_tui.rules.techcommander.watching.hatches import HatchFire
from tabletop_tui.rules.techcommander.ways.footing import FOOTING
from tabletop_tui.rules.techcommander.ways.marches import Marching, Watch
from tabletop_tui.skirmish.march import Due

WATCHES: tuple[Watch, ...] = (Overruns(), HatchFire(), *FOOTING, CoveringFire(), SkullWatch())


def seat_of(battle: Battle, key: str) -> int:
    """Whose reaction it is: the second word of a key is a seat or the id of a unit, as in 'cover:1', 'hatch:B2'."""
    word = key.split(":")[1]
    return int(word) if word.isdecimal() else battle.units[word].seat


def dues(game: Game[Battle], march: Marching) -> Iterable[Due]:
    """What becomes due; of what does at one place that of the lowest initiative comes first (TC-REACT-1)."""
    order = {seat: place for place, seat in enumerate(game.state.order)}
    found = [due for watch in WATCHES for due in watch.dues(game, march)]
    return sorted(found, key=lambda due: order.get(seat_of(game.state, due.key), 0))


def steps(game: Game[Battle], march: Marching, due: Due) -> Sequence[Step]:
    watch = next(watch for watch in WATCHES if due.key.startswith(watch.prefix))
    return watch.steps(game, march, due)
