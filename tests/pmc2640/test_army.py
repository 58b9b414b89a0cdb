"""The army list as the rulebook prints it, and what may be composed from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.system import ForceInfo
from tabletop_tui.rules.pmc2640.files.force_composition import refuse_army
from tabletop_tui.rules.pmc2640.files.loader import BOOK, plain
from tabletop_tui.rules.pmc2640.state.profiles import UnitType

rule = pytest.mark.rule
ROOT = Path(__file__).parents[2]
ROSTERS, SCENARIOS = [ROOT / "rosters"], [ROOT / "scenarios"]
LIST = BOOK.catalogue(ROSTERS)
FORCES = {force.id: force for force in BOOK.list_forces(ROSTERS)}


# ---------------------------------------------------------------- the army list
def printed(unit: UnitType) -> tuple[Any, ...]:
    """Tier, Size, Move (turn), Firepower, Range, Defence, Assault, Morale or Structure, and the special rules."""
    move = f"{unit.move} ({unit.turn_cost})" if unit.vehicle else str(unit.move)
    numbers = (unit.tier, unit.size, move, unit.firepower, unit.range, unit.defence, unit.assault, unit.morale)
    return (*numbers, set(unit.special_rules))


CAR = "Ground vehicle"
COMMAND = {"Command unit (2)", "Inspiring presence"}
MORTAR = {
    *("Cumbersome weapon", "Indirect fire", "Destructive weapon", "Minimum range (12 in)"),
    *("Specialisation (ground)", "always Basic Firepower"),
}
SUPPORT = {
    *(CAR, "Minimum range (12 in)", "Destructive weapon", "Indirect fire"),
    *("Specialisation (ground)", "Cumbersome weapon"),
}
PRINTED = {
    "field-command": (2, 2, "5", 1, 12, 10, 1, 5, COMMAND),
    "recruits": (1, 8, "4", 1, 18, 8, 1, 3, set()),
    "rookies": (2, 8, "4", 2, 18, 9, 2, 4, set()),
    "regulars": (3, 8, "5", 3, 18, 10, 3, 5, set()),
    "veterans": (4, 8, "5", 4, 18, 11, 3, 5, set()),
    "light-infantry": (2, 8, "5", 3, 12, 8, 3, 4, set()),
    "forward-observers": (2, 4, "5", 1, 12, 9, 1, 4, {"Markerlights"}),
    "scouts": (3, 4, "6", 2, 18, 10, 1, 5, {"Stealth", "Markerlights"}),
    "grenadiers": (2, 6, "4", 3, 12, 9, 2, 4, {"Destructive weapon"}),
    "light-mg": (2, 3, "4", 5, 24, 8, 1, 3, set()),
    "remote-mortar": (2, 2, "3", 6, 48, 7, 1, 3, MORTAR),
    "light-patrol": (1, 1, "12 (1)", 3, 12, 8, 1, 3, {CAR}),
    "heavy-patrol": (2, 1, "12 (1)", 6, 18, 10, 2, 4, {CAR}),
    "nomads": (2, 10, "5", 2, 12, 7, 3, 3, {"Stealth"}),
    "improvised-support": (2, 1, "8 (2)", 5, 30, 8, 1, 3, SUPPORT),
}


@rule("PMC-UNIT-1", "PMC-UNIT-2", "PMC-UNIT-3", "PMC-UNIT-4", "PMC-UNIT-5", "PMC-UNIT-6", "PMC-UNIT-7", "PMC-UNIT-8")
@rule("PMC-UNIT-9", "PMC-UNIT-10", "PMC-UNIT-11", "PMC-UNIT-12", "PMC-UNIT-13", "PMC-UNIT-14", "PMC-UNIT-15")
@rule("PMC-STAT-1", "PMC-STAT-2", "PMC-GEN-3")
@pytest.mark.parametrize("name", PRINTED)
def test_a_unit_is_as_the_rulebook_prints_it(name: str) -> None:
    assert printed(LIST[name]) == PRINTED[name]
    assert LIST[name].most == (2 if name == "nomads" else 0)


@rule("PMC-STAT-5")
def test_the_rulebooks_worked_example_is_not_for_sale(tmp_path: Path) -> None:
    assert set(LIST) == set(PRINTED)
    path = tmp_path / "pmc2640" / "mine.toml"
    path.parent.mkdir()
    text = (ROOT / "rosters/pmc2640/army-list.toml").read_text(encoding="utf-8")
    grenadiers = text.partition('id = "grenadiers"')[2]
    entry = f'[[unit]]\nid = "assault-engineers"{grenadiers.partition("[[unit]]")[0]}'
    entry = entry.replace('["Destructive weapon"]', '["Sappers", "Destructive weapon"]')
    path.write_text('system = "pmc2640"\nkind = "catalogue"\n' + entry, encoding="utf-8")
    with pytest.raises(BadFile, match=r"unit\[0\]\.special\[0\]: unknown special rule 'Sappers'"):
        BOOK.catalogue([tmp_path, *ROSTERS])


# ---------------------------------------------------------------- limits
def units(**counts: int) -> list[UnitType]:
    return [LIST[name.replace("_", "-")] for name, count in counts.items() for _ in range(count)]


def tiers(*wanted: int) -> list[UnitType]:
    """Infantry of these Tiers and nothing that could break another limit."""
    return [evolve(LIST["rookies"], id=f"u{number}", tier=tier) for number, tier in enumerate(wanted)]


def refused(found: list[UnitType], priority: int = 1) -> str:
    refusal = refuse_army(found, priority)
    return "" if refusal is None else refusal.rule


@rule("PMC-ARMY-1", "PMC-ARMY-2", "PMC-TIER-1", "PMC-TIER-2")
@pytest.mark.parametrize(
    ("found", "priority", "by"),
    [
        (tiers(2, 2, 2, 3, 3), 1, ""),
        (tiers(2, 2, 2, 3, 4), 1, "PMC-ARMY-2"),
        (tiers(*[2] * 6), 1, ""),
        (tiers(*[2] * 7), 1, "PMC-ARMY-2"),
        (tiers(*[2] * 12), 2, ""),
        (tiers(*[2] * 13), 2, "PMC-ARMY-2"),
        (tiers(2, 2, 2), 1, ""),
    ],
)
def test_the_tiers_add_up_to_twelve_for_each_priority_level(found: list[UnitType], priority: int, by: str) -> None:
    assert refused(found, priority) == by


@rule("PMC-ARMY-3", "PMC-TIER-1")
@pytest.mark.parametrize(
    ("found", "by"),
    [
        (tiers(2, 2, 2, 1, 1, 1, 1), ""),
        (tiers(2, 2, 2, 1, 1, 1, 1, 1), "PMC-ARMY-3"),
        (tiers(2, 2, 1, 1), "PMC-ARMY-3"),
        (tiers(2, 2, 2, 3, 3), ""),
        (tiers(2, 2, 3, 3), "PMC-ARMY-3"),
        (tiers(2, 2, 2, 4), ""),
        (tiers(2, 2, 4, 4), "PMC-ARMY-3"),
        (tiers(2, 2, 2, 5), "PMC-ARMY-3"),
    ],
)
def test_how_many_units_of_each_tier_are_allowed(found: list[UnitType], by: str) -> None:
    assert refused(found) == by


@rule("PMC-ARMY-4")
@pytest.mark.parametrize(
    ("found", "by"),
    [
        (tiers(*[2] * 6, *[1] * 8), ""),
        (tiers(*[2] * 6, *[1] * 9), "PMC-ARMY-4"),
        (tiers(*[2] * 5, *[1] * 8), "PMC-ARMY-4"),
        (tiers(*[2] * 6, *[3] * 4), ""),
        (tiers(*[2] * 6, 4, 4, 3), ""),
        (tiers(*[2] * 6, 4, 4, 4), "PMC-ARMY-4"),
    ],
)
def test_the_limits_grow_with_the_priority_level_and_so_does_the_minimum(found: list[UnitType], by: str) -> None:
    assert refused(found, 2) == by


@rule("PMC-ARMY-5")
def test_three_vehicles_for_each_priority_level() -> None:
    assert refused(units(rookies=3, light_patrol=3)) == ""
    assert refused(units(rookies=3, light_patrol=4)) == "PMC-ARMY-5"
    assert refused(units(rookies=6, light_patrol=6), 2) == ""
    assert refused(units(rookies=6, light_patrol=7), 2) == "PMC-ARMY-5"


@rule("PMC-ARMY-6")
def test_at_priority_one_no_vehicle_above_tier_two() -> None:
    tank = evolve(LIST["heavy-patrol"], id="tank", tier=3)
    assert refused([*units(rookies=3, heavy_patrol=1)]) == ""
    assert refused([*units(rookies=3), tank]) == "PMC-ARMY-6"
    assert refused([*units(rookies=6), tank], 2) == ""


@rule("PMC-ARMY-7")
def test_one_command_unit_for_each_priority_level() -> None:
    assert refused(units(field_command=1, rookies=2)) == ""
    assert refused(units(field_command=2, rookies=2)) == "PMC-ARMY-7"
    assert refused(units(field_command=2, rookies=4), 2) == ""
    assert refused(units(field_command=3, rookies=4), 2) == "PMC-ARMY-7"


@rule("PMC-ARMY-8", "PMC-UNIT-14")
def test_two_nomads_for_each_priority_level() -> None:
    assert refused(units(nomads=2, rookies=1)) == ""
    assert refused(units(nomads=3, rookies=1)) == "PMC-ARMY-8"
    assert refused(units(nomads=4, rookies=2), 2) == ""
    assert refused(units(nomads=5, rookies=2), 2) == "PMC-ARMY-8"


# ---------------------------------------------------------------- army files
def army(tmp_path: Path, text: str) -> ForceInfo:
    path = tmp_path / "mine.toml"
    path.write_text(f'system = "pmc2640"\nkind = "army"\nname = "Mine"\n{text}', encoding="utf-8")
    return BOOK.read_force(path, ROSTERS)


def said(tmp_path: Path, text: str) -> str:
    with pytest.raises(BadFile) as caught:
        army(tmp_path, text)
    return str(caught.value).partition("mine.toml: ")[2]


@rule("PMC-ARMY-2", "PMC-STAT-1")
def test_an_army_file_counts_units_of_the_list(tmp_path: Path) -> None:
    mine = army(tmp_path, 'summary = "Ours"\n[units]\nrookies = 3\nlight-patrol = 1\n')
    assert (mine.id, mine.name, mine.faction, mine.cost, mine.summary) == ("mine", "Mine", "Priority 1", 7, "Ours")
    found = BOOK.force_of(mine.data)
    assert [unit.id for unit in found.units] == ["rookies"] * 3 + ["light-patrol"]
    assert found.units[0] == LIST["rookies"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[units]\nrokies = 3\n", "units: unknown unit 'rokies'; did you mean 'rookies'? (one of: field-command, "),
        ("[units]\nrookies = 0\n", "units.rookies: give a whole number from 1 to 99, not 0"),
        ("[units]\nrookies = 1.5\n", "units.rookies: give a whole number, not 1.5"),
        ("[units]\n", "units: 0 units of Tier II, at least 3 are needed [PMC-ARMY-3]"),
        ("[units]\nrookies = 7\n", "units: the Tiers add up to 14, 12 are allowed at Priority 1 [PMC-ARMY-2]"),
        ("[units]\nnomads = 3\n", "units: 3 Nomads, at most 2 are allowed [PMC-ARMY-8]"),
        ("priority = 2\n[units]\nrookies = 5\n", "units: 5 units of Tier II, at least 6 are needed [PMC-ARMY-4]"),
        ("priority = 0\n[units]\nrookies = 3\n", "priority: give a whole number from 1 to 20, not 0"),
        ("priority = 21\n[units]\nrookies = 3\n", "priority: give a whole number from 1 to 20, not 21"),
        ("", "units: the key is missing"),
        ("units = 3\n", "units: give a table, not 3"),
    ],
)
def test_a_fault_in_an_army_is_told_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    assert said(tmp_path, text).startswith(sentence)


def test_an_army_is_read_only_from_an_army_file() -> None:
    with pytest.raises(BadFile, match="kind: this has to be an army, not a catalogue"):
        BOOK.read_force(ROOT / "rosters/pmc2640/army-list.toml", ROSTERS)


def test_the_shipped_armies_use_up_their_points_but_for_those_of_the_quick_start() -> None:
    assert {name: force.cost for name, force in FORCES.items()} == {
        **dict.fromkeys(("ambush", "patrol"), 7),
        **dict.fromkeys(("alpha", "theta", "tribes"), 12),
        **dict.fromkeys(("black-lantern", "salt-clans"), 24),
        **dict.fromkeys(("iron-column", "long-walkers"), 72),
    }
    fielded = {unit.id for force in FORCES.values() for unit in BOOK.force_of(force.data).units}
    assert fielded == set(PRINTED)


# ---------------------------------------------------------------- armies in set-ups
def altered(name: str = "alpha", **changes: Any) -> dict[str, Any]:
    """The data of an army whose first unit is changed."""
    data = plain().unstructure(BOOK.force_of(FORCES[name].data))
    data["units"][0] |= changes
    return data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (altered(size=13), "units[0].size: give a whole number from 1 to 12, not 13"),
        (altered(size=0), "units[0].size: give a whole number from 1 to 12, not 0"),
        (altered(move=99), "units[0].move: give a whole number from 1 to 24, not 99"),
        (altered(vehicle=True), "units[0].size: a vehicle is a unit of one model [PMC-GEN-3]"),
        (altered(turn_cost=1), "units[0].turn_cost: only a vehicle pays for its turns [PMC-VEH-5]"),
        (altered(minimum_range=12), "units[0].minimum_range: it is not below the Range of 12"),
        (altered(morale=None), "units[0].morale: give a whole number, not None"),
        (altered(tier=6), "units[0].tier: give a whole number from 1 to 5, not 6"),
        (altered(tier=5), "units: the Tiers add up to 15, 12 are allowed at Priority 1 [PMC-ARMY-2]"),
        (altered(id="A 1"), "units[0].id: give an id of small letters, digits and -, not 'A 1'"),
        (altered(sappers=True), "units[0]: unknown key 'sappers'"),
        ({**altered(), "units": []}, "units: 0 units of Tier II, at least 3 are needed [PMC-ARMY-3]"),
        ({**altered(), "priority": 2}, "units: 4 units of Tier II, at least 6 are needed [PMC-ARMY-4]"),
        (
            {**altered(), "priority": 20, "units": altered()["units"] * 20},
            "units: give at most 99 units, not 160",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_army_in_a_set_up_is_held_to_the_same_rules(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadFile) as caught:
        BOOK.force_of(data)
    assert str(caught.value).startswith(f"army: {sentence}")


# ---------------------------------------------------------------- armies and scenarios
@rule("PMC-TIER-2", "PMC-ARMY-4", "PMC-GEN-1")
def test_an_army_fits_battles_of_its_own_priority_level_and_two_play() -> None:
    battles = {info.id: info for info in BOOK.list_scenarios(SCENARIOS)}
    small, large = battles["relay-nine-find"], battles["glass-valley-find-2"]
    assert BOOK.fits(small, [FORCES["alpha"], FORCES["tribes"]]) is None
    assert BOOK.fits(large, [FORCES["black-lantern"], FORCES["salt-clans"]]) is None
    for info, forces in ((small, ["alpha", "salt-clans"]), (large, ["alpha", "salt-clans"])):
        refusal = BOOK.fits(info, [FORCES[name] for name in forces])
        assert refusal is not None
        assert refusal.rule == "PMC-TIER-2"
    alone = BOOK.fits(small, [FORCES["alpha"]])
    assert alone is not None
    assert alone.rule == "PMC-GEN-1"
