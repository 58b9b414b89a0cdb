"""Pages of HTML from the templates beside this module: every text is escaped, and none can do anything to a terminal.

A page needs no other file, and prints on A4. Only pictures of our own making are marked `safe` in a template.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tabletop_tui.files.safe_text import clean

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **shown: Any) -> str:
    """A page made of a template, by its name without the ending, and what it shows."""
    return _environment().get_template(f"{template}.html.j2").render(**shown)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

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
    """What is put into a page: texts on one line, without what a terminal obeys; what is safe has a type of its own."""
    return clean(value) if type(value) is str else value
