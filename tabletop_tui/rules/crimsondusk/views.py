"""How a Crimson Dusk battle shows itself: the table, roster, unit cards, overlays. Reads the state, changes nothing."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.grades import SEEN
from tabletop_tui.engine.views import (
    Area,
    Badge,
    Card,
    Line,
    Overlay,
    RosterLine,
    Standing,
    TableScene,
    Token,
    bases_of,
    left_of,
    roster_line_of,
    token_of,
)
from tabletop_tui.rules.crimsondusk import sight
from tabletop_tui.rules.crimsondusk.battle import Battle, Unit
from tabletop_tui.rules.crimsondusk.movement_limits import move_field, refuse_run
from tabletop_tui.rules.crimsondusk.profiles import QUALITY_WORDS, Weapon
from tabletop_tui.rules.crimsondusk.skill_tests import helped, skill_tally, words
from tabletop_tui.rules.crimsondusk.terrain import KINDS, UNIT, Battlefield
from tabletop_tui.rules.crimsondusk.victory import points
from tabletop_tui.skirmish import range_rings
from tabletop_tui.skirmish.placement import Sought
from tabletop_tui.table.bases import body, middle_text
from tabletop_tui.table.points import parse_spot, spot_text

STAGES = ("Set-up", "Initiative", "Activation", "Melee")
OVERLAYS = ("reach", "range", "sight", "coherency")
IN_MELEE, CONFUSED = Badge("In melee", "MEL", letter="x"), Badge("Confused", "CONF", letter="?")
PINNED, WATCHING = Badge("Pinned", "PIN", letter="P"), Badge("On overwatch", "OW", "good", "O")
DOWN = Badge("Gone to ground", "GTG", "", "g")
RULES = {IN_MELEE: "CD-ACT-3", CONFUSED: "CD-CONF-1", PINNED: "CD-PIN-8", WATCHING: "CD-OW-4", DOWN: "CD-GTG-6"}
"""The rule behind each status, the most pressing first."""
STATUSES = tuple(RULES)
GRADES = SEEN


def standing(game: Game[Battle]) -> Standing:
    battle = game.state
    goal = f"enemy units under half after {battle.scenario.turns} turns"
    return Standing(battle.turn, battle.phase, battle.active, points(battle), goal, called="turn")


# ---------------------------------------------------------------- the table
def scene(game: Game[Battle]) -> TableScene:
    battle = game.state
    table = battle.table
    units = list(battle.on_table())
    tokens = [unit_token(battle, unit) for unit in units]
    bases = {unit.id: bases_of(unit.models, unit.radius, None) for unit in units}
    return TableScene(table.width, table.height, UNIT.short, KINDS["open"].look, areas_of(table), tokens, bases)


@lru_cache(maxsize=16)
def areas_of(table: Battlefield) -> tuple[Area, ...]:
    """What lies on the table, the larger first, lines last."""
    return tuple(
        Area(piece.name or KINDS[piece.kind].look.name, KINDS[piece.kind].look, piece.points, not piece.line)
        for piece in table.pieces
    )


def unit_token(battle: Battle, unit: Unit) -> Token:
    where, name = middle_text(unit.models), unit.sheet.name
    done = unit.activated and unit.id != battle.active
    badges, left = badges_of(battle, unit), left_of(unit.left, unit.start, "models")
    return token_of(unit.id, unit.id, name, unit.seat, where, "unit", health(unit), None, done, badges, left)


def health(unit: Unit) -> float:
    """The share of its models that is left."""
    return min(1.0, unit.left / max(1, unit.start))


def badges_of(battle: Battle, unit: Unit) -> tuple[Badge, ...]:
    """What is the matter with a unit, the most pressing first."""
    if not unit.living:
        return ()
    found = (
        (IN_MELEE, unit.fighting),
        (CONFUSED, battle.is_confused(unit)),
        (PINNED, battle.is_pinned(unit)),
        (WATCHING, unit.overwatch),
        (DOWN, unit.ground),
    )
    return tuple([badge for badge, holds in found if holds])


def spot(game: Game[Battle], where: str) -> list[Line]:
    """What lies at a place: the ground and what it does."""
    battle = game.state
    place = parse_spot(where)
    if place is None or not (0 <= place[0] <= battle.table.width and 0 <= place[1] <= battle.table.height):
        return []
    pieces = [piece for piece in reversed(battle.table.pieces) if piece.touches(place, 0.5 if piece.line else 0.0)]
    if not pieces:
        return [Line(where, KINDS["open"].look.name, mood="head")]
    return [
        Line(where, piece.name or KINDS[piece.kind].look.name, rules=KINDS[piece.kind].rules, mood="head")
        for piece in pieces
    ]


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
            badges=badges_of(battle, unit),
            left=left_of(unit.left, unit.start, "models"),
        )
        for unit in battle.units.values()
    ]


def state_of(battle: Battle, unit: Unit) -> str:
    if unit.gone:
        return "joined" if unit.gone == "joined" else "lost"
    if not unit.models:
        return "to place"
    return "active" if unit.id == battle.active else "done" if unit.activated else ""


def card(game: Game[Battle], unit_id: str) -> Card | None:
    """Everything on a unit's card, the most pressing first; None for an unknown id."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None:
        return None
    lines = [Line(badge.word, rules=(RULES[badge],), mood=badge.mood) for badge in badges_of(battle, unit)]
    if not unit.living:
        return Card(unit.name, unit.seat, (Line(unit.gone, mood="bad"),))
    avs = "/".join(map(str, sorted({soldier.av for soldier in unit.soldiers})))
    tally = helped(battle, unit, skill_tally(unit.quality))
    left = battle.points_of(unit) - unit.spent
    lines += [
        Line("Left", f"{unit.left}/{unit.start} {QUALITY_WORDS[unit.quality]}", rules=("CD-CHAR-2", "CD-COH-3")),
        Line("AP", f"{left} of {battle.points_of(unit)}", rules=("CD-CHAR-3",)),
        Line("AV", avs, rules=("CD-CHAR-6",)),
        Line("Test", words(tally), tally, ("CD-SKILL-1",)),
        Line("Shots got", f"{unit.shots} of {unit.left}", rules=("CD-PIN-1",)),
    ]
    counts = Counter(weapon.id for soldier in unit.soldiers for weapon in soldier.weapons)
    for weapon in weapons_of(unit):
        lines.append(Line(weapon.name, f"{counts[weapon.id]}x {weapon_words(weapon)}", rules=("CD-WPN-1",), gear=True))
    for blade in {blade.id: blade for soldier in unit.soldiers for blade in soldier.blades}.values():
        lines.append(Line(blade.name, f"P {4 + blade.p}", rules=("CD-MWPN-1",), gear=True))
    return Card(unit.name, unit.seat, tuple(lines))


def weapons_of(unit: Unit) -> list[Weapon]:
    """Every weapon that any of its models carries, once each."""
    return list({weapon.id: weapon for soldier in unit.soldiers for weapon in soldier.weapons}.values())


def weapon_words(weapon: Weapon) -> str:
    """A weapon's line as the list prints it."""
    at = f" AT {weapon.at}" if weapon.at else ""
    return f"{weapon.range} {UNIT.short}, RoF {weapon.rof}, P {weapon.p}{at}"


# ---------------------------------------------------------------- overlays
def overlay(game: Game[Battle], name: str, unit_id: str) -> Overlay:
    """One of OVERLAYS for a unit, as the game now stands; empty where the unit is not on the table."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None or not unit.models:
        return Overlay(name, {})
    if name == "reach":
        field = move_field(battle, unit, {man.id: refuse_run(unit, man) is None for man in unit.men})
        return Overlay(name, Sought(field))
    if name == "range":
        labels = {float(weapon.range): f"{weapon.name} {weapon.range} {UNIT.short}" for weapon in weapons_of(unit)}
        return Overlay(name, {}, "sensors", range_rings.rims(body(unit.models, unit.radius), labels))
    if name == "coherency":
        return Overlay(name, {}, "reach", tuple(range_rings.links(unit.models, unit.radius, unit.spacing)))
    return Overlay(name, views_of(battle, unit), "sight", grades=GRADES)


def views_of(battle: Battle, unit: Unit) -> dict[str, str]:
    """For each place whether the unit sees it: '.' in sight, 'x' not."""
    columns, rows = range(int(battle.table.width) + 1), range(int(battle.table.height) + 1)
    spots = [(float(x), float(y)) for x in columns for y in rows]
    blinds = sight.blinds_between(battle, unit, None, ((0.0, 0.0), (battle.table.width, battle.table.height)))
    return {spot_text(there): "." if sees(blinds, unit, there) else "x" for there in spots}


def sees(blinds: list[sight.Blind], unit: Unit, there: tuple[float, float]) -> bool:
    return any(sight.blocked(blinds, eye, there) is None for eye in unit.models)


def view(game: Game[Battle], unit_id: str, where: str) -> str:
    """What a unit would see of a model at a spot, as in the overlay 'sight'; '' for a unit that is not on the table."""
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(where)
    if unit is None or not unit.models or place is None:
        return ""
    return "." if sight.sees_spot(battle, unit, place) else "x"
