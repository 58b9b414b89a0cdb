"""Why a model that is named all the same is not among the options of a question: the reasons that many share."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model

Reason = Callable[[Model], Refusal | None]


def gone(rule: str) -> Reason:
    """It is destroyed, or not placed yet."""
    return lambda model: None if model.hex else Refusal(f"{model.name} is not on the table", rule)


def not_of(battle: Battle, seat: int, rule: str) -> Reason:
    """It is not one of a player's own."""

    def reason(model: Model) -> Refusal | None:
        if model.seat == seat:
            return None
        whose = "nobody" if model.neutral else battle.seat_name(model.seat)
        return Refusal(f"{model.name} belongs to {whose}", rule)

    return reason


def no_enemy(battle: Battle, model: Model, rule: str) -> Reason:
    """It is of the same side as a model, or of none."""

    def reason(other: Model) -> Refusal | None:
        return None if battle.hostile(model.seat, other.seat) else Refusal(f"{other.name} is no enemy", rule)

    return reason


def no_friend(battle: Battle, model: Model, rule: str) -> Reason:
    def reason(other: Model) -> Refusal | None:
        return None if battle.allied(model.seat, other.seat) else Refusal(f"{other.name} is no friend", rule)

    return reason


def always(what: str, rule: str) -> Reason:
    """What is said of all that are left."""
    return lambda model: Refusal(f"{model.name} {what}", rule)


def why_no_action(battle: Battle, model: Model, key: str) -> Refusal | None:
    """Why something is not among the actions that a model might ever take; None for what is no action of anybody."""
    kind, _, what = key.partition(":")
    if kind in ("shoot", "melee"):
        return Refusal(f"{model.name} has no {what} to {kind} with", "MC-MELEE-1" if kind == "melee" else "MC-SHOOT-1")
    if kind == "ability":
        return Refusal(f"{what} is no action of {model.name}", "MC-ACT-6")
    if kind == "deployable" and what in battle.models:
        return Refusal(f"{battle.models[what].name} is no deployable of {model.name} on the table", "MC-DEPLOY-2")
    if kind == "clear" and what in conditions.RULES:
        held = f"is {what}, which Energy does not clear" if model.has(what) else f"is not {what}"
        return Refusal(f"{model.name} {held}", conditions.RULES[what])
    if kind == "flag" and what in battle.pieces:
        return Refusal(f"{battle.pieces[what].name} is no Flag of an enemy", "MC-CTF-2")
    return None
