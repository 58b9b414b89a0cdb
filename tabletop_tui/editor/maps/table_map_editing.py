"""A map of an open table on the bench: pieces are drawn, put down, held, moved, turned, resized, copied, mirrored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import hypot
from typing import Any, Literal

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps import shape_transforms, table_map, typed_measures
from tabletop_tui.editor.maps.piece_keys import NAME, ordered, value_of, words_of
from tabletop_tui.editor.maps.shape_transforms import Piece
from tabletop_tui.editor.maps.symmetric_twins import follow, twins_of
from tabletop_tui.editor.maps.symmetry import SYMMETRIES, plain, rounded
from tabletop_tui.editor.maps.table_map import PIECES, Ref
from tabletop_tui.editor.maps.table_transforms import WholeTable
from tabletop_tui.engine.overlays import Patch
from tabletop_tui.files.map_shapes import circle_corners
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.map_vocabulary import PieceKey, PlaceForm, TableForm, TerrainForm
from tabletop_tui.table.points import Spot, parse_spot, spot_text

Shape = Literal["box", "circle", "corners"]
SHAPES: tuple[Shape, ...] = ("box", "circle", "corners")
NOTHING = "Choose a piece first, or go to one"
NEAR = 0.75
"""How near to a line or a place the cursor has to be, in steps of the cursor."""


class TableBench(WholeTable):
    """A map of an open table, a kind of terrain to put down, and what is chosen of what lies there."""

    def __init__(self, document: Document, form: TableForm) -> None:
        super().__init__(document, form)
        self.kind = form.kinds[0].id
        """What is put down: the id of a kind of terrain, or the key of a list of places."""
        self.shape: Shape = "box"
        self.drawn: list[Spot] = []
        """The corners of the piece being drawn."""
        self.chosen: Ref | None = None
        self.laid = False
        """Whether what is chosen was laid just now: measures typed then are those of a new piece."""
        self.held = False
        """Whether what is chosen goes with the cursor."""
        self.faulty: frozenset[Ref] = frozenset()
        """What the rulebook has something against."""
        self.step = 1.0
        """What a step of the cursor is worth now, in table units."""
        wide, high = self.size
        self.cursor = spot_text((float(round(wide / 2)), float(round(high / 2))))

    @property
    def here(self) -> Spot:
        """Where the cursor lies."""
        return parse_spot(self.cursor) or (0.0, 0.0)

    def after_change(self) -> None:
        if self.chosen not in self.things:
            self.chosen, self.held = None, False

    # ------------------------------------------------------------------ what is seen
    @property
    def terrain(self) -> TerrainForm | None:
        """The kind of terrain that is put down; None where it is a place."""
        return self.form.kind(self.kind)

    @property
    def place(self) -> PlaceForm | None:
        return table_map.place_form(self.form, self.kind)

    @property
    def kind_words(self) -> str:
        """What is put down, in words."""
        if self.terrain is not None:
            return self.terrain.look.name
        return self.place.name if self.place is not None else ""

    @property
    def is_line(self) -> bool:
        return self.terrain is not None and self.terrain.line

    @property
    def about(self) -> Ref | None:
        """What keys are about: what is chosen, else the uppermost at the cursor."""
        if self.chosen is not None:
            return self.chosen
        return next(iter(self.lying_here()), None)

    def lying_here(self) -> list[Ref]:
        return table_map.lying_at(self.document.data, self.form, self.here, NEAR * self.step)

    @property
    def prompt(self) -> str:
        if self.held and self.chosen is not None:
            words = self.words(self.chosen)
            return f"{words[:1].upper()}{words[1:]} goes with the cursor: where is it to lie?"
        if not self.drawn:
            if self.place is not None or self.is_line:
                return f"Put down: {self.kind_words}"
            shape = "its corners one by one" if self.shape == "corners" else f"as a {self.shape}"
            return f"Put down: {self.kind_words}, {shape}"
        if self.is_line or self.shape == "corners":
            return f"{self.kind_words.capitalize()}: corner {len(self.drawn) + 1}"
        other = "the opposite corner" if self.shape == "box" else "a place on its rim"
        return f"{self.kind_words.capitalize()}: {other}"

    def words(self, ref: Ref) -> str:
        """What something is, in a few words."""
        if ref.is_piece:
            return table_map.name_of(self.piece(ref), self.form)
        place = table_map.place_form(self.form, ref.key)
        return f"{place.name} {ref.number + 1}" if place is not None else ref.key

    def piece(self, ref: Ref) -> Piece:
        return table_map.pieces_of(self.document.data)[ref.number]

    def _kinds_here(self) -> Iterator[TerrainForm]:
        pieces = [self.piece(ref) for ref in [self.about, *self.lying_here()] if ref is not None and ref.is_piece]
        yield from filter(None, (self.form.kind(piece.get("kind")) for piece in pieces))
        yield from filter(None, [self.terrain])

    @property
    def rules_here(self) -> tuple[str, ...]:
        places = [place for ref in self.lying_here() if (place := table_map.place_form(self.form, ref.key))]
        places += [self.place] if self.place is not None else []
        rules = [*super().rules_here, *(rule for place in places for rule in place.rules)]
        return tuple(dict.fromkeys(rules))

    def ref_of(self, place: str) -> Ref | None:
        """What a place in the file speaks of, as in piece[3].points."""
        found = re.match(r"(\w+)\[(\d{1,4})\]", place)
        ref = Ref(found[1], int(found[2])) if found else None
        return ref if ref in self.things else None

    def at_fault(self, place: str) -> bool:
        ref = self.ref_of(place)
        if ref is not None:
            self.choose(ref)
        return ref is not None

    def preview(self) -> list[Patch]:
        """What is being drawn, chosen or at fault, as areas to lay over the table."""
        found = [Patch(self._outline(ref), "under") for ref in self.faulty if ref in self.things and ref != self.chosen]
        if self.drawn:
            piece = self._piece_of([*self.drawn, self.here])
            lying = [piece, *table_map.images(piece, self.symmetry, self.size)]
            found += [Patch(corners, "under") for one in lying if len(corners := shape_transforms.outline(one)) > 1]
        if self.chosen is not None:
            found.append(Patch(self._outline(self.chosen), "ring"))
        return found

    def _outline(self, ref: Ref) -> tuple[Spot, ...]:
        if ref.is_piece:
            return shape_transforms.outline(self.piece(ref))
        place = table_map.place_form(self.form, ref.key)
        middle = table_map.middle_of(self.document.data, ref)
        return circle_corners(*middle, max(place.radius if place else 0.0, self.step / 2))

    # ------------------------------------------------------------------ what is put down
    def choices(self) -> list[str]:
        """All that can be put down: kinds of terrain, then places."""
        return [*(kind.id for kind in self.form.kinds), *(place.key for place in self.form.places)]

    def take_kind(self, kind: str) -> str:
        self.drawn, self.kind = [], kind
        self._let_go()
        self.chosen = None
        return ""

    def next_kind(self, step: int) -> str:
        known = self.choices()
        return self.take_kind(known[(known.index(self.kind) + step) % len(known)])

    def next_shape(self) -> str:
        self.drawn = []
        self.shape = SHAPES[(SHAPES.index(self.shape) + 1) % len(SHAPES)]
        return ""

    def go_to(self, spot: str) -> str:
        """The cursor comes to a spot, and with it whatever is held."""
        before, self.cursor = self.here, spot
        if self.held and self.chosen is not None:
            self._move(self.here[0] - before[0], self.here[1] - before[1])
        return ""

    def drag_to(self, spot: str) -> str:
        """Take hold of what lies under the cursor, and go on to a spot."""
        if not self.held:
            self.chosen = self.about
            self.held = self.chosen is not None
            self.end_stroke()
        return self.go_to(spot)

    def _move(self, dx: float, dy: float) -> None:
        ref = self.chosen
        assert ref is not None
        self._do(f"move {self.words(ref)}", ref, lambda data: table_map.move(data, ref, dx, dy), stroke=True)

    def _do(self, label: str, ref: Ref, edit: Callable[[dict[str, Any]], object], stroke: bool = False) -> None:
        """A change of something, and of its images where all is done with them."""
        images = twins_of(self.document.data, self.form, ref, self.symmetry)

        def work(data: dict[str, Any]) -> None:
            edit(data)
            follow(data, ref, images)

        self.change(label, work, stroke)

    def put(self) -> str:
        """Put down what is held, or the next corner of what is drawn."""
        if self.held:
            return self.release()
        if self.place is not None:
            return self._put_place(self.kind)
        self.chosen = None
        self.drawn.append(rounded(self.here))
        whole = not self.is_line and self.shape != "corners" and len(self.drawn) == 2
        return self.finish() if whole else ""

    def _put_place(self, key: str) -> str:
        spots = [rounded(self.here)]
        spots += [spot for spot in self.symmetry.spots(self.here, *self.size) if spot not in spots]

        def edit(data: dict[str, Any]) -> None:
            for spot in spots:
                table_map.add_place(data, key, spot)

        number = len(table_map.places_of(self.document.data, self.place)) if self.place is not None else 0
        self.change(f"put down a {self.kind_words}", edit)
        self.chosen, self.laid = Ref(key, number), True
        return ""

    def finish(self) -> str:
        """The piece being drawn is whole."""
        corners, self.drawn = self.drawn, []
        least = 2 if self.is_line or self.shape != "corners" else 3
        if len(set(corners)) < least:
            self.drawn = corners
            return f"Set at least {least} different corners"
        return self.add(self._piece_of(corners))

    def _piece_of(self, corners: list[Spot]) -> Piece:
        """The piece that these corners make, drawn as the shape in hand says."""
        first, last = corners[0], corners[-1]
        if self.is_line or self.shape == "corners":
            return {"kind": self.kind, "points": shape_transforms.spots_as_lists(corners)}
        if self.shape == "circle":
            radius = plain(hypot(last[0] - first[0], last[1] - first[1]))
            return {"kind": self.kind, "circle": [*rounded(first), radius]}
        return {"kind": self.kind, "box": shape_transforms.box_between(first, last)}

    def add(self, piece: Piece) -> str:
        """Put down a piece with its images; it is chosen then."""
        lying = [piece, *table_map.images(piece, self.symmetry, self.size)]
        number = len(table_map.pieces_of(self.document.data))

        def edit(data: dict[str, Any]) -> None:
            for one in lying:
                table_map.add_piece(data, dict(one))

        self.change(f"put down {table_map.name_of(piece, self.form)}", edit)
        self.chosen, self.laid = Ref(PIECES, number), True
        return ""

    def back(self) -> str:
        """Take back the last corner of what is drawn."""
        if self.drawn:
            self.drawn.pop()
        return ""

    def drop(self) -> bool:
        """Let go of what is drawn, then of what is chosen; whether there was anything."""
        if self.drawn:
            self.drawn = []
            return True
        held, self.chosen = self.chosen is not None, None
        self._let_go()
        return held

    def _let_go(self) -> None:
        self.held = False
        self.end_stroke()

    # ------------------------------------------------------------------ what is chosen
    def choose(self, ref: Ref | None) -> str:
        """Choose something; the cursor comes to its middle, or as near as the table goes."""
        self._let_go()
        self.drawn, self.chosen, self.laid = [], ref, False
        if ref is not None:
            (x, y), (wide, high) = table_map.middle_of(self.document.data, ref), self.size
            self.cursor = spot_text((max(0.0, min(wide, x)), max(0.0, min(high, y))))
        return ""

    def choose_here(self) -> str:
        """Choose what lies under the cursor; once more, what lies under that."""
        here = self.lying_here()
        if not here:
            return "Nothing lies here"
        at = here.index(self.chosen) + 1 if self.chosen in here else 0
        self._let_go()
        self.drawn, self.chosen, self.laid = [], here[at % len(here)], False
        return ""

    def next_thing(self, step: int) -> str:
        """Choose what comes next on the table."""
        things = self.things
        if not things:
            return "Nothing lies on the table yet"
        at = things.index(self.chosen) + step if self.chosen in things else 0 if step > 0 else -1
        return self.choose(things[at % len(things)])

    def hold(self) -> str:
        """Finish what is drawn; put down what is held; else take hold of what is chosen or lies here."""
        if self.drawn:
            return self.finish()
        if self.held:
            return self.release()
        ref = self.about
        if ref is None:
            return "Nothing lies here to take hold of"
        self.chosen, self.held, self.laid = ref, True, False
        self.end_stroke()
        (x, y), (wide, high) = table_map.middle_of(self.document.data, ref), self.size
        if not (0 <= x <= wide and 0 <= y <= high):  # what lies off the table comes to the cursor
            self._move(self.here[0] - x, self.here[1] - y)
        return ""

    def release(self) -> str:
        self._let_go()
        return ""

    def _with_about(self, what: str, work: Callable[[dict[str, Any], Ref], object], stroke: bool = False) -> str:
        """A change of what keys are about, or why there is none."""
        ref = self.about
        if ref is None:
            return NOTHING
        self._do(f"{what} {self.words(ref)}", ref, lambda data: work(data, ref), stroke)
        return ""

    def _reshape(self, what: str, make: Callable[[Piece], Piece]) -> str:
        ref = self.about
        if ref is not None and not ref.is_piece:
            return "A place has no shape of its own"

        def work(data: dict[str, Any], ref: Ref) -> None:
            data[PIECES][ref.number] = make(data[PIECES][ref.number])

        found = self._with_about(what, work)
        self.chosen = ref
        return found

    def turn(self, degrees: float) -> str:
        return self._reshape("turn", lambda piece: shape_transforms.turned_by(piece, degrees))

    def scale(self, factor: float) -> str:
        return self._reshape("resize", lambda piece: shape_transforms.resized(piece, factor))

    def remove(self) -> str:
        """Take off what keys are about; while a piece is drawn, its last corner."""
        if self.drawn:
            return self.back()
        ref = self.about
        if ref is None:
            return NOTHING
        images = [twin.ref for twin in twins_of(self.document.data, self.form, ref, self.symmetry)]

        def edit(data: dict[str, Any]) -> None:
            for one in sorted((ref, *images), key=lambda one: -one.number):
                table_map.remove(data, self.form, one)

        self.change(f"remove {self.words(ref)}", edit)
        self.chosen, self.held = None, False
        return ""

    def copy(self) -> str:
        """One more of what keys are about, which goes with the cursor."""
        ref = self.about
        if ref is None:
            return NOTHING
        number = sum(one.key == ref.key for one in self.things)
        dx, dy = (
            here - there for here, there in zip(self.here, table_map.middle_of(self.document.data, ref), strict=True)
        )

        def edit(data: dict[str, Any]) -> None:
            data[ref.key] = [
                *data[ref.key],
                shape_transforms.moved(self.piece(ref), 0, 0) if ref.is_piece else data[ref.key][ref.number],
            ]
            table_map.move(data, Ref(ref.key, number), dx, dy)

        self.end_stroke()
        self.change(f"copy {self.words(ref)}", edit, stroke=True)
        self.chosen, self.held = Ref(ref.key, number), True
        return ""

    def mirror(self) -> str:
        """The images of what is chosen, by the symmetry in use or else by a half turn."""
        ref = self.about
        if ref is None or not ref.is_piece:
            return NOTHING
        symmetry = self.symmetry if self.symmetry.table else SYMMETRIES["half-turn"]
        images = table_map.images(self.piece(ref), symmetry, self.size, table_map.pieces_of(self.document.data))
        if not images:
            return f"Its images lie there already ({symmetry.name})"

        def edit(data: dict[str, Any]) -> None:
            for one in images:
                table_map.add_piece(data, one)

        self.change(f"mirror {self.words(ref)}", edit)
        return f"Put down as well: its images by {symmetry.name}"

    # ------------------------------------------------------------------ numbers and words
    @property
    def measured(self) -> Ref | None:
        """What typed measures are of: what is chosen, None for a new piece."""
        return None if self.laid else self.chosen

    def measures(self) -> str:
        """The numbers of what is chosen, as `type_measures` takes them; '' for nothing."""
        return self.measures_of(self.measured) if self.measured is not None else ""

    def measures_of(self, ref: Ref) -> str:
        if ref.is_piece:
            return typed_measures.written(self.piece(ref))
        return spot_text(table_map.middle_of(self.document.data, ref))

    @property
    def how_to_measure(self) -> str:
        """How the measures of a new piece are typed."""
        if self.place if self.measured is None else not self.measured.is_piece:
            return typed_measures.A_PLACE
        ref = self.measured
        line = self.is_line if ref is None else table_map.is_line(self.piece(ref), self.form)
        return f"type {typed_measures.HOW_A_LINE if line else typed_measures.HOW}"

    def type_measures(self, text: str) -> str:
        """Give what is chosen these measures, or put down a new piece of them. What is wrong, '' if nothing is."""
        try:
            return self._measured(text)
        except Wrong as wrong:
            return wrong.fix

    def _measured(self, text: str) -> str:
        ref = self.measured
        if (ref is not None and not ref.is_piece) or (ref is None and self.place is not None):
            where = text.rpartition(" at ")[2]  # a plan has its size before it, which is the rulebook's
            spot = typed_measures.place_of(where, self.unit)
            if ref is None:
                self.cursor = spot_text(spot)
                return self._put_place(self.kind)
            place = list(rounded(spot))
            self._do(f"measure {self.words(ref)}", ref, lambda data: data[ref.key].__setitem__(ref.number, place))
            return ""
        if ref is None:
            return self.add({"kind": self.kind, **typed_measures.typed(text, self.here, self.is_line, self.unit)})
        piece = self.piece(ref)
        shape = typed_measures.typed(
            text, shape_transforms.middle(piece), table_map.is_line(piece, self.form), self.unit
        )
        self._do(
            f"measure {self.words(ref)}",
            ref,
            lambda data: data[PIECES].__setitem__(ref.number, shape_transforms.put_shape(piece, shape)),
        )
        return ""

    def keys_of(self) -> list[tuple[PieceKey, str, bool]]:
        """What can be said of what keys are about: each key, its value in words, and whether it is said."""
        ref = self.about
        if ref is None or not ref.is_piece:
            return []
        piece = self.piece(ref)
        return [(key, words_of(key, piece), key.key in piece) for key in (NAME, *self.form.keys)]

    def say(self, key: PieceKey, text: str) -> str:
        """Say something of a piece; '' for what its kind has. What is wrong with it, '' if nothing is."""
        ref = self.about
        if ref is None or not ref.is_piece:
            return NOTHING
        try:
            value = value_of(key, text.strip())
        except Wrong as wrong:
            return wrong.fix

        def edit(data: dict[str, Any]) -> None:
            piece = data[PIECES][ref.number]
            piece.pop(key.key, None) if value is None else piece.update({key.key: value})
            data[PIECES][ref.number] = ordered(piece)

        self._do(f"{key.label} of {self.words(ref)}", ref, edit)
        return ""

    def change_kind(self, kind: str) -> str:
        """Make what is chosen a piece of another kind."""
        return self._reshape("another kind for", lambda piece: {**piece, "kind": kind})
