"""Shooting: the D10 and its modifiers, hits and what they do, Crossfire, auxiliary weapons, Basic Firepower."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.events import Fell, Harmed, Rolled
from tabletop_tui.rules.pmc2640.assault.assault import Fight
from tabletop_tui.rules.pmc2640.damage.damage import HitTable, RollHits, hit_counts, hits_of, shooting_table
from tabletop_tui.rules.pmc2640.orders.actions import ToFire
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, crossfire, defence, firepower
from tabletop_tui.rules.pmc2640.shooting.shooting import Shoot
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import refuse_target, weapons_for
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import coherency, distances
from tabletop_tui.rules.pmc2640.turn.turn import Rally
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule
WEAPONS = ("main", "auxiliary")


def plus(game, **attack):
    tally = firepower(battle_of(game), Attack("A1", "B1", **attack))
    return tally.total, [modifier.rule for modifier in tally.modifiers]


@rule("PMC-FIRE-2", "PMC-FIRE-8", "PMC-FIRE-9", "PMC-GEN-6")
@pytest.mark.parametrize(
    ("face", "bonus", "defence", "hits"),
    [(5, 5, 9, 1), (4, 5, 9, 0), (9, 5, 9, 5), (0, 20, 9, 0), (9, 0, 20, 1), (9, 0, 9, 1)],
)
def test_each_point_above_the_defence_is_a_hit_zero_fails_and_nine_hits(face, bonus, defence, hits):
    assert hits_of(face, bonus, defence) == hits


@rule("PMC-GEN-6", "PMC-FIRE-10", "PMC-VEH-11")
def test_an_attack_is_a_die_from_zero_to_nine_hits_and_damage_are_usual_dice():
    game = field([rifles(20, 20)], [buggy(26, 20, 90)])
    game.dice = TypedDice()
    run(game, Shoot(Attack("A1", "B1")))
    faces = []
    for answer in ([7], [6, *[1] * 6], [1]):
        faces.append((game.question.roll.lowest, game.question.roll.highest))
        play(game, answer)
    assert faces == [(0, 9), (1, 6), (1, 6)], "the D10, the hits, the D3"


@rule("PMC-FIRE-10", "PMC-FIRE-2")
def test_a_shot_of_riflemen_with_its_hits():
    # D10 7 + Firepower 2 + 4 models 1 + half range 2 + Fire! 1 = 13 against 9: four hits, D6 1, 2, 5, 6.
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(7, 1, 2, 5, 6))
    run(game, Shoot(Attack("A1", "B1")))
    assert options(game).keys() >= {"0", "3"}
    play(game, "0")
    target = unit(game, "B1")
    assert (target.left, target.suppression, target.morale) == (3, 4, 3)
    assert target.suppressed
    assert not target.broken
    assert not unread(game)


@rule("PMC-FIRE-3", "PMC-FIRE-5", "PMC-FIRE-6", "PMC-ADV-1")
def test_the_modifiers_of_the_order_and_the_distance():
    near = field([rifles(20, 20)], [rifles(26, 20)])
    assert plus(near, order="fire") == (6, ["PMC-FIRE-4", "PMC-FIRE-5", "PMC-FIRE-6"])
    assert plus(near, order="advance") == (5, ["PMC-FIRE-4", "PMC-FIRE-5"])
    exactly_half = field([rifles(20, 20)], [rifles(29.5, 20)])
    assert plus(exactly_half, order="fire") == (4, ["PMC-FIRE-4", "PMC-FIRE-6"])


@rule("PMC-FIRE-5", "PMC-GEN-13")
def test_half_of_an_odd_range_is_rounded_up():
    below_8 = field([rifles(20, 20, range=15)], [rifles(28.4, 20)])
    assert plus(below_8, order="advance") == (5, ["PMC-FIRE-4", "PMC-FIRE-5"])
    exactly_8 = field([rifles(20, 20, range=15)], [rifles(28.5, 20)])
    assert plus(exactly_8, order="advance") == (3, ["PMC-FIRE-4"])


@rule("PMC-FIRE-4")
@pytest.mark.parametrize(("models", "bonus"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (10, 3)])
def test_the_model_bonus_goes_by_the_soldiers_left(models, bonus):
    game = field([rifles(20, 20, size=models)], [rifles(40, 20)])
    assert plus(game, order="advance")[0] == 2 + bonus


@rule("PMC-FIRE-1", "PMC-GEN-7")
def test_exactly_the_range_is_in_range():
    game = field([rifles(20, 20)], [rifles(38.5, 20), rifles(38.6, 30)])
    run(game, ChooseTarget("A1", "fire"))
    assert options(game) == {"B1": "", "B2": "PMC-FIRE-1"}


@rule("PMC-FIRE-1", "PMC-AUX-1", "PMC-SR-10", "PMC-SR-14", "PMC-FIRE-5", "PMC-GEN-7")
def test_a_limit_is_kept_exactly_whatever_the_arithmetic_makes_of_hundredths():
    def lone(x, to, **changes):
        game = field([rifles(x, 20, size=1, **changes)], [rifles(to, 20, size=1, stealth=True)])
        return battle_of(game), unit(game, "A1"), unit(game, "B1")

    battle, shooter, target = lone(3.51, 16.01, range=12)
    assert distances.distance(battle, shooter, target) > 12, "a little more than the 12 in that they are"
    assert refuse_target(battle, shooter, target, "main", "fire") is None
    assert refuse_target(battle, shooter, target, "auxiliary", "fire") is None
    battle, shooter, target = lone(3.56, 16.06, minimum_range=12, range=24)
    assert distances.distance(battle, shooter, target) < 12, "a little less"
    assert refuse_target(battle, shooter, target, "main", "fire") is None
    assert "PMC-FIRE-5" not in firepower(battle, Attack("A1", "B1")).rules, "exactly half of 24"


@rule("PMC-AUX-1", "PMC-FIRE-1")
def test_a_refusal_says_whether_the_weapon_or_the_auxiliary_ones_do_not_reach():
    game = field([rifles(20, 20)], [rifles(38.6, 20)])
    said = [refuse_target(battle_of(game), unit(game, "A1"), unit(game, "B1"), weapon, "fire") for weapon in WEAPONS]
    assert [refusal.rule for refusal in said] == ["PMC-FIRE-1", "PMC-AUX-1"]


@rule("PMC-AUX-1", "PMC-FIRE-3")
@pytest.mark.parametrize(("weapon", "hits"), [("main", 4), ("auxiliary", 3)])
def test_the_weapon_that_was_chosen_is_the_one_that_shoots(weapon, hits):
    # 7 + Firepower 2 or 1 + 4 models 1 + half range 2 + Fire! 1 against 9.
    game = field([rifles(20, 20)], [rifles(25, 20)], dice=(7, *(1,) * hits))
    run(game, ChooseTarget("A1", "fire"))
    play(game, "B1")
    assert (game.question.seat, options(game)) == (0, {"main": "", "auxiliary": ""})
    play(game, weapon)
    assert f"{hits} hits" in game.events[-1].text
    assert not unread(game)


@rule("PMC-AUX-1", "PMC-SR-15")
@pytest.mark.parametrize(("basic", "weaker"), [(False, "auxiliary"), (True, "main")])
def test_only_the_weapon_that_adds_less_is_asked_about(basic, weaker):
    # Main 2 + 1 + 2 + 1 = 6, with Basic Firepower alone 2 + 1 = 3; auxiliary 1 + 1 + 2 + 1 = 5.
    game = run(field([rifles(20, 20, basic_only=basic)], [rifles(25, 20)]), ChooseTarget("A1", "fire"))
    play(game, "B1")
    assert [one.key for one in game.question.options if one.deliberate] == [weaker]


@rule("PMC-SR-8", "PMC-AUX-2")
def test_a_marked_unit_is_shot_at_with_the_main_weapon_only():
    game = field([rifles(20, 20, indirect=True, firepower=6)], [rifles(28, 20)])
    battle = battle_of(game)
    assert weapons_for(battle, unit(game, "A1"), unit(game, "B1"), "indirect") == ["main"]
    assert weapons_for(battle, unit(game, "A1"), unit(game, "B1"), "fire") == ["main", "auxiliary"]


@rule("PMC-ADV-1")
def test_after_an_advance_one_need_not_shoot():
    game = field([rifles(20, 20)], [rifles(26, 20)])
    run(game, ChooseTarget("A1", "advance"))
    assert game.preview("hold") is None
    play(game, "hold")
    assert game.question is None
    assert not [event for event in game.events if isinstance(event, Rolled)]
    assert unit(game, "B1").shot_by == ()


@rule("PMC-FIRE-1")
def test_targets_are_listed_the_nearest_first_and_who_cannot_be_shot_at_last():
    game = field([rifles(20, 20)], [rifles(44, 20), rifles(35, 20), rifles(26, 24), rifles(20, 41)])
    run(game, ChooseTarget("A1", "fire"))
    assert list(options(game)) == ["B3", "B2", "B4", "B1"]


@rule("PMC-SR-14", "PMC-FIRE-1", "PMC-SR-10")
def test_who_has_no_target_is_told_why_not_of_the_nearest():
    game = field([rifles(10, 20)], [rifles(27, 20, stealth=True), rifles(25, 24, stealth=True), rifles(10, 44)])
    refusal = ToFire(battle_of(game), unit(game, "A1")).refuse()
    assert [one.rule for one in refusal.all] == ["PMC-FIRE-1", "PMC-SR-14", "PMC-SR-14", "PMC-FIRE-1"]
    assert [one.why.partition(":")[0] for one in refusal.also] == ["B2", "B1", "B3"]
    game = field([rifles(10, 20, minimum_range=24, range=30)], [rifles(27, 20)])
    assert ToFire(battle_of(game), unit(game, "A1")).refuse().rule == "PMC-FIRE-1", "too near for the one, too far else"


@rule("PMC-AUX-1", "PMC-SR-10")
def test_inside_minimum_range_only_auxiliary_weapons_can_be_used():
    game = field([rifles(20, 20, minimum_range=12, firepower=6)], [rifles(26, 20)])
    battle = battle_of(game)
    refusal = refuse_target(battle, unit(game, "A1"), unit(game, "B1"), "main", "fire")
    assert refusal is not None
    assert refusal.rule == "PMC-SR-10"
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1"), "auxiliary", "fire") is None
    # Firepower 1, 4 models, not below half of 12, Fire!
    assert plus(field([rifles(20, 20)], [rifles(26.6, 20)]), weapon="auxiliary")[0] == 1 + 1 + 1


@rule("PMC-BASIC-1", "PMC-SR-15", "PMC-AUX-2")
def test_basic_firepower_counts_firepower_and_models_only():
    game = field([rifles(20, 20)], [rifles(23, 20)])
    assert plus(game, order="reaction") == (3, ["PMC-FIRE-4"])
    mortar = field([rifles(20, 20, basic_only=True)], [rifles(23, 20)])
    assert plus(mortar, order="fire") == (3, ["PMC-FIRE-4"])
    assert plus(mortar, order="fire", weapon="auxiliary")[0] == 1 + 1 + 2 + 1


@rule("PMC-SR-14")
@pytest.mark.parametrize(
    ("distance", "activated", "refused"), [(12, False, False), (13, False, True), (13, True, False), (25, True, True)]
)
def test_a_stealth_unit_is_not_attacked_from_afar(distance, activated, refused):
    game = field([rifles(10, 20, range=36)], [rifles(10.5 + distance, 20, stealth=True)])
    unit(game, "B1").activated = activated
    found = refuse_target(battle_of(game), unit(game, "A1"), unit(game, "B1"), "main", "fire")
    assert (found is not None and found.rule == "PMC-SR-14") is refused


@rule("PMC-FIRE-10", "PMC-FIRE-11")
def test_a_loss_says_whose_doing_it_was_and_counts_every_model():
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(6, 6))
    run(game, RollHits("B1", 2, HitTable(6), 0, "A1"))
    play(game, "0", "0")
    harm = [event for event in game.events if isinstance(event, Harmed)]
    assert [(event.unit, event.amount, event.left, event.by) for event in harm] == [
        ("B1", 1, 3, "A1"),
        ("B1", 1, 2, "A1"),
    ]
    game.dice.unread = (6, 6, 6)
    run(game, RollHits("B1", 3, HitTable(6), 0, "A1"))
    *_, last, fell = [event for event in game.events if isinstance(event, Harmed | Fell)]
    assert (last.amount, last.left, last.by) == (2, 0, "A1"), "the last two models, too"
    assert isinstance(fell, Fell)
    assert (fell.unit, fell.by, fell.fate) == ("B1", "A1", "shot by A1")
    assert {event.cause for event in harm} == {"shot"}


@rule("PMC-SUPP-2", "PMC-SUPP-3", "PMC-STAT-3")
def test_the_log_says_when_a_unit_becomes_suppressed_or_broken_and_when_it_is_steady_again():
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(2, 2, 2, 2, 2))
    run(game, RollHits("B1", 5, HitTable(6), 0, "A1"))
    assert game.events[-1].text == "B1 Rifles are Suppressed: 5 points, Morale 4"
    game.dice.unread = (6, 6)
    run(game, RollHits("B1", 2, HitTable(6), 0, "A1"))
    assert not any("Broken" in event.text for event in game.events), "not before the losses are chosen"
    play(game, "0", "0")
    assert game.events[-1].text == "B1 Rifles are Broken: 9 points, Morale 2"
    game.dice.unread = (4, 4)
    run(game, Rally("B1"))
    assert game.events[-1].text == "B1 Rifles have fled from the table"
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(4, 4, 4, 1))
    unit(game, "B1").suppression = 12
    run(game, Rally("B1"))
    assert game.events[-1].text == "B1 Rifles: 9 Suppression points left, still Broken"
    unit(game, "B1").suppression = 5
    game.dice.unread = (4, 4, 4, 4)
    run(game, Rally("B1"))
    assert game.events[-1].text == "B1 Rifles: 1 Suppression point left, now steady"


@rule("PMC-FIRE-8", "PMC-FIRE-9", "PMC-ASSLT-8")
@pytest.mark.parametrize(("firepower", "need"), [(20, 1), (0, 9), (4, 2)])
def test_what_a_roll_needs_is_a_number_of_the_die(firepower, need):
    foe = rifles(26, 20, defence=15 if not firepower else 9)
    game = field([rifles(20, 20, firepower=firepower)], [foe], dice=(0,))
    run(game, Shoot(Attack("A1", "B1")))
    rolled = next(event for event in game.events if isinstance(event, Rolled))
    assert rolled.need is not None
    assert rolled.need.number.total == need
    limit = {1: "PMC-FIRE-8", 9: "PMC-FIRE-9"}.get(need)
    assert limit is None or limit in rolled.need.number.rules
    game.dice.unread = (0,)
    game.push(Fight("A1", "B1", 0))
    game.step()
    *_, fought = [event for event in game.events if isinstance(event, Rolled)]
    assert set(fought.need.number.rules) == ({"PMC-ASSLT-7"} if firepower else {"PMC-ASSLT-7", "PMC-ASSLT-8"})


@rule("PMC-AUX-1")
@pytest.mark.parametrize(("firepower", "asked"), [(1, False), (2, True)])
def test_a_weapon_is_asked_for_only_where_it_makes_a_difference(firepower, asked):
    game = field([rifles(20, 20, firepower=firepower, range=12)], [rifles(28, 20)], dice=(1,))
    run(game, ChooseTarget("A1", "fire"))
    play(game, "B1")
    assert (game.question is not None) == asked


@rule("PMC-VEH-11")
def test_damage_says_whose_doing_it_was():
    game = field([rifles(20, 20)], [buggy(26, 20)], dice=(3,))
    run(game, RollHits("B1", 1, HitTable(6), 0, "A1"))
    (harm,) = [event for event in game.events if isinstance(event, Harmed)]
    assert (harm.unit, harm.amount, harm.left, harm.by) == ("B1", 1, 2, "A1")


# ---------------------------------------------------------------- hits
@rule("PMC-FIRE-10", "PMC-FIRE-12", "PMC-XFIRE-2")
@pytest.mark.parametrize(
    ("kills", "bonus", "outcomes"),
    [(6, 0, [0, 1, 1, 1, 1, 2]), (5, 0, [0, 1, 1, 1, 2, 2]), (6, 1, [1, 1, 1, 1, 2, 2]), (5, 1, [1, 1, 1, 2, 2, 2])],
)
def test_the_hit_table(kills, bonus, outcomes):
    assert [HitTable(kills, bonus).outcome(face) for face in range(1, 7)] == outcomes
    assert HitTable(kills, bonus).tally.total == outcomes.index(2) + 1, "what a die needs for the worst"


@rule("PMC-FIRE-10", "PMC-XFIRE-2", "PMC-VEH-11", "PMC-FIRE-12")
def test_hits_are_read_off_the_table_of_who_was_hit():
    game = field([rifles(20, 20)], [rifles(26, 20), buggy(30, 30)])
    men, car = unit(game, "B1"), unit(game, "B2")
    assert (shooting_table(men, False).kills, shooting_table(men, False).rules) == (6, ("PMC-FIRE-10",))
    assert (shooting_table(men, True).kills, shooting_table(men, True).rules) == (5, ("PMC-FIRE-10", "PMC-XFIRE-2"))
    assert (shooting_table(car, False).kills, shooting_table(car, False).rules) == (6, ("PMC-VEH-11",))
    assert (shooting_table(men, False).worst, shooting_table(car, False).worst) == ("Man down", "Critical hit")


@rule("PMC-FIRE-10", "PMC-SUPP-1")
def test_the_log_of_hits_tells_which_dice_did_the_worst_and_nothing_that_did_not_happen():
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(1, 6, 5))
    run(game, RollHits("B1", 3, HitTable(6), 0, "A1"))
    (rolled,) = [event for event in game.events if isinstance(event, Rolled)]
    assert rolled.good == (False, True, False)
    for hits, dice in ((0, ()), (1, (1,))):
        game = field([rifles(20, 20)], [rifles(26, 20), buggy(30, 30)], dice=dice * 2)
        for name in ("B1", "B2"):
            run(game, RollHits(name, hits, HitTable(6), 0, "A1"))
        assert [type(event) for event in game.events] == [Rolled] * 2 * hits, "no points, no damage, no losses"


@rule("PMC-FIRE-11", "PMC-COH-1")
def test_losses_are_chosen_one_by_one_or_all_at_once():
    game = field([rifles(20, 20)], [rifles(26, 20, size=6)], dice=(6, 6, 6))
    run(game, RollHits("B1", 3, HitTable(6), 0, "A1"))
    asked = []
    for answer in ("0", "4", "0"):
        asked.append("rest" in options(game))
        play(game, answer)
    assert (game.question, asked) == (None, [True, True, False])
    assert unit(game, "B1").models == ((26, 21.8), (26, 22.7), (26, 23.6))
    assert unit(game, "B1").left == 3


@rule("PMC-FIRE-12")
def test_a_broken_target_is_easier_to_kill():
    game = field([rifles(20, 20)], [rifles(26, 20)])
    unit(game, "B1").suppression = 9
    assert unit(game, "B1").broken
    assert shooting_table(unit(game, "B1"), False).bonus == 1


@rule("PMC-FIRE-11", "PMC-COH-1")
def test_the_owner_chooses_a_loss_that_keeps_the_rest_together():
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(5, 6, 1))
    unit(game, "B1").models = ((26, 20), (27.4, 20), (28.8, 20), (30.2, 20))
    run(game, Shoot(Attack("A1", "B1", order="advance")))
    assert game.question.seat == 1
    assert {key: refused for key, refused in options(game).items() if key.isdigit()} == {
        "0": "",
        "1": "PMC-FIRE-11",
        "2": "PMC-FIRE-11",
        "3": "",
    }


@rule("PMC-FIRE-11", "PMC-COH-1")
def test_where_no_loss_keeps_the_rest_together_any_may_be_chosen():
    game = field([rifles(20, 20)], [rifles(26, 20)], dice=(6,))
    unit(game, "B1").models = ((26, 20), (27, 20), (32, 20), (33, 20))
    run(game, RollHits("B1", 1, HitTable(6), 0, "A1"))
    assert options(game) == dict.fromkeys("0123", "")


@rule("PMC-SUPP-2", "PMC-SUPP-3", "PMC-SUPP-5", "PMC-STAT-3", "PMC-SUPP-1")
def test_status_follows_from_points_and_morale_at_once():
    game = field([rifles(20, 20)], [rifles(26, 20)])
    target = unit(game, "B1")
    for points, status in ((4, ""), (5, "Suppressed"), (8, "Suppressed"), (9, "Broken")):
        target.suppression = points
        assert target.status == status
    assert target.suppress(9) == 3
    assert target.suppression == 12
    assert target.morale_tally().total == target.morale == 4
    target.suppression, target.left = 4, 1
    assert target.morale_tally().total == 1
    assert (target.morale, target.status) == (1, "Broken")


@rule("PMC-VEH-10", "PMC-VEH-11", "PMC-VEH-12", "PMC-VEH-13")
def test_a_vehicle_takes_damage_and_is_knocked_out_above_its_structure():
    # 7 + 3 + 2 + 1 = 13 against 8: five hits, of which three score a point and one D3 (a 4: 2). 5 points over 3.
    game = field([rifles(20, 20)], [buggy(26, 20, facing=270)], dice=(7, 1, 2, 3, 5, 6, 4, 5))
    run(game, Shoot(Attack("A1", "B1")))
    hurt = unit(game, "B1")
    assert hurt.gone == "destroyed"
    assert [wreck.spot for wreck in battle_of(game).wrecks] == [(26, 20)]
    assert not unread(game)
    (harm,) = [event for event in game.events if isinstance(event, Harmed)]
    assert (harm.amount, harm.left) == (5, 0)


@rule("PMC-VEH-13")
def test_every_wreck_stays():
    game = field([rifles(20, 20)], [buggy(26, 20), buggy(32, 20)], dice=(2, 2, 2, 2, 1) * 2)
    for name in ("B1", "B2"):
        run(game, RollHits(name, 4, HitTable(6), 0, "A1"))
    assert [wreck.spot for wreck in battle_of(game).wrecks] == [(26, 20), (32, 20)]


@rule("PMC-VEH-2", "PMC-FIRE-3", "PMC-VEH-9")
@pytest.mark.parametrize(
    ("facing", "bonus"), [(270, 0), (0, 1), (180, 1), (90, 2), (315, 0), (316, 1), (135, 1), (134, 2)]
)
def test_side_and_rear_of_a_vehicle_are_easier(facing, bonus):
    game = field([rifles(20, 20, size=1)], [buggy(34, 20, facing)])
    assert plus(game, order="advance")[0] == 2 + bonus


@rule("PMC-VEH-2")
def test_the_side_of_a_vehicle_goes_by_the_shooters_nearest_model():
    near, far = (29, 16), (28, 14.8)  # at 309 and at 311 degrees
    for spots in ((near, far), (far, near)):
        for facing, side in ((264, "front"), (355, "side")):
            game = field([rifles(20, 20, size=2)], [buggy(34, 20, facing)])
            unit(game, "A1").models = spots
            assert sight.arc(battle_of(game), unit(game, "B1"), unit(game, "A1")) == side


# ---------------------------------------------------------------- Crossfire
@rule("PMC-XFIRE-1", "PMC-XFIRE-3", "PMC-XFIRE-4")
def test_a_target_between_two_shooters_is_in_crossfire_at_the_second_shot():
    game = field([rifles(20, 20), rifles(32, 20)], [rifles(26, 20)], dice=(0,))
    battle = battle_of(game)
    assert not crossfire(battle, unit(game, "A2"), unit(game, "B1"))
    run(game, Shoot(Attack("A1", "B1")))
    assert crossfire(battle, unit(game, "A2"), unit(game, "B1"))
    assert not crossfire(battle, unit(game, "A1"), unit(game, "B1"))
    tally = firepower(battle, Attack("A2", "B1"))
    assert (2, "PMC-XFIRE-1") in [(modifier.value, modifier.rule) for modifier in tally.modifiers]
    basic = firepower(battle, Attack("A2", "B1", order="reaction"))
    assert "PMC-XFIRE-1" not in basic.rules


@rule("PMC-XFIRE-3", "PMC-XFIRE-1")
def test_a_line_to_any_earlier_shooter_will_do_but_one_that_is_gone_gives_none():
    game = field([rifles(20, 20), rifles(32, 20), rifles(26, 32)], [rifles(26, 20)])
    battle, target = battle_of(game), unit(game, "B1")
    target.shot_by = ("A3",)
    assert not crossfire(battle, unit(game, "A2"), target)
    target.shot_by = ("A3", "A1")
    assert crossfire(battle, unit(game, "A2"), target)
    battle.remove(unit(game, "A1"), "destroyed")
    assert not crossfire(battle, unit(game, "A2"), target)


@rule("PMC-XFIRE-3", "PMC-XFIRE-1")
def test_all_who_shot_this_phase_are_remembered_once():
    game = field([rifles(20, 20), rifles(26, 32), rifles(32, 20)], [rifles(26, 20)], dice=(0, 0, 0, 0))
    battle, target = battle_of(game), unit(game, "B1")
    for shooter in ("A1", "A2", "A1"):
        run(game, Shoot(Attack(shooter, "B1")))
    assert target.shot_by == ("A1", "A2")
    assert crossfire(battle, unit(game, "A3"), target), "the first of them is on the other side"


@rule("PMC-XFIRE-3")
def test_the_line_from_any_model_to_any_other_is_enough_and_two_units_are_needed():
    game = field([rifles(20, 20, size=2), rifles(32, 20, size=2)], [rifles(26, 20, size=1)])
    battle, target = battle_of(game), unit(game, "B1")
    unit(game, "A1").models, unit(game, "A2").models = ((20, 21), (20, 20)), ((32, 21.4), (32, 20))
    target.shot_by = ("A1",)
    assert crossfire(battle, unit(game, "A2"), target)
    around = ((24, 20), (24.4, 18.6), (25.4, 17.6), (26.7, 17.6), (27.6, 18.6), (28, 20))
    game = field([rifles(20, 20, size=6)], [rifles(26, 20, size=1)])
    assert coherency.coherent(around)
    unit(game, "A1").models, unit(game, "B1").shot_by = around, ("A1",)
    assert not crossfire(battle_of(game), unit(game, "A1"), unit(game, "B1")), "both shots are of one unit"


@rule("PMC-XFIRE-3", "PMC-VEH-9")
def test_no_crossfire_from_one_side_nor_on_vehicles():
    game = field([rifles(20, 20), rifles(20, 30)], [rifles(26, 20)])
    unit(game, "B1").shot_by = ("A1",)
    assert not crossfire(battle_of(game), unit(game, "A2"), unit(game, "B1"))
    game = field([rifles(20, 20), rifles(32, 20)], [buggy(26, 21)])
    unit(game, "B1").shot_by = ("A1",)
    assert not crossfire(battle_of(game), unit(game, "A2"), unit(game, "B1"))


# ---------------------------------------------------------------- Defence
def guard(game):
    tally = defence(battle_of(game), Attack("A1", "B1"))
    return tally.total, [modifier.rule for modifier in tally.modifiers]


@rule("PMC-FIRE-7", "PMC-TERR-8", "PMC-AREA-7", "PMC-AREA-8", "PMC-AREA-9")
@pytest.mark.parametrize(
    ("kind", "expected"), [("rubble", "PMC-AREA-7"), ("ruins", "PMC-AREA-8"), ("woods", "PMC-AREA-9")]
)
def test_rubble_ruins_and_woods_protect_those_within(kind, expected):
    game = field([rifles(20, 20)], [rifles(26, 20)], pieces=(box("c", kind, 24, 18, 28, 26),))
    assert guard(game) == (11, [expected])


@rule("PMC-TERR-6", "PMC-AREA-1")
def test_one_model_in_the_open_loses_the_bonus():
    game = field([rifles(20, 20)], [rifles(26, 20)], pieces=(box("c", "woods", 24, 18, 28, 22),))
    assert guard(game) == (9, [])


@rule("PMC-LIN-1")
def test_a_low_wall_between_protects_a_unit_wholly_behind_it():
    game = field([rifles(20, 20)], [rifles(26, 20)], pieces=(wall("w", 24.5, 17, 24.5, 26),))
    assert guard(game) == (11, ["PMC-LIN-1"])
    behind_me = field([rifles(20, 20)], [rifles(26, 20)], pieces=(wall("w", 27, 17, 27, 26),))
    assert guard(behind_me) == (9, [])
    too_far = field([rifles(20, 20)], [rifles(28, 20)], pieces=(wall("w", 24.5, 17, 24.5, 26),))
    assert guard(too_far) == (9, [])


@rule("PMC-VEH-9")
def test_a_vehicle_gets_nothing_from_terrain():
    game = field([rifles(20, 20)], [buggy(26, 20)], pieces=(box("c", "rubble", 24, 18, 28, 26),))
    assert guard(game) == (8, [])


# ---------------------------------------------------------------- odds
def test_the_chances_of_hits_are_those_of_ten_faces():
    counts = hit_counts(5, 9)
    assert counts == pytest.approx([0.5, 0.1, 0.1, 0.1, 0.1, 0.1])
    assert hit_counts(0, 20) == pytest.approx([0.9, 0.1])
    assert sum(hit_counts(12, 7)) == pytest.approx(1)
