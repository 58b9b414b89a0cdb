"""The signs on the screen, twice: for terminals that draw Unicode one cell wide, and plain ASCII for all others.

On one map no sign stands for two kinds of things, not even where no colour tells them apart; the grounds of the
rulebooks (`Look`) keep clear of these signs too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabletop_tui.records import frozen
from tabletop_tui.widgets.sight_tints import sign_of

if TYPE_CHECKING:
    from tabletop_tui.engine.scenes import Look


@frozen(eq=False)
class Glyphs:
    """One set of signs."""

    name: str
    bar: tuple[str, str, str]
    """A health bar's cell: full, half, empty."""
    lost: str
    """A cell of such a bar where all is lost."""
    own_bars: bool
    """Whether a model's bar is made of the sign of its seat, in place of a full cell."""
    facing: str
    """An arrow for each side of a hex, from the north-east clockwise."""
    compass: str
    """An arrow for each eighth of a circle, from the north clockwise."""
    ghost: str
    """Where a model would stand."""
    done: str
    more: str
    """Beside a model: others stand on the same spot."""
    path: str
    waypoint: str
    way: str
    """Where a unit has gone ..."""
    start: str
    """... from where ..."""
    shot: str
    """... and where a shot went, since the last answer."""
    trace: str
    """The rim of a range, an arc, a chain."""
    grid: str
    """A mark of the grid on an open table."""
    model: str
    """A model on the body of its unit, where bodies are drawn, one sign for each seat: full and hollow ..."""
    small_model: str
    """... and where there are very many units."""
    tint_rim: str
    """The rim of what is tinted on an open table, where no colour shows it."""
    under: str
    """What lies under a template ..."""
    ring: str
    """... and what only its second rim takes in."""
    sight: Mapping[str, str]
    """How a spot on a sight line is marked: clear, half, blocked. Grades between these are marked by their labels."""
    zone: str
    marks: Mapping[str, str]
    """What stands for a spot of an overlay that has no label of its own."""
    piece: str
    """Beside the tag of a piece, as an objective."""
    pointer: str
    seats: str
    """A sign for each seat."""
    rule: str
    ellipsis: str
    tick: str
    now: str
    up: str
    down: str
    dice: tuple[str, str]
    """A die of three by three cells, row by row: a plain one, and one that counts."""
    halves: bool
    """Whether half blocks may be used."""

    def grade(self, state: str) -> str:
        """The sign of a grade of sight; '' for anything else."""
        return self.sight.get(state) or sign_of(state)

    def ground(self, look: Look) -> str:
        return look.glyph if self.halves else look.ascii


UNICODE = Glyphs(
    name="unicode",
    bar=("▄", "▖", " "),
    lost="·",
    own_bars=False,
    facing="↗↘↓↙↖↑",
    compass="↑↗→↘↓↙←↖",
    ghost="◎",
    done="✓",
    more="»",
    path="▪",
    waypoint="+",
    way="▫",
    start="□",
    shot="∙",
    trace="°",
    grid="·",
    model="●○",
    small_model="•o",
    tint_rim="¨",
    under="✹",
    ring="¤",
    sight={"clear": "◦", "half": "◐", "blocked": "×"},
    zone="·",
    marks={"reach": ".", "threat": "!", "sensors": "w", "target": "o"},
    piece="◊",
    pointer="▸",
    seats="●■▲◆★☆",
    rule="─",
    ellipsis="…",
    tick="✓",
    now="▶",
    up="↑",
    down="↓",
    dice=("┌─┐│ │└─┘", "┏━┓┃ ┃┗━┛"),
    halves=True,
)
ASCII = Glyphs(
    name="ascii",
    bar=("=", ")", " "),
    lost=".",
    own_bars=True,
    facing="/\\v/\\^",
    compass="^/>\\v/<\\",
    ghost="o",
    done="'",
    more='"',
    path="*",
    waypoint="+",
    way="T",
    start="0",
    shot="Z",
    trace=".",
    grid="`",
    model="oo",
    small_model="oo",
    tint_rim=":",
    under=")",
    ring="_",
    sight={"clear": ",", "half": ";", "blocked": "x"},
    zone=":",
    marks={"reach": ".", "threat": "!", "sensors": "w", "target": "o"},
    piece="O",
    pointer=">",
    seats="@$?{}(",
    rule="-",
    ellipsis="..",
    tick="x",
    now=">",
    up="^",
    down="v",
    dice=(".-.| |'-'", "+=+[ ]+=+"),
    halves=False,
)


def choose(environment: Mapping[str, str]) -> Glyphs:
    """ASCII where the locale says that the terminal is not UTF-8, or where its font is known to be small."""
    if environment.get("TERM_PROGRAM") == "textual":
        return UNICODE  # a browser shows them all, whatever the terminal of the server can do
    if environment.get("TERM") == "linux":
        return ASCII
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environment.get(name):
            return UNICODE if "utf-8" in value.lower() or "utf8" in value.lower() else ASCII
    return UNICODE
