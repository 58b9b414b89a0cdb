"""Damage, destruction and explosions (MC-STAT-10, MC-BOOM)."""

from __future__ import annotations

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Fell, Harmed
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.roll_wording import blocked_words
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.aiming.attack_base import CRITICAL
from tabletop_tui.rules.mechcom.damage.hit_side_effects import reactor_heat
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model, Wreck
from tabletop_tui.rules.mechcom.state.conditions import into_water
from tabletop_tui.rules.mechcom.state.flags import drop_flags
from tabletop_tui.rules.mechcom.state.victory import LastStanding, standing_teams

EXPLOSION = Tally("Stability", 2, "explosion", "MC-BOOM-2")
EXPLOSION_DAMAGE = 4
EXPLOSION_REACH = 1
CAUSES = {
    "MC-WEAP-2": "shot",
    "MC-MELEE-5": "struck",
    "MC-COND-3": "burned",
    "MC-PERK-3": "hurt by its own weapon",
    "MC-BOOM-2": "caught in an explosion",
}
"""What is done to a model, by the rule that costs it Integrity."""


def harm(game: Game[Battle], model: Model, damage: int, by: Model | None, rules: tuple[str, ...]) -> None:
    """Take damage off a model's Integrity; below 1 it is destroyed (MC-STAT-10)."""
    if damage <= 0 or not model.hex:
        return
    lost = min(damage, model.integrity)
    model.integrity -= damage
    left = max(0, model.integrity)
    text, doer = f"{model.name} loses {lost} Integrity, {left} left", by.id if by is not None else ""
    cause = next((CAUSES[rule] for rule in rules if rule in CAUSES), "")
    game.emit(Harmed(text, rules, model.seat, model.id, lost, left, doer, cause))
    if model.integrity < 1:
        destroy(game, model, by, cause)


def destroy(game: Game[Battle], model: Model, by: Model | None, cause: str = "") -> None:
    """Take a destroyed model off the table, with all that follows at once (MC-BOOM-4, MC-DEPLOY-6, MC-CTF-3)."""
    battle = game.state
    spot, level = model.hex, sight.level(battle, model)
    water = battle.is_water(spot)
    rules = ("MC-BOOM-4",) if model.is_mech else ("MC-STAT-10",)
    game.emit(Fell(f"{model.name} is destroyed", rules, model.seat, model.id, spot, by.id if by else "", cause))
    take_away(game, model)
    if model.kind == "ice":
        _melt(game, spot)
    elif model.kind == "building":
        battle.became[spot] = "grass"
        _leave_wreckage(battle, spot, None)
    elif model.is_mech:
        if not water:
            _leave_wreckage(battle, spot, model.seat)
        battle.wrecks = (*battle.wrecks, Wreck(model.name, model.seat, spot, level, battle.turn + 1))
        if len(standing_teams(battle)) > 1:
            text = f"{model.name} explodes at the end of the next activation"
            game.emit(Event(text, ("MC-BOOM-1",), model.seat))
        for child in battle.deployables(model):
            destroy(game, child, None, f"lost with {model.id}")
        drop_flags(game, model, spot, by)
        game.push(LastStanding())


def take_away(game: Game[Battle], model: Model) -> None:
    """Take a model off the table for good; with it go its tethers and all conditions."""
    battle = game.state
    model.conditions = {}  # first, so that only the other ends of its tethers are told of
    for bond in [bond for bond in battle.tethers if model.id in (bond.one, bond.other)]:
        conditions.untether(game, bond)
    battle.take_off(model)
    model.integrity = min(0, model.integrity)


def _leave_wreckage(battle: Battle, spot: str, seat: int | None) -> None:
    """Wreckage, allied to the owner of the model that it was (MC-TERR-14, MC-TERR-15)."""
    battle.wreckage[spot] = seat
    battle.ground_changed(spot)


def _melt(game: Game[Battle], spot: str) -> None:
    """Ice that is destroyed becomes water; a model on it is then in the water (MC-TERR-12)."""
    battle = game.state
    battle.became[spot] = "water"
    battle.wreckage.pop(spot, None)
    battle.fires -= {spot}
    battle.ground_changed(spot)
    stander = battle.model_at(spot)
    if stander is not None and not stander.flies:
        into_water(game, stander)


# ---------------------------------------------------------------- explosions
@frozen
class Explosions(Step):
    title = "Explosions that are due"
    says = "At the end of an activation the mechs that were destroyed in the one before it explode, first fallen first."
    rules = ("MC-BOOM-1", "MC-BOOM-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        due = [wreck for wreck in battle.wrecks if wreck.due <= battle.turn]
        battle.wrecks = tuple(wreck for wreck in battle.wrecks if wreck.due > battle.turn)
        game.push(*(Explode(wreck) for wreck in due))


@frozen
class Explode(Step):
    says = "One attack (1 die, Stability 2, damage 4) on each model in melee range of the wreck, friend or foe."
    wreck: Wreck
    rules = ("MC-BOOM-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.wreck.name} explodes"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        wreck = self.wreck
        roller = wreck.seat or 0
        caught = [model for model in battle.on_table() if in_blast(battle, wreck, model)]
        why = f"{wreck.name} explodes"
        reached = ", ".join(model.name for model in caught) or "nobody"
        game.emit(Event(f"{why} at {wreck.hex} and reaches {reached}", self.rules, wreck.seat))
        for model in caught:
            if not model.hex:
                continue  # Its parent has just been destroyed beside it.
            face = game.check(Check(roller, f"{why} at {model.name}", EXPLOSION, rules=self.rules)).face
            hits = 2 if face == CRITICAL else int(face >= EXPLOSION.total)
            reactor_heat(game, model, hits // 2)
            if hits:
                armour_dice(game, model, hits, EXPLOSION_DAMAGE, model.tally("armour"), None, self.rules)


def in_blast(battle: Battle, wreck: Wreck, model: Model) -> bool:
    """Melee range of the wreck's hex, or in the hex itself (MC-BOOM-2)."""
    return (
        battle.map.grid.distance(wreck.hex, model.hex) <= EXPLOSION_REACH
        and abs(wreck.level - sight.level(battle, model)) <= 1
    )


def armour_dice(
    game: Game[Battle], model: Model, hits: int, damage: int, armour: Tally, by: Model | None, rules: tuple[str, ...]
) -> int:
    """The defender rolls a die a hit; each at Armour or above costs `damage` (MC-SHOOT-5). Returns the damage dealt."""
    roller = by.seat if model.seat is None and by is not None and by.seat is not None else model.seat or 0
    need = Need(armour, harm=f"loses {damage} Integrity")
    check = Check(roller, f"{model.name}'s Armour", need, dice=hits, rules=("MC-SHOOT-5", *armour.rules), bulk=True)
    dealt = game.check(check, lambda rolled: blocked_words(hits, hits - rolled.count)).count * damage
    harm(game, model, dealt, by, rules)
    return dealt


# ---------------------------------------------------------------- victory
