"""The chances shown before an answer, against a thousand times that it was played out with seeded dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

from tabletop_tui.engine.dice import SeededDice, TypedDice
from tabletop_tui.engine.events import Harmed, Rolled
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted
from tabletop_tui.rules.pmc2640.damage.damage import ChooseCasualty
from tabletop_tui.rules.pmc2640.moving.reserves import ChooseClosestShot
from tabletop_tui.rules.pmc2640.orders.special_actions import ChooseMarked
from tabletop_tui.rules.pmc2640.reactions.reaction_fire import ChooseReaction
from tabletop_tui.rules.pmc2640.shooting.shooting import ChooseWeapon
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.ways import forced_moves
from tests.playing import run
from tests.pmc2640.build import Placed, battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule
RUNS = 500
SIGMAS = 4.5


def up_to_the_dice(game: Game, answer: str, all_shoot: bool) -> Game:
    """A game after an answer, where it waits for its first die: up to there all games are one."""
    begun = game.clone()
    begun.dice = TypedDice()
    begun.answer(answer)
    begun.advance()
    play_out(begun, all_shoot)
    if begun.waiting:
        begun.agenda.pop()
    return begun


def play_out(game: Game, all_shoot: bool) -> None:
    """Go on to the end, or to dice to be typed: losses from the outside in, main weapons, reactions all or none."""
    while game.question is not None and not isinstance(game.question, DiceQuestion):
        ask = game.agenda[-1]
        options = [option.key for option in game.question.options]  # type: ignore[attr-defined]
        if isinstance(ask, ChooseReaction):
            reply = options[0] if all_shoot else "wait"
        elif isinstance(ask, ChooseCasualty):
            free = [option.key for option in game.question.options if option.refusal is None]  # type: ignore[attr-defined]
            reply = free[-1]
        else:
            assert isinstance(ask, ChooseWeapon), ask
            reply = "main"
        game.answer(reply)
        game.advance()


def outcomes(game: Game, target: str, mine: str = "A1") -> set[str]:
    """What can be said of a game that was played out, in the words of the preview."""
    found = set()
    first = next((event for event in game.events if isinstance(event, Rolled) and event.sides == 10), None)
    if first is not None:
        hits = int(first.outcome.split()[0].replace("no", "0"))
        said = f"{hits} hit{'s' * (hits != 1)}"
        found |= {said, f"first: {said}"}  # as a shot and as an assault name it
    foe, ours = unit(game, target), unit(game, mine)
    if not any("in contact" in event.text for event in game.events):
        found.add("stopped, if all shoot")
    elif foe.gone or foe.broken:
        found.add("won, if all shoot")
    if foe.gone:
        found |= {"destroyed", "enemy destroyed", "Suppressed or worse", "knocked out"}
    elif foe.suppressed:
        found |= {"Suppressed or worse"} | ({"Broken", "enemy Broken"} if foe.broken else set())
    if ours.gone:
        found.add("own unit destroyed")
    elif ours.broken:
        found.add("own unit Broken")
    return found


def compare(game: Game, ask: Ask, answer: str, target: str = "B1", all_shoot: bool = False) -> dict[str, float]:
    """Play an answer out often and hold each chance shown against how often it came true; the chances shown."""
    run(game, ask)
    shown = game.preview(answer)
    assert shown is not None
    dice, counts = SeededDice(seed=2640), Counter[str]()
    lost = points = on_the_way = 0
    before, begun = unit(game, target), up_to_the_dice(game, answer, all_shoot)
    for _ in range(RUNS):
        fresh = begun.clone()
        fresh.dice, fresh.events = dice, begun.events.copy()
        fresh.advance()
        play_out(fresh, all_shoot)
        counts.update(outcomes(fresh, target))
        on_the_way += lost_before_contact(game, fresh)
        after = unit(fresh, target)
        lost, points = lost + before.left - after.left, points + after.suppression - before.suppression
    chances = {chance.what: chance.probability for chance in shown.chances}
    for what in (what for what in chances if ("all shoot" in what) == all_shoot):
        p, count = chances[what], counts[what]
        assert count / RUNS == pytest.approx(p, abs=SIGMAS * sqrt(p * (1 - p) / RUNS) + 1e-4), (what, count / RUNS, p)
    average = next((line.value for line in shown.lines if line.label == "on average"), None)
    if average is not None and isinstance(ask, ChooseTarget):
        suppression, models = (float(part.split()[0]) for part in average.split(", "))
        assert points / RUNS == pytest.approx(suppression, abs=0.2)
        assert lost / RUNS == pytest.approx(models, abs=0.15)
    answered = next((line.value for line in shown.lines if line.label == "if all shoot"), None)
    if answered is not None and all_shoot:
        assert on_the_way / RUNS == pytest.approx(float(answered.split()[0]), abs=0.2)
    return chances


def lost_before_contact(before: Game, after: Game, mine: str = "A1") -> int:
    """How many models attackers lost before they got there, if they did."""
    place = next((place for place, event in enumerate(after.events) if "in contact" in event.text), None)
    if place is None:
        return unit(before, mine).left - unit(after, mine).left
    return sum(event.amount for event in after.events[:place] if isinstance(event, Harmed) and event.unit == mine)


def shot(*pieces, at: float = 26.0, points: int = 0, left: int | None = None, order="fire", target=rifles, **mine):
    """A shot of four rifles, or what `mine` makes of them, at a target to the east."""
    game = field([rifles(20, 20, **mine)], [target(at, 20)], pieces=pieces)
    foe = unit(game, "B1")
    foe.suppression = points
    if left is not None:
        foe.left, foe.models = left, foe.models[:left]
    return game, ChooseTarget("A1", order)


def side_on(x: float, y: float) -> Placed:
    return buggy(x, y, 0.0)


SHOTS: dict[str, Callable[[], tuple[Game, ChooseTarget]]] = {
    "at half range": shot,
    "far away after an Advance": lambda: shot(at=36.0, order="advance"),
    "many guns": lambda: shot(firepower=5, size=8),
    "at a target behind a wall": lambda: shot(wall("w", 25, 15, 25, 28)),
    "at a target in woods": lambda: shot(box("w", "woods", 25.7, 18, 27, 30), firepower=4),
    "at a Broken target": lambda: shot(points=9, firepower=3),
    "at the last two of a target at its most": lambda: shot(points=11, left=2, firepower=4),
    "at a single man": lambda: shot(left=1, firepower=3),
    "at a vehicle's side": lambda: shot(target=side_on, firepower=4),
    "hopeless but for a nine": lambda: shot(wall("w", 37, 15, 37, 28), at=37.5, firepower=0, order="advance"),
}


@rule("PMC-FIRE-2", "PMC-FIRE-10", "PMC-FIRE-12", "PMC-VEH-11")
@pytest.mark.parametrize("name", SHOTS)
def test_the_chances_of_a_shot_come_true(name):
    game, ask = SHOTS[name]()
    compare(game, ask, "B1")


@rule("PMC-XFIRE-1", "PMC-XFIRE-2")
def test_the_chances_of_a_shot_in_crossfire_come_true():
    game = field([rifles(32, 20), rifles(20, 20)], [rifles(26, 20)])
    unit(game, "B1").shot_by = ("A2",)
    compare(game, ChooseTarget("A1", "fire"), "B1")


@rule("PMC-BASIC-1", "PMC-RES-5")
def test_the_chances_of_a_shot_at_arrivals_come_true():
    game = field([rifles(20, 20, firepower=4)], [rifles(26, 20)])
    compare(game, ChooseClosestShot("B1", ("A1",)), "A1")


@rule("PMC-SR-8", "PMC-SR-12", "PMC-SR-15")
def test_the_chances_of_a_mortar_at_a_marked_target_come_true():
    mortar = rifles(2, 20, size=2, firepower=6, range=48, indirect=True, basic_only=True, minimum_range=12)
    game = field([rifles(20, 20, markerlights=True), mortar], [rifles(32, 20)])
    assert "4 hits" in compare(game, ChooseMarked("A1"), "B1:A2")


def charge(points: int = 0, target=rifles, foe: dict | None = None, **mine):
    game = field([rifles(20, 20, **mine)], [target(24, 20, **(foe or {})), rifles(24, 10, firepower=4)])
    unit(game, "B1").suppression = points
    return game


@pytest.fixture
def no_falling_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the losers go takes long to find, and changes nothing about who has won."""
    monkeypatch.setattr(forced_moves, "fall_back", lambda *_: None)


ASSAULTS: dict[str, Callable[[], Game]] = {
    "even sides": charge,
    "the stronger": lambda: charge(assault=4, size=8),
    "the weaker against the Suppressed": lambda: charge(points=5, foe={"assault": 4, "size": 6}),
    "a vehicle": lambda: charge(target=buggy, assault=3),
    "the Broken": lambda: charge(points=10),
}


@rule("PMC-ASSLT-7", "PMC-ASSLT-8", "PMC-ASSLT-10", "PMC-ASSLT-11", "PMC-VEH-14", "PMC-ASSLT-13")
@pytest.mark.parametrize("name", ASSAULTS)
@pytest.mark.long
@pytest.mark.usefixtures("no_falling_back")
def test_the_chances_of_an_assault_without_reaction_fire_come_true(name):
    compare(ASSAULTS[name](), ChooseAssaulted("A1"), "B1")


@rule("PMC-ASSLT-3", "PMC-ASSLT-5")
@pytest.mark.long
@pytest.mark.usefixtures("no_falling_back")
def test_the_chances_of_an_assault_under_fire_come_true():
    game = field([rifles(20, 20, assault=4, size=6)], [rifles(24, 20), rifles(26, 25, firepower=3, size=6)])
    game.state.units["B2"].models = tuple((25 + n * 0.9, 16.5) for n in range(6))
    chances = compare(game, ChooseAssaulted("A1"), "B1", all_shoot=True)
    assert 0.1 < chances["stopped, if all shoot"] < 0.9
    assert chances["won, if all shoot"] < chances["enemy Broken"] + chances["enemy destroyed"]
    assert battle_of(game).reacted == ()
