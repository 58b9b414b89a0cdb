"""What is fought for besides the enemy (TC-SCEN-5, TC-SCEN-8, TC-SCEN-10): tokens, points, pieces to be destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event, Scored
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE, to_spot
from tabletop_tui.rules.techcommander.state.initiative_roll import roll_order
from tabletop_tui.rules.techcommander.state.profiles import PEOPLE_BASE
from tabletop_tui.rules.techcommander.state.scenario import Mission
from tabletop_tui.rules.techcommander.state.teams import fighting
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot, place_words

NEAR = 12.0
"""So near to a point a unit controls it or denies it, to its base, in centimetres (TC-SCEN-8)."""
ATTACKED: tuple[Mission, ...] = ("raid", "invasion")
"""The missions that have an attacker."""


def attackers(battle: Battle) -> list[int]:
    """The seats that attack, a whole team."""
    if battle.attacker is None:
        return []
    return [seat for seat in fighting(battle) if battle.allied(seat, battle.attacker)]


# ---------------------------------------------------------------- before the battle
@frozen
class DiceForAttacker(Step):
    title = "Who attacks"
    says = "Where a scenario has an attacker and does not say who, the highest die attacks."
    rules = ("TC-SCEN-10", "TC-SCEN-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if not any(mission in ATTACKED for mission in battle.scenario.missions):
            return
        battle.attacker = battle.scenario.attacker
        if battle.attacker is None:
            battle.attacker = roll_order(game, fighting(battle), "who attacks")[-1]
        game.emit(Event(f"{battle.seat_names[battle.attacker]} attacks", self.rules, battle.attacker))
        if "raid" in battle.scenario.missions:
            for seat in attackers(battle):
                battle.alter(seat, hot=tuple(unit.id for unit in battle.units.values() if unit.seat == seat))


@frozen
class DrawObjectives(Step):
    title = "Objectives"
    says = "The pieces of terrain that an invasion is to destroy are drawn by lot."
    rules = ("TC-SCEN-10",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if "invasion" not in battle.scenario.missions:
            return
        left = [piece for piece in battle.table.pieces if piece.size]
        for _ in range(min(battle.scenario.objectives, len(left))):
            check = Check(0, "objective", sides=len(left), rules=self.rules) if len(left) > 1 else None
            piece = left.pop(game.check(check).face - 1 if check else 0)
            battle.objectives = (*battle.objectives, piece.id)
        names = ", ".join(battle.table.piece(name).called for name in battle.objectives)
        game.emit(Event(f"To be destroyed: {names}", self.rules))


@frozen
class ScatterTokens(Step):
    title = "Recon tokens"
    says = "The tokens of a recon are scattered: two D20 say how far east and south, again where nobody could reach it."
    rules = ("TC-SCEN-5",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if "recon" not in battle.scenario.missions:
            return
        while len(battle.tokens) < battle.scenario.tokens:
            across, down = game.check(Check(0, "recon token", dice=2, sides=SIDES, rules=self.rules)).faces
            width, height = battle.table.width, battle.table.height
            spot = (round((across - 0.5) * width / SIDES, 2), round((down - 0.5) * height / SIDES, 2))
            if spot not in battle.tokens and within_reach(battle, spot):
                battle.tokens = (*battle.tokens, spot)
                game.emit(Event(f"A recon token lies at {place_words(spot)}", self.rules))


def within_reach(battle: Battle, spot: Spot) -> bool:
    """Whether the smallest base finds room beside a place on the ground."""
    radius = PEOPLE_BASE / 2
    around = region_shapes.disc(spot, radius)
    walls = [region_shapes.grown(piece.shape, radius) for piece in battle.standing() if piece.type.blocks]
    table = region_shapes.box((radius, radius, battle.table.width - radius, battle.table.height - radius))
    return not region_shapes.outside(around.intersection(table), walls).is_empty


# ---------------------------------------------------------------- who holds what
def survivors(battle: Battle) -> Iterator[Unit]:
    """The units that hold or score anything; a machine that nobody crews is nobody's (TC-DISEMBARK-3)."""
    return (unit for unit in battle.on_table() if not unit.eliminated and not unit.abandoned)


def alone_at(battle: Battle, spot: Spot, reach: float) -> int | None:
    """The team that alone has surviving units within so many centimetres of a place; infiltrated ones count too."""
    near = {battle.teams[unit.seat] for unit in survivors(battle) if to_spot(unit, spot) <= reach + TINY}
    return near.pop() if len(near) == 1 else None


def beside(battle: Battle, spot: Spot) -> int | None:
    """The team that scores a token: with a unit adjacent to it, and no opposing one there (TC-SCEN-6)."""
    return alone_at(battle, spot, CLOSE)


def controls(battle: Battle, spot: Spot) -> int | None:
    """The team that controls a point (TC-SCEN-8)."""
    return alone_at(battle, spot, NEAR)


def left_to_destroy(battle: Battle) -> list[Feature]:
    """The objectives of an invasion that still stand."""
    return [battle.table.piece(name) for name in battle.objectives if name not in battle.ruins]


def score_recon(game: Game[Battle]) -> None:
    """A point for each token, at the end of any turn; tokens stay (TC-SCEN-6)."""
    battle = game.state
    for spot in battle.tokens:
        team = beside(battle, spot)
        units = [unit for unit in survivors(battle) if to_spot(unit, spot) <= CLOSE + TINY]
        if team is not None:
            seat = units[0].seat
            battle.alter(seat, recon=battle.players[seat].recon + 1)
            text = f"{units[0].name} reads the token at {place_words(spot)}: 1 point for {battle.seat_names[seat]}"
            game.emit(Scored(text, ("TC-SCEN-6",), seat, 1))


def recon_points(battle: Battle) -> dict[int, int]:
    """The recon points of each team."""
    found: dict[int, int] = {}
    for seat, player in enumerate(battle.players):
        found[battle.teams[seat]] = found.get(battle.teams[seat], 0) + player.recon
    return found


def leader(points: dict[int, int]) -> int | None:
    """The team with the most, None where several have as many."""
    most = max(points.values(), default=0)
    leading = [team for team, count in points.items() if count == most]
    return leading[0] if len(leading) == 1 else None


# ---------------------------------------------------------------- in words
def goal_words(battle: Battle) -> str:
    """How the game is won, in a few words."""
    scenario = battle.scenario
    words = {
        "elimination": "eliminate the enemy, or have the higher AC of kills",
        "raid": "eliminate the enemy, or have the higher AC of kills",
        "recon": f"have the most recon points ({counted(len(battle.tokens), 'token')})",
        "control": f"be alone within {NEAR:g} cm of {' or '.join(place_words(spot) for spot in battle.table.points)}",
        "invasion": f"destroy or keep {counted(len(left_to_destroy(battle)), 'piece')}",
    }
    return f"{'; '.join(words[mission] for mission in scenario.missions)}; within {counted(scenario.turns, 'turn')}"
