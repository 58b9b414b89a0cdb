"""Rallied groups: moves and fire of several units as one."""
