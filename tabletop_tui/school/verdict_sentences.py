"""A sentence for a task that was not done, or done, built of what happened and of what its goal still wants.

Nothing of it is written by an author, so it is true of every way in which a task can be played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.goals import Condition, Happened, IsSo, Joined, Totals
from tabletop_tui.engine.wording import counted, does, listed, sentence
from tabletop_tui.rulebook.battle_facts import PAIR
from tabletop_tui.rulebook.position import SEAT_LETTERS
from tabletop_tui.rulebook.position_form import Positioned
from tabletop_tui.school.lesson_files import LONGEST_TEXT, Task
from tabletop_tui.school.task_account import Account, worded
from tabletop_tui.school.task_judging import Facts

FIGHTING = ("Shot", "Harmed", "Fell", "Rolled")
"""A goal that wants one of these wants an attack."""
HAND_TO_HAND = re.compile(r"\b(?:melee|blows?|hand to hand|assault|charges?|strikes?|rams?|overruns?)\b", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:the|its|how many|how much|where|which|what) ")
MOST_NAMED = 2
"""So many shots are told one by one."""


def not_done(task: Task, totals: Totals, account: Account) -> str:
    """What was done toward the goal, and what of it is not met."""
    done, ask = _deeds(task, account), Facts(account.game)
    missing = next(_missing(task.goal.wanted, totals, ask, account), "")
    for one in task.goal.lost:
        if one.holds(totals, ask) and not (isinstance(one, Happened) and one.event == "Shot" and account.shots):
            missing = next(_told(one, totals, ask, account, met=True), missing)
    both = " ".join(sentence(one) + "." for one in (done, missing) if one)
    if missing and len(both) > LONGEST_TEXT:
        both = sentence(missing) + "."
    return both or "The time for it is up."


def is_done(task: Task, totals: Totals, account: Account) -> str:
    """What of the goal is met, in facts."""
    ask = Facts(account.game)
    wanted = task.goal.wanted
    met = [next(_told(one, totals, ask, account, met=True), "") for one in wanted.all]
    met += [next(_told(one, totals, ask, account, met=True), "") for one in wanted.any if one.holds(totals, ask)][:1]
    said = [one for one in met if one]
    while said and len(" ".join(said)) + 2 * len(said) > LONGEST_TEXT:
        said.pop()
    return " ".join(sentence(one) + "." for one in said) or task.goal.text


def _deeds(task: Task, account: Account) -> str:
    """What the learner did, in a clause; '' where the goal has nothing to do with it."""
    if account.shots:
        told = list(dict.fromkeys((shot.unit, shot.target) for shot in account.shots))[-MOST_NAMED:]
        return listed([f"{account.called(unit)} shot{_at(aim, account)}" for unit, aim in told])
    wanted = [part for one in (*task.goal.wanted.all, *task.goal.wanted.any) for part in one.parts()]
    if any(part.event in FIGHTING for part in wanted):
        return f"you ended without {'an attack' if HAND_TO_HAND.search(task.goal.text) else 'a shot'}"
    if moved := [event for event in account.of(Moved) if account.mine(event.unit)]:
        last = moved[-1]
        return f"{account.called(last.unit)} moved to {last.path[-1]}" if last.path else ""
    return "" if account.events[1:] else "nothing was done"


def _at(aim: str, account: Account) -> str:
    return f" at {account.called(aim).removeprefix('@')}" if aim else ""


def _missing(wanted: Joined, totals: Totals, ask: Facts, account: Account) -> Iterator[str]:
    """What of the goal is not met, the first first."""
    for one in wanted.all:
        if not one.holds(totals, ask):
            yield from _told(one, totals, ask, account, met=False)
    for one in wanted.none:
        if one.holds(totals, ask):
            yield from _told(one, totals, ask, account, met=True)
    if wanted.any and not any(one.holds(totals, ask) for one in wanted.any):
        yield from (said for one in wanted.any for said in _told(one, totals, ask, account, met=False))


def _told(one: Condition, totals: Totals, ask: Facts, account: Account, met: bool) -> Iterator[str]:
    """A condition that holds, or does not, in a clause; nothing where there are no words for it."""
    if isinstance(one, IsSo):
        yield from _fact(one, ask, account)
    elif isinstance(one, Joined):
        if met:
            for part in (*one.all, *one.any):
                if part.holds(totals, ask):
                    yield from _told(part, totals, ask, account, met=True)
        else:
            yield from _missing(one, totals, ask, account)
    elif isinstance(one, Happened):
        said = _happened(one, totals.get(one, 0), account, met)
        if said:
            yield said


def _happened(one: Happened, total: float, account: Account, met: bool) -> str:
    """Events of a kind that came, or did not, or too few of them."""
    where = dict(one.where)
    unit = _units(where.get("unit"), account)
    short = f" (wanted: {one.least:g})" if not met and total and one.least > 1 else ""
    no = not met and not total
    if one.event == "Harmed":
        if no and unit and set(_each(where["unit"])) & set(account.fallen()):
            return ""  # all of it went at once
        hurt = bool(unit) and any(account.lost_by(each) for each in _each(where["unit"]))
        by = f" by {_units(where['by'], account)}" if hurt and "by" in where else ""  # somebody else did hurt it
        return (
            f"{does(unit or 'nobody', 'was')} {'not ' * bool(unit)}hurt{by}"
            if no
            else f"{unit or 'they'} lost {total:g}{short}"
        )
    if one.event == "Fell":
        return f"{does(unit, 'is')} still there" if no and unit else f"{unit or 'somebody'} fell" if met else ""
    if one.event == "Shot":
        at = f" at {target}" if (target := _units(where.get("target"), account)) else ""
        if no:
            return f"{unit or 'nobody'} {'did not shoot' if unit else 'shot'}{at}"
        return f"{unit or 'somebody'} had {counted(int(total), 'shot')}{at}{short}"
    if one.event == "Moved":
        way = f" by way of {_plain(where['path'])}" if "path" in where else ""
        return f"{unit} did not move{way}" if no and unit else f"{unit} moved{way}" if unit else ""
    if one.event == "Status" and unit:
        return f"{unit} {'did not get' if no else 'got'} the status {_plain(where.get('status', 'that'))}"
    if one.event == "Rolled" or (one.rule and not one.event):
        return _rolled(one, total, account, met)
    return ""


def _rolled(one: Happened, total: float, account: Account, met: bool) -> str:
    title = next((rule.called for rule in account.game.system.reference() if rule.id == one.rule), "")
    if not title or title == one.rule:
        return ""
    if met:
        return f"the rule “{title}” came into it"
    if not account.rolls(one.rule):
        return f"the rule “{title}” did not come into it"
    return f"“{title}”: {total:g} good (wanted: {one.least:g})" if total < one.least else ""


def _units(value: object, account: Account) -> str:
    return "" if value is None else listed([account.called(one) for one in _each(value)], "or")


def _each(value: object) -> list[str]:
    return [str(one) for one in (value if isinstance(value, tuple) else (value,))]


def _plain(value: object) -> str:
    return listed(_each(value), "or")


# ---------------------------------------------------------------- facts
def _fact(one: IsSo, ask: Facts, account: Account) -> Iterator[str]:
    """How a fact stands, and how it is wanted where it is not so."""
    value, wanted = ask(one.fact), _wanted(one, ask)
    if isinstance(value, bool):
        if truth := _truth(one.fact, value, account):
            yield truth
        return
    more = "" if one.holds({}, ask) or not wanted else f" (wanted: {wanted})"
    if one.fact == "winner":
        yield f"{_seat(str(value), account) or 'nobody'} has won"
    else:
        yield f"{_label(one.fact, account)} {worded(value)}{more}"


def _wanted(one: IsSo, ask: Facts) -> str:
    if one.is_ is not None and not isinstance(one.is_, bool):
        return str(one.is_)
    if one.above:
        return f"more than {worded(ask(one.above))}"
    bounds = [f"at least {one.least:g}"] if one.least is not None else []
    return " and ".join([*bounds, *([f"at most {one.most:g}"] if one.most is not None else [])])


def _seat(letter: str, account: Account) -> str:
    seat, names = SEAT_LETTERS.find(letter or "?"), [one.name for one in account.game.setup.seats]
    return names[seat] if 0 <= seat < len(names) else ""


def _label(name: str, account: Account) -> str:
    """What a fact is about, up to its value."""
    if match := PAIR.fullmatch(name):
        unit, joint, other, _ = match.groups()
        between = "sees" if joint == ">" else "to"
        return f"{'' if joint == '>' else 'from '}{account.called(unit)} {between} {account.called(other)}:"
    who, dot, what = name.partition(".")
    if not dot:
        return f"the {name} is"
    if who in account.names and what == "at":
        return f"{does(account.called(who), 'stands')} at"
    return f"{account.names.get(who) or _seat(who, account) or who}, {_key(what, account)}:"


def _key(what: str, account: Account) -> str:
    """A key of a unit or a seat, as a position says it."""
    system, own = account.game.system, {"left": "left", "score": "points"}
    form = system.position if isinstance(system, Positioned) else None
    head, _, entry = what.partition(".")
    says = next((one.says for one in (*form.unit_fields, *form.seat_fields) if one.key == head), "") if form else ""
    told = own.get(what) or ARTICLE.sub("", re.split(r"[:,(]", says)[0]).strip() or what.replace("-", " ")
    return f"{told} {entry}".strip()


def _truth(name: str, value: bool, account: Account) -> str:
    """A fact that is so or not, in a clause; '' where there are no words for it."""
    who, _, what = name.partition(".")
    if who not in account.names:
        return {"over": "the battle is over" if value else "the battle is not over"}.get(name, "")
    head, _, entry = what.partition(".")
    unit = account.called(who)
    no = "" if value else "not "
    if head in ("badge", "conditions"):
        return f"{does(unit, 'is')} {no}{entry}"
    if what == "lost":
        return f"{does(unit, 'is')} {'lost' if value else 'still there'}"
    if what == "on-table":
        return f"{does(unit, 'is')} {no}on the table"
    return f"{does(unit, 'is')} {no}{_says(what, account)}" if _says(what, account) else ""


def _says(what: str, account: Account) -> str:
    """The word of a key that is true or left out, where its sentence begins as 'it is ...' or 'it has been ...'."""
    system = account.game.system
    fields: Sequence[object] = system.position.unit_fields if isinstance(system, Positioned) else ()
    return what.replace("-", " ") if any(getattr(one, "key", "") == what for one in fields) else ""
