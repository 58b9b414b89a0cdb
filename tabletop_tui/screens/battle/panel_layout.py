"""How the room of a screen is shared out among the panels of a battle: by what there is to show, and by the player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from tabletop_tui.records import frozen

NARROW, WIDE = 100, 150
"""Below so many columns the log is narrow and below the map; from so many on the roster stands at the left."""
BARS = 3
"""The rows of status, prompt and hints."""
MARGIN, ROSTER, FOOT = 28, 30, 8
"""A zoom is chosen that leaves so many columns at each side and so many rows; the roster has so many at most."""
SLIM, SIDE, MOST_SIDE = 35, 41, 72
"""The columns of the right column at least, on a narrow screen and on others, and at most."""
OWN_LOG, MOST_LOG = 56, 100
"""From so many columns on that the map and the right column leave, the log has a column of its own; so many at most."""
ENOUGH, LONG_NAMES = 48, 38
"""What the right column has beyond so many columns may go to the roster, until that has so many."""
WIDE_ROSTER = 44
"""The columns of the roster at most where the log has a column of its own."""
USUAL = 24
"""So many rows a question and a card usually need."""
ROLL, HERE = 7, 5
"""The rows of the last roll and of what is under the cursor, with their titles."""
LEAST_LOG, FEW_LOG, LOW_LOG, FREE = 13, 8, 6, 10
"""The log stands at the right and has so many rows there at least, or so many where that leaves room for all panels,
on a low screen so many; it stands below the map where so many rows are free there."""
SECTION = 12
"""The rows of a line of sight from the side, with its title."""
MINIMAP, LEAST_ROSTER = 14, 14
"""The whole table in small takes so many rows at most, and leaves the roster so many at least."""
TITLED = 30
"""From so many rows on, panels have titles; the log at the right has one always."""
LOW = 40
"""Below so many rows a screen is low."""


@frozen
class Box:
    """Columns and rows of a panel, counted from the upper left corner of the screen."""

    x: int
    y: int
    width: int
    height: int


@frozen
class Content:
    """How much there is to show."""

    maps: Sequence[tuple[int, int]]
    """Columns and rows of the whole battlefield at each zoom, from far to near."""
    play: int = 1
    """The zoom where the whole battlefield fits at none from this on, nor at one before it that can be read."""
    readable: int | None = None
    """The farthest zoom at which names can be read; None for that of play."""
    roster: int = ROSTER
    """The columns of the roster's longest line."""
    question: int = USUAL
    """The rows of the question and the card."""
    lesson: int = 0
    """The rows of the lines of a lesson."""
    from_side: bool = False
    """Whether a line of sight from the side stands in place of the log."""
    rolled: bool = True
    """Whether any dice have been rolled: an empty tray has no room."""


@frozen
class Wishes:
    """What a player wants of the panels."""

    large: str = ""
    """The panel that is large, '' for none."""
    hidden: frozenset[str] = frozenset()
    zoom: int | None = None
    """The zoom that was chosen by hand."""

    @classmethod
    def said(cls, words: Sequence[str], width: str, zoom: int | None = None) -> Wishes:
        """What the settings say of the panels in a terminal of this width."""
        said = [word.split()[1:] for word in words if word.startswith(f"{width} ")]
        large = next((panel for panel, wish in said if wish == "large"), "")
        return cls(large, frozenset(panel for panel, wish in said if wish == "hidden"), zoom)

    def words(self, width: str) -> list[str]:
        """The same as the settings write it."""
        large = [f"{width} {self.large} large"] if self.large else []
        return [*large, *(f"{width} {panel} hidden" for panel in sorted(self.hidden))]

    def toggled(self, panel: str, hide: bool) -> Wishes:
        """With a panel hidden, or large, or back as it was."""
        if hide:
            return evolve(self, hidden=self.hidden ^ {panel}, large="" if self.large == panel else self.large)
        large = "" if self.large == panel else panel
        return evolve(self, large=large, hidden=self.hidden - {panel})


@frozen
class Rooms:
    """The zoom of the map, and where each panel stands; those that are not named are not shown."""

    zoom: int
    boxes: Mapping[str, Box]
    titled: frozenset[str] = frozenset()
    """Those whose first row is their title."""
    growing: bool = False
    """Whether the question's panel is as tall as its content, because the log takes what is left ..."""
    least_log: int = LEAST_LOG
    """... and has so many rows at least."""

    @property
    def most_for_question(self) -> int:
        """The rows that the question may take of the log's."""
        return self.boxes["question"].height + self.boxes["log"].height - self.least_log

    def title_of(self, name: str) -> Box | None:
        """Where the title of a panel stands."""
        return evolve(self.boxes[name], height=1) if name in self.titled else None


def fitting_zoom(content: Content, width: int, height: int) -> int:
    """The nearest zoom at which the whole battlefield fits; of those farther than that of play, only a readable one.

    For such a one the panels may take less than they like to have.
    """
    last = len(content.maps) - 1
    play = min(content.play, last)
    near = _fitting(content, width - 2 * MARGIN, height - FOOT)
    near += _fitting(content, width - SIDE - ROSTER - OWN_LOG, height - BARS)  # with all panels beside it
    if near and max(near) >= play:
        return max(near)
    sides = SLIM if width < NARROW else SIDE if width < WIDE else SIDE + ROSTER
    farthest = play if content.readable is None else min(content.readable, play)
    whole = [zoom for zoom in _fitting(content, width - sides, height - BARS) if farthest <= zoom <= play]
    return whole[-1] if whole else play


def _fitting(content: Content, width: int, height: int) -> list[int]:
    """The zooms at which the whole battlefield takes no more than that."""
    return [zoom for zoom, (wide, high) in enumerate(content.maps) if wide <= width and high <= height]


def share(width: int, height: int, content: Content, wishes: Wishes = Wishes()) -> Rooms:
    """Share a screen of so many columns and rows."""
    zoom = fitting_zoom(content, width, height) if wishes.zoom is None else min(wishes.zoom, len(content.maps) - 1)
    return _Sharing(width, height, content, wishes, zoom).rooms()


@frozen
class _Sharing:
    width: int
    height: int
    content: Content
    wishes: Wishes
    zoom: int

    def rooms(self) -> Rooms:
        top, rows = 1, self.height - BARS - self.content.lesson
        boxes = self.bars()
        if self.wishes.large == "map":
            return Rooms(self.zoom, boxes | {"map": Box(0, top, self.width, rows)})
        left, field, side, own = self.columns()
        below, right = (0, 0) if own else self.log_rows(rows, side > 0)
        middle = rows - below
        small = self.minimap_rows(left, field, middle)
        if left:
            boxes["roster"] = Box(0, top, left - 1, middle - small)
        if small:
            boxes["minimap"] = Box(0, top + middle - small, left - 1, small)
        boxes["map"] = Box(left, top, field, middle)
        if below:
            boxes["log"] = Box(0, top + middle, self.width, below)
        if own:
            boxes["log"] = Box(left + field + side, top, own, rows)
        stack = self.stack(middle, right, bool(side))
        y = top
        for name, high in stack.items():
            boxes[name] = Box(left + field, y, side, high)
            y += high
        titled = {"log", "dice", "here", "minimap"} & boxes.keys() if self.height >= TITLED else {"log"} & stack.keys()
        growing = "question" in stack and "log" in stack
        return Rooms(self.zoom, boxes, frozenset(titled), growing, self.least_log(rows))

    def bars(self) -> dict[str, Box]:
        """The lines above and below all else."""
        last = self.height - 1
        boxes = {"status": Box(0, 0, self.width, 1)}
        if self.content.lesson:
            boxes["lesson"] = Box(0, last - 1 - self.content.lesson, self.width, self.content.lesson)
        return boxes | {"prompt": Box(0, last - 1, self.width, 1), "hints": Box(0, last, self.width, 1)}

    # ------------------------------------------------------------------ columns
    def columns(self) -> tuple[int, int, int, int]:
        """The columns of the roster, of the map, of the right column, and of the log beside it; 0 for none."""
        wishes, half = self.wishes, self.width // 2
        left = 0
        if wishes.large == "roster":
            left = min(60, half)
        elif self.width >= WIDE and "roster" not in wishes.hidden:
            left = min(ROSTER, max(self.content.roster, 20)) + 1
        alone = wishes.large == "roster" and self.width < WIDE
        if alone or self.stack_is_hidden():
            return left, self.width - left, 0, 0
        room = self.width - left
        if wishes.large in ("question", "dice", "here"):
            return left, room - half, half, 0
        natural = self.content.maps[self.zoom][0] + 2
        least = SLIM if self.width < NARROW else SIDE
        side = min(MOST_SIDE, room - min(natural, room - least))
        if left:  # whole names are worth more than a right column that is wider than its lines
            wider = max(0, min(LONG_NAMES + 1, self.content.roster + 1) - left)
            wider = min(wider, max(0, side - ENOUGH))
            left, room, side = left + wider, room - wider, side - wider
        rest = room - natural - side
        if rest < OWN_LOG or "log" in wishes.hidden or wishes.large or self.content.from_side:
            return left, room - side, side, 0
        own = min(MOST_LOG, rest)
        if left and own > OWN_LOG:
            wider = min(WIDE_ROSTER + 1 - left, own - OWN_LOG, max(0, self.content.roster + 1 - left))
            left, own = left + wider, own - wider
        return left, self.width - left - side - own, side, own

    def stack_is_hidden(self) -> bool:
        return {"question", "dice", "here"} <= self.wishes.hidden

    # ------------------------------------------------------------------ rows
    def minimap_rows(self, left: int, field: int, rows: int) -> int:
        """The rows of the whole table in small, with its title; 0 where all of it is in view, or there is no room."""
        wide, high = self.content.maps[self.zoom]
        if not left or self.height < TITLED or "minimap" in self.wishes.hidden or (wide <= field and high <= rows):
            return 0
        wanted = min(MINIMAP, -(-(left - 1) * high // wide)) + 1
        return wanted if rows - wanted >= LEAST_ROSTER else 0

    def log_rows(self, rows: int, side: bool) -> tuple[int, int]:
        """The rows of the log below the map, and those at the right; one of them is 0."""
        wishes = self.wishes
        if wishes.large == "log":
            return rows * 2 // 3, 0
        if self.content.from_side:
            return min(SECTION, rows // 2), 0
        if "log" in wishes.hidden:
            return 0, 0
        free = rows - self.content.maps[self.zoom][1]
        if not side or wishes.large or "question" in wishes.hidden:
            return self.few(free, rows), 0
        least = self.least_log(rows)
        free = min(free, max(FREE, rows - USUAL - ROLL - HERE))  # the right column has to have its room too
        return (free, 0) if free >= FREE and rows - free >= USUAL // 2 + least else (0, least)

    def least_log(self, rows: int) -> int:
        """The rows of a log at the right, at least."""
        if rows < LOW - BARS:
            return min(LOW_LOG, max(2, rows - USUAL // 2))
        left = rows - USUAL - ROLL - HERE  # the last roll and what is under the cursor are worth a few rows of the log
        return min(LEAST_LOG, left) if left >= FEW_LOG else LEAST_LOG

    def few(self, free: int, rows: int) -> int:
        """The rows of a log that has to take them from the map, or what that leaves."""
        least = (2 if self.content.lesson else 3) if self.height < TITLED else 5 if self.height < LOW else 7
        return max(least, min(free, rows // 3))

    def stack(self, rows: int, log: int, side: bool) -> dict[str, int]:
        """The panels of the right column from above, each with its rows."""
        if not side:
            return {}
        wishes, large = self.wishes, self.wishes.large
        wanted = ({"dice": ROLL} if self.content.rolled or large == "dice" else {}) | {"here": HERE}
        shown: dict[str, int] = {}
        left = rows - log - (0 if "question" in wishes.hidden else USUAL)
        for name, high in wanted.items():
            if large == name:
                shown[name] = rows // 2
            elif name not in wishes.hidden and not large and left >= high:
                shown[name] = high
                left -= high
        rest = rows - sum(shown.values())
        if "question" in wishes.hidden:
            tail = {"log": rest} if log else {}
            if not log and shown:
                shown[[*shown][-1]] += rest
            return shown | tail
        if not log:
            return {"question": rest} | shown
        tall = max(min(USUAL // 2, rest - log), min(self.content.question, rest - log))
        return {"question": tall} | shown | {"log": rest - tall}
