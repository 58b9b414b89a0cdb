"""How a PMC 2640 battle shows itself: the table, roster, unit cards. Reads the state, changes nothing."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from attrs import evolve
from shapely import Point

from tabletop_tui.engine.badges import MODELS, Badge, Left, left_of
from tabletop_tui.engine.cards import Card, Columns, Line, RosterLine, roster_line_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.scenes import Area, Look, TableScene, Token, bases_of, token_of
from tabletop_tui.rulebook.metadata import own_about
from tabletop_tui.rules.pmc2640.shown.objective_holders import holders
from tabletop_tui.rules.pmc2640.shown.overlays import GRADES, OVERLAYS, overlay, view
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import MOST_SUPPRESSION, Battle, Unit, Wreck
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_FIREPOWER, AUXILIARY_RANGE, ROMAN, UnitType
from tabletop_tui.rules.pmc2640.state.terrain import KINDS, PIECE_DEFENCE, UNIT, TerrainKind
from tabletop_tui.rules.pmc2640.state.victory import nearness
from tabletop_tui.rules.pmc2640.ways.move_field import PENALTY
from tabletop_tui.skirmish.overlay_lines import disc
from tabletop_tui.table.points import parse_spot, spot_text
from tabletop_tui.table.polygons import overlap

__all__ = ["GRADES", "OVERLAYS", "STAGES", "card", "overlay", "roster", "scene", "spot", "standing", "view"]
STAGES = ("Set-up", "Beginning", "Reserve", "Action", "End")
WASTELAND = Look("open wasteland", "dust")
LOOKS = {
    "open": WASTELAND,
    "low-wall": Look("low wall", "concrete", "═", "-"),
    "medium-wall": Look("medium wall", "building", "╬", "="),
    "water": Look("deep water", "water", "~", "~"),
    "hill": Look("hill", "dust", "∩", "n"),
    "rocks": Look("rocks", "snow", "▲", "M"),
    "rubble": Look("rubble", "wreck", ":", '"'),
    "ruins": Look("ruins", "concrete", "▒", "%"),
    "woods": Look("woods", "forest", "♣", "&"),
    "building": Look("building", "building", "▓", "#"),
    "reinforced": Look("bunker", "building", "█", "|"),
    "location": Look("possible location", "ice", "◇", "?"),
}
OBJECTIVE = evolve(LOOKS["location"], name="objective")
"""The same where it is known to be the one that is fought for."""
WRECK = Look("wreck", "wreck", "x", "W")
HILL_LEVEL = 2
"""Hills are drawn paler than the ground."""
GOALS = {
    "find-and-secure": "find the true location and hold it at the end, or rout the enemy",
    "capture": "hold the objective at the end, or rout the enemy",
    "destroy": "the attacker must destroy the objective, the defender must keep it; or rout the enemy",
}
CALLED = own_about(__package__.rpartition(".")[0]).round
"""What the book calls a round."""
SUPPRESSED, BROKEN = Badge("Suppressed", "SUP", letter="S"), Badge("Broken", "BRO", letter="B")
POINTS, DAMAGED = Badge("# Suppression", "#SP"), Badge("# Damage", "#DP")
INSIDE = Badge("in a building", "BLD", "")
FOUND = {
    "": Badge("not checked yet", "?", "", "?"),
    "true": Badge("the true one", "!", "good", "!"),
    "false": Badge("a false one", "-", "", "-"),
}
"""What is known of a possible location, by its state."""
STATUSES = (BROKEN, SUPPRESSED, POINTS, DAMAGED, INSIDE, *FOUND.values())
WEAPONS, WEAPONS_SHORT = ("weapons", "Firepower", "range in"), ("weapons", "FP", "in")
"""The headings above weapons, and where room is narrow."""
RULES_OF = {
    "command": "PMC-SR-1",
    "inspiring": "PMC-SR-9",
    "cumbersome": "PMC-SR-4",
    "destructive": "PMC-SR-5",
    "indirect": "PMC-SR-8",
    "minimum_range": "PMC-SR-10",
    "markerlights": "PMC-SR-11",
    "ground_only": "PMC-SR-13",
    "stealth": "PMC-SR-14",
    "basic_only": "PMC-SR-15",
    "vehicle": "PMC-VEH-1",
}
"""The rule behind each special rule, by its attribute."""


def standing(game: Game[Battle]) -> Standing:
    battle = game.state
    goal = GOALS[battle.scenario.type]
    near, last = nearness(battle), battle.scenario.turns
    return Standing(
        battle.turn, battle.phase, battle.active, (), goal, called=CALLED, nearness=near, last=last, open_end=True
    )


# ---------------------------------------------------------------- the table
def scene(game: Game[Battle]) -> TableScene:
    battle = game.state
    table = battle.table
    known = battle.scenario.type == "capture"
    areas = areas_of(table, battle.destroyed, battle.rubble, battle.wrecks, OBJECTIVE if known else LOOKS["location"])
    units = [unit for unit in battle.units.values() if unit.on_table]
    tokens = [unit_token(battle, unit) for unit in units] + location_tokens(battle)
    bases = {
        unit.id: bases_of(unit.models, unit.type.radius, unit.facing if unit.vehicle else None)
        for unit in units
        if unit.models
    }
    return TableScene(table.width, table.height, UNIT.short, WASTELAND, areas, tokens, bases, held=[*holders(battle)])


@lru_cache(maxsize=16)
def areas_of(
    table: TableMap, destroyed: frozenset[str], rubble: frozenset[str], wrecks: tuple[Wreck, ...], sought: Look
) -> tuple[Area, ...]:
    """What lies on the table, the larger first; always the same object while nothing of it changes.

    Places that are fought for look as `sought` does.
    """
    shapes = [Area("", sought, disc(x, y, terrain_state.LOCATION_RADIUS)) for x, y in table.locations]
    pieces = sorted((p for p in table.pieces if p.id not in destroyed), key=lambda piece: -piece.shape.area)
    for piece in pieces:
        kind = KINDS["rubble"] if piece.id in rubble else piece.terrain
        name = piece.name or LOOKS[kind.id].name
        shapes.append(Area(name, LOOKS[kind.id], piece.points, kind.category != "linear", level_of(kind)))
    for wreck in wrecks:  # open shapes, which have their sign in every cell: of so small a piece else only a tint shows
        rim = disc(*wreck.spot, wreck.radius)
        shapes.append(Area("wreck", WRECK, (*rim, rim[0]), closed=False))
    return tuple(shapes)


def level_of(kind: TerrainKind) -> int:
    """How much paler than the ground a kind of terrain is drawn."""
    return HILL_LEVEL if kind.id == "hill" else 0


def unit_token(battle: Battle, unit: Unit) -> Token:
    where = distances.place_text(battle, unit)
    name, share, done = unit.type.name, health(unit), unit.activated and unit.id != battle.active
    badges = tuple(badge for badge in badges_of(unit) if badge is not INSIDE)  # the map shows where it is
    return token_of(unit.id, unit.id, name, unit.seat, where, "unit", share, None, done, badges, left(unit))


def badges_of(unit: Unit) -> tuple[Badge, ...]:
    """What is the matter with a unit, the most pressing first."""
    if unit.gone:
        return ()
    found = [BROKEN] if unit.broken else [SUPPRESSED] if unit.suppressed else []
    found += [POINTS.of(unit.suppression)] if unit.suppression else []
    found += [DAMAGED.of(unit.damage)] if unit.damage else []
    return (*found, INSIDE) if unit.building else tuple(found)


def left(unit: Unit) -> Left | None:
    """Its models; a vehicle has no parts that could be counted."""
    return None if unit.vehicle else left_of(unit.left, unit.type.size, MODELS)


def location_tokens(battle: Battle) -> list[Token]:
    """The possible locations, each with what is known of it."""
    words = {"": "location", "true": "objective", "false": "false location"}
    return [
        token_of(
            place.id, place.id, words[place.state], None, spot_text(place.spot), "piece", badges=(FOUND[place.state],)
        )
        for place in battle.locations.values()
    ]


def health(unit: Unit) -> float:
    """The share of its models, or of its Structure, that is left."""
    if unit.vehicle:
        return max(0.0, 1 - unit.damage / (unit.type.morale + 1)) if unit.left else 0.0
    return unit.left / unit.type.size


def spot(game: Game[Battle], where: str) -> list[Line]:
    """What lies at a place: the ground, what it does, a location, a wreck."""
    battle = game.state
    place = parse_spot(where)
    if place is None or not (0 <= place[0] <= battle.table.width and 0 <= place[1] <= battle.table.height):
        return []
    pieces = pieces_at(battle, place)
    kind = pieces[0].terrain if pieces else KINDS["open"]
    name = (pieces[0].name or kind.name) if pieces else WASTELAND.name
    lines = [Line(where, name, rules=(kind.rule,), mood="head"), *terrain_lines(kind)]
    for other in pieces[1:]:
        lines.append(Line("on", other.name or other.terrain.name, rules=("PMC-TERR-9", other.terrain.rule)))
    for location in battle.locations.values():
        if dist(location.spot, place) <= terrain_state.LOCATION_RADIUS:
            state = FOUND[location.state].word
            lines.append(Line(f"location {location.id}", state, rules=("PMC-FIND-1", "PMC-FIND-4")))
    for wreck in battle.wrecks:
        if dist(wreck.spot, place) <= wreck.radius:
            lines.append(Line("wreck", wreck.name, rules=("PMC-VEH-13",)))
    return lines


def pieces_at(battle: Battle, place: tuple[float, float]) -> list[MapPiece]:
    """What stands at a place, the smallest first, as that is what counts; a wall half an inch to both sides."""
    point, reach = Point(place), {"linear": 0.5, "area": 0.0, "building": 0.0}
    near = (
        piece for piece in terrain_state.standing(battle) if overlap(piece.box, (*place, *place), max(reach.values()))
    )
    found = [piece for piece in near if piece.shape.distance(point) <= reach[piece.terrain.category]]
    return sorted(found, key=lambda piece: piece.shape.area)


def terrain_lines(kind: TerrainKind) -> list[Line]:
    """What a kind of terrain does to movement, sight and fire."""
    lines = []
    if kind.impassable and kind.category != "building":
        lines.append(Line("impassable", rules=(kind.rule,), mood="bad"))
    if kind.penalty:
        cost = f"-{PENALTY[False]:g} in, vehicles -{PENALTY[True]:g}"
        lines.append(Line("movement", cost, rules=("PMC-TERR-7", "PMC-VEH-8")))
    if kind.blocks_sight:
        lines.append(Line("blocks sight", rules=("PMC-LOS-2", "PMC-TERR-4")))
    if kind.defence_bonus:
        lines.append(Line("cover", "Defence +2", rules=("PMC-TERR-7", kind.rule), mood="good"))
    if kind.firepower_bonus:
        lines.append(Line("from above", "Firepower +2", rules=("PMC-AREA-4", kind.rule), mood="good"))
    if kind.height:
        lines.append(Line("height", f"{kind.height:g} in", rules=(kind.rule,)))
    if kind.destructible:
        lines.append(Line("destructible", f"Defence {PIECE_DEFENCE}", rules=("PMC-SR-5", "PMC-AREA-10")))
    return lines


# ---------------------------------------------------------------- roster and cards
def roster(game: Game[Battle]) -> list[RosterLine]:
    battle = game.state
    return [
        roster_line_of(
            unit.id,
            unit.id,
            unit.type.name,
            unit.seat,
            distances.place_text(battle, unit),
            state_of(battle, unit),
            health(unit),
            unit.gone,
            badges=badges_of(unit),
            left=left(unit),
        )
        for unit in battle.units.values()
    ]


def state_of(battle: Battle, unit: Unit) -> str:
    if unit.gone:
        return "lost"
    if unit.reserve:
        return "reserve"
    if unit.id == battle.active:
        return "active"
    return "done" if unit.activated else ""


def card(game: Game[Battle], unit_id: str) -> Card | None:
    """Everything on a unit's card, the most pressing first; None for a location or an unknown id."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None:
        return None
    return Card(unit.name, unit.seat, (*state_lines(battle, unit), *type_lines(unit.type)))


def type_lines(kind: UnitType) -> list[Line]:
    """The parameters and special rules of a unit type."""
    move = f"{kind.move} ({kind.turn_cost})" if kind.vehicle else str(kind.move)
    rule = "PMC-VEH-5" if kind.vehicle else "PMC-MOVE-1"
    lines = [
        Line("Move", f"{move} +2", rules=("PMC-STAT-2", rule)),
        Line("Defence", str(kind.defence), rules=("PMC-STAT-4",), short="Def"),
        weapon_line("Firepower", "main", kind.firepower, kind.range, "PMC-FIRE-3", "PMC-FIRE-1", "PMC-FIRE-5"),
        weapon_line("Auxiliary", "auxiliary", AUXILIARY_FIREPOWER, AUXILIARY_RANGE, "PMC-AUX-1"),
        Line("Assault", str(kind.assault), rules=("PMC-ASSLT-7",), short="Asl"),
        Line("Tier", ROMAN[kind.tier], rules=("PMC-TIER-1",)),
    ]
    return [*lines, *(Line(name, rules=(RULES_OF[key],)) for key, name in kind.specials)]


def weapon_line(label: str, name: str, firepower: int, reach: int, *rules: str) -> Line:
    """The weapons of a unit, which the book does not tell apart further."""
    columns = Columns(WEAPONS, (name, str(firepower), str(reach)), WEAPONS_SHORT)
    return Line(label, f"{firepower}, {reach} in", rules=rules, columns=columns)


def state_lines(battle: Battle, unit: Unit) -> list[Line]:
    """How a unit fares: status, models, Morale and Suppression, or Structure and Damage."""
    lines = []
    if unit.status:
        rule = {"Broken": "PMC-SUPP-3", "Suppressed": "PMC-SUPP-2"}.get(unit.status, "PMC-OBJ-2")
        lines.append(Line(unit.status, rules=(rule, "PMC-SUPP-6"), mood="bad"))
    if unit.vehicle:
        damage = f"{unit.damage}/{unit.type.morale}"
        lines.append(
            Line("Damage", damage, rules=("PMC-VEH-10", "PMC-VEH-12"), mood="bad" if unit.damage else "", short="Dmg")
        )
    else:
        lines.append(Line("Models", f"{unit.left}/{unit.type.size}", rules=("PMC-STAT-1", "PMC-FIRE-4"), short="Mod"))
        tally = unit.morale_tally()
        lines.append(Line("Morale", str(tally.total), tally, tally.rules, "bad" if unit.lost else "", short="Mor"))
        mood = "bad" if unit.suppression else ""
        points = f"{unit.suppression}/{MOST_SUPPRESSION}"
        lines.append(Line("Suppression", points, rules=("PMC-SUPP-1", "PMC-SUPP-5"), mood=mood, short="SP"))
        if not unit.gone:
            held = f">{unit.morale}"
            lines.append(Line(SUPPRESSED.word, held, rules=("PMC-SUPP-2",), mood="dim", short=SUPPRESSED.short))
            held = f">{2 * unit.morale}"
            lines.append(Line(BROKEN.word, held, rules=("PMC-SUPP-3",), mood="dim", short=BROKEN.short))
    if unit.building:
        lines.append(Line("inside", terrain_state.piece_name(battle, unit.building), rules=("PMC-BLDG-3",)))
    if unit.reserve:
        half = f"{unit.reserve} half" if battle.turn else ""  # chosen in the set-up
        lines.append(Line("reserve", half, rules=("PMC-FIND-2",)))
    if unit.shot_by:
        lines.append(Line("shot at by", ", ".join(unit.shot_by), rules=("PMC-XFIRE-1",)))
    return lines
