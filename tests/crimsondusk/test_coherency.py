"""The chain of a section (CD-COH) and what movement does to it."""

from __future__ import annotations

import pytest

from benchmarks.calls import counted
from tabletop_tui.rules.crimsondusk.damage.casualties import confuse, kill
from tabletop_tui.rules.crimsondusk.files.force_composition import refuse_section
from tabletop_tui.rules.crimsondusk.state.coherency import gaps, is_torn, refuse_chain
from tabletop_tui.rules.crimsondusk.state.profiles import FEWEST, SPACING, Sheet
from tabletop_tui.rules.crimsondusk.turn.turn import BeginTurn
from tabletop_tui.rules.crimsondusk.ways.move_field import move_field
from tabletop_tui.skirmish.room_search import RoomyMarchField
from tests.crimsondusk.build import activate, at, battle_of, box, field, lose, soldier, squad, unit
from tests.playing import play, refused, run, unread

rule = pytest.mark.rule


@rule("CD-COH-3")
@pytest.mark.parametrize(("quality", "spacing", "fewest"), [("Ir", 2, 5), ("Rg", 2, 4), ("Vt", 3, 3), ("El", 4, 2)])
def test_spacing_and_minimum_by_quality(quality, spacing, fewest):
    assert (SPACING[quality], FEWEST[quality]) == (spacing, fewest)
    game = field([at(squad(0, 0, 2, quality), (10, 10), (11 + spacing, 10))])
    section = unit(game, "A1")
    assert refuse_chain(section, section.models) is None
    assert refuse_chain(section, ((10, 10), (11.01 + spacing, 10))).rule == "CD-COH-2"


@rule("CD-COH-2")
def test_the_chain_is_unbroken_and_not_only_pairs():
    game = field([at(squad(0, 0, 4), (10, 10), (11.5, 10), (20, 10), (21.5, 10))])
    assert is_torn(unit(game, "A1"))
    assert sorted(gaps(unit(game, "A1").models)) == [1.5, 1.5, 8.5]


@rule("CD-COH-2")
def test_a_move_that_breaks_the_chain_is_refused():
    game = activate(field([squad(10, 10)]), "A1", "move")
    assert not refused(game, ["13,11.5"])
    assert refused(game, ["13,10", "model1=-2,0"]) == "CD-COH-2"


@rule("CD-COH-2")
def test_a_chain_that_losses_broke_is_mended_by_the_next_move():
    game = field([at(squad(0, 0, 4), (10, 10), (12.9, 10), (15.8, 10), (18.7, 10))])
    unit(game, "A1").drop(["A1-2"])
    activate(game, "A1", "move")
    assert refused(game, ["14.83,10", "form=keep", "model1=0,0.01"]) == "CD-COH-2"
    ways = [answer for answer in game.question.legal() if answer != ["14.83,10"]]
    assert ways
    play(game, ways[0])
    assert not is_torn(unit(game, "A1"))


@rule("CD-COH-2")
def test_a_torn_section_is_mended_by_those_who_can_move_though_another_is_nearer():
    game = field([at(squad(0, 0, 3), (10, 10), (10, 11.5), (16, 10))])
    section = unit(game, "A1")
    section.alter(["A1-1"], stunned=1)
    activate(game, "A1", "move")
    ways = [answer for answer in game.question.legal() if answer]
    assert ways
    play(game, ways[0])
    assert not is_torn(section)
    assert section.models[0] == (10, 10)


@rule("CD-COH-2")
def test_who_cannot_mend_a_torn_chain_goes_where_it_gets_no_worse():
    game = field([at(squad(0, 0, 4), (10, 10), (10, 15), (16, 15), (22, 15))])
    unit(game, "A1").alter(["A1-2", "A1-3", "A1-4"], stunned=1)
    activate(game, "A1", "move")
    ways = [answer for answer in game.question.legal() if answer != ["10,10"]]
    assert len(ways) == 4
    assert not refused(game, ["10,11"])
    assert refused(game, ["10,9"]) == "CD-COH-2"


@rule("CD-COH-2")
def test_that_a_chain_can_surely_not_be_mended_is_known_without_a_search():
    row = [(10 + 1.5 * number, 10) for number in range(7)]
    game = field([at(squad(0, 0, 8), *row, (14.5, 19.5))])
    section = unit(game, "A1")
    runners = {man.id: man.id != "A1-8" for man in section.men}
    going = move_field(game.state, section, runners)
    assert max(going.paces) == 2 * going.paces[-1] == 4  # the last one walks, so 0.5 are left over
    found = counted(lambda: going.regroups)
    assert (going.torn, going.regroups) == (True, False)
    assert found.calls < 10_000, found  # a search takes a million


@rule("CD-COH-2", "CD-RUN-1")
def test_who_goes_less_far_takes_the_place_that_he_can_reach():
    game = field([at(squad(0, 0, 2), (10, 10), (10, 12))])
    section = unit(game, "A1")
    going = move_field(game.state, section, {"A1-1": True, "A1-2": False})
    assert going.paces == (4, 2)
    near, far = (10, 13.4), (12.1, 13.2)  # the longest way is shortest if the second goes far, but he cannot
    assert going.matched((near, far)) == (far, near)
    assert [round(reach.area / 3.14) for reach in going.reaches] == [16, 4]


@rule("CD-COH-1", "CD-COH-6")
@pytest.mark.parametrize(
    ("quality", "count", "fine"), [("Ir", 4, False), ("Ir", 5, True), ("El", 1, False), ("El", 2, True)]
)
def test_a_section_is_formed_with_its_minimum(quality, count, fine):
    refusal = refuse_section(Sheet("x", (soldier(quality),) * count))
    assert (refusal is None) == fine
    assert fine or refusal.rule == "CD-COH-6"


@rule("CD-COH-4")
def test_falling_below_the_minimum_confuses_next_turn_and_only_the_fall_does():
    game = field([squad(10, 10, 3, "Vt")], [squad(10, 30)])
    section = unit(game, "A1")
    kill(game, section, ["A1-3"], "CD-WND-1")
    assert section.confused_from == 2
    section.confused_from = 0
    kill(game, section, ["A1-2"], "CD-WND-1")
    assert section.confused_from == 0
    lose(game, "B1", 1)
    assert unit(game, "B1").confused_from == 0


@rule("CD-COH-5", "CD-MWIN-3")
def test_who_is_confused_anew_is_so_for_all_of_the_next_turn_and_tested_after_it():
    game = field([squad(10, 10)], [squad(10, 40)], dice=(9, 1))
    section = unit(game, "A1")
    section.confused_from, section.start = 1, 9
    confuse(game, section, "CD-MWIN-3", "it falls back")
    assert battle_of(game).is_confused(section), "for the rest of this turn as well"
    run(game, BeginTurn())
    assert battle_of(game).is_confused(section)
    assert unread(game) == (), "initiative, and no test"


def test_where_a_torn_section_cannot_come_together_its_ways_to_end_are_found_once(monkeypatch):
    """A building is between its halves: what was looked through to mend the chain serves the search for the hint."""
    begun = []
    found = RoomyMarchField._ends
    monkeypatch.setattr(RoomyMarchField, "_ends", lambda self: begun.append(self) or found(self))
    game = field(
        [at(squad(0, 0, 4), (10, 10), (11.5, 10), (17, 10), (18.5, 10))], [], (box("house", 12.1, 0, 15.9, 48),)
    )
    battle, mine = battle_of(game), unit(game, "A1")
    move = move_field(battle, mine, {man.id: False for man in mine.men})
    assert move.torn
    assert not move.regroups
    assert list(move.everywhere()) == list(move.everywhere())
    assert len(begun) == 1
