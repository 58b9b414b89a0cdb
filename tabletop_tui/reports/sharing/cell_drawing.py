"""Sheets of cells drawn: as SVG, still or moving, and (with the extra `pictures`) as PNG and GIF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from tabletop_tui.files.safe_text import clean
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.process.install_hint import install_line
from tabletop_tui.reports.sharing.cell_rows import Row, Sheet, boxes, words

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

WIDE, HIGH = 10, 20
"""A cell in the units of an SVG."""
LETTERS = f"font:{WIDE / 0.602:.2f}px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre"
BASE = 0.76
"""Where in a cell letters stand, as a share of its height."""
FONTS = ("DejaVuSansMono{}.ttf", "Menlo.ttc", "consola{}.ttf", "LiberationMono{}.ttf", "FreeMono{}.ttf")
"""Fonts of equal widths that have the signs of the program, the best first; {} is for bold letters."""
BOLD = {
    "DejaVuSansMono{}.ttf": "-Bold",
    "consola{}.ttf": "b",
    "LiberationMono{}.ttf": "-Bold",
    "FreeMono{}.ttf": "Bold",
}
SHADES = 4
"""The rims of letters have so many shades: a picture has few colours then, and all of them exact."""
MOST_COLOURS = 256
"""... of a picture that counts them."""
Shown = tuple[Sheet, float]
"""A sheet, and for how many seconds it is seen."""


# ---------------------------------------------------------------- SVG
def svg(sheet: Sheet, about: str = "") -> str:
    """A sheet as SVG that needs no other file."""
    return _svg(sheet, [_drawn(row, y) for y, row in enumerate(sheet.rows)], about)


def moving_svg(film: Sequence[Shown], about: str = "") -> str:
    """Sheets of one size one after another, for ever. Each row is drawn once for as long as it stays the same."""
    whole = sum(seconds for _, seconds in film)
    drawn: list[str] = []
    for y in range(film[0][0].height):
        begun, at = 0.0, 0.0
        for place, (sheet, seconds) in enumerate(film):
            at += seconds
            last = place + 1 == len(film)
            if last or film[place + 1][0].rows[y] != sheet.rows[y]:
                drawn.append(_seen(_drawn(sheet.rows[y], y), begun / whole, 1.0 if last else at / whole, whole))
                begun = at
    return _svg(film[0][0], drawn, about)


def _svg(sheet: Sheet, drawn: Iterable[str], about: str) -> str:
    title = f"<title>{escape(clean(about))}</title>" if about else ""
    return (
        f'<svg class="battlefield" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {sheet.width * WIDE} {sheet.height * HIGH}">{title}'
        f'<g style="{LETTERS}" shape-rendering="crispEdges">\n' + "\n".join(drawn) + "\n</g></svg>\n"
    )


def _seen(drawn: str, begin: float, end: float, seconds: float) -> str:
    """What is seen from one share of the whole time to another only."""
    if (begin, end) == (0.0, 1.0):
        return drawn
    times = [0.0, *([begin] if begin else []), *([end] if end < 1 else [])]
    values = [*([0] if begin else []), 1, *([0] if end < 1 else [])]
    return (
        f'<g opacity="{values[0]}"><animate attributeName="opacity" calcMode="discrete" dur="{seconds:.2f}s" '
        f'repeatCount="indefinite" keyTimes="{";".join(f"{time:.5g}" for time in times)}" '
        f'values="{";".join(map(str, values))}"/>{drawn}</g>'
    )


@lru_cache(maxsize=1 << 12)
def _drawn(row: Row, y: int) -> str:
    """One row of a sheet."""
    top = y * HIGH
    parts = [
        f'<path fill="{colour}" d="M{_n(x * WIDE)} {_n(top + up * HIGH)}h{_n(wide * WIDE)}v{_n(high * HIGH)}'
        f'h{_n(-wide * WIDE)}z"/>'
        for x, up, wide, high, colour in boxes(row)
    ]
    for x, word, ink in words(row):
        bold = ' font-weight="700"' if ink.bold else ""
        under = ' text-decoration="underline"' if ink.under else ""
        parts.append(
            f'<text x="{x * WIDE}" y="{_n(top + BASE * HIGH)}" textLength="{len(word) * WIDE}" '
            f'lengthAdjust="spacingAndGlyphs" fill="{ink.letters}"{bold}{under}>{escape(clean(word))}</text>'
        )
    return "".join(parts)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------- PNG and GIF
def png(sheet: Sheet, wide: int = 10, note: str = "") -> bytes:
    """A sheet as PNG, a cell so many pixels wide. `note` is kept in the file, as what it was made of.

    BadChoice without Pillow or a font.
    """
    from PIL.PngImagePlugin import PngInfo

    kept = PngInfo()
    if note:
        kept.add_text("Comment", note)
    out = BytesIO()
    _few(image(sheet, wide)).save(out, "PNG", optimize=True, pnginfo=kept)
    return out.getvalue()


def gif(film: Sequence[Shown], wide: int = 8) -> bytes:
    """Sheets one after another as GIF, for ever. BadChoice as for PNG."""
    frames = [_few(image(sheet, wide)) for sheet, _ in film]
    lasts = [max(20, round(seconds * 100) * 10) for _, seconds in film]  # in milliseconds; a GIF counts hundredths
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=lasts, loop=0, optimize=True)
    return out.getvalue()


def image(sheet: Sheet, wide: int) -> Image:
    """A sheet drawn in pixels."""
    need_pillow()
    from PIL import Image, ImageDraw

    high = 2 * wide
    drawn = Image.new("RGB", (sheet.width * wide, sheet.height * high))
    pen = ImageDraw.Draw(drawn)
    for y, row in enumerate(sheet.rows):
        for x, up, width, height, colour in boxes(row):
            left, top = round(x * wide), round((y + up) * high)
            right, bottom = round((x + width) * wide) - 1, round((y + up + height) * high) - 1
            pen.rectangle((left, top, right, bottom), colour)
        for x, word, ink in words(row):
            for step, letter in enumerate(word):
                pen.bitmap(((x + step) * wide, y * high), _letter(letter, ink.bold, wide), ink.letters)
            if ink.under:
                line = y * high + round(0.88 * high)
                pen.line((x * wide, line, (x + len(word)) * wide - 1, line), ink.letters)
    return drawn


@lru_cache(maxsize=1 << 12)
def _letter(letter: str, bold: bool, wide: int) -> Image:
    """A letter as what of each pixel it covers, in few shades."""
    from PIL import Image, ImageDraw

    mask = Image.new("L", (wide, 2 * wide))
    ImageDraw.Draw(mask).text((0, BASE * 2 * wide), letter, 255, _font(bold, wide), anchor="ls")
    return mask.point([round(value / 255 * SHADES) * 255 // SHADES for value in range(256)])


@lru_cache
def _font(bold: bool, wide: int) -> FreeTypeFont:
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name.format(BOLD.get(name, "") if bold else ""), round(wide / 0.602, 1))
        except OSError:
            continue
    raise BadChoice("a picture of pixels needs a font of equal widths: install DejaVu Sans Mono, or ask for .svg")


def has_pillow() -> bool:
    return find_spec("PIL") is not None


def need_pillow() -> None:
    """BadChoice where pictures of pixels cannot be drawn."""
    if not has_pillow():
        how = f"install it with: {install_line('pictures')}"
        raise BadChoice(f"a picture of pixels needs the extra 'pictures' (or ask for .svg); {how}")


def _few(drawn: Image) -> Image:
    """The same picture with its colours counted, where they are few enough: much smaller, and not a shade otherwise."""
    from PIL import Image

    colours = drawn.getcolors(MOST_COLOURS)
    if colours is None:
        return drawn.quantize(MOST_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    kept = Image.new("P", (1, 1))
    flat = [value for _, colour in colours for value in colour]  # type: ignore[union-attr]
    kept.putpalette(flat + flat[:3] * (MOST_COLOURS - len(colours)))
    return drawn.quantize(palette=kept, dither=Image.Dither.NONE)
