"""How a rules package shows itself to any screen or printout: plain data, no colours but by name, no widget.

A screen draws these and never looks into a battle's state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import define, evolve, frozen

from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.engine.sight_grades import COVERED, Scale
from tabletop_tui.table.hexes import Hex, HexGrid
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.length_units import INCHES, LENGTHS


# ---------------------------------------------------------------- how a unit fares
@frozen(cache_hash=True)
class Badge:
    """A status of a unit at three lengths, of which no screen has to cut any; '#' stands for a number in it."""

    word: str
    """As in 'Pinned' and 'Heat #'."""
    short: str
    """As in 'PIN' and 'HT#': at most four characters, no two alike within a rulebook."""
    mood: str = "bad"
    """good, bad, or '' for neither: what it is for the unit."""
    letter: str = ""
    """For a map with room for one character; '' if it does not stand there."""
    number: int = 0

    def of(self, number: int) -> Badge:
        """This status with its number."""
        return badge_of(self, number)

    @property
    def said(self) -> str:
        return self.word.replace("#", str(self.number))

    @property
    def brief(self) -> str:
        return self.short.replace("#", str(self.number))

    @property
    def sign(self) -> str:
        """What stands for it on maps, in lists, on cards and in the legend alike: its letter, else its short form."""
        return self.letter or self.brief


@lru_cache(maxsize=1 << 10)
def badge_of(kind: Badge, number: int) -> Badge:
    """A status with its number; the same object as long as it says the same."""
    return evolve(kind, number=number)


@frozen(cache_hash=True)
class Left:
    """So much is left of so much: models, Integrity."""

    left: int
    most: int
    what: str

    @property
    def brief(self) -> str:
        """As in '7/10'."""
        return f"{self.left}/{self.most}"


left_of = lru_cache(maxsize=1 << 10)(Left)
"""A Left; the same object as long as it says the same."""


MODELS = "models"
"""What is counted of a unit that loses whole models and not damage points."""


# ---------------------------------------------------------------- the battlefield
@frozen
class Look:
    """How a kind of ground looks: a name, a palette colour, a glyph of one cell and its ASCII stand-in."""

    name: str
    colour: str
    """A ground colour of the palette: grass, sand, dust, concrete, forest, snow, water, ice, building, fire, wreck."""
    glyph: str = " "
    ascii: str = " "


@frozen
class Ground:
    """One hex: its look, its height level, and what else a reader must know ('on fire')."""

    look: Look
    level: int = 0
    over: Look | None = None
    """What lies over it: fire, wreckage."""


@frozen
class Token:
    """A model on the table. `tag` is two or three characters, as A2."""

    unit: str
    tag: str
    name: str
    seat: int | None
    spot: str
    kind: str = "unit"
    """unit, small (a deployable), piece (a flag, an objective) or scenery (a building)."""
    health: float = 1.0
    facing: int | None = None
    done: bool = False
    badges: tuple[Badge, ...] = ()
    """What is the matter with it, the most pressing first."""
    left: Left | None = None
    """What is left of it; None where that is not counted."""

    @property
    def sign(self) -> str:
        """One character for the most pressing status that has one, '' for none."""
        return next((badge.letter for badge in self.badges if badge.letter), "")


token_of = lru_cache(maxsize=1 << 12)(Token)
"""A Token; the same object as long as it says the same."""


@frozen
class Zone:
    """An area that the scenario or the set-up speaks of (a deployment zone, a control zone)."""

    name: str
    spots: frozenset[str]
    seat: int | None = None


@define
class HexScene:
    """A hex battlefield as it now stands."""

    grid: HexGrid
    ground: Mapping[Hex, Ground]
    tokens: Sequence[Token]
    zones: Sequence[Zone] = ()
    held: Sequence[Held] = ()
    """Who holds what is fought for."""

    def at(self, spot: Hex) -> list[Token]:
        return [token for token in self.tokens if token.spot == spot]


@frozen
class Area:
    """A piece of terrain on an open table: a polygon (closed) or a line through its points, in table units."""

    name: str
    look: Look
    points: tuple[tuple[float, float], ...]
    closed: bool = True
    level: int = 0
    high: str = ""
    """How high it is in few letters, as 'h6', for where its name has no room; that of its level where empty."""


@frozen
class Effect:
    """What lies over the ground of an open table for a while: smoke, fire, a shield, an arc that a unit covers."""

    name: str
    look: Look
    points: tuple[tuple[float, float], ...]
    """A polygon, or the single place of what has no extent."""
    filled: bool = True
    """Whether it covers all within; else its rim is drawn."""
    seat: int | None = None
    """Whose it is, for the colour of its rim."""


@frozen
class Base:
    """Where one model stands on an open table: its middle, its radius, and its facing in degrees from north."""

    x: float
    y: float
    radius: float
    facing: float | None = None


@by_identity(1 << 12)
def bases_of(models: tuple[tuple[float, float], ...], radius: float, facing: float | None) -> tuple[Base, ...]:
    """The bases of a unit's models; the same object as long as they stand the same."""
    return tuple(Base(x, y, radius, facing) for x, y in models)


@define
class TableScene:
    """An open table as it now stands. A spot is the text 'x,y' in table units, y downwards from the north edge."""

    width: float
    height: float
    unit: str
    """The table unit as it is printed behind a distance: `short` of the rulebook's unit of length."""
    ground: Look
    areas: Sequence[Area]
    """What lies on the ground, the larger below the smaller. The same object while nothing of it changes."""
    tokens: Sequence[Token]
    """One for each unit or piece; its spot is its middle."""
    bases: Mapping[str, tuple[Base, ...]]
    """Where the models of each unit stand; a unit without bases (inside a building) is drawn at its spot."""
    grid: float = 6.0
    """How far the marks of the faint grid are apart."""
    effects: Sequence[Effect] = ()
    """What lies over the ground and below the units, the uppermost last."""
    zooms: tuple[float, ...] = ()
    """The columns of text that a table unit takes at each zoom, from far to near; those of the unit where empty."""
    held: Sequence[Held] = ()
    """Who holds what is fought for."""

    @property
    def columns(self) -> tuple[float, ...]:
        """The columns that a table unit takes at each zoom; the second is that for play."""
        known = (unit.zooms for unit in LENGTHS.values() if unit.short == self.unit)
        return self.zooms or next(known, INCHES.zooms)


Scene = HexScene | TableScene


@frozen
class Trace:
    """A line drawn over an open table: the rim of a range, an arc, a chain. Points in table units."""

    points: tuple[tuple[float, float], ...]
    kind: str = "reach"
    """How it is coloured, as the kind of an Overlay."""
    label: str = ""


@frozen
class Patch:
    """An area that an answer lays over an open table, as a polygon, a line or a single place. For drawing only."""

    points: tuple[tuple[float, float], ...]
    kind: str = "under"
    """under (a template), ring (what only its second rim takes in) or ghost (where a base would stand)."""


@frozen
class Overlay:
    """Labels (and with them a tint) on spots: reach, threat, sensors, sight. `label` of a spot is at most two cells."""

    name: str
    labels: Mapping[str, str]
    """Where they take long to find, `Searched` as well."""
    kind: str = "reach"
    """reach, threat, sensors or sight: how it is tinted. In sight the labels are those of `grades`."""
    traces: tuple[Trace, ...] = ()
    """Lines to draw besides, on an open table."""
    grades: Scale = COVERED
    """Of an overlay of the kind 'sight': the grades of its labels, the best first."""


# ---------------------------------------------------------------- cards, rosters, odds
@frozen
class Columns:
    """A row of a table: its cells under their headings. Lines that follow each other under the same make one table."""

    heads: tuple[str, ...]
    """The first is for the name of what stands in the row."""
    cells: tuple[str, ...]
    short: tuple[str, ...] = ()
    """The headings where room is narrow, chosen by hand; the same ones where empty."""


@frozen
class Line:
    """One line of a card or a preview: a label, a value, and where the value comes from."""

    label: str
    value: str = ""
    tally: Tally | None = None
    rules: tuple[str, ...] = ()
    mood: str = ""
    """'' plain, good, bad, dim or head."""
    gear: bool = False
    """Whether it tells of something carried, not of a number: pages write it out below their table of numbers."""
    short: str = ""
    """The label where room is narrow; '' where it is not to be shortened."""
    columns: Columns | None = None
    """The same as a row under headings, where there is room for them."""

    @property
    def words(self) -> str:
        """The label and the value in a row."""
        return f"{self.label} {self.value}".strip()


@frozen
class Card:
    """A unit card: a heading and lines, the most important first (a small screen shows only those that fit)."""

    title: str
    seat: int | None
    lines: tuple[Line, ...]


@frozen(cache_hash=True)
class RosterLine:
    """One unit in the list of a side."""

    unit: str
    tag: str
    name: str
    seat: int
    spot: str
    state: str
    """'', 'active', 'done', 'lost', or another single word of the rulebook."""
    health: float
    note: str = ""
    """What else is to be said of it; of a lost one, how it was lost."""
    counts: bool = True
    """Whether it is one of its side's units, of which so many are lost; what a unit has put on the table is none."""
    badges: tuple[Badge, ...] = ()
    """What is the matter with it, the most pressing first."""
    left: Left | None = None
    """What is left of it; None where that is not counted."""

    @property
    def told(self) -> str:
        """All that is the matter with it, in words."""
        return ", ".join(filter(None, (*(badge.said for badge in self.badges), self.note)))


roster_line_of = lru_cache(maxsize=1 << 12)(RosterLine)
"""A RosterLine; the same object as long as it says the same."""


@frozen
class Chance:
    """One outcome and its exact probability."""

    what: str
    probability: float
    none: bool = False
    """Whether it is that nothing comes of it."""


VEILED = Line("numbers and chances", "come with your answer", mood="dim")
"""In a preview, in place of all that would give away which answer is best."""
FUTILE = "nothing can come of it"
"""Why a futile answer is idle."""
LEAST = 1e-9
"""A chance or an expectation below this is none."""


@frozen
class Preview:
    """What an answer would need and do, before any die is rolled."""

    lines: tuple[Line, ...] = ()
    chances: tuple[Chance, ...] = ()
    """That which matters most first: it stands alone where there is no room for more."""
    expected: float | None = None
    """How much damage, or of what else counts, is to be expected ..."""
    expects: str = ""
    """... and what that counts, as in 'damage' or 'models lost'."""
    path: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()
    """The spots of a sight line to draw."""
    view: str = ""
    """What that line is worth, the label of a grade of sight; '' to look it up in the sight overlay."""

    def veiled(self) -> Preview:
        """The same without what would tell which answer is best; of a way, how long it is stays."""
        kept = [line for line in self.lines if self.path and line.tally is None and not line.mood]
        if len(kept) == len(self.lines) and not self.chances and self.expected is None:
            return self
        return Preview((*kept, VEILED), path=self.path)

    @property
    def futile(self) -> bool:
        """Whether it is known that nothing can come of it."""
        likely = any(chance.probability > LEAST for chance in self.chances if not chance.none)
        return self.expected is not None and abs(self.expected) < LEAST and not likely


def exposed_to(tags: Iterable[str], *rules: str) -> Line:
    """Which enemies could attack a unit where it would end; that nobody could is good."""
    named = ", ".join(tags)
    return Line("exposed to", named or "nobody", rules=rules, mood="bad" if named else "good")


NO_TARGET = "nobody to shoot at"


def shootable(found: Sequence[tuple[str, Refusal | None]], rule: str) -> list[Line]:
    """Whom a unit could shoot at where it would end, or why not at the nearest few, of enemies with why not."""
    able = ", ".join(tag for tag, refusal in found if refusal is None)
    if able:
        return [Line("could shoot at", able, rules=(rule,))]
    return nobody_lines(nobody(NO_TARGET, rule, lambda: found))


def nobody_lines(refusal: Refusal) -> list[Line]:
    """That there is nobody to do something to, and below it why not to each of the nearest."""
    return [Line(one.why, rules=(one.rule,), mood="dim") for one in refusal.all]


def shot_on_the_way(tags: Iterable[str], *rules: str) -> list[Line]:
    """Who may react to a move before it has ended; nothing where nobody may."""
    named = ", ".join(dict.fromkeys(tags))
    return [Line("shot on the way", f"by {named}", rules=rules, mood="bad")] if named else []


@frozen
class Nearness:
    """How near each seat is to losing outright by its losses, however the score stands."""

    called: str
    """What is counted, in a word or two: 'to rout'."""
    left: tuple[int, ...]
    """So many units more each seat may lose; with the last of them it has lost."""
    told: tuple[str, ...]
    """How that is counted for each seat, in a line."""
    rules: tuple[str, ...]
    loses: str = "loses"
    """What then becomes of a seat, in a verb: 'routs'."""
    more: tuple[str, ...] = ()
    """What each seat has still to lose for that, where not all losses count alike; () where `left` says it all."""

    def after(self, seat: int) -> str:
        """After what losses a seat has lost: '2 more losses', '1 more destroyed or 2 gone'."""
        left = self.left[seat]
        return self.more[seat] if self.more else f"{left} more loss{'es' * (left != 1)}"


@frozen
class Standing:
    """Where the game stands, for the status line: round, phase, whose go, and each seat's score."""

    round: int
    phase: str
    active: str = ""
    """The unit that is acting, '' if none."""
    scores: tuple[int, ...] = ()
    goal: str = ""
    """How the game is won, in a few words."""
    points: str = "points"
    """What the rulebook calls the points of the score; '' where none are counted and only the end has a score."""
    called: str = "round"
    """What the rulebook calls a round."""
    nearness: Nearness | None = None
    """None where nobody can lose by losses alone."""
    board: tuple[str, ...] = ()
    """What each seat holds besides its units, in a line: points, chips, allowances; () where there is nothing ..."""
    common: str = ""
    """... and what is there for all of them."""
    last: int = 0
    """The number of the last round, 0 where no number ends the battle ..."""
    open_end: bool = False
    """... and whether it only may end with that one or one after it."""

    @property
    def shown_scores(self) -> tuple[int, ...]:
        """Each seat's score, () where no points are counted."""
        return self.scores if self.points else ()

    @property
    def name(self) -> str:
        """The round by its number: 'Turn 3'."""
        return f"{self.called.capitalize()} {self.round}" if self.round else f"Before the first {self.called}"


@frozen
class Rule:
    """One rule of the reference, in our own words."""

    id: str
    section: str
    kind: str
    text: str
    ruling: str = ""
    player: str = ""
    open: str = ""
    """Why the rule is not built yet; '' if it is."""
    title: str = ""
    """What it is called, in our own words; '' where a rulebook has not named it."""

    @property
    def called(self) -> str:
        """Its title, its id where it has none."""
        return self.title or self.id

    @property
    def told(self) -> str:
        """Its text as it stands behind its title, which it does not say again: 'Stay.' of 'Hold: stay.'"""
        head, colon, rest = self.text.partition(": ")
        return f"{rest[:1].upper()}{rest[1:]}" if colon and head.lower() == self.title.lower() else self.text
