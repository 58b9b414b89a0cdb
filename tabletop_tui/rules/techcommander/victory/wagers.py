"""Smack talk wagers (TC-WAGER-1): a token by one of the units with which a player comes back after losing all."""

from __future__ import annotations

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit

NOBODY = "nobody"
WAGER = 10
"""What a wager pays (TC-WAGER-2, TC-WAGER-3)."""


@frozen
class ClaimWager(Step):
    says = "Who comes back after losing all of his units may claim a wager."
    seat: int
    rules = ("TC-WAGER-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{game.state.seat_names[self.seat]}: a wager?"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        claims = battle.players[self.seat].wagers and bool(on_table(battle, self.seat))
        battle.alter(self.seat, wagers=False)
        if claims:
            game.push(ChooseWager(self.seat))


def on_table(battle: Battle, seat: int) -> list[Unit]:
    return [unit for unit in battle.controlled(seat) if unit.on_table]


@frozen
class ChooseWager(Ask):
    title = "Choose a wager"
    says = "The token stands by one unit: a kill of its pays 10 points more, and so does killing it before that."
    seat: int
    rules = ("TC-WAGER-1",)

    def question(self, game: Game[Battle]) -> Question:
        options = [Option(unit.id, unit.name, target=unit.id) for unit in on_table(game.state, self.seat)]
        options.append(Option(NOBODY, "No wager", hotkey="n"))
        prompt = f"Wager {WAGER} points on the next kill of which unit?"
        return Pick(self.seat, prompt, options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == NOBODY:
            return
        unit = game.state.units[answer]
        unit.wager = True
        game.emit(Status(f"{unit.name} carries the wager", self.rules, unit.seat, unit.id, "wager"))
