"""One game by computers to its end, looked at after each answer, then replayed from its journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, pairwise
from pathlib import Path

from tabletop_tui.engine.events import Event, Harmed, Moved, Rolled
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.place_fields import Otherwise
from tabletop_tui.engine.question import Answer, Place
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play.journal import read
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import Audited
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.table.points import parse_spot
from tests.guard import guarded

LONGEST = 30_000
OFTEN = 20
"""Once in so many answers all that a screen shows of a battle is asked for."""
NOW_AND_THEN = 16
"""Once in so many answers the places of a question are looked at, which takes long."""
OFFERED = 8
"""So many of the answers that a question offers are held against what it refuses."""
GUARDED = 20
"""In one game of so many nothing may be written while its questions are put, thought about and shown."""


def play_and_replay(
    setup: Setup,
    path: Path,
    number: int,
    hold: Callable[[Game], None],
    told: Callable[[Iterable[Event]], None] = lambda events: None,
    least: float = 0,
) -> None:
    """Play a game; `hold` is asked after each answer, `told` about all that happened, in the end.

    `least` is the least that can be left of what is harmed; some rulebooks count on below 0.
    The journal must give the same game again.
    """
    session = Session.new(setup, path)
    scene = session.system.scene(session.game)
    grid = scene.grid if isinstance(scene, HexScene) else None
    try:
        while session.question is not None:
            events = session.answer(session.think() if number % GUARDED else thought_under_guard(session))
            hold(session.game)
            events_hold(grid, events, least)
            if len(session.history) % OFTEN == 0:
                shown_whole(session.game)
            if (len(session.history) + number) % NOW_AND_THEN == 0:
                places_hold(session.game)
            assert len(session.history) < LONGEST, "the game does not end"
        told(session.log())
        assert session.over is not None
        assert all(0 <= seat < len(setup.seats) for seat in session.over.winners)
    except Exception as error:
        error.add_note(f"game {number}: {setup.scenario.get('name')}, answer {len(session.history)}")
        raise
    session.close()
    replayed = Session.replay(path)
    assert replayed.digest() == session.digest()
    assert replayed.over == session.over
    assert [entry.answer for entry in replayed.history] == [entry.answer for entry in session.history]
    assert read(path).finished
    path.unlink()


def offers_hold(game: Game) -> int:
    """What is offered is accepted: of the answers to the question, the first ones; how many there were."""
    assert game.question is not None
    answers = list(islice(game.question.legal(), OFFERED))
    for answer in answers:
        assert game.refuse(answer) is None, f"{answer!r} is offered and refused"
    return len(answers)


def thought_under_guard(session: Session) -> Answer:
    """What the computer answers, with the question put anew and the battle shown; Written if that changes anything."""
    game = session.game
    with guarded(game):
        game.ask_anew()
        answer = session.think()
        game.preview(answer)
        shown_whole(game)
    return answer


def shown_whole(game: Game) -> None:
    """What a screen shows: who is listed stands where the roster says, once."""
    system, standing = game.system, game.system.standing(game)
    scene, roster = system.scene(game), system.roster(game)
    units = [token.unit for token in scene.tokens]
    assert len(units) == len(set(units))
    places = {line.unit: line.spot for line in roster}
    assert all(places[token.unit] == token.spot for token in scene.tokens if token.unit in places)
    assert not standing.active or standing.active in places
    assert all(system.card(game, line.unit) is not None for line in roster)
    if game.question is not None:
        assert isinstance(system, Audited)
        system.audit(game)  # a position saved here can be opened


def places_hold(game: Game) -> None:
    """Who is asked for a place has one, and the first of those that are offered, such as staying, is taken."""
    question = game.question
    if isinstance(question, Place):
        first = next(question.legal(), None)
        assert first is not None, question.prompt
        assert question.refuse(first) is None, (question.prompt, first)
        for answer in islice(question.field.otherwise(), 3) if isinstance(question.field, Otherwise) else ():
            assert question.refuse(answer) is None, (question.prompt, answer)


def events_hold(grid: HexGrid | None, events: Iterable[Event], least: float = 0) -> None:
    """What must be true of everything that is told, on a grid or an open table."""
    for event in events:
        assert event.text
        assert "  " not in event.text
        match event:
            case Rolled(sides=sides, faces=faces, good=good, need=need, chance=chance, lowest=lowest):
                assert all(lowest <= face < lowest + sides for face in faces)
                assert not good or len(good) == len(faces)
                assert chance is None or 0 <= chance <= 1
                if good and need is not None:
                    counting = [need.counts(face) for face in faces]
                    assert list(good) == [counts != bool(need.harm) for counts in counting], event.text
            case Moved(path=path):
                if grid is not None:
                    assert all(b in grid.neighbours[a] for a, b in pairwise(path)), event.text
                else:
                    assert all(parse_spot(spot) is not None for spot in path), event.text
            case Harmed(amount=amount, left=left):
                assert amount > 0
                assert left >= least
