"""The order in which ways to answer are listed: what may be done first, lesser things folded, what is refused last."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import define

from tabletop_tui.engine.question import Option

TERRAIN = "Shoot at terrain"
"""What shots at scenery are listed as, behind those at enemies."""
FEWEST = 3
"""So many options of a group are folded; fewer are listed one by one."""


@define
class Folded(Option):
    """An entry that stands for all options of a group; it opens the group and is no answer."""


def arranged(options: Sequence[Option], opened: Collection[str] = ()) -> list[Option]:
    """The options as they are listed: those that may be taken, then the groups, then those that are refused.

    Within these the order stays. A group of few, or one that was opened, is listed option by option.
    """
    allowed = [option for option in options if option.refusal is None]
    groups = dict.fromkeys(option.group for option in allowed if option.group)
    alone = len(groups) == 1 and all(option.group for option in allowed)
    found = [option for option in allowed if not option.group]
    for group in groups:
        members = [option for option in allowed if option.group == group]
        few = alone or group in opened or len(members) < FEWEST
        found += members if few else [folded(group, members)]
    return [*found, *(option for option in options if option.refusal is not None)]


def folded(group: str, members: Sequence[Option]) -> Folded:
    """The entry that stands for a group."""
    return Folded(f"group {group}", f"{group}: {len(members)}", says="Shows them one by one.", group=group)
