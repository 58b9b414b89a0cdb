"""The rules browser: the topics of a rulebook at the left, the marked one at the right, with links to follow."""

from __future__ import annotations

from asyncio import to_thread

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from tabletop_tui.bindings import RULES, Command
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports.quick_reference import print_sheet
from tabletop_tui.reports.rule_topics import Book, Passage, Topic, book_of
from tabletop_tui.reports.worked_examples import Example, examples_of
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.command_screen import DrawnScreen, bindings
from tabletop_tui.screens.base.dialogs import LONGEST_SOUGHT, Sheet
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.panels import Page, Panel
from tabletop_tui.widgets.styled_text import TextLine, spread, width_of

MOODS = {"head": "head", "bad": "bad", "dim": "dim"}
"""The style of a passage by its mood."""


class Index:
    """The topics that fit what is searched for, a marked one, a marked link, the way back. It knows no screen."""

    def __init__(self, book: Book, at: str = "") -> None:
        self.book = book
        self.found = list(book.topics)
        self.typed = ""
        self.only_open = False
        self.index = next((place for place, topic in enumerate(self.found) if topic.id == at), 0)
        self.link = -1
        """Which of the links of the marked topic is marked, -1 for none."""
        self.trail: list[str] = []
        """The topics from which links were followed."""

    @property
    def topic(self) -> Topic | None:
        return self.found[self.index] if self.found else None

    def search(self, typed: str, only_open: bool = False) -> None:
        """Show only topics that fit; without words the marked one stays, with words the best is marked."""
        marked = self.topic
        self.typed, self.only_open = typed, only_open
        self.found = self.book.search(typed, only_open)
        stays = marked in self.found and not typed
        self.index = self.found.index(marked) if stays and marked else self.book.best(self.found, typed)
        self.link = -1

    def go(self, topic: str) -> None:
        """To the topic of this id, out of the search if it is not among what was found."""
        if all(one.id != topic for one in self.found):
            self.search("")
        self.index = next((place for place, one in enumerate(self.found) if one.id == topic), self.index)
        self.link = -1

    def mark_link(self, step: int) -> None:
        """The next link of the topic, round its end."""
        count = len(self.topic.links) if self.topic is not None else 0
        if count:
            self.link = (self.link + step) % count if self.link >= 0 else (0 if step > 0 else count - 1)

    def follow(self) -> None:
        """To where the marked link leads; where none is marked, the first one is."""
        if self.topic is None or self.link < 0:
            self.mark_link(1)
            return
        self.trail.append(self.topic.id)
        self.go(self.topic.links[self.link])

    def back(self) -> bool:
        """To the topic from which a link was followed; else to all topics. False where there is no way back."""
        if self.trail:
            self.go(self.trail.pop())
        elif self.typed or self.only_open:
            self.search("")
        else:
            return False
        return True

    def move(self, step: int) -> None:
        if self.found:
            place = self.index + step
            count = len(self.found)
            self.index = place % count if abs(step) == 1 else max(0, min(count - 1, place))
            self.link = -1

    def move_section(self, step: int) -> None:
        """To the first topic of the next or previous section."""
        starts = [place for place, topic in enumerate(self.found) if not place or _new_section(self.found, place)]
        if starts:
            here = max(number for number, place in enumerate(starts) if place <= self.index)
            self.index = starts[(here + step) % len(starts)]
            self.link = -1


def _new_section(topics: list[Topic], place: int) -> bool:
    before, here = topics[place - 1], topics[place]
    return (before.chapter, before.group) != (here.chapter, here.group)


def topic_lines(topic: Topic, link: int, glyphs: Glyphs) -> tuple[list[TextLine], int]:
    """A topic as lines, and which of them is the marked link (-1 for none)."""
    name: TextLine = [(f"  {topic.id}", "rule")] if topic.rules == (topic.id,) else []
    lines: list[TextLine] = [[(topic.title, "strong"), *name], []]
    marked, count, after_link = -1, 0, False
    for passage in topic.passages:
        if lines[-1] and (passage.mood == "head" or (after_link and not passage.link)):
            lines.append([])
        after_link = bool(passage.link)
        if passage.link:
            if count == link:
                marked = len(lines)
            lines.append(_link_line(passage, count == link, glyphs))
            count += 1
        else:
            label: TextLine = [(f"{passage.label}: ", "strong")] if passage.label else []
            lines.append([*label, (passage.text, MOODS.get(passage.mood, "text"))])
    return lines, marked


def _link_line(passage: Passage, marked: bool, glyphs: Glyphs) -> TextLine:
    """A link; where it has a label, that is what it leads to, and the text says what stands there."""
    if marked:
        pointer: TextLine = [(f"{glyphs.pointer} ", "chosen")]
        named = [(passage.label or passage.text, "chosen")]
    else:
        pointer = [("  ", "text")]
        named = [(passage.label or passage.text, "key")]
    said: TextLine = [(f"  {passage.text}", "text")] if passage.label else []
    return [*pointer, *named, *said]


def example_lines(examples: list[Example]) -> list[TextLine]:
    """Worked examples as a page."""
    lines: list[TextLine] = []
    for example in examples:
        lines += [[(example.title, "strong")]]
        for label, said in example.rows:
            if not label:
                lines.append([(f"  {said}", "head")])
            else:
                lines.append([(f"  {label:>7}", "key"), (f"  {said}", "text")])
        lines.append([])
    return lines


class RulesScreen(DrawnScreen[None]):
    """The rules of one system, in our own words."""

    commands = RULES
    BINDINGS = bindings(RULES)
    DEFAULT_CSS = """
    RulesScreen #rules-title, RulesScreen #rules-hints { height: 1; }
    RulesScreen #rules-list { width: 40%; max-width: 60; }
    RulesScreen Page { width: 1fr; height: 1fr; }
    """

    def __init__(self, found: System, at: str = "") -> None:
        super().__init__()
        self.system = found
        self.rules_index = Index(book_of(found), at)
        self.searching = False
        self.top = 0
        self.places: list[int] = []
        """For each line of the list the topic that stands there, -1 for a heading."""
        self.shown: tuple[str, int] = ("", -1)

    def compose(self) -> ComposeResult:
        colours, glyphs = self.tabletop.colours, self.tabletop.glyphs
        yield Panel(colours, glyphs, "status", id="rules-title")
        with Horizontal():
            yield Panel(colours, glyphs, id="rules-list")
            yield Page(colours, glyphs)
        yield Panel(colours, glyphs, "hint", id="rules-hints")

    def why_not(self, command: Command) -> str:
        topic = self.rules_index.topic
        if command.id == "rules.open" and not any(one.open for one in self.rules_index.book.topics):
            return "Every rule of this book is built"
        if command.method == "link" or command.id == "rules.follow":
            return "" if topic is not None and topic.links else "This page leads nowhere else"
        return ""

    def note(self, text: str) -> None:
        self.query_one("#rules-hints", Panel).show([[(f" {text}", "hint")]])

    # ------------------------------------------------------------------ drawing
    def draw(self) -> None:
        index, width = self.rules_index, self.size.width
        searched: TextLine = [(f"  / {index.typed}{'_' if self.searching else ''}", "status-dim")]
        left: TextLine = [(f" Rules of {index.book.name}", "status")]
        left += searched if self.searching or index.typed else []
        count = f"{len(index.found)} of {len(index.book.topics)} " + ("not built " if index.only_open else "")
        if not (self.searching or index.typed):
            whose = index.book.credit
            said = (f", {words}" for words in (whose, whose.partition(",")[0]) if words)
            fits = (one for one in said if width_of(left) + len(one) + len(count) < width)
            left.append((next(fits, ""), "status-dim"))
        self.query_one("#rules-title", Panel).show([spread(left, [(count, "status-dim")], width, "status")])
        self._draw_list()
        self._draw_topic()
        self.query_one("#rules-hints", Panel).show([self._hint_line(width)])

    def _draw_topic(self) -> None:
        index, page = self.rules_index, self.query_one(Page)
        topic = index.topic
        now = (topic.id if topic else "", index.link)
        if now == self.shown:
            return
        same, self.shown = now[0] == self.shown[0], now
        lines, marked = topic_lines(topic, index.link, self.tabletop.glyphs) if topic else ([], -1)
        top = page.scroll_offset.y
        page.show(lines)
        if same:
            page.scroll_lines(top)
        page.reveal(marked)

    def _hint_line(self, width: int) -> TextLine:
        if self.searching:
            hint: TextLine = [(" type to search  ", "hint"), ("Enter", "hint-key"), (" done  ", "hint")]
            return [*hint, ("Esc", "hint-key"), (" all topics", "hint")]
        names = (
            "down",
            "next-section",
            "next-link",
            "follow",
            "search",
            "example",
            "scroll-down",
            "back",
            "print",
            "open",
        )
        return self.hints([f"rules.{name}" for name in names], width, "rules.keys")

    def _draw_list(self) -> None:
        panel, index = self.query_one("#rules-list", Panel), self.rules_index
        height, width = panel.size.height, panel.size.width
        if not height:
            return
        lines = self._list_lines(width)
        at = next((y for y, (place, _) in enumerate(lines) if place == index.index), 0)
        # The headings above the marked topic are seen with it.
        self.top = max(min(self.top, max(0, at - 2)), at - height + 1, 0)
        seen = lines[self.top : self.top + height]
        self.places = [place for place, _ in seen]
        panel.show([line for _, line in seen] or [[("  no rule speaks of that", "dim")]])

    def _list_lines(self, width: int) -> list[tuple[int, TextLine]]:
        """The lines of the list: for each the topic that stands there, -1 for a heading."""
        index, glyphs = self.rules_index, self.tabletop.glyphs
        lines: list[tuple[int, TextLine]] = []
        chapter = group = ""
        for place, topic in enumerate(index.found):
            if topic.chapter != chapter:
                chapter, group = topic.chapter, topic.chapter
                lines += [(-1, [])] * bool(lines) + [(-1, [(f" {chapter}", "head")])]
            if topic.group != group:
                group = topic.group
                lines.append((-1, [(f"  {group}", "dim")]))
            marked = place == index.index
            role = "chosen" if marked else "bad" if topic.open else "text"
            pointer = glyphs.pointer if marked else " "
            line: TextLine = [(f" {pointer} {topic.title}{' (not built)' * topic.open}", role)]
            if width >= 44 and topic.rules == (topic.id,):
                line = spread(line, [(f"{topic.id} ", role if marked else "dim")], width, role)
            elif marked:
                line.append((" " * max(0, width - width_of(line)), role))
            lines.append((place, line))
        return lines

    def on_panel_line_clicked(self, event: Panel.LineClicked) -> None:
        if event.panel.id == "rules-list" and event.line < len(self.places) and self.places[event.line] >= 0:
            self.rules_index.index, self.rules_index.link = self.places[event.line], -1
            self.draw()

    # ------------------------------------------------------------------ searching
    async def on_key(self, event: events.Key) -> None:
        """Small letters and figures begin a search; while something is typed, the keys are its letters."""
        typed = event.character or ""
        if not self.searching and (typed.isdigit() or typed.islower()):
            self.do_search()
        if not self.searching or event.key in ("up", "down", "pageup", "pagedown", "tab", "shift+tab"):
            return
        event.stop()
        event.prevent_default()
        index = self.rules_index
        if event.key == "escape":
            self.searching = False
            index.search("", index.only_open)
        elif event.key == "enter":
            self.searching = False
        elif event.key == "backspace":
            index.search(index.typed[:-1], index.only_open)
        elif event.character and event.character.isprintable():
            index.search((index.typed + event.character)[:LONGEST_SOUGHT], index.only_open)
        self.draw()

    def do_search(self) -> None:
        """What was typed before is forgotten."""
        self.searching = True
        self.rules_index.search("", self.rules_index.only_open)
        self.draw()

    def do_open(self) -> None:
        index = self.rules_index
        index.search(index.typed, not index.only_open)
        self.draw()

    # ------------------------------------------------------------------ links and examples
    def do_link(self, step: int) -> None:
        self.rules_index.mark_link(step)
        self.draw()

    def do_follow(self) -> None:
        self.rules_index.follow()
        self.draw()

    def do_example(self) -> None:
        if (topic := self.rules_index.topic) is not None:
            self.note("Looking for an example in short games that the computer plays ...")
            self.run_worker(self._show_example(topic), exclusive=True)

    async def _show_example(self, topic: Topic) -> None:
        """Show it as soon as it is found, if that page is still the one that is read."""
        found = await to_thread(examples_of, self.system, topic.rules)
        if self.rules_index.topic is not topic or not self.is_current:
            return
        if not found:
            self.note("No worked example: nothing happened by this rule in the games that were played for it")
            return
        self.draw()
        about: list[TextLine] = [[("From a short game between computer players, reckoned as in any game.", "dim")], []]
        self.tabletop.push_screen(Sheet(f"{topic.title}: an example", [*about, *example_lines(found)], "e"))

    def do_print(self) -> None:
        try:
            self.note(f"Written: {print_sheet(self.system)}")
        except (BadFile, BadChoice) as error:
            self.note(str(error))

    # ------------------------------------------------------------------ moving
    def do_move(self, step: int) -> None:
        self.rules_index.move(step)
        self.draw()

    def do_section(self, step: int) -> None:
        self.rules_index.move_section(step)
        self.draw()

    def do_end(self, step: int) -> None:
        self.rules_index.move(step * max(2, len(self.rules_index.found)))
        self.draw()

    def do_scroll(self, lines: int) -> None:
        self.query_one(Page).scroll_lines(lines)

    def do_back(self) -> None:
        if self.rules_index.back():
            self.draw()
        else:
            self.close()

    def do_leave(self) -> None:
        self.close()
