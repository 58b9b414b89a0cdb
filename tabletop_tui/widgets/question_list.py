"""The ways to answer a question as a list: key, name, the chance that matters, cost; a sentence below each.

Data in, rows of text out. A Listing knows which row belongs to which way, so that a click finds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.wording import percent
from tabletop_tui.records import frozen
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.styled_text import Role, TextLine, clip, spread, text_of, width_of, wrap
from tabletop_tui.widgets.view_text import WIDE

INDENT, NARROW_INDENT = 4, 2
"""The columns before a name, for the key."""
LEAST_NAME = 8
"""A name gets so many columns before a cost is told beside it."""
REFUSED = "-"
"""In place of the key of a way that is refused."""


@frozen
class ListedAnswer:
    """One way to answer, as a list shows it."""

    label: str
    key: str = ""
    """The letter or digit that takes it; '' for none."""
    chance: str = ""
    """The chance that matters most if it is taken, as in '62%'."""
    cost: str = ""
    says: str = ""
    """What it does, in a sentence."""
    refused: str = ""
    """Why it may not be taken; '' if it may ..."""
    idle: str = ""
    """... and why nothing would come of it then; '' if something would."""
    of: str = ""
    """Of what the chance is one."""


@frozen
class Listing:
    """A list as it is shown."""

    lines: list[TextLine]
    places: list[int | None]
    """For each line the place of its way to answer; None for a line that belongs to none."""
    top: int = 0
    """The first way that is shown, where not all are."""

    def shows(self, count: int) -> bool:
        """Whether all of so many ways to answer are to be seen."""
        return len({*self.places} - {None}) == count

    def below(self, head: Sequence[TextLine]) -> Listing:
        """The same list under a heading."""
        return Listing([*head, *self.lines], [*[None] * len(head), *self.places], self.top)

    def above(self, foot: Sequence[TextLine]) -> Listing:
        """The same list with rows below it."""
        return Listing([*self.lines, *foot], [*self.places, *[None] * len(foot)], self.top)


def listed(entries: Sequence[ListedAnswer], chosen: int, top: int, width: int, height: int, glyphs: Glyphs) -> Listing:
    """The list in so many rows: with all sentences, else with that of the chosen way, else with none and scrolled.

    A sentence that several ways have in common stands below the chosen one of these only. Of what the figures are
    chances is said above the list where no row has room for it, and below each row where they are not all of the same.
    `top` is the first way that was shown before; it moves by as little as the chosen one asks.
    """
    of = {entry.of for entry in entries if entry.chance and not (entry.refused or entry.idle)}
    unsaid = len(of) == 1 and "" not in of and not any(_says_of(entry, width) for entry in entries)
    if unsaid and height > len(entries):
        head = spread([], clip([(f"{of.pop()}:", "dim")], width), width)
        return listed([evolve(one, of="") for one in entries], chosen, top, width, height - 1, glyphs).below([head])
    if len(of) < 2:
        entries = [one if _says_of(one, width) else evolve(one, of="") for one in entries]
    common = Counter(entry.says for entry in entries)
    own = {place for place, entry in enumerate(entries) if common[entry.says] == 1}
    for told in ({*own, chosen}, {chosen}, set[int]()):
        blocks = [_block(entry, width, place == chosen, place in told, glyphs) for place, entry in enumerate(entries)]
        if sum(map(len, blocks)) <= height:
            return _joined(blocks, range(len(blocks)), 0)
    count, room = len(entries), max(1, height)
    room -= room > 1  # for the line that says how many more there are
    rows = [*map(len, blocks)]
    top = max(0, min(top, chosen))
    while top < chosen and sum(rows[top : chosen + 1]) > room:
        top += 1
    while top and sum(rows[top - 1 :]) <= room:
        top -= 1
    end = chosen + 1
    while end < count and sum(rows[top : end + 1]) <= room:
        end += 1
    shown = _joined(blocks, range(top, end), top)
    more = [clip(line, width) for line in _more_line(top, count - end, glyphs) if height > 1]
    return Listing([*shown.lines[:room], *more], [*shown.places[:room], *[None] * len(more)], top)


def _says_of(entry: ListedAnswer, width: int) -> bool:
    """Whether the row of a way has room to say of what its figure is the chance."""
    if not entry.chance or not entry.of or entry.refused or entry.idle or width < WIDE:
        return False
    cost = 2 + width_of([(entry.cost, "dim")]) if entry.cost else 0
    return INDENT + len(entry.label) + 1 + len(entry.chance) + 1 + len(entry.of) + cost <= width


def _joined(blocks: Sequence[list[TextLine]], places: range, top: int) -> Listing:
    lines = [(place, line) for place in places for line in blocks[place]]
    return Listing([line for _, line in lines], [place for place, _ in lines], top)


def _more_line(above: int, below: int, glyphs: Glyphs) -> list[TextLine]:
    """How many ways are scrolled out of sight above and below."""
    signs = ((glyphs.up, above), (glyphs.down, below))
    said = " ".join(f"{sign} {count}" for sign, count in signs if count)
    return [[(f"  {said} more", "dim")]] if said else []


def _block(entry: ListedAnswer, width: int, chosen: bool, told: bool, glyphs: Glyphs) -> list[TextLine]:
    """The rows of one way: its line, and below it its sentence if that is told."""
    line = _line(entry, width, glyphs.ellipsis)
    if chosen:
        role = "chosen-bad" if entry.refused or entry.idle else "chosen"
        line = [(text_of(line).ljust(width), role)]
    lines = [line]
    if entry.chance and entry.of and not entry.refused and not entry.idle and not _says_of(entry, width):
        # Its figure means something else than that of another way.
        lines.append(spread([], clip([(entry.of, "dim")], width, glyphs.ellipsis), width))
    if not told or not entry.says or entry.refused or entry.idle:
        return lines
    indent = _indent(width)
    return [*lines, *([(" " * indent, "text"), *row] for row in wrap([(entry.says, "dim")], width - indent))]


def _indent(width: int) -> int:
    return INDENT if width >= WIDE else NARROW_INDENT


def _line(entry: ListedAnswer, width: int, ellipsis: str) -> TextLine:
    """Key and name at the left, the chance and the cost at the right as far as they leave room for the name."""
    wide, indent = width >= WIDE, _indent(width)
    role: Role = "dim" if entry.refused or entry.idle else "text"
    key = (REFUSED if entry.refused else entry.key).rjust(indent // 2)
    label, because = _refused(entry) if entry.refused or entry.idle else (entry.label, "")
    left: TextLine = [(key.ljust(indent), "dim" if entry.refused else "key"), (label, role)]
    if because:
        why: TextLine = [(f": {because}", "dim")] if wide or width_of(left) + LEAST_NAME < width else []
        return clip([*left, *why], width, ellipsis)
    cost = entry.cost if wide else entry.cost.replace(" Energy", "E")
    chance: TextLine = [(entry.chance, "good")] if entry.chance else []
    price: TextLine = [(cost, "dim")] if cost else []
    gap: TextLine = [(" " * (2 if wide else 1), "text")] if chance and price else []
    of: TextLine = [(f" {entry.of}", "dim")] if wide and entry.chance and entry.of else []
    rights: list[TextLine] = [[*chance, *of, *gap, *price], [*chance, *gap, *price], chance or price]
    room = width - width_of(left) - 1
    right = next((right for right in rights if width_of(right) <= room), rights[-1])
    if not right:
        return clip(left, width, ellipsis)
    return spread(clip(left, width - width_of(right) - 1, ellipsis), right, width)


def _refused(entry: ListedAnswer) -> tuple[str, str]:
    """What is refused, or idle, and why; neither what it is nor how far away said twice: 'B2 Ninja, 3.8 cm', 'seen'."""
    label, why = entry.label, entry.refused or entry.idle
    name, _, far = label.rpartition(", ")
    if name and why.startswith(f"{far} "):
        return name, why
    for called in filter(None, (label, name)):
        why = why.removeprefix(f"{called} is ").removeprefix(f"{called}: ")
    return label, why


def chance_of(preview: Preview | None) -> tuple[str, str]:
    """The chance that matters most, or how much is to be expected, as a figure, and of what; '' and '' for none."""
    if preview is None:
        return "", ""
    if preview.chances:
        first = preview.chances[0]
        return percent(first.probability), first.what
    return ("", "") if preview.expected is None else (f"{preview.expected:.1f}", preview.expects)


# ---------------------------------------------------------------- what stands around the list
def heading(text: str, width: int, most: int, ellipsis: str) -> list[TextLine]:
    """A heading in so many lines at most, with an ellipsis where something was lost."""
    lines = wrap([(text, "head")], width)
    rest = " ".join(map(text_of, lines[most - 1 :]))
    return lines if len(lines) <= most else [*lines[: most - 1], clip([(rest, "head")], width, ellipsis)]


@frozen
class Labelled:
    """A label that can be given to several, behind its letter."""

    letter: str
    label: str
    most: int | None = None
    """So many can have it; None for no limit."""
    refused: bool = False


def label_lines(labels: Sequence[Labelled], width: int) -> list[TextLine]:
    """The labels side by side, each behind its letter, and how many can have it; those refused in dim."""
    lines = list[TextLine]()
    for label in labels:
        most = "" if label.most is None else f" (max {label.most})"
        role = "dim" if label.refused else "text"
        piece: TextLine = [(label.letter, "key"), (f" {label.label}{most}  ", role)]
        if lines and width_of(lines[-1]) + width_of(piece) - 2 <= width:
            lines[-1] += piece
        else:
            lines.append(piece)
    return lines


def place_lines(many: bool, form: str = "") -> list[TextLine]:
    """What helps with a question for a place: whether there may be waypoints, and the formation in hand."""
    lines: list[TextLine] = [[("cursor, then Enter", "dim")]]
    if many:
        lines.append([("Space: waypoint", "dim")])
    if form:
        lines.append([("formation: ", "dim"), (form, "text")])
    return lines


def driving_lines(pieces: Sequence[str]) -> list[TextLine]:
    """The pieces of a way so far, and which keys make it."""
    keys = ("cursor keys steer", "Space: next piece", "Tab: a whole way")
    return [*([(piece, "text")] for piece in pieces), *([(key, "dim")] for key in keys)]  # type: ignore[list-item]
