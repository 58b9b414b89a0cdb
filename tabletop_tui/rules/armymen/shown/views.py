"""How an Army Men battle shows itself: the table, roster, unit cards, overlays. Reads the state, changes nothing."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine.badges import MODELS, Badge, Left, left_of
from tabletop_tui.engine.cards import Card, Columns, Line, RosterLine, roster_line_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.scenes import Area, TableScene, Token, bases_of, token_of
from tabletop_tui.engine.sight_grades import CLEAR, SEEN, UNSEEN
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.armymen.shooting.shooting_limits import shooters_at
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.quality_tests import words
from tabletop_tui.rules.armymen.state.terrain import KINDS, UNIT, TerrainKind
from tabletop_tui.rules.armymen.state.victory import points
from tabletop_tui.rules.armymen.ways.move_field import move_field
from tabletop_tui.rules.armymen.ways.standing_checks import CLEARANCE, LINK, incoherent
from tabletop_tui.skirmish import overlay_lines
from tabletop_tui.skirmish.incremental_search import Sought
from tabletop_tui.skirmish.unit_at_place import standing_at, whole_places
from tabletop_tui.table import bases, formations
from tabletop_tui.table.bases import body, middle_text
from tabletop_tui.table.line_of_sight import chart, lattice
from tabletop_tui.table.points import Spot, Spots, parse_spot

STAGES = ("Set-up", "Activation")
OVERLAYS = ("reach", "range", "threat", "sight", "coherency", "arcs")
GRADES = SEEN
"""Models never block a line, and cover is judged shot by shot (AMC-SHOOT-1, AMC-TERR-1)."""
ARC_LENGTH = 6.0
HILL_LEVEL = 2
BADGES = {
    "Pinned": Badge("Pinned", "PIN", letter="P"),
    "on Guard": Badge("on Guard", "GRD", "good", "G"),
    "Hunkered": Badge("Hunkered", "HUN", "good", "H"),
}
"""By the status of a unit."""
RATTLED, STUCK = Badge("damaged", "DMG"), Badge("stuck", "STK")
CARRYING = Badge("# aboard", "+#", "")
STATUSES = (*BADGES.values(), RATTLED, STUCK, CARRYING)
WEAPON, WEAPON_SHORT = ("weapon", "models", "range in", "attacks"), ("weapon", "no.", "in", "dice")
"""The headings above weapons, and where room is narrow."""
RULES_OF = {"recruits": "AMC-UNIT-2", "veterans": "AMC-UNIT-5"}


def standing(game: Game[Battle]) -> Standing:
    battle = game.state
    goal = f"destroy or Pin enemies worth more points within {counted(battle.scenario.rounds, 'round')}"
    return Standing(battle.round, battle.phase, battle.active, points(battle), goal, last=battle.scenario.rounds)


# ---------------------------------------------------------------- the table
def scene(game: Game[Battle]) -> TableScene:
    battle = game.state
    table = battle.table
    units = list(battle.on_table())
    tokens = [unit_token(battle, unit) for unit in units]
    bases = {unit.id: bases_of(unit.models, unit.radius, unit.facing if unit.vehicle else None) for unit in units}
    return TableScene(table.width, table.height, UNIT.short, KINDS["open"].look, areas_of(table), tokens, bases)


@lru_cache(maxsize=16)
def areas_of(table: Battlefield) -> tuple[Area, ...]:
    """What lies on the table, the larger first, lines last."""
    return tuple(
        Area(
            piece.name or KINDS[piece.kind].look.name,
            KINDS[piece.kind].look,
            piece.points,
            not piece.line,
            level_of(KINDS[piece.kind]),
        )
        for piece in table.pieces
    )


def level_of(kind: TerrainKind) -> int:
    """How much paler than the ground a kind of terrain is drawn."""
    return HILL_LEVEL if kind.elevated else 0


def unit_token(battle: Battle, unit: Unit) -> Token:
    name, where = unit.sheet.name, middle_text(unit.models)
    done = unit.activated and unit.id != battle.active
    badges = badges_of(battle, unit)
    return token_of(unit.id, unit.id, name, unit.seat, where, "unit", health(unit), None, done, badges, left(unit))


def badges_of(battle: Battle, unit: Unit) -> tuple[Badge, ...]:
    """What is the matter with a unit, the most pressing first."""
    if unit.destroyed:
        return ()
    found = [BADGES[unit.status]] if unit.status else []
    found += [RATTLED] if unit.rattled else []
    found += [STUCK] if unit.stuck else []
    aboard = sum(passenger.left for passenger in battle.passengers(unit))
    return (*found, CARRYING.of(aboard)) if aboard else tuple(found)


def left(unit: Unit) -> Left | None:
    """Its models; a vehicle has no parts that could be counted."""
    return None if unit.vehicle else left_of(unit.left, unit.sheet.size, MODELS)


def health(unit: Unit) -> float:
    """The share of its models that is left; a damaged vehicle counts as half."""
    if unit.vehicle:
        return 0.0 if unit.destroyed else 0.5 if unit.rattled or unit.stuck else 1.0
    return unit.left / unit.sheet.size


def spot(game: Game[Battle], where: str) -> list[Line]:
    """What lies at a place: the ground and what it does."""
    battle = game.state
    place = parse_spot(where)
    if place is None or not (0 <= place[0] <= battle.table.width and 0 <= place[1] <= battle.table.height):
        return []
    pieces = [piece for piece in reversed(battle.table.pieces) if piece.touches(place, 0.5 if piece.line else 0.0)]
    if not pieces:
        return [Line(where, KINDS["open"].look.name, mood="head")]
    first = pieces[0]
    lines = [Line(where, first.name or KINDS[first.kind].look.name, rules=KINDS[first.kind].rules, mood="head")]
    for piece in pieces:
        lines += terrain_lines(KINDS[piece.kind])
    return lines


def terrain_lines(kind: TerrainKind) -> list[Line]:
    """What a kind of terrain does."""
    effects = (
        (kind.cover, Line("cover", "+1 block die for infantry", rules=("AMC-TERR-1",), mood="good")),
        (kind.difficult, Line("difficult", "no further than an Advance", rules=("AMC-TERR-2",))),
        (kind.dangerous, Line("dangerous", "each model: a hit on a 1", rules=("AMC-TERR-3",), mood="bad")),
        (kind.elevated, Line("elevated", "+1 die charging down, cover from below", rules=("AMC-TERR-4", "AMC-TERR-6"))),
        (kind.blocks_sight, Line("blocks sight", rules=("AMC-SHOOT-1",))),
    )
    return [line for has, line in effects if has]


# ---------------------------------------------------------------- roster and cards
def roster(game: Game[Battle]) -> list[RosterLine]:
    battle = game.state
    return [
        roster_line_of(
            unit.id,
            unit.id,
            unit.sheet.name,
            unit.seat,
            middle_text(unit.models),
            state_of(battle, unit),
            health(unit),
            note_of(unit),
            badges=badges_of(battle, unit),
            left=left(unit),
        )
        for unit in battle.units.values()
    ]


def state_of(battle: Battle, unit: Unit) -> str:
    if unit.destroyed:
        return "lost"
    if unit.aboard:
        return "aboard"
    if not unit.models:
        return "to place"
    return "active" if unit.id == battle.active else "done" if unit.activated else ""


def note_of(unit: Unit) -> str:
    """What became of a unit, or which vehicle it is in."""
    return unit.status if unit.destroyed else f"in {unit.aboard}" if unit.aboard else ""


def card(game: Game[Battle], unit_id: str) -> Card | None:
    """Everything on a unit's card, the most pressing first; None for an unknown id."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None:
        return None
    sheet = unit.sheet
    lines = state_lines(battle, unit)
    if not unit.vehicle:
        lines.append(Line("Left", f"{unit.left}/{sheet.size}", rules=("AMC-ARMY-2", "AMC-MORALE-1")))
    lines.append(Line("Moves", f"{sheet.advance}/{sheet.rush} in", rules=("AMC-ACT-5", "AMC-ACT-6", "AMC-VEH-2")))
    lines.append(Line("Test", words(unit), rules=("AMC-GEN-2", *([RULES_OF[sheet.quality]] if sheet.quality else []))))
    if sheet.armour:
        lines.append(Line("Block", f"+{sheet.armour}", rules=("AMC-VEH-5",)))
    lines.append(Line("Worth", f"{sheet.cost} pts", rules=("AMC-PREP-11",)))
    for weapon in unit.weapons:
        count = sum(weapon.id in arms for arms in unit.arms)
        text = f"{count}x {weapon.range} in, {weapon.words}"
        columns = Columns(WEAPON, (weapon.name, str(count), str(weapon.range), weapon.words), WEAPON_SHORT)
        lines.append(Line(weapon.name, text, rules=("AMC-SHOOT-1", "AMC-WPN-4"), columns=columns))
    if not unit.vehicle:
        columns = Columns(WEAPON, (unit.melee.name, str(unit.left), "melee", unit.melee.words), WEAPON_SHORT)
        text = f"{unit.melee.words} in melee"
        lines.append(Line(unit.melee.name, text, rules=("AMC-MELEE-3",), columns=columns))
    lines += [Line(said, rules=(rule,)) for said, rule in sheet.special_rules]
    if sheet.bought:
        lines.append(Line("upgrades", ", ".join(sheet.bought), rules=("AMC-UPG-1",), mood="dim"))
    return Card(unit.name, unit.seat, tuple(lines))


def state_lines(battle: Battle, unit: Unit) -> list[Line]:
    """How a unit fares: Pinned, on Guard, damaged, aboard."""
    lines = []
    if unit.status:
        rule = {"Pinned": "AMC-MORALE-3", "on Guard": "AMC-GUARD-1", "Hunkered": "AMC-ACT-3"}.get(unit.status)
        mood = "bad" if unit.status in ("Pinned", "destroyed") else "good"
        lines.append(Line(unit.status, rules=(rule or "AMC-PREP-11",), mood=mood))
    if unit.rattled:
        lines.append(Line("4+ to activate", rules=("AMC-DMG-2",), mood="bad"))
    if unit.stuck:
        lines.append(Line("may not move", rules=("AMC-DMG-3",), mood="bad"))
    if unit.aboard:
        lines.append(Line("aboard", battle.units[unit.aboard].name, rules=("AMC-VUNIT-4",)))
    for passenger in battle.passengers(unit):
        lines.append(Line("carries", passenger.name, rules=("AMC-VUNIT-2",)))
    return lines


# ---------------------------------------------------------------- overlays
def overlay(game: Game[Battle], name: str, unit_id: str) -> Overlay:
    """One of OVERLAYS for a unit, as the game now stands; empty where the unit is not on the table."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None or not unit.models:
        return Overlay(name, {})
    whole = body(unit.models, unit.radius)
    if name == "reach":
        return Overlay(name, Sought(move_field(battle, unit, rush=True)))
    if name == "range":
        labels = {float(weapon.range): f"{weapon.name} {weapon.range} in" for weapon in unit.weapons}
        return Overlay(name, {}, "sensors", overlay_lines.rims(whole, labels))
    if name == "coherency":
        torn = incoherent(unit.models, unit.radius) is not None
        clear = overlay_lines.rim(whole, CLEARANCE, "threat" if torn else "sensors", "torn" if torn else "1 in clear")
        return Overlay(name, {}, "reach", (*overlay_lines.links(unit.models, unit.radius, LINK), *clear))
    if name == "arcs":
        traces = overlay_lines.arcs(unit.models[0], unit.facing, ARC_LENGTH) if unit.vehicle else ()
        return Overlay(name, {}, "sensors", traces)
    return threats(battle, unit) if name == "threat" else views(battle, unit)


def threats(battle: Battle, unit: Unit) -> Overlay:
    """For each place that the unit could advance to, how many enemy units could shoot at it there."""
    probe = battle.clone()
    ghost = probe.units[unit.id]

    def shooters(text: str) -> int:
        ghost.models = moved(unit, text)
        return len(shooters_at(probe, ghost))

    return Overlay("threat", Sought(move_field(battle, unit, rush=False), shooters), "threat")


def moved(unit: Unit, text: str) -> Spots:
    """The models with the middle of the unit at another place."""
    place = parse_spot(text)
    assert place is not None, text
    x, y = bases.place_of(unit.models)
    return formations.shifted(unit.models, (place[0] - x, place[1] - y))


def views(battle: Battle, unit: Unit) -> Overlay:
    """For each place whether the unit would see a model there, or sees whoever stands there."""
    width, height = int(battle.table.width), int(battle.table.height)
    unseen = sight.unseen(battle, unit.models, lattice(width, height))
    standing = [other for other in battle.units.values() if other.on_table]
    for x, y in [place for other in standing for place in whole_places(other)]:
        if x <= width and y <= height and (there := standing_at(standing, (x, y))) is not None:
            unseen[x * (height + 1) + y] = there is not unit and not sight.sees(battle, unit, there)
    return Overlay("sight", chart(unseen, height), "sight", grades=GRADES)


def view(game: Game[Battle], unit_id: str, spot: str) -> str:
    """What a unit sees of whoever stands at a spot, or would see of a model there; '' for one not on the table."""
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(spot)
    if unit is None or not unit.on_table or place is None:
        return ""
    there = standing_at((other for other in battle.units.values() if other.on_table), place)
    if there is not None:
        return CLEAR.label if there is unit or sight.sees(battle, unit, there) else UNSEEN.label
    return view_of(battle, unit, place)


def view_of(battle: Battle, unit: Unit, place: Spot) -> str:
    pieces = battle.table.by_effect["blocks_sight"]
    return CLEAR.label if any(sight.visible(pieces, model, place) for model in unit.models) else UNSEEN.label
