"""A map of an open table as data: its pieces and places, what lies where, and the scene that battles would show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from tabletop_tui.editor.maps import shape_transforms
from tabletop_tui.editor.maps.shape_transforms import Piece
from tabletop_tui.editor.maps.symmetry import Symmetry, plain, rounded
from tabletop_tui.engine.scenes import Area, TableScene, Token
from tabletop_tui.files.map_shapes import circle_corners
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import Wrong
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.map_vocabulary import Data, PlaceForm, TableForm
from tabletop_tui.table.points import Spot, spot_text

PIECES = "piece"
LARGEST = 400.0
"""A table is shown no larger than that, whatever its file says."""


@frozen
class Ref:
    """Something on a table: the list of the file in which it stands, and its number there."""

    key: str
    number: int

    @property
    def is_piece(self) -> bool:
        return self.key == PIECES


# ---------------------------------------------------------------- what a file says
def size_of(data: Data) -> Spot:
    """Width and height, as far as there can be such a table."""
    sides = [data.get(side) for side in ("width", "height")]
    sound = [side if isinstance(side, int | float) and not isinstance(side, bool) else 1.0 for side in sides]
    wide, high = (min(LARGEST, max(1.0, float(side))) for side in sound)
    return wide, high


def pieces_of(data: Data) -> list[Piece]:
    """The pieces of a map, of whatever kind; what is no table counts as an empty one."""
    found = data.get(PIECES)
    return [item if isinstance(item, dict) else {} for item in found] if isinstance(found, list) else []


def places_of(data: Data, form: PlaceForm) -> list[Spot]:
    """The places that a key of a map lists; what is no place lies in the corner."""
    found = data.get(form.key)
    pairs = [shape_transforms.numbers(pair, 2) for pair in found] if isinstance(found, list) else []
    return [(pair[0], pair[1]) if pair else (0.0, 0.0) for pair in pairs]


def everything(data: Data, form: TableForm) -> list[Ref]:
    """All that lies on a table, in the order of the file; places last."""
    pieces = [Ref(PIECES, number) for number in range(len(pieces_of(data)))]
    return pieces + [Ref(place.key, n) for place in form.places for n in range(len(places_of(data, place)))]


def place_form(form: TableForm, key: str) -> PlaceForm | None:
    return next((place for place in form.places if place.key == key), None)


def is_line(piece: Mapping[str, Any], form: TableForm) -> bool:
    kind = form.kind(piece.get("kind"))
    return kind is not None and kind.line


def lying_at(data: Data, form: TableForm, spot: Spot, near: float) -> list[Ref]:
    """What lies at a place or so near to it, the uppermost first: places, lines, then the smaller before the larger."""
    found: list[tuple[float, Ref]] = []
    for place in form.places:
        for number, (x, y) in enumerate(places_of(data, place)):
            if abs(x - spot[0]) <= max(near, place.radius) and abs(y - spot[1]) <= max(near, place.radius):
                found.append((-1.0, Ref(place.key, number)))
    for number, piece in enumerate(pieces_of(data)):
        line = is_line(piece, form)
        if shape_transforms.reaches(piece, spot, line, near if line else 0.0):
            found.append((0.0 if line else area_of(piece), Ref(PIECES, number)))
    return [ref for _, ref in sorted(found, key=lambda one: one[0])]


def area_of(piece: Mapping[str, Any]) -> float:
    """About how large a piece is: to tell what lies on what."""
    corners = shape_transforms.outline(piece)
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairs)) / 2


# ---------------------------------------------------------------- what battles would show
def scene_of(data: Data, form: TableForm) -> TableScene:
    """A map as battles show it, whatever is wrong with it, with its places as pieces."""
    width, height = size_of(data)
    pieces = sorted(pieces_of(data), key=lambda piece: 0.0 if is_line(piece, form) else -area_of(piece))
    areas = [area for piece in pieces for area in _area(piece, form)]
    tokens = [*_tokens(data, form)]
    under = [
        Area("", place.look, circle_corners(*spot, place.radius))
        for place in form.places
        for spot in places_of(data, place)
        if place.radius
    ]
    return TableScene(width, height, form.unit.short, form.ground, (*under, *areas), tokens, {}, grid=form.grid)


def _area(piece: Piece, form: TableForm) -> Iterator[Area]:
    kind, corners = form.kind(piece.get("kind")), shape_transforms.outline(piece)
    if kind is not None and len(corners) > (1 if kind.line else 2):
        yield Area(called(piece, form), kind.look, corners, not kind.line, kind.level)


def _tokens(data: Data, form: TableForm) -> Iterator[Token]:
    for place in form.places:
        for number, spot in enumerate(places_of(data, place), 1):
            tag = f"{place.tag}{number}"
            yield Token(tag, tag, place.name, None, spot_text(spot), "piece")


def called(piece: Mapping[str, Any], form: TableForm) -> str:
    """What a piece is called on the map."""
    if form.called is not None:
        with suppress(Wrong):
            return form.called(piece)
    return name_of(piece, form)


def name_of(piece: Mapping[str, Any], form: TableForm) -> str:
    """Its name, or that of its kind."""
    kind, name = form.kind(piece.get("kind")), piece.get("name")
    if isinstance(name, str) and name:
        return clean(name)
    return kind.look.name if kind is not None else clean(str(piece.get("kind", "piece of no kind")))


# ---------------------------------------------------------------- changes; each works on the data of a document
def add_piece(data: dict[str, Any], piece: Piece) -> Ref:
    data.setdefault(PIECES, []).append(piece)
    return Ref(PIECES, len(data[PIECES]) - 1)


def add_place(data: dict[str, Any], key: str, spot: Spot) -> Ref:
    data[key] = [*data.get(key, ()), list(rounded(spot))]
    return Ref(key, len(data[key]) - 1)


def remove(data: dict[str, Any], form: TableForm, ref: Ref) -> None:
    """Take something off the table; what names a piece goes on naming the same one."""
    del data[ref.key][ref.number]
    if not ref.is_piece:
        return
    for piece in data[PIECES]:
        for key in (key.key for key in form.keys if key.names_piece and key.key in piece):
            if (named := _number_in(piece[key])) == ref.number:
                del piece[key]
            elif named is not None and named > ref.number:
                piece[key] = id_of(named - 1)
    if not data[PIECES]:
        del data[PIECES]


def id_of(number: int) -> str:
    """How other pieces name the one with this number, counted from 0."""
    return f"t{number + 1}"


def _number_in(name: object) -> int | None:
    found = re.fullmatch(r"t([1-9]\d{0,3})", name) if isinstance(name, str) else None
    return int(found[1]) - 1 if found else None


def move(data: dict[str, Any], ref: Ref, dx: float, dy: float) -> None:
    """Something so far to the right and down."""
    here = data[ref.key]
    if ref.is_piece:
        here[ref.number] = shape_transforms.moved(here[ref.number], dx, dy)
    else:
        x, y = shape_transforms.numbers(here[ref.number], 2) or (0.0, 0.0)
        here[ref.number] = list(rounded((x + dx, y + dy)))


def middle_of(data: Data, ref: Ref) -> Spot:
    """The middle of something on the table."""
    if ref.is_piece:
        return shape_transforms.middle(pieces_of(data)[ref.number])
    x, y = shape_transforms.numbers(data[ref.key][ref.number], 2) or (0.0, 0.0)
    return x, y


def set_size(data: dict[str, Any], width: float, height: float) -> None:
    data["width"], data["height"] = plain(width), plain(height)


# ---------------------------------------------------------------- symmetry
def images(piece: Piece, symmetry: Symmetry, size: Spot, known: Iterable[Piece] = ()) -> list[Piece]:
    """The images of a piece that do not stand where it stands itself, another image does, or one of these pieces."""
    standing = [shape_transforms.stand(other) for other in (piece, *known)]
    found: list[Piece] = []
    for image in symmetry.table:
        one = shape_transforms.mirrored(piece, lambda spot, image=image: image(*spot, *size))  # type: ignore[misc]
        where = shape_transforms.stand(one)
        if not any(shape_transforms.same_stand(where, other) for other in standing):
            standing.append(where)
            found.append(one)
    return found


def missing_images(data: Data, form: TableForm, symmetry: Symmetry) -> tuple[list[Piece], list[tuple[str, Spot]]]:
    """The images of pieces and of places that a map does not have yet."""
    size, known = size_of(data), pieces_of(data)
    pieces: list[Piece] = []
    for piece in known:
        pieces += images(piece, symmetry, size, (*known, *pieces))
    places: list[tuple[str, Spot]] = []
    for place in form.places:
        here = places_of(data, place)
        for spot in tuple(here):
            for there in symmetry.spots(spot, *size):
                if not any(_close(one, there) for one in here):
                    here.append(there)
                    places.append((place.key, there))
    return pieces, places


def _close(one: Spot, other: Spot) -> bool:
    return abs(one[0] - other[0]) < 0.02 and abs(one[1] - other[1]) < 0.02


def is_alike(data: Data, form: TableForm, symmetry: Symmetry) -> bool:
    """Whether each piece and place has its images."""
    size = size_of(data)
    standing = [shape_transforms.stand(piece) for piece in pieces_of(data)]
    for image in symmetry.table:
        for one in standing:
            where = shape_transforms.image_of(one, lambda spot, image=image: image(*spot, *size))  # type: ignore[misc]
            if not any(shape_transforms.same_stand(where, other) for other in standing):
                return False
    spots = {place: places_of(data, place) for place in form.places}
    return all(
        any(_close(one, there) for one in here)
        for here in spots.values()
        for spot in here
        for there in symmetry.spots(spot, *size)
    )


def complete(data: dict[str, Any], form: TableForm, symmetry: Symmetry) -> None:
    """Add the images that are missing."""
    pieces, places = missing_images(data, form, symmetry)
    for piece in pieces:
        add_piece(data, piece)
    for key, spot in places:
        add_place(data, key, spot)


def seen_as(data: dict[str, Any], form: TableForm, symmetry: Symmetry) -> None:
    """Mirror or turn all that lies on the table, by the first image of a symmetry."""
    size, image = size_of(data), symmetry.table[0]
    if PIECES in data:
        data[PIECES] = [shape_transforms.mirrored(piece, lambda spot: image(*spot, *size)) for piece in pieces_of(data)]
    for place in form.places:
        if place.key in data:
            data[place.key] = [list(rounded(image(*spot, *size))) for spot in places_of(data, place)]
