"""What the screen is told in words: refusals, previews and dice that must not leave a player guessing."""

from __future__ import annotations

from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.pmc2640 import show
from tabletop_tui.rules.pmc2640.damage import RollHits, assault_table, shooting_table
from tabletop_tui.rules.pmc2640.fire import ChooseTarget
from tabletop_tui.rules.pmc2640.turn import refuse_fire
from tests.playing import run
from tests.pmc2640.build import BUGGY, RIFLES, battle_of, box, buggy, field, rifles, unit, wall

GRENADES = {"destructive": True, "firepower": 3}


def test_fire_is_refused_for_stealth_where_only_that_stands_in_the_way():
    game = field([rifles(10, 20)], [rifles(25, 20, stealth=True)])
    refusal = refuse_fire(battle_of(game), unit(game, "A1"))
    assert refusal is not None
    assert refusal.rule == "PMC-SR-14"
    assert refusal.why.startswith("B1 Rifles has Stealth")
    unseen = field([rifles(10, 20)], [rifles(25, 20, stealth=True)], pieces=(box("r", "rocks", 15, 10, 18, 40),))
    assert refuse_fire(battle_of(unseen), unit(unseen, "A1")).rule == "PMC-FIRE-1"


def test_a_shot_at_a_building_says_on_whom_it_would_fall():
    game = field(
        [rifles(20, 20, **GRENADES), rifles(30, 21)], [rifles(20, 5)], pieces=(box("h", "building", 28, 20, 32, 24),)
    )
    shot = ChooseTarget("A1", "fire")
    assert not any(line.label == "falls on" for line in shot.preview(game, "piece:h").lines)
    inside = unit(game, "A2")
    inside.building, inside.models = "h", ()
    falls = [line for line in shot.preview(game, "piece:h").lines if line.label == "falls on"]
    assert [(line.value, line.mood) for line in falls] == [("A2 Rifles, if destroyed: Firepower 10", "bad")]


def test_a_wall_without_a_name_is_told_by_its_place():
    game = field([rifles(20, 20, **GRENADES)], [rifles(20, 5)], pieces=(wall("t12", 24, 18, 24, 22),))
    run(game, ChooseTarget("A1", "fire"))
    labels = {option.key: option.label for option in game.question.options}
    assert labels["piece:t12"] == "destroy low wall at 24,18"


def test_hit_dice_say_what_every_face_does():
    enemy = unit(field([rifles(10, 20)], [rifles(20, 20)]), "B1")
    assert str(shooting_table(enemy, False).tally) == "Man down 6 (1 nothing, 2-5 a point)"
    assert str(shooting_table(enemy, True).tally).endswith("(1 nothing, 2-4 a point)")
    assert assault_table(RIFLES).tally.name == "Man down"
    assert assault_table(BUGGY).tally.name == "Critical hit"


def test_the_d3_of_a_critical_hit_is_told_apart_from_the_hits():
    game = field([rifles(10, 20)], [buggy(20, 20)], dice=(6, 3))
    run(game, RollHits("B1", 1, shooting_table(unit(game, "B1"), False), 0, "A1"))
    rolls = [event.why for event in game.events if isinstance(event, Rolled)]
    assert rolls == ["hits on B1 Buggy", "D3 of a critical hit on B1 Buggy"]


def test_no_half_is_told_before_the_halves_are_chosen():
    game = field([rifles(10, 20)], [rifles(25, 20)])
    waiting = unit(game, "A1")
    waiting.reserve = "second"
    assert [line.value for line in show.state_lines(battle_of(game), waiting) if line.label == "reserve"] == [
        "second half"
    ]
    battle_of(game).turn = 0
    assert [line.value for line in show.state_lines(battle_of(game), waiting) if line.label == "reserve"] == [""]


def test_turns_are_called_turns():
    assert show.standing(field([rifles(10, 20)], [rifles(25, 20)])).name == "Turn 1"
