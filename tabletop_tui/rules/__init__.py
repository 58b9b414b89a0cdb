"""The rulebooks, a package each. They are found by their entry points; nobody imports one by name."""
