"""Why a battle was won or lost, as one side sees it: sentences made of points, losses, doers and dice."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Ended
from tabletop_tui.engine.wording import counted, listed, sentence
from tabletop_tui.reports.battle_course import Story
from tabletop_tui.reports.battle_figures import Report, SeatReport

ORDINARY = 0.6
"""Dice that lie less than so many standard deviations off what was to be expected decided nothing."""


def heading(over: Ended, teams: Sequence[int], seat: int) -> str:
    """'Why you won', 'Why you lost', or 'Why nobody won'."""
    if not over.winners:
        return "Why nobody won"
    return f"Why you {'won' if teams[seat] in {teams[one] for one in over.winners} else 'lost'}"


def reasons(
    found: Report, story: Story, over: Ended, teams: Sequence[int], seat: int, left: Sequence[int] = ()
) -> list[str]:
    """What it came of for a seat, a sentence each: who gave up (`left`), who was ahead, losses, doers, dice."""
    own = found.sides[seat]
    foes = [side for side, team in zip(found.sides, teams, strict=True) if team != teams[seat]]
    ahead = [_ahead(found, story, over, seat)] if own.score is not None else []
    fell = [f"You lost {own.lost} of {counted(own.units, 'unit')}"]
    fell += [f"{side.name} lost {side.lost} of {side.units}" for side in foes]
    told = (
        *(f"{'You' if one == seat else found.sides[one].name} gave up." for one in left),
        *ahead,
        _moved(found, story),
        f"{listed(fell)}.",
        *_doers(own, foes, story),
        _idle(own, story),
        _dice(own, foes),
    )
    return [said for said in told if said]


def _ahead(found: Report, story: Story, over: Ended, seat: int) -> str:
    """From when on the winner led; '' where points did not decide it, or were only counted at the end."""
    if len(over.winners) != 1 or not any(any(one.figures) for one in story.rounds[:-1]):
        return ""
    winner, points = over.winners[0], found.sides[seat].points
    leads = [one.figures[winner] > max(_others(one.figures, winner)) for one in story.rounds]
    if not leads[-1]:
        return ""
    since = max((place + 1 for place, lead in enumerate(leads) if not lead), default=0)
    last = since == len(leads) - 1
    who = "You" if winner == seat else found.sides[winner].name
    when = "only at the end" if last and since else f"from the end of {found.called} {story.rounds[since].round} on"
    return f"{who} had more {points} {when}."


def _moved(found: Report, story: Story) -> str:
    """What moved the lead most, in its own words; '' in a battle without points."""
    best = max((one for one in story.turnings if one.gainer is not None), key=lambda one: one.swing, default=None)
    if best is None or best.gainer is None:
        return ""
    side = found.sides[best.gainer]
    points = side.points.removesuffix("s") if best.swing == 1 else side.points
    return f"The lead moved most in {found.called} {best.round}, by {best.swing} {points} for {side.name}: {best.text}."


def _others(figures: Sequence[int], seat: int) -> list[int]:
    return [figure for place, figure in enumerate(figures) if place != seat]


def _doers(own: SeatReport, foes: Sequence[SeatReport], story: Story) -> list[str]:
    """Who brought down most, or else did most harm, on each side."""
    found = []
    for side, against in ((foes, [own]), ([own], foes)):
        names = {line.unit: f"{line.tag} {line.name}" for one in (*side, *against) for line in one.roster}
        felled: dict[str, list[str]] = {line.unit: [] for one in side for line in one.roster}
        for line in (line for one in against for line in one.roster):
            if line.counts and (fate := story.fates.get(line.unit)) is not None and fate.by in felled:
                felled[fate.by].append(names[line.unit])
        dealt = {unit: harm for one in side for unit, harm in one.dealt_by.items()}
        if not felled:
            continue
        best = max(felled, key=lambda unit: (len(felled[unit]), dealt.get(unit, 0)))
        whole = sum(one.dealt for one in side)
        did = [f"{dealt[best]} of {whole} damage and casualties"] if best in dealt else []
        did += [f"{listed(felled[best])} brought down"] if felled[best] else []
        if did:
            found.append(f"{names[best]} did most {'for' if side[0] is own else 'against'} you: {'; '.join(did)}.")
    return found


def _idle(own: SeatReport, story: Story) -> str:
    """Which of the own units harmed nobody, nor suppressed anybody, nor brought anybody down."""
    units = {line.unit for line in own.roster}
    felled = {fate.by for unit, fate in story.fates.items() if unit not in units} & units
    some = own.dealt or own.put_on or felled
    harmful = {*own.dealt_by, *own.put_on_by, *felled}
    idle = [line.tag for line in own.roster if line.counts and line.unit not in harmful]
    if not some or not idle:
        return "" if some else "None of your units harmed anybody."
    return f"{listed(idle)} harmed nobody."


def _dice(own: SeatReport, foes: Sequence[SeatReport]) -> str:
    """Whose dice were not about as was to be expected, and by how much."""
    told = [
        f"{who} rolled {abs(side.luck.surplus):.1f} {'more' if side.luck.surplus > 0 else 'fewer'}"
        for who, side in (("you", own), *((foe.name, foe) for foe in foes))
        if abs(side.luck.away) >= ORDINARY
    ]
    if not told:
        return "The dice fell about as expected."
    return f"{sentence(told[0])} good dice than expected{''.join(f', and {one}' for one in told[1:])}."
