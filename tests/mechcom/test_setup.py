"""Setting up: edges, the scenario's pieces, placing mechs in turn, Pregame abilities."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.rules.mechcom.state.battlefield import Map
from tabletop_tui.rules.mechcom.state.profiles import Fly, MarkEnemy, Redeploy, Sheet, Swim
from tabletop_tui.rules.mechcom.turn.setup import SetUp
from tests.mechcom.build import ability, empty_game, ground, mech, model
from tests.playing import options, play, run, unread


def set_up(*squads: list[Sheet] | Sheet, dice: list[int] | None = None, **scenario: object) -> Game:
    """A game from its very first step; a squad of one mech need not be a list."""
    return run(empty_game([s if isinstance(s, list) else [s] for s in squads], dice=dice, **scenario), SetUp())


def costing(points: int, **rest: object) -> Sheet:
    return evolve(mech(**rest), cost=points)  # type: ignore[arg-type]


def swimmer(points: int = 200) -> Sheet:
    return costing(points, abilities=[ability(Swim(), timing="passive")])


def refusal(game: Game, answer: object) -> str:
    """The rule that refuses an answer, '' if none does."""
    found = game.refuse(answer)
    return found.rule if found is not None else ""


# ---------------------------------------------------------------- edges
@pytest.mark.rule("MC-SETUP-1")
@pytest.mark.parametrize(("costs", "chooser"), [((200, 300), 0), ((300, 200), 1)])
def test_the_lower_total_picks_the_edge_and_the_other_gets_the_opposite_one(costs, chooser):
    game = set_up(costing(costs[0]), costing(costs[1]))
    assert game.question.seat == chooser
    assert game.events[-1].text.endswith("has the lowest total, 200 points, and chooses first")
    assert options(game) == {"north": "", "south": ""}
    play(game, "south")
    assert game.state.edges[chooser] == "south"
    assert game.state.edges[1 - chooser] == "north"


@pytest.mark.rule("MC-SETUP-1")
def test_the_total_counts_the_whole_squad_and_not_its_dearest_mech():
    game = set_up([costing(150), costing(150)], costing(250))
    assert game.question.seat == 1


@pytest.mark.rule("MC-SETUP-2", "MC-DICE-3")
@pytest.mark.parametrize(("dice", "chooser"), [([5, 2], 0), ([2, 5], 1), ([4, 4, 1, 6], 1), ([3, 3, 3, 3, 6, 5], 0)])
def test_equal_totals_roll_off_and_ties_roll_again(dice, chooser):
    game = set_up(mech(), mech(), dice=dice)
    assert game.question.seat == chooser
    assert unread(game) == ()


@pytest.mark.rule("MC-SETUP-1")
def test_the_short_edges_of_a_board_that_lies_on_its_side_are_west_and_east():
    wide = "\n".join(" ".join(["0."] * 12) for _ in range(8))
    game = set_up(costing(100), costing(200), map=wide)
    assert options(game) == {"west": "", "east": ""}
    play(game, "east")
    assert refusal(game, ["0905"]) == "MC-SETUP-4"
    assert refusal(game, ["1005"]) == ""


# ---------------------------------------------------------------- pieces, then mechs
@pytest.mark.rule("MC-SETUP-3", "MC-CZ-1")
def test_the_objective_stands_after_the_edges_are_chosen_and_before_any_mech():
    game = set_up(costing(100), costing(200), type="control-zone")
    assert not game.state.pieces
    play(game, "north")
    assert isinstance(game.question, Place)
    assert [piece.kind for piece in game.state.pieces.values()] == ["objective"]
    assert not any(game.state.on_table())


@pytest.mark.rule("MC-SETUP-3", "MC-CTF-1")
def test_flags_are_placed_before_the_mechs_by_the_chooser_first():
    game = set_up(costing(200), costing(100), type="capture-the-flag")
    play(game, "north")
    assert (game.question.seat, game.question.prompt) == (1, "Place your Flag")
    play(game, ["0702"])
    assert (game.question.seat, game.question.prompt) == (0, "Place your Flag")
    play(game, ["0819"])
    assert game.question.prompt == "Place B1 Mech"
    assert (game.state.pieces["FB"].hex, game.state.pieces["FA"].hex) == ("0702", "0819")


@pytest.mark.rule("MC-SETUP-4")
def test_placing_alternates_chooser_first_and_who_has_mechs_left_goes_on_alone():
    game = set_up([costing(50), costing(50), costing(50)], costing(400), dice=[2, 1])
    play(game, "north")
    asked = []
    for answer in ("A2", ["0501"], ["0520"], "A3", ["0601"], ["0701"]):
        asked.append((game.question.seat, type(game.question)))
        play(game, answer)
    assert asked == [(0, Pick), (0, Place), (1, Place), (0, Pick), (0, Place), (0, Place)]
    assert [model(game, name).hex for name in ("A1", "A2", "A3", "B1")] == ["0701", "0501", "0601", "0520"]


@pytest.mark.rule("MC-SETUP-4")
@pytest.mark.parametrize(
    ("spot", "rule"),
    [("0703", ""), ("0704", "MC-SETUP-4"), ("0718", "MC-SETUP-4"), ("0302", "MC-SETUP-4"), ("0402", "MC-SETUP-4")],
    ids=["third row", "fourth row", "the other's zone", "water", "a building"],
)
def test_a_mech_is_placed_in_the_three_rows_next_to_its_edge(spot, rule):
    game = set_up(costing(100), costing(200), map=ground(h0302="0~", h0402="0b"))
    play(game, "north")
    assert refusal(game, [spot]) == rule


@pytest.mark.rule("MC-SETUP-4")
def test_a_mech_is_not_placed_on_another():
    game = set_up([costing(50), costing(50)], costing(200))
    play(game, "north", "A1", ["0501"], ["0520"])
    assert refusal(game, ["0501"]) == "MC-SETUP-4"


@pytest.mark.rule("MC-SETUP-4", "MC-TERR-5", "MC-COND-12")
def test_only_who_swims_or_flies_is_placed_on_water_and_only_the_swimmer_is_submerged():
    flyer = costing(100, abilities=[ability(Fly(), timing="passive")])
    game = set_up([swimmer(50), flyer], costing(200), dice=[2, 1], map=ground(h0302="0~", h0402="0~"))
    play(game, "north", "A1", ["0302"], ["0520"], ["0402"])
    assert model(game, "A1").has("Submerged")
    assert not model(game, "A2").has("Submerged")


# ---------------------------------------------------------------- Pregame
@pytest.mark.rule("MC-SETUP-5", "MC-TAG-3")
def test_pregame_abilities_come_after_the_last_mech_the_chooser_first_and_before_round_one():
    knack = [ability(MarkEnemy(2), timing="pregame", name="Ready", limit=1)]
    game = set_up(costing(200, abilities=knack), costing(100, abilities=knack), dice=[3, 1])
    play(game, "south", ["0520"], ["0501"])
    assert (game.question.seat, game.question.about, game.state.round) == (1, "B1", 0)
    play(game, "A1")
    assert (game.question.seat, game.question.about, game.state.round) == (0, "A1", 0)
    assert unread(game) == (3, 1)
    play(game, "B1")
    assert game.state.round == 1
    assert (model(game, "A1").spot, model(game, "B1").spot) == (2, 2)
    assert (model(game, "A1").uses, model(game, "B1").uses) == ({"Ready": 1}, {"Ready": 1})
    assert "ability:Ready" not in options(game)


@pytest.mark.rule("MC-SETUP-5", "MC-TAG-3")
def test_a_pregame_ability_may_place_a_mech_anew_in_its_zone():
    uur = costing(100, abilities=[ability(Redeploy(), timing="pregame", name="Foresight")])
    game = set_up([uur, swimmer(50)], costing(400), dice=[3, 1], map=ground(h0302="0~"))
    play(game, "north", "A1", ["0501"], ["0520"], ["0302"])
    assert options(game) == {"A1": "", "A2": "", "none": ""}
    play(game, "A2")
    assert refusal(game, ["0305"]) == "MC-SETUP-4"
    assert refusal(game, ["0501"]) == "MC-SETUP-4"
    assert model(game, "A2").has("Submerged")
    play(game, ["0602"])
    assert model(game, "A2").hex == "0602"
    assert not model(game, "A2").has("Submerged")
    assert game.state.round == 1


@pytest.mark.rule("MC-SETUP-5")
def test_placing_nobody_anew_is_allowed():
    uur = costing(100, abilities=[ability(Redeploy(), timing="pregame", limit=1)])
    game = set_up(uur, costing(400), dice=[3, 1])
    play(game, "north", ["0501"], ["0520"], "none")
    assert (model(game, "A1").hex, model(game, "A1").uses) == ("0501", {})
    assert game.state.round == 1


# ---------------------------------------------------------------- the map
@pytest.mark.rule("MC-PIECE-1", "MC-GRID-2")
def test_a_map_says_level_and_terrain_of_every_hex_and_can_be_written_back():
    text = ground(h0101="3.", h0201="1f", h0302="0~")
    read = Map.parse("Test", text)
    assert (read.level["0101"], read.level["0201"], read.level["0302"]) == (3, 1, 0)
    assert (read.terrain["0101"], read.terrain["0201"], read.terrain["0302"]) == ("grass", "forest", "water")
    assert read.text() == text


@pytest.mark.rule("MC-PIECE-1")
def test_what_a_map_prints_is_on_the_table_before_the_first_step():
    game = empty_game([[mech()], [mech()]], map=ground(h0505="1b", h0506="0B", h0507="0i", h0508="0x", h0509="0w"))
    standing = {found.hex: (found.kind, found.seat) for found in game.state.on_table()}
    assert standing == {"0505": ("building", None), "0506": ("building", None), "0507": ("ice", None)}
    assert game.state.fires == {"0508"}
    assert game.state.wreckage == {"0509": None}
    assert not game.state.free("0505")
    assert game.state.free("0507")
