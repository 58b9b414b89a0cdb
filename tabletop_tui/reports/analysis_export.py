"""An analysis as a file: text to read, a page with the curve, or a table of all answers and rolls for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import cycle
from pathlib import Path
from typing import Any

from tabletop_tui.coach.analysis_findings import Findings, Throw
from tabletop_tui.coach.answer_judging import Judgement
from tabletop_tui.engine.wording import sentence
from tabletop_tui.files.safe_text import in_markdown, in_spreadsheet
from tabletop_tui.files.toml_writing import form_of
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.reports.analysis_lines import (
    CURVE,
    HEADS,
    HOW,
    SHARE,
    account_words,
    answers_words,
    dice_words,
    nothing_words,
    plain_lines,
    progress_words,
    told,
)
from tabletop_tui.reports.charts import Line, line_chart
from tabletop_tui.reports.html_pages import render
from tabletop_tui.reports.roll_explanation import needed_words

FORMS = ("md", "html", "csv")
COLOURS = ("#ff7b72", "#79b8ff", "#7ee787", "#e3b341", "#d2a8ff", "#56d4dd")
COLUMNS = (
    *("kind", "answer", "round", "seat", "asked", "answered", "best other", "cost", "error", "blunder", "share"),
    *("share error", "considered", "playouts"),
    *("rolled for", "needed", "chance", "dice", "good", "expected", "luck", "rarity"),
)
DIGITS = 4
"""To so many digits what chance gives is written."""


def write_analysis(found: Findings, title: str, to: Path, overwrite: bool = False) -> Path:
    """Write an analysis into a file, whose ending says in which form; BadFile if that will not do."""
    form = form_of(to, FORMS, overwrite)
    make = {"md": markdown, "html": page, "csv": table}[form]
    write_beside(to, make(found, title), overwrite=overwrite)
    return to


# ---------------------------------------------------------------- Markdown, CSV
def markdown(found: Findings, title: str) -> str:
    """The analysis as a page of text."""
    return "\n".join([f"# {in_markdown(title)}: analysis", "", *markdown_lines(found), ""])


def markdown_lines(found: Findings) -> list[str]:
    """It as lines of a longer page."""
    lines: list[str] = []
    for line in plain_lines(found):
        depth = (len(line) - len(line.lstrip())) // 2
        text = in_markdown(line.strip())
        lines += [f"{'  ' * (depth - 1) if depth else ''}{'- ' if depth else ''}{text}"] if text else [""]
    return lines


def table(found: Findings, title: str) -> str:
    """A row for each answer that had a choice, then one for each roll that needed something."""
    out = StringIO()
    rows = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    rows.writeheader()
    rows.writerows(answer_row(found, number, one) for number, one in sorted(found.judgements.items()))
    rows.writerows(throw_row(found, one) for one in found.throws)
    return out.getvalue()


def answer_row(found: Findings, number: int, one: Judgement) -> dict[str, object]:
    """What an answer cost; `answer` counts from 1."""
    words = {"seat": found.names[one.seat], "asked": one.asked, "answered": one.said, "best other": one.best}
    return {
        "kind": "answer",
        "answer": number + 1,
        "round": found.rounds[number],
        **{name: in_spreadsheet(text) for name, text in words.items()},
        "cost": one.cost,
        "error": one.error,
        "blunder": int(one.blunder),
        "share": one.share,
        "share error": one.share_error,
        "considered": one.considered,
        "playouts": one.playouts,
    }


def throw_row(found: Findings, one: Throw) -> dict[str, object]:
    """What came of a roll; `answer` is the one that led to it, 0 before the first."""
    seat, chance = one.roll.seat, one.roll.chance or 0.0
    words = {"seat": "" if seat is None else found.names[seat], "rolled for": one.roll.why}
    return {
        "kind": "roll",
        "answer": one.answer + 1,
        "round": one.round,
        **{name: in_spreadsheet(text) for name, text in (words | {"needed": needed_words(one.roll)}).items()},
        "chance": round(chance, DIGITS),
        "dice": one.dice,
        "good": one.good,
        "expected": round(one.expected, DIGITS),
        "luck": round(one.luck, DIGITS),
        "rarity": round(one.rarity, DIGITS),
    }


# ---------------------------------------------------------------- HTML
def page(found: Findings, title: str) -> str:
    """A page that needs no other file."""
    return render("analysis", name=title, analysis=shown(found))


def shown(found: Findings, now: bool = False) -> dict[str, Any]:
    """What the template of an analysis shows; `now` as in `line_chart`."""
    every = told(found)
    return {
        "progress": sentence(progress_words(found)),
        "how": HOW.format(count=found.playouts),
        "share": f"{SHARE} {CURVE}",
        "curve": curve_picture(found, now),
        "sides": [(side.name, answers_words(side), dice_words(side), account_words(side)) for side in found.sides],
        "parts": [
            (head, [one for one in every if one.kind == kind], nothing_words(kind, found))
            for kind, head in HEADS.items()
        ],
    }


def curve_picture(found: Findings, now: bool = False) -> str:
    """The chance of each seat over the answers, as SVG; `now` as in `line_chart`."""
    lines = [
        Line(name, colour, tuple(percentages(found, seat)))
        for seat, (name, colour) in enumerate(zip(found.names, cycle(COLOURS), strict=False))
    ]
    ticks = [(answer, f"{found.called} {number}") for answer, number in found.round_starts]
    return line_chart(lines, found.span, ticks, now)


def percentages(found: Findings, seat: int) -> Iterator[tuple[float, float]]:
    """Before which answer, and the share of the game there, 0 to 100."""
    for number, share in found.shares(seat):
        yield number, round(100 * share, 1)
