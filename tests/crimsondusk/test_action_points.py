"""Action points by model (CD-AP), aiming and slow weapons (CD-AIM, CD-WPN)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.moving.model_orders import Order, spent_words
from tabletop_tui.rules.crimsondusk.state.weapons import slowed
from tests.crimsondusk.build import (
    activate,
    assign,
    battle_of,
    each,
    field,
    labelled,
    man,
    said,
    section,
    soldier,
    squad,
    unit,
)
from tests.playing import options, play, refused

rule = pytest.mark.rule


@rule("CD-AP-1", "CD-AP-2")
def test_one_ap_is_of_the_whole_section_even_if_one_model_does_something():
    game = activate(field([squad(10, 10)], [squad(10, 40)]))
    each(game, "walk")
    play(game, ["10,10.5"])
    assert unit(game, "A1").spent == 1
    assert [one.moved > 0 for one in unit(game, "A1").men] == [True, False, False, False, False]


@rule("CD-AP-2")
def test_in_one_ap_three_walk_one_loads_and_one_shoots_the_walks_first():
    men = [soldier("Rg", "assault-rifle")] * 3 + [soldier("Rg", "rpg"), soldier("Rg", "rifle")]
    game = activate(field([section(10, 10, *men)], [squad(10, 30)], dice=(1,)))
    each(game, "walk", "walk", "walk", "fire:rpg", "fire:rifle")
    assert "where to" in game.question.prompt
    play(game, ["11.5,11"])
    assert "at whom" in game.question.prompt
    play(game, "B1")
    assert unit(game, "A1").spent == 1
    assert (man(game, "A1-4").loading, man(game, "A1-4").paid) == ("rpg", 1)


@rule("CD-AP-2")
def test_a_section_in_which_nobody_does_anything_waits():
    game = activate(field([squad(10, 10)]))
    orders = [Order(one.id, "nothing") for one in unit(game, "A1").men]
    assert spent_words(unit(game, "A1"), orders) == "A1 Section waits"


@rule("CD-AP-3")
def test_in_the_fourth_ap_only_those_with_four_do_anything():
    game = activate(field([section(10, 10, *[soldier(ap=4)] * 2, *[soldier(ap=3)] * 2)]))
    assert battle_of(game).points_of(unit(game, "A1")) == 4
    for _ in range(3):
        each(game)
    play(game, "each")
    barred = {item.key: item.refusals.get("walk") for item in game.question.items}
    assert [name for name, refusal in barred.items() if refusal is None] == ["A1-1", "A1-2"]
    assert barred["A1-3"].rule == "CD-AP-3"
    assign(game, "walk", "walk", rest="nothing")
    assert [one.id for one in game.question.field.men] == ["A1-1", "A1-2"]


@rule("CD-CHAR-3")
def test_an_activation_has_as_many_ap_as_the_profile_says():
    game = activate(field([squad(10, 10, ap=2)]))
    assert "AP 1 of 2" in game.question.prompt
    each(game)
    each(game)
    assert game.question is None


@rule("CD-AIM-1")
def test_an_aim_helps_the_shot_with_the_next_ap_and_a_step_in_between_loses_it():
    game = activate(field([squad(10, 10, 4, "Vt", "sniper-rifle")], [squad(10, 34)]), "A1", "aim")
    assert {one.aimed for one in unit(game, "A1").men} == {"sniper-rifle"}
    play(game, "move", ["12.25,10.5"])
    assert {one.aimed for one in unit(game, "A1").men} == {""}


@rule("CD-AIM-1", "CD-TRAIT-16", "CD-HIT-14")
@pytest.mark.parametrize(("first", "face", "hits"), [("aim", 3, 1), ("aim", 2, 0), ("none", 5, 1), ("none", 4, 0)])
def test_a_veteran_sniper_needs_3_with_aim_and_5_without(first, face, hits):
    men = [soldier("Vt", "sniper-rifle"), soldier("Vt"), soldier("Vt")]
    game = activate(field([section(10, 10, *men)], [squad(10, 34)], dice=(face, 10)))
    play(game, *(["aim"] if first == "aim" else []), "shoot", "B1")
    assert f"{hits or 'no'} hit" in said(game)


@rule("CD-AIM-1")
def test_only_weapons_of_rof_1_or_less_are_aimed_and_aims_do_not_add_up():
    game = activate(field([section(10, 10, *[soldier("Rg", "lmg")] * 4)]))
    assert options(game)["aim"] == "CD-AIM-1"
    game = activate(field([squad(10, 10, 4, "Rg", "rifle")], [squad(10, 30)], dice=(4, 4, 4, 4)), "A1", "aim", "aim")
    play(game, "shoot", "B1")
    assert "no hit" in said(game)  # 7 - 2: a 4 is no hit, as it would be with two aims


@rule("CD-AIM-2")
def test_an_aim_with_the_last_ap_is_carried_over_and_one_before_the_end_is_not():
    game = activate(field([squad(10, 10, 4, "Rg", "rifle")]), "A1", "move", ["12.25,10.5"], "move", ["12.25,11"], "aim")
    assert game.question is None
    assert {one.aimed for one in unit(game, "A1").men} == {"rifle"}
    game = activate(field([squad(10, 10, 4, "Rg", "rifle")]), "A1", "aim", "end")
    assert {one.aimed for one in unit(game, "A1").men} == {""}


@rule("CD-WPN-3")
def test_a_slow_weapon_fires_on_its_last_ap_and_a_step_loses_what_was_paid():
    men = [soldier("Rg", "rpg"), *[soldier("Rg")] * 3]
    game = activate(field([section(10, 10, *men)], [squad(10, 30)], dice=(1,)), "A1", "shoot")
    assert man(game, "A1-1").paid == 1
    play(game, "shoot")
    assert man(game, "A1-1").paid == 2
    play(game, "shoot")
    assert "at whom" in game.question.prompt
    game = activate(field([section(10, 10, *men)], [squad(10, 30)]), "A1", "shoot", "move", ["12.25,10.5"])
    assert man(game, "A1-1").paid == 0


@rule("CD-WPN-3")
def test_what_was_paid_is_kept_over_the_end_of_a_turn():
    men = [soldier("Rg", "rpg"), *[soldier("Rg")] * 3]
    game = activate(field([section(10, 10, *men)], [squad(10, 30)], dice=(1,)))
    each(game)
    play(game, "shoot", "shoot")
    assert man(game, "A1-1").paid == 2
    activate(game, "A1", "shoot")
    assert "at whom" in game.question.prompt


@rule("CD-WPN-2", "CD-HIT-3")
def test_a_die_is_rolled_for_each_shot():
    game = field([squad(10, 10, 4, "Rg", "lmg")], [squad(10, 30)], dice=(*[1] * 8, 10))
    activate(game, "A1", "shoot", "B1")
    assert len(next(event for event in game.events if hasattr(event, "faces")).faces) == 8


def test_the_rate_of_fire_goes_from_1_to_minus_2_with_each_man_missing():
    assert [slowed(2, 1), slowed(2, 2), slowed(1, 1), slowed(-2, 1), slowed(-1, 1)] == [1, -2, -2, -3, -2]


@rule("CD-AP-2")
def test_a_stunned_model_takes_no_orders():
    game = field([squad(10, 10)])
    unit(game, "A1").alter(["A1-1"], stunned=1)
    activate(game, "A1", "move")
    assert [one.id for one in game.question.field.men] == ["A1-2", "A1-3", "A1-4", "A1-5"]


def test_whoever_is_wholly_stunned_is_asked_nothing():
    game = field([squad(10, 10)])
    unit(game, "A1").alter_all(stunned=1)
    activate(game)
    assert game.question is None
    assert "does nothing" in game.events[-1].text


@rule("CD-TRAIT-17")
def test_move_and_fire_is_one_ap_with_minus_1_only_for_those_who_moved():
    for there, came in (("12.25,11", "no hit"), ("12.25,10", "4 hits")):  # 7 is needed, 8 on the move
        game = field([squad(10, 10, 4)], [squad(10, 28)], dice=(7, 7, 7, 7))
        activate(game, "A1", "move-shoot", [there], "B1")
        assert unit(game, "A1").spent == 1
        assert came in said(game)


@rule("CD-TRAIT-17")
def test_others_cannot_do_both_in_one_ap():
    game = activate(field([squad(10, 10, 4, "Rg", "rifle")], [squad(10, 28)]))
    assert refused(game, "move-shoot") == "CD-TRAIT-17"
    assert activate(game, "A1", "each").question.label("walk-and-fire:rifle") is None


@rule("CD-AP-2", "CD-AP-3")
def test_the_usual_orders_are_that_all_shoot_who_can_and_else_that_all_walk():
    men = [soldier("Rg", "rifle")] * 2 + [soldier("Rg", "shotgun")]
    game = activate(field([section(10, 10, *men)], [squad(10, 40)]), "A1", "each")
    assert list(game.question.default.values()) == ["fire:rifle", "fire:rifle", "nothing"]
    assert refused(game, labelled(game, "fire:shotgun")) == "CD-AP-2"
    game = activate(field([section(10, 10, *men)]), "A1", "each")
    assert set(game.question.default.values()) == {"walk"}


@rule("CD-CONF-2", "CD-TRAIT-8")
def test_what_nobody_may_do_is_refused_with_its_own_reason():
    game = field([squad(10, 10)], [squad(10, 24)])
    unit(game, "A1").confused_from = 1
    shown = options(activate(game))
    assert {key: shown[key] for key in ("shoot", "move-shoot", "aim")} == dict.fromkeys(
        ("shoot", "move-shoot", "aim"), "CD-CONF-2"
    )
    game = field([squad(10, 10, 1, "Rg", "hmg")], [squad(10, 24)])
    unit(game, "A1").alter_all(unready=2)
    assert options(activate(game))["shoot"] == "CD-TRAIT-8"


@rule("CD-AIM-2", "CD-AP-3")
@pytest.mark.parametrize("last", ["move", "end"])
def test_who_aims_with_his_last_ap_keeps_the_aim_while_others_have_one_more(last):
    men = soldier("Rg", "rifle", ap=1), soldier("Rg", "rifle", ap=2)
    game = activate(field([section(10, 10, *men)], [squad(10, 24)]), "A1", "aim")
    play(game, last, *([["10.75,11"]] if last == "move" else []))
    assert [one.aimed for one in unit(game, "A1").men] == ["rifle", ""]


@rule("CD-AP-3", "CD-TRAIT-10")
def test_who_has_no_ap_left_serves_no_gun():
    men = soldier("Rg", "auto-cannon", ap=2), soldier("Rg", ap=1)
    game = activate(field([section(10, 10, *men)], [squad(10, 24, 5, av=30)], dice=(1,)), "A1", "shoot", "B1")
    play(game, "shoot")
    assert man(game, "A1-1").loading == "auto-cannon", "a shot for two AP with one man missing"
