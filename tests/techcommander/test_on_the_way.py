"""Shots on the way: vehicles that fire as they drive and overrun, who is stopped, groups that come into range."""

from __future__ import annotations

import pytest

from tests.playing import load, options, play
from tests.techcommander.build import act, armed, box, field, gun, named, told_rules, unit
from tests.techcommander.test_rallied_groups import going

rule = pytest.mark.rule


# ---------------------------------------------------------------- one weapon system in an attack
@rule("TC-ATK-1", "TC-AUTO-2")
@pytest.mark.parametrize("drives", [True, False])
def test_a_vehicle_fires_all_copies_of_one_weapon_and_no_other_in_an_attack(drives):
    arms = gun(), gun(id="siege", name="Siege gun"), gun(id="siege", name="Siege gun")
    game = field([armed("stingray", 10, 20, *arms)], [unit("mammoth", 40, 20)])
    load(game, 20, 20, 20)
    act(game, "A1", "attack", ["14,20"] if drives else ["10,20"], "siege-1", "B1")
    if drives:
        play(game, ["20,20"])
    assert {"siege-2", "gun-1"} & set(options(game)) == {"siege-2"}
    play(game, "B1")
    if game.question is not None:
        play(game, ["20,20"])
    assert game.question is None
    assert named(game, "A1").fired == ("siege-1", "siege-2")


# ---------------------------------------------------------------- overruns
@rule("TC-OVERRUN-4", "TC-AUTO-1", "TC-AUTO-3")
def test_a_vehicle_fires_anywhere_on_the_way_of_its_overrun_and_goes_on_straight():
    game = field([armed("stingray", 10, 20, gun(damage=4))], [unit("marine", 40, 20), unit("marine", 24, 60)])
    act(game, "A1", "overrun", ["16,20"])
    at_b1 = next(option for option in game.question.options if option.key == "B1")
    assert at_b1.cost == "9 or less", "10, AC1, -1 range, -1 however far it goes"
    load(game, 9)
    play(game, "B1")
    assert named(game, "B1").life == 16
    assert game.refuse(["20,26"]).rule == "TC-OVERRUN-1"
    assert game.refuse(["12,20"]).rule == "TC-OVERRUN-1", "not back"
    places = list(game.question.field.cells())
    assert len(places) >= 15
    assert all(spot.endswith(",20") for spot in places)
    play(game, ["34,20"])
    assert named(game, "A1").at == (34.0, 20.0)


@rule("TC-OVERRUN-4")
def test_an_overrun_that_was_interrupted_by_a_shot_goes_on_in_any_direction_it_had():
    game = field([armed("stingray", 10, 20, gun())], [unit("marine", 40, 60)], dice=(20,))
    act(game, "A1", "overrun", ["13,24.33"], "B1")
    spots = list(game.question.field.cells())
    assert len(spots) >= 15
    assert all(game.refuse([spot]) is None for spot in spots)


@rule("TC-OVERRUN-2")
@pytest.mark.parametrize(
    ("start", "end", "victims"),
    [
        ((10.0, 20.0), "34,20", {"B1": "hill-20-10", "B2": "ground"}),
        ((25.0, 20.0), "10,20", {"B1": "ground", "B2": "hill-20-10"}),
    ],
)
def test_an_overrun_meets_people_on_and_below_the_hill_that_it_drives_on_to_or_off(start, end, victims):
    hill = box("hill", 20, 10, 60, 30, top=2.0)
    on = {"B1": (28.0, 20.0), "B2": (16.0, 20.0)} if start[0] < 20 else {"B1": (16.0, 20.0), "B2": (21.5, 20.0)}
    foes = [unit("marine", *on[name], on=victims[name]) for name in victims]
    tank = armed("stingray", *start, on="ground" if start[0] < 20 else hill.id, card_changes={"speed": 60})
    game = field([tank], foes, pieces=(hill,), dice=(13, 1, 13, 1))
    act(game, "A1", "overrun", [end])
    for _ in range(2):
        play(game, "dodge")
    assert {name: named(game, name).life for name in victims} == {"B1": 18, "B2": 18}


# ---------------------------------------------------------------- who was stopped
def eye(x, y, **changes):
    """A sentry that stops whoever it hits."""
    return armed("stingray", x, y, gun(id="eye", name="Eye", sentry=True, damage=200, **changes))


@rule("TC-SENTRY-5", "TC-SENTRY-6")
def test_a_vehicle_that_was_stopped_may_fire_but_drives_no_further():
    game = field([eye(20, 40)], [armed("stingray", 60, 40, gun(), gun())])
    load(game, 1, 10, 20, 20)
    act(game, "B1", "attack", ["44,40"])
    play(game, "sentry:A1:B1", "eye-1", "B1")
    assert named(game, "B1").at == (48.0, 40.0)
    play(game, "A1")
    assert "gun-2" in options(game), "the other copy, from where it stands"
    play(game, "A1")
    assert game.question is None
    assert (named(game, "B1").at, named(game, "B1").fired) == ((48.0, 40.0), ("gun-1", "gun-2"))


def attack_of(kind):
    """Whoever is stopped in such an action has an attack of his own to come."""
    shell = gun(splash=5, radius=3.0)
    if kind in ("attack", "fire-for-effect", "overrun"):
        return armed("dwarf", 60, 40, shell), [kind, ["46,40"]]
    if kind == "jump-assault":
        return armed("marine", 60, 40, shell, card_changes={"speed": 30}), [kind, ["46,40"]]
    return armed("marine", 60, 40, shell, card_changes={"speed": 30}), [kind, "A2", ["46,40"]]


@rule("TC-SENTRY-6")
@pytest.mark.parametrize("kind", ["attack", "fire-for-effect", "overrun", "jump-assault", "ambush"])
def test_whoever_is_stopped_in_an_action_with_an_attack_rolls_to_fire_all_the_same(kind):
    mover, answers = attack_of(kind)
    posted = unit("dwarf", 20, 50, "lance", posted=270.0)
    game = field([eye(20, 40), posted], [mover], dice=(1, 10, 20))
    game.orders = {(0, "posted"): "never"}
    act(game, "B1", *answers)
    play(game, "sentry:A1:B1", "eye-1", "B1")
    assert "TC-SENTRY-6" in told_rules(game), kind
    assert named(game, "B1").rigged
    assert named(game, "B1").stopped


@rule("TC-SENTRY-6")
def test_whoever_only_moves_does_not_roll():
    game = field([eye(20, 40)], [armed("dwarf", 60, 40, gun())], dice=(1,))
    act(game, "B1", "move", ["46,40"])
    play(game, "sentry:A1:B1", "eye-1", "B1")
    assert "TC-SENTRY-6" not in told_rules(game)


# ---------------------------------------------------------------- groups that come together
@rule("TC-READY-3", "TC-SENTRY-2")
@pytest.mark.parametrize("kind", ["readied", "sentry"])
def test_shots_at_a_group_that_comes_together_may_be_divided_among_those_who_have_come(kind):
    arms = gun(shots=3, sentry=kind == "sentry", opt=24)
    watcher = armed("dwarf", 20, 40, arms, **({"readied": 1} if kind == "readied" else {}))
    squad = [unit("marine", 55, y, "rifle", group="A1") for y in (37, 40, 43)]
    game = field(squad, [watcher], dice=(20, 20, 20))
    going(game, "move", {"A1": "acts", "A2": "acts", "A3": "acts"})
    play(game, ["46,40"])
    seen = []
    while game.question is not None and any(key.startswith(kind) for key in options(game)):
        key = next(key for key in options(game) if key.startswith(kind))
        trial = game.clone()
        play(trial, key)
        seen.append({name for name in options(trial) if name in ("A1", "A2", "A3")})
        if len(seen[-1]) > 1:
            first, *rest = sorted(seen[-1])
            play(trial, "split", {first: 3 - len(rest), **dict.fromkeys(rest, 1)})
            assert [named(trial, name).life for name in seen[-1]] == [20] * len(seen[-1])
        play(game, "pass")
    assert seen[0] == {"A2"}, "the one in the middle comes first"
    assert seen[-1] == {"A1", "A2", "A3"}
