"""Ramming, trampling, overrunning, death from above."""
