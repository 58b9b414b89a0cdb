"""Positions of TechCommander written by hand: where each unit stands, what lies on it, who is to act with how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabletop_tui.engine.durations import Lasting, turn_end
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.validation import Faults, Wrong, one_of, text
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.position import ID, Position, seat_of
from tabletop_tui.rulebook.position_choice_fields import SomeSides, WhichSide, WhichUnit
from tabletop_tui.rulebook.position_form import (
    CONVERTER,
    PositionField,
    PositionForm,
    SeatField,
    ShorthandField,
    kind_of,
)
from tabletop_tui.rulebook.state_validation import require
from tabletop_tui.rules.techcommander.anytime.anytime_windows import AfterAction
from tabletop_tui.rules.techcommander.files.file_formats import Choice
from tabletop_tui.rules.techcommander.files.loader import BOOK, built
from tabletop_tui.rules.techcommander.files.validation import plain
from tabletop_tui.rules.techcommander.skulls.skulls import TurnSkull
from tabletop_tui.rules.techcommander.state.battle import (
    ELIMINATED,
    EVACUATED,
    HOT_DROPPED,
    LEFT,
    LOOTED,
    REVEALED,
    UNSHIELDED,
    Battle,
    Player,
    Unit,
)
from tabletop_tui.rules.techcommander.state.initiative_roll import RollInitiative
from tabletop_tui.rules.techcommander.state.profiles import CREW, Force
from tabletop_tui.rules.techcommander.state.teams import fighting, sides
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tabletop_tui.rules.techcommander.turn.activation_order import ChooseUnit, NextGo, refuse_order
from tabletop_tui.rules.techcommander.turn.turn import Arrive, BeginTurn, FillPurses, Reset, ResolveDamage, ending
from tabletop_tui.skirmish.unit_place_fields import plan_of
from tabletop_tui.table.points import Spot, spot_text

LASTING = {REVEALED: "TC-REVEALED-1", UNSHIELDED: "TC-OMEGA-4", HOT_DROPPED: "TC-HOT-3", LOOTED: "TC-LOOT-1"}
"""The statuses that last to the end of the turn, each with its rule."""
WAITING, SHEET = "waiting", "sheet"


# ---------------------------------------------------------------- units
@frozen
class At(PositionField):
    """Where its base stands, as an answer of the game writes it: "10,12", "10,12 turn=90", or a list of these words."""

    def get(self, battle: Battle, thing: Unit) -> Any:
        return spot_text(thing.at) if thing.models else None

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        words = value if isinstance(value, list | tuple) else text(value).split()
        plan = plan_of([text(word) for word in words])
        if isinstance(plan, Refusal) or len(plan.waypoints) > 1:
            raise Wrong('give a place, as "10,12" or "10,12 turn=90"')
        x, y = plan.waypoints[0]
        thing.models = ((round(x, 2), round(y, 2)),)
        if any(word.startswith("turn=") for word in words):
            thing.facing = plan.turn % 360


@frozen
class Statuses(PositionField):
    """What lasts to the end of the turn."""

    def get(self, battle: Battle, thing: Unit) -> Any:
        return {one.name: one.rule for one in thing.lasting}

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        listed = isinstance(value, list | tuple)
        given = {text(name): LASTING.get(name, "") for name in value} if listed else value
        rules = CONVERTER.structure(given, dict[str, str])
        for name in rules:
            if name not in LASTING:
                raise one_of(name, LASTING, "status").inside(name)
        thing.lasting = tuple(Lasting(name, rule, turn_end()) for name, rule in rules.items())


@frozen
class Gone(PositionField):
    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        super().put(battle, thing, value)
        if thing.gone:
            thing.models, thing.aboard = (), ""


@frozen
class Born(ShorthandField):
    """What a unit is that no force brought; `create` reads it."""

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        require(thing.sheet.name == value, f"it is a {thing.sheet.name}")


@frozen
class Waiting(ShorthandField):
    """It is not on the table yet; nothing else says so."""

    def put(self, battle: Battle, thing: Unit, value: Any) -> None:
        require(value is True, "give true")


# ---------------------------------------------------------------- seats and the battle
@frozen
class OfPlayer(SeatField):
    """What is a player's."""

    def get(self, battle: Battle, thing: int) -> Any:
        return CONVERTER.unstructure(getattr(battle.players[thing], self.name))

    def put(self, battle: Battle, thing: int, value: Any) -> None:
        battle.alter(thing, **{self.name: CONVERTER.structure(value, kind_of(Player, self.name))})


@frozen
class Order(SomeSides):
    """The sides by initiative."""

    def check(self, battle: Battle, sides: Sequence[int]) -> None:
        require(sorted(sides) == fighting(battle), "give each side that plays once")


@frozen
class Spots(PositionField):
    def put(self, battle: Battle, thing: Any, value: Any) -> None:
        setattr(battle, self.name, CONVERTER.structure(value, tuple[Spot, ...]))


NOBODY = ("nobody", None)


class TechCommanderPosition(PositionForm):
    """How positions of TechCommander are written."""

    often = ("life", "facing", "acted", "fired", "posted", "readied", "dug-in", "infiltrated", "aboard", "gone")
    unit_fields = (
        At("at", 'where its base stands, in centimetres: "10,12"'),
        PositionField("on", "the piece of terrain on which it stands, ground if left out (TC-OCC-1)"),
        PositionField("facing", "where it faces, in degrees clockwise from north"),
        PositionField("life", "the life that it has left, below 0 too (TC-DMG-5)"),
        PositionField("acted", "the actions that it has been given this turn (TC-ACT-1)"),
        PositionField("done", "it has acted for all of them (TC-PASS-1)"),
        PositionField("fired", 'the weapons that it has used this turn: ["lance-1"] (TC-MSV-2)'),
        PositionField("returned", "it has made its return attack (TC-DUG-5)"),
        PositionField("uses", "how often expendable weapons and gear have been used: { smoke-1 = 2 }"),
        PositionField("posted", "posted up: the direction that it covers, in degrees (TC-POSTUP-1)"),
        PositionField("readied", "the turn in which it was readied (TC-READY-1)"),
        PositionField("ready-moved", "it moved in the action in which it was readied (TC-READY-2)"),
        PositionField("dug-in", "it is dug in (TC-DUG-3)"),
        PositionField("infiltrated", "it is infiltrated (TC-INFIL-3)"),
        WhichUnit("group", "the first unit of its rallied group (TC-RALLY-4)"),
        WhichUnit("aboard", "the carrier that it is in (TC-ATTACHED-1)"),
        WhichUnit("hatch", "it stands in the hatch of that (TC-ATTACHED-4)"),
        WhichUnit("crewing", "it is one of the crew of that (TC-BOARD-2)"),
        PositionField("crew", "those of its own crew who are in it (TC-ACT-5)"),
        PositionField("lost-kit", 'what was dropped or taken from it: ["rifle-1"] (TC-LOOT-2)'),
        PositionField("found-kit", 'what it has taken: ["B2/rifle-1"] (TC-LOOT-2)'),
        WhichUnit("looter", "who takes from it when damage is resolved (TC-LOOT-2)"),
        Statuses("statuses", f"what lasts to the end of the turn: {', '.join(LASTING)}; with rules, too"),
        PositionField("entered", "the turn in which it came into play (TC-PTS-7)"),
        PositionField("off-cap", "it does not count against the cap (TC-PERK-8)"),
        PositionField("wager", "a wager lies beside it (TC-WAGER-1)"),
        PositionField("tempest", "it sees everybody (TC-SKB-3)"),
        PositionField("hero", "the points that it brings if it survives (TC-SKB-10)"),
        WhichSide("killer", "the side that eliminated it (TC-DMCREW-1)", nobody=NOBODY),
        Gone("gone", "why it is out of the game: eliminated, evacuated or left", words=(ELIMINATED, EVACUATED, LEFT)),
        Born(SHEET, "of one that came in play, the name of what it is: Crew, or as in a force"),
        Waiting(WAITING, "it is not on the table yet"),
    )
    seat_fields = (
        OfPlayer("base", "its base actions left this turn (TC-GEN-3)"),
        OfPlayer("command", "its command actions left this turn (TC-CMD-1)"),
        OfPlayer("passed", "it has passed (TC-PASS-2)"),
        OfPlayer("score", "its points so far"),
        OfPlayer("recon", "its recon points so far (TC-SCEN-6)"),
        OfPlayer("kills", "its kills so far"),
        OfPlayer("spent", "the kill chips that it has spent"),
        OfPlayer("deaths", "the units that it has lost"),
        OfPlayer("cap", "its cap in a deathmatch (TC-DM-4)"),
        OfPlayer("boost", "what perks add to its initiative (TC-PERK-3)"),
        OfPlayer("bids", "the boosts of which that is the sum (TC-PERK-3)"),
        OfPlayer("overwatch", "it has one action more in a turn (TC-SKB-18)"),
        OfPlayer("overwatch-ends", "this turn is the last with that one (TC-SKB-18)"),
        OfPlayer("appeals", "it may choose an alternate spawn point (TC-PERK-5)"),
        OfPlayer("ninjas", "how many ninjas come with its next respawn (TC-SKA-8)"),
        OfPlayer("chooses-spawn", "it chooses its spawn point before others draw theirs (TC-SKA-8)"),
        OfPlayer("wagers", "it may claim a wager now (TC-WAGER-1)"),
        OfPlayer("rescues", "it has tried to save crews this turn, in place of reinforcements (TC-DMCREW-4)"),
        OfPlayer("spawn", "its spawn point, counted from 0"),
        OfPlayer("initiative", "what it rolled for initiative"),
        OfPlayer("hot", "the units that it has announced to drop (TC-HOT-1)"),
    )
    battle_fields = (
        PositionField("turn", "the turn, 1 if left out"),
        PositionField("round", "the base round, counted on in command rounds (TC-PHASE-3)"),
        Order("order", 'the sides by initiative, the lowest first: ["B", "A"]'),
        PositionField("damage", "the life that pieces of terrain have lost, by their ids: { t3 = 5 }"),
        PositionField("ruins", "those that are destroyed, by their ids"),
        PositionField("clouds", "each cloud of smoke, with its spot, radius, height and foot"),
        PositionField("bubbles", "each bubble, with its id, seat, spot, foot and life"),
        PositionField("skull", "where the skull lies, [x, y]"),
        Spots("tokens", "where recon tokens lie: [[x, y], ...] (TC-SCEN-5)"),
        PositionField("objectives", "the pieces that an invasion is to destroy, by their ids (TC-SCEN-10)"),
        Spots("drops", "the points from which a raid drops (TC-SCEN-3)"),
        WhichSide("attacker", "the side that attacks (TC-SCEN-10)", nobody=NOBODY),
    )
    elsewhere = "aboard", "hatch", "crewing", "gone", WAITING
    bought_with = {
        "unit": "what it is: an id of the catalogue",
        "build": "what it carries in place of its standard build, by ids",
        "name": "what a custom build is called",
    }

    def prepare(self, battle: Battle, position: Position) -> None:
        turn = position.number("turn", 1)
        battle.turn, battle.phase, battle.round, battle.order = turn, "Action", 1, tuple(range(len(battle.players)))
        battle.attacker = battle.scenario.attacker
        for seat in range(len(battle.players)):
            battle.alter(seat, spawn=seat, base=battle.base_actions)

    def where(self, battle: Battle, unit: Unit) -> str:
        return "" if unit.models or unit.aboard or unit.gone or battle.turn == 0 else "at, aboard or gone"

    def agenda(self, battle: Battle, position: Position) -> list[Step]:
        seat = position.seat
        if seat is None:
            unit = battle.units[position.unit]
            seat = unit.seat
            require(refuse_order(unit) is None and unit.in_play, f"{unit.id} cannot be given an order", "go")
        able = any(refuse_order(unit) is None for unit in battle.side(seat))
        require(able and battle.purse(seat) > 0, f"{battle.seat_names[seat]} has no action to give", "go")
        battle.go = next(go for go, side in enumerate(sides(battle), 1) if seat in side)
        top = ChooseUnit(seat) if position.seat is not None else ChooseAction((position.unit,))
        return [*self.ending(battle), NextGo(), *self.behind_action(battle, seat), top]

    def behind_action(self, battle: Battle, seat: int) -> list[Step]:
        """What comes behind an action, the last first, where it began with the battle as it is."""
        return [AfterAction(seat), *([TurnSkull()] if battle.skull is not None else [])]

    def ending(self, battle: Battle) -> list[Step]:
        return [*reversed(ending(battle)), Reset(), ResolveDamage()]

    def beginning(self, battle: Battle) -> list[Step]:
        battle.turn -= 1
        battle.phase = battle.phase if battle.turn else "Set-up"
        return [BeginTurn()]

    def rolling(self, battle: Battle) -> list[Step]:
        battle.phase = "Initiative"
        return [*self.ending(battle), NextGo(), FillPurses(), Arrive(), RollInitiative()]

    def overwrite(self, battle: Battle) -> None:
        battle.go, battle.order = 0, tuple(range(len(battle.players)))

    def whose(self, game: Game[Battle]) -> int | str | None:
        *below, top = game.agenda
        kinds = [type(step) for step in below]
        battle = game.state
        behind = [*self.ending(battle), NextGo(), *self.behind_action(battle, 0)]
        if kinds != [*map(type, behind)]:
            return None
        if isinstance(top, ChooseUnit):
            return top.seat
        return top.units[0] if isinstance(top, ChooseAction) and len(top.units) == 1 else None

    # ------------------------------------------------------------------ who came in play
    def comes(self, battle: Battle, seat: int) -> list[tuple[str, dict[str, Any]]]:
        names = [sheet.name for sheet in battle.forces[seat].units] if battle.scenario.game == "deathmatch" else []
        return [(name, {SHEET: name}) for name in dict.fromkeys(names)]

    def create(self, battle: Battle, entry: Mapping[str, Any]) -> Unit:
        known = {sheet.name: sheet for force in battle.forces for sheet in force.units}
        known[CREW.name] = CREW
        name, seat = text(entry[ID]), seat_of(text(entry[ID]))
        if self.bought_now(battle, entry):  # it is of its force, and comes in play by that
            entry = {**entry, SHEET: battle.forces[seat].units[int(name[1:]) - 1].name}
        if SHEET not in entry or not 0 <= seat < len(battle.players):
            super().create(battle, entry)
        if entry[SHEET] not in known:
            raise one_of(entry[SHEET], known, "unit").inside(SHEET)
        unit = battle.born(seat, known[entry[SHEET]])
        require(unit.id == name, f"the next one is {unit.id}", ID)
        return unit

    def bought_now(self, battle: Battle, entry: Mapping[str, Any]) -> bool:
        """Whether a unit of a deathmatch, whose forces are not in play at first, is bought as one that is."""
        number, seat = entry[ID][1:], seat_of(entry[ID])
        if battle.scenario.game != "deathmatch" or "unit" not in entry or SHEET in entry or not number.isdecimal():
            return False
        return 0 <= seat < len(battle.forces) and 0 < int(number) <= len(battle.forces[seat].units)

    def creation(self, battle: Battle, unit: Unit) -> dict[str, Any]:
        # Who is put down by a position comes in its turn, who is born in a battle in that of then: it is always said.
        return {ID: unit.id, SHEET: unit.sheet.name, "entered": unit.entered}

    # ------------------------------------------------------------------ what is bought
    def buy(self, name: str, entries: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> dict[str, Any]:
        sold, sheets, faults = BOOK.catalogue(folders), [], Faults()
        for number, entry in enumerate(entries):
            with faults.of(f"[{number}]"):
                sheets.append(built(CONVERTER.structure(dict(entry), Choice), sold))
        faults.raise_any()
        data: dict[str, Any] = plain().unstructure(Force(name, tuple(sheets)))
        return data

    def bought(self, force: Mapping[str, Any], folders: Sequence[Path]) -> list[dict[str, Any]]:
        found = []
        for sheet in BOOK.force_of(force).units:
            entry: dict[str, Any] = {"unit": sheet.card.id}
            if sheet.loose != sheet.card.build:
                entry["build"] = list(sheet.loose)
            found.append(entry | ({"name": sheet.name} if sheet.name != sheet.card.name else {}))
        return found


FORM = TechCommanderPosition()
