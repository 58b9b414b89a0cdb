"""The turn card: what the person who sits down at the keyboard has to know, before the question is put.

It says who plays, the score and who holds what, what was lost and to what, and who is left to act. All on it is known
to both sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.color import Color
from textual.containers import Vertical

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import ChangedHands, Event
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.records import frozen
from tabletop_tui.reports.digest import Digest
from tabletop_tui.reports.play_by_play import Deed
from tabletop_tui.screens.base.popup_page import Below, Unbidden
from tabletop_tui.screens.battle.pages.digest_page import Signs, deed_lines, loss_lines
from tabletop_tui.widgets.map.shared.page_marks import Look, Sighting
from tabletop_tui.widgets.standing_lines import lead_words, score_said
from tabletop_tui.widgets.styled_text import TextLine, clip, spread, width_of, wrap
from tabletop_tui.widgets.top_bar import until
from tabletop_tui.widgets.view_text import badge_sign, seat_sign

BAR = 18
"""The cells of a bar of the score."""
DEEDS = 9
"""So many deeds have a number."""


@frozen
class Turn:
    """What a card is made from."""

    seat: int
    names: Sequence[str]
    standing: Standing
    held: Sequence[Held]
    roster: Sequence[RosterLine]
    happened: Sequence[Event]
    """All that came since this person's last answer."""
    digest: Digest
    """The same in words."""
    thought: str = ""
    """How long each person has thought, where that is counted."""

    def is_left(self, line: RosterLine) -> bool:
        """Whether a unit on the table has still to act."""
        return line.counts and bool(line.spot) and line.state not in ("lost", "done")


def card_lines(turn: Turn, numbers: Sequence[Deed], width: int, signs: Signs) -> list[TextLine]:
    """The whole card; the deeds among `numbers` have the key that shows them on the map."""
    parts = (
        ("Score", score_lines(turn, width, signs)),
        ("Who holds what", held_lines(turn, width, signs)),
        ("Since you played", since_lines(turn, numbers, width, signs)),
        ("Who is left to act", left_lines(turn, width, signs)),
    )
    lines: list[TextLine] = []
    for name, part in parts:
        if part:
            rule = signs.glyphs.rule * max(0, width - len(name) - 1)
            lines += [*([[]] if lines else []), [(f"{name} ", "head"), (rule, "dim")], *part]
    return lines


def score_lines(turn: Turn, width: int, signs: Signs) -> list[TextLine]:
    """A bar for each side, and how far it is from winning."""
    standing, colours, glyphs = turn.standing, signs.colours, signs.glyphs
    lines: list[TextLine] = []
    row: TextLine = []
    most = max((*standing.shown_scores, 1))
    for seat, score in enumerate(standing.shown_scores):
        cells = round(BAR * max(0, score) / most)
        name = turn.names[seat]
        bar = glyphs.bar[0] * cells + glyphs.bar[2] * (BAR - cells)
        piece: TextLine = [seat_sign(seat, colours, glyphs), (f" {name} ", "text"), (bar, colours.seat_name(seat))]
        piece += [(f" {score_said(score, standing.points)}   ", "strong")]
        if row and width_of(row) + width_of(piece) > width:
            lines.append(row)
            row = []
        row += piece
    lines += [row] if row else []
    lines += [[(said[:1].upper() + said[1:], "dim")] for said in lead_words(standing, turn.names)]
    if standing.nearness is not None:
        for seat, told in enumerate(standing.nearness.told):
            lines += wrap([seat_sign(seat, colours, glyphs), (f" {told}", "text")], width, "  ")
    lines += wrap([("Time: ", "dim"), (turn.thought, "text")], width, "  ") if turn.thought else []
    return lines


def held_lines(turn: Turn, width: int, signs: Signs) -> list[TextLine]:
    """For each thing that is fought for who holds it and why; what is new is marked."""
    fresh = {event.what for event in turn.happened if isinstance(event, ChangedHands)}
    lines: list[TextLine] = []
    for one in turn.held:
        line: TextLine = [(f"{one.name}  ", "strong")]
        for seat in one.seats:
            who = "you" if seat == turn.seat else turn.names[seat]
            line += [seat_sign(seat, signs.colours, signs.glyphs), (f" {who} ", signs.colours.seat_name(seat))]
        line += [] if one.seats else [("nobody: " if one.why else "nobody ", "dim")]
        line += [("NEW", "badge"), (" ", "text")] if one.name in fresh else []
        lines += wrap([*line, *signs.tagged([(one.why, "")])], width, "  ")
    return lines


def since_lines(turn: Turn, numbers: Sequence[Deed], width: int, signs: Signs) -> list[TextLine]:
    """What was lost and to what, and what was done."""
    found = turn.digest
    if not found.deeds and not found.yours and not found.theirs:
        return []
    lines = loss_lines("You lost", found.yours, width, signs, "good")
    lines += loss_lines("They lost", found.theirs, width, signs, "dim")
    for deed in found.deeds:
        lines += deed_lines(deed, next((n for n, one in enumerate(numbers, 1) if one is deed), 0), width, signs)
    return lines


def left_lines(turn: Turn, width: int, signs: Signs) -> list[TextLine]:
    """Each side's units that have still to act, this side first; nothing where nobody has, as before a battle."""
    if not any(map(turn.is_left, turn.roster)):
        return []
    lines: list[TextLine] = []
    seats = sorted(range(len(turn.names)), key=lambda seat: (seat != turn.seat, seat))
    for seat in seats:
        own = [line for line in turn.roster if line.seat == seat and turn.is_left(line)]
        line: TextLine = [seat_sign(seat, signs.colours, signs.glyphs)]
        for unit in own:
            left = f" {unit.left.brief}" if unit.left is not None else ""
            line += [(" ", "text"), (unit.tag, signs.style(unit.unit)), (left, "text")]
            for number, badge in enumerate(unit.badges):
                line += [(", " if number else " ", "text"), (badge.said, badge_sign(badge)[1])]
            line.append((" ", "text"))
        away = sum(one.counts and one.seat == seat and not one.spot and one.state != "lost" for one in turn.roster)
        line += [] if own or away else [(" nobody", "dim")]
        line += [(f" {away} not on the table", "dim")] if away else []
        lines += wrap(line, width, "  ")
    return lines


class TurnCard(Unbidden):
    """The card over the battle; Enter takes the table, and any other key is the battle's at once."""

    DEFAULT_CSS = """
    TurnCard { align: center top; }
    TurnCard > Vertical { width: 84; max-width: 100%; height: 1fr; margin: 0; }
    """
    close_keys = ("escape", "enter")

    def __init__(
        self,
        turn: Turn,
        shown: Sequence[tuple[Deed, Sighting]],
        signs: Signs,
        look: Look,
        below: Below,
    ) -> None:
        super().__init__(look, below)
        self.turn, self.signs, self.shown = turn, signs, shown[:DEEDS]

    def draw(self) -> None:
        super().draw()
        turn, colours, glyphs = self.turn, self.signs.colours, self.signs.glyphs
        role = colours.token(turn.seat)
        width = self.query_one(Vertical).size.width
        sign = glyphs.seats[turn.seat % len(glyphs.seats)]
        left: TextLine = [(f"  {sign} {self.title_words()}", role)]
        standing = turn.standing
        when = f"{standing.name.lower()}{until(standing).replace('/', ' of ')}  " if standing.round else ""
        self.query_one("#title").fill_with(role)  # type: ignore[attr-defined]
        if colours.colour and glyphs.halves and role.bgcolor is not None:  # a frame that the room sees
            edge = Color.from_rich_color(role.bgcolor)
            self.query_one(Vertical).styles.border = ("outer", edge)
        self.show_title(clip(spread(left, [(when, role)], max(1, width), role), max(1, width), glyphs.ellipsis))

    def title_words(self) -> str:
        return f"{self.turn.names[self.turn.seat]}, it is your turn"

    def lines(self, width: int) -> list[TextLine]:
        return card_lines(self.turn, [deed for deed, _ in self.shown], width, self.signs)

    def foot(self) -> tuple[tuple[str, str], ...]:
        count = len(self.shown)
        show = (("1" if count == 1 else f"1-{count}", "see it on the map"),) if count else ()
        return (("Enter", "take the table"), *show, ("any other key", "does what it does"))

    def numbered(self) -> list[Sighting]:
        return [sighting for _, sighting in self.shown]

    def own_key(self, event: events.Key) -> bool:
        """What answers is the battle's too, if whoever pressed it can have read who plays now."""
        if (self.page.more_below and event.key in ("down", "pagedown", "space")) or event.key == "up":
            return False
        if not self.is_held(event) and not self.is_early(event):
            self.hand_on(event)
        return True
