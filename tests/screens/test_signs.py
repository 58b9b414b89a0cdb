"""On one map no sign stands for two kinds of things, whatever the signs and the colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest
from rich.style import Style

from tabletop_tui.engine.badges import Left
from tabletop_tui.engine.cards import Card, RosterLine
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Scene, TableScene, Token
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rules.armymen.shown import views as armymen
from tabletop_tui.rules.crimsondusk.shown import views as crimsondusk
from tabletop_tui.rules.mechcom.shown.views import BURNING, DOOMED
from tabletop_tui.rules.mechcom.state import terrain as mechcom
from tabletop_tui.rules.pmc2640.shown import views as pmc2640
from tabletop_tui.rules.techcommander.shown import smoke_and_shields
from tabletop_tui.rules.techcommander.state.terrain import KINDS as TECHCOMMANDER
from tabletop_tui.table.hexes import HexGrid
from tabletop_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from tabletop_tui.widgets.map.hex.hex_labels import BroadBodies
from tabletop_tui.widgets.map.legend import BADGES, Viewport
from tabletop_tui.widgets.map.legend import legend as legend_of
from tabletop_tui.widgets.map.table.table_ground import BLOCKS
from tabletop_tui.widgets.map.table.unit_labels import NUMERALS
from tabletop_tui.widgets.palette import HIGHEST_TINT, Palette, badge_role
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tabletop_tui.widgets.under_cursor import unit_said
from tabletop_tui.widgets.view_text import card_lines, roster_line

LOOKS: dict[str, list[Look]] = {
    "armymen": [kind.look for kind in armymen.KINDS.values()],
    "crimsondusk": [
        crimsondusk.GOAL,
        crimsondusk.FALLEN,
        *crimsondusk.CLOUDS.values(),
        *(kind.look for kind in crimsondusk.KINDS.values()),
    ],
    "mechcom": [DOOMED, BURNING, *(terrain.look for terrain in mechcom.TERRAINS.values())],
    "pmc2640": [pmc2640.WASTELAND, *pmc2640.LOOKS.values(), pmc2640.WRECK],
    "techcommander": [
        smoke_and_shields.SMOKE,
        smoke_and_shields.SHIELD,
        smoke_and_shields.COVERED,
        *(kind.look for kind in TECHCOMMANDER.values()),
    ],
}
"""Every ground that a rulebook's maps can show."""
ON_HEXES = ("way", "start", "shot", "path", "waypoint", "zone", "done", "more", "pointer")
ON_TABLES = ("done", "way", "start", "shot", "path", "waypoint", "trace", "grid", "ghost", "under", "ring")


def scene_of(name: str) -> Scene:
    found = system(name)
    setup = new_game.set_table(found, new_game.scenarios_of(found)[0], seed=1)
    return found.scene(Session.new(setup).game)


def legend(name: str, glyphs: Glyphs, scene: Scene, bodies: bool) -> Iterator[tuple[str, str]]:
    """Every kind of thing that a map of this rulebook can show by a sign, with its sign.

    On open tables models are dots on bodies of their side's colour, or else the numbers of their units.
    """
    hexes = isinstance(scene, HexScene)
    for look in LOOKS[name]:
        yield look.name, " " if bodies and glyphs.ground(look) in BLOCKS else glyphs.ground(look)
    if hexes or not bodies:
        for seat in range(system(name).seats[1]):
            yield f"seat {seat}", glyphs.seats[seat]
    for mark in ON_HEXES if hexes else ON_TABLES:
        yield mark, getattr(glyphs, mark)
    for state, sign in glyphs.sight.items():
        yield f"sight {state}", sign
    yield from (("cursor", sign) for sign in "[]")
    if hexes:
        yield from glyphs.marks.items()
        full, half, _ = glyphs.bar
        yield from [("half a cell of a bar", half), *([] if glyphs.own_bars else [("a cell of a bar", full)])]
        yield from (("lattice", sign) for sign in "/\\_")
    else:
        yield from (("facing", sign) for sign in set(glyphs.compass))
        if bodies:
            yield from (*(("model", sign) for sign in glyphs.model + glyphs.small_model), ("body", "▀"), ("body", "▄"))
        else:
            yield from (("number of a unit", sign) for sign in NUMERALS[1:])
            yield "rim of what is tinted", glyphs.tint_rim


@pytest.mark.parametrize(("glyphs", "bodies"), [(ASCII, False), (UNICODE, False), (UNICODE, True)])
@pytest.mark.parametrize("name", LOOKS)
def test_no_sign_stands_for_two_kinds_of_things_on_one_map(name: str, glyphs: Glyphs, bodies: bool) -> None:
    meant: dict[str, set[str]] = defaultdict(set)
    for kind, sign in legend(name, glyphs, scene_of(name), bodies):
        assert len(sign) == 1, kind
        if sign != " ":
            meant[sign].add(kind)
    assert {sign: kinds for sign, kinds in meant.items() if len(kinds) > 1} == {}
    assert glyphs is not ASCII or "".join(meant).isascii()


@pytest.mark.parametrize("colours", NAMES)
@pytest.mark.parametrize("name", LOOKS)
def test_grounds_without_a_sign_are_told_apart_by_colour_or_are_the_same_to_the_rules(name: str, colours: str) -> None:
    """A ground whose sign is a space is the plain one of its map; of several each has its own colour."""
    inks: Palette = palette(colours)
    bare = {look for look in LOOKS[name] if look.glyph == " "}
    assert all(look.ascii == " " for look in bare)
    assert bare
    if inks.colour:
        for level in range(HIGHEST_TINT + 1):
            looks: list[Style] = [inks.shade(look.colour, level).plain for look in bare]
            assert len(set(looks)) == len(looks) or inks.name == "16"


@pytest.mark.parametrize("colours", ["truecolour", "16", "light", "mono"])
@pytest.mark.parametrize("name", LOOKS)
def test_a_status_has_one_sign_and_one_ink_on_map_list_card_and_legend(name: str, colours: str) -> None:
    inks, statuses = palette(colours), system(name).statuses
    signs = [badge.of(2).sign for badge in statuses]
    assert len(statuses) >= 5
    assert len(set(signs)) == len(signs), "no two have the same"
    for badge in (badge.of(2) for badge in statuses):
        ink = inks.role(badge_role(badge.mood))
        line = RosterLine("A1", "A1", "Riflemen", 0, "0101", "", 0.5, badges=(badge,), left=Left(5, 10, "models"))
        narrow, wide = (roster_line(line, width, inks, UNICODE) for width in (32, 60))
        card = card_lines(Card("A1 Riflemen", 0, ()), 32, inks, badges=(badge,))[0]
        here = unit_said(line)
        for where, spans in {"list": narrow, "page": wide, "card": card, "under the cursor": here}.items():
            found = [role for text, role in spans if text == badge.sign]
            assert [inks.role(role) if isinstance(role, str) else role for role in found] == [ink], (badge.word, where)
        token = Token("A1", "A1", "Riflemen", 0, "0101", badges=(badge,), left=Left(5, 10, "models"))
        grass = Ground(Look("grass", "grass"))
        scene = HexScene(HexGrid(3, 3), dict.fromkeys(HexGrid(3, 3).hexes, grass), [token])
        painter = BroadBodies(scene, inks, UNICODE)
        if badge.letter and inks.bodies:
            row = [segment for line in range(2) for segment in painter.row(line, "") if segment.text == badge.letter]
            assert [segment.style for segment in row] == [ink], badge.word
        window = Viewport(0, 0, painter.width, painter.height)
        told = [
            span for sign in legend_of(painter, window, ["Red", "Blue"], lambda _: [])[BADGES] for span in sign.sample
        ]
        assert told == [(badge.sign, ink)], badge.word


@pytest.mark.parametrize("name", LOOKS)
def test_the_legend_of_a_map_knows_every_ground_on_it(name: str) -> None:
    found = system(name)
    known = {*LOOKS[name], pmc2640.OBJECTIVE}  # which lies on no map with possible locations, whose sign it has
    for info in new_game.scenarios_of(found):
        scene = found.scene(Session.new(new_game.set_table(found, info, seed=1)).game)
        if isinstance(scene, TableScene):
            assert {scene.ground, *(area.look for area in scene.areas)} <= known
        else:
            assert {look for ground in scene.ground.values() for look in (ground.look, ground.over) if look} <= known
