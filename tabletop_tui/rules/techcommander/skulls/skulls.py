"""The skull (TC-SKULL-1): where it lies, and which one it turns out to be."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.anytime.air_strikes import HOURS, clock
from tabletop_tui.rules.techcommander.deployment.spawning import roll_point
from tabletop_tui.rules.techcommander.skulls import reinforcement_skulls
from tabletop_tui.rules.techcommander.skulls import skull_effects as effects
from tabletop_tui.rules.techcommander.skulls.skull_step_base import SkullStep
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle
from tabletop_tui.rules.techcommander.state.profiles import PEOPLE_BASE
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, place_words

LARGE = 60.0
"""On tables so long, in centimetres, two dice say how far the skull is from its spawn point (TC-SKULL-3)."""
STEP = 0.01
"""Places are kept to the hundredth of a centimetre."""


# ---------------------------------------------------------------- where it lies
@frozen
class PlaceSkull(Step):
    title = "A skull is placed"
    says = "A random spawn point, a D12 for a direction of the clock, one or two D20 for the distance."
    rules = ("TC-SKULL-2", "TC-SKULL-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        seat, table = battle.order[0], battle.table
        number = roll_point(game, seat, range(len(table.starts)), "the skull: spawn point")
        hour = game.check(Check(seat, "the skull: direction", sides=HOURS, rules=self.rules)).face
        dice = 2 if max(table.width, table.height) >= LARGE else 1
        far = game.check(Check(seat, "the skull: distance", dice=dice, sides=SIDES, rules=self.rules)).total
        battle.skull = last_legal(battle, table.starts[number], hour, far)
        game.emit(Event(f"A skull lies at {place_words(battle.skull)}", self.rules))


def last_legal(battle: Battle, start: Spot, hour: int, far: float) -> Spot:
    """The end of a line, or where that is off the table or no trooper has room, the last place before (TC-SKULL-3)."""
    for number in range(round(far / STEP), -1, -1):
        spot = clock(start, hour, number * STEP)
        if can_lie(battle, spot):
            return spot
    return start


def can_lie(battle: Battle, spot: Spot) -> bool:
    """Whether the base of a trooper has room there, whoever stands around."""
    (x, y), radius, table = spot, PEOPLE_BASE / 2, battle.table
    if not (radius <= x <= table.width - radius and radius <= y <= table.height - radius):
        return False
    blocking = (piece for piece in battle.standing() if piece.type.blocks)
    return not any(piece.figure.near(spot, radius - TINY) for piece in blocking)


# ---------------------------------------------------------------- which one it is
@frozen
class Skull:
    """A line of a table of skulls."""

    name: str
    rule: str
    effect: type[SkullStep]
    """Its step, of the unit that has claimed it."""


BASIC = {
    1: Skull("Patriot", "TC-SKB-1", effects.Patriot),
    2: Skull("Anger", "TC-SKB-2", effects.Anger),
    3: Skull("Tempest", "TC-SKB-3", effects.Tempest),
    4: Skull("Death", "TC-SKB-4", effects.Death),
    5: Skull("Spring", "TC-SKB-5", effects.Spring),
    6: Skull("Fire", "TC-SKB-6", effects.Fire),
    7: Skull("Famine", "TC-SKB-7", effects.Famine),
    8: Skull("Spring", "TC-SKB-8", effects.Spring),
    9: Skull("Archangel", "TC-SKB-9", effects.Archangel),
    10: Skull("Hero", "TC-SKB-10", effects.Hero),
    11: Skull("Scourge", "TC-SKB-11", effects.Scourge),
    12: Skull("Patriot", "TC-SKB-12", effects.Patriot),
    13: Skull("Fire", "TC-SKB-13", effects.Fire),
    14: Skull("Stupidity", "TC-SKB-14", effects.Stupidity),
    15: Skull("Anger", "TC-SKB-15", effects.Anger),
    16: Skull("Navigator", "TC-SKB-16", effects.Navigator),
    17: Skull("Fate", "TC-SKB-17", effects.Fate),
    18: Skull("Overwatch", "TC-SKB-18", effects.Overwatch),
    19: Skull("Stupidity", "TC-SKB-19", effects.Stupidity),
    20: Skull("Spring", "TC-SKB-20", effects.Spring),
}
ADVANCED = {
    1: Skull("Conquest", "TC-SKA-1", reinforcement_skulls.Conquest),
    2: Skull("Thunder", "TC-SKA-2", reinforcement_skulls.Thunder),
    3: Skull("Tempest", "TC-SKA-3", effects.Tempest),
    4: Skull("Death", "TC-SKA-4", effects.Death),
    5: Skull("War", "TC-SKA-5", reinforcement_skulls.War),
    6: Skull("Pestilence", "TC-SKA-6", effects.Pestilence),
    7: Skull("Famine", "TC-SKA-7", effects.Famine),
    8: Skull("Destiny", "TC-SKA-8", effects.Destiny),
    9: Skull("Archangel", "TC-SKA-9", effects.Archangel),
    10: Skull("Hero", "TC-SKA-10", effects.Hero),
    11: Skull("Scourge", "TC-SKA-11", effects.Scourge),
    12: Skull("Patriot", "TC-SKA-12", effects.Patriot),
    13: Skull("Fire", "TC-SKA-13", effects.Fire),
    14: Skull("Stupidity", "TC-SKA-14", effects.Stupidity),
    15: Skull("Anger", "TC-SKA-15", effects.Anger),
    16: Skull("Navigator", "TC-SKA-16", effects.Navigator),
    17: Skull("Fate", "TC-SKA-17", effects.Fate),
    18: Skull("Overwatch", "TC-SKA-18", effects.Overwatch),
    19: Skull("Rebel", "TC-SKA-19", reinforcement_skulls.Rebel),
    20: Skull("Spring", "TC-SKA-20", effects.Spring),
}


@frozen
class TurnSkull(Step):
    title = "The skull"
    says = "If the skull was claimed in this action, a D20 says which one it is, and it takes effect at once."
    rules = ("TC-SKULL-1", "TC-SKULL-6", "TC-SKULL-7")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        name, battle.claimed = battle.claimed, ""
        if not name or battle.players[battle.units[name].seat].conceded:
            return
        unit = battle.units[name]
        table = ADVANCED if battle.scenario.advanced else BASIC
        check = Check(unit.seat, "which skull it is", sides=SIDES, rules=("TC-SKULL-1",))
        skull = table[game.check(check, lambda rolled: table[rolled.face].name).face]
        game.emit(Event(f"{unit.name} holds the skull of {skull.name}", (skull.rule,), unit.seat))
        if unit.in_play or not skull.effect.for_claimer:
            game.push(skull.effect(name))
        else:
            game.emit(Event(f"{unit.name} is gone, and nothing comes of it", (skull.rule,), unit.seat))
