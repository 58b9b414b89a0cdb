"""Who holds what is fought for, as the rulebook would score it now: facts for screens, reports and the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_tui.engine.events import ChangedHands
from tabletop_tui.records import frozen


@frozen
class Held:
    """One thing that is fought for, who holds it, and why."""

    name: str
    """As in 'L1' or 'the zone'; no two in a battle are alike."""
    spot: str = ""
    """Where it is on the table, '' for nowhere."""
    seats: tuple[int, ...] = ()
    """Those that hold it, the whole of a team; () for nobody."""
    why: str = ""
    """Why they do, or why nobody does: 'B3 is 3.2 in off'."""
    rules: tuple[str, ...] = ()

    def holder(self, names: Sequence[str]) -> str:
        """Who holds it, by the names of the seats."""
        return " and ".join(names[seat] for seat in self.seats) or "nobody"

    def said(self, names: Sequence[str]) -> str:
        """As in 'L1: Blue holds it, B3 is 3.2 in off'."""
        verb = "hold" if len(self.seats) > 1 else "holds"
        return f"{self.name}: {self.holder(names)} {verb} it" + (f", {self.why}" if self.why else "")


def hand_changes(before: Sequence[Held], now: Sequence[Held], names: Sequence[str]) -> Iterator[ChangedHands]:
    """An event for each thing whose holder is another one; what is held as soon as it is known of is one as well."""
    held = {one.name: one.seats for one in before}
    for one in now:
        if held.get(one.name, ()) != one.seats:
            seat = one.seats[0] if one.seats else None
            yield ChangedHands(one.said(names), one.rules, seat, one.name, one.spot)
