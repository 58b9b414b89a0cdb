"""Joining, splitting, taking charge, re-uniting (CD-REORG)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.crimsondusk.orders.reorganising import ToTakeCharge
from tabletop_tui.rules.crimsondusk.shooting.pinning import UnderFire, pinning_tally
from tabletop_tui.rules.crimsondusk.sight.cover import status
from tabletop_tui.rules.crimsondusk.state.battle import Fire
from tabletop_tui.rules.crimsondusk.ways.movement_limits import allowance
from tests.crimsondusk.build import (
    activate,
    assign,
    at,
    battle_of,
    each,
    field,
    labelled,
    leader,
    lose,
    man,
    squad,
    unit,
)
from tests.playing import allowed, options, play, refused, run

rule = pytest.mark.rule


def weak(*dice, cb=1, gap=2.0):
    """Two sections of three of five each, the first within `gap` of A1, the second beside it."""
    game = field(
        [leader(10, 10, cb=cb), squad(10, 11 + gap, 5), squad(10, 15.5, 5)],
        [leader(60, 40)],
        dice=dice,
    )
    lose(game, "A2", 2)
    lose(game, "A3", 2)
    return game


@rule("CD-REORG-1", "CD-REORG-4")
def test_a_passed_test_makes_one_section_of_their_number():
    game = activate(weak(4), "A1", "join:A2+A3")
    assert (unit(game, "A2").left, unit(game, "A2").start) == (6, 6)
    assert unit(game, "A3").gone == "joined"
    assert unit(game, "A1").spent == 0
    assert pinning_tally(battle_of(game), unit(game, "A2"), 0).total == 4  # no losses, and the leader is with it


@rule("CD-REORG-3")
def test_a_failed_test_confuses_them_for_the_rest_of_the_turn():
    game = activate(weak(3), "A1", "join:A2+A3")
    battle = battle_of(game)
    assert all(battle.is_confused(unit(game, name)) for name in ("A2", "A3"))
    assert options(game)["join:A2+A3"] == "CD-REORG-1"
    battle.turn = 2
    assert not any(battle.is_confused(unit(game, name)) for name in ("A2", "A3"))


@rule("CD-REORG-1")
def test_only_a_leader_with_a_command_bonus_joins_and_only_the_under_strength():
    assert not [key for key in options(activate(weak(cb=0))) if key.startswith("join")]
    full = field([leader(10, 10), squad(10, 12, 5), squad(10, 15, 5)], [leader(60, 40)])
    assert not [key for key in options(activate(full)) if key.startswith("join")]


@rule("CD-REORG-2")
def test_one_of_them_is_with_the_leader():
    assert "join:A2+A3" in allowed(activate(weak(gap=2.0)))
    assert "join:A2+A3" not in options(activate(weak(gap=2.01)))


def split(*dice):
    game = field([leader(10, 10, cb=0), squad(10, 12, 6)], [squad(10, 40)], dice=dice)
    activate(game, "A1", "split:A2")
    assign(game, *["stay"] * 4, "off", "off")
    return game


@rule("CD-REORG-5")
def test_split_models_stay_and_act_on():
    game = split()
    assert [one.part for one in unit(game, "A2").men] == [0, 0, 0, 0, 1, 1]
    activate(game, "A2")
    each(game, *["walk"] * 4, "fire:assault-rifle")
    play(game, ["12.25,14"])
    assert man(game, "A2-5").moved == 0
    assert "at whom" in game.question.prompt


@rule("CD-REORG-5")
def test_the_chain_need_not_join_the_parts():
    game = activate(split(), "A2")
    each(game, *["walk"] * 4)
    assert not refused(game, ["12.25,14"])


@rule("CD-REORG-8")
def test_split_models_only_go_back_and_are_one_section_again_when_they_are_there():
    game = split()
    unit(game, "A2").models = (*unit(game, "A2").models[:4], (22.0, 12.0), (23.5, 12.0))
    activate(game, "A2")
    each(game, *["nothing"] * 4, "run", "run")
    assert refused(game, ["24,12"]) == "CD-REORG-8"
    play(game, ["19.75,12"])  # still 3 from the last of the others
    assert [one.part for one in unit(game, "A2").men] == [0, 0, 0, 0, 2, 2]
    play(game, "each")
    assert game.question.items[4].refusals["fire:assault-rifle"].rule == "CD-REORG-8"
    assign(game, *["nothing"] * 4, "walk", "walk")
    play(game, ["18.25,12"])
    assert not any(one.part for one in unit(game, "A2").men)


@rule("CD-REORG-10")
def test_a_split_section_is_neither_split_again_nor_joined():
    game = split()
    assert options(game)["split:A2"] == "CD-REORG-10"
    unit(game, "A2").start = 9
    game.ask_anew()
    assert not [key for key in options(game) if key.startswith("join")]


@rule("CD-REORG-6")
def test_the_parts_are_counted_and_tested_together():
    game = split()
    assert unit(game, "A2").left == 6
    assert unit(game, "A2").quality == "Rg"


@rule("CD-REORG-7")
def test_only_the_part_that_was_shot_at_is_tested_and_pinned():
    game = split(4)
    game.agenda.clear()
    run(game, UnderFire(Fire("A2", "B1", 2, 2, "off")))
    battle = battle_of(game)
    battle.turn = 2
    served = {one.id: battle.serves_pin(unit(game, "A2"), one) for one in unit(game, "A2").men}
    assert [name for name, pinned in served.items() if pinned] == ["A2-5", "A2-6"]
    assert [battle.points_of_man(unit(game, "A2"), one) for one in unit(game, "A2").men] == [3, 3, 3, 3, 2, 2]


@rule("CD-REORG-7")
def test_the_shots_at_the_parts_are_counted_by_themselves():
    game = split()
    game.agenda.clear()
    run(game, UnderFire(Fire("A2", "B1", 3, 4, "main")), UnderFire(Fire("A2", "B1", 1, 2, "off")))
    assert (unit(game, "A2").shots, unit(game, "A2").shots_off) == (3, 1)


@rule("CD-REORG-9")
def test_a_leader_takes_charge_of_split_models():
    game = split()
    play(game, "charge-of:A2")
    assert (unit(game, "A1").left, unit(game, "A2").left) == (3, 4)
    assert not any(one.part for one in unit(game, "A1").men)
    each(game, "walk")
    assert refused(game, ["10,8"]) == "CD-COH-2"  # he may not leave them


@rule("CD-REORG-9")
def test_nobody_takes_charge_of_models_on_bases_of_another_size():
    game = split()
    one, other = unit(game, "A1"), unit(game, "A2")
    assert ToTakeCharge(game.state, one, other).refuse() is None
    one.sheet = evolve(one.sheet, size=2.5)
    refusal = ToTakeCharge(game.state, one, other).refuse()
    assert refusal is not None
    assert refusal.rule == "CD-REORG-9"


def test_somebody_stays():
    game = activate(field([leader(10, 10), at(squad(0, 0, 2), (10, 12), (11.5, 12))], []), "A1", "split:A2")
    assert refused(game, labelled(game, rest="off")) == "CD-REORG-5"


@rule("CD-REORG-1")
def test_more_than_three_sections_are_joined_as_well():
    game = field([leader(10, 10), *(squad(10, 13 + 3 * row, 5) for row in range(4))], [leader(60, 40)])
    for name in ("A2", "A3", "A4", "A5"):
        lose(game, name, 2)
    assert "join:A2+A3+A4+A5" in allowed(activate(game))


@rule("CD-REORG-7", "CD-PIN-6")
def test_only_the_part_that_was_shot_at_goes_to_ground_and_is_harder_to_hit():
    game = split(4)
    game.agenda.clear()
    run(game, UnderFire(Fire("A2", "B1", 2, 2, "off")))
    one, battle = unit(game, "A2"), battle_of(game)
    assert [man.id for man in one.men if one.lies(man)] == ["A2-5", "A2-6"]
    eyes = unit(game, "B1").models
    assert (status(battle, one, eyes, (0, 1, 2)), status(battle, one, eyes, (4, 5))) == ("", "concealed")
    assert [allowance(one, man, run=False) for man in one.men] == [2, 2, 2, 2, 1, 1]
