"""The shipped files, and what is said of files that cannot be used."""

from __future__ import annotations

import json
import shutil
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import forget
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.rules.mechcom.files.file_formats import LIBRARY, MapFile
from tabletop_tui.rules.mechcom.files.loader import BOOK, plain, room_for
from tabletop_tui.rules.mechcom.files.sheet_reading import PERK_NAMES
from tabletop_tui.rules.mechcom.files.validation import EFFECTS
from tabletop_tui.rules.mechcom.shown.views import weapon_words
from tabletop_tui.rules.mechcom.state.battlefield import Map, battlemap
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, ZONES, zone_hexes
from tabletop_tui.rules.mechcom.state.profiles import FACTIONS, Ability, MechEntry, Weapon
from tabletop_tui.rules.mechcom.state.scenario import Scenario
from tabletop_tui.rules.mechcom.state.terrain import TERRAINS
from tabletop_tui.table.hexes import centre_of
from tests.mechcom.build import gun
from tests.spoiling import fault_of, with_fault

ROOT = Path(__file__).parents[2]
ROSTERS, SCENARIOS = ROOT / "rosters", ROOT / "scenarios"
BOTH = [ROSTERS, SCENARIOS]
FILES = sorted(ROSTERS.rglob("*.toml")) + sorted(SCENARIOS.rglob("*.toml"))
FILES = [path for path in FILES if "mechcom" in path.parts]
MAPS = [path for path in FILES if path.parent.name == "maps"]
SOLID = ("water", "building", "tower")
fault = partial(fault_of, BOOK.check_file)


# ---------------------------------------------------------------- every shipped file reads
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_file_reads(path: Path) -> None:
    kind, _, rest = BOOK.check_file(path, BOTH).partition(" ")
    assert kind in ("catalogue", "squad", "map", "scenario")
    assert rest


def test_listing_is_quick_enough_for_a_screen() -> None:
    """Half a second of the processor, where a twentieth is usual; how busy the machine is does not count."""
    forget()
    start = time.process_time()
    BOOK.list_forces([ROSTERS])
    BOOK.list_scenarios([SCENARIOS])
    assert time.process_time() - start < 0.5


def test_all_five_factions_have_a_full_and_a_small_squad() -> None:
    forces = BOOK.list_forces([ROSTERS])
    assert [force.faction for force in forces] == [faction for faction in FACTIONS for _ in range(2)]
    assert all(950 <= force.cost <= 1000 for force in forces[::2])
    assert all(450 <= force.cost <= 500 for force in forces[1::2])


@pytest.mark.rule("MC-SCEN-1", "MC-SCEN-3", "MC-PIECE-1")
def test_the_shipped_scenarios_cover_every_type_and_number_of_players() -> None:
    scenarios = {info.id: BOOK.scenario_of(info.data) for info in BOOK.list_scenarios([SCENARIOS])}
    two = [scenario for scenario in scenarios.values() if scenario.seats == 2 and scenario.defender is None]
    for map_name in ("Canyon", "Frozen Port", "Scrap Forest"):
        types = {scenario.type for scenario in two if scenario.map_name == map_name}
        assert types == {"deathmatch", "capture-the-flag", "control-zone"}
    assert {scenario.seats for scenario in scenarios.values()} == {2, 3, 4}
    assert any(scenario.defender is not None for scenario in scenarios.values())
    assert {scenario.budget for scenario in scenarios.values()} == {500, 1000}
    assert all(battlemap(scenario.map_name, scenario.map).grid for scenario in scenarios.values())


@pytest.mark.parametrize("info", BOOK.list_scenarios([SCENARIOS]), ids=lambda info: info.id)
def test_the_default_squads_fit_their_scenario(info: ScenarioInfo) -> None:
    forces = {force.id: force for force in BOOK.list_forces([ROSTERS])}
    assert len(info.forces) == info.seats
    assert BOOK.fits(info, [forces[name] for name in info.forces]) is None
    assert "\n" not in info.summary
    assert info.summary


@pytest.mark.parametrize("info", BOOK.list_scenarios([SCENARIOS]), ids=lambda info: info.id)
def test_scenario_data_makes_the_round_trip(info: ScenarioInfo) -> None:
    told = {name: value for name, value in info.data.items() if name != "moment"}  # the story is read for all books
    assert plain().unstructure(BOOK.scenario_of(json.loads(json.dumps(info.data)))) == told


# ---------------------------------------------------------------- what the catalogues sell
def entry(name: str) -> MechEntry:
    return BOOK.catalogue([ROSTERS]).mechs[name]


def arms(weapon: Weapon) -> str:
    """As a sheet prints it: [range-damage-attacks]."""
    return f"[{weapon.range or 'M'}-{weapon.damage}-{weapon.attacks}]"


@pytest.mark.rule("MC-SHEET-2", "MC-SHEET-7")
def test_the_typhon_is_as_the_rulebook_prints_it() -> None:
    typhon = entry("typhon")
    assert BOOK.catalogue([ROSTERS]).faction["typhon"] == "HERAKLES"
    assert (typhon.name, typhon.cost) == ("Typhon", 240)
    (flamethrower,) = typhon.weapons
    assert arms(flamethrower) == "[3-2-2]"
    assert flamethrower.perks.conditions == ("Burned",)
    assert flamethrower.perks.superheated
    brackets = {ability.name: ability.bracket for ability in typhon.abilities}
    assert brackets == {
        "Programming": "X, Passive",
        "Red-Hot Reactor": "X, Passive",
        "Searing Wave": "1, Limit 5",
        "Vent Coolant": "1, Limit 5",
    }
    stats = typhon.stats
    assert [stats.energy, stats.movement, stats.sensors, stats.stability] == [6, 3, 5, 4]
    assert [stats.strength, stats.armour, stats.integrity] == [3, 4, 10]


@pytest.mark.rule("MC-FLAV-2")
def test_the_wasp_has_the_rifle_of_the_rulebooks_example() -> None:
    rifle = entry("wasp").weapons[0]
    assert (rifle.name, rifle.range) == ("Buzzkill Rifle", 5)
    assert "fly" in {ability.effect.kind for ability in entry("wasp").abilities}
    assert entry("kerberos").name == "Kerberos"


def test_some_sheet_uses_every_perk_and_every_effect() -> None:
    """Else a player would never meet it, and no whole game in a test would."""
    shop = BOOK.catalogue([ROSTERS])
    entries: list[Any] = [*shop.mechs.values(), *shop.pilots.values(), *shop.deployables.values()]
    weapons = [weapon for one in entries for weapon in one.weapons]
    abilities: list[Ability] = [ability for one in entries for ability in one.abilities]
    perks = {name for weapon in weapons for name, value in plain().unstructure(weapon.perks).items() if value}
    assert perks == {
        *("ammo", "artillery", "backfire", "barrage", "blast", "conditions", "critical_conditions", "flurry"),
        *("heavy", "multi", "rend", "sniper", "superheated", "tracker", "ultralight", "volatile"),
    }
    assert {ability.effect.kind for ability in abilities} == set(EFFECTS)
    assert {ability.timing for ability in abilities} == {"action", "passive", "reactive", "pregame"}
    assert all(ability.text for ability in abilities)


@pytest.mark.rule("MC-SHEET-8")
def test_a_weapon_is_written_range_damage_attacks_and_m_is_melee() -> None:
    assert [arms(weapon) for weapon in entry("sentinel").weapons] == ["[5-2-3]", "[3-1-2]", "[9-3-2]"]
    claws = entry("ashkar").weapons[0]
    assert arms(claws) == "[M-2-3]"
    assert claws.melee
    assert not entry("sentinel").weapons[0].melee


# ---------------------------------------------------------------- maps
def board(path: Path) -> Map:
    file = LIBRARY.read(path)
    assert isinstance(file, MapFile)
    return battlemap(file.name, file.ground.strip())


def on_foot(map_: Map) -> set[str]:
    """All that a walker reaches from the first hex it can stand on, by steps of one level both ways."""
    open_ = {spot for spot in map_.grid.hexes if map_.terrain[spot] not in SOLID}
    seen, waiting = set(), [min(open_)]
    while waiting:
        here = waiting.pop()
        seen.add(here)
        waiting += [
            there
            for there in map_.grid.neighbours[here]
            if there in open_ and there not in seen and abs(map_.level[there] - map_.level[here]) <= 1
        ]
    return seen


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_every_hex_of_a_map_is_reached_on_foot(path: Path) -> None:
    map_ = board(path)
    assert on_foot(map_) == {spot for spot in map_.grid.hexes if map_.terrain[spot] not in SOLID}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_a_map_turned_half_round_is_the_same(path: Path) -> None:
    map_ = board(path)
    grid = map_.grid

    def turned(spot: str) -> str:
        column, row = grid.column_row(spot)
        return f"{grid.columns + 1 - column:02d}{grid.rows + 1 - row:02d}"

    for spot in grid.hexes:
        # It is a true half turn: the neighbour in each direction becomes the neighbour in the opposite one.
        for direction, there in enumerate(grid.around[spot]):
            opposite = grid.around[turned(spot)][(direction + 3) % 6]
            assert opposite == (turned(there) if there else None)
        assert map_.level[turned(spot)] == map_.level[spot]
        assert map_.terrain[turned(spot)] == map_.terrain[spot]


@pytest.mark.rule("MC-GRID-2")
@pytest.mark.parametrize("name", ["canyon", "frozen-port", "scrap-forest"])
def test_the_great_maps_have_all_levels_and_their_own_ground(name: str) -> None:
    map_ = board(SCENARIOS / "mechcom" / "maps" / f"{name}.toml")
    assert (map_.columns, map_.rows) == (14, 20)
    assert set(map_.level.values()) == {0, 1, 2, 3}
    wanted = {
        "canyon": {"sand"},
        "frozen-port": {"water", "ice", "snow", "building", "tower", "concrete"},
        "scrap-forest": {"forest", "wreckage", "fire"},
    }
    assert wanted[name] <= set(map_.terrain.values())


def test_every_kind_of_ground_lies_on_some_map() -> None:
    assert {terrain for path in MAPS for terrain in board(path).terrain.values()} == set(TERRAINS)


@pytest.mark.parametrize("info", BOOK.list_scenarios([SCENARIOS]), ids=lambda info: info.id)
def test_zones_have_room_for_six_mechs_and_what_stands_in_their_middle(info: ScenarioInfo) -> None:
    scenario = BOOK.scenario_of(info.data)
    map_ = battlemap(scenario.map_name, scenario.map)
    objective = scenario.objective or min(centre_of(map_.grid, map_.grid.hexes))
    named = [*ZONES[scenario.seats], *([OBJECTIVE] if scenario.defender is not None else [])]
    zones = {zone: zone_hexes(map_.grid, zone, objective) for zone in named}
    for zone, hexes in zones.items():
        shared = {spot for other, spots in zones.items() if other != zone for spot in spots}
        free = [spot for spot in hexes - shared if map_.terrain[spot] not in SOLID]
        assert len(free) >= 7
        if zone in ("north", "south"):
            # Nothing to climb and nothing in the way where a Flag will stand.
            middle = centre_of(map_.grid, hexes)
            assert {map_.terrain[spot] for spot in middle} <= {"grass", "sand", "concrete"}
            assert {map_.level[spot] for spot in middle} == {0}
    assert map_.terrain[objective] in ("grass", "sand", "concrete")


# ---------------------------------------------------------------- folders
def test_a_players_squad_anywhere_finds_the_shipped_catalogues(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "mine.toml"
    path.parent.mkdir()
    shutil.copy(ROSTERS / "mechcom" / "squads" / "iron-charter.toml", path)
    mine = tmp_path / "home" / "rosters"
    assert BOOK.read_force(path, [mine, ROSTERS]).cost == 990
    assert BOOK.read_force(path, [mine, ROSTERS]).id == "mine"


def test_a_players_own_file_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    mine = tmp_path / "mechcom"
    mine.mkdir()
    text = (ROSTERS / "mechcom" / "icse.toml").read_text(encoding="utf-8")
    (mine / "icse.toml").write_text(text.replace("cost = 190", "cost = 290"), encoding="utf-8")
    costs = {force.id: force.cost for force in BOOK.list_forces([tmp_path, ROSTERS])}
    assert costs["iron-charter"] == 990 + 200
    assert costs["drowned-choir"] == 970


def test_a_players_own_squads_and_scenarios_are_listed_beside_the_shipped_ones(tmp_path: Path) -> None:
    (tmp_path / "mechcom" / "any").mkdir(parents=True)
    shutil.copy(ROSTERS / "mechcom" / "squads" / "iron-charter.toml", tmp_path / "mechcom" / "any" / "mine.toml")
    shutil.copy(SCENARIOS / "mechcom" / "canyon-zone.toml", tmp_path / "mechcom" / "my-zone.toml")
    assert "mine" in {force.id for force in BOOK.list_forces([tmp_path, ROSTERS])}
    listed = {info.id for info in BOOK.list_scenarios([tmp_path, SCENARIOS])}
    assert {"my-zone", "canyon-zone"} <= listed


def test_a_scenario_finds_a_map_that_lies_beside_it(tmp_path: Path) -> None:
    shutil.copy(SCENARIOS / "mechcom" / "canyon-zone.toml", tmp_path / "zone.toml")
    text = (SCENARIOS / "mechcom" / "maps" / "canyon.toml").read_text(encoding="utf-8")
    (tmp_path / "canyon.toml").write_text(text.replace('name = "Canyon"', 'name = "My Canyon"'), encoding="utf-8")
    assert BOOK.read_scenario(tmp_path / "zone.toml", [SCENARIOS]).data["map_name"] == "My Canyon"


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (ROSTERS / "mechcom" / "squads" / "iron-charter.toml").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert BOOK.read_force(path, [ROSTERS]).name == "Iron Charter"
    path.write_text(text.replace("Iron Charter", "Tin Charter!"), encoding="utf-8")
    assert BOOK.read_force(path, [ROSTERS]).name == "Tin Charter!"


def test_two_catalogues_may_not_sell_under_one_id(tmp_path: Path) -> None:
    (tmp_path / "mechcom").mkdir()
    path = tmp_path / "mechcom" / "other.toml"
    shutil.copy(ROSTERS / "mechcom" / "icse.toml", path)
    with pytest.raises(BadFile, match=r"other\.toml: mech\[0\]\.id: .*icse\.toml has an entry 'sentinel' already"):
        BOOK.list_forces([tmp_path, ROSTERS])


def test_a_file_of_another_kind_is_named_for_what_it_is() -> None:
    with pytest.raises(BadFile, match="kind: this has to be a squad, not a map"):
        BOOK.read_force(MAPS[0], BOTH)
    with pytest.raises(BadFile, match="kind: this has to be a scenario, not a catalogue"):
        BOOK.read_scenario(ROSTERS / "mechcom" / "icse.toml", BOTH)


@pytest.mark.parametrize("folder", [ROSTERS, SCENARIOS], ids=["rosters", "scenarios"])
def test_the_example_of_the_readme_reads(folder: Path, tmp_path: Path) -> None:
    text = (folder / "mechcom" / "README.md").read_text(encoding="utf-8")
    example = text.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    assert BOOK.check_file(tmp_path / "example.toml", BOTH)


def test_the_readme_names_every_perk_effect_and_ground() -> None:
    rosters = (ROSTERS / "mechcom" / "README.md").read_text(encoding="utf-8")
    assert [name for name in EFFECTS if f"`{name}`" not in rosters] == []
    assert [name for name in PERK_NAMES if f'`"{name.rstrip(" 1").partition(":")[0]}' not in rosters] == []
    scenarios = (SCENARIOS / "mechcom" / "README.md").read_text(encoding="utf-8")
    assert [terrain.code for terrain in TERRAINS.values() if f"`{terrain.code}`" not in scenarios] == []


# ---------------------------------------------------------------- one sentence for each fault
ICSE = "rosters/mechcom/icse.toml"
SQUAD = "rosters/mechcom/squads/iron-charter.toml"
HIRED = "rosters/mechcom/mercenaries.toml"
SIEGE = "scenarios/mechcom/fort-siege.toml"
TEAMS = "scenarios/mechcom/two-against-two.toml"
FLAGS = "scenarios/mechcom/canyon-flags.toml"
CANYON = "scenarios/mechcom/maps/canyon.toml"
FAULTS = [
    (ICSE, '"Sniper"', '"Snipr"', "mech[0].weapon[2].perks[0]: unknown perk 'Snipr'; did you mean 'Sniper'?"),
    (ICSE, '"Heavy"', '"Rend"', "mech[0].weapon[2].perks[1]: Rend needs its number, as in 'Rend 2', not 'Rend'"),
    (ICSE, '"Heavy"', '"Heavy", "Heavy"', "mech[0].weapon[2].perks[2]: 'Heavy' is here twice"),
    (ICSE, '"Heavy"', '"Condition: Burnt"', "perks[1]: unknown condition 'Burnt'; did you mean 'Burned'?"),
    (ICSE, '"Heavy"', '"Condition: Tethered"', "perks[1]: Tethered needs its number of hexes"),
    (ICSE, '"Heavy"', '"Condition: Submerged"', "perks[1]: unknown condition 'Submerged'"),
    (ICSE, "energy = 7", "enrgy = 7", "mech[0].stats: unknown key 'enrgy'; did you mean 'energy'?"),
    (ICSE, "energy = 7", "energy = 7.5", "mech[0].stats.energy: give a whole number, not 7.5"),
    (ICSE, "energy = 7", "energy = true", "mech[0].stats.energy: give a whole number, not True"),
    (ICSE, "integrity = 8", "integrity = 0", "mech[0].stats.integrity: give a whole number from 1 to 99, not 0"),
    (ICSE, "range = 5", 'range = "far"', "weapon[0].range: give a number of hexes or \"M\" for melee, not 'far'"),
    (ICSE, "attacks = 3", "attacks = 0", "weapon[0].attacks: give a whole number from 1 to 99, not 0"),
    (ICSE, "attacks = 3", f"attacks = 0x{'f' * 5000}", "weapon[0].attacks: give a number of at most 9999"),
    (ICSE, "cost = 190\n", "", "mech[0].cost: the key is missing"),
    (ICSE, 'profile = "Marksman"', 'profile = "Marksmn"', "mech[0].weapon[2].profile: unknown profile 'Marksmn'"),
    (ICSE, '"Carbine"', '"Sidearm"', "mech[0].weapon[1]: there is another weapon of the name 'Sidearm'"),
    (ICSE, '"Carbine"', '"Unarmed"', "mech[0].weapon[0].name: every mech can attack Unarmed already"),
    (ICSE, '"Limit 3"', '"Limt 3"', "mech[1].ability[0].tags[0]: unknown tag 'Limt 3'; did you mean 'Limit 1'?"),
    (ICSE, '"Reactive"', '"Passive"', "mech[1].ability[2]: an ability that does 'shield' is Reactive, not Passive"),
    (ICSE, '"Reactive"', '"Reactive", "Passive"', "tags[1]: Passive does not go with Reactive"),
    (ICSE, "cost = 2\ntags", 'cost = "Y"\ntags', "ability[0].cost: give a number of Energy or \"X\", not 'Y'"),
    (
        ICSE,
        'kind = "deploy"',
        'kind = "depoly"',
        "ability[0].effect.kind: unknown effect 'depoly'; did you mean 'deploy'?",
    ),
    (
        ICSE,
        'what = "barricade"',
        'what = "baricade"',
        "mech[1]: unknown deployable 'baricade'; did you mean 'barricade'?",
    ),
    (ICSE, 'what = "barricade"', 'what = "brood-wing"', "mech[1]: unknown deployable 'brood-wing'"),
    (ICSE, '"Regular"', '"Regular"\nrequires = ["wasp"]', "pilot[0].requires[0]: unknown mech 'wasp'"),
    (ICSE, '"I.C.S.E."', '"Mercenary"', "faction: mechs belong to one of the five factions [MC-ARMY-2]"),
    (HIRED, 'type = "Mercenary"', 'type = "Ace"', "pilot[0].type: Mercenaries, and only they, are sold in a file of"),
    (ICSE, "stability = -1", "aim = -1", "pilot[0].bonus: unknown stat 'aim'"),
    (ICSE, '"Regular"', '"regular"', "pilot[0].type: unknown word 'regular'; did you mean 'Regular'?"),
    (ICSE, '"I.C.S.E."', '"ICSE"', "faction: unknown faction 'ICSE'; did you mean 'I.C.S.E.'?"),
    (ICSE, 'id = "warden"', 'id = "The Warden"', "mech[1].id: give an id of small letters, digits and -"),
    (ICSE, 'system = "mechcom"', 'system = "mechcm"', "system: unknown system 'mechcm'; did you mean 'mechcom'?"),
    (ICSE, 'kind = "catalogue"\n', "", "kind: the key is missing; it says one of: catalogue, squad, map, scenario"),
    (ICSE, "range = 5\n", "range = 5\nrange = 6\n", "is not sound TOML: Cannot overwrite a value (at line"),
    (SQUAD, "[[mech]]", "[[mechs]]", "unknown key 'mechs'; did you mean 'mech'?"),
    (SQUAD, "pilot =", "pilt =", "mech[0]: unknown key 'pilt'; did you mean 'pilot'?"),
    (SQUAD, 'name = "Iron', 'name = "\\u0007', "name: give a text without control characters"),
    (SIEGE, '"old-fort"', '"oldfort"', "map: unknown map 'oldfort'; did you mean 'old-fort'?"),
    (SIEGE, '"old-fort"', '"../maps/old-fort"', "map: give an id of small letters, digits and -"),
    (SIEGE, '"control-zone"', '"controlzone"', "type: unknown type 'controlzone'; did you mean 'control-zone'?"),
    (SIEGE, '"0711"', '"9911"', "objective: '9911' is no hex of the map with firm ground for the Objective"),
    (SIEGE, '"0711"', '"0708"', "objective: '0708' is no hex of the map with firm ground for the Objective"),
    (TEAMS, "[1, 2,", "[1, 5,", "teams[1]: give a whole number from 1 to 4, not 5"),
    (SIEGE, '"control-zone"', '"deathmatch"', "objective: only a control-zone has an objective, not a deathmatch"),
    (SIEGE, "defender = 2", "defender = 3", "defender: give a whole number from 0 to 2, not 3"),
    (SIEGE, "seats = 2", "seats = 7", "seats: give a whole number from 2 to 6, not 7"),
    (SIEGE, '["iron-charter", ', "[", "forces: give a squad for each of the 2 seats, not 1"),
    (SIEGE, "budget = 1000", "budget = 0", "budget: give a whole number from 1 to 9999, not 0"),
    (FLAGS, "seats = 2", "seats = 2\nstalemate = 100", "stalemate: give a whole number from 0 to 99, not 100"),
    (FLAGS, "seats = 2", 'seats = 2\nstalemate = "off"', "stalemate: give a whole number, not 'off'"),
    (
        SIEGE,
        "seats = 2",
        "seats = 2\nstalemate = 5",
        "stalemate: a scenario with a last round comes to an end by itself",
    ),
    (CANYON, "1. 0. 0.", "100. 0. 0.", "ground: row 2, cell 1: '100.' is not a level from 0 to 99"),
    (CANYON, "1. 0. 0.", "1q 0. 0.", "ground: row 2, cell 1: '1q' is not a level from 0 to 99 and one of . , = ~"),
    (CANYON, "1. 0. 0.", "0. 0.", "ground: row 2 has 13 cells where row 1 has 14"),
    (CANYON, "ground = ", "grounds = ", "unknown key 'grounds'; did you mean 'ground'?"),
]


@pytest.mark.parametrize(("source", "old", "new", "said"), FAULTS, ids=[said[:60] for *_, said in FAULTS])
def test_a_fault_is_told_in_one_sentence(tmp_path: Path, source: str, old: str, new: str, said: str) -> None:
    # In the shipped file's own place, so that its entries are not sold twice.
    path = with_fault(ROOT / source, tmp_path / "rosters/mechcom" / Path(source).name, old, new)
    assert said in fault(path, [tmp_path / "rosters", *BOTH])


def test_what_is_no_text_file_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    assert "cannot be read: No such file" in fault(path, BOTH)
    assert "is a folder" in fault(tmp_path, BOTH)
    path.write_bytes(b'name = "\xff\xfe"')
    assert "byte 8: is not UTF-8 text" in fault(path, BOTH)
    path.write_text("[" * 100_000)
    assert "is not sound TOML" in fault(path, BOTH)
    path.write_bytes(b"#" * 2_000_000)
    assert "is larger than" in fault(path, BOTH)


def test_a_map_must_be_large_enough_for_two_zones(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    for rows, columns in ((6, 10), (10, 6), (0, 0), (10, 120)):
        ground = "\n".join(" ".join(["0."] * columns) for _ in range(rows))
        path.write_text(f'system = "mechcom"\nkind = "map"\nname = "X"\nground = """\n{ground}\n"""\n')
        assert "ground: " in fault(path, BOTH)


# ---------------------------------------------------------------- set-ups of journals
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"type": "race"}, "type: unknown type 'race'"),
        ({"map": "0. 0."}, "map: a board has at least 7 rows and columns, not 1 and 2"),
        ({"map": 5}, "map: give a text in quotes, not 5"),
        ({"map": "\n".join(["0~ " * 9] * 9)}, "map: there is no room to set up for player 1"),
        ({"seats": 0}, "seats: give a whole number from 2 to 6, not 0"),
        ({"seats": None}, "seats: give a whole number, not None"),
        ({"defender": 1}, "defender: only a control-zone has a defender, not a deathmatch"),
        ({"extra": 1}, "unknown key 'extra'"),
        ({"name": ""}, "name: give a name of 1 to 60 letters on one line, not ''"),
        ({"rounds": -1}, "rounds: give a whole number from 0 to 99, not -1"),
    ],
)
def test_a_scenario_in_a_set_up_must_be_sound(change: dict[str, Any], said: str) -> None:
    data = next(info.data for info in BOOK.list_scenarios([SCENARIOS]) if info.id == "canyon-deathmatch")
    with pytest.raises(BadFile) as caught:
        BOOK.scenario_of({**data, **change})
    assert said in str(caught.value)


@pytest.mark.rule("MC-CZ-1")
@pytest.mark.parametrize("ground", ["~", "b", "B", "i"])
def test_the_objective_stands_on_firm_ground(ground: str) -> None:
    data = next(info.data for info in BOOK.list_scenarios([SCENARIOS]) if info.id == "fort-siege")
    rows = [row.split() for row in data["map"].splitlines()]
    rows[10][6] = f"2{ground}"
    with pytest.raises(BadFile, match="objective: '0711' is no hex of the map with firm ground"):
        BOOK.scenario_of({**data, "map": "\n".join(map(" ".join, rows))})


def test_the_defender_of_a_set_up_is_one_of_its_seats() -> None:
    data = next(info.data for info in BOOK.list_scenarios([SCENARIOS]) if info.id == "fort-siege")
    assert BOOK.scenario_of({**data, "defender": 0}).defender == 0
    with pytest.raises(BadFile, match="defender: give a whole number from 0 to 1, not 2"):
        BOOK.scenario_of({**data, "defender": 2})


def test_scenarios_are_listed_by_players_then_budget() -> None:
    listed = [(info.seats, info.data.get("budget", 1000), info.name) for info in BOOK.list_scenarios([SCENARIOS])]
    assert listed == sorted(listed)
    assert len({seats for seats, *_ in listed}) > 1
    assert len({budget for _, budget, _ in listed}) > 1


# ---------------------------------------------------------------- do squads and a scenario go together
@pytest.mark.rule("MC-SCEN-1")
def test_a_scenario_wants_a_squad_for_each_seat() -> None:
    info = next(info for info in BOOK.list_scenarios([SCENARIOS]) if info.id == "fort-siege")
    forces = BOOK.list_forces([ROSTERS])
    refusal = BOOK.fits(info, forces[:3])
    assert refusal is not None
    assert (refusal.rule, refusal.why.endswith("is for 2 players, not for 3")) == ("MC-SCEN-1", True)


@pytest.mark.rule("MC-SETUP-4", "MC-CTF-1", "MC-CZ-1")
@pytest.mark.parametrize(
    ("changes", "seat", "room"),
    [
        ({}, 0, 21),
        ({"type": "capture-the-flag"}, 0, 20),
        ({"type": "control-zone", "objective": "0404"}, 0, 21),
        ({"type": "control-zone", "objective": "0402"}, 0, 20),
        ({"type": "control-zone", "objective": "0404", "defender": 1}, 0, 4),
        ({"type": "control-zone", "objective": "0404", "defender": 1}, 1, 6),
    ],
    ids=[
        "a zone",
        "less a Flag",
        "the Objective is elsewhere",
        "less the Objective",
        "the zone of which the defender may take most",
        "the defender's own less what both edges may take and the Objective",
    ],
)
def test_there_is_room_for_as_many_mechs_as_a_zone_has_hexes(changes: dict[str, Any], seat: int, room: int) -> None:
    flat = "\n".join(["0. " * 7] * 7)
    scenario = Scenario(**{"name": "X", "type": "deathmatch", "map": flat, "map_name": "X", "seats": 2, **changes})
    assert room_for(scenario, seat) == room


@pytest.mark.parametrize("data", [None, [], "x", 7, {}, {"name": "X"}, {"mechs": 5}, [{}]])
def test_what_is_no_set_up_at_all_is_refused(data: Any) -> None:
    for read_ in (BOOK.scenario_of, BOOK.force_of):
        with pytest.raises(BadFile) as caught:
            read_(data)
        assert str(caught.value).isprintable()


def test_a_weapon_is_shown_with_its_perks_by_the_names_of_the_book():
    weapon = gun("Torch", 3, 2, 2, superheated=True, conditions=("Burned",), critical_conditions=("Shocked",))
    assert weapon_words(weapon) == "[3-2-2] Superheated, Condition: Burned, Critical condition: Shocked"


@pytest.mark.rule("MC-OURS-1", "MC-SCEN-1")
@pytest.mark.parametrize(("said", "after"), [("", 10), ("stalemate = 0", 0), ("stalemate = 25", 25)])
def test_a_scenario_says_after_how_many_quiet_rounds_a_draw_is_offered(tmp_path: Path, said: str, after: int) -> None:
    path = with_fault(ROOT / FLAGS, tmp_path / "scenarios/mechcom/flags.toml", "seats = 2", f"seats = 2\n{said}")
    assert system("mechcom").scenario(path, BOTH).stalemate == after
