"""Assaults (PMC-ASSLT): reaction fire, contact, and attack rolls in turn until one side is Broken or gone."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from tabletop_tui.engine import odds
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.views import Chance, Line, Preview
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.pmc2640.damage.combat_odds import (
    Outcome,
    State,
    after_hits,
    damage_of,
    fate_of,
    fight,
    state_of,
)
from tabletop_tui.rules.pmc2640.damage.damage import (
    BEATEN,
    RollHits,
    assault_table,
    hit_counts,
    roll_attack,
    shooting_table,
    wipe_out,
)
from tabletop_tui.rules.pmc2640.shooting.shooting import (
    Attack,
    average,
    choose_weapon,
    crossfire,
    defence,
    firepower,
    preview_attack,
    refuse_both,
    weapons_for,
)
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.refusals import among, further, in_reserve, suppressed
from tabletop_tui.rules.pmc2640.ways import charge_move, forced_moves
from tabletop_tui.skirmish.battle import not_of
from tabletop_tui.table.bases import TINY

REACTION_REACH = 6
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
            React(self.unit, answer, True),
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


# ---------------------------------------------------------------- reaction fire
def reactors(battle: Battle, attacker: Unit, target: Unit, done: tuple[str, ...]) -> list[Unit]:
    """The unsuppressed target and enemies within 6 in of it that could shoot at the attackers now (PMC-ASSLT-3)."""
    return [
        unit
        for unit in battle.side(target.seat)
        if unit.id not in done
        and not unit.suppressed
        and distances.distance(battle, unit, target) <= REACTION_REACH + TINY
        and weapons_for(battle, unit, attacker, "reaction")
    ]


def stopped(battle: Battle, attacker: str) -> bool:
    """Whether the assault has ended before contact (PMC-ASSLT-5)."""
    unit = battle.units[attacker]
    return not unit.on_table or unit.suppressed


@frozen
class React(Step):
    title = "Reaction fire"
    says = "Offer reaction fire at one of its two moments: before the attackers move, and just before contact."
    attacker: str
    target: str
    near: bool = False
    """Whether the attackers have come, and stand 1 in away."""
    rules = ("PMC-ASSLT-3", "PMC-ASSLT-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if stopped(battle, self.attacker):
            return
        attacker, target = battle.units[self.attacker], battle.units[self.target]
        if reactors(battle, attacker, target, battle.reacted):
            game.push(ChooseReaction(self.attacker, self.target, self.near))


@frozen
class ChooseReaction(Ask):
    title = "Choose a reaction"
    says = "The other player chooses, unit by unit, who shoots now; each may shoot once in an assault."
    attacker: str
    target: str
    near: bool = False
    rules = ("PMC-ASSLT-3", "PMC-ASSLT-4")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker, target = battle.units[self.attacker], battle.units[self.target]
        options = [
            Option(unit.id, unit.name, target=unit.id, rule="PMC-ASSLT-3")
            for unit in reactors(battle, attacker, target, battle.reacted)
        ]
        wait, moment = ("Nobody shoots", "1 in away") if self.near else ("Nobody shoots now", "before it moves")
        options.append(Option("wait", wait, rule="PMC-ASSLT-4"))
        prompt = f"Reaction fire at {attacker.id}, {moment}: who shoots?"
        why_not = named(
            battle.units,
            not_of(battle, target.seat, "PMC-ASSLT-3"),
            in_reserve,
            among(battle.reacted, "has shot at this assault already", "PMC-ASSLT-3"),
            lambda unit: suppressed(unit, "PMC-ASSLT-3"),
            further(battle, target, REACTION_REACH, "PMC-ASSLT-3"),
            lambda unit: refuse_both(battle, unit, attacker, "reaction"),
        )
        return Pick(target.seat, prompt, options, about=target.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == "wait":
            return
        battle = game.state
        battle.reacted = (*battle.reacted, answer)
        shot = Attack(answer, self.attacker, "main", "reaction")
        game.push(*choose_weapon(battle, shot), React(self.attacker, self.target, self.near))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        if answer == "wait":
            return None
        weapons = weapons_for(battle, battle.units[answer], battle.units[self.attacker], "reaction")
        return preview_attack(battle, Attack(answer, self.attacker, weapons[0], "reaction"))


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
        if stopped(battle, self.attacker):
            return
        unit, target = battle.units[self.attacker], battle.units[self.target]
        path = charge_move.approach(battle, unit, target)
        game.emit(Moved(f"{unit.does('assaults')} {target.name}", self.rules, unit.seat, unit.id, path))


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
