"""The legend of a map as it is painted: every ground, sign, badge, figure and tint in view, with its words.

It is made from what the painter has in view and never lists what is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field

from tabletop_tui.engine.scenes import Area, HexScene, Look, TableScene, Token
from tabletop_tui.records import frozen
from tabletop_tui.table.hexes import Hex
from tabletop_tui.table.points import spot_text
from tabletop_tui.table.raster import Cell
from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.hex.hex_ground import GAUGE, HexBodies
from tabletop_tui.widgets.map.shared.map_painter import FLAGS, Painter
from tabletop_tui.widgets.map.shared.marks import SIGHT
from tabletop_tui.widgets.map.shared.traces import LOSS, PIN, SHOT, START, WAY
from tabletop_tui.widgets.map.table.inks import is_band
from tabletop_tui.widgets.map.table.table_ground import BARE, FLAT, LIT, OPEN, SHADED, SUNKEN, Tone
from tabletop_tui.widgets.map.table.table_marks import arrow, effect_ink
from tabletop_tui.widgets.map.table.table_painter import TablePainter
from tabletop_tui.widgets.palette import LAMP, OVER, badge_role, style
from tabletop_tui.widgets.sight_tints import states
from tabletop_tui.widgets.styled_text import Role, TextLine

GROUND, UNITS, BADGES, MARKS = "Ground", "Units", "Badges", "Marks"
TINTS = {
    "reach": "can be reached, or is offered",
    "path": "the way that is about to be gone",
    "threat": "within reach of an enemy",
    "sensors": "within the reach of its sensors",
    "target": "something that an option is about",
}
"""What a tint says."""
TRACES = {WAY: "where a unit went since your last answer", START: "from where", SHOT: "where a shot went since then"}
GHOSTS = {"ghost": "where a model would stand", "in-hand": "the model in hand", "barred": "where it may not stand"}
LIGHTS = {
    "0": "bright: the unit in hand sees it well",
    "1": "dim: half hidden from it",
    "3": "dusk: it sees nothing there",
    "0r": "reddish: an enemy sees who stands there and has a weapon that reaches so far",
}
"""What the light of the table says."""
ALIKE = 4
"""So many places of one ground are asked for what the rules say of it."""
BARS = (("bar", "whole, or nearly"), ("bar-mid", "two thirds or less"), ("bar-low", "one third or less"))


@frozen
class Sign:
    """Something on the screen as it looks there, and what it says."""

    sample: TextLine
    words: str
    more: str = ""
    """What else is to be known of it."""


@frozen
class Viewport:
    """The part of a map that is in view, in cells of text."""

    left: int
    top: int
    width: int
    height: int

    @property
    def rows(self) -> range:
        return range(self.top, self.top + self.height)

    @property
    def columns(self) -> range:
        return range(self.left, self.left + self.width)


Groups = dict[str, list[Sign]]
Facts = Callable[[str], Sequence[str]]
"""What is to be known of the ground at a spot, in a few words each."""


@define
class _Found:
    """Signs by group, each words once."""

    groups: Groups = field(factory=dict)

    def add(self, group: str, text: str, role: Role, words: str, more: str = "") -> None:
        known = self.groups.setdefault(group, [])
        if not any(one.words == words for one in known):
            known.append(Sign([(text, role)], words, more))


def legend(painter: Painter[Any], window: Viewport, names: Sequence[str], facts: Facts, overlay: str = "") -> Groups:
    """What is in view in a window of a map, by groups; `overlay` says of what an overlay tells."""
    found = _Found()
    if isinstance(painter, HexPainter):
        _hexes(found, painter, window, names, facts, overlay)
    elif isinstance(painter, TablePainter):
        _table(found, painter, window, names, facts, overlay)
    if painter.marks.light is not None and painter.palette.lamps:
        for light, words in LIGHTS.items():
            found.add(MARKS, "   ", painter.palette.shade(_plain(painter), 0, LAMP + light).plain, words)
    return {name: found.groups[name] for name in (GROUND, UNITS, BADGES, MARKS) if name in found.groups}


# ---------------------------------------------------------------- hexes
def _hexes(
    found: _Found, painter: HexPainter, window: Viewport, names: Sequence[str], facts: Facts, overlay: str
) -> None:
    spots = list(_in_view(painter, window))
    _hex_ground(found, painter, spots, facts)
    scene: HexScene = painter.scene
    for zone in scene.zones if painter.marks.zones and painter.texts else ():
        if not zone.spots.isdisjoint(spots):
            spot = next(spot for spot in spots if spot in zone.spots)
            found.add(GROUND, *painter.zone_sample(spot), zone.name)
    tokens = [token for spot in spots for token in painter.at(spot) if token.kind != "scenery"]
    _tokens(found, painter, tokens, names)
    if painter.texts:
        _hex_units(found, painter, tokens, names)
    kinds = {kind: spot for spot in reversed(spots) if (kind := painter.marks.sign(spot))}
    for kind, spot in kinds.items():
        if sign := painter.sign(spot):
            _mark(found, painter, kind, sign, painter.sign_style(spot, painter.shade(spot)), overlay)
    _tints(found, painter, {tint: spot for spot in reversed(spots) if (tint := painter.marks.tint(spot))}, overlay)
    labelled = next((spot for spot in spots if painter.marks.labels.get(spot) and painter.model(spot) is None), "")
    if labelled and painter.texts:
        found.add(MARKS, *painter.label_sample(labelled), "what it costs to get there")
    for spot in spots:
        if (flag := painter.flag(spot)) is not None:
            _flag(found, painter, painter.marks.traces.flags[spot][1], *flag)
    found.add(MARKS, *painter.cursor_sample(), "the cursor")
    if painter.marks.active in spots and (sample := painter.active_sample(painter.marks.active)) is not None:
        found.add(MARKS, *sample, "acts now, or the question is about it")


def _shared(facts: Facts, spots: Sequence[str]) -> list[str]:
    """What is to be known of all these spots, not of one alone."""
    first, *others = (facts(spot) for spot in spots)
    return [fact for fact in first if all(fact in other for other in others)]


def _in_view(painter: HexPainter, window: Viewport) -> Iterator[Hex]:
    """The hexes of which a part is in view, from the top left."""
    seen: dict[Hex, None] = {}
    for row in range(window.top, min(window.top + window.height, painter.height)):
        for column, (spot, _) in enumerate(painter.spots_on(row)[: painter.columns]):
            if (
                spot is not None
                and window.left < (column + 1) * painter.wide
                and column * painter.wide < window.left + window.width
            ):
                seen[spot] = None
    return iter(seen)


def _hex_ground(found: _Found, painter: HexPainter, spots: Sequence[Hex], facts: Facts) -> None:
    ground, alike = painter.scene.ground, dict[Look, list[Hex]]()
    for spot in spots:
        alike.setdefault(ground[spot].over or ground[spot].look, []).append(spot)
    for look, here in alike.items():
        shade = painter.palette.shade(look.colour, 0)
        known = ", ".join(_shared(facts, here[:ALIKE]))
        found.add(GROUND, f" {painter.glyphs.ground(look)} ", shade.plain, look.name, known)
    high = next((spot for spot in spots if ground[spot].level and painter.model(spot) is None), "")
    if high and painter.texts:
        found.add(GROUND, *painter.level_sample(high), "level", "the higher, the paler its ground")
    for text, ink, words in painter.slope_samples(spots):
        found.add(GROUND, text, ink, words)


def _hex_units(found: _Found, painter: HexPainter, tokens: Sequence[Token], names: Sequence[str]) -> None:
    """Bars, facings, and models that share a hex."""
    what = next((token.left.what for token in tokens if token.left is not None), "of it")
    bodies = [token for token in tokens if token.kind != "piece"]
    gauges = isinstance(painter, HexBodies)
    for mood, words in BARS:
        for token in (one for one in bodies if _mood(one) == mood):
            if isinstance(painter, HexBodies):
                if (gauge := painter.gauge(token)) is not None:
                    found.add(UNITS, *gauge, f"{what} left: {words}")
                continue
            look = painter.bar_style(token, painter.tag_style(token))
            whose = f", {names[token.seat]}" if painter.glyphs.own_bars and token.seat is not None else ""
            found.add(UNITS, painter.bar(token, 3), look, f"{what} left: {words}{whose}")
    full, half, _ = painter.glyphs.bar
    if gauges and bodies:
        found.add(UNITS, GAUGE, "text", f"{what} left, in eighths; nothing below a whole unit")
    elif bodies and not painter.glyphs.own_bars:
        look = painter.bar_style(bodies[0], painter.tag_style(bodies[0]))
        found.add(UNITS, f"{full}{half}", look, "a bar goes by halves of a cell")
    for token in bodies if painter.zoom == "close" else ():
        if token.left is not None and painter.palette.bodies:
            found.add(UNITS, token.left.brief, painter.tag_style(token), f"{what} left, of so many")
    for token in tokens:
        if painter.facing(token):
            found.add(UNITS, painter.facing(token), painter.tag_style(token), "which way it faces")
        if len(painter.at(token.spot)) > 1:
            found.add(UNITS, painter.glyphs.more, painter.tag_style(token), "others are in the same hex")


def _mood(token: Token) -> str:
    return "bar" if token.health > 2 / 3 else "bar-mid" if token.health > 1 / 3 else "bar-low"


# ---------------------------------------------------------------- open tables
def _table(
    found: _Found, painter: TablePainter, window: Viewport, names: Sequence[str], facts: Facts, overlay: str
) -> None:
    _table_ground(found, painter, window, facts)
    scene: TableScene = painter.scene
    _effects(found, painter, window)
    inside = [token for token in scene.tokens if _shows(painter, token, window)]
    _tokens(found, painter, inside, names)
    for token in inside:
        _body(found, painter, token, names)
    for kind, (sign, look) in _inks(painter, window).items():
        _ink(found, painter, kind, sign, look, overlay)
    tints = {
        tint: tint for row in window.rows if row < painter.height for tint in _tints_of(painter, row, window) if tint
    }
    shown = painter.marks.overlay
    if shown is not None and shown.kind == SIGHT:
        best = next(grade.word for grade in shown.grades if not grade.rank)
        found.add(MARKS, "   ", painter.inks.run((" ", BARE, BARE, OPEN), "")[1], f"{overlay}: {best}")
    _tints(found, painter, tints, overlay)
    found.add(MARKS, "[ ]", painter.palette.role("cursor"), "the cursor")


def _body(found: _Found, painter: TablePainter, token: Token, names: Sequence[str]) -> None:
    """How a unit is drawn: its models, the body they stand on, which way it faces, how many are left."""
    bases, body = painter.scene.bases.get(token.unit, ()), painter.bodies.of[token.unit]
    look = painter.palette.token(token.seat, token.done)
    if body.wide:
        if bases[0].facing is not None:
            found.add(UNITS, arrow(painter.glyphs, bases[0].facing), look, "which way it faces")
        if token.seat is not None and not painter.palette.colour:
            sign = painter.glyphs.seats[token.seat % len(painter.glyphs.seats)]
            found.add(UNITS, sign * 3, look, f"the body of a large model of {names[token.seat]}")
        elif body.rim:
            found.add(UNITS, f"▄{token.tag}▀", look, "a large model, with its tag on it")
    elif bases and painter.halved:
        sign = painter.dot(token.seat)
        whose = f"a unit of {names[token.seat]}" if token.seat is not None else "a unit"
        found.add(UNITS, f"{sign} {sign}", look, f"{whose}: the ground that it holds, a dot for each model")
        if painter.bodies.tones.get(token.unit):
            other = painter.palette.body(token.seat, token.done, painter.bodies.tones[token.unit])
            found.add(UNITS, f"{sign} {sign}", other, "another tone: another unit of that side beside it")
    elif bases:
        found.add(UNITS, "123", look, "models, each with the number of its unit")
    label = "".join(painter.labels.signs[row][column][0] for column, row in painter.labels.of.get(token.unit, ()))
    if token.left is not None and token.left.brief in label:
        found.add(UNITS, token.left.brief, "strong", f"{token.left.what} left, of so many")


def _tints_of(painter: TablePainter, row: int, window: Viewport) -> Iterable[str]:
    tints = {tint.partition(LAMP)[0] for tint in painter.tints(row)[window.left : window.left + window.width]}
    return {tint for tint in tints if not tint.startswith(OVER)}


def _table_ground(found: _Found, painter: TablePainter, window: Viewport, facts: Facts) -> None:
    """The pieces in view by their looks, as they are painted; then the open table, rims and heights."""
    scene = painter.scene
    pieces: dict[Look, dict[str, tuple[Area, Cell, bool]]] = {}
    rims: set[Tone] = set()
    for row in range(window.top, min(window.top + window.height, painter.height)):
        for column in range(window.left, min(window.left + window.width, painter.width)):
            _, upper, lower, _ = painter.ground.row(row)[column]
            if (area := painter.terrain.get((column, row))) is not None:
                here = pieces.setdefault(area.look, {})
                # A cell wholly within the piece stands for it, if one is in view.
                if (key := str(area.points)) not in here or (upper == lower and here[key][2]):
                    here[key] = area, (column, row), upper != lower
            rims |= {tone for tone in (upper, lower) if tone[1] != FLAT and tone[0] != OPEN}
    for look, here in pieces.items():
        alike = sorted(here.values(), key=lambda one: one[2])[:ALIKE]
        whole = [cell for _, cell, split in alike if not split] or [alike[0][1]]
        known = _shared(facts, [spot_text(painter.raster.place(*cell)) for cell in whole])
        area, (column, row), _ = alike[0]
        more = ", ".join([*([f"height {area.level}"] if area.level else []), *known])
        shade = painter.palette.shade(look.colour, area.level)
        sign = painter.ground.row(row)[column][0] if not area.closed else painter.ground.sign(look)
        found.add(GROUND, f" {sign} " if area.closed else sign * 3, shade.plain, look.name, more)
    plain = painter.palette.shade(scene.ground.colour, 0).plain
    found.add(GROUND, f" {painter.glyphs.ground(scene.ground)} ", plain, scene.ground.name)
    found.add(GROUND, f" {painter.glyphs.grid} ", plain, f"the grid: every {scene.grid:g} {scene.unit}")
    if painter.halved and painter.palette.bodies == "relief":
        _rims(found, painter, rims)
    elif painter.halved and rims:
        edge = style(painter.inks.ground((min(rims)[0], FLAT)), plain.bgcolor)
        found.add(GROUND, "▀▀▀", edge, "where one ground ends and another begins")
    if high := next((area.level for here in pieces.values() for area, *_ in here.values() if area.level), 0):
        found.add(GROUND, f"+{high}", "dim", "behind a name: how high it is")


def _effects(found: _Found, painter: TablePainter, window: Viewport) -> None:
    """What lies over the ground in view: smoke and the like, as it is painted there."""
    for effect in painter.scene.effects:
        cells = painter.layers.cells_of(effect)
        if (cell := next((one for one in cells if one[0] in window.columns and one[1] in window.rows), None)) is None:
            continue
        veil = OVER + effect.look.colour if effect.filled and len(effect.points) > 1 else ""
        look = painter.inks.ink(effect_ink(effect), painter.ground.row(cell[1])[cell[0]][2], veil)
        found.add(GROUND, painter.glyphs.ground(effect.look) * 3, look, effect.look.name)


def _rims(found: _Found, painter: TablePainter, rims: Iterable[Tone]) -> None:
    """What a bright and a dark rim say."""
    for tone in sorted(rims):
        sunken = painter.scene.areas[tone[0]].look.colour in SUNKEN
        if tone[1] == LIT and not sunken:
            look = style(painter.inks.ground(tone), painter.inks.ground((tone[0], FLAT)))
            found.add(GROUND, "▀▀▀", look, "a bright rim above, a dark one below: it stands up from the table")
        elif tone[1] == SHADED and sunken:
            look = style(painter.inks.ground(tone), painter.inks.ground((tone[0], FLAT)))
            found.add(GROUND, "▀▀▀", look, "a dark rim above, a bright one below: it lies lower")


def _shows(painter: TablePainter, token: Token, window: Viewport) -> bool:
    """Whether a unit, or a model of it, is in view."""
    bases = painter.scene.bases.get(token.unit, ())
    cells = [painter.raster.cell(base.x, base.y) for base in bases] or [painter.corner(token.spot)]
    return any(column in window.columns and row in window.rows for column, row in cells)


def _inks(painter: TablePainter, window: Viewport) -> dict[str, tuple[str, Any]]:
    """What lies over ground and models in view: the name of each ink, with a sign and its style."""
    found: dict[str, tuple[str, Any]] = {}
    laid = painter.layers
    for layer in (laid.acting, laid.over, laid.rims):
        for row in window.rows:
            for column, (sign, ink) in layer.get(row, {}).items():
                key = f"{ink} {'' if sign.isalnum() else sign}".strip()
                if column in window.columns and key not in found:
                    found[key] = sign, painter.ink(ink, (column, row))
    return found


def _ink(found: _Found, painter: TablePainter, key: str, sign: str, look: Any, overlay: str) -> None:
    """What an ink says, by its name."""
    ink, glyphs = key.split(" ")[0], painter.glyphs
    if ink in (WAY, SHOT):
        kind = START if sign == glyphs.start else ink
        found.add(MARKS, sign, look, TRACES[kind])
    elif ink.startswith("flag-"):
        kind = ink.removeprefix("flag-")
        _flag(found, painter, kind, "-2" if kind == LOSS else "1", look)
    elif ink in GHOSTS:
        found.add(MARKS, glyphs.ghost, look, GHOSTS[ink])
    elif ink == "waypoint":
        found.add(MARKS, sign, look, "a waypoint")
    elif sign == glyphs.path and ink == "path":
        found.add(MARKS, sign, look, TINTS["path"])
    elif ink == "acting":
        found.add(UNITS, " A1 ", look, "acts now, or the question is about it")
    elif ink == "on-target":
        found.add(MARKS, "A1", look, TINTS["target"])
    elif sign == glyphs.trace:
        found.add(MARKS, sign * 3, look, "a rim or an arc: its distance and name stand in it")
    elif sign == glyphs.tint_rim:
        found.add(MARKS, sign * 3, look, "the rim of what is tinted")
    elif sign == glyphs.under:
        found.add(MARKS, sign, look, "what lies under the template")
    elif sign == glyphs.ring:
        found.add(MARKS, sign, look, "what only its second rim takes in")
    elif sign in glyphs.sight.values():
        _mark(found, painter, next(state for state, one in glyphs.sight.items() if one == sign), sign, look, overlay)


# ---------------------------------------------------------------- both
def _tokens(found: _Found, painter: Painter[Any], tokens: Iterable[Token], names: Sequence[str]) -> None:
    """Tags by side and by whether they have acted, pieces by their names; then all that is the matter with them."""
    for token in sorted(tokens, key=lambda one: (one.seat is None, one.seat or 0, one.done, one.kind == "small")):
        look = painter.palette.token(token.seat, token.done)
        if token.seat is None or token.kind == "piece":
            found.add(UNITS, f" {painter.tag_text(token)} ", look, token.name)
            continue
        words = f"{names[token.seat]}, {'has acted' if token.done else 'has not acted yet'}"
        side = painter.side(token) if isinstance(painter.scene, HexScene) else ""
        ends = side + (painter.glyphs.done if token.done else "")
        if token.kind == "small":
            words = f"{names[token.seat]}'s {token.name}"
        found.add(UNITS, f" {token.tag}{ends} ", look, words)
        for badge in token.badges:
            found.add(BADGES, badge.sign, painter.palette.role(badge_role(badge.mood)), _badge_words(badge.word))


def _badge_words(word: str) -> str:
    """A status in words, with what its number is."""
    return f"{word.replace('#', '').strip()}, with its number" if "#" in word else word


def _mark(found: _Found, painter: Painter[Any], kind: str, sign: str, look: Any, overlay: str) -> None:
    """A sign of a path, a line of sight, a trace or a tint."""
    if kind in TRACES:
        found.add(MARKS, sign, look, TRACES[kind])
    elif kind == "waypoint":
        found.add(MARKS, sign, look, "a waypoint")
    else:
        found.add(MARKS, sign, look, _tint_words(painter, kind, overlay))


def _tints(found: _Found, painter: Painter[Any], tints: Mapping[str, str], overlay: str) -> None:
    """Tints as patches of their colour; where a tint has no colour of its own, its sign says the same."""
    for tint in tints:
        if painter.palette.colour and painter.palette.tint(tint) is not None:
            shade = painter.palette.shade(_plain(painter), 0, tint)
            figure = painter.glyphs.grade(tint) if isinstance(painter, TablePainter) and is_band(tint) else ""
            found.add(MARKS, f" {figure or ' '} ", shade.plain, _tint_words(painter, tint, overlay))
        elif isinstance(painter, TablePainter) and (sign := painter.glyphs.grade(tint)):
            found.add(MARKS, f" {sign} ", painter.inks.ink("figure", BARE, tint), _tint_words(painter, tint, overlay))


def _plain(painter: Painter[Any]) -> str:
    """The colour of the plain ground of a map."""
    scene = painter.scene
    if isinstance(scene, TableScene):
        return scene.ground.colour
    grounds: list[str] = [ground.look.colour for ground in scene.ground.values()]
    return max(set(grounds), key=grounds.count)


def _tint_words(painter: Painter[Any], tint: str, overlay: str) -> str:
    """What a tint or its sign says; a grade of sight in the rulebook's words."""
    shown = painter.marks.overlay
    if shown is not None and tint not in painter.marks.sight.values():
        named = {state: label for label, state in states(shown.grades).items()}
        if shown.kind == SIGHT and tint in named:
            return f"{overlay}: {next(grade.word for grade in shown.grades if grade.label == named[tint])}"
        if shown.kind == tint and not painter.marks.labels:
            return overlay
    if tint in painter.marks.sight.values():
        return "the line to the target"
    return TINTS.get(tint, tint)


def _flag(found: _Found, painter: Painter[Any], kind: str, text: str, look: Any) -> None:
    assert kind in FLAGS
    if kind == PIN:
        words = "a number that a page refers to"
    elif text.strip().startswith("-"):
        words = "lost there since your last answer"
    else:
        words = "the unit that fell there since your last answer"
    found.add(MARKS, text.strip(), look, words)
