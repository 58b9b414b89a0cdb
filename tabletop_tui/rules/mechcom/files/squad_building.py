"""Building a squad (MC-ARMY, MC-PILOT, MC-SHEET-9 to MC-SHEET-12): from what a file chooses to the sheets that play.

The steps come in the rulebook's order: faction, mechs, profiles, pilots (MC-ARMY-6). What a squad costs is held against
the Budget only when a scenario is chosen (MC-ARMY-1, `over_budget`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve, field

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, broken, one_of, text
from tabletop_tui.records import frozen
from tabletop_tui.rules.mechcom.files.validation import BASE, CHECKS
from tabletop_tui.rules.mechcom.state.profiles import (
    FACTIONS,
    MERCENARY,
    Deploy,
    DeployableEntry,
    MechEntry,
    PilotEntry,
    Sheet,
    Squad,
    equip,
)


@frozen
class Choice:
    """One mech as a squad file buys it."""

    mech: str
    profile: str = ""
    pilot: str = ""
    name: str = ""
    """A name of its own, to tell it from others of its kind (MC-TERM-2)."""


@frozen
class SquadFile:
    """A squad file."""

    system: str
    kind: str
    name: str
    faction: str
    mechs: tuple[Choice, ...] = ()
    summary: str = ""


@frozen
class Catalogue:
    """All that can be bought, by id, and the faction that sells it ('' for every faction)."""

    mechs: dict[str, MechEntry] = field(factory=dict)
    pilots: dict[str, PilotEntry] = field(factory=dict)
    deployables: dict[str, DeployableEntry] = field(factory=dict)
    faction: dict[str, str] = field(factory=dict)

    def of(self, faction: str, entries: Mapping[str, Any]) -> list[str]:
        """The ids among `entries` that a faction may use."""
        return [name for name in entries if self.faction[name] in ("", MERCENARY, faction)]


def single(what: str, rule: str) -> Any:
    """A reader of one id, that tells who writes a list of them which rule allows only one."""

    def read(value: Any, _: Any) -> str:
        if isinstance(value, (list, tuple)):
            raise broken(Refusal(f"a mech has one {what}, not a list of them", rule))
        return text(value)

    return read


# ---------------------------------------------------------------- building
def build(file: SquadFile, catalogue: Catalogue) -> Squad:
    """The squad that a file describes; Wrong, with the rule, if it may not be built so."""
    faults = Faults()
    with faults.of():
        a_name(file.name)
    with faults.of():
        a_line(file.summary, "summary")
    with faults.of():
        _faction(file.faction)
    faults.raise_any()  # what a squad may hire hangs on its faction
    with faults.of("mech"):
        if not file.mechs:
            raise broken(Refusal("a squad has at least one mech", "MC-ARMY-4"))
    places = [f"mech[{number}]" for number in range(len(file.mechs))]
    entries: dict[str, MechEntry] = {}
    for place, choice in zip(places, file.mechs, strict=True):
        with faults.of(place):
            entries[place] = _mech(file.faction, choice, catalogue)
    for place, choice in zip(places, file.mechs, strict=True):
        with faults.of(place):
            if place in entries:
                _check_profile(entries[place], choice)
    pilots: list[PilotEntry | None] = []
    for place, choice in zip(places, file.mechs, strict=True):
        with faults.of(place):
            pilot = _pilot(file, choice, catalogue)
            pilots.append(pilot)
            if pilot is not None:
                _check_pilot(file, choice, pilot, pilots[:-1], catalogue)
    faults.raise_any()
    sheets = []
    for place, choice, pilot in zip(places, file.mechs, pilots, strict=True):
        with faults.of(place):
            sheets.append(_sheet(file.faction, choice, entries[place], pilot))
    faults.raise_any()
    squad = Squad(file.name, file.faction, tuple(sheets), _deployables(sheets, file.faction, catalogue))
    check_squad(squad)
    return squad


def _sheet(faction: str, choice: Choice, mech: MechEntry, pilot: PilotEntry | None) -> Sheet:
    """The sheet of one mech as it was bought."""
    profile = "" if choice.profile == BASE else choice.profile
    sheet = equip(mech, faction, profile, pilot)
    if choice.name:
        a_name(choice.name)
        sheet = evolve(sheet, name=f"{choice.name} ({sheet.name})")
    CHECKS[Sheet](sheet)
    return sheet


def _faction(faction: str) -> None:
    """One of the five (MC-ARMY-2)."""
    if faction not in FACTIONS:
        wrong = one_of(faction, FACTIONS, "faction")
        raise broken(Refusal(wrong.fix, "MC-ARMY-2"), "faction")


def _mech(faction: str, choice: Choice, catalogue: Catalogue) -> MechEntry:
    """A mech of the squad's own faction, any number of each (MC-ARMY-2, MC-ARMY-3, MC-SHEET-12)."""
    mech = catalogue.mechs.get(choice.mech)
    if mech is None:
        raise one_of(choice.mech, catalogue.of(faction, catalogue.mechs), "mech").inside("mech")
    if (sold_by := catalogue.faction[mech.id]) != faction:
        raise broken(Refusal(f"{mech.name} is a mech of {sold_by}, not of {faction}", "MC-SHEET-12"), "mech")
    return mech


def _check_profile(mech: MechEntry, choice: Choice) -> None:
    """One of the mech's own profiles, or none, which is Base (MC-SHEET-9)."""
    if choice.profile not in ("", BASE, *mech.profiles):
        wrong = one_of(choice.profile, [BASE, *mech.profiles], f"profile of {mech.name}")
        raise broken(Refusal(wrong.fix, "MC-SHEET-9"), "profile")


def _pilot(file: SquadFile, choice: Choice, catalogue: Catalogue) -> PilotEntry | None:
    """The pilot of a mech, if it has one."""
    if not choice.pilot:
        return None
    if choice.pilot not in catalogue.pilots:
        raise one_of(choice.pilot, catalogue.of(file.faction, catalogue.pilots), "pilot").inside("pilot")
    return catalogue.pilots[choice.pilot]


def _check_pilot(
    file: SquadFile, choice: Choice, pilot: PilotEntry, others: Sequence[PilotEntry | None], catalogue: Catalogue
) -> None:
    """Whether this mech may have the pilot; only Regulars may come twice (MC-PILOT-4 to MC-PILOT-6)."""
    twice = None
    if pilot.type != "Regular" and pilot in others:
        rule = "MC-PILOT-5" if pilot.type == "Ace" else "MC-PILOT-6"
        twice = Refusal(f"{pilot.name} is in this squad already; only Regulars may come twice", rule)
    if (refusal := together([refuse_pilot(file, choice, pilot, catalogue), twice])) is not None:
        raise broken(refusal, "pilot")


def refuse_pilot(file: SquadFile, choice: Choice, pilot: PilotEntry, catalogue: Catalogue) -> Refusal | None:
    """Why a pilot may not be given to this mech of this squad, or None."""
    sold_by = catalogue.faction[pilot.id]
    if sold_by not in (MERCENARY, file.faction):
        return Refusal(f"{pilot.name} is a pilot of {sold_by}, not of {file.faction}", "MC-ARMY-2")
    if pilot.requires and choice.mech not in pilot.requires:
        mechs = ", ".join(catalogue.mechs[name].name for name in pilot.requires)
        return Refusal(f"{pilot.name} pilots only: {mechs}", "MC-PILOT-3")
    return None


def _deployables(sheets: Iterable[Sheet], faction: str, catalogue: Catalogue) -> dict[str, Sheet]:
    """The sheets of all that these mechs can deploy."""
    return {what: catalogue.deployables[what].sheet(faction) for sheet in sheets for what in deploys(sheet)}


def deploys(sheet: Sheet | MechEntry | PilotEntry | DeployableEntry) -> list[str]:
    """The ids of what the abilities of a sheet deploy."""
    return [ability.effect.what for ability in sheet.abilities if isinstance(ability.effect, Deploy)]


# ---------------------------------------------------------------- holding a squad against the rules
def over_budget(name: str, cost: int, budget: int) -> Refusal | None:
    """Why a squad is too dear for the Budget on which the players agreed; exactly the Budget is allowed."""
    if cost <= budget:
        return None
    return Refusal(f"{name} costs {cost} points, {cost - budget} above the Budget of {budget}", "MC-ARMY-4")


def check_squad(squad: Squad) -> None:
    """What must hold for a squad that comes from a set-up's data; Wrong if it does not."""
    a_name(squad.name)
    _faction(squad.faction)
    if not squad.mechs:
        raise broken(Refusal("a squad has at least one mech", "MC-ARMY-4"), "mechs")
    for number, sheet in enumerate(squad.mechs):
        place = f"mechs[{number}]"
        if sheet.kind != "mech":
            raise Wrong(f"give a mech, not a {sheet.kind}", f"{place}.kind")
        if sheet.faction != squad.faction:
            raise broken(Refusal(f"{sheet.name} is no mech of {squad.faction}", "MC-SHEET-12"), f"{place}.faction")
        for what in deploys(sheet):
            if what not in squad.deployables:
                raise one_of(what, squad.deployables, "deployable").inside(f"{place}.abilities")
    if len({sheet.name for sheet in squad.deployables.values()}) < len(squad.deployables):
        raise Wrong("two deployables have the same name; rename one", "deployables")
    for name, sheet in squad.deployables.items():
        if sheet.kind not in ("deployable", "wing"):
            raise Wrong(f"give a deployable or wing, not a {sheet.kind}", f"deployables.{name}.kind")
