"""The command `lab`: which scenarios are meant, their games with a bar that grows, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Protocol

from attrs import define, field

from tabletop_tui import paths
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.toml_files import write_beside
from tabletop_tui.lab import balance_page, page
from tabletop_tui.lab.folder import Asked, Folder
from tabletop_tui.lab.lines import EARNED, summary_lines
from tabletop_tui.lab.match import PLAYER, Match, matches_of
from tabletop_tui.lab.record import GameRecord
from tabletop_tui.lab.series import play
from tabletop_tui.lab.summary import summaries
from tabletop_tui.lab.workers import WorkersLost
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import ScenarioInfo, System

GAMES = 50
"""So many of each scenario, if nobody says how many."""
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
    """What the command was asked to do."""

    asked: Asked
    shipped: bool = False
    workers: int = 1
    dask: str = ""
    out: Path | None = None
    page: Path | None = None
    records: list[GameRecord] = field(factory=list)

    def run(self, progress: Progress, write: Write, complain: Write) -> int:
        """Play the series and tell what came of it; the exit code."""
        folder = Folder.opened(self.out) if self.out is not None else None
        if folder is not None and not self.asked.scenarios and not self.shipped:
            self.asked = folder.asked
        if self.page is not None and self.asked.forces:
            raise BadChoice("the page tells of scenarios with their own forces: leave out --force or --page")
        matches = list(self._matches())
        if folder is not None:
            self._put_down(folder, matches)
        code = self._play(matches, folder, progress, complain)
        order = {match.key: number for number, match in enumerate(matches)}
        self.records.sort(key=lambda record: order[record.key])
        self._tell(write)
        self._keep(folder, write)
        return code

    # ------------------------------------------------------------------ what is played
    def _matches(self) -> Iterator[Match]:
        asked = self.asked
        for word, found, scenario in self._scenarios():
            yield from matches_of(
                *(found, scenario),
                forces=asked.forces,
                players=asked.players or (PLAYER,),
                games=asked.games,
                first_seed=asked.seed,
                word=word,
            )

    def _scenarios(self) -> Iterator[tuple[str, System, ScenarioInfo]]:
        """The scenarios that are meant: SCENARIO for one, a rulebook's id for all that it ships."""
        words = [*(system_ids() if self.shipped else ()), *self.asked.scenarios]
        if not words:
            raise BadChoice("name the scenarios that are to be played, or say --shipped for all of them")
        for word in dict.fromkeys(words):
            if word in system_ids():
                for scenario in system(word).scenarios([paths.shipped("scenarios")]):
                    yield "", system(word), scenario
            else:
                found, scenario = new_game.find_scenario(word)
                yield word if new_game.is_path(word) else "", found, scenario

    def _put_down(self, folder: Folder, matches: Sequence[Match]) -> None:
        words = tuple(dict.fromkeys(match.scenario for match in matches))
        folder.asked = Asked(words, self.asked.forces, self.asked.players, self.asked.games, self.asked.seed)

    # ------------------------------------------------------------------ playing
    def _play(self, matches: Sequence[Match], folder: Folder | None, progress: Progress, complain: Write) -> int:
        with progress(len(matches)) as bar:
            try:
                for record in play(matches, workers=self.workers, dask=self.dask, folder=folder):
                    self.records.append(record)
                    bar.update(1)
                    if record.fault:
                        complain(f"{record.scenario}, seed {record.seed}: {record.fault}; again: {record.command}")
            except (KeyboardInterrupt, WorkersLost) as stop:
                why = str(stop) or "stopped"
                complain(f"{why}; {len(self.records)} of {counted(len(matches), 'game')} were played{self._way_on()}")
                return STOPPED if isinstance(stop, KeyboardInterrupt) else FAULTY
        faults = sum(bool(record.fault) for record in self.records)
        if faults:
            complain(f"{faults} of {counted(len(matches), 'game')} ended by a fault and are not counted")
        return FAULTY if faults else 0

    def _way_on(self) -> str:
        return f"; go on with: tabletop-tui lab --out {self.out}" if self.out is not None else ""

    # ------------------------------------------------------------------ telling
    def _tell(self, write: Write) -> None:
        found = summaries(self.records)
        for number, summary in enumerate(found):
            if number:
                write("")
            for line in summary_lines(summary):
                write(line)
        if found:
            write("")
            write(EARNED)

    def _keep(self, folder: Folder | None, write: Write) -> None:
        if folder is not None:
            written = folder.write_tables(self.records)
            written.append(folder.path / "series.html")
            write_beside(written[-1], page.page_of(self.records))
            write(f"Written: {', '.join(map(str, written))}")
        if self.page is not None:
            balance_page.write(self.page, summaries(self.records))
            write(f"Written: {self.page}")
