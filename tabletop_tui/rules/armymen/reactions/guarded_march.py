"""The way of a unit, which Guards may halt (AMC-GUARD): they are asked where they can shoot, and it goes on then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind, decided, tell_passed_over
from tabletop_tui.engine.wording import verb_of
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.activation.action_base import UnitAction
from tabletop_tui.rules.armymen.damage.dangerous_terrain import Dangerous
from tabletop_tui.rules.armymen.reactions.guard_halts import halts, lost_sight
from tabletop_tui.rules.armymen.shooting.shooting import fire_steps
from tabletop_tui.rules.armymen.shooting.shooting_limits import default_fire, shots, usable
from tabletop_tui.rules.armymen.shooting.shooting_odds import preview_fire
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.move_field import crosses
from tabletop_tui.skirmish import interruptible_march as march
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.skirmish.interruptible_march import Due
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import Spots, place_words

GUARDS = "guards"
"""What becomes due on a march: all Guards are asked together, about the whole rest of the way."""
GUARD_FIRE = OfferKind(
    "guard",
    "fire on Guard",
    "Asked when an enemy comes into sight of units on Guard; used unasked, it is halted where most can shoot.",
    "AMC-GUARD-2",
)


@frozen
class UnitMarch(march.March):
    says = "The unit goes its way; every enemy on Guard into whose sight it comes may halt it and shoot."
    facing: float
    verb: str = "moves"
    unseen: tuple[str, ...] = ()
    """Guards that did not see it at some point behind it."""
    crossed: bool = False
    """Whether dangerous terrain was crossed before a halt, maybe by one who has fallen since."""
    rules = ("AMC-GUARD-2", "AMC-GUARD-3", "AMC-TERR-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def models(self, game: Game[Battle]) -> Spots:
        return game.state.units[self.unit].models

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if 0 < len(self.models(game)) < len(self.tracks):
            battle.thinned = (*battle.thinned, self.unit)
        super().run(game)

    def stations(self, game: Game[Battle]) -> Iterator[Due]:
        battle = game.state
        due = Due(self.done, GUARDS)
        if self.is_open(due) and any(True for _ in halts(battle, battle.units[self.unit], self, self.unseen)):
            yield due

    def put(self, game: Game[Battle], due: Due) -> Sequence[Step]:
        battle, ask = game.state, ChooseGuard(self)
        seat = 1 - battle.units[self.unit].seat
        decision = decided(game, seat, GUARD_FIRE)
        if decision == "ask":
            return [ask]
        if decision == "use":
            found = halts(battle, battle.units[self.unit], self, self.unseen)
            ask.listed(battle, [max(found, key=lambda halt: self.worth(battle, *halt))])[0].take(game)
            return []
        tell_passed_over(game, seat, GUARD_FIRE)
        return [self.rest(due)]

    def worth(self, battle: Battle, guard: str, at: float) -> tuple[int, float]:
        """How many of a Guard could shoot at it after so many inches; of places alike the first is better."""
        probe = battle.units[self.unit].clone()
        probe.models = self.at(at)
        return len({number for number, _ in shots(battle, battle.units[guard], probe, indirect=False)}), -at

    def halt(self, game: Game[Battle], at: float) -> None:
        self.halt_at(game.state, at)

    def halt_at(self, battle: Battle, at: float) -> None:
        """Put the unit where it is after so many inches; a vehicle faces along its way there."""
        unit = battle.units[self.unit]
        if unit.vehicle:
            unit.facing = self.facing_at(battle, at)
        unit.models = self.at(at)

    def arrive(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        before, faced = unit.models, unit.facing
        unit.models, unit.facing = tuple(track[-1] for track in self.tracks), self.facing
        say_moved(game, unit, self.verb, before, whole=not self.done, turned=unit.facing != faced)
        if self.mined(battle, self.length):
            game.push(Dangerous(unit.id))

    def mined(self, battle: Battle, at: float) -> bool:
        """Whether anybody has crossed dangerous terrain after so many inches (AMC-TERR-3)."""
        parts = [path.until(self.share(at)) for path in self.paths]
        return self.crossed or crosses(battle, parts, "dangerous")

    def facing_at(self, battle: Battle, at: float) -> float:
        """Which way a vehicle faces on the way: along it."""
        heading = self.paths[0].heading(self.share(at))
        return battle.units[self.unit].facing if heading is None else heading


ACTIONS = {"advances": "AMC-ACT-5", "rushes": "AMC-ACT-6"}
"""The rule of the action that a march is part of, by what it is called."""


def say_moved(
    game: Game[Battle], unit: Unit, verb: str, before: Spots, whole: bool = False, turned: bool = False
) -> None:
    """The part of a march that is done, if it is any; of a `whole` one the action is told even so."""
    start, end = middle_text(before), middle_text(unit.models)
    told, rules = [], [ACTIONS.get(verb, "AMC-MOVE-1")]
    if unit.models != before:
        told.append(f"{verb_of(unit.name, verb)} to {place_words(end)}")
    elif whole and verb in ACTIONS:
        told.append(f"{verb_of(unit.name, verb)} without moving" if not turned else verb)
    if turned and unit.models == before:
        told.append(verb_of(unit.name, "turns"))
        rules = [*rules[: len(told) - 1], "AMC-VEH-2"]
    if told:
        game.emit(Moved(f"{unit.name} {' and '.join(told)}", tuple(rules), unit.seat, unit.id, (start, end)))


@frozen
class ChooseGuard(AskAction):
    title = "Halt the move or let it pass"
    says = (
        "The owner of the guarding units halts the move at any point at which one of them can shoot, or lets it pass."
    )
    march: UnitMarch
    rules = ("AMC-GUARD-2", "AMC-GUARD-3", "AMC-GUARD-4")
    declines = "pass"

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.march.unit]
        prompt = f"{unit.does('comes')} into sight: halt the move and shoot?"
        why_not = named(
            battle.units,
            not_of(battle, 1 - unit.seat, "AMC-GUARD-2"),
            lambda other: None if other.guarding else Refusal(f"{other.does('is')} not on Guard", "AMC-GUARD-2"),
            always("does not have the target in sight and range there", "AMC-GUARD-2"),
        )
        return Pick(1 - unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def actions(self, game: Game[Battle]) -> Sequence[GuardAction]:
        battle = game.state
        return self.listed(battle, halts(battle, battle.units[self.march.unit], self.march, self.march.unseen))

    def chosen(self, game: Game[Battle], answer: Answer) -> GuardAction:
        """Found by its key alone: who sees the unit where, which takes long, was looked up for the question."""
        guard, _, at = str(answer).partition(":")
        stops = [(guard, self.march.heard_at(at))] if at else []
        return self.listed(game.state, stops)[0]

    def take(self, game: Game[Battle], answer: Answer) -> None:
        self.chosen(game, answer).take(game)

    def listed(self, battle: Battle, points: Iterable[tuple[str, float]]) -> list[GuardAction]:
        """The halts by these guards after so many inches, and that there is none."""
        unit = battle.units[self.march.unit]
        stops = [ToHalt(battle, unit, self.march, battle.units[guard], at) for guard, at in points]
        return [*stops, LetPass(battle, unit, self.march)]


@frozen
class GuardAction(UnitAction):
    """What is done about a unit on the march that comes into the sight of Guards."""

    march: UnitMarch

    def take(self, game: Game[Battle]) -> None:
        game.push(*self.steps())


@frozen
class LetPass(GuardAction):
    key, label, rule = "pass", "Let it pass", "AMC-GUARD-2"
    says = "No Guard shoots during the rest of this move; all stay on Guard."

    def steps(self) -> Sequence[Step]:
        return [self.march.rest(Due(self.march.done, GUARDS))]


@frozen
class ToHalt(GuardAction):
    guard: Unit
    at: float
    """After so many inches."""
    rule = "AMC-GUARD-3"
    says = "Stop the move here and shoot; whoever is left then goes on."

    @property
    def key(self) -> str:
        return f"{self.guard.id}:{self.march.told(self.at)}"

    @property
    def label(self) -> str:
        return f"After {self.march.told(self.at)} in: {self.guard.does('shoots')}"

    @property
    def target(self) -> str:
        return middle_text(self.march.at(self.at))

    def take(self, game: Game[Battle]) -> None:
        before = self.unit.models
        self.march.halt_at(self.battle, self.at)
        say_moved(game, self.unit, self.march.verb, before)
        text = f"{self.guard.does('halts')} {self.unit.name} at {place_words(middle_text(self.unit.models))}"
        game.emit(Event(text, ("AMC-GUARD-3",), self.guard.seat))
        super().take(game)
        self.guard.guarding = False  # only now, for the steps note which Guards have lost sight, this one included

    def steps(self) -> Sequence[Step]:
        """The shot at the unit where it has been halted, then the rest of its way."""
        unseen = lost_sight(self.battle, self.unit, self.march, self.at, self.march.unseen)
        crossed = self.march.mined(self.battle, self.at)
        rest = evolve(self.march, done=self.at, heard=(), unseen=unseen, crossed=crossed)
        return [*fire_steps(self.battle, self.guard.id, self.unit.id, reaction=True), rest]

    def preview(self) -> Preview:
        probe = self.battle.clone()
        guard, unit = probe.units[self.guard.id], probe.units[self.unit.id]
        self.march.halt_at(probe, self.at)
        fire = default_fire(guard, usable(probe, guard, unit, indirect=False), unit)
        return preview_fire(probe, guard, unit, fire, reaction=True)
