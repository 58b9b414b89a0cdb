"""What came of a battle, in figures and in the order of its rounds: made from events and views, for any rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from tabletop_tui.coach.luck_analysis import SELDOM, Luck, odds_words, rarity
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Began, Event, Fell, Harmed, Rolled, Scored, Shot, Status, starts_round
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen

HEAVIEST, UNLIKELIEST = 5, 5
"""So many of the worst losses and of the least likely rolls are told."""
BAR = 12
"""The longest bar of the histogram, in characters."""


# ---------------------------------------------------------------- rounds
@frozen
class RoundReport:
    """What happened in one round; number 0 is what came before the first."""

    number: int
    title: str
    events: tuple[Event, ...]


def chapters(events: Iterable[Event], called: str = "round") -> list[RoundReport]:
    """The events by rounds, which the rulebook calls so."""
    found: list[tuple[int, str, list[Event]]] = [(0, f"Before the first {called}", [])]
    for event in events:
        if starts_round(event):
            found.append((event.number, event.text, []))
        else:
            found[-1][2].append(event)
    return [RoundReport(number, title, tuple(told)) for number, title, told in found if number or told]


# ---------------------------------------------------------------- the report
@frozen
class Highlight:
    """Something worth remembering, and the round in which it happened."""

    round: int
    text: str
    seat: int | None = None


@define
class SeatReport:
    """One seat's battle."""

    name: str
    roster: list[RosterLine]
    score: int | None = None
    """None in a battle without scores."""
    points: str = "points"
    """What the rulebook calls the points of the score."""
    dealt: int = 0
    """Damage points and casualties inflicted on others."""
    taken: int = 0
    dealt_by: dict[str, int] = field(factory=dict)
    """Of what it dealt, what each of its units did."""
    put_on: dict[str, int] = field(factory=dict)
    """Points of a status that it put on others, by what they are points of, ..."""
    put_on_by: set[str] = field(factory=set)
    """... which of its units did so, ..."""
    borne: dict[str, int] = field(factory=dict)
    """... and the points that were put on its own units."""
    luck: Luck = field(factory=Luck)
    by_round: dict[int, Luck] = field(factory=dict)
    by_unit: dict[str, Luck] = field(factory=dict)
    """By the units that rolled, in the order of the roster; dice that are no unit's, as for who goes first, are not."""

    @property
    def units(self) -> int:
        """How many units it had; what they have put on the table is not among them."""
        return sum(line.counts for line in self.roster)

    @property
    def lost(self) -> int:
        """How many of its units it has lost."""
        return sum(line.counts and line.state == "lost" for line in self.roster)

    @property
    def harm(self) -> str:
        """Losses in a sentence."""
        return (
            f"lost {self.lost} of {counted(self.units, 'unit')}; damage and casualties: {self.harm_dealt} dealt, "
            f"{self.harm_taken} taken"
        )

    @property
    def harm_dealt(self) -> str:
        """As in '3', or '3 + 8 Suppression'."""
        return _with_points(self.dealt, self.put_on)

    @property
    def harm_taken(self) -> str:
        """The same of what it took."""
        return _with_points(self.taken, self.borne)


def _with_points(harm: int, points: Mapping[str, int]) -> str:
    return " + ".join([str(harm), *(f"{count} {kind}" for kind, count in points.items())])


@define
class Report:
    """A battle so far."""

    verdict: str
    length: str
    goal: str
    sides: list[SeatReport]
    losses: list[Highlight]
    """The heaviest, in the order in which they came."""
    rolls: list[Highlight]
    """The least likely first."""
    called: str = "round"
    """What the rulebook calls a round."""
    held: list[str] = field(factory=list)
    """Who holds what is fought for, and why, a sentence each."""

    def by_moment(self, moments: Iterable[Highlight]) -> list[str]:
        """Moments as lines, each with its round."""
        return [f"{self.called} {one.round}: {one.text}" for one in moments]


def report(game: Game[State], events: Sequence[Event], answers: int) -> Report:
    """The report of a game that came to where it is by these events and so many answers."""
    standing = game.system.standing(game)
    roster = game.system.roster(game)
    scored = any(standing.shown_scores) or any(isinstance(event, Scored) for event in events)
    sides = [
        SeatReport(
            seat.name,
            [line for line in roster if line.seat == number],
            standing.scores[number] if scored else None,
            standing.points,
        )
        for number, seat in enumerate(game.setup.seats)
    ]
    told = chapters(events)
    for chapter in told:
        _count(chapter, sides, game.setup, {line.unit: line for line in roster})
    for side in sides:
        side.by_unit = {line.unit: side.by_unit[line.unit] for line in side.roster if line.unit in side.by_unit}
    if game.result is not None:
        length = f"after {counted(standing.round, standing.called)}, {counted(answers, 'answer')}"
    else:
        length = (
            f"in {standing.called} {standing.round}, " if standing.round else ""
        ) + f"after {counted(answers, 'answer')}"
    losses, rolls = _heaviest(told, roster), _least_likely(told, game.setup)
    names = [seat.name for seat in game.setup.seats]
    held = [one.said(names) for one in game.system.holders(game)]
    return Report(verdict_of(game), length, standing.goal, sides, losses, rolls, standing.called, held)


def verdict_of(game: Game[State]) -> str:
    """Who won."""
    if game.result is None:
        return "The battle is not over"
    names = [game.setup.seats[seat].name for seat in game.result.winners]
    return f"{' and '.join(names)} won" if names else "Nobody won: a draw"


def _count(chapter: RoundReport, sides: list[SeatReport], setup: Setup, units: Mapping[str, RosterLine]) -> None:
    """Add a round to each side's figures. Harm without a doer is that of whoever shot last, or else of whoever acts."""
    doer: int | None = None
    acting = ""
    for event in chapter.events:
        if isinstance(event, Shot) or (isinstance(event, Began) and event.level in ("phase", "activation")):
            doer, acting = event.seat, event.unit
        elif isinstance(event, Rolled) and event.seat is not None:
            side = sides[event.seat]
            side.luck.add(event)
            side.by_round.setdefault(chapter.number, Luck()).add(event)
            if event.good and (unit := roller(event, side.roster, acting)):
                side.by_unit.setdefault(unit, Luck()).add(event)
        elif isinstance(event, Harmed | Status) and event.seat is not None:
            by = units[event.by].seat if event.by in units else doer
            enemy = by if by is not None and setup.seats[by].team != setup.seats[event.seat].team else None
            unit = event.by or acting
            known = unit in units and units[unit].seat == enemy
            _suffer(event, sides[event.seat], None if enemy is None else sides[enemy], unit if known else "")


def _suffer(event: Harmed | Status, victim: SeatReport, enemy: SeatReport | None, unit: str) -> None:
    """Add what a side suffered, to the enemy's too if it was an enemy's doing: that of `unit`, '' if unknown."""
    if isinstance(event, Status):
        for points in (victim.borne, *([enemy.put_on] if enemy is not None else [])):
            if event.points > 0:
                points[event.status] = points.get(event.status, 0) + event.points
        if enemy is not None and unit and event.points > 0:
            enemy.put_on_by.add(unit)
    elif event.amount > 0:
        victim.taken += event.amount
        if enemy is not None:
            enemy.dealt += event.amount
            if unit:
                enemy.dealt_by[unit] = enemy.dealt_by.get(unit, 0) + event.amount


def roller(roll: Rolled, own: Sequence[RosterLine], acting: str) -> str:
    """Which of its side's units dice are of: the one they are named after, else the one that acts; '' for none.

    Dice that are named after something else, as "Building 0605's Armour", are of no unit.
    """
    named = next((line.unit for line in own if roll.why.startswith(f"{line.tag} {line.name}")), "")
    acts = "'s " not in roll.why and any(line.unit == acting for line in own)
    return named or (acting if acts else "")


def _heaviest(told: list[RoundReport], roster: Iterable[RosterLine]) -> list[Highlight]:
    """The heaviest losses, with whose doing they were: units that fell count for more than any wound."""
    roster = list(roster)
    names = {line.unit: f"{line.tag} {line.name}" for line in roster}
    units = {line.unit for line in roster if line.counts}
    found: list[tuple[bool, int, int, Highlight]] = []
    for chapter in told:
        for event in chapter.events:
            if isinstance(event, Fell) or (isinstance(event, Harmed) and event.amount > 0):
                fell, amount = event.unit in units and isinstance(event, Fell), getattr(event, "amount", 0)
                doer = names.get(event.by, "")
                text = f"{event.text} ({doer})" if doer and event.by != event.unit else event.text
                found.append((fell, amount, -len(found), Highlight(chapter.number, text, event.seat)))
    chosen = sorted(found, key=lambda one: one[:3], reverse=True)[:HEAVIEST]
    return [moment for *_, moment in sorted(chosen, key=lambda one: -one[2])]


def _least_likely(told: list[RoundReport], setup: Setup) -> list[Highlight]:
    found: list[tuple[float, int, Highlight]] = []
    for chapter in told:
        for event in chapter.events:
            if isinstance(event, Rolled) and (chance := rarity(event)) < SELDOM:
                name = "" if event.seat is None else f"{setup.seats[event.seat].name}: "
                assert event.chance is not None
                luck = "lucky" if sum(event.good) > len(event.good) * event.chance else "unlucky"
                text = f"{name}{event.why}: {sum(event.good)} of {len(event.good)} good, {luck}, {odds_words(chance)}"
                found.append((chance, len(found), Highlight(chapter.number, text, event.seat)))
    return [moment for *_, moment in sorted(found, key=lambda one: one[:2])[:UNLIKELIEST]]


# ---------------------------------------------------------------- as text
def histogram(side: SeatReport) -> list[str]:
    """A line for each round: how many more dice were good than was to be expected (+), or fewer (-)."""
    rounds = {number: luck for number, luck in sorted(side.by_round.items()) if luck.dice}
    widest = max((abs(luck.surplus) for luck in rounds.values()), default=0.0)
    scale = min(2.0, BAR / widest) if widest else 1.0
    lines = []
    for number, luck in rounds.items():
        length = round(abs(luck.surplus) * scale)
        below, above = ("-" * length, "") if luck.surplus < 0 else ("", "+" * length)
        bars = f"{below:>{BAR}}|{above:<{BAR}}"
        lines.append(f"{number:>3} {bars} {luck.surplus:+5.1f}  {luck.counted}/{luck.dice}")
    return lines
