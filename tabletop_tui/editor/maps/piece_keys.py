"""What a piece of terrain can say of itself besides its shape: in words, and typed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop_tui.editor.maps import shape_transforms
from tabletop_tui.editor.maps.shape_transforms import Piece
from tabletop_tui.editor.maps.symmetry import plain
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import LARGEST, Wrong, a_name
from tabletop_tui.rulebook.map_vocabulary import PieceKey

NAME = PieceKey("name", "name", str, lambda _: "")


def words_of(key: PieceKey, piece: Mapping[str, Any]) -> str:
    """What a piece says under a key, or what its kind has where it says nothing."""
    value = piece.get(key.key)
    if value is None:
        try:
            value = key.usual(str(piece.get("kind", "")))
        except KeyError:  # a kind that there is not
            return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else clean(str(value))


ORDER = ("kind", "id", "name", *shape_transforms.SHAPES)


def ordered(piece: Piece) -> Piece:
    """The keys of a piece as the shipped files have them."""
    return {key: piece[key] for key in (*(key for key in ORDER if key in piece), *piece) if key in piece}


def value_of(key: PieceKey, text: str) -> object:
    """What somebody typed for a key; None for what the kind has. Wrong for what is no such value."""
    if not text:
        return None
    if key.type is bool:
        if text.lower() not in ("yes", "no", "true", "false"):
            raise Wrong("type yes or no")
        return text.lower() in ("yes", "true")
    if key.type in (int, float):
        try:
            number = float(text)
        except ValueError:
            raise Wrong("type a number") from None
        if not abs(number) <= LARGEST or (key.type is int and number % 1):
            raise Wrong("type a whole number" if key.type is int else "type a number")
        return plain(number)
    a_name(text)
    return text
