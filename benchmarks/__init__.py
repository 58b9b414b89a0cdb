"""Measurements: `make bench` runs them all in one go, and writes each into RESULTS.md beside this file at once."""
