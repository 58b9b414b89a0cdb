"""Ways: back over the hex where a Move began, and past fire and tethers where another way is as cheap."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.rules.mechcom.moving.move_field import shunned
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.profiles import Swim
from tabletop_tui.table.hexes import HexGrid
from tests.mechcom.build import FLAT, ability, activate, give, ground, mech, model, skirmish
from tests.playing import play, refused

rule = pytest.mark.rule
FAR = "1420"


def mover(at="0505", map=FLAT, foe=FAR, **sheet):
    """A mech that is asked where its Move goes."""
    game = activate(skirmish(mech(**sheet) @ at, mech() @ foe, map=map), "A1")
    play(game, "move")
    return game


# ---------------------------------------------------------------- the hex where it began
@rule("MC-MOVE-2")
def test_a_move_may_pass_the_hex_where_it_began():
    game = mover()
    play(game, ["0504", "0505", "0506"])
    assert model(game, "A1").hex == "0506"
    assert model(game, "A1").energy == 4


@rule("MC-MOVE-2")
def test_a_move_may_end_in_the_hex_where_it_began():
    """Out and back: it has moved, and is where it was."""
    game = mover()
    play(game, ["0504", "0505"])
    assert (model(game, "A1").hex, model(game, "A1").moved) == ("0505", True)


@rule("MC-MOVE-2")
def test_the_way_through_waypoints_may_lead_back_over_the_hex_where_it_began():
    """The only way from the dead end at 0504 to 0506 leads through 0505."""
    walls = ground(h0403="0~", h0404="0~", h0503="0~", h0603="0~", h0604="0~", h0405="0~", h0605="0~")
    game = mover(map=walls)
    assert game.question.field.path(["0504", "0506"]) == ["0505", "0504", "0505", "0506"]


@rule("MC-MOVE-2")
@pytest.mark.parametrize("way", [["0505"], ["0505", "0504"]])
def test_a_way_that_begins_by_standing_still_is_none(way):
    assert mover().refuse(way) is not None


@rule("MC-MOVE-2")
def test_other_models_are_in_the_way_all_the_same():
    game = mover(foe="0504")
    assert refused(game, ["0506", "0504"]) == "MC-MOVE-2"


# ---------------------------------------------------------------- fire
@rule("MC-TERR-13")
@pytest.mark.parametrize("mirrored", [False, True])
def test_of_two_ways_around_the_one_through_fire_is_not_taken_whichever_it_is(mirrored):
    """From 0505 to 0705 the way leads by 0604 or by 0605; woods make both as dear, and one of them burns."""
    burning, green = ("0605", "0604") if mirrored else ("0604", "0605")
    game = mover(map=ground(**{f"h{burning}": "0x", f"h{green}": "0f"}))
    assert game.question.field.path(["0705"]) == ["0505", green, "0705"]
    play(game, ["0705"])
    assert "Burned" not in model(game, "A1").conditions


@rule("MC-TERR-13")
def test_a_dearer_way_around_the_fire_is_not_chosen_unasked():
    """The player may set a waypoint; the program takes the cheapest way."""
    game = mover(map=ground(h0604="0x", h0605="0~"))
    assert game.question.field.path(["0705"]) == ["0505", "0604", "0705"]
    assert game.refuse(["0504", "0704", "0705"]) is None


@rule("MC-TERR-13", "MC-COND-1")
def test_what_burns_already_need_not_avoid_fire():
    """It takes the same way as if nothing burned: here both ways lead through fire, or neither is worse."""
    game = activate(skirmish(mech() @ "0505", mech() @ FAR, map=ground(h0604="0x", h0605="0f")), "A1")
    assert shunned(game.state, model(game, "A1")) == {"0604"}
    give(game, "A1", "Burned")
    assert shunned(game.state, model(game, "A1")) == frozenset()


# ---------------------------------------------------------------- tethers
@rule("MC-COND-14")
@pytest.mark.parametrize(("foe", "kept"), [("0207", "0307"), ("0807", "0707")])
def test_of_two_ways_as_cheap_the_one_that_stretches_no_tether_is_taken(foe, kept):
    """A lake lies before the mech; around it at either side it is as far, and one side is within the tether."""
    lake = ground(h0407="0~", h0507="0~", h0607="0~", h0406="0~", h0606="0~")
    game = skirmish(mech(movement=9) @ "0505", mech() @ foe, map=lake)
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 4)
    activate(game, "A1")
    play(game, "move")
    way = game.question.field.path(["0509"])
    assert kept in way
    assert all(game.state.map.grid.distance(spot, foe) <= 4 for spot in way)


# ---------------------------------------------------------------- the search itself
def test_fewest_shunned_hexes_among_the_cheapest_ways():
    """Against a plain search through every way, on small grids with any costs."""
    luck = Random(1)
    for _ in range(60):
        grid = HexGrid(4, 4)
        price = {spot: luck.randint(1, 3) for spot in grid.hexes}
        edges = {here: tuple((there, price[there]) for there in grid.neighbours[here]) for here in grid.hexes}
        shun = frozenset(spot for spot in grid.hexes if luck.random() < 0.3)
        reach = grid.reach("0101", 6, edges, lambda spot: False, shun)
        best = {"0101": (0, 0)}
        queue = [("0101", 0, 0)]
        while queue:
            here, cost, bad = queue.pop()
            for there, more in edges[here]:
                found = cost + more, bad + (there in shun)
                if found[0] <= 6 and found < best.get(there, (99, 0)):
                    best[there] = found
                    queue.append((there, *found))
        assert reach.cost == {spot: cost for spot, (cost, _) in best.items()}
        for spot, (cost, bad) in best.items():
            way = reach.path(spot)[1:]
            assert (sum(price[step] for step in way), sum(step in shun for step in way)) == (cost, bad)


@rule("MC-TERR-8", "MC-TERR-13")
def test_a_swimmer_that_is_to_come_out_of_the_water_avoids_fire_too():
    game = skirmish(
        mech(abilities=[ability(Swim(), timing="passive")]) @ "0505",
        mech() @ FAR,
        map=ground(h0505="0~", h0604="0x", h0605="0f"),
    )
    game.state.models["A1"].conditions = {"Submerged": 0}
    activate(game, "A1")
    play(game, "move")
    assert game.question.field.path(["0705"]) == ["0505", "0605", "0705"]
