"""A player's own keys, by command id, kept in keys.toml beside the settings.

Keys are written as Textual names them, several in one text with commas between.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from tabletop_tui.bindings import ALL, BATTLE, SCREENS, Command, printed
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import locked
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import carried_over, toml_text
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.paths import kept_preferences, preferences

FILE = "keys.toml"
PROGRAMS_OWN = ("ctrl+q", "ctrl+c")
"""Keys that leave the program, whatever is on the screen."""
ANSWERS = "123456789"


def keymap_path() -> Path:
    """Where the file lies."""
    return preferences(FILE)


def read_keymap(path: Path | None = None) -> dict[str, str]:
    """The keys by command id, as in `"battle.undo" = "ctrl+u"`; {} without a file. BadFile for what cannot be read."""
    path = path or kept_preferences(FILE)
    if not os.path.lexists(path):
        return {}
    data = toml_table(path)
    for command_id, keys in data.items():
        if command_id not in ALL:
            raise BadFile(path, command_id, "there is no such command; the keys screen lists them")
        if not isinstance(keys, str) or not keys:
            raise BadFile(path, command_id, "give a key, or several in one text with commas between")
    return data


def write_keymap(keymap: Mapping[str, str], path: Path | None = None, before: Mapping[str, str] | None = None) -> Path:
    """Save the keys; BadFile if that cannot be done.

    `before` is what they were changed from: then only that change is saved, beside what other windows have saved.
    """
    written = path or keymap_path()
    with locked(written):
        if before is not None:
            keymap = carried_over(read_keymap(path), before, keymap)
        write_beside(written, toml_text(keymap))
    return written


def keys_of(command: Command, keymap: Mapping[str, str]) -> list[str]:
    """The keys of a command as Textual names them; [] for one that has none."""
    return [key.strip() for key in keymap.get(command.id, command.keys).split(",") if key.strip()]


def clashes(keymap: Mapping[str, str]) -> list[str]:
    """A sentence for each key that a user's own keys give to two commands of one screen."""
    found = []
    for commands in SCREENS.values():
        owner: dict[str, Command] = {}
        for command in commands.commands:
            for key in keys_of(command, keymap):
                other = owner.setdefault(key, command)
                if other is not command and (other.id in keymap or command.id in keymap):
                    found.append(
                        f"{keymap_path().name}: the key {printed(key)} belongs to {other.id} and to {command.id}; "
                        "give one of them another"
                    )
    return list(dict.fromkeys(found))


def refuse_key(command: Command, key: str, keymap: Mapping[str, str]) -> str:
    """Why a command may not have this key, '' if it may: what it does already on a screen of this command."""
    if key in PROGRAMS_OWN:
        return f"{printed(key)} leaves the program on every screen"
    if key in ANSWERS and command.id in BATTLE.by_id:
        return f"{key} answers questions in a battle"
    for screen, other in _beside(command):
        if key in keys_of(other, keymap):
            return f"{printed(key)} already does this: {other.help} ({screen}); give that another key first"
    return ""


def _beside(command: Command) -> Iterator[tuple[str, Command]]:
    """The other commands of every screen that has this one."""
    for screen, commands in SCREENS.items():
        if command.id in commands.by_id:
            yield from ((screen, other) for other in commands.commands if other.id != command.id)
