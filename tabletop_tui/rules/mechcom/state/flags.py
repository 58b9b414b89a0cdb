"""Flags in play (MC-CTF-2, MC-CTF-3, MC-CTF-4): picked up, brought home, fallen with their carrier."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.engine.events import Event, Scored
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.state.battle import Battle, Model, Piece
from tabletop_tui.rules.mechcom.state.deployment_zones import zone_of
from tabletop_tui.rules.mechcom.state.spot_list_field import SpotsField
from tabletop_tui.table.hexes import Hex

FLAG_COST = 3
FLAG_POINTS = 5
NORMAL = ("grass", "sand", "concrete")


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
    title = "Pick up a flag"
    says = "For 3 Energy a hostile Flag leaves the field and lies on the carrier's card."
    unit: str
    flag: str
    rules = ("MC-CTF-2",)

    def run(self, game: Game[Battle]) -> None:
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
    title = "Place the dropped flag"
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


def drop_flags(game: Game[Battle], carrier: Model, spot: str, by: Model | None) -> None:
    """The Flags of a carrier that is gone fall next to where it stood; an opponent says where (MC-CTF-3)."""
    for flag in game.state.flags_of(carrier):
        # Without an attacker (fire, Backfire, an explosion) an opponent of the carrier places it (MC-CTF-3).
        seat = by.seat if by is not None and game.state.hostile(by.seat, carrier.seat) else None
        game.push(PlaceDroppedFlag(flag.id, spot, opponent(game.state, carrier) if seat is None else seat))


def opponent(battle: Battle, model: Model) -> int:
    """The first seat in this round's order that is hostile to the model's owner, of those that still have mechs."""
    # Who had no mech on the map when the round began is not in its order, though a story may still bring some.
    seats = (*battle.order, *(seat for seat in range(len(battle.teams)) if seat not in battle.order))
    hostile = [seat for seat in seats if battle.hostile(seat, model.seat)]
    return next((seat for seat in hostile if battle.mechs(seat)), hostile[0])
