"""Moves, and what is met on the way."""
