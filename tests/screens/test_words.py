"""Lines of text: wrapping, cutting, cards, previews, the log, and the half-made answer."""

from itertools import product

import pytest
from attrs import evolve

from tabletop_tui.bindings import ALL, BATTLE, BUILDER, KEYMAP, NEW_GAME, REPLAY, RULES, SCREENS, SETTINGS, TITLE
from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.badges import Badge, Left
from tabletop_tui.engine.cards import Card, Columns, Line, RosterLine
from tabletop_tui.engine.dice import Need, Roll
from tabletop_tui.engine.events import Began, Fell, Noted, Rolled
from tabletop_tui.engine.game_standing import Nearness, Standing
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import DiceQuestion, Number, Option, Pick, Split
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import percent
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.keymap import read_keymap
from tabletop_tui.screens.after.replay import ReplayScreen
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.answer_words import words_of
from tabletop_tui.screens.battle.lesson_screen import LessonScreen
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.forces.force_builder import BuilderScreen
from tabletop_tui.screens.options.keymap import KeymapScreen
from tabletop_tui.screens.options.settings import SettingsScreen
from tabletop_tui.screens.rulebook.rules import RulesScreen
from tabletop_tui.screens.start.new_game import NewGameScreen
from tabletop_tui.screens.start.title import TitleScreen
from tabletop_tui.widgets import view_text as wording
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.log_lines import event_lines, numbered, roll_spans
from tabletop_tui.widgets.question_list import heading
from tabletop_tui.widgets.standing_lines import lead_words
from tabletop_tui.widgets.styled_text import clip, spread, text_of, width_of, wrap
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tabletop_tui.widgets.top_bar import Doing, nearness_words, top_bar
from tests.screens.conftest import toy

NEED = Tally("Stability", 4, "Sentinel", "MC-A").plus(2, "half cover", "MC-B").plus(-1, "Spot token", "MC-C")


def texts(lines):
    return [text_of(line) for line in lines]


def test_wrapping_loses_no_word_and_keeps_the_width():
    said = "Which edge do you deploy on, and whywouldanybodywritesuchawordhere at all?"
    for width in range(5, 60):
        lines = wrap([(said, "text")], width)
        assert all(width_of(line) <= width for line in lines)
        assert "".join(texts(lines)).replace(" ", "") == said.replace(" ", "")


def test_clipping_says_that_something_was_lost():
    assert text_of(clip([("Sentinel ", "a"), ("Marksman", "b")], 12)) == "Sentinel Ma…"
    assert text_of(clip([("Sentinel", "a")], 8)) == "Sentinel"


def test_the_right_part_of_a_spread_line_stays():
    assert text_of(spread([("a long left part", "a")], [("right", "b")], 14)) == "a long … right"


def test_a_card_packs_short_lines_in_pairs():
    card = Card(
        "A1 Sentinel", 0, (Line("Movement", "4", short="Mov"), Line("Sensors", "6"), Line("Carbine", "[5-2-3]"))
    )
    assert texts(wording.card_lines(card, 18, palette("mono")))[1:] == ["Mov 4    Sensors 6", "Carbine [5-2-3]"]


def test_a_card_takes_a_short_label_only_where_the_whole_one_has_no_room_and_cuts_nothing():
    lines = Line("Block", "+1"), Line("Integrity", "8", short="Int"), Line("Machinegun", "3x 36 in, 3"), Line("MG")
    card = Card("A1", 0, lines)
    assert texts(wording.card_lines(card, 18, palette("mono")))[1:] == [
        "Block +1 Int 8",
        "Machinegun 3x 36",
        "  in, 3",
        "MG",
    ]


def test_a_label_without_a_short_form_takes_a_line_of_its_own():
    card = Card("A1", 0, (Line("Block", "+1"), Line("Integrity", "8")))
    assert texts(wording.card_lines(card, 18, palette("mono")))[1:] == ["Block +1", "Integrity 8"]


WEAPON = ("weapon", "range", "does")
ARMED = Card(
    "A1",
    0,
    (
        Line("Models", "5"),
        Line("Rifle", "24 in, 1", rules=("R-1",), columns=Columns(WEAPON, ("Rifle", "24", "1"))),
        Line("Bazooka", "36 in, D6*", mood="dim", rules=("R-2",), columns=Columns(WEAPON, ("Bazooka", "36", "D6*"))),
        Line("Tough"),
    ),
)


def test_a_card_has_its_weapons_in_columns_where_there_is_room():
    table = ["weapon   range  does", "Rifle       24     1", "Bazooka     36   D6*"]
    assert texts(wording.card_lines(ARMED, 20, palette("mono")))[1:] == ["Models 5", *table, "Tough"]
    full = texts(wording.card_lines(ARMED, 60, palette("mono"), full=True))
    assert full[2:5] == ["weapon   range  does", "Rifle       24     1  R-1", "Bazooka     36   D6*  R-2"]


def test_no_weapon_is_wrapped_where_it_is_narrow():
    close = ["weapon  range does", "Rifle      24    1", "Bazooka    36  D6*"]
    assert texts(wording.card_lines(ARMED, 18, palette("mono")))[2:5] == close
    without = ["weapon  range", "Rifle      24", "Bazooka    36"]
    assert texts(wording.card_lines(ARMED, 14, palette("mono")))[2:5] == without
    cells = Columns(("weapon", "models", "range in"), ("Flamethrower", "1", "12"), ("weapon", "no.", "in"))
    card = Card("A1", 0, (Line("Flamethrower", "1x 12 in", columns=cells),))
    assert texts(wording.card_lines(card, 20, palette("mono")))[1:] == ["weapon       no. in", "Flamethrower   1 12"]
    assert texts(wording.card_lines(card, 14, palette("mono")))[1:] == [
        "weapon  no. in",
        "Flamethrower",
        "          1 12",
    ]


def test_a_roster_tells_statuses_in_words_or_in_short_and_what_is_left():
    badges = (Badge("Pinned", "PIN"), Badge("# aboard", "+#", "").of(3))
    hurt = RosterLine("A1", "A1", "Rifles", 0, "10,20", "done", 0.5, "in A6", badges=badges, left=Left(5, 10, "models"))
    wide = text_of(wording.roster_line(hurt, 70, palette("mono"), UNICODE))
    assert "A1✓ Rifles" in wide
    assert "PIN Pinned +3 3 aboard in A6 10, 20  5/10" in wide
    assert "PIN +3  5/10" in text_of(wording.roster_line(hurt, 36, palette("mono"), UNICODE))
    assert hurt.told == "Pinned, 3 aboard, in A6"
    whole = evolve(hurt, left=Left(10, 10, "models"))
    assert "10/10" in text_of(wording.roster_line(whole, 70, palette("mono"), UNICODE))


def test_a_lost_unit_says_what_was_done_to_it_and_by_whom():
    lost = RosterLine("B2", "B2", "Nomads", 1, "", "lost", 0.0, "destroyed")
    alive = RosterLine("B3", "B3", "Nomads", 1, "1,1", "", 1.0)
    events = [Fell("falls", (), 1, "B2", by="A3", cause="shot"), Fell("falls", (), 1, "B3", cause="shot")]
    found = wording.with_fates([lost, alive], events)
    assert [line.note for line in found] == ["shot by A3", ""]
    assert wording.with_fates([lost], [Fell("falls", (), 1, "B2")]) == [lost]
    assert Fell("", unit="B2", by="B2", cause="hurt by its own weapon").fate == "hurt by its own weapon"


def test_words_and_a_figure_take_two_lines_where_one_is_too_short():
    assert texts(wording.named_value("a hit", "42%", 12)) == ["a hit    42%"]
    assert texts(wording.named_value("a token or more", "42%", 18)) == ["a token or more", "               42%"]
    assert texts(wording.named_value("models lost expected", "0.50", 18)) == ["models lost", "expected      0.50"]


def test_a_heading_that_is_cut_says_so():
    assert texts(heading("A2 charges B3: from which side?", 12, 3, "~")) == ["A2 charges", "B3: from", "which side?"]
    assert texts(heading("A2 charges B3: from which side?", 12, 2, "~")) == ["A2 charges", "B3: from wh~"]


def test_a_unit_that_is_whole_and_not_there_yet_needs_no_bar():
    here, absent = (
        RosterLine("A1", "A1", "Riflemen", 0, "1,1", "", 1.0),
        RosterLine("A1", "A1", "Riflemen", 0, "", "to place", 1.0),
    )
    colours, bar = palette("mono"), ASCII.bar[0]
    assert bar in text_of(wording.roster_line(here, 30, colours, ASCII))
    assert bar not in text_of(wording.roster_line(absent, 30, colours, ASCII))
    assert bar in text_of(wording.roster_line(evolve(absent, health=0.5), 30, colours, ASCII)), "hurt, aboard something"


def test_a_units_name_goes_before_where_it_stands_and_what_is_the_matter_with_it():
    far = RosterLine("A3", "A3", "5 Riflemen", 0, "25.95,28.11", "done", 1.0)
    shown = text_of(wording.roster_line(far, 28, palette("mono"), ASCII))
    assert "5 Riflemen" in shown
    assert "26, 28" not in shown
    assert "26, 28" in text_of(wording.roster_line(far, 48, palette("mono"), ASCII))
    gone = RosterLine("A1", "A1", "Jeep", 0, "", "lost", 0.0, "driven off the table at its own edge")
    assert text_of(wording.roster_line(gone, 28, palette("mono"), ASCII)).split() == ["A1", "Jeep", "lost"]


def test_the_score_goes_by_the_rulebooks_name():
    said = [bar(Standing(1, "", scores=(3, 1), points=word), glyphs=ASCII) for word in ("VP", "points")]
    assert f"VP {ASCII.seats[0]}3 {ASCII.seats[1]}1" in said[0]
    assert f"points {ASCII.seats[0]}3 {ASCII.seats[1]}1" in said[1]
    assert "VP ●0 ■0" in bar(Standing(1, "", scores=(0, 0), points="VP")), "the score stands there from the start"


def test_a_preview_shows_every_modifier_with_its_rule_and_exact_chances():
    preview = Preview((Line("needs", "5+ on 3 dice", NEED),), (Chance("a hit", 0.7037),), 1.5, "damage")
    wide = "\n".join(texts(wording.preview_lines(preview, 50)))
    for part in (
        "4 Sentinel",
        "MC-A",
        "+2 half cover",
        "MC-B",
        "-1 Spot token",
        "MC-C",
        "= Stability 5",
        "70%",
        "damage",
        "1.5 expected",
    ):
        assert part in wide
    narrow = "\n".join(texts(wording.preview_lines(preview, 18)))
    for part in ("+2 half cover", "-1 Spot token", "70%", "damage", "1.5 expected"):
        assert part in narrow


def test_a_chance_that_is_not_nothing_is_never_shown_as_nothing():
    assert percent(0.0004) == "<1%"
    assert percent(0.9996) == ">99%"
    assert (percent(0), wording.percent(1)) == ("0%", "100%")


def test_a_roll_in_the_log_shows_faces_need_and_reasons():
    event = Rolled("", ("MC-A",), 0, "A1 shoots B2", 6, (5, 2, 6), (True, False, True), Need(NEED), 1 / 3)
    first, second = texts(event_lines(event, palette("mono"), UNICODE, full=True))
    assert "A1 shoots B2: [5] 2 [6], needs 5 or more: 2 of 3 pass" in first
    assert "+2 half cover" in second


# ---------------------------------------------------------------- the half-made answer
def pick(*options: Option) -> Draft:
    return Draft(Pick(0, "?", list(options)), frozenset("xe"), "e")


def test_letters_are_the_options_own_unless_a_command_has_them():
    draft = pick(Option("m", "Move", hotkey="m"), Option("x", "Examine", hotkey="x"), Option("end", "End", hotkey="e"))
    assert draft.letters == {"m": "m", "a": "x"}
    assert draft.letter_of(draft.options[2]) == "e"


def test_every_label_has_a_key_of_its_own_however_alike_they_are_called():
    labels = [Option(f"aim:{number}", "Aims") for number in range(8)]
    items = [Item("1", "One"), Item("2", "Two")]
    draft = Draft(Assign(0, "?", items=items, labels=labels, default={"1": "aim:0", "2": "aim:0"}), frozenset("xe"))
    keys = [draft.assigning.letter_of(label) for label in labels]
    assert keys[:2] == ["i", "s"]
    assert len({*keys} - {"x", "e", "a", "m", "-"}) == len(labels)
    for label, key in zip(labels, keys, strict=True):
        assert draft.press(key) == "typed"
        assert draft.answer("")["1"] == label.key


def test_the_first_allowed_option_is_highlighted_and_tab_skips_the_refused():
    no = Refusal("too far", "MC-A")
    draft = pick(Option("a", "A", no), Option("b", "B"), Option("c", "C", no), Option("d", "D"))
    assert draft.option.key == "b"
    draft.cycle(1)
    assert draft.option.key == "d"
    draft.cycle(1)
    assert draft.option.key == "b"
    assert [option.key for option in draft.options] == ["b", "d", "a", "c"]
    assert draft.press("3") == "chosen"
    assert draft.refusal("") is no


def test_shares_are_typed_and_add_up():
    draft = Draft(Split(0, "?", total=4, options=[Option("a", "A"), Option("b", "B")]))
    assert draft.answer("") == {"a": 4}
    draft.press("1")
    assert "3 of 4 dice left" in words_of(draft, "")
    assert draft.refusal("") is not None
    draft.cycle(1)
    for _ in range(4):
        draft.press("+")
    assert draft.answer("") == {"b": 4}  # the last one was taken from the other
    draft.press("3"), draft.cycle(1), draft.press("+")
    assert draft.answer("") == {"a": 1, "b": 3}
    assert draft.refusal("") is None


def test_numbers_and_dice_are_typed_digit_by_digit():
    number = Draft(Number(0, "?", low=0, high=12))
    assert number.refusal("").why == "type a number from 0 to 12"
    number.press("1"), number.press("5")
    assert "between 0 and 12" in number.barred
    number.press("2")
    assert number.answer("") == 12
    dice = Draft(DiceQuestion(0, "?", roll=Roll(0, "a shot", 3)))
    for face in "617":
        dice.press(face)
    assert dice.answer("") == [6, 1]
    assert "no 7" in dice.barred
    dice.press("2")
    assert dice.answer("") == [6, 1, 2]
    assert dice.refusal("") is None


# ---------------------------------------------------------------- commands
@pytest.mark.parametrize(
    ("commands", "screen"),
    [
        (BATTLE, BattleScreen),
        (TITLE, TitleScreen),
        (NEW_GAME, NewGameScreen),
        (BUILDER, BuilderScreen),
        (RULES, RulesScreen),
        (REPLAY, ReplayScreen),
        (SETTINGS, SettingsScreen),
        (KEYMAP, KeymapScreen),
    ],
)
def test_every_command_has_its_method(commands, screen):
    parts = screen(toy()).parts if screen in (BattleScreen, ReplayScreen) else ()
    for command in commands.commands:
        done_by = (screen, *(type(part) for part in parts), *([LessonScreen] if screen is BattleScreen else []))
        assert any(callable(getattr(owner, f"do_{command.name}", None)) for owner in done_by), command.id


@pytest.mark.parametrize("commands", SCREENS.values(), ids=SCREENS)
def test_no_key_is_bound_twice_and_none_is_one_that_terminals_take(commands):
    keys = [key for command in commands.commands for key in command.keys.split(",") if key]
    assert len(keys) == len(set(keys))
    assert not [key for key in keys if key.startswith(("ctrl+", "alt+")) or key in ("f1", "f10", "f11")]


def test_every_id_is_its_own():
    """Within a screen; where two screens share an id, it is the same command."""
    for commands in SCREENS.values():
        assert len(commands.by_id) == len(commands.commands)
    every = {command for commands in SCREENS.values() for command in commands.commands}
    assert len(every) == len(ALL)


def test_a_users_keys_are_read_and_a_wrong_id_is_named(tmp_path):
    path = tmp_path / "keys.toml"
    assert read_keymap(path) == {}
    path.write_text('"battle.undo" = "backspace"\n')
    assert read_keymap(path) == {"battle.undo": "backspace"}
    assert BATTLE.keys("battle.undo", read_keymap(path)) == ["Backspace"]
    for text, place in (
        ('"battle.fly" = "f"', "battle.fly"),
        ('"battle.undo" = 3', "battle.undo"),
        ("= 3", "keys.toml"),
    ):
        path.write_text(text)
        with pytest.raises(BadFile, match=place):
            read_keymap(path)


def test_a_lost_unit_says_how_it_was_lost():
    fled = RosterLine("B2", "B2", "Nomads", 1, "", "lost", 0.0, "fled")
    line = wording.roster_line(fled, 60, palette("mono"), UNICODE)
    assert text_of(line).split()[-1] == "fled"
    unknown = evolve(fled, note="")
    assert text_of(wording.roster_line(unknown, 60, palette("mono"), UNICODE)).split()[-1] == "lost"


def test_a_unit_that_joined_another_says_so_and_has_no_empty_bar():
    joined = RosterLine("B4", "B4", "Reavers", 1, "", "joined", 0.0, left=Left(0, 2, "models"))
    for width in (30, 44, 80):
        assert text_of(wording.roster_line(joined, width, palette("mono"), UNICODE)).split() == [
            "B4",
            "Reavers",
            "joined",
        ]


def bar(stage: Standing, doing: str = "", width: int = 80, held=(), spot: str | None = None, glyphs=UNICODE) -> str:
    """The top bar while it is Blue's go."""
    line = top_bar(stage, held, ["Red", "Blue"], Doing(1, doing, spot), width, palette("mono"), glyphs)
    assert width_of(line) == width
    return text_of(line)


def test_the_top_bar_speaks_of_rounds_as_the_rulebook_does():
    stages = [evolve(Standing(3, "Action"), called=called) for called in ("round", "turn")]
    assert [bar(stage).split()[2] for stage in stages] == ["R3", "T3"]
    assert bar(evolve(stages[1], last=5)).split()[2] == "T3/5"
    assert bar(evolve(stages[1], last=5, open_end=True)).split()[2] == "T3/5+"
    assert [stage.name for stage in stages] == ["Round 3", "Turn 3"]


def test_the_top_bar_is_in_the_colour_of_the_seat_whose_go_it_is():
    for name in (name for name in NAMES if palette(name).bodies):
        colours = palette(name)
        lines = [
            top_bar(Standing(3, "Action"), (), ["Red", "Blue"], Doing(seat, " rolls"), 80, colours, UNICODE)
            for seat in (0, 1)
        ]
        grounds = [
            {(colours.role(role) if isinstance(role, str) else role).bgcolor for text, role in line if text}
            for line in lines
        ]
        assert [len(ground) for ground in grounds] == [1, 1], name
        assert grounds[0] == {colours.token(0).bgcolor} != grounds[1] == {colours.token(1).bgcolor}, name


def test_the_top_bar_says_who_holds_what():
    stage = Standing(3, "Action", scores=(1, 2), points="VP")
    held = [Held("L1", "1,1", (1,)), Held("the zone", "2,2"), Held("Crossing", "3,3", (0,))]
    assert "L1 ■  zone nobody  Crossing ●" in bar(stage, held=held)
    assert "L1 ■  zone -  Crossing ●" in bar(stage, " is asked who defends", held=held), "where there is less room"
    many = [*held, Held("L4", "4,4", (1,))]
    assert "held ●1 ■2 of 4" in bar(stage, held=many)
    assert "held" not in bar(stage, held=[Held("the AC of kills")]), "it lies nowhere, and is in the score"


def test_what_stands_in_the_top_bar_does_not_hang_on_where_the_cursor_lies():
    spots = ["", "9,9", "0510 a road", "33.25,41.75 inside the reinforced building", "12,30 normal (A1: in sight)"]
    stage = Standing(3, "Action", "A1", (1, 2), "hold the zone", "AC", last=6, nearness=NEAR)
    held = [Held("AC of kills"), Held("the skull", "1,1", (1,))]
    for width in range(80, 181, 4):
        ends = {bar(stage, ": B12, while A1 acts", width, held, spot).partition("  AC ")[2].strip() for spot in spots}
        assert len(ends) == 1, (width, ends)
        assert "R3" in ends.pop()


NEAR = Nearness("to rout", (2, 1), ("0 of 4 gone", "1 of 4 gone"), ("X-1",))


def test_who_holds_what_goes_last_of_the_words_that_have_no_room():
    stage = Standing(3, "Activation", "A1", (2, 0), "hold the zone", "VP", last=6, nearness=NEAR)
    line = bar(stage, width=100, held=[Held("the zone", "2,2")], spot="0710 normal, sand, level 1")
    assert "VP ●2 ■0  to rout ●2 ■1  zone nobody  R3/6" in line, "the long words about losses and the goal give way"


def test_how_near_each_side_is_to_losing_stands_in_the_top_bar_whatever_else_does():
    stage = Standing(12, "Beginning", "A10", (3, 1), "rout the enemy", "VP", nearness=NEAR)
    spot = "33.25,41.75 inside the reinforced building, third floor"
    for doing in (" rolls", ": B12 acts", " to choose", ": B12, while A10 acts"):
        line = bar(stage, doing, spot=spot)
        assert f"■ Blue{doing[:7]}" in line
        assert "VP ●3 ■1  to rout ●2 ■1" in line
        assert "33.25,41.75 inside " in line
    assert "rout" not in bar(evolve(stage, nearness=None))


def test_a_sides_heading_says_how_near_it_is_to_losing():
    sides = [RosterLine(f"{side}1", f"{side}1", "Nomads", seat, "3,4", "", 1.0) for seat, side in enumerate("AB")]
    lines = wording.roster_lines(sides, ["Red", "Blue"], 28, palette("mono"), UNICODE, nearness=NEAR)
    assert [text_of(line).split() for line in lines[::3]] == [
        ["●", "Red", "2", "to", "rout"],
        ["■", "Blue", "1", "to", "rout"],
    ]
    plain = wording.roster_lines(sides, ["Red", "Blue"], 28, palette("mono"), UNICODE)
    assert text_of(plain[0]) == "● Red"


def test_no_line_of_the_log_begins_with_a_comma():
    roll = Rolled(
        "",
        (),
        0,
        "B2 10 Recruits hits, Recruits re-roll",
        6,
        (1, 5, 6, 4, 1, 2),
        (False, True, True, True, False, False),
        Need(NEED),
    )
    for width in range(30, 90):
        assert not any(text_of(line).lstrip().startswith(",") for line in wrap(roll_spans(roll), width, "  "))
    assert text_of(roll_spans(roll)).endswith("needs 5 or more: 3 of 6 pass")


def test_room_for_rosters_is_shared_out_evenly_among_those_that_lack_it():
    assert wording.shares([5, 9], 20) == [5, 9]
    assert wording.shares([29, 29], 40) == [20, 20]
    assert wording.shares([3, 30, 12], 30) == [3, 15, 12]
    assert wording.shares([3, 30, 30], 30) == [3, 13, 14]
    assert wording.shares([4, 4], -3) == [0, 0]


def test_a_roster_scrolls_only_as_far_as_the_unit_in_hand_asks_for():
    lines = [RosterLine(f"A{number}", f"A{number}", "Rifles", 0, "", "", 1.0) for number in range(20)]
    first = wording.first_shown(lines, "A0", 8, 0)
    tops = [first := wording.first_shown(lines, unit, 8, first) for unit in ("A4", "A6", "A5", "B9", "A1", "A19", "")]
    assert tops == [0, 1, 1, 1, 0, 12, 12]
    assert [wording.first_shown(lines, f"A{number}", 1, 0) for number in range(20)] == [*range(20)]


def test_the_end_of_a_log_knows_its_rounds_as_the_whole_of_it_does():
    told = [Began("Round 1", level="round", number=1), Noted("a"), Began("Move", level="phase", number=7), Noted("b")]
    told += [Began("Round 2", level="round", number=2), Noted("c"), Noted("d")]
    assert [number for number, _ in numbered(told)] == [1, 1, 1, 1, 2, 2, 2]
    assert all(numbered(told, first) == numbered(told)[first:] for first in range(len(told) + 1))
    assert numbered([Noted("before all rounds")]) == [(0, Noted("before all rounds"))]


WALLS = [Option(f"w{number}", f"wall {number}", target=f"{number},1", group="Terrain") for number in range(4)]


def test_a_group_is_opened_by_enter_and_by_the_cursor_and_is_no_answer_itself():
    draft = pick(Option("B1", "B1 Jeep", target="B1"), *WALLS)
    draft.cycle(1)
    assert draft.option.label == "Terrain: 4"
    assert draft.answer("") is None
    assert draft.refusal("") is None
    assert [option.key for option in draft.every_option] == ["B1", "w0", "w1", "w2", "w3"]
    assert draft.open_group()
    assert draft.answer("") == "w0"
    assert not draft.open_group()
    by_cursor = pick(Option("B1", "B1 Jeep", target="B1"), *WALLS)
    assert by_cursor.about("2,1") == 3
    assert by_cursor.options[3].key == "w2"


def test_actions_have_the_letters_of_their_rulebook_and_leave_commands_that_matter_alone():
    actions = [Option("move", "Move", hotkey="m"), Option("shoot:x", "Shoot Repeater"), Option("A1", "A1 Mech")]
    draft = Draft(Pick(0, "?", actions), frozenset(BATTLE.letters({})))
    assert draft.letters == {"m": "move"}
    assert draft.digits() == {"shoot:x": "1", "A1": "2"}
    assert {"a", "r", "z", "x", "o", "l", "w"} <= BATTLE.letters({})
    assert not {"u", "y", "b", "n", "j", "k"} & BATTLE.letters({})
    assert {"u", "y", "b", "n", "j", "k"} <= BATTLE.letters({}, vi_keys=True)


def test_on_a_wide_screen_the_top_bar_says_in_words_who_loses_when():
    stage = Standing(3, "Action", "A1", nearness=evolve(NEAR, loses="routs"))
    assert "Red routs after 2 more losses, Blue after 1" in bar(stage, ": B12 acts", 120)
    last = evolve(NEAR, left=(1, 1))
    assert nearness_words(last, ["Red", "Blue"], ASCII, full=True) == "Red loses after 1 more loss, Blue after 1"


def test_the_goal_stands_in_the_top_bar_whole_or_not_at_all():
    stage = Standing(12, "Activation", "A1", goal="have the last mech standing", nearness=NEAR)
    whole = 0
    for width, spot in product(range(100, 180), ("0510", "0510 a road, level 1 (A1: in sight)")):
        line = bar(stage, ": B12, while A1 acts", width, spot=spot)
        assert "0510" in line
        assert "Blue: B12, while A1 acts" in line
        assert ("  have" in line) == ("  have the last mech standing " in line)
        whole += "  have" in line
    assert 0 < whole < 160


def test_how_far_each_side_is_from_winning_is_said_in_words():
    names = ["Red", "Blue"]
    stage = Standing(3, "Action", scores=(1, 4), points="VP", last=5)
    assert [*lead_words(stage, names)] == ["Blue leads by 3 VP; 2 rounds after this one"]
    for points, told in (("points", "1 point"), ("VP", "1 VP")):
        close = evolve(stage, scores=(2, 3), points=points)
        assert [*lead_words(close, names)] == [f"Blue leads by {told}; 2 rounds after this one"]
    assert [*lead_words(evolve(stage, scores=(2, 2), round=5), names)] == ["the score is level; the last round"]
    ending = evolve(stage, scores=(), called="turn", open_end=True)
    assert [*lead_words(ending, names)] == ["2 turns more, then a die may end it"]
    assert [*lead_words(evolve(ending, round=6), names)] == ["a die may end it now"]
    assert [*lead_words(evolve(stage, last=0, scores=()), names)] == []


def test_how_a_unit_fares_in_short():
    unit = RosterLine(
        "A1", "A1", "Rifles", 0, "", "", 0.5, badges=(Badge("Pinned", "PIN"),), left=Left(4, 10, "models")
    )
    assert wording.fares(unit) == "PIN 4/10"
    assert wording.fares(RosterLine("A6", "A6", "Jeep", 0, "", "", 1.0)) == ""


@pytest.mark.parametrize("width", [80, 100, 120, 160])
def test_the_round_is_never_dropped_and_at_160_columns_nor_is_the_goal(width: int):
    goal = "have a Mech on each of the three hills at the end"
    stage = Standing(5, "Activation", "B2", (0, 0), goal, "VP", nearness=NEAR)
    held = [Held(name, "1,1", (1,)) for name in ("hill", "ford", "mill")]
    for doing in (" rolls", ": B2 acts", ": B12, while A10 acts"):
        line = bar(stage, doing, width, held, spot="0707 normal, concrete, level 0" if width < 120 else None)
        assert " R5 " in line
        assert goal in line or width < 160
        assert goal not in line or width >= 120
