"""Whole games in which a player presses only Enter: he loses no action, weapon, gear or turn unasked."""

from __future__ import annotations

import pytest

from tests.careless import careless_games

GAMES = {
    "armymen": ("quick-start", "playground", "kitchen-floor", "sandbox"),
    "crimsondusk": ("quick-start", "crossroads", "convoy", "hold-the-house"),
    "mechcom": ("quick-start", "port-flags", "fort-siege", "forest-zone"),
    "pmc2640": ("quick-start", "relay-nine-destroy", "relay-nine-capture-2", "wasteland-find"),
    "techcommander": ("quick-start", "elimination", "raid", "deathmatch"),
}
FEWEST = {"pressed": 20, "left": 3}
"""So many Enters, and ways left that are not taken without a thought."""
KEPT = 0.2
"""In no more of the cases Enter answers nothing."""

ALONE = {
    "ChooseAction": "what else cannot be done now, and why, stands there",
    "ChooseVehicleAction": "the same",
    "ChooseDeployableAction": "the same",
    "ChooseTarget": "its chances stand there before any die is rolled",
    "ChooseSpotTarget": "the same",
    "ChooseAssaulted": "the same",
    "ChooseCharge": "the same",
    "ChooseStrike": "the same",
    "ChooseWeapon": "the same",
    "DivideFire": "the same",
    "ChooseCoordinated": "PMC 2640: who is activated in the place of the command",
    "ChooseCondition": "MECHCOM: whose condition goes stands there before the ability is paid for",
}
"""Questions that are put even where they have but one answer, by the names of their steps, and what they show."""


def check(names: list[str], seeds: tuple[int, ...], most: int) -> None:
    games = [game for name in names for game in careless_games(name, seeds, most)]
    faults = [fault for game in games for fault in game.faults]
    assert not faults, "\n".join(faults)
    alone = {step for game in games for step in game.alone}
    assert alone <= ALONE.keys(), f"one answer only: {alone - ALONE.keys()}"
    counts = {
        "pressed": sum(game.pressed for game in games),
        "left": sum(game.plain_left for game in games),
    }
    assert all(counts[what] >= least for what, least in FEWEST.items()), counts
    assert sum(sum(game.kept.values()) for game in games) <= KEPT * counts["pressed"]


@pytest.mark.parametrize("name", GAMES)
def test_who_presses_only_enter_loses_nothing_unasked(name: str) -> None:
    check([f"{name}/{GAMES[name][0]}"], (1, 2), 1000)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_nor_in_larger_battles(name: str) -> None:
    check([f"{name}/{scenario}" for scenario in GAMES[name]], (3,), 300)
