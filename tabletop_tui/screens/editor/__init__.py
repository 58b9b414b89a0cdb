"""Screens on which files of one's own are made: maps, scenarios, positions, lessons."""
