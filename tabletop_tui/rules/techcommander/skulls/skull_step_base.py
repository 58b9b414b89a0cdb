"""What the steps of all skulls share (TC-SKULL-6): who holds it, a random spawn point, the troops of a pool."""

from __future__ import annotations

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.deployment.spawning import points, roll_point
from tabletop_tui.rules.techcommander.files.spawn_pool import stock
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.table.points import Spot


@frozen
class SkullStep(Step):
    """What a skull does to, or for, the unit that has claimed it."""

    title = "A skull takes effect"
    says = "The skull does something to, or for, whoever has claimed it."
    for_claimer = False
    """Whether it is about the unit itself, and so about nobody where that has left the table since (TC-EVAC-1)."""
    unit: str

    def holder(self, game: Game[Battle]) -> Unit:
        return game.state.units[self.unit]


def troops(battle: Battle, seat: int) -> dict[str, Sheet]:
    """The infantry that a player may have."""
    return {key: sheet for key, sheet in stock(battle, seat).items() if sheet.kind == "troop"}


def random_point(game: Game[Battle], seat: int) -> Spot:
    """A random spawn point of all."""
    battle = game.state
    return points(battle)[roll_point(game, seat, range(len(battle.table.starts)))]
