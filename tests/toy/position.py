"""Positions of the toy written by hand: the smallest form that there can be."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.position_form import PositionField, PositionForm, SeatField, ShorthandField
from tabletop_tui.rulebook.state_validation import require
from tests.toy import GRID, HEALTH, ChooseDeed, ChooseToken, EndRound, Tokens, Toy


@frozen
class Named:
    id: str


@frozen
class SpotField(PositionField):
    def get(self, battle: Tokens, thing: Named) -> Any:
        return battle.spots[thing.id]

    def put(self, battle: Tokens, thing: Named, value: Any) -> None:
        require(value in GRID.hexes, f"there is no hex {value!r}")
        battle.spots[thing.id] = value


@frozen
class HealthField(SpotField):
    def get(self, battle: Tokens, thing: Named) -> Any:
        return battle.health[thing.id]

    def put(self, battle: Tokens, thing: Named, value: Any) -> None:
        require(type(value) is int and 0 <= value <= HEALTH, f"give 0 to {HEALTH}")
        battle.health[thing.id] = value


@frozen
class GoesField(ShorthandField):
    def put(self, battle: Tokens, thing: Tokens, value: Any) -> None:
        require(isinstance(value, list) and set(value) <= set(range(len(battle.scores))), "give a list of seats")


class ToyPosition(PositionForm):
    """How positions of the toy are written: a token is at a hex, and has some health."""

    unit_fields = (SpotField("at", "its hex"), HealthField("health", "its health, 0 for one that fell"))
    seat_fields = (SeatField("score", "its points", "scores"),)
    battle_fields = (
        PositionField("round", "the round, 1 if left out"),
        PositionField("done", "the tokens that have acted"),
        GoesField("goes", "the seats that choose after this one"),
    )

    def seats(self, battle: Tokens) -> int:
        return len(battle.scores)

    def units(self, battle: Tokens) -> dict[str, Named]:
        return {token: Named(token) for token in battle.spots}

    def prepare(self, battle: Tokens, position: Position) -> None:
        battle.round = 1

    def where(self, battle: Tokens, unit: Named) -> str:
        return ""

    def agenda(self, battle: Tokens, position: Position) -> list[Step]:
        later = [ChooseToken(seat) for seat in reversed(position.battle.get("goes", []))]
        top = ChooseDeed(str(position.go)) if position.seat is None else ChooseToken(position.seat)
        return [EndRound(), *later, top]

    def whose(self, game: Game) -> int | str | None:
        top = game.agenda[-1]
        if not all(isinstance(step, ChooseToken) for step in game.agenda[1:-1]):
            return None
        return top.seat if isinstance(top, ChooseToken) else top.token if isinstance(top, ChooseDeed) else None

    def more(self, game: Game) -> dict[str, Any]:
        later = [step.seat for step in reversed(game.agenda[1:-1]) if isinstance(step, ChooseToken)]
        return {"goes": later} if later else {}


class ToyWithPositions(Toy):
    """The toy, with positions that are written by hand."""

    position = ToyPosition()


PLACED_TOY = ToyWithPositions()
