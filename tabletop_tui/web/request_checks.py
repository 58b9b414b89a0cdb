"""Whom the server of `tabletop-tui serve` answers, and what it takes from them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

HERE = ("localhost", "127.0.0.1", "::1")
"""The names of this machine that nobody else can use."""
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses to listen on that stand for all addresses of this machine."""
WIDEST, HIGHEST = 500, 200
"""The most columns and rows of a terminal in a page."""
LONGEST_MESSAGE = 1 << 20
"""The most bytes of one message from a page: much text can be pasted at once."""


class Unfit(Exception):
    """Something that our own page would never send, or that is too much: one sentence."""


# ---------------------------------------------------------------- where a request comes from
def is_ours(origin: str, asked: str, host: str, names: Collection[str] = ()) -> bool:
    """Whether a request comes from our own page: other sites' pages may not play a person's games behind their back.

    `origin` is the header of that name ('' from no page), `asked` the header Host, `host` where we listen, `names` what
    this machine may be called besides. A foreign name that was bent to this machine gets nothing.
    """
    try:
        sender, target = urlsplit(origin), urlsplit(f"//{asked}")
        name, _ = target.hostname or "", target.port
    except ValueError:
        return False
    if target.netloc != asked or "@" in asked or (origin and sender.netloc != asked):
        return False
    return name in (*HERE, host.lower(), *map(str.lower, names)) or (host in EVERYWHERE and _is_address(name))


def _is_address(name: str) -> bool:
    """Whether a name is an address, which cannot be bent to another machine."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def headers(asked: str) -> dict[str, str]:
    """What a browser is told to keep to: nothing but what this server, asked by that name, has, and in no frame."""
    own = "'self' 'unsafe-inline'"  # textual-serve's script writes styles into the page
    line = f"'self' ws://{asked} wss://{asked}"
    policy = f"default-src 'self'; script-src {own}; style-src {own}; img-src 'self' data:; connect-src {line}"
    return {
        "Content-Security-Policy": f"{policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }


# ---------------------------------------------------------------- what a page sends
def size_asked(query: Mapping[str, str]) -> tuple[int, int]:
    """The columns and rows that a page asks for in its address, 80 by 24 if none; Unfit if they are no numbers."""
    try:
        return int(query.get("width", "80")[:9]), int(query.get("height", "24")[:9])
    except ValueError:
        raise Unfit("width and height are whole numbers") from None


def checked_size(width: object, height: object) -> tuple[int, int]:
    """Columns and rows that a terminal may have; Unfit if it may not."""
    if type(width) is not int or type(height) is not int or width < 1 or height < 1:
        raise Unfit("A terminal has at least one column and one row.")
    if width > WIDEST or height > HIGHEST:
        raise Unfit(
            f"A page shows at most {WIDEST} columns and {HIGHEST} rows: make it smaller, or its letters larger."
        )
    return width, height


def understood(message: str) -> tuple[str, object]:
    """What a page sends: stdin with its bytes, resize with columns and rows, ping with its data, blur, focus."""
    try:
        kind, *rest = json.loads(message)
        match kind, rest:
            case "stdin", [str(text)]:
                return kind, text.encode("utf-8")
            case "resize", [{"width": width, "height": height}]:
                return kind, checked_size(width, height)
            case "ping", [data]:
                return kind, data
            case "blur" | "focus", _:
                return kind, None
    except (ValueError, TypeError, RecursionError):
        pass
    raise Unfit("The page sent something that is not understood.")
