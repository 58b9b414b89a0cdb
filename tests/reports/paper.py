"""A page of HTML as a browser prints it on A4: its texts with their boxes, its sheets of paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser import CHROMIUM

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
WIDTH, HEIGHT = 710, 1040
"""What is left of A4 within its margins, in pixels of which 96 make an inch."""
TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const text = node.textContent.trim(), range = document.createRange();
    if (!text || node.parentElement.closest('style, svg')) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width && box.height) found.push([text.slice(0, 40), box.left, box.top, box.right, box.bottom]);
  }
  return found;
}"""
BOXES = """() => [...document.querySelectorAll('body *')].map(
  (one) => [one.tagName + '.' + one.className, one.getBoundingClientRect().width, one.getBoundingClientRect().height,
            one.scrollWidth - one.clientWidth, getComputedStyle(one).breakInside, getComputedStyle(one).overflow])"""
SLACK = 2.5
"""So many pixels may lines of text share: the boxes of letters are higher than their ink."""

Text = tuple[str, float, float, float, float]


@contextmanager
def printed(html: str) -> Iterator[Any]:
    """The page in a browser as it looks on paper."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.emulate_media(media="print")
        page.set_content(html)
        yield page
        browser.close()


def overlaps(texts: list[Text]) -> list[tuple[str, str]]:
    """Texts that lie over each other."""
    found = []
    ordered = sorted(texts, key=lambda text: text[2])
    for place, (one, left, top, right, bottom) in enumerate(ordered):
        for other, left2, top2, right2, bottom2 in ordered[place + 1 :]:
            if top2 >= bottom - SLACK:
                break
            wide = min(right, right2) - max(left, left2)
            high = min(bottom, bottom2) - max(top, top2)
            if wide > SLACK and high > SLACK:
                found.append((one, other))
    return found


def outside(texts: list[Text]) -> list[str]:
    """Texts that are cut by the rim of the paper."""
    return [text for text, left, _, right, _ in texts if left < -1 or right > WIDTH + 1]


def faults(page: Any) -> list[object]:
    """Whatever would be unreadable on paper."""
    texts = [tuple(text) for text in page.evaluate(TEXTS)]
    assert texts, "nothing is printed"
    wrong: list[object] = [*overlaps(texts), *outside(texts)]
    for name, _, height, hidden, breaks, overflow in page.evaluate(BOXES):
        if breaks == "avoid" and height > HEIGHT:
            wrong.append(f"{name} is higher than a sheet")
        if hidden > 1 and overflow != "visible":
            wrong.append(f"{name} cuts what is in it")
    return wrong


def sheets(page: Any) -> int:
    """How many sheets of paper it takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))
