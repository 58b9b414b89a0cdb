"""Jump packs (CD-EQ-JUMP-2): who starts or lands in difficult terrain may collide with something."""

from __future__ import annotations

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.damage.damage import Hit, RollDamage
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.table.points import Spot

CRASH = Hit(4, 0, "collision")
"""What a failed landing is worth."""


def is_difficult(table: Battlefield, spot: Spot) -> bool:
    return any(piece.holds(spot) for piece in table.by_effect["difficult"])


@frozen
class Land(Step):
    title = "Land"
    says = "Each model with a jump pack that started or stopped in difficult terrain takes a skill test, or P 4."
    unit: str
    men: tuple[str, ...]
    started: tuple[str, ...]
    """Those of them who were in difficult terrain before."""
    rules = ("CD-EQ-JUMP-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        hurt = []
        for name in self.men:
            if unit.number(name) is None:
                continue
            if name in self.started or is_difficult(battle.table, unit.spot_of(name)):
                tally = helped(battle, unit, skill_tally(unit.man(name).soldier.quality))
                if not passes(game, unit.seat, f"{name} in difficult terrain with a jump pack", tally, self.rules):
                    hurt.append((name, CRASH))
        if hurt:
            game.push(RollDamage(unit.id, tuple(hurt)))
