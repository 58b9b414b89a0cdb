"""Reorganising sections (CD-REORG): a personality joins sections, splits one, takes charge; the parts come together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import evolve

from tabletop_tui.engine.action import Action
from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import is_with, leader_of, linked, refuse_chain
from tabletop_tui.rules.crimsondusk.state.skill_tests import chance, passes, skill_tally, words
from tabletop_tui.rules.crimsondusk.state.units import SPLIT, Man, Unit
from tabletop_tui.table.points import spot_text


def actions(battle: Battle, unit: Unit) -> Iterator[Action]:
    """What a personality may do about sections of his side in his own activation, AP or not."""
    if leader_of(unit) is None:
        return
    friends = [one for one in battle.side(unit.seat) if one.id != unit.id and one.models and not one.fighting]
    for group in joinable(battle, unit, friends):
        yield ToJoin(battle, unit, group)
    for friend in friends:
        if is_with(unit, friend) and leader_of(friend) is None:
            yield ToSplit(battle, unit, friend)
            if any(man.part for man in friend.men):
                yield ToTakeCharge(battle, unit, friend)


# ---------------------------------------------------------------- joining
def joinable(battle: Battle, leader: Unit, friends: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """The groups of under-strength sections that a personality could join (CD-REORG-1, CD-REORG-2)."""
    number = leader_of(leader)
    if number is None or not leader.men[number].soldier.cb:
        return
    weak = [one for one in friends if leader_of(one) is None and one.left < one.start and not is_split(one)]
    for count in range(2, len(weak) + 1):
        yield from (group for group in combinations(weak, count) if linked(group, leader) and alike(group))


def alike(group: Sequence[Unit]) -> bool:
    """Whether all stand on bases of one size."""
    return len({unit.sheet.size for unit in group}) == 1


def is_split(unit: Unit) -> bool:
    return any(man.part for man in unit.men)


@frozen
class ToJoin(UnitAction):
    joined: tuple[Unit, ...]
    rule, hotkey = "CD-REORG-1", "j"
    says = "A skill test of the personality; passed, they are one section of their new number, else confused this turn."

    @property
    def key(self) -> str:
        return "join:" + "+".join(unit.id for unit in self.joined)

    @property
    def label(self) -> str:
        return f"Join {' and '.join(unit.id for unit in self.joined)}: {sum(unit.left for unit in self.joined)} models"

    @property
    def cost(self) -> str:
        return "free, once"

    def refuse(self) -> Refusal | None:
        if self.unit.joined == self.battle.turn:
            return Refusal("once in an activation", "CD-REORG-1")
        return None

    def steps(self) -> Sequence[Step]:
        return [Join(self.unit.id, tuple(unit.id for unit in self.joined))]

    def preview(self) -> Preview | None:
        tally = join_tally(self.unit)
        return Preview((Line("needs", words(tally), tally, ("CD-REORG-1",)),), (Chance("joined", chance(tally)),))


def join_tally(leader: Unit) -> Tally:
    """The personality's own quality, without his own bonus (CD-REORG-1)."""
    number = leader_of(leader)
    assert number is not None
    return skill_tally(leader.men[number].soldier.quality)


@frozen
class Join(Step):
    title = "Join"
    says = "The test, and the new section if it is passed: the men of all go over to the first."
    leader: str
    sections: tuple[str, ...]
    rules = ("CD-REORG-1", "CD-REORG-3", "CD-REORG-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        leader = battle.units[self.leader]
        leader.joined = battle.turn
        units = [battle.units[name] for name in self.sections]
        if not passes(game, leader.seat, f"{leader.does('joins')} {' and '.join(self.sections)}", join_tally(leader)):
            for unit in units:
                unit.muddled, unit.overwatch = battle.turn, False
                text = f"{unit.does('is')} confused for the rest of this turn"
                game.emit(Status(text, ("CD-REORG-3",), unit.seat, unit.id, "confused"))
            return
        first, rest = units[0], units[1:]
        for unit in rest:
            hand_over(battle, unit, first, [man.id for man in unit.men])
        first.start = first.left
        game.emit(Event(f"{first.does('is')} {first.left} models now", ("CD-REORG-1", "CD-REORG-4"), first.seat))


def hand_over(battle: Battle, unit: Unit, to: Unit, names: Sequence[str]) -> None:
    """These men belong to another section now, with all that lies on them; a section without men is no more."""
    if unit.activated:  # a model has its AP once a turn (CD-CHAR-3)
        unit.alter(names, done=battle.turn)
    going = [(man, spot) for man, spot in zip(unit.men, unit.models, strict=True) if man.id in names]
    worst_of(battle, unit, to, [man for man, _ in going])
    unit.drop(names)
    unit.start -= len(going)  # they are not lost (CD-PIN-3)
    to.men = (*to.men, *(man for man, _ in going))
    to.models = (*to.models, *(spot for _, spot in going))
    if not unit.men:
        battle.fallen = tuple(evolve(one, unit=to.id) if one.unit == unit.id else one for one in battle.fallen)
        battle.remove(unit, "joined")


def worst_of(battle: Battle, unit: Unit, to: Unit, going: Sequence[Man]) -> None:
    """What lies on a section comes along with its men: whoever has acted, is pinned or confused stays so."""
    to.activated, to.ran, to.ran_before = (
        to.activated or unit.activated,
        to.ran or unit.ran,
        to.ran_before or unit.ran_before,
    )
    kept_down = [battle.is_pinned(unit) and any(map(unit.lies, going)), battle.is_pinned(to) and to.ground]
    to.ground = any(kept_down) or (to.ground and all(map(unit.lies, going)))  # CD-PIN-6
    to.ground_part = ""
    to.overwatch = False
    to.shots += unit.shots
    if any(battle.is_pinned(unit, man) for man in going):
        to.pinned_from, to.pinned_to = max(to.pinned_from, unit.pinned_from), max(to.pinned_to, unit.pinned_to)
        to.pinned_part = ""
    to.confused_from, to.muddled = max(to.confused_from, unit.confused_from), max(to.muddled, unit.muddled)


# ---------------------------------------------------------------- splitting
@frozen
class ToSplit(UnitAction):
    section: Unit
    rule = "CD-REORG-5"
    says = "Some of its models stay where they are and act on, the others can go; all are still one section."

    @property
    def key(self) -> str:
        return f"split:{self.section.id}"

    @property
    def label(self) -> str:
        return f"Split some models off {self.section.name}"

    @property
    def cost(self) -> str:
        return "free"

    @property
    def target(self) -> str:
        return self.section.id

    def refuse(self) -> Refusal | None:
        if is_split(self.section):
            return Refusal("it is split already", "CD-REORG-10")
        return Refusal("a single model", "CD-REORG-5") if self.section.left < 2 else None

    def steps(self) -> Sequence[Step]:
        return [ChooseSplit(self.section.id)]


STAY, OFF = "stay", "off"


@frozen
class ChooseSplit(Ask):
    title = "Choose split"
    says = "The owner says which models are split off."
    unit: str
    rules = ("CD-REORG-5",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        return Assign(
            unit.seat,
            f"{unit.name}: who is split off?",
            about=unit.id,
            rules=self.rules,
            items=[
                Item(man.id, man.id, man.soldier.arms, target=spot_text(spot))
                for man, spot in zip(unit.men, unit.models, strict=True)
            ],
            labels=[
                Option(STAY, "Stays in the section", hotkey="s", rule="CD-REORG-5"),
                Option(OFF, "Is split off", hotkey="f", rule="CD-REORG-5"),
            ],
            default={man.id: STAY for man in unit.men},
            most={OFF: unit.left - 1},
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        off = [man.id for man in unit.men if answer[man.id] == OFF]
        if off:
            unit.alter(off, part=SPLIT)
            game.emit(Event(f"{unit.does('splits')} off {', '.join(off)}", ("CD-REORG-5",), unit.seat))


@frozen
class ToTakeCharge(UnitAction):
    section: Unit
    rule = "CD-REORG-9"
    says = "The split models become a section around the personality; he may not leave it while it is too small."

    @property
    def key(self) -> str:
        return f"charge-of:{self.section.id}"

    @property
    def label(self) -> str:
        return f"Take charge of the models split off {self.section.name}"

    @property
    def cost(self) -> str:
        return "free"

    def refuse(self) -> Refusal | None:
        if not alike((self.unit, self.section)):
            return Refusal("a section stands on bases of one size, theirs is another than his", "CD-REORG-9")
        return None

    def steps(self) -> Sequence[Step]:
        return [TakeCharge(self.unit.id, self.section.id)]


@frozen
class TakeCharge(Step):
    title = "Take charge"
    says = "Split models become the section of a personality."
    leader: str
    section: str
    rules = ("CD-REORG-9",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        leader, unit = battle.units[self.leader], battle.units[self.section]
        off = [man.id for man in unit.men if man.part]
        hand_over(battle, unit, leader, off)
        leader.alter(off, part=0)
        leader.start = leader.left
        game.emit(Event(f"{leader.does('takes')} charge of {', '.join(off)}", self.rules, leader.seat))


# ---------------------------------------------------------------- one section again
@frozen
class Reunite(Step):
    title = "Reunite"
    says = "Split models that are coherent with their section again are part of it (CD-REORG-8)."
    unit: str
    rules = ("CD-REORG-8",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        off = [man.id for man in unit.men if man.part]
        if not off or not unit.models:
            return
        whole = unit.clone()
        whole.alter(off, part=0)
        if refuse_chain(whole, whole.models) is None and all(man.part > SPLIT for man in unit.men if man.part):
            unit.alter(off, part=0)
            unit.pinned_part = unit.ground_part = ""
            game.emit(Event(f"{unit.does('is')} one section again", self.rules, unit.seat))
