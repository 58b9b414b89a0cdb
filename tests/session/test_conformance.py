"""The suite that holds for every system, on the toy and on each scenario that is shipped."""

from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from tabletop_tui import paths
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.game import Step
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rules.armymen.system import NAMES as ARMYMEN
from tabletop_tui.rules.crimsondusk.system import NAMES as CRIMSONDUSK
from tabletop_tui.rules.mechcom.system import NAMES as MECHCOM
from tabletop_tui.rules.pmc2640.system import NAMES as PMC2640
from tabletop_tui.rules.techcommander.system import NAMES as TECHCOMMANDER
from tests.conformance import a_setup, examine, play_through, speaks, there_and_back, think_beside
from tests.drill import NAMES as DRILL_NAMES
from tests.example import race, snails
from tests.swarm import NAMES as SWARM_NAMES
from tests.swarm import SWARM, swarm_setup
from tests.toy import NAMES, toy_setup

LARGEST = 2
"""Battles of a higher Priority level last too long for every look; `test_a_large_battle` looks at one of them."""
SHIPPED = [
    (name, place)
    for name in system_ids()
    if name != "toy"
    for place, info in enumerate(system(name).scenarios(paths.scenario_folders()))
    if info.data.get("priority", 1) <= LARGEST
]


@pytest.mark.parametrize("dice", ["seeded", "typed"])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_toy(seed: int, seats: int, dice: str, tmp_path: Path):
    setup = toy_setup(*["random"] * seats, seed=seed, dice=dice)
    play_through(setup, seed)
    there_and_back(setup, tmp_path / "a.jsonl", seed)


@pytest.mark.parametrize(
    "names",
    [ARMYMEN, CRIMSONDUSK, MECHCOM, PMC2640, TECHCOMMANDER, NAMES, race.NAMES, snails.NAMES, SWARM_NAMES, DRILL_NAMES],
    ids=lambda names: names.package,
)
def test_every_step_has_words_for_its_player(names: Names):
    speaks(names)


def test_a_step_without_words_does_not_pass():
    @frozen
    class Silent(Step):
        says = "Nothing"

    with pytest.raises(AssertionError, match="Silent has no title"):
        speaks(Names("nowhere", Saved(Silent, "silent")))
    Silent.title = "Silent"
    with pytest.raises(AssertionError, match="Silent does not say"):
        speaks(Names("nowhere", Saved(Silent, "silent")))


@pytest.fixture
def _swarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SWARM.id, SWARM)


@pytest.mark.usefixtures("_swarm")
@pytest.mark.parametrize("dice", ["seeded", "typed"])
@pytest.mark.parametrize("seed", range(3))
def test_second_toy(seed: int, dice: str, tmp_path: Path):
    """With offers, units born in play and a force mustered in mid-game."""
    setup = swarm_setup("keyboard", "greedy" if seed else "random", seed=seed, dice=dice)
    play_through(setup, seed, every=2)
    there_and_back(setup, tmp_path / "a.jsonl", seed)


@pytest.mark.usefixtures("_swarm")
def test_second_toy_while_computers_think():
    think_beside(swarm_setup("greedy", "greedy", seed=3, rounds=3), 3)


@pytest.mark.parametrize(("name", "place"), SHIPPED)
@pytest.mark.long
@pytest.mark.sampled(2)
def test_shipped_scenario_from_all_sides(name: str, place: int):
    play_through(a_setup(name, place, seed=place), place, every=25)


@pytest.mark.parametrize(("name", "place"), SHIPPED[::6])
@pytest.mark.long
@pytest.mark.sampled(2)
def test_shipped_scenario_from_all_sides_with_greedy_players(name: str, place: int):
    play_through(a_setup(name, place, player="greedy", seed=place), place, every=20)


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_toy_while_computers_think(player: str):
    think_beside(toy_setup(player, player, seed=3), 3)


@pytest.mark.parametrize(("name", "place"), SHIPPED[::3])
@pytest.mark.sampled(2)
def test_shipped_scenario_while_computers_think(name: str, place: int):
    think_beside(a_setup(name, place, player="greedy", seed=place), place, every=4, limit=60)


@pytest.mark.parametrize(("name", "place"), SHIPPED[1::3])
@pytest.mark.sampled(2)
def test_shipped_scenario_there_and_back(name: str, place: int, tmp_path: Path):
    there_and_back(a_setup(name, place, seed=place), tmp_path / "a.jsonl", place, every=40)


@pytest.mark.parametrize(("name", "place"), SHIPPED[2::6])
@pytest.mark.sampled(2)
def test_shipped_scenario_there_and_back_with_typed_dice(name: str, place: int, tmp_path: Path):
    there_and_back(a_setup(name, place, seed=place, dice="typed"), tmp_path / "a.jsonl", place, every=40)


def test_a_large_battle():
    """More than five hundred models: looked at as closely, but not to its end."""
    found, info = new_game.find_scenario("pmc2640/salt-flat-find-6")
    setup = new_game.set_table(found, info, (), ["keyboard"] * 2, seed=1)
    chooser = Random(1)
    session = Session.new(setup)
    while len(session.history) < 120 and session.question is not None:
        session.answer(session.question.sample(chooser))
    examine(session.game, chooser)
