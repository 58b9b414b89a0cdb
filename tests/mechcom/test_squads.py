"""Building a squad: what the rulebook lets a player buy, and which rule refuses the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.system import ForceInfo
from tabletop_tui.rules.mechcom.files.loader import BOOK, plain
from tabletop_tui.rules.mechcom.state.profiles import FACTIONS, Squad

ROSTERS = Path(__file__).parents[2] / "rosters"
SCENARIOS = Path(__file__).parents[2] / "scenarios"

# A catalogue of our own beside the shipped ones: a pilot with a weapon, and one who wants a certain mech.
EXTRA = """
system = "mechcom"
kind = "catalogue"
faction = "I.C.S.E."

[[mech]]
id = "lancer"
name = "Lancer"
cost = 100
stats = { energy = 6, movement = 4, stability = 4, strength = 2, armour = 4, integrity = 8 }
profiles = { Heavy = 10, Light = 5 }

[[mech.weapon]]
name = "Lance"
range = "M"
damage = 2
attacks = 1

[[mech.weapon]]
name = "Mortar"
range = 8
damage = 3
attacks = 1
profile = "Heavy"

[[mech.ability]]
name = "Hide"
cost = 1
effect = { kind = "take-condition", condition = "Invisible" }
profile = "Light"

[[pilot]]
id = "gunner"
name = "Gunner"
type = "Regular"
cost = 30
bonus = { stability = -1, integrity = 2 }

[[pilot.weapon]]
name = "Pistol"
range = 2
damage = 1
attacks = 1

[[pilot.ability]]
name = "Taunt"
cost = 1
effect = { kind = "inflict-around", condition = "Shocked" }

[[pilot]]
id = "lance-master"
name = "Lance Master"
type = "Ace"
cost = 40
requires = ["lancer"]
"""


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    mine = tmp_path / "rosters"
    (mine / "mechcom").mkdir(parents=True)
    (mine / "mechcom" / "extra.toml").write_text(EXTRA, encoding="utf-8")
    return [mine, ROSTERS]


def write(folder: Path, *mechs: str, faction: str = "I.C.S.E.", name: str = "Test Squad") -> Path:
    """A squad file; each mech is the lines of its table."""
    path = folder / "squad.toml"
    tables = "".join(f"\n[[mech]]\n{lines}\n" for lines in mechs)
    head = f'system = "mechcom"\nkind = "squad"\nname = "{name}"\nfaction = "{faction}"\n'
    path.write_text(head + tables, encoding="utf-8")
    return path


def bought(mech: str, profile: str = "", pilot: str = "") -> str:
    return f'mech = "{mech}"\nprofile = "{profile}"\npilot = "{pilot}"'


def squad(folders: list[Path], *mechs: str, faction: str = "I.C.S.E.") -> Squad:
    return BOOK.force_of(BOOK.read_force(write(folders[0], *mechs, faction=faction), folders).data)


def refused(folders: list[Path], *mechs: str, faction: str = "I.C.S.E.") -> str:
    """The one line that says why such a squad may not be built."""
    path = write(folders[0], *mechs, faction=faction)
    with pytest.raises(BadFile) as caught:
        BOOK.read_force(path, folders)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def scenario(**changes: Any) -> Any:
    info = next(info for info in BOOK.list_scenarios([SCENARIOS]) if info.id == "canyon-deathmatch")
    return evolve(info, data={**info.data, **changes})


def force(folders: list[Path], *mechs: str) -> ForceInfo:
    return BOOK.read_force(write(folders[0], *mechs), folders)


# ---------------------------------------------------------------- the Budget
@pytest.mark.rule("MC-ARMY-1")
def test_the_players_agree_on_a_budget_and_it_decides_what_fits(folders: list[Path]) -> None:
    forces = [force(folders, bought("lancer"), bought("lancer")), force(folders, bought("lancer"))]
    assert BOOK.fits(scenario(budget=200), forces) is None
    refusal = BOOK.fits(scenario(budget=150), forces)
    assert refusal is not None
    assert "200" in refusal.why
    assert "150" in refusal.why


@pytest.mark.rule("MC-ARMY-1")
def test_a_scenario_that_names_no_budget_has_1000_points(tmp_path: Path) -> None:
    from tabletop_tui.rules.mechcom.files.loader import BOOK

    path = tmp_path / "plain.toml"
    path.write_text('system = "mechcom"\nkind = "scenario"\nname = "P"\ntype = "deathmatch"\nmap = "canyon"\n')
    info = BOOK.read_scenario(path, [SCENARIOS])
    assert info.size == "1000 points"
    assert BOOK.scenario_of(info.data).budget == 1000


@pytest.mark.rule("MC-ARMY-4")
def test_a_squad_may_cost_exactly_the_budget_and_not_a_point_more(folders: list[Path]) -> None:
    forces = [force(folders, bought("lancer")), force(folders, bought("lancer"))]
    assert BOOK.fits(scenario(budget=100), forces) is None
    refusal = BOOK.fits(scenario(budget=99), forces)
    assert refusal is not None
    assert refusal.rule == "MC-ARMY-4"


@pytest.mark.rule("MC-ARMY-4")
def test_each_squad_is_held_against_the_budget(folders: list[Path]) -> None:
    cheap, dear = force(folders, bought("lancer")), force(folders, bought("sentinel"))
    for forces in ([cheap, dear], [dear, cheap]):
        refusal = BOOK.fits(scenario(budget=100), forces)
        assert refusal is not None
        assert refusal.rule == "MC-ARMY-4"


@pytest.mark.rule("MC-ARMY-4")
def test_a_squad_has_at_least_one_mech(folders: list[Path]) -> None:
    assert "[MC-ARMY-4]" in refused(folders)
    data = force(folders, bought("lancer")).data
    with pytest.raises(BadFile, match="MC-ARMY-4"):
        BOOK.force_of({**data, "mechs": []})


@pytest.mark.rule("MC-ARMY-5")
def test_checking_a_squad_tells_what_the_bare_mechs_cost(folders: list[Path]) -> None:
    path = write(folders[0], bought("lancer", "Heavy", "gunner"), bought("lancer"))
    assert (
        BOOK.check_file(path, folders) == "squad Test Squad: I.C.S.E., 2 mechs, 240 points, 200 of them for bare mechs"
    )


# ---------------------------------------------------------------- factions and mechs
@pytest.mark.rule("MC-ARMY-2")
def test_there_are_five_factions_to_choose_from(folders: list[Path]) -> None:
    assert {info.faction for info in BOOK.list_forces([ROSTERS])} == set(FACTIONS)
    assert len(FACTIONS) == 5
    message = refused(folders, bought("lancer"), faction="Hyperion")
    assert "[MC-ARMY-2]" in message
    assert "Scrap Monkeys" in message
    assert "[MC-ARMY-2]" in refused(folders, bought("lancer"), faction="Mercenary")


@pytest.mark.rule("MC-ARMY-2", "MC-SHEET-12")
def test_all_mechs_carry_the_logo_of_one_faction(folders: list[Path]) -> None:
    message = refused(folders, bought("sentinel"), bought("kerberos"))
    assert "mech[1].mech: " in message
    assert "Kerberos is a mech of HERAKLES, not of I.C.S.E. [MC-SHEET-12]" in message


@pytest.mark.rule("MC-SHEET-12")
def test_a_set_up_cannot_smuggle_in_a_mech_of_another_faction(folders: list[Path]) -> None:
    data = force(folders, bought("lancer"), bought("sentinel")).data
    data["mechs"][1]["faction"] = "Corpro"
    with pytest.raises(BadFile, match="MC-SHEET-12"):
        BOOK.force_of(data)


@pytest.mark.rule("MC-ARMY-2")
def test_pilots_belong_to_the_squads_faction(folders: list[Path]) -> None:
    message = refused(folders, bought("sentinel", pilot="acolyte"))
    assert "mech[0].pilot: Acolyte is a pilot of Sha'Viðaar, not of I.C.S.E. [MC-ARMY-2]" in message


@pytest.mark.rule("MC-ARMY-3", "MC-TERM-2")
def test_the_same_mech_may_be_bought_any_number_of_times(folders: list[Path]) -> None:
    ten = squad(folders, *[bought("lancer")] * 9, bought("lancer", pilot="gunner"))
    assert len(ten.mechs) == 10
    assert ten.cost == 1030
    # Each has a sheet of its own: the pilot of one changes no other.
    assert [sheet.stats.integrity for sheet in ten.mechs] == [8] * 9 + [10]


@pytest.mark.rule("MC-TERM-2")
def test_a_mech_can_have_a_name_of_its_own(folders: list[Path]) -> None:
    named = squad(folders, bought("lancer", "Heavy") + '\nname = "Old Faithful"', bought("lancer"))
    assert [sheet.name for sheet in named.mechs] == ["Old Faithful (Lancer Heavy)", "Lancer"]


@pytest.mark.rule("MC-ARMY-6")
def test_building_goes_by_faction_mechs_profiles_pilots(folders: list[Path]) -> None:
    """Of several faults the one of the earliest step is told."""
    mech, profile, pilot = bought("kerberos"), bought("lancer", "Odd"), bought("lancer", "", "acolyte")
    assert "faction: " in refused(folders, pilot, profile, mech, faction="Hyperion")
    assert "mech[2].mech: " in refused(folders, pilot, profile, mech)
    assert "mech[1].profile: " in refused(folders, pilot, profile)
    assert "mech[0].pilot: " in refused(folders, pilot)


# ---------------------------------------------------------------- profiles
@pytest.mark.rule("MC-SHEET-9", "MC-SHEET-11")
def test_a_profile_is_bought_at_its_price_and_none_is_base(folders: list[Path]) -> None:
    base, named, heavy = squad(folders, bought("lancer"), bought("lancer", "Base"), bought("lancer", "Heavy")).mechs
    assert [base.profile, named.profile, heavy.profile] == ["", "", "Heavy"]
    assert [base.cost, named.cost, heavy.cost] == [100, 100, 110]


@pytest.mark.rule("MC-SHEET-9")
def test_only_the_mechs_own_profiles_can_be_bought(folders: list[Path]) -> None:
    message = refused(folders, bought("lancer", "Marksman"))
    assert "mech[0].profile: " in message
    assert "(one of: Base, Heavy, Light) [MC-SHEET-9]" in message
    assert "did you mean 'Heavy'?" in refused(folders, bought("lancer", "Heavi"))


@pytest.mark.rule("MC-SHEET-9")
def test_a_mech_has_one_profile(folders: list[Path]) -> None:
    message = refused(folders, 'mech = "lancer"\nprofile = ["Heavy", "Light"]')
    assert "mech[0].profile: " in message
    assert "[MC-SHEET-9]" in message


@pytest.mark.rule("MC-SHEET-10")
def test_weapons_and_abilities_of_a_profile_come_only_with_it(folders: list[Path]) -> None:
    base, heavy, light = squad(folders, bought("lancer"), bought("lancer", "Heavy"), bought("lancer", "Light")).mechs
    assert [[weapon.name for weapon in sheet.weapons] for sheet in (base, heavy, light)] == [
        ["Lance"],
        ["Lance", "Mortar"],
        ["Lance"],
    ]
    assert [[ability.name for ability in sheet.abilities] for sheet in (base, heavy, light)] == [[], [], ["Hide"]]


@pytest.mark.rule("MC-SHEET-11")
def test_the_cost_of_a_mech_is_its_own_and_its_profiles_and_its_pilots(folders: list[Path]) -> None:
    built = squad(folders, bought("lancer", "Heavy", "gunner"), bought("lancer", "Light"))
    assert [sheet.cost for sheet in built.mechs] == [100 + 10 + 30, 100 + 5]
    assert built.cost == 245
    assert BOOK.read_force(write(folders[0], bought("lancer", "Heavy", "gunner")), folders).cost == 140


# ---------------------------------------------------------------- pilots
@pytest.mark.rule("MC-PILOT-1")
def test_a_pilot_brings_a_bonus_weapons_and_abilities(folders: list[Path]) -> None:
    with_pilot, without = squad(folders, bought("lancer", "", "gunner"), bought("lancer")).mechs
    assert with_pilot.pilot == "Gunner"
    assert (with_pilot.stats.stability, without.stats.stability) == (3, 4)
    assert (with_pilot.stats.integrity, without.stats.integrity) == (10, 8)
    assert [weapon.name for weapon in with_pilot.weapons] == ["Lance", "Pistol"]
    assert [ability.name for ability in with_pilot.abilities] == ["Taunt"]
    # The card tells where the number comes from.
    assert str(with_pilot.tallies["stability"]) == "Stability 3 = 4 Lancer, -1 Gunner"


@pytest.mark.rule("MC-PILOT-2")
def test_a_mech_has_at_most_one_pilot(folders: list[Path]) -> None:
    message = refused(folders, 'mech = "lancer"\npilot = ["trooper", "gunner"]')
    assert "mech[0].pilot: " in message
    assert "[MC-PILOT-2]" in message


@pytest.mark.rule("MC-PILOT-3")
def test_a_pilot_flies_only_what_meets_the_requirements(folders: list[Path]) -> None:
    assert squad(folders, bought("lancer", "", "lance-master")).mechs[0].pilot == "Lance Master"
    message = refused(folders, bought("sentinel", "", "lance-master"))
    assert "mech[0].pilot: Lance Master pilots only: Lancer [MC-PILOT-3]" in message


@pytest.mark.rule("MC-PILOT-4")
def test_regulars_may_come_any_number_of_times(folders: list[Path]) -> None:
    assert len(squad(folders, *[bought("lancer", "", "trooper")] * 5).mechs) == 5


@pytest.mark.rule("MC-PILOT-5")
def test_an_ace_comes_once_a_squad(folders: list[Path]) -> None:
    message = refused(folders, bought("lancer", "", "captain-vance"), bought("sentinel", "", "captain-vance"))
    assert "mech[1].pilot: Cpt. Vance is in this squad already" in message
    assert "[MC-PILOT-5]" in message
    # Two different Aces may serve together, and both players may have the same one.
    both = squad(folders, bought("lancer", "", "captain-vance"), bought("lancer", "", "lance-master"))
    assert [sheet.pilot for sheet in both.mechs] == ["Cpt. Vance", "Lance Master"]
    same = force(folders, bought("lancer", "", "captain-vance"))
    assert BOOK.fits(scenario(), [same, same]) is None


@pytest.mark.rule("MC-PILOT-5")
def test_an_ace_belongs_to_a_faction(folders: list[Path]) -> None:
    assert "[MC-ARMY-2]" in refused(folders, bought("ashkar", "", "captain-vance"), faction="Sha'Viðaar")


@pytest.mark.rule("MC-PILOT-6")
@pytest.mark.parametrize(
    ("faction", "mech"),
    [
        ("I.C.S.E.", "sentinel"),
        ("Sha'Viðaar", "oracle"),
        ("HERAKLES", "pythia"),
        ("Corpro", "wasp"),
        ("Scrap Monkeys", "magpie"),
    ],
)
def test_any_faction_may_hire_a_mercenary(folders: list[Path], faction: str, mech: str) -> None:
    assert squad(folders, bought(mech, "", "ghost"), faction=faction).mechs[0].pilot == "Ghost"


@pytest.mark.rule("MC-PILOT-6")
def test_a_mercenary_comes_once_a_squad(folders: list[Path]) -> None:
    assert "[MC-PILOT-6]" in refused(folders, bought("lancer", "", "ghost"), bought("lancer", "", "ghost"))
    assert len(squad(folders, bought("lancer", "", "ghost"), bought("lancer", "", "old-hand")).mechs) == 2


@pytest.mark.rule("MC-PILOT-6")
def test_only_the_mercenaries_file_sells_mercenaries(folders: list[Path]) -> None:
    path = folders[0] / "mechcom" / "extra.toml"
    path.write_text(EXTRA.replace('"Ace"', '"Mercenary"'), encoding="utf-8")
    with pytest.raises(BadFile, match=r"pilot\[1\]\.type: .*MC-PILOT-6"):
        BOOK.list_forces(folders)


# ---------------------------------------------------------------- what a squad holds
def test_a_squad_holds_the_sheets_of_what_it_deploys(folders: list[Path]) -> None:
    built = squad(folders, bought("warden"), bought("lancer"))
    assert set(built.deployables) == {"barricade", "sentry"}
    assert built.deployables["sentry"].kind == "deployable"
    assert built.deployables["sentry"].faction == "I.C.S.E."
    assert squad(folders, bought("lancer")).deployables == {}


def test_a_set_up_must_bring_what_its_mechs_deploy(folders: list[Path]) -> None:
    data = force(folders, bought("warden")).data
    del data["deployables"]["sentry"]
    with pytest.raises(BadFile, match="unknown deployable 'sentry'"):
        BOOK.force_of(data)


@pytest.mark.parametrize("info", BOOK.list_forces([ROSTERS]), ids=lambda info: info.id)
def test_squad_data_makes_the_round_trip(info: ForceInfo) -> None:
    import json

    built = BOOK.force_of(json.loads(json.dumps(info.data)))
    assert plain().unstructure(built) == info.data
    assert built.cost == info.cost


def test_a_misspelt_mech_gets_the_nearest_name(folders: list[Path]) -> None:
    message = refused(folders, bought("sentinal"))
    assert "mech[0].mech: unknown mech 'sentinal'; did you mean 'sentinel'?" in message
    # Mechs of other factions are not offered.
    assert "ashkar" not in refused(folders, bought("zzz"))


def test_more_mechs_than_the_zone_holds_do_not_fit(folders: list[Path]) -> None:
    few, many = force(folders, bought("lancer")), force(folders, *[bought("lancer")] * 43)
    assert BOOK.fits(scenario(budget=9999), [few, many]).rule == "MC-SETUP-4"
    assert BOOK.fits(scenario(budget=9999), [few, force(folders, *[bought("lancer")] * 42)]) is None
