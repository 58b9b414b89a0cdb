"""A position on the bench: which unit is in hand, what is put where, who is bought, what each key may say.

What a method returns is what there is to say of it, '' for nothing. It knows no key and no screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from math import hypot
from typing import Any

from tabletop_tui import paths
from tabletop_tui.editor.files.edited_document import Document, Edit
from tabletop_tui.editor.form_rows import FormOption
from tabletop_tui.editor.maps.map_scene import form_of as form_of_maps
from tabletop_tui.editor.maps.typed_measures import in_table_units
from tabletop_tui.editor.positions import position_edits as edits
from tabletop_tui.editor.positions.position_sketch import Sketch, forget, sketched
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.scenes import Base, HexScene, Scene, TableScene
from tabletop_tui.engine.setup import SEAT_NAMES
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.typed_lengths import unit_of_table
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.position_setup import form_of
from tabletop_tui.play.scenario_from_map import map_paths
from tabletop_tui.rulebook.force_builder import Force, Muster, muster_of
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.rulebook.position import BEGIN, ROLL, SEAT_LETTERS, UNITS, seat_of, whose_words
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ForceInfo
from tabletop_tui.table.formations import FORMATIONS
from tabletop_tui.table.points import parse_spot

Place = Sequence[str | int]
"""The way from a document to a position in it: () for all of it, ("position",) in a lesson."""
SHAPES = ("", *(name for name in FORMATIONS if name not in ("keep", "block")))
"""The formations of a unit that is put down; '' for a block."""


class PositionBench:
    """A position in a document, and the unit in hand."""

    def __init__(self, document: Document, place: Place = ()) -> None:
        self.document, self.place = document, tuple(place)
        self.system = system(document.system)
        self.form = form_of(self.system)
        self.cursor = ""
        self.unit = ""
        """The id of the unit in hand, '' for none."""
        self.seat = 0
        """Whose units are added."""
        self._muster: Muster | None = None
        self._sketch: tuple[int, Sketch] | None = None
        self._trial: tuple[tuple[Any, ...], tuple[tuple[Base, ...], str]] | None = None
        self.after_change()

    # ------------------------------------------------------------------ how it stands
    @property
    def table(self) -> Mapping[str, Any]:
        return _seen_inside(self.document.data, self.place)

    @property
    def sketch(self) -> Sketch:
        if self._sketch is None or self._sketch[0] != self.document.version:
            self._sketch = self.document.version, sketched(self.document.system, self.table)
        return self._sketch[1]

    @property
    def scene(self) -> Scene | None:
        """The table with whoever stands there; None while there is no scenario."""
        game = self.sketch.game
        return None if game is None else game.system.scene(game)

    @property
    def hexes(self) -> bool:
        return isinstance(self.scene, HexScene)

    @property
    def seats(self) -> list[str]:
        """The names of the seats."""
        game = self.sketch.game
        count = len(game.setup.seats) if game is not None else 2
        names = [one.get("name") for one in edits.seats_of(self.table)]
        names += [None] * (count - len(names))
        return [str(name or SEAT_NAMES[number % len(SEAT_NAMES)]) for number, name in enumerate(names[:count])]

    def roster(self) -> list[RosterLine]:
        """The units that the position speaks of, and those of a force that it names whole."""
        game = self.sketch.game
        if game is None:
            return []
        written = set(edits.ids_of(self.table))
        whole = {seat for seat, one in enumerate(edits.seats_of(self.table)) if "force" in one}
        lines = [line for line in game.system.roster(game) if line.unit in written or line.seat in whole]
        known = {line.unit for line in lines}
        missing = [name for name in edits.ids_of(self.table) if name not in known and seat_of(name) >= 0]
        lines += [RosterLine(name, name, self._bought_as(name), seat_of(name), "", "", 0.0) for name in missing]
        return sorted(lines, key=lambda line: line.seat)

    def _bought_as(self, unit: str) -> str:
        entry = edits.entry_of(self.table, unit) or {}
        first = next(iter(self.form.bought_with), "")
        return str(entry.get("name") or entry.get(first, "?"))

    @property
    def names(self) -> dict[str, str]:
        """The names of the units, by id."""
        return {line.unit: line.name for line in self.roster()}

    def name_of(self, unit: str) -> str:
        return f"{unit} {self.names.get(unit, '')}".rstrip()

    @property
    def question(self) -> str:
        """Who is asked what, as things stand; '' while nobody can be."""
        game = self.sketch.game if self.sketch.sound else None
        go = self.table.get(edits.GO)
        if game is not None and go in (BEGIN, ROLL):
            said = whose_words(go, (), {}, game.system.standing(game).called)
            return f"{said[:1].lower()}{said[1:]}"
        if game is None or game.question is None:
            return ""
        return f"{game.setup.seats[game.question.seat].name}: {game.question.prompt}"

    def nowhere(self, unit: str) -> bool:
        """Whether nothing says where a unit is, or what became of it."""
        game = self.sketch.game
        thing = None if game is None else self.form.units(game.state).get(unit)
        return thing is None or game is None or bool(self.form.where(game.state, thing))

    # ------------------------------------------------------------------ changes
    def change(self, label: str, edit: Edit, joined: str = "") -> bool:
        """One step of undo; `edit` gets the table of the position."""

        def inside(data: dict[str, Any]) -> None:
            edit(_inside(data, self.place))

        done = self.document.change(label, inside, joined)
        self.after_change()
        return done

    def after_change(self) -> None:
        """The unit in hand is one that there is."""
        ids = [line.unit for line in self.roster()]
        if self.unit not in ids:
            mine = [name for name in ids if seat_of(name) == self.seat]
            self.unit = (mine or ids or [""])[-1 if mine else 0]
        self.seat = min(self.seat, len(self.seats) - 1)

    # ------------------------------------------------------------------ which unit
    def step(self, by: int) -> None:
        """On to the next unit, or the one before."""
        ids = [line.unit for line in self.roster()]
        if ids:
            at = ids.index(self.unit) if self.unit in ids else -1
            self.take(ids[(at + by) % len(ids)])

    def take(self, unit: str) -> None:
        self.unit = unit
        if seat_of(unit) >= 0:
            self.seat = seat_of(unit)

    def take_here(self) -> str:
        """Take hold of the unit under the cursor; of several the next."""
        scene, game = self.scene, self.sketch.game
        if scene is None or game is None:
            return "There is nobody here"
        here = [line.unit for line in self.roster() if line.unit in self.units_at(self.cursor)]
        if not here:
            return "There is nobody here"
        self.take(here[(here.index(self.unit) + 1) % len(here)] if self.unit in here else here[0])
        return ""

    def units_at(self, spot: str) -> set[str]:
        """The units on a spot of the map."""
        scene = self.scene
        if isinstance(scene, TableScene):
            x, y = map(float, spot.split(","))
            reach = scene.grid / 12
            held = [(unit, base) for unit, bases in scene.bases.items() for base in bases]
            return {unit for unit, base in held if hypot(base.x - x, base.y - y) <= base.radius + reach}
        return {token.unit for token in scene.at(spot)} if isinstance(scene, HexScene) else set()

    def spot_of(self, unit: str) -> str:
        """Where a unit stands, '' for nowhere."""
        return next((line.spot for line in self.roster() if line.unit == unit), "")

    # ------------------------------------------------------------------ where it stands
    @property
    def words(self) -> list[str]:
        """How the unit in hand stands: its place with what is said behind it."""
        return edits.words_at(edits.entry_of(self.table, self.unit) or {})

    def words_here(self, spot: str) -> list[str]:
        """The same at another spot."""
        return [spot, *self.words[1:]]

    def put(self, spot: str) -> str:
        """Put the unit in hand down."""
        if not self.unit:
            return "There is no unit yet; add one first"
        unit, words = self.unit, self.words_here(spot)
        self.change(f"{unit} to {spot}", lambda table: self._stand(table, unit, words))
        return self.fault_of(unit)

    def _stand(self, table: edits.Table, unit: str, words: Sequence[str]) -> None:
        """Let a unit stand there; one that was not on the table, in reserve or aboard say, is so no longer."""
        entry = edits.entry_of(table, unit)
        if entry is not None and not any(entry.get(key) for key in edits.PLACES):
            for key in self.form.elsewhere:
                entry.pop(key, None)
        edits.put(table, unit, words)

    @property
    def how_to_place(self) -> str:
        """How the place of a unit is typed on this table."""
        return (
            "type a hex, as 0405"
            if self.hexes
            else "type a place, as 12,8 or 12,8 form=line turn=90, or that of each model"
        )

    def _bare(self, text: str) -> str:
        """What was typed with its places in the unit of the table."""
        form, named = form_of_maps(self.system.id), self.table.get("map")
        if not isinstance(form, TableForm):
            return text
        where = next((path for path in map_paths(self.system) if path.stem == named), None)
        table = named if isinstance(named, Mapping) else toml_table(where) if where is not None else {}
        return in_table_units(text, unit_of_table(table, form.unit))

    def typed(self, text: str) -> str:
        """The same with a place that is typed, with form=... and turn=... behind it; why it may not stand there."""
        try:
            words = edits.words_typed(self._bare(text))
        except Wrong as wrong:
            return wrong.fix
        odd = [] if self.hexes else [word for word in words if "=" not in word and parse_spot(word) is None]
        if odd or not words:
            return f"{odd[0]} is no place: {self.how_to_place}" if odd else self.how_to_place
        unit = self.unit
        trial = deepcopy(dict(self.table))
        self._stand(trial, unit, words)
        known = {str(fault) for fault in self.sketch.faults}
        for fault in sketched(self.document.system, trial).faults:
            # Two in one place: it is told of whoever is put down second.
            key = fault.place.rpartition(".")[2].partition("[")[0]
            if key in edits.PLACES and str(fault) not in known:
                return fault.fix
        self.change(f"{unit} to {text.strip()}", lambda table: self._stand(table, unit, words))
        return ""

    def trial(self, spot: str) -> tuple[tuple[Base, ...], str]:
        """Where the models of the unit in hand would stand, and why they may not; () where that is not drawn."""
        if not self.unit or self.hexes or not spot:
            return (), ""
        key = self.document.version, self.unit, spot
        if self._trial is None or self._trial[0] != key:
            table = deepcopy(dict(self.table))
            self._stand(table, self.unit, self.words_here(spot))
            found = sketched(self.document.system, table)
            scene = None if found.game is None else found.game.system.scene(found.game)
            bases = scene.bases.get(self.unit, ()) if isinstance(scene, TableScene) else ()
            self._trial = key, (bases, self._fault_in(table, found, self.unit))
        return self._trial[1]

    def fault_of(self, unit: str) -> str:
        """What is wrong with a unit, '' if nothing is."""
        return self._fault_in(self.table, self.sketch, unit)

    def _fault_in(self, table: Mapping[str, Any], found: Sketch, unit: str) -> str:
        ids = edits.ids_of(table)
        place = f"{UNITS}[{ids.index(unit)}]" if unit in ids else UNITS
        return next((fault.fix for fault in found.faults if f"{fault.place}.".startswith(f"{place}.")), "")

    def lift(self) -> str:
        unit = self.unit
        self.change(f"{unit} off the table", lambda table: edits.lift(table, unit))
        return ""

    def form_next(self) -> str:
        """Another formation, where it stands."""
        if self.hexes or not self.words:
            return "Put it down first" if not self.hexes else "On hexes there are no formations"
        held = edits.said(self.words, "form")
        name = SHAPES[(SHAPES.index(held) + 1) % len(SHAPES)] if held in SHAPES else ""
        self._reshape("form", name)
        return f"Formation: {name or 'block'}"

    def turn(self, by: int) -> str:
        """Turn it where it stands, clockwise in degrees."""
        if self.hexes:
            return "On hexes nobody faces anywhere"
        if not self.words:
            return "Put it down first"
        held = edits.said(self.words, "turn")
        turned = (int(held or 0) + by) % 360 if held.lstrip("-").isdecimal() or not held else by
        if any(one.key == "facing" for one in self.form.unit_fields) and not self._takes_turns:
            unit = self.unit
            now = (edits.entry_of(self.table, unit) or {}).get("facing", 0)
            turned = (int(now) + by) % 360 if isinstance(now, int | float) else by
            self.change(f"turn {unit}", lambda table: edits.set_of_unit(table, unit, "facing", turned), f"turn {unit}")
        else:
            self._reshape("turn", str(turned) if turned else "")
        return f"Turned to {turned} degrees"

    @property
    def _takes_turns(self) -> bool:
        """Whether the place of a unit may say a turn, as for units of several models."""
        at = next(one for one in self.form.unit_fields if one.key == edits.AT)
        return hasattr(at, "face")

    def _reshape(self, key: str, value: str) -> None:
        unit, words = self.unit, edits.shaped(self.words, key, value)
        self.change(f"{key} of {unit}", lambda table: edits.put(table, unit, words), f"{key} of {unit}")

    # ------------------------------------------------------------------ who is there
    @property
    def muster(self) -> Muster | None:
        if self._muster is None:
            self._muster = muster_of(self.system, paths.roster_folders())
        return self._muster

    def sold(self) -> list[tuple[str, str, str]]:
        """What can be added: key, name, group."""
        if self.whole(self.seat) and (comes := self._comes(self.seat)):
            return [(name, name, "of its force") for name, _ in comes]
        muster = self.muster
        return (
            [] if muster is None else [(one.id, one.name, one.group) for one in muster.sells(self._catalogue(muster))]
        )

    @staticmethod
    def _catalogue(muster: Muster) -> Force:
        return muster.blank()

    def add(self, offer: str, count: int = 1) -> str:
        """So many more of what is sold, for the seat whose turn it is to be filled; the last one is in hand."""
        muster = self.muster
        assert muster is not None
        seat, added, comes = self.seat, list[str](), dict(self._comes(self.seat))
        entry = comes.get(offer) or self._entry(muster, muster.add(muster.blank(), offer), offer)
        if self.whole(seat) and offer not in comes:
            return f"The force of {self.seats[seat]} is named whole; nobody can be added to it"
        entries = [entry] * count
        self.change(f"add {offer}", lambda table: added.extend(edits.add_all(table, seat, entries)))
        self.take(added[0])
        return f"{', '.join(added)}: put it down with Space, or type where it stands"

    def _comes(self, seat: int) -> list[tuple[str, dict[str, Any]]]:
        """What of the force of a seat comes in play only in the battle, where the force is named whole."""
        game = self.sketch.game
        return [] if game is None or not self.whole(seat) else self.form.comes(game.state, seat)

    def _entry(self, muster: Muster, force: Force, offer: str) -> dict[str, Any]:
        """A row of a force file as a position buys it."""
        rows = force[muster.rows]
        if isinstance(rows, Mapping):  # counted by their ids
            return {next(iter(self.form.bought_with)): offer}
        return {key: value for key, value in rows[-1].items() if key in self.form.bought_with}

    def whole(self, seat: int) -> bool:
        """Whether the force of a seat is named, not bought unit by unit."""
        said = edits.seats_of(self.table)
        return 0 <= seat < len(said) and "force" in said[seat]

    def forces(self) -> list[ForceInfo]:
        return self.system.forces(paths.roster_folders(), [])

    def take_force(self, info: ForceInfo) -> str:
        """A ready force in place of the units of the seat: unit by unit where that can be said, else whole."""
        seat, game = self.seat, self.sketch.game
        late = game is not None and bool(self.form.comes(game.state, seat))
        entries = [] if late else self._units_of(info)

        def edit(table: dict[str, Any]) -> None:
            for name in reversed(edits.of_seat(table, seat)):
                edits.remove(table, name)
            edits.set_of_seat(table, seat, "force", None if entries else info.id)
            edits.add_all(table, seat, entries)

        self.change(f"{self.seats[seat]}: {info.name}", edit)
        if self.sketch.game is None:
            wrong = next((fault.fix for fault in self.sketch.faults), "it cannot be read")
            return f"{info.name} waits for a table that can be drawn: {wrong}"
        mine = [line.unit for line in self.roster() if line.seat == seat]
        self.take(mine[0] if mine else "")
        if late:
            return f"{info.name}: its units come in play in the battle; a puts one on the table that has come already"
        return f"{info.name}: {len(mine)} units to put down; Tab goes on to the next"

    def _units_of(self, info: ForceInfo) -> list[dict[str, Any]]:
        folders = paths.roster_folders()
        units = self.form.bought(info.data, folders)
        try:
            again = self.form.buy(info.name, units, folders) if units else {}
        except Wrong:
            return []
        same = {key: value for key, value in again.items() if isinstance(value, list)}
        return units if same == {key: value for key, value in info.data.items() if isinstance(value, list)} else []

    def remove(self) -> str:
        unit = self.unit
        if edits.entry_of(self.table, unit) is None:
            return "It belongs to a force that is named whole; say that it is destroyed"
        self.change(f"remove {unit}", lambda table: edits.remove(table, unit))
        return f"{unit} is gone; those behind it are numbered anew"

    def copy(self) -> str:
        unit, added = self.unit, list[str]()
        if not any(key in (edits.entry_of(self.table, unit) or {}) for key in self.form.bought_with):
            return "It belongs to a force that is named whole"
        self.change(f"one more {unit}", lambda table: added.append(edits.copy(table, unit, [*self.form.bought_with])))
        self.take(added[0])
        return f"{added[0]} is in hand"

    # ------------------------------------------------------------------ what it carries
    def slots(self) -> list[tuple[str, str, str, str, bool]]:
        """What can be chosen for the unit in hand: slot, its label, offer, its name, and whether it is so already."""
        muster, row = self.muster, self._row_in_hand()
        if muster is None or row is None:
            return []
        slots = muster.slots(row, 0)
        return [(slot.id, slot.label, one.id, one.name, one.chosen) for slot in slots for one in slot.offers]

    def equip(self, slot: str, offer: str) -> str:
        """Let the unit in hand have this; chosen once more it is given back, or there is one more of it."""
        muster, row, unit = self.muster, self._row_in_hand(), self.unit
        assert muster is not None
        assert row is not None
        held = next(one for one in muster.slots(row, 0) if one.id == slot)
        counted = next((one.count for one in held.offers if one.id == offer), 0)
        made = muster.put_count(row, 0, slot, offer, counted + 1) if held.counts else muster.put(row, 0, slot, offer)
        entry = self._entry(muster, made, "")

        def edit(table: dict[str, Any]) -> None:
            for key in self.form.bought_with:
                edits.set_of_unit(table, unit, key, entry.get(key))

        self.change(f"{unit}: {offer}", edit)
        return self.fault_of(unit)

    def _row_in_hand(self) -> Force | None:
        """A force of the unit in hand alone, as the force builder has it; None where its rows are no tables."""
        muster, entry = self.muster, edits.entry_of(self.table, self.unit)
        if muster is None or entry is None or isinstance(muster.blank()[muster.rows], Mapping):
            return None
        bought = {key: deepcopy(value) for key, value in entry.items() if key in self.form.bought_with}
        return muster.with_rows(muster.blank(), [muster.row_of(bought)]) if bought else None

    # ------------------------------------------------------------------ whose turn
    def goes(self) -> list[FormOption]:
        """Who may be to act: a seat that chooses, or a unit in the middle of its activation."""
        game, names = self.sketch.game, self.names
        called = "round" if game is None else game.system.standing(game).called
        rolls = game is not None and self.form.rolling(game.state.clone())
        whose = [*SEAT_LETTERS[: len(self.seats)], BEGIN, *([ROLL] if rolls else []), *names]
        says = {BEGIN: "with all that comes before its dice, and these"}
        return [FormOption(go, whose_words(go, self.seats, names, called), says.get(go, "")) for go in whose]

    def set_table(self, where: Mapping[str, Any]) -> str:
        """Another scenario or another map, by its id."""
        self.change(f"on {next(iter(where.values()))}", lambda table: edits.set_table(table, where))
        return ""

    def look_again(self) -> None:
        """The map may be another one than it was."""
        forget()
        self._sketch = None
        self.after_change()

    def set_go(self, value: str) -> str:
        self.change(f"{value} is to act", lambda table: edits.set_of_battle(table, edits.GO, value))
        return self.question or next((one.fix for one in self.sketch.faults if one.place == edits.GO), "")


def _inside(data: Any, place: Sequence[str | int]) -> dict[str, Any]:
    """The table at a place, to be changed; a new one there in place of what is none."""
    for number, one in enumerate(place, 1):
        if number == len(place) and not isinstance(data.get(one), Mapping):
            data[one] = {}
        data = data[one]
    found: dict[str, Any] = data
    return found


def _seen_inside(data: Any, place: Iterable[str | int]) -> Mapping[str, Any]:
    """The same, to be read only; {} where there is none."""
    for one in place:
        data = data.get(one) if isinstance(data, Mapping) else data[one]
    return data if isinstance(data, Mapping) else {}
