"""What is done to a whole open table: its size, its symmetry, all of it mirrored or turned."""

from __future__ import annotations

from tabletop_tui.editor.maps import table_map
from tabletop_tui.editor.maps.map_editing import Bench
from tabletop_tui.editor.maps.symmetry import SYMMETRIES, Symmetry
from tabletop_tui.editor.maps.table_map import Ref
from tabletop_tui.editor.maps.typed_measures import two_sides
from tabletop_tui.files.typed_lengths import centimetres_of, unit_of_table
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.table.length_units import LengthUnit
from tabletop_tui.table.points import Spot, parse_spot, spot_text


class WholeTable(Bench[TableForm]):
    """A bench with an open table on it."""

    @property
    def size(self) -> Spot:
        return table_map.size_of(self.document.data)

    @property
    def things(self) -> list[Ref]:
        return table_map.everything(self.document.data, self.form)

    @property
    def unit(self) -> LengthUnit:
        """What this table is measured in."""
        return unit_of_table(self.document.data, self.form.unit)

    @property
    def unit_length(self) -> str | None:
        return None if self.form.unit.centimetres else str(self.document.data.get("unit", ""))

    def say_unit_length(self, text: str) -> str:
        try:
            if text:
                centimetres_of(text)
        except Wrong as wrong:
            return wrong.fix
        self.change("how long a unit is", lambda data: data.update(unit=text) if text else data.pop("unit", None))
        return ""

    @property
    def size_words(self) -> str:
        wide, high = self.size
        return f"{wide:g} x {high:g}"

    def resize(self, text: str) -> str:
        try:
            wide, high = two_sides(text, self.unit)
        except Wrong as wrong:
            return wrong.fix
        if max(wide, high) > table_map.LARGEST:
            return f"A side is at most {table_map.LARGEST:g} {self.form.unit.short} long"
        self.change(f"make it {wide:g} x {high:g}", lambda data: table_map.set_size(data, wide, high))
        x, y = parse_spot(self.cursor) or (0.0, 0.0)
        self.cursor = spot_text((min(x, wide), min(y, high)))
        return ""

    def symmetries(self) -> list[Symmetry]:
        wide, high = self.size
        known = [one for one in SYMMETRIES.values() if one.table or not one.hexes]
        return [one for one in known if not one.square or wide == high]

    def alike(self) -> str:
        if not self.things:
            return ""
        data = self.document.data
        return next((s.name for s in self.symmetries() if s.table and table_map.is_alike(data, self.form, s)), "")

    def turn_whole(self, name: str) -> str:
        """Mirror or turn all that lies on the table."""
        symmetry = SYMMETRIES[name]
        self.drop()
        self.change(f"turn the table: {symmetry.name}", lambda data: table_map.seen_as(data, self.form, symmetry))
        return ""

    def make_alike(self, name: str) -> str:
        """Put down the images that are missing."""
        symmetry = SYMMETRIES[name]
        pieces, places = table_map.missing_images(self.document.data, self.form, symmetry)
        self.change(f"make it symmetrical: {symmetry.name}", lambda data: table_map.complete(data, self.form, symmetry))
        count = len(pieces) + len(places)
        return f"{symmetry.name.capitalize()}: {count} put down" if count else "Nothing is missing"
