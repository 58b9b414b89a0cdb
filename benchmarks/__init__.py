"""Measurements, not tests: `make bench` runs them all in one go and writes RESULTS.md beside this file."""
