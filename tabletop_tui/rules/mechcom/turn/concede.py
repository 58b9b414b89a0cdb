"""Giving up (MC-END-3): the models of a seat leave the table, and whatever was under way with them is off.

Nothing is destroyed: there is no Wreckage and no explosion. Flags that the leaver carried fall as if the carrier had
been destroyed, and the others play on; a question that was put to the leaver falls away.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from tabletop_tui.engine.events import Event, Fell
from tabletop_tui.engine.game import Ask, AskDice, Game, Step
from tabletop_tui.engine.question import Question
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import Share
from tabletop_tui.rules.mechcom.aiming.attack_limits import has_target
from tabletop_tui.rules.mechcom.attacking.declare_attack import ChooseExtraDice, ChooseTokens, Declare
from tabletop_tui.rules.mechcom.attacking.resolve_attack import AfterAttack
from tabletop_tui.rules.mechcom.damage.damage import Explode, take_away
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Contest, DecideContest, RollContest
from tabletop_tui.rules.mechcom.state.battle import Battle
from tabletop_tui.rules.mechcom.state.flags import PlaceDroppedFlag, drop_flags, opponent
from tabletop_tui.rules.mechcom.state.stalemate import OfferStalemate
from tabletop_tui.rules.mechcom.state.victory import LastStanding
from tabletop_tui.rules.mechcom.turn.malfunctioning_ai import (
    ChooseApproached,
    ChooseMachineAttack,
    ChooseSide,
    ConsultTable,
)
from tabletop_tui.rules.mechcom.turn.turn import Activate, ChooseMech, EndActivation, NextGo

ACTORS = ("unit", "target", "attacker")
"""The fields by which a step names a model that it cannot do without."""


def concede(game: Game[Battle], seat: int) -> None:
    """This seat gives up; the game ends at once if only one side is left. Refused where there is nothing to give up."""
    game.advance()  # A seat can leave at a question, not in the middle of a step.
    battle = game.state
    leaving = [model for model in battle.models.values() if model.seat == seat and model.integrity > 0]
    coming = seat not in battle.conceded and any(model.seat == seat for model in battle.later.values())
    if game.result is not None or not (leaving or coming):
        raise Refused(Refusal(f"{battle.seat_name(seat)} has no mech left to give up", "MC-END-3"))
    game.emit(Event(f"{battle.seat_name(seat)} concedes", ("MC-END-3",), seat))
    battle.conceded |= {seat}
    battle.wrecks = tuple(wreck for wreck in battle.wrecks if wreck.seat != seat)
    where = {model.id: model.hex for model in leaving}
    for model in leaving:
        model.integrity = 0
        if model.hex:
            text = f"{model.name} leaves the battlefield"
            game.emit(Fell(text, ("MC-END-3",), seat, model.id, where[model.id], cause="left"))
            take_away(game, model)
    steps = (without(battle, step, seat) for step in game.agenda)
    game.agenda = [step for step in steps if step is not None]
    if game.dice.kind == "typed":
        game.dice.unread = ()  # Dice of a roll that was not complete; what is still to be rolled is asked for anew.
    game.push(AskAnew())
    for model in leaving:
        drop_flags(game, model, where[model.id], None)
    game.push(LastStanding())


def gone(battle: Battle, unit: str) -> bool:
    """Whether this is a model of a seat that gave up."""
    model = battle.models.get(unit)
    return model is not None and model.seat in battle.conceded


def without(battle: Battle, step: Step, seat: int) -> Step | None:
    """What becomes of a step on the agenda now that a seat has left; None if it falls away."""
    if isinstance(step, EndActivation):
        return step  # It leads on to the next player's go, even where its mech is no longer there.
    if isinstance(step, AskDice):
        return None  # The step below rolls anew, if it is still there.
    if (isinstance(step, ChooseMech) and step.seat == seat) or (isinstance(step, Activate) and gone(battle, step.unit)):
        return NextGo()
    if isinstance(step, PlaceDroppedFlag) and step.seat == seat:
        carrier = battle.models[battle.pieces[step.flag].carrier]
        return evolve(step, seat=opponent(battle, carrier))
    if isinstance(step, Explode) and step.wreck.seat == seat:
        return None
    if getattr(step, "seat", None) == seat or any(gone(battle, unit) for unit in actors(step)):
        return None
    if isinstance(step, Contest | RollContest | DecideContest) and step.bond not in battle.tethers:
        return step.walk
    if isinstance(step, OfferStalemate):
        return None  # Something has happened after all.
    if isinstance(step, ChooseMachineAttack | ChooseApproached):
        return ConsultTable(step.unit)
    if isinstance(step, ChooseSide):
        return ConsultTable(step.approach.unit) if gone(battle, step.approach.enemy) else step
    if isinstance(step, ChooseExtraDice | ChooseTokens):
        return redeclared(battle, step)
    return step


def actors(step: Any) -> set[str]:
    """The models that a step cannot do without: who acts, and at whom this part of an attack is aimed."""
    found = {getattr(step, name) for name in ACTORS if hasattr(step, name)}
    for inner in ("use", "attack", "then", "walk", "approach"):
        if hasattr(step, inner):
            found |= actors(getattr(step, inner))
    share = getattr(step, "share", None)
    return found | {share.target} if isinstance(share, Share) else found


def redeclared(battle: Battle, step: ChooseExtraDice | ChooseTokens) -> Step | None:
    """An attack that is being declared, without the targets that have left."""
    attack = step.attack
    left = tuple(share for share in attack.shares if not gone(battle, share.target))
    attacker = battle.models[attack.attacker]
    if left == attack.shares and has_target(battle, attacker, attack.weapon):
        return step
    if attack.cost:
        return None  # Nothing has been paid yet: the mech chooses another action.
    return Declare(evolve(attack, shares=left)) if left else AfterAttack(attack) if attack.heat else None


@frozen
class AskAnew(Step):
    title = "The question is put again"
    says = "A question that has lost all its answers with the seat that left is not put again."
    rules = ("MC-END-3",)

    def run(self, game: Game[Battle]) -> None:
        while game.waiting and next(self.waiting_question(game).legal(), None) is None:
            game.agenda.pop()

    @staticmethod
    def waiting_question(game: Game[Battle]) -> Question:
        ask = game.agenda[-1]
        assert isinstance(ask, Ask)
        return ask.question(game)
