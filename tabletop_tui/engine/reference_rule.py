"""One rule of a rulebook's reference, in our own words, as every page shows it."""

from __future__ import annotations

from attrs import frozen


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
