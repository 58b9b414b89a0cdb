"""Thirty situations of the book, the first half: the turn, movement, shooting, pinning. Its numbers stand in each."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Moved, Shot
from tests.crimsondusk.situations import area, asked, field, one, played, row, section
from tests.playing import options, refused

rule = pytest.mark.rule
FAR = section("B1", *row(60, 44, 4))
"""Somebody of the other side who is no part of it."""


def melee_later(foe):
    """In contact since the melees of this turn: it is fought in the next one."""
    return {"foes": [foe], "met": 2, "activated": True}


@rule("CD-INIT-2", "CD-INIT-3", "CD-INIT-4")
def test_1_a_leader_in_melee_adds_nothing_and_a_tie_is_rolled_again(tmp_path):
    table = field(
        one("A1", 10, 10, cb=2, **melee_later("B1")),
        one("A2", 40, 10, cb=1),
        section("B1", (10, 11), (13, 11), quality="El", **melee_later("A1")),
        section("B2", (10, 40), (12, 40), quality="El", activated=True),
        go="A2",
    )
    end = played(tmp_path, table, ["end"], [6, 5, 3, 1])
    assert [roll.adds.total for roll in end.rolls if roll.adds is not None] == [1, 2, 1, 2]
    assert "CD-INIT-4" in end.rules
    assert end.battle.initiative == 0, "6 + 1 against 5 + 2, then 3 + 1 against 1 + 2"


@rule("CD-INIT-5", "CD-ACT-2")
def test_2_the_winner_names_an_enemy_its_owner_plays_it_and_the_winner_goes_next(tmp_path):
    mine, theirs = section("A1", *row(10, 40, 4)), section("B1", *row(10, 10, 4))
    others = section("A2", *row(40, 40, 4)), section("B2", *row(40, 10, 4))
    table = field(mine, others[0], theirs, others[1], first=True)
    assert asked(table, "B1").question.seat == 1
    end = played(tmp_path, table, ["B1", "end"])
    assert (end.game.question.seat, end.unit("B1").activated, end.unit("A1").activated) == (0, True, False)
    assert refused(end.game, "B2") == "CD-INIT-5"
    confused = field(mine, others[0], theirs | {"confused": True}, others[1], first=True)
    assert options(asked(confused))["B1"] == "CD-INIT-5"


@rule("CD-HOLD-1")
def test_3_units_in_melee_do_not_count_for_holding(tmp_path):
    mine = [section(f"A{n}", *row(10 * n, 40, 4), **({"activated": True} if n > 1 else {})) for n in range(1, 5)]
    theirs = [section(f"B{n}", *row(10 * n, 6, 4), activated=True) for n in range(1, 5)]
    fight = section("A5", *row(10, 20, 4), foes=["B5", "B6"], met=2, activated=True)
    foes = [section(f"B{n}", *row(x, 21, 4), **melee_later("A5")) for n, x in ((5, 4), (6, 14.5))]
    end = played(tmp_path, field(*mine, fight, *theirs, *foes, go="A1"), ["end"], [8, 2])
    assert (end.battle.turn, end.battle.may_hold) == (2, -1)
    assert not any(key.startswith("hold") for key in options(end.game))
    fewer = played(tmp_path / "b", field(*mine[:3], *theirs, go="A1"), ["end"], [8, 2])
    assert fewer.battle.may_hold == 0
    assert options(fewer.game)["hold:A1"] == ""


@rule("CD-AP-2", "CD-WPN-3")
def test_4_three_walk_one_loads_one_shoots_in_one_ap(tmp_path):
    kinds = [{"count": 4, "weapons": ["assault-rifle"]}, {"weapons": ["rpg"]}]
    table = field(section("A1", *row(10, 20, 5), model=kinds), section("B1", *row(10, 36, 6)), go="A1")
    orders = ("walk", "walk", "walk", "fire:assault-rifle", "fire:rpg")
    end = played(tmp_path, table, ["each", orders, ["11.5,22"], "B1"], [3])
    assert (end.unit("A1").spent, end.man("A1-5").loading, end.man("A1-5").paid) == (1, "rpg", 1)
    kinds_told = [type(event) for event in end.events if isinstance(event, Moved | Shot)]
    assert kinds_told == [Moved, Shot]
    assert [man.moved for man in end.unit("A1").men] == [2.0, 2.0, 2.0, 0.0, 0.0]


@rule("CD-AP-3")
def test_5_in_the_fourth_ap_only_those_of_ap_4_do_anything(tmp_path):
    mixed = section("A1", *row(10, 20, 4), ap=4) | {"men": ["A1-1", "A1-2", "A2-1", "A2-2"]}
    gone = section("A2", *row(40, 20, 4)) | {"models": [], "gone": "joined"}
    table = field(mixed, gone, FAR, go="A1")
    table["unit"][0]["spent"] = 3
    question = asked(table, "each").question
    barred = {item.key: sorted(item.refusals) for item in question.items}
    assert "walk" not in barred["A1-1"]
    assert "walk" in barred["A2-1"]
    end = played(tmp_path, table, ["move", ["10.75,22"]])
    assert [man.moved for man in end.unit("A1").men] == [2.0, 2.0, 0.0, 0.0]


@rule("CD-RUN-1", "CD-RUN-3", "CD-HIT-8", "CD-HIT-12")
def test_6_a_quick_runner_goes_18_and_is_hit_at_3_less_and_1_more_in_the_next_turn(tmp_path):
    table = field(one("A1", 10, 10, traits={"quick": 1}), one("B1", 28, 26, activated=True), go="A1")
    assert refused(asked(table, "run"), ["16.01,10"]) == "CD-RUN-1"
    runs = ["run", ["16,10"], "run", ["22,10"], "run", ["28,10"]]
    end = played(tmp_path, table, [*runs, "B1", "shoot", "A1"], [1, 9, 8, 5])
    assert end.man("A1-1").moved_before == 18.0
    assert end.needs == [7 + 3 - 1, 5], "and the test of a section of one"
    assert end.unit("A1").living


@rule("CD-MOVE-4", "CD-MOVE-2")
def test_7_a_fast_model_that_enters_scree_in_mid_ap_goes_2(tmp_path):
    fast = one("A1", 10, 10, armour="carapace", traits={"fast": 1})
    table = field(fast, FAR, go="A1", pieces=[area("scree", 11, 5, 20, 15)])
    assert options(asked(table))["run"] == "CD-RUN-1"
    assert refused(asked(table, "move"), ["12.01,10"]) == "CD-MOVE-4"
    end = played(tmp_path, table, ["move", ["12,10"]])
    assert end.unit("A1").models == ((12.0, 10.0),)


@rule("CD-GTG-2", "CD-GTG-3")
def test_8_an_enemy_behind_a_house_does_not_forbid_going_to_ground(tmp_path):
    mine, theirs = section("A1", *row(10, 20, 3), quality="Vt"), section("B1", *row(10, 28, 4))
    assert options(asked(field(mine, theirs, go="A1")))["ground"] == "CD-GTG-2"
    house = area("house", 0, 23, 30, 25)
    end = played(tmp_path, field(mine, theirs, pieces=[house], go="A1"), ["ground", "ground"], [1, 3])
    assert end.needs == [3, 3]
    assert (end.unit("A1").ground, end.unit("A1").spent) == (True, 2)


@rule("CD-HIT-5", "CD-HIT-6", "CD-HIT-7", "CD-HIT-11", "CD-TRAIT-13")
def test_9_elite_at_hidden_camouflaged_veterans_3_away(tmp_path):
    kinds = [{"weapons": ["assault-rifle"]}, {"weapons": ["shotgun"]}]
    mine = section("A1", (10, 10), (14, 10), quality="El", model=kinds)
    theirs = section("B1", *row(10, 14, 4), quality="Vt", traits={"camouflage": 1}, ground=True)
    table = field(mine, theirs, go="A1", pieces=[area("scrub", 5, 12, 30, 20)])
    end = played(tmp_path, table, ["shoot", "B1"], [9, 6])
    assert end.needs == [10, 7]
    assert end.unit("B1").left == 4


@rule("CD-IMP-1", "CD-HIT-4", "CD-TRAIT-17")
def test_10_an_impossible_shot_hits_on_a_natural_10_with_p_2(tmp_path):
    theirs = section("B1", *row(10, 25, 4), quality="El", ground=True)
    table = field(one("A1", 10, 10, quality="Ir", sm=-1), theirs, go="A1", pieces=[area("scrub", 5, 23, 30, 30)])
    end = played(tmp_path, table, ["move-shoot", ["10,12"], "B1", {"1": "B1-1"}], [10, 6])
    assert end.needs[0] == 8 + 1 + 2 + 1
    assert end.rolls[1].adds.total == 2
    assert end.man("B1-1").stunned == 2, "6 + 2 equals AV 8"


@rule("CD-SHOOT-3", "CD-SHOOT-4")
def test_11_beyond_the_maximum_range_a_hit_only_counts(tmp_path):
    def at(gap):
        return field(one("A1", 5, 5, "lmg"), section("B1", *row(5 + 1 + gap, 5, 4)), go="A1")

    end = played(tmp_path / "a", at(54), ["shoot", "B1"], [10, 1])
    assert (end.unit("B1").shots, end.unit("B1").left) == (1, 4)
    assert options(asked(at(54.1)))["shoot"] == "CD-SHOOT-1"
    end = played(tmp_path / "b", at(37), ["shoot", "B1"], [2, 3])
    assert end.unit("B1").shots == 0
    end = played(tmp_path / "c", at(36), ["shoot", "B1"], [2, 3])
    assert end.unit("B1").shots == 2


@rule("CD-AIM-1", "CD-HIT-14", "CD-TRAIT-16")
def test_12_a_sniper_who_aims_needs_3_and_after_a_step_5(tmp_path):
    sniper = one("A1", 10, 10, "sniper-rifle", quality="Vt", ap=5)
    table = field(sniper, section("B1", *row(10, 40, 5)), go="A1")
    end = played(tmp_path / "a", table, ["aim", "shoot", "B1"], [2, 6])
    assert end.needs[0] == 3
    end = played(tmp_path / "b", table, ["aim", "move", ["10,11"], "ready", "shoot", "B1"], [4, 6])
    assert end.needs[0] == 5
    assert end.unit("A1").spent == 4


@rule("CD-HIT-15")
def test_13_five_hits_on_three_in_view_are_one_each_and_then_as_the_owner_likes(tmp_path):
    theirs = section("B1", *row(10, 30, 5, 1.6))
    wall = area("house", 12.6, 27, 30, 28.5)
    table = field(section("A1", *row(3, 20, 5)), theirs, go="A1", pieces=[wall])
    game = asked(table, "shoot", "B1", dice=[10] * 5)
    named = [option.key for option in game.question.labels]
    assert sorted(named) == ["B1-1", "B1-2", "B1-3"]
    twice = {"1": "B1-1", "2": "B1-1", "3": "B1-1", "4": "B1-2", "5": "B1-2"}
    assert refused(game, twice) == "CD-HIT-15"
    assert refused(game, twice | {"3": "B1-5"})
    fair = {"1": "B1-1", "2": "B1-2", "3": "B1-3", "4": "B1-3", "5": "B1-3"}
    end = played(tmp_path, table, ["shoot", "B1", fair], [10] * 5 + [1, 1, 9, 5, 5] + [5])
    assert [man.id for man in end.unit("B1").men] == ["B1-1", "B1-2", "B1-4", "B1-5"]


@rule("CD-WND-1", "CD-WND-2", "CD-WPN-4")
def test_14_an_auto_cannon_stuns_av_13_with_a_5_and_kills_with_a_6(tmp_path):
    kinds = [{"weapons": ["auto-cannon"]}, {"count": 3, "weapons": []}]
    theirs = section("B1", *row(10, 30, 5), armour="powered")
    table = field(section("A1", *row(10, 10, 4), model=kinds), theirs, section("A2", *row(40, 10, 4)), go="A1")
    answers = ["shoot", "B1", {"1": "B1-1"}, "shoot", "B1", {"1": "B1-2"}]
    end = played(tmp_path, table, answers, [7, 5, 7, 6])
    assert end.man("B1-1").stunned == 2
    assert [man.id for man in end.unit("B1").men] == ["B1-1", "B1-3", "B1-4", "B1-5"]
    later = asked(field(section("A1", *row(10, 10, 4)), theirs | {"marks": {"B1-1": {"stunned": 2}}}, turn=2, go="B1"))
    later.answer("each")
    stunned, other = later.question.items[:2]
    assert stunned.refusals["walk"].rule == "CD-WND-2"
    assert "walk" not in other.refusals


@rule("CD-PIN-1", "CD-PIN-3")
def test_15_seven_models_are_tested_at_the_seventh_shot_with_their_losses(tmp_path):
    theirs = section("B1", *row(10, 24, 7))
    mine = section("A1", *row(10, 10, 4)), section("A2", *row(20, 10, 3), quality="Vt")
    table = field(*mine, theirs, section("B2", *row(60, 44, 4), activated=True), go="A1")
    first = ["shoot", "B1", "end"]
    assert asked(table, *first, dice=[1] * 4).state.units["B1"].shots == 4
    hits = {"1": "B1-1", "2": "B1-2"}
    # B1 has a go in between; then three more, of which two hit and kill.
    end = played(tmp_path, table, [*first, "end", "shoot", "B1", hits], [1] * 4 + [6, 6, 1] + [10, 10] + [6])
    assert end.needs[-1] == 5 + 2
    assert end.battle.is_pinned(end.unit("B1"))
    assert end.unit("B1").shots == 0
