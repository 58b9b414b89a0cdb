"""A battle as a file to keep or to show: a Markdown report, a page with pictures, a picture of the last position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.segment import SegmentLines

from tabletop_tui.coach.findings import Findings
from tabletop_tui.coach.luck import GOOD
from tabletop_tui.engine.events import Began, Event, Fell, Harmed, Noted, TakenBack, starts_round
from tabletop_tui.engine.setup import Setup, player_words
from tabletop_tui.engine.views import Scene
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import in_markdown as plain
from tabletop_tui.files.toml_writing import form_of
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.session import Session
from tabletop_tui.reports.analysis_page import kept, markdown_lines, shown
from tabletop_tui.reports.battle_report import Report, chapters, histogram, report
from tabletop_tui.reports.force_page import row
from tabletop_tui.reports.html import render
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import painters_of, play_zoom
from tabletop_tui.widgets.palette import palette

FORMS = ("md", "html", "svg")


def export(journal: Path, to: Path, overwrite: bool = False) -> Path:
    """Write the game of a journal into a file, whose ending says in which form. BadFile if either will not do."""
    form = form_of(to, FORMS, overwrite)
    session = Session.replay(journal)
    make = {"md": markdown, "html": page, "svg": last_position}[form]
    write_beside(to, make(session), overwrite=overwrite)
    return to


def last_position(session: Session) -> str:
    """The battlefield as it now stands, as SVG."""
    return picture(session.system.scene(session.game))


# ---------------------------------------------------------------- what both reports say
def title_of(setup: Setup) -> str:
    return str(setup.scenario.get("name") or setup.system)


def report_of(session: Session) -> Report:
    return report(session.game, list(session.log()), len(session.history))


def seat_rows(setup: Setup) -> Iterator[list[str]]:
    """Who sat where, with which force."""
    for seat in setup.seats:
        yield [seat.name, player_words(seat.player), str(seat.force.get("name", ""))]


def figure_rows(found: Report) -> Iterator[list[str]]:
    """Each side's figures."""
    for side in found.sides:
        score = "" if side.score is None else str(side.score)
        lost = f"{side.lost} of {side.units}"
        yield [side.name, score, lost, str(side.dealt), str(side.taken), str(side.luck)]


def analysis_of(session: Session) -> tuple[Findings | None, str]:
    """What the coach has found of a game already, and what is wrong with the file where it is kept."""
    try:
        return kept(session), ""
    except BadFile as error:
        return None, str(error)


SEATS = ["Side", "Player", "Force"]
FIGURES = ["Side", "Score", "Units lost", "Harm dealt", "Harm taken", "Dice"]
HARM = "Harm is damage points and casualties."
BARS = f"{GOOD} By {{called}}: more good dice than expected (+), or fewer (-)."


# ---------------------------------------------------------------- Markdown
def markdown(session: Session) -> str:
    """The report of a game: how it was set up, how it ended, the figures, and what happened in each round."""
    setup, found = session.setup, report_of(session)
    lines = [
        f"# {plain(title_of(setup))}",
        "",
        f"{plain(session.system.name)}. {plain(found.verdict)}.",
        "",
    ]
    lines += ["## Set-up", "", *_table(SEATS, seat_rows(setup)), "", f"Seed {setup.seed}, {setup.dice} dice.", ""]
    goal = f" The goal: {plain(found.goal)}." if found.goal else ""
    lines += ["## Result", "", f"{plain(found.verdict)}, after {found.length}.{goal}", ""]
    lines += [*(f"- {plain(said)}" for said in found.held), ""] if found.held else []
    lines += [*_table(FIGURES, figure_rows(found)), "", HARM, "", "## Luck", "", BARS.format(called=found.called), ""]
    for side in found.sides:
        lines += [plain(side.name), "", "```text", *histogram(side), "```", ""]
    lines += ["## Key moments", "", *_items("The heaviest losses", found.by_moment(found.losses))]
    lines += _items("The least likely rolls", found.by_moment(found.rolls))
    known, spoilt = analysis_of(session)
    if known is not None or spoilt:
        lines += ["## Analysis", "", *(markdown_lines(known) if known is not None else [plain(spoilt)]), ""]
    for chapter in chapters(session.log(), found.called):
        lines += [f"## {plain(chapter.title)}", ""]
        lines += [_item(event, setup) for event in chapter.events]
        lines.append("")
    return "\n".join(lines)


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    return [row(heads), row(["---"] * len(heads)), *(row([plain(cell) for cell in cells]) for cells in rows)]


def _items(heading: str, texts: list[str]) -> list[str]:
    return [f"{heading}:", "", *(f"- {plain(text)}" for text in texts or ["none"]), ""]


def _item(event: Event, setup: Setup) -> str:
    if isinstance(event, Began):
        return f"- **{plain(event.text)}**"
    if isinstance(event, Noted | TakenBack):
        return f"  - **{plain(event.text)}**"
    name = "" if event.seat is None else f"{setup.seats[event.seat].name}: "
    return f"  - {plain(name + event.text)}"


# ---------------------------------------------------------------- pictures
SVG = """\
<svg class="battlefield" viewBox="0 0 {terminal_width} {terminal_height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px; }}
{styles}
</style>
<defs>{lines}</defs>
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</svg>
"""


def picture(scene: Scene, name: str = "battlefield") -> str:
    """A battlefield as SVG, in the colours of a truecolour terminal; `name` is unique within its page."""
    painters = painters_of(scene, palette("truecolour"), UNICODE)
    painter = painters[play_zoom(scene)](scene, palette("truecolour"), UNICODE)
    console = Console(
        record=True, width=painter.width, height=painter.height, file=StringIO(), color_system="truecolor"
    )
    console.print(SegmentLines([painter.row(y) for y in range(painter.height)], new_lines=True))
    return console.export_svg(title="", code_format=SVG, unique_id=name)


def pictures(session: Session) -> dict[int, str]:
    """The battlefield at the end of each round, by the round's number; the session stands at its end afterwards."""
    answers = len(session.history)
    found: dict[int, str] = {}
    session.go_to(0)
    number, happened = 0, list(session.log())
    for place in range(answers + 1):
        if place:
            happened = session.go_to(place)
        for event in filter(starts_round, happened):
            assert isinstance(event, Began)
            found[number] = picture(session.system.scene(session.game), f"round{number}")
            number = event.number
    found[number] = picture(session.system.scene(session.game), f"round{number}")
    return found


# ---------------------------------------------------------------- HTML
def page(session: Session) -> str:
    """One page that needs no other file: the report, and for each round the battlefield at its end and the log."""
    known, spoilt = analysis_of(session)
    setup, found, pictured = session.setup, report_of(session), pictures(session)
    rounds = [
        {
            "title": chapter.title,
            "picture": pictured[chapter.number],
            "log": [_html_item(event, setup) for event in chapter.events],
        }
        for chapter in chapters(session.log(), found.called)
    ]
    return render(
        "battle",
        name=title_of(setup),
        system=session.system.name,
        found=found,
        seed=setup.seed,
        dice=setup.dice,
        seats=SEATS,
        seat_rows=list(seat_rows(setup)),
        figures=FIGURES,
        figure_rows=list(figure_rows(found)),
        harm=HARM,
        bars=BARS.format(called=found.called),
        sides=[{"name": side.name, "bars": list(histogram(side))} for side in found.sides],
        losses=found.by_moment(found.losses),
        rolls=found.by_moment(found.rolls),
        analysis=None if known is None else shown(known),
        spoilt=spoilt,
        chapters=rounds,
    )


def _html_item(event: Event, setup: Setup) -> dict[str, str]:
    """A line of the log: whose it is, its words, and how it is coloured."""
    if isinstance(event, Began):
        return {"mood": "began", "who": "", "text": event.text}
    if isinstance(event, Noted | TakenBack):
        return {"mood": "note", "who": "", "text": event.text}
    hurt = isinstance(event, Fell) or (isinstance(event, Harmed) and event.amount > 0)
    name = "" if event.seat is None else setup.seats[event.seat].name
    return {"mood": "bad" if hurt else "", "who": name, "text": event.text}
