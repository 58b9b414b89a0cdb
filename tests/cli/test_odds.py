"""What a shot needs that is told in words is what it needs in a game."""

from typing import Any

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.session import Session
from tabletop_tui.reports.shot_odds import odds_of
from tabletop_tui.rulebook.asked_shots import told_of
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tabletop_tui.rules.pmc2640.files.loader import BOOK as PMC_BOOK
from tabletop_tui.rules.pmc2640.shooting import shooting
from tabletop_tui.rules.pmc2640.shooting.shooting import Aim, Weapon, firepower_sum
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE, UnitType
from tabletop_tui.rules.pmc2640.system import SYSTEM as PMC
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
    with pytest.raises(BadChoice, match="these do: crimsondusk, pmc2640"):
        list(odds_of("mechcom", [], []))


def test_pmc_2640_tells_the_sums_of_its_games(monkeypatch: pytest.MonkeyPatch):
    """Every way of shooting in a game, told in words, comes to the same sum."""
    seen: dict[tuple[str, int, str, Aim], Tally] = {}

    def kept(kind: UnitType, left: int, weapon: Weapon, aim: Aim) -> Tally:
        return seen.setdefault((kind.id, left, weapon, aim), firepower_sum(kind, left, weapon, aim))

    monkeypatch.setattr(shooting, "firepower_sum", kept)
    found = new_game.find_scenario("pmc2640/quick-start")
    for seed in (4, 5):
        Session.new(new_game.set_table(*found, seed=seed, players=["greedy", "greedy"])).run(120)
    folders = paths.roster_folders()
    facts = PMC.shot_facts(folders)
    vehicle = next(name for name, kind in PMC_BOOK.catalogue(folders).items() if kind.vehicle)
    for (kind, left, weapon, aim), tally in seen.items():
        reach = AUXILIARY_RANGE if weapon == "auxiliary" else PMC_BOOK.catalogue(folders)[kind].range
        words = [f"shooter={kind}", f"men={left}", f"range={0 if aim.near else reach}"]
        words += [word for word in ("basic", "crossfire", "fire") if getattr(aim, word)]
        words += ["auxiliary"] * (weapon == "auxiliary") + ["above"] * bool(aim.above)
        words += [f"target={vehicle}", f"arc={aim.arc}"] if aim.arc else []
        shot = PMC.asked_shot(folders, told_of(words, facts))
        assert shot.sums[0].total == tally.total, words
        plus, against = (one.total for one in shot.sums)
        assert sum(shot.hits) == pytest.approx(1)
        assert 1 - shot.hits[0] == pytest.approx(shot.need.chance(10, 0))
        assert len(shot.hits) - 1 == max(1, 9 + plus - against)
    assert len(seen) >= 5


def test_pmc_2640_in_lines(run):
    code, out, _ = run("odds", "pmc2640", "fire", "range=1", "terrain")
    assert code == 0
    for words in ("+2 below half range", "+1 Fire!", "+2 terrain", "PMC-FIRE-6", "PMC-TERR-8", "hits on average"):
        assert words in out
    code, _, said = run("odds", "pmc2640", "men=12")
    assert (code, "has no more than" in said) == (2, True)
