"""What the book prints, against what is shipped; composing forces and their points (CD-W, CD-WPN-5, CD-EQ, CD-SR)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rules.crimsondusk.files.loader import BOOK
from tabletop_tui.rules.crimsondusk.state.points import weapon_points
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.build import ROSTERS, stock

rule = pytest.mark.rule
PRINTED = """\
CD-W-PISTOL|pistol|12 1 3|pistol move
CD-W-RIFLE|rifle|32 1 4|
CD-W-SHOTGUN|shotgun|16 1 4|hail
CD-W-ASSAULTRIFLE|assault-rifle|24 1 4|move
CD-W-FLECHETTE|flechette-gun|24 -1 5|hail hit-1
CD-W-SMG|smg|16 2 3|move
CD-W-RPG|rpg|48 -3 5|at12
CD-W-LMG|lmg|36 2 4|
CD-W-MMG|mmg|40 3 4|heavy2
CD-W-HMG|hmg|44 4 5|heavy3
CD-W-GLAUNCHER|grenade-launcher|32 1 5|blast1
CD-W-GMG|grenade-machine-gun|40 2 5|blast1 heavy3
CD-W-PANZERFAUST|panzerfaust|12 -1 5|at10 hit-1
CD-W-BLASTER|blaster|18 -2 12|hit-1
CD-W-HBLASTER|heavy-blaster|32 -2 13|hit-1 heavy2 blast1
CD-W-PLASMA|plasma-rifle|18 1 8|
CD-W-HPLASMA|heavy-plasma-rifle|32 1 9|heavy2 blast1
CD-W-SNIPER|sniper-rifle|40 -1 5|hit1 pinning heavy1
CD-W-BOLTGUN|bolt-gun|18 1 5|hit-1 pinning
CD-W-HBOLTGUN|heavy-bolt-gun|32 2 6|hit-1 pinning heavy2
CD-W-AUTOCANNON|auto-cannon|48 1 8|heavy2
CD-W-LASERCANNON|laser-cannon|60 -2 12|heavy2
CD-W-FLAMER|flamethrower|12 -1 5|flame3
CD-W-MISSILE|missile-launcher|70 -3 5|at14 heavy2
CD-W-LMORTAR|light-mortar|32 -1 5|blast1 heavy1 indirect
CD-W-MMORTAR|medium-mortar|44 -1 5|blast2 heavy2 indirect
CD-W-RAILGUN|rail-gun|84 -3 8|heavy5 at14
CD-W-TANKGUN|tank-gun|70 -2 7|at12 blast1 heavy5
CD-W-THROWNGRENADE|thrown-grenade|8 1 5|blast1 move
CD-W-ARTILLERY|artillery-piece|200 -3 6|heavy5 blast3 pinning
""".splitlines()


def traits_of(weapon: Weapon) -> set[str]:
    """The traits of a weapon as the table above writes them."""
    numbers = {
        "hit": weapon.to_hit,
        "at": weapon.at,
        "blast": weapon.blast,
        "heavy": weapon.heavy,
        "flame": weapon.flame,
    }
    words = {
        "pistol": weapon.pistol,
        "move": weapon.move_and_fire,
        "hail": weapon.hail,
        "pinning": weapon.pinning,
        "indirect": weapon.indirect,
    }
    found = {f"{name}{number}" for name, number in numbers.items() if number}
    return found | {name for name, has in words.items() if has}


@rule(
    *("CD-W-PISTOL", "CD-W-RIFLE", "CD-W-SHOTGUN", "CD-W-ASSAULTRIFLE", "CD-W-FLECHETTE", "CD-W-SMG", "CD-W-RPG"),
    *("CD-W-LMG", "CD-W-MMG", "CD-W-HMG", "CD-W-GLAUNCHER", "CD-W-GMG", "CD-W-PANZERFAUST", "CD-W-BLASTER"),
    *("CD-W-HBLASTER", "CD-W-PLASMA", "CD-W-HPLASMA", "CD-W-SNIPER", "CD-W-BOLTGUN", "CD-W-HBOLTGUN"),
    *("CD-W-AUTOCANNON", "CD-W-LASERCANNON", "CD-W-FLAMER", "CD-W-MISSILE", "CD-W-LMORTAR", "CD-W-MMORTAR"),
    *("CD-W-RAILGUN", "CD-W-TANKGUN", "CD-W-THROWNGRENADE", "CD-W-ARTILLERY", "CD-WPN-1"),
)
@pytest.mark.parametrize("line", PRINTED, ids=lambda line: line.split("|")[0])
def test_every_weapon_is_as_the_book_prints_it(line):
    _, name, numbers, traits = line.split("|")
    weapon = stock().weapons[name]
    assert [weapon.range, weapon.rof, weapon.p] == [int(number) for number in numbers.split()]
    assert traits_of(weapon) == set(traits.split())


def test_no_weapon_is_missing_or_invented():
    assert {line.split("|")[1] for line in PRINTED} == set(stock().weapons)


def test_the_reference_says_the_same_of_every_weapon():
    texts = {one.id: one.text for one in SYSTEM.reference()}
    for line in PRINTED:
        rule_id, _, numbers, _ = line.split("|")
        said = re.search(r"Range (\d+), RoF (-?\d+), P (\d+)", texts[rule_id])
        assert said is not None
        assert " ".join(said.groups()) == numbers


def test_every_trait_names_a_rule_that_there_is():
    known = {one.id for one in SYSTEM.reference()}
    assert {trait.rule for trait in stock().traits.values()} <= known
    assert len(stock().traits) == 28


@rule("CD-PTS-1")
def test_points_are_those_of_our_formula():
    worth = {name: weapon_points(weapon) for name, weapon in stock().weapons.items()}
    assert (worth["blaster"], worth["laser-cannon"], worth["rail-gun"], worth["pistol"]) == (3, 5, 5, 2)
    costs = {force.id: force.cost for force in BOOK.list_forces([ROSTERS])}
    assert (costs["border-post"], costs["dust-riders"]) == (138, 140)


SECTION = """system = "crimsondusk"
kind = "force"
name = "Test"
[[section]]
name = "Section"
{}
[[section.model]]
count = {}
{}
"""


@rule("CD-WPN-5", "CD-COH-6", "CD-SR-NONCOM-1", "CD-EQ-SHIELD", "CD-EQ-MONSTER-1", "CD-CHAR-7")
@pytest.mark.parametrize(
    ("section", "count", "model", "refused"),
    [
        ("", 4, 'weapons = ["rifle", "pistol"]', "CD-WPN-5"),
        ("", 4, 'weapons = ["pistol"]\nblades = ["sword"]', ""),
        ("", 4, 'weapons = ["rifle", "thrown-grenade"]', ""),
        ("", 3, "", "CD-COH-6"),
        ("traits = { non-com = 1 }", 5, "", "CD-SR-NONCOM-1"),
        ("traits = { shield = 1 }", 5, 'weapons = ["smg"]', "CD-EQ-SHIELD"),
        ("personality = true\ntraits = { monster = 25 }", 1, "", "CD-EQ-MONSTER-1"),
        ("personality = true\nsize = 2.0\ntraits = { monster = 25 }", 1, "", ""),
        ("personality = true", 2, "", "CD-CHAR-7"),
    ],
)
def test_what_a_force_file_may_compose(tmp_path, section, count, model, refused):
    path = Path(tmp_path / "force.toml")
    path.write_text(SECTION.format(section, count, model), encoding="utf-8")
    if not refused:
        assert BOOK.read_force(path, [ROSTERS]).cost
        return
    with pytest.raises(BadFile) as caught:
        BOOK.read_force(path, [ROSTERS])
    assert any(refused in str(fault) for fault in caught.value.all)


@pytest.mark.parametrize(
    ("section", "model", "told"),
    [
        ("", 'weapons = ["rifel"]', "did you mean 'rifle'"),
        ('armour = "flack"', "", "did you mean 'flak'"),
        ("traits = { tough = 1 }", "", "traits.tough: give a whole number from 2 to 10"),
        ("traits = { flying = 1 }", "", "unknown trait"),
    ],
)
def test_a_fault_in_a_force_file_is_a_sentence_with_its_place(tmp_path, section, model, told):
    path = tmp_path / "force.toml"
    path.write_text(SECTION.format(section, 4, model), encoding="utf-8")
    with pytest.raises(BadFile, match=re.escape(told)) as caught:
        BOOK.read_force(path, [ROSTERS])
    assert "section[0]" in str(caught.value)
