"""Nothing that a terminal obeys reaches the screen, whatever a text holds; markup is text like any other."""

import pytest

from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.styled_text import strip_of
from tabletop_tui.widgets.terminal_palettes import palette


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("text", ["a\x1b[2Jb", "a\x07", "\u202edcba", "a\nb", "a\u2028b", "\x9b31m"])
def test_a_line_is_clean_and_as_wide_as_it_says(text: str, glyphs):
    strip = strip_of([("Red ", "text"), (text, "strong")], 30, palette("mono"), glyphs)
    assert strip.text.isprintable()
    assert strip.text.startswith("Red ")
    assert strip.cell_length == 30


def test_markup_is_text():
    strip = strip_of([("[bold]a[/] :smile: [@click=x]", "text")], 40, palette("mono"), UNICODE)
    assert strip.text.rstrip() == "[bold]a[/] :smile: [@click=x]"
