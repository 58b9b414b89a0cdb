"""Giving up: the models of a seat leave, what was under way with them is off, and the others play on."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.engine.events import Fell
from tabletop_tui.engine.game import Ask, AskDice, Game
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.flags import PickUpFlag
from tabletop_tui.rules.mechcom.state.profiles import Deploy
from tabletop_tui.rules.mechcom.turn.concede import concede
from tabletop_tui.rules.mechcom.turn.turn import EndRound, StartPhase
from tests.mechcom.build import (
    ability,
    activate,
    deployable,
    mech,
    model,
    skirmish,
    start_round,
    three,
)
from tests.mechcom.games import begin, dumped, leave, play_on, rich_setup
from tests.mechcom.invariants import check
from tests.playing import play, run, unread


# ---------------------------------------------------------------- the end of the game
@pytest.mark.rule("MC-END-3", "MC-VIC-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_players_the_other_wins_at_once_whatever_the_score(seat):
    game = activate(skirmish(mech() @ "0505", mech() @ "0507"), "A1")
    game.state.scores = (9, 9)
    leave(game, seat)
    assert game.result.winners == (1 - seat,)
    assert game.question is None


@pytest.mark.rule("MC-END-3", "MC-VIC-2", "MC-SETUP-4")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_can_be_done_before_a_single_mech_is_on_the_table(seat):
    leave(game := begin(rich_setup(2)), seat)
    assert game.result.winners == (1 - seat,)
    assert not [event for event in game.events if isinstance(event, Fell)], "nothing leaves a table where it never was"


@pytest.mark.rule("MC-END-3")
def test_who_has_nothing_left_cannot_give_up_and_nobody_can_twice():
    game = activate(three(), "A1")
    leave(game, 1)
    before, events = game.state.clone(), len(game.events)
    with pytest.raises(Refused, match="Blue has no mech left"):
        concede(game, 1)
    assert game.state == before
    assert len(game.events) == events
    leave(game, 2)
    with pytest.raises(Refused):
        concede(game, 0)


@pytest.mark.rule("MC-END-3", "MC-VIC-1")
def test_who_gave_up_cannot_win_by_points():
    game = activate(three(type="control-zone", objective="0710"), "A1")
    game.state.set_piece(Piece("objective", "objective", hex="0710"))
    game.state.scores, game.state.round = (2, 9, 0), 6
    leave(game, 1)
    game.agenda.clear()
    run(game, EndRound())
    assert game.result.winners == (0,)


@pytest.mark.rule("MC-END-3", "MC-SCEN-3")
def test_a_team_fights_on_and_wins_without_the_one_who_left():
    sides = [mech() @ spot for spot in ("0505", "0705", "0101", "1420")]
    game = activate(skirmish(*sides, teams=(0, 1, 0, 1)), "A1")
    leave(game, 0)
    assert game.result is None
    leave(game, 1)
    leave(game, 3)
    assert game.result.winners == (2,)


@pytest.mark.rule("MC-END-3")
def test_players_can_agree_on_a_draw():
    game = begin(rich_setup(3))
    game.system.agree_draw(game)
    assert game.result.winners == ()
    assert game.question is None


@pytest.mark.rule("MC-END-3")
def test_a_step_that_is_under_way_is_finished_first():
    """The target is chosen, but the steps have not yet run: the attack is paid for, and then its target leaves."""
    game = activate(three(), "A1")
    play(game, "shoot:Spread")
    game.answer({"B1": 2})
    leave(game, 1)
    assert (game.question.about, model(game, "A1").energy) == ("A1", 6)


# ---------------------------------------------------------------- what leaves, and what stays
@pytest.mark.rule("MC-END-3", "MC-BOOM-1", "MC-BOOM-4", "MC-DEPLOY-6")
def test_models_leave_without_wreckage_and_without_explosions():
    deploy = ability(Deploy("sentry"), 1, "Deploy")
    game = skirmish(
        mech(abilities=[deploy]) @ "0505", mech() @ "0507", mech() @ "0705", deployables={"sentry": deployable()}
    )
    activate(game, "A1")
    play(game, "ability:Deploy", ["0506"])
    game.state.wrecks = (Wreck("A2 Mech", 0, "0202", 0, 2), Wreck("B2 Mech", 1, "0303", 0, 2))
    game.state.wreckage = {"0202": 0}
    leave(game, 0)
    assert not game.state.mechs(0)
    assert game.state.free("0505")
    assert game.state.free("0506")
    assert game.state.wreckage == {"0202": 0}, "what was destroyed before stays"
    assert [wreck.name for wreck in game.state.wrecks] == ["B2 Mech"]
    assert [event.unit for event in game.events if isinstance(event, Fell)] == ["A1", "a1"]


@pytest.mark.rule("MC-END-3", "MC-COND-13")
def test_tethers_to_the_leaver_are_gone():
    game = activate(three(), "A1")
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    conditions.tether(game, model(game, "A1"), model(game, "C1"), 3)
    leave(game, 1)
    assert len(game.state.tethers) == 1
    assert not model(game, "B1").conditions
    leave(game, 2)
    assert not model(game, "A1").has("Tethered")


@pytest.mark.rule("MC-END-3", "MC-CTF-3")
def test_flags_that_the_leaver_carries_are_placed_by_an_opponent_who_is_still_there():
    game = three(type="capture-the-flag")
    game.state.set_piece(Piece("FA", "flag", 0, "0608"))
    game.state.set_piece(Piece("FC", "flag", 2, "0508"))
    run(game, PickUpFlag("B1", "FA"), PickUpFlag("B1", "FC"))
    game.state.order = (1, 0, 2)
    activate(game, "C1")
    leave(game, 1)
    for name in ("FC", "FA"):
        assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
        assert game.agenda[-1].flag == name
        play(game, next(iter(game.question.legal())))
    assert game.state.map.grid.distance(game.state.pieces["FA"].hex, "0507") == 1
    assert game.question.about == "C1", "the activation under way goes on"


@pytest.mark.rule("MC-END-3", "MC-CTF-2", "MC-CTF-4")
def test_the_own_flag_of_the_leaver_stays_and_can_still_be_won():
    game = three(type="capture-the-flag")
    game.state.set_piece(Piece("FB", "flag", 1, "0506"))
    activate(game, "A1")
    leave(game, 1)
    play(game, "flag:FB")
    assert game.state.pieces["FB"].carrier == "A1"


@pytest.mark.rule("MC-END-3", "MC-START-1")
def test_the_leaver_rolls_off_no_more():
    game = start_round(three(dice=[1, 6]))
    leave(game, 1)
    game.agenda.clear()
    run(game, StartPhase())
    assert game.state.order == (2, 0)
    assert unread(game) == ()


@pytest.mark.rule("MC-END-3", "MC-CZ-5", "MC-SETUP-1")
def test_a_defender_or_an_edge_that_was_not_yet_taken_is_no_trouble():
    game = begin(rich_setup(4, type="capture-the-flag"))
    seat = game.question.seat
    leave(game, seat)
    assert game.question.seat != seat
    play_on(game, Random(1), each=lambda game: check(game, 3))
    assert game.state.edges[seat] == ""
    assert f"F{'ABCD'[seat]}" not in game.state.pieces


# ---------------------------------------------------------------- at every kind of question
def kinds() -> set[str]:
    """Every question that the rules of this system can put."""

    def below(cls: type) -> set[str]:
        found = {cls.__name__} if cls.__module__.startswith("tabletop_tui.rules.mechcom") else set()
        return found.union(*(below(sub) for sub in cls.__subclasses__()))

    return below(Ask)


@pytest.mark.long
def test_every_seat_can_leave_at_every_kind_of_question_and_the_rest_play_to_the_end():
    """Games by chance; at the first of each kind each seat leaves, on a copy of the game.

    Of three players until all kinds were met, of two and four for a while.
    """
    types = ("capture-the-flag", "deathmatch", "control-zone")
    seen: dict[int, set[str]] = {2: set(), 3: set(), 4: set()}
    for seed in range(600):
        seats = 2 + seed % 3 if seed < 24 else 3
        chooser = Random(seed)
        if seed >= 24 and seen[3] == kinds():
            break

        def look(game: Game, seen: set[str] = seen[seats], chooser: Random = chooser) -> None:
            if (kind := type(game.agenda[-1]).__name__) not in seen:
                seen.add(kind)
                everybody_leaves(game, chooser)

        play_on(begin(rich_setup(seats, seed, types[seed // 3 % 3])), chooser, look)
    assert seen[3] == kinds()
    assert min(len(seen[2]), len(seen[4])) >= 20


def test_every_seat_can_leave_before_every_roll_of_real_dice():
    """As above, at the first of each step that rolls."""
    wanted = {"SetUp", "StartPhase", "Activate", "ActivateDeployable", "ConsultTable", "RollContest"}
    wanted |= {"Spot", "Fire", "Defend", "Strike", "Wound", "Blast", "Explode"}
    seen: set[str] = set()
    for seed in range(400):
        chooser = Random(seed)
        if wanted <= seen:
            break

        def look(game: Game, chooser: Random = chooser) -> None:
            if isinstance(game.agenda[-1], AskDice) and (step := type(game.agenda[-2]).__name__) not in seen:
                seen.add(step)
                everybody_leaves(game, chooser)

        play_on(begin(rich_setup(3, seed, ("capture-the-flag", "deathmatch")[seed % 2], dice="typed")), chooser, look)
    assert wanted <= seen


def everybody_leaves(game: Game, chooser: Random) -> None:
    """On a copy for each seat: it gives up, and then the others as well, one after another."""
    before = dumped(game)
    for seat in {m.seat for m in game.state.models.values() if m.seat is not None and m.integrity > 0}:
        clone, number = game.clone(), 0
        leave(clone, seat)

        def go_on(game: Game) -> None:
            nonlocal number
            number += 1
            if number % 20 == 0:
                leave(game, game.question.seat)

        play_on(clone, chooser, go_on)
        assert seat not in clone.result.winners
    assert dumped(game) == before


# ---------------------------------------------------------------- at any moment
@pytest.mark.parametrize("dice", ["seeded", "typed"])
@pytest.mark.parametrize("seed", range(12))
def test_leaving_at_any_moment_never_stops_the_game(seed, dice):
    """Two to six players, teams too; now and then one gives up, until the game is over."""
    chooser = Random(seed)
    seats = chooser.randint(2, 6)
    teams = tuple(seat % 2 for seat in range(seats)) if chooser.random() < 0.4 else ()
    kind = chooser.choice(["deathmatch", "capture-the-flag", "control-zone"])
    game = begin(rich_setup(seats, seed, kind, teams, dice))
    gone: set[int] = set()

    def now_and_then(game: Game) -> None:
        if chooser.random() < 0.02:
            seat = chooser.randrange(seats)
            try:
                leave(game, seat)
            except Refused:
                return
            gone.add(seat)

    play_on(game, chooser, now_and_then)
    check(game)
    assert game.state.conceded == gone
    assert not set(game.result.winners) & gone
