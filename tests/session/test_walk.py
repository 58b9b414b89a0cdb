"""Any mixture of answering, undo, redo, leaving and loading: the game is always where the model says it is."""

from pathlib import Path
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tabletop_tui.play.session import PACES, Pace, Session
from tabletop_tui.rulebook import registry
from tests.toy import TOY, toy_setup


class Walk(RuleBasedStateMachine):
    """A session, and beside it nothing but the list of digests it has gone through."""

    folder: Path

    @initialize(seed=st.integers(0, 50), dice=st.sampled_from(["seeded", "typed"]), pace=st.sampled_from(PACES))
    def begin(self, seed: int, dice: str, pace: Pace) -> None:
        self.path = self.folder / f"{len(list(self.folder.iterdir()))}.jsonl"
        setup = toy_setup("keyboard", "keyboard", seed=seed, dice=dice, rounds=4)
        self.session = Session.new(setup, self.path, pace=pace)
        self.session.run_steps()
        self.digests = [self.session.digest()]
        self.ahead: list[str] = []

    def _came_on(self, before: int) -> None:
        """After going on: typed dice that were known may have been given along with the answer."""
        self.session.run_steps()
        session = self.session
        for number in range(before + 1, len(session.history) + 1):
            known = self.ahead.pop() if self.ahead else None
            if number == len(session.history):
                assert known in (None, session.digest())
                self.digests.append(session.digest())
            else:
                assert known is not None
                self.digests.append(known)

    @precondition(lambda self: self.session.question is not None)
    @rule(chance=st.integers(0, 10**6))
    def answer(self, chance: int) -> None:
        before = len(self.session.history)
        value = self.session.question.sample(Random(chance))
        if self.session.undone and self.session.undone[-1].answer != value:
            self.ahead.clear()
        self.session.answer(value)
        self._came_on(before)

    @precondition(lambda self: self.session.question is not None and self.session.undone)
    @rule()
    def answer_the_same(self) -> None:
        again = self.session.undone[-1]
        before = len(self.session.history)
        if again.kind == "answer":
            self.session.answer(again.answer)
            self._came_on(before)

    @precondition(lambda self: self.session.history)
    @rule(share=st.floats(0, 1, exclude_max=True))
    def back(self, share: float) -> None:
        number = int(len(self.session.history) * share)
        self.session.go_back(number)
        self.ahead += reversed(self.digests[number + 1 :])
        del self.digests[number + 1 :]

    @precondition(lambda self: self.session.undone)
    @rule()
    def redo(self) -> None:
        before = len(self.session.history)
        self.session.redo()
        assert len(self.session.history) == before + 1
        self._came_on(before)

    @precondition(lambda self: self.session.over is None)
    @rule(seat=st.integers(0, 1))
    def concede(self, seat: int) -> None:
        undone = self.session.undone
        if not (undone and undone[-1].kind == "concede" and undone[-1].seat == seat):
            self.ahead.clear()
        before = len(self.session.history)
        self.session.concede(seat)
        self._came_on(before)

    @rule()
    def load(self) -> None:
        log = list(self.session.log())
        pace = self.session.pace
        self.session.close()
        self.session = Session.load(self.path, pace=pace)
        self.session.run_steps()
        assert list(self.session.log()) == log

    @invariant()
    def it_is_where_the_model_says(self) -> None:
        session = self.session
        assert session.digest() == self.digests[-1]
        assert len(session.history) == len(self.digests) - 1
        assert len(session.undone) == len(self.ahead)
        assert (session.question is None) == (session.over is not None)

    def teardown(self) -> None:
        self.session.close()


def test_any_walk(tmp_path_factory):
    Walk.folder = tmp_path_factory.mktemp("walks")
    assert registry.system("toy") is TOY
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Walk,
        settings=settings(max_examples=60, stateful_step_count=40, suppress_health_check=list(HealthCheck)),
    )
