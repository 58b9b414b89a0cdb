"""A battle as a file to keep or to show: a report, a page with pictures or to step through, a picture, a film."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tabletop_tui.coach.analysis_findings import Findings, kept
from tabletop_tui.coach.luck_analysis import GOOD
from tabletop_tui.engine.events import Began, Event, Fell, FlagFell, Harmed, Narrated, Noted, TakenBack, starts_round
from tabletop_tui.engine.setup import Setup, player_words
from tabletop_tui.engine.wording import counted, listed
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import in_markdown as plain
from tabletop_tui.files.toml_writing import form_of
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.reports.analysis_export import markdown_lines, shown
from tabletop_tui.reports.battle_figures import Report, chapters, histogram, report
from tabletop_tui.reports.force_page import row
from tabletop_tui.reports.html_pages import render
from tabletop_tui.reports.sharing.cell_drawing import gif, moving_svg, need_pillow, png, svg
from tabletop_tui.reports.sharing.highlight_clip import clip
from tabletop_tui.reports.sharing.replay_moments import moment
from tabletop_tui.reports.sharing.replay_page import lesson_page, replay_page
from tabletop_tui.school.lesson_files import Lesson

FORMS = ("md", "html", "svg", "png", "gif")


@frozen
class Wanted:
    """What of a game is to be written."""

    replay: bool = False
    """As a page: one to step through, not a report."""
    film: bool = False
    """As SVG: the battle in 20 seconds, not its last position. A GIF is always that."""
    answers: int | None = None
    """The position after so many answers; None for the last one."""

    def check(self, form: str) -> None:
        """BadChoice for what does not go with the form of a file."""
        fits = {"replay": ["html"], "film": ["svg", "gif"], "at": ["svg", "png"]}
        given = {"replay": self.replay, "film": self.film, "at": self.answers is not None}
        for option, forms in fits.items():
            if given[option] and form not in forms:
                raise BadChoice(f"--{option} goes with a file that ends in {' or '.join(f'.{one}' for one in forms)}")
        if self.film and self.answers is not None:
            raise BadChoice("say --film or --at, not both: a film shows the whole battle")
        if form in ("png", "gif"):
            need_pillow()


def export(journal: Path, to: Path, overwrite: bool = False, wanted: Wanted = Wanted()) -> Path:
    """Write the game of a journal into a file, whose ending says in which form.

    BadFile if either will not do; BadChoice for what does not go together.
    """
    form = form_of(to, FORMS, overwrite)
    wanted.check(form)
    session = Session.replay(journal)
    write_beside(to, written(session, form, wanted), overwrite=overwrite)
    return to


def export_lesson(lesson: Lesson, to: Path, overwrite: bool = False) -> Path:
    """Write a lesson or puzzle with its solution as a page to step through. BadFile if the file will not do."""
    form_of(to, ("html",), overwrite)
    write_beside(to, lesson_page(lesson), overwrite=overwrite)
    return to


def written(session: Session, form: str, wanted: Wanted) -> str | bytes:
    """The game of a session in one of the forms."""
    if form == "md":
        return markdown(session)
    if form == "html":
        return replay_page(session, *analysis_of(session)) if wanted.replay else page(session)
    if form == "gif":
        return gif(clip(session))
    if wanted.film:
        return moving_svg(clip(session), title_of(session.setup))
    answers = len(session.history)
    if wanted.answers is not None and wanted.answers > answers:
        raise BadChoice(f"--at {wanted.answers}: the game has {counted(answers, 'answer')}")
    session.go_to(answers if wanted.answers is None else wanted.answers)
    sheet = moment(session).sheet
    return png(sheet, PIXELS) if form == "png" else svg(sheet, title_of(session.setup))


PIXELS = 14
"""The width of a cell of a PNG."""


# ---------------------------------------------------------------- what both reports say
def title_of(setup: Setup) -> str:
    return setup.called


def report_of(session: Session) -> Report:
    return report(session.game, list(session.log()), len(session.history))


def seat_rows(setup: Setup) -> Iterator[list[str]]:
    """Who sat where, with which force."""
    for seat in setup.seats:
        yield [seat.name, player_words(seat.player), str(seat.force.get("name", ""))]


def figure_rows(found: Report) -> Iterator[list[str]]:
    """Each side's figures."""
    for side in found.sides:
        score = [] if side.score is None else [str(side.score)]
        lost = f"{side.lost} of {side.units}"
        yield [side.name, *score, lost, side.harm_dealt, side.harm_taken, str(side.luck)]


def figures_of(found: Report) -> list[str]:
    """What these figures are; without a score where nothing has been scored."""
    scored = any(side.score is not None for side in found.sides)
    return [head for head in FIGURES if scored or head != "Score"]


def harm_words(found: Report) -> str:
    """What harm is, and what stands behind a plus."""
    kinds = sorted({kind for side in found.sides for kind in side.borne})
    return f"{HARM}; beside it stand points of {listed(kinds)}." if kinds else f"{HARM}."


def analysis_of(session: Session) -> tuple[Findings | None, str]:
    """What the coach has found of a game already, and what is wrong with the file where it is kept."""
    try:
        return kept(session), ""
    except BadFile as error:
        return None, str(error)


SEATS = ["Side", "Player", "Force"]
FIGURES = ["Side", "Score", "Units lost", "Harm dealt", "Harm taken", "Dice"]
HARM = "Harm is damage points and casualties"
THINKING = "Time for thinking:"
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
    lines += ["## Result", "", f"{plain(found.verdict)}, {found.length}.{goal}", ""]
    lines += [*(f"- {plain(said)}" for said in found.held), ""] if found.held else []
    lines += [f"{THINKING} {plain(session.clock.said(setup))}.", ""] if session.clock is not None else []
    lines += [
        *_table(figures_of(found), figure_rows(found)),
        "",
        harm_words(found),
        "",
        "## Luck",
        "",
        BARS.format(called=found.called),
        "",
    ]
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
    if isinstance(event, Noted | TakenBack | Narrated | FlagFell):
        return f"  - **{plain(event.text)}**"
    name = whose(event, setup)
    return f"  - {plain(f'{name}: {event.text}' if name else event.text)}"


def whose(event: Event, setup: Setup) -> str:
    """Whose an event is; '' where it is nobody's, or where its sentence begins with the name."""
    name = "" if event.seat is None else setup.seats[event.seat].name
    return "" if event.text.startswith(f"{name} ") else name


# ---------------------------------------------------------------- pictures
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
            found[number] = svg(moment(session).sheet)
            number = event.number
    found[number] = svg(moment(session).sheet)
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
        figures=figures_of(found),
        figure_rows=list(figure_rows(found)),
        harm=harm_words(found),
        thinking="" if session.clock is None else f"{THINKING} {session.clock.said(setup)}.",
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
    if isinstance(event, Noted | TakenBack | Narrated | FlagFell):
        return {"mood": "note", "who": "", "text": event.text}
    hurt = isinstance(event, Fell) or (isinstance(event, Harmed) and event.amount > 0)
    return {"mood": "bad" if hurt else "", "who": whose(event, setup), "text": event.text}
