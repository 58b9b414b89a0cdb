"""The shipped armies, maps and scenarios of Army Men, and what is said of files that cannot be used."""

from __future__ import annotations

import json
import shutil
from functools import partial
from math import dist
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import forget
from tabletop_tui.play.file_check import checked
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.rules.armymen.files.file_formats import LIBRARY
from tabletop_tui.rules.armymen.files.loader import BOOK
from tabletop_tui.rules.armymen.files.validation import TERRAIN, plain
from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.terrain import KINDS
from tests.armymen.build import ROSTERS
from tests.armymen.shipped import FORCES, LISTED, ROOT, SCENARIOS
from tests.spoiling import fault_of, with_fault

rule = pytest.mark.rule
BOTH = [ROSTERS, SCENARIOS]
FILES = sorted((ROSTERS / "armymen").rglob("*.toml")) + sorted((SCENARIOS / "armymen").rglob("*.toml"))
MAPS = [path for path in FILES if path.parent.name == "maps"]
each_scenario = pytest.mark.parametrize("info", LISTED.values(), ids=LISTED)
fault = partial(fault_of, BOOK.check_file)


# ---------------------------------------------------------------- what is shipped
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_file_reads(path: Path) -> None:
    kind, _, rest = BOOK.check_file(path, BOTH).partition(" ")
    assert kind.rstrip(":") in ("catalogue", "army", "map", "scenario")
    assert rest


def test_what_a_file_is_said_to_be() -> None:
    said = {path.stem: BOOK.check_file(path, BOTH) for path in FILES if path.parent.name != "maps"}
    assert said["army-list"] == "catalogue: 9 units, 11 upgrades, 14 weapons"
    assert said["green-line"] == "army Green Line: 7 units, 300 of 300 points"
    assert said["backyard"] == "scenario Backyard: 300 points, 48 x 48 in"
    assert BOOK.check_file(MAPS[0], BOTH) == "map Backyard: 48 x 48 in, 9 pieces of terrain"


def units_of(name: str) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(unit.listed_as, unit.cost, unit.bought) for unit in BOOK.force_of(FORCES[name].data).units]


@rule("AMC-PREP-3", "AMC-PREP-4", "AMC-PREP-5")
def test_the_three_ready_armies() -> None:
    assert units_of("green-line") == [
        ("10 Riflemen", 65, ("Bazooka", "Grenades")),
        ("10 Riflemen", 60, ("Bayonets",)),
        ("5 Veterans", 50, ("C4",)),
        ("3 Gunners", 30, ()),
        ("3 Snipers", 30, ()),
        ("Jeep", 50, ("MG",)),
        ("5 Recruits", 15, ()),
    ]
    assert units_of("tan-armour") == [
        ("Tank", 150, ()),
        ("10 Veterans", 80, ()),
        ("5 Riflemen", 35, ("Bazooka",)),
        ("Heavy Weapon", 20, ()),
        ("5 Recruits", 15, ()),
    ]
    assert units_of("gray-guns") == [
        ("Artillery", 90, ()),
        ("Truck", 60, ()),
        ("10 Veterans", 90, ("Bazooka",)),
        ("5 Veterans", 40, ()),
        ("Gunner", 10, ()),
        ("Sniper", 10, ()),
    ]
    assert {FORCES[name].cost for name in ("green-line", "tan-armour", "gray-guns")} == {300}


@rule("AMC-PREP-1", "AMC-PREP-2", "AMC-PREP-3", "AMC-PREP-10")
def test_what_is_not_the_rulebooks_is_marked_as_ours() -> None:
    """Three scenarios as the book has it; a larger, a smaller and one with a story say they are not."""
    found = {name: BOOK.scenario_of(info.data) for name, info in LISTED.items()}
    book = {name for name, one in found.items() if (one.points, one.rounds, one.table.width) == (300, 4, 48)}
    book -= {name for name, info in LISTED.items() if "moment" in info.data}
    assert book == {"backyard", "kitchen-floor", "sandbox"}
    assert all("not from the book" in LISTED[name].summary for name in set(LISTED) - book)
    assert len({found[name].table.name for name in book}) == 3
    assert all(8 <= len(found[name].table.pieces) <= 11 for name in book)
    larger = found["playground"]
    assert (larger.points, larger.table.width, larger.table.height) == (600, 72, 72)
    assert "Heavy Tank" in [name for name, _, _ in units_of("tan-brigade")]


@each_scenario
def test_the_default_armies_fit_their_scenario(info: ScenarioInfo) -> None:
    assert len(info.forces) == info.seats == 2
    assert BOOK.fits(info, [FORCES[name] for name in info.forces]) is None
    assert info.summary


@rule("AMC-PREP-3", "AMC-PREP-4")
def test_which_armies_a_scenario_takes() -> None:
    small, book, large = (FORCES[name] for name in ("green-squad", "gray-guns", "tan-brigade"))
    assert BOOK.fits(LISTED["backyard"], [small, book]) is None, "fewer points are allowed"
    refusal = BOOK.fits(LISTED["backyard"], [book, large])
    assert refusal is not None
    assert (refusal.why, refusal.rule) == (
        "Tan Brigade: it costs 600 points, 300 above the 300 allowed",
        "AMC-PREP-3",
    )
    tank = BOOK.fits(LISTED["quick-start"], [small, FORCES["tan-armour"]])
    assert tank is not None
    assert tank.rule == "AMC-PREP-3"
    three = BOOK.fits(LISTED["backyard"], [book, book, book])
    assert three is not None
    assert three.why == "Backyard is for 2 players, not for 3"


@rule("AMC-PREP-4")
def test_half_is_counted_of_the_scenarios_points(tmp_path: Path) -> None:
    path = army(tmp_path, '[[unit]]\nunit = "tank"\nupgrades = ["tank-mg"]\n', "points = 320\n")
    force = BOOK.read_force(path, BOTH)
    refusal = BOOK.fits(LISTED["backyard"], [force, FORCES["gray-guns"]])
    assert refusal is not None
    assert refusal.rule == "AMC-PREP-4"
    assert BOOK.fits(LISTED["playground"], [force, FORCES["gray-guns"]]) is None


@each_scenario
def test_scenario_data_makes_the_round_trip(info: ScenarioInfo) -> None:
    told = {name: value for name, value in info.data.items() if name != "moment"}  # the story is read for all books
    assert plain().unstructure(BOOK.scenario_of(json.loads(json.dumps(info.data)))) == told


@pytest.mark.parametrize("info", FORCES.values(), ids=FORCES)
def test_army_data_makes_the_round_trip(info: Any) -> None:
    assert plain().unstructure(BOOK.force_of(json.loads(json.dumps(info.data)))) == info.data


def tables() -> list[Battlefield]:
    return [BOOK.table(LIBRARY.read(path)) for path in MAPS]


def test_every_kind_of_terrain_lies_on_some_map() -> None:
    assert {piece.kind for table in tables() for piece in table.pieces} == set(TERRAIN)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_map_turned_half_round_is_the_same(path: Path) -> None:
    table = BOOK.table(LIBRARY.read(path))
    for piece in table.pieces:
        turned = [(table.width - x, table.height - y) for x, y in piece.points]
        assert any(
            other.kind == piece.kind
            and all(min(dist(spot, corner) for corner in other.points) < 0.02 for spot in turned)
            for other in table.pieces
        ), f"{piece.kind} at {piece.points[0]}"


# ---------------------------------------------------------------- files of one's own
def army(folder: Path, units: str, more: str = "") -> Path:
    path = folder / "mine.toml"
    path.write_text(f'system = "armymen"\nkind = "army"\nname = "Mine"\n{more}{units}', encoding="utf-8")
    return path


def test_an_army_anywhere_finds_the_shipped_list(tmp_path: Path) -> None:
    force = BOOK.read_force(army(tmp_path, '[[unit]]\nunit = "gunners"\n'), BOTH)
    assert (force.id, force.cost, force.faction) == ("mine", 10, "for 300 points")


def test_a_players_own_file_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "armymen").mkdir()
    path = army(tmp_path / "armymen", '[[unit]]\nunit = "gunners"\n')
    path.rename(path.with_name("green-line.toml"))
    found = {info.id: info.name for info in BOOK.list_forces([tmp_path, ROSTERS])}
    assert found["green-line"] == "Mine"
    assert len(found) == len(FORCES)


def test_two_catalogues_may_not_hold_one_id(tmp_path: Path) -> None:
    (tmp_path / "armymen").mkdir()
    shutil.copy(ROSTERS / "armymen" / "army-list.toml", tmp_path / "armymen" / "other.toml")
    with pytest.raises(BadFile, match=r"weapon\[0\]\.id: .*has the weapon 'fists' already; rename one"):
        BOOK.list_forces([tmp_path, ROSTERS])


def test_a_scenario_finds_a_map_that_lies_beside_it(tmp_path: Path) -> None:
    text = (SCENARIOS / "armymen" / "backyard.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('map = "backyard"', 'map = "lawn"'), encoding="utf-8")
    (tmp_path / "maps").mkdir()
    shutil.copy(MAPS[0], tmp_path / "maps" / "lawn.toml")
    assert BOOK.read_scenario(tmp_path / "mine.toml", BOTH).data["table"] == LISTED["backyard"].data["table"]


def examples(folder: Path) -> list[str]:
    text = (folder / "armymen" / "README.md").read_text(encoding="utf-8")
    return [part.partition("```")[0] for part in text.split("```toml\n")[1:]]


@pytest.mark.parametrize("example", [*examples(ROSTERS), *examples(SCENARIOS)])
def test_the_examples_of_the_readmes_read(example: str, tmp_path: Path) -> None:
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    assert [sound for sound, _ in checked([tmp_path / "example.toml"])] == [True]


def test_the_readme_names_every_kind_of_terrain_with_its_effects() -> None:
    text = (SCENARIOS / "armymen" / "README.md").read_text(encoding="utf-8")
    for name in TERRAIN:
        (row,) = [line for line in text.splitlines() if line.startswith("|") and f"`{name}`" in line]
        kind = KINDS[name]
        words = {"cover": kind.cover, "difficult": kind.difficult, "dangerous": kind.dangerous}
        words |= {"elevated": kind.elevated, "blocks the line of sight": kind.blocks_sight}
        assert {word: word in row for word in words} == words


# ---------------------------------------------------------------- one sentence for each fault
LIST = "rosters/armymen/army-list.toml"
LINE = "rosters/armymen/armies/green-line.toml"
TAN = "rosters/armymen/armies/tan-armour.toml"
YARD = "scenarios/armymen/backyard.toml"
DUNES = "scenarios/armymen/maps/sandbox.toml"
FAULTS = [
    # the army list
    (LIST, "attacks = 1", "atacks = 1", "weapon[0]: unknown key 'atacks'; did you mean 'attacks'?"),
    (LIST, "attacks = 1\n", "", "weapon[0].attacks: give a number of attacks or of dice, and not both"),
    (LIST, "attacks = 1", "attacks = 1\ndice = 1", "weapon[0].attacks: give a number of attacks or of dice"),
    (LIST, "attacks = 1", "attacks = -1", "weapon[0].attacks: give a whole number from 0 to 99, not -1"),
    (LIST, "range = 6\n", 'range = "6"\n', "weapon[2].range: give a whole number, not '6'"),
    (LIST, "range = 6\n", "range = 100\n", "weapon[2].range: give a whole number from 0 to 99, not 100"),
    (LIST, "star = true", "star = 1", "weapon[2].star: give true or false, not 1"),
    (LIST, 'name = "Bomb"', 'name = ""', "weapon[2].name: give a name of 1 to 60 letters on one line, not ''"),
    (LIST, "dice = 2", "dice = 10", "weapon[2].dice: give a whole number from 0 to 9, not 10"),
    (LIST, 'name = "Riflemen"', 'name = ""', "unit[1].name: give a name of 1 to 60 letters on one line, not ''"),
    (LIST, 'id = "riflemen"', 'id = "The Men"', "unit[1].id: give an id of small letters, digits and -"),
    (LIST, 'name = "Grenades"', 'name = ""', "upgrade[1].name: give a name of 1 to 60 letters on one line"),
    (LIST, 'id = "grenades"', 'id = "Grenades"', "upgrade[1].id: give an id of small letters, digits and -"),
    (LIST, "capacity = 10", "capacity = 100", "upgrade[5].capacity: give a whole number from 0 to 99, not 100"),
    (LIST, "capacity = 5", "capacity = 100", "unit[6].capacity: give a whole number from 0 to 99, not 100"),
    (LIST, "advance = 12", "advance = 49", "unit[6].advance: give a whole number from 0 to 48, not 49"),
    (LIST, "rush = 24", "rush = 97", "unit[6].rush: give a whole number from 12 to 96, not 97"),
    (LIST, "radius = 1.25", "radius = 3.1", "unit[6].radius: give a number from 0.25 to 3, not 3.1"),
    (LIST, 'id = "bomb"', 'id = "Bomb"', "weapon[2].id: give an id of small letters, digits and -"),
    (LIST, 'id = "bomb"', 'id = "fists"', "army-list.toml has the weapon 'fists' already; rename one"),
    (LIST, 'id = "fists"', 'id = "fist"', "weapon: give a weapon 'fists', for units without another in melee"),
    (LIST, 'weapon = "rifle"', 'weapon = "rifel"', "unit[0].weapon: unknown weapon 'rifel'; did you mean 'rifle'?"),
    (LIST, 'quality = "recruits"', 'quality = "recruit"', "unit[0].quality: unknown word 'recruit'; did you mean"),
    (LIST, "costs = [[5, 15], [10, 30]]", "costs = []", "unit[0].costs: give at least one size with its price"),
    (LIST, "costs = [[5, 15], [10, 30]]", "costs = [[5]]", "unit[0].costs[0]: give a list of 2, not of 1"),
    (LIST, "[[5, 15], [10, 30]]", "[[0, 15]]", "unit[0].costs[0]: give a whole number from 1 to 20, not 0"),
    (LIST, "[[5, 15], [10, 30]]", "[[5, 0]]", "unit[0].costs[0]: give a whole number from 1 to 9999, not 0"),
    (LIST, '["bayonets", "gren', '["bayonet", "gren', "unit[0].upgrades[0]: unknown upgrade 'bayonet'; did you mean"),
    (LIST, "costs = [[1, 40]]", "costs = [[2, 40]]", "unit[6].costs[0]: a vehicle is a unit of one model"),
    (LIST, "rush = 24", "rush = 11", "unit[6].rush: give a whole number from 12 to 96, not 11"),
    (LIST, "radius = 1.25", "radius = 0", "unit[6].radius: give a number from 0.25 to 3, not 0"),
    (LIST, "armour = 1", "armour = 10", "unit[6].armour: give a whole number from 0 to 9, not 10"),
    (LIST, "capacity = 5", "capacity = 5.5", "unit[6].capacity: give a whole number, not 5.5"),
    (LIST, 'slot = "grenadier"', 'slot = "grenade"', "upgrade[1].slot: unknown word 'grenade'; did you mean"),
    (LIST, 'weapon = "bayonet"', 'weapon = "bayonets"', "upgrade[0].weapon: unknown weapon 'bayonets'; did you mean"),
    (LIST, "cost = 10\n", "cost = -1\n", "upgrade[0].cost: give a whole number from 0 to 9999, not -1"),
    (LIST, 'slot = "bayonets"\n', "", "upgrade[0].slot: the key is missing"),
    (LIST, 'system = "armymen"', 'system = "army"', "system: unknown system 'army'; did you mean 'armymen'?"),
    (LIST, 'kind = "catalogue"\n', "", "kind: the key is missing; it says one of: catalogue, army, map, scenario"),
    # armies
    (LINE, '"riflemen"', '"rifleman"', "unit[0].unit: unknown unit 'rifleman'; did you mean 'riflemen'?"),
    (LINE, '"bazooka", "grenades"', '"bazoka"', "unit[0].upgrades[0]: unknown upgrade 'bazoka'; did you mean"),
    (LINE, "size = 10", "size = 7", "unit[0]: Riflemen come as 5 or 10 models, not 7 [AMC-ARMY-2]"),
    (LINE, '"grenades"', '"c4", "grenades"', "unit[0]: Grenades and C4 exclude each other [AMC-UPG-3]"),
    (LINE, '"grenades"', '"truck"', "unit[0]: Riflemen cannot have Truck [AMC-UPG-1]"),
    (LINE, '"grenades"', '"c4"', "units: it costs 305 points, 5 above the 300 allowed [AMC-PREP-3]"),
    (LINE, "points = 300", "points = 49", "points: give a whole number from 50 to 9999, not 49"),
    (LINE, "points = 300", "points = 290", "units: it costs 300 points, 10 above the 290 allowed [AMC-PREP-3]"),
    (LINE, 'name = "Green Line"\n', "", "name: the key is missing"),
    (LINE, '"Green Line"', '""', "name: give a name of 1 to 60 letters on one line, not ''"),
    (LINE, 'summary = "R', 'summary = "R\\n', "summary: give one line of at most 200 letters"),
    (TAN, 'unit = "veterans"\nsize = 10', 'unit = "jeep"', "units: its vehicles cost 190 points, at most half of 300"),
    # scenarios
    (YARD, 'map = "backyard"', 'map = "backyards"', "map: unknown map 'backyards'; did you mean 'backyard'?"),
    (YARD, 'map = "backyard"', 'map = "../backyard"', "map: give an id of small letters, digits and -"),
    (YARD, '["green-line", "gray-guns"]', '["green-line"]', "forces: give an army for each of the 2 seats, not 1"),
    (YARD, 'map = "backyard"', 'map = "backyard"\nrounds = 0', "rounds: give a whole number from 1 to 20, not 0"),
    (YARD, 'map = "backyard"', 'map = "backyard"\nturns = 4', "unknown key 'turns'"),
    (YARD, 'map = "backyard"', 'map = "backyard"\npoints = true', "points: give a whole number, not True"),
    # maps
    (DUNES, "width = 48", "width = 47", "width: give a number from 48 to 144, not 47"),
    (DUNES, "height = 48", "height = 145", "height: give a number from 48 to 144, not 145"),
    (DUNES, "height = 48", "height = nan", "height: give a number, not nan"),
    (DUNES, 'kind = "hill"', 'kind = "hil"', "piece[0].kind: unknown kind 'hil'; did you mean 'hill'?"),
    (DUNES, 'kind = "hill"', 'kind = "open"', "piece[0].kind: unknown kind 'open'"),
    (DUNES, "circle = [14, 18, 5]", "circle = [14, 18]", "piece[0].circle: a circle is [x, y, radius]"),
    (DUNES, "circle = [14, 18, 5]", "circle = [46, 18, 5]", "is not on the table of 48 x 48 in"),
    (DUNES, "circle = [14, 18, 5]", "", "piece[0]: give one of points, circle and box"),
    (DUNES, "circle = [14, 18, 5]", "points = [[1, 1], [2, 2]]", "piece[0].points: an area has 3 to 64 corners, not 2"),
    (
        DUNES,
        "circle = [14, 18, 5]",
        "points = [[1, 1], [4, 4], [4, 1], [1, 4]]",
        "piece[0].points: these corners enclose no area whose border does not cross itself",
    ),
    (DUNES, "box = [21, 22, 27, 26]", "box = [21, 22, 27]", "piece[8].box: a box is [left, top, right, bottom]"),
    (DUNES, "[[17, 14], [23, 15]]", "[[17, 14]]", "piece[6].points: a line has at least two different points"),
    (
        DUNES,
        "[[17, 14], [23, 15]]",
        "[[17, 14], [17, 14]]",
        "piece[6].points: a line has at least two different points",
    ),
    (DUNES, "[[17, 14], [23, 15]]", "[[17, 14, 1], [23, 15]]", "piece[6].points[0]: give a list of 2, not of 3"),
]


@pytest.mark.parametrize(("source", "old", "new", "said"), FAULTS, ids=[said[:60] for *_, said in FAULTS])
def test_a_fault_is_told_in_one_sentence(tmp_path: Path, source: str, old: str, new: str, said: str) -> None:
    path = with_fault(ROOT / source, tmp_path / "armymen" / Path(source).name, old, new)
    assert said in fault(path, [tmp_path, *BOTH])


@rule("AMC-PREP-5")
def test_a_fourth_support_unit_is_told(tmp_path: Path) -> None:
    path = army(tmp_path, '[[unit]]\nunit = "snipers"\n' * 4)
    assert fault(path, BOTH).startswith("units: 4 units of Gunners, Snipers and Heavy Weapons, at most 3")


def test_an_army_of_nobody_is_none(tmp_path: Path) -> None:
    assert fault(army(tmp_path, "unit = []\n"), BOTH) == "units: an army has at least one unit [AMC-PREP-3]"
    assert fault(army(tmp_path, ""), BOTH) == "unit: the key is missing"


def test_an_army_has_no_more_units_than_a_battle_can_hold(tmp_path: Path) -> None:
    units = '[[unit]]\nunit = "recruits"\nsize = 5\n'
    assert BOOK.read_force(army(tmp_path, units * 60, "points = 900\n"), BOTH).cost == 900
    forget()
    path = army(tmp_path, units * 61, "points = 915\n")
    assert fault(path, BOTH) == "units: give at most 60 units, not 61"


@rule("AMC-PREP-2")
def test_too_little_terrain_is_told_with_its_rule(tmp_path: Path) -> None:
    head = 'system = "armymen"\nkind = "map"\nname = "Mine"\nwidth = 48\nheight = 48\n'
    path = tmp_path / "mine.toml"
    path.write_text(head + '[[piece]]\nkind = "hill"\ncircle = [24, 24, 3]\n' * 4, encoding="utf-8")
    assert fault(path, BOTH) == "pieces: a table has 5 to 100 pieces of terrain, not 4 (AMC-PREP-2)"
    path.write_text(head + '[[piece]]\nkind = "hill"\ncircle = [24, 24, 3]\n' * 101, encoding="utf-8")
    forget()
    assert fault(path, BOTH) == "pieces: a table has 5 to 100 pieces of terrain, not 101 (AMC-PREP-2)"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfe", "byte 0: is not UTF-8 text; save the file as UTF-8"),
        (b"system = ", "is not sound TOML: Invalid value (at end of document)"),
        (b"", "system: the key is missing"),
        (b'system = "armymen"\nkind = "army"\n[[unit]', "is not sound TOML"),
    ],
)
def test_what_is_no_file_of_ours_is_told_so(tmp_path: Path, raw: bytes, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(raw)
    assert said in fault(path, BOTH)


def test_a_file_of_another_kind_is_named_for_what_it_is() -> None:
    with pytest.raises(BadFile, match="kind: this has to be a scenario, not a map"):
        BOOK.read_scenario(MAPS[0], BOTH)
    with pytest.raises(BadFile, match="kind: this has to be an army, not a map"):
        BOOK.read_force(MAPS[0], BOTH)
