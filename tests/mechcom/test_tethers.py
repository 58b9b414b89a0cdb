"""Tethered: the bond, the contest of Strength in the middle of a walk, and dragging."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Moved, Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.damage.damage import destroy
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.flags import PickUpFlag
from tabletop_tui.rules.mechcom.state.profiles import ClearCondition, Evade, Fly, Swim
from tabletop_tui.rules.mechcom.turn.malfunctioning_ai import ConsultTable
from tests.mechcom.build import ability, activate, claws, give, ground, gun, mech, model, skirmish, texts
from tests.playing import options, play, run, unread


def bound(*sides: object, limit: int = 3, one: str = "A1", other: str = "B1", **rest: object) -> Game:
    """A battle in which `one` has Tethered `other`."""
    game = skirmish(*sides, **rest)  # type: ignore[arg-type]
    conditions.tether(game, model(game, one), model(game, other), limit)
    return game


def pair(a: str = "0505", b: str = "0508", *, strength: int = 3, **rest: object) -> Game:
    """A1 at `a` and B1 at `b`, Tethered 3: at the limit already."""
    return bound(mech(strength=strength, energy=12) @ a, mech() @ b, **rest)


def walk(game: Game, *path: str, unit: str = "A1") -> Game:
    return run(game, Walk(unit, path))


def tethered(game: Game) -> list[str]:
    return [found.id for found in game.state.models.values() if found.has("Tethered")]


# ---------------------------------------------------------------- the bond
@pytest.mark.rule("MC-COND-13")
def test_a_hit_binds_the_victim_and_the_model_that_inflicted_it():
    harpoon = [gun("Harpoon", range=4, conditions=("Tethered 3",), damage=0)]
    game = skirmish(mech(weapons=harpoon) @ "0505", [mech() @ "0507", mech() @ "0705"], dice=[4, 1, 6])
    activate(game, "A1")
    play(game, "shoot:Harpoon", "B1")
    assert tethered(game) == ["A1", "B1"]
    (bond,) = game.state.tethers
    assert ({bond.one, bond.other}, bond.limit) == ({"A1", "B1"}, 3)


@pytest.mark.rule("MC-COND-13", "MC-COND-1")
def test_the_same_two_are_bound_only_once():
    game = pair()
    conditions.inflict(game, model(game, "A1"), "Tethered 2", model(game, "B1"), "MC-PERK-6")
    assert len(game.state.tethers) == 1
    assert game.state.tethers[0].limit == 3


@pytest.mark.rule("MC-COND-13")
def test_the_bond_falls_with_either_of_them():
    game = bound(mech() @ "0505", [mech() @ "0508", mech() @ "0101"])
    destroy(game, model(game, "B1"), None)
    assert tethered(game) == []
    assert game.state.tethers == ()


@pytest.mark.rule("MC-COND-13")
def test_with_two_bonds_the_one_that_is_left_keeps_the_condition():
    game = bound(mech() @ "0505", [mech() @ "0508", mech() @ "0705"])
    conditions.tether(game, model(game, "A1"), model(game, "B2"), 3)
    conditions.untether(game, game.state.tethers[0])
    assert tethered(game) == ["A1", "B2"]


@pytest.mark.rule("MC-COND-13", "MC-ABIL-1")
def test_an_ability_that_clears_the_condition_frees_both():
    rally = ability(ClearCondition(3), name="Rally")
    game = bound(mech() @ "0505", [mech() @ "0508", mech(abilities=[rally]) @ "0709"])
    activate(game, "B2")
    play(game, "ability:Rally", "B1:Tethered")
    assert tethered(game) == []
    assert game.state.tethers == ()


# ---------------------------------------------------------------- when there is a contest
@pytest.mark.rule("MC-COND-14")
def test_exactly_the_limit_away_needs_no_roll():
    game = walk(pair("0506"), "0505")
    assert game.question is None
    assert model(game, "A1").hex == "0505"
    assert tethered(game) == ["A1", "B1"]


@pytest.mark.rule("MC-COND-14")
def test_the_way_shows_beforehand_where_it_would_stretch_a_tether_and_which():
    game = activate(bound([mech() @ "0505", mech() @ "0101"], [mech() @ "0507", mech() @ "0102"], limit=3), "A1")
    conditions.tether(game, model(game, "A2"), model(game, "B2"), 1)
    play(game, "move")
    assert [line.label for line in game.preview(["0504"]).lines][:2] == ["cost", "exposed to"], "exactly the limit"
    lines = game.preview(["0504", "0502"]).lines
    assert [line.label for line in lines][:3] == ["cost", "tether", "exposed to"]
    assert lines[1].value.startswith("beyond 3 of B1 Mech at 0503:")
    conditions.tether(game, model(game, "A1"), model(game, "B2"), 1)
    assert [line.label for line in game.preview(["0506"]).lines][:3] == ["cost", "tether", "exposed to"], (
        "with the first step"
    )


@pytest.mark.rule("MC-COND-14")
def test_the_tether_of_two_others_holds_nobody_else():
    game = bound([mech() @ "0505", mech() @ "0605"], [mech() @ "0507", mech() @ "0606"], limit=9)
    conditions.tether(game, model(game, "A2"), model(game, "B2"), 1)
    walk(game, "0504", "0503")
    assert (model(game, "A1").hex, game.question) == ("0503", None)


@pytest.mark.rule("MC-COND-14", "MC-MOVE-1")
def test_one_step_too_far_stops_the_walk_for_the_contest_wherever_on_the_way_it_is():
    game = activate(pair("0507"), "A1")
    play(game, "move", ["0503"])
    assert model(game, "A1").hex == "0505"
    assert (game.question.seat, game.question.about, game.question.rules) == (0, "A1", ("MC-COND-14", "MC-COND-16"))
    assert model(game, "A1").energy == 10
    assert "A1 Mech moves from 0507 to 0505: 2 hexes for 2 Movement" in texts(game)


@pytest.mark.rule("MC-COND-14")
def test_the_victim_and_the_model_that_bound_it_are_held_alike():
    game = walk(pair(), "0509", unit="B1")
    assert game.question.about == "B1"
    assert game.question.seat == 1


@pytest.mark.rule("MC-COND-14")
def test_who_is_beyond_the_limit_already_may_come_nearer_or_go_round_it():
    """A Harpoon of range 4 with a tether of 3 leaves them so."""
    game = walk(pair("0504"), "0604", "0605")
    assert game.question is None
    assert model(game, "A1").hex == "0605"
    game = walk(pair("0504"), "0503")
    assert game.question is not None


@pytest.mark.rule("MC-COND-14", "MC-COND-16")
def test_each_owner_is_asked_in_turn_the_mover_first():
    game = walk(pair(dice=[4, 2]), "0504")
    asked = []
    for _ in range(2):
        asked.append((game.question.seat, game.question.about))
        play(game, "roll")
    assert asked == [(0, "A1"), (1, "B1")]
    assert unread(game) == ()


@pytest.mark.rule("MC-COND-14", "MC-STAT-8")
@pytest.mark.parametrize(
    ("strength", "dice", "winner"),
    [(3, [4, 2], 0), (3, [2, 4], 1), (5, [2, 3], 0), (1, [4, 3], 1), (3, [3, 3, 1, 2], 1), (4, [1, 2, 6, 6, 1], 0)],
    ids=["higher die", "lower die", "Strength decides", "weaker", "a tie is rolled again", "a tie of totals too"],
)
def test_the_higher_total_of_die_and_strength_decides(strength, dice, winner):
    game = pair(strength=strength, dice=[*dice, *[1] * (5 - len(dice))])
    walk(game, "0504")
    play(game, "roll", "roll")
    assert (game.question.seat, game.question.about) == (winner, ("A1", "B1")[winner])
    rolls = [event for event in game.events if isinstance(event, Rolled)]
    assert len(rolls) == {4: 4, 5: 4}.get(len(dice), 2)


@pytest.mark.rule("MC-COND-14", "MC-COND-10")
def test_shocked_weakens_the_pull():
    game = pair(dice=[3, 3])
    give(game, "A1", "Shocked")
    walk(game, "0504")
    play(game, "roll", "roll")
    assert game.question.about == "B1"


@pytest.mark.rule("MC-COND-16")
def test_the_mover_may_fail_on_purpose_then_the_other_decides_and_no_die_is_rolled():
    game = walk(pair(), "0504")
    play(game, "fail")
    assert (game.question.seat, game.question.about) == (1, "B1")
    assert list(options(game)) == ["clear", "stop"]


@pytest.mark.rule("MC-COND-16")
def test_the_other_may_fail_on_purpose_and_the_mover_decides():
    game = walk(pair(), "0504")
    play(game, "roll", "fail")
    assert (game.question.seat, game.question.about) == (0, "A1")


# ---------------------------------------------------------------- what the winner may do
@pytest.mark.rule("MC-COND-14")
@pytest.mark.parametrize("fails", ["mover", "other"])
def test_clearing_ends_the_condition_for_both_and_the_move_goes_on_to_its_end(fails):
    game = walk(pair(), "0504", "0503", "0502")
    play(game, *(["fail"] if fails == "mover" else ["roll", "fail"]), "clear")
    assert model(game, "A1").hex == "0502"
    assert tethered(game) == []


@pytest.mark.rule("MC-COND-14")
@pytest.mark.parametrize("fails", ["mover", "other"])
def test_keeping_it_stops_the_move_at_the_limit(fails):
    game = walk(pair("0506"), "0505", "0504", "0503")
    play(game, *(["fail"] if fails == "mover" else ["roll", "fail"]), "stop")
    assert model(game, "A1").hex == "0505"
    assert tethered(game) == ["A1", "B1"]
    assert game.question is None


@pytest.mark.rule("MC-COND-14", "MC-PERK-9")
def test_a_mech_that_was_stopped_before_its_first_step_has_not_moved():
    game = walk(pair(), "0504")
    play(game, "fail", "stop")
    assert not model(game, "A1").moved
    assert not [event for event in game.events if isinstance(event, Moved)]


@pytest.mark.rule("MC-COND-14", "MC-COND-15")
def test_only_a_mover_that_won_may_drag():
    game = walk(pair(), "0504")
    play(game, "roll", "fail")
    assert list(options(game)) == ["clear", "stop", "drag"]


# ---------------------------------------------------------------- dragging
def dragging(*path: str, **rest: object) -> Game:
    """A1 walks `path` and drags B1 along as soon as it can."""
    game = walk(pair(**rest), *path)
    play(game, "roll", "fail", "drag")
    return game


@pytest.mark.rule("MC-COND-15")
def test_the_dragged_model_repeats_every_step_of_the_mover():
    game = dragging("0504", "0604", "0603")
    assert model(game, "A1").hex == "0603"
    assert [e.path for e in game.events if isinstance(e, Moved) and e.unit == "B1"] == [
        ("0508", "0507"),
        ("0507", "0607"),
        ("0607", "0606"),
    ]
    assert tethered(game) == ["A1", "B1"]


@pytest.mark.rule("MC-COND-15")
def test_what_was_walked_before_the_contest_is_not_repeated():
    game = dragging("0505", "0504", a="0506")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0504", "0507")


@pytest.mark.rule("MC-COND-15", "MC-COND-6")
def test_an_immobilized_partner_stops_the_drag_at_the_limit():
    game = pair()
    give(game, "B1", "Immobilized")
    walk(game, "0504")
    play(game, "roll", "fail", "drag")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0505", "0508")
    assert tethered(game) == ["A1", "B1"]


@pytest.mark.rule("MC-COND-15")
@pytest.mark.parametrize("cell", ["0b", "0~", "2."], ids=["a building", "water", "a cliff"])
def test_a_partner_that_the_ground_holds_back_stops_the_drag(cell):
    game = dragging("0504", map=ground(h0507=cell))
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0505", "0508")
    assert "B1 Mech cannot follow: the drag stops" in texts(game)


@pytest.mark.rule("MC-COND-15")
def test_a_partner_that_another_model_blocks_stops_the_drag():
    game = bound(mech() @ "0505", [mech() @ "0508", mech() @ "0507"])
    walk(game, "0504")
    play(game, "roll", "fail", "drag")
    assert model(game, "A1").hex == "0505"


@pytest.mark.rule("MC-COND-15")
def test_a_partner_that_cannot_follow_is_left_where_it_is_while_the_tether_is_long_enough():
    """The second step goes round B1 at the same distance, where a building keeps it from following."""
    game = dragging("0504", "0604", map=ground(h0607="0b"))
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0604", "0507")


@pytest.mark.rule("MC-COND-15", "MC-TERR-5")
@pytest.mark.parametrize("knack", [Swim(), Fly()])
def test_the_limits_of_the_mover_apply_to_the_dragged_one(knack):
    """Who swims or flies drags through water a partner that could not go there by itself."""
    game = bound(mech(abilities=[ability(knack, timing="passive")]) @ "0505", mech() @ "0508", map=ground(h0507="0~"))
    walk(game, "0504")
    play(game, "roll", "fail", "drag")
    assert model(game, "B1").hex == "0507"
    assert model(game, "B1").has("Submerged")


@pytest.mark.rule("MC-COND-15", "MC-STAT-3")
def test_the_dragged_model_goes_no_further_than_the_movement_of_the_mover():
    """Difficult ground under the dragged one uses up the mover's Movement of 2 with one hex."""
    game = bound(mech(movement=2) @ "0505", mech() @ "0508", map=ground(h0507="0f", h0506="0f"))
    walk(game, "0504", "0503")
    play(game, "roll", "fail", "drag")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0504", "0507")


@pytest.mark.rule("MC-COND-15", "MC-MOVE-2")
def test_the_mover_does_not_walk_into_the_model_that_it_drags():
    """Bound at 1 hex: one step away drags B1 up behind it, into the very hex where the mover turns next."""
    game = bound(mech() @ "0505", mech() @ "0506", limit=1)
    walk(game, "0504", "0505")
    play(game, "roll", "fail", "drag")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0504", "0505")
    assert "A1 Mech stops: B1 has come to stand at 0505" in texts(game)


@pytest.mark.rule("MC-COND-15", "MC-TERR-13")
def test_dragged_through_fire_a_model_is_burned():
    game = dragging("0504", map=ground(h0507="0x"))
    assert model(game, "B1").has("Burned")
    assert not model(game, "A1").has("Burned")


@pytest.mark.rule("MC-COND-15", "MC-CTF-4")
def test_a_carrier_that_is_dragged_into_its_own_zone_brings_the_flag_home():
    game = pair("0519", "0517", type="capture-the-flag", limit=2)
    game.state.set_piece(Piece("FA", "flag", 0, "0417"))
    run(game, PickUpFlag("B1", "FA"))
    walk(game, "0520")
    play(game, "roll", "fail", "drag")
    assert model(game, "B1").hex == "0518"
    assert game.state.scores == (0, 5)


# ---------------------------------------------------------------- several bonds
@pytest.mark.rule("MC-COND-14", "MC-COND-13")
def test_each_bond_on_the_way_has_its_own_contest():
    """B1 lies behind and B2 further behind: the first step strains one tether, the second the other."""
    game = bound(mech() @ "0505", [mech() @ "0508", mech() @ "0706"])
    conditions.tether(game, model(game, "A1"), model(game, "B2"), 3)
    walk(game, "0504", "0503")
    assert "B1" in {game.agenda[-1].bond.one, game.agenda[-1].bond.other}
    play(game, "roll", "fail", "clear")
    assert model(game, "A1").hex == "0504"
    assert "B2" in {game.agenda[-1].bond.one, game.agenda[-1].bond.other}
    play(game, "fail", "stop")
    assert model(game, "A1").hex == "0504"
    assert tethered(game) == ["A1", "B2"]


@pytest.mark.rule("MC-COND-15", "MC-COND-14")
def test_who_drags_one_cannot_drag_another_but_goes_on_dragging_the_first():
    game = bound(mech() @ "0505", [mech() @ "0508", mech() @ "0706"])
    conditions.tether(game, model(game, "A1"), model(game, "B2"), 3)
    walk(game, "0504", "0503")
    play(game, "roll", "fail", "drag")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0504", "0507")
    play(game, "roll", "fail")
    assert options(game) == {"clear": "", "stop": "", "drag": "MC-COND-15"}
    play(game, "clear")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0503", "0506")
    assert tethered(game) == ["A1", "B1"]


@pytest.mark.rule("MC-COND-15", "MC-COND-14")
def test_a_model_that_another_tether_holds_cannot_be_dragged_beyond_it():
    """B1 is bound to A1, who pulls north, and to A2 in the south."""
    game = bound([mech() @ "0505", mech() @ "0511"], mech() @ "0508")
    conditions.tether(game, model(game, "A2"), model(game, "B1"), 3)
    walk(game, "0504")
    play(game, "roll", "fail", "drag")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0505", "0508")


# ---------------------------------------------------------------- in the middle of other things
@pytest.mark.rule("MC-COND-14", "MC-ACT-4")
def test_after_the_contest_the_activation_goes_on():
    game = activate(pair("0507"), "A1")
    play(game, "move", ["0503"], "fail", "stop")
    assert (game.question.about, options(game)["move"], model(game, "A1").energy) == ("A1", "", 10)


@pytest.mark.rule("MC-COND-14", "MC-AI-1", "MC-COND-9")
def test_the_ai_table_too_is_held_by_a_tether():
    """It wanders north; its owner is asked, and the walk goes on from the middle."""
    game = bound(mech(sensors=0) @ "0506", mech() @ "0508", dice=[6])
    give(game, "A1", "Malfunctioning")
    run(game, ConsultTable("A1"))
    assert model(game, "A1").hex == "0505"
    assert (game.question.seat, game.question.about) == (0, "A1")
    play(game, "roll", "fail", "clear")
    assert model(game, "A1").hex == "0502"


@pytest.mark.rule("MC-COND-14", "MC-TAG-4")
def test_an_evading_mech_is_held_by_a_tether_in_the_middle_of_an_attack():
    """Kept at the limit it has not got away, so the attack is rolled; cleared, it is out of range."""
    evade = ability(Evade(), 2, "Evade", timing="reactive", text="moves 1 hex")
    for decision, left in (("stop", 6), ("clear", 8)):
        game = bound(mech(weapons=[gun(range=3)]) @ "0505", mech(abilities=[evade]) @ "0508", dice=[5, 1, 6])
        activate(game, "A1")
        play(game, "shoot:Gun", "B1", "react", ["0509"])
        assert (game.question.seat, game.question.about) == (1, "B1")
        play(game, "fail")
        assert game.question.seat == 0
        play(game, decision)
        assert model(game, "B1").integrity == left
        assert game.question.about == "A1"


@pytest.mark.rule("MC-COND-13", "MC-MELEE-1")
def test_a_tether_does_not_keep_models_from_fighting():
    game = bound(mech(weapons=[claws(attacks=1)]) @ "0505", mech() @ "0506", dice=[1, 6])
    activate(game, "A1")
    play(game, "melee:Claws", "B1")
    assert model(game, "B1").integrity == 6
