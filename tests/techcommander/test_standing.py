"""What the status line and the board say of a skirmish."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.shown import views
from tests.techcommander.build import field, unit


def test_a_skirmish_tells_purses_rounds_and_who_holds_what():
    game = field([unit("dwarf", 45, 40)], [unit("dwarf", 80, 80)], missions=("recon", "control"))
    object.__setattr__(game.state.table, "points", ((45.0, 45.0),))
    game.state.tokens = ((20.0, 20.0),)
    game.state.alter(0, command=1, score=3, recon=2)
    game.state.alter(1, passed=True)
    standing = views.standing(game)
    assert standing.board == (
        "4 base actions and 1 command action, 3 AC of kills, 2 recon points",
        "has passed, 0 AC of kills, 0 recon points",
    )
    assert standing.common == "base round 1 of 4; order: Red, Blue; the point 45, 45: Red"
    assert standing.goal.startswith("have the most recon points (1 token)")
    tokens = {token.unit for token in views.scene(game).tokens}
    assert {"recon-1", "point-1", "A1", "B1"} <= tokens
    assert any("key point" in line.label for line in views.spot(game, "45,45"))
