"""A roll explained: what was needed and why, what was to be expected, and what would have made it different."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check, judged, nearly, told
from tabletop_tui.engine.events import Began, Event, Harmed, Moved, Shot
from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.engine.scenes import Area, Look, TableScene
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.reports.roll_explanation import Places, read_roll, shot_of
from tests.screens.fixtures import scene

STABILITY = Tally("Stability", 4, "Sentinel", "X-1").plus(2, "half cover", "X-2", "0505").plus(-1, "Trooper", "X-3")
ROSTER = [RosterLine("A1", "A1", "Riflemen", 0, "3,3", "", 1.0), RosterLine("B1", "B1", "Jeep", 1, "9,9", "", 1.0)]
SHOT = Shot("A1 shoots at B1", (), 0, "A1", "B1", ("0401", "0404"))


def table() -> TableScene:
    walls = [Area("wall", Look("wall", "sand"), ((x, 0.0), (x + 2, 0.0)), False) for x in (0.0, 20.0)]
    return TableScene(48, 48, "in", Look("lawn", "grass"), walls, [], {})


def rolled(check: Check, *faces: int, came=None):
    checked = judged(check, faces)
    if came is None:
        return told(check, checked)
    return told(check, checked, came(checked), nearly(check, checked, came))


def read(*events: Event, back: int = 0):
    found = read_roll(events, back, Places(ROSTER, scene()))
    assert found is not None
    return found


def test_dice_for_who_goes_next_are_of_no_attack():
    assert read(SHOT, rolled(Check(0, "A1 shoots", STABILITY), 4)).shot == SHOT
    assert read(SHOT, rolled(Check(0, "who goes next", contest=True), 4)).shot is None


# ---------------------------------------------------------------- why
def test_each_modifier_is_a_row_with_its_reason_its_rule_and_its_spot():
    found = read(SHOT, rolled(Check(0, "A1 shoots", STABILITY, dice=3), 4, 5, 1))
    assert found.needed == "3 dice, each 5 or more is good"
    (why,) = found.whys
    assert why.question == "Why 5 or more?"
    assert [(one.value, one.why, one.rule, one.spot) for one in why.reasons] == [
        ("4", "Sentinel", "X-1", ""),
        ("+2", "half cover", "X-2", "0505"),
        ("-1", "Trooper", "X-3", ""),
    ]
    assert why.total == "Stability 5"
    assert found.spots == ["0505"]
    assert found.rules == ("X-1", "X-2", "X-3")
    assert found.came == "1 of 3 passes"
    assert found.expected == "1.0 good expected, 70% for one or more"


def test_a_sum_tells_what_was_added_and_what_had_to_be_beaten_each_with_its_reasons():
    adds, against = Tally("Firepower", 5).plus(1, "Fire!", "X-4"), Tally("Defence", 7).plus(2, "cover", "X-5")
    need = Need(Tally("Needs", 10 - adds.total))
    check = Check(0, "A1 shoots", need, sides=10, lowest=0, adds=adds, against=against)
    found = read(rolled(check, 4, came=lambda rolled: f"{max(0, rolled.total - 9)} hits"))
    assert found.needed == "4 + 6 = 10, over Defence 9"
    assert [why.question for why in found.whys] == ["Why +6?", "Why over 9?"]
    assert found.ifs == (
        "one pip more: 2 hits",
        "one pip less: 0 hits",
        "without Fire! (+1): 5 or more, 0 of 1 good",
        "without cover (+2): 2 or more, as it was",
    )


def test_why_there_were_so_many_dice_is_told_where_the_event_knows_it():
    pool = Tally("Block dice", 3, "hits").plus(1, "cover, wall", "X-6")
    found = read_roll(
        [rolled(Check(0, "B1 blocks", Tally("Quality", 4), dice=4, pool=pool), 1, 2, 3, 4)], 0, Places(ROSTER, table())
    )
    assert found is not None
    assert [why.question for why in found.whys] == ["Why 4 dice?", "Why 4 or more?"]


# ---------------------------------------------------------------- and if?
@pytest.mark.parametrize(
    ("need", "faces", "more", "less"),
    [
        (Need(STABILITY), (4, 2), "the 4 would be good", "as it was"),
        (Need(STABILITY), (4, 4, 5), "the 4 would be good (2 dice)", "the 5 would not be good"),
        (Need(STABILITY), (6, 1), "as it was", "as it was"),
        (Need(Tally("Armour", 4), harm="loses 1"), (3, 4), "the 3 would not be good", "the 4 would be good"),
        (Need(Tally("Skill", 4), "at most"), (4, 5), "the 4 would not be good", "the 5 would be good"),
        (Need(Tally("Skill", 9), always=(6,)), (5, 6), "the 5 would be good", "the 6 would not be good"),
    ],
)
def test_one_pip_more_or_less(need, faces, more, less):
    found = read(rolled(Check(0, "a shot", need, dice=len(faces)), *faces))
    assert found.ifs[:2] == (f"one pip more: {more}", f"one pip less: {less}")


def test_each_modifier_had_it_not_been():
    found = read(rolled(Check(0, "A1 shoots", STABILITY, dice=2), 4, 5))
    assert found.ifs[2:] == (
        "without half cover (+2): 3 or more, 2 of 2 good",
        "without Trooper (-1): a 6, 0 of 2 good",
    )


def test_a_die_that_is_only_read_has_no_if():
    found = read(rolled(Check(0, "who goes first"), 3))
    assert (found.needed, found.whys, found.ifs, found.expected) == ("1 die, the face itself counts", (), (), "")


def test_what_would_have_come_is_known_only_for_a_face_that_there_is():
    table_of = ["a", "b", "c", "d", "e", "f"]
    check = Check(0, "on the table")
    assert rolled(check, 6, came=lambda one: table_of[one.face - 1]).near == ("e", "")
    assert rolled(check, 1, came=lambda one: table_of[one.face - 1]).near == ("", "b")
    assert rolled(Check(0, "two", dice=2), 1, 2, came=lambda one: str(one.total)).near == ("", "")


# ---------------------------------------------------------------- which roll, and what it belongs to
def test_the_last_roll_first_then_those_before_it():
    first, last = rolled(Check(0, "first"), 1), rolled(Check(0, "last"), 2)
    events = [first, Harmed("B1 loses 1"), Event("so it is"), last]
    assert (read(*events).roll, read(*events).place, read(*events).count) == (last, 2, 2)
    assert read(*events, back=1).after == ("B1 loses 1", "so it is")
    assert read_roll(events, 2, Places(ROSTER, scene())) is None
    assert read_roll([], 0, Places(ROSTER, scene())) is None


def test_dice_belong_to_the_attack_before_them_and_to_none_after_a_move():
    assert shot_of([SHOT, Event("hits")]) is SHOT
    assert shot_of([SHOT, Moved("B1 flees", (), 1, "B1")]) is None
    assert shot_of([SHOT, Began("Round 2", (), None, "round", 2)]) is None


def test_a_reason_that_names_a_unit_or_a_piece_of_terrain_has_its_spot_of_several_the_nearest():
    places = Places(ROSTER, table())
    assert places.of("command of A1", "") == "3,3"
    assert places.of("cover, wall", "19,3") == "21,0"
    assert places.of("cover, wall", "2,3") == "1,0"
    assert places.of("half cover", "2,3") == ""


def test_spots_of_modifiers_are_never_saved_and_make_no_number_another():
    assert Modifier(1, "cover", "X", "0505") == Modifier(1, "cover", "X")


@pytest.mark.parametrize("name", ["mechcom", "pmc2640", "armymen", "crimsondusk"])
def test_every_roll_of_a_battle_can_be_explained(name):
    found, scenario = new_game.find_scenario(f"{name}/quick-start")
    session = Session.new(new_game.set_table(found, scenario, players=["greedy", "greedy"], seed=5))
    session.run(60)
    events = list(session.log())
    places = Places(found.roster(session.game), found.scene(session.game))
    count, back = read_roll(events, 0, places).count, 0
    while (reading := read_roll(events, back, places)) is not None:
        assert reading.place == count - back
        assert reading.needed
        for why in reading.whys:
            total = sum(int(one.value) for one in why.reasons)
            assert why.total.endswith(f" {total}"), reading.roll.text
        back += 1
    assert back == count
