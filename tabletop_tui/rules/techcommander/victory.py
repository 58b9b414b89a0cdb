"""Who has won (TC-SCEN-13, TC-VICT-1): looked at when a turn has ended."""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander.battle import Battle


def team_scores(battle: Battle) -> dict[int, int]:
    """The points of each team that still plays (TC-DM-8)."""
    found: dict[int, int] = {}
    for seat, player in enumerate(battle.players):
        if not player.conceded:
            found[battle.teams[seat]] = found.get(battle.teams[seat], 0) + player.score
    return found


def standing_teams(battle: Battle) -> set[int]:
    """The teams that have units in play."""
    return {battle.teams[unit.seat] for unit in battle.units.values() if unit.in_play and not unit.eliminated}


def winners_of(battle: Battle, team: int) -> tuple[int, ...]:
    """The seats that win when their team does: not those that gave up."""
    return tuple(seat for seat, other in enumerate(battle.teams) if other == team and not battle.players[seat].conceded)


def win(game: Game[Battle], team: int, why: str, rules: tuple[str, ...]) -> None:
    battle = game.state
    winners = winners_of(battle, team)
    names = " and ".join(battle.seat_names[seat] for seat in winners)
    game.end(Ended(f"{names} {'wins' if len(winners) == 1 else 'win'}: {why}", rules, None, winners))


def end_by_points(game: Game[Battle], why: str) -> None:
    """The game is called: the highest score wins, equal ones are a draw (TC-SCEN-2)."""
    scores = team_scores(game.state)
    best = max(scores.values())
    leaders = [team for team, score in scores.items() if score == best]
    if len(leaders) == 1:
        win(game, leaders[0], f"{why}, {counted(best, 'point')}", ("TC-SCEN-2",))
    else:
        game.end(Ended(f"{why}: {counted(best, 'point')} each, a draw", ("TC-SCEN-2",), None, ()))


@frozen
class EndTurn(Step):
    title = "End turn"
    says = "The game ends with the last turn, or once only one side has units left."
    rules = ("TC-SCEN-13", "TC-SCEN-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        left = standing_teams(battle)
        if len(left) == 1:
            win(game, left.pop(), "no opposing unit is left", ("TC-SCEN-1",))
        elif not left:
            end_by_points(game, "no unit is left")
        elif battle.turn >= battle.scenario.turns:
            end_by_points(game, f"turn {battle.turn} was the last")
