"""What is under the cursor, in sentences: the ground with its rules, who stands there, how far, how well seen."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.cards import Line, RosterLine
from tabletop_tui.records import frozen
from tabletop_tui.widgets.styled_text import TextLine, wrap
from tabletop_tui.widgets.view_text import MOODS, badge_said


@frozen
class SpotView:
    """How a unit looks at the spot."""

    unit: str
    """Its tag."""
    far: str
    """How far away, as it is printed: '14.2 in'."""
    seen: str = ""
    """The grade of sight in words; '' where a rulebook has none."""
    mood: str = ""
    chance: str = ""
    """What an attack there would come to, as in '62% any loss'; '' for none."""


@frozen
class Here:
    """What there is to tell of a spot."""

    ground: Sequence[Line] = ()
    """The first says where it is and what it is, the others what that does."""
    unit: RosterLine | None = None
    eye: SpotView | None = None


def here_lines(here: Here, width: int) -> list[TextLine]:
    """The sentences about a spot, each with the rules that it rests on."""
    sentences = [ground_said(line, first=not number) for number, line in enumerate(here.ground)]
    if here.unit is not None:
        sentences.append(unit_said(here.unit))
    if here.eye is not None:
        sentences.append(eye_said(here.eye))
    return [row for sentence in sentences for row in wrap(sentence, width)]


def ground_said(line: Line, first: bool) -> TextLine:
    """A line about the ground as a sentence, its rules behind it."""
    rules = (f" {' '.join(line.rules)}" if line.rules else "", "rule")
    if first:
        return [(line.label, "key"), (f" {line.value}.", "strong"), rules]
    mood = MOODS.get(line.mood, "text") if line.mood else "text"
    label = line.label[:1].upper() + line.label[1:]
    return [(f"{label}: {line.value}." if line.value else f"{label}.", mood), rules]


def unit_said(unit: RosterLine) -> TextLine:
    """Who stands there: what is left of it, what is the matter with it, what it has done."""
    left = f", {unit.left.left} of {unit.left.most} {unit.left.what}" if unit.left is not None else ""
    done = {"done": ", has acted", "active": ", acts now"}.get(unit.state, f", {unit.state}" if unit.state else "")
    sentence: TextLine = [(f"{unit.tag} {unit.name}", "strong"), (f"{left}{done}.", "text")]
    for badge in unit.badges:
        sentence += [(" ", "text"), *badge_said(badge)]
    return [*sentence, (f" {unit.note}.", "dim")] if unit.note else sentence


def eye_said(eye: SpotView) -> TextLine:
    """How far it is from a unit, how well that sees it, and what its attack would come to."""
    sentence: TextLine = [(f"{eye.far} from {eye.unit}", "text")]
    if eye.seen:
        sentence += [(", ", "text"), (eye.seen, MOODS.get(eye.mood, "strong"))]
    if eye.chance:
        sentence += [(": ", "text"), (eye.chance, "good")]
    return [*sentence, (".", "text")]
