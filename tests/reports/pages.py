"""A page in a real browser, and what is wrong with it: what its console said, and texts that can hardly be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser import CHROMIUM
from tests.reports.paper import FLAGS

PHONE, DESK = (390, 844), (1280, 800)
CONTRASTS = """() => {
  const parts = (text) => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = (colour) => { const [r, g, b] = parts(colour).map((v) => { v /= 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement, text = node.textContent.trim();
    if (!text || element.closest("script, style, svg, noscript") || !element.getClientRects().length) continue;
    let below = element, ground = "rgba(0, 0, 0, 0)";
    for (; below && parts(ground)[3] === 0; below = below.parentElement)
      ground = getComputedStyle(below).backgroundColor;
    const pair = [light(getComputedStyle(element).color), light(ground)].sort((a, b) => a - b);
    found.push([text.slice(0, 40), (pair[1] + 0.05) / (pair[0] + 0.05)]);
  }
  return found;
}"""


@contextmanager
def opened(
    path: Path, size: tuple[int, int] = DESK, touch: bool = False, at: str = ""
) -> Iterator[tuple[Any, list[str]]]:
    """A page from a file, opened without a network, and the complaints of the browser so far."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch, offline=True)
        page = context.new_page()
        wrong: list[str] = []
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None
        )
        page.goto(f"{path.resolve().as_uri()}{at}")
        yield page, wrong
        browser.close()


def contrasts(page: Any) -> list[tuple[str, float]]:
    """Every text that is seen, and its contrast to its ground."""
    return [(str(text), float(ratio)) for text, ratio in page.evaluate(CONTRASTS)]
