"""The state of a TechCommander battle: units with their places and all that lies on them, players, the table."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, TypeVar

from attrs import define, evolve, field

from tabletop_tui.engine.codec import added
from tabletop_tui.engine.durations import Lasting, has
from tabletop_tui.engine.spawned_units import next_label
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battlefield import Battlefield
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE, Force, Gear, Sheet, Weapon
from tabletop_tui.rules.techcommander.state.scenario import BASE_ACTIONS, Scenario
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.skirmish.battle import TableBattle, TableUnit
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.region_cache import Kept, boxed

SEAT_LETTERS = "ABCDEF"
T = TypeVar("T")
SIDES = 20
"""The die that is rolled to hit and for almost everything else."""
IN_THE_RED = 5
"""Whoever has so much life or less is critically damaged (TC-RED-1)."""
ELIMINATED, EVACUATED, LEFT = "eliminated", "evacuated", "left"
"""Why a unit is gone: removed at the end of a turn, safe at the edge (TC-EVAC-1), or its player gave up ..."""
GIVEN = "given away"
"""... or gave it to an opponent, with whom it is another one (TC-SKB-17)."""
REVEALED, UNSHIELDED, HOT_DROPPED, LOOTED = "revealed", "gear off", "hot dropped", "looted"
"""Battle statuses to the end of the turn (TC-REVEALED-2, TC-OMEGA-4, TC-INFIL-1, TC-LOOT-1), several at once if it so
comes (TC-STATUS-1)."""


@define(slots=False)
class Unit(TableUnit):
    """Whatever a player controls, one model (TC-UNIT-1, TC-UNIT-2), and all that lies on it; gear is no unit.

    What is inside is replaced when it changes, never altered in place.
    """

    id: str
    seat: int
    sheet: Sheet = field(eq=False, repr=False)
    models: Spots = field(default=(), on_setattr=boxed)
    """Where its base stands, one place; () while it is not on the table."""
    on: str = GROUND
    """The surface on which it stands: the id of a piece, GROUND for the table itself (TC-OCC-1)."""
    facing: float = 0.0
    """Of its base, in degrees clockwise from north."""
    life: int = FULL_LIFE
    """Below 0 as well (TC-DMG-5); of a troop that of its power armour (TC-ECBS-4)."""
    gone: str = ""
    """Why it is out of the game; '' while it is in it."""

    # -- this turn
    acted: int = 0
    """The actions that it has been given (TC-ACT-1)."""
    done: bool = False
    """Whether it counts as having acted for all of them (TC-PASS-1)."""
    fired: tuple[str, ...] = ()
    """The copies of weapons that it has used (TC-MSV-2), by their names in `Sheet.arms`."""
    returned: bool = False
    """Whether it has made its return attack of one who is dug in (TC-DUG-5)."""

    # -- this action
    moved: float = 0.0
    """How far it has gone, in centimetres (TC-HIT-12)."""
    limps: bool = False
    """Whether it has failed its jury rig: half speed, no fire control (TC-RED-3, TC-RED-5)."""
    whole: bool = True
    """Whether it had all of its life when the action began (TC-PTS-4)."""
    stopped: bool = False
    """Whether it goes no further in this action, as a sentry made it (TC-SENTRY-5) ..."""
    rigged: bool = added(False)
    """... and whether it may fire all the same (TC-SENTRY-6)."""
    hatch_fired: bool = False
    """Whether it has fired from the hatch while its host acted (TC-UNBUT-2)."""

    # -- until something ends it
    lasting: tuple[Lasting, ...] = ()
    """REVEALED, UNSHIELDED, HOT_DROPPED, LOOTED, each to the end of the turn."""
    uses: dict[str, int] = field(factory=dict)
    """How often expendable weapons and gear have been used, by their names in `Sheet.arms` and `Sheet.kit`."""
    posted: float | None = None
    """The direction that it covers, posted up, in degrees clockwise from north (TC-POSTUP-1)."""
    readied: int = 0
    """The turn in which it was readied, 0 for not (TC-READY-1) ..."""
    ready_moved: bool = False
    """... and whether it moved in that action (TC-READY-2)."""
    dug_in: bool = False
    infiltrated: bool = False
    group: str = ""
    """The id of the first unit of its rallied group; '' for none (TC-RALLY-4)."""
    aboard: str = ""
    """The carrier to which it is attached (TC-ATTACHED-1) ..."""
    hatch: bool = False
    """... standing in its hatch (TC-ATTACHED-4) ..."""
    crewing: bool = False
    """... or as one of its crew (TC-BOARD-2)."""
    crew: int = 0
    """How many crew it now (TC-ACT-5): of its own crew, and those aboard who hold a post (`crewing`)."""
    lost_kit: tuple[str, ...] = ()
    """What was dropped or taken from it (TC-LOOT-2), by names in `Sheet.arms` and `Sheet.kit` ..."""
    found_kit: tuple[str, ...] = ()
    """... and what it has taken, as 'B2/rifle-1'."""
    looter: str = ""
    """Who takes from it when damage is resolved (TC-LOOT-2)."""

    # -- deathmatch
    entered: int = 0
    """The turn during which it came into play; 0 for at its start (TC-PTS-7)."""
    off_cap: bool = False
    """Whether it does not count against the cap (TC-PERK-8)."""
    wager: bool = False
    tempest: bool = False
    """Whether it sees everybody (TC-SKB-3)."""
    hero: int = 0
    """What it brings if it survives the game (TC-SKB-10)."""
    killer: int | None = None
    """The seat that eliminated it, whose are its passengers too (TC-DMCREW-1); None for nobody's."""
    box: Box = field(init=False, eq=False, repr=False)
    radius: float = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.models, self.radius = self.models, self.sheet.radius

    # ------------------------------------------------------------------ what it is

    @property
    def waits(self) -> bool:
        """Whether an action of this turn was spent on being posted up or readied, and another would end that."""
        return self.acted > 0 and (self.posted is not None or self.readied > 0)

    @property
    def why_gone(self) -> str:
        return f"{self.name} is out of the game: {self.gone}" if self.gone else ""

    @property
    def ac(self) -> int:
        return self.sheet.ac

    @property
    def at(self) -> Spot:
        """Where it stands; only of one that is on the table."""
        return self.models[0]

    @property
    def on_table(self) -> bool:
        return bool(self.models)

    @property
    def in_play(self) -> bool:
        """Whether it is on the table or aboard (an eliminated one is so until the turn ends: TC-PHASE-5, TC-GEN-5)."""
        return not self.gone and bool(self.models or self.aboard)

    @property
    def eliminated(self) -> bool:
        return self.life <= 0

    @property
    def in_the_red(self) -> bool:
        return self.life <= IN_THE_RED

    def has(self, status: str) -> bool:
        """Whether one of the statuses that last is in force for it."""
        return has(self, status)

    @property
    def hidden(self) -> bool:
        """Whether it cannot be targeted (TC-INFIL-3)."""
        return self.infiltrated and not self.has(REVEALED)

    # ------------------------------------------------------------------ what it can do
    @property
    def crewed(self) -> bool:
        """Whether its crew is complete now; only as long as it is not does it lose anything (TC-ACT-5, TC-ACT-9)."""
        return self.crew >= self.sheet.card.crew

    @property
    def abandoned(self) -> bool:
        """Whether it wants crew and has none: out of its player's control (TC-DISEMBARK-3)."""
        return self.sheet.card.crew > 0 and self.crew <= 0

    @property
    def most_actions(self) -> int:
        """How many it may be given in a turn (TC-MSV-1, TC-UNIT-4, TC-UNIT-5, TC-ACT-6)."""
        return 2 if self.sheet.kind == "msv" and self.crewed else 1

    @property
    def speed(self) -> float:
        """What is left of its speed in this action (TC-RED-3)."""
        return self.full_speed / 2 if self.limps else self.full_speed

    @property
    def full_speed(self) -> float:
        """Its speed without any modifiers, with what it carries now (TC-EQUIP-2)."""
        return self.sheet.speed_without(self.lost_kit) if self.lost_kit else self.sheet.speed

    def left(self, copy: str) -> int | None:
        """How often a weapon or a piece of gear can still be used; None without end."""
        thing = self.sheet.arms.get(copy) or self.sheet.kit[copy]
        return thing.rounds - self.uses.get(copy, 0) if thing.rounds else None

    def weapons(self) -> dict[str, Weapon]:
        """The copies that it carries now."""
        return {copy: weapon for copy, weapon in self.sheet.arms.items() if copy not in self.lost_kit}

    def gear(self) -> dict[str, Gear]:
        """The copies that somebody can use now: none of a machine that nobody crews (TC-DISEMBARK-3)."""
        if self.abandoned:
            return {}
        return {copy: gear for copy, gear in self.sheet.kit.items() if copy not in self.lost_kit}

    def use(self, copy: str) -> None:
        """Spend one use of a weapon or a piece of gear."""
        self.uses = {**self.uses, copy: self.uses.get(copy, 0) + 1}


@frozen
class Player:
    """A player's purse of actions and what else is his."""

    base: int = 0
    """The base actions that are left to him this turn ..."""
    command: int = 0
    """... and those that command units and skulls add (TC-CMD-1, TC-SKB-18)."""
    passed: bool = False
    initiative: int = 0
    conceded: bool = False
    score: int = 0
    """Points of kills, or of a deathmatch."""
    recon: int = 0
    """Points of recon tokens (TC-SCEN-6)."""
    kills: int = 0
    """Kills ever made (TC-DM-13) ..."""
    spent: int = 0
    """... and the chips of them that were spent."""
    deaths: int = 0
    cap: int = 0
    boost: int = 0
    """What perks add to his initiative: 2, 0 or -2 (TC-PERK-3, TC-PERK-4)."""
    bids: tuple[int, ...] = ()
    """The boosts of which that is the sum."""
    overwatch: bool = False
    """Whether he has one action more in a turn (TC-SKB-18) ..."""
    overwatch_ends: bool = False
    """... and whether this turn is the last."""
    spawn: int = -1
    """The spawn point that he has drawn; the alternates come after the others; -1 for none."""
    appeals: bool = False
    """Whether he may choose an alternate one (TC-PERK-5)."""
    ninjas: int = 0
    """Those that come with his next respawn (TC-SKA-8) ..."""
    chooses_spawn: bool = False
    """... the point of which he chooses first."""
    wagers: bool = False
    """Whether he may claim a wager now (TC-WAGER-1)."""
    rescues: bool = False
    """Whether he has tried to save crews this turn, in place of reinforcements (TC-DMCREW-4)."""
    hot: tuple[str, ...] = ()
    """The units that he has announced to drop (TC-HOT-1)."""
    content: bool = False
    """Whether he has confirmed the deployment as it is (TC-SKIR-5)."""


@frozen
class Cloud:
    """Smoke (TC-SMOKE-1)."""

    spot: Spot
    radius: float
    height: float
    """Of its top over the surface on which it lies ..."""
    foot: float = 0.0
    """... and of that surface."""


@frozen
class Bubble:
    """A bubble shield (TC-BUBBLE-5)."""

    id: str
    seat: int
    spot: Spot
    foot: float = 0.0
    """How high the surface is on which it lies."""
    life: int = FULL_LIFE
    """0 for one that was eliminated this turn: no other may be dropped there (TC-BUBBLE-13)."""


@frozen
class Doing:
    """The action that is under way."""

    kind: str
    """The key of the action."""
    seat: int
    units: tuple[str, ...]
    """Those who take part."""
    scans: tuple[str, ...] = ()
    """Those of them who run supporting scans (TC-RALLY-12)."""
    watched: tuple[str, ...] = ()
    """The sentries that have fired in it (TC-SENTRY-2)."""


@define(slots=False)
class Battle(TableBattle[Unit]):
    """All that can change in a battle, with the table, the forces and the scenario, which do not."""

    copied: ClassVar[tuple[str, ...]] = ("damage",)
    table: Battlefield
    scenario: Scenario
    forces: tuple[Force, ...]
    teams: tuple[int, ...]
    seat_names: tuple[str, ...]

    units: dict[str, Unit] = field(factory=dict)
    players: tuple[Player, ...] = ()
    turn: int = 0
    phase: str = "Set-up"
    order: tuple[int, ...] = ()
    """The seats by initiative, the lowest first (TC-PHASE-1)."""
    round: int = 0
    """The base round of this turn, then the command rounds (TC-PHASE-3, TC-PHASE-4) ..."""
    go: int = 0
    """... and whose go it is in it, as a place in `order`."""
    doing: Doing | None = None
    damage: dict[str, int] = field(factory=dict)
    """The life that pieces of terrain have lost, by id ..."""
    ruins: tuple[str, ...] = ()
    """... and those that are destroyed."""
    clouds: tuple[Cloud, ...] = ()
    cleared: bool = False
    """Whether smoke does nothing for the rest of the turn (TC-SKB-11)."""
    bubbles: tuple[Bubble, ...] = ()
    skull: Spot | None = None
    claimed: str = ""
    """The unit that has claimed the skull in the action that is under way (TC-SKULL-6)."""
    tokens: tuple[Spot, ...] = ()
    """Of a recon (TC-SCEN-5)."""
    objectives: tuple[str, ...] = ()
    """The pieces to be destroyed in an invasion (TC-SCEN-10)."""
    attacker: int | None = None
    """The seat that attacks in a raid or an invasion, None in any other game (TC-SCEN-10)."""
    drops: tuple[Spot, ...] = ()
    """The points from which the attacker of a raid drops (TC-SCEN-3)."""
    marked: str = ""
    """The unit of which Pestilence pays ..."""
    marker: int | None = None
    """... this seat the points (TC-SKA-6)."""
    kept: Kept = field(factory=Kept, init=False, eq=False, repr=False)
    """What was found out about the table as it stands; no part of the game, and not saved."""

    def ground(self) -> Hashable:
        return self.ruins, self.clouds, tuple([unit.on for unit in self.units.values()])

    def stand(self, unit_id: str, where: str) -> None:
        """There it stands on the highest surface (TC-OCC-1)."""
        super().stand(unit_id, where)
        unit = self.units[unit_id]
        floors = [piece for piece in self.standing() if piece.type.stands and piece.body.holds(unit.at)]
        unit.on = max(floors, key=lambda piece: piece.body.top).id if floors else GROUND

    # ------------------------------------------------------------------ sides
    def allied(self, one: int, other: int) -> bool:
        return self.teams[one] == self.teams[other]

    def side(self, seat: int) -> list[Unit]:
        """The units of a seat that are in play, those aboard and those just eliminated too."""
        return [unit for unit in self.units.values() if unit.seat == seat and unit.in_play]

    def controlled(self, seat: int) -> list[Unit]:
        """The same without machines that nobody crews: those are out of its control (TC-DISEMBARK-3)."""
        return [unit for unit in self.side(seat) if not unit.abandoned]

    def enemies(self, seat: int) -> list[Unit]:
        """The units on the table that are of another team."""
        return [unit for unit in self.on_table() if not self.allied(unit.seat, seat)]

    def passengers(self, host: Unit) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.aboard == host.id]

    def detach(self, unit: Unit) -> None:
        """A unit is aboard of nothing any more; whoever crewed leaves his post (TC-DISEMBARK-3, TC-OFFLOAD-5)."""
        if unit.crewing:
            self.units[unit.aboard].crew -= 1
        unit.aboard, unit.hatch, unit.crewing = "", False, False

    def group(self, unit: Unit) -> list[Unit]:
        """The rallied group of a unit; itself alone where it is in none."""
        if not unit.group:
            return [unit]
        return [one for one in self.units.values() if one.group == unit.group and one.in_play]

    def alter(self, seat: int, **changes: Any) -> None:
        """Change what is a player's."""
        self.players = tuple(
            evolve(player, **changes) if number == seat else player for number, player in enumerate(self.players)
        )

    def born(self, seat: int, sheet: Sheet) -> Unit:
        """A unit that comes into play now, not on the table yet (TC-PHASE-2, TC-PHASE-7)."""
        unit = new_unit(next_label(SEAT_LETTERS[seat], self.units), seat, sheet)
        unit.entered = self.turn
        self.units = {**self.units, unit.id: unit}
        return unit

    # ------------------------------------------------------------------ the purse (TC-GEN-3, TC-CMD-1)
    def purse(self, seat: int) -> int:
        """The actions that a player has left this turn."""
        player = self.players[seat]
        return player.base + player.command

    def pay(self, seat: int) -> None:
        """One action of his is used: a base one as long as there are any (TC-PHASE-4)."""
        player = self.players[seat]
        if player.base:
            self.alter(seat, base=player.base - 1)
        else:
            self.alter(seat, command=player.command - 1)

    @property
    def base_actions(self) -> int:
        return BASE_ACTIONS[self.scenario.game]

    # ------------------------------------------------------------------ the table
    def standing(self) -> list[Feature]:
        """The pieces of terrain that are not destroyed, and what others have left (TC-TERR-1, TC-TERR-2)."""
        return self.table.standing(self.ruins)

    def foot(self, unit: Unit) -> float:
        """How high the surface is on which a unit stands, in centimetres."""
        if unit.on == GROUND:
            return 0.0
        top = self.table.piece(unit.on).top
        assert top is not None
        return top

    def piece_life(self, piece: Feature) -> int:
        return FULL_LIFE - self.damage.get(piece.id, 0)


def new_battle(
    scenario: Scenario, forces: tuple[Force, ...], teams: tuple[int, ...], seat_names: tuple[str, ...]
) -> Battle:
    """The battle before its first step: every unit bought, none placed."""
    battle = Battle(scenario.table, scenario, forces, teams, seat_names)
    battle.players = tuple(Player(cap=scenario.cap) for _ in forces)
    if scenario.game == "deathmatch":
        return battle  # a force is what its player may spawn besides the pool (TC-DM-1)
    for seat, force in enumerate(forces):
        for number, sheet in enumerate(force.units, 1):
            name = f"{SEAT_LETTERS[seat]}{number}"
            battle.units[name] = new_unit(name, seat, sheet)
    return battle


def new_unit(name: str, seat: int, sheet: Sheet) -> Unit:
    """A fresh unit that is not on the table."""
    return Unit(name, seat, sheet, crew=sheet.card.crew)
