"""An open table at the keyboard: formations, turns, single models, the tape measure, overlays, whole placements."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.place_fields import Passable
from tabletop_tui.engine.question import Place
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.battle import place_keys
from tabletop_tui.screens.battle.place_keys import best_first
from tabletop_tui.screens.battle.screen_protocols import PAUSE
from tabletop_tui.skirmish.unit_place_fields import MarchField
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.table.table_painter import charted
from tests.screens.conftest import at

SIZES = [(80, 24), (160, 50)]


def arriving(seed: int = 5, scenario_id: str = "laboratory-find") -> Session:
    """PMC 2640: the halves are chosen, and the first unit of eight recruits is about to arrive."""
    found = system("pmc2640")
    scenario = new_game.find_scenario(f"pmc2640/{scenario_id}")[1]
    session = Session.new(new_game.set_table(found, scenario, seed=seed))
    while not isinstance(session.question, Place):
        question = session.question
        assert question is not None
        if isinstance(question, Assign):
            eight = [item for item in question.items if item.key in ("A5", "B2")]
            session.answer(question.given(question.default, eight, "first"))
            continue
        wanted = [key for key in question.legal() if key in ("A5", "B2")]
        session.answer((wanted or list(question.legal()))[0])
    return session


def charging() -> Session:
    """Army Men: everybody runs to the middle of the table, until a vehicle is charged: from which side?"""
    found = system("armymen")
    session = Session.new(new_game.set_table(found, new_game.find_scenario("armymen/quick-start")[1], seed=3))
    while "from which side" not in (question := session.question).prompt:
        if isinstance(question, Place):
            session.answer([min(question.field.cells(), key=lambda cell: abs(float(cell.split(",")[1]) - 24))])
        else:
            legal = list(question.legal())
            session.answer(next((key for key in ("charge", "rush", "move", "north") if key in legal), legal[0]))
    return session


async def test_a_charge_begins_where_the_chargers_can_touch_their_target():
    session = charging()
    async with at(session, size=(80, 24)) as player:
        cursor = player.battle.field.cursor
        assert cursor in session.question.field.cells(), "not in the middle of the target"
        assert "10 touch" in player.prompt, "Enter would charge from there"
        assert " form " not in player.picture.splitlines()[-1], (
            "chargers go their own ways: nothing is formed or turned"
        )
        await player.press("d")
        assert player.battle.model.draft.shape() == []
        assert "No unit is being placed" in player.prompt


async def test_a_unit_is_formed_turned_and_nudged_before_it_is_placed():
    session = arriving()
    async with at(session, size=(160, 50)) as player:
        draft = player.battle.model.draft
        unit = session.question.about
        assert draft.answer("24,2") == ["24,2"]
        await player.press("f")
        assert "form line" in player.prompt, "what Enter would do, or why it would not"
        assert draft.shape() == ["form=line"]
        await player.press("d d s")
        assert draft.shape() == ["form=line", "turn=30"]
        await player.press("m")
        assert "Model 1 of" in player.prompt
        await player.press("right right up")
        assert draft.shape()[-1] == "model1=0.5,-0.25"
        await player.press("enter")  # puts the model down
        assert session.question.about == unit
        assert player.battle.model.mode == ""
        await player.press("escape escape")
        assert draft.shape() == []


async def test_a_way_can_be_set_by_a_place_where_the_unit_could_not_stay():
    """PMC-MOVE-3: a unit passes through a friend; only at its end it keeps an inch away."""
    session, chooser, by = (
        Session.new(new_game.set_table(*new_game.find_scenario("glass-valley-find"), seed=4)),
        Random(4),
        "",
    )
    while not by:
        session.answer(session.question.sample(chooser))
        question = session.question
        if isinstance(question, Place) and isinstance(question.field, Passable):
            others = (line.spot for line in session.system.roster(session.game) if line.unit != question.about)
            by = next((s for s in others if s and not question.field.refuse_on([s])), "")
    assert question.refuse([by]).rule == "PMC-COH-2"
    async with at(session, size=(80, 24)) as player:
        player.battle.field.go_to(by)
        await player.press("space")
        assert player.battle.model.draft.waypoints == [by]
        player.battle.field.go_to("0,0")
        await player.press("space")
        assert player.battle.model.draft.waypoints == [by]
        assert "[PMC-MOVE-" in player.prompt


async def test_a_formation_for_which_there_is_no_room_where_the_unit_stands_is_told_before_enter():
    session, chooser, barred = (
        Session.new(new_game.set_table(*new_game.find_scenario("armymen/quick-start"), seed=4)),
        Random(4),
        0,
    )
    while not barred:
        session.answer(session.question.sample(chooser))
        question = session.question
        if isinstance(question, Place) and isinstance(question.field, MarchField) and question.field.forms:
            here = next(line.spot for line in session.system.roster(session.game) if line.unit == question.about)
            forms = enumerate(question.field.forms)
            barred = next((n for n, form in forms if n and question.field.refuse([here, f"form={form}"])), 0)
    async with at(session, size=(80, 24)) as player:
        assert player.battle.field.cursor == here
        assert f"{here}:" not in player.prompt
        await player.press(" ".join("f" * barred))
        assert f"{here}: no, " in player.prompt


async def test_escape_backs_out_of_the_model_in_hand_first():
    async with at(arriving(), size=(80, 24)) as player:
        await player.press("m right escape")
        assert player.battle.model.draft.in_hand == 0
        assert player.battle.model.mode == ""
        assert player.battle.model.draft.nudges


async def test_what_is_shown_is_what_is_placed():
    session = arriving()
    async with at(session, size=(160, 50)) as player:
        unit = session.question.about
        await player.press("f")
        shaped = player.battle.model.draft.shaped
        answer = player.battle.model.draft.answer(player.battle.field.cursor)
        assert session.question.refuse(answer) is None
        shown = [(x, y) for x, y, _ in shaped.stands(answer)]
        await player.press("enter")
        assert list(session.game.state.units[unit].models) == shown


async def test_a_place_that_is_refused_says_why_and_shows_the_models_barred():
    session = arriving()
    async with at(session, size=(80, 24)) as player:
        player.battle.field.go_to("24,24")
        player.battle.cursor_moved()
        assert "not within 4 in of the edge [PMC-RES-4]" in player.prompt
        assert player.battle.field.marks.barred
        before = session.digest()
        await player.press("enter")
        assert session.digest() == before


async def test_the_tape_measures_in_inches():
    async with at(arriving(), size=(80, 24)) as player:
        player.battle.field.go_to("10,10")
        await player.press("t right right right down down down down")
        assert "10,10 to 13,14: 5.0 in" in player.prompt
        assert "5.0 in" in player.picture


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_placing_a_unit(size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(arriving(), size=size) as player:
        await player.press("f d")
        assert player.picture == snapshot


@pytest.mark.parametrize("overlay", ["reach", "range", "threat", "sight", "coherency", "arcs"])
async def test_every_overlay_is_drawn(overlay: str):
    session = arriving()
    async with at(session, size=(160, 50)) as player:
        unit = session.question.about
        await player.press("enter")
        player.battle.field.go_to(player.battle.model.where[unit])
        await player.press("o")
        while player.battle.model.overlay_name != overlay:
            await player.press("o")
        painter = player.battle.field.painter
        drawn = bool(painter.layers.tinted or painter.layers.rims or charted(painter.marks))
        assert drawn or overlay in ("arcs", "threat")


async def test_the_overlay_of_sight_says_its_grades_and_how_well_the_spot_is_seen():
    session = arriving()
    async with at(session, size=(160, 50)) as player:
        battle, unit = player.battle, session.question.about
        await player.press("enter")
        battle.field.go_to(battle.model.where[unit])
        await player.press("o")
        while battle.model.overlay_name != "sight":
            await player.press("o")
        assert f"Overlay: sight of {unit}: ◦ in sight, × out of sight" in player.picture
        labels = session.system.overlay(session.game, "sight", unit).labels
        for label, words in ((".", "in sight"), ("x", "out of sight")):
            battle.field.go_to(next(spot for spot, seen in labels.items() if seen == label))
            battle.draw_cursor()
            await player.pilot.pause()
            assert f"({unit}: {words})" in player.picture


async def test_the_words_beside_the_cursor_go_where_it_goes():
    async with at(arriving(), size=(80, 24)) as player:
        field = player.battle.field
        wide = Marks(note="so far " * 7)  # too wide to stand beside the cursor: it stands below it
        for marks, spot in ((wide, "24,24"), (wide, "24,20"), (Marks(), "24,17")):
            field.go_to(spot)
            field.mark(marks)
            await player.pilot.pause()
            assert sum("so far" in row for row in player.picture.splitlines()) == bool(marks.note)


async def test_the_words_beside_the_cursor_are_never_cut_off_at_the_rim_of_the_view():
    looked = 0
    async with at(arriving(), size=(80, 24)) as player:
        field = player.battle.field
        field.mark(Marks(note="12.5 of 24 in"))
        for across in range(4, 45):
            field.go_to(f"{across},24")
            field.refresh()
            await player.pilot.pause()
            assert "12.5 of 24 in" in player.picture, across
            looked += 1
    assert looked == 41


@pytest.mark.parametrize("rows", [24, 28, 50])
async def test_a_roster_with_too_little_room_shows_the_unit_in_hand_and_how_many_are_left_out(rows):
    session = arriving(scenario_id="glass-valley-find-2")
    async with at(session, size=(160, rows)) as player:
        height = player.battle.panels.roster.size.height
        lines = [line[:29].rstrip() for line in player.picture.splitlines()[1 : 1 + height]]
        tags = [line.unit for line in session.system.roster(session.game)]
        seen = [tag for tag in tags if any(tag in line.split()[:1] or f"▸{tag}" in line for line in lines)]
        assert session.question.about in seen
        left = [line for line in lines if line.endswith("more: i")]
        assert left == ([f"{len(tags) - len(seen)} more: i"] if len(seen) < len(tags) else [])
        assert (rows == 50) == (not left)


async def test_where_a_unit_can_go_is_painted_after_the_rest_if_it_takes_long_to_find():
    session = arriving()
    async with at(session, size=(160, 50), patience=0.0) as player:
        battle = player.battle
        battle.model._known.clear()
        question = session.question
        question.field._cells = None
        battle.draw_cursor()
        seen = [len(battle.field.marks.labels)]
        await player.pilot.pause()
        while not battle.field.marks.labels:
            await player.pilot.pause()
        seen.append(len(battle.field.marks.labels))
        assert seen == [0, len(question.field.cells())]
        assert battle.field.painter.layers.tinted


async def test_a_search_that_another_answer_has_overtaken_paints_nothing(monkeypatch: pytest.MonkeyPatch):
    session = arriving()
    async with at(session, size=(160, 50)) as player:
        battle = player.battle
        painted: list[Marks] = []
        monkeypatch.setattr(battle.field, "mark", painted.append)
        battle._search_on()
        assert [len(marks.labels) for marks in painted] == [len(session.question.field.cells())]
        await player.press("enter")
        assert not isinstance(session.question, Place)
        painted.clear()
        battle._search_on()
        assert not painted


@pytest.mark.parametrize("moved", [False, True])
async def test_the_cursor_goes_to_a_place_once_one_is_known_unless_it_was_moved_by_then(moved, monkeypatch):
    monkeypatch.setattr(place_keys, "good_places", lambda *_: [])
    session = arriving()
    async with at(session, size=(160, 50), patience=0.0) as player:
        battle, field = player.battle, session.question.field
        battle.field.go_to("24,24")
        field._cells, battle._asked = None, None
        battle._new_question()
        assert battle.field.cursor == "24,24", "nothing is known yet"
        if moved:
            battle.field.go_to("3,30")
        while battle._left_at:
            await player.pilot.pause()
        assert battle.field.cursor == ("3,30" if moved else battle.field.nearest(field.cells()))
        assert (battle.field.cursor in field.cells()) == (not moved)


@pytest.mark.parametrize("overlay", ["reach", "threat"])
async def test_an_overlay_is_painted_after_the_rest_if_it_takes_long_to_find(overlay):
    session = charging()
    unit = session.question.about
    async with at(session, size=(160, 50), patience=0.0) as player:
        battle = player.battle
        battle.field.go_to(battle.model.where[unit])
        battle.model.overlay_name, battle.model.overlay_unit = overlay, unit
        battle.draw_cursor()
        assert not battle.field.marks.overlay.labels
        while not battle.field.marks.overlay or not battle.field.marks.overlay.labels:
            await player.pilot.pause()
        known = session.system.overlay(session.game, overlay, unit).labels
        assert dict(battle.field.marks.overlay.labels) == dict(known)
        assert battle.field.painter.layers.tinted
        assert "," in next(iter(known))


async def test_the_next_overlay_is_found_while_one_is_looked_at(monkeypatch: pytest.MonkeyPatch):
    session = charging()
    found: list[str] = []
    overlay = type(session.system).overlay
    monkeypatch.setattr(
        type(session.system), "overlay", lambda system, *args: (found.append(args[1]), overlay(system, *args))[1]
    )
    monkeypatch.setattr(
        "tabletop_tui.screens.battle.screen.LOOK_AHEAD", 10_000
    )  # a first look at sight is another matter
    async with at(session, size=(80, 24)) as player:
        player.battle.field.go_to(player.battle.model.where[session.question.about])
        await player.press("o")
        await player.pilot.pause(2 * PAUSE)
        assert found == ["reach", "range"]
        await player.press("o")
        assert player.battle.model.overlay_name == "range"
        assert found.count("range") == 1
        while player.battle.model.overlay_name:
            await player.press("o")
        found.clear()
        await player.pilot.pause(2 * PAUSE)
        assert not found, "nobody looks at any"


async def test_a_vehicle_that_is_placed_shows_which_way_it_would_face():
    session = Session.new(new_game.set_table(*new_game.find_scenario("armymen/backyard"), seed=3))
    while not (isinstance(question := session.question, Place) and not question.field.forms):
        if isinstance(question, Place):
            session.answer([next(iter(question.field.cells()))])
        else:
            vehicles = (option.key for option in question.options if option.label.endswith(("Jeep", "Truck")))
            session.answer(next(vehicles, question.options[0].key))
    async with at(session, signs="ascii") as player:
        painter = player.battle.field.painter

        def signs() -> set[str]:
            return {
                sign for row in painter.layers.over.values() for sign, ink in row.values() if ink in ("ghost", "barred")
            }

        first = signs()
        assert len(first) == 2, "the ghost, and one sign for its front"
        await player.press("d d d d d d")
        assert len(signs()) == 2
        assert signs() != first, "half a circle on, it faces the other way"


async def test_a_key_goes_through_what_is_suggested_and_stands_the_models_as_is_suggested_there():
    found, scenario = new_game.find_scenario("armymen/quick-start")
    session, lines = Session.new(new_game.set_table(found, scenario, seed=3)), []
    while not lines:
        question = session.question
        if isinstance(question, Place):
            worth = partial(found.appraise, session.game)
            lines = [answer for answer in best_first(question.suggest(24), [], worth, 9.0)[:8] if len(answer) > 1]
        if not lines:
            session.answer(question.sample(Random(1)))
    async with at(session, size=(160, 50)) as player:
        battle = player.battle
        draft, met = battle.model.draft, []
        for _ in range(24):
            await player.press("tab")
            met.append(draft.answer(battle.field.cursor))
            assert question.refuse(met[-1]) is None
        assert [answer for answer in met if len(answer) > 1], "where they stand better so"
        assert all(answer in question.suggest(24) for answer in met if len(answer) > 1)
        await player.press("d d d")
        shape = draft.shape()
        await player.press("tab tab")
        assert draft.shape() == shape, "what was done by hand stays"


async def test_the_rim_is_that_of_the_formation():
    async with at(arriving(), size=(80, 24)) as player:
        field = player.session.question.field
        block = set(player.battle.field.marks.labels)
        await player.press("f")
        line = set(player.battle.field.marks.labels)
        assert line != block
        assert all(field.refuse([spot, "form=line"]) is None for spot in line)
        assert all(field.refuse([spot, "form=line"]) is not None for spot in block - line)
