"""What happens at one press of a key at step pace: the step in which something happened, with those before it.

A step in which nothing happened is no news; it runs along with the next one. What it has to say all the same ("Nobody
needs to rally.") is told first.
"""

from __future__ import annotations

from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Step
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen


@frozen
class Stride:
    """Steps that were run together."""

    step: Step | None
    """The one in which something happened, else the last one; None where dice have to come first."""
    events: tuple[Event, ...] = ()
    idle: tuple[str, ...] = ()
    """What the steps say in which nothing happened."""

    @property
    def facts(self) -> list[str]:
        """What happened to whom, sentence by sentence."""
        return [*dict.fromkeys(self.idle), *(event.text for event in self.events if event.text)]


def stride(session: Session) -> Stride:
    """Run steps until something has happened, dice are missing, or somebody is asked."""
    told: list[Event] = []
    idle: list[str] = []
    ran: Step | None = None
    if session.pending and session.pace == "step":
        session.mark()
    while session.pending:
        waiting = len(session.game.agenda)
        step, happened = session.step()
        told += happened
        if step is None or session.pace == "dice":
            return Stride(step or ran, tuple(told), tuple(idle))
        if not happened and step.idle and len(session.game.agenda) < waiting:
            idle.append(step.idle)
        ran = step if happened or ran is None or not told else ran
        if any(not isinstance(event, Began | Closed) for event in happened):
            break
    return Stride(ran, tuple(told), tuple(idle))
