"""Where men of a section may go in one AP (CD-MOVE, CD-RUN, CD-COH-2, CD-CONF-1), each as far as he can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise, starmap
from math import dist, inf

from attrs import define, evolve, field, fields
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import (
    chained,
    drawn_together,
    is_torn,
    might_join,
    refuse_chain,
    torn_by,
)
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.ways.movement_limits import (
    CLOSE,
    allowance,
    comes_nearer,
    cover_near,
    crosses,
    halved,
    hampered,
    is_still,
    refuse_base,
    refuse_place,
    touching,
)
from tabletop_tui.rules.crimsondusk.ways.standing_regions import chained_room, standing_region
from tabletop_tui.skirmish.room_search import RoomyMarchField, words_of
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan, longest
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY, nearest_on_segment
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, bounds, box_of_leg, grown, off, overlap
from tabletop_tui.table.reachability import rough_disc

SPACING = 1.5
"""Between the middles of neighbours in a formation, in units."""


@define
class MoveField(RoomyMarchField):
    """Where some men of a section may go in one AP, each as far as he can; the others stay where they are."""

    length_unit = UNIT
    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    men: tuple[Man, ...] = field(kw_only=True)
    """Those who go, in the order of `models`."""
    paces: tuple[int, ...] = field(kw_only=True)
    """How far each of them may go over easy ground, in units."""
    rule: str = field(kw_only=True)
    to_enemy: bool = field(default=True, kw_only=True)
    """Whether they may come into contact."""

    # ------------------------------------------------------------------ what the table is like
    @cached_property
    def whole(self) -> Box:
        """The box in which all lies that they could come upon."""
        widest = max(unit.radius for unit in self.battle.units.values())
        return grown(bounds(self.models), self.allowance + self.radius + widest + CLOSE)

    @cached_property
    def others(self) -> list[Unit]:
        """The other units that could be in the way."""
        return [one for one in self.battle.on_table() if one.id != self.unit.id and overlap(one.box, self.whole)]

    @cached_property
    def enemies(self) -> list[Unit]:
        return [one for one in self.others if one.seat != self.unit.seat and not one.gone]

    @cached_property
    def stayers(self) -> Spots:
        """Where the comrades stand who do not go."""
        going = {man.id for man in self.men}
        pairs = zip(self.unit.men, self.unit.models, strict=True)
        return tuple(spot for man, spot in pairs if man.id not in going)

    @cached_property
    def feared(self) -> list[tuple[Unit, Spot]]:
        """The enemy models that one may shrink back from (CD-SR-FEARSOME-1)."""
        return [
            (enemy, spot)
            for enemy in self.enemies
            for man, spot in zip(enemy.men, enemy.models, strict=True)
            if man.soldier.has("fearsome") or man.soldier.has("terrifying")
        ]

    def alone(self, number: int) -> MoveField:
        """The same for one of them."""
        return evolve(
            self,
            models=(self.models[number],),
            men=(self.men[number],),
            paces=(self.paces[number],),
            allowance=float(self.paces[number]),
        )

    def all_at(self, ends: Spots) -> Spots:
        """Where the whole section stands once these have gone there."""
        going = {man.id: end for man, end in zip(self.men, ends, strict=True)}
        pairs = zip(self.unit.men, self.unit.models, strict=True)
        return tuple([going.get(man.id, spot) for man, spot in pairs])

    # ------------------------------------------------------------------ judging
    def judge_march(self, tracks: list[list[Spot]], ends: Spots, length: float, facing: float) -> Judgement:
        refusal = self.refuse_lengths(tracks) or self.refuse_going(tracks, ends) or self.refuse_torn(ends)
        return refusal, length

    def refuse_lengths(self, tracks: Sequence[Sequence[Spot]]) -> Refusal | None:
        """Why a man would go too far, or None."""
        for man, reach, track in zip(self.men, self.paces, tracks, strict=True):
            if track[0] == track[-1] and is_still(track):
                continue
            far = dist(*track) if len(track) == 2 else longest([track])
            if far > reach + TINY:
                return Refusal(UNIT.over(far, reach), self.rule)
            if far > halved(reach) + TINY and self.is_slow(man, track):
                return Refusal(UNIT.over(far, halved(reach), "through difficult terrain"), "CD-MOVE-4")
        return None

    def is_slow(self, man: Man, track: Sequence[Spot]) -> bool:
        """Whether a way is difficult for a man, be it that he is tangled up (CD-MOVE-4, CD-AMMO-4)."""
        return self.battle.is_tangled(man) or hampered(self.battle.table, man, track)

    def refuse_going(self, tracks: Sequence[Sequence[Spot]], ends: Spots) -> Refusal | None:
        """Why these ways lead where nobody may go, or None."""
        places = bounds(spot for track in tracks for spot in track[1:])
        return (
            refuse_place(self.battle, self.radius, places)
            or self.refuse_ends(ends)
            or self.refuse_enemies(tracks)
            or self.refuse_terrain(tracks)
            or self.refuse_nearer(ends)
            or self.refuse_away(ends)
            or self.refuse_from_cover(ends)
        )

    def refuse_ends(self, ends: Spots) -> Refusal | None:
        """No two bases overlap at the end; one who may shrink back keeps his place free (CD-MOVE-7)."""
        if min(starmap(dist, combinations(ends, 2)), default=inf) < 2 * self.radius - TINY:
            return Refusal("two models would overlap", "CD-MOVE-7")
        taken = [*self.stayers, *self.kept_free(ends)]
        least, goes = 2 * self.radius - TINY, [*dict(zip(self.models, ends, strict=True)).items()]
        for spot in taken:
            x, y = spot
            for start, end in goes:
                near = -least < x - end[0] < least and -least < y - end[1] < least
                if near and start != spot and dist(spot, end) < least:
                    return Refusal("on a model of its own section", "CD-MOVE-7")
        if not self.to_enemy and any(touching(self.unit, end, one) for end in ends for one in self.enemies):
            return Refusal("in contact with an enemy", "CD-MEL-1")
        return refuse_base(self.unit, ends, self.others)

    def kept_free(self, ends: Spots) -> list[Spot]:
        """From where those come who go into contact with somebody fearsome, for they may have to stay."""
        if not self.feared:
            return []
        touch = self.radius + CLOSE
        return [
            start
            for start, end in zip(self.models, ends, strict=True)
            if any(dist(end, spot) <= touch + enemy.radius < dist(start, spot) for enemy, spot in self.feared)
        ]

    def refuse_enemies(self, tracks: Sequence[Sequence[Spot]]) -> Refusal | None:
        """Nobody goes through enemies, nor out of contact but by breaking off."""
        going = [track for track in tracks if track[0] != track[-1] or not is_still(track)]
        if not (self.enemies and going):
            return None
        box = bounds(spot for track in going for spot in track)
        for enemy in self.enemies:
            keep = self.radius + enemy.radius - CLOSE
            for track in going if overlap(box, enemy.box, keep) else ():
                for a, b in pairwise(track):
                    near = a != b and overlap(box_of_leg(a, b), enemy.box, keep)
                    if near and any(nearest_on_segment(a, b, spot) < keep for spot in enemy.models):
                        return Refusal(f"{enemy.does('is')} in the way", "CD-MOVE-7")
        return None

    def refuse_terrain(self, tracks: Sequence[Sequence[Spot]]) -> Refusal | None:
        """Nobody goes through high walls, into buildings but by their own action, or into fire."""
        table = self.battle.table
        fires = [cloud for cloud in self.battle.clouds if cloud.kind == "fire"]
        for man, track in zip(self.men, tracks, strict=True):
            if track[0] == track[-1] and is_still(track):
                continue
            leaps = man.soldier.has("jump-pack")
            if not leaps and crosses(table, "high", track):
                return Refusal("a wall higher than 1.5 has to be gone around", "CD-MOVE-6")
            if (refusal := self.refuse_building(track, leaps)) is not None:
                return refusal
            for fire in fires:
                keep = fire.radius + self.radius - TINY
                if any(off(a, b, fire.spot) < keep < dist(track[0], fire.spot) for a, b in pairwise(track)):
                    return Refusal("the way leads through fire", "CD-AMMO-6")
        return None

    def refuse_building(self, track: Sequence[Spot], leaps: bool = False) -> Refusal | None:
        """One enters or leaves a building once in an AP, on any side, and ends wholly inside (CD-BLDG-5, CD-BLDG-6)."""
        for piece in self.battle.table.by_effect["building"]:
            figure, end = piece.figure, track[-1]
            if track[0] == end or not overlap(figure.box, bounds(track), self.radius):
                continue
            name = piece.name or piece.kind
            if leaps and not piece.holds(track[0]) and not piece.holds(end):
                continue  # CD-EQ-JUMP-1
            walls = sum(len(sight.shares(figure, a, b)) for a, b in pairwise(track))
            if walls > 1 or (walls and piece.holds(track[0]) == piece.holds(end)):
                return Refusal(f"{name}: one enters or leaves it with one AP", "CD-BLDG-5")
            if piece.holds(end) and min(off(a, b, end) for a, b in figure.sides) < self.radius - TINY:
                return Refusal(f"{name}: there is no room in its wall", "CD-BLDG-6")
        return None

    def refuse_nearer(self, ends: Spots) -> Refusal | None:
        """The confused go no nearer to any enemy that they see (CD-CONF-1)."""
        if not self.battle.is_confused(self.unit):
            return None
        going = [number for number, man in enumerate(self.unit.men) if man in self.men]
        for enemy in self.battle.enemies(self.unit.seat):
            rows = sight.seen(self.battle, self.unit, enemy)
            for number, end in zip(going, ends, strict=True):
                start = self.unit.models[number]
                if any(comes_nearer(start, end, enemy.models[other]) for other in rows[number]):
                    return Refusal(f"confused: nearer to {enemy.name}, which it sees", "CD-CONF-1")
        return None

    def refuse_away(self, ends: Spots) -> Refusal | None:
        """Split models go nowhere but towards their section (CD-REORG-8)."""
        mother = [self.unit.models[number] for number in chained(self.unit)]
        if not mother:
            return None  # nobody is left to whom they could go back
        for man, start, end in zip(self.men, self.models, ends, strict=True):
            if man.part and min(dist(end, spot) for spot in mother) > min(dist(start, spot) for spot in mother):
                return Refusal("split off: it only goes back to its section", "CD-REORG-8")
        return None

    def refuse_from_cover(self, ends: Spots) -> Refusal | None:
        """Pinned fanatics go nowhere but towards the nearest cover (CD-SR-FANATIC)."""
        for man, start, end in zip(self.men, self.models, ends, strict=True):
            if start == end or not self.battle.serves_pin(self.unit, man):
                continue
            piece = cover_near(self.battle.table, start)
            if piece is None or piece.figure.distance(end) >= piece.figure.distance(start):
                return Refusal("pinned: a fanatic only goes towards the nearest cover", "CD-SR-FANATIC")
        return None

    def nudges(self) -> Iterator[Plan]:
        """Where a torn section has to come together only those that mend it."""
        whole = not self.regroups or any(man.part for man in self.men)
        for plan in super().nudges():
            if whole or refuse_chain(self.unit, self.all_at(self.ends(self.complete(plan)))) is None:
                yield plan

    def otherwise(self) -> Iterator[list[str]]:
        """What is left where the raster has no place; a torn section whose men can only stay just there stays."""
        found = list(RoomyMarchField.otherwise(self))
        yield from found
        if not found and not self.cells() and self.anywhere is not None:
            yield words_of(self.anywhere)

    # ------------------------------------------------------------------ the chain
    @cached_property
    def torn(self) -> bool:
        return is_torn(self.unit)

    @cached_property
    def regroups(self) -> bool:
        """Whether a torn section can come together by this move: then it has to (CD-COH-2)."""
        return self.torn and (self.drawn is not None or self.gathers)

    @cached_property
    def drawn(self) -> Plan | None:
        """A torn section drawn together by as little as it takes; None where that does not mend it."""
        joined, (places, reaches) = chained(self.unit), self.to_join
        for ends in drawn_together(places, reaches, self.link - 2 * CLOSE):
            there = {self.unit.men[number].id: end for number, end in zip(joined, ends, strict=True)}
            plan = self.as_plan(tuple(there.get(man.id, spot) for man, spot in zip(self.men, self.models, strict=True)))
            if (refuse_chain(self.unit, self.all_at(self.ends(plan))) or self.judge_apart(plan)) is None:
                return plan
        return None

    @cached_property
    def to_join(self) -> tuple[list[Spot], list[float]]:
        """Where the models stand that the chain has to join, and how far each of them may go at most."""
        reach = dict(zip((man.id for man in self.men), map(float, self.paces), strict=True))
        pairs = [(self.unit.models[number], self.unit.men[number]) for number in chained(self.unit)]
        return [spot for spot, _ in pairs], [reach.get(man.id, 0.0) for _, man in pairs]

    @property
    def link(self) -> float:
        """How far the middles of neighbours in the chain may be from each other."""
        return self.unit.spacing + 2 * self.radius

    def judge_apart(self, plan: Plan) -> Refusal | None:
        """Why a plan is refused for another reason than the chain, or None."""
        tracks, ends = self.tracks(plan), self.ends(plan)
        return self.refuse_lengths(tracks) or self.refuse_going(tracks, ends)

    def everywhere(self, wanted: Callable[[Plan], bool] = lambda plan: True) -> Iterator[Plan]:
        if self.torn and self.drawn is not None:
            yield self.drawn
        yield from super().everywhere(wanted)

    @cached_property
    def gathers(self) -> bool:
        """Whether a block is what a torn section forms if nothing is said."""
        if not self.torn:
            return False
        back = any(man.part for man in self.men)  # the chain is not asked of those who go back to it (CD-REORG-8)
        return (back or might_join(*self.to_join, self.link + CLOSE)) and self.together.finds_room()

    @property
    def together(self) -> TogetherField:
        same = {one.name: getattr(self, one.name) for one in fields(MoveField) if one.init}
        found = TogetherField(**same | {"may_stay": False})  # who stays mends no chain
        found.known_ends = self.known_ends
        return found

    def refuse_torn(self, ends: Spots) -> Refusal | None:
        """A whole chain stays whole, a torn one is mended; where it cannot be it gets no worse (CD-COH-2)."""
        if any(man.part for man in self.men):
            return None  # on their way back to the others (CD-REORG-8)
        models = self.all_at(ends)
        refusal = refuse_chain(self.unit, models)
        if refusal is None or not self.torn or self.regroups:
            return refusal
        if torn_by(self.unit, models) > torn_by(self.unit, self.unit.models) + TINY:
            return Refusal("the section would come further apart", "CD-COH-2")
        return None

    def complete(self, plan: Plan) -> Plan:
        """A torn section comes together in a block if nothing else is said."""
        gathers = plan.formation == "keep" and not plan.nudges and len(self.models) > 1 and self.gathers
        return evolve(plan, formation="block") if gathers else plan

    # ------------------------------------------------------------------ looking for places
    def might_go(self, spot: Spot) -> bool:
        (x, y), table = spot, self.battle.table
        on_it = -TINY <= x <= table.width + TINY and -TINY <= y <= table.height + TINY
        return on_it and super().might_go(spot)

    def rooms(self) -> Iterator[Room]:
        bases = [(one.models, one.radius - CLOSE) for one in self.others] + [(self.stayers, self.radius)]
        region = standing_region(self.battle, self.unit, self.whole, bases)
        yield chained_room(self.unit, region, len(self.men), self.holds_one)

    @property
    def allowances(self) -> Sequence[float]:
        return self.paces

    def reach_of(self, number: int) -> BaseGeometry:
        """Less far from and into what is difficult (CD-MOVE-4)."""
        man, spot, pace = self.men[number], self.models[number], self.paces[number]
        near, slowly = rough_disc(spot, pace), rough_disc(spot, halved(pace))
        pieces = () if man.soldier.has("jump-pack") else self.battle.table.by_effect["difficult"]
        hard = [piece for piece in pieces if overlap(piece.figure.box, (*spot, *spot), pace)]
        if self.battle.is_tangled(man) or any(piece.holds(spot) for piece in hard):
            return slowly
        return union_all([region_shapes.outside(near, [piece.shape for piece in hard]), slowly]) if hard else near

    def can_end(self, plan: Plan) -> bool:
        return self.refuse_lengths(self.tracks(self.complete(plan))) is None

    def holds_one(self, spot: Spot) -> bool:
        away = all(dist(spot, there) >= 2 * self.radius - TINY for there in self.stayers)
        on_it = refuse_place(self.battle, self.radius, (*spot, *spot)) is None
        return on_it and away and refuse_base(self.unit, (spot,), self.others) is None

    def cells(self) -> Mapping[str, str]:
        found = super().cells()
        return {spot: cost for spot, cost in found.items() if self.refuse([spot]) is None} if self.torn else found


@define
class TogetherField(MoveField):
    """Where a torn section can come together by such a move (CD-COH-2)."""

    @property
    def regroups(self) -> bool:
        return True

    @property
    def gathers(self) -> bool:
        return True

    def finds_room(self) -> bool:
        return self.can_come_together()


def move_field(battle: Battle, unit: Unit, going: Mapping[str, bool], to_enemy: bool = True) -> MoveField:
    """Where these men of a unit may go in one AP, by their ids with whether each runs."""
    pairs = [(man, spot) for man, spot in zip(unit.men, unit.models, strict=True) if man.id in going]
    men = tuple(man for man, _ in pairs)
    paces = tuple(allowance(unit, man, going[man.id]) for man in men)
    runs = any(going[man.id] and not unit.lies(man) for man in men)
    rule = "CD-RUN-1" if runs else "CD-GTG-6" if all(map(unit.lies, men)) else "CD-MOVE-1"
    return MoveField(
        *(tuple(spot for _, spot in pairs), unit.radius, 0.0, float(max(paces)), SPACING, True),
        battle=battle,
        unit=unit,
        men=men,
        paces=paces,
        rule=rule,
        to_enemy=to_enemy,
    )
