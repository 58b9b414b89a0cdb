"""Files that are written: nothing but a regular file gives way, links stay, and of two writers neither is torn."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.write_file import Taken, free_path, write_beside, write_free

SHAPES: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "is not a file but a pipe or a device"),
    "device": (lambda path: path.symlink_to("/dev/null"), "is not a file but a pipe or a device"),
    "folder": (Path.mkdir, "is a folder"),
    "loop": (lambda path: path.symlink_to(path), "is a link that leads to itself"),
    "read-only": (lambda path: (path.write_text("old"), path.chmod(0o444)), "cannot be written: it was made read-only"),
    "below a file": (lambda path: path.parent.rmdir() or path.parent.write_text(""), "cannot be written"),
}
"""What may stand where a file is to go, and what is said of it."""


def seen(path: Path) -> tuple[int, int, str]:
    status = path.lstat()
    return status.st_ino, status.st_mode, os.readlink(path) if stat.S_ISLNK(status.st_mode) else ""


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize(("make", "said"), SHAPES.values(), ids=SHAPES)
def test_what_is_no_file_to_write_stays_as_it_is(
    make: Callable[[Path], object], said: str, overwrite: bool, tmp_path: Path
):
    path = tmp_path / "folder" / "a.toml"
    path.parent.mkdir()
    make(path)
    there = path if path.parent.is_dir() else path.parent
    before = seen(there)
    with pytest.raises(BadFile, match=said if overwrite else f"{said}|exists already"):
        write_beside(path, "new", overwrite=overwrite)
    assert seen(there) == before
    assert [one.name for one in there.parent.iterdir()] == [there.name]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(there: bool, tmp_path: Path):
    target, link, far = tmp_path / "dotfiles" / "a.toml", tmp_path / "a.toml", tmp_path / "far.toml"
    if there:
        target.parent.mkdir()
        target.write_text("old")
    link.symlink_to(target)
    far.symlink_to("a.toml")
    write_beside(far, "new")
    assert target.read_text() == link.read_text() == "new"
    assert far.is_symlink()
    assert link.is_symlink()
    assert [one.name for one in target.parent.iterdir()] == ["a.toml"]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path):
    before = os.umask(0o027)
    try:
        for mode in (0o600, 0o664, 0o200):
            path = tmp_path / f"{mode:o}.toml"
            path.touch()
            path.chmod(mode)
            write_beside(path, "new")
            assert stat.S_IMODE(path.stat().st_mode) == mode
        write_beside(tmp_path / "new.toml", "new")
        assert stat.S_IMODE((tmp_path / "new.toml").stat().st_mode) == 0o640
    finally:
        os.umask(before)


def test_what_somebody_laid_where_the_text_waits_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not even if somebody guesses the name under which it is written first."""
    monkeypatch.setattr("tabletop_tui.files.write_file.token_hex", lambda _: "guessed")
    victim = tmp_path / "victim"
    victim.write_text("old")
    for name in (".a.guessed.new", ".a.toml.new"):
        (tmp_path / name).symlink_to(victim)
    with pytest.raises(BadFile, match="cannot be written: File exists"):
        write_beside(tmp_path / "a.toml", "new")
    assert victim.read_text() == "old"


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_nobodys_place(links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if not links:
        monkeypatch.setattr("os.link", lambda *_: (_ for _ in ()).throw(PermissionError(1, "no links here")))
    path = tmp_path / "a.toml"
    assert [write_free(path, f"{number}").name for number in range(3)] == ["a.toml", "a-2.toml", "a-3.toml"]
    (tmp_path / "a-4.toml").symlink_to("nowhere")
    assert free_path(path).name == "a-5.toml"
    with pytest.raises(Taken, match="exists already"):
        write_beside(path, "new", overwrite=False)
    assert path.read_text() == "0"


def test_a_name_of_any_length_is_a_sentence_or_a_file(tmp_path: Path):
    for letters in (200, 250, 256, 5000):
        path = tmp_path / f"{'x' * letters}.toml"
        if letters <= 250:
            write_beside(path, "new")
            assert path.read_text() == "new"
        else:
            with pytest.raises(BadFile, match="cannot be written: File name too long"):
                write_beside(path, "new")


# ---------------------------------------------------------------- two programs
WRITER = """
import sys, pathlib
from tabletop_tui.files.write_file import write_beside, write_free
path, letter, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for number in range(count):
    write_beside(path, letter * 100_000)
    write_free(path.with_name("free.toml"), letter)
"""


def test_two_writers_of_one_file_leave_it_whole_and_miss_nothing(tmp_path: Path):
    path, count = tmp_path / "a.toml", 40
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), letter, str(count)], stderr=subprocess.PIPE)
        for letter in "xy"
    ]
    looked = 0
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            found = path.read_text()
            assert found in ("x" * 100_000, "y" * 100_000)
            looked += 1
    assert looked > 20
    assert [(writer.returncode, writer.stderr.read()) for writer in writers if writer.stderr] == [(0, b"")] * 2
    free = [one.read_text() for one in tmp_path.glob("free*.toml")]
    assert (free.count("x"), free.count("y")) == (count, count)
    assert {one.name for one in tmp_path.glob(".*")} == set()
