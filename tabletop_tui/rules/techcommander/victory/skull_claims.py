"""Claiming the skull (TC-SKULL-5): crew or a troop touches it at some moment of an action that it was given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import dist

from attrs import frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.victory.deathmatch_points import score
from tabletop_tui.skirmish.march import Due, March
from tabletop_tui.table.heights import GROUND
from tabletop_tui.table.motion import Path
from tabletop_tui.table.points import Spot

CLAIM = 10
"""The points of a skull (TC-PTS-6)."""


def may_claim(battle: Battle, unit: Unit) -> bool:
    """Whether it is one of those whose action it is, on foot on the ground (TC-SKULL-5)."""
    doing = battle.doing
    acts = doing is not None and unit.id in doing.units
    return acts and unit.sheet.on_foot and unit.on_table and unit.on == GROUND


def claim_where_touching(game: Game[Battle]) -> None:
    """Whoever acts and touches the skull as it stands claims it."""
    battle = game.state
    if battle.skull is None or battle.doing is None:
        return
    for name in battle.doing.units:
        unit = battle.units[name]
        if may_claim(battle, unit) and dist(unit.at, battle.skull) <= unit.radius + CLOSE:
            claim(game, unit)
            return


def claim(game: Game[Battle], unit: Unit) -> None:
    """The skull is claimed: 10 points whatever it brings; what that is comes after the action (TC-SKULL-1)."""
    battle = game.state
    battle.skull, battle.claimed = None, unit.id
    for seat, player in enumerate(battle.players):
        if player.overwatch:
            battle.alter(seat, overwatch_ends=True)  # TC-SKB-18
    score(game, unit.seat, CLAIM, f"{unit.name} claims the skull", "TC-PTS-6")


@frozen
class ClaimSkull(Step):
    says = "The unit touches the skull and claims it: 10 points."
    unit: str
    rules = ("TC-SKULL-1", "TC-SKULL-5", "TC-PTS-6")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} claims the skull"

    def run(self, game: Game[Battle]) -> None:
        if game.state.skull is not None:
            claim(game, game.state.units[self.unit])


def touches(march: March, path: Path, skull: Spot, reach: float, at: float) -> bool:
    """Whether a base on its way is within reach of the skull after so much of the march."""
    return dist(path.at(march.share(at)), skull) <= reach


class SkullWatch:
    """A unit that comes upon the skull on its way claims it, though it goes on (TC-SKULL-5)."""

    prefix = "skull:"

    def dues(self, game: Game[Battle], march: March) -> Iterable[Due]:
        battle = game.state
        if battle.skull is None:
            return
        for name, path in zip(getattr(march, "units", ()), march.paths, strict=False):
            unit = battle.units[name]
            if not may_claim(battle, unit):
                continue
            holds = partial(touches, march, path, battle.skull, unit.radius + CLOSE)
            for at in march.entries(path.near(battle.skull, unit.radius + CLOSE), holds):
                yield Due(at, f"{self.prefix}{name}")

    def steps(self, game: Game[Battle], march: March, due: Due) -> Sequence[Step]:
        return [ClaimSkull(due.key.removeprefix(self.prefix))]
