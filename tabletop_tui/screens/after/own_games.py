"""My games: a rating in each rulebook, the record of own games, and own blunders that come back as puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from textual.app import ComposeResult

from tabletop_tui.bindings import OWN_GAMES, Command
from tabletop_tui.coach import blunder_schedule
from tabletop_tui.coach.blunder_schedule import OwnBlunder
from tabletop_tui.coach.player_record import OwnGame, average_cost, own_games, own_rating
from tabletop_tui.engine.wording import counted, listed
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.rating_ladder import PROVISIONAL, ladder
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.registry import about, system, system_ids
from tabletop_tui.school.chapter_of_rule import teaching
from tabletop_tui.screens.after.result_lines import section
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import TextLine, wrap

RESULTS = {1.0: ("won", "good"), 0.5: ("drawn", "text"), 0.0: ("lost", "bad")}


class OwnGamesScreen(DrawnScreen[None]):
    """What a player has played, and what there is to learn from it."""

    commands = OWN_GAMES
    BINDINGS = bindings(OWN_GAMES)
    DEFAULT_CSS = """
    OwnGamesScreen #own-title, OwnGamesScreen #own-hints { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.notice = self.wrong = ""
        self.games: list[OwnGame] = []
        self.blunders: list[OwnBlunder] = []

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="own-title")
        yield Page(colours, glyphs)
        yield Panel(colours, glyphs, "hint", id="own-hints")

    def on_mount(self) -> None:
        self.look_up()

    def on_screen_resume(self) -> None:
        self.look_up()
        self.draw_soon()

    def look_up(self) -> None:
        """Read the record and the blunders."""
        self.wrong = ""
        try:
            self.games, self.blunders = own_games(), blunder_schedule.own_blunders()
        except BadFile as error:
            self.wrong = str(error)

    @property
    def due(self) -> list[OwnBlunder]:
        now = datetime.now(UTC)
        return [one for one in self.blunders if one.due <= now]

    def why_not(self, command: Command) -> str:
        if command.id == "own.blunder" and not self.due:
            return f"Nothing is due: {blunder_schedule.about(self.blunders, datetime.now(UTC))}"
        if command.id == "own.learn" and not self.chapters:
            return "No blunder of yours is about a rule that a chapter teaches"
        return ""

    @property
    def chapters(self) -> list[OwnChapter]:
        return chapters_of(self.blunders)

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        width = self.size.width
        self.query_one("#own-title", Panel).show([[(" My games", "status")]])
        lines: list[TextLine] = [[]]
        for said in filter(None, (self.wrong, self.notice)):
            lines += [*wrap([(f" {said}", "bad")], width - 2), []]
        self.query_one(Page).show([*lines, *page_lines(self.games, self.blunders, width - 2, self)])
        ids = ["own.blunder", "own.learn", "own.down", "own.back"]
        self.query_one("#own-hints", Panel).show([self.hints(ids, width, "own.keys")])
        self.notice = ""

    def head(self, title: str, width: int) -> TextLine:
        return section(title, width, self.tabletop.glyphs)

    # ------------------------------------------------------------------ commands
    def do_scroll(self, lines: int) -> None:
        self.query_one(Page).scroll_lines(lines)

    def do_blunder(self) -> None:
        """The blunder that is longest due, on its map."""
        blunder = self.due[0]
        try:
            session = Session.replay(blunder_schedule.journal_of(blunder), blunder.answer)
        except BadFile as error:
            self.note(error.brief)
            return
        self.tabletop.open_screen("replay", session, blunder)

    def do_learn(self) -> None:
        """The chapter for most blunders."""
        first = self.chapters[0]
        self.tabletop.open_screen("chapters", system(first.system), first.key)

    def do_back(self) -> None:
        self.close()


@frozen
class OwnChapter:
    """A chapter that teaches what one's blunders were about."""

    system: str
    key: str
    called: str
    rules: tuple[str, ...]
    """The rule of each blunder, as it is called."""


def chapters_of(blunders: Sequence[OwnBlunder]) -> list[OwnChapter]:
    """The chapters that teach the rules behind these, those of most blunders first."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for one in blunders:
        chapter = teaching(one.system).chapter(one.rules) if one.system in system_ids() and one.rules else None
        if chapter is not None:
            found.setdefault((one.system, chapter.key, chapter.called), []).append(f"{chapter.title} [{chapter.rule}]")
    named = [OwnChapter(*place, tuple(rules)) for place, rules in found.items()]
    return sorted(named, key=lambda one: -len(one.rules))


def page_lines(
    games: Sequence[OwnGame], blunders: Sequence[OwnBlunder], width: int, screen: OwnGamesScreen
) -> list[TextLine]:
    """The whole page."""
    now = datetime.now(UTC)
    lines: list[TextLine] = [screen.head("Blunders that come back", width)]
    said = blunder_schedule.about(blunders, now)
    lines += wrap([(f" {said[:1].upper()}{said[1:]}.", "text"), (" They are found by F3 in a game.", "dim")], width)
    if chapters := chapter_lines(blunders, width):
        lines += [[], screen.head("Chapters that teach what they were about", width), *chapters]
    lines += [[], screen.head("Ratings, on the scale of the levels (docs/levels.md)", width)]
    lines += rating_lines(games, width) or [[(" No game against a level is on record yet.", "dim")]]
    lines += [[], screen.head("Games against computers, the latest first", width)]
    for one in reversed(games):
        word, role = RESULTS.get(one.result, ("shared", "text"))
        told = f" {about(one.system).short}, {one.scenario} against {one.opponent}"
        judged = f", {one.average:.1%} an answer, luck {one.luck:+.0%}" if one.average is not None else ""
        row = [(f" {one.date[:10]} ", "dim"), (f"{word:<6}", role), (told, "text"), (judged, "dim")]
        lines += wrap(row, width, " " * 12)
    if not games:
        lines += wrap([(" A game against a computer is put down here when its end is shown.", "dim")], width)
    return lines


def chapter_lines(blunders: Sequence[OwnBlunder], width: int) -> list[TextLine]:
    """The chapters that teach what one's blunders were about."""
    lines: list[TextLine] = []
    for one in chapters_of(blunders):
        said = f"{counted(len(one.rules), 'blunder')}, on {listed(list(dict.fromkeys(one.rules)))}"
        lines += wrap([(f" {about(one.system).short}, {one.called}: ", "strong"), (said, "text")], width, "   ")
    return lines


def rating_lines(games: Sequence[OwnGame], width: int) -> list[TextLine]:
    """For each rulebook that was played the player's rating beside those of the levels."""
    lines: list[TextLine] = []
    for system_id in dict.fromkeys(one.system for one in games):
        rating = own_rating(games, system_id)
        if not rating.games:
            continue
        own = [one for one in games if one.system == system_id]
        levels = ", ".join(
            f"{name} {one.points:.0f}"
            for name, one in sorted(ladder(system_id).ratings.items(), key=lambda pair: pair[1].points)
        )
        few = ", which is few" if rating.games < PROVISIONAL else ""
        cost = average_cost(own)
        answers = f"; an answer costs {cost:.1%} on average" if cost is not None else ""
        head: TextLine = [(f" {about(system_id).short} ", "strong"), (str(rating), "key")]
        lines += wrap(
            [*head, (f" from {counted(rating.games, 'game')}{few}{answers}. Levels: {levels}.", "text")], width, "   "
        )
    return lines
