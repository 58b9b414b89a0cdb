"""Positions as rows of a form."""
