"""What was found for an object is kept with that very object."""

from tabletop_tui.table.identity_cache import by_identity


def test_what_was_found_is_kept_for_the_very_same_object_and_the_same_others():
    asked = []

    @by_identity(8)
    def doubled(number: list[int], times: int) -> list[int]:
        asked.append((number, times))
        return number * times

    one, other = [1], [1]
    assert doubled(one, 2) is doubled(one, 2)
    assert doubled(one, 2) == doubled(other, 2)
    assert doubled(one, 2) is not doubled(other, 2)
    assert doubled(one, 3) == [1, 1, 1]
    assert asked == [(one, 2), (other, 2), (one, 3)]


def test_all_is_forgotten_when_so_many_were_kept_and_no_two_objects_are_taken_for_one():
    @by_identity(4)
    def first(one: tuple[int, ...]) -> int:
        return one[0]

    # Each of these is gone after its turn, so that the next may lie where it lay.
    assert [first((number, 0)) for number in range(200)] == [*range(200)]
