"""The units of a Crimson Dusk battle: sections of men with their places and what lies on them, and vehicles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from attrs import define, evolve, field

from tabletop_tui.engine.codec import ADDED
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.profiles import (
    BULKY,
    FEWEST,
    SPACING,
    Quality,
    Sheet,
    Soldier,
    VehicleType,
    Weapon,
    worst,
)
from tabletop_tui.skirmish.battle import TableUnit
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.region_cache import boxed

SPLIT, RETURNING = 1, 2
"""The part of a section that was split off, in its place or on its way back (CD-REORG-5, CD-REORG-8)."""
VEHICLE = "vehicle"
"""The trait of a model that is a vehicle."""
IN_VEHICLE, WRECKED, ABANDONED = "in its vehicle", "wrecked", "abandoned"
"""Why a section is not there yet, and why a vehicle that still stands on the table plays no more."""
OFF = {side: f"off by the {side} edge" for side in ("north", "south", "west", "east")}
"""Why a vehicle that was driven off the table is gone, and all aboard, by the edge (CD-VEH-2)."""


NOBODY = Soldier()
"""The profile of a man who has just been read from a file, until he has found his own by his id."""


@frozen
class Man:
    """One model that is left, and what lies on it. Turns are numbers of game turns, 0 for never (CD-TURN-4)."""

    id: str
    """The section it was bought in and its number there: 'A2-3'."""
    soldier: Soldier = field(default=NOBODY, eq=False, repr=False)
    part: int = 0
    """SPLIT or RETURNING once it was split off its section (CD-REORG-5)."""
    stunned: int = 0
    """The turn in which it may do nothing (CD-WND-2)."""
    aimed: str = ""
    """The weapon with which it has just aimed (CD-AIM-1)."""
    loading: str = ""
    """The slow weapon for which AP were paid without a break ..."""
    paid: int = 0
    """... and how many (CD-WPN-3)."""
    unready: int = 0
    """The AP that its heavy weapon still needs (CD-TRAIT-8) ..."""
    movers: int = field(default=0, metadata={ADDED: True})
    """... and by how many it is made ready, where that number does not tell (CD-TRAIT-9)."""
    moved: float = 0.0
    """How far it went this turn, in units ..."""
    moved_before: float = 0.0
    """... and in the turn before (CD-HIT-8)."""
    behind: bool = False
    """It was behind an obstacle when it was contacted (CD-MEL-12)."""
    tangled: int = 0
    """The turn in which all ground is difficult for it (CD-AMMO-4)."""
    flashed: int = 0
    """The turn in which it may neither fire nor fight, and moves with one AP only (CD-AMMO-7)."""
    harm: int = 0
    """The damage that a monster has taken (CD-EQ-MONSTER-2)."""
    gunless: int = field(default=0, metadata={ADDED: True})
    """The turn in which it may not fire the gun that it serves in a vehicle (CD-VDAM-1)."""
    done: int = field(default=0, metadata={ADDED: True})
    """The turn whose AP it has spent in another section (CD-CHAR-3, CD-REORG-9)."""
    rides: str = field(default="", metadata={ADDED: True})
    """The vehicle in which it rides, where its section is divided among several; '' for that of the section."""

    @property
    def label(self) -> str:
        """Its number and what it carries, as a question lists it."""
        return f"{self.id.partition('-')[2]} {self.soldier.arms}"


@frozen
class Hull:
    """What lies on a vehicle. Turns are numbers of game turns, 0 for never."""

    heading: float = 0.0
    """Clockwise from north."""
    speed: int = 0
    """Of its latest movement, or as it was declared this turn; below 0 in reverse (CD-VEH-1, CD-VEH-2)."""
    declared: int = 0
    """The turn in which it last took up a speed ..."""
    driven: int = 0
    """... and in which it was last driven."""
    harm: int = 0
    """The damage that it has taken (CD-VTGT-3)."""
    halvings: int = 0
    """So often its Ac/Dc was halved (CD-VDAM-8)."""
    engine: bool = True
    """False once its engine is damaged (CD-VDAM-9)."""
    firm: bool = False
    """Whether its Ac/Dc is raised by firm ground this turn (CD-VEH-9, CD-VEH-10)."""
    fine: bool = True
    """Whether it could have taken up its speed on any ground."""
    bogged: str = ""
    """The piece of terrain in which it is stuck (CD-VEH-5) ..."""
    freed: str = ""
    """... and the one for which it does not roll again (CD-VEH-6)."""
    dazed: int = 0
    """The turn in which it cannot turn nor go faster (CD-VDAM-5, CD-AMMO-8)."""
    stays: int = 0
    """The turn in which it does not move: somebody boards it, or its driver was hit (CD-PASS-2, CD-VDAM-7)."""
    lost: tuple[int, ...] = ()
    """Its weapons that are destroyed, by number (CD-VDAM-6)."""
    raided: int = 0
    """The turn of its last hit and run (CD-VMEL-9)."""
    adrift: bool = False
    """Whether nobody steers it any more and it still has to run out (CD-VTGT-5)."""


@define(slots=False)
class Unit(TableUnit):
    """A section, a vehicle or a personality. What is inside is replaced when it changes, never altered in place."""

    id: str
    seat: int
    sheet: Sheet
    men: tuple[Man, ...] = ()
    """Those that are left ..."""
    models: Spots = field(default=(), on_setattr=boxed)
    """... and where they stand, in the same order; () before deployment and once it is gone."""
    start: int = 0
    """How many it began with, or had when it was joined (CD-PIN-3, CD-REORG-4)."""
    gone: str = ""
    """Why it is no more: 'killed', 'joined', 'fled'; '' while it is there."""
    activated: bool = False
    spent: int = 0
    """The AP that it has spent in this activation."""
    ran: bool = False
    ran_before: bool = False
    """Whether any model ran this turn, and in the turn before (CD-RUN-3)."""
    ground: bool = False
    """Gone to ground (CD-GTG-3) ..."""
    ground_part: str = ""
    """... and which part of a split section only, '' for all (CD-REORG-7)."""
    overwatch: bool = False
    shots: int = 0
    """Received this turn since the last pinning test (CD-PIN-1) ..."""
    shots_off: int = 0
    """... and by the part that was split off, which is tested by itself (CD-REORG-7)."""
    pinned_from: int = 0
    """The turns of its pin, from the one after the failed test ..."""
    pinned_to: int = 0
    """... to the last (CD-PIN-8) ..."""
    pinned_part: str = ""
    """... and which part of a split section it holds: 'main', 'off'; '' for all (CD-REORG-7)."""
    confused_from: int = 0
    """The first turn of its confusion, until it recovers (CD-COH-4, CD-COH-5)."""
    muddled: int = 0
    """The one turn in which it is confused without a test afterwards (CD-REORG-3)."""
    foes: tuple[str, ...] = ()
    """The enemy sections with which it is in melee (CD-ACT-5)."""
    charged: int = 0
    """The turn in whose melee it strikes as one that made contact (CD-MEL-2, CD-MWIN-9)."""
    joined: int = 0
    """The turn in which a personality last tried to join sections (CD-REORG-1)."""
    frozen: int = 0
    """The AP of this activation in which it froze, 0 for none (CD-SR-TERRIFY-1) ..."""
    dreaded: int = 0
    """... and the turn in which it was tested for coming near somebody terrifying."""
    met: int = 0
    """The turn in which its melee began (CD-SR-SAVAGE)."""
    crew: tuple[Man, ...] = ()
    """The crew of a vehicle, the driver first; its only model is the vehicle itself (CD-PASS-1)."""
    hull: Hull | None = None
    """What lies on a vehicle; None for all others."""
    aboard: str = ""
    """The vehicle or wreck that it rides in, and so has no models on the table (CD-PASS) ..."""
    on_top: bool = False
    """... or on (CD-PASS-7)."""
    changed: int = 0
    """The turn in which it last got on or off something that moves, and does not move itself (CD-PASS-3, CD-PASS-4)."""
    box: Box = field(init=False, eq=False, repr=False)
    radius: float = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.models, self.radius = self.models, self.sheet.size / 2

    # ------------------------------------------------------------------ what it is

    @property
    def why_gone(self) -> str:
        return f"{self.does('is')} {self.gone}" if self.gone else ""

    @property
    def left(self) -> int:
        return len(self.men)

    @property
    def soldiers(self) -> tuple[Soldier, ...]:
        return tuple([man.soldier for man in self.men])

    @property
    def hands(self) -> tuple[Man, ...]:
        """Those who do things: the men of a section, the crew of a vehicle."""
        return self.men if self.hull is None else self.crew

    @property
    def type(self) -> VehicleType:
        """What a vehicle is."""
        assert self.sheet.vehicle is not None, self.id
        return self.sheet.vehicle

    @property
    def quality(self) -> Quality:
        """The worst quality in it: of its tests, its spacing, its minimum; of a vehicle its crew's (CD-SKILL-3).

        A split section is tested as one, by the worst of both parts (CD-REORG-6).
        """
        return worst(tuple([man.soldier for man in self.hands])) if self.hands else "Ir"

    @property
    def spacing(self) -> float:
        """Between neighbours, edge to edge, in units (CD-COH-3)."""
        return SPACING[self.quality]

    @property
    def fewest(self) -> int:
        """The minimum number; a personality alone has none (CD-CHAR-7)."""
        return 1 if self.sheet.personality and self.start == 1 else FEWEST[self.quality]

    @property
    def living(self) -> bool:
        return bool(self.men) and not self.gone

    @property
    def fighting(self) -> bool:
        return bool(self.foes)

    @property
    def bulky(self) -> bool:
        """Whether any model has too much armour to go to ground (CD-GTG-2, CD-PIN-6)."""
        return any(soldier.av > BULKY for soldier in self.soldiers)

    def lies(self, man: Man) -> bool:
        """Whether one of its men has gone to ground (CD-GTG-3, CD-REORG-7)."""
        return self.ground and (not self.ground_part or self.ground_part == part_of(man))

    def number(self, man: str) -> int | None:
        """Where in the row a man stands, the crew at the place of their vehicle; None if he is not in it any more."""
        for number, one in enumerate(self.men):
            if one.id == man:
                return number
        return 0 if any(one.id == man for one in self.crew) else None

    def place(self, man: str) -> int:
        """The same of a man who is in it."""
        number = self.number(man)
        assert number is not None, man
        return number

    def spot_of(self, man: str) -> Spot:
        return self.models[self.place(man)]

    def man(self, name: str) -> Man:
        for man in self.men:
            if man.id == name:
                return man
        return next(man for man in self.crew if man.id == name)

    def weapon(self, man: str, name: str) -> Weapon:
        """A weapon that a man carries, or one of his vehicle."""
        gun = next((one for one in self.sheet.mounted if one.id == name), None)
        return gun if gun is not None else self.man(man).soldier.weapon(name)

    # ------------------------------------------------------------------ changes
    def alter(self, names: Iterable[str], **changes: Any) -> None:
        """Change what lies on these men."""
        chosen = frozenset(names)
        self.men = tuple([evolve(man, **changes) if man.id in chosen else man for man in self.men])
        if self.crew:
            self.crew = tuple([evolve(man, **changes) if man.id in chosen else man for man in self.crew])

    def alter_all(self, **changes: Any) -> None:
        self.men = tuple([evolve(man, **changes) for man in self.men])

    def alter_hull(self, **changes: Any) -> None:
        """Change what lies on a vehicle."""
        assert self.hull is not None, self.id
        self.hull = evolve(self.hull, **changes)

    def put(self, places: Mapping[str, Spot]) -> None:
        """Put these men at these places."""
        pairs = zip(self.men, self.models, strict=True)
        self.models = tuple([places.get(man.id, spot) for man, spot in pairs])

    def drop(self, names: Iterable[str]) -> None:
        """Take these men off."""
        lost = frozenset(names)
        if not self.models:  # they ride in a vehicle
            self.men = tuple([man for man in self.men if man.id not in lost])
            return
        left = [(man, spot) for man, spot in zip(self.men, self.models, strict=True) if man.id not in lost]
        self.men = tuple([man for man, _ in left])
        self.models = tuple([spot for _, spot in left])


def part_of(man: Man) -> str:
    """The part of a split section to which a man belongs."""
    return "off" if man.part else "main"


def crew_of(vehicle: str) -> str:
    """What the crew of a vehicle is called as a section of its own, once it has lost its vehicle."""
    return f"{vehicle}c"


@cache
def body_of(kind: VehicleType) -> Soldier:
    """A vehicle itself as a model: it counts as irregular when it is shot at (CD-VTGT-1)."""
    return Soldier("Ir", 0, av=kind.av, traits={VEHICLE: 1})
