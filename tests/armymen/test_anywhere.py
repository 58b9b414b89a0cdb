"""No lattice decides whether there is room: what is refused for want of a place has none, and staying moves nobody."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot
from random import Random

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.question import Place
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.armymen.damage.bail_out_places import CrowdedField, ScatteredField, wreck_field
from tabletop_tui.rules.armymen.moving.transports import out_field
from tabletop_tui.rules.armymen.turn.setup import PlaceUnit
from tabletop_tui.rules.armymen.ways.deploy_field import DeployField, deploy_field
from tabletop_tui.rules.armymen.ways.move_field import move_field
from tabletop_tui.rules.armymen.ways.places_around_vehicle import AroundField
from tabletop_tui.rules.armymen.ways.standing_checks import incoherent
from tabletop_tui.skirmish.room_search import words_of
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import formations
from tests.armymen.build import act, battle_of, field, gunners, inside, jeep, riflemen, stand, unit
from tests.playing import options, play, refused, run

rule = pytest.mark.rule
TURNS = tuple(float(turn) for turn in range(0, 360, 15))


def men(x: float, y: float, count: int):
    """So many men: gunners if they are few, else riflemen, who come by fives."""
    return gunners(x, y, count) if count <= 3 else riflemen(x, y, count)


def tries(chance, left, top, right, bottom, count, often):
    """Plans by chance within a box: in every formation, turned, now and then with models moved by themselves."""
    for number in range(often):
        spot = round(chance.uniform(left, right), 2), round(chance.uniform(top, bottom), 2)
        form, turn = (chance.choice(formations.FORMATIONS), chance.choice(TURNS)) if count > 1 else ("keep", 0.0)
        moved = range(count) if count > 1 and number % 2 else ()
        nudges = {one: (round(chance.uniform(-1, 1), 2), round(chance.uniform(-1, 1), 2)) for one in moved}
        yield Plan((spot,), form, turn, tuple(nudges.items()))


# ---------------------------------------------------------------- all at once
def test_what_is_found_for_all_places_at_once_is_what_is_found_for_each():
    """Blocks along an edge, and moves, with others so near that hundredths count."""
    blocks = moves = close = 0
    for seed in range(6):
        chance = Random(seed)
        game = field([men(0, 0, chance.choice((1, 3, 5)))], [gunners(45, 45), riflemen(40, 40), jeep(30, 30)])
        battle = battle_of(game)
        for one in battle.units.values():
            x, y = (
                round(chance.uniform(8, 40), chance.choice((0, 2))),
                round(chance.uniform(3, 11), chance.choice((0, 2))),
            )
            stand(game, one.id, *[(u - one.models[0][0] + x, v - one.models[0][1] + y) for u, v in one.models])
        battle.edges = ("north", "south")
        mover = unit(game, "A1")
        for rush in (False, True):
            going = move_field(battle, mover, rush)
            assert [*going.sifted(going.raster())] == [*filter(going.might_go, going.raster())]
            moves += len(going.raster())
        mover.models = ()
        found = deploy_field(battle, mover)
        assert isinstance(found, DeployField)
        spots = found.candidates()
        alone = [*map(found.is_free, spots)]
        assert [*found.fitting(spots)] == alone, seed
        blocks += len(spots)
        close += sum(not free and found.within((*spot, *spot)) for spot, free in zip(spots, alone, strict=True))
    assert (blocks, moves) > (3000, 2000)
    assert close > 300, "many places are taken"


# ---------------------------------------------------------------- staying
@rule("AMC-ACT-5", "AMC-MOVE-1")
def test_who_advances_to_where_he_is_stays_exactly_there():
    """Three men base to base, whose middle is no hundredth."""
    models = (10.0, 10.0), (11.0, 10.0), (10.5, 10.87)
    game = field([riflemen(0, 0)], [gunners(45, 45)])
    stand(game, "A1", *models)
    act(game, "A1", "advance")
    stay = next(game.question.legal())
    assert refused(game, stay) == ""
    play(game, stay)
    assert unit(game, "A1").models == models


@rule("AMC-ACT-5", "AMC-ACT-6", "AMC-PREP-9")
@pytest.mark.parametrize("seed", range(3))
def test_all_places_that_are_offered_in_a_battle_are_taken(seed: int):
    """The same squad on both sides, by chance: its men come to stand base to base, at odd places."""
    found, scenario = new_game.find_scenario("armymen/quick-start")
    squad = next(force for force in found.forces(paths.roster_folders()) if force.data["name"] == "Green Squad")
    session = Session.new(new_game.set_table(found, scenario, [squad, squad], ["keyboard"] * 2, seed=seed))
    chance, asked = Random(seed), 0
    while (question := session.question) is not None:
        if isinstance(question, Place):
            asked += 1
            for answer in question.legal():
                assert question.refuse(answer) is None, (question.prompt, answer)
        session.answer(question.sample(chance))
    assert asked > 10


# ---------------------------------------------------------------- deployment
def strip_full_but(*gaps: tuple[float, float], size: int = 5):
    """A1 is still to be placed; the south strip is full, but for stretches of it that leave so much for its bases."""
    game = field([riflemen(0, 0, size)], [riflemen(0, 0, 10)])
    unit(game, "A1").models = ()
    ((left, right),) = gaps
    close = [(x, y / 4) for x in (left - 2, right + 2) for y in range(136, 193)]
    columns = [left - 3.5 - 1.5 * number for number in range(32)] + [right + 3.5 + 1.5 * number for number in range(32)]
    far = [(x, float(y)) for x in columns for y in range(34, 48) if 0 < x < 48]
    unit(game, "B1").models = (*close, *far)
    return game


@rule("AMC-PREP-9")
def test_a_unit_is_placed_in_a_gap_between_the_inches_and_lost_only_where_there_is_none():
    # A lane along x = 20.33, in which the five stand one behind another.
    for half, placed in ((0.02, True), (-0.02, False)):
        game = strip_full_but((20.33 - half, 20.33 + half))
        assert (deploy_field(battle_of(game), unit(game, "A1")) is not None) is placed
    game = strip_full_but((20.31, 20.35))
    run(game, PlaceUnit("A1"))
    answers = list(game.question.legal())
    assert answers
    assert all(refused(game, answer) == "" for answer in answers)
    assert "Where do you place A1 Riflemen? (as " in game.question.prompt
    play(game, game.question.sample(Random(2)))
    assert {round(x, 1) for x, _ in unit(game, "A1").models} <= {20.3, 20.4}


@rule("AMC-PREP-9", "AMC-MOVE-3")
@pytest.mark.parametrize("seed", range(10))
def test_no_place_to_deploy_is_missed_that_trying_finds(seed: int):
    chance = Random(seed)
    size = chance.choice((3, 5, 5, 10))
    game = field([men(0, 0, size)], [riflemen(0, 0, 10)])
    unit(game, "A1").models = ()
    spots = [(chance.uniform(0.5, 47.5), chance.uniform(35, 47.5)) for _ in range(chance.randint(30, 90))]
    unit(game, "B1").models = tuple((round(x, 2), round(y, 2)) for x, y in spots)
    found = deploy_field(battle_of(game), unit(game, "A1"))
    if found is not None:
        answers = list(Place(0, "place", field=found).legal())
        assert answers
        assert all(found.refuse(answer) is None for answer in answers)
        return
    dense = dense_field(game)
    for plan in tries(chance, 0, 36, 48, 48, size, 800):
        assert dense.refuse_models(dense.ends(plan)) is not None, words_of(plan)


def dense_field(game):
    one = unit(game, "A1")
    return DeployField(one.left, one.radius, 1.01, battle=battle_of(game), unit=one, edge="south")


# ---------------------------------------------------------------- transports
@rule("AMC-VUNIT-4")
@pytest.mark.parametrize("seed", range(12))
def test_no_room_to_get_out_is_missed_that_trying_finds(seed: int):
    chance = Random(seed)
    game = field([jeep(20, 20), men(30, 30, chance.choice((3, 5)))], [riflemen(0, 0, 10)])
    inside(game, "A2", "A1")
    spots = [(round(20 + chance.uniform(-9, 9), 2), round(20 + chance.uniform(-9, 9), 2)) for _ in range(400)]
    far = chance.uniform(2.2, 4.5)
    foes = [spot for spot in spots if dist(spot, (20, 20)) > far][: chance.randint(20, 120)]
    unit(game, "B1").models = tuple(foes)
    outside = out_field(battle_of(game), unit(game, "A2"))
    if outside.has_room():
        answers = list(Place(0, "out", field=outside).legal())
        assert answers
        assert all(outside.refuse(answer) is None for answer in answers)
        return
    for plan in tries(chance, 13, 13, 27, 27, outside.count, 800):
        assert outside.refuse_models(outside.ends(plan)) is not None, words_of(plan)


@rule("AMC-VUNIT-4")
@pytest.mark.long
def test_a_unit_gets_out_between_the_inches():
    game = field([jeep(20, 20), gunners(30, 30)], [riflemen(0, 0, 10)])
    inside(game, "A2", "A1")
    hole = 22.55, 20.45
    ring = [(20 + x / 2, 20 + y / 2) for x in range(-20, 21) for y in range(-20, 21)]
    unit(game, "B1").models = tuple(spot for spot in ring if dist(spot, hole) > 2.01 and dist(spot, (20, 20)) < 6)
    act(game, "A2")
    assert options(game)["out"] == ""
    play(game, "out")
    assert "gets out: where to? (as " in game.question.prompt
    (answer,) = {tuple(answer) for answer in [game.question.sample(Random(1))]}
    play(game, list(answer))
    assert dist(unit(game, "A2").models[0], hole) < 0.3


# ---------------------------------------------------------------- wrecks
@rule("AMC-VUNIT-5")
def test_as_many_are_put_out_of_a_wreck_as_find_room_between_the_half_inches():
    # A lane north to south along x = 20.3, half an inch beside every place of the raster.
    game = field([riflemen(1, 1)], [jeep(20, 20, 0, "truck"), riflemen(1, 1, 5)])
    columns = (*(19.28 - number for number in range(6)), *(21.32 + number for number in range(6)))
    unit(game, "A1").models = tuple((x, y / 2) for x in columns for y in range(26, 55))
    unit(game, "B2").models = unit(game, "B1").models = ()
    crowded = wreck_field(battle_of(game), unit(game, "B2"), (20.0, 20.0), 1.25)
    assert isinstance(crowded, CrowdedField)
    assert crowded.wanted == 5
    for spot in crowded.candidates():
        models = crowded.scattered(spot)
        assert len(models) == 5
        assert all(dist(a, b) >= 1 for a, b in combinations(models, 2))


@rule("AMC-VUNIT-5")
@pytest.mark.parametrize("seed", range(10))
def test_those_in_a_wreck_stand_apart_from_others_wherever_that_is_possible(seed: int):
    chance = Random(seed)
    count = chance.choice((3, 5))
    game = field([riflemen(1, 1)], [jeep(20, 20, 0, "truck"), men(1, 1, count)])
    spots = [(round(20 + chance.uniform(-7, 7), 2), round(20 + chance.uniform(-7, 7), 2)) for _ in range(40)]
    unit(game, "A1").models = tuple(spots[: chance.randint(4, 30)])
    unit(game, "B2").models = unit(game, "B1").models = ()
    around = wreck_field(battle_of(game), unit(game, "B2"), (20.0, 20.0), 1.25)
    answers = list(Place(0, "out", field=around).legal()) if around.has_room() else []
    assert all(around.refuse(answer) is None for answer in answers)
    shaped = type(around) is AroundField
    apart = AroundField(
        *(count, 0.5, 1.01),
        battle=battle_of(game),
        unit=unit(game, "B2"),
        around=(20.0, 20.0),
        edge=1.25,
        reach=3.0,
        rule="AMC-VUNIT-5",
    )
    for plan in tries(chance, 15, 15, 25, 25, count, 500):
        assert shaped or apart.refuse_models(apart.ends(plan)) is not None, words_of(plan)
    if isinstance(around, CrowdedField):
        scattered = ScatteredField(
            *(count, 0.5, 1.01),
            battle=battle_of(game),
            unit=unit(game, "B2"),
            around=(20.0, 20.0),
            edge=1.25,
            reach=3.0,
            rule="AMC-VUNIT-5",
        )
        for _ in range(300):
            free = [(20 + chance.uniform(-5, 5), 20 + chance.uniform(-5, 5)) for _ in range(60)]
            placed: list[tuple[float, float]] = []
            for spot in filter(scattered.is_open, free):
                if all(dist(spot, other) >= 1 for other in placed):
                    placed.append(spot)
            assert len(placed) < count


# ---------------------------------------------------------------- moving
@rule("AMC-ACT-5", "AMC-ACT-6")
def test_who_has_no_place_at_a_whole_inch_is_offered_those_between():
    game = field([gunners(10, 10)], [riflemen(0, 0, 10)])
    stand(game, "A1", (10.5, 10.3))
    walls = [(x, y / 2) for x in (8.45, 12.55) for y in range(10, 31)]
    unit(game, "B1").models = (*walls, (10.5, 5.9), (10.5, 14.7))
    act(game, "A1", "rush")
    cells = set(game.question.field.cells())
    assert cells == {"10.5,10.3"}, "but staying"
    answers = list(game.question.legal())
    assert len(answers) > 5
    assert all(refused(game, answer) == "" for answer in answers)
    reached = {game.question.field.places(answer)[0][0] for answer in answers}
    assert max(hypot(x - 10.5, y - 10.3) for x, y in reached) > 1


@rule("AMC-MOVE-1")
def test_a_torn_unit_comes_together_man_by_man_where_no_block_has_room():
    # A lane as wide as a base, in which the two stand 4 in from each other.
    game = field([riflemen(0, 0)], [riflemen(0, 0, 10)])
    stand(game, "A1", (20.3, 18.0), (20.3, 22.0))
    unit(game, "B1").models = tuple((x, y / 2) for x in (18.29, 22.31) for y in range(20, 61))
    mover = move_field(battle_of(game), unit(game, "A1"), rush=False)
    assert mover.torn
    assert mover.regroups
    answers = list(Place(0, "move", field=mover).legal())
    assert answers
    for answer in answers:
        assert mover.refuse(answer) is None
        assert incoherent(mover.places(answer)[0], 0.5) is None
    assert mover.refuse(["20.3,20"]) is not None, "it has to"


@rule("AMC-MOVE-1", "AMC-MOVE-2")
@pytest.mark.parametrize("seed", range(10))
def test_no_way_to_come_together_is_missed_that_trying_finds(seed: int):
    chance = Random(seed)
    game = field([riflemen(0, 0)], [riflemen(0, 0, 10)])
    stand(game, "A1", (18.0, 18.0), (18.0, 19.2), (22.3, 21.7))
    spots = [(round(20 + chance.uniform(-7, 7), 2), round(20 + chance.uniform(-7, 7), 2)) for _ in range(60)]
    models = unit(game, "A1").models
    unit(game, "B1").models = tuple(spot for spot in spots if min(dist(spot, one) for one in models) > 2.1)[:25]
    mover = move_field(battle_of(game), unit(game, "A1"), rush=False)
    answers = list(Place(0, "move", field=mover).legal())
    assert all(mover.refuse(answer) is None for answer in answers)
    if mover.regroups:
        return
    for plan in tries(chance, 12, 12, 28, 28, 3, 800):
        together = incoherent(mover.ends(plan), 0.5) is None
        assert not together or mover.judge_plan(plan)[0] is not None, words_of(plan)
