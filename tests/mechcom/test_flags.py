"""Flags where little is left: the last Energy, few normal hexes to fall on or none."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.flags import drop_spots
from tabletop_tui.rules.mechcom.turn.concede import concede
from tests.mechcom.build import activate, ground, mech, model, skirmish
from tests.playing import options, play


@pytest.mark.rule("MC-CTF-2", "MC-ACT-5")
def test_the_last_3_energy_are_enough_to_pick_a_flag_up():
    game = skirmish(mech(energy=3) @ "0718", mech() @ "0120", type="capture-the-flag")
    game.state.set_piece(Piece("FB", "flag", 1, "0719"))
    activate(game, "A1")
    play(game, "flag:FB")
    assert (model(game, "A1").energy, game.state.pieces["FB"].carrier) == (0, "A1")
    assert "flag:FB" not in (options(game) if game.question else {})


@pytest.mark.rule("MC-CTF-3")
def test_on_a_map_without_a_normal_hex_a_flag_falls_on_the_nearest_free_one():
    woods = "\n".join(" ".join(["0f"] * 6) for _ in range(6))
    game = skirmish(mech() @ "0303", [mech() @ "0304", mech() @ "0606"], map=woods, type="capture-the-flag")
    around = set(game.state.map.grid.neighbours["0303"])
    assert set(drop_spots(game.state, "0303")) == around - {"0304"}


@pytest.mark.rule("MC-CTF-3", "MC-END-3")
def test_a_flag_falls_beside_where_its_carrier_stood_even_where_no_wreckage_is_left_there():
    """A mech whose owner concedes leaves a free hex of normal ground."""
    sides = mech() @ "0505", [mech() @ "0508", mech() @ "1420"], mech() @ "1401"
    game = skirmish(*sides, type="capture-the-flag")
    game.state.set_piece(Piece("FA", "flag", 0, carrier="B1"))
    concede(game, 1)
    game.advance()
    assert {spot for (spot,) in game.question.legal()} == set(game.state.map.grid.neighbours["0508"])


@pytest.mark.rule("MC-CTF-3", "MC-TERR-2")
@pytest.mark.parametrize(("code", "normal"), [(".", 1), (",", 1), ("=", 1), ("f", 0), ("s", 0), ("i", 0), ("~", 0)])
def test_normal_terrain_is_grass_sand_and_concrete(code, normal):
    game = skirmish(mech() @ "0303", mech() @ "1420", map=ground(h0304=f"0{code}"), type="capture-the-flag")
    assert ("0304" in drop_spots(game.state, "0303")) is bool(normal)
