"""Thinking ahead: what answers lead to in imagined games, and a player that plans by that; no rulebook is named."""
