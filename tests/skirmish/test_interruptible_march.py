"""Marches with halts: what becomes due is put to its seat in order along the way, exactly where it does."""

from __future__ import annotations

from math import dist
from random import Random

import pytest
from attrs import define, evolve, field, frozen

from tabletop_tui.engine.game import Ask
from tabletop_tui.engine.question import Option, Pick
from tabletop_tui.skirmish.interruptible_march import Due, March
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.intervals import ALL, common, united, without
from tabletop_tui.table.polygons import Figure
from tests.playing import allowed, by_hand, play, run


@frozen
class Watcher:
    """Somebody who may shoot when an enemy comes into range and sight, as on overwatch or posted up."""

    name: str
    spot: tuple[float, float]
    reach: float
    facing: float = 0.0
    arc: float = 360.0


@define
class Meadow:
    models: tuple[tuple[float, float], ...]
    watchers: tuple[Watcher, ...]
    walls: tuple[Figure, ...] = ()
    shot: list[tuple[str, float]] = field(factory=list)

    def clone(self):
        return evolve(self, shot=self.shot.copy())

    def sees(self, watcher, models):
        """Whether a watcher has one of these models in range, in its arc and in sight."""
        return any(
            dist(spot, watcher.spot) <= watcher.reach + TINY
            and not any(wall.divides(watcher.spot, spot) for wall in self.walls)
            for spot in models
        )


@frozen
class Crossing(March):
    """Each watcher is asked once whenever the unit enters what it watches."""

    def models(self, game):
        return game.state.models

    def stations(self, game):
        for watcher in game.state.watchers:
            for at in self.entries(self.watched(game.state, watcher), lambda at, w=watcher: self.seen(game, w, at)):
                yield Due(at, watcher.name)

    def seen(self, game, watcher, at):
        return game.state.sees(watcher, self.at(at))

    def watched(self, meadow, watcher):
        return united(part for path in self.paths for part in self.watched_of(meadow, watcher, path))

    def watched_of(self, meadow, watcher, path):
        hidden = united(part for wall in meadow.walls for part in path.behind(wall, watcher.spot))
        near = common(path.near(watcher.spot, watcher.reach + TINY), without(ALL, hidden))
        return common(near, path.ahead(watcher.spot, watcher.facing, watcher.arc)) if watcher.arc < 360 else near

    def put(self, game, due):
        return [Shoot(due.key, due.at), self.rest(due)]

    def halt(self, game, at):
        game.state.models = self.at(at)

    def arrive(self, game):
        game.state.models = self.at(self.length)


@frozen
class Shoot(Ask):
    """A watcher shoots the first model, or waits."""

    name: str
    at: float

    def question(self, game):
        return Pick(1, f"{self.name} shoots?", [Option("shoot", "Shoot"), Option("wait", "Wait")])

    def take(self, game, answer):
        game.state.shot.append((self.name, self.at))
        if answer == "shoot":
            game.state.models = game.state.models[1:]


def crossing(models, ends, *watchers, walls=()):
    game = by_hand("meadow", Meadow(tuple(models), watchers, tuple(walls)))
    run(game, Crossing("A1", tuple((spot, end) for spot, end in zip(models, ends, strict=True))))
    return game


def test_those_who_watch_are_asked_in_order_along_the_way_where_it_is_entered():
    game = crossing([(0.0, 3.0)], [(20.0, 3.0)], Watcher("far", (15.0, 0.0), 5.0), Watcher("near", (5.0, 0.0), 5.0))
    assert game.question.prompt == "near shoots?"
    assert game.state.models == ((1.0, 3.0),), "it stands where it enters"
    play(game, "wait")
    assert game.question.prompt == "far shoots?"
    assert game.state.models == ((11.0, 3.0),)
    play(game, "wait")
    assert game.state.models == ((20.0, 3.0),)
    assert game.state.shot == [("near", 1.0), ("far", 11.0)]


def test_who_stands_within_from_the_start_triggers_only_after_it_has_left():
    watcher = Watcher("one", (0.0, 0.0), 2.0)
    assert crossing([(0.0, 1.0)], [(10.0, 1.0)], watcher).question is None
    game = by_hand("meadow", Meadow(((0.0, 1.0),), (watcher,)))
    run(game, Crossing("A1", (((0.0, 1.0), (5.0, 1.0), (0.0, 1.0)),)))
    assert allowed(game) == ["shoot", "wait"]
    assert game.state.models[0][0] == pytest.approx(3**0.5, abs=0.01)
    assert game.state.models[0][0] <= 3**0.5 + TINY, "within its range, not before"


def test_all_that_becomes_due_at_one_place_is_put_there_and_once_only():
    pair = Watcher("one", (5.0, 0.0), 5.0), Watcher("two", (5.0, 0.0), 5.0)
    game = crossing([(0.0, 3.0)], [(20.0, 3.0)], *pair)
    for name in ("one", "two"):
        assert game.question.prompt == f"{name} shoots?"
        assert game.state.models == ((1.0, 3.0),)
        play(game, "wait")
    assert game.question is None


def test_the_survivors_go_on_each_on_its_own_way():
    models, ends = [(0.0, 3.0), (0.0, 4.0)], [(20.0, 3.0), (10.0, 4.0)]
    game = crossing(models, ends, Watcher("one", (5.0, 0.0), 5.0))
    assert game.state.models == ((1.0, 3.0), (0.5, 4.0)), "the same share of its own way"
    play(game, "shoot")
    assert game.state.models == ((2.0, 4.0),), "now the unit enters with its other model"
    play(game, "wait")
    assert game.state.models == ((10.0, 4.0),)


def test_nobody_goes_on_when_all_have_fallen():
    game = crossing([(0.0, 3.0)], [(20.0, 3.0)], Watcher("one", (5.0, 0.0), 5.0), Watcher("two", (15.0, 0.0), 5.0))
    play(game, "shoot")
    assert game.question is None
    assert game.state.models == ()


def test_an_arc_is_entered_where_its_rim_is_crossed():
    posted = Watcher("posted", (5.0, 5.0), 20.0, facing=90.0, arc=180.0)
    game = crossing([(0.0, 3.0)], [(20.0, 3.0)], posted)
    assert game.state.models == ((5.0, 3.0),)


def test_a_copy_in_the_middle_of_a_march_goes_on_by_itself():
    game = crossing([(0.0, 3.0)], [(20.0, 3.0)], Watcher("one", (5.0, 0.0), 5.0))
    copy = game.clone()
    play(copy, "shoot")
    assert game.state.models == ((1.0, 3.0),)
    play(game, "wait")
    assert (game.state.models, copy.state.models) == (((20.0, 3.0),), ())


@pytest.mark.parametrize("seed", range(40))
def test_entries_agree_with_a_way_gone_over_in_fine_steps(seed):
    random = Random(seed)

    def anywhere():
        return random.randrange(0, 200) / 10, random.randrange(0, 200) / 10

    def wall(x, y):
        return Figure(((x, y), (x + random.uniform(0.5, 4), y), (x + 2, y + random.uniform(0.5, 4))))

    models = anywhere(), anywhere(), anywhere()
    watcher = Watcher("one", anywhere(), random.uniform(2, 12))
    meadow = Meadow(models, (watcher,), tuple(wall(*anywhere()) for _ in range(4)))
    game = by_hand("meadow", meadow)
    march = Crossing("A1", tuple((spot, anywhere(), anywhere()) for spot in models))
    found = sorted(due.at for due in march.stations(game))
    assert all(march.seen(game, watcher, at) for at in found)
    steps = [march.length * number / 1000 for number in range(1001)]
    seen = [march.seen(game, watcher, at) for at in steps]
    entered = [at for at, before, now in zip(steps[1:], seen, seen[1:], strict=False) if now and not before]
    fine = steps[1] + 0.01 + TINY
    assert all(any(at - fine <= one <= at + 0.01 for one in found) for at in entered), "none is missed"
    for at in found:
        before = (at - 0.02 + number / 1000 for number in range(10))
        assert not all(march.seen(game, watcher, earlier) for earlier in before), "it was out before"
