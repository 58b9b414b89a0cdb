"""The kinds of question a rulebook puts to a player.

An answer is plain JSON data: a key for Pick, a list of spots for Place, a mapping for Split, a number for Number, a
list of faces for DiceQuestion. Every question can say why it refuses an answer, list its legal answers, and sample one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from attrs import define, evolve, field

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.place_fields import Chooser, Field, Listed, Otherwise, Sparing, Suggesting
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import sentence

MOST_SPOTS = 200
"""The most words of an answer that names places: a longer one is no move, and could take long to judge."""
REPR = 160
"""How many characters the `repr` of a question has at most."""
Answer = Any  # JSON data; each kind of question says which
Thing = TypeVar("Thing")
WhyNot = Callable[[str], Refusal | None]
"""Says why a key is not among the options of a question; None where there is nothing particular to say."""


def named(things: Mapping[str, Thing], *reasons: Callable[[Thing], Refusal | None]) -> WhyNot:
    """Of a thing that a key names ('B1', or 'B1:A2' for B1), the first of these reasons that holds for it."""

    def why_not(key: str) -> Refusal | None:
        thing = things.get(key.partition(":")[0])
        if thing is None:
            return None
        return next((said for reason in reasons if (said := reason(thing)) is not None), None)

    return why_not


@define(slots=True)
class Option:
    """One way to answer: its key, what to call it, what it costs, where it is, and why not if it is refused."""

    key: str
    label: str
    refusal: Refusal | None = None
    cost: str = ""
    target: str = ""
    """The id of the unit, or the spot, that this option is about; '' if none."""
    hotkey: str = ""
    """Its letter, the same wherever the rulebook offers it; '' for one that goes by a number."""
    rule: str = ""
    """The rule that offers this option."""
    says: str = ""
    """What it does, in a sentence."""
    group: str = ""
    """What it is one of many of, where these are listed as one entry: terrain to shoot at; '' if it stands alone."""
    deliberate: bool = False
    """Whether it is only taken on purpose, and never by a mere Enter: it spends what need not be spent, or harms its
    own side, or only puts the question otherwise."""
    idle: str = ""
    """Why it would change nothing though it may be taken; '' if it would."""
    warning: str = ""
    """What is asked once before it is taken, since more is given up by it than it says: 'End the phase?'."""
    seldom: bool = False
    """Whether it is listed behind what is used more often: of a long list a small screen shows only the beginning."""
    attacks: bool = False
    """Whether it attacks enemies from where its unit stands now."""

    @property
    def rank(self) -> tuple[bool, ...]:
        """How far it is from what a careful player takes without looking, the least first."""
        return bool(self.idle), self.deliberate, bool(self.group), bool(self.warning)


@define(slots=True, repr=False)
class Question:
    """A question to one seat. `about` is the unit whose affair it is, '' if none."""

    seat: int
    prompt: str
    about: str = field(default="", kw_only=True)
    rules: tuple[str, ...] = field(default=(), kw_only=True)
    """The rules that govern it, the one that puts it first."""
    why_not: WhyNot | None = field(default=None, kw_only=True, eq=False, repr=False)
    """What the rulebook says of keys that are not among the options."""

    obvious: bool = field(default=False, kw_only=True)
    """Whether nothing is lost by not putting it to a person where only one answer is legal."""

    def __repr__(self) -> str:
        """One short line for whoever reads tests or sits at a Python prompt, whatever hangs on the question."""
        line = f"{type(self).__name__}(seat {self.seat}: {self.prompt!r}, {self.wants()})"
        return line if len(line) <= REPR else f"{line[: REPR - 4]}...)"

    def wants(self) -> str:
        """What an answer is made of, in a few words."""
        return "..."

    def absent(self, key: Answer, keys: Iterable[str]) -> Refusal:
        """Why a key that is not listed is not taken: what is said of it, else by which rule there are only these."""
        listed = list(keys)
        other = Refusal(f"{key!r} is not one of: {', '.join(listed)}", next(iter(self.rules), ""))
        if not isinstance(key, str) or key.partition(":")[0] in listed:
            return other
        return self.explain(key) or other

    def explain(self, key: str) -> Refusal | None:
        """What the rulebook says of a key that is not listed; None where it names nothing."""
        return self.why_not(key) if self.why_not is not None else None

    def refuse(self, answer: Answer) -> Refusal | None:
        """Why this answer is not taken, or None if it is legal."""
        raise NotImplementedError

    def warning(self, answer: Answer) -> str:
        """What is asked once before this legal answer is taken, as it gives up more than it says; '' for nothing."""
        return ""

    def legal(self) -> Iterator[Answer]:
        """Legal answers, all of them where they can be counted, else a fair selection."""
        raise NotImplementedError

    def sample(self, chooser: Chooser) -> Answer:
        """One legal answer by chance."""
        return chooser.choice(list(self.legal()))

    def suggest(self, few: int) -> list[Answer]:
        """So many legal answers that are worth a closer look, the likeliest first: some of all there are, or all."""
        return evenly(list(self.legal()), few)


@define(slots=True, repr=False)
class Pick(Question):
    """Choose one option; the answer is its key (a string)."""

    options: list[Option] = field(factory=list)
    later: tuple[Option, ...] = field(default=(), kw_only=True)
    """What may not be chosen yet, for it comes in a later lesson."""

    def narrowed(self, offer: Sequence[str]) -> Pick:
        """This question with no other options than those of an offer: keys, or their first words.

        Itself where none of them can be chosen, or where it is about units: who is to be activated, whom to shoot at.
        A word with "-" before it takes an option out, there too.
        """

        def among(words: Collection[str], option: Option) -> bool:
            return option.key in words or option.key.partition(":")[0] in words

        def open_to(options: Sequence[Option]) -> bool:
            return any(option.refusal is None for option in options)

        out = {word[1:] for word in offer if word.startswith("-")}
        kept = [option for option in self.options if not among(out, option)]
        if not any(option.target and option.target == option.key for option in kept):
            named = [option for option in kept if among(offer, option)]
            kept = named if open_to(named) else kept
        if len(kept) == len(self.options) or not open_to(kept):
            return self
        later = tuple(option for option in self.options if option not in kept)
        return evolve(self, options=kept, later=later)

    def option(self, key: Answer) -> Option | None:
        for option in self.options:
            if option.key == key:
                return option
        return None

    def wants(self) -> str:
        return f"one of {' '.join(self.legal())}"

    def refuse(self, answer: Answer) -> Refusal | None:
        option = self.option(answer)
        if option is None:
            if any(answer == one.key for one in self.later):
                return Refusal("that comes in a later lesson")
            return self.absent(answer, (option.key for option in self.options))
        return option.refusal

    def warning(self, answer: Answer) -> str:
        option = self.option(answer)
        if option is None or len([*islice(self.legal(), 2)]) < 2:
            return ""
        if option.idle and not option.warning:
            return f"{sentence(option.idle)}: is that wanted all the same?"
        return option.warning

    def legal(self) -> Iterator[Answer]:
        return (option.key for option in self.options if option.refusal is None)

    def suggest(self, few: int) -> list[Answer]:
        """All options that can be chosen, however few were asked for: each is something else."""
        return list(self.legal())


@define(slots=True, repr=False)
class Place(Question):
    """Choose a spot, or a way through several; the answer is a list of spots of which the last is the end."""

    many: bool = field(default=False, kw_only=True)
    """Whether waypoints before the last spot are allowed."""
    warn: Callable[[Answer], str] | None = field(default=None, kw_only=True, eq=False, repr=False)
    """What the rulebook has asked once before an answer: '' where it costs no more than it says."""
    field: Field = field(kw_only=True)

    def wants(self) -> str:
        return "a list of spots" if self.many else "a list of one spot"

    def refuse(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, list) or not answer or not all(isinstance(spot, str) for spot in answer):
            meant = f': ["{answer}"]' if isinstance(answer, str) and answer else ""
            return Refusal(f"give a list of spots{meant}, not {answer!r}")
        if len(answer) > MOST_SPOTS:
            return Refusal(f"give at most {MOST_SPOTS} spots, not {len(answer)}")
        spots = sum("=" not in spot for spot in answer)  # the rest says how models stand there
        if spots > 1 and not self.many:
            return Refusal(f"give one spot, not {spots}")
        return self.field.refuse(answer)

    def warning(self, answer: Answer) -> str:
        return self.warn(answer) if self.warn is not None else ""

    def legal(self) -> Iterator[Answer]:
        if isinstance(self.field, Listed):
            yield from self.field.answers()
            return
        yield from ([spot] for spot in self.field.cells())
        if isinstance(self.field, Otherwise):
            yield from self.field.otherwise()

    def sample(self, chooser: Chooser) -> Answer:
        if isinstance(self.field, Listed):
            return self.field.sample_answer(chooser) or chooser.choice(list(self.legal()))
        sample = getattr(self.field, "sample", None)
        found = chooser.choice(list(self.field.cells())) if sample is None else sample(chooser)
        return [found] if found else chooser.choice(list(self.legal()))

    def suggest(self, few: int) -> list[Answer]:
        found: list[Answer] = []
        if isinstance(self.field, Suggesting):
            found += islice(self.field.suggest(), few)
        elif isinstance(self.field, Sparing):
            found += self.field.some(few)
        return found or evenly(list(self.legal()), few)


@define(slots=True, repr=False)
class Split(Question):
    """Divide `total` among the options; the answer is {key: share}, shares of at least 1 and adding up."""

    total: int = field(kw_only=True)
    options: list[Option] = field(factory=list)
    what: str = field(default="dice", kw_only=True)

    def wants(self) -> str:
        return f"{self.total} {self.what} among {' '.join(one.key for one in self.options if one.refusal is None)}"

    def refuse(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, dict) or not answer:
            return Refusal(f"give a share for each target, not {answer!r}")
        options = {option.key: option for option in self.options}
        for key, share in answer.items():
            if key not in options:
                return self.absent(key, options)
            if (refusal := options[key].refusal) is not None:
                return refusal
            if not is_whole(share) or share < 1:
                return Refusal(f"the share of {key} must be a whole number of at least 1, not {share!r}")
        if sum(answer.values()) != self.total:
            return Refusal(f"the shares add up to {sum(answer.values())}, not to the {self.total} {self.what}")
        return None

    def legal(self) -> Iterator[Answer]:
        """All on one target, then, for each pair, every way to share between the two."""
        keys = [option.key for option in self.options if option.refusal is None]
        yield from ({key: self.total} for key in keys)
        for number, one in enumerate(keys):
            for other in keys[number + 1 :]:
                yield from ({one: share, other: self.total - share} for share in range(1, self.total))


@define(slots=True, repr=False)
class Number(Question):
    """A whole number from low to high, both allowed."""

    low: int = field(kw_only=True)
    high: int = field(kw_only=True)

    def wants(self) -> str:
        return f"{self.low} to {self.high}"

    def refuse(self, answer: Answer) -> Refusal | None:
        if not is_whole(answer):
            return Refusal(f"give a whole number, not {answer!r}")
        if not self.low <= answer <= self.high:
            return Refusal(f"{answer} is not between {self.low} and {self.high}")
        return None

    def legal(self) -> Iterator[Answer]:
        return iter(range(self.low, self.high + 1))


COUNTED = "counted"
"""The key of an answer that tells how many dice came out how."""
WRITTEN = re.compile(r"=(?:\d{0,3}\+)*(\d{0,3})")
"""How players write that: '=3', or '=2+1' where dice come out in more ways than two."""


def counted_in(text: str, dice: int) -> tuple[Answer, int] | None:
    """The answer that a text begins with which tells how many dice came out how, and how long that is.

    The last number has no more digits than so many `dice` have room for.
    """
    if (found := WRITTEN.match(text)) is None:
        return None
    last = found[1]
    while len(last) > 1 and int(last) > dice:
        last = last[:-1]
    end = found.start(1) + len(last)
    numbers = text[1:end].split("+") if end > 1 else []
    return {COUNTED: [int(number or 0) for number in numbers]}, end


@define(slots=True, repr=False)
class DiceQuestion(Question):
    """The faces of dice that the players rolled themselves; the answer is a list of faces.

    Where the roll has kinds it may be {"counted": [2, 1]}: how many dice came out as each kind but the first.
    """

    roll: Roll = field(kw_only=True)
    have: int = field(default=0, kw_only=True)

    @property
    def count(self) -> int:
        return self.roll.count - self.have

    def wants(self) -> str:
        return f"{self.count} faces from {self.roll.lowest} to {self.roll.highest}"

    def faces(self, answer: Answer) -> tuple[int, ...]:
        """The faces of an answer that is not refused, those of counted dice as `Roll.stand_ins` has them."""
        return self.roll.stand_ins(answer[COUNTED], self.count) if isinstance(answer, dict) else tuple(answer)

    def refuse(self, answer: Answer) -> Refusal | None:
        if isinstance(answer, dict) and [*answer] == [COUNTED]:
            return self._refuse_counted(answer[COUNTED])
        if not isinstance(answer, list) or not all(is_whole(face) for face in answer):
            return Refusal(f"give {self.count} face{'s' * (self.count != 1)}, not {answer!r}")
        dice = "1 die is" if self.count == 1 else f"{self.count} dice are"
        if len(answer) != self.count:
            given = "1 face was" if len(answer) == 1 else f"{len(answer)} faces were"
            return Refusal(f"{dice} rolled, but {given} given")
        for face in answer:
            if not self.roll.lowest <= face <= self.roll.highest:
                span = f"its faces go from {self.roll.lowest} to {self.roll.highest}"
                return Refusal(f"a die of {self.roll.sides} sides has no {face}: {span}")
        return None

    def _refuse_counted(self, counted: Any) -> Refusal | None:
        kinds = self.roll.kinds
        if not kinds:
            return Refusal("each face matters in this roll: give the faces")
        if not isinstance(counted, list) or not all(is_whole(count) and count >= 0 for count in counted):
            return Refusal(f"give how many dice came out how, not {counted!r}")
        if not 0 < len(counted) < max(2, len(kinds)):
            wanted = "1 number" if len(kinds) < 3 else f"{len(kinds) - 1} numbers"
            return Refusal(f"give {wanted}, not {len(counted)}")
        dice = "only 1 die is" if self.count == 1 else f"only {self.count} dice are"
        if sum(counted) > (self.count if len(kinds) > 1 else 0):
            return Refusal(f"{dice} rolled, not {sum(counted)}" if len(kinds) > 1 else "no face counts: give 0")
        if sum(counted) < self.count and not kinds[0]:
            return Refusal(f"every face counts for something: the numbers add up to {self.count}")
        return None

    def legal(self) -> Iterator[Answer]:
        return ([face] * self.count for face in range(self.roll.lowest, self.roll.highest + 1))

    def sample(self, chooser: Chooser) -> Answer:
        return [chooser.randint(self.roll.lowest, self.roll.highest) for _ in range(self.count)]


def evenly(answers: Sequence[Thing], few: int) -> list[Thing]:
    """All answers where they are few, else some that lie evenly among them, the first of all too."""
    if len(answers) <= few:
        return list(answers)
    return [answers[number * len(answers) // few] for number in range(few)]


def is_whole(value: object) -> bool:
    """Whether JSON gave a whole number (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)
