"""What has moved: the one door for every change of place of models, and what it does to them (CD-HIT-8, CD-WPN-3)."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.weapons import crews_of, heavy_of, most_needed
from tabletop_tui.table.points import Spot


def has_moved(unit: Unit, far: Mapping[str, float]) -> None:
    """These models of a section have gone so far, in units, each by his id: walking, falling back, thrown or aside.

    It counts for those who shoot at them next turn (CD-HIT-8). They lose their aim and what they paid for a slow weapon
    (CD-AIM-1, CD-WPN-3), and heavy weapons have to be made ready again, the longer the fewer of the team went along
    (CD-TRAIT-8, CD-TRAIT-9). It is asked for where they stand now.
    """
    going = [man for man in unit.men if man.id in far]
    for man in going:
        unit.alter([man.id], moved=round(man.moved + far[man.id], 2), aimed="", loading="", paid=0)
    guns = [(man, heavy_of(man.soldier)) for man in going if most_needed(man.soldier)]
    crews = crews_of(unit, guns, [man.id for man in unit.men if man.id not in far])
    for man, _ in guns:
        needed = most_needed(man.soldier)
        unit.alter([man.id], unready=needed * (needed - len(crews[man.id])), movers=0)


def put_there(unit: Unit, places: Mapping[str, Spot]) -> None:
    """Put models straight at other places, which counts as having moved."""
    far = {name: dist(unit.spot_of(name), spot) for name, spot in places.items()}
    unit.put(places)
    has_moved(unit, {name: length for name, length in far.items() if length > 0})


def is_carried(unit: Unit) -> None:
    """Who rides loses his aim when the vehicle moves, and is on overwatch no more (CD-AIM-3, CD-OW-8)."""
    unit.overwatch = False
    if any(man.aimed for man in unit.hands):
        unit.alter([man.id for man in unit.hands], aimed="")
