"""What counts of a side in Army Men: the points that it may still lose, and who may still act and shoot.

Who wins is said by victory.py: the price of enemy units destroyed or Pinned at the end. Whoever is Pinned with an
activation to come is tested before: it is destroyed, or free again.
"""

from __future__ import annotations

from math import dist, log

from tabletop_tui.rulebook.feature_words import Idea, force_left, share_of_force, spared, still_to_act
from tabletop_tui.rules.armymen.computer.answer_values import best_shot
from tabletop_tui.rules.armymen.computer.wanted_places import wanted_range
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import chance
from tabletop_tui.table.polygons import box_middle

NAMES = ("safe", "free", "models", "whole", "able", "near", "waiting", "shot", "guard")
SMALL_BATTLE = 10
"""In a battle of fewer units draws are likelier."""
SMALL = 0.03
"""The logarithm of what a side has left begins there."""
GOOD = frozenset((*NAMES, "log left"))
BAD: frozenset[str] = frozenset()
"""What a side is never worse off for having more, and less."""
IDEAS: tuple[Idea, ...] = (
    force_left("models", "log left", "whole"),
    Idea(("safe",), "{whose} units are likelier to last to the end", "{whose} units are less likely to last"),
    spared(("free",), "is Pinned", "models"),
    spared(("able",), "is Rattled or stuck", "models"),
    share_of_force(("near",), "is near a good range"),
    still_to_act(("waiting",), of=("models",)),
    Idea(("shot",), "{who} {have} better shots to come", "{who} {have} worse shots to come"),
    share_of_force(("guard",), "is on guard or hunkers down"),
)
"""What the features are about."""


def to_come(battle: Battle) -> float:
    """The share of all activations that are still to come, from 1 to 0."""
    living = [unit for unit in battle.units.values() if unit.in_play]
    waiting = sum(not unit.activated for unit in living) / len(living) if living else 0.0
    left = battle.scenario.rounds - max(1, battle.round) + (waiting if battle.round else 1.0)
    return max(0.0, left / battle.scenario.rounds)


def features(battle: Battle, seat: int) -> dict[str, float]:
    """What counts of a seat; what it has is told in shares of what a side began with on average."""
    whole = sum(unit.sheet.cost for unit in battle.units.values()) / 2
    found = dict.fromkeys(NAMES, 0.0)
    last = battle.round >= battle.scenario.rounds
    for unit in battle.units.values():
        if unit.seat == seat:
            _add(found, battle, unit, unit.sheet.cost / whole, last)
    found["log left"] = log(SMALL + found["models"])
    found["small"] = float(len(battle.units) < SMALL_BATTLE)  # of both sides, so that it counts for draws alone
    return found


def _add(found: dict[str, float], battle: Battle, unit: Unit, share: float, last: bool) -> None:
    """What a unit counts for: nothing that it has is left when it is destroyed."""
    if unit.destroyed:
        return
    left = unit.left / unit.sheet.size
    lost = (1.0 if last and unit.activated else 1 - chance(unit)) if unit.pinned else 0.0
    found["safe"] += share * (1 - lost)
    found["free"] += share * left * (not unit.pinned)
    found["models"] += share * left
    found["whole"] += share * (1 - (1 - left) ** 2)
    found["able"] += share * left * (not unit.rattled and not unit.stuck)
    found["near"] += share
    if not unit.models:
        return
    ready = 0.0 if unit.activated else 1.0
    found["waiting"] += share * left * ready
    if ready:
        found["shot"] += best_shot(battle, unit) / max(1, unit.sheet.cost) * share
    found["guard"] += share * (unit.guarding + 0.5 * unit.hunkered)
    found["near"] -= share * out_of_range(battle, unit) / 2


def out_of_range(battle: Battle, unit: Unit) -> float:
    """How many rushes the nearest enemy is too far for a unit's longest weapon, two at most."""
    enemies = battle.enemies(unit.seat)
    if not enemies:
        return 0.0
    here = box_middle(unit.box)
    nearest = min(dist(here, box_middle(enemy.box)) for enemy in enemies)
    return min(2.0, max(0.0, nearest - wanted_range(unit)) / max(1, unit.sheet.rush))
