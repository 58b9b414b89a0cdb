"""Moving, levels and terrain: what a step costs, where a Move can go, what the ground does."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.engine.events import Moved
from tabletop_tui.rules.mechcom.damage.damage import destroy
from tabletop_tui.rules.mechcom.moving.move_field import MoveField
from tabletop_tui.rules.mechcom.state.battlefield import Map
from tabletop_tui.rules.mechcom.state.profiles import Fly, Swim, TakeCondition
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS
from tests.mechcom.build import FLAT, ability, activate, give, ground, gun, mech, model, skirmish, texts, unchecked
from tests.playing import options, play

rule = pytest.mark.rule
FAR = "1420"


def mover(at="0505", map=FLAT, passive=None, **stats):
    abilities = [ability(passive, timing="passive")] if passive else []
    game = skirmish(mech(abilities=abilities, **stats) @ at, mech() @ FAR, map=map)
    return activate(game, "A1")


def reach(game):
    """Where the active mech can get with one Move: hex -> cost."""
    play(game, "move")
    return {spot: int(cost) for spot, cost in game.question.field.cells().items()}


@rule("MC-MOVE-1", "MC-STAT-3", "MC-ACT-5", "MC-GRID-1")
def test_a_move_goes_up_to_movement_for_two_energy():
    game = mover(movement=3)
    assert max(reach(game).values()) == 3
    assert set(reach_of := game.question.field.cells()) == set(game.state.map.grid.within("0505", 3)) - {"0505"}
    assert "0501" not in reach_of
    play(game, ["0502"])
    assert (model(game, "A1").hex, model(game, "A1").energy) == ("0502", 4)


@rule("MC-MOVE-1")
def test_out_of_reach_is_refused_and_changes_nothing():
    game = mover(movement=3)
    play(game, "move")
    refusal = game.refuse(["0501"])
    assert refusal is not None
    assert refusal.rule == "MC-MOVE-1"
    assert model(game, "A1").hex == "0505"


@rule("MC-MOVE-1", "MC-ACT-5")
def test_with_less_than_two_energy_nobody_moves():
    assert options(mover(energy=2))["move"] == ""
    game = skirmish(mech(energy=1, abilities=[ability(TakeCondition("Invisible"), 1)]) @ "0505", mech() @ FAR)
    activate(game, "A1")
    assert options(game)["move"] == "MC-ACT-5"


@rule("MC-MOVE-1")
def test_a_way_through_waypoints_must_fit_the_allowance_as_a_whole():
    game = mover(movement=3)
    play(game, "move")
    assert game.refuse(["0504", "0503", "0502"]) is None
    refusal = game.refuse(["0503", "0605"])
    assert refusal is not None
    assert refusal.rule == "MC-MOVE-1"


@rule("MC-MOVE-1", "MC-TERR-13")
def test_a_way_is_shown_with_its_cost_and_its_fire_before_it_is_walked():
    game = mover(map=ground(h0504="0x", h0503="1."))
    play(game, "move")
    preview = game.preview(["0504", "0503"])
    assert preview is not None
    assert preview.path == ("0505", "0504", "0503")
    assert preview.lines[0].value == "4 of 4 Movement, 2 Energy"
    assert [line.rules for line in preview.lines[1:3]] == [("MC-TERR-13",), ("MC-SHOOT-1",)]
    play(game, ["0504", "0503"])
    assert model(game, "A1").hex == "0503"


@rule("MC-MOVE-1", "MC-TERR-13")
def test_a_way_without_fire_is_shown_without_it():
    game = mover(map=ground(h0506="0x"))
    play(game, "move")
    assert [line.label for line in game.preview(["0504"]).lines][:2] == ["cost", "exposed to"]


@rule("MC-MOVE-1", "MC-TERR-3")
def test_a_neighbour_that_could_be_entered_but_costs_too_much_is_out_of_reach():
    game = mover(map=ground(h0504="0f"), movement=1)
    play(game, "move")
    assert game.refuse(["0504"]).rule == "MC-MOVE-1"
    assert "no hex 0599" in game.refuse(["0599"]).why


@rule("MC-MOVE-1")
def test_a_move_of_one_hex_is_told_like_any_other():
    game = mover()
    play(game, "move", ["0504"])
    assert [event.path for event in game.events if isinstance(event, Moved)] == [("0505", "0504")]


@rule("MC-MOVE-1")
def test_the_owner_picks_the_way_through_waypoints():
    game = mover(movement=4)
    play(game, "move", ["0605", "0606", "0506"])
    assert model(game, "A1").hex == "0506"
    assert "A1 Mech moves from 0505 to 0506: 3 hexes for 3 Movement" in texts(game)


@rule("MC-MOVE-2")
def test_other_models_are_impassable_friends_too():
    ring = ["0504", "0604", "0605", "0506", "0405"]
    game = skirmish([mech(movement=3) @ "0505", *[mech() @ spot for spot in ring]], mech() @ FAR)
    activate(game, "A1")
    cells = reach(game)
    assert not set(ring) & set(cells)
    assert cells["0404"] == 1
    assert "0503" in cells, "the way around the friend is open"
    assert cells["0503"] == 3, "and longer than the straight one"
    refusal = game.refuse(["0504"])
    assert refusal is not None
    assert refusal.rule == "MC-MOVE-2"


@rule("MC-MOVE-1", "MC-MOVE-2")
@pytest.mark.parametrize(("cell", "movement"), [("0b", 4), ("0f", 1)])
def test_where_no_neighbour_can_be_entered_or_paid_for_no_move_is_offered(cell, movement):
    ring = dict.fromkeys(("h0504", "h0604", "h0605", "h0506", "h0404", "h0405"), cell)
    assert options(mover(map=ground(**ring), movement=movement))["move"] == "MC-MOVE-2"
    assert options(mover(map=ground(**ring | {"h0506": "0."}), movement=movement))["move"] == ""


@rule("MC-MOVE-3")
def test_unused_movement_is_lost_and_a_second_move_costs_again():
    game = mover(movement=4)
    play(game, "move", ["0504"])
    assert model(game, "A1").energy == 4
    play(game, "move")
    assert max(int(cost) for cost in game.question.field.cells().values()) == 4
    play(game, ["0503"])
    assert model(game, "A1").energy == 2


# ---------------------------------------------------------------- levels
@rule("MC-ELEV-2", "MC-GRID-2")
def test_a_level_up_costs_one_more_and_a_level_down_nothing():
    cells = reach(mover(map=ground(h0504="1.")))
    assert cells["0504"] == 2
    cells = reach(mover(map=ground(h0505="1.")))
    assert cells["0504"] == 1


@rule("MC-ELEV-1")
def test_nobody_climbs_or_drops_two_levels_at_once():
    game = mover(map=ground(h0504="2."), movement=1)
    assert "0504" not in reach(game)
    refusal = game.refuse(["0504"])
    assert refusal is not None
    assert refusal.rule == "MC-ELEV-1"
    assert options(mover(map=ground(h0505="2.")))["move"] == "MC-MOVE-2"


@rule("MC-STAT-4")
def test_a_flyer_ignores_heights_but_not_difficult_ground():
    cells = reach(mover(map=ground(h0504="3.", h0506="0f"), passive=Fly()))
    assert cells["0504"] == 1
    assert cells["0506"] == 2


# ---------------------------------------------------------------- terrain
@rule("MC-TERR-2")
@pytest.mark.parametrize("code", [".", ",", "="])
def test_normal_ground_costs_one_at_any_level(code):
    cells = reach(mover(map=ground(h0505="2.", h0504=f"2{code}")))
    assert cells["0504"] == 1


@rule("MC-TERR-3", "MC-TERR-9", "MC-TERR-10", "MC-TERR-12", "MC-TERR-14")
@pytest.mark.parametrize("code", ["f", "s", "i", "w"])
def test_difficult_ground_costs_one_more(code):
    assert reach(mover(map=ground(h0504=f"0{code}")))["0504"] == 2


@rule("MC-TERR-3")
def test_a_climb_into_difficult_ground_adds_up_and_two_difficulties_count_once():
    game = mover(map=ground(h0504="1f"))
    game.state.set_fire("0504")
    assert reach(game)["0504"] == 3


@rule("MC-TERR-5")
def test_water_is_impassable_but_for_swimmers_and_flyers():
    lake = ground(h0504="0~")
    game = mover(map=lake)
    assert "0504" not in reach(game)
    assert game.refuse(["0504"]).rule == "MC-TERR-5"
    assert reach(mover(map=lake, passive=Swim()))["0504"] == 1
    game = mover(map=lake, passive=Fly())
    play(game, "move", ["0504"])
    assert not model(game, "A1").has("Submerged")


@rule("MC-TERR-6", "MC-TERR-7", "MC-TERR-8")
def test_a_swimmer_is_submerged_loses_burned_and_climbs_out_for_one_more():
    game = mover(map=ground(h0504="0~"), passive=Swim())
    model(game, "A1").conditions = {"Burned": 0}
    play(game, "move", ["0504"])
    assert set(model(game, "A1").conditions) == {"Submerged"}
    play(game, "move")
    assert game.question.field.cells()["0503"] == "2"
    play(game, ["0503"])
    assert not model(game, "A1").conditions


@rule("MC-TERR-11", "MC-MOVE-2")
def test_a_building_cannot_be_entered():
    game = mover(map=ground(h0504="0b"))
    assert "0504" not in reach(game)


@rule("MC-TERR-12")
def test_ice_that_breaks_under_a_model_puts_it_into_the_water():
    game = skirmish(mech(weapons=[gun(attacks=1)]) @ "0505", mech() @ "0508", map=ground(h0508="0i"), dice=[4, 1])
    model(game, "B1").conditions = {"Burned": 0}
    activate(game, "A1")
    play(game, "shoot:Gun", "n0508")
    assert game.state.is_water("0508")
    assert set(model(game, "B1").conditions) == {"Submerged"}
    activate(game, "B1")
    play(game, "move", ["0509"])
    assert model(game, "B1").hex == "0509"


@rule("MC-TERR-12", "MC-TERR-5")
def test_broken_ice_cannot_be_walked_on_any_more():
    game = mover(map=ground(h0504="0i"))
    assert reach(game)["0504"] == 2
    destroy(game, model(game, "n0504"), None)
    game.ask_anew()
    assert "0504" not in game.question.field.cells()
    assert game.refuse(["0504"]).rule == "MC-TERR-5"


@rule("MC-TERR-12", "MC-TERR-5")
def test_broken_ice_is_water_in_that_battle_alone_and_to_every_kind_of_mech():
    """Whoever has moved there before, and in whatever order: the battles of one map share what steps cost."""
    lake = ground(h0504="0i")
    costs = []
    for broken, passive in ((False, Swim()), (True, Swim()), (True, None), (False, None), (False, Swim())):
        knacks = [ability(passive, timing="passive")] if passive else []
        game = skirmish(mech(abilities=knacks) @ "0505", mech() @ FAR, map=lake)
        if broken:
            destroy(game, model(game, "n0504"), None)
        costs.append(reach(activate(game, "A1")).get("0504"))
    assert costs == [2, 1, None, 2, 2]


@rule("MC-TERR-13", "MC-TERR-3")
def test_a_hex_that_catches_fire_is_difficult_from_then_on():
    game = mover()
    assert reach(game)["0504"] == 1
    game.state.set_fire("0504")
    game.ask_anew()
    assert game.question.field.cells()["0504"] == "2"


@rule("MC-TERR-13")
def test_moving_through_fire_burns_but_standing_where_it_starts_does_not():
    game = mover(map=ground(h0504="0x"))
    play(game, "move", ["0504", "0503"])
    assert model(game, "A1").has("Burned")
    game = mover()
    game.state.set_fire("0505")
    assert not model(game, "A1").has("Burned")
    play(game, "move", ["0504"])
    assert not model(game, "A1").has("Burned")


@rule("MC-TERR-13", "MC-STAT-4")
def test_a_flyer_that_crosses_fire_burns_too():
    game = mover(map=ground(h0504="0x"), passive=Fly())
    assert reach(game)["0504"] == 2
    play(game, ["0504"])
    assert model(game, "A1").has("Burned")


@rule("MC-TERR-5", "MC-TERR-12")
def test_a_flyer_over_breaking_ice_stays_dry():
    flyer = mech(abilities=[ability(Fly(), timing="passive")])
    game = skirmish(mech(weapons=[gun(attacks=1)]) @ "0505", flyer @ "0508", map=ground(h0508="0i"), dice=[4, 1])
    give(game, "B1", "Burned")
    activate(game, "A1")
    play(game, "shoot:Gun", "n0508")
    assert game.state.is_water("0508")
    assert set(model(game, "B1").conditions) == {"Burned"}


@rule("MC-TERR-12", "MC-TERR-13", "MC-TERR-14")
def test_fire_and_wreckage_go_down_with_the_ice():
    game = skirmish(mech(weapons=[gun(attacks=1)]) @ "0505", mech() @ FAR, map=ground(h0508="0i"), dice=[4, 1])
    game.state.set_fire("0508")
    game.state.wreckage["0508"] = 0
    activate(game, "A1")
    play(game, "shoot:Gun", "n0508")
    assert not game.state.fires
    assert not game.state.wreckage


@rule("MC-TERR-13")
def test_water_cannot_burn_and_fire_stays():
    game = mover(map=ground(h0504="0~"))
    assert not game.state.set_fire("0504")
    assert game.state.set_fire("0506")
    assert not game.state.set_fire("0506")
    assert game.state.fires == {"0506"}


@rule("MC-TERR-14", "MC-TERR-15")
def test_a_destroyed_mech_leaves_wreckage_allied_to_its_owner():
    game = skirmish(
        mech(weapons=[gun(attacks=1, damage=9)]) @ "0505",
        [mech() @ "0508", mech() @ FAR],
        dice=[4, 4],
    )
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.state.wreckage == {"0508": 1}
    assert game.state.free("0508")
    assert dict(game.state.steps(model(game, "A1"))["0507"])["0508"] == 2


@rule("MC-TERR-14")
def test_nothing_is_left_of_a_mech_in_the_water():
    game = skirmish(
        mech(weapons=[gun(attacks=1, damage=9)], stability=1) @ "0505",
        [mech(abilities=[ability(Swim(), timing="passive")]) @ "0508", mech() @ FAR],
        map=ground(h0508="0~"),
        dice=[5, 4],
    )
    model(game, "B1").conditions = {"Submerged": 0}
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.state.wreckage == {}


@rule("MC-TERR-1")
def test_a_map_may_use_every_kind_of_ground_at_every_level():
    cells = " ".join(f"{level}{terrain.code}" for level in range(4) for terrain in TERRAINS.values())
    read = Map.parse("Sampler", cells)
    assert [read.kind(spot).code for spot in read.grid.hexes] == [cell[1] for cell in cells.split()]
    assert read.text() == cells


@rule("MC-MOVE-1", "MC-TERR-3", "MC-ELEV-2")
@given(
    st.lists(st.sampled_from([".", "f", "~", "b", "x"]), min_size=280, max_size=280), st.randoms(use_true_random=False)
)
@pytest.mark.long
def test_reach_is_what_a_search_of_every_way_finds(codes, chance):
    rows = [" ".join(f"{chance.randint(0, 2)}{code}" for code in codes[row * 14 : row * 14 + 14]) for row in range(20)]
    game = unchecked(mech(movement=4) @ "0710", mech() @ FAR, map="\n".join(rows))
    hero = model(game, "A1")
    steps = game.state.steps(hero)
    best = {"0710": 0}
    todo = ["0710"]
    while todo:  # plain relaxation, without any order of costs
        here = todo.pop()
        for there, cost in steps[here]:
            total = best[here] + cost
            if total <= 4 and game.state.free(there) and total < best.get(there, 99):
                best[there] = total
                todo.append(there)
    field = MoveField(game.state, hero, 4)
    assert {spot: int(cost) for spot, cost in field.cells().items()} == {s: c for s, c in best.items() if s != "0710"}
    for spot in field.cells():
        path = field.path([spot])
        assert path[0] == "0710"
        assert sum(dict(steps[a])[b] for a, b in itertools.pairwise(path)) == best[spot]
