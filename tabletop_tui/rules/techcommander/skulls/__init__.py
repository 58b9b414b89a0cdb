"""Skulls: how they move, who claims them, what they bring."""
