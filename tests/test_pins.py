"""What is installed is what was tested: bounds for those who install it plainly, versions and hashes for `make`."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TESTED = {
    canonicalize_name(name): Version(version)
    for name, version in (line.split("==") for line in (ROOT / "constraints.txt").read_text("utf-8").split())
}
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
ALL = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"], *chain(*EXTRAS.values())]


CALENDAR = {"distributed>=2026.1"}
"""Versions by the calendar: a new year is no new major version, and a bound would end with the year."""


@pytest.mark.parametrize("line", sorted(line for line in {*ALL} - CALENDAR if not line.startswith("tabletop-tui[")))
def test_nobody_gets_a_major_version_that_was_not_tested(line: str):
    wanted = Requirement(line)
    tested = TESTED[canonicalize_name(wanted.name)]
    assert tested in wanted.specifier
    assert Version(f"{tested.major + 1}.0") not in wanted.specifier
    assert any(part.operator == "<" for part in wanted.specifier)


@pytest.mark.parametrize("name", ["play", "test", "bench", "pictures", "site", "release", "pins"])
def test_what_make_installs_is_pinned_by_version_and_hash(name: str):
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    entries = re.findall(r"^(\S+)==(\S+)(?: ; .*?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    assert len(entries) == text.count("==") - text.count(" == ")
    assert {canonicalize_name(package): Version(version) for package, version, _ in entries}.items() <= TESTED.items()
    wanted = [*PROJECT["project"]["dependencies"], *EXTRAS.get(name, ())] if name != "pins" else ["uv"]
    names = {canonicalize_name(Requirement(line).name) for line in wanted} - {"tabletop-tui"}
    assert names <= {canonicalize_name(package) for package, _, _ in entries}


@pytest.mark.parametrize("name", ["play", "test"])
def test_a_list_is_whole(name: str):
    """Nothing is resolved when it is installed, so all that its packages ask for is in it, by extras too."""
    text = (ROOT / f"requirements/{name}.txt").read_text("utf-8")
    listed = {canonicalize_name(package) for package in re.findall(r"^(\S+)==", text, re.MULTILINE)}
    todo = [Requirement(line) for line in [*PROJECT["project"]["dependencies"], *EXTRAS.get(name, ())]]
    seen: set[str] = set()
    while todo:
        one = todo.pop()
        if str(one) not in seen and canonicalize_name(one.name) != "tabletop-tui":
            seen.add(str(one))
            assert canonicalize_name(one.name) in listed, one
            asked = map(Requirement, requires(one.name) or ())
            extras = [{"extra": extra} for extra in ("", *one.extras)]
            todo += [need for need in asked if need.marker is None or any(map(need.marker.evaluate, extras))]
        elif one.extras and str(one) not in seen:
            seen.add(str(one))
            todo += [Requirement(line) for extra in one.extras for line in EXTRAS[extra]]
    assert len(seen) > len(listed) / 2
