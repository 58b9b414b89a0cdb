"""The order in which ways to answer are listed: what may be done first, lesser things folded, what is refused last.

And the one that a careful player takes without looking.

And in which answers of several kinds are suggested: one of each kind in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from attrs import define

from tabletop_tui.engine.question import Option

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
Worth = Callable[[str], float]
"""What the answer with this key is worth at once, as a quick player judges it."""
TERRAIN = "Shoot at terrain"
"""What shots at scenery are listed as, behind those at enemies."""
FEWEST = 3
"""So many options of a group are folded; fewer are listed one by one."""


@define
class Folded(Option):
    """An entry that stands for all options of a group; it opens the group and is no answer."""


def arranged(options: Sequence[Option], opened: Collection[str] = ()) -> list[Option]:
    """The options as they are listed: those of use, the rarer ones last, then groups, idle and refused ones.

    Within these the order stays. A group of few, or one that was opened, is listed option by option.
    """
    idle = [option for option in options if option.refusal is None and option.idle]
    allowed = [option for option in options if option.refusal is None and not option.idle]
    groups = dict.fromkeys(option.group for option in allowed if option.group)
    alone = len(groups) == 1 and all(option.group for option in allowed)
    found = sorted((option for option in allowed if not option.group), key=lambda option: option.seldom)
    for group in groups:
        members = [option for option in allowed if option.group == group]
        few = alone or group in opened or len(members) < FEWEST
        found += members if few else [folded(group, members)]
    return [*found, *idle, *(option for option in options if option.refusal is not None)]


def careful(options: Sequence[Option], worth: Worth | None = None) -> int:
    """The place of the option that a careful player takes without looking; 0 where none may be taken.

    Of those that cost nothing unasked it is an attack that is worth something, else the one that is worth most; the
    first where nobody says what they are worth.
    """
    legal = [place for place, option in enumerate(options) if option.refusal is None]
    least = min((options[place].rank for place in legal), default=None)
    plain = [place for place in legal if options[place].rank == least]
    if worth is None or len(plain) < 2:
        return next(iter(plain), 0)
    worths = {place: worth(options[place].key) for place in plain if not isinstance(options[place], Folded)}
    attacks = [place for place in worths if options[place].attacks and worths[place] > 0]
    return max(attacks or worths, key=worths.__getitem__, default=plain[0])


def folded(group: str, members: Sequence[Option]) -> Folded:
    """The entry that stands for a group."""
    deliberate = all(option.deliberate for option in members)
    label = f"{group}: {len(members)}"
    return Folded(f"group {group}", label, says="Shows them one by one.", group=group, deliberate=deliberate)


def in_turn(*rows: Iterable[T]) -> Iterator[T]:
    """The first of each row, then the second of each, and so on; each no sooner than it is asked for."""
    nothing: Any = object()
    for abreast in zip_longest(*rows, fillvalue=nothing):
        yield from (one for one in abreast if one is not nothing)


def each_once(things: Iterable[H]) -> Iterator[H]:
    """Each of these once, where it comes first; no sooner than it is asked for."""
    seen: set[H] = set()
    for thing in things:
        if thing not in seen:
            seen.add(thing)
            yield thing
