"""Cards of sections before any battle, and the lines of what is carried, which every card has (CD-CHAR-1, CD-WPN-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletop_tui.engine.cards import Card, Columns, Line
from tabletop_tui.rules.crimsondusk.melee.strikes import POWER
from tabletop_tui.rules.crimsondusk.state.profiles import QUALITY_WORDS, Sheet, Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT

WEAPON = ("weapon", "no.", "range u", "RoF", "P", "AT", "traits")
WEAPON_SHORT = ("weapon", "no.", "u", "RoF", "P", "AT", "traits")
"""The headings above weapons, and where room is narrow."""


def weapon_line(weapon: Weapon, count: int) -> Line:
    reach, at = str(weapon.range), str(weapon.at or "")
    cells = (weapon.name, str(count), reach, str(weapon.rof), str(weapon.p), at, ", ".join(traits_of(weapon)))
    columns = Columns(WEAPON, cells, WEAPON_SHORT)
    return Line(weapon.name, f"{count}x {weapon_words(weapon)}", rules=("CD-WPN-1",), gear=True, columns=columns)


def traits_of(weapon: Weapon) -> list[str]:
    """The traits of a weapon as the book calls them (CD-TRAIT)."""
    traits = (
        (weapon.blast, f"Blast {weapon.blast}"),
        (weapon.heavy, f"Heavy {weapon.heavy}"),
        (weapon.flame, f"Flame {weapon.flame}"),
        (weapon.to_hit, f"To hit {weapon.to_hit:+d}"),
        (weapon.pistol, "Pistol"),
        (weapon.hail, "Hail"),
        (weapon.pinning, "Pinning"),
        (weapon.move_and_fire, "Move and fire"),
        (weapon.indirect, "Indirect"),
    )
    return [words for has, words in traits if has]


def weapon_words(weapon: Weapon) -> str:
    """A weapon's line as the list prints it."""
    at = f" AT {weapon.at}" if weapon.at else ""
    return f"{weapon.range} {UNIT.short}, RoF {weapon.rof}, P {weapon.p}{at}"


def arms_lines(men: Sequence[Soldier], mounted: Sequence[Weapon] = ()) -> list[Line]:
    """Weapons, melee weapons and traits of some, each once with how many have it."""
    carried = [*mounted, *(weapon for man in men for weapon in man.weapons)]
    counts, known = Counter(weapon.id for weapon in carried), {weapon.id: weapon for weapon in carried}
    lines = [weapon_line(weapon, counts[name]) for name, weapon in known.items()]
    for blade in {blade.id: blade for man in men for blade in man.blades}.values():
        lines.append(Line(blade.name, f"P {POWER + blade.p}, to hit {blade.hit:+d}", rules=("CD-MWPN-1",), gear=True))
    for name in sorted({trait for man in men for trait in man.traits if trait != "vehicle"}):
        numbers = sorted({man.traits[name] for man in men if name in man.traits} - {1})
        lines.append(Line(name.replace("-", " ").capitalize(), ", ".join(map(str, numbers)), gear=True))
    return lines


def sheet_card(sheet: Sheet) -> Card:
    """A section, a personality or a vehicle as it was composed."""
    men = sheet.men
    lines = [Line("Cost", f"{sheet.cost} points, ours", rules=("CD-PTS-1",))]
    if sheet.vehicle is not None:
        kind = sheet.vehicle
        lines += [
            Line("Speed", f"{kind.speed}, Ac/Dc {kind.acdc}, TR {kind.tr}", rules=("CD-VEH-1",)),
            Line("AV", f"{kind.av}, Dam {kind.dam}", rules=("CD-VTGT-3",)),
            Line("Crew", f"{kind.crew}, seats {kind.seats}", rules=("CD-PASS-1",)),
        ]
    if men:
        avs = "/".join(map(str, sorted({man.av for man in men})))
        lines += [
            Line("Models", f"{len(men)} {QUALITY_WORDS[sheet.quality]}", rules=("CD-CHAR-2", "CD-COH-3")),
            Line("AP", "/".join(map(str, sorted({man.ap for man in men}))), rules=("CD-CHAR-3",)),
            Line("SM, MM", f"{men[0].sm:+d}, {men[0].mm:+d}", rules=("CD-HIT-4", "CD-MEL-8")),
        ]
        lines += [] if sheet.vehicle is not None else [Line("AV", avs, rules=("CD-CHAR-6",))]
        if bonus := max(man.cb for man in men):
            lines.append(Line("Command bonus", f"+{bonus}", rules=("CD-CHAR-8",)))
    return Card(sheet.name, None, (*lines, *arms_lines(men, sheet.mounted)))
