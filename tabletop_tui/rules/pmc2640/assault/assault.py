"""Assaults (PMC-ASSLT): reaction fire, contact, and attack rolls in turn until one side is Broken or gone."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.damage.damage import (
    BEATEN,
    RollHits,
    assault_table,
    hit_counts,
    roll_attack,
    shooting_table,
    wipe_out,
)
from tabletop_tui.rules.pmc2640.reactions.reaction_fire import AssaultMarch, React, reactors, stopped
from tabletop_tui.rules.pmc2640.shooting.attack_odds import (
    Outcome,
    State,
    after_hits,
    average,
    damage_of,
    fate_of,
    fight,
    state_of,
)
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, crossfire, defence, firepower
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import weapons_for
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.unit_refusals import in_reserve
from tabletop_tui.rules.pmc2640.ways import charge_move, forced_moves
from tabletop_tui.skirmish.battle import not_of

EXTRA_MOVE = 2
FALL_BACK = 1


def refuse_assault(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot assault another: out of reach by a Move with its terrain penalties (PMC-ASSLT-1)."""
    return charge_move.no_contact(battle, unit, target, unit.type.move + EXTRA_MOVE)


@frozen
class ChooseAssaulted(Ask):
    title = "Choose whom to assault"
    says = "The owner chooses an enemy unit that a Move could reach; no line of sight is asked for."
    unit: str
    rules = ("PMC-ASSLT-1",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        options = [
            Option(enemy.id, enemy.name, refuse_assault(battle, unit, enemy), target=enemy.id, rule="PMC-ASSLT-1")
            for enemy in battle.enemies(unit.seat)
        ]
        options.sort(key=lambda o: (o.refusal is not None, distances.distance(battle, unit, battle.units[o.key])))
        why_not = named(battle.units, not_of(battle, 1 - unit.seat, "PMC-ASSLT-1"), in_reserve)
        prompt = f"{unit.does('assaults')} whom?"
        return Pick(unit.seat, prompt, options, about=unit.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(
            React(self.unit, answer),
            Approach(self.unit, answer),
            Contact(self.unit, answer),
        )

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[answer]
        reacting = [other.name for other in reactors(battle, unit, target, ())]
        lines = [Line("target", target.name, mood="head")]
        if target.broken:
            lines.append(Line("Broken", "destroyed on contact", rules=("PMC-ASSLT-13",), mood="good"))
        else:
            plus = assault_bonus(unit)
            lines.append(Line("first roll", f"D10 + {plus.total}", plus, plus.rules))
            against = f"Defence {target.type.defence}"
            lines.append(Line("against", against, rules=("PMC-ASSLT-7", "PMC-ASSLT-9")))
        shooting = Line("may shoot", ", ".join(reacting) or "nobody", rules=("PMC-ASSLT-3",))
        lines.append(evolve(shooting, mood="bad" if reacting else ""))
        return preview_assault(battle, unit, target, lines)


# ---------------------------------------------------------------- what it would come to
def preview_assault(battle: Battle, unit: Unit, target: Unit, lines: list[Line]) -> Preview:
    """How the assault ends, if nobody shoots at the attackers and if all do who may now.

    What is told of the attackers' first roll alone is called 'first', as everything else is told of the whole fight.
    """
    chances = outcome_chances(target, outcome(unit, target, {state_of(unit): 1.0}))
    if (answered := under_fire(battle, unit, target)) is not None:
        chances.append(Chance("stopped, if all shoot", answered.stopped))
        chances.append(Chance("won, if all shoot", outcome(unit, target, answered.going_on).won))
        if not unit.vehicle:
            lost = f"{answered.lost:.1f} of {counted(unit.left, 'model')} lost"
            lines.append(Line("if all shoot", lost, rules=("PMC-ASSLT-3",), mood="bad"))
    expected, counts = None, ""
    if not target.broken:
        hits, table = hit_counts(assault_bonus(unit).total, target.type.defence), assault_table(target.type)
        chances += [Chance(f"first: {counted(number, 'hit')}", p) for number, p in enumerate(hits) if p]
        if target.vehicle:
            expected, counts = odds.mean(damage_of(hits, table)), "Damage points at first"
        else:
            fate = fate_of(target, hits, table)
            lines.append(evolve(average(fate), label="first, on average"))
            expected, counts = fate.lost, "models lost at first"
    return Preview(tuple(lines), tuple(chances), expected, counts)


def outcome(unit: Unit, target: Unit, starts: Mapping[State, float]) -> Outcome:
    """How the assault ends whose attackers come into contact in one of these states, each with its chance."""
    if target.broken:
        return Outcome(target_destroyed=sum(starts.values()))
    return fight(unit.type, starts.items(), target.type, state_of(target))


def outcome_chances(target: Unit, end: Outcome) -> list[Chance]:
    """The ends of an assault in words."""
    chances = [] if target.vehicle or target.broken else [Chance("enemy Broken", end.target_broken)]
    chances.append(Chance("enemy destroyed", end.target_destroyed))
    return [*chances, Chance("own unit Broken", end.broken), Chance("own unit destroyed", end.destroyed)]


@frozen
class Answered:
    """What comes of the attackers on their way if all shoot who may."""

    stopped: float
    """The chance that they do not get there."""
    going_on: dict[State, float]
    """Else the states in which they do, each with its chance."""
    lost: float
    """How many models they lose on average."""


def under_fire(battle: Battle, unit: Unit, target: Unit) -> Answered | None:
    """What comes of the attackers if all shoot who may now; None if nobody may.

    All shoot with their main weapons if they can, from where everybody stands, one after another.
    """
    shooters = reactors(battle, unit, target, ())
    if not shooters:
        return None
    probe = battle.clone()
    attacker = probe.units[unit.id]
    going, stopped, lost = {state_of(unit): 1.0}, 0.0, 0.0
    for shooter in shooters:
        weapon = weapons_for(battle, shooter, unit, "reaction")[0]
        attack = Attack(shooter.id, unit.id, weapon, "reaction")
        hits = hit_counts(firepower(probe, attack).total, defence(probe, attack).total)
        table = shooting_table(attacker, crossfire(probe, shooter, attacker))
        attacker.shot_by = (*attacker.shot_by, shooter.id)
        after: dict[State, float] = {}
        for state, p in going.items():
            for end, share in after_hits(state, hits, table).items():
                lost += p * share * (state[0] - end[0])
                if not end[0] or end[1] > unit.type.morale_of(end[0]):
                    stopped += p * share
                else:
                    after[end] = after.get(end, 0.0) + p * share
        going = after
    return Answered(stopped, going, lost)


# ---------------------------------------------------------------- contact
@frozen
class Approach(Step):
    title = "Approach"
    says = "The attackers go the shortest way, up to 1 in from the target."
    attacker: str
    target: str
    rules = ("PMC-ASSLT-2", "PMC-ASSLT-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if not stopped(battle, self.attacker):
            unit, target = battle.units[self.attacker], battle.units[self.target]
            game.push(AssaultMarch(unit.id, charge_move.approach(battle, unit, target), target.id))


@frozen
class Contact(Step):
    title = "Contact"
    says = "Into base contact, unless reaction fire has stopped it; a Broken unit that is reached is destroyed."
    attacker: str
    target: str
    rules = ("PMC-ASSLT-5", "PMC-ASSLT-6", "PMC-ASSLT-13")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.reacted = ()
        unit, target = battle.units[self.attacker], battle.units[self.target]
        if stopped(battle, self.attacker):
            if unit.on_table:
                game.emit(Event(f"The assault fails: {unit.does('is')} {unit.status}", ("PMC-ASSLT-5",), unit.seat))
            return
        battle.contested = target.building
        charge_move.touch(battle, unit, target)
        game.emit(Event(f"{unit.does('is')} in contact with {target.name}", ("PMC-ASSLT-6",), unit.seat))
        if target.broken:
            game.emit(Event(f"{target.does('is')} Broken and destroyed on contact", ("PMC-ASSLT-13",), unit.seat))
            wipe_out(game, target, unit.id, BEATEN)
            forced_moves.take_building(battle, unit, battle.contested)
        else:
            game.push(Fight(self.attacker, self.target, 0))


def assault_bonus(unit: Unit) -> Tally:
    """What is added to the D10 in an assault (PMC-ASSLT-7); terrain has no part in it (PMC-ASSLT-9)."""
    tally = Tally("Assault", unit.type.assault, unit.type.name, "PMC-ASSLT-7")
    return tally.plus(unit.type.model_bonus(unit.left), f"for {counted(unit.left, 'model')}", "PMC-ASSLT-7")


@frozen
class Fight(Step):
    title = "Fight"
    says = "One attack roll; the assaulting unit's first, then the other's, in turn."
    attacker: str
    target: str
    number: int
    """Even when the assaulting unit strikes."""
    rules = ("PMC-ASSLT-7", "PMC-ASSLT-8", "PMC-ASSLT-11")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        striker, struck = battle.units[self.attacker], battle.units[self.target]
        if self.number % 2:
            striker, struck = struck, striker
        against = Tally("Defence", struck.type.defence, struck.type.name, "PMC-ASSLT-7")
        why = f"{striker.does('fights')} {struck.name}"
        hits = roll_attack(game, striker.seat, why, assault_bonus(striker), against, self.rules)
        rolls = RollHits(struck.id, hits, assault_table(struck.type), striker.seat, striker.id, BEATEN)
        game.push(rolls, Settle(self))


@frozen
class Settle(Step):
    title = "The fight is settled"
    says = "The fight goes on until one unit is Broken or gone; the Broken one falls back 1 in."
    fight: Fight
    rules = ("PMC-ASSLT-11", "PMC-ASSLT-12", "PMC-BLDG-9")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.fight.attacker], battle.units[self.fight.target]
        if not unit.on_table:
            return
        if not target.on_table:
            forced_moves.take_building(battle, unit, battle.contested)
            return
        loser = next((one for one in (unit, target) if one.broken), None)
        if loser is None:
            game.push(evolve(self.fight, number=self.fight.number + 1))
            return
        game.emit(Event(f"{loser.does('is')} Broken and must fall back", self.rules, loser.seat))
        forced_moves.fall_back(battle, loser, unit if loser is target else target, FALL_BACK)
        if loser is target:
            forced_moves.take_building(battle, unit, battle.contested)
