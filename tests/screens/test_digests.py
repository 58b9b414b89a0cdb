"""How a battle looks at four sizes and in each palette, on hexes and on an open table: digests of letters and colours.

What differs is said by screen. After a change of look that is meant:

    pytest tests/screens/test_digests.py --snapshot-update
"""

from __future__ import annotations

from hashlib import sha256

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from docs.pictures import screen_of
from tabletop_tui.widgets.terminal_palettes import NAMES
from tests.screens.conftest import at
from tests.screens.test_off_screen_arrows import midgame

SIZES = (80, 24), (120, 40), (160, 50), (220, 60)


def digest(parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:12]


@pytest.mark.parametrize(("name", "answers"), [("mechcom/quick-start", 20), ("armymen/playground", 60)])
async def test_every_size_and_every_palette_looks_as_it_did(
    name: str, answers: int, snapshot: SnapshotAssertion
) -> None:
    looks: dict[str, str] = {}
    async with at(midgame(name, answers), size=SIZES[0]) as player:
        app = player.app
        assert player.session.over is None

        def look(called: str) -> None:
            rows = screen_of(app).rows
            text, inks = [[text for text, _ in row] for row in rows], [[ink for _, ink in row] for row in rows]
            looks[called] = f"letters {digest([''.join(row) for row in text])}, colours {digest(inks)}"

        for palette in NAMES:
            app.apply(evolve(app.settings, palette=palette))
            player.battle.redraw_panels()
            await player.pilot.pause()
            look(f"{palette} 80x24")
        app.apply(evolve(app.settings, palette="truecolour"))
        for width, height in SIZES[1:]:
            await player.pilot.resize_terminal(width, height)
            await player.pilot.pause()
            look(f"truecolour {width}x{height}")
    assert len(looks) == len(set(looks.values())) == len(NAMES) + len(SIZES) - 1
    assert looks == snapshot
