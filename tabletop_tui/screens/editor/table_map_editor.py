"""A map of an open table on the screen: pieces of terrain that are put down, measured, moved, turned, copied."""

from __future__ import annotations

from tabletop_tui.bindings import TABLE_EDITOR, Command
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps import table_map
from tabletop_tui.editor.maps.table_map_editing import NOTHING, TableBench
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.editor.map_editor import MapScreen
from tabletop_tui.table.points import parse_spot, place_words, spot_text
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.table.cursor_spots import Lattice
from tabletop_tui.widgets.styled_text import TextLine, first_rows, wrap

STEPS = (0.0, 0.1, 0.5, 1.0, 2.0, 6.0)
"""How far a step of the cursor can go, in table units; 0 for as far as the zoom shows."""
MOST_TOLD = 3
"""So many lines tell what a kind of terrain does."""
WAYS = {
    "n": (0, -1),
    "s": (0, 1),
    "w": (-1, 0),
    "e": (1, 0),
    "nw": (-1, -1),
    "ne": (1, -1),
    "sw": (-1, 1),
    "se": (1, 1),
}


class TableMapScreen(MapScreen):
    """A map of an open table on the bench."""

    commands = TABLE_EDITOR
    keys_title = "Editing a map of an open table"
    BINDINGS = bindings(TABLE_EDITOR)
    hinted = (
        "editor.put",
        "editor.hold",
        "editor.kinds",
        "editor.shape",
        "editor.measures",
        "editor.next-thing",
        "editor.turn",
        "editor.copy",
        "editor.remove",
        "editor.undo",
        "editor.save",
        "editor.words",
        "editor.symmetry",
        "editor.try",
        "editor.back",
    )
    bench: TableBench

    def __init__(self, document: Document, form: TableForm) -> None:
        super().__init__(document, TableBench(document, form))
        self.step = 0.0

    def look_over(self) -> None:
        super().look_over()
        self.bench.faulty = frozenset(filter(None, (self.bench.ref_of(fault.place) for fault in self.faults)))

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        painter = self.field.painter
        if isinstance(painter, Lattice):
            self.bench.step = self.step or max(painter.step)
        super().draw()

    @property
    def here(self) -> str:
        lying = self.bench.lying_here()
        named = ", ".join(self.bench.words(ref) for ref in lying) or self.bench.form.ground.name
        return f"{place_words(self.bench.cursor, 2)} {self.bench.form.unit.short}  {named}"

    def marks(self) -> Marks:
        bench = self.bench
        waypoints = [spot_text(spot) for spot in bench.drawn]
        chosen = bench.chosen is not None and not bench.drawn
        note = ""
        if bench.drawn and self.field.painter is not None:
            note = self.field.painter.measure(waypoints[-1], bench.cursor)
        return Marks(waypoints=tuple(waypoints), patches=tuple(bench.preview()), note=note, barred=not chosen)

    def side_lines(self, width: int) -> list[TextLine]:
        whole = [*self.map_lines(), self._step_line()]
        return [*self._kind_lines(width), [], *self._chosen_lines(width), [], *whole, *self.rule_lines(width)]

    def _step_line(self) -> TextLine:
        words = f"{self.step:g} {self.bench.form.unit.short}" if self.step else "as seen"
        return self.named_line("step", words, "editor.step")

    def _kind_lines(self, width: int) -> list[TextLine]:
        """What can be put down, as much of it as there is room for around what is in hand."""
        bench, known = self.bench, self.bench.choices()
        key = self.commands.keys("editor.next-kind", self.tabletop.keymap)[0]
        room = len(known) if self.size.height >= 40 else 5
        at = known.index(bench.kind)
        first = max(0, min(at - room // 2, len(known) - room))
        lines: list[TextLine] = [[("Put down", "head"), (f"  {key}", "key")]]
        for name in known[first : first + room]:
            text = f"{self.tabletop.glyphs.pointer if name == bench.kind else ' '} {self._name_of(name)}"
            lines.append([(text.ljust(width - 1), "chosen")] if name == bench.kind else [(text, "text")])
        if bench.terrain is not None and not bench.is_line:
            lines.append(self.named_line("as", bench.shape, "editor.shape", "strong"))
        told = wrap([(self._does(bench.kind), "dim")], width)
        lines += first_rows(told, MOST_TOLD, width, self.tabletop.glyphs.ellipsis)
        return lines

    def _name_of(self, name: str) -> str:
        kind, place = self.bench.form.kind(name), table_map.place_form(self.bench.form, name)
        return kind.look.name if kind is not None else place.name if place is not None else name

    def _does(self, name: str) -> str:
        """What a kind of terrain does; of a place, the rules it is for."""
        kind, place = self.bench.form.kind(name), table_map.place_form(self.bench.form, name)
        if kind is not None:
            return self.does(kind)
        book = {rule.id: rule.called for rule in self.system.reference()}
        return "; ".join(book.get(rule, rule) for rule in (place.rules if place is not None else ()))

    def _chosen_lines(self, width: int) -> list[TextLine]:
        """What is chosen, or else lies here: its kind, measures, and what it says."""
        bench = self.bench
        ref = bench.about
        if ref is None:
            return [[("Nothing is chosen", "dim")]]
        lines: list[TextLine] = [[(bench.words(ref), "head" if bench.chosen is not None else "text")]]
        if ref.is_piece:
            piece = bench.piece(ref)
            kind = bench.form.kind(piece.get("kind"))
            lines.append([(f"{table_map.id_of(ref.number)} {kind.look.name if kind else 'of no kind'}", "dim")])
        label = "measures" if ref.is_piece else "at"
        lines += wrap(self.named_line(label, bench.measures_of(ref), "editor.measures"), width)
        lines += [
            self.named_line(key.label, words) for key, words, said in bench.keys_of() if said and key.key != "name"
        ]
        return lines

    # ------------------------------------------------------------------ the cursor and the mouse
    def beside(self, spot: str, direction: str) -> str:
        place = parse_spot(spot)
        if not self.step or place is None:
            return super().beside(spot, direction)
        right, down = WAYS[direction]
        wide, high = self.bench.size
        x, y = place[0] + right * self.step, place[1] + down * self.step
        return spot_text((max(0.0, min(wide, x)), max(0.0, min(high, y))))

    def do_step(self) -> None:
        self.step = STEPS[(STEPS.index(self.step) + 1) % len(STEPS)]
        self.tell("")

    def clicked(self, spot: str, again: bool) -> None:
        """A click lays the cursor and chooses what lies there; while something is drawn, it is the next corner."""
        bench = self.bench
        self.tell(bench.go_to(spot))
        if bench.drawn:
            self.tell(bench.put())
        elif bench.held:
            self.tell(bench.release())
        elif bench.lying_here():
            self.tell(bench.choose_here())
        elif bench.drop():
            self.tell("")

    def dragged(self, begun: str, spot: str, ended: bool) -> None:
        bench = self.bench
        if not bench.held:
            bench.drop()
            bench.go_to(begun)
        self.tell(bench.release() if ended else bench.drag_to(spot))

    def jump_spots(self) -> list[str]:
        data = self.document.data
        return [spot_text(table_map.middle_of(data, ref)) for ref in self.bench.things]

    # ------------------------------------------------------------------ pieces
    def why_not(self, command: Command) -> str:
        about = ("copy", "turn", "turn-back", "words", "larger", "smaller", "mirror")
        if command.id.removeprefix("editor.") in about and self.bench.about is None:
            return NOTHING
        return super().why_not(command)

    def do_put(self) -> None:
        self.tell(self.bench.put())

    def do_hold(self) -> None:
        self.tell(self.bench.hold())

    def do_shape(self) -> None:
        self.tell(self.bench.next_shape())

    def do_choose(self) -> None:
        self.tell(self.bench.choose_here())

    def do_thing(self, step: int) -> None:
        self.tell(self.bench.next_thing(step))

    def do_kind(self, step: int) -> None:
        self.tell(self.bench.next_kind(step))

    def do_copy(self) -> None:
        self.tell(self.bench.copy())

    def do_mirror(self) -> None:
        self.tell(self.bench.mirror())

    def do_remove(self) -> None:
        self.tell(self.bench.remove())

    def do_turn(self, degrees: int) -> None:
        self.tell(self.bench.turn(degrees))

    def do_scale(self, factor: float) -> None:
        self.tell(self.bench.scale(factor))

    def do_measures(self) -> None:
        """Type the measures of what is chosen, or of a new piece."""
        bench = self.bench
        what = bench.words(bench.measured) if bench.measured is not None else f"a new {bench.kind_words}"
        heading = f"Measures of {what} in {bench.form.unit.name}"
        # What can be so is so at once; what cannot stays there to be mended.
        ask = AskText(heading, bench.type_measures, bench.measures(), hint=bench.how_to_measure)
        self.tabletop.push_screen(ask, lambda _: self.tell(""))

    def do_kinds(self) -> None:
        """Choose what is put down, or what the chosen piece is."""
        items = [
            ListItem(name, [(self._name_of(name).ljust(20), "strong"), (self._does(name), "dim")])
            for name in self.bench.choices()
        ]

        def take(kind: str | None) -> None:
            if kind is not None:
                self.tell(self.bench.take_kind(kind))

        self.tabletop.push_screen(Choose("Put down what?", items), take)

    def do_words(self) -> None:
        """Say something of a piece: one of its keys, then its value."""
        bench = self.bench
        known = {key.key: (key, words, said) for key, words, said in bench.keys_of()}
        items = [
            ListItem(name, [(f"{key.label:<22}", "dim"), (words, "strong" if said else "dim")])
            for name, (key, words, said) in known.items()
        ]
        items.append(ListItem("", [("another kind".ljust(22), "dim")]))

        def chosen(name: str | None) -> None:
            if name == "":
                self._another_kind()
            elif name is not None:
                key, words, said = known[name]
                heading = f"{key.label} (empty: as its kind has it)"
                ask = AskText(heading, lambda typed: bench.say(key, typed), words if said else "")
                self.tabletop.push_screen(ask, lambda _: self.tell(""))

        self.tabletop.push_screen(Choose("What do you want to change?", items), chosen)

    def _another_kind(self) -> None:
        items = [ListItem(kind.id, [(kind.look.name, "text")]) for kind in self.bench.form.kinds]

        def take(kind: str | None) -> None:
            if kind is not None:
                self.tell(self.bench.change_kind(kind))

        self.tabletop.push_screen(Choose("Which kind instead?", items), take)
