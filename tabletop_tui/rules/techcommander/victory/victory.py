"""Who has won (TC-SCEN-13, TC-VICT-1, TC-VICT-2): looked at when a turn has ended."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.events import Ended, Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import counted, sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.victory.objectives import (
    controls,
    leader,
    left_to_destroy,
    recon_points,
    score_recon,
)
from tabletop_tui.table.points import place_words


def team_scores(battle: Battle) -> dict[int, int]:
    """The points of each team that still plays (TC-DM-8)."""
    found: dict[int, int] = {}
    for seat, player in enumerate(battle.players):
        if not player.conceded:
            found[battle.teams[seat]] = found.get(battle.teams[seat], 0) + player.score
    return found


def standing_teams(battle: Battle) -> set[int]:
    """The teams that have units in play or still to come, but for machines that nobody crews (TC-DISEMBARK-3)."""
    alive = [unit for unit in battle.units.values() if unit.in_play and not unit.eliminated and not unit.abandoned]
    coming = [unit for unit in battle.later.values() if not battle.players[unit.seat].conceded]
    return {battle.teams[unit.seat] for unit in (*alive, *coming)}


def winners_of(battle: Battle, team: int) -> tuple[int, ...]:
    """The seats that win when their team does: not those that gave up."""
    return tuple(seat for seat, other in enumerate(battle.teams) if other == team and not battle.players[seat].conceded)


def win(game: Game[Battle], team: int, why: str, rules: tuple[str, ...]) -> None:
    battle = game.state
    winners = winners_of(battle, team)
    names = " and ".join(battle.seat_names[seat] for seat in winners)
    game.end(Ended(f"{names} {'wins' if len(winners) == 1 else 'win'}: {why}", rules, None, winners))


# ---------------------------------------------------------------- objectives
@frozen
class Objective:
    """One of what is fought for, and which team has it, None for nobody."""

    name: str
    team: int | None
    rule: str


def objectives(battle: Battle) -> Iterator[Objective]:
    """All of them, as they stand at the end of the agreed time (TC-SCEN-12)."""
    missions = battle.scenario.missions
    if "elimination" in missions or "raid" in missions:
        rule = "TC-SCEN-4" if "raid" in missions else "TC-SCEN-2"
        yield Objective("the AC of kills", leader(team_scores(battle)), rule)
    if "recon" in missions:
        yield Objective("most recon points", leader(recon_points(battle)), "TC-SCEN-7")
    if "control" in missions:
        for spot in battle.table.points:
            yield Objective(f"the point {place_words(spot)}", controls(battle, spot), "TC-SCEN-9")
    if "invasion" in missions:
        yield invasion(battle)


def invasion(battle: Battle) -> Objective:
    """The attacker has it once all is destroyed, the other side as long as anything stands (TC-SCEN-11)."""
    left, attacker = left_to_destroy(battle), battle.attacker
    assert attacker is not None
    mine = battle.teams[attacker]
    if not left:
        return Objective("all is destroyed", mine, "TC-SCEN-11")
    others = set(team_scores(battle)) - {mine}
    defender = others.pop() if len(others) == 1 else None
    return Objective(f"{counted(len(left), 'piece')} of it stands", defender, "TC-SCEN-11")


def end_by_objectives(game: Game[Battle], why: str) -> None:
    """Most objectives win; of equal numbers the AC of kills decides, and then nobody (TC-VICT-1, TC-VICT-2)."""
    battle = game.state
    teams = team_scores(battle)
    found = list(objectives(battle))
    for one in found:
        who = "nobody" if one.team is None else " and ".join(battle.seat_names[s] for s in winners_of(battle, one.team))
        game.emit(Event(f"Objective: {one.name}, held by {who or 'nobody'}", (one.rule,)))
    held = {team: sum(one.team == team for one in found) for team in teams}
    best = max((held[team], teams[team]) for team in teams)
    leaders = [team for team in teams if (held[team], teams[team]) == best]
    said = f"{why}, {counted(best[0], 'objective')}, {best[1]} AC of kills"
    if len(leaders) == 1:
        win(game, leaders[0], said, ("TC-VICT-1", *(one.rule for one in found)))
    else:
        game.end(Ended(f"{sentence(said)} each: a draw", ("TC-VICT-2",), None, ()))


def invaded(battle: Battle) -> bool:
    """Whether an invasion that is all there is to be fought for has reached everything (TC-SCEN-11, TC-SCEN-13)."""
    return battle.scenario.missions == ("invasion",) and not left_to_destroy(battle)


@frozen
class EndTurn(Step):
    title = "End the turn"
    says = (
        "The game ends with the last turn, once one side alone has units left, or once all that should fall has fallen."
    )
    rules = ("TC-SCEN-13", "TC-SCEN-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        score_recon(game)
        left = standing_teams(battle)
        if len(left) == 1:
            win(game, left.pop(), "no opposing unit is left", ("TC-SCEN-1", "TC-VICT-2"))
        elif not left:
            end_by_objectives(game, "no unit is left")
        elif invaded(battle):
            end_by_objectives(game, f"turn {battle.turn}")
        elif battle.turn >= battle.scenario.turns:
            end_by_objectives(game, f"turn {battle.turn} was the last")
