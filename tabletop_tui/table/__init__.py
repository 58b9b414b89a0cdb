"""Geometry only: the hex grid and, later, the open table. No rulebook and no screen is known here."""
