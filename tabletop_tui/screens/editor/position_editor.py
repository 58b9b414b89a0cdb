"""A position being put together: the table with whoever stands there, the units beside it, one of them in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from textual.widget import Widget

from tabletop_tui import paths
from tabletop_tui.bindings import POSITION_EDITOR, Command
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.form_rows import Row
from tabletop_tui.editor.own import new_maps, own_files, trial_games
from tabletop_tui.editor.positions import position_rows
from tabletop_tui.editor.positions.position_editing import Place, PositionBench
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.scenes import Scene
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import clean
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.scenario_from_map import map_paths
from tabletop_tui.play.session import Session
from tabletop_tui.reports import table_plan
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.command_screen import bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem, Sheet
from tabletop_tui.screens.editor.editor_screen import EditorScreen
from tabletop_tui.screens.editor.form import SubForm
from tabletop_tui.screens.editor.state_form import StateForm
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.map.battlefield import Battlefield, map_sizes
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap

OTHERS = 3
"""The rows of the screen that are not the map's."""
NEEDS_UNIT = ("copy", "equip", "remove", "lift", "state", "form", "turn", "type_place", "card")
"""The commands that do something with the unit in hand."""


class PositionScreen(EditorScreen):
    """A position of its own file, or (`place`) one in a lesson."""

    opened_as = "editor"
    commands = POSITION_EDITOR
    BINDINGS = bindings(POSITION_EDITOR)
    hinted = (
        *("position.put", "position.next", "position.add", "position.type-place", "position.state", "position.go"),
        *("position.play", "editor.save", "editor.undo", "position.lesson"),
    )
    DEFAULT_CSS = """
    PositionScreen Battlefield { width: 1fr; height: 1fr; }
    """

    def __init__(self, document: Document, place: Place = ()) -> None:
        super().__init__(document)
        self.bench = PositionBench(document, place)
        self._drawn = -1
        self._dragged = ""
        """Where a unit was that the mouse drags, '' for none."""
        self._battle_below: Session | None = None
        """The battle whose position it is, while it waits below."""
        self._units: list[str] = []
        """For each line beside the map the unit that it shows, '' for none."""
        self.keeps = not place

    def body(self) -> Iterator[Widget]:
        field = Battlefield(self.tabletop.colours, self.tabletop.glyphs, self.tabletop.options.zoom)
        field.draggable = True
        yield field

    @property
    def field(self) -> Battlefield:
        return self.query_one(Battlefield)

    def on_screen_resume(self) -> None:
        """What was changed on a form is drawn; the battle below is the app's again once another one was left."""
        if self.tabletop.session is None:
            self.tabletop.session = self._battle_below
        self.bench.look_again()
        self._drawn = -1
        self._kept = -1
        self.look_over()
        self.draw_soon()

    def why_not(self, command: Command) -> str:
        if command.id == "position.lesson" and self.bench.place:
            return "It is the position of a lesson already"
        if command.name in NEEDS_UNIT and not self.bench.unit:
            return "There is no unit yet; add one first"
        return super().why_not(command)

    def find_faults(self) -> list[BadFile]:
        return [BadFile(self.document.path, fault.place, fault.fix) for fault in self.bench.sketch.faults]

    # ------------------------------------------------------------------ drawing
    @property
    def here(self) -> str:
        return self.field.cursor

    @property
    def prompt(self) -> str:
        bench = self.bench
        key = self.commands.keys("position.put", self.tabletop.keymap)[0]
        if not bench.unit:
            add, force = (self.commands.keys(f"position.{one}", self.tabletop.keymap)[0] for one in ("add", "force"))
            return f"{bench.seats[bench.seat]} has nobody: {add} adds a unit, {force} a whole force"
        name, spot = bench.name_of(bench.unit), bench.spot_of(bench.unit)
        why = bench.trial(self.field.cursor)[1]
        does = f"{key} puts it {'here' if not spot else 'here instead'}"
        return f"{name}: {why}" if why and spot != self.field.cursor else f"{name}: {does}"

    def draw(self) -> None:
        scene = self.bench.scene
        self.field.display = scene is not None
        if scene is not None:
            if self._drawn != self.document.version:
                first, self._drawn = self._drawn < 0, self.document.version
                self.field.show(scene)
                if first and self.tabletop.options.zoom is None:
                    self._come_near(scene)
            self.bench.cursor = self.field.cursor
            self.field.mark(self._marks())
        super().draw()

    def _come_near(self, scene: Scene) -> None:
        """As close as the whole table fits, but never further off than for play."""
        room = self.size.width - self.side_width(), self.size.height - OTHERS
        sizes = map_sizes(scene, self.field.colours, self.field.glyphs)
        fit = [zoom for zoom, size in enumerate(sizes) if size.width < room[0] and size.height < room[1]]
        self.field.zoom_by(max(max(fit, default=0) - self.field.zoom, 0))

    def _marks(self) -> Marks:
        """The unit in hand where it stands, and where it would stand."""
        bench = self.bench
        spot = bench.spot_of(bench.unit)
        bases, why = bench.trial(self.field.cursor) if spot != self.field.cursor else ((), "")
        facing = bases[0].facing if len(bases) == 1 else None
        ghosts = tuple((base.x, base.y, base.radius) for base in bases)
        return Marks(active=spot, ghosts=ghosts, facing=facing, barred=bool(why))

    def side_lines(self, width: int) -> list[TextLine]:
        """The sides with their units, then what is asked as things stand."""
        bench, colours, glyphs = self.bench, self.tabletop.colours, self.tabletop.glyphs
        lines: list[TextLine] = []
        units: list[str] = []
        roster = bench.roster()
        for seat, name in enumerate(bench.seats):
            pointer = glyphs.pointer if seat == bench.seat else " "
            lines.append([(f"{pointer} ", "key"), (f"{name}", colours.seat_name(seat))])
            mine = [line for line in roster if line.seat == seat]
            lines += [self._unit_line(line, width) for line in mine] or [[("   nobody yet", "dim")]]
            units += ["", *([line.unit for line in mine] or [""])]
        lines += [[], *wrap([("Then ", "dim"), (bench.question, "text")], width, "  ")] if bench.question else []
        return self._around_hand(lines, units)

    def _around_hand(self, lines: list[TextLine], units: list[str]) -> list[TextLine]:
        """The lines from a little above the unit in hand on, where not all have room."""
        at = units.index(self.bench.unit) if self.bench.unit in units else 0
        room = max(6, self.size.height // 2 - 4)
        top = 0 if len(lines) <= room else max(0, min(at - 3, len(lines) - room))
        self._units = units[top:]
        return lines[top:]

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        """A click on a unit of the list takes it in hand."""
        if event.panel.id == "editor-side" and event.line < len(self._units) and self._units[event.line]:
            self.bench.take(self._units[event.line])
            self._to_unit()

    def _unit_line(self, line: RosterLine, width: int) -> TextLine:
        glyphs = self.tabletop.glyphs
        marked = line.unit == self.bench.unit
        nowhere = self.bench.nowhere(line.unit)
        wrong = nowhere or bool(self.bench.fault_of(line.unit))
        where = "nowhere" if nowhere else line.spot or line.told or line.state
        text = f"{'!' if wrong else ' '}{glyphs.pointer if marked else ' '} {line.tag:<3} {line.name}"
        role = "chosen-bad" if marked and wrong else "chosen" if marked else "bad" if wrong else "text"
        room = max(4, width - len(where) - 1)
        shown = clip([(text, role)], room, glyphs.ellipsis)
        gap = width - sum(len(part) for part, _ in shown) - len(where)
        return clip(
            [*shown, (" " * max(1, gap), role if marked else "text"), (where, role if marked else "dim")], width
        )

    def on_battlefield_clicked(self, event: Battlefield.Clicked) -> None:
        event.stop()
        self.bench.cursor = self.field.cursor
        if event.again:
            self.do_put()
        else:
            self.draw()

    def on_battlefield_dragged(self, event: Battlefield.Dragged) -> None:
        """A unit is dragged from where it stands."""
        event.stop()
        bench = self.bench
        if self._dragged != event.begun:
            self._dragged = event.begun
            bench.cursor = event.begun
            if bench.unit not in bench.units_at(event.begun) and bench.take_here():
                self._dragged = ""
                return
        self.field.go_to(event.spot)
        if event.ended:
            self._dragged = ""
            self.note(bench.put(event.spot))
        else:
            self.draw()

    @property
    def rules_here(self) -> tuple[str, ...]:
        game, unit = self.bench.sketch.game, self.bench.unit
        card = game.system.card(game, unit) if game is not None and self.bench.spot_of(unit) else None
        return tuple(dict.fromkeys(rule for line in card.lines for rule in line.rules)) if card is not None else ()

    # ------------------------------------------------------------------ the cursor and the unit in hand
    def do_move(self, direction: str, steps: int) -> None:
        self.field.move_cursor(direction, steps)
        self.draw()

    def do_closer(self) -> None:
        self.field.step_zoom(1)

    def do_further(self) -> None:
        self.field.step_zoom(-1)

    def do_step(self, by: int) -> None:
        self.bench.step(by)
        self._to_unit()

    def _to_unit(self) -> None:
        """The cursor goes where the unit in hand stands."""
        if spot := self.bench.spot_of(self.bench.unit):
            self.field.go_to(spot)
        self.draw()

    def do_take_here(self) -> None:
        self.note(self.bench.take_here())

    def do_put(self) -> None:
        """Put it down; then the next one that stands nowhere is in hand."""
        bench, unit = self.bench, self.bench.unit
        fresh = bool(unit) and not bench.spot_of(unit)
        said = bench.put(self.field.cursor)
        if fresh and not said:
            self._next_waiting(unit)
        self.note(said)

    def _next_waiting(self, unit: str) -> None:
        """The next unit behind this one that stands nowhere is in hand, one of the same side before all others."""
        ids = [line.unit for line in self.bench.roster()]
        behind = ids.index(unit) if unit in ids else 0
        waiting = list(filter(self.bench.nowhere, [*ids[behind:], *ids[:behind]]))
        mine = [name for name in waiting if name[0] == unit[0]]
        if mine or waiting:
            self.bench.take((mine or waiting)[0])

    def do_type_place(self) -> None:
        """Put it down where it is typed; then, as by Space, the next one is in hand."""
        bench, unit = self.bench, self.bench.unit
        fresh = bool(unit) and not bench.spot_of(unit)

        def take(typed: str | None) -> None:
            if typed is not None and (spot := bench.spot_of(unit)):
                self.field.go_to(spot)
                if fresh:
                    self._next_waiting(unit)
            self.draw()

        typed = " ".join(bench.words)
        title = f"Where does {bench.name_of(bench.unit)} stand?"
        # Whoever types a place that can be has put it down by that.
        self.tabletop.push_screen(AskText(title, bench.typed, typed, hint=bench.how_to_place), take)

    def do_lift(self) -> None:
        self.note(self.bench.lift())

    def do_form(self) -> None:
        self.note(self.bench.form_next())

    def do_turn(self, by: int) -> None:
        self.note(self.bench.turn(by))

    # ------------------------------------------------------------------ who is there
    def _choose(self, title: str, items: Sequence[ListItem], take: Callable[[str], str]) -> None:
        def chosen(key: str | None) -> None:
            self.note(take(key) if key is not None else "")

        self.tabletop.push_screen(Choose(title, items, "there is none"), chosen)

    def do_add(self) -> None:
        bench = self.bench
        items = [ListItem(key, [(name, "strong"), (f"  {group}", "dim")], "") for key, name, group in bench.sold()]
        self._choose(f"One more for {bench.seats[bench.seat]}", items, bench.add)

    def do_force(self) -> None:
        bench = self.bench
        infos = {info.id: info for info in bench.forces()}
        items = [
            ListItem(name, [(info.name, "strong"), (f"  {info.worth}  {info.summary}", "dim")])
            for name, info in infos.items()
        ]
        title = f"A force in place of whoever {bench.seats[bench.seat]} has"
        self._choose(title, items, lambda key: bench.take_force(infos[key]))

    def do_side(self) -> None:
        bench = self.bench
        bench.seat = (bench.seat + 1) % len(bench.seats)
        mine = [line.unit for line in bench.roster() if line.seat == bench.seat]
        # Whoever stands nowhere is to be put down; nobody who stands is to be moved by that.
        bench.unit = next(filter(bench.nowhere, mine), mine[0] if mine else "")
        self.note(f"Units of {bench.seats[bench.seat]} from now on")

    def do_copy(self) -> None:
        self.note(self.bench.copy())

    def do_remove(self) -> None:
        self.note(self.bench.remove())

    def do_equip(self) -> None:
        bench = self.bench
        slots = bench.slots()
        items = [
            ListItem(f"{slot}\n{offer}", [(f"{label}: ", "dim"), (name, "strong" if not held else "good")])
            for slot, label, offer, name, held in slots
        ]
        if not items:
            self.note("There is nothing to choose about this unit")
            return

        def take(key: str) -> str:
            slot, _, offer = key.partition("\n")
            return bench.equip(slot, offer)

        self._choose(f"What {bench.name_of(bench.unit)} carries", items, take)

    # ------------------------------------------------------------------ forms
    def _form(self, heading: str, rows: Callable[[], list[Row]]) -> None:
        bench = self.bench

        def put(key: str, value: object) -> None:
            position_rows.put(bench, key, value)

        self.tabletop.push_screen(SubForm(self.document, heading, rows, put, self.find_faults))

    def do_state(self) -> None:
        bench, unit = self.bench, self.bench.unit
        rows = partial(position_rows.state_rows, bench, unit)
        self.tabletop.push_screen(StateForm(bench, bench.name_of(unit), rows, self.find_faults))

    def do_seats(self) -> None:
        self._form("The seats", lambda: position_rows.seat_rows(self.bench))

    def do_battle(self) -> None:
        rows = partial(position_rows.battle_rows, self.bench)
        self.tabletop.push_screen(StateForm(self.bench, "The battle", rows, self.find_faults))

    def do_go(self) -> None:
        bench = self.bench
        options = bench.goes()
        items = [ListItem(str(one.value), [(one.words, "text"), (f"  {one.says}", "dim")]) for one in options]
        self._choose("Who is to act?", items, bench.set_go)

    def do_scenario(self) -> None:
        bench = self.bench
        take = lambda key: bench.set_table(own_files.table_named(key))  # noqa: E731
        self._choose("On which table, and what for?", tables_of(self.system), take)

    def do_table(self) -> None:
        """Edit the map that it stands on."""
        named = self.bench.table.get("map")
        path = next((path for path in map_paths(self.system) if path.stem == named), None)
        if path is None:
            self.note("It stands on the map of a scenario: m chooses another table")
            return
        try:
            opened = self.tabletop.open_screen("edit file", path)
        except BadFile as error:
            self.note(str(error))
            return
        if isinstance(opened, EditorScreen):
            opened.soon(lambda: opened.note("When the table stands, Esc leads on to the forces"))

    def do_details(self) -> None:
        def check(typed: str) -> str:
            return "" if 0 < len(typed.strip()) <= 60 else "give a name of 1 to 60 letters"

        def take(typed: str | None) -> None:
            if typed is not None:
                self.document.change("name it", lambda data: data.update(name=typed.strip()))
                self.tabletop.push_screen(AskText("A line about it", lambda _: "", self._said("summary")), summed)
            self.draw()

        def summed(typed: str | None) -> None:
            if typed is not None:
                self.document.change("summary", lambda data: data.update(summary=typed.strip()))
            self.draw()

        self.tabletop.push_screen(AskText("A name for it", check, self._said("name")), take)

    def _said(self, key: str) -> str:
        found = self.document.data.get(key)
        return found if isinstance(found, str) else ""

    def do_quit(self) -> None:
        """Of a lesson it is a part, which the screen below saves."""
        if self.bench.place:
            self.close(None)
        else:
            super().do_quit()

    def do_card(self) -> None:
        game = self.bench.sketch.game
        card = game.system.card(game, self.bench.unit) if game is not None else None
        if card is None:
            self.note("There is no card for that")
            return
        lines = wording.card_lines(card, min(96, self.size.width - 10), self.tabletop.colours, full=True)
        self.tabletop.push_screen(Sheet(card.title, lines, "C"))

    # ------------------------------------------------------------------ playing, and lessons
    def do_play(self) -> None:
        try:
            info = trial_games.of_position(self.document.system, self.bench.table, self.document.path)
        except (BadFile, BadChoice) as error:
            self.note(error.fix if isinstance(error, BadFile) else str(error))
            return
        self._battle_below = self.tabletop.session
        self.begin(info)

    def do_print(self) -> None:
        """A page to set it up by, among the player's own reports, and a picture beside it."""
        game = self.bench.sketch.game
        if game is None or self.bench.sketch.faults:
            self.note("It is not whole yet: F lists what is missing")
            return
        name, summary = (clean(self._said(key)) for key in ("name", "summary"))
        try:
            path = table_plan.write_game_beside_reports(paths.reports(), game, name, summary)
        except BadFile as error:
            self.note(error.brief)
        else:
            self.note(f"Written: {path}, and a picture beside it")

    def do_lesson(self) -> None:
        items = [
            ListItem("puzzle", [("A puzzle", "strong"), ("  one question, and the best answer to it", "dim")]),
            ListItem("lesson", [("A lesson", "strong"), ("  a task with dice that are loaded, and hints", "dim")]),
        ]

        def take(kind: str) -> str:
            self.tabletop.open_screen("lesson editor", kind, self.bench.table, self.document)
            return ""

        self._choose("What becomes of it?", items, take)


def tables_of(found: System) -> list[ListItem]:
    """All on which a position can stand: one's own maps, the scenarios, all other maps."""
    maps = list(new_maps.ready_maps(found.id))
    infos = found.scenarios(paths.scenario_folders(), [])
    own: list[TextLine] = [[("My table ", "text"), (one.name, "strong")] for one in maps if one.own]
    other: list[TextLine] = [[("The map ", "text"), (one.name, "strong")] for one in maps if not one.own]
    items = [ListItem(f"map {one.path.stem}", line) for one, line in zip((m for m in maps if m.own), own, strict=True)]
    items += [
        ListItem(f"scenario {info.id}", [(info.name, "strong"), (f"  {info.size}  {info.summary}", "dim")])
        for info in infos
    ]
    rest = (one for one in maps if not one.own)
    return items + [ListItem(f"map {one.path.stem}", line) for one, line in zip(rest, other, strict=True)]
