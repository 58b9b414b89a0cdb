"""The AI table, sheets and terms."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Moved, Rolled
from tabletop_tui.rules.mechcom.shown.views import card
from tabletop_tui.rules.mechcom.turn.concede import concede
from tests.mechcom.build import SheetAt, activate, claws, give, ground, gun, mech, model, skirmish
from tests.playing import options, play, unread

rule = pytest.mark.rule
FAR = "1420"


def machine(*enemies, dice=(), sheet=None, at="0505", **rest):
    game = skirmish(
        (sheet or mech(weapons=[gun(range=3, attacks=1)])) @ at,
        [mech() @ spot for spot in enemies],
        dice=[1, *dice],
        **rest,
    )
    give(game, "A1", "Malfunctioning")
    return activate(game, "A1")


@rule("MC-AI-1", "MC-COND-9", "MC-AI-4")
@pytest.mark.parametrize(("face", "end"), list(enumerate(["0903", "0907", "0509", "0107", "0103", "0501"], 1)))
def test_with_nobody_in_sensors_it_walks_straight_ahead_in_a_rolled_direction(face, end):
    game = machine(FAR, dice=[face])
    assert model(game, "A1").hex == end
    assert model(game, "A1").activated
    assert not unread(game)


@rule("MC-AI-1")
def test_it_stops_before_what_it_cannot_enter_or_pay_for():
    game = machine(FAR, dice=[6], map=ground(h0503="2."))
    assert model(game, "A1").hex == "0504"
    game = machine(FAR, dice=[6], map=ground(h0504="0f", h0503="0f", h0502="0f"))
    assert model(game, "A1").hex == "0503"


@rule("MC-AI-2")
def test_an_enemy_sensed_but_out_of_range_is_approached_in_a_straight_line():
    game = machine("0511")
    assert model(game, "A1").hex == "0509"
    assert model(game, "A1").energy == 6


@rule("MC-AI-2", "MC-SHOOT-1")
def test_an_enemy_in_range_but_out_of_sight_is_approached_too():
    game = machine("0508", map=ground(h0507="1.", h0506="2."))
    assert model(game, "A1").hex == "0505", "the step up to 0506 is two levels"
    game = machine("0508", map=ground(h0507="2."))
    assert model(game, "A1").hex == "0506"


@rule("MC-AI-2")
def test_the_nearest_enemy_is_approached_without_asking():
    game = machine("0511", "0501", sheet=mech(weapons=[gun(range=1)], sensors=6))
    assert model(game, "A1").hex == "0502"


@rule("MC-AI-2")
def test_among_equally_near_enemies_the_owner_chooses():
    game = machine("0509", "0501", sheet=mech(weapons=[gun(range=1)], sensors=6))
    assert options(game) == {"B1": "", "B2": ""}
    play(game, "B2")
    assert model(game, "A1").hex == "0502"


# ---------------------------------------------------------------- exactly between two hexes
EAST = "0905"
"""Four hexes from 0505; the line runs between 0604 and 0605, over 0705, and between 0804 and 0805."""


@rule("MC-AI-2")
@pytest.mark.parametrize("sides", [("0604", "0804"), ("0605", "0805"), ("0604", "0805"), ("0605", "0804")])
def test_exactly_between_two_hexes_the_owner_chooses_by_which(sides):
    game = machine(EAST)
    assert (game.question.seat, options(game)) == (0, {"0604": "", "0605": ""})
    play(game, sides[0])
    assert options(game) == {"0804": "", "0805": ""}
    play(game, sides[1])
    way = next(event.path for event in game.events if isinstance(event, Moved))
    assert way == ("0505", sides[0], "0705", sides[1])
    assert model(game, "A1").activated


@rule("MC-AI-2")
@pytest.mark.parametrize(("wall", "way"), [("0604", "0605"), ("0605", "0604")])
@pytest.mark.parametrize("cell", ["0~", "2.", "0b"])
def test_where_only_one_of_the_two_can_be_entered_that_one_is_taken_unasked(wall, way, cell):
    """Whichever of the two it is: a board and its mirror image are played alike."""
    game = machine(EAST, map=ground(**{f"h{wall}": cell}), sheet=mech(movement=2, weapons=[gun(range=1)]))
    assert model(game, "A1").hex == "0705"
    assert next(event.path for event in game.events if isinstance(event, Moved))[1] == way


@rule("MC-AI-2")
def test_of_the_two_one_that_cannot_be_paid_for_is_not_offered():
    woods = ground(h0804="0f")
    game = machine(EAST, map=woods, sheet=mech(movement=3, weapons=[gun(range=1)]))
    play(game, "0605")
    assert model(game, "A1").hex == "0805"


@rule("MC-AI-2")
def test_a_line_that_can_go_on_by_neither_of_the_two_stops_before_them():
    game = machine(EAST, map=ground(h0604="0~", h0605="0~"))
    assert model(game, "A1").hex == "0505"
    assert "A1 Mech cannot go that way" in [event.text for event in game.events]


@rule("MC-AI-2", "MC-END-3")
def test_if_the_enemy_leaves_while_the_side_is_chosen_the_table_is_consulted_anew():
    game = skirmish(
        mech(weapons=[gun(range=3)]) @ "0505", mech() @ EAST, [mech() @ "0511", mech() @ FAR], dice=[1], seats=3
    )
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert options(game) == {"0604": "", "0605": ""}
    concede(game, 1)
    game.ask_anew()
    game.advance()
    assert model(game, "A1").hex == "0509"


@rule("MC-AI-3", "MC-COND-9")
def test_an_enemy_in_range_is_attacked_once_without_energy():
    game = machine("0508", dice=[4, 4])
    assert model(game, "B1").integrity == 6
    assert model(game, "A1").energy == 6
    assert model(game, "A1").activated
    assert game.question.about == "B1"


@rule("MC-AI-3")
def test_with_several_weapons_or_enemies_the_owner_chooses_and_unarmed_is_none():
    sheet = mech(weapons=[gun(range=3, attacks=1), claws(attacks=1)])
    game = machine("0506", "0508", dice=[1, 6], sheet=sheet)
    assert set(options(game)) == {"B1:Gun", "B1:Claws"}, "B2 is hidden behind B1"
    play(game, "B1:Claws")
    assert model(game, "B1").integrity == 6


@rule("MC-AI-1", "MC-AI-3")
def test_the_first_question_is_about_sensors_even_if_a_weapon_would_reach():
    game = machine("0508", dice=[6], sheet=mech(weapons=[gun(range=5)], sensors=2))
    assert model(game, "A1").hex == "0501"
    assert model(game, "B1").integrity == 8


@rule("MC-AI-2", "MC-PERK-1")
def test_a_weapon_without_ammunition_is_none():
    sheet = mech(weapons=[gun(range=3, attacks=1, ammo=1)])
    game = skirmish(sheet @ "0505", mech() @ "0508", dice=[1])
    model(game, "A1").shots = {"Gun": 1}
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert model(game, "A1").hex == "0507"


@rule("MC-AI-2", "MC-AI-3", "MC-PERK-2")
@pytest.mark.parametrize(("mine", "theirs", "left", "end"), [(1, 0, 8, "0509"), (0, 1, 6, "0505")])
def test_an_artillery_weapon_is_in_range_of_an_enemy_with_a_spot_token_on_it(mine, theirs, left, end):
    howitzer = gun(range=9, attacks=1, artillery=True)
    game = skirmish(mech(weapons=[howitzer]) @ "0505", mech() @ "0511", dice=[1, 4, 4])
    model(game, "A1").spot, model(game, "B1").spot = mine, theirs
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert (model(game, "B1").integrity, model(game, "B1").spot, model(game, "A1").hex) == (left, 0, end)


@rule("MC-AI-3", "MC-STAT-7")
def test_spot_tokens_may_be_consumed_in_the_attack():
    game = skirmish(mech(weapons=[gun(range=3, attacks=1)]) @ "0505", mech() @ "0508", dice=[1, 3, 4])
    model(game, "B1").spot = 1
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    play(game, 1)
    assert model(game, "B1").integrity == 6


@rule("MC-AI-3", "MC-COND-9", "MC-PERK-4")
def test_no_dice_are_bought_for_an_attack_by_the_table():
    game = machine("0508", dice=[4, 4], sheet=mech(weapons=[gun(range=3, attacks=1, barrage=True)]))
    assert (model(game, "B1").integrity, model(game, "A1").energy, model(game, "A1").activated) == (6, 6, True)


@rule("MC-AI-1", "MC-COND-6")
def test_an_immobilized_model_stays_where_it_is():
    game = skirmish(mech() @ "0505", mech() @ FAR, dice=[1, 6])
    give(game, "A1", "Malfunctioning", "Immobilized")
    activate(game, "A1")
    assert model(game, "A1").hex == "0505"
    assert not unread(game)


@rule("MC-AI-1", "MC-MOVE-2")
def test_it_stops_before_another_model():
    game = skirmish([mech() @ "0505", mech() @ "0503"], mech() @ FAR, dice=[1, 6])
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert model(game, "A1").hex == "0504"


@rule("MC-AI-4")
def test_the_table_holds_for_any_faction():
    sheet = mech(weapons=[gun(range=3, attacks=1)])
    game = machine("0508", dice=[4, 4], sheet=SheetAt("Wasp", "mech", sheet.stats, sheet.weapons, faction="Corpro"))
    assert model(game, "B1").integrity == 6


# ---------------------------------------------------------------- sheets and terms
@rule("MC-SHEET-1", "MC-SHEET-8")
def test_a_card_shows_all_values_of_the_sheet():
    game = skirmish(mech(weapons=[gun(range=5, damage=2, attacks=3, ammo=4), claws()]) @ "0505", mech() @ FAR)
    shown = card(game, "A1")
    assert shown is not None
    lines = {line.label: line.value for line in shown.lines}
    stats = {"Integrity": "8/8", "Energy": "6/6", "Movement": "4", "Sensors": "6", "Stability": "4", "Strength": "3"}
    assert stats.items() <= lines.items()
    assert lines["Armour"] == "4"
    assert lines["Gun"] == "[5-2-3] Ammo 4 (4 left)"
    assert lines["Claws"].startswith("[M-2-3]")
    for tokens, said in ((1, "1 token"), (2, "2 tokens")):
        model(game, "A1").spot = tokens
        assert {line.label: line.value for line in card(game, "A1").lines}["Spot"] == said


@rule("MC-TERM-1", "MC-TERM-2")
def test_squads_of_several_mechs_of_one_name_each_have_their_own_values():
    game = skirmish([mech() @ "0505", mech() @ "0507"], [mech() @ "0511", mech() @ FAR])
    assert [m.sheet.name for m in game.state.mechs(0)] == ["Mech", "Mech"]
    model(game, "A1").integrity = 1
    assert model(game, "A2").integrity == 8


@rule("MC-DICE-1")
def test_every_die_has_six_sides():
    game = skirmish(
        mech(weapons=[gun(attacks=2), claws(attacks=2)]) @ "0505", mech() @ "0506", dice=[6, 5, 4, 4, 4, 1, 6, 2]
    )
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "melee:Claws", "B1")
    assert {event.sides for event in game.events if isinstance(event, Rolled)} == {6}
