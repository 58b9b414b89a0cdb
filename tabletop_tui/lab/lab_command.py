"""The command `lab`: which scenarios are meant, their games with a bar that grows, and what came of them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Protocol

from attrs import define, evolve, field

from tabletop_tui import paths
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.lab import balance_page
from tabletop_tui.lab import html_report as page
from tabletop_tui.lab import match_workers as workers
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.match_workers import WorkersLost
from tabletop_tui.lab.pairings import LONGEST_NAME, PLAYER, Match, matches_of
from tabletop_tui.lab.series_folder import MOST_GAMES, Asked, Folder
from tabletop_tui.lab.series_runner import play
from tabletop_tui.lab.series_summary import summaries
from tabletop_tui.lab.summary_lines import EARNED, foretold_words, summary_lines
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.setup_checks import told_apart
from tabletop_tui.process.stop_signals import EndedBySignal, Ending
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import ScenarioInfo, System

USUAL = Asked((), (), (PLAYER,), games=50, seed=1)
"""What is played if nobody says otherwise."""
STOPPED, FAULTY = 130, 1
"""Exit codes: stopped by Ctrl-C; played, but for games that ended by a fault."""


class Bar(Protocol):
    """A bar that grows."""

    def update(self, n_steps: int) -> None: ...


class NoBar:
    """What stands for it where nobody looks."""

    def update(self, n_steps: int) -> None:
        return None


NO_BAR = nullcontext(NoBar())

Write = Callable[[str], None]
Progress = Callable[[int], AbstractContextManager[Bar]]
"""A bar for so many games."""


@define
class Series:
    """What the command was asked to do; of the games None, or (), for what it leaves out."""

    scenarios: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    games: int | None = None
    seed: int | None = None
    shipped: bool = False
    workers: int = 1
    dask: str = ""
    out: Path | None = None
    page: Path | None = None
    records: list[GameRecord] = field(factory=list)
    shipped_games: dict[str, Match] = field(factory=dict)
    """For each scenario a game of it in which each force has the seat that the scenario gives it."""

    def run(self, progress: Progress, write: Write, complain: Write) -> int:
        """Play the series and tell what came of it; the exit code. What is written is written before it is told."""
        if self.page is not None:
            balance_page.page_at(self.page)
        if self.dask:
            workers.look_for(self.dask)
        with Folder.opened(self.out) if self.out is not None else nullcontext() as folder:
            return self._run(folder, progress, write, complain)

    def _run(self, folder: Folder | None, progress: Progress, write: Write, complain: Write) -> int:
        asked = self._asked(folder)
        if self.page is not None and asked.forces:
            raise BadChoice("the page tells of scenarios with their own forces: leave out --force or --page")
        matches = _told_apart(list(self._matches(asked)))
        self.shipped_games = {match.scenario: match for match in reversed(matches) if match.as_shipped}
        if folder is not None:
            _put_down(folder, asked, matches)
        with Ending() as ending:
            code = self._play(matches, folder, ending, progress, complain)
        order = {(match.scenario, match.key): number for number, match in enumerate(matches)}
        self.records.sort(key=lambda record: order[record.scenario, record.key])
        try:
            written = self._written(folder)
        finally:
            self._tell(write)
        for line in written:
            write(line)
        return code

    # ------------------------------------------------------------------ what is played
    def _asked(self, folder: Folder | None) -> Asked:
        """What the command says; what it leaves out is as it was in a series that goes on, and else as usual."""
        goes_on = folder is not None and not self.scenarios and not self.shipped
        kept = folder.asked if folder is not None and goes_on else USUAL
        return Asked(
            *(self.scenarios or kept.scenarios, self.forces or kept.forces, self.players or kept.players),
            games=kept.games if self.games is None else self.games,
            seed=kept.seed if self.seed is None else self.seed,
        )

    def _matches(self, asked: Asked) -> Iterator[Match]:
        scenarios = list(self._scenarios(asked))
        if len(scenarios) * asked.games > MOST_GAMES:
            games = f"{counted(len(scenarios), 'scenario')} with {counted(asked.games, 'game')} each"
            raise BadChoice(f"a series has at most {MOST_GAMES} games, and {games} are more; ask for fewer")
        for word, found, scenario in scenarios:
            yield from matches_of(
                *(found, scenario),
                forces=asked.forces,
                players=asked.players or USUAL.players,
                games=asked.games,
                first_seed=asked.seed,
                word=word,
            )

    def _scenarios(self, asked: Asked) -> Iterator[tuple[str, System, ScenarioInfo]]:
        """The scenarios that are meant: SCENARIO for one, a rulebook's id for all that it ships."""
        words = [*(system_ids() if self.shipped else ()), *asked.scenarios]
        if not words:
            raise BadChoice("name the scenarios that are to be played, or say --shipped for all of them")
        for word in dict.fromkeys(words):
            if word in system_ids():
                for scenario in system(word).scenarios([paths.shipped("scenarios")]):
                    yield "", system(word), scenario
            else:
                found, scenario = new_game.find_scenario(word, only=True)
                yield word if new_game.is_path(word) else "", found, scenario

    # ------------------------------------------------------------------ playing
    def _play(
        self, matches: Sequence[Match], folder: Folder | None, ending: Ending, progress: Progress, complain: Write
    ) -> int:
        games = play(matches, workers=self.workers, dask=self.dask, folder=folder, whole=ending.whole)
        with progress(len(matches)) as bar:
            try:
                for record in games:
                    self.records.append(record)
                    bar.update(1)
                    if record.fault:
                        complain(f"{record.scenario}, seed {record.seed}: {record.fault}; again: {record.command}")
            except (KeyboardInterrupt, WorkersLost) as stop:
                why, so_far = str(stop) or "stopped", len(self.records)
                were = "was" if so_far == 1 else "were"
                complain(f"{why}; {so_far} of {counted(len(matches), 'game')} {were} played{self._way_on()}")
                if isinstance(stop, WorkersLost):
                    return FAULTY
                return stop.code if isinstance(stop, EndedBySignal) else STOPPED
        faults = sum(bool(record.fault) for record in self.records)
        if faults:
            are = "is" if faults == 1 else "are"
            complain(f"{faults} of {counted(len(matches), 'game')} ended by a fault and {are} not counted")
        return FAULTY if faults else 0

    def _way_on(self) -> str:
        return f"; go on with: tabletop-tui lab --out {shlex.quote(str(self.out))}" if self.out is not None else ""

    # ------------------------------------------------------------------ telling
    def _tell(self, write: Write) -> None:
        found = summaries(self.records)
        for number, summary in enumerate(found):
            if number:
                write("")
            for line in summary_lines(summary):
                write(line)
            if match := self.shipped_games.get(summary.scenario):
                write(foretold_words(match))
        if found:
            write("")
            write(EARNED)

    def _written(self, folder: Folder | None) -> list[str]:
        """Write the tables, and the page; which files these are, in lines. Without a game nothing is written."""
        lines = []
        if folder is not None and self.records:
            written = folder.write_tables(self.records)
            written.append(folder.path / "series.html")
            write_beside(written[-1], page.page_of(self.records))
            lines.append(f"Written: {', '.join(map(str, written))}")
        if self.page is not None and self.records:
            balance_page.write(self.page, summaries(self.records))
            lines.append(f"Written: {self.page}")
        return lines


def _told_apart(matches: Sequence[Match]) -> list[Match]:
    """The matches of a series, in which files of one name in different folders have names of their own."""
    words = {match.word: match.scenario for match in matches}
    names = dict(zip(words, told_apart(words.values(), LONGEST_NAME), strict=True))
    return [evolve(match, scenario=names[match.word]) for match in matches]


def _put_down(folder: Folder, asked: Asked, matches: Sequence[Match]) -> None:
    """What was asked for, so that it means the same wherever the folder is taken up again."""
    words = dict.fromkeys(match.word for match in matches)
    folder.asked = evolve(asked, scenarios=tuple(map(_lasting, words)), forces=tuple(map(_lasting, asked.forces)))


def _lasting(word: str) -> str:
    """A file by its full path, an id as it is."""
    return str(Path(word).absolute()) if new_game.is_path(word) else word
