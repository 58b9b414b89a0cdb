"""Objectives, points, and how a game ends."""
