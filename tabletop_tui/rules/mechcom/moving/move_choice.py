"""Where to move (MC-MOVE): the owner of a model that moves chooses its way."""

from __future__ import annotations

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.previews import Preview, exposed_to, shootable
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import ATTACK_COST
from tabletop_tui.rules.mechcom.aiming.attack_limits import attackers, within_fire
from tabletop_tui.rules.mechcom.moving.move_field import MoveField
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk, tethers_overrun
from tabletop_tui.rules.mechcom.state.battle import Battle

MOVE_COST = 2


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The active model goes up to its Movement in hexes; its owner picks the way."
    unit: str
    cost: int = MOVE_COST
    allowance: int | None = None
    """Hexes, where an ability says so; None for the model's Movement."""
    rules = ("MC-MOVE-1", "MC-MOVE-2", "MC-MOVE-3")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.unit]
        allowance = model.sheet.stats.movement if self.allowance is None else self.allowance
        return Place(
            model.seat or 0,
            f"Move {model.name}: where to?",
            about=model.id,
            rules=self.rules,
            field=MoveField(battle, model, allowance),
            many=True,
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        path = game.asked_field(self, MoveField).path(answer)
        game.push(Walk(self.unit, tuple(path[1:]), self.cost))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        battle = game.state
        model = battle.models[self.unit]
        path = field.path(answer)
        lines = [Line("cost", f"{field.cost(answer)}, {self.cost} Energy", rules=self.rules)]
        if any(there in battle.fires for there in path[1:]):
            lines.append(Line("fire", "becomes Burned", rules=("MC-TERR-13",), mood="bad"))
        for bond, spot in tethers_overrun(battle, model, path[1:]):
            partner = battle.models[bond.partner(model.id)]
            text = f"beyond {bond.limit} of {partner.name} at {spot}: a contest of Strength"
            lines.append(Line("tether", text, rules=("MC-COND-14",), mood="bad"))
        if field.refuse(answer) is None:
            probe = battle.clone()
            ghost = probe.models[self.unit]
            probe.put(ghost, path[-1])
            lines.append(exposed_to((enemy.id for enemy in attackers(probe, ghost)), "MC-SHOOT-1"))
            if model.energy - self.cost >= ATTACK_COST and ghost.sheet.weapons:
                lines += shootable(within_fire(probe, ghost), "MC-SHOOT-1")
        return Preview(tuple(lines), path=tuple(path))
