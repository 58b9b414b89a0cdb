"""Buildings: who is inside shoots, is shot at, is assaulted, flees; walls and rubble."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Harmed, Moved
from tabletop_tui.engine.option_order import careful
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, refuse_assault
from tabletop_tui.rules.pmc2640.damage.damage import HitTable, RollHits
from tabletop_tui.rules.pmc2640.reactions.reaction_fire import reactors
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, crossfire, defence, firepower
from tabletop_tui.rules.pmc2640.shooting.shooting import Shoot
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.turn.fleeing import Flee, MoveShaken
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase
from tabletop_tui.rules.pmc2640.ways import forced_moves
from tabletop_tui.table.bases import middle_text
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, in_reserve, rifles, unit, wall

rule = pytest.mark.rule
HOUSE = box("b", "building", 24, 18, 30, 24)


def garrison(game, name="B1", house="b"):
    """Put a unit into a building."""
    unit(game, name).models, unit(game, name).building = (), house
    return game


def housed(*others, attacker=(20.0, 20.0), pieces=(HOUSE,), dice=(), inside=None, **changes):
    """A1 outside and B1 in the house, with further enemies of A1."""
    mine = rifles(*attacker, **changes)
    return garrison(field([mine], [inside or rifles(40, 40), *others], pieces=pieces, dice=dice))


# ---------------------------------------------------------------- in and out
@rule("PMC-BLDG-1", "PMC-BLDG-2")
def test_who_may_enter_which_building():
    full, far = box("full", "reinforced", 16, 24, 20, 26), box("far", "building", 24.65, 8, 26, 9)
    game = field([rifles(20, 20, size=1), buggy(18, 21)], [rifles(40, 40)], pieces=(HOUSE, full, far))
    garrison(game, "B1", "full")
    unit(game, "A1").models = ((19.75, 20),)  # 4 in from the house
    run(game, ChooseAction("A1"))
    assert {key: why for key, why in options(game).items() if key.startswith("enter")} == {
        "enter:b": "",
        "enter:full": "PMC-BLDG-2",
    }
    unit(game, "A1").models = ((19.7, 20),)
    game.ask_anew()
    assert "enter:b" not in options(game)
    run(game, ChooseAction("A2"))
    assert not [key for key in options(game) if key.startswith("enter")], "vehicles stay outside"


@rule("PMC-BLDG-1")
def test_leaving_places_the_whole_unit_within_4_inches_of_the_walls():
    game = housed(inside=rifles(0, 0, size=1))
    run(game, ChooseAction("B1"))
    play(game, "leave")
    assert game.refuse(["34.25,20"]) is None
    assert game.refuse(["34.3,20"]).rule == "PMC-BLDG-1"
    assert game.refuse(["30.2,20"]).rule == "PMC-BLDG-6", "in the wall"
    play(game, ["34.25,20"])
    assert unit(game, "B1").building == ""


@rule("PMC-BLDG-3", "PMC-SR-1", "PMC-SR-11")
def test_inside_a_building_one_may_only_leave_or_fire():
    able = {"command": 2, "markerlights": True}
    game = garrison(field([rifles(20, 21)], [rifles(0, 0, **able), rifles(33, 20, indirect=True)], pieces=(HOUSE,)))
    run(game, ChooseAction("B1"))
    assert options(game) == {
        **dict.fromkeys(("move", "advance", "assault", "coordinate", "designate"), "PMC-BLDG-3"),
        "fire": "",
        "leave": "",
    }


@rule("PMC-BLDG-3", "PMC-BLDG-4")
def test_from_a_building_one_shoots_all_around_from_its_walls():
    others = [rifles(5.5, 21, size=1), rifles(27, 42.25, size=1), rifles(48.26, 21, size=1)]
    game = garrison(field(others, [rifles(0, 0, range=18)], pieces=(HOUSE,)))
    run(game, ChooseTarget("B1", "fire"))
    assert options(game) == {"A2": "", "A1": "PMC-FIRE-1", "A3": "PMC-FIRE-1"}
    unit(game, "A1").models = ((5.75, 21),)
    game.ask_anew()
    assert options(game)["A1"] == ""


@rule("PMC-BLDG-4")
def test_ranges_to_a_building_are_measured_to_its_walls():
    game = housed(attacker=(5.75, 20), size=1)
    run(game, ChooseTarget("A1", "fire"))
    assert options(game) == {"B1": ""}
    unit(game, "A1").models = ((5.74, 20),)
    game.ask_anew()
    assert options(game) == {"B1": "PMC-FIRE-1"}
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == pytest.approx(18.01)


@rule("PMC-LOS-1", "PMC-BLDG-4")
def test_a_building_is_seen_from_36_inches_to_its_walls():
    tall = box("b", "building", 40, 20, 44, 24)
    game = housed(attacker=(3.75, 22), size=1, range=48, pieces=(tall,))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
    unit(game, "A1").models = ((3.7, 22),)
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-LOS-1"


@rule("PMC-BLDG-3", "PMC-LOS-3")
def test_another_window_sees_what_the_nearest_does_not():
    pillar = box("p", "rocks", 22, 20, 23, 22)  # before the middle of the west wall
    game = housed(attacker=(16, 21), size=1, pieces=(HOUSE, pillar))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
    closed = box("p", "rocks", 22, 10, 23, 32)
    game = housed(attacker=(16, 21), size=1, pieces=(HOUSE, closed))
    assert sight.no_sight(battle_of(game), unit(game, "B1"), unit(game, "A1")).rule == "PMC-AREA-6"


@rule("PMC-BLDG-6", "PMC-LOS-2")
def test_nobody_looks_through_a_building_and_not_through_ones_own():
    game = field([rifles(20, 21, size=1)], [rifles(34, 21, size=1), rifles(40, 40)], pieces=(HOUSE,))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-BLDG-6"
    screen = box("s", "rocks", 31, 10, 32, 34)  # all along the east wall
    game = housed(attacker=(40, 21), size=1, pieces=(HOUSE, screen))
    assert sight.no_sight(battle_of(game), unit(game, "B1"), unit(game, "A1")) is not None


def screened(*gaps, x=35.0, width=0.04):
    """Rocks across the whole table at x, with narrow gaps at these heights."""
    edges = [0.0, *(edge for gap in sorted(gaps) for edge in (gap - width, gap + width)), 48.0]
    return tuple(
        box(f"s{top}", "rocks", x, top, x + 0.05, bottom) for top, bottom in zip(edges[::2], edges[1::2], strict=True)
    )


@rule("PMC-BLDG-3", "PMC-LOS-3")
@pytest.mark.parametrize(
    ("gap", "seen"),
    [
        (21.5, True),  # from the nearest place of the east wall
        (21.25, True),  # from its middle
        (19.75, True),  # from its corners
        (22.75, True),
        (20.41, False),  # from the corners of the west wall, through the house
        (22.27, False),
        (20.89, False),  # from the middle of the north wall, through the house
    ],
)
def test_a_garrison_looks_out_of_each_wall_but_not_through_the_house(gap, seen):
    """A man at (40, 21.5): all lines but one are blocked halfway between him and the east wall."""
    game = housed(attacker=(40, 21.5), size=1, pieces=(HOUSE, *screened(gap)))
    battle, man, inside = battle_of(game), unit(game, "A1"), unit(game, "B1")
    assert (sight.no_sight(battle, inside, man) is None) is seen
    assert (sight.no_sight(battle, man, inside) is None) is seen
    post = wall("w", 40, 21.49, 40, 21.51)
    game = garrison(field([rifles(5, 5)], [rifles(0, 0)], pieces=(HOUSE, post, *screened(gap))))
    assert sight.sees_piece(battle_of(game), unit(game, "B1"), "w") is seen


@rule("PMC-BLDG-3", "PMC-LOS-3")
def test_a_garrison_looks_along_its_wall_from_the_far_corner():
    game = housed(attacker=(40, 17), size=1, pieces=(HOUSE, *screened(17.31)))  # from (24, 18), past the north wall
    assert sight.no_sight(battle_of(game), unit(game, "B1"), unit(game, "A1")) is None


@rule("PMC-BLDG-3", "PMC-BLDG-4")
def test_garrisons_of_adjoining_houses_see_each_other():
    game = garrison(housed(pieces=(HOUSE, box("c", "building", 30, 18, 36, 24))), "A1", "c")
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == 0
    one, other = sight.sight_line(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert one == other, "through a window that both have"


@rule("PMC-AREA-5", "PMC-LOS-2")
def test_a_building_is_no_hill_from_which_one_looks_over_friends():
    friend = rifles(33, 21.5, size=1)
    game = housed(friend, attacker=(40, 21.5), size=1, pieces=(HOUSE, *screened(21.5)))
    assert sight.no_sight(battle_of(game), unit(game, "B1"), unit(game, "A1")) is not None


# ---------------------------------------------------------------- modifiers
@rule("PMC-BLDG-6", "PMC-TERR-8")
def test_a_garrison_shoots_down_and_is_protected():
    game = housed()
    inward, outward = Attack("A1", "B1", order="advance"), Attack("B1", "A1", order="advance")
    assert defence(battle_of(game), inward).total == 9 + 2
    assert firepower(battle_of(game), outward).total == 2 + 1 + 2 + 2  # Firepower, models, half range, from above
    assert "PMC-BLDG-6" in firepower(battle_of(game), outward).rules
    assert firepower(battle_of(game), Attack("B1", "A1", order="reaction")).total == 3
    hill = box("h", "hill", 16, 16, 22, 26)
    game = housed(pieces=(HOUSE, hill))
    assert "PMC-BLDG-6" not in firepower(battle_of(game), outward).rules, "the hill is as high as the roof"


@rule("PMC-BLDG-6")
def test_a_tower_is_above_hills_and_houses():
    pieces = (box("b", "reinforced", 24, 18, 30, 24), box("c", "building", 14, 18, 18, 24))
    game = garrison(housed(pieces=pieces), "A1", "c")
    assert "PMC-BLDG-6" in firepower(battle_of(game), Attack("B1", "A1")).rules
    assert "PMC-BLDG-6" not in firepower(battle_of(game), Attack("A1", "B1")).rules


@rule("PMC-BLDG-4", "PMC-LOS-3")
def test_two_garrisons_measure_and_see_from_wall_to_wall():
    pieces = (HOUSE, box("c", "building", 8, 18, 14, 24), box("p", "rocks", 18, 20, 19, 22))
    game = garrison(housed(pieces=pieces), "A1", "c")
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == 10
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None


@rule("PMC-VEH-2", "PMC-BLDG-4")
@pytest.mark.parametrize(("facing", "bonus"), [(90, 0), (0, 1), (270, 2)])
def test_a_garrison_sees_the_side_of_a_vehicle_too(facing, bonus):
    game = garrison(field([rifles(0, 0, size=1)], [buggy(45, 21, facing - 180)], pieces=(HOUSE,)), "A1")
    assert firepower(battle_of(game), Attack("A1", "B1", order="advance")).total == 2 + 2 + bonus


@rule("PMC-BLDG-5", "PMC-XFIRE-1", "PMC-XFIRE-2")
def test_a_garrison_is_never_in_crossfire_but_can_be_one_of_two_shooters():
    game = garrison(field([rifles(20, 20), rifles(34, 20)], [rifles(0, 0)], pieces=(HOUSE,)))
    unit(game, "B1").shot_by = ("A1",)
    assert not crossfire(battle_of(game), unit(game, "A2"), unit(game, "B1"))
    game = garrison(field([rifles(0, 0), rifles(16, 21, size=1)], [rifles(20, 21, size=1)], pieces=(HOUSE,)), "A1")
    unit(game, "B1").shot_by = ("A1",)
    assert crossfire(battle_of(game), unit(game, "A2"), unit(game, "B1"))


@rule("PMC-SR-5", "PMC-GEN-11")
def test_who_sees_no_enemy_may_still_fire_at_a_wall_with_a_destructive_weapon():
    for destructive, refusal in ((True, ""), (False, "PMC-FIRE-1")):
        men, low = rifles(20, 20, destructive=destructive), wall("w", 26, 18, 26, 23)
        game = field([men], [rifles(44, 44)], pieces=(low,))
        run(game, ChooseAction("A1"))
        assert options(game)["fire"] == refusal
        if destructive:
            play(game, "fire")
            assert {key for key, why in options(game).items() if not why} == {"piece:w"}


@rule("PMC-SR-5", "PMC-GEN-11")
@pytest.mark.parametrize("far", [24, 5])
def test_a_shot_at_a_wall_is_asked_for_where_no_enemy_is_in_reach_and_is_not_what_enter_takes(far):
    men, low = rifles(20, 20, destructive=True), wall("w", 26, 18, 26, 23)
    game = field([men], [rifles(20, 20 + far)], pieces=(low,))
    run(game, ChooseAction("A1"))
    asked = {key: bool(game.question.warning(key)) for key, why in options(game).items() if not why}
    assert asked.pop("fire") is (far == 24)
    assert not any(asked.values())
    first = game.question.options[careful(game.question.options)]
    assert first.key == "move"
    play(game, "advance")
    here = middle_text(unit(game, "A1").models)
    assert bool(game.question.warning([here])) is (far == 24), "it stays, so it has to shoot"
    assert not game.question.warning(["20,21"])


@rule("PMC-SR-5", "PMC-BLDG-3")
def test_a_garrison_with_a_destructive_weapon_shoots_at_other_buildings_only():
    pieces = (HOUSE, box("c", "building", 34, 18, 38, 24))
    game = garrison(field([rifles(20, 40)], [rifles(0, 0, destructive=True)], pieces=pieces))
    run(game, ChooseTarget("B1", "fire"))
    assert {key for key in options(game) if key.startswith("piece")} == {"piece:c"}


@rule("PMC-SR-5", "PMC-BLDG-3")
@pytest.mark.parametrize(("left", "reached"), [(42.0, True), (42.1, False)])
def test_the_range_from_a_building_to_another_is_measured_from_wall_to_wall(left, reached):
    other = box("c", "building", left, 18, left + 4, 24)
    inside = rifles(0, 0, destructive=True, range=12)
    game = garrison(field([inside], [rifles(10, 40)], pieces=(HOUSE, other)), "A1")
    assert distances.distance_to_piece(battle_of(game), unit(game, "A1"), "c") == pytest.approx(left - 30)
    run(game, ChooseTarget("A1", "fire"))
    assert ("piece:c" in options(game)) is reached


@rule("PMC-BLDG-7")
def test_a_reinforced_building_cannot_be_destroyed():
    game = housed(pieces=(box("b", "reinforced", 24, 18, 30, 24),), destructive=True)
    run(game, ChooseTarget("A1", "fire"))
    assert set(options(game)) == {"B1"}


@rule("PMC-FIRE-11", "PMC-BLDG-4")
def test_a_garrison_loses_models_without_a_choice():
    # 6 + 2 + 1 + 2 + 1 = 12 against 11: one hit, a 6.
    game = housed(dice=(6, 6))
    run(game, Shoot(Attack("A1", "B1")))
    assert (unit(game, "B1").left, unit(game, "B1").suppression, unit(game, "B1").building) == (3, 2, "b")
    assert game.question is None


@rule("PMC-SUPP-2", "PMC-SUPP-3", "PMC-FIRE-11")
def test_the_log_tells_what_becomes_of_a_garrison_and_of_losses_only_where_there_are_any():
    game = housed(dice=(2, 3))
    run(game, RollHits("B1", 2, HitTable(6), 0, "A1"))
    assert not [event for event in game.events if isinstance(event, Harmed)]
    game.dice.unread = (6, 6, 2)
    run(game, RollHits("B1", 3, HitTable(6), 0, "A1"))
    assert [event.left for event in game.events if isinstance(event, Harmed)] == [2]
    assert (game.events[-1].text, game.events[-1].rules) == (
        "B1 Rifles are Broken: 7 points, Morale 2",
        ("PMC-SUPP-3",),
    )
    run(suppressed := housed(dice=(6, 2, 2)), RollHits("B1", 3, HitTable(6), 0, "A1"))
    assert suppressed.events[-1].rules == ("PMC-SUPP-2",)
    full = housed(dice=(2,))
    unit(full, "B1").suppression = 12
    run(full, RollHits("B1", 1, HitTable(6), 0, "A1"))
    assert len(full.events) == 1, "no more than 12 points, so nothing to tell but the die"


# ---------------------------------------------------------------- rubble
@rule("PMC-BLDG-8", "PMC-AREA-7")
def test_a_destroyed_building_is_rubble_of_the_same_area():
    game = field([rifles(20, 20, size=1)], [rifles(34, 21, size=1)], pieces=(HOUSE,))
    battle = battle_of(game)
    terrain_state.destroy_piece(battle, "b")
    assert terrain_state.ground_at(battle, (27, 21)) == "rubble"
    assert terrain_state.ground_at(battle, (23.9, 21)) == "open"
    assert sight.no_sight(battle, unit(game, "A1"), unit(game, "B1")) is None
    run(game, ChooseAction("A1"))
    assert not [key for key in options(game) if key.startswith("enter")]


@rule("PMC-LIN-2", "PMC-SR-5")
def test_a_destroyed_wall_is_gone():
    game = field([rifles(20, 20, size=1)], [rifles(30, 20, size=1)], pieces=(wall("w", 25, 18, 25, 22, "medium-wall"),))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-LIN-2"
    terrain_state.destroy_piece(battle_of(game), "w")
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None


# ---------------------------------------------------------------- assaults
@rule("PMC-BLDG-9", "PMC-BLDG-4", "PMC-ASSLT-1")
def test_a_building_is_assaulted_within_reach_of_its_walls():
    game = housed(attacker=(17.75, 20))
    assert refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
    game = housed(attacker=(17.7, 20))
    assert refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-ASSLT-1"


@rule("PMC-BLDG-9", "PMC-ASSLT-9", "PMC-ASSLT-12")
def test_the_attackers_who_win_go_in_and_the_defenders_stand_an_inch_outside():
    # 9 + 2 + 1 = 12 against 9, without the building's bonus: three hits, three losses, Broken.
    game = housed(dice=(9, 4, 5, 6))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait", "wait")
    winner, loser = unit(game, "A1"), unit(game, "B1")
    assert (winner.building, winner.models) == ("b", ())
    assert (loser.building, len(loser.models), loser.broken) == ("", 1, True)
    assert distances.distance(battle_of(game), winner, loser) == pytest.approx(1)
    assert loser.models[0][0] > 30, "on the far side"
    assert not unread(game)


@rule("PMC-BLDG-9", "PMC-ASSLT-12")
def test_the_attackers_who_lose_fall_back_from_the_walls():
    game = housed(dice=(0, 9, 4, 5, 6))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait", "wait", "rest")
    assert unit(game, "B1").building == "b"
    assert unit(game, "A1").broken
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == pytest.approx(1, abs=0.06)
    assert not unread(game)


@rule("PMC-BLDG-9", "PMC-ASSLT-13")
@pytest.mark.parametrize(("points", "left", "dice"), [(12, 4, ()), (0, 1, (9, 6, 1, 1))])
def test_attackers_take_the_building_of_the_broken_and_of_the_dead(points, left, dice):
    game = housed(dice=dice)
    unit(game, "B1").suppression, unit(game, "B1").left = points, left
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    while game.question is not None:
        play(game, "wait")
    assert unit(game, "B1").gone == "destroyed"
    assert unit(game, "A1").building == "b"
    assert not unread(game)


@rule("PMC-BLDG-2", "PMC-BLDG-9")
def test_the_winners_stay_outside_where_the_defenders_have_no_room_to_fall_back():
    waters = (
        box("n", "water", 18, 10, 36, 18),
        box("s", "water", 18, 24, 36, 32),
        box("w", "water", 16, 18, 22.6, 24),
        box("e", "water", 30, 18, 36, 24),
    )
    game = housed(attacker=(23, 21), size=1, assault=20, pieces=(HOUSE, *waters), dice=(9, *(2,) * 20))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait")
    assert unit(game, "B1").broken
    assert (unit(game, "A1").building, unit(game, "B1").building) == ("", "b")


@rule("PMC-ASSLT-3", "PMC-BLDG-4")
def test_a_garrison_reacts_to_assaults_within_6_inches_of_its_walls():
    game = housed(rifles(22.75, 14, size=1), attacker=(18, 14), pieces=(box("b", "building", 23, 20, 30, 24),), size=1)
    battle = battle_of(game)
    assert distances.distance(battle, unit(game, "B1"), unit(game, "B2")) < 6
    assert [one.id for one in reactors(battle, unit(game, "A1"), unit(game, "B2"), ())] == ["B1", "B2"]
    unit(game, "B2").models = ((22.75, 13.7),)
    assert [one.id for one in reactors(battle, unit(game, "A1"), unit(game, "B2"), ())] == ["B2"]


# ---------------------------------------------------------------- fleeing
@rule("PMC-FLEE-5", "PMC-FLEE-2")
def test_a_broken_garrison_leaves_and_flees():
    game = housed(attacker=(10, 21))
    unit(game, "B1").suppression = 9
    run(game, Flee("B1"))
    loser = unit(game, "B1")
    assert (loser.building, len(loser.models)) == ("", 4)
    assert min(x for x, _ in loser.models) > 30 + 6, "out on the far side, and on from there"
    assert min(x for x, _ in loser.models) < 30 + 4 + 6.5


@rule("PMC-FLEE-5", "PMC-FLEE-3")
def test_a_broken_garrison_comes_out_where_no_enemy_is_near():
    game = field([rifles(18, 20), rifles(36, 20)], [rifles(40, 40)], pieces=(HOUSE,))
    battle, enemies = battle_of(garrison(game)), [unit(game, "A1"), unit(game, "A2")]
    assert forced_moves.put_outside(battle, unit(game, "B1"), enemies)
    assert min(distances.distance(battle, unit(game, "B1"), enemy) for enemy in enemies) > 8, (
        "in the middle between the two"
    )


@rule("PMC-FLEE-5", "PMC-FLEE-3")
def test_a_broken_garrison_with_no_room_outside_stays():
    ring = (
        box("n", "water", 18, 12, 36, 18),
        box("s", "water", 18, 24, 36, 30),
        box("w", "water", 18, 18, 24, 24),
        box("e", "water", 30, 18, 36, 24),
    )
    game = housed(attacker=(10, 21), pieces=(HOUSE, *ring))
    unit(game, "B1").suppression = 9
    run(game, Flee("B1"))
    assert unit(game, "B1").building == "b"
    run(game, ChooseAction("B1"))
    assert options(game)["leave"] == "PMC-BLDG-1"


@rule("PMC-FLEE-5")
def test_a_broken_garrison_leaves_though_it_has_nobody_to_flee_from():
    game = in_reserve(housed(), "A1")
    unit(game, "B1").suppression = 9
    run(game, Flee("B1"))
    assert (unit(game, "B1").building, len(unit(game, "B1").models)) == ("", 4)
    (moved,) = game.events
    assert isinstance(moved, Moved), "that it came out is told"
    assert len(moved.path) == 2


@rule("PMC-FLEE-6")
def test_a_suppressed_garrison_stays_and_nobody_suppressed_goes_in():
    game = garrison(field([rifles(22, 20), rifles(33, 20)], [rifles(0, 0), rifles(40, 40)], pieces=(HOUSE,)))
    unit(game, "B1").suppression = 5
    run(game, MoveShaken(1, ()))
    assert game.question is None
    unit(game, "A1").suppression = 5
    run(game, MoveShaken(0, ()))
    assert game.question is None, "a building is neither area nor linear terrain"


@rule("PMC-ACT-2", "PMC-BLDG-3")
def test_a_garrison_is_activated_like_others():
    game = housed()
    battle_of(game).first = 1
    run(game, ActionPhase())
    play(game, "B1", "fire")
    assert options(game) == {"A1": ""}


@rule("PMC-SR-7", "PMC-COH-2")
def test_after_the_collapse_one_stands_as_near_as_others_leave_room():
    mine = [rifles(20, 12, destructive=True, firepower=9), rifles(26.4, 21, size=1)]
    game = field(mine, [rifles(40, 40)], pieces=(box("b", "building", 24, 20, 26, 22),), dice=(0, 9, 0))
    inside = unit(garrison(game), "B1")
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:b")
    assert inside.models
    assert distances.distance(battle_of(game), inside, unit(game, "A2")) > 0.999
    assert distances.distance_to_spot(battle_of(game), inside, (25.0, 21.0)) < 2, "no further than it has to"
