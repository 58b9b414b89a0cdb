"""Calls of functions, counted: the same on every machine and under every load, as long as the program is the same."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve

from benchmarks.calls import Counts, counted
from benchmarks.games import GROWTH, Case, setup, size, wanted
from benchmarks.page import Row, figure
from benchmarks.worst import games
from tabletop_tui.coach.answer_judging import judge
from tabletop_tui.coach.playout_values import PlayedOut, appraise
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.session import Session
from tabletop_tui.play.thinking.difficulty_levels import LEVELS
from tabletop_tui.play.thinking.planner import plan

DECISIONS = 80
"""So many answers of random players are counted in a game, after those by which the forces have been deployed."""
SEEDS = (1, 2)
STEP_SEEDS = (1, 8)
"""The games of which every step is counted ..."""
STEPS = 5
"""... and how many of them are the dearest."""
JUDGED, JUDGED_EVERY = 4, 5
"""So many answers of a game between greedy players are judged, one in so many."""
LONGEST = 700
"""After so many answers no game goes on."""
THOUGHTS = 2
"""So many answers of a strong player are counted ..."""
EVERY = 7
"""... of one in so many questions."""


def decisions(case: Case, first: int, answers: int = DECISIONS, seeds: Sequence[int] = SEEDS) -> Counts:
    """What so many answers of random players call, with the journal on, after the first ones of a game."""
    found, table = Counts(), setup(case, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            for turn in (1, 2):  # what is found or compiled once is not counted
                session = Session.new(evolve(table, seed=seed), Path(folder) / f"{seed}-{turn}.jsonl")
                _play(session, first)
                calls = counted(partial(_play, session, answers))
                session.close()
            found += calls + Counts(answers=max(0, len(session.history) - first))
    return found


def _play(session: Session, answers: int) -> None:
    for _ in range(answers):
        if session.question is None:
            return
        session.computer_answers()


def worst(label: str) -> tuple[list[tuple[str, int]], int]:
    """For each of the saved questions of a case a name and what it calls; and how many of them fit no longer."""
    found, lost = [], 0
    for game in games(label):
        session = game.begun()
        for number, answer in enumerate(game.answers):

            def ask(session: Session = session, answer: Any = answer) -> None:
                session.answer(answer)
                if session.question is not None:
                    list(session.question.legal())

            try:
                if number not in game.worst:
                    session.answer(answer)
                else:
                    found.append((f"{game.scenario}, seed {game.seed}, answer {number}", counted(ask).calls))
            except Refused:
                lost += sum(one >= number for one in game.worst)
                break
    return found, lost


def steps(case: Case, seeds: Sequence[int] = STEP_SEEDS) -> list[tuple[int, str]]:
    """What the dearest steps of whole games by chance call, the most first, and their names.

    A step is what follows an answer, up to the next question, of which no answer is looked for.
    """
    found = []
    for seed in seeds:
        session, chooser = Session.new(setup(case, seed, "keyboard")), Random(seed)
        while session.question is not None and len(session.history) < LONGEST:
            name = f"{case.scenario}, seed {seed}, answer {len(session.history)}"
            found.append((counted(partial(session.answer, session.question.sample(chooser))).calls, name))
    return sorted(found, reverse=True)[:STEPS]


def thoughts(case: Case, count: int = THOUGHTS) -> Counts:
    """What answers of a strong player call in a game of random ones, once the first round has begun."""
    session, found = Session.new(setup(case, 3)), Counts()
    while (question := session.question) is not None and found.answers < count:
        begun = session.system.standing(session.game).round > 0
        if begun and len(session.history) % EVERY == 0 and len(question.suggest(2)) > 1:
            found += counted(partial(_think, session, question.seat)) + Counts(answers=1)
        session.computer_answers()
    return found


def _think(session: Session, seat: int) -> None:
    """Answer as a strong player would that has all the time in the world, for a clock would change what is called."""
    game, number = session.game.imagine(1), len(session.history)
    first = Greedy(3, seat, seconds=inf).choose(game, number)
    plan(game, first, LEVELS["strong"], SplitMix64(3, seat).at(number), since=inf)


def judgings(case: Case, count: int = JUDGED) -> tuple[Counts, float]:
    """What judging answers of greedy players calls, and how many games are imagined for each of them."""
    session, found, played = Session.new(setup(case, 2, "greedy")), Counts(), 0

    def counting(game: Game[Any], seat: int, seed: int) -> PlayedOut:
        made.append(appraise(game, seat, seed))
        return made[-1]

    while session.over is None and found.answers < count:
        before, number, made = session.game.imagine(1), len(session.history), list[PlayedOut]()
        session.run(1)
        if len(session.history) > number and number % JUDGED_EVERY == 0:
            calls = counted(partial(judge, counting, before, session.history[number], number))
            if made:
                found += calls + Counts(answers=1)
                played += made[0].played
    return found, played / max(1, found.answers)


def growth(rulebook: str) -> Row:
    """How calls grow from a small game to a large one, and with the table."""
    told, costs = [], []
    for scenario in GROWTH[rulebook]:
        case = Case(scenario, f"{rulebook}/{scenario}")
        units, table = size(case)
        each = decisions(case, 0, seeds=SEEDS[:1]).each
        told.append(f"{scenario} ({units} units on {table}) {figure(each)}")
        costs.append(each / units)
    return Row(f"{rulebook}: growth, calls a decision", ", ".join(told), max(costs), "calls a decision and unit")


def rows(only: str = "") -> Iterator[Row]:
    """One row a measurement."""
    for case in wanted(only, "counts"):
        counts = decisions(case, case.answers // 2)
        yield Row(f"{case.label}: a random player's decision, counted", counts.words, counts.each, "calls")
        thought = thoughts(case)
        yield Row(f"{case.label}: a strong player's answer, counted", thought.words, thought.each, "calls")
        judged, games_each = judgings(case)
        told = f"{figure(games_each)} games imagined, {judged.words}"
        yield Row(f"{case.label}: an answer judged, counted", told, judged.each, "calls")
    for label in [case.label for case in wanted(only, "counts")]:
        found, lost = worst(label)
        if not found:
            yield Row(f"{label}: the worst questions, counted", "none of the saved games fits the rules any more")
            continue
        calls = sorted(number for _, number in found)
        most, name = max((number, name) for name, number in found)
        told = f"median {figure(calls[len(calls) // 2])}, most {figure(most)} ({name})"
        told += f"; {lost} of {lost + len(found)} fit the rules no longer" if lost else ""
        yield Row(f"{label}: the worst questions, counted", told, sum(calls) / len(calls), "calls each")
    for case in wanted(only, "counts"):
        dearest = steps(case)
        mean = sum(calls for calls, _ in dearest) / len(dearest)
        told = f"most {figure(dearest[0][0])} ({dearest[0][1]})"
        yield Row(f"{case.label}: the dearest steps, counted", told, mean, "calls each")
    for rulebook in dict.fromkeys(case.scenario.partition("/")[0] for case in wanted(only, "counts")):
        yield growth(rulebook)
