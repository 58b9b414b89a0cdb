"""Who knocks at the server of `serve`, and what it sends: nobody gets in by another name, and nothing stays behind."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.web.request_checks import (
    HIGHEST,
    LONGEST_MESSAGE,
    WIDEST,
    Unfit,
    checked_size,
    is_ours,
    size_asked,
    understood,
)
from tabletop_tui.web.server import FOREIGN, FULL, MOST
from tests.cli.test_serve import PATIENCE, free_port, wait_until_open


# ---------------------------------------------------------------- without a server
@pytest.mark.parametrize(
    ("origin", "asked", "host", "ours"),
    [
        ("", "127.0.0.1:8000", "127.0.0.1", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "127.0.0.1", True),
        ("http://localhost:8000", "localhost:8000", "127.0.0.1", True),
        ("http://[::1]:8000", "[::1]:8000", "::1", True),
        ("http://LOCALHOST:8000", "LOCALHOST:8000", "127.0.0.1", True),
        ("http://elsewhere.example", "127.0.0.1:8000", "127.0.0.1", False),
        ("http://elsewhere.example:8000", "elsewhere.example:8000", "127.0.0.1", False),
        ("null", "127.0.0.1:8000", "127.0.0.1", False),
        # whatever the address listened on: another's name may be bent to this machine
        ("http://elsewhere.example:8000", "elsewhere.example:8000", "0.0.0.0", False),
        ("http://elsewhere.example:8000", "elsewhere.example:8000", "192.168.1.5", False),
        ("http://table.lan:8000", "table.lan:8000", "table.lan", True),
        ("http://mine.example:8000", "mine.example:8000", "0.0.0.0", True),
        ("http://192.168.1.5:8000", "192.168.1.5:8000", "0.0.0.0", True),
        ("http://192.168.1.5:8000", "192.168.1.5:8000", "127.0.0.1", False),
        # what is no address at all
        ("http://[", "127.0.0.1:8000", "127.0.0.1", False),
        ("", "[::1", "127.0.0.1", False),
        ("", "localhost:door", "127.0.0.1", False),
        ("", "localhost:80; script-src *", "127.0.0.1", False),
        ("", "localhost/elsewhere", "127.0.0.1", False),
        ("", "elsewhere@localhost", "127.0.0.1", False),
        ("", "", "127.0.0.1", False),
    ],
)
def test_only_our_own_page_is_answered(origin: str, asked: str, host: str, ours: bool):
    assert is_ours(origin, asked, host, ["Mine.example"]) is ours


@given(st.text(), st.text())
def test_whatever_the_headers_say_they_are_judged(origin: str, asked: str):
    assert is_ours(origin, asked, "0.0.0.0") in (True, False)


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(repr))
def test_whatever_a_page_sends_is_understood_or_unfit(message: str):
    try:
        kind, _ = understood(message)
    except Unfit:
        return
    assert kind in ("stdin", "resize", "ping", "blur", "focus")


def test_sizes_have_a_limit():
    assert understood('["resize", {"width": 80, "height": 24}]') == ("resize", (80, 24))
    assert checked_size(WIDEST, HIGHEST) == (WIDEST, HIGHEST)
    for width, height in ((WIDEST + 1, 24), (80, HIGHEST + 1), (0, 24), (80, -1), (True, 24), ("80", 24), (80.5, 24)):
        with pytest.raises(Unfit):
            checked_size(width, height)
    with pytest.raises(Unfit, match="whole numbers"):
        size_asked({"width": "wide"})


# ---------------------------------------------------------------- a server
@pytest.fixture
def server(home: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """The port of a server, and its process."""
    port = free_port()
    command = [sys.executable, "-m", "tabletop_tui", "serve", "--port", str(port), "--allow-host", "mine.example"]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Open http://127.0.0.1:")
        wait_until_open(port)
        yield port, process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def spoken(port: int, data: bytes) -> bytes:
    """The whole answer of the server to these bytes."""
    heard, whole = b"", 1
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(data)
        while len(heard) < whole and (part := line.recv(65536)):
            heard += part
            head, _, _ = heard.partition(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head.lower())
            whole = len(head) + 4 + int(length[1] if length else 0)
    return heard


HOST = b"Host: 127.0.0.1\r\nConnection: close\r\n"
SOCKET = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGFibGV0b3A=\r\n"
)
WRONG = {
    "method": b"DANCE / HTTP/1.1\r\n" + HOST + b"\r\n",
    "post": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\n\r\n",
    "no such page": b"GET /nowhere HTTP/1.1\r\n" + HOST + b"\r\n",
    "up": b"GET /static/../../../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n",
    "up, quoted": b"GET /static/%2e%2e/%2e%2e/server.py HTTP/1.1\r\n" + HOST + b"\r\n",
    "nothing": b"GET /static/%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    "no text": b"GET /static/%ff%fe HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long path": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
    "no HTTP": b"\x16\x03\x01 hello\r\n\r\n",
    "no colon": b"GET / HTTP/1.1\r\n" + HOST + b"what is this\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    "another host": b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
    "no address": b"GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n",
    "another origin": b"GET / HTTP/1.1\r\n" + HOST + b"Origin: http://elsewhere.example\r\n\r\n",
    "no origin": b"GET / HTTP/1.1\r\n" + HOST + b"Origin: http://[\r\n\r\n",
    "no download": b"GET /download/x HTTP/1.1\r\n" + HOST + b"\r\n",
    "no websocket": b"GET /ws HTTP/1.1\r\n" + HOST + b"\r\n",
    "no size": b"GET /ws?width=wide HTTP/1.1\r\nHost: 127.0.0.1\r\n" + SOCKET + b"\r\n",
    "a line from elsewhere": b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://a.example\r\n" + SOCKET + b"\r\n",
    "a line to elsewhere": b"GET /ws HTTP/1.1\r\nHost: a.example\r\n" + SOCKET + b"\r\n",
}


def test_what_is_wrong_is_refused_and_the_server_lives_on(server: tuple[int, subprocess.Popen[str]]):
    port, process = server
    for kind, request in WRONG.items():
        answer = spoken(port, request)
        assert answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), (kind, answer[:200])
        assert b"Traceback" not in answer
        assert b"root:" not in answer
    assert FOREIGN.encode() in spoken(port, WRONG["another host"])
    for name in (b"127.0.0.1", b"localhost", b"mine.example"):
        answer = spoken(port, b"GET /?fontsize=many HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), name
    assert children(process.pid) == []


def test_no_answer_may_be_framed_guessed_at_or_told_of(server: tuple[int, subprocess.Popen[str]]):
    port, _ = server
    for request in (b"GET / HTTP/1.1\r\n" + HOST + b"\r\n", WRONG["no such page"], WRONG["another host"]):
        answer = spoken(port, request)
        for header in (
            b"frame-ancestors 'none'",
            b"X-Frame-Options: DENY",
            b"X-Content-Type-Options: nosniff",
            b"Referrer-Policy: no-referrer",
        ):
            assert header in answer


# ---------------------------------------------------------------- pages and their processes
def children(process: int) -> list[int]:
    """The processes that another one has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(folder.name))
    return found


def are_gone(processes: list[int]) -> bool:
    """Whether all of these processes end."""
    until = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{one}").exists() and "Z" not in Path(f"/proc/{one}/stat").read_text() for one in processes):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


async def drawn(line: aiohttp.ClientWebSocketResponse) -> None:
    """Wait until a page shows its title."""
    heard = b""
    while b"Quit" not in heard:
        message = await line.receive()
        assert message.type == aiohttp.WSMsgType.BINARY, message
        heard += message.data


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="count processes in /proc")


@linux
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_no_process_outlives_its_server(server: tuple[int, subprocess.Popen[str]], number: signal.Signals):
    port, process = server
    async with asyncio.timeout(2 * PATIENCE), aiohttp.ClientSession() as client:
        lines = [await client.ws_connect(f"ws://127.0.0.1:{port}/ws") for _ in range(2)]
        for line in lines:
            await drawn(line)
        apps = children(process.pid)
        assert len(apps) == 2
        process.send_signal(number)
        assert await asyncio.to_thread(process.wait) == (0 if number == signal.SIGTERM else -signal.SIGKILL)
        assert await asyncio.to_thread(are_gone, apps)
        if number == signal.SIGTERM:  # one line, however many pages there were
            assert process.stdout is not None
            said = [line for line in process.stdout.read().splitlines() if not line.startswith("Open ")]
            assert said == ["tabletop-tui: the serving has ended, with 2 pages open; what was answered is saved"]


@linux
async def child_of(number: int) -> int:
    """The process that a server starts for a page; it may take a moment."""
    while not (found := children(number)):
        await asyncio.sleep(0.01)
    return found[0]


async def test_a_page_that_is_closed_takes_its_process_along(server: tuple[int, subprocess.Popen[str]]):
    port, process = server
    async with asyncio.timeout(2 * PATIENCE), aiohttp.ClientSession() as client:
        async with client.ws_connect(f"ws://127.0.0.1:{port}/ws") as line:
            await drawn(line)
            (app,) = children(process.pid)
        assert await asyncio.to_thread(are_gone, [app])
        line = await client.ws_connect(f"ws://127.0.0.1:{port}/ws")
        app = await child_of(process.pid)
        line._response.connection.transport.abort()  # before it has begun, and without a word
        assert await asyncio.to_thread(are_gone, [app])
        async with client.ws_connect(f"ws://127.0.0.1:{port}/ws") as line:
            await drawn(line)
            os.kill(children(process.pid)[0], signal.SIGKILL)
            while (message := await line.receive()).type == aiohttp.WSMsgType.BINARY:
                pass
            assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED), (
                "the page does not wait for ever"
            )


NONSENSE = [
    *["", "{}", "[]", "7", "[" * 5000, '["stdin"]', '["stdin", 7]', '["stdin", "\\ud800"]', '["dance"]', b"\0"],
    *['["resize", {"width": 99999, "height": 24}]', '["resize", {"width": -1, "height": 24}]', '["resize", 7]'],
    '["ping", "' + "a" * LONGEST_MESSAGE + '"]',
]


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: repr(message[:40]))
async def test_a_message_that_no_page_sends_closes_the_line(shared: int, message: str | bytes):
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as client:
        line = await client.ws_connect(f"ws://127.0.0.1:{shared}/ws")
        await (line.send_bytes(message) if isinstance(message, bytes) else line.send_str(message))
        while (heard := await line.receive()).type == aiohttp.WSMsgType.BINARY:
            pass
        assert heard.type == aiohttp.WSMsgType.CLOSE
        too_big = heard.data == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert too_big or (heard.data == aiohttp.WSCloseCode.POLICY_VIOLATION and heard.extra), "it says why"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server for several tests."""
    port, folder = free_port(), str(tmp_path_factory.mktemp("shared"))
    command = [sys.executable, "-m", "tabletop_tui", "serve", "--port", str(port)]
    environment = {**os.environ, "XDG_CONFIG_HOME": folder, "TABLETOP_TUI_HOME": folder}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        wait_until_open(port)
        yield port
        process.terminate()


async def test_there_is_a_limit_to_pages_and_to_their_size(shared: int):
    async with asyncio.timeout(2 * PATIENCE), aiohttp.ClientSession() as client:
        address = f"127.0.0.1:{shared}"
        async with client.ws_connect(f"ws://{address}/ws?width={WIDEST + 1}&height=24") as line:
            heard = await line.receive()
            assert heard.type == aiohttp.WSMsgType.CLOSE
            assert f"at most {WIDEST} columns" in heard.extra
        lines = [await client.ws_connect(f"ws://{address}/ws") for _ in range(MOST)]
        async with client.get(f"http://{address}/") as page:
            assert page.status == 503
            assert page.content_type == "text/html"
            said = await page.text()
            assert FULL in said
            assert "background: #10140f" in said
        async with client.ws_connect(f"ws://{address}/ws") as line:
            assert (await line.receive()).extra == FULL
        await lines.pop().close()
        until = time.monotonic() + PATIENCE
        while True:
            async with client.get(f"http://{address}/") as page:
                if page.status == 200:
                    break
            assert time.monotonic() < until
            await asyncio.sleep(0.1)
        for line in lines:
            await line.close()
