"""What is shown of vehicles: on the map, in the roster, on cards, in previews; and what is saved of them."""

from __future__ import annotations

import json
from itertools import product

import pytest

from tabletop_tui.engine.codec import AGENDA
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.shooting.shooting import Volley, preview_volley
from tabletop_tui.rules.crimsondusk.shown import views
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.system import NAMES
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseWay
from tests.crimsondusk.build import activate, battle_of, box, field, line, squad, unit, vehicle
from tests.playing import play, run

rule = pytest.mark.rule


def lines_of(game: Game[Battle], name: str) -> dict[str, str]:
    card = views.card(game, name)
    assert card is not None
    return {one.label: one.value for one in card.lines}


@rule("CD-VEH-1", "CD-VTGT-4", "CD-PASS-1")
def test_the_card_has_speed_armour_damage_crew_weapons_and_who_is_aboard():
    game = field([vehicle(20, 24, "truck", "lmg"), squad(10, 10)])
    unit(game, "A1").alter_hull(speed=8, harm=12)
    unit(game, "A2").aboard, unit(game, "A2").models = "A1", ()
    lines = lines_of(game, "A1")
    assert lines["Damage"] == "12 of 30, next roll over 20"
    assert lines["Speed"] == "8, next 0 to 18, at most 30"
    assert (lines["AV"], lines["Crew"], lines["A2 Section"]) == ("11", "2 of 2 regular", "5 inside")
    assert "Speed 8" in lines
    assert lines["Room"] == "5 inside, 10 on top"


@rule("CD-VEH-1", "CD-VDAM-5")
def test_before_the_first_turn_the_card_says_how_fast_it_may_begin():
    """It is neither dazed nor kept from moving, and has not taken up a speed, in a turn that is none."""
    game = field([vehicle(20, 24, "truck", "lmg")])
    first = lines_of(game, "A1")["Speed"]
    battle_of(game).turn = 0
    assert lines_of(game, "A1")["Speed"] == first == "0, next -10 to 10, at most 30"


def test_the_map_shows_its_heading_and_a_wreck_stays_there():
    game = field([vehicle(20, 24, "truck", heading=135.0), squad(10, 10)])
    scene = views.scene(game)
    assert scene.bases["A1"][0].facing == 135.0
    assert scene.bases["A2"][0].facing is None
    assert "A1c" not in {one.unit for one in views.roster(game)}
    unit(game, "A1").gone = "wrecked"
    token = next(one for one in views.scene(game).tokens if one.unit == "A1")
    assert [badge.word for badge in token.badges] == ["Out of action"]


@rule("CD-HIT-13", "CD-VEH-4")
def test_each_speed_says_before_it_is_taken_what_it_costs():
    game = field([vehicle(20, 24, "truck", "lmg")])
    unit(game, "A1").alter_hull(speed=18)
    activate(game)
    preview = game.preview(25)
    assert preview is not None
    values = {one.label: one.value for one in preview.lines}
    assert values == {"Ac/Dc": "10", "turns": "radius 12", "its shots": "+3 to the number"}


@rule("CD-VEH-5", "CD-COLL-1", "CD-VMEL-1")
def test_a_way_says_before_it_is_driven_what_is_met_on_it():
    pieces = (box("marsh", 26, 20, 29, 28), line("wall", (33, 20), (33, 28)))
    game = field([vehicle(20, 24, "truck", "lmg")], [squad(37, 24, 1)], pieces)
    unit(game, "A1").alter_hull(speed=20, declared=1, firm=False)
    run(game, ChooseWay("A1"))
    preview = game.preview(["straight=rest"])
    assert preview is not None
    assert [(one.label, one.value) for one in preview.lines[1:]] == [
        ("marsh", "after 4.3 u: bogs down on 1 to 3"),
        ("wall", "after 11.3 u: collision, P 20"),
        ("B1-1", "after 14.8 u: rammed, P 20"),
    ]


@rule("CD-VTGT-3", "CD-VTGT-4", "CD-VTGT-6")
def test_the_chances_of_a_shot_are_those_of_all_its_dice_played_out():
    """A missile (AT 14) at a tank that has taken 25 of its 50: 28 wreck it."""
    shooters = (Shooter("A1-1", "missile-launcher"),)
    game = field([squad(10, 24, 1, "Rg", "missile-launcher")], [vehicle(40, 24, "tank")])
    unit(game, "B1").alter_hull(harm=25)
    found = preview_volley(battle_of(game), unit(game, "A1"), unit(game, "B1"), shooters, False)
    assert found is not None
    wrecks = 0
    for faces in product(range(1, 11), repeat=2):
        played = field([squad(10, 24, 1, "Rg", "missile-launcher")], [vehicle(40, 24, "tank")], dice=faces)
        unit(played, "B1").alter_hull(harm=25)
        run(played, Volley("A1", "B1", shooters))
        wrecks += unit(played, "B1").gone == "wrecked"
    assert {one.what: round(one.probability, 4) for one in found.chances}["wrecked at once"] == wrecks / 100


def test_a_battle_is_saved_in_the_middle_of_a_drive():
    game = field([vehicle(20, 24, "bike")], [squad(26, 26, 1)])
    unit(game, "A1").alter_hull(speed=20, declared=1)
    run(game, ChooseWay("A1"))
    play(game, ["straight=rest"])
    assert "hit and run" in str(game.question)
    data = json.loads(json.dumps({**NAMES.write(game.state), AGENDA: NAMES.write_agenda(game)}))
    again = game.clone()
    again.agenda = NAMES.read_agenda(data)
    assert again.agenda == game.agenda
    game.dice.unread = again.dice.unread = (1, 1, 1, 1)
    told = [[event.text for event in play(one, "B1-1")] for one in (game, again)]
    assert told[0] == told[1]
