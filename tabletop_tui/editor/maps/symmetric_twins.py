"""The images of something that already lie on the table: what is done to it is done to them."""

from __future__ import annotations

from typing import Any

from tabletop_tui.editor.maps import shape_transforms, table_map
from tabletop_tui.editor.maps.shape_transforms import Piece
from tabletop_tui.editor.maps.symmetry import OnTable, Symmetry, rounded
from tabletop_tui.editor.maps.table_map import PIECES, Ref
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.map_vocabulary import Data, TableForm
from tabletop_tui.table.points import Spot

OWN = ("name", "id")
"""What an image says for itself."""


@frozen
class Twin:
    """Something that stands where the image of something else would stand."""

    ref: Ref
    image: OnTable


def twins_of(data: Data, form: TableForm, ref: Ref, symmetry: Symmetry) -> list[Twin]:
    """The images of something, each once and none of them itself."""
    size = table_map.size_of(data)
    others = [other for other in table_map.everything(data, form) if other.key == ref.key and other != ref]
    found: list[Twin] = []
    for image in symmetry.table:
        known = [twin.ref for twin in found]
        there = next((one for one in others if one not in known and _stands(data, one, ref, image, size)), None)
        if there is not None:
            found.append(Twin(there, image))
    return found


def _stands(data: Data, one: Ref, ref: Ref, image: OnTable, size: Spot) -> bool:
    """Whether one thing stands where this image of another would."""
    if not ref.is_piece:
        (x, y), (u, v) = table_map.middle_of(data, one), image(*table_map.middle_of(data, ref), *size)
        return abs(x - u) < 0.02 and abs(y - v) < 0.02
    pieces = table_map.pieces_of(data)
    wanted = shape_transforms.image_of(shape_transforms.stand(pieces[ref.number]), lambda spot: image(*spot, *size))
    return shape_transforms.same_stand(shape_transforms.stand(pieces[one.number]), wanted)


def follow(data: dict[str, Any], ref: Ref, twins: list[Twin]) -> None:
    """Let the images become those of what something is now."""
    size = table_map.size_of(data)
    for twin in twins:
        if ref.is_piece:
            data[PIECES][twin.ref.number] = _image(data[PIECES][ref.number], data[PIECES][twin.ref.number], twin, size)
        else:
            spot = twin.image(*table_map.middle_of(data, ref), *size)
            data[ref.key][twin.ref.number] = list(rounded(spot))


def _image(piece: Piece, before: Piece, twin: Twin, size: Spot) -> Piece:
    """The image of a piece; what its image said for itself it goes on saying."""
    new = shape_transforms.mirrored(piece, lambda spot: twin.image(*spot, *size))
    own = {key: before[key] for key in OWN if key in before}
    said = {key: value for key, value in new.items() if key not in OWN}
    return {"kind": said.pop("kind", ""), **own, **said}
