"""Conditions (MC-COND), Heat tokens and Spot tokens: how a model gets and loses them."""

from __future__ import annotations

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.battle import UNTIL_CLEARED, Battle, Model, Tether
from tabletop_tui.rules.mechcom.state.profiles import Programming

RULES = {
    "Blinded": "MC-COND-2",
    "Burned": "MC-COND-3",
    "Corroded": "MC-COND-4",
    "Hacked": "MC-COND-5",
    "Immobilized": "MC-COND-6",
    "Invisible": "MC-COND-7",
    "Malfunctioning": "MC-COND-8",
    "Shocked": "MC-COND-10",
    "Stunned": "MC-COND-11",
    "Submerged": "MC-COND-12",
    "Tethered": "MC-COND-13",
}
ENDS_WITH_TURN = ("Blinded", "Shocked", "Stunned")
"""Cleared at the end of the model's own activation (MC-TERM-4)."""
CLEARED_FOR_ENERGY = ("Burned", "Corroded", "Hacked")
"""The model may clear these as an action, for 2 Energy."""
CLEAR_COST = 2


def inflict(game: Game[Battle], model: Model, condition: str, source: Model | None, rule: str) -> None:
    """A model gets a condition by a weapon or ability; a model that is gone or neutral gets none (MC-SHOOT-6).

    'Tethered 3' binds it to `source`. Immobilized given by data ends with the victim's next activation.
    """
    if not model.hex or model.neutral:
        return
    name, _, limit = condition.partition(" ")
    if name == "Tethered":
        if source is not None and source.hex:
            tether(game, source, model, int(limit))
    elif name == "Immobilized":
        gain(game, model, name, rule, activations=2 if is_active(game.state, model) else 1)
    else:
        gain(game, model, name, rule)


def is_active(battle: Battle, model: Model) -> bool:
    return battle.active == model.id


def gain(game: Game[Battle], model: Model, condition: str, rule: str, activations: int = UNTIL_CLEARED) -> None:
    """Give a model a condition; having it already has no further effect (MC-COND-1)."""
    if condition in model.conditions or not model.hex:
        return
    if condition == "Burned" and "Submerged" in model.conditions:
        return  # Water clears it at once (MC-TERR-8).
    model.conditions = {**model.conditions, condition: activations}
    game.emit(Status(f"{model.name} is {condition}", (RULES[condition], rule), model.seat, model.id, condition))


def lose(game: Game[Battle], model: Model, condition: str, rule: str) -> None:
    """Take a condition away; without Malfunctioning goes the Heat of a model with Programming (MC-SHEET-3)."""
    if condition not in model.conditions:
        return
    model.conditions = {name: left for name, left in model.conditions.items() if name != condition}
    game.emit(Status(f"{model.name} is no longer {condition}", (rule,), model.seat, model.id, condition, False))
    if condition == "Malfunctioning" and model.heat and programming(model) is not None:
        vent(game, model, "MC-SHEET-3")
    if condition == "Tethered":
        battle = game.state
        for bond in [bond for bond in battle.tethers if model.id in (bond.one, bond.other)]:
            untether(game, bond)


def end_of_activation(game: Game[Battle], model: Model) -> None:
    """Conditions that end with the model's own activation (MC-TERM-4)."""
    for condition, left in list(model.conditions.items()):
        if condition in ENDS_WITH_TURN or left == 1:
            lose(game, model, condition, RULES[condition])
        elif left > 1:
            model.conditions = {**model.conditions, condition: left - 1}


def may_clear(model: Model, condition: str) -> Refusal | None:
    """Why the active model may not clear this condition as an action."""
    rule = RULES[condition]
    if condition not in model.conditions:
        return Refusal(f"not {condition}", rule)
    if model.energy < CLEAR_COST:
        return Refusal(f"{CLEAR_COST} Energy needed, {model.energy} left", "MC-ACT-5")
    return None


@frozen
class ClearCondition(Step):
    title = "Clear a condition"
    says = "For 2 Energy the active model clears Burned, Corroded or Hacked."
    unit: str
    condition: str
    rules = ("MC-COND-3", "MC-COND-4", "MC-COND-5")

    def run(self, game: Game[Battle]) -> None:
        mech = game.state.models[self.unit]
        mech.energy -= CLEAR_COST
        lose(game, mech, self.condition, RULES[self.condition])


# ---------------------------------------------------------------- tethers
def tether(game: Game[Battle], source: Model, victim: Model, limit: int) -> None:
    """Bind two models; both carry the condition as long as it lasts (MC-COND-13)."""
    battle = game.state
    if any({bond.one, bond.other} == {source.id, victim.id} for bond in battle.tethers):
        return
    battle.tethers = (*battle.tethers, Tether(source.id, victim.id, limit))
    for model in (victim, source):
        gain(game, model, "Tethered", "MC-COND-13")


def untether(game: Game[Battle], bond: Tether) -> None:
    """Clear one bond; a model without any other is no longer Tethered."""
    battle = game.state
    battle.tethers = tuple(other for other in battle.tethers if other != bond)
    for name in (bond.one, bond.other):
        if not any(name in (other.one, other.other) for other in battle.tethers):
            lose(game, battle.models[name], "Tethered", "MC-COND-14")


# ---------------------------------------------------------------- Heat
def programming(model: Model) -> Programming | None:
    for ability in model.sheet.abilities:
        if isinstance(ability.effect, Programming):
            return ability.effect
    return None


def heat(game: Game[Battle], model: Model, tokens: int, rule: str) -> None:
    """Heat tokens; at Programming's number the model is Malfunctioning from that moment (MC-SHEET-3)."""
    if not tokens or not model.hex:
        return
    model.heat += tokens
    game.emit(Status(f"{model.name} gains {tokens} Heat, {model.heat} now", (rule,), model.seat, model.id, "Heat"))
    overheat(game, model)


def overheat(game: Game[Battle], model: Model) -> None:
    program = programming(model)
    if program is not None and model.heat >= program.heat:
        gain(game, model, "Malfunctioning", "MC-SHEET-3")


def vent(game: Game[Battle], model: Model, rule: str) -> None:
    """All Heat tokens go."""
    if model.heat:
        model.heat = 0
        game.emit(Status(f"{model.name} has no Heat any more", (rule,), model.seat, model.id, "Heat", False))


# ---------------------------------------------------------------- water
def get_wet(game: Game[Battle], model: Model) -> None:
    """A model that stands in a hex, however it came there, is Submerged if that is water and it does not fly."""
    battle = game.state
    if battle.is_water(model.hex) and not model.flies:
        into_water(game, model)
    else:
        lose(game, model, "Submerged", "MC-TERR-6")


def into_water(game: Game[Battle], model: Model) -> None:
    """A model in water is Submerged, and no longer Burned (MC-TERR-6, MC-TERR-8)."""
    gain(game, model, "Submerged", "MC-TERR-6")
    lose(game, model, "Burned", "MC-TERR-8")
