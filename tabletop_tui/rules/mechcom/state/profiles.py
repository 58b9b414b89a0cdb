"""What a MECHCOM roster holds: mech sheets, weapons and their perks, abilities, deployables, pilots, squads.

Everything here is data (attrs, read by the converter of `sheet_reading`) and never changes during a game.
"""

from __future__ import annotations

from typing import Literal

from attrs import evolve, field

from tabletop_tui.engine.modifiers import Modifier, Tally
from tabletop_tui.records import frozen

FACTIONS = ("I.C.S.E.", "Sha'Viðaar", "HERAKLES", "Corpro", "Scrap Monkeys")
MERCENARY = "Mercenary"

CONDITIONS = (
    "Blinded",
    "Burned",
    "Corroded",
    "Hacked",
    "Immobilized",
    "Invisible",
    "Malfunctioning",
    "Shocked",
    "Stunned",
    "Submerged",
    "Tethered",
)

STATS = ("energy", "movement", "sensors", "stability", "strength", "armour", "integrity")
STAT_RULES = {
    "energy": "MC-STAT-1",
    "movement": "MC-STAT-3",
    "sensors": "MC-STAT-5",
    "stability": "MC-STAT-6",
    "strength": "MC-STAT-8",
    "armour": "MC-STAT-9",
    "integrity": "MC-STAT-10",
}


@frozen
class Stats:
    """The seven stats of a sheet; a stat that is left out counts as 0 (MC-DEPLOY-1)."""

    energy: int = 0
    movement: int = 0
    sensors: int = 0
    stability: int = 0
    strength: int = 0
    armour: int = 0
    integrity: int = 1


@frozen
class Perks:
    """The perks of a weapon (MC-PERK); numbers are 0 and lists empty where it has none."""

    ammo: int = 0
    artillery: bool = False
    backfire: int = 0
    barrage: bool = False
    blast: bool = False
    conditions: tuple[str, ...] = ()
    """As in 'Burned' or 'Tethered 3'."""
    critical_conditions: tuple[str, ...] = ()
    flurry: bool = False
    heavy: bool = False
    multi: bool = False
    rend: int = 0
    sniper: bool = False
    superheated: bool = False
    tracker: bool = False
    ultralight: bool = False
    volatile: int = 0


@frozen
class Weapon:
    """A weapon: range in hexes (None for melee), damage an unblocked hit, attack dice, perks (MC-SHEET-8)."""

    name: str
    range: int | None
    damage: int
    attacks: int
    """The dice of one attack (MC-WEAP-3)."""
    perks: Perks = Perks()
    profile: str = ""
    """The profile that may use it, '' for every profile (MC-SHEET-10)."""

    @property
    def melee(self) -> bool:
        return self.range is None


UNARMED = Weapon("Unarmed", None, 0, 1)
"""One die, and 1D3 damage instead of a number (MC-MELEE-2, MC-MELEE-5). All other dice are D6s (MC-DICE-1)."""


# ---------------------------------------------------------------- what abilities do
@frozen
class Swim:
    """Passive: may enter water, and is Submerged there."""

    kind: Literal["swim"] = "swim"


@frozen
class Fly:
    """Passive: ignores every penalty for height (MC-STAT-4)."""

    kind: Literal["fly"] = "fly"


@frozen
class Programming:
    """Passive: at this many Heat tokens it becomes Malfunctioning; clearing that removes all Heat (MC-SHEET-3)."""

    heat: int = 6
    kind: Literal["programming"] = "programming"


@frozen
class HotReactor:
    """Passive: as the target of an attack it gains 1 Heat for each critical hit in the roll (MC-SHEET-4)."""

    kind: Literal["hot-reactor"] = "hot-reactor"


@frozen
class AttackAllWithin:
    """A ranged attack against each enemy model within `range`, then Heat for the attacker (MC-SHEET-5)."""

    range: int
    attacks: int
    damage: int
    heat: int = 0
    kind: Literal["attack-all-within"] = "attack-all-within"


@frozen
class VentHeat:
    """Removes all Heat tokens of the user (MC-SHEET-6)."""

    kind: Literal["vent-heat"] = "vent-heat"


@frozen
class Deploy:
    """Puts a deployable of this sheet on a free adjacent hex."""

    what: str
    kind: Literal["deploy"] = "deploy"


@frozen
class Shield:
    """Reactive, when shot at: Armour rises by `armour` for that attack."""

    armour: int = 1
    kind: Literal["shield"] = "shield"


@frozen
class Evade:
    """Reactive, when targeted: moves up to `hexes`; the attack fails if it is no longer legal."""

    hexes: int = 1
    kind: Literal["evade"] = "evade"


@frozen
class TakeCondition:
    """The user gets a condition, until the end of its next activation where that is given."""

    condition: str
    until_next_activation: bool = True
    kind: Literal["take-condition"] = "take-condition"


@frozen
class ClearCondition:
    """A friend within `range` (None: within Sensors), the user too, loses one condition of the owner's choice.

    `only` limits the choice to one condition.
    """

    range: int | None = None
    only: str = ""
    kind: Literal["clear-condition"] = "clear-condition"


@frozen
class Restore:
    """A friend within `range` gets back `integrity`, not above its full value."""

    integrity: int
    range: int = 1
    kind: Literal["restore"] = "restore"


@frozen
class InflictAround:
    """Each enemy model within `range` gets a condition."""

    condition: str
    range: int = 1
    kind: Literal["inflict-around"] = "inflict-around"


@frozen
class Redeploy:
    """Pregame: one own mech is placed anew in its zone."""

    kind: Literal["redeploy"] = "redeploy"


@frozen
class MarkEnemy:
    """Pregame: Spot tokens on an enemy model."""

    tokens: int = 1
    kind: Literal["mark-enemy"] = "mark-enemy"


Effect = (
    Swim
    | Fly
    | Programming
    | HotReactor
    | AttackAllWithin
    | VentHeat
    | Deploy
    | Shield
    | Evade
    | TakeCondition
    | ClearCondition
    | Restore
    | InflictAround
    | Redeploy
    | MarkEnemy
)

Timing = Literal["action", "passive", "reactive", "pregame", "start"]


@frozen
class Ability:
    """An ability: its cost in Energy (0 where the sheet says X), when it is used, how often, what it does."""

    name: str
    effect: Effect
    cost: int = 0
    timing: Timing = "action"
    limit: int = 0
    """Limit X: uses a game; 0 for no limit (MC-TAG-1)."""
    profile: str = ""
    text: str = ""
    """What it does, in one line of our own words, for the card."""

    @property
    def bracket(self) -> str:
        """As the sheet prints it: cost first, then the tags (MC-SHEET-7)."""
        tags = [self.timing.capitalize()] if self.timing in ("passive", "reactive", "pregame") else []
        tags += ["Start of round"] if self.timing == "start" else []
        tags += [f"Limit {self.limit}"] if self.limit else []
        return ", ".join([str(self.cost) if self.cost else "X", *tags])


Kind = Literal["mech", "deployable", "wing", "building", "ice"]


@frozen
class Sheet:
    """All the values of one model: a mech with its profile and pilot, a deployable or a Wing (MC-SHEET-1)."""

    name: str
    kind: Kind
    stats: Stats
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    faction: str = ""
    profile: str = ""
    pilot: str = ""
    cost: int = 0
    bonuses: tuple[tuple[str, Modifier], ...] = ()
    """What the pilot changes, already inside `stats`: (stat, modifier)."""
    tallies: dict[str, Tally] = field(init=False, eq=False, repr=False)
    """Each stat as the sheet gives it, the pilot's part named."""
    effects: frozenset[str] = field(init=False, eq=False, repr=False)
    """The kinds of effect that its abilities have."""

    def __attrs_post_init__(self) -> None:
        # Asked for at every roll, so made once; a frozen class sets its own fields this way.
        object.__setattr__(self, "tallies", {stat: self._tally(stat) for stat in STATS})
        object.__setattr__(self, "effects", frozenset(ability.effect.kind for ability in self.abilities))

    def _tally(self, stat: str) -> Tally:
        extra = tuple(modifier for name, modifier in self.bonuses if name == stat)
        base = getattr(self.stats, stat) - sum(modifier.value for modifier in extra)
        return Tally(stat.capitalize(), base, self.name, STAT_RULES[stat], extra)


# ---------------------------------------------------------------- what a roster sells
@frozen
class MechEntry:
    """A mech for sale: its sheet for every profile, and what each profile costs more."""

    id: str
    name: str
    cost: int
    stats: Stats
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    profiles: dict[str, int] = field(factory=dict)
    tag: str = ""


@frozen
class PilotEntry:
    """A pilot for hire (MC-PILOT)."""

    id: str
    name: str
    type: Literal["Regular", "Ace", "Mercenary"]
    cost: int
    bonus: dict[str, int] = field(factory=dict)
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    requires: tuple[str, ...] = ()
    """The ids of the mechs it may pilot; empty for any."""


@frozen
class DeployableEntry:
    """A deployable or Wing that some ability puts on the table."""

    id: str
    name: str
    kind: Literal["deployable", "wing"]
    stats: Stats
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()

    def sheet(self, faction: str) -> Sheet:
        return Sheet(self.name, self.kind, self.stats, self.weapons, self.abilities, faction)


def equip(mech: MechEntry, faction: str, profile: str, pilot: PilotEntry | None) -> Sheet:
    """The sheet of a mech as bought: what needs another profile is left out, the pilot's bonus is inside.

    It costs what the mech, the profile and the pilot cost (MC-SHEET-11).
    """
    weapons = tuple(weapon for weapon in mech.weapons if weapon.profile in ("", profile))
    abilities = tuple(ability for ability in mech.abilities if ability.profile in ("", profile))
    stats, cost = mech.stats, mech.cost + mech.profiles.get(profile, 0)
    bonuses: tuple[tuple[str, Modifier], ...] = ()
    if pilot is not None:
        weapons += pilot.weapons
        abilities += pilot.abilities
        cost += pilot.cost
        stats = evolve(stats, **{stat: getattr(stats, stat) + value for stat, value in pilot.bonus.items()})
        bonuses = tuple((stat, Modifier(value, pilot.name, "MC-PILOT-1")) for stat, value in pilot.bonus.items())
    name = f"{mech.name} {profile}".strip()
    return Sheet(name, "mech", stats, weapons, abilities, faction, profile, pilot.name if pilot else "", cost, bonuses)


@frozen
class Squad:
    """A squad ready to play: what a game's set-up holds for a seat."""

    name: str
    faction: str
    mechs: tuple[Sheet, ...]
    deployables: dict[str, Sheet] = field(factory=dict)
    """The sheets of what its mechs can deploy, by the id that Deploy names."""

    @property
    def cost(self) -> int:
        return sum(sheet.cost for sheet in self.mechs)
