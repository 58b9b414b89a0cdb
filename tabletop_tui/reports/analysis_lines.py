"""An analysis in words: what answers cost, turning points, blunders and luck, each with what leads to it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from tabletop_tui.coach.findings import Blunder, Findings, Rare, Side, Turning
from tabletop_tui.engine.wording import counted, sentence

SHARE = "A share of the game: 100% is won, 0% is lost. ± is the standard error of what stands before it."
HOW = "After the deployment, each answer and the best other one that was found are played on {count} times."
NOTHING = "Nothing was clearly wrong: no answer lies two errors behind another."


@frozen
class Told:
    """Something in a game that is worth a look: after which answer, whose, and in words."""

    kind: str
    """turning, blunder or roll."""
    answer: int
    """How many answers had been given before it."""
    seat: int | None
    when: str
    head: str
    more: tuple[str, ...] = ()
    good: bool | None = None


def told(found: Findings) -> list[Told]:
    """All that one may want to go to: turning points, then blunders, then rolls."""
    return [
        *(turning_told(one, found) for one in found.turnings),
        *(blunder_told(one, found) for one in found.blunders),
        *(roll_told(one, found) for one in found.rare),
    ]


def points(share: float) -> str:
    """A share of the game without decimals: '12%'."""
    return f"{share:.0%}"


def with_error(share: float, error: float) -> str:
    """As in '12% ± 3%'."""
    return f"{share:.0%} ± {max(error, 0.01):.0%}"


def turning_told(one: Turning, found: Findings) -> Told:
    gainer, doer = found.names[one.gainer], found.names[one.seat]
    head = f"{gainer} from {points(one.before)} to {points(one.after)} (± {max(one.error, 0.01):.0%}): {one.what}"
    why = "The answer was sound: the dice, and what was answered to it, did it."
    if one.cost:
        why = f"{doer}'s answer cost {points(one.cost)} of it: see the blunders."
    elif one.seat == one.gainer:
        why = f"{doer}'s own answer led to it, with the dice."
    return Told("turning", one.answer, one.gainer, f"{found.called} {one.round}", head, (why,))


def blunder_told(one: Blunder, found: Findings) -> Told:
    judged = one.judgement
    name = found.names[judged.seat]
    head = f"{name}: {judged.said}. It cost {with_error(judged.cost, judged.error)} of the game"
    more = [_leads("it led to", judged.led_to)] if judged.led_to else []
    more.append(f"better: {judged.best}")
    more += [_leads("that leads to", judged.would_lead)] if judged.would_lead else []
    return Told("blunder", one.answer, judged.seat, f"{found.called} {one.round}", head, tuple(more), good=False)


def _leads(begin: str, pieces: tuple[str, ...]) -> str:
    return f"{begin}: {', '.join(pieces)}"


def roll_told(one: Rare, found: Findings) -> Told:
    name = "" if one.seat is None else f"{found.names[one.seat]}: "
    head = f"{name}{one.text}, {'lucky' if one.lucky else 'unlucky'}"
    return Told("roll", max(0, one.answer), one.seat, f"{found.called} {one.round}", head, (), one.lucky)


# ---------------------------------------------------------------- the sides
def answers_words(side: Side) -> str:
    """What a side's answers cost, in a sentence."""
    if not side.answers:
        return "no answer with a choice was looked at yet"
    sure = f"cost {with_error(side.cost, side.error)} of the game in all"
    if side.cost <= side.error:
        sure = "cost nothing that could be told from chance"
    return f"{counted(side.answers, 'answer')} with a choice, {counted(side.blunders, 'blunder')}; {sure}"


def dice_words(side: Side) -> str:
    return str(side.luck)


def progress_words(found: Findings) -> str:
    """How far the analysis has come."""
    if found.done < found.total:
        return f"{found.done} of {counted(found.total, 'answer')} looked at so far"
    return f"all {counted(found.total, 'answer')} looked at"


# ---------------------------------------------------------------- as plain lines
HEADS = {"turning": "Turning points", "blunder": "Blunders", "roll": "The least likely rolls"}
EMPTY = {"turning": "none that is more than chance", "blunder": NOTHING, "roll": "none worth telling"}


def plain_lines(found: Findings) -> Iterator[str]:
    """The whole of it for the command line and for Markdown, without the curve."""
    yield f"{sentence(progress_words(found))}. {HOW.format(count=found.playouts)}"
    yield SHARE
    for side in found.sides:
        yield ""
        yield side.name
        yield f"  answers: {answers_words(side)}"
        yield f"  dice: {dice_words(side)}"
    every = told(found)
    for kind, head in HEADS.items():
        yield from ("", head)
        listed = [one for one in every if one.kind == kind]
        for one in listed:
            yield f"  {one.when}, answer {one.answer + 1}: {one.head}"
            yield from (f"      {line}" for line in one.more)
        if not listed:
            yield f"  {EMPTY[kind]}"
