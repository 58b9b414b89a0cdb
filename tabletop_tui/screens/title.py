"""The title: go on with the last game, a new one, load one, help, quit."""

from __future__ import annotations


