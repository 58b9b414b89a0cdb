"""An account without a home folder, as containers have it; a shell that asks for completion."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_tui.paths import HOME

PROGRAM = str(Path(sys.executable).with_name("tabletop-tui"))


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment}
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module that makes this account one that has no entry and no home."""
    text = "import os, pwd\ndef nobody(name):\n    raise KeyError(name)\npwd.getpwuid = pwd.getpwnam = nobody\n"
    (tmp_path / "sitecustomize.py").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("words", [("list", "rosters"), ("play", "--headless", "--seat", "random"), ("resume",)])
def test_an_account_without_a_home_is_told_so(homeless: Path, words: tuple[str, ...]):
    done = run(homeless, PROGRAM, *words, PYTHONPATH=str(homeless))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"no home folder, and HOME is not set; {HOME} names a folder" in done.stderr


def test_such_an_account_plays_where_a_folder_is_named(homeless: Path):
    words = ("play", "mechcom/quick-start", "--headless", "--seed", "1", "--seat", "random", "--seat", "random")
    done = run(homeless, PROGRAM, *words, PYTHONPATH=str(homeless), **{HOME: str(homeless / "own")})
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list((homeless / "own/games").iterdir())) == 1


# ---------------------------------------------------------------- a Tab
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion_and_no_fault(tmp_path: Path, shell: str):
    named = {HOME: str(tmp_path / "own")}
    script = run(tmp_path, PROGRAM, _TABLETOP_TUI_COMPLETE=f"{shell}_source", **named)
    assert script.returncode == 0, script.stderr
    assert "_TABLETOP_TUI_COMPLETE" in script.stdout
    typed = {"COMP_WORDS": "tabletop-tui re", "COMP_CWORD": "re" if shell == "fish" else "1"}
    offered = run(tmp_path, PROGRAM, _TABLETOP_TUI_COMPLETE=f"{shell}_complete", **typed, **named)
    assert (offered.returncode, offered.stderr) == (0, "")
    assert {"replay", "resume"} <= set(offered.stdout.replace(",", " ").split())
    assert not (tmp_path / "own").exists()
