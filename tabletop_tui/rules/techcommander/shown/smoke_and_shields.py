"""What lies over the table for a while: smoke, bubble shields, the half circles that units posted up cover."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.scenes import Effect, Look
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Cloud, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import BUBBLE_RADIUS
from tabletop_tui.skirmish import overlay_lines
from tabletop_tui.table.points import Spot, Spots

SMOKE, CLEARED = Look("smoke", "smoke", "░", "C"), Look("smoke that does nothing", "smoke", "░", "C")
SHIELD, SPENT = Look("bubble shield", "ice", "∘", "W"), Look("bubble shield, spent", "ice", "∘", "W")
COVERED = Look("the side that a unit covers, posted up", "sand", "˙", "V")
SHOWN = 3.0
"""So far from its base the half circle of a unit is drawn, in centimetres: where it looks; `o` shows how far."""
ARC_STEP = 15
"""In degrees, of a half circle as it is drawn."""


def effects_of(battle: Battle) -> tuple[Effect, ...]:
    """All of it, the uppermost last."""
    arcs = (
        Effect(f"{unit.id} covers", COVERED, half_circle(unit, unit.posted, SHOWN), False, unit.seat)
        for unit in battle.on_table()
        if unit.posted is not None
    )
    shields = (
        Effect(shield_name(one), SHIELD if one.life > 0 else SPENT, ring(one.spot), False, one.seat)
        for one in battle.bubbles
    )
    return (*arcs, *(cloud_effect(cloud, battle.cleared) for cloud in battle.clouds), *shields)


def cloud_effect(cloud: Cloud, cleared: bool) -> Effect:
    """A cloud; as a rim where smoke does nothing any more this turn (TC-SKB-11)."""
    look = CLEARED if cleared else SMOKE
    return Effect(cloud_name(cloud), look, overlay_lines.disc(*cloud.spot, cloud.radius), not cleared)


def ring(spot: Spot) -> Spots:
    return overlay_lines.disc(*spot, BUBBLE_RADIUS)


def cloud_name(cloud: Cloud) -> str:
    return f"smoke h{cloud.foot + cloud.height:g}"


def shield_name(bubble: Bubble) -> str:
    high = f" on h{bubble.foot:g}" if bubble.foot else ""
    return f"bubble shield{high}, {bubble.life} life" if bubble.life > 0 else f"bubble shield{high}, spent"


def half_circle(unit: Unit, facing: float, far: float) -> Spots:
    """The border of the half circle before a unit, from its middle, so far from its base."""
    angles = range(-90, 91, ARC_STEP)
    rim = (overlay_lines.outward(unit.at, facing + angle, far + unit.radius) for angle in angles)
    return (unit.at, *rim, unit.at)


def lines_at(battle: Battle, place: Spot) -> Iterator[Line]:
    """What lies over a place."""
    for cloud in battle.clouds:
        if dist(cloud.spot, place) <= cloud.radius:
            does = "does nothing this turn" if battle.cleared else "-6 to shots through it, until the turn ends"
            rule = "TC-SKB-11" if battle.cleared else "TC-SMOKE-1"
            yield Line(cloud_name(cloud), does, rules=(rule, "TC-SMOKE-11"), mood="" if battle.cleared else "bad")
    for bubble in battle.bubbles:
        if dist(bubble.spot, place) <= BUBBLE_RADIUS:
            does = "no shot crosses it" if bubble.life > 0 else "no other may be dropped here this turn"
            yield Line(shield_name(bubble), does, rules=("TC-BUBBLE-5" if bubble.life > 0 else "TC-BUBBLE-13",))
