"""Setting up the three scenarios: Deathmatch, Capture the Flag, Control Zone (MC-DM-1, MC-CTF-1, MC-CZ-1)."""

from __future__ import annotations

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.battle import SEAT_LETTERS, Battle, Piece
from tabletop_tui.rules.mechcom.state.deployment_zones import OBJECTIVE, objective_hex, zone_of
from tabletop_tui.rules.mechcom.state.spot_list_field import SpotsField
from tabletop_tui.table.hexes import Hex, centre_of


def can_stand(battle: Battle, spot: Hex) -> bool:
    return battle.free(spot) and not battle.is_water(spot)


@frozen
class SetUpScenario(Step):
    title = "The scenario is set up"
    says = "The scenario's models are set up after the edges are chosen and before the mechs."
    order: tuple[int, ...]
    rules = ("MC-SETUP-3", "MC-DM-1")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if battle.scenario.type == "capture-the-flag":
            game.push(*(PlaceFlag(seat) for seat in self.order if seat not in battle.conceded))
        elif battle.scenario.type == "control-zone":
            objective = Piece(OBJECTIVE, "objective", hex=objective_hex(battle))
            battle.set_piece(objective)
            game.emit(Event(f"The Objective stands at {objective.hex}", ("MC-CZ-1",)))


@frozen
class PlaceFlag(Step):
    title = "Place a flag"
    says = "A Flag is put as near to the middle of its owner's zone as can be."
    seat: int
    rules = ("MC-CTF-1",)

    def run(self, game: Game[Battle]) -> None:
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
    title = "Choose a place for the flag"
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
