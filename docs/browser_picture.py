"""The picture of a browser: the program served, opened in a real browser, typed at, photographed.

make pictures               this one too, where there is a browser and playwright
python -m docs.browser_picture
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from importlib.util import find_spec

from docs.pictures import FOLDER

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZE = {"width": 1280, "height": 800}
KEYS = ("g", "Enter", "Enter", "Enter")
"""From the welcome to a battle: the quick start, and its briefing."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    if BROWSER is None or find_spec("playwright") is None:
        print("browser: left out; it needs playwright (make test) and a browser (Debian's package chromium)")
        return
    from playwright.sync_api import sync_playwright

    port = free_port()
    with tempfile.TemporaryDirectory(prefix="tabletop-") as home:
        words = [sys.executable, "-m", "tabletop_tui", "serve", "--port", str(port)]
        environment = {**os.environ, "TABLETOP_TUI_HOME": home}
        with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as served:
            assert served.stdout is not None
            served.stdout.readline()  # it is open
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=BROWSER, args=FLAGS)
                page = browser.new_page(viewport=SIZE)
                page.goto(f"http://127.0.0.1:{port}/")
                page.wait_for_selector("body.-first-byte")
                for key in ("", *KEYS):
                    page.wait_for_timeout(4000)
                    if key:
                        page.keyboard.press(key)
                page.wait_for_timeout(4000)
                page.screenshot(path=FOLDER / "browser.png")
                browser.close()
            served.terminate()
    print("browser")


if __name__ == "__main__":
    main()
