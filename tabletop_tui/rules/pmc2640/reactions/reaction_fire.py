"""The attackers' way, and reaction fire on it (PMC-ASSLT-2 to PMC-ASSLT-5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import ceil

import numpy as np
import shapely

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.standing_orders import OfferKind, ask_or_obey, tell_passed_over
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.shooting.attack_odds import preview_attack
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack
from tabletop_tui.rules.pmc2640.shooting.shooting import choose_weapon
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import HIDDEN_RANGE, STEALTH_RANGE, refuse_both, weapons_for
from tabletop_tui.rules.pmc2640.sight import sight, sight_map
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE
from tabletop_tui.rules.pmc2640.state.unit_refusals import among, further, in_reserve, suppressed
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_stand
from tabletop_tui.skirmish.battle import not_of
from tabletop_tui.skirmish.interruptible_march import Due, March
from tabletop_tui.table.bases import TINY, centre, spot_text
from tabletop_tui.table.figure_shadows import borders_behind
from tabletop_tui.table.intervals import Span, judged, where
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import Figure, links

REACTION_REACH = 6
SHOT, NEAR = "shot", "near"
"""What becomes due on the way: a reacting unit gains a shot, or contact is next."""


REACTION_FIRE = OfferKind(
    "reaction",
    "reaction fire",
    "Asked when an assault comes at a unit that may shoot; used unasked, each shoots as soon as it can.",
    "PMC-ASSLT-3",
)


# ---------------------------------------------------------------- who may shoot
def may_react(battle: Battle, target: Unit, done: tuple[str, ...]) -> list[Unit]:
    """The target and the units within 6 in of it that are not Suppressed and have not shot yet (PMC-ASSLT-3)."""
    return [
        unit
        for unit in battle.side(target.seat)
        if unit.id not in done
        and not unit.suppressed
        and distances.distance(battle, unit, target) <= REACTION_REACH + TINY
    ]


def reactors(battle: Battle, attacker: Unit, target: Unit, done: tuple[str, ...]) -> list[Unit]:
    """Those of them that could shoot at the attackers now."""
    return [unit for unit in may_react(battle, target, done) if weapons_for(battle, unit, attacker, "reaction")]


def stopped(battle: Battle, attacker: str) -> bool:
    """Whether the assault has ended before contact (PMC-ASSLT-5)."""
    unit = battle.units[attacker]
    return not unit.on_table or unit.suppressed


@frozen
class React(Step):
    title = "Reaction fire"
    says = (
        "Who is charged may shoot: before the attackers move, where a shot is gained on their way, just before contact."
    )
    attacker: str
    target: str
    near: bool = False
    """Whether the attackers have come, and stand 1 in away."""
    coming: bool = False
    """Whether they are on their way."""
    rules = ("PMC-ASSLT-3", "PMC-ASSLT-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if stopped(battle, self.attacker):
            return
        attacker, target = battle.units[self.attacker], battle.units[self.target]
        able = reactors(battle, attacker, target, battle.reacted)
        if not able:
            return
        ask = ChooseReaction(self.attacker, self.target, self.near, self.coming)
        decision = ask_or_obey(game, ask, target.seat, REACTION_FIRE, able[0].id)
        if decision == "pass" and self.near:  # the last chance, so that it is told once
            tell_passed_over(game, target.seat, REACTION_FIRE)


@frozen
class ChooseReaction(Ask):
    title = "Choose a reaction"
    says = "The other player chooses, unit by unit, who shoots now; each may shoot once in an assault."
    attacker: str
    target: str
    near: bool = False
    coming: bool = False
    rules = ("PMC-ASSLT-3", "PMC-ASSLT-4")
    declines = "wait"

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        attacker, target = battle.units[self.attacker], battle.units[self.target]
        options = [
            Option(unit.id, unit.name, target=unit.id, rule="PMC-ASSLT-3")
            for unit in reactors(battle, attacker, target, battle.reacted)
        ]
        wait = "Nobody shoots" if self.near else "Nobody shoots now"
        moment = "1 in away" if self.near else "on its way" if self.coming else "before it moves"
        options.append(Option("wait", wait, hotkey="n", rule="PMC-ASSLT-4"))
        prompt = f"Reaction fire at {attacker.id}, {moment}: who shoots?"
        why_not = named(
            battle.units,
            not_of(battle, target.seat, "PMC-ASSLT-3"),
            in_reserve,
            among(battle.reacted, "has shot at this assault already", "PMC-ASSLT-3"),
            lambda unit: suppressed(unit, "PMC-ASSLT-3"),
            further(battle, target, REACTION_REACH, "PMC-ASSLT-3"),
            lambda unit: refuse_both(battle, unit, attacker, "reaction"),
        )
        return Pick(target.seat, prompt, options, about=target.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer == "wait":
            return
        battle = game.state
        battle.reacted = (*battle.reacted, answer)
        shot = Attack(answer, self.attacker, "main", "reaction")
        game.push(*choose_weapon(battle, shot), React(self.attacker, self.target, self.near, self.coming))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        battle = game.state
        if answer == "wait":
            return None
        weapons = weapons_for(battle, battle.units[answer], battle.units[self.attacker], "reaction")
        return preview_attack(battle, Attack(answer, self.attacker, weapons[0], "reaction"))


# ---------------------------------------------------------------- on the way
@frozen
class AssaultMarch(March):
    title = "Assault"
    says = "The attackers go their way; who gains a shot at them on it may take it, and anybody just before contact."
    target: str
    rules = ("PMC-ASSLT-2", "PMC-ASSLT-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} assaults {self.target}"

    def models(self, game: Game[Battle]) -> Spots:
        return () if stopped(game.state, self.unit) else game.state.units[self.unit].models

    def stations(self, game: Game[Battle]) -> Iterator[Due]:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        if self.length > TINY:
            for other in may_react(battle, target, battle.reacted):
                yield from (Due(at, SHOT) for at in self.gained(battle, unit, other))
            yield Due(self.length, NEAR)

    def gained(self, battle: Battle, unit: Unit, reactor: Unit) -> Iterator[float]:
        """Where on the way a model of a reacting unit gains a shot that it had not just before."""
        eyes = reactor.models or sight.windows(battle, reactor, ())
        figures = list(in_the_light(battle, unit, reactor))
        shadows, others = borders_behind(self.paths, eyes, figures), self.borders(unit, reactor, eyes, figures)
        if not reactor.models:
            yield from self.gained_by(battle, unit, reactor, reactor, others.union(*shadows))
        for eye, borders in zip(reactor.models, shadows, strict=False):
            yield from self.gained_by(battle, unit, reactor, reactor.at((eye,)), others | borders)

    def gained_by(
        self, battle: Battle, unit: Unit, reactor: Unit, alone: Unit, borders: Collection[float]
    ) -> Iterator[float]:
        """The same for one of its models, or for those in a building; nothing changes but at some shares of the way."""
        probe = unit.clone()

        def can_shoot(at: float) -> bool:
            probe.models = self.at(at)
            return bool(weapons_for(battle, reactor, probe, "reaction"))

        def shoots(at: float) -> bool:
            probe.models = self.at(at)
            if refuse_stand(battle, unit, probe.models, self.target, split=True) is not None:
                return False
            return sight.no_sight(battle, alone, probe) is None and can_shoot(at)

        seen = self.seen(battle, unit, alone, judged(borders))
        for part in where(borders, lambda share: seen[share] and can_shoot(share * self.length)):
            if part[0] > 0 and (at := self.first(part, shoots)) is not None:
                yield at

    def seen(self, battle: Battle, unit: Unit, viewer: Unit, shares: Sequence[float]) -> dict[float, bool]:
        """Of some shares of the way whether a viewer sees the unit there."""
        places = [self.at(share * self.length) for share in shares]
        if viewer.building:
            found = [sight.no_sight(battle, viewer, unit.at(spots)) is None for spots in places]
        else:
            found = sight_map.sees(battle, viewer, unit, np.array(places)).tolist()
        return dict(zip(shares, found, strict=True))

    def first(self, part: Span, holds: Callable[[float], bool]) -> float | None:
        """The first hundredth in a part of the way at which something holds."""
        if (at := self.first_in(part, holds)) is not None:
            return at
        begin, end = (share * self.length for share in part)
        return next((n / 100 for n in range(ceil(begin * 100), int(end * 100) + 1) if holds(n / 100)), None)

    def borders(self, unit: Unit, reactor: Unit, eyes: Spots, figures: Sequence[Figure]) -> set[float]:
        """All shares of the way at which the range may change, or what a model stands on."""
        radii = unit.type.radius + sight.reach_of(reactor)
        kind = reactor.type
        reaches = (kind.range, AUXILIARY_RANGE, kind.minimum_range, STEALTH_RANGE, HIDDEN_RANGE)
        inches = {reach + radii for reach in (*reaches, sight.INSIDE_SIGHT, sight.FURTHEST_SIGHT)}
        near = (path.near(eye, far) for eye, path, far in product(eyes, self.paths, inches))
        on = (path.on(figure) for path, figure in product(self.paths, figures))
        return set(chain.from_iterable(chain.from_iterable(chain(near, on))))

    def put(self, game: Game[Battle], due: Due) -> Sequence[Step]:
        near = due.key == NEAR
        return [React(self.unit, self.target, near, not near), self.rest(due)]

    def halt(self, game: Game[Battle], at: float) -> None:
        self.go_to(game, at)

    def arrive(self, game: Game[Battle]) -> None:
        self.go_to(game, self.length)

    def go_to(self, game: Game[Battle], at: float) -> None:
        """Put the unit where it is after so many inches; that it goes on is told, too."""
        battle = game.state
        unit = battle.units[self.unit]
        before, unit.models = unit.models, self.at(at)
        if unit.models != before or not at:
            turns = [spot for spot in Path(middles(self.tracks)).until(self.share(at))[1:-1] if not self.done]
            path = tuple(map(spot_text, (centre(before), *turns, centre(unit.models))))
            verb = "goes" if self.done else "assaults"
            text = f"{unit.does(verb)} on" if self.done else f"{unit.does(verb)} {battle.units[self.target].name}"
            game.emit(Moved(text, self.rules, unit.seat, unit.id, path))


def middles(tracks: Sequence[Spots]) -> Spots:
    """The way of the middle of models that go side by side."""
    return tuple(centre(spots) for spots in zip(*tracks, strict=True))


def in_the_light(battle: Battle, unit: Unit, reactor: Unit) -> Iterator[Figure]:
    """All that may come between two units: terrain, wrecks and other units."""
    for piece in terrain_state.ground(battle).blinds:
        yield from (piece.figure, *piece.core, *piece.heart)
    for wreck in battle.wrecks:
        yield from capsules((wreck.spot,), wreck.radius)
    for other in battle.on_table():
        if other.models and other.id not in (unit.id, reactor.id):
            yield from capsules(other.models, other.type.radius)


@lru_cache(maxsize=1 << 8)
def capsules(models: Spots, radius: float) -> tuple[Figure, ...]:
    """A group of bases as one body, part by part."""
    found = []
    for part in shapely.buffer(shapely.linestrings(links(models, radius)), radius, quad_segs=16).tolist():
        found.append(Figure(tuple((x, y) for x, y in shapely.get_coordinates(part).tolist()[:-1])))
    return tuple(found)
