"""Moving (PMC-MOVE): the owner chooses where a unit goes, in which formation, and how a vehicle turns."""

from __future__ import annotations

from functools import partial

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview, exposed_to
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.shooting.attack_odds import prospects
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import can_shoot, only_terrain, shooters_at
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.table.bases import Spots


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The unit moves up to its allowance in any direction and ends in coherency."
    unit: str
    allowance: int
    may_stay: bool = False
    """Where there is something to shoot at or to mark from here; a Move itself has to change something (PMC-GEN-11)."""
    shoots: bool = False
    """Whether a shot may follow: an Advance."""
    rules = ("PMC-MOVE-1", "PMC-MOVE-2", "PMC-MOVE-3", "PMC-MOVE-4", "PMC-VEH-5")
    on_foot = rules[:-1]
    """Those of a unit that is no vehicle."""

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = MoveField(battle, unit, self.allowance, self.may_stay)
        prompt = f"Move {unit.name} up to {self.allowance:g} in: where to?"
        warn = partial(self.warning, battle, field) if self.shoots else None
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def warning(self, battle: Battle, field: MoveField, answer: Answer) -> str:
        """What is asked before an Advance that changes nothing, since it has to shoot then (PMC-GEN-11)."""
        unit = field.unit
        stays = field.places(answer) == (unit.models, unit.facing)
        return only_terrain(battle, unit, "advance") if stays else ""

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = game.asked_field(self, MoveField)
        path, before = field.path(answer), unit.models
        unit.models, unit.facing = field.places(answer)
        if unit.models != before or unit.vehicle:
            where, rules = distances.place_words(battle, unit), self.rules if unit.vehicle else self.on_foot
            game.emit(Moved(f"{unit.does('moves')} to {where}", rules, unit.seat, unit.id, tuple(path)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("cost", field.cost(answer), rules=self.rules)]
        if len(shares := field.shares(answer)) > 1:
            lines += [Line(what, f"{inches:.1f} in", rules=(rule,)) for what, inches, rule in shares]
        if field.refuse(answer) is None:
            probe = game.state.clone()
            unit = probe.units[self.unit]
            unit.models, unit.facing = field.places(answer)
            lines += prospects(probe, unit, "advance") if self.shoots else []
            lines.append(exposed_to((enemy.id for enemy in shooters_at(probe, unit)), "PMC-FIRE-1"))
        return Preview(tuple(lines), path=tuple(field.path(answer)))


@frozen
class MayShoot(Step):
    title = "May shoot"
    says = "After an Advance the unit may shoot, if there is anything to shoot at; it has to if it has not moved."
    unit: str
    models: Spots
    """Where it stood before."""
    facing: float
    rules = ("PMC-ADV-1", "PMC-GEN-11")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if can_shoot(battle, unit, "advance"):
            stayed = (unit.models, unit.facing) == (self.models, self.facing)
            game.push(ChooseTarget(unit.id, "advance", stayed))
