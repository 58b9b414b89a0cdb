"""An analysis in words: what answers cost, turning points, blunders and luck, each with what leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_tui.coach.analysis_findings import WORTH_TELLING, Blunder, Findings, SeatFindings, Throw, Turning
from tabletop_tui.coach.answer_judging import Judgement
from tabletop_tui.coach.answer_words import THEN
from tabletop_tui.coach.luck_analysis import odds_words
from tabletop_tui.engine.wording import counted, hundredths, percent, sentence, so_many, with_error
from tabletop_tui.records import frozen
from tabletop_tui.reports.roll_explanation import needed_words
from tabletop_tui.school.chapter_of_rule import Chapter, teaching

SHARE = "A chance counts a win whole and a draw half. ± is the standard error of what stands before it."
CURVE = "What a side began with, all errors and all dice add up to its result; without dice only errors move the curve."
HOW = "After the deployment, each answer and the best other one that was found are played on up to {count} times."
NOTHING = "Nothing was clearly wrong: no answer lies two errors behind another."


@frozen
class AnalysisLine:
    """Something in a game that is worth a look: after which answer, whose, and in words."""

    kind: str
    """turning, blunder, answer or roll."""
    answer: int
    """How many answers had been given before it."""
    seat: int | None
    when: str
    head: str
    more: tuple[str, ...] = ()
    good: bool | None = None
    chapter: Chapter | None = None
    """The chapter that teaches what a blunder was about."""

    def is_same(self, other: AnalysisLine) -> bool:
        """Whether both tell of the same thing, though more may be known of it now; rolls are as they are."""
        mine, its = (self.kind, self.answer), (other.kind, other.answer)
        return mine == its and (self.kind != "roll" or self.head == other.head)


def told(found: Findings) -> list[AnalysisLine]:
    """All that one may want to go to: turning points, then blunders, then rolls."""
    return [
        *(turning_told(one, found) for one in found.turnings),
        *(blunder_told(one, found) for one in found.blunders),
        *(roll_told(one, found) for one in found.rare),
    ]


def points(share: float) -> str:
    """A chance without decimals: '12%'."""
    return f"{round(100 * share)}%"


def turning_told(one: Turning, found: Findings) -> AnalysisLine:
    head = f"{found.names[one.gainer]} from {points(one.before)} to {points(one.after)}"
    judged = found.judgements.get(one.answer)
    said = given(judged, found) if judged is not None else ""
    head += f": {one.what or said}" if one.what or said else ""
    more = [f"{said}."] if one.what and said else []
    error = one.swing - one.luck
    if one.ended:
        more = ["This ended the game: neither dice nor a blunder."]
    elif error >= WORTH_TELLING:
        answer, dice = shares_of((error, one.luck), one.before, one.after)
        listed = ": see the blunders" if any(one.answer == other.answer for other in found.blunders) else ""
        more.append(f"The answer brought {answer} of it, the dice {dice}{listed}.")
    elif one.answer not in found.todo:
        more.append("No clear error in this answer" + ("; dice were rolled." if one.dice else "."))
    return AnalysisLine("turning", one.answer, one.gainer, f"{found.called} {one.round}", head, tuple(more))


def blunder_told(one: Blunder, found: Findings) -> AnalysisLine:
    judged = one.judgement
    head = f"{with_error(judged.cost, judged.error)}, {given(judged, found)}"
    more = [f"played: {leading(judged.said, judged.led_to)}"] if judged.led_to else []
    more.append(f"better: {leading(judged.best, judged.would_lead)}")
    chapter = teaching(found.system).chapter(judged.rules) if judged.rules else None
    more += [f"to learn: {chapter}"] if chapter is not None else []
    return AnalysisLine(
        "blunder",
        one.answer,
        judged.seat,
        f"{found.called} {one.round}",
        head,
        tuple(more),
        good=False,
        chapter=chapter,
    )


def given(judged: Judgement, found: Findings) -> str:
    """Who answered what to which question."""
    return f"{found.names[judged.seat]}: {judged.asked} {sentence(judged.said)}"


def leading(answer: str, pieces: tuple[str, ...]) -> str:
    """An answer with its chances and dangers in brackets, then how it is gone on with."""
    later = [piece for piece in pieces if piece.startswith(THEN)]
    effects = "; ".join(piece for piece in pieces if piece not in later)
    return ", ".join([f"{answer} ({effects})" if effects else answer, *later])


def answer_told(number: int, judged: Judgement, found: Findings) -> AnalysisLine:
    """Any answer that was judged."""
    cost = f"cost {with_error(judged.cost, judged.error)}" if judged.cost > 0 else "nothing better was found"
    more = [f"played: {leading(judged.said, judged.led_to)}"] if judged.led_to else []
    more.append(f"the best other: {leading(judged.best, judged.would_lead)}")
    more.append(f"{judged.considered} answers were compared; the two were played on {judged.playouts} times each")
    head, when = (
        f"{given(judged, found)}. {sentence(cost)}",
        f"{found.called} {found.rounds[number]}",
    )
    return AnalysisLine("answer", number, judged.seat, when, head, tuple(more), False if judged.blunder else None)


def roll_told(one: Throw, found: Findings) -> AnalysisLine:
    """One of the least likely rolls."""
    text = f"{one.roll.why}: {one.good} of {one.dice} good, {odds_words(one.rarity)}"
    return _of_throw(one, found, f"{text}, {'lucky' if one.luck > 0 else 'unlucky'}")


def throw_told(one: Throw, found: Findings) -> AnalysisLine:
    """Any roll that needed something, with its luck."""
    expected = f"{one.expected:.2f} expected at {percent(one.roll.chance or 0.0)} each, luck {one.luck:+.2f}"
    return _of_throw(one, found, f"{one.roll.why}: {needed_words(one.roll)}; {one.good} good, {expected}")


def _of_throw(one: Throw, found: Findings, text: str) -> AnalysisLine:
    seat = one.roll.seat
    head = text if seat is None else f"{found.names[seat]}: {text}"
    return AnalysisLine("roll", max(0, one.answer), seat, f"{found.called} {one.round}", head, (), one.luck > 0)


def in_order(found: Findings) -> list[AnalysisLine]:
    """Every answer that was judged, and behind it the rolls that came of it, in the order of the game."""
    answers = [answer_told(number, one, found) for number, one in found.judgements.items()]
    return sorted([*answers, *(throw_told(one, found) for one in found.throws)], key=lambda one: one.answer)


# ---------------------------------------------------------------- the sides
def answers_words(side: SeatFindings) -> str:
    """What a side's answers cost, in a sentence."""
    if not side.answers:
        return "no answer with a choice has been looked at yet"
    judged = f"{counted(side.answers, 'answer')} judged, {so_many(side.blunders, 'blunder')}"
    if side.cost <= side.error:
        return f"{judged}; nothing lost beyond chance"
    cost, error = 100 * side.cost / side.answers, 100 * side.error / side.answers
    return f"{judged}; on average an answer cost {cost:.1f}% ± {max(error, 0.1):.1f}%"


def account_words(side: SeatFindings) -> str:
    """What a side began with, and what made its result of that: '50%, own errors -12%, ...'; '' while not known."""
    one = side.account
    if one is None:
        return ""
    own, others, dice, left = shares_of((-one.errors, one.gifts, one.luck, one.left), one.start, one.end)
    parts = f"own errors {own}, errors of others {others}, dice {dice}{f', giving up {left}' if one.left else ''}"
    return f"from {points(one.start)}: {parts}, to {points(one.end)}"


def shares_of(parts: Sequence[float], start: float, end: float) -> list[str]:
    """What led from one chance to another, part by part: with the chances as they are shown, the sum is right."""
    shown = round(100 * end) - round(100 * start)
    return [f"{one:+}%" for one in hundredths(parts, shown / 100)]


def dice_words(side: SeatFindings) -> str:
    return str(side.luck)


def progress_words(found: Findings) -> str:
    """How far the analysis has come."""
    if found.done < found.total:
        return f"{found.done} of {counted(found.total, 'answer')} looked at so far"
    return f"all {counted(found.total, 'answer')} looked at"


# ---------------------------------------------------------------- as plain lines
HEADS = {
    "turning": "Turning points",
    "blunder": "Blunders, and what of the chance each cost",
    "roll": "The least likely rolls",
}
EMPTY = {
    "turning": "none: no single answer changed the game by a twentieth",
    "blunder": NOTHING,
    "roll": "none worth telling",
}
NOT_YET = "nothing yet"


def nothing_words(kind: str, found: Findings | None) -> str:
    """What is said where nothing of a kind was found: that there is none only where all that could be was looked at."""
    if found is None or (kind == "turning" and not found.standing) or (kind == "blunder" and found.todo):
        return NOT_YET
    return EMPTY.get(kind, NOT_YET)


def plain_lines(found: Findings) -> Iterator[str]:
    """The whole of it for the command line and for Markdown, without the curve."""
    yield f"{sentence(progress_words(found))}. {HOW.format(count=found.playouts)}"
    yield SHARE
    yield CURVE
    for side in found.sides:
        yield ""
        yield side.name
        yield f"  answers: {answers_words(side)}"
        yield f"  dice: {dice_words(side)}"
        if words := account_words(side):
            yield f"  chance: {words}"
    every = told(found)
    for kind, head in HEADS.items():
        yield from ("", head)
        listed = [one for one in every if one.kind == kind]
        for one in listed:
            yield f"  {one.when}, answer {one.answer + 1}: {one.head}"
            yield from (f"      {line}" for line in one.more)
        if not listed:
            yield f"  {nothing_words(kind, found)}"
