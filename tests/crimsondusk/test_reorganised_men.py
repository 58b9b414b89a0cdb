"""Men who go over to a leader or to another section, and what goes along with them (CD-REORG)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.melee.melee_results import RollFlight
from tabletop_tui.rules.crimsondusk.melee.strikes import Melee
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import get_up
from tabletop_tui.rules.crimsondusk.orders.reorganising import Join, TakeCharge
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import armed
from tabletop_tui.rules.crimsondusk.shooting.pinning import pinning_tally
from tabletop_tui.rules.crimsondusk.state.battle import Fallen
from tabletop_tui.rules.crimsondusk.state.units import SPLIT
from tests.crimsondusk.build import activate, at, battle_of, field, leader, lose, man, section, soldier, squad, unit
from tests.playing import play, run

rule = pytest.mark.rule


def split(*off, activated=False, count=8):
    """A leader beside a section of which these are split off."""
    game = field([leader(10, 12), squad(10, 14, count)], [squad(12, 2, 6)], dice=(1,) * 30)
    unit(game, "A2").alter(off, part=SPLIT)
    unit(game, "A2").activated = activated
    unit(game, "A2").spent = 3 if activated else 0
    return game


@rule("CD-REORG-9", "CD-CHAR-3", "CD-AP-3")
def test_men_who_have_had_their_ap_have_none_more_with_the_leader_who_takes_them():
    game = activate(split("A2-7", "A2-8", activated=True), "A1", "charge-of:A2")
    assert [one.id for one in battle_of(game).able(unit(game, "A1"))] == ["A1-1"]
    play(game, "shoot")
    play(game, "B1")
    assert unit(game, "B1").shots == 1, "the leader's own shot"


@rule("CD-REORG-9", "CD-CHAR-3")
def test_men_who_have_not_acted_act_with_the_leader_and_again_in_the_next_turn():
    game = activate(split("A2-7", "A2-8"), "A1", "charge-of:A2")
    assert len(battle_of(game).able(unit(game, "A1"))) == 3
    game = activate(split("A2-7", "A2-8", activated=True), "A1", "charge-of:A2", "end")
    battle_of(game).turn = 2
    unit(game, "A1").spent = 0
    assert len(battle_of(game).able(unit(game, "A1"))) == 3


@rule("CD-REORG-9", "CD-OW-1", "CD-AP-3")
def test_who_has_no_ap_left_does_not_fire_from_the_overwatch_of_his_new_section():
    game = split("A2-7", "A2-8", activated=True)
    run(game, TakeCharge("A1", "A2"))
    unit(game, "A1").activated = unit(game, "A1").overwatch = True
    assert [one.man for one in armed(game.state, unit(game, "A1"), unit(game, "B1"))] == ["A1-1"]
    game.state.turn, unit(game, "A1").activated = 2, False
    assert [one.man for one in armed(game.state, unit(game, "A1"), unit(game, "B1"))] == ["A1-1"]


@rule("CD-PIN-3", "CD-REORG-9")
def test_men_handed_over_are_no_losses():
    game = split("A2-7", "A2-8")
    before = pinning_tally(battle_of(game), unit(game, "A2"), 0).total
    run(game, TakeCharge("A1", "A2"))
    assert (unit(game, "A2").left, unit(game, "A2").start) == (6, 6)
    assert pinning_tally(battle_of(game), unit(game, "A2"), 0).total == before
    lose(game, "A2", 3)
    assert pinning_tally(battle_of(game), unit(game, "A2"), 0).total == before + 3


@rule("CD-PIN-6", "CD-REORG-4")
@pytest.mark.parametrize(("pinned", "lies"), [("A3", True), ("A2", True), ("", False)])
def test_a_pinned_section_does_not_stand_up_by_being_joined(pinned, lies):
    game = field([leader(10, 10, cb=1), squad(10, 13, 5), squad(10, 15.5, 5)], [squad(40, 40)], dice=(10,))
    for name in ("A2", "A3"):
        lose(game, name, 2)
    down = unit(game, pinned or "A3")
    down.ground = True
    if pinned:
        down.pinned_from = down.pinned_to = 2
    run(game, Join("A1", ("A2", "A3")))
    assert unit(game, "A2").ground == lies
    assert battle_of(game).is_pinned(unit(game, "A2")) == lies


@rule("CD-REORG-7", "CD-REORG-9")
def test_the_part_that_was_not_pinned_goes_over_unpinned():
    game = split("A2-7", "A2-8")
    one = unit(game, "A2")
    one.pinned_from, one.pinned_to, one.pinned_part, one.ground, one.ground_part = 2, 2, "main", True, "main"
    run(game, TakeCharge("A1", "A2"))
    assert not battle_of(game).is_pinned(unit(game, "A1"))
    assert not unit(game, "A1").ground


@rule("CD-SR-TOUGH", "CD-REORG-4")
def test_a_tough_man_of_a_section_that_was_joined_away_gets_up_in_the_joined_one():
    tough = [soldier("Rg", "rifle", tough=5)] * 5
    others = at(section(0, 0, *tough), *((10 + 1.5 * n, 15.5) for n in range(5)))
    game = field([leader(10, 10), squad(10, 13, 5), others], [squad(40, 40)], dice=(10,))
    lose(game, "A2", 2)
    fallen = Fallen(man(game, "A3-5"), "A3", (30.0, 30.0), 1)
    lose(game, "A3", 1)
    battle_of(game).fallen = (fallen,)
    run(game, Join("A1", ("A2", "A3")))
    get_up(game, battle_of(game).fallen[0], "CD-SR-TOUGH")
    assert unit(game, "A3").gone == "joined"
    assert unit(game, "A2").men[-1].id == "A3-5"
    assert (unit(game, "A2").left, unit(game, "A2").start) == (8, 8)


# ---------------------------------------------------------------- a split section that loses a melee
def beaten(parts):
    """A2 with four in contact with B1 to the north and two split off 15 to the east, falling back 7."""
    four = [(10 + 1.5 * n, 20) for n in range(4)]
    two = [(30, 14), (31.5, 14)]
    game = field([at(squad(0, 0, 6), *four, *two)], [squad(10, 19, 4)], dice=(7,))
    unit(game, "A1").alter(parts, part=SPLIT)
    unit(game, "A1").foes, unit(game, "B1").foes = ("B1",), ("A1",)
    run(game, RollFlight(Melee(("A1", "B1"), (0, 1)), ("A1",), ()))
    return game


@rule("CD-MWIN-3", "CD-REORG-5", "CD-REORG-6")
def test_the_part_that_fought_falls_back_straight_from_the_enemy_and_the_other_stays():
    game = beaten(["A1-5", "A1-6"])
    assert unit(game, "A1").models[:4] == tuple((10 + 1.5 * n, 27) for n in range(4))
    assert unit(game, "A1").models[4:] == ((30, 14), (31.5, 14))
    assert [one.moved for one in unit(game, "A1").men] == [7, 7, 7, 7, 0, 0]
