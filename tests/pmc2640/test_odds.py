"""The odds shown before a shot are those of the dice: every throw is played through and counted."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, Fight
from tabletop_tui.rules.pmc2640.damage.damage import HitTable, RollHits, hit_counts, shooting_table
from tabletop_tui.rules.pmc2640.shooting.attack_odds import damage_of, fate_of
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack
from tabletop_tui.rules.pmc2640.shooting.shooting import Shoot
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tests.playing import play, run
from tests.pmc2640.build import battle_of, buggy, field, rifles, unit, wall

rule = pytest.mark.rule


def throws(game, hits, table):
    """What becomes of B1 by each throw of as many D6: a fresh battle each time."""
    for faces in product(range(1, 7), repeat=hits):
        fresh = game.clone()
        fresh.dice.unread = faces
        run(fresh, RollHits("B1", hits, table, 0, "A1"))
        while fresh.question is not None:
            play(fresh, "rest" if "rest" in [option.key for option in fresh.question.options] else "0")
        yield unit(fresh, "B1")


@rule("PMC-FIRE-10", "PMC-SUPP-2", "PMC-SUPP-3", "PMC-STAT-3")
@pytest.mark.parametrize(("left", "points", "hits"), [(4, 3, 2), (2, 0, 3), (2, 6, 3), (4, 11, 2), (1, 0, 1)])
def test_the_chances_of_being_suppressed_broken_and_destroyed(left, points, hits):
    game = field([rifles(20, 20)], [rifles(26, 20)])
    target = unit(game, "B1")
    target.left, target.models, target.suppression = left, target.models[:left], points
    table = shooting_table(target, False)
    found = list(throws(game, hits, table))
    fate = fate_of(target, (0.0,) * hits + (1.0,), table)
    gone = sum(one.gone == "destroyed" for one in found) / len(found)
    assert fate.destroyed == pytest.approx(gone)
    assert fate.suppressed == pytest.approx(sum(one.suppressed and not one.gone for one in found) / len(found))
    assert fate.broken == pytest.approx(sum(one.broken and not one.gone for one in found) / len(found))
    assert fate.lost == pytest.approx(sum(left - one.left for one in found) / len(found)), "no more than it has"
    assert fate.points == pytest.approx(sum(one.suppression - points for one in found) / len(found)), "up to 12"


@rule("PMC-VEH-11")
def test_the_chances_of_damage_points():
    table = HitTable(6)
    expected = [0.0] * 7
    for one, other in product([0, *[1] * 4, 1 / 3], repeat=2):  # 1/3 stands for a D3
        for first, second in product([one] if one != 1 / 3 else [1, 2, 3], [other] if other != 1 / 3 else [1, 2, 3]):
            share = (1 if one != 1 / 3 else 1 / 3) * (1 if other != 1 / 3 else 1 / 3)
            expected[first + second] += share / 36
    found = damage_of((0.0, 0.0, 1.0), table)
    assert list(found) + [0.0] * (7 - len(found)) == pytest.approx(expected + [0.0] * (len(found) - 7))
    assert sum(found) == pytest.approx(1)


@rule("PMC-VEH-11")
@pytest.mark.parametrize(("face", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_a_d6_halved_and_rounded_up(face, points):
    game = field([rifles(20, 20)], [buggy(26, 20, morale=9)], dice=(6, face))
    run(game, RollHits("B1", 1, shooting_table(unit(game, "B1"), False), 0, "A1"))
    assert unit(game, "B1").damage == points


@rule("PMC-VEH-12", "PMC-VEH-11")
def test_a_vehicle_works_on_at_its_structure():
    game = field([rifles(20, 20)], [buggy(26, 20)], dice=(2, 5, 3))
    run(game, RollHits("B1", 3, shooting_table(unit(game, "B1"), False), 0, "A1"))
    assert (unit(game, "B1").damage, unit(game, "B1").gone) == (3, "")


@rule("PMC-VEH-13")
@pytest.mark.parametrize(
    ("face", "end"),
    [(1, "abandoned"), (3, "abandoned"), (4, "on fire"), (5, "on fire"), (6, "a catastrophic explosion")],
)
def test_how_a_vehicle_is_knocked_out(face, end):
    game = field([rifles(20, 20)], [buggy(26, 20)], dice=(2, 2, 2, 2, face))
    run(game, RollHits("B1", 4, shooting_table(unit(game, "B1"), False), 0, "A1"))
    assert any(end in event.text for event in game.events)
    assert (unit(game, "B1").gone, unit(game, "B1").left) == ("destroyed", 0)
    assert len(battle_of(game).wrecks) == 1


def test_the_preview_of_a_shot_tells_the_chances():
    # 2 + 1 + half range 2 + Fire! 1 = 6 against 9: a hit on a 4 or more, and 0 fails: six faces of ten.
    game = field([rifles(20, 20)], [rifles(26, 20)])
    run(game, ChooseTarget("A1", "fire"))
    shown = game.preview("B1")
    chances = {chance.what: chance.probability for chance in shown.chances}
    assert (chances["0 hits"], chances["1 hit"], chances["6 hits"]) == pytest.approx((0.4, 0.1, 0.1))
    assert "7 hits" not in chances
    hits = hit_counts(6, 9)
    fate = fate_of(unit(game, "B1"), hits, shooting_table(unit(game, "B1"), False))
    assert chances["Suppressed or worse"] == pytest.approx(fate.suppressed + fate.destroyed)
    assert (chances["Broken"], chances["destroyed"]) == pytest.approx((fate.broken, fate.destroyed))


def test_the_preview_of_a_shot_at_a_vehicle_tells_how_likely_it_is_knocked_out():
    game = field([rifles(20, 20)], [buggy(26, 20, 270)])
    unit(game, "B1").damage = 2
    run(game, ChooseTarget("A1", "fire"))
    chances = {chance.what: chance.probability for chance in game.preview("B1").chances}
    damage = damage_of(hit_counts(6, 8), HitTable(6))
    assert chances["knocked out"] == pytest.approx(sum(damage[2:])), "two points more are above Structure 3"


@rule("PMC-FIRE-2")
def test_hits_on_a_unit_that_is_gone_roll_nothing():
    game = field([rifles(20, 20)], [rifles(26, 20)])
    battle_of(game).remove(unit(game, "B1"), "fled")
    run(game, RollHits("B1", 3, HitTable(6), 0, "A1"), Shoot(Attack("B1", "A1")))
    assert game.question is None


@rule("PMC-FIRE-8", "PMC-FIRE-9", "PMC-ASSLT-8")
@pytest.mark.parametrize("face", range(10))
@pytest.mark.parametrize("step", [Shoot(Attack("A1", "B1")), Fight("A1", "B1", 0), Fight("A1", "B1", 1)])
def test_the_log_says_what_a_roll_needed(face, step):
    game = field([rifles(20, 20)], [rifles(21, 20, defence=12)], dice=(face,))
    game.push(step)
    game.step()
    (rolled,) = [event for event in game.events if isinstance(event, Rolled)]
    assert rolled.need is not None
    assert (rolled.sides, rolled.faces) == (10, (face,))
    hit = face == 9 or (face > 0 and face >= rolled.need.number.total)
    assert rolled.good == (hit,)
    assert rolled.outcome.startswith("no") is not hit
    likely = sum(one == 9 or (one > 0 and one >= rolled.need.number.total) for one in range(10)) / 10
    assert rolled.chance == pytest.approx(likely)


# ---------------------------------------------------------------- what an action would come to
def said(game: Game, answer: Any) -> dict[str, str]:
    """The lines of the preview of an answer."""
    shown = game.preview(answer)
    assert shown is not None
    return {line.label: line.value for line in shown.lines}


def field_of_advance() -> Game:
    """An Advance far from any enemy."""
    game = run(field([rifles(20, 20)], [rifles(47, 5)]), ChooseAction("A1"))
    play(game, "advance")
    return game


@rule("PMC-FIRE-1", "PMC-ADV-1")
def test_before_fire_and_at_the_end_of_an_advance_one_sees_whom_one_could_hit_and_how_likely():
    game = field([rifles(20, 20)], [rifles(26, 20), rifles(38, 12, size=1)])
    run(game, ChooseAction("A1"))
    told = said(game, "fire")
    assert list(told) == ["chance of a hit", "B1 Rifles"]
    assert told["B1 Rifles"].startswith("60%, Suppressed ")
    other = game.clone()
    play(other, "fire")
    chance = other.preview("B1").chances[0]
    assert chance.what == "Suppressed or worse"
    assert told["B1 Rifles"].endswith(f" {chance.probability:.0%}"), "the same as at the next question"
    play(game, "advance")
    assert said(game, ["24,21.35"])["B1 Rifles"].startswith("50%, "), "without the bonus for Fire!"
    assert "B2 Rifles" in said(game, ["24,21.35"]), "now in range"
    assert "nobody to shoot at" not in said(game, ["24,21.35"])
    assert list(said(game, ["20,25"])) == ["cost", "chance of a hit", "B1 Rifles", "exposed to"]
    assert "nobody to shoot at" in said(field_of_advance(), ["20,25"])
    assert unit(game, "A1").models[0] == (20, 20), "nothing has moved yet"


@rule("PMC-FIND-4", "PMC-FIND-5", "PMC-SR-1", "PMC-SR-11", "PMC-ASSLT-1")
def test_before_an_action_one_sees_what_it_needs_and_for_whom_it_is():
    command = rifles(20, 20, command=2, markerlights=True)
    mortar = rifles(26, 24, size=1, indirect=True, range=48)
    spots = ((22.0, 20.0), (40.0, 20.0), (20.0, 40.0))
    game = field([command, mortar], [rifles(20, 15, size=1)], locations=spots)
    run(game, ChooseAction("A1"))
    assert said(game, "check:L1") == {"needs": "5+"}
    assert game.preview("check:L1").chances[0].probability == pytest.approx(1 / 3)
    battle_of(game).locations["L2"] = evolve(battle_of(game).locations["L2"], state="false")
    assert said(game, "check:L1") == {"needs": "4+"}
    assert said(game, "coordinate") == {"could act": "A2 Rifles"}
    assert said(game, "designate") == {"could shoot": "A2 Rifles", "in sight now": "B1 Rifles"}
    assert said(game, "assault") == {"in reach": "B1 Rifles"}


@rule("PMC-SR-6")
def test_before_a_shot_at_a_wall_one_sees_who_is_hit_first():
    pieces = (wall("w", 24, 15, 24, 28),)
    game = field([rifles(20, 20, destructive=True)], [rifles(25, 20)], pieces=pieces)
    run(game, ChooseTarget("A1", "fire"))
    assert said(game, "piece:w")["first at"] == "B1 Rifles"
    # Firepower 2 + 1 + half range 2 + Fire! 1 against 14: a natural 9 alone.
    assert (said(game, "piece:w")["roll"], said(game, "piece:w")["against"]) == ("D10 + 6", "Defence 14")
    assert [(chance.what, chance.probability) for chance in game.preview("piece:w").chances] == [("destroyed", 0.1)]


@rule("PMC-SR-5")
def test_the_chance_to_destroy_a_piece_is_that_of_one_hit_or_more():
    game = field([rifles(20, 20, destructive=True, firepower=5)], [rifles(44, 44)], pieces=(wall("w", 24, 18, 24, 24),))
    run(game, ChooseTarget("A1", "fire"))
    (destroyed,) = game.preview("piece:w").chances
    assert destroyed.probability == pytest.approx(0.4), "6, 7, 8 and 9"


@rule("PMC-SR-10", "PMC-AUX-1")
def test_before_a_shot_inside_minimum_range_one_sees_that_of_the_auxiliary_weapons():
    game = field([rifles(20, 20, minimum_range=12, firepower=6)], [rifles(30, 20)])
    run(game, ChooseTarget("A1", "fire"))
    assert said(game, "B1")["roll"] == "D10 + 3"
    run(game, ChooseAction("A1"))
    assert said(game, "fire")["B1 Rifles"].startswith("30%, "), "7, 8 and 9"


@rule("PMC-SUPP-2", "PMC-SUPP-3")
def test_of_a_target_that_is_suppressed_or_broken_only_what_can_still_come_is_told():
    for points, told in ((0, ["Suppressed or worse", "Broken"]), (5, ["Broken"]), (9, [])):
        game = field([rifles(20, 20)], [rifles(26, 20)])
        unit(game, "B1").suppression = points
        run(game, ChooseTarget("A1", "fire"))
        chances = [chance.what for chance in game.preview("B1").chances if "hit" not in chance.what]
        assert chances == [*told, "destroyed"]


@rule("PMC-ASSLT-13")
def test_before_an_assault_at_the_broken_one_sees_that_they_are_lost():
    game = field([rifles(20, 20)], [rifles(24, 20)])
    unit(game, "B1").suppression = 9
    run(game, ChooseAssaulted("A1"))
    assert "first roll" not in said(game, "B1")
    assert {chance.what: chance.probability for chance in game.preview("B1").chances} == {
        "enemy destroyed": 1,
        "own unit Broken": 0,
        "own unit destroyed": 0,
    }
