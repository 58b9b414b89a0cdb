"""What editing a map of any kind has in common: the document, the cursor, the symmetry, what was said last.

A bench does what keys ask for and says what came of it; it knows no key and no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.map_scene import scene_of
from tabletop_tui.editor.maps.symmetry import NONE, SYMMETRIES, Symmetry
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.files.validation import Wrong, a_line, a_name
from tabletop_tui.rulebook.map_vocabulary import MapForm, TerrainForm

Form = TypeVar("Form", bound=MapForm)


class Bench(Generic[Form]):
    """A map on the bench. What a method returns is what there is to say of it, '' for nothing."""

    def __init__(self, document: Document, form: Form) -> None:
        self.document = document
        self.form: Form = form
        self.cursor = ""
        """The spot on which the cursor lies."""
        self.symmetry: Symmetry = NONE
        """Whatever is painted or put down has its images at once."""
        self._strokes = 0
        self._scene: tuple[int, Scene] | None = None

    # ------------------------------------------------------------------ what is seen
    @property
    def scene(self) -> Scene:
        """The map as it stands; the same object while nothing changes."""
        version = self.document.version
        if self._scene is None or self._scene[0] != version:
            self._scene = version, scene_of(self.document.data, self.form)
        return self._scene[1]

    @property
    def prompt(self) -> str:
        """What the next key does."""
        raise NotImplementedError

    @property
    def rules_here(self) -> tuple[str, ...]:
        """The rules behind what is in hand, then behind what lies under the cursor."""
        return tuple(dict.fromkeys(rule for kind in self._kinds_here() for rule in kind.rules))

    def _kinds_here(self) -> Iterator[TerrainForm]:
        raise NotImplementedError

    def at_fault(self, place: str) -> bool:
        """Go to what a place in the file speaks of, as in piece[3].points; whether there is such a thing."""
        raise NotImplementedError

    def advice(self) -> list[tuple[str, str]]:
        """What the book recommends and the map is not: in words, and the rule."""
        return [(advice.text, advice.rule) for advice in self.form.advice(self.document.data)]

    # ------------------------------------------------------------------ changes
    def change(self, label: str, edit: Callable[[dict[str, Any]], object], stroke: bool = False) -> bool:
        """One step of undo; those of one stroke are one together."""
        return self.document.change(label, edit, f"stroke {self._strokes}" if stroke else "")

    def end_stroke(self) -> None:
        """What comes next is another step of undo."""
        self._strokes += 1

    def undo(self) -> str:
        self.drop()
        self.end_stroke()
        label = self.document.undo()
        self.after_change()
        return f"Taken back: {label}" if label else "There is nothing to take back"

    def redo(self) -> str:
        self.drop()
        self.end_stroke()
        label = self.document.redo()
        self.after_change()
        return f"Done again: {label}" if label else "There is nothing to do again"

    def go_to(self, spot: str) -> str:
        """The cursor comes to a spot."""
        raise NotImplementedError

    def drop(self) -> bool:
        """Let go of whatever is half done; whether there was anything."""
        raise NotImplementedError

    def after_change(self) -> None:
        """The map may be quite another one."""

    # ------------------------------------------------------------------ name and size
    def rename(self, key: str, text: str) -> str:
        """Say another name or summary. What is wrong with it, '' if nothing is."""
        try:
            (a_name if key == "name" else a_line)(text, key)
        except Wrong as wrong:
            return wrong.fix
        self.change(f"another {key}", lambda data: data.update({key: text}))
        return ""

    def resize(self, text: str) -> str:
        """Another size, typed as 48 x 36. What is wrong with it, '' if nothing is."""
        raise NotImplementedError

    @property
    def unit_length(self) -> str | None:
        """How long a unit is on the real table, as the map says it; None where that is for the rulebook to say."""
        return None

    def say_unit_length(self, text: str) -> str:
        """A unit is so long on the real table, '' for nobody says. What is wrong with it, '' if nothing is."""
        raise NotImplementedError

    @property
    def size_words(self) -> str:
        """Its size, as it is typed."""
        raise NotImplementedError

    # ------------------------------------------------------------------ symmetry
    def symmetries(self) -> list[Symmetry]:
        """The symmetries that this map can have, 'none' first."""
        raise NotImplementedError

    def be_symmetrical(self, name: str) -> str:
        """Whatever is painted or put down has its images from now on."""
        self.drop()
        self.symmetry = SYMMETRIES[name]
        if name == NONE.id:
            return "From now on nothing is done twice"
        return f"From now on everything is done with its images: {self.symmetry.name}"

    def make_alike(self, name: str) -> str:
        """Make the map symmetrical."""
        raise NotImplementedError

    def turn_whole(self, name: str) -> str:
        """Mirror or turn the whole map."""
        raise NotImplementedError

    def alike(self) -> str:
        """Which symmetry the map has, in a word; '' for none."""
        raise NotImplementedError
