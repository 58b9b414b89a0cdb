"""Players that plan: levels, styles, and thinking in a process of its own."""

import signal
import subprocess
import sys
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.play import new_game
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.play.players import LEVELLED, Planning
from tabletop_tui.play.session import Session
from tabletop_tui.play.thinking import planner
from tabletop_tui.play.thinking.difficulty_levels import STYLES, Level
from tabletop_tui.play.thinking.planner import fitted, plan
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.play.thinking.thinking_process import Interrupted, Thinker, ThinkingTask
from tests.toy import HEALTH, TOY, ChooseDeed, a_deed, toy_setup

QUICK = Level(24, 3, 1)


# ---------------------------------------------------------------- the planner
def test_the_look_for_the_greedy_answer_is_part_of_the_time_for_a_question(monkeypatch):
    """By a processor's time that is made up: a tenth of a second passes whenever it is asked for."""
    ticks = count(0.0, 0.1)
    monkeypatch.setattr(planner, "thread_time", lambda: next(ticks))
    games = []
    play = Playouts.play
    monkeypatch.setattr(Playouts, "play", lambda self, *rest: games.append(1) or play(self, *rest))
    played = []
    for since in (0.0, -planner.SECONDS / 2, -2 * planner.SECONDS):
        ticks = count(0.0, 0.1)
        games.clear()
        answer = plan(a_deed(), "walk", Level(400, 3, 0), SplitMix64(0, 0), since)
        played.append(len(games))
    assert 40 >= played[0] > 1.5 * played[1] > 0 == played[2]
    assert answer == "walk", "without a game the greedy answer is given"


def test_it_departs_from_the_greedy_answer_where_another_is_clearly_better():
    game = a_deed()
    game.state.health.update(A1=3, A2=3, B1=1, B2=0)
    answers = [plan(game, "walk", Level(64, 3, 0), SplitMix64(seed, 0)) for seed in range(10)]
    assert answers.count("shoot") >= 7, "three games in eight are won without it, too"


def test_where_answers_are_alike_it_answers_as_the_greedy_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(TOY), "evaluate", lambda self, game, seat: 0.1)
    for first in ("walk", "shoot"):
        assert plan(a_deed(), first, QUICK, SplitMix64(1, 0)) == first


def test_it_imagines_no_more_games_than_its_level_says(monkeypatch: pytest.MonkeyPatch):
    valued: list[int] = []
    monkeypatch.setattr(type(TOY), "evaluate", lambda self, game, seat: float(valued.append(seat) or len(valued) % 7))
    plan(a_deed(), "shoot", QUICK, SplitMix64(1, 0))
    assert QUICK.playouts // 2 < len(valued) <= QUICK.playouts + 1, "each is valued once, and so is the game as it is"


def test_of_a_system_whose_games_take_long_fewer_are_imagined_and_as_far_as_it_says(monkeypatch: pytest.MonkeyPatch):
    level, game = Level(100, 9), a_deed()
    assert fitted(level, game) is level
    monkeypatch.setattr(type(TOY), "playouts_share", 0.6, raising=False)
    for horizon in ("activation", "reply"):
        monkeypatch.setattr(type(TOY), "playouts_horizon", horizon, raising=False)
        found = fitted(level, game)
        assert (found.playouts, found.width, found.horizon) == (60, 6, horizon)


def test_the_same_question_is_thought_about_alike():
    answers = {plan(a_deed(), "walk", QUICK, SplitMix64(3, 0)) for _ in range(3)}
    assert len(answers) == 1


def test_an_easy_player_slips_now_and_then():
    answers = [plan(a_deed(), "shoot", Level(0, 0, slips=0.3), SplitMix64(seed, 0)) for seed in range(200)]
    slips = sum(answer != "shoot" for answer in answers)
    assert 10 < slips < 60, "some slips take the best by chance"
    assert {plan(a_deed(), "shoot", Level(0, 0), SplitMix64(seed, 0)) for seed in range(50)} == {"shoot"}


def test_a_careful_player_minds_a_loss_more_and_a_bold_one_likes_a_gain_more():
    risk = [0.5, -0.5]
    likings = {name: sum(style.liking(value, 0.0) for value in risk) for name, style in STYLES.items()}
    assert likings["careful"] < likings[""] == 0 < likings["bold"]


def test_of_a_gamble_a_bold_player_takes_what_a_careful_one_leaves(monkeypatch: pytest.MonkeyPatch):
    def gamble(self: object, game: Game, seat: int) -> float:
        """By its chances a shot that hits twice wins as much as another loses; a walk does neither."""
        health = game.state.health
        if game.agenda[-1:] == [ChooseDeed("A1")] or game.state.spots["A1"] != "0101":
            return 0.0
        return 0.3 if health["B1"] + health["B2"] <= 2 * HEALTH - 2 else -0.75

    monkeypatch.setattr(type(TOY), "evaluate", gamble)
    taken, plain = {}, Playouts(a_deed(), 0, 1, horizon="activation").estimate(["shoot"], range(400))
    assert abs(plain.mean) < 0.1
    for name in ("careful", "bold"):
        level = Level(128, 2, 0, doubt=0.5, horizon="activation", style=STYLES[name])
        taken[name] = [plan(a_deed(), "walk", level, SplitMix64(seed, 0)) for seed in range(6)].count("shoot")
    assert taken["careful"] <= 1
    assert taken["bold"] >= 5


@pytest.mark.parametrize("word", LEVELLED)
def test_every_level_plays_a_game(word: str):
    session = Session.new(toy_setup(word, "random", seed=5, rounds=2))
    session.run()
    assert session.over


def test_a_game_that_was_taken_back_goes_on_alike():
    session = Session.new(toy_setup("fair", "fair", seed=4, rounds=2))
    session.run(6)
    number, answers = len(session.history), [entry.answer for entry in session.history]
    again = Session.new(toy_setup("fair", "fair", seed=4, rounds=2))
    again.run(3)
    again._course.undone.clear()
    again.run(number - 3)
    assert [entry.answer for entry in again.history] == answers


# ---------------------------------------------------------------- in a process of its own
class Slow:
    """Never comes to an end."""

    def choose(self, game: object, number: int) -> object:
        sleep(600)


class Wrong:
    def choose(self, game: object, number: int) -> object:
        raise ZeroDivisionError("no way")


def a_game(*players: str) -> Session:
    found, scenario = new_game.find_scenario("mechcom/quick-start")
    return Session.new(new_game.set_table(found, scenario, (), players, seed=3))


@pytest.mark.long
def test_a_process_thinks_as_this_one_would_and_ends_when_it_is_told_to():
    session = a_game("easy", "easy")
    session.players = [Planning(3, seat, Level(4, 1, 0)) for seat in range(2)]
    while session.system.standing(session.game).round < 1:
        session.computer_answers()
    thinker = Thinker()
    try:
        for _ in range(2):
            answer = session.think()
            assert session.thinking(thinker)() == answer
            session.answer(answer)
        wrong = ThinkingTask.about(Wrong(), session.game.imagine(1), 0)
        with pytest.raises(RuntimeError, match="no way"):
            thinker.think(wrong)
        assert session.thinking(thinker)() == session.think(), "a fault does not end it"
        slow, said = ThinkingTask.about(Slow(), session.game.imagine(1), 0), []

        def think() -> None:
            try:
                thinker.think(slow)
            except Interrupted:
                said.append("interrupted")

        thread = Thread(target=think)
        thread.start()
        sleep(0.2)
        thinker.stop()
        thread.join(10)
        assert said == ["interrupted"]
        assert session.thinking(thinker)() == session.think(), "and another one thinks on"
    finally:
        thinker.close()
    with pytest.raises(Interrupted):
        thinker.think(slow)


def test_where_no_process_can_be_had_nothing_is_thought_there(monkeypatch: pytest.MonkeyPatch):
    def none(*_: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(BaseProcess, "start", none)
    game = a_game("easy", "easy").game.imagine(1)
    with pytest.raises(Interrupted):
        Thinker().think(ThinkingTask.about(Wrong(), game, 0))


PARENT = """
from time import sleep
from tabletop_tui.play.thinking.playouts import Playouts
from tabletop_tui.play.thinking.thinking_process import Thinker
if __name__ == "__main__":
    thinker = Thinker()
    thinker.start()
    print(thinker.pid, flush=True)
    sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the test asks by signals who is alive")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_process_ends_with_whoever_started_it(number: int, tmp_path: Path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.send_signal(number)
    deadline = monotonic() + 20
    while is_alive(child) and monotonic() < deadline:
        sleep(0.05)
    assert not is_alive(child)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about since does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
