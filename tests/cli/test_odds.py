"""What a shot needs that is told in words is what it needs in a game."""

from typing import Any

import pytest

from tabletop_tui import paths
from tabletop_tui.engine import odds
from tabletop_tui.engine.events import Rolled
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.session import Session
from tabletop_tui.reports import shot_calculator_lines
from tabletop_tui.reports.shot_calculator_lines import odds_of
from tabletop_tui.rulebook.shot_calculator import told_of
from tabletop_tui.rules.armymen.system import SYSTEM as ARMY_MEN
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tabletop_tui.rules.mechcom.files.loader import BOOK as MECH_BOOK
from tabletop_tui.rules.mechcom.shooting import shooting as mechcom_shooting
from tabletop_tui.rules.mechcom.shooting.shooting import Lie, stability_sum
from tabletop_tui.rules.mechcom.shooting.shot_calculator import slug
from tabletop_tui.rules.mechcom.state.battle import Model
from tabletop_tui.rules.mechcom.state.profiles import Weapon as MechWeapon
from tabletop_tui.rules.mechcom.system import SYSTEM as MECHCOM
from tabletop_tui.rules.pmc2640.files.loader import BOOK as PMC_BOOK
from tabletop_tui.rules.pmc2640.shooting import firepower_and_defence
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Aim, firepower_sum
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import Weapon
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE, UnitType
from tabletop_tui.rules.pmc2640.system import SYSTEM as PMC
from tabletop_tui.rules.techcommander.system import SYSTEM as TECHCOMMANDER
from tests.crimsondusk.situations import Table, area, asked, field, row, section
from tests.example.snails import SNAILS

GAP = 1.0
"""From middle to middle it is so much further than from edge to edge of two bases."""
SITUATIONS = [
    (8.0, {}, (), []),
    (3.0, {}, (), []),
    (8.0, {}, ("concealed",), [area("woods", 15, 28, 30, 34)]),
    (8.0, {"ground": True}, ("concealed",), []),
    (8.0, {"ran-before": True}, ("ran",), []),
]
"""How far the target is, its state, what is told of it, the pieces of terrain."""


@pytest.mark.parametrize(("gap", "state", "told", "pieces"), SITUATIONS)
def test_it_is_the_number_of_the_game(gap: float, state: dict[str, Any], told: tuple[str, ...], pieces: list[Table]):
    table = field(section("A1", *row(20, 20, 4)), section("B1", *row(20, 20 + gap + GAP, 4), **state), pieces=pieces)
    game = asked(table, "A1", "shoot", "B1", dice=[1] * 4)
    rolled = next(event for event in game.events if isinstance(event, Rolled))
    folders = paths.roster_folders()
    words = [f"range={gap:g}", "men=4", *told]
    shot = SYSTEM.asked_shot(folders, told_of(words, SYSTEM.shot_facts(folders)))
    assert rolled.need is not None
    assert (shot.dice, shot.need.number.total) == (len(rolled.faces), rolled.need.number.total)
    assert shot.need.number.rules == rolled.need.number.rules


def test_the_lines_and_every_word(run):
    code, out, _ = run("odds", "crimsondusk", "range=11", "men=3", "concealed", "moving")
    assert code == 0
    assert "To hit 9 = 7 regular at regular, +1 concealed, +1 move and fire" in out
    assert "Each die needs 9 or more: 20%" in out
    assert "CD-HIT-1, CD-HIT-5, CD-TRAIT-17" in out
    code, out, _ = run("odds", "crimsondusk")
    facts = SYSTEM.shot_facts(paths.roster_folders())
    assert [line.split()[0].partition("=")[0] for line in out.splitlines()] == [fact.key for fact in facts]
    plain = SYSTEM.asked_shot(paths.roster_folders(), told_of([], facts)).need.number.total
    words = [fact.key for fact in facts if not fact.usual]
    changed = [
        word
        for word in words
        if SYSTEM.asked_shot(paths.roster_folders(), told_of([word], facts)).need.number.total != plain
    ]
    assert changed == words
    assert len(words) == 9


WRONG = {
    "conceled": "did you mean concealed?",
    "range=far": "no number",
    "range=-1": "no number",
    "range=9999": "no number from 0 to 500",
    "men=1.5": "no whole number",
    "weapon=rifel": "none of it",
    "concealed=2": "type 'concealed' alone",
    "range": "no number",
    "range=300": "too far",
    "concealed hidden": "at once",
    "ran ran": "told twice",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_get_a_sentence(run, words: str):
    code, out, said = run("odds", "crimsondusk", *words.split())
    assert (code, out) == (2, "")
    assert WRONG[words] in said
    assert said.count("\n") == 1


def test_another_rulebook_says_which_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shot_calculator_lines, "system_called", lambda _name: SNAILS)
    with pytest.raises(BadChoice, match="these do: armymen, crimsondusk, mechcom, pmc2640, techcommander"):
        list(odds_of("snails", [], []))


def test_mechcom_tells_the_sums_of_its_games(monkeypatch: pytest.MonkeyPatch):
    seen: list[tuple[Model, MechWeapon, Lie, int, Tally]] = []

    def kept(attacker: Model, weapon: MechWeapon, lie: Lie, tokens: int = 0) -> Tally:
        tally = stability_sum(attacker, weapon, lie, tokens)
        if not attacker.sheet.bonuses and set(attacker.conditions) <= {"Blinded", "Shocked"}:
            seen.append((attacker, weapon, lie, tokens, tally))
        return tally

    monkeypatch.setattr(mechcom_shooting, "stability_sum", kept)
    found = new_game.find_scenario("mechcom/quick-start")
    Session.new(new_game.set_table(*found, seed=4, players=["greedy", "greedy"])).run(60)
    monkeypatch.undo()
    mechs, folders = MECH_BOOK.catalogue(paths.roster_folders()).mechs, paths.roster_folders()
    facts, looked, sums = MECHCOM.shot_facts(folders), 0, set()
    for attacker, weapon, lie, tokens, tally in seen:
        mech = next((name for name, one in mechs.items() if one.name == attacker.sheet.name), None)
        if mech is None or weapon not in mechs[mech].weapons or weapon.perks.artillery:
            continue
        words = [f"shooter={mech}", f"weapon={slug(weapon)}", f"tokens={tokens}", f"above={2 * lie.higher}"]
        words += ["cover"] * (lie.cover.grade == 1) + ["near"] * lie.near + ["invisible"] * lie.unseen
        words += ["moved"] * attacker.moved + [word.lower() for word in attacker.conditions]
        shot = MECHCOM.asked_shot(folders, told_of(words, facts))
        assert shot.need.number.total == tally.total, words
        looked += 1
        sums.add(tally.total)
    assert looked > 5
    assert len(sums) > 1


def test_army_men_and_techcommander_tell_the_sums_of_their_games():
    """Each modifier that is told is the one of the rule that it names, and no other."""
    for book in (ARMY_MEN, TECHCOMMANDER, MECHCOM):
        folders = paths.roster_folders()
        facts = book.shot_facts(folders)
        known = {rule.id for rule in book.reference()}
        assert {fact.rule for fact in facts} <= known
        plain = book.asked_shot(folders, told_of([], facts))
        for word in (fact.key for fact in facts if not fact.usual):
            try:
                shot = book.asked_shot(folders, told_of([word], facts))
            except Refused:
                continue  # as without a line of sight for a weapon that needs one
            changed = {rule for one in shot.sums or (shot.need.number,) for rule in one.rules}
            usual = {rule for one in plain.sums or (plain.need.number,) for rule in one.rules}
            fact = next(fact for fact in facts if fact.key == word)
            none_here = {"moved", "designated", "posted", "ecm", "limps"}  # they count only together with others
            assert word in none_here or fact.rule in changed - usual, (book.id, word, changed - usual)


AIMS = {
    "": 14,
    "hidden=40": 12,
    "hidden=20": 13,
    "hidden=80": 11,
    "smoke": 8,
    "smoke designated": 11,
    "moved=half": 13,
    "moved=full": 10,
    "dug-in": 12,
    "posted": 14,
    "posted hidden=40": 10,
    "limps": 13,
    "ecm": 13,
    "jump=pop-and-shoot": 13,
    "range=25": 13,
}
"""What a Devastator of a Pigeonhawk (fire control 1) at AC3 needs at 12 cm (TC-HIT-2 and all that follow)."""


@pytest.mark.parametrize("words", AIMS)
def test_techcommander_adds_up_what_is_told(words: str):
    folders = paths.roster_folders()
    shot = TECHCOMMANDER.asked_shot(folders, told_of(words.split(), TECHCOMMANDER.shot_facts(folders)))
    assert shot.need.number.total == AIMS[words]
    assert shot.effect is not None
    assert sum(shot.effect.chances) == pytest.approx(1)


def test_army_men_blocks_by_what_is_told():
    folders = paths.roster_folders()
    facts = ARMY_MEN.shot_facts(folders)
    dice = {
        words: ARMY_MEN.asked_shot(folders, told_of(words.split(), facts)).sums[1].total
        for words in ("", "cover", "below", "cover hunkered", "cover hunkered reaction", "target=tank")
    }
    assert list(dice.values())[:5] == [0, 1, 1, 2, 3]
    assert dice["target=tank"] > 0
    shot = ARMY_MEN.asked_shot(folders, told_of(["men=5"], facts))
    assert shot.effect is not None
    assert odds.mean(shot.effect.chances) < odds.mean(shot.hits)


@pytest.mark.parametrize(
    ("book", "words", "said"),
    [
        ("mechcom", "range=40", "too far"),
        ("mechcom", "weapon=howitzer", "has no howitzer"),
        ("mechcom", "tokens=3", "one Spot token at most"),
        ("mechcom", "range=1.5", "no whole number"),
        ("armymen", "range=400", "too far"),
        ("armymen", "target=tank cover", "neither cover nor height"),
        ("techcommander", "copies=9", "fire together"),
        ("techcommander", "nlos", "needs a line of sight"),
        ("techcommander", "hidden=100", "nothing of the target shows"),
        ("techcommander", "range=1", "too near"),
        ("techcommander", "hull-down", "only vehicles"),
    ],
)
def test_what_cannot_be_shot_so_is_said(run, book: str, words: str, said: str):
    code, out, told = run("odds", book, *words.split())
    assert (code, out) == (2, "")
    assert said in told


def test_pmc_2640_tells_the_sums_of_its_games(monkeypatch: pytest.MonkeyPatch):
    """Every way of shooting in a game, told in words, comes to the same sum."""
    seen: dict[tuple[str, int, str, Aim], Tally] = {}

    def kept(kind: UnitType, left: int, weapon: Weapon, aim: Aim) -> Tally:
        return seen.setdefault((kind.id, left, weapon, aim), firepower_sum(kind, left, weapon, aim))

    monkeypatch.setattr(firepower_and_defence, "firepower_sum", kept)
    found = new_game.find_scenario("pmc2640/quick-start")
    for seed in (4, 5):
        Session.new(new_game.set_table(*found, seed=seed, players=["greedy", "greedy"])).run(120)
    folders = paths.roster_folders()
    facts = PMC.shot_facts(folders)
    vehicle = next(name for name, kind in PMC_BOOK.catalogue(folders).items() if kind.vehicle)
    for (kind, left, weapon, aim), tally in seen.items():
        reach = AUXILIARY_RANGE if weapon == "auxiliary" else PMC_BOOK.catalogue(folders)[kind].range
        words = [f"shooter={kind}", f"men={left}", f"range={0 if aim.near else reach}"]
        words += [word for word in ("basic", "crossfire", "fire") if getattr(aim, word)]
        words += ["auxiliary"] * (weapon == "auxiliary") + ["above"] * bool(aim.above)
        words += [f"target={vehicle}", f"arc={aim.arc}"] if aim.arc else []
        shot = PMC.asked_shot(folders, told_of(words, facts))
        assert shot.sums[0].total == tally.total, words
        plus, against = (one.total for one in shot.sums)
        assert sum(shot.hits) == pytest.approx(1)
        assert 1 - shot.hits[0] == pytest.approx(shot.need.chance(10, 0))
        assert len(shot.hits) - 1 == max(1, 9 + plus - against)
    assert len(seen) >= 5


def test_pmc_2640_in_lines(run):
    code, out, _ = run("odds", "pmc2640", "fire", "range=1", "terrain")
    assert code == 0
    for words in ("+2 below half range", "+1 Fire!", "+2 terrain", "PMC-FIRE-6", "PMC-TERR-8", "hits on average"):
        assert words in out
    code, _, said = run("odds", "pmc2640", "men=12")
    assert (code, "has no more than" in said) == (2, True)
