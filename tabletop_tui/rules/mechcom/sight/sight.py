"""Heights, cover, lines of sight and Sensors (MC-GRID, MC-ELEV, MC-TERR-4, MC-WING)."""

from __future__ import annotations

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.battlefield import Groups
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS
from tabletop_tui.table.hexes import Hex

WING_HEIGHT = 2
SUBMERGED_DEPTH = 2
CLEAR, HALF, TOTAL = 0, 1, 2


@frozen
class Cover:
    """How much protects a target: CLEAR, HALF or TOTAL, by what, and by which rule."""

    grade: int = CLEAR
    reason: str = ""
    rule: str = ""
    spot: Hex = ""


OPEN = Cover()


def level(battle: Battle, model: Model) -> int:
    """The level of a model: that of its hex, 2 above it for a Wing (MC-WING-2), 2 below it for one Submerged."""
    ground = battle.map.level[model.hex]
    if model.sheet.kind == "wing":
        return ground + WING_HEIGHT
    if "Submerged" in model.conditions:
        return ground - SUBMERGED_DEPTH
    return ground


def cover(battle: Battle, viewer: Model, target: Model) -> Cover:
    """What lies between two models, and the target's own hex; TOTAL means that there is no line of sight."""
    worst = between(battle, viewer, target)
    return worst if worst.grade != CLEAR else own_cover(battle, viewer, target)


def between(battle: Battle, viewer: Model, target: Model) -> Cover:
    """The cover from hexes strictly between (MC-ELEV-3 to MC-ELEV-6).

    Every hex whose inside the line crosses counts; where it runs along an edge, the one that is better for the viewer
    (MC-GRID-4).
    """
    line = battle.map.line(viewer.hex, target.hex)
    top = max(level(battle, viewer), level(battle, target))
    both_under = "Submerged" in viewer.conditions and "Submerged" in target.conditions
    if both_under or not battle.at.keys().isdisjoint(line.spots):
        return _worst(battle, line.groups, top, both_under)
    ground: Cover | None = line.ground.get(top)
    if ground is None:
        ground = line.ground[top] = _worst(battle, line.groups, top, both_under)
    return ground


def _worst(battle: Battle, groups: Groups, top: int, both_under: bool) -> Cover:
    worst = OPEN
    for group in groups:
        found = _grade(battle, group[0], top, both_under)
        if len(group) == 2 and found.grade:
            other = _grade(battle, group[1], top, both_under)
            if other.grade < found.grade:
                found = other
        if found.grade > worst.grade:
            worst = found
            if found.grade == TOTAL:
                break
    return worst


def _grade(battle: Battle, spot: Hex, top: int, both_under: bool) -> Cover:
    """The cover that one hex gives across it, where `top` is the level of the higher model."""
    height = battle.map.level[spot]
    model = battle.models.get(battle.at.get(spot, ""))
    if model is None and height <= top and not both_under:
        return OPEN  # as most are
    terrain = battle.became.get(spot) or battle.map.terrain[spot]
    if model is not None:
        kind = model.sheet.kind
        if kind == "mech":
            return Cover(TOTAL, f"{model.name} stands between", "MC-ELEV-5", spot)
        if kind == "building":
            height += TERRAINS[terrain].height
    if both_under and terrain == "water":
        height -= SUBMERGED_DEPTH
    above = height - top
    if above >= 2:
        return Cover(TOTAL, f"{spot} rises {above} levels over both", "MC-ELEV-4", spot)
    if above == 1:
        return Cover(HALF, f"half cover at {spot}", "MC-ELEV-3", spot)
    if model is not None and model.sheet.kind in ("deployable", "wing"):
        return Cover(HALF, f"half cover behind {model.name}", "MC-ELEV-6", spot)
    return OPEN


def own_cover(battle: Battle, viewer: Model, target: Model) -> Cover:
    """Soft cover of the target's own hex, which works as half cover (MC-TERR-4, MC-TERR-6, MC-COND-12)."""
    if "Submerged" in target.conditions:
        rule = "MC-TERR-6" if "Submerged" in viewer.conditions else "MC-COND-12"
        return Cover(HALF, "Submerged", rule, target.hex)
    terrain = TERRAINS[battle.terrain_at(target.hex)]
    if terrain.soft_cover and terrain.id != "water":
        return Cover(HALF, f"soft cover, {terrain.look.name}", terrain.rule, target.hex)
    return OPEN


def sees(battle: Battle, viewer: Model, target: Model) -> bool:
    """Whether there is a line of sight."""
    return between(battle, viewer, target).grade != TOTAL


def no_sight(battle: Battle, viewer: Model, target: Model) -> Refusal | None:
    """Why `viewer` has no line of sight to `target`, or None."""
    found = between(battle, viewer, target)
    return Refusal(f"no line of sight: {found.reason}", found.rule) if found.grade == TOTAL else None


def sensor_posts(battle: Battle, model: Model) -> list[tuple[Hex, int]]:
    """From where a model senses, each place with its range: itself, then its chain of Wings (MC-WING-3, MC-WING-4)."""
    posts = [(model.hex, model.tally("sensors").total)]
    if "deploy" not in model.sheet.effects:
        return posts
    wings = [wing for wing in battle.deployables(model) if wing.kind == "wing"]
    distance = battle.map.grid.distance
    for hex_, reach in posts:  # grows while we walk it: a Wing that is reached may reach the next
        for wing in [wing for wing in wings if distance(hex_, wing.hex) <= reach]:
            wings.remove(wing)
            posts.append((wing.hex, wing.tally("sensors").total))
    return posts


def senses(battle: Battle, model: Model, spot: Hex) -> bool:
    """Whether a hex is within a model's Sensors, extended by its Wings (MC-STAT-5, MC-WING-3)."""
    distances = battle.map.grid.distances(spot)
    return any(distances[hex_] <= reach for hex_, reach in sensor_posts(battle, model))


def adjacent_for_melee(battle: Battle, one: Model, other: Model) -> bool:
    """Melee range: adjacent, and at most one level apart (MC-MELEE-1, MC-ELEV-10)."""
    return other.hex in battle.map.grid.neighbours[one.hex] and abs(level(battle, one) - level(battle, other)) <= 1
