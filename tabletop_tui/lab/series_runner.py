"""A series, played: on one processor or many, with nothing played twice that its folder has already."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing, nullcontext

from tabletop_tui.lab import match_workers as places
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.pairings import Match
from tabletop_tui.lab.series_folder import Folder


def play(
    matches: Sequence[Match],
    *,
    workers: int = 1,
    dask: str = "",
    folder: Folder | None = None,
    whole: places.Whole = nullcontext,
) -> Generator[GameRecord]:
    """The record of each match: first of those that the folder has, then of the others as they come to an end.

    With one worker they are played in this process, with more in so many processes of this machine, with `dask` on
    the scheduler at that address. A match that ends by a fault has a record that says so. Whoever stops listening
    stops the series; what was played until then is in the folder. What is done with a game that is over, here and by
    whoever takes it, until the next one is wanted, is done within `whole`: a signal that wants an end may wait so long.
    """
    found = folder.records if folder is not None else {}
    left = []
    for match in matches:
        record = found.get(match.key)
        if record is not None and match.fits(record):
            yield match.named(record)
        else:
            left.append(match)
    if not left:
        return
    if dask:
        records = places.on_dask(left, dask, whole)
    elif workers > 1:
        records = places.in_processes(left, min(workers, len(left)), whole)
    else:
        records = places.in_turn(left)
    with closing(records):  # at once, and not when somebody sweeps up
        for record in records:
            with whole():
                if folder is not None:
                    folder.add(record)
                yield record
