"""What a command says: lines on the output, and one sentence on the error output with its exit code."""

from __future__ import annotations

import sys

import click

from tabletop_tui.files.safe_text import clean, clean_lines
from tabletop_tui.process import standard_streams

NAME = "tabletop-tui"
BAD = 2
"""The exit code of what cannot be done."""


def say(sentence: str, code: int) -> int:
    """One sentence on the error output."""
    try:
        print(f"{NAME}: {clean(' '.join(sentence.split()))}", file=sys.stderr, flush=True)
    except OSError:  # nobody hears it; the exit code says it still
        standard_streams.give_up(2)
    return code


def tell(text: str) -> None:
    """Lines on the output."""
    click.echo(clean_lines(text))
