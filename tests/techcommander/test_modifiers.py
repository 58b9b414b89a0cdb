"""Cover, smoke, stance, designation, lost fire control: what each does to the number."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.sight import sight, smoke
from tabletop_tui.rules.techcommander.sight.sight import is_hull_down
from tabletop_tui.rules.techcommander.state.battle import Cloud
from tabletop_tui.rules.techcommander.state.profiles import Mode
from tabletop_tui.rules.techcommander.state.shot_targets import mark
from tabletop_tui.rules.techcommander.turn.turn import Reset
from tests.playing import run
from tests.techcommander.build import armed, box, field, gun, kit, line, named, unit


def number(game, target="B1", shooter="A1", copy="gun-1", **more):
    return hit_tally(aim_at(game.state, Salvo(shooter, (copy,), **more), mark(game.state, target)))


def told(tally, *rules):
    """The modifiers of these rules, by rule."""
    return {one.rule: one.value for one in tally.modifiers if one.rule in rules}


def clouded(game, *clouds):
    game.state.clouds = tuple(Cloud((x, y), radius, height) for x, y, radius, height in clouds)
    return game


# ---------------------------------------------------------------- cover
@pytest.mark.rule("TC-COVER-3", "TC-COVER-5", "TC-HIT-6", "TC-HIT-7", "TC-HIT-8")
@pytest.mark.parametrize(
    ("share", "modifier"),
    [(0.0, 0), (0.10, 0), (0.11, -1), (0.249, -1), (0.25, -2), (0.75, -2), (0.751, -3), (0.999, -3), (1.0, -6)],
)
def test_the_bands_of_cover(share, modifier):
    assert sight.band(share).modifier == modifier


@pytest.mark.rule("TC-HULL-1", "TC-HULL-2", "TC-DUG-3", "TC-POSTUP-4")
def test_9_half_hidden_hull_down_and_dug_in_are_6_and_posted_up_in_the_open_nothing():
    """The eye is 3 up, the wall 1 high 2 in front of the middle of a target 1.5 high: half of it is hidden."""
    wall = box("rocks", 27.9, 10, 28.0, 30, top=1.0)
    dug = unit("stingray", 30, 20, dug_in=True)
    game = field([armed("pigeonhawk", 10, 20, gun())], [dug], pieces=(wall,))
    assert told(number(game), "TC-COVER-4", "TC-HULL-1", "TC-DUG-3") == {
        "TC-COVER-4": -2,
        "TC-HULL-1": -2,
        "TC-DUG-3": -2,
    }
    away = field([armed("pigeonhawk", 50, 20, gun())], [unit("stingray", 30, 20)], pieces=(wall,))
    assert not is_hull_down(away.state, named(away, "A1"), named(away, "B1")), "from its other side"
    posted = field([armed("pigeonhawk", 10, 20, gun())], [unit("dwarf", 30, 20, posted=270.0)])
    assert told(number(posted), "TC-POSTUP-4") == {}
    wide = box("rocks", 26.8, 10, 26.9, 30, top=3.0)
    behind = field([armed("pigeonhawk", 10, 20, gun())], [unit("dwarf", 30, 20, posted=270.0)], pieces=(wide,))
    assert told(number(behind), "TC-POSTUP-4") == {"TC-POSTUP-4": -2}
    assert told(number(behind), "TC-HULL-1") == {}, "no vehicle"


# ---------------------------------------------------------------- smoke
@pytest.mark.rule("TC-HIT-13", "TC-SMOKE-1", "TC-HIT-3", "TC-DATA-1")
def test_the_printed_example_is_5_or_less():
    game = clouded(field([unit("dwarf", 10, 10)], [unit("stingray", 42, 10)]), (42, 10, 4, 4))
    tally = number(game, copy="devastator-1")
    assert tally.total == 5
    assert [one.value for one in tally.modifiers] == [2, 1, 1, -3, -6]


@pytest.mark.rule("TC-SMOKE-3", "TC-SMOKE-2", "TC-SMOKE-4", "TC-SMOKE-5", "TC-SMOKE-6")
def test_clouds_do_not_add_up_stack_with_cover_and_do_not_hinder_heat_or_lobbed_shots():
    wall = box("building", 19.9, 0, 20.1, 40, top=2.0)
    seen = unit("stingray", 30, 20, card_changes={"height": 2.0})
    shooters = [
        armed("pigeonhawk", 10, 20, gun(nlos=True)),
        armed("pigeonhawk", 10, 26, gun(), kit("thermal"), card_changes={"height": 4.0}),
    ]
    game = clouded(field(shooters, [seen], pieces=(wall,)), (24, 20, 4, 4), (26, 20, 4, 4))
    assert told(number(game), "TC-SMOKE-1", "TC-COVER-4") == {"TC-SMOKE-1": -6, "TC-COVER-4": -2}
    assert told(number(game, nlos=True), "TC-SMOKE-1", "TC-NLOS-2") == {"TC-NLOS-2": -6}
    assert told(number(game, shooter="A2"), "TC-SMOKE-1") == {}


@pytest.mark.rule("TC-SMOKE-10")
def test_10_an_ac6_with_its_feet_in_a_cloud_takes_no_smoke_modifier_the_marine_beside_it_does():
    foes = [unit("dwarf", 40, 20, card_changes={"height": 7.0}), unit("marine", 40, 25)]
    game = clouded(field([armed("dwarf", 10, 20, gun())], foes), (40, 22, 4, 4))
    assert told(number(game, "B1"), "TC-SMOKE-1") == {}
    assert told(number(game, "B2"), "TC-SMOKE-1") == {"TC-SMOKE-1": -6}


@pytest.mark.rule("TC-SMOKE-11", "TC-BUBBLE-10")
def test_clouds_are_gone_when_the_turn_ends():
    game = clouded(field([unit("dwarf", 10, 20)], []), (40, 20, 4, 4))
    run(game, Reset())
    assert game.state.clouds == ()


@pytest.mark.rule("TC-SMOKE-7", "TC-SMOKE-8")
def test_smoke_blinds_rams_and_hides_what_is_mostly_in_it():
    game = clouded(field([unit("dwarf", 10, 20)], [unit("marine", 40, 20), unit("dwarf", 60, 20)]), (40, 20, 4, 4))
    battle = game.state
    assert smoke.blinds_ram(battle, named(game, "A1"), named(game, "B1"))
    assert smoke.mostly_inside(battle, named(game, "B1"))
    assert not smoke.mostly_inside(battle, named(game, "B2"))
    assert not smoke.stands_in(battle, named(game, "A1"))


# ---------------------------------------------------------------- designation
@pytest.mark.rule("TC-LASER-1", "TC-LASER-2", "TC-SMOKE-9")
def test_11_a_missile_at_what_a_friend_designates_takes_no_cover_and_3_for_smoke():
    wall = line("wall", (20, 0), (20, 40))
    spotter = armed("marine", 30, 40, kit("designator"))
    shooters = [armed("marine", 10, 20, gun(missile=True, nlos=True), gun(id="rifle")), spotter]
    game = field(shooters, [unit("marine", 30, 20)], pieces=(wall,))
    aim = aim_at(game.state, Salvo("A1", ("gun-1",)), named(game, "B1"))
    assert (aim.hidden, aim.nlos, aim.designated) == (1.0, True, True)
    assert number(game).total == 10 + 1
    clouded(game, (30, 20, 2, 4))
    named(game, "A1").models = ((30.0, 8.0),)
    assert told(number(game, copy="rifle-1"), "TC-SMOKE-9", "TC-SMOKE-1") == {"TC-SMOKE-9": -3}
    named(game, "A2").infiltrated = True
    assert told(number(game, copy="rifle-1"), "TC-SMOKE-9", "TC-SMOKE-1") == {"TC-SMOKE-1": -6}
    game.state.clouds = ()
    named(game, "A1").models = ((10.0, 20.0),)
    assert number(game).total == 10 + 1 - 6


# ---------------------------------------------------------------- fire control
@pytest.mark.rule("TC-GEAR-5", "TC-RED-5", "TC-ACT-5", "TC-HIT-9")
def test_fire_control_is_lost_by_a_failed_jury_rig_a_short_crew_and_ecm():
    foe = armed("dwarf", 30, 10, kit("ecm"))
    game = field([armed("dwarf", 10, 10, gun(fire_control=2))], [foe])
    assert told(number(game), "TC-HIT-4") == {"TC-HIT-4": 2}
    assert told(number(game, gear=("B1:ecm-1",)), "TC-HIT-4") == {}
    named(game, "A1").limps = True
    assert told(number(game), "TC-HIT-4") == {}
    named(game, "A1").limps, named(game, "A1").crew = False, 1
    assert told(number(game), "TC-HIT-4") == {}


# ---------------------------------------------------------------- movement
@pytest.mark.rule("TC-ATTACK-1", "TC-AUTO-1")
@pytest.mark.parametrize(("card", "moved", "modifier"), [("dwarf", 7.5, -1), ("dwarf", 8, -4), ("stingray", 24, -1)])
def test_what_a_shooter_moved_counts_by_half_speed_but_not_of_vehicles(card, moved, modifier):
    game = field([armed(card, 10, 10, gun(), moved=moved)], [unit("marine", 25, 10)])
    assert told(number(game), "TC-HIT-12", "TC-AUTO-1") in ({"TC-HIT-12": modifier}, {"TC-AUTO-1": modifier})


def test_7_range_size_fire_control_and_a_move_of_more_than_half():
    """OPT 20, -1 per 2, range 26.4, AC5, fire control +2, moved 6.6 of 13: 9 or less."""
    weapon = gun(per=2.0, fire_control=2)
    shooter = armed("pigeonhawk", 10, 10, weapon, card_changes={"speed": 13}, moved=6.6)
    target = unit("mammoth", 10 + 2.5 + 26.4 + 4, 10)
    game = field([shooter], [target])
    assert number(game).total == 9


@pytest.mark.rule("TC-MODE-1", "TC-MODE-2", "TC-MODE-3")
def test_the_first_round_is_loaded_where_none_is_chosen():
    weapon = gun(modes=(Mode(id="he", name="HE", splash=4, radius=2.0), Mode(id="ap", name="AP", ignores=4, damage=7)))
    game = field([armed("dwarf", 10, 10, weapon)], [unit("dwarf", 30, 10)])
    first = aim_at(game.state, Salvo("A1", ("gun-1",)), named(game, "B1"))
    other = aim_at(game.state, Salvo("A1", ("gun-1",), mode="ap"), named(game, "B1"))
    assert (first.damage, first.ignores, first.splash, first.radius) == (10, 0, 4, 2.0)
    assert (other.damage, other.ignores, other.splash) == (7, 4, 0)
