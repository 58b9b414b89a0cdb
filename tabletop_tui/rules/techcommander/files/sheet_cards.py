"""The card of a unit before the battle: what it is, what it carries, and how much more it could."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.cards import Card, Columns, Line
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander.files.force_composition import free_power, free_weight, paid, power_of, weight_of
from tabletop_tui.rules.techcommander.state.profiles import A_TON, KIND_WORDS, Sheet, Weapon

HEADS = ("weapon", "range", "drop", "shots", "FC", "rounds")
"""The headings above weapons."""


def sheet_card(sheet: Sheet) -> Card:
    """All that is printed of a unit, as Sheet has it."""
    return Card(sheet.name, None, tuple(_lines(sheet)))


def _lines(sheet: Sheet) -> Iterator[Line]:
    card = sheet.card
    yield Line("Kind", f"{KIND_WORDS[sheet.kind]} AC{sheet.ac}", rules=("TC-UNIT-3",))
    yield Line("Speed", f"{sheet.speed:g} cm{', jumps' if sheet.jumps else ''}", rules=("TC-STAT-5",))
    if card.ability:
        yield Line("Ability", f"{card.ability}, {card.bonus:+d} to hit", rules=("TC-STAT-1",))
    abilities = (
        (card.infiltrates, "infiltrates", "TC-INFIL-1"),
        (card.syndicate, "Syndicate", "TC-AMBUSH-2"),
        (card.tier > 0, f"tier {card.tier}", "TC-AMBUSH-2"),
        (card.rallies, "may be rallied", "TC-RALLY-1"),
        (card.seats > 0, counted(card.seats, "passenger"), "TC-VEH-3"),
        (card.hatch > 0, f"hatch for {card.hatch}", "TC-UNBUT-1"),
    )
    yield from (Line("Ability", words, rules=(rule,)) for has, words, rule in abilities if has)
    if sheet.on_foot:
        yield Line("Carries", f"{weight_of(paid(sheet)):g}/{card.capacity:g} kg", rules=("TC-EQUIP-1",))
    if sheet.kind == "msv":
        load = f"{weight_of(paid(sheet)) / A_TON:g}/{free_weight(card):g} t"
        yield Line("Load", f"{load}, {power_of(paid(sheet)):g}/{free_power(card):g} power", rules=("TC-MSV-13",))
        yield Line("Mounts", f"{len(sheet.weapons)}/{card.mounts}", rules=("TC-MSV-18",))
    yield from map(weapon_line, sheet.weapons)
    yield from (Line(gear.name, counted(gear.rounds, "use") if gear.rounds else "", gear=True) for gear in sheet.gear)


def reach_words(weapon: Weapon) -> str:
    """From its shortest to its optimum range, in centimetres."""
    if weapon.melee:
        return "contact"
    return f"{weapon.min:g}-{weapon.opt:g}" if weapon.min else f"{weapon.opt:g}"


def weapon_line(weapon: Weapon) -> Line:
    """The numbers of a weapon."""
    reach, drop = reach_words(weapon), f"-{weapon.drop}/{weapon.per:g}"
    shots, left = f"{weapon.shots}x{weapon.damage}", str(weapon.rounds) if weapon.rounds else ""
    cells = (weapon.name, reach, drop, shots, f"{weapon.fire_control:+d}", left)
    text = f"{reach} {drop}, {shots}, {weapon.fire_control:+d}{f', {left}' if left else ''}"
    return Line(weapon.name, text, rules=("TC-GEAR-11",), columns=Columns(HEADS, cells))
