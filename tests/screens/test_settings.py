"""Settings: read and written strictly, changed on the screen, at work in a battle; keys that clash are told."""

from pathlib import Path

import pytest

from tabletop_tui import app as app_module
from tabletop_tui import cli
from tabletop_tui.app import TabletopApp
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.keymap import clashes, keymap_path, read_keymap, write_keymap
from tabletop_tui.paths import HOME
from tabletop_tui.play.session import PACES
from tabletop_tui.process import standard_streams
from tabletop_tui.screens.base.app_protocol import Options, preferred
from tabletop_tui.screens.battle import pace
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.options.settings import LABELS, SAID, SettingsScreen
from tabletop_tui.screens.start.title import TitleScreen
from tabletop_tui.settings import (
    CHOICES,
    PALETTES,
    SPEEDS,
    Settings,
    is_first_run,
    read_settings,
    settings_path,
    write_settings,
)
from tabletop_tui.settings import PACES as SETTING_PACES
from tabletop_tui.widgets import terminal_palettes
from tabletop_tui.widgets.glyphs import ASCII
from tabletop_tui.widgets.map.battlefield import Battlefield
from tests.screens.conftest import Player, at, toy


# ---------------------------------------------------------------- the file
def test_without_a_file_nothing_is_set(tmp_path):
    assert read_settings(tmp_path / "none.toml") == Settings()


def test_what_is_written_is_read_back(tmp_path):
    wanted = Settings("high-contrast", "ascii", "at-once", "step", "losses", False)
    path = write_settings(wanted, tmp_path / "deep" / "settings.toml")
    assert read_settings(path) == wanted


@pytest.mark.parametrize(
    ("text", "card"), [("hand_over = true", "always"), ('turn_card = "hide"', "always"), ("", "always")]
)
def test_what_older_versions_wrote_of_the_hand_over_is_read(tmp_path, text, card):
    path = tmp_path / "settings.toml"
    path.write_text(text)
    assert read_settings(path).turn_card == card
    path.write_text('hand_over = true\nturn_card = "never"')
    assert read_settings(path).turn_card == "never"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('palette = "blue"', "palette: unknown word 'blue'"),
        ('palete = "mono"', "unknown setting 'palete'; did you mean 'palette'?"),
        ("palette = 3", "palette: unknown word 3"),
        ("palette = true", "palette: give a word in quotes, not True"),
        ('hand_over = "yes"', "hand_over: give true or false, not 'yes'"),
        ("mouse = 1", "mouse: give true or false, not 1"),
        ("palette = [", "is not sound TOML"),
        ('speed = ["normal"]', "speed: unknown word"),
        ("panels = [[1]]", "panels: give a list of wishes"),
        ("panels = [{}]", "panels: give a list of wishes"),
        ("panels = 5", "panels: give a list of wishes"),
        ("panels = [nan]", "panels: give a list of wishes"),
        ("palette = {}", "palette: unknown word"),
        ("mouse = nan", "mouse: give true or false"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path, text, words):
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(BadFile) as bad:
        read_settings(path)
    assert words in str(bad.value)
    assert str(bad.value).startswith(str(path))


def test_two_windows_that_each_change_something_both_count(home):
    at_first = Settings(panels=("wide log large", "narrow dice hidden"))
    write_settings(at_first)
    write_settings(Settings(palette="mono", panels=("wide log large",)), before=at_first)
    write_settings(Settings(mouse=False, panels=(*at_first.panels, "vast map large")), before=at_first)
    assert read_settings() == Settings(palette="mono", mouse=False, panels=("wide log large", "vast map large"))
    write_settings(Settings())
    assert read_settings() == Settings(), "all as at first"


def test_what_another_window_has_spoilt_is_not_written_over(home):
    settings_path().write_text("palete = 3")
    with pytest.raises(BadFile, match="unknown setting"):
        write_settings(Settings(mouse=False), before=Settings())
    assert settings_path().read_text() == "palete = 3"


@pytest.mark.parametrize("name", ["settings.toml", "keys.toml"])
def test_they_lie_where_ones_own_things_lie_and_were_elsewhere_of_old(name, home, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path, read = {"settings.toml": (settings_path, read_settings), "keys.toml": (keymap_path, read_keymap)}[name]
    old = tmp_path / "tabletop-tui" / name
    assert path() == home / name
    nothing = read()
    old.parent.mkdir()
    old.write_text({"settings.toml": "mouse = false", "keys.toml": '"battle.undo" = "h"'}[name])
    assert read() != nothing
    assert not is_first_run()
    if name == "settings.toml":
        write_settings(Settings(mouse=False, vi_keys=True), before=read_settings())
        assert old.read_text() == "mouse = false"
        assert read_settings() == Settings(mouse=False, vi_keys=True)
    else:
        write_keymap({"battle.undo": "h", "battle.redo": "H"}, before=read_keymap())
        assert read_keymap() == {"battle.undo": "h", "battle.redo": "H"}
    assert path().exists()
    monkeypatch.delenv(HOME)
    assert path() == old


def test_the_words_are_those_of_the_palettes_the_paces_and_the_screen():
    assert PALETTES[1:] == terminal_palettes.NAMES
    assert SETTING_PACES == PACES
    assert len(SPEEDS) == len(pace.SPEEDS)
    assert CHOICES.keys() == LABELS.keys() == SAID.keys()
    assert all(set(CHOICES[key]) == set(SAID[key]) for key in CHOICES)


def test_options_follow_the_settings_and_keep_the_rest():
    options = preferred(Settings("mono", "ascii", "faster", "step", "losses"), Options(guard=9.0, ascii=True))
    assert (options.palette, options.signs, options.speed, options.pace) == ("mono", "ascii", 1, "step")
    assert (options.turn_card, options.guard, options.ascii) == ("losses", 9.0, True)
    assert preferred(Settings(), options).palette is None


# ---------------------------------------------------------------- starting
@pytest.fixture
def started(monkeypatch):
    """What the app is started with."""
    seen = []

    def run(self, *, mouse=True):
        seen.append((self, mouse))
        return 0

    monkeypatch.setattr(TabletopApp, "run", run)
    monkeypatch.setattr(standard_streams, "need_terminal", lambda: None)
    return seen


def test_the_program_starts_with_the_settings(started):
    write_settings(Settings("16", "ascii", "at-once", "step", "losses", True))
    assert cli.run([]) == 0
    app, mouse = started[0]
    assert (app.colours.name, app.glyphs, app.options.pace, app.options.speed) == ("16", ASCII, "step", 2)
    assert mouse
    assert cli.run(["--no-mouse"]) == 0
    assert started[1][1] is False
    write_settings(Settings(mouse=False))
    assert cli.run([]) == 0
    assert started[2][1] is False


def test_the_command_line_goes_before_the_settings(started):
    write_settings(Settings(signs="unicode", pace="step"))
    assert app_module.run(toy(), ascii=True, pace="run") == 0
    assert started[0][0].glyphs is ASCII
    assert started[0][0].options.pace == "run"


def test_bad_settings_are_one_sentence_at_the_start(started, capsys):
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text('speed = "slow"')
    assert cli.run([]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "settings.toml: speed: unknown word 'slow'" in said
    assert not started


# ---------------------------------------------------------------- the screen
async def test_a_change_counts_and_is_saved_at_once():
    async with at(None, palette=None, ascii=False) as player:
        await player.press("s")
        screen = player.app.screen
        assert isinstance(screen, SettingsScreen)
        await player.press("left left left")
        assert player.app.colours.name == "high-contrast"
        assert read_settings().palette == "high-contrast"
        await player.press("down left")
        assert player.app.glyphs is ASCII
        assert "high contrast" in player.picture
        assert player.picture.isascii()
        await player.press("down right down right down right down right down right")
        wanted = Settings("high-contrast", "ascii", "faster", "step", "losses", animation="quick", digest="always")
        assert read_settings() == wanted
        await player.press("d")
        assert read_settings() == Settings()
        await player.press("escape")
        assert isinstance(player.app.screen, TitleScreen)


@pytest.mark.parametrize("name", terminal_palettes.NAMES)
async def test_every_palette_can_be_taken_during_a_battle(name):
    async with at(toy()) as player:
        player.battle.do_settings()
        await player.pilot.pause()
        screen = player.app.screen
        screen.take(Settings(palette=name, speed="at-once"))
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)
        assert player.battle.field.colours is terminal_palettes.palette(name)
        assert player.battle.field.painter.palette is terminal_palettes.palette(name)
        assert player.battle.pace.speed == 2
        assert "Token" in player.picture or "A1" in player.picture


async def test_settings_that_cannot_be_saved_still_count(tmp_path):
    settings_path().mkdir()  # a folder where a file is wanted
    async with at(None) as player:
        await player.press("s down down right")
        assert player.app.options.speed == 1
        assert "They count only until the program ends" in player.picture


# ---------------------------------------------------------------- keys that clash
def test_keys_of_the_program_itself_do_not_clash():
    assert clashes({}) == []
    assert clashes({"battle.undo": "backspace"}) == []


def test_a_key_of_two_commands_is_told_but_not_on_two_screens():
    (said,) = clashes({"battle.undo": "x"})
    assert said == "keys.toml: the key x belongs to battle.look and to battle.undo; give one of them another"
    assert clashes({"battle.undo": "x", "battle.look": "z"}) == []
    assert clashes({"title.new": "x"}) == []


async def test_a_clash_is_told_at_the_start():
    app = TabletopApp(None, Options(palette="mono"), {"title.new": "l"})
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        picture = " ".join(Player(app, pilot).picture.split())
        assert "the key l belongs to title.new and to title.load" in picture
    assert keymap_path().name == "keys.toml"


@pytest.mark.parametrize("folder", ["", "a-folder-whose-name-is-long/" * 3])
async def test_colours_and_signs_are_seen_at_once_in_a_sample(home: Path, monkeypatch, folder: str):
    monkeypatch.setenv(HOME, str(home / folder))
    async with at(None) as player:
        await player.press("s")
        field = player.app.screen.query_one(Battlefield)
        assert "A1" in player.picture
        assert "Enter: shoot B1" in player.picture
        before = field.colours
        while player.app.settings.palette != "high-contrast":
            await player.press("right")
        assert field.colours is not before
        assert field.colours.name == "high-contrast"
        await player.press("down right right")
        assert player.picture.isascii()
        assert "Move up to 4 hexes" in player.picture
