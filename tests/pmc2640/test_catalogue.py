"""The shipped maps and scenarios of PMC 2640, and what is said of files and set-ups that cannot be used."""

from __future__ import annotations

import json
import shutil
from functools import partial
from math import dist
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.file_check import checked
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.rules.pmc2640.files.file_formats import LIBRARY
from tabletop_tui.rules.pmc2640.files.loader import BOOK
from tabletop_tui.rules.pmc2640.files.validation import LONGEST_WALL, check_scenario, plain, table_size
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tests import spoiling
from tests.spoiling import NO_SETUPS, SQUARE, fault_of, said_of, start_of, with_fault

rule = pytest.mark.rule
ROOT = Path(__file__).parents[2]
ROSTERS, SCENARIOS = ROOT / "rosters", ROOT / "scenarios"
BOTH = [ROSTERS, SCENARIOS]
FILES = sorted((ROSTERS / "pmc2640").rglob("*.toml")) + sorted((SCENARIOS / "pmc2640").rglob("*.toml"))
MAPS = [path for path in FILES if path.parent.name == "maps"]
LISTED = {info.id: info for info in BOOK.list_scenarios([SCENARIOS])}
each_scenario = pytest.mark.parametrize("info", LISTED.values(), ids=LISTED)
fault = partial(fault_of, BOOK.check_file)


# ---------------------------------------------------------------- what is shipped
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_file_reads(path: Path) -> None:
    kind, _, rest = BOOK.check_file(path, BOTH).partition(" ")
    assert kind.rstrip(":") in ("catalogue", "army", "map", "scenario")
    assert rest


@each_scenario
def test_the_default_armies_fit_their_scenario(info: ScenarioInfo) -> None:
    forces = {force.id: force for force in BOOK.list_forces([ROSTERS])}
    assert len(info.forces) == info.seats == 2
    assert BOOK.fits(info, [forces[name] for name in info.forces]) is None
    assert info.summary


@each_scenario
def test_scenario_data_makes_the_round_trip(info: ScenarioInfo) -> None:
    told = {name: value for name, value in info.data.items() if name != "moment"}  # the story is read for all books
    assert plain().unstructure(BOOK.scenario_of(json.loads(json.dumps(info.data)))) == told


def test_there_is_a_scenario_of_every_type_and_one_for_the_largest_table() -> None:
    found = [BOOK.scenario_of(info.data) for info in LISTED.values()]
    assert {(scenario.type, scenario.priority) for scenario in found} == {
        *(("find-and-secure", 1), ("find-and-secure", 2), ("find-and-secure", 6)),
        *(("capture", 1), ("capture", 2), ("destroy", 1), ("destroy", 2)),
    }
    assert {scenario.generator for scenario in found} == {"", "wasteland"}
    mine = [info for info in LISTED.values() if info.data["type"] != "find-and-secure"]
    assert all("ours" in info.name and "Not from the book" in info.summary for info in mine)


def tables() -> list[TableMap]:
    return [BOOK.table(LIBRARY.read(path)) for path in MAPS]


def test_every_kind_of_terrain_lies_on_some_map() -> None:
    lying = {piece.kind for table in tables() for piece in table.pieces}
    assert lying == set(KINDS) - {"open", "location"}


@pytest.mark.parametrize("name", ["bare-ground", "glass-valley", "relay-nine", "salt-flat"])
def test_a_map_is_the_same_from_the_north_and_from_the_south(name: str) -> None:
    table = BOOK.table(LIBRARY.read(SCENARIOS / "pmc2640" / "maps" / f"{name}.toml"))
    here = {(piece.kind, frozenset(piece.points)) for piece in table.pieces}
    there = {(kind, frozenset((x, round(table.height - y, 2)) for x, y in points)) for kind, points in here}
    round_pieces = [piece for piece in table.pieces if len(piece.points) == 12]
    flat = {(kind, points) for kind, points in here if len(points) != 12}
    assert flat == {(kind, points) for kind, points in there if len(points) != 12}
    middles = {(piece.kind, piece.shape.centroid.x, piece.shape.centroid.y) for piece in round_pieces}
    mirrored = {(kind, round(x, 1), round(table.height - y, 1)) for kind, x, y in middles}
    assert mirrored == {(kind, round(x, 1), round(y, 1)) for kind, x, y in middles}
    assert sorted((x, round(table.height - y, 2)) for x, y in table.locations) == sorted(table.locations)


@rule("PMC-TERR-2")
def test_walls_come_in_sections_of_at_most_six_inches() -> None:
    walls = [piece for table in tables() for piece in table.pieces if piece.terrain.category == "linear"]
    assert walls
    assert max(dist(*wall.points) for wall in walls) <= LONGEST_WALL


@rule("PMC-TERR-2")
def test_a_long_wall_is_divided(tmp_path: Path) -> None:
    path = a_map(tmp_path, '[[piece]]\nkind = "low-wall"\npoints = [[10, 10], [24, 10], [24, 14]]\n')
    walls = [piece.points for piece in BOOK.table(LIBRARY.read(path)).pieces]
    assert walls == [((10, 10), (14.67, 10)), ((14.67, 10), (19.33, 10)), ((19.33, 10), (24, 10)), ((24, 10), (24, 14))]
    path = a_map(tmp_path, '[[piece]]\nid = "w"\nkind = "low-wall"\npoints = [[10, 10], [13, 22]]\n')
    parts = BOOK.table(LIBRARY.read(path)).pieces
    assert [(piece.id, piece.points[1]) for piece in parts] == [("w-1", (11, 14)), ("w-2", (12, 18)), ("w-3", (13, 22))]
    path = a_map(tmp_path, '[[piece]]\nid = "w"\nkind = "low-wall"\npoints = [[10, 10], [10, 16]]\n')
    assert [piece.id for piece in BOOK.table(LIBRARY.read(path)).pieces] == ["w"], "6 in are one section"


def test_circles_and_boxes_stand_for_their_corners(tmp_path: Path) -> None:
    pieces = '[[piece]]\nkind = "hill"\ncircle = [20, 30, 4]\n[[piece]]\nkind = "building"\nbox = [4, 6, 8, 9]\n'
    hill, house = BOOK.table(LIBRARY.read(a_map(tmp_path, pieces))).pieces
    assert all(dist(corner, (20, 30)) == pytest.approx(4, abs=0.01) for corner in hill.points)
    assert hill.shape.area == pytest.approx(48, abs=1)
    assert house.points == ((4, 6), (8, 6), (8, 9), (4, 9))


# ---------------------------------------------------------------- the size of the table
@rule("PMC-SETUP-1")
@pytest.mark.parametrize(
    ("priority", "size"),
    [(1, (48, 48)), (2, (48, 48)), (3, (72, 48)), (4, (72, 48)), (5, (72, 72)), (6, (72, 72)), (7, (96, 72))],
)
def test_how_large_a_table_is_wanted(priority: int, size: tuple[int, int]) -> None:
    assert table_size(priority) == size
    assert table_size(20) == (168, 144)


@rule("PMC-SETUP-1", "PMC-TIER-2")
@pytest.mark.parametrize(("priority", "fits_it"), [(2, True), (3, False), (4, False)])
def test_a_table_too_small_for_the_priority_level_is_refused(priority: int, fits_it: bool) -> None:
    data = {**LISTED["relay-nine-find"].data, "priority": priority}
    if fits_it:
        assert BOOK.scenario_of(data).priority == priority
    else:
        sentence = "map: Priority [34] is played on about 72 x 48 in; Relay Nine is over a foot short .PMC-SETUP-1."
        with pytest.raises(BadFile, match=sentence):
            BOOK.scenario_of(data)


# ---------------------------------------------------------------- locations
def located(*spots: tuple[float, float]) -> dict[str, Any]:
    """The data of a Find and secure on 48 x 48 in without terrain and with these locations."""
    table = TableMap("Bare", 48, 48, (), spots)
    data: dict[str, Any] = plain().unstructure(Scenario("Test", "find-and-secure", table))
    return data


@rule("PMC-FIND-1")
@pytest.mark.parametrize(
    ("spots", "sentence"),
    [
        (((24, 33), (16.2, 19.5), (31.8, 19.5)), ""),
        (((24, 35), (16.2, 19.5), (31.8, 19.5)), ""),
        (((24, 35.1), (16.2, 19.5), (31.8, 19.5)), "the location 24,35.1 of Bare is not within 12 in of the middle"),
        (((24, 32), (17, 19.9), (31, 19.9)), "the locations of Bare are not 12 in from each other"),
        (((24, 32.1), (16.9, 19.95), (31.1, 19.95)), ""),
        (((17, 20), (31, 20), (24, 32.2)), ""),  # two of them exactly 12 in from each other
        (((24, 33), (16.2, 19.5)), "Find and secure needs 3 locations, Bare has 2"),
    ],
)
def test_where_the_three_locations_may_lie(spots: tuple[tuple[float, float], ...], sentence: str) -> None:
    if not sentence:
        assert BOOK.scenario_of(located(*spots)).table.locations == spots
        return
    with pytest.raises(BadFile) as caught:
        BOOK.scenario_of(located(*spots))
    assert str(caught.value) == f"scenario: map: {sentence} [PMC-FIND-1]"


@rule("PMC-FIND-1")
def test_a_location_lies_where_units_can_walk() -> None:
    data = located((24, 33), (16.2, 19.5), (31.8, 19.5))
    for kind, sound in (("water", False), ("rocks", False), ("woods", True), ("hill", True)):
        data["table"]["pieces"] = [{"id": "p", "kind": kind, "points": [[20, 33.9], [28, 33.9], [28, 38], [20, 38]]}]
        assert (said_of(BOOK.scenario_of, data) == "") is sound


@rule("PMC-RES-4")
def test_units_can_arrive_at_half_of_each_of_the_two_edges_or_more() -> None:
    data = located((24, 33), (16.2, 19.5), (31.8, 19.5))

    def closed(kind: str, width: float, top: float) -> str:
        corners = [[0, top], [width, top], [width, top + 4], [0, top + 4]]
        data["table"]["pieces"] = [{"id": "p", "kind": kind, "points": corners}]
        return said_of(BOOK.scenario_of, data)

    for edge, top in (("north", 0), ("south", 44)):
        assert f"closes too much of the {edge} edge" in closed("rocks", 25, top)
        assert closed("rocks", 24, top) == ""
        assert closed("woods", 48, top) == "", "units can stand there"
    assert closed("rocks", 25, 6) == closed("rocks", 25, 38) == "", "it does not reach into the strip of 4 in"


@rule("PMC-SETUP-1")
def test_a_table_may_lie_lengthways_or_sideways() -> None:
    for width, height in ((72, 48), (48, 72)):
        table = TableMap("Bare", width, height, (), ((width / 2, height / 2),))
        check_scenario(Scenario("Long", "capture", table, priority=3))


@rule("PMC-SETUP-1")
@pytest.mark.parametrize(
    ("width", "height", "fits_it"),
    [(72, 72, True), (72, 48, False), (48, 72, False), (96, 72, True), (60, 60, True), (60, 59, False)],
)
def test_both_sides_of_a_table_have_to_be_long_enough(width: int, height: int, fits_it: bool) -> None:
    middle = ((width / 2, height / 2),)
    scenario = Scenario("Wide", "capture", TableMap("Bare", width, height, (), middle), priority=5)
    if fits_it:
        check_scenario(scenario)
    else:
        with pytest.raises(Wrong, match="Priority 5 is played on about 72 x 72 in; Bare is over a foot short"):
            check_scenario(scenario)


# ---------------------------------------------------------------- folders
def test_a_scenario_finds_a_map_that_lies_beside_it(tmp_path: Path) -> None:
    shutil.copy(SCENARIOS / "pmc2640" / "relay-nine-find.toml", tmp_path / "mine.toml")
    text = (SCENARIOS / "pmc2640" / "maps" / "relay-nine.toml").read_text(encoding="utf-8")
    (tmp_path / "relay-nine.toml").write_text(text.replace('name = "Relay Nine"', 'name = "Mine"'), encoding="utf-8")
    assert BOOK.read_scenario(tmp_path / "mine.toml", [SCENARIOS]).data["table"]["name"] == "Mine"


def test_a_players_own_file_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "pmc2640").mkdir()
    text = (ROSTERS / "pmc2640" / "armies" / "alpha.toml").read_text(encoding="utf-8")
    (tmp_path / "pmc2640" / "alpha.toml").write_text(text.replace("recruits = 3", "recruits = 2"), encoding="utf-8")
    assert {force.id: force.cost for force in BOOK.list_forces([tmp_path, ROSTERS])}["alpha"] == 11


def test_two_catalogues_may_not_hold_one_id(tmp_path: Path) -> None:
    (tmp_path / "pmc2640").mkdir()
    shutil.copy(ROSTERS / "pmc2640" / "army-list.toml", tmp_path / "pmc2640" / "other.toml")
    with pytest.raises(BadFile, match=r"unit\[0\]\.id: .*army-list\.toml has the unit 'field-command' already"):
        BOOK.list_forces([tmp_path, ROSTERS])


def examples(folder: Path) -> list[str]:
    text = (folder / "pmc2640" / "README.md").read_text(encoding="utf-8")
    return [part.partition("```")[0] for part in text.split("```toml\n")[1:]]


@pytest.mark.parametrize("example", [*examples(ROSTERS), *examples(SCENARIOS)])
def test_the_examples_of_the_readmes_read(example: str, tmp_path: Path) -> None:
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    assert [sound for sound, _ in checked([tmp_path / "example.toml"])] == [True]


def test_the_readmes_name_every_special_rule_and_kind_of_terrain() -> None:
    rosters = (ROSTERS / "pmc2640" / "README.md").read_text(encoding="utf-8")
    special = {
        name
        for force in BOOK.list_forces([ROSTERS])
        for unit in BOOK.force_of(force.data).units
        for name in unit.special_rules
    }
    assert [name for name in special if f'`"{name}"`' not in rosters] == []
    scenarios = (SCENARIOS / "pmc2640" / "README.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in scenarios] == ["open", "location"]


# ---------------------------------------------------------------- one sentence for each fault
LIST = "rosters/pmc2640/army-list.toml"
FIND = "scenarios/pmc2640/relay-nine-find.toml"
HOLD = "scenarios/pmc2640/laboratory-capture.toml"
BLOW = "scenarios/pmc2640/relay-nine-destroy.toml"
ROLL = "scenarios/pmc2640/wasteland-find.toml"
GROUND = "scenarios/pmc2640/maps/dead-laboratory.toml"
FAULTS = [
    (LIST, "tier = 2\n", "teir = 2\n", "unit[0]: unknown key 'teir'; did you mean 'tier'?"),
    (LIST, "tier = 2\n", "", "unit[0].tier: the key is missing"),
    (LIST, "tier = 2\n", "tier = 6\n", "unit[0].tier: give a whole number from 1 to 5, not 6"),
    (LIST, "morale = 5", "morale = 5.5", "unit[0].morale: give a whole number, not 5.5"),
    (LIST, "morale = 5", "structure = 5", "unit[0].morale: infantry has morale and no structure"),
    (LIST, "morale = 5", "morale = 5\nstructure = 5", "unit[0].morale: infantry has morale and no structure"),
    (LIST, "morale = 5\n", "", "unit[0].morale: infantry has morale and no structure"),
    (LIST, '"Command unit (2)"', '"Command unit (0)"', "unit[0].special[0]: give its number"),
    (LIST, '"Command unit (2)"', '"Command unit 2"', "unit[0].special[0]: give its number"),
    (LIST, "structure = 3", "morale = 3", "unit[11].structure: a vehicle has structure and no morale"),
    (LIST, "size = 2", "size = 0", "unit[0].size: give a whole number from 1 to 12, not 0"),
    (LIST, '"Inspiring presence"', '"Inspiring presense"', "did you mean 'Inspiring presence'?"),
    (
        LIST,
        '"Command unit (2)"',
        '"Command unit"',
        "unit[0].special[0]: give its number, as in 'Command unit (12)', not 'Command unit'",
    ),
    (LIST, '"Stealth", "Markerlights"', '"Stealth", "Stealth"', "unit[7].special[1]: 'Stealth' is here twice"),
    (LIST, '["Markerlights"]', '"Markerlights"', "unit[6].special: give a list, not 'Markerlights'"),
    (
        LIST,
        '["Markerlights"]',
        '["Ground vehicle"]',
        "unit[6].structure: a vehicle has structure and no morale",
    ),
    (LIST, 'system = "pmc2640"', 'system = "pmc"', "system: unknown system 'pmc'"),
    (LIST, 'kind = "catalogue"\n', "", "kind: the key is missing; it says one of: catalogue, army, map, scenario"),
    (FIND, '"relay-nine"', '"relay-ten"', "map: unknown map 'relay-ten'; did you mean 'relay-nine'?"),
    (FIND, '"relay-nine"', '"../relay-nine"', "map: give an id of small letters, digits and -"),
    (FIND, '"find-and-secure"', '"find"', "type: unknown word 'find'"),
    (
        FIND,
        "priority = 1",
        "priority = 3",
        "map: Priority 3 is played on about 72 x 48 in; Relay Nine is over a foot short [PMC-SETUP-1]",
    ),
    (FIND, '["alpha", "theta"]', '["alpha"]', "forces: give an army for each of the 2 seats, not 1"),
    (FIND, "priority = 1", "turns = 6", "turns: Find and secure has 12 sure turns [PMC-FIND-8]"),
    (FIND, "priority = 1", "objective = [24, 24]", "objective: only capture has an objective, not find-and-secure"),
    (FIND, "priority = 1", 'target = "north-relay"', "target: only destroy has a target, not find-and-secure"),
    (HOLD, "turns = 6", "turns = 0", "turns: give a whole number from 1 to 99, not 0"),
    (HOLD, "turns = 6", "objective = [24]", "objective: give a list of 2, not of 1"),
    (HOLD, "turns = 6", "objective = [24, 48]", "objective: 24,48 is not on the table of 48 x 48 in"),
    (HOLD, "turns = 6", "objective = [12, 10]", "objective: 12,10 is too near toxic pool, where nobody can go"),
    (BLOW, '"north-relay"', '"north-rely"', "target: unknown building 'north-rely'; did you mean 'north-relay'?"),
    (BLOW, 'target = "north-relay"\n', "", "target: unknown building ''"),
    (ROLL, '"wasteland"', '"wastelands"', "generator: unknown word 'wastelands'; did you mean 'wasteland'?"),
    (GROUND, "width = 48", "width = 20", "width: give a number from 36 to 240, not 20"),
    (GROUND, "width = 48", "width = nan", "width: give a number, not nan"),
    (GROUND, "width = 48", "width = inf", "width: give a number of at most 9999, not inf"),
    (GROUND, "width = 48", "width = true", "width: give a number, not True"),
    (GROUND, 'kind = "rubble"', 'kind = "ruble"', "piece[2].kind: unknown kind 'ruble'; did you mean 'rubble'?"),
    (GROUND, 'kind = "rubble"', 'kind = "location"', "piece[2].kind: unknown kind 'location'"),
    (GROUND, 'kind = "rubble"', 'kind = "rubble"\nid = "T 1"', "piece[2].id: give an id of small letters, digits"),
    (GROUND, 'kind = "rubble"', 'kind = "rubble"\nid = "t1"', "piece[2].id: there is another piece with the id 't1'"),
    (GROUND, "box = [32, 8, 36, 11]", "box = [32, 8, 36]", "piece[9].box: a box is [left, top, right, bottom]"),
    (GROUND, "box = [32, 8, 36, 11]", "circle = [32, 8]", "piece[9].circle: a circle is [x, y, radius]"),
    (GROUND, "box = [32, 8, 36, 11]", "", "piece[9]: give one of points, circle and box"),
    (
        GROUND,
        "box = [32, 8, 36, 11]",
        "points = [[32, 8], [36, 11], [36, 8], [32, 11]]",
        "piece[9].points: these corners enclose no area whose border does not cross itself",
    ),
    (GROUND, "[[29, 14], [35, 14]]", "[[29, 14]]", "piece[11].points: a wall has at least 2 points"),
    (
        GROUND,
        "[[29, 14], [35, 14]]",
        "[[29, 14], [29.2, 14]]",
        "piece[11].points: a section of a wall is 0.5 to 6 in long, not 0.20 [PMC-TERR-2]",
    ),
    (GROUND, "[4, 29]", "[-4, 29]", "piece[0].points: -4,29 is not on the table of 48 x 48 in"),
    (GROUND, "[24, 33]", "[24, 99]", "locations[0]: 24,99 is not on the table of 48 x 48 in"),
    (GROUND, "[24, 33]", "[33, 31]", "locations[0]: 33,31 is too near rocks, where nobody can go"),
    (
        GROUND,
        "box = [32, 8, 36, 11]",
        "box = [0, 0, 40, 11]",
        "terrain closes too much of the north edge: units could not arrive there",
    ),
]


@pytest.mark.parametrize(("source", "old", "new", "said"), FAULTS, ids=[said[:60] for *_, said in FAULTS])
def test_a_fault_is_told_in_one_sentence(tmp_path: Path, source: str, old: str, new: str, said: str) -> None:
    path = with_fault(ROOT / source, tmp_path / "pmc2640" / Path(source).name, old, new)
    assert said in fault(path, [tmp_path, *BOTH])


def test_a_file_of_another_kind_is_named_for_what_it_is() -> None:
    with pytest.raises(BadFile, match="kind: this has to be a scenario, not a map"):
        BOOK.read_scenario(MAPS[0], BOTH)


def test_a_target_in_the_middle_is_nobodys_to_defend(tmp_path: Path) -> None:
    house = '[[piece]]\nkind = "building"\nid = "house"\nbox = [22, 22, 26, 25]\n'
    a_map(tmp_path, house)
    text = (ROOT / BLOW).read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('"relay-nine"', '"my-map"').replace('"north-relay"', '"house"'), encoding="utf-8")
    assert "target: 'house' has to stand nearer to the north or the south edge" in fault(path, BOTH)


def test_a_generator_needs_areas_of_two_feet(tmp_path: Path) -> None:
    path = a_map(tmp_path, "", width=54)
    path = tmp_path / "mine.toml"
    path.write_text((ROOT / ROLL).read_text(encoding="utf-8").replace("bare-ground", "my-map"), encoding="utf-8")
    assert fault(path, BOTH) == "map: Mine does not divide into areas of 24 x 24 in [PMC-SETUP-2]"


@rule("PMC-SETUP-2")
@pytest.mark.parametrize(("width", "height"), [(72, 54), (54, 72)])
def test_only_a_generator_needs_areas_of_two_feet_lengthways_and_sideways(width: int, height: int) -> None:
    x, y = width / 2, height / 2
    table = TableMap("Bare", width, height, (), ((x, y + 9), (x - 7.8, y - 4.5), (x + 7.8, y - 4.5)))
    check_scenario(Scenario("Test", "find-and-secure", table))
    with pytest.raises(Wrong, match="Bare does not divide into areas of 24 x 24 in"):
        check_scenario(Scenario("Test", "find-and-secure", table, generator="wasteland"))


def test_what_is_to_be_destroyed_is_a_building() -> None:
    pieces = (
        MapPiece("wood", "woods", ((4, 4), (8, 4), (8, 8))),
        MapPiece("house", "building", ((4, 40), (8, 40), (8, 44))),
    )
    check_scenario(Scenario("Test", "destroy", TableMap("Bare", 48, 48, pieces), target="house"))
    with pytest.raises(Wrong, match="unknown building 'wood'"):
        check_scenario(Scenario("Test", "destroy", TableMap("Bare", 48, 48, pieces), target="wood"))


def test_where_nothing_is_said_the_objective_lies_in_the_middle_and_no_army_is_offered_first(tmp_path: Path) -> None:
    a_map(tmp_path, "", width=72)
    head = 'system = "pmc2640"\nkind = "scenario"\nname = "Mine"\ntype = "capture"\nmap = "my-map"\n'
    (tmp_path / "mine.toml").write_text(head, encoding="utf-8")
    info = BOOK.read_scenario(tmp_path / "mine.toml", [tmp_path])
    assert BOOK.scenario_of(info.data).table.locations == ((36, 24),)
    assert info.forces == []


def a_map(folder: Path, pieces: str, width: int = 48) -> Path:
    path = folder / "my-map.toml"
    middle = width / 2
    spots = f"[[{middle + 9}, 24], [{middle - 4.5}, 16.2], [{middle - 4.5}, 31.8]]"
    head = f'system = "pmc2640"\nkind = "map"\nname = "Mine"\nwidth = {width}\nheight = 48\nlocations = {spots}\n'
    path.write_text(head + pieces, encoding="utf-8")
    return path


# ---------------------------------------------------------------- forged set-ups
def forged(scenario: str = "relay-nine-find", **changes: Any) -> dict[str, Any]:
    """A shipped scenario with some of its data changed."""
    return spoiling.forged(LISTED[scenario].data, **changes)


def with_pieces(*pieces: MapPiece) -> dict[str, Any]:
    """The scenario Relay Nine with this terrain."""
    return spoiling.with_pieces(LISTED["relay-nine-find"].data, [plain().unstructure(piece) for piece in pieces])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (forged(type="race"), "type: unknown word 'race'"),
        (forged(turns=3), "turns: Find and secure has 12 sure turns [PMC-FIND-8]"),
        (forged(priority=99), "priority: give a whole number from 1 to 20, not 99"),
        (forged(name=""), "name: give a name of 1 to 60 letters on one line, not ''"),
        (forged(generator="desert"), "generator: unknown word 'desert'"),
        (forged(target="north-relay"), "target: only destroy has a target, not find-and-secure"),
        (forged("relay-nine-destroy", target="t3"), ""),
        (forged("relay-nine-destroy", target="gone"), "target: unknown building 'gone'"),
        (forged("relay-nine-destroy", type="capture"), "objective: capture has one objective, not 0"),
        (forged("laboratory-capture", type="destroy", target="t9"), "map: destroy has a target and no locations"),
        (with_pieces(MapPiece("p", "lava", SQUARE)), "table.pieces[0].kind: unknown kind 'lava'"),
        (with_pieces(MapPiece("p", "woods", SQUARE[:2])), "table.pieces[0].points: an area has 3 to 64 corners, not 2"),
        (
            with_pieces(MapPiece("p", "woods", SQUARE * 17)),
            "table.pieces[0].points: an area has 3 to 64 corners, not 68",
        ),
        (with_pieces(MapPiece("p", "woods", SQUARE[:1] * 4)), "table.pieces[0].points: these corners enclose no area"),
        (
            with_pieces(MapPiece("p", "woods", ((4, 4), (8, 8), (8, 4), (4, 8)))),
            "table.pieces[0].points: these corners",
        ),
        (with_pieces(MapPiece("p", "low-wall", ((4, 4), (12, 4)))), "table.pieces[0].points: a section of a wall is"),
        (
            with_pieces(MapPiece("p", "low-wall", SQUARE)),
            "table.pieces[0].points: a section of a wall has 2 points, not 4",
        ),
        (
            with_pieces(MapPiece("p", "woods", ((40, 40), (49, 40), (40, 46)))),
            "table.pieces[0].points: 49,40 is not on",
        ),
        (
            with_pieces(*[MapPiece("p", "woods", SQUARE)] * 2),
            "table.pieces[1].id: there is another piece with the id 'p'",
        ),
        (
            with_pieces(*(MapPiece(f"p{n}", "woods", SQUARE) for n in range(201))),
            "table: give at most 200 pieces of terrain, not 201",
        ),
    ],
    ids=start_of,
)
def test_a_scenario_in_a_set_up_must_be_sound(data: dict[str, Any], sentence: str) -> None:
    found = said_of(BOOK.scenario_of, data)
    assert found.startswith(f"scenario: {sentence}") if sentence else not found


@pytest.mark.parametrize("data", NO_SETUPS)
def test_what_is_no_set_up_at_all_is_refused(data: Any) -> None:
    for read_ in (BOOK.scenario_of, BOOK.force_of):
        assert said_of(read_, data).isprintable()
        assert said_of(read_, data)
