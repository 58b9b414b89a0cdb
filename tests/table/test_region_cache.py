"""What is kept about a part of the table is forgotten when something moves there, and only then."""

from __future__ import annotations

from tabletop_tui.table.region_cache import Kept

NEAR, FAR = ((1.0, 1.0), (2.0, 1.0)), ((30.0, 30.0),)
HERE = (0.0, 0.0, 5.0, 5.0)


class Counter:
    """Finds the same every time, and counts how often it had to look."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> tuple[str, tuple[float, float, float, float]]:
        self.times += 1
        return "free", HERE


def test_it_is_looked_for_anew_when_a_body_leaves_or_comes_or_the_ground_changes():
    kept, look = Kept(), Counter()

    def times(*bodies: tuple[tuple[float, float], ...], ground: str = "wall") -> int:
        kept.look(list(bodies), ground)
        assert kept.find("A1", look) == "free"
        return look.times

    assert times(NEAR, FAR) == times(NEAR, FAR) == 1
    assert times(NEAR, ((31.0, 30.0),)) == 1, "what moves elsewhere does not count"
    assert times(NEAR, ()) == times(NEAR, FAR) == 1
    assert times((), FAR) == 2, "one left"
    assert times((), ((4.0, 4.0),)) == 3, "one came"
    assert times((), ((4.0, 4.0),), ground="rubble") == 4
    assert times((), ((4.0, 4.0),), FAR, ground="rubble") == 5, "one more than before"


def test_room_is_lost_only_to_who_comes_and_found_only_where_one_leaves():
    for room, (nothing, coming, leaving) in {True: (1, 2, 1), False: (1, 1, 2)}.items():
        kept, times = Kept(), 0

        def work(room: bool = room) -> tuple[bool, tuple[float, float, float, float]]:
            nonlocal times
            times += 1
            return room, HERE

        for bodies, expected in (([NEAR, FAR], 1), ([NEAR, ()], nothing), ([NEAR, NEAR], coming)):
            kept.look(list(bodies), "")
            kept.find("A1", work, room=True)
            assert times == expected
        times = 1
        kept.look([NEAR, ()], "")
        kept.find("A1", work, room=True)
        assert times == leaving


def test_a_clone_keeps_for_itself():
    kept, look = Kept(), Counter()
    kept.look([NEAR], "")
    kept.find("A1", look)
    clone = kept.clone()
    clone.look([FAR], "")
    kept.look([NEAR], "")
    kept.find("A1", look)
    assert look.times == 1
    clone.find("A1", look)
    assert look.times == 2


def test_what_hangs_on_more_than_the_table_is_found_anew_when_that_changes():
    kept, look = Kept(), Counter()
    kept.look([NEAR], "")
    for own, times in (("north", 1), ("north", 1), ("south", 2), ("north", 3)):
        kept.find("A1", look, own=own)
        assert look.times == times
