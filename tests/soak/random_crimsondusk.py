"""Random plays of Crimson Dusk from random positions: whatever meets whatever, the invariants hold at every question.

    python -m tests.random_plays crimsondusk 1000 [FIRST]      plays so many, tells the counts

Nobody overlaps, no unit is activated twice in a turn and no model has more AP than its own, and a position that is
saved opens again as it was. Ammunition never runs out in this book (CD-WPN-5), so there is none to be counted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import evolve

from tabletop_tui.engine.events import Began
from tabletop_tui.engine.game import Game
from tabletop_tui.play.position_files import game_of, opened
from tabletop_tui.rules.crimsondusk.orders.spending_ap import Charge, SpendPoint
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.vehicles.transports import ChooseLanding, GetOn
from tests.crimsondusk.situations import Table, area, field, one, section, vehicle
from tests.soak.invariants_crimsondusk import hold
from tests.soak.play import offers_hold

ANSWERS = 45
CELL = 9.0
"""Units are set down in cells of a raster, so that none stands on another."""
ARMS = (
    *(("assault-rifle",), ("rifle",), ("smg",), ("lmg",), ("pistol", "pistol"), ("rpg",), ("panzerfaust",)),
    *(("grenade-launcher",), ("bolt-gun",), ("sniper-rifle",), ("flamethrower",), ("assault-rifle", "thrown-grenade")),
)
GUNS = ("mmg", "hmg", "auto-cannon", "grenade-machine-gun", "medium-mortar", "missile-launcher")
KINDS = (("truck", ("lmg",)), ("apc", ("hmg",)), ("car", ("lmg",)), ("bike", ()), ("tank", ("tank-gun", "mmg")))
TRAITS = (
    {},
    {},
    {},
    {"tough": 5},
    {"fanatic": 1},
    {"fearsome": 1},
    {"jump-pack": 1},
    {"non-com": 1},
    {"terrifying": 1},
)
GROUND = ("woods", "scrub", "house", "marsh", "wall", "fence")
GRENADES = ("smoke", "incendiary", "gas", "flash-bang", "tanglefoot")


def position(seed: int) -> Table:
    """A position of two sides that stand near each other, in all states that they can be in."""
    chance = Random(seed)
    cells = [(x, y) for x in range(8) for y in range(5)]
    chance.shuffle(cells)
    units: list[Table] = []
    for seat, letter in enumerate("AB"):
        for number in range(1, chance.randint(3, 5) + 1):
            x, y = cells.pop()
            units.append(unit_at(chance, f"{letter}{number}", x * CELL + 1.5, y * CELL + 3, seat))
    board(chance, units)
    pieces = [piece_at(chance, *cells.pop(), number) for number in range(chance.randint(2, 7))]
    return field(*units, pieces=pieces, turn=2, go=chance.randint(0, 1)) | {"seed": seed % 10000}


def unit_at(chance: Random, name: str, x: float, y: float, seat: int) -> Table:
    roll = chance.random()
    state: dict[str, Any] = {}
    if roll < 0.2:
        kind, guns = chance.choice(KINDS)
        return vehicle(name, x + 3, y + 1.5, kind, *guns, heading=chance.choice((0, 90, 180, 270)))
    if chance.random() < 0.2:
        state["activated"] = True
    states = ({"ground": True}, {"overwatch": True}, {"pinned": True, "ground": True}, {"confused": True}, {}, {}, {})
    state |= chance.choice(states)
    if roll < 0.35:
        return one(name, x + 2, y + 1, *chance.choice(ARMS), cb=chance.randint(1, 2), quality="Vt", **state)
    count = chance.randint(5, 8)
    spots = [(x + 1.5 * (place % 4), y + 1.5 * (place // 4)) for place in range(count)]
    table = section(name, *spots, arms=chance.choice(ARMS), quality=chance.choice(("Ir", "Rg", "Vt", "El")), **state)
    table["ap"], table["armour"] = chance.choice((2, 3, 3, 4)), chance.choice(("none", "flak", "carapace"))
    if traits := chance.choice(TRAITS):
        table["traits"] = dict(traits)
        table["quality"] = "Ir" if "non-com" in traits else table["quality"]
    if chance.random() < 0.4:
        rest = {"count": count - 1, "weapons": list(chance.choice(ARMS))}
        table["model"] = [{"weapons": [chance.choice(GUNS)]}, rest]
    for kind in table["model"]:
        if not {"thrown-grenade", "grenade-launcher"}.isdisjoint(kind["weapons"]):
            known = (
                GRENADES if "thrown-grenade" in kind["weapons"] else [load for load in GRENADES if load != "incendiary"]
            )
            kind["ammunition"] = [chance.choice(known)]
    if chance.random() < 0.2:
        table["marks"] = {f"{name}-{count}": {"part": 1}, f"{name}-{count - 1}": {"part": 1}}
    if chance.random() < 0.15:
        table["left"] = count - 2
        table["models"] = table["models"][: count - 2]
        table.pop("marks", None)
    return table


def board(chance: Random, units: list[Table]) -> None:
    """Some sections ride in or on a vehicle of their side that has room."""
    rooms = {"truck": 10, "apc": 8, "car": 3}
    free = [one for one in units if one.get("type") in rooms]
    for ride in free:
        fit = [
            one
            for one in units
            if "models" in one
            and "type" not in one
            and one["id"][0] == ride["id"][0]
            and len(one["models"]) <= rooms[ride["type"]]
        ]
        if fit and chance.random() < 0.6:
            rider = chance.choice(fit)
            if "aboard" in rider or not {"ground", "overwatch", "marks"}.isdisjoint(rider):
                continue
            rider["left"] = len(rider.pop("models"))
            rider["aboard"] = ride["id"]
            rider["on-top"] = chance.random() < 0.4


def piece_at(chance: Random, x: int, y: int, number: int) -> Table:
    kind, left, top = chance.choice(GROUND), x * CELL + 1, y * CELL + 1
    if kind in ("wall", "fence"):
        return {"id": f"p{number}", "kind": kind, "points": [[left, top + 3], [left + 6, top + 3]], "line": True}
    return area(kind, left, top, left + chance.randint(3, 6), top + chance.randint(3, 6)) | {"id": f"p{number}"}


# ---------------------------------------------------------------- played
class Counted:
    """Who has had which AP in which turn."""

    def __init__(self) -> None:
        self.points: Counter[tuple[int, str]] = Counter()
        self.activations: Counter[tuple[int, str]] = Counter()
        self.questions = 0
        self.kinds: Counter[str] = Counter()

    def step(self, game: Game[Battle]) -> None:
        """Look at the step that is to be run next."""
        battle, step = game.state, game.agenda[-1]
        busy: Iterator[str] = iter(())
        if isinstance(step, SpendPoint):
            busy = (order.man for order in step.orders if order.deed != "nothing")
        elif isinstance(step, Charge):
            busy = (name for name, _ in step.ways)
        elif isinstance(step, ChooseLanding) or (isinstance(step, GetOn) and not step.passing):
            busy = iter([])
        for name in busy:
            man = battle.units[step.unit].man(name)  # type: ignore[attr-defined]
            self.points[battle.turn, name] += 1
            spent = self.points[battle.turn, name]
            assert spent <= man.soldier.ap, f"{name} has its AP {spent} of {man.soldier.ap} in turn {battle.turn}"

    def events(self, game: Game[Battle], first: int) -> None:
        for event in game.events[first:]:
            if isinstance(event, Began) and event.level == "activation":
                key = game.state.turn, event.unit
                self.activations[key] += 1
                assert self.activations[key] == 1, f"{event.unit} is activated twice in turn {game.state.turn}"


def play(seed: int, answers: int = ANSWERS, opens: int = 5) -> Counted:
    """Play on from a random position; at one question of `opens` the position is opened anew as a saved one."""
    game, chance, found = game_of(position(seed)), Random(seed), Counted()
    look(game, found, chance, opens)
    for number in range(answers):
        question = game.question
        if question is None:
            break
        answer = question.sample(chance)
        first = len(game.events)
        try:
            game.answer(answer)
            run(game, found)
            found.events(game, first)
            look(game, found, chance, opens)
        except Exception as error:
            error.add_note(f"seed {seed}, answer {number}: {type(question).__name__} {question.prompt!r} <- {answer!r}")
            raise
    return found


def run(game: Game[Battle], found: Counted) -> None:
    """Up to the next question."""
    while game.question is None and game.agenda:
        found.step(game)
        if game.step() is None:
            return


def look(game: Game[Battle], found: Counted, chance: Random, opens: int) -> None:
    found.questions += 1
    if game.question is None:
        return
    found.kinds[type(game.agenda[-1]).__name__] += 1
    hold(game)
    offers_hold(game)
    if chance.randrange(opens) == 0:
        dumped = json.loads(json.dumps(game.system.dump(game)))
        again = opened(game.system, evolve(game.setup, position=dumped))
        assert again.question is not None
        assert again.question.prompt == game.question.prompt
        assert json.loads(json.dumps(again.system.dump(again))) == dumped


def main(arguments: list[str]) -> int:
    count, first = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    faults, questions, kinds = [], 0, Counter[str]()
    for seed in range(first, first + count):
        try:
            found = play(seed)
        except Exception as error:
            notes = "; ".join(getattr(error, "__notes__", ()))
            faults.append(f"seed {seed}: {type(error).__name__}: {error} {notes}")
            print(faults[-1], flush=True)
            continue
        questions += found.questions
        kinds += found.kinds
    print(f"{count} plays, {questions} questions of {len(kinds)} kinds, {len(faults)} with a fault")
    return bool(faults)
