"""Tests of PMC 2640: Hell on Echidna, in the words of its rulebook."""
