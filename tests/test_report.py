"""The figures of a battle, from events made by hand and from a whole game."""

import pytest

from tabletop_tui.coach.luck_analysis import Luck
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Began, Fell, Harmed, Rolled, Shot, Status
from tabletop_tui.play.session import Session
from tabletop_tui.reports.battle_figures import Report, SeatReport, chapters, histogram, report, roller, verdict_of
from tabletop_tui.rulebook import registry
from tabletop_tui.screens.after.result_lines import dice_lines
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.styled_text import text_of
from tabletop_tui.widgets.terminal_palettes import palette
from tests.toy import TOY, toy_setup


def began(number: int) -> Began:
    return Began(f"Round {number}", (), None, "round", number)


def rolled(seat: int, good: str, chance: float = 0.5, why: str = "shots") -> Rolled:
    """A roll of which the dice marked + counted."""
    marks = tuple(sign == "+" for sign in good)
    return Rolled("", (), seat, why, 6, tuple(6 if mark else 1 for mark in marks), marks, None, chance)


def game_of(*players: str):
    """A small battle at its first question."""
    game = TOY.start(toy_setup(*(players or ("keyboard", "keyboard"))))
    game.advance()
    return game


def test_events_are_told_by_rounds():
    before, first, second = Harmed("a"), Harmed("b"), Harmed("c")
    told = chapters([before, began(1), first, began(2), second])
    assert [(one.number, one.title, one.events) for one in told] == [
        (0, "Before the first round", (before,)),
        (1, "Round 1", (first,)),
        (2, "Round 2", (second,)),
    ]
    assert [one.number for one in chapters([began(1)])] == [1], "nothing happened before"


def test_dice_are_of_the_unit_they_are_named_after_else_of_the_one_that_acts():
    own = [RosterLine("A1", "A1", "Rifles", 0, "", "", 1.0), RosterLine("A12", "A12", "Rifles", 0, "", "", 1.0)]

    def of(why: str, acting: str = "A12") -> str:
        return roller(Rolled("", (), 0, why, 6, (6,), (True,)), own, acting)

    assert of("A1 Rifles shoot") == "A1"
    assert of("A12 Rifles' morale") == "A12"
    assert of("damage to B2-4") == "A12"
    assert of("damage to B2-4", "B2") == "", "who acts is of the other side"
    assert of("Building 0605's Armour") == ""
    assert of("who goes first", "") == ""


def test_the_dice_of_each_unit_stand_in_columns_with_its_luck_in_words():
    def line(tag: str, name: str, seat: int) -> RosterLine:
        return RosterLine(tag, tag, name, seat, "", "", 1.0)

    red = SeatReport("Red", [line("A1", "Riflemen", 0), line("A2", "Jeep", 0)])
    blue = SeatReport("Blue", [line("B1", "Recruits", 1)])
    red.by_unit["A1"], blue.by_unit["B1"] = Luck(), Luck()
    red.by_unit["A1"].add(rolled(0, "++++-", 0.5))
    blue.by_unit["B1"].add(rolled(1, "+-", 0.5))
    found = Report("Red won", "3 rounds", "", [red, blue], [], [])
    assert [text_of(row) for row in dice_lines(found, palette("truecolour"), UNICODE)] == [
        " A1  Riflemen    4    5    2.5  ······|▄▄▄···  lucky",
        " B1  Recruits    1    2    1.0  ······|······  about average",
    ]


def test_harm_is_the_doing_of_whoever_shot_last():
    events = [
        began(1),
        Began("A1 acts", (), 0, "activation", unit="A1"),
        Harmed("a fire burns B1", (), 1, "B1", 1, 2),
        Shot("B1 fires back", (), 1, "B1", "A1"),
        Harmed("A1 is hit", (), 0, "A1", 2, 1),
        Harmed("B1 is hurt by its own shot", (), 1, "B1", 1, 1),
        Harmed("A1 is mended", (), 0, "A1", -1, 2),
        Fell("A2 falls", (), 0, "A2"),
    ]
    found = report(game_of(), events, 7)
    red, blue = found.sides
    assert (red.dealt, red.taken) == (1, 2)
    assert (blue.dealt, blue.taken) == (2, 2), "what it does to itself is taken, not dealt"
    assert [one.text for one in found.losses] == [
        "a fire burns B1",
        "A1 is hit",
        "B1 is hurt by its own shot",
        "A2 falls",
    ]
    assert all(one.round == 1 for one in found.losses)


def test_points_of_a_status_stand_beside_the_harm():
    events = [
        began(1),
        Shot("A1 fires", (), 0, "A1", "B1"),
        Status("B1 gets 3", (), 1, "B1", "Suppression", points=3, by="A1"),
        Status("B1 gets 1", (), 1, "B1", "Suppression", points=1),
        Harmed("B1 loses 1", (), 1, "B1", 1, 2),
        Status("A1 is hit by its own", (), 0, "A1", "Suppression", points=2),
        Status("B1 is Suppressed", (), 1, "B1", "Suppressed"),
        Status("B1 rallies", (), 1, "B1", "Suppression", False),
    ]
    red, blue = report(game_of(), events, 7).sides
    assert (red.harm_dealt, red.harm_taken) == ("1 + 4 Suppression", "0 + 2 Suppression")
    assert (blue.harm_dealt, blue.harm_taken) == ("0", "1 + 4 Suppression"), (
        "what it does to itself is taken, not dealt"
    )


def test_the_heaviest_losses_leave_out_the_lightest():
    wounds = [Harmed(f"wound {amount}", (), 0, "A1", amount) for amount in (1, 4, 2, 9, 3, 5)]
    found = report(game_of(), [began(1), *wounds, Fell("A2 falls", (), 0, "A2")], 1)
    assert [one.text for one in found.losses] == ["wound 4", "wound 9", "wound 3", "wound 5", "A2 falls"]


def test_harm_is_the_doing_of_whom_it_names_and_the_loss_says_who():
    game = game_of()
    units = game.system.roster(game)
    mine = next(line for line in units if line.seat == 0)
    foe = next(line for line in units if line.seat == 1)
    events = [
        began(1),
        Shot("shots", (), 1, foe.unit, mine.unit),
        Harmed("a late fire burns", (), 1, foe.unit, 3, 0, mine.unit),
        Fell(f"{foe.unit} falls before {mine.unit}", (), 1, foe.unit, "", foe.unit),
    ]
    found = report(game, events, 1)
    assert [side.dealt for side in found.sides] == [3, 0], "not of who shot last"
    assert [one.text for one in found.losses] == [
        f"a late fire burns ({mine.tag} {mine.name})",
        f"{foe.unit} falls before {mine.unit}",
    ], "its own doing goes without saying"


def test_the_least_likely_rolls_come_first():
    rolls = [rolled(0, "+-", 0.5, "dull"), rolled(1, "----", 0.5, "poor"), rolled(0, "+++", 1 / 6, "rich")]
    found = report(game_of(), [began(1), began(2), *rolls], 1)
    assert [(one.round, one.text) for one in found.rolls] == [
        (2, "Red: rich: 3 of 3 good, lucky, 1 in 216"),
        (2, "Blue: poor: 0 of 4 good, unlucky, 1 in 16"),
    ]


def test_a_histogram_of_luck():
    side = SeatReport("Red", [])
    for number, good in ((1, "++++"), (2, "----"), (3, "+-")):
        side.by_round[number] = Luck()
        side.by_round[number].add(rolled(0, good))
    assert histogram(side) == [
        "  1             |++++          +2.0  4/4",
        "  2         ----|              -2.0  0/4",
        "  3             |              +0.0  1/2",
    ]


def test_bars_are_no_longer_than_their_room():
    side = SeatReport("Red", [], by_round={1: Luck()})
    side.by_round[1].add(rolled(0, "+" * 60))
    assert histogram(side)[0].count("+") == 12 + 1  # and the sign of the number


def test_a_whole_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(registry._registered, TOY.id, TOY)
    session = Session.new(toy_setup("random", "random", rounds=3))
    session.run()
    events = list(session.log())
    found = report(session.game, events, len(session.history))
    assert found.verdict == verdict_of(session.game)
    assert "won" in found.verdict
    assert found.length.endswith(f", {len(session.history)} answers")
    for seat, side in enumerate(found.sides):
        dice = [one for one in events if isinstance(one, Rolled) and one.seat == seat and one.good]
        assert side.luck.dice == sum(len(one.good) for one in dice) == sum(x.dice for x in side.by_round.values())
        assert sum(luck.dice for luck in side.by_unit.values()) <= side.luck.dice
        assert side.by_unit, "its tokens roll"
        assert side.lost == sum(
            line.state == "lost" for line in session.system.roster(session.game) if line.seat == seat
        )
    assert found.sides[0].taken == found.sides[1].dealt
