"""Why a unit that is named all the same is not among the options: reasons that many questions share."""

from __future__ import annotations

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import WhyNot, named
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.skirmish.battle import always, not_of


class OfUnits:
    """What a window has besides at which units of a seat have something to use (TC-REACT-2)."""

    def why_not(self, game: Game[Battle], seat: int) -> WhyNot | None:
        assert isinstance(self, Step)
        battle, rule = game.state, self.rules[0]
        return named(battle.units, not_of(battle, seat, rule), always("has nothing to use now", rule))
