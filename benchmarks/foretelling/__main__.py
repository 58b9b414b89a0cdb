"""Weights by which rulebooks foretell how games end: games are played, and weights found that foretell them best.

python -m benchmarks.foretelling                all rulebooks
python -m benchmarks.foretelling mechcom        one, from games that are played now

The same games give the same file to the byte, on however many processors they are played. `make train` is the same.
Games are kept until something changes by which they are played, so that a long series may be broken off and goes on.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import click

from benchmarks.foretelling.learner import RIDGES, fitted, log_loss, names_of, sample, weights_of
from benchmarks.foretelling.positions import KEPT_IN, LEARN, Position, games_of, line_of, played, position_of
from tabletop_tui import paths
from tabletop_tui.rulebook.outcome_prediction import FILE, Weights
from tabletop_tui.rulebook.registry import system, system_ids

GAMES = {"armymen": 700, "crimsondusk": 450, "mechcom": 1400, "pmc2640": 500, "techcommander": 450}
"""So many games are played of each rulebook: for all, three quarters of an hour of two processors."""
USUAL = 400
APART = 5
"""One in so many games is not learnt from when it is asked how well others are foretold."""


def played_by(rulebook: str) -> str:
    """A mark of all by which the games of a rulebook are played; another one if any of it has changed."""
    package = folder_of(rulebook)
    program = package.parents[1]
    folders = [package, *(program / name for name in ("engine", "play/thinking", "rulebook", "skirmish", "table"))]
    folders += [paths.shipped(name) / rulebook for name in ("rosters", "scenarios")]
    found = sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml")):
        if path.name != FILE:
            found.update(str(path.name).encode() + path.read_bytes())
    return found.hexdigest()[:12]


def all_played(rulebook: str, games: int, workers: int) -> list[Position]:
    """The positions of so many games; those that were played before, by the same program, are not played again."""
    path = KEPT_IN / f"{rulebook}-learn-{played_by(rulebook)}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    known = dict(kept(path))
    whole = not path.exists() or path.read_bytes()[-1:] in (b"", b"\n")
    work = games_of(rulebook, games, LEARN)
    left = [(match, size) for match, size in work if (match.scenario, match.setup.seed) not in known]
    with path.open("a", encoding="utf-8") as file:
        file.write("" if whole else "\n")
        for (match, _), found in zip(left, played(left, True, workers), strict=True):
            known[match.scenario, match.setup.seed] = found
            file.write(json.dumps([match.scenario, match.setup.seed, [line_of(one) for one in found]]) + "\n")
            file.flush()
    return [one for match, _ in work for one in known[match.scenario, match.setup.seed]]


def kept(path: Path) -> Iterator[tuple[tuple[str, int], list[Position]]]:
    """Each game in a file, with its positions; a last line that was broken off is none."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            scenario, seed, found = json.loads(line)
        except ValueError:
            continue
        yield (scenario, seed), [position_of(one) for one in found]


def commit_of(folder: Path) -> str:
    """The last commit that changed anything in this folder but the weights."""
    command = ["git", "log", "-1", "--format=%h", "--", ".", f":!{FILE}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def learnt(rulebook: str, games: int, positions: list[Position]) -> Weights:
    """The weights that foretell these positions, with the ridge by which four fifths foretell the last fifth best."""
    names, known = names_of(positions), system(rulebook).foresight  # type: ignore[attr-defined]
    order = {game: place for place, game in enumerate(dict.fromkeys((one.scenario, one.seed) for one in positions))}
    near = sample([one for one in positions if order[one.scenario, one.seed] % APART], names)
    far = [one for one in positions if not order[one.scenario, one.seed] % APART]
    tried = {ridge: log_loss(weights_of(near, fitted(near, ridge, known.GOOD, known.BAD), {}), far) for ridge in RIDGES}
    ridge = min(tried, key=lambda one: tried[one])
    made = {
        "games": games,
        "positions": len(positions),
        "seed": LEARN,
        "commit": commit_of(folder_of(rulebook)),
        "ridge": ridge,
        "log_loss": round(tried[ridge], 3),
    }
    whole = sample(positions, names)
    return weights_of(whole, fitted(whole, ridge, known.GOOD, known.BAD), made)


def folder_of(rulebook: str) -> Path:
    return Path(str(files(system(rulebook).package)))  # type: ignore[attr-defined]


def written(found: Weights) -> str:
    """The weights as their file has them."""
    lines = [
        "# By these weights it is foretold how games end. `make train` writes them anew: what is changed here by hand",
        "# is lost then. Each feature: its worth at the end of a battle, and with all of it to come.",
        "# The log-loss is that of games that were not learnt from, by weights from four games in five.",
        "",
        "[made]",
        *(f"{name} = {value!r}".replace("'", '"') for name, value in found.made.items()),
    ]
    for head, table in (("side", found.sides), ("draw", found.draws)):
        lines += ["", f"[{head}]"]
        lines += [f'"{name}" = [{end!r}, {start!r}]' for name, (end, start) in sorted(table.items())]
    return "\n".join(lines) + "\n"


@click.command()
@click.argument("rulebooks", nargs=-1)
@click.option("-n", "--games", default=0, help="How many games, if not as many as usual.")
@click.option("--workers", default=1, show_default=True, help="On how many processors.")
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), help="Into this folder, not the package.")
def main(rulebooks: tuple[str, ...], games: int, workers: int, to: Path | None) -> None:
    """Play games of RULEBOOKS (all, if none is named) and write the weights that foretell them."""
    for rulebook in rulebooks or system_ids():
        count = games or GAMES.get(rulebook, USUAL)
        found = all_played(rulebook, count, workers)
        weights = learnt(rulebook, count, found)
        path = (to / f"{rulebook}.toml") if to is not None else folder_of(rulebook) / FILE
        path.write_text(written(weights), encoding="utf-8")
        print(f"{rulebook}: {count} games, {len(found)} positions, log-loss {weights.made['log_loss']}: {path}")


if __name__ == "__main__":
    main()
