"""The client in a real Chromium, as JSON, each figure beside a floor measured in the same run.

`first_load_js_kb`: what has to be fetched, gzipped, before a table can be played; pages of their own are apart.
`usable_ms`: from the navigation to a table where a chip can be laid, on a processor four times slower than this one,
against the real house. Its floor is a page with nothing on it, from the same house, loaded the same way.
`nine_tables_fps`: frames a second while nine tables in one window are dealt to from recorded events, one event a
table every 120 ms. Its floor is an empty page in the same browser.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
AIMS = {"first_load_js_kb": 80, "usable_ms": 1000, "nine_tables_fps": 60}
SLOWER = 4
LOADS = 5
SECONDS = 6
WAIT_S = 60.0

# Runs before anything of the page: when can a chip be laid?
WHEN_USABLE = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector('.tile .rack .pick:enabled, .tile [data-actions] button:enabled')) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.usable_ms = performance.now())));
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
ONCE_USABLE = """
() => new Promise(done => {
  const look = () => (window.usable_ms ? done(window.usable_ms) : setTimeout(look, 5));
  look();
})
"""
COUNT_FRAMES = """
seconds => new Promise(done => {
  const times = [];
  const each = now => {
    times.push(now);
    if (now - times[0] < seconds * 1000) return requestAnimationFrame(each);
    const gaps = times.slice(1).map((time, n) => time - times[n]).sort((a, b) => a - b);
    done({
      fps: (times.length - 1) * 1000 / (times.at(-1) - times[0]),
      slowest_95_ms: gaps[Math.floor(gaps.length * 0.95)],
      moved: document.getAnimations().length,
    });
  };
  requestAnimationFrame(each);
})
"""


class Pages(SimpleHTTPRequestHandler):
    """The built client with its fixtures; `/recordings/` beside it; `/empty`; every other path is the page."""

    def send_head(self) -> Any:
        if self.path.startswith("/recordings/"):
            self.directory = str(WEB / "tests")
        elif not (Path(self.directory) / self.path.lstrip("/")).is_file():
            self.path = "/index.html"
        return super().send_head()

    def log_message(self, *_: object) -> None:
        pass


def vite(folder: Path, **env: str) -> None:
    node = shutil.which("node", path=f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}")
    assert node, "there is no Node.js: make once"
    command = [node, "node_modules/vite/bin/vite.js", "build", "--outDir", str(folder), "--emptyOutDir"]
    subprocess.run(command, cwd=WEB, env={**os.environ, **env}, check=True, capture_output=True)


def first_load_kb(folder: Path) -> float:
    node = shutil.which("node", path=f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}")
    said = subprocess.run([str(node), "scripts/size.mjs", str(folder)], cwd=WEB, capture_output=True, text=True)
    return float(json.loads(said.stdout)["first_load_js_kb"])


@contextmanager
def house(folder: Path) -> Iterator[str]:
    """`ventuno serve` in a process of its own, with the client that was built for this run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ventuno", "serve", "--data", data, "--port", str(port)]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "VENTUNO_WEB": str(folder), "VENTUNO_KEY": "5e" * 32},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(WAIT_S)


def wait_for(url: str) -> None:
    ends_s = time.monotonic() + WAIT_S
    while True:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            assert time.monotonic() < ends_s, "the house does not open"
            time.sleep(0.1)


def slow(page: Any) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def usable(browser: Any, url: str) -> dict[str, float]:
    """Every load is the first: a new window has nothing in its cache."""
    tables, floors = [], []
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
        context.request.post(f"{url}/api/demo", data={"language": "en"}, headers={"Origin": url})
        page = context.new_page()
        slow(page)
        page.goto(f"{url}/favicon.svg")
        floors.append(page.evaluate("performance.getEntriesByType('navigation')[0].duration"))
        page.add_init_script(WHEN_USABLE)
        page.goto(f"{url}/table/{table_of(context, url)}")
        tables.append(page.evaluate(ONCE_USABLE))
        context.close()
    return {"usable_ms": statistics.median(tables), "floor_usable_ms": statistics.median(floors)}


def table_of(context: Any, url: str) -> str:
    """One that waits for the player: what is measured does not depend on a round's phase."""
    tables = context.request.get(f"{url}/api/lobby").json()["tables"]
    return str(next(each["key"] for each in tables if each["game"] == "free-chip"))


def frames(browser: Any, folder: Path) -> dict[str, float]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
    page.goto(f"{url}/recordings/solo.json")
    floor = page.evaluate(COUNT_FRAMES, SECONDS)
    page.goto(f"{url}/fixture/nine")
    page.wait_for_selector(".tile:nth-child(9) .dock")
    page.wait_for_timeout(1000)  # all nine have begun
    nine = page.evaluate(COUNT_FRAMES, SECONDS)
    page.context.close()
    server.shutdown()
    return {
        "nine_tables_fps": nine["fps"],
        "floor_fps": floor["fps"],
        "nine_tables_slowest_95_ms": nine["slowest_95_ms"],
        "floor_slowest_95_ms": floor["slowest_95_ms"],
    }


def measure() -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        plain, fixtures = Path(place) / "plain", Path(place) / "fixtures"
        vite(plain)
        vite(fixtures, VITE_FIXTURES="1")
        found: dict[str, Any] = {"first_load_js_kb": first_load_kb(plain)}
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with house(plain) as url:
            found |= usable(browser, url)
        found |= frames(browser, fixtures)
        browser.close()
    return {name: round(value, 1) for name, value in found.items()}


def main() -> None:
    if CHROMIUM is None or not (WEB / "node_modules").is_dir():
        print(json.dumps({"web": {"not_measured": "no Chromium, or the client was never built: make test does both"}}))
        return
    print(json.dumps({"web": {**measure(), "aims": AIMS}}, indent=2))


if __name__ == "__main__":
    main()
