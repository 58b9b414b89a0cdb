"""What must hold in every MECHCOM battle whenever a question waits: `check(game)`.

Each part is a function of its own, so that a failure names what is broken: check_hexes, check_models, ...
"""

from __future__ import annotations

from itertools import islice

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Event, Fell, Moved, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import DiceQuestion, Option, Pick, Question, Split
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.rules.mechcom.attacking.resolve_attack import OfferReaction, refuse_attack, refuse_reaction
from tabletop_tui.rules.mechcom.state.battle import Battle, Model


def check(game: Game[Battle], most: int = 12) -> None:
    """Everything; of the legal answers to the waiting question at most `most`, spread over all of them, are tried."""
    battle = game.state
    check_hexes(battle)
    for model in battle.models.values():
        check_model(battle, model)
    check_tethers(battle)
    check_pieces(battle)
    check_ground(battle)
    check_seats(battle)
    if game.question is None:
        assert game.result is not None, "no question waits, yet the game is not over"
        assert not game.agenda
        assert not set(game.result.winners) & battle.conceded
    else:
        check_question(game, game.question)
        check_reaction(game, game.agenda[-1])
        check_offers(game, game.question, most)
        check_refusals(game, game.question)


# ---------------------------------------------------------------- the state
def check_hexes(battle: Battle) -> None:
    """One model or piece a hex, and `at` says the same as they do; only ice lies under another model."""
    filling = {m.id: m.hex for m in battle.models.values() if m.hex and m.kind != "ice"}
    filling |= {piece.id: piece.hex for piece in battle.pieces.values() if piece.hex}
    assert len(set(filling.values())) == len(filling), "two in one hex"
    assert {spot: name for name, spot in filling.items()} == battle.at
    assert all(spot in battle.map.grid for spot in battle.at)


def check_model(battle: Battle, model: Model) -> None:
    stats, name = model.sheet.stats, model.name
    assert model.integrity <= stats.integrity, name
    assert model.spot >= 0, name
    assert model.heat >= 0, name
    assert all(model.shots.get(w.name, 0) <= w.perks.ammo for w in model.sheet.weapons if w.perks.ammo), name
    assert all(model.uses.get(a.name, 0) <= a.limit for a in model.sheet.abilities if a.limit), name
    if not model.hex:
        assert model.conditions == {}, f"{name} is not on the table, and {model.conditions}"
        assert model.integrity < 1 or battle.phase == "Setup", f"{name} is neither destroyed nor on the table"
        return
    assert model.integrity > 0, f"{name} stands with Integrity {model.integrity}"
    assert 0 <= model.energy <= max(0, stats.energy), f"{name} has {model.energy} of {stats.energy} Energy"
    wet = battle.is_water(model.hex) and not model.flies
    assert model.has("Submerged") == (wet and model.kind != "ice"), f"{name} at {model.hex}"
    assert not (model.has("Submerged") and model.has("Burned")), name
    tied = any(model.id in (bond.one, bond.other) for bond in battle.tethers)
    assert model.has("Tethered") == tied, f"{name}: {battle.tethers}"
    if model.neutral:
        assert model.conditions == {}, name
    if model.parent:
        parent = battle.models[model.parent]
        assert parent.hex, f"{name} outlives its parent"
        assert parent.seat == model.seat
    assert model.seat not in battle.conceded, f"{name} is of a seat that gave up"


def check_tethers(battle: Battle) -> None:
    pairs = [frozenset((bond.one, bond.other)) for bond in battle.tethers]
    assert len(set(pairs)) == len(pairs), "two tethers between the same two"
    for bond in battle.tethers:
        one, other = battle.models[bond.one], battle.models[bond.other]
        assert one.hex
        assert other.hex
        assert battle.hostile(one.seat, other.seat)


def check_pieces(battle: Battle) -> None:
    """A Flag lies in a hex or on the card of a living hostile mech; the Objective stays where it is."""
    for piece in battle.pieces.values():
        if piece.kind == "objective":
            assert piece.hex
        elif piece.carrier:
            carrier = battle.models[piece.carrier]
            assert not piece.hex
            assert carrier.is_mech
            assert battle.hostile(carrier.seat, piece.seat)


def check_ground(battle: Battle) -> None:
    assert not any(battle.is_water(spot) for spot in battle.fires), "water burns"
    assert not any(battle.is_water(spot) for spot in battle.wreckage), "Wreckage in water"
    for model in battle.on_table():
        if model.kind == "ice":
            assert battle.terrain_at(model.hex) == "ice", model.hex
        if model.kind == "building":
            assert battle.terrain_at(model.hex) in ("building", "tower"), model.hex
    standing = {m.hex for m in battle.on_table() if m.neutral}
    solid = {spot for spot in battle.map.grid.hexes if battle.terrain_at(spot) in ("ice", "building", "tower")}
    assert standing == solid, "scenery without a model, or a model without scenery"


def check_seats(battle: Battle) -> None:
    assert len(battle.scores) == len(battle.teams)
    assert all(score >= 0 for score in battle.scores)
    assert len(set(battle.order)) == len(battle.order)
    assert battle.active == "" or battle.active in battle.models
    assert all(wreck.due in (battle.turn, battle.turn + 1) for wreck in battle.wrecks)
    zones = [edge for edge in battle.edges if edge]
    assert len(set(zones)) == len(zones), "two seats in one zone"


# ---------------------------------------------------------------- the question
def check_question(game: Game[Battle], question: Question) -> None:
    battle = game.state
    assert 0 <= question.seat < len(battle.teams)
    assert question.seat not in battle.conceded, f"{question.prompt} is put to one who gave up"
    alive = {
        battle.teams[m.seat] for m in battle.models.values() if m.is_mech and m.integrity > 0 and m.seat is not None
    }
    assert len(alive) > 1, "one side is left, and the game goes on"
    if question.about and not isinstance(question, DiceQuestion):
        assert battle.models[question.about].seat == question.seat, f"{question.prompt} is put to another's owner"


def check_reaction(game: Game[Battle], ask: Step) -> None:
    """A reaction is offered only to an attack that still holds, and only one that can be paid for."""
    if isinstance(ask, OfferReaction):
        battle = game.state
        target = battle.models[ask.share.target]
        ability = target.ability(ask.ability)
        assert refuse_attack(battle, ask.attack, ask.share) is None, f"{target.name} is to react to a dead attack"
        assert ability is not None
        assert refuse_reaction(battle, target, ability) is None, f"{target.name} cannot react with {ask.ability}"


def check_offers(game: Game[Battle], question: Question, most: int) -> None:
    """There is an answer; those offered are taken, and the game goes on to a question or its end."""
    legal = list(islice(question.legal(), 1000))
    assert legal, f"no answer to: {question.prompt}"
    for answer in legal[:: -(-len(legal) // most)]:
        assert question.refuse(answer) is None
        clone = game.clone()
        if clone.dice.kind == "scripted":
            clone.dice = SeededDice()  # A script is written for one course of play only.
        clone.answer(answer)
        clone.advance()
        assert (clone.question is None) == (clone.result is not None)


def check_refusals(game: Game[Battle], question: Question) -> None:
    """What is shown as refused has a reason and a rule, is not taken, and changes nothing."""
    before, agenda, events = game.state.clone(), game.agenda.copy(), len(game.events)
    for option in refused(question):
        assert option.refusal is not None
        assert option.refusal.why
        assert option.refusal.rule, f"{option.key} is refused without a rule: {option.refusal.why}"
        answer = option.key if isinstance(question, Pick) else {option.key: 1}
        with pytest.raises(Refused) as caught:
            game.answer(answer)
        assert caught.value.refusal == option.refusal
    assert game.state == before
    assert game.agenda == agenda
    assert len(game.events) == events


def refused(question: Question) -> list[Option]:
    if not isinstance(question, Pick | Split):
        return []
    return [option for option in question.options if option.refusal is not None]


# ---------------------------------------------------------------- the log
class Reader:
    """Somebody who knows the battle from its log alone: where everybody stands, and what happens to whom where."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self.read = 0

    def look(self, game: Game[Battle]) -> None:
        """Read on, and compare with the battle; what an effect needs (fire, water) must lie where its model is told."""
        battle = game.state
        for event in game.events[self.read :]:
            self.take(battle, event)
        self.read = len(game.events)
        standing = {model.id: model.hex for model in battle.on_table() if model.seat is not None}
        assert self.places == standing, "the log does not say where everybody stands"

    def take(self, battle: Battle, event: Event) -> None:
        places = self.places
        if isinstance(event, Moved):
            assert len(event.path) == 1 or places[event.unit] == event.path[0], event.text
            places[event.unit] = event.path[-1]
        elif isinstance(event, Fell):
            places.pop(event.unit, None)
        elif isinstance(event, Status):
            assert battle.models[event.unit].neutral or event.unit in places, f"{event.text}, and it is gone"
            spot = places.get(event.unit, "")
            if "MC-TERR-13" in event.rules and event.on:
                assert spot in battle.fires or battle.is_water(spot), f"{event.text} at {spot}"
            if event.status == "Submerged":
                assert battle.is_water(spot) == event.on, f"{event.text} at {spot}"
