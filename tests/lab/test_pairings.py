"""A series is mirrored: forces and players change seats, but where that would make another battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.lab.match_record import GameRecord, SeatRecord
from tabletop_tui.lab.pairings import matches_of, told_apart
from tabletop_tui.play.file_listings import listed
from tabletop_tui.play.new_game import BadChoice, find_force, find_scenario


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


# ---------------------------------------------------------------- names
@pytest.fixture
def own_squad(tmp_path: Path) -> Path:
    """Another force with the name of one that is shipped."""
    (shipped,) = Path("rosters/armymen").rglob("green-squad.toml")
    path = tmp_path / "my.toml"
    path.write_text(shipped.read_text().replace("summary =", "# mine\nsummary ="))
    assert find_force(find_scenario("armymen/quick-start")[0], str(path)).name == "Green Squad"
    return path


def fewer(path: Path) -> str:
    """The same file with its last unit taken away, so that it is another force."""
    text = path.read_text()
    path.write_text(text[: text.rindex("[[")])
    return str(path)


def test_different_forces_of_one_name_are_told_apart(own_squad: Path):
    found, scenario = find_scenario("armymen/quick-start")
    matches = matches_of(found, scenario, games=2, forces=(fewer(own_squad), "green-squad"))
    mine, shipped = "Green Squad (my.toml)", "Green Squad (green-squad)"
    assert [match.force_names for match in matches] == [(mine, shipped), (shipped, mine)]


def test_the_same_force_by_another_way_is_the_same(own_squad: Path):
    found, scenario = find_scenario("armymen/quick-start")
    (match,) = matches_of(found, scenario, games=1, forces=(str(own_squad), "green-squad"))
    assert match.force_names == ("Green Squad", "Green Squad")


def test_a_record_is_named_as_its_match(own_squad: Path, tmp_path: Path):
    """A game that was played long ago, from another folder, under other names of files."""
    found, scenario = find_scenario("armymen/quick-start")
    word = str(tmp_path / "own.toml")
    (match,) = matches_of(found, scenario, games=1, forces=(fewer(own_squad), "green-squad"), word=word)
    assert (match.scenario, match.word) == ("own.toml", word)
    seats = tuple(SeatRecord(seat, team, "greedy", "?", 130, 0.5, 0) for team, seat in enumerate(("Red", "Blue")))
    record = match.named(GameRecord(match.key, "armymen", "/old/old.toml", "?", 1, True, "?", seats=seats))
    assert (record.scenario, record.full_name) == ("own.toml", "Quick Start (own.toml)")
    assert [seat.force for seat in record.seats] == ["Green Squad (my.toml)", "Green Squad (green-squad)"]
    assert record.command.startswith(f"tabletop-tui play {word} --force {own_squad} ")


def test_what_is_alike_gets_a_number():
    assert told_apart(["own.toml", "duel", "own.toml", "own.toml"]) == ["own.toml", "duel", "own.toml 2", "own.toml 3"]


def test_a_force_is_found_as_it_is_listed():
    (line,) = (line for line in listed("rosters", []) if line.startswith("mechcom/charter-patrol "))
    found, scenario = find_scenario("mechcom/quick-start")
    (match,) = matches_of(found, scenario, games=1, forces=(line.split()[0],))
    assert match.forces[0] == "charter-patrol"


def test_a_file_that_is_called_like_an_id_is_another_force(own_squad: Path):
    found, scenario = find_scenario("armymen/quick-start")
    own = own_squad.rename(own_squad.with_name("green-squad.toml"))
    matches = matches_of(found, scenario, games=2, forces=(fewer(own), "green-squad"))
    assert [match.forces for match in matches] == [(str(own), "green-squad"), ("green-squad", str(own))]
    assert matches[0].command.startswith(f"tabletop-tui play armymen/quick-start --force {own} --force green-squad ")


def test_forces_that_do_not_go_together_are_named(tmp_path: Path):
    """Two builds of a machine with one name: whoever spawns it could not tell which is meant."""
    (shipped,) = Path("rosters/techcommander").rglob("starter-pool.toml")
    path = tmp_path / "my.toml"
    path.write_text(shipped.read_text().replace('unit = "dwarf"', 'unit = "dwarf"\nbuild = []'))
    found, scenario = find_scenario("techcommander/deathmatch")
    with pytest.raises(BadChoice) as refused:
        matches_of(found, scenario, games=1, forces=(str(path),))
    assert "with Starter Pool (my.toml) and Starter Pool (starter-pool): there are two builds" in str(refused.value)


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"players": ("nobody",)}, "'nobody' plays no seat; choose one of: easy, fair, strong, strong:careful"),
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
