"""How true the chances are that a rulebook foretells: games that were not learnt from, by the players that people meet.

python -m benchmarks.foretelling.calibration mechcom -n 200 --player greedy
python -m benchmarks.foretelling.calibration mechcom -n 40 --player strong
python -m benchmarks.foretelling.calibration --page                    docs/calibration.md anew, of all that was played

What was played is kept in a folder, a line for each game, so that a series may be broken off and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from math import sqrt
from pathlib import Path

import click
from attrs import evolve, frozen

from benchmarks.foretelling.learner import log_loss
from benchmarks.foretelling.positions import HELD_OUT, KEPT_IN, Position, games_of, line_of, played, position_of
from tabletop_tui.play.players import COMPUTERS
from tabletop_tui.rulebook.outcome_prediction import Weights, read_weights
from tabletop_tui.rulebook.registry import system, system_ids

PAGE = Path(__file__).parents[2] / "docs" / "calibration.md"
BINS = 5
"""The chances are looked at in so many classes of equal width."""
MEANT = 0.04
"""The mean error of a class is to be no larger than this."""
HEAD = """# How true the chances are

Hints, the tutor, the analysis and the replay speak of one number, a side's chance: a win counts whole, a draw half.
Each rulebook has weights for it, learnt from games that computers play quickly against each other (`make train`). Here
they are held against games that were not learnt from, by the players that the tables name, on shipped scenarios. Of all
positions in which a side was given so much, what share of the game did it get?

A game has several positions, from the view of both sides. `±` is the standard error of what came, by games. The *mean
error* is that of the classes, weighted by their positions; the *noise* is what a table of so few games would show of
chances that are quite true. The goal is a mean error of 4 points at most.

Where it is clearly missed: in PMC 2640 at Priority 2 a side that is ahead wins oftener than it is told when `greedy`
plays. In the held-out games of `tests/held_out` (29 of Priority 2, 56 of Priority 1) weights of twice the size would
bring its mean error from 8.2 points to 1.3, and that of Priority 1, where they fit as they are, from 0.1 to 8.3; in
30 more games of his at Priority 2 from 8.0 points to 2.3. The size of the forces is not the whole cause. In 39 games at
Priority 2 with a slip now and then (none of them in the Wasteland), as those are that weights are learnt from, they fit
far better as they are: twice the size would bring the mean error from 4.6 points to 14.3. So these teach no factor for
the size of a battle. Nor did weights that were learnt from games half of which have no slips foretell these better
(`benchmarks/RESULTS.md`).

The smallest deathmatch of TechCommander seems missed by far in the four games below. In 20 more by `greedy` (101
positions of a side that was told 20% at most) 7% told came to 15%, 29% to 27%, 50% to 50%, 71% to 73% and 93% to 85%:
mostly chance.

`python -m benchmarks.foretelling.calibration RULEBOOK -n GAMES --player PLAYER` plays more of them, and with `--page`
writes this page.
"""


@frozen
class Seen:
    """A position from the view of one side: in which game, what was foretold, and what came."""

    game: tuple[str, int, str]
    foretold: float
    came: float


@frozen
class Class:
    """Positions in which about the same was foretold."""

    foretold: float
    came: float
    error: float
    """The standard error of what came, by games."""
    positions: int

    @property
    def off(self) -> float:
        return abs(self.foretold - self.came)


def seen(weights: Weights, positions: Iterable[Position]) -> Iterator[Seen]:
    """All positions, from the view of each side."""
    for one in positions:
        wins, draw = weights.chances(one.sides, one.to_come)
        for side, win in enumerate(wins):
            came = 0.5 if one.won < 0 else float(one.won == side)
            yield Seen((one.scenario, one.seed, one.player), win + draw / 2, came)


def classes(found: Sequence[Seen]) -> list[Class]:
    """The positions by what was foretold."""
    parts: list[list[Seen]] = [[] for _ in range(BINS)]
    for one in found:
        parts[min(BINS - 1, int(one.foretold * BINS))].append(one)
    return [class_of(part) for part in parts if part]


def class_of(part: Sequence[Seen]) -> Class:
    count = len(part)
    foretold, came = sum(one.foretold for one in part) / count, sum(one.came for one in part) / count
    apart: dict[tuple[str, int, str], float] = {}
    for one in part:  # positions of a game are no news to each other
        apart[one.game] = apart.get(one.game, 0.0) + one.came - came
    return Class(foretold, came, sqrt(sum(gap**2 for gap in apart.values())) / count, count)


def mean_error(found: Sequence[Class]) -> float:
    """By how much what came lies off, on average over the positions."""
    return sum(one.off * one.positions for one in found) / max(1, sum(one.positions for one in found))


def noise(found: Sequence[Class]) -> float:
    """The mean error that quite true chances would show: the mean of a normal error is .8 of its deviation."""
    return 0.8 * sum(one.error * one.positions for one in found) / max(1, sum(one.positions for one in found))


# ---------------------------------------------------------------- games that are kept
def read(path: Path) -> list[Position]:
    """The positions in a file, a line each."""
    return [position_of(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def go_on(rulebook: str, games: int, player: str, workers: int) -> None:
    """Play those of so many games that are not there yet."""
    path = KEPT_IN / f"{rulebook}-{player}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {(one.scenario, one.seed) for one in read(path)}
    work = [
        (match, size)
        for match, size in games_of(rulebook, games, HELD_OUT, player)
        if (match.setup.scenario.get("id", match.name), match.setup.seed) not in known
    ]
    with path.open("a", encoding="utf-8") as file:
        for number, found in enumerate(played(work, False, workers), 1):
            file.writelines(f"{line_of(evolve(one, played=str(date.today())))}\n" for one in found)
            file.flush()
            print(f"\r{rulebook}, {player}: {number} of {len(work)} games", end="", flush=True)
    print()


# ---------------------------------------------------------------- the page
def phase_of(position: Position) -> str:
    if not position.round:
        return "set-up"
    left = position.to_come
    return "early" if left > 2 / 3 else "middle" if left > 1 / 3 else "late"


PARTS: dict[str, Callable[[Position], str]] = {
    "all": lambda one: "all",
    "by player": lambda one: one.player,
    "by size": lambda one: one.size,
    "by phase": phase_of,
}


def page() -> str:
    """The whole page, of all rulebooks that were played."""
    return "\n".join([HEAD, *(line for rulebook in system_ids() for line in section(rulebook))]) + "\n"


def section(rulebook: str) -> Iterator[str]:
    rules = system(rulebook)
    weights = read_weights(rules.package)  # type: ignore[attr-defined]
    paths = [KEPT_IN / f"{rulebook}-{player}.jsonl" for player in sorted(COMPUTERS)]  # not the games to learn from
    positions = [one for path in paths for one in read(path)]
    if weights is None or not positions:
        return
    made = weights.made
    yield f"## {rules.name}\n"
    yield (
        f"Learnt from {made['games']} games ({made['positions']} positions); log-loss {made['log_loss']} in games that "
        f"were not learnt from, {log_loss(weights, positions):.3f} in these, which were played {days(positions)}.\n"
    )
    yield (
        "| positions | games | mean error | noise | "
        + " | ".join(f"{n * 20}-{n * 20 + 20}%" for n in range(BINS))
        + " |"
    )
    yield "|---|---|---|---|" + "---|" * BINS
    for name, part in PARTS.items():
        for key in sorted({part(one) for one in positions}):
            yield row(weights, key if name == "all" else f"{name[3:]}: {key}", [p for p in positions if part(p) == key])
    yield ""


def days(positions: Iterable[Position]) -> str:
    """When these were played."""
    found = sorted({one.played or "on a day that was not written down" for one in positions})
    return found[0] if len(found) == 1 else f"from {found[0]} to {found[-1]}"


def row(weights: Weights, name: str, positions: Sequence[Position]) -> str:
    """A line of the table; in each class what came, with its error."""
    found = classes(list(seen(weights, positions)))
    games = len({(one.scenario, one.seed, one.player) for one in positions})
    cells = {min(BINS - 1, int(one.foretold * BINS)): one for one in found}
    told = [
        f"{100 * one.foretold:.0f} → {100 * one.came:.0f} ± {100 * one.error:.0f}" if (one := cells.get(n)) else ""
        for n in range(BINS)
    ]
    return f"| {name} | {games} | {100 * mean_error(found):.1f} | {100 * noise(found):.1f} | {' | '.join(told)} |"


@click.command()
@click.argument("rulebooks", nargs=-1)
@click.option("-n", "--games", default=0, help="So many games of each rulebook are to be there.")
@click.option("--player", default="greedy", show_default=True, help="Who plays them.")
@click.option("--workers", default=1, show_default=True, help="On how many processors.")
@click.option("--page", "wanted", is_flag=True, help="Write docs/calibration.md.")
def main(rulebooks: tuple[str, ...], games: int, player: str, workers: int, wanted: bool) -> None:
    """Play games of RULEBOOKS (all, if none is named), and say how true the chances were."""
    for rulebook in rulebooks or system_ids():
        if games:
            go_on(rulebook, games, player, workers)
        print("\n".join(section(rulebook)))
    if wanted:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
