"""Pictures of every fixture, desktop and phone, from the built client under the strictest of policies.

`VITE_FIXTURES=1 npx vite build`, then `python scripts/shots.py [folder] [name ...]`.
Prints what the browser complains about.
"""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

DIST = Path(__file__).parent.parent / "dist"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; object-src 'none'"
NAMES = [
    "seated",
    "seated-betting",
    "seated-split",
    "infinite",
    "infinite-betting",
    "infinite-results",
    "allbets",
    "allbets-betting",
    "freechip",
    "freechip-results",
    "cashback",
    "cashback-betting",
    "four",
    "four-betting",
    "seated-insurance",
    "seated-results",
    "freechip-most",
    "lost",
    "elsewhere",
]
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Pages(SimpleHTTPRequestHandler):
    """The files; every other path is the page."""

    def send_head(self):  # type: ignore[no-untyped-def]
        if not (DIST / self.path.lstrip("/").split("?")[0]).is_file():
            self.path = "/index.html"
        return super().send_head()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(DIST)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for size, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-GB"
            )
            page = context.new_page()
            page.on(
                "console",
                lambda message: message.type in ("error", "warning") and print("console:", message.text[:300]),
            )
            page.on("pageerror", lambda error: print("error:", str(error)[:600]))
            for name in names:
                page.goto(f"http://127.0.0.1:{server.server_port}/fixture/{name}")
                page.wait_for_selector(".tile .dock", timeout=5000)
                page.wait_for_function("[...document.images].every(each => each.complete)")
                page.wait_for_timeout(150)
                page.screenshot(path=str(folder / f"{name}-{size}.png"))
        browser.close()
    server.shutdown()


main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/shots"), sys.argv[2:] or NAMES)
