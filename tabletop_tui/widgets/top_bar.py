"""The top bar: whose go it is, clocks, score, round, who holds what, and the goal, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from tabletop_tui.engine.game_standing import Nearness, Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.records import frozen
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import Role, TextLine, clip, spread

ROOMY = 120
"""From this width on, the top bar says in words how near each side is to losing, and how the battle is won."""
SPOT, DOER = 20, 14
WIDE, SPOT_IN_A_WIDE_BAR = 150, 40
"""So many columns of the top bar the spot under the cursor and whose go it is have, however short the room.

The spot has them whatever lies there, so that nothing else in the bar comes and goes with the cursor.
"""
NAMED = 3
"""Up to so many things that are held the top bar names each; of more it says only how many each side holds."""


@frozen
class Doing:
    """Whose go it is: the seat, None for nobody, and what it does, as the bar goes on after its name."""

    seat: int | None
    words: str
    spot: str | None = None
    """What lies under the cursor, '' for nothing; None where a panel says it."""
    clock: str = ""
    """What the clocks of the seats show, where there are any."""
    game: str = ""
    """What the players call the game."""


def top_bar(
    standing: Standing,
    held: Sequence[Held],
    names: Sequence[str],
    doing: Doing,
    width: int,
    colours: Palette,
    glyphs: Glyphs,
) -> TextLine:
    """Whose go it is, in the colour of its seat; at the right clocks, score, round, who holds what, and the goal.

    Score and round stand there always, and where there is room for it the goal, which is never cut: for it words get
    shorter, then the phase gives way. Last the words about whose go it is get shorter.
    """
    base, thin = bar_roles(doing.seat, colours)
    go = doing.words.strip()
    if doing.seat is not None:
        go = f"{sign(doing.seat, glyphs)} {names[doing.seat]}{doing.words}"
    least = 0 if doing.spot is None else SPOT if width < WIDE else SPOT_IN_A_WIDE_BAR
    room = width - 4 - least - len(go)
    rows = [*_rows(standing, held, names, doing, width >= ROOMY, glyphs)]
    shown = next((row for row in rows if fits(row, room)), rows[-1])
    right = "  ".join(shown)
    spot = clip([(doing.spot or "", thin)], max(least, width - len(go) - len(right) - 8), glyphs.ellipsis)
    doer = clip([(go, base)], max(DOER, room + len(go) - len(right)), glyphs.ellipsis)
    role = base if width < ROOMY else thin
    end: TextLine = [*([*spot, ("  ", thin)] if doing.spot else []), (right, role), (" ", thin)]
    return spread([(" ", base), *doer], end, width, thin)


def _rows(
    standing: Standing, held: Sequence[Held], names: Sequence[str], doing: Doing, wide: bool, glyphs: Glyphs
) -> Iterator[list[str]]:
    """What may stand at the right of the bar, the best first; the last has to do, however short the room."""
    stage = f"{standing.called[0].upper()}{standing.round}{until(standing)}" if standing.round else ""
    holders = held_words(held, glyphs) or [""]
    goals = [standing.goal, ""] if wide else [""]
    holders_first = [(goal, holders) for goal in goals] + [("", [""])]  # who holds what goes last of all words
    for goal, said in holders_first:
        for phase, game in ((standing.phase, doing.game if wide else ""), (standing.phase, ""), ("", "")):
            for full in (True, False) if wide else (False,):
                for holder in said:
                    near = near_words(standing, names, glyphs, full)
                    row = (doing.clock, score_words(standing, glyphs), near, holder, stage, phase, goal, game)
                    yield [*filter(None, row)]
    near = near_words(standing, names, glyphs, False)
    yield [*filter(None, (doing.clock, score_words(standing, glyphs), near, stage))]


def fits(row: Sequence[str], room: int) -> bool:
    return sum(len(words) + 2 for words in row) <= room


def bar_roles(seat: int | None, colours: Palette) -> tuple[Role, Role]:
    """How what matters in the bar looks, and the rest."""
    if seat is None or not colours.colour:
        return "status", "status-dim"
    return colours.token(seat), colours.token(seat) + Style(bold=False)


def sign(seat: int, glyphs: Glyphs) -> str:
    return glyphs.seats[seat % len(glyphs.seats)]


def until(standing: Standing) -> str:
    """As in '/5', or '/5+' where a die may end the battle from then on."""
    return f"/{standing.last}{'+' * standing.open_end}" if standing.last else ""


def score_words(standing: Standing, glyphs: Glyphs) -> str:
    """As in 'VP ●0 ■2'; '' in a rulebook without a score."""
    scores = (f"{sign(seat, glyphs)}{score}" for seat, score in enumerate(standing.shown_scores))
    return " ".join((standing.points, *scores)) if standing.shown_scores else ""


def near_words(standing: Standing, names: Sequence[str], glyphs: Glyphs, full: bool) -> str:
    return nearness_words(standing.nearness, names, glyphs, full) if standing.nearness is not None else ""


def held_words(held: Sequence[Held], glyphs: Glyphs) -> list[str]:
    """As in 'L1 ■  L2 nobody', 'L1 ■  L2 -' for a few, and 'held ●1 ■2 of 6' for many; [] where nothing can be held.

    What is counted for, and lies nowhere, is no matter here: the score tells of it.
    """
    held = [one for one in held if one.spot]
    if not held:
        return []
    seats = sorted({seat for one in held for seat in one.seats})
    counts = (f"{sign(seat, glyphs)}{sum(seat in one.seats for one in held)}" for seat in seats)
    short = " ".join(("held", *(counts if seats else "0"), f"of {len(held)}"))

    def named(nobody: str) -> str:
        signs = ("".join(sign(seat, glyphs) for seat in one.seats) or nobody for one in held)
        return "  ".join(f"{one.name.removeprefix('the ')} {said}" for one, said in zip(held, signs, strict=True))

    return [*dict.fromkeys(map(named, ("nobody", "-"))), short] if len(held) <= NAMED else [short]


def nearness_words(near: Nearness, names: Sequence[str], glyphs: Glyphs, full: bool) -> str:
    """How near each side is to losing: 'Red routs after 2 more losses, Blue after 1'; else 'to rout' with signs."""
    if not full or len(names) != len(near.left):
        return " ".join([near.called, *(f"{glyphs.seats[seat]}{left}" for seat, left in enumerate(near.left))])
    if near.more and len(set(near.more)) == 1:
        return f"each {near.loses} after {near.more[0]}"
    first, *others = names
    rest = near.more or [str(left) for left in near.left]
    later = (f"{name} after {rest[seat]}" for seat, name in enumerate(others, 1))
    return ", ".join([f"{first} {near.loses} after {near.after(0)}", *later])
