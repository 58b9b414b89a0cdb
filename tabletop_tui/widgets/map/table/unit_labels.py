"""What is written of a unit on an open table: the sign of its models, and its label in pieces of one ink each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop_tui.engine.views import Token

LONGEST_LABEL = 20
NUMERALS = "0123456789abcdefghijklmpqrstuwyz"
"""For the number of a unit; n, o, v and x mean other things on a map in ASCII."""
TAG, NAME, BADGE = "tag", "name", "badge"
Pieces = tuple[tuple[str, str], ...]
"""Texts, each with what it is: a tag, a name with how many are left, a badge with its mood."""
WORDY = 18
"""Badges are written in words as long as these are no longer."""


def label_texts(token: Token, *, named: bool, tagged: bool) -> Iterator[Pieces]:
    """What its label might say, the longest first: the name goes first, then the badges shrink, never the tag.

    `tagged` if the tag stands on the map already.
    """
    if not token.tag:
        return
    tag = () if tagged else ((token.tag, TAG),)
    name = named_of(token) if named else ""
    briefs = [(badge.brief, badge.mood) for badge in token.badges]
    words = [(badge.said.upper(), badge.mood) for badge in token.badges]
    if token.kind == "piece" or sum(len(text) for text, _ in words) > WORDY:
        words = briefs
    first = [(badge.brief, badge.mood) for badge in token.badges if badge.letter][:1]
    letter = [(badge.letter, badge.mood) for badge in token.badges if badge.letter][:1]
    tries = [(name, words), (name, briefs), ("", words), ("", briefs), ("", first), ("", letter), ("", [])]
    known: set[Pieces] = set()
    for said, badges in tries:
        pieces = (*tag, *(((f" {said}", NAME),) if said else ()), *_chips(badges))
        if pieces and pieces not in known:
            known.add(pieces)
            yield pieces


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
