"""A table on paper, to be built after it: a picture to scale with measures, and a list of all that lies there.

The picture is SVG, drawn from the same scene as the map on the screen; hexes lie as they do there, so both can be
compared. Measures are in the rulebook's unit, from the north-west corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil, cos, radians, sin, sqrt
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.editor.maps.map_scene import form_of as form_of_maps
from tabletop_tui.editor.maps.map_scene import scene_of
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.scenes import Area, Ground, HexScene, Look, Scene, TableScene, Token
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.safe_text import clean
from tabletop_tui.files.toml_writing import file_stem, form_of
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.new_game import system_of
from tabletop_tui.reports.html_pages import render
from tabletop_tui.reports.table_plan_measures import pieces, spot_said, to_bring
from tabletop_tui.reports.table_plan_units import BattleSheet, sheet_of
from tabletop_tui.rulebook.scenario_form import HasScenarioForm, Laid
from tabletop_tui.table.points import Spots, parse_spot
from tabletop_tui.table.polygons import bounds

INKS = {
    "grass": "#eef3e4",
    "sand": "#f6ecd0",
    "dust": "#efe6d8",
    "concrete": "#dcdcdc",
    "forest": "#bfdcae",
    "snow": "#f4f8fb",
    "water": "#b9d8ef",
    "ice": "#dff1f6",
    "building": "#c9a68a",
    "fire": "#f2b39a",
    "wreck": "#cbbfb4",
}
"""A pale ink for each ground colour of the palette, on which black can be read."""
PAPER, LINE, DIM, FAINT, ZONE = "#ffffff", "#333333", "#666666", "#b5b5b5", "#9b1c1c"
SEAT_INKS = ("#b3261e", "#1f5fa8", "#2e7d32", "#b26a00", "#6a3fa0", "#00796b")
FORMS = ("html", "svg")
HEX = 20.0
"""Half the width of a hex on paper."""
DOWN = HEX * sqrt(3)
"""How high it is."""


# ---------------------------------------------------------------- the picture
def picture(scene: Scene, laid: Sequence[Laid] = ()) -> str:
    """The table as SVG, with rulers or the names of the hexes, whoever stands there, and what a scenario lays on it."""
    if isinstance(scene, HexScene):
        return _hexes(scene, laid)
    return _open_table(scene, laid)


def _svg(left: float, top: float, width: float, height: float, parts: Iterable[str]) -> str:
    box = f"{left:g} {top:g} {width:g} {height:g}"
    head = (
        f'<svg class="plan" viewBox="{box}" xmlns="http://www.w3.org/2000/svg" font-family="DejaVu Sans, sans-serif">'
    )
    return "\n".join((head, *parts, "</svg>\n"))


def _text(x: float, y: float, words: str, size: float, ink: str = LINE, anchor: str = "middle") -> str:
    said, halo = escape(clean(words)), f'stroke="{PAPER}" stroke-width="{size / 5:g}" paint-order="stroke"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}" {halo}>{said}</text>'


def _shape(points: Spots, ink: str, edge: str, wide: float, closed: bool = True, dashed: bool = False) -> str:
    spots = " ".join(f"{x:g},{y:g}" for x, y in points)
    name, fill = ("polygon", ink) if closed else ("polyline", "none")
    dashes = f' stroke-dasharray="{4 * wide:g} {3 * wide:g}"' if dashed else ""
    return f'<{name} points="{spots}" fill="{fill}" stroke="{edge}" stroke-width="{wide:g}"{dashes}/>'


def _ink(look: Look) -> str:
    return INKS.get(look.colour, INKS["concrete"])


# ---------------------------------------------------------------- open tables
def _open_table(scene: TableScene, laid: Sequence[Laid]) -> str:
    width, height = scene.width, scene.height
    unit = max(width, height) / 200
    rim = 10 * unit
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    parts = [_shape(corners, _ink(scene.ground), LINE, unit / 2)]
    parts += list(_rulers(scene, unit))
    parts += [_area(area, unit) for area in scene.areas]
    for number, area in enumerate(scene.areas, 1):
        x, y = _middle(area.points)
        aside = 0.0 if area.closed else 3 * unit
        parts.append(_text(x + aside, y + 1.5 * unit - aside, str(number), 4.5 * unit))
    for one in laid:
        parts += _laid_on_table(one, unit)
    for token in scene.tokens:
        parts += _models(scene, token, unit)
    return _svg(-rim, -rim, width + 2 * rim, height + 2 * rim, parts)


def _rulers(scene: TableScene, unit: float) -> Iterator[str]:
    """Lines across the table at round measures, and the measures on all four sides."""
    step = scene.grid
    for across, length, other in ((True, scene.width, scene.height), (False, scene.height, scene.width)):
        for count in range(int(length / step + 1e-9) + 1):
            at = count * step
            ends = ((at, 0.0), (at, other)) if across else ((0.0, at), (other, at))
            yield _shape(ends, "none", FAINT, unit / 4, closed=False)
            for side in (-2 * unit, other + 5 * unit):
                x, y = (at, side) if across else (side - (0 if side < 0 else unit), at + 1.4 * unit)
                yield _text(x, y, f"{at:g}", 4 * unit, anchor="middle" if across else ("end" if side < 0 else "middle"))


def _area(area: Area, unit: float) -> str:
    if area.closed:
        return _shape(area.points, _ink(area.look), LINE, unit / 2)
    return _shape(area.points, "none", LINE, 1.5 * unit, closed=False)


def _middle(points: Spots) -> tuple[float, float]:
    left, top, right, bottom = bounds(points)
    return (left + right) / 2, (top + bottom) / 2


def _laid_on_table(one: Laid, unit: float) -> list[str]:
    ink = _seat_ink(one.seat)
    if not one.points:
        return []
    x, y = _middle(one.points)
    if len(one.points) > 2:
        return [_shape(one.points, "none", ink, unit * 0.8, dashed=True), _text(x, y, one.name, 4 * unit, ink)]
    cross = [((x - 2 * unit, y), (x + 2 * unit, y)), ((x, y - 2 * unit), (x, y + 2 * unit))]
    lines = [_shape(ends, "none", ink, unit, closed=False) for ends in cross]
    return [*lines, _text(x, y - 3 * unit, one.name, 4 * unit, ink)]


def _models(scene: TableScene, token: Token, unit: float) -> list[str]:
    """The bases of a unit where they stand, each with the way it faces, and its tag."""
    ink = _seat_ink(token.seat)
    parts = []
    for base in scene.bases.get(token.unit, ()):
        parts.append(f'<circle cx="{base.x:g}" cy="{base.y:g}" r="{base.radius:g}" fill="{ink}" fill-opacity="0.55"/>')
        if base.facing is not None:
            ahead = radians(base.facing)
            end = base.x + base.radius * 1.6 * sin(ahead), base.y - base.radius * 1.6 * cos(ahead)
            parts.append(_shape(((base.x, base.y), end), "none", ink, unit / 2, closed=False))
    spot = parse_spot(token.spot)
    return [*parts, _text(spot[0], spot[1] - 1.5 * unit, token.tag, 4 * unit, ink)] if spot is not None else parts


def _seat_ink(seat: int | None) -> str:
    return SEAT_INKS[seat % len(SEAT_INKS)] if seat is not None else ZONE


# ---------------------------------------------------------------- hexes
def _hexes(scene: HexScene, laid: Sequence[Laid]) -> str:
    parts = []
    for spot in scene.grid.hexes:
        parts += _hex(scene, spot)
    for one in laid:
        ink = _seat_ink(one.seat)
        shrunk = 0.86 if len(one.hexes) > 1 else 0.6
        parts += [_shape(_corners(scene, spot, shrunk), "none", ink, 1.2, dashed=True) for spot in sorted(one.hexes)]
    for token in scene.tokens:
        x, y = _centre(scene, token.spot)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{HEX * 0.55:g}" fill="{_seat_ink(token.seat)}"/>')
        parts.append(_text(x, y + 3.5, token.tag, 10, PAPER).replace(f'stroke="{PAPER}"', 'stroke="none"'))
    width = (scene.grid.columns * 1.5 + 0.5) * HEX
    height = (scene.grid.rows + 0.5) * DOWN
    return _svg(-2, -2, width + 4, height + 4, parts)


def _centre(scene: HexScene, spot: str) -> tuple[float, float]:
    column, row = scene.grid.column_row(spot)
    return HEX + (column - 1) * 1.5 * HEX, (row - 0.5 + (0.5 if column % 2 == 0 else 0)) * DOWN


def _corners(scene: HexScene, spot: str, share: float = 1.0) -> Spots:
    x, y = _centre(scene, spot)
    half, down = HEX * share, DOWN / 2 * share
    return (
        *((x - half, y), (x - half / 2, y - down), (x + half / 2, y - down)),
        *((x + half, y), (x + half / 2, y + down), (x - half / 2, y + down)),
    )


def _hex(scene: HexScene, spot: str) -> list[str]:
    ground = scene.ground[spot]
    x, y = _centre(scene, spot)
    parts = [_shape(_corners(scene, spot), _ink(ground.over or ground.look), LINE, 0.8)]
    parts.append(_text(x, y - DOWN / 2 + 8, spot, 5.5, DIM))
    if ground.level:
        parts.append(_text(x, y + 5, str(ground.level), 13))
    if words := signs(ground):
        parts.append(_text(x, y + DOWN / 2 - 4, words, 5))
    return parts


def signs(ground: Ground) -> str:
    """What is on a hex in short; '' on plain ground."""
    looks = [look for look in (ground.look, ground.over) if look is not None and look.ascii != " "]
    return ", ".join(look.name.rpartition(", ")[2] for look in looks)


# ---------------------------------------------------------------- the page
def size_words(scene: Scene) -> str:
    """How large the table is; of an open one in the unit of the rulebook and in metres."""
    if isinstance(scene, HexScene):
        return f"{scene.grid.columns} columns and {scene.grid.rows} rows of hexes"
    metres = {"in": 0.0254, "cm": 0.01}.get(scene.unit)
    told = f"{scene.width:g} x {scene.height:g} {scene.unit}"
    if metres is None:
        return told
    return f"{told} ({scene.width * metres:.2f} x {scene.height * metres:.2f} m)"


def page(
    name: str,
    summary: str,
    scene: Scene,
    laid: Sequence[Laid] = (),
    goal: str = "",
    battle: BattleSheet | None = None,
) -> str:
    """A page to print: the table with measures, the list, and what a scenario lays there.

    Of a position besides: who stands where in which state, and whose turn it is.
    """
    hexes = isinstance(scene, HexScene)
    places = [(one.name, one.says, _where(one)) for one in laid]
    return render(
        "plan",
        name=name,
        summary=summary,
        size=size_words(scene),
        goal=goal,
        hexes=hexes,
        measure=""
        if isinstance(scene, HexScene)
        else f"A line every {scene.grid:g} {scene.unit}; all from the "
        "north-west corner, first to the east, then to the south.",
        picture=picture(scene, laid),
        tall=_tall(scene),
        pieces=pieces(scene),
        bring=to_bring(scene),
        places=places,
        battle=battle,
    )


def _where(one: Laid) -> str:
    if one.hexes:
        return " ".join(sorted(one.hexes)) if len(one.hexes) <= 8 else f"{len(one.hexes)} hexes"
    if len(one.points) > 2:
        left, top, right, bottom = bounds(one.points)
        return f"{spot_said((left, top))} to {spot_said((right, bottom))}"
    return spot_said(one.points[0]) if one.points else ""


def _tall(scene: Scene) -> int:
    """How much of the page's height the picture may have, in millimetres, so that a list fits below."""
    return 150 if ceil(len(pieces(scene)) / 2) > 12 else 180


# ---------------------------------------------------------------- files
def write_game_beside_reports(folder: Path, game: Game[State], name: str, summary: str) -> Path:
    """The page and the picture of a battle as it stands among the player's reports; the page. BadFile as below."""
    path = folder / f"{file_stem(name, 'position')}-position.html"
    write_beside(path, page_of_game(game, name, summary))
    write_beside(path.with_suffix(".svg"), picture(game.system.scene(game)))
    return path


def write_beside_reports(
    folder: Path, name: str, summary: str, scene: Scene, laid: Sequence[Laid], goal: str = ""
) -> Path:
    """The page and the picture of a table among the player's reports; the page. BadFile if they cannot be written."""
    path = folder / f"{file_stem(name, 'table')}-table.html"
    write_beside(path, page(name, summary, scene, laid, goal))
    write_beside(path.with_suffix(".svg"), picture(scene, laid))
    return path


def plan_of(word: str, form: str) -> str:
    """The plan of a scenario, a map or a position (SYSTEM/ID, an id or a file) as html or svg.

    BadChoice or BadFile if it is none.
    """
    path = _path_of(word)
    table = toml_table(path)
    found = system_of(path)
    if table.get("kind") == "map":
        maps = form_of_maps(found.id)
        if maps is None:
            raise BadFile(path, "system", "the maps of this rulebook cannot be drawn by themselves")
        found.check(path, [*paths.scenario_folders(), *paths.roster_folders()])
        scene = scene_of(table, maps)
        name, summary = str(table["name"]), str(table.get("summary", ""))
        return picture(scene) if form == "svg" else page(name, summary, scene)
    if table.get("kind") == position_files.KIND:
        info = position_files.read(found, path)
        assert info.setup is not None
        game = position_files.opened(found, info.setup)
        return picture(found.scene(game)) if form == "svg" else page_of_game(game, info.name, info.summary)
    info = found.scenario(path, paths.scenario_folders())
    game = found.start(new_game.set_table(found, info, seed=1))
    scene, goal = found.scene(game), found.standing(game).goal
    laid = found.scenario_form.laid(info.data) if isinstance(found, HasScenarioForm) else []
    return picture(scene, laid) if form == "svg" else page(info.name, info.summary, scene, laid, goal)


def page_of_game(game: Game[State], name: str, summary: str) -> str:
    """A page to set a battle up again as it stands."""
    system = game.system
    laid = system.scenario_form.laid(game.setup.scenario) if isinstance(system, HasScenarioForm) else []
    return page(name, summary, system.scene(game), laid, system.standing(game).goal, sheet_of(game))


def _path_of(word: str) -> Path:
    """The file of a scenario, a map or a position that is named by its path, its id, or SYSTEM/ID."""
    if new_game.is_path(word):
        return Path(word)
    system_id, _, name = word.rpartition("/")
    for folder in (*paths.scenario_folders(), paths.positions()):
        for path in sorted(folder.rglob(f"{name}.toml")):
            if not system_id or path.relative_to(folder).parts[0] == system_id:
                return path
    raise new_game.BadChoice(f"there is no scenario, no map and no position {word!r}")


def is_table(word: str) -> bool:
    """Whether a word means a scenario, a map or a position."""
    try:
        return toml_table(_path_of(word)).get("kind") in ("map", "scenario", position_files.KIND)
    except (BadFile, new_game.BadChoice):
        return False


def write_plan(word: str, to: Path, overwrite: bool = False) -> Path:
    """Write the plan of a scenario, a map or a position into a file, whose ending says in which form.

    BadFile if that will not do.
    """
    form = form_of(to, FORMS, overwrite)
    write_beside(to, plan_of(word, form), overwrite=overwrite)
    return to
