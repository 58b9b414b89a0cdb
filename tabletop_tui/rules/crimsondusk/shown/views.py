"""How a Crimson Dusk battle shows itself: the table, roster, unit cards, overlays. Reads the state, changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import dist

from tabletop_tui.engine.badges import MODELS, Badge, Left, left_of
from tabletop_tui.engine.cards import Card, Line, RosterLine, roster_line_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.scenes import Area, Effect, Look, TableScene, Token, bases_of, token_of
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.crimsondusk.files.sheet_cards import arms_lines
from tabletop_tui.rules.crimsondusk.shown.objective_holders import holders
from tabletop_tui.rules.crimsondusk.shown.overlays import GRADES, OVERLAYS, overlay, view
from tabletop_tui.rules.crimsondusk.shown.vehicle_views import VEHICLE_RULES, damage_left, vehicle_badges, vehicle_card
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.objectives import HOLD, holds_house, holds_place
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITY_WORDS
from tabletop_tui.rules.crimsondusk.state.scenario import Goal
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, UNIT, TerrainKind
from tabletop_tui.rules.crimsondusk.state.units import IN_VEHICLE, Unit
from tabletop_tui.rules.crimsondusk.turn.victory import GOALS, THROUGH_WORD, points
from tabletop_tui.skirmish import overlay_lines
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import parse_spot, spot_text
from tabletop_tui.table.terrain_pieces import Piece

__all__ = ["GRADES", "OVERLAYS", "STAGES", "card", "overlay", "roster", "scene", "spot", "standing", "view"]
GOAL = Look("place to hold", "ice", "◇", "?")
CLOUDS = {"smoke": Look("smoke", "smoke", "░", "C"), "fire": Look("fire", "fire", "^", "F")}
"""What a template that stays on the table looks like, by its kind."""
FALLEN = Look("fallen man", "snow", "†", "Y")
CLOUD_LINES = {
    "smoke": ("nobody shoots through it or out of it", "CD-AMMO-2"),
    "fire": ("nobody moves through it", "CD-AMMO-6"),
}
STAGES = ("Set-up", "Initiative", "Activation", "Melee")
IN_MELEE, CONFUSED = Badge("In melee", "MEL", letter="x"), Badge("Confused", "CONF", letter="?")
PINNED, WATCHING = Badge("Pinned", "PIN", letter="P"), Badge("On overwatch", "OW", "good", "O")
DOWN = Badge("Gone to ground", "GTG", "", "g")
RULES = {IN_MELEE: "CD-ACT-3", CONFUSED: "CD-CONF-1", PINNED: "CD-PIN-8", WATCHING: "CD-OW-4", DOWN: "CD-GTG-6"}
"""The rule behind each status, the most pressing first."""
RULES |= VEHICLE_RULES
STATUSES = tuple(RULES)


def standing(game: Game[Battle]) -> Standing:
    battle = game.state
    goal = f"{GOALS[battle.scenario.mission]}; {counted(battle.scenario.turns, 'turn')}"
    scores, last = points(battle), battle.scenario.turns
    return Standing(battle.turn, battle.phase, battle.active, scores, goal, "VP", called="turn", last=last)


# ---------------------------------------------------------------- the table
def scene(game: Game[Battle]) -> TableScene:
    battle = game.state
    table = battle.table
    units = list(battle.on_table())
    tokens = [unit_token(battle, unit) for unit in units] + goal_tokens(battle)
    bases = {unit.id: bases_of(unit.models, unit.radius, heading(unit)) for unit in units}
    areas, effects = areas_of(table, battle.scenario.goals, tuple(battle.damage.items())), effects_of(battle)
    held = [*holders(battle)]
    open_ground = KINDS["open"].look
    return TableScene(
        table.width, table.height, UNIT.short, open_ground, areas, tokens, bases, effects=effects, held=held
    )


@lru_cache(maxsize=16)
def areas_of(table: Battlefield, goals: tuple[Goal, ...], damage: tuple[tuple[str, int], ...]) -> tuple[Area, ...]:
    """What lies on the table, the larger first, lines last; under it the places that are fought for."""
    places = [Area(goal.name, GOAL, overlay_lines.disc(*goal.spot, HOLD)) for goal in goals]
    pieces = [
        Area(called(piece, dict(damage)), KINDS[piece.kind].look, piece.points, not piece.line)
        for piece in table.pieces
    ]
    return (*pieces, *places)


def called(piece: Piece, damage: Mapping[str, int]) -> str:
    """A piece by its name, with what it has taken: a wall by its sections (CD-BLDG-1)."""
    taken = max((harm for id_, harm in damage.items() if piece.id in (id_, id_.partition("#")[0])), default=0)
    most = KINDS[piece.kind].dam
    return f"{name_of(piece)} {max(0, most - taken)}/{most}" if taken and most else name_of(piece)


def effects_of(battle: Battle) -> tuple[Effect, ...]:
    """Who fell and may get up again, and the smoke and fire that lie on the table."""
    fallen = [Effect(one.man.id, FALLEN, (one.spot,)) for one in battle.fallen if not one.aboard]
    clouds = [Effect(one.kind, CLOUDS[one.kind], overlay_lines.disc(*one.spot, one.radius)) for one in battle.clouds]
    return (*fallen, *clouds)


def goal_tokens(battle: Battle) -> list[Token]:
    """The places that are fought for, each with who holds it."""
    found = []
    for number, goal in enumerate(battle.scenario.goals, 1):
        seat = holds_place(battle, goal.spot)
        found.append(token_of(f"P{number}", f"P{number}", goal.name, seat, spot_text(goal.spot), "piece"))
    return found


def unit_token(battle: Battle, unit: Unit) -> Token:
    where, name = middle_text(unit.models), unit.sheet.name
    done = unit.activated and unit.id != battle.active
    badges, left = badges_of(battle, unit), left_in(unit)
    return token_of(unit.id, unit.id, name, unit.seat, where, "unit", health(unit), None, done, badges, left)


def heading(unit: Unit) -> float | None:
    """Which way a vehicle looks, in degrees from north; None on foot."""
    return unit.hull.heading if unit.hull is not None else None


def left_in(unit: Unit) -> Left:
    """What is left of a unit: models, or what a vehicle can still take."""
    return left_of(unit.left, unit.start, MODELS) if unit.hull is None else damage_left(unit)


def health(unit: Unit) -> float:
    """The share of its models that is left, or of the damage that a vehicle withstands."""
    if unit.hull is not None:
        return 0.0 if unit.gone not in ("", THROUGH_WORD) else damage_left(unit).left / unit.type.dam
    return min(1.0, unit.left / max(1, unit.start))


def badges_of(battle: Battle, unit: Unit) -> tuple[Badge, ...]:
    """What is the matter with a unit, the most pressing first."""
    if not unit.living:
        return vehicle_badges(battle, unit) if unit.hull is not None and unit.models else ()
    found = (
        (IN_MELEE, unit.fighting),
        (CONFUSED, battle.is_confused(unit)),
        (PINNED, battle.is_pinned(unit)),
        (WATCHING, unit.overwatch),
        (DOWN, unit.ground),
    )
    return (*(badge for badge, holds in found if holds), *vehicle_badges(battle, unit))


def rule_of(badge: Badge) -> str:
    """The rule behind a status, with whichever number."""
    return next(rule for kind, rule in RULES.items() if kind.short == badge.short)


def spot(game: Game[Battle], where: str) -> list[Line]:
    """What lies at a place: the ground and what it does."""
    battle = game.state
    place = parse_spot(where)
    if place is None or not (0 <= place[0] <= battle.table.width and 0 <= place[1] <= battle.table.height):
        return []
    pieces = [piece for piece in reversed(battle.table.pieces) if piece.touches(place, 0.5 if piece.line else 0.0)]
    lines = [Line(where, called(piece, battle.damage), rules=KINDS[piece.kind].rules, mood="head") for piece in pieces]
    lines = lines or [Line(where, KINDS["open"].look.name, mood="head")]
    lines += [Line(does, rules=(rule,)) for piece in pieces for does, rule in does_of(KINDS[piece.kind])]
    lines += [
        Line(cloud.kind, f"{says} until {cloud.owner} acts or turn {cloud.until} ends", rules=(rule,), mood="bad")
        for cloud in battle.clouds
        if dist(cloud.spot, place) <= cloud.radius
        for says, rule in (CLOUD_LINES[cloud.kind],)
    ]
    lines += [
        Line("fell here", one.man.id, rules=("CD-SR-TOUGH", "CD-EQ-MEDI"))
        for one in battle.fallen
        if not one.aboard and dist(one.spot, place) <= 0.5
    ]
    for goal in battle.scenario.goals:
        if dist(goal.spot, place) <= HOLD:
            lines.append(Line(goal.name, held_by(battle, holds_place(battle, goal.spot)), rules=("CD-TURN-3",)))
    if any(piece.name == battle.scenario.house for piece in pieces if piece.name):
        lines.append(Line("fought for", held_by(battle, holds_house(battle)), rules=("CD-TURN-3",)))
    return lines


def name_of(piece: Piece) -> str:
    return piece.name or KINDS[piece.kind].look.name


def held_by(battle: Battle, seat: int | None) -> str:
    return "held by nobody" if seat is None else f"held by {battle.seat_names[seat]}"


def does_of(kind: TerrainKind) -> list[tuple[str, str]]:
    """What a kind of terrain does, in a few words, each with its rule."""
    effects = (
        (kind.conceals, "conceals", "CD-LOS-7"),
        (kind.wood, f"one sees {sight.RIM:g} deep into it", "CD-LOS-2"),
        (kind.difficult, "halves movement", "CD-MOVE-4"),
        (kind.low, "cover for who is behind it; halves movement across", "CD-MOVE-6"),
        (kind.high, "blocks sight and movement", "CD-LOS-8"),
        (kind.building, "blocks sight", "CD-BLDG-6"),
        (kind.firm, "firm ground for vehicles", "CD-VEH-9"),
        (kind.soft, "soft ground for vehicles", "CD-VEH-5"),
        (kind.barred, "no way for vehicles", "CD-VEH-5"),
    )
    return [(words, rule) for has, words, rule in effects if has]


# ---------------------------------------------------------------- roster and cards
def pips(spent: int, left: int) -> str:
    """AP as a row of signs: those that are spent, then those that are left."""
    return "@" * spent + "o" * max(0, left)


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
            left=left_in(unit),
        )
        for unit in battle.units.values()
        if unit.gone != IN_VEHICLE
    ]


def state_of(battle: Battle, unit: Unit) -> str:
    if unit.gone:
        return unit.gone if unit.gone in ("joined", THROUGH_WORD) else "lost"
    if not unit.models and not unit.aboard:
        return "to place"
    return "active" if unit.id == battle.active else "done" if unit.activated else ""


def card(game: Game[Battle], unit_id: str) -> Card | None:
    """Everything on a unit's card, the most pressing first; None for an unknown id."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None:
        return None
    lines = [Line(badge.said, rules=(rule_of(badge),), mood=badge.mood) for badge in badges_of(battle, unit)]
    if not unit.living:
        return Card(unit.name, unit.seat, (Line(unit.gone, mood="bad"),))
    if unit.hull is not None:
        return Card(unit.name, unit.seat, (*lines, *vehicle_card(battle, unit)))
    avs = "/".join(map(str, sorted({soldier.av for soldier in unit.soldiers})))
    tally = helped(battle, unit, skill_tally(unit.quality))
    left = battle.points_of(unit) - unit.spent
    lines += [
        Line("Left", f"{unit.left}/{unit.start} {QUALITY_WORDS[unit.quality]}", rules=("CD-CHAR-2", "CD-COH-3")),
        Line("AP", f"{pips(unit.spent, left)} {left} of {battle.points_of(unit)} left", rules=("CD-CHAR-3",)),
        Line("AV", avs, rules=("CD-CHAR-6",)),
        Line("Test", words(tally), tally, ("CD-SKILL-1",)),
        Line("Shots got", f"{unit.shots} of {unit.left}", rules=("CD-PIN-1",)),
    ]
    lines += arms_lines(unit.soldiers, unit.sheet.mounted)
    return Card(unit.name, unit.seat, tuple(lines))
