"""How much of the glass is black: the largest block of empty cells in mid-games of every rulebook, by sizes."""

from __future__ import annotations

import pytest

from tests.screens.conftest import Player, at
from tests.screens.test_tools import under_way

BOOKS = {
    "mechcom": "mechcom/quick-start",
    "pmc2640": "pmc2640/quick-start",
    "armymen": "armymen/quick-start",
    "crimsondusk": "crimsondusk/convoy",
    "techcommander": "techcommander/quick-start",
}
SIZES = ((80, 24), (100, 30), (120, 40), (160, 50), (220, 60), (300, 80))
LARGEST = SIZES[-1]
MAPS = (
    "mechcom/canyon-zone",
    "mechcom/fort-siege",
    "mechcom/two-against-two",
    "pmc2640/salt-flat-find-6",
    "armymen/playground",
    "crimsondusk/assassinate",
    "techcommander/deathmatch-large",
)
"""Maps of every other size, looked at on the largest screen."""
MOST = 0.2
"""No block may be larger than this share of the screen."""


def empty_cells(player: Player) -> list[list[bool]]:
    """For each cell of the screen whether nothing is there: a blank on the colour of the paper."""
    paper = player.app.colours.role("text").bgcolor
    rows = []
    for strip in player.app.screen._compositor.render_strips():
        row: list[bool] = []
        for segment in strip:
            ground = segment.style.bgcolor if segment.style is not None else None
            bare = ground is None or ground.is_default or ground == paper
            row += [bare and letter in " \xa0" for letter in segment.text]
        rows.append(row)
    return rows


def largest_block(cells: list[list[bool]]) -> tuple[int, tuple[int, int, int, int]]:
    """The cells of the largest rectangle of empty ones, and where it is: x, y, width, height."""
    best, where = 0, (0, 0, 0, 0)
    heights = [0] * max(map(len, cells))
    for y, row in enumerate(cells):
        stack: list[tuple[int, int]] = []
        for x in range(len(heights) + 1):
            if x < len(heights):
                heights[x] = heights[x] + 1 if x < len(row) and row[x] else 0
            high, start = (heights[x] if x < len(heights) else 0), x
            while stack and stack[-1][1] >= high:
                start, tall = stack.pop()
                if tall * (x - start) > best:
                    best, where = tall * (x - start), (start, y - tall + 1, x - start, tall)
            stack.append((start, high))
    return best, where


def test_the_largest_block_is_found():
    cells = [[letter == " " for letter in row] for row in ("x   ", "x  x", "   x", "xxxx")]
    assert largest_block(cells) == (6, (1, 0, 2, 3))
    assert largest_block([[False]]) == (0, (0, 0, 0, 0))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.sampled(2)
async def test_no_black_block_is_larger_than_a_fifth_of_the_screen(book: str, size: tuple[int, int]):
    await look_for_black(BOOKS[book], size)


@pytest.mark.parametrize("scenario", MAPS)
@pytest.mark.sampled(3)
async def test_maps_of_all_sizes_fill_the_largest_screen(scenario: str):
    await look_for_black(scenario, LARGEST)


async def look_for_black(scenario: str, size: tuple[int, int]) -> None:
    async with at(under_way(scenario, 40), size=size) as player:
        await player.pilot.pause()
        cells = empty_cells(player)
        assert sum(map(len, cells)) == size[0] * size[1]
        block, where = largest_block(cells)
        print(f"BLACK {scenario} {size} {block / (size[0] * size[1]):.3f} {where}")
        assert block <= MOST * size[0] * size[1], where
