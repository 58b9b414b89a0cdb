"""Where rules meet that seldom do: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.skulls.skull_effects import Anger, Famine, Fate, GiveAway
from tabletop_tui.rules.techcommander.skulls.skulls import TurnSkull
from tabletop_tui.rules.techcommander.turn.turn import ResolveDamage
from tabletop_tui.rules.techcommander.unit_actions.scanning import scan_range
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import act, armed, box, field, gun, kit, line, named, said, unit
from tests.techcommander.test_hatches import inside, rider
from tests.techcommander.test_machines import truck
from tests.techcommander.test_meetings import lost, number, shielded

rule = pytest.mark.rule
MISS = 20
EYE = gun(id="eye", name="Eye", sentry=True, damage=200)


# ---------------------------------------------------------------- the skull of one who has got in
def boarded(*dice):
    """A marine that has claimed the skull on its way into a carrier; the dice of the skull are these."""
    game = field([unit("marine", 18, 45), truck(26, 45)], [unit("dwarf", 60, 60)], game="deathmatch")
    game.state.skull = (20.5, 45.0)
    act(game, "A1", "board", ["23,45"], "A2:passenger")
    load(game, *dice)
    return run(game, TurnSkull())


@rule("TC-SKB-6", "TC-SKULL-6", "TC-ATTACHED-2")
def test_fire_burns_a_claimer_who_is_aboard_by_then_and_drives_him_nowhere():
    game = boarded(6, 7)
    assert game.question is None, game.question
    assert (named(game, "A1").life, named(game, "A1").aboard, unread(game)) == (13, "A2", ()), said(game)


@rule("TC-SKB-16", "TC-SKULL-6", "TC-ATTACHED-1")
def test_navigator_takes_a_claimer_out_of_the_carrier_that_he_has_boarded():
    game = boarded(16)
    play(game, ["70,30"])
    claimer = named(game, "A1")
    assert (claimer.at, claimer.aboard, claimer.hatch) == ((70.0, 30.0), "", False)
    assert game.state.passengers(named(game, "A2")) == []


@rule("TC-SKB-17", "TC-SKULL-6", "TC-ATTACHED-1")
def test_fate_gives_away_a_passenger_where_there_is_nobody_else():
    """Whoever is aboard is a unit under his player's control: it respawns for the opponent, off its carrier."""
    game = boarded(17)
    assert options(game) == {"A1": "", "A2": "TC-SKB-17"}
    load(game, 1)
    play(game, "A1")
    assert game.state.passengers(named(game, "A2")) == []
    assert named(game, "A1").gone
    assert "B2" in game.state.units, said(game)


@rule("TC-SKB-7", "TC-SKB-17", "TC-BOARD-2", "TC-ACT-5")
@pytest.mark.parametrize("how", [Famine("A1"), GiveAway("A2", 1)])
def test_a_post_is_empty_again_once_a_skull_has_taken_whoever_held_it(how):
    driver = inside("A3", crewing=True, life=8)
    game = field([unit("marine", 60, 60), driver, truck(26, 45)], [unit("dwarf", 80, 80)], dice=(1,), game="deathmatch")
    run(game, how)
    if isinstance(how, Famine):
        run(game, ResolveDamage())
    assert named(game, "A2").gone, said(game)
    assert (named(game, "A3").crew, named(game, "A3").crewed) == (1, False)


@rule("TC-SKB-2", "TC-RED-2", "TC-RED-5")
@pytest.mark.parametrize(("check", "hits"), [(10, True), (11, False)])
def test_one_in_the_red_makes_a_gut_check_before_the_attack_of_anger(check, hits):
    """Fire control 2 on AC1 is 13; without it 11."""
    angry = armed("marine", 20, 45, gun(fire_control=2), life=5)
    game = field([angry], [unit("marine", 30, 45)], dice=(check, 12), game="deathmatch")
    run(game, Anger("A1"))
    play(game, "B1", ["28,45"], "B1")
    assert unread(game) == ()
    assert lost(game, "B1") == (10 if hits else 0), said(game)


@rule("TC-EVAC-1", "TC-SKULL-6", "TC-SKB-14", "TC-SKB-6")
@pytest.mark.parametrize(("face", "pity"), [(14, 15), (6, 0), (17, 0), (16, 0), (10, 0)])
def test_the_skull_of_one_who_is_evacuated_does_what_is_not_about_him(face, pity):
    """Stupidity pays the opponent all the same; fire burns nobody, and there is nobody to give away or to move."""
    game = field([unit("crew", 14, 89)], [unit("dwarf", 60, 60)], game="deathmatch")
    game.state.skull = (15.0, 89.0)
    act(game, "A1", "evacuate")
    load(game, face)
    run(game, TurnSkull())
    assert (game.question, unread(game)) == (None, ())
    assert [player.score for player in game.state.players] == [10, pity], said(game)


# ---------------------------------------------------------------- set down and acting at once
def set_down(then, *dice, skull=None, order=(0, 1), **state):
    """A marine that a carrier sets down at 30,48 and that moves half or attacks at once."""
    foes = [unit("dwarf", 50, 45)]
    game = field([truck(30, 45), inside("A1", **state)], foes, dice=dice, game="deathmatch", order=order)
    game.state.skull = skull
    act(game, "A1", "offload", "offload-first", "A2", ["30,48"], then)
    return game


@rule("TC-OFFLOAD-2", "TC-INFIL-5", "TC-INFIL-6")
@pytest.mark.parametrize("then", ["move", "attack"])
@pytest.mark.parametrize(
    ("order", "dice", "hidden"), [((0, 1), (11,), False), ((0, 1), (10,), True), ((1, 0), (), True)]
)
def test_the_hidden_who_act_as_they_are_set_down_make_their_stealth_roll(then, order, dice, hidden):
    game = set_down(then, *dice, order=order, infiltrated=True)
    assert (named(game, "A2").hidden, unread(game)) == (hidden, ()), said(game)


@rule("TC-OFFLOAD-2", "TC-RED-2", "TC-RED-3")
def test_one_in_the_red_who_acts_as_he_is_set_down_makes_his_gut_check_first():
    whole, limping = set_down("move", 10, life=3), set_down("move", 11, life=3)
    assert whole.question.field.allowance == 2 * limping.question.field.allowance
    assert named(set_down("attack", 11, life=3), "A2").limps
    assert named(set_down("wait", life=3), "A2").acted == 0


@rule("TC-OFFLOAD-2", "TC-SKULL-5")
def test_one_who_moves_as_he_is_set_down_claims_the_skull_that_he_comes_upon():
    assert set_down("wait", skull=(30.0, 49.0)).state.claimed == "", "it is only put down beside it"
    assert set_down("attack", skull=(30.0, 49.0)).state.claimed == "A2"
    game = set_down("move", skull=(30.0, 52.0))
    assert game.state.claimed == ""
    play(game, ["30,55"])
    assert game.state.claimed == "A2"


@rule("TC-OFFLOAD-2", "TC-PTS-5")
def test_two_who_are_set_down_and_kill_one_between_them_have_not_done_it_alone():
    """One takes 10 of 20 life, the other the rest: 1 point for AC1 and no 5 for a single action."""
    pair = [armed("marine", 0, 0, gun()), armed("marine", 0, 0, gun())]
    game = field([truck(30, 45), *pair], [unit("marine", 40, 45, acted=1)], dice=(1, 1), game="deathmatch")
    for name in ("A2", "A3"):
        named(game, name).models, named(game, name).aboard = (), "A1"
    act(game, "A1", "offload", "offload-first", "A2", ["30,48"], "attack", "B1", "A3", ["30,42"], "attack", "B1")
    assert (named(game, "B1").eliminated, game.state.players[0].score) == (True, 1), said(game)


# ---------------------------------------------------------------- in the hatch
@rule("TC-BUBBLE-8", "TC-UNBUT-1", "TC-ATTACHED-5")
@pytest.mark.parametrize("end", [(34, 45), (40, 45)])
def test_whoever_rides_into_or_through_a_shield_in_a_hatch_is_revealed_and_one_inside_is_not(end):
    game = field([unit("dwarf", 80, 80)], [truck(20, 45), rider(infiltrated=True), inside(infiltrated=True)])
    shielded(game, (30.0 if end[0] == 40 else 34.0, 45.0))
    act(game, "B1", "move", [f"{end[0]},{end[1]}"])
    assert [named(game, name).hidden for name in ("B2", "B3")] == [False, True]


@rule("TC-BUBBLE-8", "TC-BOARD-1", "TC-UNBUT-1")
def test_who_boards_into_the_hatch_of_a_machine_in_a_shield_is_revealed():
    game = shielded(field([unit("marine", 23, 45, infiltrated=True), truck(26, 45)], [], dice=(1,)), (28.0, 45.0))
    act(game, "A1", "board", ["23,45"], "A2:passenger")
    assert (named(game, "A1").hatch, named(game, "A1").hidden) == (True, False)


# ---------------------------------------------------------------- when damage is resolved
@rule("TC-PHASE-6", "TC-PHASE-7", "TC-UNBUT-1")
def test_a_passenger_who_is_dead_rolls_for_nothing_and_is_removed_once():
    """The rider in the hatch was eliminated; the other passenger and two of the crew roll, and all are lost."""
    game = field([unit("dwarf", 80, 80)], [truck(20, 45, life=0), rider(life=-3), inside()], dice=(20, 20, 20))
    run(game, ResolveDamage())
    play(game, "try")
    assert (game.question, unread(game)) == (None, ())
    assert said(game).count("B2 Marine is eliminated and removed") == 1, said(game)


# ---------------------------------------------------------------- what is carried
@rule("TC-EQUIP-2", "TC-LOOT-2", "TC-SCAN-2")
def test_one_who_has_left_gear_behind_is_as_fast_as_what_he_still_carries_lets_him():
    """A Marine carries 45 kg: without 20 of the 30 on him he gains 4."""
    marine = armed("marine", 20, 45, gun(weight=10, portable=True), gun(id="tube", weight=20, portable=True))
    game = field([marine], [unit("dwarf", 80, 80)])
    one = named(game, "A1")
    before = one.speed
    one.lost_kit = ("tube-1",)
    assert (one.speed - before, scan_range(one) - before) == (4, 4)
    act(game, "A1", "move")
    assert game.question.field.allowance == before + 4


# ---------------------------------------------------------------- friends
@rule("TC-DUG-3", "TC-REPAIR-1")
def test_dug_in_takes_nothing_off_a_repair():
    """Only opposing attacks are hampered: 10 and AC4."""
    tool = gun(id="repair", name="Repair kit", repairs=True)
    game = field([armed("marine", 10, 45, tool), unit("dwarf", 26, 45, life=3, dug_in=True)], [])
    assert number(game, "A1", "A2", "repair-1") == 14


# ---------------------------------------------------------------- cover that does not count
LOW = box("tank", 26, 43, 28, 47, top=0.9)


@rule("TC-POSTUP-4", "TC-LASER-2", "TC-SKB-3")
@pytest.mark.parametrize(("sees", "marks", "needed"), [(True, False, 11), (False, True, 11), (False, False, 6)])
def test_one_who_is_posted_up_in_cover_gains_nothing_where_cover_does_not_count(sees, marks, needed):
    """Under the Tempest, or a missile at what is designated: neither cover nor the 2 of posted up in cover."""
    mark = armed("marine", 30, 60, gun(), kit("designator"), life=20 if marks else 0)
    shooter = armed("marine", 10, 45, gun(missile=True), tempest=sees)
    game = field([shooter, mark], [unit("marine", 30, 45, posted=270.0)], pieces=(LOW,))
    assert number(game, "A1", "B1") == needed


@rule("TC-UNBUT-1", "TC-LASER-2")
def test_the_half_cover_of_a_hatch_does_not_count_against_a_missile_at_what_is_designated():
    foes = [armed("marine", 10, 45, gun(missile=True)), armed("marine", 30, 60, gun(), kit("designator"))]
    game = field(foes, [truck(30, 45), rider()])
    assert number(game, "A1", "B2") == 11
    named(game, "A2").life = 0
    assert number(game, "A1", "B2") == 9


# ---------------------------------------------------------------- reactions
@rule("TC-SENTRY-1", "TC-SENTRY-2", "TC-DUG-5")
def test_a_sentry_that_has_fired_as_one_and_in_return_watches_on():
    """Neither is a regular attack, and it may fire once in each action of the players."""
    pair = [armed("marine", 50, 45, gun()), unit("marine", 60, 45), unit("marine", 60, 50)]
    eye = armed("stingray", 30, 45, gun(id="eye", sentry=True), dug_in=True)
    game = field(pair, [eye], dice=(MISS, MISS, MISS))
    act(game, "A1", "attack", ["50,45"], "B1", "return", "A1")
    act(game, "A2", "move", ["55,45"], "sentry:B1:A2", "A2")
    act(game, "A3", "move", ["55,50"])
    assert "sentry:B1:A3" in options(game)
    assert unread(game) == ()


@rule("TC-AMBUSH-2", "TC-AMBUSH-3", "TC-DUG-4")
def test_one_who_did_not_react_to_an_ambush_still_shoots_back_if_he_is_dug_in():
    """The reaction is for having been posted up, the return for being dug in: 11 of the return are AC1 and no -2."""
    foe = armed("marine", 30, 45, gun(), posted=90.0, dug_in=True)
    game = field([armed("marine", 20, 45, gun())], [foe], dice=(9, MISS, 11))
    act(game, "A1", "ambush", "B1", ["20,45"], "B1", "return", "A1")
    assert (unread(game), lost(game, "A1"), named(game, "B1").posted) == ((), 10, 90.0), said(game)


@rule("TC-FIRECOVER-1", "TC-DUG-4")
def test_a_return_meets_one_who_attacks_and_takes_cover_where_he_fired_from():
    foe = armed("marine", 38, 45, gun(opt=16.0, drop=1), dug_in=True)
    game = field([armed("marine", 20, 45, gun())], [foe], dice=(MISS, 11))
    act(game, "A1", "attack-and-cover", "B1", "return", "A1")
    assert (lost(game, "A1"), type(game.question).__name__) == (10, "Place"), said(game)


@rule("TC-SENTRY-5", "TC-TRAMPLE-2", "TC-DFA-1")
@pytest.mark.parametrize("kind", ["trample", "death-from-above"])
def test_a_machine_that_a_sentry_has_stopped_comes_down_on_nobody(kind):
    pair = [unit("marine", 44, y, group="B2") for y in (43.5, 47)]
    game = field([unit("pigeonhawk", 52, 45)], [armed("stingray", 22, 45, EYE), *pair], dice=(1,))
    act(game, "A1", kind, "B2")
    play(game, next(iter(game.question.legal())))
    play(game, next(key for key in options(game) if key.startswith("sentry")), "A1")
    while game.question is not None:
        assert not {"B2", "B3"} & {key for key, refused in options(game).items() if not refused}
        play(game, "hold" if "hold" in options(game) else "pass")
    assert (lost(game, "B2"), lost(game, "B3"), unread(game)) == (0, 0, ()), said(game)


@rule("TC-OVERRUN-2", "TC-POSTUP-5", "TC-READY-4")
def test_one_who_dodges_stays_posted_up_and_readied_for_a_dodge_is_no_action():
    foe = armed("marine", 27, 45, gun(), readied=1, posted=90.0)
    game = field([unit("dwarf", 20, 45)], [foe, unit("marine", 60, 60)], dice=(1,))
    act(game, "A1", "overrun", ["33,45"], "dodge", ["27,51"])
    assert (named(game, "B1").readied, named(game, "B1").posted) == (1, 90.0)


# ---------------------------------------------------------------- points
@rule("TC-WALL-1", "TC-INFIL-3", "TC-PTS-5")
def test_who_kills_the_infiltrated_through_a_door_scores_him_and_has_not_found_him():
    """Half of 60 through a door of AC1; AC1, and 5 for a trooper from full life to none by a trooper."""
    door = line("door", (30, 10), (30, 30))
    foe = unit("marine", 31, 20, infiltrated=True, acted=1)
    game = field([armed("marine", 10, 20, gun(damage=60))], [foe], pieces=(door,), dice=(1,), game="deathmatch")
    act(game, "A1", "attack", ["10,20"], f"{door.id}>B1")
    assert (lost(game, "B1"), game.state.players[0].score, named(game, "B1").hidden) == (30, 6, True)


@rule("TC-WAGER-3", "TC-DMCREW-1")
def test_a_wager_that_is_lost_with_its_carrier_pays_whoever_eliminated_that():
    riders = [inside("B1", wager=True)]
    game = field([unit("dwarf", 20, 45)], [truck(40, 45, life=0, killer=0), *riders], game="deathmatch")
    run(game, ResolveDamage())
    play(game, "leave")
    assert [(player.score, player.deaths) for player in game.state.players] == [(11, 0), (0, 1)]


@rule("TC-SKB-17", "TC-PTS-2", "TC-DMG-5")
def test_fate_may_take_one_who_is_eliminated_and_he_comes_back_whole_for_the_other_side():
    game = field(
        [unit("marine", 20, 45), unit("marine", 60, 60, life=0)], [unit("dwarf", 80, 80)], dice=(1,), game="deathmatch"
    )
    run(game, Fate("A1"))
    play(game, "A2")
    assert (named(game, "A2").gone, named(game, "B2").life) == ("given away", 20)
    assert [player.deaths for player in game.state.players] == [0, 0]


@rule("TC-OVERRUN-2", "TC-PTS-1")
def test_a_friend_who_is_run_over_costs_a_death_chip_and_scores_for_nobody():
    game = field(
        [unit("dwarf", 20, 45), unit("marine", 27, 45)], [unit("marine", 60, 60)], dice=(5,), game="deathmatch"
    )
    act(game, "A1", "overrun", ["33,45"], "pass")
    assert [(player.score, player.kills, player.deaths) for player in game.state.players] == [(0, 0, 1), (0, 0, 0)]


@rule("TC-DISEMBARK-1", "TC-RED-3", "TC-INFIL-6")
def test_whoever_gets_off_by_an_action_of_his_own_rolls_as_in_any_other():
    game = field([truck(30, 45), inside("A1", life=3, infiltrated=True)], [unit("dwarf", 80, 80)], dice=(10, 11))
    act(game, "A2", "disembark", ["30,48"])
    assert (named(game, "A2").limps, named(game, "A2").hidden, unread(game)) == (False, False, ())
