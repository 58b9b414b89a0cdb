"""An answer in words, and what it leads to: exact chances and dangers, as the rulebook's previews tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tabletop_tui.coach.answer_comparison import Plan
from tabletop_tui.coach.best_continuation import AHEAD, is_ones_own, usual
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.place_fields import Faced
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Number, Pick, Place, Question, Split
from tabletop_tui.engine.scenes import Ground, HexScene
from tabletop_tui.engine.wording import listed, percent
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.table.points import way_words

CHANCES = 2
"""So many chances of a preview are told."""
THEN = "then "
"""What the piece of a line of play begins with that tells how it is gone on with."""
NEVER = 0.01
"""A chance below this is not worth a word."""


# ---------------------------------------------------------------- what is answered
def entry_words(question: Question, entry: Entry) -> str:
    """What a seat did when it was asked this, as a reader sees it."""
    if entry.kind == "order":
        return ", ".join(f"standing order, {kind}: {order}" for kind, order in entry.answer.items())
    if entry.kind == "dice":
        return "real dice from here on" if "typed" in entry.answer else "the program rolls from here on"
    if entry.kind != "answer":
        return "a draw is agreed" if entry.kind == "draw" else "gives up"
    return answer_words(question, entry.answer)


def answer_words(question: Question, answer: Answer) -> str:
    """An answer to this question as a reader sees it."""
    if isinstance(question, Assign):
        return question.said(answer)
    if isinstance(question, Pick):
        option = question.option(answer)
        return option.label if option is not None else str(answer)
    if isinstance(question, Split):
        names = {option.key: option.label for option in question.options}
        return ", ".join(f"{share} on {names.get(key, key)}" for key, share in answer.items())
    if isinstance(question, Recruit):
        return ", ".join(map(plain_words, answer)) or "nothing"
    return plain_words(answer)


def plain_words(answer: object) -> str:
    """An answer as it was given."""
    if isinstance(answer, dict):
        return ", ".join(f"{key}: {value}" for key, value in answer.items() if value)
    if isinstance(answer, list | tuple):
        return " ".join(map(plain_words, answer))
    return str(answer)


def called(game: Game[Any], answer: Answer) -> str:
    """An answer to the question that waits, with what lies at the place that it names, and what going there takes."""
    question = game.question
    assert question is not None
    if isinstance(question, Assign):
        return question.told(answer)
    words = answer_words(question, answer)
    if isinstance(question, Number):
        return f"{words}, of {question.low} to {question.high}"
    if not isinstance(question, Place):
        return words
    facing = question.field.faces(answer) if isinstance(question.field, Faced) else None
    turned = f"facing {way_words(facing)}" if facing is not None else ""
    shaping = [word for word in answer if "=" in word]
    shape = [turned if turned and word.startswith("turn=") else word.replace("=", " ") for word in shaping]
    spots = [word for word in answer if "=" not in word]
    if not spots:
        return ", ".join(shape)
    if spots == [stands_at(game, question.about)]:
        return ", ".join(["stay there", *([turned] if turned else shape)])
    by = f" by {', '.join(spots[:-1])}" if len(spots) > 1 else ""
    ground = ground_words(game, spots[-1])
    takes = question.field.cost(answer).split(", ") if question.refuse(answer) is None else []
    told = [piece for piece in takes if piece and not (turned in shape and piece.startswith("faces "))]
    return ", ".join([f"to {spots[-1]}{f' ({ground})' if ground else ''}{by}", *shape, *told])


def stands_at(game: Game[Any], unit: str) -> str:
    """Where a unit stands, '' where there is none."""
    return next((line.spot for line in game.system.roster(game) if line.unit == unit), "") if unit else ""


def ground_words(game: Game[Any], spot: str) -> str:
    """What lies at a spot, in a word or two; '' where it is the ground that lies nearly everywhere."""
    scene = game.system.scene(game)
    if isinstance(scene, HexScene):
        ground = scene.ground.get(spot)
        return hex_words(scene, ground) if ground is not None else ""
    lines = game.system.spot(game, spot)
    return lines[0].value if lines and lines[0].value != scene.ground.name else ""


def hex_words(scene: HexScene, ground: Ground) -> str:
    usual = Counter(one.look.name for one in scene.ground.values()).most_common(1)[0][0]
    words = [ground.look.name] if ground.look.name != usual else []
    words += [ground.over.name] if ground.over is not None else []
    return ", ".join([*words, *([f"level {ground.level}"] if ground.level else [])])


# ---------------------------------------------------------------- what it leads to
def effects(preview: Preview | None) -> list[str]:
    """What an answer would do and risk, the chances first: '73% any damage', 'but exposed to B3'."""
    return [] if preview is None else [*chance_words(preview), *danger_words(preview)]


def chance_words(preview: Preview) -> Iterator[str]:
    """The exact chances that matter most."""
    told = [chance for chance in preview.chances if chance.probability >= NEVER and not chance.what[:1].isdigit()]
    for chance in told[:CHANCES]:
        yield f"{percent(chance.probability)} {chance.what}"
    if preview.expected is not None and len(told) < CHANCES:
        yield f"{preview.expected:.1f} {preview.expects} expected"


def danger_words(preview: Preview) -> Iterator[str]:
    """What speaks against it and, where danger is looked for at all, that there is none."""
    for line in preview.lines:
        if line.mood == "bad" and line.value:
            yield f"but {named(line)}"
        elif line.mood == "good" and line.value == "nobody":
            yield named(line)


def named(line: Line) -> str:
    return f"{line.label} {listed(line.value.split(', '))}"


@frozen
class Ahead:
    """One of one's own answers in a row: in words, and what it would do and risk, if that is not said already."""

    words: str
    effects: tuple[str, ...]
    answer: Answer = None


def line_words(line: Sequence[Ahead]) -> tuple[str, ...]:
    """What a line of play leads to, piece by piece: that of the answer itself, then all that follows in one."""
    own, *later = line
    then = "; ".join(_with(one.words, one.effects) for one in later)
    return (*own.effects, f"{THEN}{then}") if then else own.effects


def _with(words: str, effects: Sequence[str]) -> str:
    """An answer with what it leads to behind it, all of that in one pair of brackets."""
    if not effects:
        return words
    begin, said = (words[:-1], "; ") if words.endswith(")") else (f"{words} (", "")
    return f"{begin}{said}{'; '.join(effects)})"


def line_of_play(game: Game[Any], plan: Plan, seed: int = 0) -> list[Ahead]:
    """A plan in words, and how one would go on after it up to the next dice or the next one who is asked."""
    question = game.question
    assert question is not None
    seat, found, rest = question.seat, list[Ahead](), [*plan]
    mind = game.imagine(seed)
    choice: Answer | None = rest.pop(0)
    told: tuple[str, ...] = ()
    while choice is not None and len(found) <= AHEAD:
        leads = tuple(effects(mind.preview(choice)))
        said_already = leads == told and not isinstance(mind.question, Place)  # each place has its own dangers
        found.append(Ahead(called(mind, choice), () if said_already else leads, choice))
        told = leads
        mind.answer(choice)
        mind.run()
        on = not mind.dice.drawn and is_ones_own(mind, seat)
        choice = None if not on else rest.pop(0) if rest else usual(mind)
    return found
