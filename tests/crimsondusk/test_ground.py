"""Going to ground (CD-GTG)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.crimsondusk.sight import cover
from tests.crimsondusk.build import activate, at, battle_of, box, field, leader, squad, unit
from tests.playing import options, play, refused

rule = pytest.mark.rule


@rule("CD-GTG-1", "CD-GTG-3", "CD-GTG-5")
def test_an_attempt_costs_an_ap_and_may_be_made_again():
    game = activate(field([squad(10, 10)], dice=(3, 4)), "A1", "ground")
    assert (unit(game, "A1").ground, unit(game, "A1").spent) == (False, 1)
    play(game, "ground")
    assert (unit(game, "A1").ground, unit(game, "A1").spent) == (True, 2)


@rule("CD-GTG-3", "CD-SKILL-2")
@pytest.mark.parametrize(("face", "passed"), [(3, True), (2, False), (1, False)])
def test_veterans_pass_with_a_3_and_never_with_a_1(face, passed):
    game = activate(field([squad(10, 10, 4, "Vt")], dice=(face,)), "A1", "ground")
    assert unit(game, "A1").ground == passed


@rule("CD-GTG-3")
def test_no_command_bonus_helps():
    from tests.crimsondusk.build import leader

    game = activate(field([squad(10, 10), leader(10, 12, cb=3)], dice=(3,)), "A1", "ground")
    assert not unit(game, "A1").ground


@rule("CD-GTG-2")
@pytest.mark.parametrize(("gap", "fine"), [(12.0, True), (11.99, False)])
def test_no_enemy_in_sight_is_nearer_than_12(gap, fine):
    game = activate(field([squad(10, 10)], [squad(10, 11 + gap)]))
    assert options(game)["ground"] == ("" if fine else "CD-GTG-2")
    said = str(game.question.option("ground").refusal)
    assert fine or said.endswith("is in sight 11.99 u away; 12 are needed [CD-GTG-2]")


@rule("CD-GTG-2")
def test_an_enemy_behind_a_house_does_not_matter():
    house = (box("house", 0, 13, 40, 15),)
    game = activate(field([squad(10, 10)], [squad(10, 18)], pieces=house))
    assert not options(game)["ground"]


@rule("CD-GTG-2")
@pytest.mark.parametrize(("av", "fine"), [(11, True), (12, False)])
def test_bulky_armour_forbids_it(av, fine):
    game = activate(field([squad(10, 10, av=av)]))
    assert options(game)["ground"] == ("" if fine else "CD-GTG-2")


@rule("CD-GTG-6", "CD-RUN-2")
def test_who_has_gone_to_ground_crawls_and_cannot_run():
    game = field([squad(10, 10, quick=1)], pieces=(box("scrub", 0, 0, 30, 30),))
    unit(game, "A1").ground = True
    activate(game)
    assert options(game)["run"] == "CD-RUN-2"
    play(game, "move")
    assert not refused(game, ["13,11"])
    assert refused(game, ["13,11.01"]) == "CD-GTG-6"


@rule("CD-GTG-4")
def test_standing_up_is_free():
    game = field([squad(10, 10)])
    unit(game, "A1").ground = True
    activate(game, "A1", "stand")
    assert (unit(game, "A1").ground, unit(game, "A1").spent) == (False, 0)


@rule("CD-PIN-6")
def test_a_section_that_was_forced_down_stays_down_until_its_pinned_turn_is_over():
    game = field([squad(10, 10)])
    unit(game, "A1").ground = True
    unit(game, "A1").pinned_from = unit(game, "A1").pinned_to = 1
    activate(game)
    assert options(game)["stand"] == "CD-PIN-6"
    battle_of(game).turn = 2
    game.ask_anew()
    assert not options(game)["stand"]


@rule("CD-GTG-7", "CD-HIT-5", "CD-HIT-6", "CD-LOS-7")
def test_concealed_and_hidden():
    scrub = (box("scrub", 5, 5, 30, 15),)
    for pieces, down, status in (
        ((), False, ""),
        ((), True, "concealed"),
        (scrub, False, "concealed"),
        (scrub, True, "hidden"),
    ):
        game = field([squad(10, 10)], [squad(10, 40)], pieces=pieces)
        unit(game, "A1").ground = down
        assert cover.status(battle_of(game), unit(game, "A1"), unit(game, "B1").models) == status


@rule("CD-EQ-HOLO")
def test_a_holo_field_conceals_in_the_open_and_hides_in_cover():
    for pieces, status in (((), "concealed"), ((box("scrub", 5, 5, 30, 15),), "hidden")):
        for down in (False, True):
            game = field([squad(10, 10, holo_field=1)], [squad(10, 40)], pieces=pieces)
            unit(game, "A1").ground = down
            assert cover.status(battle_of(game), unit(game, "A1"), unit(game, "B1").models) == status


@rule("CD-HIT-5")
@pytest.mark.parametrize(("right", "status"), [(13.2, "concealed"), (11.7, "")])
def test_what_most_models_in_view_are_in_counts(right, status):
    game = field([squad(10, 10)], [squad(10, 40)], pieces=(box("scrub", 5, 5, right, 15),))
    assert cover.status(battle_of(game), unit(game, "A1"), unit(game, "B1").models) == status


@rule("CD-GTG-2")
def test_only_enemy_models_that_are_seen_forbid_it():
    house = (box("house", 8, 12, 12, 14),)
    theirs = at(squad(0, 0, 2), (10, 16), (10, 24))
    game = activate(field([leader(10, 10)], [theirs], pieces=house))
    assert options(game)["ground"] == ""
    seen = at(squad(0, 0, 2), (10, 16), (17, 16))
    assert options(activate(field([leader(10, 10)], [seen], pieces=house)))["ground"] == "CD-GTG-2"
