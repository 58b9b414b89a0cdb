"""What a command is: one object gives the key binding, the entry of the palette, the help line and the hint.

A screen answers `why_not(command)` with a sentence where a command is of no use just now ('' where it is) and has a
method `do_<name>` for each. Keys are written as Textual names them, several separated by commas; a user's keymap may
give other keys to every id.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache

from attrs import evolve

from tabletop_tui.records import frozen

KEY_NAMES = {
    "question_mark": "?",
    "exclamation_mark": "!",
    "percent_sign": "%",
    "ampersand": "&",
    "quotation_mark": '"',
    "circumflex_accent": "^",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "f2": "F2",
    "f3": "F3",
    "asterisk": "*",
    "colon": ":",
    "apostrophe": "'",
    "full_stop": ".",
    "comma": ",",
    "dollar_sign": "$",
    "slash": "/",
    "backslash": "\\",
    "vertical_line": "|",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Backspace",
    "delete": "Del",
    "tab": "Tab",
    "shift+tab": "shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "greater_than_sign": ">",
    "less_than_sign": "<",
    "right_curly_bracket": "}",
    "at": "@",
}


@frozen
class Command:
    """Something a person can do: `id` ends in the name of the screen's method, as battle.undo is do_undo."""

    id: str
    keys: str
    label: str
    """One or two words for the hint bar."""
    help: str
    """A sentence for the help screen and the palette."""
    group: str = "Game"
    arguments: tuple[object, ...] = ()
    method: str = ""
    listed: bool = True
    """Whether help and palette show it."""

    @property
    def name(self) -> str:
        return self.method or self.id.rpartition(".")[2].replace("-", "_")


@frozen
class CommandSet:
    """The commands of one screen, in the order in which help lists them."""

    commands: tuple[Command, ...]

    @cached_property
    def by_id(self) -> dict[str, Command]:
        return {command.id: command for command in self.commands}

    def __getitem__(self, command_id: str) -> Command:
        return self.by_id[command_id]

    def spoken(self, called: str) -> CommandSet:
        """The same commands in the words of a rulebook that calls a round so."""
        if called == "round":
            return self
        words = re.compile(r"\bround\b")
        return CommandSet(
            tuple(
                evolve(command, label=words.sub(called, command.label), help=words.sub(called, command.help))
                for command in self.commands
            )
        )

    def keys(self, command_id: str, keymap: Mapping[str, str]) -> list[str]:
        """The keys of a command as printed, after the user's own keymap."""
        return [*all_printed(keymap.get(command_id, self.by_id[command_id].keys))]

    def pressed(self, key: str, character: str | None, keymap: Mapping[str, str]) -> Command | None:
        """The command that a key press stands for, None for any other key; for screens without bindings."""
        for command in self.commands:
            keys = keymap.get(command.id, command.keys).split(",")
            if key in keys or character in keys:
                return command
        return None

    def letters(self, keymap: Mapping[str, str], labels: bool = False, vi_keys: bool = False) -> set[str]:
        """Every one-character key that no option may have or, with `labels`, none of several labels.

        With `vi_keys` the letters that move the cursor keep doing so where options are listed.
        """
        yielding = TO_LABELS if labels else TO_OPTIONS
        groups = (PLACING,) if vi_keys or labels else (PLACING, "Cursor")
        commands = (one for one in self.commands if one.group not in groups and one.id not in yielding)
        taken = (key for command in commands for key in self.keys(command.id, keymap))
        return {key for key in taken if len(key) == 1}


def printed(key: str) -> str:
    """A key as it is printed for a reader."""
    key = key.strip()
    if key.startswith("shift+") and key not in KEY_NAMES:
        return "shift+" + printed(key.removeprefix("shift+"))
    return KEY_NAMES.get(key, key)


@lru_cache(maxsize=1 << 9)
def all_printed(keys: str) -> tuple[str, ...]:
    """Keys with commas between them, each as it is printed."""
    return tuple(printed(key) for key in keys.split(","))


PLACING = "Placing a unit"
"""The group of commands for questions without options: their letters may be options' letters in others."""
TO_OPTIONS = ("battle.go-to", "battle.tape", "battle.panels")
"""Commands whose letters may be those of options; the list of commands still has them."""
TO_LABELS = ("battle.happened", "battle.legend", "battle.panels")
"""Commands whose letters may be those of labels, where each of several gets one by its letter."""
