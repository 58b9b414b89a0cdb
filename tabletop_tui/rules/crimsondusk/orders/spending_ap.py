"""An AP is spent (CD-AP-2): what it does to aims, loading and heavy weapons, then movement, then shooting."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import evolve

from tabletop_tui.engine.codec import added
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter, Shooters
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import Heal
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage, pairs_in_contact
from tabletop_tui.rules.crimsondusk.moving.model_orders import FIRING, GOING, MEDIC, TREATING, Orders, spent_words
from tabletop_tui.rules.crimsondusk.moving.move_choice import ChooseMove
from tabletop_tui.rules.crimsondusk.moving.section_march import Walk, Ways
from tabletop_tui.rules.crimsondusk.orders.reorganising import Reunite
from tabletop_tui.rules.crimsondusk.shooting.pinning import CeaseFire, OpenFire
from tabletop_tui.rules.crimsondusk.shooting.shots_by_weapon import fire_steps
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.state.weapons import crewed, crews_of, made_ready, missing_of


@frozen
class SpendPoint(Step):
    says = "One AP of the whole section, each model with its own order: all movement first, then all shooting."
    unit: str
    orders: Orders
    rules = ("CD-AP-2", "CD-TRAIT-17")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} spends an AP"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        resting = spent_out(battle, unit)
        unit.spent += 1
        if self.orders:
            text = f"{spent_words(unit, self.orders)} (AP {unit.spent} of {battle.points_of(unit)})"
            game.emit(Event(text, ("CD-AP-2",), unit.seat))
        going = tuple((order.man, order.deed == "run") for order in self.orders if order.deed in GOING)
        stunned = [man.id for man in unit.men if battle.is_stunned(man)]
        shooters = work(unit, self.orders, stunned, resting)
        move = ChooseMove(unit.id, going, alone=not shooters and len(going) == len(self.orders))
        steps: list[Step] = [move, Reunite(unit.id), Engage(unit.id)] if going else []
        if shooters:
            firing = {one.man for one in shooters}
            others = [one.man for one in self.orders if one.deed != "nothing" and one.man not in firing]
            steps.append(Shoot(unit.id, shooters, (*others, *stunned, *resting)))
        steps += [Heal(unit.id, medic) for medic in treat(unit, self.orders)]
        game.push(*steps, Engage(unit.id))


@frozen
class Shoot(Step):
    title = "Shoot"
    says = "Whoever was to shoot with this AP does so, if the way there has left him able to and out of contact."
    unit: str
    shooters: Shooters
    busy: tuple[str, ...] = added(())
    """Who does something else in this AP, or cannot do anything: they serve no gun (CD-TRAIT-10)."""
    rules = ("CD-AP-2", "CD-OW-5", "CD-ACT-5", "CD-MOVE-3", "CD-TRAIT-10")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        foes = [battle.units[name] for name in unit.foes]
        fighting = {unit.men[number].id for foe in foes for number, _ in pairs_in_contact(unit, foe)}
        there = [one for one in self.shooters if unit.number(one.man) is not None and one.man not in fighting]
        left = self.served(game, unit, there) if unit.frozen != unit.spent else ()
        if left:
            game.push(OpenFire(unit.id), *fire_steps(unit, left), CeaseFire(unit.id))

    def served(self, game: Game[Battle], unit: Unit, shooters: Sequence[Shooter]) -> Shooters:
        """They with the crews that they have now: fire on the way may have taken some of a gun's (CD-OW-5).

        One that has become too slow for this AP by it has begun another shot.
        """
        guns = [(unit.man(one.man), unit.weapon(one.man, one.weapon)) for one in shooters]
        crews, found = crews_of(unit, guns, self.busy), []
        for one, (man, weapon) in zip(shooters, guns, strict=True):
            missing = max(one.missing, missing_of(crews, man, weapon))
            paid = crewed(weapon, one.missing).aps
            if crewed(weapon, missing).aps > paid:
                unit.alter([one.man], loading=weapon.id, paid=paid)
                text = f"{one.man} has too few left to serve the {weapon.name} in this AP, and loads on"
                game.emit(Event(text, ("CD-TRAIT-10",), unit.seat))
            else:
                found.append(evolve(one, missing=missing))
        return tuple(found)


@frozen
class Charge(Step):
    title = "Charge"
    says = "An AP in which all who can go into contact with an enemy section, or nearer to it (CD-MOVE-3)."
    unit: str
    ways: Ways
    running: bool
    rules = ("CD-MOVE-3", "CD-AP-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        forget_work(unit, spent_out(battle, unit))
        unit.spent += 1
        runners = tuple(name for name, _ in self.ways) if self.running else ()
        game.push(Walk(unit.id, self.ways, runners), Engage(unit.id))


def spent_out(battle: Battle, unit: Unit) -> list[str]:
    """Who has no AP left while others of his section may have: an AP of theirs is none of his (CD-AP-3)."""
    return [man.id for man in unit.hands if unit.spent >= battle.points_of_man(unit, man)]


def work(
    unit: Unit, orders: Orders, stunned: Collection[str] = (), resting: Collection[str] = ()
) -> tuple[Shooter, ...]:
    """What orders do to loading, aims and heavy weapons; the shots that are due now (CD-WPN-3, CD-AIM-1).

    Nobody can order the stunned, nor those who rest for their own AP are spent: they serve no gun (CD-TRAIT-10), and
    who rests keeps his aim for the next turn (CD-AIM-2).
    """
    idle = (*stunned, *resting)
    busy = {order.man: order for order in orders if order.deed != "nothing"}
    serving = [one for one in busy.values() if one.deed in (*FIRING, "ready")]
    guns = [(unit.man(one.man), unit.weapon(one.man, one.weapon)) for one in serving]
    crews = crews_of(unit, guns, [*busy, *idle])
    shooters = []
    for man in unit.hands:
        order = busy.get(man.id)
        if order is None or order.deed not in FIRING:
            continue
        weapon = unit.weapon(man.id, order.weapon)
        missing = missing_of(crews, man, weapon)
        weapon = crewed(weapon, missing)
        paid = 1 + (man.paid if man.loading == weapon.id else 0)
        aimed = man.aimed == weapon.id
        if paid >= weapon.aps:
            shooters.append(Shooter(man.id, weapon.id, man.moved, aimed, missing))
            unit.alter([man.id], loading="", paid=0, aimed="")
        else:
            unit.alter([man.id], loading=weapon.id, paid=paid)
    forget_work(unit, [*resting, *(order.man for order in orders if order.deed in (*FIRING, "heal"))])
    for order in orders:
        if order.deed == "aim":
            unit.alter([order.man], aimed=order.weapon)
        elif order.deed == "ready":
            ready = made_ready(unit, unit.man(order.man), crews[order.man])
            unit.alter([order.man], unready=ready.unready, movers=ready.movers)
    return tuple(shooters)


def treat(unit: Unit, orders: Orders) -> list[str]:
    """The medics who have worked for 3 AP without a break (CD-EQ-MEDI)."""
    done = []
    for order in orders:
        man = unit.man(order.man)
        if order.deed == "heal":
            paid = 1 + (man.paid if man.loading == MEDIC else 0)
            ready = paid >= TREATING
            unit.alter([man.id], loading="" if ready else MEDIC, paid=0 if ready else paid, aimed="")
            done += [man.id] if ready else []
    return done


def forget_work(unit: Unit, but: Collection[str]) -> None:
    """All lose their aim and what they have paid for a slow weapon but those who fire, or rest (CD-WPN-3).

    The end of a turn takes neither away: an aim may be used with the first AP of the next one (CD-AIM-2).
    """
    lost = [man.id for man in unit.hands if man.id not in but and (man.aimed or man.paid)]
    if lost:
        unit.alter(lost, aimed="", loading="", paid=0)
