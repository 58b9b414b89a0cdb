"""What was chosen for the last game is offered for the next one."""

from __future__ import annotations

from tabletop_tui.play.last_new_game import LastChoice, keep, last_choice, latest, path

ONE = LastChoice("canyon", ("a", "b"), ("keyboard", "fair"))
OTHER = LastChoice("lawn", (), ("fair", "keyboard"))


def test_each_rulebook_has_its_own_and_the_latest_is_known():
    assert (latest(), last_choice("mechcom")) == ("", None)
    keep("mechcom", ONE)
    keep("armymen", OTHER)
    assert latest() == "armymen"
    assert last_choice("mechcom") == ONE
    assert last_choice("armymen") == OTHER
    keep("mechcom", OTHER)
    assert latest() == "mechcom"
    assert last_choice("mechcom") == OTHER


def test_a_file_that_says_something_else_is_begun_anew():
    keep("mechcom", ONE)
    for text in (
        "not toml",
        'latest = 3\nmechcom = "x"',
        "[mechcom]\nscenario = 1\n",
        '[mechcom]\nscenario = "a"\nforces = [1]\nplayers = []\n',
    ):
        path().write_text(text)
        assert (latest(), last_choice("mechcom")) == ("", None)
    keep("armymen", OTHER)
    assert last_choice("armymen") == OTHER
