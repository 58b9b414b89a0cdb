"""Movement in one AP (CD-MOVE, CD-RUN): where to, the way, and who is in contact afterwards (CD-ACT-5, CD-MEL-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from math import dist

from attrs import evolve, field, frozen

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.events import Moved, Status
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview, exposed_to, shootable, shot_on_the_way
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.crimsondusk.moving.jump_pack_collisions import Land, is_difficult
from tabletop_tui.rules.crimsondusk.moving.terrifying_models import FaceTerror, is_terrified, terrified_parts
from tabletop_tui.rules.crimsondusk.reactions.overwatch import covers
from tabletop_tui.rules.crimsondusk.reactions.overwatch_fire import (
    Appear,
    Intrude,
    covered_parts,
    firers,
    seen_parts,
    stays_covered,
    watched_by,
    watchers,
)
from tabletop_tui.rules.crimsondusk.sight.cover import sheltered
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import gap_to, shooters_at, within_fire
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.relocation import has_moved
from tabletop_tui.rules.crimsondusk.state.skill_tests import helped, passes, skill_tally
from tabletop_tui.rules.crimsondusk.state.units import RETURNING, Man, Unit
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField, move_field
from tabletop_tui.rules.crimsondusk.ways.movement_limits import CLOSE, refuse_base
from tabletop_tui.skirmish import interruptible_march as march
from tabletop_tui.skirmish.interruptible_march import Due
from tabletop_tui.skirmish.unit_place_fields import Plan, longest
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.intervals import Spans
from tabletop_tui.table.points import Spot, Spots, place_words

Going = tuple[tuple[str, bool], ...]
"""Who goes, and whether he runs."""
Way = tuple[str, Spots]
"""A man and his way, the start first."""
Ways = tuple[Way, ...]


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The owner says where those go who move in this AP, all of them at once."
    unit: str
    going: Going
    to_enemy: bool = True
    alone: bool = field(default=False, kw_only=True, metadata={ADDED: True})
    """Whether an AP is spent on nothing but this."""
    rules = ("CD-MOVE-1", "CD-RUN-1", "CD-COH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = move_field(battle, unit, dict(self.going), self.to_enemy)
        who = unit.name if len(self.going) == unit.left else f"{unit.name}, {counted(len(self.going), 'model')}"
        prompt = f"{who}: where to, up to {field.allowance:g} u?{field.hint if field.torn else ''}"
        warn = partial(self.warning, unit, field) if self.alone else None
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def warning(self, unit: Unit, field: MoveField, answer: Answer) -> str:
        """What is asked where nobody ends elsewhere: which way a man looks is nothing, so a mere turn is staying."""
        plan = field.read(answer)
        stays = isinstance(plan, Plan) and {*field.ends(plan)} <= {*unit.models}
        return f"{unit.does('stays')} in place: is the AP spent on that?" if stays else ""

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        game.push(Walk(self.unit, self.ways(field, answer), tuple(name for name, run in self.going if run)))

    def ways(self, field: MoveField, answer: Answer) -> Ways:
        """Everybody's way by an answer that was allowed."""
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        pairs = zip(field.men, field.tracks(plan), strict=True)
        return tuple((man.id, tuple(map(to_hundredths, track))) for man, track in pairs)

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("way", field.cost(answer), rules=(field.rule,))]
        if field.refuse(answer) is None:
            battle = game.state
            ends = self.ways(field, answer)
            march = SectionMarch(self.unit, tuple(track for _, track in ends), tuple(name for name, _ in ends))
            due = (due.key for due in march.stations(game))
            lines += shot_on_the_way((key for key in due if key in battle.units), "CD-OW-5")
            there, unit = self.standing(battle, dict(ends))
            lines.append(exposed_to((enemy.id for enemy in shooters_at(there, unit)), "CD-SHOOT-1"))
            lines += shootable(within_fire(there, unit), "CD-SHOOT-1") if there.able(unit) else []
        return Preview(tuple(lines), path=tuple(field.path(answer)))

    def standing(self, battle: Battle, ends: Mapping[str, Spots]) -> tuple[Battle, Unit]:
        """The battle, and the unit in it, as if those who go stood where their ways end."""
        there = battle.clone()
        unit = there.units[self.unit]
        unit.models = tuple(ends.get(man.id, (spot,))[-1] for man, spot in zip(unit.men, unit.models, strict=True))
        return there, unit


@frozen
class Walk(Step):
    says = "They go their ways; whoever shrinks back from a fearsome enemy stays where he is."
    unit: str
    ways: Ways
    runners: tuple[str, ...] = ()
    rules = ("CD-MOVE-1", "CD-SR-FEARSOME-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        here = {man.id for man in unit.men}
        left = [(name, track) for name, track in self.ways if name in here and longest([track]) > 0]
        ways = [(name, track) for name, track in left if not self.shrinks(game, unit, name, track)]
        if ways:
            tracks, men = tuple(track for _, track in ways), tuple(name for name, _ in ways)
            runs = not set(men).isdisjoint(self.runners)
            going = SectionMarch(unit.id, tracks, men, runs, down=any(unit.lies(unit.man(name)) for name in men))
            game.push(going, *landing(game.state, unit, men))

    def shrinks(self, game: Game[Battle], unit: Unit, name: str, track: Spots) -> bool:
        """Whether a man who would go into contact with somebody fearsome does not dare to."""
        battle = game.state
        if not fearsome_at(battle, unit, track):
            return False
        tally = helped(battle, unit, skill_tally(unit.man(name).soldier.quality))
        return not passes(game, unit.seat, f"{name} goes at somebody fearsome", tally, ("CD-SR-FEARSOME-1",))


def landing(battle: Battle, unit: Unit, men: Sequence[str]) -> list[Step]:
    """Those who go with jump packs may land badly (CD-EQ-JUMP-2)."""
    jumping = tuple(name for name in men if unit.man(name).soldier.has("jump-pack"))
    started = tuple(name for name in jumping if is_difficult(battle.table, unit.spot_of(name)))
    return [Land(unit.id, jumping, started)] if jumping else []


# ---------------------------------------------------------------- the way, and who has a say on it
TERROR = "terror"
"""What becomes due on a march besides the fire of sections on overwatch, which are named by their ids."""


@frozen
class SectionMarch(march.March):
    says = "They go their ways; enemies on overwatch may fire where they come into sight, terrifying ones freeze them."
    men: tuple[str, ...]
    """Whose the ways are, in their order."""
    runs: bool = False
    down: bool = False
    """Whether they crawled from the start: who goes to ground on the way stays there."""
    rules = ("CD-MOVE-1", "CD-OW-5", "CD-OW-6", "CD-SR-TERRIFY-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        here = [number for number, man in enumerate(self.men) if unit.number(man) is not None]
        if not here:
            return
        men, tracks = tuple(self.men[number] for number in here), tuple(self.tracks[number] for number in here)
        left = evolve(self, men=men, tracks=tracks)
        if left.is_stopped(unit):
            left.stop(game)
        else:
            super(SectionMarch, left).run(game)

    def models(self, game: Game[Battle]) -> Spots:
        unit = game.state.units[self.unit]
        return tuple(unit.spot_of(man) for man in self.men)

    # ------------------------------------------------------------------ what becomes due
    def stations(self, game: Game[Battle]) -> Iterator[Due]:
        battle = game.state
        unit = battle.units[self.unit]
        if battle.active != unit.id:
            return
        probe = unit.clone()

        def there(at: float) -> Unit:
            probe.put(dict(zip(self.men, self.at(at), strict=True)))
            return probe

        if unit.dreaded != battle.turn:
            parts = terrified_parts(battle, unit, self.paths)
            yield from (Due(at, TERROR) for at in self.entries(parts, lambda at: is_terrified(battle, there(at))))
        for watcher in watchers(battle, unit.seat):
            if not stays_covered(battle, watcher, unit, self.men):
                yield from (Due(at, watcher.id) for at in self.watched(battle, watcher, unit, there))

    def watched(self, battle: Battle, watcher: Unit, unit: Unit, there: Callable[[float], Unit]) -> Iterator[float]:
        """Where they come into the sight of a section on overwatch, and where it is asked again (CD-OW-4).

        That is wherever another of its models comes to see them, and at the end of the way.
        """
        parts = covered_parts(battle, watcher, unit, self.paths)
        starts = self.first_of(parts, lambda at: covers(battle, watcher, there(at)))
        yield from (at for at in starts if at >= self.done)
        if not starts:
            return
        eyes = firers(battle, watcher)
        seen = seen_parts(battle, watcher, eyes, unit, self.paths)
        for man, reach in eyes:
            found = self.first_of(seen.get(man.id, ()), partial(in_view, battle, watcher, man, reach, there))
            yield from (at for at in found[:1] if at >= max(self.done, starts[0]))
        if covers(battle, watcher, there(self.length)):
            yield self.length

    def first_of(self, parts: Spans, holds: Callable[[float], bool]) -> list[float]:
        """Where something begins to hold in each of these parts, not those from the start of the way on."""
        found = (self.first_in(part, holds) for part in parts if part[0] > 0)
        return [at for at in found if at is not None]

    def put(self, game: Game[Battle], due: Due) -> Sequence[Step]:
        if due.key == TERROR:
            return [FaceTerror(self.unit, moving=True), self.rest(due)]
        return [Intrude(due.key, self.unit), self.rest(due)]

    # ------------------------------------------------------------------ how far they get
    def halt(self, game: Game[Battle], at: float) -> None:
        self.go(game, self.at(at))

    def arrive(self, game: Game[Battle]) -> None:
        self.end(game, tuple(track[-1] for track in self.tracks), self.length)

    def is_stopped(self, unit: Unit) -> bool:
        """Whether they go no further: gone to ground under fire, or frozen (CD-PIN-6, CD-SR-TERRIFY-1)."""
        drops = not self.down and any(unit.lies(unit.man(name)) for name in self.men)
        return drops or unit.frozen == unit.spent > 0

    def stop(self, game: Game[Battle]) -> None:
        """They stay where they have got to, or as near before it as all their bases have room."""
        unit = game.state.units[self.unit]
        back = (number / 100 for number in range(int(self.done * 100), 0, -1))
        tries = ((at, tuple(map(to_hundredths, self.at(at)))) for at in (self.done, *back))
        starts = 0.0, tuple(track[0] for track in self.tracks)
        at, ends = next((one for one in tries if self.has_room(game.state, unit, one[1])), starts)
        asked = {due.key for due in evolve(self, done=0.0).stations(game) if due.at <= self.done}
        self.end(game, ends, at)
        others = [one.id for one in watchers(game.state, unit.seat) if one.id not in asked]
        game.push(Appear(unit.id, tuple(others)))  # here the move ends (CD-OW-4)

    def has_room(self, battle: Battle, unit: Unit, ends: Spots) -> bool:
        """Whether bases that stop at these places overlap no others."""
        stay = [spot for man, spot in zip(unit.men, unit.models, strict=True) if man.id not in self.men]
        least = 2 * unit.radius - TINY
        if any(dist(a, b) < least for a, b in (*combinations(ends, 2), *product(ends, stay))):
            return False
        others = [one for one in battle.on_table() if one.id != unit.id]
        return refuse_base(unit, ends, others) is None

    def end(self, game: Game[Battle], ends: Spots, at: float) -> None:
        """The march is over after so much of the way."""
        unit = game.state.units[self.unit]
        self.go(game, ends)
        gone = {name: path.length * self.share(at) for name, path in zip(self.men, self.paths, strict=True)}
        has_moved(unit, gone)
        unit.alter([man.id for man in unit.men if man.part and man.id in gone], part=RETURNING)  # CD-REORG-8
        unit.ran = unit.ran or self.runs

    def go(self, game: Game[Battle], ends: Spots) -> None:
        unit = game.state.units[self.unit]
        before = unit.models
        unit.put(dict(zip(self.men, ends, strict=True)))
        start, end = middle_text(before), middle_text(unit.models)
        game.emit(
            Moved(f"{unit.does('moves')} to {place_words(end)}", ("CD-MOVE-1",), unit.seat, unit.id, (start, end))
        )


def in_view(battle: Battle, watcher: Unit, man: Man, reach: int, there: Callable[[float], Unit], at: float) -> bool:
    """Whether somebody on overwatch sees a unit in his range after so much of its way."""
    gap = gap_to(battle, watcher, man, there(at))
    return gap is not None and gap <= reach + TINY


def to_hundredths(spot: Spot) -> Spot:
    return round(spot[0], 2), round(spot[1], 2)


def fearsome_at(battle: Battle, unit: Unit, track: Spots) -> bool:
    """Whether a way leads into contact with a fearsome model that was not touched at its start."""
    for enemy in battle.enemies(unit.seat):
        touch = unit.radius + enemy.radius + CLOSE
        for man, spot in zip(enemy.men, enemy.models, strict=True):
            feared = man.soldier.has("fearsome") or man.soldier.has("terrifying")
            if feared and dist(track[-1], spot) <= touch < dist(track[0], spot):
                return True
    return False


# ---------------------------------------------------------------- contact
def pairs_in_contact(one: Unit, other: Unit) -> list[tuple[int, int]]:
    """The models of two units that touch each other, by their numbers."""
    touch = one.radius + other.radius + CLOSE
    return [
        (a, b)
        for a, spot in enumerate(one.models)
        for b, there in enumerate(other.models)
        if dist(spot, there) <= touch
    ]


@frozen
class Engage(Step):
    title = "Engage"
    says = "An AP is done: a section of which a model is in contact now is in melee, and so is the one that it touches."
    unit: str
    next_turn: bool = False
    """Whether it came there after the melees of this turn, and charges in the next one (CD-MWIN-9)."""
    rules = ("CD-ACT-5", "CD-MEL-1", "CD-MEL-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.hull is not None:
            return
        for enemy in battle.enemies(unit.seat):
            if enemy.hull is None and enemy.id not in unit.foes and pairs_in_contact(unit, enemy):
                engage(battle, unit, enemy, battle.turn + self.next_turn)
                text = f"{unit.does('is')} in contact with {enemy.name}: melee"
                game.emit(Status(text, ("CD-ACT-5", "CD-MEL-1"), unit.seat, enemy.id, "in melee"))


def engage(battle: Battle, unit: Unit, enemy: Unit, turn: int) -> None:
    """Put two sections into melee: one that acts or waits is done, nobody lies or watches any more (CD-ACT-3)."""
    for one, other in ((unit, enemy), (enemy, unit)):
        if not one.fighting:
            one.met = turn
        one.foes = tuple(sorted({*one.foes, other.id}))
        one.ground = one.overwatch = False
        one.activated = True
        one.alter_all(aimed="", loading="", paid=0)  # whoever fights does something else (CD-AIM-1, CD-WPN-3)
    unit.charged = turn
    enemy.alter(behind_from(battle, unit, enemy), behind=True)


def behind_from(battle: Battle, unit: Unit, enemy: Unit) -> list[str]:
    """Which of a contacted section are behind an obstacle, as seen from the nearest who contact it (CD-MEL-12)."""
    nearest = [min(unit.models, key=lambda eye: dist(eye, spot)) for spot in enemy.models]
    rows = zip(enemy.men, enemy.models, nearest, strict=True)
    return [man.id for man, spot, eye in rows if sheltered(battle, enemy, spot, eye)]


# ---------------------------------------------------------------- going to ground
@frozen
class TryGround(Step):
    title = "Try the ground"
    says = "A skill test with +1, without command bonus: passed, the section has gone to ground."
    unit: str
    rules = ("CD-GTG-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        # Failed, its owner may try again with another AP, or do something else (CD-GTG-5).
        if passes(game, unit.seat, f"{unit.does('goes')} to ground", ground_tally(unit), self.rules):
            unit.ground, unit.ground_part = True, ""
            game.emit(Status(f"{unit.does('has')} gone to ground", self.rules, unit.seat, unit.id, "gone to ground"))


def ground_tally(unit: Unit) -> Tally:
    return skill_tally(unit.quality).plus(-1, "going to ground", "CD-GTG-3")


@frozen
class Stand(Step):
    title = "Stand"
    says = "Its owner lets a section stand up."
    unit: str
    rules = ("CD-GTG-4",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        before = tuple(watched_by(game.state, unit))
        unit.ground, unit.ground_part = False, ""
        game.emit(Status(f"{unit.does('stands')} up", self.rules, unit.seat, unit.id, "gone to ground", False))
        game.push(Appear(unit.id, before))
