"""Mutation testing by sample: small changes of the program, each of which the tests of its area should catch.

    python -m tests.mutants AREA... [--only MODULE...] [--tests PATH...] [--sample N] [--seed S]

Needs cosmic-ray beside the extra `test`. Mutants are made and tested in a copy of what is committed. Which tests run
a line is found once for each area; a mutant of that line is put to just these, in a random order, until one fails.
What these do not catch is put to tests from beyond the area that come to the line.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
"""No mutant is kept compiled, to be taken for what it was made of."""
PATIENCE = 60
"""A mutant counts as caught, for it runs for ever, when its tests take so many seconds of a processor more than all
tests took to find out which of them run which line."""
FEW = 3
"""Where fewer tests run a line, it may be that what it makes is kept, and that others use it: all tests have a try."""
STUCK = 3600
"""So many seconds by the clock, however busy the machine is, for a mutant that waits for ever."""


class Area(NamedTuple):
    """Modules of the program, by glob patterns, and the tests that are to catch what is changed in them."""

    modules: str
    tests: str
    beyond: str = ""
    """Tests that have their turn where none of these fails."""


class Tests(NamedTuple):
    """Tests, and which lines each of them runs."""

    paths: list[str]
    lines: CoverageData
    patience: int
    """Seconds of a processor that no mutant is to take longer."""

    def of(self, module: Path, line: int) -> list[str]:
        """The tests that run a line, or the paths of all if it is run by an import or others may well use it, too."""
        contexts = set(self.lines.contexts_by_lineno(str(module.resolve())).get(line, ()))
        tests = sorted({context.rpartition("|")[0] for context in contexts - {""}})
        return self.paths if contexts and len(tests) < FEW else tests


def _files(folder: str, names: str) -> str:
    return " ".join(f"tests/{folder}/test_{name}.py" for name in names.split())


def _book(name: str, *rooms: str) -> Area:
    modules = " ".join(f"rules/{name}/{room}/*.py" for room in rooms)
    return Area(modules, f"tests/{name}", "tests/session/test_table_shots.py tests/cli/test_odds.py")


AREAS = {
    "engine": Area(
        "engine/*.py",
        "tests/engine tests/skirmish tests/session/test_pace.py",
        "tests/test_targets.py tests/test_objective_holders.py tests/school/test_lesson_run.py "
        + _files("session", "counted_dice stories orders midgame_muster"),
    ),
    "table": Area("table/*.py", "tests/table tests/skirmish"),
    "files": Area("files/*.py", "tests/files tests/forces tests/cli/test_hostile_files.py"),
    "school": Area(
        "school/task_judging.py school/exact_chances.py rulebook/goal_files.py school/lesson_files.py", "tests/school"
    ),
    "coach": Area(
        "coach/*.py",
        "tests/coach",
        "tests/test_report.py tests/reading/test_battle_course.py "
        + _files("screens", "hints hint_plan own_games analysis blunder_warning"),
    ),
    "armymen": _book("armymen", "shooting", "damage"),
    "crimsondusk": _book("crimsondusk", "shooting", "damage"),
    "mechcom": _book("mechcom", "shooting", "damage"),
    "pmc2640": _book("pmc2640", "shooting", "damage"),
    "techcommander": _book("techcommander", "shooting", "damage"),
}


class Mutant(NamedTuple):
    """One change of one module."""

    module: Path
    line: int
    text: str
    """All of the module, changed."""


def mutants_of(module: Path, sample: int, rng: random.Random) -> list[Mutant]:
    """So many mutants of a module, drawn from all that differ from it by more than annotations."""
    code = module.read_text(encoding="utf-8")
    tree = get_ast(code)
    places = [
        (name, occurrence, start[0])
        for name in operator_names()
        if not (operator := get_operator(name)).arguments()
        for occurrence, (start, _) in enumerate(
            place for node in ast_nodes(tree) for place in operator().mutation_positions(node)
        )
    ]
    rng.shuffle(places)
    meant = bare(code)
    found: list[Mutant] = []
    for name, occurrence, line in places:
        if len(found) == sample:
            break
        if name.endswith(("_Eq_Is", "_NotEq_IsNot")):  # of small numbers and of words these are the same
            continue
        text = mutate_code(code, get_operator(name)(), occurrence)
        if text is not None and bare(text) not in (meant, ""):
            found.append(Mutant(module, line, text))
    return found


def bare(code: str) -> str:
    """What a module does, without its annotations, which are never looked at; '' if it is none."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                setattr(node, name, ast.Constant(None))
    return ast.dump(tree)


def pytest(copy: Path, python: str, arguments: Sequence[str], patience: int) -> bool:
    """Whether these tests pass in the copy; False if they hang."""
    told = copy / "arguments.txt"
    told.write_text("\n".join(arguments), encoding="utf-8")
    command = [python, "-m", "pytest", "-n", "0", "-q", "-x", "-m", "not long", "-p", "no:cacheprovider", f"@{told}"]
    try:
        run = subprocess.run(
            [*command, "--timeout=0"],
            cwd=copy,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            timeout=STUCK,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (patience, patience)),
        )
    except subprocess.TimeoutExpired:
        return False
    if run.returncode == 4 and "ERROR: not found" in run.stderr and any("[" in test for test in arguments):
        # The cases of a test have other names by this mutant, which nobody would notice.
        return pytest(copy, python, list(dict.fromkeys(test.partition("[")[0] for test in arguments)), patience)
    return run.returncode == 0


def tests_by_line(copy: Path, python: str, area: Area, paths: str) -> Tests:
    """Which tests run which lines of the area's modules, by one run of all of them."""
    command = [python, "-m", "pytest", "-n", "0", "-q", "-m", "not long", "-p", "no:cacheprovider", "--timeout=0"]
    folders = {Path("tabletop_tui", pattern).parent for pattern in area.modules.split()}
    cover = [*(f"--cov={folder}" for folder in sorted(folders)), "--cov-context=test", "--cov-report="]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run([*command, *cover, *paths.split()], cwd=copy, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"the tests fail without any mutant:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    written, lines = CoverageData(str(copy / ".coverage")), CoverageData(no_disk=True)
    written.read()
    lines.update(written)  # in memory, for the next run writes the same file
    return Tests(paths.split(), lines, PATIENCE + round(took))


def fate(copy: Path, python: str, mutant: Mutant, tests: Tests, rng: random.Random) -> str:
    """What becomes of a mutant: 'caught', 'lived', or 'not run' if no test comes to its line."""
    if not (chosen := tests.of(mutant.module, mutant.line)):
        return "not run"
    original = mutant.module.read_text(encoding="utf-8")
    try:
        mutant.module.write_text(mutant.text, encoding="utf-8")
        return "lived" if pytest(copy, python, rng.sample(chosen, len(chosen)), tests.patience) else "caught"
    finally:
        mutant.module.write_text(original, encoding="utf-8")


def diff(copy: Path, mutant: Mutant) -> Iterator[str]:
    """The lines that differ, with the name of the module before them."""
    before = mutant.module.read_text(encoding="utf-8").splitlines()
    yield f"  {mutant.module.relative_to(copy)}:{mutant.line}"
    lines = list(difflib.unified_diff(before, mutant.text.splitlines(), n=0, lineterm=""))
    yield from (f"    {line}" for line in lines[3:])


def survey(area: Area, copy: Path, python: str, sample: int, seed: int, only: Collection[str] = ()) -> Counter[str]:
    """The fates of the mutants of an area, counted; those that are not caught are printed."""
    package = copy / "tabletop_tui"
    modules = sorted({path for pattern in area.modules.split() for path in package.glob(pattern)})
    rngs = {one: random.Random(f"{seed} {one.relative_to(copy)}") for one in modules if not only or one.stem in only}
    mutants = [mutant for module, rng in rngs.items() for mutant in mutants_of(module, sample, rng)]
    alive = [(mutant, "not run") for mutant in mutants]
    for tests in [tests_by_line(copy, python, area, paths) for paths in (area.tests, area.beyond) if paths]:
        found = [(one, fate(copy, python, one, tests, rngs[one.module]), before) for one, before in alive]
        alive = [(one, before if now == "not run" else now) for one, now, before in found if now != "caught"]
    for mutant, word in alive:
        print(f"{word}:", *diff(copy, mutant), sep="\n", flush=True)
    words = Counter(word for _, word in alive)
    return words + Counter(caught=len(mutants) - len(alive))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("areas", nargs="+", choices=AREAS, metavar="AREA", help=", ".join(AREAS))
    parser.add_argument("--only", nargs="+", default=(), metavar="MODULE", help="no other modules of the area")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="these tests, not all of the area")
    parser.add_argument("--sample", type=int, default=15, help="mutants of each module (15)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the extra 'test'")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "-q", "--shared", str(ROOT), str(copy)], check=True)
        # Compiled once; by their hashes, so that a mutant is never taken for what it was made of.
        compiling = [given.python, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "tabletop_tui"]
        subprocess.run(compiling, cwd=copy, check=True)
        for name in given.areas:
            area = AREAS[name] if given.tests is None else AREAS[name]._replace(tests=" ".join(given.tests))
            fates = survey(area, copy, given.python, given.sample, given.seed, given.only)
            print(f"{name}: {fates['caught']} of {fates.total()} caught, {dict(fates)}", flush=True)


if __name__ == "__main__":
    main()
