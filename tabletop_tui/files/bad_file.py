"""A file that cannot be used, as one sentence."""

from __future__ import annotations

from pathlib import Path

from tabletop_tui.files.safe_text import clean, in_short

LONGEST_PATH, LONGEST_PLACE, LONGEST_FIX = 500, 200, 1000


class BadFile(Exception):
    """A file that cannot be used: one sentence that names the file, the place in it and the fix.

    What a file says of itself may be quoted in it: that is shown escaped and, if it is very long, in short.
    """

    def __init__(self, path: Path | str, place: str, fix: str, also: tuple[BadFile, ...] = ()) -> None:
        self.path, self.also = path, also
        self.place, self.fix = in_short(clean(place), LONGEST_PLACE), in_short(clean(fix), LONGEST_FIX)
        called = in_short(clean(str(path)), LONGEST_PATH)
        super().__init__(": ".join(filter(None, (called, self.place, self.fix))))

    @property
    def brief(self) -> str:
        """The same with the file's name alone: for a single line, in which a long path would leave no room."""
        return ": ".join(filter(None, (clean(Path(self.path).name), self.place, self.fix)))

    @property
    def all(self) -> tuple[BadFile, ...]:
        """Each fault that was found in the file, this one first."""
        return (self, *self.also)
