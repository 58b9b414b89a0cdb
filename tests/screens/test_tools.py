"""Tools of the battle screen: answers side by side, who sees a spot, the roster, who is next, what was said."""

from __future__ import annotations

import json
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Pick, Split
from tabletop_tui.engine.wording import percent
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.widgets.answers_side_by_side import comparison_lines, rows_of
from tabletop_tui.widgets.styled_text import text_of, width_of
from tabletop_tui.widgets.view_text import chances_of
from tests.screens.conftest import at, toy
from tests.toy import TOY, toy_setup

SYSTEMS = ("armymen/backyard", "mechcom/canyon-deathmatch", "pmc2640/laboratory-find")


def under_way(scenario: str, answers: int, seed: int = 3) -> Session:
    """A game of people who answered by chance so far."""
    session, chooser = Session.new(new_game.set_table(*new_game.find_scenario(scenario), seed=seed)), Random(seed)
    while len(session.history) < answers and session.question is not None:
        session.answer(session.question.sample(chooser))
    return session


# ---------------------------------------------------------------- side by side
NEAR = Preview((Line("range", "2 of 9"), Line("needs", "3+", Tally("x", 3))), (Chance("any hit", 0.75),), 1.5, "damage")
FAR = Preview(
    (Line("the target", "B2", mood="head"), Line("needs", "5+")), (Chance("any hit", 0.5), Chance("kill", 0.1))
)


def test_each_number_has_a_row_and_what_is_missing_a_dash():
    assert rows_of([NEAR, FAR]) == [
        ("range", ["2 of 9", "-"]),
        ("needs", ["3+", "5+"]),
        ("any hit", ["75%", "50%"]),
        ("damage", ["1.5 expected", "-"]),
        ("kill", ["-", "10%"]),
    ]


def test_what_differs_is_bold_and_what_does_not_fit_stands_below():
    same = Preview((Line("needs", "3+"),), (Chance("any hit", 0.5),))
    lines = comparison_lines([("B1", NEAR), ("B2", same)], 60)
    roles = {text_of(line).split("  ")[0]: line[-1][1] for line in lines}
    assert (roles["needs"], roles["any hit"]) == ("dim", "strong")
    many = comparison_lines([(f"B{number} with a long name", same) for number in range(5)], 60)
    assert [text_of(line).count("B") for line in many] == [2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0]
    assert max(map(width_of, many)) <= 60


async def test_targets_side_by_side(snapshot: SnapshotAssertion):
    session = under_way("armymen/backyard", 30)
    chooser = Random(1)
    while not (isinstance(session.question, Pick) and "at whom" in session.question.prompt):
        session.answer(session.question.sample(chooser))
    async with at(session) as player:
        await player.press("V")
        assert "Side by side" in player.picture
        assert player.picture == snapshot
        await player.press("V")
        assert "Side by side" not in player.picture


async def test_chances_that_do_not_all_fit_in_are_a_key_away():
    """On a small screen the chances of a shot are more lines than there are."""
    session = under_way("armymen/backyard", 30)
    chooser = Random(1)
    while not (isinstance(session.question, Pick) and "at whom" in session.question.prompt):
        session.answer(session.question.sample(chooser))
    async with at(session, size=(80, 24)) as player:
        said = [name for name, _ in chances_of(player.battle.model.preview())]
        panel = player.battle.panels.side
        side = [text_of(line) for line in panel.lines]
        assert len(side) == panel.size.height
        assert side[-1].strip() == "↓ more: V"
        assert any(name not in "\n".join(side) for name in said)
        await player.press("V")
        assert all(name in player.picture for name in said)


async def test_the_chances_of_divided_dice_are_a_key_away_too():
    session = under_way("mechcom/canyon-deathmatch", 100)
    chooser = Random(1)
    while not isinstance(session.question, Split):
        session.answer(session.question.sample(chooser))
    async with at(session, size=(80, 24)) as player:
        said = [name for name, _ in chances_of(player.battle.model.preview())]
        await player.press("V")
        assert all(name in player.picture for name in said)


@pytest.mark.parametrize("width", [80, 160])
async def test_the_prompt_has_what_enter_does_at_the_left_and_its_one_number_at_the_right_end(width):
    session, chooser = under_way("armymen/backyard", 30), Random(1)
    while not (isinstance(session.question, Pick) and "at whom" in session.question.prompt):
        session.answer(session.question.sample(chooser))
    async with at(session, size=(width, 50)) as player:
        looked = 0
        for _ in session.question.options:
            preview = player.battle.model.preview()
            if preview is not None and preview.chances:
                name, value = chances_of(preview)[0]
                assert player.prompt.endswith(f" {name} {value} ")
                assert len(player.prompt) == width
                assert "Enter: " in player.prompt
                looked += 1
            await player.press("down")
        assert looked > 0


async def test_the_list_of_options_has_the_chance_that_matters_first_and_a_sentence_each():
    session, chooser = under_way("armymen/backyard", 30), Random(1)
    while not (isinstance(session.question, Pick) and "at whom" in session.question.prompt):
        session.answer(session.question.sample(chooser))
    async with at(session, size=(160, 50)) as player:
        await player.press("a")
        option = next(one for one in session.question.options if one.refusal is None and session.game.preview(one.key))
        first = session.game.preview(option.key).chances[0]
        told = f"{option.label}  {percent(first.probability)} {first.what}"
        line = next(line for line in player.picture.splitlines() if told in line)
        assert option.says[:30] in line


async def test_nothing_to_compare_is_said():
    async with at(toy()) as player:
        await player.press("V")
        assert "no answer with chances" in player.prompt


async def test_where_the_battle_stands_says_how_a_rout_is_counted():
    async with at(under_way("pmc2640/laboratory-find", 20), size=(160, 50)) as player:
        near = player.battle.model.standing.nearness
        assert f"{near.left[0]} to rout" in player.picture
        await player.press("T")
        assert all(told[:60] in player.picture for told in near.told)
        await player.press("escape i")
        assert all(told[:60] in player.picture for told in near.told)


# ---------------------------------------------------------------- who sees a spot
@pytest.mark.parametrize("scenario", SYSTEMS)
def test_what_a_unit_sees_of_a_spot_is_what_its_overlay_says(scenario: str):
    session = under_way(scenario, 60)
    game, chooser = session.game, Random(2)
    views = set()
    for line in [line for line in session.system.roster(game) if line.spot and line.state != "lost"][:4]:
        overlay = session.system.overlay(game, "sight", line.unit).labels
        for spot in chooser.sample(sorted(overlay), 60):
            assert session.system.view(game, line.unit, spot) == overlay[spot]
            views.add(overlay[spot])
    assert {".", "x"} <= views
    assert session.system.view(game, "nobody", spot) == ""


async def test_the_watchers_of_the_cursor(snapshot: SnapshotAssertion):
    async with at(under_way("mechcom/canyon-deathmatch", 60), size=(110, 30)) as player:
        await player.press("W")
        assert f"Who sees {player.battle.field.cursor}" in player.picture
        assert player.picture == snapshot
        before = player.battle.model.watching()
        await player.press("shift+up shift+up")
        assert player.battle.model.watching() != before
        seeing = {line.spot for line, view in player.battle.model.watching() if view.label != "x"} - {
            player.battle.field.cursor
        }
        assert set(player.battle.model.overlay().labels) == seeing
        await player.press("W")
        assert "Who sees" not in player.picture


async def test_who_sees_what_is_not_asked_of_a_rulebook_that_does_not_say():
    async with at(toy()) as player:
        await player.press("W")
        assert "does not say who sees what" in player.prompt


# ---------------------------------------------------------------- units and messages
async def test_the_roster_is_sorted_and_leads_to_a_unit():
    session = under_way("pmc2640/laboratory-find", 60)
    async with at(session, size=(110, 30)) as player:
        await player.press("i")
        sheet = player.app.screen
        assert [line.unit for line in sheet.lines] == [line.unit for line in session.system.roster(session.game)]
        await player.press("s s s")
        assert "the worst off first" in player.picture
        healths = [line.health for line in sheet.lines if line.state != "lost"]
        assert healths == sorted(healths)
        await player.press("s")
        distances = [sheet.far.get(line.unit, float("inf")) for line in sheet.lines]
        assert distances == sorted(distances)
        await player.press("home down")
        wanted = sheet.lines[1]
        await player.press("enter")
        assert player.battle.field.cursor == wanted.spot
        await player.press("i s s s s end enter")
        assert "is not on the table" in player.picture
        await player.press("escape")
        assert player.battle.field.cursor == wanted.spot


async def test_the_next_unit_that_has_not_acted():
    async with at(toy()) as player:
        battle = player.battle
        mine = [
            line.spot
            for line in battle.model.roster
            if line.seat == battle.model.question.seat and battle.model.has_to_act(line)
        ]
        assert len(mine) == 2
        await player.press("A")
        first = battle.field.cursor
        await player.press("A")
        assert {first, battle.field.cursor} == set(mine)
        await player.press("A")
        assert battle.field.cursor == first


async def test_what_was_said_can_be_read_again():
    async with at(toy()) as player:
        await player.press("M")
        assert "Nothing yet." in player.picture
        await player.press("M V minus minus minus M")
        said = player.picture
        assert said.index("no answer with chances") < said.index("as far as it gets")


async def test_what_was_said_several_times_over_is_listed_once():
    async with at(toy()) as player:
        await player.press("V V V M")
        assert player.picture.count("no answer with chances") == 1


# ---------------------------------------------------------------- positions
async def test_a_position_is_saved_and_offered_in_a_new_game(home):
    async with at(toy()) as player:
        await player.press("1 S enter")
        assert "give a name" in player.picture
        await player.press("b r i d g e enter")
        assert "Saved: a new game offers it among the scenarios" in player.prompt[:70], "a long path does not hide it"
        path = home / "positions" / "toy" / "bridge.toml"
        assert path.is_file()
        asked = player.session.question.prompt
    async with at(None, size=(160, 50)) as player:
        await player.press("n")
        form = player.app.screen.form
        form.choose(form["system"], form["system"].choices.index("toy"))
        form.choose(form["scenario"], form["scenario"].choices.index("bridge"))
        player.app.screen.draw()
        await player.pilot.pause()
        assert "Toy battle, Round of round 1" in player.picture
        assert "Token A1" in player.picture, "its units"
        assert [line.name for line in form.lines[2:4]] == ["player0", "player1"], "its forces are fixed"
        await player.press("enter enter enter")  # the last one goes on from the briefing
        assert player.session.question.prompt == asked
        assert "as the position has it" in player.picture


# ---------------------------------------------------------------- questions about the rules
async def test_a_question_is_noted_in_the_log():
    async with at(toy(), size=(110, 30)) as player:
        await player.press("1 exclamation_mark enter")
        assert "type the question" in player.picture
        await player.press("w h y question_mark enter")
        assert "Question: why?" in player.picture
        await player.press("1")
        await player.press("L")
        assert "Question: why?" in player.picture
        await player.press("escape z z")
        assert "Question: why?" not in player.picture
        await player.press("Z")
        assert "Question: why?" in player.picture


async def test_a_position_is_saved_from_a_replay_too(home, tmp_path):
    session = Session.new(toy_setup("random", "random"), tmp_path / "a.jsonl")
    session.run()
    session.close()
    async with at(Session.replay(tmp_path / "a.jsonl", 4), watching=True) as player:
        await player.press("S m i d enter")
        saved = new_game.find_scenario("toy/mid")[1]
        assert saved.setup.position == json.loads(json.dumps(TOY.dump(Session.replay(tmp_path / "a.jsonl", 4).game)))
        await player.press("dollar_sign S")
        assert "nothing left to play" in player.picture


async def test_the_watchers_have_their_distances_on_a_small_screen_too():
    async with at(under_way("armymen/backyard", 30)) as player:
        await player.press("W")
        lines = [text_of(line).split() for line in player.card(18)[1:]]
        assert len(lines) == len(player.battle.model.watching())
        assert all(line[2] == "in" and line[-1] in ("seen", "no") for line in lines)
        assert any(float(line[1]) > 0 for line in lines)
        known = {line.tag for line, _ in player.battle.model.watching()}
        assert {line[0] for line in lines} == known, "whoever it is about is never cut off"
