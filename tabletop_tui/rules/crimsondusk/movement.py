"""Movement in one AP (CD-MOVE, CD-RUN): where to, the way, and who is in contact afterwards (CD-ACT-5, CD-MEL-12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from tabletop_tui.engine.events import Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.views import Line, Preview
from tabletop_tui.rules.crimsondusk.battle import RETURNING, Battle, Unit
from tabletop_tui.rules.crimsondusk.cover import obstacle
from tabletop_tui.rules.crimsondusk.movement_limits import CLOSE, MoveField, move_field
from tabletop_tui.rules.crimsondusk.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.weapons import crew_needed, team_of
from tabletop_tui.skirmish.placement import Plan, longest
from tabletop_tui.table.bases import apart, middle_text
from tabletop_tui.table.points import Spot, Spots

Going = tuple[tuple[str, bool], ...]
"""Who goes, and whether he runs."""
Way = tuple[str, Spots]
"""A man and his way, the start first."""
Ways = tuple[Way, ...]


@frozen
class ChooseMove(Ask):
    title = "Choose move"
    says = "The owner says where those go who move in this AP, all of them at once."
    unit: str
    going: Going
    to_enemy: bool = True
    rules = ("CD-MOVE-1", "CD-RUN-1", "CD-COH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = move_field(battle, unit, dict(self.going), self.to_enemy)
        who = unit.name if len(self.going) == unit.left else f"{len(self.going)} of {unit.name}"
        prompt = f"{who}: where to, up to {field.allowance:g}?{field.hint if field.torn else ''}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        pairs = zip(field.men, field.tracks(plan), strict=True)
        ways = tuple((man.id, tuple(map(to_hundredths, track))) for man, track in pairs)
        game.push(Walk(self.unit, ways, tuple(name for name, run in self.going if run)))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        return Preview((Line("way", field.cost(answer), rules=(field.rule,)),), path=tuple(field.path(answer)))


@frozen
class Walk(Step):
    says = "They go their ways; whoever shrinks back from a fearsome enemy stays where he is."
    unit: str
    ways: Ways
    runners: tuple[str, ...] = ()
    rules = ("CD-MOVE-1", "CD-SR-FEARSOME-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        here = {man.id for man in unit.men}
        left = [(name, track) for name, track in self.ways if name in here and longest([track]) > 0]
        ways = [(name, track) for name, track in left if not self.shrinks(game, unit, name, track)]
        if not ways:
            return
        before = unit.models
        unit.put({name: track[-1] for name, track in ways})
        for name, track in ways:
            unit.alter([name], moved=round(unit.man(name).moved + longest([track]), 2))
        moved = frozenset(name for name, _ in ways)
        unit.ran = unit.ran or not moved.isdisjoint(self.runners)
        take_along(unit, moved)
        start, end = middle_text(before), middle_text(unit.models)
        game.emit(Moved(f"{unit.name} moves to {end}", ("CD-MOVE-1",), unit.seat, unit.id, (start, end)))

    def shrinks(self, game: Game[Battle], unit: Unit, name: str, track: Spots) -> bool:
        """Whether a man who would go into contact with somebody fearsome does not dare to."""
        battle = game.state
        if not fearsome_at(battle, unit, track):
            return False
        tally = helped(battle, unit, skill_tally(unit.man(name).soldier.quality))
        return not passes(game, unit.seat, f"{name} goes at somebody fearsome", tally, ("CD-SR-FEARSOME-1",))


def to_hundredths(spot: Spot) -> Spot:
    return round(spot[0], 2), round(spot[1], 2)


def fearsome_at(battle: Battle, unit: Unit, track: Spots) -> bool:
    """Whether a way leads into contact with a fearsome model that was not touched at its start."""
    for enemy in battle.enemies(unit.seat):
        touch = unit.radius + enemy.radius + CLOSE
        for man, spot in zip(enemy.men, enemy.models, strict=True):
            feared = man.soldier.has("fearsome") or man.soldier.has("terrifying")
            if feared and apart(track[-1], spot) <= touch < apart(track[0], spot):
                return True
    return False


def take_along(unit: Unit, moved: Collection[str]) -> None:
    """Heavy weapons that were moved have to be made ready again; split models are on their way back.

    Moved by fewer than its team, a weapon takes as much longer (CD-TRAIT-8, CD-TRAIT-9, CD-REORG-8).
    """
    for man in unit.men:
        if man.id not in moved:
            continue
        if man.part:
            unit.alter([man.id], part=RETURNING)
        if needed := max((crew_needed(man.soldier, weapon) for weapon in man.soldier.weapons), default=0):
            helpers = [mate for mate in team_of(unit, man) if mate in moved]
            unit.alter([man.id], unready=needed * (needed - len(helpers)))


# ---------------------------------------------------------------- contact
def pairs_in_contact(one: Unit, other: Unit) -> list[tuple[int, int]]:
    """The models of two units that touch each other, by their numbers."""
    touch = one.radius + other.radius + CLOSE
    return [
        (a, b)
        for a, spot in enumerate(one.models)
        for b, there in enumerate(other.models)
        if apart(spot, there) <= touch
    ]


@frozen
class Engage(Step):
    title = "Engage"
    says = "An AP is done: a section of which a model is in contact now is in melee, and so is the one that it touches."
    unit: str
    next_turn: bool = False
    """Whether it came there after the melees of this turn, and charges in the next one (CD-MWIN-9)."""
    rules = ("CD-ACT-5", "CD-MEL-1", "CD-MEL-2")

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        for enemy in battle.enemies(unit.seat):
            if enemy.id not in unit.foes and (pairs := pairs_in_contact(unit, enemy)):
                engage(battle, unit, enemy, pairs, battle.turn + self.next_turn)
                text = f"{unit.name} is in contact with {enemy.name}: melee"
                game.emit(Status(text, ("CD-ACT-5", "CD-MEL-1"), unit.seat, enemy.id, "in melee"))


def engage(battle: Battle, unit: Unit, enemy: Unit, pairs: Sequence[tuple[int, int]], turn: int) -> None:
    """Put two sections into melee: one that acts or waits is done, nobody lies or watches any more (CD-ACT-3)."""
    for one, other in ((unit, enemy), (enemy, unit)):
        if not one.fighting:
            one.met = turn
        one.foes = tuple(sorted({*one.foes, other.id}))
        one.ground = one.overwatch = False
        one.activated = True
    unit.charged = turn
    enemy.alter(behind_from(battle, unit, enemy, pairs), behind=True)


def behind_from(battle: Battle, unit: Unit, enemy: Unit, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Which of those who are contacted are behind an obstacle as seen from whoever contacts them (CD-MEL-12)."""
    return [enemy.men[b].id for a, b in pairs if sheltered(battle, enemy, enemy.models[b], unit.models[a])]


def sheltered(battle: Battle, unit: Unit, spot: Spot, attacker: Spot) -> bool:
    """Whether a model is behind an obstacle, or just inside a wood, from one who comes into contact (CD-MEL-12)."""
    if obstacle(battle, spot, attacker, unit.radius) is not None:
        return True
    woods = battle.table.by_effect["wood"]
    return any(piece.holds(spot) and not piece.holds(attacker) for piece in woods)


# ---------------------------------------------------------------- going to ground
@frozen
class TryGround(Step):
    title = "Try ground"
    says = "A skill test with +1, without command bonus: passed, the section has gone to ground."
    unit: str
    rules = ("CD-GTG-3",)

    def do(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if passes(game, unit.seat, f"{unit.name} goes to ground", ground_tally(unit), self.rules):
            unit.ground = True
            game.emit(Status(f"{unit.name} has gone to ground", self.rules, unit.seat, unit.id, "gone to ground"))


def ground_tally(unit: Unit) -> Tally:
    return skill_tally(unit.quality).plus(-1, "going to ground", "CD-GTG-3")


@frozen
class Stand(Step):
    title = "Stand"
    says = "Its owner lets a section stand up."
    unit: str
    rules = ("CD-GTG-4",)

    def do(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.ground = False
        game.emit(Status(f"{unit.name} stands up", self.rules, unit.seat, unit.id, "gone to ground", False))
