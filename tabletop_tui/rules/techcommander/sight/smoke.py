"""Smoke (TC-SMOKE-1): clouds with a radius and a height, which block no sight but make a shot through them hard.

Clouds do not add up (TC-SMOKE-5), cover counts besides (TC-SMOKE-6), and whoever can draw a line free of smoke to any
visible part of the target ignores them (TC-SMOKE-10). They go when the turn ends (TC-SMOKE-11: `turn.Reset`).
"""

from __future__ import annotations

from math import dist

import shapely

from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import Mark, Point, stand
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import hidden_share, open_line
from tabletop_tui.table.polygons import Box, bounds, grown, overlap

MOST = 0.5
"""More than so much of a model is most of it."""


def sees_heat(unit: Unit) -> bool:
    """Whether it has thermal sights, as the SEER, and ignores smoke (TC-SMOKE-2)."""
    return any(gear.does == "thermal" for gear in unit.gear().values())


def in_the_way(battle: Battle, viewer: Unit, target: Mark, raised: float = 0.0) -> bool:
    """Whether every line from a viewer to a visible part of a target crosses smoke (TC-SMOKE-4, TC-SMOKE-10)."""
    if not battle.clouds or battle.cleared:
        return False
    looker = stand(battle, viewer)

    def look() -> tuple[bool, Box]:
        eye = sight.eye_of(battle, looker, raised)
        if isinstance(target, Point):
            box = bounds((looker.at, target.spot))
            return not open_line(map(sight.cloud_body, battle.clouds), eye, target.spot, 0.0), box
        seen = sight.silhouette_of(battle, target, eye)
        box = grown(bounds((looker.at, seen.spot)), seen.width + TINY)
        clouds = [body for body in map(sight.cloud_body, battle.clouds) if overlap(body.box, box)]
        if not clouds:
            return False, box
        between = sight.bodies_but(battle, looker, target)
        blocked = hidden_share(between, eye, seen) >= 1 - TINY  # then any line to it has to be free of smoke
        return hidden_share([*clouds, *([] if blocked else between)], eye, seen) >= 1 - TINY, box

    found = stand(battle, target) if isinstance(target, Unit) else target
    place = found.models if isinstance(found, Unit) else found.id
    return battle.find(("smoke", looker.id, found.id, raised), look, own=(looker.models, place))


# ---------------------------------------------------------------- close combat
def stands_in(battle: Battle, unit: Unit) -> bool:
    """Whether a base is in a cloud, however little of it."""
    height = battle.foot(unit)
    clouds = () if battle.cleared else battle.clouds
    return any(
        dist(unit.at, cloud.spot) < cloud.radius + unit.radius - TINY and height < cloud.foot + cloud.height
        for cloud in clouds
    )


def blinds_ram(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a ram loses its fire control, the line crossing smoke or either standing in it (TC-SMOKE-7)."""
    return stands_in(battle, unit) or stands_in(battle, target) or in_the_way(battle, unit, target)


def mostly_inside(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of a silhouette is inside smoke, so that a death from above is hard (TC-SMOKE-8)."""
    if battle.cleared or not battle.clouds:
        return False
    foot, height = battle.foot(unit), unit.sheet.height
    model = shapely.Point(unit.at).buffer(unit.sheet.width / 2)
    inside = 0.0
    for cloud in battle.clouds:
        part = model.intersection(shapely.Point(cloud.spot).buffer(cloud.radius)).area / model.area
        high = max(0.0, min(foot + height, cloud.foot + cloud.height) - max(foot, cloud.foot)) / height
        inside = max(inside, part * high)
    return inside > MOST
