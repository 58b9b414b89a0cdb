"""A game as one page of HTML that is stepped through, offline: map, log and dice of every moment, and the analysis."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field

from tabletop_tui import __version__
from tabletop_tui.coach.analysis_findings import Findings
from tabletop_tui.engine.events import Began, Event, FlagFell, Narrated, Noted, Rolled, TakenBack
from tabletop_tui.engine.roll_wording import roll_parts
from tabletop_tui.engine.setup import Setup, player_words
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.validation import attempt
from tabletop_tui.play.session import Session
from tabletop_tui.reports.analysis_export import shown
from tabletop_tui.reports.analysis_lines import told
from tabletop_tui.reports.battle_figures import verdict_of
from tabletop_tui.reports.html_pages import render
from tabletop_tui.reports.sharing.cell_drawing import svg
from tabletop_tui.reports.sharing.cell_rows import BLOCKS, Ink, Inks, Row, Sheet
from tabletop_tui.reports.sharing.replay_moments import PALETTE, Moment, moments
from tabletop_tui.rulebook.registry import about
from tabletop_tui.rulebook.system import System
from tabletop_tui.school.lesson_files import Lesson
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.lessons_as_text import worded
from tabletop_tui.widgets.log_lines import role_of
from tabletop_tui.widgets.terminal_palettes import palette

Note = tuple[str, str, list[str]]
"""What is said of a moment besides what happened: of which kind, a sentence, and what else."""
MOODS = {"head": "began", "strong": "began", "bad": "bad", "good": "good", "key": "note"}
DICE = {"face": "face", "good": "hit", "bad": "face", "need": "dim", "came": ""}
"""How the parts of a roll look on the page."""


def replay_page(session: Session, known: Findings | None = None, spoilt: str = "") -> str:
    """The page of a session's game, with what the coach has found of it; `spoilt` says why that cannot be had."""
    setup = session.setup
    notes: dict[int, list[Note]] = {}
    for one in told(known) if known is not None else ():
        notes.setdefault(one.answer + 1, []).append((one.kind, f"{NOTED[one.kind]}: {one.head}", list(one.more)))
    every = list(moments(session))
    return _page(
        str(setup.scenario.get("name") or setup.system),
        session.system,
        setup,
        every,
        notes,
        verdict=verdict_of(session.game),
        about=[f"The goal: {every[-1].standing.goal}."] * bool(every[-1].standing.goal) + [spoilt] * bool(spoilt),
        analysis=None if known is None else shown(known, now=True),
    )


NOTED = {"turning": "Turning point", "blunder": "Blunder", "roll": "Seldom", "answer": "Judged"}


def lesson_page(lesson: Lesson) -> str:
    """The page of a lesson or a puzzle: what is wanted, its hints, and its solution step by step."""
    every: list[Moment] = []
    notes: dict[int, list[Note]] = {}
    hints: list[str] = []
    played = [number for number, task in enumerate(lesson.tasks) if task.force is None]
    if not played:
        raise BadFile(lesson.path, "", "its tasks are forces to build; there is no battle to make a page of")
    run = attempt(lesson.path, lambda: LessonRun(lesson, played[0]))
    for number in played:
        task = lesson.tasks[number]
        if number != played[0]:
            attempt(lesson.path, lambda number=number: run.begin(number))  # type: ignore[misc]
        verdict = run.run_on()
        for answer in task.solution:
            if run.session.question is None:
                break
            verdict = run.answer(answer)
        first = len(every)
        every += moments(run.session)
        notes[first] = [("lesson", worded(task.briefing), [f"Goal: {worded(task.goal.text)}"])]
        if verdict is not None:
            notes.setdefault(len(every) - 1, []).append(("lesson", worded(verdict.say), []))
        hints += [worded(hint.say) for hint in task.hint]
    first_task = lesson.tasks[played[0]]
    about = [worded(first_task.briefing), f"Goal: {worded(first_task.goal.text)} The steps below are the solution."]
    return _page(lesson.name, run.session.system, run.session.setup, every, notes, about=about, hints=hints)


def _page(
    name: str,
    system: System,
    setup: Setup,
    every: Sequence[Moment],
    notes: Mapping[int, Sequence[Note]],
    *,
    verdict: str = "",
    about: Iterable[str] = (),
    hints: Iterable[str] = (),
    analysis: dict[str, Any] | None = None,
) -> str:
    colours = palette(PALETTE)
    seats = [
        {
            "name": seat.name,
            "player": player_words(seat.player),
            "force": str(seat.force.get("name", "")),
            "colour": Inks(colours).of(colours.seat_name(number)).letters,
        }
        for number, seat in enumerate(setup.seats)
    ]
    standing = every[-1].standing
    tables = _Tables(every)
    data = {
        "wide": tables.wide,
        "high": tables.high,
        "blocks": BLOCKS,
        "points": standing.points,
        "seats": [{"name": seat["name"], "colour": seat["colour"]} for seat in seats],
        "moments": [tables.told(number, one, notes.get(number, ())) for number, one in enumerate(every)],
        "rows": tables.rows,
        "inks": tables.inks,
        "units": tables.units,
    }
    return render(
        "replay",
        name=name,
        system=system.name,
        verdict=verdict,
        seats=seats,
        about=list(about),
        hints=list(hints),
        called=standing.called,
        analysis=analysis,
        still=svg(every[-1].sheet, name),
        data=in_script(data),
        version=__version__,
        credit=_credit(system),
    )


def _credit(system: System) -> str:
    said = about(system.id)
    whose = f"{said.name}: {said.credit}. " if said.credit else ""
    return f"{whose}Rulebooks belong to their authors; none of them made or endorses this program."


def in_script(data: object) -> str:
    """Data as JSON for a script element: nothing in it ends the element, or does anything to a terminal."""
    text = json.dumps(_harmless(data), ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e").replace("\u2028", "\\u2028")


def _harmless(data: object) -> object:
    if isinstance(data, str):
        return clean(data)
    if isinstance(data, Mapping):
        return {key: _harmless(value) for key, value in data.items()}
    return [_harmless(one) for one in data] if isinstance(data, list | tuple) else data


@define
class _Tables:
    """What moments have in common, each thing once: inks, rows of cells, units."""

    moments: Sequence[Moment]
    rows: list[tuple[str, list[int]]] = field(factory=list)
    """A row: its text, then of each run which ink and how many cells."""
    inks: list[tuple[str, str, int]] = field(factory=list)
    """Letters, ground, and 1 for bold plus 2 for underlined."""
    units: list[tuple[object, ...]] = field(factory=list)
    _row_ids: dict[Row, int] = field(factory=dict)
    _ink_ids: dict[Ink, int] = field(factory=dict)
    _unit_ids: dict[tuple[object, ...], int] = field(factory=dict)
    _last: list[int] = field(factory=list)

    @property
    def wide(self) -> int:
        return max(one.sheet.width for one in self.moments)

    @property
    def high(self) -> int:
        return max(one.sheet.height for one in self.moments)

    def told(self, number: int, one: Moment, notes: Sequence[Note]) -> dict[str, Any]:
        """A moment as the script reads it."""
        rows = [self._row(row) for row in self._padded(one.sheet)]
        changed = [part for y, row in enumerate(rows) if self._last[y : y + 1] != [row] for part in (y, row)]
        self._last = rows
        where = one.standing.phase
        found: dict[str, Any] = {
            "r": changed,
            "f": one.focus,
            "s": one.given.seat,
            "q": one.given.asked,
            "a": one.given.said,
            "e": [_event(event) for event in one.events],
            "p": f"{one.standing.name}, {where}" if where else one.standing.name,
            "o": [self._unit(line) for line in one.roster],
            "b": one.begins,
        }
        if one.held:
            found["h"] = one.held
        if any(one.standing.scores):
            found["c"] = one.standing.scores
        if notes:
            found["n"] = notes
        return found

    def _padded(self, sheet: Sheet) -> Iterable[Row]:
        """The rows of a sheet, as many and as long as those of the largest."""
        paper = Inks(palette(PALETTE)).of(None)
        beside = ((" " * (self.wide - sheet.width), paper),) if sheet.width < self.wide else ()
        below: Row = ((" " * self.wide, paper),)
        return [*(row + beside for row in sheet.rows), *[below] * (self.high - sheet.height)]

    def _row(self, row: Row) -> int:
        if row not in self._row_ids:
            self._row_ids[row] = len(self.rows)
            runs = [part for text, ink in row for part in (self._ink(ink), len(text))]
            self.rows.append(("".join(text for text, _ in row), runs))
        return self._row_ids[row]

    def _ink(self, ink: Ink) -> int:
        if ink not in self._ink_ids:
            self._ink_ids[ink] = len(self.inks)
            self.inks.append((ink.letters, ink.ground, ink.bold + 2 * ink.under))
        return self._ink_ids[ink]

    def _unit(self, line: Any) -> int:
        left = line.left.brief if line.left is not None else ""
        unit = (line.seat, line.tag, line.name, line.state, round(line.health, 2), left, line.told)
        if unit not in self._unit_ids:
            self._unit_ids[unit] = len(self.units)
            self.units.append(unit)
        return self._unit_ids[unit]


def _event(event: Event) -> list[Any]:
    """An event as the script reads it: how it looks, whose it is, its words in parts, and the reasons of a roll."""
    mood = MOODS.get(role_of(event), "")
    if isinstance(event, Rolled) and event.dice:
        return ["", event.seat, [*_roll(event)], [*_reasons(event)]]
    if isinstance(event, Began | Narrated | Noted | TakenBack | FlagFell):
        return [mood, None, event.text]
    return [mood, event.seat, event.text]


def _reasons(event: Rolled) -> Iterator[str]:
    """The reasons of a roll, a line each, with the rules behind them."""
    needed = event.need.number if event.need is not None else None
    tallies = (event.adds, event.against) if event.adds is not None else (needed,)
    for tally in tallies:
        if tally is not None and tally.modifiers:
            yield f"{tally} ({', '.join(dict.fromkeys(filter(None, tally.rules)))})"


def _roll(event: Rolled) -> Iterator[tuple[str, str]]:
    """The parts of a roll, each die one of its own, and how they look."""
    for text, part in roll_parts(event):
        dice = text.split() if part in ("face", "good", "bad") else [text]
        yield from ((die.strip("[]") if part in ("good", "bad") else die, DICE.get(part, "")) for die in dice)
