"""Driving as an answer: straight pieces, arcs and turns on the spot, one after another, of just a length or up to it.

An answer is a list of words: 'straight=4', 'left=90@6' (by 90 degrees at radius 6), 'right=45' (at the tightest
radius), 'spin=-30' (on the spot, to the left), and 'straight=rest' or 'left=rest@6' for all that is left. A rulebook
says what stands in the way and may forbid more (`refuse_sweep`); all else is the same for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from math import degrees
from typing import ClassVar

from attrs import define, evolve

from tabletop_tui.engine.overlays import Patch
from tabletop_tui.engine.place_fields import Chooser
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.skirmish.incremental_search import Searching, Sought
from tabletop_tui.skirmish.unit_place_fields import by_chance
from tabletop_tui.table.bases import HUNDREDTH, TINY
from tabletop_tui.table.driving_paths import Arc, Footprint, Piece, Pose, Straight, Sweep, Way, toward
from tabletop_tui.table.length_units import LengthUnit
from tabletop_tui.table.points import Spot, spot_text, way_words
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.turning_room import is_hemmed_in
from tabletop_tui.table.winding_ways import Gear, winding_ways

WORD = re.compile(r"(straight|left|right|spin)=(-?\d{1,4}(?:\.\d{1,2})?|rest)(?:@(\d{1,4}(?:\.\d{1,2})?))?")
SIDES = {"left": -1, "right": 1}
REST = "rest"
TURNS = range(15, 181, 15)
"""By how many degrees computers turn."""
SHARES = (0.0, 0.25, 0.5, 0.75)
"""After which shares of the length they turn."""
WIDER = (1, 2)
"""On circles of these many times the tightest radius."""
STEPS = 6
"""In how many steps they drive as far as they may, where they need not go all the way."""


@frozen
class Drive:
    """An answer as it was read."""

    way: Way
    spins: tuple[tuple[float, float], ...] = ()
    """Each turn on the spot, in degrees, with the length that was driven since the one before."""

    @property
    def arcs(self) -> list[Arc]:
        return [piece for piece in self.way.pieces if isinstance(piece, Arc) and piece.radius]


@define(slots=False)
class DriveField(Searching):
    """Where a vehicle can drive: forwards by straight pieces and arcs, never tighter than `radius`."""

    length_unit: ClassVar[LengthUnit]
    """The rulebook's unit of length."""
    rule: ClassVar[str] = ""
    """The rule that says how far and how tight it may drive."""
    how: ClassVar[str] = (
        "pieces, one after another: straight=4, left=90@6 (degrees at a radius), right=45 (at the tightest),"
        " straight=rest for all that is left"
    )
    start: Pose
    base: Footprint
    """As it is drawn heading north around 0,0; the same seen from behind, where it may drive in reverse."""
    length: float
    radius: float
    """The tightest."""
    width: float
    height: float
    """Of the table."""
    others: Mapping[str, Footprint]
    """What it must not drive into, by name."""
    exactly: bool = True
    """Whether it has to go all of the length; else it may go less."""
    may_stay: bool = False
    """Whether it may not move at all."""
    spin: float = 0.0
    """By how many degrees it may turn on the spot at a time; 0 for never ..."""
    before_spin: float = 0.0
    """... and how far it has to drive before each."""
    backwards: bool = False
    """Whether it drives in reverse: all pieces as seen by somebody who looks back."""

    # ------------------------------------------------------------------ what a rulebook may say
    def refuse_sweep(self, sweep: Sweep) -> Refusal | None:
        """What else the rulebook has against a way; nothing unless it says so."""
        return None

    def refuse_meeting(self, name: str, after: float) -> Refusal | None:
        """What the rulebook says where it drives into something after such a length."""
        return Refusal(f"it meets {name} after {self.length_unit.said(after)}", self.rule)

    def refuse_leaving(self) -> Refusal | None:
        """What the rulebook says where it leaves the table."""
        return Refusal("it leaves the table", self.rule)

    def bargains(self) -> Iterator[tuple[Gear, Sequence[Footprint]]]:
        """Of what a way may be made, with what it then has to keep clear of; () where there is no choice of ways."""
        corners = ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height), (0.0, 0.0))
        edge = Footprint(corners, 0.0, False)
        yield Gear(self.length, self.radius, self.spin, self.before_spin), (*self.others.values(), edge)

    # ------------------------------------------------------------------ answers
    @property
    def outset(self) -> Pose:
        """From where the pieces go, which is the other way round in reverse."""
        return evolve(self.start, heading=(self.start.heading + 180) % 360) if self.backwards else self.start

    def read(self, words: Sequence[str]) -> Drive | Refusal:
        """The way that an answer means."""
        pieces: list[Piece] = []
        spins: list[tuple[float, float]] = []
        driven = since = 0.0
        for word in words:
            found = WORD.fullmatch(word)
            if found is None or (found[3] and found[1] not in SIDES) or (found[2][0] == "-" and found[1] != "spin"):
                return Refusal(f"{word!r} is no piece of a way; pieces are straight=4, left=90@6, right=45, spin=30")
            piece = self._piece(found[1], found[2], found[3], self.length - driven)
            if piece is None:
                return Refusal(f"{word!r} has no size", self.rule)
            if found[1] == "spin":
                assert isinstance(piece, Arc)
                spins.append((piece.turn, since))
                since = 0.0
            pieces.append(piece)
            driven, since = driven + piece.length, since + piece.length
        return Drive(Way(self.outset, tuple(pieces)), tuple(spins)) if words else Refusal("give a piece of a way")

    def _piece(self, kind: str, size: str, radius: str | None, left: float) -> Piece | None:
        """A piece by its words; None for one that cannot be."""
        if kind == "straight":
            return Straight(max(0.0, left) if size == REST else float(size))
        if kind == "spin":
            return Arc(float(size), 0.0) if size != REST else None
        bend = float(radius) if radius else self.radius
        if bend <= 0:
            return None
        return Arc(SIDES[kind] * (degrees(max(0.0, left) / bend) if size == REST else float(size)), bend)

    def drive(self, words: Sequence[str]) -> Drive:
        """The same for an answer that makes sense."""
        drive = self.read(words)
        assert isinstance(drive, Drive), drive
        return drive

    def end(self, words: Sequence[str]) -> Pose:
        """Where an answer that makes sense ends, as the game keeps it."""
        end = self.drive(words).way.end
        return (evolve(end, heading=end.heading + 180) if self.backwards else end).kept()

    def stopped(self, words: Sequence[str], after: float) -> Pose:
        """Where it stands if it is stopped after such a length: as the game keeps it, and so on nobody."""
        way, pose = self.drive(words).way, self.start
        while after > 0:
            pose = way.upto(after).end.kept()
            if all(self._standing(pose).clearance(other) >= -TINY for other in self.others.values()):
                break
            after -= HUNDREDTH
        else:
            return self.start
        return evolve(pose, heading=(pose.heading + 180) % 360) if self.backwards else pose

    def _standing(self, pose: Pose) -> Sweep:
        """What its base covers somewhere."""
        return Sweep(Way(pose, (Straight(0.0),)), self.base)

    # ------------------------------------------------------------------ judging
    def refuse(self, words: Sequence[str]) -> Refusal | None:
        drive = self.read(words)
        if isinstance(drive, Refusal):
            return drive
        if not drive.way.length and not drive.spins and self.may_stay:
            return None
        return self.judge(drive) or self.refuse_short(drive)

    def refuse_on(self, words: Sequence[str]) -> Refusal | None:
        """Why a way cannot begin so; that it is too short does not matter yet."""
        drive = self.read(words)
        return drive if isinstance(drive, Refusal) else self.judge(drive)

    def refuse_short(self, drive: Drive) -> Refusal | None:
        """Why it may not stop at the end of these pieces."""
        length = drive.way.length
        if not length and not drive.spins:
            return Refusal("it has to move", self.rule)
        if not self.exactly or length >= self.length - TINY:
            return None
        left = self.length_unit.said(self.length - length, 0.0)
        return Refusal(f"{left} of {self.length:g} are left, and it drives all of it", self.rule)

    def judge(self, drive: Drive) -> Refusal | None:
        """Why it may not drive so, whether that is far enough or not; the cheap reasons first."""
        return self.refuse_pieces(drive) or self.judge_sweep(Sweep(drive.way, self.base))

    def refuse_pieces(self, drive: Drive) -> Refusal | None:
        """Too long, too tight, turned on the spot too far or too soon."""
        if drive.way.length > self.length + TINY:
            return Refusal(self.length_unit.over(drive.way.length, self.length), self.rule)
        if drive.arcs and (tightest := min(arc.radius for arc in drive.arcs)) < self.radius - TINY:
            return Refusal(f"too tight: radius {tightest:g}, at least {self.radius:.4g} needed", self.rule)
        if drive.arcs and (most := max(abs(arc.turn) for arc in drive.arcs)) > 360 + TINY:
            return Refusal(f"an arc of {most:g} degrees goes round more than once", self.rule)
        for turn, since in drive.spins:
            if abs(turn) > self.spin + TINY:
                return Refusal(f"{abs(turn):g} degrees on the spot, {self.spin:g} allowed", self.rule)
            if since < self.before_spin - TINY:
                wanted = self.length_unit.said(self.before_spin)
                return Refusal(f"it turns on the spot only after driving {wanted}", self.rule)
        return None

    def judge_sweep(self, sweep: Sweep) -> Refusal | None:
        """Off the table, into something, or against the rulebook; the end as it is kept has to be free too."""
        standing = self._standing(sweep.way.end.kept())
        inside = self._on_table(sweep.box) and self._on_table(standing.box)
        if not inside and (refusal := self.refuse_leaving()) is not None:
            return refusal
        met = [(after, name) for name, other in self.others.items() if (after := sweep.met(other)) is not None]
        for after, name in sorted(met):
            if (refusal := self.refuse_meeting(name, after)) is not None:
                return refusal
        return self.refuse_sweep(sweep) or self._refuse_end(standing, sweep.way.length)

    def _on_table(self, box: Box) -> bool:
        left, top, right, bottom = box
        return min(left, top) >= -TINY and right <= self.width + TINY and bottom <= self.height + TINY

    def _refuse_end(self, standing: Sweep, after: float) -> Refusal | None:
        """Places are kept to the hundredth, so an end that only just fits may not."""
        for name, other in self.others.items():
            if standing.clearance(other) < -TINY and (refusal := self.refuse_meeting(name, after)) is not None:
                return refusal
        return None

    # ------------------------------------------------------------------ what is shown
    def left(self, words: Sequence[str]) -> float:
        """How much of the length is left after these pieces, which must make sense."""
        return max(0.0, self.length - self.drive(words).way.length) if words else self.length

    def track(self, words: Sequence[str]) -> Sequence[str]:
        """The way of an answer for drawing, allowed or not."""
        drive = self.read(words)
        return [] if isinstance(drive, Refusal) else [spot_text(spot) for spot in drive.way.points()]

    def path(self, words: Sequence[str]) -> Sequence[str]:
        return [] if self.refuse(words) is not None else self.track(words)

    def cost(self, words: Sequence[str]) -> str:
        driven, heading = self.drive(words).way.length, self.end(words).heading
        return f"{driven:.1f} of {self.length:g} {self.length_unit.short}, then faces {way_words(heading)}"

    def stands(self, words: Sequence[str]) -> Sequence[tuple[float, float, float]]:
        """Where it would stand; of a base that is not round, the disc within it."""
        if isinstance(self.read(words), Refusal):
            return []
        end = self.end(words)
        corners = self.base.corners
        return [(end.x, end.y, self.base.radius or min(abs(value) for corner in corners for value in corner))]

    def patches(self, words: Sequence[str]) -> Sequence[Patch]:
        """The shape of a base that is not round, where it would stand."""
        if len(self.base.corners) == 1 or isinstance(self.read(words), Refusal):
            return []
        return [Patch(self.base.at(self.end(words)).corners, "ghost")]

    def faces(self, words: Sequence[str]) -> float | None:
        return None if isinstance(self.read(words), Refusal) else self.end(words).heading

    # ------------------------------------------------------------------ ways to choose from
    def tries(self) -> Iterator[list[str]]:
        """Ways that a driver would think of: straight on, a turn early or late, two turns, turns on the spot."""
        finals = [*self._finals()]
        yield from ([final] for final in finals)
        for share, side, wide in product(SHARES, SIDES, WIDER):
            before = [f"straight={round(share * self.length, 2):g}"] if share else []
            bends = self._bends(side, self.length * (1 - share), wide)
            yield from ([*before, bend, final] for bend in bends for final in finals)
            yield [*before, self._bend(side, REST, wide)]
        for one, other in (("left", "right"), ("right", "left")):
            pairs = zip(*(self._bends(side, self.length / 2) for side in (one, other)), strict=True)
            yield from ([*pair, final] for pair in pairs for final in finals)
        if self.spin:
            first = f"straight={max(self.before_spin, 0.01):g}"
            spins = (turn * sign for turn in TURNS if turn <= self.spin for sign in (1, -1))
            yield from ([first, f"spin={turn}", final] for turn in spins for final in finals)

    def _bends(self, side: str, length: float, wide: int = 1) -> Iterator[str]:
        """Arcs to a side that are no longer than this."""
        turns = (turn for turn in TURNS if Arc(turn, self.radius * wide).length < length)
        return (self._bend(side, turn, wide) for turn in turns)

    def _bend(self, side: str, turn: int | str, wide: int) -> str:
        """An arc at so many times the tightest radius, which needs no words: they would round it."""
        return f"{side}={turn}" if wide == 1 else f"{side}={turn}@{round(self.radius * wide, 2):g}"

    def _finals(self) -> Iterator[str]:
        """Last pieces: all that is left, and less where that is allowed."""
        yield f"straight={REST}"
        if not self.exactly:
            yield from (f"straight={round(self.length * number / STEPS, 2):g}" for number in range(1, STEPS))

    def answers(self) -> Iterator[list[str]]:
        """Those of them that are allowed, or else winding ones; staying where it is, where that is."""
        if self.may_stay:
            yield ["straight=0"]
        yield from filter(None, self._judged())

    def _judged(self) -> Iterator[list[str] | None]:
        """Way by way those to choose from that are allowed, None for one that is not; winding ones if none is."""
        none = True
        for words in self.tries():
            allowed = self.refuse(words) is None
            none = none and not allowed
            yield words if allowed else None
        if none:
            yield from self.winding

    def can_drive(self) -> bool:
        """Whether it is offered a way at all."""
        return any(self._judged())

    def is_hemmed_in(self) -> bool:
        """Whether it is proved that it has no way of all its length; False tells nothing."""
        bargains, base = [*self.bargains()], self.base.radius
        proofs = (is_hemmed_in(self.outset, base, gear.radius, gear.first, bodies) for gear, bodies in bargains)
        return bool(bargains) and all(proofs)

    @cached_property
    def winding(self) -> list[list[str]]:
        """Ways of many bends, for who has no other; not even looked for where it is proved that there is none."""
        if not self.exactly or self.is_hemmed_in():
            return []
        searches = (winding_ways(self.outset, self.base.radius, *bargain) for bargain in self.bargains())
        for ways in chain.from_iterable(searches):
            if found := [words for words in map(self._words, ways) if self.refuse(words) is None]:
                return found
        return []

    def _words(self, pieces: Sequence[Piece]) -> list[str]:
        """The answer that means these pieces, the last of them as long as is left."""
        words = []
        for piece in pieces:
            size = REST if piece is pieces[-1] else f"{abs(piece.turn if isinstance(piece, Arc) else piece.length):g}"
            if isinstance(piece, Straight):
                words.append(f"straight={size}")
            elif piece.radius:
                at = "" if piece.radius == self.radius else f"@{piece.radius:g}"
                words.append(f"{'right' if piece.turn > 0 else 'left'}={size}{at}")
            else:
                words.append(f"spin={piece.turn:g}")
        return words

    def sample_answer(self, chooser: Chooser) -> list[str]:
        free = (words for words in by_chance(list(self.tries()), chooser) if self.refuse(words) is None)
        return next(free, ["straight=0"] if self.may_stay else [])

    def survey(self) -> Iterator[tuple[str, str] | None]:
        for words in self._judged():
            yield (spot_text(self.end(words).spot), "") if words else None

    def cells_after(self, words: Sequence[str]) -> Mapping[str, str]:
        """Where ways that begin so can end; looked for bit by bit."""
        drive = self.read(words)
        if isinstance(drive, Refusal):
            return {}
        start = evolve(drive.way.end, heading=self.end(words).heading)
        return Sought(evolve(self, start=start, length=self.left(words)))

    def toward(self, goal: Spot, words: Sequence[str] = ()) -> list[str]:
        """A good guess at a way on from these pieces to a place: one arc and straight on, as far as it may go."""
        pose, left = (self.drive(words).way.end if words else self.outset), self.left(words)
        way = toward(pose, goal, self.radius)
        if way is None:
            return [*words, f"straight={REST}"]
        arc, straight = way
        side = "right" if arc.turn > 0 else "left"
        if arc.length >= left - TINY:
            return [*words, f"{side}={REST}"]
        bend = [f"{side}={abs(arc.turn):.2f}"] if abs(arc.turn) >= 0.01 else []
        all_of_it = self.exactly or straight.length >= left - arc.length - 2 * HUNDREDTH
        last = REST if all_of_it else f"{straight.length:.2f}"
        return [*words, *bend, f"straight={last}"]
