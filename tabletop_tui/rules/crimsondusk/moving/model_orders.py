"""What each model does in one AP of its section (CD-AP-2): the orders, who may take which, and what is usual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import listed, verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.blast_limits import is_directed
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import patients
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import in_range_of, refuse_fire
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.units import RETURNING, SPLIT, Man, Unit
from tabletop_tui.rules.crimsondusk.state.weapons import crew_needed, crew_of, crews_of, heavy_of
from tabletop_tui.rules.crimsondusk.ways.movement_limits import refuse_run, refuse_step

Deed = Literal["walk", "run", "fire", "walk and fire", "aim", "ready", "heal", "nothing"]
DEEDS: dict[Deed, str] = {
    "walk": "moves",
    "run": "runs",
    "fire": "shoots or loads",
    "walk and fire": "moves and shoots",
    "aim": "aims",
    "ready": "makes ready",
    "heal": "treats the fallen",
    "nothing": "does nothing",
}
MANY: dict[Deed, str] = {
    "walk": "move",
    "run": "run",
    "fire": "shoot or load",
    "walk and fire": "move and shoot",
    "aim": "aim",
    "ready": "make ready",
    "heal": "treat the fallen",
    "nothing": "do nothing",
}
"""The same of several."""
RULES: dict[Deed, str] = {
    "walk": "CD-MOVE-1",
    "run": "CD-RUN-1",
    "fire": "CD-SHOOT-1",
    "walk and fire": "CD-TRAIT-17",
    "aim": "CD-AIM-1",
    "ready": "CD-TRAIT-8",
    "heal": "CD-EQ-MEDI",
    "nothing": "CD-AP-2",
}
GOING = ("walk", "run", "walk and fire")
FIRING = ("fire", "walk and fire")
MEDIC = "medi-pack"
TREATING = 3
"""So many AP a medic works on a comrade (CD-EQ-MEDI)."""


@frozen
class Order:
    """What one model does in an AP, with which of its weapons if with one."""

    man: str
    deed: Deed
    weapon: str = ""

    @property
    def key(self) -> str:
        """What an answer calls it."""
        return f"{self.deed.replace(' ', '-')}:{self.weapon}" if self.weapon else self.deed.replace(" ", "-")


Orders = tuple[Order, ...]


def possible(battle: Battle, unit: Unit, man: Man) -> Iterator[Order]:
    """Every order that a man could be given, allowed or not."""
    yield Order(man.id, "walk")
    yield Order(man.id, "run")
    for weapon in man.soldier.at_hand:
        yield Order(man.id, "fire", weapon.id)
        if weapon.move_and_fire:
            yield Order(man.id, "walk and fire", weapon.id)
        if weapon.rof <= 1:
            yield Order(man.id, "aim", weapon.id)
        if crew_needed(man.soldier, weapon):
            yield Order(man.id, "ready", weapon.id)
    if man.soldier.has(MEDIC):
        yield Order(man.id, "heal")
    yield Order(man.id, "nothing")


def label(man: Man, order: Order) -> str:
    """An order as a question lists it, with what it comes to for a slow weapon."""
    if not order.weapon:
        return DEEDS[order.deed].capitalize()
    weapon = man.soldier.weapon(order.weapon)
    if order.deed == "fire" and weapon.aps > 1:
        paid = man.paid if man.loading == weapon.id else 0
        return (
            f"Fires: {weapon.name}" if paid + 1 >= weapon.aps else f"Loads: {weapon.name}, {paid + 1} of {weapon.aps}"
        )
    return f"{'Fires' if order.deed == 'fire' else DEEDS[order.deed].capitalize()}: {weapon.name}"


def refuse_order(battle: Battle, unit: Unit, man: Man, order: Order) -> Refusal | None:
    """Why a man cannot be given an order in the coming AP, or None."""
    if order.deed == "nothing":
        return None
    if battle.is_stunned(man):
        return Refusal("stunned", "CD-WND-2")
    if man.done == battle.turn > 0:
        return Refusal("it has had its AP of this turn", "CD-CHAR-3")
    if unit.spent >= battle.points_of_man(unit, man):
        return Refusal(f"it takes part in {battle.points_of_man(unit, man)} AP only", "CD-AP-3")
    if order.deed in GOING:
        refusal = refuse_step(battle, unit, man) or (refuse_run(unit, man) if order.deed == "run" else None)
        if man.part == SPLIT and order.weapon:
            return Refusal("split off: it goes back without shooting", "CD-REORG-8")
        if refusal is not None or not order.weapon:
            return refusal
    if order.deed == "heal":
        return None if patients(battle, unit, man) else Refusal("nobody to treat lies near", "CD-EQ-MEDI")
    weapon = man.soldier.weapon(order.weapon)
    if order.deed == "ready":
        return None if man.unready else Refusal("it is ready", "CD-TRAIT-8")
    if man.part == RETURNING:
        return Refusal("it does nothing but go back to its section", "CD-REORG-8")
    return refuse_fire(battle, unit, man, weapon)


# ---------------------------------------------------------------- the same for all
Choice = Callable[[Man], Order | None]


def for_all(battle: Battle, unit: Unit, choice: Choice) -> Orders:
    """The order that each man who can do anything is given by a choice, where he may take it."""
    return tuple(given(battle, unit, choice))


def given(battle: Battle, unit: Unit, choice: Choice) -> Iterator[Order]:
    """The same one after another, for whoever only wants to know whether there are any."""
    found = ((man, choice(man)) for man in battle.able(unit))
    return (order for man, order in found if order and refuse_order(battle, unit, man, order) is None)


def refuse_all(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """Why the first man who may not take the order that a choice gives him may not, or None."""
    found = ((man, choice(man)) for man in battle.able(unit))
    refusals = (refuse_order(battle, unit, man, order) for man, order in found if order)
    return next((refusal for refusal in refusals if refusal is not None), None)


def walking(man: Man) -> Order:
    return Order(man.id, "walk")


def running(man: Man) -> Order:
    """Who may not run walks."""
    return Order(man.id, "walk" if man.soldier.av > 9 else "run")


def walking_and_firing(man: Man) -> Order:
    """Who has a weapon for it shoots on the move, the others walk (CD-TRAIT-17)."""
    weapon = next((one for one in man.soldier.at_hand if one.move_and_fire and not one.thrown), None)
    return walking(man) if weapon is None else Order(man.id, "walk and fire", weapon.id)


def firing(battle: Battle, unit: Unit) -> Choice:
    """Every man fires his usual weapon; the crews of heavy ones serve them (CD-TRAIT-8)."""
    if not any(crew_needed(man.soldier, one) > 1 for man in unit.men for one in man.soldier.at_hand):
        return lambda man: (
            Order(man.id, "fire", weapon.id) if (weapon := usual_weapon(battle, unit, man)) is not None else None
        )
    fired = {man.id: weapon for man in battle.able(unit) if (weapon := usual_weapon(battle, unit, man))}
    gunners = [(man, fired[man.id]) for man in unit.men if crew_needed(man.soldier, fired.get(man.id)) > 1]
    free = {man.id for man in battle.able(unit)}
    mates = [*chain.from_iterable(crews_of(unit, gunners, [one.id for one in unit.men if one.id not in free]).values())]

    def choose(man: Man) -> Order | None:
        if man.id in mates:
            return Order(man.id, "nothing")
        return Order(man.id, "fire", fired[man.id].id) if man.id in fired else None

    return choose


def usual_weapon(battle: Battle, unit: Unit, man: Man) -> Weapon | None:
    """The first weapon of a man that reaches somebody, else one that he is loading."""
    weapons = [one for one in man.soldier.at_hand if not one.thrown]
    reaching = (one for one in weapons if in_range_of(battle, unit, man, one) or is_directed(battle, unit, man, one))
    return next(reaching, None) or next((one for one in weapons if one.aps > 1 and man.loading == one.id), None)


def aiming(man: Man) -> Order | None:
    weapon = next((one for one in man.soldier.weapons if one.rof <= 1 and not one.thrown), None)
    return None if weapon is None else Order(man.id, "aim", weapon.id)


def readying(unit: Unit) -> Choice:
    """The team of each heavy weapon that is not ready makes it ready; the others do nothing."""
    crews = crews_of(unit, [(man, heavy_of(man.soldier)) for man in unit.men if man.unready])
    whole = {name: crew for name, crew in crews.items() if len(crew) == len(crew_of(unit, unit.man(name)))}
    mates = set(chain.from_iterable(whole.values()))

    def choose(man: Man) -> Order | None:
        if man.id in whole:
            return Order(man.id, "ready", heavy_of(man.soldier).id)
        return Order(man.id, "nothing") if man.id in mates else None

    return choose


def treating(man: Man) -> Order | None:
    """Medics treat somebody, the others do nothing."""
    return Order(man.id, "heal") if man.soldier.has(MEDIC) else None


def spent_words(unit: Unit, orders: Sequence[Order]) -> str:
    """What a unit does with an AP, as a sentence: 'A1 Leader moves', 'A2 Fire team: 2 move and 1 aims'."""
    deeds = {order.deed for order in orders if order.deed != "nothing"}
    if not deeds:
        return unit.does("waits")
    if len(deeds) == 1 and (unit.left == 1 or len(orders) == unit.left):
        verb, _, rest = DEEDS[deeds.pop()].partition(" ")
        return f"{unit.does(verb)} {rest_of(unit, rest)}".rstrip()
    return f"{unit.name}: {told(unit, orders)}"


def rest_of(unit: Unit, rest: str) -> str:
    """The rest of a deed in words, of which the second verb goes with the unit too: 'and shoots', 'or loads'."""
    word, _, verb = rest.partition(" ")
    return f"{word} {verb_of(unit.name, verb)}" if word in ("and", "or") else rest


def told(unit: Unit, orders: Iterable[Order]) -> str:
    """Orders in words: '4 shoot or load and 1 moves'."""
    counts = Counter(order.deed for order in orders if order.deed != "nothing")
    return listed([f"{count} {DEEDS[deed] if count == 1 else MANY[deed]}" for deed, count in counts.items()])
