"""What one model sees of another (TC-COVER-7): bodies in between, the eye, the silhouette, the hidden share."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.table.heights import Body, Eye, Silhouette, hidden_share
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import bounds, grown

EYE = 0.75
"""At this share of its height a model has its eye (TC-COVER-7)."""


@lru_cache(maxsize=1 << 12)
def disc(name: str, spot: Spot, radius: float, foot: float, top: float) -> Body:
    """A model as a body, the same object as long as it stands the same."""
    return Body(name, top, foot, None, spot, radius, floor=False)


def body_of(battle: Battle, unit: Unit) -> Body:
    """The model of a unit, half as wide as its base (TC-UNIT-7)."""
    foot = battle.foot(unit)
    return disc(unit.id, unit.at, unit.sheet.width / 2, foot, foot + unit.sheet.height)


def bodies(battle: Battle, *but: Unit) -> list[Body]:
    """All that can hide something: pieces of terrain and models, but these units (TC-COVER-1)."""
    left = {unit.id for unit in but}
    models = [body_of(battle, unit) for unit in battle.on_table() if unit.id not in left]
    return [*(piece.body for piece in battle.standing() if piece.body.top > piece.body.bottom), *models]


def eye_of(battle: Battle, unit: Unit, raised: float = 0.0) -> Eye:
    """From where a unit looks, in a jump so much higher (TC-COVER-7)."""
    return Eye(unit.at, battle.foot(unit) + raised + EYE * unit.sheet.height)


def silhouette(battle: Battle, unit: Unit) -> Silhouette:
    return Silhouette(unit.at, battle.foot(unit), unit.sheet.width, unit.sheet.height)


def hidden(battle: Battle, viewer: Unit, target: Unit, raised: float = 0.0) -> float:
    """Which share of a target is hidden from a viewer, from 0 to 1 (TC-COVER-7)."""

    def look() -> tuple[float, tuple[float, float, float, float]]:
        share = hidden_share(bodies(battle, viewer, target), eye_of(battle, viewer, raised), silhouette(battle, target))
        return share, grown(bounds((viewer.at, target.at)), target.radius)

    return battle.find(("hidden", viewer.id, target.id, raised), look, own=(viewer.models, target.models))
