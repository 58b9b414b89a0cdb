"""What a shot needs that is told in words, as lines: the sum, its rules, the chances of so many hits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tabletop_tui.engine import odds
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.roll_wording import counted_dice, need_words
from tabletop_tui.engine.wording import percent, percents, sentence
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports.rules_text import system_called
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.shot_calculator import AnswersShots, AskedShot, Fact, told_of

MOST_LINES = 12
"""So many numbers of hits are listed one by one."""


def odds_of(name: str, words: Sequence[str], folders: Sequence[Path]) -> Iterator[str]:
    """The lines for a shot; without words what may be told. BadChoice for what cannot be told."""
    found = system_called(name)
    if not isinstance(found, AnswersShots):
        able = [one for one in system_ids() if isinstance(system(one), AnswersShots)]
        raise BadChoice(f"{found.name} does not tell odds without a game yet; these do: {', '.join(able)}")
    facts = found.shot_facts(folders)
    if not words:
        yield from map(_fact_line, facts)
        return
    try:
        shot = found.asked_shot(folders, told_of(words, facts))
    except Refused as refused:
        raise BadChoice(str(refused)) from None
    yield from shot_lines(shot)


def _fact_line(fact: Fact) -> str:
    values = f", one of: {', '.join(fact.choices)}" if fact.choices else ""
    return f"{f'{fact.key}={fact.usual}' if fact.usual else fact.key:<22} {fact.label} [{fact.rule}]{values}"


def shot_lines(shot: AskedShot) -> Iterator[str]:
    """The sums, what a die needs, the chances of so many hits and of what they come to, the notes, the rules."""
    tally, need = shot.need.number, shot.need
    yield from map(str, shot.sums or [tally])
    chance = need.chance(shot.sides, shot.lowest)
    yield f"Each die {need_words(need, shot.sides, shot.lowest)}: {percent(chance)}" if chance else "No face is enough"
    hits = shot.hits or odds.repeat((1 - chance, chance), shot.dice)
    yield f"{shot.pool or counted_dice(shot.dice)}: {odds.mean(hits):.2f} hits on average"
    for number, share in enumerate(percents(hits)[:MOST_LINES]):
        yield f"{number:>4}  {share:>4}   {number} or more {percent(odds.at_least(hits, number)):>4}"
    if shot.effect is not None:
        yield f"{sentence(shot.effect.name)}: {odds.mean(shot.effect.chances):.2f} on average"
        yield from _at_least(shot.effect.chances)
    yield from shot.notes
    rules = dict.fromkeys(rule for one in (*shot.sums, tally) for rule in one.rules)
    yield f"Rules: {', '.join(rules)}"


def _at_least(chances: odds.Chances) -> Iterator[str]:
    """The numbers that can come, as far as they are told, each with the chance of so much or more."""
    could = [number for number, share in enumerate(chances) if number and share > odds.SMALL]
    step = max(1, len(could) // MOST_LINES)
    for number in could[::step][:MOST_LINES]:
        yield f"{number:>4} or more {percent(odds.at_least(chances, number)):>4}"
