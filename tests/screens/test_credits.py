"""Whose a rulebook is stands where it is chosen and where it is read."""

from tabletop_tui.rulebook.registry import about
from tests.screens.conftest import at


async def test_the_title_says_whose_the_marked_rulebook_is(home):
    seen = set()
    async with at(None, (80, 24)) as player:
        await player.press("escape")  # the welcome
        for _ in range(40):
            await player.press("down")
            seen |= {name for name in BOOKS if f"{about(name).name}, {about(name).credit}" in player.picture}
    assert seen == set(BOOKS)


async def test_the_rules_browser_says_whose_rulebook_it_is(home):
    async with at(None, (120, 30)) as player:
        await player.press("escape r enter")
        head = player.picture.splitlines()[0]
        (name,) = [name for name in BOOKS if about(name).name in head]
        assert f", {about(name).credit}" in head


BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")
