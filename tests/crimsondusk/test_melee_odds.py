"""What a preview says of a charge and of a pursuit is what the dice come to, played out often."""

from __future__ import annotations

from math import sqrt

import pytest

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.rules.crimsondusk.melee.melee import MeleePhase
from tabletop_tui.rules.crimsondusk.melee.melee_odds import charge_exchange
from tabletop_tui.rules.crimsondusk.melee.melee_results import CAUGHT, Pursuing, caught, if_caught
from tabletop_tui.rules.crimsondusk.melee.strikes import Melee
from tabletop_tui.rules.crimsondusk.orders.charging import ToCharge, ways_of_charge
from tabletop_tui.rules.crimsondusk.orders.spending_ap import Charge
from tests.crimsondusk.build import at, battle_of, field, leader, line, section, soldier, squad, unit
from tests.playing import run

GAMES = 500
BATTLES = {
    "regulars": lambda: field([squad(10, 10, 4)], [squad(10, 12.3, 5)]),
    "savages with swords": lambda: field(
        [squad(10, 10, 5, "Ir", "sword", "pistol", savage_assault=1)], [squad(10, 12.2, 4, "Vt", av=10)]
    ),
    "behind a wall": lambda: field(
        [squad(10, 10, 5, "El", "sword")], [squad(10, 12.2, 5)], pieces=(line("wall", (5, 11.4), (30, 11.4)),)
    ),
    "at a monster": lambda: field(
        [squad(10, 10, 4, "Vt", "power-sword", "sword")],
        [at(section(0, 0, soldier("Vt", "great-weapon", monster=11), size=2), (12, 13))],
    ),
    "a monster charges": lambda: field(
        [at(section(0, 0, soldier("Rg", "sword", av=7, monster=7), size=2), (12, 10))],
        [squad(10.5, 13, 4, "Vt", "sword")],
    ),
    "many at one": lambda: field([squad(10, 10, 4, "Rg", "sword")], [leader(12, 12.2, 1, "El", "sword", "pistol")]),
}


def close(share: float, chance: float) -> None:
    """Within four standard deviations."""
    assert abs(share - chance) <= 4 * sqrt(max(chance * (1 - chance), 1e-4) / GAMES), (share, chance)


def fought(game, ways, seed):
    """The kills of A1 and of B1 in the turn of a charge, everybody striking the nearest."""
    one = game.clone()
    one.dice = SeededDice(seed=seed)
    run(one, Charge("A1", ways, False))
    before = unit(one, "A1").left, unit(one, "B1").left
    one.push(MeleePhase())
    while (question := one.advance()) is not None:
        if type(one.agenda[-1]).__name__ not in ("ChooseVictims", "ChooseArms"):
            break
        one.answer("nearest" if "nearest" in question.legal() else question.default)
    return before[1] - unit(one, "B1").left, before[0] - unit(one, "A1").left


@pytest.mark.rule("CD-MEL-2", "CD-MEL-6", "CD-MEL-11", "CD-MEL-12", "CD-WND-1", "CD-SR-SAVAGE")
@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.sampled(2)
def test_kills_on_both_sides_are_as_likely_as_is_said(name):
    game = BATTLES[name]()
    ways = ways_of_charge(battle_of(game), unit(game, "A1"), unit(game, "B1"), False)
    assert ways
    ends = {man: way[-1] for man, way in ways}
    said = charge_exchange(battle_of(game), unit(game, "A1"), unit(game, "B1"), ends)
    assert sum(said.both.values()) == pytest.approx(1)
    came = [fought(game, ways, seed) for seed in range(GAMES)]
    for side in (0, 1):
        for number, chance in enumerate(said.kills(side)):
            close(sum(kills[side] == number for kills in came) / GAMES, chance)
    close(sum(mine > theirs for mine, theirs in came) / GAMES, said.won)
    close(sum(mine < theirs for mine, theirs in came) / GAMES, said.lost)


@pytest.mark.rule("CD-MEL-2")
def test_a_charge_shows_its_chances_before_it_is_made():
    game = BATTLES["regulars"]()
    battle = battle_of(game)
    ways = ways_of_charge(battle, unit(game, "A1"), unit(game, "B1"), False)
    shown = ToCharge(battle, unit(game, "A1"), unit(game, "B1"), False, ways).preview()
    assert shown is not None
    assert shown.expects == "models killed"
    assert 0 < shown.chances[0].probability < 1


@pytest.mark.rule("CD-MWIN-6")
def test_whoever_is_caught_loses_as_many_as_is_said():
    def touching():
        return field(
            [at(squad(0, 0, 3, "Vt", "sword"), (10, 10), (11.5, 10), (13, 10))],
            [at(section(0, 0, *[soldier("Rg", av=8)] * 3), (10, 11), (11.5, 11), (13, 11))],
        )

    game = touching()
    said = if_caught(battle_of(game), Melee(("A1", "B1")), unit(game, "A1"), "B1")
    came = []
    for seed in range(GAMES):
        one = game.clone()
        one.dice = SeededDice(seed=seed)
        caught(one, Melee(("A1", "B1")), "B1", ["A1"])
        came.append(3 - unit(one, "B1").left)
    for number, chance in enumerate(said):
        close(came.count(number) / GAMES, chance)
    run(game, Pursuing(Melee(("A1", "B1")), ("B1",), ("A1",)))
    shown = game.preview("B1")
    assert shown is not None
    assert shown.chances[0].probability == CAUGHT
