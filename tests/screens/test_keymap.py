"""Own keys: a new key is pressed, a clash names the other command, what is kept and what comes back."""

import pytest

from tabletop_tui.bindings import ALL, BATTLE
from tabletop_tui.keymap import clashes, keymap_path, keys_of, read_keymap, refuse_key, write_keymap
from tabletop_tui.screens.options.keymap import KeymapScreen, PressKey
from tabletop_tui.screens.options.settings import SettingsScreen
from tabletop_tui.settings import CHOICES
from tests.screens.conftest import at, toy


def test_what_is_written_is_read_back(tmp_path):
    keymap = {"battle.undo": "backspace,ctrl+u", "title.new": "N"}
    assert read_keymap(write_keymap(keymap, tmp_path / "deep" / "keys.toml")) == keymap


@pytest.mark.parametrize(
    ("command", "key", "keymap", "words"),
    [
        ("battle.undo", "x", {}, "x already does this: Look about: the cursor tells, nothing is answered (Battle)"),
        ("battle.undo", "h", {"title.new": "h"}, ""),
        ("battle.undo", "z", {}, ""),
        ("battle.undo", "x", {"battle.look": "h"}, ""),
        ("battle.undo", "h", {"battle.look": "h,W"}, "h already does this: Look about"),
        ("battle.undo", "ctrl+q", {}, "ctrl+q leaves the program"),
        ("battle.undo", "3", {}, "3 answers questions in a battle"),
        ("title.new", "3", {}, ""),
        # What a battle shares with a replay may have no key that is taken there.
        ("battle.look", "C", {}, "C already does this: Play on from here as a new game (asks who plays) (Replay)"),
        ("title.keys", "slash", {}, ""),
    ],
)
def test_a_key_is_refused_with_the_name_of_what_it_does(command, key, keymap, words):
    said = refuse_key(ALL[command], key, keymap)
    assert said.startswith(words) if words else said == ""


def test_what_is_not_refused_does_not_clash():
    for command in BATTLE.commands:
        for key in ("h", "x", "C", "space", "f5"):
            if not refuse_key(command, key, {}):
                assert clashes({command.id: key}) == []


def test_two_windows_that_each_give_a_key_both_count():
    write_keymap({"builder.save": "S", "battle.undo": "h"})
    before = read_keymap()
    write_keymap({**before, "battle.redo": "H"}, before=before)
    write_keymap({"builder.save": "S"}, before=before)
    assert read_keymap() == {"builder.save": "S", "battle.redo": "H"}


async def test_a_command_gets_a_key_by_pressing_it_and_has_it_at_once():
    write_keymap({"builder.save": "S"})
    async with at(toy()) as player:
        player.app.apply_keys(read_keymap())
        player.battle.do_settings()
        await player.press(" ".join(["down"] * len(CHOICES)))
        assert "one command with a key of your own" in player.picture
        await player.press("enter")
        screen = player.app.screen
        assert isinstance(screen, KeymapScreen)
        screen.index = screen.entries.index(ALL["battle.undo"])
        await player.press("enter x")
        assert isinstance(player.app.screen, PressKey)
        assert "x already does this: Look about" in " ".join(player.picture.split())
        await player.press("h")
        assert player.app.screen is screen
        assert read_keymap() == {"builder.save": "S", "battle.undo": "h"}, "other commands keep theirs"
        await player.press("a u")
        assert isinstance(player.app.screen, PressKey), "u moves the cursor"
        await player.press("G")
        assert read_keymap()["battle.undo"] == "h,G"
        assert "h G" in player.picture
        await player.press("enter escape escape")
        assert isinstance(player.app.screen, SettingsScreen)
        await player.press("escape 1 1 tab enter")
        given = len(player.session.history)
        assert given > 2
        await player.press("h")
        if len(player.session.history) == given:  # what is taken back may have to be confirmed
            await player.press("Y")
        assert len(player.session.history) == given - 1
        await player.press("z")
        assert len(player.session.history) == given - 1, "the old key does nothing any more"


async def test_a_command_without_a_key_gets_one():
    async with at(toy()) as player:
        player.app.apply_keys({"battle.settings": "h"})
        await player.press("h")
        assert isinstance(player.app.screen, SettingsScreen)


async def test_keys_as_at_first_unless_another_command_has_them_now():
    async with at(None) as player:
        player.app.apply_keys({"title.new": "N", "title.load": "n"})
        await player.press("s m")
        screen = player.app.screen
        screen.index = screen.entries.index(ALL["title.new"])
        await player.press("d")
        assert "n already does this: Load a game" in " ".join(player.picture.split())
        screen.index = screen.entries.index(ALL["title.load"])
        await player.press("d")
        screen.index = screen.entries.index(ALL["title.new"])
        await player.press("d")
        assert player.app.keymap == read_keymap() == {}
        await player.press("d")
        assert "has the keys that it had at first" in player.picture


async def test_keys_that_cannot_be_saved_still_count():
    keymap_path().mkdir()  # a folder where a file is wanted
    async with at(None) as player:
        await player.press("s m")
        screen = player.app.screen
        screen.index = screen.entries.index(ALL["title.new"])
        await player.press("enter X")
        assert keys_of(ALL["title.new"], player.app.keymap) == ["X"]
        assert "They count only until the program ends" in player.picture


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_screen(size, snapshot, monkeypatch):
    monkeypatch.setattr("tabletop_tui.screens.options.keymap.keymap_path", lambda: "keys.toml")
    async with at(None, size=size) as player:
        await player.press("s m slash u n d o enter")
        assert player.app.screen.marked.id == "battle.undo"
        assert player.picture == snapshot
