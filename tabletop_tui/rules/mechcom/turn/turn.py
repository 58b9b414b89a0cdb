"""The round (MC-ROUND): Start phase, Activation phase with its actions, End phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import added
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import arrivals
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.stalemate import Stillness
from tabletop_tui.rules.mechcom.attacking.abilities import UseAbility, refuse_ability
from tabletop_tui.rules.mechcom.damage.damage import Explosions, harm
from tabletop_tui.rules.mechcom.moving.move_field import MoveField
from tabletop_tui.rules.mechcom.shooting.spotting import SPOT_COST
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.order_roll import roll_off
from tabletop_tui.rules.mechcom.state.stalemate import deserted, progress, round_over
from tabletop_tui.rules.mechcom.state.unit_refusals import always, gone, not_of, why_no_action
from tabletop_tui.rules.mechcom.state.victory import ScoreRound, end_by_score, scenario_over
from tabletop_tui.rules.mechcom.turn.actions import (
    ToClear,
    ToEnd,
    ToMove,
    ToPickUp,
    ToSpot,
    ToUse,
    UnitAction,
    abilities_of,
    any_allowed,
    attacks_of,
    deployable_actions,
)
from tabletop_tui.rules.mechcom.turn.malfunctioning_ai import ConsultTable

DEPLOYABLE_COST = 1
BURN_DAMAGE = 1
RECOVERS = Tally("Recover", 6, "Malfunctioning", "MC-COND-8")


# ---------------------------------------------------------------- Start phase
@frozen
class StartPhase(Step):
    title = "Start phase"
    says = "Players roll off for the order of this round, all Energy is reset, start-of-round abilities are resolved."
    rules = ("MC-ROUND-1", "MC-START-1", "MC-START-2", "MC-START-3", "MC-START-4")
    joined: bool = added(False)
    """Whether those whom the story of the scenario brings in this round are there already."""

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if not self.joined:
            if not battle.round:  # so that a first round without events counts too
                battle.stillness = Stillness(progress(battle))
            battle.round += 1
            battle.phase = "Start"
            game.emit(Began(f"Round {battle.round}", ("MC-ROUND-1",), level="round", number=battle.round))
            if come := arrivals(game):
                game.push(*come, StartPhase(joined=True))
                return
        seats = [seat for seat in range(len(battle.squads)) if battle.mechs(seat)]
        battle.order = tuple(roll_off(game, seats, f"who goes first in round {battle.round}", ("MC-START-1",)))
        battle.go = 0
        for model in battle.models.values():
            model.energy = model.sheet.stats.energy
            model.activated = False
        uses = [
            UseAbility(mech.id, ability.name)
            for seat in battle.order
            for mech in battle.mechs(seat)
            for ability in mech.sheet.abilities
            if ability.timing == "start" and refuse_ability(battle, mech, ability) is None
        ]
        game.push(*uses, ActivationPhase())


# ---------------------------------------------------------------- Activation phase
@frozen
class ActivationPhase(Step):
    title = "Activation phase"
    says = "Players alternate in activating one mech each, in the order rolled."
    rules = ("MC-ACT-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "Activation"
        first = next((battle.seat_name(seat) for seat in battle.order if battle.mechs(seat)), "")
        # All may have fallen where a story is still to bring some.
        text = f"Activation phase, {first} goes first" if first else "Activation phase: no mech is on the table"
        game.emit(Began(text, self.rules, level="phase", number=battle.round))
        game.push(NextGo())


def waiting(battle: Battle, seat: int) -> list[Model]:
    """The mechs of a seat not yet activated this round; deployables have no go of their own (MC-DEPLOY-7)."""
    return [mech for mech in battle.mechs(seat) if not mech.activated]


@frozen
class NextGo(Step):
    title = "Next player's go"
    says = "The next player who has an unactivated mech activates one; when nobody has, the End phase comes."
    rules = ("MC-ACT-1", "MC-ACT-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for turn in range(len(battle.order)):
            go = (battle.go + turn) % len(battle.order)
            seat = battle.order[go]
            if mechs := waiting(battle, seat):
                battle.go = go + 1
                game.push(Activate(mechs[0].id) if len(mechs) == 1 else ChooseMech(seat))
                return
        game.push(EndPhase())


@frozen
class ChooseMech(Ask):
    title = "Choose a mech"
    says = "The player whose go it is chooses an unactivated mech; passing is not allowed."
    seat: int
    rules = ("MC-ACT-1", "MC-ACT-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        done = Refusal("already activated this round", "MC-ACT-2")
        options = [
            Option(mech.id, mech.name, done if mech.activated else None, target=mech.id, rule="MC-ACT-1")
            for mech in battle.mechs(self.seat)
        ]
        why_not = named(
            battle.models,
            not_of(battle, self.seat, "MC-ACT-1"),
            gone("MC-ACT-1"),
            always("is activated by its mech", "MC-DEPLOY-2"),
        )
        return Pick(self.seat, "Activate which mech?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(Activate(answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        mech = game.state.models[answer]
        if not mech.has("Malfunctioning"):
            return None
        line = Line("Malfunctioning", "a 6 clears it, else the AI table acts", rules=RECOVERS.rules, mood="bad")
        return Preview((line,), (Chance("may act", 1 / 6), Chance("AI table", 5 / 6)))


@frozen
class Activate(Step):
    says = "The mech's Energy is reset, Stunned takes half of it, and a Malfunctioning mech rolls for a 6."
    unit: str
    rules = ("MC-STAT-1", "MC-STAT-2", "MC-COND-8", "MC-COND-11")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is activated"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        mech = battle.models[self.unit]
        battle.turn += 1
        battle.active = mech.id
        mech.moved = False
        mech.energy = mech.sheet.stats.energy
        name = battle.seat_name(mech.seat)
        text = f"{name} activates {mech.name}, {mech.energy} Energy"
        game.emit(Began(text, self.rules, mech.seat, "activation", battle.turn, mech.id))
        if mech.has("Stunned"):
            lost = mech.energy // 2
            mech.energy -= lost
            game.emit(Event(f"{mech.name} is Stunned: loses {lost} Energy, {mech.energy} left", ("MC-COND-11",)))
        after: list[Step] = [EndActivation(mech.id)]
        if mech.has("Malfunctioning") and not recovers(game, mech):
            game.push(ConsultTable(mech.id), *after)
        else:
            game.push(NextAction(mech.id), *after)


def recovers(game: Game[Battle], model: Model) -> bool:
    """At the start of its activation a Malfunctioning model rolls 1D6; a 6 clears the condition (MC-COND-8)."""
    if game.check(Check(model.seat or 0, f"{model.name} tries to recover", RECOVERS, rules=("MC-COND-8",))).passed:
        conditions.lose(game, model, "Malfunctioning", "MC-COND-8")
        return True
    return False


@frozen
class NextAction(Step):
    title = "Next action"
    says = "The active mech may act as long as it can pay; one that has become Malfunctioning or fell is done."
    unit: str
    rules = ("MC-ACT-3", "MC-ACT-4", "MC-SHEET-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        mech = battle.models[self.unit]
        if not mech.hex or mech.has("Malfunctioning"):
            return
        # With less Energy than a Spot or an attack takes, often nothing at all is left to do: then nothing is asked.
        if mech.energy < SPOT_COST and not any_allowed(mech_actions(battle, mech)):
            if mech.energy:
                text = f"{mech.name} has {mech.energy} Energy left, too little for anything"
                game.emit(Event(text, ("MC-ACT-3",), mech.seat))
            return
        game.push(ChooseAction(self.unit))


@frozen
class ChooseAction(AskAction):
    title = "Choose an action"
    says = "The owner chooses an action that the mech can pay for, or ends the activation."
    unit: str
    rules = ("MC-ACT-3", "MC-ACT-5")

    def actions(self, game: Game[Battle]) -> Sequence[UnitAction]:
        battle = game.state
        mech = battle.models[self.unit]
        return [*mech_actions(battle, mech), ToEnd(battle, mech)]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        mech = battle.models[self.unit]
        prompt, why_not = f"{mech.name}: which action? ({mech.energy} Energy)", partial(why_no_action, battle, mech)
        return Pick(mech.seat or 0, prompt, self.options(game), about=mech.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if steps := self.chosen(game, answer).steps():
            game.push(*steps, NextAction(self.unit))


def mech_actions(battle: Battle, mech: Model) -> Iterator[UnitAction]:
    """Every action that this mech might ever take, whether or not it can take it now."""
    yield ToMove(battle, mech)
    yield ToSpot(battle, mech)
    yield from attacks_of(battle, mech)
    yield from (ToUse(battle, mech, ability) for ability in abilities_of(mech))
    if "deploy" in mech.sheet.effects:
        yield from (ToActivate(battle, mech, child) for child in battle.deployables(mech))
    held = (condition for condition in conditions.CLEARED_FOR_ENERGY if condition in mech.conditions)
    yield from (ToClear(battle, mech, condition) for condition in held)
    flags = (flag for flag in battle.flags() if battle.hostile(mech.seat, flag.seat))
    yield from (ToPickUp(battle, mech, flag) for flag in flags)


# ---------------------------------------------------------------- deployables
@frozen
class ToActivate(UnitAction):
    """A deployable of the mech on the table."""

    child: Model
    rule, price = "MC-DEPLOY-2", DEPLOYABLE_COST
    says = "Let this deployable take its one action: a move, an attack or an ability."

    @property
    def key(self) -> str:
        return f"deployable:{self.child.id}"

    @property
    def label(self) -> str:
        return f"Activate {self.child.name}"

    @property
    def target(self) -> str:
        return self.child.id

    def refuse(self) -> Refusal | None:
        return refuse_deployable(self.battle, self.unit, self.child)

    def steps(self) -> Sequence[Step]:
        return [ActivateDeployable(self.unit.id, self.child.id)]


def refuse_deployable(battle: Battle, mech: Model, child: Model) -> Refusal | None:
    """Why a mech cannot activate its deployable now, a Wing as any other (MC-DEPLOY-2 to MC-DEPLOY-5, MC-WING-1)."""
    if child.activated:
        return Refusal("already activated this round", "MC-DEPLOY-5")
    if mech.energy < DEPLOYABLE_COST:
        return Refusal(f"{DEPLOYABLE_COST} Energy needed, {mech.energy} left", "MC-DEPLOY-2")
    if not sight.senses(battle, mech, child.hex):
        return Refusal(f"outside the Sensors of {mech.name}", "MC-DEPLOY-4")
    if not child.has("Malfunctioning") and not any_allowed(deployable_actions(battle, child)):
        return Refusal("nothing that it could do", "MC-DEPLOY-3")
    return None


@frozen
class ActivateDeployable(Step):
    title = "Activate a deployable"
    says = "The parent pays 1 Energy; the deployable then performs exactly one action."
    parent: str
    unit: str
    rules = ("MC-DEPLOY-2", "MC-DEPLOY-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        parent, child = battle.models[self.parent], battle.models[self.unit]
        parent.energy -= DEPLOYABLE_COST
        child.activated = True
        child.moved = False
        battle.active = child.id
        game.emit(Event(f"{parent.name} activates {child.name}", self.rules, parent.seat))
        if child.has("Malfunctioning") and not recovers(game, child):
            game.push(ConsultTable(child.id), EndDeployable(child.id))
        elif not any_allowed(deployable_actions(battle, child)):
            # Only a Malfunctioning one is activated without an action that it could take.
            game.emit(Event(f"{child.name} has nothing that it could do", ("MC-DEPLOY-3",), parent.seat))
            game.push(EndDeployable(child.id))
        else:
            game.push(ChooseDeployableAction(child.id), EndDeployable(child.id))


@frozen
class ChooseDeployableAction(AskAction):
    title = "Choose its action"
    says = "One action: a move, an attack or an ability; Spotting is not among them."
    unit: str
    rules = ("MC-DEPLOY-3",)

    def actions(self, game: Game[Battle]) -> Sequence[UnitAction]:
        battle = game.state
        return list(deployable_actions(battle, battle.models[self.unit]))

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        child = battle.models[self.unit]
        prompt, why_not = f"{child.name}: its one action", partial(why_no_action, battle, child)
        return Pick(child.seat or 0, prompt, self.options(game), about=child.id, rules=self.rules, why_not=why_not)

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        """None: what it has is on the card of the deployable."""
        return None


@frozen
class EndDeployable(Step):
    title = "End its activation"
    says = "The end of a deployable's own turn: Burned damage, then conditions that end with it."
    unit: str
    rules = ("MC-TERM-4", "MC-COND-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        child = battle.models[self.unit]
        close_turn(game, child)
        battle.active = child.parent


# ---------------------------------------------------------------- the end of an activation
@frozen
class EndActivation(Step):
    says = "Burned damage, then conditions that end with the turn, then explosions that are due."
    unit: str
    rules = ("MC-BOOM-1", "MC-COND-3", "MC-TERM-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} ends its activation"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        mech = battle.models[self.unit]
        mech.activated = True
        game.push(Explosions(), CloseActivation())
        close_turn(game, mech)


def close_turn(game: Game[Battle], model: Model) -> None:
    """Burned costs 1 Integrity without an Armour roll; then the model's timed conditions end."""
    if model.hex and model.has("Burned"):
        harm(game, model, BURN_DAMAGE, None, ("MC-COND-3",))
    if model.hex:
        conditions.end_of_activation(game, model)
        conditions.overheat(game, model)


@frozen
class CloseActivation(Step):
    title = "End the activation"
    says = "Nobody is active any more; the next player's go comes."
    rules = ("MC-ACT-1",)

    def run(self, game: Game[Battle]) -> None:
        game.state.active = ""
        game.push(NextGo())


# ---------------------------------------------------------------- End phase
@frozen
class EndPhase(Step):
    title = "End phase"
    says = "Unseen models lose a Spot token, players score, and the scenario may end."
    rules = ("MC-END-1", "MC-END-2", "MC-END-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.phase = "End"
        game.emit(Began("End phase", ("MC-END-1",), level="phase", number=battle.round))
        for model in battle.on_table():
            if model.spot and model.seat is not None and not watched(battle, model):
                model.spot -= 1
                text = f"{model.name} is out of the enemy's sight and loses a Spot token, {model.spot} left"
                game.emit(Event(text, ("MC-END-1",), model.seat))
        game.push(ScoreRound(), EndRound())


def watched(battle: Battle, model: Model) -> bool:
    """Whether one enemy model has this model both within Sensors and in line of sight (MC-END-1)."""
    return any(
        sight.senses(battle, enemy, model.hex) and sight.sees(battle, enemy, model) for enemy in battle.enemies(model)
    )


@frozen
class EndRound(Step):
    title = "End the round"
    says = "The round is over: the scenario ends here, or the next round begins."
    rules = ("MC-END-3", "MC-VIC-1", "MC-CZ-3", "MC-CTF-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Closed(f"Round {battle.round} is over", ("MC-ROUND-1",), level="round", number=battle.round))
        why = scenario_over(battle) or deserted(game)
        if why:
            end_by_score(game, why)
        else:
            game.push(*round_over(game), StartPhase())


def move_field(battle: Battle, model: Model) -> MoveField:
    """Where a model could get with one Move from where it stands, for overlays and valuations."""
    return MoveField(battle, model, model.sheet.stats.movement)
