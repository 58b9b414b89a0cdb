"""Where two special rules meet in one shot or one fight: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, defence, firepower
from tabletop_tui.rules.pmc2640.shooting.shooting import Collapse, Shoot
from tabletop_tui.rules.pmc2640.state import terrain_state
from tests.playing import play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall
from tests.pmc2640.test_buildings import HOUSE, garrison

rule = pytest.mark.rule
HILL = box("h", "hill", 14, 14, 26, 26)


def sums(game, shooter="A1", target="B1", **attack):
    """What is added to the die, and what it has to beat."""
    asked = Attack(shooter, target, **attack)
    return firepower(battle_of(game), asked).total, defence(battle_of(game), asked).total


@rule("PMC-AUX-1", "PMC-AUX-2", "PMC-AREA-4")
def test_auxiliary_weapons_fire_from_a_hill_at_those_below_with_its_bonus():
    """Firepower 1, +1 for four men, +2 from the hill, +2 below half of 12 in; without special rules, not terrain."""
    game = field([rifles(20, 20)], [rifles(26.5, 20)], pieces=(HILL,))
    unit(game, "B1").models = ((26.4, 20.0), (26.4, 21.5), (27.9, 20.0), (27.9, 21.5))
    near = sums(game, weapon="auxiliary", order="advance")[0]
    unit(game, "B1").models = ((31.0, 20.0), (31.0, 21.5), (32.5, 20.0), (32.5, 21.5))
    far = sums(game, weapon="auxiliary", order="advance")[0]
    assert (near, far) == (1 + 1 + 2 + 2, 1 + 1 + 2)


@rule("PMC-BASIC-1", "PMC-ASSLT-3", "PMC-AREA-9")
def test_attackers_who_come_through_a_wood_are_shot_at_with_its_defence_and_bare_firepower():
    """Reaction fire is Basic Firepower: 2 and 1 for four men. Whoever is in the wood has +2 Defence all the same."""
    wood = box("w", "woods", 16, 16, 24, 24)
    game = field([rifles(20, 20)], [rifles(25.5, 20)], pieces=(wood,))
    attack = Attack("B1", "A1", "main", "reaction")
    kind = unit(game, "B1").type
    assert firepower(battle_of(game), attack).total == kind.firepower + 1
    assert defence(battle_of(game), attack).total == unit(game, "A1").type.defence + 2


@rule("PMC-FIRE-9", "PMC-XFIRE-2")
def test_a_nine_between_two_fires_hits_once_whatever_the_defence_and_kills_on_a_five():
    """Defence 30 is out of reach; a natural 9 is one hit, which is a Man down on a 5 between two shooters."""
    mine = [rifles(10, 20), rifles(30, 20)]
    game = field(mine, [rifles(20, 20, defence=30)], dice=(0, 9, 5))
    run(game, Shoot(Attack("A2", "B1")), Shoot(Attack("A1", "B1")))
    while game.question is not None:
        play(game, next(game.question.legal()))
    assert (unit(game, "B1").left, unit(game, "B1").suppression, unread(game)) == (3, 2, ())


@rule("PMC-LIN-1", "PMC-COH-1")
def test_a_low_wall_protects_a_whole_unit_or_nobody():
    """All within 2 in behind it: +2. One of four further off: nothing for anybody."""
    low = wall("l", 15, 30, 30, 30)
    game = field([rifles(20, 20)], [rifles(20, 31)], pieces=(low,))
    spots = [(18.0, 31.0), (19.5, 31.0), (21.0, 31.0), (22.5, 31.0)]
    unit(game, "B1").models = tuple(spots)
    whole = sums(game)[1]
    unit(game, "B1").models = (*spots[:3], (22.5, 32.9))
    part = sums(game)[1]
    assert (whole, part) == (unit(game, "B1").type.defence + 2, unit(game, "B1").type.defence)


@rule("PMC-VEH-9", "PMC-VEH-2", "PMC-XFIRE-3")
def test_a_vehicle_in_a_wood_between_two_fires_has_neither_cover_nor_crossfire_and_its_rear_counts():
    """Defence as it is, +2 for its rear, nothing for the second shooter."""
    wood = box("w", "woods", 16, 14, 24, 26)
    game = field([rifles(15, 20), rifles(26, 20)], [buggy(20, 20, 90.0)], pieces=(wood,), dice=(0,))
    alone = sums(game, "A1")
    run(game, Shoot(Attack("A2", "B1")))
    assert sums(game, "A1") == alone
    assert alone[1] == unit(game, "B1").type.defence
    assert alone[0] == unit(game, "A1").type.firepower + 1 + 2 + 1 + 2, "four men, half range, Fire!, rear"


@rule("PMC-ASSLT-11", "PMC-SUPP-2", "PMC-FIRE-12")
def test_a_broken_unit_in_a_building_that_is_assaulted_is_destroyed_and_its_place_is_taken():
    """No dice are rolled for a Broken one; the attackers have won, so they occupy the building."""
    game = garrison(field([rifles(20.6, 20)], [rifles(40, 40)], pieces=(HOUSE,)))
    unit(game, "B1").suppression = 11
    run(game, ChooseAssaulted("A1"))
    play(game, "B1")
    assert unit(game, "B1").gone
    assert unit(game, "A1").building == "b"


@rule("PMC-BASIC-2", "PMC-AREA-4")
def test_in_a_wood_on_a_hill_one_shoots_as_from_a_wood():
    """The smaller piece counts alone: cover when shot at, and no bonus for shooting down."""
    wood = box("w", "woods", 17, 17, 23, 23)
    bare = field([rifles(20, 20)], [rifles(34, 20)], pieces=(HILL,))
    wooded = field([rifles(20, 20)], [rifles(34, 20)], pieces=(HILL, wood))
    assert sums(bare)[0] == sums(wooded)[0] + 2
    assert sums(wooded, "B1", "A1")[1] == sums(bare, "B1", "A1")[1] + 2


@rule("PMC-SR-7", "PMC-AREA-7", "PMC-SUPP-2")
def test_whoever_survives_a_collapse_stands_in_rubble_and_has_its_cover():
    """A natural 0 of the collapse hits nobody. A Suppressed garrison stands in the rubble then, +2 Defence."""
    game = garrison(field([rifles(10, 21)], [rifles(40, 40)], pieces=(HOUSE,), dice=(0,)))
    unit(game, "B1").suppression = 5
    terrain_state.destroy_piece(battle_of(game), "b")
    run(game, Collapse("B1", "A1"))
    while game.question is not None:
        play(game, next(game.question.legal()))
    assert (unit(game, "B1").building, len(unit(game, "B1").models), unit(game, "B1").suppression) == ("", 4, 5)
    assert sums(game)[1] == unit(game, "B1").type.defence + 2
