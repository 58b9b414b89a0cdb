"""The chances shown before an attack are those of the attack: the game is played with every way the dice can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from attrs import define

from tabletop_tui.engine.dice import Dice, Roll
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Pick
from tests.mechcom.build import activate, claws, give, ground, gun, mech, model, skirmish
from tests.playing import play

rule = pytest.mark.rule
ROLLS = 3
"""So many rolls of a Flurry are followed; what would go on after them is counted apart."""


class Undecided(Exception):
    """The dice written down have run out at this roll."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll


@define(slots=False)
class Written(Dice):
    """Dice that stop the game at the first roll that is not written down."""

    kind = "written"

    def more(self, roll: Roll, count: int) -> tuple[int, ...]:
        raise Undecided(roll)


def faces_of(roll: Roll) -> dict[int, Fraction]:
    """The faces of one die with their chances; an Armour die only holds or does not, whatever else its face is."""
    if roll.need is None or roll.need.number.name != "Armour":
        return dict.fromkeys(range(1, 7), Fraction(1, 6))
    through = Fraction(max(0, min(6, 7 - roll.need.number.total)), 6)
    return {face: chance for face, chance in ((6, through), (1, 1 - through)) if chance}


def ends(game: Game, answers: tuple[Answer, ...], dice: tuple[int, ...] = ()) -> Iterator[tuple[Game, Fraction]]:
    """Every game that these answers can come to, with its chance."""
    end = game.clone()
    end.dice = Written(unread=dice)
    try:
        play(end, *answers)
        for _ in range(ROLLS - 1):
            if flurry_waits(end):
                play(end, "roll")
        yield end, Fraction(1)
    except Undecided as undecided:
        chances = faces_of(undecided.roll)
        for faces in product(chances, repeat=undecided.roll.count):
            part = Fraction(1)
            for face in faces:
                part *= chances[face]
            for end, chance in ends(game, answers, (*dice, *faces)):
                yield end, part * chance


def flurry_waits(game: Game) -> bool:
    return isinstance(game.question, Pick) and "Flurry" in game.question.prompt


def hits_in(game: Game) -> int:
    """How many Armour dice were rolled: one for each hit."""
    return sum(len(e.faces) for e in game.events if isinstance(e, Rolled) and e.why.endswith("Armour"))


def counted(game: Game, *answers: Answer) -> tuple[Counter[int], Counter[int], Fraction]:
    """The chances of each loss of B1's Integrity and of each number of hits, and that a Flurry still goes on."""
    before = model(game, "B1").integrity
    lost: Counter[int] = Counter()
    hits: Counter[int] = Counter()
    going_on = Fraction(0)
    for end, chance in ends(game, answers):
        if flurry_waits(end):
            going_on += chance
        else:
            lost[before - max(0, model(end, "B1").integrity)] += chance
            hits[hits_in(end)] += chance
    assert sum(lost.values()) + going_on == 1
    return lost, hits, going_on


def promised(game: Game, *answers: Answer) -> tuple[dict[str, float], float]:
    """The chances and the Integrity that is expected to be lost, shown for the last of these answers."""
    asked = game.clone()
    play(asked, *answers[:-1])
    preview = asked.preview(answers[-1])
    assert preview is not None
    assert preview.expected is not None
    return {chance.what: chance.probability for chance in preview.chances}, preview.expected


def from_(counts: Counter[int], number: int) -> float:
    return float(sum(chance for count, chance in counts.items() if count >= number))


def mean(counts: Counter[int]) -> float:
    return float(sum(count * chance for count, chance in counts.items()))


def against(weapon, target=None, *, at="0508", map=None, **conditions):
    """A1 with this weapon, active, and B1 (Integrity 3) three hexes away or where told."""
    rest = {"map": map} if map else {}
    game = skirmish(mech(weapons=[weapon]) @ "0505", (target or mech(integrity=3)) @ at, **rest)
    for unit, condition in conditions.items():
        give(game, unit, condition)
    return activate(game, "A1")


SHOTS = {
    "plain": against(gun(attacks=2, damage=2)),
    "one hit kills": against(gun(attacks=2, damage=3)),
    "many hits needed": against(gun(attacks=2, damage=1)),
    "soft cover and Blinded: only a six": against(gun(attacks=2), map=ground(h0508="0f"), A1="Blinded"),
    "half cover": against(gun(attacks=2), map=ground(h0506="1.")),
    "from above": against(gun(attacks=2), map=ground(h0505="2.")),
    "Armour that nothing pierces": against(gun(attacks=2), mech(armour=7)),
    "Volatile against thin Armour": against(gun(attacks=2, volatile=3), mech(armour=3, integrity=4)),
    "Corroded": against(gun(attacks=2), B1="Corroded"),
    "Invisible": against(gun(attacks=2), B1="Invisible"),
    "no damage at all": against(gun(attacks=2, damage=0), mech(integrity=1)),
    "Artillery": against(gun(attacks=2, artillery=True), map=ground(h0506="3.")),
}


@rule("MC-SHOOT-3", "MC-SHOOT-4", "MC-SHOOT-5", "MC-STAT-6", "MC-STAT-9", "MC-WEAP-2", "MC-WEAP-3")
@pytest.mark.parametrize("case", SHOTS)
def test_a_shot_comes_to_what_was_shown(case):
    game = SHOTS[case].clone()
    model(game, "B1").spot = int(case == "Artillery")
    game.ask_anew()
    answers = ("shoot:Gun", "B1")
    chances, expected = promised(game, *answers)
    lost, hits, _ = counted(game, *answers)
    assert chances["at least one hit"] == pytest.approx(from_(hits, 1), abs=1e-12)
    assert chances["any damage"] == pytest.approx(from_(lost, 1), abs=1e-12)
    assert chances["destroys"] == pytest.approx(from_(lost, model(game, "B1").integrity), abs=1e-12)
    assert expected == pytest.approx(mean(lost), abs=1e-12)


@rule("MC-STAT-7", "MC-PERK-12")
@pytest.mark.parametrize(("sniper", "tokens"), [(False, 0), (False, 1), (True, 2), (True, 3)])
def test_consumed_tokens_change_the_chances_as_shown(sniper, tokens):
    game = skirmish(mech(weapons=[gun(attacks=2, sniper=sniper)], stability=6) @ "0505", mech(integrity=3) @ "0508")
    model(game, "B1").spot = 3
    activate(game, "A1")
    answers = ("shoot:Gun", "B1", tokens)
    chances, expected = promised(game, *answers)
    lost, hits, _ = counted(game, *answers)
    # Stability 6, one better for each token.
    assert chances["at least one hit"] == pytest.approx(1 - ((5 - tokens) / 6) ** 2)
    assert chances["at least one hit"] == pytest.approx(from_(hits, 1))
    assert (chances["destroys"], expected) == pytest.approx((from_(lost, 3), mean(lost)))


@rule("MC-PERK-4")
def test_bought_dice_change_the_chances_as_shown():
    game = skirmish(mech(weapons=[gun(attacks=1, barrage=True)]) @ "0505", mech(integrity=3) @ "0508")
    activate(game, "A1")
    answers = ("shoot:Gun", "B1", 1)
    chances, expected = promised(game, *answers)
    lost, hits, _ = counted(game, *answers)
    assert chances["at least one hit"] == pytest.approx(1 - (3 / 6) ** 2)
    assert chances["at least one hit"] == pytest.approx(from_(hits, 1))
    assert (chances["destroys"], expected) == pytest.approx((from_(lost, 3), mean(lost)))


@rule("MC-PERK-10")
def test_divided_dice_have_the_chances_shown_for_each_target():
    game = skirmish(
        mech(weapons=[gun(attacks=2, multi=True)]) @ "0505", [mech(integrity=3) @ "0508", mech(integrity=3) @ "0805"]
    )
    activate(game, "A1")
    play(game, "shoot:Gun")
    preview = game.preview({"B1": 1, "B2": 1})
    assert preview is not None
    assert [line.value for line in preview.lines if line.label == "target"] == ["B1 Mech", "B2 Mech"]
    lost, _, _ = counted(game, {"B1": 1, "B2": 1})
    first = {chance.what: chance.probability for chance in preview.chances[:3]}
    assert first["destroys"] == pytest.approx(from_(lost, 3))
    assert first["any damage"] == pytest.approx(from_(lost, 1))
    assert preview.expected == pytest.approx(2 * mean(lost)), "both have the same Armour and Integrity, and no cover"


@rule("MC-PERK-8")
@pytest.mark.parametrize("stability", [3, 6])
def test_a_flurry_comes_to_what_was_shown(stability):
    game = skirmish(
        mech(weapons=[gun(attacks=1, damage=1, flurry=True)], stability=stability) @ "0505", mech(integrity=3) @ "0508"
    )
    activate(game, "A1")
    answers = ("shoot:Gun", "B1")
    chances, expected = promised(game, *answers)
    lost, hits, going_on = counted(game, *answers)
    assert going_on == Fraction(1, 6**ROLLS)
    assert chances["at least one hit"] == pytest.approx(from_(hits, 1) + float(going_on)), "every six is a hit"
    for what, counts, number in (("any damage", lost, 1), ("destroys", lost, 3)):
        assert from_(counts, number) < chances[what] < from_(counts, number) + float(going_on)
    assert mean(lost) < expected < mean(lost) + 3 * float(going_on), "no more than its Integrity is lost"


BRAWLS = {
    "plain": against(claws(attacks=2, damage=2), at="0506"),
    "one win kills": against(claws(attacks=2, damage=3), at="0506"),
    "Rend": against(claws(attacks=2, rend=2), at="0506"),
    "from above": against(claws(attacks=2), at="0506", map=ground(h0505="1.")),
    "from below": against(claws(attacks=2), at="0506", map=ground(h0506="1.")),
    "a stronger enemy": against(claws(attacks=2), mech(strength=5, integrity=3), at="0506"),
    "an enemy too strong": against(claws(attacks=2), mech(strength=9), at="0506"),
    "Shocked": against(claws(attacks=2), at="0506", A1="Shocked"),
    "no damage at all": against(claws(attacks=2, damage=0), mech(integrity=1), at="0506"),
}


@rule("MC-MELEE-3", "MC-MELEE-4", "MC-MELEE-5", "MC-STAT-8", "MC-ELEV-9", "MC-PERK-11")
@pytest.mark.parametrize("case", BRAWLS)
def test_a_melee_comes_to_what_was_shown(case):
    game = BRAWLS[case]
    answers = ("melee:Claws", "B1")
    chances, expected = promised(game, *answers)
    lost, _, _ = counted(game, *answers)
    if case != "no damage at all":
        assert chances["at least one win"] == pytest.approx(from_(lost, 1), abs=1e-12)
    assert chances["destroys"] == pytest.approx(from_(lost, model(game, "B1").integrity), abs=1e-12)
    assert expected == pytest.approx(mean(lost), abs=1e-12)


@rule("MC-MELEE-5", "MC-DICE-2")
@pytest.mark.parametrize("integrity", [1, 2, 3, 4])
def test_an_unarmed_blow_comes_to_what_was_shown(integrity):
    game = against(gun(), mech(integrity=integrity), at="0506")
    answers = ("melee:Unarmed", "B1")
    chances, expected = promised(game, *answers)
    lost, _, _ = counted(game, *answers)
    assert chances["destroys"] == pytest.approx(from_(lost, integrity), abs=1e-12)
    assert expected == pytest.approx(mean(lost))


@rule("MC-PERK-8", "MC-MELEE-6")
@pytest.mark.parametrize("strength", [1, 3, 6, 7])
def test_a_flurry_in_melee_comes_to_what_was_shown(strength):
    game = against(claws(attacks=1, damage=1, flurry=True), mech(strength=strength, integrity=3), at="0506")
    answers = ("melee:Claws", "B1")
    chances, expected = promised(game, *answers)
    lost, _, going_on = counted(game, *answers)
    assert chances["at least one win"] == pytest.approx(from_(lost, 1) + float(going_on), abs=1e-12)
    assert chances["destroys"] == pytest.approx(from_(lost, 3) + float(going_on), abs=1e-12), "three wins in a row"
    assert expected == pytest.approx(mean(lost) + 3 * float(going_on), abs=1e-9), "no more than its Integrity is lost"
    assert expected <= mean(lost) + (ROLLS + 1.5) * float(going_on) + 1e-12


@rule("MC-SPOT-1", "MC-SPOT-2", "MC-ELEV-7", "MC-TERR-4")
@pytest.mark.parametrize("cells", [{}, {"h0508": "0f"}, {"h0505": "2."}])
def test_spotting_comes_to_what_was_shown(cells):
    game = skirmish(mech() @ "0505", mech() @ "0508", map=ground(**cells))
    activate(game, "A1")
    answers = ("spot", "B1")
    chances, expected = promised(game, *answers)
    tokens: Counter[int] = Counter()
    for end, chance in ends(game, answers):
        tokens[model(end, "B1").spot] += chance
    assert chances["a token or more"] == pytest.approx(from_(tokens, 1))
    assert expected == pytest.approx(mean(tokens))
