"""Small battles for rule tests: place a few models, load the dice, answer, look.

game = skirmish(mech(weapons=[gun(attacks=3)]) @ "0505", mech() @ "0508", dice=[6, 4, 1, 5, 5, 5])
play(game, "A1", "shoot:Gun", ...)
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from tabletop_tui.engine.dice import ScriptedDice
from tabletop_tui.engine.game import Game
from tabletop_tui.play.position_files import game_of
from tabletop_tui.rules.mechcom.files.loader import plain
from tabletop_tui.rules.mechcom.files.squad_building import deploys
from tabletop_tui.rules.mechcom.shooting.shooting import stability
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import Ability, Effect, Evade, Perks, Sheet, Squad, Stats, Weapon
from tabletop_tui.rules.mechcom.state.scenario import Scenario
from tabletop_tui.rules.mechcom.turn.setup import new_battle
from tabletop_tui.rules.mechcom.turn.turn import Activate, ActivationPhase
from tests.playing import by_hand

STATS = Stats(energy=6, movement=4, sensors=6, stability=4, strength=3, armour=4, integrity=8)
NAMES = ("Red", "Blue", "Green", "Amber", "Violet", "Cyan")


@frozen
class Placed:
    """A sheet with the hex where its model is to stand."""

    sheet: Sheet
    hex: str


class SheetAt(Sheet):
    """A sheet that can be placed: `mech() @ "0505"`."""

    def __matmul__(self, hex: str) -> Placed:
        return Placed(self, hex)


def mech(
    name: str = "Mech", *, weapons: list[Weapon] | None = None, abilities: list[Ability] | None = None, **stats: int
) -> SheetAt:
    """A mech of plain stats (Stability 4, Armour 4, Integrity 8, ...) with a Gun unless other weapons are given."""
    arms = tuple([gun()] if weapons is None else weapons)
    return SheetAt(name, "mech", evolve(STATS, **stats), arms, tuple(abilities or ()), "HERAKLES", cost=200)


def gun(name: str = "Gun", range: int | None = 5, damage: int = 2, attacks: int = 2, **perks: Any) -> Weapon:
    return Weapon(name, range, damage, attacks, Perks(**perks))


def claws(name: str = "Claws", damage: int = 2, attacks: int = 3, **perks: Any) -> Weapon:
    return Weapon(name, None, damage, attacks, Perks(**perks))


def ability(effect: Effect, cost: int = 0, name: str = "Knack", **rest: Any) -> Ability:
    return Ability(name, effect, cost, **rest)


def deployable(
    name: str = "Sentry", *, kind: str = "deployable", weapons: list[Weapon] | None = None, **rest: Any
) -> Sheet:
    """A deployable or Wing; stats that are not given are left out and count as 0."""
    abilities = tuple(rest.pop("abilities", ()))
    return Sheet(name, kind, Stats(**{"integrity": 3, **rest}), tuple(weapons or ()), abilities, "HERAKLES")  # type: ignore[arg-type]


FLAT = "\n".join(" ".join(["0."] * 14) for _ in range(20))


def ground(**cells: str) -> str:
    """A flat 14 x 20 map with some cells changed, as ground(h0505='1.', h0506='0f')."""
    rows = [["0."] * 14 for _ in range(20)]
    for name, cell in cells.items():
        rows[int(name[3:5]) - 1][int(name[1:3]) - 1] = cell
    return "\n".join(" ".join(row) for row in rows)


def told(
    squads: list[list[Sheet]],
    map: str = FLAT,
    deployables: dict[str, Sheet] | None = None,
    teams: tuple[int, ...] | None = None,
    **scenario: Any,
) -> tuple[Scenario, tuple[Squad, ...], tuple[int, ...]]:
    """The scenario, the squads and the teams of a test."""
    sold = {what: deployable(what) for sheets in squads for sheet in sheets for what in deploys(sheet)}
    forces = tuple(
        Squad(f"Squad {n}", sheets[0].faction, tuple(sheets), sold | (deployables or {}))
        for n, sheets in enumerate(squads)
    )
    settings = {"type": "deathmatch", "map": map, "map_name": "Test", "seats": len(squads), **scenario}
    return Scenario("Test", **settings), forces, teams or tuple(range(len(squads)))


def empty_game(squads: list[list[Sheet]], dice: list[int] | None = None, **rest: Any) -> Game[Battle]:
    """A game whose models are not placed and whose agenda is empty."""
    scenario, forces, sides = told(squads, **rest)
    battle = new_battle(scenario, forces, sides, NAMES[: len(squads)])
    return by_hand("mechcom", battle, dice or (), NAMES[: len(squads)], sides)


def skirmish(*sides: Placed | list[Placed], dice: list[int] | None = None, **rest: Any) -> Game[Battle]:
    """A battle in round 1, Activation phase, every model placed; each argument is one seat's model or models."""
    squads = [side if isinstance(side, list) else [side] for side in sides]
    # Of one faction each, whoever is with whom in a test.
    sheets = [[evolve(placed.sheet, faction=squad[0].sheet.faction) for placed in squad] for squad in squads]
    scenario, forces, teams = told(sheets, **rest)
    game = game_of(
        {
            "system": "mechcom",
            "scenario": plain().unstructure(scenario),
            "seat": [
                {"force": plain().unstructure(force), "team": team + 1}
                for force, team in zip(forces, teams, strict=True)
            ],
            "stillness": {"progress": []},
            "unit": [
                {"id": f"{letter}{number}", "at": placed.hex}
                for letter, squad in zip("ABCDEF", squads, strict=False)
                for number, placed in enumerate(squad, 1)
            ],
        }
    )
    game.agenda, game.dice = [], ScriptedDice(unread=tuple(dice or ()))
    game.state.go = 0
    return game


def unchecked(*sides: Placed, **rest: Any) -> Game[Battle]:
    """The same of one model a seat, in a state in which no game can be: not placed, in water and not Submerged."""
    game = empty_game([[placed.sheet] for placed in sides], **rest)
    battle = game.state
    for letter, placed in zip("ABCDEF", sides, strict=False):
        if placed.hex:
            battle.put(battle.models[f"{letter}1"], placed.hex)
    battle.round, battle.phase, battle.order = 1, "Activation", tuple(range(len(sides)))
    battle.edges = ("north", "south", "west", "east")[: len(sides)]
    return game


def duel(shooter=None, target=None, *, dice=(), at="0505", to="0508", **rest):
    """The activation of A1, with B1 three hexes away."""
    game = skirmish((shooter or mech()) @ at, (target or mech()) @ to, dice=list(dice), **rest)
    return activate(game, "A1")


EVADE = ability(Evade(), 2, "Evade", timing="reactive", text="moves 1 hex")
SPREAD = gun("Spread", range=3, damage=1, attacks=2, multi=True)


def three(**rest: object) -> Game[Battle]:
    """One mech each at 0505, 0507 and 0705, all in sight of each other, and a spare one far away."""
    sides = [[mech(energy=9, weapons=[SPREAD]) @ "0505", mech() @ "0101"]]
    sides += [[mech(abilities=[EVADE]) @ spot, mech() @ spare] for spot, spare in (("0507", "1401"), ("0705", "1420"))]
    return skirmish(*sides, **rest)  # type: ignore[arg-type]


def start_round(game: Game[Battle]) -> Game[Battle]:
    """Let the Activation phase begin, so that the players take their goes."""
    game.push(ActivationPhase())
    game.advance()
    return game


def activate(game: Game[Battle], unit: str) -> Game[Battle]:
    """Begin the activation of one model, and nothing else."""
    game.push(Activate(unit))
    game.advance()
    return game


def model(game: Game[Battle], unit: str) -> Model:
    return game.state.models[unit]


def give(game: Game[Battle], unit: str, *conditions: str) -> None:
    """Put conditions on a model, without an end."""
    found = model(game, unit)
    found.conditions = {**found.conditions, **dict.fromkeys(conditions, 0)}


def reasons(game, weapon=None, tokens=0):
    """The modifiers of the number needed, as (value, rule)."""
    shooter, target = model(game, "A1"), model(game, "B1")
    tally = stability(game.state, shooter, weapon or shooter.sheet.weapons[0], target, tokens)
    return [(modifier.value, modifier.rule) for modifier in tally.modifiers]


def texts(game: Game[Battle]) -> list[str]:
    return [event.text for event in game.events]
