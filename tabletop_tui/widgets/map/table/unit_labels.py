"""What is written of a unit on an open table: the sign of its models, and its label in pieces of one ink each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop_tui.engine.scenes import Token

LONGEST_LABEL = 20
NUMERALS = "0123456789abcdefghijklmpqrstuwyz"
"""For the number of a unit; n, o, v and x mean other things on a map in ASCII."""
TAG, NAME, BADGE = "tag", "name", "badge"
Pieces = tuple[tuple[str, str], ...]
"""Texts, each with what it is: a tag, a name with how many are left, a badge with its mood."""
WORDY = 18
"""Badges are written in words as long as these are no longer."""


def label_texts(token: Token, *, named: bool, tagged: bool, done: str = "") -> Iterator[Pieces]:
    """What its label might say, the longest first: a tag and the sign of its most pressing status, or its name too.

    `tagged` if tag and sign stand on the map already; `done` is the sign of one that has acted.
    """
    if not token.tag:
        return
    tag = () if tagged else ((token.tag, TAG), *ends_of(token, done))
    name = named_of(token) if named else ""
    briefs = [(badge.sign, badge.mood) for badge in token.badges]
    words = [(badge.said.upper(), badge.mood) for badge in token.badges]
    if token.kind == "piece" or sum(len(text) for text, _ in words) > WORDY:
        words = briefs
    known: set[Pieces] = set()
    tries = [(tag, name, words), (tag, name, briefs)] if named else []
    for start, said, badges in [*tries, (tag, "", []), (tag[:1], "", [])]:
        pieces = (*start[: 1 if badges else None], *(((f" {said}", NAME),) if said else ()), *_chips(badges))
        if pieces and pieces not in known:
            known.add(pieces)
            yield pieces


def ends_of(token: Token, done: str) -> Pieces:
    """What stands behind a tag: the sign of the most pressing status, and whether it has acted."""
    first = next((badge for badge in token.badges if badge.letter), None)
    status = ((first.letter, f"{BADGE} {first.mood}".strip()),) if first is not None else ()
    return (*status, *(((done, TAG),) if done and token.done and token.kind != "piece" else ()))


def _chips(badges: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Badges, each with room around it."""
    for text, mood in badges:
        yield f" {text} ", f"{BADGE} {mood}".strip()


def named_of(token: Token) -> str:
    """Its name and how many are left of how many, where that is counted; '' where the tag says it all.

    A name that begins with how many there were once ("10 Riflemen") says the rest: how many there are is said behind.
    """
    left, name = "", token.name if token.name != token.tag else ""
    if token.left is not None and token.left.most > 1:
        left, name = token.left.brief, name.removeprefix(f"{token.left.most} ")
    return f"{shortened(name)} {left}".strip()


def words_of(token: Token) -> tuple[object, ...]:
    """All that the label of a unit hangs on, besides where its models stand."""
    return token.unit, token.kind, token.spot, token.tag, token.name, token.badges, token.left, token.done


def shortened(name: str) -> str:
    """A name of at most LONGEST_LABEL letters, cut between two words if it has to be."""
    if len(name) <= LONGEST_LABEL:
        return name
    return name[: LONGEST_LABEL + 1].rpartition(" ")[0] or name[:LONGEST_LABEL]


def sign_of(token: Token) -> str:
    """One sign for each model of a unit: the unit's number, from 10 on a letter."""
    digits = "".join(sign for sign in token.tag if sign.isdigit())
    number = int(digits) if digits else 0
    return NUMERALS[number] if 0 < number < len(NUMERALS) else token.tag[:1] or "o"
