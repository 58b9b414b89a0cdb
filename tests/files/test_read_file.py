"""Files come in by one door: regular ones, of a sane size, nested no deeper than makes sense."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import tabletop_tui
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile

PACKAGE = Path(tabletop_tui.__file__).parent


def said(work, *arguments: object) -> str:
    with pytest.raises(BadFile) as error:
        work(*arguments)
    assert str(error.value).isprintable()
    return str(error.value)


# ---------------------------------------------------------------- what is no file
def test_a_pipe_with_nobody_behind_it_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "a.toml")
    assert "is not a file but a pipe or a device" in said(read_file.toml_table, tmp_path / "a.toml")


def test_a_device_a_folder_and_a_link_to_itself(tmp_path: Path):
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    assert "a pipe or a device" in said(read_file.content, Path("/dev/zero"))
    assert "is a folder; name a file" in said(read_file.content, tmp_path)
    assert "cannot be read" in said(read_file.content, tmp_path / "loop.toml")
    assert "cannot be read" in said(read_file.content, tmp_path / "none.toml")
    assert "cannot be read" in said(read_file.content, Path("a\0b"))


def test_the_mark_that_some_editors_put_before_a_text_is_not_part_of_it(tmp_path: Path):
    path = tmp_path / "marked.toml"
    path.write_text('name = "A"\n', encoding="utf-8-sig")
    assert read_file.toml_table(path) == {"name": "A"}


def test_a_file_too_large_for_its_kind(tmp_path: Path):
    path = tmp_path / "a.toml"
    with path.open("wb") as file:
        file.truncate(10**12)  # without a byte on the disk
    assert f"is larger than {read_file.LARGEST_TEXT} bytes" in said(read_file.toml_table, path)
    path.write_bytes(b"x" * 10)
    assert read_file.content(path, 10) == b"x" * 10
    assert "larger than 9 bytes" in said(read_file.content, path, 9)


# ---------------------------------------------------------------- TOML and JSON beyond all sense
HUGE = {
    "a dotted key": "a." * 400_000 + "a = 1",
    "one inside a table": "x = {" + "a . " * 200_000 + "a = 1}",
    "one in quotes": '"".' * 260_000 + '"" = 1',
    "one with quotes in quotes": r'"\"".' * 160_000 + "a = 1",
    "a heading": "[" + "a." * 400_000 + "a]",
    "a long key": "k" * 900_000 + " = 1",
    "lists in lists": "x = " + "[" * 400_000,
    "sound lists in lists": "x = " + "[" * 100 + "]" * 100,
    "tables in tables": "x = " + "{a = " * 150_000,
    "a number of many digits": "x = 1" + "0" * 900_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_toml_beyond_all_sense_is_refused_without_being_read(text: str, tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_text(text)
    sentence = said(read_file.toml_table, path)
    assert "is not sound TOML" in sentence
    assert len(sentence) < 500


def test_keys_may_be_nested_as_far_as_makes_sense():
    assert read_file.toml_of(".".join("a" * 60) + " = 1.5")
    assert read_file.toml_of("x = [" + "1.5, " * 1000 + "]")
    assert read_file.toml_of('x = "' + "One word. " * 1000 + '"')


def test_json_beyond_all_sense():
    for line in (b"[" * 100 + b"]" * 100, b'{"a":' * 100 + b"1" + b"}" * 100, b"[" * 100_000, b"1" * 5000):
        with pytest.raises((ValueError, RecursionError)):
            read_file.json_of(line)
    assert read_file.json_of(b"[" + b"[],[]," * 100 + b"[]]")


# ---------------------------------------------------------------- nobody else opens files
OPENERS = {"open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes", "mkstemp"}
PARSERS = {("tomllib", "loads"), ("tomllib", "load"), ("json", "load"), ("os", "open"), ("io", "open")}
ALLOWED = {
    "files/read_file.py": "the door",
    "rulebook/base_system.py": "the reference of the package",
    "rulebook/rules_contents.py": "the contents.toml of the package",
    "rulebook/first_game_hints.py": "the guide of the package",
    "rulebook/metadata.py": "the about.toml of the package",
    "rulebook/outcome_prediction.py": "the chances.toml of the package",
    "play/rating_ladder.py": "the ladder.toml of the package",
    "reports/guide_pages.py": "the guide of the package",
    "web/server.py": "a page of the package",
    "play/journal.py": "a journal being written; what it holds is read by the door",
    "files/write_file.py": "the door by which files go out",
    "files/locks.py": "an empty file beside another, or one that is only added to",
    "process/crash_report.py": "a report, under a name that nothing has",
    "cli/__init__.py": "os.devnull as output",
    "process/standard_streams.py": "the standard streams",
}


def openings(path: Path) -> list[str]:
    """The calls in a module that open, read or write files, or read TOML."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in OPENERS:
            found.append(called.id)
        elif isinstance(called, ast.Attribute):
            owner = called.value.id if isinstance(called.value, ast.Name) else ""
            if called.attr in OPENERS - {"open"} or (owner, called.attr) in PARSERS:
                found.append(f"{owner}.{called.attr}")
            elif called.attr == "open" and owner not in ("self",):
                found.append(f"{owner}.open")
    return found


def test_no_module_but_the_door_opens_a_file():
    modules = {path.relative_to(PACKAGE).as_posix(): openings(path) for path in PACKAGE.rglob("*.py")}
    assert modules["files/read_file.py"], "the test sees what it looks for"
    assert {name: found for name, found in modules.items() if found and name not in ALLOWED} == {}


RAISES = {"exists", "is_file", "is_dir", "resolve"}
"""Questions to a Path that end in an OSError for a name that is too long, or a link that leads to itself."""
OF_THE_PACKAGE = {
    *("rulebook/rules_contents.py", "rulebook/first_game_hints.py", "rulebook/metadata.py"),
    *("rulebook/outcome_prediction.py", "play/rating_ladder.py"),
}


def test_whether_a_file_is_there_is_asked_without_raising():
    """By os.path; but for files of the package, and in the editor, where the error is what is told."""
    found, looked = [], 0
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RAISES:
                looked += 1
                if ast.unparse(node.func.value) not in ("os.path", "Path(typed.strip()).expanduser()"):
                    found.append(path.relative_to(PACKAGE).as_posix())
    assert looked > 5
    assert set(found) <= OF_THE_PACKAGE


def test_a_long_row_of_a_map_is_no_key():
    """Texts and comments may hold as many words with dots between them as they like."""
    row = " ".join(["0."] * 200)
    for written in (f'ground = """\n{row}\n"""', f"ground = '''\n{row}\n'''", f'ground = "{row}"', f"a = 1 # {row}"):
        assert read_file.toml_of(written)


@pytest.mark.parametrize("before", ["", "a = 1\n\n\n", '# """\n', 'a = """x"""\n', 'a = \'"""\'\n'])
@pytest.mark.parametrize("part", ["a", '"a b"', "'a'"])
def test_a_long_key_is_found_wherever_it_hides(before: str, part: str):
    line = 1 + before.count("\n")
    with pytest.raises(ValueError, match=rf"a key of at most 64 parts \(at line {line}\)"):
        read_file.toml_of(f'{before}{".".join([part] * 200_000)} = 1\n# """\n')
