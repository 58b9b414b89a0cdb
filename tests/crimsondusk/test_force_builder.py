"""Putting forces of Crimson Dusk together: counts of models by their arms, points that are ours, what is refused."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.rules.crimsondusk.files.file_formats import LIBRARY
from tabletop_tui.rules.crimsondusk.forms.force_builder import SectionMuster
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.build import ROSTERS
from tests.files_of_books import bought, read_and_written_back, slot

FORCES = sorted((ROSTERS / "crimsondusk" / "forces").glob("*.toml"))


@pytest.fixture(scope="module")
def shop():
    return SectionMuster([ROSTERS])


@pytest.mark.rule("CD-PTS-1")
@pytest.mark.parametrize("path", FORCES, ids=lambda path: path.stem)
def test_every_ready_force_is_read_and_written_back_the_same(shop, path):
    read_and_written_back(shop, SYSTEM, ROSTERS, path)


@pytest.mark.rule("CD-COH-6")
def test_models_are_counted_by_what_they_carry(shop):
    force = bought(shop, "Rg")
    models = slot(shop, force, 0, "models")
    assert models["assault-rifle"].count == 4
    assert models["assault-rifle"].fewer.rule == "CD-COH-6"
    force = shop.put_count(force, 0, "models", "lmg", 1)
    force = shop.put_count(force, 0, "models", "pistol+sword", 2)
    assert [row.note for row in shop.bought(force)] == ["4 Assault rifle, LMG, 2 Pistol, Sword, axe or spear"]
    assert slot(shop, force, 0, "models")["assault-rifle"].fewer is None
    assert shop.fault(force) is None


@pytest.mark.rule("CD-CHAR-5")
def test_a_new_section_begins_with_the_typical_profile(shop):
    (sheet,) = shop.compose(LIBRARY.structure(shop.table(bought(shop, "Rg")))).sections
    for man in sheet.men:
        assert (man.quality, man.ap, man.sm, man.mm, man.av, man.traits) == ("Rg", 3, 0, 0, 8, {})


@pytest.mark.rule("CD-PTS-1", "CD-PSY-1")
def test_it_says_that_the_points_are_ours_and_that_there_are_no_psykers(shop):
    lines = {line.label: line for line in shop.limits(bought(shop, "Rg"))}
    assert "ours" in lines["Points are"].value
    assert "not in the text" in lines["Psykers"].value
    assert lines["Psykers"].rules == ("CD-PSY-1",)


@pytest.mark.rule("CD-PTS-1")
def test_what_is_over_the_points_is_not_sold(shop):
    force = bought(shop, "tank", points=140)
    refused = {offer.id: offer.refusal.rule for offer in shop.offers(force) if offer.refusal}
    assert refused["tank"] == "CD-PTS-1"
    assert "bike" not in refused


@pytest.mark.rule("CD-SR-NONCOM-1")
def test_only_irregulars_can_be_non_combatants(shop):
    assert slot(shop, bought(shop, "Rg"), 0, "traits")["non-com"].refusal.rule == "CD-SR-NONCOM-1"
    assert slot(shop, bought(shop, "Ir"), 0, "traits")["non-com"].refusal is None


@pytest.mark.rule("CD-VTGT-2")
def test_a_vehicle_has_no_more_weapons_than_crew(shop):
    force = bought(shop, "apc", points=515)
    for weapon in ("lmg", "lmg"):
        count = slot(shop, force, 0, "weapons")[weapon].count
        force = shop.put_count(force, 0, "weapons", weapon, count + 1)
    assert force["unit"][0]["weapons"] == ["lmg", "lmg"]
    assert slot(shop, force, 0, "weapons")["hmg"].refusal.rule == "CD-VTGT-2"


@pytest.mark.parametrize("seed", range(3))
def test_whoever_takes_only_what_is_offered_ends_with_a_sound_force(shop, seed):
    chance, force = Random(seed), shop.blank()
    for _ in range(12):
        offers = [offer for offer in shop.offers(force) if offer.refusal is None]
        if not offers:
            break
        force = shop.add(force, chance.choice(offers).id)
        row = chance.randrange(len(force["unit"]))
        for one in shop.choices(force, row):
            free = [offer for offer in one.offers if offer.refusal is None and not offer.chosen]
            if not free or chance.random() < 0.5:
                continue
            offer = chance.choice(free)
            if one.counts:
                force = shop.put_count(force, row, one.id, offer.id, offer.count + 1)
            else:
                force = shop.put(force, row, one.id, offer.id)
        assert shop.refuse(force) is None
    assert shop.fault(force) is None


def test_every_refusal_and_limit_names_a_rule_of_the_reference(shop):
    known = {rule.id for rule in SYSTEM.reference()}
    force = shop.read(FORCES[0])
    found = {offer.refusal.rule for offer in shop.offers(force) if offer.refusal}
    for row in (None, *range(len(force["unit"]))):
        found |= {one.refusal.rule for slots in shop.choices(force, row) for one in slots.offers if one.refusal}
    found |= {rule for line in shop.limits(force) for rule in line.rules}
    found |= {rule for _, card in shop.cards(force) for line in card.lines for rule in line.rules}
    assert found <= known


def test_an_empty_force_is_no_whole_one_and_copies_keep_their_name(shop):
    assert shop.fault(shop.blank()).rule == "CD-COH-1"
    twice = shop.copy(bought(shop, "Rg"), 0)
    assert [row["name"] for row in twice["unit"]] == ["Regular section"] * 2
    assert shop.fault(twice) is None
