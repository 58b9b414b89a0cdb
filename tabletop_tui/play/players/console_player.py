"""A person without a screen: questions are printed, answers are read line by line, from a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.place_fields import Listed
from tabletop_tui.engine.question import Answer, DiceQuestion, Number, Pick, Place, Question, Split, counted_in
from tabletop_tui.engine.refusal import Refusal, Refused
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.standing_orders import orders_words
from tabletop_tui.files.read_file import json_of
from tabletop_tui.play.text_view import (
    DEFAULT,
    labels_as,
    order_lines,
    place_lines,
    preview_lines,
    question_lines,
    standing_lines,
)
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.midgame_muster import MOST_ROWS, Recruit

WORDS = {
    "undo": "take the last answer back",
    "redo": "give it again",
    "concede": "give up",
    "orders": "what you want to be asked about",
    "real dice": "roll real dice from here on, or let the program roll again",
    "map": "print the battlefield and the units",
    "spots": "list every spot that this question offers",
    "quit": "leave the game; it can be resumed",
    "?": "these words, and the rules of this question; '? ANSWER' shows what an answer needs and does",
}
LONGEST_LINE = 10_000
"""The most characters that are read as one answer."""


@frozen
class Said:
    """A word said instead of an answer: one of WORDS, and what was said behind it."""

    word: str
    rest: str = ""


class BadLine(Exception):
    """A line of a script or pipe that cannot be taken; nobody is there to be asked again."""


class Keyboard:
    """Asks a person. A person is asked again after a bad line, a pipe (`patient` false) is refused: BadLine."""

    def __init__(
        self, lines: TextIO, write: Callable[[str], None], *, patient: bool, words: Mapping[str, str] = WORDS
    ) -> None:
        """`words` are those that may be said instead of an answer, each with what it does."""
        self._lines = lines
        self._write = write
        self._patient = patient
        self._words = words
        self._number = 0

    def ask(self, game: Game[State], setup: Setup) -> Answer | Said:
        """A legal answer to the waiting question, or a word."""
        question = game.question
        assert question is not None
        self._write("\n".join(question_lines(question, setup)))
        if words := orders_words(game, question.seat):
            self._write(f"     {words}")
        while True:
            line = self._next(question)
            if not line or line.startswith("#"):
                continue
            if line.startswith("?"):
                self._write("\n".join(_help(game, question, line[1:].strip(), self._words)))
                continue
            if line in self._words and not (isinstance(question, Pick) and question.option(line)):
                if (shown := _shown_for(line, game, setup)) is None:
                    return Said(line)
                self._write("\n".join(shown))
                continue
            if line.startswith("orders "):
                return Said("orders", line.removeprefix("orders "))
            try:
                answer = parse(question, line)
            except Refused as refused:
                self.refuse(refused)
                continue
            if (refusal := question.refuse(answer)) is None:
                return answer
            self.refuse(Refused(refusal))

    def word(self, words: Mapping[str, str]) -> str:
        """One of these words, with what each does. BadLine if nobody is there who could give one."""
        self._write("\n".join(f"     {word:<8} {meaning}" for word, meaning in words.items()))
        while True:
            line = self._line(f"one of: {', '.join(words)}")
            if line in words:
                return line
            if line and not line.startswith("#"):
                self.refuse(Refused(Refusal(f"{_shown(line)} is none of: {', '.join(words)}")))

    def line(self, wanted: str) -> str:
        """The next line that says something. BadLine if none comes."""
        while True:
            line = self._line(wanted)
            if line and not line.startswith("#"):
                return line

    def refuse(self, refused: Refused) -> None:
        """Say why the last line is not taken; BadLine if nobody is there to be asked again."""
        if not self._patient:
            raise BadLine(f"line {self._number} of the input is not taken: {refused}")
        self._write(f"     not taken: {refused}")

    def _next(self, question: Question) -> str:
        return self._line(question.prompt)

    def _line(self, wanted: str) -> str:
        try:
            line = self._lines.readline(LONGEST_LINE + 1)
        except UnicodeDecodeError:
            raise BadLine(f"line {self._number + 1} of the input is not text in UTF-8") from None
        except OSError as error:
            raise BadLine(f"the input cannot be read: {error.strerror or error}") from None
        self._number += 1
        if len(line) > LONGEST_LINE and not line.endswith("\n"):
            raise BadLine(f"line {self._number} of the input is longer than {LONGEST_LINE} characters")
        if not line:
            raise BadLine(f"the input ended where an answer was wanted: {wanted}")
        return line.strip()


def _shown_for(word: str, game: Game[State], setup: Setup) -> list[str] | None:
    """What is printed for a word that only asks for something to read; None for every other word."""
    question = game.question
    assert question is not None
    if word == "map":
        return standing_lines(game.system, game, setup)
    if word == "orders":
        return order_lines(game, question.seat)
    if word == "spots":
        if isinstance(question, Place) and not isinstance(question.field, Listed):
            return place_lines(question, whole=True)
        return ["     this question asks for no spot from a list"]
    return None


def parse(question: Question, line: str) -> Answer:
    """The answer that a line means; Refused if it means none. Whether it is legal is not looked at."""
    match question:
        case Pick():
            return _key(question, line)
        case Split():
            return _shares(question, line)
        case Assign():
            return _labels(question, line)
        case Place():
            listed = isinstance(question.field, Listed)  # then what is shown has no numbers
            return _spots([] if listed else list(question.field.cells()), line)
        case Recruit():
            return _rows(question, line)
        case Number():
            return _number(line)
        case DiceQuestion():
            if (counted := counted_in(line, question.count)) is not None and counted[1] == len(line):
                return counted[0]
            faces = line.split()
            # 356 means 3 5 6 where no face has two digits.
            if len(faces) == 1 and len(line) == question.count and question.roll.sides <= 9:
                faces = list(line)
            return [_number(face) for face in faces]
    raise Refused(Refusal("this question cannot be answered by keyboard"))


def _key(question: Pick | Split | Recruit, word: str) -> str:
    """The key of an option, given by its number, key, hot-key or label; of others the rulebook may say why not."""
    options = question.options([]) if isinstance(question, Recruit) else question.options
    if _is_place(word) and 1 <= int(word) <= len(options):
        return options[int(word) - 1].key
    for option in options:
        if word in (option.key, option.hotkey, option.label):
            return option.key
    lower = [option.key for option in options if word.lower() in (option.key.lower(), option.label.lower())]
    if len(lower) == 1:
        return lower[0]
    if (said := question.explain(word) or question.explain(word.upper())) is not None:
        raise Refused(said)
    count = f"a number from 1 to {len(options)}" if len(options) > 1 else "1"
    raise Refused(Refusal(f"{_shown(word)} is no answer; give {count}, or one of the words beside them"))


def _shares(question: Split, line: str) -> dict[str, int]:
    shares: dict[str, int] = {}
    for part in line.replace(",", " ").split():
        word, equals, share = part.rpartition("=")
        if not equals:
            raise Refused(Refusal(f"{_shown(part)} is no share; write them as in {question.options[0].key}=1"))
        key = _key(question, word)
        if key in shares:
            raise Refused(Refusal(f"{key} has two shares"))
        shares[key] = _number(share)
    return shares


def _rows(question: Recruit, line: str) -> list[Any]:
    """What is bought: words with or without '=NUMBER', 'none', or the whole rows as a JSON list."""
    if line.startswith("["):
        try:
            rows: list[Any] = json_of(line.encode())
        except (ValueError, RecursionError) as error:
            raise Refused(Refusal(f"this is no list in JSON: {error}")) from None
        return rows
    rows = []
    for part in line.replace(",", " ").split() if line != "none" else []:
        word, equals, count = part.partition("=")
        rows += [_key(question, word)] * (min(_number(count), MOST_ROWS + 1) if equals else 1)
    return rows


def _labels(question: Assign, line: str) -> dict[str, str]:
    """The default with the changes that a line names: 'default', or as in 'all=shoot, Rifles=load, A3=throw'."""
    answer = dict(question.default)
    if line.lower() == DEFAULT:
        return answer
    for part in line.split(","):
        who, equals, word = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise Refused(Refusal(f"{_shown(part.strip())} changes nothing; give {DEFAULT}, or {labels_as(question)}"))
        items, label = _items(question, who), _label(question, word)
        if len(items) > 1 and any(question.bars(item, label) is None for item in items):
            answer = question.given(answer, items, label)
        else:
            answer |= {item.key: label for item in items}  # refused with the reason, if it has to be
    return answer


def _items(question: Assign, word: str) -> list[Item]:
    """All, those of a group, or the one of this key, label or number."""
    if word.lower() == "all":
        return question.items
    for name, items in question.groups().items():
        if word.lower() == name.lower():
            return items
    for number, item in enumerate(question.items, 1):
        if word.lower() in (item.key.lower(), item.label.lower(), str(number)):
            return [item]
    raise Refused(Refusal(f"{_shown(word)} is none of: all, {', '.join(question.groups())}"))


def _label(question: Assign, word: str) -> str:
    for label in question.labels:
        if word and word.lower() in (label.key.lower(), label.label.lower(), label.hotkey.lower()):
            return label.key
    raise Refused(Refusal(f"{_shown(word)} is none of: {', '.join(label.key for label in question.labels)}"))


def _spots(cells: Sequence[str], line: str) -> list[str]:
    """Spots by name or by their number in the list."""
    known = set(cells)
    spots = []
    for word in line.replace(">", " ").split():
        if word not in known and not word.startswith("0") and _is_place(word) and int(word) <= len(cells):
            spots.append(cells[int(word) - 1])
        else:
            spots.append(word)
    return spots


def _is_place(word: str) -> bool:
    """Whether a word can be the number of something in a list."""
    return len(word) <= 5 and word.isascii() and word.isdigit()


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise Refused(Refusal(f"{_shown(word)} is no whole number"))
    return int(word)


def _shown(word: str) -> str:
    return repr(word if len(word) <= 40 else f"{word[:36]} ...")


def _help(game: Game[State], question: Question, asked: str, known: Mapping[str, str]) -> list[str]:
    """The words, and the rules of this question; or what one answer needs and does."""
    if asked:
        try:
            answer = parse(question, asked)
        except Refused as refused:
            return [f"     {refused}"]
        if (refusal := question.refuse(answer)) is not None:
            return [f"     refused: {refusal}"]
        preview = game.preview(answer)
        lines = preview_lines(preview) if preview is not None else []
        return lines or ["     nothing to say about that"]
    rules = [rule for rule in game.system.reference() if rule.id in question.rules]
    words = [f"     {word:<8} {meaning}" for word, meaning in known.items()]
    return words + [f"     {rule.id}: {rule.text}" for rule in rules]
