"""A series is mirrored: forces and players change seats, but where that would make another battle."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.lab.match import matches_of
from tabletop_tui.play.new_game import BadChoice, find_scenario


def seats(word: str, games: int = 4, **choices) -> list[list[str]]:
    """Who sits with which force on each seat of each game."""
    found, scenario = find_scenario(word)
    matches = matches_of(found, scenario, games=games, **choices)
    return [[f"{seat.player} {seat.force['name']}" for seat in match.setup.seats] for match in matches]


def test_forces_change_seats_in_every_second_game():
    green, tan = "greedy Green Squad", "greedy Tan Squad"
    assert seats("armymen/quick-start", 3) == [[green, tan], [tan, green], [green, tan]]


def test_players_change_seats_with_either_force():
    found = seats("armymen/quick-start", players=("random", "greedy"))
    assert found[0] == ["random Green Squad", "greedy Tan Squad"]
    assert {tuple(one) for one in found} == {
        ("random Green Squad", "greedy Tan Squad"),
        ("greedy Green Squad", "random Tan Squad"),
        ("random Tan Squad", "greedy Green Squad"),
        ("greedy Tan Squad", "random Green Squad"),
    }


def test_the_same_force_on_both_sides_leaves_players_alone_to_change_seats():
    choice = {"forces": ("green-squad", "green-squad"), "players": ("random", "greedy")}
    assert [[who.split()[0] for who in one] for one in seats("armymen/quick-start", 2, **choice)] == [
        ["random", "greedy"],
        ["greedy", "random"],
    ]


@pytest.mark.parametrize("word", ["mechcom/fort-siege", "crimsondusk/convoy", "techcommander/raid"])
def test_where_each_seat_has_its_own_task_forces_stay(word: str):
    first, second = seats(word, 2)
    assert first == second


def test_allies_stay_allies():
    found, scenario = find_scenario("mechcom/two-against-two")
    for teams in ([0, 1, 0, 1], [0, 0, 1, 1]):
        own = evolve(scenario, teams=teams)
        for match in matches_of(found, own, games=8, players=("random", "greedy")):
            by_team = {seat.team: seat.player for seat in match.setup.seats}
            assert all(by_team[seat.team] == seat.player for seat in match.setup.seats)
            allies = sorted(seat.force["name"] for seat in match.setup.seats if seat.team == 0)
            shipped = [own.forces[number] for number in range(4)]
            pairs = [sorted(name for name, team in zip(shipped, teams, strict=True) if team == side) for side in (0, 1)]
            assert [name.lower().replace(" ", "-") for name in allies] in pairs


def test_every_game_has_its_own_seed_and_a_key_that_names_it():
    found, scenario = find_scenario("armymen/quick-start")
    matches = matches_of(found, scenario, games=6)
    assert [match.setup.seed for match in matches] == [1, 2, 3, 4, 5, 6]
    assert len({match.key for match in matches}) == 6
    again = matches_of(found, scenario, games=2, first_seed=3)
    assert [match.key for match in again] == [match.key for match in matches[2:4]]
    other = matches_of(found, scenario, games=1, players=("random",))
    assert other[0].key != matches[0].key


def test_a_command_plays_a_game_of_it_again():
    found, scenario = find_scenario("armymen/quick-start")
    assert matches_of(found, scenario, games=2)[1].command == (
        "tabletop-tui play armymen/quick-start --force tan-squad --force green-squad --seat greedy --seat greedy "
        "--seed 2 --headless"
    )


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"players": ("nobody",)}, "'nobody' plays no seat"),
        ({"players": ("keyboard",)}, "name another player than keyboard"),
        ({"players": ("greedy",) * 3}, "needs 1 player (for all seats) or 2, not 3"),
        ({"forces": ("tan-squad",) * 3}, "more forces than that"),
        ({"forces": ("fun-squad",)}, "there is no force 'fun-squad'"),
        ({"first_seed": 2**32 - 1}, "the seeds end at"),
    ],
)
def test_what_cannot_be_played_is_refused(choices: dict, told: str):
    with pytest.raises(BadChoice) as refused:
        seats("armymen/quick-start", 2, **choices)
    assert told in str(refused.value)
