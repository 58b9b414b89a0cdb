"""What is printed is clean: nothing that a terminal obeys, that turns letters around, or that breaks a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.files.bad_file import LONGEST_FIX, LONGEST_PLACE, BadFile
from tabletop_tui.files.safe_text import clean, clean_lines, in_markdown, in_short, is_clean, unclean_place

NASTY = (
    "\x1b[2J",
    "a\x07",
    "\x7f",
    "\x9b31m",
    "\u202eevil",
    "\u2066x",
    "a\u2028b",
    "\u2029",
    "a\nb",
    "\r",
    "\ud800",
    "\u200f",
)


@pytest.mark.parametrize("text", NASTY)
def test_what_a_terminal_obeys_is_escaped(text: str):
    assert not is_clean(text)
    assert clean(text).isprintable()
    assert clean(f"Red {text}").startswith("Red ")
    assert "\\" in clean(text)
    assert str(BadFile(f"a{text}", text, f"not {text}")).isprintable()
    assert BadFile(f"a{text}", text, text).brief.isprintable()


@pytest.mark.parametrize("text", ["Brücke, Zug 3", "ð þ 漢字 ⚡ ♣", "a\\x1b", "50\u00a0%", ""])
def test_names_of_any_language_stay_as_they_are(text: str):
    assert is_clean(text)
    assert clean(text) == text


@given(st.text())
def test_no_text_whatever_gets_through(text: str):
    assert is_clean(clean(text))
    assert is_clean(in_markdown(text))
    assert clean_lines(text).count("\n") == text.count("\n")


def test_a_sentence_about_a_huge_value_is_short():
    error = BadFile("a.toml", "k" * 100_000, "v" * 100_000)
    assert len(str(error)) < 2 * (LONGEST_PLACE + LONGEST_FIX)


def test_the_place_of_an_unclean_text_is_found():
    sound = {"name": "X", "summary": "two\nlines", "units": [{"id": "a"}, {"id": "b"}]}
    assert unclean_place(sound) is None
    assert unclean_place({**sound, "units": [{"id": "a"}, {"id": "\x1b"}]}) == "units[1].id"
    assert unclean_place({"a": {"\u202e": 1}}, "setup") == "setup.a.\u202e"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("`rm`", "\\`rm\\`"),
        ("<script>", "\\<script\\>"),
        ("[a](b)", "\\[a\\](b)"),
        ("&lt;", "\\&lt;"),
        ("# x", "\\# x"),
        ("- x", "\\- x"),
        ("1. x", "1\\. x"),
        ("===", "\\==="),
        ("auto-cannon 3+", "auto-cannon 3+"),
    ],
)
def test_markdown_shows_a_name_as_it_is(text: str, shown: str):
    assert in_markdown(text) == shown


def test_a_long_text_is_cut_in_its_middle():
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert in_short(letters, 26) == letters
    assert in_short(letters, 12) == "abcdefgh ... xyz"
