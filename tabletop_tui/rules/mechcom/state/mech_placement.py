"""Placing mechs in deployment zones (MC-SETUP-4)."""

from __future__ import annotations

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import place_for
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.conditions import get_wet
from tabletop_tui.rules.mechcom.state.deployment_zones import arrival_zones, zone_hexes, zone_of
from tabletop_tui.rules.mechcom.state.spot_list_field import SpotsField
from tabletop_tui.table.hexes import Hex


def placing_spots(battle: Battle, model: Model, at: str | None = None) -> list[Hex]:
    """The hexes of its zone where a mech may be placed: free, and not impassable to it (MC-SETUP-4).

    `at` is the zone where the story of the scenario has it come on.
    """
    wet = model.flies or model.swims
    elsewhere = at if at in arrival_zones(battle) else ""
    zone = zone_hexes(battle.map.grid, elsewhere, "") if elsewhere else zone_of(battle, model.seat or 0)
    return [spot for spot in sorted(zone) if battle.free(spot) and (wet or not battle.is_water(spot))]


@frozen
class PlaceMech(Ask):
    title = "Place a mech"
    says = "A mech is placed on a free hex of its owner's zone."
    unit: str
    rules = ("MC-SETUP-4",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        model = battle.models[self.unit]
        at = place_for(game, model.id)
        why = f"not a free hex of the {at} zone" if at else "not a free hex of your zone"
        field = SpotsField(placing_spots(battle, model, at), Refusal(why, "MC-SETUP-4"))
        return Place(model.seat or 0, f"Place {model.name}", about=model.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        model = battle.models[self.unit]
        battle.put(model, answer[-1])
        game.emit(Moved(f"{model.name} is placed at {model.hex}", self.rules, model.seat, model.id, (model.hex,)))
        get_wet(game, model)
