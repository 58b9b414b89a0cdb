"""Giving up: the models of a seat leave, what was under way with them is off, and the others play on."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.events import Fell
from tabletop_tui.engine.game import Ask, AskDice, Game
from tabletop_tui.engine.tally import Refused
from tabletop_tui.rules.mechcom import conditions
from tabletop_tui.rules.mechcom.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.concede import concede
from tabletop_tui.rules.mechcom.move import Walk
from tabletop_tui.rules.mechcom.profiles import AttackAllWithin, Deploy, Evade
from tabletop_tui.rules.mechcom.scenarios import PickUpFlag
from tabletop_tui.rules.mechcom.turn import EndRound, StartPhase
from tests.mechcom.build import ability, activate, deployable, give, gun, mech, model, skirmish, start_round, texts
from tests.mechcom.games import begin, dumped, play_on, rich_setup
from tests.mechcom.invariants import check
from tests.playing import options, play, run, unread

EVADE = ability(Evade(), 2, "Evade", timing="reactive", text="moves 1 hex")
SPREAD = gun("Spread", range=3, damage=1, attacks=2, multi=True)


def leave(game: Game, seat: int) -> Game:
    """A seat gives up, as the session does it."""
    concede(game, seat)
    game.ask_anew()
    game.advance()
    check(game)
    return game


def three(**rest: object) -> Game:
    """One mech each at 0505, 0507 and 0705, all in sight of each other, and a spare one far away."""
    sides = [[mech(energy=9, weapons=[SPREAD]) @ "0505", mech() @ "0101"]]
    sides += [[mech(abilities=[EVADE]) @ spot, mech() @ spare] for spot, spare in (("0507", "1401"), ("0705", "1420"))]
    return skirmish(*sides, **rest)  # type: ignore[arg-type]


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


# ---------------------------------------------------------------- whose question it was
@pytest.mark.rule("MC-END-3", "MC-ACT-1")
def test_the_next_player_has_a_go_when_the_one_who_should_choose_a_mech_leaves():
    game = start_round(three())
    assert game.question.seat == 0
    leave(game, 0)
    assert (game.question.seat, game.question.prompt) == (1, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-ACT-1", "MC-BOOM-1")
def test_the_activation_of_a_leaver_ends_with_the_explosions_that_are_due():
    game = start_round(three(dice=[1]))
    play(game, "A1", "move")
    game.state.wrecks = (Wreck("C3 Mech", 2, "0508", 0, 1),)
    leave(game, 0)
    assert any("C3 Mech explodes at B1 Mech" in text for text in texts(game))
    assert game.question.seat == 1


@pytest.mark.rule("MC-END-3", "MC-ACT-3")
def test_the_active_player_chooses_anew_when_the_target_of_a_declared_attack_leaves():
    """B1 was chosen, and a Spot token of it is being thought about; nothing has been paid."""
    game = activate(three(), "A1")
    model(game, "B1").spot = 1
    game.ask_anew()
    play(game, "shoot:Spread", {"B1": 1, "C1": 1})
    assert "Spot tokens of B1" in game.question.prompt
    leave(game, 1)
    assert (game.question.about, model(game, "A1").energy) == ("A1", 9)
    assert options(game)["shoot:Spread"] == ""


@pytest.mark.rule("MC-END-3", "MC-PERK-10", "MC-TAG-4")
def test_a_divided_attack_goes_on_against_the_others_when_one_target_leaves_instead_of_reacting():
    game = activate(three(dice=[4, 6]), "A1")
    play(game, "shoot:Spread", {"B1": 1, "C1": 1})
    assert (game.question.seat, game.question.about) == (1, "B1")
    leave(game, 1)
    assert (game.question.seat, game.question.about) == (2, "C1")
    play(game, "let")
    assert model(game, "C1").integrity == 7
    assert (game.question.about, model(game, "A1").energy) == ("A1", 6)


@pytest.mark.rule("MC-END-3", "MC-TAG-4")
def test_an_attack_is_off_when_the_attacker_leaves_while_the_target_thinks():
    game = start_round(three())
    play(game, "A1", "shoot:Spread", {"B1": 2})
    assert game.question.seat == 1
    leave(game, 0)
    assert (game.question.seat, game.question.prompt) == (1, "Activate which mech?")
    assert model(game, "B1").integrity == 8


@pytest.mark.rule("MC-END-3", "MC-SHEET-5")
def test_a_wave_that_is_paid_for_strikes_the_others_and_heats():
    wave = ability(AttackAllWithin(3, 1, 1, heat=2), 1, "Wave")
    game = skirmish(mech(abilities=[wave]) @ "0505", mech() @ "0507", mech() @ "0705", dice=[4, 6])
    model(game, "B1").spot = 1
    activate(game, "A1")
    play(game, "ability:Wave")
    assert "Spot tokens of B1" in game.question.prompt
    leave(game, 1)
    assert (model(game, "C1").integrity, model(game, "A1").heat, model(game, "A1").energy) == (7, 2, 5)


@pytest.mark.rule("MC-END-3", "MC-SHEET-5")
def test_a_wave_whose_only_target_leaves_still_heats():
    wave = ability(AttackAllWithin(3, 1, 1, heat=2), 1, "Wave")
    game = skirmish(mech(abilities=[wave]) @ "0505", mech() @ "0507", mech() @ "1420")
    model(game, "B1").spot = 1
    activate(game, "A1")
    play(game, "ability:Wave")
    leave(game, 1)
    assert (model(game, "A1").heat, game.question.about) == (2, "A1")


@pytest.mark.rule("MC-END-3", "MC-COND-14")
@pytest.mark.parametrize("answers", [[], ["roll"], ["fail"]], ids=["mover asked", "other asked", "winner asked"])
def test_a_walk_goes_on_when_the_other_end_of_the_tether_leaves(answers):
    game = three()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    activate(game, "A1")
    play(game, "move", ["0502"], *answers)
    leave(game, 1)
    assert model(game, "A1").hex == "0502"
    assert game.question.about == "A1"


@pytest.mark.rule("MC-END-3", "MC-COND-14")
@pytest.mark.parametrize("answers", [[], ["roll"], ["fail"]], ids=["mover asked", "other asked", "winner asked"])
def test_a_walk_is_off_when_the_mover_leaves(answers):
    game = three()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    start_round(game)
    play(game, "A1", "move", ["0502"], *answers)
    leave(game, 0)
    assert (game.question.seat, model(game, "B1").conditions) == (1, {})


@pytest.mark.rule("MC-END-3", "MC-COND-15")
def test_a_drag_goes_on_as_a_walk_when_the_dragged_one_leaves_in_a_second_contest():
    game = skirmish(mech() @ "0505", mech() @ "0508", mech() @ "0706")
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    conditions.tether(game, model(game, "A1"), model(game, "C1"), 3)
    run(game, Walk("A1", ("0504", "0503", "0502")))
    play(game, "roll", "fail", "drag")
    assert game.question.about == "A1"
    leave(game, 1)
    play(game, "roll", "fail", "clear")
    assert model(game, "A1").hex == "0502"


@pytest.mark.rule("MC-END-3", "MC-AI-2", "MC-AI-3", "MC-COND-9")
def test_the_ai_table_is_consulted_anew_when_the_enemy_in_question_leaves():
    """Two enemies equally near: the owner is to choose. One leaves, so it heads for the other."""
    game = skirmish(mech(weapons=[], movement=1) @ "0505", mech() @ "0508", mech() @ "0502", dice=[3])
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert options(game) == {"B1": "", "C1": ""}
    leave(game, 1)
    assert model(game, "A1").hex == "0504"
    assert model(game, "A1").activated


@pytest.mark.rule("MC-END-3", "MC-CTF-3")
def test_another_places_the_flag_that_the_leaver_was_to_place():
    game = three(type="capture-the-flag", dice=[4, 1, 6])
    game.state.set_piece(Piece("FA", "flag", 0, "", carrier="B1"))
    model(game, "B1").integrity = 1
    activate(game, "C1")
    play(game, "shoot:Gun", "B1", "let")
    assert (game.question.seat, game.question.rules) == (2, ("MC-CTF-3",))
    leave(game, 2)
    assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
    play(game, next(iter(game.question.legal())))
    assert game.state.pieces["FA"].hex


@pytest.mark.rule("MC-END-3", "MC-DEPLOY-3")
def test_a_question_that_is_left_without_an_answer_is_not_put_again():
    """A Sentry is to shoot the only enemy it sees, and that one leaves."""
    deploy = ability(Deploy("sentry"), 1, "Deploy")
    sentry = deployable(stability=4, weapons=[gun()])
    game = skirmish(mech(abilities=[deploy]) @ "0505", mech() @ "0508", mech() @ "1420", deployables={"sentry": sentry})
    activate(game, "A1")
    play(game, "ability:Deploy", ["0506"], "deployable:a1")
    leave(game, 1)
    assert (game.question.about, game.state.active) == ("A1", "A1")


@pytest.mark.rule("MC-END-3", "MC-START-1")
def test_with_real_dice_a_roll_for_the_leaver_is_not_asked_for_again():
    game = three()
    game.dice = TypedDice()
    run(game, StartPhase())
    play(game, [3])
    assert game.question.seat == 1
    leave(game, 1)
    assert isinstance(game.agenda[-1], AskDice)
    asked = []
    while isinstance(game.agenda[-1], AskDice):
        asked.append(game.question.seat)
        play(game, [6 - 2 * len(asked)])
    assert asked == [0, 2]
    assert game.state.order == (0, 2)


@pytest.mark.rule("MC-END-3", "MC-SETUP-2")
def test_with_real_dice_the_leaver_does_not_roll_for_the_edge():
    game = begin(rich_setup(5, dice="typed"))
    play(game, [3])
    assert (game.question.seat, game.question.roll.why) == (2, "equal totals, who chooses the edge")
    leave(game, 2)
    asked = []
    while isinstance(game.agenda[-1], AskDice):
        asked.append(game.question.seat)
        play(game, [len(asked)])
    assert asked == [0, 4, 1, 3]


@pytest.mark.rule("MC-END-3", "MC-BOOM-2")
def test_with_real_dice_the_explosion_of_a_leavers_wreck_is_off():
    game = start_round(three())
    game.dice = TypedDice()
    game.state.wrecks = (Wreck("B3 Mech", 1, "0504", 0, 1), Wreck("C3 Mech", 2, "0506", 0, 1))
    play(game, "A1", "end")
    assert (game.question.seat, game.question.roll.why) == (1, "B3 Mech explodes at A1 Mech")
    leave(game, 1)
    assert (game.question.seat, game.question.roll.why) == (2, "C3 Mech explodes at A1 Mech")
    play(game, [1])
    assert (game.question.seat, game.question.prompt) == (2, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-COND-8")
def test_with_real_dice_the_next_player_has_a_go_when_the_roll_to_recover_is_off():
    game = three()
    game.dice = TypedDice()
    give(game, "A1", "Malfunctioning")
    start_round(game)
    play(game, "A1")
    assert isinstance(game.agenda[-1], AskDice)
    leave(game, 0)
    assert (game.question.seat, game.question.prompt) == (1, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-SPOT-1")
def test_with_real_dice_the_roll_at_a_target_that_leaves_is_off():
    game = activate(three(), "A1")
    game.dice = TypedDice()
    play(game, "spot", "B1")
    assert isinstance(game.agenda[-1], AskDice)
    leave(game, 1)
    assert game.question.about == "A1"


# ---------------------------------------------------------------- at every kind of question
def kinds() -> set[str]:
    """Every question that the rules of this system can put."""

    def below(cls: type) -> set[str]:
        found = {cls.__name__} if cls.__module__.startswith("tabletop_tui.rules.mechcom") else set()
        return found.union(*(below(sub) for sub in cls.__subclasses__()))

    return below(Ask)


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
