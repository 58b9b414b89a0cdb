"""What must hold for every system, whatever its rules: one suite, run on each of them.

play_through(setup, seed)       a whole game by chance or by computers, looked at from all sides on the way
think_beside(setup, seed)       what is shown and saved of a game while computers think about it in another thread
there_and_back(setup, path)     undo to the start, redo to the end, and what the journal makes of it
speaks(names)                   what each step says to the player, in words that no optimisation takes away
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.cards import Card
from tabletop_tui.engine.codec import Names
from tabletop_tui.engine.events import TakenBack
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.place_fields import Faced, Ghosted, Onward, Otherwise, Passable, Patched, Reshaped, Shaped
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, DiceQuestion, Pick, Place, Question, Split
from tabletop_tui.engine.reactions import give_orders
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.scenes import Scene, TableScene
from tabletop_tui.engine.setup import Setup
from tabletop_tui.engine.standing_orders import ORDERS, offer_kinds, refuse_orders
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rulebook.registry import system
from tabletop_tui.skirmish.incremental_search import Searching
from tabletop_tui.table.length_units import LENGTHS
from tabletop_tui.table.points import parse_spot, spot_text
from tests.guard import guarded
from tests.thinking import think_aside

LISTED, OFFERED, SAMPLED, FORESEEN, TAKEN, SUGGESTED = 3000, 300, 5, 40, 8, 12
"""Of the answers to one question: how many are listed, tried, sampled, looked at before they are given, given, and
wanted as suggestions."""
RUBBISH: tuple[Any, ...] = (
    *(None, True, "", "no such answer", "0", 0, -1, 10**9, 1.5, float("nan"), [], {}, ["9999"], ["0000"], ["", ""]),
    *([None], [[]], [0, 7], [True], ["0101"] * 30, {"no": 1}, {"no such": True}, {"": -1}, ("0101",)),
)
"""Answers that no question should be upset by (a few may be legal somewhere)."""

FIRST_CELLS = 40
"""So many places are searched of an overlay that is not searched wholly."""


def play_through(setup: Setup, chance: int, *, every: int = 1, limit: int = 100_000) -> Session:
    """Play a game to its end, people at random, and examine each question (or one in `every`)."""
    chooser = Random(chance)
    session = Session.new(setup)
    while (question := session.question) is not None:
        assert not session.pending
        if chooser.randrange(every) == 0:
            examine(session.game, chooser)
        session.answer(question.sample(chooser) if session.waits_for_person else session.think())
        assert len(session.history) < limit, "the game does not end"
    assert session.over is not None, "a game without a question has to be over"
    assert not session.game.agenda
    assert all(0 <= seat < len(setup.seats) for seat in session.over.winners)
    evaluates(session.game)
    return session


def examine(game: Game, chooser: Random) -> None:
    """Everything that must hold while a question waits. Nothing of it may change the game."""
    before = dumped(game)
    with guarded(game):
        game.ask_anew()
        question = game.question
        assert question is not None
        well_put(game, question)
        refuses(game, question)
        takes_what_it_offers(game, question, chooser)
        takes_what_it_suggests(question)
        shows(game, chooser)
        evaluates(game)
        can_be_left(game, chooser)
        takes_orders(game, chooser)
        clone = game.clone()
        assert dumped(clone) == before
        clone.answer(question.sample(chooser))
        clone.advance()
        round_trip(game, before)
    assert dumped(game) == before, "looking at a game has changed it"


@contextmanager
def renamed(*kinds: type) -> Iterator[None]:
    """The same classes under other names."""
    called = [(kind.__name__, kind.__qualname__) for kind in kinds]
    for number, kind in enumerate(kinds):
        kind.__name__ = kind.__qualname__ = f"Renamed{number}"
    yield
    for kind, (name, qualified) in zip(kinds, called, strict=True):
        kind.__name__, kind.__qualname__ = name, qualified


def speaks(names: Names) -> None:
    """Each step has a title (or a line of its own making) and says its rule in whole sentences, as data."""
    for kind in names.ids:
        if issubclass(kind, Step):
            own = kind.describe is not Step.describe
            assert own or kind.title, f"{kind.__name__} has no title"
            assert kind.says[-1:] in (".", "?"), f"{kind.__name__} does not say what happens: {kind.says!r}"


def well_put(game: Game, question: Question) -> None:
    """A question is to one seat at the table, in words, and its options are distinct and say what they are."""
    assert 0 <= question.seat < len(game.setup.seats)
    assert question.prompt
    if isinstance(question, Pick | Split | Recruit):
        options = question.options([]) if isinstance(question, Recruit) else question.options
        keys = [option.key for option in options]
        assert len(set(keys)) == len(keys), f"options twice: {keys}"
        hotkeys = [option.hotkey for option in options if option.hotkey]
        assert len(set(hotkeys)) == len(hotkeys), f"hot-keys twice: {hotkeys}"
        labels = [option.label for option in options]
        assert all(labels)
        assert len(set(labels)) == len(labels), f"labels that do not tell them apart: {labels}"
        assert all(option.refusal is None or option.refusal.why for option in options)
        if isinstance(game.agenda[-1], AskAction):
            silent = [option.key for option in options if not option.says]
            assert not silent, f"actions without a sentence: {silent} of {game.agenda[-1]!r}"
    if isinstance(question, Assign):
        for listed in (question.items, question.labels):
            assert len({one.key for one in listed}) == len({one.label for one in listed}) == len(listed)
        refusal = question.refuse(question.default)
        assert refusal is None, f"the default is refused: {refusal}"
    if isinstance(question, Place):
        assert next(question.legal(), None) is not None, "a place is asked for and there is none"


def refuses(game: Game, question: Question) -> None:
    """What is shown as refused is refused when it is answered, for the same reason; so is rubbish. Nothing changes."""
    if isinstance(question, Pick):
        for option in question.options:
            if option.refusal is not None:
                with pytest.raises(Refused) as caught:
                    game.answer(option.key)
                assert caught.value.refusal == option.refusal
    for answer in RUBBISH:
        if question.refuse(answer) is None:
            continue
        agenda, events = game.agenda.copy(), len(game.events)
        with pytest.raises(Refused):
            game.answer(answer)
        assert game.agenda == agenda
        assert len(game.events) == events


def takes_what_it_offers(game: Game, question: Question, chooser: Random) -> None:
    """Every legal answer (some hundreds, where there are more) is taken; of some it is looked what comes of them."""
    answers = list(islice(question.legal(), LISTED))
    assert answers, f"no legal answer: {question.prompt}"
    answers += shaped(question, chooser)
    some = chooser.sample(answers, min(OFFERED, len(answers)))
    for answer in (*(question.sample(chooser) for _ in range(SAMPLED)), *some):
        refusal = question.refuse(answer)
        assert refusal is None, f"offered and refused: {question.prompt} {answer} {refusal}"
        assert json.loads(json.dumps(answer)) == answer, "an answer has to be JSON data"
    for answer in some[:FORESEEN]:
        foresees(game, question, answer)
    for answer in some[:TAKEN]:
        clone = game.clone()
        clone.answer(answer)
        clone.advance()
        assert (clone.question is None) == (clone.result is not None)


def takes_what_it_suggests(question: Question) -> None:
    """There is always something to suggest, all of it is legal, nothing comes twice, and it is the same each time."""
    found = question.suggest(SUGGESTED)
    assert found, f"nothing is suggested: {question.prompt}"
    assert len(found) <= SUGGESTED or isinstance(question, Pick)
    assert len({json.dumps(answer, sort_keys=True) for answer in found}) == len(found), f"twice: {found}"
    for answer in found:
        refusal = question.refuse(answer)
        assert refusal is None, f"suggested and refused: {question.prompt} {answer} {refusal}"
    assert question.suggest(SUGGESTED) == found
    assert question.suggest(1) == found[:1] or isinstance(question, Pick)


def shaped(question: Question, chooser: Random) -> list[Answer]:
    """The answers that a field offers for other formations than the first, and on the spot."""
    field, found = getattr(question, "field", None), list[Answer]()
    if isinstance(field, Otherwise):
        found += islice(field.otherwise(), TAKEN)
    if isinstance(field, Reshaped) and isinstance(field, Shaped):
        for form in field.forms[1:]:
            shape = [f"form={form}", f"turn={chooser.randrange(0, 360, 15)}"]
            spots = list(field.cells_for(shape))
            found += [[spot, *shape] for spot in chooser.sample(spots, min(TAKEN, len(spots)))]
    return found


def foresees(game: Game, question: Question, answer: Answer) -> None:
    """What is said of a legal answer before it is given makes sense: what it would do, its worth, its way."""
    preview = game.preview(answer)
    if preview is not None:
        sensible(preview)
    if not isinstance(question, DiceQuestion):
        worth = game.system.appraise(game, answer)
        assert worth == worth, "an appraisal is a number"
    if not isinstance(question, Place):
        return
    field = question.field
    way, spots = field.path(answer), [spot for spot in answer if "=" not in spot]
    assert not way or not spots or way[-1] == spots[-1] or hasattr(field, "cut_short")  # as by TC-BREACH-3
    assert isinstance(field.cost(answer), str)
    if isinstance(field, Ghosted):
        assert field.stands(answer), f"nobody would stand there: {answer}"
    if isinstance(field, Patched):
        assert all(patch.points for patch in field.patches(answer))
    if isinstance(field, Onward):
        field.cells_after(answer)
    if isinstance(field, Passable):
        field.refuse_on(answer)
    if isinstance(field, Faced):
        field.faces(answer)


def evaluates(game: Game) -> None:
    """How well each seat stands: what one of two has, the other lacks; only an end is worth all, and a draw nothing."""
    seats = range(len(game.setup.seats))
    values = [game.system.evaluate(game, seat) for seat in seats]
    if game.result is not None:
        winners = game.result.winners
        assert values == [(1 if seat in winners else -1) if winners else 0 for seat in seats]
        return
    assert all(-1 < one < 1 for one in values), values
    if len(values) == 2:
        assert values[0] == pytest.approx(-values[1]), values


def can_be_left(game: Game, chooser: Random) -> None:
    """Any seat may give up at any moment: the others play on without it, or the game is over; a draw ends it too."""
    clone = game.clone()
    game.system.agree_draw(clone)
    clone.ask_anew()
    assert (clone.advance(), clone.result and clone.result.winners) == (None, ())
    clone = game.clone()
    gone: set[int] = set()
    for seat in chooser.sample(range(len(game.setup.seats)), len(game.setup.seats)):
        if clone.result is not None:
            break
        try:
            game.system.concede(clone, seat)
        except Refused:
            continue  # It has nothing left to give up.
        gone.add(seat)
        clone.ask_anew()
        for _ in range(40):
            question = clone.advance()
            assert (question is None) == (clone.result is not None)
            if question is None:
                break
            # A die of theirs may still have to be rolled, for what they left behind.
            assert question.seat not in gone or isinstance(question, DiceQuestion), f"asked and gone: {question.prompt}"
            clone.answer(sampled(clone, question, chooser))
    if clone.result is None:
        return
    assert clone.question is None
    assert not set(clone.result.winners) & gone or len(gone) == len(game.setup.seats)


def sampled(game: Game, question: Question, chooser: Random) -> Answer:
    """A legal answer by chance; there has to be one."""
    try:
        return question.sample(chooser)
    except IndexError:
        raise AssertionError(f"no legal answer: {question.prompt} {game.agenda[-3:]}") from None


def takes_orders(game: Game, chooser: Random) -> None:
    """Standing orders may be given at any moment, by any seat, and the game goes on with them.

    All kinds are ordered at once, each as chance has it; and then one kind alone.
    """
    kinds = [kind.id for kind in offer_kinds(game.system)]
    for some in [kinds, [chooser.choice(kinds)]] if kinds else []:
        clone, seat = game.clone(), chooser.randrange(len(game.setup.seats))
        orders = {kind: chooser.choice(ORDERS) for kind in some}
        assert refuse_orders(clone, seat, orders) is None
        give_orders(clone, seat, orders)
        for _ in range(TAKEN):
            question = clone.advance()
            assert (question is None) == (clone.result is not None)
            if question is None:
                break
            clone.answer(question.sample(chooser))


def sensible(preview: Preview) -> None:
    assert all(-1e-9 <= chance.probability <= 1 + 1e-9 for chance in preview.chances)
    assert preview.expected is None or preview.expected >= 0
    assert (preview.expected is None) == (not preview.expects), "what is expected is not said"
    assert all(line.label or line.value for line in preview.lines)


LONGEST_SHORT, HIGH = 4, 99
"""The most characters of the short form of a status, with a number as high as this."""


def names_statuses(game: Game) -> None:
    """Every status has a short form of its own that no screen has to cut; what is shown is one of them."""
    known = game.system.statuses
    shorts = [badge.short for badge in known]
    assert len(set(shorts)) == len({badge.word for badge in known}) == len(known), f"alike: {shorts}"
    assert all(1 <= len(badge.of(HIGH).brief) <= LONGEST_SHORT for badge in known), shorts
    assert all(badge.mood in ("", "good", "bad") and len(badge.letter) <= 1 for badge in known)
    assert all(("#" in badge.word) == ("#" in badge.short) for badge in known)
    letters = [badge.letter for badge in known if badge.letter]
    assert len(set(letters)) == len(letters), f"letters twice: {letters}"
    shown = [badge for one in (*game.system.scene(game).tokens, *game.system.roster(game)) for badge in one.badges]
    assert {badge.of(0) for badge in shown} <= set(known)


def reads_as_tables(card: Card) -> None:
    """Lines under headings have a cell for each; short labels are shorter."""
    for line in card.lines:
        assert len(line.short) < len(line.label)
        assert line.columns is None or len(line.columns.heads) == len(line.columns.cells)


def shows(game: Game, chooser: Random) -> None:
    """The views hold together: every token is on the table and has a card, the phase is one of the stages."""
    found = game.system
    names_statuses(game)
    standing = found.standing(game)
    assert len(standing.scores) in (0, len(game.setup.seats))
    assert not found.stages or standing.phase in found.stages
    scene = found.scene(game)
    for token in scene.tokens:
        assert lies_on(scene, token.spot)
        assert len(token.tag) <= 3
        assert token.tag or token.kind == "scenery"
        assert 0 <= token.health <= 1
    lines = found.roster(game)
    assert len({line.unit for line in lines}) == len(lines)
    for line in lines:
        card = found.card(game, line.unit)
        assert card is not None
        reads_as_tables(card)
        assert line.left is None or 0 <= line.left.left <= line.left.most
    if isinstance(scene, TableScene):
        assert scene.unit == LENGTHS[found.units].short
        assert all(lies_on(scene, spot_text((base.x, base.y))) for bases in scene.bases.values() for base in bases)
        assert found.spot(game, "1,1")
    else:
        assert found.spot(game, scene.grid.hexes[0])
    there = [line for line in lines if line.spot]
    if there:
        lays_over(game, chooser.choice(there).unit, [line.spot for line in there])


def lays_over(game: Game, unit: str, spots: list[str]) -> None:
    """Every overlay of a unit can be drawn, and it is said of all who are there whether it sees them.

    One of them, another each time, is searched to its last cell; of the others the first cells are.
    """
    found = game.system
    for place, name in enumerate(found.overlays):
        overlay = found.overlay(game, name, unit)
        assert overlay.name == name
        labels = overlay.labels
        if isinstance(labels, Searching) and place != len(game.events) % len(found.overlays):
            first = [cell for cell in islice(labels.survey(), FIRST_CELLS) if cell is not None]
            assert all(isinstance(label, str) for _, label in first)
        else:
            assert all(isinstance(label, str) for label in dict(labels).values())
    if "sight" in found.overlays:
        labels = {grade.label for grade in found.grades}
        assert {found.view(game, unit, spot) for spot in spots} <= {"", *labels}


def lies_on(scene: Scene, spot: str) -> bool:
    if isinstance(scene, TableScene):
        place = parse_spot(spot)
        return place is not None and 0 <= place[0] <= scene.width and 0 <= place[1] <= scene.height
    return spot in scene.grid


def round_trip(game: Game, before: str) -> None:
    """Through JSON and back, in the middle of whatever is going on."""
    again = game.system.load(game.setup, json.loads(before))
    assert dumped(again) == before
    question, other = game.question, again.question
    assert question is not None
    assert other is not None
    assert type(other) is type(question)
    assert (other.seat, other.prompt, other.about) == (question.seat, question.prompt, question.about)
    assert list(islice(other.legal(), 500)) == list(islice(question.legal(), 500))


def dumped(game: Game) -> str:
    return json.dumps(game.system.dump(game), sort_keys=True, allow_nan=False)


# ---------------------------------------------------------------- computers that think meanwhile
def think_beside(setup: Setup, chance: int, *, every: int = 1, limit: int = 100_000) -> None:
    """Computers play; while one of `every` answers is thought out in another thread, all that is shown stays the same.

    The answer is the one that is found on the game itself, and no die is used up.
    """
    chooser, session = Random(chance), Session.new(setup)
    while session.question is not None and len(session.history) < limit:
        if chooser.randrange(every):
            session.computer_answers()
            continue
        look = partial(assert_unaltered, session.game, picture(session.game))
        with guarded(session.game):
            thought = think_aside(session, look, chooser)
            assert session.think() == thought
        look()
        session.answer(thought)


def assert_unaltered(game: Game, before: list[Any]) -> None:
    assert picture(game) == before, f"a thought alters the game: {game.question}"


def picture(game: Game) -> list[Any]:
    """What is saved and shown of a game: its state, dice and agenda, the scene, the roster, the cards."""
    found = game.system
    lines = found.roster(game)
    cards = [found.card(game, line.unit) for line in lines]
    return [dumped(game), repr(game.dice), found.standing(game), found.scene(game), lines, cards]


# ---------------------------------------------------------------- there and back
def there_and_back(setup: Setup, path: Path, chance: int = 0, *, every: int = 1) -> None:
    """The journal of a random game gives the same game; undo goes to the very start, redo to the very end.

    States are compared at one answer in `every`.
    """
    chooser = Random(chance)
    session = Session.new(setup, path)
    digests = {0: session.digest()}
    while (question := session.question) is not None:
        session.answer(question.sample(chooser))
        if len(session.history) % every == 0 or session.over:
            digests[len(session.history)] = session.digest()
    events, end = list(session.log()), session.over
    session.close()

    again = Session.replay(path)
    assert (again.digest(), list(again.log()), again.over) == (digests[len(again.history)], events, end)

    session = Session.load(path)
    while session.history:
        steps = chooser.randint(1, 3 * every + 3)
        number = max(0, (len(session.history) - steps) // every * every)
        session.go_back(number)
        assert session.digest() == digests[number]
    while session.undone:
        session.redo()
        if (number := len(session.history)) in digests:
            assert session.digest() == digests[number]
    assert ([event for event in session.log() if not isinstance(event, TakenBack)], session.over) == (events, end)
    session.close()


def a_setup(name: str, scenario: int, *, player: str = "keyboard", seed: int = 0, dice: str = "seeded") -> Setup:
    """The set-up of one of a system's shipped scenarios with its own forces."""
    found = system(name)
    info = found.scenarios(paths.scenario_folders())[scenario]
    return new_game.set_table(found, info, (), [player] * info.seats, seed=seed, dice=dice)
