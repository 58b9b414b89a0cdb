"""What is ready to be published: built, checked, installed into an empty environment, and played from there.

    make release        all of it, into dist/; nothing is uploaded, and no tag is set unless TAG=1 is said

The version is that of tabletop_tui/__init__.py, and the changelog has to have a heading for it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
COMMANDS = (
    ("--version",),
    ("list", "systems"),
    ("help", "faq"),
    ("man",),
    ("play", "mechcom/quick-start", "--headless", "--seat", "random", "--seat", "random", "--journal", "game.jsonl"),
    ("export", "game.jsonl", "--to", "game.html", "--replay"),
)
"""What an installed program has to do, in a folder of its own."""
FINAL = re.compile(r"\d+\.\d+\.\d+")


def version() -> str:
    text = (ROOT / "tabletop_tui" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    assert found is not None
    return found.group(1)


def entry(changelog: str, name: str) -> str:
    """What the changelog says of a version, or of what is not released yet where none is final; '' for nothing."""
    head = re.escape(name) if FINAL.fullmatch(name) else "Unreleased"
    found = re.search(rf"^## {head}\b.*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found.group(1).strip() if found else ""


def released(changelog: str, name: str, day: str) -> str:
    """The changelog with what is not released yet under the heading of a version."""
    return changelog.replace("## Unreleased\n", f"## Unreleased\n\n## {name} - {day}\n", 1)


def run(*command: str | Path, cwd: Path = ROOT, **more: str) -> None:
    """Run a command; away from the checkout it is told, and what it prints is not."""
    print("$", *command, flush=True)
    told = None if cwd == ROOT else subprocess.DEVNULL
    subprocess.run(list(map(str, command)), cwd=cwd, check=True, env={**os.environ, **more}, stdout=told)


def build() -> list[Path]:
    """The source archive and the wheel made from it, anew."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST)
    return sorted(DIST.iterdir())


def check(files: Sequence[Path]) -> None:
    """Whether an index would take them, and whether the wheel holds what it should and nothing else."""
    run(sys.executable, "-m", "twine", "check", "--strict", *files)
    run(sys.executable, "-m", "check_wheel_contents", *(path for path in files if path.suffix == ".whl"))


def try_out(wheel: Path) -> None:
    """Install the wheel into an empty environment, and use it there."""
    with tempfile.TemporaryDirectory(prefix="tabletop-") as folder:
        here = Path(folder)
        venv.create(here / "env", with_pip=True)
        python = here / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", wheel, cwd=here)
        for words in COMMANDS:
            run(python, "-m", "tabletop_tui", *words, cwd=here, TABLETOP_TUI_HOME=str(here / "home"), PYTHONPATH="")


def main() -> None:
    name, log = version(), ROOT / "CHANGELOG.md"
    if FINAL.fullmatch(name) and not entry(log.read_text("utf-8"), name):
        log.write_text(released(log.read_text("utf-8"), name, f"{datetime.now(UTC):%Y-%m-%d}"), "utf-8")
        print(f"CHANGELOG.md: what was not released yet stands under {name} now; commit it")
    files = build()
    check(files)
    try_out(next(path for path in files if path.suffix == ".whl"))
    if os.environ.get("TAG") == "1":
        if not FINAL.fullmatch(name):
            raise SystemExit(
                f"{name} is no version to be published: write one such as 1.0.0 into tabletop_tui/__init__.py"
            )
        run("git", "tag", "--annotate", f"v{name}", "--message", f"{name}\n\n{entry(log.read_text('utf-8'), name)}")
    print(f"{name} is ready: {', '.join(path.name for path in files)}")


if __name__ == "__main__":
    main()
