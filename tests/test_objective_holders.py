"""Who holds what is said by the rulebooks as they score it: games by computers, looked at where points are given."""

from collections.abc import Callable
from typing import Any

import pytest

from tabletop_tui.engine.events import ChangedHands, Event, Scored
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.objective_holders import Held, hand_changes
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.crimsondusk.turn import turn as crimsondusk
from tabletop_tui.rules.mechcom.state import victory as mechcom
from tabletop_tui.rules.pmc2640.state import victory as battle_end
from tabletop_tui.rules.pmc2640.turn import turn as pmc2640
from tabletop_tui.rules.techcommander.victory import victory as techcommander

Look = Callable[[Game[Any], list[Event]], int]
"""Looks at a game before something is scored, and at what was told of it; how many things it compared."""


def battle(name: str, seed: int) -> Session:
    system, scenario = new_game.find_scenario(name)
    return Session.new(new_game.set_table(system, scenario, seed=seed, players=["greedy", "greedy"]))


def mechcom_look(game: Game[Any], told: list[Event]) -> int:
    (zone,) = game.system.holders(game)
    scored = [event for event in told if isinstance(event, Scored)]
    assert zone.seats == tuple(event.seat for event in scored)
    assert all(f"{event.points} VP a round" in zone.why for event in scored)
    return 1


def crimsondusk_look(game: Game[Any], told: list[Event]) -> int:
    said = {event.text.partition(" is held")[0]: event.seat for event in told if " is held: " in event.text}
    for one in game.system.holders(game):
        assert one.seats == ((said[one.name],) if one.name in said else ()), one
    return len(game.system.holders(game))


def techcommander_look(game: Game[Any], told: list[Event]) -> int:
    names = [seat.name for seat in game.setup.seats]
    said = [event.text for event in told if event.text.startswith("Objective: ")]
    held = [one for one in game.system.holders(game) if not one.name.startswith("token")]
    assert [text.rpartition("held by ")[2] for text in said] == [one.holder(names) for one in held]
    return len(held)


def pmc2640_look(game: Game[Any], told: list[Event]) -> int:
    (wanted,) = game.system.holders(game)
    assert wanted.seats == battle_end.at_the_end(game.state)[0]
    return 1


@pytest.mark.parametrize(
    ("name", "module", "scoring", "look", "seeds", "least"),
    [
        ("mechcom/canyon-zone", mechcom.ScoreRound, "run", mechcom_look, (0, 1), 3),
        ("pmc2640/relay-nine-capture-2", pmc2640, "victory", pmc2640_look, (0,), 5),
        ("pmc2640/relay-nine-destroy-2", pmc2640, "victory", pmc2640_look, (0,), 5),
        ("crimsondusk/crossroads", crimsondusk, "score_turn", crimsondusk_look, (0,), 6),
        ("crimsondusk/hold-the-house", crimsondusk, "score", crimsondusk_look, (2,), 1),
        ("techcommander/control", techcommander, "end_by_objectives", techcommander_look, (0, 1), 1),
    ],
)
@pytest.mark.sampled(2)
def test_holders_are_those_that_score(
    name: str,
    module: Any,
    scoring: str,
    look: Look,
    seeds: tuple[int, ...],
    least: int,
    monkeypatch: pytest.MonkeyPatch,
):
    scored, compared, changed = getattr(module, scoring), [0], 0

    def looked(*args: Any) -> Any:
        game = next(one for one in args if isinstance(one, Game))
        before, first = game.clone(), len(game.events)
        came = scored(*args)
        compared[0] += look(before, game.events[first:])
        return came

    monkeypatch.setattr(module, scoring, looked)
    for seed in seeds:
        session = battle(name, seed)
        session.run()
        changed += sum(isinstance(event, ChangedHands) for event in session.log())
    assert compared[0] >= least
    assert changed > 0 or "destroy" in name, "nothing changed hands in all these games"


def test_a_change_of_hands_is_told_once():
    before = [Held("L1", "3,4", (0,), "A1 is on it"), Held("L2")]
    now = [
        Held("L1", "3,4", (1,), "B3 is 3.2 in off", ("X-1",)),
        Held("L2", why="nobody is near"),
        Held("L3", seats=(0,)),
    ]
    told = [*hand_changes(before, now, ["Red", "Blue"])]
    assert [event.text for event in told] == ["L1: Blue holds it, B3 is 3.2 in off", "L3: Red holds it"]
    assert (told[0].seat, told[0].spot, told[0].rules) == (1, "3,4", ("X-1",))
    assert [event.text for event in hand_changes(now, [Held("L1")], ["Red", "Blue"])] == ["L1: nobody holds it"]
    assert not [*hand_changes(now, now, ["Red", "Blue"])]
