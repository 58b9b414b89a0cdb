"""Claiming the skull (TC-SKULL-5): crew or a troop touches it at some moment of an action that it was given."""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.surface_heights import top_at
from tabletop_tui.rules.techcommander.victory.deathmatch_points import score

CLAIM = 10
"""The points of a skull (TC-PTS-6)."""


def may_claim(battle: Battle, unit: Unit) -> bool:
    """Whether it is one of those whose action it is, on foot (TC-SKULL-5)."""
    doing = battle.doing
    acts = doing is not None and unit.id in doing.units
    return acts and unit.sheet.on_foot and unit.on_table


def claim_where_touching(game: Game[Battle]) -> None:
    """Whoever acts and touches the skull as it stands claims it."""
    battle = game.state
    if battle.skull is None or battle.doing is None:
        return
    for name in battle.doing.units:
        unit = battle.units[name]
        beside = may_claim(battle, unit) and unit.on == top_at(battle, battle.skull)
        if beside and dist(unit.at, battle.skull) <= unit.radius + CLOSE:
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
