"""What a model of a computer player is about, how far each hex is from it, and which hexes may be good for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from tabletop_tui.engine.option_order import each_once, in_turn
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model, Piece
from tabletop_tui.rules.mechcom.state.deployment_zones import zone_of
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS
from tabletop_tui.table.hexes import LARGEST, Edges, Hex
from tabletop_tui.table.identity_cache import by_identity

NEAR = 0.2
"""What a point of Movement nearer is worth to a model that looks for a fight, in points of the enemy's Integrity."""
FETCH = 0.5
"""The same on the way to a hostile Flag."""
CHASE = 0.6
"""The same on the heels of an enemy who carries a Flag off."""
HOME = 1.5
"""The same on the way home with a Flag."""

WANTED = {FETCH: "a hostile Flag", CHASE: "whoever carries a Flag off", HOME: "home with the Flag"}
"""What a model looks for by the pull of its errand; else it is a fight."""


@frozen
class Errand:
    """Where a model wants to be, and what a point of Movement nearer is worth to it."""

    goals: tuple[Hex, ...]
    pull: float = NEAR


def errand(battle: Battle, model: Model) -> Errand:
    """Home with a Flag, after a Flag that is being carried off, to a hostile Flag, into the zone, else to an enemy."""
    assert model.seat is not None
    if carries(battle, model):
        home = zone_of(battle, model.seat) - {model.hex}  # only entering the zone scores
        return Errand(tuple(sorted(home)), HOME)
    thieves = tuple(enemy.hex for enemy in battle.enemies(model) if carries(battle, enemy))
    if thieves:
        return Errand(thieves, CHASE)
    pieces = [piece for piece in battle.pieces.values() if piece.hex and not battle.allied(piece.seat, model.seat)]
    if pieces:
        return Errand(tuple(piece.hex for piece in pieces), FETCH if any(map(is_flag, pieces)) else NEAR)
    return Errand(tuple(enemy.hex for enemy in battle.enemies(model) if enemy.is_mech))


def is_flag(piece: Piece) -> bool:
    return piece.kind == "flag"


def carries(battle: Battle, model: Model) -> bool:
    """Whether a model has a Flag that can still score."""
    return bool(battle.pieces) and any(not flag.scored for flag in battle.flags_of(model))


@frozen
class Way:
    """How far it is from each hex to where a model wants to be."""

    cost: dict[Hex, int]
    pull: float

    def worth(self, spot: Hex) -> float:
        """What standing there is worth, against standing at the goal."""
        return -self.pull * self.cost.get(spot, LARGEST)


def way_to_goal(battle: Battle, model: Model) -> Way:
    """The Movement from each hex to the nearest goal, around walls, buildings and water but through other models."""
    wanted = errand(battle, model)
    walls = (spot for spot, name in battle.at.items() if name not in battle.models or battle.models[name].neutral)
    return Way(costs_to(battle.steps(model), wanted.goals, frozenset(walls)), wanted.pull)


@by_identity(256)
def costs_to(edges: Edges, goals: tuple[Hex, ...], walls: frozenset[Hex]) -> dict[Hex, int]:
    """The Movement from each hex to the nearest of some; nobody changes it."""
    return distances(goals, backwards(edges), walls)


@by_identity(16)
def backwards(edges: Edges) -> dict[Hex, list[tuple[Hex, int]]]:
    """For each hex those from which it can be entered, with the cost."""
    found: dict[Hex, list[tuple[Hex, int]]] = {spot: [] for spot in edges}
    for here, steps in edges.items():
        for there, price in steps:
            found[there].append((here, price))
    return found


def distances(goals: tuple[Hex, ...], steps: dict[Hex, list[tuple[Hex, int]]], walls: Set[Hex]) -> dict[Hex, int]:
    """The cost from every hex to the nearest goal; a goal may be a wall, which nothing else passes."""
    cost = dict.fromkeys(goals, 0)
    rings: list[list[Hex]] = [list(goals)]
    for spent, ring in enumerate(rings):  # grows while it is walked
        for here in ring:
            if cost[here] == spent:
                for there, price in steps[here]:
                    total = spent + price
                    if there not in walls and total < cost.get(there, total + 1):
                        cost[there] = total
                        rings += [[] for _ in range(total + 1 - len(rings))]
                        rings[total].append(there)
    return cost


# ---------------------------------------------------------------- a few good hexes
def hidden(battle: Battle, model: Model, spots: Iterable[Hex]) -> Iterator[Hex]:
    """Those of these hexes on which no enemy mech would see a model, once it stands there and no more where it is."""
    probe = battle.clone()
    ghost = probe.models[model.id]
    enemies = [enemy for enemy in probe.enemies(ghost) if enemy.is_mech]
    for spot in spots:
        probe.put(ghost, spot)
        if not any(sight.sees(probe, enemy, ghost) for enemy in enemies):
            yield spot


def reasons(battle: Battle, model: Model, spot: Hex) -> Iterator[str]:
    """What a hex is good for, against that where the model stands: goal, range, cover, out of sight, height."""
    enemies = [enemy for enemy in battle.enemies(model) if enemy.is_mech]
    distance, level, cost = battle.map.grid.distance, battle.map.level, way_to_goal(battle, model).cost
    here = model.hex
    if cost.get(spot, LARGEST) < cost.get(here, LARGEST):
        yield f"nearer to {WANTED.get(errand(battle, model).pull, 'the enemy')}"
    reach = max((weapon.range or 1 for weapon in model.sheet.weapons), default=1)
    before, now = (min((distance(place, enemy.hex) for enemy in enemies), default=0) for place in (here, spot))
    if now <= reach < before:
        yield "an enemy comes within range"
    if TERRAINS[battle.terrain_at(spot)].soft_cover:
        yield "soft cover"
    if enemies and any(hidden(battle, model, [spot])):
        yield "out of sight of every enemy mech"
    if level[spot] > level[here]:
        yield "higher"


def good_hexes(battle: Battle, model: Model, spots: Sequence[Hex]) -> Iterator[Hex]:
    """These hexes, the best for each purpose in turn: goal, range, cover, out of sight, height, away from the enemy."""
    enemies = [enemy for enemy in battle.enemies(model) if enemy.is_mech]
    distances, level, cost = battle.map.grid.distances, battle.map.level, way_to_goal(battle, model).cost
    reach = max((weapon.range or 1 for weapon in model.sheet.weapons), default=1)
    far = [distances(enemy.hex) for enemy in enemies]
    gap = {spot: min([row[spot] for row in far], default=0) for spot in spots}
    near = sorted(spots, key=lambda spot: (cost.get(spot, LARGEST), spot))
    rows = (
        near,
        sorted(near, key=lambda spot: abs(gap[spot] - reach)),
        (spot for spot in near if TERRAINS[battle.terrain_at(spot)].soft_cover),
        hidden(battle, model, near) if enemies else (),
        sorted(near, key=lambda spot: -level[spot]),
        sorted(near, key=lambda spot: -gap[spot]),
    )
    return each_once(in_turn(*rows))
