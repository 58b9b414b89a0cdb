"""Random positions of MECHCOM, PMC 2640 and Army Men, and plays on from them in which what must hold is looked at.

Of what the question offers the first answers are accepted; nobody is activated twice in a round; no ammunition grows;
what is saved at a question is loaded as the same; and the invariants of the book hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, field, frozen

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rulebook.base_system import Saver
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.armymen.system import ArmyMen
from tabletop_tui.rules.armymen.turn import turn as armymen_turn
from tabletop_tui.rules.mechcom.system import SAVER as MECHCOM_SAVER
from tabletop_tui.rules.mechcom.turn.turn import ActivationPhase
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.system import Pmc2640
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_stand
from tests.armymen import build as men
from tests.mechcom import build as mechs
from tests.pmc2640 import build as pmc
from tests.pmc2640 import crowds
from tests.soak import invariants, invariants_armymen, invariants_pmc2640
from tests.soak.play import offers_hold

ANSWERS = 50
SPECIALS: tuple[dict[str, Any], ...] = (
    *({}, {}, {"markerlights": True}, {"indirect": True, "range": 36, "minimum_range": 9}, {"inspiring": True}),
    *({"stealth": True}, {"destructive": True}, {"cumbersome": True}, {"command": 2}, {"basic_only": True}),
)
PERKS: tuple[dict[str, Any], ...] = (
    *({}, {}, {"ammo": 2}, {"artillery": True}, {"backfire": 2}, {"barrage": True}, {"blast": True}, {"flurry": True}),
    *({"heavy": True}, {"multi": True}, {"sniper": True}, {"superheated": True}, {"tracker": True}),
)
GROUNDS = ("woods", "woods", "minefield", "hill", "mud", "building")
CELLS = ("0.", "0.", "0.", "0.", "1.", "2.", "0f", "0w", "1f")


def mechcom(chance: Random) -> Game[Any]:
    """Two or three mechs a side among levels, forest and water, hurt, spotted and short of energy."""
    hexes = [f"{column:02d}{row:02d}" for column in range(4, 10) for row in range(5, 12)]
    chance.shuffle(hexes)

    def one() -> mechs.Placed:
        arms = [mechs.gun("Gun", **chance.choice(PERKS)), mechs.claws(blast=chance.random() < 0.5)]
        return mechs.mech(weapons=arms, sensors=chance.randint(3, 8)) @ hexes.pop()

    sides = [[one() for _ in range(chance.randint(2, 3))] for _ in range(2)]
    cells = {f"h{hexes.pop()}": chance.choice(CELLS) for _ in range(14)}
    game = mechs.skirmish(*sides, map=mechs.ground(**cells))
    for model in game.state.models.values():
        model.spot, model.integrity = chance.randint(0, 2), chance.randint(2, 8)
    return game


def pmc2640(chance: Random) -> Game[Any]:
    """Three or four units a side amid terrain: teams with special rules, a vehicle, shaken, inside, in reserve."""
    while True:

        def team() -> pmc.Placed:
            x, y = crowds.somewhere(chance, 10, 36)
            if chance.random() < 0.2:
                return pmc.buggy(x, y, chance.choice((0, 90, 180, 270)))
            return pmc.rifles(x, y, size=chance.choice((1, 2, 4, 6)), **chance.choice(SPECIALS))

        sides = [[team() for _ in range(chance.randint(3, 4))] for _ in range(2)]
        game = pmc.field(*sides, pieces=crowds.terrain(chance, 6))
        battle = pmc.battle_of(game)
        houses = [piece for piece in battle.table.pieces if piece.kind == "building"]
        for one in battle.units.values():
            roll = chance.random()
            if roll < 0.1 and not one.vehicle and houses:
                one.models, one.building = (), houses.pop().id
            elif roll < 0.2:
                one.models, one.reserve = (), "second"
            elif not one.vehicle and chance.random() < 0.4:
                one.suppression = chance.randint(1, 10)
        battle.locations = {f"L{n}": Location(f"L{n}", crowds.somewhere(chance, 14, 34), "") for n in (1, 2, 3)}
        if all(refuse_stand(battle, one, one.models) is None for one in battle.units.values() if one.models):
            return game


def armymen(chance: Random) -> Game[Any]:
    """Three to five units a side in cells of a raster, amid woods, mines and sandbags; Pinned, on guard, hunkered."""
    cells = [(3.0 + 8 * column, 3.0 + 9 * row) for column in range(5) for row in range(5)]
    chance.shuffle(cells)

    def one() -> men.Placed:
        x, y = cells.pop()
        few = chance.choice((1, 3))
        kinds: list[Callable[[], men.Placed]] = [
            *(lambda: men.riflemen(x, y), lambda: men.recruits(x, y), lambda: men.veterans(x, y)),
            *(lambda: men.gunners(x, y, few), lambda: men.snipers(x, y, few), lambda: men.mortars(x, y, few)),
            *(
                lambda: men.jeep(x + 2, y + 2),
                lambda: men.tank(x + 2, y + 2, 90.0),
                lambda: men.artillery(x + 2, y + 2),
            ),
        ]
        return chance.choice(kinds)()

    sides = [[one() for _ in range(chance.randint(3, 5))] for _ in range(2)]
    grounds = [(kind, *cells.pop()) for kind in GROUNDS if chance.random() < 0.7]
    pieces = tuple(men.box(kind, x, y, x + chance.uniform(2, 7), y + chance.uniform(2, 7)) for kind, x, y in grounds)
    game = men.field(*sides, pieces=pieces)
    for unit in game.state.units.values():
        if not unit.vehicle:
            unit.pinned, unit.activated = chance.random() < 0.2, chance.random() < 0.2
            state = chance.choice(("guarding", "hunkered", "", ""))
            if state:
                setattr(unit, state, True)
    return game


@frozen
class Book:
    position: Callable[[Random], Game[Any]]
    first: Callable[[], list[Step]]
    saver: Saver[Any]
    hold: Callable[[Game[Any]], None]
    units: str
    round: str


BOOKS = {
    "mechcom": Book(mechcom, lambda: [ActivationPhase()], MECHCOM_SAVER, invariants.hold, "models", "round"),
    "pmc2640": Book(pmc2640, lambda: [ActionPhase()], Pmc2640.saver, invariants_pmc2640.hold, "units", "turn"),
    "armymen": Book(
        armymen,
        lambda: [armymen_turn.NextActivation(), armymen_turn.EndRound()],
        ArmyMen.saver,
        invariants_armymen.hold,
        "units",
        "round",
    ),
}


# ---------------------------------------------------------------- played
@define
class Played:
    """What is kept from question to question of a play."""

    book: str
    seed: int
    questions: int = 0
    offered: int = 0
    kinds: set[str] = field(factory=set)
    _acted: dict[tuple[int, str], bool] = field(factory=dict)
    _shots: dict[tuple[str, str], int] = field(factory=dict)

    def look(self, game: Game[Any]) -> None:
        """What must hold at every question."""
        book, battle = BOOKS[self.book], game.state
        self.questions += 1
        self.kinds.add(type(game.agenda[-1]).__name__)
        book.hold(game)
        now = getattr(battle, book.round)
        for unit in getattr(battle, book.units).values():
            before = self._acted.get((now, unit.id), False)
            assert unit.activated or not before, f"{unit.id} may be activated again in {book.round} {now}"
            self._acted[now, unit.id] = unit.activated
            for weapon, shots in getattr(unit, "shots", {}).items():
                assert shots >= self._shots.get((unit.id, weapon), 0), f"{unit.id} has got back shots of {weapon}"
                self._shots[unit.id, weapon] = shots
        self.offered += offers_hold(game)
        self._opens(game)

    def _opens(self, game: Game[Any]) -> None:
        """What is saved now is loaded as the same."""
        book = BOOKS[self.book]
        data = json.loads(json.dumps(book.saver.dump(game)))
        fresh = book.position(Random(self.seed))
        again = book.saver.load(fresh, data)
        assert json.loads(json.dumps(book.saver.dump(again))) == data
        asked = again.question or again.advance()
        assert asked is not None
        assert asked.prompt == game.question.prompt  # type: ignore[union-attr]


def play(name: str, seed: int, answers: int = ANSWERS) -> Played:
    """Play on from a random position of a book; a fault tells its seed, the number of the answer and the question."""
    book, chance, played = BOOKS[name], Random(-seed - 1), Played(name, seed)
    game = book.position(Random(seed))
    game.system, game.dice = system(name), SeededDice(seed=seed)
    game.push(*book.first())
    for number in range(answers):
        answer: Any = None
        try:
            if game.advance() is None:
                break
            played.look(game)
            assert game.question is not None
            answer = game.question.sample(chance)
            game.answer(answer)
        except Exception as error:
            asked = game.question.prompt if game.question is not None else "no question"
            error.add_note(f"seed {seed}, answer {number}: {asked!r} <- {answer!r}")
            raise
    return played
