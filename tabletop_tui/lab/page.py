"""A series as one page of HTML with plots, that needs no other file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygal  # type: ignore[import-untyped]
from pygal.style import CleanStyle  # type: ignore[import-untyped]

from tabletop_tui.engine.wording import counted
from tabletop_tui.files.safe_text import clean
from tabletop_tui.lab.lines import AS_SHIPPED, EARNED, RATES, UNITS, groups, rate_row, spread_words, unit_rows
from tabletop_tui.lab.rates import WinCount
from tabletop_tui.lab.record import GameRecord
from tabletop_tui.lab.summary import Rates, Summary, summaries
from tabletop_tui.reports.charts import svg_of
from tabletop_tui.reports.html import render

COLOURS = ("#356fb5", "#c2553a", "#4d8f4a", "#c9971f", "#7b5bb0", "#2f9a9a")
WIDTH, BAR, FRAME = 640, 26, 110
"""Sizes of a plot, in pixels: its width, what a bar takes of its height, and all that is around the bars."""
MOST_BARS = 200
"""A plot with more lengths than so many shows those that there were, as far as it goes."""


def page_of(records: Sequence[GameRecord]) -> str:
    """The page of the games of a series."""
    return render(
        "series",
        title=title_of(records),
        series=[_shown(summary) for summary in summaries(records)],
        faults=[{"command": record.command, "fault": record.fault} for record in records if record.fault],
        rate_heads=RATES,
        unit_heads=UNITS,
        earned=EARNED,
    )


def title_of(records: Sequence[GameRecord]) -> str:
    """The first three scenarios and how many more there are; those of one name are one scenario each."""
    names = list({record.scenario: record.name for record in records}.values())
    return f"Series: {', '.join(names[:3])}" + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _shown(summary: Summary) -> dict[str, Any]:
    rated = list(groups(summary))
    return {
        "name": summary.name,
        "scenario": summary.scenario,
        "games": counted(summary.games, "game"),
        "drawn": summary.drawn,
        "called": summary.called,
        "length": [spread_words(one) for one in (summary.rounds, summary.answers, summary.seconds)],
        "rates": [(title, [rate_row(*one) for one in rates.items()]) for title, rates in rated],
        "rate_plot": rate_plot(rated),
        "length_plot": length_plot(summary),
        "forces": [
            {"name": force, "rows": unit_rows(summary, force), "plot": unit_plot(summary, force)}
            for force in dict.fromkeys(unit.force for unit in summary.units)
        ],
    }


# ---------------------------------------------------------------- plots
def rate_plot(rated: Sequence[tuple[str, Rates]]) -> str:
    """Win rates with their intervals, a colour for each group."""
    bars = [
        (f"{name}, as shipped" if title == AS_SHIPPED else name, tally, colour)
        for colour, (title, rates) in zip(COLOURS, rated, strict=False)
        for name, tally in rates.items()
    ][::-1]
    chart = _chart("HorizontalBar", "Wins in 100 games", len(bars), range=(0, 100), show_legend=False)
    chart.x_labels = [clean(name) for name, *_ in bars]
    chart.add("wins", [_bar(tally, colour) for _, tally, colour in bars])
    return svg_of(chart)


def _bar(tally: WinCount, colour: str) -> dict[str, Any]:
    low, high = (100 * end for end in tally.interval)
    return {"value": round(100 * tally.rate, 1), "color": colour, "ci": {"low": low, "high": high}}


def length_plot(summary: Summary) -> str:
    """How many games lasted so many rounds."""
    chart = _chart("Bar", f"Games by {summary.called}s", 5, show_legend=False)
    numbers: Sequence[int] = range(min(summary.lengths), max(summary.lengths) + 1)
    if len(numbers) > MOST_BARS:
        numbers = sorted(summary.lengths)[:MOST_BARS]
    chart.x_labels = [str(number) for number in numbers]
    chart.add("games", [summary.lengths.get(number, 0) for number in numbers])
    return svg_of(chart)


def unit_plot(summary: Summary, force: str) -> str:
    """What each unit of a force cost, and what it earned in a game."""
    units = [unit for unit in summary.units if unit.force == force][::-1]
    chart = _chart("HorizontalBar", "Cost, and what was earned in a game", 2 * len(units))
    chart.x_labels = [clean(unit.name) for unit in units]
    chart.add("cost", [unit.cost for unit in units])
    chart.add("earned", [round(unit.earned / unit.fielded, 1) for unit in units])
    return svg_of(chart)


def _chart(kind: str, title: str, bars: int, **options: Any) -> Any:
    look = CleanStyle(colors=COLOURS, font_family="DejaVu Sans, Verdana, sans-serif", background="transparent")
    size = {"width": WIDTH, "height": FRAME + BAR * bars, "explicit_size": True}
    return getattr(pygal, kind)(title=title, js=(), disable_xml_declaration=True, style=look, **size, **options)
