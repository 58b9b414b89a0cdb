"""The question, the card below it and the roster as rows of text: no app."""

from itertools import product

from attrs import evolve

from tabletop_tui.engine.badges import Badge, Left
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.widgets.answer_card import PanelSubject, about_lines
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.question_list import ListedAnswer, Listing, chance_of, listed
from tabletop_tui.widgets.roster import units_shown
from tabletop_tui.widgets.styled_text import text_of, width_of
from tabletop_tui.widgets.terminal_palettes import palette
from tabletop_tui.widgets.under_cursor import Here, SpotView, here_lines

HUNKER = ListedAnswer("Hunker", "u", says="No move, no shot; one more Block die until its next activation.")
TRACER = ListedAnswer("Tracer", "r", "49%", "3 Energy", "Leaves Spot tokens.")
PINNED = Badge("Pinned", "PIN")
CHARGE = ListedAnswer("Charge", says="Runs into an enemy.", refused="no enemy within 12 in")


def texts(lines):
    return [text_of(line).rstrip() for line in lines]


def shown(*entries: ListedAnswer, chosen=0, top=0, width=44, height=20) -> Listing:
    return listed(entries, chosen, top, width, height, UNICODE)


def test_each_way_has_its_sentence_below_it_and_a_refused_one_its_reason_beside_it():
    assert texts(shown(HUNKER, TRACER, CHARGE).lines) == [
        " u  Hunker",
        "    No move, no shot; one more Block die",
        "    until its next activation.",
        " r  Tracer                     49%  3 Energy",
        "    Leaves Spot tokens.",
        " -  Charge: no enemy within 12 in",
    ]


def test_what_comes_to_nothing_keeps_its_key_and_only_what_is_refused_has_none():
    idle = ListedAnswer("Hold", "h", idle="nobody to shoot at")
    refused = ListedAnswer("Hold", "h", refused="nobody to shoot at")
    assert texts(shown(idle, refused).lines) == [" h  Hold: nobody to shoot at", " -  Hold: nobody to shoot at"]


def test_where_not_all_sentences_fit_the_chosen_way_keeps_its_own():
    assert texts(shown(HUNKER, TRACER, CHARGE, chosen=1, height=4).lines)[1:3] == [
        " r  Tracer                     49%  3 Energy",
        "    Leaves Spot tokens.",
    ]


def test_where_not_all_ways_fit_the_chosen_one_is_scrolled_into_view():
    many = [ListedAnswer(f"B{number}") for number in range(9)]
    found = shown(*many, chosen=6, height=4)
    assert (found.places, found.top) == ([4, 5, 6, None], 4)
    assert texts(found.lines)[-1] == "  ▲ 4 ▼ 2 more".replace("▲", UNICODE.up).replace("▼", UNICODE.down)


def test_ways_of_two_rows_are_scrolled_by_what_they_take_and_counted_by_ways():
    """What figures are the chance of stands below each row where they are not all of the same: two rows a way."""
    many = [ListedAnswer(f"B{number}", chance="26%", of=("hit", "wound")[number % 2]) for number in range(6)]
    seen = set()
    for chosen, height in product(range(6), (3, 4, 5, 6, 7)):
        found = shown(*many, chosen=chosen, width=20, height=height)
        assert len(found.lines) <= height
        assert chosen in found.places
        *_, last = texts(found.lines)
        hidden = sum(int(word) for word in last.split() if word.isdigit()) if last.endswith("more") else 0
        assert hidden == 6 - len({*found.places} - {None})
        seen.add(hidden)
    assert len(seen) >= 3


def test_a_click_finds_the_way_on_whose_rows_it_lands():
    found = shown(HUNKER, TRACER, CHARGE).below([[("which action?", "head")]])
    assert found.places == [None, 0, 0, 0, 1, 1, 2]


def test_in_a_narrow_list_the_cost_gives_way_before_the_chance_and_the_name():
    entry = ListedAnswer("B3 Riflemen", "1", "62%", "3 Energy")
    assert texts(shown(entry, width=23, height=1).lines) == ["1 B3 Riflemen   62% 3E"[:2] + "B3 Riflemen    62% 3E"]
    assert texts(shown(entry, width=18, height=1).lines) == ["1 B3 Riflemen  62%"]


def test_no_row_is_wider_or_higher_than_the_room():
    for width, height, chosen in product(range(12, 60, 5), range(1, 9), range(3)):
        found = shown(HUNKER, TRACER, CHARGE, chosen=chosen, width=width, height=height)
        assert all(width_of(line) <= width for line in found.lines)
        assert len(found.lines) <= height
        assert chosen in found.places


def test_the_chance_that_matters_is_told_with_what_it_is_where_there_is_room():
    preview = Preview(chances=(Chance("any damage", 0.62), Chance("destroyed", 0.1)))
    assert chance_of(preview) == ("62%", "any damage")
    assert chance_of(Preview(expected=1.25, expects="hits")) == ("1.2", "hits")
    assert chance_of(None) == ("", "")
    entry = ListedAnswer("Go to ground", "g", "80%", "1 AP", of="goes to ground")
    assert texts(shown(entry, width=44, height=1).lines) == [
        " g  Go to ground     80% goes to ground  1 AP"[:17] + "   80% goes to ground  1 AP"
    ]
    assert texts(shown(entry, width=28, height=1).lines) == [" g  Go to ground   80%  1 AP"]


def test_below_the_question_the_refusal_comes_first_then_the_card():
    card = Card("A1 Sentinel", 0, (Line("Movement", "4"),))
    told = about_lines(PanelSubject(card, refusal=Refusal("no Energy", "MC-1")), 30, palette("mono"), UNICODE)
    assert texts(told.lines) == ["no: no Energy MC-1", "", "A1 Sentinel", "Movement 4"]
    assert told.needed == 1


def test_the_units_of_a_roster_stay_where_they_are_while_the_other_side_acts():
    sides = [[RosterLine(f"{'AB'[seat]}{n}", "", "", seat, "", "", 1.0) for n in range(30)] for seat in (0, 1)]
    units = [{line.unit for line in side} for side in sides]
    before, tops = set[str](), dict[int, int]()
    for unit in ("A0", "B29", "A1", "B28"):
        found, tops = units_shown([*sides[0], *sides[1]], 20, unit, tops)
        now = {line.unit for line in found}
        assert unit in now
        assert len(found) <= 16
        assert not before or now & units[0] == before & units[0]
        before = now


def test_looking_about_tells_ground_unit_distance_and_sight_in_sentences():
    ground = [Line("13,38", "molehill", rules=("R-1",)), Line("elevated", "+1 die charging down", rules=("R-2",))]
    unit = RosterLine("B3", "B3", "Riflemen", 1, "13,38", "done", 0.7, badges=(PINNED,), left=Left(7, 10, "models"))
    eye = SpotView("A2", "14.2 in", "in sight", "good", "62% any loss")
    assert texts(here_lines(Here(ground, unit, eye), 60)) == [
        "13,38 molehill. R-1",
        "Elevated: +1 die charging down. R-2",
        "B3 Riflemen, 7 of 10 models, has acted. PIN Pinned",
        "14.2 in from A2, in sight: 62% any loss.",
    ]
    assert texts(here_lines(Here(ground[:1]), 60)) == ["13,38 molehill. R-1"]


def test_a_sentence_that_several_ways_share_stands_below_the_chosen_one_only():
    targets = [ListedAnswer(f"B{number}", str(number), says="Shoots at it.") for number in (1, 2)]
    assert texts(shown(*targets, HUNKER, chosen=1).lines)[:4] == [" 1  B1", " 2  B2", "    Shoots at it.", " u  Hunker"]
    far = ListedAnswer("A4 Oracle", refused="A4 Oracle is 9 hexes away")
    assert texts(shown(far, width=60).lines) == [" -  A4 Oracle: 9 hexes away"]
    out_of_range = ListedAnswer("B1 Nomads, 25.6 in", refused="25.6 in away, the range is 18")
    assert texts(shown(out_of_range, width=60).lines) == [" -  B1 Nomads: 25.6 in away, the range is 18"]
    unseen = ListedAnswer("B2 Ninja, 3.8 cm", refused="B2 Ninja is infiltrated")
    assert texts(shown(unseen, width=60).lines) == [" -  B2 Ninja, 3.8 cm: infiltrated"]


def test_a_figure_never_stands_without_what_it_is_the_chance_of() -> None:
    """Above the list where all are of the same and no row has room for it, below each row where they differ."""
    names = ("B1 Light machine gun section", "B2 Light infantry team, 8 in")
    alike = [ListedAnswer(name, str(n), "62%", of="Suppressed or worse") for n, name in enumerate(names, 1)]
    rows = [text_of(line) for line in listed(alike, 0, 0, 40, 20, UNICODE).lines]
    assert rows[0].strip() == "Suppressed or worse:"
    assert len(rows) == 3
    mixed = [alike[0], evolve(alike[1], chance="0%", of="destroyed")]
    rows = [text_of(line) for line in listed(mixed, 0, 0, 40, 20, UNICODE).lines]
    assert [rows[1].strip(), rows[3].strip()] == ["Suppressed or worse", "destroyed"]
