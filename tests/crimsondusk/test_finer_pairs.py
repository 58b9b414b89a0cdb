"""Where two special rules meet in one model or one shot: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.aiming.blast_limits import shell_field
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.melee.strikes import attacks, blow_tally
from tabletop_tui.rules.crimsondusk.moving.entering_melee import Engage
from tabletop_tui.rules.crimsondusk.orders.spending_ap import Shoot
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import armed
from tabletop_tui.rules.crimsondusk.shooting.blasts import Explode
from tabletop_tui.rules.crimsondusk.shooting.pinning import pin, pinning_tally
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tests.crimsondusk.build import (
    activate,
    battle_of,
    box,
    field,
    leader,
    line,
    said,
    section,
    soldier,
    squad,
    stock,
    unit,
)
from tests.playing import options, play, run, unread

rule = pytest.mark.rule


def salvo(game, weapon, target="B1"):
    found = salvos(battle_of(game), unit(game, "A1"), unit(game, target), (Shooter("A1-1", weapon),))
    return found[0]


@rule("CD-SR-CRITSHOT", "CD-SHOOT-3")
def test_a_critical_shot_beyond_range_does_nothing_but_count():
    """A rifle reaches 32 and may be fired up to 48: there a hit does no damage, also a natural 10 of a marksman."""
    game = field([leader(10, 10, 0, "Vt", "rifle", critical_shot=1)], [squad(50, 10, 5)], dice=(10,))
    activate(game, "A1", "shoot", "B1")
    assert (unit(game, "B1").left, unit(game, "B1").shots, unread(game)) == (5, 1, ())


@rule("CD-SR-CRITSHOT", "CD-TRAIT-12")
def test_a_critical_shot_of_an_rpg_doubles_its_p_and_not_its_at():
    """P 5 becomes 10 on a natural 10, AT 12 stays; a 9 doubles nothing, nor does a shot that needs 11."""
    game = field([leader(10, 10, 0, "Vt", "rpg", critical_shot=1)], [squad(30, 10, 5)])
    assert [(hit.p, hit.at) for hit in (salvo(game, "rpg").hit(10), salvo(game, "rpg").hit(9))] == [(10, 12), (5, 12)]
    hard = field([leader(10, 10, 0, "Ir", "rpg", critical_shot=1, sm=-4)], [squad(30, 10, 5)])
    assert salvo(hard, "rpg").tally.total == 11
    assert (salvo(hard, "rpg").hit(10).p, salvo(hard, "rpg").hit(10).at) == (4, 11)


@rule("CD-EQ-POWERED", "CD-TRAIT-9", "CD-W-SNIPER")
@pytest.mark.parametrize(("armour", "fires"), [({"powered_armour": 1}, True), ({}, False)])
def test_in_powered_armour_a_sniper_fires_in_the_ap_after_a_step(armour, fires):
    """A sniper rifle is Heavy (1): once moved it takes an AP to be ready. Powered armour takes that 1 away."""
    game = field([section(10, 10, soldier("Vt", "sniper-rifle", **armour))], [squad(30, 10, 5)])
    activate(game, "A1", "move", ["10,11"])
    assert (options(game)["shoot"] == "") == fires


@rule("CD-EQ-COMMS", "CD-PIN-9", "CD-GTG-2")
def test_a_radio_helps_in_a_pinning_test_from_anywhere_and_not_to_go_to_ground():
    """The bonus of a leader counts in pinning tests and not in the test to go to ground, radio or not."""
    game = field([squad(10, 10, 5, communicators=1), leader(60, 40, 2, communicators=1)], [squad(60, 4)])
    assert pinning_tally(battle_of(game), unit(game, "A1"), False).total == 5 - 2
    activate(game, "A1")
    game.dice.unread = (3, 4)
    play(game, "ground")
    assert not unit(game, "A1").ground, "a 3 is less than 4"
    play(game, "ground")
    assert unit(game, "A1").ground


@rule("CD-AMMO-7", "CD-OW-4")
def test_who_was_hit_by_a_flash_bang_does_not_fire_from_overwatch_in_the_next_turn():
    """The overwatch lasts; of the section those who were not hit fire."""
    game = field([squad(10, 10, 3, "Rg", "rifle")], [squad(10, 20, 4)])
    watcher = unit(game, "A1")
    watcher.overwatch = True
    watcher.alter(["A1-1", "A1-2"], flashed=2)
    battle_of(game).turn = 2
    assert [one.man for one in armed(battle_of(game), watcher, unit(game, "B1"))] == ["A1-3"]


@rule("CD-TRAIT-17", "CD-AMMO-2")
def test_nobody_directs_a_mortar_through_smoke():
    """The friend has to see the target; one behind smoke he does not see."""
    house = box("house", 5, 14, 20, 18)
    game = field([section(10, 10, soldier("Rg", "light-mortar")), leader(26, 16)], [squad(10, 24, 4)], (house,))
    mortar = Shooter("A1-1", "light-mortar")
    before = shell_field(battle_of(game), unit(game, "A1"), mortar).directed_by((10.0, 24.0))
    battle_of(game).clouds = (Cloud("smoke", (20.0, 19.5), 1.5, "B1", 3),)
    after = shell_field(battle_of(game), unit(game, "A1"), mortar).directed_by((10.0, 24.0))
    assert (before, after) == (["A2"], [])


@rule("CD-AMMO-4", "CD-SR-TOUGH")
def test_the_tough_who_died_of_gas_may_get_up():
    """Under gas a failed test kills; whoever is tough and killed lies there and rolls at the start of the next turn."""
    game = field([squad(40, 40, 4, "Rg", "thrown-grenade")], [squad(20, 20, 4, tough=5)], dice=(1, 1, 10, 10))
    run(game, Explode("A1", Shooter("A1-1", "thrown-grenade", load="gas"), (21.0, 20.0), Hit(0, 0, "gas"), ""))
    lost = 4 - unit(game, "B1").left
    assert lost >= 1, said(game)
    assert len(battle_of(game).fallen) == lost


@rule("CD-MEL-12", "CD-MEL-6", "CD-MEL-8")
def test_a_sword_against_somebody_pinned_behind_a_wall_is_one_less_than_two_better():
    """Regular at regular needs 5; -2 by the wall, +1 for a target pinned this turn, +1 by the sword: 5; pistol 6."""
    fence = line("fence", (5, 20.6), (40, 20.6))
    striker = section(20, 21.1, soldier("Rg", "pistol", "sword"))
    game = field([striker], [squad(20, 20.1, 2)], (fence,))
    pin(game, unit(game, "B1"), "A1", "CD-PIN-8")
    run(game, Engage("A1"))
    one, other = unit(game, "A1"), unit(game, "B1")
    assert other.men[0].behind
    needs = {
        str(attack): blow_tally(battle_of(game), one.men[0], attack, other, other.men[0], one.models[0]).total
        for attack in attacks(one.men[0].soldier, False)
    }
    assert sorted(needs.values()) == [5, 6], needs


@rule("CD-TRAIT-10", "CD-AP-2", "CD-OW-5")
@pytest.mark.parametrize(("gun", "dice", "loaded"), [("mmg", 2, 0), ("auto-cannon", 0, 1), ("hmg", 3, 0)])
def test_a_gun_whose_loader_fell_to_overwatch_on_the_way_fires_with_whoever_is_left(gun, dice, loaded):
    """All movement of an AP comes before its shots: in that time fire may have taken a man of the crew.

    An MMG of RoF 3 then fires 2, an HMG of 4 fires 3, an auto cannon of RoF 1 needs 2 AP and has paid the first.
    """
    weapon = stock().weapons[gun]
    men = [soldier("Rg", gun), *[soldier("Rg")] * (weapon.heavy - 1), *[soldier("Rg", "rifle")] * 2]
    game = field([section(10, 10, *men)], [squad(10, 30, 9)], dice=(1, 1, 1))
    busy = tuple(man.id for man in unit(game, "A1").men[weapon.heavy :])
    unit(game, "A1").spent = 1
    unit(game, "A1").drop([f"A1-{weapon.heavy}"])
    run(game, Shoot("A1", (Shooter("A1-1", gun),), busy))
    if dice:
        play(game, "B1")
    assert (3 - len(unread(game)), unit(game, "A1").men[0].paid) == (dice, loaded), said(game)
