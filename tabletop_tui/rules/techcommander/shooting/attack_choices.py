"""Making up a shot (TC-ATK-1): one question for weapon, copies, type of round, direct or not, targets.

Each answer but a target only changes the shot in hand, and the question is put again with the tallies of all targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice, takewhile
from typing import Any

from attrs import define, evolve, field

from tabletop_tui.engine.action import Action, AskAction, NoAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import added
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.option_order import TERRAIN
from tabletop_tui.engine.previews import FUTILE, Preview
from tabletop_tui.engine.question import Answer, Pick, Question, Split, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import return_fire, shot_odds, splash
from tabletop_tui.rules.techcommander.aiming.ready_weapons import link_limit, refuse_copy
from tabletop_tui.rules.techcommander.aiming.shooting_limits import keys, refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_declaration import HATCH, Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.shot_odds import Outcome, preview
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.shooting.defensive_gear_window import DefensiveGear, may_answer
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.limited_use_gear import numbered
from tabletop_tui.rules.techcommander.state.profiles import Mode, Weapon
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.skirmish.battle import always, gone

__all__ = ["AimAt", "ChooseWeapon", "HoldFire", "ToFire", "preview", "refuse_target"]


SCENERY = 3
"""So many pieces of terrain are suggested where no unit can be shot at, the nearest."""


@define(slots=True, repr=False)
class ShotPick(Pick):
    """What to do with the shot in hand."""

    objectives: tuple[str, ...] = field(default=(), kw_only=True)
    """The pieces that are to be destroyed."""

    def suggest(self, few: int) -> list[Answer]:
        """All that can be chosen but scenery, of which there is much and from which there is little to gain."""
        allowed = [option for option in self.options if option.refusal is None]
        most = 0 if any(option.target for option in allowed) else SCENERY
        scenery = [one.key for one in allowed if one.group == TERRAIN and one.key not in self.objectives]
        return [option.key for option in allowed if option.key not in scenery[most:]]


# ---------------------------------------------------------------- with what
@frozen
class ChooseWeapon(AskAction):
    title = "Make up the shot"
    says = "The player picks a weapon, how it is fired, and its targets, with the number of each; or holds his fire."
    unit: str
    target: str = ""
    """The only one that may be shot at, of a reaction; '' for any."""
    copies: tuple[str, ...] = ()
    """The copies that may be fired, of a reaction; () for all."""
    reaction: str = ""
    """Which reaction it is, as in `Salvo`."""
    raised: float = 0.0
    """How high the shooter is in a jump, in centimetres."""
    held: tuple[str, ...] = ()
    """The copies in hand; () for the first that will do."""
    mode: str = ""
    nlos: bool = False
    repairs: bool = False
    """Whether it is a repair of a friend instead of an attack (TC-REPAIR-1)."""
    others: tuple[str, ...] = added(())
    """Besides `target`: those of its group at whom shots of a reaction may go too (TC-READY-3)."""
    rules = ("TC-ATK-1", "TC-ATK-3", "TC-HIT-1", "TC-MSV-2")
    attacks = True

    # ------------------------------------------------------------------ what is in hand
    def usable(self, unit: Unit) -> dict[str, Weapon]:
        """The copies that there are to choose from."""
        found = {copy: one for copy, one in unit.weapons().items() if one.repairs == self.repairs}
        return {copy: one for copy, one in found.items() if not self.copies or copy in self.copies}

    def ready(self, unit: Unit) -> list[str]:
        return [copy for copy, one in self.usable(unit).items() if refuse_copy(unit, copy, one) is None]

    def salvo(self, battle: Battle) -> Salvo | None:
        """The shot in hand, without its targets; None where no copy can be fired."""
        unit = battle.units[self.unit]
        ready = self.ready(unit)
        held = tuple(copy for copy in self.held if copy in ready) or self.first(battle, unit, ready)
        return self.of(unit, held) if held else None

    def of(self, unit: Unit, held: tuple[str, ...]) -> Salvo:
        return Salvo(unit.id, held, (), self.mode, self.nlos, self.raised, self.reaction)

    def first(self, battle: Battle, unit: Unit, ready: Sequence[str]) -> tuple[str, ...]:
        """What is in hand at first: what can do something to a unit, and of that sooner what has rounds without end."""
        order = sorted(ready, key=lambda copy: unit.left(copy) is not None)
        kinds = {unit.sheet.arms[copy].id: copy for copy in reversed(order)}
        if len(kinds) > 1:
            bearing = (copy for copy in order if copy in kinds.values() and self.bears(battle, unit, copy))
            order = [*islice(bearing, 1)] or order
        return tuple(order[:1])

    def bears(self, battle: Battle, unit: Unit, copy: str) -> bool:
        """Whether there is a unit to which this weapon could do something, fired as it is at first."""
        aims = takewhile(lambda one: isinstance(one.aim.target, Unit), self.aims(battle, self.of(unit, (copy,))))
        return any(one.refuse() is None and not one.idle for one in aims)

    def fires(self, salvo: Salvo) -> Sequence[Step]:
        """What follows when the targets of a shot were named."""
        return [DefensiveGear(salvo, self)]

    def holds(self) -> Action:
        """The answer that fires nothing."""
        return HoldFire()

    def held_by(self, *copies: str) -> ChooseWeapon:
        """The same question with other copies in hand."""
        return evolve(self, held=copies, mode="", nlos=False)

    # ------------------------------------------------------------------ the question
    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        return self.actions_with(game.state, self.salvo(game.state))

    def actions_with(self, battle: Battle, salvo: Salvo | None) -> Sequence[Action]:
        """The same with the shot in hand, which takes some looking for."""
        unit = battle.units[self.unit]
        weapons = [ToFire(unit, copy, weapon, self) for copy, weapon in self.usable(unit).items()]
        if salvo is None:
            return [*weapons, self.holds()]
        targets = self.targets(battle, salvo)
        split = [ToSplit(battle, salvo, self)] if can_split(unit, salvo, targets) else []
        return [*targets, *split, *weapons, *self.ways(unit, salvo), self.holds()]

    def targets(self, battle: Battle, salvo: Salvo) -> list[AimAt]:
        """All that there is to aim at: units by distance, then the rest."""
        return sorted(self.aims(battle, salvo), key=lambda one: (not isinstance(one.aim.target, Unit), one.aim.range))

    def aims(self, battle: Battle, salvo: Salvo) -> Iterator[AimAt]:
        """The same, units before the rest, each not looked at before it is asked about."""
        for key in keys(battle, salvo):
            if not self.target or key in (self.target, *self.others):
                yield AimAt(aim_at(battle, salvo, shot_targets.mark(battle, key)), key, self)

    def ways(self, unit: Unit, salvo: Salvo) -> list[Action]:
        """Other ways to fire the weapon in hand."""
        weapon = unit.sheet.arms[salvo.copies[0]]
        alike = [copy for copy in self.ready(unit) if unit.sheet.arms[copy].id == weapon.id]
        ordered = [*salvo.copies, *(copy for copy in alike if copy not in salvo.copies)]
        most = min(link_limit(unit, weapon), len(alike))
        links = [ToLink(weapon, tuple(ordered[:n]), self) for n in range(1, most + 1) if n != len(salvo.copies)]
        inner = evolve(self, held=salvo.copies)
        loaded = weapon.mode(self.mode) or next(iter(weapon.modes), None)
        modes = [ToLoad(mode, inner) for mode in weapon.modes if mode is not loaded and len(weapon.modes) > 1]
        blind = [ToLob(inner)] if weapon.nlos else []
        return [*links, *modes, *blind]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, salvo = battle.units[self.unit], self.salvo(battle)
        why_not = named(battle.units, gone("TC-ATK-3"), always("is no target", "TC-ATK-3"))
        does = "repairs" if self.repairs else "attacks"
        prompt = f"{unit.name} {does} with {self.said(unit, salvo)}: at whom?" if salvo else f"{unit.name} {does}"
        about: dict[str, Any] = {"about": unit.id, "rules": self.rules, "why_not": why_not}
        actions = game.while_asked(self, partial(self.actions_with, battle, salvo))
        options = [action.option() for action in actions]
        return ShotPick(unit.seat, prompt, options, objectives=battle.objectives, **about)

    def said(self, unit: Unit, salvo: Salvo) -> str:
        """The shot in hand in words: '2 linked Devastators, NLOS, 6 dice'."""
        weapon, count = unit.sheet.arms[salvo.copies[0]], len(salvo.copies)
        mode = weapon.mode(self.mode) or next(iter(weapon.modes), None)
        named = [weapon.name if count == 1 else f"{count} linked {weapon.name}s", mode.name if mode else ""]
        dice = count * weapon.shots
        return ", ".join(
            filter(None, [*named, "NLOS" if self.nlos else "", f"{dice} {'die' if dice == 1 else 'dice'}"])
        )


def can_split(unit: Unit, salvo: Salvo, targets: Sequence[AimAt]) -> bool:
    """Whether the shots could go at more than one target (TC-GEAR-11, TC-ATK-2); from a hatch at one (TC-UNBUT-2)."""
    several = unit.sheet.arms[salvo.copies[0]].shots > 1 and salvo.reaction != HATCH
    return several and sum(one.refuse() is None for one in targets) > 1


# ---------------------------------------------------------------- what changes the shot in hand
LETTERS = {
    "apex": "p",
    "autocannon": "u",
    "blackout": "k",
    "claw": "q",
    "devastator": "d",
    "hail": "h",
    "lance": "c",
    "repair-arm": "m",
    "repair-kit": "m",
    "rifle": "f",
    "rocket-tube": "t",
    "sentry-gun": "y",
    "siege-gun": "g",
    "sniper": "q",
    "tank-gun": "g",
}
"""The letter of each weapon that is printed, for its first copy; others go by numbers."""


@frozen
class ToFire(Action):
    unit: Unit
    copy: str
    weapon: Weapon
    asked: ChooseWeapon
    rule = "TC-ATK-1"
    says = "It is taken in hand; the numbers of all targets follow."
    deliberate = True

    @property
    def key(self) -> str:
        return self.copy

    @property
    def label(self) -> str:
        return numbered(self.unit, self.copy)

    @property
    def hotkey(self) -> str:
        return LETTERS.get(self.weapon.id, "") if self.copy.endswith("-1") else ""

    @property
    def cost(self) -> str:
        left = self.unit.left(self.copy)
        return f"{self.weapon.shots}x{self.weapon.damage}" + ("" if left is None else f", {counted(left, 'round')}")

    def refuse(self) -> Refusal | None:
        return refuse_copy(self.unit, self.copy, self.weapon)

    def steps(self) -> Sequence[Step]:
        return [self.asked.held_by(self.copy)]


@frozen
class ToLink(Action):
    """To fire so many copies of the weapon in hand together."""

    weapon: Weapon
    copies: tuple[str, ...]
    asked: ChooseWeapon
    rule = "TC-LINK-1"
    deliberate = True
    says = "So many copies are fired together, each with all its shots."

    @property
    def key(self) -> str:
        return f"link:{len(self.copies)}"

    @property
    def label(self) -> str:
        count = len(self.copies)
        return f"Link {count} {self.weapon.name}s" if count > 1 else f"Only one {self.weapon.name}"

    @property
    def hotkey(self) -> str:
        return "j" if len(self.copies) > 1 else "o"

    @property
    def cost(self) -> str:
        return f"{len(self.copies) * self.weapon.shots}x{self.weapon.damage}"

    def steps(self) -> Sequence[Step]:
        return [evolve(self.asked, held=self.copies)]


@frozen
class ToLoad(Action):
    """To fire another type of round."""

    mode: Mode
    asked: ChooseWeapon
    rule = "TC-MODE-1"
    deliberate = True
    says = "All shots of the attack use this type of round."

    @property
    def key(self) -> str:
        return f"mode:{self.mode.id}"

    @property
    def label(self) -> str:
        return f"Load {self.mode.name}"

    def steps(self) -> Sequence[Step]:
        return [evolve(self.asked, mode=self.mode.id)]


@frozen
class ToLob(Action):
    """To fire without line of sight, or directly again."""

    called = "Fire without line of sight"
    asked: ChooseWeapon
    hotkey, rule = "b", "TC-NLOS-2"
    deliberate = True

    @property
    def key(self) -> str:
        return "direct" if self.asked.nlos else "nlos"

    @property
    def label(self) -> str:
        return "Fire directly" if self.asked.nlos else "Fire without line of sight"

    @property
    def says(self) -> str:  # type: ignore[override]
        if self.asked.nlos:
            return "Cover, smoke and the minimum range count again."
        return "-6 instead of cover; no minimum range, no smoke."

    def steps(self) -> Sequence[Step]:
        return [evolve(self.asked, nlos=not self.asked.nlos)]


@frozen
class HoldFire(NoAction):
    key, label, rule = "hold", "Hold fire", "TC-ATK-1"
    says = "It does not attack after all."


# ---------------------------------------------------------------- at what
@frozen
class AimAt(Action):
    aim: Aim
    named: str
    """The target as a share of a salvo names it."""
    asked: ChooseWeapon
    rule = "TC-ATK-3"
    says = "All shots go at it."

    @property
    def key(self) -> str:
        return self.named

    @property
    def behind(self) -> Unit | None:
        return shot_targets.behind(self.aim.battle, self.named)

    @property
    def label(self) -> str:
        called = shot_targets.called(self.aim.target)
        if self.behind is not None:
            return f"{self.behind.name} through {called}"
        return f"{called}, {self.aim.range:.1f} cm"

    @property
    def target(self) -> str:
        found = self.behind or self.aim.target
        return found.id if isinstance(found, Unit) else ""

    @property
    def group(self) -> str:
        return TERRAIN if self.behind is None and isinstance(self.aim.target, Feature) else ""

    @cached_property
    def refusal(self) -> Refusal | None:
        return refuse_target(self.aim)

    def refuse(self) -> Refusal | None:
        return self.refusal

    @property
    def dice(self) -> int:
        return self.aim.weapon.shots * len(self.aim.salvo.copies)

    @cached_property
    def tally(self) -> Tally:
        """The number to hit what the shots strike."""
        return hit_tally(shot_odds.struck(self.aim))

    @property
    def cost(self) -> str:
        return "" if self.refuse() is not None else f"{self.tally.total} or less"

    def steps(self) -> Sequence[Step]:
        return self.asked.fires(evolve(self.aim.salvo, shares=((self.named, self.dice),)))

    @cached_property
    def outcome(self) -> Outcome:
        """What the dice come to, at whom they are meant for."""
        return shot_odds.outcome(self.aim, self.dice, self.behind, self.tally)

    @cached_property
    def foreseen(self) -> Preview:
        found, target = preview(self.aim, self.dice, self.behind, self.outcome), self.aim.target
        found = evolve(found, lines=(*found.lines, *splash.splash_lines(self.aim)))
        if not isinstance(target, Unit) or not return_fire.may_return(self.aim.battle, target, self.aim.salvo.unit):
            return found
        answer = Line("it may shoot back", "dug in", rules=("TC-DUG-4",), mood="bad")
        return evolve(found, lines=(*found.lines, answer))

    def preview(self) -> Preview:
        found = self.foreseen
        gear = "" if self.behind is not None else ", ".join(dict.fromkeys(may_answer(self.aim)))
        answer = Line("the enemy may first use", gear, rules=("TC-HIT-9",), mood="bad")
        return evolve(found, lines=(*found.lines, answer)) if gear else found

    @property
    def warning(self) -> str:
        """Where the side on which a hit bursts is not asked later."""
        return "" if splash.could_take(self.aim) else splash.takes_friends(self.aim, splash.usual(self.aim))

    @property
    def idle(self) -> str:
        """A wreck, a number that is not on the die, or only the 1, or too little damage (TC-HIT-2, TC-PHASE-5)."""
        hit = self.behind or self.aim.target
        if isinstance(hit, Unit) and hit.eliminated:
            return "it is eliminated already"
        if self.tally.total < 1:
            return f"{self.tally.total} or less is not on the die"
        if self.tally.total == 1:
            return "only a 1 hits"
        return FUTILE if self.foreseen.futile else ""


@frozen
class ToSplit(Action):
    battle: Battle
    salvo: Salvo
    asked: ChooseWeapon
    key, label, hotkey, rule = "split", "Split the shots", "s", "TC-HIT-1"
    deliberate = True
    says = "The dice are divided among several targets."

    def steps(self) -> Sequence[Step]:
        return [SplitShots(self.salvo, self.asked)]


@define(slots=True, repr=False)
class FewTargets(Split):
    """Dice divided among so many targets at most (TC-GEAR-11, TC-LINK-2)."""

    most: int = field(kw_only=True)

    def refuse(self, answer: Answer) -> Refusal | None:
        refusal = super().refuse(answer)
        if refusal is None and len(answer) > self.most:
            return Refusal(f"{len(answer)} targets, {self.most} allowed", "TC-LINK-2")
        return refusal


@frozen
class SplitShots(Ask):
    title = "Split the shots"
    says = "The player divides the dice of a weapon among its targets; no more of them than one copy has shots."
    salvo: Salvo
    asked: ChooseWeapon
    rules = ("TC-HIT-1", "TC-ATK-2", "TC-LINK-2", "TC-GEAR-11")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.salvo.unit]
        weapon = unit.sheet.arms[self.salvo.copies[0]]
        options = [one.option() for one in self.asked.targets(battle, self.salvo)]
        why_not = named(battle.units, gone("TC-ATK-3"), always("is no target", "TC-ATK-3"))
        total, prompt = weapon.shots * len(self.salvo.copies), f"{unit.name}, {weapon.name}: how many dice at whom?"
        return FewTargets(
            *(unit.seat, prompt),
            about=unit.id,
            rules=self.rules,
            total=total,
            options=options,
            most=weapon.shots,
            why_not=why_not,
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(*self.asked.fires(evolve(self.salvo, shares=tuple(answer.items()))))

    def preview(self, game: Game[Battle], answer: Mapping[str, int]) -> Preview | None:
        battle = game.state
        parts = [
            (aim_at(battle, self.salvo, shot_targets.mark(battle, key)), dice, shot_targets.behind(battle, key))
            for key, dice in answer.items()
        ]
        return shot_odds.preview_all(parts)


return_fire.QUESTIONS["shot"] = ChooseWeapon
