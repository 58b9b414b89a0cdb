"""Transports: getting in and out, and wrecks (AMC-VUNIT-2 to 5)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Place
from tabletop_tui.rules.armymen.damage import DamageRolls
from tabletop_tui.rules.armymen.mission import points
from tests.armymen.build import (
    act,
    allowed,
    battle_of,
    field,
    gunners,
    jeep,
    load,
    options,
    play,
    refused,
    riflemen,
    run,
    snipers,
    stand,
    unit,
    unread,
)

rule = pytest.mark.rule


# ---------------------------------------------------------------- transport
@rule("AMC-VUNIT-2", "AMC-VUNIT-3")
def test_a_whole_unit_that_moves_into_contact_may_get_in():
    game = field([riflemen(10, 10, 5), jeep(17.5, 13), gunners(10, 30), riflemen(30, 10, 10)], [gunners(40, 40)])
    act(game, "A1", "advance")
    assert options(game) == {"move": "", "A2": ""}
    play(game, "A2")
    assert unit(game, "A1").aboard == "A2"
    assert unit(game, "A1").models == ()
    assert not game.agenda, "no shot, its activation is over"
    act(game, "A4", "rush")
    assert isinstance(game.question, Place), "ten models find no room, so nothing is asked"


@rule("AMC-VUNIT-2", "AMC-VUPG-1")
def test_several_units_share_the_room_and_only_models_left_count():
    game = field([jeep(18, 13, 0, "truck"), riflemen(12, 10, 5), riflemen(24, 10, 10)], [gunners(40, 40)])
    unit(game, "A2").models, unit(game, "A2").aboard = (), "A1"
    act(game, "A3", "rush")
    assert isinstance(game.question, Place), "five and ten are more than ten"
    game.agenda.clear()
    stand(game, "A3", *[(24 + 1.5 * n, 10) for n in range(4)])
    act(game, "A3", "rush")
    assert options(game)["A1"] == ""


@rule("AMC-VUNIT-3")
def test_a_vehicle_out_of_reach_picks_nobody_up():
    game = field([riflemen(10, 10, 5), jeep(17.75, 13)], [gunners(40, 40)])
    act(game, "A1", "advance")
    assert options(game)["A2"] == ""
    game.agenda.clear()
    stand(game, "A2", (17.8, 13))
    act(game, "A1", "advance")
    assert isinstance(game.question, Place)


@rule("AMC-VUNIT-4")
def test_a_unit_inside_stays_or_gets_out_by_an_advance_and_may_shoot():
    game = field([jeep(20, 10), riflemen(30, 30, 5)], [gunners(20, 30)])
    inside = unit(game, "A2")
    inside.models, inside.aboard = (), "A1"
    act(game, "A2")
    assert allowed(game) == ["stay", "out"]
    play(game, "out")
    assert refused(game, ["20,21"]) == "AMC-VUNIT-4", "more than 6 in from the vehicle's edge"
    play(game, ["20,15"])
    assert inside.aboard == ""
    assert "B1" in options(game), "it may shoot then"


@rule("AMC-VUNIT-4")
def test_inside_nobody_can_be_charged_and_nobody_spots():
    game = field([gunners(10, 10)], [jeep(20, 30), snipers(40, 40)])
    inside = unit(game, "B2")
    inside.models, inside.aboard = (), "B1"
    act(game, "A1", "hold")
    assert list(options(game)) == ["B1", "hold"]


@rule("AMC-VUNIT-5")
def test_those_in_a_wreck_are_put_out_and_take_d6_hits():
    game = field([gunners(40, 40)], [jeep(20, 20), riflemen(5, 5, 5)], dice=(5,))
    inside = unit(game, "B2")
    inside.models, inside.aboard = (), "B1"
    run(game, DamageRolls("B1", 1, "side", "A1"))
    assert game.question.seat == 1, "its owner places them"
    assert refused(game, ["20,26"]) == "AMC-VUNIT-5", "not within 3 in"
    load(game, 3, 4, 4, 1)
    play(game, next(iter(game.question.legal())))
    assert unread(game) == (), "D6 hits, blocked as usual"
    play(game, "0")
    assert inside.left == 4
    assert inside.aboard == ""
    assert not inside.activated


@rule("AMC-VUNIT-5", "AMC-PREP-11")
def test_a_vehicle_that_is_lost_in_melee_puts_its_passengers_out_too():
    from tabletop_tui.rules.armymen.melee import Melee, Settle

    game = field([gunners(18, 18)], [jeep(20, 20), riflemen(5, 5, 5)], dice=(1,))
    inside = unit(game, "B2")
    inside.models, inside.aboard = (), "B1"
    run(game, Settle(Melee("A1", "B1"), 1, 0))
    assert unit(game, "B1").destroyed
    assert "put out of the wreck" in game.question.prompt
    assert points(battle_of(game)) == (40, 0)
