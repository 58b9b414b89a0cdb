"""Every rule of every installed rulebook is tied to a test and to code, or listed as not built yet with its reason."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import System

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "tabletop_tui" / "rules"
LISTS = TESTS.parent / "rosters"
TIED = {"core", "setup", "army", "scenario", "unit", "terrain", "vehicle", "optional", "ours"}
"""The kinds of rule that a test has to catch; flavour and what is out of scope are not rules of play."""
SHOWN = {"shown", "computer"}
"""The rooms of a rulebook that play no rule: what screens see of it, and how its computer players judge."""
RULE_ID = r"(?<![\w-])[A-Z]+(?:-[A-Z]+)+(?:-\d+[A-Z]?)?(?![\w-])"
"""A whole id: PMC-FLEE-6, CD-TRAIT-11B, CD-W-RPG, CD-EQ-MONSTER-1."""
SHIPPED = [name for name in system_ids() if (PACKAGE / name).is_dir()]


@cache
def marked() -> frozenset[tuple[str, str]]:
    """Each rule id named in a `rule(...)` marker, with the file that names it."""
    return frozenset(_marked())


def _marked() -> Iterator[tuple[str, str]]:
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "rule":
                for argument in plain_arguments(node):
                    assert isinstance(argument, ast.Constant), f"{path.name}: a rule marker names ids in plain words"
                    yield str(argument.value), path.name


def plain_arguments(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call, those in a tuple that is spread out too."""
    for argument in call.args:
        spread = isinstance(argument, ast.Starred) and isinstance(argument.value, ast.Tuple)
        yield from argument.value.elts if spread else [argument]  # type: ignore[attr-defined]


@pytest.fixture(params=SHIPPED)
def rules(request: pytest.FixtureRequest) -> System:
    return system(request.param)


def test_every_rule_has_a_test_or_a_reason(rules: System) -> None:
    named = {rule for rule, _ in marked()}
    missing = [rule.id for rule in rules.reference() if rule.kind in TIED and not rule.open and rule.id not in named]
    assert not missing, f"{len(missing)} rules of {rules.name} have no test: {' '.join(missing)}"


def named_where_it_is_played(name: str) -> set[str]:
    """The rule ids that stand in full in the code of a rulebook, or beside what its shipped lists sell."""
    code = (path for path in (PACKAGE / name).rglob("*.py") if not SHOWN & {*path.parts})
    texts = (path.read_text(encoding="utf-8") for path in [*code, *(LISTS / name).glob("*.toml")])
    return {rule for text in texts for rule in re.findall(RULE_ID, text)}


def test_every_rule_stands_in_full_in_the_code_that_plays_it(rules: System) -> None:
    named = named_where_it_is_played(rules.id)
    missing = [rule.id for rule in rules.reference() if rule.kind in TIED and not rule.open and rule.id not in named]
    assert not missing, f"{len(missing)} rules of {rules.name} are named nowhere in its code: {' '.join(missing)}"


def test_rule_ids_are_never_shortened() -> None:
    """As in 'MC-TERR-5, -6' or 'MC-TERR-5 to 6': who looks for a rule by its id has to find it."""
    short = re.compile(RULE_ID + r"(?:,| and| to| or) -?\d+[A-Z]?\b(?! in\b)")
    texts = [*PACKAGE.rglob("*.py"), *LISTS.glob("*/*.toml")]
    found = {f"{one} in {path.name}" for path in texts for one in short.findall(path.read_text("utf-8"))}
    assert not found, f"rule ids are cut short: {', '.join(sorted(found))}"


def test_the_pattern_of_ids_finds_each_id_whole(rules: System) -> None:
    for rule in rules.reference():
        assert re.findall(RULE_ID, f"What plays it ({rule.id}, {rule.id}).") == [rule.id, rule.id]


def test_every_marker_names_a_rule() -> None:
    indexes = PACKAGE.glob("*/reference.toml")  # those of packages that are not listed yet too
    known = {rule["id"] for path in indexes for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rule"]}
    strangers = sorted({f"{rule} in {file}" for rule, file in marked() if rule not in known})
    assert not strangers, f"markers name rules that there are not: {', '.join(strangers)}"


def test_every_id_in_the_code_is_a_rule(rules: System) -> None:
    known = {rule.id for rule in rules.reference()}
    prefix = next(iter(known)).split("-")[0]
    wrong = {
        f"{found} in {path.name}"
        for path in (PACKAGE / rules.id).rglob("*.py")
        for found in re.findall(rf'"({prefix}-[A-Z]+(?:-[A-Z0-9]+)+)"', path.read_text(encoding="utf-8"))
        if found not in known
    }
    assert not wrong, f"the code names rules that there are not: {', '.join(sorted(wrong))}"


def test_a_reason_stands_only_where_something_is_open(rules: System) -> None:
    named = {rule for rule, _ in marked()}
    both = [rule.id for rule in rules.reference() if rule.open and rule.id in named]
    assert not both, f"these rules are tested and yet listed as not built: {' '.join(both)}"
