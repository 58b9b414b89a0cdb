"""No lattice decides whether there is room: what is refused for want of a place has none, and staying moves nobody."""

from __future__ import annotations

from random import Random

import pytest
from shapely import get_dimensions, get_parts

from tabletop_tui.engine.question import Place
from tabletop_tui.play.players import Computer
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.players.random_player import Random as RandomSeat
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove, MayShoot
from tabletop_tui.rules.pmc2640.moving.reserves import Arrive, arrival
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.turn.fleeing import Flee, FleePhase, MoveShaken, may_take_cover
from tabletop_tui.rules.pmc2640.ways import fall_back_to_cover, forced_moves
from tabletop_tui.rules.pmc2640.ways.fall_back_to_cover import CoverField, is_covered
from tabletop_tui.rules.pmc2640.ways.fleeing_paths import FlightField, flight, nearness
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.placing_without_move import LeaveField
from tabletop_tui.rules.pmc2640.ways.standing_checks import off_table, refuse_overlap
from tabletop_tui.skirmish.room_search import words_of
from tabletop_tui.table.polygons import box_of
from tests.playing import options, play, run
from tests.pmc2640.build import battle_of, box, field, rifles, unit, wall
from tests.pmc2640.crowds import MIDDLE, met, somewhere, tries

rule = pytest.mark.rule
ODD = ((20.0, 20.0), (20.71, 20.71), (21.41, 20.0))
"""Three men whose middle is no hundredth."""


def shaken(*pieces, models=ODD, foes=((20.0, 5.0),), points=12):
    """A1 at these places, Suppressed or worse."""
    men = [rifles(0, 0, size=len(models))]
    game = field(men, [rifles(x, y, size=1) for x, y in foes], pieces=pieces)
    unit(game, "A1").models, unit(game, "A1").suppression = models, points
    return game


# ---------------------------------------------------------------- staying
@rule("PMC-FLEE-6")
@pytest.mark.parametrize("seat", [RandomSeat(3, 0), Greedy(3, 0)], ids=["random", "greedy"])
def test_who_stays_instead_of_going_to_cover_stays_exactly_where_he_is(seat: Computer):
    game = shaken(box("c", "woods", 19, 22, 24, 26), points=5)
    run(game, FleePhase())
    stay = next(game.question.legal())
    assert stay == ["20.71,20.24"], "the middle, to the hundredth"
    assert game.refuse(stay) is None
    assert game.question.refuse(seat.choose(by_computer(game), 0)) is None
    play(game, stay)
    assert unit(game, "A1").models == ODD


def by_computer(game):
    """The game with what a computer seat asks of its rulebook."""
    from tabletop_tui.rulebook.registry import system

    game.system = system("pmc2640")
    return game


@rule("PMC-ADV-1", "PMC-GEN-11")
def test_an_advance_of_nothing_moves_nobody():
    game = shaken(points=0, foes=((20.0, 12.0),))
    run(game, ChooseMove("A1", 4, True, True), MayShoot("A1", ODD, 0.0))
    stay = next(game.question.legal())
    play(game, stay)
    assert unit(game, "A1").models == ODD
    assert options(game) == {"B1": "", "hold": "PMC-GEN-11"}, "it has not moved, so it has to shoot"


@rule("PMC-GEN-11")
def test_a_move_to_ones_own_place_is_none_and_a_hundredth_is_one():
    game = shaken(points=0)
    mover = MoveField(battle_of(game), unit(game, "A1"), 6)
    for same in (["20.71,20.24"], ["20.706,20.237"], ["20.71,20.24", "turn=360"], ["20.71,20.24", "model2=0,0"]):
        assert mover.refuse(same).rule == "PMC-GEN-11"
    assert mover.refuse(["20.72,20.24"]) is None
    assert mover.places(["20.72,20.24"])[0] == ((20.01, 20.0), (20.72, 20.71), (21.42, 20.0)), "all by just that much"


# ---------------------------------------------------------------- cover
@rule("PMC-FLEE-6")
def test_cover_between_the_inches_is_cover():
    game = shaken(box("c", "rubble", 22.3, 19.3, 22.7, 19.7), models=((20.0, 20.0),), points=5)
    run(game, FleePhase())
    assert game.question is not None, "he is asked"
    answers = list(game.question.legal())
    assert len(answers) > 1, "and told where"
    assert f"(as {answers[1][0]})" in game.question.prompt
    assert all(game.refuse(answer) is None for answer in answers)
    play(game, answers[1])
    assert is_covered(battle_of(game), unit(game, "A1"))


@rule("PMC-FLEE-6", "PMC-COH-1")
def test_cover_that_is_found_only_by_standing_close_is_cover():
    models = tuple((20.0 + 0.9 * number, 20.0) for number in range(4))
    game = shaken(box("c", "rubble", 20.9, 21.05, 21.2, 22.65), models=models, points=5)
    assert may_take_cover(battle_of(game), unit(game, "A1")), "one behind another, half an inch apart"
    narrow = shaken(box("c", "rubble", 20.9, 21.05, 21.2, 22.15), models=models, points=5)
    assert not may_take_cover(battle_of(narrow), unit(narrow, "A1"))


@rule("PMC-FLEE-6", "PMC-LIN-2")
def test_the_narrow_shadow_of_a_wall_hides():
    # Half an inch wide, seen from the enemy, and off every whole inch.
    game = shaken(wall("m", 21.3, 17.0, 21.8, 17.0, "medium-wall"), models=((20.0, 20.0),), points=5)
    assert may_take_cover(battle_of(game), unit(game, "A1"))


@rule("PMC-FLEE-6", "PMC-FLEE-7")
@pytest.mark.parametrize("seed", range(16))
def test_no_cover_is_missed_that_trying_finds(seed: int):
    chance = Random(seed)
    game = met(chance)
    battle, one = battle_of(game), unit(game, "A1")
    one.suppression = 5
    seeker = CoverField(battle, one)
    if seeker.can_go_anywhere():
        for answer in Place(0, "to cover", field=seeker).legal():
            assert seeker.refuse(answer) is None
        return
    (x, y), far = seeker.middle, seeker.allowance
    for plan in tries(chance, x - far, y - far, x + far, y + far, len(one.models), 300):
        assert not seeker.can_end(plan) or seeker.judge_answer(plan)[0] is not None, words_of(plan)


@rule("PMC-FLEE-6")
def test_the_same_cover_is_found_without_lines_on_which_nobody_can_stand(monkeypatch):
    """Where the shade of one thing ends at the rim of another, a line is left; with each enemy it fell into scraps."""
    lines = {True: 0, False: 0}

    def found(seed: int, whole: bool) -> tuple[bool, list[list[str]]]:
        chance = Random(seed)
        battle = battle_of(met(chance, chance.choice((4, 7, 15, 30))))
        seeker = CoverField(battle, battle.units["A1"])
        parts = get_parts([room.region for room in seeker.shelters])
        lines[whole] += int((get_dimensions(parts) < 2).sum())
        return seeker.can_go_anywhere(), list(Place(0, "to cover", field=seeker).legal())

    seeds = (12, 16, 300, 473, 576)
    fewer = [found(seed, False) for seed in seeds]
    monkeypatch.setattr(fall_back_to_cover, "placeable", lambda region: region)
    assert [found(seed, True) for seed in seeds] == fewer
    assert sum(can for can, _ in fewer) == 3
    assert lines[True] > 60 > 15 > lines[False], lines


# ---------------------------------------------------------------- out of a building
def moated(width: float, size: int = 8):
    """A house with a lane of this width around it, and water beyond."""
    house, near, far = box("h", "building", 20, 20, 24, 24), 20 - width, 24 + width
    water = (box("n", "water", 10, 10, 34, near), box("s", "water", 10, far, 34, 34))
    water += (box("w", "water", 10, near, near, far), box("e", "water", far, near, 34, far))
    game = field([rifles(0, 0, size=size)], [rifles(44, 4)], pieces=(house, *water))
    unit(game, "A1").models, unit(game, "A1").building = (), "h"
    return game


@rule("PMC-BLDG-1")
def test_a_lane_as_wide_as_a_base_is_room_around_a_building():
    for width, refusal in ((0.5, ""), (0.49, "PMC-BLDG-1")):
        game = run(moated(width), ChooseAction("A1"))
        assert options(game)["leave"] == refusal
    game = run(moated(0.5), ChooseAction("A1"))
    play(game, "leave")
    assert "leave: where to? (as " in game.question.prompt
    answer = game.question.sample(Random(1))
    assert answer in list(game.question.legal())
    play(game, answer)
    assert len(unit(game, "A1").models) == 8


@rule("PMC-FLEE-5", "PMC-BLDG-9")
def test_a_broken_garrison_flees_through_a_lane_and_goes_as_far_from_the_enemy_as_can_be():
    game = moated(0.6, size=2)
    unit(game, "A1").suppression = 12
    assert forced_moves.put_outside(battle_of(game), unit(game, "A1"), [unit(game, "B1")])
    far = distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert far > 28, "at the south-west corner: the enemy is in the north-east"
    assert len(unit(game, "A1").models) == 2


@rule("PMC-BLDG-9", "PMC-ASSLT-12")
def test_to_fall_back_out_of_a_building_it_stands_just_an_inch_from_its_walls():
    game = moated(3.0, size=4)
    field_ = LeaveField(battle_of(game), unit(game, "A1"), back=1.0)
    assert field_.refuse(["18.5,22"]).rule == "PMC-BLDG-9"
    assert forced_moves.put_outside(battle_of(game), unit(game, "A1"), [unit(game, "B1")], 1.0)
    walls = battle_of(game).table.by_id["h"].figure
    assert min(map(walls.distance, unit(game, "A1").models)) == pytest.approx(1.25, abs=0.006)


@rule("PMC-BLDG-1")
@pytest.mark.parametrize("seed", range(16))
def test_no_room_around_a_building_is_missed_that_trying_finds(seed: int):
    chance = Random(seed)
    size, (left, top) = chance.choice((1, 2, 4, 6, 8)), somewhere(chance, 18, 22)
    house = box("h", "building", left, top, left + chance.uniform(2, 6), top + chance.uniform(2, 6))
    pieces = [house]
    for number in range(chance.randint(40, 160)):
        x, y = chance.uniform(left - 5, left + 9), chance.uniform(top - 5, top + 9)
        if chance.random() < 0.5:
            pieces.append(box(f"p{number}", "water", x, y, x + chance.uniform(1, 5), y + chance.uniform(1, 5)))
        else:
            pieces.append(wall(f"p{number}", x, y, x + chance.uniform(-4, 4), y + chance.uniform(-4, 4)))
    game = field([rifles(0, 0, size=size)], [rifles(*somewhere(chance), size=3)], pieces=tuple(pieces))
    unit(game, "A1").models, unit(game, "A1").building = (), "h"
    outside = LeaveField(battle_of(game), unit(game, "A1"))
    if outside.has_room():
        assert all(outside.refuse(answer) is None for answer in Place(0, "out", field=outside).legal())
        return
    for plan in tries(chance, *outside.bounds, size, 600):
        assert outside.refuse_models(outside.ends(plan)) is not None, words_of(plan)


# ---------------------------------------------------------------- arriving
@rule("PMC-RES-4", "PMC-RES-5")
def test_a_place_just_wide_enough_between_two_enemies_is_far_enough_from_both():
    # Rocks leave a lane of half an inch along the edge. Base to base 12 in is 12.5 from middle to middle.
    rocks = box("r", "rocks", 0, 40, 48, 47.5)
    for apart, crowded in ((25.0, False), (24.97, True)):
        foes = [rifles(10.33, 47.75, size=1), rifles(10.33 + apart, 47.75, size=1)]
        game = field([rifles(0, 0, size=1)], foes, pieces=(rocks,))
        unit(game, "A1").models, unit(game, "A1").reserve = (), "first"
        arriving = arrival(battle_of(game), unit(game, "A1"))
        there = arriving.refuse(["22.83,47.75"])
        assert arriving.crowded is crowded
        assert there is None
        assert (arriving.refuse(["20,47.75"]) is None) is crowded, "nearer only where nobody can stand further away"


@rule("PMC-RES-4", "PMC-RES-5")
@pytest.mark.parametrize("seed", range(16))
def test_no_place_to_arrive_is_missed_that_trying_finds(seed: int):
    chance, pieces, x = Random(seed), [], 0.0
    size = chance.choice((1, 2, 4, 6, 8, 10))
    while x < 48:
        right = min(48.0, x + chance.uniform(3, 12))
        pieces.append(box(f"p{x}", "rocks", x, chance.choice((40, 43.5, 45)), right, 48))
        x = right + chance.choice((0, 0.3, 0.5, 0.52, 0.6, 0.9, 1.2))
    foes = [
        rifles(round(chance.uniform(1, 47), 2), round(chance.uniform(30, 46), 2)) for _ in range(chance.randint(1, 5))
    ]
    game = field([rifles(0, 0, size=size)], foes, pieces=tuple(pieces))
    one = unit(game, "A1")
    one.models, one.reserve = (), "first"
    edge = arrival(battle_of(game), one)
    room = edge.arriving() is not None
    if room:
        assert all(edge.refuse(answer) is None for answer in Place(0, "arrive", field=edge).legal())
    for plan in tries(chance, 0, 44, 48, 48, size, 300):
        models = edge.ends(plan)
        deep = min(y for _, y in models) < 44.25
        if deep or edge.refuse_place(models) or refuse_overlap(one, models):
            continue
        assert room, words_of(plan)
        assert not edge.crowded or edge.too_near(models) is not None, words_of(plan)


@rule("PMC-RES-4")
def test_who_fits_only_man_by_man_arrives_so():
    gap = (box("l", "rocks", 0, 40, 10.03, 48), box("r", "rocks", 10.63, 40, 48, 48))
    game = field([rifles(0, 0, size=8)], [rifles(20, 5)], pieces=gap)
    one = unit(game, "A1")
    one.models, one.reserve, battle_of(game).arriving = (), "first", (1, 0)
    run(game, Arrive(0))
    assert "each model where there is room" in game.question.prompt
    assert "model1" not in game.question.prompt, "no coordinates of models in a title"
    play(game, game.question.sample(Random(1)))
    assert len(one.models) == 8
    assert not off_table(battle_of(game), one, box_of(one.models))


# ---------------------------------------------------------------- flight
@rule("PMC-FLEE-2", "PMC-TERR-7")
def test_a_flight_is_judged_by_the_way_that_it_really_goes():
    def end(*pieces):
        game = shaken(*pieces, models=((20.0, 20.0),), foes=((20.0, 10.0),))
        run(game, Flee("A1"))
        return unit(game, "A1").models[0]

    low, rocks = wall("w", 15, 23, 25, 23), box("r", "rocks", 10, 25.3, 30, 27)
    assert end(low, rocks) == (20, 25), "the wall takes an inch, so it does not come to the rocks"
    assert end(rocks)[0] != 20, "without the wall it does, and goes round"
    assert end(wall("w", 15, 25.5, 25, 25.5)) == (20, 25.25), "up to the wall that it cannot pay for"


@rule("PMC-FLEE-3")
@pytest.mark.parametrize(
    ("pieces", "seed"),
    [*((60, seed) for seed in (2, 4, 7, 13, 15, 24, 31, 36, 37, 40)), pytest.param(200, 7, marks=pytest.mark.long)],
)
def test_no_flight_is_missed_that_trying_finds_and_none_leads_further(pieces: int, seed: int):
    """Of those who find no straight way; the last finds none at all."""
    chance = Random(seed)
    game = met(chance, pieces, ("rocks", "water", "medium-wall", "low-wall", "rubble"))
    battle, one = battle_of(game), unit(game, "A1")
    foes = [unit(game, name) for name in battle.units if name[0] == "B"]
    for foe in foes:
        foe.models = tuple((x, y + (MIDDLE[0] - 6 if y < MIDDLE[0] else 6 - MIDDLE[0])) for x, y in foe.models)
    before, near = min(distances.distance(battle, one, foe) for foe in foes), nearness(battle, one, foes)
    fled = flight(battle, one, 6)
    by_any_way = FlightField(battle, one, 6, foes, before, near)
    (x, y), count = by_any_way.middle, len(one.models)
    plans = list(tries(chance, x - 6, y - 6, x + 6, y + 6, count if fled is None else 1, 300))
    free = [plan for plan in plans if by_any_way.is_free(plan)]
    assert len(plans) == 300
    if fled is None:
        assert pieces == 200
        assert not free, words_of(free[0])
        return
    assert len(fled.path) > 2
    assert len(free) > 10, "so many of those that were tried could be compared"
    for plan in free:
        assert by_any_way.far(plan) < near(fled.models) + 0.1, words_of(plan)


@rule("PMC-ASSLT-12")
def test_to_fall_back_is_to_be_an_inch_away_to_the_hundredth():
    game = field([rifles(20, 20, size=2)], [rifles(20.17, 19.53, size=1)])
    forced_moves.fall_back(battle_of(game), unit(game, "A1"), unit(game, "B1"), 1.0)
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == pytest.approx(1.0, abs=0.02)


# ---------------------------------------------------------------- moving
@rule("PMC-GEN-11", "PMC-MOVE-1")
@pytest.mark.parametrize("seed", range(12))
def test_who_is_said_to_have_nowhere_to_go_has_nowhere(seed: int):
    chance = Random(seed)
    game = met(chance, 90, ("rocks", "water", "medium-wall"))
    mover = MoveField(battle_of(game), unit(game, "A1"), 6)
    if mover.can_go_anywhere():
        answers = list(Place(0, "move", field=mover).legal())
        assert answers
        assert all(mover.refuse(answer) is None for answer in answers)
        return
    (x, y), count = mover.middle, len(mover.models)
    for plan in tries(chance, x - 6, y - 6, x + 6, y + 6, count, 300):
        assert mover.judge_answer(plan)[0] is not None, words_of(plan)


@rule("PMC-FLEE-1")
def test_what_was_found_about_cover_is_forgotten_when_anybody_moves():
    game = shaken(wall("w", 19, 18.5, 24, 18.5), points=5, foes=((20.0, 5.0), (40.0, 40.0)))
    assert not may_take_cover(battle_of(game), unit(game, "A1")), "a wall before them, and the other far off"
    unit(game, "B2").models = ((20.0, 35.0),)
    run(game, MoveShaken(0, ()))
    assert game.question is None, "in sight of one behind them, with no cover anywhere"
    unit(game, "B1").models = ((20.0, 36.6),)
    assert may_take_cover(battle_of(game), unit(game, "A1")), "both look from the south: it is behind them"
