"""Films of what happened: pure frames from events and scenes; on the screen, they never hold anybody up."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Event, Fell, Harmed, Moved, Rolled, Shot
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.roll_wording import came_words
from tabletop_tui.engine.scenes import Base, Look, TableScene, Token
from tabletop_tui.screens.after.results import ResultsScreen
from tabletop_tui.screens.base.dialogs import Choose
from tabletop_tui.screens.battle.pages.handover_card import TurnCard
from tabletop_tui.screens.battle.pages.hint_page import HintPage
from tabletop_tui.screens.battle.pages.log_page import LogPage
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.widgets.animation import LONGEST_FILM, SHORTEST, Frame, film, shot_line, unit_at
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import Battlefield, painters_of
from tabletop_tui.widgets.map.shared.marks import Light, Marks
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.conftest import at, toy
from tests.screens.fixtures import scene

WAY = ("0404", "0405", "0406", "0506")
HIT = Rolled("", (), 0, "Typhon at Sentinel", 6, (6, 2, 5, 5), (True, False, True, True))


def spot_of(frame: Frame, unit: str) -> str | None:
    return next((token.spot for token in frame.scene.tokens if token.unit == unit), None)


def moved(before, unit: str, spot: str):
    """The same scene with one unit elsewhere."""
    return evolve(before, tokens=[evolve(one, spot=spot) if one.unit == unit else one for one in before.tokens])


def without(before, unit: str):
    return evolve(before, tokens=[one for one in before.tokens if one.unit != unit])


def table(*bases: tuple[float, float]) -> TableScene:
    """One unit on an open table, its models on these places."""
    spot = f"{bases[0][0]:g},{bases[0][1]:g}"
    tokens = [Token("A1", "A1", "Riflemen", 0, spot)]
    return TableScene(48, 48, "in", Look("lawn", "grass"), (), tokens, {"A1": tuple(Base(x, y, 0.5) for x, y in bases)})


# ---------------------------------------------------------------- hexes
def test_a_unit_walks_its_way_hex_by_hex():
    before = scene()
    frames = film([Moved("", (), 0, "a1", WAY)], before, moved(before, "a1", WAY[-1]))
    assert [spot_of(frame, "a1") for frame in frames] == list(WAY[1:])
    assert [frame.spot for frame in frames] == list(WAY[1:])


def test_a_way_told_by_its_ends_is_walked_in_a_straight_line():
    before = scene()
    frames = film([Moved("", (), 0, "a1", ("0404", "0408"))], before, moved(before, "a1", "0408"))
    assert [spot_of(frame, "a1") for frame in frames] == ["0405", "0406", "0407", "0408"]


def test_a_shot_grows_from_the_shooter_to_the_target():
    before = scene()
    frames = film([Shot("", (), 0, "a1", "b1", ("0404", "0408"))], before, before)
    line = ["0404", "0405", "0406", "0407", "0408"]
    assert [list(frame.marks.sight) for frame in frames] == [line[:2], line[:3], line[:4], line]


def test_without_spots_a_shot_goes_from_unit_to_unit():
    frames = film([Shot("", (), 0, "a1", "b1")], scene(), scene())
    line = [*frames[-1].marks.sight]
    assert (line[0], line[-1]) == ("0404", "0812")


def test_dice_come_to_lie_and_only_then_the_log_tells_of_them():
    before = scene()
    frames = film([Event("first"), HIT], before, before)
    assert [frame.lying for frame in frames] == [0, 1, 3, 4]
    assert [frame.told for frame in frames] == [1, 1, 1, 2]
    assert {frame.rolled for frame in frames} == {1}


def test_harm_flashes_and_what_fell_is_gone_at_the_end():
    before = scene()
    frames = film([Harmed("", (), 1, "b1", 3, 0), Fell("", (), 1, "b1")], before, without(before, "b1"))
    assert frames[0].marks.flash == {"0812"}
    assert not frames[1].marks.flash
    assert spot_of(frames[-1], "b1") is None
    assert spot_of(frames[-2], "b1") == "0812"


def test_who_arrives_flashes_where_it_stands():
    after = scene()
    frames = film([Moved("", (), 0, "a1", ("0404",))], without(after, "a1"), after)
    assert [(spot_of(frame, "a1"), frame.marks.flash) for frame in frames] == [("0404", {"0404"})]


def test_the_health_of_the_wounded_is_the_new_one_after_the_flash():
    before = scene()
    after = evolve(before, tokens=[evolve(t, health=0.2) if t.unit == "b1" else t for t in before.tokens])
    frames = film([Harmed("", (), 1, "b1", 3, 0), Moved("", (), 0, "a1", WAY)], before, moved(after, "a1", WAY[-1]))
    health = [next(token.health for token in frame.scene.tokens if token.unit == "b1") for frame in frames]
    assert (health[0], health[-1]) == (0.9, 0.2)


@pytest.mark.parametrize(
    "event",
    [
        Event("a word"),
        Moved("", (), 0, "nobody", ()),
        Shot("", (), 0, "nobody", "a1"),
        Harmed("", (), 0, "nobody", 1, 0),
        Harmed("", (), 0, "a1", 0, 4),
        Fell("", (), 0, "nobody"),
        Rolled("", (), 0, "no dice"),
    ],
)
def test_what_is_not_on_the_map_makes_no_film(event: Event):
    assert film([event], scene(), scene()) == []


def test_a_film_is_never_longer_than_it_may_be_and_no_frame_too_short():
    before = scene()
    events = [HIT, Moved("", (), 0, "a1", WAY), Moved("", (), 0, "a1", WAY[::-1])] * 30
    frames = film(events, before, before)
    assert sum(frame.seconds for frame in frames) == pytest.approx(LONGEST_FILM)
    assert all(frame.seconds >= SHORTEST for frame in frames[:-1])
    assert frames[-1].told == len(events)
    quick = film(events[:1], before, before, 0.4)
    whole = film(events[:1], before, before)
    assert sum(frame.seconds for frame in quick) == pytest.approx(0.4 * sum(frame.seconds for frame in whole))
    assert sum(frame.seconds for frame in whole) < 0.5


# ---------------------------------------------------------------- open tables
def test_on_an_open_table_all_models_go_together_and_end_where_they_stand():
    before, after = table((10, 10), (11, 10)), table((10, 14), (11, 15))
    frames = film([Moved("", (), 0, "A1", ("10,10", "10,14"))], before, after)
    assert [spot_of(frame, "A1") for frame in frames] == ["10,11", "10,12", "10,13", "10,14"]
    assert [(base.x, base.y) for base in frames[0].scene.bases["A1"]] == [(10, 11), (11, 11)]
    last = film([Moved("", (), 0, "A1", ("10,10", "10,14")), HIT], before, after)[-1]
    assert last.scene.bases["A1"] == after.bases["A1"]


def test_a_shot_on_an_open_table_is_a_growing_line():
    frames = film([Shot("", (), 0, "A1", "", ("10,10", "20,10"))], table((10, 10)), table((10, 10)))
    ends = [list(frame.marks.sight)[-1] for frame in frames]
    assert ends[-1] == "20,10"
    assert ends == sorted(ends)
    assert len(ends) == 5


@pytest.mark.parametrize("name", [name for name in NAMES if palette(name).lamps])
def test_a_shot_lights_its_way_and_leaves_nothing_behind(name: str):
    """Where it is the ground is bright, where it was less so, and behind it as it was; rows far away stay."""
    one, far = scene(), table((10, 10), (12, 10))
    for drawn, ends in ((one, ("0404", "0408")), (far, ("10,10", "30,10"))):
        unit = "a1" if drawn is one else "A1"
        shots = film([Shot("", (), 0, unit, "", ends), HIT], drawn, drawn)
        painter = painters_of(drawn, palette(name))[1](drawn, palette(name), UNICODE)
        plain = [painter.row(y) for y in range(painter.height)]
        lit = [frame for frame in shots if frame.marks.tracer]
        assert len(lit) >= 4
        assert [frame.marks.tracer[-1] for frame in lit][-1] == ends[1]
        assert not shots[-1].marks.tracer, "gone when the dice lie"
        for frame in lit:
            dull = evolve(frame.marks, tracer=())
            painter.mark(dull)
            before = [painter.row(y) for y in range(painter.height)]
            rows = painter.mark(frame.marks)
            differing = {y for y in range(painter.height) if painter.row(y) != before[y]}
            assert differing
            assert rows is not None
            assert differing <= rows
            assert len(differing) < painter.height / 2
        painter.mark(Marks())
        assert [painter.row(y) for y in range(painter.height)] == plain


def test_a_film_runs_in_the_light_in_which_the_answer_was_given():
    light = Light({"0404": "0"})
    frames = film([Shot("", (), 0, "a1", "b1", ("0404", "0408")), HIT], scene(), scene(), light=light)
    assert len(frames) > 5
    assert all(frame.marks.light is light for frame in frames)


# ---------------------------------------------------------------- on the screen
async def test_while_a_film_runs_the_map_lags_and_a_key_does_its_work_at_once():
    async with at(toy(), animation="full") as player:
        await player.press("1 1")
        unit = player.session.question.about
        start = player.battle.model.where[unit]
        player.battle.field.go_to({"0101": "0102", "0501": "0502"}[start])
        await player.pilot.press("enter")
        battle = player.battle
        assert battle.model.film
        assert battle.model.where[unit] != start
        assert "Choose a token" in player.picture
        count = len(player.session.history)
        await player.pilot.press("1")
        assert not battle.model.film
        assert len(player.session.history) == count + 1
        assert battle.field.painter.scene is battle.model.scene


async def test_a_film_ends_by_itself_with_the_game_as_it_stands():
    async with at(toy(), size=(160, 50), animation="quick") as player:
        await player.press("1 2 1 tab + + enter 2")
        await asyncio.sleep(0.05)
        for _ in range(10_000):
            if not player.battle.model.film:
                break
            await asyncio.sleep(0.02)
        assert not player.battle.model.film
        assert player.battle.model.film.untold == 0
        assert player.battle.model.rolls
        assert came_words(player.battle.model.rolls[-1]) in player.picture


async def test_without_animation_nothing_waits():
    async with at(toy()) as player:
        await player.press("1 2 1 tab + + enter 2")
        assert not player.battle.model.film
        assert player.battle.field.painter.scene is player.battle.model.scene


async def moved_in_a_film(player):
    """Blue's unit walks, and while that is shown it is the other person's go."""
    await player.press("1 1")
    start = player.battle.model.where[player.session.question.about]
    player.battle.field.go_to({"0101": "0102", "0501": "0502"}[start])
    await player.pilot.press("enter")
    assert player.battle.model.film
    assert player.app.screen is player.battle


async def test_a_key_that_ends_a_film_does_not_put_away_the_turn_card_that_follows():
    async with at(toy(), animation="full", turn_card="always") as player:
        await moved_in_a_film(player)
        given = len(player.session.history)
        await player.press("enter")
        assert not player.battle.model.film
        assert isinstance(player.app.screen, TurnCard)
        await player.press("enter")
        assert player.app.screen is player.battle
        assert len(player.session.history) == given, "the card was put away, no more"


async def test_a_command_that_is_asked_for_while_a_film_runs_comes_in_place_of_the_turn_card():
    async with at(toy(), animation="full", turn_card="always") as player:
        await moved_in_a_film(player)
        await player.press("f2")
        assert isinstance(player.app.screen, HintPage)
        await player.press("escape")
        assert player.app.screen is player.battle


@asynccontextmanager
async def ending(**options):
    """A battle whose last answer, a shot, has just been given: its film runs, and the results come after it."""
    session = toy(rounds=1)
    while session.over is None:
        question = session.question
        shoots = isinstance(question, Pick) and question.refuse("shoot") is None
        session.answer("shoot" if shoots else next(iter(question.legal())))
    last = session.history[-1]
    assert any(isinstance(event, Rolled) for event in last.events)
    session.undo()
    async with at(session, animation="full", **options) as player:
        player.battle.answer(last.answer)
        assert player.battle.model.film
        yield player


@pytest.mark.parametrize(
    ("keys", "screen"),
    [("enter", ResultsScreen), ("escape", ResultsScreen), ("i", ResultsScreen), ("L", LogPage), ("x", BattleScreen)],
)
async def test_a_key_that_ends_the_last_film_never_puts_the_results_away_unread(keys, screen):
    async with ending() as player:
        assert "any key ends what is shown" in player.prompt
        await player.press(keys)
        assert not player.battle.model.film
        assert player.prompt.strip().endswith(player.session.over.text)
        assert type(player.app.screen) is screen
        assert player.session.over is not None


async def test_what_battle_and_results_both_know_is_done_while_the_last_film_runs():
    async with ending() as player:
        await player.press("z Y")
        assert player.session.over is None
        assert player.app.screen is player.battle
    async with ending() as player:
        await player.press("Q")
        assert player.app.session is None


async def test_a_click_that_ends_the_last_film_shows_the_results_once():
    async with ending() as player:
        player.battle.on_battlefield_clicked(Battlefield.Clicked(player.battle.field.cursor, again=True))
        await player.pilot.pause()
        assert sum(isinstance(screen, ResultsScreen) for screen in player.app.screen_stack) == 1


async def test_a_key_just_after_the_last_film_is_not_one_for_the_results(monkeypatch: pytest.MonkeyPatch):
    clock = [100.0]
    monkeypatch.setattr("tabletop_tui.screens.after.results.monotonic", lambda: clock[0])
    async with ending(guard=0.35) as player:
        player.battle.finish_film()
        await player.pilot.pause()
        await player.press("enter q escape")
        assert isinstance(player.app.screen, ResultsScreen), "nobody has read it yet"
        clock[0] += 0.4
        await player.press("enter")
        assert player.app.session is None


def test_the_line_of_a_shot_stays_until_somebody_moves():
    shot, way = Shot("", (), 0, "a1", "b1", ("0404", "0408")), Moved("", (), 0, "a1", WAY)
    assert list(shot_line([way, shot, HIT], scene()))[-1] == "0408"
    assert shot_line([shot, way], scene()) == {}
    frames = film([HIT], scene(), scene(), earlier=[shot])
    assert all(list(frame.marks.sight)[-1] == frame.spot == "0408" for frame in frames)


def test_the_unit_under_the_cursor_is_known_before_it_is_painted():
    assert unit_at(scene(), "0404") == "a1"
    assert unit_at(scene(), "0405") == ""
    assert unit_at(table((10, 10), (12, 10)), "12.3,10") == "A1"
    assert unit_at(table((10, 10), (12, 10)), "11,11") == ""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("drawn", "spot"), [(scene(), "0812"), (table((10, 10), (12, 10)), "10,10")], ids=["hex", "table"]
)
def test_a_flash_is_seen_in_every_palette_and_leaves_nothing_behind(name: str, drawn, spot: str):
    for make in painters_of(drawn, palette(name)):
        painter = make(drawn, palette(name), UNICODE)
        plain = [painter.row(y) for y in range(painter.height)]
        rows = painter.mark(Marks(flash=frozenset([spot])))
        lit = [painter.row(y) for y in range(painter.height)]
        differing = {y for y, (one, other) in enumerate(zip(plain, lit, strict=True)) if one != other}
        assert differing
        assert rows is None or differing <= rows
        painter.mark(Marks())
        assert [painter.row(y) for y in range(painter.height)] == plain


async def test_a_hint_that_is_asked_for_while_a_film_runs_comes_in_place_of_the_page_of_what_happened():
    async with at(toy(), animation="full", turn_card="never") as player:
        await moved_in_a_film(player)
        player.battle.reading.tell_by_itself = player.battle.reading.open_digest
        await player.press("f2")
        assert isinstance(player.app.screen, HintPage)


async def test_letters_typed_at_once_behind_a_key_that_ended_a_film_are_heard_behind_it():
    """The list of commands opens in place of the page of what happened, and no letter is lost or heard before it."""
    async with at(toy(), animation="full", turn_card="never") as player:
        await moved_in_a_film(player)
        player.battle.reading.tell_by_itself = player.battle.reading.open_digest
        await player.burst("colon", *"give")
        page = player.app.screen
        assert isinstance(page, Choose)
        assert page.typed == "give"
        assert page.fitting[0].key == "battle.concede", "what means so in fewest words goes first"
