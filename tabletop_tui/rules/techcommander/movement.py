"""Moving (TC-MOVE-1, TC-MOVEACT-1): where to, and the way there, on which others may react."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.views import Line, Preview
from tabletop_tui.rules.techcommander import stations
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.movement_limits import MoveField, move_field
from tabletop_tui.rules.techcommander.terrain import UNIT
from tabletop_tui.skirmish import march
from tabletop_tui.skirmish.march import Due
from tabletop_tui.skirmish.placement import Plan
from tabletop_tui.skirmish.room_search import to_hundredths
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.points import Spots


@frozen
class ChooseMove(Ask):
    title = "Choose move"
    says = "The player says where the unit goes, and which way it then faces; it may stay where it is."
    unit: str
    share: float = 1.0
    """Of its speed."""
    rules = ("TC-MOVE-1", "TC-MOVEACT-1", "TC-STAT-5")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = move_field(battle, unit, self.share)
        prompt = f"{unit.name}: where to, up to {field.allowance:g} {UNIT.short}?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        tracks = tuple(tuple(map(to_hundredths, track)) for track in field.tracks(plan))
        game.push(March(self.unit, tracks, field.final_facing(plan)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        return Preview((Line("way", field.cost(answer), rules=("TC-MOVE-1",)),), path=tuple(field.path(answer)))


@frozen
class March(march.March):
    says = "The unit goes its way; whoever covers or watches a part of it may react where it comes there."
    facing: float
    """In the end."""
    rules = ("TC-MOVE-1", "TC-REACT-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def models(self, game: Game[Battle]) -> Spots:
        return game.state.units[self.unit].models

    def stations(self, game: Game[Battle]) -> Iterable[Due]:
        return stations.dues(game, self)

    def put(self, game: Game[Battle], due: Due) -> Sequence[Step]:
        return [*stations.steps(game, self, due), self.rest(due)]

    def halt(self, game: Game[Battle], at: float) -> None:
        unit = game.state.units[self.unit]
        heading = self.paths[0].heading(self.share(at))
        self.go(game, unit, self.at(at), unit.facing if heading is None else heading)

    def arrive(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        self.go(game, unit, (self.tracks[0][-1],), self.facing)
        unit.moved = round(unit.moved + self.length, 6)

    def go(self, game: Game[Battle], unit: Unit, there: Spots, facing: float) -> None:
        """Put the unit there; it has left its place (TC-DUG-6)."""
        before, unit.models, unit.facing = unit.models, there, round(facing % 360, 2)
        if before == there:
            return
        if self.length > TINY:
            unit.dug_in = False
        path = middle_text(before), middle_text(there)
        game.emit(Moved(f"{unit.name} moves to {path[1]}", ("TC-MOVEACT-1",), unit.seat, unit.id, path))
