"""How a game is written down as it is played: its answers, notes and clocks, and when they are safe on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from attrs import evolve

from tabletop_tui.engine.events import FlagFell, Noted
from tabletop_tui.engine.history import Note, Timeline
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files.safe_text import is_clean
from tabletop_tui.files.validation import shown
from tabletop_tui.play.journal import (
    Header,
    Journal,
    JournalLost,
    Record,
    encode,
    record_of,
    start_record,
)
from tabletop_tui.play.journal_rescue import journal_beside
from tabletop_tui.play.players import seated
from tabletop_tui.play.seat_clock import SeatClock
from tabletop_tui.rulebook.system import System

LONGEST_NOTE = 500


def note_fault(text: str) -> str:
    """What is wrong with a note, '' if nothing is."""
    if not text.strip() or len(text) > LONGEST_NOTE or not is_clean(text):
        return f"give a note of 1 to {LONGEST_NOTE} letters on one line, not {shown(text)}"
    return ""


class Recorded:
    """The part of a session that writes the game down."""

    setup: Setup
    system: System
    guided: bool
    begun: str
    _course: Timeline

    def __init__(self) -> None:
        self.journal: Journal | None = None
        self.patient = False
        """Whether what is written may wait for `make_safe` to go down to the disk; it is in the file at once."""
        self._unsafe, self._disk = False, Lock()
        self.notice = ""
        """What a player should know about how the game was loaded, or where it is saved from now on."""
        self._opening_dice: tuple[int, ...] = ()
        self._told_lost = False
        self.clock: SeatClock | None = None
        """The time of each seat; None where nobody counts it."""
        self._clock_written: list[float] = []

    def _header(self, begun: str = "") -> Header:
        return Header(self.setup, self.system.version, guided=self.guided, begun=begun or self.begun)

    def record_to(self, path: Path, begun: str = "", players: Sequence[str] = ()) -> None:
        """Write the game so far to a new journal and go on writing there: to play on from a point of a replay.

        `players` take the seats from here on; those who had them where none are named.
        """
        if players:
            seats = [evolve(seat, player=who) for seat, who in zip(self.setup.seats, players, strict=True)]
            self.setup = self._course.game.setup = evolve(self.setup, seats=seats)
            self.players = seated(self.setup)
            self.clock = SeatClock.of(self.setup)
        with Journal.begun(path, self._header(begun)) as journal:
            journal.write(self._whole(len(self._course.entries)), sync=True)
        self.close()
        self.journal, self.notice = journal, ""

    def close(self) -> None:
        """Let go of the journal."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    # ------------------------------------------------------------------ writing
    def _write(self, lines: list[str], *, sync: bool, after: int | None) -> None:
        """Write records that come after so many entries; None for the first record of all."""
        if self.journal is None:
            return
        try:
            self.journal.write(lines, sync=sync and not self.patient)
        except JournalLost as lost:
            self._go_on_elsewhere(lost, [*self._whole(after), *lines])
        else:
            self._unsafe |= sync and self.patient

    def _whole(self, number: int | None) -> list[str]:
        """The records of the game up to where so many entries had been played."""
        if number is None:
            return []
        lines = [start_record(self._opening_dice), *self._notes_at(0)]
        for played, entry in enumerate(self._course.entries[:number], 1):
            lines += [record_of(entry), *self._notes_at(played)]
        self._clock_written = []
        return [*lines, *self._clock_lines()]

    def _notes_at(self, number: int) -> list[str]:
        notes = self._course.notes(number)
        return [encode(_note_record(one)) for one in notes]

    def _clock_lines(self) -> list[str]:
        """The record of the clock, where that has gone on."""
        if self.clock is None or (now := self.clock.record()) == self._clock_written:
            return []
        self._clock_written = now
        return [encode({"clock": now})]

    def tell_flags(self) -> None:
        """Tell the log whose time has been used up since this was asked last; JournalError if it cannot be written."""
        if (clock := self.clock) is None:
            return
        for seat in clock.fallen():
            self._write([encode({"flag": seat})], sync=True, after=len(self._course.entries))
            self._course.note(clock.flag(seat, self.setup.seats[seat].name))

    def keep_clock(self) -> None:
        """Write down what the clocks show; JournalError if that cannot be done."""
        if lines := self._clock_lines():
            self._write(lines, sync=False, after=len(self._course.entries))

    def _go_on_elsewhere(self, lost: JournalLost, lines: list[str]) -> None:
        """Write these records, the whole game, to a new file, and go on there. JournalError if no file can be had."""
        assert self.journal is not None
        journal = journal_beside(self.journal.path, self._header(), lines)
        with self._disk:
            self.journal.close()
            self.journal, self._unsafe = journal, False
        self.notice = f"The whole game is now in {journal.path}, for {lost.fix} ({lost.path})"

    # ------------------------------------------------------------------ keeping it safe
    def look_after(self) -> None:
        """See to it that the game is in a file: if its journal was lost, all of it goes to another one.

        JournalError if no file can be had; told once, so that whoever wants to leave all the same can.
        """
        if self.journal is None or self._told_lost:
            return
        try:
            self.journal.look()
        except JournalLost as lost:
            self._told_lost = True
            self._go_on_elsewhere(lost, self._whole(len(self._course.entries)))
            self._told_lost = False

    @property
    def is_safe(self) -> bool:
        """Whether nothing that was written still waits for `make_safe`."""
        return not self._unsafe

    def make_safe(self) -> None:
        """Bring what was written while `patient` down to the disk; JournalError if that fails. From any thread."""
        with self._disk:
            if self._unsafe and self.journal is not None:
                self._unsafe = False
                self.journal.sync()


def _note_record(one: Note) -> Record:
    if isinstance(one, Noted):
        return {"note": one.note}
    return {"flag": one.seat} if isinstance(one, FlagFell) else {"taken back": one.text}
