"""Crimson Dusk: sections and personalities in near-future skirmishes, action points, D10 tests of quality."""
