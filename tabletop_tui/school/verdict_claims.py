"""Whether a sentence of a verdict is true of what happened: no event, unit, place or figure in it that did not occur.

A sentence is read by its words alone. What it says in the past tense claims that something happened; what it says in
the present is a rule, and only its units, places and figures are looked at. Names in braces are filled in from the game
(`school/task_account.py`), so nothing is claimed by them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Rolled, Shot, Status
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.school.lesson_files import Task
from tabletop_tui.school.task_account import BRACES, Account

UNIT = re.compile(r"\b(?!D(?:3|4|6|8|10|12|20|100)\b)[A-L]\d{1,2}\b(?!-)")
HEX = re.compile(r"\b\d{4}\b")
SPOT = re.compile(r"\b\d+(?:\.\d+)?,\d+(?:\.\d+)?(?![\d-])")
FIGURE = re.compile(r"(?<![\w.,-])\d+(?:\.\d+)?(?![\w-])")
NUMBERS = re.compile(r"\d+(?:\.\d+)?")
CLAUSES = re.compile(r"(?<=[.;:!?])\s+|, and (?=the |it |he |they |you |there )")
NOBODY = re.compile(r"\b(?:nobody|no one|none|not a|no shot|without a|nothing)\b", re.IGNORECASE)
NO = re.compile(r"\b(?:no|not|nobody|none|never|nothing|without|neither|nor)\b", re.IGNORECASE)
GUESS = re.compile(r"(?:^either\b|, or )", re.IGNORECASE)
COUNTED = re.compile(
    r"\b(\d+|no|one|two|three|four|five|six|seven|eight|nine|ten) (hits|hit(?= )|sixes|six)\b"
    r"(?! at least| fewer| more| or| are wanted| are needed)",
    re.IGNORECASE,
)
SUM = re.compile(r"^\d+ \+ \d+ = \d+|^\d+(?:, \d+)* and \d+ (?:hit|miss)")
"""A clause that adds up what was rolled, or says which dice hit."""
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@frozen
class Claim:
    """What a clause in the past tense says to have happened, and the kinds of events that bear it out."""

    said: re.Pattern[str]
    kinds: tuple[type[Event], ...]
    what: str
    denied: bool = True
    """Whether the clause may deny it: 'nobody shot'."""


def _claim(said: str, kinds: Sequence[type[Event]], what: str, denied: bool = True) -> Claim:
    return Claim(re.compile(said, re.IGNORECASE), tuple(kinds), what, denied)


CLAIMS = (
    _claim(r"\bshot (?:at|back|first)\b|\bfired\b|\bwas shot\b|\bwere shot\b", (Shot,), "a shot"),
    _claim(r"\b(?:the|your last|his|its|their) shot (?!is|at)|\bthat one had\b", (Shot,), "a shot", denied=False),
    _claim(r"\bmissed\b|\b(?:was|were) missed\b|\ba miss\b", (Rolled,), "a roll", denied=False),
    _claim(
        r"\bdice (?:were|was|had|came)\b|\brolled\b|\bthese dice\b|\bamong these\b|\bno sixes\b|\bthe fours hit\b"
        r"|\bthe fives hit\b|\btoo few (?:hits|dice)\b|\bnot enough hits\b|\bhit (?:it|them|him|you)\b",
        (Rolled,),
        "a roll",
        denied=False,
    ),
    _claim(
        r"\bdid not win\b|(?<!have )\bwon\b|\blost the\b|\bwas lost\b|\bwent the other way\b",
        (Rolled, Status),
        "a fight",
        False,
    ),
    _claim(r"\b(?:was|were) hurt\b|\bstopped\b|\btook (?:it|\d)", (Harmed, Rolled), "a hit"),
    _claim(r"\bfell\b|\bdied\b|\b(?:was|were) (?:destroyed|killed|eliminated|removed)\b", (Fell, Harmed), "a loss"),
    _claim(r"\b(?:charged|rammed|struck)\b", (Moved, Shot), "a charge"),
    _claim(r"\b(?:ran|walked|moved|crawled|climbed|got past|got away|stepped|drove|flew)\b", (Moved,), "a move"),
    _claim(r"\b(?:went|came) (?:through|past|over|to|in|round|off)\b", (Moved,), "a move"),
    _claim(r"\b(?:it|he|they|you|which) (?:broke|burned|exploded)\b", (Harmed, Fell, Status, Rolled), "that"),
)


def untrue(text: str, task: Task, account: Account, missed: bool) -> str:
    """What a sentence says that did not happen, in a few words; '' where it is true, as far as its words tell."""
    bare = BRACES.sub(" ", text)
    for said in (_odd_unit(bare, account), _odd_place(bare, task, account)):
        if said:
            return said
    for clause in CLAUSES.split(bare):
        if said := _odd_clause(clause, account, missed):
            return said
    return ""


def _odd_unit(text: str, account: Account) -> str:
    return next((f"there is no {unit}" for unit in UNIT.findall(text) if unit not in account.names), "")


def _odd_place(text: str, task: Task, account: Account) -> str:
    """A place where nobody was, and which the task does not speak of."""
    known = _places(task, account)
    for place in [*HEX.findall(text), *(spot.replace(" ", "") for spot in SPOT.findall(text))]:
        if place not in known:
            return f"nobody was at {place}"
    return ""


def _places(task: Task, account: Account) -> str:
    """All places of events and units, as one text."""
    told = [task.briefing, task.goal.text, *(event.text for event in account.events)]
    told += [spot for move in account.of(Moved) for spot in move.path]
    told += [spot for shot in account.of(Shot) for spot in shot.spots]
    told += [line.spot for line in account.game.system.roster(account.game)]
    told += [name.partition("@")[2] for name in task.goal.wanted.facts() if "@" in name]
    return " ".join(told).replace(", ", ",")


def odd_figure(text: str, known: Collection[float]) -> str:
    """The first number of a text that is neither known nor comes of two others in it; '' if there is none."""
    figures = [float(one) for one in FIGURE.findall(HEX.sub(" ", BRACES.sub(" ", text)))]
    for place, figure in enumerate(figures):
        if figure not in known and figure not in _worked_out([*figures[:place], *figures[place + 1 :]]):
            return f"{figure:g}"
    return ""


def _worked_out(figures: Sequence[float]) -> set[float]:
    """What two of these numbers come to, or their product and a third."""
    pairs = [(a, b) for a in figures for b in figures]
    found = {value for a, b in pairs for value in (a + b, a - b, a * b)}
    found |= {value for a, b in pairs if b for value in (a // b, round(a / b, 1))}
    return found | {a * b + c for a, b in pairs for c in figures}


def figures_of(account: Account) -> set[float]:
    """The numbers of the log, the rolls, the cards and the list of units."""
    told = [event.text for event in account.events]
    for roll in account.of(Rolled):
        tallies = (roll.need.number if roll.need is not None else None, roll.adds, roll.against, roll.pool)
        told += [tally_words(tally) for tally in tallies if tally is not None]
        told += [str(sum(roll.good)), *map(str, roll.faces)]
    system = account.game.system
    for line in system.roster(account.game):
        told += [line.name, line.note]
        card = system.card(account.game, line.unit)
        told += [line_words(one) for one in card.lines] if card is not None else []
    return numbers_in(told)


def numbers_in(texts: Iterable[str]) -> set[float]:
    return {float(number) for words in texts for number in NUMBERS.findall(words)}


def line_words(line: Line) -> str:
    """All that a line of a card or a preview says, its numbers too."""
    return f"{line.label} {line.value} {tally_words(line.tally) if line.tally is not None else ''}"


def tally_words(tally: Tally) -> str:
    return f"{tally} {tally.total}"


def _odd_clause(clause: str, account: Account, missed: bool) -> str:
    """What a clause claims to have happened and did not."""
    claims = [one for one in CLAIMS if one.said.search(clause)]
    if SUM.search(clause.strip()):
        faces = {face for roll in account.of(Rolled) for face in roll.faces}
        first = int(NUMBERS.findall(clause)[0])
        if first not in faces:
            return f"“{clause.strip()}”: nobody rolled a {first}"
    if missed and claims and GUESS.search(clause):
        return f"“{clause.strip()}” guesses what happened"
    for one in claims:
        there = [event for kind in one.kinds for event in account.of(kind)]
        if one.denied and NOBODY.search(clause):
            if one.kinds == (Shot,) and account.shots:
                return f"“{clause.strip()}”: there was {one.what}"
            continue
        if one.denied and NO.search(clause):
            continue
        if not there:
            return f"“{clause.strip()}”: there was not {one.what}"
    return _odd_count(clause, account, bool(claims))


def _odd_count(clause: str, account: Account, past: bool) -> str:
    """So many hits or sixes as no roll had; asked only where the clause begins with them, or speaks of the past."""
    for number, what in COUNTED.findall(clause):
        if what.lower() == "hit" and number.lower() not in ("no", "one", "1"):
            continue  # the verb: '5 and 6 hit'
        if not past and not clause.strip().lower().startswith((f"{number} {what}".lower(), "no six")):
            continue
        count = WORDS.index(number.lower()) if number.lower() in WORDS else int(number)
        rolls = list(account.of(Rolled))
        if not rolls:
            return f"“{clause.strip()}”: nothing was rolled"
        counts = {roll.faces.count(6) if what.lower().startswith("six") else sum(roll.good) for roll in rolls}
        for hits in [sum(roll.good) for roll in rolls]:
            counts |= {hits + other for other in counts}
        counts |= {int(figure) for roll in rolls for figure in re.findall(r"(\d+) hits?\b", roll.text)}
        if count and count not in counts:
            return f"“{clause.strip()}”: no roll had {number} {what}"
    return ""
