"""`make` sets up what is locked and nothing else, whatever an index has by now: the Makefile's own commands, run."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
LISTS = ("play", "test", "bench", "pictures", "pins", "release", "site")
NEEDS = {
    "coverage": ("tomli; extra == 'toml'",),
    "pytest-cov": ("coverage[toml]>=1",),
    "markdown-it-py": ("linkify-it-py; extra == 'linkify'",),
    "textual": ("markdown-it-py[linkify]>=1",),
    "linkify-it-py": (),
    "tomli": (),
    "uv": (),
}
"""Packages as they are, and what each asks for: extras are what some versions of pip look up anew."""
LOCKED = {
    "play": ("textual", "markdown-it-py", "linkify-it-py"),
    "test": ("textual", "markdown-it-py", "linkify-it-py", "pytest-cov", "coverage", "tomli"),
    "bench": ("tomli",),
    "pictures": ("textual", "markdown-it-py", "linkify-it-py"),
    "pins": ("uv",),
    "release": ("tomli",),
    "site": ("tomli",),
}


def wheel(folder: Path, name: str, version: str) -> Path:
    """A wheel without a module."""
    stem = f"{name.replace('-', '_')}-{version}"
    needs = "".join(f"Requires-Dist: {line}\n" for line in NEEDS[name])
    extras = "".join(f"Provides-Extra: {extra}\n" for extra in ("toml", "linkify") if f"'{extra}'" in needs)
    path = folder / f"{stem}-py3-none-any.whl"
    with ZipFile(path, "w") as file:
        head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        file.writestr(f"{stem}.dist-info/METADATA", head + needs + extras)
        file.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{stem}.dist-info/RECORD", "")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The Makefile beside lists of version 1 of each package, and an index that has version 1.1 too."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    for folder in ("index", "requirements"):
        (tmp_path / folder).mkdir()
    lines = {}
    for name in NEEDS:
        digest = hashlib.sha256(wheel(tmp_path / "index", name, "1.0").read_bytes()).hexdigest()
        lines[name] = f"{name}==1.0 --hash=sha256:{digest}\n"
        wheel(tmp_path / "index", name, "1.1")
    for list_, names in LOCKED.items():
        (tmp_path / f"requirements/{list_}.txt").write_text("".join(lines[name] for name in names), encoding="utf-8")
    return tmp_path


def make(project: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    """Run make on targets, with no index but the project's own, and without installing the program itself."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "MAKE", "MFLAGS"))}
    own |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(project / "index"), "PIP_CONFIG_FILE": os.devnull}
    command = ["make", "install_self=true", *targets]
    return subprocess.run(command, cwd=project, env=own, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.long
def test_what_is_installed_is_what_is_locked(project: Path):
    assert set(LOCKED) == set(LISTS) == {path.stem for path in (ROOT / "requirements").glob("*.txt")}
    done = make(project, *(f".venv/.{name}" for name in LISTS))
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = (project / ".venv").glob("lib/python*/site-packages")
    installed = {found.name: found.version for found in distributions(path=[str(packages)])}
    assert {name: installed.get(name) for name in NEEDS} == dict.fromkeys(NEEDS, "1.0")
    # A list that lost one of its lines is noticed at once, not when the program misses it.
    whole = project / "requirements/pictures.txt"
    whole.write_text("".join(line for line in whole.open(encoding="utf-8") if not line.startswith("markdown")))
    for stale in (".venv/.pictures", ".venv/.play"):
        (project / stale).unlink()
    subprocess.run([project / ".venv/bin/python", "-m", "pip", "uninstall", "-qy", "markdown-it-py"], check=True)
    done = make(project, ".venv/.pictures")
    assert done.returncode != 0
    assert "requires markdown-it-py, which is not installed" in done.stdout
