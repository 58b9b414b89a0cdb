"""Before the battle (TC-SKIR-3): what is fought for is settled, then everybody deploys (TC-SKIR-2)."""

from __future__ import annotations

from tabletop_tui.engine.events import Began
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.deployment.deployment import Deploying, RollDrops
from tabletop_tui.rules.techcommander.deployment.hot_drops import AnnounceDrops
from tabletop_tui.rules.techcommander.deployment.raid_drops import DropFromPoints
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.state.teams import fighting
from tabletop_tui.rules.techcommander.turn.turn import BeginTurn
from tabletop_tui.rules.techcommander.victory.objectives import DiceForAttacker, DrawObjectives, ScatterTokens


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "What is fought for is settled, hot drops are announced, and the players put their units down."
    rules = ("TC-SKIR-2", "TC-SKIR-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Began("Set-up", self.rules, level="phase"))
        for seat in fighting(battle):
            battle.alter(seat, spawn=seat)
        game.push(*(skirmish(battle) if battle.scenario.game == "skirmish" else ()), BeginTurn())


def skirmish(battle: Battle) -> list[Step]:
    """All that comes before the first turn of a skirmish; in a deathmatch nobody drops hot (TC-HOT-7)."""
    scenario = battle.scenario
    raided = "raid" in scenario.missions
    announced = [AnnounceDrops(seat) for seat in fighting(battle)] if scenario.hot_drops and not raided else []
    settled: list[Step] = [DiceForAttacker(), DrawObjectives(), ScatterTokens()]
    return [*settled, *announced, Deploying(), DropFromPoints(), RollDrops()]
