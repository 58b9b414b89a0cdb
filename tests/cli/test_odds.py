"""What a shot needs that is told in words is what it needs in a game."""

from typing import Any

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.events import Rolled
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports.shot_odds import odds_of
from tabletop_tui.rulebook.asked_shots import told_of
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.situations import Table, area, asked, field, row, section

GAP = 1.0
"""From middle to middle it is so much further than from edge to edge of two bases."""
SITUATIONS = [
    (8.0, {}, (), []),
    (3.0, {}, (), []),
    (8.0, {}, ("concealed",), [area("woods", 15, 28, 30, 34)]),
    (8.0, {"ground": True}, ("concealed",), []),
    (8.0, {"ran-before": True}, ("ran",), []),
]
"""How far the target is, its state, what is told of it, the pieces of terrain."""


@pytest.mark.parametrize(("gap", "state", "told", "pieces"), SITUATIONS)
def test_it_is_the_number_of_the_game(gap: float, state: dict[str, Any], told: tuple[str, ...], pieces: list[Table]):
    table = field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 20 + gap + GAP, 4), **state), pieces=pieces)
    game = asked(table, "A1", "shoot", "B1", dice=[1] * 4)
    rolled = next(event for event in game.events if isinstance(event, Rolled))
    folders = paths.roster_folders()
    words = [f"range={gap:g}", "men=4", *told]
    shot = SYSTEM.asked_shot(folders, told_of(words, SYSTEM.shot_facts(folders)))
    assert rolled.need is not None
    assert (shot.dice, shot.need.number.total) == (len(rolled.faces), rolled.need.number.total)
    assert shot.need.number.rules == rolled.need.number.rules


def test_the_lines_and_every_word(run):
    code, out, _ = run("odds", "crimsondusk", "range=11", "men=3", "concealed", "moving")
    assert code == 0
    assert "To hit 9 = 7 regular at regular, +1 concealed, +1 move and fire" in out
    assert "Each die needs 9 or more: 20%" in out
    assert "CD-HIT-1, CD-HIT-5, CD-TRAIT-17" in out
    code, out, _ = run("odds", "crimsondusk")
    facts = SYSTEM.shot_facts(paths.roster_folders())
    assert [line.split()[0].partition("=")[0] for line in out.splitlines()] == [fact.key for fact in facts]
    plain = SYSTEM.asked_shot(paths.roster_folders(), told_of([], facts)).need.number.total
    words = [fact.key for fact in facts if not fact.usual]
    changed = [
        word
        for word in words
        if SYSTEM.asked_shot(paths.roster_folders(), told_of([word], facts)).need.number.total != plain
    ]
    assert changed == words
    assert len(words) == 9


WRONG = {
    "conceled": "did you mean concealed?",
    "range=far": "no number",
    "range=-1": "no number",
    "range=9999": "no number from 0 to 500",
    "men=1.5": "no whole number",
    "weapon=rifel": "none of it",
    "concealed=2": "type 'concealed' alone",
    "range": "no number",
    "range=300": "too far",
    "concealed hidden": "at once",
    "ran ran": "told twice",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_get_a_sentence(run, words: str):
    code, out, said = run("odds", "crimsondusk", *words.split())
    assert (code, out) == (2, "")
    assert WRONG[words] in said
    assert said.count("\n") == 1


def test_another_rulebook_says_which_do():
    with pytest.raises(BadChoice, match="these do: crimsondusk"):
        list(odds_of("mechcom", [], []))
