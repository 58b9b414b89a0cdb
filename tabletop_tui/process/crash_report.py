"""When the program itself is at fault: what a player is told, and the report that a maker wants."""

from __future__ import annotations

import platform
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from traceback import format_exception

from tabletop_tui import __version__, paths
from tabletop_tui.files.bad_file import BadFile

BROKEN = 70
"""The exit code that says so."""


class Crash(Exception):
    """The app came to its end by a fault: its `__cause__`."""


def keeping(journal: Path) -> str:
    """What a player wants to know first when a game ends before its end."""
    return f"the game is saved; go on with it: tabletop-tui resume {journal}"


def sentence(fault: BaseException) -> str:
    """What is told of a fault: which, what is kept (its notes), and where the report lies."""
    what = f"{type(fault).__name__}: {fault}".removesuffix(": ")
    report = write_report(fault)
    where = f"a report for its makers is in {report}" if report else "no report of it could be written"
    return "; ".join([f"a fault in the program: {what}", *getattr(fault, "__notes__", ()), where])


def write_report(fault: BaseException) -> Path | None:
    """Write down what happened where, among the player's own things or else among the system's; None if neither can."""
    text = f"tabletop-tui {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
    text += f"{sys.argv[1:]}\n\n{''.join(format_exception(fault))}"
    name = f"tabletop-tui-fault-{datetime.now():%Y-%m-%d_%H-%M-%S-%f}.txt"
    for place in (own_folder, tempfile.gettempdir):
        try:
            folder = Path(place())
            folder.mkdir(parents=True, exist_ok=True)
            with open(folder / name, "x", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except (OSError, BadFile):
            continue
        return folder / name
    return None


def own_folder() -> str:
    """Where reports lie among the player's own things."""
    return str(paths.home() / "faults")
