"""A draw for battles that the rulebook does not end (MC-OURS-1, a rule of ours)."""

from __future__ import annotations

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rulebook import stalemate
from tabletop_tui.rules.mechcom.state.battle import Battle


def progress(battle: Battle) -> stalemate.Progress:
    """What has to change: a score, or any mech's Integrity. Deployables and scenery come and go."""
    return (*battle.scores, *(mech.integrity for mech in battle.models.values() if mech.is_mech))


@frozen
class OfferStalemate(stalemate.OfferDraw):
    says = "Neither a score nor a mech's Integrity has changed for long: every player with mechs is offered a draw."
    rules = ("MC-OURS-1",)
    unchanged = "neither a score nor a mech's Integrity has changed"


def round_over(game: Game[Battle]) -> list[Step]:
    """Take note of what the round has brought; the offer of a draw if it is due."""
    battle = game.state
    battle.stillness = battle.stillness.after(progress(battle))
    seats = tuple(seat for seat in battle.order if battle.mechs(seat))
    if not seats or not stalemate.is_due(game, battle.stillness):
        return []
    return [OfferStalemate(seats, battle.stillness.rounds)]


def deserted(game: Game[Battle]) -> str:
    """Why a battle ends in which all have fallen and those whom its story is still to bring stay away, else ''."""
    battle = game.state
    rounds = battle.stillness.rounds
    if rounds < (game.setup.stalemate or stalemate.ROUNDS) or any(model.is_mech for model in battle.on_table()):
        return ""
    return f"no mech is left, and none has come for {counted(rounds, 'round')}"
