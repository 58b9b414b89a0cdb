"""Perks of ranged weapons."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.question import Number, Pick
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.state.battle import Model
from tabletop_tui.rules.mechcom.state.profiles import Shield
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.hex.hex_labels import PlayBodies
from tabletop_tui.widgets.terminal_palettes import palette
from tests.mechcom.build import (
    ability,
    activate,
    claws,
    deployable,
    duel,
    give,
    ground,
    gun,
    mech,
    model,
    reasons,
    skirmish,
    texts,
)
from tests.playing import options, play, unread

rule = pytest.mark.rule


@rule("MC-PERK-1")
def test_ammo_runs_out():
    game = duel(mech(weapons=[gun(ammo=1, attacks=1)]), dice=[1])
    play(game, "shoot:Gun", "B1")
    assert options(game)["shoot:Gun"] == "MC-PERK-1"


@rule("MC-PERK-2")
def test_artillery_needs_a_token_and_no_sight():
    wall = ground(h0506="3.")
    game = duel(mech(weapons=[gun(range=10, artillery=True, attacks=1)]), map=wall)
    assert options(game)["shoot:Gun"] == "MC-SHOOT-1"
    game = skirmish(
        mech(weapons=[gun(range=10, artillery=True, attacks=1)]) @ "0505", mech() @ "0508", map=wall, dice=[4, 4]
    )
    model(game, "B1").spot = 2
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert not isinstance(game.question, Number), "the token that it must consume gives no bonus"
    assert model(game, "B1").spot == 1
    assert model(game, "B1").integrity == 6


@rule("MC-PERK-2")
def test_artillery_ignores_heights_and_half_cover_but_not_soft_cover():
    weapon = gun(range=10, artillery=True)
    game = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0506="3.", h0505="2."))
    assert reasons(game, weapon) == []
    game = skirmish(mech() @ "0505", mech() @ "0508", map=ground(h0508="0f"))
    assert reasons(game, weapon) == [(2, "MC-TERR-9")]


@rule("MC-PERK-2", "MC-WEAP-1")
def test_artillery_keeps_to_its_range():
    game = skirmish(mech(weapons=[gun(range=2, artillery=True)]) @ "0505", mech() @ "0508")
    model(game, "B1").spot = 1
    activate(game, "A1")
    assert options(game)["shoot:Gun"] == "MC-SHOOT-1"
    game = skirmish(mech(weapons=[gun(range=3, artillery=True)]) @ "0505", [mech() @ "0508", mech() @ "0509"])
    model(game, "B1").spot = model(game, "B2").spot = 1
    activate(game, "A1")
    play(game, "shoot:Gun")
    assert options(game) == {"B1": "", "B2": "MC-WEAP-1"}
    game.state.put(model(game, "B2"), "0805")
    model(game, "B2").spot = 0
    game.ask_anew()
    assert options(game) == {"B1": "", "B2": "MC-PERK-2"}


@rule("MC-PERK-2", "MC-SHOOT-7", "MC-COND-7")
def test_artillery_suffers_from_near_enemies_and_invisible_targets_like_any_weapon():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech() @ "0504"])
    give(game, "B1", "Invisible")
    assert reasons(game, gun(range=10, artillery=True)) == [
        (2, "MC-SHOOT-7"),
        (2, "MC-COND-7"),
        (-2, "MC-SHOOT-4"),
    ]


@rule("MC-PERK-9")
def test_heavy_forgets_the_move_of_the_turn_before():
    game = duel(mech(weapons=[gun(heavy=True)]))
    play(game, "move", ["0504"], "end")
    assert reasons(game) == [(2, "MC-PERK-9")]
    activate(game, "A1")
    assert reasons(game) == []


@rule("MC-PERK-3")
@pytest.mark.parametrize("faces", [[3], [4, 1]])
def test_backfire_strikes_hit_or_miss_without_armour(faces):
    game = duel(mech(weapons=[gun(attacks=1, backfire=2)]), dice=faces)
    play(game, "shoot:Gun", "B1")
    assert model(game, "A1").integrity == 6


@rule("MC-PERK-3", "MC-ACT-3")
def test_who_falls_to_its_own_backfire_is_asked_nothing_more():
    game = skirmish(
        [mech(integrity=1, weapons=[gun(attacks=1, backfire=1)]) @ "0505", mech() @ "0101"], mech() @ "0508", dice=[1]
    )
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert (model(game, "A1").hex, model(game, "A1").energy) == ("", 3)
    assert game.state.active != "A1"


@rule("MC-PERK-4")
def test_barrage_buys_dice_for_energy():
    game = duel(mech(weapons=[gun(attacks=1, barrage=True)], energy=6), dice=[4, 4, 4, 1, 1, 1])
    play(game, "shoot:Gun", "B1")
    assert (game.question.low, game.question.high) == (0, 3)
    play(game, 2)
    assert model(game, "A1").energy == 1
    shot = next(event for event in game.events if isinstance(event, Rolled) and "shoots" in event.why)
    assert len(shot.faces) == 3


@rule("MC-PERK-4")
def test_the_last_energy_still_buys_a_die_of_barrage():
    game = duel(mech(weapons=[gun(attacks=1, barrage=True)], energy=4), dice=[1, 1])
    play(game, "shoot:Gun", "B1")
    assert (game.question.low, game.question.high) == (0, 1)
    play(game, 1)
    assert model(game, "A1").energy == 0
    assert not unread(game)


@rule("MC-PERK-4")
def test_barrage_asks_nothing_without_energy_to_spare():
    game = duel(mech(weapons=[gun(attacks=1, barrage=True)], energy=3), dice=[1])
    play(game, "shoot:Gun", "B1")
    assert not unread(game)


@rule("MC-PERK-5", "MC-GRID-1")
@pytest.mark.parametrize(("face", "spot"), list(enumerate(["0607", "0608", "0509", "0408", "0407", "0507"], 1)))
def test_a_missed_blast_sets_a_neighbour_of_the_target_on_fire_clockwise_from_the_upper_right(face, spot):
    game = duel(mech(weapons=[gun(attacks=1, blast=True)]), dice=[1, face])
    play(game, "shoot:Gun", "B1")
    assert game.state.fires == {spot}


@rule("MC-PERK-5")
def test_a_blast_that_hits_or_falls_into_water_burns_nothing():
    game = duel(mech(weapons=[gun(attacks=1, blast=True)]), dice=[4, 1])
    play(game, "shoot:Gun", "B1")
    assert not game.state.fires
    game = duel(mech(weapons=[gun(attacks=1, blast=True)]), dice=[1, 6], map=ground(h0507="0~"))
    play(game, "shoot:Gun", "B1")
    assert not game.state.fires


@rule("MC-PERK-5", "MC-PERK-10")
@pytest.mark.parametrize(
    ("dice", "burning"),
    [
        ([4, 1, 1, 4], {"0706"}),
        ([1, 6, 4, 1], {"0507"}),
        ([1, 6, 1, 6], {"0507", "0804"}),
        ([4, 1, 4, 1], set()),
    ],
    ids=["second missed", "first missed", "both missed", "none missed"],
)
def test_a_divided_blast_burns_beside_each_target_that_it_misses(dice, burning):
    """Every share is a hit or a miss by itself, with a die of its own for the hex."""
    blast = gun(attacks=2, damage=1, multi=True, blast=True)
    game = skirmish(mech(weapons=[blast]) @ "0505", [mech() @ "0508", mech() @ "0805"], dice=dice)
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 1, "B2": 1})
    assert game.state.fires == burning
    assert not unread(game)


@rule("MC-PERK-5", "MC-PERK-10")
def test_a_divided_blow_with_blast_burns_the_hexes_of_those_it_misses():
    axe = claws("Axe", attacks=2, multi=True, blast=True)
    game = skirmish(mech(weapons=[axe]) @ "0505", [mech() @ "0504", mech() @ "0506"], dice=[1, 6, 6, 1])
    activate(game, "A1")
    play(game, "melee:Axe", {"B1": 1, "B2": 1})
    assert game.state.fires == {"0506"}
    assert not unread(game)


@rule("MC-PERK-5", "MC-AI-1", "MC-GRID-1")
@pytest.mark.parametrize("rule_id", ["MC-PERK-5", "MC-AI-1"])
def test_the_rulings_number_the_sides_of_a_hex_as_the_screen_draws_them(rule_id):
    """What the ruling says of each face of the die is where the play view paints that neighbour."""
    game = skirmish(mech() @ "0101", mech() @ "1420")
    game.system = system("mechcom")
    painter = PlayBodies(game.system.scene(game), palette("truecolour"), UNICODE)
    ruling = next(rule.ruling for rule in game.system.reference() if rule.id == rule_id)
    (x, y), around = painter.corner("0707"), game.state.map.grid.around["0707"]
    for face, spot in enumerate(around, 1):
        right, down = painter.corner(spot)[0] - x, painter.corner(spot)[1] - y
        side = "right" if right > 0 else "left" if right else ""
        high = down < 0
        straight = ("above", "up") if high else ("below", "down")
        said = (f"{'upper' if high else 'lower'} {side}",) if side else straight
        assert any(f"{face} {words}" in ruling for words in said), f"{face}: {said}"


@rule("MC-PERK-8")
def test_flurry_rolls_on_for_each_critical_as_long_as_its_owner_wants():
    game = duel(mech(weapons=[gun(attacks=1, damage=1, flurry=True)]), dice=[6, 6, 4, 1, 1, 1, 1, 1])
    play(game, "shoot:Gun", "B1")
    assert set(options(game)) == {"roll", "decline"}
    play(game, "roll", "roll")
    assert not unread(game), "two criticals and a hit are five Armour dice"
    game = duel(mech(weapons=[gun(attacks=1, damage=1, flurry=True)]), dice=[6, 4, 4])
    play(game, "shoot:Gun", "B1", "decline")
    assert model(game, "B1").integrity == 6
    assert not unread(game)


@rule("MC-PERK-8")
def test_each_of_two_criticals_brings_a_die():
    game = duel(mech(weapons=[gun(attacks=2, damage=1, flurry=True)]), dice=[6, 6, 4, 1, 1, 1, 1, 1, 1])
    play(game, "shoot:Gun", "B1", "roll")
    assert not unread(game), "two criticals and a hit are five Armour dice"


@rule("MC-PERK-8", "MC-STAT-7")
def test_the_spot_token_of_a_flurry_is_consumed_once_and_helps_every_die():
    game = duel(mech(weapons=[gun(attacks=1, damage=1, flurry=True)], stability=5), dice=[6, 4, 4, 4, 4])
    model(game, "B1").spot = 2
    play(game, "shoot:Gun", "B1", 1, "roll")
    assert model(game, "B1").spot == 1
    assert model(game, "B1").integrity == 5
    assert not unread(game)


@rule("MC-PERK-4", "MC-PERK-10")
def test_a_barrage_of_several_targets_is_bought_before_it_is_divided():
    game = skirmish(
        mech(weapons=[gun(attacks=1, multi=True, barrage=True)], energy=5) @ "0505",
        [mech() @ "0508", mech() @ "0805"],
        dice=[4, 4, 5, 4, 4, 1],
    )
    activate(game, "A1")
    play(game, "shoot:Gun")
    assert (game.question.low, game.question.high) == (0, 2)
    play(game, 2)
    assert game.question.total == 3
    play(game, {"B1": 1, "B2": 2})
    assert (model(game, "B1").integrity, model(game, "B2").integrity, model(game, "A1").energy) == (6, 6, 0)


@rule("MC-PERK-10", "MC-STAT-7", "MC-PERK-2")
def test_each_target_of_multi_has_its_own_spot_tokens():
    squad = [mech() @ "0508", mech() @ "0805"]
    game = skirmish(mech(weapons=[gun(attacks=2, multi=True)]) @ "0505", squad, dice=[3, 1, 3])
    model(game, "B1").spot = model(game, "B2").spot = 1
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 1, "B2": 1}, 1, 0)
    assert (model(game, "B1").spot, model(game, "B2").spot) == (0, 1)
    assert not unread(game), "3 hits with the token of B1 and misses B2"
    game = skirmish(mech(weapons=[gun(attacks=2, multi=True, artillery=True)]) @ "0505", squad, dice=[1, 1])
    model(game, "B1").spot = model(game, "B2").spot = 2
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 1, "B2": 1})
    assert (model(game, "B1").spot, model(game, "B2").spot) == (1, 1)


@rule("MC-PERK-10")
def test_multi_divides_its_dice_before_rolling_each_target_with_its_own_number():
    game = skirmish(
        mech(weapons=[gun(attacks=3, multi=True, superheated=True, backfire=1)]) @ "0505",
        [mech() @ "0508", mech() @ "0805"],
        dice=[4, 4, 4, 4, 5, 4],
        map=ground(h0805="0f"),
    )
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 2, "B2": 1})
    # Two dice at 4+ hit B1 twice, one die at 6+ (forest) does not hit B2 with a 5.
    assert model(game, "B1").integrity == 4
    assert model(game, "B2").integrity == 8
    assert (model(game, "A1").heat, model(game, "A1").integrity, model(game, "A1").energy) == (1, 7, 3)


@rule("MC-PERK-10", "MC-SHOOT-1")
@pytest.mark.parametrize(("attacks", "far"), [(2, "0509"), (1, "0805")], ids=["one target in range", "one die"])
def test_multi_asks_for_a_target_like_any_weapon_where_nothing_can_be_divided(attacks, far):
    game = skirmish(mech(weapons=[gun(range=3, attacks=attacks, multi=True)]) @ "0505", [mech() @ "0508", mech() @ far])
    activate(game, "A1")
    play(game, "shoot:Gun")
    assert isinstance(game.question, Pick)
    assert options(game)["B1"] == ""


@rule("MC-PERK-10")
def test_the_shares_of_multi_have_to_add_up():
    game = skirmish(mech(weapons=[gun(attacks=3, multi=True)]) @ "0505", [mech() @ "0508", mech() @ "0805"])
    activate(game, "A1")
    play(game, "shoot:Gun")
    for wrong in ({"B1": 2}, {"B1": 4}, {"B1": 3, "B2": 0}, {}, {"A1": 3}):
        assert game.refuse(wrong) is not None
    assert game.refuse({"B1": 3}) is None


@rule("MC-PERK-10", "MC-DEPLOY-6")
def test_a_deployable_that_fell_with_its_parent_is_neither_asked_nor_rolled_for_any_more():
    squad = [mech(integrity=1) @ "0508", mech() @ "1420"]
    game = skirmish(mech(weapons=[gun(attacks=2, multi=True)]) @ "0505", squad, dice=[4, 6])
    free = ability(Shield(), 0, timing="reactive")
    post = Model("b1", 1, deployable(abilities=[free]), integrity=3, parent="B1")
    game.state.models["b1"] = post
    game.state.put(post, "0706")
    activate(game, "A1")
    play(game, "shoot:Gun", {"B1": 1, "b1": 1})
    assert (model(game, "B1").hex, post.hex) == ("", "")
    assert "The attack on b1 Sentry fails: b1 Sentry is destroyed" in texts(game)
    assert not unread(game)
    assert game.question.about == "A1"


@rule("MC-PERK-13")
def test_superheated_gives_heat_hit_or_miss():
    game = duel(mech(weapons=[gun(attacks=1, superheated=True)]), dice=[1])
    play(game, "shoot:Gun", "B1")
    assert model(game, "A1").heat == 1


@rule("MC-PERK-14")
def test_tracker_puts_tokens_for_damage_dealt_only():
    # Two hits, one of them through Armour for 3: three tokens beside the one that was there and was kept.
    game = duel(mech(weapons=[gun(attacks=2, damage=3, tracker=True)]), dice=[4, 4, 4, 1])
    model(game, "B1").spot = 1
    play(game, "shoot:Gun", "B1", 0)
    assert model(game, "B1").spot == 4
    game = duel(mech(weapons=[gun(attacks=1, tracker=True)]), dice=[4, 1])
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").spot == 0


@rule("MC-PERK-16", "MC-COND-4")
def test_volatile_and_corroded_lower_armour():
    game = duel(mech(weapons=[gun(attacks=1, volatile=2)]), mech(armour=5), dice=[4, 2])
    give(game, "B1", "Corroded")
    play(game, "shoot:Gun", "B1")
    assert model(game, "B1").integrity == 6


@rule("MC-WEAP-4")
def test_all_perks_of_a_weapon_apply():
    weapon = gun(attacks=1, volatile=3, conditions=("Burned",), superheated=True, ammo=2)
    game = duel(mech(weapons=[weapon]), mech(armour=4), dice=[4, 1])
    play(game, "shoot:Gun", "B1")
    shooter, target = model(game, "A1"), model(game, "B1")
    assert (target.integrity, target.has("Burned"), shooter.heat, shooter.ammo_left(weapon)) == (6, True, 1, 1)


@rule("MC-DEPLOY-1", "MC-ELEV-6")
def test_a_deployable_in_between_gives_half_cover():
    sentry = deployable()
    game = skirmish([mech() @ "0505"], [mech() @ "0508"], deployables={"sentry": sentry})
    post = Model("b1", 1, sentry, integrity=3, parent="B1")
    game.state.models["b1"] = post
    game.state.put(post, "0507")
    assert reasons(game) == [(2, "MC-ELEV-6")]
