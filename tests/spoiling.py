"""Sound data and files, spoilt by chance: what every reader of files has to take or to refuse in a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import forget

PLAIN = st.sampled_from([0, 24, -1, 48.0, "M", "X", "Base"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
WORDS = (
    *('"x"', "5", "-5", "true", "1.5", "nan", "-inf", "[]", "{}", '["a", 1]', "{ a = 1 }", "1979-05-27", "07:32:00"),
    *("99999999999999999999", "0xffff", "[[1, 1], [2, 2]]", "[[1, 1], [1, 1], [1, 1]]", "[24, 24]", "[[[]]]", '""'),
    *("[[1e300, 1], [2, 2], [3, 1]]", "[24, 24, -3]", "[24, 24, 1e9]", '"\\u0000"', "'''\n\n'''", '"M"', '"X"'),
    *('"Marksman"', '"find-and-secure"', '"destroy"', '"water"', '"rifle"', '"truck"', '["c4", "c4"]'),
)
"""Values for TOML files."""
BYTES = (b'"', b"[", b"]", b"=", b"\n", b"-", b"[[", b"0", b"{", b"1979-05-27")


def fuzz(examples: int) -> settings:
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=examples, suppress_health_check=checks)


def said_of(work: Callable[..., Any], *arguments: Any) -> str:
    """What BadFile says, '' if all is well; any other exception fails the test."""
    try:
        work(*arguments)
    except BadFile as error:
        return str(error)
    return ""


def said_of_file(check: Callable[..., Any], path: Path, raw: bytes, folders: list[Path]) -> str:
    """What BadFile says of a file of these bytes; '' if it is taken.

    It must name that file, or another one that asks for something that is no more in that file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    forget()  # a file may be written twice within one tick of the file system's clock
    said = said_of(check, path, folders)
    path.unlink()
    assert said == "" or str(path) in said or Path(said.partition(": ")[0]).is_file(), said
    assert said.isprintable()
    return said


# ---------------------------------------------------------------- data
def spoilt(draw: st.DataObject, sound: Any) -> Any:
    """A copy of JSON data with one to three of its values replaced, removed, or given a companion."""
    data = json.loads(json.dumps(sound))
    for _ in range(draw.draw(st.integers(1, 3))):
        way = draw.draw(st.sampled_from(list(places(data))))
        data = changed(data, way, draw.draw(st.sampled_from(["replace", "remove", "add"])), draw.draw(JUNK))
    return data


def places(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in nested data."""
    yield here
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*here, key))


def changed(data: Any, way: tuple[Any, ...], how: str, junk: Any) -> Any:
    """The data with the value at `way` replaced, removed, or given a companion."""
    if not way:
        return junk
    inner = data
    for key in way[:-1]:
        inner = inner[key]
    if how == "remove":
        del inner[way[-1]]
    elif how == "add" and isinstance(inner, dict):
        inner[str(junk)[:9]] = junk
    else:
        inner[way[-1]] = junk
    return data


# ---------------------------------------------------------------- set-ups made by hand
SQUARE = ((4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0))
NO_SETUPS: list[Any] = [None, [], "x", 7, {}, {"name": "X"}, {"units": 5}, {"table": []}, [{}]]
"""What is no scenario and no army at all."""


def forged(sound: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A copy of JSON data in which some keys have other values."""
    return {**json.loads(json.dumps(sound)), **changes}


def with_pieces(sound: dict[str, Any], pieces: list[Any]) -> dict[str, Any]:
    """A copy of a scenario's data with this terrain, as plain data, on its table."""
    data = forged(sound)
    data["table"]["pieces"] = pieces
    return data


def start_of(value: object) -> str:
    """What names a case of a parametrized test: its sentence, cut short; nothing for its data."""
    return value[:50] if isinstance(value, str) else ""


# ---------------------------------------------------------------- files
def spoilt_lines(draw: st.DataObject, text: str) -> str:
    """A TOML file with whole values swapped for others, so that it stays sound TOML more often than not."""
    lines = text.splitlines()
    numbers = [number for number, line in enumerate(lines) if " = " in line and '"""' not in line]
    for number in draw.draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=3)):
        key = lines[number].partition(" = ")[0]
        how = draw.draw(st.sampled_from(["value", "value", "drop", "key", "twice"]))
        if how == "value":
            lines[number] = f"{key} = {draw.draw(st.sampled_from(WORDS))}"
        elif how == "drop":
            lines[number] = ""
        elif how == "key":
            lines[number] = lines[number].replace(key, key[:-1] or "k", 1)
        else:
            lines[number] += f"\n{key}x = 1"
    return "\n".join(lines)


def spoilt_bytes(draw: st.DataObject, sound: bytes) -> bytes:
    """A file with a few stretches of it overwritten."""
    raw = bytearray(sound)
    for _ in range(draw.draw(st.integers(1, 4))):
        at = draw.draw(st.integers(0, len(raw) - 1))
        raw[at : at + draw.draw(st.integers(0, 6))] = draw.draw(st.binary(max_size=3) | st.sampled_from(BYTES))
        raw = raw or bytearray(b"x")
    return bytes(raw)


# ---------------------------------------------------------------- one fault in a file
def with_fault(source: Path, path: Path, old: str, new: str) -> Path:
    """A copy of a shipped file in which one thing is written otherwise."""
    text = source.read_text(encoding="utf-8")
    assert old in text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def fault_of(check: Callable[..., object], path: Path, folders: list[Path]) -> str:
    """The sentence that is said of a file that cannot be used."""
    with pytest.raises(BadFile) as caught:
        check(path, folders)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert message.isprintable()
    return message.removeprefix(f"{path}: ")
