"""Dangerous terrain (AMC-TERR-3): a die for every model that crossed it, each 1 is a hit."""

from __future__ import annotations

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.wording import so_many
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.damage.damage import TakeHits
from tabletop_tui.rules.armymen.state.battle import Battle

MINED = Need(Tally("Mines", 1, "dangerous terrain", "AMC-TERR-3"), "at most", harm="is a hit")
"""Each die of 1 is a hit."""


@frozen
class Dangerous(Step):
    title = "Dangerous terrain"
    says = "A die for every model of a unit that crossed dangerous terrain, once an action; each 1 is a hit."
    unit: str
    rules = ("AMC-TERR-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.id in battle.mined:
            return
        battle.mined = (*battle.mined, unit.id)
        check = Check(
            unit.seat, f"{unit.does('crosses')} dangerous terrain", MINED, dice=unit.left, rules=self.rules, bulk=True
        )
        hits = game.check(check, lambda rolled: so_many(rolled.count, "hit")).count
        if hits:
            game.push(TakeHits(unit.id, hits, "dangerous terrain", "AMC-TERR-3"))
