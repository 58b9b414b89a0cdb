"""A series as one page of HTML with plots, that needs no other file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop_tui.engine.wording import counted
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.series_summary import Rates, Summary, summaries
from tabletop_tui.lab.summary_lines import AS_SHIPPED, EARNED, RATES, UNITS, groups, rate_row, spread_words, unit_rows
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.reports.charts import Bar, bar_chart, column_chart
from tabletop_tui.reports.html_pages import render

COLOURS = ("#356fb5", "#c2553a", "#4d8f4a", "#c9971f", "#7b5bb0", "#2f9a9a")
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
        _bar(f"{name}, as shipped" if title == AS_SHIPPED else name, tally, colour)
        for colour, (title, rates) in zip(COLOURS, rated, strict=False)
        for name, tally in rates.items()
    ]
    return bar_chart("Wins in 100 games", bars, 100)


def _bar(label: str, tally: WinCount, colour: str) -> Bar:
    low, high = tally.interval
    return Bar(label, round(100 * tally.rate, 1), colour, (100 * low, 100 * high))


def length_plot(summary: Summary) -> str:
    """How many games lasted so many rounds."""
    numbers: Sequence[int] = range(min(summary.lengths), max(summary.lengths) + 1)
    if len(numbers) > MOST_BARS:
        numbers = sorted(summary.lengths)[:MOST_BARS]
    counts = [(str(number), summary.lengths.get(number, 0)) for number in numbers]
    return column_chart(f"Games by {summary.called}s", counts, COLOURS[0])


def unit_plot(summary: Summary, force: str) -> str:
    """What each unit of a force cost, and what it earned in a game."""
    cost, earned, *_ = COLOURS
    bars = []
    for unit in (one for one in summary.units if one.force == force):
        bars += [Bar(unit.name, unit.cost, cost), Bar(unit.name, round(unit.earned / unit.fielded, 1), earned)]
    return bar_chart("Cost, and what was earned in a game", bars, key=[("cost", cost), ("earned", earned)])
