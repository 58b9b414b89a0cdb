"""Tests of the MECHCOM rules, written like the rulebook's examples."""
