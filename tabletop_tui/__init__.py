"""A terminal hot-seat client for tabletop miniature wargames.

What a program in Python needs is here by name (docs/from-python.md); nothing of it is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop_tui.engine.assign_question import Assign
    from tabletop_tui.engine.game import Game
    from tabletop_tui.engine.question import DiceQuestion, Number, Pick, Place, Question, Split
    from tabletop_tui.engine.refusal import Refused
    from tabletop_tui.files.bad_file import BadFile
    from tabletop_tui.play.answer_scripts import BadScript, IfAsked, follow
    from tabletop_tui.play.api import load_game, new_game, new_position, rulebooks, scenarios
    from tabletop_tui.play.new_game import BadChoice
    from tabletop_tui.play.session import Session

__version__ = "1.2.0"
__all__ = [
    "Assign",
    "BadChoice",
    "BadFile",
    "BadScript",
    "DiceQuestion",
    "Game",
    "IfAsked",
    "Number",
    "Pick",
    "Place",
    "Question",
    "Refused",
    "Session",
    "Split",
    "__version__",
    "follow",
    "load_game",
    "new_game",
    "new_position",
    "rulebooks",
    "scenarios",
]

_MODULES = {
    "engine.assign_question": "Assign",
    "engine.game": "Game",
    "engine.question": "DiceQuestion Number Pick Place Question Split",
    "engine.refusal": "Refused",
    "files.bad_file": "BadFile",
    "play.api": "load_game new_game new_position rulebooks scenarios",
    "play.new_game": "BadChoice",
    "play.answer_scripts": "BadScript IfAsked follow",
    "play.session": "Session",
}
"""Where each name is found once it is asked for, as type checkers read it above."""


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names.split():
            return globals().setdefault(name, getattr(import_module(f"{__name__}.{module}"), name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
