"""A second toy system, for what the first has not: offers, durations, units born in play, a force mustered in mid-game.

Bugs walk, sting, spawn, split and join on a small field of hexes. A sting may be met by a dodge and by shields, and
driven home in a frenzy; what was stung is slowed in the next round. In the second round each side calls reinforcements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from attrs import define, field, frozen

from tabletop_tui.engine import durations
from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import Names, Saved
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.durations import Lasting, Moment, Until, next_activation, turn_end
from tabletop_tui.engine.events import Began, Closed, Ended, Event, Fell, Harmed, Moved, Shot
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.engine.spawned_units import Births, next_label, part_label
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.files.validation import Faults, broken, one_of
from tabletop_tui.rulebook.base_system import Duel, Saver
from tabletop_tui.rulebook.force_builder import Bought, Force, Muster, Offer, Slot
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.table.hexes import HexGrid

GRID = HexGrid(6, 5)
MOSS = Look("moss", "grass")
STARTS = (("0102", "0103", "0201"), ("0605", "0604", "0505"))
REACH = 3
CALL_ROUND, CAP = 2, 4
DODGE = OfferKind("dodge", "Dodge", "when a bug of yours is stung", "SWARM-DODGE-1")
SHIELD = OfferKind("shield", "Shield", "when a bug of yours near a queen is stung", "SWARM-SHIELD-1")
FRENZY = OfferKind("frenzy", "Frenzy", "when a bug of yours stings", "SWARM-FRENZY-1")


@frozen
class Kind:
    """What a bug is made of."""

    name: str
    health: int
    dice: int
    cost: int


KINDS = {kind.name: kind for kind in (Kind("queen", 4, 1, 3), Kind("drone", 3, 2, 2), Kind("mite", 1, 1, 1))}


@define(slots=False)
class Bug:
    """One bug; what it holds is replaced when it changes."""

    id: str
    seat: int
    kind: Kind
    hex: str = ""
    health: int = 0
    done: bool = False
    parent: str = ""
    lasting: tuple[Lasting, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.id} {self.kind.name}"

    def clone(self) -> Bug:
        new = object.__new__(Bug)
        new.__dict__.update(self.__dict__)
        return new


@define(slots=False)
class Swarm:
    """The state: the bugs, those that are gone too."""

    seat_names: tuple[str, ...]
    rounds: int
    units: dict[str, Bug] = field(factory=dict)
    round: int = 0
    active: str = ""

    def clone(self) -> Swarm:
        new = object.__new__(Swarm)
        new.__dict__.update(self.__dict__)
        new.units = {name: bug.clone() for name, bug in self.units.items()}
        return new

    def side(self, seat: int) -> list[Bug]:
        return [bug for bug in self.units.values() if bug.seat == seat and bug.hex]

    def free(self, around: str) -> list[str]:
        filled = {bug.hex for bug in self.units.values()}
        return [spot for spot in GRID.neighbours[around] if spot not in filled]

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(bug.health for bug in self.side(seat)) for seat in (0, 1))


# ---------------------------------------------------------------- rounds
@frozen
class StartRound(Step):
    title = "Start round"
    says = "A round begins, and with it what was to last for it."
    rules = ("SWARM-ROUND-1",)

    def run(self, game: Game) -> None:
        state: Swarm = game.state
        state.round += 1
        game.emit(Began(f"Round {state.round}", self.rules, None, "round", state.round))
        durations.come(game, state.units.values(), Moment("turn begins"))
        for bug in state.units.values():
            bug.done = False
        calls = [CallBugs(seat) for seat in (0, 1)] if state.round == CALL_ROUND else []
        game.push(*calls, NextGo(0), EndRound())


@frozen
class NextGo(Step):
    title = "Next go"
    says = "The sides act by turns, as long as a bug is left that has not."
    seat: int
    rules = ("SWARM-ROUND-2",)

    def run(self, game: Game) -> None:
        state: Swarm = game.state
        waiting = [seat for seat in (self.seat, 1 - self.seat) if any(not bug.done for bug in state.side(seat))]
        if waiting:
            durations.come(game, state.units.values(), Moment("go begins", str(waiting[0])))
            game.push(ChooseBug(waiting[0]), NextGo(1 - waiting[0]))


@frozen
class ChooseBug(Ask):
    title = "Choose bug"
    says = "A side chooses one of its bugs that has not acted."
    seat: int
    rules = ("SWARM-ROUND-2",)

    def question(self, game: Game) -> Question:
        acted = Refusal("it has acted in this round", "SWARM-ROUND-2")
        options = [Option(b.id, b.name, acted if b.done else None, target=b.id) for b in game.state.side(self.seat)]
        return Pick(self.seat, "Which bug acts?", options, rules=self.rules)

    def take(self, game: Game, answer: Answer) -> None:
        state: Swarm = game.state
        bug = state.units[answer]
        bug.done, state.active = True, bug.id
        game.emit(Began(f"{bug.name} acts", self.rules, bug.seat, "activation", unit=bug.id))
        durations.come(game, state.units.values(), Moment("activation begins", bug.id))
        game.push(ChooseDeed(bug.id), EndActivation(bug.id))


@frozen
class EndActivation(Step):
    title = "End activation"
    says = "What lasted for this activation ends."
    bug: str
    rules = ("SWARM-ROUND-2",)

    def run(self, game: Game) -> None:
        state: Swarm = game.state
        state.active = ""
        durations.come(game, state.units.values(), Moment("activation ends", self.bug))
        durations.come(game, state.units.values(), Moment("go ends", str(state.units[self.bug].seat)))


@frozen
class EndRound(Step):
    title = "End round"
    says = "A round ends, and after the last the game: most health wins."
    rules = ("SWARM-END-1",)

    def run(self, game: Game) -> None:
        state: Swarm = game.state
        durations.come(game, state.units.values(), Moment("turn ends"))
        game.emit(Closed(f"Round {state.round} ends", self.rules, None, "round", state.round))
        if state.round < state.rounds:
            game.push(StartRound())
            return
        best = [seat for seat in (0, 1) if state.scores()[seat] == max(state.scores())]
        game.end(Ended("The last round is over", self.rules, None, tuple(best) if len(best) == 1 else ()))


# ---------------------------------------------------------------- deeds
@frozen
class Deed(Action):
    """Something that a bug does."""

    state: Swarm = field(repr=False)
    bug: Bug

    @property
    def key(self) -> str:
        return type(self).__name__.lower()

    @property
    def label(self) -> str:
        return type(self).__name__


@frozen
class Walk(Deed):
    rule, says = "SWARM-WALK-1", "Go to a hex beside it."

    def refuse(self) -> Refusal | None:
        if durations.has(self.bug, "slowed"):
            return Refusal(f"{self.bug.name} is slowed", "SWARM-STING-2")
        return None if self.state.free(self.bug.hex) else Refusal("no hex beside it is free", self.rule)

    def steps(self) -> Sequence[Step]:
        return [ChooseHex(self.bug.id)]


@frozen
class Rest(Deed):
    rule, says = "SWARM-REST-1", "Do nothing."

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class Harden(Deed):
    rule, says = "SWARM-HARD-1", "Be harder to sting until it acts again."

    def steps(self) -> Sequence[Step]:
        return [BeHard(self.bug.id)]


@frozen
class Sting(Deed):
    victim: Bug
    rule, says = "SWARM-STING-1", "Sting a bug near by."

    @property
    def key(self) -> str:
        return f"sting:{self.victim.id}"

    @property
    def label(self) -> str:
        return f"Sting {self.victim.name}"

    @property
    def target(self) -> str:
        return self.victim.id

    def steps(self) -> Sequence[Step]:
        return [MeetSting(self.bug.id, self.victim.id), RollSting(self.bug.id, self.victim.id)]


@frozen
class Spawn(Deed):
    rule, says = "SWARM-BIRTH-1", "A queen gives birth to a mite beside her."

    def refuse(self) -> Refusal | None:
        return None if self.state.free(self.bug.hex) else Refusal("no hex beside it is free", self.rule)

    def steps(self) -> Sequence[Step]:
        return [ChooseBirthplace(self.bug.id, "mite", 1, whole=False)]


@frozen
class Split(Spawn):
    rule, says = "SWARM-BIRTH-2", "Two bugs of the same kind, with half the health each."

    def refuse(self) -> Refusal | None:
        few = Refusal("2 points of health are needed", self.rule) if self.bug.health < 2 else None
        return few or super().refuse()

    def steps(self) -> Sequence[Step]:
        return [ChooseBirthplace(self.bug.id, self.bug.kind.name, self.bug.health // 2, whole=True)]


@frozen
class Join(Deed):
    friend: Bug
    rule, says = "SWARM-BIRTH-3", "Become one with a bug of the same kind beside it."

    @property
    def key(self) -> str:
        return f"join:{self.friend.id}"

    @property
    def label(self) -> str:
        return f"Join {self.friend.name}"

    @property
    def target(self) -> str:
        return self.friend.id

    def steps(self) -> Sequence[Step]:
        return [BecomeOne(self.bug.id, self.friend.id)]


@frozen
class ChooseDeed(AskAction):
    title = "Choose deed"
    says = "A bug does one thing."
    bug: str
    rules = ("SWARM-ACT-1",)

    def actions(self, game: Game) -> Sequence[Action]:
        state: Swarm = game.state
        bug = state.units[self.bug]
        near = [other for other in state.units.values() if other.hex and GRID.distance(bug.hex, other.hex) <= REACH]
        stings = [Sting(state, bug, other) for other in near if other.seat != bug.seat]
        beside = [other for other in near if GRID.distance(bug.hex, other.hex) == 1]
        joins = [Join(state, bug, one) for one in beside if (one.seat, one.kind) == (bug.seat, bug.kind)]
        birth = Spawn(state, bug) if bug.kind.name == "queen" else Split(state, bug)
        return [Walk(state, bug), Harden(state, bug), birth, *stings, *joins, Rest(state, bug)]

    def question(self, game: Game) -> Question:
        seat = game.state.units[self.bug].seat
        return Pick(seat, "What does it do?", self.options(game), about=self.bug, rules=self.rules)


@frozen
class Beside:
    """The free hexes beside a bug."""

    spots: Sequence[str]
    rule: str

    def cells(self) -> Mapping[str, str]:
        return dict.fromkeys(self.spots, "")

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        return spots

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        return None if spots[-1] in self.spots else Refusal(f"{spots[-1]} is no free hex beside it", self.rule)

    def cost(self, spots: Sequence[str]) -> str:
        return ""


@frozen
class ChooseHex(Ask):
    title = "Choose hex"
    says = "A bug goes to a hex beside it."
    bug: str
    rules = ("SWARM-WALK-1",)

    def question(self, game: Game) -> Question:
        bug: Bug = game.state.units[self.bug]
        free = Beside(game.state.free(bug.hex), self.rules[0])
        return Place(bug.seat, "Where to?", about=bug.id, rules=self.rules, field=free)

    def take(self, game: Game, answer: Answer) -> None:
        bug: Bug = game.state.units[self.bug]
        path, bug.hex = (bug.hex, answer[-1]), answer[-1]
        game.emit(Moved(f"{bug.name} walks to {bug.hex}", self.rules, bug.seat, bug.id, path))


@frozen
class BeHard(Step):
    title = "Be hard"
    says = "A bug is harder to sting until its next activation."
    bug: str
    rules = ("SWARM-HARD-1",)

    def run(self, game: Game) -> None:
        durations.give(game, game.state.units[self.bug], Lasting("hard", self.rules[0], next_activation(self.bug)))


# ---------------------------------------------------------------- births
@frozen
class ChooseBirthplace(Ask):
    title = "Choose birthplace"
    says = "A bug is born beside its parent; where it is a part of it (`whole`), the parent has so much health less."
    parent: str
    kind: str
    health: int
    whole: bool
    rules = ("SWARM-BIRTH-1", "SWARM-BIRTH-2")

    def question(self, game: Game) -> Question:
        parent: Bug = game.state.units[self.parent]
        free = Beside(game.state.free(parent.hex), self.rules[0])
        return Place(parent.seat, f"Where is the {self.kind}?", about=parent.id, rules=self.rules, field=free)

    def take(self, game: Game, answer: Answer) -> None:
        state: Swarm = game.state
        parent = state.units[self.parent]
        label = (part_label(parent.id, state.units) if self.whole else "") or next_label(parent.id[0], state.units)
        if self.whole:
            parent.health -= self.health
        bear(game, Bug(label, parent.seat, KINDS[self.kind], answer[-1], self.health, done=True, parent=parent.id))


def bear(game: Game, bug: Bug) -> None:
    """A bug comes into play."""
    game.state.units[bug.id] = bug
    game.emit(Moved(f"{bug.name} is born", ("SWARM-BIRTH-1",), bug.seat, bug.id, (bug.hex,)))


@frozen
class BecomeOne(Step):
    title = "Become one"
    says = "A bug gives its health to another, and is gone."
    bug: str
    friend: str
    rules = ("SWARM-BIRTH-3",)

    def run(self, game: Game) -> None:
        bug, friend = game.state.units[self.bug], game.state.units[self.friend]
        friend.health = min(friend.kind.health, friend.health + bug.health)
        bug.hex, bug.health, bug.lasting = "", 0, ()
        game.emit(Event(f"{bug.name} joins {friend.name}, which has {friend.health} now", self.rules, bug.seat))


# ---------------------------------------------------------------- a force in mid-game
@frozen
class HiveFile:
    """A force that is called: kinds of bugs, within a cap."""

    system: str
    kind: str
    name: str
    cap: int
    bug: tuple[str, ...]


def check_hive(hive: HiveFile) -> None:
    faults = Faults()
    for number, name in enumerate(hive.bug):
        with faults.of(f"bug[{number}]"):
            if name not in KINDS:
                raise one_of(name, KINDS, "bug")
    faults.raise_any()
    cost = sum(KINDS[name].cost for name in hive.bug)
    many = [Refusal(f"{cost} of {hive.cap} points", "SWARM-CALL-1")] if cost > hive.cap else []
    many += [Refusal("only one queen is called", "SWARM-CALL-2")] if hive.bug.count("queen") > 1 else []
    if (refusal := together(many)) is not None:
        raise broken(refusal)


class HiveMuster(Muster):
    """What can be called."""

    kind, rows, counted_in = "hive", "bug", "points"
    source = Library("swarm", {"hive": HiveFile}, lambda: Strict({HiveFile: check_hive}))

    def blank(self) -> Force:
        return {"system": "swarm", "kind": "hive", "name": "Called bugs", "cap": CAP, "bug": []}

    def new_row(self, entry: str) -> Any:
        return entry

    def sells(self, force: Force) -> list[Offer]:
        return [Offer(kind.name, kind.name.capitalize(), kind.cost) for kind in KINDS.values()]

    def bought(self, force: Force) -> list[Bought]:
        kinds = [KINDS[name] for name in force["bug"]]
        return [Bought(kind.name, kind.cost, Card(kind.name, None, ())) for kind in kinds]

    def slots(self, force: Force, row: int | None) -> list[Slot]:
        return []

    def put(self, force: Force, row: int | None, slot: str, offer: str) -> Force:
        return force

    def limits(self, force: Force) -> list[Line]:
        return [Line("Points", f"{self.cost(force)}/{force['cap']}", rules=("SWARM-CALL-1",))]

    def compose(self, file: Any) -> HiveFile:
        return file

    def refuse(self, force: Force) -> Refusal | None:
        return self.wrong(force)


@frozen
class CallBugs(Ask):
    title = "Call bugs"
    says = "A side calls a force of bugs, within a cap; each then comes in beside one of its own."
    seat: int
    rules = ("SWARM-CALL-1",)

    def question(self, game: Game) -> Recruit:
        muster = HiveMuster()
        prompt = f"Call bugs for up to {CAP} points"
        return Recruit(self.seat, prompt, rules=self.rules, muster=muster, force=muster.blank(), optional=True)

    def take(self, game: Game, answer: Answer) -> None:
        hive: HiveFile = self.question(game).composed(answer)
        game.push(*(PlaceCalled(self.seat, name) for name in hive.bug))


@frozen
class PlaceCalled(Step):
    title = "Place called"
    says = (
        "A bug that was called stands on the first hex that is free beside one of its side; without one it stays away."
    )
    seat: int
    kind: str
    rules = ("SWARM-CALL-1",)

    def run(self, game: Game) -> None:
        state: Swarm = game.state
        free = next((spot for bug in state.side(self.seat) for spot in state.free(bug.hex)), "")
        if free:
            label, kind = next_label("AB"[self.seat], state.units), KINDS[self.kind]
            bear(game, Bug(label, self.seat, kind, free, kind.health))


# ---------------------------------------------------------------- stings
@frozen
class MeetSting(Window):
    says = "A sting is met: first by the side that is stung, then the other side drives it home."
    bug: str
    victim: str
    rules = ("SWARM-MEET-1",)

    def seats(self, game: Game) -> Sequence[int]:
        victim: Bug = game.state.units[self.victim]
        return (victim.seat, 1 - victim.seat)

    def offers(self, game: Game, seat: int) -> Sequence[Offered]:
        state: Swarm = game.state
        bug, victim = state.units[self.bug], state.units[self.victim]
        if seat == bug.seat:
            return [ToFrenzy(bug, victim)]
        queens = [one for one in state.side(seat) if one.kind.name == "queen"]
        near = [queen for queen in queens if GRID.distance(queen.hex, victim.hex) <= 2]
        return [ToDodge(bug, victim), *(ToShield(bug, victim, queen) for queen in near)]

    def prompt(self, game: Game, seat: int) -> str:
        return f"{game.state.units[self.bug].name} stings {game.state.units[self.victim].name}: do what about it?"

    def about(self, game: Game) -> str:
        return self.victim


@frozen
class Meeting(Offered):
    bug: Bug
    victim: Bug

    @property
    def rule(self) -> str:
        return self.kind.rule

    @property
    def key(self) -> str:
        return self.kind.id

    @property
    def label(self) -> str:
        return self.kind.label

    @property
    def end(self) -> Until:
        """To the end of the activation that is under way."""
        return Until("activation ends", self.bug.id)

    @property
    def matters(self) -> bool:
        """Only what could kill is worth a question."""
        return self.bug.kind.dice >= self.victim.health


@frozen
class ToDodge(Meeting):
    kind: ClassVar[OfferKind] = DODGE
    says = "It is harder to sting for once; who is slowed cannot."

    def refuse(self) -> Refusal | None:
        return Refusal("it is slowed", self.rule) if durations.has(self.victim, "slowed") else None

    def steps(self) -> Sequence[Step]:
        return [Begin(self.victim.id, Lasting("dodging", self.rule, self.end))]


@frozen
class ToShield(Meeting):
    queen: Bug
    kind: ClassVar[OfferKind] = SHIELD
    says = "A queen near by shields it to the end of the round; it costs her 1 point of health."

    @property
    def key(self) -> str:
        return f"shield:{self.queen.id}"

    @property
    def label(self) -> str:
        return f"Shield by {self.queen.name}"

    @property
    def cost(self) -> str:
        return "1 health"

    def refuse(self) -> Refusal | None:
        if durations.has(self.victim, "shielded"):
            return Refusal("it is shielded", self.rule)
        return None if self.queen.health > 1 else Refusal("she has only 1 point of health", self.rule)

    def steps(self) -> Sequence[Step]:
        shielded = Lasting("shielded", self.rule, turn_end(), by=self.queen.id)
        return [Hurt(self.queen.id), Begin(self.victim.id, shielded)]


@frozen
class ToFrenzy(Meeting):
    kind: ClassVar[OfferKind] = FRENZY
    says = "One die more, for 1 point of health."

    @property
    def matters(self) -> bool:
        return self.victim.health > self.bug.kind.dice

    def refuse(self) -> Refusal | None:
        return None if self.bug.health > 1 else Refusal("it has only 1 point of health", self.rule)

    def steps(self) -> Sequence[Step]:
        return [
            Hurt(self.bug.id),
            Begin(self.bug.id, Lasting("frenzied", self.rule, self.end)),
        ]


@frozen
class Begin(Step):
    title = "Begin"
    says = "A bug gets a status."
    bug: str
    lasting: Lasting

    def run(self, game: Game) -> None:
        durations.give(game, game.state.units[self.bug], self.lasting)


@frozen
class Hurt(Step):
    title = "Hurt"
    says = "A bug loses 1 point of health; one that would die of it cannot do what costs it."
    bug: str

    def run(self, game: Game) -> None:
        bug: Bug = game.state.units[self.bug]
        bug.health -= 1
        game.emit(Harmed(f"{bug.name} loses 1", ("SWARM-SHIELD-1",), bug.seat, bug.id, 1, bug.health))


def sting_tally(bug: Bug, victim: Bug) -> Tally:
    tally = Tally("Sting", 4, bug.kind.name, "SWARM-STING-1")
    for name, rule in (("hard", "SWARM-HARD-1"), ("dodging", DODGE.rule), ("shielded", SHIELD.rule)):
        tally = tally.plus(int(durations.has(victim, name)), name, rule)
    return tally.at_most(6, "not above 6", "SWARM-STING-1")


@frozen
class RollSting(Step):
    title = "Roll sting"
    says = "Each die that reaches the number takes 1 point of health; who lives on is slowed in the next round."
    bug: str
    victim: str
    rules = ("SWARM-STING-1", "SWARM-STING-2")

    def run(self, game: Game) -> None:
        state: Swarm = game.state
        bug, victim = state.units[self.bug], state.units[self.victim]
        text, spots = f"{bug.name} stings {victim.name}", (bug.hex, victim.hex)
        game.emit(Shot(text, self.rules, bug.seat, bug.id, victim.id, spots))
        dice = bug.kind.dice + durations.has(bug, "frenzied")
        hits = min(victim.health, game.check(Check(bug.seat, text, sting_tally(bug, victim), dice=dice)).count)
        if not hits:
            return
        victim.health -= hits
        rules = self.rules
        game.emit(Harmed(f"{victim.name} loses {hits}", rules, victim.seat, victim.id, hits, victim.health, bug.id))
        if victim.health:
            durations.give(
                game,
                victim,
                Lasting("slowed", "SWARM-STING-2", Until("turn ends", count=2), Until("turn begins"), bug.id),
            )
            return
        where, victim.hex, victim.lasting = victim.hex, "", ()
        game.emit(Fell(f"{victim.name} dies", rules, victim.seat, victim.id, where, bug.id))
        if not state.side(victim.seat):
            game.end(Ended("One side is left", ("SWARM-END-1",), None, (bug.seat,)))


# ---------------------------------------------------------------- the system
NAMES = Names("tests.swarm", Saved(Bug, unsaved="kind"), Saved(Swarm, unsaved="seat_names rounds units"))


def born(state: Swarm, saved: Mapping[str, Any]) -> Bug:
    return Bug(saved["id"], saved["seat"], KINDS[saved["kind"]])


class SwarmSystem(Duel):
    """The system of bugs."""

    id, name, units, version, package, end_rule = "swarm", "Swarm", "hexes", 1, "tests.swarm", "SWARM-END-1"
    stages, overlays = ("Round",), ()
    offers = (DODGE, SHIELD, FRENZY)
    saver = Saver(NAMES, births=Births("kind", born))

    def first_battle(self, setup: Setup, names: tuple[str, ...]) -> tuple[Swarm, Step]:
        state = Swarm(names, setup.scenario["rounds"])
        for seat, spots in enumerate(STARTS):
            for number, kind in enumerate(("queen", "drone", "drone")):
                bug = Bug(f"{'AB'[seat]}{number + 1}", seat, KINDS[kind], spots[number], KINDS[kind].health)
                state.units[bug.id] = bug
        return state, StartRound()

    def scenarios(self, folders: Any, wrong: Any = None) -> list[ScenarioInfo]:
        data = swarm_setup().scenario
        return [ScenarioInfo("nest", "Nest", "Two hives.", 2, "3 bugs", ["hive", "hive"], data)]

    def forces(self, folders: Any, wrong: Any = None) -> list[ForceInfo]:
        return [ForceInfo("hive", "Hive", "", 7, "A queen and two drones.", {"name": "Hive"})]

    def fits(self, scenario: Any, forces: Any) -> None:
        return None

    def standing(self, game: Game) -> Standing:
        return Standing(game.state.round, "Round", game.state.active, game.state.scores(), "the most health")

    def scene(self, game: Game) -> HexScene:
        tokens = [
            Token(b.id, b.id, b.name, b.seat, b.hex, health=min(1.0, b.health / b.kind.health), done=b.done)
            for b in game.state.units.values()
            if b.hex
        ]
        return HexScene(GRID, {spot: Ground(MOSS) for spot in GRID.hexes}, tokens)

    def roster(self, game: Game) -> list[RosterLine]:
        return [
            RosterLine(b.id, b.id, b.name, b.seat, b.hex, "" if b.hex else "lost", min(1.0, b.health / b.kind.health))
            for b in game.state.units.values()
        ]

    def card(self, game: Game, unit: str) -> Card:
        state: Swarm = game.state
        bug = state.units[unit]
        lasting = [Line(one.name, f"until {one.until.point}", rules=(one.rule,)) for one in bug.lasting if one.in_force]
        return Card(bug.name, bug.seat, (Line("Health", counted(bug.health, "point")), *lasting))

    def spot(self, game: Game, spot: str) -> list[Line]:
        return [Line("moss")]

    def overlay(self, game: Game, name: str, unit: str) -> Overlay:
        return Overlay(name, {})

    def reference(self) -> list[Rule]:
        return [Rule("SWARM-MEET-1", "Stings", "core", "A sting can be met.")]

    def appraise(self, game: Game, answer: Answer) -> float:
        return 1.0 if isinstance(answer, str) and answer.startswith(("sting", "dodge")) else 0.0


def swarm_setup(*players: str, seed: int = 1, rounds: int = 4, dice: str = "seeded") -> Setup:
    """A game of a queen and two drones a side."""
    seats = [
        SeatSetup(name, number, player, {"name": "Hive"})
        for number, (name, player) in enumerate(zip(("Red", "Blue"), players or ("keyboard",) * 2, strict=True))
    ]
    return Setup("swarm", {"name": "Nest", "rounds": rounds}, seats, seed, dice)


SWARM = SwarmSystem()
