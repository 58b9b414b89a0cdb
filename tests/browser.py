"""The browser of this machine, for tests that look at pages as a reader does."""

from __future__ import annotations

import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
HOW = "need a browser: install Debian's package chromium, or Chrome"

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason=HOW)
