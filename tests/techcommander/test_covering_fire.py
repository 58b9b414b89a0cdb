"""Posted up, readied, sentries: where on the way they are asked, with what they fire, whom they stop."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.reactions import give_orders
from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.turn.turn import BeginTurn
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import Placed, act, box, field, named, said, stock, told_rules, unit

rule = pytest.mark.rule


def posted(*weapons: str, at=(20, 40), toward=90.0, **state):
    return unit("dwarf", *at, *weapons, posted=toward, **state)


def sentry(x, y, **state):
    """A Stingray with an autocannon that fires by itself."""
    gun = evolve(stock().weapons["autocannon"], id="sentry-gun", sentry=True)
    return Placed(Sheet(stock().units["stingray"], (gun,)), (x, y), state=tuple(state.items()))


# ---------------------------------------------------------------- posted up
@rule("TC-POSTUP-1", "TC-POSTED-1")
def test_post_up_turns_on_the_spot_and_covers_that_direction():
    game = act(field([unit("dwarf", 20, 40)], [unit("marine", 60, 60)]), "A1", "post-up", ["20,40", "turn=90"])
    assert (named(game, "A1").posted, named(game, "A1").at) == (90.0, (20, 40))
    assert "posted up, facing to the right (90°)" in said(game)


@rule("TC-POSTUP-2", "TC-REACT-1")
def test_an_enemy_that_comes_into_optimum_range_in_front_is_met_at_that_very_place():
    game = field([posted("lance")], [unit("marine", 50, 40)])
    act(game, "B1", "move", ["40,40"])
    assert game.question.seat == 0
    assert "6 of 10 cm gone" in game.question.prompt
    assert named(game, "B1").at == (44.0, 40.0), "20 between the bases: 3 + 20 + 1 between the middles"
    assert options(game) == {"posted:A1:B1": "", "pass": ""}
    load(game, 1)
    play(game, "posted:A1:B1", "lance-1", "B1")
    assert named(game, "B1").life == 20 - 30
    assert named(game, "B1").at == (40.0, 40.0)
    assert named(game, "A1").posted == 90.0, "a reaction is no action"


@rule("TC-POSTUP-2")
def test_whoever_is_inside_already_has_to_leave_first():
    game = field([posted("lance")], [unit("marine", 42, 40, card_changes={"speed": 40})])
    act(game, "B1", "move", ["35,40"])
    assert game.question is None
    act(game, "B1", "move", ["50,40", "35,40"])
    assert game.question.seat == 0
    assert named(game, "B1").at == (44.0, 40.0)
    assert "21 of 30 cm gone" in game.question.prompt


@rule("TC-POSTUP-3", "TC-POSTUP-2")
def test_20_two_weapons_meet_two_enemies_and_not_a_third_and_none_from_behind():
    enemies = [unit("marine", 50, 36 + 4 * n) for n in range(3)]
    game = field([posted("lance", "autocannon")], [*enemies, unit("marine", 10, 70, card_changes={"speed": 60})])
    act(game, "B4", "move", ["8,60", "8,42"])
    assert game.question is None, "from behind"
    load(game, 20)
    act(game, "B1", "move", ["40,36"])
    play(game, "posted:A1:B1", "lance-1", "B1")
    act(game, "B2", "move", ["40,40"])
    play(game, "posted:A1:B2")
    assert list(options(game)) == ["B2", "autocannon-1", "hold"], "the lance is used"
    load(game, 20, 20)
    play(game, "autocannon-1", "B2")
    act(game, "B3", "move", ["40,44"])
    assert game.question is None
    assert unread(game) == ()


@rule("TC-POSTUP-5", "TC-READY-4")
def test_another_action_ends_both_statuses_a_new_turn_does_not():
    game = field([posted("lance"), unit("marine", 30, 60, readied=1)], [unit("marine", 80, 80)])
    load(game, 3, 4)
    run(game, BeginTurn())
    assert (named(game, "A1").posted, named(game, "A2").readied) == (90.0, 1)
    game.agenda.clear()
    for name in ("A1", "A2"):
        act(game, name, "move", [f"{named(game, name).at[0]:g},{named(game, name).at[1]:g}"])
    assert (named(game, "A1").posted, named(game, "A2").readied) == (None, 0)


@rule("TC-REACT-1")
def test_seats_are_asked_by_initiative_and_each_about_all_that_it_has_at_a_place():
    mine = [posted("lance", at=(20, 36)), posted("lance", at=(20, 44))]
    theirs = [unit("dwarf", 20, 52, "lance", posted=90.0), unit("dwarf", 20, 28, "lance", posted=90.0)]
    game = field(mine, [unit("marine", 50, 40)], theirs, order=(2, 1, 0))
    act(game, "B1", "move", ["36,40"])
    asked = []
    while game.question is not None:
        asked.append((game.question.seat, sorted(options(game))))
        play(game, "pass")
    assert asked == [
        (0, ["pass", "posted:A1:B1", "posted:A2:B1"]),
        (2, ["pass", "posted:C1:B1", "posted:C2:B1"]),
    ], "the nearer ones first, both at one place"


@rule("TC-REACT-2")
def test_nobody_is_asked_where_it_could_not_matter_or_he_does_not_want_to_be():
    wall = box("tower", 30, 30, 32, 50)
    game = field([posted("lance")], [unit("marine", 50, 40)], pieces=(wall,))
    act(game, "B1", "move", ["40,40"])
    assert game.question is None, "nothing of it can be seen"
    game = field([posted("lance")], [unit("marine", 50, 40)])
    game.system = SYSTEM
    give_orders(game, 0, {"posted": "never"})
    act(game, "B1", "move", ["40,40"])
    assert game.question is None
    assert "Not asked, by standing order" in said(game)


# ---------------------------------------------------------------- readied
@rule("TC-READY-1", "TC-READY-2", "TC-READIED-1", "TC-READY-3")
def test_19_a_readied_shot_takes_1_off_in_the_turn_of_its_move_and_nothing_in_the_next():
    def shot(turns: int) -> int:
        game = field([unit("marine", 20, 40)], [unit("dwarf", 46, 40), unit("dwarf", 60, 70)])
        act(game, "A1", "ready-up", ["20,44"])
        assert named(game, "A1").ready_moved
        game.state.turn += turns
        act(game, "B1", "move", ["35,40"])
        assert named(game, "B1").at[0] == pytest.approx(20 + (22**2 - 16) ** 0.5, abs=0.01), "18, of the rocket tube"
        assert options(game) == {"readied:A1:B1": "", "pass": ""}
        play(game, "pass")
        assert named(game, "B1").at[0] == pytest.approx(20 + (16**2 - 16) ** 0.5, abs=0.01), "12, of the rifle"
        play(game, "readied:A1:B1")
        assert list(options(game)) == ["B1", "rifle-1", "hold"], "only this weapon, only at whoever has come"
        load(game, 20)
        play(game, "B1")
        assert named(game, "A1").readied == 0
        return needed(game)

    def needed(game) -> int:
        return next(event.need.number.total for event in reversed(game.events) if getattr(event, "need", None))

    assert (shot(0), shot(1)) == (10 + 4 - 1, 10 + 4)


@rule("TC-READY-5", "TC-SENTRY-3")
def test_an_infiltrated_unit_that_stays_hidden_meets_no_fire():
    def game_with(watcher, *dice):
        game = field([watcher], [unit("marine", 50, 40, infiltrated=True)], [unit("marine", 80, 80)])
        load(game, *dice)
        return act(game, "B1", "move", ["34,40"])

    readied = unit("dwarf", 20, 40, "lance", readied=1)
    assert game_with(readied, 10).question is None
    assert game_with(readied, 11).question.seat == 0, "its stealth roll failed"
    assert game_with(sentry(20, 40), 10).question is None
    assert game_with(sentry(20, 40), 11).question.seat == 0


# ---------------------------------------------------------------- sentries
@rule("TC-SENTRY-1", "TC-SENTRY-2", "TC-SENTRY-4")
def test_a_sentry_fires_once_in_each_action_and_its_weapon_stays_unused():
    game = field([sentry(20, 40)], [unit("dwarf", 60, 40, "lance"), unit("dwarf", 60, 60, "lance")])
    act(game, "B1", "move", ["46,40"])
    assert named(game, "B1").at == (49.0, 40.0), "24 between the bases: 2 + 24 + 3 between the middles"
    load(game, 20, 20)
    play(game, "sentry:A1:B1", "sentry-gun-1", "B1")
    assert named(game, "B1").at == (46.0, 40.0), "it goes on"
    assert named(game, "A1").fired == ()
    act(game, "B1", "move", ["47,40"])
    assert game.question is not None, "it is within already, and moves"
    play(game, "pass")
    used = field([sentry(20, 40, fired=("sentry-gun-1",))], [unit("dwarf", 60, 40, "lance")])
    act(used, "B1", "move", ["46,40"])
    assert used.question is None, "used in an ordinary attack"


@rule("TC-SENTRY-2")
def test_a_sentry_may_wait_for_a_better_place():
    game = field([sentry(20, 40)], [unit("dwarf", 49, 40)])
    act(game, "B1", "move", ["44,40"])
    later = [key for key in options(game) if key.startswith("later")]
    assert later == ["later:A1:B1:1", "later:A1:B1:2", "later:A1:B1:3", "later:A1:B1:4"]
    play(game, later[2])
    assert named(game, "B1").at == (46.0, 40.0)
    assert list(options(game)) == ["sentry:A1:B1", "pass"]


@rule("TC-SENTRY-2", "TC-COVER-7")
def test_a_sentry_is_asked_where_it_sees_somebody_first():
    wall = box("tower", 36, 20, 38, 40)
    game = field([sentry(20, 40)], [unit("marine", 46, 30, card_changes={"speed": 30})], pieces=(wall,))
    act(game, "B1", "move", ["46,55"])
    x, y = named(game, "B1").at
    assert x == 46
    assert 38 < y < 40, "the edge of the tower hides less and less of it"


@rule("TC-SENTRY-5", "TC-SENTRY-6")
def test_who_would_have_been_eliminated_stops_and_fires_only_after_a_jury_rig_roll():
    def stopped(*dice):
        heavy = evolve(stock().weapons["lance"], id="eye", sentry=True, damage=40)
        watcher = Placed(Sheet(stock().units["stingray"], (heavy,)), (20, 40))
        target = unit("stingray", 60, 40, life=20)
        game = field([watcher], [target])
        load(game, 1, *dice)
        act(game, "B1", "attack", ["44,40"])
        play(game, "sentry:A1:B1", "eye-1", "B1")
        assert named(game, "B1").at == (48.0, 40.0)
        assert named(game, "B1").life == 0, "40 damage, AC2: it is eliminated, and acts all the same"
        return game

    game = stopped(10)
    assert options(game)["tank-gun-1"] == ""
    game = stopped(11)
    assert options(game) == {"tank-gun-1": "TC-SENTRY-6", "hold": ""}
    assert "TC-SENTRY-5" in told_rules(game)


@rule("TC-ACT-1")
def test_the_next_go_comes_after_reactions():
    game = field([posted("lance")], [unit("marine", 50, 40)], order=(1, 0))
    run(game, NextGo())
    play(game, "B1", "move", ["40,40"], "pass")
    assert game.question.seat == 0


# ---------------------------------------------------------------- in the red, and turned
@rule("TC-RED-2", "TC-RED-5")
def test_one_in_the_red_makes_its_jury_rig_before_it_fires_at_who_comes():
    game = field([posted("lance", life=5)], [unit("marine", 50, 40)])
    act(game, "B1", "move", ["40,40"])
    load(game, 11)
    play(game, "posted:A1:B1")
    assert "jury rig" in said(game)
    cost = next(option.cost for option in game.question.options if option.key == "B1")
    assert cost == "12 or less", "10, AC1, Wet Wire Jacks, and no fire control"
    load(game, 12)
    play(game, "B1")
    assert not named(game, "A1").limps, "the action is over"
    well = field([posted("lance", life=5)], [unit("marine", 50, 40)])
    act(well, "B1", "move", ["40,40"])
    load(well, 10)
    play(well, "posted:A1:B1")
    assert next(option.cost for option in well.question.options if option.key == "B1") == "14 or less"


@rule("TC-POSTUP-2", "TC-MOVE-2")
def test_whoever_is_turned_covers_another_half_circle():
    game = field([posted("lance")], [unit("marine", 50, 40)])
    run(game, ChooseFacing("A1"))
    play(game, ["20,40", "turn=270"])
    turned = named(game, "A1").facing
    assert named(game, "A1").posted == turned != 90.0
    act(game, "B1", "move", ["40,40"])
    assert game.question is None, "it comes from behind now"
