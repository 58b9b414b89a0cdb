"""Every text that a player sees in short games of a rulebook: what kind of text it is, and the text.

`python -m tests.wording FOLDER` writes them to a file for each rulebook, to be read by ear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Rolled
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.place_fields import Listed
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Option, Pick, Place, Question, Split
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.wording import is_plural
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import System

Text = tuple[str, str]
"""What kind of text it is ('event', 'option'), and the text."""
SCENARIOS = {
    "armymen": ("quick-start", "playground", "sandbox"),
    "crimsondusk": ("quick-start", "convoy", "hold-the-house"),
    "mechcom": ("quick-start", "port-flags", "forest-zone"),
    "pmc2640": ("quick-start", "relay-nine-destroy", "wasteland-find"),
    "techcommander": ("quick-start", "hybrid", "deathmatch"),
}
PREVIEWS = 4
"""So many answers of a question are previewed."""
MORE = 150
UNIT = re.compile(r"\b[A-Fa-f]\d+(?:-\d+)?(?: [A-Z][\w'-]*)*")
"""So many answers at most are given in a game."""


def texts(system: System, name: str, seed: int, most: int = MORE) -> Iterator[Text]:
    """The texts of one game, answered at random."""
    _, info = find_scenario(f"{system.id}/{name}")
    yield "briefing", info.name
    yield "briefing", info.summary
    yield "briefing", info.length
    session, chooser = Session.new(set_table(system, info, seed=seed)), Random(seed)
    for event in session.log():
        yield from happened(event, session.setup)
    for _ in range(most):
        question = session.question
        yield from shown(system, session.game, full=chooser.random() < 0.1)
        if question is None:
            break
        yield from asked(session, question, chooser)
        happening = session.answer(question.sample(chooser))
        for event in happening:
            yield from happened(event, session.setup)
    yield from shown(system, session.game, full=True)
    session.close()


# ---------------------------------------------------------------- of each kind
def happened(event: Event, setup: Setup) -> Iterator[Text]:
    yield type(event).__name__.lower(), event.text
    if isinstance(event, Rolled):
        yield "roll", event.why
        yield "outcome", event.outcome
        yield from (("outcome", near) for near in event.near)
        for tally in (event.need.number if event.need else None, event.adds, event.against, event.pool):
            yield from tallied(tally)


def asked(session: Session, question: Question, chooser: Random) -> Iterator[Text]:
    game = session.game
    yield "question", question.prompt
    for step in game.agenda[-1:]:
        yield "step", step.describe(game)
        yield "step says", step.says
    options: Iterable[Option] = ()
    match question:
        case Pick() | Split():
            options = question.options
        case Assign():
            options = question.labels
            for item in question.items:
                yield "item", item.label
                for refusal in item.refusals.values():
                    yield from refused(refusal)
        case Place(field=field):
            if isinstance(field, Listed):
                yield "how", field.how
            for x, y in ((1, 1), (9, 9), (20, 20), (3, 30), (40, 40)):
                spot = [f"{x:02}{y:02}"] if session.system.id == "mechcom" else [f"{x},{y}"]
                if (refusal := question.refuse(spot)) is not None:
                    yield from refused(refusal)
        case _:
            pass
    for option in options:
        yield "option", option.label
        yield "option says", option.says
        yield "cost", option.cost
        yield from refused(option.refusal)
    unit_keys = [line.unit for line in session.system.roster(game)]
    for key in chooser.sample(unit_keys, min(4, len(unit_keys))):
        if (refusal := question.explain(key)) is not None:
            yield from refused(refusal)
    for _ in range(PREVIEWS):
        answer = question.sample(chooser)
        if isinstance(question, Place):
            yield "cost", question.field.cost(answer)
        yield from previewed(game.preview(answer))


def refused(refusal: Refusal | None) -> Iterator[Text]:
    if refusal is not None:
        yield from (("refusal", one.why) for one in refusal.all)


def previewed(preview: Preview | None) -> Iterator[Text]:
    if preview is None:
        return
    yield from lined(preview.lines, "preview")
    yield from (("chance", chance.what) for chance in preview.chances)
    yield "expects", preview.expects


def lined(lines: Iterable[Line], kind: str) -> Iterator[Text]:
    for line in lines:
        said = f"{line.label}: {line.value}" if line.value else line.label
        yield kind, f"{said} | {line.short}" if line.short else said
        yield from tallied(line.tally)
        if line.columns is not None:
            yield kind + " table", " | ".join(filter(None, line.columns.heads))
            yield kind + " table", " | ".join(filter(None, line.columns.cells))


def tallied(tally: Tally | None) -> Iterator[Text]:
    if tally is not None:
        yield "tally", str(tally)


def shown(system: System, game: Game[State], full: bool) -> Iterator[Text]:
    """The standing; with `full` also cards, roster and what is said of places."""
    now = system.standing(game)
    yield "standing", f"{now.name} / {now.phase}"
    yield from (("standing", text) for text in (now.goal, now.points, now.common, *now.board))
    if now.nearness is not None:
        yield from (("standing", text) for text in (now.nearness.called, now.nearness.loses, *now.nearness.told))
    if not full:
        return
    for unit in system.roster(game):
        yield "roster", " | ".join(filter(None, (unit.name, unit.state, unit.told)))
        yield from lined(system.spot(game, unit.spot) if unit.spot else (), "here")
        if (card := system.card(game, unit.unit)) is not None:
            yield "card title", card.title
            yield from lined(card.lines, "card")


# ---------------------------------------------------------------- those that are alike
def pattern(text: str) -> str:
    """A text with its numbers and units taken out: 1 stays 1, for that is where number agreement shows."""
    text = re.sub(
        r"\b[A-Fa-f]\d+(?:-\d+)?(?: [A-Z][\w'-]*)*", lambda found: "As" if is_plural(found[0]) else "A1", text
    )
    text = re.sub(r"(?:\[?\d+\]? ){2,}\[?\d+\]?", "DICE", text)
    text = re.sub(r"\b\d+(\.\d+)?, ?\d+(\.\d+)?\b", "X, Y", text)
    return re.sub(r"\d+(\.\d+)?", lambda found: found[0] if found[0] == "1" else "#", text)


def distinct(found: Iterable[Text]) -> dict[tuple[str, str], str]:
    """For each kind and pattern the first text of it."""
    seen: dict[tuple[str, str], str] = {}
    for kind, text in found:
        if text:
            seen.setdefault((kind, pattern(text)), text)
    return seen
