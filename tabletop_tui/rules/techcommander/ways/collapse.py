"""Pieces of terrain that are destroyed (TC-TERR-1): removed at once, by damage, a breach or too much weight.

Everybody on it or near it is affected (TC-COLL-1): an explosive one hurts all, any other whoever is smaller than it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import sentence, verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import called
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways import relocation
from tabletop_tui.rules.techcommander.ways.dodging import Dodge
from tabletop_tui.rules.techcommander.ways.falling import Fall
from tabletop_tui.table.bases import TINY


def caught(battle: Battle, piece: Feature) -> list[Unit]:
    """Those on a piece, within its outline, or near enough to it, by initiative (TC-COLL-1, TC-COLL-2, TC-REACT-1)."""
    found = [
        unit
        for unit in battle.on_table()
        if unit.on == piece.id or piece.figure.distance(unit.at) - unit.radius <= piece.reach + TINY
    ]
    return sorted(found, key=lambda unit: battle.order.index(unit.seat) if unit.seat in battle.order else unit.seat)


def dice_of_collapse(unit: Unit, piece: Feature) -> int:
    """The D20 that a unit takes that does not get away (TC-COLL-3, TC-COLL-4, TC-COLL-6)."""
    return piece.size if piece.type.explodes else max(0, piece.size - unit.ac)


@frozen
class Collapse(Step):
    says = "The piece of terrain is destroyed and removed at once; those on it and near it may be hurt."
    piece: str
    seat: int | None = None
    """Whose doing it is (TC-PTS-8) ..."""
    by: str = ""
    """... and which unit's, '' for none."""
    rules = ("TC-TERR-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{game.state.table.piece(self.piece).called} is destroyed"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if self.piece in battle.ruins:
            return
        piece = battle.table.piece(self.piece)
        affected = caught(battle, piece)
        battle.ruins = (*battle.ruins, self.piece)
        game.emit(Event(f"The {piece.called} is destroyed", self.rules, self.seat))
        game.push(*(step for unit in affected for step in self.steps_for(piece, unit)))

    def steps_for(self, piece: Feature, unit: Unit) -> Sequence[Step]:
        """What it means to one unit (TC-COLL-5, TC-FALL-6)."""
        falls = [Fall(unit.id, self.seat, self.by, danger=piece.id)] if unit.on == piece.id else []
        if not dice_of_collapse(unit, piece):
            return falls
        hurt = (Crush(unit.id, piece.id, self.seat, self.by), *falls)
        if piece.type.explodes or not unit.sheet.jumps:
            return hurt
        return [Dodge(unit.id, piece.id, "collapse", hurt)]


@frozen
class Crush(Step):
    says = "A D20 for each AC by which the piece is bigger than the unit; of an explosive one as many as its AC."
    unit: str
    piece: str
    seat: int | None = None
    by: str = ""
    rules = ("TC-COLL-6", "TC-COLL-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is hit by the collapse"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, piece = battle.units[self.unit], battle.table.piece(self.piece)
        rule = "TC-COLL-3" if piece.type.explodes else "TC-COLL-6"
        why = f"the {piece.called} comes down on {unit.name}"
        check = Check(unit.seat, why, dice=dice_of_collapse(unit, piece), sides=SIDES, rules=(rule,))
        damage = game.check(check, lambda rolled: f"{rolled.total} damage").total
        strike(game, unit, Blow(damage, self.by, self.seat, cause="explosion" if piece.type.explodes else "collapse"))


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


relocation.COLLAPSES["collapse"] = Collapse
