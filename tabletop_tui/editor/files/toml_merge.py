"""Changed data into the text of the file it came from, so that comments and the order of keys stay as they were.

A text is cut at its headings. What a block says stays as it is written while its data is the same; a comment right
above a heading goes with its table, wherever that goes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, cast

import tomlkit
from tomlkit.items import Item, Table

from tabletop_tui.files.read_file import ASIDE, toml_of
from tabletop_tui.records import frozen

Data = Mapping[str, Any]


def merged(text: str, new: Data) -> str:
    """A TOML text that says `new`, in the words of `text` wherever they say the same.

    TypeError or ValueError for what has no place in a TOML file.
    """
    return merged_from(text, toml_of(text), new)[0]


def merged_from(text: str, old: Data, new: Data) -> tuple[str, dict[str, Any]]:
    """The same for a text of which it is known what it says; and what the new text says, read anew."""
    head, blocks = cut(text)
    found = _level(head, blocks, (), old, new).strip("\n") + "\n"
    data = toml_of(found)
    if not same(data, new):  # a text in an order that none of our files has: its comments are given up
        found = _written((), new)
        data = toml_of(found)
    return found, data


def same(a: Any, b: Any) -> bool:
    """Whether two values say the same in a file: 1 and 1.0 do, 1 and true do not."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) == isinstance(b, bool) and bool(a == b)


# ---------------------------------------------------------------- a text in blocks
@frozen
class Block:
    """A table of a text: the comment right above its heading, the line of the heading, and what stands below it."""

    path: tuple[str, ...]
    array: bool
    """Whether it is one of several, under a heading in [[two brackets]]."""
    lead: str
    heading: str
    body: str

    @property
    def text(self) -> str:
        return self.lead + self.heading + self.body


def cut(text: str) -> tuple[str, list[Block]]:
    """What stands before the first heading, and each block with its heading."""
    lines = text.splitlines(keepends=True)
    starts = list(_headings(text))
    if not starts:
        return text, []
    ends = [*starts[1:], len(lines)]
    head, lead = _without_lead(lines[: starts[0]])
    blocks = []
    for start, end in zip(starts, ends, strict=True):
        body, next_lead = _without_lead(lines[start + 1 : end]) if end < len(lines) else (lines[start + 1 :], [])
        path, array = _path(lines[start])
        blocks.append(Block(path, array, "".join(lead), lines[start], "".join(body)))
        lead = next_lead
    return "".join(head), blocks


def _headings(text: str) -> Iterator[int]:
    """The numbers of the lines that are headings."""
    bare = re.sub(ASIDE, lambda aside: re.sub(r"[^\n]", "_", aside.group()), text)
    depth = 0
    for number, line in enumerate(bare.splitlines()):
        if depth == 0 and line.lstrip().startswith("["):
            yield number
        depth += sum(line.count(sign) for sign in "[{") - sum(line.count(sign) for sign in "]}")


@lru_cache(maxsize=256)
def _path(heading: str) -> tuple[tuple[str, ...], bool]:
    """Of which table a line is the heading, and whether of one of several."""
    found: Any = toml_of(heading)
    path: list[str] = []
    while found:
        ((key, found),) = found.items()
        path.append(key)
        if isinstance(found, list):
            return tuple(path), True
    return tuple(path), False


def _without_lead(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines, and those of the comment at their end that stands right above the next heading."""
    at = len(lines)
    while at and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    return (lines[:at], lines[at:]) if at else (lines, [])  # a comment that is all there is heads the file


# ---------------------------------------------------------------- a level of tables
def _level(head: str, blocks: Sequence[Block], path: tuple[str, ...], old: Data, new: Data) -> str:
    """The text of a table, whose own keys `head` holds and whose tables `blocks` do, when it says `new`."""
    parts: dict[str, list[list[Block]]] = {}
    order: list[tuple[str, int]] = []
    for part in _parts(blocks, len(path)):
        key = part[0].path[len(path)]
        order.append((key, len(parts.setdefault(key, []))))
        parts[key].append(part)
    placed: dict[tuple[str, int], str] = {}
    for key, of_key in parts.items():
        if key not in new:
            continue
        if of_key[0][0].array and _is_array(new[key]) and len(of_key) == len(old[key]):
            placed |= {(key, at): text for at, text in _array(of_key, (*path, key), old[key], new[key]).items()}
        elif same(old[key], new[key]):
            placed |= {(key, at): _text(part) for at, part in enumerate(of_key)}
        elif isinstance(new[key], Mapping) and len(of_key) == 1 and not of_key[0][0].array:
            placed[key, 0] = _table(of_key[0], (*path, key), old[key], new[key])
        elif _is_table(new[key]):
            placed[key, 0] = _written((*path, key), new[key])
    tables = ""
    for place in order:
        tables = _joined(tables, placed.get(place, ""))
    for key, value in new.items():
        if key not in parts and _is_table(value) and not _in_line(old.get(key), value):
            tables = _joined(tables, _apart((*path, key), value))
    plain_old = {key: value for key, value in old.items() if key not in parts}
    plain_new = {
        key: value
        for key, value in new.items()
        if not _is_table(value) or (key not in parts and _in_line(old.get(key), value))
    }
    return _joined(_keys(head, plain_old, plain_new), tables)


def _in_line(old: Any, new: Any) -> bool:
    """Whether a table stays where it is written among plain keys: on a line of its own, in {braces}."""
    return (isinstance(old, Mapping) and isinstance(new, Mapping)) or (_is_array(old) and _is_array(new))


def _parts(blocks: Sequence[Block], depth: int) -> Iterator[list[Block]]:
    """The blocks of each table at this depth, those of the tables inside it with it."""
    part: list[Block] = []
    for block in blocks:
        own = len(block.path) == depth + 1
        if part and (block.path[depth] != part[0].path[depth] or own):
            yield part
            part = []
        part.append(block)
    if part:
        yield part


def _array(parts: list[list[Block]], path: tuple[str, ...], old: list[Any], new: list[Any]) -> dict[int, str]:
    """The text that stands in the place of each part, when the tables of a list say `new`."""
    names, wanted = [_name(table) for table in old], [_name(table) for table in new]
    source: dict[int, int] = {}
    for way, a, end_a, b, end_b in SequenceMatcher(None, names, wanted, autojunk=False).get_opcodes():
        if way in ("equal", "replace"):
            source |= dict(zip(range(b, end_b), range(a, end_a), strict=False))
    kept = set(source.values())
    for at, name in enumerate(wanted):  # a table that only went to another place takes its comments along
        spare = [other for other, known in enumerate(names) if known == name and other not in kept]
        if spare and (at not in source or names[source[at]] != name):
            source[at] = spare[0]
            kept = set(source.values())
    text: dict[int, str] = {}
    place = 0
    for at, table in enumerate(new):
        if (one := source.get(at)) is None:
            found = _apart(path, [table])
        elif names[one] == wanted[at]:
            found = _text(parts[one])
        else:
            found = _table(parts[one], path, old[one], table)
        place = max(place, one if one is not None else place)
        text[place] = _joined(text.get(place, ""), found)
    return text


def _name(table: Any) -> str:
    return json.dumps(table, default=str, sort_keys=True)


def _table(part: list[Block], path: tuple[str, ...], old: Data, new: Data) -> str:
    """The text of a table under its heading, when it says `new`."""
    first, *rest = part
    if first.path != path:  # only its inner tables have headings
        return _written(path, [new] if first.array else new)
    body = _level(first.body, rest, path, old, new)
    return first.lead + first.heading + body


def _text(part: Sequence[Block]) -> str:
    return "".join(block.text for block in part)


def _joined(before: str, after: str) -> str:
    """Two texts after each other; one that begins with a blank line gets no second one."""
    if not before or not after:
        return before or after.lstrip("\n")
    before = before if before.endswith("\n") else before + "\n"
    return before + (after.lstrip("\n") if before.endswith("\n\n") else after)


# ---------------------------------------------------------------- keys and values
def _keys(head: str, old: Data, new: Data) -> str:
    """The plain keys of a table, when they say `new`."""
    if same(old, new):
        return head
    body = head.rstrip("\n")
    toml = tomlkit.parse(f"{body}\n" if body else "")
    _fill(toml, old, new)
    if "#" not in body and [*toml] != [*new] and not any(isinstance(item, Table) for item in toml.values()):
        items: dict[str, Any] = {key: toml.item(key) for key in new}  # what is true or false, toml[key] gives bare
        lines = [f"{_dotted((key,))} = {item.as_string().strip()}\n" for key, item in items.items()]
        return "".join(lines) + head[len(body) + 1 :]
    return tomlkit.dumps(toml).rstrip("\n") + "\n" + head[len(body) + 1 :]


def _fill(toml: Any, old: Data, new: Data) -> None:
    for key in old:
        if key not in new:
            del toml[key]
    for key, value in new.items():
        if key in old and same(old[key], value):
            continue
        _put(toml, key, old.get(key), value)


def _list(toml: Any, old: Sequence[Any], new: Sequence[Any]) -> Item:
    """A list in which other tables or lists stand, when it says `new`: those that stay keep their words."""
    if len(old) == len(new):
        for at, (was, value) in enumerate(zip(old, new, strict=True)):
            if not same(was, value):
                _put(toml, at, was, value)
        return cast("Item", toml)
    known = {_name(value): item.as_string().strip() for value, item in zip(old, toml, strict=True)}
    words = [known.get(_name(value)) or _worded(value) for value in new]
    if "\n" not in toml.as_string():
        return tomlkit.value(f"[{', '.join(words)}]")
    return tomlkit.value("[\n" + "".join(f"  {word},\n" for word in words) + "]")


def _put(toml: Any, key: Any, old: Any, new: Any) -> None:
    """A new value in its place; of a table or list only what is new in it."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        _fill(toml[key], old, new)
    elif _nested(old) and isinstance(new, list | tuple):
        toml[key] = _list(toml[key], old, new)
    else:
        toml[key] = _item(new)


def _nested(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, list | dict) for item in value)


def _item(value: Any) -> Item:
    return tomlkit.value(_worded(value))


def _worded(value: Any) -> str:
    """A value as TOML: whole numbers without decimals, a text of several lines on several."""
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return '"""\n' + tomlkit.string(value, multiline=True).as_string()[3:]
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_dotted((key,))} = {_worded(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_worded, value))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(tomlkit.item(value).as_string())


def _is_array(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _is_table(value: Any) -> bool:
    """Whether a value is written under headings of its own."""
    return isinstance(value, Mapping) or _is_array(value)


def _apart(path: tuple[str, ...], value: Any) -> str:
    """A new table between those that are there, a blank line before and behind it."""
    return f"\n{_written(path, value)}\n"


def _written(path: tuple[str, ...], value: Any) -> str:
    """A table, or a list of tables, under headings."""
    if _is_array(value):
        heading = f"[[{_dotted(path)}]]\n"
        return "\n".join(heading + _inside(path, table) for table in value)
    return (f"[{_dotted(path)}]\n" if path else "") + _inside(path, value)


def _inside(path: tuple[str, ...], table: Data) -> str:
    plain = [(key, value) for key, value in table.items() if not _is_table(value)]
    inner = [(key, value) for key, value in table.items() if _is_table(value)]
    text = "".join(f"{_dotted((key,))} = {_worded(value)}\n" for key, value in plain)
    return text + "".join("\n" + _written((*path, key), value) for key, value in inner)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(tomlkit.key([part]).as_string() for part in path)
