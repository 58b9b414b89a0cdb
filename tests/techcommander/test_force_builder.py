"""Putting forces of TechCommander together: builds within weight, power and mounts, kilograms, the AC of a force."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.rules.techcommander.forms.force_builder import UnitMuster
from tabletop_tui.rules.techcommander.system import SYSTEM
from tests.files_of_books import bought, read_and_written_back, slot
from tests.techcommander.build import ROSTERS

FORCES = sorted((ROSTERS / "techcommander" / "forces").glob("*.toml"))


@pytest.fixture(scope="module")
def shop():
    return UnitMuster([ROSTERS])


@pytest.mark.rule("TC-GAME-2")
@pytest.mark.parametrize("path", FORCES, ids=lambda path: path.stem)
def test_every_ready_force_is_read_and_written_back_the_same(shop, path):
    read_and_written_back(shop, SYSTEM, ROSTERS, path)


@pytest.mark.rule("TC-GAME-2")
def test_no_unit_is_offered_beyond_the_ac_of_the_force(shop):
    force = bought(shop, "dwarf", "dwarf", "pigeonhawk")  # 11 of 12
    refused = {offer.id: offer.refusal and offer.refusal.rule for offer in shop.offers(force)}
    assert (refused["marine"], refused["stingray"]) == (None, "TC-GAME-2")


@pytest.mark.rule("TC-MSV-13", "TC-MSV-18", "TC-MSV-19")
def test_a_build_is_swapped_within_weight_power_and_mounts(shop):
    force = bought(shop, "dwarf")  # 2 Devastators, Lance, 2 Platings, Smoke: 16 of 20 t
    used = {one.name: (one.used, one.most) for one in shop.budgets(force, 0)}
    assert used == {"weight": (16, 20), "power": (18, 40), "mounts": (3, 4)}
    weapons = slot(shop, force, 0, "weapons")
    assert weapons["devastator"].refusal is None  # four more tons
    assert weapons["lance"].refusal is None
    force = shop.put_count(force, 0, "weapons", "lance", 2)
    assert slot(shop, force, 0, "weapons")["devastator"].refusal.rule in ("TC-MSV-13", "TC-MSV-18")
    assert slot(shop, force, 0, "weapons")["claw"].refusal.rule in ("TC-MSV-13", "TC-MSV-18")
    assert shop.fault(force) is None


@pytest.mark.rule("TC-MSV-5", "TC-MSV-17")
def test_the_standard_build_is_not_written_down_and_standard_gear_is_not_for_sale_back(shop):
    heron = bought(shop, "heron")
    assert slot(shop, heron, 0, "gear")["designator"].fewer is not None
    force = bought(shop, "dwarf")
    other = shop.put_count(force, 0, "gear", "smoke", 0)
    assert other["unit"][0]["build"] == ["devastator", "devastator", "lance", "plating", "plating"]
    assert shop.put_count(other, 0, "gear", "smoke", 1) == force


@pytest.mark.rule("TC-ECBS-1", "TC-EQUIP-1")
def test_each_suit_is_sold_and_carries_what_it_can(shop):
    force = bought(shop, "marine", "pirate")
    assert [shop.budgets(force, row)[0].most for row in (0, 1)] == [45, 40]
    assert "autocannon" not in slot(shop, force, 0, "weapons")
    assert slot(shop, force, 0, "weapons")["rocket-tube"].refusal is None  # 38 of 45 kg
    assert slot(shop, shop.put_count(force, 0, "weapons", "rocket-tube", 2), 0, "weapons")["rifle"].refusal is not None


@pytest.mark.rule("TC-STAT-3")
def test_vehicles_are_as_they_are(shop):
    force = bought(shop, "stingray")
    assert shop.choices(force, 0) == []
    assert shop.budgets(force, 0) == []


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_bought_by_chance_within_the_offers_is_a_whole_force(shop, seed):
    chooser, force = Random(seed), shop.blank()
    for _ in range(40):
        free = [offer.id for offer in shop.offers(force) if offer.refusal is None]
        if free and chooser.random() < 0.4:
            force = shop.add(force, chooser.choice(free))
        elif force["unit"]:
            row = chooser.randrange(len(force["unit"]))
            more = [(one.id, o) for one in shop.choices(force, row) for o in one.offers if o.refusal is None]
            if more:
                name, offer = chooser.choice(more)
                force = shop.put_count(force, row, name, offer.id, offer.count + 1)
    assert force["unit"]
    assert shop.fault(force) is None
