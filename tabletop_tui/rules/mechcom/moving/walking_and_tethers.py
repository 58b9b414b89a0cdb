"""Walking hex by hex, and the tethers that may stop it (MC-MOVE, MC-COND-14, MC-COND-15): contests and drags."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Battle, Model, Tether
from tabletop_tui.rules.mechcom.state.conditions import get_wet
from tabletop_tui.rules.mechcom.state.flags import carrier_entered
from tabletop_tui.table.hexes import Hex


def tethers_overrun(battle: Battle, model: Model, path: Sequence[Hex]) -> list[tuple[Tether, Hex]]:
    """The bonds that this way would stretch beyond their limit, each with the hex where it first would."""
    found = []
    for bond in battle.tethers:
        if model.id in (bond.one, bond.other):
            anchor = battle.models[bond.partner(model.id)].hex
            for spot in path:
                if battle.map.grid.distance(spot, anchor) > bond.limit:
                    found.append((bond, spot))
                    break
    return found


@frozen
class Walk(Step):
    says = "A model goes hex by hex; fire, tethers and whoever reacts may stop it on the way."
    unit: str
    path: tuple[Hex, ...]
    cost: int = 0
    """Energy to pay first."""
    dragging: Tether | None = None
    """The bond whose other end is pulled along (MC-COND-15)."""
    pulled: int = 0
    """Movement that the dragged model has used up."""
    rules = ("MC-MOVE-1", "MC-COND-14")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} walks to {self.path[-1]}" if self.path else f"{self.unit} walks"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        model = battle.models[self.unit]
        model.energy -= self.cost
        walked, path, pulled = [model.hex], list(self.path), self.pulled
        while path and model.hex:
            bond = overstretched(battle, model, path[0], self.dragging)
            if bond is not None:
                game.push(Contest(bond, evolve(self, path=tuple(path), cost=0, pulled=pulled)))
                break
            told = len(game.events)
            price = self.step(game, model, path[0], pulled)
            if price is not None:
                walked.append(path.pop(0))
                pulled += price
            if len(game.events) > told:
                # What a step brought about comes in the log after the way that led there.
                game.events[told:told] = stretch(battle, model, walked)
                walked = [model.hex]
            if price is None:
                break
        game.events += stretch(battle, model, walked)

    def step(self, game: Game[Battle], model: Model, spot: Hex, pulled: int) -> int | None:
        """One step; the Movement that a dragged model used up with it. None if the walk ends before it."""
        battle = game.state
        if not battle.free(spot):
            text = f"{model.name} stops: {battle.at[spot]} has come to stand at {spot}"
            game.emit(Event(text, ("MC-MOVE-2",), model.seat))
            return None
        price: int | None = 0
        if self.dragging is not None and self.dragging in battle.tethers:
            price = drag(game, model, spot, self.dragging, pulled)
        else:
            enter(game, model, spot)
        model.moved = model.moved or price is not None
        return price


def stretch(battle: Battle, model: Model, walked: Sequence[Hex]) -> list[Event]:
    """The event of a way, none where nobody has gone anywhere: from where to where, how far, for how much Movement."""
    if len(walked) < 2:
        return []
    edges = battle.steps(model)
    prices = [dict(edges[here]).get(there) for here, there in pairwise(walked)]  # None: not by steps of its own
    far = "1 hex" if len(prices) == 1 else f"{len(prices)} hexes"
    text = f"{model.name} moves from {walked[0]} to {walked[-1]}: {far}"
    if None not in prices:
        text += f" for {sum(filter(None, prices))} Movement"
    return [Moved(text, ("MC-MOVE-1",), model.seat, model.id, tuple(walked))]


def overstretched(battle: Battle, model: Model, spot: Hex, dragging: Tether | None) -> Tether | None:
    """The bond that a step would stretch beyond its limit (MC-COND-14); the one by which another is pulled is none."""
    if "Tethered" not in model.conditions:
        return None
    bonds = (bond for bond in battle.tethers if bond != dragging)
    return next((bond for bond in bonds if stretches(battle, bond, model, spot)), None)


def stretches(battle: Battle, bond: Tether, model: Model, spot: Hex) -> bool:
    """Whether this bond would be too short with the model at `spot`.

    A model that is beyond the limit already may come nearer, or go round, without a contest.
    """
    if model.id not in (bond.one, bond.other):
        return False
    anchor, distance = battle.models[bond.partner(model.id)].hex, battle.map.grid.distance
    return bond.limit < distance(spot, anchor) > distance(model.hex, anchor)


def drag(game: Game[Battle], model: Model, spot: Hex, bond: Tether, pulled: int) -> int | None:
    """One step of the mover, repeated by the other end; the Movement that took it, None if the drag stops before."""
    battle = game.state
    partner, before = battle.models[bond.partner(model.id)], model.hex
    follow = mirrored_step(battle, model, before, spot, bond, pulled)
    if follow is None:
        if battle.map.grid.distance(spot, partner.hex) > bond.limit:
            game.emit(Event(f"{partner.name} cannot follow: the drag stops", ("MC-COND-15",), model.seat))
            return None
        enter(game, model, spot)
        return 0
    to, price = follow
    enter(game, model, spot)
    text = f"{partner.name} is dragged to {to}"
    game.emit(Moved(text, ("MC-COND-15",), model.seat, partner.id, (partner.hex, to)))
    enter(game, partner, to)
    return price


def mirrored_step(
    battle: Battle, mover: Model, before: Hex, spot: Hex, bond: Tether, pulled: int
) -> tuple[Hex, int] | None:
    """Where the dragged model goes when the mover steps from `before` to `spot`, and the cost; None if it cannot.

    The limits of the mover apply: its Movement, and whether it flies or swims. Another tether holds the dragged model.
    """
    grid = battle.map.grid
    partner = battle.models[bond.partner(mover.id)]
    direction = grid.direction(before, spot)
    to = None if direction is None else grid.around[partner.hex][direction]
    if to is None or partner.has("Immobilized") or spot == to or not (battle.free(to) or to == before):
        return None
    if overstretched(battle, partner, to, bond) is not None:
        return None
    price = dict(battle.steps(mover)[partner.hex]).get(to)
    if price is None or pulled + price > mover.sheet.stats.movement:
        return None
    return to, price


def enter(game: Game[Battle], model: Model, spot: Hex) -> None:
    """A model steps into a hex, with what the ground there does to it."""
    battle = game.state
    battle.put(model, spot)
    get_wet(game, model)
    if spot in battle.fires:
        conditions.gain(game, model, "Burned", "MC-TERR-13")
    if battle.pieces:
        carrier_entered(game, model)


@frozen
class Contest(Ask):
    title = "Tether: roll or fail"
    says = "Before the roll each owner may choose to fail it, the mover first."
    bond: Tether
    walk: Walk
    """What is still to be walked."""
    mover_rolls: bool = False
    """Set once the mover's owner has chosen to roll."""
    rules = ("MC-COND-14", "MC-COND-16")

    def asked(self, game: Game[Battle]) -> Model:
        battle = game.state
        mover = self.walk.unit
        return battle.models[self.bond.partner(mover) if self.mover_rolls else mover]

    def question(self, game: Game[Battle]) -> Question:
        model = self.asked(game)
        strength = model.tally("strength")
        options = [
            Option("roll", f"Roll 1D6 + {strength}", rule="MC-COND-14", hotkey="d"),
            Option("fail", "Fail on purpose", rule="MC-COND-16", hotkey="f"),
        ]
        prompt = f"{model.name} is Tethered ({self.bond.limit} hexes): roll for the contest?"
        return Pick(model.seat or 0, prompt, options, about=model.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        model = self.asked(game)
        if answer == "fail":
            game.emit(Event(f"{model.name} fails the tether roll on purpose", ("MC-COND-16",), model.seat))
            game.push(DecideContest(self.bond, self.walk, self.bond.partner(model.id)))
        elif not self.mover_rolls:
            game.push(evolve(self, mover_rolls=True))
        else:
            game.push(RollContest(self.bond, self.walk))


@frozen
class RollContest(Step):
    title = "Roll contest"
    says = "Both roll 1D6 and add their Strength; a tie is rolled again."
    bond: Tether
    walk: Walk
    rules = ("MC-COND-14",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        mover = battle.models[self.walk.unit]
        partner = battle.models[self.bond.partner(mover.id)]
        mine, theirs = strength_roll(game, mover), strength_roll(game, partner)
        if mine == theirs:
            game.push(self)
        else:
            winner = mover if mine > theirs else partner
            game.push(DecideContest(self.bond, self.walk, winner.id))


def strength_roll(game: Game[Battle], model: Model) -> int:
    """1D6 plus Strength, logged."""
    strength = model.tally("strength")
    rules = ("MC-COND-14", *strength.rules)
    return game.check(Check(model.seat or 0, f"{model.name} strains at the tether", adds=strength, rules=rules)).total


@frozen
class DecideContest(Ask):
    title = "Tether: the winner decides"
    says = "The winner clears the tether or keeps it; a mover who won may drag the other along instead."
    bond: Tether
    walk: Walk
    winner: str
    rules = ("MC-COND-14", "MC-COND-15")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        winner, mover = battle.models[self.winner], battle.models[self.walk.unit]
        theirs, go_on = winner is not mover, f"Clear the tether; {mover.name} goes on"
        options = [
            Option("clear", go_on, rule="MC-COND-14", hotkey="c", deliberate=theirs),
            Option("stop", f"Keep it; {mover.name} stops at the limit", rule="MC-COND-14", hotkey="k"),
        ]
        if winner is mover:
            busy = Refusal("it drags another model already", "MC-COND-15")
            refusal = busy if self.walk.dragging in battle.tethers else None
            options.append(Option("drag", "Keep it and drag the other along", refusal, rule="MC-COND-15", hotkey="d"))
        prompt = f"{winner.name} won the tether contest"
        return Pick(winner.seat or 0, prompt, options, about=winner.id, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == "clear":
            conditions.untether(game, self.bond)
            game.push(self.walk)
        elif answer == "drag":
            game.push(evolve(self.walk, dragging=self.bond, pulled=0))
