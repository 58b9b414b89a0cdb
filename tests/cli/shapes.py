"""Which commands read and write which files, and all that may stand where a file is meant: a new command is one line.

`{}` stands for the path. Tests put each shape under each command of the fitting kind.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

Words = tuple[str, ...]

READS: dict[str, tuple[str, Words]] = {
    "check": (".toml", ("check", "{}")),
    "check a journal": (".jsonl", ("check", "{}")),
    "play": (".toml", ("play", "{}", "--headless")),
    "play, a force": (".toml", ("play", "mechcom/quick-start", "--headless", "--force", "{}")),
    "print": (".toml", ("print", "{}")),
    "print, to a file": (".toml", ("print", "{}", "--to", "x.html")),
    "replay": (".jsonl", ("replay", "--verify", "{}")),
    "replay headless": (".jsonl", ("replay", "--headless", "{}")),
    "resume": (".jsonl", ("resume", "--headless", "{}")),
    "export": (".jsonl", ("export", "{}", "--to", "x.md")),
    "analyse": (".jsonl", ("analyse", "{}")),
    "lab": (".toml", ("lab", "{}", "--games", "1")),
    "lab, a force": (".toml", ("lab", "mechcom/quick-start", "--games", "1", "--force", "{}")),
    "lab, a page": (".md", ("lab", "toy/duel", "--games", "1", "--page", "{}")),
    "learn": (".toml", ("learn", "mechcom", "{}", "--headless")),
    "make a puzzle": (".toml", ("puzzle", "{}", "--name", "x", "--want", "{ fact = 'round' }")),
    "edit": (".toml", ("edit", "{}")),
    "edit, a picture": (".txt", ("edit", "mechcom", "--import", "{}", "--to", "x.toml")),
}
"""By what they are for: how the file ends, and the words of the command that reads it."""

WRITES: dict[str, tuple[str, Words]] = {
    "export": (".md", ("export", "GAME", "--to", "{}", "--overwrite")),
    "export a page": (".html", ("export", "GAME", "--to", "{}", "--overwrite")),
    "export a picture": (".svg", ("export", "GAME", "--to", "{}", "--overwrite")),
    "export a page to step through": (".html", ("export", "GAME", "--to", "{}", "--replay", "--overwrite")),
    "export pixels": (".png", ("export", "GAME", "--to", "{}", "--overwrite")),
    "export a film": (".gif", ("export", "GAME", "--to", "{}", "--overwrite")),
    "analyse": (".csv", ("analyse", "GAME", "--to", "{}", "--overwrite")),
    "sheet": (".html", ("sheet", "mechcom", "--to", "{}", "--overwrite")),
    "print a roster": (".md", ("print", "mechcom/iron-charter", "--to", "{}", "--overwrite")),
    "print a table": (".html", ("print", "mechcom/quick-start", "--to", "{}", "--overwrite")),
    "edit, a picture": (".toml", ("edit", "mechcom", "--import", "PICTURE", "--to", "{}", "--overwrite")),
    "play, a journal": (".jsonl", ("play", "toy/duel", "--headless", "--seat", "random", "--journal", "{}")),
    "lab, a page": (".md", ("lab", "toy/duel", "--games", "1", "--page", "{}")),
    "lab, a folder": ("", ("lab", "toy/duel", "--games", "1", "--out", "{}")),
    "make a puzzle": (".toml", ("puzzle", "POSITION", "--name", "x", "--want", "{ fact = 'round' }", "--to", "{}")),
}
"""The same for what is written; GAME, PICTURE and POSITION are sound files."""


def pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def device(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path


def loop(path: Path) -> Path:
    path.symlink_to(path)
    return path


def folder(path: Path) -> Path:
    path.mkdir()
    return path


def huge(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(10**11)
    return path


def dotted(path: Path) -> Path:
    path.write_text("a." * 400_000 + "a = 1")
    return path


def long_name(path: Path) -> Path:
    return path.with_name(f"{'x' * 300}{path.suffix}")


def long_path(path: Path) -> Path:
    return path.parent.joinpath(*["x" * 200] * 30, path.name)


def in_a_file(path: Path) -> Path:
    below = path.parent / "file"
    below.write_text("")
    return below / path.name


def no_letters(path: Path) -> Path:
    path.write_bytes(b"\xff\xfe\x00 = 1")
    return path


def empty(path: Path) -> Path:
    path.write_bytes(b"")
    return path


Make = Callable[[Path], Path]
UNREADABLE: dict[str, Make] = {
    one.__name__: one
    for one in (pipe, device, loop, folder, huge, dotted, long_name, long_path, in_a_file, no_letters, empty)
}
"""What no command reads."""
UNWRITABLE: dict[str, Make] = {
    one.__name__: one for one in (pipe, device, loop, folder, long_name, long_path, in_a_file)
}
"""What no command writes."""
