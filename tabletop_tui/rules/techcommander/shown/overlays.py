"""What is laid over the table for a unit: reach, ranges, cover, who covers what, scans, groups, smoke, spawns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from math import dist

import numpy as np
from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.overlays import Overlay, Trace
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.reactions.covered_ground import can_react, optimum_ranges
from tabletop_tui.rules.techcommander.reactions.sentry_fire import REACH, sentry_copies
from tabletop_tui.rules.techcommander.shown.smoke_and_shields import cloud_name, half_circle, ring, shield_name
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.rallied_groups import LINK, can_rally, linked
from tabletop_tui.rules.techcommander.unit_actions.scanning import scan_range
from tabletop_tui.rules.techcommander.ways.move_field import move_field
from tabletop_tui.skirmish import overlay_lines, side_view_builder
from tabletop_tui.skirmish.incremental_search import Searching, Sought
from tabletop_tui.table.bases import body
from tabletop_tui.table.hidden_share import Eye, Silhouette, hidden_share
from tabletop_tui.table.hidden_share_batch import hidden_shares
from tabletop_tui.table.line_of_sight import Figures, Values
from tabletop_tui.table.points import Spot, parse_spot, place_words

OVERLAYS = ("reach", "range", "sight", "threat", "scan", "rally", "smoke", "spawns")
GRADES = sight.GRADES
COLUMNS = 6
"""So many columns of the table are looked at in one go: few enough that keys are heard in between."""


def overlay(game: Game[Battle], name: str, unit_id: str) -> Overlay:
    """One of OVERLAYS for a unit, as the game now stands; empty where the unit is not on the table."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None or not unit.on_table:
        return Overlay(name, {})
    return MAKERS[name](battle, unit)


def reach(battle: Battle, unit: Unit) -> Overlay:
    """Where it could go at full speed, on whichever surface."""
    return Overlay("reach", Sought(move_field(battle, unit)))


def ranges(battle: Battle, unit: Unit) -> Overlay:
    """The optimum range of each weapon."""
    labels = {weapon.opt: f"{weapon.name} {weapon.opt:g} cm" for weapon in unit.weapons().values() if weapon.opt}
    return Overlay("range", {}, "sensors", overlay_lines.rims(body(unit.models, unit.radius), labels))


# ---------------------------------------------------------------- cover in five bands
class Bands(Searching, Mapping[str, str]):
    """For each place of the table the band in which a unit would see a model like itself there, the nearest first."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self._battle, self._unit = battle, unit

    def survey(self) -> Iterator[tuple[str, str] | None]:
        battle, unit = self._battle, self._unit
        past, eye, size = sight.bodies(battle, unit), sight.eye_of(battle, unit), unit.sheet
        numbers = np.arange(int(battle.table.width) + 1, dtype=np.float64)
        nearest = numbers[np.argsort(np.abs(numbers - unit.at[0]), kind="stable")]
        rows = np.arange(int(battle.table.height) + 1, dtype=np.float64)
        for columns in np.split(nearest, range(COLUMNS, len(nearest), COLUMNS)):
            places = np.stack([part.ravel() for part in np.meshgrid(columns, rows)], axis=1)
            shares = hidden_shares(past, eye, places, feet(battle, places), size.width, size.height)
            for (x, y), share in zip(places.astype(int).tolist(), shares.tolist(), strict=True):
                yield f"{x},{y}", sight.band(share).grade.label

    def __getitem__(self, spot: str) -> str:
        return self.cells()[spot]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells())

    def __len__(self) -> int:
        return len(self.cells())


def feet(battle: Battle, places: Values) -> Values:
    """How high the highest surface is at each place, of pieces on which one can stand."""
    found = np.zeros(len(places))
    floors = [piece for piece in battle.standing() if piece.type.stands]
    if floors:
        tops = np.array([piece.body.top for piece in floors])[:, None]
        over = Figures.of(tuple(piece.figure for piece in floors)).hold(places)
        found = np.maximum(found, np.where(over, tops, 0.0).max(axis=0))
    return found


def bands(battle: Battle, unit: Unit) -> Overlay:
    return Overlay("sight", Bands(battle, unit), "sight", grades=GRADES)


def view(game: Game[Battle], unit_id: str, where: str) -> str:
    """How well a unit sees whoever stands at a spot, else a model like itself there: the label of one of GRADES."""
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(where)
    if unit is None or not unit.on_table or place is None:
        return ""
    if (there := standing_at(battle, unit, place)) is not None:
        return sight.band(sight.hidden(battle, unit, there)).grade.label
    share = hidden_share(sight.bodies(battle, unit), sight.eye_of(battle, unit), like(battle, unit, place))
    return sight.band(share).grade.label


def standing_at(battle: Battle, unit: Unit, place: Spot) -> Unit | None:
    """Whose base, but this unit's own, covers a place."""
    return next((one for one in battle.on_table() if one is not unit and dist(one.at, place) <= one.radius), None)


def like(battle: Battle, unit: Unit, place: Spot) -> Silhouette:
    """A model as high and wide as a unit that stands at a place, on the highest surface there."""
    return Silhouette(place, float(feet(battle, np.array([place]))[0]), unit.sheet.width, unit.sheet.height)


def from_the_side(game: Game[Battle], unit_id: str, where: str) -> SideView | None:
    """The line from a unit to a spot, to whoever stands there or to a model like itself; None for its own place."""
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(where)
    if unit is None or not unit.on_table or place is None or dist(unit.at, place) <= unit.radius:
        return None
    target = standing_at(battle, unit, place)
    eye: Eye = sight.eye_of(battle, unit)
    if target is None:
        seen, past, name = like(battle, unit, place), sight.bodies(battle, unit), ""
        title = f"{unit.id} to {place_words(place)}, {dist(unit.at, place):.1f} cm"
    else:
        seen, past, name = sight.silhouette(battle, target), sight.bodies(battle, unit, target), target.id
        title = f"{unit.id} to {target.id}, {dist(unit.at, target.at):.1f} cm"
    share = hidden_share(past, eye, seen)
    band = sight.band(share)
    found = side_view_builder.side_view(title, sight.silhouette(battle, unit), eye, seen, past, name)
    said = f"{100 * share:.0f}% hidden: {band.word}{f', {band.modifier}' if band.modifier else ''}"
    pieces = {piece.id: piece.called for piece in battle.table.pieces}
    between = tuple(evolve(one, name=pieces.get(one.name, one.name)) for one in found.between)
    return evolve(found, between=between, said=said, mood=band.grade.mood, rules=(band.rule, "TC-COVER-7"))


# ---------------------------------------------------------------- who covers what
def threats(battle: Battle, unit: Unit) -> Overlay:
    """What those who are posted up, readied or sentries cover, of all sides."""
    traces: list[Trace] = []
    for one in battle.on_table():
        if can_react(one):
            kind = "sensors" if battle.allied(one.seat, unit.seat) else "threat"
            traces += covered(one, kind)
    return Overlay("threat", {}, "threat", tuple(traces))


def covered(unit: Unit, kind: str) -> Iterator[Trace]:
    """The lines around what one unit covers."""
    copies = ready_copies(unit)
    whole = body(unit.models, unit.radius)
    for far in optimum_ranges(unit, copies):
        if unit.posted is not None:
            yield Trace(half_circle(unit, unit.posted, far), kind, f"{unit.id} posted up {far:g} cm")
        if unit.readied:
            yield from overlay_lines.rim(whole, far, kind, f"{unit.id} ready {far:g} cm")
    if sentry_copies(unit):
        yield from overlay_lines.rim(whole, REACH, kind, f"{unit.id} sentry {REACH:g} cm")


def scans(battle: Battle, unit: Unit) -> Overlay:
    """How far it would scan from where it is."""
    far = scan_range(unit)
    rims = overlay_lines.rims(body(unit.models, unit.radius), {far: f"scan {far:g} cm"})
    return Overlay("scan", {}, "sensors", rims)


def rallies(battle: Battle, unit: Unit) -> Overlay:
    """Who of its side could be linked to whom, those who are rallied together with a label; the reach of its link."""
    able = [one for one in battle.side(unit.seat) if can_rally(one)]
    lines = [
        Trace((one.at, other.at), "reach", "rallied" if one.group and one.group == other.group else "")
        for one, other in combinations(able, 2)
        if linked(battle, one, other)
    ]
    rims = overlay_lines.rim(body(unit.models, unit.radius), LINK, "reach", f"link {LINK:g} cm") if unit in able else ()
    return Overlay("rally", {}, "reach", (*lines, *rims))


def clouds(battle: Battle, unit: Unit) -> Overlay:
    """The rims of smoke and bubble shields, with how high they are and how much they withstand."""
    smoke = [Trace(overlay_lines.disc(*one.spot, one.radius), "threat", cloud_name(one)) for one in battle.clouds]
    shields = [Trace(ring(one.spot), "sensors", shield_name(one)) for one in battle.bubbles if one.life > 0]
    return Overlay("smoke", {}, "sensors", (*smoke, *shields))


def spawns(battle: Battle, unit: Unit) -> Overlay:
    """The starting positions or spawn points, with whose they are, and the alternates."""
    owners = {player.spawn: battle.seat_names[seat] for seat, player in enumerate(battle.players)}
    starts = (*battle.table.starts, *battle.table.alternates)
    kinds = ["start"] * len(battle.table.starts) + ["alternate"] * len(battle.table.alternates)
    traces = (
        Trace(overlay_lines.disc(*spot, 1.0), "reach", owners.get(number, f"{kinds[number]} {number + 1}"))
        for number, spot in enumerate(starts)
    )
    return Overlay("spawns", {}, "reach", tuple(traces))


MAKERS: dict[str, Callable[[Battle, Unit], Overlay]] = {
    "reach": reach,
    "range": ranges,
    "sight": bands,
    "threat": threats,
    "scan": scans,
    "rally": rallies,
    "smoke": clouds,
    "spawns": spawns,
}
