"""The whole screen as text at both sizes that the layouts are made for, from pinned games."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tests.screens.conftest import at, toy

SIZES = [(80, 24), (160, 50)]


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_an_open_choice(size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(toy(), size=size) as player:
        await player.press("1")
        assert player.picture == snapshot


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_way_across_the_map(size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(toy(), size=size) as player:
        await player.press("1 1 tab tab")
        assert player.picture == snapshot


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_dice_have_been_rolled(size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(toy(), size=size) as player:
        await player.press("1 2 enter 1 z Y 2")
        assert player.picture == snapshot


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_plain_ascii(size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(toy(), size=size, palette="mono", ascii=True) as player:
        await player.press("1")
        assert player.picture.isascii()
        assert player.picture == snapshot


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_setting_up_a_real_battle(size: tuple[int, int], snapshot: SnapshotAssertion):
    """A small scenario with its own forces: the first model is about to be placed."""
    system, scenario = new_game.find_scenario("mechcom/quick-start")
    session = Session.new(new_game.set_table(system, scenario, seed=3))
    async with at(session, size=size) as player:
        await player.press("enter 1")
        assert player.picture == snapshot


async def test_the_title(snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tabletop_tui.screens.start.title.__version__", "1.2.3")
    async with at(None) as player:
        assert player.picture == snapshot
