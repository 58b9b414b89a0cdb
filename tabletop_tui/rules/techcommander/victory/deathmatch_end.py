"""The end of a deathmatch (TC-DMEND-1, TC-DMEND-2): the last turn, or no chips left; the most points win."""

from __future__ import annotations

from tabletop_tui.engine.events import Ended, Scored
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.victory.victory import team_scores, winners_of


def stock_of_chips(battle: Battle) -> int:
    """How many kill chips there are, and death chips as many."""
    return battle.scenario.stock * len(battle.players)


def chips_left(battle: Battle) -> tuple[int, int]:
    """The kill chips and the death chips that are left; those that were spent do not come back (TC-DM-13)."""
    all_ = stock_of_chips(battle)
    kills = sum(player.kills for player in battle.players)
    deaths = sum(player.deaths for player in battle.players)
    return max(0, all_ - kills), max(0, all_ - deaths)


def out_of_chips(battle: Battle) -> bool:
    return min(chips_left(battle)) == 0


@frozen
class OutOfChips(Step):
    title = "The chips are out"
    says = "The game ends at once when the kill chips or the death chips have run out."
    rules = ("TC-DMEND-1",)

    def run(self, game: Game[Battle]) -> None:
        kills, _ = chips_left(game.state)
        finish(game, f"the {'death' if kills else 'kill'} chips have run out")


@frozen
class EndRound(Step):
    title = "End the turn"
    says = "The game ends with the last turn: the most points win, then the most kills."
    rules = ("TC-DMEND-1", "TC-DMEND-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if battle.turn >= battle.scenario.turns:
            finish(game, f"turn {battle.turn} was the last")


def finish(game: Game[Battle], why: str) -> None:
    """Heroes are paid (TC-SKB-10); points decide (TC-GAME-3), of teams their totals (TC-DM-8, TC-DM-10), then
    kills (TC-DM-13).
    """
    battle = game.state
    for unit in battle.units.values():
        if unit.hero and unit.in_play and not unit.eliminated:
            score = battle.players[unit.seat].score + unit.hero
            battle.alter(unit.seat, score=score)
            text = f"{unit.name} survives as a hero: {counted(unit.hero, 'point')} for {battle.seat_names[unit.seat]}"
            game.emit(Scored(text, ("TC-SKB-10",), unit.seat, unit.hero))
    scores = team_scores(battle)
    totals = {team: (score, kills_of(battle, team)) for team, score in scores.items()}
    best = max(totals.values())
    winners = tuple(seat for team, total in totals.items() if total == best for seat in winners_of(battle, team))
    names = " and ".join(battle.seat_names[seat] for seat in winners)
    won = f"{counted(best[0], 'point')}, {counted(best[1], 'kill')}"
    text = f"{names} {'wins' if len(winners) == 1 else 'win'}: {why}, {won}"
    game.end(Ended(text, ("TC-DMEND-2",), None, winners))


def kills_of(battle: Battle, team: int) -> int:
    """The kills of a team, those of which the chips were spent too."""
    return sum(player.kills for seat, player in enumerate(battle.players) if battle.teams[seat] == team)
