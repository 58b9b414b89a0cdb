"""The order of the log: what was brought about is told after what brought it about, and nothing happens untold."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.roll_wording import below
from tabletop_tui.rules.mechcom.damage.damage import Explosions, destroy
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.mech_placement import PlaceMech
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Swim
from tabletop_tui.rules.mechcom.turn.concede import concede
from tests.mechcom.build import (
    ability,
    activate,
    deployable,
    empty_game,
    give,
    ground,
    gun,
    mech,
    model,
    skirmish,
    texts,
)
from tests.playing import play, run

rule = pytest.mark.rule
SWIM = ability(Swim(), timing="passive", name="Swims")


def told(game, *parts: str) -> list[str]:
    """The lines of the log that hold one of these, in their order."""
    return [text for text in texts(game) if any(part in text for part in parts)]


# ---------------------------------------------------------------- explosions
@rule("MC-BOOM-2", "MC-BOOM-1")
def test_an_explosion_that_reaches_nobody_is_told():
    game = skirmish(mech() @ "0505", mech() @ "0909")
    game.state.wrecks = (Wreck("Old Mech", 1, "1414", 0, 0),)
    run(game, Explosions())
    assert texts(game) == ["Old Mech explodes at 1414 and reaches nobody"]


@rule("MC-BOOM-2")
def test_an_explosion_is_told_before_its_dice():
    game = skirmish([mech() @ "0505", mech() @ "0606"], mech() @ "0909", dice=[1, 1])
    game.state.wrecks = (Wreck("Old Mech", 1, "0506", 0, 0),)
    run(game, Explosions())
    assert texts(game)[0] == "Old Mech explodes at 0506 and reaches A1 Mech, A2 Mech"
    assert len(texts(game)) == 3


# ---------------------------------------------------------------- ways
@rule("MC-MOVE-1", "MC-TERR-13")
def test_who_walks_through_fire_has_gone_there_before_it_burns():
    game = activate(skirmish(mech() @ "0505", mech() @ "1420", map=ground(h0504="0x")), "A1")
    play(game, "move", ["0504", "0503"])
    assert told(game, "moves", "Burned") == [
        "A1 Mech moves from 0505 to 0504: 1 hex for 2 Movement",
        "A1 Mech is Burned",
        "A1 Mech moves from 0504 to 0503: 1 hex for 1 Movement",
    ]


@rule("MC-MOVE-1")
def test_a_way_without_effects_is_told_in_one_piece():
    game = activate(skirmish(mech() @ "0505", mech() @ "1420"), "A1")
    play(game, "move", ["0502"])
    assert told(game, "moves") == ["A1 Mech moves from 0505 to 0502: 3 hexes for 3 Movement"]
    (moved,) = (event for event in game.events if isinstance(event, Moved))
    assert below(moved) == ["by 0504, 0503"], "all of the way stands below it where there is room"


@rule("MC-CTF-4")
def test_a_flag_is_brought_home_after_the_step_into_the_zone():
    game = skirmish(mech() @ "0505", mech() @ "1420", type="capture-the-flag")
    game.state.set_piece(Piece("FB", "flag", 1, "", "A1"))
    run(game, Walk("A1", ("0504", "0503", "0502")))
    lines = told(game, "moves", "home")
    assert [line.split(":")[0] for line in lines] == [
        "A1 Mech moves from 0505 to 0503",
        "A1 Mech brings Flag B home",
        "A1 Mech moves from 0503 to 0502",
    ]


@rule("MC-TERR-6", "MC-TERR-8")
def test_into_the_water_then_submerged_then_no_longer_burned_then_out_again():
    game = skirmish(mech(abilities=[SWIM]) @ "0505", mech() @ "1420", map=ground(h0504="0~"))
    give(game, "A1", "Burned")
    run(game, Walk("A1", ("0504", "0503")))
    assert texts(game) == [
        "A1 Mech moves from 0505 to 0504: 1 hex for 1 Movement",
        "A1 Mech is Submerged",
        "A1 Mech is no longer Burned",
        "A1 Mech moves from 0504 to 0503: 1 hex for 2 Movement",
        "A1 Mech is no longer Submerged",
    ]


@rule("MC-COND-15")
def test_who_drags_goes_first_and_the_dragged_one_after():
    game = skirmish(mech() @ "0505", mech() @ "0507")
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 2)
    bond = game.state.tethers[0]
    game.events.clear()
    run(game, Walk("A1", ("0504", "0503"), dragging=bond))
    assert texts(game) == [
        "A1 Mech moves from 0505 to 0504: 1 hex for 1 Movement",
        "B1 Mech is dragged to 0506",
        "A1 Mech moves from 0504 to 0503: 1 hex for 1 Movement",
        "B1 Mech is dragged to 0505",
    ]


@rule("MC-COND-15")
def test_the_way_is_told_before_the_drag_stops():
    game = skirmish(mech() @ "0505", mech() @ "0507", map=ground(h0505="0.", h0506="2."))
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    bond = game.state.tethers[0]
    game.events.clear()
    run(game, Walk("A1", ("0504", "0503"), dragging=bond))
    assert texts(game) == [
        "A1 Mech moves from 0505 to 0504: 1 hex for 1 Movement",
        "B1 Mech cannot follow: the drag stops",
    ]


@rule("MC-MOVE-2")
def test_the_way_is_told_before_what_stops_it():
    game = skirmish([mech() @ "0505", mech() @ "0503"], mech() @ "1420")
    run(game, Walk("A1", ("0504", "0503")))
    assert texts(game) == [
        "A1 Mech moves from 0505 to 0504: 1 hex for 1 Movement",
        "A1 Mech stops: A2 has come to stand at 0503",
    ]


@rule("MC-MOVE-1")
def test_the_ways_told_lead_on_from_one_another():
    game = skirmish(mech(abilities=[SWIM]) @ "0505", mech() @ "1420", map=ground(h0504="0~", h0503="0x", h0502="0~"))
    run(game, Walk("A1", ("0504", "0503", "0502", "0501")))
    ways = [event.path for event in game.events if isinstance(event, Moved)]
    assert [way[0] for way in ways[1:]] == [way[-1] for way in ways[:-1]]
    assert (ways[0][0], ways[-1][-1]) == ("0505", "0501")


# ---------------------------------------------------------------- placing
@rule("MC-SETUP-4", "MC-TERR-6")
def test_a_swimmer_is_placed_before_it_is_submerged():
    game = empty_game([[mech(abilities=[SWIM])], [mech()]], map=ground(h0501="0~"))
    game.state.edges = ("north", "south")
    run(game, PlaceMech("A1"))
    play(game, ["0501"])
    assert texts(game) == ["A1 Mech is placed at 0501", "A1 Mech is Submerged"]


@rule("MC-DEPLOY-1", "MC-TERR-6")
def test_a_deployable_is_put_before_it_is_submerged():
    diver = deployable("Diver", abilities=[SWIM])
    deploy = ability(Deploy("diver"), 1, "Deploy")
    game = skirmish(
        mech(abilities=[deploy]) @ "0505", mech() @ "1420", map=ground(h0504="0~"), deployables={"diver": diver}
    )
    activate(game, "A1")
    play(game, "ability:Deploy", ["0504"])
    assert told(game, "uses", "is put", "Submerged") == [
        "A1 Mech uses Deploy",
        "a1 Diver is put at 0504",
        "a1 Diver is Submerged",
    ]


# ---------------------------------------------------------------- falling
@rule("MC-BOOM-4", "MC-COND-13")
def test_a_mech_is_destroyed_before_its_tether_is_gone():
    game = skirmish(mech() @ "0505", [mech() @ "0507", mech() @ "1420"])
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    game.events.clear()
    destroy(game, model(game, "B1"), None)
    assert texts(game)[:2] == ["B1 Mech is destroyed", "A1 Mech is no longer Tethered"]
    assert not told(game, "B1 Mech is no longer")


@rule("MC-END-3", "MC-COND-13")
def test_who_concedes_leaves_before_the_tethers_are_gone():
    game = skirmish(mech() @ "0505", mech() @ "0507", mech() @ "1420")
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    activate(game, "A1")
    game.events.clear()
    concede(game, 1)
    assert texts(game) == ["Blue concedes", "B1 Mech leaves the battlefield", "A1 Mech is no longer Tethered"]


# ---------------------------------------------------------------- blast
@rule("MC-PERK-5", "MC-TERR-13")
@pytest.mark.parametrize(("cell", "said"), [("0~", "0507 is water and cannot burn"), ("0x", "0507 burns already")])
def test_a_blast_that_sets_nothing_on_fire_says_why(cell, said):
    shooter = mech(weapons=[gun(attacks=1, blast=True, range=9)])
    game = activate(skirmish(shooter @ "0505", mech() @ "0508", map=ground(h0507=cell), dice=[1, 6]), "A1")
    play(game, "shoot:Gun", "B1")
    assert texts(game)[-1] == said
