"""Reactive abilities under standing orders: used or left unasked, the same as if it had been answered."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.standing_orders import offer_kinds
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.state.profiles import Evade, Shield
from tests.mechcom.build import ability, activate, mech, model, skirmish, texts
from tests.playing import options, play

WALL = ability(Shield(), 1, "Wall", timing="reactive", text="+1 Armour")
EVADE = ability(Evade(), 2, "Evade", timing="reactive", text="moves 1 hex")


def shot_at(orders: dict[str, str], *abilities: object, faces: tuple[int, ...] = (5, 1, 4)) -> Game:
    """A1 shoots at B1, whose owner has given these orders."""
    game = skirmish(mech() @ "0505", mech(abilities=list(abilities)) @ "0508", dice=list(faces))
    game.orders = {(1, kind): order for kind, order in orders.items()}
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    return game


def test_the_kinds_are_those_of_its_reactions():
    assert [(kind.id, kind.rule) for kind in offer_kinds(system("mechcom"))] == [
        ("evade", "MC-TAG-4"),
        ("shield", "MC-TAG-4"),
    ]


@pytest.mark.rule("MC-TAG-4")
def test_a_shield_that_is_always_used_is_paid_for_unasked():
    game = shot_at({"shield": "use"}, WALL)
    assert game.question.about == "A1"
    assert (model(game, "B1").energy, model(game, "B1").integrity) == (5, 8)
    assert "B1 Mech reacts: Wall" in texts(game)


@pytest.mark.rule("MC-TAG-4")
def test_a_reaction_that_is_never_asked_about_is_not_used_and_the_log_says_so():
    game = shot_at({"shield": "never"}, WALL)
    assert game.question.about == "A1"
    assert (model(game, "B1").energy, model(game, "B1").integrity) == (6, 6)
    assert "Not asked, by standing order: Shield" in texts(game)


@pytest.mark.rule("MC-TAG-4")
def test_an_evasion_that_is_always_used_still_asks_where_to():
    game = shot_at({"evade": "use"}, EVADE)
    assert (game.question.seat, game.question.about) == (1, "B1")
    assert model(game, "B1").energy == 4
    play(game, ["0509"])
    assert model(game, "B1").hex == "0509"


@pytest.mark.rule("MC-TAG-4")
def test_an_order_is_about_one_kind_and_one_seat_only():
    game = shot_at({"shield": "never"}, WALL, EVADE)
    assert options(game) == {"react": "", "let": ""}
    assert "Evade" in game.question.options[0].label
    game = skirmish(mech() @ "0505", mech(abilities=[WALL]) @ "0508", dice=[5, 1, 4])
    game.orders = {(0, "shield"): "never"}
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert options(game) == {"react": "", "let": ""}
