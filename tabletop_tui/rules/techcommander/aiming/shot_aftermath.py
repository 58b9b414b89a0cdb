"""What a shot uses up, and what its hits do besides their damage (TC-DUG-5, TC-SENTRY, TC-AMBUSH-3)."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE

DUG_IN, READIED, SENTRY, AMBUSH = "dug in", "readied", "sentry", "ambush"
"""Reactions, and an ambush that is not reacted to, as in `Salvo`."""


def spend(battle: Battle, salvo: Salvo) -> None:
    """What a shot uses up: its weapons for this turn, but not those of a return or of a sentry (TC-DUG-5)."""
    unit = battle.units[salvo.unit]
    if salvo.reaction == DUG_IN:
        unit.returned = True
    elif salvo.reaction == SENTRY:
        assert battle.doing is not None
        battle.doing = evolve(battle.doing, watched=(*battle.doing.watched, unit.id))  # TC-SENTRY-2
    else:
        unit.fired = (*unit.fired, *salvo.copies)
    if salvo.reaction == READIED:
        unit.readied, unit.ready_moved = 0, False  # TC-READY-4


def hits_tell(game: Game[Battle], salvo: Salvo, target: Unit, damage: int) -> None:
    """What the hits of a shot do besides their damage, which is told here without armour."""
    if salvo.reaction == SENTRY and damage >= FULL_LIFE * target.ac:
        target.stopped = True
        text = f"{target.name} has to stop: {damage} damage"
        game.emit(Status(text, ("TC-SENTRY-5",), target.seat, target.id, "stopped"))
    elif salvo.reaction == AMBUSH and target.posted is not None:
        target.posted, target.done = None, True
        text = f"{target.name} is surprised: it is no longer posted up, and has acted"
        game.emit(Status(text, ("TC-AMBUSH-3",), target.seat, target.id, "posted up", False))
