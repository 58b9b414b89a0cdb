"""The analysis of a game: what answers cost, that it goes on where it was, and its file."""

import json
from itertools import pairwise
from multiprocessing import get_context

import pytest
from attrs import evolve

from tabletop_tui.coach.analysis import Analysis, played
from tabletop_tui.coach.analysis_findings import findings_of, happened, sides, turnings
from tabletop_tui.coach.answer_comparison import FEWEST, Difference
from tabletop_tui.coach.answer_judging import Judgement, judge
from tabletop_tui.coach.chance_ledger import Given, ledger
from tabletop_tui.coach.judgement_file import JudgementFile, position_keys
from tabletop_tui.engine.events import Ended, Event, Fell, Harmed
from tabletop_tui.files import locks
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import lock
from tabletop_tui.play.session import Session
from tabletop_tui.reports.analysis_lines import account_words, answers_words, turning_told
from tests.coach.stand_in import Written
from tests.toy import toy_setup

PLAYOUTS = 8


def game(seed=3, **more):
    session = Session.new(toy_setup("greedy", "greedy", seed=seed, rounds=2, **more))
    session.run()
    return session


def analysed(session, worth=(), path=None, playouts=PLAYOUTS):
    analysis = Analysis(played(session), path, playouts)
    for _ in analysis.go_on(Written(dict(worth))):
        pass
    return analysis


# ---------------------------------------------------------------- what answers cost
def test_an_answer_that_is_worse_than_another_costs_the_difference():
    session = game()
    analysis = analysed(session, {"shoot": 0.3})  # all shoot, and that is said to be bad
    shots = [number for number, entry in enumerate(session.history) if entry.answer == "shoot"]
    assert shots
    for number in shots:
        judged = analysis.judgements[number]
        assert judged.said == "Shoot"
        assert judged.cost == pytest.approx(0.2)
        assert judged.blunder
        assert judged.best != "Shoot"


def test_what_looks_like_an_error_is_played_on_once_more_and_that_counts():
    session = game()
    analysis = analysed(session, {"shoot": 0.3})
    number = next(number for number, entry in enumerate(session.history) if entry.answer == "shoot")
    assert analysis.judgements[number].playouts == 2 * PLAYOUTS
    sound = next(one for one in analysis.judgements.values() if not one.sure)
    assert sound.playouts == PLAYOUTS


def test_the_best_answer_costs_nothing():
    session = game()
    for judged in analysed(session, {"shoot": 0.7}).judgements.values():
        if judged.said == "Shoot":
            assert judged.cost < 0
            assert not judged.blunder


def test_what_is_answered_before_the_first_round_is_not_judged():
    session = game()
    number = next(number for number, entry in enumerate(session.history) if entry.answer == "shoot")
    before = session.copy_at(number)
    assert judge(Written({}), before, session.history[number]) is not None
    before.state.round = 0
    assert judge(Written({}), before, session.history[number]) is None


def test_answers_without_a_choice_are_not_judged():
    session = game()
    analysis = analysed(session)
    assert analysis.over
    forced = [number for number in range(analysis.total) if number not in analysis.judgements]
    assert forced
    for number in forced:
        assert len(list(session.copy_at(number).question.legal())) == 1


# ---------------------------------------------------------------- it goes on where it was
def test_an_analysis_that_was_stopped_comes_to_the_same_as_one_in_one_go(tmp_path):
    session = game()
    whole = analysed(session, {"shoot": 0.3}, tmp_path / "whole.jsonl")
    part = Analysis(played(session), tmp_path / "part.jsonl", PLAYOUTS)
    for _ in zip(range(4), part.go_on(Written({"shoot": 0.3})), strict=False):
        pass
    again = Analysis(played(session), tmp_path / "part.jsonl", PLAYOUTS)
    assert 4 <= again.done < again.total
    mind = Written({"shoot": 0.3})
    for _ in again.go_on(mind):
        pass
    assert again.judgements == whole.judgements
    assert (tmp_path / "part.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert Analysis(played(session), tmp_path / "part.jsonl", PLAYOUTS).todo == []


def test_a_game_that_went_on_has_only_its_new_answers_to_be_judged(tmp_path):
    session = Session.new(toy_setup("greedy", "greedy", seed=3, rounds=2))
    session.run(5)
    first = analysed(session, path=tmp_path / "a.jsonl")
    session.run()
    later = Analysis(played(session), tmp_path / "a.jsonl", PLAYOUTS)
    assert later.done == first.total == 5
    assert later.total > 5


def test_answers_that_were_taken_back_and_given_otherwise_are_judged_anew_and_the_old_ones_are_kept(tmp_path):
    session = Session.new(toy_setup("keyboard", "keyboard", seed=3))
    session.answer(next(session.question.legal()))
    session.answer("shoot")
    analysed(session, path=tmp_path / "a.jsonl")
    session.undo()
    session.answer("walk")
    other = Analysis(played(session), tmp_path / "a.jsonl", PLAYOUTS)
    assert other.todo == [1]
    for _ in other.go_on(Written({})):
        pass
    session.undo()
    session.answer("shoot")
    assert Analysis(played(session), tmp_path / "a.jsonl", PLAYOUTS).over


def test_the_key_of_a_position_hangs_on_every_answer_and_die_before_it():
    session = game()
    entries = [*session.history]
    keys = list(position_keys(session.setup, session.opening_dice, entries))
    assert len(set(keys)) == len(keys)
    rolled = next(number for number, entry in enumerate(entries) if entry.dice)
    entries[rolled].dice = tuple(7 - face for face in entries[rolled].dice)
    others = list(position_keys(session.setup, session.opening_dice, entries))
    assert others[: rolled + 1] == keys[: rolled + 1]
    assert not set(others[rolled + 1 :]) & set(keys)


# ---------------------------------------------------------------- the file
def test_a_last_line_that_was_cut_off_is_judged_again(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    whole = analysed(session, path=path)
    text = path.read_bytes()
    path.write_bytes(text[:-9])
    again = Analysis(played(session), path, PLAYOUTS)
    assert len(again.todo) == 1
    for _ in again.go_on(Written({})):
        pass
    assert path.read_bytes() == text
    assert again.judgements == whole.judgements


def test_another_number_of_playouts_begins_anew_and_leaves_what_was_found(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    whole = analysed(session, path=path).judgements
    other = analysed(session, path=path, playouts=12)
    assert other.playouts == 12
    assert Analysis(played(session), path).playouts == 12, "where none is named, it goes on with that"
    before = Analysis(played(session), path, PLAYOUTS)
    assert before.over
    assert before.judgements == whole


# ---------------------------------------------------------------- several analyses of a game
def both(session, path, playouts=(PLAYOUTS, PLAYOUTS)):
    """Two analyses of a game that find one thing after another, in turn."""
    pair = [Analysis(played(session), path, number) for number in playouts]
    going = [one.go_on(Written({"shoot": 0.3})) for one in pair]
    for _ in zip(*going, strict=True):
        pass
    return pair


def test_two_analyses_of_a_game_share_its_file(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    whole = analysed(session, {"shoot": 0.3}, tmp_path / "whole.jsonl")
    assert all(one.judgements == whole.judgements for one in both(session, path))
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes(), "nothing stands there twice"


def test_two_analyses_with_other_playouts_leave_each_other_what_they_have_found(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    both(session, path, (PLAYOUTS, 12))
    for number in (PLAYOUTS, 12):
        again = Analysis(played(session), path, number)
        assert again.over
        assert again.judgements == analysed(session, {"shoot": 0.3}, tmp_path / f"{number}", number).judgements


def test_an_analysis_takes_in_what_another_one_has_found_meanwhile(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    waiting = Analysis(played(session), path, PLAYOUTS)
    whole = analysed(session, {"shoot": 0.3}, path)
    assert not waiting.judgements
    waiting.look()
    assert waiting.over
    assert waiting.judgements == whole.judgements


def keeps(path, first):
    """What one process does: it puts down many judgements one after another."""
    file = JudgementFile(path, 1, 2, PLAYOUTS)
    for number in range(60):
        file.keep(f"{first + number:04}", None)


def test_two_processes_may_write_at_once(tmp_path):
    path = tmp_path / "a.jsonl"
    context = get_context("spawn")
    processes = [context.Process(target=keeps, args=(path, first)) for first in (0, 30)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    assert sorted(JudgementFile(path, 1, 2, PLAYOUTS).known) == [f"{number:04}" for number in range(90)]
    assert len(path.read_bytes().splitlines()) == 91


def test_a_file_that_somebody_else_holds_for_long_is_said_to_be_held(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    path = tmp_path / "a.jsonl"
    file = JudgementFile(path, 1, 2, PLAYOUTS)
    file.keep("a", None)
    with open(path, "ab") as held:
        lock(held)
        with pytest.raises(BadFile, match="another program holds it"):
            file.keep("b", None)
    file.keep("b", None)
    assert set(JudgementFile(path, 1, 2, PLAYOUTS).known) == {"a", "b"}


def test_a_file_that_was_deleted_meanwhile_is_begun_anew(tmp_path):
    path = tmp_path / "a.jsonl"
    file = JudgementFile(path, 1, 2, PLAYOUTS)
    file.keep("a", None)
    path.unlink()
    file.keep("b", None)
    assert set(JudgementFile(path, 1, 2, PLAYOUTS).known) == {"b"}


@pytest.mark.parametrize("playouts", ["12", 0, 10**9, True, None])
def test_a_head_that_asks_for_what_nobody_can_want_is_refused(tmp_path, playouts):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"analysis": 1, "rules": 1, "playouts": playouts}) + "\n")
    with pytest.raises(BadFile, match="line 1"):
        Analysis(played(game()), path)


# ---------------------------------------------------------------- more of the file
def test_where_no_number_is_named_it_goes_on_with_that_of_before(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    analysed(session, path=path, playouts=12)
    later = Analysis(played(session), path)
    assert (later.playouts, later.todo) == (12, [])
    assert Analysis(played(session), tmp_path / "b.jsonl").playouts == 32


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one: {**one, "cost": "much"},
        lambda one: {**one, "cost": 7},
        lambda one: {**one, "more": 1},
        lambda one: {key: value for key, value in one.items() if key != "said"},
        lambda one: {**one, "at": 5},
        lambda one: {**one, "led_to": [1]},
        lambda one: {**one, "seat": -1},
        lambda one: {**one, "seat": 9},
        lambda one: [one],
    ],
)
def test_a_file_that_somebody_changed_is_refused_with_line_and_way_out(tmp_path, spoil):
    session, path = game(), tmp_path / "a.jsonl"
    analysed(session, path=path)
    lines = path.read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if "cost" in line)
    lines[place] = json.dumps(spoil(json.loads(lines[place])))
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(BadFile) as error:
        Analysis(played(session), path, PLAYOUTS)
    assert f"line {place + 1}" in str(error.value)
    assert "delete the file" in str(error.value)


def test_what_is_no_analysis_at_all_is_refused(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("hello\n")
    with pytest.raises(BadFile, match="line 1"):
        Analysis(played(game()), path, PLAYOUTS)


def test_texts_of_a_file_can_do_nothing_to_a_terminal(tmp_path):
    session, path = game(), tmp_path / "a.jsonl"
    analysed(session, path=path)
    path.write_text(path.read_text().replace('"said":"', '"said":"\\u001b[2J'))
    found = Analysis(played(session), path, PLAYOUTS)
    assert all("\x1b" not in one.said for one in found.judgements.values())


# ---------------------------------------------------------------- what it comes to
def found_of(session, **worth):
    return findings_of(session, analysed(session, worth))


def test_answers_and_dice_are_told_apart():
    session = game()
    found = found_of(session, no=0.3)
    for seat, side in enumerate(found.sides):
        own = [one for one in found.judgements.values() if one.seat == seat]
        assert side.answers == len(own)
        assert side.cost == pytest.approx(sum(one.cost for one in found.changes if one.seat == seat))
        assert side.account.errors == pytest.approx(side.cost)
        assert side.blunders == sum(one.blunder for one in own)
        assert side.luck.dice > 0


def test_a_very_good_answer_makes_up_for_no_error():
    """The best answer is compared with the second best: it has cost nothing, not less than nothing."""
    seats = game().setup.seats
    good = Judgement(0, "", "", (), "", (), None, -0.4, 0.01, 0.5, 0.1, 3, PLAYOUTS)
    error = evolve(good, cost=0.1, playouts=2 * PLAYOUTS)
    judgements = {0: good, 1: error}
    changes = ledger([(0.5, 0.5)] * 3, (0, 1), [Given(0, True)] * 2, judgements, PLAYOUTS)
    side, _ = sides(judgements, changes, [], seats, whole=True)
    assert (side.answers, side.blunders, side.error) == (2, 1, 0.01)
    assert side.cost == pytest.approx(0.1)
    assert answers_words(side) == "2 answers judged, 1 blunder; on average an answer cost 5.0% ± 0.5%"
    assert account_words(side) == "from 50%: own errors -10%, errors of others +0%, dice +10%, to 50%"
    assert account_words(sides(judgements, changes, [], seats, whole=False)[0]) == "", (
        "errors not found yet are no luck"
    )


def test_the_curve_begins_with_the_chance_and_ends_with_the_result():
    session = game()
    found = found_of(session)
    assert len(found.standing) == len(session.history) + 1
    winners = session.over.winners
    assert found.standing[-1] == tuple((seat in winners) * 1.0 if winners else 0.5 for seat in range(2))
    assert found.shares(1) == [(number, shares[1]) for number, shares in enumerate(found.standing)]
    for seat, side in enumerate(found.sides):
        one = side.account
        assert one.start == found.standing[0][seat]
        assert (
            one.start - one.errors + one.gifts + one.luck + one.left
            == pytest.approx(one.end)
            == found.standing[-1][seat]
        )


def test_the_curve_of_a_game_that_nobody_has_judged_is_how_it_stood():
    session = game()
    analysis = Analysis(played(session))
    analysis.standing = analysis.game.standing()
    rolled = [number for number, entry in enumerate(session.history) if entry.dice]
    found = findings_of(session, analysis)
    assert len(rolled) > 3
    for number in rolled:
        stood = session.copy_at(number)
        for seat, share in enumerate(found.standing[number]):
            assert share == pytest.approx(session.system.prospects(stood, seat).share)


def test_blunders_are_the_dearest_first_and_each_names_its_place():
    session = game()
    found = found_of(session, no=0.3)
    costs = [one.judgement.cost for one in found.blunders]
    assert costs == sorted(costs, reverse=True)
    assert {round(cost, 1) for cost in costs} >= {0.2}
    for one in found.blunders:
        assert session.history[one.answer].answer == "no"
        change = found.changes[one.answer]
        assert change.before[one.judgement.seat] - change.after[one.judgement.seat] == pytest.approx(0.2)


def test_turning_points_are_the_largest_three_in_order():
    session = game()
    found = found_of(session)
    swings = [max(abs(now - then) for then, now in zip(*pair, strict=True)) for pair in pairwise(found.standing)]
    assert 1 <= len(found.turnings) <= 3, "the end is one"
    assert [one.answer for one in found.turnings] == sorted(one.answer for one in found.turnings)
    assert sorted(one.swing for one in found.turnings) == pytest.approx(sorted(swings)[-len(found.turnings) :])
    for one in found.turnings:
        assert found.standing[one.answer + 1][one.gainer] > found.standing[one.answer][one.gainer]


def test_nothing_turns_where_little_changes():
    standing = [(0.5, 0.5), (0.52, 0.48), (0.4, 0.6)]
    changes = ledger(standing, (0, 1), [Given(0, True)] * 2, {}, PLAYOUTS)
    assert [one.answer for one in turnings(changes, [1, 1], [[], [], []])] == [1]
    assert turnings(changes, [0, 0], [[], [], []]) == [], "before the first round nothing is told"
    (one,) = turnings(changes, [1, 1], [[], [], [Fell("A1 falls")]])
    assert (one.gainer, one.before, one.after, one.what, one.dice) == (1, 0.48, 0.6, "A1 falls", False)


def test_of_a_part_that_nobody_has_looked_at_no_answer_is_called_sound(tmp_path):
    session = game()
    analysis = Analysis(played(session), tmp_path / "a.jsonl", PLAYOUTS)
    for _ in zip(range(3), analysis.go_on(Written({})), strict=False):
        pass
    found = findings_of(session, analysis)
    assert found.done < found.total
    assert found.todo == tuple(range(found.done, found.total))
    assert found.turnings[-1].answer in found.todo
    assert turning_told(found.turnings[-1], found).more == ()


def test_the_gravest_of_what_happened_is_told():
    wound = Harmed("A1 loses 1", (), 0, "A1", 1, 2)
    assert happened([Event("A1 walks")]) == ""
    assert happened([Event("A1 walks"), wound]) == "A1 loses 1"
    assert happened([wound, Fell("A1 falls"), wound]) == "A1 falls"


def test_a_game_that_is_looked_at_from_its_middle_is_analysed_whole(tmp_path):
    session = Session.new(toy_setup("greedy", "greedy", seed=3, rounds=2), tmp_path / "game.jsonl")
    session.run()
    replay = Session.replay(tmp_path / "game.jsonl", 2)
    assert played(replay).entries == played(session).entries
    found = findings_of(replay, analysed(replay))
    assert found.total == len(session.history)
    assert len(found.standing) == found.total + 1


def test_a_judgement_is_sure_only_beyond_two_errors():
    def judged(cost, error, playouts=24):
        return Judgement(0, "", "", (), "", (), None, cost, error, 0.5, 0.1, 3, playouts)

    assert judged(0.10, 0.04).blunder
    assert not judged(0.10, 0.06).sure
    assert not judged(0.02, 0.001).blunder
    assert not judged(0.10, 0.0, playouts=2).sure, "two games with the same dice say nothing"
    assert not judged(0.10, 0.0, playouts=2).blunder
    assert judged(0.10, 0.04, FEWEST).sure == Difference(0.10, 0.04, FEWEST).sure


def test_of_a_few_playouts_there_is_no_blunder():
    assert not any(one.sure for one in analysed(game(), {"shoot": 0.1}, playouts=2).judgements.values())


def test_who_gives_up_is_told_so_and_led_to_no_blunder():
    standing = [(0.3, 0.7), (0.0, 1.0)]
    changes = ledger(standing, (0, 1), [Given(0, False, ended=True)], {}, PLAYOUTS)
    (one,) = turnings(changes, [1], [[], [Ended("Red gives up: Blue wins", (), None, (1,))]])
    assert one.ended
    line = turning_told(one, evolve(found_of(game()), judgements={}, blunders=(), todo=()))
    assert "Red gives up" in line.head
    assert line.more == ("This ended the game: neither dice nor a blunder.",)


def test_a_turning_point_leads_to_a_blunder_only_where_one_is_listed():
    found = found_of(game(), no=0.3)
    one = next(iter(found.blunders))
    turn = evolve(found.turnings[0], answer=one.answer, before=0.3, after=0.5, luck=0.0, ended=False)
    assert any("see the blunders" in said for said in turning_told(turn, found).more)
    alone = turning_told(turn, evolve(found, blunders=())).more
    assert any("The answer brought +20% of it, the dice +0%." in said for said in alone)
