"""What happened since one's last answer: deeds in sentences, losses, what is different, and when it has to be read."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.badges import Left
from tabletop_tui.engine.cards import RosterLine
from tabletop_tui.engine.events import Began, Closed, Event, Fell, Harmed, Moved, Recounted, Rolled, Shot, Status
from tabletop_tui.engine.game_standing import Nearness, Standing
from tabletop_tui.engine.history import Entry
from tabletop_tui.reports.digest import Reader, before_others, digest, last_answer, own_attack, since, stops
from tabletop_tui.reports.play_by_play import Scenery, deeds, in_brief, units_in

RED = Reader(frozenset([0]))
ROSTER = [
    RosterLine("A1", "A1", "Riflemen", 0, "0,0", "", 0.7, left=Left(7, 10, "models")),
    RosterLine("A2", "A2", "Snipers", 0, "9,0", "", 1.0, left=Left(3, 3, "models")),
    RosterLine("B1", "B1", "Jeep", 1, "0,6", "", 0.5, left=Left(2, 4, "Integrity")),
    RosterLine("B2", "B2", "Recruits", 1, "", "lost", 0.0),
]
NEAR = Nearness("to rout", (1, 3), ("Red routs after one more loss", "Blue is far from that"), ())


def far(start: str, end: str) -> str:
    (a, b), (c, d) = (map(float, spot.split(",")) for spot in (start, end))
    return f"{((a - c) ** 2 + (b - d) ** 2) ** 0.5:.1f} in"


def around(sees: str = "", scores: tuple[int, ...] = (), nearness: Nearness | None = None) -> Scenery:
    return Scenery(ROSTER, Standing(2, "", scores=scores, nearness=nearness), far, lambda unit, spot: sees)


def text_of(deed) -> str:
    return "".join(text for text, _ in deed.said)


def entry(seat: int, *events: Event, person: bool = True) -> Entry:
    return Entry(seat, "x", person=person, events=list(events))


SHOT = Shot("B1 Jeep shoots at A1 Riflemen", (), 1, "B1", "A1", ("0,6", "0,0"))
HITS = Rolled("", (), 1, "B1 Jeep hits", 6, (6, 1), (True, False), None, 0.5)
BLOCKS = Rolled("", (), 0, "A1 Riflemen block", 6, (2,), (False,), None, 0.5)
HURT = Harmed("A1 Riflemen lose 2 models", (), 0, "A1", 2, 7, "B1", "shot")
WALK = Moved("B1 Jeep drives to 0,6", (), 1, "B1", ("0,9", "0,6"))


# ---------------------------------------------------------------- deeds
def test_a_deed_is_one_sentence_after_the_other_and_names_everybody_once():
    told = deeds(
        [Began("Blue activates B1 Jeep", (), 1, "activation", 1, "B1"), WALK, SHOT, HITS, BLOCKS, HURT], around()
    )
    assert [(deed.unit, deed.seat) for deed in told] == [("B1", 1)]
    assert text_of(told[0]) == (
        "drives to 0,6 (3 in); shoots at A1 Riflemen: hits: 1 of 2 passes, A1 block: failed. A1 lose 2 models."
    )
    assert units_in(told[0]) == ["B1", "A1"]


def test_what_is_counted_anew_and_what_is_rolled_again_is_told_with_the_dice():
    """Else five hits, two blocks and no loss stand side by side."""
    again = Rolled("", (), 1, "B1 Jeep hits, re-roll of failures", 6, (5,), (True,), None, 0.5)
    halved = Recounted("Against a vehicle: 2 hits halved", (), 1)
    told = deeds([WALK, SHOT, HITS, again, halved, BLOCKS, Closed("", level="round")], around())
    assert text_of(told[0]) == (
        "drives to 0,6 (3 in); shoots at A1 Riflemen: hits: 1 of 2 passes, re-roll of failures: passed, "
        "against a vehicle: 2 hits halved, A1 block: failed. No loss."
    )


def test_a_shot_that_did_nothing_says_so_once_nothing_more_can_come_of_it():
    own = Moved("A2 Snipers move", (), 0, "A2", ("9,0", "9,1"))
    assert text_of(deeds([SHOT, HITS], around())[0]).endswith("hits: 1 of 2 passes.")
    assert text_of(deeds([SHOT, HITS, own], around())[0]).endswith("hits: 1 of 2 passes. No loss.")
    assert "No loss" not in text_of(deeds([SHOT, HITS, HURT, own], around())[0])


def test_a_deed_in_brief_is_what_was_done_and_what_became_of_whom():
    def brief(*events: Event) -> str:
        return "".join(text for text, _ in in_brief(deeds(events, around())[0], ROSTER))

    pinned, gone = Status("", (), 0, "A1", "Pinned"), Fell("", (), 0, "A1", "0,0", "B1", "shot")
    points = Status("", (), 0, "A1", "Suppression", points=2)
    own = Moved("A2 Snipers move", (), 0, "A2", ("9,0", "9,1"))
    turned = evolve(WALK, text="B1 Jeep drives to 0,6, facing down (200°)")
    assert brief(turned, SHOT, HITS, BLOCKS, HURT) == "drives to 0,6 (3 in); shoots at A1: A1 -2"
    assert brief(SHOT, HITS, HURT, HURT, pinned) == "shoots at A1: A1 -4, pinned"
    assert brief(SHOT, SHOT, HURT, gone, pinned) == "shoots at A1, 2 times: A1 gone"
    assert brief(SHOT, HITS, points) == "shoots at A1: A1 suppression +2"
    assert brief(SHOT, HITS, own) == "shoots at A1: no loss"
    assert brief(SHOT, HITS) == "shoots at A1: 1 of 2 passes", "more may come of it"
    assert brief(SHOT) == "shoots at A1"
    assert brief(WALK) == "drives to 0,6 (3 in)"
    (heading,) = deeds([Closed("Round 1 is over", (), None, "round", 1)], around())
    assert in_brief(heading, ROSTER) == heading.said


def test_the_same_dice_again_are_not_named_again():
    again = Rolled("", (), 1, "B1 Jeep hits", 6, (6, 5), (True, True), None, 0.5)
    assert text_of(deeds([SHOT, HITS, again], around())[0]).endswith("hits: 1 of 2 passes, 2 of 2 pass.")


def test_who_is_called_by_several_does_things_as_several():
    hide = Status("A1 Riflemen go to ground", (), 0, "A1", "Ground")
    walk = Moved("A1 Riflemen move to 0,1", (), 0, "A1", ("0,0", "0,1"))
    pinned = Status("B1 Jeep is pinned", (), 1, "B1", "Pinned")
    told = deeds([walk, hide, walk, WALK, pinned], around())
    assert [text_of(deed) for deed in told] == [
        "move to 0,1 (1 in). They go to ground. They move to 0,1 (1 in).",
        "drives to 0,6 (3 in). It is pinned.",
    ]


def test_dice_for_what_is_the_doers_own_are_named_without_it():
    mine = Rolled("", (), 1, "B1 Jeep's armour", 6, (3,), outcome="3 left")
    assert text_of(deeds([SHOT, mine], around())[0]).endswith("A1 Riflemen: armour: 3 left.")


def test_dice_do_not_say_again_what_was_done_or_what_is_counted():
    hits = Rolled("", (), 1, "B1 Jeep shoots", 6, (5, 2), (True, False), outcome="1 hit")
    blocks = Rolled("", (), 0, "A1 Riflemen block", 6, (1,), (False,), outcome="no block")
    told = text_of(deeds([SHOT, hits, blocks, HURT], around())[0])
    assert told.startswith("shoots at A1 Riflemen: 1 hit, no block. A1 ")


def test_dice_of_a_shot_say_with_what_and_not_again_at_whom():
    armed = evolve(HITS, why="B1 Jeep shoots at A1 Riflemen with 2 rifles")
    (deed,) = deeds([SHOT, armed, HURT], around())
    assert text_of(deed) == "shoots at A1 Riflemen: with 2 rifles: 1 of 2 passes. A1 lose 2 models."


def test_who_was_named_last_is_not_meant_by_a_pronoun():
    back = Harmed("B1 Jeep loses 1 Integrity, 3 left", (), 1, "B1", 1, 3)
    told = text_of(deeds([SHOT, HITS, HURT, back, WALK], around())[0])
    assert told.endswith(" models. B1 loses 1 Integrity, 3 left. It drives to 0,6 (3 in).")


def test_a_reaction_is_a_deed_of_its_own():
    back = Shot("A2 Snipers shoot at B1 Jeep", (), 0, "A2", "B1", ("9,0", "0,6"))
    told = deeds([WALK, back, HITS, SHOT], around())
    assert [deed.unit for deed in told] == ["B1", "A2", "B1"]


def test_who_is_removed_by_nobody_is_no_deed_of_who_went_last():
    """Who is put off the table when a turn ends was brought down earlier, and by somebody else."""
    removed = Fell("B2 Recruits are eliminated and removed", (), 1, "B2", "0,9", cause="eliminated")
    walk, off = deeds([Moved("A1 Riflemen move to 0,1", (), 0, "A1", ("0,0", "0,1")), removed], around())
    assert (walk.unit, off.unit, off.seat) == ("A1", "B2", 1)
    assert "".join(text for text, _ in in_brief(walk, ROSTER)) == "move to 0,1 (1 in)"
    assert "".join(text for text, _ in in_brief(off, ROSTER)) == "are eliminated and removed."
    shot_down = evolve(removed, by="A1", cause="shot")
    assert len(deeds([Shot("A1 Riflemen shoot at B2", (), 0, "A1", "B2"), shot_down], around())) == 1


def test_the_end_of_a_round_is_nobodys_and_says_nothing_of_dice_for_whose_go_it_is():
    first = Rolled("", (), 1, "who goes first", 6, (3,))
    told = deeds(
        [WALK, Closed("Round 1 is over"), Began("Round 2", (), None, "round", 2), first, Event("Red begins")], around()
    )
    assert [(deed.unit, deed.heading) for deed in told] == [("B1", False), ("", True)]
    assert text_of(told[1]) == "Round 1 is over. Round 2. Red begins."


def test_what_only_notes_something_is_told_where_there_is_nothing_else():
    told = deeds([Event("B1 Jeep, 2 actions left", (), 1)], around())
    assert [(deed.unit, text_of(deed)) for deed in told] == [("B1", "2 actions left.")]
    tied = [Event("B1 Jeep holds", (), 1), Event("A tie: both roll again")]
    assert text_of(deeds(tied, around())[0]) == "holds.", "what the unit itself did goes before"
    assert "actions" not in text_of(deeds([Event("B1 Jeep, 2 actions left", (), 1), WALK], around())[0])


# ---------------------------------------------------------------- losses, changes, points
def test_losses_are_added_up_by_unit_yours_apart_from_theirs():
    events = [
        HURT,
        Harmed("", (), 0, "A1", 1, 6),
        Harmed("", (), 1, "B1", 2, 2),
        Fell("", (), 1, "B2", "3,3", "A2", "shot"),
    ]
    found = digest(events, RED, around())
    assert [(loss.unit, loss.said, loss.gone) for loss in found.yours] == [("A1", "lost 3 models, 7 of 10 left", False)]
    assert [(loss.unit, loss.said, loss.gone) for loss in found.theirs] == [
        ("B1", "lost 2 Integrity, 2 of 4 left", False),
        ("B2", "shot by A2", True),
    ]


def test_what_changed_is_where_enemies_are_now_what_was_done_to_ones_units_and_how_near_one_is_to_losing():
    pinned = Status("A1 Riflemen are pinned", (), 0, "A1", "Pinned")
    guard = Status("A2 Snipers go on guard", (), 0, "A2", "Guard")
    own = Began("", (), 0, "activation", 1, "A2")
    gone = Fell("", (), 0, "A1", "", "B1", "shot")
    found = digest([own, guard, WALK, SHOT, pinned, gone], RED, around("in cover", nearness=NEAR))
    said = ["".join(text for text, _ in change) for change in found.changes]
    assert said == [
        "B1 is 6 in from A1 (it was 9 in), in cover",
        "A1 Riflemen are pinned",
        "Red routs after one more loss",
    ]


def test_points_and_dice_since_then():
    events, now = [HITS, BLOCKS], around(scores=(2, 5))
    found = digest(events, RED, evolve(now, scores=(2, 2)))
    assert found.points == ("2 (as before)", "5 (+3)")
    assert digest(events, RED, now).points == ("2", "5"), "nobody knows what they were"
    assert digest(events, RED, around()).points == ()
    assert found.dice == "0 good of 1, 0.5 expected"


def test_it_knows_for_whom_it_is():
    everybody = Reader(frozenset([0, 1]))
    assert digest([HURT], RED, around()).reader == "you"
    assert digest([HURT], RED, around(), "Red").reader == "Red"
    assert digest([HURT], everybody, around()).reader == "", "nothing is one side's own"


# ---------------------------------------------------------------- since when
def test_the_last_answer_is_that_of_a_person_who_reads():
    entries = [entry(0), entry(1), entry(0, person=False)]
    assert last_answer(entries, RED) == 0
    assert last_answer(entries, Reader(frozenset([0]), people=False)) == 2
    assert last_answer(entries[1:2], RED) is None


def test_what_was_read_is_found_again_after_further_answers_of_ones_own():
    entries = [entry(0), entry(1, SHOT, person=False), entry(0), entry(0, WALK)]
    assert before_others(entries, RED) == 0
    assert before_others([entry(0, WALK), entry(0)], RED) == 0, "the last of one's own that came to something"


def test_the_events_since_an_answer_are_those_it_caused_and_all_after_it():
    parts = [[Event("opening")], [WALK], [SHOT, HITS]]
    assert since(parts, 0) == (1, [WALK, SHOT, HITS])
    assert since(parts, None) == (0, [parts[0][0], WALK, SHOT, HITS])


CASES = [
    ("never", [entry(0), entry(1, HURT)], False),
    ("losses", [entry(0), entry(1, HURT)], True),
    ("losses", [entry(0), entry(1, SHOT, HITS)], False),
    ("losses", [entry(0), entry(1, Harmed("", (), 1, "B1", 2, 2))], False),
    ("losses", [entry(0), entry(1, Closed("Round 1 is over"))], True),
    ("losses", [entry(0, Closed("Round 1 is over"))], True),
    ("losses", [entry(0), entry(1, Closed("Phase", (), None, "phase"))], False),
    ("always", [entry(0), entry(1)], True),
    ("always", [entry(0, WALK)], False),
    # A loss by one's own answer is news if an enemy dealt it, as in a reaction.
    ("losses", [entry(0, HURT)], True),
    ("losses", [entry(0, Harmed("", (), 0, "A1", 1, 6, "", "its own weapon"))], False),
    ("losses", [entry(0), entry(1, Fell("", (), 0, "A2", "", "B1", "shot"))], True),
]


@pytest.mark.parametrize(("when", "entries", "wanted"), CASES)
def test_when_it_has_to_be_read(when, entries, wanted):
    assert stops(when, entries, RED, around().side) is wanted


OURS = Shot("A1 Riflemen shoot at B1 Jeep", (), 0, "A1", "B1", ("0,0", "0,6"))
HARM = Harmed("B1 Jeep loses 1 Integrity, 3 left", (), 1, "B1", 1, 3, "A1", "shot")
WRECK = Fell("B2 Recruits are destroyed", (), 1, "B2", "", "A1", "shot")


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([entry(0, OURS, HARM), entry(1, WALK)], "B1 Jeep loses 1 Integrity, 3 left"),
        ([entry(0, OURS), entry(1, HARM, WRECK, HARM)], "B2 Recruits are destroyed, and more"),
        (
            [entry(0, OURS, HARM, evolve(WRECK, unit="B1", text="B1 Jeep is destroyed")), entry(1)],
            "B1 Jeep is destroyed",
        ),
        ([entry(0, OURS), entry(1, WALK)], "Your attack did no harm"),
        ([entry(0, OURS, HARM)], ""),  # nobody has acted since: the log shows it
        ([entry(0, OURS, HARM), entry(0), entry(1, WALK)], ""),  # that was not the last answer
        ([entry(0), entry(1, SHOT, HURT)], ""),
        ([entry(0, OURS), entry(1, evolve(HARM, by="", cause="fire"))], ""),  # nobody can say that it did no harm
        ([entry(1, SHOT)], ""),
    ],
)
def test_what_an_attack_of_ones_own_came_to_is_told_where_others_have_acted_since(entries, told):
    assert own_attack(entries, RED, around().side) == told
