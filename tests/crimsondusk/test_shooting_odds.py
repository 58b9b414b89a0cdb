"""What a preview says of a volley is what the dice come to, played out often."""

from __future__ import annotations

from math import sqrt

import pytest

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos
from tabletop_tui.rules.crimsondusk.shooting.shooting import Volley, chances_of, preview_volley
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import among, came, falls, outlook
from tests.crimsondusk.build import at, battle_of, field, leader, section, soldier, squad, unit

GAMES = 1200


def shooters_of(game, name="A1"):
    return tuple(Shooter(man.id, man.soldier.weapons[0].id) for man in unit(game, name).men)


def played(game, seed):
    """One volley with the dice of a seed, its hits allotted plain men first: the models killed, and whether it pins."""
    one = game.clone()
    one.dice = SeededDice(seed=seed)
    before = unit(one, "B1").left
    one.push(Volley("A1", "B1", shooters_of(one)))
    while (question := one.advance()) is not None:
        one.answer(question.default if isinstance(question, Assign) else "again")
    found = unit(one, "B1")
    return before - found.left, battle_of(one).is_pinned(found)


def wounded(game):
    unit(game, "B1").alter_all(harm=9)
    return game


BATTLES = {
    "riflemen": lambda: field([squad(10, 10, 5)], [squad(10, 25, 4)]),
    "mixed weapons": lambda: field(
        [section(10, 10, *[soldier("Rg", "rifle")] * 3, soldier("Rg", "lmg"), soldier("Rg", "plasma-rifle"))],
        [section(10, 25, *[soldier("Rg", "rifle", av=8)] * 3, soldier("Rg", "lmg", av=10))],
    ),
    "beyond range": lambda: field([squad(10, 10, 5, "Rg", "smg")], [squad(10, 30, 4, "Ir")]),
    "pinning weapons": lambda: field([squad(10, 10, 3, "Vt", "bolt-gun")], [squad(10, 25, 8), leader(10, 27, cb=1)]),
    "a monster": lambda: field(
        [section(10, 10, *[soldier("Rg", "plasma-rifle")] * 4, soldier("Rg", "rifle"))],
        [at(section(0, 0, soldier("Vt", av=9, monster=15), size=2), (12, 25))],
    ),
    "a wounded monster": lambda: wounded(
        field(
            [squad(10, 10, 4, "Vt", "plasma-rifle")], [at(section(0, 0, soldier("Rg", monster=20), size=2), (12, 20))]
        )
    ),
    "the brain-dead": lambda: field([squad(10, 10, 5)], [squad(10, 25, 4, brain_dead=1)]),
    "non-combatants": lambda: field([squad(10, 10, 1)], [squad(10, 25, 6, "Ir", non_com=1)]),
    "fanatics": lambda: field([squad(10, 10, 5)], [squad(10, 25, 4, "Ir", fanatic=1)]),
    "critical shots": lambda: field([squad(10, 10, 4, "El", critical_shot=1)], [squad(10, 25, 4, av=12)]),
}


@pytest.mark.rule("CD-EQ-MONSTER-2", "CD-SR-BRAINDEAD", "CD-SR-NONCOM-1", "CD-SR-FANATIC")
@pytest.mark.rule("CD-HIT-15", "CD-PIN-1", "CD-PIN-3", "CD-TRAIT-14", "CD-TRAIT-15", "CD-SHOOT-4", "CD-SR-CRITSHOT")
@pytest.mark.parametrize("name", BATTLES)
def test_kills_and_pins_are_as_likely_as_is_said(name):
    game = BATTLES[name]()
    shots = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), shooters_of(game))
    said = outlook(battle_of(game), unit(game, "A1"), unit(game, "B1"), shots)
    came = [played(game, seed) for seed in range(GAMES)]
    assert sum(said.kills) == pytest.approx(1)
    for number, chance in enumerate(said.kills):
        close(sum(kills == number for kills, _ in came) / GAMES, chance)
    close(sum(pinned for _, pinned in came) / GAMES, said.pinned)


def close(share: float, chance: float) -> None:
    """Within four standard deviations."""
    assert abs(share - chance) <= 4 * sqrt(max(chance * (1 - chance), 1e-4) / GAMES), (share, chance)


@pytest.mark.parametrize(
    ("size", "whats"),
    [
        (1, ["wiped out", "pinned", "0 killed", "1 killed"]),
        (3, ["any loss", "wiped out", "pinned", "0 killed", "1 killed", "2 killed", "3 killed"]),
        (4, ["any loss", "wiped out", "pinned", "0 killed", "1 killed", "2 killed", "3 killed", "4 or more killed"]),
    ],
)
def test_kills_are_told_one_by_one_and_many_as_one(size, whats):
    game = field([squad(10, 10, 5)], [squad(10, 25, size)])
    told = chances_of(unit(game, "B1"), outlook(*sides(game), salvos(*sides(game), shooters_of(game))))
    assert [one.what for one in told] == whats
    found = {one.what: one.probability for one in told}
    killed = [chance for what, chance in found.items() if what.endswith("killed")]
    assert sum(killed) == pytest.approx(1)
    assert found.get("any loss", found["wiped out"]) == pytest.approx(1 - found["0 killed"])
    assert killed[size] == pytest.approx(found["wiped out"])


@pytest.mark.parametrize(("away", "told"), [(16, ""), (30, ", beyond range")])
def test_shots_beyond_the_range_are_told_to_be(away, told):
    """A submachine gun reaches 16, and half as far again for pinning alone."""
    game = field([squad(10, 10, 5, "Rg", "smg")], [squad(10, away, 4, "Ir")])
    found = preview_volley(*sides(game), shooters_of(game), tested=False)
    (line,) = [one for one in found.lines if "with" in one.value]
    assert line.value.partition(" dice")[2] == told
    assert (line.mood == "bad") == bool(told)


def sides(game):
    return battle_of(game), unit(game, "A1"), unit(game, "B1")


def test_volleys_that_are_alike_are_foretold_once_and_what_differs_counts():
    """Shots got before, losses, who commands them, what they are, how many stand: each changes what is foretold."""

    def changed(**changes):
        def change(game):
            for name, value in ({"shots": 3} | changes).items():
                setattr(unit(game, "B1"), name, value)

        return change

    plain = [squad(10, 25, 5), leader(10, 40, cb=2)]
    cases = [
        (plain, changed()),
        (plain, changed(shots=0)),
        (plain, changed(start=10)),
        ([squad(10, 25, 4), leader(10, 40, cb=2)], changed()),
        ([squad(10, 25, 5), leader(10, 27, cb=1)], changed()),
        ([squad(10, 25, 5, "Rg", fanatic=1), leader(10, 40, cb=2)], changed()),
        ([squad(10, 25, 5, "El"), leader(10, 40, cb=2)], changed()),
    ]
    found = []
    for _ in range(2):
        for theirs, change in cases:
            game = field([squad(10, 10, 3)], theirs)
            change(game)
            battle, mine, target = battle_of(game), unit(game, "A1"), unit(game, "B1")
            found.append(outlook(battle, mine, target, salvos(battle, mine, target, shooters_of(game))))
        if len(found) == len(cases):
            for kept in (came, falls, among):
                kept.cache_clear()
            hits = came.cache_info().hits
    assert found[: len(cases)] == found[len(cases) :], "kept or worked out anew"
    assert len(set(found)) == len(cases)
    assert hits == 0
    assert came.cache_info().currsize == len(cases)
