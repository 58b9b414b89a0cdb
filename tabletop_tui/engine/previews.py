"""What an answer would need and do, before any die is rolled: lines, exact chances, what is to be expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.records import frozen


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
