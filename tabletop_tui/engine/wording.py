"""Numbers, lists, and names of units with their verbs, in words: said in one way wherever they are said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from math import floor


def tenths(length: float) -> str:
    """A length to one decimal, none where it is whole: '15', '1.5'."""
    return f"{round(length, 1):g}"


def counted(number: int, what: str) -> str:
    """As in '1 hit' and '2 hits'."""
    return f"{number} {what}{'s' * (number != 1)}"


def which(word: str, known: Sequence[str]) -> str:
    """What a word that nothing is called may have meant: what is spelt much like it, or else all that is known."""
    spelt = {name.rpartition("/")[2].lower(): name for name in reversed(known)} | {name.lower(): name for name in known}
    if near := [spelt[name] for name in get_close_matches(word.lower(), spelt, 5, 0.7)]:
        return f"did you mean {' or '.join(dict.fromkeys(near))}?"
    return f"known: {', '.join(known) or 'none'}"


PLURAL = re.compile(r"(?:[a-z](?<![sui])(?<!ro)s|[Mm]en|people)$")
"""How a name in the plural ends; not 'Colossus', 'Kerberos', 'THAS' or 'Fortress'."""
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def is_plural(name: str) -> bool:
    """Whether a unit is called by several of what it consists of: 'Riflemen' and 'Heavy Weapons', but not 'Sniper'."""
    return bool(PLURAL.search(name))


def plural(name: str) -> str:
    """Several of a kind of unit: 'rifle teams', 'Commandos'."""
    if is_plural(name):
        return name
    return f"{name[:-1]}ies" if re.search("[^aeiou]y$", name) else f"{name}s"


def verb_of(name: str, verb: str) -> str:
    """A verb as it goes with a unit's name: 'shoots' of a Sniper, 'shoot' of Riflemen."""
    if not is_plural(name):
        return verb
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb.removesuffix("s")


def does(name: str, verb: str) -> str:
    """A unit and what it does: 'A1 Sniper shoots', 'A2 Riflemen shoot'. The verb is given for a single one."""
    return f"{name} {verb_of(name, verb)}"


def so_many(number: int, what: str) -> str:
    """The same with a word for nothing: 'no hit', '1 hit' and '2 hits'."""
    return counted(number, what) if number else f"no {what}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """As in 'A1', 'A1 and A2' and 'A1, A2 and A3'."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def sentence(text: str) -> str:
    """A text as a sentence begins, but for the id of a unit before it: 'Attacks', 'a1 Barricade'."""
    return text if text[1:2].isdigit() else f"{text[:1].upper()}{text[1:]}"


def percent(share: float) -> str:
    """A probability; what is nearly certain or nearly impossible is not rounded to it."""
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 < share < 1:
        return ">99%"
    return f"{share:.0%}"


def hundredths(parts: Sequence[float], whole: float | None = None) -> list[int]:
    """Parts of a whole in whole per cent that add up to it: what is left over goes to those that were cut down most.

    `whole` is what they are shown to add up to, which is their sum for None; parts may be below 0.
    """
    exact = [round(100 * part, 6) for part in parts]
    found = [floor(part) for part in exact]
    left = round(100 * (sum(parts) if whole is None else whole)) - sum(found)
    order = sorted(range(len(parts)), key=lambda place: found[place] - exact[place])
    for place in order[: max(0, left)]:
        found[place] += 1
    for place in order[left:] if left < 0 else ():
        found[place] -= 1
    return found


def percents(parts: Sequence[float]) -> list[str]:
    """The same in words; what is nearly certain or nearly impossible is told as `percent` tells it."""
    allotted = zip(parts, hundredths(parts), strict=True)
    return [percent(part) if 0 < part < 0.005 or 0.995 < part < 1 else f"{one}%" for part, one in allotted]


def with_error(share: float, error: float, decimals: int = 0) -> str:
    """A chance, as in '12% ± 3%'; no error is told as less than the last decimal."""
    return f"{share:.{decimals}%} ± {max(error, 0.01 / 10**decimals):.{decimals}%}"


def signed(number: int) -> str:
    """A number that is added, as in '+ 2' and '- 1'."""
    return f"{'-' if number < 0 else '+'} {abs(number)}"
