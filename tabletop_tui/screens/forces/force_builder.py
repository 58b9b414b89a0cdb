"""The force builder: what a rulebook sells at the left, the force and its limits at the right, the rules watching."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui import paths
from tabletop_tui.bindings import BUILDER, Command
from tabletop_tui.editor.own import own_forces
from tabletop_tui.engine.cards import Card
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports import force_page
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, muster_of
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import AskText, Choose, Confirm, ListItem, Sheet
from tabletop_tui.screens.forces.loadout import Loadout, items_of, refused
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.panels import Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, spread, width_of, wrap

SHOP, FORCE = 0, 1


class ForceEditor:
    """A force at work, and where the marker stands. It knows no screen."""

    def __init__(self, muster: Muster) -> None:
        self.muster = muster
        self.side = SHOP
        self.index = [0, 0]
        """For each side the marked line; of the force, line 0 is the force itself."""
        self.take(muster.blank())

    def take(self, force: Force, saved: bool = True) -> None:
        """Go on with this force; `saved` if nothing of it would be lost."""
        self.force, self.saved = force, saved
        self.offers: list[Offer] = self.muster.offers(force)
        refused = [offer.id for offer in self.offers if offer.refusal is not None]
        opened = {entry: self.muster.opened_to(force, entry) for entry in refused}
        self.elsewhere = {entry: found for entry, found in opened.items() if found is not None}
        """What an empty force may buy only with another choice for the whole of it: that force, and the choice."""
        self.bought: list[Bought] = self.muster.bought(force)
        self.fault: Refusal | None = self.muster.fault(force)
        counts = len(self.offers), len(self.bought) + 1
        self.index = [max(0, min(place, count - 1)) for place, count in zip(self.index, counts, strict=True)]

    def change(self, force: Force) -> None:
        self.take(force, saved=False)

    @property
    def offer(self) -> Offer | None:
        """What is marked in the shop."""
        return self.offers[self.index[SHOP]] if self.side == SHOP and self.offers else None

    @property
    def row(self) -> int | None:
        """The row of the force that is marked; None for the force itself, and in the shop."""
        return self.index[FORCE] - 1 if self.side == FORCE and self.index[FORCE] else None

    @property
    def card(self) -> Card | None:
        if self.row is not None:
            return self.bought[self.row].card
        return self.offer.card if self.offer else None

    def move(self, step: int) -> None:
        count = len(self.offers) if self.side == SHOP else len(self.bought) + 1
        if count:
            place = self.index[self.side] + step
            # One step goes round, a page stops at the end.
            self.index[self.side] = place % count if abs(step) == 1 else max(0, min(count - 1, place))


class BuilderScreen(DrawnScreen[Any]):
    """The force builder of one system; what it gives back is the id of the force that was saved last."""

    commands = BUILDER
    BINDINGS = bindings(BUILDER)
    hinted: ClassVar[tuple[str, ...]] = ("side", "remove", "copy", "rename", "options", "save", "load", "print", "card")
    """The commands in the hint bar after the first."""
    whole_words: ClassVar[str] = "This force is whole and can be saved."
    DEFAULT_CSS = """
    BuilderScreen #builder-title, BuilderScreen #builder-hints { height: 1; }
    BuilderScreen #builder-about { height: 7; }
    BuilderScreen #builder-shop { width: 45%; }
    BuilderScreen #builder-force { width: 1fr; }
    """

    def __init__(self, system: System, muster: Muster) -> None:
        super().__init__()
        self.system, self.bench = system, ForceEditor(muster)
        self.saved_as = ""
        self.notice = ""
        self.tops = [0, 0]
        self.lines_of: list[list[int]] = [[], []]
        """For each side and line on the screen the place it stands for, -1 for none."""

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="builder-title")
        with Horizontal():
            yield Panel(colours, glyphs, id="builder-shop")
            yield Panel(colours, glyphs, id="builder-force")
        yield Panel(colours, glyphs, id="builder-about")
        yield from self.below()
        yield Panel(colours, glyphs, "hint", id="builder-hints")

    def below(self) -> Iterable[Panel]:
        """What stands between what is marked and the hints."""
        return ()

    def why_not(self, command: Command) -> str:
        name, bench = command.id.removeprefix("builder."), self.bench
        if name in ("remove", "copy") and bench.row is None:
            return "Mark a unit of the force first"
        if name == "card" and bench.card is None:
            return "There is no card for that"
        return ""

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        bench, width = self.bench, self.size.width
        self.query_one("#builder-title", Panel).show([self._title(width)])
        self._draw_side(SHOP, "builder-shop", self._shop_lines)
        self._draw_side(FORCE, "builder-force", self._force_lines)
        about: list[TextLine] = [[(self.tabletop.glyphs.rule * width, "dim")]]
        if self.notice:
            about += wrap([(self.notice, "bad")], width - 4)
        if bench.offer is not None and bench.offer.refusal is not None:
            about += wrap(refused(bench.offer.refusal), width - 4)
        about += self._budget_lines()
        if bench.card is not None:
            about += wording.card_lines(bench.card, width - 4, self.tabletop.colours)
        else:
            words = self.whole_words if bench.fault is None else "This force is not whole yet."
            about.append([(words, "good" if bench.fault is None else "dim")])
        self.query_one("#builder-about", Panel).show([about[0], *([("  ", "text"), *line] for line in about[1:])])
        ids = [f"builder.{name}" for name in ("add" if bench.side == SHOP else "change", *self.hinted)]
        self.query_one("#builder-hints", Panel).show([self.hints(ids, width, "builder.keys")])

    @property
    def heading(self) -> str:
        """What stands in the title."""
        return f"{self.bench.force['name']}{'' if self.bench.saved else ' (not saved)'}"

    def _budget_lines(self) -> list[TextLine]:
        """What the marked row, or the force, uses up besides its costs, as bars in one line."""
        bench = self.bench
        budgets = bench.muster.budgets(bench.force, bench.row) if bench.side == FORCE else []
        bars = [wording.budget_line(budget, self.tabletop.glyphs) for budget in budgets]
        line = [piece for bar in bars for piece in (*bar, ("   ", "text"))]
        return [line] if line else []

    def _title(self, width: int) -> TextLine:
        bench = self.bench
        left: TextLine = [(f" {self.heading}", "status"), (f"  {self.system.name}", "status-dim")]
        right: TextLine = [(f"{bench.muster.cost(bench.force)} {bench.muster.counted_in} ", "status")]
        return spread(left, right, width, "status")

    def _draw_side(self, side: int, name: str, make: Callable[[int], list[tuple[int, TextLine]]]) -> None:
        """A list, scrolled so that its marked line is seen."""
        panel = self.query_one(f"#{name}", Panel)
        width, height = panel.size
        if not height:
            return
        lines = make(width - 1)
        marked = next((y for y, (place, _) in enumerate(lines) if place == self.bench.index[side]), 0)
        top = max(min(self.tops[side], max(0, marked - 1)), marked - height + 1, 0)
        self.tops[side] = top
        seen = lines[top : top + height]
        self.lines_of[side] = [place for place, _ in seen]
        panel.show([line for _, line in seen])

    def _shop_lines(self, width: int) -> list[tuple[int, TextLine]]:
        lines: list[tuple[int, TextLine]] = []
        group = ""
        for place, offer in enumerate(self.bench.offers):
            if offer.group != group:
                group = offer.group
                lines.append((-1, [(f" {group}", "head")]))
            role = "dim" if offer.refusal else "text"
            # The rule beside it tells what is refused where there is no grey.
            rule = offer.refusal.rule if offer.refusal else ""
            rule = self.bench.elsewhere[offer.id][1].name if offer.id in self.bench.elsewhere else rule
            lines.append((place, self._line(SHOP, place, offer.name, str(offer.cost), role, width, rule)))
        return lines

    def _force_lines(self, width: int) -> list[tuple[int, TextLine]]:
        bench = self.bench
        lines = [(0, self._line(FORCE, 0, bench.force["name"], "", "head", width))]
        for limit in bench.muster.limits(bench.force):
            role = "bad" if limit.mood == "bad" else "strong"
            value: TextLine = [(limit.value, role), (f"  {limit.rules[0]}", "rule")]
            lines.append((-1, spread([(f"     {limit.label}", "dim")], value, width)))
        for place, row in enumerate(bench.bought, 1):
            name = f"{row.count} x {row.name}" if row.count > 1 else row.name
            lines.append((place, self._line(FORCE, place, name, str(row.cost), "text", width, row.note)))
        if bench.fault is not None:
            lines.append((-1, []))
            for refusal in bench.fault.all:
                lines += [(-1, line) for line in wrap([(" ", "text"), *refused(refusal)], width, " ")]
        return lines

    def _line(self, side: int, place: int, name: str, value: str, role: str, width: int, note: str = "") -> TextLine:
        marked = side == self.bench.side and place == self.bench.index[side]
        pointer = self.tabletop.glyphs.pointer if marked else " "
        left: TextLine = [(f" {pointer} {name}", "chosen" if marked else role)]
        left += [(f"  {note}", "chosen" if marked else "dim")] if note else []
        line = spread(left, [(f" {value}", "chosen" if marked else role)], width, "chosen" if marked else "text")
        return line if width_of(line) <= width else clip(line, width)

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        sides = {"builder-shop": SHOP, "builder-force": FORCE}
        side = sides.get(event.panel.id or "")
        if side is None or event.line >= len(self.lines_of[side]) or self.lines_of[side][event.line] < 0:
            return
        place, bench = self.lines_of[side][event.line], self.bench
        again = bench.side == side and bench.index[side] == place
        bench.side, bench.index[side] = side, place
        self.notice = ""
        if again:
            self.do_take()
        self.draw()

    # ------------------------------------------------------------------ the marker
    def do_move(self, step: int) -> None:
        self.notice = ""
        self.bench.move(step)
        self.draw()

    def do_side(self) -> None:
        self.notice = ""
        self.bench.side = FORCE if self.bench.side == SHOP else SHOP
        self.draw()

    # ------------------------------------------------------------------ the force changes
    def do_take(self) -> None:
        """Enter: add what is marked in the shop, or change what is marked in the force."""
        if self.bench.side == SHOP:
            self.do_add()
        else:
            self.do_change()

    def do_add(self) -> None:
        bench, offer = self.bench, self.bench.offer
        self.notice = ""
        if offer is None:
            self.note("Mark what is to be bought at the left")
        elif offer.id in bench.elsewhere:
            other, choice = bench.elsewhere[offer.id]
            bench.change(bench.muster.add(other, offer.id))
            bench.index[SHOP] = next(place for place, one in enumerate(bench.offers) if one.id == offer.id)
            self.note(f"The force was empty: it is of {choice.name} now")
        elif offer.refusal is not None:
            self.note("This cannot be added")
        else:
            bench.change(bench.muster.add(bench.force, offer.id))
            self.draw()

    def do_remove(self) -> None:
        bench = self.bench
        assert bench.row is not None
        self.notice = ""
        bench.change(bench.muster.remove(bench.force, bench.row))
        self.draw()

    def do_copy(self) -> None:
        bench = self.bench
        assert bench.row is not None
        if (refusal := bench.muster.refuse_copy(bench.force, bench.row)) is not None:
            self.note(f"One more is not allowed: {refusal}")
            return
        self.notice = ""
        bench.change(bench.muster.copy(bench.force, bench.row))
        self.draw()

    def do_change(self) -> None:
        self._choose(self.bench.row)

    def do_options(self) -> None:
        self._choose(None)

    def _choose(self, row: int | None) -> None:
        """All that can be chosen for a row, or for the whole force, in one list."""
        bench = self.bench
        if not bench.muster.choices(bench.force, row):
            self.note("There is nothing to choose about this unit; it can be copied or removed")
            return

        def take(key: str | None) -> None:
            if key is not None:
                slot_id, _, offer_id = key.partition("\n")
                bench.change(bench.muster.put(bench.force, row, slot_id, offer_id))
            self.draw()

        heading = bench.force["name"] if row is None else bench.bought[row].name
        self.notice = ""
        self.tabletop.push_screen(self._list(f"Choose for {heading}", row), take)

    def _list(self, heading: str, row: int | None) -> Choose:
        """A list of what can be chosen; where something of it is counted, one that stays until it is closed."""
        bench, slots = self.bench, self.bench.muster.choices(self.bench.force, row)
        if any(slot.counts for slot in slots):
            return Loadout(heading, bench.muster, bench.force, row, bench.change)
        return Choose(heading, items_of(slots, self.tabletop.glyphs))

    def do_rename(self) -> None:
        bench = self.bench
        row = bench.row if bench.muster.named_rows else None

        def check(typed: str) -> str:
            refusal = bench.muster.refuse_name(typed)
            return refusal.why if refusal else ""

        def take(typed: str | None) -> None:
            if typed is not None:
                bench.change(bench.muster.rename(bench.force, row, typed.strip()))
            self.draw()

        heading = "A name for the force" if row is None else f"A name of its own for {bench.bought[row].name}"
        given = "" if bench.force["name"] == bench.muster.blank()["name"] else bench.force["name"]
        typed = given if row is None else bench.force[bench.muster.rows][row].get("name", "")
        self.tabletop.push_screen(AskText(heading, check, typed), take)

    # ------------------------------------------------------------------ files
    def do_new(self) -> None:
        self._leaving("Begin a new force?", lambda: self.bench.take(self.bench.muster.blank()))

    def do_load(self) -> None:
        muster, folders = self.bench.muster, paths.roster_folders()
        wrong: list[BadFile] = []
        try:
            files = {info.id: info for info in self.system.forces(folders, wrong)}
            places = {path.stem: path for path in muster.source.files(folders, muster.kind, wrong)}
        except BadFile as error:
            self.note(str(error))
            return
        items = [
            ListItem(name, [(info.name, "strong"), (f"  {info.worth}  {info.summary}", "dim")])
            for name, info in files.items()
        ]

        def take(name: str | None) -> None:
            if name is not None:
                self._leaving("Load another force?", lambda: self._load(places[name]))

        self.note(f"Left out: {wrong[0]}" if wrong else "")
        heading = "Load a force (under another name it is saved as a copy)"
        self.tabletop.push_screen(Choose(heading, items, "there is no force yet"), take)

    def _load(self, path: Path) -> None:
        try:
            self.bench.take(self.bench.muster.read(path))
        except BadFile as error:
            self.notice = str(error)

    def do_save(self) -> None:
        bench = self.bench
        if bench.fault is not None:
            self.note(f"Only a whole force is saved: {bench.fault}")
            return
        path = own_forces.file_of(self.system, bench.force["name"])

        def confirmed(yes: bool | None) -> None:
            if not yes:
                self.note("Nothing was saved; n gives the force another name")
                return
            try:
                info = own_forces.save(self.system, bench.muster, bench.force, path)
            except (BadFile, BadChoice) as error:
                self.note(str(error))
                return
            bench.saved, self.saved_as = True, info.id
            self.note(f"Saved as {path}")

        try:
            instead = own_forces.instead_of(self.system, path)
        except BadFile as error:
            self.note(str(error))
            return
        if instead and self.saved_as != path.stem:
            self.tabletop.push_screen(Confirm(f"Save {bench.force['name']}?", instead), confirmed)
        else:
            confirmed(True)

    def do_print(self) -> None:
        bench = self.bench
        if bench.fault is not None:
            self.note(f"Only a whole force is printed: {bench.fault}")
            return
        try:
            path = force_page.print_out(self.system, bench.muster, bench.force)
        except BadFile as error:
            self.note(str(error))
            return
        self.note(f"Written: {path}")

    # ------------------------------------------------------------------ looking and leaving
    def do_card(self) -> None:
        card = self.bench.card
        assert card is not None
        lines = wording.card_lines(card, min(96, self.size.width - 10), self.tabletop.colours, full=True)
        book = {rule.id: rule for rule in self.system.reference()}
        named = dict.fromkeys(rule for line in card.lines for rule in line.rules if rule in book)
        lines += [[], *(line for rule in named for line in wording.rule_lines(book[rule]))]
        self.tabletop.push_screen(Sheet(card.title, lines, "v"))

    def do_back(self) -> None:
        self._leaving("Leave the builder?", lambda: self.close(self.saved_as))

    def _leaving(self, question: str, go: Callable[[], object]) -> None:
        """Go on, but ask first where something would be lost."""
        self.notice = ""

        def confirmed(yes: bool | None) -> None:
            if yes:
                go()
            if self.is_open and self.is_active:
                self.draw()

        if self.bench.saved:
            confirmed(True)
        else:
            self.tabletop.push_screen(Confirm(question, "What was changed since the last save is lost."), confirmed)


def open_builder(system: System) -> BuilderScreen:
    """The builder of a system. BadChoice or BadFile with a sentence if there is none."""
    muster = muster_of(system, paths.roster_folders())
    if muster is None:
        raise BadChoice(f"{system.name} has no force builder; its forces are written as files")
    return BuilderScreen(system, muster)
