"""Up and down: jumps, ramps, steps, ladders, edges, what hinders, what breaks."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.state.terrain import KINDS
from tabletop_tui.rules.techcommander.ways.collapse import Collapse
from tabletop_tui.rules.techcommander.ways.hindrance import share_lost, step_height
from tabletop_tui.rules.techcommander.ways.move_field import move_field
from tabletop_tui.skirmish.unit_place_fields import Plan
from tests.playing import play, refused, run, unread
from tests.techcommander.build import act, box, field, line, named, unit

ROAD = (box("muddy-road", 20, 0, 30, 90),)


def move(*sides, pieces=(), name="A1", **more):
    return act(field(*sides, pieces=pieces, **more), name, "move")


# ---------------------------------------------------------------- what hinders
@pytest.mark.rule("TC-HIND-1", "TC-HIND-3", "TC-HIND-4", "TC-HIND-6")
def test_each_hindering_piece_takes_a_share_of_the_full_speed_once():
    """Situation 4: speed 13 through a river (1/4) and a swamp (1/2): 3.25 and 6.5 lost, each once."""
    pieces = (box("river", 22, 0, 23, 90), box("swamp", 23.5, 0, 24, 90))
    walker = unit("dwarf", 20, 45, card_changes={"speed": 13})
    game = move([walker], [], pieces=pieces)
    assert refused(game, ["20,45", "21.2,45"]) == ""  # its model, 3 wide, is in the river at once: 9.75 left
    river = move([walker], [], pieces=pieces[:1])
    assert refused(river, ["29.75,45"]) == ""
    assert refused(river, ["29.76,45"]) == "TC-HIND-3"
    assert refused(game, ["23.25,45"]) == ""  # 13 - 3.25 - 6.5
    assert refused(game, ["23.26,45"]) == "TC-HIND-3"


@pytest.mark.rule("TC-HIND-6")
def test_a_unit_of_which_nothing_is_left_stops_at_the_edge():
    swamps = (box("swamp", 25, 0, 26, 90), box("swamp", 27, 0, 28, 90))
    game = move([unit("dwarf", 20, 45)], [], pieces=swamps)
    assert refused(game, ["25.5,45"]) == ""  # 5.5 to the second swamp with the model: 7.5 + 7.5 are lost there
    assert refused(game, ["25.6,45"]) == "TC-HIND-3"


@pytest.mark.rule("TC-HIND-2", "TC-HIND-8", "TC-HIND-9")
def test_jets_ignore_hindering_ground_and_hover_most_of_it():
    hawk = move([unit("pigeonhawk", 20, 45)], [], pieces=(box("swamp", 25, 0, 30, 90),))
    assert refused(hawk, ["40,45"]) == ""
    games = field([unit("stingray", 20, 45, card_changes={"locomotion": "hover"}), unit("stingray", 20, 60)], [])
    hover, tracked = named(games, "A1"), named(games, "A2")
    pieces = {kind: box(kind, 0, 0, 1, 1) for kind in KINDS}
    lost = {kind: (share_lost(tracked, piece), share_lost(hover, piece)) for kind, piece in pieces.items()}
    assert lost["brush"] == (0.25, 0.0)
    assert lost["heavy-brush"] == (0.5, 0.5)
    assert lost["swamp"] == (0.5, 0.0)
    assert lost["river"] == (0.25, 0.0)
    assert lost["steep"] == (0.5, 0.5)
    assert lost["narrow-passage"] == (0.5, 0.25)
    assert lost["muddy-road"] == (0.25, 0.0)
    assert lost["rutted-road"] == (0.5, 0.0)


@pytest.mark.rule("TC-HIND-7")
def test_hindering_ground_may_have_an_ac():
    assert box("brush", 0, 0, 5, 5, ac=1).size == 1
    assert box("brush", 0, 0, 5, 5).size == 0


# ---------------------------------------------------------------- up and down
@pytest.mark.rule("TC-ELEV-1", "TC-STAT-6")
def test_one_who_jumps_has_his_speed_upwards_as_well():
    """Situation 5: speed 18 over a tower 18 high and 18 along the ground; 18.5 high is refused."""
    jumper = unit("pigeonhawk", 20, 45, card_changes={"speed": 18})
    assert refused(move([jumper], [], pieces=(box("tower", 25, 40, 30, 50, top=18.0),)), ["38,45"]) == ""
    high = move([jumper], [], pieces=(box("tower", 25, 40, 30, 50, top=18.5),))
    assert refused(high, ["38,45"]) == "TC-ELEV-1"
    assert refused(high, ["20,63"]) == ""


@pytest.mark.rule("TC-STAT-7", "TC-OCC-1", "TC-ELEV-1")
def test_one_who_jumps_comes_up_on_a_roof_and_down_for_nothing():
    roof = (box("tower", 25, 40, 35, 50, top=12.0),)
    game = move([unit("marine", 20, 45)], [], pieces=roof)
    game.answer(["30,45"])
    game.advance()
    assert (named(game, "A1").on, game.state.foot(named(game, "A1"))) == (roof[0].id, 12.0)
    game.state.units["A1"].acted = 0
    down = act(game, "A1", "move", ["20,45"])
    assert (named(down, "A1").on, named(down, "A1").life) == ("ground", 20)


@pytest.mark.rule("TC-ELEV-2", "TC-ELEV-6")
def test_a_ramp_leads_up_and_hinders_machines():
    pieces = (
        box("bridge", 30, 40, 60, 50, top=4.0, bottom=3.0, ac=5),
        box("ramp", 22, 40, 30, 50, top=4.0, on="bridge-30-40"),
    )
    game = move([unit("dwarf", 20, 45, card_changes={"speed": 20})], [], pieces=pieces)
    assert refused(game, ["35,45"]) == ""  # 15 and 5 lost
    assert refused(game, ["35.1,45"]) == "TC-HIND-3"
    game.answer(["35,45"])
    game.advance()
    assert named(game, "A1").on == "bridge-30-40"
    bare = move([unit("dwarf", 20, 45, card_changes={"speed": 20})], [], pieces=pieces[:1])
    assert refused(bare, ["22,45", "35,45"]) == "TC-ELEV-2"


@pytest.mark.rule("TC-ELEV-3")
def test_people_climb_ladders_at_the_cost_of_their_height():
    pieces = (box("building", 30, 40, 40, 50, top=8.0), box("ladder", 29.8, 44.5, 30, 45.5, on="building-30-40"))
    game = move([unit("crew", 25, 45)], [], pieces=pieces)
    assert refused(game, ["25,45", "39,45"]) == ""  # 14 along, 8 up: its speed of 18 and 4 for what it does not carry
    assert refused(game, ["25,45", "39.1,45"]) == "TC-MOVE-1"
    assert refused(game, ["25,47", "32,47"]) == "TC-ELEV-3"
    after = run(field([unit("crew", 25, 45)], [], pieces=pieces), ChooseMove("A1"))
    play(after, ["33,45"])
    assert (named(after, "A1").on, named(after, "A1").moved) == ("building-30-40", 16.0)


@pytest.mark.rule("TC-ELEV-4", "TC-ELEV-5")
def test_low_steps_are_taken_in_the_stride():
    tank, hover = unit("stingray", 20, 45), unit("stingray", 20, 45, card_changes={"locomotion": "hover"})
    low, high = (box("step", 25, 40, 28, 50, top=0.5),), (box("step", 25, 40, 28, 50, top=0.6),)
    assert refused(move([tank], [], pieces=low), ["22,45", "35,45"]) == ""
    assert refused(move([tank], [], pieces=high), ["22,45", "35,45"]) == "TC-ELEV-2"
    assert refused(move([hover], [], pieces=low), ["22,45", "35,45"]) == "TC-ELEV-2"
    assert refused(move([unit("crew", 20, 45)], [], pieces=low), ["22,45", "30,45"]) == ""
    assert refused(move([unit("crew", 20, 45)], [], pieces=high), ["22,45", "30,45"]) == "TC-ELEV-3"
    game = field([unit("dwarf", 20, 45), unit("stingray", 20, 60, card_changes={"locomotion": "wheeled"})], [])
    assert [step_height(named(game, name)) for name in ("A1", "A2")] == [1.0, 0.4]


@pytest.mark.rule("TC-OCC-1")
def test_under_and_on_a_bridge_are_two_places():
    bridge = (box("bridge", 30, 40, 60, 50, top=4.0, bottom=3.0),)
    game = move([unit("marine", 25, 45)], [unit("marine", 35, 45, on="bridge-30-40")], pieces=bridge)
    assert refused(game, ["35,45", "on=ground"]) == ""
    assert refused(game, ["35,45", "on=bridge-30-40"]) == "TC-MOVE-8"
    assert refused(game, ["38,45", "on=bridge-30-40"]) == ""
    tall = move([unit("dwarf", 25, 45)], [], pieces=bridge)
    assert refused(tall, ["28,45", "35,45"]) == "TC-ELEV-2"


@pytest.mark.rule("TC-MOVE-6")
def test_the_way_may_lead_off_the_table_briefly_behind_a_feature_at_the_edge():
    rocks = (box("rocks", 0, 40, 6, 44),)
    stingray = unit("stingray", 3, 36)
    game = move([stingray], [], pieces=rocks)
    assert refused(game, ["-1.5,38", "-1.5,46", "3,48"]) == ""
    assert refused(game, ["-4.5,38", "-4.5,46", "3,48"]) == "TC-MOVE-7"
    assert refused(move([stingray], []), ["-1.5,38", "-1.5,46", "3,48"]) == "TC-MOVE-7"
    fence = (line("wall", (0, 42), (6, 42)),)
    assert refused(move([stingray], [], pieces=fence), ["-1.5,38", "-1.5,46", "3,48"]) == "TC-MOVE-7"


# ---------------------------------------------------------------- falling
def over_the_edge(mover, height, *dice):
    """A unit that goes over the edge of a roof so high."""
    roof = (box("bunker", 20, 40, 40, 50, top=height, ac=6),)
    game = act(field([mover], [], pieces=roof, dice=dice), "A1", "move", ["45,45"])
    assert unread(game) == ()
    return named(game, "A1")


@pytest.mark.rule("TC-FALL-1", "TC-FALL-4", "TC-FALL-5")
def test_machines_fall_over_edges_by_stories():
    """Situation 18: wheeled AC2 off a ledge 5 high 2D20, legged AC4 from 9 high 8D20, from 3 high nothing."""
    wheels = unit("stingray", 35, 45, on="bunker-20-40", card_changes={"locomotion": "wheeled"})
    assert over_the_edge(wheels, 5.0, 3, 4).life == 20 - 3  # 7 damage, AC2
    legs = unit("dwarf", 35, 45, "lance", on="bunker-20-40")
    assert over_the_edge(legs, 9.0, 1, 1, 1, 1, 1, 1, 1, 1).life == 18
    down = over_the_edge(legs, 3.0)
    assert (down.life, down.on, down.at) == (20, "ground", (45.0, 45.0))
    assert over_the_edge(wheels, 3.0, 9, 1).life == 15


@pytest.mark.rule("TC-FALL-2", "TC-FALL-3", "TC-FALL-6", "TC-COLL-5")
def test_who_dodges_a_collapse_has_dodged_the_fall_and_who_fails_may_try_again():
    roof = (box("building", 20, 40, 40, 50, top=8.0, ac=4),)
    marine = unit("marine", 30, 45, on="building-20-40")
    game = run(field([marine], [], pieces=roof, dice=(12,)), Collapse("building-20-40"))
    play(game, "dodge", ["30,50"])
    assert (named(game, "A1").at, named(game, "A1").on, named(game, "A1").life) == ((30.0, 50.0), "ground", 20)
    again = run(field([marine], [], pieces=roof, dice=(13, 1, 1, 1, 12)), Collapse("building-20-40"))
    play(again, "dodge")  # fails: 3D20 (AC4 - AC1) summed, then the fall
    assert named(again, "A1").life == 17
    play(again, "dodge", ["30,45"])
    assert (named(again, "A1").life, named(again, "A1").on) == (17, "ground")
    fails = run(field([marine], [], pieces=roof, dice=(13, 1, 1, 1, 13, 2, 3)), Collapse("building-20-40"))
    play(fails, "dodge", "dodge")
    assert (named(fails, "A1").life, unread(fails)) == (12, ())  # two stories


# ---------------------------------------------------------------- what breaks
@pytest.mark.rule("TC-BREACH-1", "TC-BREACH-2", "TC-BREACH-3")
def test_a_machine_crashes_through_what_is_weaker_and_loses_a_quarter():
    wall = (line("wall", (30, 0), (30, 90)),)
    game = move([unit("dwarf", 20, 45, card_changes={"speed": 20})], [], pieces=wall)
    assert refused(game, ["35,45"]) == ""
    assert refused(game, ["35.1,45"]) == "TC-BREACH-3"
    game.answer(["35,45"])
    game.advance()
    assert (named(game, "A1").at, game.state.ruins) == ((35.0, 45.0), (wall[0].id,))
    equal = (line("wall", (30, 0), (30, 90), ac=4),)
    assert refused(move([unit("dwarf", 20, 45)], [], pieces=equal), ["33,45"]) == "TC-MOVE-4"
    assert refused(move([unit("crew", 20, 45)], [], pieces=wall), ["33,45"]) == "TC-MOVE-4"


@pytest.mark.rule("TC-BREACH-1")
def test_who_can_go_round_does_so_unless_his_way_says_otherwise():
    wall = (line("wall", (24, 44), (24, 46)),)
    game = move([unit("stingray", 20, 45)], [], pieces=wall)
    around = game.question.field
    assert len(around.path(["30,45"])) > 2
    play(game, ["24,45", "30,45"])
    assert game.state.ruins == () or game.state.ruins == (wall[0].id,)


@pytest.mark.rule("TC-OCC-1", "TC-OCC-2")
def test_what_cannot_bear_a_unit_collapses_under_it():
    weak = (box("bridge", 30, 40, 60, 50, top=4.0, bottom=3.0, ac=2),)
    hawk = unit("pigeonhawk", 25, 45)
    game = act(field([hawk], [], pieces=weak, dice=(12,)), "A1", "move", ["35,45", "on=bridge-30-40"])
    assert game.state.ruins == ("bridge-30-40",)
    many = [unit("stingray", 35 + 5 * n, 45, on="bridge-30-40", card_changes={"jump": True}) for n in range(2)]
    crowd = field([*many, unit("stingray", 27, 45, card_changes={"jump": True})], [], pieces=weak, dice=(1, 1, 1))
    play(act(crowd, "A3", "move", ["50,45", "on=bridge-30-40"]))
    assert crowd.state.ruins == ("bridge-30-40",)
    people = [unit("marine", 32 + 3 * n, 42, on="bridge-30-40") for n in range(4)]
    light = field([*people, unit("stingray", 27, 45, card_changes={"jump": True})], [], pieces=weak)
    act(light, "A5", "move", ["50,48", "on=bridge-30-40"])
    assert light.state.ruins == ()


@pytest.mark.rule("TC-TERR-1", "TC-COLL-1", "TC-COLL-2", "TC-COLL-4", "TC-COLL-6", "TC-BASE-9")
def test_a_collapse_hits_those_who_are_near_and_smaller():
    """Situation 17: AC5 tower, area 6: an AC2 vehicle 5.5 away takes 3D20 summed, an AC5 none."""
    tower = (box("tower", 40, 40, 50, 50, ac=5, reach=6.0),)
    near, far = unit("stingray", 57.5, 45), unit("stingray", 32.3, 45 + 20)
    big = unit("dwarf", 45, 55, card_changes={"ac": 5})
    out = unit("stingray", 31.9, 45)
    game = run(field([near, big, out, far], [], pieces=tower, dice=(10, 10, 10)), Collapse("tower-40-40"))
    assert [named(game, name).life for name in ("A1", "A2", "A3", "A4")] == [5, 20, 20, 20]
    assert unread(game) == ()
    assert game.state.standing() == []


@pytest.mark.rule("TC-COLL-3")
def test_an_explosive_piece_hurts_everybody_by_its_ac():
    tank = (box("tank", 40, 40, 44, 44, ac=2),)
    near = [unit("dwarf", 48, 42, "lance"), unit("marine", 42, 38)]
    game = run(field(near, [], pieces=tank, dice=(10, 10, 1, 1)), Collapse("tank-40-40"))
    assert (named(game, "A1").life, named(game, "A2").life) == (15, 18)


@pytest.mark.rule("TC-TERR-2")
def test_a_piece_may_leave_rubble():
    house = (box("building", 30, 40, 40, 50, rubble=True), box("building", 60, 40, 70, 50))
    game = run(field([unit("dwarf", 20, 45)], [], pieces=house), *(Collapse(piece.id) for piece in house))
    assert [(piece.kind, piece.hinders) for piece in game.state.standing()] == [("rubble", 0.25)]
    where = move_field(game.state, named(game, "A1"))
    assert where.refuse(["31,45"]) is None  # 11 and 3.75
    assert where.refuse(["31.3,45"]) is not None


def test_every_place_that_is_listed_is_taken_and_every_place_that_is_taken_is_listed():
    pieces = (
        box("building", 24, 30, 38, 40),
        box("swamp", 40, 44, 50, 60),
        box("hill", 20, 55, 30, 65),
        line("wall", (30, 52), (44, 52)),
        box("bridge", 50, 30, 70, 36),
        box("ramp", 44, 30, 50, 36, on="bridge-50-30"),
    )
    for mover in (unit("dwarf", 36, 47), unit("marine", 36, 47), unit("stingray", 36, 47), unit("crew", 36, 47)):
        game = field([mover, unit("dwarf", 46, 62)], [unit("marine", 40, 50)], pieces=pieces)
        where = move_field(game.state, named(game, "A1"))
        listed = where.cells()
        for x in range(36 - 26, 36 + 27):
            for y in range(47 - 26, 47 + 27):
                refusal, taken = where.judge_answer(Plan((spot := (float(x), float(y)),)))
                assert (f"{x},{y}" in listed) == (refusal is None), (mover.sheet.name, x, y)
                if refusal is None and spot != where.middle:
                    assert listed[f"{x},{y}"] == f"{taken:.0f}", (mover.sheet.name, x, y)


@pytest.mark.rule("TC-BREACH-3")
def test_where_the_last_of_its_speed_just_breaches_something_is_listed():
    shed = box("building", 38, 30, 44, 38.52, ac=2, top=5.0)  # its model touches it after 6.98
    game = field([unit("dwarf", 41, 47)], [], pieces=(shed,))
    where = move_field(game.state, named(game, "A1"), 0.5)
    assert where.refuse(["41,40"]) is None
    assert "41,40" in where.cells()


@pytest.mark.rule("TC-BREACH-2", "TC-BASE-11")
def test_whoever_falls_to_where_a_machine_would_end_makes_it_stop_short():
    shed = box("building", 30, 35, 40, 45, ac=2, top=5.0)
    crew = unit("crew", 33, 40, on=shed.id)
    game = field([unit("dwarf", 20, 40), crew], [unit("dwarf", 80, 80)], pieces=(shed,), dice=(1, 1))
    act(game, "A1", "move", ["30,40"])
    assert (named(game, "A2").at, named(game, "A2").on) == ((33.0, 40.0), "ground")
    assert named(game, "A1").at == (29.0, 40.0), "3 + 1 from it, and not on it"
