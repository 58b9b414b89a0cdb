"""Charts as SVG for a page: lines over the answers of a game, bars with intervals, columns. Labels are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

from tabletop_tui.files.safe_text import clean
from tabletop_tui.records import frozen

LETTER = 6.6
"""About so wide is a letter of a chart, in pixels."""
ROW, GAP = 22, 6
"""The height of a bar with what is around it, and what is left free between two labels."""
LONGEST = 40
"""A longer label is cut."""


@frozen
class Line:
    """A line of a chart."""

    name: str
    colour: str
    points: tuple[tuple[float, float], ...]


@frozen
class Bar:
    """A bar, or one of several under one label."""

    label: str
    value: float
    colour: str
    interval: tuple[float, float] | None = None
    """Within which the true value lies, drawn as a thin line."""


# ---------------------------------------------------------------- lines
LINES_WIDTH, LINES_HEIGHT = 1000, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 988, 30, 262


def line_chart(
    lines: Sequence[Line], span: tuple[int, int], ticks: Sequence[tuple[int, str]], now: bool = False
) -> str:
    """Percentages over the numbers of `span`, on a dark page; `ticks` name some of the numbers.

    With `now` it has a line that a script can move: where it may go stands in its data.
    """
    first, end = span

    def across(number: float) -> float:
        return LEFT + (RIGHT - LEFT) * (number - first) / max(1, end - first)

    def down(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share / 100

    parts = []
    for share in (0, 25, 50, 75, 100):
        y = _n(down(share))
        parts.append(
            f'<path stroke="#30404c" d="M{LEFT} {y}H{RIGHT}"/>{_text(LEFT - 8, down(share) + 4, f"{share}%", "end")}'
        )
    after = 0.0
    for number, label in ticks:
        if (x := across(number)) >= after:
            parts.append(_way("#30404c", f"M{_n(x)} {TOP}V{BOTTOM + 5}"))
            parts.append(_text(x, BOTTOM + 20, label, "middle"))
            after = x + len(label) * LETTER + GAP
    x = float(LEFT)
    for line in lines:
        if len(line.points) > 1:
            way = " ".join(f"{_n(across(number))},{_n(down(share))}" for number, share in line.points)
            parts.append(f'<polyline fill="none" stroke="{line.colour}" stroke-width="2" points="{way}"/>')
        parts.append(_box(x, 8, 12, 12, line.colour) + _text(x + 18, 18, line.name))
        x += 40 + len(line.name[:LONGEST]) * LETTER
    if now:
        parts.append(
            f'<path class="now" stroke="#f2cc60" stroke-width="2" d="M0 {TOP}V{BOTTOM}" data-first="{first}" '
            f'data-end="{end}" data-left="{LEFT}" data-right="{RIGHT}" transform="translate({LEFT} 0)"/>'
        )
    return _svg(LINES_WIDTH, LINES_HEIGHT, "The shares of the game, answer by answer", parts, "#b8c4d6")


# ---------------------------------------------------------------- bars
BARS_WIDTH, VALUE = 640, 52
"""The width of a chart of bars, and of what a value behind a bar takes."""


def bar_chart(title: str, bars: Sequence[Bar], most: float = 0, key: Sequence[tuple[str, str]] = ()) -> str:
    """Bars from left to right, each with its label and its value; bars of one label stand together.

    `most` is where the scale ends, 0 for as far as needed; `key` says what colours mean.
    """
    labels = [bar.label for bar in bars]
    left = 12 + LETTER * min(LONGEST, max(map(len, labels), default=0))
    ends = [max(bar.value, *bar.interval) if bar.interval else bar.value for bar in bars]
    scale = (BARS_WIDTH - left - VALUE) / (most or max(ends, default=0) or 1)
    parts = [_text(8, 18, title, size=14)]
    x = 8.0
    for name, colour in key:
        parts.append(_box(x, 28, 12, 12, colour) + _text(x + 18, 38, name))
        x += 40 + len(name) * LETTER
    top = 50 if key else 30
    for number, bar in enumerate(bars):
        y, wide = top + ROW * number, max(0.0, bar.value * scale)
        new = not number or labels[number - 1] != bar.label
        parts.append(_text(left - 6, y + 14, bar.label, "end") if new else "")
        parts.append(_box(left, y + 2, wide, ROW - 5, bar.colour))
        behind = wide
        if bar.interval is not None:
            low, high = (left + end * scale for end in bar.interval)
            middle = y + 2 + (ROW - 5) / 2
            ends_of = "".join(f"M{_n(end)} {middle - 4}v8" for end in (low, high))
            parts.append(_way("#111", f"M{_n(low)} {middle}H{_n(high)}{ends_of}"))
            behind = max(behind, high - left)
        parts.append(_text(left + behind + 6, y + 14, f"{bar.value:g}"))
    return _svg(BARS_WIDTH, top + ROW * len(bars) + 6, title, parts, "#333")


def column_chart(title: str, counts: Sequence[tuple[str, int]], colour: str) -> str:
    """Columns side by side, each with its label below."""
    height, left, top = 150, 44, 30
    most = max((count for _, count in counts), default=0) or 1
    step = 10 ** floor(log10(most)) if most > 4 else 1
    step = step / 2 if most / step < 3 and step > 1 else step
    base, wide = top + height, (BARS_WIDTH - left - 8) / max(1, len(counts))
    parts = [_text(8, 18, title, size=14)]
    for number in range(int(most / step) + 1):
        y = base - height * number * step / most
        parts.append(_way("#ccc", f"M{left} {_n(y)}H{BARS_WIDTH - 8}"))
        parts.append(_text(left - 6, y + 4, f"{number * step:g}", "end"))
    after = 0.0
    for number, (label, count) in enumerate(counts):
        x, high = left + wide * number, height * count / most
        parts.append(_box(x + wide * 0.1, base - high, wide * 0.8, high, colour, f"{label}: {count}"))
        if x >= after:
            parts.append(_text(x + wide / 2, base + 16, label, "middle"))
            after = x + len(label) * LETTER + GAP
    return _svg(BARS_WIDTH, base + 26, title, parts, "#333")


def _svg(width: int, height: int, title: str, parts: Sequence[str], ink: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11.5" fill="{ink}">'
        f"<title>{escape(clean(title))}</title>{''.join(parts)}</svg>"
    )


def _way(colour: str, way: str) -> str:
    return f'<path stroke="{colour}" d="{way}"/>'


def _box(x: float, y: float, width: float, height: float, colour: str, said: str = "") -> str:
    title = f"<title>{escape(clean(said))}</title>" if said else ""
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{colour}">{title}</rect>'


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = 0) -> str:
    shown = clean(text)
    shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
    sized = f' font-size="{size}"' if size else ""
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}"{sized}>{escape(shown)}</text>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
