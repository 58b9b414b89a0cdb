"""A game as it stands, as plain data: what a thought in another process starts from. It holds no dice to come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.position_files import loaded
from tabletop_tui.records import frozen


@frozen
class Snapshot:
    """The set-up with the position in it, and the standing orders."""

    setup: Setup
    orders: Mapping[tuple[int, str], Any]

    @classmethod
    def of(cls, game: Game[Any]) -> Snapshot:
        """A game at a question."""
        position = game.system.dump(game)
        return cls(evolve(game.setup.without_dice(), position=position), dict(game.orders))

    def game(self) -> Game[Any]:
        """The game once more; its dice are of no meaning."""
        game = loaded(self.setup)
        game.orders = self.orders
        return game
