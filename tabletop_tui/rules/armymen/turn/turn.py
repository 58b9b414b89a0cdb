"""Rounds and activations (AMC-ROUND, AMC-ACT): who goes next, and the tests before it acts."""

from __future__ import annotations

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Closed, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import arrivals
from tabletop_tui.engine.roll_off import roll_off
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.damage.damage import pinned_test
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import chance, words
from tabletop_tui.rules.armymen.state.victory import score
from tabletop_tui.rules.armymen.turn.actions import ChooseAction
from tabletop_tui.skirmish.battle import not_of

ACTIVATED = Refusal("activated this round already", "AMC-ROUND-1")
RECOVERS = Tally("To activate", 4, "damaged", "AMC-DMG-2")


@frozen
class BeginRound(Step):
    title = "Begin the round"
    says = "A round lasts until every unit has been activated."
    rules = ("AMC-ROUND-1", "AMC-PREP-10")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.round += 1
        battle.phase = "Activation"
        game.emit(Began(f"Round {battle.round}", ("AMC-ROUND-1",), level="round", number=battle.round))
        for unit in battle.units.values():
            unit.activated = False
        game.push(*arrivals(game), NextActivation(), EndRound())


@frozen
class NextActivation(Step):
    title = "Next activation"
    says = (
        "Both roll a D6 and add their units not yet activated; the higher total activates one. Ties are rolled again."
    )
    rules = ("AMC-ROUND-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.active = ""
        waiting = [len(battle.waiting(seat)) for seat in (0, 1)]
        if not any(waiting):
            return
        seat = roll_for_activation(game, waiting) if all(waiting) else int(waiting[1] > 0)
        left = battle.waiting(seat)
        # Of one that is left there is nothing to choose, for nobody may pass.
        game.push(ChooseUnit(seat) if len(left) > 1 else Activate(left[0].id), NextActivation())


def roll_for_activation(game: Game[Battle], waiting: list[int]) -> int:
    """The seat that activates next."""

    def roll_of(seat: int) -> Check:
        adds = Tally("Waiting", waiting[seat], "still to activate", "AMC-ROUND-2")
        return Check(seat, "who activates next", adds=adds, rules=("AMC-ROUND-2",))

    return roll_off(game, roll_of, ("AMC-ROUND-2",))


@frozen
class ChooseUnit(Ask):
    title = "Choose a unit"
    says = "The winner of the roll activates one of his units; there is no passing."
    seat: int
    rules = ("AMC-ROUND-1", "AMC-ROUND-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [unit_option(unit) for unit in battle.side(self.seat)]
        why_not = named(battle.units, not_of(battle, self.seat, "AMC-ROUND-1"))
        return Pick(self.seat, "Activate which unit?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Activate(answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        return preview_tests(game.state.units[answer])


def unit_option(unit: Unit) -> Option:
    """A unit to activate; one aboard a vehicle is found there. A Pinned one may be destroyed by it (AMC-MORALE-6)."""
    done = ACTIVATED if unit.activated else None
    inside = f" (in {unit.aboard})" if unit.aboard else ""
    where, name = unit.aboard or unit.id, unit.name + inside
    return Option(unit.id, name, done, target=where, rule="AMC-ROUND-2", deliberate=unit.pinned)


def preview_tests(unit: Unit) -> Preview | None:
    """The test that a Pinned unit or a damaged vehicle takes before it acts; None for a unit that simply acts."""
    if unit.pinned:
        passed = chance(unit)
        line = Line("Pinned", f"{words(unit)} or destroyed", rules=("AMC-MORALE-3", "AMC-MORALE-6"), mood="bad")
        return Preview((line,), (Chance("may act", passed), Chance("is destroyed", 1 - passed)))
    if unit.rattled:
        passed = (7 - RECOVERS.total) / 6
        line = Line("damaged", f"{RECOVERS.total}+ to activate", rules=("AMC-DMG-2",), mood="bad")
        return Preview((line,), (Chance("may act", passed), Chance("loses its activation", 1 - passed)))
    return None


@frozen
class Activate(Step):
    says = "An activation begins: what lasted until then ends, a Pinned unit and a damaged vehicle are tested first."
    unit: str
    rules = ("AMC-ACT-1", "AMC-MORALE-3", "AMC-DMG-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is activated"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        text = f"{battle.seat_names[unit.seat]} activates {unit.name}"
        game.emit(Began(text, ("AMC-ROUND-1",), unit.seat, "activation", battle.round, unit.id))
        battle.active, battle.mined, battle.thinned = unit.id, (), ()
        unit.activated, unit.hunkered, unit.guarding = True, False, False
        if unit.pinned and not pinned_test(game, unit):
            return
        if unit.rattled:
            unit.rattled = False
            if not game.check(Check(unit.seat, f"{unit.name}: damaged, test to activate", RECOVERS)).passed:
                text = f"{unit.does('loses')} this activation"
                game.emit(Status(text, ("AMC-DMG-2",), unit.seat, unit.id, "activation lost"))
                return
        game.push(ChooseAction(unit.id))


# ---------------------------------------------------------------- the end of a round
@frozen
class EndRound(Step):
    title = "End the round"
    says = "After the last round the points are counted."
    rules = ("AMC-PREP-10",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Closed(f"Round {battle.round} is over", ("AMC-ROUND-1",), level="round", number=battle.round))
        if battle.round >= battle.scenario.rounds:
            score(game)
        else:
            game.push(BeginRound())
