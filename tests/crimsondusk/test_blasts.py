"""Blasts (CD-TRAIT-2 to 7, CD-TRAIT-18): where they may be aimed, how hard it is, whom they catch."""

from __future__ import annotations

from math import sqrt

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.aiming.blast_limits import shell_field, shell_tally
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.shooting.blast_odds import struck
from tabletop_tui.rules.crimsondusk.shooting.blasts import Burst, ChooseSpot, Explode
from tabletop_tui.rules.crimsondusk.shooting.pinning import CeaseFire, OpenFire
from tests.crimsondusk.build import (
    activate,
    at,
    battle_of,
    box,
    field,
    leader,
    said,
    section,
    soldier,
    squad,
    told_rules,
    unit,
)
from tests.playing import options, play, run, unread

rule = pytest.mark.rule
GAMES = 2500
SHOT = Shooter("A1-1", "grenade-launcher")


def gunner(x=10.0, y=10.0, weapon="grenade-launcher", quality="Rg", **traits):
    return section(x, y, soldier(quality, weapon, **traits))


def needs(game, spot, shooter=SHOT, spotter=""):
    battle = battle_of(game)
    aim = shell_field(battle, unit(game, "A1"), shooter, spotter)
    mark = aim.mark(spot)
    assert not isinstance(mark, Refusal), mark
    return shell_tally(battle, unit(game, "A1"), shooter, mark)


def why(game, *spots, shooter=SHOT):
    refusal = shell_field(battle_of(game), unit(game, "A1"), shooter).judge(spots)
    return "" if refusal is None else refusal.rule


# ---------------------------------------------------------------- where, and how hard
@rule("CD-TRAIT-2")
def test_a_point_beside_a_hidden_model_is_as_hard_as_the_model():
    target = squad(10, 24, 4, "Vt", camouflage=1)
    game = field([gunner()], [target], (box("scrub", 8, 22, 18, 26),))
    unit(game, "B1").ground = True
    aimed, beside = needs(game, (10.0, 24.0)), needs(game, (10.0, 22.5))
    assert aimed.total == beside.total == 7 + 2 + 1, "regular at veteran, hidden, camouflaged"
    assert needs(game, (10.0, 21.9)).total == 6, "nobody within the ring: as at an irregular, nothing added"


@rule("CD-TRAIT-2", "CD-HIT-11")
def test_a_bare_point_is_no_living_target():
    game = field([gunner()], [leader(40, 40)])
    assert needs(game, (10.0, 12.0)).total == 6


@rule("CD-TRAIT-2")
def test_the_one_model_counts_not_its_section():
    men = (soldier("Ir"), soldier("El"), soldier("El"))
    game = field([gunner()], [at(section(0, 0, *men), (10, 24), (12.9, 24), (15.8, 24))])
    assert needs(game, (10.0, 24.0)).total == 6
    assert needs(game, (15.8, 24.0)).total == 7


@rule("CD-SHOOT-3", "CD-TRAIT-2")
def test_how_far_a_blast_reaches_is_measured_to_the_edge_of_the_model_it_is_aimed_at():
    far = 48 + 1
    game = field([gunner(5, 5)], [leader(5 + far, 5), leader(5 + far + 0.02, 20)])
    assert why(game, (54.0, 5.0)) == ""
    game = field([gunner(5, 5)], [leader(5 + far + 0.02, 5)])
    assert why(game, (54.02, 5.0)) == "CD-SHOOT-3"
    assert why(game, (53.5, 5.0)) == "", "but its rim is reached"


@rule("CD-TRAIT-2", "CD-LOS-1")
def test_what_is_not_seen_is_not_aimed_at():
    game = field([gunner()], [squad(10, 24, 4)], (box("house", 5, 14, 20, 18),))
    assert why(game, (10.0, 24.0)) == "CD-BLDG-6"


@rule("CD-SHOOT-7")
def test_nobody_in_melee_is_aimed_at():
    game = field([gunner()], [squad(10, 24, 4)])
    unit(game, "B1").foes = ("A9",)
    assert why(game, (10.0, 24.0)) == "CD-SHOOT-7"


@rule("CD-TRAIT-2", "CD-WPN-2")
def test_each_shot_is_placed_by_itself():
    crew = section(10, 10, soldier("Rg", "grenade-machine-gun"), soldier(), soldier())
    game = activate(field([crew], [leader(10, 24, av=30)], dice=(9, 1, 9, 1, 10)), "A1")
    play(game, "shoot", ["10,24"])
    assert unread(game) == (9, 1, 10), "one has landed, and is not tested yet"
    play(game, ["10,24"])
    assert unread(game) == ()


# ---------------------------------------------------------------- where it lands, whom it catches
@rule("CD-TRAIT-4", "CD-TRAIT-5", "CD-TRAIT-6", "CD-TRAIT-15")
def test_artillery_has_a_circle_of_three_across_and_whoever_is_hit_is_tested_at_two_less():
    """The middles of bases of radius 0.5 may be 2 away to be under it, 3 to be in the ring."""
    men = [soldier("Rg", av=30)] * 3
    target = at(section(0, 0, *men), (30, 30), (32, 30), (33, 30))
    far = squad(33.01, 32, 4)
    gun = section(10, 10, soldier("Rg", "artillery-piece"), *[soldier()] * 4)
    game = field([gun], [target, far])
    shooter = Shooter("A1-1", "artillery-piece")
    game.dice.unread = (5, 1, 1, 6)
    run(game, Explode("A1", shooter, (30.0, 30.0), Hit(6, 0, "Artillery piece"), "B1"))
    assert unread(game) == (), "one ring test, passed; two dice for nothing; a pinning test"
    assert battle_of(game).is_pinned(unit(game, "B1")), "7 was needed"


@rule("CD-TRAIT-4")
def test_friends_are_hit_too():
    game = field([gunner(), squad(20, 24, 4)], [squad(40, 40, 4)], dice=(10, 10, 10))
    run(game, Explode("A1", SHOT, (20.0, 24.0), Hit(5, 0, "Grenade launcher"), ""))
    assert unit(game, "A2").left == 3


@rule("CD-TRAIT-3")
def test_a_miss_scatters_so_far_in_any_direction():
    game = field([gunner()], [squad(10, 24, 4)], dice=(2, 7, 90))
    run(game, Burst("A1", SHOT, (10.0, 24.0)))
    assert "scatters 7 u to 17, 24" in said(game)


@rule("CD-TRAIT-6", "CD-PIN-2")
def test_the_shots_of_one_ap_are_tested_once():
    crew = section(10, 10, *[soldier("Rg", "grenade-launcher")] * 2)
    game = field([crew], [leader(10, 24, av=30)], dice=(9, 1, 9, 1, 10))
    run(
        game,
        OpenFire("A1"),
        Burst("A1", SHOT, (10.0, 24.0)),
        Burst("A1", Shooter("A1-2", "grenade-launcher"), (10.0, 24.0)),
        CeaseFire("A1"),
    )
    assert unread(game) == ()
    assert said(game).count("pinning test") == 1


@rule("CD-TRAIT-7")
@pytest.mark.parametrize(("face", "tested"), [(10, True), (2, False)])
def test_beyond_its_range_a_blast_only_pins(face, tested):
    game = field([gunner(5, 5)], [squad(45, 5, 5)], dice=(face, *([10] if tested else [])))
    run(game, Burst("A1", SHOT, (45.0, 5.0)))
    assert unread(game) == ()
    assert unit(game, "B1").left == 5
    assert unit(game, "B1").shots == 0
    assert "scatters" not in said(game)


# ---------------------------------------------------------------- indirect
MORTAR = Shooter("A1-1", "light-mortar")


def hidden(*friends, **traits):
    wall = (box("house", 5, 14, 20, 18),)
    return field([gunner(10, 10, "light-mortar", **traits), *friends], [squad(10, 24, 4)], wall)


@rule("CD-TRAIT-18")
def test_a_friend_who_sees_both_directs_an_indirect_weapon_at_three_less():
    assert why(hidden(), (10.0, 24.0), shooter=MORTAR) == "CD-BLDG-6"
    game = hidden(leader(26, 16))
    assert why(game, (10.0, 24.0), shooter=MORTAR) == ""
    assert needs(game, (10.0, 24.0), MORTAR).total == 7 + 3
    assert why(hidden(leader(10, 30)), (10.0, 24.0), shooter=MORTAR) == "CD-BLDG-6", "he does not see the weapon"
    launcher = field([gunner(), leader(26, 16)], [squad(10, 24, 4)], (box("house", 5, 14, 20, 18),))
    assert why(launcher, (10.0, 24.0)) == "CD-BLDG-6", "no indirect weapon"


@rule("CD-TRAIT-18")
def test_in_direct_sight_nothing_is_added():
    game = field([gunner(10, 10, "light-mortar"), leader(26, 16)], [squad(10, 24, 4)])
    assert needs(game, (10.0, 24.0), MORTAR).total == 7


@rule("CD-TRAIT-18")
def test_the_owner_names_the_spotter():
    game = hidden(leader(26, 16), leader(28, 16))
    game.dice.unread = (1, 10, 180)
    run(game, ChooseSpot("A1", MORTAR))
    play(game, ["10,24"])
    assert [option.key for option in game.question.options] == ["A2", "A3"]
    play(game, "A3")
    assert "directed by A3" in str(told_needs(game))
    assert not unit(game, "A3").activated


def told_needs(game):
    return [event.need for event in game.events if isinstance(event, Rolled)]


# ---------------------------------------------------------------- what is said before
@rule("CD-TRAIT-4", "CD-TRAIT-5")
def test_before_enter_it_is_said_who_is_under_it_and_who_in_the_ring():
    game = field([gunner()], [at(squad(0, 0, 3), (10, 24), (11.9, 24), (20, 24))])
    run(game, ChooseSpot("A1", SHOT))
    lines = {row.label: row.value for row in game.preview(["10,24"]).lines}
    assert lines["Under it"] == "B1 (1 of 3)"
    assert lines["In the ring"] == "B1 (1 of 3)"


@rule("CD-TRAIT-4", "CD-TRAIT-5")
def test_before_friends_are_taken_it_is_asked():
    game = field([gunner(), at(squad(0, 0, 2), (11.9, 24), (20, 24))], [leader(10, 24)])
    run(game, ChooseSpot("A1", SHOT))
    name = unit(game, "A2").name
    for spot in ("10,24", "11.9,24"):
        assert game.question.warning([spot]) == f"It takes {name} too: fire there?", "in the ring, and under it"
    assert game.question.warning(["9,24"]) == "", "an enemy is no friend"


BLASTS = {
    "grenade": lambda: (field([gunner()], [squad(10, 24, 5), leader(10, 26)]), SHOT, (10.0, 24.0)),
    "between two": lambda: (field([gunner(cb=0)], [squad(10, 24, 5)]), SHOT, (10.75, 24.5)),
    "artillery": lambda: (
        field(
            [section(10, 10, soldier("Rg", "artillery-piece", critical_shot=1), *[soldier()] * 4)], [squad(10, 20, 8)]
        ),
        Shooter("A1-1", "artillery-piece"),
        (12.0, 20.0),
    ),
}


@rule("CD-TRAIT-3", "CD-TRAIT-4", "CD-TRAIT-5", "CD-TRAIT-6", "CD-IMP-1")
@pytest.mark.parametrize("name", BLASTS)
def test_what_is_said_of_a_blast_is_what_the_dice_come_to(name):
    game, shooter, spot = BLASTS[name]()
    aim = shell_field(battle_of(game), unit(game, "A1"), shooter)
    found = {one.unit: one for one in struck(aim, shooter, spot, aim.mark(spot))}
    came = [played(game, shooter, spot, seed) for seed in range(GAMES)]
    for who, said_of in found.items():
        assert sum(said_of.kills) == pytest.approx(1)
        start = unit(game, who).left
        for number, chance in enumerate(said_of.kills):
            close(sum(start - left[who] == number for left, _ in came) / GAMES, chance)
        close(sum(who in pinned for _, pinned in came) / GAMES, said_of.pinned)


def played(game, shooter, spot, seed):
    one = game.clone()
    one.dice = SeededDice(seed=seed)
    run(one, Burst("A1", shooter, spot))
    battle = battle_of(one)
    return {unit.id: unit.left for unit in battle.units.values()}, {
        u.id for u in battle.units.values() if battle.is_pinned(u)
    }


def close(share: float, chance: float) -> None:
    assert abs(share - chance) <= 4 * sqrt(max(chance * (1 - chance), 1e-4) / GAMES), (share, chance)


@rule("CD-SHOOT-5", "CD-TRAIT-2")
def test_a_place_away_from_the_nearest_section_needs_the_test_too():
    theirs = squad(10, 24, 4, av=30)
    aside = ["20,20"]
    game = activate(field([gunner()], [theirs], dice=(5, 10)), "A1", "shoot")
    assert any(line.label == "test first" for line in game.preview(aside).lines)
    assert not any(line.label == "test first" for line in game.preview(["10,22.5"]).lines)
    play(game, aside)
    assert unread(game) == ()
    assert "CD-SHOOT-5" in told_rules(game)
    game = activate(field([gunner()], [theirs], dice=(4, 10, 9, 1, 10)), "A1", "shoot", aside)
    assert "shoots at B1 Section, the nearest" in said(game)


# ---------------------------------------------------------------- what is offered
@rule("CD-TRAIT-18", "CD-SHOOT-1")
def test_a_mortar_that_a_friend_can_direct_is_fired_when_all_shoot():
    house = (box("house", 2, 24, 18, 28),)
    mine = [section(10, 10, soldier("Rg", "light-mortar"), soldier("Rg", "rifle")), leader(20, 26)]
    game = activate(field(mine, [squad(10, 40, 4)], pieces=house))
    assert options(game)["shoot"] == ""
    game = activate(field(mine[:1], [squad(10, 40, 4)], pieces=house))
    assert options(game)["shoot"] == "CD-SHOOT-1", "nobody directs it"


@rule("CD-TRAIT-2", "CD-WPN-5", "CD-AP-2")
@pytest.mark.parametrize(("arms", "chooses"), [(("rifle", "thrown-grenade"), True), (("rifle",), False)])
def test_one_man_alone_may_throw_a_grenade_at_a_place(arms, chooses):
    game = activate(field([leader(10, 10, 1, "Rg", *arms)], [squad(10, 40, 4)], dice=(9, 10)))
    assert options(game)["each"] == ("" if chooses else "CD-AP-2")
    if chooses:
        play(game, "each", {"A1-1": "fire:thrown-grenade"}, ["14,14"])
        assert unread(game) == (), "the test for a place away from the nearest section, then the throw"
