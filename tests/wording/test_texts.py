"""What is said in a battle is English: numbers agree, sentences begin as such, and nothing of the program shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from tabletop_tui.engine.roll_wording import blocked_words
from tabletop_tui.engine.wording import does, is_plural, listed, sentence, so_many
from tabletop_tui.rulebook.registry import system
from tests.wording.collect import SCENARIOS, distinct, texts

SENTENCES = {
    "event",
    "rolled",
    "moved",
    "shot",
    "harmed",
    "fell",
    "status",
    "scored",
    "closed",
    "began",
    "ended",
    "question",
}
"""Kinds of text that begin with a capital, or with the id of a unit."""
STOPPED = {"option says", "step says", "briefing summary"}
"""Kinds that are whole sentences and end as such."""
FAULTS = {
    "a plural after 1": re.compile(
        r"(?<![\d.,:+-])\b1 (?:dice|hits|models|units|points|blocks|wounds|rounds|turns|times)\b"
    ),
    "a singular after a number": re.compile(
        r"(?<![\d.:-])\b(?:[2-9]|[1-9]\d+) (?:die|hit|model|unit|point|wound|round|turn) (?!at|on an)"
    ),
    "a word twice": re.compile(r"\b([a-z]{2,}) \1\b"),
    "two blanks": re.compile(r"\S  \S"),
    "a brace": re.compile(r"[{}]"),
    "a key of the program": re.compile(r"\b[a-z]+_[a-z_]+\b|\bt\d+#\d+\b|\bNone\b"),
    "an id of the program": re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b|\(t\d+\)|\bmodel\d+="),
    "a raw figure": re.compile(r"\d\.\d{3,}"),
    "a class": re.compile(r"\b(?:[A-Z][a-z]+){2,}\("),
    "a blank before a mark": re.compile(r" [,.;:?!](?:\s|$)"),
    "a plural that does as a single one": re.compile(
        r"\b[A-F]\d+ (?:Riflemen|Recruits|Veterans|Gunners|Nomads|Raiders) [a-z]*[a-rt-z]s\b"
    ),
}


def faults(kind: str, text: str) -> Iterator[str]:
    yield from (name for name, pattern in FAULTS.items() if pattern.search(text))
    if kind in SENTENCES and text[:1].islower() and not text[1:2].isdigit():
        yield "a small letter at the beginning"
    if kind in STOPPED and text[-1:] not in ".?!":
        yield "no full stop"


@pytest.mark.long
@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_said_in_games_is_english(name: str) -> None:
    games = (texts(system(name), scenario, seed) for seed, scenario in enumerate(SCENARIOS[name]))
    found = distinct(chain.from_iterable(games))
    assert len(found) > 200
    wrong = [f"{fault}: {kind}: {text}" for (kind, _), text in found.items() for fault in faults(kind, text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("preview", "Gauss: range 7, 1 dice"),
        ("event", "A2 Riflemen shoots at B1 Jeep"),
        ("event", "was shot at 1 times"),
        ("event", "t17#0 has taken 5 of 15"),
        ("rolled", "roll for the table edge: 2"),
        ("option says", "Shoot at this unit"),
        ("event", "A1 Jeep moves to {where}"),
        ("event", "A1 Jeep drives drives on"),
        ("option", "defensive gear is applied (B1 ecm-1)"),
        ("option", "the rocks (t8)"),
        ("question", "Where does A20 arrive? (as 26.72,68.31 model1=0.03,0.81)"),
        ("refusal", "87.7 cm, 12.3082 allowed"),
    ],
)
def test_each_kind_of_fault_is_found(kind: str, text: str) -> None:
    assert [*faults(kind, text)]


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("Riflemen", True),
        ("Heavy Weapons", True),
        ("A1 Nomads", True),
        ("Sniper", False),
        ("Colossus", False),
        ("Fortress", False),
        ("THAS", False),
        ("Rookie rifle team", False),
    ],
)
def test_a_unit_is_several_by_its_name(name: str, several: bool) -> None:
    assert is_plural(name) == several


@pytest.mark.parametrize(
    ("verb", "several"),
    [("is", "are"), ("has", "have"), ("shoots", "shoot"), ("rushes", "rush"), ("flees", "flee"), ("carries", "carry")],
)
def test_a_verb_goes_with_the_unit(verb: str, several: str) -> None:
    assert does("A1 Sniper", verb) == f"A1 Sniper {verb}"
    assert does("A2 Snipers", verb) == f"A2 Snipers {several}"


def test_counts_and_lists_in_words() -> None:
    assert [so_many(number, "hit") for number in (0, 1, 2)] == ["no hit", "1 hit", "2 hits"]
    assert [listed(list("abc")[:number]) for number in (0, 1, 2, 3)] == ["", "a", "a and b", "a, b and c"]
    assert sentence("choice of the edge") == "Choice of the edge"
    assert sentence("a1 Barricade") == "a1 Barricade"
    words = [blocked_words(hits, blocked) for hits, blocked in ((2, 0), (2, 1), (2, 2), (1, 3))]
    assert words == ["none blocked", "1 blocked", "all blocked: no damage", "blocked: no damage"]
