"""A scenario of TechCommander, ready to play: game, missions, limits."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battlefield import Battlefield

Game = Literal["skirmish", "deathmatch"]
Mission = Literal["elimination", "raid", "recon", "control", "invasion"]
BASE_ACTIONS: dict[Game, int] = {"skirmish": 4, "deathmatch": 2}
"""The actions of a player in a turn (TC-GEN-3): four in a skirmish (TC-GAME-1, TC-SKIR-1)."""


@frozen
class Scenario:
    """A scenario ready to play."""

    name: str
    table: Battlefield
    game: Game = "skirmish"
    missions: tuple[Mission, ...] = ("elimination",)
    """Several of them are a hybrid (TC-SCEN-12)."""
    seats: int = 2
    turns: int = 6
    limit: int = 12
    """The AC that a force may have in a skirmish (TC-GAME-2)."""
    attacker: int | None = None
    """The seat that attacks in a raid or an invasion (TC-SCEN-3, TC-SCEN-10)."""
    tokens: int = 4
    """Of a recon (TC-SCEN-5)."""
    objectives: int = 3
    """Of an invasion (TC-SCEN-10)."""
    cap: int = 3
    most_cap: int = 8
    """Of a deathmatch (TC-DM-4, TC-PERK-2); larger in a large cap game (TC-DM-14)."""
    stock: int = 12
    """Of kill and of death chips for each player (TC-DMEND-1)."""
    advanced: bool = False
    """Whether the advanced skulls are drawn from (TC-SKULL-7)."""
    hot_drops: bool = True
    """Whether players may hot drop (TC-HOT-1)."""
    large: bool = False
    """Whether two dice say how far away that is (TC-HOT-5)."""
    spawns: tuple[tuple[int, ...], ...] = ()
    """For each team the numbers of the spawn points that are its own; () where all share (TC-SPAWN-4)."""
    requisition: bool = False
    """Whether help may be requisitioned by chance (TC-PERK-12)."""
