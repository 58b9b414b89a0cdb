"""What can be bought, and what an army may hold: the numbers are written here from the rulebook."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.armymen.files.force_composition import refuse_army, refuse_choice
from tabletop_tui.rules.armymen.files.loader import BOOK
from tabletop_tui.rules.armymen.state.profiles import Choice, Sheet
from tests.armymen.build import ROSTERS, bought, sold

rule = pytest.mark.rule

# name, range in inches (0: melee), attacks as printed
WEAPONS = {
    "fists": ("Fists", 0, "1"),
    "bayonet": ("Bayonet", 0, "2"),
    "bomb": ("Bomb", 6, "2D6*"),
    "grenade": ("Grenade", 12, "D6"),
    "c4": ("C4", 12, "D6*"),
    "flamethrower": ("Flamethrower", 12, "2D6"),
    "rifle": ("Rifle", 24, "1"),
    "sniper-rifle": ("Sniper Rifle", 36, "1"),
    "machinegun": ("Machinegun", 36, "3"),
    "bazooka": ("Bazooka", 36, "D6*"),
    "autocannon": ("Autocannon", 48, "3"),
    "mortar": ("Mortar", 48, "D6*"),
    "missile": ("Missile", 48, "D6*"),
    "cannon": ("Cannon", 48, "2D6*"),
}
# costs of each size, weapon, armour dice, capacity, Advance, Rush
UNITS = {
    "recruits": ({5: 15, 10: 30}, "rifle", 0, 0, 6, 12),
    "riflemen": ({5: 25, 10: 50}, "rifle", 0, 0, 6, 12),
    "veterans": ({5: 40, 10: 80}, "rifle", 0, 0, 6, 12),
    "gunners": ({1: 10, 3: 30}, "machinegun", 0, 0, 6, 12),
    "snipers": ({1: 10, 3: 30}, "sniper-rifle", 0, 0, 6, 12),
    "heavy-weapons": ({1: 20, 3: 60}, "mortar", 0, 0, 6, 12),
    "jeep": ({1: 40}, "", 1, 5, 12, 24),
    "tank": ({1: 150}, "cannon", 3, 0, 12, 24),
    "artillery": ({1: 90}, "cannon", 0, 0, 6, 12),
}
UPGRADES = {
    "bayonets": 10,
    "grenades": 5,
    "c4": 10,
    "flamethrower": 10,
    "bazooka": 10,
    "truck": 20,
    "apc": 70,
    "jeep-mg": 10,
    "medium-tank": 25,
    "heavy-tank": 50,
    "tank-mg": 10,
}


# ---------------------------------------------------------------- the lists
@rule(
    *("AMC-WPN-5", "AMC-WPN-6", "AMC-WPN-7", "AMC-WPN-8", "AMC-WPN-9", "AMC-WPN-10", "AMC-WPN-11", "AMC-WPN-12"),
    *("AMC-WPN-13", "AMC-WPN-14", "AMC-WPN-15", "AMC-WPN-16", "AMC-WPN-17"),
)
def test_the_weapons_are_those_of_the_rulebook():
    found = {name: (weapon.name, weapon.range, weapon.words) for name, weapon in sold().weapons.items()}
    assert found == WEAPONS


@rule(
    *("AMC-ARMY-2", "AMC-UNIT-1", "AMC-UNIT-3", "AMC-UNIT-4", "AMC-UNIT-6", "AMC-UNIT-7", "AMC-UNIT-10"),
    *("AMC-VUNIT-1", "AMC-VUNIT-2", "AMC-VUNIT-6", "AMC-VUNIT-7", "AMC-VUNIT-8", "AMC-VEH-2", "AMC-ACT-5", "AMC-ACT-6"),
)
def test_the_units_are_those_of_the_rulebook():
    found = {
        name: (dict(kind.costs), kind.weapon, kind.armour, kind.capacity, kind.advance, kind.rush)
        for name, kind in sold().units.items()
    }
    assert found == UNITS


@rule("AMC-UPG-2", "AMC-UPG-3", "AMC-UPG-4", "AMC-VUPG-1", "AMC-VUPG-2", "AMC-VUPG-3", "AMC-VUPG-4", "AMC-VUPG-5")
def test_the_upgrades_cost_what_the_rulebook_says():
    assert {name: upgrade.cost for name, upgrade in sold().upgrades.items()} == UPGRADES
    assert sold().upgrades["medium-tank"].name == "Medium Tank"
    assert sold().upgrades["heavy-tank"].name == "Heavy Tank"


def with_trait(trait: str) -> set[str]:
    return {name for name, kind in sold().units.items() if getattr(kind, trait)}


@rule("AMC-UNIT-2", "AMC-UNIT-5", "AMC-UNIT-8", "AMC-UNIT-11", "AMC-VUNIT-9", "AMC-VUNIT-10", "AMC-PREP-5")
def test_each_special_rule_belongs_to_its_units_and_to_no_others():
    assert {name: kind.quality for name, kind in sold().units.items() if kind.quality} == {
        "recruits": "recruits",
        "veterans": "veterans",
    }
    assert with_trait("sniper") == {"snipers"}
    assert with_trait("indirect") == {"heavy-weapons", "artillery"}
    assert with_trait("hold_only") == {"artillery"}
    assert with_trait("support") == {"gunners", "snipers", "heavy-weapons"}
    assert with_trait("vehicle") == {"jeep", "tank", "artillery"}


# ---------------------------------------------------------------- one unit
def refusal(unit: str, size: int = 1, *upgrades: str) -> str:
    found = refuse_choice(Choice(unit, size, upgrades), sold())
    return "" if found is None else f"{found.why} [{found.rule}]"


@rule("AMC-ARMY-2")
@pytest.mark.parametrize("unit", ["recruits", "riflemen", "veterans"])
def test_the_rank_and_file_come_in_fives_and_tens(unit):
    assert not refusal(unit, 5)
    assert not refusal(unit, 10)
    for size in (1, 4, 6, 9, 11):
        assert refusal(unit, size) == f"{sold().units[unit].name} come as 5 or 10 models, not {size} [AMC-ARMY-2]"


@rule("AMC-ARMY-2")
@pytest.mark.parametrize("unit", ["gunners", "snipers", "heavy-weapons"])
def test_the_specialists_come_as_one_or_three(unit):
    assert not refusal(unit, 1)
    assert not refusal(unit, 3)
    for size in (2, 4, 5):
        assert refusal(unit, size).endswith(f"come as 1 or 3 models, not {size} [AMC-ARMY-2]")


@rule("AMC-UPG-1")
@pytest.mark.parametrize("unit", ["gunners", "snipers", "heavy-weapons"])
@pytest.mark.parametrize("upgrade", ["bayonets", "grenades", "c4", "flamethrower", "bazooka"])
def test_only_recruits_riflemen_and_veterans_are_upgraded(unit, upgrade):
    assert refusal(unit, 3, upgrade).endswith("[AMC-UPG-1]")
    for other in ("recruits", "riflemen", "veterans"):
        assert not refusal(other, 5, upgrade)


@rule("AMC-UPG-2")
@pytest.mark.parametrize("size", [5, 10])
def test_bayonets_are_for_all_at_one_price(size):
    plain, armed = bought("riflemen", size), bought("riflemen", size, "bayonets", "bazooka")
    assert (plain.melee, armed.melee) == ("fists", "bayonet")
    assert armed.cost == plain.cost + 20
    assert armed.weapon(armed.melee).attacks == 2


@rule("AMC-UPG-3")
@pytest.mark.parametrize(("upgrade", "weapon", "cost"), [("grenades", "grenade", 5), ("c4", "c4", 10)])
def test_one_soldier_has_grenades_or_c4_beside_his_rifle(upgrade, weapon, cost):
    sheet = bought("riflemen", 5, upgrade)
    assert sorted(sheet.arms) == [*[("rifle",)] * 4, ("rifle", weapon)]
    assert sheet.cost == 25 + cost
    assert refusal("riflemen", 5, "grenades", "c4") == "C4 and Grenades exclude each other [AMC-UPG-3]"
    assert refusal("riflemen", 5, "c4", "c4") == "C4 and C4 exclude each other [AMC-UPG-3]"


@rule("AMC-UPG-4")
@pytest.mark.parametrize("upgrade", ["flamethrower", "bazooka"])
def test_one_soldier_gives_his_rifle_for_a_special_weapon(upgrade):
    sheet = bought("veterans", 10, upgrade)
    assert sorted(sheet.arms) == sorted([*[("rifle",)] * 9, (upgrade,)])
    assert sheet.cost == 90
    assert refusal("veterans", 10, "flamethrower", "bazooka").endswith("exclude each other [AMC-UPG-4]")


@rule("AMC-UPG-3", "AMC-UPG-4")
def test_grenadier_and_specialist_are_two_men():
    sheet = bought("recruits", 5, "bazooka", "grenades", "bayonets")
    assert sorted(sheet.arms) == [("bazooka",), ("rifle",), ("rifle",), ("rifle",), ("rifle", "grenade")]
    assert sheet.cost == 15 + 10 + 5 + 10


@rule("AMC-VUPG-1", "AMC-VUPG-2", "AMC-VUPG-3", "AMC-VUNIT-1")
@pytest.mark.parametrize(
    ("upgrades", "name", "cost", "armour", "capacity", "arms"),
    [
        ((), "Jeep", 40, 1, 5, ()),
        (("jeep-mg",), "Jeep", 50, 1, 5, ("machinegun",)),
        (("truck",), "Truck", 60, 1, 10, ()),
        (("truck", "jeep-mg"), "Truck", 70, 1, 10, ("machinegun",)),
        (("apc",), "APC", 110, 2, 10, ()),
        (("apc", "jeep-mg"), "APC", 120, 2, 10, ("machinegun",)),
    ],
)
def test_what_a_jeep_becomes(upgrades, name, cost, armour, capacity, arms):
    sheet = bought("jeep", 1, *upgrades)
    assert (sheet.name, sheet.cost, sheet.armour, sheet.capacity, sheet.arms) == (name, cost, armour, capacity, (arms,))
    assert not refusal("jeep", 1, *upgrades)


@rule("AMC-VUPG-4", "AMC-VUPG-5", "AMC-VUPG-6", "AMC-VUNIT-6")
@pytest.mark.parametrize(
    ("upgrades", "name", "cost", "armour", "arms"),
    [
        ((), "Tank", 150, 3, ("cannon",)),
        (("tank-mg",), "Tank", 160, 3, ("cannon", "machinegun")),
        (("medium-tank",), "Medium Tank", 175, 4, ("cannon",)),
        (("heavy-tank",), "Heavy Tank", 200, 5, ("cannon",)),
        (("heavy-tank", "tank-mg"), "Heavy Tank", 210, 5, ("cannon", "machinegun")),
    ],
)
def test_what_a_tank_becomes(upgrades, name, cost, armour, arms):
    sheet = bought("tank", 1, *upgrades)
    assert (sheet.name, sheet.cost, sheet.armour, sheet.arms) == (name, cost, armour, (arms,))
    assert not refusal("tank", 1, *upgrades)


@rule("AMC-VUPG-1", "AMC-VUPG-2", "AMC-VUPG-3", "AMC-VUPG-5", "AMC-VUPG-6")
@pytest.mark.parametrize(
    ("unit", "upgrades", "why"),
    [
        ("jeep", ("truck", "apc"), "APC and Truck exclude each other [AMC-VUPG-1]"),
        ("jeep", ("jeep-mg", "jeep-mg"), "MG and MG exclude each other [AMC-VUPG-3]"),
        ("jeep", ("heavy-tank",), "Jeep cannot have Heavy Tank [AMC-VUPG-1]"),
        ("tank", ("truck",), "Tank cannot have Truck [AMC-VUPG-5]"),
        ("tank", ("medium-tank", "heavy-tank"), "Heavy Tank and Medium Tank exclude each other [AMC-VUPG-5]"),
        ("artillery", ("tank-mg",), "Artillery cannot have MG [AMC-VUPG-6]"),
    ],
)
def test_what_vehicles_cannot_have(unit, upgrades, why):
    assert refusal(unit, 1, *upgrades) == why


# ---------------------------------------------------------------- a whole army
def against(*sheets: Sheet, points: int = 300) -> str:
    found = refuse_army(sheets, points)
    return "" if found is None else f"{found.why} [{found.rule}]"


@rule("AMC-PREP-3")
def test_three_hundred_points_are_the_most_and_fewer_are_allowed():
    tens = [bought("riflemen", 10)] * 6
    assert not against(*tens)
    assert not against(tens[0])
    assert against(*tens[:5], bought("riflemen", 10, "grenades")) == (
        "it costs 305 points, 5 above the 300 allowed [AMC-PREP-3]"
    )
    assert against(*tens[:5], evolve(tens[0], cost=51)).endswith("[AMC-PREP-3]")
    assert against() == "an army has at least one unit [AMC-PREP-3]"


@rule("AMC-PREP-4", "AMC-VUPG-4", "AMC-VUPG-6")
def test_half_of_the_points_may_be_vehicles_whatever_else_is_bought():
    assert not against(bought("tank"))
    assert not against(bought("jeep", 1, "truck"), bought("artillery"))
    assert against(bought("tank", 1, "tank-mg")) == (
        "its vehicles cost 160 points, at most half of 300 is allowed [AMC-PREP-4]"
    )
    assert against(bought("jeep"), bought("jeep", 1, "apc"), bought("recruits", 5)) == ""
    assert against(bought("artillery"), bought("jeep"), bought("jeep")).endswith("[AMC-PREP-4]")
    assert not against(bought("tank", 1, "tank-mg"), points=320)


@rule("AMC-PREP-5")
def test_at_most_three_units_of_gunners_snipers_and_heavy_weapons():
    three = [bought("gunners", 3), bought("snipers", 3), bought("heavy-weapons", 3)]
    assert not against(*three)
    ones = [bought("gunners"), bought("gunners"), bought("snipers"), bought("heavy-weapons")]
    assert against(*ones) == ("4 units of Gunners, Snipers and Heavy Weapons, at most 3 are allowed [AMC-PREP-5]")
    assert not against(*ones[:3], *[bought("recruits", 5)] * 4)


@rule("AMC-PREP-3")
def test_the_shipped_armies_spend_their_points_to_the_last():
    forces = BOOK.list_forces([ROSTERS])
    assert {force.cost for force in forces if force.faction == "for 300 points"} == {300}
    assert all(force.cost <= int(force.faction.split()[1]) for force in forces)
