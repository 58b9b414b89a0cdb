"""One rule of a rulebook's reference, in our own words, as every page shows it."""

from __future__ import annotations

from tabletop_tui.records import frozen

UNSAID = "The book does not say"
"""How a text begins that has no rule of the book behind it, but a ruling."""


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
        """Its text as it stands behind its title, which it does not say again: 'Stay.' of 'Hold: stay.'

        Where the book leaves something open, how it is played: the first sentence of the ruling.
        """
        if self.text.startswith(UNSAID) and self.ruling:
            return f"{self.text} As we play it: {self.ruling.partition('. ')[0].removesuffix('.')}."
        head, colon, rest = self.text.partition(": ")
        return f"{rest[:1].upper()}{rest[1:]}" if colon and head.lower() == self.title.lower() else self.text
