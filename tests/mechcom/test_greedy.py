"""The greedy player sees what is worth most at once."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.mechcom.computer.answer_values import appraise
from tabletop_tui.rules.mechcom.moving.wanted_hexes import errand, hidden, reasons
from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.flags import PlaceDroppedFlag
from tabletop_tui.rules.mechcom.state.profiles import Deploy
from tests.mechcom.build import ability, activate, deployable, ground, gun, mech, model, skirmish, start_round
from tests.playing import options, play, run


def best(game):
    """The legal answer of the highest worth."""
    return max(game.question.legal(), key=lambda answer: appraise(game, answer))


def test_it_shoots_the_target_that_it_can_destroy():
    game = skirmish(mech() @ "0505", [mech() @ "0508", mech(integrity=1) @ "0805"])
    activate(game, "A1")
    assert best(game) == "shoot:Gun"
    play(game, "shoot:Gun")
    assert best(game) == "B2"


def test_it_goes_around_a_wall_to_come_nearer():
    lake = ground(**{f"h{column:02d}10": "0~" for column in range(1, 14)})
    game = skirmish(mech(movement=4, weapons=[gun(range=2)]) @ "0709", mech() @ "0712", map=lake)
    activate(game, "A1")
    assert options(game)["shoot:Gun"] != ""
    play(game, "move")
    column = int(best(game)[-1][:2])
    assert column > 7, "the only gap is at the east end"


def test_a_carrier_heads_for_another_hex_of_its_zone():
    game = skirmish(mech() @ "0502", mech() @ "0518", type="capture-the-flag")
    flag = Piece("FB", "flag", 1, "", "A1")
    game.state.set_piece(flag)
    goals = errand(game.state, model(game, "A1")).goals
    assert "0502" not in goals
    assert "0503" in goals
    game.state.set_piece(evolve(flag, scored=True))
    assert errand(game.state, model(game, "A1")).goals == ("0518",)


@pytest.mark.parametrize(("enemy", "put"), [("0520", False), ("0516", False), ("0511", True)])
def test_a_barricade_is_put_up_before_an_enemy_and_for_nobody_else(enemy, put):
    wall = ability(Deploy("wall"), 2, "Wall")
    game = skirmish(
        mech(movement=0, weapons=[], abilities=[wall]) @ "0505",
        mech() @ enemy,
        deployables={"wall": deployable("Barricade", armour=3)},
    )
    activate(game, "A1")
    assert options(game)["ability:Wall"] == ""
    assert (best(game) == "ability:Wall") == put


@pytest.mark.parametrize("energy", [6, 4, 2])
def test_far_from_the_enemy_nobody_ends_his_activation_with_energy_left(energy):
    game = skirmish(mech(energy=energy) @ "0503", mech() @ "0518")
    activate(game, "A1")
    assert {"move", "end"} <= {key for key, refusal in options(game).items() if not refusal}
    assert best(game) == "move"
    play(game, "move")
    assert int(best(game)[-1][2:]) > 4


# ---------------------------------------------------------------- Capture the Flag
def flags(*sides, a: str = "0702", b: str = "0719", thief: str = "", **rest):
    """A battle with both Flags: each in its hex, or Blue's on the card of `thief`."""
    game = skirmish(*sides, type="capture-the-flag", **rest)
    game.state.set_piece(Piece("FA", "flag", 0, a))
    game.state.set_piece(Piece("FB", "flag", 1, "" if thief else b, thief))
    return game


def best_move(game, unit: str):
    """Where it would go with a Move."""
    activate(game, unit)
    play(game, "move")
    return best(game)[-1]


def test_a_carrier_runs_home_rather_than_shoot():
    game = flags(mech() @ "0510", mech() @ "0512", thief="A1")
    activate(game, "A1")
    assert options(game)["shoot:Gun"] == ""
    assert best(game) == "move"
    play(game, "move")
    assert best(game)[-1] in ("0506", "0606"), "four steps nearer to its zone"


@pytest.mark.parametrize("at", ["0504", "0505", "0507"])
def test_a_carrier_that_can_reach_its_zone_enters_it(at):
    game = flags(mech() @ at, mech() @ "0512", thief="A1")
    assert int(best_move(game, "A1")[2:]) <= 3


def test_a_carrier_takes_the_way_around_a_building():
    walls = ground(**{f"h{column:02d}06": "0b" for column in range(1, 12)})
    game = flags(mech() @ "1107", mech() @ "1420", thief="A1", map=walls)
    assert int(best_move(game, "A1")[:2]) > 11


@pytest.mark.parametrize("at", ["0717", "0716", "0917", "0714"])
def test_a_mech_goes_up_to_a_hostile_flag_and_picks_it_up(at):
    """Two hexes before the Flag a single step is worth its Energy."""
    game = flags(mech(energy=9, weapons=[]) @ at, mech() @ "1401")
    activate(game, "A1")
    assert best(game) == "move"
    play(game, "move")
    play(game, best(game))
    assert best(game) == "flag:FB"


def test_of_two_targets_the_carrier_is_shot_at():
    game = flags(mech() @ "0510", [mech() @ "0509", mech() @ "0610"])
    game.state.set_piece(Piece("FA", "flag", 0, "", "B2"))
    for name in ("B1", "B2"):
        model(game, name).integrity = 3
    activate(game, "A1")
    play(game, "shoot:Gun")
    assert best(game) == "B2"


def test_a_flag_that_is_carried_off_is_hunted():
    game = flags(mech(weapons=[]) @ "0710", [mech() @ "0716", mech() @ "0705"], b="0102")
    game.state.set_piece(Piece("FA", "flag", 0, "", "B1"))
    assert errand(game.state, model(game, "A1")).goals == ("0716",)
    assert int(best_move(game, "A1")[2:]) > 10


def test_who_carries_a_flag_is_activated_first():
    game = flags([mech() @ "0505", mech() @ "0511"], mech() @ "0514", thief="A1")
    start_round(game)
    assert best(game) == "A1"


@pytest.mark.parametrize(("flag", "carrier"), [("FA", "B1"), ("FB", "A1")])
def test_a_flag_is_dropped_far_from_the_enemys_mechs_or_near_to_the_own(flag, carrier):
    """Red places both: its own away from Blue's mech in the south, Blue's toward its own mech in the north."""
    game = skirmish([mech() @ "0707", mech() @ "1401"], [mech() @ "0713", mech() @ "1420"], type="capture-the-flag")
    game.state.set_piece(Piece(flag, "flag", int(flag == "FB"), "", carrier))
    run(game, PlaceDroppedFlag(flag, "0710", 0))
    assert best(game)[-1] in ("0709", "0609", "0809")


@pytest.mark.parametrize(
    ("name", "forces", "seed"),
    [
        ("port-flags", ("labours-patrol", "choir-patrol"), 1300),
        ("canyon-flags", (), 0),
        ("forest-flags", (), 1),
        ("port-flags", (), 2),
    ],
)
@pytest.mark.long
def test_two_greedy_players_come_to_an_end_with_their_flags(name, forces, seed):
    """The first of these went on for ever: two mechs stood two hexes from the Flags, and a step was not worth it."""
    found = system("mechcom")
    info = next(info for info in found.scenarios(paths.scenario_folders()) if info.id == name)
    squads = [new_game.find_force(found, force) for force in forces]
    session = Session.new(new_game.set_table(found, info, squads, ["greedy", "greedy"], seed=seed))
    while session.over is None and session.game.state.round <= 40:
        session.computer_answers()
    assert session.over is not None
    assert session.game.state.round < 20


def test_a_hex_is_out_of_sight_only_where_the_mech_itself_no_longer_stands_between():
    """A1 goes straight back from B1: only while it still stood in front would its new hex be hidden."""
    game = skirmish(mech(movement=4) @ "0507", mech() @ "0509")
    spots = [f"{column:02d}{row:02d}" for column in (4, 5, 6) for row in (3, 4, 5, 6)]
    assert list(hidden(game.state, model(game, "A1"), spots)) == []
    told = {word for spot in spots for word in reasons(game.state, model(game, "A1"), spot)}
    assert "out of sight of every enemy mech" not in told
    walled = skirmish(mech(movement=4) @ "0506", mech() @ "0510", map=ground(h0508="2."))
    assert list(hidden(walled.state, model(walled, "A1"), ["0507"])) == ["0507"], "behind a hill of two levels it is"
