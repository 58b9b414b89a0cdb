"""Deployment zones and the three scenarios: Deathmatch, Capture the Flag, Control Zone (MC-DM, MC-CTF, MC-CZ)."""

from __future__ import annotations

from functools import cache

from attrs import evolve, frozen

from tabletop_tui.engine.events import Event, Scored
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.mechcom.abilities import SpotsField
from tabletop_tui.rules.mechcom.battle import SEAT_LETTERS, Battle, Model, Piece
from tabletop_tui.rules.mechcom.terrain import MIDDLE_ZONE, Scenario
from tabletop_tui.table.hexes import Hex, HexGrid, centre_of

ZONE_DEPTH = 3
FLAG_COST = 3
FLAG_POINTS = 5
ZONE_POINTS = 2
DEFENDER_POINTS = 1
DEFENDER_ALONE_POINTS = 3
CONTROL_ROUNDS = 6
OBJECTIVE = "objective"
NORMAL = ("grass", "sand", "concrete")

ZONES = {
    2: ("north", "south"),
    3: ("north", "south", "west", "east"),
    4: ("north", "south", "west", "east"),
    5: ("north", "south", "north-west", "north-east", "south-west", "south-east"),
    6: ("north", "south", "north-west", "north-east", "south-west", "south-east"),
}
"""The zones to choose from: the short edges, with more players the long edges too, with five or six halves of those."""


def edges_to_choose(grid: HexGrid, seats: int) -> tuple[str, ...]:
    """The zones of a board: two players deploy along its short edges, however it lies (MC-SETUP-1)."""
    return ("west", "east") if seats == 2 and grid.columns > grid.rows else ZONES[seats]


@cache
def zone_hexes(grid: HexGrid, zone: str, objective: Hex) -> frozenset[Hex]:
    """The hexes of a deployment zone, 3 deep along its edge (MC-SETUP-4), or those of the Control Zone."""
    if zone == OBJECTIVE:
        return frozenset(grid.within(objective, MIDDLE_ZONE))
    sides = zone.split("-")
    return frozenset(spot for spot in grid.hexes if all(_on_side(grid, spot, side, len(sides) > 1) for side in sides))


def _on_side(grid: HexGrid, spot: Hex, side: str, half: bool) -> bool:
    """Whether a hex is in the strip along a side; as the first word of a corner zone, whether it is in that half."""
    column, row = grid.column_row(spot)
    depth = grid.rows / 2 if half and side in ("north", "south") else ZONE_DEPTH
    return {
        "north": row <= depth,
        "south": row > grid.rows - depth,
        "west": column <= depth,
        "east": column > grid.columns - depth,
    }[side]


def zone_of(battle: Battle, seat: int) -> frozenset[Hex]:
    """The deployment zone of a seat; empty before it is chosen."""
    zone = battle.edges[seat] if battle.edges else ""
    return zone_hexes(battle.map.grid, zone, objective_hex(battle)) if zone else frozenset()


def objective_hex(battle: Battle) -> Hex:
    """Where the Objective stands, or is to stand (MC-CZ-1); '' in other scenarios."""
    if battle.scenario.type != "control-zone":
        return ""
    if (objective := battle.pieces.get(OBJECTIVE)) is not None:
        return objective.hex
    return battle.scenario.objective or min(centre_of(battle.map.grid, battle.map.grid.hexes))


def can_stand(battle: Battle, spot: Hex) -> bool:
    return battle.free(spot) and not battle.is_water(spot)


# ---------------------------------------------------------------- setting up
@frozen
class SetUpScenario(Step):
    title = "Set up scenario"
    says = "The scenario's models are set up after the edges are chosen and before the mechs."
    order: tuple[int, ...]
    rules = ("MC-SETUP-3", "MC-DM-1")

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        if battle.scenario.type == "capture-the-flag":
            game.push(*(PlaceFlag(seat) for seat in self.order if seat not in battle.conceded))
        elif battle.scenario.type == "control-zone":
            objective = Piece(OBJECTIVE, "objective", hex=objective_hex(battle))
            battle.set_piece(objective)
            game.emit(Event(f"The Objective stands at {objective.hex}", ("MC-CZ-1",)))


@frozen
class PlaceFlag(Step):
    title = "Place flag"
    says = "A Flag is put as near to the middle of its owner's zone as can be."
    seat: int
    rules = ("MC-CTF-1",)

    def do(self, game: Game[Battle]) -> None:
        spots = flag_spots(game.state, self.seat)
        if len(spots) == 1:
            put_flag(game, f"F{SEAT_LETTERS[self.seat]}", self.seat, spots[0])
        else:
            game.push(ChooseFlagSpot(self.seat))


def flag_spots(battle: Battle, seat: int) -> list[Hex]:
    """The free hexes that lie nearest to the middle of the zone, all equally near."""
    zone = zone_of(battle, seat)
    middle = centre_of(battle.map.grid, zone)
    free = [spot for spot in sorted(zone) if can_stand(battle, spot)]
    gap = {spot: min(battle.map.grid.distance(spot, centre) for centre in middle) for spot in free}
    return [spot for spot in free if gap[spot] == min(gap.values())]


@frozen
class ChooseFlagSpot(Ask):
    title = "Choose flag spot"
    says = "The owner of a Flag chooses among the hexes that are equally central."
    seat: int
    rules = ("MC-CTF-1",)

    def question(self, game: Game[Battle]) -> Question:
        field = SpotsField(flag_spots(game.state, self.seat), Refusal("not the middle of the zone", "MC-CTF-1"))
        return Place(self.seat, "Place your Flag", rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        put_flag(game, f"F{SEAT_LETTERS[self.seat]}", self.seat, answer[-1])


def put_flag(game: Game[Battle], name: str, seat: int, spot: Hex) -> None:
    flag = Piece(name, "flag", seat, spot)
    game.state.set_piece(flag)
    game.emit(Event(f"{game.state.seat_name(seat)}'s Flag stands at {spot}", ("MC-CTF-1",), seat))


# ---------------------------------------------------------------- Capture the Flag
def refuse_pick_up(battle: Battle, model: Model, flag: Piece) -> Refusal | None:
    """Why a model cannot pick up a Flag (MC-CTF-2)."""
    if not battle.hostile(model.seat, flag.seat):
        return Refusal("it is your own Flag", "MC-CTF-2")
    if not flag.hex:
        return Refusal(f"{battle.models[flag.carrier].name} carries it", "MC-CTF-2")
    if flag.hex not in battle.map.grid.neighbours[model.hex]:
        return Refusal(f"{flag.name} at {flag.hex} is not adjacent", "MC-CTF-2")
    if model.energy < FLAG_COST:
        return Refusal(f"{FLAG_COST} Energy needed, {model.energy} left", "MC-ACT-5")
    return None


@frozen
class PickUpFlag(Step):
    title = "Pick up flag"
    says = "For 3 Energy a hostile Flag leaves the field and lies on the carrier's card."
    unit: str
    flag: str
    rules = ("MC-CTF-2",)

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        model = battle.models[self.unit]
        model.energy -= FLAG_COST
        flag = evolve(battle.pieces[self.flag], hex="", carrier=model.id)
        battle.set_piece(flag)
        game.emit(Event(f"{model.name} picks up {flag.name}", self.rules, model.seat))


def carrier_entered(game: Game[Battle], model: Model) -> None:
    """A carrier that enters its own zone scores for each hostile Flag that has not scored yet (MC-CTF-4)."""
    battle = game.state
    if model.seat is None or model.hex not in zone_of(battle, model.seat):
        return
    for flag in battle.flags_of(model):
        if not flag.scored:
            battle.set_piece(evolve(flag, scored=True))
            battle.score(model.seat, FLAG_POINTS)
            battle.last_round = True
            text = f"{model.name} brings {flag.name} home: {FLAG_POINTS} VP; the game ends after this round"
            game.emit(Scored(text, ("MC-CTF-4",), model.seat, FLAG_POINTS))


@frozen
class PlaceDroppedFlag(Ask):
    title = "Place dropped flag"
    says = "The Flag of a destroyed carrier is put on a normal hex next to where it stood; the attacker chooses."
    flag: str
    spot: Hex
    seat: int
    rules = ("MC-CTF-3",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        flag = battle.pieces[self.flag]
        why = Refusal(f"not a free normal hex next to {self.spot}", "MC-CTF-3")
        field = SpotsField(drop_spots(battle, self.spot), why)
        return Place(self.seat, f"Where does {flag.name} fall?", rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        flag = evolve(battle.pieces[self.flag], hex=answer[-1], carrier="")
        battle.set_piece(flag)
        game.emit(Event(f"{flag.name} falls at {flag.hex}", self.rules, self.seat))


def drop_spots(battle: Battle, spot: Hex) -> list[Hex]:
    """The free hexes of normal terrain nearest to `spot`, beside it if there are any there; never `spot` itself."""
    grid = battle.map.grid
    free = [other for other in grid.hexes if battle.free(other) and other != spot]
    normal = [
        other
        for other in free
        if battle.terrain_at(other) in NORMAL and other not in battle.fires and other not in battle.wreckage
    ]
    candidates = normal or free
    gap = {other: grid.distance(spot, other) for other in candidates}
    return [other for other in candidates if gap[other] == min(gap.values())]


# ---------------------------------------------------------------- scoring at the End phase
@frozen
class ScoreRound(Step):
    title = "Score round"
    says = "In the End phase players score for the objectives that they have completed."
    rules = ("MC-END-2", "MC-CZ-2", "MC-CZ-5")

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        if battle.scenario.type != "control-zone":
            return
        counts = models_in_zone(battle)
        teams = {battle.teams[seat]: 0 for seat in counts}
        for seat, count in counts.items():
            teams[battle.teams[seat]] += count
        most = max(teams.values())
        leaders = [team for team, count in teams.items() if count == most]
        said = ", ".join(f"{battle.seat_name(seat)} {count}" for seat, count in counts.items())
        game.emit(Event(f"Models in the zone: {said}", ("MC-CZ-2",)))
        defender = battle.scenario.defender
        if defender is not None and not battle.mechs(defender):
            defender = None
        if defender is not None and all(count == 0 for team, count in teams.items() if team != battle.teams[defender]):
            _award(game, defender, DEFENDER_ALONE_POINTS, "no enemy is in the zone", "MC-CZ-5")
        elif len(leaders) == 1 and most:
            # Of a team's seats the one with most models in the zone takes the points.
            seat = max((s for s in counts if battle.teams[s] == leaders[0]), key=lambda s: counts[s])
            if defender is not None and battle.teams[defender] == leaders[0]:
                _award(game, defender, DEFENDER_POINTS, "more models in the zone", "MC-CZ-5")
            else:
                _award(game, seat, ZONE_POINTS, "most models in the zone", "MC-CZ-2")


def models_in_zone(battle: Battle) -> dict[int, int]:
    """For each seat its models at most 3 hexes from the Objective, deployables and Wings too (MC-CZ-2)."""
    zone = zone_hexes(battle.map.grid, OBJECTIVE, objective_hex(battle))
    counts = dict.fromkeys(range(len(battle.teams)), 0)
    for model in battle.on_table():
        if model.seat is not None and model.hex in zone:
            counts[model.seat] += 1
    return counts


def _award(game: Game[Battle], seat: int, points: int, why: str, rule: str) -> None:
    game.state.score(seat, points)
    game.emit(Scored(f"{game.state.seat_name(seat)} scores {points} VP: {why}", (rule,), seat, points))


def scenario_over(battle: Battle) -> str:
    """Why the scenario ends after this End phase, '' if it goes on (MC-CTF-4, MC-CZ-3)."""
    if battle.last_round:
        return "a Flag was brought home"
    rounds = rounds_of(battle.scenario)
    return f"round {rounds} is over" if rounds and battle.round >= rounds else ""


def rounds_of(scenario: Scenario) -> int:
    """After how many rounds it is over; 0 if that never ends it."""
    return scenario.rounds or (CONTROL_ROUNDS if scenario.type == "control-zone" else 0)
