"""The app in a browser: refusals in a sentence, the server spoken to by itself, and a battle in a real browser."""

import asyncio
import io
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import util
from pathlib import Path

import aiohttp
import pyte
import pytest
from PIL import Image

from tabletop_tui import cli
from tabletop_tui.web.server import app_command
from tabletop_tui.web.web_driver import handed_on
from tests.browser import CHROMIUM, in_a_browser

PATIENCE = 90.0
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_open(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.fixture
def served(home: Path) -> Iterator[int]:
    """The port of a server that runs in a process of its own, in a locale without UTF-8."""
    port = free_port()
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home), "LC_ALL": "C", "TERM": "linux"}
    command = [sys.executable, "-P", "-m", "tabletop_tui", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert f"http://127.0.0.1:{port}" in server.stdout.readline()
        wait_until_open(port)
        yield port
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0


class Shown:
    """What a terminal shows that is fed with what the server sends."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)


# ---------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "'--port': 70000 is not in the range"),
        (["--port", "door"], "'--port': 'door' is not a valid integer"),
        (["--host", "nowhere.invalid"], "--host nowhere.invalid: no address of that name is known"),
        (["--host", "192.0.2.1"], "--host 192.0.2.1 --port 8000: "),
    ],
)
def test_a_bad_address_is_one_sentence(arguments, words, capsys):
    assert cli.run(["serve", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_a_port_in_use_is_one_sentence(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert cli.run(["serve", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"--port {port}: " in said
    assert "choose another" in said


def test_without_the_extra_it_says_how_to_install_it(monkeypatch, capsys):
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    monkeypatch.setattr("tabletop_tui.web.server.find_spec", util.find_spec)
    assert cli.run(["serve"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "pip install 'tabletop-tui[serve]'" in said


def test_the_options_before_the_command_go_to_the_app(monkeypatch):
    seen = []
    monkeypatch.setattr("tabletop_tui.web.server.serve", lambda *given: seen.append(given))
    assert cli.run(["--ascii", "--no-mouse", "serve", "--port", "9000"]) == 0
    assert cli.run(["serve", "--host", "localhost"]) == 0
    assert cli.run(["serve", "--allow-host", "table.lan", "--allow-host", "table"]) == 0
    assert [given[:3] for given in seen[:2]] == [
        ("127.0.0.1", 9000, ["--ascii", "--no-mouse"]),
        ("localhost", 8000, []),
    ]
    assert [given[3] for given in seen] == [(), (), ("table.lan", "table")]
    assert app_command(["--ascii"])[1:] == ["-P", "-m", "tabletop_tui", "--ascii"]


# ---------------------------------------------------------------- the server, without a browser
async def test_the_server_sends_the_page_and_the_first_picture(served):
    shown = Shown(90, 30)
    address = f"127.0.0.1:{served}"
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as client:
        async with client.get(f"http://{address}/") as page:
            text = await page.text()
        assert page.status == 200
        assert f"ws://{address}/ws" in text
        async with client.get(f"http://{address}/", headers={"Origin": "http://elsewhere.example"}) as refused:
            assert refused.status == 403
        async with client.ws_connect(f"ws://{address}/ws?width=90&height=30") as line:
            await line.send_json(["resize", {"width": 90, "height": 30}])
            while not ("Quit" in shown.text and "n new" in shown.screen.display[-1]):
                message = await line.receive()
                assert message.type == aiohttp.WSMsgType.BINARY, shown.text
                shown.stream.feed(message.data)
            assert "▸" in shown.text, "a browser shows all signs, whatever the terminal of the server can do"
            await line.send_json(["stdin", "q"])
            while message.type != aiohttp.WSMsgType.CLOSE:
                message = await line.receive()
                assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.CLOSE)


async def test_the_page_asks_nothing_of_any_other_host(served):
    """Neither the page nor its style sheet names another host, all that it links is there, and a browser is told."""
    address = f"127.0.0.1:{served}"
    async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as client:

        async def text_of(url: str) -> str:
            async with client.get(url) as got:
                assert got.status == 200, url
                return (await got.read()).decode("utf-8", "replace")

        async with client.get(f"http://{address}/") as page:
            text, policy = await page.text(), page.headers["Content-Security-Policy"]
        links = re.findall(r"""(?:src|href)="([^"]+)"|url\("?([^")]+)"?\)""", text)
        linked = [one or other for one, other in links if not (one or other).startswith("data:")]
        assert len(linked) == 3, "style sheet, script, font"
        for url in linked:
            assert url.startswith(f"http://{address}/static/")
            content = await text_of(url)
            if url.endswith(".css"):
                assert not re.search(r"url\(|@import", content)
        assert set(re.findall(r"\w+://([^/\"]+)", text)) == {address}
        for rule in policy.split(";"):
            allowed = set(rule.split()[1:]) - {"'self'", "'unsafe-inline'", "'none'", "data:"}
            assert allowed <= {f"ws://{address}", f"wss://{address}"}


# ---------------------------------------------------------------- a real browser
@in_a_browser
def test_a_battle_begins_in_a_browser(served, tmp_path):
    """Letters, shift, arrows, Tab, Enter and Esc reach the app, and the page shows what it draws."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        terminals: list[Shown] = []

        def listen(line):
            columns, rows = map(int, re.findall(r"=(\d+)", line.url))
            terminals.append(Shown(columns, rows))
            line.on("framereceived", lambda data: terminals[0].stream.feed(data) if type(data) is bytes else None)

        asked, complaints = [], []
        page.on("websocket", listen)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.goto(f"http://127.0.0.1:{served}/", wait_until="commit")

        def wait_for(*words: str) -> list[str]:
            until = time.monotonic() + PATIENCE
            while not terminals or not all(word in terminals[0].text for word in words):
                assert time.monotonic() < until, f"{words} in:\n{terminals and terminals[0].text}"
                page.wait_for_timeout(50)
            return terminals[0].screen.display

        def press(*keys: str) -> None:
            for key in keys:
                page.keyboard.press(key)
                page.wait_for_timeout(400)  # as long as Enter has to rest between two commits

        wait_for("New game", "Quit")
        page.wait_for_selector(".xterm-helper-textarea:focus", state="attached")
        press("n")
        wait_for("Begin the battle", "Scenario")
        press("Escape")
        wait_for("New game", "Quit")
        press("Tab")
        wait_for("▸ g  Quick start")
        press("Shift+Tab", "Enter")
        wait_for("Begin the battle", "Scenario")
        press("ArrowUp")
        for _ in range(4):
            chosen = terminals[0].screen.display[2]
            if "MECHCOM" in chosen:
                break
            press("ArrowRight")
            until = time.monotonic() + PATIENCE
            while terminals[0].screen.display[2] == chosen and time.monotonic() < until:
                page.wait_for_timeout(50)
        press("Enter", "Enter")
        wait_for("Briefing", "Enter begin")
        press("Enter")
        wait_for("? keys", "Enter:")
        press("x")
        wait_for("Looking: ")

        def column() -> int:
            found = re.search(r"Looking: (\d\d)\d\d", terminals[0].text)
            assert found, terminals[0].text
            return int(found[1])

        def moved(key: str, before: int) -> int:
            press(key)
            until = time.monotonic() + PATIENCE
            while column() == before and time.monotonic() < until:
                page.wait_for_timeout(50)
            return column() - before

        one = moved("ArrowRight", column())
        assert one in (1, 2)
        assert moved("Shift+ArrowRight", column()) >= 4 * one
        press("Escape")
        picture = page.screenshot(path=tmp_path / "battle.png")
        colours = Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 24)
        assert len(colours) > 50, "the page shows a coloured battlefield, not an empty terminal"
        press("Shift+Q")
        wait_for("Go on", "Which rulebook?")
        press("q")
        page.wait_for_selector("text=Session ended")
        own = (f"http://127.0.0.1:{served}/", "data:", "blob:")
        assert [url for url in asked if not url.startswith(own)] == complaints == []
        browser.close()


@in_a_browser
@pytest.mark.parametrize("size", [(844, 390), (390, 844), (1280, 800)])
def test_a_small_screen_gets_letters_so_small_that_the_program_has_room(served, size):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        lines: list[str] = []
        page.on("websocket", lambda line: lines.append(line.url))
        page.goto(f"http://127.0.0.1:{served}/")
        until = time.monotonic() + PATIENCE
        while not lines and time.monotonic() < until:
            page.wait_for_timeout(50)
        columns, rows = map(int, re.findall(r"=(\d+)", lines[0]))
        assert columns >= 80
        assert rows >= 24
        assert columns <= 150 or size[0] > 844, "and no smaller than that"
        browser.close()


def test_what_is_drawn_for_a_server_that_has_gone_is_no_fault() -> None:
    end, line = os.pipe()
    os.close(end)
    with pytest.raises(BrokenPipeError):
        os.write(line, b"a picture")
    assert handed_on(lambda data: os.write(line, data), b"a picture") == len(b"a picture")
    os.close(line)
