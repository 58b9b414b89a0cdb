"""The clocks of a battle: whose time runs while a question waits, and what the top bar shows of it."""

from __future__ import annotations

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.pages.handover_card import TurnCard
from tabletop_tui.screens.battle.screen_protocols import Play
from tabletop_tui.widgets.glyphs import Glyphs

TICK = 1.0
"""Seconds between two looks at the clocks."""


class Clocks:
    """Nobody's time runs while a film is shown, a computer thinks, or the turn card waits for whoever sits down."""

    def __init__(self, view: Play) -> None:
        self.view, self.model = view, view.model

    @property
    def thinks(self) -> int | None:
        """The seat whose person is thinking; None for nobody."""
        model, question = self.model, self.model.question
        if question is None or not model.person_asked or model.film or model.session.over is not None:
            return None
        if isinstance(self.view.tabletop.screen, TurnCard) or model.session.players[question.seat] is not None:
            return None
        return question.seat

    def stop(self) -> None:
        """Somebody answers, takes back or leaves: what was counted so far is known now."""
        if (clock := self.model.session.clock) is not None:
            clock.run(None)

    def look(self) -> None:
        """See whose time runs, tell whose flag has fallen, and show what the clocks say."""
        session = self.model.session
        if (clock := session.clock) is None:
            return
        clock.run(self.thinks)
        told = len(clock.told)
        try:
            session.tell_flags()
        except BadFile as error:
            self.view.note(error.brief)
        if len(clock.told) > told:
            self.model.events = list(session.log())
            self.view.draw_log()
            self.view.note(self.model.events[-1].text)
        self.view.draw_status()

    def keep(self) -> None:
        """Write down what the clocks show, for the game is left."""
        self.stop()
        try:
            self.model.session.keep_clock()
        except BadFile as error:
            self.view.note(error.brief)


def clock_words(session: Session, glyphs: Glyphs, full: bool) -> str:
    """As in '● 12:34 ■ 8:05', and whether that is what is left; '' where nobody counts."""
    clock = session.clock
    if clock is None:
        return ""
    seats = [seat for seat, player in enumerate(session.players) if player is None]
    said = " ".join(f"{glyphs.seats[seat % len(glyphs.seats)]}{clock.shown(seat)}" for seat in seats)
    return f"{'time left' if clock.limit else 'time'} {said}" if full else said
