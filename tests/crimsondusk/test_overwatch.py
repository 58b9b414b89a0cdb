"""Overwatch: who may go on it, its fire at what comes into sight and range (CD-OW), and terror (CD-SR-TERRIFY-1)."""

from __future__ import annotations

from functools import partial

import pytest

from tabletop_tui.engine.option_order import careful
from tabletop_tui.engine.question import Pick
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.moving.going_to_ground import Stand
from tabletop_tui.rules.crimsondusk.moving.section_march import Walk
from tabletop_tui.rules.crimsondusk.orders.spending_ap import Shoot
from tabletop_tui.rules.crimsondusk.reactions.overwatch import common_weapon
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import armed
from tests.crimsondusk.build import activate, at, box, each, field, leader, section, soldier, squad, told_rules, unit
from tests.playing import allowed, options, play, run, unread

rule = pytest.mark.rule


@rule("CD-OW-1")
def test_it_takes_2_ap_and_ends_the_activation():
    game = activate(field([squad(10, 10)]))
    each(game)
    play(game, "overwatch")
    assert (unit(game, "A1").overwatch, unit(game, "A1").spent) == (True, 3)
    assert game.question is None
    game = activate(field([squad(10, 10)]))
    each(game)
    each(game)
    assert options(game)["overwatch"] == "CD-OW-1"


def test_a_mere_enter_does_not_take_it_where_the_section_can_walk():
    """It ends the activation with what is left of the points: whoever wants it says so."""
    system, scenario = find_scenario("crimsondusk/quick-start")
    session, looked_at = Session.new(set_table(system, scenario, players=["greedy"] * 2, seed=6)), 0
    while session.over is None and looked_at < 5:
        session.run(1)
        question = session.question
        option = question.option("overwatch") if isinstance(question, Pick) else None
        if option is None or option.refusal is not None or question.option("move").refusal is not None:
            continue
        first = question.options[careful(question.options, partial(session.system.appraise, session.game))]
        assert first.key != "overwatch", [one.key for one in question.options]
        looked_at += 1
    assert looked_at == 5


@rule("CD-OW-2", "CD-OW-3")
@pytest.mark.parametrize(("gap", "fine"), [(24.0, False), (24.01, True)])
def test_no_enemy_may_be_in_sight_and_in_range_of_the_common_weapon(gap, fine):
    men = [soldier("Rg", "assault-rifle")] * 4 + [soldier("Rg", "lmg")]
    game = activate(field([section(10, 10, *men)], [leader(10, 11 + gap)]))
    assert options(game)["overwatch"] == ("" if fine else "CD-OW-2")


@rule("CD-OW-2")
def test_both_have_to_hold_together():
    house = (box("house", 0, 14, 40, 16),)
    assert not options(activate(field([squad(10, 10)], [leader(10, 20)], pieces=house)))["overwatch"]


@rule("CD-OW-2")
def test_of_equally_common_weapons_the_longest_ranged_counts():
    men = [soldier("Rg", "smg")] * 2 + [soldier("Rg", "rifle")] * 2
    game = field([section(10, 10, *men)])
    weapon = common_weapon(unit(game, "A1"))
    assert weapon is not None
    assert weapon.id == "rifle"


@rule("CD-OW-7")
def test_it_ends_with_the_next_activation():
    game = field([squad(10, 10)])
    unit(game, "A1").overwatch = True
    activate(game)
    assert not unit(game, "A1").overwatch
    play(game, "end")


# ---------------------------------------------------------------- its fire
def running(*theirs, dice=(), pieces=(), mine=None, active="A1"):
    """A1, at 10,10 unless something else is said, in its own activation; all of the others are on overwatch."""
    game = field(mine or [leader(10, 10)], theirs, pieces, dice)
    game.state.active = active
    for enemy in game.state.side(1):
        enemy.overwatch = True
    return game


def far(gap, **changes):
    """A watcher with an assault rifle (range 24) straight below 10,10."""
    return leader(10, 11 + gap, **changes)


def go(game, x, y, name="A1-1"):
    """A1 walks straight there."""
    start = unit(game, "A1").spot_of(name)
    return run(game, Walk("A1", ((name, (start, (x, y))),)))


def section_goes(game, dx, dy):
    """All of A1 walk straight on by so much."""
    one = unit(game, "A1")
    pairs = zip(one.men, one.models, strict=True)
    return run(game, Walk("A1", tuple((man.id, ((x, y), (x + dx, y + dy))) for man, (x, y) in pairs)))


@rule("CD-OW-4", "CD-OW-5")
def test_it_halts_the_enemy_exactly_where_he_comes_into_range_and_he_goes_on_if_he_is_missed():
    game = go(running(far(26.5), dice=(1, 9)), 10, 14)
    assert (game.question.seat, allowed(game)) == (1, ["fire", "pass"])
    assert unit(game, "A1").models == ((10, 12.5),)
    play(game, "fire")
    assert (unit(game, "A1").models, unit(game, "B1").overwatch) == (((10, 14),), False)
    assert unit(game, "A1").men[0].moved == 4


@rule("CD-OW-4")
def test_it_halts_him_where_he_comes_from_behind_a_house():
    game = go(running(at(leader(0, 0), (10, 20)), pieces=(box("house", 5, 12, 11, 14),)), 14, 10)
    x, _ = unit(game, "A1").models[0]
    assert 11.66 < x <= 11.68  # the line by the corner at 11,14 meets y = 10 at 11 2/3


@rule("CD-OW-4")
def test_its_owner_may_wait_and_is_asked_again_at_the_end_and_where_the_enemy_comes_into_sight_anew():
    game = go(running(far(26)), 10, 14)
    play(game, "pass")
    assert (unit(game, "A1").models, allowed(game)) == (((10, 14),), ["fire", "pass"])
    play(game, "pass")
    assert (unit(game, "A1").models, unit(game, "B1").overwatch) == (((10, 14),), True)
    go(game, 10, 16)
    assert game.question is None
    go(game, 10, 10)
    go(game, 10, 13)
    assert unit(game, "A1").models == ((10, 12),)


@rule("CD-OW-4")
def test_who_was_in_sight_and_range_from_the_start_gives_no_occasion():
    assert go(running(far(24)), 10, 12).question is None
    assert go(running(far(24.01)), 10, 12).question is not None


@rule("CD-OW-4", "CD-RUN-3")
def test_neither_the_test_for_a_farther_target_nor_the_run_of_this_turn_counts():
    near = box("house", 0, 13, 5, 20)
    game = running(far(26), dice=(5, 9), mine=[leader(10, 10), at(leader(0, 0), (9, 16))], pieces=(near,))
    unit(game, "B1").overwatch = True
    start = unit(game, "A1").models[0]
    run(game, Walk("A1", (("A1-1", (start, (10, 14))),), ("A1-1",)))
    play(game, "fire")
    assert not unread(game)  # Vt at Vt needs 6: one die, and no skill test before it
    assert "CD-SHOOT-5" not in told_rules(game)
    assert unit(game, "A1").ran


@rule("CD-OW-4")
def test_only_weapons_that_fire_with_one_ap_and_reach_do():
    arms = [soldier("Rg", "assault-rifle")] * 2 + [soldier("Rg", "rpg"), soldier("Rg", "pistol")]
    game = section_goes(running(section(8.5, 11 + 26, *arms)), 0, 4)
    watcher = unit(game, "B1")
    fired = armed(game.state, watcher, unit(game, "A1"))
    ready = [weapon.aps for man in watcher.men for weapon in man.soldier.weapons]
    assert max(ready) > 1
    assert [(one.man, one.weapon) for one in fired] == [("B1-1", "assault-rifle"), ("B1-2", "assault-rifle")]


@rule("CD-OW-5")
def test_survivors_go_on_along_their_own_ways():
    game = running(squad(10, 37, 2), mine=[squad(10, 10, 3)], dice=(10, 10, 10, 10, 9))
    section_goes(game, 0, 4)
    play(game, "fire")
    assert [man.id for man in unit(game, "A1").men] == ["A1-3"]
    assert unit(game, "A1").models == ((13, 14),)


@rule("CD-OW-6")
def test_a_pinned_section_goes_to_ground_in_the_middle_of_its_way_and_stays_there():
    game = go(running(far(26), dice=(1, 1)), 10, 14)
    play(game, "fire")  # the shot misses, the pinning test of a single model is failed
    one = unit(game, "A1")
    assert (one.ground, one.models) == (True, ((10, 12),))
    assert one.men[0].moved == 2
    assert game.question is None


@rule("CD-OW-5", "CD-AP-2")
def test_who_fell_on_the_way_does_not_shoot_at_its_end():
    shots = tuple(Shooter(f"A1-{number}", "assault-rifle") for number in (1, 2))
    game = running(squad(10, 37, 2), mine=[squad(10, 10, 3)])
    unit(game, "A1").drop(["A1-1", "A1-2"])
    assert run(game, Shoot("A1", shots)).question is None


@rule("CD-OW-7")
@pytest.mark.parametrize("change", [{"overwatch": False}, {"confused_from": 1}, {"foes": ("A9",)}])
def test_it_lasts_until_the_section_has_fired_is_confused_or_in_melee(change):
    game = running(far(26))
    for name, value in change.items():
        setattr(unit(game, "B1"), name, value)
    assert go(game, 10, 14).question is None


@rule("CD-OW-7")
def test_a_pinned_section_stays_on_overwatch():
    game = running(far(26))
    unit(game, "B1").pinned_from = unit(game, "B1").pinned_to = 1
    assert go(game, 10, 14).question is not None


@rule("CD-OW-4")
def test_two_on_overwatch_are_asked_one_after_the_other_each_where_he_first_could():
    game = go(running(far(26), at(leader(0, 0), (11, 38))), 10, 14)
    assert game.question.about == "B1"
    play(game, "pass")
    assert (game.question.about, 12 < unit(game, "A1").models[0][1] < 13.1) == ("B2", True)
    play(game, "pass")
    assert unit(game, "A1").models == ((10, 14),)
    assert game.question.about == "B1"
    play(game, "pass")
    assert game.question.about == "B2"
    play(game, "pass")
    assert game.question is None


@rule("CD-OW-4")
@pytest.mark.parametrize(("order", "fires"), [("use", True), ("never", False)])
def test_standing_orders_spare_the_question(order, fires):
    game = running(far(26), dice=(1, 10))
    game.orders = {(1, "overwatch"): order}
    go(game, 10, 14)
    assert (game.question, unit(game, "B1").overwatch) == (None, not fires)


@rule("CD-OW-5")
def test_no_overwatch_in_the_melee_phase():
    assert go(running(far(26), active=""), 10, 14).question is None


# ---------------------------------------------------------------- the terrifying
@rule("CD-SR-TERRIFY-1")
@pytest.mark.parametrize(("die", "y"), [(2, 11.5), (9, 14)])
def test_who_comes_within_5_of_one_who_terrifies_is_tested_once_and_may_freeze(die, y):
    game = field([leader(10, 10)], [at(leader(0, 0, terrifying=1), (10, 17.5))], dice=(die,))
    game.state.active, unit(game, "A1").spent = "A1", 1
    go(game, 10, 14)
    assert unit(game, "A1").models == ((10, y),)
    assert not unread(game)
    if y < 14:
        assert run(game, Shoot("A1", (Shooter("A1-1", "assault-rifle"),))).question is None


@rule("CD-SR-TERRIFY-1")
@pytest.mark.parametrize(("gap", "die", "spent"), [(5, 2, 1), (5, 9, 0), (5.01, 2, 0)])
def test_who_is_activated_within_5_is_tested_and_may_lose_an_ap(gap, die, spent):
    game = activate(field([leader(10, 10)], [at(leader(0, 0, terrifying=1), (10, 11 + gap))], dice=(die,)))
    assert unit(game, "A1").spent == spent


# ---------------------------------------------------------------- a section fires as a section
def behind_a_house(*arms, count=6, **changes):
    """A row of six to the east, a house that opens before one after another as A1 comes past it from the west."""
    row = [(30 + 1.5 * number, 30) for number in range(count)]
    men = [
        soldier("Rg", *((arms[number],) if number < len(arms) else ("rifle",)), **changes) for number in range(count)
    ]
    return at(section(0, 0, *men), *row), (box("house", 10, 20, 28, 24),)


@rule("CD-OW-4")
def test_who_waits_is_asked_again_where_more_of_his_come_to_see_the_enemy_and_then_all_fire():
    watcher, house = behind_a_house("rifle", "lmg", "lmg")
    game = running(watcher, mine=[leader(18, 14)], pieces=house)
    go(game, 30, 14)
    asked, fire = [], []
    while game.question is not None:
        asked.append(unit(game, "A1").models[0][0])
        fire.append(len(armed(game.state, unit(game, "B1"), unit(game, "A1"))))
        play(game, "pass")
    assert asked == sorted(asked)
    assert (fire[0], fire[-1], asked[-1]) == (1, 6, 30.0)
    assert fire == sorted(fire), "the more have come to see it the more fire"
    assert len(asked) >= 6


@rule("CD-OW-4", "CD-TRAIT-10")
@pytest.mark.parametrize(
    ("gun", "mates", "fired"),
    [
        ("mmg", 0, {"B1-1": 1}),
        ("mmg", 1, {"B1-1": 0}),
        ("hmg", 1, {"B1-1": 1}),
        ("hmg", 3, {"B1-1": 0, "B1-4": 0}),
        ("auto-cannon", 0, {}),
        ("auto-cannon", 1, {"B1-1": 0}),
        ("auto-cannon", 2, {"B1-1": 0, "B1-3": 0}),
    ],
)
def test_heavy_weapons_are_fired_from_overwatch_by_the_crew_that_they_have(gun, mates, fired):
    team = section(10, 20, soldier("Rg", gun), *[soldier("Rg", "rifle")] * mates)
    game = running(team, mine=[squad(10, 10, 5)])
    shots = armed(game.state, unit(game, "B1"), unit(game, "A1"))
    assert {one.man: one.missing for one in shots} == fired


@rule("CD-TRAIT-8", "CD-TRAIT-10", "CD-OW-4")
def test_one_loader_serves_one_gun_only_in_the_same_ap():
    men = soldier("Rg", "mmg"), soldier("Rg", "rifle"), soldier("Rg", "mmg")
    game = running(section(10, 20, *men), mine=[squad(10, 10, 5)])
    shots = armed(game.state, unit(game, "B1"), unit(game, "A1"))
    assert sorted((one.man, one.missing) for one in shots) == [("B1-1", 0), ("B1-3", 1)]


@rule("CD-OW-4", "CD-GTG-4", "CD-LOS-6")
def test_who_stands_up_into_view_has_come_into_sight():
    mine = [leader(10, 10), squad(9, 13, 4)]
    game = running(far(22), mine=mine)
    for name in ("A1", "A2"):
        unit(game, name).ground = True
    run(game, Stand("A1"))
    assert (game.question.seat, game.question.about) == (1, "B1")
