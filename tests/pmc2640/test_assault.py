"""Assaults move by move: reach, reaction fire, contact, the rolls, falling back, vehicles."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Harmed, Shot
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, assault_bonus, refuse_assault
from tabletop_tui.rules.pmc2640.damage.damage import assault_table
from tabletop_tui.rules.pmc2640.reactions.reaction_fire import reactors
from tabletop_tui.rules.pmc2640.state import coherency, distances
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase
from tabletop_tui.rules.pmc2640.ways import charge_move, forced_moves
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_stand
from tabletop_tui.table.bases import edge_distance
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, in_reserve, rifles, unit, wall

rule = pytest.mark.rule


def reach(*pieces, at=(20.0, 20.0), to=(26.0, 20.0), others=(), **changes):
    """Why a lone man (Move 4, so 6 in) cannot assault another, '' if he can."""
    game = field([rifles(*at, size=1, **changes)], [rifles(*to, size=1), *others], pieces=pieces)
    refusal = refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    return "" if refusal is None else refusal.rule


def assault(game, target="B1", *answers):
    run(game, ChooseAssaulted("A1"))
    return play(game, target, *answers)


# ---------------------------------------------------------------- reach
@rule("PMC-ASSLT-1", "PMC-ASSLT-2")
@pytest.mark.parametrize(
    ("pieces", "furthest"),
    [
        ((), 6.5),
        ((box("r", "rubble", 21, 15, 23, 25),), 5.5),
        ((wall("w", 22, 15, 22, 25),), 5.5),
        ((wall("w", 22, 15, 22, 25), wall("v", 23, 15, 23, 25), box("r", "woods", 20.5, 15, 21, 25)), 3.5),
    ],
)
def test_terrain_on_the_way_shortens_the_reach_of_an_assault(pieces, furthest):
    assert reach(*pieces, to=(20 + furthest, 20)) == ""
    assert reach(*pieces, to=(20.05 + furthest, 20)) == "PMC-ASSLT-1"


@rule("PMC-ASSLT-1")
def test_what_stops_a_move_stops_an_assault_but_sight_is_not_needed():
    assert reach(wall("w", 23, 10, 23, 30, "medium-wall"), to=(25, 20)) == "PMC-ASSLT-1"
    assert reach(box("w", "water", 22, 10, 24, 30), to=(25.5, 20)) == "PMC-ASSLT-1"
    woods = box("w", "woods", 21, 10, 25.4, 30)
    assert reach(woods, to=(25.5, 20)) == ""


@rule("PMC-ASSLT-2", "PMC-MOVE-4")
def test_an_assault_does_not_lead_past_another_enemy():
    # Two men stand in the way, too near to each other to pass between them.
    others = [rifles(23, 19, size=1), rifles(23, 21, size=1)]
    assert reach(to=(26, 20), others=others) == "PMC-ASSLT-1"
    assert reach(to=(26, 20)) == ""


@rule("PMC-ASSLT-2")
def test_an_assault_goes_around_what_is_in_the_way_if_that_is_near_enough():
    rock = box("r", "rocks", 22.5, 19.8, 23, 20.2)
    assert reach(rock, to=(25.5, 20), move=6) == ""


@rule("PMC-ASSLT-1", "PMC-ASSLT-6")
def test_the_nearest_of_the_target_is_gone_at_not_the_first():
    game = field([rifles(26, 18.8)], [rifles(26, 9.4)])
    assert [min(y for _, y in unit(game, "A1").models), max(y for _, y in unit(game, "B1").models)] == [18.8, 12.1]
    assert refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-ASSLT-1", "6.2 in away"
    unit(game, "B1").models = tuple((26, y + 0.2) for _, y in unit(game, "B1").models)
    assert refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None


@rule("PMC-ASSLT-1", "PMC-TERR-7")
@pytest.mark.parametrize(("edge", "said"), [(26.1, ""), (25.9, "PMC-ASSLT-1")])
def test_an_assault_pays_for_woods_only_if_it_enters_them(edge, said):
    """Contact is made 6 in on, with the middle at x = 26: woods beyond it cost nothing, though the foe is in them."""
    assert reach(box("w", "woods", edge, 15, 30, 25), to=(26.5, 20)) == said


@rule("PMC-ASSLT-1")
def test_enemies_on_the_table_are_assaulted_and_no_friends():
    game = field([rifles(20, 20), rifles(23, 20)], [rifles(20, 26), rifles(40, 40), rifles(30, 30)])
    run(in_reserve(game, "B3"), ChooseAssaulted("A1"))
    assert options(game) == {"B1": "", "B2": "PMC-ASSLT-1"}


# ---------------------------------------------------------------- reaction fire
def reacting(game):
    battle = battle_of(game)
    return [one.id for one in reactors(battle, unit(game, "A1"), unit(game, "B1"), battle.reacted)]


@rule("PMC-ASSLT-3", "PMC-BASIC-2")
def test_who_may_shoot_at_the_attackers():
    others = [
        rifles(25, 15, size=1),  # 2: Suppressed
        rifles(27, 15, size=1),  # 3: Broken
        buggy(28, 17),  # 4: a vehicle
        rifles(27, 24, size=1, range=5),  # 5: with auxiliary weapons in range
    ]
    game = field([rifles(20, 20, size=1)], [rifles(24.5, 20, size=1), *others])
    unit(game, "B2").suppression, unit(game, "B3").suppression = 5, 12
    assert reacting(game) == ["B1", "B4", "B5"]
    unit(game, "B1").suppression = 5
    assert "B1" not in reacting(game), "the target has to be steady too"


@rule("PMC-ASSLT-3")
def test_six_inches_from_the_target_exactly():
    game = field([rifles(20, 20, size=1)], [rifles(24.5, 20, size=1), rifles(24.5, 26.5, size=1)])
    assert reacting(game) == ["B1", "B2"]
    unit(game, "B2").models = ((24.5, 26.6),)
    assert reacting(game) == ["B1"]


@rule("PMC-ASSLT-3", "PMC-BASIC-2")
def test_reaction_fire_needs_range_and_sight():
    game = field([rifles(20, 20)], [rifles(26, 20, range=5)])
    assert reacting(game) == ["B1"], "with auxiliary weapons"
    rocks = box("r", "rocks", 22, 15, 23, 30)
    game = field([rifles(20, 20)], [rifles(26, 20)], pieces=(rocks,))
    assert reacting(game) == []
    game = field([rifles(20, 20, size=1, move=5)], [rifles(27, 20, size=1), rifles(33.3, 21, size=1, range=12)])
    assert reacting(game) == ["B1"], "the attackers' own range does not count"
    unit(game, "B2").models = ((32.2, 21),)
    assert reacting(game) == ["B1", "B2"]


@rule("PMC-ASSLT-3", "PMC-ASSLT-4")
@pytest.mark.parametrize("order", ["use", "never"])
def test_reaction_fire_by_standing_order(order):
    """Unasked every unit that can shoots before the attackers move; or none does, which is told once an assault."""
    game = field([rifles(20, 20)], [rifles(25, 20), rifles(25, 28)])
    game.dice, game.orders = SeededDice(seed=1), {(1, "reaction"): order}
    battle_of(game).first = 0
    run(game, ActionPhase())
    play(game, "A1", "assault", "B1")
    while game.question is not None and "main" in options(game):
        play(game, "main")
    told = [event.text for event in game.events]
    assert [event.unit for event in game.events if isinstance(event, Shot)] == (["B1", "B2"] if order == "use" else [])
    assert told.count("Not asked, by standing order: reaction fire") == (order == "never")


@rule("PMC-ASSLT-3")
def test_activated_units_react_and_it_is_no_activation():
    game = field([rifles(20, 20)], [rifles(25, 20), rifles(25, 28)], dice=(0, 0, 9, 4, 5, 6))
    unit(game, "B1").activated = True
    battle_of(game).first = 0
    run(game, ActionPhase())
    play(game, "A1", "assault", "B1")
    assert set(options(game)) == {"B1", "B2", "wait"}
    play(game, "B2", "main")
    assert set(options(game)) == {"B1", "wait"}, "each may shoot once"
    play(game, "B1", "main")
    assert not unit(game, "B2").activated
    assert battle_of(game).reacted == (), "the next assault begins anew"


@rule("PMC-ASSLT-3", "PMC-ASSLT-4")
def test_it_is_the_other_player_who_is_asked_and_at_both_moments():
    game = field([rifles(20, 20)], [rifles(25, 20)])
    run(game, ChooseAssaulted("A1"))
    assert game.question.seat == 0, "whom to assault"
    play(game, "B1")
    assert game.question.seat == 1
    assert unit(game, "A1").models[0] == (20, 20), "before the attackers move"
    assert game.question.prompt == "Reaction fire at A1, before it moves: who shoots?"
    play(game, "wait")
    assert game.question.seat == 1
    assert game.question.prompt == "Reaction fire at A1, 1 in away: who shoots?"
    assert unit(game, "A1").models[0] != (20, 20), "and once they have"


@rule("PMC-ASSLT-3", "PMC-ASSLT-4")
def test_who_sees_the_attackers_only_on_their_way_is_asked_where_he_gains_the_shot():
    """A slit from x = 22 to 22.3 between high walls: B2, south of it, sees the runner for as long as he passes it."""
    slit = (wall("l", 15, 22, 22, 22, "medium-wall"), wall("r", 22.3, 22, 24.4, 22, "medium-wall"))
    game = field(
        [rifles(20, 20, size=1)], [rifles(24.9, 20, size=1, range=0), rifles(22.15, 24.5, size=1)], pieces=slit
    )
    unit(game, "B1").suppression = 5
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    assert game.question.prompt == "Reaction fire at A1, on its way: who shoots?"
    assert set(options(game)) == {"B2", "wait"}
    ((x, y),) = unit(game, "A1").models
    # The line from (22.15, 24.5) past the corner (22, 22) meets y = 20 at 22.15 - 0.15 * 4.5 / 2.5 = 21.88.
    assert (x, y) == (pytest.approx(21.88, abs=0.015), 20)
    assert game.question.seat == 1


@rule("PMC-ASSLT-4", "PMC-ASSLT-5")
def test_attackers_who_are_stopped_on_their_way_stay_there():
    slit = (wall("l", 15, 22, 22, 22, "medium-wall"), wall("r", 22.3, 22, 24.4, 22, "medium-wall"))
    shooters = [rifles(24.9, 20, size=1, range=0), rifles(22.15, 24.5, size=1, firepower=9)]
    game = field(
        [rifles(20, 20, size=1, morale=0, defence=1)], shooters, pieces=slit, dice=(9, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    )
    unit(game, "B1").suppression = 5
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "B2")
    run(game)
    one = unit(game, "A1")
    assert not one.on_table or one.models[0][0] == pytest.approx(21.88, abs=0.015)
    assert unit(game, "B1").on_table


@rule("PMC-ASSLT-3", "PMC-BASIC-1", "PMC-SR-10")
def test_before_reaction_fire_one_sees_what_the_weapon_that_reaches_would_do():
    game = field([rifles(20, 20)], [rifles(40, 20), rifles(26, 25, minimum_range=12), rifles(25, 20)])
    run(game, ChooseAssaulted("A1"))
    assert list(options(game)) == ["B3", "B2", "B1"], "whom it reaches, the nearest first, then the others"
    assert [line.label for line in game.preview("B3").lines][:3] == ["target", "first roll", "against"]
    unit(game, "B2").suppression = 12
    assert [line.label for line in game.preview("B2").lines][:3] == ["target", "Broken", "may shoot"]
    unit(game, "B2").suppression = 0
    play(game, "B3")
    shown = {name: {line.label: line.value for line in game.preview(name).lines} for name in ("B3", "B2")}
    assert [lines["roll"] for lines in shown.values()] == ["D10 + 3", "D10 + 2"]
    assert game.preview("wait") is None


@rule("PMC-XFIRE-2", "PMC-XFIRE-4", "PMC-ASSLT-3")
def test_before_an_assault_the_fire_from_two_sides_is_reckoned_with():
    """Three may shoot one after another; the last of them stands beside the first, or across from it."""
    found = []
    for spot in ((25, 17), (19, 20)):
        game = field([rifles(22, 20)], [rifles(25, 20), rifles(21.5, 26, size=1), rifles(*spot, size=1)])
        run(game, ChooseAssaulted("A1"))
        assert [one.id for one in reactors(battle_of(game), unit(game, "A1"), unit(game, "B1"), ())] == [
            "B1",
            "B2",
            "B3",
        ]
        found.append({chance.what: chance.probability for chance in game.preview("B1").chances})
    beside, across = found
    assert across["stopped, if all shoot"] > beside["stopped, if all shoot"] + 0.001, "more models lost on a 5"


@rule("PMC-ASSLT-4", "PMC-ASSLT-5")
def test_fire_just_before_contact_stops_the_attackers_an_inch_away():
    # 9 + 6 + 1 = 16 against 9: seven hits.
    game = field([rifles(20, 20)], [rifles(25, 20, firepower=6)], dice=(9, *(2,) * 7))
    assault(game, "B1", "wait")
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == pytest.approx(1)
    play(game, "B1", "main")
    assert unit(game, "A1").suppressed
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) == pytest.approx(1)
    assert not unread(game)
    assert game.question is None


@rule("PMC-ASSLT-5", "PMC-SUPP-2")
def test_as_many_points_as_morale_do_not_stop_the_attackers():
    # 4 + 6 + 1 = 11 against 7: four hits of one point each, Morale 4. Then a fight.
    game = field([rifles(20, 20, defence=7)], [rifles(25, 20, firepower=6)], dice=(4, 2, 2, 2, 2, 9, 4, 5, 6))
    assault(game, "B1", "B1", "main", "rest")
    assert unit(game, "A1").suppression == 4
    assert unit(game, "B1").broken
    assert [event.cause for event in game.events if isinstance(event, Harmed)] == ["beaten in an assault"]
    assert not unread(game)


@rule("PMC-ASSLT-5")
def test_attackers_who_are_wiped_out_end_the_assault_and_nobody_else_shoots():
    game = field([rifles(20, 20, size=1)], [rifles(25, 20, firepower=9), rifles(25, 28)], dice=(9, *(6,) * 10))
    assault(game, "B1", "B1", "main")
    assert unit(game, "A1").gone == "destroyed"
    assert game.question is None, "B2 is not asked any more"
    assert not any("assault fails" in event.text for event in game.events), "nobody is left to fail"
    assert not unread(game)
    assert battle_of(game).reacted == ()


@rule("PMC-ASSLT-13", "PMC-ASSLT-3")
def test_others_may_still_stop_an_assault_at_a_broken_unit():
    game = field([rifles(20, 20)], [rifles(25, 20), rifles(25, 28, firepower=6)], dice=(9, *(2,) * 7))
    unit(game, "B1").suppression = 12
    assault(game, "B1")
    assert set(options(game)) == {"B2", "wait"}
    play(game, "B2", "main")
    assert unit(game, "B1").on_table
    assert unit(game, "A1").suppressed


@rule("PMC-SR-14", "PMC-ASSLT-3")
def test_a_stealthy_attacker_counts_as_activated_when_it_is_reacted_to():
    game = field([rifles(20, 20, stealth=True, move=13)], [rifles(34.5, 20)])
    run(game, ChooseAction("A1"))
    play(game, "assault", "B1")
    assert set(options(game)) == {"B1", "wait"}, "14 in away: more than 12, less than 24"


@rule("PMC-XFIRE-4", "PMC-XFIRE-1", "PMC-XFIRE-2")
def test_reaction_fire_has_no_crossfire_bonus_but_kills_on_a_five():
    # The second shot, from the other side: 8 + 2 = 10 against 9, one hit, a 5.
    game = field([rifles(20, 20)], [rifles(24, 20), rifles(18, 20, size=1)], dice=(8, 5))
    unit(game, "A1").shot_by = ("B1",)
    assault(game, "B1", "B2", "main")
    assert game.question.prompt.startswith("A1 Rifles: which model is lost?")
    one, foes = unit(game, "A1"), [unit(game, "B1"), unit(game, "B2")]
    for number, (option, spot) in enumerate(zip(game.question.options, one.models, strict=True), 1):
        off = [edge_distance((spot,), one.type.radius, foe.models, foe.type.radius) for foe in foes]
        nearest = foes[off.index(min(off))].id
        assert option.label == f"model {number}: {round(min(off), 1):g} in from {nearest}"
    assert number == 4
    assert not unread(game)


# ---------------------------------------------------------------- contact and the fight
@rule("PMC-ASSLT-6", "PMC-TERR-3")
@pytest.mark.parametrize("behind", [0.26, 0.3, 0.4, 0.49])
def test_a_wall_between_is_to_be_crossed_however_near_the_target_is_to_it(behind):
    for y, refusal in ((14.5 + behind, ""), (14.4 + behind, "PMC-ASSLT-1")):
        man, foe = (20.0, y), (20.0, 20 + behind)
        assert reach(wall("w", 10, 20, 30, 20), at=man, to=foe) == refusal, "4 + 2 in less 1 for the wall"


@rule("PMC-ASSLT-6", "PMC-TERR-3")
@pytest.mark.parametrize("behind", [0.26, 0.3, 0.4, 0.49])
@pytest.mark.parametrize("size", [1, 4])
def test_a_target_close_behind_a_low_wall_is_touched_over_it(behind, size):
    low = wall("w", 10, 20, 30, 20)
    game = field([rifles(20, 17 - 0.9 * size)], [rifles(20, 20 + behind, size=size)], pieces=(low,))
    charge_move.touch(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) < 0.02
    assert all(abs(y - 20) >= 0.25 - 1e-6 for _, y in unit(game, "A1").models), "nobody stands on the wall"


@rule("PMC-ASSLT-6", "PMC-LIN-2")
def test_nobody_is_touched_through_a_wall_that_cannot_be_crossed():
    # The way around the end of the wall is 9 in long, so that the attackers cannot come into contact at all.
    for kind, touched in (("low-wall", True), ("medium-wall", False)):
        between = wall("w", 14, 20, 26, 20, kind)
        game = field([rifles(20, 19.7, size=1)], [rifles(20, 20.3, size=1)], pieces=(between,))
        found = charge_move.beside(battle_of(game), unit(game, "A1"), unit(game, "B1"), ((20, 19.7), (20, 19.8)))
        assert bool(found) is touched, "on this side of the wall a base in contact would lie on it"
        assert (refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None) is touched


@rule("PMC-ASSLT-6")
def test_the_attackers_end_in_base_contact_even_those_further_back():
    game = field([rifles(20, 20)], [rifles(26.5, 20, firepower=0)], dice=(1, 1, 9, 4, 5, 6))
    unit(game, "A1").models = ((20, 20), (19, 20), (18, 20), (17, 20))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait")
    play(game, "wait", "rest")
    assert min(abs(x - 26) for x, _ in unit(game, "A1").models) < 0.02
    assert coherency.coherent(unit(game, "A1").models)


@rule("PMC-ASSLT-6", "PMC-TERR-3")
@pytest.mark.parametrize("narrow", [True, False])
def test_attackers_come_into_contact_over_a_wall_split_only_where_there_is_no_room(narrow):
    walls = (wall("w", 24.4, 14, 24.4, 20), wall("v", 24.4, 20, 24.4, 26))
    rocks = (
        *(box("n", "rocks", 24.5, 10, 30, 19.4), box("s", "rocks", 24.5, 20.9, 30, 30)),
        box("e", "rocks", 25.9, 19.4, 30, 20.9),
    )
    pieces = (*walls, *rocks) if narrow else walls
    game = field([rifles(22, 20, move=6, size=8)], [rifles(25.2, 20)], pieces=pieces)
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait")
    game.answer("wait")
    game.step()  # the end of their way
    game.step()
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) < 0.02
    sides = {x < 24.4 for x, _ in unit(game, "A1").models}
    assert len(sides) == 1 + narrow


@rule("PMC-ASSLT-6")
def test_attackers_come_into_contact_where_no_formation_fits():
    """Round a corner between rocks there is room for six, one by one."""
    lane = [
        (15, 12, 30, 19.7),
        (15, 20.3, 24.7, 30),
        (25.3, 20.3, 30, 30),
        (25.3, 19.7, 30, 20.3),
        (24.7, 23, 25.3, 30),
    ]
    rocks = tuple(box(f"r{number}", "rocks", *sides) for number, sides in enumerate(lane))
    game = field([rifles(17, 20, move=8, size=6)], [rifles(25, 22.5, size=1)], pieces=rocks)
    unit(game, "A1").models = ((21, 20), (20, 20), (19, 20), (18, 20), (17, 20), (16, 20))
    charge_move.touch(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) < 0.02
    assert refuse_stand(battle_of(game), unit(game, "A1"), unit(game, "A1").models, "B1") is None


@rule("PMC-ASSLT-6", "PMC-TERR-3")
def test_attackers_in_two_ranks_form_up_beyond_the_wall_rather_than_be_split_by_it():
    game = field([rifles(22, 20, move=6)], [rifles(25.2, 20)], pieces=(wall("w", 24.4, 14, 24.4, 26),))
    unit(game, "A1").models = ((22, 20), (22, 20.9), (21.1, 20), (21.1, 20.9))
    charge_move.touch(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) < 0.02
    assert all(x > 24.4 for x, _ in unit(game, "A1").models)


@rule("PMC-ASSLT-8", "PMC-ASSLT-11")
def test_a_natural_zero_fails_and_the_fight_goes_on_and_a_natural_nine_hits():
    # Attack 0 fails though 0 + 20 + 1 is more than 9. Reply 9 hits once though 9 + 1 + 0 is less than 12.
    game = field(
        [rifles(20, 20, assault=20, defence=12)],
        [rifles(25, 20, assault=1, size=1)],
        dice=(0, 9, 2, 9, *(6,) * 21),
    )
    assault(game, "B1", "wait", "wait")
    assert unit(game, "A1").suppression == 1
    assert unit(game, "B1").gone == "destroyed"
    assert not unread(game)


@rule("PMC-ASSLT-7")
@pytest.mark.parametrize(("models", "bonus"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3)])
def test_the_model_bonus_counts_in_the_assault_by_the_models_left(models, bonus):
    game = field([rifles(20, 20, size=8, assault=3)], [rifles(40, 20)])
    unit(game, "A1").left = models
    assert assault_bonus(unit(game, "A1")).total == 3 + bonus


@rule("PMC-ASSLT-7", "PMC-ASSLT-11")
def test_the_reply_is_by_the_same_procedure_and_equal_is_no_hit():
    # Attack 6 + 2 + 1 = 9 against 9: none. Reply 7 + 3 + 1 = 11 against 9: two hits. Attack 7: one. Reply 9: five.
    dice = (6, 7, 2, 1, 7, 3, 9, 4, 4, 4, 4)
    game = field([rifles(20, 20)], [rifles(25, 20, assault=3)], dice=dice)
    assault(game, "B1", "wait", "wait")
    assert unit(game, "A1").gone == "destroyed"
    assert unit(game, "B1").suppression == 1
    assert not unread(game)


@rule("PMC-ASSLT-10")
def test_the_assault_table_kills_on_four_and_has_no_bonus_against_the_broken():
    game = field([rifles(20, 20)], [rifles(25, 20)])
    unit(game, "B1").suppression = 12
    table = assault_table(unit(game, "B1"))
    assert [table.outcome(face) for face in range(1, 7)] == [0, 1, 1, 2, 2, 2]


@rule("PMC-ASSLT-11")
def test_a_suppressed_unit_fights_on_until_one_is_broken():
    # Attack 9 + 3 = 12 against 9: three hits, 3 points: 5 of Morale 4. The Suppressed unit replies: 0. Again 3 points.
    # 8 is not Broken yet; the reply 0; 1 more point is.
    dice = (9, 2, 2, 2, 0, 9, 2, 2, 2, 0, 7, 2)
    game = field([rifles(20, 20)], [rifles(25, 20)], dice=dice)
    unit(game, "B1").suppression = 2
    assault(game, "B1", "wait", "wait")
    assert unit(game, "B1").suppression == 9
    assert not unread(game)


@rule("PMC-ASSLT-12")
def test_the_broken_unit_falls_back_an_inch_be_it_the_attackers():
    game = field([rifles(20, 20)], [rifles(25, 20)], dice=(0, 9, 4, 5, 6))
    assault(game, "B1", "wait", "wait", "rest")
    loser = unit(game, "A1")
    assert loser.broken
    assert distances.distance(battle_of(game), loser, unit(game, "B1")) == pytest.approx(1, abs=0.06)
    assert loser.models[0][0] < 24
    assert list(unit(game, "B1").models) == [(25, 20), (25, 20.9), (25, 21.8), (25, 22.7)]


@rule("PMC-ASSLT-12")
def test_a_blocked_unit_falls_back_as_far_as_it_can():
    rocks = box("r", "rocks", 25.75, 10, 27, 30)
    game = field([rifles(20, 20, size=1, assault=9)], [rifles(25, 20, size=1)], pieces=(rocks,), dice=(9, 2, *(3,) * 8))
    unit(game, "B1").suppression = 2
    assault(game, "B1", "wait", "wait")
    assert unit(game, "B1").broken
    assert 25.44 < unit(game, "B1").models[0][0] < 25.501, "not onto the rocks"


@rule("PMC-ASSLT-12")
def test_a_unit_gives_an_inch_of_ground_though_a_wall_parts_it_or_nobody_touched_it():
    low = wall("w", 10, 21, 30, 21)
    game = field([rifles(20, 20.55, size=2)], [rifles(20.5, 20.55, size=2)], pieces=(low,))
    battle, loser, winner = battle_of(game), unit(game, "A1"), unit(game, "B1")
    forced_moves.fall_back(battle, loser, winner, 1)
    assert distances.distance(battle, loser, winner) == pytest.approx(1, abs=0.06)
    game = field([rifles(20, 20, size=1)], [rifles(21, 20, size=1)])
    forced_moves.fall_back(battle_of(game), unit(game, "A1"), unit(game, "B1"), 1)
    assert unit(game, "A1").models == ((pytest.approx(19, abs=0.01), 20),)


@rule("PMC-MOVE-4")
def test_after_an_assault_one_walks_off_but_not_through_the_enemy():
    game = field([rifles(24.5, 20, size=1)], [rifles(25, 20, size=1)])
    run(game, ChooseAction("A1"))
    play(game, "move")
    assert game.refuse(["22,20"]) is None
    assert game.refuse(["26,20", "28,20"]).rule == "PMC-MOVE-4"


@rule("PMC-MOVE-4")
def test_after_an_assault_one_walks_off_from_a_vehicle_but_not_over_it():
    game = field([rifles(23.75, 20, size=1)], [buggy(25, 20)])
    run(game, ChooseAction("A1"))
    play(game, "move")
    assert game.refuse(["23,17"]) is None
    assert game.refuse(["26,22.25"]).rule == "PMC-MOVE-4", "over the corner of its base"
    unit(game, "A1").models = ((23.25, 20),)
    run(game, ChooseAction("A1"))
    play(game, "move")
    assert game.refuse(["23.25,17"]) is None, "half an inch from it, too"


# ---------------------------------------------------------------- vehicles
@rule("PMC-VEH-14", "PMC-ASSLT-11")
def test_a_vehicle_is_assaulted_fights_back_and_is_destroyed():
    # Attack 9 + 3 = 12 against 8: four hits: nothing, 1, 1, and D3 of a 5: 3. 5 points over Structure 3: it burns.
    # Before that its reply: first roll 0 of the attackers, then 9 + 1 = 10 against 9: one hit, a 3.
    game = field([rifles(20, 20)], [buggy(25.5, 20)], dice=(0, 9, 3, 9, 1, 2, 3, 4, 5, 4))
    assault(game, "B1", "wait", "wait")
    assert unit(game, "A1").suppression == 1
    assert unit(game, "B1").gone == "destroyed"
    assert len(battle_of(game).wrecks) == 1
    assert not unread(game)


@rule("PMC-VEH-14", "PMC-ASSLT-3")
def test_before_an_assault_on_a_vehicle_one_sees_its_damage_and_who_may_shoot():
    # 2 + 1 against 8: 1 to 4 hits on a 6 or more, each of a point (2, 3) or a D3 (4 to 6): 2/6 + 2 * 3/6 on average.
    game = field([rifles(20, 20)], [buggy(25.5, 20)])
    run(game, ChooseAssaulted("A1"))
    shown = game.preview("B1")
    assert (shown.expected, shown.expects) == (
        pytest.approx((1 + 2 + 3 + 4) / 10 * (2 / 6 + 2 * 3 / 6)),
        "Damage points at first",
    )
    assert "enemy Broken" not in [chance.what for chance in shown.chances]
    (line,) = [line for line in shown.lines if line.label == "may shoot"]
    assert (line.value, line.mood) == ("B1 Buggy", "bad")
    rocks = box("r", "rocks", 22, 15, 23, 20.5)
    game = field([rifles(20, 20, size=1)], [rifles(24, 20, size=1)], pieces=(rocks,))
    run(game, ChooseAssaulted("A1"))
    (line,) = [line for line in game.preview("B1").lines if line.label == "may shoot"]
    assert (line.value, line.mood) == ("nobody", "")


@rule("PMC-ASSLT-4", "PMC-ASSLT-6", "PMC-GEN-7")
def test_a_vehicle_is_touched_at_its_base():
    game = field([rifles(20, 20, size=1)], [buggy(25.5, 20)])
    one = unit(game, "A1")
    one.models = tuple(track[-1] for track in charge_move.approach(battle_of(game), one, unit(game, "B1")))
    assert unit(game, "A1").models == ((pytest.approx(23.25, abs=0.02), 20),), "1 in from its base of 2 in across"
    charge_move.touch(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert unit(game, "A1").models == ((pytest.approx(24.25, abs=0.02), 20),)


@rule("PMC-VEH-14", "PMC-VEH-12")
def test_a_vehicle_at_its_structure_fights_on():
    game = field([rifles(20, 20)], [buggy(25.5, 20)], dice=(9, 2, 2, 2, 1, 0, 6, 2, 1))
    assault(game, "B1", "wait", "wait")
    assert unit(game, "B1").damage == 4, "three points are not yet too many"
    assert unit(game, "B1").gone == "destroyed"
    assert not unread(game)


@rule("PMC-VEH-10", "PMC-ASSLT-3")
def test_a_damaged_vehicle_reacts_since_nothing_suppresses_it():
    game = field([rifles(20, 20)], [buggy(25.5, 20)])
    unit(game, "B1").damage, unit(game, "B1").suppression = 3, 12
    assert not unit(game, "B1").suppressed
    assert not unit(game, "B1").broken
    assert reacting(game) == ["B1"]
