"""What can be shot at (TC-ATK-3): a unit, a piece of terrain, a bubble shield, and by Fire for Effect any place.

A share of a salvo names it: 'B1', 'building-2', 'bubble-1', '@30,12.5' for a place, and 'wall-1>B2' for a wall with a
unit behind it (TC-WALL-1).
"""

from __future__ import annotations

from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.points import Spot, parse_spot, place_words, spot_text

PLACE, BEHIND = "@", ">"
BUBBLE_RADIUS, BUBBLE_HEIGHT, BUBBLE_SIZE = 5.0, 2.0, 5
"""Of a bubble shield, in centimetres (TC-BUBBLE-5), and the AC at which it is shot at (TC-BUBBLE-9)."""


@frozen
class Point:
    """A place of the table."""

    spot: Spot

    @property
    def id(self) -> str:
        return PLACE + spot_text(self.spot)


Mark = Unit | Feature | Bubble | Point


def mark(battle: Battle, key: str) -> Mark:
    """What a share of a salvo names; of a wall with a unit behind it, the wall. KeyError for what there is not."""
    name, _, _ = key.partition(BEHIND)
    if name.startswith(PLACE):
        spot = parse_spot(name[len(PLACE) :])
        if spot is None:
            raise KeyError(key)
        return Point(spot)
    if name in battle.units:
        return battle.units[name]
    found = next((bubble for bubble in battle.bubbles if bubble.id == name), None)
    return found if found is not None else piece(battle, name)


def piece(battle: Battle, name: str) -> Feature:
    """A piece of terrain by its id. KeyError for what there is not."""
    return battle.table.by_id[name]


def behind(battle: Battle, key: str) -> Unit | None:
    """The unit behind a wall that a share names (TC-WALL-1), None for none."""
    name = key.partition(BEHIND)[2]
    return battle.units[name] if name else None


def there(battle: Battle, key: str) -> bool:
    """Whether what a share names is still there: not destroyed, not gone."""
    try:
        found = mark(battle, key)
    except KeyError:
        return False
    if isinstance(found, Feature):
        return found.id not in battle.ruins
    if isinstance(found, Bubble):
        return found.life > 0
    return not isinstance(found, Unit) or found.in_play


def called(found: Mark) -> str:
    """As a player calls it."""
    if isinstance(found, Feature):
        return f"the {found.called} at {place_words(middle_of(found))}"
    if isinstance(found, Bubble):
        return f"the bubble shield at {place_words(found.spot)}"
    return found.name if isinstance(found, Unit) else f"the place {place_words(found.spot)}"


def middle_of(piece: Feature) -> Spot:
    x, y = piece.centroid
    return round(x, 2), round(y, 2)


def size(found: Mark) -> int:
    """The AC by which it is hit (TC-HIT-3); 0 of a place (TC-FFE-2)."""
    if isinstance(found, Feature):
        return found.size
    if isinstance(found, Bubble):
        return BUBBLE_SIZE
    return found.ac if isinstance(found, Unit) else 0


def spot_of(battle: Battle, found: Mark) -> Spot:
    """Where it is, for drawing."""
    if isinstance(found, Feature):
        return middle_of(found)
    return stand(battle, found).at if isinstance(found, Unit) else found.spot


def stand(battle: Battle, unit: Unit) -> Unit:
    """The unit where it stands: itself, or the carrier in the hatch of which it is (TC-UNBUT-1)."""
    return battle.units[unit.aboard] if unit.aboard else unit


# ---------------------------------------------------------------- who can be reached
def is_exposed(unit: Unit) -> bool:
    """Whether shots, splash, scans and strikes reach it: on the table, or in the hatch of a carrier (TC-UNBUT-1).

    Whoever is wholly inside is out of reach of all of them (TC-ATTACHED-5).
    """
    return unit.on_table or (unit.in_play and unit.hatch)


def exposed(battle: Battle) -> list[Unit]:
    """All of them."""
    return [unit for unit in battle.units.values() if is_exposed(unit)]


def foes(battle: Battle, seat: int) -> list[Unit]:
    """Those of them who are of another team."""
    return [unit for unit in exposed(battle) if not battle.allied(unit.seat, seat)]
