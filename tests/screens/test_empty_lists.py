"""Lists that hold nothing: every one of them is shown, every key can be pressed there, and Esc leads out."""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from textual.screen import Screen

from tabletop_tui.bindings import CommandSet
from tabletop_tui.coach.hints import Advice, Thinking
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.reports.digest import Digest
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.after.analysis import AnalysisScreen
from tabletop_tui.screens.base import dialogs
from tabletop_tui.screens.base.command_screen import CommandScreen
from tabletop_tui.screens.base.jump_page import JumpPage
from tabletop_tui.screens.battle.log_and_digest_commands import NOTHING
from tabletop_tui.screens.battle.pages.digest_page import DigestPage, Signs
from tabletop_tui.screens.battle.pages.hint_page import HintPage
from tabletop_tui.screens.battle.pages.legend_page import LegendPage
from tabletop_tui.screens.battle.pages.log_page import LogPage
from tabletop_tui.screens.editor.editor_start import open_editor
from tabletop_tui.screens.editor.form import SubForm
from tabletop_tui.screens.forces.roster import RosterSheet
from tabletop_tui.screens.learning.chapters import ChaptersScreen
from tabletop_tui.screens.rulebook.help_page import HelpPage
from tabletop_tui.screens.start.saved_games import SavedGames
from tests.screens.conftest import Player, at, heard, toy
from tests.toy import TOY

NAMED = ("up", "down", "left", "right", "tab", "shift+tab", "pageup", "pagedown", "home", "end", "backspace", "delete")
KEYS = (*NAMED, "space", "f2", "f3", *string.ascii_letters, *string.digits, *string.punctuation, *NAMED, "enter")
"""Every key but Esc; the letters before a second round of those that move."""
NOBODY = "zqzqzq"
"""What nothing is called."""


def form(player: Player) -> Screen[object]:
    document = new_maps.empty("mechcom", form_of("mechcom"), "Ours", 10, 10)  # type: ignore[arg-type]
    return SubForm(document, "Nothing", list, lambda key, value: None, list)


def editor(player: Player) -> Screen[object]:
    """The editor of a table on which nothing stands."""
    return open_editor(new_maps.empty("armymen", form_of("armymen"), "Ours", 48, 48))  # type: ignore[arg-type]


def position(player: Player) -> Screen[object]:
    scenario = system("armymen").scenarios([], [])
    return open_editor(
        own_files.new_position("armymen", "Ours", {"scenario": scenario[0].id if scenario else "backyard"})
    )


def digest(player: Player) -> Screen[object]:
    signs = Signs([], player.app.colours, player.app.glyphs)
    nothing = Digest((), (), (), (), (), "")
    return DigestPage(nothing, [], "Nothing", signs, [], lambda _: None, lambda _: None, NOTHING, False)


def hints(player: Player) -> Screen[object]:
    signs = Signs([], player.app.colours, player.app.glyphs)
    found = Thinking(Advice(0, (), 0, 0), over=True)
    return HintPage(lambda: found, lambda: None, signs, lambda _: None, lambda _: None, lambda _: None)  # type: ignore[arg-type,return-value]


EMPTY: dict[str, Callable[[Player], Screen[object]]] = {
    "page": lambda player: dialogs.Sheet("Nothing", []),
    "list": lambda player: dialogs.Choose("Nothing", []),
    "help": lambda player: HelpPage("Nothing", CommandSet(()), {}),
    "roster": lambda player: RosterSheet([], [], {}),
    "log": lambda player: LogPage([], None, lambda _: None, lambda _: None),
    "legend": lambda player: LegendPage({}, lambda _: None),
    "letters": lambda player: JumpPage([], 80, 24),
    "saved games": lambda player: SavedGames(),
    "lessons": lambda player: ChaptersScreen(TOY),
    "analysis": lambda player: AnalysisScreen(toy()),
    "digest": digest,
    "hints": hints,
    "form": form,
    "table": editor,
    "position": position,
}
"""What makes each list that holds nothing from the start."""


async def press_all(player: Player, shown: Screen[object], *before: str) -> int:
    """Press every key but those that leave on a screen, after some others; how many were heard by it."""
    leaving = {"ctrl+q", "ctrl+c"}
    if isinstance(shown, CommandScreen):
        named = [command for command in shown.commands.commands if command.name in ("quit", "back", "leave", "play")]
        leaving |= {key for command in named for key in command.keys.split(",")}
    count = 0
    for key in (*before, *KEYS):
        name = heard(key)
        if name.key in leaving or key in leaving:
            continue
        await player.app.hear(name)
        count += 1
        while player.app.screen is not shown and shown in player.app.screen_stack:
            await player.app.hear(heard("escape"))
            if player.app.screen is not shown:
                await player.app.hear(heard("Q"))
        if shown not in player.app.screen_stack:
            break
    return count


@pytest.mark.parametrize("name", EMPTY)
@pytest.mark.sampled(2)
async def test_a_list_that_holds_nothing(name: str) -> None:
    async with at(None) as player:
        pressed = rounds = 0
        keys = set(KEYS)
        while keys and rounds < 12:  # a key that closes it opens it anew for the rest
            shown = EMPTY[name](player)
            player.app.push_screen(shown)
            await player.pilot.pause()
            assert player.picture.strip() or name == "letters"
            pressed += await press_all(player, shown)
            rounds += 1
            if shown in player.app.screen_stack:
                break
        await player.pilot.pause()
        assert pressed


@pytest.mark.parametrize("opening", ["L slash", "colon", "question_mark", "slash"])
async def test_a_search_that_finds_nothing(opening: str) -> None:
    """Log, commands, help and units of a battle."""
    async with at(toy()) as player:
        await player.press(opening)
        shown = player.app.screen
        assert shown is not player.battle
        await player.press(" ".join(NOBODY))
        assert any(word in player.picture for word in ("othing fits", "called so", "nothing fits"))
        for key in (*NAMED, "enter", *NAMED):
            await player.app.hear(heard(key))
        await player.pilot.pause()
        assert player.picture.strip()
        for _ in range(3):
            await player.press("escape")


async def test_a_log_of_which_nothing_counts() -> None:
    async with at(toy()) as player:
        for keys in ("L", "g", "g", "g", "u", "enter", "down", "end", "r"):
            await player.press(keys)
            assert player.picture.strip()
        assert isinstance(player.app.screen, LogPage)


async def test_a_search_for_a_rule_that_there_is_not() -> None:
    async with at(None) as player:
        shown = player.app.open_screen("rules", TOY)
        await player.press(" ".join(("slash", *NOBODY, "enter")))
        assert "no rule speaks of that" in player.picture
        assert await press_all(player, shown) > len(NAMED)
        assert player.picture.strip()
