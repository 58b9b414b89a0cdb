"""Going on overwatch (CD-OW-1 to 3, CD-OW-7)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.overwatch import common_weapon
from tests.crimsondusk.build import activate, box, field, leader, section, soldier, squad, unit
from tests.playing import options, play

rule = pytest.mark.rule


@rule("CD-OW-1")
def test_it_takes_2_ap_and_ends_the_activation():
    game = activate(field([squad(10, 10)]), "A1", "each", "rest", "overwatch")
    assert (unit(game, "A1").overwatch, unit(game, "A1").spent) == (True, 3)
    assert game.question is None
    game = activate(field([squad(10, 10)]), "A1", "each", "rest", "each", "rest")
    assert options(game)["overwatch"] == "CD-OW-1"


@rule("CD-OW-2", "CD-OW-3")
@pytest.mark.parametrize(("gap", "fine"), [(24.0, False), (24.01, True)])
def test_no_enemy_may_be_in_sight_and_in_range_of_the_common_weapon(gap, fine):
    men = [soldier("Rg", "assault-rifle")] * 4 + [soldier("Rg", "lmg")]
    game = activate(field([section(10, 10, *men)], [leader(10, 11 + gap)]))
    assert options(game)["overwatch"] == ("" if fine else "CD-OW-2")


@rule("CD-OW-2")
def test_both_have_to_hold_together():
    house = (box("house", 0, 14, 40, 16),)
    assert not options(activate(field([squad(10, 10)], [leader(10, 20)], pieces=house)))["overwatch"]


@rule("CD-OW-2")
def test_of_equally_common_weapons_the_longest_ranged_counts():
    men = [soldier("Rg", "smg")] * 2 + [soldier("Rg", "rifle")] * 2
    game = field([section(10, 10, *men)])
    weapon = common_weapon(unit(game, "A1"))
    assert weapon is not None
    assert weapon.id == "rifle"


@rule("CD-OW-7")
def test_it_ends_with_the_next_activation():
    game = field([squad(10, 10)])
    unit(game, "A1").overwatch = True
    activate(game)
    assert not unit(game, "A1").overwatch
    play(game, "end")
