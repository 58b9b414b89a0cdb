"""Reserves: the two halves, who arrives when and where, and the shot at those who come near (PMC-RES, PMC-FIND)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Moved
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rules.pmc2640.moving.reserves import PlaceReserve, ReservePhase, allowance
from tabletop_tui.rules.pmc2640.state.battle import Wreck
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.system import SYSTEM
from tabletop_tui.rules.pmc2640.turn.setup import SetUp
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase
from tabletop_tui.table.bases import centre
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, in_reserve, rifles, unit

rule = pytest.mark.rule


# ---------------------------------------------------------------- who comes when
@rule("PMC-FIND-2", "PMC-GEN-13")
def test_opposite_edges_and_two_halves_of_which_the_first_is_the_larger():
    game = field([rifles(0, 0)] * 3, [rifles(0, 0)] * 4, dice=(3, 6, 1))
    in_reserve(game, *battle_of(game).units)
    battle_of(game).turn = 0
    run(game, SetUp())
    assert battle_of(game).edges == ("north", "south")
    assert (game.question.seat, [item.key for item in game.question.items]) == (0, ["A1", "A2", "A3"])
    few = game.question.refuse({"A1": "first", "A2": "second", "A3": "second"})
    assert few is not None, "half of the force is two of three"
    play(game, {"A1": "first", "A2": "second", "A3": "first"})
    assert (game.question.seat, [item.key for item in game.question.items]) == (1, ["B1", "B2", "B3", "B4"])
    play(game, {"B1": "second", "B2": "first", "B3": "second", "B4": "first"})
    halves = {name: one.reserve for name, one in battle_of(game).units.items()}
    assert [name for name, half in halves.items() if half == "first"] == ["A1", "A3", "B2", "B4"]
    assert set(options(game)) == {"A1", "A3"}, "the first half arrives, the second waits"


@rule("PMC-FIND-2")
@pytest.mark.parametrize(("face", "edges"), [(3, ("north", "south")), (4, ("south", "north"))])
def test_the_edges_are_a_matter_of_chance(face, edges):
    game = field([rifles(0, 0)], [rifles(0, 0)], dice=(face, 6, 1))
    in_reserve(game, "A1", "B1")
    battle_of(game).turn = 0
    run(game, SetUp())
    assert battle_of(game).edges == edges


@rule("PMC-RES-1", "PMC-RES-2", "PMC-RES-3")
def test_reserves_arrive_by_turns_the_first_player_first_whatever_the_numbers():
    game = field([rifles(0, 0)] * 4, [rifles(0, 0)])
    in_reserve(game, "A1", "A2", "A3", "A4", "B1", half="first")
    battle_of(game).first = 1
    run(game, ReservePhase(), ActionPhase())
    assert game.question.seat == 1
    play(game, ["24,2"])  # who has but one to bring is not asked which
    assert game.question.seat == 0
    play(game, "A1", ["10,46"])
    assert game.question.seat == 0, "the other has nothing more to bring"
    play(game, "A2", ["20,46"], "A3", ["30,46"], ["40,46"])
    assert game.question.prompt.startswith("Activate")
    assert options(game)["B1"] == "", "arriving was no activation"


@rule("PMC-FIND-3", "PMC-RES-1")
@pytest.mark.parametrize(("turn", "count"), [(2, 0), (3, 2), (4, 0), (5, 2), (7, 2), (8, 0)])
def test_later_reserves_come_every_second_turn_as_many_as_the_priority_level(turn, count):
    game = in_reserve(field([rifles(0, 0)] * 3, [rifles(20, 5)]), "A1", "A2", "A3")
    battle = battle_of(game)
    battle.turn = turn
    object.__setattr__(battle.scenario, "priority", 2)
    assert allowance(battle, 0) == count
    assert allowance(battle, 1) == 0


WAVES = [
    ({"late": 5}, [5, 7, 9, 11], 1),
    ({"late": 2, "every": 1}, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 1),
    ({"late": 4, "every": 4, "arrivals": 2}, [4, 8], 2),
    ({"arrivals": 9}, [3, 5, 7, 9, 11], 3),
]
"""When a scenario of one's own has reserves come: the turns, and how many of three that wait."""


@rule("PMC-RES-1")
@pytest.mark.parametrize(("says", "turns", "count"), WAVES)
def test_a_scenario_says_when_later_reserves_come_and_how_many(says: dict[str, int], turns: list[int], count: int):
    game = in_reserve(field([rifles(0, 0)] * 3, [rifles(20, 5)]), "A1", "A2", "A3")
    battle = battle_of(game)
    battle.scenario = Scenario("Test", "capture", battle.table, **says)
    found = []
    for battle.turn in range(2, 12):
        if allowed := allowance(battle, 0):
            assert allowed == count
            found.append(battle.turn)
    assert found == turns


@rule("PMC-RES-1", "PMC-FIND-3")
@pytest.mark.parametrize(
    ("kind", "says", "told"),
    [
        ("capture", "late = 5", "12 turns, then a die may end it; reserves from turn 5, every 2 turns, 1 a side"),
        ("capture", "every = 1\narrivals = 4", "reserves from turn 3, each turn, 4 a side"),
        ("capture", "late = 3", "12 turns, then a die may end it"),
        ("capture", "late = 1", "late: give a whole number from 2 to 99, not 1"),
        ("capture", "every = 0", "every: give a whole number from 1 to 99, not 0"),
        ("find-and-secure", "arrivals = 2", "arrivals: Find and secure says itself when reserves come"),
        ("find-and-secure", "late = 4", "late: Find and secure says itself when reserves come"),
    ],
)
def test_what_a_file_says_of_reserves_is_told_or_refused(tmp_path: Path, kind: str, says: str, told: str):
    path = tmp_path / "mine.toml"
    path.write_text(
        f'system = "pmc2640"\nkind = "scenario"\nname = "Mine"\ntype = "{kind}"\nmap = "dead-laboratory"\n{says}\n'
    )
    if told.startswith(says.partition(" ")[0]):
        with pytest.raises(BadFile) as refused:
            SYSTEM.scenario(path, paths.scenario_folders())
        assert told in str(refused.value)
    else:
        assert SYSTEM.scenario(path, paths.scenario_folders()).length.endswith(told)


@rule("PMC-RES-2", "PMC-RES-4")
def test_all_that_are_to_come_can_come_side_by_side_each_in_its_turn():
    game = field([rifles(0, 0)] * 6, [rifles(0, 0)] * 3)
    in_reserve(game, *battle_of(game).units, half="first")
    run(game, ReservePhase(), ActionPhase())
    play(game, "line", ["24,46"])
    assert game.question.seat == 1, "they come by turns all the same"
    assert not unit(game, "A2").models
    play(game, "B1", ["24,2"], "B2", ["14,2"], ["34,2"])
    assert game.question.prompt.startswith("Activate")
    arrived = [event.unit for event in game.events if isinstance(event, Moved)]
    assert arrived == ["A1", "B1", "A2", "B2", "A3", "B3", "A4", "A5", "A6"]
    far = [centre(unit(game, f"A{number}").models)[0] - 24 for number in range(1, 7)]
    assert far[0] == 0
    assert sorted(far[1:], key=abs) == far[1:], "the nearest places are taken first"
    assert max(map(abs, far)) < 16, "side by side"
    assert all(one.models for one in battle_of(game).units.values())


@rule("PMC-RES-4")
def test_who_finds_no_room_is_named():
    game = field([rifles(0, 0)] * 30, [rifles(0, 0)])
    in_reserve(game, *battle_of(game).units, half="first")
    run(game, ReservePhase(), ActionPhase())
    play(game, "line", ["24,46"], ["24,2"])
    waits = [one for one in battle_of(game).units.values() if one.reserve]
    told = [event.text for event in game.events if "no room at the edge" in event.text]
    assert waits, "30 teams do not fit along 48 in"
    assert len(told) == 1
    assert all(one.name in told[0] for one in waits)


@rule("PMC-FIND-3")
def test_later_reserves_may_stay_behind():
    game = in_reserve(field([rifles(0, 0)], [rifles(20, 5)]), "A1")
    battle_of(game).turn = 3
    run(game, ReservePhase())
    assert options(game) == {"A1": "", "none": ""}
    play(game, "none")
    assert game.question is None
    assert unit(game, "A1").reserve
    battle_of(game).turn = 1
    run(in_reserve(game, "A1", half="first"), ReservePhase())
    assert game.question.prompt.startswith("Where do A1 Rifles arrive"), "but the first half has to come"


@rule("PMC-FIND-3", "PMC-RES-1")
def test_who_of_the_first_half_had_no_room_may_come_with_the_later_reserves():
    game = in_reserve(field([rifles(0, 0), rifles(0, 0)], [rifles(20, 5)]), "A2")
    in_reserve(game, "A1", half="first")
    battle_of(game).turn = 3
    run(game, ReservePhase())
    assert options(game) == {"A1": "", "A2": "", "none": ""}


@rule("PMC-FIND-3", "PMC-RES-2")
def test_of_the_later_reserves_no_more_come_than_the_priority_level():
    game = in_reserve(field([rifles(0, 0)] * 3, [rifles(0, 0)] * 2), "A1", "A2", "A3", "B1", "B2")
    battle_of(game).turn = 3
    run(game, ReservePhase())
    assert game.question.prompt == "Which unit arrives? (1 to come)"
    play(game, "A2", ["10,46"])
    assert game.question.seat == 1
    play(game, "B1", ["24,2"])
    assert game.question is None, "one of each at Priority 1"
    game = in_reserve(field([rifles(0, 0)] * 3, [rifles(0, 0)] * 2), "A1", "A2", "A3", "B1", "B2")
    battle_of(game).turn = 3
    run(game, ReservePhase())
    play(game, "none")
    assert game.question.seat == 1, "who brings nobody on ends it for himself alone"
    play(game, "B2", ["24,2"])
    assert game.question is None


# ---------------------------------------------------------------- where they arrive
@rule("PMC-RES-4", "PMC-FIND-2")
def test_arrivals_stand_within_4_inches_of_their_edge_and_12_from_the_enemy():
    game = in_reserve(field([rifles(0, 0, size=1)], [rifles(20, 33)]), "A1", half="first")
    run(game, ReservePhase())
    assert game.refuse(["40,44.25"]) is None, "all of it within 4 in of the south edge"
    assert game.refuse(["40,44.2"]).rule == "PMC-RES-4"
    assert game.refuse(["40,3"]).rule == "PMC-RES-4", "the other player's edge"
    # The nearest enemy stands at (20, 35.7): base to base 12 in is 12.5 from middle to middle.
    assert game.refuse(["29.12,44.25"]) is None
    assert game.refuse(["29.1,44.25"]).rule == "PMC-RES-4"


@rule("PMC-RES-4", "PMC-GEN-7")
def test_the_12_inches_are_measured_from_the_base_of_a_vehicle_and_to_it():
    man, cart = rifles(20, 0, size=1), buggy(20, 0)
    for arriving, foe, spot, limit in ((man, cart, "20,44.25", 31.0), (cart, man, "20,45", 31.75)):
        for y, allowed in ((limit, True), (limit + 0.05, False)):
            game = in_reserve(field([arriving], [foe]), "A1", half="first")
            unit(game, "B1").models = ((20, y),)
            run(game, PlaceReserve("A1"))
            assert (game.refuse([spot]) is None) is allowed


@rule("PMC-RES-4")
@pytest.mark.parametrize(("edges", "within", "beyond"), [("sn", "40,44.75", "40,44.7"), ("ns", "40,3.25", "40,3.3")])
def test_all_models_of_an_arriving_unit_stand_within_4_inches_of_the_edge(edges, within, beyond):
    game = in_reserve(field([rifles(0, 0)], [rifles(20, 24)]), "A1", half="first")
    battle_of(game).edges = tuple({"s": "south", "n": "north"}[edge] for edge in edges)
    run(game, PlaceReserve("A1"))
    assert game.refuse([within]) is None, "two ranks: 0.5 in to the middle of the rear one, 0.25 in for its bases"
    assert game.refuse([beyond]).rule == "PMC-RES-4"


@rule("PMC-RES-4", "PMC-VEH-13", "PMC-COH-2")
def test_nobody_arrives_on_a_wreck_nor_within_an_inch_of_a_friend():
    game = in_reserve(field([rifles(0, 0, size=1), rifles(10, 46, size=1)], [rifles(20, 5)]), "A1", half="first")
    battle_of(game).wrecks = (Wreck("a wreck", (30, 46), 1.0),)
    run(game, PlaceReserve("A1"))
    assert [game.refuse([spot]) for spot in ("31.25,46", "11.5,46")] == [None, None], "beside them"
    assert [game.refuse([spot]).rule for spot in ("31.2,46", "11.4,46")] == ["PMC-VEH-13", "PMC-COH-2"]


@rule("PMC-RES-4", "PMC-BLDG-4")
@pytest.mark.parametrize(("bottom", "allowed"), [(32.0, True), (32.05, False)])
def test_arrivals_keep_12_inches_from_a_garrisons_walls(bottom, allowed):
    house = box("b", "building", 24, 26, 30, bottom)
    game = in_reserve(field([rifles(0, 0, size=1)], [rifles(0, 0)], pieces=(house,)), "A1", half="first")
    unit(game, "B1").models, unit(game, "B1").building = (), "b"
    run(game, PlaceReserve("A1"))
    assert (game.refuse(["27,44.25"]) is None) is allowed


def crowded(*others, dice=(), pieces=(), **changes):
    """A1 has to arrive where enemies are: B1 to B5 stand all along the south edge, 10 in from it."""
    wall_of_foes = [rifles(4 + 10 * n, 35, size=3, **changes) for n in range(5)]
    game = field([rifles(0, 0), *others], wall_of_foes, pieces=pieces, dice=dice)
    in_reserve(game, "A1", half="first")
    run(game, PlaceReserve("A1"))
    return game


@rule("PMC-RES-5", "PMC-BASIC-1", "PMC-BASIC-2")
def test_who_has_to_arrive_nearer_is_shot_at_by_the_closest_enemy_without_activating_it():
    # Firepower 2 + 3 models 1 = 3, no half range: 7 + 3 = 10 against 9, one hit.
    game = crowded(dice=(7, 2))
    play(game, ["22,46"])
    assert game.question.seat == 1
    assert set(options(game)) == {"B3", "hold"}
    play(game, "B3", "main")
    assert unit(game, "A1").suppression == 1
    assert not unit(game, "B3").activated
    assert not unread(game)
    assert game.question is None, "one enemy shoots, no more"


@rule("PMC-RES-5")
def test_the_shot_at_arrivals_may_be_declined():
    game = crowded()
    play(game, ["24,46"])
    assert set(options(game)) == {"B3", "hold"}, "the closest only"
    play(game, "hold")
    assert unit(game, "A1").suppression == 0
    assert game.question is None


@rule("PMC-RES-5")
@pytest.mark.parametrize("order", ["use", "never"])
def test_the_shot_at_arrivals_by_standing_order(order):
    """Unasked the closest shoots, or it is not asked about, which the log says."""
    game = crowded()
    game.dice, game.orders = SeededDice(seed=1), {(1, "arrivals"): order}
    play(game, ["24,46"])
    assert game.question is None or "main" in options(game), "at most with which weapon"
    told = "\n".join(event.text for event in game.events)
    assert ("at the arrivals" in told) == (order == "use")
    assert ("Not asked, by standing order: fire at arrivals" in told) == (order == "never")


@rule("PMC-RES-5")
def test_suppressed_enemies_do_not_shoot_at_arrivals_the_next_closest_does():
    game = crowded()
    unit(game, "B3").suppression = 5
    play(game, ["23,46"])
    assert set(options(game)) == {"B2", "hold"}


@rule("PMC-RES-5")
def test_an_enemy_beyond_12_inches_does_not_shoot_at_arrivals():
    game = crowded(range=30)
    for name in ("B1", "B2", "B4", "B5"):
        unit(game, name).suppression = 12
    play(game, ["40,46"])  # B3 is at (24, 36.8)
    assert game.question is None


@rule("PMC-RES-5", "PMC-LOS-2")
def test_an_enemy_who_does_not_see_the_arrivals_does_not_shoot_the_next_closest_does():
    game = crowded()
    play(game, ["19.5,46"])
    assert set(options(game)) == {"B3", "hold"}
    game = crowded(pieces=(box("r", "rocks", 20, 40, 26, 41),))
    play(game, ["19.5,46"])
    assert set(options(game)) == {"B2", "hold"}
