"""Victory (MC-VIC, MC-END-2): scores of the End phase, how long a scenario lasts, the last side standing."""

from __future__ import annotations

from tabletop_tui.engine.events import Ended, Event, Scored
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import sentence
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.battle import Battle
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, objective_hex, zone_hexes
from tabletop_tui.rules.mechcom.state.scenario import Scenario

ZONE_POINTS = 2
DEFENDER_POINTS = 1
DEFENDER_ALONE_POINTS = 3
CONTROL_ROUNDS = 6


# ---------------------------------------------------------------- scoring at the End phase
@frozen
class ScoreRound(Step):
    title = "Score the round"
    says = "In the End phase players score for the objectives that they have completed."
    rules = ("MC-END-2", "MC-CZ-2", "MC-CZ-5")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if battle.scenario.type != "control-zone":
            return
        counts = models_in_zone(battle)
        said = ", ".join(f"{battle.seat_name(seat)} {count}" for seat, count in counts.items())
        game.emit(Event(f"Models in the zone: {said}", ("MC-CZ-2",)))
        if (award := zone_award(battle, counts)) is not None:
            battle.score(award.seat, award.points)
            name, points = battle.seat_name(award.seat), award.points
            game.emit(Scored(f"{name} scores {points} VP: {award.why}", (award.rule,), award.seat, points))


@frozen
class Award:
    """Victory points of a seat, and what for."""

    seat: int
    points: int
    why: str
    rule: str


def zone_award(battle: Battle, counts: dict[int, int]) -> Award | None:
    """What the zone brings with so many models of each seat in it, None where nobody has most (MC-CZ-2, MC-CZ-5)."""
    teams = dict.fromkeys((battle.teams[seat] for seat in counts), 0)
    for seat, count in counts.items():
        teams[battle.teams[seat]] += count
    most = max(teams.values())
    leaders = [team for team, count in teams.items() if count == most]
    defender = battle.scenario.defender
    if defender is not None and not battle.mechs(defender):
        defender = None
    if defender is not None and all(count == 0 for team, count in teams.items() if team != battle.teams[defender]):
        return Award(defender, DEFENDER_ALONE_POINTS, "no enemy is in the zone", "MC-CZ-5")
    if len(leaders) > 1 or not most:
        return None
    if defender is not None and battle.teams[defender] == leaders[0]:
        return Award(defender, DEFENDER_POINTS, "more models in the zone", "MC-CZ-5")
    # Of a team's seats the one with most models in the zone takes the points.
    seat = max((s for s in counts if battle.teams[s] == leaders[0]), key=lambda s: counts[s])
    return Award(seat, ZONE_POINTS, "most models in the zone", "MC-CZ-2")


def models_in_zone(battle: Battle) -> dict[int, int]:
    """For each seat its models at most 3 hexes from the Objective, deployables and Wings too (MC-CZ-2)."""
    zone = zone_hexes(battle.map.grid, OBJECTIVE, objective_hex(battle))
    counts = dict.fromkeys(range(len(battle.teams)), 0)
    for model in battle.on_table():
        if model.seat is not None and model.hex in zone:
            counts[model.seat] += 1
    return counts


def scenario_over(battle: Battle) -> str:
    """Why the scenario ends after this End phase, '' if it goes on (MC-CTF-4, MC-CZ-3)."""
    if battle.last_round:
        return "a Flag was brought home"
    rounds = rounds_of(battle.scenario)
    return f"round {rounds} is over" if rounds and battle.round >= rounds else ""


def rounds_of(scenario: Scenario) -> int:
    """After how many rounds it is over; 0 if that never ends it."""
    return scenario.rounds or (CONTROL_ROUNDS if scenario.type == "control-zone" else 0)


# ---------------------------------------------------------------- who has won
def standing_teams(battle: Battle) -> set[int]:
    """The teams with mechs. One that is not yet set up counts as well; one that was destroyed has no Integrity left."""
    return {
        battle.teams[mech.seat]
        for mech in (*battle.models.values(), *battle.later.values())
        if mech.is_mech and mech.integrity > 0 and mech.seat is not None and mech.seat not in battle.conceded
    }


@frozen
class LastStanding(Step):
    title = "Last standing"
    says = "As soon as only one side has undestroyed mechs it wins at once; with none at all the score decides."
    rules = ("MC-VIC-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        alive = standing_teams(battle)
        if len(alive) == 1:
            team = alive.pop()
            winners = winning(battle, team)
            names = " and ".join(battle.seat_name(seat) for seat in winners)
            game.end(Ended(f"{names} wins: only its mechs are left", self.rules, None, winners))
        elif not alive:
            end_by_score(game, "no mech is left")


def end_by_score(game: Game[Battle], why: str) -> None:
    """The game is over and the highest score wins; equal scores are a draw (MC-VIC-1). Who gave up cannot win."""
    battle = game.state
    fighting = {team for seat, team in enumerate(battle.teams) if seat not in battle.conceded}
    totals = {team: total for team, total in team_scores(battle).items() if team in fighting}
    best = max(totals.values())
    leaders = [team for team, total in totals.items() if total == best]
    if len(leaders) > 1:
        game.end(Ended(f"{sentence(why)}: the score is level, a draw", ("MC-VIC-1",), None, ()))
        return
    winners = winning(battle, leaders[0])
    names = " and ".join(battle.seat_name(seat) for seat in winners)
    winning_verb = "wins" if len(winners) == 1 else "win"
    game.end(Ended(f"{sentence(why)}: {names} {winning_verb} with {best} VP", ("MC-VIC-1",), None, winners))


def winning(battle: Battle, team: int) -> tuple[int, ...]:
    """The seats that win when their team does: not those that gave up."""
    return tuple(seat for seat, other in enumerate(battle.teams) if other == team and seat not in battle.conceded)


def team_scores(battle: Battle) -> dict[int, int]:
    totals: dict[int, int] = {}
    for seat, team in enumerate(battle.teams):
        totals[team] = totals.get(team, 0) + battle.scores[seat]
    return totals
