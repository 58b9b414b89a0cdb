"""A shot that is asked about in a battle begins as both units stand, and comes to what the game itself would roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play.position_files import game_of
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.shot_calculator import AskedShot, TableShot, told_of
from tabletop_tui.rules.armymen.shooting.block_dice import blocking
from tabletop_tui.rules.armymen.shooting.shooting_limits import usable
from tabletop_tui.rules.crimsondusk.aiming import volley_preview
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.shooting.shot_calculator import Marksman
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import arms_of
from tabletop_tui.rules.mechcom.shooting import shooting as mechs
from tabletop_tui.rules.mechcom.shooting.shot_calculator import slug
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, defence, firepower
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally

ROOT = Path(__file__).parents[2]
SYSTEMS = sorted(system_ids())
MOST = 25
"""So many positions of the lessons of a book are looked at."""


def battles(name: str) -> Iterator[Game[Any]]:
    """The battles of the first tasks of the lessons and puzzles of a book that stand on a table."""
    found = 0
    for path in sorted((*(ROOT / "puzzles" / name).glob("*.toml"), *(ROOT / "lessons" / name).glob("*.toml"))):
        table = toml_table(path)
        position = table.get("position") or next(iter(table.get("task", [{}]))).get("position")
        if not position or position.get("go") == "setup" or found == MOST:
            continue
        found += 1
        yield game_of({"system": name, **position})


def crimsondusk(game: Game[Any], shot: TableShot, asked: AskedShot) -> str:
    one: Marksman = shot.shooter
    battle, weapon = game.state, shot.told["weapon"]
    unit = next(unit for unit in battle.units.values() if one.man.id in [man.id for man in (*unit.men, *unit.crew)])
    armed = [man for man, held in arms_of(unit) if held.id == weapon]
    men = tuple(Shooter(man.id, weapon, man.moved, man.aimed == weapon) for man in armed)
    salvos = volley_preview.salvos(battle, unit, shot.target, men)
    return "" if asked.need.number.total in {salvo.tally.total for salvo in salvos} else f"{salvos}"


def mechcom(game: Game[Any], shot: TableShot, asked: AskedShot) -> str:
    weapon = next(one for one in shot.shooter.sheet.weapons if slug(one) == shot.told["weapon"] and not one.melee)
    tokens = int(shot.told.get("tokens", "0"))
    need = mechs.stability(game.state, shot.shooter, weapon, shot.target, tokens)
    pierce = mechs.armour(shot.target, weapon)
    totals = [one.total for one in asked.sums]
    return "" if totals == [need.total, pierce.total] else f"{need}, {pierce}"


def pmc2640(game: Game[Any], shot: TableShot, asked: AskedShot) -> str:
    weapon: Any = "auxiliary" if "auxiliary" in shot.told else "main"
    attack = Attack(shot.shooter.id, shot.target.id, weapon)
    plus, against = firepower(game.state, attack), defence(game.state, attack)
    return "" if [one.total for one in asked.sums] == [plus.total, against.total] else f"{plus}, {against}"


def armymen(game: Game[Any], shot: TableShot, asked: AskedShot) -> str:
    unit, target, named = shot.shooter, shot.target, shot.told["weapon"]
    fire = [one for one in usable(game.state, unit, target) if one[1] == named]
    spots = [unit.models[number] for number, _ in fire]
    bonus = blocking(game.state, unit, target, spots, 0)
    return "" if asked.sums[1].total == bonus.total and shot.told["men"] == str(len(fire)) else f"{bonus} by {fire}"


def techcommander(game: Game[Any], shot: TableShot, asked: AskedShot) -> str:
    arms = shot.shooter.weapons()
    copy = next(copy for copy, one in arms.items() if one.id == shot.told["weapon"])
    tally = hit_tally(aim_at(game.state, Salvo(shot.shooter.id, (copy,)), shot.target))
    return "" if asked.need.number.total == tally.total else f"{tally}"


OWN_SUMS: dict[str, Callable[[Game[Any], TableShot, AskedShot], str]] = {
    one.__name__: one for one in (crimsondusk, mechcom, pmc2640, armymen, techcommander)
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_shot_begins_as_both_units_stand_and_needs_what_the_game_says(name: str) -> None:
    found, folders = system(name), paths.roster_folders()
    facts = found.shot_facts(folders)
    shots = refused = 0
    for game in battles(name):
        lines = [line for line in game.system.roster(game) if line.spot]
        for one in lines:
            for other in lines:
                if game.setup.seats[one.seat].team == game.setup.seats[other.seat].team:
                    continue
                try:
                    shot = found.table_shot(game, one.unit, other.unit)
                except Refused:
                    refused += 1
                    continue
                words = [key if value == key else f"{key}={value}" for key, value in shot.told.items()]
                if shot.refusal is not None:
                    refused += 1
                    continue
                asked = found.asked_shot(folders, told_of(words, facts), shot)
                assert OWN_SUMS[name](game, shot, asked) == "", f"{one.unit} at {other.unit}: {words}, {asked.need}"
                shots += 1
    assert shots > 20, f"only {shots} shots, {refused} refused"
