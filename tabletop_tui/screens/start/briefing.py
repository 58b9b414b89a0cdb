"""The briefing, before a battle and at a key during it: who fights whom, what wins, how long, with what."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.bindings import BRIEFING, Command
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.setup import PERSON, Setup, player_words
from tabletop_tui.play.briefing import Briefing, SideBrief, briefing, first_person
from tabletop_tui.rulebook.system import ScenarioInfo, System
from tabletop_tui.screens.after.result_lines import section
from tabletop_tui.screens.after.results import swapped
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.base.scenario_marks import before_battle, laid_words
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.battlefield import Battlefield
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import TextLine, clip, wrap
from tabletop_tui.widgets.view_text import seat_sign

ROOM_FOR_MAP = 110
"""From this width on, the table stands beside the text."""
BESIDE = 58
"""The columns that the text has beside it, if the table leaves no more."""
NAME = 20
"""The widest name of a unit in the list of a force."""
PERSON_WORDS = player_words(PERSON)


class BriefingScreen(DrawnScreen[None]):
    """The briefing of a game as it stands; with `begin` it is one that is still to be begun."""

    commands = BRIEFING
    BINDINGS = bindings(BRIEFING)
    DEFAULT_CSS = """
    BriefingScreen #briefing-title, BriefingScreen #briefing-hints { height: 1; }
    BriefingScreen Page { width: 1fr; }
    """

    def __init__(
        self,
        system: System,
        game: Game[State],
        info: ScenarioInfo | None = None,
        begin: Callable[[Setup], None] | None = None,
        reader: int | None = None,
        guided: bool = False,
    ) -> None:
        """`guided` is a game whose guide was written for one side and its dice."""
        super().__init__()
        self.guided = guided
        self.system, self.game, self.begin = system, game, begin
        self.briefing = briefing(system, game, reader, info)
        self.setup = game.setup

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="briefing-title")
        with Horizontal():
            yield Battlefield(colours, glyphs, zoom=0)
            yield Page(colours, glyphs)
        yield Panel(colours, glyphs, "hint", id="briefing-hints")

    def on_mount(self) -> None:
        field = self.query_one(Battlefield)
        field.show(self.system.scene(self.game))
        field.display = self.size.width >= ROOM_FOR_MAP  # not even for a moment where there is no room
        if self.begin is not None:
            field.mark(before_battle(self.game))
            field.hide_cursor()

    def why_not(self, command: Command) -> str:
        if command.id == "briefing.sides" and self.begin is None:
            return "The battle has begun: sides are changed before it"
        if command.id == "briefing.sides" and self.guided:
            return "A game that explains itself is played from this side"
        return ""

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        width = self.size.width
        told, glyphs = self.briefing, self.tabletop.glyphs
        title: TextLine = [(" Briefing", "status"), (f"   {told.about.name}: {self.setup.called}", "status-dim")]
        self.query_one("#briefing-title", Panel).show([clip(title, width, glyphs.ellipsis)])
        room = width - self.draw_map() - 2
        zones = laid_words(self.game) if self.begin is not None else []
        self.query_one(Page).show(briefing_lines(told, room, self.tabletop.colours, glyphs, zones))
        begin = ["briefing.begin"] if self.begin is not None else []
        ids = [*begin, "briefing.sides", "briefing.cards", "briefing.rules", "briefing.down", "briefing.back"]
        said: TextLine = [(f" {self.notice}", "hint")] if self.notice else []
        self.query_one("#briefing-hints", Panel).show([said or self.hints(ids, width, "briefing.keys")])
        self.notice = ""

    def draw_map(self) -> int:
        """The whole table as close as there is room for it; how many columns it takes."""
        field, room = self.query_one(Battlefield), self.size.width - BESIDE
        while field.zoom_by(1):
            pass
        assert field.painter is not None
        while field.painter.width > room or field.painter.height > self.size.height - 2:
            if not field.zoom_by(-1):
                break
        field.display = self.size.width >= ROOM_FOR_MAP and field.painter.width <= room
        field.styles.width = min(field.painter.width + 2, room)
        return min(field.painter.width + 2, room) if field.display else 0

    # ------------------------------------------------------------------ commands
    def do_begin(self) -> None:
        self.close()
        if self.begin is not None:
            self.begin(self.setup)

    def do_sides(self) -> None:
        before = self.setup
        self.setup = evolve(swapped(before), seed=before.seed, faces=before.faces, name=before.name)
        seats = zip(self.briefing.sides, self.setup.seats, strict=True)
        sides = tuple(evolve(side, player=player_words(seat.player), name=seat.name) for side, seat in seats)
        self.briefing = evolve(self.briefing, sides=sides, reader=first_person(self.setup))
        self.draw()

    def do_cards(self) -> None:
        """Every unit's whole card, one after the other."""
        colours, width = self.tabletop.colours, min(96, self.size.width - 10)
        cards = [self.system.card(self.game, line.unit) for line in self.system.roster(self.game)]
        lines = [
            line for card in cards if card is not None for line in (*wording.card_lines(card, width, colours, True), [])
        ]
        self.tabletop.push_screen(Sheet("The cards", lines, "c"))

    def do_rules(self) -> None:
        self.tabletop.open_screen("rules", self.system)

    def do_scroll(self, lines: int) -> None:
        self.query_one(Page).scroll_lines(lines)

    def do_back(self) -> None:
        self.close()


def briefing_lines(
    told: Briefing, width: int, colours: Palette, glyphs: Glyphs, zones: Sequence[tuple[str, str]] = ()
) -> list[TextLine]:
    """A briefing as a page; `zones` are what the scenario lays on the table, by name and in a sentence."""
    lines: list[TextLine] = [[], *wrap([(told.summary, "strong")], width), []] if told.summary else [[]]
    for said in told.opening:
        lines += [*wrap([(said, "text")], width), []]
    own = side_words(told.own, colours, glyphs, told.own.player != PERSON_WORDS)
    lines += wrap([("You are ", "strong"), *own, (".", "text")], width, "  ")
    for friend in told.friends:
        lines += wrap([("With you ", "strong"), *side_words(friend, colours, glyphs), (".", "text")], width, "  ")
    for enemy in told.enemies:
        lines += wrap([("Against ", "strong"), *side_words(enemy, colours, glyphs), (".", "text")], width, "  ")
    length: TextLine = [("It lasts ", "strong"), (f"{told.length}.  ", "text")] if told.length else []
    lines += wrap([*length, ("The table: ", "strong"), (f"{told.table}.", "text")], width)
    lines += [[], section("Who wins", width, glyphs)]
    lines += wrap([("The goal: ", "dim"), (f"{told.standing.goal}.", "text")], width)
    for one in told.coming:
        lines += wrap([(f"{one}.", "text")], width)
    near = told.standing.nearness
    if near is not None:
        lines += wrap([(f"{capital(near.told[told.reader])}.", "text")], width)
    lines += objective_lines(told, width, colours, glyphs)
    if zones:
        lines += [[], section("On the table", width, glyphs)]
        lines += [row for name, says in zones for row in wrap([(f"{name}: ", "dim"), (says, "text")], width, "  ")]
    lines += [[], section(f"Your force: {told.own.force}", width, glyphs, "c cards")]
    lines += force_lines(told.own, width, colours, glyphs)
    for side in (*told.friends, *told.enemies):
        title = "Theirs" if side.team != told.own.team else f"{side.name}'s, with you"
        lines += [[], section(f"{title}: {side.force}", width, glyphs), *force_lines(side, width, colours, glyphs)]
    if told.about.turn:
        lines += [[], section(f"A {told.about.round} in short", width, glyphs, "r rules")]
        lines += wrap([(told.about.turn, "text")], width)
    if told.about.know:
        lines += [[], section("What decides it", width, glyphs)]
        lines += [
            piece for one in told.about.know for piece in wrap([(f"{glyphs.pointer} {one}", "text")], width, "  ")
        ]
    return [*lines, [], [(f"The dice: {told.dice}.", "dim")]]


def side_words(side: SideBrief, colours: Palette, glyphs: Glyphs, player: bool = True) -> TextLine:
    """A side with its sign, its size and, where that is wanted, who plays it."""
    sign, _ = seat_sign(side.seat, colours, glyphs)
    who = f", {side.player}" if player else ""
    return [(f" {sign} {side.name} ", colours.token(side.seat)), (f" {side.size}{who}", "text")]


def objective_lines(told: Briefing, width: int, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """What is fought for, where it lies and whose it is now; then how things stand for all."""
    lines: list[TextLine] = [[], section("Objectives", width, glyphs)] if told.objectives else []
    for one in told.objectives:
        whose = told.sides[one.seat].name if one.seat is not None else ""
        where = f"  at {one.spot}" if one.spot[:1].isdigit() and "hex" not in one.spot else f"  {one.spot}"
        said: TextLine = [
            (f" {capital(one.name)}", "strong"),
            (where, "text"),
            (f"  {one.note}" if one.note else "", "dim"),
        ]
        lines.append([*said, (f"  {whose}", colours.seat_name(one.seat))] if whose else said)
    if told.standing.common:
        lines += [[], section("How it stands", width, glyphs)]
        lines += wrap([(f" {capital(told.standing.common)}", "text")], width)
    return lines


def force_lines(side: SideBrief, width: int, colours: Palette, glyphs: Glyphs) -> list[TextLine]:
    """A force, a unit in a line: tag, name, how many, weapons."""
    name = min(NAME, max((len(unit.line.name) for unit in side.units), default=0))
    lines = []
    for unit in side.units:
        line = unit.line
        left = line.left.brief.rpartition("/")[2] if line.left is not None else ""
        what = line.left.what if line.left is not None else ""
        what = f"{left} {what.removesuffix('s') if left == '1' else what}"
        said: TextLine = [(f" {line.tag} ", colours.token(line.seat)), (f" {line.name[:name]:<{name}} ", "text")]
        arms = ", ".join(unit.arms)
        lines.append(clip([*said, (f"{what:<14} ", "text"), (arms, "dim")], width, glyphs.ellipsis))
    return lines


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
