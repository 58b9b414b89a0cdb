"""Hints: the best answers in words, whether they differ, and that nobody peeks at the dice to come."""

import pytest
from attrs import evolve

from tabletop_tui.coach import hints
from tabletop_tui.coach.answer_comparison import Difference
from tabletop_tui.coach.answer_words import called, effects, line_words, stands_at
from tabletop_tui.coach.candidate_race import LEAST
from tabletop_tui.coach.hints import Thought, longer_ways, think
from tabletop_tui.coach.playout_values import appraise
from tabletop_tui.coach.snapshot import Snapshot
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.previews import Chance, Preview
from tabletop_tui.engine.question import Place
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.players.greedy_player import STEPS, beside, is_open
from tabletop_tui.play.session import Session
from tabletop_tui.play.thinking.playouts import Playouts
from tests.coach.stand_in import Written
from tests.toy import toy_setup


def unhurried():
    return 0.0


def game_at(answers=("A1",), seed=1):
    session = Session.new(toy_setup("keyboard", "keyboard", seed=seed))
    while session.question.seat != 0:
        session.answer("B1")
        session.answer("walk")
        session.answer(next(session.question.legal()))
    for answer in answers:
        session.answer(answer)
    return session.game


def thought(game, worth, **more):
    found = Thought(game, Written(worth, **more))
    for _ in found.on(unhurried):
        pass
    return found.advice()


def test_the_best_three_come_first_and_the_clear_one_is_named():
    advice = thought(game_at(()), {"A2": 0.8})
    assert [hint.words for hint in advice.hints] == ["Token A2"]
    assert advice.left_out.words == "Token A1", "what is so much worse is no hint"
    assert advice.alike == [1]
    assert advice.verdict == "1 is clearly best after 24 playouts of each."


def test_answers_that_are_alike_are_said_to_be():
    advice = thought(game_at(), {}, own=0.001)
    assert len(advice.hints) > 1
    assert advice.alike == list(range(1, len(advice.hints) + 1))
    assert "alike" in advice.verdict


def test_what_a_hint_tells_is_what_it_plans():
    """Also where the time was too short to look for a way of going on."""
    game = game_at(())
    (hint,) = thought(game, {"A2": 0.8}).hints
    assert len(hint.plan) > 1
    assert evolve(hint, then=()).plan == hint.plan
    mind = game.imagine(hints.SEED)
    for answer, told in zip(hint.plan, hint.line, strict=True):
        assert mind.refuse(answer) is None
        assert called(mind, answer) == told.words
        mind.answer(answer)
        mind.run()


@pytest.mark.parametrize("planned", ["A1", "A2"])
def test_what_was_planned_is_looked_at_first_and_all_else_once(planned):
    game = game_at(())
    first = next(Thought(game, Written({}), (planned, "walk")).on(unhurried))
    usual = next(Thought(game, Written({})).on(unhurried))
    assert first.trials[0].plan == (planned, "walk")
    assert sorted(one.answer for one in first.trials) == sorted(one.answer for one in usual.trials)


def test_what_comes_to_the_same_in_every_playout_is_one_hint():
    advice = thought(game_at(), {})
    assert len(advice.hints) == 1
    assert advice.same
    assert {number for _, number in advice.same} == {1}
    assert advice.verdict.startswith("Nothing is better than 1 after ")
    worse = thought(game_at(()), {"A2": 0.8})
    assert not worse.same, "what was left out because it is worse is named once"


def test_who_does_something_first_and_then_the_same_has_no_hint_of_his_own():
    run, *_ = thought(game_at(), {}, own=0.001).hints
    run = evolve(run, answer="run", behind=Difference(0.0, 0.0, 24))
    aim = evolve(run, answer="aim", then=("run", "end"), behind=Difference(0.01, 0.02, 24))
    worse = evolve(aim, behind=Difference(0.05, 0.01, 24))
    assert longer_ways([run, aim]) == {1}
    assert longer_ways([run, worse]) == set(), "that it is worse is worth a word"
    assert longer_ways([aim, run]) == set(), "what did best is the first hint"
    assert longer_ways([run, evolve(aim, then=("shoot",)), aim]) == {2}
    assert longer_ways([run, evolve(run, then=("run",))]) == set(), "to run twice is to run"
    assert longer_ways([run, evolve(aim, answer="hold", then=("move", "run"))]) == {1}, "to hold, and then to run"


def verdict(*behind, playouts=16, whole=True):
    """What is said where the second and third answer are so far behind the first, each with its error."""
    advice = thought(game_at(), {}, own=0.001)
    gaps = [Difference(by, error, playouts) for by, error in ((0.0, 0.0), *behind)]
    listed = tuple(evolve(advice.hints[0], behind=one) for one in gaps)
    return evolve(advice, hints=listed, playouts=playouts, whole=whole).verdict


def test_of_several_the_ones_that_are_alike_are_named():
    assert verdict((0.3, 0.01), (0.01, 0.01)).startswith("1 and 3 are too close to call"), "it may be 0.03"
    assert verdict((0.3, 0.01), (0.001, 0.002)).startswith("1 and 3 are alike"), "a thousandth is nothing"
    assert verdict((0.002, 0.0), (0.001, 0.0)).startswith("1, 2 and 3 are alike: a chance of about ")
    assert "too close to call" in verdict((0.3, 0.01), (0.3, 0.01), playouts=4), "so few playouts tell nothing"


def test_a_small_lead_that_is_no_chance_is_told_as_such():
    assert verdict((0.02, 0.001), (0.1, 0.001)).startswith("1 is best, but by less than 3% of chance")
    assert verdict((0.05, 0.001), (0.1, 0.001)).startswith("1 is clearly best")


def test_a_thought_that_was_cut_short_says_less():
    found = Thought(game_at(()), Written({"A2": 0.8}))
    steps = found.on(unhurried)
    while next(steps).done < 2 * 4:
        pass
    assert not found.advice().whole
    assert verdict((0.05, 0.001), (0.1, 0.001), whole=False).startswith("1 seems best")


def test_what_all_that_are_alike_have_in_common_is_told_once_and_plainly():
    advice = thought(game_at(), {}, own=0.001)
    line = evolve(advice.hints[0].line[0], effects=("but exposed to B1", "30% any damage"))
    one = evolve(advice.hints[0], line=(line,), behind=Difference(0.0, 0.0, 24))
    other = evolve(one, line=(evolve(line, effects=("but exposed to B1",)),))
    assert evolve(advice, hints=(one, other)).common_words == "1 and 2: exposed to B1."
    assert evolve(advice, hints=(one, evolve(other, line=(evolve(line, effects=()),)))).common_words == ""
    assert evolve(advice, hints=(one,)).common_words == ""


def test_before_the_first_playout_the_rulebooks_valuation_stands_and_that_is_said():
    found = Thought(game_at(), Written({}))
    next(found.on(unhurried))
    assert found.advice().hints[0].words == "Shoot"
    assert "Nothing was played out yet" in found.advice().verdict


def test_on_an_open_table_no_place_beside_the_likeliest_is_better_at_first_sight():
    """The places that are suggested are few: what a greedy player would find around them must not be missed."""
    system, scenario = find_scenario("pmc2640/quick-start")
    session = Session.new(set_table(system, scenario, players=["greedy"] * 2, seed=2))
    looked_at = 0
    while looked_at < 6:
        session.run(1)
        game = session.game.imagine(1)
        question = game.question
        if not game.system.standing(game).round or not isinstance(question, Place) or not is_open(question):
            continue
        first, *_ = hints.worth_a_look(game) or [None]
        if first is not None:
            near = [answer for answer in beside(first, STEPS[-1]) if question.refuse(answer) is None]
            worth = game.system.appraise(game, first)
            assert all(game.system.appraise(game, answer) <= worth for answer in near)
            looked_at += 1


# ---------------------------------------------------------------- nobody peeks
@pytest.mark.parametrize("seed", [2, 99, 12345])
def test_the_hint_for_a_position_is_the_same_whatever_dice_the_tape_holds(seed):
    game = game_at()
    other = game.clone()
    other.dice = SeededDice(seed=seed, first=(6,) * 40)
    other.setup = evolve(other.setup, seed=seed, faces=[6] * 40)
    advices = []
    for one in (game, other):
        *_, last = think(Snapshot.of(one), (), 1e9)
        advices.append(last.advice)
    assert advices[0] == advices[1]
    assert advices[0].playouts >= LEAST


def test_a_thought_changes_nothing_in_the_game():
    game = game_at()
    before = game.system.dump(game), game.dice.index, len(game.events)
    thought(game, {})
    assert (game.system.dump(game), game.dice.index, len(game.events)) == before


def test_a_snapshot_holds_no_dice_to_come():
    game = game_at(seed=77)
    snapshot = Snapshot.of(game)
    assert snapshot.setup.seed == 0
    again = snapshot.game()
    assert again.system.dump(again) == game.system.dump(game)
    assert next(again.question.legal()) == next(game.question.legal())


def test_where_only_one_answer_is_legal_nothing_is_thought_about():
    session = Session.new(toy_setup("greedy", "greedy", seed=3, rounds=2))
    session.run()
    games = (session.copy_at(number) for number in range(len(session.history)))
    game = next(game for game in games if len(list(game.question.legal())) == 1)
    *_, last = think(Snapshot.of(game), (), 1e9)
    assert last.advice is None
    assert last.wrong == "There is only one answer here."


# ---------------------------------------------------------------- words
def test_chances_come_first_then_what_speaks_against_it():
    lines = (Line("exposed to", "B1, B3", mood="bad"), Line("cost", "4 of 6"))
    chances = (Chance("any damage", 0.62), Chance("destroys", 0.1), Chance("wiped out", 0.0), Chance("2 hits", 0.3))
    told = effects(Preview(lines, chances, 1.25, "damage"))
    assert told == ["62% any damage", "10% destroys", "but exposed to B1 and B3"]


def test_where_there_is_danger_that_there_is_none_is_told():
    assert effects(Preview((Line("exposed to", "nobody", mood="good"),))) == ["exposed to nobody"]


def test_expectation_stands_in_for_chances():
    assert effects(Preview((), (Chance("nothing", 0.5),), 2.44, "models lost"))[-1] == "2.4 models lost expected"


def test_an_answer_that_only_says_who_is_followed_by_what_one_would_do():
    hint = thought(game_at(()), {"A2": 0.8}).hints[0]
    assert hint.words == "Token A2"
    assert hint.told == line_words(hint.line)
    assert hint.told[-1].startswith("then Shoot; ")


def test_a_place_is_called_with_what_lies_there_if_that_is_not_usual():
    game = game_at(("A1", "walk"))
    spots = {spot: called(game, [spot]) for spot in game.question.field.cells()}
    takes, here = game.question.field.cost, stands_at(game, game.question.about)
    assert spots.pop(here, "stay there") == "stay there"
    assert all(words == f"to {spot}, {takes([spot])}" for spot, words in spots.items() if spot != "0302")
    assert spots["0302"] == f"to 0302 (level 1), {takes(['0302'])}"


def test_a_hint_that_is_asked_again_goes_on_with_the_playouts_it_has():
    """Nothing is played on twice, and what was found counts on: two hints for a position cannot contradict each other
    by chance alone."""
    position, memory = Snapshot.of(game_at()), hints.Memory()
    worth = Written({"A1": 0.54}, own=0.2)
    first = memory.thought_of(position, (), worth)
    steps = first.on(unhurried)
    while next(steps).done < 20:
        pass
    again = memory.thought_of(Snapshot.of(game_at()), (), worth)
    assert again is first, "the same position is thought on about"
    assert memory.thought_of(Snapshot.of(game_at(())), (), worth) is not first


def test_no_playout_is_played_twice(monkeypatch: pytest.MonkeyPatch):
    played = list[tuple[str, int]]()
    whole = Playouts.play

    def counted(self, plan, number):
        played.append((repr(plan), number))
        return whole(self, plan, number)

    monkeypatch.setattr(Playouts, "play", counted)
    game = game_at(())
    play = appraise(game, game.question.seat, hints.SEED)
    plan = (next(iter(game.question.legal())),)
    values = play(plan, range(32, 36))
    assert play(plan, range(30, 34))[2:] == values[:2]
    assert sorted(number for _, number in played) == [30, 31, 32, 33, 34, 35]
    assert len(play.endings(plan, 4)) == 4
