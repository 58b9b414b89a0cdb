"""Reactions: Guards, who halt a move and shoot."""
