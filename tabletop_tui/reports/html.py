"""Pages of HTML from the templates beside this module: every text is escaped, and none can do anything to a terminal.

A page needs no other file, and prints on A4.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tabletop_tui.files.safe_text import clean


def render(template: str, **shown: Any) -> str:
    """A page made of a template, by its name without the ending, and what it shows."""
    return _environment().get_template(f"{template}.html.j2").render(**shown)


def as_it_is(markup: str) -> Markup:
    """HTML of our own making, which is not escaped: a picture. Never for a text from outside."""
    return Markup(markup)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("tabletop_tui.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _harmless(value: Any) -> Any:
    """What is put into a page: texts on one line, without what a terminal obeys."""
    return clean(value) if type(value) is str else value
