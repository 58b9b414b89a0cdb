"""Tests of Army Men Combat v2.0, chapter by chapter of its rulebook."""
