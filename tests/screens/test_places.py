"""Where, and as far as it goes: the keys that find a place, what they say, and when Esc goes back."""

from math import dist, hypot
from random import Random

import pytest

from tabletop_tui.engine.question import Pick, Place
from tabletop_tui.screens.battle.place_keys import STRIDE, farthest
from tabletop_tui.screens.battle.side_panel import here_of
from tabletop_tui.table.points import parse_spot, spot_text
from tests.screens.conftest import Player, at
from tests.screens.test_tools import under_way


def placing(scenario: str, answers: int = 40):
    """A game in which a unit that stands on the table is to go somewhere."""
    session, chooser = under_way(scenario, answers), Random(2)
    while True:
        question = session.question
        where = {line.unit: line.spot for line in session.system.roster(session.game)}
        if isinstance(question, Place) and where.get(question.about) and len(question.field.cells()) > 5:
            return session
        session.answer(question.sample(chooser))


@pytest.mark.parametrize("toward", [(13.0, 4.0), (10.01, 9.0), (3.0, -2.0)])
def test_the_farthest_place_is_exact_to_the_hundredth(toward):
    start, reach = (10.0, 4.0), 6.0
    tried = []

    def taken(spot: str) -> bool:
        tried.append(spot)
        return dist(start, parse_spot(spot)) <= reach + 1e-9

    found = parse_spot(farthest(start, toward, taken))
    length = hypot(toward[0] - start[0], toward[1] - start[1])
    assert reach - 0.02 <= dist(start, found) <= reach + 1e-9
    aside = (found[0] - start[0]) * (toward[1] - start[1]) - (found[1] - start[1]) * (toward[0] - start[0])
    assert abs(aside) / length <= 0.01
    assert farthest(start, toward, lambda spot: False) == ""
    assert len(tried) < 80 / STRIDE + 100


@pytest.mark.parametrize("scenario", ["pmc2640/quick-start", "armymen/backyard", "mechcom/canyon-deathmatch"])
async def test_a_key_goes_as_far_that_way_as_is_allowed(scenario):
    async with at(placing(scenario)) as player:
        question, field = player.session.question, player.battle.field
        start, looked, told = player.battle.model.where[question.about], 0, 0
        for direction in ("up", "down", "left", "right"):
            field.go_to(start)
            await player.press(direction)
            await player.press("right_curly_bracket")
            if field.cursor == start or "No place that way" in player.prompt:
                continue
            assert question.refuse([field.cursor]) is None, "what it lays the cursor on is taken"
            looked += 1
            told += "and no farther: " in player.prompt
            assert "Enter: " in player.prompt or f"{field.cursor}, and no farther: " in player.prompt
        assert looked > 0
        assert told == (0 if scenario.startswith("mechcom") else looked), "it says what ends the way"


async def test_tab_goes_from_a_place_that_is_refused_to_the_nearest_one_that_is_not():
    async with at(placing("pmc2640/quick-start"), size=(160, 50)) as player:
        question, field = player.session.question, player.battle.field
        assert "good place" in player.picture.splitlines()[-1]
        cells = question.field.cells()
        stands = parse_spot(player.battle.model.where[question.about])
        far = max(cells, key=lambda spot: dist(parse_spot(spot), stands))
        away = parse_spot(far)
        beyond = next(
            spot
            for n in range(1, 40)
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if field.painter.has(spot := spot_text((away[0] + n * way[0], away[1] + n * way[1])))
            and question.refuse([spot]) is not None
            and spot not in cells
        )
        field.go_to(beyond)
        nearest = field.nearest([answer[0] for answer in player.battle.places.offered(question)])
        await player.press("tab")
        assert field.cursor == nearest
        assert question.refuse([nearest]) is None
        assert f"The nearest place to {beyond}" in player.prompt
        await player.press("tab")
        best = [answer[0] for answer in player.battle.places.offered(question)]
        assert field.cursor == next(spot for spot in best if spot != nearest), "once more: the best"
        field.go_to(beyond)
        await player.press("enter")
        assert f"{beyond}: no, " in player.prompt, "a refusal keeps the place it speaks of"


async def gone_back(player: Player) -> bool:
    """Whether Esc changes anything."""
    model = player.battle.model

    def state():
        return (
            len(player.session.history),
            model.mode,
            model.tape,
            model.overlay_name,
            model.draft and model.draft.begun,
        )

    before = state()
    await player.press("escape")
    return state() != before


@pytest.mark.parametrize("scenario", ["pmc2640/quick-start", "mechcom/quick-start", "techcommander/quick-start"])
async def test_the_footer_says_esc_back_only_where_esc_goes_back(scenario):
    chooser, said = Random(5), [0, 0]
    async with at(under_way(scenario, 20), size=(160, 50)) as player:
        for _ in range(14):
            question = player.session.question
            if question is None:
                break
            shown = "Esc back" in player.picture.splitlines()[-1]
            said[shown] += 1
            assert await gone_back(player) == shown
            player.battle.give(player.session.question.sample(chooser))
            await player.pilot.pause()
    assert said[False] > 0


@pytest.mark.parametrize("scenario", ["crimsondusk/quick-start", "techcommander/quick-start"])
async def test_a_key_stops_a_unit_where_it_stands_and_asks_where_that_costs_something(scenario):
    async with at(placing(scenario), sure="ask") as player:
        question, here = player.session.question, player.battle.model.staying
        assert here, "it may stay"
        assert question.refuse(here) is None
        assert "stop here" in player.picture
        before = len(player.session.history)
        await player.press("up e")
        if question.warning(here):
            assert "Are you sure?" in player.picture
            await player.press("y")
        assert player.session.history[before].answer == here


async def test_how_far_an_enemy_is_is_told_from_base_to_base_as_in_the_list_of_targets():
    session, chooser = under_way("armymen/backyard", 30), Random(1)
    while not (isinstance(session.question, Pick) and "at whom" in session.question.prompt):
        session.answer(session.question.sample(chooser))
    async with at(session) as player:
        model, looked = player.battle.model, 0
        for option in session.question.options:
            line = next((line for line in model.roster if line.unit == option.target), None)
            if line is not None and option.cost.endswith(" in"):
                model.mode = "look"
                model.field.go_to(line.spot)
                assert here_of(model).eye.far == option.cost
                looked += 1
        assert looked > 1
