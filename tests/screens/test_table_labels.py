"""What stands on an open table beside ground and models: tags and names, names of terrain, smoke and shields."""

from __future__ import annotations

import pytest
from attrs import evolve
from textual.geometry import Region

from tabletop_tui.engine.badges import Left
from tabletop_tui.engine.scenes import Area, Effect, Look
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.map.table.table_painter import ZOOMS, Overview, TablePainter
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.conftest import at
from tests.screens.test_table_painting import AREAS, BROKEN, WOODS, page, painter, scene, team


def named(*args, **more) -> TablePainter:
    """A painter that calls units by their names."""
    one = painter(*args, **more)
    one.call(None)
    return one


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_tag_and_one_sign_are_glued_to_the_body_and_names_wait_to_be_asked_for(zoom):
    one = painter(zoom)
    assert not [word for word in ("Rifles", "Buggy", "SUP", "5SP") if word in page(one)]
    signs = "".join(one.labels.signs[row][column][0] for column, row in one.labels.of["A1"])
    assert signs == "A1S"
    near = one.bodies.of["A1"].cells
    rows = range(min(near) - 1, max(near) + 2)
    assert all(row in rows for _, row in one.labels.of["A1"])
    done = evolve(one.scene, tokens=[evolve(token, done=True) for token in one.scene.tokens])
    assert f"A1S{UNICODE.done}" in page(painter(zoom, table=done))
    assert UNICODE.done not in page(one)


def test_the_label_says_tag_name_status_and_points_if_asked():
    assert "A1 Rifles S  5SP" in page(named())
    assert "A1 Rifles" not in page(named(Overview))
    one = scene()
    one.tokens[0] = evolve(one.tokens[0], badges=(BROKEN,), left=Left(7, 10, "models"), name="10 Rifles")
    assert "A1 Rifles 7/10 BROKEN " in page(named(table=one)), "a status in words, a name that tells the truth"


def test_terrain_is_called_by_its_name_where_that_has_room_by_its_height_or_if_asked():
    low = Area(
        "a very long name of a little hill", WOODS, ((30.0, 40.0), (34.0, 40.0), (34.0, 44.0), (30.0, 44.0)), True, 2
    )
    table = scene(areas=(*AREAS, low))
    assert ("woods" in page(painter(table=table)), "wall" in page(painter(table=table))) == (True, False)
    assert "+2" in page(painter(table=table))
    assert "long name" not in page(painter(table=table))
    assert "wall" in page(named(table=table))
    assert "a very long name" in page(named(table=table))
    assert "h6" in page(painter(table=scene(areas=(evolve(low, high="h6", level=0),))))


def test_the_rim_of_the_view_cuts_no_name_of_terrain():
    """At whatever column the view begins the name of the woods stands whole in it, or not at all."""
    one, shown, looked = painter(), 0, 0
    for left in range(34):
        one.look(Region(left, 0, 40, 24))
        row = "".join(part.text for y in range(24) for part in one.row(y, "", left, left + 40))
        name = "".join(sign for sign in row if sign.isalpha() and sign.islower())
        looked, shown = looked + 1, shown + (name == "woods")
        assert name in ("woods", ""), (left, name)
    assert looked == 34
    assert shown > 20, "wherever enough of it is in view"


def test_no_sign_of_the_ground_touches_its_name():
    assert " woods " in page(painter())


def test_the_label_of_a_unit_that_is_done_is_written_in_another_ink():
    table = scene()
    inks = []
    for done in (False, True):
        table = evolve(table, tokens=[evolve(token, done=done and token.unit == "A1") for token in table.tokens])
        one = named(table=table)
        signs, cells = one.labels.signs, one.labels.of
        inks.append({unit: {signs[row][column][1] for column, row in cells[unit]} for unit in cells})
    assert inks[0]["B12"] == inks[1]["B12"] == {"name 1"}
    assert inks[0]["A1"] - inks[1]["A1"] == {"tag 0", "name 0"}
    assert inks[1]["A1"] - inks[0]["A1"] == {"tag 0-", "name 0-"}


async def test_a_key_calls_units_by_their_names_by_platoon_or_not_at_all():
    found, scenario = new_game.find_scenario("armymen/backyard")
    computers = Session.new(new_game.set_table(found, scenario, (), ["greedy", "greedy"], seed=5))
    computers.run(60)
    session = Session.new(new_game.set_table(found, scenario, seed=5))
    for made in computers.history:
        session.answer(made.answer)
    async with at(session, size=(120, 40)) as player:
        field = player.battle.field
        field.go_to(next(token.spot for token in field.painter.scene.tokens if token.seat == 1))
        told, named = [], []
        for _ in range(4):
            await player.press("X")
            told.append(player.prompt.partition("map: ")[2].strip())
            inks = [ink for row in field.painter.labels.signs.values() for _, ink in row.values()]
            named.append(sum(ink.startswith("name") for ink in inks))
    assert [words.split(",")[0] for words in told] == ["all", "one platoon", "none", "all"]
    assert 0 == named[2] < named[1] < named[0] == named[3]


def test_forty_units_a_side_are_tags_and_names_are_told_on_demand():
    crowd = [team(f"A{number}", 2 + 5 * (number % 9), 2 + 4 * (number // 9)) for number in range(3, 40)]
    one = painter(table=scene(*crowd))
    assert len(one.labels.tags) >= 37
    assert "Rifle team" not in page(one)
    one.call(frozenset({"A12"}))
    assert page(one).count("Rifle team") == 1
    assert len(one.labels.tags) >= 37


SMOKE, FIELD = Look("smoke", "smoke", "░", "C"), Look("shield", "ice", "∘", "W")
EFFECTS = (
    Effect("smoke h4", SMOKE, ((36.0, 30.0), (44.0, 30.0), (44.0, 38.0), (36.0, 38.0))),
    Effect("bubble", FIELD, ((2.0, 36.0), (10.0, 36.0), (10.0, 46.0), (2.0, 46.0)), False, 1),
)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("colours", NAMES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_smoke_covers_the_ground_and_a_shield_is_a_ring(zoom, colours, glyphs):
    bare, one = painter(zoom, colours, glyphs), painter(zoom, colours, glyphs)
    changed = one.take(evolve(one.scene, effects=EFFECTS))
    assert page(one).count(SMOKE.glyph if glyphs is UNICODE else SMOKE.ascii) > 8 * zoom.across
    assert page(one).count(FIELD.glyph if glyphs is UNICODE else FIELD.ascii) >= 8 * zoom.across
    differing = {row for row in range(one.height) if one.row(row) != bare.row(row)}
    assert differing == changed, "the rows that differ are told, and no others"
    inside, ring = one.raster.cell(6, 41), one.raster.cell(40, 34)
    assert one.row(inside[1])[0] is not None
    assert one.tints(inside[1])[inside[0]] == "", "what a ring is around keeps its ground"
    assert one.tints(ring[1])[ring[0]] == "over smoke"
    if palette(colours).mix:
        assert list(one.runs(ring[1], ""))[ring[0]][1].bgcolor not in (None, palette(colours).shade("dust", 0).ground)


def test_a_unit_in_smoke_is_seen_and_an_overlay_goes_before_it():
    one = painter(labels={"40,34": "1"}, table=evolve(scene(team("B3", 38, 32, 1)), effects=EFFECTS))
    column, row = one.raster.cell(38, 32)
    assert one.models[row][column][0] == "○", "the models of the second side are hollow"
    column, row = one.raster.cell(40, 34)
    assert one.tints(row)[column] == "reach rim"
