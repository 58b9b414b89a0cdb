"""Every status that a unit can have, with its badge and its rule, the most pressing first (TC-STATUS-1)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.badges import Badge
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED, LOOTED, REVEALED, UNSHIELDED, Battle, Unit

ELIMINATED = Badge("Eliminated", "x", "bad", "x")
RED = Badge("In the red", "!", "bad", "!")
HIDDEN, SHOWN = Badge("Infiltrated", "i", "good", "i"), Badge("Revealed", "?", "bad", "?")
POSTED, READY = Badge("Posted up", "P", "good", "P"), Badge("Ready", "R", "good", "R")
DUG_IN, SENTRY = Badge("Dug in", "D", "good", "D"), Badge("Sentry", "S", "good", "S")
RALLIED = Badge("Rallied", "RAL", "", "&")
EMPTY, SHORT = Badge("Without crew", "NOCR", "bad", "0"), Badge("Under-crewed", "UNCR", "bad", "u")
CARRYING, UNBUTTONED = Badge("# aboard", "+#", ""), Badge("In the hatch", "U", "", "U")
OPEN_GEAR, DROPPED = Badge("Gear off", "OFF", "bad"), Badge("Hot dropped", "HOT", "")
PLUNDERED, RAISED = Badge("Looted", "LOOT", ""), Badge("# cm up", "^#", "")
WAGER, SEEING, HERO = Badge("Wager", "$", ""), Badge("Tempest", "TEMP", "good"), Badge("Hero", "HERO", "good")
RULES = {
    ELIMINATED: "TC-PHASE-5",
    RED: "TC-RED-1",
    EMPTY: "TC-DISEMBARK-3",
    SHORT: "TC-ACT-5",
    SHOWN: "TC-REVEALED-1",
    HIDDEN: "TC-INFIL-3",
    POSTED: "TC-POSTUP-1",
    READY: "TC-READY-1",
    DUG_IN: "TC-DUG-3",
    SENTRY: "TC-SENTRY-1",
    OPEN_GEAR: "TC-OMEGA-4",
    RALLIED: "TC-RALLY-4",
    UNBUTTONED: "TC-ATTACHED-4",
    CARRYING: "TC-ATTACHED-1",
    PLUNDERED: "TC-LOOT-1",
    DROPPED: "TC-INFIL-1",
    WAGER: "TC-WAGER-1",
    SEEING: "TC-SKB-3",
    HERO: "TC-SKB-10",
    RAISED: "TC-OCC-1",
}
"""The rule behind each status."""
STATUSES = tuple(RULES)


def on_watch(unit: Unit) -> bool:
    """Whether it has a sentry weapon that it has not used this turn (TC-SENTRY-1)."""
    return any(weapon.sentry and copy not in unit.fired for copy, weapon in unit.weapons().items())


def badges_of(battle: Battle, unit: Unit) -> tuple[Badge, ...]:
    """What is the matter with a unit, the most pressing first."""
    return tuple(_badges(battle, unit)) if not unit.gone else ()


def _badges(battle: Battle, unit: Unit) -> Iterator[Badge]:
    found = (
        (ELIMINATED, unit.eliminated),
        (RED, unit.in_the_red and not unit.eliminated),
        (EMPTY, unit.abandoned),
        (SHORT, not unit.crewed and not unit.abandoned),
        (SHOWN, unit.has(REVEALED)),
        (HIDDEN, unit.hidden),
        (POSTED, unit.posted is not None),
        (READY, bool(unit.readied)),
        (DUG_IN, unit.dug_in),
        (SENTRY, on_watch(unit)),
        (OPEN_GEAR, unit.has(UNSHIELDED)),
        (RALLIED, bool(unit.group)),
        (UNBUTTONED, unit.hatch),
        (PLUNDERED, unit.has(LOOTED)),
        (DROPPED, unit.has(HOT_DROPPED)),
        (WAGER, unit.wager),
        (SEEING, unit.tempest),
        (HERO, bool(unit.hero)),
    )
    yield from (badge for badge, holds in found if holds)
    if aboard := len(battle.passengers(unit)):
        yield CARRYING.of(aboard)
    if up := int(battle.foot(unit)):
        yield RAISED.of(up)


def rule_of(badge: Badge) -> str:
    """The rule behind a status, with whichever number."""
    return next(rule for kind, rule in RULES.items() if kind.short == badge.short)
