"""What is said of units, pieces of terrain and actions that are named though they are not among the options."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted
from tabletop_tui.rules.pmc2640.moving.reserves import ChooseReserve
from tabletop_tui.rules.pmc2640.orders.special_actions import ChooseMarked
from tabletop_tui.rules.pmc2640.reactions.reaction_fire import ChooseReaction
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction, ChooseCoordinated
from tabletop_tui.rules.pmc2640.turn.fleeing import ChooseShaken
from tabletop_tui.rules.pmc2640.turn.turn import ChooseRallying, ChooseUnit
from tests.playing import run
from tests.pmc2640.build import battle_of, box, field, in_reserve, rifles, unit, wall

rule = pytest.mark.rule


def said(game, key):
    """What an answer that is no option is told."""
    assert key not in [option.key for option in game.question.options]
    return str(game.refuse(key))


def two_a_side(**changes):
    """A1 and A2, A3 in reserve, A4 destroyed; B1 near them, B2 far away."""
    mine = [rifles(20, 20, **changes), rifles(24, 20), rifles(4, 4), rifles(40, 4)]
    game = in_reserve(field(mine, [rifles(20, 28), rifles(44, 44)]), "A3")
    battle_of(game).remove(unit(game, "A4"), "destroyed")
    return game


@rule("PMC-GEN-8", "PMC-RES-1")
def test_whom_a_player_cannot_activate():
    game = run(two_a_side(), ChooseUnit(0, 0))
    assert said(game, "B1") == "B1 Rifles belong to Blue [PMC-GEN-8]"
    assert said(game, "A3") == "A3 Rifles are still in reserve [PMC-RES-1]"
    assert said(game, "A4") == "A4 Rifles are destroyed [PMC-GEN-8]"
    assert said(game, "C9") == "'C9' is not one of: A1, A2, quit [PMC-GEN-8]"


@rule("PMC-FIRE-1", "PMC-ASSLT-1", "PMC-RES-1")
def test_whom_nobody_shoots_at_or_assaults():
    for ask, rule_id in ((ChooseTarget("A1", "fire"), "PMC-FIRE-1"), (ChooseAssaulted("A1"), "PMC-ASSLT-1")):
        game = run(in_reserve(two_a_side(), "B2"), ask)
        assert said(game, "A2") == f"A2 Rifles belong to Red [{rule_id}]"
        assert said(game, "B2") == "B2 Rifles are still in reserve [PMC-RES-1]"


@rule("PMC-SR-5", "PMC-AREA-10", "PMC-FIRE-1", "PMC-LOS-2")
def test_which_pieces_cannot_be_shot_at():
    pieces = (
        wall("near", 16, 24, 19, 24),
        wall("far", 40, 20, 44, 20),
        box("rocks", "rocks", 26, 20, 28, 26),
        wall("hidden", 30, 22, 30, 24),
        wall("gone", 16, 14, 19, 14),
    )
    for destructive in (True, False):
        game = field([rifles(20, 20, destructive=destructive)], [rifles(20, 40)], pieces=pieces)
        battle_of(game).destroyed = frozenset({"gone"})
        run(game, ChooseTarget("A1", "fire"))
        if not destructive:
            assert said(game, "piece:near") == "A1 Rifles have no Destructive weapon [PMC-SR-5]"
            continue
        assert game.refuse("piece:near") is None
        assert said(game, "piece:far") == "19.8 in away, the range is 18 [PMC-FIRE-1]"
        assert said(game, "piece:rocks") == "it cannot be destroyed [PMC-AREA-10]"
        assert said(game, "piece:hidden") == "out of sight [PMC-LOS-2]"
        assert said(game, "piece:gone") == "it is destroyed already [PMC-AREA-10]"
        assert "is not one of" in said(game, "piece:nothing")


@rule("PMC-SR-1", "PMC-SR-2", "PMC-SUPP-6", "PMC-GEN-9")
def test_whom_a_command_unit_does_not_coordinate():
    mine = [rifles(20, 20, command=2, tier=2), rifles(24, 20), rifles(28, 20, command=1), rifles(16, 20, tier=4)]
    mine += [rifles(44, 20), rifles(20, 26), rifles(24, 26)]
    game = field(mine, [rifles(20, 40)])
    unit(game, "A6").activated = True
    unit(game, "A7").suppression = 5
    run(game, ChooseCoordinated("A1", 2))
    assert game.refuse("A2") is None
    assert said(game, "A1") == "A1 Rifles: a Command unit itself [PMC-SR-2]"
    assert said(game, "A3") == "A3 Rifles: a Command unit itself [PMC-SR-2]"
    assert said(game, "A4") == "A4 Rifles are 2 Tiers higher, or more [PMC-SR-2]"
    assert said(game, "A5") == "A5 Rifles are further than 12 in from A1 Rifles [PMC-SR-1]"
    assert said(game, "A6") == "already activated this turn [PMC-GEN-9]"
    assert said(game, "A7") == "Suppressed [PMC-SUPP-6]"
    assert said(game, "B1") == "B1 Rifles belong to Blue [PMC-SR-1]"


@rule("PMC-SR-11", "PMC-SR-8")
def test_whom_a_marker_does_not_mark():
    mine = [rifles(20, 30, size=1, markerlights=True), rifles(20, 40, range=24, indirect=True)]
    rocks = box("r", "rocks", 26, 26, 28, 34)
    game = field(mine, [rifles(20, 22), rifles(20, 1), rifles(34, 30), rifles(30, 14)], pieces=(rocks,))
    run(game, ChooseMarked("A1"))
    assert game.refuse("B1:A2") is None
    assert said(game, "B2:A2").endswith("in away, marking reaches 24 [PMC-SR-11]")
    assert said(game, "B3").endswith("[PMC-AREA-6]")
    assert said(game, "B4:A2") == "B4 Rifles cannot be shot at by that unit [PMC-SR-8]"


@rule("PMC-ASSLT-3")
def test_who_does_not_shoot_in_reaction():
    foes = [rifles(20, 25), rifles(24, 25), rifles(28, 25), rifles(34, 34), rifles(16, 25)]
    game = field([rifles(20, 20)], foes)
    unit(game, "B2").suppression = 5
    battle_of(game).reacted = ("B3",)
    run(game, ChooseReaction("A1", "B1"))
    assert said(game, "B2") == "B2 Rifles are Suppressed [PMC-ASSLT-3]"
    assert said(game, "B3") == "B3 Rifles have shot at this assault already [PMC-ASSLT-3]"
    assert said(game, "B4") == "B4 Rifles are further than 6 in from B1 Rifles [PMC-ASSLT-3]"
    assert said(game, "A1") == "A1 Rifles belong to Red [PMC-ASSLT-3]"


@rule("PMC-FLEE-1", "PMC-FLEE-6", "PMC-FLEE-7", "PMC-BEGIN-2")
def test_who_neither_flees_nor_rallies():
    wood = box("w", "woods", 28, 18, 34, 25)
    mine = [rifles(20, 20), rifles(10, 10), rifles(30, 20), rifles(16, 20), rifles(24, 30)]
    game = field(mine, [rifles(20, 40)], pieces=(wood,))
    unit(game, "A1").suppression = unit(game, "A5").suppression = 12
    unit(game, "A2").suppression = unit(game, "A3").suppression = 5
    run(game, ChooseShaken(0, ("A5",)))
    assert game.refuse("A1") is None
    assert said(game, "A2") == "A2 Rifles have no cover within one Move [PMC-FLEE-6]"
    assert said(game, "A3") == "A3 Rifles are in cover already [PMC-FLEE-7]"
    assert said(game, "A4") == "A4 Rifles are not shaken [PMC-FLEE-1]"
    assert said(game, "A5") == "A5 Rifles have moved already [PMC-FLEE-1]"
    run(game, ChooseRallying(0, ("A5",)))
    assert said(game, "A5") == "A5 Rifles have rallied already [PMC-BEGIN-2]"
    assert said(game, "A4") == "A4 Rifles have no points to take off [PMC-BEGIN-2]"


@rule("PMC-RES-2", "PMC-FIND-2")
def test_who_does_not_arrive():
    game = in_reserve(in_reserve(two_a_side(), "A3", half="first"), "A2")
    run(game, ChooseReserve(0))
    assert said(game, "A1") == "A1 Rifles are on the table already [PMC-RES-2]"
    assert said(game, "A2") == "A2 Rifles are not of the half that comes now [PMC-FIND-2]"


@rule("PMC-SPEC-1", "PMC-BLDG-1", "PMC-FIND-4", "PMC-OBJ-6")
def test_which_special_actions_a_unit_has_not():
    pieces = (box("far", "building", 40, 40, 44, 44), box("wood", "woods", 30, 30, 34, 34))
    game = field([rifles(20, 20)], [rifles(20, 40)], pieces=pieces)
    battle_of(game).locations = {"L1": Location("L1", (30.0, 10.0)), "L2": Location("L2", (21.0, 20.0), "false")}
    run(game, ChooseAction("A1"))
    for key, rule_id in {
        "coordinate": "PMC-SR-1",
        "designate": "PMC-SR-11",
        "leave": "PMC-BLDG-1",
        "enter:far": "PMC-BLDG-1",
        "enter:wood": "PMC-BLDG-1",
        "check:L1": "PMC-FIND-4",
        "check:L2": "PMC-FIND-4",
        "demolish": "PMC-OBJ-6",
    }.items():
        assert said(game, key).endswith(f"[{rule_id}]")
        assert "is not one of" not in said(game, key)
    assert "is not one of" in said(game, "sing")
