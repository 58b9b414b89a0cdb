"""What the screen is told in words: refusals, previews and dice that must not leave a player guessing."""

from __future__ import annotations

from itertools import groupby

import pytest

from tabletop_tui.engine.events import Moved, Rolled, Status
from tabletop_tui.paths import roster_folders
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted
from tabletop_tui.rules.pmc2640.damage.damage import RollHits, assault_table, shooting_table
from tabletop_tui.rules.pmc2640.files.force_composition import refuse_army
from tabletop_tui.rules.pmc2640.forms.force_builder import ArmyMuster
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.orders.actions import ToFire
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, firepower
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.shown import views
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Wreck
from tabletop_tui.table.length_units import CENTIMETRES, INCHES
from tabletop_tui.widgets.glyphs import ASCII
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.table.table_painter import PlayView
from tabletop_tui.widgets.terminal_palettes import palette
from tests.playing import play, run
from tests.pmc2640.build import BUGGY, RIFLES, battle_of, box, buggy, field, rifles, unit, wall

GRENADES = {"destructive": True, "firepower": 3}


def test_fire_that_is_refused_tells_of_stealth():
    game = field([rifles(10, 20)], [rifles(25, 20, stealth=True)])
    refusal = ToFire(battle_of(game), unit(game, "A1")).refuse()
    assert refusal is not None
    assert [one.rule for one in refusal.all] == ["PMC-FIRE-1", "PMC-SR-14"]
    assert refusal.also[0].why == "B1: Stealth: 14.5 in away, not to be attacked beyond 12"


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
    assert rolls == ["1 hit on B1 Buggy", "D3 for a critical hit on B1 Buggy"]


def test_no_half_is_told_before_the_halves_are_chosen():
    game = field([rifles(10, 20)], [rifles(25, 20)])
    waiting = unit(game, "A1")
    waiting.reserve = "second"
    assert [line.value for line in views.state_lines(battle_of(game), waiting) if line.label == "reserve"] == [
        "second half"
    ]
    battle_of(game).turn = 0
    assert [line.value for line in views.state_lines(battle_of(game), waiting) if line.label == "reserve"] == [""]


def test_turns_are_called_turns():
    assert views.standing(field([rifles(10, 20)], [rifles(25, 20)])).name == "Turn 1"


def test_of_a_spot_where_a_unit_stands_it_is_told_who_sees_the_unit():
    game = field([rifles(10, 20)], [rifles(20, 20), rifles(30, 40)])
    middle = distances.place_text(battle_of(game), unit(game, "B1"))
    assert views.view(game, "A1", middle) == ".", "its own models hide the ground between them, but not the unit"
    assert views.view(game, "B1", middle) == "."
    behind = field([rifles(10, 20)], [rifles(20, 20)], pieces=(box("r", "rocks", 14, 10, 16, 40),))
    assert views.view(behind, "A1", middle) == "x"


def test_an_assault_speaks_of_an_assault():
    game = field([rifles(20, 20)], [rifles(24, 20)], dice=(9, 4, 4, 4))
    run(game, ChooseAssaulted("A1"))
    play(game, "B1", "wait", "wait")
    assert "A1 Rifles assault B1 Rifles" in [event.text for event in game.events]
    suffered = next(event for event in game.events if isinstance(event, Status) and event.unit == "B1")
    assert suffered.rules[0] == "PMC-ASSLT-10"


def test_a_wreck_shows_on_the_map_without_any_colour():
    game = field([rifles(10, 20)], [rifles(20, 20)])
    battle_of(game).wrecks = (Wreck("B4", (30.0, 30.0), 1.0),)
    drawn = PlayView(views.scene(game), palette("mono"), ASCII, Marks())
    rows = ["".join(segment.text for segment in drawn.row(row, "")) for row in range(28, 33)]
    assert sum(row.count("W") for row in rows) >= 3


def test_one_unit_is_not_units():
    refusal = refuse_army([RIFLES], 1)
    assert refusal is not None
    assert refusal.why == "1 unit of Tier II, at least 3 are needed"


def test_every_kind_of_unit_is_sold_under_one_heading():
    muster = ArmyMuster(roster_folders())
    groups = [offer.group for offer in muster.sells(muster.blank())]
    assert len([group for group, _ in groupby(groups)]) == len(set(groups)) == 2


@pytest.mark.parametrize(
    ("length", "limits", "said"),
    [
        (5.97, (), "6.0 in"),
        (5.97, (6,), "5.97 in"),
        (5.9, (6,), "5.9 in"),
        (6.0, (6,), "6.0 in"),
        (7.02, (7, 14), "7.02 in"),
        (7.1, (7,), "7.1 in"),
        (7.0000001, (7,), "7.0 in"),
    ],
)
def test_a_length_never_seems_to_lie_on_the_other_side_of_a_limit(length, limits, said):
    assert INCHES.said(length, *limits) == said
    assert CENTIMETRES.said(length, *limits) == said.replace("in", "cm")


def test_a_shot_just_below_half_range_does_not_seem_to_be_at_half_range():
    game = field([rifles(10, 20)], [rifles(19.47, 20)])  # 18 in of Range, 8.97 in from base to base
    run(game, ChooseTarget("A1", "fire"))
    assert game.question.options[0].label == "B1 Rifles, 8.97 in"
    assert "below half range" in str(firepower(battle_of(game), Attack("A1", "B1")))


def test_an_assault_tells_its_first_roll_apart_from_the_whole_fight():
    game = field([rifles(20, 20)], [rifles(24, 20)])
    run(game, ChooseAssaulted("A1"))
    preview = ChooseAssaulted("A1").preview(game, "B1")
    words = [chance.what for chance in preview.chances]
    assert "enemy Broken" in words
    assert [word for word in words if "hit" in word] == [word for word in words if word.startswith("first: ")] != []
    assert preview.expects == "models lost at first"


@pytest.mark.parametrize(("mover", "driven"), [(rifles(10, 20), False), (buggy(10, 20), True)])
def test_only_a_vehicle_moves_by_the_rule_of_vehicles(mover, driven):
    game = field([mover], [rifles(40, 20)])
    run(game, ChooseMove("A1", 6))
    (moved,) = [event for event in play(game, ["10,17"]) if isinstance(event, Moved)]
    assert "PMC-MOVE-1" in moved.rules
    assert ("PMC-VEH-5" in moved.rules) == driven
