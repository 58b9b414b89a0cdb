"""How a TechCommander battle shows itself: the table, roster, unit cards. Reads the state, changes nothing."""

from __future__ import annotations

from functools import lru_cache

from tabletop_tui.engine.badges import left_of
from tabletop_tui.engine.cards import Card, Columns, Line, RosterLine, roster_line_of
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.scenes import Area, TableScene, Token, bases_of, token_of
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander.shown import game_standing
from tabletop_tui.rules.techcommander.shown.objective_holders import holders
from tabletop_tui.rules.techcommander.shown.overlays import GRADES, OVERLAYS, overlay, view
from tabletop_tui.rules.techcommander.shown.smoke_and_shields import effects_of, lines_at
from tabletop_tui.rules.techcommander.shown.statuses import STATUSES, badges_of, rule_of
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.battlefield import Battlefield
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE, KIND_WORDS, Gear, Weapon
from tabletop_tui.rules.techcommander.state.terrain import KINDS, UNIT, Feature
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.terrain_pieces import of_size

__all__ = ["GRADES", "OVERLAYS", "STAGES", "STATUSES", "card", "overlay", "roster", "scene", "spot", "standing", "view"]
STAGES = ("Set-up", "Initiative", "Action", "Resolve damage", "Reset")
WEAPON = ("weapon", "range cm", "drop", "shots", "FC", "left")
WEAPON_SHORT = ("weapon", "cm", "drop", "hits", "FC", "left")
"""The headings above weapons, and where room is narrow."""


def standing(game: Game[Battle]) -> Standing:
    return game_standing.standing(game.state)


# ---------------------------------------------------------------- the table
def scene(game: Game[Battle]) -> TableScene:
    battle = game.state
    table = battle.table
    units = list(battle.on_table())
    tokens = [*game_standing.pieces(battle), *(unit_token(battle, unit) for unit in units)]
    bases = {unit.id: bases_of(unit.models, unit.radius, unit.facing) for unit in units}
    areas = areas_of(table, battle.ruins, tuple(battle.damage.items()))
    return TableScene(
        table.width,
        table.height,
        UNIT.short,
        KINDS["open"].look,
        areas,
        tokens,
        bases,
        10.0,
        effects=effects_of(battle),
        held=[*holders(battle)],
    )


@lru_cache(maxsize=16)
def areas_of(table: Battlefield, ruins: tuple[str, ...], damage: tuple[tuple[str, int], ...]) -> tuple[Area, ...]:
    """What stands on the table, the larger first, lines last; what was shot at with the life that it has left."""
    harm = dict(damage)
    return tuple(
        Area(
            piece_words(piece) + (f" {FULL_LIFE - harm[piece.id]}/{FULL_LIFE}" if piece.id in harm else ""),
            piece.type.look,
            piece.points,
            not piece.line,
            high=f"h{piece.body.top:g}" if piece.body.top else "",
        )
        for piece in sorted(table.standing(ruins), key=of_size)
    )


def piece_words(piece: Feature) -> str:
    """What a piece is called, with its AC and its height."""
    high = f" h{piece.body.top:g}" if piece.body.top else ""
    return f"{piece.called}{f' AC{piece.size}' if piece.size else ''}{high}"


def unit_token(battle: Battle, unit: Unit) -> Token:
    name, where = unit.sheet.name, middle_text(unit.models)
    done = unit.done or unit.acted >= unit.most_actions
    left = left_of(max(0, unit.life), FULL_LIFE, "life")
    return token_of(
        unit.id, unit.id, name, unit.seat, where, "unit", health(unit), None, done, badges_of(battle, unit), left
    )


def health(unit: Unit) -> float:
    return max(0.0, unit.life / FULL_LIFE) if not unit.gone else 0.0


def spot(game: Game[Battle], where: str) -> list[Line]:
    """What lies at a place: the ground and what it does."""
    battle = game.state
    place = parse_spot(where)
    if place is None or not (0 <= place[0] <= battle.table.width and 0 <= place[1] <= battle.table.height):
        return []
    found = [piece for piece in reversed(battle.standing()) if piece.touches(place, 0.5 if piece.line else 0.0)]
    signs = [
        *lines_at(battle, place),
        *(Line(words, rules=(rule,)) for words, rule in game_standing.signs(battle, place)),
    ]
    if not found:
        return [Line(where, KINDS["open"].look.name, mood="head"), *signs]
    lines = [*(Line(where, piece_words(piece), mood="head") for piece in found), *signs]
    for piece in found:
        lines += [Line(does, rules=(rule,)) for does, rule in does_of(battle, piece)]
    return lines


def does_of(battle: Battle, piece: Feature) -> list[tuple[str, str]]:
    """What a piece does, in a few words, each with its rule."""
    kind = piece.type
    effects = (
        (piece.size > 0, f"life {battle.piece_life(piece)} of {FULL_LIFE}", "TC-DMG-1"),
        (kind.blocks, "has to be gone around", "TC-MOVE-4"),
        (kind.stands, "one can stand on it", "TC-OCC-1"),
        (bool(piece.hinders), f"takes {piece.hinders:g} of the speed", "TC-HIND-3"),
        (kind.explodes, "explosive", "TC-COLL-3"),
    )
    return [(words, rule) for has, words, rule in effects if has]


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
            left=left_of(max(0, unit.life), FULL_LIFE, "life"),
        )
        for unit in battle.units.values()
    ]


def state_of(battle: Battle, unit: Unit) -> str:
    if unit.gone:
        return "lost"
    if not unit.in_play:
        return "to place"
    if battle.doing is not None and unit.id in battle.doing.units:
        return "active"
    return "aboard" if unit.aboard else "done" if unit.done or unit.acted >= unit.most_actions else ""


def note_of(unit: Unit) -> str:
    return unit.gone or (f"in {unit.aboard}" if unit.aboard else "")


def card(game: Game[Battle], unit_id: str) -> Card | None:
    """Everything on a unit's card, the most pressing first; None for an unknown id."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None:
        return None
    sheet = unit.sheet
    if unit.gone:
        return Card(unit.name, unit.seat, (Line(unit.gone, mood="bad"),))
    lines = [Line(badge.said, rules=(rule_of(badge),), mood=badge.mood) for badge in badges_of(battle, unit)]
    lines += [Line(words, rules=(rule,)) for words, rule in game_standing.unit_words(battle, unit)]
    lines += [
        Line("Life", f"{max(0, unit.life)} of {FULL_LIFE}", rules=("TC-DMG-1",)),
        Line("Kind", f"{KIND_WORDS[sheet.kind]} AC{sheet.ac}", rules=("TC-UNIT-3",)),
        Line("Acted", f"{unit.acted} of {counted(unit.most_actions, 'action')}", rules=("TC-ACT-1",)),
        Line("Speed", f"{unit.full_speed:g} cm{', jumps' if sheet.jumps else ''}", rules=("TC-STAT-5",)),
        Line("Model", f"{sheet.height:g} high, {sheet.width:g} wide", rules=("TC-UNIT-7",)),
    ]
    lines += [weapon_line(unit, copy, weapon) for copy, weapon in unit.weapons().items()]
    lines += [gear_line(unit, copy, gear) for copy, gear in sheet.kit.items() if copy not in unit.lost_kit]
    return Card(unit.name, unit.seat, tuple(lines))


def weapon_line(unit: Unit, copy: str, weapon: Weapon) -> Line:
    """One copy of a weapon: its numbers, and whether it has been used."""
    reach = f"{weapon.min:g}-{weapon.opt:g}" if weapon.min else f"{weapon.opt:g}"
    drop, shots = f"-{weapon.drop}/{weapon.per:g}", f"{weapon.shots}x{weapon.damage}"
    left = "used" if copy in unit.fired else "" if unit.left(copy) is None else str(unit.left(copy))
    cells = (weapon.name, reach, drop, shots, f"{weapon.fire_control:+d}", left)
    text = f"{reach} cm {drop}, {shots}, {weapon.fire_control:+d}{f', {left}' if left else ''}"
    mood = "dim" if copy in unit.fired else ""
    return Line(weapon.name, text, rules=("TC-GEAR-11",), mood=mood, columns=Columns(WEAPON, cells, WEAPON_SHORT))


def gear_line(unit: Unit, copy: str, gear: Gear) -> Line:
    left = unit.left(copy)
    return Line(gear.name, "" if left is None else f"{left} left", rules=("TC-STAT-4",), gear=True)
