"""Putting forces together: what is sold, what it costs, what is refused and by which rule, for all rulebooks."""

from __future__ import annotations

import random
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui import cli, paths
from tabletop_tui.editor.own.own_forces import file_of, instead_of, save
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports.force_page import page_of
from tabletop_tui.rulebook.force_builder import Force, Muster, muster_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.forms.force_builder import sheet_card
from tests.mechcom.build import mech
from tests.toy import TOY

SYSTEMS = ("armymen", "mechcom", "pmc2640")


def muster(name: str) -> Muster:
    found = muster_of(system(name), paths.roster_folders())
    assert found is not None
    return found


def bought(system_id: str, /, *entries: str, **values: object) -> tuple[Muster, Force]:
    """A force of these entries."""
    shop = muster(system_id)
    force = {**shop.blank(), **values}
    for entry in entries:
        force = shop.add(force, entry)
    return shop, force


def refusals(shop: Muster, force: Force) -> dict[str, str]:
    """The rule behind each refused offer, by id."""
    return {offer.id: offer.refusal.rule for offer in shop.offers(force) if offer.refusal}


def choice(shop: Muster, force: Force, row: int | None, slot: str) -> dict[str, str | None]:
    """The offers of a slot with the rule that refuses each."""
    found = next(one for one in shop.choices(force, row) if one.id == slot)
    return {offer.id: offer.refusal and offer.refusal.rule for offer in found.offers}


# ---------------------------------------------------------------- every rulebook
@pytest.mark.parametrize("name", SYSTEMS)
def test_every_ready_force_is_read_and_written_back_the_same(name: str):
    shop, found = muster(name), system(name)
    files = shop.source.files(paths.roster_folders(), shop.kind)
    known = {info.id: info for info in found.forces(paths.roster_folders())}
    assert len(files) == len(known) > 2
    for path in files:
        force = shop.read(path)
        assert shop.fault(force) is None
        assert shop.cost(force) == known[path.stem].cost
        assert tomllib.loads(toml_text(shop.table(force))) == tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_whoever_takes_only_what_is_offered_ends_with_a_force_that_can_be_saved(name: str, seed: int):
    shop, chance = muster(name), random.Random(seed)
    force = shop.blank()
    for _ in range(60):
        offers = [offer for offer in shop.offers(force) if offer.refusal is None]
        if not offers:
            break
        force = shop.add(force, chance.choice(offers).id)
        row = chance.randrange(len(shop.bought(force)))
        for slot in shop.choices(force, row):
            free = [offer for offer in slot.offers if offer.refusal is None and not offer.chosen]
            if free and chance.random() < 0.5:
                force = shop.put(force, row, slot.id, chance.choice(free).id)
        assert shop.refuse(force) is None
    assert shop.fault(force) is None
    info = save(system(name), shop, force, file_of(system(name), "Chance"))
    assert info.cost == shop.cost(force)
    assert info in system(name).forces(paths.roster_folders())


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_force_that_is_handed_in_is_not_changed(name: str):
    shop = muster(name)
    path = shop.source.files(paths.roster_folders(), shop.kind)[0]
    force, before = shop.read(path), shop.read(path)
    shop.offers(force), shop.choices(force, 0), shop.choices(force, None)
    shop.copy(force, 0), shop.remove(force, 0), shop.rename(force, None, "Other")
    assert force == before


@pytest.mark.parametrize("name", SYSTEMS)
def test_copying_and_removing_a_row_gives_the_force_back(name: str):
    shop = muster(name)
    force = shop.read(shop.source.files(paths.roster_folders(), shop.kind)[0])
    count = sum(row.count for row in shop.bought(force))
    twice = shop.copy(force, 0)
    assert sum(row.count for row in shop.bought(twice)) == count + 1
    assert shop.cost(shop.remove(twice, 0)) == shop.cost(force)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_refusal_names_a_rule_of_the_book(name: str):
    shop = muster(name)
    known = {rule.id for rule in system(name).reference()}
    force = shop.read(shop.source.files(paths.roster_folders(), shop.kind)[0])
    found = {offer.refusal.rule for offer in shop.offers(force) if offer.refusal}
    for row in (None, *range(len(shop.bought(force)))):
        found |= {o.refusal.rule for slot in shop.choices(force, row) for o in slot.offers if o.refusal}
    assert found
    assert found <= known
    assert {rule for line in shop.limits(force) for rule in line.rules} <= known
    assert {rule for _, card in shop.cards(force) for line in card.lines for rule in line.rules} <= known


def test_an_empty_force_is_refused_and_says_what_is_missing():
    for name, rule in (("mechcom", "MC-ARMY-4"), ("armymen", "AMC-PREP-3"), ("pmc2640", "PMC-ARMY-3")):
        shop = muster(name)
        assert shop.fault(shop.blank()).rule == rule
        assert shop.refuse(shop.blank()) is None, "buying will mend it"


def test_a_system_without_a_muster_has_none():
    assert muster_of(TOY, paths.roster_folders()) is None


# ---------------------------------------------------------------- MECHCOM
def test_a_squad_buys_mechs_of_its_faction_up_to_the_budget():
    shop, force = bought("mechcom", "bastion", "bastion", "bastion", budget=1000)
    assert shop.cost(force) == 780
    refused = refusals(shop, force)
    assert refused["wasp"] == "MC-SHEET-12"
    assert refused["bastion"] == "MC-ARMY-4"
    assert "warden" not in refused
    assert refusals(shop, {**force, "budget": 1500}).get("bastion") is None
    assert choice(shop, force, None, "faction")["Corpro"] == "MC-SHEET-12"
    assert choice(shop, shop.blank(), None, "faction")["Corpro"] is None
    assert choice(shop, force, None, "budget")["750"] == "MC-ARMY-4"


def test_a_squad_is_read_for_the_smallest_budget_that_holds_it():
    shop = muster("mechcom")
    read = {path.stem: shop.read(path) for path in shop.source.files(paths.roster_folders(), shop.kind)}
    assert {name: (shop.cost(read[name]), read[name]["budget"]) for name in ("takeover-patrol", "iron-charter")} == {
        "takeover-patrol": (500, 500),
        "iron-charter": (990, 1000),
    }
    assert shop.blank()["budget"] == 1000


def test_a_squad_dearer_than_all_budgets_is_read_for_what_it_costs(tmp_path):
    shop, force = bought("mechcom", *["bastion"] * 12)
    path = tmp_path / "horde.toml"
    path.write_text(toml_text(shop.table(force)), encoding="utf-8")
    assert shop.read(path)["budget"] == 12 * 260
    budgets = choice(shop, shop.read(path), None, "budget")
    assert [name for name, rule in budgets.items() if rule is None] == ["3120"]


def test_mechs_and_pilots_of_the_own_faction_are_offered_first_then_faction_by_faction():
    shop, force = bought("mechcom", "typhon", faction="HERAKLES")
    groups = [offer.group for offer in shop.sells(force)]
    assert [name for name, after in zip(groups, [*groups[1:], ""], strict=True) if name != after] == [
        *("HERAKLES", "Corpro", "I.C.S.E.", "Scrap Monkeys", "Sha'Viðaar"),
    ]
    crew = list(choice(shop, force, 0, "pilot"))
    hired = shop.catalogue.of("HERAKLES", shop.catalogue.pilots)
    assert set(crew[1 : len(hired) + 1]) == set(hired)


def test_what_a_squad_has_chosen_is_marked():
    shop, force = bought("mechcom", "sentinel", "bastion", faction="I.C.S.E.", budget=750)
    force = shop.put(shop.put(force, 0, "profile", "Marksman"), 0, "pilot", "captain-vance")

    def chosen(row):
        return {slot.id: [offer.id for offer in slot.offers if offer.chosen] for slot in shop.slots(force, row)}

    assert chosen(None) == {"faction": ["I.C.S.E."], "budget": ["750"]}
    assert chosen(0) == {"profile": ["Marksman"], "pilot": ["captain-vance"]}
    assert chosen(1) == {"profile": ["Base"], "pilot": ["none"]}


def test_a_file_may_say_base_for_a_mech_without_a_profile():
    shop, force = bought("mechcom", "sentinel")
    force = shop.with_row(force, 0, profile="Base")
    assert [(row.name, row.cost) for row in shop.bought(force)] == [("Sentinel", 190)]
    assert shop.fault(force) is None


def test_a_budget_that_is_broken_is_marked():
    shop, force = bought("mechcom", "bastion", "bastion", budget=520)
    assert {line.label: (line.value, line.mood) for line in shop.limits(force)} == {
        "Faction": ("I.C.S.E.", ""),
        "Budget": ("520/520 points", ""),
        "Mechs": ("2", ""),
    }
    assert shop.limits({**force, "budget": 519})[1].mood == "bad"


def test_a_mechs_card_has_all_stats_and_a_deployables_those_it_has():
    shop, force = bought("mechcom", "warden")
    cards = {card.title: [line.label for line in card.lines] for _, card in shop.cards(force)}
    assert list(cards) == ["Warden", "Barricade", "Sentry"]
    assert cards["Barricade"] == ["Armour", "Integrity"]
    assert "Strength" in [line.label for line in sheet_card(mech(strength=0)).lines]
    assert shop.cards(shop.blank()) == []


def test_the_pilot_of_a_mech_is_told_beside_it():
    shop, force = bought("mechcom", "sentinel")
    assert shop.bought(shop.put(force, 0, "pilot", "captain-vance"))[0].note == "Cpt. Vance (Ace)"


def test_pilots_of_a_squad():
    shop, force = bought("mechcom", "sentinel", "sentinel")
    force = shop.put(force, 0, "pilot", "captain-vance")
    crew = choice(shop, force, 1, "pilot")
    assert crew["captain-vance"] == "MC-PILOT-5", "an Ace serves once"
    assert crew["trooper"] is None
    assert crew["contractor"] == "MC-ARMY-2"
    assert shop.bought(force)[0].cost == 190 + 60
    assert shop.put(force, 0, "pilot", "none")["mech"][0] == {"mech": "sentinel"}


def test_profiles_and_names_of_mechs():
    shop, force = bought("mechcom", "sentinel")
    force = shop.rename(shop.put(force, 0, "profile", "Marksman"), 0, "Old Tom")
    assert shop.bought(force)[0].name == "Old Tom (Sentinel Marksman)"
    assert shop.bought(force)[0].cost == 220
    assert "name" not in shop.copy(force, 0)["mech"][1]
    assert shop.put(force, 0, "profile", "Base")["mech"] == [{"mech": "sentinel", "name": "Old Tom"}]


def test_the_budget_is_not_saved_and_a_dear_squad_is_not_either():
    shop, force = bought("mechcom", "bastion", "bastion", budget=500)
    assert "budget" not in shop.table(force)
    with pytest.raises(BadChoice, match="20 above the Budget of 500"):
        save(system("mechcom"), shop, force, file_of(system("mechcom"), "Dear"))


def test_what_was_too_much_before_does_not_bar_a_cheaper_choice():
    shop, force = bought("mechcom", "sentinel", "sentinel", budget=750)
    force = {**shop.put(force, 0, "profile", "Marksman"), "budget": 200}
    assert choice(shop, force, 0, "profile")["Base"] is None
    assert choice(shop, force, 1, "profile")["Marksman"] == "MC-ARMY-4"


# ---------------------------------------------------------------- Army Men
def test_an_army_of_soldiers_has_three_limits():
    shop, force = bought("armymen", "gunners", "snipers", "heavy-weapons", "jeep", "jeep")
    refused = refusals(shop, force)
    assert refused["gunners"] == "AMC-PREP-5"
    assert refused["artillery"] == "AMC-PREP-4"
    assert "recruits" not in refused
    assert {line.label: line.value for line in shop.limits(force)} == {
        "Points": "120/300",
        "Vehicles": "80/150 points",
        "Support units": "3/3",
    }


def test_upgrades_exclude_each_other():
    shop, force = bought("armymen", "riflemen")
    force = shop.put(shop.put(force, 0, "upgrades", "bazooka"), 0, "upgrades", "bayonets")
    assert shop.bought(force)[0].cost == 45
    assert shop.bought(force)[0].note == "Bazooka, Bayonets"
    offers = choice(shop, force, 0, "upgrades")
    assert offers["flamethrower"] == "AMC-UPG-4"
    assert offers["grenades"] is None
    assert shop.put(force, 0, "upgrades", "bazooka")["unit"][0]["upgrades"] == ["bayonets"]
    assert shop.put(force, 0, "size", "10")["unit"][0]["size"] == 10


# ---------------------------------------------------------------- PMC 2640
def test_an_army_of_mercenaries_goes_by_tiers():
    shop, force = bought("pmc2640", "rookies", "rookies", "rookies", "field-command")
    assert shop.bought(force)[0].count == 3
    refused = refusals(shop, force)
    assert refused["field-command"] == "PMC-ARMY-7"
    assert "veterans" not in refused
    assert refusals(shop, shop.add(force, "veterans"))["recruits"] == "PMC-ARMY-2"
    assert refusals(shop, {**force, "priority": 2}).get("field-command") is None


def test_room_is_kept_for_the_units_that_an_army_must_have():
    shop, force = bought("pmc2640", "veterans", "recruits")
    left = next(offer.refusal for offer in shop.offers(force) if offer.id == "regulars")
    assert left.rule == "PMC-ARMY-3"
    assert "still needs 3 of Tier II" in left.why
    assert "rookies" not in refusals(shop, force)


def test_the_limits_of_an_army_grow_with_its_priority_level_and_those_overstepped_stand_out():
    entries = [*["veterans"] * 2, *["field-command"] * 2, *["light-patrol"] * 4]
    shop, force = bought("pmc2640", *entries)
    assert shop.cost(force) == 16
    assert {line.label: (line.value, line.mood) for line in shop.limits(force)} == {
        "Tiers": ("16/12", "bad"),
        "Tier I": ("4 (0 to 4)", ""),
        "Tier II": ("2 (3 or more)", "bad"),
        "Tier III": ("0 (0 to 2)", ""),
        "Tier IV": ("2 (0 to 1)", "bad"),
        "Tier V": ("0 (none)", ""),
        "Vehicles": ("4/3", "bad"),
        "Command": ("2/1", "bad"),
    }
    larger = {line.label: (line.value, line.mood) for line in shop.limits(shop.put(force, None, "priority", "2"))}
    assert [label for label, (_, mood) in larger.items() if mood] == ["Tier II"]
    assert (larger["Vehicles"], larger["Command"], larger["Tiers"]) == (("4/6", ""), ("2/2", ""), ("16/24", ""))
    shop, force = bought("pmc2640", *["rookies"] * 6)
    assert (shop.limits(force)[0].value, shop.limits(force)[0].mood) == ("12/12", "")


def test_an_army_has_its_priority_level_to_choose_and_its_units_nothing():
    shop, force = bought("pmc2640", "rookies")
    assert shop.slots(force, 0) == []
    for level, offered in ((1, "123456"), (6, "123456"), (9, "1234569")):
        (slot,) = shop.slots({**force, "priority": level}, None)
        assert [offer.id for offer in slot.offers] == list(offered)
        assert [offer.id for offer in slot.offers if offer.chosen] == [str(level)]
    del force["priority"]  # a file need not say it
    assert [offer.id for offer in shop.slots(force, None)[0].offers if offer.chosen] == ["1"]
    assert shop.limits(force)[0].value == "2/12"
    assert "veterans" not in refusals(shop, force)


def test_the_last_unit_of_a_kind_takes_its_row_along():
    shop, force = bought("pmc2640", "rookies", "rookies", "recruits")
    assert shop.remove(force, 0)["units"] == {"rookies": 1, "recruits": 1}
    assert shop.remove(force, 1)["units"] == {"rookies": 2}


# ---------------------------------------------------------------- saving
def test_a_save_says_what_it_would_take_the_place_of():
    found = system("mechcom")
    shop, force = bought("mechcom", "sentinel", name="Iron Charter")
    path = file_of(found, "Iron Charter")
    assert "in place of the ready force Iron Charter" in instead_of(found, path)
    save(found, shop, force, path)
    assert "would be replaced" in instead_of(found, path)
    assert next(info for info in found.forces(paths.roster_folders()) if info.id == "iron-charter").cost == 190
    assert instead_of(found, file_of(found, "Something new")) == ""


def test_a_save_goes_into_the_file_that_has_the_name_already(home):
    found = system("mechcom")
    shop, force = bought("mechcom", "sentinel", name="Mine")
    other = home / "rosters" / "mechcom" / "squads" / "mine.toml"
    save(found, shop, force, other)
    assert file_of(found, "Mine") == other
    assert [path.name for path in other.parent.iterdir()] == ["mine.toml"], "nothing is left beside it"


def test_a_file_of_another_kind_is_not_overwritten(home):
    found = system("mechcom")
    shop, force = bought("mechcom", "sentinel", name="Shop")
    path = home / "rosters" / "mechcom" / "shop.toml"
    path.parent.mkdir(parents=True)
    path.write_text('system = "mechcom"\nkind = "catalogue"\n')
    with pytest.raises(BadFile, match="no squad; save under another name"):
        save(found, shop, force, path)
    assert "catalogue" in path.read_text()


def test_a_folder_that_cannot_be_written_is_one_sentence(home):
    (home / "rosters").write_text("a file where a folder is wanted")
    shop, force = bought("mechcom", "sentinel")
    with pytest.raises(BadFile, match="cannot be written"):
        save(system("mechcom"), shop, force, file_of(system("mechcom"), "Mine"))


@pytest.mark.parametrize(
    ("name", "stem"),
    [("Sha'Viðaar 2", "sha-viaar-2"), ("...", "force"), ("A" * 60, "a" * 40), ("../../etc", "etc"), ("Ünï", "uni")],
)
def test_the_file_of_a_name(name: str, stem: str):
    assert file_of(system("mechcom"), name).stem == stem


NAMES = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
PLAIN = st.one_of(NAMES, st.integers(-9999, 9999), st.booleans(), st.lists(NAMES, max_size=3))
FLAT = st.dictionaries(NAMES, PLAIN, max_size=4)


@given(st.dictionaries(NAMES, st.one_of(PLAIN, FLAT, st.lists(FLAT, min_size=1, max_size=3)), max_size=5))
def test_what_is_written_is_read_back(table: Force):
    assert tomllib.loads(toml_text(table)) == table


def test_a_file_is_whole_or_not_there(tmp_path, monkeypatch):
    path = tmp_path / "one.toml"
    write_beside(path, "old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(BadFile, match="No space left"):
        write_beside(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["one.toml"]


# ---------------------------------------------------------------- printing
def test_a_page_names_every_unit_weapon_and_rule():
    text = page_of("mechcom/iron-charter", "md")
    assert text.startswith("# Iron Charter\nMECHCOM: 990 points")
    for part in ("## Sentinel Marksman", "Longbow: \\[9-3-2\\] Heavy, Sniper", "## Barricade", "**MC-SHEET-8**"):
        assert part in text
    page = page_of("mechcom/iron-charter", "html")
    assert page.startswith("<!doctype html>")
    assert "<h2>Sentinel Marksman</h2>" in page


def test_a_page_has_headings_above_weapons():
    text = page_of("pmc2640/tribes", "md")
    assert "| weapons | Firepower | range in |\n| --- | --- | --- |\n| main |" in text
    assert "| auxiliary | 1 | 12 |" in text
    page = page_of("pmc2640/tribes", "html")
    assert "<tr><th>weapons</th><th>Firepower</th><th>range in</th></tr>\n<tr><td>main</td><td>" in page


def test_a_page_counts_equal_units():
    assert "## 2 x " in page_of("pmc2640/tribes", "md")


def test_a_page_shows_signs_as_they_are(home):
    shop, force = bought("mechcom", "sentinel", name="<b> & | *x*")
    path = file_of(system("mechcom"), "signs")
    save(system("mechcom"), shop, force, path)
    assert "&lt;b&gt; &amp; | *x*" in page_of(str(path), "html")
    assert "# \\<b\\> & \\| \\*x\\*" in page_of(str(path), "md")


def test_no_page_of_what_is_not_there():
    with pytest.raises(BadChoice, match="no roster 'nobody'"):
        page_of("nobody", "md")


def test_the_print_command(tmp_path, capsys):
    path = tmp_path / "theta.html"
    assert cli.run(["print", "theta", "--to", str(path)]) == 0
    assert "<h1>Theta</h1>" in path.read_text(encoding="utf-8")
    assert cli.run(["print", "theta", "--to", str(path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert cli.run(["print", "green-line", "--to", str(path), "--overwrite"]) == 0
    assert "<h1>Green Line</h1>" in path.read_text(encoding="utf-8")
    assert cli.run(["print", "theta", "--to", str(tmp_path / "theta.pdf")]) == 2
    assert ".md or .html" in capsys.readouterr().err
    assert cli.run(["print", "theta"]) == 0
    assert capsys.readouterr().out.startswith("# Theta")
