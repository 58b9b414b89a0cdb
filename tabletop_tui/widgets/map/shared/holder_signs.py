"""Who holds what is fought for, as it is drawn: the sign of the holder behind the tag of the piece, in its colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from attrs import evolve

from tabletop_tui.engine.scenes import HexScene, TableScene, Token
from tabletop_tui.widgets.glyphs import Glyphs

S = TypeVar("S", HexScene, TableScene)


def with_holders(scene: S, glyphs: Glyphs) -> tuple[S, Mapping[str, int]]:
    """The scene with the holders in it, and by piece the seat that holds it.

    A thing that is held and has no piece of its own (a building, a zone) gets one where it lies, but for where a unit
    stands for it.
    """
    held = {one.spot: one for one in scene.held if one.seats and one.spot}
    if not held:
        return scene, {}
    signs = {spot: "".join(glyphs.seats[seat % len(glyphs.seats)] for seat in one.seats) for spot, one in held.items()}
    tokens, holders, stood = list[Token](), dict[str, int](), set[str]()
    for token in scene.tokens:
        one = held.get(token.spot) if token.kind != "scenery" else None
        if one is not None:
            stood.add(token.spot)
        if one is not None and token.kind == "piece" and (token.seat is None or token.seat in one.seats):
            holders[token.unit] = one.seats[0]
            tokens.append(evolve(token, tag=f"{token.tag}{signs[token.spot]}"))
        else:
            tokens.append(token)
    for spot, thing in held.items():
        if spot not in stood:
            unit = f"held {thing.name}"
            tokens.append(Token(unit, signs[spot], thing.name, None, spot, "piece"))
            holders[unit] = thing.seats[0]
    return evolve(scene, tokens=tokens), holders
