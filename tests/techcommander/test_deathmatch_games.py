"""Deathmatches by chance: with every skull and every perk in their midst, left, saved and looked at from all sides."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

from tabletop_tui.engine.question import Pick
from tabletop_tui.rules.techcommander.anytime.anytime_windows import BeforeAction
from tabletop_tui.rules.techcommander.anytime.kill_perks import APPEALING, KINDS, CashIn
from tabletop_tui.rules.techcommander.forms.state_validation import audit
from tabletop_tui.rules.techcommander.skulls.skulls import ADVANCED, BASIC
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit
from tests.conformance import examine
from tests.techcommander.test_whole_games import begun

SKULLS = sorted({skull.effect: skull.name for table in (BASIC, ADVANCED) for skull in table.values()}.items(), key=str)


def played(game, chooser, count):
    for _ in range(count):
        if (question := game.advance()) is None:
            return
        game.answer(question.sample(chooser))


@cache
def up_to_a_go(scenario, seed, answers):
    game, chooser = begun(scenario, seed), Random(seed)
    played(game, chooser, answers)
    while game.advance() is not None and not isinstance(game.agenda[-1], ChooseUnit):
        played(game, chooser, 1)
    return game


def under_way(scenario, seed, answers=60):
    """A game up to where somebody names the unit that acts, as one of its own."""
    return up_to_a_go(scenario, seed, answers).clone(), Random(seed)


def looked_at(game, chooser, questions=3, then=40):
    """A few questions from all sides, then on."""
    for _ in range(questions):
        if game.advance() is None:
            break
        examine(game, chooser)
        audit(game)
        played(game, chooser, 1)
    played(game, chooser, then)
    if game.advance() is not None:
        audit(game)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["deathmatch", "deathmatch-three", "deathmatch-teams", "deathmatch-large"])
@pytest.mark.parametrize("seed", range(1))
def test_games_end_and_are_looked_at_on_the_way(scenario, seed):
    game, chooser, count = begun(scenario, seed), Random(seed), 0
    while (question := game.advance()) is not None:
        if chooser.randrange(50) == 0:
            examine(game, chooser)
            audit(game)
        game.answer(question.sample(chooser))
        count += 1
        assert count < 3000
    assert game.result is not None
    assert game.result.winners


@pytest.mark.long
@pytest.mark.parametrize(("effect", "name"), SKULLS, ids=[name for _, name in SKULLS])
@pytest.mark.sampled(2)
def test_every_skull_in_the_midst_of_a_game(effect, name):
    game, chooser = under_way("deathmatch-three", 5)
    troops = [unit for unit in game.state.on_table() if unit.sheet.on_foot]
    game.agenda.pop()  # a skull takes effect after an action
    game.push(effect(troops[0].id))
    looked_at(game, chooser)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=[kind.id for kind in KINDS])
def test_every_perk_in_the_midst_of_a_game(kind):
    game, chooser = under_way("deathmatch-three", 6)
    seat = game.state.order[0]
    game.state.alter(seat, kills=30, spent=0, spawn=seat)
    game.orders = {(seat, one.id): "always" if one.id == kind.id else "never" for one in SYSTEM.offers}
    game.push(CashIn(APPEALING) if kind.id == "appeal" else BeforeAction(seat))
    question = game.advance()
    assert isinstance(question, Pick)
    game.answer(next(option.key for option in question.options if option.key.startswith(kind.id)))
    looked_at(game, chooser)
    assert game.state.players[seat].spent > 0


@pytest.mark.parametrize("leaver", range(4))
def test_who_gives_up_leaves_his_team_to_the_others(leaver):
    game, chooser = under_way("deathmatch-teams", 7, 70)
    SYSTEM.concede(game, leaver)
    while (question := game.advance()) is not None:
        assert question.seat != leaver
        game.answer(question.sample(chooser))
    assert game.result is not None
    assert leaver not in game.result.winners


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    game, _ = under_way("deathmatch-three", 8, 90)
    again = SYSTEM.load(game.setup, json.loads(json.dumps(SYSTEM.dump(game))))
    again.dice = game.dice.clone()
    left, right = Random(5), Random(5)
    for one, other in ((game, left), (again, right)):
        played(one, other, 400)
    assert SYSTEM.dump(game) == SYSTEM.dump(again)
