"""Damage to terrain (TC-DMG-1, TC-DMG-2): by its AC, as to units; at 0 life it is destroyed at once (TC-TERR-1)."""

from __future__ import annotations

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.wording import sentence, verb_of
from tabletop_tui.rules.techcommander.damage.damage import Blow
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.state.marks import called
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.collapse import Collapse


def hit_piece(game: Game[Battle], piece: Feature, blow: Blow) -> None:
    """Damage comes at a piece of terrain; what has no AC cannot be destroyed."""
    battle = game.state
    life = blow.damage // piece.size if piece.size else 0
    if not life or piece.id in battle.ruins:
        return
    battle.damage = {**battle.damage, piece.id: battle.damage.get(piece.id, 0) + life}
    left = battle.piece_life(piece)
    takes = f"{sentence(called(piece))} {verb_of(piece.called, 'takes')} {blow.damage} damage"
    text = f"{takes}: {life} life lost, {max(0, left)} left"
    game.emit(Event(text, ("TC-DMG-1", "TC-DMG-2"), blow.seat))
    if left <= 0:
        game.push(Collapse(piece.id, blow.seat, blow.by))
