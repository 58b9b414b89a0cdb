"""The golden set: saved games that have to load and verify for ever, and what saved games hold, written down.

    python -m tests.golden             writes both anew, of all systems
    python -m tests.golden mechcom     or of one

Nothing is written while an id is gone, or means something else, under the same `version` of the rules: raise it first.
With --anew it is written all the same: for a program that nobody has yet.
"""
