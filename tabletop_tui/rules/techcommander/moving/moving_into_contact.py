"""The move of a machine into contact with what it attacks (TC-RAM-1, TC-DFA-1)."""

from __future__ import annotations

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.moving.unit_march import marched
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.ways.base_contact_moves import ContactField, contact_field


@frozen
class ChooseContact(Ask):
    title = "Choose the place of contact"
    says = "The player says where the unit comes into base contact with its target."
    unit: str
    target: str
    rule: str

    @property
    def rules(self) -> tuple[str, ...]:  # type: ignore[override]
        return (self.rule,)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = contact_field(battle, unit, self.target, self.rule)
        prompt = f"{unit.name}: where does it touch {field.called}?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(marched(self.unit, game.asked_field(self, ContactField), answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, ContactField)
        return Preview((Line("way", field.cost(answer), rules=(self.rule,)),), path=tuple(field.path(answer)))
