"""How a unit fares, as plain data: its statuses as badges of three lengths, and how much of it is left."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from tabletop_tui.records import frozen


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
