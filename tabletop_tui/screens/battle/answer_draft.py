"""The half-made answer to the question that waits: what is chosen, typed, shared out so far. It knows no screen.

A screen tells a Draft what was pressed and where the cursor lies; a Draft says what Enter would send, why it would be
refused, and what to print about it.
"""

from __future__ import annotations

from string import ascii_lowercase

from attrs import define, evolve, field

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.option_order import Folded, Worth, arranged, careful
from tabletop_tui.engine.question import Answer, DiceQuestion, Number, Option, Pick, Place, Split
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.screens.battle.answer_letters import digits_for, letters_for, spare_letters
from tabletop_tui.screens.battle.assign_draft import ALIKE, SINGLY, STEPS, TURNS, Assigning
from tabletop_tui.screens.battle.place_draft import PlaceDraft
from tabletop_tui.screens.battle.typed_dice import (
    BETWEEN,
    COUNTING,
    ON,
    AskedAfter,
    TypedAnswer,
    answers_of,
    wanted_faces,
    why_not_typed,
)

DIGITS = "0123456789"
DICE_SIGNS = BETWEEN + COUNTING + ON
MOST_DIGITS = 2000
"""So many signs can be typed: more than any answer has."""
SPARE = ascii_lowercase + DIGITS[1:]
"""The keys of labels that have none of their own letters left, in this order."""
END = "end"
"""The key of the option that ends an activation."""


@define
class Draft(PlaceDraft):
    """What a person has made so far of the answer to `question`."""

    reserved: frozenset[str] = frozenset()
    """Letters that are commands, so that no option may have them."""
    end_key: str = ""
    """The key of the command that answers with the option END."""
    worth: Worth | None = None
    """What an option is worth, where the one is to be marked first that a quick player would take; else None."""
    index: int = 0
    """The option that is highlighted."""
    chosen: bool = False
    """Whether a person chose the highlighted option (else it is only the first)."""
    shares: dict[str, int] = field(factory=dict)
    typed: str = ""
    proposed: bool = field(init=False, default=False)
    """Whether a number stands there that nobody typed: the next digit takes its place."""
    asked_after: AskedAfter = lambda answers: None
    """The roll that is asked for at once behind those typed here."""
    start: str = field(init=False, default="")
    """The spot on which the cursor was laid, as long as Enter leads from there to a good place; '' once it does not."""
    opened: frozenset[str] = frozenset()
    """The groups of options that are listed one by one."""
    assigning: Assigning | None = field(init=False, default=None)
    """Who has which label so far, where labels are given."""
    barred: str = field(init=False, default="")
    """Why the last key of this question changed nothing, with the rule; '' if it did."""
    turned_down: Refusal | None = field(init=False, default=None)
    """Why the option of the last key was not taken; None if it was, or since another was highlighted."""
    letters: dict[str, str] = field(init=False, factory=dict)
    """The key of an option for each letter."""
    lettered: bool = field(init=False, default=False)
    """Whether any option has a letter, or a sign in its place."""
    _letter_for: dict[str, str] = field(init=False, factory=dict)
    _arranged: tuple[frozenset[str], list[Option]] | None = field(init=False, default=None)
    _priced: tuple[list[str], list[Option]] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        if isinstance(self.question, Assign):
            labels = [evolve(label, hotkey=label.hotkey or label.label[:1].lower()) for label in self.question.labels]
            self.assigning = Assigning(self.question, letters_for(labels, {*self.reserved, ALIKE, SINGLY}, SPARE))
        self.letters = letters_for((option for option in self.options if option.key != END), self.reserved)
        if isinstance(self.question, Pick):
            numbered = {*self.digits(), END}
            undigited = [option for option in self.options if option.key not in numbered]
            self.letters |= spare_letters(undigited, self.letters, self.reserved)
        self._letter_for = {key: letter for letter, key in self.letters.items()}
        self.lettered = any(self.letter_of(option) or option.refusal for option in self.options)
        self.index = careful(self.options, self.worth)
        if isinstance(self.question, Split) and (option := self.option) is not None and option.refusal is None:
            self.shares = {option.key: self.question.total}
        self.take_piece()

    # ------------------------------------------------------------------ options
    @property
    def options(self) -> list[Option]:
        question = self.question
        if isinstance(question, Recruit):
            return self._pool(question)
        if self.assigning is not None:
            return self.assigning.options()
        return self._listed(question.options) if isinstance(question, Pick | Split) else []

    def _listed(self, options: list[Option]) -> list[Option]:
        """Those of a question in the order in which they are listed; found once for the groups that are open."""
        if self._arranged is None or self._arranged[0] != self.opened:
            self._arranged = self.opened, arranged(options, self.opened)
        return self._arranged[1]

    @property
    def every_option(self) -> list[Option]:
        """All options, with those of groups one by one."""
        return [*(one for one in self.options if not isinstance(one, Folded)), *self._in_groups()]

    def _in_groups(self) -> list[Option]:
        listed = {option.key for option in self.options}
        options = self.question.options if isinstance(self.question, Pick | Split) else []
        return [option for option in options if option.key not in listed]

    def open_group(self) -> bool:
        """List the options of the highlighted group one by one; False where no group is highlighted."""
        option = self.option
        if not isinstance(option, Folded):
            return False
        self.opened |= {option.group}
        return True

    def _pool(self, question: Recruit) -> list[Option]:
        """What is sold, each with why it may not be bought beside what is chosen so far; found once for that."""
        rows = self.rows()
        if self._priced is None or self._priced[0] != rows:
            self._priced = rows, question.options(rows)
        return self._priced[1]

    def rows(self) -> list[str]:
        """What is chosen so far of a pool."""
        return [key for key, count in self.shares.items() for _ in range(count)]

    @property
    def option(self) -> Option | None:
        """The highlighted option."""
        return self.options[self.index] if self.options else None

    def letter_of(self, option: Option) -> str:
        if option.key == END:
            return self.end_key
        return self._letter_for.get(option.key, "")

    def digits(self) -> dict[str, str]:
        """The digit of each option that has one, by its key."""
        return digits_for(self.options, {END, *self.letters.values()}) if isinstance(self.question, Pick) else {}

    def highlight(self, index: int) -> bool:
        """Highlight the option at this place; False if there is none."""
        if not 0 <= index < len(self.options):
            return False
        self.index, self.chosen, self.turned_down = index, True, None
        return True

    def turn_down(self, index: int, chosen: bool) -> bool:
        """Lay the mark back to where it was if the highlighted option is refused, so that Enter does not repeat it."""
        refusal = self.option.refusal if self.option is not None else None
        if refusal is None:
            return False
        self.index, self.chosen, self.turned_down = index, chosen, refusal
        return True

    def highlight_key(self, key: str) -> bool:
        return any(option.key == key and self.highlight(place) for place, option in enumerate(self.options))

    def cycle(self, step: int) -> bool:
        """Highlight the next option that is allowed or has a share (or the next at all, if none is)."""
        count = len(self.options)
        if not count:
            return False
        any_legal = any(option.refusal is None for option in self.options)
        place = self.index
        for _ in range(count):
            place = (place + step) % count
            if not any_legal or self.options[place].refusal is None or self.shares.get(self.options[place].key):
                return self.highlight(place)
        return False

    def pass_on(self) -> None:
        """Highlight the next option that may be taken without a question; the next that is allowed where none may."""
        count = len(self.options)
        others = [(self.index + step) % count for step in range(1, count)]
        legal = [place for place in others if self.options[place].refusal is None]
        unasked = (place for place in legal if not self.question.warning(self.options[place].key))
        place = next(unasked, next(iter(legal), self.index))
        self.highlight(place)

    def about(self, target: str) -> int | None:
        """The place of the option about this unit or spot, allowed ones first; its group is opened for it."""
        question = self.question
        if isinstance(question, Pick):
            self.opened |= {option.group for option in question.options if option.group and option.target == target}
        places = [place for place, option in enumerate(self.options) if option.target and option.target == target]
        return min(places, key=lambda place: self.options[place].refusal is not None, default=None)

    # ------------------------------------------------------------------ what is pressed
    def press(self, character: str) -> str | None:
        """A key that may belong to this question: 'chosen', 'typed' or 'moved' if it did, None if not.

        What is no character goes by its name ('left').
        """
        question = self.question
        if isinstance(question, Number | DiceQuestion):
            if character in DIGITS or (character in DICE_SIGNS and isinstance(question, DiceQuestion)):
                before = "" if self.proposed else self.typed
                self._type(question, (before + character)[:MOST_DIGITS])
                return "typed"
            return None
        if isinstance(question, Split | Recruit):
            if character in "+=" or character == "-":
                self.share(-1 if character == "-" else 1)
                return "typed"
            if character in DIGITS and (option := self.option) is not None:
                self.set_share(option.key, int(character))
                return "typed"
            return None
        if self.assigning is not None:
            return self._assign(self.assigning, character)
        if character in DIGITS and character != "0":
            key = next((key for key, digit in self.digits().items() if digit == character), "")
            return "chosen" if key and self.highlight_key(key) else None
        if character in self.letters:
            self.highlight_key(self.letters[character])
            return "chosen"
        return None

    def _type(self, question: Number | DiceQuestion, typed: str) -> None:
        """Type a digit, or what stands between two; what no die shows, or is too much, is dropped, and said."""
        self.barred = ""
        if isinstance(question, DiceQuestion):
            self.barred = why_not_typed(typed, question, self.asked_after)
        elif int(typed) > question.high:
            self.barred = f"{question.refuse(int(typed))}: Backspace takes a digit back"
        if not self.barred:
            self.typed, self.proposed = typed, False

    def _assign(self, assigning: Assigning, key: str) -> str | None:
        """A key of a question that gives labels: another row, another label for it, the same for all, single items."""
        self.barred = ""
        if key in STEPS:
            self.cycle(STEPS[key])
            return "moved"
        if key == SINGLY:
            self.index = assigning.fold(self.index)
            return "moved"
        if key in TURNS:
            assigning.turn(self.index, TURNS[key])
        elif key == ALIKE:
            assigning.alike(self.index)
        elif key in assigning.letters:
            self.barred = str(assigning.answer(self.index, assigning.letters[key]) or "")
        else:
            return None
        return "typed"

    def share(self, change: int) -> None:
        """Give the highlighted target one more or one less."""
        if (option := self.option) is not None:
            self.set_share(option.key, self.shares.get(option.key, 0) + change)

    def set_share(self, key: str, share: int) -> None:
        """Set a share; what there is not enough of is taken from the largest of the others.

        Of a pool so many are bought, or as many as are allowed.
        """
        if isinstance(self.question, Recruit):
            self._buy(key, share)
            return
        assert isinstance(self.question, Split)
        total = self.question.total
        self.shares[key] = max(0, min(total, share))
        while sum(self.shares.values()) > total:
            largest = max((other for other in self.shares if other != key), key=self.shares.__getitem__)
            self.shares[largest] -= 1
        self.shares = {key: share for key, share in self.shares.items() if share}

    def buy_one(self) -> bool:
        """Buy one more of the highlighted; False where nothing is bought."""
        if not isinstance(self.question, Recruit):
            return False
        self.share(1)
        return True

    def _buy(self, key: str, count: int) -> None:
        """So many of a pool, or as many as are allowed beside the rest."""
        self.shares = {other: number for other, number in self.shares.items() if other != key}
        for number in range(1, count + 1):
            option = next(option for option in self.options if option.key == key)
            if option.refusal is not None:
                break
            self.shares[key] = number

    @property
    def begun(self) -> bool:
        """Whether anything has been made here that `back` would take back."""
        if self.assigning is not None:
            return self.assigning.given != self.assigning.question.default
        made = self.typed, self.in_hand, self.nudges, self.turn, self.form, self.waypoints
        bought = isinstance(self.question, Recruit) and bool(self.shares)
        return any(made) or bought or (self.piece is not None and self.piece.touched)

    def back(self) -> bool:
        """Take back what was last made here; False if nothing was."""
        if self.assigning is not None:
            return self.assigning.back()
        if self.typed:
            self.typed, self.proposed = self.typed.rstrip(BETWEEN)[:-1], False
        elif isinstance(self.question, Recruit) and self.shares:
            last = list(self.shares)[-1]
            self._buy(last, self.shares[last] - 1)
        elif self.in_hand:
            self.in_hand = 0
        elif self.nudges:
            self.nudges.clear()
        elif self.piece is not None and self.piece.touched:
            self.piece.reset()
        elif self.turn or self.form:
            self.turn = self.form = 0
        elif self.waypoints:
            self.waypoints.pop()
        else:
            return False
        return True

    # ------------------------------------------------------------------ what Enter would do
    def leads(self, cursor: str) -> bool:
        """Whether nothing has been made or looked at yet, so that Enter leads to a good place and answers nothing."""
        return bool(self.start) and cursor == self.start and not self.begun

    def answer(self, cursor: str) -> Answer | None:
        """The answer as it stands; None where there is none yet."""
        question = self.question
        if isinstance(question, Pick):
            return self.option.key if self.option and not isinstance(self.option, Folded) else None
        if self.piece is not None:
            return self.way()
        if isinstance(question, Place):
            return [*self.waypoints, cursor, *self.shape(), *self.on(cursor)] if cursor else None
        if self.assigning is not None:
            return dict(self.assigning.given)
        if isinstance(question, Split):
            return dict(self.shares)
        if isinstance(question, Recruit):
            return self.rows()
        if isinstance(question, Number):
            if self.typed:
                return int(self.typed)
            return question.low if question.low == question.high else None
        if isinstance(question, DiceQuestion):
            return self.row()[0][1] or None
        return None

    def row(self) -> list[TypedAnswer]:
        """The dice typed so far, roll by roll, with what is taken between them."""
        question = self.question
        return answers_of(self.typed, question, self.asked_after)[0] if isinstance(question, DiceQuestion) else []

    @property
    def rolled(self) -> DiceQuestion | None:
        """The roll that a line of dice has come to: the one that more is typed for, else the last; None for no dice."""
        question = self.question
        if not isinstance(question, DiceQuestion) or not self.typed:
            return question if isinstance(question, DiceQuestion) else None
        after = self.following()
        rolls = [asked for asked, _ in [*self.row(), (after, None)] if isinstance(asked, DiceQuestion)]
        return rolls[-1]

    def following(self) -> DiceQuestion | Assign | None:
        """What further dice would be for: the roll that is half typed, else what is asked at once behind it, if any."""
        row = self.row()
        asked, answer = row[-1]
        if asked.refuse(answer) is not None:
            return asked
        return self.asked_after([one for _, one in row])

    def refusal(self, cursor: str) -> Refusal | None:
        """Why Enter would not be taken, or None."""
        answer = self.answer(cursor)
        if answer and (row := self.row()):
            asked, last = row[-1]
            return asked.refuse(last)
        if answer is None:
            return None if isinstance(self.option, Folded) else Refusal(self.wanted())
        return self.question.refuse(answer)

    def wanted(self) -> str:
        """What is missing, as a sentence."""
        question = self.question
        if isinstance(question, Number):
            return f"type a number from {question.low} to {question.high}"
        if isinstance(question, DiceQuestion):
            return wanted_faces(question)
        return "nothing is chosen yet"
