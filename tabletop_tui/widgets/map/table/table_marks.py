"""What marks lay over an open table: tints, rims with their distance in them, ways, ghosts, traces, who acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import ceil, cos, radians, sin
from typing import Any

from attrs import define, field

from tabletop_tui.engine.overlays import Overlay, Patch, Trace
from tabletop_tui.engine.scenes import Effect, TableScene
from tabletop_tui.table.overlay_signs import Chart
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.raster import Cell, Raster, bits_of, columns_of, outline
from tabletop_tui.widgets.colour_arithmetic import HOT, TRAIL
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.marks import SIGHT, Marks
from tabletop_tui.widgets.map.shared.traces import NOTHING, Traces
from tabletop_tui.widgets.map.table.label_placement import Labels, Layer, settle
from tabletop_tui.widgets.map.table.trace_lines import Laid, flag_cells, line_cells
from tabletop_tui.widgets.map.table.unit_bodies import UnitBodies
from tabletop_tui.widgets.palette import LAMP, OVER, RIM, RIMMED
from tabletop_tui.widgets.sight_tints import BEST, states

PATCHES = {"under": "threat", "ring": "target"}
"""How the parts of a template are tinted."""
GLOW = 3.5
"""How many columns around it a shot in flight lights up."""
SPACING = 1.0
"""How far apart the spots are that a question offers, in table units."""


@define(eq=False)
class MarkLayers:
    """The layers of the marks of one painter, each by rows and columns of cells."""

    raster: Raster
    glyphs: Glyphs
    wide_base: float
    dotted: bool
    """Whether rims of tints are dotted because no colour shows the tint."""
    over: Layer = field(init=False, factory=dict)
    """What lies over ground and labels."""
    rims: Layer = field(init=False, factory=dict)
    """Lines that give way to labels."""
    acting: Layer = field(init=False, factory=dict)
    """The body and the tag of the unit whose go it is, over all else."""
    tinted: dict[int, dict[int, str]] = field(init=False, factory=dict)
    veiled: dict[int, dict[int, str]] = field(init=False, factory=dict)
    """The tints of what lies over the ground; those of an overlay go before them."""
    _effects: tuple[Sequence[Effect], Layer] = field(init=False, factory=lambda: ((), {}))
    """The effects that were laid last, and their signs."""
    _traced: tuple[Traces, list[Laid]] = field(init=False, factory=lambda: (NOTHING, []))
    """The traces that were laid last, and their cells."""

    def lay(self, marks: Marks, scene: TableScene, labels: Labels, bodies: UnitBodies, models: Layer) -> None:
        """What the marks show, the more urgent over the less."""
        self._lay_effects(scene.effects)
        self.over, self.tinted, self.acting = {}, {}, {}
        self.rims = {row: signs.copy() for row, signs in self._effects[1].items()}
        if marks.overlay is not None:
            self._lay_overlay(marks.overlay, labels)
        self._lay_traces(marks.traces, labels)
        self._tint(marks.labels, "reach")
        self._lay_patches(marks)
        self._lay_lines(marks, labels)
        self._lay_tracer(places_of(marks.tracer))
        self._lay_ghosts(marks)
        self._lay_chosen(marks, scene, labels, bodies, models)

    def _lay_effects(self, effects: Sequence[Effect]) -> None:
        """Smoke, shields and the like: a tint with scattered signs, or a rim of signs."""
        if effects == self._effects[0]:
            return
        self.veiled, signs = {}, Layer()
        for effect in effects:
            ink, sign = effect_ink(effect), self.glyphs.ground(effect.look)
            for column, row in self.cells_of(effect):
                if effect.filled and len(effect.points) > 1:
                    self.veiled.setdefault(row, {})[column] = OVER + effect.look.colour
                    if (column + row) % 2:
                        signs.get(row, {}).pop(column, None)
                        continue
                self._set(signs, (column, row), sign, ink)
        self._effects = effects, signs

    def cells_of(self, effect: Effect) -> Iterable[Cell]:
        """The cells on which something lies; of a rim those of its line."""
        raster, points = self.raster, effect.points
        if len(points) == 1:
            return filter(raster.inside, [raster.cell(*points[0])])
        rim = raster.line([*points, points[0]])
        return filter(raster.inside, {*raster.polygon(points), *rim} if effect.filled else rim)

    def _lay_overlay(self, overlay: Overlay, labels: Labels) -> None:
        if not isinstance(overlay.labels, Chart):
            self._tint_overlay(overlay)
        for trace in overlay.traces:
            for number, cell in enumerate(self.raster.line(trace.points)):
                if number % 2 == 0:
                    self._set(self.rims, cell, self.glyphs.trace, trace.kind if trace.kind == "threat" else "ring")
        self._name_traces(overlay.traces, labels)

    def _lay_lines(self, marks: Marks, labels: Labels) -> None:
        """The line of sight and the way in hand; a name with a hole in it is no name."""
        raster, state = self.raster, next(iter(marks.sight.values()), "")
        sight = [(cell, self.glyphs.grade(state), state) for cell in dotted(raster.line(places_of(marks.sight))[1:-1])]
        way = [(cell, self.glyphs.path, "path") for cell in raster.line(places_of(marks.path))]
        for cell, sign, ink in chain(sight, way):
            if cell[0] not in labels.signs.get(cell[1], ()):
                self._set(self.over, cell, sign, ink)
        for waypoint in places_of(marks.waypoints):
            self._set(self.over, raster.cell(*waypoint), self.glyphs.waypoint, "waypoint")

    def _lay_tracer(self, flown: Sequence[tuple[float, float]]) -> None:
        """The ground along the way of a shot lights up, most where it is."""
        if len(flown) < 2:
            return
        raster, end = self.raster, flown[-1]
        trail = raster.spread(bits_of(raster.line(flown)), 3, 1)
        hot = {*raster.disc(*end, GLOW / raster.across)}
        for row, columns in trail.items():
            for column in columns_of(columns):
                self._light((column, row), TRAIL)
        for cell in hot:
            self._light(cell, HOT)

    def _light(self, cell: Cell, step: str) -> None:
        """A cell lit by a shot, whatever tint lies over it."""
        if self.raster.inside(cell):
            column, row = cell
            here = self.tinted.setdefault(row, {})
            tint = here.get(column) or self.veiled.get(row, {}).get(column, "")
            here[column] = f"{tint.partition(LAMP)[0]}{LAMP}{step}"

    def _lay_ghosts(self, marks: Marks) -> None:
        """Where models would stand."""
        raster = self.raster
        for number, (x, y, radius) in enumerate(marks.ghosts, 1):
            ink = "in-hand" if number == marks.in_hand else "barred" if marks.barred else "ghost"
            wide = radius >= self.wide_base
            for cell in raster.disc(x, y, radius) if wide else [raster.cell(x, y)]:
                self._set(self.over, cell, self.glyphs.ghost, ink)
            if marks.ghost_names:
                name = marks.ghost_names[number - 1]
                column, row = raster.cell(x, y)
                write(self.over, raster, name, (column - (len(name) - 1) // 2, row), ink)
            if marks.facing is not None and wide:
                self._set(self.over, *nose(raster, self.glyphs, (x, y, radius), marks.facing), ink)

    def _lay_chosen(self, marks: Marks, scene: TableScene, labels: Labels, bodies: UnitBodies, models: Layer) -> None:
        """Tags of targets, and the unit whose go it is, light up; of one without a tag in its label the whole label."""
        for token in scene.tokens:
            if token.spot in marks.targets and token.spot != marks.active:
                for column, row in labels.tags.get(token.unit, labels.of.get(token.unit, [])):
                    self._set(self.over, (column, row), labels.signs[row][column][0], "on-target")
            if token.spot != marks.active or token.spot in marks.flash:
                continue
            for column, row in labels.tags.get(token.unit, ()):
                self._set(self.acting, (column, row), labels.signs[row][column][0], "acting")
            body = bodies.of.get(token.unit)
            for row, columns in body.columns if body is not None else ():
                here = models.get(row, {})
                for column in columns:
                    if column in here:
                        self._set(self.acting, (column, row), here[column][0], "acting")
            for (column, row), block in body.rim.items() if body is not None else ():
                if models.get(row, {}).get(column, ("",))[0] == block:
                    self._set(self.acting, (column, row), block, "rim acting")

    def _lay_traces(self, traces: Traces, labels: Labels) -> None:
        """Ways, shots and losses, below all that the question in hand shows."""
        if traces is not self._traced[0]:
            self._traced = traces, [*line_cells(traces, self.raster, self.glyphs)]
        for cell, sign, ink in self._traced[1]:
            self._set(self.rims, cell, sign, ink)
        for cell, word, ink in flag_cells(traces, self.raster, labels):
            write(self.over, self.raster, word, cell, ink)

    def _lay_patches(self, marks: Marks) -> None:
        """Areas that the answer in hand lays over the table, tinted and scattered with their signs."""
        for patch in marks.patches:
            cells = [*(self.raster.polygon if len(patch.points) > 2 else self.raster.line)(patch.points)]
            for cell in filter(self.raster.inside, cells):
                self._lay_patch(patch, cell, "barred" if marks.barred else "ghost", len(cells) < 3)

    def _lay_patch(self, patch: Patch, cell: Cell, ghost: str, small: bool) -> None:
        column, row = cell
        if patch.kind == "ghost":
            self._set(self.over, cell, self.glyphs.ghost, ghost)
            return
        self.tinted.setdefault(row, {})[column] = PATCHES[patch.kind]
        if (column + row) % 2 == 0 or small:
            self._set(self.rims, cell, getattr(self.glyphs, patch.kind), PATCHES[patch.kind])
        else:
            self.rims.get(row, {}).pop(column, None)

    def _name_traces(self, traces: Iterable[Trace], labels: Labels) -> None:
        """What each line means, written where it runs free of models and labels; left out if it nowhere does."""
        names: Layer = {}
        taken = labels.taken.copy()
        for trace in traces:
            cells = [self.raster.cell(*point) for point in trace.points]
            for text in (f" {trace.label} ", trace.label) if trace.label else ():
                within = ((column - back, row) for back in (len(text) // 2, 0) for column, row in cells)
                if (cell := settle(labels.places(text, within), taken)) is not None:
                    write(names, self.raster, text, cell, "chip")
                    break
        for row, signs in names.items():
            self.rims.setdefault(row, {}).update(signs)

    def _tint_overlay(self, overlay: Overlay) -> None:
        """Tint its spots by its kind, or each by its grade of sight."""
        if overlay.kind != SIGHT:
            self._tint(overlay.labels, overlay.kind)
            return
        for label, state in states(overlay.grades).items():
            if state == BEST:  # what is seen best stays as it is
                continue
            self._tint({spot: said for spot, said in overlay.labels.items() if said == label}, state)

    def _tint(self, labels: Mapping[str, str], kind: str) -> None:
        """Tint what belongs to these spots; the rim of it is dotted where no colour shows it."""
        if not labels:
            return
        raster = self.raster
        # Rounded up: at zooms between whole numbers no gaps may stay between the spots.
        wide, high = max(1, ceil(raster.across * SPACING - 0.01)), max(1, ceil(raster.down * SPACING - 0.01))
        middles: set[Cell] = set()
        for text, label in labels.items():
            if (spot := parse_spot(text)) is None or not raster.inside(cell := raster.cell(*spot)):
                continue
            middles.add(cell)
            if kind == "threat" and label:
                self._set(self.rims, cell, label[:1], "threat")
        tinted = raster.spread(bits_of(middles), wide, high)
        for row, columns in tinted.items():
            self.tinted.setdefault(row, {}).update(dict.fromkeys(columns_of(columns), kind))
        for row, columns in outline(tinted).items() if kind in RIMMED or self.dotted else ():
            if columns:
                if kind in RIMMED:
                    self.tinted[row].update(dict.fromkeys(columns_of(columns), kind + RIM))
                if self.dotted:
                    self.rims.setdefault(row, {}).update(
                        dict.fromkeys(columns_of(columns), (self.glyphs.tint_rim, kind))
                    )

    def _set(self, layer: Layer, cell: Cell, sign: str, ink: str) -> None:
        if self.raster.inside(cell):
            layer.setdefault(cell[1], {})[cell[0]] = sign, ink


def dotted(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Those cells of a line that lie evenly apart, two columns or a row."""
    last: Cell | None = None
    for cell in cells:
        if last is None or abs(cell[0] - last[0]) + 2 * abs(cell[1] - last[1]) >= 2:
            yield cell
            last = cell


def write(layer: Layer, raster: Raster, text: str, cell: Cell, ink: str) -> None:
    """A text into a layer, as much of it as lies on the table."""
    column, row = cell
    if 0 <= row < raster.rows:
        inside = ((at, sign) for at, sign in enumerate(text, column) if 0 <= at < raster.columns)
        layer.setdefault(row, {}).update({at: (sign, ink) for at, sign in inside})


def nose(raster: Raster, glyphs: Glyphs, base: tuple[float, float, float], facing: float) -> tuple[Cell, str]:
    """The cell at the front of a wide base (x, y, radius), and the sign for the way it faces."""
    (x, y, radius), angle = base, radians(facing)
    return raster.cell(x + radius * sin(angle), y - radius * cos(angle)), arrow(glyphs, facing)


def arrow(glyphs: Glyphs, facing: float) -> str:
    """The sign for a facing in degrees from north."""
    return glyphs.compass[round(facing / 45) % 8]


def charted(marks: Marks) -> Chart | None:
    """The chart of the whole table that the marks lay over it."""
    labels: Any = marks.overlay.labels if marks.overlay is not None else None
    return labels if isinstance(labels, Chart) else None


def effect_ink(effect: Effect) -> str:
    """The ink of what lies on the table: its colour, or that of its side."""
    return f"effect {effect.look.colour} {'' if effect.seat is None else effect.seat}"


def places_of(spots: Iterable[str]) -> list[tuple[float, float]]:
    """The places that these texts name."""
    return [place for place in map(parse_spot, spots) if place is not None]
