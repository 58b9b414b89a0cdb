"""Shots from the declaration to the damage."""
