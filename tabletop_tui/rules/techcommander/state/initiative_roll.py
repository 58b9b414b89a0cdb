"""Initiative (TC-PHASE-1): every player rolls, the lowest acts first; those who tie roll again among themselves."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle
from tabletop_tui.rules.techcommander.state.teams import captain, fighting, members


def roll_order(game: Game[Battle], seats: Sequence[int], why: str = "initiative") -> list[int]:
    """The seats in the order of their totals, the lowest first (TC-PHASE-1)."""
    battle = game.state
    shown: dict[int, list[int]] = {}
    for seat in seats:
        adds = Tally("Initiative", 0, "", "TC-PHASE-1").plus(battle.players[seat].boost, "perks", "TC-PERK-3")
        plus = adds if adds.modifiers else None
        check = Check(seat, why, adds=plus, sides=SIDES, rules=("TC-PHASE-1",), contest=True)
        total = game.check(check).total
        battle.alter(seat, initiative=total)
        shown.setdefault(total, []).append(seat)
    order: list[int] = []
    for total in sorted(shown):
        tied = shown[total]
        order += tied if len(tied) == 1 else roll_order(game, tied, "initiative, the tie")
    return order


@frozen
class RollInitiative(Step):
    title = "Roll for initiative"
    says = "Every player rolls a D20; the lowest acts first, the highest last. Those who tie roll again."
    rules = ("TC-PHASE-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        captains = [seat for seat in fighting(battle) if captain(battle, seat) == seat]
        rolled = roll_order(game, captains)
        battle.order = tuple(seat for one in rolled for seat in members(battle, one))  # TC-DM-8
        names = ", ".join(battle.seat_names[seat] for seat in battle.order)
        game.emit(Event(f"The order of this turn: {names}", self.rules))


def is_highest(battle: Battle, seat: int) -> bool:
    """Whether a player has the highest initiative of this turn (TC-INFIL-5)."""
    return bool(battle.order) and seat in members(battle, battle.order[-1])
