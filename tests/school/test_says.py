"""What a step says is for a player: whole sentences on the rule, without the words of programmers."""

from __future__ import annotations

import importlib
import pkgutil
import re

import tabletop_tui.rules
from tabletop_tui.engine.game import Step

FOR_PROGRAMMERS = re.compile(
    r"`|\b(?:agenda|stack|undeclared|callback|step below|this step|the engine|asks? for what)\b",
    re.IGNORECASE,
)
ORDERS = re.compile(r"^(?:Ask|Pay|Offer|Make|Carry|Push|Put|Emit|Return|Call|Store|Set the)\b")
"""Words to whoever carries the rule out, where a player wants to read what happens."""


def steps() -> list[type[Step]]:
    """Every kind of step of the engine and of the five rulebooks."""
    for module in pkgutil.walk_packages(tabletop_tui.rules.__path__, tabletop_tui.rules.__name__ + "."):
        importlib.import_module(module.name)
    found, waiting = dict[type[Step], None](), [Step]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            if kind not in found and kind.__module__.startswith("tabletop_tui."):
                found[kind] = None
                waiting.append(kind)
    return [*found]


def test_what_steps_say_is_for_a_player() -> None:
    told = {f"{kind.__module__}.{kind.__name__}": kind.says for kind in steps() if isinstance(kind.says, str)}
    told = {name: says for name, says in told.items() if says}
    assert len(told) > 400, "the five rulebooks"
    wrong = {name: says for name, says in told.items() if FOR_PROGRAMMERS.search(says) or ORDERS.match(says)}
    assert not wrong
    cut = {
        name: says
        for name, says in told.items()
        if says[-1] not in ".?" or not (says[0].isupper() or says[0].isdigit())
    }
    assert not cut, "whole sentences"
