"""A force that breaks several limits: all of them are told at once, each a sentence with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletop_tui import cli
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.loading import forget
from tabletop_tui.files.validation import Faults, Wrong, broken
from tabletop_tui.paths import roster_folders
from tabletop_tui.play import new_game
from tabletop_tui.rulebook.force_builder import muster_of
from tabletop_tui.rulebook.registry import system

PMC = """
system = "pmc2640"
kind = "army"
name = "Too much of it"
[units]
nomads = 3
field-command = 2
light-patrol = 4
"""
ARMYMEN = """
system = "armymen"
kind = "army"
name = "Toys"
[[unit]]
unit = "tank"
[[unit]]
unit = "tank"
upgrades = ["bazooka", "heavy-tank", "medium-tank"]
[[unit]]
unit = "gunners"
size = 1
[[unit]]
unit = "gunners"
size = 1
[[unit]]
unit = "snipers"
size = 1
[[unit]]
unit = "snipers"
size = 1
"""
MECHCOM = """
system = "mechcom"
kind = "squad"
name = "Mixed"
faction = "I.C.S.E."
[[mech]]
mech = "wasp"
[[mech]]
mech = "sentinel"
profile = "Odd"
pilot = "captain-vance"
[[mech]]
mech = "sentinel"
pilot = "captain-vance"
[[mech]]
mech = "sentinal"
"""
TOLD = {
    PMC: [
        "units: the Tiers add up to 14, 12 are allowed at Priority 1 [PMC-ARMY-2]",
        "units: 4 vehicles, at most 3 are allowed [PMC-ARMY-5]",
        "units: 2 Command units, at most 1 is allowed [PMC-ARMY-7]",
        "units: 3 Nomads, at most 2 are allowed [PMC-ARMY-8]",
    ],
    ARMYMEN: [
        "unit[1]: Tank cannot have Bazooka [AMC-UPG-4]",
        "unit[1]: Medium Tank and Heavy Tank exclude each other [AMC-VUPG-5]",
        "units: it costs ",
        "units: its vehicles cost ",
        "units: 4 units of Gunners, Snipers and Heavy Weapons, at most 3 are allowed [AMC-PREP-5]",
    ],
    MECHCOM: [
        "mech[0].mech: Wasp is a mech of Corpro, not of I.C.S.E. [MC-SHEET-12]",
        "mech[3].mech: unknown mech 'sentinal'; did you mean 'sentinel'?",
        "mech[1].profile: unknown profile of Sentinel 'Odd'",
        "mech[2].pilot: Cpt. Vance is in this squad already; only Regulars may come twice [MC-PILOT-5]",
    ],
}


@pytest.mark.parametrize("text", TOLD, ids=["pmc2640", "armymen", "mechcom"])
def test_every_broken_limit_is_told(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text.lstrip(), encoding="utf-8")
    forget()
    assert cli.run(["check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(TOLD[text])
    for line, told in zip(lines, TOLD[text], strict=True):
        line = re.sub(r" \((?:unit|mech) [^)]*\)", "", line)  # the place in the words of the screen
        assert line.startswith(f"tabletop-tui: {path}: {told}")


def test_what_cannot_be_counted_is_not_held_against_the_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "mine.toml"
    path.write_text(PMC.replace("nomads", "nomad").replace("light-patrol = 4", "recruit = 100").lstrip())
    assert cli.run(["check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition("units: ")[2].partition(";")[0] for line in lines] == [
        "unknown unit 'nomad'",
        "unknown unit 'recruit'",
    ]


def test_an_army_too_large_for_a_scenario_hears_of_every_limit() -> None:
    found, info = new_game.find_scenario("armymen/quick-start")
    force = new_game.find_force(found, "tan-armour")
    with pytest.raises(new_game.BadChoice) as raised:
        new_game.set_table(found, info, [force, force], seed=1)
    said = str(raised.value)
    assert "[AMC-PREP-3]; " in said
    assert "[AMC-PREP-4]" in said


def test_a_force_in_the_builder_hears_of_every_limit() -> None:
    muster = muster_of(system("pmc2640"), roster_folders())
    assert muster is not None
    force = {**muster.blank(), "units": {"nomads": 3, "field-command": 2, "light-patrol": 4}}
    fault = muster.fault(force)
    assert fault is not None
    assert [one.rule for one in fault.all] == ["PMC-ARMY-2", "PMC-ARMY-5", "PMC-ARMY-7", "PMC-ARMY-8"]
    assert str(fault).count("; ") == 3


def test_faults_are_gathered_at_their_places() -> None:
    faults = Faults()
    with faults.of("a[0]"):
        raise broken(together([Refusal("one", "R-1"), None, Refusal("two", "R-2"), Refusal("one", "R-1")]), "b")
    with faults.of():
        raise Wrong("three", "c")
    with pytest.raises(Wrong) as raised:
        faults.raise_any()
    assert list(map(str, raised.value.inside("x").all)) == ["x.a[0].b: one [R-1]", "x.a[0].b: two [R-2]", "x.c: three"]
    Faults().raise_any()
