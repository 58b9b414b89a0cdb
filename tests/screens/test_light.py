"""The table lit by sight: exactly what the rulebook's maps of sight say, found bit by bit, hiding nothing."""

from __future__ import annotations

from collections import Counter
from math import hypot
from random import Random

import pytest
from rich.style import Style

from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Place
from tabletop_tui.engine.scenes import HexScene, Scene
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import ShootsFar
from tabletop_tui.screens.battle.sight_light import Exposed, Lamp, light_of, steps_of
from tabletop_tui.screens.battle.sight_light_source import sight_in
from tabletop_tui.widgets.colour_arithmetic import SEEN_BY_FOES
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import painters_of
from tabletop_tui.widgets.map.shared.marks import Light, Marks
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.conftest import Player, at, toy
from tests.screens.test_off_screen_arrows import midgame
from tests.screens.test_tools import under_way

BOOKS = {
    "mechcom/fort-siege": 40,
    "armymen/playground": 40,
    "pmc2640/relay-nine-find": 60,
    "crimsondusk/convoy": 60,
    "techcommander/quick-start": 60,
}


def read(row) -> str:
    """What is written on a row: no blocks, nor lines between hexes, which stand where no colour tells these apart."""
    return "".join(sign if sign.isalnum() or sign in "+✓†●○" else " " for part in row for sign in part.text)


def overlays(name: str):
    """A game in the middle, the sight of its first unit on the table, and that of all its enemies."""
    session = midgame(name, BOOKS[name])
    game, system = session.game, session.system
    units = [line for line in system.roster(game) if line.spot and line.state != "lost"]
    foes = [line.unit for line in units if line.seat != units[0].seat]
    reach = system.shot_reach if isinstance(system, ShootsFar) else lambda *_: None
    return (
        system.scene(game),
        system.overlay(game, "sight", units[0].unit),
        [Exposed(unit, system.overlay(game, "sight", unit), reach(game, unit)) for unit in foes],
    )


def reaches(scene: Scene, foe: Exposed, spot: str) -> bool:
    """Whether a place lies within the reach of an enemy's weapons, measured model by model."""
    if foe.reach is None:
        return True
    if isinstance(scene, HexScene):
        here = next(token.spot for token in scene.tokens if token.unit == foe.unit)
        return scene.grid.distance(here, spot) <= foe.reach
    x, y = map(int, spot.split(","))
    bases = scene.bases.get(foe.unit, ())
    return not bases or any(hypot(x - base.x, y - base.y) <= foe.reach + base.radius for base in bases)


def at_place(light: Light, spot: str) -> str:
    if light.spots:
        return light.spots[spot]
    x, y = map(int, spot.split(","))
    return light.columns[x][y]


@pytest.mark.parametrize("name", BOOKS)
def test_each_place_is_as_bright_as_its_grade_and_red_where_an_enemy_sees(name: str) -> None:
    scene, seen, foes = overlays(name)
    light, steps = light_of(scene, seen, foes), steps_of(seen.grades)
    worst = max(seen.grades, key=lambda grade: grade.rank).label
    looked = Counter[str]()
    for spot, label in [*seen.labels.items()][:: 1 if isinstance(scene, HexScene) else 7]:
        red = any(one.sight.labels.get(spot, worst) != worst and reaches(scene, one, spot) for one in foes)
        assert at_place(light, spot) == f"{steps[label]}{SEEN_BY_FOES * red}", spot
        looked[at_place(light, spot)] += 1
    assert {one[0] for one in looked} >= {"0", "3"}
    assert any(one.endswith(SEEN_BY_FOES) for one in looked)
    assert sum(looked.values()) > 250


def test_the_steps_of_light_fall_with_the_grades() -> None:
    for name in BOOKS:
        grades = overlays(name)[1].grades
        steps = [steps_of(grades)[grade.label] for grade in sorted(grades, key=lambda one: one.rank)]
        assert steps == sorted(steps)
        assert (steps[0], steps[-1]) == (0, 3)


@pytest.mark.parametrize("name", ["mechcom/fort-siege", "armymen/playground"])
def test_the_light_from_where_a_unit_would_go_is_that_which_it_has_when_it_is_there(name: str) -> None:
    """Moves are made in copies of a game, and what is seen from their ends is compared with what was foretold."""
    found, scenario = new_game.find_scenario(name)
    computers = Session.new(new_game.set_table(found, scenario, (), ["greedy", "greedy"], seed=7))
    computers.run(70)
    session, compared = Session.new(new_game.set_table(found, scenario, seed=7)), 0
    for made in computers.history:
        question, answer = session.question, made.answer
        moves = isinstance(question, Place) and len(answer) == 1
        unit, place = (question.about, answer[0]) if moves else ("", "")
        stood = {line.unit for line in session.system.roster(session.game) if line.spot}
        foretold = session.system.sight_from(session.game, unit, place) if unit in stood else None
        session.answer(answer)
        there = next((line for line in session.system.roster(session.game) if line.unit == unit), None)
        if foretold is not None and there is not None and there.spot == place:
            assert dict(foretold.labels) == dict(session.system.overlay(session.game, "sight", unit).labels)
            compared += 1
    assert compared >= 2


@pytest.mark.parametrize("colours", NAMES)
@pytest.mark.parametrize("name", ["mechcom/fort-siege", "crimsondusk/convoy"])
def test_light_changes_the_ground_and_hides_nothing(name: str, colours: str) -> None:
    scene, seen, foes = overlays(name)
    inks, light = palette(colours), light_of(scene, seen, foes)
    for make in painters_of(scene, inks)[1:3]:
        dark, lit = (make(scene, inks, UNICODE, Marks(light=one)) for one in (None, light))
        grounds: tuple[set[Style | None], set[Style | None]] = (set(), set())
        for y in range(dark.height):
            rows = dark.row(y), lit.row(y)
            assert read(rows[0]) == read(rows[1])
            for row, found in zip(rows, grounds, strict=True):
                found |= {part.style for part in row}
        assert (grounds[0] != grounds[1]) == inks.lamps


@pytest.mark.parametrize("name", ["mechcom/fort-siege", "crimsondusk/convoy"])
def test_what_is_kept_of_a_row_looks_as_if_it_were_painted_now_in_another_light(name: str) -> None:
    scene, seen, foes = overlays(name)
    inks, changed = palette("truecolour"), light_of(scene, seen, foes)
    one = painters_of(scene)[1](scene, inks, UNICODE)
    for light in (changed, light_of(scene, foes[0].sight, [Exposed("", seen)]), None):
        one.mark(Marks(light=light))
        fresh = painters_of(scene)[1](scene, inks, UNICODE, Marks(light=light))
        assert [one.row(y) for y in range(one.height)] == [fresh.row(y) for y in range(one.height)]


# ---------------------------------------------------------------- on the screen
async def lit(player: Player) -> None:
    """Wait until all that lights the table is known."""
    for _ in range(400):
        if (lamp := player.battle.model.lamp) is None or lamp.done:
            return
        await player.pilot.pause(0.01)
    raise AssertionError("the light is never known")


async def test_it_is_found_in_bits_of_one_map_each_and_once() -> None:
    async with at(midgame("mechcom/fort-siege", 80), light="always") as player:
        await player.press("enter")
        await lit(player)
        model = player.battle.model
        lamp = model.lamp
        assert lamp is not None
        assert model.sights_found == 1 + len(lamp.exposed)
        model.forget()
        model.sights_found, foes = (
            0,
            [line.unit for line in model.roster if line.seat == 0 and line.unit in model.where],
        )
        fresh, made = Lamp(model.scene, sight_in(model), lamp.unit, "", foes[:2]), []
        while not fresh.search(0.0):
            made.append((model.sights_found, fresh.light is not None))
        assert made[0] == (1, True), "the first light after one map"
        assert [searches for searches, _ in made] == [*range(1, len(made) + 1)], "one map a bit, keys between"
        again, found = Lamp(model.scene, sight_in(model), lamp.unit, "", foes[:2]), model.sights_found
        while not again.search(0.0):
            pass
        assert model.sights_found == found == 3, "what was found is kept"


def test_where_a_map_of_sight_takes_long_the_first_light_lies_close_by_and_is_true() -> None:
    session = midgame("techcommander/quick-start", 60)
    game, system = session.game, session.system
    line = next(line for line in system.roster(game) if line.spot and line.state != "lost")
    look: dict[str, Overlay] = {}
    lamp = Lamp(
        system.scene(game),
        lambda unit, _: look.get(unit) or look.setdefault(unit, system.overlay(game, "sight", unit)),
        line.unit,
        "",
        [],
    )
    assert not lamp.search(0.0)
    first = lamp.light
    assert first is not None
    while not lamp.search(0.0):
        assert lamp.light is first, "painted once, not at every bit"
    whole = lamp.light
    assert whole is not None
    x = round(float(line.spot.partition(",")[0]))
    assert any(first.columns[x])
    pairs = [
        (one, other)
        for some, every in zip(first.columns, whole.columns, strict=True)
        for one, other in zip(some, every, strict=True)
    ]
    known = [(one, other) for one, other in pairs if one]
    assert 0 < len(known) < len(pairs)
    assert all(one == other for one, other in known)


async def test_the_light_moves_with_the_cursor_while_a_move_is_made() -> None:
    async with at(midgame("mechcom/fort-siege", 80), light="choosing") as player:
        await player.press("enter m")
        await lit(player)
        model, field = player.battle.model, player.battle.field
        assert field.marks.light is not None
        assert model.lamp.place == ""
        first = field.marks.light
        goals = [spot for spot in field.marks.labels if spot != model.where[model.unit_in_hand]]
        player.battle.lay_cursor(goals[-1])
        await lit(player)
        assert model.lamp.place == goals[-1]
        assert field.marks.light.spots != first.spots
        seen = model.game.system.sight_from(model.game, model.unit_in_hand, goals[-1])
        steps = steps_of(seen.grades)
        assert all(light[0] == str(steps[seen.labels[spot]]) for spot, light in field.marks.light.spots.items())


async def test_a_shot_flies_in_the_light_in_which_it_was_fired() -> None:
    async with at(under_way("mechcom/fort-siege", 60), light="choosing", animation="full") as player:
        battle, told = player.battle, 0
        while told < 3:
            await lit(player)
            before = battle.field.marks.light
            assert battle.answer(battle.session.question.sample(Random(told)))
            if battle.model.film and before is not None:
                assert battle.field.marks.light is before
                told += 1
            battle.finish_film()


async def test_it_burns_while_something_is_chosen_and_at_its_key() -> None:
    async with at(midgame("mechcom/fort-siege", 80), light="choosing") as player:
        assert player.battle.field.marks.light is None, "no unit is in hand"
        await player.press("enter m")
        await lit(player)
        assert player.battle.field.marks.light is not None
        await player.press("o")
        assert player.battle.field.marks.light is None, "an overlay goes before it"
    async with at(midgame("mechcom/fort-siege", 80)) as player:
        await player.press("enter m")
        assert player.battle.field.marks.light is None, "the setting says never"
        await player.press("at")
        await lit(player)
        assert player.battle.field.marks.light is not None
        assert "Light: what" in player.prompt
        await player.press("at")
        assert player.battle.field.marks.light is None


@pytest.mark.parametrize("colours", [name for name in NAMES if not palette(name).lamps])
async def test_without_colours_for_it_the_key_says_so(colours: str) -> None:
    async with at(toy(), palette=colours, light="always") as player:
        await player.press("1 at")
        assert player.battle.field.marks.light is None
        assert "colours" in player.prompt
