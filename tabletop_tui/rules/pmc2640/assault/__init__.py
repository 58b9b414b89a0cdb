"""Assaults: the charge, the reactions and the fight."""
