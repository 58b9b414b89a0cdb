"""A file of one's own while it is edited: its text, its data, every change to be taken back, and what is wrong with it.

The text is what counts: each state is one, and what is done again or taken back is the very text that was. Whoever
edits sees plain data, changes it, and never meets a TOML library; comments stay (`toml_merge`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from tabletop_tui.editor.files.toml_merge import merged, merged_from
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import shown_error
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.file_check import Others, what_is
from tabletop_tui.records import frozen

Edit = Callable[[dict[str, Any]], object]
"""Changes the data that it is given."""


@frozen
class Revision:
    """A file as it was after a change."""

    label: str
    """What was done, as in "put down a house"; '' for how it was opened."""
    text: str
    joined: str = ""


class Document:
    """A TOML file being edited.

    `path` is where it is saved, and beside which other files that it names are looked up; it need not be there yet.
    """

    def __init__(self, path: Path, text: str, saved: str = "") -> None:
        """`text` is how it stands now, `saved` what its file holds; '' for none. ValueError if it is no TOML."""
        self.path = path
        self._states = [Revision("", text)]
        self._at = 0
        self._saved = saved
        self._version = 0
        self._data: dict[str, Any] = {}
        self._read()

    @classmethod
    def opened(cls, path: Path) -> Document:
        """The file of this path; BadFile if it is no TOML. What a rulebook thinks of it, `faults` says."""
        text = read_file.text(path)
        try:
            return cls(path, text, text)
        except (ValueError, RecursionError) as error:
            raise BadFile(path, "", f"is not sound TOML: {shown_error(error)}") from None

    @classmethod
    def begun(cls, path: Path, data: Mapping[str, Any], text: str = "") -> Document:
        """A new one that says this, in the words of `text` where they say the same; it is not saved yet."""
        return cls(path, merged(text, data))

    # ------------------------------------------------------------------ how it stands
    @property
    def text(self) -> str:
        return self._states[self._at].text

    @property
    def data(self) -> Mapping[str, Any]:
        """What it says. To be read only: `change` changes it."""
        return self._data

    @property
    def system(self) -> str:
        """The id of its rulebook, '' if it names none."""
        return self._word("system")

    @property
    def kind(self) -> str:
        """What kind of file it says it is, '' if it says nothing."""
        return self._word("kind")

    def _word(self, key: str) -> str:
        found = self._data.get(key)
        return found if isinstance(found, str) else ""

    @property
    def version(self) -> int:
        """Another number for another state: whoever draws it asks whether anything is new."""
        return self._version

    @property
    def changed(self) -> bool:
        """Whether it says something that is not in its file."""
        return self.text != self._saved

    @property
    def overtaken(self) -> bool:
        """Whether its file holds something else than when it was opened or saved here."""
        try:
            return os.path.lexists(self.path) and read_file.text(self.path) != self._saved
        except (BadFile, OSError):
            return False  # what is wrong with it, saving says

    def _read(self) -> None:
        self._data = read_file.toml_of(self.text)
        self._version += 1

    # ------------------------------------------------------------------ changes
    def change(self, label: str, edit: Edit, joined: str = "") -> bool:
        """Let `edit` change a copy of the data: one step of undo. Whether anything is different now.

        Changes that follow each other with the same word `joined` are one step. ValueError or TypeError for what has
        no place in a file; nothing is changed then.
        """
        data = deepcopy(self._data)
        edit(data)
        text, said = merged_from(self.text, self._data, data)
        if text == self.text:
            return False
        del self._states[self._at + 1 :]
        if joined and self._states[self._at].joined == joined:
            self._states.pop()
        self._states.append(Revision(label, text, joined))
        self._at = len(self._states) - 1
        self._data = said
        self._version += 1
        return True

    def undo(self) -> str:
        """Take the last change back; what it was, '' if there is none."""
        if not self._at:
            return ""
        label = self._states[self._at].label
        self._at -= 1
        self._read()
        return label

    def redo(self) -> str:
        """Do the change again that was taken back last; what it was, '' if there is none."""
        if self._at + 1 == len(self._states):
            return ""
        self._at += 1
        self._read()
        return self._states[self._at].label

    # ------------------------------------------------------------------ its file
    def save(self, path: Path | None = None, overwrite: bool = True) -> None:
        """Write it whole, to another file from now on if one is named. BadFile if that cannot be done."""
        write_beside(path or self.path, self.text, overwrite=overwrite)
        self.path, self._saved = path or self.path, self.text

    def faults(self, others: Others = {}) -> list[BadFile]:  # noqa: B006
        """What the rulebook's own reader says against it, as `check` would of its file; `others` as for `check`."""
        try:
            with read_file.unsaved(self.path, self.text):
                what_is(self.path, others)
        except BadFile as error:
            return list(error.all)
        return []
