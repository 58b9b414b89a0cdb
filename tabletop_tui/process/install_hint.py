"""The line that installs an extra of the program, in the way in which the program itself was installed."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

NAME = "tabletop-tui"


def install_line(extra: str, prefix: str = sys.prefix) -> str:
    """The words for a shell; `prefix` is where this Python's packages lie."""
    what, parts = f"'{NAME}[{extra}]'", Path(prefix).parts
    if "pipx" in parts:
        return f"pipx install --force {what}"
    if ("uv", "tools") in pairwise(parts):
        return f"uv tool install {what}"
    if "uv" in parts:
        return f"uvx --from {what} {NAME}"
    return f"pip install {what}"
