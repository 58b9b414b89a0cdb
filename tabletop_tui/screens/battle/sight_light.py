"""The table lit by sight: the unit in hand is a lamp, and a dull red lies where enemies may shoot at it.

All of it is made from the rulebook's own maps of sight, each found once while the game stands as it does: first what
the unit sees, which is shown at once, then one enemy after the other, as far as its weapons reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor, sqrt

from attrs import define, evolve, field

from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.place_fields import Searched
from tabletop_tui.engine.scenes import HexScene, Scene, TableScene
from tabletop_tui.engine.sight_grades import Scale
from tabletop_tui.records import frozen
from tabletop_tui.skirmish.incremental_search import Searching
from tabletop_tui.table.overlay_signs import Chart
from tabletop_tui.widgets.colour_arithmetic import SEEN_BY_FOES, STEPS
from tabletop_tui.widgets.map.shared.marks import Light

Labels = Mapping[str, str]


def steps_of(grades: Scale) -> dict[str, int]:
    """For the label of each grade of sight its step of light: the best is bright, and the worst lies in dusk."""
    last = STEPS - 1
    return {one.label: last if one.rank == one.last else between(one.rank, one.last) for one in grades}


def between(rank: int, last: int) -> int:
    """The step of the best grade, and of those between it and the worst."""
    return 0 if not rank else 1 if 2 * rank <= last else 2


@frozen
class Exposed:
    """What an enemy sees, and how far it may attack."""

    unit: str
    sight: Overlay
    reach: float | None = None
    """In units of the table, from its models; None where no distance limits it."""


@define(eq=False)
class Lamp:
    """What is to be found for the light of a unit at one place; `search` does a bounded bit of it at a time."""

    scene: Scene
    look: Callable[[str, str], Overlay]
    """What a unit sees from a place, found once: '' for where it stands."""
    unit: str
    place: str
    """'' for where it stands."""
    foes: list[str]
    """The enemies that have still to be asked what they see."""
    reach: Callable[[str], float | None] = lambda _: None
    """How far a unit may attack; None where no distance limits that."""
    seen: Overlay | None = None
    exposed: list[Exposed] = field(factory=list)
    light: Light | None = None
    """As far as it is known: what the unit sees close by, then all of that, then with the red of all its enemies."""

    @property
    def done(self) -> bool:
        return self.seen is not None and not self.foes

    def search(self, seconds: float) -> bool:
        """One map of sight, or as much of it as can be found in that time; whether all is known."""
        if self.done:
            return True
        whose = self.unit if self.seen is None else self.foes[0]
        place = self.place if self.seen is None else ""
        overlay = self.look(whose, place)
        if isinstance(overlay.labels, Searched) and not overlay.labels.search(seconds):
            if self.light is None and isinstance(overlay.labels, Searching) and overlay.labels.so_far:
                self.light = light_of(self.scene, evolve(overlay, labels=overlay.labels.so_far), (), known=False)
            return False
        if self.seen is None:
            self.seen = overlay
        else:
            self.exposed.append(Exposed(whose, overlay, self.reach(whose)))
            self.foes.pop(0)
        if not self.exposed or not self.foes:
            self.light = light_of(self.scene, self.seen, self.exposed, self.unit)
        return self.done


def light_of(scene: Scene, seen: Overlay, exposed: Iterable[Exposed], unit: str = "", known: bool = True) -> Light:
    """The light of a table: how well a unit sees each place, and whether one of these others may shoot at it there.

    Where not all is `known` yet, the rest of an open table stays as it is.
    """
    steps = {label: str(step) for label, step in steps_of(seen.grades).items()}
    if isinstance(scene, HexScene):
        red = {spot for one in exposed for spot in covered(scene, one)}
        found = {spot: steps[label] for spot, label in seen.labels.items()}
        return Light({spot: step + SEEN_BY_FOES * (spot in red) for spot, step in found.items()})
    size = int(scene.width) + 1, int(scene.height) + 1
    own = max((base.radius for base in scene.bases.get(unit, ())), default=0.0)
    masks = [_covering(scene, one, own, size) for one in exposed]
    columns, bare = [], "0" if known else ""
    for x, column in enumerate(_columns(seen.labels, size)):
        red_here = 0
        for mask in masks:
            red_here |= mask[x]
        columns.append(
            tuple(steps.get(label, bare) + SEEN_BY_FOES * (red_here >> y & 1) for y, label in enumerate(column))
        )
    return Light(columns=tuple(columns))


def covered(scene: HexScene, foe: Exposed) -> Iterable[str]:
    """The hexes that an enemy sees and may shoot into."""
    here = next((token.spot for token in scene.tokens if token.unit == foe.unit), "")
    near = None if foe.reach is None or not here else set(scene.grid.within(here, int(foe.reach)))
    blind = worst(foe.sight)
    return (spot for spot, label in foe.sight.labels.items() if label != blind and (near is None or spot in near))


def _covering(scene: TableScene, foe: Exposed, own: float, size: tuple[int, int]) -> list[int]:
    """For each column the places, as bits, where an enemy sees a base of this radius, and may shoot at it."""
    found = _open(_columns(foe.sight.labels, size), worst(foe.sight))
    bases = scene.bases.get(foe.unit, ())
    if foe.reach is None or not bases:
        return found
    for x, seen in enumerate(found):
        near = 0
        for base in bases if seen else ():
            height = (base.radius + own + foe.reach) ** 2 - (x - base.x) ** 2
            if height >= 0:
                first, last = max(0, ceil(base.y - sqrt(height))), floor(base.y + sqrt(height))
                near |= (1 << last + 1) - (1 << first) if last >= first else 0
        found[x] = seen & near
    return found


def worst(overlay: Overlay) -> str:
    """The label of what is not seen at all."""
    return next(grade.label for grade in overlay.grades if grade.rank == grade.last)


def _columns(labels: Labels, size: tuple[int, int]) -> tuple[str, ...]:
    """The labels of the places at whole numbers, column by column."""
    if isinstance(labels, Chart):
        return labels.columns
    if isinstance(labels, Searching):
        labels = labels.cells()
    return tuple("".join(labels.get(f"{x},{y}", " ") for y in range(size[1])) for x in range(size[0]))


def _open(columns: Iterable[str], blocked: str) -> list[int]:
    """For each column the places that are seen, as bits."""
    return [sum(1 << y for y, label in enumerate(column) if label not in (blocked, " ")) for column in columns]
