"""The half-made answer to the question that waits: what is chosen, typed, shared out so far. It knows no screen.

A screen tells a Draft what was pressed and where the cursor lies; a Draft says what Enter would send, why it would be
refused, and what to print about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, field

from tabletop_tui.engine.question import Answer, DiceQuestion, Number, Option, Pick, Place, Question, Split
from tabletop_tui.engine.tally import Refusal

DIGITS = "0123456789"
END = "end"
"""The key of the option that ends an activation."""


@define
class Draft:
    """What a person has made so far of the answer to `question`."""

    question: Question
    reserved: frozenset[str] = frozenset()
    """Letters that are commands, so that no option may have them."""
    end_key: str = ""
    """The key of the command that answers with the option END."""
    index: int = 0
    """The option that is highlighted."""
    chosen: bool = False
    """Whether a person chose the highlighted option (else it is only the first)."""
    waypoints: list[str] = field(factory=list)
    shares: dict[str, int] = field(factory=dict)
    typed: str = ""
    letters: dict[str, str] = field(init=False, factory=dict)
    """The key of an option for each letter."""

    def __attrs_post_init__(self) -> None:
        self.letters = letters_for((option for option in self.options if option.key != END), self.reserved)
        legal = [place for place, option in enumerate(self.options) if option.refusal is None]
        self.index = legal[0] if legal else 0
        if isinstance(self.question, Split) and legal:
            self.shares = {self.options[legal[0]].key: self.question.total}

    # ------------------------------------------------------------------ options
    @property
    def options(self) -> list[Option]:
        return self.question.options if isinstance(self.question, Pick | Split) else []

    @property
    def option(self) -> Option | None:
        """The highlighted option."""
        return self.options[self.index] if self.options else None

    def letter_of(self, option: Option) -> str:
        if option.key == END:
            return self.end_key
        return next((letter for letter, key in self.letters.items() if key == option.key), "")

    def highlight(self, index: int) -> bool:
        """Highlight the option at this place; False if there is none."""
        if not 0 <= index < len(self.options):
            return False
        self.index, self.chosen = index, True
        return True

    def highlight_key(self, key: str) -> bool:
        return any(option.key == key and self.highlight(place) for place, option in enumerate(self.options))

    def cycle(self, step: int) -> bool:
        """Highlight the next option that is allowed (or the next at all, if none is)."""
        count = len(self.options)
        if not count:
            return False
        any_legal = any(option.refusal is None for option in self.options)
        place = self.index
        for _ in range(count):
            place = (place + step) % count
            if not any_legal or self.options[place].refusal is None:
                return self.highlight(place)
        return False

    def about(self, target: str) -> int | None:
        """The place of the option about this unit or spot; allowed ones first."""
        places = [place for place, option in enumerate(self.options) if option.target and option.target == target]
        return min(places, key=lambda place: self.options[place].refusal is not None, default=None)

    # ------------------------------------------------------------------ what is pressed
    def press(self, character: str) -> str | None:
        """A key that may belong to this question: 'chosen', 'typed' or 'moved' if it did, None if not."""
        question = self.question
        if isinstance(question, Number | DiceQuestion):
            if character in DIGITS:
                self.typed += character
                return "typed"
            return None
        if isinstance(question, Split):
            if character in "+=" or character == "-":
                self.share(-1 if character == "-" else 1)
                return "typed"
            if character in DIGITS and (option := self.option) is not None:
                self.set_share(option.key, int(character))
                return "typed"
            return None
        if character in DIGITS and character != "0":
            return "chosen" if self.highlight(int(character) - 1) else None
        if character in self.letters:
            self.highlight_key(self.letters[character])
            return "chosen"
        return None

    def share(self, change: int) -> None:
        """Give the highlighted target one more or one less."""
        if (option := self.option) is not None:
            self.set_share(option.key, self.shares.get(option.key, 0) + change)

    def set_share(self, key: str, share: int) -> None:
        """Set a share; what there is not enough of is taken from the largest of the others."""
        assert isinstance(self.question, Split)
        total = self.question.total
        self.shares[key] = max(0, min(total, share))
        while sum(self.shares.values()) > total:
            largest = max((other for other in self.shares if other != key), key=self.shares.__getitem__)
            self.shares[largest] -= 1
        self.shares = {key: share for key, share in self.shares.items() if share}

    def waypoint(self, spot: str) -> None:
        self.waypoints.append(spot)

    def back(self) -> bool:
        """Take back what was last made here; False if nothing was."""
        if self.typed:
            self.typed = self.typed[:-1]
            return True
        if self.waypoints:
            self.waypoints.pop()
            return True
        return False

    # ------------------------------------------------------------------ what Enter would do
    def answer(self, cursor: str) -> Answer | None:
        """The answer as it stands; None where there is none yet."""
        question = self.question
        if isinstance(question, Pick):
            return self.option.key if self.option else None
        if isinstance(question, Place):
            return [*self.waypoints, cursor] if cursor else None
        if isinstance(question, Split):
            return dict(self.shares)
        if isinstance(question, Number):
            if self.typed:
                return int(self.typed)
            return question.low if question.low == question.high else None
        if isinstance(question, DiceQuestion):
            return self.faces() or None
        return None

    def faces(self) -> list[int]:
        """The dice typed so far; one digit each."""
        return [int(digit) for digit in self.typed]

    def refusal(self, cursor: str) -> Refusal | None:
        """Why Enter would not be taken, or None."""
        answer = self.answer(cursor)
        if answer is None:
            return Refusal(self.wanted())
        return self.question.refuse(answer)

    def wanted(self) -> str:
        """What is missing, as a sentence."""
        question = self.question
        if isinstance(question, Number):
            return f"type a number from {question.low} to {question.high}"
        if isinstance(question, DiceQuestion):
            faces = "a face" if question.count == 1 else f"{question.count} faces"
            return f"type {faces} from {question.roll.lowest} to {question.roll.highest}"
        return "nothing is chosen yet"

    def says(self, cursor: str) -> str:
        """What Enter would do, and what it would cost, in a few words."""
        question = self.question
        if isinstance(question, Pick):
            option = self.option
            return _with_cost(option.label, option.cost) if option else ""
        if isinstance(question, Place):
            spots = [*self.waypoints, cursor]
            cost = question.field.cost(spots) if question.refuse(spots) is None else ""
            via = f" by {', '.join(self.waypoints)}" if self.waypoints else ""
            return _with_cost(f"{cursor}{via}", cost)
        if isinstance(question, Split):
            names = {option.key: option.label for option in question.options}
            shares = ", ".join(f"{share} on {names[key]}" for key, share in self.shares.items())
            left = question.total - sum(self.shares.values())
            return shares + (f" ({left} of {question.total} {question.what} left)" if left else "")
        if isinstance(question, DiceQuestion):
            return " ".join(self.typed) or "no dice yet"
        return self.typed or "no number yet"


def _with_cost(text: str, cost: str) -> str:
    return f"{text} ({cost})" if cost else text


def letters_for(options: Iterable[Option], reserved: Iterable[str]) -> dict[str, str]:
    """A letter for every option that has one to spare: its own, or the first of its label that is still free."""
    taken: set[str] = set(reserved)
    letters: dict[str, str] = {}
    rest: list[Option] = []
    for option in options:
        if option.hotkey and option.hotkey not in taken:
            letters[option.hotkey] = option.key
            taken.add(option.hotkey)
        elif option.hotkey:
            rest.append(option)
    for option in rest:
        free = next((letter for letter in option.label.lower() if letter.isalpha() and letter not in taken), "")
        if free:
            letters[free] = option.key
            taken.add(free)
    return letters


def options_by_target(options: Iterable[Option]) -> Mapping[str, list[Option]]:
    """The options about each unit or spot."""
    found: dict[str, list[Option]] = {}
    for option in options:
        if option.target:
            found.setdefault(option.target, []).append(option)
    return found
