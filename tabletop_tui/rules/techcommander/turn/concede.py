"""Giving up: the units of a seat leave the table, and whatever was under way with them is off; the others play on."""

from __future__ import annotations

from typing import Any

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, AskDice, Game, Step
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_start_and_end import EndAction
from tabletop_tui.rules.techcommander.anytime import kill_perks
from tabletop_tui.rules.techcommander.damage import damage
from tabletop_tui.rules.techcommander.deployment import deployment, raid_drops, spawning
from tabletop_tui.rules.techcommander.skulls import skulls
from tabletop_tui.rules.techcommander.state.battle import LEFT, Battle
from tabletop_tui.rules.techcommander.state.shot_targets import BEHIND
from tabletop_tui.rules.techcommander.turn import activation_order, turn
from tabletop_tui.rules.techcommander.victory import deathmatch_end, deathmatch_points, victory

RULES = ("TC-SCEN-13",)
FLOW = (
    deployment.Deploying,
    deployment.RollDrops,
    raid_drops.DropFromPoints,
    activation_order.NextGo,
    activation_order.ChooseMember,
    deathmatch_end.EndRound,
    deathmatch_end.OutOfChips,
    deathmatch_points.CountSurvivors,
    kill_perks.CashIn,
    skulls.PlaceSkull,
    skulls.TurnSkull,
    spawning.CallUnits,
    spawning.DrawSpawns,
    spawning.RollSpawns,
    turn.BeginTurn,
    turn.Arrive,
    turn.FillPurses,
    turn.ResolveDamage,
    turn.Reset,
    victory.EndTurn,
    EndAction,
)
"""Steps that stay whoever has left: by them the turn goes on."""
ACTORS = ("unit", "units", "target", "attacker")
"""The fields by which a step names units that it cannot do without."""


def concede(game: Game[Battle], seat: int) -> None:
    """This seat gives up; the game ends at once if only one side is left. Refused where there is nothing to give up."""
    game.advance()  # a seat can leave at a question, not in the middle of a step
    battle = game.state
    if game.result is not None or battle.players[seat].conceded:
        raise Refused(Refusal(f"{battle.seat_names[seat]} has nothing left to give up", "TC-SCEN-13"))
    game.emit(Event(f"{battle.seat_names[seat]} concedes", RULES, seat))
    battle.alter(seat, conceded=True)
    for unit in battle.units.values():
        if unit.seat == seat and not unit.gone:
            damage.remove(game, unit, LEFT)
    game.agenda = [step for step in game.agenda if stays(battle, step, seat)]
    if game.dice.kind == "typed":
        game.dice.unread = ()  # dice of a roll that was not complete
    teams = {battle.teams[other] for other, player in enumerate(battle.players) if not player.conceded}
    if len(teams) == 1:
        victory.win(game, teams.pop(), "all others have given up", RULES)
    else:
        game.push(AskAnew())


def stays(battle: Battle, step: Step, seat: int) -> bool:
    """Whether a step on the agenda still makes sense."""
    if isinstance(step, FLOW):
        return True
    if isinstance(step, AskDice):
        return False
    units = (battle.units[name] for name in actors(step) if name in battle.units)  # shots are at terrain, too
    return getattr(step, "seat", None) != seat and not any(unit.gone == LEFT for unit in units)


def actors(step: Any) -> set[str]:
    """The units that a step cannot do without."""
    found: set[str] = set()
    for name in ACTORS:
        value = getattr(step, name, ())
        found |= {value} if isinstance(value, str) else set(value)
    for inner in ("salvo", "window", "march", "hits"):
        if (part := getattr(step, inner, None)) is not None and not isinstance(part, tuple):
            found |= actors(part)
    found |= {name for part in getattr(step, "salvos", ()) for name in actors(part)}
    shares = getattr(step, "shares", ())
    return (found | {name for key, _ in shares for name in key.split(BEHIND)}) - {""}


@frozen
class AskAnew(Step):
    title = "The question is put again"
    says = "A question that has lost all its answers with the seat that left is not put again."
    rules = RULES

    def run(self, game: Game[Battle]) -> None:
        while game.agenda and isinstance(ask := game.agenda[-1], Ask):
            if next(ask.question(game).legal(), None) is not None:
                return
            game.agenda.pop()
