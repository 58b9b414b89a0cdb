import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.rulebook.registry import system, system_ids
from tests.toy import TOY


def test_a_registered_system_is_found():
    assert system("toy") is TOY
    assert "toy" in system_ids()


def test_an_installed_system_is_found_by_its_entry_point():
    assert system("mechcom").id == "mechcom"
    assert list(system_ids()) == sorted(system_ids())


def test_an_unknown_system_is_named_with_those_there_are():
    with pytest.raises(
        KeyError,
        match="there is no system 'chess'; installed: armymen, crimsondusk, mechcom, pmc2640, techcommander, toy",
    ):
        system("chess")


def test_a_bad_file_says_which_where_and_what_to_do():
    assert str(BadFile("a.toml", "mech[0].cost", "write a number")) == "a.toml: mech[0].cost: write a number"
    assert str(BadFile("a.toml", "", "not there")) == "a.toml: not there"
