"""Reactions: overwatch, and the shots from it."""
