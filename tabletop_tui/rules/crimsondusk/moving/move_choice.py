"""Where models of a section go in one AP (CD-MOVE, CD-RUN): its owner chooses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from attrs import field

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.previews import Preview, exposed_to, shootable, shot_on_the_way
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.moving.section_march import Going, SectionMarch, Walk, Ways, to_hundredths
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import shooters_at, within_fire
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField, move_field
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table.points import Spots


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The owner says where those go who move in this AP, all of them at once."
    unit: str
    going: Going
    to_enemy: bool = True
    alone: bool = field(default=False, kw_only=True, metadata={ADDED: True})
    """Whether an AP is spent on nothing but this."""
    rules = ("CD-MOVE-1", "CD-RUN-1", "CD-COH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = move_field(battle, unit, dict(self.going), self.to_enemy)
        who = unit.name if len(self.going) == unit.left else f"{unit.name}, {counted(len(self.going), 'model')}"
        prompt = f"{who}: where to, up to {field.allowance:g} u?{field.hint if field.torn else ''}"
        warn = partial(self.warning, unit, field) if self.alone else None
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def warning(self, unit: Unit, field: MoveField, answer: Answer) -> str:
        """What is asked where nobody ends elsewhere: which way a man looks is nothing, so a mere turn is staying."""
        plan = field.read(answer)
        stays = isinstance(plan, Plan) and {*field.ends(plan)} <= {*unit.models}
        return f"{unit.does('stays')} in place: is the AP spent on that?" if stays else ""

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        game.push(Walk(self.unit, self.ways(field, answer), tuple(name for name, run in self.going if run)))

    def ways(self, field: MoveField, answer: Answer) -> Ways:
        """Everybody's way by an answer that was allowed."""
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        pairs = zip(field.men, field.tracks(plan), strict=True)
        return tuple((man.id, tuple(map(to_hundredths, track))) for man, track in pairs)

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("way", field.cost(answer), rules=(field.rule,))]
        if field.refuse(answer) is None:
            battle = game.state
            ends = self.ways(field, answer)
            march = SectionMarch(self.unit, tuple(track for _, track in ends), tuple(name for name, _ in ends))
            due = (due.key for due in march.stations(game))
            lines += shot_on_the_way((key for key in due if key in battle.units), "CD-OW-5")
            there, unit = self.standing(battle, dict(ends))
            lines.append(exposed_to((enemy.id for enemy in shooters_at(there, unit)), "CD-SHOOT-1"))
            lines += shootable(within_fire(there, unit), "CD-SHOOT-1") if there.able(unit) else []
        return Preview(tuple(lines), path=tuple(field.path(answer)))

    def standing(self, battle: Battle, ends: Mapping[str, Spots]) -> tuple[Battle, Unit]:
        """The battle, and the unit in it, as if those who go stood where their ways end."""
        there = battle.clone()
        unit = there.units[self.unit]
        unit.models = tuple(ends.get(man.id, (spot,))[-1] for man, spot in zip(unit.men, unit.models, strict=True))
        return there, unit
