"""An attack as it is made up, before any die is rolled: who, with which copies of which weapon, at what."""

from __future__ import annotations

from functools import cached_property
from math import hypot

from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.sight import nearest_visible_point, sight, smoke
from tabletop_tui.rules.techcommander.sight.sight import Band
from tabletop_tui.rules.techcommander.state import distances, shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.profiles import Gear, Mode, Weapon
from tabletop_tui.rules.techcommander.state.shot_targets import Mark

OMEGA, AMBUSHED, HATCH = "omega", "ambushed", "hatch"
"""Kinds of shots with rules of their own, as in `Salvo.reaction`."""
HALF = 0.5
"""Of whoever stands in a hatch at least so much is hidden (TC-UNBUT-1)."""


@frozen
class Salvo:
    """What is fired in one attack; steps carry it until the dice are rolled."""

    unit: str
    copies: tuple[str, ...]
    """The linked copies of one weapon, by their names in `Sheet.arms` (TC-LINK-1)."""
    shares: tuple[tuple[str, int], ...] = ()
    """How many dice go at what (TC-HIT-1), named as in `shot_targets`."""
    mode: str = ""
    """The type of round, '' for the first (TC-MODE-2)."""
    nlos: bool = False
    """Whether it is declared as an NLOS shot (TC-NLOS-2)."""
    raised: float = 0.0
    """How high the shooter is in a jump, in centimetres."""
    reaction: str = ""
    """Which reaction it is: 'posted up', 'readied', 'sentry', 'dug in', 'ambushed', 'hatch', 'omega'; '' for none."""
    gear: tuple[str, ...] = ()
    """The defensive gear that is applied to it, as 'B1:ecm-1' (TC-HIT-9)."""
    hits: tuple[tuple[str, int], ...] = ()
    """Once the dice are rolled: how many have hit what."""


@frozen(eq=False)
class Aim:
    """One attacker, one weapon, one target, as they stand now: all that the number to hit is made of."""

    battle: Battle
    unit: Unit
    weapon: Weapon
    target: Mark
    salvo: Salvo

    @property
    def mode(self) -> Mode | None:
        """The type of round; all shots of the attack have the same (TC-MODE-1, TC-MODE-2, TC-MODE-3)."""
        return self.weapon.mode(self.salvo.mode) or next(iter(self.weapon.modes), None)

    @property
    def damage(self) -> int:
        """Of each shot."""
        return (self.mode and self.mode.damage) or self.weapon.damage

    @property
    def ignores(self) -> int:
        """The armour reduction that it ignores."""
        return self.mode.ignores if self.mode else 0

    @property
    def splash(self) -> int:
        return (self.mode and self.mode.splash) or self.weapon.splash

    @property
    def radius(self) -> float:
        """Of its splash, in centimetres."""
        return (self.mode and self.mode.radius) or self.weapon.radius

    @cached_property
    def hidden(self) -> float:
        """The hidden share of the target; of one who stands in a hatch half at least (TC-UNBUT-1).

        Nothing hides anybody from one who sees everybody (TC-SKB-3).
        """
        if self.unit.tempest:
            return 0.0
        share = sight.hidden(self.battle, self.unit, self.target, self.salvo.raised)
        in_hatch = isinstance(self.target, Unit) and self.target.aboard
        return max(HALF, share) if in_hatch else share

    @property
    def at_friend(self) -> bool:
        """Whether the target is a unit of its own side, as in a repair."""
        return isinstance(self.target, Unit) and self.battle.allied(self.unit.seat, self.target.seat)

    @property
    def band(self) -> Band:
        return sight.band(self.hidden)

    @property
    def nlos(self) -> bool:
        """Whether it flies over what is between: declared so, or because nothing shows (TC-NLOS-1, TC-NLOS-2)."""
        return self.weapon.nlos and (self.salvo.nlos or self.band is sight.BLOCKED)

    @cached_property
    def range(self) -> float:
        """In centimetres (TC-RANGE-1): of a direct shot to the nearest point of the base in sight (TC-RANGE-2), of one
        without line of sight, and at what is designated, to the nearest of all (TC-RANGE-3)."""
        battle, viewer, raised = self.battle, shot_targets.stand(self.battle, self.unit), self.salvo.raised
        whole = distances.to_mark(battle, viewer, self.target, raised)
        target = self.target
        if not isinstance(target, Unit) or not target.on_table or self.nlos or not 0 < self.hidden < 1:
            return whole
        flat = nearest_visible_point.visible_flat(battle, viewer, target, raised)
        if flat is None or self.designated:
            return whole
        return max(whole, hypot(max(0.0, flat - viewer.radius), battle.foot(viewer) + raised - battle.foot(target)))

    @cached_property
    def designated(self) -> bool:
        """Whether its side designates the target (TC-LASER-1)."""
        return bool(sight.designators(self.battle, self.unit.seat, self.target))

    @cached_property
    def smoked(self) -> bool:
        """Whether smoke counts: not for NLOS shots, close combat and thermal sights (TC-SMOKE-2, TC-SMOKE-3)."""
        if self.nlos or self.weapon.melee or smoke.sees_heat(self.unit):
            return False
        return smoke.in_the_way(self.battle, self.unit, self.target, self.salvo.raised)

    @cached_property
    def hull_down(self) -> bool:
        """Whether the target is hull down against it (TC-HULL-1); melee asks nobody."""
        target = self.target
        return (
            isinstance(target, Unit)
            and not self.weapon.melee
            and sight.is_hull_down(self.battle, self.unit, target, self.salvo.raised)
        )

    @property
    def jump(self) -> str:
        """The action in which the shooter jumps as it fires, '' for none."""
        doing = self.battle.doing
        jumping = doing is not None and self.unit.id in doing.units and not self.salvo.reaction
        return doing.kind if doing is not None and jumping else ""

    @cached_property
    def shield(self) -> Bubble | None:
        """The bubble shield that its shots strike instead (TC-BUBBLE-6)."""
        return bubble_shields.stopping(self.battle, self.unit, self.target)

    @property
    def plain(self) -> bool:
        """Whether nothing speaks for it: no AC bonus, no fire control (TC-OMEGA-3, TC-AMBUSH-4)."""
        return self.salvo.reaction in (OMEGA, AMBUSHED)

    def applied(self, does: str) -> dict[str, Gear]:
        """The defensive gear of such a kind that the target has applied, by its key in the salvo (TC-HIT-9)."""
        if not isinstance(self.target, Unit):
            return {}
        mine = {key: key.partition(":")[2] for key in self.salvo.gear if key.partition(":")[0] == self.target.id}
        kit = self.target.sheet.kit
        return {key: kit[copy] for key, copy in mine.items() if copy in kit and kit[copy].does == does}


def aim_at(battle: Battle, salvo: Salvo, target: Mark) -> Aim:
    unit = battle.units[salvo.unit]
    return Aim(battle, unit, unit.sheet.arms[salvo.copies[0]], target, salvo)


def aims_of(battle: Battle, salvo: Salvo) -> list[tuple[str, int, Aim]]:
    """Each share of a salvo with its aim; what is not there any more is left out."""
    there = [(key, dice) for key, dice in salvo.shares if shot_targets.there(battle, key)]
    return [(key, dice, aim_at(battle, salvo, shot_targets.mark(battle, key))) for key, dice in there]
