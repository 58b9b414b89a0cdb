"""What a unit sees of the whole table at once is what it sees of each place (PMC-LOS, PMC-TERR, PMC-AREA)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import shapely
from attrs import evolve

from tabletop_tui.rules.pmc2640.orders.actions import MOVE_EXTRA
from tabletop_tui.rules.pmc2640.shown.overlays import glimpse, overlay
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.sight.sight_map import sees, unseen, unseen_anywhere
from tabletop_tui.rules.pmc2640.state.battle import Location, Unit, Wreck
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.table.line_of_sight import lattice
from tests.pmc2640.build import box, buggy, field, rifles, unit, wall

PLACES = lattice(48, 48)
LINEAR = [kind.id for kind in KINDS.values() if kind.category == "linear"]
AREAS = [kind.id for kind in KINDS.values() if kind.category != "linear" and kind.id != "location"]


def compare(game, name, places):
    """How many of the places a unit would see a model at; each as by the look at one place."""
    found = unseen(game.state, unit(game, name), places)
    if places is PLACES:
        assert (found == unseen_anywhere(game.state, unit(game, name))).all()
    each = ["x" if hidden else "." for hidden in found]
    assert each == [glimpse(game.state, unit(game, name), tuple(place)) for place in places.tolist()]
    return each.count(".")


@pytest.mark.rule("PMC-LOS-1")
def test_looking_out_of_a_house_prepares_no_shape_that_another_thread_may_use():
    game = field([rifles(1, 1)], [rifles(40, 40)], pieces=(box("house", "building", 20, 20, 26, 25),))
    inside = unit(game, "A1")
    inside.models, inside.building = (), "house"
    assert not unseen_anywhere(game.state, inside).all()
    assert sight.no_sight(game.state, inside, unit(game, "B1")) is None
    assert not shapely.is_prepared(game.state.table.by_id["house"].shape)


def random_field(chooser: Random):
    """A crowded table: pieces of every kind, some upon others, units anywhere, wrecks, one unit in a building."""
    pieces = []
    for number in range(14):
        x, y = chooser.randint(0, 40), chooser.randint(0, 40)
        wide, high = chooser.randint(1, 12), chooser.randint(1, 12)
        if number < 3:
            pieces.append(wall(f"w{number}", x, y, x + wide, y + high, chooser.choice(LINEAR)))
        else:
            kind = "hill" if number < 6 else chooser.choice(AREAS)
            pieces.append(box(f"p{number}", kind, x, y, x + wide, y + high))
    pieces.append(box("house", "building", 20, 20, 26, 25))
    sides = []
    for _ in range(2):
        side = [rifles(round(chooser.uniform(1, 47), 2), round(chooser.uniform(1, 43), 2)) for _ in range(5)]
        sides.append([*side, buggy(round(chooser.uniform(1, 47), 2), round(chooser.uniform(1, 47), 2))])
    game = field(*sides, pieces=tuple(pieces))
    battle = game.state
    battle.wrecks = (Wreck("a buggy", (30.0, 30.0), 1.0), Wreck("a truck", (11.5, 17.25), 1.0))
    hill = pieces[3].points[0]
    battle.locations = {"l1": Location("l1", (hill[0] + 1, hill[1] + 1))}
    inside = battle.units["A5"]
    inside.models, inside.building = (), "house"
    return game


@pytest.mark.parametrize("seed", range(8))
def test_the_whole_table_is_seen_as_each_place_of_it(seed):
    chooser = Random(seed)
    game = random_field(chooser)
    seen = 0
    for name in ("A1", "A2", "A5", "A6", "B1", "B6"):
        seen += compare(game, name, PLACES[chooser.sample(range(len(PLACES)), 300)])
    assert 100 < seen < 1700


@pytest.mark.parametrize("kind", ["woods", "ruins", "hill", "rocks", "building", "medium-wall"])
def test_borders_that_lines_only_touch_are_judged_alike(kind):
    """PMC-TERR-4: from whole inches many lines run along the sides of these pieces and past their corners."""
    corners = ((24, 20), (32, 20), (32, 30), (29, 30), (29, 23), (27, 23), (27, 28), (24, 28))
    pieces = (MapPiece("p", kind, corners), MapPiece("q", kind, ((14, 20), (16, 16), (18, 20), (16, 21))))
    game = field([rifles(20, 20, size=1), rifles(26, 8, size=1)], [rifles(45, 45)], pieces=pieces)
    compare(game, "A1", PLACES)
    compare(game, "A2", PLACES)
    assert unseen(game.state, unit(game, "A1"), np.array([(36.0, 20.0)])).tolist() == [KINDS[kind].category != "area"]


def test_a_unit_on_a_hill_looks_over_its_own_side_but_not_over_the_enemy():
    """PMC-AREA-5: A1 is on the hill; A2 and B1 stand low, side by side in front of it."""
    game = field([rifles(10, 10), rifles(20, 10)], [rifles(20, 30)], pieces=(box("h", "hill", 8, 8, 12, 40),))
    behind_friend, behind_foe = (30.0, 11.0), (30.0, 31.0)
    assert unseen(game.state, unit(game, "A1"), np.array([behind_friend])).tolist() == [False]
    unit(game, "A1").models = ((10.0, 30.0), (10.0, 31.0))
    assert unseen(game.state, unit(game, "A1"), np.array([behind_foe])).tolist() == [True]
    compare(game, "A1", PLACES)


def test_a_place_on_a_hill_is_seen_over_units_of_its_own_side_that_stand_low():
    game = field([rifles(10, 10)], [rifles(20, 10)], pieces=(box("h", "hill", 28, 8, 40, 14),))
    places = np.array([(30.0, 11.0), (30.0, 11.5), (26.0, 11.0)])
    assert unseen(game.state, unit(game, "A1"), places).tolist() == [False, False, True]


def test_woods_are_seen_through_their_rim_into_and_eight_inches_within():
    """PMC-TERR-4, PMC-TERR-5: 2 in of the rim are open, and from inside 8 in from base to base."""
    game = field([rifles(10, 10), rifles(21, 20)], [rifles(45, 45)], pieces=(box("w", "woods", 20, 5, 40, 30),))
    compare(game, "A1", PLACES)
    assert 0 < compare(game, "A2", PLACES) < len(PLACES)
    one = evolve(unit(game, "A2").type, size=1)
    game.state.units["A3"] = Unit("A3", 0, one, ((24.0, 12.0),), left=1)
    reach = sight.INSIDE_SIGHT + 2 * one.radius
    places = np.array([(24.0 + reach, 12.0), (24.0 + reach + 0.01, 12.0)])
    assert unseen(game.state, unit(game, "A3"), places).tolist() == [False, True]


def test_reach_hangs_on_who_stands_in_it():
    game = field([rifles(10, 10), rifles(40, 40)], [rifles(30, 30)])
    first = dict(overlay(game, "reach", "A1").labels)
    unit(game, "A2").models = ((41.0, 40.0), (41.0, 41.0), (41.0, 42.0), (41.0, 43.0))
    assert overlay(game, "reach", "A1").labels == first, "it moved far away"
    unit(game, "B1").models = ((13.0, 10.0), (13.0, 11.0), (13.0, 12.0), (13.0, 13.0))
    now = overlay(game, "reach", "A1").labels
    assert now == MoveField(game.state, unit(game, "A1"), 4 + MOVE_EXTRA).cells()
    assert set(now) < set(first)
    unit(game, "A1").models = ((10.0, 20.0), (10.0, 21.0), (10.0, 22.0), (10.0, 23.0))
    assert "10,21" in overlay(game, "reach", "A1").labels


@pytest.mark.rule("PMC-LOS-1")
@pytest.mark.parametrize("seed", range(4))
def test_a_unit_is_seen_in_many_places_at_once_as_in_each(seed):
    chooser = Random(seed)
    battle = random_field(chooser).state
    told = []
    for viewer, target in (("A1", "B2"), ("A6", "B3"), ("B4", "A2"), ("B6", "A3")):
        one, other = battle.units[viewer], battle.units[target]
        steps = [(round(chooser.uniform(0, 48), 2), round(chooser.uniform(0, 48), 2)) for _ in range(40)]
        formations = [tuple((x + dx, y + dy) for dx, dy in ((0, 0), (1, 0), (0.4, 1.2))) for x, y in steps]
        found = sees(battle, one, other, np.array(formations)).tolist()
        assert found == [sight.no_sight(battle, one, other.at(models)) is None for models in formations]
        told += found
    assert len(told) == 160
    assert 10 < sum(told) < 150
