"""A terminal hot-seat client for tabletop miniature wargames."""

__version__ = "0.1.0"
