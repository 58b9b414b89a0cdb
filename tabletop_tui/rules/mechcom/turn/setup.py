"""Setting up (MC-SETUP): edges, the scenario's pieces, placing mechs in turn, Pregame abilities."""

from __future__ import annotations

from tabletop_tui.engine.events import Began, Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.attacking.abilities import UseAbility, refuse_ability
from tabletop_tui.rules.mechcom.state.battle import BUILDING, ICE, SEAT_LETTERS, Battle, Model
from tabletop_tui.rules.mechcom.state.battlefield import battlemap
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, edges_to_choose
from tabletop_tui.rules.mechcom.state.mech_placement import PlaceMech
from tabletop_tui.rules.mechcom.state.order_roll import roll_off
from tabletop_tui.rules.mechcom.state.profiles import Squad
from tabletop_tui.rules.mechcom.state.scenario import Scenario
from tabletop_tui.rules.mechcom.state.unit_refusals import always, not_of
from tabletop_tui.rules.mechcom.turn.scenario_setup import SetUpScenario
from tabletop_tui.rules.mechcom.turn.turn import StartPhase
from tabletop_tui.table.hexes import Hex


def new_battle(
    scenario: Scenario, squads: tuple[Squad, ...], teams: tuple[int, ...], seat_names: tuple[str, ...]
) -> Battle:
    """The battle before the first step: models bought but not placed, neutral models in their hexes (MC-TERM-1)."""
    ground = battlemap(scenario.map_name, scenario.map)
    battle = Battle(ground, scenario, squads, teams, seat_names, scores=(0,) * len(squads))
    for seat, squad in enumerate(squads):
        for number, sheet in enumerate(squad.mechs, 1):
            name = f"{SEAT_LETTERS[seat]}{number}"
            battle.models[name] = Model(name, seat, sheet, integrity=sheet.stats.integrity, energy=sheet.stats.energy)
    for spot, terrain in ground.terrain.items():
        if terrain in ("building", "tower", "ice"):
            sheet = ICE if terrain == "ice" else BUILDING
            _scenery(battle, spot, sheet.kind, Model(f"n{spot}", None, sheet, integrity=sheet.stats.integrity))
        elif terrain == "fire":
            battle.became[spot] = "grass"
            battle.fires |= {spot}
        elif terrain == "wreckage":
            battle.became[spot] = "grass"
            battle.wreckage[spot] = None
    return battle


def _scenery(battle: Battle, spot: Hex, kind: str, model: Model) -> None:
    """A building fills its hex; ice is walked on, so it does not fill its hex (MC-TERR-11, MC-TERR-12)."""
    battle.models[model.id] = model
    if kind == "ice":
        model.hex = spot
    else:
        battle.put(model, spot)


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "The player with the lower total chooses the edge; equal totals roll off, the winner counting as lower."
    rules = ("MC-SETUP-1", "MC-SETUP-2", "MC-PIECE-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Began("Set-up", ("MC-PIECE-1",), level="phase", number=0))
        battle.edges = ("",) * len(battle.squads)
        costs = [squad.cost for squad in battle.squads]
        order: list[int] = []
        for cost in sorted(set(costs)):
            tied = [seat for seat, other in enumerate(costs) if other == cost and seat not in battle.conceded]
            order += roll_off(game, tied, "equal totals, who chooses the edge", ("MC-SETUP-2",))
        if order and costs.count(costs[order[0]]) == 1:
            text = f"{battle.seat_name(order[0])} has the lowest total, {costs[order[0]]} points, and chooses first"
            game.emit(Event(text, ("MC-SETUP-1",), order[0]))
        defender = battle.scenario.defender
        if defender in order and battle.scenario.type == "control-zone":
            # The defender sets up in the zone and needs no edge (MC-CZ-4).
            order.remove(defender)
            set_edge(game, defender, OBJECTIVE)
            placing = (*order, defender)
        else:
            placing = tuple(order)
        game.push(
            *(TakeEdge(seat) for seat in order),
            SetUpScenario(placing),
            PlaceNext(placing, 0),
            Pregame(placing),
        )


def set_edge(game: Game[Battle], seat: int, zone: str) -> None:
    battle = game.state
    battle.edges = tuple(zone if number == seat else edge for number, edge in enumerate(battle.edges))
    where = "in the Control Zone" if zone == OBJECTIVE else f"on the {zone} edge"
    rule = "MC-CZ-4" if zone == OBJECTIVE else "MC-SETUP-1"
    game.emit(Event(f"{battle.seat_name(seat)} sets up {where}", (rule,), seat))


def free_edges(battle: Battle) -> list[str]:
    return [zone for zone in edges_to_choose(battle.map.grid, len(battle.squads)) if zone not in battle.edges]


@frozen
class TakeEdge(Step):
    title = "An edge is taken"
    says = "Who has a choice of edges is asked; the last player gets the one that is left."
    seat: int
    rules = ("MC-SETUP-1",)

    def run(self, game: Game[Battle]) -> None:
        free = free_edges(game.state)
        if len(free) == 1:
            set_edge(game, self.seat, free[0])
        else:
            game.push(ChooseEdge(self.seat))


@frozen
class ChooseEdge(Ask):
    title = "Choose a table edge"
    says = "The player with the lower total chooses the edge to deploy on."
    seat: int
    rules = ("MC-SETUP-1",)

    def question(self, game: Game[Battle]) -> Question:
        options = [Option(zone, f"The {zone} edge", rule="MC-SETUP-1") for zone in free_edges(game.state)]
        return Pick(self.seat, "Which edge do you deploy on?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        set_edge(game, self.seat, answer)


# ---------------------------------------------------------------- placing mechs
def unplaced(battle: Battle, seat: int) -> list[Model]:
    return [m for m in battle.models.values() if m.seat == seat and not m.hex and seat not in battle.conceded]


@frozen
class PlaceNext(Step):
    title = "Who is placed next"
    says = "Players take turns to place one mech; a player with mechs left goes on alone."
    order: tuple[int, ...]
    go: int
    rules = ("MC-SETUP-4",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        for turn in range(len(self.order)):
            seat = self.order[(self.go + turn) % len(self.order)]
            waiting = unplaced(battle, seat)
            if waiting:
                ask = PlaceMech(waiting[0].id) if len(waiting) == 1 else ChoosePlaced(seat)
                game.push(ask, PlaceNext(self.order, self.go + turn + 1))
                return


@frozen
class ChoosePlaced(Ask):
    title = "Choose whom to place"
    says = "The player chooses which mech to place now."
    seat: int
    rules = ("MC-SETUP-4",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [Option(m.id, f"{m.name} ({m.sheet.cost})", rule="MC-SETUP-4") for m in unplaced(battle, self.seat)]
        why_not = named(
            battle.models, not_of(battle, self.seat, "MC-SETUP-4"), always("is placed already", "MC-SETUP-4")
        )
        return Pick(self.seat, "Place which mech?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PlaceMech(answer))


@frozen
class Pregame(Step):
    title = "Pregame abilities"
    says = "Pregame abilities, the player who chose the edge first; then the first round."
    order: tuple[int, ...]
    rules = ("MC-SETUP-5", "MC-TAG-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        uses = [
            UseAbility(mech.id, ability.name)
            for seat in self.order
            for mech in battle.mechs(seat)
            for ability in mech.sheet.abilities
            if ability.timing == "pregame" and refuse_ability(battle, mech, ability) is None
        ]
        game.push(*uses, StartPhase())
