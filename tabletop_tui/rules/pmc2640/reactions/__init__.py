"""Reactions: fire at those who charge."""
