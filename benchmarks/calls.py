"""How often functions are called while something works."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile
from types import CodeType
from typing import Any

from attrs import astuple, frozen

from benchmarks.page import figure


@frozen
class Counts:
    """How often functions were called."""

    calls: int = 0
    clones: int = 0
    options: int = 0
    worded: int = 0
    """Labels of actions that were put into words."""
    asked: int = 0
    """Questions that were worked out."""
    answers: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    @property
    def each(self) -> float:
        return self.calls / max(1, self.answers)

    @property
    def words(self) -> str:
        """All of it for one answer."""
        calls, clones, options, worded, asked, _ = [number / max(1, self.answers) for number in astuple(self)]
        return (
            f"{figure(calls)} calls, {clones:.2f} clones, {asked:.2f} questions, "
            f"{options:.1f} options, {worded:.1f} labels"
        )


def counted(work: Callable[[], object]) -> Counts:
    """What work calls, of Python and of C."""
    profile = Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return counts_of(profile)


def counts_of(profile: Profile) -> Counts:
    calls = clones = options = worded = asked = 0
    for entry in profile.getstats():
        code: Any = entry.code
        calls += entry.callcount
        if not isinstance(code, CodeType):
            continue
        name, file = code.co_name, code.co_filename
        if name == "clone" and file.endswith("engine/game.py"):
            clones += entry.callcount
        elif name == "__init__" and file.startswith("<attrs generated") and file.endswith("question.Option>"):
            options += entry.callcount
        elif name == "label":
            worded += entry.callcount
        elif name == "question" and "/rules/" in file:
            asked += entry.callcount
    return Counts(calls, clones, options, worded, asked)
