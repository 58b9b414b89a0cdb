"""What is written of a unit on an open table: the sign of its models, and its label."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.views import Token

LONGEST_LABEL = 20
NUMERALS = "0123456789abcdefghijklmpqrstuwyz"
"""For the number of a unit; n, o, v and x mean other things on a map in ASCII."""


def label_texts(token: Token, *, named: bool, tagged: bool) -> Iterator[str]:
    """What its label might say, the longest first; `tagged` if the tag itself stands on the map already."""
    if not token.tag:
        return
    tag, status = "" if tagged else token.tag, " ".join(badge.brief for badge in token.badges)
    left = token.left.brief if token.left is not None and token.left.left < token.left.most else ""
    if named and token.name != token.tag:
        yield " ".join(word for word in (tag, shortened(token.name), left, status) if word)
    yield " ".join(word for word in (tag, status) if word)
    if token.sign:
        yield " ".join(word for word in (tag, token.sign) if word)


def words_of(token: Token) -> tuple[object, ...]:
    """All that the label of a unit hangs on, besides where its models stand."""
    return token.unit, token.kind, token.spot, token.tag, token.name, token.badges, token.left


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
