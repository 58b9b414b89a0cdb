"""What is hidden, as it is remembered from one question to the next, is what it would be if it were found out anew."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.rules.techcommander.computer.rough_shot_odds import hidden_at
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.table.hidden_share import Silhouette, hidden_share
from tests.techcommander.build import box, field, line, unit

PIECES = (
    box("building", 30, 25, 38, 35),
    box("hill", 50, 45, 62, 60),
    box("rocks", 20, 55, 26, 60),
    box("tower", 60, 20, 64, 24),
    line("wall", (40, 40), (40, 56)),
)


def battle() -> Battle:
    mine = [unit("dwarf", 15, 40), unit("stingray", 20, 30), unit("dwarf", 16, 60)]
    theirs = [unit("pigeonhawk", 70, 40), unit("stingray", 55, 50, on="hill-50-45"), unit("dwarf", 72, 22)]
    return field(mine, theirs, pieces=PIECES).state


def anew(state: Battle, viewer: str, target: str) -> float:
    """The hidden share of a unit, past every body there is."""
    one, other = state.units[viewer], state.units[target]
    return hidden_share(sight.bodies(state, one, other), sight.eye_of(state, one), sight.silhouette(state, other))


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_remembered_that_is_no_longer_so(seed):
    state, dice, found = battle(), Random(seed), set()
    for turn in range(40):
        moved = state.units[dice.choice(sorted(state.units))]
        moved.models, moved.on = ((dice.randrange(80) + 5.0, dice.randrange(80) + 5.0),), "ground"
        state.ruins = tuple(piece.id for piece in PIECES if dice.random() < 0.2) if turn % 8 == 7 else state.ruins
        before, state = state, state.clone() if turn % 5 == 4 else state
        for battle_then in (before, state):
            viewer, target = dice.choice(("A1", "A2", "A3")), dice.choice(("B1", "B2", "B3"))
            share = sight.hidden(battle_then, battle_then.units[viewer], battle_then.units[target])
            assert share == anew(battle_then, viewer, target)
            found.add(share)
    assert {0.0, 1.0} < found, "of all kinds"


def test_of_a_piece_that_is_shot_at_the_others_hide_it_and_itself_does_not():
    state = battle()
    for viewer in ("A1", "B2"):
        for piece in PIECES:
            one = state.units[viewer]
            eye = sight.eye_of(state, one)
            between = [body for body in sight.bodies(state, one) if body.id != piece.id]
            assert sight.hidden(state, one, piece) == hidden_share(between, eye, sight.front(piece, eye))


def test_the_computer_looks_past_all_but_the_two():
    state, dice, found = battle(), Random(1), set()
    enemy, mine = state.units["B1"], state.units["A1"]
    for _ in range(150):
        spot = dice.uniform(3, 87), dice.uniform(3, 87)
        there = Silhouette(spot, 0.0, mine.sheet.width, mine.sheet.height)
        wanted = hidden_share(sight.bodies(state, enemy, mine), sight.eye_of(state, enemy), there)
        assert hidden_at(state, enemy, mine, spot) == wanted
        found.add(wanted)
    assert {0.0, 1.0} < found
