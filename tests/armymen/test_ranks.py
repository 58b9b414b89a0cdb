"""Who goes where into contact, and by which way (AMC-MELEE-1, AMC-MELEE-2, AMC-VUNIT-3, AMC-TERR-2, AMC-TERR-3)."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist
from random import Random

import pytest

from tabletop_tui.rules.armymen.melee.charging import likely_blows, refuse_charge
from tabletop_tui.rules.armymen.melee.melee import closing_up
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact
from tabletop_tui.rules.armymen.ways.charge_move import touching
from tabletop_tui.table import formations
from tabletop_tui.table.polygons import off
from tests.armymen.build import act, battle_of, box, field, gunners, jeep, recruits, riflemen, said, stand, tank, unit
from tests.playing import load, play, refused, run, unread
from tests.soak.contact import faults

rule = pytest.mark.rule
CLOSINGS = (1, 2, 5, 8, 11, 133)
"""Of 150 crowds by chance in two, 11 and 133, two ended on the same place, as one of them could not go."""


def tracks_of(game, allowance=12.0, **more):
    return into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), allowance, **more)


def count(game, tracks):
    target = unit(game, "B1")
    return sum(touching(track[-1], unit(game, "A1").radius, target) for track in tracks)


# ---------------------------------------------------------------- the shortest free way
@rule("AMC-MELEE-1")
def test_the_second_goes_round_the_first_who_stands_in_his_way():
    game = field([gunners(10, 10, 3)], [gunners(10, 16)])
    stand(game, "A1", (10, 10), (10, 8.5), (10, 7))
    tracks = tracks_of(game)
    assert count(game, tracks) == 3
    ends = [track[-1] for track in tracks]
    assert all(dist(a, b) >= 1 - 1e-6 for a, b in combinations(ends, 2)), "nobody on another, not by a hundredth"


@rule("AMC-MELEE-1")
@pytest.mark.parametrize("seed", [1, 3, 4, 6, 7, 8, 10, 11, 12, 13, 14, 16])
def test_everybody_who_can_touch_the_target_does(seed):
    chance = Random(seed)
    x, y = chance.uniform(18, 28), chance.uniform(18, 28)
    woods = box("woods", 20, chance.uniform(12, 20), 23, chance.uniform(21, 30))
    game = field(
        [riflemen(10, 10, 10), jeep(chance.uniform(14, 20), chance.uniform(14, 20))],
        [recruits(x, y, 5), tank(x + 5, y)],
        pieces=(woods,) if seed % 2 else (),
    )
    shape = formations.turned(formations.formation("block", 10, 1.01 if seed % 3 else 1.5), chance.randint(0, 359))
    unit(game, "A1").models = formations.shifted(shape, (12, 20))
    unit(game, "A2").models = formations.shifted(unit(game, "A2").models, (0.0, -8.0))
    one, other = unit(game, "A1"), unit(game, "B1")
    assert refuse_charge(battle_of(game), one, other) is None
    assert list(faults(battle_of(game), one, other, 12.0, tracks_of(game))) == []


@rule("AMC-MELEE-1")
def test_six_fit_around_one_if_they_stand_base_to_base():
    game = field([riflemen(10, 10, 10)], [gunners(14, 18)])
    assert count(game, tracks_of(game)) == 6


@rule("AMC-MELEE-1")
def test_one_leaves_his_place_to_another_who_can_reach_no_other():
    # The first could stand on either side; the second reaches the near side alone, which is nearest for the first.
    game = field([gunners(10, 10, 3), tank(13.2, 15.2), tank(6.8, 15.2)], [gunners(10, 16)])
    stand(game, "A1", (10, 10), (10, 4.0))
    tracks = tracks_of(game)
    assert count(game, tracks) == 2


@rule("AMC-MELEE-1")
def test_a_gap_that_is_just_wide_enough_is_gone_through():
    game = field([gunners(10, 10), gunners(9, 14), gunners(11, 14)], [gunners(10, 18)])
    (track,) = tracks_of(game, 7.0)
    assert track == ((10, 10), (10, 17)), "exactly a base wide"
    stand(game, "A3", (10.9, 14))
    (track,) = tracks_of(game, 7.0)
    assert not touching(track[-1], 0.5, unit(game, "B1")), "too narrow, and round about it is too far"


@rule("AMC-MOVE-4")
def test_a_charge_is_offered_exactly_where_one_can_reach_the_target():
    # Round the tank it is 12.3 in for a straight line, and a bit more for the bend.
    game = field([gunners(10, 10), tank(10, 16)], [gunners(10, 22.4)])
    refusal = refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    (track,) = into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), 20.0)
    length = sum(dist(a, b) for a, b in pairwise(track))
    assert all(off(a, b, (10, 16)) >= 2.23 for a, b in pairwise(track))
    assert refusal is not None
    assert length > 12.03
    for y in (22.3, 22.2, 22.1, 22.0):
        stand(game, "B1", (10, y))
        (track,) = into_contact(battle_of(game), unit(game, "A1"), unit(game, "B1"), 20.0)
        length = sum(dist(a, b) for a, b in pairwise(track))
        refusal = refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1"))
        assert (refusal is None) is (length <= 12.03), "arcs are walked along lines around them"


@rule("AMC-VUNIT-3", "AMC-MOVE-3")
def test_those_who_board_keep_an_inch_off_all_others():
    game = field([riflemen(10, 10), jeep(10, 24), gunners(10, 20)], [gunners(40, 40)])
    tracks = into_contact(battle_of(game), unit(game, "A1"), unit(game, "A2"), 12.0, keep=1.0)
    assert all(off(a, b, (10, 20)) > 2 for track in tracks for a, b in pairwise(track))
    assert any(touching(track[-1], 0.5, unit(game, "A2")) for track in tracks)


# ---------------------------------------------------------------- single models moved by the player
def charging():
    game = field([riflemen(10, 10)], [recruits(16, 12)])
    act(game, "A1", "charge", "B1")
    return game, game.question.field


@rule("AMC-MELEE-1")
def test_the_player_moves_single_models_along_the_rim_and_the_others_make_room():
    game, found = charging()
    side = next(iter(found.cells()))
    before = [spot[:2] for spot in found.stands([side])]
    moved = 0
    for number in range(1, 6):
        answer = [side, f"model{number}=0.5,0.5"]
        if refused(game, answer) == "":
            after = [spot[:2] for spot in found.stands(answer)]
            moved += after[number - 1] != before[number - 1]
            assert all(dist(a, b) >= 0.97 for a, b in combinations(after, 2))
            touched = [touching(spot, 0.5, unit(game, "B1")) for spot in (before[number - 1], after[number - 1])]
            assert touched[1] >= touched[0], "who touched the target still does"
    assert moved >= 2
    assert found.loose == 5


@rule("AMC-MELEE-1")
def test_nobody_who_can_touch_the_target_is_kept_off_it():
    game, found = charging()
    side = next(iter(found.cells()))
    assert refused(game, [side, "model1=-6,-6"]) == "AMC-MELEE-1"
    assert len(found.stands([side, "model1=-6,-6"])) == 5, "shown where the player would have them"
    assert refused(game, [side, "model9=1,1"]) == "AMC-MELEE-1"
    assert refused(game, [side, "form=line"]) == "AMC-MELEE-1"
    assert refused(game, [side, "turn=30"]) == "AMC-MELEE-1"


@rule("AMC-MELEE-1")
def test_every_side_that_is_offered_is_taken_by_every_unit():
    chance = Random(1)
    for _ in range(6):
        x, y = chance.uniform(14, 26), chance.uniform(14, 26)
        game = field([riflemen(10, 10, 10), tank(20, 8)], [recruits(x, y, 10)])
        if refuse_charge(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None:
            act(game, "A1", "charge", "B1")
            cells = game.question.field.cells()
            assert cells
            assert all(refused(game, [cell]) == "" for cell in cells)


@rule("AMC-MELEE-3")
def test_the_preview_of_a_target_counts_those_who_will_be_there():
    game = field([riflemen(10, 10, 10)], [gunners(10, 27)])
    act(game, "A1", "charge")
    mine, theirs = likely_blows(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    lines = {line.label: line.value for line in game.preview("B1").lines}
    assert mine < 10
    assert f"{mine} of 10 models" in lines["strikes"]
    assert theirs == 1


# ---------------------------------------------------------------- mines
@rule("AMC-TERR-3", "AMC-GUARD-3")
def test_all_roll_for_mines_even_if_he_who_crossed_them_has_fallen():
    house, mines = box("building", 8, 18, 17, 22), box("minefield", 18, 9.8, 20, 10.2)
    game = field([gunners(14, 10, 3)], [gunners(14, 30)], pieces=(house, mines))
    stand(game, "A1", (14, 10), (14, 12))  # the first alone goes across the mines
    unit(game, "B1").guarding = True
    act(game, "A1", "rush", ["25,11"])
    load(game, *(4, 1, 1), *(1, 1), 4, 2)  # a hit, not blocked; morale is kept; one die for the mines
    halt = game.question.options[-2].key
    play(game, halt, "0")
    assert unit(game, "A1").left == 1
    assert "dangerous terrain: " in said(game)
    assert unread(game) == ()


@rule("AMC-TERR-3")
def test_who_has_fallen_before_the_mines_has_not_crossed_them():
    mines = box("minefield", 18, 9.8, 20, 10.2)
    game = field([gunners(14, 10, 3)], [gunners(14, 30)], pieces=(mines,))
    stand(game, "A1", (14, 12))
    march = UnitMarch("A1", (((14, 10), (25, 10)), ((14, 12), (25, 12))), 0.0, "rushes", done=0)
    assert march.mined(battle_of(game), 3) is False
    assert march.mined(battle_of(game), 6) is True


# ---------------------------------------------------------------- what is told
@rule("AMC-ACT-5", "AMC-ACT-6")
@pytest.mark.parametrize(("action", "told"), [("advance", "advances"), ("rush", "rushes")])
def test_a_move_of_nothing_still_says_which_action_it_was(action, told):
    game = field([gunners(10, 10)], [gunners(40, 40)])
    act(game, "A1", action, ["10,10"])
    assert f"A1 Gunner {told} without moving" in said(game)


@rule("AMC-MELEE-6", "AMC-TERR-3", "AMC-VUNIT-5")
def test_what_destroys_a_unit_is_told():
    game = field([gunners(10, 10)], [gunners(10, 16)])
    load(game, *(4, 4, 1, 1), 1)
    act(game, "A1", "charge", "B1", ["10,15"])
    assert "B1 Gunner is destroyed in melee" in said(game)
    mines = field([gunners(10, 10)], [gunners(40, 40)], pieces=(box("minefield", 8, 12, 12, 13),), dice=(1, 1))
    act(mines, "A1", "rush", ["10,15"])
    assert "A1 Gunner is destroyed by dangerous terrain" in said(mines)
    run(mines)


def thrown_together(seed):
    """Units by chance all around B1, so close that some of A1 cannot move."""
    chance = Random(seed)
    while True:
        size = chance.choice((5, 10))
        target = gunners(20, 20, chance.choice((1, 3)))
        game = field([recruits(5, 5, size), riflemen(30, 5)], [target, riflemen(30, 20)])
        taken = []
        middles = [(20, 20), *((20 + chance.uniform(-4, 4), 20 + chance.uniform(-4, 4)) for _ in range(3))]
        for name, (x, y) in zip(("B1", "A1", "B2", "A2"), middles, strict=True):
            here, models = unit(game, name), []
            for _ in range(2000):
                if len(models) == len(here.models):
                    break
                spot = round(chance.uniform(x - 2.6, x + 2.6), 2), round(chance.uniform(y - 2.6, y + 2.6), 2)
                if all(dist(spot, there) >= here.radius + radius for there, radius in taken):
                    models.append(spot)
                    taken.append((spot, here.radius))
            if len(models) < len(here.models):
                break
            here.models = tuple(models)
        else:
            return game


@rule("AMC-MELEE-2")
@pytest.mark.parametrize("seed", CLOSINGS)
def test_those_who_close_up_never_end_on_one_another(seed):
    game = thrown_together(seed)
    here = unit(game, "A1")
    ends = [track[-1] for track in closing_up(battle_of(game), here, unit(game, "B1"))]
    assert all(dist(a, b) >= 2 * here.radius - 0.001 for a, b in combinations(ends, 2))
