"""What happened in a task, for the sentences that speak of it: who shot at whom, who was hurt, what was rolled.

The names in braces of a verdict are filled in here: `{B1.integrity}` is a fact of the battle
(`rulebook/battle_facts.py`), `{hits.MC-SHOOT-2}` something that happened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Rolled, Shot
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.goals import rules_of
from tabletop_tui.engine.wording import listed, tenths
from tabletop_tui.files.validation import Wrong, one_of, shown
from tabletop_tui.rulebook.battle_facts import Fact, fact
from tabletop_tui.rulebook.position import seat_of

BRACES = re.compile(r"\{([^{}]*)\}")
KEYS = frozenset(
    (
        *("undo", "hint", "options", "again", "rules", "waypoint", "formation", "turn-right", "model", "go-to"),
        *(
            "next",
            "commit",
            "farthest",
            "watchers",
            "look",
            "overlay",
            "compare",
            "closer",
            "further",
            "side-view",
            "side",
        ),
    )
)
"""The names in braces that stand for the key of a command."""
HAPPENED = {
    "target": "the unit that the learner shot at last",
    "shooter": "the learner's unit that shot last",
    "from": "the place from which it shot",
    "shots": "how many shots the learner had",
    "shots.UNIT": "how many shots this unit had",
    "harm.UNIT": "how much this unit lost in all",
    "dice.RULE": "the faces of the last roll under this rule: 3, 5 and 6",
    "hits.RULE": "how many dice of it were good",
    "sixes.RULE": "how many sixes were among them",
    "need.RULE": "the number that it needed",
    "said.RULE": "what came of it, in the words of the log",
}
"""What can be filled in of what happened, beside the facts of the battle."""


class CannotBe(Wrong):
    """A name in braces has no value: what it speaks of did not happen."""


class Account:
    """What happened from the beginning of a task on, and the battle as it then stands."""

    def __init__(self, game: Game[Any], events: Sequence[Event], seat: int) -> None:
        self.game, self.events, self.seat = game, events, seat

    # ------------------------------------------------------------------ what there was
    @cached_property
    def names(self) -> dict[str, str]:
        """Each unit as it is called: 'B1 Rustjaw'."""
        return {line.unit: f"{line.unit} {line.name}" for line in self.game.system.roster(self.game)}

    def called(self, unit: str) -> str:
        """How a unit is called; a model by its own id."""
        return self.names.get(unit, unit)

    def mine(self, unit: str) -> bool:
        return seat_of(unit) == self.seat

    def of(self, kind: type[Event]) -> Iterator[Any]:
        return (event for event in self.events if isinstance(event, kind))

    @cached_property
    def shots(self) -> list[Shot]:
        """The attacks of the learner's units."""
        return [shot for shot in self.of(Shot) if self.mine(shot.unit)]

    @property
    def moved(self) -> list[str]:
        """The learner's units that went anywhere, each once."""
        return list(dict.fromkeys(move.unit for move in self.of(Moved) if self.mine(move.unit)))

    def lost_by(self, unit: str) -> int:
        """How much a unit lost in all."""
        return sum(harm.amount for harm in self.of(Harmed) if harm.unit == unit)

    def fallen(self) -> list[str]:
        return [fall.unit for fall in self.of(Fell)]

    def rolls(self, rule: str) -> list[Rolled]:
        return [roll for roll in self.of(Rolled) if rule in rules_of(roll)]

    # ------------------------------------------------------------------ filling in
    def filled(self, text: str, keys: Iterable[str] = KEYS) -> str:
        """A text with its names in braces filled in, those of keys left alone. CannotBe for what did not happen."""
        kept = frozenset(keys)

        def value(match: re.Match[str]) -> str:
            return match.group(0) if match.group(1) in kept else self.value(match.group(1))

        return BRACES.sub(value, text)

    def value(self, name: str) -> str:
        """What stands for a name in braces. CannotBe for what did not happen, Wrong for what says nothing."""
        if name in self.names:
            return self.names[name]
        head, _, of = name.partition(".")
        if name in ("target", "shooter", "from"):
            return self._of_shot(name)
        if head == "shots":
            return str(len([shot for shot in self.shots if of in ("", shot.unit)]))
        if head == "harm":
            self._is_unit(of)
            return str(self.lost_by(of))
        if (say := OF_ROLLS.get(head)) is not None:
            if of not in self._rules:
                raise one_of(of, self._rules, "rule")
            if not (rolls := self.rolls(of)):
                known = dict.fromkeys(rule for roll in self.of(Rolled) for rule in rules_of(roll))
                raise CannotBe(f"no roll of the log names {of}; those there name {', '.join(known) or 'no rule'}")
            return say(rolls[-1])
        return worded(fact(self.game, name))

    def _is_unit(self, name: str) -> None:
        if name not in self.names:
            raise one_of(name, self.names, "unit")

    @cached_property
    def _rules(self) -> set[str]:
        return {rule.id for rule in self.game.system.reference()}

    def _of_shot(self, name: str) -> str:
        if not self.shots:
            raise CannotBe("the learner did not shoot")
        last = self.shots[-1]
        said = {"target": self.called(last.target), "shooter": self.called(last.unit), "from": "".join(last.spots[:1])}
        if not said[name]:
            raise CannotBe(f"the last shot has no {name}")
        return said[name]


def faces_of(roll: Rolled) -> str:
    return listed([str(face) for face in roll.faces])


def _need(roll: Rolled) -> str:
    tally = roll.need.number if roll.need is not None else roll.against
    if tally is None:
        raise CannotBe("no number was needed")
    return str(tally.total)


def _outcome(roll: Rolled) -> str:
    if not (said := roll.outcome or roll.text.rpartition(": ")[2]):
        raise CannotBe("the log does not say what came of it")
    return said


OF_ROLLS: dict[str, Callable[[Rolled], str]] = {
    "dice": faces_of,
    "hits": lambda roll: str(sum(roll.good)),
    "sixes": lambda roll: str(roll.faces.count(6)),
    "need": _need,
    "said": _outcome,
}


def worded(value: Fact) -> str:
    """A fact as a sentence says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return tenths(value) if isinstance(value, float) else str(value)


def names_in(text: str) -> list[str]:
    """The names in braces of a text, those of keys left out."""
    return [name for name in BRACES.findall(text) if name not in KEYS]


def check_names(text: str, account: Account) -> None:
    """Wrong for a name in braces that can never say anything in this battle."""
    for name in names_in(text):
        try:
            account.value(name)
        except CannotBe:
            continue
        except Wrong as wrong:
            raise Wrong(
                f"{{{name}}} is neither a fact of the battle nor of what happened ({wrong.fix}); the latter are: "
                f"{', '.join(HAPPENED)}"
            ) from None
    if "{" in BRACES.sub("", text) or "}" in BRACES.sub("", text):
        raise Wrong(f"a brace stands alone in {shown(text)}")
