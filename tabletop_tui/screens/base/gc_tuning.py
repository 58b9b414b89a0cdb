"""Memory is tidied up between keys, so that nobody waits for it."""

from __future__ import annotations

import gc

USUAL = gc.get_threshold()
SELDOM = 20_000
"""So many new objects may pile up before they are looked through at once, whatever goes on."""


def settle() -> None:
    """What is loaded by now stays and need not be looked through again; the rest is from now on tidied up in pauses.

    It is not looked through first: of some 100,000 objects 1,500 could go, and whoever opens a battle waits for that.
    """
    gc.freeze()
    gc.set_threshold(SELDOM, *USUAL[1:])


def tidy() -> None:
    """Look through what is new; for a pause."""
    gc.collect(1)


def release() -> None:
    """As it was before `settle`."""
    gc.unfreeze()
    gc.set_threshold(*USUAL)
