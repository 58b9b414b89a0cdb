"""What the log says of a battle: who did what, which dice fell for whom, and under which rules.

The log, the map's animation and the report are made from these events and from nothing else.
"""

from __future__ import annotations

import pytest
from attrs import fields

from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.rules.armymen.damage.damage import DamageRolls, Morale, TakeHits, WreckHits
from tabletop_tui.rules.armymen.melee.melee import Charged, Melee
from tabletop_tui.rules.armymen.state.victory import score
from tabletop_tui.rules.armymen.turn.setup import Deploy, SetUp
from tabletop_tui.rules.armymen.turn.turn import Activate, EndRound, NextActivation
from tests.armymen.build import (
    act,
    box,
    field,
    gunners,
    inside,
    jeep,
    recruits,
    riflemen,
    snipers,
    tank,
    unit,
    veterans,
)
from tests.playing import load, play, run, unread

rule = pytest.mark.rule
UNSAID = ("text", "rules", "seat", "why", "need", "chance", "pool", "near", "contest")
HOUSE = (box("building", 8, 18, 17, 22),)


def told(game) -> list[str]:
    """Each event as a line: the seat, its kind, its words, its rules, and what else it holds."""
    return [line(event) for event in game.events]


def line(event: Event) -> str:
    seat = "-" if event.seat is None else "AB"[event.seat]
    more = [
        f"{one.name}={show(getattr(event, one.name))}"
        for one in fields(type(event))
        if one.name not in UNSAID and getattr(event, one.name) != one.default
    ]
    return " ".join([f"{seat} {type(event).__name__}: {event.text} [{' '.join(event.rules)}]", *more])


def show(value) -> str:
    if value and isinstance(value, tuple) and isinstance(value[0], bool):
        return "".join("-+"[good] for good in value)
    return ">".join(map(str, value)) if isinstance(value, tuple) else str(value)


@rule("AMC-PREP-6", "AMC-PREP-7", "AMC-PREP-8", "AMC-PREP-9", "AMC-ROUND-1", "AMC-ROUND-2")
def test_edges_are_rolled_for_and_units_placed():
    game = field([riflemen(1, 1), jeep(1, 1)], [gunners(1, 1)], dice=(3, 3, 2, 5, 2, 3, 1, 1))
    for one in game.state.units.values():
        one.models = ()
    game.state.round = 0
    run(game, SetUp())
    play(game, "south", ["20,40"], "A1", ["20,5"], ["30,5"])
    assert unread(game) == ()
    assert {event.why for event in game.events[:6] if isinstance(event, Rolled)} == {"choice of the table edge"}
    assert told(game) == [
        "- Began: Set-up [AMC-PREP-6]",
        "A Rolled: Choice of the table edge: 3 [AMC-PREP-6] faces=3",
        "B Rolled: Choice of the table edge: 3 [AMC-PREP-6] faces=3",
        "- Event: A tie: both roll again [AMC-PREP-6]",
        "A Rolled: Choice of the table edge: 2 [AMC-PREP-6] faces=2",
        "B Rolled: Choice of the table edge: 5, Blue by 5 to 2 [AMC-PREP-6] faces=5 outcome=Blue by 5 to 2",
        "B Event: Blue takes the south edge [AMC-PREP-6 AMC-PREP-7]",
        "B Moved: B1 Gunner is placed at 20, 40 [AMC-PREP-9] unit=B1 path=20,40",
        "A Moved: A1 Riflemen are placed at 20, 5 [AMC-PREP-9] unit=A1 path=20,5",
        "A Moved: A2 Jeep is placed at 30, 5 [AMC-PREP-9] unit=A2 path=30,5",
        "- Began: Round 1 [AMC-ROUND-1] level=round number=1",
        "A Rolled: Who activates next: 2 + 2 = 4 [AMC-ROUND-2] faces=2 adds=Waiting 2 (still to activate)",
        "B Rolled: Who activates next: 3 + 1 = 4 [AMC-ROUND-2] faces=3 adds=Waiting 1 (still to activate)",
        "- Event: A tie: both roll again [AMC-ROUND-2]",
        "A Rolled: Who activates next: 1 + 2 = 3 [AMC-ROUND-2] faces=1 adds=Waiting 2 (still to activate)",
        "B Rolled: Who activates next: 1 + 1 = 2, Red by 3 to 2 [AMC-ROUND-2] faces=1"
        " outcome=Red by 3 to 2 adds=Waiting 1 (still to activate)",
    ]


@rule("AMC-SHOOT-2", "AMC-SHOOT-3", "AMC-SHOOT-4", "AMC-WPN-4", "AMC-MORALE-2", "AMC-UNIT-5")
def test_a_shot_with_everything_that_follows():
    game = field([riflemen(20, 30, 5, "bazooka")], [veterans(20, 20)], dice=(2, 4, 4, 4, 4, 1, 1))
    unit(game, "B1").hunkered = True
    load(game, *(1, 1, 1, 4, 1), *(1, 2, 1, 3))
    act(game, "A1", "hold", "B1")
    load(game, 2, 3)
    play(game, "rest")
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Riflemen [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Event: A1 Riflemen hold [AMC-ACT-2]",
        "A Shot: A1 Riflemen shoot at B1 Veterans [AMC-SHOOT-1] unit=A1 target=B1 spots=20,30>20,20",
        "A Rolled: Attacks of A1's Bazooka: 2, 2 attacks [AMC-WPN-4] faces=2 outcome=2 attacks",
        "A Rolled: A1 Riflemen shoot: [4] [4] [4] [4] 1 1, needs 4 or more: 4 hits"
        " [AMC-SHOOT-2 AMC-GEN-2] faces=4>4>4>4>1>1 good=++++-- outcome=4 hits",
        "B Rolled: B1 Veterans block: 1 1 1 [4] 1, needs 4 or more: 1 block"
        " [AMC-GEN-2] faces=1>1>1>4>1 good=---+- outcome=1 block",
        "B Rolled: B1 Veterans block, re-roll of failures: 1 2 1 3, needs 4 or more: no block"
        " [AMC-UNIT-5] faces=1>2>1>3 good=---- outcome=no block",
        "B Event: 4 hits on B1 Veterans, 1 blocked (Block dice 5 = 4 hits, +1 Hunkered)"
        " [AMC-SHOOT-4 AMC-SHOOT-3 AMC-ACT-3]",
        "B Harmed: B1 Veterans lose 3, 2 left [AMC-SHOOT-4] unit=B1 amount=3 left=2 by=A1 cause=shot",
        "B Rolled: B1 Veterans: morale test: 2, needs 4 or more: failed [AMC-GEN-2] faces=2 good=-",
        "B Rolled: B1 Veterans: morale test, re-roll of failures: 3, needs 4 or more: failed"
        " [AMC-UNIT-5] faces=3 good=-",
        "B Status: B1 Veterans are Pinned [AMC-MORALE-2] unit=B1 status=Pinned",
    ]


@rule("AMC-MORALE-3", "AMC-MORALE-5", "AMC-MORALE-6", "AMC-UNIT-2")
def test_a_pinned_unit_passes_or_is_destroyed():
    game = field([riflemen(20, 30), recruits(30, 30)], [gunners(20, 3)], dice=(4, 4, 3))
    unit(game, "A1").pinned = unit(game, "A2").pinned = True
    act(game, "A1", "guard")
    act(game, "A2")
    act(game, "B1", "hunker")
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Riflemen [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Rolled: A1 Riflemen: Pinned test: [4], needs 4 or more: passed [AMC-GEN-2] faces=4 good=+",
        "A Status: A1 Riflemen are no longer Pinned [AMC-MORALE-5] unit=A1 status=Pinned on=False",
        "A Status: A1 Riflemen are on Guard [AMC-ACT-4] unit=A1 status=on Guard",
        "A Began: Red activates A2 Recruits [AMC-ROUND-1] level=activation number=1 unit=A2",
        "A Rolled: A2 Recruits: Pinned test: [4], needs 4 or more: passed [AMC-GEN-2] faces=4 good=+",
        "A Rolled: A2 Recruits: Pinned test, re-roll of successes: 3, needs 4 or more: failed"
        " [AMC-UNIT-2] faces=3 good=-",
        "A Fell: A2 Recruits are destroyed after a failed Pinned test [AMC-MORALE-6] unit=A2 spot=30,30 cause=broken",
        "B Began: Blue activates B1 Gunner [AMC-ROUND-1] level=activation number=1 unit=B1",
        "B Status: B1 Gunner is Hunkered [AMC-ACT-3] unit=B1 status=Hunkered",
    ]


@rule("AMC-SHOOT-4", "AMC-UNIT-8", "AMC-UNIT-9")
def test_a_unit_that_is_shot_to_the_last_man():
    game = field([snipers(20, 30)], [gunners(20, 20)], dice=(2,))
    act(game, "A1", "hold", "B1")
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Sniper [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Event: A1 Sniper holds [AMC-ACT-2]",
        "A Shot: A1 Sniper shoots at B1 Gunner [AMC-SHOOT-1] unit=A1 target=B1 spots=20,30>20,20",
        "A Rolled: A1 Sniper shoots: [2], needs 2 or more: 1 hit"
        " [AMC-SHOOT-2 AMC-GEN-2 AMC-UNIT-8] faces=2 good=+ outcome=1 hit",
        "B Event: 1 hit on B1 Gunner, none blocked (Block dice 0 = 1 hit, -1 shot at by Snipers)"
        " [AMC-SHOOT-4 AMC-SHOOT-3 AMC-UNIT-9]",
        "B Fell: B1 Gunner is destroyed by shooting [AMC-SHOOT-4] unit=B1 spot=20,20 by=A1 cause=shot",
    ]


@rule("AMC-DMG-1", "AMC-DMG-2", "AMC-DMG-3", "AMC-DMG-5", "AMC-WPN-2", "AMC-WPN-3")
def test_a_vehicle_is_damaged():
    game = field([riflemen(20, 30)], [tank(20, 20, 0)], dice=(4, 4, 4, 4, 1))
    load(game, *[1] * 5, *(2, 1), *(3, 4))
    act(game, "A1", "hold", "B1")
    load(game, 3)
    act(game, "B1")
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Riflemen [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Event: A1 Riflemen hold [AMC-ACT-2]",
        "A Shot: A1 Riflemen shoot at B1 Tank [AMC-SHOOT-1] unit=A1 target=B1 spots=20,30>20,20",
        "A Rolled: A1 Riflemen shoot: [4] [4] [4] [4] 1, needs 4 or more: 4 hits"
        " [AMC-SHOOT-2 AMC-GEN-2] faces=4>4>4>4>1 good=++++- outcome=4 hits",
        "A Recounted: Against a vehicle: 4 hits halved [AMC-WPN-2 AMC-WPN-3]",
        "B Rolled: B1 Tank blocks: 1 1 1 1 1, needs 4 or more: no block"
        " [AMC-GEN-2] faces=1>1>1>1>1 good=----- outcome=no block",
        "B Event: 2 hits on B1 Tank, none blocked (Block dice 5 = 2 hits, +3 armour)"
        " [AMC-SHOOT-4 AMC-SHOOT-3 AMC-VEH-5]",
        "A Rolled: Damage to B1 Tank (rear, the higher die counts): 2 1, must roll 4+ to activate"
        " [AMC-DMG-1 AMC-DMG-7] faces=2>1 outcome=must roll 4+ to activate",
        "A Rolled: Damage to B1 Tank (rear, the higher die counts): 3 4, may not move"
        " [AMC-DMG-1 AMC-DMG-7] faces=3>4 outcome=may not move",
        "B Harmed: B1 Tank must roll 4+ to activate and may not move or pivot when next activated"
        " [AMC-DMG-1 AMC-DMG-2 AMC-DMG-3] unit=B1 amount=2 left=1 by=A1 cause=hit",
        "B Began: Blue activates B1 Tank [AMC-ROUND-1] level=activation number=1 unit=B1",
        "B Rolled: B1 Tank: damaged, test to activate: 3, needs 4 or more: failed [AMC-DMG-2] faces=3 good=-",
        "B Status: B1 Tank loses this activation [AMC-DMG-2] unit=B1 status=activation lost",
    ]


@rule("AMC-DMG-4", "AMC-DMG-6", "AMC-VUNIT-5")
def test_a_vehicle_is_destroyed_with_a_unit_inside():
    game = field([gunners(40, 40)], [jeep(20, 20), riflemen(1, 1)], dice=(2, 6))
    inside(game, "B2", "B1")
    run(game, DamageRolls("B1", 2, "side", "A1"))
    load(game, 3, 4, 1, 1)
    play(game, ["20,21"], "rest")
    assert unread(game) == ()
    assert told(game) == [
        "A Rolled: Damage to B1 Jeep (side): 2, must roll 4+ to activate"
        " [AMC-DMG-1 AMC-DMG-6] faces=2 outcome=must roll 4+ to activate",
        "A Rolled: Damage to B1 Jeep (side): 6, destroyed [AMC-DMG-1 AMC-DMG-6] faces=6 outcome=destroyed",
        "B Fell: B1 Jeep is destroyed by damage [AMC-DMG-4] unit=B1 spot=20,20 by=A1 cause=wrecked",
        "B Moved: B2 Riflemen are put out of the wreck [AMC-VUNIT-5] unit=B2 path=20,20>20,21",
        "A Rolled: Hits on B2 Riflemen from the wreck: 3, 3 hits [AMC-VUNIT-5] faces=3 outcome=3 hits",
        "B Rolled: B2 Riflemen block hits by the wreck: [4] 1 1, needs 4 or more: 1 block"
        " [AMC-GEN-2] faces=4>1>1 good=+-- outcome=1 block",
        "B Event: 3 hits on B2 Riflemen by the wreck, 1 blocked [AMC-VUNIT-5 AMC-SHOOT-3]",
        "B Harmed: B2 Riflemen lose 2, 3 left [AMC-SHOOT-4] unit=B2 amount=2 left=3 cause=lost with its vehicle",
    ]


@rule("AMC-ACT-7", "AMC-MELEE-1", "AMC-MELEE-2", "AMC-MELEE-3", "AMC-MELEE-4", "AMC-MELEE-5", "AMC-MELEE-7")
def test_a_charge_to_the_end():
    game = field([gunners(10, 10)], [riflemen(10, 16)], pieces=(box("hill", 5, 5, 15, 12),))
    unit(game, "B1").models, unit(game, "B1").arms = ((10, 16), (10, 18)), (("rifle",),) * 2
    unit(game, "B1").pinned = True
    load(game, 4, *(4, 4, 1), *(1, 4), *(4, 1), 4)
    act(game, "A1", "charge", "B1", ["10,15"])
    load(game, 2)
    play(game, "0")
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Gunner [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Event: A1 Gunner charges B1 Riflemen [AMC-ACT-7]",
        "A Moved: A1 Gunner moves to 10, 15 [AMC-MOVE-1] unit=A1 path=10,10>10,15",
        "B Rolled: B1 Riflemen: Pinned test: [4], needs 4 or more: passed [AMC-GEN-2] faces=4 good=+",
        "B Status: B1 Riflemen are no longer Pinned [AMC-MORALE-5] unit=B1 status=Pinned on=False",
        "B Moved: B1 Riflemen close up [AMC-MELEE-2] unit=B1 path=10,17>9.56,15.75",
        "A Event: A1 Gunner strikes: Attack dice 3 = 1 from 1 model with Fists, +1 charging, +1 from above"
        " [AMC-MELEE-3 AMC-MELEE-4 AMC-TERR-4]",
        "A Rolled: A1 Gunner strikes: [4] [4] 1, needs 4 or more: 2 hits"
        " [AMC-GEN-2] faces=4>4>1 good=++- outcome=2 hits",
        "B Rolled: B1 Riflemen block: 1 [4], needs 4 or more: 1 block [AMC-GEN-2] faces=1>4 good=-+ outcome=1 block",
        "A Event: 1 wound on B1 Riflemen [AMC-MELEE-5 AMC-SHOOT-3]",
        "B Event: B1 Riflemen strike: Attack dice 2 (from 2 models with Fists) [AMC-MELEE-3]",
        "B Rolled: B1 Riflemen strike: [4] 1, needs 4 or more: 1 hit [AMC-GEN-2] faces=4>1 good=+- outcome=1 hit",
        "A Rolled: A1 Gunner blocks: [4], needs 4 or more: 1 block [AMC-GEN-2] faces=4 good=+ outcome=1 block",
        "B Event: No wound on A1 Gunner [AMC-MELEE-5 AMC-SHOOT-3]",
        "B Harmed: B1 Riflemen lose 1, 1 left [AMC-SHOOT-4] unit=B1 amount=1 left=1 by=A1 cause=beaten in melee",
        "B Rolled: B1 Riflemen caused fewer wounds: 2, needs 4 or more: failed [AMC-GEN-2] faces=2 good=-",
        "B Fell: B1 Riflemen are destroyed in melee, having caused fewer wounds"
        " [AMC-MELEE-7] unit=B1 spot=9.12,15.5 by=A1 cause=beaten in melee",
    ]


@rule("AMC-GUARD-2", "AMC-GUARD-3", "AMC-GUARD-4", "AMC-TERR-3")
def test_a_halt_on_the_way():
    mines = box("minefield", 20, 5, 24, 15)
    game = field([gunners(14, 10)], [gunners(14, 30)], pieces=(*HOUSE, mines))
    unit(game, "B1").guarding = True
    act(game, "A1", "rush", ["25,10"])
    load(game, *(4, 1, 1), *(4, 1, 1), 1)
    play(game, "B1:9")
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Gunner [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Moved: A1 Gunner rushes to 23, 10 [AMC-ACT-6] unit=A1 path=14,10>23,10",
        "B Event: B1 Gunner halts A1 Gunner at 23, 10 [AMC-GUARD-3]",
        "B Shot: B1 Gunner shoots at A1 Gunner [AMC-GUARD-2] unit=B1 target=A1 spots=14,30>23,10",
        "B Rolled: B1 Gunner shoots: [4] 1 1, needs 4 or more: 1 hit"
        " [AMC-SHOOT-2 AMC-GEN-2] faces=4>1>1 good=+-- outcome=1 hit",
        "A Rolled: A1 Gunner blocks: [4] 1, needs 4 or more: 1 block [AMC-GEN-2] faces=4>1 good=+- outcome=1 block",
        "A Event: 1 hit on A1 Gunner, blocked: no damage (Block dice 2 = 1 hit, +1 guard reaction)"
        " [AMC-SHOOT-4 AMC-SHOOT-3 AMC-GUARD-4]",
        "A Moved: A1 Gunner rushes to 25, 10 [AMC-ACT-6] unit=A1 path=23,10>25,10",
        "A Rolled: A1 Gunner crosses dangerous terrain: 1, a 1 is a hit: 1 hit"
        " [AMC-TERR-3] faces=1 good=- outcome=1 hit",
        "A Rolled: A1 Gunner blocks hits by dangerous terrain: 1, needs 4 or more: no block"
        " [AMC-GEN-2] faces=1 good=- outcome=no block",
        "A Event: 1 hit on A1 Gunner by dangerous terrain, none blocked [AMC-TERR-3 AMC-SHOOT-3]",
        "A Fell: A1 Gunner is destroyed by dangerous terrain"
        " [AMC-TERR-3] unit=A1 spot=25,10 cause=lost in dangerous terrain",
    ]


@rule("AMC-VUNIT-3", "AMC-VUNIT-4", "AMC-VEH-2")
def test_getting_in_staying_and_getting_out():
    game = field([gunners(10, 10), jeep(15, 10)], [gunners(40, 47)])
    act(game, "A1", "advance", "A2")
    act(game, "A1", "stay")
    act(game, "A2", "rush", ["15,10", "turn=90"])
    act(game, "A1", "out", ["15,14"])
    assert unread(game) == ()
    assert told(game) == [
        "A Began: Red activates A1 Gunner [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Moved: A1 Gunner moves to 13.2, 10 [AMC-MOVE-1] unit=A1 path=10,10>13.25,10",
        "A Moved: A1 Gunner gets into A2 Jeep [AMC-VUNIT-3] unit=A1 path=13.25,10>15,10",
        "A Began: Red activates A1 Gunner [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Event: A1 Gunner stays inside [AMC-VUNIT-4]",
        "A Began: Red activates A2 Jeep [AMC-ROUND-1] level=activation number=1 unit=A2",
        "A Moved: A2 Jeep rushes and turns [AMC-ACT-6 AMC-VEH-2] unit=A2 path=15,10>15,10",
        "A Began: Red activates A1 Gunner [AMC-ROUND-1] level=activation number=1 unit=A1",
        "A Event: A1 Gunner gets out of A2 Jeep [AMC-VUNIT-4]",
        "A Moved: A1 Gunner moves to 15, 14 [AMC-MOVE-1] unit=A1 path=15,11.75>15,14",
    ]


@rule("AMC-PREP-10", "AMC-PREP-11", "AMC-PREP-12")
def test_the_end_of_the_battle():
    game = field([riflemen(20, 30)], [gunners(20, 20, 3), snipers(30, 30)])
    game.state.round = 4
    game.state.destroy(unit(game, "B1"))
    unit(game, "A1").pinned = True
    run(game, EndRound())
    assert unread(game) == ()
    assert told(game) == [
        "- Closed: Round 4 is over [AMC-ROUND-1] number=4",
        "A Scored: Red scores 30 points [AMC-PREP-11] points=30",
        "B Scored: Blue scores 25 points [AMC-PREP-11] points=25",
        "- Ended: Red wins by 30 points to 25 [AMC-PREP-12] winners=0",
    ]


@rule("AMC-PREP-10", "AMC-PREP-12")
def test_a_draw_and_a_new_round():
    game = field([riflemen(20, 30)], [riflemen(20, 20)], dice=(1, 2))
    run(game, EndRound())
    score(game)
    assert unread(game) == ()
    assert told(game) == [
        "- Closed: Round 1 is over [AMC-ROUND-1] number=1",
        "- Began: Round 2 [AMC-ROUND-1] level=round number=2",
        "A Rolled: Who activates next: 1 + 1 = 2 [AMC-ROUND-2] faces=1 adds=Waiting 1 (still to activate)",
        "B Rolled: Who activates next: 2 + 1 = 3, Blue by 3 to 2"
        " [AMC-ROUND-2] faces=2 outcome=Blue by 3 to 2 adds=Waiting 1 (still to activate)",
        "B Began: Blue activates B1 Riflemen [AMC-ROUND-1] level=activation number=2 unit=B1",
        "A Scored: Red scores 0 points [AMC-PREP-11]",
        "B Scored: Blue scores 0 points [AMC-PREP-11]",
        "- Ended: A draw at 0 points each [AMC-PREP-12]",
    ]


@rule("AMC-PREP-9")
def test_who_finds_no_place_is_lost():
    game = field([riflemen(1, 1), riflemen(1, 1)], [gunners(20, 5)])
    unit(game, "A1").models = tuple((x + 0.5, y + 0.5) for x in range(0, 48, 2) for y in range(36, 48, 2))
    unit(game, "A2").models = ()
    run(game, Deploy(0))
    assert unread(game) == ()
    assert told(game) == [
        "A Fell: A2 Riflemen are destroyed because there is no room for it [AMC-PREP-9] unit=A2 cause=without room",
    ]


@rule("AMC-MELEE-1", "AMC-MELEE-2")
def test_a_melee_nobody_can_fight():
    game = field([gunners(10, 10)], [gunners(10, 30)])
    game.state.thinned = ("A1",)
    run(game, Charged(Melee("A1", "B1")))
    assert unread(game) == ()
    assert told(game) == [
        "B Moved: B1 Gunner closes up [AMC-MELEE-2] unit=B1 path=10,30>10,27",
        "A Event: Nobody is near enough to strike: there is no melee [AMC-MELEE-1]",
    ]


# ---------------------------------------------------------------- whose dice
def asked(game):
    """Who has to roll, and what for."""
    question = game.question
    assert isinstance(question, DiceQuestion), question
    return question.seat, question.roll.why, question.roll.count


@rule("AMC-DMG-1", "AMC-VUNIT-5", "AMC-MORALE-1", "AMC-TERR-3", "AMC-ROUND-2")
@pytest.mark.parametrize(
    ("step", "who"),
    [
        (DamageRolls("B1", 1, "rear"), (0, "damage to B1 Jeep (rear, the higher die counts)", 2)),
        (Morale("B2"), (1, "B2 Riflemen: morale test", 1)),
        (TakeHits("B2", 3, "mines", "AMC-TERR-3"), (1, "B2 Riflemen block hits by mines", 3)),
        (TakeHits("B1", 2, "mines", "AMC-TERR-3"), (1, "B1 Jeep blocks hits by mines", 3)),
        (NextActivation(), (0, "who activates next", 1)),
        (WreckHits("B2"), (0, "hits on B2 Riflemen from the wreck", 1)),
    ],
)
def test_whoever_it_is_for_rolls_his_own_dice(step, who):
    game = field([gunners(40, 40)], [jeep(20, 20), riflemen(20, 30)])
    game.dice = TypedDice()
    unit(game, "B2").arms = unit(game, "B2").arms[:2]
    run(game, step)
    assert asked(game) == who


@rule("AMC-DMG-2", "AMC-MORALE-3")
def test_the_tests_of_an_activation_are_its_owners():
    game = field([gunners(40, 40)], [jeep(20, 20), riflemen(20, 30)])
    game.dice = TypedDice()
    unit(game, "B1").rattled = unit(game, "B2").pinned = True
    run(game, Activate("B1"))
    assert asked(game) == (1, "B1 Jeep: damaged, test to activate", 1)
    game.agenda.clear()
    run(game, Activate("B2"))
    assert asked(game) == (1, "B2 Riflemen: Pinned test", 1)
