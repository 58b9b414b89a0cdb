"""The guide in the terminal: the pages that come with the program, one by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from tabletop_tui import paths
from tabletop_tui.engine.wording import which
from tabletop_tui.play.new_game import BadChoice

TOPICS = {
    "play": "how it is played: every screen, every key",
    "commands": "the commands, exit codes, variables and folders",
    "faq": "questions: colours, mouse, where things lie, how to remove it",
    "your-own-table": "maps, scenarios, positions and puzzles of your own",
    "lab": "series of games between computers",
    "balance": "how even the scenarios are that come with the program",
    "rulebooks": "whose the rulebooks are, and what is ours",
    "from-python": "games and bots from Python",
    "writing-a-lesson": "lessons and puzzles, for authors",
    "adding-a-system": "a further rulebook, for authors",
}
PICTURE = re.compile(r"^\[?!\[.*\n*", re.MULTILINE)
WIDEST = 100


def page_path(topic: str) -> Path:
    """Where the page of a topic lies."""
    return paths.shipped("RULEBOOKS.md") if topic == "rulebooks" else paths.shipped("docs") / f"{topic}.md"


def page_of(topic: str) -> str:
    """The page of a topic in Markdown, without its pictures. BadChoice if there is none."""
    if topic not in TOPICS:
        raise BadChoice(f"there is no page {topic!r} of the guide; {which(topic, list(TOPICS))}")
    return PICTURE.sub("", page_path(topic).read_text(encoding="utf-8"))


def topic_lines() -> Iterator[str]:
    """What there is to read, a line each."""
    yield from (f"{topic:<18}{said}" for topic, said in TOPICS.items())


def laid_out(topic: str, width: int) -> str:
    """A page as lines for a terminal so wide; no colours, but for what a terminal shows without."""
    console = Console(width=min(width, WIDEST), no_color=True, highlight=False, color_system=None)
    with console.capture() as captured:
        console.print(Markdown(page_of(topic), hyperlinks=False))
    return captured.get()
