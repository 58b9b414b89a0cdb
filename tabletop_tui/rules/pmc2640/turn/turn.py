"""The turn (PMC-TURN): beginning, reserve, action and end phase, with alternate activation."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Closed, Event, Fell, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Number, Option, Pick, Question, named
from tabletop_tui.engine.roll_off import roll_off
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.moving.reserves import ReservePhase
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.unit_refusals import among, in_reserve
from tabletop_tui.rules.pmc2640.state.victory import at_the_end, finish, roll_for_end, victory
from tabletop_tui.rules.pmc2640.turn.activation import Activate, refuse_activation
from tabletop_tui.rules.pmc2640.turn.fleeing import FleePhase
from tabletop_tui.skirmish.battle import always, not_of

RALLIES = Tally("Rally", 4, "4, 5 or 6", "PMC-BEGIN-2")
REPAIRS = Tally("Repair", 4, "4, 5 or 6", "PMC-BEGIN-4")
FLEES_ABOVE = 3
"""A unit with more Suppression points than this many times its Morale is removed (PMC-SUPP-4)."""
FIRST = "who activates first"
"""What the two dice at the start of a turn are for (PMC-BEGIN-1)."""


# ---------------------------------------------------------------- beginning phase
@frozen
class BeginningPhase(Step):
    title = "Beginning phase"
    says = "A new turn: who goes first, then every unit rallies and every vehicle repairs."
    rules = ("PMC-TURN-1", "PMC-BEGIN-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.turn += 1
        battle.phase = "Beginning"
        game.emit(Began(f"Turn {battle.turn}", self.rules, level="round", number=battle.turn))
        for unit in battle.units.values():
            unit.activated = False
            unit.shot_by = ()
        battle.first = roll_initiative(game)
        game.emit(Event(f"{battle.seat_names[battle.first]} activates first", ("PMC-BEGIN-1",), battle.first))
        game.push(*(RallyAll(seat, ()) for seat in battle.order()), ReservePhase(), ActionPhase())


def roll_initiative(game: Game[Battle]) -> int:
    """Both roll a D6; the higher goes first, ties are rolled again."""
    rules = ("PMC-BEGIN-1",)
    return roll_off(game, lambda seat: Check(seat, FIRST, rules=rules), rules)


@frozen
class RallyAll(Step):
    title = "Rally all"
    says = "A player's units rally one by one; the owner chooses the order where it can matter."
    idle = "Nobody else needs to rally."
    seat: int
    done: tuple[str, ...]
    rules = ("PMC-BEGIN-2", "PMC-BEGIN-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        waiting = [u for u in battle.side(self.seat) if u.id not in self.done and (u.suppression or u.damage)]
        if not waiting:
            return
        # The order matters only while an Inspiring unit may itself be removed before others have used it.
        inspiring = [u for u in waiting if u.type.inspiring and u.suppression > FLEES_ABOVE * u.morale]
        if inspiring and len(waiting) > 1:
            game.push(ChooseRallying(self.seat, self.done))
        else:
            game.push(Rally(waiting[0].id), RallyAll(self.seat, (*self.done, waiting[0].id)))


@frozen
class ChooseRallying(Ask):
    title = "Choose who rallies next"
    says = "The owner chooses which unit rallies next."
    seat: int
    done: tuple[str, ...]
    rules = ("PMC-BEGIN-2",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(u.id, f"{u.name}, {counted(u.suppression, 'point')}", target=u.id, rule="PMC-BEGIN-2")
            for u in battle.side(self.seat)
            if u.id not in self.done and (u.suppression or u.damage)
        ]
        why_not = named(
            battle.units,
            not_of(battle, self.seat, "PMC-BEGIN-2"),
            in_reserve,
            among(self.done, "has rallied already", "PMC-BEGIN-2"),
            always("has no points to take off", "PMC-BEGIN-2"),
        )
        return Pick(self.seat, "Which unit rallies next?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Rally(answer), RallyAll(self.seat, (*self.done, answer)))


@frozen
class Rally(Step):
    says = "As many D6 as its Morale (a vehicle's Structure); each 4 or more removes a point."
    unit: str
    rules = ("PMC-BEGIN-2", "PMC-BEGIN-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} rallies"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.vehicle:
            repairs = Check(unit.seat, f"{unit.does('repairs')}", REPAIRS, dice=unit.type.morale, bulk=True)
            removed = min(unit.damage, game.check(repairs).count)
            unit.damage -= removed
            game.emit(
                Status(
                    f"{unit.name}: {counted(unit.damage, 'Damage point')} left",
                    ("PMC-BEGIN-4",),
                    unit.seat,
                    unit.id,
                    "Damage",
                    False,
                )
            )
            return
        dice = unit.morale
        good = game.check(Check(unit.seat, f"{unit.does('rallies')}", RALLIES, dice=dice, bulk=True)).count
        if good < min(dice, unit.suppression) and inspired(battle, unit):
            game.push(ChooseRerolls(unit.id, good, dice - good))
        else:
            game.push(Rallied(unit.id, good))


def inspired(battle: Battle, unit: Unit) -> bool:
    """Whether an Inspiring presence within 12 in lets a unit re-roll its rally dice (PMC-SR-9)."""
    return not unit.type.command and any(
        other is not unit
        and other.type.inspiring
        and unit.type.tier < other.type.tier + 2
        and distances.within(battle, unit, other, 12)
        for other in battle.side(unit.seat)
    )


@frozen
class ChooseRerolls(Ask):
    title = "Choose re-rolls"
    says = "Inspiring presence: each failed die may be rolled once more."
    unit: str
    good: int
    failed: int
    rules = ("PMC-SR-9",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        many = f"how many of the {self.failed} failed dice" if self.failed > 1 else "the failed die (1) or not (0)"
        prompt = f"{unit.name}: re-roll {many}?"
        return Number(unit.seat, prompt, about=unit.id, rules=self.rules, low=0, high=self.failed)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Reroll(self.unit, self.good, answer))


@frozen
class Reroll(Step):
    title = "Re-roll"
    says = "The second result of a re-rolled die stands."
    unit: str
    good: int
    dice: int
    rules = ("PMC-SR-9",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        good = self.good
        if self.dice:
            why = f"{unit.name} re-rolls"
            again = Check(unit.seat, why, RALLIES, dice=self.dice, rules=("PMC-SR-9",), bulk=True)
            good += game.check(again).count
        game.push(Rallied(unit.id, good))


@frozen
class Rallied(Step):
    title = "Points come off"
    says = "Points come off; a unit that still has more than three times its Morale is removed and counts as fled."
    unit: str
    good: int
    rules = ("PMC-BEGIN-2", "PMC-BEGIN-3", "PMC-SUPP-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        before = unit.status
        unit.suppression -= min(unit.suppression, self.good)
        text = f"{unit.name}: {counted(unit.suppression, 'Suppression point')} left{told(before, unit.status)}"
        game.emit(Status(text, ("PMC-BEGIN-2",), unit.seat, unit.id, "Suppression", False))
        if unit.suppression > FLEES_ABOVE * unit.morale:
            battle.remove(unit, "fled")
            text = f"{unit.does('has')} fled from the table"
            game.emit(Fell(text, ("PMC-BEGIN-3",), unit.seat, unit.id, cause=unit.gone))


def told(before: str, now: str) -> str:
    """What has become of a unit that was Suppressed or Broken, for the end of a sentence."""
    if not before:
        return ""
    return f", still {now}" if now == before else f", now {now or 'steady'}"


# ---------------------------------------------------------------- action phase
@frozen
class ActionPhase(Step):
    title = "Action phase"
    says = "Players alternate in activating units; who has several times as many steady units activates more in a row."
    rules = ("PMC-GEN-8", "PMC-OVER-1", "PMC-OVER-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "Action"
        game.emit(Began("Action phase", self.rules, level="phase", number=battle.turn))
        for unit in battle.units.values():
            unit.shot_by = ()
        steady = [sum(not unit.suppressed for unit in battle.side(seat)) for seat in (0, 1)]
        battle.in_a_row = tuple(in_a_row(steady[seat], steady[1 - seat]) for seat in (0, 1))
        battle.done = (False, False)
        for seat in (0, 1):
            if battle.in_a_row[seat] > 1:
                many = battle.in_a_row[seat]
                text = f"{battle.seat_names[seat]} outnumbers the enemy: {many} activations in a row"
                game.emit(Event(text, ("PMC-OVER-1",), seat))
        game.push(Go(battle.first, 0), FleePhase(), EndPhase())


def in_a_row(mine: int, theirs: int) -> int:
    """How many activations in a row: the whole part of the ratio, at least 1; all against none (PMC-OVER-1)."""
    return max(1, mine // theirs) if theirs else max(1, mine)


def eligible(battle: Battle, seat: int) -> Iterator[Unit]:
    """The units that could be activated now: fresh, steady, and with something to do (PMC-SUPP-6, PMC-GEN-11)."""
    return (unit for unit in battle.side(seat) if refuse_activation(battle, unit) is None)


@frozen
class Go(Step):
    title = "Next activation"
    says = "One player's go: as many activations as are due, then the other's; the phase ends when both are done."
    seat: int
    made: int
    """Activations made in this go."""
    rules = ("PMC-GEN-8", "PMC-GEN-10", "PMC-OVER-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.active = ""
        seat, made = self.seat, self.made
        if made >= battle.in_a_row[seat]:
            seat, made = 1 - seat, 0
        for candidate in (seat, 1 - seat):
            if not battle.done[candidate]:
                if any(eligible(battle, candidate)):
                    game.push(ChooseUnit(candidate, made if candidate == seat else 0))
                    return
                quit_phase(battle, candidate)


def quit_phase(battle: Battle, seat: int) -> None:
    battle.done = tuple(done or number == seat for number, done in enumerate(battle.done))


@frozen
class ChooseUnit(Ask):
    title = "Choose a unit"
    says = "The player activates a unit, or quits for the rest of the phase."
    seat: int
    made: int
    rules = ("PMC-GEN-8", "PMC-GEN-9", "PMC-GEN-10")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [
            Option(unit.id, unit.name, refuse_activation(battle, unit), target=unit.id, rule="PMC-GEN-8")
            for unit in battle.side(self.seat)
        ]
        able = sum(option.refusal is None for option in options)
        told = f"{counted(able, 'unit')} could still act: quit the phase?"
        says = "No more of your units act this phase."
        options.append(Option("quit", "Quit the phase", rule="PMC-GEN-10", hotkey="q", says=says, warning=told))
        due = battle.in_a_row[self.seat]
        more = f" ({self.made + 1} of {due} in a row)" if due > 1 and not battle.done[1 - self.seat] else ""
        why_not = named(battle.units, not_of(battle, self.seat, "PMC-GEN-8"), in_reserve)
        return Pick(self.seat, f"Activate which unit?{more}", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        if answer == "quit":
            quit_phase(battle, self.seat)
            game.emit(Event(f"{battle.seat_names[self.seat]} quits the phase", ("PMC-GEN-10",), self.seat))
            game.push(Go(1 - self.seat, 0))
        else:
            game.push(Activate(answer), Go(self.seat, self.made + 1))


# ---------------------------------------------------------------- end phase
@frozen
class EndPhase(Step):
    title = "End phase"
    says = "Victory conditions are checked; from the last sure turn on a die may end the game."
    rules = ("PMC-END-1", "PMC-OBJ-1", "PMC-FIND-7", "PMC-FIND-8")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "End"
        game.emit(Began("End phase", ("PMC-END-1",), level="phase", number=battle.turn))
        met = [victory(game, seat) for seat in (0, 1)]
        winners = tuple(seat for seat in (0, 1) if met[seat])
        if len(winners) == 1:
            finish(game, winners, *met[winners[0]])
        elif winners:
            both = "; ".join(f"{battle.seat_names[seat]}: {met[seat][0]}" for seat in winners)
            finish(game, (), both, met[0][1])
        elif battle.turn >= battle.scenario.turns and roll_for_end(game):
            finish(game, *at_the_end(battle))
        else:
            close_turn(game)


def close_turn(game: Game[Battle]) -> None:
    """The turn is over: the journal notes it, and the next one begins."""
    battle = game.state
    game.emit(Closed(f"Turn {battle.turn} is over", ("PMC-END-1",), level="round", number=battle.turn))
    game.push(BeginningPhase())
