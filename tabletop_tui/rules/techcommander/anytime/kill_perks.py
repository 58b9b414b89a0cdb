"""Kill perks (TC-PERK-1): kill chips are cashed in at a player's own place in the order, or between phases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Question
from tabletop_tui.engine.reactions import Offered, Window
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.anytime import air_strikes
from tabletop_tui.rules.techcommander.anytime.air_strikes import ChooseLine, ChooseSpot, ChooseStrike
from tabletop_tui.rules.techcommander.deployment.spawning import point_options, points, roll_point, spawn, tell_point
from tabletop_tui.rules.techcommander.files.spawn_pool import stock
from tabletop_tui.rules.techcommander.state.battle import SEAT_LETTERS, SIDES, Battle
from tabletop_tui.rules.techcommander.state.infiltration import reveal
from tabletop_tui.rules.techcommander.state.profiles import Sheet
from tabletop_tui.rules.techcommander.state.shot_targets import foes
from tabletop_tui.rules.techcommander.state.teams import captain, in_teams, members
from tabletop_tui.rules.techcommander.state.unit_refusals import OfUnits

BEFORE, BETWEEN, APPEALING = "before", "between", "appealing"
"""When chips are cashed in: before one's own action, between two turns, once spawn points are drawn."""
BOOST = 2


@frozen
class Perk(Offered):
    """Something that kill chips buy."""

    chips: ClassVar[int]
    name: ClassVar[str]
    battle: Battle
    seat: int
    """Whose chips they are, and for whom it is."""
    when: str

    @property
    def key(self) -> str:
        return f"{self.kind.id}:{SEAT_LETTERS[self.seat]}" if in_teams(self.battle) else self.kind.id

    @property
    def label(self) -> str:
        return f"{self.name} for {self.battle.seat_names[self.seat]}" if in_teams(self.battle) else self.name

    @property
    def cost(self) -> str:
        return f"{self.chips} of {counted(in_hand(self.battle, self.seat), 'kill chip')}"

    def refuse(self) -> Refusal | None:
        have = in_hand(self.battle, self.seat)
        if have < self.chips:
            return Refusal(f"{self.chips} kill chips are needed, {have} in hand", "TC-PERK-1")
        return self.barred()

    def barred(self) -> Refusal | None:
        """Why it cannot be had now, whatever it costs."""
        return None

    @property
    def matters(self) -> bool:
        """Before an action whatever hurts or helps at once; nothing else is asked about there."""
        return self.when == BEFORE and bool(self.battle.enemies(self.seat))

    def steps(self) -> Sequence[Step]:
        return [Spend(self.seat, self.chips, self.name), *self.brings()]

    def brings(self) -> Sequence[Step]:
        """What it brings."""
        raise NotImplementedError


def in_hand(battle: Battle, seat: int) -> int:
    """The kill chips that a player holds (TC-DM-12)."""
    player = battle.players[seat]
    return player.kills - player.spent


@frozen
class Spend(Step):
    says = "Kill chips are handed in; they still count as kills at the end."
    seat: int
    chips: int
    what: str
    rules = ("TC-PERK-1", "TC-DM-13")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.what} for {counted(self.chips, 'kill chip')}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.alter(self.seat, spent=battle.players[self.seat].spent + self.chips)
        text = f"{battle.seat_names[self.seat]} hands in {counted(self.chips, 'kill chip')}: {self.what}"
        game.emit(Event(text, self.rules, self.seat))


# ---------------------------------------------------------------- the cap, initiative, spawn points
@frozen
class ToRaiseCap(Perk):
    kind: ClassVar[OfferKind] = OfferKind("cap", "Increase budget cap", "between turns, for a kill chip", "TC-PERK-2")
    chips, name = 1, "Increase budget cap"
    rule = "TC-PERK-2"
    says = "The cap is 1 higher from the next respawn on."

    def barred(self) -> Refusal | None:
        most = self.battle.scenario.most_cap
        high = self.battle.players[self.seat].cap >= most
        return Refusal(f"the cap is {most} already", "TC-PERK-2") if high else None

    @property
    def matters(self) -> bool:
        return self.when == BETWEEN

    def brings(self) -> Sequence[Step]:
        return [RaiseCap(self.seat)]


@frozen
class RaiseCap(Step):
    title = "A higher cap"
    says = "The cap of a player is 1 higher from his next respawn on."
    seat: int
    rules = ("TC-PERK-2", "TC-DM-12")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        cap = min(battle.players[self.seat].cap + 1, battle.scenario.most_cap)
        battle.alter(self.seat, cap=cap)
        game.emit(Event(f"The cap of {battle.seat_names[self.seat]} is {cap}", self.rules, self.seat))


@frozen
class ToBoost(Perk):
    """More or less initiative."""

    chips = 1
    by: ClassVar[int]

    def barred(self) -> Refusal | None:
        if captain(self.battle, self.seat) != self.seat:
            return Refusal("the captain rolls for the team", "TC-DM-8")
        has = self.by in self.battle.players[self.seat].bids
        return Refusal("he has that already", self.kind.rule) if has else None

    @property
    def matters(self) -> bool:
        return self.when == BETWEEN

    def brings(self) -> Sequence[Step]:
        return [Boost(self.seat, self.by)]


@frozen
class ToBoostUp(ToBoost):
    kind: ClassVar[OfferKind] = OfferKind("boost-up", "Initiative up", "between turns, for a kill chip", "TC-PERK-3")
    name, by = "Initiative boost up", BOOST
    rule = "TC-PERK-3"
    says = "Initiative +2 from the next roll on, until all of his units are eliminated: he acts later."


@frozen
class ToBoostDown(ToBoost):
    kind: ClassVar[OfferKind] = OfferKind(
        "boost-down", "Initiative down", "between turns, for a kill chip", "TC-PERK-4"
    )
    name, by = "Initiative boost down", -BOOST
    rule = "TC-PERK-4"
    says = "Initiative -2 from the next roll on, until all of his units are eliminated: he acts earlier."


@frozen
class Boost(Step):
    title = "Initiative boost"
    says = "Up and down together cancel; neither counts twice."
    seat: int
    by: int
    rules = ("TC-PERK-3", "TC-PERK-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        bids = tuple(sorted({*battle.players[self.seat].bids, self.by}))
        battle.alter(self.seat, bids=bids, boost=sum(bids))
        text = f"The initiative of {battle.seat_names[self.seat]} changes by {sum(bids):+d}"
        game.emit(Event(text, self.rules, self.seat))


@frozen
class ToAppeal(Perk):
    kind: ClassVar[OfferKind] = OfferKind(
        "appeal", "Appeal deployment", "when you have drawn a spawn point", "TC-PERK-5"
    )
    chips, name = 1, "Appeal deployment"
    rule = "TC-PERK-5"
    says = "He spawns at an alternate point of his choice instead of the one that he has drawn."

    def barred(self) -> Refusal | None:
        battle = self.battle
        if self.when != APPEALING or battle.players[self.seat].spawn < 0:
            return Refusal("only when a spawn point has just been drawn", "TC-PERK-5")
        if battle.players[self.seat].spawn >= len(battle.table.starts):
            return Refusal("he spawns at an alternate point already", "TC-PERK-5")
        return None if free_alternates(battle) else Refusal("no alternate point is free", "TC-PERK-5")

    @property
    def matters(self) -> bool:
        return self.when == APPEALING

    def brings(self) -> Sequence[Step]:
        return [ChooseAlternate(self.seat)]


def free_alternates(battle: Battle) -> list[int]:
    taken = {player.spawn for player in battle.players}
    return [number for number in range(len(battle.table.starts), len(points(battle))) if number not in taken]


@frozen
class ChooseAlternate(Ask):
    title = "Choose another spawn point"
    says = "The player names the alternate point at which he spawns."
    seat: int
    rules = ("TC-PERK-5", "TC-DM-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = point_options(battle, free_alternates(battle))
        return Pick(self.seat, "Which alternate spawn point?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.state.alter(self.seat, spawn=int(answer) - 1)
        tell_point(game, self.seat, self.rules)


# ---------------------------------------------------------------- scans, strikes, help
@frozen
class ToScan(Perk):
    kind: ClassVar[OfferKind] = OfferKind(
        "orbital-scan", "Saturation Orbital Scan", "before your action, for 3 kill chips", "TC-PERK-6"
    )
    chips, name = 3, "Saturation Orbital Scan"
    rule = "TC-PERK-6"
    says = "All infiltrated enemies are revealed, without a roll."

    @property
    def matters(self) -> bool:
        return self.when == BEFORE and any(unit.hidden for unit in foes(self.battle, self.seat))

    def brings(self) -> Sequence[Step]:
        return [OrbitalScan(self.seat)]


@frozen
class OrbitalScan(Step):
    title = "Orbital scan"
    says = "All infiltrated enemies on the table are revealed."
    seat: int
    rules = ("TC-PERK-6",)

    def run(self, game: Game[Battle]) -> None:
        for unit in foes(game.state, self.seat):
            if unit.hidden:
                reveal(game, unit, "TC-PERK-6")


@frozen
class ToStrike(Perk):
    kind: ClassVar[OfferKind] = OfferKind(
        "strike", "Remote Strike", "before your action, for 5 kill chips", "TC-PERK-7"
    )
    chips, name = 5, "Remote Strike"
    rule = "TC-PERK-7"
    says = "A UAV fires a pair of missiles at a target; smoke, cover and range do not count."

    def barred(self) -> Refusal | None:
        return None if air_strikes.targets(self.battle, self.seat) else Refusal("there is no target", "TC-PERK-7")

    def brings(self) -> Sequence[Step]:
        return [ChooseStrike(self.seat)]


@frozen
class ToHire(Perk):
    kind: ClassVar[OfferKind] = OfferKind("hired-gun", "Hired Gun", "before your action, for 7 kill chips", "TC-PERK-8")
    chips, name = 7, "Hired Gun"
    rule = "TC-PERK-8"
    says = "A random AC4 MSV spawns at a random spawn point, outside the cap."

    def barred(self) -> Refusal | None:
        return None if guns(self.battle, self.seat) else Refusal("the pool has no AC4 MSV", "TC-PERK-8")

    def brings(self) -> Sequence[Step]:
        return [HiredGun(self.seat)]


GUN = 4
"""The AC of a hired gun."""


def guns(battle: Battle, seat: int) -> list[Sheet]:
    return [sheet for sheet in stock(battle, seat).values() if sheet.kind == "msv" and sheet.ac == GUN]


def drawn(game: Game[Battle], seat: int, sheets: Sequence[Sheet], rule: str) -> Sheet:
    """One of these units, by a die where there are several."""
    if len(sheets) == 1:
        return sheets[0]
    check = Check(seat, "which unit comes", sides=len(sheets), rules=(rule,))
    return sheets[game.check(check, lambda rolled: sheets[rolled.face - 1].name).face - 1]


@frozen
class HiredGun(Step):
    title = "Hired gun"
    says = "A random AC4 MSV spawns at a random spawn point; it does not count against the cap."
    seat: int
    rules = ("TC-PERK-8",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        sheets = guns(battle, self.seat)
        if not sheets:
            game.emit(Event("The pool has no AC4 MSV: nobody comes", self.rules, self.seat))
            return
        sheet = drawn(game, self.seat, sheets, "TC-PERK-8")
        start = points(battle)[roll_point(game, self.seat, range(len(battle.table.starts)))]
        game.push(spawn(battle, self.seat, sheet, start, off_cap=True))


@frozen
class ToBurn(Perk):
    kind: ClassVar[OfferKind] = OfferKind(
        "fire", "Fire in the Sky", "before your action, for 10 kill chips", "TC-PERK-9"
    )
    chips, name = 10, "Fire in the Sky"
    rule = "TC-PERK-9"
    says = "On 12 or less everybody within 6 of a spot takes 4D20; else the spot moves 1D20."

    def brings(self) -> Sequence[Step]:
        return [ChooseSpot(self.seat)]


@frozen
class ToThunder(Perk):
    kind: ClassVar[OfferKind] = OfferKind(
        "thunder", "Bring in the Thunder", "before your action, for 15 kill chips", "TC-PERK-11"
    )
    chips, name = 15, "Bring in the Thunder"
    rule = "TC-PERK-11"
    says = "Everybody within 6 of a line 2D20 long takes 4D20."

    def brings(self) -> Sequence[Step]:
        return [ChooseLine(self.seat)]


# ---------------------------------------------------------------- by chance
@frozen
class ToRequisition(Perk):
    kind: ClassVar[OfferKind] = OfferKind(
        "requisition", "Requisition Assistance", "before your action, for 3 kill chips", "TC-PERK-12"
    )
    chips, name = 3, "Requisition Assistance"
    rule = "TC-PERK-12"
    says = "A D20: a boost, a hired gun, an orbital scan, a remote strike, or the thunder."

    def brings(self) -> Sequence[Step]:
        return [Requisition(self.seat)]


@frozen
class Requisition(Step):
    title = "Requisition"
    says = "1-5 a boost up or down, 6-10 a hired gun, 11-15 an orbital scan, 16-19 a remote strike, 20 the thunder."
    seat: int
    rules = ("TC-PERK-12",)

    def run(self, game: Game[Battle]) -> None:
        check = Check(self.seat, "Requisition Assistance", sides=SIDES, rules=self.rules)
        game.push(requisitioned(self.seat, game.check(check).face))


def requisitioned(seat: int, face: int) -> Step:
    if face <= 5:
        return ChooseBoost(seat)
    if face <= 10:
        return HiredGun(seat)
    if face <= 15:
        return OrbitalScan(seat)
    return ChooseStrike(seat) if face < SIDES else ChooseLine(seat)


@frozen
class ChooseBoost(Ask):
    title = "Choose a boost"
    says = "The player says whether his initiative goes up or down."
    seat: int
    rules = ("TC-PERK-12",)

    def question(self, game: Game[Battle]) -> Question:
        options = [Option("up", "Initiative +2", hotkey="u"), Option("down", "Initiative -2", hotkey="d")]
        return Pick(self.seat, "Initiative up or down?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        seat = captain(game.state, self.seat)  # who rolls for the team
        game.push(Boost(seat, BOOST if answer == "up" else -BOOST))


# ---------------------------------------------------------------- when they are offered
PERKS: tuple[type[Perk], ...] = (
    ToRaiseCap,
    ToBoostUp,
    ToBoostDown,
    ToAppeal,
    ToScan,
    ToStrike,
    ToHire,
    ToBurn,
    ToThunder,
)
KINDS = (*(perk.kind for perk in PERKS), ToRequisition.kind)


def perks_of(battle: Battle, seat: int, when: str) -> list[Perk]:
    """What a player is offered: of a team its captain for all (TC-DM-8), nobody without chips."""
    if battle.scenario.game != "deathmatch" or captain(battle, seat) != seat:
        return []
    kinds = (*PERKS, ToRequisition) if battle.scenario.requisition else PERKS
    buyers = [one for one in members(battle, seat) if in_hand(battle, one)]
    return [kind(battle, one, when) for one in buyers for kind in kinds]


def source(battle: Battle, when: str, seat: int, units: tuple[str, ...]) -> Sequence[Offered]:
    """Perks before an action, at the player's own place in the order (TC-PERK-1)."""
    return perks_of(battle, seat, BEFORE) if when == BEFORE else []


@frozen
class CashIn(OfUnits, Window):
    title = "Kill perks"
    says = "Nobody's place it is to act: whoever has kill chips may cash them in."
    when: str
    rules = ("TC-PERK-1", "TC-RESPAWN-2")

    def seats(self, game: Game[Battle]) -> Sequence[int]:
        battle = game.state
        return [seat for seat in battle.order if not battle.players[seat].conceded]

    def offers(self, game: Game[Battle], seat: int) -> Sequence[Offered]:
        return perks_of(game.state, seat, self.when)

    def unused(self, game: Game[Battle], seat: int) -> list[Offered]:
        return [*self.offers(game, seat)]  # as often as chips last

    def use(self, game: Game[Battle], offer: Offered) -> None:  # type: ignore[override]
        game.push(*offer.steps(), self)

    def prompt(self, game: Game[Battle], seat: int) -> str:
        held = counted(sum(in_hand(game.state, one) for one in members(game.state, seat)), "kill chip")
        where = "spawn points are drawn" if self.when == APPEALING else "the turn is over"
        return f"You hold {held}, and {where}: cash any in?"
