"""What must hold in a MECHCOM battle whenever a question waits, whatever has happened."""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.mechcom.attacking.resolve_attack import OfferReaction, refuse_attack
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.flags import PlaceDroppedFlag
from tabletop_tui.rules.mechcom.state.profiles import CONDITIONS


def hold(game: Game[Battle]) -> None:
    """All invariants of the state."""
    battle = game.state
    grid = battle.map.grid
    for model in battle.models.values():
        if model.hex:
            _stands(battle, model)
        _pools(model)
    for spot, filler in battle.at.items():
        piece = battle.pieces.get(filler)
        owner = battle.models.get(filler) or piece
        assert owner is not None, f"{filler} fills {spot} and does not exist"
        assert owner.hex == spot, f"{filler} fills {spot} and stands in {owner.hex!r}"
    for piece in battle.pieces.values():
        assert not (piece.hex and piece.carrier), f"{piece.id} lies in a hex and on a card"
        assert not piece.hex or battle.at[piece.hex] == piece.id
        if piece.carrier and not battle.models[piece.carrier].hex:
            # Its carrier is lost: the question is, or will be next, where it falls.
            falls = any(isinstance(step, PlaceDroppedFlag) and step.flag == piece.id for step in game.agenda)
            assert falls or game.result, f"{piece.id} is carried by {piece.carrier}, which is lost"
    for tether in battle.tethers:
        assert tether.one != tether.other
        for end in (tether.one, tether.other):
            assert battle.models[end].hex, f"{end} is lost and tethered"
            assert battle.models[end].has("Tethered")
    assert all(spot in grid and not battle.is_water(spot) for spot in battle.fires), "water burns"
    assert all(wreck.hex in grid for wreck in battle.wrecks)
    ask = game.agenda[-1] if game.agenda else None
    if isinstance(ask, OfferReaction):
        assert refuse_attack(battle, ask.attack, ask.share) is None, f"{ask.share.target} is to react to a dead attack"
    assert len(battle.scores) == len(battle.squads)
    assert not battle.active or battle.active in battle.models


def _stands(battle: Battle, model: Model) -> None:
    assert model.hex in battle.map.grid
    if model.sheet.name != "Frozen over":  # Ice lies in its hex without filling it.
        assert battle.at.get(model.hex) == model.id, (
            f"{model.id} in {model.hex}, which {battle.at.get(model.hex)} fills"
        )
    assert model.integrity > 0, f"{model.id} has no Integrity left and stands"
    if model.is_mech:
        # One that cannot swim may be there too: the ice broke under it, or a swimmer dragged it in.
        under = battle.is_water(model.hex) and not model.flies
        assert model.has("Submerged") == under, f"{model.id} in {model.hex}: {model.conditions}"


def _pools(model: Model) -> None:
    sheet = model.sheet
    assert model.integrity <= sheet.stats.integrity
    assert model.energy >= 0
    assert model.spot >= 0
    assert model.heat >= 0
    assert set(model.conditions) <= set(CONDITIONS)
    for weapon in sheet.weapons:
        left = model.ammo_left(weapon)
        assert left is None or left >= 0, f"{model.id} fired {weapon.name} without ammunition"
    for ability in sheet.abilities:
        left = model.uses_left(ability)
        assert left is None or left >= 0, f"{model.id} used {ability.name} once too often"
