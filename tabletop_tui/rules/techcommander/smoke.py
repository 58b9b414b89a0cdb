"""Smoke (TC-SMOKE-1): clouds with a radius and a height, which block no sight but make a shot through them hard.

Clouds do not add up (TC-SMOKE-5), cover counts besides (TC-SMOKE-6), and whoever can draw a line free of smoke to any
visible part of the target ignores them (TC-SMOKE-10). They go when the turn ends (TC-SMOKE-11: `turn.Reset`).
"""

from __future__ import annotations

from tabletop_tui.rules.techcommander import sight
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.marks import Mark, Point, stand
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.heights import hidden_share, open_line
from tabletop_tui.table.polygons import Box, bounds, grown, overlap


def sees_heat(unit: Unit) -> bool:
    """Whether it has thermal sights, as the SEER, and ignores smoke (TC-SMOKE-2)."""
    return any(gear.does == "thermal" and copy not in unit.lost_kit for copy, gear in unit.sheet.kit.items())


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
