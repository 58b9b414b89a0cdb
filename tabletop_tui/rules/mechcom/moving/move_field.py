"""Where a model can move (MC-MOVE, MC-ELEV-1, MC-ELEV-2, MC-TERR): what a way costs, and why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.mechcom.moving.wanted_hexes import good_hexes, reasons
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.table.hexes import Hex, Reach


def in_the_way(battle: Battle, model: Model, spot: Hex) -> bool:
    """Whether another model or a piece fills a hex; on its way a model may come back to where it began (MC-MOVE-2)."""
    return battle.at.get(spot, model.id) != model.id


def shunned(battle: Battle, model: Model) -> Set[Hex]:
    """The hexes that a way had better not enter: fire would burn the model, or a tether be stretched too far there."""
    spots = frozenset() if model.has("Burned") else battle.fires
    if model.has("Tethered"):
        grid = battle.map.grid
        for bond in battle.tethers:
            if model.id in (bond.one, bond.other):
                distances = grid.distances(battle.models[bond.partner(model.id)].hex)
                spots |= {spot for spot in grid.hexes if distances[spot] > bond.limit}
    return spots


def why_no_step(battle: Battle, model: Model, here: Hex, there: Hex) -> Refusal | None:
    """Why a model cannot step from `here` to its neighbour `there`."""
    if in_the_way(battle, model, there):
        return Refusal(f"{there} is filled by {battle.at[there]}", "MC-MOVE-2")
    if any(spot == there for spot, _ in battle.steps(model)[here]):
        return None
    if battle.is_water(there):
        return Refusal(f"{there} is water, and {model.name} cannot swim", "MC-TERR-5")
    return Refusal(f"{there} is more than one level up or down from {here}", "MC-ELEV-1")


def no_move(model: Model) -> Refusal | None:
    """Why a model cannot move at all."""
    if model.has("Immobilized"):
        return Refusal(f"{model.name} is Immobilized", "MC-COND-6")
    if not model.sheet.stats.movement:
        return Refusal(f"{model.name} has no Movement", "MC-DEPLOY-1")
    return None


@define
class MoveField:
    """Where a model can get with one Move, by the cheapest ways or through waypoints (MC-MOVE-1)."""

    battle: Battle
    model: Model
    allowance: int
    _reach: Reach | None = field(default=None, init=False)

    @property
    def reach(self) -> Reach:
        if self._reach is None:
            self._reach = self._from(self.model.hex, self.allowance)
        return self._reach

    def _from(self, start: Hex, allowance: int) -> Reach:
        battle, model = self.battle, self.model
        closed = battle.at.__contains__ if start == model.hex else lambda spot: in_the_way(battle, model, spot)
        return battle.map.grid.reach(start, allowance, battle.steps(model), closed, shunned(battle, model))

    def cells(self) -> Mapping[str, str]:
        return {spot: str(cost) for spot, cost in self.reach.cost.items() if spot != self.model.hex}

    def path(self, spots: Sequence[str]) -> list[str]:
        way, reach = [self.model.hex], self.reach
        for spot in spots:
            leg = reach.path(spot)
            if len(leg) < 2:
                return []
            way += leg[1:]
            if spot != spots[-1] or len(way) > len(leg):
                reach = self._from(spot, self.allowance - path_cost(self.battle, self.model, way))
        return way

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        grid = self.battle.map.grid
        for spot in spots:
            if spot not in grid:
                return Refusal(f"there is no hex {spot}")
        here = self.model.hex
        for spot in spots:
            if spot == here:
                return Refusal(f"{self.model.name} is already at {spot}", "MC-MOVE-1")
            if in_the_way(self.battle, self.model, spot):
                return why_no_step(self.battle, self.model, here, spot)
            here = spot
        if self.path(spots):
            return None
        if len(spots) == 1 and spots[0] in grid.neighbours[self.model.hex]:
            blocked = why_no_step(self.battle, self.model, self.model.hex, spots[0])
            if blocked is not None:
                return blocked
        return Refusal(f"{spots[-1]} is out of reach: more than {self.allowance} Movement that way", "MC-MOVE-1")

    def cost(self, spots: Sequence[str]) -> str:
        return f"{path_cost(self.battle, self.model, self.path(spots))} of {self.allowance} Movement"

    def suggest(self) -> Iterator[list[str]]:
        """Hexes near the goal, at a good range, in cover, out of sight, away from the enemy, and high ones."""
        return ([spot] for spot in good_hexes(self.battle, self.model, list(self.cells())))

    def reasons(self, spots: Sequence[str]) -> Sequence[str]:
        return [*reasons(self.battle, self.model, spots[-1])]


def path_cost(battle: Battle, model: Model, path: Sequence[Hex]) -> int:
    """The Movement that a path takes, its first hex being where it starts."""
    edges = battle.steps(model)
    return sum(dict(edges[here])[there] for here, there in pairwise(path))
