"""The page that tells every sign, badge, figure and colour that is on the screen just now, and its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.system import System
from tabletop_tui.screens.base.map_pages import MapPage
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.legend import Sign
from tabletop_tui.widgets.map.shared.page_marks import Look
from tabletop_tui.widgets.palette import Palette
from tabletop_tui.widgets.styled_text import TextLine, width_of, wrap
from tabletop_tui.widgets.top_bar import score_words, until
from tabletop_tui.widgets.view_text import health

TOP, LISTS, WORDS = "Top bar", "Lists and log", "Short words"
SAMPLE = 9
"""The columns in which samples stand."""
PROMPTS = {
    "prompt": "the prompt line: what Enter does",
    "prompt-bad": "the prompt line: why Enter would do nothing",
    "prompt-wait": "the prompt line: something is said, or waits",
}


def top_signs(
    standing: Standing, names: Sequence[str], colours: Palette, glyphs: Glyphs, held: Sequence[Held] = ()
) -> list[Sign]:
    """What the top bar counts."""
    found: list[Sign] = []
    if standing.round:
        text = f"{standing.called[0].upper()}{standing.round}{until(standing)}"
        ends = f" of {standing.last}" if standing.last else ""
        ends += "; a die may end the battle from then on" if standing.open_end else ""
        found.append(Sign([(text, "status-dim")], f"{standing.name.lower()}{ends}"))
    if standing.phase:
        found.append(Sign([(standing.phase, "status-dim")], f"the phase of the {standing.called}"))
    for seat, name in enumerate(names):
        found.append(Sign([(glyphs.seats[seat % len(glyphs.seats)], colours.seat_name(seat))], name))
    if standing.shown_scores:
        said = ", ".join(f"{name} {score}" for name, score in zip(names, standing.shown_scores, strict=False))
        text = score_words(standing, glyphs)
        found.append(Sign([(text, "status")], f"{standing.points}: {said}"))
    if (near := standing.nearness) is not None:
        for seat, left in enumerate(near.left):
            sign = f"{glyphs.seats[seat % len(glyphs.seats)]}{left}"
            words = f"{names[seat]} {near.loses} after {near.after(seat)}" if left else f"{names[seat]} has lost"
            found.append(Sign([(f"{near.called} {sign}", "status")], words, near.told[seat]))
    for one in held:
        holders = "".join(glyphs.seats[seat % len(glyphs.seats)] for seat in one.seats) or "-"
        sign = f"{one.name.removeprefix('the ')} {holders}"
        found.append(Sign([(sign, "status")], f"held by {one.holder(names)}", one.why))
    return found


def list_signs(
    roster: Sequence[RosterLine], shown: Sequence[TextLine], prompt: str, refused: bool, wide: bool, glyphs: Glyphs
) -> list[Sign]:
    """Signs of roster, options, log and prompt line; `shown` are the lines of the log."""
    found: list[Sign] = []
    if refused:
        found.append(
            Sign([("-", "dim")], "an option that is refused: its reason stands beside it or in the prompt line")
        )
    states = dict.fromkeys(line.state for line in roster if line.state)
    if wide and any(line.health < 1 for line in roster if line.state != "lost"):
        found.append(Sign(health(0.5, glyphs), "what is left of a unit"))
    if wide and states:
        said = {"active": "acts now", "done": "has acted", "lost": "is gone"}
        for state in states:
            sign = glyphs.done if state == "done" else state
            found.append(Sign([(sign, "dim")], f"the unit {said.get(state, f'is in {state}')}"))
    spans = [span for line in shown for span in line]
    if any(text.startswith("[") and role == "good" for text, role in spans):
        found.append(Sign([("[6]", "good")], "a die that was good"))
    if any(f" last answer {glyphs.rule}" in text for text, _ in spans):
        found.append(Sign([(glyphs.rule * 3, "key")], "where somebody at the keyboard answered last, in the log"))
    found.append(Sign([(" Enter ", prompt)], PROMPTS[prompt]))
    return found


def word_signs(system: System) -> list[Sign]:
    """The short words of the cards of a rulebook."""
    guide = guide_of(system)
    return [Sign([(word, "strong")], text) for word, text in (guide.words if guide is not None else ())]


def legend_lines(groups: Mapping[str, Sequence[Sign]], width: int) -> list[TextLine]:
    """Signs by groups: each as it looks, then its words, and in dim what else is to be known."""
    lines: list[TextLine] = []
    for name, signs in groups.items():
        if not signs:
            continue
        lines += [[]] * bool(lines)
        lines.append([(name, "head")])
        for sign in signs:
            gap = max(1, SAMPLE - width_of(sign.sample))
            more: TextLine = [(f"  {sign.more}", "dim")] if sign.more else []
            line: TextLine = [(" ", "text"), *sign.sample, (" " * gap, "text"), (sign.words, "text"), *more]
            lines += wrap(line, width, " " * (SAMPLE + 1))
    return lines


class LegendPage(MapPage):
    """The legend of the screen that it lies over."""

    close_keys = ("escape", "enter", "q", "Q", "l")

    def __init__(self, groups: Mapping[str, Sequence[Sign]], look: Look) -> None:
        super().__init__(look)
        self.groups = groups

    def title_words(self) -> str:
        return "Legend of this screen"

    def lines(self, width: int) -> list[TextLine]:
        return legend_lines(self.groups, width)

    def foot(self) -> tuple[tuple[str, str], ...]:
        return (("l", "close"),)
