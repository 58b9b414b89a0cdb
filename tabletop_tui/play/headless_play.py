"""Playing and replaying without a screen: the log goes to the output, people answer by numbered lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from tabletop_tui import paths
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.briefing import briefing, text_lines
from tabletop_tui.play.journal import JournalError, read
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.players.console_player import BadLine, Keyboard, Said
from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import event_lines, result_line, roll_line, seat_name, standing_lines, step_line
from tabletop_tui.process.crash_report import keeping
from tabletop_tui.rulebook.system import ScenarioInfo

EXPECTED = (BadFile, BadChoice, BadLine)
"""What a player or a file can get wrong: one sentence says what."""

Write = Callable[[str], None]


def drive(session: Session, lines: TextIO, write: Write, begun: ScenarioInfo | None = None) -> int:
    """Play a session on to its end, or until whoever answers quits; one that was `begun` just now gets its briefing."""
    keyboard = Keyboard(lines, write, patient=lines.isatty())
    told = session.notice
    try:
        _print_start(session, write, begun)
        while session.over is None:
            if session.notice != told:
                told = session.notice
                write(told)
            if session.pending:
                _step(session, write)
            elif not session.waits_for_person:
                print_events(session, session.computer_answers(), write)
            elif not _person(session, keyboard, write):
                write(f"The game can be resumed: {_kept_in(session)}")
                return 0
        _kept_in(session)
        if session.notice != told:
            write(session.notice)
    except BadLine as bad:
        raise BadLine(f"{bad}; the game is kept and can be resumed: {_kept_in(session)}") from bad
    except (Exception, SystemExit) as fault:
        if session.journal is not None:
            fault.add_note(keeping(session.journal.path))
        raise
    finally:
        session.close()
    _print_end(session, write)
    return 0


def _kept_in(session: Session) -> Path | None:
    """The file that holds the whole game, another one if its journal was lost."""
    session.look_after()
    return session.journal.path if session.journal is not None else None


def _print_start(session: Session, write: Write, begun: ScenarioInfo | None) -> None:
    """What game this is, where it is saved, and what has happened so far."""
    if session.notice:
        write(session.notice)
    if session.journal is not None:
        write(f"Saved as it is played: {session.journal.path}")
    write(f"Seed {session.setup.seed}, {session.setup.dice} dice")
    if begun is not None:
        for line in text_lines(briefing(session.system, session.game, info=begun)):
            write(line)
    print_events(session, session.log(), write)


def _step(session: Session, write: Write) -> None:
    """One step of the rules: which it was, what it did; at dice pace one roll: what is needed, what came of it."""
    game, held = session.game, session.held
    if held is not None:
        write(roll_line(held, session.setup))
    step, happened = session.step()
    if step is not None and session.pace == "step":
        write(step_line(game, step))
    print_events(session, happened, write)


def _person(session: Session, keyboard: Keyboard, write: Write) -> bool:
    """One answer or word of a person; False if it was to quit."""
    said = keyboard.ask(session.game, session.setup)
    try:
        match said:
            case Said("quit"):
                return False
            case Said("undo"):
                session.undo()
                write(f"Taken back to answer {len(session.history)}.")
            case Said("redo"):
                print_events(session, session.redo(), write)
            case Said("concede"):
                print_events(session, session.concede(_seat_asked(session)), write)
            case Said("real dice"):
                print_events(session, session.change_dice(), write)
            case Said("orders", rest):
                kind, _, order = rest.partition(" ")
                print_events(session, session.order(_seat_asked(session), kind, order.strip()), write)
            case _:
                print_events(session, session.answer(said), write)
    except Refused as refused:
        keyboard.refuse(refused)
    return True


def _seat_asked(session: Session) -> int:
    seat = session.seat_to_answer
    assert seat is not None
    return seat


def print_events(session: Session, events: Iterable[Event], write: Write) -> None:
    lines = [line for event in events for line in event_lines(event, session.setup)]
    if lines:
        write("\n".join(lines))


def _print_end(session: Session, write: Write) -> None:
    """The last battlefield, and as the very last line the result."""
    write("")
    write("\n".join(standing_lines(session.system, session.game, session.setup)))
    write("")
    write(_last_line(session))


def _last_line(session: Session) -> str:
    if session.over is not None:
        return result_line(session.setup, session.over.winners, session.system.standing(session.game).scores)
    asked = seat_name(session.setup, session.seat_to_answer)
    return f"not finished: {counted(len(session.history), 'answer')}, and {asked} is asked"


# ---------------------------------------------------------------- journals
def show_replay(session: Session, write: Write) -> None:
    """The log and the last battlefield of a replayed game."""
    if session.notice:
        write(session.notice)
    print_events(session, session.log(), write)
    _print_end(session, write)


def verified(session: Session) -> str:
    """What a replay has proved (it would not have been made otherwise)."""
    notice = f"; {session.notice}" if session.notice else ""
    return f"sound: {counted(len(session.history), 'answer')} replayed, {_last_line(session)}{notice}"


def last_game() -> Path:
    """The journal of the game that was played last and is not finished. BadChoice if there is none."""
    for path in paths.played_last():
        try:
            if not read(path).finished:
                return path
        except JournalError:
            continue  # A damaged game is not the one to go on with; it is named when it is opened itself.
    raise BadChoice("no unfinished game is saved; start one with: tabletop-tui play")
