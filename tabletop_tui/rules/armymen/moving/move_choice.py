"""Where to move (AMC-ACT-5, AMC-ACT-6): the owner of a unit that advances or rushes chooses its way."""

from __future__ import annotations

from functools import partial

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.previews import Preview, exposed_to, shootable, shot_on_the_way
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.reactions.guard_halts import halts
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.shooting.shooting_limits import can_shoot, shooters_at, within_fire
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.move_field import MoveField, move_field
from tabletop_tui.skirmish.unit_place_fields import Plan


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The owner chooses where the unit goes, as far as its action allows."
    unit: str
    rush: bool
    rules = ("AMC-ACT-5", "AMC-ACT-6", "AMC-MOVE-1", "AMC-MOVE-2", "AMC-MOVE-3", "AMC-VEH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = move_field(battle, unit, self.rush)
        prompt = f"{'Rush' if self.rush else 'Advance'} {unit.name} up to {field.allowance:g} in: where to?"
        warn = partial(self.warning, battle, unit, field)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(self.march(game.asked_field(self, MoveField), answer))

    def warning(self, battle: Battle, unit: Unit, field: MoveField, answer: Answer) -> str:
        """What is asked before it stays, where it has nobody to shoot at then; a vehicle that turns does not."""
        plan = field.read(answer)
        stays = isinstance(plan, Plan) and {*field.ends(plan)} <= {*unit.models}
        turns = stays and unit.vehicle and field.places(answer)[1] != unit.facing
        idle = stays and not turns and (self.rush or not can_shoot(battle, unit))
        return f"{unit.does('stays')} in place: is the activation spent on that?" if idle else ""

    def march(self, field: MoveField, answer: Answer) -> UnitMarch:
        """The march by an answer that was allowed."""
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        tracks = tuple(tuple(track) for track in field.tracks(plan))
        return UnitMarch(self.unit, tracks, field.final_facing(plan), "rushes" if self.rush else "advances")

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("cost", field.cost(answer), rules=(field.rule,))]
        if field.refuse(answer) is None:
            battle = game.state.clone()
            unit, march = battle.units[self.unit], self.march(field, answer)
            guards = (guard for guard, _ in halts(battle, unit, march, ()))
            lines += shot_on_the_way(guards, "AMC-GUARD-2", "AMC-GUARD-3")
            unit.models, unit.facing = tuple(track[-1] for track in march.tracks), march.facing
            lines.append(exposed_to((enemy.id for enemy in shooters_at(battle, unit)), "AMC-SHOOT-1"))
            if not self.rush and unit.weapons:
                lines += shootable(within_fire(battle, unit), "AMC-SHOOT-1")
        return Preview(tuple(lines), path=tuple(field.path(answer)))
