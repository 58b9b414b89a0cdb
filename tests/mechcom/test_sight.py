"""Lines of sight, cover by heights and models, Sensors, and Spotting."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.mechcom.damage.damage import destroy
from tabletop_tui.rules.mechcom.shooting.spotting import refuse_spot, spot_dice
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Model
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Fly
from tests.mechcom.build import FLAT, ability, activate, deployable, give, ground, mech, model, skirmish, unchecked
from tests.playing import options, play, unread

rule = pytest.mark.rule


def seen(map=FLAT, at="0505", to="0509", others=()):
    """The cover of B1 against A1 over this ground: its grade and rule."""
    game = skirmish(mech() @ at, [mech() @ to, *[mech() @ spot for spot in others]], map=map)
    found = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    return found.grade, found.rule


def add(game, sheet, spot, name="b1", seat=1, parent="B1"):
    post = Model(name, seat, sheet, integrity=sheet.stats.integrity, parent=parent)
    game.state.models[name] = post
    game.state.put(post, spot)
    return post


# ---------------------------------------------------------------- cover by heights
@rule("MC-GRID-4", "MC-ELEV-3", "MC-ELEV-4")
@pytest.mark.parametrize(
    ("between", "expected"),
    [("0.", (sight.CLEAR, "")), ("1.", (sight.HALF, "MC-ELEV-3")), ("2.", (sight.TOTAL, "MC-ELEV-4"))],
)
def test_ground_one_level_over_both_is_half_cover_and_two_levels_hide(between, expected):
    assert seen(ground(h0507=between)) == expected


@rule("MC-ELEV-3", "MC-ELEV-4")
def test_the_higher_of_the_two_models_counts():
    assert seen(ground(h0505="2.", h0507="2.")) == (sight.CLEAR, "")
    assert seen(ground(h0505="1.", h0507="2.")) == (sight.HALF, "MC-ELEV-3")
    assert seen(ground(h0509="1.", h0507="3.")) == (sight.TOTAL, "MC-ELEV-4")


@rule("MC-GRID-4")
def test_only_hexes_strictly_between_count():
    assert seen(ground(h0505="3.", h0509="0.")) == (sight.CLEAR, "")
    assert seen(ground(h0509="3.")) == (sight.CLEAR, "")


@rule("MC-GRID-4")
def test_a_line_along_an_edge_takes_the_side_that_is_better_for_the_viewer():
    # From 0505 to 0707 the line runs between 0606 and ... one of two hexes at the first step.
    game = skirmish(mech() @ "0505", mech() @ "0705")
    groups = game.state.map.grid.between("0505", "0705")
    (pair,) = groups
    assert len(pair) == 2
    one, other = pair
    assert seen(ground(**{f"h{one}": "3."}), to="0705") == (sight.CLEAR, "")
    for high, low in ((one, other), (other, one)):
        assert seen(ground(**{f"h{high}": "3.", f"h{low}": "1."}), to="0705") == (sight.HALF, "MC-ELEV-3")
    assert seen(ground(**{f"h{one}": "3.", f"h{other}": "2."}), to="0705")[0] == sight.TOTAL


@rule("MC-ELEV-5", "MC-TERM-3")
def test_a_mech_between_hides_whatever_its_level_a_wreck_does_not():
    assert seen(others=["0507"]) == (sight.TOTAL, "MC-ELEV-5")
    assert seen(ground(h0505="3.", h0509="3."), others=["0507"]) == (sight.TOTAL, "MC-ELEV-5")
    assert seen(ground(h0507="0w")) == (sight.CLEAR, "")


@rule("MC-ELEV-6", "MC-TERR-11")
def test_deployables_give_half_cover_buildings_cover_by_their_height_ice_none():
    game = skirmish(mech() @ "0505", mech() @ "0509")
    add(game, deployable(), "0507")
    found = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    assert (found.grade, found.rule) == (sight.HALF, "MC-ELEV-6")
    assert seen(ground(h0507="0b")) == (sight.HALF, "MC-ELEV-3")
    assert seen(ground(h0507="0B")) == (sight.TOTAL, "MC-ELEV-4")
    assert seen(ground(h0507="0i")) == (sight.CLEAR, "")


@rule("MC-TERR-4", "MC-TERR-9", "MC-TERR-10")
@pytest.mark.parametrize(("code", "expected"), [("f", "MC-TERR-9"), ("s", "MC-TERR-10")])
def test_soft_cover_protects_whoever_stands_in_it_and_nobody_behind(code, expected):
    assert seen(ground(h0509=f"0{code}")) == (sight.HALF, expected)
    assert seen(ground(h0507=f"0{code}")) == (sight.CLEAR, "")
    assert seen(ground(h0505=f"0{code}")) == (sight.CLEAR, "")


@rule("MC-TERR-4", "MC-TERR-12", "MC-TERR-14")
@pytest.mark.parametrize("code", ["i", "w", "x"])
def test_ice_wreckage_and_fire_are_difficult_but_no_cover(code):
    assert seen(ground(h0509=f"0{code}")) == (sight.CLEAR, "")


@rule("MC-STAT-11", "MC-TERR-4")
def test_two_sources_of_half_cover_count_once():
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(h0507="1.", h0509="0f"))
    assert spot_dice(game.state, model(game, "A1"), model(game, "B1")).total == 2


@rule("MC-TERR-6", "MC-COND-12")
def test_swimmers_are_covered_from_the_bank_and_from_each_other():
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(h0509="0~"))
    give(game, "B1", "Submerged")
    found = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    assert (found.grade, found.rule) == (sight.HALF, "MC-COND-12")
    lake = ground(**{f"h05{row:02d}": "0~" for row in range(5, 10)})
    game = skirmish(mech() @ "0505", mech() @ "0509", map=lake)
    give(game, "A1", "Submerged")
    give(game, "B1", "Submerged")
    found = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    assert (found.grade, found.rule) == (sight.HALF, "MC-TERR-6")


@rule("MC-WING-2", "MC-ELEV-3")
def test_a_wing_looks_from_two_levels_up():
    game = skirmish(mech() @ "0501", mech() @ "0509", map=ground(h0507="2."))
    wing = add(game, deployable("Wing", kind="wing", sensors=3), "0505", "a1", 0, "A1")
    assert sight.level(game.state, wing) == 2
    assert sight.cover(game.state, wing, model(game, "B1")).grade == sight.CLEAR


@rule("MC-ELEV-6", "MC-WING-2", "MC-TERM-3")
def test_a_friendly_deployable_or_a_wing_in_between_gives_half_cover_as_well():
    for sheet, seat in ((deployable(), 0), (deployable(kind="wing"), 0), (deployable(kind="wing"), 1)):
        game = skirmish(mech() @ "0505", mech() @ "0509")
        add(game, sheet, "0507", "post", seat, "AB"[seat] + "1")
        found = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
        assert (found.grade, found.rule) == (sight.HALF, "MC-ELEV-6")


@rule("MC-TERR-11", "MC-ELEV-3", "MC-ELEV-4")
def test_a_building_counts_from_the_level_on_which_it_stands():
    assert seen(ground(h0507="1b")) == (sight.TOTAL, "MC-ELEV-4")
    assert seen(ground(h0507="0B", h0505="1.")) == (sight.HALF, "MC-ELEV-3")
    assert seen(ground(h0507="0B", h0505="2.")) == (sight.CLEAR, "")


@rule("MC-TERR-11", "MC-TERR-14")
def test_where_a_building_stood_the_view_is_free():
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(h0507="0B"))
    destroy(game, model(game, "n0507"), None)
    assert sight.cover(game.state, model(game, "A1"), model(game, "B1")).grade == sight.CLEAR


@rule("MC-TERR-4", "MC-TERR-5")
def test_above_water_there_is_no_soft_cover():
    flyer = mech(abilities=[ability(Fly(), timing="passive")])
    game = skirmish(mech() @ "0505", flyer @ "0509", map=ground(h0509="0~"))
    assert sight.cover(game.state, model(game, "A1"), model(game, "B1")).grade == sight.CLEAR


@rule("MC-COND-12", "MC-ELEV-3", "MC-ELEV-4")
def test_a_submerged_model_looks_up_at_banks_from_two_levels_below():
    lake = {"h0505": "0~", "h0509": "0~", "h0506": "0~", "h0508": "0~"}
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(**lake))
    give(game, "A1", "Submerged")
    give(game, "B1", "Submerged")
    found = sight.cover(game.state, model(game, "A1"), model(game, "B1"))
    assert (found.grade, found.rule) == (sight.TOTAL, "MC-ELEV-4"), "dry land at 0507 is two levels over both"
    model(game, "B1").conditions = {}
    assert sight.cover(game.state, model(game, "A1"), model(game, "B1")).grade == sight.CLEAR, "the higher one counts"


@rule("MC-COND-12", "MC-ELEV-3")
@pytest.mark.parametrize("under", ["", "A1", "B1"])
def test_a_lake_between_counts_as_it_lies_unless_both_are_submerged(under):
    """Water on level 1 between two models on level 0: half cover, from one swimmer in the lower lake too."""
    game = unchecked(mech() @ "0505", mech() @ "0509", map=ground(h0505="0~", h0507="1~", h0509="0~"))
    if under:
        give(game, under, "Submerged")
    found = sight.between(game.state, model(game, "A1"), model(game, "B1"))
    assert (found.grade, found.rule) == (sight.HALF, "MC-ELEV-3")


@rule("MC-COND-12", "MC-TERR-12")
def test_where_ice_has_broken_swimmers_see_each_other():
    lake = {f"h05{row:02d}": "0~" for row in range(5, 10)}
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(**lake | {"h0507": "0i"}))
    for name in ("A1", "B1"):
        give(game, name, "Submerged")
    assert not sight.sees(game.state, model(game, "A1"), model(game, "B1"))
    destroy(game, model(game, "n0507"), None)
    assert sight.sees(game.state, model(game, "A1"), model(game, "B1"))


heights = st.lists(st.sampled_from(["0.", "0.", "0.", "1.", "2.", "3.", "0b", "1b", "0B"]), min_size=64, max_size=64)
spots = st.tuples(st.integers(0, 63), st.integers(0, 63)).filter(lambda pair: pair[0] != pair[1])


@rule("MC-GRID-4", "MC-ELEV-3", "MC-ELEV-4")
@settings(max_examples=60)
@given(heights, spots)
def test_cover_is_what_the_highest_step_of_the_line_gives_and_the_same_both_ways(cells, pair):
    names = [f"{column:02d}{row:02d}" for row in range(1, 9) for column in range(1, 9)]
    for place in pair:
        cells = [*cells[:place], cells[place][0] + ".", *cells[place + 1 :]]
    one, other = (names[place] for place in pair)
    rows = "\n".join(" ".join(cells[row * 8 : row * 8 + 8]) for row in range(8))
    game = skirmish(mech() @ one, mech() @ other, map=rows)
    level = {name: int(cell[0]) for name, cell in zip(names, cells, strict=True)}
    top = {name: level[name] + {".": 0, "b": 1, "B": 2}[cell[1]] for name, cell in zip(names, cells, strict=True)}
    higher = max(level[one], level[other])
    # At an edge the lower of the two hexes is better for whoever looks.
    line = game.state.map.grid.crossed(one, other)
    over = max((min(top[spot] for spot in step) - higher for step in line), default=0)
    wanted = sight.TOTAL if over >= 2 else sight.HALF if over == 1 else sight.CLEAR
    a, b = model(game, "A1"), model(game, "B1")
    assert sight.cover(game.state, a, b).grade == sight.cover(game.state, b, a).grade == wanted
    assert sight.sees(game.state, a, b) is (wanted != sight.TOTAL)


@rule("MC-WING-3", "MC-STAT-5")
@pytest.mark.parametrize(("kind", "further"), [("wing", True), ("deployable", False)])
def test_only_a_wing_extends_the_sensors_of_its_parent(kind, further):
    parent = mech(sensors=4, abilities=[ability(Deploy("eye"))])
    game = skirmish(parent @ "0505", mech() @ "0511")
    add(game, deployable(kind=kind, sensors=3), "0508", "a1", 0, "A1")
    assert sight.senses(game.state, model(game, "A1"), "0511") is further


# ---------------------------------------------------------------- Spotting
@rule("MC-SPOT-1", "MC-SPOT-3", "MC-ACT-5", "MC-STAT-5", "MC-DICE-1")
def test_every_six_of_three_dice_is_a_token_for_three_energy():
    game = skirmish(mech() @ "0505", mech() @ "0509", dice=[6, 5, 6])
    model(game, "B1").spot = 1
    activate(game, "A1")
    play(game, "spot", "B1")
    assert model(game, "B1").spot == 3, "two beside the one that was there"
    assert model(game, "A1").energy == 3
    roll = next(event for event in game.events if isinstance(event, Rolled))
    assert (roll.sides, roll.faces, roll.good) == (6, (6, 5, 6), (True, False, True))


@rule("MC-SPOT-3")
def test_any_friend_of_the_spotter_may_consume_the_token():
    game = skirmish([mech() @ "0505", mech() @ "0608"], mech() @ "0509", dice=[6, 1, 1, 1, 1])
    activate(game, "A1")
    play(game, "spot", "B1")
    activate(game, "A2")
    assert model(game, "B1").spot == 1
    play(game, "shoot:Gun", "B1", 1)
    assert model(game, "B1").spot == 0


@rule("MC-SPOT-1", "MC-STAT-5")
def test_sensors_reach_exactly_as_far_as_they_say():
    game = skirmish(mech(sensors=4) @ "0505", [mech() @ "0509", mech() @ "0910"])
    activate(game, "A1")
    play(game, "spot")
    assert options(game) == {"B1": "", "B2": "MC-SPOT-1"}


@rule("MC-SPOT-1", "MC-COND-7", "MC-ACT-5")
def test_friends_invisible_and_neutral_models_are_not_spotted_and_it_takes_three_energy():
    game = skirmish([mech() @ "0505", mech() @ "0404"], [mech() @ "0509", mech() @ "0808"], map=ground(h0503="0b"))
    give(game, "B1", "Invisible")
    activate(game, "A1")
    play(game, "spot")
    assert options(game) == {"B2": "", "B1": "MC-COND-7"}
    game = skirmish(mech(energy=2) @ "0505", mech() @ "0509")
    activate(game, "A1")
    assert options(game)["spot"] == "MC-ACT-5"


@rule("MC-COND-7", "MC-SPOT-1")
@pytest.mark.parametrize(("invisible", "refused"), [("A1", ""), ("B1", "MC-SPOT-1")])
def test_an_invisible_model_may_spot_but_where_all_enemies_are_there_is_nobody_to_spot(invisible, refused):
    game = skirmish(mech() @ "0505", mech() @ "0509")
    give(game, invisible, "Invisible")
    activate(game, "A1")
    assert options(game)["spot"] == refused


@rule("MC-SPOT-2", "MC-TERR-9", "MC-ELEV-7")
def test_a_preview_of_a_spot_names_what_changed_the_dice():
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(h0505="2.", h0509="0f"))
    activate(game, "A1")
    play(game, "spot")
    preview = game.preview("B1")
    assert preview is not None
    dice = next(line for line in preview.lines if line.label == "dice")
    assert dice.tally is not None
    assert [(m.value, m.rule) for m in dice.tally.modifiers] == [(-1, "MC-TERR-9"), (1, "MC-ELEV-7")]


@rule("MC-SPOT-1", "MC-ELEV-4")
def test_a_model_out_of_sight_cannot_be_spotted():
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(h0507="2."))
    refusal = refuse_spot(game.state, model(game, "A1"), model(game, "B1"))
    assert refusal is not None
    assert refusal.rule == "MC-ELEV-4"


@rule("MC-SPOT-2", "MC-ELEV-7", "MC-ELEV-3")
@pytest.mark.parametrize(
    ("cells", "dice"),
    [({}, 3), ({"h0507": "1."}, 2), ({"h0505": "2."}, 4), ({"h0505": "3.", "h0509": "0f"}, 3), ({"h0505": "1."}, 3)],
)
def test_cover_takes_a_spot_die_and_every_two_levels_give_one(cells, dice):
    game = skirmish(mech() @ "0505", mech() @ "0509", map=ground(**cells), dice=[1] * dice)
    assert spot_dice(game.state, model(game, "A1"), model(game, "B1")).total == dice
    activate(game, "A1")
    play(game, "spot", "B1")
    assert not unread(game)
